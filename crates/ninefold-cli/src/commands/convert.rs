//! `convert`: the same puzzle in another format.

use std::io;

use ninefold::format::Writer;

use crate::args;
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::job::{Fault, Item, Job, Page};
use crate::json::{Answer, Error};
use crate::output::Look;
use crate::search::Verdict;

/// Runs the command.
pub(crate) fn run(options: args::Convert, look: Look) -> Result<Exit, Failure> {
    let job = Convert {
        to: options.target.to,
        json: options.json,
    };
    batch::run("convert", &job, &options.reading, &options.threads, look)
}

struct Convert {
    to: Writer,
    json: bool,
}

impl Job for Convert {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let written = self.to.write(item.record);
        let verdict = match &written {
            Ok(_) => Verdict::Converted,
            Err(_) => Verdict::Unreadable,
        };
        if let Err(error) = &written {
            page.talk += &format!("{}: {error}\n", item.place());
        }
        if self.json {
            let mut answer = Answer::of(item, verdict);
            match written {
                Ok(text) => answer.text = Some(text),
                Err(error) => answer.errors.push(Error::new(&error.to_string())),
            }
            answer.write(page.data)?;
        } else if let Ok(text) = written {
            paragraph(page.data, &text)?;
        } else if is_line(&self.to) {
            writeln!(page.data, "invalid")?;
        }
        Ok(verdict)
    }

    fn unreadable(&self, fault: &Fault<'_>) -> String {
        if self.json {
            return Answer::unreadable(fault);
        }
        match is_line(&self.to) {
            true => "invalid\n".to_owned(),
            // In other formats such a line would be taken for part of a puzzle.
            false => String::new(),
        }
    }

    fn verdicts(&self) -> &'static [Verdict] {
        &[Verdict::Converted]
    }

    fn preamble(&self) -> Option<&'static str> {
        self.to.format().preamble().filter(|_| !self.json)
    }
}

/// Whether it writes one puzzle a line with nothing around it, so that a word can stand
/// for a puzzle that is missing.
pub(super) fn is_line(writer: &Writer) -> bool {
    writer.format().name() == "line"
}

/// Writes a puzzle; one of several lines is set off by an empty one.
pub(super) fn paragraph(out: &mut dyn io::Write, text: &str) -> io::Result<()> {
    writeln!(out, "{text}")?;
    match text.contains('\n') && !text.ends_with('\n') {
        true => writeln!(out),
        false => Ok(()),
    }
}
