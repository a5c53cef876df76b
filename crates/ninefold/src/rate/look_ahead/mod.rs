//! Look-ahead 1: how far ahead one must look, the same for every isomorph of a puzzle.
//!
//! Work with all candidates. Each *round* takes the easiest rule that finds anything, finds
//! everything that it finds in the position, and does it all at once:
//!
//! | tier | rule |
//! |--:|---|
//! | 0 | digits with one place in a box, or in the region of a jigsaw |
//! | 1 | … in a row or column, or in any other house, such as a diagonal |
//! | 2 | cells with one candidate |
//! | 3 | look-ahead 0: write a candidate, and something is wrong at once. These are locked candidates |
//! | 4, 5, 6 | sets of 2, 3 and 4: naked and hidden subsets, X-Wing, Swordfish, Jellyfish |
//! | 6 + d | look-ahead d: write a candidate and then, d times, every single there is, and something is wrong |
//! | 40 + d | nested look-ahead d: write a candidate, and then singles and look-ahead up to d end in something wrong |
//! | 80 + d | doubly nested, where the former is allowed after writing a candidate; and so on |
//!
//! *Wrong* is a cell without a candidate, or a house without a place for a digit. Two singles
//! of one round that clash are both written, and rule each other out. Looking ahead takes the
//! smallest d at which any candidate falls, and every candidate that falls at it. A depth that
//! would reach the next line of the table counts as the last of its own.
//!
//! The tier of a puzzle is the highest that it needs. *Scarcity* at that tier is the largest
//! quotient of open candidates and candidates found in a round; singles are easy to find and
//! have none. *Stages* are the rounds that look ahead by one or more. Together,
//!
//! ```text
//! rating = tier + 0.1 · log2(1 + scarcity) + 0.05 · log2(1 + stages)
//! ```
//!
//! with one decimal. No rule depends on an order of cells, digits, rows or rounds, so none of
//! the numbers changes when the puzzle is turned, shuffled and relabelled. The decimal is
//! computed in whole numbers, so it does not depend on the machine either.
//!
//! *Depth* is the depth of trial and error that the puzzle needs with singles alone: 0 if
//! singles solve it, 1 if writing a candidate and looking at the singles that follow does, 2
//! and 3 if this has to be nested. Sets do not count here, so depth is not always that of the
//! tier.
//!
//! Nothing here assumes that there is one solution. A puzzle with several is rated as far as
//! the rules go, with `solved` false; since no amount of nesting will solve it, nesting ends
//! with 40 + d, and on boards larger than 9×9, where that would take minutes, with 6 + d. Its
//! depth is that of its tier.
//!
//! ```
//! use ninefold::rate::Scale;
//! use ninefold::rate::look_ahead::LookAhead;
//!
//! let puzzle: ninefold::Puzzle =
//!     "620507100090010080501800006000000800070020030009000000300008901080030070007201048".parse()?;
//! let rating = LookAhead.rate(&puzzle, &|| false)?;
//! assert_eq!(rating.to_string(), "7.3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lanes;
mod nested;
#[cfg(test)]
mod plain;
mod position;
mod sets;

use std::borrow::Cow;
use std::sync::LazyLock;

use super::{RatedStep, Rating, Scale, Unrated, Value};
use crate::{Answer, Geometry, Puzzle};
use lanes::{Lanes, Stopped};
use nested::{ANY_DEPTH, Nested};
use position::{KINDS, MAX_SIZE, Position, Shape};
use sets::Sets;

/// The scale `look-ahead`, for boards up to 16×16. See the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct LookAhead;

impl Scale for LookAhead {
    fn name(&self) -> &'static str {
        "look-ahead"
    }

    fn version(&self) -> &'static str {
        "look-ahead 1"
    }

    fn refuses(&self, puzzle: &Puzzle) -> Option<Unrated> {
        let is_large = puzzle.geometry().size() > MAX_SIZE;
        is_large.then_some(Unrated::Size(self.name(), MAX_SIZE))
    }

    fn rates_several(&self) -> bool {
        true
    }

    fn rate(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Result<Rating, Unrated> {
        if let Some(reason) = self.refuses(puzzle) {
            return Err(reason);
        }
        let geometry = puzzle.geometry();
        if geometry.is_classic() {
            return Ok(Path::find(&CLASSIC, puzzle, should_stop)?.into());
        }
        Ok(Path::find(&Shape::new(geometry), puzzle, should_stop)?.into())
    }
}

/// Whether a classic puzzle may have a rating, in tenths: singles add nothing to their tier, and
/// every other tier adds at least 0.1. No puzzle is known that looks ahead within looking ahead
/// more than twice, which ends with tier 120.
pub fn may_be(rating: u32) -> bool {
    // As scarce as can be: one candidate of 729 falls in each round.
    let most = 10 * Rule::Nested(3, ANY_DEPTH).tier() + tenths((729, 1), 729);
    matches!(rating, 0 | 10 | 20) || (31..=most).contains(&rating)
}

