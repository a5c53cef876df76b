//! The rules of the tree, as a test: which part may use which, where `unsafe` may
//! stand, and that every file says what it is.
//!
//! The rules are the tables below. When one is broken the test names file and line.

use std::fs;
use std::path::{Path, PathBuf};

/// Which parts of the library a part may use. `ARCHITECTURE.md` draws the same.
const MAY_USE: &[(&str, &[&str])] = &[
    ("geometry", &["sets"]),
    ("sets", &["geometry"]),
    ("symbols", &["geometry"]),
    ("settings", &[]),
    ("puzzle", &["geometry", "sets", "symbols"]),
    ("board", &["geometry", "sets", "puzzle"]),
    (
        "format",
        &["geometry", "sets", "symbols", "settings", "puzzle", "board"],
    ),
    (
        "engine",
        &["geometry", "sets", "settings", "puzzle", "board"],
    ),
    // Of the engines only what `ninefold::solve` says: the last resort looks the
    // solution up.
    ("logic", &["geometry", "sets", "symbols", "puzzle", "board"]),
];

/// The only folder that may hold `unsafe` code.
const MAY_BE_UNSAFE: &str = "engine/simd";

/// What the library must not touch: it does no I/O and reads no clock, environment,
/// thread or entropy.
const OUTSIDE_WORLD: &[&str] = &[
    "std::fs",
    "std::io",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "std::time",
    "println!(",
    "eprintln!(",
];

#[test]
fn parts_use_only_what_they_may() {
    let mut faults = Vec::new();
    for source in sources() {
        let Some((_, may_use)) = MAY_USE.iter().find(|(part, _)| *part == source.part()) else {
            assert_eq!(source.part(), "lib", "{} is in no table", source.name);
            continue;
        };
        for (number, line) in source.code() {
            for used in parts_named(line) {
                if used != source.part() && !may_use.contains(&used) {
                    faults.push(format!("{}:{number} uses {used}", source.name));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn unsafe_code_has_one_home() {
    let unsafe_word = |line: &str| line.split(|c: char| !is_word(c)).any(|w| w == "unsafe");
    let faults =
        lines_where(|source, line| unsafe_word(line) && !source.name.starts_with(MAY_BE_UNSAFE));
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_library_keeps_to_itself() {
    let faults = lines_where(|_, line| OUTSIDE_WORLD.iter().any(|word| line.contains(word)));
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_file_says_what_it_is() {
    let silent: Vec<String> = sources()
        .into_iter()
        .filter(|source| !source.text.starts_with("//! "))
        .map(|source| source.name)
        .collect();
    assert!(silent.is_empty(), "{silent:#?}");
}

struct Source {
    /// The path below `src`, with `/` between the parts.
    name: String,
    text: String,
}

impl Source {
    /// The first part of its path: `engine`, `puzzle`.
    fn part(&self) -> &str {
        let first = self.name.split('/').next().expect("a path has a part");
        first.trim_end_matches(".rs")
    }

    /// The numbered lines of code before the tests, without comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(k, line)| (k + 1, line));
        lines
            .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
            .map(|(number, line)| (number, line.split("//").next().unwrap_or("")))
    }
}

fn lines_where(fault: impl Fn(&Source, &str) -> bool) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources() {
        for (number, line) in source.code() {
            if fault(&source, line) {
                faults.push(format!("{}:{number}: {}", source.name, line.trim()));
            }
        }
    }
    faults
}

/// The parts of the library that a line names as `crate::part`, also in a list.
fn parts_named(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for after in line.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(list) => {
                let names = list.split(',');
                parts.extend(names.map(|name| leading_word(name.trim())));
            }
            None => parts.push(leading_word(after)),
        }
    }
    parts.retain(|part| MAY_USE.iter().any(|(known, _)| known == part));
    parts
}

fn leading_word(text: &str) -> &str {
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    &text[..end]
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    assert!(files.len() > 10, "the sources are where they were");
    let read = |path: PathBuf| {
        let below = path.strip_prefix(&root).expect("it is below src");
        let names: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        Source {
            name: names.join("/"),
            text: fs::read_to_string(&path).expect("a source file is text"),
        }
    };
    files.into_iter().map(read).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}
