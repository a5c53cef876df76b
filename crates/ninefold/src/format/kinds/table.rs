//! Boards in the tables of documents: HTML, wikitext, Markdown and LaTeX.
//!
//! ```text
//!  <tr><td>5</td><td></td>…    {|               | 5 |   |…      \begin{sudoku}
//!  <td><input value="3">…      | 5 ||  || 3     |---|---|…      |5| |3| … |.
//!                              |-               |   | 3 |…      \end{sudoku}
//! ```
//!
//! Only the text in the cells counts. They are put in rows, with a dot where there is
//! nothing, and read as such. Header cells are no cells of the board.

use std::ops::Range;

use crate::format::parts::dress::{Bare, Dress};
use crate::format::parts::{labels, text};

/// A cell of the board for each cell of a table.
pub(in crate::format) const TABLE: Dress = Dress {
    name: "table",
    title: "Table of a document",
    about: "tables: HTML, wikitext, Markdown, the LaTeX package sudoku and tabular",
    hides_rows: true,
    undress,
};

fn undress(text: &str) -> Vec<Bare> {
    let readers = [html, wikitext, latex, markdown];
    readers.into_iter().filter_map(|read| read(text)).collect()
}

/// Rows of cells, as they come.
struct Rows<'a> {
    text: &'a str,
    bare: Bare,
    /// How many cells the row at hand has.
    n_cells: usize,
    n_rows: usize,
}

impl<'a> Rows<'a> {
    fn new(text: &'a str, why: &str) -> Rows<'a> {
        Rows {
            text,
            bare: Bare::new(why),
            n_cells: 0,
            n_rows: 0,
        }
    }

    /// Adds a cell with what stands at `span`, spaces aside.
    fn cell(&mut self, span: Range<usize>) {
        let span = if blank(&self.text[span.clone()]) {
            span.start..span.start
        } else {
            span
        };
        let words = self.text[span.clone()].split_whitespace();
        if self.n_cells > 0 {
            self.bare.put(" ", span.start..span.start);
        }
        self.n_cells += 1;
        let mut is_empty = true;
        for word in words {
            let start = word.as_ptr() as usize - self.text.as_ptr() as usize;
            self.bare.keep(self.text, start..start + word.len());
            is_empty = false;
        }
        if is_empty {
            self.bare.put(".", span);
        }
    }

    /// Ends a row, if there is one, at a byte of the text.
    fn end(&mut self, at: usize) {
        if self.n_cells > 0 {
            self.bare.put("\n", at..at);
            self.n_rows += 1;
        }
        self.n_cells = 0;
    }

    /// Ends a table.
    fn gap(&mut self, at: usize) {
        self.end(at);
        self.bare.put("\n", at..at);
    }

    fn finish(mut self) -> Option<Bare> {
        const FEWEST: usize = 4;
        self.end(self.text.len());
        (self.n_rows >= FEWEST).then_some(self.bare)
    }
}

/// Cells of HTML: what stands in a `td`, tags aside, or the value of an input in it.
fn html(text: &str) -> Option<Bare> {
    if !text.contains("<td") && !text.contains("<TD") {
        return None;
    }
    let mut rows = Rows::new(text, "in an HTML table");
    // What a cell holds: the last piece of text in it, or nothing after its start.
    let mut open: Option<Range<usize>> = None;
    let mut at = 0;
    while at < text.len() {
        let next = text[at..]
            .find('<')
            .map_or(text.len(), |length| at + length);
        if let Some(cell) = &mut open
            && !blank(&text[at..next])
        {
            *cell = at..next;
        }
        let end = text[next..]
            .find('>')
            .map_or(text.len(), |length| next + length + 1);
        let tag = text[next..end].trim_start_matches('<').to_ascii_lowercase();
        let name = tag
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '/')
            .next();
        match name.unwrap_or_default() {
            "td" | "/td" | "th" | "tr" | "/tr" | "table" | "/table" => {
                if let Some(cell) = open.take() {
                    rows.cell(cell);
                }
                match name {
                    Some("td") => open = Some(end..end),
                    Some("tr" | "/tr") => rows.end(next),
                    Some("table" | "/table") => rows.gap(next),
                    _ => {}
                }
            }
            "input" => {
                let value = open.as_mut().zip(value(text, next..end));
                if let Some((cell, value)) = value {
                    *cell = value;
                }
            }
            _ => {}
        }
        at = end;
    }
    rows.finish()
}

/// Whether nothing is to be seen of a piece of HTML or wikitext.
fn blank(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || matches!(text, "&nbsp;" | "&#160;" | "&#xa0;" | "&emsp;")
}

/// Where the value of an input stands.
fn value(text: &str, tag: Range<usize>) -> Option<Range<usize>> {
    let inside = &text[tag.clone()];
    let key = inside.find(" value=")? + " value=".len();
    let quote = inside[key..]
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\''));
    let start = key + quote.map_or(0, char::len_utf8);
    let length = match quote {
        Some(quote) => inside[start..].find(quote)?,
        None => inside[start..].find([' ', '>', '/'])?,
    };
    Some(tag.start + start..tag.start + start + length)
}

