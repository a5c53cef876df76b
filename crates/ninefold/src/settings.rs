//! Names with settings, as people type them for engines and formats alike:
//! `pencil-marks:cells=random,hidden-singles=off`, `grid:style=box`.

use std::fmt;

/// A setting that an engine or a format understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name: `cells`.
    pub name: &'static str,
    /// The values it takes, the default first: `fewest`, `first`, `random`.
    pub values: &'static [&'static str],
    /// One line on what it does.
    pub about: &'static str,
}

/// The settings that were typed; all others have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Vec<(Setting, &'static str)>);

/// Why a name with settings is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// There is no such engine or format.
    Unknown {
        /// `engine` or `format`.
        what: &'static str,
        /// The name that was typed.
        name: String,
    },
    /// It has no setting of this name.
    NoSetting {
        /// The engine or format.
        of: String,
        /// The name that was typed.
        name: String,
        /// The settings it has.
        known: &'static [Setting],
    },
    /// The setting does not take this value.
    NoValue {
        /// The setting.
        setting: Setting,
        /// The value that was typed.
        value: String,
    },
}

/// The name before the colon, and the settings after it.
pub(crate) fn split(spec: &str) -> (&str, &str) {
    spec.split_once(':').unwrap_or((spec, ""))
}

impl Settings {
    /// Reads `name=value,name=value` against what `of` understands; of two values
    /// for one setting the last one counts.
    pub(crate) fn parse(
        of: &str,
        known: &'static [Setting],
        text: &str,
    ) -> Result<Settings, SpecError> {
        let mut settings = Settings::default();
        for pair in text.split(',').filter(|_| !text.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let found = known.iter().find(|setting| setting.name == name);
            let setting = *found.ok_or_else(|| SpecError::NoSetting {
                of: of.to_owned(),
                name: name.to_owned(),
                known,
            })?;
            let found = setting.values.iter().find(|&&known| known == value);
            let value = *found.ok_or_else(|| SpecError::NoValue {
                setting,
                value: value.to_owned(),
            })?;
            settings.0.push((setting, value));
        }
        Ok(settings)
    }

    /// The value that was set for `name`, if any was.
    pub fn get(&self, name: &str) -> Option<&'static str> {
        let mut latest_first = self.0.iter().rev();
        let found = latest_first.find(|(setting, _)| setting.name == name);
        found.map(|(_, value)| *value)
    }
}

impl SpecError {
    pub(crate) fn unknown(what: &'static str, name: &str) -> SpecError {
        let name = name.to_owned();
        SpecError::Unknown { what, name }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Unknown { what, name } => write!(f, "no {what} is called '{name}'"),
            SpecError::NoSetting { of, name, known } => {
                write!(f, "{of} has no setting '{name}'")?;
                let names: Vec<&str> = known.iter().map(|setting| setting.name).collect();
                if names.is_empty() {
                    return Ok(());
                }
                write!(f, "; it has {}", names.join(", "))
            }
            SpecError::NoValue { setting, value } => {
                let or = format!(" or {}=", setting.name);
                let known = setting.values.join(&or);
                write!(f, "expected {}={known}, found '{value}'", setting.name)
            }
        }
    }
}

impl std::error::Error for SpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    static KNOWN: &[Setting] = &[Setting {
        name: "order",
        values: &["up", "down"],
        about: "which way",
    }];

    #[test]
    fn the_last_value_counts() {
        let settings = Settings::parse("test", KNOWN, "order=up,order=down").unwrap();
        assert_eq!(settings.get("order"), Some("down"));
        assert_eq!(Settings::default().get("order"), None);
        assert_eq!(Settings::parse("test", KNOWN, ""), Ok(Settings::default()));
    }

    #[test]
    fn wrong_settings_say_what_is_right() {
        let error = |text| {
            Settings::parse("test", KNOWN, text)
                .unwrap_err()
                .to_string()
        };
        let no_setting = "test has no setting 'sort'; it has order";
        assert_eq!(error("sort=up"), no_setting);
        let no_value = "expected order=up or order=down, found 'left'";
        assert_eq!(error("order=left"), no_value);
        assert_eq!(error("order"), no_value.replace("left", ""));
    }

    #[test]
    fn a_name_may_stand_alone() {
        assert_eq!(split("grid"), ("grid", ""));
        assert_eq!(split("grid:style=box"), ("grid", "style=box"));
    }
}
