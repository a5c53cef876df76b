//! The options that several commands share, as clap reads them.
//!
//! They are grouped by subject: reading, the board, searching, logic. A command flattens
//! the groups that apply to it into its own arguments.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use ninefold::engine::Engine;
use ninefold::format::{self, Detection, Format, ReadOptions, Singletons, Writer};
use ninefold::geometry::Layout;
use ninefold::logic::Technique;
use ninefold::{Alphabet, BoxShape, Geometry, Variant};

use crate::exit::{Failure, plain};
use crate::names;
use crate::text;

/// Which techniques to use.
#[derive(Args, Default)]
#[command(next_help_heading = "Logic")]
pub(crate) struct LogicOptions {
    /// Use only these techniques; see 'ninefold techniques'
    #[arg(long, value_name = "TECHNIQUE,…", value_delimiter = ',', value_parser = names::one_of(names::technique, names::all_techniques), hide_possible_values = true)]
    pub(crate) only: Vec<Technique>,
    /// Use these techniques too, which are not used by default
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

/// Programs whose paths can be taken.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Like {
    /// HoDoKu 2.2.0 with its default settings
    Hodoku,
}

/// How to read.
#[derive(Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct InputOptions {
    /// A puzzle, a file, or '-' for standard input, which is also read if there is no INPUT
    #[arg(value_name = "INPUT", value_parser = unshielded(), help_heading = clap::builder::Resettable::Reset)]
    pub(crate) inputs: Vec<OsString>,
    /// Read this format instead of detecting it; see 'ninefold formats'
    #[arg(long, value_name = "FORMAT", value_parser = names::one_of(names::format, names::all_formats), hide_possible_values = true)]
    pub(crate) from: Option<Writer>,
    /// How to read a lone digit in a grid of pencil marks
    #[arg(long, value_enum, default_value_t = Lone::Auto, hide_short_help = true)]
    pub(crate) singletons: Lone,
    /// Stop at the first line that cannot be read
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) board: BoardOptions,
}

impl InputOptions {
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

/// The board, where the puzzle does not define it.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Board")]
pub(crate) struct BoardOptions {
    /// Rows and columns of a box, where the size leaves a choice: 2x3; or 'none'
    ///
    /// By default, boxes are as square as possible and never taller than wide: 2x3 on 6x6,
    /// 3x4 on 12x12. 'none' is a Latin square, with rows and columns only.
    #[arg(long = "box", value_name = "RxC", value_parser = boxes)]
    pub(crate) boxes: Option<Layout>,
    /// Jigsaw regions instead of boxes, from a map in this file
    ///
    /// The map names the region of each cell by a letter, a digit or a number: 9 rows of
    /// 9 letters for 9x9. A jigsaw puzzle in any format works as well.
    #[arg(long, value_name = "FILE", value_parser = regions, conflicts_with = "boxes", value_hint = clap::ValueHint::FilePath)]
    pub(crate) regions: Option<Layout>,
    #[arg(long = "variant", value_name = "NAME,…", value_parser = names::one_of(names::variant, names::all_variants), hide_possible_values = true, value_delimiter = ',', help = names::about_variants(), long_help = names::about_each_variant())]
    pub(crate) variants: Vec<Variant>,
}

impl BoardOptions {
    fn layout(&self) -> Option<Layout> {
        self.boxes.clone().or_else(|| self.regions.clone())
    }
}

/// How digits are written.
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
    /// The alphabet for a board of this size; `None` if it is too short.
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

/// How to read a lone digit in a grid of pencil marks.
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
pub(crate) struct SearchOptions {
    /// The engine, with settings after a colon if it has any; see 'ninefold engines'
    #[arg(long, value_name = "NAME", value_parser = names::one_of(names::engine, names::all_engines), hide_possible_values = true, default_value = "auto")]
    pub(crate) engine: Arc<dyn Engine>,
    /// Give up on a puzzle after this long: 500ms, 2s, 1m
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// Give up on a puzzle after N nodes, which is the same on every machine
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// The seed for engines that choose at random: a number, or 'random'
    #[arg(long, value_name = "N", value_parser = seed, default_value = "0")]
    pub(crate) seed: Seed,
    /// Print the amount of work on standard error
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadOptions,
}

/// How many puzzles to work on at a time.
#[derive(Args)]
pub(crate) struct ThreadOptions {
    /// Work on N puzzles at a time (0: one per core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    pub(crate) threads: u16,
}

impl ThreadOptions {
    /// The threads.
    pub(crate) fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(self.threads.into());
        builder.build().map_err(|error| {
            Failure::message(format!("cannot start {} threads: {error}", self.threads))
        })
    }
}

