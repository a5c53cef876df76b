//! Runs the console sessions in `testdata/cli` and in the guides: the program prints what is
//! printed there. Also checks that the program lists the tables of the library.

use std::process::Command;

use ninefold::engine::ENGINES;
use ninefold::format::FORMATS;

#[test]
fn console_sessions_are_true() {
    // Sessions run at the root of the project.
    std::env::set_current_dir("../..").expect("the project has a root");
    let sessions = trycmd::TestCases::new();
    sessions.env("NO_COLOR", "1");
    sessions.env("COLUMNS", "");
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
    assert!(!man.contains("(1)"), "it refers to pages that do not exist");
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

/// What the shell offers after these words, by the script that the program prints.
fn offered(shell: &str, words: &str, script: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("complete.{shell}"));
    std::fs::write(&path, script).expect("there is room for a file");
    let path = path.display();
    let ask = match shell {
        "fish" => format!("source '{path}'; complete -C 'ninefold {words}'"),
        _ => format!(
            "source '{path}'; COMP_WORDS=(ninefold {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _ninefold ninefold \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD - 1]}}\"; \
             echo \"${{COMPREPLY[@]}}\""
        ),
    };
    let output = Command::new(shell).args(["-c", &ask]).output();
    let output = output.expect("the shell is installed");
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn shells_offer_engines_formats_variants_and_techniques() {
    let cases = [
        ("solve --engine da", "dancing-links"),
        ("race --engines board", "board-tree"),
        ("bench --engines fast9-", "fast9-bytes"),
        ("convert --to pencil", "pencilmarks"),
        ("check --from sudoku", "sudokuwiki"),
        ("count --variant win", "windoku"),
        ("explain --without x-w", "x-wing"),
        ("techniques naked-p", "naked-pair"),
    ];
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        for (words, name) in cases {
            assert!(script.contains(name), "{shell} does not know {name}");
            if shell == "bash" {
                let offered = offered(shell, words, &script);
                assert!(offered.contains(name), "{shell}: {words}: {offered}");
            }
        }
    }
}

#[test]
fn what_people_read_fits_into_the_columns_there_are() {
    let puzzle =
        "62.5.71...9..1..8.5.18....6......8...7..2..3...9......3....89.1.8..3..7...72.1.48";
    let large = "testdata/cli/large.txt";
    let large = format!("{}/../../{large}", env!("CARGO_MANIFEST_DIR"));
    for width in ["60", "80"] {
        for words in [
            vec!["formats"],
            vec!["formats", "--verbose"],
            vec!["engines", "--verbose"],
            vec!["techniques"],
            vec!["techniques", "continuous-nice-loop"],
            vec!["techniques", "kraken-fish-1"],
            vec!["drill", "--list"],
            vec!["drill", "xy-chain", "--seed", "1", "--answers"],
            vec!["hint", "--level", "5", puzzle],
            vec!["hint", large.as_str()],
            vec!["explain", puzzle],
            vec!["why", puzzle, "r4c2=1", "--proof", "both"],
            vec!["why", puzzle, "r1c8=9", "--name"],
            vec!["race", "--engines", "csp,auto,dancing-links", puzzle],
        ] {
            let shown = printed(&[&words[..], &["--width", width]].concat());
            let columns: usize = width.parse().expect("a number");
            for line in shown.lines() {
                assert!(line.chars().count() <= columns, "{words:?}: {line}");
            }
        }
    }
}
