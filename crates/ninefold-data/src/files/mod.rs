//! Files of tables: a kind for each, by name, read and written batch by batch.
//!
//! ```text
//!  .parquet               parquet.rs    metadata in the footer
//!  .arrow .ipc .feather   arrow.rs      metadata in the footer
//!  .csv .csv.gz .csv.zst  csv.rs        metadata in a file beside it
//! ```

mod arrow;
mod csv;
mod guard;
mod parquet;
mod part;

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};

pub(crate) use self::csv::{BYTES, beside};
pub(crate) use self::guard::keep_quiet;
pub(crate) use self::part::{Part, Sink};
use crate::exit::{Failure, plain};
use crate::words::shown;

/// What a file says about itself: keys that begin with `ninefold.`, and their values.
pub(crate) type Metadata = BTreeMap<String, String>;

/// Metadata of ours begin with this.
pub(crate) const OURS: &str = "ninefold.";

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Apache Parquet.
    Parquet,
    /// Arrow's file format, which is Feather 2 too.
    Arrow,
    /// Comma-separated values.
    Csv(Pack),
}

/// How a text is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pack {
    /// It is not.
    Plain,
    /// Gzip.
    Gzip,
    /// Zstandard.
    Zstd,
}

/// How the name of a file ends, and what it is. Of the endings of a kind the first is the usual one.
const ENDINGS: &[(&str, Kind)] = &[
    ("parquet", Kind::Parquet),
    ("arrow", Kind::Arrow),
    ("ipc", Kind::Arrow),
    ("feather", Kind::Arrow),
    ("csv", Kind::Csv(Pack::Plain)),
    ("csv.gz", Kind::Csv(Pack::Gzip)),
    ("csv.zst", Kind::Csv(Pack::Zstd)),
];

impl Kind {
    /// The kind of a file, by its name.
    pub(crate) fn of(path: &Path) -> Option<Kind> {
        Some(Kind::split(path.file_name()?.to_str()?)?.1)
    }

    /// The name of a file without the ending that stands for a kind, and that kind.
    pub(crate) fn split(name: &str) -> Option<(&str, Kind)> {
        ENDINGS.iter().find_map(|(ending, kind)| {
            let at = name.len().checked_sub(ending.len())?;
            let end = name
                .get(at..)
                .filter(|end| end.eq_ignore_ascii_case(ending));
            let stem = end.and(name.get(..at)?.strip_suffix('.'));
            stem.filter(|stem| !stem.is_empty())
                .map(|stem| (stem, *kind))
        })
    }

    /// The kind with this ending.
    pub(crate) fn by_ending(ending: &str) -> Result<Kind, String> {
        let found = ENDINGS.iter().find(|(known, _)| *known == ending);
        let found = found.map(|(_, kind)| *kind);
        found.ok_or_else(|| format!("expected one of {}", endings()))
    }

    /// The usual ending.
    pub(crate) fn ending(self) -> &'static str {
        let found = ENDINGS.iter().find(|(_, kind)| *kind == self);
        found
            .map(|(ending, _)| *ending)
            .expect("every kind has an ending")
    }

    /// Whether files of this kind hold metadata; if not they lie in a file beside it.
    pub(crate) fn holds_metadata(self) -> bool {
        !matches!(self, Kind::Csv(_))
    }
}

/// The endings that are known, for messages.
pub(crate) fn endings() -> String {
    let endings = ENDINGS.iter().map(|(ending, _)| format!(".{ending}"));
    endings.collect::<Vec<_>>().join(", ")
}

/// A file that is read from its beginning to its end.
pub(crate) trait Reader: Send {
    /// The columns.
    fn schema(&self) -> SchemaRef;

    /// The number of rows, if the file says it before it has been read.
    fn n_rows(&self) -> Option<u64>;

    /// The next rows, `None` at the end, or what is wrong with the file.
    fn next(&mut self) -> Result<Option<Piece>, String>;
}

/// Some rows of a file.
pub(crate) struct Piece {
    /// The rows.
    pub(crate) batch: RecordBatch,
    /// How much of the file is read with them, from 0 to 1.
    pub(crate) part: f64,
}

