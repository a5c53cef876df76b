//! Human logic for the page: `path`, `hint`, `steps`, `apply`.

use std::collections::BTreeMap;

use ninefold::logic::{self, Plan, Technique, Walk};
use ninefold::rate::hodoku;
use ninefold::{Answer, Candidate, Cell, Digit};
use serde::{Deserialize, Serialize};

use crate::pieces::{At, Part, Snapshot};
use crate::position::{Game, Position};
use crate::reading::PositionAnswer;
use crate::verdict::conflicts;

/// How many steps are told of at one position: more than anyone reads.
const MOST_STEPS: usize = 200;

#[derive(Deserialize)]
pub(crate) struct Ask {
    position: Position,
    #[serde(default)]
    without: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct StepView {
    technique: &'static str,
    name: &'static str,
    family: String,
    level: usize,
    score: u32,
    notation: String,
    nudge: Vec<Part>,
    r#where: Vec<Part>,
    why: Vec<Part>,
    action: Vec<Part>,
    placements: Vec<At>,
    eliminations: Vec<At>,
    picture: PictureView,
}

#[derive(Serialize)]
struct PictureView {
    houses: Vec<usize>,
    causes: Vec<CauseView>,
    links: Vec<LinkView>,
}

#[derive(Serialize)]
struct CauseView {
    at: At,
    role: &'static str,
}

#[derive(Serialize)]
struct LinkView {
    from: Vec<At>,
    to: Vec<At>,
    strong: bool,
}

#[derive(Serialize)]
pub(crate) struct MistakeView {
    sentence: Vec<Part>,
    cells: Vec<usize>,
}

#[derive(Serialize)]
struct Used {
    technique: &'static str,
    name: &'static str,
    count: usize,
}

impl StepView {
    fn new(step: &logic::Step, game: &Game) -> StepView {
        let speaker = game.speaker();
        let about = step.technique().about();
        let all = |candidates: &[_]| candidates.iter().map(At::from).collect();
        let picture = step.picture();
        StepView {
            technique: about.slug,
            name: about.name,
            family: about.family.to_string(),
            level: about.level as usize + 1,
            score: hodoku::score(step.technique()).unwrap_or(0),
            notation: step.notation(),
            nudge: speaker.parts(step.nudge()),
            r#where: speaker.parts(step.where_to_look()),
            why: speaker.parts(step.explain()),
            action: speaker.parts(step.action()),
            placements: all(step.placements()),
            eliminations: all(step.eliminations()),
            picture: PictureView {
                houses: picture.houses.iter().map(|house| house.index()).collect(),
                causes: picture
                    .causes
                    .iter()
                    .map(|(at, role)| CauseView {
                        at: at.into(),
                        role: role.name(),
                    })
                    .collect(),
                links: picture
                    .links
                    .iter()
                    .map(|link| LinkView {
                        from: all(&link.from),
                        to: all(&link.to),
                        strong: link.strong,
                    })
                    .collect(),
            },
        }
    }
}

/// Where a walk begins.
struct Start {
    walk: Walk,
    /// Whether the puzzle has several solutions.
    several: bool,
}

/// A walk from the player's position, or what has to be put right first.
fn start(game: &Game, without: &[String]) -> Result<Result<Start, Vec<MistakeView>>, String> {
    let clashes = conflicts(game);
    if !clashes.is_empty() {
        let told = clashes.into_iter().map(|clash| MistakeView {
            sentence: clash.sentence,
            cells: clash.cells,
        });
        return Ok(Err(told.collect()));
    }
    let mut plan = Plan::usual();
    for name in without {
        let technique = Technique::find(name);
        let technique = technique.ok_or_else(|| format!("expected a technique, found '{name}'"))?;
        plan = plan.without(&[technique]);
    }
    let board = game.board();
    let mut several = false;
    let mistakes = match ninefold::solve(&game.puzzle) {
        Answer::One(solution) => logic::mistakes(&game.puzzle, &board, &solution)
            .into_iter()
            .map(|mistake| MistakeView {
                sentence: game.speaker().sentence(mistake.explain(board.geometry())),
                cells: vec![mistake.cell().index()],
            })
            .collect(),
        // There is no one solution to hold the marks against, nor to look digits up in.
        Answer::Many(..) => {
            several = true;
            plan = plan.without_uniqueness().without(&[Technique::BruteForce]);
            Vec::new()
        }
        Answer::None => vec![MistakeView {
            sentence: vec![Part::text("The puzzle has no solution.")],
            cells: Vec::new(),
        }],
    };
    if !mistakes.is_empty() {
        return Ok(Err(mistakes));
    }
    let walk = Walk::from(&game.puzzle, &board, plan);
    Ok(Ok(Start { walk, several }))
}

#[derive(Serialize)]
pub(crate) struct Path {
    mistakes: Vec<MistakeView>,
    steps: Vec<StepView>,
    boards: Vec<Snapshot>,
    solved: bool,
    several: bool,
    hardest: Option<&'static str>,
    used: Vec<Used>,
}

/// The whole way from here.
pub(crate) fn path(ask: &Ask) -> Result<Path, String> {
    let game = ask.position.game()?;
    let mut path = Path {
        mistakes: Vec::new(),
        steps: Vec::new(),
        boards: vec![Snapshot::of(&game.board())],
        solved: false,
        several: false,
        hardest: None,
        used: Vec::new(),
    };
    let Start { mut walk, several } = match start(&game, &ask.without)? {
        Ok(start) => start,
        Err(mistakes) => {
            path.mistakes = mistakes;
            return Ok(path);
        }
    };
    path.several = several;
    let mut counts: BTreeMap<Technique, usize> = BTreeMap::new();
    while let Some(step) = walk.look() {
        path.steps.push(StepView::new(&step, &game));
        *counts.entry(step.technique()).or_default() += 1;
        walk.apply(&step);
        path.boards.push(Snapshot::of(walk.position().board()));
    }
    path.solved = walk.is_solved();
    path.hardest = walk.hardest().map(Technique::name);
    let mut used: Vec<(Technique, usize)> = counts.into_iter().collect();
    used.sort_by_key(|(technique, _)| (technique.about().level, *technique));
    path.used = used
        .into_iter()
        .map(|(technique, count)| Used {
            technique: technique.about().slug,
            name: technique.name(),
            count,
        })
        .collect();
    Ok(path)
}

#[derive(Serialize)]
pub(crate) struct Hint {
    mistakes: Vec<MistakeView>,
    step: Option<StepView>,
    board: Snapshot,
}

/// The next step from here.
pub(crate) fn hint(ask: &Ask) -> Result<Hint, String> {
    let game = ask.position.game()?;
    let board = Snapshot::of(&game.board());
    let (mistakes, step) = match start(&game, &ask.without)? {
        Ok(Start { mut walk, .. }) => (Vec::new(), walk.look()),
        Err(mistakes) => (mistakes, None),
    };
    Ok(Hint {
        mistakes,
        step: step.map(|step| StepView::new(&step, &game)),
        board,
    })
}

#[derive(Serialize)]
pub(crate) struct Steps {
    mistakes: Vec<MistakeView>,
    steps: Vec<StepView>,
    /// Whether there are more than are told of.
    more: bool,
    board: Snapshot,
}

/// The steps there are at this position, easiest techniques first.
pub(crate) fn steps(ask: &Ask) -> Result<Steps, String> {
    let game = ask.position.game()?;
    let board = game.board();
    let mut answer = Steps {
        mistakes: Vec::new(),
        steps: Vec::new(),
        more: false,
        board: Snapshot::of(&board),
    };
    match start(&game, &ask.without)? {
        Err(mistakes) => answer.mistakes = mistakes,
        Ok(Start { walk, .. }) => {
            let mut found = walk.some(MOST_STEPS + 1);
            answer.more = found.len() > MOST_STEPS;
            found.truncate(MOST_STEPS);
            let views = found.iter().map(|step| StepView::new(step, &game));
            answer.steps = views.collect();
        }
    }
    Ok(answer)
}

/// A step as the page sends it back: its conclusions are all that is needed.
#[derive(Deserialize)]
struct Conclusions {
    placements: Vec<At>,
    eliminations: Vec<At>,
}

#[derive(Deserialize)]
pub(crate) struct Apply {
    position: Position,
    step: Conclusions,
}

/// The position after a step.
pub(crate) fn apply(ask: &Apply) -> Result<PositionAnswer, String> {
    let game = ask.position.game()?;
    let mut board = game.board();
    let mut entries = ask.position.entries.clone();
    let geometry = board.geometry().clone();
    let on_board = |at: &At| -> Result<Candidate, String> {
        let digit = Digit::new(at.1).filter(|digit| digit.value() <= geometry.size());
        let cell = Cell::new(at.0).filter(|cell| cell.index() < geometry.n_cells());
        let candidate = cell
            .zip(digit)
            .map(|(cell, digit)| Candidate { cell, digit });
        candidate.ok_or_else(|| "expected a candidate on the board".to_owned())
    };
    let all =
        |list: &[At]| -> Result<Vec<Candidate>, String> { list.iter().map(on_board).collect() };
    let mut placements = all(&ask.step.placements)?;
    placements.retain(|placed| board.value(placed.cell).is_none());
    board.apply(&placements, &all(&ask.step.eliminations)?);
    for placed in placements {
        entries[placed.cell.index()] = placed.digit.value();
    }
    let needs_marks = game.marks.is_some() || !ask.step.eliminations.is_empty();
    let marks = needs_marks.then(|| Snapshot::of(&board).marks);
    let position = ask.position.with(entries, marks);
    Ok(PositionAnswer { position })
}
