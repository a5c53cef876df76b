//! `why`: why a digit must, or cannot, stand in a cell; and the name of a player's move.

use std::ffi::OsString;
use std::io;

use clap::{Args, ValueEnum};
use ninefold::logic::{
    Ground, Level, Literal, Name, Named, Proof, Reply, Supposition, Suppositions, Why as Explainer,
    unspoiled,
};
use ninefold::{Board, Geometry, Grid};
use ninefold_workbench::moves::{self, TypedMoves};
use ninefold_workbench::wire::{NamedObject, Names, WhyObject};
use serde::Serialize;

use crate::args::{self, InputOptions};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::json::{self, Error};
use crate::logic::{self, Start};
use crate::output::{Look, wrapped};
use crate::search::{BoundedEngine, Verdict};
use crate::stream::answer::Head;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page};

/// Show why a digit must, or cannot, be in a cell
///
/// Starts from the current position: digits placed and pencil marks made by the player are
/// kept, and mistakes on the board come first. Write the cell and the digit after the puzzle:
/// 'r4c7=5' asks why r4c7 is 5, or cannot be; 'r4c7<>5' asks why it is not, and gives nothing
/// away if it is. The proof is the shorter of two: the steps that lead there, or a supposition
/// that leads to a contradiction. With --name, names the simplest technique that proves a move.
#[derive(Args)]
#[command(
    override_usage = "ninefold why [OPTIONS] [INPUT] CELL=DIGIT",
    after_help = "\
Examples:
  ninefold why puzzle.txt r4c7=5
  ninefold why puzzle.txt 'r4c7<>5' --proof both
  ninefold why --name puzzle.txt 'r46c2<>5'

Exit codes:
  0    proved, or named
  1    open: it can be either way, or nothing was found; or there is a mistake on the board
  2    usage or input error
  4    stopped by --timeout before an answer was found"
)]
pub(crate) struct Why {
    #[command(flatten)]
    reading: InputOptions,
    /// Name the simplest technique that proves these moves
    #[arg(long)]
    name: bool,
    /// The proof to show: the steps that lead there, a supposition that leads to a contradiction, or both
    #[arg(long, value_enum, value_name = "KIND")]
    proof: Option<Kind>,
    /// Also say that a digit is right, and show solutions
    #[arg(long)]
    spoil: bool,
    #[command(flatten)]
    logic: args::LogicOptions,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,
}

/// The proofs to show.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Kind {
    /// Steps, one after the other
    Slice,
    /// A supposition that leads to a contradiction
    Suppose,
    /// Each that was found
    Both,
}

impl Why {
    /// Runs the command.
    pub(super) fn run(mut self, look: Look) -> Result<Exit, Failure> {
        if self.reading.inputs.is_empty() {
            return Err(Failure::NoInput);
        }
        let moves = moves_of(&mut self.reading.inputs).map_err(Failure::Message)?;
        let job = WhyJob {
            moves,
            name: self.name,
            proof: self.proof,
            spoil: self.spoil,
            search: BoundedEngine::within(self.logic.timeout),
            logic: self.logic,
            json: self.json,
        };
        let threads = args::ThreadOptions { threads: 0 };
        batch::run(&job, &self.reading, &threads, look)
    }
}

/// Takes the moves off the end of the arguments, or off their beginning: as many words as read
/// as moves together, so that `r4c7 = 5` need not be quoted.
fn moves_of(inputs: &mut Vec<OsString>) -> Result<TypedMoves, String> {
    let words: Vec<String> = inputs
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    for first in 0..words.len() {
        if let Ok(moves) = moves::read(&words[first..].join(" ")) {
            inputs.truncate(first);
            return Ok(moves);
        }
    }
    for end in (1..words.len()).rev() {
        if let Ok(moves) = moves::read(&words[..end].join(" ")) {
            inputs.drain(..end);
            return Ok(moves);
        }
    }
    // What begins like a cell was meant to be a move.
    let is_like_one = |word: &&String| word.starts_with(['r', 'R']) && word.contains(['c', 'C']);
    let meant = words.iter().find(is_like_one).or(words.last());
    moves::read(meant.map_or("", String::as_str))
}

struct WhyJob {
    moves: TypedMoves,
    name: bool,
    proof: Option<Kind>,
    spoil: bool,
    search: BoundedEngine,
    logic: args::LogicOptions,
    json: bool,
}

/// What `--json` prints about a puzzle.
#[derive(Serialize)]
struct Answered<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<WhyObject<Names>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<NamedObject<Names>>>,
    errors: &'a [Error],
}

