//! Links take lanes. A link between two candidates never crosses a digit if there is another
//! way: it leaves its ring at 45 degrees, follows the gap between the slots, and runs just
//! inside the edge of the cells.
//!
//! ```text
//!  +-----------+-----------+
//!  |   ,-------|-------.   |    the lane lies between the edge of the
//!  | 1 | 2     |       |   |    cells and their topmost candidates
//!  |  (5)      |   8  (5)  |
//!  +-----------+-----------+
//! ```
//!
//! Of the lanes above, below, left and right the shortest is taken that meets the fewest rings
//! and runs over no other link. A straight line is drawn only when nothing is in its way.

use std::f64::consts::FRAC_1_SQRT_2;

use super::measures::{Measures, Point, Slots, distance};
use crate::geometry::Cell;

/// One end of a link: a ring around a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) cell: Cell,
    pub(super) at: Point,
    pub(super) ring: f64,
}

/// Something that a link goes around: a digit or a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    pub(super) at: Point,
    pub(super) half_width: f64,
    pub(super) half_height: f64,
}

type Segment = [Point; 2];

/// What has been drawn so far: later links avoid it where they can.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    pub(super) digits: Vec<Obstacle>,
    pub(super) rings: Vec<End>,
    pub(super) lines: Vec<Segment>,
}

/// The path of a link; the lines it takes are noted in `traffic`.
pub(super) fn route(
    board: &Measures,
    slots: &Slots,
    from: End,
    to: End,
    traffic: &mut Traffic,
) -> String {
    let direct = vec![edge(from, to.at), edge(to, from.at)];
    let is_clear = !crosses(&direct, &traffic.digits) && meets(&direct, traffic, from, to) == 0;
    let mut best = direct;
    if !is_clear {
        let mut least = f64::INFINITY;
        for points in lane_routes(board, slots, from, to) {
            let crossing = if crosses(&points, &traffic.digits) {
                1000.0
            } else {
                0.0
            };
            let n_rings = meets(&points, traffic, from, to) as f64;
            let n_hidden = overlaps(&points, &traffic.lines) as f64;
            let cost = length(&points) + board.cell * (crossing + 2.0 * n_rings + n_hidden);
            if cost < least - 0.01 {
                (least, best) = (cost, points);
            }
        }
    }
    traffic.lines.extend(segments(&best));
    rounded(&best, 9.0 / 64.0 * board.cell)
}

/// All ways along lanes: one lane if the cells share a row or column, else one of each.
fn lane_routes(board: &Measures, slots: &Slots, from: End, to: End) -> Vec<Vec<Point>> {
    let (a, b) = (board.place(from.cell), board.place(to.cell));
    let lanes = |corner: f64| [corner + slots.lane, corner + board.cell - slots.lane];
    let mut routes = Vec::new();
    if a.0 == b.0 {
        for y in lanes(board.corner(from.cell).y) {
            let out = onto_flat_lane(slots, from, y, way(to.at.x - from.at.x));
            let back = onto_flat_lane(slots, to, y, way(from.at.x - to.at.x));
            routes.push(joined(out, None, back));
        }
    }
    if a.1 == b.1 {
        for x in lanes(board.corner(from.cell).x) {
            let out = onto_upright_lane(slots, from, x, way(to.at.y - from.at.y));
            let back = onto_upright_lane(slots, to, x, way(from.at.y - to.at.y));
            routes.push(joined(out, None, back));
        }
    }
    if a.0 != b.0 && a.1 != b.1 {
        for (first, last) in [(from, to), (to, from)] {
            for y in lanes(board.corner(first.cell).y) {
                for x in lanes(board.corner(last.cell).x) {
                    let out = onto_flat_lane(slots, first, y, way(x - first.at.x));
                    let back = onto_upright_lane(slots, last, x, way(y - last.at.y));
                    let mut points = joined(out, Some(Point { x, y }), back);
                    if first.at != from.at {
                        points.reverse();
                    }
                    routes.push(points);
                }
            }
        }
    }
    routes
}

/// The way out, a corner, and the way back from the other end.
fn joined(mut out: Vec<Point>, corner: Option<Point>, back: Vec<Point>) -> Vec<Point> {
    out.extend(corner);
    out.extend(back.into_iter().rev());
    out
}

/// Forwards or backwards; forwards if there is nowhere to go.
fn way(run: f64) -> f64 {
    if run < 0.0 { -1.0 } else { 1.0 }
}

/// From a ring onto the level lane at `y`, going left (-1) or right (1).
fn onto_flat_lane(slots: &Slots, end: End, y: f64, way: f64) -> Vec<Point> {
    let End { at, ring, .. } = end;
    let up = y - at.y;
    // A ring that reaches the lane is left along it.
    if up.abs() < ring {
        let x = at.x + way * (ring * ring - up * up).sqrt();
        return vec![Point { x, y }];
    }
    let slant = ring * FRAC_1_SQRT_2;
    let gap = (slots.side / 2.0).max(slant);
    let turn = up.signum();
    let by = |across: f64, down: f64| Point {
        x: at.x + way * across,
        y: at.y + down,
    };
    let leave = by(slant, turn * slant);
    if gap >= up.abs() {
        return vec![leave, by(up.abs(), up)];
    }
    vec![leave, by(gap, turn * gap), by(gap, up)]
}

/// The same with the axes swapped.
fn onto_upright_lane(slots: &Slots, end: End, x: f64, way: f64) -> Vec<Point> {
    let swap = |Point { x, y }| Point { x: y, y: x };
    let swapped = End {
        at: swap(end.at),
        ..end
    };
    let points = onto_flat_lane(slots, swapped, x, way).into_iter();
    points.map(swap).collect()
}

