//! `generate`: new puzzles.
//!
//! Tries are numbered, and each has a stream of random numbers of its own (see the library's
//! `generate`). Threads take blocks of tries; hits are written in the order of the tries, so a
//! seed gives the same bytes on any number of threads.
//!
//! Where hits are rare, most tries are made around earlier ones, the specimens. Tries come in
//! epochs for that: the specimens of an epoch are the last hits of those before it, whatever
//! the threads do. For a technique that is wanted, the puzzles of its drills are the first
//! specimens.

mod form;
mod hardest;

use std::cell::RefCell;
use std::collections::{HashSet, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use ninefold::canon;
use ninefold::format::{self, Writer};
use ninefold::generate::{
    self, Difficulty, Gem, Generator, Hardest, Impossible, Made, Ratings, Wish, Workspace,
};
use ninefold::geometry::Layout;
use ninefold::logic::{Level, Technique};
use ninefold::random::Random;
use ninefold::{Answer, BoxShape, Cell, Geometry, GeometryBuilder, Puzzle, Variant};

use self::form::Form;
use super::drill;
use crate::args::{
    Seed, ThreadOptions, boxes, duration, range, range_of_tenths, regions, seed, unshielded,
};
use crate::exit::{Exit, Failure, plain};
use crate::forms::with_canon;
use crate::interrupt;
use crate::names::{self, Lie};
use crate::output::hunt::Hunt;
use crate::output::{Look, Output, escaped, grouped, many};
use crate::stream::ahead::{Done, Results, Share, Wait, in_order};
use crate::stream::input::ARGUMENT;

/// Make new puzzles
///
/// Every puzzle has exactly one solution. Without further wishes it is minimal: no clue can be
/// taken away, or with a symmetry, none together with those that it is tied to. A seed gives
/// the same puzzles on every machine and with any number of threads.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold generate
  ninefold generate -n 1000 --seed 7 --symmetry half-turn > puzzles.txt
  ninefold generate -n 10 --level hard --clues 26..30 --json
  ninefold generate --first swordfish
  ninefold generate --pattern mask.txt --timeout 1m
  ninefold generate --size 6 -n 20
  ninefold generate --regions random --seed 3
  ninefold generate --hardest -n 10
  ninefold generate --around puzzle.txt --swap -1+1 -n 100")]
pub(crate) struct Generate {
    /// Make N puzzles
    #[arg(short, value_name = "N", default_value_t = 1)]
    n: u64,
    /// The seed that decides all puzzles: a number, or 'random' [default: random, and printed]
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<Seed>,
    /// Stop after this long: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    timeout: Option<Duration>,
    /// Print one JSON object per puzzle, with its solution and all that is known about it
    #[arg(long)]
    json: bool,
    /// The format to write [default: line; where that has no room for the board, jigsaw or json]
    #[arg(long, value_name = "FORMAT", value_parser = names::one_of(names::format, names::all_formats), hide_possible_values = true, conflicts_with = "json")]
    to: Option<Writer>,
    /// No two puzzles are the same up to turning, shuffling and relabelling
    ///
    /// That is the default where most puzzles are made from earlier ones, as for a rare technique.
    /// A small board runs out of them: add --timeout.
    #[arg(long)]
    unique_forms: bool,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    clues: ClueOptions,
    #[command(flatten)]
    difficulty: DifficultyOptions,
    #[command(flatten)]
    board: NewBoardOptions,
}

/// The board of the puzzles.
#[derive(Args)]
#[command(next_help_heading = "Board")]
struct NewBoardOptions {
    /// A board of N by N cells [default: 9, or as the boxes or regions have it]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=LARGEST_BOARD))]
    size: Option<u16>,
    /// Rows and columns of a box: 2x3; or 'none' for Latin squares
    #[arg(long = "box", value_name = "RxC", value_parser = boxes)]
    boxes: Option<Layout>,
    /// Jigsaw regions instead of boxes: a file with a map, or 'random', which the seed decides
    #[arg(long, value_name = "FILE", value_parser = regions_or_random, conflicts_with = "boxes", value_hint = clap::ValueHint::FilePath)]
    regions: Option<Regions>,
    #[arg(long = "variant", value_name = "NAME,…", value_parser = names::one_of(names::variant, names::all_variants), hide_possible_values = true, value_delimiter = ',', help = names::about_variants(), long_help = names::about_each_variant())]
    variants: Vec<Variant>,
}

/// Jigsaw regions.
#[derive(Clone)]
enum Regions {
    Map(Layout),
    Random,
}

/// A file with a map, or `random`.
fn regions_or_random(text: &str) -> Result<Regions, String> {
    match text {
        "random" => Ok(Regions::Random),
        file => regions(file).map(Regions::Map),
    }
}

/// Puzzles on larger boards take too long to make.
const LARGEST_BOARD: i64 = 25;

/// How often regions are drawn anew if no grid fits them.
const MOST_MAPS: u64 = 100;

/// Where the clues are, and how many.
#[derive(Args)]
#[command(next_help_heading = "Clues")]
struct ClueOptions {
    /// How the clues lie: none, half-turn, quarter-turn, vertical, horizontal, diagonal,
    /// anti-diagonal, two-mirrors, two-diagonals, full, or 'any' of those for each puzzle
    #[arg(long, value_name = "NAME", value_parser = names::one_of(names::symmetry, names::all_symmetries), hide_possible_values = true, default_value = "none", conflicts_with = "pattern")]
    symmetry: Lie,
    /// Clues in exactly these cells: a mask with an x for each, or any puzzle; or a file of it
    #[arg(long, value_name = "MASK")]
    pattern: Option<String>,
    /// The number of clues: 26, 24..28, ..30
    ///
    /// Clues are taken away until that number is left; the puzzle need not be minimal, unless
    /// --minimal is given too.
    #[arg(long, value_name = "A..B", value_parser = range)]
    clues: Option<RangeInclusive<u32>>,
    /// Every clue is needed [default, unless --clues or --pattern is given]
    #[arg(long, conflicts_with = "no_minimal")]
    minimal: bool,
    /// Clues may be superfluous; needs --clues or --pattern
    #[arg(long)]
    no_minimal: bool,
    /// How full grids are drawn
    #[arg(long, value_enum, value_name = "HOW", default_value_t = GridChoice::Fast)]
    grids: GridChoice,
    /// Minimal puzzles with a known bias, for statistics: --json gives each its weight
    ///
    /// The number of clues, and whatever else is counted, has an unbiased mean if each puzzle
    /// counts by its weight. It takes about 230,000 tries to make one.
    #[arg(long, conflicts_with_all = ["pattern", "no_minimal"])]
    unbiased: bool,
    /// Puzzles like this one, which is written out or in a file: see --swap
    #[arg(long, value_name = "PUZZLE", value_parser = unshielded(), conflicts_with_all = ["symmetry", "pattern", "clues", "no_minimal", "unbiased"])]
    around: Option<OsString>,
    /// How many clues of that puzzle go, and how many others come
    #[arg(long, value_name = "-N+M", value_parser = swap, default_value = "-1+1", allow_hyphen_values = true, requires = "around")]
    swap: Swap,
}

/// How many clues go, and come.
#[derive(Clone, Copy)]
struct Swap {
    less: usize,
    more: usize,
}

/// `-1+1`, `{-2+1}`.
fn swap(text: &str) -> Result<Swap, String> {
    let numbers = text.trim_matches(['{', '}']).strip_prefix('-');
    let numbers = numbers.and_then(|numbers| numbers.split_once('+'));
    let read = numbers.and_then(|(less, more)| Some((less.parse().ok()?, more.parse().ok()?)));
    let (less, more) = read.ok_or("expected how many clues go and come, such as -1+1")?;
    Ok(Swap { less, more })
}

/// How full grids are drawn.
#[derive(Clone, Copy, ValueEnum)]
enum GridChoice {
    /// As fast as possible; uniform on the classic board and on small ones
    Fast,
    /// All equally likely; refused where that cannot be had
    Uniform,
}

/// How hard the puzzles are.
#[derive(Args)]
#[command(next_help_heading = "Difficulty")]
struct DifficultyOptions {
    /// HoDoKu's level: easy, medium, hard, unfair, extreme
    #[arg(long, value_name = "LEVEL", value_parser = names::one_of(names::level, names::all_levels), hide_possible_values = true)]
    level: Option<Level>,
    /// HoDoKu's score: 500..800
    #[arg(long, value_name = "A..B", value_parser = range)]
    score: Option<RangeInclusive<u32>>,
    /// Sudoku Explainer's rating: 4.5..6.6
    #[arg(long, value_name = "A..B", value_parser = range_of_tenths)]
    er: Option<RangeInclusive<u32>>,
    /// Our own rating, of the scale look-ahead: 10..15
    #[arg(long, value_name = "A..B", value_parser = range_of_tenths)]
    look_ahead: Option<RangeInclusive<u32>>,
    /// The first digit is as hard to find as any (ER = EP)
    #[arg(long, conflicts_with = "diamond")]
    pearl: bool,
    /// The first step is as hard to find as any (ER = EP = ED)
    #[arg(long)]
    diamond: bool,
    /// The path that 'explain' takes has each of these techniques; see 'ninefold techniques'
    #[arg(long, value_name = "TECHNIQUE,…", value_delimiter = ',', value_parser = names::one_of(names::technique, names::all_techniques), hide_possible_values = true)]
    needs: Vec<Technique>,
    /// The path has none of these techniques
    #[arg(long, value_name = "TECHNIQUE,…", value_delimiter = ',', value_parser = names::one_of(names::technique, names::all_techniques), hide_possible_values = true)]
    without: Vec<Technique>,
    /// This technique is the first obstacle: easier steps lead to it
    #[arg(long, value_name = "TECHNIQUE", value_parser = names::one_of(names::technique, names::all_techniques), hide_possible_values = true)]
    first: Option<Technique>,
    /// The hardest that can be found in 262,144 tries, by the scale look-ahead
    ///
    /// The search takes a minute or so on one core, and prints nothing before it ends; --timeout
    /// and Ctrl-C print the hardest so far. Each try exchanges a few clues of one of the hardest
    /// so far, so the puzzles are relatives, but no isomorphs. Most are above 9 by Sudoku
    /// Explainer.
    #[arg(long, conflicts_with_all = ["level", "score", "er", "look_ahead", "pearl", "diamond", "needs", "without", "first", "symmetry", "pattern", "clues", "minimal", "no_minimal", "unbiased", "around"])]
    hardest: bool,
}

impl Generate {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        let deadline = self
            .timeout
            .and_then(|time| Instant::now().checked_add(time));
        let difficulty = self.difficulty.wish();
        let pool = self.threads.pool()?;
        let is_over =
            || interrupt::requested() || deadline.is_some_and(|end| Instant::now() >= end);
        // The seed decides random regions; otherwise it is drawn after all refusals.
        let chosen = self.seed.unwrap_or(Seed::Random);
        let mut drawn = None;
        let mut seed = || *drawn.get_or_insert_with(|| chosen.number(look));
        let mut maps = 0;
        let generator = loop {
            let geometry = self.board.geometry(&mut seed, maps)?;
            let wish = self.clues.wish(geometry)?;
            if let Some(refusal) = difficulty.refusal(&wish) {
                return Err(Failure::message(refusal.to_string()));
            }
            maps += 1;
            match Generator::new_until(wish, &is_over) {
                Ok(generator) => break generator,
                Err(Impossible::Stopped) if interrupt::requested() => {
                    return Err(Failure::Interrupted);
                }
                Err(Impossible::Stopped) => return Ok(Exit::Stopped),
                Err(Impossible::NoGrid) if self.board.is_random() && maps < MOST_MAPS => {}
                Err(refusal) => return Err(Failure::message(refusal.to_string())),
            }
        };
        let form = Form::new(self.json, self.to, look);
        if self.difficulty.hardest {
            let n = usize::try_from(self.n).ok().filter(|&n| n <= Hardest::MOST);
            let n = n.ok_or_else(|| {
                let most = grouped(Hardest::MOST as u64);
                Failure::message(format!(
                    "--hardest keeps {most} puzzles: expected a smaller -n"
                ))
            })?;
            let hardest = Hardest::new(generator, n);
            let hardest = hardest.map_err(|refusal| Failure::message(refusal.to_string()))?;
            return hardest::run(hardest, seed(), &pool, &form, look, &is_over);
        }
        let is_judged = difficulty.is_any_wish();
        let has_epochs = is_judged && generator.n_tries().is_none();
        let search = Search {
            seed: seed(),
            never_fails: generator.never_fails() && !is_judged && !self.unique_forms,
            has_epochs,
            generator,
            difficulty,
            wanted: self.n,
            deadline,
            hunt: Hunt::new(look, self.n),
            distinct: match (self.unique_forms, has_epochs) {
                (true, _) => Distinct::Forms,
                (false, true) => Distinct::FormsOrTexts,
                (false, false) => Distinct::Any,
            },
            form,
            idle: Mutex::default(),
        };
        search.run(&pool, look)
    }
}

