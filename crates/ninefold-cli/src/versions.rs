//! `ninefold --version --json`: the versions of all that an answer may depend on, on one line.
//!
//! The packages share one version, and say nothing with it about their answers. Those have versions
//! of their own, for operations (as in the files of `ninefold-data`) and for scales.

use std::collections::BTreeMap;
use std::ffi::OsString;

use ninefold::rate::SCALES;
use serde::Serialize;

use crate::json;

#[derive(Serialize)]
struct VersionObject {
    schema: u32,
    version: &'static str,
    /// By operation, the number that rises when an answer may change.
    result_versions: BTreeMap<&'static str, u32>,
    /// By scale, the program whose ratings it gives, or its own version.
    scales: BTreeMap<&'static str, &'static str>,
}

/// Whether the arguments are `--version` and `--json`, in either order.
///
/// clap answers `--version` as soon as it meets it, whatever follows.
pub(crate) fn are_asked_for(arguments: &[OsString]) -> bool {
    let is_version = |argument: &OsString| argument == "--version" || argument == "-V";
    match arguments {
        [_, one, other] if is_version(one) => other == "--json",
        [_, one, other] if is_version(other) => one == "--json",
        _ => false,
    }
}

/// The object, on a line of its own.
pub(crate) fn line() -> String {
    json::line(&VersionObject {
        schema: json::SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        result_versions: ninefold_columns::result_versions().into_iter().collect(),
        scales: SCALES
            .iter()
            .map(|scale| (scale.name(), scale.version()))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_ask_for_versions_and_nothing_else_does() {
        let asks = |typed: &str| {
            let typed: Vec<OsString> = typed.split(' ').map(OsString::from).collect();
            are_asked_for(&typed)
        };
        assert!(asks("ninefold --version --json"));
        assert!(asks("ninefold --json -V"));
        for other in [
            "--version",
            "--json",
            "--json --json",
            "--version --json solve",
            "solve --json",
        ] {
            assert!(!asks(&format!("ninefold {other}")), "{other}");
        }
    }
}
