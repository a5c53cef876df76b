//! Hundreds of hostile inputs, each passed to the program that was built: it never panics,
//! ends with an exit code of its contract, and reports why it could not read something.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};

use ninefold::format::{FORMATS, Record};
use ninefold::settings::Settings;

const GOOD: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// What is run, what it reads, and how it must end where that is clear.
struct Case {
    name: String,
    arguments: Vec<String>,
    input: Vec<u8>,
    exit: Option<i32>,
}

/// Starts the program with pipes on all sides.
fn start(arguments: &[String]) -> (Child, ChildStdin) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ninefold"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdin = child.stdin.take().expect("it has a standard input");
    (child, stdin)
}

/// Runs the program with `input` on standard input.
fn run(arguments: &[String], input: &[u8]) -> Output {
    let (child, mut stdin) = start(arguments);
    std::thread::scope(|scope| {
        // The program may end before it has read everything, which is its right.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    })
}

/// What is wrong with how the program ended, if anything.
fn complaint(case: &Case) -> Option<String> {
    let output = run(&case.arguments, &case.input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    let name = &case.name;
    if stderr.contains("panicked") {
        return Some(format!("{name}: panicked: {stderr}"));
    }
    if !matches!(code, Some(0..=4)) {
        return Some(format!("{name}: ended with {code:?}: {stderr}"));
    }
    if matches!(code, Some(2 | 3)) && stderr.trim().is_empty() {
        return Some(format!("{name}: ended with {code:?} and reported nothing"));
    }
    if case.arguments.iter().any(|argument| argument == "--json") {
        let stdout = String::from_utf8_lossy(&output.stdout);
        for line in stdout.lines() {
            let object: Option<serde_json::Value> = serde_json::from_str(line).ok();
            let is_ours =
                |object: &serde_json::Value| object["schema"] == 1 && object["status"].is_string();
            if !object.as_ref().is_some_and(is_ours) {
                return Some(format!("{name}: not an object of ours: {line}"));
            }
        }
    }
    if case.exit.is_some() && case.exit != code {
        return Some(format!(
            "{name}: expected exit {:?}, found {code:?}: {stderr}",
            case.exit
        ));
    }
    None
}

/// Runs all cases and fails with everything that went wrong.
fn check(cases: &[Case], at_least: usize) {
    assert!(cases.len() >= at_least, "only {} cases", cases.len());
    let half = cases.len() / 2;
    let complaints: Vec<String> = std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            cases[half..]
                .iter()
                .filter_map(complaint)
                .collect::<Vec<_>>()
        });
        let mut all: Vec<String> = cases[..half].iter().filter_map(complaint).collect();
        all.extend(other.join().expect("the other half runs"));
        all
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// A deterministic stream of numbers (Knuth's multiplier, the high bits).
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % below.max(1)
    }
}

