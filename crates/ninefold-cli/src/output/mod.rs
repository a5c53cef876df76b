//! Standard output and standard error: answers go to the one, messages to the other; colours
//! only to a terminal. Also what both are made of: tables, wrapped text, numbers.

pub(crate) mod draw;
pub(crate) mod progress;
pub(crate) mod waiting;

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::ops::Range;
use std::time::{Duration, Instant};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use ninefold::engine::Report;

use crate::args::{GeneralOptions, Symbols};
use crate::exit::{Exit, Failure};

/// How to print: what the terminal can show, and what the user asked for.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    /// Standard output is a terminal.
    pub(crate) terminal: bool,
    /// How many columns it has.
    pub(crate) width: usize,
    /// How many columns text for people may take; `None` if there is no limit, as in a file.
    pub(crate) room: Option<usize>,
    /// Standard output shows colours.
    pub(crate) color: bool,
    /// Standard error shows colours.
    pub(crate) talk_color: bool,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    /// How digits are to be written.
    pub(crate) symbols: Symbols,
}

impl Look {
    pub(crate) fn new(general: &GeneralOptions) -> Look {
        // From here on the choice counts for everything that asks anstream.
        let choice = match general.color {
            clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
            clap::ColorChoice::Always => anstream::ColorChoice::Always,
            clap::ColorChoice::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        let never = anstream::ColorChoice::Never;
        let terminal = io::stdout().is_terminal();
        let asked = general.width.map(usize::from).or_else(columns);
        let size = || terminal_size::terminal_size().map(|(width, _)| width.0.into());
        let width = asked.or_else(size).unwrap_or(80);
        Look {
            terminal,
            width,
            room: asked.or(terminal.then_some(width)),
            color: AutoStream::choice(&io::stdout()) != never,
            talk_color: AutoStream::choice(&io::stderr()) != never,
            quiet: general.quiet,
            verbose: general.verbose,
            symbols: general.symbols,
        }
    }
}

/// The width of the terminal by the environment.
fn columns() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok()?;
    columns.parse().ok().filter(|&columns| columns >= 20)
}

/// The digits of the puzzle itself.
pub(crate) const GIVEN: Style = Style::new().bold();
/// Digits that were found.
pub(crate) const FOUND: Style = AnsiColor::Cyan.on_default();
/// Errors and eliminations.
pub(crate) const WRONG: Style = AnsiColor::Red.on_default().bold();
/// Text of little importance.
pub(crate) const QUIET: Style = Style::new().dimmed();

/// `text` in this style, if colours are shown.
pub(crate) fn paint(color: bool, style: Style, text: &str) -> String {
    if color {
        format!("{style}{text}{style:#}")
    } else {
        text.to_owned()
    }
}

/// Standard output and standard error, each used for what it is for.
pub(crate) struct Output {
    pub(crate) look: Look,
    pub(crate) data: BufWriter<Stdout>,
}

impl Output {
    pub(crate) fn new(look: Look) -> Output {
        let data = BufWriter::with_capacity(1 << 16, io::stdout());
        Output { look, data }
    }

    /// Prints a message on standard error, after the answers so far. A closed standard error
    /// counts as success, and if the answers cannot be written, writing the next one fails.
    pub(crate) fn talk(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let _ = self.data.flush();
        let mut end = "";
        if !text.ends_with('\n') {
            end = "\n";
        }
        let _ = write!(io::stderr().lock(), "{text}{end}");
    }

    /// Prints an error.
    pub(crate) fn error(&mut self, message: &str) {
        let word = paint(self.look.talk_color, WRONG, "error:");
        self.talk(&format!("{word} {message}"));
    }
}

/// Prints the whole output of a command.
pub(crate) fn print(text: impl AsRef<[u8]>) -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref())?;
    out.flush()?;
    Ok(Exit::Yes)
}

/// Writes slow output at once, and fast output in blocks.
pub(crate) struct Prompt<'a> {
    data: &'a mut BufWriter<Stdout>,
    /// When the buffer was last flushed.
    since: Option<Instant>,
}

impl<'a> Prompt<'a> {
    const PATIENCE: Duration = Duration::from_millis(10);

