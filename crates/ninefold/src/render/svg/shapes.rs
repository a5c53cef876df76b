//! The shapes that mean something in a picture.
//!
//! ```text
//!  ring      a candidate that is the cause       strike    a candidate that is removed
//!  diamond   a fin                               square    the second set
//!  disc      a digit that is placed              capsule   candidates that stand for one
//! ```

use crate::geometry::{Cell, Geometry};

use super::measures::{Measures, Point, Px};

/// How far inside a house its outline runs.
const INSIDE: f64 = 2.5;

/// A ring.
pub(super) fn circle(at: Point, radius: f64) -> String {
    let Point { x, y } = at;
    format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
        Px(x),
        Px(y),
        Px(radius)
    )
}

/// A rectangle.
pub(super) fn rectangle(x: f64, y: f64, width: f64, height: f64, attributes: &str) -> String {
    let [x, y, width, height] = [x, y, width, height].map(Px);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{attributes}/>")
}

/// A stroke through a candidate from lower left to upper right, longer than the digit.
pub(super) fn strike(at: Point, across: f64) -> String {
    let up = 0.86 * across;
    let ends = [
        Point {
            x: at.x - across,
            y: at.y + up,
        },
        Point {
            x: at.x + across,
            y: at.y - up,
        },
    ];
    format!("<path d=\"M{}L{}\"/>", ends[0], ends[1])
}

/// A diamond around a fin, a little wider than a ring.
pub(super) fn diamond(at: Point, ring: f64) -> String {
    let half = 1.175 * ring;
    let [up, right, down, left] =
        [(0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)].map(|(x, y)| Point {
            x: at.x + x,
            y: at.y + y,
        });
    format!("<path d=\"M{up}L{right}L{down}L{left}Z\"/>")
}

/// A square around a candidate of the second set.
pub(super) fn square(at: Point, ring: f64) -> String {
    let side = 2.03 * ring;
    rectangle(
        at.x - side / 2.0,
        at.y - side / 2.0,
        side,
        side,
        " rx=\"2\"",
    )
}

/// A capsule around the rings of candidates that stand for one.
pub(super) fn capsule(places: &[Point], ring: f64) -> String {
    let room = ring + 3.0;
    let least = |of: fn(&Point) -> f64| places.iter().map(of).fold(f64::MAX, f64::min) - room;
    let most = |of: fn(&Point) -> f64| places.iter().map(of).fold(f64::MIN, f64::max) + room;
    let (left, top) = (least(|at| at.x), least(|at| at.y));
    let (width, height) = (most(|at| at.x) - left, most(|at| at.y) - top);
    rectangle(left, top, width, height, &format!(" rx=\"{}\"", Px(room)))
}

/// The outline of any set of cells, a little inside of it: a box, a row, a region of any shape.
///
/// Each cell draws the sides on which it has no neighbour in the set; where the outline turns
/// inward, its sides reach over the edge to meet.
pub(super) fn outline(board: &Measures, geometry: &Geometry, cells: &[Cell]) -> String {
    let is_one = |(row, column): (isize, isize)| {
        let place = |n: isize| usize::try_from(n + 1).unwrap_or(0);
        let cell = geometry.cell(place(row), place(column));
        cell.is_some_and(|cell| cells.contains(&cell))
    };
    let mut path = String::new();
    for &cell in cells {
        let (row, column) = board.place(cell);
        let (row, column) = (row as isize, column as isize);
        let Point { x, y } = board.corner(cell);
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            if is_one((row + down, column + right)) {
                continue;
            }
            // Along the side, each end stops short at a corner and reaches over where the
            // outline turns inward.
            let end = |way: isize| {
                let (along, across) = if right == 0 { (0, way) } else { (way, 0) };
                if !is_one((row + along, column + across)) {
                    -INSIDE
                } else if is_one((row + along + down, column + across + right)) {
                    INSIDE
                } else {
                    0.0
                }
            };
            let (start, finish) = (end(-1), board.cell + end(1));
            let shift = |way: isize| if way < 0 { INSIDE } else { board.cell - INSIDE };
            path += &if right == 0 {
                let from = Point {
                    x: x - start,
                    y: y + shift(down),
                };
                format!("M{from}H{}", Px(x + finish))
            } else {
                let from = Point {
                    x: x + shift(right),
                    y: y - start,
                };
                format!("M{from}V{}", Px(y + finish))
            };
        }
    }
    format!("<path d=\"{path}\"/>")
}
