//! The explicit stacks of the depth-first searches: one of records for each lane.
//!
//! A lane goes on with one side of its guess and pushes the other on its own stack, so the
//! stacks are bounded whatever the puzzles are: 256 stacks of at most 135 records of 96 bytes
//! are 3.3 MB.

use super::record::Record;

/// The largest number of guesses that can stand at one time. A guess at an arrangement leaves
/// that digit one arrangement in that band for good: 9 × 6 of those. A guess at a cell fills
/// it: 81 of those.
const MAX_GUESSES: usize = 9 * 6 + 81;

/// A stack for each lane, as a ring buffer: own records on top, stolen ones from the bottom.
pub(super) struct Stacks {
    n_lanes: usize,
    /// The records of all lanes side by side, height by height, grown on demand.
    records: Vec<Record>,
    bottoms: Vec<u16>,
    heights: Vec<u16>,
}

impl Stacks {
    pub(super) fn new(n_lanes: usize) -> Stacks {
        Stacks {
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

    /// Whether a lane's stack has a record.
    #[inline(always)]
    pub(super) fn has(&self, lane: usize) -> bool {
        self.heights[lane] > 0
    }

    #[inline(always)]
    pub(super) fn push(&mut self, lane: usize, record: Record) {
        let height = usize::from(self.heights[lane]);
        assert!(height < MAX_GUESSES, "at most MAX_GUESSES guesses stand");
        let slot = self.slot(lane, height);
        if slot >= self.records.len() {
            let full = (slot / self.n_lanes + 1) * self.n_lanes;
            self.records.resize(full, Record::EMPTY);
        }
        self.records[slot] = record;
        self.heights[lane] += 1;
    }

    /// Removes the newest record of a lane.
    #[inline(always)]
    pub(super) fn pop(&mut self, lane: usize) -> Option<Record> {
        let height = usize::from(self.heights[lane]).checked_sub(1)?;
        self.heights[lane] -= 1;
        Some(self.records[self.slot(lane, height)])
    }

    /// Removes the oldest record of a lane: the largest part of its search.
    pub(super) fn steal(&mut self, lane: usize) -> Option<Record> {
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
