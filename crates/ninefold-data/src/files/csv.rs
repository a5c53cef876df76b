//! Comma-separated values, packed or not. Every column that is read is text, and an empty field is
//! null, as nulls are written.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use csv::{ByteRecord, ReaderBuilder, WriterBuilder};
use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;

use super::{Metadata, Pack, Piece, Reader, Sink, Writer};
use crate::cells::{self, Cells};
use crate::exit::plain;

/// A file that is read.
pub(super) struct Reading {
    records: csv::Reader<Box<dyn Read + Send>>,
    schema: SchemaRef,
    n_rows_at_a_time: usize,
    n_read: Arc<AtomicU64>,
    n_bytes: u64,
}

impl Reading {
    pub(super) fn new(file: File, pack: Pack, n_rows: usize) -> Result<Reading, String> {
        let n_bytes = file.metadata().map_or(0, |found| found.len());
        let n_read = Arc::new(AtomicU64::new(0));
        let counted = BufReader::new(Counted {
            from: file,
            n_read: Arc::clone(&n_read),
        });
        let bytes: Box<dyn Read + Send> = match pack {
            Pack::Plain => Box::new(counted),
            Pack::Gzip => Box::new(MultiGzDecoder::new(counted)),
            Pack::Zstd => {
                let decoder = zstd::stream::read::Decoder::with_buffer(counted);
                Box::new(decoder.map_err(|error| plain(&error))?)
            }
        };
        let mut records = ReaderBuilder::new().from_reader(bytes);
        let header = records.byte_headers().map_err(fault)?;
        let mut fields = Vec::new();
        for name in header {
            let name = str::from_utf8(name).map_err(|_| not_text(1))?;
            fields.push(Field::new(name, DataType::Utf8, true));
        }
        if fields.is_empty() {
            return Err(
                "expected a first line with the names of the columns, found none".to_owned(),
            );
        }
        Ok(Reading {
            records,
            schema: Arc::new(Schema::new(fields)),
            n_rows_at_a_time: n_rows,
            n_read,
            n_bytes,
        })
    }
}

impl Reader for Reading {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn n_rows(&self) -> Option<u64> {
        None
    }

    fn next(&mut self) -> Result<Option<Piece>, String> {
        let builder = |_: &Arc<Field>| StringBuilder::new();
        let mut columns: Vec<StringBuilder> = self.schema.fields().iter().map(builder).collect();
        let mut record = ByteRecord::new();
        let mut n_rows = 0;
        while n_rows < self.n_rows_at_a_time {
            if !self.records.read_byte_record(&mut record).map_err(fault)? {
                break;
            }
            for (column, field) in columns.iter_mut().zip(&record) {
                let text = str::from_utf8(field);
                let text =
                    text.map_err(|_| not_text(record.position().map_or(0, csv::Position::line)))?;
                column.append_option((!text.is_empty()).then_some(text));
            }
            n_rows += 1;
        }
        if n_rows == 0 {
            return Ok(None);
        }
        let finish = |mut column: StringBuilder| -> ArrayRef { Arc::new(column.finish()) };
        let columns = columns.into_iter().map(finish).collect();
        let batch = RecordBatch::try_new(self.schema(), columns);
        let n_read = self.n_read.load(Ordering::Relaxed);
        Ok(Some(Piece {
            batch: batch.map_err(|error| error.to_string())?,
            part: n_read as f64 / self.n_bytes.max(1) as f64,
        }))
    }
}

/// A file, and how many bytes of it were read.
struct Counted {
    from: File,
    n_read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.from.read(buffer)?;
        self.n_read.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

fn fault(error: csv::Error) -> String {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                "expected more packed bytes, found the end; was the file cut short?".to_owned()
            }
            _ => format!("cannot be read: {}", plain(&error)),
        },
        csv::ErrorKind::UnequalLengths {
            pos,
            expected_len,
            len,
        } => {
            let line = pos.map_or(0, |pos| pos.line());
            format!(
                "line {line}: expected as many fields as columns, {expected_len}, found {len}; \
                 a field with a comma stands in quotes"
            )
        }
        other => format!("cannot be read: {other:?}"),
    }
}

fn not_text(line: u64) -> String {
    format!("line {line}: expected text in UTF-8, found other bytes; save the file as UTF-8")
}

