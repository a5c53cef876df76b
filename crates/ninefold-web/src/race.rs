//! One lane of a race: an engine at work, and news of it while it runs.
//!
//! The page starts one worker per engine and stops a lane by terminating its worker, so a
//! lane has no stop flag.

use std::ops::ControlFlow;

use ninefold::engine::{self, Event, Observer};
use ninefold::{Digit, Query, Stats};
use ninefold_workbench::wire::{PositionObject, WorkObject};
use serde::{Deserialize, Serialize};

use crate::trace::Playback;
use crate::{Host, json, since};

/// Milliseconds from one piece of news to the next.
const BETWEEN_NEWS: f64 = 100.0;

#[derive(Deserialize)]
pub(crate) struct Ask {
    position: PositionObject,
    engine: String,
}

#[derive(Serialize)]
pub(crate) struct News {
    digits: Vec<u8>,
    depth: usize,
    stats: WorkObject,
}

/// A message before the answer.
#[derive(Serialize)]
struct OnTheWay {
    news: News,
}

#[derive(Serialize)]
pub(crate) struct Finish {
    news: News,
    verdict: &'static str,
}

/// Searches for the first solution.
pub(crate) fn race(ask: &Ask, host: &mut dyn Host) -> Result<Finish, String> {
    let record = ask.position.record()?;
    let engine = engine::find(&ask.engine).map_err(|error| error.to_string())?;
    let start = host.now();
    let mut lane = Lane {
        playback: Playback::new(&record.puzzle),
        start,
        next_news: start + BETWEEN_NEWS,
        host,
    };
    let query = Query::new(&record.puzzle).solutions(1);
    let report = query.watch(engine.as_ref(), &mut lane);
    let report = report.map_err(|error| error.to_string())?;
    Ok(Finish {
        news: lane.news(&report.stats),
        verdict: if report.stats.solutions > 0 {
            "solved"
        } else {
            "none"
        },
    })
}

struct Lane<'a> {
    playback: Playback,
    start: f64,
    next_news: f64,
    host: &'a mut dyn Host,
}

impl Lane<'_> {
    fn news(&self, stats: &Stats) -> News {
        News {
            digits: self.playback.digits().to_vec(),
            depth: self.playback.depth(),
            stats: WorkObject::new(*stats, since(self.start, self.host)),
        }
    }
}

impl Observer for Lane<'_> {
    fn wants_events(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        self.playback.play(event, |_| {});
    }

    fn solution(&mut self, digits: &[Digit]) -> ControlFlow<()> {
        // Some engines report no placements, but every one reports a solution.
        self.playback.show(digits);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _picked: Option<&'static str>, stats: &Stats) {
        if self.host.now() >= self.next_news {
            let news = self.news(stats);
            self.host.send(json(&OnTheWay { news }).get());
            self.next_news = self.host.now() + BETWEEN_NEWS;
        }
    }
}
