//! Sudoku Explainer 1.2.1: the rating of the hardest step, of the first digit and of the first
//! step; what players call SE, SER or ER/EP/ED.
//!
//! Nicolas Juillerat's program rates a step by its technique and, where the technique is a
//! chain, by its length. The numbers are the program's own, ties and quirks included; so they
//! may change by a tenth or more when a puzzle is turned or its digits are exchanged.

use super::{Path, RatedStep, Rating, Scale, Unrated, Value};
use crate::logic::Technique::{self, *};
use crate::logic::explainer::{Edition, Explainer, HintPath};
use crate::puzzle::Puzzle;

/// The scale of Sudoku Explainer 1.2.1.
///
/// ```
/// let puzzle = ninefold::parse(
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")?;
/// # if false { // It takes seconds.
/// let rating = ninefold::rate::rate(&puzzle, &ninefold::rate::se::Se)?;
/// assert_eq!(rating.to_string(), "10.7/10.7/9.7");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Se;

impl Scale for Se {
    fn name(&self) -> &'static str {
        "se"
    }

    fn version(&self) -> &'static str {
        "Sudoku Explainer 1.2.1"
    }

    fn rate(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Result<Rating, Unrated> {
        rate_by_hints(Edition::Se121, puzzle, should_stop)
    }
}

/// The rating of a board on which no producer has a hint.
const NO_HINT: f64 = 20.0;

/// The rating of a puzzle by the hints of an edition: the highest rating of a hint, of those up
/// to the first digit that is placed, and that of the first hint.
pub(super) fn rate_by_hints(
    edition: Edition,
    puzzle: &Puzzle,
    should_stop: &dyn Fn() -> bool,
) -> Result<Rating, Unrated> {
    let (mut highest, mut pearl, mut diamond) = (0.0, None, None);
    let (mut steps, mut path) = (Vec::new(), HintPath::new(edition, puzzle));
    let mut explainer = Explainer::new(edition, puzzle, should_stop);
    while !explainer.is_done() {
        let Some(hint) = explainer.next().map_err(|_| Unrated::Stopped)? else {
            highest = NO_HINT;
            break;
        };
        highest = hint.rating.max(highest);
        diamond.get_or_insert(highest);
        if hint.place.is_some() {
            pearl.get_or_insert(highest);
        }
        steps.push(RatedStep {
            name: hint.name(),
            value: Value::Tenths(tenths(hint.rating)),
        });
        path.push(hint);
    }
    let numbers = [highest, pearl.unwrap_or(0.0), diamond.unwrap_or(0.0)];
    let [er, ep, ed] = numbers.map(|number| Value::Tenths(tenths(number)));
    let values = vec![("er", er), ("ep", ep), ("ed", ed)];
    let rating = Rating::new(format!("{er}/{ep}/{ed}"), values, steps);
    Ok(rating.along(Path::Hints(path)))
}

/// A rating as the programs print it, in tenths.
fn tenths(rating: f64) -> u32 {
    ((rating + 0.05) * 10.0).floor() as u32
}

/// The highest rating that a puzzle is known to have, in tenths.
pub const HIGHEST: u32 = 119;

/// Whether a puzzle may have a rating, in tenths. Below 4.5 each technique has one rating; what
/// comes then rates by its size or length, up to [the highest known](HIGHEST).
pub fn may_be(rating: u32) -> bool {
    const SHORT: [u32; 18] = [
        10, 12, 15, 17, 19, 20, 23, 25, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44,
    ];
    SHORT.contains(&rating) || (45..=HIGHEST).contains(&rating)
}

/// The rating of the shortest step of a technique, in tenths: 26 is the `ER=2.6` of locked
/// candidates. None if Sudoku Explainer does not have the technique.
pub fn least(technique: Technique) -> Option<u32> {
    Some(match technique {
        FullHouse => 10,
        HiddenSingle => 12,
        NakedSingle => 23,
        LockedCandidates1 => 26,
        LockedCandidates2 => 28,
        NakedPair => 30,
        XWing => 32,
        HiddenPair => 34,
        NakedTriple => 36,
        Swordfish => 38,
        HiddenTriple => 40,
        XYWing => 42,
        XYZWing => 44,
        UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4 => 45,
        UniqueLoop => 46,
        NakedQuadruple => 50,
        Jellyfish => 52,
        HiddenQuadruple => 54,
        BugPlus1 => 56,
        Bug2 | Bug4 => 57,
        Bug3 => 58,
        AlignedPairExclusion => 62,
        XChain | XYChain => 65,
        Skyscraper | TwoStringKite | TurbotFish => 66,
        WWing | RemotePair | ContinuousNiceLoop | DiscontinuousNiceLoop | Aic => 70,
        AlignedTripleExclusion => 75,
        ForcingChainContradiction | ForcingChainVerity => 80,
        ForcingNetContradiction | ForcingNetVerity | DynamicForcingChains => 85,
        DynamicForcingChainsPlus => 90,
        NestedForcingChains => 95,
        NestedMultipleChains => 100,
        NestedDynamicChains => 105,
        NestedDynamicChainsPlus => 110,
        _ => return None,
    })
}