impl Job for WhyJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let geometry = item.record.puzzle.geometry();
        let moves = match self
            .moves
            .on(geometry)
            .and_then(|moves| self.one_unless_named(moves))
        {
            Ok(moves) => moves,
            Err(why) => return self.refuse(item, why, page),
        };
        let start = Start::new(item.record, &self.search, &self.logic);
        if start.verdict == Verdict::Interrupted {
            return Ok(start.verdict);
        }
        logic::complain(&start, item, page);
        let Some(mut why) = self.explainer(&start) else {
            return self.nothing(item, start.verdict, &start.errors, page);
        };
        let verdict = if self.name {
            self.names(item, &why, &moves, page)?
        } else {
            let reply = why.ask(moves[0].candidate);
            self.reply(item, moves[0], &reply, &start, page)?
        };
        Ok(if interrupt::requested() {
            Verdict::Interrupted
        } else {
            verdict
        })
    }

    fn form(&self) -> Form {
        Form::Word.or_json(self.json)
    }

    fn verdicts(&self) -> &'static [Verdict] {
        &[Verdict::Solved, Verdict::Stuck, Verdict::None]
    }
}

impl WhyJob {
    /// Explains the position by techniques up to Unfair, unless others are asked for; none if there
    /// are errors.
    fn explainer(&self, start: &Start) -> Option<Explainer> {
        let plan = logic::plan(&self.logic, Some(Level::Unfair));
        let why = start.session.why(plan, &start.solutions).ok()?;
        let is_sound = start.errors.is_empty();
        is_sound.then(|| why.stop_when(start.stop()))
    }

    fn one_unless_named(&self, moves: Vec<Literal>) -> Result<Vec<Literal>, String> {
        match moves.len() {
            2.. if !self.name => Err(format!(
                "expected one cell and one digit, found {}; --name takes several",
                moves.len()
            )),
            _ => Ok(moves),
        }
    }

    /// Reports what is wrong with the question.
    fn refuse(&self, item: &Item<'_>, why: String, page: &mut Page<'_>) -> io::Result<Verdict> {
        page.talk += &format!("{}: {why}\n", item.place());
        self.nothing(item, Verdict::Refused, &[Error::of_message(why)], page)
    }

    /// Prints the verdict where there is no answer.
    fn nothing(
        &self,
        item: &Item<'_>,
        verdict: Verdict,
        errors: &[Error],
        page: &mut Page<'_>,
    ) -> io::Result<Verdict> {
        if self.json {
            let head = Head::of(item, verdict.word());
            let object = Answered {
                head,
                why: None,
                moves: None,
                errors,
            };
            page.data.write_all(json::line(&object).as_bytes())?;
        } else {
            writeln!(page.data, "{}", verdict.word())?;
        }
        Ok(verdict)
    }

    /// Prints what is known about a candidate.
    fn reply(
        &self,
        item: &Item<'_>,
        claim: Literal,
        reply: &Reply,
        start: &Start,
        page: &mut Page<'_>,
    ) -> io::Result<Verdict> {
        let is_hidden = !self.spoil && reply.spoils(claim);
        let verdict = match reply {
            Reply::Seen(_) | Reply::Proved { .. } if !is_hidden => Verdict::Solved,
            Reply::Unsolvable => Verdict::None,
            Reply::Stopped => Verdict::Timeout,
            _ => Verdict::Stuck,
        };
        let all = match reply {
            Reply::Proved { proofs, .. } => &proofs[..],
            _ => &[],
        };
        let wanted = |proof: &&Proof| match self.proof {
            Some(Kind::Slice) => matches!(proof, Proof::Slice(_)),
            Some(Kind::Suppose) => matches!(proof, Proof::Suppose(_)),
            Some(Kind::Both) => true,
            None => std::ptr::eq(*proof, &all[0]),
        };
        let mut proofs: Vec<&Proof> = all.iter().filter(wanted).collect();
        if proofs.is_empty() {
            // There is none of the kind that was asked for.
            proofs = all.iter().take(1).collect();
        }
        let puzzle = start.session.puzzle();
        if self.json {
            let object = WhyObject::new(claim, reply, &proofs, puzzle, self.spoil);
            let head = Head::of(item, object.status());
            let object = Answered {
                head,
                why: Some(object),
                moves: None,
                errors: &[],
            };
            page.data.write_all(json::line(&object).as_bytes())?;
            return Ok(verdict);
        }
        let geometry = puzzle.geometry();
        let candidate = claim.candidate;
        if is_hidden {
            say(page, &unspoiled(candidate, geometry).to_string())?;
            return Ok(verdict);
        }
        match reply {
            Reply::Proved { holds, board, .. } => {
                let claim = Literal {
                    candidate,
                    holds: *holds,
                };
                for proof in proofs {
                    say(page, &proof.opening(claim, geometry).to_string())?;
                    show(proof, claim, board, page)?;
                }
            }
            other => {
                say(page, &other.explain(candidate, geometry).to_string())?;
                if let Reply::Open { with, without } = other
                    && self.spoil
                {
                    let line = |grid: &Grid| solution(item, grid);
                    writeln!(page.data, "with it:    {}", line(with))?;
                    writeln!(page.data, "without it: {}", line(without))?;
                }
            }
        }
        Ok(verdict)
    }

