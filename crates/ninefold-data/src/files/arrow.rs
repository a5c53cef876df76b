//! Arrow's file format, which is Feather 2 too.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek};

use arrow_array::RecordBatch;
use arrow_ipc::reader::FileReader;
use arrow_ipc::writer::FileWriter;
use arrow_schema::SchemaRef;

use super::{Metadata, Piece, Reader, Sink, Writer, not_whole};

/// An Arrow file that is read.
pub(super) struct Reading {
    batches: FileReader<BufReader<File>>,
    n_batches: usize,
    n_read: usize,
    n_rows_at_a_time: usize,
    /// A batch, and how many of its rows were handed on.
    current: Option<(RecordBatch, usize)>,
}

impl Reading {
    pub(super) fn new(file: File, n_rows_at_a_time: usize) -> Result<Reading, String> {
        let batches = opened(file)?;
        Ok(Reading {
            n_batches: batches.num_batches(),
            batches,
            n_read: 0,
            n_rows_at_a_time,
            current: None,
        })
    }
}

fn opened(mut file: File) -> Result<FileReader<BufReader<File>>, String> {
    let mut start = [0; 8];
    let n_read = file.read(&mut start).map_err(damaged)?;
    match &start[..n_read] {
        [0xff, 0xff, 0xff, 0xff, ..] => {
            return Err("expected Arrow's file format, found its stream; \
                        write it as a file (in pyarrow: ipc.new_file)"
                .to_owned());
        }
        [b'F', b'E', b'A', b'1', ..] => {
            return Err("expected Feather 2, found Feather 1; write it anew".to_owned());
        }
        _ => {}
    }
    file.rewind().map_err(damaged)?;
    FileReader::try_new_buffered(file, None).map_err(damaged)
}

impl Reader for Reading {
    fn schema(&self) -> SchemaRef {
        self.batches.schema()
    }

    fn n_rows(&self) -> Option<u64> {
        None
    }

    fn next(&mut self) -> Result<Option<Piece>, String> {
        let (batch, start) = match self.current.take() {
            Some(current) => current,
            None => match self.batches.next() {
                Some(batch) => {
                    self.n_read += 1;
                    (batch.map_err(damaged)?, 0)
                }
                None => return Ok(None),
            },
        };
        let n_rows = batch.num_rows();
        let n_now = (n_rows - start).min(self.n_rows_at_a_time);
        let end = start + n_now;
        let n_batches = (self.n_read - 1) as f64 + end as f64 / n_rows.max(1) as f64;
        let piece = Piece {
            batch: batch.slice(start, n_now),
            part: n_batches / self.n_batches.max(1) as f64,
        };
        self.current = (end < n_rows).then_some((batch, end));
        Ok(Some(piece))
    }
}

/// The keys and values in the footer.
pub(super) fn metadata(file: File) -> Result<Metadata, String> {
    let pairs = opened(file)?;
    let pairs = pairs.custom_metadata().iter();
    Ok(pairs
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect())
}

/// An Arrow file that is written.
pub(super) struct Writing(FileWriter<BufWriter<Sink>>);

impl Writing {
    pub(super) fn new(sink: Sink, schema: SchemaRef) -> Result<Writing, String> {
        let writer = FileWriter::try_new_buffered(sink, &schema);
        writer.map(Writing).map_err(|error| error.to_string())
    }
}

impl Writer for Writing {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), String> {
        self.0.write(batch).map_err(|error| error.to_string())
    }

    fn finish(mut self: Box<Self>, metadata: &Metadata) -> Result<(), String> {
        for (key, value) in metadata {
            self.0.write_metadata(key, value);
        }
        self.0.finish().map_err(|error| error.to_string())
    }
}

fn damaged(why: impl std::fmt::Display) -> String {
    not_whole("Arrow", why)
}
