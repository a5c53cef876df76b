//! `verify`: proves the steps of a path again, from the board and the facts named.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use ninefold::format::{self, ReadOptions};
use ninefold::logic::check;
use ninefold_workbench::Session;
use ninefold_workbench::wire::{Claim, ClaimObject, Names};
use serde::{Deserialize, Serialize};

use crate::args::unshielded;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::json;
use crate::output::{Look, Output, escaped, many};
use crate::stream::input;
use crate::stream::lines::Sheets;

/// The longest path that is read, in bytes; that of a large board is a few megabytes.
const LONGEST: usize = 1 << 28;

/// A path, as far as a proof needs it.
#[derive(Deserialize)]
struct Path {
    kind: Option<String>,
    start: serde_json::Value,
    steps: Vec<ClaimObject<Names>>,
}

/// Prove the steps of an explanation again
///
/// Reads the output of 'explain --to json' and proves each step from the board and the
/// facts that the step names, without the finders. Checks the logic only, not whether the
/// step has the right name, notation and text. The exit code is 0 if every step holds;
/// otherwise the command reports the first step that fails.
#[derive(Args)]
#[command(after_help = "\
Examples:
  ninefold explain --to json puzzle.txt | ninefold verify
  ninefold verify path.json")]
pub(crate) struct Verify {
    /// Files written by 'explain --to json', or '-' for standard input (read if there are none)
    #[arg(value_name = "FILE", value_parser = unshielded())]
    files: Vec<OsString>,
    /// Print one JSON object per path, one per line
    #[arg(long)]
    json: bool,
}

impl Verify {
    /// Runs the command.
    pub(super) fn run(self, look: Look) -> Result<Exit, Failure> {
        verify(self, look)
    }
}

fn verify(options: Verify, look: Look) -> Result<Exit, Failure> {
    let mut files = options.files;
    if files.is_empty() {
        if input::is_terminal() {
            return Err(Failure::message(
                "expected what 'explain --to json' wrote, as a file or through a pipe:\n  \
                 ninefold explain --to json puzzle.txt | ninefold verify",
            ));
        }
        files.push("-".into());
    }
    let mut output = Output::new(look);
    let mut exit = Exit::Yes;
    let (mut paths, mut steps) = (0, 0);
    for file in files {
        let mut stream = input::file(&file)?;
        let name = escaped(&stream.name);
        let locate = |failure| match failure {
            Failure::Message(message) => Failure::Message(format!("{name}: {message}")),
            other => other,
        };
        let mut sheets = Sheets::up_to(&mut stream.blocks, LONGEST, &|_| Some(true));
        while let Some(sheet) = sheets.next().map_err(locate)? {
            for line in &sheet.lines {
                let place = format!("{name}:{}", line.number);
                let Some(path) = path(sheet.bytes(line), &place)? else {
                    continue;
                };
                paths += 1;
                let proof = prove(&path);
                if options.json {
                    let verdict = Verified::new(&stream.name, line.number, &path, &proof);
                    output.data.write_all(json::line(&verdict).as_bytes())?;
                }
                match proof {
                    Ok(()) => steps += path.steps.len() as u64,
                    Err(why) => {
                        exit = Exit::No;
                        output.talk(&format!("{place}: {why}"));
                    }
                }
                if interrupt::requested() {
                    return Err(Failure::Interrupted);
                }
            }
        }
    }
    if paths == 0 {
        return Err(Failure::message(
            "expected at least one path as 'explain --to json' writes it, found nothing",
        ));
    }
    match exit {
        _ if options.json => {}
        Exit::Yes => {
            let steps = many(steps, "step", "steps");
            writeln!(output.data, "the logic of {steps} holds")?;
        }
        _ => writeln!(output.data, "does not hold")?,
    }
    output.data.flush()?;
    Ok(exit)
}

/// The object that `--json` prints for a path.
#[derive(Serialize)]
struct Verified<'a> {
    schema: u32,
    input: &'a str,
    line: usize,
    status: &'static str,
    /// The part that was checked: not names, notation or text.
    checked: &'static str,
    steps: usize,
    errors: Vec<json::Error>,
}

impl<'a> Verified<'a> {
    fn new(input: &'a str, line: usize, path: &Path, proof: &Result<(), String>) -> Verified<'a> {
        Verified {
            schema: json::SCHEMA,
            input,
            line,
            status: if proof.is_ok() { "holds" } else { "fails" },
            checked: "logic",
            steps: path.steps.len(),
            errors: proof
                .as_ref()
                .err()
                .map(json::Error::of_message)
                .into_iter()
                .collect(),
        }
    }
}

/// The path on a line; `None` if the line is blank.
fn path(line: Option<&[u8]>, place: &str) -> Result<Option<Path>, Failure> {
    let Some(line) = line else {
        let most = LONGEST >> 20;
        return Err(Failure::message(format!(
            "{place}: expected a path of at most {most} MiB, found a longer one"
        )));
    };
    let line = line.trim_ascii();
    if line.is_empty() {
        return Ok(None);
    }
    let path: Result<Path, _> = serde_json::from_slice(line);
    path.map(Some).map_err(|error| {
        Failure::message(format!(
            "{place}: expected a path as 'explain --to json' writes it, found {error}"
        ))
    })
}

/// Proves every step in turn, and takes it.
fn prove(path: &Path) -> Result<(), String> {
    let json = format::FORMATS
        .iter()
        .copied()
        .find(|format| format.name() == "json");
    let json = json.expect("json is a format");
    let text = path.start.to_string();
    let reading = format::read_as(json, &text, &ReadOptions::default()).into_best();
    let record = reading
        .ok()
        .and_then(|reading| reading.records.into_iter().next()?.ok())
        .ok_or("expected a position as 'start', found something else")?;
    let mut session = Session::new(&record);
    let takes = path.kind.as_deref() != Some("steps");
    for (number, claim) in path.steps.iter().enumerate() {
        let called = claim.notation.as_deref().unwrap_or(&claim.technique);
        let named = |why: String| format!("step {} ({called}): {why}", number + 1);
        if claim.technique == "brute-force" {
            return Err(named(
                "looked up in the solution, which is no proof".to_owned(),
            ));
        }
        let step = claim.read(session.puzzle().geometry()).map_err(named)?;
        proved(&session, &step).map_err(named)?;
        if takes {
            session.apply(&step.placements, &step.eliminations);
        }
    }
    Ok(())
}

fn proved(session: &Session, step: &Claim) -> Result<(), String> {
    let board = session.board();
    let verdict = check::prove(
        session.puzzle(),
        board,
        &step.facts,
        &step.placements,
        &step.eliminations,
    );
    verdict.map_err(|flaw| flaw.explain(board.geometry()).to_string())
}
