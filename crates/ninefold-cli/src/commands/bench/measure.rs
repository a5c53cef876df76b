//! All contestants on one set.
//!
//! ```text
//!  warm-up   csp  fast9  fast9-bytes     every answer is judged
//!  round 1   csp  fast9  fast9-bytes     all puzzles in one go, then one by one
//!  round 2   csp  fast9  fast9-bytes
//!  …
//! ```
//!
//! Round by round, not engine by engine: a machine that slows down for a while slows down
//! all of them. A set in one go measures the throughput, puzzle by puzzle the latency.

use std::slice;
use std::time::{Duration, Instant};

use super::clock;
use super::contestant::{Attempt, Contestant, Cut, Stopwatch};
use super::figures::{Percentiles, Spread};
use super::sets::Set;
use crate::interrupt;

/// A round that is over sooner is not exact: small sets are done several times in it.
const SHORTEST: Duration = Duration::from_millis(10);

/// How to measure.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) rounds: usize,
    /// How many solutions of each puzzle to look for.
    pub(super) limit: u64,
    /// For everything that one contestant does with one set.
    pub(super) timeout: Duration,
    /// For one puzzle, each time.
    pub(super) each: Option<Duration>,
}

/// One contestant on one set.
pub(super) struct Entrant<'a> {
    pub(super) contestant: &'a Contestant,
    /// Why it does not take part.
    pub(super) refusal: Option<String>,
    pub(super) answers: Vec<Attempt>,
    /// Seconds per puzzle, round by round.
    rounds: Vec<f64>,
    /// The shortest time for each puzzle.
    latencies: Vec<Duration>,
    left: Duration,
    each: Option<Duration>,
    is_out: bool,
}

/// A wrong answer.
pub(super) struct Wrong(pub(super) String);

/// Measures all contestants, until it is done or interrupted.
pub(super) fn measure<'a>(
    set: &Set,
    contestants: &'a [Contestant],
    rules: Rules,
) -> Result<Vec<Entrant<'a>>, Wrong> {
    let mut entrants: Vec<Entrant<'a>> = contestants
        .iter()
        .map(|contestant| Entrant::new(contestant, set, rules))
        .collect();
    for entrant in entrants.iter_mut().filter(|entrant| !entrant.is_out) {
        entrant.warm_up(set, rules);
    }
    judge(set, &entrants, rules.limit)?;
    for _ in 0..rules.rounds {
        for entrant in &mut entrants {
            if interrupt::requested() {
                return Ok(entrants);
            }
            if !entrant.is_out {
                entrant.is_out = entrant.round(set, rules).is_err();
            }
        }
    }
    Ok(entrants)
}

