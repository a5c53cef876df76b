//! `dedup`: each puzzle once, however it is written.
//!
//! The threads find the form of each puzzle, and write it in front of its line; the lines
//! come together in the order of the input, where the first of each form is printed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::Args;
use ninefold::canon::{self, NotCanonical};
use ninefold::{Alphabet, Transformation};
use ninefold_workbench::wire::TransformationObject;
use serde::Serialize;

use crate::args::{InputOptions, ThreadOptions};
use crate::exit::{Exit, Failure};
use crate::forms;
use crate::json::{self, Error};
use crate::output::{Look, grouped, many};
use crate::search::Verdict;
use crate::stream::answer::Head;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page, Short};

/// Print each puzzle once, up to symmetry
///
/// Of puzzles that are the same up to symmetry (see 'ninefold same') only the first is
/// printed; lines stay in their order and as they are. A puzzle whose form cannot be found
/// is kept and reported.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold dedup puzzles.txt > distinct.txt
  ninefold dedup --count puzzles.txt | sort -rn | head
  ninefold dedup --groups a.txt b.txt
  ninefold dedup --show-map puzzles.txt")]
pub(crate) struct Dedup {
    #[command(flatten)]
    reading: InputOptions,
    /// Print how often each puzzle occurs in front of it
    #[arg(long, group = "shape")]
    count: bool,
    /// Print where the puzzles stand that occur more than once, a line for each puzzle
    #[arg(long, group = "shape")]
    groups: bool,
    /// Like --groups, a line for each place, with the transformation of the first puzzle
    /// into the one that stands there
    #[arg(long, group = "shape")]
    show_map: bool,
    /// Compare whole forms instead of keys of 128 bits; takes five times the memory
    #[arg(long)]
    exact: bool,
    /// Print one JSON object per distinct puzzle, with the places of all the same
    #[arg(long, group = "shape")]
    json: bool,
    #[command(flatten)]
    threads: ThreadOptions,
}

impl Dedup {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let job = DedupJob {
            show: match (self.count, self.groups, self.show_map, self.json) {
                (true, ..) => Show::Counts,
                (_, true, ..) => Show::Groups,
                (_, _, true, _) => Show::Maps,
                (.., true) => Show::Json,
                _ => Show::Firsts,
            },
            exact: self.exact,
            seen: Mutex::default(),
            details: Mutex::default(),
        };
        batch::run(&job, &self.reading, &self.threads, look)
    }
}

/// What to print.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Show {
    Firsts,
    Counts,
    Groups,
    Maps,
    Json,
}

struct DedupJob {
    show: Show,
    exact: bool,
    seen: Mutex<Seen>,
    /// What is printed about a puzzle besides its line, by its number.
    details: Mutex<(u64, HashMap<u64, Detail>)>,
}

/// The puzzles so far.
#[derive(Default)]
struct Seen {
    keys: HashMap<u128, usize, BuildHasherDefault<LowBits>>,
    forms: HashMap<Box<[u8]>, usize>,
    n_distinct: usize,
    n_puzzles: u64,
    /// The distinct puzzles, unless they are printed at once.
    groups: Vec<Group>,
}

/// Puzzles that are the same.
struct Group {
    /// The line of the first.
    line: Box<[u8]>,
    count: u64,
    members: Vec<Detail>,
}

/// What is printed about a puzzle besides its line.
struct Detail {
    place: String,
    input: String,
    line: usize,
    puzzle: String,
    /// The object with the fields that every object begins with.
    head: String,
    errors: Vec<Error>,
    /// How it becomes its form.
    way: Option<Transformation>,
    alphabet: Alphabet,
}

/// What an object has after the fields that every object begins with.
#[derive(Serialize)]
struct DedupObject<'a> {
    count: u64,
    /// The others that are the same.
    same: Vec<SameObject<'a>>,
    errors: &'a [Error],
}

#[derive(Serialize)]
struct SameObject<'a> {
    input: &'a str,
    line: usize,
    puzzle: &'a str,
    /// How the first becomes this one.
    transformation: Option<TransformationObject>,
}

