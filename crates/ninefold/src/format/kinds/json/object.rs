//! Objects: a puzzle under one of many names, and what stands beside it.

use super::grid::Cells;
use super::{Kind, Members, Reader};
use crate::format::parts::cells::Sense;
use crate::format::parts::rules;
use crate::format::{Meta, ParseError, Progress, Record};
use crate::geometry::{BoxShape, Cell, Geometry, GeometryBuilder, Layout, Variant};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;
use crate::symbols::Alphabet;

/// The names a puzzle goes by, the surest first.
const PUZZLE: [&str; 9] = [
    "puzzle", "grid", "board", "givens", "clues", "sudoku", "quiz", "start", "initial",
];

/// Keys that hold no rule, whatever their values are: the state of a game or of a program,
/// counts, what Ninefold itself says about a puzzle.
const NO_RULES: &[&str] = &[
    "alternatives",
    "candidates",
    "color",
    "colors",
    "colours",
    "completed",
    "detection",
    "dimensions",
    "disabledlogic",
    "errors",
    "favorite",
    "finished",
    "hardest",
    "highlightconflicts",
    "hints",
    "history",
    "info",
    "kind",
    "log",
    "meta",
    "metadata",
    "minimal",
    "moves",
    "notes",
    "options",
    "path",
    "placed",
    "played",
    "ratings",
    "redo",
    "results",
    "settings",
    "solution",
    "solutions",
    "solved",
    "started",
    "stats",
    "step",
    "steps",
    "symmetric",
    "tags",
    "timer",
    "times",
    "truecandidatesoptions",
    "ui",
    "undo",
    "unique",
    "valid",
];

/// Keys that say what the board is like.
const SHAPE: &[&str] = &[
    "block",
    "box",
    "boxes",
    "diagonal+",
    "diagonal-",
    "extraregion",
    "houses",
    "regions",
    "variant",
    "variants",
];

/// The houses of a board, as far as an object names them.
#[derive(Default)]
pub(super) struct Shape {
    layout: Option<Layout>,
    variants: Vec<Variant>,
    extras: Vec<Vec<Cell>>,
}

impl<'a> Reader<'a> {
    /// Whether an object is a puzzle, and not, say, a cell of one.
    pub(super) fn is_record(&self, raw: &'a str) -> bool {
        let members = self.members(raw);
        self.puzzle_of(&members).is_some() || members.contains_key("format")
    }

    /// One puzzle, in any of the shapes.
    pub(super) fn record(&self, raw: &'a str) -> Result<Record, ParseError> {
        if Kind::of(raw) != Kind::Object {
            let cells = self.cells(raw, None, None)?;
            return self.finish(raw, &cells, Shape::default());
        }
        let members = self.members(raw);
        if members.get("format") == Some(&"\"sudoku-puzzle\"") {
            return self.exchange(raw, &members);
        }
        let Some((key, puzzle)) = self.puzzle_of(&members) else {
            // Without a puzzle only what is known to be a rule is one.
            self.refuse_rules(&members, |_, _| false)?;
            let mut named = PUZZLE.iter().filter_map(|&key| members.get(key));
            if let Some(raw) = named.next() {
                return Err(self.unfit(raw, "a puzzle as a string or an array"));
            }
            let expected = format!("one of the keys {}", PUZZLE.join(", "));
            let keys: Vec<&str> = members.keys().take(8).map(String::as_str).collect();
            let found = if keys.is_empty() {
                "none".to_owned()
            } else {
                keys.join(", ")
            };
            return Err(self.error(raw, expected, found));
        };
        self.refuse_rules(&members, |key, raw| self.may_be_rule(key, raw))?;
        let size = self.size(&members)?;
        let cells = self.cells(puzzle, size, None)?;
        let shape = self.shape(&members, &cells)?;
        let mut record = self.finish(puzzle, &cells, shape)?;
        self.refuse_other_boards(&members, &record.puzzle)?;
        self.fill(&mut record, &members)?;
        if !PUZZLE.contains(&key) && record.solution.is_none() {
            record.solution = self.unnamed_solution(&record, &members);
        }
        Ok(record)
    }

