//! What the npm package asks besides the page's questions: one puzzle, as a text in any format, or a wish
//! for puzzles; and the objects that the program prints with `--json` come out.
//!
//! ```text
//!   {"op":"npm:hint","ask":{"puzzle":"53..7…","without":["x-wing"]}} ──▶ {"value":{…}}
//!                                                                   or {"error":{…}}
//! ```

use std::num::NonZeroU64;
use std::ops::RangeInclusive;

use ninefold::canon::FormFinder;
use ninefold::doctor::{Doctor, Status};
use ninefold::engine::{self, Engine, Observer, Unsupported};
use ninefold::format::{self, Record};
use ninefold::generate::{Difficulty, Generator, Symmetry, Wish, Workspace};
use ninefold::inspect::{self, Limits};
use ninefold::logic::{self, Level, Plan, Reply, Step, Technique, Walk};
use ninefold::rate::hodoku::Tally;
use ninefold::rate::{self, Unrated, Value};
use ninefold::{Alphabet, Board, Geometry, ParseError, Puzzle, Query, Report};
use ninefold_workbench::moves;
use ninefold_workbench::session::{self, Uniqueness};
use ninefold_workbench::wire::{
    AnswerObject, ByName, CardObject, DiagnosisObject, LARGEST, MadeObject, Names, ProblemObject,
    RatingObject, StepObject, WhyObject, unusual_board,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::reading::too_large;
use crate::steps::Start;
use crate::verdict::conflicts;
use crate::{Host, json, since};

/// What is asked as JSON, and the answer.
pub(crate) type Operation = fn(&str, &dyn Host) -> Result<Box<RawValue>, Trouble>;

/// Every function of the package that asks the library. To add one: a line here, and a function in
/// `npm/src/index.ts`.
static OPERATIONS: &[(&str, Operation)] = &[
    ("solve", |ask, host| solve(&settings(ask)?, host)),
    ("count", |ask, host| count(&settings(ask)?, host)),
    ("hint", |ask, _| hint(&settings(ask)?)),
    ("explain", |ask, _| explain(&settings(ask)?)),
    ("why", |ask, _| why(&settings(ask)?)),
    ("rate", |ask, _| rate(&settings(ask)?)),
    ("doctor", |ask, _| diagnose(&settings(ask)?)),
    ("inspect", |ask, _| inspect(&settings(ask)?)),
    ("generate", |ask, _| generate(&settings(ask)?)),
];

/// The operation of a question: `npm:solve`.
pub(crate) fn find(op: &str) -> Option<Operation> {
    let name = op.strip_prefix("npm:")?;
    let row = OPERATIONS.iter().find(|(known, _)| *known == name);
    row.map(|(_, operation)| *operation)
}

/// What is sent back.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Value(Box<RawValue>),
    Error(Trouble),
}

impl Outcome {
    pub(crate) fn of(result: Result<Box<RawValue>, Trouble>) -> Outcome {
        result.map_or_else(Outcome::Error, Outcome::Value)
    }
}

/// Why there is no answer. In a box, since results are handed on many times and seldom are one.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct Trouble(Box<Details>);

/// What is wrong, where, and how to put it right.
#[derive(Serialize)]
struct Details {
    kind: Kind,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<ProblemObject<Names>>,
}

/// What is wrong.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// The text is no puzzle.
    Parse,
    /// The puzzle has no such answer.
    Answer,
    /// The settings make no sense.
    Usage,
}

impl Trouble {
    fn new(kind: Kind, message: impl Into<String>) -> Trouble {
        Trouble(Box::new(Details {
            kind,
            message: message.into(),
            line: None,
            column: None,
            expected: None,
            found: None,
            hint: None,
            problems: Vec::new(),
        }))
    }

    fn usage(message: impl Into<String>) -> Trouble {
        Trouble::new(Kind::Usage, message)
    }

