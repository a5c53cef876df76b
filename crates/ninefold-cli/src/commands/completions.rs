//! `completions`: a script that teaches a shell our commands and options.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Arguments;
use crate::names;

/// The script for `shell`.
pub(crate) fn script(shell: Shell) -> Vec<u8> {
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
