//! The finders: each looks at a position for one technique, or a few that are one idea.
//!
//! A finder tells every step it sees, in the order in which a player would be shown
//! them, until it is told to stop; so one finder serves a hint (the first), a list of
//! all steps, and a whole path. It changes nothing and never guesses. Each is compiled for
//! every width `W` of sets of cells, and is the same function for all sizes of board; one that
//! may take long asks [`Sight::poll`] now and then, and stops when that says so.

mod als;
mod bug;
mod colors;
mod deadly;
mod exclusion;
mod fireworks;
mod fish;
mod forcing;
mod guardians;
mod guess;
mod locked;
mod loops;
mod medusa;
mod nets;
mod order;
mod pond;
mod rectangles;
mod simple_chains;
mod single_digit;
mod singles;
mod subsets;
mod sue_de_coq;
mod tables;
mod templates;
mod unique_loops;
mod wings;

use std::ops::ControlFlow;

use super::position::{Position, with_sight};
use super::sight::Sight;
use super::step::{Deduction, Step};
use super::technique::Technique::{self, *};
use crate::geometry::Cell;
use crate::sets::{CellSet, DigitSet};

/// Where a finder puts what it finds; `Break` means that it may stop.
pub(super) type Found<'f> = dyn FnMut(Deduction) -> ControlFlow<()> + 'f;

/// The largest board on which everything is looked for, whatever it takes. On larger ones
/// searches that explode have a bound.
const FULL_SEARCH: usize = 9;

/// Something that finds the steps of a technique.
pub struct Finder {
    /// The technique it is asked for.
    pub technique: Technique,
    /// Other techniques that come out of the same search.
    pub also: &'static [Technique],
    /// Whether HoDoKu looks for it unless told otherwise.
    pub hodoku: bool,
    /// Whether we look for it unless told otherwise.
    pub usual: bool,
    /// Looks for steps. The technique is passed so that one function can serve many.
    find: fn(&Position, Technique, &Options, &mut Found<'_>) -> ControlFlow<()>,
}

impl Finder {
    /// The techniques that the search can tell of.
    pub fn techniques(&self) -> impl Iterator<Item = Technique> {
        std::iter::once(self.technique).chain(self.also.iter().copied())
    }

    /// Whether the search can tell of this technique.
    pub fn finds(&self, technique: Technique) -> bool {
        self.techniques().any(|found| found == technique)
    }

    /// Passes every step to `found`, in the order in which they would be shown, until that
    /// breaks off.
    pub fn each(
        &self,
        position: &Position,
        options: &Options,
        found: &mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        (self.find)(position, self.technique, options, &mut |deduction| {
            found(Step::new(deduction, position.shared_board().clone()))
        })
    }

    /// The first step, as a hint shows it.
    pub fn first(&self, position: &Position, options: &Options) -> Option<Step> {
        let mut first = None;
        _ = self.each(position, options, &mut |step| {
            first = Some(step);
            ControlFlow::Break(())
        });
        first
    }