impl NewBoardOptions {
    fn is_random(&self) -> bool {
        matches!(self.regions, Some(Regions::Random))
    }

    /// The board. Where regions are random, `draw` counts the maps that were drawn before.
    fn geometry(&self, seed: &mut dyn FnMut() -> u64, draw: u64) -> Result<Geometry, Failure> {
        let layout = match (&self.boxes, &self.regions) {
            (Some(layout), _) | (None, Some(Regions::Map(layout))) => Some(layout),
            _ => None,
        };
        let named = layout.and_then(Layout::size);
        let size = match (self.size.map(usize::from), named) {
            (Some(size), Some(other)) if size != other => {
                return Err(Failure::message(format!(
                    "the boxes or regions are for {other}x{other}, and the size is to be {size}"
                )));
            }
            (size, other) => size.or(other).unwrap_or(9),
        };
        let builder = Geometry::builder(size);
        let builder = match layout {
            Some(Layout::Boxes(boxes)) => builder.boxes(boxes.rows, boxes.columns),
            Some(Layout::Regions(map)) => builder.regions(map.iter().copied()),
            Some(Layout::NoBoxes) => builder.no_boxes(),
            None if self.is_random() => {
                // Puzzles use the streams from the other end.
                let mut random = Random::stream(seed(), u64::MAX - draw);
                builder.regions(generate::random_regions(size, &mut random))
            }
            None => match BoxShape::usual(size) {
                Some(boxes) => builder.boxes(boxes.rows, boxes.columns),
                None => builder.no_boxes(),
            },
        };
        let variants = self.variants.iter().copied();
        let board = variants.fold(builder, GeometryBuilder::variant).build();
        board.map_err(|error| Failure::message(error.to_string()))
    }
}

