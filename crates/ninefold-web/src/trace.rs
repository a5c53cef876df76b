//! A search played again from the start, and some of its events shown.
//!
//! ```text
//!   events   0 ─────────── from ─────── from + count ───────────── total
//!            played unreported │ one by one      │ played unreported
//!                            board,
//!                            depth, snapshots
//! ```
//!
//! Engines do the same thing every time, so nothing has to be kept: a page that scrubs to
//! another place asks again. A search with more events than [`MOST_EVENTS`] is cut off
//! there, and the answer reports that.

use ninefold::engine::{self, Event, Observer};
use ninefold::{Cell, Digit, Puzzle, Query};
use ninefold_workbench::wire::{BoardObject, PositionObject, WorkObject, number};
use serde::{Deserialize, Serialize};

/// Where a search is cut off: this many events take a fraction of a second to play.
const MOST_EVENTS: u64 = 1_000_000;

/// The most events in one answer.
const MOST_SENT: u64 = 5_000;

#[derive(Deserialize)]
pub(crate) struct Ask {
    position: PositionObject,
    engine: String,
    from: u64,
    count: u64,
}

#[derive(Serialize)]
pub(crate) struct Trace {
    from: u64,
    board: BoardObject,
    depth: usize,
    snapshots: Vec<Saved>,
    before: Counts,
    events: Vec<EventObject>,
    profile: Vec<usize>,
    total: u64,
    complete: bool,
    stats: WorkObject,
}

#[derive(Clone, Serialize)]
struct Saved {
    cell: usize,
    digit: usize,
    digits: Vec<u8>,
}

/// How often each thing was done before the first event of the answer.
#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    tries: u64,
    placements: u64,
    guesses: u64,
    backtracks: u64,
    detours: u64,
    snapshots: u64,
}

#[derive(Serialize)]
struct EventObject {
    kind: &'static str,
    cell: usize,
    digit: usize,
    depth: usize,
    /// The cells that are empty again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undone: Vec<usize>,
    /// The cells that lose a candidate by a detour.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    touched: Vec<usize>,
}

/// Some events of a search.
pub(crate) fn trace(ask: &Ask) -> Result<Trace, String> {
    let record = ask.position.record()?;
    let engine = engine::find(&ask.engine).map_err(|error| error.to_string())?;
    let mut recorder = Recorder {
        puzzle: &record.puzzle,
        playback: Playback::new(&record.puzzle),
        from: ask.from,
        until: ask.from.saturating_add(ask.count.min(MOST_SENT)),
        n: 0,
        counts: Counts::default(),
        snapshots: Vec::new(),
        start: None,
        events: Vec::new(),
        profile: Profile::new(),
    };
    let query = Query::new(&record.puzzle).solutions(1);
    let report = query.watch(engine.as_ref(), &mut recorder);
    let report = report.map_err(|error| error.to_string())?;
    let at_end = recorder.moment();
    let start = recorder.start.unwrap_or(at_end);
    Ok(Trace {
        from: ask.from.min(recorder.n),
        board: start.playback.snapshot(&record.puzzle),
        depth: start.playback.depth(),
        snapshots: start.snapshots,
        before: start.counts,
        events: recorder.events,
        profile: recorder.profile.deepest,
        total: recorder.n,
        complete: recorder.n < MOST_EVENTS,
        stats: WorkObject::untimed(report.stats),
    })
}

struct Recorder<'a> {
    puzzle: &'a Puzzle,
    playback: Playback,
    from: u64,
    until: u64,
    /// The number of events so far.
    n: u64,
    counts: Counts,
    snapshots: Vec<Saved>,
    start: Option<Moment>,
    events: Vec<EventObject>,
    profile: Profile,
}

/// Everything that is known between two events.
struct Moment {
    playback: Playback,
    counts: Counts,
    snapshots: Vec<Saved>,
}

impl Recorder<'_> {
    fn moment(&self) -> Moment {
        Moment {
            playback: self.playback.clone(),
            counts: self.counts,
            snapshots: self.snapshots.clone(),
        }
    }

    fn count(&mut self, event: Event) {
        let counts = &mut self.counts;
        match event {
            Event::Try(..) => counts.tries += 1,
            Event::Place(..) => counts.placements += 1,
            Event::Guess { .. } => {
                counts.guesses += 1;
                counts.placements += 1;
            }
            Event::Split { .. } => counts.guesses += 1,
            Event::Backtrack { .. } => counts.backtracks += 1,
            Event::Detour(_) => counts.detours += 1,
            Event::Snapshot { .. } => counts.snapshots += 1,
            _ => {}
        }
    }

    /// The empty peers of a cell that its digit, and no other cell, takes a candidate from.
    fn touched(&self, solved: Cell) -> Vec<usize> {
        let digits = self.playback.digits();
        let geometry = self.puzzle.geometry();
        let digit = digits[solved.index()];
        let could_hold = |&cell: &Cell| {
            let allowed = self.puzzle.allowed(cell);
            let mut peers = geometry.peers(cell).iter();
            digits[cell.index()] == 0
                && Digit::new(digit.into()).is_some_and(|digit| allowed.contains(digit))
                && peers.all(|&peer| peer == solved || digits[peer.index()] != digit)
        };
        let peers = geometry.peers(solved).iter().copied();
        peers.filter(could_hold).map(Cell::index).collect()
    }

    /// Keeps the saved boards as the engine does: one for each guess that stands.
    fn keep(&mut self, event: Event) {
        match event {
            Event::Snapshot { kept } => {
                self.snapshots.truncate(kept.saturating_sub(1));
                self.snapshots.push(Saved {
                    cell: 0,
                    digit: 0,
                    digits: self.playback.digits().to_vec(),
                });
            }
            Event::Guess { cell, digit, depth } if !self.snapshots.is_empty() => {
                self.snapshots.truncate(depth);
                if let Some(saved) = self.snapshots.last_mut() {
                    saved.cell = cell.index();
                    saved.digit = digit.value();
                }
            }
            _ => {}
        }
    }
}