/// Bytes that are hardly a puzzle, with the exit code of `solve` where it is clear.
fn inputs() -> Vec<(&'static str, Vec<u8>, Option<i32>)> {
    let good = GOOD.as_bytes();
    let swap = |at: usize, with: &[u8]| [&good[..at], with, &good[at + 1..]].concat();
    let utf16 = |text: &str, to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let marked = format!("\u{feff}{text}");
        marked.encode_utf16().flat_map(to_bytes).collect()
    };
    let lines = |parts: &[&[u8]]| parts.join(&b'\n');
    vec![
        ("empty", vec![], Some(2)),
        ("one newline", b"\n".to_vec(), Some(2)),
        ("blank lines", b"\n\r\n  \n\t\n".repeat(100), Some(2)),
        ("80 characters", good[..80].to_vec(), Some(2)),
        ("82 characters", [good, b"."].concat(), Some(2)),
        ("two 7s in a row", [b"7", &good[1..]].concat(), Some(1)),
        ("no solution", b"12..34..........".to_vec(), None),
        ("none for r1c4", b"123....4........".to_vec(), Some(1)),
        ("many solutions", b"1234............".to_vec(), Some(0)),
        ("only a NUL", vec![0], Some(2)),
        ("many NULs", vec![0; 5000], Some(2)),
        ("a NUL inside", swap(40, b"\0"), Some(2)),
        ("invalid UTF-8", swap(40, b"\xff"), Some(2)),
        ("UTF-8 cut short", [good, b"\xe2\x82"].concat(), Some(2)),
        ("an overlong character", swap(0, b"\xc0\x80"), Some(2)),
        ("a surrogate", swap(0, b"\xed\xa0\x80"), Some(2)),
        ("all bytes", (0..=255).collect(), Some(2)),
        ("CRLF", [good, b"\r\n"].concat(), Some(0)),
        ("CR only", [good, b"\r", good, b"\r"].concat(), Some(0)),
        ("BOM", [b"\xef\xbb\xbf", good, b"\n"].concat(), Some(0)),
        (
            "two BOMs",
            [b"\xef\xbb\xbf\xef\xbb\xbf", good].concat(),
            None,
        ),
        ("BOM alone", b"\xef\xbb\xbf".to_vec(), Some(2)),
        ("UTF-16 LE", utf16(GOOD, u16::to_le_bytes), Some(0)),
        ("UTF-16 BE", utf16(GOOD, u16::to_be_bytes), Some(0)),
        ("UTF-16 mark alone", b"\xff\xfe".to_vec(), Some(2)),
        ("UTF-16 odd length", b"\xff\xfe1".to_vec(), Some(2)),
        (
            "UTF-16 lone surrogates",
            b"\xfe\xff\xd8\x00\xd8\x00".to_vec(),
            Some(2),
        ),
        ("gzip", b"\x1f\x8b\x08\0\0\0\0\0".to_vec(), Some(2)),
        ("zstd", b"\x28\xb5\x2f\xfd....".to_vec(), Some(2)),
        ("xz", b"\xfd7zXZ\0\0".to_vec(), Some(2)),
        ("bzip2", b"BZh91AY&SY".to_vec(), Some(2)),
        ("zip", b"PK\x03\x04\x14\0".to_vec(), Some(2)),
        (
            "good, bad, good",
            lines(&[good, b"what?", good, b""]),
            Some(3),
        ),
        ("bad, good without newline", lines(&[b"%%%%", good]), None),
        (
            "a bad byte on one of three lines",
            lines(&[good, b"\xff\xfe\xfd", good]),
            Some(3),
        ),
        (
            "a NUL on one of three lines",
            lines(&[good, b"12\x0034", good]),
            Some(3),
        ),
        (
            "ragged rows",
            b"53..7....\n6..195...\n.98....6\n8...6...3\n".to_vec(),
            None,
        ),
        ("5x5", vec![b'.'; 25], None),
        ("5x5 in rows", b".....\n".repeat(5), None),
        ("7x7 full of 9s", vec![b'9'; 49], None),
        ("2,000 digits", b"1234".repeat(500), Some(2)),
        ("1 digit", b"1".to_vec(), None),
        ("4 digits", b"1234".to_vec(), None),
        ("121x121 blanks", vec![b'.'; 121 * 121], None),
        ("2,000 blanks", vec![b'.'; 2000], Some(2)),
        ("2,000 ones", vec![b'1'; 2000], Some(2)),
        ("122x122 blanks", vec![b'.'; 122 * 122], Some(2)),
        ("1,000 lines of one character", b"1\n".repeat(1000), None),
        ("1,000 bad lines", b"nonsense\n".repeat(1000), Some(2)),
        (
            "escape sequences",
            b"\x1b[31m\x1b]0;owned\x07\x1b[2J".to_vec(),
            Some(2),
        ),
        (
            "right-to-left and zero width",
            "\u{202e}\u{200b}12345".repeat(30).into(),
            None,
        ),
        ("wide digits", "１２３４５６７８９".repeat(9).into(), None),
        ("emoji", "🧩".repeat(81).into(), None),
        ("deep brackets", b"[".repeat(100_000), None),
        ("deep lists", b"(".repeat(50_000), None),
        ("deep elements", b"<a>".repeat(30_000), None),
        (
            "an endless string",
            [b"{\"puzzle\": \"".to_vec(), vec![b'1'; 50_000]].concat(),
            None,
        ),
        ("quotes only", b"\"".repeat(10_000), None),
        ("commas only", b",".repeat(10_000), None),
        ("pipes and dashes", b"|-+".repeat(5_000), None),
        ("a huge number", b"9".repeat(401), Some(2)),
        ("negative numbers", b"-1 -2 -3 -4".repeat(20), None),
        ("a program", b"#!/bin/sh\nrm -rf /\n".to_vec(), None),
        (
            "an ELF header",
            b"\x7fELF\x02\x01\x01\0\0\0".to_vec(),
            Some(2),
        ),
        ("a PNG header", b"\x89PNG\r\n\x1a\n\0\0".to_vec(), Some(2)),
        (
            "a billion laughs",
            b"<!DOCTYPE a [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">]><opensudoku>&c;</opensudoku>"
                .to_vec(),
            None,
        ),
    ]
}

/// Whether the bytes are 81 characters but for one.
fn is_nearly(bytes: &[u8]) -> bool {
    let is_cell = |byte: &&u8| byte.is_ascii_digit() || **byte == b'.';
    (80..=82).contains(&bytes.iter().filter(is_cell).count())
}

#[test]
fn strange_bytes_are_answered_by_every_command() {
    let mut cases = Vec::new();
    for (name, input, exit) in inputs() {
        for (command, is_solve) in [
            ("solve --nodes 2000 -", true),
            ("solve --nodes 2000 --json --threads 2", true),
            ("check --nodes 2000", false),
            ("count --nodes 2000 --limit 100", false),
            ("convert --to line", false),
            ("doctor", false),
            ("doctor --json", false),
            ("race --nodes 500 --engines csp", false),
        ] {
            // What cannot be read cannot be read by any command.
            let shared = exit.filter(|code| is_solve || matches!(code, 2 | 3));
            // Except by the doctor, who may know what was meant.
            let shared = shared.filter(|_| !command.starts_with("doctor") || !is_nearly(&input));
            cases.push(Case {
                name: format!("{command} < {name}"),
                arguments: words(command),
                input: input.clone(),
                exit: shared,
            });
        }
    }
    check(&cases, 200);
}