impl ClueOptions {
    fn wish(&self, geometry: Geometry) -> Result<Wish, Failure> {
        if self.no_minimal && self.clues.is_none() && self.pattern.is_none() {
            let advice = "--no-minimal needs to know when to stop: add --clues, such as 28..32";
            return Err(Failure::message(advice));
        }
        let mut wish = Wish::new(geometry.clone()).grids(match self.grids {
            GridChoice::Fast => generate::Grids::Fast,
            GridChoice::Uniform => generate::Grids::Uniform,
        });
        wish = match self.symmetry {
            Lie::With(symmetry) => wish.symmetry(symmetry),
            Lie::Any => wish.any_symmetry(),
        };
        if let Some(clues) = &self.clues {
            wish = wish.clues(*clues.start() as usize..=*clues.end() as usize);
        }
        if let Some(pattern) = &self.pattern {
            wish = wish.pattern(cells(pattern, &geometry)?);
        }
        if self.minimal || self.no_minimal || self.unbiased {
            wish = wish.minimal(!self.no_minimal);
        }
        if let Some(around) = &self.around {
            let (text, name) = written_or_in_file(&around.to_string_lossy())?;
            let puzzle = format::parse(&text)
                .map_err(|error| Failure::message(error.report(&name, &text).trim_end()))?;
            let Swap { less, more } = self.swap;
            wish = wish.around(&puzzle, less, more);
        }
        Ok(if self.unbiased { wish.unbiased() } else { wish })
    }
}

