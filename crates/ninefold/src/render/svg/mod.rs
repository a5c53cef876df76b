//! A board as an SVG picture, with what a step shows of it.
//!
//! ```text
//!  BoardPicture    digits, candidates, a Scene ──▶ SVG, by `to_string`
//!  Scene           tints, houses, marks, links: what a step points at
//!
//!  layers, bottom up: surface, tints, lines, frame, houses, groups and links, digits and
//!  candidates, marks, labels
//! ```
//!
//! A picture stands alone: no script, no font, no style sheet; a title and a description for
//! screen readers. The same board has the same bytes everywhere.

mod lanes;
mod measures;
mod numerals;
mod shapes;
mod theme;

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use crate::geometry::{Candidate, Cell, Digit, Geometry, House, HouseKind};
use crate::puzzle::Puzzle;
use crate::sets::DigitSet;
use crate::symbols::Alphabet;

use lanes::{End, Obstacle, Traffic};
use measures::{Measures, Point, Px, Slots, distance};
pub use theme::Theme;

/// A board to be drawn as SVG.
///
/// ```
/// use ninefold::render::{BoardPicture, Theme};
///
/// let puzzle = ninefold::parse("12.4 4.21 2143 3412")?;
/// let svg = BoardPicture::of(&puzzle).theme(Theme::DARK).to_string();
/// assert!(svg.starts_with("<svg ") && svg.contains("<title>A 4×4 puzzle with 14 givens</title>"));
/// # Ok::<(), ninefold::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardPicture<'a> {
    geometry: &'a Geometry,
    alphabet: Alphabet,
    theme: Theme,
    title: String,
    description: Option<String>,
    givens: Vec<Option<Digit>>,
    entries: Vec<Option<Digit>>,
    candidates: Vec<DigitSet>,
    clashes: BTreeSet<Cell>,
    scene: Scene,
}

/// What a step shows on its board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Cells in the colour, and pattern, of the part they play.
    pub tints: Vec<(Cell, Tint)>,
    /// The houses that are outlined.
    pub houses: Vec<House>,
    /// The houses that are swept of a digit: dashed.
    pub swept: Vec<House>,
    /// The rows and columns whose labels are lit.
    pub lit: Vec<House>,
    /// Candidates with a shape of their own.
    pub marks: Vec<(Candidate, Mark)>,
    /// Lines between candidates.
    pub ties: Vec<Tie>,
}

/// The part of a cell in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// It is the cause, or one of the first set.
    Cause,
    /// It is of the second set.
    Second,
    /// It is a fin.
    Fin,
    /// A candidate of it is removed.
    Gone,
    /// A digit is placed in it.
    Placed,
}

/// The part of a candidate in a step, and its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A ring: the cause.
    Cause,
    /// Two rings: the end of a chain.
    End,
    /// A square: of the second set.
    Second,
    /// A diamond: a fin.
    Fin,
    /// A strike: removed.
    Gone,
    /// A disc that fills the cell: placed.
    Placed,
}

/// A line between two candidates, or groups of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// One end.
    pub from: Vec<Candidate>,
    /// The other end.
    pub to: Vec<Candidate>,
    /// Whether one of the ends must hold, which is a full line; else it is dotted.
    pub strong: bool,
}

/// The room for the labels of rows and columns, and for half of the frame on the other side.
const GUTTER: f64 = 24.0;
const FRAME: f64 = 2.0;

/// The height of a label.
const LABEL: f64 = 8.64;

