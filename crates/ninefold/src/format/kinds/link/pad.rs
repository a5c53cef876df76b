//! SudokuPad's own notation, as it stands in `scl…` and `ctc…` links: JSON with whatever
//! can be left out left out.
//!
//! ```text
//!  {ce:[[{v:5},,,],…],re:[[[0,0],[0,1],…],…],metadata:{title:'Easy'}}
//!  {"cells":[[{"value":5},{},{},{}],…],"regions":[…],…}
//! ```
//!
//! It draws puzzles more than it states them: lines, arrows and shapes carry the rules of
//! variants. Every one of them is an error that names it; without it the puzzle would be
//! another one.

use crate::format::{ParseError, ParseErrorKind};

/// Nothing that SudokuPad writes is nested deeper.
const DEEPEST: usize = 24;

/// The puzzle in the words of our own JSON, or what is wrong with it.
pub(super) fn translate(text: &str) -> Result<String, ParseError> {
    let found = Node::read(text).ok_or_else(|| unfit("SudokuPad's notation"))?;
    for [long, short] in [
        ["lines", "l"],
        ["arrows", "a"],
        ["overlays", "o"],
        ["underlays", "u"],
        ["foglight", "foglight"],
    ] {
        if found.get([long, short]).is_some_and(Node::says_something) {
            return Err(rule(long));
        }
    }
    let rows = found.get(["cells", "ce"]).map_or(&[][..], Node::items);
    let size = rows.len();
    let grid: Vec<String> = rows.iter().map(|row| cells(row, size)).collect();
    let mut puzzle = format!("{{\"size\":{size},\"grid\":[{}]", grid.join(","));
    let regions = found.get(["regions", "re"]).map_or(&[][..], Node::items);
    puzzle += &if regions.is_empty() {
        // One row a box: no boxes at all.
        format!(",\"box\":\"1x{size}\"")
    } else {
        let names: Option<Vec<Vec<String>>> = regions.iter().map(cell_names).collect();
        format!(
            ",\"regions\":{:?}",
            names.ok_or_else(|| unfit("regions of cells"))?
        )
    };
    let mut said = Vec::new();
    if let Some(Node::Object(metadata)) = found.get(["metadata"; 2]) {
        said.extend(
            metadata
                .iter()
                .map(|(key, value)| (key.as_str(), value.word())),
        );
    }
    for cage in found.get(["cages", "ca"]).map_or(&[][..], Node::items) {
        said.extend(cage_said(cage)?);
    }
    for key in ["title", "author", "source", "solution", "rules"] {
        let mut about = said
            .iter()
            .filter(|(said, _)| said.eq_ignore_ascii_case(key));
        let value = about.next().map_or("", |(_, value)| value);
        let is_digits = value.bytes().all(|byte| byte.is_ascii_digit());
        match key {
            _ if value.is_empty() || key == "solution" && !is_digits => {}
            "rules" => puzzle += &format!(",\"description\":{}", quoted(value)),
            _ => puzzle += &format!(",\"{key}\":{}", quoted(value)),
        }
    }
    Ok(puzzle + "}")
}

fn unfit(expected: &str) -> ParseError {
    ParseError::new("link", "", 0..0, expected, "something else")
}

fn rule(name: &str) -> ParseError {
    let found = format!("the rule '{name}', which is not supported yet,");
    let expected = "rules of rows, columns and regions";
    ParseError {
        kind: ParseErrorKind::UnknownRule,
        ..ParseError::new("link", "", 0..0, expected, found)
    }
}

/// A text as JSON has it.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The digits of a row of cells.
fn cells(row: &Node, size: usize) -> String {
    let items = row.items();
    let cell = |index: usize| {
        let value = items.get(index).and_then(|cell| cell.get(["value", "v"]));
        value.map_or("{}".to_owned(), |value| {
            format!("{{\"value\":{}}}", quoted(value.word()))
        })
    };
    let cells: Vec<String> = (0..size.max(items.len())).map(cell).collect();
    format!("[{}]", cells.join(","))
}

