//! Puzzles made on the spot: boards of any size with holes at random.
//!
//! ```text
//!  25x25@54%                 54 of 100 cells are empty, anywhere
//!  25x25@54%,balanced        as many holes in every row, column and box
//!  12x12@50%,box=2x6         boxes of this shape
//! ```
//!
//! A full grid (a plain pattern in disguise) loses this share of its digits. There is at least
//! one solution, often more: what is hard here is to find one at all. With the same seed
//! the same puzzles come out.

use std::fmt;
use std::str::FromStr;

use ninefold::random::{Draw, Random};
use ninefold::{BoxShape, Digit, Geometry, Puzzle};

use super::disguise::disguise;

/// How many puzzles a recipe makes by default.
pub(super) const HOW_MANY: usize = 100;

/// The kind of puzzle to make.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Recipe {
    geometry: Geometry,
    /// Empty cells, of a hundred.
    holes: f64,
    is_balanced: bool,
}

impl Recipe {
    /// Makes `how_many` puzzles.
    pub(super) fn make(&self, how_many: usize, random: &mut Random) -> Vec<Puzzle> {
        (0..how_many).map(|_| self.puzzle(random)).collect()
    }

    fn puzzle(&self, random: &mut Random) -> Puzzle {
        let n_cells = self.geometry.n_cells();
        let n_holes = (n_cells as f64 * self.holes / 100.0).round() as usize;
        let mut puzzle = disguise(&pattern(&self.geometry), random);
        let mut cells: Vec<_> = self.geometry.cells().collect();
        random.shuffle(&mut cells);
        if !self.is_balanced {
            for &cell in &cells[..n_holes] {
                puzzle.set(cell, None);
            }
            return puzzle;
        }
        // One after another where there are fewest, and among those anywhere.
        let mut holes_in = vec![0; self.geometry.houses().len()];
        for _ in 0..n_holes {
            let around = |&place: &usize| -> usize {
                let houses = self.geometry.houses_of(cells[place]).iter();
                houses.map(|house| holes_in[house.index()]).sum()
            };
            let Some(place) = (0..cells.len()).min_by_key(around) else {
                break;
            };
            let cell = cells.swap_remove(place);
            for house in self.geometry.houses_of(cell) {
                holes_in[house.index()] += 1;
            }
            puzzle.set(cell, None);
        }
        puzzle
    }
}

/// The full grid where each row is the one above it, moved along by a box, and by one more
/// where a new band begins.
fn pattern(geometry: &Geometry) -> Puzzle {
    let size = geometry.size();
    let (rows, columns) = geometry
        .boxes()
        .map_or((1, size), |boxes| (boxes.rows, boxes.columns));
    let digit = |index: usize| {
        let (row, column) = (index / size, index % size);
        Digit::new(((row % rows) * columns + row / rows + column) % size + 1)
    };
    let givens: Vec<Option<Digit>> = (0..size * size).map(digit).collect();
    Puzzle::new(geometry.clone(), givens).expect("the pattern fills the board")
}

impl FromStr for Recipe {
    type Err = String;

    fn from_str(text: &str) -> Result<Recipe, String> {
        let wanted = "expected a size and its holes, such as 25x25@54% or 25x25@54%,balanced";
        let (size, rest) = text.split_once('@').ok_or(wanted)?;
        let size: usize = match size.split_once('x') {
            Some((rows, columns)) if rows == columns => rows.parse().map_err(|_| wanted)?,
            _ => return Err(wanted.to_owned()),
        };
        let mut parts = rest.split(',');
        let percent = parts.next().and_then(|part| part.strip_suffix('%'));
        let holes: f64 = percent.and_then(|text| text.parse().ok()).ok_or(wanted)?;
        if !(0.0..=100.0).contains(&holes) {
            return Err(format!("expected holes from 0% to 100%, found {holes}%"));
        }
        let mut geometry = Geometry::of_size(size).map_err(|error| error.to_string())?;
        let mut is_balanced = false;
        for part in parts {
            if part == "balanced" {
                is_balanced = true;
            } else if let Some(boxes) = part.strip_prefix("box=") {
                let BoxShape { rows, columns } = crate::args::box_shape(boxes)?;
                if rows * columns != size {
                    return Err(format!("boxes of {boxes} do not make a board of {size}"));
                }
                geometry = Geometry::with_boxes(rows, columns).map_err(|e| e.to_string())?;
            } else {
                return Err(format!("expected balanced or box=RxC, found '{part}'"));
            }
        }
        Ok(Recipe {
            geometry,
            holes,
            is_balanced,
        })
    }
}

/// As it is typed.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.geometry.size();
        write!(f, "{size}x{size}@{}%", self.holes)?;
        if Geometry::of_size(size).as_ref() != Ok(&self.geometry)
            && let Some(boxes) = self.geometry.boxes()
        {
            write!(f, ",box={boxes}")?;
        }
        f.write_str(if self.is_balanced { ",balanced" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(text: &str) -> Recipe {
        text.parse().expect("a recipe")
    }

    #[test]
    fn recipes_are_typed_as_they_are_printed() {
        for text in [
            "25x25@54%",
            "9x9@60.5%,balanced",
            "12x12@50%,box=2x6,balanced",
        ] {
            assert_eq!(recipe(text).to_string(), text);
        }
        for wrong in [
            "",
            "25",
            "25x24@5%",
            "4x4@",
            "4x4@5",
            "4x4@101%",
            "4x4@5%,x",
            "6x6@5%,box=2x2",
        ] {
            assert!(wrong.parse::<Recipe>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn made_puzzles_have_their_holes_and_no_clashes() {
        for text in [
            "4x4@0%",
            "6x6@50%",
            "12x12@50%,box=6x2",
            "7x7@40%",
            "16x16@45%,balanced",
        ] {
            let recipe = recipe(text);
            let puzzles = recipe.make(5, &mut Random::new(1));
            assert!(text == "4x4@0%" || puzzles[0] != puzzles[1], "{text}");
            for puzzle in &puzzles {
                let n_holes = recipe.geometry.n_cells() - puzzle.n_givens();
                let share = n_holes as f64 / recipe.geometry.n_cells() as f64 * 100.0;
                assert!((share - recipe.holes).abs() < 1.5, "{text}: {share}");
                assert!(puzzle.conflicts().is_empty(), "{text}");
            }
            let full = Recipe {
                holes: 0.0,
                ..recipe
            }
            .make(1, &mut Random::new(2));
            let digits: Vec<Digit> = full[0].givens().iter().copied().flatten().collect();
            assert!(full[0].is_solved_by(&digits), "{text}");
        }
    }

    #[test]
    fn balanced_holes_are_everywhere_as_many() {
        let puzzles = recipe("16x16@50%,balanced").make(3, &mut Random::new(4));
        for puzzle in puzzles {
            let geometry = puzzle.geometry();
            for house in geometry.houses() {
                let cells = geometry.cells_of(house).iter();
                let n_holes = cells.filter(|&&cell| puzzle.given(cell).is_none()).count();
                assert!(
                    (6..=10).contains(&n_holes),
                    "{}",
                    geometry.house_name(house)
                );
            }
        }
    }
}
