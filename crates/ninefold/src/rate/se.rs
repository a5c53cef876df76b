//! Sudoku Explainer 1.2.1: how a technique is rated at least.
//!
//! Nicolas Juillerat's program rates a step by its technique and, where the technique is a
//! chain, by its length. Known here is the rating of the shortest step of each technique
//! that the program has, in tenths: 26 is the `ER=2.6` of locked candidates.

use crate::logic::Technique::{self, *};

/// The rating of the shortest step of a technique, in tenths; none if Sudoku Explainer does
/// not have the technique.
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
        ForcingNetContradiction | ForcingNetVerity => 85,
        _ => return None,
    })
}
