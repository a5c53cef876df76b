//! The rules of the tree, as a test: which part may use which, where `unsafe` may
//! stand, and that every file opens with what it is.
//!
//! The rules are the tables below. When one is broken the test names file and line.
//! Each table is in order: a row may use rows above it only, so that there are no cycles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// For each module below another, which of its siblings it may use, and whether it may use
/// what stands in the module above itself (by that module's name).
type Table = &'static [(&'static str, &'static [&'static str])];

/// The parts of the library. `ARCHITECTURE.md` draws the same.
const PARTS: Table = &[
    // A set of digits or cells is made of numbers that the geometry counts, and a geometry
    // keeps the cells of its houses as sets: these two are one part in two files.
    ("geometry", &["sets"]),
    ("sets", &["geometry"]),
    ("symbols", &["geometry"]),
    ("settings", &[]),
    ("sort", &[]),
    ("random", &[]),
    ("words", &["geometry", "sets", "symbols"]),
    ("puzzle", &["geometry", "sets", "symbols", "words"]),
    ("board", &["geometry", "sets", "puzzle"]),
    (
        "symmetry",
        &["geometry", "sets", "symbols", "random", "puzzle", "board"],
    ),
    (
        "render",
        &["geometry", "sets", "symbols", "puzzle", "board"],
    ),
    (
        "format",
        &[
            "geometry", "sets", "symbols", "settings", "sort", "puzzle", "board", "render",
        ],
    ),
    (
        "engine",
        &["geometry", "sets", "settings", "puzzle", "board"],
    ),
    // Engines test what one slip could have started from.
    (
        "doctor",
        &[
            "geometry", "sets", "symbols", "random", "words", "puzzle", "board", "engine",
        ],
    ),
    // Of the engines the vectors, and what `ninefold::solve` says: one form is by the solution.
    (
        "canon",
        &[
            "geometry", "random", "puzzle", "symmetry", "engine", "ninefold",
        ],
    ),
    // Of the engines only what `ninefold::solve` says: the last resort looks the
    // solution up.
    (
        "logic",
        &[
            "geometry", "sets", "symbols", "sort", "words", "puzzle", "board", "symmetry",
            "render", "ninefold",
        ],
    ),
    // Scales rate puzzles; logic does not know them. Of the engines only what
    // `ninefold::solve` says, since a puzzle without one solution has no rating, and their
    // vectors.
    (
        "rate",
        &["geometry", "engine", "logic", "puzzle", "board", "ninefold"],
    ),
    // Full grids lose clues, engines test what is left, logic and scales choose, and canonical
    // forms tell isomorphs.
    (
        "generate",
        &[
            "geometry", "random", "puzzle", "symmetry", "format", "engine", "canon", "logic",
            "rate",
        ],
    ),
    // Meters ask engines, and name what forms and symmetries are called.
    (
        "inspect",
        &[
            "geometry", "sets", "random", "puzzle", "symmetry", "engine", "canon", "generate",
        ],
    ),
    (
        "drill",
        &["geometry", "sets", "puzzle", "board", "symmetry", "logic"],
    ),
];

/// Inside `engine`: what engines share, and then the engines, which do not know each other,
/// but for two.
const ENGINES: Table = &[
    ("stats", &[]),
    ("search", &["stats"]),
    ("query", &["engine", "search", "stats"]),
    ("simd", &[]),
    ("marks", &["search"]),
    ("classroom", &["engine", "search", "query"]),
    ("csp", &["engine", "search", "marks"]),
    ("sat", &["engine", "search", "marks"]),
    // The search of csp, pulled instead of pushed.
    ("solutions", &["search", "marks", "csp"]),
    ("fast9", &["engine", "search", "simd"]),
    // The last few puzzles of a batch, and batches too small for it, are left to fast9.
    ("batch9", &["simd", "fast9"]),
    // It picks another engine.
    (
        "auto",
        &["engine", "search", "marks", "csp", "sat", "fast9"],
    ),
];

/// The parts that an engine without a row may use, so that a new engine needs none.
const ANY_ENGINE: &[&str] = &["engine", "search", "query", "marks", "simd"];

/// The parts of the program.
const PROGRAM_PARTS: Table = &[
    ("exit", &[]),
    ("interrupt", &[]),
    ("text", &[]),
    ("json", &[]),
    ("names", &[]),
    ("versions", &["json"]),
    ("forms", &[]),
    ("args", &["exit", "names", "text"]),
    ("output", &["args", "exit"]),
    ("search", &["args", "interrupt", "json", "output"]),
    (
        "stream",
        &[
            "exit",
            "interrupt",
            "text",
            "json",
            "args",
            "output",
            "search",
        ],
    ),
    (
        "logic",
        &["interrupt", "json", "args", "output", "search", "stream"],
    ),
    (
        "commands",
        &[
            "exit",
            "interrupt",
            "json",
            "names",
            "args",
            "output",
            "search",
            "stream",
            "logic",
            "forms",
        ],
    ),
];