impl<'a> Entrant<'a> {
    fn new(contestant: &'a Contestant, set: &Set, rules: Rules) -> Entrant<'a> {
        let refusal = contestant.accepts(&set.questions, rules.limit).err();
        Entrant {
            contestant,
            is_out: refusal.is_some(),
            refusal,
            answers: Vec::new(),
            rounds: Vec::new(),
            latencies: Vec::new(),
            left: rules.timeout,
            each: rules.each,
        }
    }

    pub(super) fn n_rounds(&self) -> usize {
        self.rounds.len()
    }

    /// Seconds per puzzle, if a round was completed.
    pub(super) fn spread(&self) -> Option<Spread> {
        Spread::of(&self.rounds)
    }

    /// How many puzzles it did not get through with in the time for one.
    pub(super) fn n_given_up(&self) -> usize {
        self.answers.iter().filter(|a| a.is_given_up).count()
    }

    pub(super) fn percentiles(&self) -> Option<Percentiles> {
        Percentiles::of(&self.latencies, self.n_given_up())
    }

    fn warm_up(&mut self, set: &Set, rules: Rules) {
        let contestant = self.contestant;
        self.answers = self.spend(|watch| contestant.answers(&set.questions, rules.limit, watch));
        self.is_out = self.answers.len() < set.questions.len();
    }

    fn round(&mut self, set: &Set, rules: Rules) -> Result<(), Cut> {
        let (contestant, questions, limit) = (self.contestant, &set.questions, rules.limit);
        let seconds = self.spend(|watch| {
            let start = clock::now();
            let mut n_done = 0;
            loop {
                contestant.work(questions, limit, watch)?;
                n_done += questions.len();
                let time = clock::now().saturating_sub(start);
                if time >= SHORTEST {
                    return Ok(time.as_secs_f64() / n_done as f64);
                }
            }
        })?;
        self.rounds.push(seconds);
        if !contestant.is_single() {
            return Ok(());
        }
        // Reading a thread's CPU time takes longer than some puzzles do. The clock on the
        // wall is quicker, and the best of several rounds is one without interruption,
        // unless a puzzle takes so long that there always is one.
        let times = self.spend(|watch| {
            let mut times = Vec::with_capacity(questions.len());
            for question in questions {
                let worked = clock::now();
                let start = Instant::now();
                contestant.work(slice::from_ref(question), limit, watch)?;
                let elapsed = start.elapsed();
                let is_long = elapsed >= Duration::from_millis(1);
                times.push(if is_long {
                    clock::now().saturating_sub(worked)
                } else {
                    elapsed
                });
            }
            Ok(times)
        })?;
        if self.latencies.is_empty() {
            self.latencies = times;
            return Ok(());
        }
        for (best, time) in self.latencies.iter_mut().zip(times) {
            *best = time.min(*best);
        }
        Ok(())
    }

    /// Works within the time that is left, and takes note of what that took.
    fn spend<R>(&mut self, work: impl FnOnce(&mut Stopwatch) -> R) -> R {
        let start = Instant::now();
        // A deadline beyond the end of the clock is none.
        let result = work(&mut Stopwatch::until(start.checked_add(self.left)).for_each(self.each));
        self.left = self.left.saturating_sub(start.elapsed());
        result
    }
}

/// Holds the answers against the rules of the puzzles and against each other.
fn judge(set: &Set, entrants: &[Entrant<'_>], limit: u64) -> Result<(), Wrong> {
    for (index, question) in set.questions.iter().enumerate() {
        let answers = entrants.iter().filter_map(|entrant| {
            let answer = entrant.answers.get(index)?;
            let answer = Some(answer).filter(|a| !a.is_given_up || !a.is_sound)?;
            Some((entrant.contestant.name(), answer))
        });
        let answers: Vec<(&str, &Attempt)> = answers.collect();
        if let Some(fault) = fault(&answers, limit) {
            let (set, puzzle) = (&set.name, &question.puzzle);
            return Err(Wrong(format!("{set}: WRONG ANSWER: {fault}: {puzzle}")));
        }
    }
    Ok(())
}

/// What is wrong with the answers to one puzzle, if anything.
fn fault(answers: &[(&str, &Attempt)], limit: u64) -> Option<String> {
    if let Some((name, _)) = answers.iter().find(|(_, answer)| !answer.is_sound) {
        return Some(format!("{name} gave a grid that breaks the rules"));
    }
    let ((first, expected), others) = answers.split_first()?;
    let (n, solution) = (expected.solutions, &expected.solution);
    for (other, answer) in others {
        if answer.solutions != n {
            let found = answer.solutions;
            return Some(format!(
                "{first} found {n} solutions, {other} found {found}"
            ));
        }
        // If there are several solutions, any of them may come first.
        if n == 1 && limit > 1 && answer.solution != *solution {
            return Some(format!("{first} and {other} give different solutions"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use ninefold::Digit;

    use super::super::contestant::{Lineup, Question, lineup};
    use super::*;

    fn answer(solutions: u64, digit: usize) -> Attempt {
        Attempt {
            solutions,
            guesses: None,
            solution: Digit::new(digit).map(|digit| vec![digit]),
            is_sound: true,
            is_given_up: false,
        }
    }

    #[test]
    fn wrong_answers_are_found_out() {
        let check = |a: &Attempt, b: &Attempt, limit| fault(&[("a", a), ("b", b)], limit);
        let one = answer(1, 5);
        assert_eq!(check(&one, &answer(1, 5), 2), None);
        assert_eq!(check(&answer(2, 1), &answer(2, 7), 2), None);
        let none = check(&one, &answer(0, 0), 2).unwrap();
        assert_eq!(none, "a found 1 solutions, b found 0");
        let other = check(&one, &answer(1, 7), 2).unwrap();
        assert_eq!(other, "a and b give different solutions");
        assert_eq!(check(&one, &answer(1, 7), 1), None);
        let mut unsound = answer(1, 5);
        unsound.is_sound = false;
        let broken = check(&one, &unsound, 2).unwrap();
        assert_eq!(broken, "b gave a grid that breaks the rules");
        assert_eq!(fault(&[], 2), None);
    }

    fn set(line: &str) -> Set {
        Set {
            name: "test".to_owned(),
            questions: vec![Question::new(line.parse().expect("a puzzle"))],
        }
    }

    #[test]
    fn everyone_is_measured_who_can_be() {
        let Ok(Lineup(lineup)) = lineup("csp,fast9") else {
            panic!("these engines exist");
        };
        let mut rules = Rules {
            rounds: 2,
            limit: 2,
            timeout: Duration::from_secs(600),
            each: None,
        };
        let entrants = measure(&set("1234............"), &lineup, rules);
        let entrants = entrants.ok().expect("the answers are right");
        let rounds: Vec<usize> = entrants.iter().map(Entrant::n_rounds).collect();
        assert_eq!(rounds, [2, 0, 0]);
        assert!(entrants[0].percentiles().is_some());
        assert!(entrants[1].refusal.is_some() && entrants[1].spread().is_none());
        rules.timeout = Duration::ZERO;
        rules.limit = u64::MAX;
        let entrants = measure(&set(&".".repeat(36)), &lineup, rules);
        let entrants = entrants.ok().expect("there is no answer");
        assert!(entrants[0].refusal.is_none() && entrants[0].answers.is_empty());
    }
}
