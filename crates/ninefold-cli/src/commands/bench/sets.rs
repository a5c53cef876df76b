//! The puzzles to measure on: files, generated sets, or the built-in collections.

use std::ffi::OsString;
use std::io;
use std::sync::Mutex;

use ninefold::Puzzle;
use ninefold::format::{self, ReadOptions};
use ninefold::random::{Draw, Random};

use super::Bench;
use super::contestant::{Lineup, Question};
use super::disguise::disguise;
use super::made::{HOW_MANY, Recipe};
use crate::args::{InputOptions, Lone, ThreadOptions};
use crate::exit::{Exit, Failure};
use crate::output::Look;
use crate::search::Verdict;
use crate::stream::batch;
use crate::stream::item::Item;
use crate::stream::job::{Form, Job, Page};

/// The built-in collections, by name; `data/README.md` describes how they were made.
const BUILT_IN: [(&str, &str); 6] = [
    ("easy", include_str!("../../../data/bench/easy.txt")),
    ("everyday", include_str!("../../../data/bench/everyday.txt")),
    ("hard", include_str!("../../../data/bench/hard.txt")),
    ("many", include_str!("../../../data/bench/many.txt")),
    ("none", include_str!("../../../data/bench/none.txt")),
    ("16x16", include_str!("../../../data/bench/16x16.txt")),
];

/// The least number of classic puzzles for engines that solve many at once: if there are
/// fewer, each is taken again, in another disguise.
const ENOUGH_FOR_MANY: usize = 3000;

/// Puzzles by name, in disguise and in no order.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) questions: Vec<Question>,
}

/// The puzzles of one origin, and how reading them went.
pub(super) fn load(
    origin: &Origin<'_>,
    options: &Bench,
    seed: u64,
    look: Look,
) -> Result<(Set, Exit), Failure> {
    let sample = Sample::new(options.take.unwrap_or(5000) as usize, seed);
    let (name, sample, exit) = match origin {
        Origin::BuiltIn(name, text) => ((*name).to_owned(), built_in(text, sample), Exit::Yes),
        Origin::Given(file) => {
            let (sample, exit) = given(file, options, sample, look)?;
            (file.to_string_lossy().into_owned(), sample, exit)
        }
        Origin::Made(recipe) => {
            // In disguise from the start.
            let how_many = options.take.map_or(HOW_MANY, |take| take as usize);
            let puzzles = recipe.make(how_many, &mut Random::new(seed));
            let questions = puzzles.into_iter().map(Question::new).collect();
            let name = recipe.to_string();
            return Ok((Set { name, questions }, Exit::Yes));
        }
    };
    let Lineup(contestants) = &options.engines;
    let any_many = contestants.iter().any(|contestant| !contestant.is_single());
    let at_least = if any_many { ENOUGH_FOR_MANY } else { 0 };
    let questions = sample.disguised(at_least);
    Ok((Set { name, questions }, exit))
}

