//! Names, numbers and times in messages and on the command line.

use std::path::Path;
use std::time::Duration;

/// The path of a file for messages: one line, and nothing in it that a terminal would obey.
pub(crate) fn shown(path: &Path) -> String {
    let escape = |c: char| -> String {
        let is_hidden = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || is_hidden {
            c.escape_default().collect()
        } else {
            c.into()
        }
    };
    path.to_string_lossy().chars().map(escape).collect()
}

/// `49,158`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `12 rows`, `1 row`.
pub(crate) fn many(number: u64, one: &str, more: &str) -> String {
    let what = if number == 1 { one } else { more };
    format!("{} {what}", grouped(number))
}

/// `0.8 s`, `12 s`, `3 min 20 s`, `5 h 12 min`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        10..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// `500ms`, `2s`, `1.5m`, `1h`; a bare number is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let seconds = match &text[number.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: Option<f64> = number.parse().ok().filter(|_| plain);
    number
        .and_then(|number| Duration::try_from_secs_f64(number * seconds).ok())
        .ok_or_else(|| "expected a duration such as 500ms, 2s or 1m".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_short() {
        let shown = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "1,234,567"]);
        let shown = [0, 12, 200, 18_720].map(|seconds| time(Duration::from_secs(seconds)));
        assert_eq!(shown, ["0.0 s", "12 s", "3 min 20 s", "5 h 12 min"]);
    }

    #[test]
    fn durations_have_units_and_bare_numbers_are_seconds() {
        let millis = |text| duration(text).map(|duration| duration.as_millis());
        assert_eq!(millis("500ms"), Ok(500));
        assert_eq!(millis("1.5m"), Ok(90_000));
        assert_eq!(millis("2"), Ok(2000));
        for wrong in ["", "s", "-1s", "1d", "1e999", "nan"] {
            assert!(millis(wrong).is_err(), "{wrong}");
        }
    }
}