/// Broken puzzles that are hard to explain: the doctor's work is limited, so it ends.
#[test]
fn the_doctor_explains_whatever_is_broken() {
    let digits = |n: usize| "123456789".repeat(n);
    let blanks = |n: usize| ".".repeat(n);
    let band = "123456789456789123789123456";
    let mut texts = vec![
        (blanks(81), 1),
        (format!("1{}", blanks(80)), 1),
        (blanks(80), 2),
        (blanks(82), 2),
        (digits(9), 1),
        ("1".repeat(81), 1),
        (format!("{}{}", digits(1), blanks(72)), 1),
        (format!("{band}{}", blanks(54)), 1),
        (format!("{band}{}1", blanks(53)), 1),
        // Ten givens without a solution, which takes long to show.
        (
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
                .into(),
            -1,
        ),
        (format!("{}{}", &GOOD[..80], "1"), 1),
        (blanks(16), 1),
        ("1".repeat(16), 1),
        (blanks(256), 1),
        (blanks(625), 1),
        (blanks(36), 1),
        (blanks(255), 2),
    ];
    // Puzzles of which more and more digits are at random.
    let mut random = numbers(5);
    for n in 0..60 {
        let mut cells: Vec<u8> = GOOD.bytes().collect();
        for _ in 0..n / 4 + 1 {
            cells[random(81)] = b"123456789.."[random(11)];
        }
        texts.push((String::from_utf8(cells).expect("digits are text"), -1));
    }
    // And random lines of larger boards.
    for n in 0..20 {
        let size = [16, 25, 6, 12][n % 4];
        let symbols = &b"123456789ABCDEFGHIJKLMNOP"[..size];
        let cell = |random: &mut dyn FnMut(usize) -> usize| match random(12) {
            0 => symbols[random(size)],
            _ => b'.',
        };
        let cells: Vec<u8> = (0..size * size).map(|_| cell(&mut random)).collect();
        texts.push((String::from_utf8(cells).expect("digits are text"), -1));
    }
    let case = |(text, exit): &(String, i32)| Case {
        name: format!("doctor {text}"),
        arguments: words("doctor --json"),
        input: text.clone().into_bytes(),
        exit: Some(*exit).filter(|exit| *exit >= 0),
    };
    let cases: Vec<Case> = texts.iter().map(case).collect();
    check(&cases, 97);
}

#[test]
fn broken_files_of_every_format_are_answered() {
    let puzzle: ninefold::Puzzle = GOOD.parse().expect("a good puzzle");
    let record = Record::new(puzzle);
    let mut cases = Vec::new();
    for format in FORMATS {
        let written = format
            .writer()
            .map(|writer| writer.write(&record, &Settings::default()));
        let Some(Ok(text)) = written else {
            continue;
        };
        let whole = [format.preamble().unwrap_or_default(), "\n", &text, "\n"].concat();
        let whole = whole.trim_start().as_bytes();
        let mut below = numbers(81);
        let mut broken: Vec<(String, Vec<u8>)> = Vec::new();
        for part in 1..12 {
            let cut = whole.len() * part / 12;
            broken.push((format!("cut at {cut}"), whole[..cut].to_vec()));
            broken.push((format!("without its first {cut}"), whole[cut..].to_vec()));
        }
        for round in 0..24 {
            let mut bytes = whole.to_vec();
            for _ in 0..=round / 4 {
                let at = below(bytes.len());
                match below(4) {
                    0 => bytes[at] = below(256) as u8,
                    1 => bytes.insert(at, b"0.9x|,\"<[\n"[below(10)]),
                    2 => drop(bytes.remove(at)),
                    _ => bytes.swap(at, whole.len() / 2),
                }
            }
            broken.push((format!("mutation {round}"), bytes));
        }
        for (how, bytes) in broken {
            for from in [format!(" --from {}", format.name()), String::new()] {
                let command = format!("check --nodes 200{from}");
                cases.push(Case {
                    name: format!("{command} < {} {how}", format.name()),
                    arguments: words(&command),
                    input: bytes.clone(),
                    exit: None,
                });
            }
        }
    }
    check(&cases, 90);
}

