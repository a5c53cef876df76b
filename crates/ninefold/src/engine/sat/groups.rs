//! Candidates and the groups that they form: all that the solver is told of a puzzle.

use super::solver::Variable;

/// Candidates and the groups that they form.
#[derive(Default)]
pub(super) struct Groups {
    pub(super) n_variables: usize,
    /// Where each group ends among the members.
    pub(super) ends: Vec<u32>,
    pub(super) members: Vec<Variable>,
    /// Whether one of the group must be true.
    pub(super) exact: Vec<bool>,
}

impl Groups {
    /// Adds a group.
    pub(super) fn add(&mut self, members: impl Iterator<Item = Variable>, is_exact: bool) {
        self.members.extend(members);
        self.ends.push(self.members.len() as u32);
        self.exact.push(is_exact);
    }
}
