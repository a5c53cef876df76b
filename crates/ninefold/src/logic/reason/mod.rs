//! Why a step holds: typed data for each family of techniques.
//!
//! A family is one file here. Its data suffices for four things, the four methods of
//! [`Because`]: name the facts that the [checker](super::check) proves the step from, draw
//! it, write it in the players' notation, and explain it in plain language. The checker
//! trusts no reason: it sees the facts only.

mod chain;
mod coloring;
mod deadly;
mod direct;
mod dual;
mod exclusion;
mod exocet;
mod firework;
mod fish;
mod forcing;
mod guardians;
mod guess;
mod kraken;
mod locked;
mod net;
mod sectors;
pub(super) mod sentences;
mod sets;
mod single;
mod sk_loop;
mod subset;
mod sue_de_coq;
mod template;
mod tridagon;
mod wing;

pub(super) use chain::link_facts;
pub use chain::{Chain, Node};
pub use coloring::{Coloring, TwoColors};
pub use deadly::Deadly;
pub use direct::Direct;
pub use dual::Dual;
pub use exclusion::Exclusion;
pub use exocet::Exocet;
pub use firework::Firework;
pub use fish::Fish;
pub use forcing::{Crux, Forcing};
pub use guardians::Guardians;
pub use guess::Guess;
pub use kraken::Kraken;
pub use locked::Locked;
pub use net::{Knot, Net, Nets};
pub use sectors::Sectors;
pub use sets::{AlmostLocked, Sets};
pub use single::Single;
pub use sk_loop::SkLoop;
pub use subset::Subset;
pub use sue_de_coq::SueDeCoq;
pub use template::Template;
pub use tridagon::Tridagon;
pub use wing::{BentSet, WWing};

use super::check::Fact;
use super::step::{Deduction, Picture};
use crate::board::Board;
use crate::geometry::Geometry;
use crate::words::Words;

/// The methods of every reason, whatever its family.
pub(super) trait Because {
    /// The facts that prove the step.
    fn facts(&self, deduction: &Deduction, board: &Board) -> Vec<Fact>;

    /// The houses, marks and links to show on the board.
    fn picture(&self, deduction: &Deduction, board: &Board) -> Picture;

    /// The notation up to the arrow: `X-Wing: 3 r37 c34`.
    fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String;

    /// Further lines of the notation, after the conclusion.
    fn appendix(&self, _deduction: &Deduction, _geometry: &Geometry) -> String {
        String::new()
    }

    /// Whether the notation contains the conclusion itself, as that of a single does.
    fn shows_conclusion(&self) -> bool {
        false
    }

    /// Whether the proof begins by supposing something.
    fn supposes(&self) -> bool {
        false
    }

    /// The proof in plain language, up to the conclusion: [`Step::explain`](super::Step::explain)
    /// names that, in the same words for every family.
    fn explain(&self, deduction: &Deduction, board: &Board) -> Words;
}

/// Makes the enum of all families, which passes each call on to its family.
macro_rules! families {
    ($($family:ident)*) => {
        /// Why a step holds.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is documented at its type")]
        #[non_exhaustive]
        pub enum Reason {
            $($family($family),)*
        }

        $(impl From<$family> for Reason {
            fn from(reason: $family) -> Reason {
                Reason::$family(reason)
            }
        })*

        impl Because for Reason {
            fn facts(&self, deduction: &Deduction, board: &Board) -> Vec<Fact> {
                match self { $(Reason::$family(reason) => reason.facts(deduction, board),)* }
            }

            fn picture(&self, deduction: &Deduction, board: &Board) -> Picture {
                match self { $(Reason::$family(reason) => reason.picture(deduction, board),)* }
            }

            fn notation(&self, deduction: &Deduction, geometry: &Geometry) -> String {
                match self { $(Reason::$family(reason) => reason.notation(deduction, geometry),)* }
            }

            fn appendix(&self, deduction: &Deduction, geometry: &Geometry) -> String {
                match self { $(Reason::$family(reason) => reason.appendix(deduction, geometry),)* }
            }

            fn shows_conclusion(&self) -> bool {
                match self { $(Reason::$family(reason) => reason.shows_conclusion(),)* }
            }

            fn supposes(&self) -> bool {
                match self { $(Reason::$family(reason) => reason.supposes(),)* }
            }

            fn explain(&self, deduction: &Deduction, board: &Board) -> Words {
                match self { $(Reason::$family(reason) => reason.explain(deduction, board),)* }
            }
        }
    };
}

families! {
    Single
    Locked
    Subset
    Direct
    Fish
    Kraken
    Chain
    Sets
    BentSet
    WWing
    Deadly
    Coloring
    SueDeCoq
    Forcing
    Dual
    Guardians
    Nets
    Template
    Exclusion
    Firework
    Tridagon
    Sectors
    SkLoop
    Exocet
    Guess
}
