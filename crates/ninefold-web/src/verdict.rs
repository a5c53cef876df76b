//! What can be said of a position at once, and what a search says of it: `judge`,
//! `engines`, `solve`.

use ninefold::engine::{self, ENGINES, Stop};
use ninefold::logic::{self, Plan, Technique, Walk};
use ninefold::{Board, Cell, Contradiction, Digit, Query, Stats};
use serde::{Deserialize, Serialize};

use crate::Host;
use crate::pieces::{ConflictView, Counters, Part, Snapshot, thousandths};
use crate::position::{Game, Position};

#[derive(Deserialize)]
pub(crate) struct About {
    position: Position,
}

#[derive(Serialize)]
pub(crate) struct Judgement {
    conflicts: Vec<ConflictView>,
    candidates: Vec<u32>,
    complete: bool,
}

/// The clashes, and what the digits leave over.
pub(crate) fn judge(ask: &About) -> Result<Judgement, String> {
    let game = ask.position.game()?;
    let filled = game.filled();
    let digits: Option<Vec<Digit>> = filled.givens().iter().copied().collect();
    Ok(Judgement {
        conflicts: conflicts(&game),
        candidates: Snapshot::of(&Board::new(&filled)).marks,
        complete: digits.is_some_and(|digits| game.puzzle.is_solved_by(&digits)),
    })
}

/// Clashes among givens and entries.
pub(crate) fn conflicts(game: &Game) -> Vec<ConflictView> {
    let filled = game.filled();
    let clashes = filled.conflicts();
    clashes
        .iter()
        .map(|clash| game.speaker().clash(clash))
        .collect()
}

#[derive(Serialize)]
pub(crate) struct Engines {
    engines: Vec<EngineView>,
}

#[derive(Serialize)]
struct EngineView {
    name: &'static str,
    about: &'static str,
    /// Why it does not take the puzzle, if it does not.
    refuses: Option<String>,
}

/// The engines, and whether they take this puzzle.
pub(crate) fn engines(ask: &About) -> Result<Engines, String> {
    let game = ask.position.game()?;
    let engines = ENGINES.iter().map(|engine| EngineView {
        name: engine.name(),
        about: engine.about(),
        refuses: engine
            .accepts(&game.puzzle)
            .err()
            .map(|error| error.to_string()),
    });
    Ok(Engines {
        engines: engines.collect(),
    })
}

#[derive(Deserialize)]
pub(crate) struct Solve {
    position: Position,
    engine: String,
}

#[derive(Serialize)]
pub(crate) struct Solved {
    verdict: &'static str,
    sentence: &'static str,
    solutions: Vec<Vec<usize>>,
    differ: Vec<usize>,
    conflicts: Vec<ConflictView>,
    because: Vec<Part>,
    engine: String,
    stats: Counters,
    #[serde(serialize_with = "thousandths")]
    milliseconds: f64,
}

/// Whether there is one solution, none or several, and how much work it was to know.
pub(crate) fn solve(ask: &Solve, host: &dyn Host) -> Result<Solved, String> {
    let game = ask.position.game()?;
    let puzzle = &game.puzzle;
    let clashes = puzzle.conflicts();
    if !clashes.is_empty() {
        let speaker = game.speaker();
        let conflicts = clashes.iter().map(|clash| speaker.clash(clash));
        return Ok(Solved {
            verdict: "none",
            sentence: "No solution: some givens clash.",
            solutions: Vec::new(),
            differ: Vec::new(),
            conflicts: conflicts.collect(),
            because: Vec::new(),
            engine: ask.engine.clone(),
            stats: Counters(Stats::default()),
            milliseconds: 0.0,
        });
    }
    let engine = engine::find(&ask.engine).map_err(|error| error.to_string())?;
    let start = host.now();
    let report = Query::new(puzzle).run(engine.as_ref());
    let report = report.map_err(|error| error.to_string())?;
    let milliseconds = host.now() - start;
    let (verdict, sentence) = match (report.stop, report.grids.len()) {
        (Some(Stop::OutOfNodes | Stop::Cancelled | Stop::OutOfMemory), _) => {
            ("stopped", "The search was stopped.")
        }
        (_, 0) => ("none", "No solution."),
        (_, 1) => ("one", "Exactly one solution."),
        _ => ("many", "At least 2 solutions."),
    };
    let differ = match &report.grids[..] {
        [a, b, ..] => {
            let cells = puzzle.geometry().cells();
            let differing = cells.filter(|&cell| a.digit(cell) != b.digit(cell));
            differing.map(Cell::index).collect()
        }
        _ => Vec::new(),
    };
    let solutions = report.grids.iter().map(|grid| grid.digits().iter());
    Ok(Solved {
        verdict,
        sentence,
        solutions: solutions
            .map(|digits| digits.map(|d| d.value()).collect())
            .collect(),
        differ,
        conflicts: Vec::new(),
        because: match verdict {
            "none" => because(&game),
            _ => Vec::new(),
        },
        engine: report.engine.to_owned(),
        stats: Counters(report.stats),
        milliseconds,
    })
}

/// Where a puzzle without a solution fails, if it shows at once or once the singles are
/// filled in.
fn because(game: &Game) -> Vec<Part> {
    let speaker = game.speaker();
    let told = |seen: Contradiction| speaker.sentence(seen.explain(speaker.geometry));
    if let Some(missing) = logic::missing_marks(&game.puzzle).first() {
        return speaker.sentence(missing.reveal(speaker.geometry));
    }
    if let Some(seen) = Board::new(&game.puzzle).contradiction() {
        return told(seen);
    }
    let singles = [
        Technique::FullHouse,
        Technique::NakedSingle,
        Technique::HiddenSingle,
    ];
    let mut walk = Walk::new(&game.puzzle, Plan::usual().only(&singles));
    while walk.next().is_some() {
        if let Some(seen) = walk.position().board().contradiction() {
            let mut parts = vec![Part::text("With the singles filled in, ")];
            parts.extend(speaker.parts(seen.explain(speaker.geometry)));
            parts.push(Part::text("."));
            return parts;
        }
    }
    Vec::new()
}
