//! Names of engines and formats as people type them, with a "did you mean" for those
//! that do not exist.

use std::ffi::OsStr;
use std::sync::Arc;

use clap::builder::{PossibleValue, TypedValueParser};
use ninefold::engine::{self, ENGINES, Engine};
use ninefold::format::{self, FORMATS, Writer};
use ninefold::generate::Symmetry;
use ninefold::logic::{Level, TECHNIQUES, Technique};
use ninefold::rate::{self, SCALES, Scale};
use ninefold::settings::SpecError;
use ninefold::{VARIANTS, Variant};

/// Engines that a build has only if it was asked for them, by features of these names.
const OPTIONAL: [&str; 2] = ["batsat", "cadical"];

/// A parser of names that can list them, for completions.
#[derive(Clone)]
pub(crate) struct OneOf<T> {
    read: fn(&str) -> Result<T, String>,
    names: fn() -> Vec<&'static str>,
}

/// Reads names with `read`; shells offer those of `names`.
pub(crate) fn one_of<T>(
    read: fn(&str) -> Result<T, String>,
    names: fn() -> Vec<&'static str>,
) -> OneOf<T> {
    OneOf { read, names }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = (self.names)().into_iter();
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

pub(crate) fn all_engines() -> Vec<&'static str> {
    ENGINES.iter().map(Engine::name).collect()
}

pub(crate) fn all_formats() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.name()).collect()
}

pub(crate) fn all_techniques() -> Vec<&'static str> {
    TECHNIQUES.iter().map(|about| about.slug).collect()
}

pub(crate) fn all_variants() -> Vec<&'static str> {
    VARIANTS.iter().map(|variant| variant.name()).collect()
}

pub(crate) fn single_scales() -> Vec<&'static str> {
    SCALES.iter().map(|scale| scale.name()).collect()
}

/// The scales, and a word for all of them.
pub(crate) fn all_scales() -> Vec<&'static str> {
    single_scales().into_iter().chain([EVERY_SCALE]).collect()
}

/// The help on variants.
pub(crate) fn about_variants() -> String {
    let names = all_variants().join(", ");
    format!("Extra houses of the board, separated by commas: {names}")
}

/// The same, with a line on each.
pub(crate) fn about_each_variant() -> String {
    let line = |variant: &Variant| format!("\n{}: {}", variant.name(), variant.about());
    let lines: String = VARIANTS.iter().map(line).collect();
    format!("{}\n{lines}", about_variants())
}

/// The engine by this name, with its settings.
pub(crate) fn engine(spec: &str) -> Result<Arc<dyn Engine>, String> {
    engine::find(spec)
        .map(Arc::from)
        .map_err(|error| advise(&error))
}

/// The format by this name, with its settings.
pub(crate) fn format(spec: &str) -> Result<Writer, String> {
    format::find(spec).map_err(|error| advise(&error))
}

/// The technique by this name.
pub(crate) fn technique(name: &str) -> Result<Technique, String> {
    let known = all_techniques();
    Technique::find(name.trim()).ok_or_else(|| match nearest(name, &known) {
        Some(nearest) => format!("no technique is called '{name}'; did you mean '{nearest}'?"),
        None => format!("no technique is called '{name}'; 'ninefold techniques' lists them all"),
    })
}

/// The variant by this name.
pub(crate) fn variant(name: &str) -> Result<Variant, String> {
    let known = all_variants();
    Variant::find(name.trim()).ok_or_else(|| {
        let advice = match (name, nearest(name, &known)) {
            ("latin", _) => "a Latin square is '--box none'".to_owned(),
            ("jigsaw", _) => "a jigsaw is '--regions FILE'".to_owned(),
            (_, Some(near)) => format!("did you mean '{near}'?"),
            (_, None) => format!("there are {}", known.join(", ")),
        };
        format!("no variant is called '{name}'; {advice}")
    })
}

/// How the clues of a puzzle are to lie.
#[derive(Clone, Copy)]
pub(crate) enum Lie {
    /// With this symmetry.
    With(Symmetry),
    /// With any of those that the board has.
    Any,
}

/// The word for any symmetry.
const ANY: &str = "any";

pub(crate) fn all_symmetries() -> Vec<&'static str> {
    let names = Symmetry::ALL.into_iter().map(Symmetry::name);
    names.chain([ANY]).collect()
}

