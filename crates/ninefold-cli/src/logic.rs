//! What the commands about logic share: the player's position, its mistakes, the plan,
//! and how a step is shown.

use std::io;
use std::time::Instant;

use ninefold::format::Record;
use ninefold::logic::{self, Fact, Part, Picture, Plan, Role, Step, Technique, Walk};
use ninefold::{Alphabet, Board, Candidate, Cell, Geometry, Grid};
use serde::Serialize;

use crate::args::{self, Like};
use crate::interrupt;
use crate::json::Error;
use crate::output::{FOUND, GIVEN, Look, QUIET, WRONG, paint, wrapped};
use crate::search::{BoundedEngine, Verdict};
use crate::stream::item::Item;
use crate::stream::job::Page;

/// Where a player stands, and whether anything is wrong there.
pub(crate) struct Start {
    pub(crate) board: Board,
    /// The one solution; none if there are several or it was not found in time.
    pub(crate) solution: Option<Grid>,
    /// What is known about it: a word for each position that is not sound.
    pub(crate) verdict: Verdict,
    /// What has to be said before any hint.
    pub(crate) errors: Vec<Error>,
    /// When the time is up.
    deadline: Option<Instant>,
}

impl Start {
    /// The position of a record, compared with the puzzle's solution, which may take half
    /// of the time: the rest is for logic.
    pub(crate) fn new(record: &Record, search: &BoundedEngine) -> Start {
        let puzzle = &record.puzzle;
        let mut grids = Vec::new();
        let deadline = search
            .timeout
            .and_then(|all| Instant::now().checked_add(all));
        let half = BoundedEngine {
            timeout: search.timeout.map(|all| all / 2),
            ..search.clone()
        };
        let finding = half.run(record, 2, &mut |digits| {
            grids.push(
                Grid::new(puzzle.geometry().clone(), digits).expect("a solution fills its board"),
            );
            std::ops::ControlFlow::Continue(())
        });
        let board = board(record);
        let solution = (finding.verdict == Verdict::Unique).then(|| grids.swap_remove(0));
        let mut errors = finding.errors;
        if finding.verdict == Verdict::None && errors.is_empty() {
            errors.push(Error::new("the puzzle has no solution"));
        }
        let mut verdict = finding.verdict;
        if let Some(solution) = &solution {
            let geometry = puzzle.geometry();
            for mistake in logic::mistakes(puzzle, &board, solution) {
                verdict = Verdict::Mistake;
                let message = mistake.explain(geometry).to_string();
                errors.push(Error::in_cells(&message, geometry, &[mistake.cell()]));
            }
        }
        Start {
            board,
            solution,
            verdict,
            errors,
            deadline,
        }
    }

    /// A walk from here, until the time is up or Ctrl-C is pressed; uniqueness is not
    /// assumed of a puzzle with several solutions.
    pub(crate) fn walk(&self, record: &Record, choice: &args::LogicOptions) -> Walk {
        let mut plan = plan(choice);
        if self.solution.is_none() {
            // There is no one solution to look a digit up in, either.
            plan = plan.without_uniqueness().without(&[Technique::BruteForce]);
        }
        let deadline = self.deadline;
        Walk::from(&record.puzzle, &self.board, plan).stop_when(move || {
            interrupt::requested() || deadline.is_some_and(|end| Instant::now() >= end)
        })
    }
}

/// What to say of a walk that was stopped before its end, if it was.
pub(crate) fn stopped(walk: &Walk) -> Option<Verdict> {
    match interrupt::requested() {
        true => Some(Verdict::Interrupted),
        false => walk.is_over().then_some(Verdict::Timeout),
    }
}

/// The board that a record tells of.
pub(crate) fn board(record: &Record) -> Board {
    match &record.progress {
        Some(progress) => {
            logic::board_of(&record.puzzle, &progress.placed, progress.marks.as_deref())
        }
        None => Board::new(&record.puzzle),
    }
}

/// What to look for, as it was typed.
pub(crate) fn plan(choice: &args::LogicOptions) -> Plan {
    let mut plan = match choice.like {
        Some(Like::Hodoku) => Plan::hodoku(),
        None => Plan::usual(),
    };
    if !choice.only.is_empty() {
        plan = plan.only(&choice.only);
    }
    plan = plan.also(&choice.also).without(&choice.without);
    match choice.no_uniqueness {
        true => plan.without_uniqueness(),
        false => plan,
    }
}

