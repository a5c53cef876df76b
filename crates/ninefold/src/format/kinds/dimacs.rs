//! DIMACS CNF: the puzzle as a formula, for any SAT solver. Only written.
//!
//! Variable `N²·r + N·c + d` says that the cell in row `r`, column `c` (from zero) holds
//! digit `d` (from one). The clauses say:
//!
//! ```text
//!                                            extended   minimal
//!  every cell holds a digit                      ×         ×
//!  no cell holds two                             ×
//!  every house has a place for every digit       ×              not for small extra houses
//!  no house has a digit twice                    ×         ×
//!  the givens; what the pencil marks rule out    ×         ×
//! ```
//!
//! Both encodings have the same solutions; most solvers are faster with the extended
//! one. It has 11,988 clauses for 9×9, and one more for each given.

use std::fmt::Write;

use crate::format::{Format, ReadOptions, Reading, Record, RecordWriter, WriteError};
use crate::geometry::{Cell, Digit, Geometry};
use crate::puzzle::Puzzle;
use crate::settings::{Setting, Settings};

/// The puzzle as clauses for a SAT solver.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Dimacs;

/// Files beyond this are more likely a mistake than a wish.
const MOST_BYTES: usize = 200_000_000;

impl Format for Dimacs {
    fn name(&self) -> &'static str {
        "dimacs"
    }

    fn title(&self) -> &'static str {
        "DIMACS"
    }

    fn about(&self) -> &'static str {
        "a CNF formula for SAT solvers, written only: p cnf 729 12009"
    }

    fn is_read(&self) -> bool {
        false
    }

    fn read(&self, _text: &str, _options: &ReadOptions) -> Vec<Reading> {
        Vec::new()
    }

    fn writer(&self) -> Option<&dyn RecordWriter> {
        Some(self)
    }

    fn settings(&self) -> &'static [Setting] {
        &[Setting {
            name: "encoding",
            values: &["extended", "minimal"],
            about: "whether to say also what follows from the rest",
        }]
    }
}

impl RecordWriter for Dimacs {
    fn write(&self, record: &Record, settings: &Settings) -> Result<String, WriteError> {
        let is_minimal = settings.get("encoding") == Some("minimal");
        write(&record.puzzle, is_minimal)
    }
}

fn write(puzzle: &Puzzle, is_minimal: bool) -> Result<String, WriteError> {
    let geometry = puzzle.geometry();
    let size = geometry.size();
    let n_variables = size.pow(3);

    // Two passes: the header comes first and counts what follows.
    let (mut n_clauses, mut n_literals) = (0, 0);
    clauses(puzzle, is_minimal, &mut |clause| {
        n_clauses += 1;
        n_literals += clause.len();
    });
    let widest = n_variables.to_string().len() + 2;
    let n_bytes = n_literals * widest + 2 * n_clauses;
    if n_bytes > MOST_BYTES {
        let reason = format!(
            "would take about {} MB for this {size}x{size} board",
            n_bytes / 1_000_000
        );
        return Err(WriteError::new(reason));
    }

    let mut out = String::with_capacity(n_bytes);
    let _ = writeln!(out, "c {geometry}");
    let _ = writeln!(
        out,
        "c variable {}*r + {size}*c + d: the cell in row r, column c (from 0) holds d",
        size * size
    );
    let _ = write!(out, "p cnf {n_variables} {n_clauses}");
    clauses(puzzle, is_minimal, &mut |clause| {
        out.push('\n');
        for literal in clause {
            let _ = write!(out, "{literal} ");
        }
        out.push('0');
    });
    Ok(out)
}

/// Says every clause of the puzzle, in order.
fn clauses(puzzle: &Puzzle, is_minimal: bool, say: &mut dyn FnMut(&[i32])) {
    let geometry = puzzle.geometry();
    let digits: Vec<Digit> = geometry.digits().collect();
    for cell in geometry.cells() {
        let holds: Vec<i32> = digits
            .iter()
            .map(|&d| variable(geometry, cell, d))
            .collect();
        say(&holds);
        if !is_minimal {
            not_two(&holds, say);
        }
    }
    for house in geometry.houses() {
        let cells = geometry.cells_of(house);
        for &digit in &digits {
            let places: Vec<i32> = cells
                .iter()
                .map(|&cell| variable(geometry, cell, digit))
                .collect();
            if !is_minimal && geometry.is_exact(house) {
                say(&places);
            }
            not_two(&places, say);
        }
    }
    for cell in geometry.cells() {
        let allowed = puzzle.marks().map(|marks| marks[cell.index()]);
        let given = puzzle.given(cell);
        if let Some(digit) = given {
            say(&[variable(geometry, cell, digit)]);
        }
        // A given says already what else its cell does not hold.
        let open = digits
            .iter()
            .filter(|&&digit| given.is_none_or(|g| g == digit));
        for &digit in open.filter(|&&digit| allowed.is_some_and(|set| !set.contains(digit))) {
            say(&[-variable(geometry, cell, digit)]);
        }
    }
}