/// A file that is written.
pub(crate) trait Writer: Send {
    /// Writes rows.
    fn write(&mut self, batch: &RecordBatch) -> Result<(), String>;

    /// Ends the file, with its metadata if files of this kind hold any.
    fn finish(self: Box<Self>, metadata: &Metadata) -> Result<(), String>;
}

/// Opens a file for reading, `n_rows` at a time or fewer.
pub(crate) fn open(path: &Path, kind: Kind, n_rows: usize) -> Result<Box<dyn Reader>, Failure> {
    let file = File::open(path).map_err(|error| Failure::file(path, plain(&error)))?;
    let reader = guard::guarded(|| -> Result<Box<dyn Reader>, String> {
        Ok(match kind {
            Kind::Parquet => Box::new(parquet::Reading::new(file, n_rows)?),
            Kind::Arrow => Box::new(arrow::Reading::new(file, n_rows)?),
            Kind::Csv(pack) => Box::new(csv::Reading::new(file, pack, n_rows)?),
        })
    });
    reader
        .map(|reader| Box::new(guard::Guarded(reader)) as Box<dyn Reader>)
        .map_err(|why| Failure::file(path, why))
}

/// Begins a file. Columns named in `boards` hold a board in each row.
pub(crate) fn create(
    sink: Sink,
    kind: Kind,
    schema: SchemaRef,
    boards: &[&str],
) -> Result<Box<dyn Writer>, String> {
    let schema = Arc::new(without_ours(&schema));
    Ok(match kind {
        Kind::Parquet => Box::new(parquet::Writing::new(sink, schema, boards)?),
        Kind::Arrow => Box::new(arrow::Writing::new(sink, schema)?),
        Kind::Csv(pack) => Box::new(csv::Writing::new(sink, pack, &schema)?),
    })
}

/// The columns without metadata of ours, which say how the input was made.
fn without_ours(schema: &Schema) -> Schema {
    let kept = schema.metadata().iter();
    let kept = kept.filter(|(key, _)| !key.starts_with(OURS));
    let kept: HashMap<String, String> = kept
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect();
    Schema::new_with_metadata(schema.fields().clone(), kept)
}

/// The metadata of ours that a file has; none if it is none of ours.
pub(crate) fn metadata(path: &Path, kind: Kind) -> Result<Metadata, Failure> {
    let read = || {
        if !kind.holds_metadata() {
            return csv::metadata(path);
        }
        let file = File::open(path).map_err(|error| plain(&error))?;
        let mut all = match kind {
            Kind::Parquet => parquet::metadata(file)?,
            _ => arrow::metadata(file)?,
        };
        all.retain(|key, _| key.starts_with(OURS));
        Ok(all)
    };
    guard::guarded(read).map_err(|why| Failure::file(path, why))
}

/// Whether there are metadata beside a file, which may be about an earlier state of it.
pub(crate) fn has_metadata_beside(path: &Path, kind: Kind) -> bool {
    !kind.holds_metadata() && beside(path).exists()
}

/// That a file is not what its name says.
fn not_whole(what: &str, why: impl std::fmt::Display) -> String {
    let why = why.to_string();
    let why = why.split("; ").next().unwrap_or_default();
    format!(
        "expected a whole {what} file, found other bytes ({why}); was it cut short, or named wrongly?"
    )
}

/// The error for a file whose kind its name does not say.
pub(crate) fn unknown_kind(path: &Path) -> String {
    let (name, endings) = (shown(path), endings());
    format!("{name}: expected a name that ends with one of {endings}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_says_what_it_is() {
        for (name, split) in [
            ("a.parquet", Some(("a", Kind::Parquet))),
            ("a.b.IPC", Some(("a.b", Kind::Arrow))),
            ("a.csv", Some(("a", Kind::Csv(Pack::Plain)))),
            ("a.csv.gz", Some(("a", Kind::Csv(Pack::Gzip)))),
            ("a.gz", None),
            ("parquet", None),
            (".csv", None),
            ("ä", None),
        ] {
            assert_eq!(Kind::split(name), split, "{name}");
        }
        for (ending, kind) in ENDINGS {
            assert_eq!(Kind::by_ending(ending), Ok(*kind));
            assert_eq!(Kind::by_ending(kind.ending()), Ok(*kind));
        }
    }
}
