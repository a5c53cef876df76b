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

use serde_json::{Map, Value, json};

/// Nothing that SudokuPad writes is nested deeper.
const DEEPEST: usize = 24;

/// What was expected, and what was found.
pub(super) type Fault = (&'static str, String);

/// The puzzle in the words of our own JSON, or what is wrong with it.
pub(super) fn translate(text: &str) -> Result<String, Fault> {
    let mut reader = Reader {
        rest: text.trim(),
        depth: 0,
    };
    let found = reader.value().filter(|_| reader.rest.is_empty());
    let Some(Value::Object(found)) = found else {
        return Err(unfit("SudokuPad's notation"));
    };
    let member = |long: &str, short: &str| found.get(long).or_else(|| found.get(short));
    for (long, short) in [
        ("lines", "l"),
        ("arrows", "a"),
        ("overlays", "o"),
        ("underlays", "u"),
        ("foglight", "foglight"),
        ("triggereffect", "triggereffect"),
    ] {
        if member(long, short).is_some_and(says_something) {
            return Err(rule(long));
        }
    }
    let rows = member("cells", "ce").and_then(Value::as_array);
    let rows = rows.ok_or(unfit("the key cells"))?;
    let size = rows.len();
    let mut puzzle = Map::new();
    puzzle.insert("size".to_owned(), size.into());
    puzzle.insert(
        "grid".to_owned(),
        rows.iter().map(|row| cells(row, size)).collect(),
    );
    let regions = member("regions", "re").and_then(Value::as_array);
    match regions.filter(|regions| !regions.is_empty()) {
        Some(regions) => {
            let names = regions.iter().map(cell_names);
            let names: Option<Vec<Vec<String>>> = names.collect();
            puzzle.insert(
                "regions".to_owned(),
                json!(names.ok_or(unfit("regions of cells"))?),
            );
        }
        // One row a box: no boxes at all.
        None => drop(puzzle.insert("box".to_owned(), format!("1x{size}").into())),
    }
    let mut said = found
        .get("metadata")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    if let Some(title) = member("title", "t") {
        said.entry("title").or_insert(title.clone());
    }
    for cage in member("cages", "ca")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        said.extend(cage_said(cage)?);
    }
    for (key, value) in said {
        let text = match value {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            _ => continue,
        };
        if matches!(key.as_str(), "title" | "author" | "source") {
            puzzle.insert(key, text.into());
        } else if key == "solution" && text.chars().all(|c| c.is_ascii_digit()) {
            puzzle.insert(key, text.into());
        } else if key == "rules" {
            puzzle.insert("description".to_owned(), text.into());
        }
    }
    Ok(Value::Object(puzzle).to_string())
}

fn unfit(expected: &'static str) -> Fault {
    (expected, "something else".to_owned())
}

fn rule(name: &str) -> Fault {
    let found = format!("the rule '{name}', which is not supported yet,");
    ("rules of rows, columns and regions", found)
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => true,
    }
}

/// A row of cells: their digits, and the marks that the setter put there.
fn cells(row: &Value, size: usize) -> Value {
    let items = row.as_array().map(Vec::as_slice).unwrap_or_default();
    let cell = |index: usize| {
        let Some(cell) = items.get(index) else {
            return json!({});
        };
        match cell.get("value").or_else(|| cell.get("v")) {
            Some(value) => json!({ "value": value }),
            None => json!({}),
        }
    };
    (0..size.max(items.len())).map(cell).collect()
}

/// `[[0,0],[0,1]]`, from zero, as `["r1c1","r1c2"]`.
fn cell_names(region: &Value) -> Option<Vec<String>> {
    let name = |cell: &Value| {
        let [row, column] = cell.as_array()?.as_slice() else {
            return None;
        };
        Some(format!("r{}c{}", row.as_u64()? + 1, column.as_u64()? + 1))
    };
    region.as_array()?.iter().map(name).collect()
}

/// What a cage without cells says about the puzzle: `title: Easy`. Cages for rows, columns
/// and boxes say what is known; any other is a rule.
fn cage_said(cage: &Value) -> Result<Option<(String, Value)>, Fault> {
    let has_cells = ["cells", "ce"]
        .iter()
        .filter_map(|&key| cage.get(key))
        .any(says_something);
    let value = cage.get("value").or_else(|| cage.get("v"));
    if has_cells {
        let is_known = cage.get("type").and_then(Value::as_str) == Some("rowcol");
        return if is_known {
            Ok(None)
        } else {
            Err(rule("cages"))
        };
    }
    let said = value
        .and_then(Value::as_str)
        .and_then(|said| said.split_once(':'));
    Ok(said.map(|(key, text)| (key.trim().to_lowercase(), text.trim().into())))
}

/// Reads JSON that leaves out quotes around keys, and values that are empty objects.
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

    fn value(&mut self) -> Option<Value> {
        if self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        let value = if self.eat('{') {
            let mut members = Map::new();
            while !self.eat('}') {
                let key = self.word()?;
                if !self.eat(':') {
                    return None;
                }
                members.insert(key, self.value()?);
                self.eat(',');
            }
            Value::Object(members)
        } else if self.eat('[') {
            let mut items = Vec::new();
            loop {
                self.rest = self.rest.trim_start();
                match self.rest.chars().next()? {
                    ']' if items.is_empty() && self.eat(']') => break,
                    // Nothing where a value should be is an empty object.
                    ',' | ']' => items.push(json!({})),
                    _ => items.push(self.value()?),
                }
                if self.eat(']') {
                    break;
                }
                self.eat(',').then_some(())?;
            }
            Value::Array(items)
        } else {
            let is_quoted = self.rest.trim_start().starts_with(['"', '\'']);
            let word = self.word()?;
            match word.as_str() {
                _ if is_quoted => Value::String(word),
                "t" | "true" => Value::Bool(true),
                "f" | "false" => Value::Bool(false),
                "null" => Value::Null,
                _ => serde_json::from_str(&word).unwrap_or(Value::String(word)),
            }
        };
        self.depth -= 1;
        Some(value)
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
                    't' => word.push('\t'),
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
