//! The command line: what there is to do, and with which settings.

use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use ninefold::Geometry;
use ninefold::canon::Form;
use ninefold::format::{self, Writer};
use ninefold::generate::{Symmetry, Wish};
use ninefold::rate::{self, SCALES, Scale};
use ninefold_columns::{Canonical, Check, Convert, Count, Generate, Operation, Rate, Solve};
use serde_json::{Map, Value, json};

use crate::exit::Exit;
use crate::files::Kind;
use crate::inspect::inspect;
use crate::job::{self, Order, Ways};
use crate::plan::{self, Shard};
use crate::puzzles::{self, Puzzles};
use crate::tables::{Errors, Recipe, Table};
use crate::words::{duration, shown};

/// The whole command line.
#[derive(Parser)]
#[command(
    name = "ninefold-data",
    version,
    about = "Columns of Sudoku puzzles in Parquet, Arrow and CSV files, answered file by file",
    long_about = ABOUT,
    arg_required_else_help = true,
    after_help = EXAMPLES,
    after_long_help = LONG_EXAMPLES
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Print no progress, notes or summary on standard error, only errors
    #[arg(long, short, global = true)]
    quiet: bool,
}

const ABOUT: &str = "\
Columns of Sudoku puzzles in Parquet, Arrow and CSV files, answered file by file.

A column holds classic 9x9 puzzles, 81 characters in each row: 1 to 9, and '.', '0' and the like \
for blanks. The answers are new columns; all others pass through as they are, in their order.

