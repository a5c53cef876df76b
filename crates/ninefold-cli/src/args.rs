//! What was typed, as clap reads it.
//!
//! Options that several commands share are grouped by what they are about: reading,
//! searching, writing. A command takes the groups that mean something to it.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use ninefold::engine::Engine;
use ninefold::format::{self, Detection, Format, Layout, ReadOptions, Singletons, Writer};
use ninefold::logic::Technique;
use ninefold::{Alphabet, BoxShape, Geometry, Variant};

use crate::commands::bench;
use crate::names;
use crate::stream::input;

/// The whole command line.
#[derive(Parser)]
#[command(
    name = "ninefold",
    version,
    about = "A Sudoku workbench: any board, any format, many engines, honest verdicts",
    arg_required_else_help = true,
    after_help = EXAMPLES,
    after_long_help = LONG_EXAMPLES
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) manners: Manners,
}

const EXAMPLES: &str = "\
Examples:
  ninefold solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold check puzzles.txt
  ninefold solve puzzles.gz > solutions.txt

'ninefold COMMAND --help' tells more about a command.";

const LONG_EXAMPLES: &str = "\
Examples:
  Solve a puzzle written out, a file, or whatever comes through a pipe:
    ninefold solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    ninefold solve puzzles.txt > solutions.txt
    head -1000 puzzles.txt | ninefold solve --json

  Is it a proper puzzle, and if not, why not?
    ninefold check puzzle.txt

  Watch the engines race:
    ninefold race puzzle.txt

Exit codes:
  0    asked and answered: every puzzle solved / unique
  1    answered, but the answer is no: some puzzle has no solution, or (check) is not unique
  2    usage or input error; nothing could be read
  3    some lines could not be read, the rest were answered
  4    stopped by --timeout or --nodes before an answer
  130  interrupted";

/// What there is to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles
    ///
    /// On a terminal the solved grid is drawn, givens in bold. Through a pipe there is one
    /// line out for each puzzle in, in the same order: the solution, or 'none', 'invalid'
    /// or 'timeout'; whatever else stands on the line stays there.
    #[command(after_help = "\
Examples:
  ninefold solve puzzle.txt
  ninefold solve --all 1234............
  ninefold solve --variant x,windoku puzzle.txt
  ninefold solve --regions map.txt puzzle.txt
  cat puzzles.txt | ninefold solve --timeout 1s > solutions.txt")]
    Solve(Solve),
    /// Say whether puzzles have exactly one solution, and if not, why
    ///
    /// Prints 'unique', 'multiple', 'none', 'timeout', or 'invalid:' and the reason.
    #[command(after_help = "\
Examples:
  ninefold check puzzle.txt
  ninefold check 1..1............
  ninefold check --json puzzles.txt | grep -v unique")]
    Check(Check),
    /// Count the solutions of puzzles
    ///
    /// Prints the number, or 'at least N' if the search was stopped by --limit, --timeout
    /// or --nodes.
    #[command(after_help = "\
Examples:
  ninefold count 1234............
  ninefold count --all puzzle.txt
  ninefold count --box none ................
  ninefold count --limit 1000 --json puzzles.txt")]
    Count(Count),
    /// Write puzzles in another format
    #[command(after_help = "\
Examples:
  ninefold convert --to line puzzle.txt
  ninefold convert --from line --to line - < puzzles.txt
  ninefold convert --variant x --to json puzzle.txt
  ninefold formats")]
    Convert(Convert),
    /// Show the next step that logic allows, and why
    ///
    /// Starts from the position as it is: digits placed and pencil marks made by the player
    /// are kept. A mistake on the board is told before anything else.
    #[command(after_help = "\
Examples:
  ninefold hint puzzle.txt
  ninefold hint --level 1 puzzle.txt
  ninefold hint --without x-wing --no-uniqueness puzzle.txt")]
    Hint(Hint),
    /// Explain how to solve a puzzle by logic, step by step
    ///
    /// Each step has a name, one line in the usual notation, a proof in plain language, and
    /// the board with what matters marked, by a sign before the digit: *n cause, +n second
    /// set, #n fin, -n rubbed out, !n placed.
    #[command(after_help = "\
