//! Tables with the answers to one of their columns added, file by file.

use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use ninefold_columns::{ERROR, Field, Kind, Operation, Threads};
use serde_json::{Map, Value};

use crate::answers::{Layout, answer};
use crate::exit::Failure;
use crate::files::{self, Reader};
use crate::interrupt;
use crate::job::{Maker, Order, Source, Work, no_answer, size_of};
use crate::plan::Step;
use crate::progress::Progress;
use crate::stamp::{Stamp, Tally, input_of};

/// What to do about rows without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Errors {
    /// The first of them ends the job
    Raise,
    /// Their answers are null
    Null,
    /// Likewise, and the column 'error' says why
    Column,
}

/// What is done with each file.
#[derive(Debug)]
pub(crate) struct Recipe {
    /// The answers to add; none if files only become another kind.
    pub(crate) operation: Option<Box<dyn Operation>>,
    /// Its settings, for the metadata.
    pub(crate) settings: Map<String, Value>,
    /// The rows of a batch: fewer if one of them may take long.
    pub(crate) n_at_a_time: usize,
    pub(crate) column: String,
    pub(crate) errors: Errors,
    pub(crate) prefix: String,
    pub(crate) n_threads: usize,
}

impl Recipe {
    /// The columns to add.
    fn fields(&self) -> Vec<Field> {
        let Some(operation) = &self.operation else {
            return Vec::new();
        };
        let mut fields = operation.fields().to_vec();
        fields.extend((self.errors == Errors::Column).then_some(ERROR));
        fields
    }
}

/// A file to answer.
pub(crate) struct Table<'a> {
    pub(crate) step: Step,
    pub(crate) recipe: &'a Recipe,
}

impl Order for Table<'_> {
    fn target(&self) -> &Path {
        &self.step.target
    }

    fn kind(&self) -> files::Kind {
        self.step.into
    }

    fn input(&self) -> Option<&Path> {
        Some(&self.step.input)
    }

    fn size(&self) -> u64 {
        size_of(&self.step.input)
    }

    fn stamp(&self) -> Result<Stamp, Failure> {
        let operation = self.recipe.operation.as_deref();
        let found = std::fs::metadata(&self.step.input);
        let found =
            found.map_err(|error| Failure::file(&self.step.input, crate::exit::plain(&error)))?;
        Ok(Stamp {
            operation: operation.map_or("convert", Operation::name),
            result_version: operation.map_or(CONVERT_VERSION, Operation::version),
            parameters: self.recipe.settings.clone(),
            input: input_of(&self.step.input, found.len()),
        })
    }

    fn n_rows(&self) -> Option<u64> {
        let opened = files::open(&self.step.input, self.step.from, 1);
        opened.ok()?.n_rows()
    }

    fn begin(&self) -> Result<Box<dyn Maker + '_>, Failure> {
        let (input, recipe) = (&self.step.input, self.recipe);
        let reader = files::open(input, self.step.from, recipe.n_at_a_time)?;
        let layout = match &recipe.operation {
            Some(_) => {
                let layout = Layout::new(
                    &reader.schema(),
                    &recipe.column,
                    &recipe.fields(),
                    &recipe.prefix,
                );
                Some(layout.map_err(|why| Failure::file(input, why))?)
            }
            None => None,
        };
        Ok(Box::new(Making {
            input,
            recipe,
            schema: layout
                .as_ref()
                .map_or_else(|| reader.schema(), |layout| Arc::clone(&layout.schema)),
            layout,
            reader: Some(reader),
            tally: Tally::default(),
        }))
    }
}

/// The result version of files that only become another kind.
const CONVERT_VERSION: u32 = 1;

struct Making<'a> {
    input: &'a Path,
    recipe: &'a Recipe,
    schema: SchemaRef,
    layout: Option<Layout>,
    reader: Option<Box<dyn Reader>>,
    tally: Tally,
}

impl Maker for Making<'_> {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn boards(&self) -> Vec<String> {
        let Some(operation) = &self.recipe.operation else {
            return Vec::new();
        };
        let is_board = |field: &&Field| field.kind == Kind::Text && BOARDS.contains(&field.name);
        let added = operation.fields().iter().filter(is_board);
        let added = added.map(|field| format!("{}{}", self.recipe.prefix, field.name));
        added.chain([self.recipe.column.clone()]).collect()
    }

    fn source(&mut self) -> Source<'static> {
        let input = self.input.to_owned();
        let mut reader = self.reader.take();
        Box::new(move || {
            let Some(reader) = &mut reader else {
                return Ok(None);
            };
            let piece = reader.next().map_err(|why| Failure::file(&input, why))?;
            Ok(piece.map(|piece| (Work::Rows(piece.batch), piece.part)))
        })
    }

    fn answer(&mut self, work: Work, progress: &Progress) -> Result<RecordBatch, Failure> {
        let Work::Rows(batch) = work else {
            unreachable!("a file has rows");
        };
        let (Some(layout), Some(operation)) = (&self.layout, &self.recipe.operation) else {
            self.tally.n_rows += batch.num_rows() as u64;
            return Ok(batch);
        };
        let threads = Threads {
            n_threads: self.recipe.n_threads,
            should_stop: &|| {
                progress.show();
                interrupt::requested()
            },
        };
        let column = layout.column(&batch);
        let answers = answer(operation.as_ref(), column, progress.taken(), &threads);
        let mut answers = answers.map_err(|_| Failure::Interrupted)?;
        if let (Errors::Raise, Some((row, fault))) = (self.recipe.errors, answers.faults.first()) {
            let row = self.tally.n_rows + *row as u64 + 1;
            return Err(no_answer(self.input, row, fault));
        }
        self.tally.count(batch.num_rows(), &answers);
        if self.recipe.errors == Errors::Column {
            answers = answers.with_errors();
        }
        let joined = layout.joined(&batch, answers.columns);
        joined.map_err(|why| Failure::file(self.input, why))
    }

    fn tally(&self) -> Tally {
        self.tally
    }
}

/// The columns of answers that hold a board in each row.
const BOARDS: [&str; 2] = ["solution", "canonical"];