/// The cells of a pattern.
fn cells(pattern: &str, geometry: &Geometry) -> Result<Vec<Cell>, Failure> {
    let (text, name) = written_or_in_file(pattern)?;
    let cells = generate::marked_cells(&text, geometry);
    cells.map_err(|error| Failure::message(format!("{name}: {error}")))
}

/// The text of an argument, which may be the name of a file, and the name of its place.
fn written_or_in_file(argument: &str) -> Result<(String, String), Failure> {
    // The largest board, framed and with a word for each cell, is shorter.
    const LARGEST: u64 = 1 << 20;
    let path = Path::new(argument);
    if !path.is_file() {
        return Ok((argument.to_owned(), ARGUMENT.to_owned()));
    }
    let size = fs::metadata(path).map(|about| about.len());
    let text = match size {
        Ok(size) if size > LARGEST => Err("expected at most 1 MiB, found more".to_owned()),
        _ => fs::read(path).map_err(|error| plain(&error)),
    };
    let name = escaped(argument);
    match text {
        Ok(bytes) => Ok((String::from_utf8_lossy(&bytes).into_owned(), name)),
        Err(error) => Err(Failure::message(format!("{name}: {error}"))),
    }
}

impl DifficultyOptions {
    fn wish(&self) -> Difficulty {
        Difficulty {
            level: self.level,
            score: self.score.clone(),
            er: self.er.clone(),
            gem: match (self.pearl, self.diamond) {
                (_, true) => Some(Gem::Diamond),
                (true, _) => Some(Gem::Pearl),
                _ => None,
            },
            look_ahead: self.look_ahead.clone(),
            needs: self.needs.clone(),
            without: self.without.clone(),
            first: self.first,
        }
    }
}

