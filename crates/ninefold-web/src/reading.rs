//! From text to a position and back: `about`, `read`, `blank`, `peers`, `write`.

use ninefold::engine::ENGINES;
use ninefold::format::{self, Confidence, FORMATS, ParseError, ReadOptions, Reading, Record};
use ninefold::{Cell, Geometry, Puzzle};
use ninefold_workbench::wire::{self, LARGEST, PositionObject, ShapeObject};
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
pub(crate) struct About {
    schema: u32,
    version: &'static str,
    engines: Vec<EngineObject>,
    formats: Vec<FormatObject>,
}

#[derive(Serialize)]
struct EngineObject {
    name: &'static str,
    title: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct FormatObject {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    writes: bool,
}

/// The engines and formats there are.
pub(crate) fn about() -> About {
    let engine = |engine: &&'static dyn ninefold::Engine| EngineObject {
        name: engine.name(),
        title: engine.title(),
        about: engine.about(),
    };
    let format = |format: &&'static dyn format::Format| FormatObject {
        name: format.name(),
        title: format.title(),
        about: format.about(),
        writes: format.writer().is_some(),
    };
    About {
        schema: wire::SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        engines: ENGINES.iter().map(engine).collect(),
        formats: FORMATS.iter().map(format).collect(),
    }
}

#[derive(Deserialize)]
pub(crate) struct Read {
    text: String,
    format: Option<String>,
    reading: Option<usize>,
    puzzle: Option<usize>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum ReadAnswer {
    Read {
        ok: bool,
        position: Box<PositionObject>,
        reading: usize,
        readings: Vec<ReadingObject>,
        puzzles: usize,
    },
    Unreadable {
        ok: bool,
        error: ReadError,
        readings: Vec<ReadingObject>,
    },
}

#[derive(Serialize)]
pub(crate) struct ReadingObject {
    format: &'static str,
    title: &'static str,
    about: &'static str,
    certainty: &'static str,
    notes: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct ReadError {
    message: String,
    hint: Option<String>,
    start: usize,
    end: usize,
    line: usize,
    column: usize,
}

/// The puzzle in a text, in the reading and of the number asked for.
pub(crate) fn read(ask: &Read) -> ReadAnswer {
    let text = ask.text.as_str();
    let found = format::detect(text, &ReadOptions::default());
    let all: Vec<&Reading> = found
        .best()
        .into_iter()
        .chain(found.alternatives())
        .collect();
    let readings: Vec<ReadingObject> = all
        .iter()
        .map(|reading| ReadingObject::new(reading))
        .collect();
    let named = |name: &String| all.iter().position(|reading| reading.format == name);
    let by_format = ask.format.as_ref().and_then(named);
    let chosen = ask.reading.or(by_format).unwrap_or(0);
    let unreadable = |error: &ParseError, readings| ReadAnswer::Unreadable {
        ok: false,
        error: ReadError::new(error, text),
        readings,
    };
    let Some(reading) = all.get(chosen).or(all.first()) else {
        let error = found.into_best().expect_err("there is no reading");
        return unreadable(&error, readings);
    };
    let records: Vec<&Record> = reading.records.iter().flatten().collect();
    let first_error = || reading.records.iter().find_map(|read| read.as_ref().err());
    match (
        records.get(ask.puzzle.unwrap_or(0)).or(records.first()),
        first_error(),
    ) {
        (Some(record), _) if record.puzzle.geometry().size() > LARGEST => {
            unreadable(&too_large(record, reading.format, text), readings)
        }
        (Some(record), _) => ReadAnswer::Read {
            ok: true,
            position: Box::new(PositionObject::of(record)),
            reading: chosen.min(all.len() - 1),
            puzzles: records.len(),
            readings,
        },
        (None, Some(error)) => unreadable(error, readings),
        (None, None) => unreachable!("a reading has records"),
    }
}

/// Why a board beyond [`LARGEST`] is refused.
pub(crate) fn too_large(record: &Record, format: &'static str, text: &str) -> ParseError {
    let size = record.puzzle.geometry().size();
    let (most, found) = (
        format!("a board of at most {LARGEST}x{LARGEST}"),
        format!("{size}x{size}"),
    );
    let error = ParseError::new(format, text, record.span.clone(), most, found);
    error.hint("the program ninefold takes boards up to 121x121")
}

impl ReadingObject {
    fn new(reading: &Reading) -> ReadingObject {
        let format = FORMATS
            .iter()
            .find(|format| format.name() == reading.format);
        let record = reading.records.iter().flatten().next();
        let warnings = record.map_or(&[][..], |record| &record.warnings);
        ReadingObject {
            format: reading.format,
            title: format.map_or("", |format| format.title()),
            about: format.map_or("", |format| format.about()),
            certainty: match reading.confidence {
                Confidence::Certain | Confidence::Sure => "sure",
                Confidence::Likely => "probable",
                Confidence::Possible => "possible",
            },
            notes: [&reading.why]
                .into_iter()
                .chain(warnings)
                .cloned()
                .collect(),
        }
    }
}

impl ReadError {
    fn new(error: &ParseError, text: &str) -> ReadError {
        // JavaScript counts in UTF-16.
        let units = |end: usize| {
            let before = text.get(..end).unwrap_or(text);
            before.chars().map(char::len_utf16).sum()
        };
        ReadError {
            message: error.to_string(),
            hint: error.hint.clone(),
            start: units(error.span.start),
            end: units(error.span.end),
            line: error.line,
            column: error.column,
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct Blank {
    rows: usize,
    columns: usize,
}

#[derive(Serialize)]
pub(crate) struct PositionAnswer {
    pub(crate) position: PositionObject,
}

/// A board with nothing on it.
pub(crate) fn blank(ask: &Blank) -> Result<PositionAnswer, String> {
    let size = ask.rows.saturating_mul(ask.columns);
    if size > LARGEST {
        return Err(format!(
            "expected a board of at most {LARGEST}x{LARGEST}, found {size}x{size}"
        ));
    }
    let geometry =
        Geometry::with_boxes(ask.rows, ask.columns).map_err(|error| error.to_string())?;
    let record = Record::new(Puzzle::empty(geometry));
    let position = PositionObject::of(&record);
    Ok(PositionAnswer { position })
}

#[derive(Deserialize)]
pub(crate) struct Peers {
    shape: ShapeObject,
}

#[derive(Serialize)]
pub(crate) struct PeersAnswer {
    peers: Vec<Vec<usize>>,
}

/// For each cell the cells that share a house with it.
pub(crate) fn peers(ask: &Peers) -> Result<PeersAnswer, String> {
    let geometry = ask.shape.geometry()?;
    let peers = |cell: Cell| {
        geometry
            .peers(cell)
            .iter()
            .map(|peer| peer.index())
            .collect()
    };
    Ok(PeersAnswer {
        peers: geometry.cells().map(peers).collect(),
    })
}

#[derive(Deserialize)]
pub(crate) struct Write {
    position: PositionObject,
    format: String,
}

#[derive(Serialize)]
pub(crate) struct Written {
    text: String,
}

/// The position in a format, with its settings: `grid:style=box`.
pub(crate) fn write(ask: &Write) -> Result<Written, String> {
    let record = ask.position.record()?;
    let writer = format::find(&ask.format).map_err(|error| error.to_string())?;
    let text = writer.write(&record).map_err(|error| error.to_string())?;
    Ok(Written { text })
}
