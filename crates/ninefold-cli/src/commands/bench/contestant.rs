//! The contestants. Most are engines, asked one puzzle at a time through the
//! library's ordinary interface. Others are interfaces of the library that lead more
//! directly to an engine; their names exist only here.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ninefold::engine::{Batch9, Engine, Observer, Puzzles, Query, Stop, solve_bytes};
use ninefold::{Digit, Puzzle};

use super::clock;
use crate::interrupt;
use crate::names;

/// The name of the direct interface to `fast9`.
const BYTES: &str = "fast9-bytes";

/// The name of the interface for many puzzles at once.
const MANY: &str = "batch9";

/// How many puzzles `batch9` gets between two looks at the clock.
const MANY_AT_ONCE: usize = 1 << 14;

/// How often a contestant is asked to go on between two looks at the clock.
const POLLS_PER_LOOK: u32 = 16;

/// An engine or an interface to measure.
#[derive(Clone)]
pub(super) enum Contestant {
    /// An engine as it was typed: from a `Puzzle` to a `Report`.
    Engine {
        name: String,
        engine: Arc<dyn Engine>,
    },
    /// `solve_bytes`: from 81 characters to 81 characters.
    Bytes,
    /// `Batch9`: the same for many puzzles at once.
    Many,
}

/// The contestants, in the order in which they are printed.
#[derive(Clone)]
pub(super) struct Lineup(pub(super) Vec<Contestant>);

/// Contestants, separated by commas. The direct interface of `fast9` is measured along with
/// it.
pub(super) fn lineup(text: &str) -> Result<Lineup, String> {
    let specs = names::specs(text);
    let wants_bytes = specs.iter().any(|spec| spec == BYTES);
    let mut lineup = Vec::new();
    for name in specs {
        match name.as_str() {
            BYTES => {
                lineup.push(Contestant::Bytes);
                continue;
            }
            MANY => {
                lineup.push(Contestant::Many);
                continue;
            }
            _ => {}
        }
        let engine = names::engine(&name)?;
        let is_fast9 = name == "fast9" && !wants_bytes;
        lineup.push(Contestant::Engine { name, engine });
        lineup.extend(is_fast9.then_some(Contestant::Bytes));
    }
    Ok(Lineup(lineup))
}

/// All that can be measured, by name.
pub(super) fn all() -> Vec<&'static str> {
    let mut names = names::all_engines();
    names.extend([BYTES, MANY]);
    names
}

/// A puzzle, ready for every contestant.
pub(super) struct Question {
    pub(super) puzzle: Puzzle,
    /// Its characters, if it is a classic one without marks.
    bytes: Option<[u8; 81]>,
}

impl Question {
    pub(super) fn new(puzzle: Puzzle) -> Question {
        let is_plain = puzzle.geometry().is_classic() && puzzle.marks().is_none();
        let line = puzzle.to_string();
        let bytes = line.as_bytes().try_into().ok().filter(|_| is_plain);
        Question { puzzle, bytes }
    }
}

/// The answer of a contestant to a question.
pub(super) struct Attempt {
    pub(super) solutions: u64,
    /// How often it guessed, if it counts that.
    pub(super) guesses: Option<u64>,
    /// The first solution.
    pub(super) solution: Option<Vec<Digit>>,
    /// Every solution shown obeys the rules.
    pub(super) is_sound: bool,
    /// Whether it was given up before it was complete.
    pub(super) is_given_up: bool,
}

impl Attempt {
    /// The answer of an interface of bytes: the number of solutions, and the first as
    /// characters.
    fn of_bytes(puzzle: &Puzzle, solutions: u64, solution: &[u8; 81]) -> Attempt {
        let digit = |byte: &u8| Digit::new(usize::from(byte.wrapping_sub(b'0')));
        let digits: Option<Vec<Digit>> = solution.iter().map(digit).collect();
        let solution = digits.filter(|_| solutions > 0);
        let is_solved = |digits: &Vec<Digit>| puzzle.is_solved_by(digits);
        Attempt {
            solutions,
            guesses: None,
            is_given_up: false,
            is_sound: solutions == 0 || solution.as_ref().is_some_and(is_solved),
            solution,
        }
    }
}

/// Work that was cut short.
#[derive(Debug)]
pub(super) struct Cut;

/// Looks at the clock and at Ctrl-C while a contestant works, but not so often that it
/// would be measured.
pub(super) struct Stopwatch {
    deadline: Option<Instant>,
    /// How much CPU time one puzzle may take, and when that is over for the one at hand.
    each: Option<Duration>,
    end_of_puzzle: Option<Duration>,
    polls: u32,
}

impl Stopwatch {
    pub(super) fn until(deadline: Option<Instant>) -> Stopwatch {
        Stopwatch {
            deadline,
            each: None,
            end_of_puzzle: None,
            polls: 0,
        }
    }

