//! What was learnt, one clause after another in one array: clauses are read far more often
//! than anything else, and a list of lists would be all over the memory.

use super::cdcl::Literal;

/// Clauses one after another: how many literals, how many levels, then the literals.
#[derive(Default)]
pub(super) struct Clauses {
    pub(super) words: Vec<u32>,
    pub(super) all: Vec<u32>,
}

const HEADER: usize = 2;

impl Clauses {
    pub(super) fn add(&mut self, lits: &[Literal], levels: u32) -> u32 {
        let clause = self.words.len() as u32;
        self.words.push(lits.len() as u32);
        self.words.push(levels);
        self.words.extend_from_slice(lits);
        self.all.push(clause);
        clause
    }

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

    pub(super) fn levels(&self, clause: u32) -> u32 {
        self.words[clause as usize + 1]
    }
}
