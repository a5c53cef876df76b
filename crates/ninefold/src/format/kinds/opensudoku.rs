//! OpenSudoku's XML, and the puzzle packs of Smoresoft.
//!
//! ```xml
//! <opensudoku>
//!   <name>easy</name> <author>…</author> <level>easy</level> …
//!   <game data="379000014…" />
//! </opensudoku>
//!
//! <puzzlePack> <puzzles rating="1"> <puzzle>379000014…</puzzle> </puzzles> </puzzlePack>
//! ```
//!
//! Version 2 of OpenSudoku sorts games into folders and saves games under way in a
//! layout of its own; games that are only digits are read from it, others are refused
//! where they stand. Written is version 1, one document for each puzzle.

use std::ops::Range;

use roxmltree::{Document, Node};

use crate::format::parts::room;
use crate::format::parts::source::Source;
use crate::format::{
    Confidence, Format, Keeps, Meta, ParseError, ReadOptions, Reading, Record, RecordWriter,
    WriteError,
};
use crate::settings::Settings;
use crate::symbols::Alphabet;

/// Games in XML.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct OpenSudoku;

impl Format for OpenSudoku {
    fn name(&self) -> &'static str {
        "opensudoku"
    }

    fn title(&self) -> &'static str {
        "OpenSudoku"
    }

    fn about(&self) -> &'static str {
        "OpenSudoku's XML: <opensudoku><game data=\"...\"/></opensudoku>"
    }

    fn keeps(&self) -> Keeps {
        Keeps {
            meta: true,
            ..Keeps::GIVENS
        }
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Vec<Reading> {
        // A document says early what it is.
        let head = &text[..text.floor_char_boundary(4096)];
        let is_xml = head
            .trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('<');
        let is_ours = ["<opensudoku", "<puzzlePack"]
            .iter()
            .any(|tag| head.contains(tag));
        if !is_xml || !is_ours {
            return Vec::new();
        }
        let source = Source::new("opensudoku", text);
        vec![Reading {
            format: "opensudoku",
            confidence: Confidence::Certain,
            why: "an XML document of games".to_owned(),
            records: read(&source, options),
        }]
    }

    fn territory(&self, text: &str) -> Vec<Range<usize>> {
        territory(text)
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }
}

impl RecordWriter for OpenSudoku {
    fn write(&self, record: &Record, _settings: &Settings) -> Result<String, WriteError> {
        room::classic_only(record).map(|()| write(record))
    }
}

/// The documents in a text, from the line where each begins to its last tag.
fn territory(text: &str) -> Vec<Range<usize>> {
    let mut documents: Vec<Range<usize>> = Vec::new();
    if !text.contains('<') {
        return documents;
    }
    for root in ["opensudoku", "puzzlePack"] {
        let (first, last) = (format!("<{root}"), format!("</{root}>"));
        let mut at = 0;
        while let Some(start) = text[at..].find(&first).map(|found| at + found) {
            let Some(length) = text[start..].find(&last) else {
                break;
            };
            let end = start + length + last.len();
            // The declaration stands above the root.
            let begin = text[at..start]
                .rfind("<?xml")
                .map_or(start, |found| at + found);
            documents.push(begin..end);
            at = end;
        }
    }
    documents
}

/// The elements of version 1 and where they are kept.
fn places(meta: &mut Meta) -> [(&'static str, &mut Option<String>); 8] {
    [
        ("name", &mut meta.title),
        ("author", &mut meta.author),
        ("description", &mut meta.description),
        ("comment", &mut meta.comment),
        ("created", &mut meta.date),
        ("source", &mut meta.source),
        ("level", &mut meta.level),
        ("sourceURL", &mut meta.url),
    ]
}

fn read(source: &Source<'_>, options: &ReadOptions) -> Vec<Result<Record, ParseError>> {
    let document = match Document::parse(source.text) {
        Ok(document) => document,
        Err(error) => return vec![Err(no_xml(source, &error))],
    };
    let mut meta = Meta::default();
    for node in document.root_element().children() {
        for (name, place) in places(&mut meta) {
            let said = node.text().map(str::trim).filter(|said| !said.is_empty());
            if node.has_tag_name(name) && said.is_some() {
                *place = said.map(str::to_owned);
            }
        }
    }
    let games = document.descendants().filter_map(|node| game(node, &meta));
    let records = games.map(|(span, meta)| {
        let read = source.whole(span.clone(), options).map_err(|error| {
            let is_saved = source.text[span.clone()].starts_with("version");
            if is_saved {
                error.hint("a game under way; export the puzzle without its progress")
            } else {
                error
            }
        });
        Ok(Record { meta, ..read? })
    });
    let records: Vec<Result<Record, ParseError>> = records.collect();
    if records.is_empty() {
        let root = document.root_element().range();
        vec![Err(source.error(root, "a game in the document", "none"))]
    } else {
        records
    }
}

/// Where the digits of a game stand, and what is known about it; nothing for other nodes.
fn game(node: Node<'_, '_>, common: &Meta) -> Option<(Range<usize>, Meta)> {
    let mut meta = common.clone();
    let parent = node.parent();
    let parents = |name: &str| {
        let said = parent.and_then(|parent| parent.attribute(name));
        said.map(str::to_owned)
    };
    match node.tag_name().name() {
        "game" => {
            // A folder is where its games come from.
            meta.source = parents("name").or(meta.source);
            let data = node.attribute_node("data");
            let span = data.map_or_else(|| node.range(), |data| data.range_value());
            Some((span, meta))
        }
        "puzzle" => {
            meta.rating = parents("rating");
            let digits = node.first_child().filter(Node::is_text);
            let span = digits.map_or_else(|| node.range(), |text| text.range());
            Some((span, meta))
        }
        _ => None,
    }
}

/// What the XML reader stumbled over. Its columns count characters.
fn no_xml(source: &Source<'_>, error: &roxmltree::Error) -> ParseError {
    let place = error.pos();
    let (row, column) = (place.row as usize, place.col as usize);
    let mut start = 0;
    let mut lines = source.text.split_inclusive('\n');
    for line in lines.by_ref().take(row.saturating_sub(1)) {
        start += line.len();
    }
    let rest = &source.text[start..];
    let column = rest.char_indices().nth(column.saturating_sub(1));
    let at = start + column.map_or(rest.len(), |(at, _)| at);
    let message = error.to_string();
    let message = message.split(" at ").next().unwrap_or_default();
    source.error(at..at + 1, "valid XML", format!("a fault: {message}"))
}

fn write(record: &Record) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n");
    for (name, said) in places(&mut record.meta.clone()) {
        if let Some(said) = said {
            text += &format!("  <{name}>{}</{name}>\n", escaped(said));
        }
    }
    let givens = record.puzzle.givens().iter().copied();
    let data = Alphabet::OneBased.line(givens, '0');
    text += &format!("  <game data=\"{data}\" />\n</opensudoku>");
    text
}