/// A search for puzzles of a kind.
struct Search {
    seed: u64,
    generator: Generator,
    difficulty: Difficulty,
    /// Whether every try is a hit.
    never_fails: bool,
    /// Whether tries may be made around earlier hits.
    has_epochs: bool,
    distinct: Distinct,
    /// How many puzzles.
    wanted: u64,
    deadline: Option<Instant>,
    hunt: Hunt,
    form: Form,
    /// Idle workspaces for reuse.
    idle: Mutex<Vec<Workspace>>,
}

/// Which puzzles are left out because others have been printed.
#[derive(Clone, Copy)]
enum Distinct {
    /// None.
    Any,
    /// Isomorphs of those; where the form cannot be found, the same puzzle again.
    FormsOrTexts,
    /// Isomorphs of those.
    Forms,
}

/// Some tries in a row, and what they are made around.
struct Tries {
    range: Range<u64>,
    specimens: Arc<[Made]>,
}

impl Share for Tries {
    /// Blocks have the right size as they are.
    fn split(&mut self, _: usize) -> Option<Tries> {
        None
    }
}

/// A puzzle as it is printed, and the key that it has in common with its isomorphs.
struct Text {
    text: String,
    key: Option<u128>,
}

/// What comes out of a block of tries.
enum Found {
    /// A hit, as it is printed, or why it cannot be.
    Hit(Box<Made>, Result<Text, String>),
    /// All tries up to this one are done.
    DoneTo(u64),
    /// The rest was left out: nothing after it may be printed.
    Cut,
}

/// Why a search ended before its tries did.
enum Ended {
    Enough,
    Cut,
    Failed(Failure),
}

impl From<std::io::Error> for Ended {
    fn from(error: std::io::Error) -> Ended {
        Ended::Failed(error.into())
    }
}