Examples:
  ninefold explain puzzle.txt
  ninefold explain --to notation puzzle.txt
  ninefold explain --until r4c5 puzzle.txt
  ninefold explain --all puzzle.txt
  ninefold explain --to json puzzle.txt | ninefold verify")]
    Explain(Explain),
    /// Prove the steps of an explanation again
    ///
    /// Reads what 'explain --to json' wrote, and proves each step from the board and the
    /// facts that the step names, without the finders. It checks the logic only: that a step
    /// bears the right name, notation and text is not checked. Exit code 0 if every step
    /// holds; else it reports the first step that fails.
    #[command(after_help = "\
Examples:
  ninefold explain --to json puzzle.txt | ninefold verify
  ninefold verify path.json")]
    Verify(Verify),
    /// List the techniques that explain knows, or teach one
    #[command(after_help = "\
Examples:
  ninefold techniques
  ninefold techniques naked-pair")]
    Techniques {
        /// The technique to teach
        #[arg(value_parser = names::one_of(names::technique, names::all_techniques), hide_possible_values = true)]
        name: Option<Technique>,
        /// Print one JSON object per technique, one per line
        #[arg(long)]
        json: bool,
    },
    /// List the formats that are read and written
    Formats {
        /// Print one JSON object per format, one per line
        #[arg(long)]
        json: bool,
    },
    /// List the engines that solve puzzles
    Engines {
        /// Print one JSON object per engine, one per line
        #[arg(long)]
        json: bool,
    },
    /// Run engines side by side on one puzzle
    ///
    /// The engines run one after another, so that they do not disturb each other. Bars are
    /// on a logarithmic scale: one step longer means several times slower.
    #[command(after_help = "\
Examples:
  ninefold race puzzle.txt
  ninefold race --engines csp,auto --timeout 10s puzzle.txt
  ninefold race --json puzzle.txt")]
    Race(Race),
    /// Measure how fast engines are
    ///
    /// Puzzles are shuffled and disguised (digits renamed, rows and columns moved), every
    /// answer is checked first, and the engines take turns, round by round. Times are CPU
    /// time of one thread. Without FILE, collections of our own are used.
    ///
    /// The ratio says how many times faster an engine is than the first one. 'fast9-bytes'
    /// is the library's direct door to fast9, 81 characters in and out; it is measured
    /// along with fast9. 'batch9' does many puzzles at once: where it takes part, a set of
    /// fewer than 3000 classic puzzles is repeated in other disguises, up to --take.
    #[command(after_help = "\
Examples:
  ninefold bench
  ninefold bench --engines fast9,csp,dancing-links --timeout 1m puzzles.txt
  ninefold bench --json --rounds 9 puzzles.txt > result.json")]
    Bench(Bench),
    /// Print a completion script for a shell
    #[command(after_help = "\
Examples:
  ninefold completions bash > ~/.local/share/bash-completion/completions/ninefold
  ninefold completions zsh > ~/.zfunc/_ninefold
  ninefold completions fish > ~/.config/fish/completions/ninefold.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = "\
Examples:
  ninefold man | man -l -
  ninefold man > ~/.local/share/man/man1/ninefold.1")]
    Man,
}

/// What `solve` takes.
#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) searching: Searching,
    #[command(flatten)]
    pub(crate) limit: Limit,
    #[command(flatten)]
    pub(crate) writing: Writing,
    /// Solve by logic alone, and say which technique was the hardest
    #[arg(long, conflicts_with_all = ["limit", "first", "all", "to", "stats"])]
    pub(crate) logic: bool,
}

/// What `check` takes.
#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) searching: Searching,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// What `count` takes.
#[derive(Args)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) searching: Searching,
    /// Stop counting at so many solutions (0: never)
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(crate) limit: u64,
    /// Count them all, however many (the same as --limit 0)
    #[arg(long, conflicts_with = "limit")]
    pub(crate) all: bool,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// What `convert` takes.
