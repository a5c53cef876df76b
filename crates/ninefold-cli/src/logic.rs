//! The parts that the commands about logic share: the player's position, the plan, and how a
//! step is shown.

use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

use ninefold::format::{self, ReadOptions, Record};
use ninefold::logic::{Level, Part, Picture, Plan, Role, Step, Walk};
use ninefold::{Alphabet, Board, Candidate, Geometry, Grid, Puzzle};
use ninefold_workbench::wire::{Names, StepObject};
use ninefold_workbench::{Problem, Session, Uniqueness};

use crate::args::{self, Like};
use crate::interrupt;
use crate::json::Error;
use crate::output::{FOUND, GIVEN, Look, QUIET, WRONG, paint, wrapped};
use crate::search::{BoundedEngine, Verdict};
use crate::stream::item::Item;
use crate::stream::job::Page;

/// Where a player stands, and the way on from there.
pub(crate) struct Start {
    pub(crate) session: Session,
    /// The verdict on the puzzle, or that the player has made a mistake.
    pub(crate) verdict: Verdict,
    /// The problems to report before any hint.
    pub(crate) errors: Vec<Error>,
    /// The walk from here, until the time is up or Ctrl-C is pressed; none if there are errors.
    pub(crate) walk: Option<Walk>,
    /// What the search found out about the puzzle's solutions.
    pub(crate) solutions: Uniqueness,
    deadline: Option<Instant>,
}

impl Start {
    /// The position of a record, compared with the puzzle's solution. The search for that may
    /// take half of the time: the rest is for logic.
    pub(crate) fn new(
        record: &Record,
        search: &BoundedEngine,
        choice: &args::LogicOptions,
    ) -> Start {
        let geometry = record.puzzle.geometry();
        let deadline = search
            .timeout
            .and_then(|all| Instant::now().checked_add(all));
        let half = BoundedEngine {
            timeout: search.timeout.map(|all| all / 2),
            ..search.clone()
        };
        let mut grids = Vec::new();
        let finding = half.run(record, 2, &mut |digits| {
            let grid = Grid::new(geometry.clone(), digits);
            grids.push(grid.expect("a solution fills its board"));
            ControlFlow::Continue(())
        });
        let solutions = match finding.verdict {
            Verdict::Unique => Uniqueness::One(grids.swap_remove(0)),
            Verdict::Multiple => Uniqueness::Several,
            Verdict::None => Uniqueness::None,
            _ => Uniqueness::Unknown,
        };
        let mut start = Start {
            session: Session::new(record),
            verdict: finding.verdict,
            errors: finding.errors,
            walk: None,
            solutions,
            deadline,
        };
        if !start.errors.is_empty() {
            return start;
        }
        match start.session.walk(plan(choice, None), &start.solutions) {
            Ok(walk) => start.walk = Some(walk.stop_when(move || is_over(deadline))),
            Err(problems) => {
                if start.solutions != Uniqueness::None {
                    start.verdict = Verdict::Mistake;
                }
                let usual = Alphabet::standard(geometry.size());
                let error = |problem: &Problem| Error::new(problem, geometry, usual);
                start.errors = problems.iter().map(error).collect();
            }
        }
        start
    }

    /// Returns true when the time is up, or Ctrl-C was pressed.
    pub(crate) fn stop(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let deadline = self.deadline;
        move || is_over(deadline)
    }
}

/// Whether the time is up, or Ctrl-C was pressed.
fn is_over(deadline: Option<Instant>) -> bool {
    interrupt::requested() || deadline.is_some_and(|end| Instant::now() >= end)
}

/// A position in our own JSON: the puzzle, the digits placed, and every mark.
pub(crate) fn position(puzzle: &Puzzle, board: &Board) -> serde_json::Value {
    let record = Record::of_board(puzzle, board);
    let writer = format::find("json").expect("json is a format");
    let text = writer.write(&record).expect("json holds every position");
    serde_json::from_str(&text).expect("json is JSON")
}

/// The position of a line in the format of HoDoKu's library, as in the data that comes with the
/// program.
pub(crate) fn library_position(line: &str) -> Option<Session> {
    let mut formats = format::FORMATS.iter().copied();
    let hodoku = formats.find(|format| format.name() == "hodoku")?;
    let reading = format::read_as(hodoku, line, &ReadOptions::default());
    let record = reading.into_best().ok()?.records.into_iter().next()?.ok()?;
    Some(Session::new(&record))
}

