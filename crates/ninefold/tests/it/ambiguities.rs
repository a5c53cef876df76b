//! Texts that can be read in more than one way, and which way wins: the table of
//! ambiguities, A to P, one test a letter. (N, a bare SCF string, waits for links.)

use ninefold::format::{self, ReadOptions, Record, Singletons};
use ninefold::{Alphabet, Puzzle};

use super::formats::{only, read};

const NINE: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLVED: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

fn record(text: &str) -> Record {
    let (format, mut records) = read(text);
    assert_eq!(records.len(), 1, "{format}: {text}");
    records.remove(0).unwrap_or_else(|error| panic!("{error}"))
}

fn size(puzzle: &Puzzle) -> usize {
    puzzle.geometry().size()
}

/// The first row of a board of 16 in these symbols, and blanks below it.
fn sixteen(row: &str) -> Record {
    record(&format!("{row}{}", ".".repeat(256 - row.len())))
}

#[test]
fn a_slots_of_candidates_or_a_line() {
    let slots = only(&".2.4123.12341234".repeat(4));
    assert_eq!(size(&slots), 4);
    assert_eq!(
        slots.marks().map(|marks| marks[0].to_string()).as_deref(),
        Some("24")
    );
    let line = only(&format!("12345678{}", ".".repeat(56)));
    assert_eq!((size(&line), line.marks()), (8, None));
}

#[test]
fn b_a_solution_or_a_map_of_regions() {
    assert_eq!(read(&format!("{NINE}{SOLVED}")).0, "line");
    assert!(record(&format!("{NINE}{SOLVED}")).solution.is_some());
    let strips: String = (1..=9).map(|k: usize| k.to_string().repeat(9)).collect();
    assert_eq!(read(&format!("{NINE}{strips}")).0, "jigsaw");
}

#[test]
fn c_zero_is_a_digit_beside_another_blank() {
    assert_eq!(sixteen("0123456789ABCDEF").alphabet, Alphabet::ZeroBased);
    assert_eq!(sixteen("123456789ABCDEFG").alphabet, Alphabet::OneBased);
    let zeros = only(&NINE.replace('.', "0"));
    assert_eq!(zeros, only(NINE));
}

#[test]
fn d_letters_of_a_board_of_sixteen() {
    assert_eq!(sixteen("ABCDEFGHIJKLMNOP").alphabet, Alphabet::Letters);
    assert_eq!(sixteen("1G").alphabet, Alphabet::OneBased);
}

#[test]
fn e_letters_of_a_board_of_twenty_five() {
    let letters = record(&format!("AX{}", ".".repeat(623)));
    assert_eq!(letters.alphabet, Alphabet::Letters);
    assert_eq!(letters.puzzle.n_givens(), 2, "X is a digit there");
    let digits = record(&format!("1P{}", ".".repeat(623)));
    assert_eq!(digits.alphabet, Alphabet::OneBased);
}

#[test]
fn f_x_is_a_blank_on_small_boards() {
    assert_eq!(only(&NINE.replace('.', "x")), only(NINE));
    assert_eq!(only(&NINE.replace('.', "X")), only(NINE));
}

#[test]
fn g_dashes_are_blanks_if_that_makes_a_board() {
    let rows: Vec<String> = NINE
        .replace('.', "-")
        .as_bytes()
        .chunks(9)
        .map(|row| String::from_utf8_lossy(row).into_owned())
        .collect();
    assert_eq!(only(&rows.join("\n")), only(NINE));
    let ruled = "12|34\n34|12\n-----\n21|43\n43|21\n";
    assert_eq!(size(&only(ruled)), 4);
}

#[test]
fn h_dots_in_borders_are_not_blanks() {
    let ruud = "\
.-----.-----.
| 1 . | . 4 |
| . . | . . |
:-----+-----:
| . . | . . |
| 4 . | . 1 |
'-----'-----'
";
    assert_eq!(only(ruud).to_string(), "1..4........4..1");
}

#[test]
fn i_spaces_are_blanks_only_in_rows_of_one_width() {
    let rows = "1  4\n 4 1\n4 1 \n 1 4\n";
    assert_eq!(only(rows).to_string(), "1..4.4.14.1..1.4");
    assert_eq!(only("1... .... .... ....").n_givens(), 1);
}

#[test]
fn j_a_lone_candidate_is_placed_unless_a_peer_lists_it() {
    let marks = "1 2 3 4\n3 4 1 2\n2 13 4 13\n4 13 2 1\n";
    let read_with = |singletons| {
        let options = ReadOptions {
            singletons,
            ..ReadOptions::default()
        };
        let reading = format::detect(marks, &options).into_best().unwrap();
        assert_eq!(reading.format, "pencilmarks");
        reading.records[0].clone().unwrap().puzzle.n_givens()
    };
    // The 1 of r4c4 is still listed by r3c4 and r4c2.
    assert_eq!(read_with(Singletons::Auto), 12);
    assert_eq!(read_with(Singletons::Given), 13);
    assert_eq!(read_with(Singletons::Candidate), 0);
}

#[test]
fn k_sixteen_symbols_are_a_board_or_a_row() {
    assert_eq!(size(&only("1234............")), 4);
    let rows = "123456789ABCDEFG\n................\n".repeat(8);
    assert_eq!(read(&rows).0, "grid");
}

#[test]
fn l_boxes_are_turned_if_the_givens_ask_for_it() {
    // 1 stands twice in the first box of 2x3, and not in one of 3x2.
    let turned = record(&format!("1.......1...{}", ".".repeat(24)));
    let boxes = turned.puzzle.geometry().boxes().map(|b| b.to_string());
    assert_eq!(boxes.as_deref(), Some("3x2"));
    assert_eq!(turned.warnings.len(), 1);
    let usual = only(&".".repeat(36));
    assert_eq!(usual.geometry().boxes().unwrap().to_string(), "2x3");
}

#[test]
fn m_nine_rows_are_a_board_and_long_lines_are_a_list() {
    let rows = "1........\n.........\n.........\n".repeat(3);
    assert_eq!(read(&rows).1.len(), 1);
    assert_eq!(read(&format!("{NINE}\n").repeat(81)).1.len(), 81);
}

#[test]
fn o_a_cell_too_few_or_too_many_is_explained() {
    for (text, hint) in [
        (&NINE[1..], "missing"),
        (&format!("{NINE}1")[..], "too many"),
    ] {
        let error = read(text).1.remove(0).unwrap_err();
        let said = format!("{error} {}", error.hint.clone().unwrap_or_default());
        assert!(said.contains("81 cells") && said.contains(hint), "{said}");
    }
}

#[test]
fn p_placed_digits_are_kept_apart_from_givens() {
    let hodoku = format!(":0000:x:{}:::", NINE.replacen("8..", "8+1.", 1));
    let placed = record(&hodoku);
    assert_eq!(placed.puzzle.n_givens(), 21);
    let progress = placed.progress.expect("a digit is placed");
    assert_eq!(progress.placed.iter().flatten().count(), 1);
    assert!(
        record(SOLVED).progress.is_none(),
        "without marks all are givens"
    );
}