/// The symmetry by this name.
pub(crate) fn symmetry(name: &str) -> Result<Lie, String> {
    if name == ANY {
        return Ok(Lie::Any);
    }
    Symmetry::find(name).map(Lie::With).ok_or_else(|| {
        let known = all_symmetries();
        match nearest(name, &known) {
            Some(near) => format!("no symmetry is called '{name}'; did you mean '{near}'?"),
            None => format!(
                "no symmetry is called '{name}'; there are {}",
                known.join(", ")
            ),
        }
    })
}

pub(crate) fn all_levels() -> Vec<&'static str> {
    vec!["easy", "medium", "hard", "unfair", "extreme"]
}

/// The level by this name, in any case.
pub(crate) fn level(name: &str) -> Result<Level, String> {
    let is_it = |level: &Level| level.name().eq_ignore_ascii_case(name);
    Level::ALL.into_iter().find(is_it).ok_or_else(|| {
        let known = all_levels();
        match nearest(name, &known) {
            Some(near) => format!("no level is called '{name}'; did you mean '{near}'?"),
            None => format!(
                "no level is called '{name}'; there are {}",
                known.join(", ")
            ),
        }
    })
}

/// The scale by this name.
pub(crate) fn scale(name: &str) -> Result<&'static dyn Scale, String> {
    rate::find(name.trim()).ok_or_else(|| no_scale(name, &single_scales()))
}

