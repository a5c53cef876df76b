//! A hint as a deduction: why it holds, for people and for the checker.

use super::chains::Chain;
use super::chains::Trail;
use super::chains::proof::{Premises, Prover};
use super::hint::{ChainKind, Hint, Pattern, With};
use super::marks::{Kind, Marks, TABLES, bits, members};
use super::{Search, bug, exclusion, strong_links};
use crate::board::Board;
use crate::geometry::{Candidate, Cell, House};
use crate::logic::check::Pair;
use crate::logic::reason::{
    self, AlmostLocked, BentSet, Deadly, Direct, Exclusion, Fish, Locked, Node, Reason, Sets,
    Single, Subset,
};
use crate::logic::step::Deduction;
use crate::logic::technique::Technique::{self, *};
use crate::sets::DigitSet;

/// From the explainer's numbers to cells, digits and houses.
pub(super) mod names {
    use super::super::chains;
    use super::super::marks;
    use crate::board::Board;
    use crate::geometry::{Candidate, Cell, Digit, House};
    use crate::logic::reason::Node;
    use crate::sets::DigitSet;

    pub(in super::super) fn cell(index: usize) -> Cell {
        Cell::new(index).expect("there are 81 cells")
    }

    pub(in super::super) fn cells(set: u128) -> Vec<Cell> {
        marks::bits(set).map(cell).collect()
    }

    pub(in super::super) fn digit(index: usize) -> Digit {
        Digit::new(index + 1).expect("there are nine digits")
    }

    pub(in super::super) fn digits(mask: u16) -> DigitSet {
        marks::members(mask).map(digit).collect()
    }

    pub(in super::super) fn candidate(candidate: marks::Candidate) -> Candidate {
        Candidate {
            cell: cell(usize::from(candidate / 9)),
            digit: digit(usize::from(candidate % 9)),
        }
    }

    pub(in super::super) fn node(node: chains::Node) -> Node {
        let Candidate { cell, digit } = candidate(node / 2);
        Node::cell(cell, digit, chains::is_on(node))
    }

    /// Boxes come first here; a geometry has rows, columns, boxes.
    pub(in super::super) fn house(board: &Board, house: usize) -> House {
        let mut houses = board.geometry().houses();
        houses.nth((house + 18) % 27).expect("there are 27 houses")
    }
}

/// What a hint concludes, and why. None if the search was stopped.
pub(super) fn deduction(
    search: &Search<'_>,
    marks: &Marks,
    board: &Board,
    hint: &Hint,
) -> Option<Deduction> {
    let (technique, reason) = technique_and_reason(search, marks, board, hint)?;
    let placements: Vec<Candidate> = hint.place.map(names::candidate).into_iter().collect();
    let mut eliminations = Vec::new();
    for &(cell, digits) in &hint.deletions {
        let cell = usize::from(cell);
        // What a placed digit removes from its cell goes without saying.
        if hint
            .place
            .is_some_and(|placed| usize::from(placed / 9) == cell)
        {
            continue;
        }
        let gone = members(digits & marks.cells[cell]);
        eliminations
            .extend(gone.map(|digit| names::candidate(super::hint::candidate(cell, digit))));
    }
    Some(Deduction {
        technique,
        placements,
        eliminations,
        reason,
    })
}

