//! Looking ahead within looking ahead: the last tiers, where every puzzle ends.
//!
//! A candidate falls at *level* 1 and depth `d` if `d` rounds of singles after writing it
//! end in something wrong. It falls at level `n + 1` and depth `d` if something is wrong
//! after writing it, then every single, and taking away every candidate that falls at level
//! `n` within depth `d`, again and again until nothing falls. Others call this trial and
//! error of depth `n`, T&E(n) (Denis Berthier, *Pattern-Based Constraint Satisfaction and Logic
//! Puzzles*).
//!
//! Every rule here finds at least as much in a position with fewer candidates, so it does
//! not matter in which order candidates are taken away: what is left in the end is the same.
//! The fast way rests on this:
//!
//! 1. A candidate that falls is taken away at once.
//! 2. An assumption that led nowhere keeps the position it ended in, and when it is tried
//!    again goes on from there. If none of its candidates has fallen since, it still leads
//!    nowhere.

use std::collections::BTreeMap;

use super::lanes::{Fallen, Lanes, Stopped};
use super::position::{Position, Shape};

/// No limit of depth: more rounds than a board has cells.
pub(super) const ANY_DEPTH: u32 = u32::MAX;

/// Nested looking ahead on the positions of one path.
#[derive(Debug, Default)]
pub(super) struct Nested {
    /// Where assumptions at level 2 and depth 1 ended, by candidate.
    ends: BTreeMap<u16, Position>,
    /// The candidates of solutions, which never fall.
    solution: Vec<u16>,
    lanes: Lanes,
}

impl Nested {
    /// Spares the candidates of a solution, which never fall.
    pub(super) fn spare(&mut self, candidates: impl Iterator<Item = u16>) {
        self.solution.extend(candidates);
    }

    /// Finds the candidates that fall at a level from 2, at the smallest depth at which any
    /// of them does.
    pub(super) fn find(
        &mut self,
        shape: &Shape,
        position: &Position,
        level: u32,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Fallen>, Stopped> {
        let mut open = position.open(shape);
        open.retain(|candidate| !self.solution.contains(candidate));
        let mut falling = |open: &[u16], depth: u32| {
            let mut fallen = Vec::new();
            for &candidate in open {
                if self.falls(shape, position, candidate, level, depth, should_stop)? {
                    fallen.push(candidate);
                }
            }
            Ok(fallen)
        };
        let mut depth = 1;
        let mut candidates = falling(&open, depth)?;
        if candidates.is_empty() {
            // Those that never fall need not be tried depth by depth.
            open = falling(&open, ANY_DEPTH)?;
            if open.is_empty() {
                return Ok(None);
            }
            while candidates.is_empty() {
                depth += 1;
                candidates = falling(&open, depth)?;
            }
        }
        Ok(Some(Fallen { depth, candidates }))
    }

    /// Whether a candidate of a position falls at a level and depth.
    fn falls(
        &mut self,
        shape: &Shape,
        position: &Position,
        candidate: u16,
        level: u32,
        depth: u32,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<bool, Stopped> {
        let mut trial;
        if let Some(end) = self.ends.get(&candidate) {
            trial = end.clone();
            let is_changed = trial.keep_only(shape, position);
            if !is_changed && level == 2 && depth == 1 {
                return Ok(false);
            }
        } else {
            trial = position.clone();
            trial.write(shape, candidate);
        }
        self.close(shape, &mut trial, level - 1, depth, should_stop)?;
        let is_wrong = trial.is_wrong();
        if !is_wrong && level == 2 && depth == 1 {
            self.ends.insert(candidate, trial);
        }
        Ok(is_wrong)
    }

    /// Writes singles and takes away what falls within a level, from 1, and a depth, until
    /// nothing falls any more or something is wrong.
    pub(super) fn close(
        &mut self,
        shape: &Shape,
        position: &mut Position,
        level: u32,
        depth: u32,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<(), Stopped> {
        'again: loop {
            if should_stop() {
                return Err(Stopped);
            }
            position.write_all_singles(shape);
            if position.is_wrong() || position.is_full() {
                return Ok(());
            }
            let mut fallen = position.locked_out(shape);
            if fallen.is_empty() {
                let found = self.lanes.look_ahead(shape, position, depth, should_stop)?;
                fallen = found.map_or_else(Vec::new, |found| found.candidates);
            }
            if !fallen.is_empty() {
                position.remove_all(shape, &fallen);
                continue 'again;
            }
            for level in 2..=level {
                for candidate in position.open(shape) {
                    let mut trial = position.clone();
                    trial.write(shape, candidate);
                    self.close(shape, &mut trial, level - 1, depth, should_stop)?;
                    if trial.is_wrong() {
                        position.remove(shape, candidate);
                        continue 'again;
                    }
                }
            }
            return Ok(());
        }
    }
}