/// The units of the classic board, which most puzzles have.
static CLASSIC: LazyLock<Shape> = LazyLock::new(|| Shape::new(&Geometry::classic()));

/// A rule of the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Singles of a kind: in a box, in another house, in a cell.
    Singles(usize),
    /// Sets of a size.
    Sets(usize),
    /// Looking ahead by a depth.
    LookAhead(u32),
    /// Looking ahead at a level, from 2, and depth.
    Nested(u32, u32),
}

impl Rule {
    fn tier(self) -> u32 {
        match self {
            Rule::Singles(kind) => kind as u32,
            Rule::LookAhead(0) => 3,
            Rule::Sets(size) => 2 + size as u32,
            Rule::LookAhead(depth) => 6 + depth.min(34),
            Rule::Nested(level, depth) => 40 * (level - 1) + depth.min(40),
        }
    }

    /// The depth of trial and error that it takes; sets count as looking ahead.
    fn level(self) -> u32 {
        match self {
            Rule::Singles(_) => 0,
            Rule::Sets(_) | Rule::LookAhead(_) => 1,
            Rule::Nested(level, _) => level,
        }
    }

    fn name(self) -> Cow<'static, str> {
        match self {
            Rule::Singles(0) => "one place in a box".into(),
            Rule::Singles(1) => "one place in a line".into(),
            Rule::Singles(_) => "one candidate in a cell".into(),
            Rule::Sets(size) => format!("sets of {size}").into(),
            Rule::LookAhead(depth) => format!("look-ahead {depth}").into(),
            Rule::Nested(2, depth) => format!("nested look-ahead {depth}").into(),
            Rule::Nested(3, depth) => format!("doubly nested look-ahead {depth}").into(),
            Rule::Nested(level, depth) => {
                format!("look-ahead {depth}, nested {} times", level - 1).into()
            }
        }
    }
}

/// One round: a rule, the open candidates before it, and how many it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Round {
    rule: Rule,
    open: usize,
    found: usize,
}

/// The rounds that a puzzle takes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Path {
    rounds: Vec<Round>,
    /// The depth of trial and error with singles alone.
    depth: u32,
    is_solved: bool,
}

impl Path {
    fn find(
        shape: &Shape,
        puzzle: &Puzzle,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Path, Unrated> {
        let mut walk = Walk {
            puzzle,
            shape,
            should_stop,
            position: Position::new(shape, puzzle),
            lanes: Lanes::default(),
            sets: Sets::default(),
            nested: Nested::default(),
            highest_level: None,
            before_sets: None,
        };
        let mut rounds = Vec::new();
        while let Some(round) = walk.next()? {
            rounds.push(round);
        }
        let levels = rounds.iter().map(|round| round.rule.level());
        Ok(Path {
            depth: walk.depth(levels.max().unwrap_or(0))?,
            is_solved: walk.position.is_full(),
            rounds,
        })
    }
}

/// A puzzle on its way from round to round.
struct Walk<'a> {
    puzzle: &'a Puzzle,
    shape: &'a Shape,
    should_stop: &'a dyn Fn() -> bool,
    position: Position,
    lanes: Lanes,
    sets: Sets,
    nested: Nested,
    /// The level at which nesting ends; established when nesting begins.
    highest_level: Option<u32>,
    /// The position before the first round of sets that looking ahead may not replace.
    before_sets: Option<Position>,
}