    fn of_text(error: ParseError) -> Trouble {
        let mut trouble = Trouble::new(Kind::Parse, error.to_string());
        trouble.0.line = Some(error.line);
        trouble.0.column = Some(error.column);
        trouble.0.expected = Some(error.expected);
        trouble.0.found = Some(error.found.into());
        trouble.0.hint = error.hint;
        trouble
    }

    /// A position from which there is no way on.
    fn of_problems(problems: Vec<ProblemObject<Names>>) -> Trouble {
        let words: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let mut trouble = Trouble::new(Kind::Answer, words.join("; "));
        trouble.0.problems = problems;
        trouble
    }

    fn hinting(mut self, hint: &str) -> Trouble {
        self.0.hint = Some(hint.to_owned());
        self
    }
}

/// The settings of a question, or what is wrong with them.
fn settings<'a, T: Deserialize<'a>>(ask: &'a str) -> Result<T, Trouble> {
    serde_json::from_str(ask).map_err(|error| {
        // Where in the JSON it is, is of no use to someone who wrote none.
        let message = error.to_string();
        let plain = message.rsplit_once(" at line ").map(|(plain, _)| plain);
        Trouble::usage(plain.unwrap_or(&message))
    })
}

/// The one puzzle of a text.
fn record(text: &str) -> Result<Record, Trouble> {
    read(text).map_err(Trouble::of_text)
}

/// The one puzzle of a text, or why there is none.
fn read(text: &str) -> Result<Record, ParseError> {
    let record = format::parse_record(text).map_err(|mut error| {
        // The library's advice is for those who write Rust.
        if error.expected == "one puzzle" {
            error.hint = Some("ask about one puzzle at a time; solveMany takes many".to_owned());
        }
        error
    })?;
    if record.puzzle.geometry().size() > LARGEST {
        return Err(too_large(&record, "line", text));
    }
    Ok(record)
}

