//! Names, numbers and times in messages.

use std::time::Duration;

use ninefold::engine::Report;

/// The name of a file for messages: one line, and nothing in it that a terminal would obey.
pub(crate) fn escaped(name: &str) -> String {
    let escape = |c: char| -> String {
        let is_hidden = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || is_hidden {
            c.escape_default().collect()
        } else {
            c.into()
        }
    };
    name.chars().map(escape).collect()
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

/// `0.21 ms`, `12.3 ms`, `1.23 s`: three digits, more or less.
pub(crate) fn short_time(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1000.0;
    match millis {
        ..10.0 => format!("{millis:.2} ms"),
        ..100.0 => format!("{millis:.1} ms"),
        ..1000.0 => format!("{millis:.0} ms"),
        _ => format!("{:.2} s", millis / 1000.0),
    }
}

/// `12 nodes`, `1 node`.
pub(crate) fn many(number: u64, one: &str, more: &str) -> String {
    let what = if number == 1 { one } else { more };
    format!("{} {what}", grouped(number))
}

/// The engine and the work it did: `csp, 0.21 ms, 12 nodes, 3 guesses, 2 backtracks`.
pub(crate) fn work(report: &Report, time: Duration) -> String {
    let stats = &report.stats;
    let mut parts = vec![
        engines(report),
        short_time(time),
        many(stats.nodes, "node", "nodes"),
        many(stats.guesses, "guess", "guesses"),
        many(stats.backtracks, "backtrack", "backtracks"),
    ];
    // Only engines that learn have these, and only on hard boards.
    if stats.learnt > 0 {
        parts.push(many(stats.learnt, "rule learnt", "rules learnt"));
        parts.push(many(stats.restarts, "restart", "restarts"));
    }
    parts.join(", ")
}

/// The engine that did the work: `sat`, or `csp, then sat` if one gave way to the other.
fn engines(report: &Report) -> String {
    match report.gave_way {
        Some(first) => format!("{first}, then {}", report.engine),
        None => report.engine.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let shown = [0, 999, 1000, 49158, 1234567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "49,158", "1,234,567"]);
        assert_eq!(many(1, "node", "nodes"), "1 node");
        assert_eq!(many(2000, "node", "nodes"), "2,000 nodes");
    }

    #[test]
    fn names_of_files_are_escaped() {
        let shown = ["a b.txt", "é", "a\n\x1b[2J", "\u{202e}txt.a"].map(escaped);
        let expected = ["a b.txt", "é", "a\\n\\u{1b}[2J", "\\u{202e}txt.a"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn times_have_three_digits() {
        let shown = [210, 12_300, 456_000, 1_230_000]
            .map(|micros| short_time(Duration::from_micros(micros)));
        assert_eq!(shown, ["0.21 ms", "12.3 ms", "456 ms", "1.23 s"]);
    }
}
