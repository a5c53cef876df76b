//! The finders: each looks at a position for one technique, or a few that are one idea.
//!
//! A finder passes on every step it sees, in the order in which a player would be shown
//! them, until its caller breaks off; so one finder serves a hint (the first), a list of
//! all steps, and a whole path. It changes nothing and never guesses. Each is compiled for
//! every width `W` of sets of cells, and is the same function for all sizes of board; one that
//! may take long calls [`Sight::poll`] in its outer loops, and stops when that returns `Break`.

mod als;
mod bug;
mod colors;
mod deadly;
mod dynamic;
mod exclusion;
mod exocets;
mod fireworks;
mod fish;
mod forcing;
mod guardians;
mod guess;
mod locked;
mod loops;
mod medusa;
mod nets;
mod never;
mod order;
mod pond;
mod rectangles;
mod sectors;
mod simple_chains;
mod single_digit;
mod singles;
mod sk_loops;
mod subsets;
mod sue_de_coq;
mod tables;
mod templates;
mod tridagon;
mod unique_loops;
mod wings;

pub use never::never_next;

use std::ops::ControlFlow;

use super::position::{Position, with_sight};
use super::sight::Sight;
use super::step::{Deduction, Step};
use super::technique::Technique::{self, *};
use crate::geometry::Cell;
use crate::sets::{CellSet, DigitSet};

/// Where a finder puts what it finds; `Break` means that it may stop.
pub(super) type Found<'f> = dyn FnMut(Deduction) -> ControlFlow<()> + 'f;

/// The largest board on which every search runs to its end. On larger ones searches that
/// explode have a bound.
const FULL_SEARCH: usize = 9;

/// Something that finds the steps of a technique.
pub struct Finder {
    /// The technique it is asked for.
    pub technique: Technique,
    /// Other techniques that come out of the same search.
    pub also: &'static [Technique],
    /// Whether HoDoKu's plan has it.
    pub hodoku: bool,
    /// Whether our usual plan has it.
    pub usual: bool,
    /// Looks for steps. The technique is passed so that one function can serve many.
    find: fn(&Position, Technique, &Options, &mut Found<'_>) -> ControlFlow<()>,
}

impl Finder {
    /// The techniques that the search can find.
    pub fn techniques(&self) -> impl Iterator<Item = Technique> {
        std::iter::once(self.technique).chain(self.also.iter().copied())
    }

    /// Whether the search can find this technique.
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
    /// Report one step for each set of eliminations, the simplest.
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

/// Which of the two plans look for a technique.
#[derive(Clone, Copy)]
enum Plans {
    /// HoDoKu's and ours.
    Both,
    /// Ours alone.
    Ours,
    /// Neither: the technique has to be asked for.
    Neither,
}

impl Plans {
    const fn hodoku(self) -> bool {
        matches!(self, Plans::Both)
    }