/// Text as XML allows it: its three signs spelled out, controls left out.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let text = text.replace('>', "&gt;");
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{
        INKALA, fault, from_line, reading, record, refusal, written,
    };

    const GAME: &str =
        "379000014060010070080009005435007000090040020000800436900700080040080050850000249";

    fn document(inside: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>A &amp; B</name>\n{inside}\n</opensudoku>\n"
        )
    }

    #[test]
    fn games_are_read_with_what_is_said_of_them() {
        let text = document(&format!(
            "<author/><level>easy</level><created>2009-09-16</created>\n<game data=\"{GAME}\" />"
        ));
        let read = record(&OpenSudoku, &text);
        assert_eq!(read.puzzle.to_string(), GAME.replace('0', "."));
        assert_eq!(read.meta.title.as_deref(), Some("A & B"));
        assert_eq!(read.meta.level.as_deref(), Some("easy"));
        assert_eq!(read.meta.date.as_deref(), Some("2009-09-16"));
        assert_eq!(read.meta.author, None);
        assert_eq!(&text[read.span.clone()], GAME);
        let again = record(&OpenSudoku, &written(&OpenSudoku, &read));
        assert_eq!((again.puzzle, again.meta), (read.puzzle, read.meta));
    }

    #[test]
    fn folders_and_packs_are_read() {
        let text = format!(
            "<opensudoku version=\"2\"><folder name=\"Mine\"><game data=\"{GAME}\"/><game data=\"{GAME}\"/></folder></opensudoku>"
        );
        let read = reading(&OpenSudoku, &text).records;
        assert_eq!(read.len(), 2);
        let source = read[1].as_ref().unwrap().meta.source.as_deref();
        assert_eq!(source, Some("Mine"));
        let text = format!(
            "<puzzlePack><puzzles rating=\"1\"><puzzle>{GAME}</puzzle></puzzles></puzzlePack>"
        );
        let read = record(&OpenSudoku, &text);
        assert_eq!(read.meta.rating.as_deref(), Some("1"));
    }

    #[test]
    fn slips_are_pointed_at() {
        let text = document(&format!("<game data=\"{}\" />", &GAME[1..]));
        let expected = "4:13 expected 81 cells for a board of 9x9, found 80 cells";
        assert_eq!(fault(&OpenSudoku, &text), expected);
        let text = document("<game data=\"version: 3&#10;1|0|1|\" />");
        let found = reading(&OpenSudoku, &text).records.remove(0).unwrap_err();
        assert_eq!((found.line, found.column), (4, 13));
        assert!(found.hint.is_some());
        assert_eq!(
            fault(&OpenSudoku, &document("<game>")).split(',').next(),
            Some("5:1 expected valid XML")
        );
        assert_eq!(
            fault(&OpenSudoku, &document("")),
            "2:1 expected a game in the document, found none"
        );
        assert_eq!(
            fault(&OpenSudoku, "<opensudoku>").split(',').next(),
            Some("1:1 expected valid XML")
        );
    }

    #[test]
    fn deep_nesting_does_no_harm() {
        let deep = format!("<opensudoku>{}", "<a>".repeat(100_000));
        assert!(fault(&OpenSudoku, &deep).contains("valid XML"));
    }

    #[test]
    fn other_boards_and_other_documents_are_not_its_business() {
        let four = from_line("1.....2..3.....4");
        assert_eq!(refusal(&OpenSudoku, &four), "writes boards of 9x9, not 4x4");
        let none = |text: &str| OpenSudoku.read(text, &ReadOptions::default()).is_empty();
        assert!(none("<html></html>") && none(INKALA) && none(""));
    }
}