/// The origin of a set.
pub(super) enum Origin<'a> {
    BuiltIn(&'static str, &'static str),
    Given(&'a OsString),
    Made(&'a Recipe),
}

/// The files that were named and the sets to generate, or else all built-in collections.
pub(super) fn origins<'a>(files: &'a [OsString], sets: &'a [Recipe]) -> Vec<Origin<'a>> {
    if files.is_empty() && sets.is_empty() {
        return BUILT_IN
            .map(|(name, text)| Origin::BuiltIn(name, text))
            .into();
    }
    let given = files.iter().map(Origin::Given);
    given.chain(sets.iter().map(Origin::Made)).collect()
}

fn built_in(text: &str, mut sample: Sample) -> Sample {
    let reader = format::line_reader(text, &ReadOptions::default());
    let reader = reader.expect("our collections have one puzzle a line");
    for record in text.lines().filter_map(|line| reader.read(line)) {
        sample.add(&record.expect("our collections can be read").puzzle);
    }
    sample
}

/// Reads a file as the other commands do: in any format, with bad lines reported and skipped.
fn given(
    file: &OsString,
    options: &Bench,
    sample: Sample,
    look: Look,
) -> Result<(Sample, Exit), Failure> {
    let reading = InputOptions {
        inputs: vec![file.clone()],
        from: options.from.clone(),
        board: options.board.clone(),
        singletons: Lone::Auto,
        strict: false,
    };
    let collector = Collector(Mutex::new(sample));
    let one = ThreadOptions { threads: 1 };
    // The summary is about answers, and there are none yet.
    let silently = Look {
        quiet: true,
        ..look
    };
    let exit = batch::run(&collector, &reading, &one, silently)?;
    let Collector(sample) = collector;
    Ok((sample.into_inner().expect("no thread panicked"), exit))
}

/// Keeps puzzles as they are read.
struct Collector(Mutex<Sample>);

impl Job for Collector {
    fn answer(&self, item: &Item<'_>, _page: &mut Page<'_>) -> io::Result<Verdict> {
        let mut sample = self.0.lock().expect("no thread panicked");
        sample.add(&item.record.puzzle);
        Ok(Verdict::Converted)
    }

    fn form(&self) -> Form {
        Form::Text
    }

    /// One after another, so that the same file gives the same sample.
    fn is_long(&self) -> bool {
        true
    }
}

/// At most `most` puzzles, each of a file as likely as the others: files are often
/// sorted, and their beginning is not like the rest. (Algorithm R of A. Waterman.)
struct Sample {
    most: usize,
    seen: usize,
    kept: Vec<Puzzle>,
    random: Random,
}

impl Sample {
    fn new(most: usize, seed: u64) -> Sample {
        Sample {
            most,
            seen: 0,
            kept: Vec::new(),
            random: Random::new(seed),
        }
    }

    fn add(&mut self, puzzle: &Puzzle) {
        self.seen += 1;
        if self.kept.len() < self.most {
            self.kept.push(puzzle.clone());
        } else if let Some(place) = self.kept.get_mut(self.random.below(self.seen)) {
            *place = puzzle.clone();
        }
    }

    /// All of them in disguise; classic ones again and again, always in another, until
    /// there are `at_least` of them or no more may be taken.
    fn disguised(mut self, at_least: usize) -> Vec<Question> {
        self.random.shuffle(&mut self.kept);
        let is_classic = |puzzle: &Puzzle| puzzle.geometry().is_classic();
        let wanted = if self.kept.iter().all(is_classic) {
            at_least.min(self.most).max(self.kept.len())
        } else {
            self.kept.len()
        };
        let puzzles = self.kept.iter().cycle();
        puzzles
            .take(wanted)
            .map(|puzzle| Question::new(disguise(puzzle, &mut self.random)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use ninefold::engine::{Csp, Query};
    use ninefold::{Count, Geometry};

    use super::*;

    #[test]
    fn our_collections_are_what_they_say() {
        for (name, text) in BUILT_IN {
            let sample = built_in(text, Sample::new(usize::MAX, 0));
            assert!(sample.kept.len() >= 60, "{name}");
            for puzzle in sample.kept.iter().step_by(10) {
                let report = Query::new(puzzle).run(&Csp).expect("csp takes any board");
                let expected = match name {
                    "many" => Count::AtLeast(2),
                    "none" => Count::Exactly(0),
                    _ => Count::Exactly(1),
                };
                assert_eq!(report.count(), expected, "{name}: {puzzle}");
                let size = if name == "16x16" { 16 } else { 9 };
                assert_eq!(puzzle.geometry().size(), size);
                assert!(puzzle.conflicts().is_empty(), "{name}: {puzzle}");
            }
        }
    }

    #[test]
    fn a_sample_is_as_large_as_it_may_be_and_drawn_from_everywhere() {
        let geometry = Geometry::classic();
        let mut sample = Sample::new(10, 3);
        for cell in geometry.cells() {
            let mut puzzle = Puzzle::empty(geometry.clone());
            puzzle.set(cell, ninefold::Digit::new(1));
            sample.add(&puzzle);
        }
        assert_eq!(sample.kept.len(), 10);
        let is_late = |puzzle: &Puzzle| puzzle.givens()[40..].iter().any(Option::is_some);
        assert!(sample.kept.iter().any(is_late));
        assert_eq!(sample.disguised(3000).len(), 10, "no more may be taken");
    }
    #[test]
    fn few_classic_puzzles_are_taken_again_in_other_disguises() {
        let sample = |line: &str| {
            let mut sample = Sample::new(100, 3);
            sample.add(&line.parse().expect("a puzzle"));
            sample
        };
        let classic =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let lines = |at_least| -> Vec<String> {
            let questions = sample(classic).disguised(at_least);
            questions
                .iter()
                .map(|question| question.puzzle.to_string())
                .collect()
        };
        assert_eq!(lines(0).len(), 1);
        assert_eq!(lines(3000).len(), 100);
        let mut different = lines(50);
        different.sort();
        different.dedup();
        assert_eq!(different.len(), 50);
        assert_eq!(lines(50), lines(50), "the same seed, the same disguises");
        assert_eq!(sample("1234............").disguised(50).len(), 1);
        assert!(Sample::new(100, 3).disguised(50).is_empty());
    }
}