impl<'a> BoardPicture<'a> {
    /// An empty board.
    pub fn new(geometry: &'a Geometry) -> BoardPicture<'a> {
        let n = geometry.n_cells();
        BoardPicture {
            geometry,
            alphabet: Alphabet::standard(geometry.size()),
            theme: Theme::LIGHT,
            title: format!("A board of {0}×{0}", geometry.size()),
            description: None,
            givens: vec![None; n],
            entries: vec![None; n],
            candidates: vec![DigitSet::EMPTY; n],
            clashes: BTreeSet::new(),
            scene: Scene::default(),
        }
    }

    /// A puzzle: its givens, its own pencil marks if it has any, and the cells that clash.
    pub fn of(puzzle: &'a Puzzle) -> BoardPicture<'a> {
        let mut picture = BoardPicture::new(puzzle.geometry());
        let size = puzzle.geometry().size();
        picture.title = format!("A {size}×{size} puzzle with {} givens", puzzle.n_givens());
        picture.givens = puzzle.givens().to_vec();
        if let Some(marks) = puzzle.marks() {
            picture.candidates = marks.to_vec();
        }
        let conflicts = puzzle.conflicts();
        picture.clashes = conflicts
            .iter()
            .flat_map(|clash| clash.cells.clone())
            .collect();
        picture
    }

    /// The same with digits that are not given, in reading order.
    #[must_use]
    pub fn entries(mut self, digits: impl IntoIterator<Item = Option<Digit>>) -> BoardPicture<'a> {
        self.entries.clear();
        self.entries.extend(digits);
        self.entries.resize(self.geometry.n_cells(), None);
        self
    }

    /// The same with these candidates in the cells that are empty.
    #[must_use]
    pub fn candidates(mut self, of: impl Fn(Cell) -> DigitSet) -> BoardPicture<'a> {
        self.candidates = self.geometry.cells().map(of).collect();
        self
    }

    /// The same with what a step shows.
    #[must_use]
    pub fn scene(mut self, scene: Scene) -> BoardPicture<'a> {
        self.scene = scene;
        self
    }

    /// The same with another title, which screen readers announce.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> BoardPicture<'a> {
        self.title = title.into();
        self
    }

    /// The same with a description; without one it is the board, row by row.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> BoardPicture<'a> {
        self.description = Some(description.into());
        self
    }

    /// The same with digits written otherwise.
    #[must_use]
    pub fn alphabet(mut self, alphabet: Alphabet) -> BoardPicture<'a> {
        self.alphabet = alphabet;
        self
    }

    /// The same in other colours.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> BoardPicture<'a> {
        self.theme = theme;
        self
    }

    /// The digit in a cell, given or not.
    fn digit(&self, cell: Cell) -> Option<Digit> {
        self.givens[cell.index()].or(self.entries[cell.index()])
    }

    /// Whether the step places a digit in a cell, which is then drawn with that digit alone.
    fn is_placed(&self, cell: Cell) -> bool {
        let mut marks = self.scene.marks.iter();
        marks.any(|(at, mark)| *mark == Mark::Placed && at.cell == cell)
    }

    /// The digits of the step, in order.
    fn digits_of_scene(&self) -> Vec<Digit> {
        let marks = self.scene.marks.iter().map(|(at, _)| at);
        let ends = self
            .scene
            .ties
            .iter()
            .flat_map(|tie| tie.from.iter().chain(&tie.to));
        let digits: BTreeSet<Digit> = marks.chain(ends).map(|at| at.digit).collect();
        digits.into_iter().collect()
    }

    /// The board in words: a line for each row.
    fn rows_in_words(&self) -> String {
        let cells = self.geometry.cells().map(|cell| self.digit(cell));
        let cells: Vec<Option<Digit>> = cells.collect();
        let rows = cells.chunks(self.geometry.size());
        let rows = rows.map(|row| self.alphabet.line(row.iter().copied(), '.'));
        rows.collect::<Vec<_>>().join("\n")
    }
}

impl Display for BoardPicture<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let board = Measures::new(self.geometry);
        let sheet = Sheet {
            picture: self,
            slots: Slots::new(&board, &self.digits_of_scene()),
            board,
        };
        sheet.draw(f)
    }
}

/// A picture with its measures, while it is drawn.
struct Sheet<'a> {
    picture: &'a BoardPicture<'a>,
    board: Measures,
    slots: Slots,
}