    /// A record of these cells on a board of this shape.
    pub(super) fn finish(
        &self,
        raw: &'a str,
        cells: &Cells,
        shape: Shape,
    ) -> Result<Record, ParseError> {
        let is_shaped = shape.layout.is_some();
        let geometry = self.geometry(raw, cells.size, shape)?;
        let mut record = Record::new(Puzzle::of(geometry, cells.givens.clone()));
        if is_shaped {
            let overruled = self.options.overruled(record.puzzle.geometry());
            record.warnings.extend(overruled);
        } else if self.options.boxes.is_none() {
            record.turn_boxes();
        }
        if let Some(marks) = cells.marks() {
            record.puzzle = record.puzzle.limited_to(marks);
        }
        record.alphabet = cells.alphabet.unwrap_or(record.alphabet);
        record.progress = cells.progress();
        record.span = self.source.span_of(raw);
        if Kind::of(raw) == Kind::String {
            record.span = record.span.start + 1..record.span.end - 1;
        }
        Ok(record)
    }

    /// Everything beside the puzzle that is not about the board.
    fn fill(&self, record: &mut Record, members: &Members<'a>) -> Result<(), ParseError> {
        let geometry = record.puzzle.geometry().clone();
        let size = geometry.size();
        let alphabet = Some(record.alphabet);
        for (key, &raw) in members {
            let is_grid = matches!(Kind::of(raw), Kind::String | Kind::Array);
            match key.as_str() {
                "solution" | "solved" if is_grid && raw != "\"\"" && raw != "[]" => {
                    let digits = self.cells(raw, Some(size), alphabet)?.givens;
                    let span = self.source.span_of(raw);
                    record.solution = Some(self.source.full(span, &geometry, digits)?);
                }
                "candidates" if raw != "null" => {
                    let mut marks = self.digit_sets(raw, size)?;
                    for (set, given) in marks.iter_mut().zip(record.puzzle.givens()) {
                        // Nothing noted where nothing is open.
                        if let (true, Some(digit)) = (set.is_empty(), given) {
                            *set = DigitSet::only(*digit);
                        }
                    }
                    record.puzzle = record.puzzle.clone().limited_to(marks);
                }
                "placed" if raw != "null" => {
                    let placed = self.cells(raw, Some(size), alphabet)?.givens;
                    progress(record).placed = placed.into();
                }
                "notes" if raw != "null" => {
                    let notes = self.digit_sets(raw, size)?;
                    progress(record).marks = Some(notes.into());
                }
                _ => {}
            }
        }
        self.meta(&mut record.meta, members);
        Ok(())
    }

    pub(super) fn meta(&self, meta: &mut Meta, members: &Members<'a>) {
        for (key, raw) in members {
            let is_number = raw.starts_with(|c: char| c == '-' || c.is_ascii_digit());
            let place = match key.as_str() {
                "id" => &mut meta.id,
                "title" | "name" => &mut meta.title,
                "author" => &mut meta.author,
                "description" => &mut meta.description,
                "comment" => &mut meta.comment,
                "date" => &mut meta.date,
                "source" => &mut meta.source,
                "level" => &mut meta.level,
                "rating" => &mut meta.rating,
                "url" => &mut meta.url,
                "difficulty" if is_number => &mut meta.rating,
                "difficulty" => &mut meta.level,
                _ => continue,
            };
            if let Some(said) = self.string(raw) {
                *place = Some(said);
            }
        }
    }

    /// The size that an object states.
    fn size(&self, members: &Members<'a>) -> Result<Option<usize>, ParseError> {
        let stated = ["size", "gridSize", "n"]
            .iter()
            .find_map(|&key| members.get(key));
        let Some(&raw) = stated.filter(|&&raw| raw != "null") else {
            return Ok(None);
        };
        let size = raw.parse::<usize>().ok();
        let size = size.filter(|size| (1..=crate::geometry::MAX_SIZE).contains(size));
        match size {
            Some(size) => Ok(Some(size)),
            None => Err(self.unfit(raw, "a board size from 1 to 121")),
        }
    }