/// The point of a ring that faces another point.
fn edge(end: End, towards: Point) -> Point {
    let far = distance(end.at, towards);
    if far == 0.0 {
        end.at
    } else {
        between(end.at, towards, end.ring / far)
    }
}

/// The point at this share of the way between two.
fn between(from: Point, to: Point, share: f64) -> Point {
    Point {
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
    }
}

fn segments(points: &[Point]) -> impl Iterator<Item = Segment> {
    points.windows(2).map(|ends| [ends[0], ends[1]])
}

fn length(points: &[Point]) -> f64 {
    segments(points).map(|[a, b]| distance(a, b)).sum()
}

/// Whether any part of the way runs over a digit.
fn crosses(points: &[Point], digits: &[Obstacle]) -> bool {
    segments(points).any(|line| digits.iter().any(|digit| hits(line, digit)))
}

/// Whether a line meets a rectangle: the line is cut at each of its sides in turn.
fn hits([a, b]: Segment, obstacle: &Obstacle) -> bool {
    let Obstacle {
        at,
        half_width,
        half_height,
    } = *obstacle;
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for (start, run, half) in [
        (a.x - at.x, b.x - a.x, half_width),
        (a.y - at.y, b.y - a.y, half_height),
    ] {
        if run == 0.0 {
            if start.abs() >= half {
                return false;
            }
            continue;
        }
        let (one, two) = ((-half - start) / run, (half - start) / run);
        enter = enter.max(one.min(two));
        leave = leave.min(one.max(two));
    }
    enter < leave
}

/// How many rings of other candidates lie in the way.
fn meets(points: &[Point], traffic: &Traffic, from: End, to: End) -> usize {
    let others = traffic.rings.iter();
    let others = others.filter(|ring| ring.at != from.at && ring.at != to.at);
    others
        .filter(|other| segments(points).any(|line| off(other.at, line) < other.ring))
        .count()
}

/// How far a point is from a line.
fn off(point: Point, [a, b]: Segment) -> f64 {
    let (x, y) = (b.x - a.x, b.y - a.y);
    let square = x * x + y * y;
    if square == 0.0 {
        return distance(point, a);
    }
    let along = ((point.x - a.x) * x + (point.y - a.y) * y) / square;
    distance(point, between(a, b, along.clamp(0.0, 1.0)))
}

/// How many lines of earlier links the way would hide, lying along them.
fn overlaps(points: &[Point], lines: &[Segment]) -> usize {
    let flat = |line: Segment| line.map(|at| (at.x, at.y));
    let upright = |line: Segment| line.map(|at| (at.y, at.x));
    let hides = |one: [(f64, f64); 2], other: [(f64, f64); 2]| {
        let levels = [one[0].1, one[1].1, other[0].1, other[1].1];
        let highest = levels.into_iter().fold(f64::MIN, f64::max);
        let lowest = levels.into_iter().fold(f64::MAX, f64::min);
        let [a, b] = one.map(|at| at.0);
        let [c, d] = other.map(|at| at.0);
        highest - lowest <= 1.0 && a.max(b).min(c.max(d)) - a.min(b).max(c.min(d)) > 2.0
    };
    let hidden = lines.iter().filter(|&&line| {
        segments(points)
            .any(|own| hides(flat(own), flat(line)) || hides(upright(own), upright(line)))
    });
    hidden.count()
}

/// A way with its corners rounded, where there is room for it.
fn rounded(points: &[Point], radius: f64) -> String {
    let mut path = String::new();
    for (k, &corner) in points.iter().enumerate() {
        let inner = k.checked_sub(1).and_then(|before| points.get(before));
        let (Some(&before), Some(&after)) = (inner, points.get(k + 1)) else {
            path += &format!("{}{corner}", if k == 0 { "M" } else { "L" });
            continue;
        };
        let (back, on) = (distance(before, corner), distance(after, corner));
        let turn = radius.min(back / 2.0).min(on / 2.0);
        path += &if turn < 0.5 {
            format!("L{corner}")
        } else {
            let (enter, leave) = (
                between(corner, before, turn / back),
                between(corner, after, turn / on),
            );
            format!("L{enter}Q{corner} {leave}")
        };
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Candidate, Geometry};

    /// The way between two candidates past these others, as a path.
    fn drawn(
        from: (usize, usize, usize),
        to: (usize, usize, usize),
        past: &[(usize, usize, usize)],
    ) -> String {
        let classic = Geometry::classic();
        let board = Measures::new(&classic);
        let slots = Slots::new(&board, &[]);
        let end = |(row, column, digit)| {
            let candidate = Candidate {
                cell: classic.at(row, column),
                digit: crate::geometry::Digit::new(digit).unwrap(),
            };
            End {
                cell: candidate.cell,
                at: slots.at(candidate),
                ring: slots.ring,
            }
        };
        let digits = past.iter().map(|&other| Obstacle {
            at: end(other).at,
            half_width: 5.0,
            half_height: 7.0,
        });
        let mut traffic = Traffic {
            digits: digits.collect(),
            ..Traffic::default()
        };
        route(&board, &slots, end(from), end(to), &mut traffic)
    }

    #[test]
    fn a_link_with_nothing_in_its_way_is_straight() {
        assert_eq!(drawn((1, 1, 5), (1, 4, 5), &[]), "M41.36 32L214.64 32");
    }

    #[test]
    fn a_link_goes_around_a_digit() {
        let path = drawn((1, 1, 5), (1, 4, 5), &[(1, 2, 5)]);
        // Up between the slots, along the upper edge of the cells, and down again.
        assert!(path.contains('Q'), "{path}");
        assert!(path.ends_with("L217.38 25.38"), "{path}");
    }
}
