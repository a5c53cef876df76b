//! Ninefold for JavaScript, the page and the npm package: one question in, one answer out, both JSON.
//!
//! ```text
//!   page ──▶ worker ──▶ {"op":"hint","ask":{…}} ──▶ answer_to ──▶ {"answer":{…}}
//!                                                       │      or {"fault":"…"}
//!                                                       └──▶ {"news":{…}} on the way
//! ```
//!
//! `npm/src/wire.ts` has the types of the page's questions, `npm/src/objects.ts` those of the package;
//! each file here answers a few of them. Nothing is kept from one question to the next, so a worker can be terminated at any
//! moment. The clock and the channel for news belong to the [`Host`].

#[cfg(any(test, feature = "package"))]
pub mod bulk;
#[cfg(target_arch = "wasm32")]
pub mod edge;
#[cfg(test)]
mod golden_tests;
#[cfg(any(test, feature = "package"))]
mod package;
#[cfg(test)]
mod package_tests;
mod race;
mod reading;
mod steps;
#[cfg(test)]
mod tests;
mod trace;
mod verdict;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What the embedding page provides.
pub trait Host {
    /// Milliseconds since some moment.
    fn now(&self) -> f64;

    /// Sends a message while the question is still being worked on.
    fn send(&mut self, message: &str);
}

#[derive(Deserialize)]
struct Question<'a> {
    op: String,
    #[serde(borrow)]
    ask: &'a RawValue,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Reply<'a> {
    Answer(&'a RawValue),
    Fault(String),
}

/// The reply to a question, whatever the question is.
pub fn answer_to(question: &str, host: &mut dyn Host) -> String {
    let reply = match answer(question, host) {
        Ok(ref answer) => json(&Reply::Answer(answer)),
        Err(fault) => json(&Reply::Fault(fault)),
    };
    reply.get().to_owned()
}

fn answer(question: &str, host: &mut dyn Host) -> Result<Box<RawValue>, String> {
    let Question { op, ask } = read(question)?;
    let ask = ask.get();
    Ok(match op.as_str() {
        "about" => json(&reading::about()),
        "read" => json(&reading::read(&read(ask)?)),
        "blank" => json(&reading::blank(&read(ask)?)?),
        "peers" => json(&reading::peers(&read(ask)?)?),
        "write" => json(&reading::write(&read(ask)?)?),
        "judge" => json(&verdict::judge(&read(ask)?)?),
        "engines" => json(&verdict::engines(&read(ask)?)?),
        "solve" => json(&verdict::solve(&read(ask)?, host)?),
        "path" => json(&steps::path(&read(ask)?)?),
        "hint" => json(&steps::hint(&read(ask)?)?),
        "steps" => json(&steps::steps(&read(ask)?)?),
        "apply" => json(&steps::apply(&read(ask)?)?),
        "race" => json(&race::race(&read(ask)?, host)?),
        "trace" => json(&trace::trace(&read(ask)?)?),
        #[cfg(any(test, feature = "package"))]
        other if let Some(operation) = package::find(other) => {
            json(&package::Outcome::of(operation(ask, host)))
        }
        other => {
            return Err(format!("expected a known question, found '{other}'"));
        }
    })
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("expected a question, found {error}"))
}

fn json(value: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).expect("our objects have string keys")
}

/// The time from `start`, in milliseconds by the host's clock, until now.
fn since(start: f64, host: &dyn Host) -> Duration {
    Duration::from_micros(((host.now() - start) * 1000.0).round() as u64)
}
