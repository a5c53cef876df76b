//! `man`: the manual, one page with a section for each command.

use std::io;

use clap::{Args, CommandFactory};

use super::Arguments;
use crate::exit::{Exit, Failure};
use crate::output::{Look, print};

/// Print the manual page
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold man | man -l -
  ninefold man > ~/.local/share/man/man1/ninefold.1")]
pub(crate) struct Man;

impl Man {
    /// Runs the command.
    pub(super) fn run(self, _look: Look) -> Result<Exit, Failure> {
        print(page()?)
    }
}

/// The manual page in roff: the page of the program, then a section for each command.
fn page() -> io::Result<Vec<u8>> {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    // Commands have no pages of their own that one could refer to.
    let mut page = String::from_utf8_lossy(&page).into_owned();
    for sub in command.get_subcommands() {
        let name = sub.get_name();
        page = page.replace(&format!("ninefold\\-{name}(1)"), name);
    }
    let mut page = page.into_bytes();
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        let name = sub.get_name().to_uppercase();
        page.extend(format!(".SH {name}\n").bytes());
        let man = clap_mangen::Man::new(sub.clone());
        let mut part = Vec::new();
        man.render_synopsis_section(&mut part)?;
        man.render_description_section(&mut part)?;
        man.render_options_section(&mut part)?;
        // One page has one set of sections; within a command they are subsections.
        let part = String::from_utf8_lossy(&part).replace(".SH ", ".SS ");
        page.extend(part.bytes());
    }
    Ok(page)
}