    /// Every step there is.
    pub fn all(&self, position: &Position, options: &Options) -> Vec<Step> {
        let mut all = Vec::new();
        _ = self.each(position, options, &mut |step| {
            all.push(step);
            ControlFlow::Continue(())
        });
        all
    }
}

/// How finders look, where tastes differ. The defaults are HoDoKu's when it solves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Also show two fish on the same base sets as one.
    pub siamese: bool,
    /// Also show two 2-string kites or empty rectangles of one box as one.
    pub duals: bool,
    /// An empty rectangle may have just two candidates.
    pub two_candidate_rectangles: bool,
    /// The cells of a unique rectangle may have lost candidates of its pair.
    pub incomplete_rectangles: bool,
    /// Chains may run through almost locked sets.
    pub als_nodes: bool,
    /// Almost locked sets may overlap.
    pub als_overlap: bool,
    /// Tell of one step for each set of eliminations, the simplest.
    pub one_per_elimination: bool,
    /// The most fins a fish may have, endo fins among them.
    pub most_fins: usize,
    /// The most endo fins a fish may have.
    pub most_endo_fins: usize,
    /// The most fins that the fish of a kraken may have, endo fins among them.
    pub most_kraken_fins: usize,
    /// The most endo fins that the fish of a kraken may have.
    pub most_kraken_endo_fins: usize,
    /// The most links of an X-chain, an XY-chain or a remote pair.
    pub longest_chain: usize,
    /// Chains of almost locked sets go through the sets in the order of the list, which
    /// finds most of them in a fraction of the time.
    pub als_forward: bool,
    /// The most restricted commons in a chain of almost locked sets.
    pub longest_als_chain: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            siamese: false,
            duals: false,
            two_candidate_rectangles: false,
            incomplete_rectangles: true,
            als_nodes: false,
            als_overlap: false,
            one_per_elimination: true,
            most_fins: 5,
            most_endo_fins: 2,
            most_kraken_fins: 2,
            most_kraken_endo_fins: 0,
            longest_chain: 20,
            als_forward: true,
            longest_als_chain: 50,
        }
    }
}

/// One line of [`FINDERS`].
macro_rules! finders {
    ($($who:ident $technique:ident $([$($also:ident)*])? $find:path;)*) => {
        /// Every finder, in the order in which a path asks them: easiest first, after
        /// HoDoKu.
        pub static FINDERS: &[Finder] = &[
            $(Finder {
                technique: $technique,
                also: &[$($($also),*)?],
                hodoku: is(stringify!($who), "both") || is(stringify!($who), "hodoku"),
                usual: is(stringify!($who), "both") || is(stringify!($who), "ours"),
                find: |position, technique, options, found| {
                    with_sight!(&position.sights, sight => $find(sight, technique, options, found))
                },
            },)*
        ];
    };
}

const fn is(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut same = a.len() == b.len();
    let mut k = 0;
    while same && k < a.len() {
        same = a[k] == b[k];
        k += 1;
    }
    same
}

