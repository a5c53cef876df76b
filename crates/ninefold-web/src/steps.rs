//! Human logic for the page: `path`, `hint`, `steps`, `apply`.

use std::collections::BTreeMap;

use ninefold::format::Record;
use ninefold::logic::{FINDERS, Family, Level, Plan, Technique, Walk};
use ninefold_workbench::wire::{
    BoardObject, ClaimObject, Dialect, Numbers, PositionObject, ProblemObject, StepObject,
};
use ninefold_workbench::{Problem, Session, Uniqueness};
use serde::{Deserialize, Serialize};

use crate::reading::PositionAnswer;

/// The most steps that are listed at one position: more than anyone reads.
const MOST_STEPS: usize = 200;

#[derive(Deserialize)]
pub(crate) struct Ask {
    position: PositionObject,
    #[serde(default)]
    without: Vec<String>,
}

#[derive(Serialize)]
struct Used {
    technique: &'static str,
    name: &'static str,
    count: usize,
}

/// Where a walk begins.
pub(crate) struct Start<D: Dialect> {
    pub(crate) record: Record,
    pub(crate) session: Session,
    /// The walk from the player's position, or what has to be put right first.
    pub(crate) walk: Result<Walk, Vec<ProblemObject<D>>>,
    /// Whether the puzzle has several solutions.
    several: bool,
}

impl Start<Numbers> {
    fn new(ask: &Ask) -> Result<Start<Numbers>, String> {
        Start::of(ask.position.record()?, plan(), &ask.without)
    }
}

impl<D: Dialect> Start<D> {
    /// By a plan without these techniques.
    pub(crate) fn of(record: Record, plan: Plan, without: &[String]) -> Result<Start<D>, String> {
        let mut plan = plan;
        for name in without {
            let technique = Technique::find(name);
            let technique =
                technique.ok_or_else(|| format!("expected a technique, found '{name}'"))?;
            plan = plan.without(&[technique]);
        }
        let session = Session::new(&record);
        let solutions = Uniqueness::from(ninefold::solve(session.puzzle()));
        let geometry = record.puzzle.geometry();
        let object = |problem: &Problem| ProblemObject::new(problem, geometry, record.alphabet);
        let walk = session.walk(plan, &solutions);
        Ok(Start {
            walk: walk.map_err(|problems| problems.iter().map(object).collect()),
            several: solutions == Uniqueness::Several,
            session,
            record,
        })
    }
}

/// The usual plan without the forcing chains that only we look for: they take seconds for a step,
/// and the page has no way to stop them.
fn plan() -> Plan {
    let ours = FINDERS.iter().filter(|f| f.usual && !f.hodoku);
    let slow: Vec<Technique> = ours
        .map(|finder| finder.technique)
        .filter(|technique| technique.about().family == Family::Forcing)
        .collect();
    Plan::usual().without(&slow)
}

#[derive(Serialize)]
pub(crate) struct Path {
    mistakes: Vec<ProblemObject<Numbers>>,
    steps: Vec<StepObject<Numbers>>,
    boards: Vec<BoardObject>,
    solved: bool,
    several: bool,
    hardest: Option<&'static str>,
    used: Vec<Used>,
}

/// The whole path from here.
pub(crate) fn path(ask: &Ask) -> Result<Path, String> {
    let start = Start::new(ask)?;
    let alphabet = start.record.alphabet;
    let mut path = Path {
        mistakes: Vec::new(),
        steps: Vec::new(),
        boards: vec![BoardObject::new(start.session.board())],
        solved: false,
        several: start.several,
        hardest: None,
        used: Vec::new(),
    };
    let mut walk = match start.walk {
        Ok(walk) => walk,
        Err(mistakes) => {
            path.mistakes = mistakes;
            return Ok(path);
        }
    };
    let mut counts: BTreeMap<Technique, usize> = BTreeMap::new();
    while let Some(step) = walk.look() {
        path.steps.push(StepObject::new(&step, alphabet));
        *counts.entry(step.technique()).or_default() += 1;
        walk.apply(&step);
        path.boards.push(BoardObject::new(walk.position().board()));
    }
    path.solved = walk.is_solved();
    path.hardest = walk.hardest().map(Technique::name);
    for level in Level::ALL {
        let of_level = counts.iter().filter(|(t, _)| t.about().level == level);
        path.used.extend(of_level.map(|(technique, &count)| Used {
            technique: technique.about().slug,
            name: technique.name(),
            count,
        }));
    }
    Ok(path)
}

#[derive(Serialize)]
pub(crate) struct Hint {
    mistakes: Vec<ProblemObject<Numbers>>,
    step: Option<StepObject<Numbers>>,
    board: BoardObject,
}

/// The next step from here.
pub(crate) fn hint(ask: &Ask) -> Result<Hint, String> {
    let start = Start::new(ask)?;
    let board = start.session.board();
    let (mistakes, step) = match start.walk {
        Ok(mut walk) => (Vec::new(), walk.look()),
        Err(mistakes) => (mistakes, None),
    };
    let alphabet = start.record.alphabet;
    Ok(Hint {
        mistakes,
        step: step.map(|step| StepObject::new(&step, alphabet)),
        board: BoardObject::new(board),
    })
}

#[derive(Serialize)]
pub(crate) struct Steps {
    mistakes: Vec<ProblemObject<Numbers>>,
    steps: Vec<StepObject<Numbers>>,
    /// Whether there are more than are listed.
    more: bool,
    board: BoardObject,
}

/// The steps there are at this position, easiest techniques first.
pub(crate) fn steps(ask: &Ask) -> Result<Steps, String> {
    let start = Start::new(ask)?;
    let board = start.session.board();
    let alphabet = start.record.alphabet;
    let mut answer = Steps {
        mistakes: Vec::new(),
        steps: Vec::new(),
        more: false,
        board: BoardObject::new(board),
    };
    match start.walk {
        Err(mistakes) => answer.mistakes = mistakes,
        Ok(walk) => {
            let mut found = walk.some(MOST_STEPS + 1);
            answer.more = found.len() > MOST_STEPS;
            found.truncate(MOST_STEPS);
            let objects = found.iter().map(|step| StepObject::new(step, alphabet));
            answer.steps = objects.collect();
        }
    }
    Ok(answer)
}

#[derive(Deserialize)]
pub(crate) struct Apply {
    position: PositionObject,
    step: ClaimObject<Numbers>,
}

/// The position after a step.
pub(crate) fn apply(ask: &Apply) -> Result<PositionAnswer, String> {
    let record = ask.position.record()?;
    let mut session = Session::new(&record);
    let step = ask.step.read(record.puzzle.geometry())?;
    session.apply(&step.placements, &step.eliminations);
    let after = BoardObject::new(session.board());
    let mut entries = ask.position.entries.clone();
    for placed in &step.placements {
        if ask.position.givens[placed.cell.index()] == 0 {
            entries[placed.cell.index()] = after.digits[placed.cell.index()];
        }
    }
    let has_marks = ask.position.marks.is_some() || !step.eliminations.is_empty();
    let position = ask.position.with(entries, has_marks.then_some(after.marks));
    Ok(PositionAnswer { position })
}
