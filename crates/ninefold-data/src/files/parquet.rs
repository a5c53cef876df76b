//! Parquet.

use std::fs::File;

use arrow_array::RecordBatch;
use arrow_array::RecordBatchReader;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::{Metadata, Piece, Reader, Sink, Writer, not_whole};

/// A Parquet file that is read.
pub(super) struct Reading {
    batches: ParquetRecordBatchReader,
    n_rows: u64,
    n_read: u64,
}

impl Reading {
    pub(super) fn new(file: File, n_rows_at_a_time: usize) -> Result<Reading, String> {
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(damaged)?;
        let n_rows = builder.metadata().file_metadata().num_rows();
        let n_rows = u64::try_from(n_rows).map_err(damaged)?;
        let batches = builder.with_batch_size(n_rows_at_a_time).build();
        Ok(Reading {
            batches: batches.map_err(damaged)?,
            n_rows,
            n_read: 0,
        })
    }
}

impl Reader for Reading {
    fn schema(&self) -> SchemaRef {
        self.batches.schema()
    }

    fn n_rows(&self) -> Option<u64> {
        Some(self.n_rows)
    }

    fn next(&mut self) -> Result<Option<Piece>, String> {
        let Some(batch) = self.batches.next() else {
            if self.n_read != self.n_rows {
                let (rows, read) = (self.n_rows, self.n_read);
                return Err(damaged(format!("expected {rows} rows, found {read}")));
            }
            return Ok(None);
        };
        let batch = batch.map_err(damaged)?;
        self.n_read += batch.num_rows() as u64;
        let part = self.n_read as f64 / self.n_rows.max(1) as f64;
        Ok(Some(Piece { batch, part }))
    }
}

/// The keys and values in the footer.
pub(super) fn metadata(file: File) -> Result<Metadata, String> {
    let read = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).map_err(damaged)?;
    let pairs = read.metadata().file_metadata().key_value_metadata();
    let pairs = pairs.into_iter().flatten();
    let pairs = pairs.map(|pair| (pair.key.clone(), pair.value.clone().unwrap_or_default()));
    Ok(pairs.collect())
}

/// A Parquet file that is written.
pub(super) struct Writing(ArrowWriter<Sink>);

/// The rows of a row group, which lie in memory while it is written.
const ROW_GROUP: usize = 1 << 18;

impl Writing {
    pub(super) fn new(sink: Sink, schema: SchemaRef, boards: &[&str]) -> Result<Writing, String> {
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(ROW_GROUP))
            .set_statistics_enabled(EnabledStatistics::Chunk);
        // Hardly any board comes twice, and the least and the greatest say nothing.
        for board in boards {
            let path = || ColumnPath::new(vec![(*board).to_owned()]);
            properties = properties
                .set_column_dictionary_enabled(path(), false)
                .set_column_statistics_enabled(path(), EnabledStatistics::None);
        }
        // What other programs wrote about the columns that pass through, such as pandas' index.
        let kept = schema.metadata().iter();
        let mut kept: Vec<KeyValue> = kept
            .map(|(key, value)| KeyValue::new(key.to_string(), value.to_string()))
            .collect();
        kept.sort_by(|a, b| a.key.cmp(&b.key));
        let properties = properties.set_key_value_metadata(Some(kept)).build();
        let writer = ArrowWriter::try_new(sink, schema, Some(properties));
        writer.map(Writing).map_err(|error| error.to_string())
    }
}

impl Writer for Writing {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), String> {
        self.0.write(batch).map_err(|error| error.to_string())
    }

    fn finish(mut self: Box<Self>, metadata: &Metadata) -> Result<(), String> {
        for (key, value) in metadata {
            let pair = KeyValue::new(key.clone(), value.clone());
            self.0.append_key_value_metadata(pair);
        }
        let closed = self.0.close();
        closed.map(drop).map_err(|error| error.to_string())
    }
}

fn damaged(why: impl std::fmt::Display) -> String {
    not_whole("Parquet", why)
}
