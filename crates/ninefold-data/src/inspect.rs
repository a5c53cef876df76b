//! `inspect`: how a file was made.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::exit::{Exit, Failure, plain};
use crate::files::{self, Kind, Metadata, OURS};
use crate::words::shown;

/// Prints how each file was made.
pub(crate) fn inspect(paths: &[PathBuf], as_json: bool) -> Result<Exit, String> {
    let mut exit = Exit::Yes;
    let mut out = io::stdout().lock();
    for path in paths {
        let found = match read(path) {
            Ok(found) => found,
            Err(message) => {
                eprintln!("error: {message}");
                exit = exit.max(Exit::Unreadable);
                continue;
            }
        };
        if found.is_empty() {
            exit = exit.max(Exit::No);
        }
        let text = if as_json {
            object(path, &found).to_string()
        } else {
            card(path, &found)
        };
        match writeln!(out, "{text}") {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(exit),
            Err(error) => return Err(format!("cannot write the output: {}", plain(&error))),
        }
    }
    Ok(exit)
}

fn read(path: &Path) -> Result<Metadata, String> {
    let kind = Kind::of(path).ok_or_else(|| files::unknown_kind(path))?;
    files::metadata(path, kind).map_err(|failure| match failure {
        Failure::File(message) | Failure::Job(message) => message,
        Failure::Interrupted => "interrupted".to_owned(),
    })
}

/// Values that are JSON as such, the others as texts.
fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

fn object(path: &Path, found: &Metadata) -> Value {
    let mut object = Map::new();
    object.insert("schema".to_owned(), 1.into());
    object.insert("file".to_owned(), path.to_string_lossy().into());
    for (key, text) in found {
        let key = key.strip_prefix(OURS).unwrap_or(key);
        object.insert(key.to_owned(), value(text));
    }
    Value::from(object)
}

/// A line for each key; objects as `name=value`.
fn card(path: &Path, found: &Metadata) -> String {
    let mut card = shown(path);
    if found.is_empty() {
        return card + "\n  not made by ninefold-data, or changed since";
    }
    for (key, text) in found {
        let key = key.strip_prefix(OURS).unwrap_or(key).replace('_', " ");
        let text = match value(text) {
            Value::Object(pairs) => {
                let pairs = pairs.iter().map(|(key, value)| match value {
                    Value::String(text) => format!("{key}={text}"),
                    value => format!("{key}={value}"),
                });
                pairs.collect::<Vec<_>>().join(" ")
            }
            Value::String(text) => text,
            other => other.to_string(),
        };
        // A name of a file may hold anything.
        card += &format!("\n  {key:16}{}", shown(Path::new(&text)));
    }
    card
}