#[test]
fn wrong_usage_is_explained() {
    let wrong = [
        "",
        "slove",
        "solve --engine cps",
        "solve --engine",
        "solve --engine csp:",
        "solve --engine csp:fast=on",
        "solve --engine :",
        "solve --from zebra",
        "solve --to zebra",
        "solve --to line:style=box",
        "solve --box 0x0",
        "solve --box 3",
        "solve --box 99x99",
        "solve --box axb",
        "solve --box 3x3 --regions README.md",
        "solve --box none --box 3x3",
        "solve --regions",
        "solve --regions no/such/map.txt",
        "solve --regions /",
        "solve --regions /dev/null",
        "solve --regions /dev/zero",
        "solve --regions Cargo.toml",
        "solve --variant",
        "solve --variant zebra",
        "solve --variant windoko",
        "solve --variant x,,windoku",
        "check --variant latin",
        "race --variant jigsaw",
        "convert --to line --variant X9",
        "bench --variant zebra",
        "solve --symbols runes",
        "solve --timeout soon",
        "solve --timeout -1s",
        "solve --timeout",
        "solve --timeout 1e400",
        "solve --nodes -1",
        "solve --nodes many",
        "solve --threads -1",
        "solve --threads 99999",
        "solve --limit -1",
        "solve --limit 1 --all",
        "solve --first --all",
        "solve --first --limit 2",
        "solve --width 5",
        "solve --width wide",
        "solve --limit 99999999999999999999",
        "solve --seed x",
        "solve --color sometimes",
        "solve --to line --json",
        "solve --unknown",
        "solve no/such/file.txt",
        "solve nothing",
        "solve /",
        "solve ..",
        "check /",
        "check --limit 3",
        "count --limit x",
        "count --all --limit 3",
        "convert",
        "convert --to",
        "convert --to nothing",
        "formats extra",
        "engines --from line",
        "race --engines",
        "race --engines csp,,auto",
        "race --engines nobody",
        "race --timeout x",
        "completions",
        "completions cobol",
        "man page",
        "solve --quiet --verbose --wrong",
    ];
    let cases: Vec<Case> = wrong
        .iter()
        .map(|line| Case {
            name: format!("ninefold {line}"),
            arguments: words(line),
            input: GOOD.into(),
            // An engine's name with nothing after the colon is the engine.
            exit: Some(2).filter(|_| *line != "solve --engine csp:"),
        })
        .collect();
    check(&cases, 45);
}

/// A file with this text, in the folder that tests may write to.
fn file(name: &str, bytes: &[u8]) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("there is room for a file");
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn maps_of_regions_are_read_or_refused() {
    let jigsaw = "AABBACBBACDDCCDD";
    let ring: String = (0..121 * 121).map(|k| format!("{} ", k / 121)).collect();
    let maps: [(&str, Vec<u8>, i32); 14] = [
        ("good", jigsaw.into(), 0),
        ("rows", b"AABB\r\nACBB\r\nACDD\r\nCCDD\r\n".to_vec(), 0),
        (
            "with a puzzle",
            format!("................{jigsaw}").into(),
            0,
        ),
        ("boxes", b"AABBAABBCCDDCCDD".to_vec(), 0),
        ("missing cell", jigsaw.as_bytes()[..15].to_vec(), 2),
        ("doubled cell", format!("{jigsaw}D").into(), 2),
        ("uneven", jigsaw.replacen('D', "A", 1).into(), 2),
        ("too many letters", b"ABCDEFGHIJKLMNOP".to_vec(), 2),
        ("one letter", vec![b'A'; 16], 2),
        ("blanks", vec![b'.'; 16], 2),
        ("empty", Vec::new(), 2),
        ("binary", (0..=255).collect(), 2),
        ("too long", vec![b'A'; 3_000_000], 2),
        // A map of another size is a map; it is the puzzle that does not fit it.
        ("another size", ring.into_bytes(), 2),
    ];
    let mut cases = Vec::new();
    for (name, map, exit) in maps {
        let path = file(&format!("map {name}"), &map);
        for command in ["solve", "count --json", "convert --to json"] {
            let mut arguments = words(command);
            arguments.extend(["--regions".to_owned(), path.clone()]);
            cases.push(Case {
                name: format!("{command} --regions {name}"),
                arguments,
                input: vec![b'.'; 16],
                exit: Some(exit),
            });
        }
    }
    check(&cases, 40);
}

#[test]
fn boards_that_variants_do_not_fit_are_refused() {
    let mut cases = Vec::new();
    for (options, size, exit) in [
        ("--variant x", 4, 0),
        ("--variant x,x --variant x", 4, 0),
        ("--variant x --box none", 7, 0),
        ("--variant x,windoku,asterisk,centre-dot,girandola", 9, 0),
        ("--variant windoku,disjoint", 9, 0),
        ("--variant windoku", 6, 2),
        ("--variant windoku", 5, 2),
        ("--variant asterisk", 16, 2),
        ("--variant girandola", 4, 2),
        ("--variant centre-dot", 4, 2),
        ("--variant centre-dot", 15, 0),
        ("--variant disjoint", 7, 2),
        ("--variant disjoint --box none", 6, 2),
        ("--box 2x4", 9, 2),
        ("--box 3x2", 6, 0),
        ("--box 7x1", 7, 0),
        ("--box 11x11", 7, 2),
        ("--symbols letters", 16, 0),
        ("--symbols letters", 36, 0),
        ("--symbols numbers", 9, 0),
    ] {
        for command in [
            "convert --to json",
            "solve --nodes 1",
            "check --nodes 1 --json",
        ] {
            let is_search = !command.starts_with("convert");
            let command = format!("{command} {options}");
            cases.push(Case {
                name: format!("{command} < {size}x{size}"),
                arguments: words(&command),
                input: vec![b'.'; size * size],
                exit: Some(exit).filter(|&exit| exit == 2 || !is_search),
            });
        }
    }
    check(&cases, 60);
}