impl Sheet<'_> {
    fn draw(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardPicture {
            theme,
            title,
            description,
            ..
        } = self.picture;
        let whole = Px(GUTTER + self.board.side() + FRAME);
        let corner = Px(-GUTTER);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{whole}\" \
             height=\"{whole}\" viewBox=\"{corner} {corner} {whole} {whole}\">"
        )?;
        let words = description.clone();
        let words = words.unwrap_or_else(|| self.picture.rows_in_words());
        writeln!(f, "<title>{}</title>", Escaped(title))?;
        writeln!(f, "<desc>{}</desc>", Escaped(&words))?;
        self.definitions(f)?;
        let side = self.board.side();
        let paper = format!(" fill=\"{}\"", theme.paper);
        let sheet = GUTTER + side + FRAME;
        let paper = shapes::rectangle(-GUTTER, -GUTTER, sheet, sheet, &paper);
        let surface = format!(" rx=\"5\" fill=\"{}\"", theme.board);
        writeln!(
            f,
            "{paper}\n{}",
            shapes::rectangle(0.0, 0.0, side, side, &surface)
        )?;
        self.tints(f)?;
        self.lines(f)?;
        self.houses(f)?;
        self.ties(f)?;
        self.digits(f)?;
        self.candidates(f)?;
        self.marks(f)?;
        self.labels(f)?;
        f.write_str("</svg>\n")
    }

    /// The numerals that the picture uses, and the patterns of two tints.
    fn definitions(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Theme {
            name, second, fin, ..
        } = self.picture.theme;
        writeln!(f, "<defs>")?;
        for digit in self.picture.geometry.digits() {
            let symbol = self.symbol(digit);
            let paths = numerals::paths(&symbol);
            writeln!(
                f,
                "<symbol id=\"ninefold-{symbol}\" viewBox=\"-2 -2 20 28\" overflow=\"visible\">\
                 {paths}</symbol>"
            )?;
        }
        let uses = |tint| {
            self.picture
                .scene
                .tints
                .iter()
                .any(|(_, other)| *other == tint)
        };
        if uses(Tint::Second) {
            let [ink, tint] = second;
            writeln!(
                f,
                "<pattern id=\"ninefold-hatch-{name}\" width=\"6\" height=\"6\" \
                 patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
                 <rect width=\"6\" height=\"6\" fill=\"{tint}\"/>\
                 <path d=\"M0 0V6\" stroke=\"{ink}\" stroke-width=\"1.2\" opacity=\".45\"/></pattern>"
            )?;
        }
        if uses(Tint::Fin) {
            let [ink, tint] = fin;
            writeln!(
                f,
                "<pattern id=\"ninefold-dots-{name}\" width=\"7\" height=\"7\" \
                 patternUnits=\"userSpaceOnUse\"><rect width=\"7\" height=\"7\" fill=\"{tint}\"/>\
                 <circle cx=\"3.5\" cy=\"3.5\" r=\"1\" fill=\"{ink}\" opacity=\".6\"/></pattern>"
            )?;
        }
        writeln!(f, "</defs>")
    }

    /// What is written for a digit.
    fn symbol(&self, digit: Digit) -> String {
        let mut symbol = String::new();
        self.picture.alphabet.write(digit, &mut symbol);
        symbol
    }

    /// A numeral in the middle of a place, this high.
    fn numeral(&self, digit: Digit, at: Point, height: f64) -> String {
        let (width, whole) = (20.0 / 24.0 * height, 28.0 / 24.0 * height);
        format!(
            "<use href=\"#ninefold-{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            self.symbol(digit),
            Px(at.x - width / 2.0),
            Px(at.y - whole / 2.0),
            Px(width),
            Px(whole)
        )
    }

    /// The square of a cell, this far inside it.
    fn square(&self, cell: Cell, inside: f64, fill: &str) -> String {
        let Point { x, y } = self.board.corner(cell);
        let side = self.board.cell - 2.0 * inside;
        let fill = format!(" fill=\"{fill}\"");
        shapes::rectangle(x + inside, y + inside, side, side, &fill)
    }

    /// A group of shapes with attributes in common; nothing if there are none.
    fn group(
        f: &mut Formatter<'_>,
        attributes: &str,
        shapes: impl IntoIterator<Item = String>,
    ) -> fmt::Result {
        let shapes: Vec<String> = shapes.into_iter().collect();
        if shapes.is_empty() {
            return Ok(());
        }
        writeln!(f, "<g{attributes}>\n{}\n</g>", shapes.join("\n"))
    }

    /// An outline of this colour and width on a cell of 64 pixels.
    fn pen(&self, ink: &str, width: f64) -> String {
        let width = Px(width * self.board.scale);
        format!(" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"")
    }

    fn tints(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardPicture {
            geometry,
            theme,
            clashes,
            scene,
            ..
        } = self.picture;
        let extra = geometry
            .extra_houses()
            .flat_map(|house| geometry.cells_of(house));
        let extra: BTreeSet<Cell> = extra.copied().collect();
        // Where every cell is in one, that would say nothing.
        let is_part = extra.len() < geometry.n_cells();
        let extra = extra.into_iter().filter(|_| is_part);
        let extra = extra.map(|cell| self.square(cell, 0.0, theme.extra));
        let clashes = clashes
            .iter()
            .map(|&cell| self.square(cell, 0.0, theme.clash));
        let tints = scene.tints.iter().map(|&(cell, tint)| {
            let fill = match tint {
                Tint::Cause => theme.cause[1].to_owned(),
                Tint::Second => format!("url(#ninefold-hatch-{})", theme.name),
                Tint::Fin => format!("url(#ninefold-dots-{})", theme.name),
                Tint::Gone => theme.gone[1].to_owned(),
                Tint::Placed => theme.placed[1].to_owned(),
            };
            self.square(cell, 0.0, &fill)
        });
        Sheet::group(f, "", extra.chain(clashes).chain(tints))
    }

    /// The lines between cells, the strong ones between boxes or regions, and the frame.
    fn lines(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardPicture {
            geometry, theme, ..
        } = self.picture;
        let (mut thin, mut strong) = (String::new(), String::new());
        for cell in geometry.cells() {
            let (row, column) = (geometry.row(cell), geometry.column(cell));
            let Point { x, y } = self.board.corner(cell);
            let before = [
                (geometry.cell(row, column - 1), 'v'),
                (geometry.cell(row - 1, column), 'h'),
            ];
            for (other, way) in before {
                let Some(other) = other else { continue };
                let is_wall = geometry.region_of(cell) != geometry.region_of(other);
                let line = format!("M{}{way}{}", Point { x, y }, Px(self.board.cell));
                *(if is_wall { &mut strong } else { &mut thin }) += &line;
            }
        }
        let path = |lines: &str, ink: &str, width: u8| {
            format!(
                "<path d=\"{lines}\" stroke=\"{ink}\" stroke-width=\"{width}\" \
                 shape-rendering=\"crispEdges\"/>"
            )
        };
        let side = self.board.side();
        let frame = format!(
            " rx=\"5\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"",
            theme.box_line
        );
        let thin = (!thin.is_empty()).then(|| path(&thin, theme.thin_line, 1));
        let strong = (!strong.is_empty()).then(|| path(&strong, theme.box_line, 2));
        let frame = shapes::rectangle(0.0, 0.0, side, side, &frame);
        Sheet::group(f, "", thin.into_iter().chain(strong).chain([frame]))
    }

    fn houses(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardPicture {
            geometry,
            theme,
            scene,
            ..
        } = self.picture;
        let outline =
            |house: &House| shapes::outline(&self.board, geometry, geometry.cells_of(*house));
        let (cause, gone) = (theme.cause[0], theme.gone[0]);
        Sheet::group(f, &self.pen(cause, 1.75), scene.houses.iter().map(outline))?;
        let dashed = format!("{} stroke-dasharray=\"6 5\"", self.pen(gone, 1.5));
        Sheet::group(f, &dashed, scene.swept.iter().map(outline))
    }

    /// Groups of candidates, and the links between candidates, in lanes.
    fn ties(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardPicture { theme, scene, .. } = self.picture;
        let mut traffic = self.traffic();
        let (mut groups, mut links) = (Vec::new(), [Vec::new(), Vec::new()]);
        for tie in &scene.ties {
            if let Some((from, to)) = self.nearest(tie) {
                let path = lanes::route(&self.board, &self.slots, from, to, &mut traffic);
                links[usize::from(tie.strong)].push(format!("<path d=\"{path}\"/>"));
            }
            for node in [&tie.from, &tie.to] {
                if self.is_in_line(node) {
                    let places: Vec<Point> = node.iter().map(|&at| self.slots.at(at)).collect();
                    let capsule = shapes::capsule(&places, self.slots.ring);
                    if !groups.contains(&capsule) {
                        groups.push(capsule);
                    }
                }
            }
        }
        let [weak, strong] = links;
        Sheet::group(f, &self.pen(theme.cause[0], 1.25), groups)?;
        let round = " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        let full = self.pen(theme.cause[0], 2.25) + round;
        let dotted = self.pen(theme.weak_link, 2.0) + round + " stroke-dasharray=\"0.1 5\"";
        Sheet::group(f, &full, strong)?;
        Sheet::group(f, &dotted, weak)
    }

    /// The end of a link: the ring of a candidate, or the disc of a digit that is there.
    fn end(&self, candidate: Candidate) -> End {
        let cell = candidate.cell;
        if self.picture.is_placed(cell) || self.picture.digit(cell).is_some() {
            let (at, ring) = (self.board.middle(cell), self.disc());
            return End { cell, at, ring };
        }
        let (at, ring) = (self.slots.at(candidate), self.slots.ring);
        End { cell, at, ring }
    }

    /// The radius of the disc behind a digit that is placed.
    fn disc(&self) -> f64 {
        25.0 / 64.0 * self.board.cell
    }

    /// The two candidates of a link that are nearest to each other.
    fn nearest(&self, tie: &Tie) -> Option<(End, End)> {
        let mut best = None;
        let mut least = f64::INFINITY;
        for from in tie.from.iter().map(|&at| self.end(at)) {
            for to in tie.to.iter().map(|&at| self.end(at)) {
                let far = distance(from.at, to.at);
                if far > 0.0 && far < least {
                    (best, least) = (Some((from, to)), far);
                }
            }
        }
        best
    }

    /// Whether several candidates of one digit lie in one row or column, so that a capsule
    /// holds them all.
    fn is_in_line(&self, node: &[Candidate]) -> bool {
        let [first, rest @ ..] = node else {
            return false;
        };
        let place = |at: &Candidate| self.board.place(at.cell);
        let same_digit = rest.iter().all(|at| at.digit == first.digit);
        let same_row = rest.iter().all(|at| place(at).0 == place(first).0);
        let same_column = rest.iter().all(|at| place(at).1 == place(first).1);
        !rest.is_empty() && same_digit && (same_row || same_column)
    }

    /// What links go around: digits, candidates without a ring, and the rings of others.
    fn traffic(&self) -> Traffic {
        let BoardPicture {
            geometry,
            scene,
            candidates,
            ..
        } = self.picture;
        let rings: Vec<Candidate> = scene
            .marks
            .iter()
            .filter(|(_, mark)| *mark != Mark::Gone)
            .map(|(at, _)| *at)
            .collect();
        let obstacle = |at: Point, height: f64, room: f64| Obstacle {
            at,
            half_width: height / 3.0 + room,
            half_height: height / 2.0 + room,
        };
        let mut digits = Vec::new();
        for cell in geometry
            .cells()
            .filter(|&cell| !self.picture.is_placed(cell))
        {
            if self.picture.digit(cell).is_some() {
                let height = self.board.digit_height();
                digits.push(obstacle(
                    self.board.middle(cell),
                    height,
                    4.0 * self.board.scale,
                ));
                continue;
            }
            for digit in candidates[cell.index()].iter() {
                let candidate = Candidate { cell, digit };
                if self.slots.shows(digit) && !rings.contains(&candidate) {
                    digits.push(obstacle(self.slots.at(candidate), self.slots.height, 1.0));
                }
            }
        }
        Traffic {
            digits,
            rings: rings.into_iter().map(|at| self.end(at)).collect(),
            lines: Vec::new(),
        }
    }

    fn digits(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardPicture {
            geometry,
            theme,
            givens,
            ..
        } = self.picture;
        let height = self.board.digit_height();
        for (is_given, ink, weight) in [(true, theme.given, "2.9"), (false, theme.entry, "2.15")] {
            let numerals = geometry.cells().filter_map(|cell| {
                let digit = self.picture.digit(cell)?;
                let is_one = givens[cell.index()].is_some() == is_given;
                is_one.then(|| self.numeral(digit, self.board.middle(cell), height))
            });
            Sheet::group(f, &stroke(ink, weight), numerals)?;
        }
        Ok(())
    }

    /// The candidates that no mark is on.
    fn candidates(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardPicture {
            geometry,
            theme,
            candidates,
            scene,
            ..
        } = self.picture;
        let marked: BTreeSet<Candidate> = scene.marks.iter().map(|(at, _)| *at).collect();
        let cells = geometry.cells();
        let cells = cells
            .filter(|&cell| self.picture.digit(cell).is_none() && !self.picture.is_placed(cell));
        let all = cells.flat_map(|cell| {
            let digits = candidates[cell.index()].iter();
            digits.map(move |digit| Candidate { cell, digit })
        });
        let shown = all.filter(|at| self.slots.shows(at.digit) && !marked.contains(at));
        let numerals = shown.map(|at| self.numeral(at.digit, self.slots.at(at), self.slots.height));
        Sheet::group(f, &stroke(theme.candidate, "2.5"), numerals)
    }

    /// Rings and other shapes, each with its candidate; strikes; and discs.
    fn marks(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardPicture { theme, scene, .. } = self.picture;
        for &(candidate, mark) in &scene.marks {
            if mark == Mark::Placed {
                self.placed(f, candidate)?;
                continue;
            }
            if !self.slots.are_shown || self.picture.is_placed(candidate.cell) {
                continue;
            }
            let (at, ring) = (self.slots.at(candidate), self.slots.ring);
            let (ink, weight, shape) = match mark {
                Mark::Second => (theme.second[0], "3.1", shapes::square(at, ring)),
                Mark::Fin => (theme.fin[0], "3.1", shapes::diamond(at, ring)),
                Mark::Gone => (theme.gone[0], "2.4", String::new()),
                _ => (theme.cause[0], "3.1", shapes::circle(at, ring)),
            };
            if mark == Mark::End {
                let outer = [shapes::circle(at, ring + 3.2 * self.board.scale)];
                let pen = self.pen(ink, 1.25).replace("none", theme.cause[1]);
                Sheet::group(f, &pen, outer)?;
            }
            let pen = self.pen(ink, 1.75).replace("none", theme.board);
            Sheet::group(f, &pen, (!shape.is_empty()).then_some(shape))?;
            let numeral = self.numeral(candidate.digit, at, self.slots.marked);
            Sheet::group(f, &stroke(ink, weight), [numeral])?;
            if mark == Mark::Gone {
                let share = if self.slots.is_partial() { 0.8 } else { 0.54 };
                let line = shapes::strike(at, share * self.slots.side);
                let pen = self.pen(ink, 1.7) + " stroke-linecap=\"round\"";
                Sheet::group(f, &pen, [line])?;
            }
        }
        Ok(())
    }

    /// A digit that the step places, on a disc.
    fn placed(&self, f: &mut Formatter<'_>, candidate: Candidate) -> fmt::Result {
        let theme = &self.picture.theme;
        let [ink, tint] = theme.placed;
        let at = self.board.middle(candidate.cell);
        let disc = shapes::circle(at, self.disc());
        let wipe = self.square(candidate.cell, 1.5, tint);
        Sheet::group(f, &format!(" fill=\"{ink}\""), [wipe, disc])?;
        let numeral = self.numeral(candidate.digit, at, 30.0 / 64.0 * self.board.cell);
        Sheet::group(f, &stroke(theme.board, "2.6"), [numeral])
    }

    /// The numbers of rows and columns.
    fn labels(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardPicture {
            geometry,
            theme,
            scene,
            ..
        } = self.picture;
        let is_lit = |kind: HouseKind, number: usize| {
            let mut lit = scene.lit.iter();
            lit.any(|&house| (geometry.kind(house), geometry.house_number(house)) == (kind, number))
        };
        // In the numerals' own units, since the board need not have a symbol for each number.
        let label = |kind: HouseKind, number: usize, at: Point| {
            let bold = format!(" stroke=\"{}\" stroke-width=\"3.6\"", theme.cause[0]);
            let bold = if is_lit(kind, number) { &bold } else { "" };
            let scale = LABEL / 24.0;
            let corner = Point {
                x: at.x - 8.0 * scale,
                y: at.y - 12.0 * scale,
            };
            format!(
                "<g transform=\"translate({corner}) scale({})\"{bold}>{}</g>",
                Px(scale),
                numerals::paths(&number.to_string())
            )
        };
        let labels = (1..=geometry.size()).flat_map(|number| {
            let along = (number as f64 - 0.5) * self.board.cell;
            let beside = Point { x: -13.0, y: along };
            let above = Point { x: along, y: -13.0 };
            [
                label(HouseKind::Column, number, above),
                label(HouseKind::Row, number, beside),
            ]
        });
        Sheet::group(f, &stroke(theme.label, "2.3"), labels)
    }
}

/// The pen of a numeral: its colour, and its weight in the units of the numeral.
fn stroke(ink: &str, weight: &str) -> String {
    format!(
        " fill=\"none\" stroke=\"{ink}\" stroke-width=\"{weight}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\""
    )
}

/// Text for XML.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for symbol in self.0.chars() {
            match symbol {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                _ => write!(f, "{symbol}")?,
            }
        }
        Ok(())
    }
}