impl Search {
    fn run(&self, pool: &rayon::ThreadPool, look: Look) -> Result<Exit, Failure> {
        let start = Instant::now();
        let mut output = Output::new(look);
        let course = RefCell::new(Course::new(self));
        let end = in_order(
            pool,
            |wait| {
                if self.is_over() {
                    return Ok(None);
                }
                Ok(course.borrow_mut().next(wait))
            },
            |block, results, is_dropped| {
                let stop = || self.is_over() || is_dropped.load(Ordering::Relaxed);
                self.work(&block, results, &stop)
            },
            |found| {
                let mut course = course.borrow_mut();
                match found {
                    Some(Found::Hit(made, text)) => {
                        let text = text.map_err(|error| Ended::Failed(Failure::Message(error)))?;
                        let Text { text, key } = text;
                        if !course.is_new(*made, key) {
                            return Ok(());
                        }
                        self.hunt.aside(|| output.data.write_all(text.as_bytes()))?;
                        if course.hits == self.wanted {
                            return Err(Ended::Enough);
                        }
                    }
                    Some(Found::DoneTo(end)) => course.tries = end,
                    Some(Found::Cut) => return Err(Ended::Cut),
                    None => {
                        self.hunt.aside(|| output.data.flush())?;
                        self.hunt.show(course.hits);
                    }
                }
                Ok(())
            },
        );
        if let Err(Ended::Failed(failure)) = end {
            return Err(failure);
        }
        self.hunt.aside(|| output.data.flush())?;
        let Course {
            hits, tries, end, ..
        } = course.into_inner();
        let is_all = tries == end;
        let is_short = hits < self.wanted && !is_all;
        if !look.quiet && (self.wanted > 1 || is_short || hits < self.wanted) {
            let (puzzles, tries) = (many(hits, "puzzle", "puzzles"), many(tries, "try", "tries"));
            let seconds = start.elapsed().as_secs_f64();
            let summary = format!("{puzzles} from {tries} in {seconds:.2} s");
            self.hunt.aside(|| {
                output.talk(&match (is_short, interrupt::requested()) {
                    (true, true) => format!("interrupted after {summary}"),
                    (true, false) => format!("stopped after {summary}"),
                    (false, _) if hits < self.wanted => format!("that is all: {summary}"),
                    (false, _) => summary,
                });
            });
        }
        Ok(match (is_short, interrupt::requested()) {
            // There are no others.
            (false, _) if hits < self.wanted => Exit::No,
            (false, _) => Exit::Yes,
            (true, true) => Exit::Interrupted,
            (true, false) => Exit::Stopped,
        })
    }

