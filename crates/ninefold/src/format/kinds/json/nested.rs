//! Puzzles inside an object that is none itself: a page's data, the answer of a service.
//!
//! ```text
//!  {"displayDate": …, "easy": {"puzzle_data": {"puzzle": […], "solution": […]}}, …}
//!  {"newboard": {"grids": [{"value": [[…], …], "solution": …, "difficulty": "Medium"}]}}
//! ```
//!
//! What is said above a puzzle is said about it, and the first key on the way to it is its
//! title, unless it has one.

use super::{Kind, Reader};
use crate::format::{Meta, ParseError, Record};
use crate::sort;

/// Nothing that holds puzzles is nested deeper.
const DEEPEST: usize = 6;

/// What is known on the way to a puzzle.
#[derive(Clone, Default)]
struct Above {
    meta: Meta,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// The puzzles somewhere inside an object; none if it is one itself.
    pub(super) fn nested(&self, raw: &'a str) -> Vec<Result<Record, ParseError>> {
        let mut records = Vec::new();
        if Kind::of(raw) == Kind::Object && !self.is_record(raw) {
            self.search(raw, &Above::default(), &mut records);
        }
        // In the order of the text, not of the keys.
        sort::by_key(&mut records, |read| match read {
            Ok(record) => record.span.start,
            Err(error) => error.span.start,
        });
        records
    }

    fn search(&self, raw: &'a str, above: &Above, found: &mut Vec<Result<Record, ParseError>>) {
        if Kind::of(raw) == Kind::Object && self.is_record(raw) {
            found.push(self.record(raw).map(|mut record| {
                let meta = std::mem::take(&mut record.meta);
                record.meta = below(meta, &above.meta);
                record
            }));
            return;
        }
        if above.depth == DEEPEST {
            return;
        }
        let mut here = above.clone();
        here.depth += 1;
        for item in self.items(raw) {
            self.search(item, &here, found);
        }
        let members = self.members(raw);
        if let Err(error) = self.refuse_rules(&members, |_, _| false) {
            return found.push(Err(error));
        }
        self.meta(&mut here.meta, &members);
        for (key, &value) in &members {
            let mut below = here.clone();
            if matches!(Kind::of(value), Kind::Object) {
                below.meta.title.get_or_insert(key.clone());
            }
            if matches!(Kind::of(value), Kind::Object | Kind::Array) {
                self.search(value, &below, found);
            }
        }
    }
}

/// What a puzzle says, and what is said above it where it says nothing.
fn below(meta: Meta, above: &Meta) -> Meta {
    let or = |own: Option<String>, above: &Option<String>| own.or_else(|| above.clone());
    Meta {
        id: or(meta.id, &above.id),
        title: or(meta.title, &above.title),
        author: or(meta.author, &above.author),
        description: or(meta.description, &above.description),
        comment: or(meta.comment, &above.comment),
        date: or(meta.date, &above.date),
        source: or(meta.source, &above.source),
        level: or(meta.level, &above.level),
        rating: or(meta.rating, &above.rating),
        url: or(meta.url, &above.url),
    }
}
