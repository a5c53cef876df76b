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
fn page() -> io::Result<String> {
    let mut command = Arguments::command();
    command.build();
    let mut rendered = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut rendered)?;
    // Commands have no pages of their own that one could refer to.
    let mut page = String::from_utf8_lossy(&rendered).into_owned();
    for sub in command.get_subcommands() {
        let name = sub.get_name();
        page = page.replace(&format!("ninefold\\-{name}(1)"), name);
    }
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        let name = sub.get_name().to_uppercase();
        page += &format!(".SH {name}\n");
        let man = clap_mangen::Man::new(sub.clone());
        let mut section = Vec::new();
        man.render_synopsis_section(&mut section)?;
        man.render_description_section(&mut section)?;
        man.render_options_section(&mut section)?;
        // One page has one set of sections; within a command they are subsections.
        page += &String::from_utf8_lossy(&section).replace(".SH ", ".SS ");
    }
    Ok(page)
}