#[derive(Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) target: Target,
    /// Leave out pencil marks that the format has no room for, although they do not follow
    /// from the givens
    #[arg(long)]
    pub(crate) drop_marks: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// What `hint` takes.
#[derive(Args)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// How much to tell: 1 where to look, 2 the technique, 3 the cause, 4 the conclusion and
    /// why, 5 the board after it
    #[arg(long, value_name = "1..5", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) level: u8,
    #[command(flatten)]
    pub(crate) logic: Logic,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// What `explain` takes.
#[derive(Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) logic: Logic,
    /// How to tell it
    #[arg(long, value_enum, default_value_t = Telling::Text, value_name = "HOW")]
    pub(crate) to: Telling,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,
    /// Stop after so many steps
    #[arg(long, value_name = "N")]
    pub(crate) steps: Option<usize>,
    /// Stop when this cell is solved: r4c5
    #[arg(long, value_name = "CELL")]
    pub(crate) until: Option<String>,
    /// List every step that is possible now, and take none
    #[arg(long, conflicts_with_all = ["steps", "until"])]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// What `verify` takes.
#[derive(Args)]
pub(crate) struct Verify {
    /// Files that 'explain --to json' wrote ('-' for standard input, which is also read when there is none)
    #[arg(value_name = "FILE", value_parser = unshielded())]
    pub(crate) files: Vec<OsString>,
    /// Print one JSON object per path, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which techniques to use.
#[derive(Args, Default)]
#[command(next_help_heading = "Logic")]
pub(crate) struct Logic {
    /// Use these techniques only; see 'ninefold techniques'
    #[arg(long, value_name = "TECHNIQUE,…", value_delimiter = ',', value_parser = names::one_of(names::technique, names::all_techniques), hide_possible_values = true)]
    pub(crate) only: Vec<Technique>,
    /// Use these techniques too, although they are not looked for otherwise
    #[arg(long, value_name = "TECHNIQUE,…", value_delimiter = ',', value_parser = names::one_of(names::technique, names::all_techniques), hide_possible_values = true, conflicts_with = "only")]
    pub(crate) also: Vec<Technique>,
    /// Do not use these techniques
    #[arg(long, value_name = "TECHNIQUE,…", value_delimiter = ',', value_parser = names::one_of(names::technique, names::all_techniques), hide_possible_values = true)]
    pub(crate) without: Vec<Technique>,
    /// Do not use techniques that assume a single solution
    #[arg(long)]
    pub(crate) no_uniqueness: bool,
    /// Take the steps that another program would take, in its order
    #[arg(long, value_enum, value_name = "PROGRAM")]
    pub(crate) like: Option<Like>,
    /// Give up on a puzzle after this long: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
}

/// Programs whose paths can be walked.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Like {
    /// HoDoKu 2.2.0 with its default settings
    Hodoku,
}

/// How a path is told.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Telling {
    /// Notation, a proof in plain language, and the board
    Text,
    /// One line a step, in the usual notation
    Notation,
    /// One object a puzzle, with the facts that prove each step
    Json,
    /// As HoDoKu prints it: puzzle, level and score, then the steps
    Hodoku,
}

/// What `race` takes.
#[derive(Args)]
pub(crate) struct Race {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Which engines, with commas between them; without it all that take the puzzle
    #[arg(long, value_name = "NAME,…", value_parser = names::one_of(names::engines, names::all_engines), hide_possible_values = true)]
    pub(crate) engines: Option<EngineList>,
    /// Stop an engine after this long: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "2s")]
    pub(crate) timeout: Duration,
    /// Stop an engine after so many nodes
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Where an engine chooses at random, start from this number (or 'random')
    #[arg(long, value_name = "N", value_parser = seed, default_value = "0")]
    pub(crate) seed: Seed,
    /// Look for so many solutions; two tell whether the first is the only one
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) limit: u64,
    /// Print one JSON object per engine, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// What `bench` takes.