fn not_two(literals: &[i32], say: &mut dyn FnMut(&[i32])) {
    for (index, a) in literals.iter().enumerate() {
        for b in &literals[index + 1..] {
            say(&[-a, -b]);
        }
    }
}

fn variable(geometry: &Geometry, cell: Cell, digit: Digit) -> i32 {
    // At most 121³, far from the end of an i32.
    (geometry.size() * cell.index() + digit.value()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parts::testing::{INKALA, from_line, refusal, written};
    use crate::sets::DigitSet;

    fn header(text: &str) -> &str {
        let counted = text.lines().filter(|line| line.ends_with(" 0")).count();
        let header = text.lines().find(|line| line.starts_with("p cnf"));
        let header = header.expect("a formula has a header");
        let said = header.rsplit(' ').next().unwrap();
        assert_eq!(said, counted.to_string(), "the header counts the clauses");
        header
    }

    fn minimal(record: &Record) -> String {
        let known = Dimacs.settings();
        let settings = Settings::parse("dimacs", known, "encoding=minimal").unwrap();
        Dimacs.write(record, &settings).unwrap()
    }

    #[test]
    fn a_classic_board_has_11_988_clauses_and_one_for_each_given() {
        let inkala = from_line(INKALA);
        let text = written(&Dimacs, &inkala);
        assert_eq!(header(&text), "p cnf 729 12009");
        // 8 in r1c1.
        assert!(text.lines().any(|line| line == "8 0"));
        let empty = Record::new(Puzzle::empty(Geometry::classic()));
        assert_eq!(header(&written(&Dimacs, &empty)), "p cnf 729 11988");
        assert_eq!(header(&minimal(&empty)), "p cnf 729 8829");
    }

    #[test]
    fn a_small_formula_is_readable() {
        let two = Geometry::of_size(2).unwrap();
        let puzzle = Puzzle::of(two, vec![Digit::new(2), None, None, None]);
        let expected = "\
c 2x2 without boxes
c variable 4*r + 2*c + d: the cell in row r, column c (from 0) holds d
p cnf 8 13
1 2 0
3 4 0
5 6 0
7 8 0
-1 -3 0
-2 -4 0
-5 -7 0
-6 -8 0
-1 -5 0
-2 -6 0
-3 -7 0
-4 -8 0
2 0";
        assert_eq!(minimal(&Record::new(puzzle)), expected);
    }

    #[test]
    fn marks_rule_digits_out() {
        let four = Geometry::of_size(4).unwrap();
        let mut marks = vec![DigitSet::all(4); 16];
        marks[15] = DigitSet::from_bits(0b0111);
        let plain = Record::new(Puzzle::empty(four.clone()));
        let marked = Record::new(Puzzle::empty(four).limited_to(marks));
        let (plain, marked) = (written(&Dimacs, &plain), written(&Dimacs, &marked));
        assert_eq!(marked.lines().last(), Some("-64 0"));
        assert_eq!(marked.lines().count(), plain.lines().count() + 1);
    }

    #[test]
    fn small_extra_houses_only_forbid_repetition() {
        let cells = [0, 5, 10].map(Cell::from_index);
        let builder = Geometry::builder(4).boxes(2, 2);
        let plain = builder.clone().build().unwrap();
        let extra = builder.house(cells).build().unwrap();
        let count = |geometry| {
            let text = written(&Dimacs, &Record::new(Puzzle::empty(geometry)));
            header(&text)
                .rsplit(' ')
                .next()
                .unwrap()
                .parse::<usize>()
                .unwrap()
        };
        // Three pairs of cells for each of four digits.
        assert_eq!(count(extra), count(plain) + 3 * 4);
    }

    #[test]
    fn formulas_of_hundreds_of_megabytes_are_refused() {
        let large = Record::new(Puzzle::empty(Geometry::of_size(64).unwrap()));
        let reason = refusal(&Dimacs, &large);
        assert!(reason.starts_with("would take about "), "{reason}");
        assert!(reason.ends_with(" MB for this 64x64 board"), "{reason}");
    }
}