Kinds of files, by their names: .parquet; .arrow, .ipc and .feather (Arrow's file format); .csv, \
.csv.gz and .csv.zst, with the names of the columns in the first line. Every column of a CSV file \
is text, and an empty field is null.

A file is written as NAME.part, and gets its name when all of it is on the disk. Run the same \
command again after a crash or an interruption: files that are there, made by the same operation \
with the same settings of the same input, are left as they are. What a file was made by is in its \
metadata ('ninefold-data inspect'); for CSV, which has none, in NAME.csv.ninefold.json beside it. \
An input counts as the same if its name and length are, and if it is no younger than the output.";

const EXAMPLES: &str = "\
Examples:
  ninefold-data solve puzzles.parquet solved.parquet
  ninefold-data rate --scale se in/ out/ --shard 3/16
  ninefold-data generate 1000000 --seed 7 puzzles.parquet
  ninefold-data inspect solved.parquet

Run 'ninefold-data COMMAND --help' for more about a command.";

const LONG_EXAMPLES: &str = "\
Examples:
  Solve the puzzles of one file, or of all files in a folder:
    ninefold-data solve puzzles.parquet solved.parquet
    ninefold-data solve puzzles/ solved/

  Rate on sixteen machines; this one is the fourth:
    ninefold-data rate --scale se --timeout 1m puzzles/ rated/ --shard 3/16

  Turn CSV into Parquet:
    ninefold-data convert puzzles.csv.gz puzzles.parquet

  Make a billion puzzles in files of a million:
    ninefold-data generate 1000000000 --seed 7 --each 1000000 puzzles/

Exit codes:
  0    every row has an answer
  1    an answer is no: a puzzle without a solution, or (check) without a single one
  2    wrong usage, or a file could not be read or written
  3    some rows are no puzzles, or have no rating or form
  4    some ratings ran out of time, all other rows have an answer
  130  interrupted; files that are there are whole";

/// What there is to do.
#[derive(Subcommand)]
enum Command {
    /// Add 'solution' and 'n_solutions': 0, 1, or 2 for two or more
    #[command(after_help = "\
Examples:
  ninefold-data solve puzzles.parquet solved.parquet
  ninefold-data solve --column quiz --prefix nf_ a.csv b.csv.gz solved/ --as parquet")]
    Solve(FileOptions),
    /// Add 'verdict': unique, multiple, none, or invalid if givens clash
    #[command(after_help = "\
Examples:
  ninefold-data check puzzles/ checked/")]
    Check(FileOptions),
    /// Add 'n_solutions', the number of solutions
    #[command(after_help = "\
Examples:
  ninefold-data count --limit 1000 puzzles.parquet counted.parquet")]
    Count {
        #[command(flatten)]
        files: FileOptions,
        /// Stop at N solutions of a puzzle (0: count them all, however long it takes)
        #[arg(long, value_name = "N", default_value_t = 0)]
        limit: u64,
    },
    /// Add 'rating', 'number' and 'hardest': how hard each puzzle is
    #[command(after_help = "\
Examples:
  ninefold-data rate puzzles.parquet rated.parquet
  ninefold-data rate --scale se --timeout 1m puzzles/ rated/ --shard 3/16")]
    Rate {
        #[command(flatten)]
        files: FileOptions,
        /// The scale
        #[arg(long, value_name = "NAME", default_value = "hodoku", value_parser = scales())]
        scale: &'static dyn Scale,
        /// Give up on a puzzle after this long: 500ms, 2s, 1m
        ///
        /// Which puzzles take longer depends on the machine, as nothing else does.
        #[arg(long, value_name = "DURATION", value_parser = duration)]
        timeout: Option<Duration>,
    },
    /// Add 'canonical', the isomorph that stands for all isomorphs of a puzzle
    #[command(after_help = "\
Examples:
  ninefold-data canonical puzzles.parquet forms.parquet")]
    Canonical {
        #[command(flatten)]
        files: FileOptions,
        /// The rule that chooses the isomorph
        #[arg(long, value_enum, default_value_t = FormName::Minlex)]
        form: FormName,
    },
    /// Turn files into another kind, and with --to add 'text', each puzzle in another format
    ///
    /// With --to the rows may be puzzles of any size and in any format.
    #[command(after_help = "\
Examples:
  ninefold-data convert puzzles.csv.gz puzzles.parquet
  ninefold-data convert --as arrow puzzles/ arrow/
  ninefold-data convert --to sudokuwiki puzzles.parquet links.parquet")]
    Convert {
        #[command(flatten)]
        files: FileOptions,
        /// A format of puzzles; 'ninefold formats' lists them
        #[arg(long, value_name = "FORMAT", value_parser = writer)]
        to: Option<(String, Writer)>,
    },
    /// Make new puzzles: 'index', 'puzzle' and 'solution'
    ///
    /// What a number makes depends on the seed, the number and the wishes only, so that ranges can be
    /// made anywhere, in any order. With --clues some numbers make no puzzle, and have no row.
    #[command(after_help = "\
Examples:
  ninefold-data generate 1000000 --seed 7 puzzles.parquet
  ninefold-data generate 1000000+500000 --seed 7 more.parquet
  ninefold-data generate 1000000000 --seed 7 --each 1000000 puzzles/ --shard 3/16")]
    Generate(GenerateOptions),
    /// Print by which version and with which settings files were made
    #[command(after_help = "\
Examples:
  ninefold-data inspect solved.parquet
  ninefold-data inspect --json solved/*.parquet")]
    Inspect {
        /// Files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print one JSON object per file, one per line
        #[arg(long)]
        json: bool,
    },
}

/// Which files, and how.
#[derive(Args)]
struct FileOptions {
    /// Files, or folders of files; and last a folder that is there, for files of the same names, or a
    /// file, if there is one to write
    #[arg(required = true, value_name = "IN… OUT")]
    paths: Vec<PathBuf>,
    /// The column with the puzzles
    #[arg(long, value_name = "NAME", default_value = "puzzle")]
    column: String,
    /// What to do about rows without an answer
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Errors::Column)]
    errors: Errors,
    /// Begin the names of the new columns with this
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    prefix: String,
    #[command(flatten)]
    out: OutOptions,
}

/// Where to write, and how many at a time.
#[derive(Args)]
struct OutOptions {
    /// The kind of files to write to a folder: parquet, arrow, csv, csv.gz or csv.zst
    #[arg(long = "as", value_name = "KIND", value_parser = Kind::by_ending)]
    into: Option<Kind>,
    /// Make only the files whose names hash to I of N, from 0 to N-1
    ///
    /// Each file belongs to one shard, the same on every machine.
    #[arg(long, value_name = "I/N", value_parser = plan::shard)]
    shard: Option<Shard>,
    /// Answer with N threads (0: one per core); with 1, reading and writing have none of their own
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: u16,
    /// Write over files that ninefold-data did not make, too
    #[arg(long)]
    force: bool,
}

/// What kind of puzzles, and how many.
#[derive(Args)]
struct GenerateOptions {
    /// How many, or START+N: 1000 from number 5000 on are 5000+1000; and last a folder that is there,
    /// or a file, if there is one to write
    #[arg(required = true, value_name = "N… OUT")]
    words: Vec<PathBuf>,
    /// The seed that decides all puzzles
    #[arg(long, value_name = "N")]
    seed: u64,
    /// The number of clues: 26, or 24..28, which has both ends
    #[arg(long, value_name = "A..B", value_parser = clues)]
    clues: Option<RangeInclusive<usize>>,
    /// How the clues lie
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetries())]
    symmetry: Symmetry,
    /// Write at most N numbers to a file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    each: Option<u64>,
    #[command(flatten)]
    out: OutOptions,
}

/// The rule that chooses an isomorph.
#[derive(Clone, Copy, ValueEnum)]
enum FormName {
    /// The smallest when written on a line
    Minlex,
    /// By the solution, which is faster
    Solution,
}

/// What comes before the last word, and that word. The command line is cut here, since options may
/// stand between the words.
fn cut(mut words: Vec<PathBuf>, what: &str) -> Result<(Vec<PathBuf>, PathBuf), String> {
    let last = words.pop().unwrap_or_default();
    if words.is_empty() {
        let last = shown(&last);
        return Err(format!(
            "expected {what} and where to write, found '{last}' alone; see --help"
        ));
    }
    Ok((words, last))
}

impl Arguments {
    /// Reads the command line, or returns what to print instead.
    pub(crate) fn read() -> Result<Arguments, clap::Error> {
        let matches = Arguments::usual().try_get_matches()?;
        Arguments::from_arg_matches(&matches)
    }

    /// The command line as its help shows it.
    fn usual() -> clap::Command {
        Arguments::command().mut_subcommands(|command| {
            let what = match command.get_name() {
                "inspect" | "help" => return command,
                "generate" => "<N>... <OUT> --seed <N>",
                _ => "<IN>... <OUT>",
            };
            let usage = format!("ninefold-data {} [OPTIONS] {what}", command.get_name());
            command.override_usage(usage)
        })
    }

    /// Does what was asked for, or says what is wrong with the arguments.
    pub(crate) fn run(self) -> Result<Exit, String> {
        let quiet = self.quiet;
        let answer =
            |files: FileOptions, operation, settings| files.run(operation, settings, quiet);
        match self.command {
            Command::Solve(files) => answer(files, Some(Box::new(Solve)), vec![]),
            Command::Check(files) => answer(files, Some(Box::new(Check)), vec![]),
            Command::Count { files, limit } => {
                let count = Count {
                    limit: Some(limit).filter(|limit| *limit > 0),
                };
                answer(files, Some(Box::new(count)), vec![("limit", json!(limit))])
            }
            Command::Rate {
                files,
                scale,
                timeout,
            } => {
                let seconds = timeout.map(|timeout| timeout.as_secs_f64());
                let settings = vec![("scale", json!(scale.name())), ("timeout", json!(seconds))];
                answer(files, Some(Box::new(Rate { scale, timeout })), settings)
            }
            Command::Canonical { files, form } => {
                let (name, form) = match form {
                    FormName::Minlex => ("minlex", Form::Minlex),
                    FormName::Solution => ("solution", Form::Solution),
                };
                answer(
                    files,
                    Some(Box::new(Canonical { form })),
                    vec![("form", json!(name))],
                )
            }
            Command::Convert { files, to: None } => answer(files, None, vec![]),
            Command::Convert {
                files,
                to: Some((name, to)),
            } => answer(
                files,
                Some(Box::new(Convert { to })),
                vec![("to", json!(name))],
            ),
            Command::Generate(options) => options.run(quiet),
            Command::Inspect { files, json } => inspect(&files, json),
        }
    }
}

/// The rows of a batch where a row takes no time, and where it may.
const MANY: usize = 1 << 16;
const FEW: usize = 1 << 10;

impl FileOptions {
    fn run(
        self,
        operation: Option<Box<dyn Operation>>,
        settings: Vec<(&str, Value)>,
        quiet: bool,
    ) -> Result<Exit, String> {
        let (inputs, out) = cut(self.paths, "one or more inputs")?;
        let plan = plan::plan(&inputs, &out, self.out.into, self.out.shard)?;
        if !quiet {
            plan.notes.iter().for_each(|note| eprintln!("{note}"));
        }
        let mut settings = object(settings);
        if operation.is_some() {
            let errors = self.errors.to_possible_value();
            let errors = errors.map(|value| value.get_name().to_owned());
            settings.extend(object(vec![
                ("column", json!(self.column)),
                ("errors", json!(errors)),
                ("prefix", json!(self.prefix)),
            ]));
        }
        let is_quick = operation
            .as_deref()
            .is_none_or(|operation| ["solve", "check", "canonical"].contains(&operation.name()));
        let ways = self.out.ways(quiet);
        let recipe = Recipe {
            operation,
            settings,
            n_at_a_time: if is_quick { MANY } else { FEW },
            column: self.column,
            errors: self.errors,
            prefix: self.prefix,
            n_threads: ways.n_threads,
        };
        let tables = plan.steps.into_iter().map(|step| -> Box<dyn Order + '_> {
            let recipe = &recipe;
            Box::new(Table { step, recipe })
        });
        Ok(job::run(&tables.collect::<Vec<_>>(), ways))
    }
}

impl GenerateOptions {
    fn run(self, quiet: bool) -> Result<Exit, String> {
        let (words, out) = cut(self.words, "how many puzzles")?;
        let out = &out;
        let read = |word: PathBuf| {
            let wrong = |why| format!("'{}': {why}", shown(&word));
            puzzles::numbers(&word.to_string_lossy()).map_err(wrong)
        };
        let all: Result<Vec<Range<u64>>, String> = words.into_iter().map(read).collect();
        let all = all?;
        if let Some((one, other)) = puzzles::overlap(&all) {
            return Err(format!(
                "expected numbers that are made once, found {} and {} that overlap",
                named(one),
                named(other)
            ));
        }
        let mut wish = Wish::new(Geometry::classic()).symmetry(self.symmetry);
        if let Some(clues) = &self.clues {
            wish = wish.clues(clues.clone());
        }
        let generate = Generate::new(wish).map_err(|why| why.to_string())?;
        let clues = self.clues.map(|clues| [*clues.start(), *clues.end()]);
        let settings = object(vec![
            ("seed", json!(self.seed)),
            ("clues", json!(clues)),
            ("symmetry", json!(self.symmetry.name())),
        ]);
        let is_one = all.len() == 1 && self.each.is_none();
        let folder = plan::target_folder(out, is_one)?;
        let into = match (folder, self.out.into) {
            (Some(_), into) => into.unwrap_or(Kind::Parquet),
            (None, into) => {
                let kind = Kind::of(out).ok_or_else(|| crate::files::unknown_kind(out))?;
                if into.is_some_and(|into| into != kind) {
                    let out = shown(out);
                    return Err(format!(
                        "{out}: expected the kind that --as names; leave --as out"
                    ));
                }
                kind
            }
        };
        let ways = self.out.ways(quiet);
        let mut orders: Vec<Box<dyn Order + '_>> = Vec::new();
        for numbers in puzzles::cut(&all, self.each) {
            let (first, last) = (numbers.start, numbers.end - 1);
            let name = format!("puzzles-{first}-{last}.{}", into.ending());
            let target = folder.map_or_else(|| out.clone(), |folder| folder.join(&name));
            let name = target.file_name().unwrap_or_default();
            if self.out.shard.is_none_or(|shard| shard.has(name)) {
                orders.push(Box::new(Puzzles {
                    target,
                    kind: into,
                    numbers,
                    seed: self.seed,
                    generate: &generate,
                    settings: &settings,
                    n_threads: ways.n_threads,
                }));
            }
        }
        Ok(job::run(&orders, ways))
    }
}

impl OutOptions {
    fn ways(&self, quiet: bool) -> Ways {
        Ways {
            n_threads: job::threads(self.threads),
            force: self.force,
            quiet,
        }
    }
}

fn object(pairs: Vec<(&str, Value)>) -> Map<String, Value> {
    let pairs = pairs.into_iter();
    pairs.map(|(key, value)| (key.to_owned(), value)).collect()
}

fn named(numbers: &Range<u64>) -> String {
    format!("{}+{}", numbers.start, numbers.end - numbers.start)
}

fn scales() -> impl TypedValueParser<Value = &'static dyn Scale> {
    let names = SCALES.iter().map(|scale| scale.name());
    PossibleValuesParser::new(names).map(|name| rate::find(&name).expect("it is one of them"))
}

fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    let names = Symmetry::ALL.map(Symmetry::name);
    PossibleValuesParser::new(names).map(|name| Symmetry::find(&name).expect("it is one of them"))
}

fn writer(name: &str) -> Result<(String, Writer), String> {
    match format::find(name) {
        Ok(writer) => Ok((name.to_owned(), writer)),
        Err(error) => {
            let names: Vec<&str> = format::FORMATS.iter().map(|format| format.name()).collect();
            Err(format!("{error}; there are {}", names.join(", ")))
        }
    }
}

/// `26`, or `24..28`; both ends belong to the range.
fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let range = least.parse().ok().zip(most.parse().ok());
    let range = range.map(|(least, most)| least..=most);
    range
        .filter(|range| !range.is_empty())
        .ok_or_else(|| "expected a number or a range such as 24..28".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::usual().debug_assert();
    }

    #[test]
    fn every_operation_on_columns_is_a_command() {
        let command = Arguments::command();
        for operation in ninefold_columns::operations() {
            let name = operation.name();
            assert!(command.find_subcommand(name).is_some(), "{name}");
        }
    }
}
