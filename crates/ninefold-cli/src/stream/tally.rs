//! The totals of a batch: what it found, how much work it was, how it ends.

use ninefold::Stats;

use super::job::{Job, Outcome};
use crate::exit::Exit;
use crate::output::{grouped, many};
use crate::search::Verdict;

/// How many puzzles there were of each kind.
#[derive(Default)]
pub(crate) struct Tally {
    /// Verdicts in the order in which they first came up; there are few.
    counts: Vec<(Verdict, u64)>,
    stats: Stats,
}

impl Tally {
    pub(crate) fn add(&mut self, outcome: &Outcome) {
        self.add_many(outcome.verdict, 1);
        self.stats = self.stats.combined(&outcome.stats);
    }

    /// Adds puzzles that have a verdict and no counters.
    pub(crate) fn add_many(&mut self, verdict: Verdict, n_puzzles: u64) {
        match self.counts.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, count)) => *count += n_puzzles,
            None => self.counts.push((verdict, n_puzzles)),
        }
    }

    pub(crate) fn total(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// The verdict on the only puzzle there was.
    pub(crate) fn only(&self) -> Option<Verdict> {
        match self.counts[..] {
            [(verdict, 1)] => Some(verdict),
            _ => None,
        }
    }

    /// Whether any puzzle could be read.
    pub(crate) fn is_any_answered(&self) -> bool {
        self.total() > self.count(Verdict::Unreadable)
    }

    fn count(&self, verdict: Verdict) -> u64 {
        let found = self.counts.iter().find(|(known, _)| *known == verdict);
        found.map_or(0, |&(_, count)| count)
    }

    /// `3 puzzles: 1 unique, 0 multiple, 2 none, 0 invalid`.
    pub(crate) fn summary(&self, job: &dyn Job) -> String {
        let invalid = self.count(Verdict::Clash) + self.count(Verdict::Unreadable);
        let word =
            |verdict: Verdict| format!("{} {}", grouped(self.count(verdict)), verdict.word());
        let verdicts = job.verdicts().iter().copied();
        let mut parts: Vec<String> = verdicts.map(word).collect();
        parts.push(format!("{} invalid", grouped(invalid)));
        let rare = [Verdict::Refused, Verdict::Mistake, Verdict::Timeout].into_iter();
        parts.extend(rare.filter(|&rare| self.count(rare) > 0).map(word));
        let puzzles = many(self.total(), "puzzle", "puzzles");
        format!("{puzzles}: {}", parts.join(", "))
    }

    /// The work of all together: `stats: nodes=12 guesses=3 …`; counters of zero are left out.
    pub(crate) fn work(&self) -> String {
        let named = self.stats.named();
        let done = named.iter().filter(|(_, number)| *number > 0);
        let shown: Vec<String> = done
            .map(|(name, number)| format!("{name}={number}"))
            .collect();
        format!("stats: {}", shown.join(" "))
    }

    pub(crate) fn exit(&self, job: &dyn Job) -> Exit {
        let unreadable = self.count(Verdict::Unreadable) + self.count(Verdict::Refused);
        if unreadable > 0 && unreadable == self.total() {
            return Exit::Unreadable;
        }
        let exits = self.counts.iter().map(|&(verdict, _)| job.exit(verdict));
        exits.max().unwrap_or(Exit::Yes)
    }
}
