//! A step as a picture: what to tint, outline, ring, strike and join on its board.
//!
//! The page decides the same for itself (`web/src/board/overlay/scene.ts`), rung by rung.

use std::collections::{BTreeMap, BTreeSet};

use super::step::{Link, Picture, Role, Step};
use super::technique::Family;
use crate::geometry::{Candidate, Cell, House, HouseKind};
use crate::puzzle::Puzzle;
use crate::render::{BoardPicture, Mark, Scene, Tie, Tint};

impl Step {
    /// The board of the step, reached on `puzzle`, with what the step shows on it.
    ///
    /// ```
    /// use ninefold::logic::{Plan, Walk};
    ///
    /// let puzzle: ninefold::Puzzle =
    ///     "620507100090010080501800006000000800070020030009000000300008901080030070007201048".parse()?;
    /// let step = Walk::new(&puzzle, Plan::usual()).next().expect("there is a step");
    /// let svg = step.drawn(&puzzle).to_string();
    /// assert!(svg.contains("<title>Naked Single: r1c8=9</title>"));
    /// # Ok::<(), ninefold::ParseError>(())
    /// ```
    pub fn drawn<'a>(&'a self, puzzle: &'a Puzzle) -> BoardPicture<'a> {
        let board = self.board();
        let values = board.geometry().cells().map(|cell| board.value(cell));
        BoardPicture::of(puzzle)
            .entries(values)
            .candidates(|cell| board.candidates(cell))
            .scene(scene(self))
            .title(self.notation())
            .description(self.explain().to_string())
    }
}

/// What a step shows.
fn scene(step: &Step) -> Scene {
    let picture = step.picture();
    let ends = ends(&picture.links);
    let mut scene = Scene {
        tints: tints(step, &picture, &ends),
        marks: marks(step, &picture, &ends),
        ..Scene::default()
    };
    add_houses(&mut scene, step, &picture);
    scene.ties = picture
        .links
        .into_iter()
        .map(|Link { from, to, strong }| Tie { from, to, strong })
        .collect();
    scene
}

/// The houses that are swept of a digit, and those that the cause lies in.
fn add_houses(scene: &mut Scene, step: &Step, picture: &Picture) {
    let geometry = step.board().geometry();
    let causes: BTreeSet<Cell> = picture.causes.iter().map(|(at, _)| at.cell).collect();
    let cleared = step.eliminations().iter().map(|at| at.cell);
    let cleared: Vec<Cell> = cleared.filter(|cell| !causes.contains(cell)).collect();
    // The houses that a fish is based on are linked; the others take the digit, all of them.
    let is_fish = step.technique().about().family == Family::Fish;
    let is_swept = |house: &House| {
        let cells = geometry.cells_of(*house);
        let is_cover = is_fish && !is_linked(&picture.links, cells);
        is_cover || cleared.iter().any(|cell| cells.contains(cell))
    };
    let (swept, plain): (Vec<House>, Vec<House>) = picture.houses.iter().partition(|h| is_swept(h));
    let is_line =
        |house: &House| matches!(geometry.kind(*house), HouseKind::Row | HouseKind::Column);
    scene.lit = plain.iter().copied().filter(is_line).collect();
    // Beside swept houses the lines that the cause lies in are shown by their labels.
    let is_outlined = |house: &House| swept.is_empty() || !is_line(house);
    scene.houses = plain.into_iter().filter(is_outlined).collect();
    scene.swept = swept;
}

/// Whether a link joins candidates in these cells.
fn is_linked(links: &[Link], cells: &[Cell]) -> bool {
    let is_within = |at: &Candidate| cells.contains(&at.cell);
    links
        .iter()
        .any(|link| link.from.iter().chain(&link.to).all(is_within))
}

/// The cells in the colour of the part they play; later parts hide earlier ones.
fn tints(step: &Step, picture: &Picture, ends: &BTreeSet<Candidate>) -> Vec<(Cell, Tint)> {
    let mut tints = BTreeMap::new();
    tints.extend(step.eliminations().iter().map(|at| (at.cell, Tint::Gone)));
    for part in [Role::Cause, Role::Second, Role::Fin] {
        let tint = match part {
            // In a chain the links keep the two sets apart.
            Role::Second if ends.is_empty() => Tint::Second,
            Role::Cause | Role::Second => Tint::Cause,
            Role::Fin => Tint::Fin,
        };
        let causes = picture.causes.iter().filter(|(_, role)| *role == part);
        tints.extend(causes.map(|(at, _)| (at.cell, tint)));
    }
    tints.extend(step.placements().iter().map(|at| (at.cell, Tint::Placed)));
    tints.into_iter().collect()
}

/// The candidates with a shape of their own. A digit that is written in has none: its cell is
/// tinted.
fn marks(step: &Step, picture: &Picture, ends: &BTreeSet<Candidate>) -> Vec<(Candidate, Mark)> {
    let placed: BTreeSet<Cell> = step.placements().iter().map(|at| at.cell).collect();
    let causes = picture.causes.iter().map(|&(at, role)| {
        let mark = match role {
            Role::Second if ends.is_empty() => Mark::Second,
            Role::Fin => Mark::Fin,
            Role::Cause if ends.contains(&at) => Mark::End,
            Role::Cause | Role::Second => Mark::Cause,
        };
        (at, mark)
    });
    let gone = step.eliminations().iter().map(|&at| (at, Mark::Gone));
    let marks = causes
        .chain(gone)
        .filter(|(at, _)| !placed.contains(&at.cell) && step.board().value(at.cell).is_none());
    let placements = step.placements().iter().map(|&at| (at, Mark::Placed));
    marks.chain(placements).collect()
}

/// The two ends of a chain, if the links are one.
fn ends(links: &[Link]) -> BTreeSet<Candidate> {
    if links.len() < 3 {
        return BTreeSet::new();
    }
    let mut times: BTreeMap<&[Candidate], usize> = BTreeMap::new();
    for node in links.iter().flat_map(|link| [&link.from, &link.to]) {
        *times.entry(node).or_default() += 1;
    }
    let is_straight = times.values().all(|&times| times <= 2) && links.len() + 1 == times.len();
    let loose: Vec<&[Candidate]> = times
        .iter()
        .filter(|(_, times)| **times == 1)
        .map(|(node, _)| *node)
        .collect();
    match loose[..] {
        [one, other] if is_straight => one.iter().chain(other).copied().collect(),
        _ => BTreeSet::new(),
    }
}