/// The verdict on a walk that was stopped before its end, if it was.
pub(crate) fn stopped(walk: &Walk) -> Option<Verdict> {
    if interrupt::requested() {
        Some(Verdict::Interrupted)
    } else {
        walk.is_over().then_some(Verdict::Timeout)
    }
}

/// The plan, from the options as they were typed: with techniques up to a level, if there is one, and
/// with those that are asked for by name.
pub(crate) fn plan(choice: &args::LogicOptions, hardest: Option<Level>) -> Plan {
    let mut plan = match choice.like {
        Some(Like::Hodoku) => Plan::hodoku(),
        None => Plan::usual(),
    };
    if let Some(hardest) = hardest {
        plan = plan.within(hardest);
    }
    if !choice.only.is_empty() {
        plan = plan.only(&choice.only);
    }
    plan = plan.also(&choice.also).without(&choice.without);
    if choice.no_uniqueness {
        plan = plan.without_uniqueness();
    }
    plan
}

/// A step in JSON.
pub(crate) fn object(step: &Step) -> StepObject<Names> {
    StepObject::new(step, alphabet(step.board().geometry()))
}

/// The step on a board of pencil marks, readable without colour. A sign stands before its
/// digit, as in the players' forums: `*` a cause, `+` one of a second set, `#` a fin, `-`
/// a mark rubbed out, `!` a digit placed. In `245-78` it is the 7 that goes.
pub(crate) fn picture(step: Option<&Step>, board: &Board, look: Look) -> String {
    match step {
        Some(step) => {
            let (placed, gone) = (step.placements(), step.eliminations());
            drawing(&step.picture(), placed, gone, board, look)
        }
        None => drawing(&Picture::default(), &[], &[], board, look),
    }
}

/// The same for a picture that is no step's.
pub(crate) fn drawing(
    shown: &Picture,
    placed: &[Candidate],
    gone: &[Candidate],
    board: &Board,
    look: Look,
) -> String {
    let alphabet = alphabet(board.geometry());
    let mut signs = Vec::new();
    let mut cells: Vec<Vec<(String, anstyle::Style)>> = Vec::new();
    for cell in board.geometry().cells() {
        let mut parts = Vec::new();
        let mut write = |digit, sign: &'static str, style| {
            let mut text = sign.to_owned();
            alphabet.write(digit, &mut text);
            if !sign.is_empty() && !signs.contains(&sign) {
                signs.push(sign);
            }
            parts.push((text, style));
        };
        if let Some(digit) = board.value(cell) {
            let is_cause = |(cause, _): &&(Candidate, Role)| cause.cell == cell;
            match shown.causes.iter().find(is_cause) {
                Some(_) => write(digit, "*", FOUND),
                None => write(digit, "", GIVEN),
            }
        }
        for digit in board.candidates(cell).iter() {
            let candidate = Candidate { cell, digit };
            let role = shown.causes.iter().find(|(cause, _)| *cause == candidate);
            if placed.contains(&candidate) {
                write(digit, "!", FOUND);
            } else if gone.contains(&candidate) {
                write(digit, "-", WRONG);
            } else {
                match role {
                    Some((_, Role::Cause)) => write(digit, "*", FOUND),
                    Some((_, Role::Second)) => write(digit, "+", FOUND),
                    Some((_, Role::Fin)) => write(digit, "#", FOUND),
                    None => write(digit, "", QUIET),
                }
            }
        }
        cells.push(parts);
    }
    let legend = [
        ("!", "placed"),
        ("-", "rubbed out"),
        ("*", "cause"),
        ("+", "second set"),
        ("#", "fin"),
    ];
    let legend: Vec<String> = legend
        .iter()
        .filter(|(sign, _)| signs.contains(sign))
        .map(|(sign, word)| format!("{sign}n {word}"))
        .collect();
    // Numbers of two digits would run together, letters do not.
    let between = if alphabet == Alphabet::Numbers {
        " "
    } else {
        ""
    };
    let is_in_step: Vec<bool> = cells
        .iter()
        .map(|parts| {
            parts
                .iter()
                .any(|(_, style)| *style == FOUND || *style == WRONG)
        })
        .collect();
    let drawn = fitted(board, cells, &is_in_step, between, look);
    if legend.is_empty() {
        return drawn;
    }
    let room = look.room.unwrap_or(usize::MAX);
    format!("{drawn}{}\n", wrapped(&legend.join("   "), room, 0))
}

