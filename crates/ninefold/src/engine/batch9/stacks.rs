//! The children that wait: a pile of records for each lane.
//!
//! A lane goes on with one side of its guess and lays the other on its own pile, so that
//! it searches its puzzle depth first, and the piles stay low whatever the puzzles are:
//! 256 piles of at most 135 records of 96 bytes are 3.3 MB.

use super::record::Record;

/// No more guesses stand at one time. A guess at an arrangement leaves that digit one
/// arrangement in that band for good: 9 × 6 of those. A guess at a cell fills it: 81 of
/// those.
const MAX_GUESSES: usize = 9 * 6 + 81;

/// A pile for each lane, as a ring: new records on top, lent ones from the bottom.
pub(super) struct Waiting {
    n_lanes: usize,
    /// Side by side for all lanes, height by height, as high as was needed yet.
    records: Vec<Record>,
    bottoms: Vec<u16>,
    heights: Vec<u16>,
}

impl Waiting {
    pub(super) fn new(n_lanes: usize) -> Waiting {
        Waiting {
            n_lanes,
            records: Vec::new(),
            bottoms: vec![0; n_lanes],
            heights: vec![0; n_lanes],
        }
    }

    #[inline(always)]
    fn slot(&self, lane: usize, height: usize) -> usize {
        let height = usize::from(self.bottoms[lane]) + height;
        let wrapped = if height < MAX_GUESSES {
            height
        } else {
            height - MAX_GUESSES
        };
        wrapped * self.n_lanes + lane
    }

    /// Whether anything waits for a lane.
    #[inline(always)]
    pub(super) fn has(&self, lane: usize) -> bool {
        self.heights[lane] > 0
    }

    #[inline(always)]
    pub(super) fn push(&mut self, lane: usize, record: Record) {
        let height = usize::from(self.heights[lane]);
        assert!(height < MAX_GUESSES, "no more guesses than there can be");
        let slot = self.slot(lane, height);
        if slot >= self.records.len() {
            let full = (slot / self.n_lanes + 1) * self.n_lanes;
            self.records.resize(full, Record::EMPTY);
        }
        self.records[slot] = record;
        self.heights[lane] += 1;
    }

    /// The newest record of a lane.
    #[inline(always)]
    pub(super) fn pop(&mut self, lane: usize) -> Option<Record> {
        let height = usize::from(self.heights[lane]).checked_sub(1)?;
        self.heights[lane] -= 1;
        Some(self.records[self.slot(lane, height)])
    }

    /// The oldest record of a lane: the largest part of its search.
    pub(super) fn lend(&mut self, lane: usize) -> Option<Record> {
        self.heights[lane] = self.heights[lane].checked_sub(1)?;
        let record = self.records[self.slot(lane, 0)];
        self.bottoms[lane] = (self.bottoms[lane] + 1) % MAX_GUESSES as u16;
        Some(record)
    }

    #[inline(always)]
    pub(super) fn clear(&mut self, lane: usize) {
        self.heights[lane] = 0;
    }
}
