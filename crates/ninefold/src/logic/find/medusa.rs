//! Looks for 3D Medusa: colouring that goes from digit to digit through cells with
//! two candidates.

use std::ops::ControlFlow;

use super::{Found, Options};
use crate::geometry::{Candidate, Cell, Digit};
use crate::logic::check::Fact;
use crate::logic::reason::{Coloring, TwoColors};
use crate::logic::sight::Sight;
use crate::logic::step::Deduction;
use crate::logic::technique::Technique;
use crate::sets::CellSet;

/// Colours that contradict themselves, and marks that both colours rule out.
pub(super) fn find<const W: usize>(
    sight: &Sight<W>,
    technique: Technique,
    _options: &Options,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let mut colored = vec![CellSet::EMPTY; sight.size()];
    for digit in sight.geometry().digits() {
        for cell in sight.places(digit).iter() {
            if colored[digit.index()].contains(cell) || !is_tied(sight, cell, digit) {
                continue;
            }
            sight.poll()?;
            let medusa = Medusa::grow(sight, Candidate { cell, digit });
            for marks in &medusa.colors {
                for (all, marks) in colored.iter_mut().zip(&marks.places) {
                    *all |= *marks;
                }
            }
            medusa.report(sight, technique, found)?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether the mark hangs together with any other.
fn is_tied<const W: usize>(sight: &Sight<W>, cell: Cell, digit: Digit) -> bool {
    let mut houses = sight.geometry().houses_of(cell).iter();
    sight.bivalue().contains(cell) || houses.any(|&house| sight.conjugates(house, digit).is_some())
}

/// Marks that hang together, in two colours.
struct Medusa<const W: usize> {
    colors: [Marks<W>; 2],
    ties: Vec<Fact>,
}

/// The marks of a colour.
#[derive(Clone)]
struct Marks<const W: usize> {
    /// For each digit, the cells where it has the colour.
    places: Vec<CellSet<W>>,
    /// For each digit, the cells that see one of these.
    seen: Vec<CellSet<W>>,
    /// The cells with a mark of the colour.
    cells: CellSet<W>,
    /// Whether two of the marks rule each other out.
    is_wrong: bool,
}

impl<const W: usize> Medusa<W> {
    /// All marks that hang together with this one.
    fn grow(sight: &Sight<W>, first: Candidate) -> Medusa<W> {
        let none = Marks {
            places: vec![CellSet::EMPTY; sight.size()],
            seen: vec![CellSet::EMPTY; sight.size()],
            cells: CellSet::EMPTY,
            is_wrong: false,
        };
        let mut medusa = Medusa {
            colors: [none.clone(), none],
            ties: Vec::new(),
        };
        let mut waiting = vec![(first, 0)];
        while let Some((mark, color)) = waiting.pop() {
            let Candidate { cell, digit } = mark;
            let k = digit.index();
            if medusa
                .colors
                .iter()
                .any(|marks| marks.places[k].contains(cell))
            {
                continue;
            }
            let marks = &mut medusa.colors[color];
            marks.is_wrong |= marks.cells.contains(cell) || marks.seen[k].contains(cell);
            marks.places[k].insert(cell);
            marks.seen[k] |= *sight.peers(cell);
            marks.cells.insert(cell);
            if sight.bivalue().contains(cell) {
                let mut digits = sight.candidates(cell).iter();
                let other = digits.find(|&other| other != digit);
                let other = other.map(|digit| Candidate { cell, digit });
                waiting.extend(other.map(|other| (other, 1 - color)));
                medusa.ties.push(Fact::Cell(cell));
            }
            for &house in sight.geometry().houses_of(cell) {
                if let Some((one, other)) = sight.conjugates(house, digit) {
                    let cell = if one == cell { other } else { one };
                    waiting.push((Candidate { cell, digit }, 1 - color));
                    medusa.ties.push(Fact::House(house, digit));
                }
            }
        }
        medusa
    }

    fn report(
        &self,
        sight: &Sight<W>,
        technique: Technique,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        let digits = || sight.geometry().digits();
        for marks in &self.colors {
            // A cell that has no mark of the colour, and all of whose candidates see
            // one, would be left with nothing.
            let mut emptied = *sight.empty() - marks.cells;
            for digit in digits() {
                emptied -= *sight.places(digit) - marks.seen[digit.index()];
            }
            let emptied = emptied.iter().next().filter(|_| !marks.is_wrong);
            if marks.is_wrong || emptied.is_some() {
                self.step(technique, marks.list(), emptied, found)?;
            }
        }
        let [one, other] = &self.colors;
        let mut gone = Vec::new();
        for digit in digits() {
            let k = digit.index();
            let out = (one.seen[k] | one.cells) & (other.seen[k] | other.cells);
            let out = (out & *sight.places(digit)) - one.places[k] - other.places[k];
            gone.extend(out.iter().map(|cell| Candidate { cell, digit }));
        }
        self.step(technique, gone, None, found)
    }

    fn step(
        &self,
        technique: Technique,
        gone: Vec<Candidate>,
        emptied: Option<Cell>,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        let group = TwoColors {
            colors: [self.colors[0].list(), self.colors[1].list()],
            ties: self.ties.clone(),
        };
        let reason = Coloring {
            groups: vec![group],
            emptied,
        };
        match Deduction::eliminating(technique, gone, reason.into()) {
            Some(step) => found(step),
            None => ControlFlow::Continue(()),
        }
    }
}

impl<const W: usize> Marks<W> {
    /// The marks, digit by digit.
    fn list(&self) -> Vec<Candidate> {
        let mut list = Vec::new();
        for (k, places) in self.places.iter().enumerate() {
            let digit = Digit::from_index(k);
            list.extend(places.iter().map(|cell| Candidate { cell, digit }));
        }
        list
    }
}
