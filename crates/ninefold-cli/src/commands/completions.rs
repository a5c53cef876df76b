//! `completions`: a script that teaches a shell our commands and options.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Arguments;

/// The script for `shell`.
pub(crate) fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "ninefold", &mut script);
    script
}
