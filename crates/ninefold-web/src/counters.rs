//! The numbers of a search: its counters by name, and its time.

use ninefold::Stats;
use serde::{Serialize, Serializer, ser::Error};
use serde_json::value::RawValue;

/// The counters of a search by name.
pub(crate) struct Counters(pub(crate) Stats);

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.named())
    }
}

/// Milliseconds to the thousandth: digits and a point. Floating-point numbers in general
/// would take tables that weigh more than all of this file.
pub(crate) fn thousandths<S: Serializer>(milliseconds: &f64, to: S) -> Result<S::Ok, S::Error> {
    let thousandths = (milliseconds * 1000.0).round() as u64;
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    let number = RawValue::from_string(text).map_err(S::Error::custom)?;
    number.serialize(to)
}