/// A file that is written.
pub(super) struct Writing {
    records: csv::Writer<Packed>,
}

/// Where the text goes.
enum Packed {
    Plain(Sink),
    Gzip(GzEncoder<BufWriter<Sink>>),
    Zstd(zstd::stream::write::Encoder<'static, BufWriter<Sink>>),
}

/// Level 3 of Zstandard is its own usual one.
const ZSTD_LEVEL: i32 = 3;

impl Writing {
    pub(super) fn new(sink: Sink, pack: Pack, schema: &Schema) -> Result<Writing, String> {
        for field in schema.fields() {
            if !cells::is_writable(field.data_type()) {
                let (name, kind) = (field.name(), field.data_type());
                return Err(format!(
                    "the column '{name}' is of Arrow's type {kind}, which CSV has no text for; \
                     write .parquet or .arrow, or leave the column out of the input"
                ));
            }
        }
        let packed = match pack {
            Pack::Plain => Packed::Plain(sink),
            Pack::Gzip => {
                Packed::Gzip(GzEncoder::new(BufWriter::new(sink), Compression::default()))
            }
            Pack::Zstd => {
                let encoder = zstd::stream::write::Encoder::new(BufWriter::new(sink), ZSTD_LEVEL);
                Packed::Zstd(encoder.map_err(|error| plain(&error))?)
            }
        };
        let mut records = WriterBuilder::new().from_writer(packed);
        let names = schema.fields().iter().map(|field| field.name());
        records.write_record(names).map_err(fault)?;
        Ok(Writing { records })
    }
}

impl Writer for Writing {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), String> {
        let mut field = String::new();
        let columns: Vec<Cells<'_>> = batch.columns().iter().map(Cells::new).collect();
        for row in 0..batch.num_rows() {
            for column in &columns {
                field.clear();
                column.write(row, &mut field)?;
                self.records.write_field(&field).map_err(fault)?;
            }
            self.records.write_record(None::<&[u8]>).map_err(fault)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, _: &Metadata) -> Result<(), String> {
        let packed = self.records.into_inner();
        let packed = packed.map_err(|error| plain(error.error()))?;
        let flushed = match packed {
            Packed::Plain(mut sink) => sink.flush(),
            Packed::Gzip(encoder) => encoder.finish().and_then(|mut sink| sink.flush()),
            Packed::Zstd(encoder) => encoder.finish().and_then(|mut sink| sink.flush()),
        };
        flushed.map_err(|error| plain(&error))
    }
}

impl Write for Packed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Packed::Plain(sink) => sink.write(bytes),
            Packed::Gzip(encoder) => encoder.write(bytes),
            Packed::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Packed::Plain(sink) => sink.flush(),
            Packed::Gzip(encoder) => encoder.flush(),
            Packed::Zstd(encoder) => encoder.flush(),
        }
    }
}

/// Where the metadata of a file lie: `NAME.csv.ninefold.json`.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".ninefold.json");
    PathBuf::from(name)
}

/// The key for the length of the file that the metadata are about.
pub(crate) const BYTES: &str = "ninefold.bytes";

/// The metadata beside a file; none if there are none, or if the file has changed since.
pub(super) fn metadata(path: &Path) -> Result<Metadata, String> {
    let found = fs::metadata(path).map_err(|error| plain(&error))?;
    let beside = beside(path);
    let Ok(text) = fs::read_to_string(&beside) else {
        return Ok(Metadata::new());
    };
    let written = fs::metadata(&beside).and_then(|found| found.modified());
    let is_later = found.modified().ok() > written.ok();
    let Ok(Value::Object(pairs)) = serde_json::from_str(&text) else {
        return Ok(Metadata::new());
    };
    let text = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let mut pairs: Metadata = pairs
        .into_iter()
        .map(|(key, value)| (key, text(value)))
        .collect();
    let bytes = pairs.remove(BYTES);
    if is_later || bytes != Some(found.len().to_string()) {
        return Ok(Metadata::new());
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_lie_beside_a_text() {
        let beside = beside(Path::new("out/a.csv.gz"));
        assert_eq!(beside, Path::new("out/a.csv.gz.ninefold.json"));
    }
}