/// Cells of wikitext: `| 5 || 3`, or one a line; a row after each `|-`.
fn wikitext(text: &str) -> Option<Bare> {
    if !text.contains("{|") {
        return None;
    }
    let mut rows = Rows::new(text, "in a wikitext table");
    let mut is_inside = false;
    for line in text::lines(text) {
        let said = line.text.trim_start();
        let start = line.start + line.text.len() - said.len();
        match () {
            () if said.starts_with("{|") => is_inside = true,
            () if said.starts_with("|}") => {
                rows.gap(start);
                is_inside = false;
            }
            () if !is_inside || said.starts_with("|+") => {}
            () if said.starts_with("|-") => rows.end(start),
            () => {
                let Some(cells) = said.strip_prefix('|') else {
                    continue;
                };
                let mut at = start + 1;
                for cell in cells.split("||") {
                    // Attributes stand before a bar.
                    let inner = cell.rfind('|').map_or(0, |bar| bar + 1);
                    let bold = |c: char| c == '\'' || c.is_whitespace();
                    let from = cell[inner..].trim_start_matches(bold);
                    let from = at + cell.len() - from.len();
                    let to = from + text[from..at + cell.len()].trim_end_matches(bold).len();
                    rows.cell(from..to.max(from));
                    at += cell.len() + 2;
                }
            }
        }
    }
    rows.finish()
}

/// Cells of the package `sudoku`, between bars, and of `tabular`, between ampersands.
fn latex(text: &str) -> Option<Bare> {
    let sudoku = text.find("\\begin{sudoku");
    let begin = sudoku.or_else(|| text.find("\\begin{"))?;
    let is_sudoku = sudoku.is_some();
    let mut rows = Rows::new(text, "in a LaTeX environment");
    for line in text::lines(text).skip_while(|line| line.start + line.text.len() < begin) {
        let said = line.text.trim();
        let start = line.start + line.text.find(said).unwrap_or(0);
        let row = if is_sudoku {
            said.strip_prefix('|')
                .and_then(|row| row.trim_end_matches('.').strip_suffix('|'))
        } else {
            said.contains('&')
                .then(|| said.split("\\\\").next().unwrap_or(said))
        };
        match row {
            Some(row) => {
                let mut at = start + usize::from(is_sudoku);
                for cell in row.split(if is_sudoku { '|' } else { '&' }) {
                    rows.cell(argument(cell, at));
                    at += cell.len() + 1;
                }
                rows.end(at);
            }
            None if said.starts_with("\\end{") => rows.gap(start),
            None => {}
        }
    }
    rows.finish()
}

/// Where the inmost argument of a cell's commands stands: the 5 of `\textbf{5}`.
fn argument(cell: &str, at: usize) -> Range<usize> {
    let start = cell.rfind('{').map_or(0, |open| open + 1);
    let end = cell[start..]
        .find('}')
        .map_or(cell.len(), |length| start + length);
    let command = cell[start..end].trim_start();
    if command.starts_with('\\') {
        // `\hline 5`.
        let word = command.find(' ').unwrap_or(command.len());
        at + end - command.len() + word..at + end
    } else {
        at + start..at + end
    }
}

/// Cells of Markdown: the row above the line of dashes is a header if it says nothing, or
/// counts up.
fn markdown(text: &str) -> Option<Bare> {
    let lines: Vec<text::TextLine<'_>> = text::lines(text).collect();
    let between: Vec<Option<&str>> = lines.iter().map(|line| bars(line.text)).collect();
    let is_row = |index: usize| between.get(index).is_some_and(Option::is_some);
    // A row of dashes may be a row of blanks, but not below the first row of a table.
    let is_second =
        |index: usize| index > 0 && is_row(index - 1) && (index == 1 || !is_row(index - 2));
    let is_rule = |index: usize| {
        let is_dashed = |cell: &str| {
            let cell = cell.trim().trim_matches(':');
            !cell.is_empty() && cell.bytes().all(|byte| byte == b'-')
        };
        let row = between.get(index).copied().flatten();
        row.is_some_and(|row| {
            row.split('|').all(is_dashed) && (row.contains("--") || is_second(index))
        })
    };
    // Rows without a rule among them are another drawing.
    let mut is_table = vec![false; lines.len()];
    let mut first = 0;
    for index in 0..=lines.len() {
        if !is_row(index) {
            let has_rule = (first..index).any(is_rule);
            is_table[first..index].fill(has_rule);
            first = index + 1;
        }
    }
    if !is_table.contains(&true) {
        return None;
    }
    let mut rows = Rows::new(text, "in a Markdown table");
    for (index, line) in lines.iter().enumerate() {
        let said = line.text.trim();
        let start = line.start + line.text.find(said).unwrap_or(0);
        let inside = between[index].filter(|_| is_table[index]);
        let Some(row) = inside.filter(|_| !is_rule(index)) else {
            if inside.is_none() {
                rows.gap(start);
            }
            continue;
        };
        let is_above = is_rule(index + 1);
        let says_nothing = || row.chars().all(|c| c == '|' || c.is_whitespace());
        if is_above && (says_nothing() || labels::is_header(row)) {
            continue;
        }
        let mut at = start + 1;
        for cell in row.split('|') {
            let inner = cell.trim().trim_matches(['*', '`']);
            let from = at + cell.find(inner).unwrap_or(0);
            rows.cell(from..from + inner.len());
            at += cell.len() + 1;
        }
        rows.end(at);
    }
    rows.finish()
}

/// What stands between the first bar of a line and the last.
fn bars(line: &str) -> Option<&str> {
    line.trim().strip_prefix('|')?.strip_suffix('|')
}