/// Inside `output`.
const OUTPUT: Table = &[
    ("words", &[]),
    ("table", &[]),
    ("draw", &["output"]),
    ("progress", &["output", "words"]),
    ("hunt", &["output", "words", "progress"]),
    ("waiting", &["output", "words", "progress"]),
];

/// Inside `stream`: from bytes to puzzles, from puzzles to answers, and all of it in `batch`.
const STREAM: Table = &[
    ("unpack", &[]),
    ("input", &["unpack"]),
    ("lines", &["input"]),
    ("pieces", &["input"]),
    ("datafile", &[]),
    ("item", &["datafile"]),
    ("answer", &["item"]),
    ("job", &["answer", "datafile", "item", "lines"]),
    ("tally", &["job"]),
    ("items", &["item", "job", "lines"]),
    ("ahead", &[]),
    ("bulk", &["ahead", "items", "job"]),
    (
        "batch",
        &[
            "input", "lines", "pieces", "datafile", "item", "job", "tally", "items", "ahead",
            "bulk",
        ],
    ),
];

/// Inside `commands`: a command may use what stands in the module above it, and no other
/// command, but for these.
const COMMANDS: Table = &[
    ("engines", &["commands"]),
    // Both list settings.
    ("formats", &["engines"]),
    ("rate", &["commands"]),
    // They rate puzzles, too.
    ("convert", &["commands", "rate"]),
    ("inspect", &["commands", "rate"]),
    ("solve_logic", &["commands"]),
    // Both write puzzles; `solve --logic` is a file of its own.
    ("solve", &["commands", "convert", "solve_logic"]),
    ("drill", &["commands"]),
    // The puzzles of a technique's drills are the first specimens.
    ("generate", &["commands", "drill"]),
];

/// Inside `bench`.
const BENCH: Table = &[
    ("clock", &[]),
    ("figures", &[]),
    ("machine", &[]),
    ("disguise", &[]),
    ("made", &["disguise"]),
    ("contestant", &["clock"]),
    ("sets", &["bench", "disguise", "made", "contestant"]),
    ("measure", &["clock", "figures", "contestant", "sets"]),
    (
        "report",
        &["clock", "figures", "machine", "sets", "measure"],
    ),
];

/// The parts of `ninefold-data`.
const DATA_PARTS: Table = &[
    ("words", &[]),
    ("interrupt", &[]),
    ("cells", &[]),
    ("answers", &[]),
    ("exit", &["words"]),
    ("files", &["cells", "exit", "words"]),
    ("inspect", &["exit", "files", "words"]),
    ("plan", &["exit", "files", "words"]),
    ("progress", &["words"]),
    ("stamp", &["exit", "files"]),
    (
        "job",
        &["exit", "files", "interrupt", "progress", "stamp", "words"],
    ),
    (
        "tables",
        &[
            "answers",
            "exit",
            "files",
            "interrupt",
            "job",
            "plan",
            "progress",
            "stamp",
        ],
    ),
    (
        "puzzles",
        &[
            "answers",
            "exit",
            "files",
            "interrupt",
            "job",
            "progress",
            "stamp",
        ],
    ),
    (
        "commands",
        &[
            "exit", "files", "inspect", "job", "plan", "puzzles", "tables", "words",
        ],
    ),
];

/// The packages, and which others they may depend on.
const PACKAGES: Table = &[
    ("ninefold", &[]),
    ("ninefold-capi", &["ninefold"]),
    ("ninefold-columns", &["ninefold"]),
    ("ninefold-data", &["ninefold", "ninefold-columns"]),
    ("ninefold-workbench", &["ninefold"]),
    (
        "ninefold-cli",
        &["ninefold", "ninefold-columns", "ninefold-workbench"],
    ),
    (
        "ninefold-web",
        &["ninefold", "ninefold-columns", "ninefold-workbench"],
    ),
];

/// The package of the Python wheel, which is no crate for others and lies in `python`, may
/// depend on these.
const WHEEL: &[&str] = &["ninefold", "ninefold-columns", "ninefold-workbench"];

/// Rows that may use each other although neither can stand above the other.
const ONE_PART_IN_TWO_FILES: [(&str, &str); 1] = [("geometry", "sets")];

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
    check_table(LIBRARY, &[], PARTS, None);
}

#[test]
fn engines_know_only_the_engines_they_may() {
    check_table(LIBRARY, &["engine"], ENGINES, Some(ANY_ENGINE));
    // Each engine of the classroom can be read by itself.
    check_table(LIBRARY, &["engine", "classroom"], &[], Some(&["classroom"]));
}