#[cfg(target_os = "linux")]
#[test]
fn the_largest_boards_are_answered_or_stopped_in_less_than_a_gigabyte() {
    // 1 GB of address space, which is more than it takes.
    let limited = |options: &str, input: &str| {
        let program = env!("CARGO_BIN_EXE_ninefold");
        let script = format!("ulimit -v 1000000 && exec '{program}' {options} --threads 1");
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let mut stdin = child.stdin.take().expect("it has a standard input");
        std::thread::scope(|scope| {
            scope.spawn(move || stdin.write_all(input.as_bytes()));
            child.wait_with_output().expect("the program ends")
        })
    };
    let empty = ". ".repeat(121 * 121);
    for options in [
        "solve --timeout 1s",
        "check --timeout 1s --variant x,windoku",
        "count --timeout 1s --limit 1 --box none",
        "solve --nodes 10",
    ] {
        let output = limited(options, &empty);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code();
        assert!(
            matches!(code, Some(0 | 1 | 4)),
            "{options}: {code:?} {stderr}"
        );
    }
    // Every shape of every size at once, as many boards as there can be.
    let mut shapes = String::new();
    for size in 1..=121 {
        for rows in (1..=size).filter(|rows| size % rows == 0) {
            let blanks = vec!["0"; size * size].join(",");
            let boxes = format!("{rows}x{}", size / rows);
            shapes += &format!("{{\"puzzle\":[{blanks}],\"size\":{size},\"box\":\"{boxes}\"}}\n");
        }
    }
    let output = limited("convert --to json --quiet", &shapes);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
}

#[test]
fn one_bad_input_does_not_hide_the_others() {
    let arguments = ["solve", "no/such.txt", GOOD, "/"].map(str::to_owned);
    let output = run(&arguments, b"");
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.starts_with(b"534678912"));
    let arguments = ["solve", "no/such.txt", "/"].map(str::to_owned);
    assert_eq!(run(&arguments, b"").status.code(), Some(2));
    let strict = ["solve", "--strict", "no/such.txt", GOOD].map(str::to_owned);
    assert!(run(&strict, b"").stdout.is_empty());
}

#[test]
fn long_lines_are_skipped_and_the_rest_is_answered() {
    let mut input = vec![b'1'; 10_000_000];
    let alone = run(&words("solve"), &input);
    assert_eq!(alone.status.code(), Some(2));
    input.extend(format!("\n{GOOD}\n").bytes());
    let output = run(&words("check --from line"), &input);
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{stdout}");
    assert_eq!(stdout.lines().count(), 2);
    assert!(stdout.ends_with("unique\n"));
    assert!(
        output.stderr.len() < 10_000,
        "the long line is not repeated"
    );
}

#[test]
fn input_and_output_lines_correspond_for_every_number_of_threads() {
    let mut below = numbers(9);
    let kinds = [
        GOOD,
        "1234............",
        "nonsense",
        "11..............",
        "123....4........",
    ];
    let input: String = (0..3000)
        .map(|_| format!("{}\n", kinds[below(5)]))
        .collect();
    let one = run(&words("solve --from line --threads 1"), input.as_bytes());
    let stdout = String::from_utf8(one.stdout).expect("answers are text");
    assert_eq!(one.status.code(), Some(3));
    assert_eq!(stdout.lines().count(), 3000);
    for (question, answer) in input.lines().zip(stdout.lines()) {
        let expected = match question {
            GOOD => "5346",
            "1234............" => "1234",
            "123....4........" => "none",
            _ => "invalid",
        };
        assert!(answer.starts_with(expected), "{question} gave {answer}");
    }
    for threads in ["2", "7"] {
        let mut arguments = words("solve --from line --threads");
        arguments.push(threads.to_owned());
        let many = run(&arguments, input.as_bytes());
        assert_eq!(String::from_utf8_lossy(&many.stdout), stdout);
        let without_time = |bytes: &[u8]| -> String {
            let text = String::from_utf8_lossy(bytes).into_owned();
            text.rsplit_once(" in ")
                .map(|(before, _)| before.to_owned())
                .unwrap_or(text)
        };
        assert_eq!(without_time(&many.stderr), without_time(&one.stderr));
    }
}

/// Lines of every kind in a file of thousands of classic ones, which are answered many at
/// a time.
fn mixed_lines() -> String {
    let many = format!("12{}", ".".repeat(79));
    let none = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";
    let clash = format!("5{}", &GOOD[1..]).replace("53..7", "55..7");
    let kinds = [
        GOOD.to_owned(),
        format!("{GOOD}\r"),
        GOOD.replace('.', "0"),
        format!("{GOOD},a column,and another"),
        format!("{GOOD} # r\u{e9}sum\u{e9}"),
        format!("{GOOD}{}", GOOD.replace('.', "1")),
        format!("17;{GOOD};easy"),
        format!("{GOOD};{none}"),
        format!("{GOOD} and {none}."),
        format!("  {GOOD}"),
        format!("{GOOD}\0"),
        format!("{GOOD},\0"),
        many.clone(),
        format!("{many};several"),
        none.to_owned(),
        clash.clone(),
        format!("{clash} clashing"),
        String::new(),
        "   ".to_owned(),
        format!("# {GOOD}"),
        "nonsense".to_owned(),
        GOOD[1..].to_owned(),
        format!("{GOOD}9"),
        "1234............".to_owned(),
        ".".repeat(256),
        "\u{feff}".to_owned() + GOOD,
    ];
    let mut below = numbers(5);
    let mut text: String = (0..4000)
        .map(|_| {
            format!(
                "{}\n",
                kinds[below(4 * kinds.len()).saturating_sub(3 * kinds.len())]
            )
        })
        .collect();
    text += GOOD;
    text
}

