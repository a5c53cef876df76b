//! The encoding of a puzzle for the solver: variables (candidates) and cardinality
//! constraints over them (groups), of which exactly one or at most one is true.

use super::cdcl::Variable;

/// The cardinality constraints of a puzzle, in two flat arrays.
pub(super) struct Groups {
    pub(super) n_variables: usize,
    /// The offset of each group in `members`, and one more for the end.
    starts: Vec<u32>,
    members: Vec<Variable>,
    /// For each group whether one member must be true: *exactly one*, not *at most one*.
    exact: Vec<bool>,
}

impl Groups {
    /// An encoding without groups.
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

    /// The number of groups.
    pub(super) fn len(&self) -> u32 {
        self.exact.len() as u32
    }

    /// The candidates of a group.
    #[inline]
    pub(super) fn of(&self, group: u32) -> &[Variable] {
        let group = group as usize;
        &self.members[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// Whether one member of the group must be true.
    pub(super) fn is_exact(&self, group: u32) -> bool {
        self.exact[group as usize]
    }
}