/// The board as far as there is room: with every mark, in columns of one width or as narrow
/// as they can be; with the marks of the step's own cells, the others shown by a dot; or
/// else those cells in a list.
fn fitted(
    board: &Board,
    mut cells: Vec<Vec<(String, anstyle::Style)>>,
    is_in_step: &[bool],
    between: &str,
    look: Look,
) -> String {
    let geometry = board.geometry();
    let room = look.room.unwrap_or(usize::MAX);
    for is_tight in [false, true] {
        let drawn = crate::output::draw::marks(geometry, &cells, between, is_tight, look.color);
        if let Some(drawn) = drawn.within(room) {
            return drawn;
        }
    }
    for cell in geometry.cells() {
        if board.value(cell).is_none() && !is_in_step[cell.index()] {
            cells[cell.index()] = vec![("·".to_owned(), QUIET)];
        }
    }
    let drawn = crate::output::draw::marks(geometry, &cells, between, true, look.color);
    drawn.within(room).unwrap_or_else(|| {
        let listed = geometry.cells().filter(|cell| is_in_step[cell.index()]);
        let listed = listed.map(|cell| {
            let marks = cells[cell.index()].iter();
            let marks: Vec<String> = marks
                .map(|(text, style)| paint(look.color, *style, text))
                .collect();
            format!("{}: {}", geometry.name(cell), marks.join(between))
        });
        let listed: Vec<String> = listed.collect();
        format!("{}\n", wrapped(&listed.join(", "), room, 0))
    })
}

/// How digits are written in words and on the drawn board: as one letter each as long as a
/// reader recognises it, beyond 25×25 as numbers, as in the notation.
fn alphabet(geometry: &Geometry) -> Alphabet {
    match geometry.size() {
        size @ ..=25 => Alphabet::standard(size),
        _ => Alphabet::Numbers,
    }
}

/// The words of a step, with cells and digits standing out where colours are shown.
pub(crate) fn prose(step: &Step, board: &Board, look: Look) -> String {
    let geometry = board.geometry();
    if !look.color {
        return step.explain().in_alphabet(alphabet(geometry));
    }
    let said = step.explain();
    let mut text = String::new();
    for part in said.parts() {
        let words = part.text(geometry, alphabet(geometry));
        text += &match part {
            Part::Text(_) => words,
            _ => paint(true, FOUND, &words),
        };
    }
    text
}

/// A step for people: its number and notation, the words, the board.
pub(crate) fn show(number: usize, step: &Step, page: &mut Page<'_>) -> io::Result<()> {
    let board = step.board();
    let title = format!("{number}. {}", step.notation());
    let room = page.look.room.unwrap_or(usize::MAX);
    let title = wrapped(&title, room, 2);
    writeln!(page.data, "{}", paint(page.look.color, GIVEN, &title))?;
    // Two blanks stand before the rest.
    let room = room.saturating_sub(2);
    let prose = wrapped(&prose(step, board, page.look), room, 0);
    indented(page.data, &prose)?;
    let drawn = picture(Some(step), board, page.look.narrower(2));
    indented(page.data, &drawn)?;
    writeln!(page.data)
}

/// Reports what is wrong with a position, or unknown, before anything else.
pub(crate) fn complain(start: &Start, item: &Item<'_>, page: &mut Page<'_>) {
    for error in &start.errors {
        page.talk += &format!("{}: {error}\n", item.place());
    }
    let why = match start.verdict {
        Verdict::Multiple => "not unique",
        Verdict::Timeout => "not known to be unique",
        _ => return,
    };
    if !page.look.quiet {
        page.talk += &format!(
            "{}: {why}, so techniques that assume one solution are left out\n",
            item.place()
        );
    }
}

/// Writes lines with two blanks before each.
pub(crate) fn indented(out: &mut dyn io::Write, text: &str) -> io::Result<()> {
    for line in text.lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}
