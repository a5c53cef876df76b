//! Candidates and the groups that they form: all that the solver is told of a puzzle.

use super::cdcl::Variable;

/// Candidates and the groups that they form.
pub(super) struct Groups {
    pub(super) n_variables: usize,
    /// Where each group begins among the members; one more entry than groups.
    starts: Vec<u32>,
    members: Vec<Variable>,
    /// Whether one of the group must be true.
    exact: Vec<bool>,
}

impl Groups {
    /// No groups yet.
    pub(super) fn new() -> Groups {
        Groups {
            n_variables: 0,
            starts: vec![0],
            members: Vec::new(),
            exact: Vec::new(),
        }
    }

    /// Adds a group.
    pub(super) fn add(&mut self, members: impl Iterator<Item = Variable>, is_exact: bool) {
        self.members.extend(members);
        self.starts.push(self.members.len() as u32);
        self.exact.push(is_exact);
    }

    /// How many groups there are.
    pub(super) fn len(&self) -> u32 {
        self.exact.len() as u32
    }

    /// The candidates of a group.
    #[inline]
    pub(super) fn of(&self, group: u32) -> &[Variable] {
        let group = group as usize;
        &self.members[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// Whether one of the group must be true.
    pub(super) fn is_exact(&self, group: u32) -> bool {
        self.exact[group as usize]
    }
}