#[test]
fn many_at_a_time_or_one_by_one_makes_no_difference() {
    let input = mixed_lines();
    let messages = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stderr);
        let summary = text
            .rsplit_once(" in ")
            .map(|(before, _)| before.to_owned());
        (output.status.code(), summary, output.stdout.clone())
    };
    for command in [
        "solve",
        "solve --limit 3",
        "solve --limit 2000",
        "solve --strict",
        "check",
        "count --limit 50",
        "count --limit 1 --quiet",
    ] {
        // A limit that is never reached takes the puzzles one by one.
        let one_by_one = words(&format!("{command} --threads 1 --timeout 1h"));
        let expected = messages(&run(&one_by_one, input.as_bytes()));
        for threads in ["1", "3"] {
            let arguments = words(&format!("{command} --threads {threads}"));
            let found = messages(&run(&arguments, input.as_bytes()));
            assert_eq!(found.0, expected.0, "{command}");
            assert_eq!(found.1, expected.1, "{command}");
            assert!(found.2 == expected.2, "{command}: other answers");
        }
    }
}

#[test]
fn a_closed_pipe_is_no_mistake() {
    let input = format!("{GOOD}\n").repeat(20_000);
    for arguments in ["solve", "check", "convert --to line", "solve --json"] {
        let (mut child, mut stdin) = start(&words(arguments));
        let mut stdout = child.stdout.take().expect("it has a standard output");
        let writer = std::thread::spawn({
            let input = input.clone();
            move || -> io::Result<()> { stdin.write_all(input.as_bytes()) }
        });
        let mut first = [0; 10];
        stdout.read_exact(&mut first).expect("it answers");
        drop(stdout);
        let output = child.wait_with_output().expect("the program ends");
        // Whether all of the input was taken is not asked.
        let _ = writer.join();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {stderr}");
        assert_eq!(stderr, "", "{arguments}");
    }
}