    pub(crate) fn new(data: &'a mut BufWriter<Stdout>) -> Prompt<'a> {
        Prompt { data, since: None }
    }
}

impl Write for Prompt<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.data.write(bytes)?;
        let since = self.since.map(|since| since.elapsed());
        if since.is_none_or(|time| time > Self::PATIENCE) && bytes.ends_with(b"\n") {
            self.flush()?;
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.data.flush()?;
        self.since = Some(Instant::now());
        Ok(())
    }
}

/// The name of a file for messages: one line, and nothing in it that a terminal would obey.
pub(crate) fn escaped(name: &str) -> String {
    let escape = |c: char| -> String {
        let is_hidden = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || is_hidden {
            c.escape_default().collect()
        } else {
            c.into()
        }
    };
    name.chars().map(escape).collect()
}

/// `49,158`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `0.21 ms`, `12.3 ms`, `1.23 s`: three digits, more or less.
pub(crate) fn short_time(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1000.0;
    match millis {
        ..10.0 => format!("{millis:.2} ms"),
        ..100.0 => format!("{millis:.1} ms"),
        ..1000.0 => format!("{millis:.0} ms"),
        _ => format!("{:.2} s", millis / 1000.0),
    }
}

/// `12 nodes`, `1 node`.
pub(crate) fn many(number: u64, one: &str, more: &str) -> String {
    let what = if number == 1 { one } else { more };
    format!("{} {what}", grouped(number))
}

/// The engine and the work it did: `csp, 0.21 ms, 12 nodes, 3 guesses, 2 backtracks`.
pub(crate) fn work(report: &Report, time: Duration) -> String {
    let stats = &report.stats;
    let mut parts = vec![
        engines(report),
        short_time(time),
        many(stats.nodes, "node", "nodes"),
        many(stats.guesses, "guess", "guesses"),
        many(stats.backtracks, "backtrack", "backtracks"),
    ];
    // Only engines that learn have these, and only on hard boards.
    if stats.learnt > 0 {
        parts.push(many(stats.learnt, "rule learnt", "rules learnt"));
        parts.push(many(stats.restarts, "restart", "restarts"));
    }
    parts.join(", ")
}

/// The engine that did the work: `sat`, or `csp, then sat` if one gave way to the other.
pub(crate) fn engines(report: &Report) -> String {
    match report.gave_way {
        Some(first) => format!("{first}, then {}", report.engine),
        None => report.engine.to_owned(),
    }
}

/// A table with aligned columns; `numbers` are aligned on the right. Where it is too wide
/// for `room`, its last column is wrapped, or else each row is printed below its first cell,
/// the numbers with their headings.
pub(crate) fn table(rows: &[Vec<String>], numbers: Range<usize>, room: Option<usize>) -> String {
    /// A last column that is narrower is hard to read.
    const NARROWEST: usize = 24;
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..n_columns).map(width).collect();
    let last = widths.pop().unwrap_or(0);
    let before: usize = widths.iter().map(|width| width + 2).sum();
    let room = room.unwrap_or(usize::MAX);
    let left = room.saturating_sub(before);
    if last > left && (left < NARROWEST || !numbers.is_empty()) {
        return stacked(rows, numbers, room);
    }
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let padded: String = cells
            .map(|(column, (cell, width))| {
                if numbers.contains(&column) {
                    format!("{cell:>width$}  ")
                } else {
                    format!("{cell:<width$}  ")
                }
            })
            .collect();
        let cell = row.get(widths.len()).map_or("", String::as_str);
        let cell = if numbers.contains(&widths.len()) {
            format!("{cell:>last$}")
        } else {
            wrapped(cell, left, before)
        };
        out += (padded + &cell).trim_end();
        out.push('\n');
    }
    out
}