/// What players call a hint, and why it holds.
fn technique_and_reason(
    search: &Search<'_>,
    marks: &Marks,
    board: &Board,
    hint: &Hint,
) -> Option<(Technique, Reason)> {
    Some(match hint.pattern {
        Pattern::UniqueLoop {
            cells,
            pair,
            kind,
            with,
        } => {
            let rectangle = [
                UniqueRectangle1,
                UniqueRectangle2,
                UniqueRectangle3,
                UniqueRectangle4,
            ];
            let technique = match cells.count_ones() {
                4 => rectangle[usize::from(kind) - 1],
                _ => UniqueLoop,
            };
            let pairs = bits(cells).map(|cell| (cell, pair));
            (technique, deadly(board, pairs, with))
        }
        Pattern::Bug { kind, with } => {
            let mut left = marks.cells;
            for (cell, digits) in bug::too_many(marks, search.edition) {
                left[cell] &= !digits;
            }
            let pairs = bits(marks.open).map(|cell| (cell, left[cell]));
            let technique = [BugPlus1, Bug2, Bug3, Bug4][usize::from(kind) - 1];
            (technique, deadly(board, pairs, with))
        }
        Pattern::AlignedExclusion { cells } => {
            let technique = match cells.count_ones() {
                2 => AlignedPairExclusion,
                _ => AlignedTripleExclusion,
            };
            let reason = Exclusion {
                cells: names::cells(cells),
                watched: names::cells(exclusion::needed(marks, cells)),
            };
            (technique, reason.into())
        }
        Pattern::StrongLinks { links } => strong_links_reason(marks, links.into())?,
        Pattern::AlphabetWing { cells, other } => wing_reason(marks, cells, other.into(), hint),
        Pattern::XyWing { cells } | Pattern::XyzWing { cells } => {
            let digits = cells
                .iter()
                .fold(0, |set, &cell| set | marks.cells[usize::from(cell)]);
            let technique = match hint.pattern {
                Pattern::XyWing { .. } => XYWing,
                _ => XYZWing,
            };
            let reason = BentSet {
                cells: cells.map(|cell| names::cell(cell.into())).to_vec(),
                digits: names::digits(digits),
                digit: names::digit(hint.deletions.first()?.1.trailing_zeros() as usize),
            };
            (technique, reason.into())
        }
        Pattern::Links { .. } => {
            let mut room = super::Searcher::new();
            let chains = room.chains(marks, search.edition, super::Wanted::Best);
            chain_reason(chains.first()?)
        }
        Pattern::Nets {
            level,
            source,
            conclusion,
            ..
        } => {
            let prover = Prover {
                search,
                board,
                marks,
            };
            let mut premises = Premises::new();
            let reason = prover.nets(marks, level, (source, conclusion), &mut premises)?;
            (level.technique, reason)
        }
        pattern => pattern_reason(board, pattern)?,
    })
}

/// The same for the patterns that say everything themselves.
pub(super) fn pattern_reason(board: &Board, pattern: Pattern) -> Option<(Technique, Reason)> {
    let house_of = |house: u8| names::house(board, house.into());
    let of_size = |techniques: [Technique; 3], n: u32| techniques[n as usize - 2];
    Some(match pattern {
        Pattern::HiddenSingle { house } => {
            let house = house_of(house);
            let cells = board.geometry().cells_of(house).iter();
            let n_empty = cells.filter(|&&cell| board.value(cell).is_none()).count();
            let technique = if n_empty == 1 {
                FullHouse
            } else {
                HiddenSingle
            };
            (technique, Single { house: Some(house) }.into())
        }
        Pattern::NakedSingle => (NakedSingle, Single { house: None }.into()),
        Pattern::Locked {
            digit,
            base,
            cover,
            then,
        } => {
            let technique = if base < 9 {
                LockedCandidates1
            } else {
                LockedCandidates2
            };
            let reason = Locked {
                digit: names::digit(digit.into()),
                from: house_of(base),
                into: house_of(cover),
            };
            (technique, direct(reason.into(), then.map(house_of)))
        }
        Pattern::HiddenSet {
            house,
            digits,
            positions,
            direct: is_direct,
        } => {
            let reason = subset(board, house, digits, positions, true);
            let then = is_direct.then(|| house_of(house));
            let techniques = [HiddenPair, HiddenTriple, HiddenQuadruple];
            (
                of_size(techniques, digits.count_ones()),
                direct(reason, then),
            )
        }
        Pattern::NakedSet {
            house,
            digits,
            positions,
        } => {
            let techniques = [NakedPair, NakedTriple, NakedQuadruple];
            let reason = subset(board, house, digits, positions, false);
            (of_size(techniques, digits.count_ones()), reason)
        }
        Pattern::Fish {
            digit,
            bases,
            covers,
        } => {
            let houses = |set: u32| bits(set.into()).map(|house| names::house(board, house));
            let reason = Fish {
                digit: names::digit(digit.into()),
                base: houses(bases).collect(),
                cover: houses(covers).collect(),
                other_cover: None,
                fins: Vec::new(),
                endo_fins: Vec::new(),
            };
            let techniques = [XWing, Swordfish, Jellyfish];
            (of_size(techniques, bases.count_ones()), reason.into())
        }
        _ => return None,
    })
}

/// A reason, and if it leaves a house with one place for a digit, that too.
fn direct(first: Reason, then: Option<House>) -> Reason {
    match then {
        None => first,
        Some(house) => Direct {
            first: Box::new(first),
            house,
        }
        .into(),
    }
}

fn subset(board: &Board, house: u8, digits: u16, positions: u16, hidden: bool) -> Reason {
    let cells = in_house(house, positions);
    Subset {
        cells,
        digits: names::digits(digits),
        houses: vec![names::house(board, house.into())],
        hidden,
    }
    .into()
}

/// The cells at some positions of a house.
fn in_house(house: u8, positions: u16) -> Vec<Cell> {
    let cells = TABLES.cells[usize::from(house)];
    members(positions)
        .map(|position| names::cell(cells[position].into()))
        .collect()
}

