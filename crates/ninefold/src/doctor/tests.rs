//! The doctor on puzzles with known faults.

use super::*;

/// A board of the origin 001, as it was printed.
const BD5: &str =
    "5....4.7..1..5.6....49......9....75.18.2..........6.....3.....8.6..8...9..8.7..31";

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("it is a puzzle")
}

fn said(text: &str) -> String {
    examine(&puzzle(text)).explain().to_string()
}

#[test]
fn the_slip_of_the_origin_is_found() {
    let found = examine(&puzzle(BD5));
    let repairs: Vec<String> = found
        .repairs
        .iter()
        .map(|r| r.explain().to_string())
        .collect();
    assert_eq!(
        repairs,
        ["`7 5` in row 4 one cell to the left: r4c6 7, r4c7 5"]
    );
    assert!(found.is_complete);
    assert_eq!(found.repairs[0].share, 1.0);
}

#[test]
fn clashes_and_conflicts_are_said_in_a_sentence() {
    for (text, sentence) in [
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "nothing wrong",
        ),
        (
            "12345678.........................................................................",
            "2,000 solutions or more; at least 49 cells differ; \
             8 clues are too few, a proper puzzle has 17 or more",
        ),
        ("................", "no clues"),
        (&".".repeat(625), "no clues"),
        ("1234............", "12 solutions; 12 cells differ"),
        (
            "11..............",
            "row 1 has two 1s: r1c1 and r1c2; box 1 has two 1s: r1c1 and r1c2",
        ),
        (
            "123....4........",
            "no solution: r1c1=1, r1c2=2 and r2c4=4 leave no place for 4 in box 1",
        ),
    ] {
        assert_eq!(said(text), sentence);
    }
}

#[test]
fn a_wrong_digit_in_a_full_grid_is_pointed_at() {
    let text = "123456789456789123789123456231564897564897231897231564312645978645978312978312644";
    assert!(said(text).ends_with("; r9c9 is in all of them"));
    let found = examine(&puzzle(text));
    let words: Vec<String> = found
        .repairs
        .iter()
        .map(|r| r.explain().to_string())
        .collect();
    assert_eq!(words, ["r9c9 5 instead of 4"]);
}

#[test]
fn steps_lead_from_the_conflict_to_its_end() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..97";
    let found = examine(&puzzle(text));
    let conflict = found.conflict.expect("it has no solution");
    let proof: Vec<String> = conflict.proof().iter().map(ToString::to_string).collect();
    assert_eq!(
        proof,
        [
            "In row 3, r3c7 is the only place for 5, so r3c7=5.",
            "7 has no place in row 3: r3c2, r3c3, r3c7 and r3c8 are filled, and 7 in r1c5, r6c1 \
             and r9c9 rule it out elsewhere."
        ]
    );
    let first = found.repairs[0].explain().to_string();
    assert_eq!(first, "`9 7` in row 9 the other way round: r9c8 7, r9c9 9");
}

#[test]
fn two_solutions_are_one_pattern() {
    let found = examine(&puzzle("12.. 34.. .... ...."));
    let swap = found.several.expect("it has two").swap;
    assert_eq!(
        swap.map(|swap| swap.cells.len()),
        None,
        "it has more than two"
    );
    let text = "1234341221434321".replace("21", "..");
    let said = said(&text);
    assert!(
        said.starts_with("2 solutions") || said == "nothing wrong",
        "{said}"
    );
}

#[test]
fn two_missing_digits_can_change_places() {
    // A solved grid without its 8s and 9s.
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let text = solved.replace(['8', '9'], ".");
    let said = said(&text);
    assert!(
        said.ends_with("8 and 9 are missing, so they can change places in any solution"),
        "{said}"
    );
}

#[test]
fn characters_lost_and_added_are_found() {
    let board = |size| Geometry::of_size(size).ok();
    let good = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (text, sentence, repair) in [
        (
            good.replacen("195", "15", 1),
            "80 cells, one is missing",
            "9 added in r2c5, and all that follows one cell on",
        ),
        (
            good.replacen("195", "1195", 1),
            "82 cells, one is too many",
            "without character 13, 1, and all that follows one cell back",
        ),
        (
            good.replacen('5', "S", 1),
            "'S' in r1c1 is neither a digit nor a blank",
            "5 in r1c1",
        ),
    ] {
        let found = Doctor::new()
            .read(&text, &board)
            .expect("it is almost a puzzle");
        assert_eq!(found.sentence, sentence);
        let meant = found.repairs.iter().find(|r| r.puzzle.to_string() == good);
        let meant = meant.expect("it is one slip away");
        assert_eq!(meant.explain().to_string(), repair);
    }
    assert!(Doctor::new().read("no puzzle at all", &board).is_none());
}

#[test]
fn two_slips_are_undone_where_one_is_not_enough() {
    let good = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    // Two digits misread, each a clash of its own.
    let text = good.replacen('5', "7", 1).replacen("..79", "..78", 1);
    let found = examine(&puzzle(&text));
    let meant = found.repairs.iter().find(|r| r.puzzle.to_string() == good);
    assert_eq!(meant.expect("it is two slips away").slips.len(), 2);
}

#[test]
fn other_boards_are_mended_too() {
    // A row of 16x16 with its last digit misread.
    let solved: String = (0..256)
        .map(|at| {
            let (row, column) = (at / 16, at % 16);
            let digit = (row % 4 * 4 + row / 4 + column) % 16;
            char::from(b"123456789ABCDEFG"[digit])
        })
        .collect();
    let meant = solved.replace('5', ".");
    let text = format!("{}2{}", &meant[..15], &meant[16..]);
    let found = examine(&puzzle(&text));
    assert!(found.repairs.iter().any(|r| r.puzzle.to_string() == meant));
    let clash = "1..1 .... .... ..2.";
    assert!(said(clash).starts_with("row 1 has two 1s"));
}
