//! Why a candidate is right or wrong, on puzzles of our own generator: the checker accepts every
//! proof, and there is one for every candidate that is asked about.

use ninefold::generate::{Generator, Wish, Workspace};
use ninefold::logic::{Level, Literal, Plan, Reply, Why};
use ninefold::{Answer, Board, Candidate, Geometry};

#[test]
fn every_proof_about_generated_puzzles_is_accepted() {
    let wish = Wish::new(Geometry::classic());
    let generator = Generator::new(wish).expect("classic puzzles can be made");
    let made = generator.tries(20, 0..12, &mut Workspace::default(), &|| false);
    let puzzles = made.into_iter().map(|made| made.puzzle);
    let mut n_proved = 0;
    for (k, puzzle) in puzzles.enumerate() {
        let Answer::One(solution) = ninefold::solve(&puzzle) else {
            panic!("{puzzle} has one solution");
        };
        let board = Board::new(&puzzle);
        let mut why = Why::new(&puzzle, &board, Plan::usual().within(Level::Unfair));
        for cell in board.empty_cells().skip(k % 9).step_by(9) {
            for digit in board.candidates(cell).iter() {
                let candidate = Candidate { cell, digit };
                let Reply::Proved { holds, proofs, .. } = why.ask(candidate) else {
                    panic!("{puzzle}: {candidate:?} has no proof");
                };
                assert_eq!(holds, solution.digit(cell) == digit, "{puzzle}");
                for proof in &proofs {
                    let claim = Literal { candidate, holds };
                    assert_eq!(proof.proved(&puzzle, &board, claim), Ok(()), "{puzzle}");
                    n_proved += 1;
                }
            }
        }
    }
    assert!(n_proved > 200, "{n_proved}");
}