impl Job for DedupJob {
    fn answer(&self, item: &Item<'_>, page: &mut Page<'_>) -> io::Result<Verdict> {
        let puzzle = &item.record.puzzle;
        let needs_way = matches!(self.show, Show::Maps | Show::Json);
        let found = forms::with_canon(|canon| {
            if !needs_way {
                return Ok((Vec::new(), None));
            }
            let form = canon.minlex(puzzle)?;
            let text = form.puzzle().to_string().into_bytes();
            Ok((text, Some(form.transformation().clone())))
        });
        let found = match (found, forms::classic(puzzle)) {
            (Ok((_, None)), Some(board)) => match forms::telling(&board) {
                Some(form) => Ok((form.to_vec(), None)),
                None => Err(NotCanonical::TooManyStates),
            },
            (Ok((_, None)), None) => forms::with_canon(|canon| {
                let form = canon.minlex(puzzle)?;
                Ok((form.puzzle().to_string().into_bytes(), None))
            }),
            (found, _) => found,
        };
        let detail = match self.show {
            Show::Firsts | Show::Counts => 0,
            Show::Groups | Show::Maps | Show::Json => {
                let way = found.as_ref().map(|(_, way)| way.clone());
                self.add_detail(item, way)
            }
        };
        let line = match item.text {
            Some(line) => line.to_owned(),
            None => forms::written(puzzle, item.record),
        };
        let mut data = Vec::new();
        let verdict = match found {
            Ok((mut form, _)) => {
                if !puzzle.geometry().is_classic() {
                    // Another board is another puzzle.
                    let board = serde_json::to_vec(puzzle.geometry());
                    form.extend(board.expect("a board has string keys"));
                }
                self.frame(&form, detail, line.as_bytes(), &mut data);
                Verdict::Canonical
            }
            Err(why) => {
                page.talk += &format!("{}: {why}; kept\n", item.place());
                frame(&[], detail, line.as_bytes(), &mut data);
                Verdict::Refused
            }
        };
        page.data.write_all(&data)?;
        Ok(verdict)
    }

    fn form(&self) -> Form {
        match self.show {
            Show::Firsts => Form::Kept,
            _ => Form::Text,
        }
    }

    fn column(&self) -> Option<&'static str> {
        None
    }

    fn short(&self) -> Option<Short> {
        let is_short = matches!(self.show, Show::Firsts | Show::Counts);
        is_short.then_some(Short::By(if self.exact {
            |line, solution, data| frame(&form(line, solution), 0, line, data)
        } else {
            |line, solution, data| {
                let key = canon::key(&form(line, solution));
                frame(&key.to_le_bytes(), 0, line, data);
            }
        }))
    }

    fn print(&self, data: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let mut seen = lock(&self.seen);
        let mut rest = data;
        while let Some((frame, others)) = Frame::read(rest) {
            rest = others;
            seen.n_puzzles += 1;
            let (number, is_new) = seen.number(frame.id, self.exact);
            if self.show == Show::Firsts {
                if is_new {
                    out.write_all(frame.line)?;
                    out.write_all(b"\n")?;
                }
                continue;
            }
            if is_new {
                seen.groups.push(Group {
                    line: frame.line.into(),
                    count: 0,
                    members: Vec::new(),
                });
            }
            let detail = lock(&self.details).1.remove(&frame.detail);
            let group = &mut seen.groups[number];
            group.count += 1;
            group.members.extend(detail);
        }
        Ok(())
    }

    fn finish(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let seen = lock(&self.seen);
        for group in &seen.groups {
            match self.show {
                Show::Firsts => {}
                Show::Counts => {
                    write!(out, "{}\t", group.count)?;
                    out.write_all(&group.line)?;
                    writeln!(out)?;
                }
                Show::Json => out.write_all(group.object().as_bytes())?,
                Show::Groups | Show::Maps if group.count < 2 => {}
                Show::Groups => {
                    let places: Vec<&str> = group
                        .members
                        .iter()
                        .map(|member| member.place.as_str())
                        .collect();
                    writeln!(out, "{}", places.join(" "))?;
                }
                Show::Maps => {
                    for (first, other) in group.pairs() {
                        let way = way_between(first, other);
                        let words = way.map(|way| way.in_words(first.alphabet));
                        let words = words.unwrap_or_default();
                        writeln!(out, "{}\t{}\t{words}", first.place, other.place)?;
                    }
                }
            }
        }
        Ok(Exit::Yes)
    }

    fn summary(&self) -> Option<String> {
        let seen = lock(&self.seen);
        let puzzles = many(seen.n_puzzles, "puzzle", "puzzles");
        Some(format!(
            "{puzzles}: {} distinct",
            grouped(seen.n_distinct as u64)
        ))
    }

    fn verdicts(&self) -> &'static [Verdict] {
        &[Verdict::Canonical]
    }
}

impl DedupJob {
    /// Writes the form, or its key, in front of a line.
    fn frame(&self, form: &[u8], detail: u64, line: &[u8], data: &mut Vec<u8>) {
        if self.exact {
            frame(form, detail, line, data);
        } else {
            frame(&canon::key(form).to_le_bytes(), detail, line, data);
        }
    }