#[derive(Args)]
pub(crate) struct Bench {
    /// Files of puzzles, each a set of its own ('-' for standard input); without any,
    /// collections of our own
    #[arg(value_name = "FILE", value_parser = unshielded())]
    pub(crate) files: Vec<OsString>,
    /// Which engines, with commas between them; the others are compared with the first
    #[arg(long, value_name = "NAME,…", value_parser = names::one_of(bench::lineup, bench::all), hide_possible_values = true, default_value = "csp,fast9,batch9")]
    pub(crate) engines: bench::Lineup,
    /// How often to measure; the best round counts, the median is told
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) rounds: u16,
    /// Look for so many solutions of each puzzle; two tell whether the first is the only one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) limit: u64,
    /// Take at most so many puzzles of each set, drawn at random [default: 5000]; of a set that is
    /// made, make so many [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) take: Option<u32>,
    /// Measure on puzzles made for it, by size and holes: 25x25@54% or 25x25@54%,balanced
    #[arg(long = "set", value_name = "SIZE@HOLES")]
    pub(crate) sets: Vec<bench::Recipe>,
    /// Give up on a puzzle after this much CPU time, and go on with the next
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub(crate) each: Option<Duration>,
    /// Draw, shuffle and disguise the puzzles from this number (or 'random')
    #[arg(long, value_name = "N", value_parser = seed, default_value = "0")]
    pub(crate) seed: Seed,
    /// Give each engine this long for each set, all rounds together: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "10s")]
    pub(crate) timeout: Duration,
    /// Read this format instead of looking for one that fits; see 'ninefold formats'
    #[arg(long, value_name = "FORMAT", value_parser = names::one_of(names::format, names::all_formats), hide_possible_values = true)]
    pub(crate) from: Option<Writer>,
    /// Print one JSON object per set and engine, one per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) board: Board,
}

/// How to read.
#[derive(Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Reading {
    /// A puzzle written out, a file, or '-' for standard input, which is also read when there is none
    #[arg(value_name = "INPUT", value_parser = unshielded(), help_heading = clap::builder::Resettable::Reset)]
    pub(crate) inputs: Vec<OsString>,
    /// Read this format instead of looking for one that fits; see 'ninefold formats'
    #[arg(long, value_name = "FORMAT", value_parser = names::one_of(names::format, names::all_formats), hide_possible_values = true)]
    pub(crate) from: Option<Writer>,
    /// What a lone digit in a grid of pencil marks is
    #[arg(long, value_enum, default_value_t = Lone::Auto, hide_short_help = true)]
    pub(crate) singletons: Lone,
    /// Stop at the first line that cannot be read
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) board: Board,
}

impl Reading {
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions {
            boxes: self.board.layout(),
            variants: self.board.variants.clone(),
            singletons: match self.singletons {
                Lone::Auto => Singletons::Auto,
                Lone::Given => Singletons::Given,
                Lone::Candidate => Singletons::Candidate,
            },
        }
    }

    pub(crate) fn format(&self) -> Option<&'static dyn Format> {
        self.from.as_ref().map(Writer::format)
    }

    /// Whether a text in this format has one puzzle a line.
    pub(crate) fn has_lines(&self, format: &str, text: &str) -> bool {
        let format = format::find(format).expect("a reading names its format");
        let reader = format.format().by_line(text, &self.options());
        reader.is_some()
    }

    /// Reads a text in the format that was named, or in every way it can be read.
    pub(crate) fn detect(&self, text: &str) -> Detection {
        match self.format() {
            Some(format) => format::read_as(format, text, &self.options()),
            None => format::detect(text, &self.options()),
        }
    }
}

