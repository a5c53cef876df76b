//! The verdict on a position, at sight and by a search: `judge`, `engines`, `solve`.

use ninefold::engine::{self, ENGINES};
use ninefold::format::Record;
use ninefold::{Board, Cell, Conflict, Digit, Query};
use ninefold_workbench::session::{self, Problem, Session, Uniqueness};
use ninefold_workbench::wire::{
    self, AnswerObject, BoardObject, Dialect, Numbers, PartObject, PositionObject, ProblemObject,
};
use serde::{Deserialize, Serialize};

use crate::{Host, since};

#[derive(Deserialize)]
pub(crate) struct About {
    position: PositionObject,
}

#[derive(Serialize)]
pub(crate) struct Judgement {
    conflicts: Vec<ProblemObject<Numbers>>,
    candidates: Vec<u32>,
    complete: bool,
}

/// The clashes, and the candidates that the digits leave over.
pub(crate) fn judge(ask: &About) -> Result<Judgement, String> {
    let record = ask.position.record()?;
    let session = Session::new(&record);
    let filled = session.filled();
    let digits: Option<Vec<Digit>> = filled.givens().iter().copied().collect();
    Ok(Judgement {
        conflicts: conflicts(&record, filled.conflicts()),
        candidates: BoardObject::new(&Board::new(&filled)).marks,
        complete: digits.is_some_and(|digits| record.puzzle.is_solved_by(&digits)),
    })
}

/// Clashes on the board of a record.
pub(crate) fn conflicts<D: Dialect>(
    record: &Record,
    clashes: Vec<Conflict>,
) -> Vec<ProblemObject<D>> {
    let geometry = record.puzzle.geometry();
    let object = |clash| ProblemObject::new(&Problem::Clash(clash), geometry, record.alphabet);
    clashes.into_iter().map(object).collect()
}

#[derive(Serialize)]
pub(crate) struct Engines {
    engines: Vec<EngineObject>,
}

#[derive(Serialize)]
struct EngineObject {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// Why it does not take the puzzle, if it does not.
    refuses: Option<String>,
}

/// The engines, and whether they take this puzzle.
pub(crate) fn engines(ask: &About) -> Result<Engines, String> {
    let puzzle = ask.position.record()?.puzzle;
    let engines = ENGINES.iter().map(|engine| EngineObject {
        name: engine.name(),
        title: engine.title(),
        about: engine.about(),
        refuses: engine.accepts(&puzzle).err().map(|error| error.to_string()),
    });
    Ok(Engines {
        engines: engines.collect(),
    })
}

#[derive(Deserialize)]
pub(crate) struct Solve {
    position: PositionObject,
    engine: String,
}

#[derive(Serialize)]
pub(crate) struct Solved {
    #[serde(flatten)]
    answer: AnswerObject<Numbers>,
    sentence: &'static str,
    differ: Vec<usize>,
    because: Vec<PartObject>,
}

/// Whether there is one solution, none or several, and how much work it was to know.
pub(crate) fn solve(ask: &Solve, host: &dyn Host) -> Result<Solved, String> {
    let record = ask.position.record()?;
    let puzzle = &record.puzzle;
    let clashes = puzzle.conflicts();
    if !clashes.is_empty() {
        return Ok(Solved {
            answer: AnswerObject::invalid(conflicts(&record, clashes)),
            sentence: "No solution: some givens clash.",
            differ: Vec::new(),
            because: Vec::new(),
        });
    }
    let engine = engine::find(&ask.engine).map_err(|error| error.to_string())?;
    let start = host.now();
    let report = Query::new(puzzle).run(engine.as_ref());
    let report = report.map_err(|error| error.to_string())?;
    let time = since(start, host);
    let verdict = Uniqueness::of(&report);
    let sentence = match verdict {
        Uniqueness::None => "No solution.",
        Uniqueness::One(_) => "Exactly one solution.",
        Uniqueness::Several => "At least 2 solutions.",
        Uniqueness::Unknown => "The search was stopped.",
    };
    let why = if verdict == Uniqueness::None {
        session::why_unsolvable(puzzle)
    } else {
        None
    };
    let differ = match &report.grids[..] {
        [a, b, ..] => {
            let cells = puzzle.geometry().cells();
            let differing = cells.filter(|&cell| a.digit(cell) != b.digit(cell));
            differing.map(Cell::index).collect()
        }
        _ => Vec::new(),
    };
    let answer = AnswerObject::new(verdict.word()).by(&report, time);
    Ok(Solved {
        answer: answer.with_grids(&report.grids, record.alphabet),
        sentence,
        differ,
        because: why.map_or_else(Vec::new, |why| wire::sentence(&why, record.alphabet)),
    })
}
