//! The clause database: the learnt clauses one after another in one array (an *arena*).
//! Clauses are read far more often than anything else, and a list of lists would be
//! scattered over the memory.

use super::cdcl::Literal;

/// Clauses one after another, each as its length, its LBD (see `analyse.rs`), and its
/// literals.
#[derive(Default)]
pub(super) struct Clauses {
    pub(super) words: Vec<u32>,
    pub(super) all: Vec<u32>,
}

const HEADER: usize = 2;

impl Clauses {
    /// Appends a clause, and returns its offset in the arena, by which it is known.
    pub(super) fn add(&mut self, lits: &[Literal], lbd: u32) -> u32 {
        let clause = self.words.len() as u32;
        self.words.push(lits.len() as u32);
        self.words.push(lbd);
        self.words.extend_from_slice(lits);
        self.all.push(clause);
        clause
    }

    /// The literals of a clause; the first two are watched.
    pub(super) fn lits(&self, clause: u32) -> &[Literal] {
        let at = clause as usize;
        let len = self.words[at] as usize;
        &self.words[at + HEADER..at + HEADER + len]
    }

    pub(super) fn lits_mut(&mut self, clause: u32) -> &mut [Literal] {
        let at = clause as usize;
        let len = self.words[at] as usize;
        &mut self.words[at + HEADER..at + HEADER + len]
    }

    /// The literal block distance (*glue*) of a clause when it was learnt.
    pub(super) fn lbd(&self, clause: u32) -> u32 {
        self.words[clause as usize + 1]
    }
}