impl Walk<'_> {
    /// Does the next round; none if the puzzle is solved, or no rule finds anything.
    fn next(&mut self) -> Result<Option<Round>, Unrated> {
        if self.position.is_wrong() {
            return Err(Unrated::NoSolution);
        }
        if self.position.is_full() {
            return Ok(None);
        }
        let open = self.position.n_open();
        for kind in 0..KINDS {
            let found = self.position.write_singles(self.shape, kind);
            if found > 0 {
                let rule = Rule::Singles(kind);
                return Ok(Some(Round { rule, open, found }));
            }
        }
        let Some((rule, fallen)) = self.find()? else {
            return Ok(None);
        };
        // Sets of two always fall by looking ahead: the two singles that are left clash.
        if matches!(rule, Rule::Sets(3..)) && self.before_sets.is_none() {
            self.before_sets = Some(self.position.clone());
        }
        self.position.remove_all(self.shape, &fallen);
        let found = fallen.len();
        Ok(Some(Round { rule, open, found }))
    }

    /// The easiest rule that finds candidates to take away, and all that it finds.
    fn find(&mut self) -> Result<Option<(Rule, Vec<u16>)>, Unrated> {
        self.poll()?;
        let fallen = self.position.locked_out(self.shape);
        if !fallen.is_empty() {
            return Ok(Some((Rule::LookAhead(0), fallen)));
        }
        if let Some((size, fallen)) = self.sets.find(self.shape, &self.position) {
            return Ok(Some((Rule::Sets(size), fallen)));
        }
        let ahead =
            self.lanes
                .look_ahead(self.shape, &self.position, ANY_DEPTH, self.should_stop)?;
        if let Some(fallen) = ahead {
            return Ok(Some((Rule::LookAhead(fallen.depth), fallen.candidates)));
        }
        for level in 2..=self.highest_level()? {
            let found = self
                .nested
                .find(self.shape, &self.position, level, self.should_stop)?;
            if let Some(fallen) = found {
                return Ok(Some((Rule::Nested(level, fallen.depth), fallen.candidates)));
            }
        }
        Ok(None)
    }

    /// The level at which nesting ends. A puzzle with one solution is solved at some level;
    /// otherwise there must be an end.
    fn highest_level(&mut self) -> Result<u32, Unrated> {
        if let Some(level) = self.highest_level {
            return Ok(level);
        }
        let answer = crate::solve_until(self.puzzle, self.should_stop).ok_or(Unrated::Stopped)?;
        let level = match answer {
            Answer::None => return Err(Unrated::NoSolution),
            Answer::One(only) => {
                self.nested.spare(self.shape.candidates(&only));
                u32::MAX
            }
            Answer::Many(one, other) => {
                self.nested.spare(self.shape.candidates(&one));
                self.nested.spare(self.shape.candidates(&other));
                if self.shape.n_cells() <= 81 { 2 } else { 1 }
            }
        };
        self.highest_level = Some(level);
        Ok(level)
    }

    /// The depth of trial and error with singles alone, if `level` is the highest of the path.
    fn depth(&mut self, mut level: u32) -> Result<u32, Unrated> {
        let Some(before_sets) = &self.before_sets else {
            return Ok(level);
        };
        if !self.position.is_full() {
            return Ok(level);
        }
        loop {
            let mut position = before_sets.clone();
            let nested = &mut self.nested;
            nested.close(
                self.shape,
                &mut position,
                level,
                ANY_DEPTH,
                self.should_stop,
            )?;
            if position.is_full() {
                return Ok(level);
            }
            level += 1;
        }
    }

    fn poll(&self) -> Result<(), Unrated> {
        if (self.should_stop)() {
            Err(Unrated::Stopped)
        } else {
            Ok(())
        }
    }
}

impl From<Stopped> for Unrated {
    fn from(_: Stopped) -> Unrated {
        Unrated::Stopped
    }
}

impl From<Path> for Rating {
    fn from(path: Path) -> Rating {
        let rounds = path.rounds.iter();
        let tier = rounds.clone().map(|round| round.rule.tier()).max();
        let tier = tier.unwrap_or(0);
        let at_top = rounds.clone().filter(|round| round.rule.tier() == tier);
        let scarcities = at_top.map(|round| match round.rule {
            Rule::Singles(_) => (0, 1),
            _ => (round.open, round.found),
        });
        let is_scarcer = |a: &(usize, usize), b: &(usize, usize)| (a.0 * b.1).cmp(&(b.0 * a.1));
        let scarcity = scarcities.max_by(is_scarcer).unwrap_or((0, 1));
        let is_stage = |round: &&Round| match round.rule {
            Rule::LookAhead(depth) => depth > 0,
            Rule::Nested(..) => true,
            Rule::Singles(_) | Rule::Sets(_) => false,
        };
        let stages = rounds.clone().filter(is_stage).count();
        let rating = Value::Tenths(10 * tier + tenths(scarcity, stages));
        let (open, found) = scarcity;
        let values = vec![
            ("rating", rating),
            ("tier", Value::Number(tier)),
            ("depth", Value::Number(path.depth)),
            (
                "scarcity",
                Value::Tenths(((20 * open + found) / (2 * found)) as u32),
            ),
            ("stages", Value::Number(stages as u32)),
            ("solved", Value::Flag(path.is_solved)),
        ];
        let steps = rounds.map(|round| RatedStep {
            name: round.rule.name(),
            value: Value::Number(round.rule.tier()),
        });
        Rating::new(rating.to_string(), values, steps.collect())
    }
}

/// The tenths above the tier: log2(1 + scarcity) + log2(1 + stages) / 2, rounded, where
/// scarcity is a quotient.
///
/// Logarithms may differ in their last digits from machine to machine, so this takes none:
/// twice the sum is the logarithm of a fraction, and it rounds to k if the fraction is at
/// least 2^(2k - 1) and less than 2^(2k + 1).
fn tenths((open, found): (usize, usize), stages: usize) -> u32 {
    let [open, found, stages] = [open, found, stages].map(|n| n as u128);
    let numerator = (open + found).pow(2) * (1 + stages);
    let denominator = found.pow(2);
    let mut tenths = 0;
    while numerator >= denominator << (2 * tenths + 1) {
        tenths += 1;
    }
    tenths
}

#[cfg(test)]
mod tests;