#[test]
fn slow_pipes_are_answered_line_by_line() {
    let (mut child, mut stdin) = start(&words("solve"));
    let mut stdout = child.stdout.take().expect("it has a standard output");
    let mut answer = [0; 82];
    for _ in 0..3 {
        writeln!(stdin, "{GOOD}").expect("it reads");
        stdout
            .read_exact(&mut answer)
            .expect("it answers before the end");
        assert!(answer.starts_with(b"534678912"));
    }
    drop(stdin);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn every_solution_is_written_when_it_is_found() {
    // There are more solutions than can ever be found, so it never comes to the end.
    let (mut child, mut stdin) = start(&words("solve --all"));
    let mut stdout = child.stdout.take().expect("it has a standard output");
    write!(stdin, "{GOOD}\n{}\n", ".".repeat(81)).expect("it reads");
    let mut answers = [0; 2 * 82];
    stdout.read_exact(&mut answers).expect("it answers");
    assert!(answers.starts_with(b"534678912"));
    drop(stdout);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn limits_end_a_search_with_exit_4() {
    let empty = ".".repeat(625);
    for arguments in [
        "solve --nodes 1",
        "check --nodes 3",
        "count --nodes 5",
        "solve --timeout 0",
    ] {
        let mut all = words(arguments);
        all.push(empty.clone());
        let output = run(&all, b"");
        assert_eq!(output.status.code(), Some(4), "{arguments}");
    }
}

/// Presses Ctrl-C.
#[cfg(unix)]
fn interrupt(child: &Child) {
    let signal = ["-INT".to_owned(), child.id().to_string()];
    let sent = Command::new("kill").args(signal).status();
    assert!(sent.expect("there is a kill command").success());
}

#[cfg(unix)]
#[test]
fn an_answer_does_not_wait_for_the_next_puzzle() {
    // The second puzzle is never done, and stands in the way of the third.
    let endless = ".".repeat(81);
    for threads in ["1", "2", "3"] {
        for command in [
            "count --all --threads",
            "count --all --timeout 1h --threads",
        ] {
            let (mut child, mut stdin) = start(&words(&format!("{command} {threads}")));
            let mut stdout = child.stdout.take().expect("it has a standard output");
            write!(stdin, "{GOOD}\n{endless}\n{GOOD}\n").expect("it reads");
            let mut first = [0; 2];
            stdout.read_exact(&mut first).expect("it answers");
            assert_eq!(&first, b"1\n");
            // On a busy machine a thread takes a moment to begin with the second.
            std::thread::sleep(std::time::Duration::from_millis(300));
            interrupt(&child);
            let mut rest = String::new();
            stdout.read_to_string(&mut rest).expect("it ends");
            // What was counted so far, and nothing beyond it.
            assert!(rest.starts_with("at least "), "{rest}");
            assert_eq!(rest.lines().count(), 1, "{rest}");
            let output = child.wait_with_output().expect("the program ends");
            assert_eq!(output.status.code(), Some(130));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_count_shows_on_a_terminal_how_far_it_is() {
    // script is part of every Linux; what it reads is typed.
    let program = env!("CARGO_BIN_EXE_ninefold");
    let count = format!("'{program}' count --all {}", ".".repeat(81));
    let mut terminal = Command::new("script")
        .args(["-qefc", &count, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a script command");
    let mut keys = terminal.stdin.take().expect("it has a standard input");
    let mut screen = terminal.stdout.take().expect("it has a standard output");
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains(" solutions, ") {
        let mut byte = [0];
        screen.read_exact(&mut byte).expect("it shows something");
        seen.extend(byte);
    }
    keys.write_all(b"\x03").expect("it takes keys");
    let mut rest = String::new();
    screen.read_to_string(&mut rest).expect("it ends");
    assert!(rest.contains("at least "), "{rest}");
    assert_eq!(terminal.wait().expect("it ends").code(), Some(130));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_wait_for_a_fifo() {
    let fifo = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("fifo");
    // One that is left from another run will do.
    let _ = Command::new("mkfifo")
        .arg(&fifo)
        .stderr(Stdio::null())
        .status();
    let fifo = fifo.to_str().expect("a plain path");
    let (mut child, _stdin) = start(&["solve", GOOD, fifo].map(str::to_owned));
    let mut stdout = child.stdout.take().expect("it has a standard output");
    let mut answer = [0; 82];
    stdout
        .read_exact(&mut answer)
        .expect("it answers the first");
    interrupt(&child);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_reported_once() {
    let list = file("list.txt", format!("{GOOD}\n").repeat(3000).as_bytes());
    for arguments in [
        vec!["solve", list.as_str(), &list, &list],
        vec!["solve", GOOD, GOOD],
        vec!["explain", GOOD, &list],
        vec!["solve", "--all", &list, &list],
        vec!["formats"],
        vec!["--help"],
        vec!["solve", "-h"],
        vec!["--version"],
    ] {
        let full = std::fs::File::create("/dev/full").expect("Linux has it");
        let output = Command::new(env!("CARGO_BIN_EXE_ninefold"))
            .args(&arguments)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        let message = "error: cannot write the output: no space left on device\n";
        assert_eq!(stderr, message, "{arguments:?}");
    }
}

/// `text` as gzip and as Zstandard.
fn packed(text: &[u8]) -> [Vec<u8>; 2] {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text).expect("there is room");
    let fastest = ruzstd::encoding::CompressionLevel::Fastest;
    [
        gzip.finish().expect("there is room"),
        ruzstd::encoding::compress_to_vec(text, fastest),
    ]
}

#[test]
fn packed_files_are_read_as_they_are() {
    let text = mixed_lines();
    let expected = run(&words("solve"), text.as_bytes());
    for packed in packed(text.as_bytes()) {
        let named = file("packed", &packed);
        for found in [
            run(&words("solve"), &packed),
            run(&["solve".to_owned(), named.clone()], b""),
        ] {
            assert_eq!(found.status, expected.status);
            assert!(found.stdout == expected.stdout, "other answers");
        }
        // The puzzles before the damage are answered.
        let cut = run(&words("check"), &packed[..packed.len() - 5]);
        let stderr = String::from_utf8_lossy(&cut.stderr);
        assert_eq!(cut.status.code(), Some(3), "{stderr}");
        assert!(cut.stdout.starts_with(b"unique\n"));
        assert!(stderr.contains("<stdin>: cannot read: the "), "{stderr}");
        assert!(stderr.contains("of text: it ends too soon"), "{stderr}");
    }
}

#[test]
fn damage_at_the_very_beginning_leaves_what_is_before_it() {
    let [gzip, _] = packed(format!("17;{GOOD};easy\n").repeat(9).as_bytes());
    let cut = run(&words("check"), &gzip[..gzip.len() - 3]);
    assert_eq!(cut.status.code(), Some(3));
    assert_eq!(cut.stdout, b"unique\n".repeat(9));
}

#[test]
fn the_last_line_takes_part_without_a_newline() {
    let rows = vec![".".repeat(16); 16].join("\n");
    let convert = words("convert --to line");
    let as_argument = [convert.clone(), vec![rows.clone()]].concat();
    for output in [run(&convert, rows.as_bytes()), run(&as_argument, b"")] {
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(stdout, ".".repeat(256) + "\n");
    }
}

#[test]
fn a_slow_pipe_is_read_like_a_file() {
    let rows = vec![".".repeat(16); 16].join("\n");
    let json = format!("{{\n\"puzzle\": \"{GOOD}\"\n}}\n");
    for (text, at) in [(rows.as_str(), 17), (&rows, 20), (&json, 2), (&json, 30)] {
        let (child, mut stdin) = start(&words("convert --to line"));
        stdin.write_all(&text.as_bytes()[..at]).expect("it reads");
        // A reader with a timeout has seen only the first part by now.
        std::thread::sleep(std::time::Duration::from_millis(300));
        stdin.write_all(&text.as_bytes()[at..]).expect("it reads");
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(stdout.lines().count(), 1, "{text}: {stdout}");
    }
}

#[test]
fn messages_about_bad_lines_are_capped() {
    let input = format!("{GOOD}\n{}", "nonsense\n".repeat(1000));
    let messages = |options: &str| {
        let output = run(&words(options), input.as_bytes());
        assert_eq!(output.status.code(), Some(3));
        assert_eq!(output.stdout.iter().filter(|b| **b == b'\n').count(), 1001);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let stderr = messages("check");
    assert_eq!(stderr.matches("<stdin>:").count(), 20, "{stderr}");
    assert!(stderr.contains("\nand 980 more messages about bad lines; -v prints them all\n"));
    assert!(messages("check -v").matches("<stdin>:").count() >= 1000);
}

#[test]
fn names_of_files_are_escaped() {
    let name = file("a\u{1b}[31m\nb", b"1234............\nnonsense, nonsense\n");
    for arguments in [
        vec!["check", "--from", "line", &name],
        vec!["check", "-v", &name],
        vec!["verify", &name],
    ] {
        let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        let output = run(&arguments, b"");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains("a\\u{1b}[31m\\nb:"), "{stderr}");
        assert!(!stderr.contains('\u{1b}'), "{stderr}");
    }
}

#[test]
fn drawn_boards_stream_in_pieces() {
    // Boards with bands, frames and titles; every other one has two solutions.
    let twice = GOOD.replacen("53..7", ".....", 1);
    let rows = |puzzle: &str| -> Vec<String> {
        (0..9)
            .map(|row| puzzle[9 * row..9 * row + 9].to_owned())
            .collect()
    };
    let bands = |puzzle: &str| -> String {
        let rows = rows(puzzle);
        let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n") + "\n").collect();
        bands.join("\n")
    };
    let framed = |puzzle: &str| -> String {
        let rule = "+---+---+---+\n";
        let row = |row: &String| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
        let bands = rows(puzzle);
        let bands = bands
            .chunks(3)
            .map(|band| band.iter().map(row).collect::<String>());
        rule.to_owned() + &bands.map(|band| band + rule).collect::<String>()
    };
    let titled = |puzzle: &str| format!("Grid of nine\n{}\n", rows(puzzle).join("\n"));
    let styles: [&dyn Fn(&str) -> String; 3] = [&bands, &framed, &titled];
    for style in styles {
        let pair = format!("{}\n{}\n", style(GOOD), style(&twice));
        let n_pairs = (5 << 19) / pair.len();
        let (mut child, mut stdin) = start(&words("check --json"));
        let stdout = child.stdout.take().expect("it has a standard output");
        let mut answers = io::BufRead::lines(io::BufReader::new(stdout));
        let n_lines = pair.lines().count();
        let text = pair.repeat(n_pairs);
        let (seen, is_seen) = std::sync::mpsc::channel();
        // The input comes to its end when the first answer has been seen.
        let writer = std::thread::spawn(move || {
            stdin.write_all(text.as_bytes()).expect("it reads");
            is_seen.recv().expect("the first answer is seen");
        });
        let first = answers.next();
        seen.send(()).expect("the writer waits");
        let answers = first.into_iter().chain(answers);
        let mut n_answers = 0;
        for (index, answer) in answers.enumerate() {
            let answer = answer.expect("answers are text");
            let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
            let expected = ["unique", "multiple"][index % 2];
            assert_eq!(answer["status"], expected, "answer {index}: {answer}");
            let line = answer["line"].as_u64().expect("a number") as usize;
            assert_eq!((line - 1) / n_lines, index / 2, "answer {index}: {answer}");
            n_answers += 1;
        }
        writer.join().expect("all is written");
        assert_eq!(n_answers, 2 * n_pairs);
        assert_eq!(child.wait().expect("the program ends").code(), Some(1));
    }
}

#[test]
fn any_number_of_empty_lines_is_skipped() {
    // More than is ever read whole.
    let (child, mut stdin) = start(&words("check --json"));
    let block = vec![b'\n'; 1 << 20];
    for _ in 0..300 {
        stdin.write_all(&block).expect("it reads");
    }
    // A grid, which is not read line by line.
    let rows: Vec<&str> = (0..9).map(|row| &GOOD[9 * row..9 * row + 9]).collect();
    stdin
        .write_all(rows.join("\n").as_bytes())
        .expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("\"status\":\"unique\""), "{stdout}");
    let line = format!("\"line\":{}", (300 << 20) + 1);
    assert!(stdout.contains(&line), "{stdout}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_what_is_done_and_says_how_far_it_came() {
    let (mut child, mut stdin) = start(&words("solve"));
    let mut stdout = child.stdout.take().expect("it has a standard output");
    writeln!(stdin, "{GOOD}\n{GOOD}").expect("it reads");
    let mut answers = [0; 2 * 82];
    stdout.read_exact(&mut answers).expect("it answers");
    // It waits for more now, and hears the signal all the same.
    interrupt(&child);
    let output = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(
        stderr.starts_with("interrupted after 2 puzzles: 2 unique"),
        "{stderr}"
    );
}