    /// The same, with a limit for each puzzle.
    pub(super) fn for_each(self, each: Option<Duration>) -> Stopwatch {
        Stopwatch { each, ..self }
    }

    /// A puzzle begins.
    fn begin(&mut self) {
        if let Some(each) = self.each {
            self.end_of_puzzle = clock::now().checked_add(each);
        }
    }

    /// Whether all is over, not just the puzzle at hand.
    fn is_all_over(&self) -> bool {
        interrupt::requested() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    fn is_over(&mut self) -> bool {
        self.polls = (self.polls + 1) % POLLS_PER_LOOK;
        let is_late = || self.end_of_puzzle.is_some_and(|end| clock::now() >= end);
        self.polls == 0 && (self.is_all_over() || is_late())
    }
}

impl Contestant {
    pub(super) fn name(&self) -> &str {
        match self {
            Contestant::Engine { name, .. } => name,
            Contestant::Bytes => BYTES,
            Contestant::Many => MANY,
        }
    }

    /// Whether it does one puzzle at a time, so that it makes sense to ask how long one
    /// takes.
    pub(super) fn is_single(&self) -> bool {
        match self {
            Contestant::Engine { .. } | Contestant::Bytes => true,
            Contestant::Many => false,
        }
    }

    /// Whether it takes all these questions, and if not, why not.
    pub(super) fn accepts(&self, questions: &[Question], limit: u64) -> Result<(), String> {
        if matches!(self, Contestant::Many) && limit > u64::from(u8::MAX) {
            return Err("counts up to 255 solutions at most".to_owned());
        }
        for question in questions {
            match self {
                Contestant::Engine { engine, .. } => engine
                    .accepts(&question.puzzle)
                    .map_err(|error| error.reason.to_owned())?,
                Contestant::Bytes | Contestant::Many => {
                    let plain = question.bytes.is_some();
                    plain
                        .then_some(())
                        .ok_or("takes only classic 9x9 boards without pencil marks")?;
                }
            }
        }
        Ok(())
    }

    /// The answers to the questions that it gets to, with every solution judged.
    pub(super) fn answers(
        &self,
        questions: &[Question],
        limit: u64,
        watch: &mut Stopwatch,
    ) -> Vec<Attempt> {
        let mut answers = Vec::new();
        match self {
            Contestant::Engine { engine, .. } => {
                for Question { puzzle, .. } in questions {
                    watch.begin();
                    let mut judge = Judge::new(watch, Some(puzzle));
                    let query = Query::new(puzzle).solutions(limit);
                    let report = query.watch(engine.as_ref(), &mut judge);
                    let Ok(report) = report else { break };
                    let is_given_up =
                        matches!(report.stop, Some(Stop::Cancelled | Stop::OutOfMemory));
                    if is_given_up && judge.watch.is_all_over() {
                        break;
                    }
                    answers.push(Attempt {
                        is_given_up,
                        solutions: report.stats.solutions,
                        guesses: Some(report.stats.guesses),
                        is_sound: judge.is_sound,
                        solution: judge.first,
                    });
                }
            }
            Contestant::Bytes => {
                for Question { puzzle, bytes } in questions {
                    let Some(bytes) = bytes.as_ref().filter(|_| !watch.is_over()) else {
                        break;
                    };
                    let mut solution = [0; 81];
                    let (solutions, guesses) = solve_bytes(bytes, limit, &mut solution);
                    answers.push(Attempt {
                        guesses: Some(guesses),
                        ..Attempt::of_bytes(puzzle, solutions, &solution)
                    });
                }
            }
            Contestant::Many => {
                // Cut short or not, those that it got to are answered.
                let _ = many(questions, limit, watch, |question, count, solution| {
                    let puzzle = &question.puzzle;
                    answers.push(Attempt::of_bytes(puzzle, u64::from(count), solution));
                });
            }
        }
        answers
    }