    fn is_over(&self) -> bool {
        interrupt::requested() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Puzzles that come with the program and whose paths have the techniques wanted.
    fn shipped(&self) -> VecDeque<Made> {
        let wanted = self.difficulty.needs.iter().chain(&self.difficulty.first);
        let wanted = wanted.filter(|_| self.generator.wish().geometry().is_classic());
        let puzzles = wanted.flat_map(|&technique| drill::puzzles(technique));
        let made = |puzzle| match ninefold::solve(&puzzle) {
            Answer::One(solution) => Some(Made {
                index: 0,
                puzzle,
                solution,
                symmetry: None,
                weight: None,
            }),
            _ => None,
        };
        puzzles.filter_map(made).take(Course::SPECIMENS).collect()
    }

    /// The ratings of a puzzle that is as hard as wished, as far as they are printed.
    fn judge(&self, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Option<Ratings> {
        if !self.difficulty.is_any_wish() {
            Some(Ratings::new())
        } else if self.form.shows_ratings() {
            self.difficulty.judge(puzzle, stop)
        } else {
            self.difficulty.fits(puzzle, stop).then(Ratings::new)
        }
    }

    fn work(
        &self,
        block: &Tries,
        results: &Results<Found>,
        stop: &dyn Fn() -> bool,
    ) -> Done<Tries> {
        let lock = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut workspace = lock().pop().unwrap_or_default();
        let Tries { range, specimens } = block;
        let tries = range.clone();
        let made = self
            .generator
            .tries_around(specimens, self.seed, tries, &mut workspace, stop);
        lock().push(workspace);
        let (mut weight, mut done) = (0, range.start);
        for made in made {
            let ratings = self.judge(&made.puzzle, stop);
            if stop() {
                break;
            }
            self.hunt.tried(made.index + 1 - done);
            done = made.index + 1;
            if let Some(ratings) = ratings {
                let text = self.text(&made, &ratings);
                weight += text.as_ref().map_or(0, |text| text.text.len());
                results.push(Found::Hit(Box::new(made), text));
            }
        }
        results.push(if stop() {
            Found::Cut
        } else {
            self.hunt.tried(range.end - done);
            Found::DoneTo(range.end)
        });
        Done {
            weight,
            rest: None,
            share: None,
        }
    }
}

impl Search {
    fn text(&self, made: &Made, ratings: &Ratings) -> Result<Text, String> {
        let by_form = || with_canon(|canon| made.key(canon));
        let by_text = |_| canon::key(made.puzzle.to_string().as_bytes());
        let key = match self.distinct {
            Distinct::Any => None,
            Distinct::FormsOrTexts => Some(by_form().unwrap_or_else(by_text)),
            Distinct::Forms => {
                let why = |why| format!("{why}; --unique-forms is not for this board");
                Some(by_form().map_err(why)?)
            }
        };
        let text = self.form.write(made, self.seed, ratings)?;
        Ok(Text { text, key })
    }
}

/// The tries that are next, and what came of those before.
struct Course {
    wanted: u64,
    /// The number of the next try, and of the last if every try is a hit.
    next: u64,
    end: u64,
    /// The tries of the next block, and of the largest.
    size: u64,
    most: u64,
    /// The tries and the hits so far, as far as they are printed.
    tries: u64,
    hits: u64,
    /// Whether tries may be made around earlier hits, the try that begins the next epoch then,
    /// and the last of these hits.
    has_epochs: bool,
    epoch: u64,
    recent: VecDeque<Made>,
    /// The specimens of this epoch.
    specimens: Arc<[Made]>,
    /// The keys of the puzzles so far: around specimens, one may come up twice.
    seen: HashSet<u128>,
}

impl Course {
    /// The number of tries between one choice of specimens and the next: at first, and later on.
    const FIRST_EPOCH: u64 = 256;
    const EPOCH: u64 = 2048;
    /// The number of specimens.
    const SPECIMENS: usize = 64;
    /// Hits are rare if there is less than one in this number of tries.
    const RARE: u64 = 64;
    /// A block of tries whose puzzles are judged, which takes longer than making them.
    const JUDGED: u64 = 256;

    fn new(search: &Search) -> Course {
        let is_judged = search.difficulty.is_any_wish();
        let most = search.generator.n_at_a_time() as u64;
        let most = if is_judged {
            most.min(Course::JUDGED)
        } else {
            most
        };
        Course {
            wanted: search.wanted,
            next: 0,
            end: if search.never_fails {
                search.wanted
            } else {
                search.generator.n_tries().unwrap_or(u64::MAX)
            },
            size: search.wanted.clamp(1, most),
            most,
            tries: 0,
            hits: 0,
            has_epochs: search.has_epochs,
            epoch: Course::FIRST_EPOCH,
            recent: search.shipped(),
            specimens: Arc::default(),
            seen: HashSet::new(),
        }
    }

    /// The next block of tries: at first as many as there are puzzles to make, then more, up
    /// to what is fastest. An epoch begins when all before it are done.
    fn next(&mut self, wait: Wait) -> Option<Tries> {
        let mut end = self.end.min(self.next.saturating_add(self.size));
        if self.has_epochs {
            if self.next == self.epoch {
                if wait == Wait::No {
                    return None;
                }
                let is_rare = self.hits.saturating_mul(Course::RARE) < self.next;
                self.specimens = if is_rare {
                    self.recent.iter().cloned().collect()
                } else {
                    Arc::default()
                };
                self.epoch += self.epoch.min(Course::EPOCH);
            }
            end = end.min(self.epoch);
        }
        let range = self.next..end;
        self.next = end;
        self.size = (2 * self.size).min(self.most);
        let specimens = Arc::clone(&self.specimens);
        (!range.is_empty() && self.hits < self.wanted).then_some(Tries { range, specimens })
    }

    /// Counts a hit, unless one with this key has come up before.
    fn is_new(&mut self, made: Made, key: Option<u128>) -> bool {
        self.tries = made.index + 1;
        if key.is_some_and(|key| !self.seen.insert(key)) {
            return false;
        }
        self.hits += 1;
        if self.has_epochs {
            if self.recent.len() == Course::SPECIMENS {
                self.recent.pop_front();
            }
            self.recent.push_back(made);
        }
        true
    }
}