/// Options that every command takes.
#[derive(Args)]
#[command(next_help_heading = "General options")]
pub(crate) struct GeneralOptions {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = clap::ColorChoice::Auto, value_name = "WHEN")]
    pub(crate) color: clap::ColorChoice,
    /// How to write digits in answers, unless the board is too large for it
    #[arg(long, global = true, value_enum, default_value_t = Symbols::Auto, value_name = "HOW")]
    pub(crate) symbols: Symbols,
    /// Fit text for people into N columns [default: COLUMNS or the terminal]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) width: Option<u16>,
    /// Print no progress, warnings or summary on standard error, only errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Print more: the detected format and why, and the available settings
    #[arg(long, short, global = true)]
    pub(crate) verbose: bool,
}

/// The seed of random numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Seed {
    Number(u64),
    Random,
}

/// A number, or `random`.
pub(crate) fn seed(text: &str) -> Result<Seed, String> {
    match text {
        "random" => Ok(Seed::Random),
        _ => text
            .parse()
            .map(Seed::Number)
            .map_err(|_| "expected a whole number or 'random'".to_owned()),
    }
}

/// `500ms`, `2s`, `1.5m`, `1h`; a bare number is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
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

/// `24..28`, `24..`, `..28` or `24`, in whole numbers; both ends belong to the range.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    range_of(text, "24..28", |number| number.parse().ok())
}

/// The same for numbers with one decimal, in tenths: `7.1..8`.
pub(crate) fn range_of_tenths(text: &str) -> Result<RangeInclusive<u32>, String> {
    range_of(text, "7.1..8.2", |number| {
        let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
        let tenth: u32 = tenth.parse().ok().filter(|_| tenth.len() == 1)?;
        whole
            .parse::<u32>()
            .ok()?
            .checked_mul(10)?
            .checked_add(tenth)
    })
}

fn range_of(
    text: &str,
    example: &str,
    read: impl Fn(&str) -> Option<u32>,
) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("expected a number or a range such as {example}");
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let end = |number: &str, open: u32| match number {
        "" => Some(open),
        number => read(number),
    };
    let range = end(least, 0).zip(end(most, u32::MAX));
    let (least, most) = range
        .filter(|_| !matches!(text, "" | ".."))
        .ok_or_else(wrong)?;
    if least > most {
        return Err(format!("{}, the smaller number first", wrong()));
    }
    Ok(least..=most)
}

/// The argument as the command line is to read it: a puzzle that begins with `-` would be
/// taken for options, so a space is put before it.
pub(crate) fn shielded(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.starts_with('-') && looks_like_cells(text) => format!(" {text}").into(),
        _ => argument,
    }
}

/// The argument without the space that was put before it.
fn without_shield(argument: OsString) -> OsString {
    let text = argument.to_str().and_then(|text| text.strip_prefix(' '));
    match text.filter(|text| text.starts_with('-')) {
        Some(text) => text.into(),
        None => argument,
    }
}

/// Whether an argument is a puzzle, or almost one, and no option: long, and more than half of it
/// digits and blanks.
pub(crate) fn looks_like_cells(text: &str) -> bool {
    const SHORTEST: usize = 16;
    let n_cells = text
        .chars()
        .filter(|c| c.is_ascii_digit() || ".-_*?".contains(*c));
    text.len() >= SHORTEST && !text.contains('=') && 2 * n_cells.count() > text.chars().count()
}

/// An argument as it was typed: see [`shielded`].
pub(crate) fn unshielded() -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new().map(without_shield)
}

/// `2x3`, or `none`.
pub(crate) fn boxes(text: &str) -> Result<Layout, String> {
    if text.eq_ignore_ascii_case("none") {
        Ok(Layout::NoBoxes)
    } else {
        box_shape(text).map(Layout::Boxes)
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

/// The map of regions in a file.
pub(crate) fn regions(file: &str) -> Result<Layout, String> {
    // The largest map has 14641 numbers.
    const LARGEST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    let opened = File::open(file);
    let read = opened.and_then(|opened| opened.take(LARGEST + 1).read_to_end(&mut bytes));
    read.map_err(|error| plain(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err("expected a map of at most 1 MiB, found more".to_owned());
    }
    let text = match text::utf16(&bytes) {
        Some(text) => text,
        None => text::decode(&bytes)
            .map_err(|fault| fault.error.report(file, &fault.shown))?
            .to_owned(),
    };
    format::parse_regions(&text).map_err(|error| error.report(file, &text).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn ranges_may_be_open() {
        for (text, expected) in [
            ("24..28", 24..=28),
            ("24", 24..=24),
            ("24..", 24..=u32::MAX),
            ("..28", 0..=28),
        ] {
            assert_eq!(range(text), Ok(expected), "{text}");
        }
        assert_eq!(range_of_tenths("7.1..8"), Ok(71..=80));
        for text in ["", "..", "a", "28..24", "1..2..3", "-1", "1.5"] {
            assert!(range(text).is_err(), "{text}");
        }
        for text in ["7.15", "7.", ".5", "8..7"] {
            assert!(range_of_tenths(text).is_err(), "{text}");
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