#[test]
fn parts_of_the_programs_use_only_what_they_may() {
    check_table(PROGRAM, &[], PROGRAM_PARTS, None);
    check_table(PROGRAM, &["output"], OUTPUT, None);
    check_table(PROGRAM, &["stream"], STREAM, None);
    check_table(PROGRAM, &["commands"], COMMANDS, Some(&["commands"]));
    check_table(PROGRAM, &["commands", "bench"], BENCH, None);
    check_table(DATA, &[], DATA_PARTS, None);
}

#[test]
fn no_table_allows_a_cycle() {
    let tables = [
        ("ninefold", PARTS),
        ("engine", ENGINES),
        ("ninefold", PROGRAM_PARTS),
        ("output", OUTPUT),
        ("stream", STREAM),
        ("commands", COMMANDS),
        ("bench", BENCH),
        ("", DATA_PARTS),
        ("", PACKAGES),
    ];
    let mut faults = Vec::new();
    for (above, table) in tables {
        for (place, (name, may_use)) in table.iter().enumerate() {
            for used in may_use.iter().filter(|used| **used != above) {
                let is_one_part = ONE_PART_IN_TWO_FILES
                    .iter()
                    .any(|pair| [*pair, (pair.1, pair.0)].contains(&(*name, *used)));
                let is_above = table[..place].iter().any(|(name, _)| name == used);
                if !is_above && !is_one_part {
                    faults.push(format!("{name} uses {used}, which is not above it"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A command's name stands in its own file and on its line of the table, nowhere else.
#[test]
fn a_command_is_one_line_of_a_table() {
    let sources = sources_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(PROGRAM));
    let mut faults = Vec::new();
    for source in &sources {
        let module = source.module();
        let ["commands", file] = module.iter().map(String::as_str).collect::<Vec<_>>()[..] else {
            continue;
        };
        // `solve --logic` is a part of `solve`.
        if file == "solve_logic" {
            continue;
        }
        let name = file[..1].to_uppercase() + &file[1..];
        // In a path, not in the words of a help text.
        let is_named = |line: &str| {
            let mut words = line.split(|c: char| !is_word(c));
            line.contains("::") && words.any(|word| word == name)
        };
        let mut places = Vec::new();
        for other in &sources {
            if other.module().starts_with(&module) {
                continue;
            }
            let lines = other.code().into_iter();
            let named = lines.filter(|(_, line)| is_named(line));
            places.extend(named.map(|(number, _)| format!("{}:{number}", other.name)));
        }
        let is_in_the_table = |place: &String| place.starts_with("commands/mod.rs:");
        if places.len() != 1 || !places.iter().all(is_in_the_table) {
            faults.push(format!("{name}: {}", places.join(", ")));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn packages_depend_only_on_those_they_may() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut faults = Vec::new();
    for entry in fs::read_dir(&folder).expect("the packages are side by side") {
        let path = entry.expect("an entry can be read").path();
        let Ok(manifest) = fs::read_to_string(path.join("Cargo.toml")) else {
            continue;
        };
        let package = path.file_name().unwrap_or_default().to_string_lossy();
        let row = PACKAGES.iter().find(|(name, _)| *name == package);
        let (_, may_use) = row.unwrap_or_else(|| panic!("{package} is in no table"));
        for used in dependencies(&manifest) {
            if used.starts_with("ninefold") && !may_use.contains(&used) {
                faults.push(format!("{package} depends on {used}"));
            }
        }
    }
    let manifest = fs::read_to_string(folder.join("../python/Cargo.toml"));
    for used in dependencies(&manifest.expect("the wheel has a manifest")) {
        if used.starts_with("ninefold") && !WHEEL.contains(&used) {
            faults.push(format!("the Python wheel depends on {used}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A package holds every file that its sources include, so `cargo package` need not be run to
/// know that it builds elsewhere.
#[test]
fn a_package_includes_only_its_own_files() {
    let mut n_included = 0;
    for (package, _) in PACKAGES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(package);
        let root = root.canonicalize().expect("the package is there");
        for folder in ["src", "examples"].map(|folder| root.join(folder)) {
            if !folder.exists() {
                continue;
            }
            for source in sources_below(&folder) {
                for (at, _) in source.text.match_indices("include_") {
                    let rest = &source.text[at..];
                    let call = ["include_str!(", "include_bytes!("];
                    let Some(path) = call.iter().find_map(|call| rest.strip_prefix(call)) else {
                        continue;
                    };
                    let path = path
                        .trim_start()
                        .strip_prefix('"')
                        .and_then(|path| path.split('"').next());
                    let path = path.expect("the path is written out");
                    let file = folder.join(&source.name);
                    let file = file.parent().expect("a file is in a folder").join(path);
                    let file = file.canonicalize().expect("an included file is there");
                    assert!(
                        file.starts_with(&root),
                        "{package}: {}: {path}",
                        source.name
                    );
                    n_included += 1;
                }
            }
        }
    }
    assert!(n_included > 10, "the sources include files");
}

/// A front end finds in the documentation of the library and in its README what it can leave out.
#[test]
fn every_feature_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("it can be read");
    let manifest = read("Cargo.toml");
    let (_, features) = manifest
        .split_once("[features]\n")
        .expect("there are features");
    let (features, _) = features.split_once("\n[").expect("other sections follow");
    let names = features.lines().filter(|line| !line.starts_with('#'));
    let names = names.filter_map(|line| Some(line.split_once(" = ")?.0));
    let names: Vec<&str> = names.filter(|name| *name != "default").collect();
    assert!(names.len() > 5, "the features have names: {names:?}");
    for path in ["src/lib.rs", "README.md"] {
        let text = read(path);
        for name in &names {
            assert!(
                text.contains(&format!("`{name}`")),
                "{name} is not in {path}"
            );
        }
    }
}

/// What a manifest names as dependencies, but for those of its tests.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut is_within = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            is_within = section.ends_with("dependencies") && section != "dev-dependencies";
        } else if is_within {
            let end = line.find(|c: char| !is_word(c) && c != '-');
            names.extend(end.map(|end| &line[..end]));
        }
    }
    names
}

/// The sources of the library and of the programs, from the library's folder.
const LIBRARY: &str = "src";
const PROGRAM: &str = "../ninefold-cli/src";
const DATA: &str = "../ninefold-data/src";

/// Every path of every module below `above` leads to itself or to what the table allows; a
/// module without a row may use what `otherwise` names.
fn check_table(package: &str, above: &[&str], table: Table, otherwise: Option<&[&str]>) {
    let tree = Tree::read(package);
    let root = above.last().copied().unwrap_or("ninefold");
    let mut faults = Vec::new();
    for source in &tree.sources {
        // The part that a module belongs to, if it is below `above`.
        let part_of = |module: &[String]| {
            let (start, below) = module.split_at_checked(above.len())?;
            (start == above).then(|| below.first().map_or(root, String::as_str).to_string())
        };
        let Some(part) = part_of(&source.module()).filter(|part| part != root) else {
            continue;
        };
        let row = table.iter().find(|(name, _)| *name == part);
        let may_use = row.map(|(_, may_use)| *may_use).or(otherwise);
        let may_use = may_use.unwrap_or_else(|| panic!("{} is in no table", source.name));
        for used in source.paths() {
            let module = tree.module_of(&source.module(), &used.names);
            let Some(other) = part_of(&module) else {
                continue;
            };
            if other != part && !may_use.contains(&other.as_str()) {
                faults.push(format!("{}:{} uses {other}", source.name, used.line));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn paths_are_followed_to_where_a_thing_stands() {
    let tree = Tree::read(LIBRARY);
    for (from, path, to) in [
        ("format", "crate::engine::Query", "engine/query"),
        ("format", "crate::Puzzle", "puzzle"),
        ("format", "crate::parse", "format"),
        ("format", "super::solve", ""),
        ("puzzle", "super::board::Board", "board"),
        ("engine/csp", "super::Fast9", "engine/fast9"),
        ("engine/csp", "super::sat::Sat", "engine/sat"),
        ("engine/csp", "super::super::Grid", "puzzle"),
        (
            "engine/csp",
            "super::classroom::Detour",
            "engine/classroom/detour",
        ),
        (
            "engine/batch9/solver",
            "super::super::fast9",
            "engine/fast9",
        ),
        (
            "engine/batch9/solver",
            "super::fast9::solve_rows",
            "engine/fast9",
        ),
        ("engine/csp", "super::Engine", "engine"),
        ("engine/csp", "std::fmt::Debug", "engine/csp"),
    ] {
        let module: Vec<String> = from.split('/').map(String::from).collect();
        let names: Vec<String> = path.split("::").map(String::from).collect();
        assert_eq!(
            tree.module_of(&module, &names).join("/"),
            to,
            "{path} in {from}"
        );
    }
    let source = Source {
        name: "engine/csp.rs".to_string(),
        text: "use super::{\n    Engine,\n    sat::{self, Sat as Other}, // super::no\n};\n\
               #[cfg(test)]\nmod tests;\nfn f() -> crate::Cell { super::fast9::g::<u8>() }\n\
               #[cfg(test)]\nmod more {\n    use super::*;\n}\nfn g(_: &super::Stop) {}\n"
            .to_string(),
    };
    let described = |path: &Used| format!("{} {}", path.line, path.names.join("::"));
    let found: Vec<String> = source.paths().iter().map(described).collect();
    let expected = [
        "1 super::Engine",
        "1 super::sat::self",
        "1 super::sat::Sat",
        "7 crate::Cell",
        "7 super::fast9::g",
        "12 super::Stop",
    ];
    assert_eq!(found, expected);
}

#[test]
fn unsafe_code_has_one_home() {
    let unsafe_word = |line: &str| line.split(|c: char| !is_word(c)).any(|w| w == "unsafe");
    let faults =
        lines_where(|source, line| unsafe_word(line) && !source.name.starts_with(MAY_BE_UNSAFE));
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The wheel takes pointers in one file.
#[test]
fn the_wheel_is_unsafe_where_it_speaks_arrow() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/src");
    for source in sources_below(&folder) {
        let is_edge = source.name == "arrow.rs";
        let code = source.code();
        let is_unsafe = code
            .iter()
            .any(|(_, line)| words(line).any(|w| w == "unsafe"));
        assert_eq!(is_unsafe, is_edge, "{}", source.name);
    }
}

#[test]
fn the_library_keeps_to_itself() {
    let faults = lines_where(|_, line| OUTSIDE_WORLD.iter().any(|word| line.contains(word)));
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The documentation tests run the example of the library's README.
#[test]
fn both_readmes_have_the_example_that_is_tested() {
    let example = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let text = fs::read_to_string(&path).expect("a README can be read");
        let (_, rest) = text.split_once("```rust\n").expect("it has an example");
        let (example, _) = rest.split_once("```").expect("the example ends");
        example.to_owned()
    };
    assert_eq!(example("../../README.md"), example("README.md"));
}

#[test]
fn the_guides_contents_are_its_sections_in_their_order() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../GUIDE.md");
    let guide = fs::read_to_string(path).expect("the guide can be read");
    let listed = guide.lines().filter_map(|line| line.strip_prefix("* ["));
    let listed = listed.filter_map(|line| Some(line.split_once("](#")?.0));
    let sections = guide.lines().filter_map(|line| line.strip_prefix("## "));
    assert_eq!(listed.collect::<Vec<_>>(), sections.collect::<Vec<_>>());
}

#[test]
fn a_variant_is_one_entry_in_its_table() {
    let library = sources();
    let is_table = |source: &&Source| source.name == "geometry/variant.rs";
    let table = library.iter().find(is_table).expect("the table is there");
    let entries = table.code().into_iter().filter_map(|(_, line)| {
        let name = line.trim().strip_prefix("name: ")?;
        name.strip_suffix(',')
    });
    // `x` means other things too.
    let is_name = |name: &&str| name.starts_with('"') && *name != "\"x\"";
    let names: Vec<&str> = entries.filter(is_name).collect();
    assert!(names.len() > 4, "the table has entries: {names:?}");
    for name in names {
        let files = files_that_have(name);
        assert_eq!(files, ["geometry/variant.rs"], "files that name {name}");
    }
}

/// Formats that code elsewhere names, and what for. All others are named in their own file and
/// twice in `format/kinds/mod.rs`: once as a file, once in the table.
const NAMED_FORMATS: &[(&str, &str)] = &[
    (
        "line",
        "gsf reads its board through its reader; the program and columns answer in lines",
    ),
    ("grid", "lines may be the rows of a board"),
    (
        "json",
        "links pack it; its objects are answered in place, and paths are written in it",
    ),
    ("csv", "its rows are answered in place"),
    ("sudokuwiki", "links pack it"),
    (
        "hodoku",
        "the examples of techniques are in it; a scale has that name, too",
    ),
    ("jigsaw", "the program explains how to ask for one"),
];

#[test]
fn a_format_is_one_file_and_two_entries_in_one_place() {
    const KINDS: &str = "ninefold/src/format/kinds/";
    const TABLE: &str = "ninefold/src/format/kinds/mod.rs";
    let sources = sources_of_all_packages();
    let table = sources.iter().find(|source| source.name == TABLE);
    let table = table.expect("the table of formats").text.lines();
    let files = table.filter_map(|line| line.strip_prefix("pub(super) mod ")?.strip_suffix(';'));
    let mut faults = Vec::new();
    for name in files {
        let path = format!("{name}::");
        let text = format!("\"{name}\"");
        let own = [format!("{KINDS}{name}.rs"), format!("{KINDS}{name}/")];
        let is_own = |source: &Source| own.iter().any(|own| source.name.starts_with(own));
        let is_its_name = |source: &Source| is_own(source) && source.text.contains(&text);
        assert!(sources.iter().any(is_its_name), "{name} is not in its file");
        let is_named = |source: &Source, line: &str| {
            let in_path = line.match_indices(&path).any(|(at, _)| {
                let before = &line[..at];
                before.ends_with("kinds::") || before.ends_with('&')
            });
            // In a format's file a word of its own notation may be the name of another format.
            let in_text = line.contains(&text) && !source.name.starts_with(KINDS);
            let as_file = source.name == TABLE && line.ends_with(&format!(" {name};"));
            in_path || in_text || as_file
        };
        let (mut n_entries, mut places) = (0, Vec::new());
        for source in sources.iter().filter(|source| !is_own(source)) {
            let code = source.code().into_iter();
            let named = code.filter(|(_, line)| is_named(source, line));
            if source.name == TABLE {
                n_entries = named.count();
            } else {
                places.extend(named.map(|(line, _)| format!("{}:{line}", source.name)));
            }
        }
        let is_known = NAMED_FORMATS.iter().any(|(known, _)| *known == name);
        if n_entries != 2 || is_known == places.is_empty() {
            faults.push(format!("{name}: {n_entries} entries, and {places:?}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn an_engine_is_named_in_its_own_file() {
    let library = sources();
    let mut names = Vec::new();
    for source in library.iter().filter(|s| s.name.starts_with("engine/")) {
        let code = source.code();
        let is_before = |line: &str| line.trim() == "fn name(&self) -> &'static str {";
        let pairs = code.windows(2).filter(|pair| is_before(pair[0].1));
        names.extend(pairs.map(|pair| pair[1].1.trim()));
    }
    // A reference to an engine passes the name on; `auto` is a setting's value and the
    // program's default, `fast9` has a second contestant in `bench`, `detour` is an event too,
    // and two are features.
    let elsewhere = ["auto", "fast9", "detour", "batsat", "cadical"];
    names.retain(|name| name.starts_with('"') && !elsewhere.contains(&name.trim_matches('"')));
    assert!(names.len() > 6, "the engines have names: {names:?}");
    for name in names {
        let files = files_that_have(name);
        let is_its_own = matches!(&files[..], [file] if file.starts_with("engine/"));
        assert!(is_its_own, "files that name {name}: {files:?}");
    }
}

/// Techniques that code outside of finders, reasons and scales names, and what for.
const NAMED_TECHNIQUES: &[(&str, &str)] = &[
    ("FullHouse", "HoDoKu finds singles in an order of its own"),
    ("NakedSingle", "likewise"),
    ("HiddenSingle", "likewise"),
    (
        "BruteForce",
        "it is no logic: front ends leave it out, walks count it",
    ),
];

/// A technique has one line in `technique.rs` and one in `FINDERS`. Otherwise its finder, its
/// reason and scales name it.
#[test]
fn a_technique_is_one_line_in_each_of_two_tables() {
    let sources = sources_of_all_packages();
    let tables = [
        "ninefold/src/logic/find/mod.rs",
        "ninefold/src/logic/technique.rs",
    ];
    let is_table = |source: &&Source| source.name == tables[1];
    let table = sources.iter().find(is_table).expect("the table is there");
    let lines = table.code().into_iter();
    let names = lines.filter_map(|(_, line)| Some(line.trim().split_once(" \"")?.0));
    let names: Vec<&str> = names.filter(|name| name.chars().all(is_word)).collect();
    assert!(names.len() > 100, "the table has entries: {names:?}");
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let is_counted = |source: &&Source| tables[0] == source.name || !knows_techniques(source);
    for source in sources.iter().filter(is_counted) {
        for (_, line) in source.code() {
            for name in words(line).filter(|word| names.contains(word)) {
                places.entry(name).or_default().push(&source.name);
            }
        }
    }
    for name in names {
        let (in_tables, elsewhere): (Vec<&str>, Vec<&str>) = places[name]
            .iter()
            .partition(|place| tables.contains(place));
        assert_eq!(in_tables, tables, "entries of {name}");
        let is_known = NAMED_TECHNIQUES.iter().any(|(known, _)| *known == name);
        assert_eq!(is_known, !elsewhere.is_empty(), "{name}: {elsewhere:?}");
    }
}

/// Whether a file is a finder, a producer of the explainer, a reason or a scale, which name the
/// techniques they are about.
fn knows_techniques(source: &Source) -> bool {
    let folders = ["logic/find/", "logic/explainer/", "logic/reason/", "rate/"];
    let below = source.name.strip_prefix("ninefold/src/");
    below.is_some_and(|name| folders.iter().any(|folder| name.starts_with(folder)))
}

/// Families of reasons that code outside of finders, reasons and scales makes or matches.
const NAMED_REASONS: &[(&str, &str)] = &[("Single", "HoDoKu's queues find singles, too")];

/// A family of reasons is one file, and in `reason/mod.rs` a `pub use` and a word in the
/// table. Otherwise finders, other reasons and scales name it.
#[test]
fn a_reason_is_one_file_and_one_word_in_its_table() {
    const TABLE: &str = "ninefold/src/logic/reason/mod.rs";
    let sources = sources_of_all_packages();
    let table = sources.iter().find(|source| source.name == TABLE);
    let table = table.expect("the table of reasons");
    let lines = table.code().into_iter().map(|(_, line)| line);
    let lines = lines.skip_while(|line| !line.starts_with("families! {"));
    let names: Vec<&str> = lines.skip(1).map(str::trim).collect();
    let names: Vec<&str> = names.into_iter().take_while(|name| *name != "}").collect();
    assert!(names.len() > 10, "the table has entries: {names:?}");
    for name in names {
        let is_named = |line: &str| words(line).any(|word| word == name);
        let code = table.code();
        let entries = code.iter().filter(|(_, line)| is_named(line));
        assert_eq!(entries.count(), 2, "lines of {TABLE} that name {name}");
        let path = format!("Reason::{name}");
        let is_used =
            |line: &str| line.contains(&path) || line.contains("reason::") && is_named(line);
        let others = sources.iter().filter(|source| !knows_techniques(source));
        let users = others.filter(|source| source.code().iter().any(|(_, line)| is_used(line)));
        let users: Vec<&str> = users.map(|source| source.name.as_str()).collect();
        let is_known = NAMED_REASONS.iter().any(|(known, _)| *known == name);
        assert_eq!(is_known, !users.is_empty(), "{name}: {users:?}");
    }
}

/// A scale is one file and one entry of `SCALES`.
#[test]
fn a_scale_is_one_file_and_one_entry_in_its_table() {
    let library = sources();
    let is_table = |source: &&Source| source.name == "rate/mod.rs";
    let table = &library.iter().find(is_table).expect("the table").text;
    let (_, table) = table.split_once("static SCALES").expect("its beginning");
    let (table, _) = table.split_once(';').expect("its end");
    let files = library.iter().filter(|s| s.name.starts_with("rate/"));
    let code = files.flat_map(|source| source.code());
    let scales = code.filter_map(|(_, line)| line.strip_prefix("impl Scale for "));
    let scales: Vec<&str> = scales.map(leading_word).collect();
    assert!(!scales.is_empty(), "there are scales");
    for scale in scales {
        let entries = words(table).filter(|word| *word == scale);
        assert_eq!(entries.count(), 1, "entries of {scale} in SCALES");
    }
}

/// The sources of all packages, by their paths below `crates`.
fn sources_of_all_packages() -> Vec<Source> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let all = sources_below(&crates).into_iter();
    all.filter(|source| source.name.contains("/src/")).collect()
}

/// The words of a line of code, without those in quotes.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split('"').step_by(2);
    let words = code.flat_map(|code| code.split(|c| !is_word(c)));
    words.filter(|word| !word.is_empty())
}

/// The source files of all packages that have a text in their code, once for each line; tests
/// do not count.
fn files_that_have(text: &str) -> Vec<String> {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for package in fs::read_dir(&packages).expect("the packages are side by side") {
        let folder = package.expect("an entry can be read").path().join("src");
        for source in sources_below(&folder) {
            let lines = source.code().into_iter();
            let found = lines.filter(|(_, line)| line.contains(text));
            files.extend(found.map(|_| source.name.clone()));
        }
    }
    files
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

/// A path in the code, and the line where it begins.
struct Used {
    line: usize,
    names: Vec<String>,
    /// What it is called from there on: its last name, or the one after `as`.
    called: String,
}

/// A package as modules, and the names that each takes from others.
struct Tree {
    sources: Vec<Source>,
    modules: BTreeSet<Vec<String>>,
    /// What a name that a module has by `use` stands for, seen from that module.
    names: BTreeMap<(Vec<String>, String), Vec<String>>,
}

impl Tree {
    fn read(package: &str) -> Tree {
        let sources = sources_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(package));
        assert!(sources.len() > 10, "the sources are where they were");
        let modules = sources.iter().map(Source::module).collect();
        let mut names = BTreeMap::new();
        for source in &sources {
            for used in source.imports() {
                // All names of a module at once: here nothing could be followed.
                let above_a_table = [
                    "lib.rs",
                    "engine/mod.rs",
                    "engine/classroom/mod.rs",
                    "main.rs",
                    "output/mod.rs",
                    "stream/mod.rs",
                    "commands/mod.rs",
                    "commands/bench/mod.rs",
                ];
                let many = used.called == "*" && above_a_table.contains(&source.name.as_str());
                assert!(!many, "{}:{} names everything", source.name, used.line);
                names.insert((source.module(), used.called), used.names);
            }
        }
        Tree {
            sources,
            modules,
            names,
        }
    }

    /// The module where the thing stands that a module calls by this path: down through
    /// modules, and on through what they have by `use`.
    fn module_of(&self, from: &[String], path: &[String]) -> Vec<String> {
        let mut module = from.to_vec();
        for (k, name) in path.iter().enumerate() {
            match name.as_str() {
                "crate" => module.clear(),
                "self" => {}
                "super" => drop(module.pop()),
                _ => {
                    module.push(name.clone());
                    if self.modules.contains(&module) {
                        continue;
                    }
                    module.pop();
                    let known = self.names.get(&(module.clone(), name.clone()));
                    return match known.filter(|known| known[0] != *name) {
                        Some(known) => {
                            let path: Vec<String> =
                                known.iter().chain(&path[k + 1..]).cloned().collect();
                            self.module_of(&module, &path)
                        }
                        None => module,
                    };
                }
            }
        }
        module
    }
}

struct Source {
    /// The path below `src`, with `/` between the parts.
    name: String,
    text: String,
}

impl Source {
    /// The module it is, from the root of the package: none for `lib.rs` and `main.rs`.
    fn module(&self) -> Vec<String> {
        let path = self.name.trim_end_matches(".rs");
        let names = path
            .split('/')
            .filter(|name| !["lib", "main", "mod"].contains(name));
        names.map(String::from).collect()
    }

    /// Whether it is compiled for tests alone.
    fn is_a_test(&self) -> bool {
        ["tests.rs", "testing.rs"]
            .iter()
            .any(|end| self.name.ends_with(end))
    }

    /// The numbered lines of code, without tests and comments.
    fn code(&self) -> Vec<(usize, &str)> {
        let mut code = Vec::new();
        let mut lines = self.text.lines().enumerate();
        while let Some((k, line)) = lines.next() {
            if line.starts_with("#[cfg(test)]") {
                // One thing: a line, or all up to the brace that closes it.
                let (_, first) = lines.next().unwrap_or_default();
                if !first.ends_with(';') {
                    lines.by_ref().find(|(_, line)| *line == "}");
                }
                continue;
            }
            code.push((k + 1, line.split("//").next().unwrap_or("")));
        }
        code.retain(|_| !self.is_a_test());
        code
    }

    /// Every path that starts at the root, at this module or above it.
    fn paths(&self) -> Vec<Used> {
        let mut found = Vec::new();
        self.each_word(|before, text, line| {
            let starts = ["crate::", "self::", "super::"];
            // `pub(in crate::engine)` limits where a thing is visible, and uses nothing.
            if starts.iter().any(|start| text.starts_with(start)) && !before.ends_with("(in ") {
                read_path(text, line, &[], &mut found);
            }
        });
        found
    }

    /// What the module itself has by `use`.
    fn imports(&self) -> Vec<Used> {
        let mut found = Vec::new();
        self.each_word(|_, text, line| {
            if let Some(path) = text.strip_prefix("use ") {
                read_path(path, line, &[], &mut found);
            }
        });
        found
    }

    /// Goes through the code word by word, but not through the words inside a path: with the
    /// text before and from there on, and the number of the line.
    fn each_word(&self, mut at: impl FnMut(&str, &str, usize)) {
        let code = self.code();
        let numbers: Vec<usize> = code.iter().map(|(number, _)| *number).collect();
        let lines: Vec<&str> = code.iter().map(|(_, line)| *line).collect();
        let text = lines.join("\n");
        let mut line = 0;
        let mut before = '\n';
        for (place, c) in text.char_indices() {
            if is_word(c) && !is_word(before) && before != ':' {
                at(&text[..place], &text[place..], numbers[line]);
            }
            line += usize::from(c == '\n');
            before = c;
        }
    }
}

/// Reads a path, with lists in braces, and adds what it names; returns the text after it.
fn read_path<'t>(text: &'t str, line: usize, above: &[String], found: &mut Vec<Used>) -> &'t str {
    let text = text.trim_start();
    if let Some(list) = text.strip_prefix('{') {
        let mut rest = list.trim_start();
        while !rest.starts_with('}') && !rest.is_empty() {
            rest = read_path(rest, line, above, found).trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
        }
        return rest.strip_prefix('}').unwrap_or(rest);
    }
    let end = if text.starts_with('*') {
        1
    } else {
        leading_word(text).len()
    };
    let (name, rest) = text.split_at(end);
    let names = [above, &[name.to_string()]].concat();
    let goes_on = |rest: &&str| rest.starts_with(|c| is_word(c) || c == '{' || c == '*');
    if let Some(rest) = rest.strip_prefix("::").filter(goes_on) {
        return read_path(rest, line, &names, found);
    }
    let (called, rest) = match rest.strip_prefix(" as ") {
        Some(rest) => rest.split_at(leading_word(rest).len()),
        // The module itself, in a list of its own.
        None if name == "self" => (above.last().map_or(name, String::as_str), rest),
        None => (name, rest),
    };
    let called = called.to_string();
    found.push(Used {
        line,
        names,
        called,
    });
    // What cannot be read ends a list: nothing is passed over for ever.
    match end {
        0 => "",
        _ => rest,
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

fn leading_word(text: &str) -> &str {
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    &text[..end]
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The sources of the library.
fn sources() -> Vec<Source> {
    let sources = sources_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(sources.len() > 10, "the sources are where they were");
    sources
}

fn sources_below(root: &Path) -> Vec<Source> {
    let mut files = Vec::new();
    collect(root, &mut files);
    files.sort();
    let read = |path: PathBuf| {
        let below = path.strip_prefix(root).expect("it is below the folder");
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