    /// Prints what the moves are called.
    fn names(
        &self,
        item: &Item<'_>,
        why: &Explainer,
        moves: &[Literal],
        page: &mut Page<'_>,
    ) -> io::Result<Verdict> {
        let geometry = why.board().geometry();
        let named = why.name(moves);
        let is = |name: &Name| match name {
            Name::Seen(_) | Name::Step { .. } => Verdict::Solved,
            Name::Stopped => Verdict::Timeout,
            Name::Unsolvable => Verdict::None,
            Name::Unproved | Name::False(_) => Verdict::Stuck,
        };
        let mut verdicts = named.iter().map(|named| is(&named.name));
        let verdict = verdicts.find(|&verdict| verdict != Verdict::Solved);
        let verdict = verdict.unwrap_or(Verdict::Solved);
        if self.json {
            let object = |named: &Named| NamedObject::new(named, geometry, self.spoil);
            let head = Head::of(
                item,
                if verdict == Verdict::Solved {
                    "named"
                } else {
                    "unnamed"
                },
            );
            let moves = Some(named.iter().map(object).collect());
            let object = Answered {
                head,
                why: None,
                moves,
                errors: &[],
            };
            page.data.write_all(json::line(&object).as_bytes())?;
            return Ok(verdict);
        }
        for named in &named {
            let written = named
                .moves
                .iter()
                .map(|&claim| moves::written(claim, geometry));
            let written = written.collect::<Vec<_>>().join(", ");
            say(page, &format!("{written}. {}", named.explain(geometry)))?;
            match &named.name {
                Name::Step { step, .. } => logic::show(1, step, page)?,
                Name::False(grid) if self.spoil => {
                    writeln!(page.data, "{}", solution(item, grid))?;
                }
                _ => {}
            }
        }
        Ok(verdict)
    }
}

/// A sentence, in the columns there are.
fn say(page: &mut Page<'_>, words: &str) -> io::Result<()> {
    let room = page.look.room.unwrap_or(usize::MAX);
    writeln!(page.data, "{}", wrapped(words, room, 2))
}

/// A solution as the puzzle was written.
fn solution(item: &Item<'_>, grid: &Grid) -> String {
    json::solution(item.record, grid.digits())
}

/// A proof: its steps, or its suppositions with a board for each.
fn show(proof: &Proof, claim: Literal, board: &Board, page: &mut Page<'_>) -> io::Result<()> {
    let Suppositions { suppositions, rest } = match proof {
        Proof::Slice(steps) => {
            for (k, step) in steps.iter().enumerate() {
                logic::show(k + 1, step, page)?;
            }
            return Ok(());
        }
        Proof::Suppose(supposed) => supposed,
    };
    for supposition in suppositions {
        let geometry = board.geometry();
        suppose(supposition, geometry, 0, page)?;
        let supposed = supposition.supposed();
        let shown = supposition.picture();
        let drawn = logic::drawing(&shown, &[], &[supposed], board, page.look.narrower(2));
        logic::indented(page.data, &drawn)?;
        writeln!(page.data)?;
    }
    if rest.is_some() && !suppositions.is_empty() {
        let placed = moves::written(claim, board.geometry());
        say(page, &format!("Nothing else is left: {placed}."))?;
        writeln!(page.data)?;
    }
    Ok(())
}

/// A supposition, line by line, and those inside it further to the right.
fn suppose(
    supposition: &Supposition,
    geometry: &Geometry,
    indent: usize,
    page: &mut Page<'_>,
) -> io::Result<()> {
    let margin = " ".repeat(indent);
    let room = page.look.room.unwrap_or(usize::MAX).saturating_sub(indent);
    let write = |words: String, page: &mut Page<'_>| {
        let words = wrapped(&words, room, 5);
        words
            .lines()
            .try_for_each(|line| writeln!(page.data, "{margin}{line}"))
    };
    write(supposition.opening(geometry).to_string(), page)?;
    for (k, line) in supposition.lines().iter().enumerate() {
        let number = k + 1;
        write(format!("{number:>3}. {}", line.explain(geometry)), page)?;
        if let Ground::Supposition(inner) = &line.ground {
            suppose(inner, geometry, indent + 5, page)?;
        }
    }
    let supposed = Literal {
        candidate: supposition.supposed(),
        holds: false,
    };
    let so = moves::written(supposed, geometry);
    write(format!("{} So {so}.", supposition.ending(geometry)), page)
}