impl Observer for Recorder<'_> {
    fn wants_events(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        if self.n >= MOST_EVENTS {
            return;
        }
        if self.n == self.from {
            self.start = Some(self.moment());
        }
        self.keep(event);
        self.count(event);
        let is_sent = (self.from..self.until).contains(&self.n);
        self.n += 1;
        let mut undone = Vec::new();
        self.playback.play(event, |cell| undone.push(cell));
        self.profile.add(self.playback.depth());
        if is_sent {
            let mut object = EventObject::new(event, self.playback.depth(), undone);
            if let Event::Detour(cell) = event {
                object.digit = self.playback.digits()[cell.index()].into();
                object.touched = self.touched(cell);
            }
            self.events.push(object);
        }
    }

    fn should_stop(&mut self) -> bool {
        self.n >= MOST_EVENTS
    }
}

impl EventObject {
    fn new(event: Event, depth: usize, undone: Vec<usize>) -> EventObject {
        let (cell, digit) = match event {
            Event::Try(cell, digit)
            | Event::Place(cell, digit)
            | Event::Eliminate(cell, digit)
            | Event::Guess { cell, digit, .. } => (cell.index(), digit.value()),
            Event::Detour(cell) => (cell.index(), 0),
            _ => (0, 0),
        };
        EventObject {
            kind: event.name(),
            cell,
            digit,
            depth,
            undone,
            touched: Vec::new(),
        }
    }
}

/// How deep in guesses a search was, from its start to its end, in a few hundred pieces
/// of the same length. Its length is not known beforehand: when there are too many pieces,
/// every two become one.
struct Profile {
    deepest: Vec<usize>,
    /// Events to a piece, and how many the last one has.
    length: usize,
    filled: usize,
}

impl Profile {
    const PIECES: usize = 288;

    fn new() -> Profile {
        Profile {
            deepest: Vec::new(),
            length: 1,
            filled: 1,
        }
    }

    fn add(&mut self, depth: usize) {
        if self.filled == self.length {
            if self.deepest.len() == Profile::PIECES {
                let pairs = self.deepest.chunks(2);
                self.deepest = pairs
                    .filter_map(|pair| pair.iter().max().copied())
                    .collect();
                self.length *= 2;
            }
            self.deepest.push(0);
            self.filled = 0;
        }
        self.filled += 1;
        if let Some(last) = self.deepest.last_mut() {
            *last = depth.max(*last);
        }
    }
}

/// The board as an engine's events build it.
#[derive(Clone)]
pub(crate) struct Playback {
    digits: Vec<u8>,
    gone: Vec<u32>,
    /// What was written and rubbed out, the latest last.
    done: Vec<Done>,
    depth: usize,
}

#[derive(Clone, Copy)]
enum Done {
    Placed(u16),
    RubbedOut(u16, u8),
    /// A guess begins here.
    Guessed,
}

impl Playback {
    pub(crate) fn new(puzzle: &Puzzle) -> Playback {
        let givens = puzzle.givens().iter();
        Playback {
            digits: givens.map(|given| number(*given) as u8).collect(),
            gone: vec![0; puzzle.givens().len()],
            done: Vec::new(),
            depth: 0,
        }
    }

    pub(crate) fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The number of guesses that stand.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Shows a whole grid.
    pub(crate) fn show(&mut self, digits: &[Digit]) {
        self.digits = digits.iter().map(|digit| digit.value() as u8).collect();
    }

    /// Plays an event on the board; `undone` is called with each cell that it empties.
    #[inline]
    pub(crate) fn play(&mut self, event: Event, undone: impl FnMut(usize)) {
        match event {
            Event::Place(cell, digit) => self.place(cell.index(), digit),
            Event::Guess { cell, digit, .. } => {
                self.guess();
                self.place(cell.index(), digit);
            }
            Event::Split { .. } => self.guess(),
            Event::Eliminate(cell, digit) => {
                self.gone[cell.index()] |= 1 << digit.index();
                self.done
                    .push(Done::RubbedOut(cell.index() as u16, digit.index() as u8));
            }
            Event::Backtrack { .. } => self.take_back(undone),
            _ => {}
        }
    }

    fn place(&mut self, cell: usize, digit: Digit) {
        self.digits[cell] = digit.value() as u8;
        self.done.push(Done::Placed(cell as u16));
    }

    fn guess(&mut self) {
        self.depth += 1;
        self.done.push(Done::Guessed);
    }

    fn take_back(&mut self, mut undone: impl FnMut(usize)) {
        self.depth = self.depth.saturating_sub(1);
        while let Some(done) = self.done.pop() {
            match done {
                Done::Placed(cell) => {
                    self.digits[usize::from(cell)] = 0;
                    undone(usize::from(cell));
                }
                Done::RubbedOut(cell, digit) => self.gone[usize::from(cell)] &= !(1 << digit),
                Done::Guessed => break,
            }
        }
    }

    /// The board with the candidates that the digits on it leave over.
    fn snapshot(&self, puzzle: &Puzzle) -> BoardObject {
        let mut puzzle = puzzle.clone();
        for (cell, &digit) in puzzle.geometry().cells().zip(&self.digits) {
            puzzle.set(cell, Digit::new(digit.into()));
        }
        let mut shown = BoardObject::new(&ninefold::Board::new(&puzzle));
        for (marks, gone) in shown.marks.iter_mut().zip(&self.gone) {
            *marks &= !gone;
        }
        shown
    }
}