/// `[[0,0],[0,1]]`, from zero, as `["r1c1","r1c2"]`.
fn cell_names(region: &Node) -> Option<Vec<String>> {
    let name = |cell: &Node| {
        let [row, column] = cell.items() else {
            return None;
        };
        let number = |node: &Node| node.word().parse::<u8>().ok();
        Some(format!("r{}c{}", number(row)? + 1, number(column)? + 1))
    };
    region.items().iter().map(name).collect()
}

/// What a cage without cells says about the puzzle: `title: Easy`. Cages for rows, columns
/// and boxes say what is known; any other is a rule.
fn cage_said(cage: &Node) -> Result<Option<(&str, &str)>, ParseError> {
    if cage.get(["cells", "ce"]).is_some_and(Node::says_something) {
        let is_known = cage.get(["type"; 2]).map(Node::word) == Some("rowcol");
        return if is_known {
            Ok(None)
        } else {
            Err(rule("cages"))
        };
    }
    let said = cage.get(["value", "v"]).map_or("", Node::word);
    let said = said.split_once(':');
    Ok(said.map(|(key, text)| (key.trim(), text.trim())))
}

/// JSON, or what SudokuPad leaves of it.
pub(super) enum Node {
    Object(Vec<(String, Node)>),
    Array(Vec<Node>),
    /// A string, a number or a truth, as it stands.
    Word(String),
}

impl Node {
    pub(super) fn read(text: &str) -> Option<Node> {
        let mut reader = Reader {
            rest: text.trim(),
            depth: 0,
        };
        let found = reader.value()?;
        (reader.rest.is_empty() && matches!(found, Node::Object(_))).then_some(found)
    }

    /// The member of an object by either of its names.
    pub(super) fn get(&self, names: [&str; 2]) -> Option<&Node> {
        let Node::Object(members) = self else {
            return None;
        };
        let mut found = members
            .iter()
            .filter(|(key, _)| names.contains(&key.as_str()));
        found.next().map(|(_, value)| value)
    }

    fn items(&self) -> &[Node] {
        match self {
            Node::Array(items) => items,
            _ => &[],
        }
    }

    pub(super) fn word(&self) -> &str {
        match self {
            Node::Word(word) => word,
            _ => "",
        }
    }

    fn says_something(&self) -> bool {
        match self {
            Node::Object(members) => !members.is_empty(),
            Node::Array(items) => !items.is_empty(),
            Node::Word(word) => word != "null",
        }
    }
}

/// Reads JSON that may leave out quotes around keys, and values that are empty objects.
struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn eat(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self) -> Option<Node> {
        self.depth += 1;
        let node = match () {
            () if self.depth > DEEPEST => return None,
            () if self.eat('{') => {
                let mut members = Vec::new();
                while !self.eat('}') {
                    let key = self.word()?;
                    self.eat(':').then_some(())?;
                    members.push((key, self.value()?));
                    self.eat(',');
                }
                Node::Object(members)
            }
            () if self.eat('[') => self.array()?,
            () => Node::Word(self.word()?),
        };
        self.depth -= 1;
        Some(node)
    }

    fn array(&mut self) -> Option<Node> {
        let mut items = Vec::new();
        while !self.eat(']') {
            if self.rest.starts_with(',') {
                // Nothing where a value should be is an empty object.
                items.push(Node::Object(Vec::new()));
            } else {
                items.push(self.value()?);
            }
            if !self.eat(',') {
                self.eat(']').then_some(())?;
                return Some(Node::Array(items));
            }
        }
        Some(Node::Array(items))
    }

    /// A word, in quotes of either kind or bare.
    fn word(&mut self) -> Option<String> {
        self.rest = self.rest.trim_start();
        let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let Some(quote) = quote else {
            let end = self.rest.find([',', ':', '[', ']', '{', '}']);
            let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = rest;
            return (!word.is_empty()).then(|| word.trim().to_owned());
        };
        let mut word = String::new();
        let mut symbols = self.rest[1..].char_indices();
        while let Some((at, symbol)) = symbols.next() {
            match symbol {
                '\\' => match symbols.next()?.1 {
                    'n' => word.push('\n'),
                    escaped => word.push(escaped),
                },
                _ if symbol == quote => {
                    self.rest = &self.rest[at + 2..];
                    return Some(word);
                }
                _ => word.push(symbol),
            }
        }
        None
    }
}
