//! `canonical`: the one isomorph that stands for a puzzle and all its isomorphs.

use ninefold::canon::{Form, FormFinder, NotCanonical};
use ninefold::engine::solve_bytes;

use crate::answers::{Answers, Field, Kind, Values};
use crate::each::each_row;
use crate::rows::{Fault, Rows};
use crate::threads::{Stopped, Threads};
use crate::{Operation, Signature};

/// The canonical form of each puzzle, for counting and joining.
#[derive(Clone, Copy, Debug)]
pub struct Canonical {
    /// The rule that chooses the isomorph.
    pub form: Form,
}

impl Canonical {
    /// The isomorph that is smallest when written on a line.
    pub const USUAL: Canonical = Canonical { form: Form::Minlex };
}

/// The rows that a thread takes at a time.
const PER_PART: usize = 256;

impl Operation for Canonical {
    fn signature(&self) -> Signature {
        Signature {
            name: "canonical",
            version: 1,
            fields: &Self::FIELDS,
        }
    }

    fn run(&self, rows: &dyn Rows, threads: &Threads<'_>) -> Result<Answers, Stopped> {
        let done = each_row(
            rows,
            threads,
            PER_PART,
            FormFinder::new,
            |row, finder, _| {
                let mut board = [0; 81];
                row.write(&mut board)?;
                self.form_of(&board, finder).map_err(Fault::NotCanonical)
            },
        )?;
        Ok(done.column(Self::FIELDS[0], |lines| {
            Values::Lines(lines.map(|line| line.unwrap_or([0; 81])).collect())
        }))
    }
}

impl Canonical {
    const FIELDS: [Field; 1] = [Field::new("canonical", Kind::Text)];

    fn form_of(self, board: &[u8; 81], finder: &mut FormFinder) -> Result<[u8; 81], NotCanonical> {
        if self.form == Form::Minlex {
            return finder.minlex9(board);
        }
        let mut solution = [0; 81];
        match solve_bytes(board, 2, &mut solution).0 {
            0 => Err(NotCanonical::NoSolution),
            1 => {
                let form = finder.solution9(board, &solution);
                Ok(form.expect("it is a solution of the puzzle"))
            }
            _ => Err(NotCanonical::SeveralSolutions),
        }
    }
}