/// What board it is, as far as the puzzle does not say.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Board")]
pub(crate) struct Board {
    /// Rows and columns of a box, where the size leaves a choice: 2x3; or 'none'
    ///
    /// Without it boxes are as square as can be and never taller than wide: 2x3 on 6x6,
    /// 3x4 on 12x12. 'none' is a Latin square: rows and columns are all there is.
    #[arg(long = "box", value_name = "RxC", value_parser = boxes)]
    pub(crate) boxes: Option<Layout>,
    /// Jigsaw regions instead of boxes, from a map in this file
    ///
    /// The map names the region of each cell by a letter, a digit or a number: 9 rows of
    /// 9 letters for 9x9. A jigsaw puzzle in any format will do as well.
    #[arg(long, value_name = "FILE", value_parser = input::regions, conflicts_with = "boxes", value_hint = clap::ValueHint::FilePath)]
    pub(crate) regions: Option<Layout>,
    /// Houses that the board has beside these: x, windoku, asterisk, centre-dot, girandola, disjoint
    ///
    /// Several are given with commas between them.
    ///
    /// x: both diagonals hold every digit, on any board.
    /// windoku: so do the inner squares, four on 9x9 and nine on 16x16.
    /// asterisk, girandola: so do nine cells of 9x9 in that shape.
    /// centre-dot: so do the middle cells of the boxes.
    /// disjoint: so do the cells at the same place in every box.
    #[arg(long = "variant", value_name = "NAME,…", value_parser = names::one_of(names::variant, names::all_variants), hide_possible_values = true, value_delimiter = ',', verbatim_doc_comment)]
    pub(crate) variants: Vec<Variant>,
}

impl Board {
    fn layout(&self) -> Option<Layout> {
        self.boxes.clone().or_else(|| self.regions.clone())
    }
}

/// How digits are written, if not as they came.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Symbols {
    /// As in the puzzle
    Auto,
    /// 1 to 9, then A to Z
    Digits,
    /// 0 to 9, then A to Z
    Hex,
    /// A to Z
    Letters,
    /// 1, 2 … 10, 11 …
    Numbers,
}

impl Symbols {
    /// The alphabet for a board of this size; of those that are too short for it, none.
    pub(crate) fn alphabet(self, size: usize) -> Option<Alphabet> {
        let alphabet = match self {
            Symbols::Auto => None,
            Symbols::Digits => Some(Alphabet::OneBased),
            Symbols::Hex => Some(Alphabet::ZeroBased),
            Symbols::Letters => Some(Alphabet::Letters),
            Symbols::Numbers => Some(Alphabet::Numbers),
        };
        alphabet.filter(|alphabet| alphabet.capacity().is_none_or(|most| size <= most))
    }
}

/// What a lone digit in a grid of pencil marks is.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Lone {
    /// Placed, unless a peer still lists the digit
    Auto,
    /// A given
    Given,
    /// A candidate, the only one left
    Candidate,
}

/// How to search.
#[derive(Args)]
#[command(next_help_heading = "Searching")]
pub(crate) struct Searching {
    /// The engine, with settings after a colon if it has any; see 'ninefold engines'
    #[arg(long, value_name = "NAME", value_parser = names::one_of(names::engine, names::all_engines), hide_possible_values = true, default_value = "auto")]
    pub(crate) engine: Arc<dyn Engine>,
    /// Give up on a puzzle after this long: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// Give up on a puzzle after so many nodes, which is the same on every machine
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Where an engine chooses at random, start from this number (or 'random')
    #[arg(long, value_name = "N", value_parser = seed, default_value = "0")]
    pub(crate) seed: Seed,
    /// Say on standard error how much work it was
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// How many at a time.
#[derive(Args)]
pub(crate) struct Threads {
    /// How many puzzles to work on at a time (0: as many as there are cores)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    pub(crate) threads: u16,
}

/// How many solutions to print.
#[derive(Args)]
pub(crate) struct Limit {
    /// Print the first N solutions of each puzzle (0: all)
    #[arg(long, value_name = "N", conflicts_with = "all")]
    pub(crate) limit: Option<u64>,
    /// Stop at the first solution, and do not ask whether there are more (the same as
    /// --limit 1)
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub(crate) first: bool,
    /// Print all solutions of each puzzle
    #[arg(long)]
    pub(crate) all: bool,
}

/// How to write.
#[derive(Args)]
#[command(next_help_heading = "Writing")]
pub(crate) struct Writing {
    /// Write solutions in this format, with settings after a colon if it has any
    #[arg(long, value_name = "FORMAT", value_parser = names::one_of(names::format, names::all_formats), hide_possible_values = true, conflicts_with = "json")]
    pub(crate) to: Option<Writer>,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// The format to convert to.
#[derive(Args)]
#[command(next_help_heading = "Writing")]
pub(crate) struct Target {
    /// The format to write, with settings after a colon if it has any; see 'ninefold formats'
    #[arg(long, value_name = "FORMAT", value_parser = names::one_of(names::format, names::all_formats), hide_possible_values = true)]
    pub(crate) to: Writer,
}

/// How to behave: for every command.
#[derive(Args)]
#[command(next_help_heading = "Manners")]
pub(crate) struct Manners {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = clap::ColorChoice::Auto, value_name = "WHEN")]
    pub(crate) color: clap::ColorChoice,
    /// How digits are written in answers, where the board is not too large for it
    #[arg(long, global = true, value_enum, default_value_t = Symbols::Auto, value_name = "HOW")]
    pub(crate) symbols: Symbols,
    /// Fit what is printed for people into N columns, instead of those that the terminal or
    /// COLUMNS has
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) width: Option<u16>,
    /// No progress, warnings or summary on standard error; only errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Tell more: what format was found and why, what settings there are
    #[arg(long, short, global = true)]
    pub(crate) verbose: bool,
}