/// What every object about a puzzle begins with.
#[derive(Serialize)]
struct Head {
    /// The board, unless it is the usual one of its size.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    puzzle: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

impl Head {
    fn of(record: &Record) -> Head {
        let givens = record.puzzle.givens().iter().copied();
        Head {
            board: unusual_board(record.puzzle.geometry()),
            puzzle: record.alphabet.line(givens, '.'),
            warnings: record.warnings.clone(),
        }
    }
}

/// A puzzle and the answer of a search.
#[derive(Serialize)]
struct Answered {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    found: AnswerObject<Names>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Solve {
    puzzle: String,
    engine: Option<String>,
}

fn solve(ask: &Solve, host: &dyn Host) -> Result<Box<RawValue>, Trouble> {
    let record = record(&ask.puzzle)?;
    let head = Head::of(&record);
    let found = match clashing(&record) {
        Some(found) => found,
        None => {
            let run = |engine: &dyn Engine| Query::new(&record.puzzle).run(engine);
            let (report, found) = search(ask.engine.as_deref(), host, run)?;
            let mut found = found.with_grids(&report.grids, record.alphabet);
            if found.status == "none" {
                found.errors = missing_marks(&record.puzzle);
            }
            found
        }
    };
    Ok(json(&Answered { head, found }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    puzzle: String,
    engine: Option<String>,
    limit: Option<NonZeroU64>,
}

/// Keeps no solutions.
struct Counting;

impl Observer for Counting {}

fn count(ask: &Count, host: &dyn Host) -> Result<Box<RawValue>, Trouble> {
    let record = record(&ask.puzzle)?;
    let head = Head::of(&record);
    let limit = ask.limit.map_or(u64::MAX, NonZeroU64::get);
    let (count, exact, mut found) = match clashing(&record) {
        Some(found) => (0, true, found),
        None => {
            // A search for fewer than two has no verdict.
            let query = Query::new(&record.puzzle).solutions(limit.max(2));
            let run = |engine: &dyn Engine| query.watch(engine, &mut Counting);
            let (report, found) = search(ask.engine.as_deref(), host, run)?;
            let all = report.stats.solutions;
            let exact = report.stop.is_none() && all <= limit;
            (all.min(limit), exact, found)
        }
    };
    (found.count, found.exact) = (Some(count), Some(exact));
    Ok(json(&Answered { head, found }))
}

/// The answer to a puzzle whose givens clash.
fn clashing(record: &Record) -> Option<AnswerObject<Names>> {
    let clashes = record.puzzle.conflicts();
    (!clashes.is_empty()).then(|| AnswerObject::invalid(conflicts(record, clashes)))
}

/// A search with an engine by its name.
fn search(
    engine: Option<&str>,
    host: &dyn Host,
    run: impl FnOnce(&dyn Engine) -> Result<Report, Unsupported>,
) -> Result<(Report, AnswerObject<Names>), Trouble> {
    let engine = engine::find(engine.unwrap_or("auto"));
    let engine = engine.map_err(|error| Trouble::usage(error.to_string()))?;
    let start = host.now();
    let report = run(engine.as_ref());
    let report = report.map_err(|error| Trouble::new(Kind::Answer, error.to_string()))?;
    let status = match (report.stats.solutions, report.stop) {
        (0, None) => "none",
        (1, None) => "unique",
        (2.., _) => "multiple",
        _ => "timeout",
    };
    let found = AnswerObject::new(status).by(&report, since(start, host));
    Ok((report, found))
}

/// The pencil marks that a puzzle without solution lacks, although its givens prove them.
fn missing_marks(puzzle: &Puzzle) -> Vec<ProblemObject<Names>> {
    let geometry = puzzle.geometry();
    let missing = logic::missing_marks(puzzle).into_iter();
    let problem = missing.map(|mistake| {
        let message = mistake.reveal(geometry).to_string();
        ProblemObject::in_cells(message, geometry, &[mistake.cell()])
    });
    problem.collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Logic {
    puzzle: String,
    #[serde(default)]
    without: Vec<String>,
}

/// The way on from the position of a text, or what has to be put right first.
fn walk(ask: &Logic) -> Result<(Record, Walk), Trouble> {
    let start = Start::<Names>::of(record(&ask.puzzle)?, Plan::usual(), &ask.without);
    let start = start.map_err(Trouble::usage)?;
    let walk = start.walk.map_err(Trouble::of_problems)?;
    Ok((start.record, walk))
}

/// The verdict on a way, and the way.
#[derive(Serialize)]
struct Way<T> {
    #[serde(flatten)]
    head: Head,
    status: &'static str,
    #[serde(flatten)]
    way: T,
    errors: [(); 0],
}

#[derive(Serialize)]
struct Hint {
    step: Option<StepObject<Names>>,
}

fn hint(ask: &Logic) -> Result<Box<RawValue>, Trouble> {
    let (record, mut walk) = walk(ask)?;
    let head = Head::of(&record);
    let step = walk.look();
    let status = match &step {
        Some(_) => "hint",
        None if walk.is_solved() => "solved",
        None => "stuck",
    };
    let step = step.as_ref().map(step_object);
    Ok(json(&Way {
        head,
        status,
        way: Hint { step },
        errors: [],
    }))
}

#[derive(Serialize)]
struct Path {
    kind: &'static str,
    start: Box<RawValue>,
    steps: Vec<StepObject<Names>>,
    level: &'static str,
    score: u32,
    hardest: Option<&'static str>,
    guesses: usize,
}

fn explain(ask: &Logic) -> Result<Box<RawValue>, Trouble> {
    let (record, mut walk) = walk(ask)?;
    let head = Head::of(&record);
    let start = position(&record.puzzle, walk.position().board());
    let (mut steps, mut tally) = (Vec::new(), Tally::default());
    while let Some(step) = walk.look() {
        steps.push(step_object(&step));
        tally.add(&step);
        walk.apply(&step);
    }
    let is_solved = walk.is_solved() && walk.guesses() == 0;
    let way = Path {
        kind: "path",
        start,
        steps,
        level: tally.level().name(),
        score: tally.score(),
        hardest: walk.hardest().map(|technique| technique.about().slug),
        guesses: walk.guesses(),
    };
    Ok(json(&Way {
        head,
        status: if is_solved { "solved" } else { "stuck" },
        way,
        errors: [],
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    puzzle: String,
    /// `r4c7=5`, or `r4c7<>5`.
    claim: String,
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    spoil: bool,
}

#[derive(Serialize)]
struct Why {
    why: WhyObject<Names>,
}

fn why(ask: &Ask) -> Result<Box<RawValue>, Trouble> {
    let record = record(&ask.puzzle)?;
    let moves = moves::read(&ask.claim).and_then(|moves| moves.on(record.puzzle.geometry()));
    let moves = moves.map_err(Trouble::usage)?;
    let [claim] = moves[..] else {
        let message = format!("expected one cell and one digit, found {}", moves.len());
        return Err(Trouble::usage(message));
    };
    let plan = Plan::usual().within(Level::Unfair);
    let start = Start::<Names>::of(record, plan.clone(), &ask.without).map_err(Trouble::usage)?;
    start.walk.map_err(Trouble::of_problems)?;
    let solutions = Uniqueness::from(ninefold::solve(start.session.puzzle()));
    let without = ask.without.iter().filter_map(|name| Technique::find(name));
    let plan = plan.without(&without.collect::<Vec<_>>());
    let mut explainer = start
        .session
        .why(plan, &solutions)
        .expect("there are no problems");
    let reply = explainer.ask(claim.candidate);
    let proofs = match &reply {
        Reply::Proved { proofs, .. } => proofs.iter().collect(),
        _ => Vec::new(),
    };
    let why = WhyObject::new(claim, &reply, &proofs, start.session.puzzle(), ask.spoil);
    Ok(json(&Way {
        head: Head::of(&start.record),
        status: why.status(),
        way: Why { why },
        errors: [],
    }))
}

fn step_object(step: &Step) -> StepObject<Names> {
    let size = step.board().geometry().size();
    StepObject::new(step, Alphabet::standard(size))
}

/// A position in our own JSON: the puzzle, the digits placed, and every mark.
fn position(puzzle: &Puzzle, board: &Board) -> Box<RawValue> {
    let writer = format::find("json").expect("json is a format");
    let record = Record::of_board(puzzle, board);
    let text = writer.write(&record).expect("json holds every position");
    RawValue::from_string(text).expect("json is JSON")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rate {
    puzzle: String,
    scale: Option<String>,
}

#[derive(Serialize)]
struct Rated {
    #[serde(flatten)]
    head: Head,
    status: &'static str,
    /// What players exchange, and the one number that stands for it.
    text: String,
    number: Option<f64>,
    ratings: ByName<RatingObject<InFull>>,
    errors: [(); 0],
}

/// A step with the board that it is on.
#[derive(Serialize)]
struct InFull {
    start: Box<RawValue>,
    step: StepObject<Names>,
}

fn rate(ask: &Rate) -> Result<Box<RawValue>, Trouble> {
    let record = record(&ask.puzzle)?;
    let name = ask.scale.as_deref().unwrap_or("hodoku");
    let scale = rate::find(name).ok_or_else(|| {
        let names: Vec<&str> = rate::SCALES.iter().map(|scale| scale.name()).collect();
        let names = names.join(", ");
        Trouble::usage(format!("expected a scale, one of {names}, found '{name}'"))
    })?;
    let none = |why: Unrated| Trouble::new(Kind::Answer, why.to_string());
    let rating = rate::rate(&record.puzzle, scale).map_err(none)?;
    let step = rating.hardest().and_then(|(at, _)| rating.step(at));
    let step = step.map(|step| InFull {
        start: position(&record.puzzle, step.board()),
        step: step_object(&step),
    });
    let number = rating.number().and_then(|number| match number {
        Value::Number(number) => Some(f64::from(number)),
        Value::Tenths(tenths) => Some(f64::from(tenths) / 10.0),
        _ => None,
    });
    let solutions = Uniqueness::from(ninefold::solve(&record.puzzle));
    Ok(json(&Rated {
        head: Head::of(&record),
        status: solutions.word(),
        text: rating.to_string(),
        number,
        ratings: ByName(vec![(
            scale.name(),
            RatingObject::new(scale, &rating, step),
        )]),
        errors: [],
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Diagnose {
    puzzle: String,
}

#[derive(Serialize)]
struct Diagnosed {
    /// Left out if the text is only almost a puzzle.
    #[serde(flatten)]
    head: Option<Head>,
    #[serde(flatten)]
    found: DiagnosisObject,
}

fn diagnose(ask: &Diagnose) -> Result<Box<RawValue>, Trouble> {
    let doctor = Doctor::new();
    let record = match read(&ask.puzzle) {
        Ok(record) => record,
        Err(error) => {
            let board = |size| Geometry::of_size(size).ok();
            let found = doctor.read(&ask.puzzle, &board);
            let found = found.filter(|found| !found.repairs.is_empty());
            let problem = ProblemObject::of_text(&error, error.line);
            let found = found.ok_or_else(|| Trouble::of_text(error))?;
            return Ok(json(&Diagnosed {
                head: None,
                found: DiagnosisObject::of_text(&found, problem),
            }));
        }
    };
    let found = doctor.examine(&record.puzzle);
    let mistakes = match found.status {
        Status::Proper => session::mistakes(&record),
        _ => Vec::new(),
    };
    Ok(json(&Diagnosed {
        head: Some(Head::of(&record)),
        found: DiagnosisObject::new(&found, &record, &mistakes),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Inspect {
    puzzle: String,
    #[serde(default)]
    seed: u64,
}

#[derive(Serialize)]
struct Inspected {
    #[serde(flatten)]
    head: Head,
    status: &'static str,
    /// Left out if givens clash.
    #[serde(flatten)]
    card: Option<CardObject>,
    errors: Vec<ProblemObject<Names>>,
}

fn inspect(ask: &Inspect) -> Result<Box<RawValue>, Trouble> {
    let record = record(&ask.puzzle)?;
    let puzzle = &record.puzzle;
    let clashes = puzzle.conflicts();
    if !clashes.is_empty() {
        return Ok(json(&Inspected {
            head: Head::of(&record),
            status: "invalid",
            card: None,
            errors: conflicts(&record, clashes),
        }));
    }
    let limits = Limits::of(puzzle.geometry());
    let card = inspect::card(puzzle, ask.seed, &mut FormFinder::new(), limits);
    let status = match card.counted() {
        (0, true) => "none",
        (1, true) => "unique",
        (0 | 1, false) => "timeout",
        _ => "multiple",
    };
    Ok(json(&Inspected {
        head: Head::of(&record),
        status,
        card: Some(CardObject::new(&card, puzzle, record.alphabet, ask.seed)),
        errors: Vec::new(),
    }))
}

/// The most puzzles of one question: all of them are in memory at once.
const MOST_PUZZLES: u64 = 100_000;

/// The largest board that puzzles are made on: larger ones take too long.
const LARGEST_MADE: usize = LARGEST;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    n: u64,
    seed: u64,
    #[serde(default)]
    start: u64,
    tries: Option<u64>,
    size: Option<usize>,
    clues: Option<Bounds<usize>>,
    minimal: Option<bool>,
    symmetry: Option<String>,
    level: Option<String>,
    score: Option<Bounds<u32>>,
    er: Option<Bounds<f64>>,
}

/// A number, or the least and the most.
#[derive(Clone, Copy, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number or a pair of the least and the most"
)]
enum Bounds<T> {
    One(T),
    Two(T, T),
}

impl<T: Copy> Bounds<T> {
    fn range<U>(self, map: impl Fn(T) -> U) -> RangeInclusive<U> {
        let (least, most) = match self {
            Bounds::One(one) => (one, one),
            Bounds::Two(least, most) => (least, most),
        };
        map(least)..=map(most)
    }
}

impl Order {
    fn wish(&self) -> Result<Wish, Trouble> {
        let size = self.size.unwrap_or(9);
        if !(2..=LARGEST_MADE).contains(&size) {
            let message = format!("expected a size from 2 to {LARGEST_MADE}, found {size}");
            return Err(Trouble::usage(message));
        }
        let geometry = Geometry::of_size(size);
        let geometry = geometry.map_err(|error| Trouble::usage(error.to_string()))?;
        let mut wish = Wish::new(geometry);
        if let Some(clues) = self.clues {
            wish = wish.clues(clues.range(|clues| clues));
        }
        if let Some(minimal) = self.minimal {
            wish = wish.minimal(minimal);
        }
        Ok(match self.symmetry.as_deref() {
            None => wish,
            Some("any") => wish.any_symmetry(),
            Some(name) => {
                let symmetry = Symmetry::find(name).ok_or_else(|| {
                    let names = Symmetry::ALL.map(Symmetry::name).join(", ");
                    let known = format!("expected a symmetry, one of {names}, any");
                    Trouble::usage(format!("{known}, found '{name}'"))
                })?;
                wish.symmetry(symmetry)
            }
        })
    }

    fn difficulty(&self) -> Result<Difficulty, Trouble> {
        let level = self.level.as_deref().map(|name| {
            let is_named = |level: &Level| level.name().eq_ignore_ascii_case(name);
            Level::ALL.into_iter().find(is_named).ok_or_else(|| {
                let names = Level::ALL.map(|level| level.name().to_ascii_lowercase());
                let known = names.join(", ");
                Trouble::usage(format!("expected a level, one of {known}, found '{name}'"))
            })
        });
        Ok(Difficulty {
            level: level.transpose()?,
            score: self.score.map(|score| score.range(|score| score)),
            er: self.er.map(|er| er.range(|er| (er * 10.0).round() as u32)),
            ..Difficulty::default()
        })
    }
}

/// The puzzles that the tries of a seed make, from `start` on, until there are `n`.
fn generate(order: &Order) -> Result<Box<RawValue>, Trouble> {
    if order.n > MOST_PUZZLES {
        let found = order.n;
        let message = format!("expected at most {MOST_PUZZLES} puzzles at a time, found {found}");
        return Err(Trouble::usage(message).hinting("go on with 'start', one above the last index"));
    }
    let (wish, difficulty) = (order.wish()?, order.difficulty()?);
    if let Some(refusal) = difficulty.refusal(&wish) {
        return Err(Trouble::usage(refusal.to_string()));
    }
    let generator = Generator::new(wish).map_err(|why| Trouble::usage(why.to_string()))?;
    let end = order
        .tries
        .map_or(u64::MAX, |tries| order.start.saturating_add(tries));
    let wanted = order.n as usize;
    let (mut next, mut workspace) = (order.start, Workspace::default());
    let mut found = Vec::new();
    // At first as many tries as there are puzzles to make, then more.
    let (mut size, most) = (order.n.max(1), generator.n_at_a_time() as u64);
    while found.len() < wanted && next < end {
        size = size.min(most).min(end - next);
        for made in generator.tries(order.seed, next..next + size, &mut workspace, &|| false) {
            let ratings = difficulty.judge(&made.puzzle, &|| false);
            if let Some(ratings) = ratings.filter(|_| found.len() < wanted) {
                let record = Record::new(made.puzzle.clone());
                found.push(MadeObject::new(&made, &record, order.seed, &ratings));
            }
        }
        next += size;
        size *= 2;
    }
    Ok(json(&found))
}