    /// The houses that an object names.
    fn shape(&self, members: &Members<'a>, cells: &Cells) -> Result<Shape, ParseError> {
        let size = cells.size;
        let mut shape = Shape::default();
        let mut boxes = None;
        let mut regions = cells.regions();
        let (mut main, mut anti) = (false, false);
        for (key, &raw) in members {
            let is_on = raw == "true";
            match key.as_str() {
                "box" | "boxes" | "block" if raw != "null" => {
                    boxes = Some(self.boxes(raw)?);
                }
                "regions" if raw != "null" && raw != "[]" => {
                    regions = Some(self.regions(raw, size)?);
                }
                "variant" | "variants" if raw != "null" => {
                    shape.variants.extend(self.variants(raw)?);
                }
                "diagonal-" => main = is_on,
                "diagonal+" => anti = is_on,
                "houses" | "extraregion" => {
                    for house in self.items(raw) {
                        shape.extras.push(self.house(house, size)?);
                    }
                }
                // Some programs have a switch for each: "windoku": true.
                name if is_on => shape.variants.extend(Variant::find(name)),
                _ => {}
            }
        }
        match (main, anti) {
            (true, true) => shape.variants.extend(Variant::find("diagonals")),
            (true, false) => shape.extras.push(diagonal(size, |k| k)),
            (false, true) => shape.extras.push(diagonal(size, |k| size - 1 - k)),
            (false, false) => {}
        }
        let regions = regions.map(|map| Layout::Regions(map.into()));
        shape.layout = regions.or(boxes.map(Layout::Boxes));
        Ok(shape)
    }

    /// `"x"`, or `["x", "windoku"]`; a name that means nothing is a rule we do not know.
    fn variants(&self, raw: &'a str) -> Result<Vec<Variant>, ParseError> {
        let names = match Kind::of(raw) {
            Kind::Array => self.items(raw),
            _ => vec![raw],
        };
        let variant = |raw: &str| {
            let name = self.string(raw).unwrap_or_default();
            Variant::find(&name).ok_or_else(|| self.unknown_rule(raw, &name))
        };
        names.into_iter().map(variant).collect()
    }

    /// `"2x3"`, `[2,3]`, `{"bh":2,"bw":3}` or, for square boxes, their side.
    fn boxes(&self, raw: &'a str) -> Result<BoxShape, ParseError> {
        let members = self.members(raw);
        let member = |keys: [&str; 3]| {
            let found = keys.iter().find_map(|&key| members.get(key));
            found.map(|raw| (*raw).to_owned())
        };
        let numbers: Vec<Option<String>> = match Kind::of(raw) {
            Kind::Array => self
                .items(raw)
                .into_iter()
                .map(|n| self.string(n))
                .collect(),
            Kind::Object => {
                let columns = member(["bw", "width", "cols"]);
                let columns = columns.or(members.get("columns").map(|&raw| raw.to_owned()));
                vec![member(["bh", "height", "rows"]), columns]
            }
            Kind::String => {
                let text = self.string(raw).unwrap_or_default();
                let numbers = text.split(['x', 'X', '×']);
                numbers.map(|n| Some(n.trim().to_owned())).collect()
            }
            Kind::Other => vec![Some(raw.to_owned()); 2],
        };
        let numbers: Option<Vec<usize>> = numbers
            .into_iter()
            .map(|number| number?.parse().ok())
            .collect();
        match numbers.as_deref() {
            Some(&[rows, columns]) => Ok(BoxShape { rows, columns }),
            _ => Err(self.unfit(raw, "the rows and columns of a box, such as \"3x3\"")),
        }
    }

