//! Runs the console sessions in `testdata/cli` and in the guides for real: what is
//! printed there is what the program prints. And the tables of the library are what the
//! program lists.

use std::process::Command;

use ninefold::engine::ENGINES;
use ninefold::format::FORMATS;

#[test]
fn console_sessions_are_true() {
    // Sessions are written for someone who stands at the root of the project.
    std::env::set_current_dir("../..").expect("the project has a root");
    let sessions = trycmd::TestCases::new();
    sessions.env("NO_COLOR", "1");
    sessions.case("testdata/cli/*.md");
    for guide in ["GUIDE.md", "README.md"] {
        if std::path::Path::new(guide).exists() {
            sessions.case(guide);
        }
    }
}

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ninefold"))
        .args(arguments)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn every_engine_and_format_is_listed() {
    let engines = ENGINES.iter().map(|engine| engine.name());
    let formats = FORMATS.iter().map(|format| format.name());
    for (command, names) in [
        ("engines", engines.collect::<Vec<_>>()),
        ("formats", formats.collect::<Vec<_>>()),
    ] {
        for more in ["--quiet", "--verbose"] {
            let table = printed(&[command, more]);
            let listed = table.lines().filter(|line| !line.starts_with(' '));
            let listed = listed.map(|line| line.split(' ').next().unwrap_or_default());
            assert_eq!(listed.collect::<Vec<_>>(), names);
        }
        let objects = printed(&[command, "--json"]);
        for (line, name) in objects.lines().zip(&names) {
            let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(object["schema"], 1);
            assert_eq!(object["name"], **name);
        }
        assert_eq!(objects.lines().count(), names.len());
    }
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let man = printed(&["man"]);
    assert!(man.contains(".TH ninefold 1"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        for command in [
            "solve", "check", "count", "convert", "race", "bench", "formats", "engines",
        ] {
            assert!(script.contains(command), "{shell} does not know {command}");
            assert!(man.contains(&format!(".SH {}", command.to_uppercase())));
        }
    }
}