    /// Answers the questions at full speed, while the caller holds the stopwatch.
    pub(super) fn work(
        &self,
        questions: &[Question],
        limit: u64,
        watch: &mut Stopwatch,
    ) -> Result<(), Cut> {
        match self {
            Contestant::Engine { engine, .. } => {
                for question in questions {
                    watch.begin();
                    let mut keeper = Judge::new(watch, None);
                    let query = Query::new(&question.puzzle).solutions(limit);
                    let report = query.watch(engine.as_ref(), &mut keeper);
                    let was_cancelled = |stop| stop == Some(Stop::Cancelled);
                    if report.is_ok_and(|report| was_cancelled(black_box(report).stop))
                        && keeper.watch.is_all_over()
                    {
                        return Err(Cut);
                    }
                    black_box(keeper.first);
                }
            }
            Contestant::Many => many(questions, limit, watch, |_, count, solution| {
                black_box((count, solution));
            })?,
            Contestant::Bytes => {
                for bytes in questions
                    .iter()
                    .filter_map(|question| question.bytes.as_ref())
                {
                    let mut solution = [0; 81];
                    black_box(solve_bytes(black_box(bytes), limit, &mut solution));
                    black_box(solution);
                    if watch.is_over() {
                        return Err(Cut);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Puts the questions to `batch9`, [`MANY_AT_ONCE`] at a time.
fn many(
    questions: &[Question],
    limit: u64,
    watch: &mut Stopwatch,
    mut answer: impl FnMut(&Question, u8, &[u8; 81]),
) -> Result<(), Cut> {
    let limit = u8::try_from(limit).unwrap_or(u8::MAX);
    let mut batch = Batch9::new();
    for questions in questions.chunks(MANY_AT_ONCE) {
        // Now is always the time to look at the clock.
        watch.polls = POLLS_PER_LOOK - 1;
        if watch.is_over() {
            return Err(Cut);
        }
        let bytes = questions.iter().filter_map(|question| question.bytes);
        let puzzles: Vec<[u8; 81]> = bytes.collect();
        let mut solutions = vec![[0; 81]; puzzles.len()];
        let mut counts = vec![0; puzzles.len()];
        let lines = Puzzles::lines(puzzles.as_flattened(), 81);
        let solved = batch.solve(lines, limit, &mut solutions, &mut counts);
        solved.expect("each puzzle has room for its answer");
        for ((question, count), solution) in questions.iter().zip(counts).zip(&solutions) {
            answer(question, count, solution);
        }
    }
    Ok(())
}

/// Keeps the first solution, and holds all of them against the puzzle if it has one.
struct Judge<'a> {
    watch: &'a mut Stopwatch,
    puzzle: Option<&'a Puzzle>,
    first: Option<Vec<Digit>>,
    is_sound: bool,
}

impl<'a> Judge<'a> {
    fn new(watch: &'a mut Stopwatch, puzzle: Option<&'a Puzzle>) -> Judge<'a> {
        Judge {
            watch,
            puzzle,
            first: None,
            is_sound: true,
        }
    }
}

impl Observer for Judge<'_> {
    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        self.is_sound &= self.puzzle.is_none_or(|puzzle| puzzle.is_solved_by(digits));
        self.first.get_or_insert_with(|| digits.to_vec());
        ControlFlow::Continue(())
    }

    fn should_stop(&mut self) -> bool {
        self.watch.is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let Lineup(lineup) = lineup(text).unwrap_or(Lineup(Vec::new()));
        lineup
            .iter()
            .map(|contestant| contestant.name().to_owned())
            .collect()
    }

    #[test]
    fn fast9_brings_its_direct_interface_along() {
        assert_eq!(names("csp,fast9"), ["csp", "fast9", "fast9-bytes"]);
        assert_eq!(names("fast9-bytes,fast9"), ["fast9-bytes", "fast9"]);
        assert_eq!(names("fast9:lanes=sse2"), ["fast9:lanes=sse2"]);
        assert_eq!(names("batch9"), ["batch9"]);
        assert!(lineup("csp,").is_err());
        assert!(lineup("cps").is_err());
    }

    #[test]
    fn all_contestants_give_the_same_answers() {
        let Ok(Lineup(lineup)) = lineup("csp,fast9,batch9") else {
            panic!("these engines exist");
        };
        let lines = [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8...9",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..77",
        ];
        let questions = lines.map(|line| Question::new(line.parse().expect("a puzzle")));
        for contestant in lineup {
            assert_eq!(contestant.accepts(&questions, 2), Ok(()));
            let answers = contestant.answers(&questions, 2, &mut Stopwatch::until(None));
            let counts: Vec<u64> = answers.iter().map(|answer| answer.solutions).collect();
            assert_eq!(counts, [1, 2, 0], "{}", contestant.name());
            assert!(answers.iter().all(|answer| answer.is_sound));
        }
    }

    #[test]
    fn time_that_another_thread_takes_is_not_counted_for_a_puzzle() {
        let mut watch = Stopwatch::until(None).for_each(Some(Duration::from_millis(50)));
        watch.begin();
        std::thread::sleep(Duration::from_millis(100));
        let polls = (0..2 * POLLS_PER_LOOK).map(|_| watch.is_over());
        assert!(!polls.into_iter().any(|is_over| is_over));
    }

    #[test]
    fn work_ends_when_time_is_up() {
        let empty: Puzzle = ".".repeat(81).parse().expect("a puzzle");
        let questions: Vec<Question> = (0..64).map(|_| Question::new(empty.clone())).collect();
        let Ok(Lineup(lineup)) = lineup("iterative,fast9,batch9") else {
            panic!("these engines exist");
        };
        for contestant in lineup {
            let past = Some(Instant::now());
            assert!(
                contestant
                    .work(&questions, 2, &mut Stopwatch::until(past))
                    .is_err()
            );
            let answers = contestant.answers(&questions, 2, &mut Stopwatch::until(past));
            assert!(answers.len() < questions.len(), "{}", contestant.name());
        }
    }
}