/// A step as it is told in JSON: the conclusion, the words, and the facts that prove it.
#[derive(Serialize)]
pub(crate) struct StepView {
    technique: &'static str,
    name: &'static str,
    notation: String,
    text: String,
    placements: Vec<String>,
    eliminations: Vec<String>,
    facts: Vec<FactView>,
    picture: PictureView,
}

/// A fact in JSON.
#[derive(Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FactView {
    Cell(String),
    House { name: String, digit: usize },
    Deadly(Vec<(String, usize, usize)>),
}

#[derive(Serialize)]
struct PictureView {
    houses: Vec<String>,
    causes: Vec<(String, &'static str)>,
    links: Vec<LinkView>,
}

#[derive(Serialize)]
struct LinkView {
    from: Vec<String>,
    to: Vec<String>,
    strong: bool,
}

impl StepView {
    pub(crate) fn new(step: &Step, board: &Board) -> StepView {
        let geometry = board.geometry();
        let about = step.technique().about();
        let name = |candidate: &Candidate, sign: &str| {
            format!("{}{sign}{}", geometry.name(candidate.cell), candidate.digit)
        };
        let names = |candidates: &[Candidate]| -> Vec<String> {
            candidates.iter().map(|c| name(c, "=")).collect()
        };
        let picture = step.picture();
        StepView {
            technique: about.slug,
            name: about.name,
            notation: step.notation(),
            text: step.explain().in_alphabet(alphabet(geometry)),
            placements: names(step.placements()),
            eliminations: step.eliminations().iter().map(|c| name(c, "<>")).collect(),
            facts: step
                .facts()
                .iter()
                .map(|f| FactView::new(f, geometry))
                .collect(),
            picture: PictureView {
                houses: picture
                    .houses
                    .iter()
                    .map(|&h| geometry.house_name(h))
                    .collect(),
                causes: picture
                    .causes
                    .iter()
                    .map(|(c, role)| (name(c, "="), role.name()))
                    .collect(),
                links: picture
                    .links
                    .iter()
                    .map(|link| LinkView {
                        from: names(&link.from),
                        to: names(&link.to),
                        strong: link.strong,
                    })
                    .collect(),
            },
        }
    }
}

impl FactView {
    fn new(fact: &Fact, geometry: &Geometry) -> FactView {
        match fact {
            Fact::Cell(cell) => FactView::Cell(geometry.name(*cell)),
            Fact::House(house, digit) => FactView::House {
                name: geometry.house_name(*house),
                digit: digit.value(),
            },
            Fact::Deadly(pairs) => FactView::Deadly(
                pairs
                    .iter()
                    .map(|pair| (geometry.name(pair.cell), pair.a.value(), pair.b.value()))
                    .collect(),
            ),
        }
    }
}

/// The step on a board of pencil marks, readable without colour. A sign stands before its
/// digit, as in the players' forums: `*` a cause, `+` one of a second set, `#` a fin, `-`
/// what is rubbed out, `!` what is placed. In `245-78` it is the 7 that goes.
pub(crate) fn picture(step: Option<&Step>, board: &Board, look: Look) -> String {
    let none = Picture::default();
    let shown = step.map_or(none, Step::picture);
    let (placed, gone): (&[Candidate], &[Candidate]) =
        step.map_or((&[], &[]), |step| (step.placements(), step.eliminations()));
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
            write(digit, "", GIVEN);
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
    match legend.is_empty() {
        true => drawn,
        false => {
            let room = look.room.unwrap_or(usize::MAX);
            format!("{drawn}{}\n", wrapped(&legend.join("   "), room, 0))
        }
    }
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
/// reader can tell which it is, beyond 25×25 as numbers, as in the notation.
fn alphabet(geometry: &Geometry) -> Alphabet {
    match geometry.size() {
        size @ ..=25 => Alphabet::standard(size),
        _ => Alphabet::Numbers,
    }
}

/// The words of a step, with cells and digits standing out where colours are shown.
pub(crate) fn prose(step: &Step, board: &Board, page: &Page<'_>) -> String {
    let geometry = board.geometry();
    if !page.look.color {
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

/// The cell by its name: `r4c7`.
pub(crate) fn cell(geometry: &Geometry, name: &str) -> Option<Cell> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    geometry.cell(row.parse().ok()?, column.parse().ok()?)
}

/// Says what is wrong with a position before anything else is said.
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
