//! The commands, one file each.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod engines;
pub(crate) mod explain;
pub(crate) mod formats;
pub(crate) mod hint;
pub(crate) mod man;
pub(crate) mod race;
pub(crate) mod solve;
mod solve_logic;
pub(crate) mod techniques;
pub(crate) mod verify;

use crate::search::Finding;
use crate::stream::job::Page;

/// Notes the work done, and says on standard error what is wrong with a puzzle.
fn note(page: &mut Page<'_>, place: &str, finding: &Finding) {
    page.stats = finding.stats();
    for error in &finding.errors {
        page.talk += &format!("{place}: {error}\n");
    }
}

/// On the command line a limit of 0 is none.
fn no_limit_if_zero(limit: u64) -> u64 {
    match limit {
        0 => u64::MAX,
        _ => limit,
    }
}