    /// The region of each cell: N² labels, N rows of them, a string, or the cells of
    /// each region by name.
    fn regions(&self, raw: &'a str, size: usize) -> Result<Vec<usize>, ParseError> {
        let mut labels: Vec<String> = Vec::new();
        if Kind::of(raw) == Kind::String {
            let text = self.string(raw).unwrap_or_default();
            labels.extend(
                text.split_whitespace()
                    .flat_map(str::chars)
                    .map(String::from),
            );
        }
        let lists = self.items(raw).into_iter();
        let lists: Vec<Vec<&str>> = lists
            .map(|item| match Kind::of(item) {
                Kind::Array => self.items(item),
                _ => vec![item],
            })
            .collect();
        let first = lists.first().and_then(|list| list.first());
        if first.is_some_and(|name| self.cell(name, size).is_ok()) {
            let mut map = vec![lists.len(); size * size];
            for (region, list) in lists.iter().enumerate() {
                for name in list {
                    map[self.cell(name, size)?.index()] = region;
                }
            }
            return Ok(map);
        }
        for item in lists.into_iter().flatten() {
            let label = self.string(item);
            let label = label.ok_or_else(|| self.unfit(item, "the region of a cell"))?;
            // N rows of N symbols each may stand as strings.
            match Kind::of(item) {
                Kind::String => labels.extend(label.chars().map(String::from)),
                _ => labels.push(label),
            }
        }
        let span = self.source.span_of(raw);
        self.source.size_of(span, labels.len(), Some(size))?;
        let mut names: Vec<&str> = labels.iter().map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        let number = |label: &String| names.binary_search(&label.as_str());
        Ok(labels
            .iter()
            .filter_map(|label| number(label).ok())
            .collect())
    }

    /// The cells of an extra house: their names, bare or under the key `cells`.
    fn house(&self, raw: &'a str, size: usize) -> Result<Vec<Cell>, ParseError> {
        let members = self.members(raw);
        let list = members.get("cells").copied().unwrap_or(raw);
        if Kind::of(list) != Kind::Array {
            return Err(self.unfit(list, "the cells of a house as an array"));
        }
        let names = self.items(list).into_iter();
        names.map(|name| self.cell(name, size)).collect()
    }

    /// `"r4c7"`.
    fn cell(&self, raw: &str, size: usize) -> Result<Cell, ParseError> {
        let name = self.string(raw).unwrap_or_default().to_ascii_lowercase();
        let numbers = name.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let numbers = numbers.and_then(|(row, column)| {
            let on_board = |number: &str| {
                let number = number.parse::<usize>().ok()?;
                (1..=size).contains(&number).then_some(number - 1)
            };
            Some(on_board(row)? * size + on_board(column)?)
        });
        match numbers {
            Some(index) => Ok(Cell::from_index(index)),
            None => Err(self.unfit(raw, format!("a cell from r1c1 to r{size}c{size}"))),
        }
    }

    /// The board of this shape.
    fn geometry(&self, raw: &str, size: usize, shape: Shape) -> Result<Geometry, ParseError> {
        let Shape {
            layout,
            variants,
            extras,
        } = shape;
        let span = self.source.span_of(raw);
        if layout.is_none() && variants.is_empty() && extras.is_empty() {
            return self.source.geometry(span, size, None, self.options);
        }
        // The text overrules the options.
        let layout = layout.as_ref().or(self.options.boxes.as_ref());
        let builder = self.options.builder(size, layout);
        let builder = variants.into_iter().fold(builder, GeometryBuilder::variant);
        let builder = extras.into_iter().fold(builder, GeometryBuilder::house);
        let built = builder.build();
        built.map_err(|error| self.source.no_board(span, &error))
    }