/// The rows of a table, each below its first cell; the first row has the headings.
fn stacked(rows: &[Vec<String>], numbers: Range<usize>, room: usize) -> String {
    const INDENT: usize = 2;
    let Some((headings, rows)) = rows.split_first() else {
        return String::new();
    };
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(headings).enumerate().skip(1);
        let filled = cells.filter(|(_, (cell, _))| !cell.is_empty() && *cell != "-");
        let shown: Vec<String> = filled
            .map(|(column, (cell, heading))| {
                if numbers.contains(&column) {
                    format!("{heading} {cell}")
                } else {
                    cell.clone()
                }
            })
            .collect();
        let first = row.first().map_or("", String::as_str);
        let shown = wrapped(&shown.join(", "), room.saturating_sub(INDENT), INDENT);
        out += &format!("{first}\n{:INDENT$}{shown}\n", "");
    }
    out
}

/// The text on lines of at most `columns`, with `indent` blanks before each line but
/// the first. Lines end between words, or behind a comma or a bar; words are never cut. Colour
/// codes take no room.
pub(crate) fn wrapped(text: &str, columns: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
            at = 0;
        }
        for piece in pieces(line) {
            let wide = shown_width(piece.trim_end());
            if at > 0 && at + wide > columns {
                out.truncate(out.trim_end_matches(' ').len());
                out += &format!("\n{:indent$}", "");
                at = 0;
            }
            out += piece;
            at += shown_width(piece);
        }
    }
    out
}

/// The pieces of a line that are not to be cut. A comma in a number ends none.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let ends = |(at, sign): (usize, char)| match sign {
            ' ' | '|' => Some(at + 1),
            ',' if !rest[at + 1..].starts_with(|c: char| c.is_ascii_digit()) => Some(at + 1),
            _ => None,
        };
        let end = rest.char_indices().find_map(ends).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// How many columns a text takes, without the colours in it.
fn shown_width(text: &str) -> usize {
    let mut rest = text;
    let mut width = 0;
    while let Some((before, escape)) = rest.split_once('\u{1b}') {
        width += before.chars().count();
        rest = escape.split_once('m').map_or("", |(_, after)| after);
    }
    width + rest.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let shown = [0, 999, 1000, 49158, 1234567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "49,158", "1,234,567"]);
        assert_eq!(many(1, "node", "nodes"), "1 node");
        assert_eq!(many(2000, "node", "nodes"), "2,000 nodes");
    }

    #[test]
    fn names_of_files_are_escaped() {
        let shown = ["a b.txt", "é", "a\n\x1b[2J", "\u{202e}txt.a"].map(escaped);
        let expected = ["a b.txt", "é", "a\\n\\u{1b}[2J", "\\u{202e}txt.a"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn times_have_three_digits() {
        let shown = [210, 12_300, 456_000, 1_230_000]
            .map(|micros| short_time(Duration::from_micros(micros)));
        assert_eq!(shown, ["0.21 ms", "12.3 ms", "456 ms", "1.23 s"]);
    }

    #[test]
    fn columns_are_aligned() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let shown = table(&[row("a", "1"), row("long", "20")], 1..2, None);
        assert_eq!(shown, "a      1\nlong  20\n");
    }

    #[test]
    fn tables_fit_the_room_and_no_word_is_cut() {
        let rows = |about: &str| vec![vec!["grid".to_owned(), "read".to_owned(), about.to_owned()]];
        let about = "rows of cells, with or without a frame";
        let shown = table(&rows(about), 0..0, Some(40));
        let expected = "grid  read  rows of cells, with or\n            without a frame\n";
        assert_eq!(shown, expected);
        let settings = table(&rows(":style=plain|framed|box,blank=dot"), 0..0, Some(38));
        assert!(settings.lines().all(|line| line.len() <= 38), "{settings}");
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let rows = [
            row(["engine", "answer", "nodes", "guesses"]),
            row(["dancing-links", "unique", "1,234,567", "12"]),
        ];
        let shown = table(&rows, 2..4, Some(30));
        let expected = "dancing-links\n  unique, nodes 1,234,567,\n  guesses 12\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn colours_take_no_room() {
        let red = paint(true, WRONG, "red");
        assert_eq!(shown_width(&red), 3);
        assert_eq!(wrapped(&format!("a {red} b"), 7, 0), format!("a {red} b"));
        assert_eq!(
            wrapped("7,605 nodes", 4, 1),
            "7,605\n nodes",
            "numbers stay whole"
        );
    }
}
