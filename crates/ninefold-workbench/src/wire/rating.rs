//! A rating: its values by name, and its hardest step.

use ninefold::rate::{Rating, Scale, Value};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The rating of a puzzle on one scale. `S` is the hardest step in full.
#[derive(Clone, Debug, Serialize)]
pub struct RatingObject<S> {
    /// The program and version whose rating this is.
    version: &'static str,
    /// The values by name, such as `er`, `ep` and `ed`.
    #[serde(flatten)]
    values: ByName<ValueObject>,
    /// The hardest step of the path, if there is any step.
    hardest: Option<HardestObject<S>>,
}

/// An object whose fields are known by name only, in the order in which they are to stand.
#[derive(Clone, Debug)]
pub struct ByName<T>(pub Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for ByName<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0
            .iter()
            .try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        map.end()
    }
}

/// The hardest step of a rated path.
#[derive(Clone, Debug, Serialize)]
pub struct HardestObject<S> {
    /// What the scale calls it.
    technique: String,
    value: ValueObject,
    /// Its number in the path, from 1 on.
    at: usize,
    /// The number of steps of the path.
    of: usize,
    /// The step in full, where the scale takes steps of logic.
    #[serde(flatten)]
    step: Option<S>,
}

/// A value as JSON has it: tenths are a number with one decimal.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum ValueObject {
    Number(u32),
    Decimal(f64),
    Flag(bool),
    Word(String),
}

impl From<Value> for ValueObject {
    fn from(value: Value) -> ValueObject {
        match value {
            Value::Number(number) => ValueObject::Number(number),
            Value::Tenths(tenths) => ValueObject::Decimal(f64::from(tenths) / 10.0),
            Value::Flag(flag) => ValueObject::Flag(flag),
            word => ValueObject::Word(word.to_string()),
        }
    }
}

impl<S> RatingObject<S> {
    /// The rating of a puzzle on a scale, with its hardest step in full.
    pub fn new(scale: &dyn Scale, rating: &Rating, step: Option<S>) -> RatingObject<S> {
        let values = rating.values().iter();
        RatingObject {
            version: scale.version(),
            values: ByName(values.map(|&(name, value)| (name, value.into())).collect()),
            hardest: rating.hardest().map(|(at, hardest)| HardestObject {
                technique: hardest.name.to_string(),
                value: hardest.value.into(),
                at,
                step,
                of: rating.steps().len(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct InFull {
        notation: String,
    }

    #[test]
    fn a_rating_has_its_values_by_name() {
        let puzzle =
            "620507100090010080501800006000000800070020030009000000300008901080030070007201048";
        let puzzle = ninefold::parse(puzzle).unwrap();
        let object = |name: &str| {
            let scale = ninefold::rate::find(name).unwrap();
            let rating = ninefold::rate::rate(&puzzle, scale).unwrap();
            let step = rating.hardest().and_then(|(at, _)| rating.step(at));
            let step = step.map(|step| InFull {
                notation: step.notation(),
            });
            serde_json::to_value(RatingObject::new(scale, &rating, step)).unwrap()
        };
        let se = object("se");
        assert_eq!(se["version"], "Sudoku Explainer 1.2.1");
        assert_eq!((&se["er"], &se["ep"]), (&6.6.into(), &1.2.into()));
        assert_eq!(se["hardest"]["value"], 6.6);
        assert!(se["hardest"]["notation"].is_string());
        let hodoku = object("hodoku");
        assert_eq!(
            (&hodoku["level"], &hodoku["score"]),
            (&"Hard".into(), &578.into())
        );
        let look_ahead = object("look-ahead");
        assert_eq!(look_ahead["rating"], 7.3);
        assert_eq!(look_ahead["solved"], true);
        assert!(look_ahead["hardest"]["notation"].is_null());
    }
}
