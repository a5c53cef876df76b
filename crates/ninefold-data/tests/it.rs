//! Jobs as they are run: every row comes out once, whatever is killed, full, missing or damaged.
//!
//! The judge of solutions knows nothing of Ninefold: rows, columns, boxes and givens.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, FixedSizeBinaryArray, Int64Array, LargeStringArray,
    RecordBatch, StringArray, StringViewArray,
};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

const PROPER: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A folder of a test, empty at first.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("data")
            .join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn folder(&self, name: &str) -> PathBuf {
        fs::create_dir(self.path(name)).unwrap();
        self.path(name)
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ninefold-data"));
        command
            .args(arguments.split_whitespace())
            .current_dir(&self.0);
        command
    }

    /// Runs the program in the folder.
    fn run(&self, arguments: &str) -> Done {
        Done::from(self.command(arguments).output().unwrap())
    }

    /// The same, and the exit code is as expected.
    fn runs(&self, arguments: &str, code: i32) -> Done {
        let done = self.run(arguments);
        assert_eq!(done.code, Some(code), "{arguments}: {}", done.talk);
        done
    }

    /// The files below a folder and what is in them, in the order of their names.
    fn files(&self, name: &str) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(self.path(name)).unwrap();
        let mut files: Vec<_> = entries
            .map(|entry| {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                // Folders, and files that are gone, have nothing in them.
                (name, fs::read(&path).unwrap_or_default())
            })
            .collect();
        files.sort();
        files
    }

    fn names(&self, name: &str) -> Vec<String> {
        self.files(name).into_iter().map(|(name, _)| name).collect()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

struct Done {
    code: Option<i32>,
    out: String,
    talk: String,
}

impl From<Output> for Done {
    fn from(output: Output) -> Done {
        Done {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            talk: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn write(path: &Path, columns: Vec<(&str, ArrayRef)>) {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// The columns of a Parquet file, whole.
fn read(path: &Path) -> RecordBatch {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    let n_rows = builder.metadata().file_metadata().num_rows() as usize;
    let mut reader = builder.with_batch_size(n_rows.max(1)).build().unwrap();
    let batch = reader.next().unwrap().unwrap();
    assert_eq!(batch.num_rows(), n_rows);
    batch
}

/// Puzzles with one solution.
fn puzzles(folder: &Folder, n: usize) -> Vec<String> {
    folder.runs(&format!("generate {n} --seed 5 made.parquet"), 0);
    let made = read(&folder.path("made.parquet"));
    let puzzles = made["puzzle"].as_string::<i32>();
    puzzles
        .iter()
        .map(|puzzle| puzzle.unwrap().to_owned())
        .collect()
}

/// Whether a grid solves a puzzle: every row, column and box has nine digits, and givens stay.
fn solves(grid: &str, puzzle: &str) -> bool {
    let (grid, puzzle) = (grid.as_bytes(), puzzle.as_bytes());
    let full = |cells: [usize; 9]| {
        (b'1'..=b'9').all(|digit| cells.iter().any(|cell| grid[*cell] == digit))
    };
    let lines = (0..9).all(|k| {
        let corner = 27 * (k / 3) + 3 * (k % 3);
        full(std::array::from_fn(|i| 9 * k + i))
            && full(std::array::from_fn(|i| 9 * i + k))
            && full(std::array::from_fn(|i| corner + 9 * (i / 3) + i % 3))
    });
    let mut cells = grid.iter().zip(puzzle);
    grid.len() == 81
        && lines
        && cells.all(|(digit, given)| !given.is_ascii_digit() || *given == b'0' || digit == given)
}

#[test]
fn every_row_comes_out_once_and_in_its_place() {
    let folder = Folder::new("rows");
    let some = puzzles(&folder, 300);
    // More rows than a batch has, with each kind of bad row in both batches.
    let n = 70_000;
    let blank = ".".repeat(81);
    let clash = format!("55{}", ".".repeat(79));
    let text = |k: usize| match k % 1000 {
        997 => None,
        998 => Some("1234"),
        999 => Some(clash.as_str()),
        500 => Some(blank.as_str()),
        _ => Some(some[k % some.len()].as_str()),
    };
    let rows: Vec<Option<&str>> = (0..n).map(text).collect();
    let ids: Int64Array = (0..n).map(|k| (k % 7 != 0).then_some(k as i64)).collect();
    let words: DictionaryArray<Int32Type> =
        (0..n).map(|k| ["x", "y"].get(k % 3).copied()).collect();
    let notes =
        LargeStringArray::from_iter((0..n).map(|k| (k % 5 > 0).then(|| format!("n{}", k % 11))));
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(ids)),
        ("puzzle", Arc::new(StringArray::from(rows.clone()))),
        ("word", Arc::new(words)),
        ("note", Arc::new(notes)),
    ];
    write(&folder.path("in.parquet"), columns.clone());
    let done = folder.runs("solve in.parquet one.parquet --threads 1", 3);
    let summary = "1 file made; 70,000 rows, 70 rows of them without an answer in";
    assert!(done.talk.contains(summary), "{}", done.talk);
    folder.runs("solve in.parquet three.parquet --threads 3", 3);
    let one = fs::read(folder.path("one.parquet")).unwrap();
    assert!(
        one == fs::read(folder.path("three.parquet")).unwrap(),
        "threads change the bytes"
    );
    let out = read(&folder.path("one.parquet"));
    for (name, column) in columns {
        assert_eq!(&out[name], &column, "{name}");
    }
    let (solutions, counts) = (
        out["solution"].as_string::<i32>(),
        out["n_solutions"].as_primitive::<Int8Type>(),
    );
    let errors = out["error"].as_string::<i32>();
    for (k, row) in rows.iter().enumerate() {
        let count = counts.is_valid(k).then(|| counts.value(k));
        let (expected, error) = match k % 1000 {
            997 => (None, None),
            998 => (None, Some("expected 81 characters, found 4")),
            999 => (Some(0), None),
            500 => (Some(2), None),
            _ => (Some(1), None),
        };
        assert_eq!(count, expected, "row {k}");
        assert_eq!(
            errors.is_valid(k).then(|| errors.value(k)),
            error,
            "row {k}"
        );
        assert_eq!(solutions.is_valid(k), count > Some(0), "row {k}");
        if solutions.is_valid(k) {
            assert!(solves(solutions.value(k), row.unwrap()), "row {k}");
        }
    }
}

#[test]
fn every_kind_of_file_holds_the_same_rows() {
    let folder = Folder::new("kinds");
    let text = format!("id,\"a, b\",puzzle\n007,\"x\"\"y\",{PROPER}\n8,,\n9,ä,12\n");
    fs::write(folder.path("in.csv"), &text).unwrap();
    folder.runs("solve in.csv solved.csv", 3);
    let solved = folder.text("solved.csv");
    let lines: Vec<&str> = solved.lines().collect();
    assert_eq!(lines[0], "id,\"a, b\",puzzle,solution,n_solutions,error");
    assert!(lines[1].starts_with("007,\"x\"\"y\",53..7"), "{}", lines[1]);
    assert_eq!(lines[2], "8,,,,,");
    assert_eq!(lines[3], "9,ä,12,,,\"expected 81 characters, found 2\"");
    for kind in [
        "parquet", "arrow", "ipc", "feather", "csv", "csv.gz", "csv.zst",
    ] {
        folder.runs(&format!("convert in.csv x.{kind}"), 0);
        folder.runs(&format!("solve x.{kind} y.{kind}"), 3);
        // The answer of one job can be overwritten by another, since both are ours.
        folder.runs(&format!("convert y.{kind} back.csv"), 0);
        assert_eq!(folder.text("back.csv"), solved, "{kind}");
        let inspected = folder.runs(&format!("inspect y.{kind}"), 0).out;
        assert!(inspected.contains("rows=3"), "{kind}: {inspected}");
        let name = format!("name=x.{kind} ");
        assert!(inspected.contains(&name), "{kind}: {inspected}");
    }
    assert_eq!(
        &fs::read(folder.path("y.csv.gz")).unwrap()[..2],
        b"\x1f\x8b"
    );
    assert_eq!(
        &fs::read(folder.path("y.csv.zst")).unwrap()[..4],
        b"\x28\xb5\x2f\xfd"
    );
}

#[test]
fn puzzles_may_be_in_every_kind_of_text() {
    let folder = Folder::new("texts");
    let rows = [Some(PROPER), None, Some(PROPER)];
    let fixed = rows.map(|row| row.map(str::as_bytes)).into_iter();
    let columns: [ArrayRef; 4] = [
        Arc::new(LargeStringArray::from(rows.to_vec())),
        Arc::new(StringViewArray::from(rows.to_vec())),
        Arc::new(FixedSizeBinaryArray::try_from_sparse_iter_with_size(fixed, 81).unwrap()),
        Arc::new(rows.into_iter().collect::<DictionaryArray<Int32Type>>()),
    ];
    for column in columns {
        let kind = column.data_type().clone();
        write(&folder.path("in.parquet"), vec![("quiz", column)]);
        folder.runs("solve in.parquet out.parquet --column quiz --prefix nf_", 0);
        let out = read(&folder.path("out.parquet"));
        assert_eq!(out["quiz"].data_type(), &kind);
        let solutions = out["nf_solution"].as_string::<i32>();
        assert!(
            solves(solutions.value(0), PROPER) && solves(solutions.value(2), PROPER),
            "{kind}"
        );
        assert!(solutions.is_null(1), "{kind}");
    }
}

/// Files that take a while to rate, in the folder `in`.
fn slow_files(folder: &Folder, n_files: usize) {
    let some = puzzles(folder, 400);
    let input = folder.folder("in");
    for k in 0..n_files {
        let text = some.iter().map(|puzzle| format!("{k},{puzzle}\n"));
        let text = format!("file,puzzle\n{}", text.collect::<String>());
        fs::write(input.join(format!("part-{k:02}.csv")), text).unwrap();
    }
}

/// Starts a job and waits until some of its files are there.
fn start(folder: &Folder, arguments: &str, out: &str, n_files: usize) -> std::process::Child {
    let mut command = folder.command(arguments);
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    let n_there = || {
        folder
            .names(out)
            .iter()
            .filter(|name| name.ends_with(".parquet"))
            .count()
    };
    while n_there() < n_files {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "the job makes no files"
        );
        assert!(
            child.try_wait().unwrap().is_none(),
            "the job is over too soon"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn a_job_that_was_killed_goes_on_to_the_same_bytes() {
    let folder = Folder::new("killed");
    let n = 16;
    slow_files(&folder, n);
    folder.folder("whole");
    folder.folder("killed");
    let job = "rate in --as parquet --threads 2";
    folder.runs(&format!("{job} whole"), 0);
    let mut child = start(&folder, &format!("{job} killed"), "killed", 2);
    child.kill().unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.signal(), Some(9), "the job is dead");
    let is_whole = |name: &&String| name.ends_with(".parquet");
    let n_there = folder.names("killed").iter().filter(is_whole).count();
    assert!(
        (2..n).contains(&n_there),
        "{n_there} of {n} files: work is left"
    );
    let done = folder.runs(&format!("{job} killed"), 0);
    let summary = format!(
        "{} made, {n_there} files there already; 6,400 rows in",
        many(n - n_there)
    );
    assert!(done.talk.contains(&summary), "{}", done.talk);
    assert!(
        folder.files("killed") == folder.files("whole"),
        "the same bytes"
    );

    // Nothing is left to do; another setting, and another input of the same length, make it again.
    let done = folder.runs(&format!("{job} killed"), 0);
    assert!(
        done.talk.contains("0 files made, 16 files there already"),
        "{}",
        done.talk
    );
    let path = folder.path("in/part-03.csv");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\n3,", "\n4,")).unwrap();
    let done = folder.runs(&format!("{job} killed"), 0);
    assert!(
        done.talk.contains("1 file made, 15 files there already"),
        "{}",
        done.talk
    );
    let done = folder.runs(&format!("{job} killed --errors null"), 0);
    assert!(done.talk.contains("16 files made;"), "{}", done.talk);
}

fn many(n: usize) -> String {
    format!("{n} file{}", if n == 1 { "" } else { "s" })
}

#[test]
fn an_interrupted_job_leaves_whole_files_alone() {
    let folder = Folder::new("interrupted");
    slow_files(&folder, 16);
    folder.folder("out");
    let mut child = start(&folder, "rate in out --as parquet", "out", 1);
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let names = folder.names("out");
    assert!(names.len() < 16, "work is left: {names:?}");
    for name in names {
        assert!(name.ends_with(".parquet"), "{name}");
        assert_eq!(read(&folder.path("out").join(name)).num_rows(), 400);
    }
}

#[test]
fn a_full_disk_leaves_no_file() {
    let folder = Folder::new("full");
    fs::write(folder.path("in.csv"), format!("puzzle\n{PROPER}\n")).unwrap();
    for kind in ["parquet", "arrow", "csv", "csv.gz", "csv.zst"] {
        let (out, part) = (format!("out.{kind}"), format!("out.{kind}.part"));
        std::os::unix::fs::symlink("/dev/full", folder.path(&part)).unwrap();
        let done = folder.runs(&format!("solve in.csv {out}"), 2);
        let message = format!("error: {part}: cannot be written: no space left on device; ");
        assert!(done.talk.starts_with(&message), "{}", done.talk);
        assert_eq!(folder.names("."), ["in.csv"], "{kind}");
    }
}

#[test]
fn what_is_wrong_is_said_with_a_remedy() {
    let folder = Folder::new("wrong");
    let path = |name: &str| folder.path(name);
    write(
        &path("good.parquet"),
        vec![("puzzle", Arc::new(StringArray::from(vec![PROPER])))],
    );
    write(
        &path("number.parquet"),
        vec![("puzzle", Arc::new(Int64Array::from(vec![1])))],
    );
    let text = || -> ArrayRef { Arc::new(StringArray::from(vec![PROPER])) };
    write(
        &path("clash.parquet"),
        vec![("puzzle", text()), ("solution", text())],
    );
    write(
        &path("other.parquet"),
        vec![("id", text()), ("quiz", text())],
    );
    let good = fs::read(path("good.parquet")).unwrap();
    fs::write(path("short.parquet"), &good[..good.len() - 100]).unwrap();
    for name in ["empty.parquet", "empty.arrow", "empty.csv", "empty.csv.zst"] {
        fs::write(path(name), "").unwrap();
    }
    fs::write(path("ragged.csv"), "id,puzzle\n1,2\n3\n").unwrap();
    fs::write(path("latin1.csv"), b"puzzle\nabc\n\xe4\n").unwrap();
    fs::write(path("bad.csv"), format!("puzzle\n{PROPER}\n{PROPER}x\n")).unwrap();
    fs::write(path("mine.parquet"), "a file of somebody else").unwrap();
    fs::write(path("mine.csv"), "a,b\n1,2\n").unwrap();
    fs::create_dir(path("out")).unwrap();
    fs::create_dir(path("nothing")).unwrap();
    for (arguments, message) in [
        (
            "solve other.parquet x.parquet",
            "other.parquet: expected a column 'puzzle', found id, quiz; name the column",
        ),
        (
            "solve number.parquet x.parquet",
            "number.parquet: expected a column of text, found 'puzzle' of Arrow's type Int64",
        ),
        (
            "solve clash.parquet x.parquet",
            "clash.parquet: the input has a column 'solution' already; give the new columns other names with --prefix",
        ),
        (
            "solve short.parquet x.parquet",
            "short.parquet: expected a whole Parquet file, found other bytes",
        ),
        (
            "solve empty.parquet x.parquet",
            "empty.parquet: expected a whole Parquet file",
        ),
        (
            "solve empty.arrow x.parquet",
            "empty.arrow: expected a whole Arrow file",
        ),
        (
            "solve empty.csv x.parquet",
            "empty.csv: expected a first line with the names of the columns",
        ),
        ("solve empty.csv.zst x.parquet", "empty.csv.zst: "),
        (
            "solve ragged.csv x.parquet",
            "ragged.csv: line 3: expected as many fields as columns, 2, found 1",
        ),
        (
            "solve latin1.csv x.parquet",
            "latin1.csv: line 3: expected text in UTF-8",
        ),
        (
            "solve bad.csv x.csv --errors raise",
            "bad.csv: row 2: expected 81 characters, found 82; columns hold",
        ),
        (
            "solve missing.parquet x.parquet",
            "missing.parquet: no such file or directory",
        ),
        (
            "solve in.txt x.parquet",
            "in.txt: expected a name that ends with one of .parquet",
        ),
        (
            "solve good.parquet no/such/",
            "no/such/: there is no such folder; make it with 'mkdir -p'",
        ),
        (
            "solve good.parquet no/such/x.parquet",
            "no/such/x.parquet.part: cannot be written: there is no such folder",
        ),
        (
            "solve good.parquet good.parquet",
            "good.parquet: would be written over, and it is an input",
        ),
        (
            "solve good.parquet .",
            "good.parquet: would be written over, and it is an input",
        ),
        (
            "solve good.parquet other.parquet x.parquet",
            "x.parquet: there is no such folder",
        ),
        (
            "solve good.parquet bad.csv mine.parquet",
            "mine.parquet: expected a folder, found a file, since there may be several",
        ),
        (
            "solve good.parquet ./good.parquet out",
            "both would become out/good.parquet; rename one of them",
        ),
        (
            "solve good.parquet mine.parquet",
            "remove it, or add --force",
        ),
        (
            "solve good.parquet mine.csv",
            "mine.csv: expected no such file, or one that ninefold-data made",
        ),
        (
            "solve nothing out",
            "nothing: expected files that end with one of .parquet",
        ),
        (
            "solve good.parquet x.csv --as parquet",
            "x.csv: expected the kind that --as names",
        ),
        (
            "rate good.parquet x.parquet --scale hodoko",
            "a similar value exists: 'hodoku'",
        ),
        (
            "solve good.parquet x.parquet --shard 4/4",
            "expected I/N with I from 0 to N-1",
        ),
        (
            "generate 10 5+10 --seed 1 out",
            "found 0+10 and 5+10 that overlap",
        ),
        ("generate 10 --seed 1 --clues 90 x.csv", "error: "),
        (
            "solve good.parquet",
            "expected one or more inputs and where to write, found 'good.parquet' alone",
        ),
        (
            "generate x y.csv --seed 1",
            "'x': expected how many puzzles, or START+N",
        ),
        (
            "inspect missing.csv",
            "missing.csv: no such file or directory",
        ),
    ] {
        let before = folder.files(".").len();
        let done = folder.runs(arguments, 2);
        assert!(done.talk.contains(message), "{arguments}: {}", done.talk);
        assert_eq!(folder.files(".").len(), before, "{arguments} leaves files");
        assert!(folder.names("out").is_empty(), "{arguments} leaves files");
    }
    // One bad file does not keep the others from being made, and --force makes way.
    let done = folder.runs("solve short.parquet good.parquet out", 2);
    assert!(
        done.talk.contains("1 file made, 1 file not made; 1 row in"),
        "{}",
        done.talk
    );
    folder.runs("solve good.parquet mine.csv --force", 0);
}

impl Folder {
    /// Solves files whose bytes were changed here and there.
    fn survives(&self, name: &str) {
        let whole = fs::read(self.path(name)).unwrap();
        let kind = name.split_once('.').unwrap().1;
        // A generator of random numbers by Knuth.
        let mut state = 1u64;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % below
        };
        for _ in 0..60 {
            let mut bytes = whole.clone();
            for _ in 0..=random(3) {
                bytes[random(whole.len())] ^= 1 << random(8);
            }
            fs::write(self.path(&format!("x.{kind}")), &bytes).unwrap();
            let done = self.run(&format!("solve x.{kind} y.csv --threads 2"));
            assert!(
                matches!(done.code, Some(0..=3)),
                "{:?}: {}",
                done.code,
                done.talk
            );
            assert!(!done.talk.contains("panicked"), "{}", done.talk);
            assert!(!self.path("y.csv.part").exists());
        }
    }
}

#[test]
fn damaged_files_are_reported() {
    let folder = Folder::new("damaged");
    fs::write(
        folder.path("in.csv"),
        format!("id,puzzle\n1,{PROPER}\n2,{PROPER}\n"),
    )
    .unwrap();
    for kind in ["parquet", "arrow", "csv.gz", "csv.zst"] {
        folder.runs(&format!("convert in.csv in.{kind}"), 0);
        folder.survives(&format!("in.{kind}"));
    }
}

#[test]
fn a_file_without_rows_has_columns() {
    let folder = Folder::new("none");
    fs::write(folder.path("in.csv"), "id,puzzle\n").unwrap();
    for kind in ["csv", "parquet", "arrow"] {
        folder.runs(&format!("rate in.csv out.{kind}"), 0);
        folder.runs(&format!("convert out.{kind} back.csv"), 0);
        assert_eq!(
            folder.text("back.csv"),
            "id,puzzle,rating,number,hardest,error\n",
            "{kind}"
        );
    }
}

#[test]
fn ranges_and_shards_make_each_puzzle_once() {
    let folder = Folder::new("generate");
    folder.runs("generate 100 --seed 7 all.csv", 0);
    folder.folder("out");
    for shard in 0..3 {
        folder.runs(
            &format!("generate 60 60+40 --each 25 --seed 7 out --as csv --shard {shard}/3"),
            0,
        );
    }
    let parts = ["0-24", "25-49", "50-59", "60-84", "85-99"];
    let mut names: Vec<String> = parts.map(|part| format!("puzzles-{part}.csv")).into();
    let joined = names.iter().map(|name| folder.text(&format!("out/{name}")));
    let joined: Vec<String> = joined.collect();
    let rows = joined.iter().flat_map(|text| text.lines().skip(1));
    let all = folder.text("all.csv");
    assert!(
        rows.eq(all.lines().skip(1)),
        "the rows of all ranges are those of one"
    );
    names.extend(
        names
            .clone()
            .iter()
            .map(|name| format!("{name}.ninefold.json")),
    );
    names.sort();
    assert_eq!(folder.names("out"), names);
    // The puzzles are those of the columns.
    let wish = ninefold::generate::Wish::new(ninefold::Geometry::classic());
    let made = ninefold_columns::Generate::new(wish).unwrap();
    let made = made
        .run(7, 0..100, &ninefold_columns::Threads::default())
        .unwrap();
    let ninefold_columns::Values::Lines(puzzles) = &made.columns[1].values else {
        panic!("puzzles are lines");
    };
    for (k, (line, puzzle)) in all.lines().skip(1).zip(puzzles).enumerate() {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(
            fields[..2],
            [k.to_string().as_str(), str::from_utf8(puzzle).unwrap()]
        );
        assert!(solves(fields[2], fields[1]), "{k}");
    }
}

#[test]
fn a_file_that_was_changed_by_hand_is_made_again() {
    let folder = Folder::new("inspect");
    fs::write(
        folder.path("in.csv"),
        format!("puzzle\n{PROPER}\n{}\n", ".".repeat(81)),
    )
    .unwrap();
    folder.runs("check in.csv out.csv", 1);
    let inspected = folder.runs("inspect out.csv", 0).out;
    assert!(
        inspected.contains("\n  op              check\n"),
        "{inspected}"
    );
    let object = folder.runs("inspect --json out.csv", 0).out;
    assert!(
        object.contains("\"input\":{\"bytes\":171,\"name\":\"in.csv\",\"rows\":2}"),
        "{object}"
    );
    let done = folder.runs("check in.csv out.csv", 1);
    assert!(
        done.talk.contains("1 file there already"),
        "the exit code is that of the rows"
    );
    let text = folder.text("out.csv");
    fs::write(folder.path("out.csv"), text.replace("multiple", "unique")).unwrap();
    let inspected = folder.runs("inspect out.csv", 1).out;
    assert!(
        inspected.contains("not made by ninefold-data, or changed since"),
        "{inspected}"
    );
    folder.runs("check in.csv out.csv", 1);
    assert_eq!(folder.text("out.csv"), text);
}

/// A text without the lengths of files, which depend on the crate that writes them.
fn without_bytes(text: &str) -> String {
    let parts = text.split("bytes=");
    let parts = parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
    parts.collect::<Vec<_>>().join("bytes=")
}

/// The console sessions of the README, one after another in one folder.
#[test]
fn the_examples_of_the_readme_are_true() {
    let folder = Folder::new("readme");
    let readme = include_str!("../README.md");
    let sessions = readme.split("```console\n").skip(1);
    let mut n_commands = 0;
    for session in sessions {
        let session = session.split("```").next().unwrap();
        for part in session.split("$ ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap();
            let Some(arguments) = command.strip_prefix("ninefold-data ") else {
                continue;
            };
            let done = folder.run(&format!("{arguments} --quiet"));
            assert_eq!(done.talk, "", "{command}");
            assert_eq!(
                without_bytes(&done.out),
                without_bytes(expected),
                "{command}"
            );
            n_commands += 1;
        }
    }
    assert!(n_commands > 4, "the README has examples");
}

#[test]
fn numbers_and_times_become_text_in_csv() {
    use arrow_array::{
        BooleanArray, Date32Array, Float64Array, ListArray, TimestampMillisecondArray,
    };
    let folder = Folder::new("csv");
    let times = TimestampMillisecondArray::from(vec![Some(1_500), None]).with_timezone("UTC");
    write(
        &folder.path("in.parquet"),
        vec![
            (
                "flag",
                Arc::new(BooleanArray::from(vec![Some(true), None])) as ArrayRef,
            ),
            (
                "number",
                Arc::new(Float64Array::from(vec![Some(0.1), Some(-2.0)])),
            ),
            ("day", Arc::new(Date32Array::from(vec![Some(20_775), None]))),
            ("time", Arc::new(times)),
        ],
    );
    folder.runs("convert in.parquet out.csv", 0);
    let expected = "flag,number,day,time\ntrue,0.1,2026-11-18,1970-01-01T00:00:01.500Z\n,-2,,\n";
    assert_eq!(folder.text("out.csv"), expected);
    let lists = ListArray::from_iter_primitive::<Int64Type, _, _>([Some([Some(1)])]);
    write(
        &folder.path("list.parquet"),
        vec![("list", Arc::new(lists))],
    );
    let done = folder.runs("convert list.parquet list.csv", 2);
    assert!(
        done.talk
            .contains("which CSV has no text for; write .parquet or .arrow"),
        "{}",
        done.talk
    );
}