/// Engines to race, as they were typed.
#[derive(Clone)]
pub(crate) struct EngineList(pub(crate) Vec<(String, Arc<dyn Engine>)>);

/// Where chance starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Seed {
    Number(u64),
    Random,
}

fn seed(text: &str) -> Result<Seed, String> {
    match text {
        "random" => Ok(Seed::Random),
        _ => text
            .parse()
            .map(Seed::Number)
            .map_err(|_| "expected a whole number or 'random'".to_owned()),
    }
}

/// `500ms`, `2s`, `1.5m`, `1h`; a bare number is seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let seconds = match &text[number.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: Option<f64> = number.parse().ok().filter(|_| plain);
    number
        .and_then(|number| Duration::try_from_secs_f64(number * seconds).ok())
        .ok_or_else(|| "expected a duration such as 500ms, 2s or 1m".to_owned())
}

/// An argument as it was typed: see [`input::shielded`].
fn unshielded() -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new().map(input::unshielded)
}

/// `2x3`, or `none`.
fn boxes(text: &str) -> Result<Layout, String> {
    match text.eq_ignore_ascii_case("none") {
        true => Ok(Layout::NoBoxes),
        false => box_shape(text).map(Layout::Boxes),
    }
}

/// `2x3`: two rows, three columns.
pub(crate) fn box_shape(text: &str) -> Result<BoxShape, String> {
    let (rows, columns) = text
        .split_once(['x', 'X', '×'])
        .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)))
        .ok_or("expected rows x columns of a box, such as 2x3, or 'none'")?;
    Geometry::with_boxes(rows, columns).map_err(|error| error.to_string())?;
    Ok(BoxShape { rows, columns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn durations_have_units_and_bare_numbers_are_seconds() {
        let millis = |text| duration(text).map(|duration| duration.as_millis());
        for (text, expected) in [
            ("500ms", 500),
            ("2s", 2000),
            ("2", 2000),
            ("0.5", 500),
            ("1m", 60_000),
            ("1h", 3_600_000),
            ("0", 0),
        ] {
            assert_eq!(millis(text), Ok(expected), "{text}");
        }
        for text in [
            "", "s", "-1s", "1x", "nan", "inf", "1e99s", "1 s", "2ss", "1.2.3",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn boxes_are_rows_by_columns() {
        assert_eq!(box_shape("2x3").unwrap().to_string(), "2x3");
        assert_eq!(box_shape("2×3").unwrap().to_string(), "2x3");
        for text in [
            "",
            "x",
            "2x",
            "0x3",
            "2x3x4",
            "-2x3",
            "99999999999x9",
            "12x12",
        ] {
            assert!(box_shape(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_seed_is_a_number_or_left_to_chance() {
        assert_eq!(seed("7"), Ok(Seed::Number(7)));
        assert_eq!(seed("random"), Ok(Seed::Random));
        assert!(seed("-1").is_err());
    }
}