    const fn usual(self) -> bool {
        matches!(self, Plans::Both | Plans::Ours)
    }
}

/// Makes [`FINDERS`] from one line per finder: the plans that ask it, its technique, other
/// techniques that come out of the same search, and its function, compiled for each width.
macro_rules! finders {
    ($($plans:ident $technique:ident $([$($also:ident)*])? $find:path;)*) => {
        /// Every finder, in the order in which a path asks them: easiest first, after
        /// HoDoKu.
        pub static FINDERS: &[Finder] = &[
            $(Finder {
                technique: $technique,
                also: &[$($($also),*)?],
                hodoku: Plans::$plans.hodoku(),
                usual: Plans::$plans.usual(),
                find: |position, technique, options, found| {
                    with_sight!(&position.sights, sight => $find(sight, technique, options, found))
                },
            },)*
        ];
    };
}

finders! {
    Both FullHouse singles::full_house;
    Both NakedSingle singles::naked_single;
    Both HiddenSingle singles::hidden_single;
    Both LockedPair subsets::locked;
    Both LockedTriple subsets::locked;
    Both LockedCandidates1 locked::find;
    Both LockedCandidates2 locked::find;
    Both NakedPair subsets::naked;
    Both NakedTriple subsets::naked;
    Both HiddenPair subsets::hidden;
    Both HiddenTriple subsets::hidden;
    Both NakedQuadruple subsets::naked;
    Both HiddenQuadruple subsets::hidden;
    Both XWing fish::basic;
    Both Swordfish fish::basic;
    Both Jellyfish fish::basic;
    Ours Squirmbag fish::basic;
    Ours Whale fish::basic;
    Ours Leviathan fish::basic;
    Both RemotePair simple_chains::remote_pair;
    Both BugPlus1 bug::find;
    Both Skyscraper single_digit::skyscraper;
    Both TwoStringKite [DualTwoStringKite] single_digit::kite;
    Both TurbotFish single_digit::turbot;
    Both EmptyRectangle [DualEmptyRectangle] single_digit::empty_rectangle;
    Both WWing wings::w;
    Both XYWing wings::xy;
    Both XYZWing wings::xyz;
    Both UniqueRectangle1 rectangles::unique;
    Both UniqueRectangle2 rectangles::unique;
    Both UniqueRectangle3 rectangles::unique;
    Both UniqueRectangle4 rectangles::unique;
    Both UniqueRectangle5 rectangles::unique;
    Both UniqueRectangle6 rectangles::unique;
    Both HiddenRectangle rectangles::unique;
    Both AvoidableRectangle1 rectangles::avoidable;
    Both AvoidableRectangle2 rectangles::avoidable;
    Ours UniqueLoop unique_loops::find;
    Ours Bug2 bug::find;
    Ours Bug3 bug::find;
    Ours Bug4 bug::find;
    Both FinnedXWing fish::find;
    Both SashimiXWing fish::find;
    Both FinnedSwordfish fish::find;
    Both SashimiSwordfish fish::find;
    Both FinnedJellyfish fish::find;
    Both SashimiJellyfish fish::find;
    Neither FinnedSquirmbag fish::find;
    Neither SashimiSquirmbag fish::find;
    Neither FinnedWhale fish::find;
    Neither SashimiWhale fish::find;
    Neither FinnedLeviathan fish::find;
    Neither SashimiLeviathan fish::find;
    Both SueDeCoq sue_de_coq::find;
    Both SimpleColorsTrap [SimpleColorsWrap] colors::simple;
    Both MultiColors1 [MultiColors2] colors::multi;
    Ours Medusa medusa::find;
    Ours WXYZWing wings::bent;
    Ours VWXYZWing wings::bent;
    Ours UVWXYZWing wings::bent;
    Ours AlignedPairExclusion exclusion::find;
    Ours Firework fireworks::find;
    Both XChain simple_chains::x_chain;
    Both XYChain simple_chains::xy_chain;
    Both ContinuousNiceLoop [DiscontinuousNiceLoop Aic] loops::find;
    Both GroupedContinuousNiceLoop [GroupedDiscontinuousNiceLoop GroupedAic] loops::find;
    Both AlsXz als::xz;
    Both AlsXyWing als::xy_wing;
    Both AlsChain als::chain;
    Neither DeathBlossom als::death_blossom;
    Ours BrokenWing guardians::find;
    Neither AlignedTripleExclusion exclusion::find;
    Both FrankenXWing fish::find;
    Both FrankenSwordfish fish::find;
    Neither FrankenJellyfish fish::find;
    Neither FrankenSquirmbag fish::find;
    Neither FrankenWhale fish::find;
    Neither FrankenLeviathan fish::find;
    Both FinnedFrankenXWing fish::find;
    Both FinnedFrankenSwordfish fish::find;
    Neither FinnedFrankenJellyfish fish::find;
    Neither FinnedFrankenSquirmbag fish::find;
    Neither FinnedFrankenWhale fish::find;
    Neither FinnedFrankenLeviathan fish::find;
    Neither MutantXWing fish::find;
    Neither MutantSwordfish fish::find;
    Neither MutantJellyfish fish::find;
    Neither MutantSquirmbag fish::find;
    Neither MutantWhale fish::find;
    Neither MutantLeviathan fish::find;
    Neither FinnedMutantXWing fish::find;
    Neither FinnedMutantSwordfish fish::find;
    Neither FinnedMutantJellyfish fish::find;
    Neither FinnedMutantSquirmbag fish::find;
    Neither FinnedMutantWhale fish::find;
    Neither FinnedMutantLeviathan fish::find;
    Neither KrakenFish1 [KrakenFish2] fish::kraken;
    Ours Tridagon tridagon::find;
    Ours SkLoop sk_loops::find;
    Ours JuniorExocet exocets::find;
    Ours MultiSector sectors::find;
    Ours TridagonForcingChain forcing::guardians;
    Both ForcingChainContradiction [ForcingChainVerity] forcing::chains;
    Both ForcingNetContradiction [ForcingNetVerity] nets::find;
    Neither TemplateSet templates::find;
    Neither TemplateDelete templates::find;
    Ours TridagonForcingNet nets::guardians;
    Ours DynamicForcingChains dynamic::find;
    Ours DynamicForcingChainsPlus dynamic::find;
    Ours NestedForcingChains dynamic::find;
    Ours NestedMultipleChains dynamic::find;
    Ours NestedDynamicChains dynamic::find;
    Ours NestedDynamicChainsPlus dynamic::find;
    Both BruteForce guess::find;
}

/// The finder of this technique.
pub fn finder(technique: Technique) -> Option<&'static Finder> {
    FINDERS.iter().find(|finder| finder.finds(technique))
}

/// The cells, each with its candidates.
fn marked<const W: usize>(sight: &Sight<W>, cells: &CellSet<W>) -> Vec<(Cell, DigitSet)> {
    let cells = cells.iter();
    cells.map(|cell| (cell, sight.candidates(cell))).collect()
}