/// Several scales.
#[derive(Clone)]
pub(crate) struct ScaleList(pub(crate) Vec<&'static dyn Scale>);

/// The name that stands for all scales.
const EVERY_SCALE: &str = "all";

/// Scales, separated by commas, each once.
pub(crate) fn scales(text: &str) -> Result<ScaleList, String> {
    let mut list: Vec<&'static dyn Scale> = Vec::new();
    for name in text.split(',').map(str::trim) {
        let named = |scale: &&&'static dyn Scale| name == EVERY_SCALE || scale.name() == name;
        let found: Vec<_> = SCALES.iter().filter(named).copied().collect();
        if found.is_empty() {
            return Err(no_scale(name, &all_scales()));
        }
        let is_new =
            |scale: &&'static dyn Scale| list.iter().all(|listed| listed.name() != scale.name());
        let found: Vec<_> = found.into_iter().filter(is_new).collect();
        list.extend(found);
    }
    Ok(ScaleList(list))
}

/// That no scale has this name, and what the right one may have been.
fn no_scale(name: &str, known: &[&'static str]) -> String {
    match nearest(name, known) {
        Some(near) => format!("no scale is called '{name}'; did you mean '{near}'?"),
        None => format!(
            "no scale is called '{name}'; there are {}",
            known.join(", ")
        ),
    }
}

/// Several engines, each with the name that was typed.
#[derive(Clone)]
pub(crate) struct EngineList(pub(crate) Vec<(String, Arc<dyn Engine>)>);

/// Engines, separated by commas.
pub(crate) fn engines(text: &str) -> Result<EngineList, String> {
    let named = |spec: String| engine(&spec).map(|engine| (spec, engine));
    let engines: Result<_, String> = specs(text).into_iter().map(named).collect();
    engines.map(EngineList)
}

/// Names, separated by commas. Settings have commas too: a piece with a value and no name
/// belongs to the name before it.
pub(crate) fn specs(text: &str) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for piece in text.split(',') {
        let is_setting = piece.contains('=') && !piece.contains(':');
        match list.last_mut() {
            Some(spec) if is_setting => *spec += &format!(",{piece}"),
            _ => list.push(piece.trim().to_owned()),
        }
    }
    list
}

/// The error, and what the right name may have been.
fn advise(error: &SpecError) -> String {
    let (typed, known): (&str, Vec<&str>) = match error {
        SpecError::Unknown { what, name } if *what == "engine" => {
            if OPTIONAL.contains(&name.as_str()) {
                return format!("{error} in this build; '--features {name}' adds it to another");
            }
            (name, all_engines())
        }
        SpecError::Unknown { name, .. } => (name, all_formats()),
        SpecError::NoSetting { name, known, .. } => {
            (name, known.iter().map(|setting| setting.name).collect())
        }
        SpecError::NoValue { setting, value } => (value, setting.values.to_vec()),
    };
    let list = match error {
        SpecError::Unknown { what, .. } => format!("; 'ninefold {what}s' lists them all"),
        _ => String::new(),
    };
    match nearest(typed, &known) {
        Some(name) => format!("{error}; did you mean '{name}'?"),
        None => format!("{error}{list}"),
    }
}

/// The known name that is most like `typed`, if one is like it at all.
fn nearest<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    // A long text is no slip, and comparing it would take long.
    if typed.len() > 64 {
        return None;
    }
    let typed = typed.to_lowercase();
    let likeness = |name: &str| {
        if name.starts_with(&typed) && !typed.is_empty() {
            1.0
        } else {
            strsim::normalized_damerau_levenshtein(&typed, name)
        }
    };
    let scored = known.iter().map(|&name| (likeness(name), name));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|&(likeness, _)| likeness > 0.5)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_corrected() {
        let known = ["csp", "auto", "dancing-links", "pencil-marks"];
        assert_eq!(nearest("cps", &known), Some("csp"));
        assert_eq!(nearest("dancing_links", &known), Some("dancing-links"));
        assert_eq!(nearest("Pencil", &known), Some("pencil-marks"));
        assert_eq!(nearest("zebra", &known), None);
        assert_eq!(nearest("", &known), None);
    }

    #[test]
    fn unknown_names_get_advice() {
        let error = engine("cps").err().unwrap();
        assert_eq!(error, "no engine is called 'cps'; did you mean 'csp'?");
        #[cfg(not(feature = "cadical"))]
        assert_eq!(
            engine("cadical").err().unwrap(),
            "no engine is called 'cadical' in this build; '--features cadical' adds it to another"
        );
        let error = format("zebra").unwrap_err();
        assert_eq!(
            error,
            "no format is called 'zebra'; 'ninefold formats' lists them all"
        );
    }

    #[test]
    fn symmetries_and_levels_have_names() {
        for name in all_symmetries() {
            assert!(symmetry(name).is_ok(), "{name}");
        }
        let error = symmetry("half-trun").err().unwrap();
        assert_eq!(
            error,
            "no symmetry is called 'half-trun'; did you mean 'half-turn'?"
        );
        let levels: Vec<Level> = all_levels()
            .into_iter()
            .map(|name| level(name).unwrap())
            .collect();
        assert_eq!(levels, Level::ALL);
        assert_eq!(level("Hard"), Ok(Level::Hard));
        assert!(level("tough").is_err());
    }

    #[test]
    fn variants_have_names() {
        assert_eq!(variant(" X").ok(), Variant::find("x"));
        let advice = |name| variant(name).unwrap_err();
        let near = "no variant is called 'windoko'; did you mean 'windoku'?";
        assert_eq!(advice("windoko"), near);
        assert!(
            advice("zebra")
                .ends_with("there are x, windoku, asterisk, centre-dot, girandola, disjoint")
        );
        assert!(advice("latin").ends_with("'--box none'"));
    }

    #[test]
    fn scales_are_listed_with_commas() {
        let names = |text| -> Result<Vec<&str>, String> {
            scales(text).map(|list| list.0.iter().map(|scale| scale.name()).collect())
        };
        assert_eq!(names("hodoku, se").unwrap(), ["hodoku", "se"]);
        assert_eq!(names("hodoku,all").unwrap().len(), SCALES.len());
        assert_eq!(names("hodoku,all").unwrap()[0], "hodoku");
        let error = names("hodoko").unwrap_err();
        assert_eq!(error, "no scale is called 'hodoko'; did you mean 'hodoku'?");
    }

    #[test]
    fn engines_are_listed_with_commas() {
        let names = |text: &str| -> Vec<&str> {
            let EngineList(list) = engines(text).unwrap_or(EngineList(Vec::new()));
            list.iter().map(|(_, engine)| engine.name()).collect()
        };
        assert_eq!(names("csp,auto"), ["csp", "auto"]);
        assert!(engines("csp,").is_err());
        let with_settings = engines("auto,csp:a=b,c=d").err().unwrap();
        assert_eq!(with_settings, "csp has no setting 'a'");
    }
}
