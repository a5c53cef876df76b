//! Files of new puzzles, by seed and number.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use ninefold_columns::{Generate, Threads};
use serde_json::{Map, Value, json};

use crate::answers::{batch_of, schema_of};
use crate::exit::Failure;
use crate::files::Kind;
use crate::interrupt;
use crate::job::{Maker, Order, Source, Work};
use crate::progress::Progress;
use crate::stamp::{Stamp, Tally};

/// Numbers to make puzzles of: `1000`, or `5000+1000` for 1000 from number 5000 on.
pub(crate) fn numbers(text: &str) -> Result<Range<u64>, String> {
    let (start, n) = text.split_once('+').unwrap_or(("0", text));
    let range = start.parse::<u64>().ok().zip(n.parse::<u64>().ok());
    let range = range.and_then(|(start, n)| Some(start..start.checked_add(n)?));
    // The column of numbers has a sign.
    let range = range.filter(|range| !range.is_empty() && i64::try_from(range.end).is_ok());
    range.ok_or_else(|| {
        "expected how many puzzles, or START+N: 1000 from number 5000 on are 5000+1000".to_owned()
    })
}

/// Ranges cut into pieces of at most `each`.
pub(crate) fn cut(ranges: &[Range<u64>], each: Option<u64>) -> impl Iterator<Item = Range<u64>> {
    ranges.iter().flat_map(move |range| {
        let end = range.end;
        let each = each.unwrap_or(end - range.start).max(1);
        let starts = (0..(end - range.start).div_ceil(each)).map(move |k| k * each);
        let first = range.start;
        starts.map(move |start| first + start..end.min((first + start).saturating_add(each)))
    })
}

/// Two of the ranges that have a number in common.
pub(crate) fn overlap(ranges: &[Range<u64>]) -> Option<(&Range<u64>, &Range<u64>)> {
    let mut sorted: Vec<&Range<u64>> = ranges.iter().collect();
    sorted.sort_by_key(|range| range.start);
    let pairs = sorted.windows(2).map(|pair| (pair[0], pair[1]));
    pairs.into_iter().find(|(one, other)| other.start < one.end)
}

/// A file of puzzles to make.
pub(crate) struct Puzzles<'a> {
    pub(crate) target: PathBuf,
    pub(crate) kind: Kind,
    pub(crate) numbers: Range<u64>,
    pub(crate) seed: u64,
    pub(crate) generate: &'a Generate,
    /// The settings, for the metadata.
    pub(crate) settings: &'a Map<String, Value>,
    pub(crate) n_threads: usize,
}

impl Order for Puzzles<'_> {
    fn target(&self) -> &Path {
        &self.target
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn input(&self) -> Option<&Path> {
        None
    }

    fn size(&self) -> u64 {
        self.numbers.end - self.numbers.start
    }

    fn stamp(&self) -> Result<Stamp, Failure> {
        let pairs = [
            ("start", json!(self.numbers.start)),
            ("n", json!(self.size())),
        ];
        Ok(Stamp {
            operation: "generate",
            result_version: Generate::VERSION,
            parameters: self.settings.clone(),
            input: pairs
                .map(|(key, value)| (key.to_owned(), value))
                .into_iter()
                .collect(),
        })
    }

    fn n_rows(&self) -> Option<u64> {
        None
    }

    fn begin(&self) -> Result<Box<dyn Maker + '_>, Failure> {
        Ok(Box::new(Making {
            order: self,
            schema: schema_of(&Generate::FIELDS),
            tally: Tally::default(),
        }))
    }
}

/// The numbers that are tried for one batch.
const AT_A_TIME: u64 = 8192;

struct Making<'a> {
    order: &'a Puzzles<'a>,
    schema: SchemaRef,
    tally: Tally,
}

impl Maker for Making<'_> {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn boards(&self) -> Vec<String> {
        ["puzzle", "solution"].map(str::to_owned).into()
    }

    fn source(&mut self) -> Source<'static> {
        let all = self.order.numbers.clone();
        let mut start = all.start;
        Box::new(move || {
            let end = all.end.min(start.saturating_add(AT_A_TIME));
            let now = start..end;
            start = end;
            let part = (end - all.start) as f64 / (all.end - all.start) as f64;
            Ok((!now.is_empty()).then_some((Work::Numbers(now), part)))
        })
    }

    fn answer(&mut self, work: Work, progress: &Progress) -> Result<RecordBatch, Failure> {
        let Work::Numbers(numbers) = work else {
            unreachable!("puzzles are made of numbers");
        };
        let threads = Threads {
            n_threads: self.order.n_threads,
            should_stop: &|| {
                progress.show();
                interrupt::requested()
            },
        };
        let made = self
            .order
            .generate
            .run(self.order.seed, numbers.clone(), &threads);
        let made = made.map_err(|_| Failure::Interrupted)?;
        self.tally.n_rows += made.columns[0].valid.len() as u64;
        batch_of(&self.schema, made.columns).map_err(|why| Failure::file(&self.order.target, why))
    }

    fn tally(&self) -> Tally {
        self.tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_cut_and_compared() {
        assert_eq!(numbers("1000"), Ok(0..1000));
        assert_eq!(numbers("5000+1000"), Ok(5000..6000));
        for wrong in [
            "0",
            "",
            "1+0",
            "+1",
            "1+",
            "-1",
            "9223372036854775807+1",
            "1..2",
        ] {
            assert!(numbers(wrong).is_err(), "{wrong}");
        }
        let cut = |each| cut(&[0..5, 10..12], each).collect::<Vec<_>>();
        assert_eq!(cut(None), [0..5, 10..12]);
        assert_eq!(cut(Some(2)), [0..2, 2..4, 4..5, 10..12]);
        assert_eq!(cut(Some(u64::MAX)), [0..5, 10..12]);
        assert_eq!(overlap(&[10..12, 0..10]), None);
        assert_eq!(overlap(&[10..12, 0..11]), Some((&(0..11), &(10..12))));
    }
}
