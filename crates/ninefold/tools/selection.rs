//! The command line of tools that read files of puzzles: `[--skip N] [--take N] FILE…`.

use std::fs;
use std::process::ExitCode;

use ninefold::Puzzle;

/// The puzzles to work on: some of each file, in order.
pub(crate) struct Selection {
    skip: usize,
    take: usize,
    files: Vec<String>,
}

impl Selection {
    /// The selection on the command line. `option` is called with every other option, and with
    /// a function that returns the number after it; it returns whether it knows the option.
    pub(crate) fn from_arguments(
        mut option: impl FnMut(&str, &mut dyn FnMut() -> Option<usize>) -> bool,
    ) -> Selection {
        let mut selection = Selection {
            skip: 0,
            take: usize::MAX,
            files: Vec::new(),
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut number = || arguments.next().and_then(|number| number.parse().ok());
            match argument.as_str() {
                "--skip" => selection.skip = number().unwrap_or(selection.skip),
                "--take" => selection.take = number().unwrap_or(selection.take),
                name if option(name, &mut number) => {}
                _ => selection.files.push(argument),
            }
        }
        selection
    }

    /// Calls `work` with the selected puzzles of each file, one per line as `read`
    /// finds them, and prints the report that it returns. An error ends the program with 1; a
    /// file that cannot be read, or none at all, ends it with 2.
    pub(crate) fn each_file(
        self,
        usage: &str,
        read: fn(&str) -> Option<Puzzle>,
        mut work: impl FnMut(&mut dyn Iterator<Item = Puzzle>) -> Result<String, String>,
    ) -> ExitCode {
        if self.files.is_empty() {
            eprintln!("usage: {usage}");
            return ExitCode::from(2);
        }
        for file in &self.files {
            let text = match fs::read_to_string(file) {
                Ok(text) => text,
                Err(error) => {
                    eprintln!("{file}: {error}");
                    return ExitCode::from(2);
                }
            };
            let puzzles = text.lines().filter_map(read);
            match work(&mut puzzles.skip(self.skip).take(self.take)) {
                Ok(report) => println!("{file}: {report}"),
                Err(why) => {
                    eprintln!("{file}: {why}");
                    return ExitCode::from(1);
                }
            }
        }
        ExitCode::SUCCESS
    }
}