    /// An error for the first key that names a rule, or that `may_be_rule`.
    pub(super) fn refuse_rules(
        &self,
        members: &Members<'a>,
        may_be_rule: impl Fn(&str, &'a str) -> bool,
    ) -> Result<(), ParseError> {
        let says_nothing = |raw: &str| matches!(raw, "null" | "false" | "[]" | "{}" | "\"\"" | "0");
        for (key, &raw) in members {
            let name = key.to_ascii_lowercase();
            // Rules in plain words are for people.
            let is_told = name == "rules" && Kind::of(raw) == Kind::String;
            let is_rule = rules::is_rule(&name) && !is_told;
            if !says_nothing(raw) && (is_rule || may_be_rule(&name, raw)) {
                return Err(self.unknown_rule(raw, key));
            }
        }
        Ok(())
    }

    /// Whether a key that means nothing here may be a rule: if it holds cells, or is switched
    /// on. Words and numbers are no rules, nor are lists of words.
    fn may_be_rule(&self, key: &str, raw: &'a str) -> bool {
        let is_known = |keys: &[&str]| keys.contains(&key);
        if is_known(NO_RULES) || is_known(SHAPE) || is_known(&PUZZLE) {
            return false;
        }
        match Kind::of(raw) {
            // What says nothing but words and numbers, and names no cell, is no rule.
            Kind::Object => {
                let is_plain = |raw: &&str| match Kind::of(raw) {
                    Kind::String => self.cell(raw, 121).is_err(),
                    kind => kind == Kind::Other,
                };
                !self.members(raw).values().all(is_plain)
            }
            Kind::Array => {
                let items = self.items(raw);
                let is_word =
                    |raw: &&str| Kind::of(raw) == Kind::String && self.cell(raw, 121).is_err();
                self.board_in(raw).is_none() && !items.iter().all(is_word)
            }
            Kind::String => false,
            Kind::Other => raw == "true" && Variant::find(key).is_none(),
        }
    }

    /// The puzzle among the members of an object, and its key: one of the usual, or the only
    /// one that holds a board with blanks.
    fn puzzle_of<'m>(&self, members: &'m Members<'a>) -> Option<(&'m str, &'a str)> {
        let usual = PUZZLE.iter().filter_map(|&key| members.get_key_value(key));
        // "clues" may as well be their number.
        let mut usual =
            usual.filter(|(_, raw)| matches!(Kind::of(raw), Kind::String | Kind::Array));
        if let Some((key, raw)) = usual.next() {
            return Some((key, raw));
        }
        let has_blank = |(_, raw): &(&String, &&'a str)| {
            self.board_in(raw)
                .is_some_and(|cells| cells.givens.contains(&None))
        };
        let is_other = |(key, _): &(&String, &&'a str)| !NO_RULES.contains(&key.as_str());
        let mut boards = members.iter().filter(is_other).filter(has_blank);
        let (key, raw) = boards.next().filter(|_| boards.next().is_none())?;
        Some((key, raw))
    }

    /// The board that a value holds under a key that says nothing: of a usual size at least.
    pub(super) fn board_in(&self, raw: &'a str) -> Option<Cells> {
        const SHORTEST: usize = 16;
        let is_board = matches!(Kind::of(raw), Kind::String | Kind::Array) && raw.len() > SHORTEST;
        let cells = is_board.then(|| self.cells(raw, None, None).ok())??;
        (cells.givens.len() >= SHORTEST && cells.givens.iter().any(Option::is_some))
            .then_some(cells)
    }

    /// An error for the first board beside the puzzle that contradicts it: regions under a name
    /// of their own, which clash as digits do not, or another puzzle. A solution and a game under
    /// way have the puzzle's givens.
    fn refuse_other_boards(
        &self,
        members: &Members<'a>,
        puzzle: &Puzzle,
    ) -> Result<(), ParseError> {
        let size = puzzle.geometry().size();
        for (key, &raw) in members {
            let name = key.to_ascii_lowercase();
            let is_known = |keys: &[&str]| keys.contains(&name.as_str());
            if is_known(NO_RULES) || is_known(SHAPE) {
                continue;
            }
            let Some(board) = self.board_in(raw).filter(|board| board.size == size) else {
                continue;
            };
            let mut pairs = board.givens.iter().zip(puzzle.givens());
            let contradicts = |(other, given): (&Option<_>, &Option<_>)| {
                other.is_some() && given.is_some() && other != given
            };
            if !pairs.any(contradicts) {
                continue;
            }
            let mut digits: Vec<_> = board.givens.iter().flatten().collect();
            digits.sort_unstable();
            digits.dedup();
            let other = Puzzle::of(puzzle.geometry().clone(), board.givens.clone());
            let is_other = board.givens.contains(&None);
            match other.conflicts().is_empty() {
                false if digits.len() + 1 >= size => return Err(self.unknown_rule(raw, key)),
                true if is_other => {
                    let found = format!("another one, '{key}'");
                    return Err(self.error(raw, "one puzzle an object", found));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The only full board beside a puzzle under a name of its own, if it solves it.
    fn unnamed_solution(&self, record: &Record, members: &Members<'a>) -> Option<crate::Grid> {
        let geometry = record.puzzle.geometry();
        let mut boards = members.values().filter_map(|raw| {
            let digits: Option<Vec<_>> = self.board_in(raw)?.givens.into_iter().collect();
            crate::Grid::new(geometry.clone(), digits?).ok()
        });
        let grid = boards.next().filter(|_| boards.next().is_none())?;
        record.puzzle.is_solved_by(grid.digits()).then_some(grid)
    }

    fn unknown_rule(&self, raw: &str, name: &str) -> ParseError {
        rules::refused(&self.source, self.source.span_of(raw), name)
    }

    /// pencilmark's exchange format. It is strict: what is not known is refused.
    fn exchange(&self, raw: &'a str, members: &Members<'a>) -> Result<Record, ParseError> {
        const KNOWN: [&str; 15] = [
            "format",
            "format_version",
            "board",
            "digits",
            "givens",
            "solution",
            "rules",
            "id",
            "title",
            "author",
            "description",
            "comment",
            "date",
            "source",
            "url",
        ];
        if let Some((key, raw)) = members
            .iter()
            .find(|(key, _)| !KNOWN.contains(&key.as_str()))
        {
            let expected = format!("only the keys {}", KNOWN.join(", "));
            return Err(self.error(raw, expected, format!("'{key}'")));
        }
        let member = |name: &str| {
            let found = members.get(name).copied();
            found.ok_or_else(|| self.error(raw, format!("the key {name}"), "none"))
        };
        let version = member("format_version")?;
        if version != "1" {
            return Err(self.unfit(version, "version 1 of the format"));
        }
        let board = member("board")?;
        let sides = self.members(board);
        let side = |name: &str| sides.get(name).and_then(|raw| raw.parse::<usize>().ok());
        let size = match (side("rows"), side("cols")) {
            (Some(rows), Some(cols)) if rows == cols && (1..=121).contains(&rows) => rows,
            _ => {
                return Err(self.error(
                    board,
                    "as many rows as cols, from 1 to 121",
                    "another board",
                ));
            }
        };
        let givens = member("givens")?;
        let cells = match Kind::of(givens) {
            Kind::Object => self.by_name(givens, size)?,
            _ => self.cells(givens, Some(size), None)?,
        };
        // Nothing is a box unless a rule says so.
        let mut shape = Shape {
            layout: Some(Layout::NoBoxes),
            ..Shape::default()
        };
        for rule in members
            .get("rules")
            .map_or(Vec::new(), |&rules| self.items(rules))
        {
            let parts = self.members(rule);
            let kind = parts.get("type").and_then(|raw| self.string(raw));
            let is_whole = parts.get("origin").is_none_or(|&raw| raw == "\"r1c1\"");
            match (kind.as_deref(), parts.get("box")) {
                (Some("box_grid"), Some(&boxes)) if is_whole => {
                    shape.layout = Some(Layout::Boxes(self.boxes(boxes)?));
                }
                (kind, _) => {
                    let name = kind.unwrap_or("without a type").to_owned();
                    return Err(self.unknown_rule(rule, &name));
                }
            }
        }
        let mut record = self.finish(givens, &cells, shape)?;
        self.fill(&mut record, members)?;
        Ok(record)
    }

    /// `{"r1c1":8, …}`.
    fn by_name(&self, raw: &'a str, size: usize) -> Result<Cells, ParseError> {
        let mut givens = vec![None; size * size];
        for (name, value) in self.members(raw) {
            let cell = self.cell(&format!("\"{name}\""), size);
            let cell =
                cell.map_err(|error| self.error(value, error.expected, format!("'{name}'")))?;
            givens[cell.index()] = self.digit(value, size)?;
        }
        let alphabet = Alphabet::standard(size);
        Ok(Cells::of(Sense { alphabet, givens }))
    }
}

/// The record's progress, made if there is none.
fn progress(record: &mut Record) -> &mut Progress {
    let n_cells = record.puzzle.geometry().n_cells();
    record.progress.get_or_insert_with(|| Progress {
        placed: vec![None; n_cells].into(),
        marks: None,
    })
}

fn diagonal(size: usize, column: impl Fn(usize) -> usize) -> Vec<Cell> {
    let cells = (0..size).map(|row| Cell::from_index(row * size + column(row)));
    cells.collect()
}