fn deadly(board: &Board, pairs: impl Iterator<Item = (usize, u16)>, with: With) -> Reason {
    let pair = |(cell, digits): (usize, u16)| Pair {
        cell: names::cell(cell),
        a: names::digit(digits.trailing_zeros() as usize),
        b: names::digit(15 - digits.leading_zeros() as usize),
    };
    let (mut locked, mut subset) = (Vec::new(), Vec::new());
    match with {
        With::Nothing => {}
        With::Positions { house, positions } => subset = in_house(house, positions),
        With::Digits { house, digits } => {
            let house = names::house(board, house.into());
            locked.extend(members(digits).map(|digit| (house, names::digit(digit))));
        }
    }
    Deadly {
        pairs: pairs.map(pair).collect(),
        locked,
        subset,
    }
    .into()
}

/// A wing of cells that see each other, and one with two candidates.
fn wing_reason(marks: &Marks, cells: u128, other: usize, hint: &Hint) -> (Technique, Reason) {
    let digits_of = |set: u128| bits(set).fold(0, |digits, cell| digits | marks.cells[cell]);
    let (digits, pair) = (digits_of(cells), marks.cells[other]);
    let gone = hint
        .deletions
        .iter()
        .fold(0, |gone, &(_, digits)| gone | digits);
    let wings = [WXYZWing, VWXYZWing, UVWXYZWing];
    if let (1, Some(&technique)) = (
        gone.count_ones(),
        wings.get(cells.count_ones() as usize - 3),
    ) {
        let all = cells | 1 << other;
        let reason = BentSet {
            cells: names::cells(all),
            digits: names::digits(digits),
            digit: names::digit(gone.trailing_zeros() as usize),
        };
        return (technique, reason.into());
    }
    // Two almost locked sets, tied by those digits of the pair that only one of them can have.
    let is_tie = |&digit: &usize| marks.planes[digit] & cells & !TABLES.peers[other] == 0;
    let ties: DigitSet = members(pair).filter(is_tie).map(names::digit).collect();
    let shared = match ties.len() {
        2 => DigitSet::EMPTY,
        _ => names::digits(pair) - ties,
    };
    let set = |set: u128, digits: u16| AlmostLocked {
        cells: names::cells(set),
        digits: names::digits(digits),
    };
    let reason = Sets {
        sets: vec![set(cells, digits), set(1 << other, pair)],
        ties: vec![ties],
        stem: None,
        shared,
    };
    (AlsXz, reason.into())
}

fn strong_links_reason(marks: &Marks, n: usize) -> Option<(Technique, Reason)> {
    let path = strong_links::path(marks, n)?;
    let places = marks.planes[path.digit];
    let mut nodes = Vec::new();
    for [entered, left] in &path.ends {
        for (end, on) in [(entered, false), (left, true)] {
            let cells = names::cells(end & places);
            nodes.push(Node::group(cells, names::digit(path.digit), on));
        }
    }
    let is_grouped = nodes.iter().any(|node| node.cells.len() > 1);
    let kinds: Vec<Kind> = path.houses.iter().map(|&house| Kind::of(house)).collect();
    let technique = match (path.is_ring, is_grouped, &kinds[..]) {
        (true, false, _) => ContinuousNiceLoop,
        (true, true, _) => GroupedContinuousNiceLoop,
        (false, true, _) => GroupedAic,
        (false, false, [Kind::Row, Kind::Row] | [Kind::Column, Kind::Column]) => Skyscraper,
        (false, false, [Kind::Row, Kind::Column] | [Kind::Column, Kind::Row]) => TwoStringKite,
        (false, false, [_, _]) => TurbotFish,
        (false, false, _) => XChain,
    };
    let closed = path.is_ring;
    Some((technique, reason::Chain { nodes, closed }.into()))
}

/// A cycle or a forcing chain.
pub(super) fn chain_reason(chain: &Chain) -> (Technique, Reason) {
    let trail: &Trail = &chain.trails[0];
    let mut nodes: Vec<Node> = trail
        .iter()
        .rev()
        .map(|&(node, _)| names::node(node))
        .collect();
    if chain.cycle {
        // The end is the start.
        nodes.pop();
        let closed = true;
        return (ContinuousNiceLoop, reason::Chain { nodes, closed }.into());
    }
    let technique = match (chain.kind, chain.place) {
        // Without the candidate that both ends see, it is the chain that players know.
        (ChainKind::X, None) => {
            nodes.remove(0);
            nodes.pop();
            if nodes.len() == 4 { TurbotFish } else { XChain }
        }
        _ => DiscontinuousNiceLoop,
    };
    (technique, reason::Chain::open(nodes).into())
}
