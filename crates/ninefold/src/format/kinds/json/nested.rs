//! Puzzles inside an object that is none itself: a page's data, the answer of a service.
//!
//! ```text
//!  {"displayDate": …, "easy": {"puzzle_data": {"puzzle": […], "solution": […]}}, …}
//!  {"newboard": {"grids": [{"value": [[…], …], "solution": …, "difficulty": "Medium"}]}}
//!  {"easy": ["53..7…", …], "hard": […]}      {"quizzes": […], "solutions": […]}
//! ```
//!
//! Keys above a puzzle describe it, and the first key on the way to it is its title, unless it
//! has one.

use super::object::Shape;
use super::{Kind, Reader};
use crate::format::parts::labels;
use crate::format::{Meta, ParseError, Record, rest};
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
        let is_other = |item: &&'a str| Kind::of(item) == Kind::Object && !self.is_record(item);
        let holds_others = || self.items(raw).first().is_some_and(is_other);
        let is_searched = match Kind::of(raw) {
            Kind::Object => !self.is_record(raw),
            Kind::Array => holds_others() && self.board_in(raw).is_none(),
            Kind::String | Kind::Other => false,
        };
        if is_searched {
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
        if let Some(mut record) = self.bare_board(raw) {
            record.meta = above.meta.clone();
            return rest::add(found, record);
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
            if labels::is_solution(key) || Kind::of(value) == Kind::Other {
                continue;
            }
            let mut below = here.clone();
            below.meta.title.get_or_insert(key.clone());
            self.search(value, &below, found);
        }
    }

    /// A board under a key that says nothing about it: one that is large enough and has no
    /// clashes, for many lists of numbers are no boards.
    fn bare_board(&self, raw: &'a str) -> Option<Record> {
        const SMALLEST: usize = 6;
        let cells = self.board_in(raw).filter(|cells| cells.size >= SMALLEST)?;
        let record = self.finish(raw, &cells, Shape::default()).ok()?;
        record.puzzle.conflicts().is_empty().then_some(record)
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
