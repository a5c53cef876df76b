//! `completions`: a script that completes commands and options in a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Arguments;
use crate::exit::{Exit, Failure};
use crate::names;
use crate::output::{Look, print};

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold completions bash > ~/.local/share/bash-completion/completions/ninefold
  ninefold completions zsh > ~/.zfunc/_ninefold
  ninefold completions fish > ~/.config/fish/completions/ninefold.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    pub(super) fn run(self, _look: Look) -> Result<Exit, Failure> {
        print(script(self.shell))
    }
}

/// The script for `shell`.
fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "ninefold", &mut script);
    if shell == Shell::Fish {
        // The generator knows values of options only.
        let techniques = names::all_techniques().join(" ");
        let when = "__fish_seen_subcommand_from techniques";
        let line = format!("complete -c ninefold -n \"{when}\" -f -a \"{techniques}\"\n");
        script.extend(line.into_bytes());
    }
    script
}
