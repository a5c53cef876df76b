//! Statistics: what many measurements amount to.

use std::time::Duration;

use serde::{Serialize, Serializer};

/// The best of several measurements, and the one in the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) best: f64,
    pub(super) median: f64,
}

impl Spread {
    /// Of these measurements, if there are any. The middle of an even number is halfway
    /// between two.
    pub(super) fn of(measured: &[f64]) -> Option<Spread> {
        let mut sorted = measured.to_vec();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        let upper = *sorted.get(middle)?;
        let lower = sorted[(sorted.len() - 1) / 2];
        Some(Spread {
            best: sorted[0],
            median: lower.midpoint(upper),
        })
    }
}

/// How long a puzzle takes, in microseconds: half of them at most `p50`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Percentiles {
    pub(super) p50: f64,
    pub(super) p90: f64,
    pub(super) p99: f64,
    pub(super) max: f64,
    /// How many of the figures above, counted from the last, are of puzzles that were given
    /// up and would have taken longer.
    #[serde(
        rename = "at_least",
        serialize_with = "names_of_last",
        skip_serializing_if = "is_none"
    )]
    pub(super) n_open: usize,
}

/// The percentiles, from the shortest.
const NAMES: [&str; 4] = ["p50", "p90", "p99", "max"];

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_none(n_open: &usize) -> bool {
    *n_open == 0
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn names_of_last<S: Serializer>(n_open: &usize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(&NAMES[NAMES.len() - n_open..])
}

impl Percentiles {
    /// Of these times, the longest `n_given_up` of which are of puzzles that were given up.
    pub(super) fn of(times: &[Duration], n_given_up: usize) -> Option<Percentiles> {
        let mut sorted = times.to_vec();
        sorted.sort();
        let longest = sorted.last()?;
        // The smallest time that this percentage of the puzzles does not exceed.
        let rank = |percent: usize| (sorted.len() * percent).div_ceil(100).max(1);
        let percentile = |percent: usize| micros(sorted[rank(percent) - 1]);
        let n_done = sorted.len().saturating_sub(n_given_up);
        let is_open = |&percent: &usize| rank(percent) > n_done;
        Some(Percentiles {
            n_open: [50, 90, 99, 100].iter().filter(|p| is_open(p)).count(),
            p50: percentile(50),
            p90: percentile(90),
            p99: percentile(99),
            max: micros(*longest),
        })
    }
}

/// How many times faster this is than the first.
pub(super) fn ratio(first: f64, this: f64) -> Option<f64> {
    (first > 0.0 && this > 0.0).then(|| first / this)
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let spread = |best, median| Some(Spread { best, median });
        assert_eq!(Spread::of(&[]), None);
        assert_eq!(Spread::of(&[3.0]), spread(3.0, 3.0));
        assert_eq!(Spread::of(&[3.0, 1.0]), spread(1.0, 2.0));
        assert_eq!(Spread::of(&[9.0, 1.0, 2.0]), spread(1.0, 2.0));
        assert_eq!(Spread::of(&[9.0, 1.0, 2.0, 3.0]), spread(1.0, 2.5));
    }

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let times =
            |n: u64| -> Vec<Duration> { (1..=n).rev().map(Duration::from_micros).collect() };
        let rounded = |n| {
            let found = Percentiles::of(&times(n), 0).expect("there are some");
            [found.p50, found.p90, found.p99, found.max].map(f64::round)
        };
        assert_eq!(Percentiles::of(&[], 0), None);
        assert_eq!(rounded(1), [1.0; 4]);
        assert_eq!(rounded(2), [1.0, 2.0, 2.0, 2.0]);
        assert_eq!(rounded(10), [5.0, 9.0, 10.0, 10.0]);
        assert_eq!(rounded(1000), [500.0, 900.0, 990.0, 1000.0]);
    }

    #[test]
    fn percentiles_of_puzzles_given_up_are_bounds() {
        let times: Vec<Duration> = (1..=100).map(Duration::from_micros).collect();
        let open = |n_given_up| Percentiles::of(&times, n_given_up).expect("some").n_open;
        assert_eq!([0, 1, 2, 10, 11, 51, 100].map(open), [0, 1, 2, 2, 3, 4, 4]);
        let json = |n| serde_json::to_string(&Percentiles::of(&times, n)).expect("JSON");
        assert!(
            json(2).ends_with(r#""at_least":["p99","max"]}"#),
            "{}",
            json(2)
        );
        assert!(!json(0).contains("at_least"));
    }

    #[test]
    fn twice_as_fast_is_a_ratio_of_two() {
        assert_eq!(ratio(4.0, 2.0), Some(2.0));
        assert_eq!(ratio(1.0, 4.0), Some(0.25));
        assert_eq!(ratio(0.0, 1.0), None);
        assert_eq!(ratio(1.0, 0.0), None);
    }
}