    fn add_detail(
        &self,
        item: &Item<'_>,
        way: Result<Option<Transformation>, &NotCanonical>,
    ) -> u64 {
        let (verdict, errors) = match way {
            Ok(_) => (Verdict::Canonical, Vec::new()),
            Err(why) => (Verdict::Refused, vec![Error::of_message(why.to_string())]),
        };
        let detail = Detail {
            place: item.place(),
            input: item.source.name.clone(),
            line: item.line,
            puzzle: forms::written(&item.record.puzzle, item.record),
            head: json::line(&Head::of(item, verdict.word())),
            errors,
            way: way.ok().flatten(),
            alphabet: item.record.alphabet,
        };
        let (last, details) = &mut *lock(&self.details);
        *last += 1;
        details.insert(*last, detail);
        *last
    }
}

/// The solution form of the puzzle that a line begins with.
fn form(line: &[u8], solution: &[u8; 81]) -> [u8; 81] {
    let puzzle = line
        .first_chunk()
        .expect("a short answer is to a classic board");
    let form = forms::with_canon(|canon| canon.solution9(puzzle, solution));
    form.expect("the solution is that of the puzzle")
}

impl Seen {
    /// The number of a puzzle, and whether it is new. One without a form always is.
    fn number(&mut self, id: &[u8], exact: bool) -> (usize, bool) {
        let new = self.n_distinct;
        let number = if id.is_empty() {
            new
        } else if exact {
            match self.forms.get(id) {
                Some(&number) => number,
                None => *self.forms.entry(id.into()).or_insert(new),
            }
        } else {
            let key = id
                .first_chunk()
                .map_or(0, |bytes| u128::from_le_bytes(*bytes));
            match self.keys.entry(key) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(vacant) => *vacant.insert(new),
            }
        };
        self.n_distinct += usize::from(number == new);
        (number, number == new)
    }
}

impl Group {
    /// The first, with each of the others.
    fn pairs(&self) -> impl Iterator<Item = (&Detail, &Detail)> {
        let (first, others) = match self.members.split_first() {
            Some((first, others)) => (Some(first), others),
            None => (None, &[] as &[Detail]),
        };
        others.iter().filter_map(move |other| Some((first?, other)))
    }

    /// The object of the first, with the others.
    fn object(&self) -> String {
        let same = self.pairs().map(|(first, other)| SameObject {
            input: &other.input,
            line: other.line,
            puzzle: &other.puzzle,
            transformation: way_between(first, other)
                .map(|way| TransformationObject::new(&way, first.alphabet)),
        });
        let object = json::line(&DedupObject {
            count: self.count,
            same: same.collect(),
            errors: self.members.first().map_or(&[], |first| &first.errors),
        });
        match self.members.first() {
            // One object of two: the brace between them becomes a comma.
            Some(first) => {
                let head = first.head.trim_end();
                let head = head.strip_suffix('}').unwrap_or(head);
                format!("{head},{}", &object[1..])
            }
            None => object,
        }
    }
}

/// How one puzzle becomes another of the same form.
fn way_between(first: &Detail, other: &Detail) -> Option<Transformation> {
    let (to_form, from_form) = (first.way.as_ref()?, other.way.as_ref()?.inverse());
    to_form.then(&from_form).ok()
}

/// A line and what goes before it.
struct Frame<'a> {
    /// The form, or its key; empty if there is none.
    id: &'a [u8],
    detail: u64,
    line: &'a [u8],
}

/// Writes a frame: the lengths of both parts, the number of the detail, and the parts.
fn frame(id: &[u8], detail: u64, line: &[u8], data: &mut Vec<u8>) {
    for number in [id.len() as u64, line.len() as u64, detail] {
        data.extend_from_slice(&number.to_le_bytes());
    }
    data.extend_from_slice(id);
    data.extend_from_slice(line);
}

impl<'a> Frame<'a> {
    /// The first frame, and what comes after it; `None` at the end.
    fn read(data: &'a [u8]) -> Option<(Frame<'a>, &'a [u8])> {
        let (numbers, rest) = data.split_first_chunk::<24>()?;
        let (numbers, _) = numbers.as_chunks::<8>();
        let number = |k: usize| u64::from_le_bytes(numbers[k]);
        let (id, rest) = rest.split_at_checked(number(0) as usize)?;
        let (line, rest) = rest.split_at_checked(number(1) as usize)?;
        let detail = number(2);
        Some((Frame { id, detail, line }, rest))
    }
}

/// Keys are as good as random: their low bits are a hash.
#[derive(Default)]
struct LowBits(u64);

impl Hasher for LowBits {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