// Who looks for it unless told otherwise: `both`, `hodoku`, `ours`, or `asked` for
// what is found only when it is asked for.
finders! {
    both FullHouse singles::full_house;
    both NakedSingle singles::naked_single;
    both HiddenSingle singles::hidden_single;
    both LockedPair subsets::locked;
    both LockedTriple subsets::locked;
    both LockedCandidates1 locked::find;
    both LockedCandidates2 locked::find;
    both NakedPair subsets::naked;
    both NakedTriple subsets::naked;
    both HiddenPair subsets::hidden;
    both HiddenTriple subsets::hidden;
    both NakedQuadruple subsets::naked;
    both HiddenQuadruple subsets::hidden;
    both XWing fish::basic;
    both Swordfish fish::basic;
    both Jellyfish fish::basic;
    ours Squirmbag fish::basic;
    ours Whale fish::basic;
    ours Leviathan fish::basic;
    both RemotePair simple_chains::remote_pair;
    both BugPlus1 bug::find;
    both Skyscraper single_digit::skyscraper;
    both TwoStringKite [DualTwoStringKite] single_digit::kite;
    both TurbotFish single_digit::turbot;
    both EmptyRectangle [DualEmptyRectangle] single_digit::empty_rectangle;
    both WWing wings::w;
    both XYWing wings::xy;
    both XYZWing wings::xyz;
    both UniqueRectangle1 rectangles::unique;
    both UniqueRectangle2 rectangles::unique;
    both UniqueRectangle3 rectangles::unique;
    both UniqueRectangle4 rectangles::unique;
    both UniqueRectangle5 rectangles::unique;
    both UniqueRectangle6 rectangles::unique;
    both HiddenRectangle rectangles::unique;
    both AvoidableRectangle1 rectangles::avoidable;
    both AvoidableRectangle2 rectangles::avoidable;
    ours UniqueLoop unique_loops::find;
    ours Bug2 bug::find;
    ours Bug3 bug::find;
    ours Bug4 bug::find;
    both FinnedXWing fish::find;
    both SashimiXWing fish::find;
    both FinnedSwordfish fish::find;
    both SashimiSwordfish fish::find;
    both FinnedJellyfish fish::find;
    both SashimiJellyfish fish::find;
    asked FinnedSquirmbag fish::find;
    asked SashimiSquirmbag fish::find;
    asked FinnedWhale fish::find;
    asked SashimiWhale fish::find;
    asked FinnedLeviathan fish::find;
    asked SashimiLeviathan fish::find;
    both SueDeCoq sue_de_coq::find;
    both SimpleColorsTrap [SimpleColorsWrap] colors::simple;
    both MultiColors1 [MultiColors2] colors::multi;
    ours Medusa medusa::find;
    ours WXYZWing wings::bent;
    ours VWXYZWing wings::bent;
    ours UVWXYZWing wings::bent;
    ours AlignedPairExclusion exclusion::find;
    ours Firework fireworks::find;
    both XChain simple_chains::x_chain;
    both XYChain simple_chains::xy_chain;
    both ContinuousNiceLoop [DiscontinuousNiceLoop Aic] loops::find;
    both GroupedContinuousNiceLoop [GroupedDiscontinuousNiceLoop GroupedAic] loops::find;
    both AlsXz als::xz;
    both AlsXyWing als::xy_wing;
    both AlsChain als::chain;
    asked DeathBlossom als::death_blossom;
    ours BrokenWing guardians::find;
    asked AlignedTripleExclusion exclusion::find;
    both FrankenXWing fish::find;
    both FrankenSwordfish fish::find;
    asked FrankenJellyfish fish::find;
    asked FrankenSquirmbag fish::find;
    asked FrankenWhale fish::find;
    asked FrankenLeviathan fish::find;
    both FinnedFrankenXWing fish::find;
    both FinnedFrankenSwordfish fish::find;
    asked FinnedFrankenJellyfish fish::find;
    asked FinnedFrankenSquirmbag fish::find;
    asked FinnedFrankenWhale fish::find;
    asked FinnedFrankenLeviathan fish::find;
    asked MutantXWing fish::find;
    asked MutantSwordfish fish::find;
    asked MutantJellyfish fish::find;
    asked MutantSquirmbag fish::find;
    asked MutantWhale fish::find;
    asked MutantLeviathan fish::find;
    asked FinnedMutantXWing fish::find;
    asked FinnedMutantSwordfish fish::find;
    asked FinnedMutantJellyfish fish::find;
    asked FinnedMutantSquirmbag fish::find;
    asked FinnedMutantWhale fish::find;
    asked FinnedMutantLeviathan fish::find;
    asked KrakenFish1 [KrakenFish2] fish::kraken;
    both ForcingChainContradiction [ForcingChainVerity] forcing::chains;
    both ForcingNetContradiction [ForcingNetVerity] nets::find;
    asked TemplateSet templates::find;
    asked TemplateDelete templates::find;
    both BruteForce guess::find;
}

/// The finder that tells of this technique.
pub fn finder(technique: Technique) -> Option<&'static Finder> {
    FINDERS.iter().find(|finder| finder.finds(technique))
}

/// The number of cells or digits of a subset or a wing, or of houses of a fish.
fn order(technique: Technique) -> usize {
    match technique {
        LockedPair | NakedPair | HiddenPair => 2,
        LockedTriple | NakedTriple | HiddenTriple => 3,
        NakedQuadruple | HiddenQuadruple | WXYZWing => 4,
        VWXYZWing => 5,
        UVWXYZWing => 6,
        _ => fish::size(technique),
    }
}

/// The cells, each with its candidates.
fn marked<const W: usize>(position: &Sight<W>, cells: &CellSet<W>) -> Vec<(Cell, DigitSet)> {
    let cells = cells.iter();
    cells
        .map(|cell| (cell, position.candidates(cell)))
        .collect()
}
