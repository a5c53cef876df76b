//! Standard output and standard error: answers go to the one, messages to the other; colours
//! only to a terminal.

pub(crate) mod draw;
pub(crate) mod hunt;
pub(crate) mod progress;
mod table;
pub(crate) mod waiting;
mod words;

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::time::{Duration, Instant};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};

pub(crate) use self::table::{table, wrapped};
pub(crate) use self::words::{escaped, grouped, many, short_time, work};
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
    /// The same with fewer columns of room.
    pub(crate) fn narrower(self, columns: usize) -> Look {
        let room = self.room.map(|room| room.saturating_sub(columns));
        Look { room, ..self }
    }

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
