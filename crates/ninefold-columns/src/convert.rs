//! `convert`: each puzzle in another format, from whatever format it is in.

use std::borrow::Cow;

use ninefold::format::{self, Record, Writer};

use crate::answers::{Answers, Field, Kind, Values};
use crate::each::each_row;
use crate::rows::{Fault, Row, Rows};
use crate::threads::{Stopped, Threads};
use crate::{Operation, Signature};

/// The text of each puzzle in a format. Rows may be puzzles of any size in any format.
#[derive(Clone, Debug)]
pub struct Convert {
    /// The format to write.
    pub to: Writer,
}

impl Convert {
    const FIELDS: [Field; 1] = [Field::new("text", Kind::Text)];

    /// To one line per puzzle.
    pub fn usual() -> Convert {
        Convert {
            to: format::find("line").expect("it is a format"),
        }
    }
}

/// The rows that a thread takes at a time.
const PER_PART: usize = 64;

impl Operation for Convert {
    fn signature(&self) -> Signature {
        Signature {
            name: "convert",
            version: 1,
            fields: &Self::FIELDS,
        }
    }

    fn run(&self, rows: &dyn Rows, threads: &Threads<'_>) -> Result<Answers, Stopped> {
        let done = each_row(
            rows,
            threads,
            PER_PART,
            || (),
            |row, (), _| {
                let record = record_of(row)?;
                let written = self.to.write(&record);
                written.map_err(|why| Fault::Unwritable(Box::new(why)))
            },
        )?;
        let text = |text: Option<String>| Cow::Owned(text.unwrap_or_default());
        Ok(done.column(Self::FIELDS[0], |texts| {
            Values::Text(texts.map(text).collect())
        }))
    }
}

/// The puzzle of a row with all that stands beside it.
fn record_of(row: Row<'_>) -> Result<Record, Fault> {
    let Row::Text(text) = row else {
        return row.puzzle().map(Record::new);
    };
    let text = str::from_utf8(text).map_err(|_| Fault::NotUtf8)?;
    let record = format::parse_record(text);
    record.map_err(|why| Fault::Unreadable(Box::new(why)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Texts;

    #[test]
    fn any_format_and_size_becomes_another() {
        let rows = [Some("12.4 4.21 2143 3412"), Some("12"), None];
        let answers = Convert::usual().run(&Texts(&rows), &Threads::default());
        let answers = answers.unwrap();
        let texts = ["12.44.2121433412", "", ""].map(Cow::Borrowed);
        assert_eq!(answers.columns[0].values, Values::Text(texts.into()));
        assert_eq!(answers.faults.len(), 1);
    }
}
