//! How hard a puzzle is to be, and the tests for it, the cheapest first.
//!
//! ```text
//!  singles            for ER: does it take more than singles? (a few microseconds)
//!  --first            a walk up to the technique: 0.1 to 0.4 ms
//!  --needs --without  the whole walk: a millisecond or two
//!  level, score       HoDoKu's walk, as far as it takes to know
//!  look-ahead, ER     the other scales
//! ```

use std::fmt;
use std::ops::RangeInclusive;

use super::Wish;
use crate::logic::{FINDERS, Family, Level, Plan, TECHNIQUES, Technique, Walk, never_next};
use crate::puzzle::Puzzle;
use crate::rate::hodoku::{self, Tally};
use crate::rate::{self, Rating, Scale, Value, look_ahead, se};

/// How hard a puzzle is to be. Without a wish every puzzle will do.
#[derive(Clone, Debug, Default)]
pub struct Difficulty {
    /// HoDoKu's level.
    pub level: Option<Level>,
    /// HoDoKu's score.
    pub score: Option<RangeInclusive<u32>>,
    /// Sudoku Explainer's rating, in tenths.
    pub er: Option<RangeInclusive<u32>>,
    /// The first step, or the first digit, is as hard as the hardest.
    pub gem: Option<Gem>,
    /// Our own rating, in tenths.
    pub look_ahead: Option<RangeInclusive<u32>>,
    /// The usual path has a step of each of these techniques.
    pub needs: Vec<Technique>,
    /// The usual path has no step of these.
    pub without: Vec<Technique>,
    /// The usual path has a step of this technique, and none before it is of one that is looked
    /// for later.
    pub first: Option<Technique>,
}

/// A puzzle that is as hard at the start as anywhere, by Sudoku Explainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gem {
    /// The first digit is as hard to find as anything: ER = EP.
    Pearl,
    /// So is the first elimination: ER = EP = ED.
    Diamond,
}

/// The ratings that were found on the way, by their scales.
pub type Ratings = Vec<(&'static dyn Scale, Rating)>;

/// Why no puzzle is that hard.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoSuchDifficulty {
    /// The scale does not rate the board.
    Unrated(rate::Unrated),
    /// A technique is both wanted and not.
    Both(Technique),
    /// No puzzle has such a score.
    Score {
        /// The level that is wanted.
        level: Option<Level>,
        /// The most clues that there may be.
        most_clues: usize,
        /// The scores that there may be.
        possible: (u32, u32),
        /// The scores that are wanted.
        wanted: (u32, u32),
    },
    /// What solves all puzzles of a level is easier than what is wanted.
    Easier(Level),
    /// Sudoku Explainer has no such ratings, or no puzzle with one is known.
    Er {
        /// The ratings that are wanted, in tenths.
        wanted: (u32, u32),
    },
    /// No puzzle has such a rating by look-ahead, or none is known.
    LookAhead {
        /// The ratings that are wanted, in tenths.
        wanted: (u32, u32),
    },
    /// The technique is never the next step on such a board.
    Never {
        /// The technique.
        technique: Technique,
        /// The reason.
        why: &'static str,
    },
    /// Logic cannot handle a board so large.
    Size,
}

/// The rating of the hardest single, naked, by Sudoku Explainer.
const HARDEST_SINGLE: u32 = 23;

/// The highest rating by Sudoku Explainer of what HoDoKu calls medium, a hidden triple.
const HARDEST_MEDIUM: u32 = 40;

/// No rating is as large, in tenths.
const LARGEST: u32 = 10_000;

impl Difficulty {
    /// Whether anything is wished for.
    pub fn is_any_wish(&self) -> bool {
        self.needs_walk()
            || self.is_by_hodoku()
            || self.er.is_some()
            || self.gem.is_some()
            || self.look_ahead.is_some()
    }

    /// Whether HoDoKu's scale decides.
    fn is_by_hodoku(&self) -> bool {
        self.level.is_some() || self.score.is_some()
    }

    /// Whether a walk decides.
    fn needs_walk(&self) -> bool {
        self.first.is_some() || !self.needs.is_empty() || !self.without.is_empty()
    }

    /// Why no puzzle of the kind is so hard, as far as that is known without a search.
    pub fn refusal(&self, wish: &Wish) -> Option<NoSuchDifficulty> {
        let geometry = wish.geometry();
        let blank = Puzzle::empty(geometry.clone());
        let by_se = self.er.is_some() || self.gem.is_some();
        let scales = [
            ("hodoku", self.is_by_hodoku()),
            ("se", by_se),
            ("look-ahead", self.look_ahead.is_some()),
        ];
        for (name, _) in scales.into_iter().filter(|(_, is_wanted)| *is_wanted) {
            if let Some(refusal) = scale(name).refuses(&blank) {
                return Some(NoSuchDifficulty::Unrated(refusal));
            }
        }
        if self.needs_walk() && geometry.size() > crate::logic::Position::MAX_SIZE {
            return Some(NoSuchDifficulty::Size);
        }
        let wanted = self.needs.iter().chain(&self.first).copied();
        for technique in wanted {
            if self.without.contains(&technique) {
                return Some(NoSuchDifficulty::Both(technique));
            }
            if let Some(why) = never_next(technique, geometry) {
                return Some(NoSuchDifficulty::Never { technique, why });
            }
        }
        if let Some(level) = self.level.filter(|&level| self.must_be_harder_than(level)) {
            return Some(NoSuchDifficulty::Easier(level));
        }
        if let Some(score) = &self.score {
            let (level, most_clues) = (self.level, wish.most_clues());
            let possible = ends(&hodoku::scores(level, most_clues));
            let wanted = ends(score);
            if wanted.0.max(possible.0) > wanted.1.min(possible.1) {
                return Some(NoSuchDifficulty::Score {
                    level,
                    most_clues,
                    possible,
                    wanted,
                });
            }
        }
        let has_one = |range: &RangeInclusive<u32>, may_be: fn(u32) -> bool| {
            (*range.start()..=(*range.end()).min(LARGEST)).any(may_be)
        };
        if let Some(er) = &self.er
            && !has_one(er, se::may_be)
        {
            let wanted = ends(er);
            return Some(NoSuchDifficulty::Er { wanted });
        }
        if let Some(range) = &self.look_ahead
            && (range.is_empty() || geometry.is_classic() && !has_one(range, look_ahead::may_be))
        {
            let wanted = ends(range);
            return Some(NoSuchDifficulty::LookAhead { wanted });
        }
        None
    }

    /// Whether a puzzle with one solution is as hard as wished; false too if `should_stop`
    /// returned true before that was known. It takes a fraction of the time of a whole rating.
    pub fn fits(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> bool {
        self.decide(puzzle, should_stop).is_some()
    }

    /// The ratings of a puzzle with one solution, if it is as hard as wished; none if it is
    /// not, or if `should_stop` returned true before that was known.
    pub fn judge(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Option<Ratings> {
        let mut ratings = self.decide(puzzle, should_stop)?;
        if self.is_by_hodoku() {
            ratings.insert(0, rated("hodoku", puzzle, should_stop)?);
        }
        Some(ratings)
    }

    /// The ratings that it took to decide that a puzzle is as hard as wished; none if it is not.
    fn decide(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Option<Ratings> {
        let fits = self.fits_singles(puzzle)
            && self.fits_first(puzzle, should_stop)
            && self.fits_walk(puzzle, should_stop)
            && self.fits_hodoku(puzzle, should_stop);
        fits.then_some(())?;
        let mut ratings = Ratings::new();
        if let Some(range) = &self.look_ahead {
            let rated = rated("look-ahead", puzzle, should_stop)?;
            range.contains(&number(&rated.1, "rating")).then_some(())?;
            ratings.push(rated);
        }
        if self.er.is_some() || self.gem.is_some() {
            let rated = rated("se", puzzle, should_stop)?;
            let [er, ep, ed] = ["er", "ep", "ed"].map(|name| number(&rated.1, name));
            let is_gem = match self.gem {
                None => true,
                Some(Gem::Pearl) => er == ep,
                Some(Gem::Diamond) => er == ep && er == ed,
            };
            let is_within = self.er.as_ref().is_none_or(|range| range.contains(&er));
            (is_gem && is_within).then_some(())?;
            ratings.push(rated);
        }
        Some(ratings)
    }

    /// Whether what solves every puzzle of a level is not enough. That is singles for Easy, and
    /// for Medium the techniques up to it: what they can take away they can still take away
    /// later on, so no path through such a puzzle needs anything else, whatever its order. Harder
    /// levels have techniques that come and go.
    fn must_be_harder_than(&self, level: Level) -> bool {
        let hardest = match level {
            Level::Easy => HARDEST_SINGLE,
            Level::Medium => HARDEST_MEDIUM,
            _ => return false,
        };
        let mut wanted = self.needs.iter().chain(&self.first);
        let is_harder = |technique: &Technique| technique.about().level > level;
        wanted.any(is_harder) || self.is_rated_above(hardest)
    }

    /// Whether Sudoku Explainer has to rate it above this.
    fn is_rated_above(&self, rating: u32) -> bool {
        self.er.as_ref().is_some_and(|er| *er.start() > rating)
    }

    /// What singles alone can rule out.
    fn fits_singles(&self, puzzle: &Puzzle) -> bool {
        // No range of ER is singles only: direct steps, such as pointing, rate below them.
        let must_be_harder = self.is_rated_above(HARDEST_SINGLE);
        if !must_be_harder && self.gem.is_none() {
            return true;
        }
        let all = TECHNIQUES.iter().map(|about| about.technique);
        let singles: Vec<Technique> = all.filter(|&technique| is_single(technique)).collect();
        let mut walk = Walk::new(puzzle, Plan::usual().only(&singles));
        let starts = walk.next().is_some();
        walk.by_ref().for_each(drop);
        if walk.is_solved() {
            return !must_be_harder;
        }
        // A single at the start is easier than what comes later.
        !(starts && self.gem.is_some())
    }

    /// Whether easier steps lead to the technique that is to come first.
    fn fits_first(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> bool {
        let Some(first) = self.first else {
            return true;
        };
        let mut walk = Walk::new(puzzle, self.plan().up_to(first));
        walk.any(|step| step.technique() == first || should_stop()) && !should_stop()
    }

    /// Whether the path has the techniques that it should, and none of the others.
    fn fits_walk(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> bool {
        let mut missing = self.needs.clone();
        if missing.is_empty() && self.without.is_empty() {
            return true;
        }
        for step in Walk::new(puzzle, self.plan()) {
            if self.without.contains(&step.technique()) || should_stop() {
                return false;
            }
            missing.retain(|&technique| technique != step.technique());
            if missing.is_empty() && self.without.is_empty() {
                return true;
            }
        }
        missing.is_empty()
    }

    /// The usual plan, with techniques that are wanted although they are not usual.
    fn plan(&self) -> Plan {
        let wanted: Vec<Technique> = self.needs.iter().chain(&self.first).copied().collect();
        Plan::usual().also(&wanted)
    }

    /// Whether level and score are as wished. Both only rise from step to step, so most walks
    /// end long before the puzzle is solved.
    fn fits_hodoku(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> bool {
        if !self.is_by_hodoku() {
            return true;
        }
        let mut walk = Walk::new(puzzle, self.hodoku_plan());
        let mut tally = Tally::default();
        while let Some(step) = walk.next().filter(|_| !should_stop()) {
            tally.add(&step);
            if self.level.is_some_and(|level| tally.level() > level)
                || self
                    .score
                    .as_ref()
                    .is_some_and(|s| tally.score() > *s.end())
            {
                return false;
            }
            if self.level == Some(Level::Extreme)
                && self.score.is_none()
                && tally.level() == Level::Extreme
            {
                return true;
            }
        }
        walk.is_solved()
            && self.level.is_none_or(|level| tally.level() == level)
            && self
                .score
                .as_ref()
                .is_none_or(|s| s.contains(&tally.score()))
    }

    /// HoDoKu's plan up to the last technique of the level. What comes after that is harder: a
    /// puzzle that needs it is of another level.
    fn hodoku_plan(&self) -> Plan {
        let is_within = |technique: Technique| {
            let level = technique.about().level;
            self.level.is_none_or(|most| level <= most)
        };
        let mut finders = FINDERS.iter().filter(|finder| finder.hodoku);
        let last = finders.rfind(|finder| is_within(finder.technique));
        let last = last.expect("every level has a technique");
        Plan::hodoku().up_to(last.technique)
    }
}

/// A range as it is typed: `24..28`, `24..`, `..28` or `24`.
fn range_of((from, to): (u32, u32), shown: impl Fn(u32) -> String) -> String {
    match (from, to) {
        (0, to) if to > 0 => format!("..{}", shown(to)),
        (from, u32::MAX) => format!("{}..", shown(from)),
        (from, to) if from == to => shown(from),
        (from, to) => format!("{}..{}", shown(from), shown(to)),
    }
}

/// The first and the last.
fn ends(range: &RangeInclusive<u32>) -> (u32, u32) {
    (*range.start(), *range.end())
}

fn is_single(technique: Technique) -> bool {
    technique.about().family == Family::Single
}

fn scale(name: &str) -> &'static dyn Scale {
    rate::find(name).expect("it is one of the scales")
}

/// The rating of a puzzle that has one solution.
fn rated(
    name: &str,
    puzzle: &Puzzle,
    should_stop: &dyn Fn() -> bool,
) -> Option<(&'static dyn Scale, Rating)> {
    let scale = scale(name);
    Some((scale, scale.rate(puzzle, should_stop).ok()?))
}

fn value(rating: &Rating, name: &str) -> Option<Value> {
    let mut values = rating.values().iter();
    values
        .find(|(known, _)| *known == name)
        .map(|(_, value)| *value)
}

pub(super) fn number(rating: &Rating, name: &str) -> u32 {
    match value(rating, name) {
        Some(Value::Number(number) | Value::Tenths(number)) => number,
        _ => 0,
    }
}

impl fmt::Display for NoSuchDifficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSuchDifficulty::Unrated(refusal) => write!(f, "{refusal}"),
            NoSuchDifficulty::Both(technique) => {
                let name = technique.about().name;
                write!(f, "{name} cannot be both needed and left out")
            }
            NoSuchDifficulty::Score {
                level,
                most_clues,
                possible: (least, most),
                wanted,
            } => {
                let of = level.map_or(String::new(), |level| format!("of the level {level} "));
                let wanted = range_of(*wanted, |score| score.to_string());
                write!(
                    f,
                    "puzzles {of}with up to {most_clues} clues have scores from {least} to {most}, \
                     and {wanted} is asked for"
                )
            }
            NoSuchDifficulty::Easier(level) => {
                let what = match level {
                    Level::Easy => "singles solve",
                    _ => "singles, locked candidates, pairs and triples solve",
                };
                write!(
                    f,
                    "{what} every puzzle of the level {level}, and something harder is asked for"
                )
            }
            NoSuchDifficulty::Er { wanted } => {
                let wanted = range_of(*wanted, |er| Value::Tenths(er).to_string());
                let highest = Value::Tenths(se::HIGHEST);
                write!(
                    f,
                    "no puzzle is known that Sudoku Explainer rates {wanted}: it has ratings from \
                     1.0 to {highest}, but below 4.5 not every tenth"
                )
            }
            NoSuchDifficulty::LookAhead { wanted } => {
                let wanted = range_of(*wanted, |rating| Value::Tenths(rating).to_string());
                write!(
                    f,
                    "no puzzle is known that look-ahead rates {wanted}: it has the ratings 0.0, \
                     1.0, 2.0, and those from 3.1 on"
                )
            }
            NoSuchDifficulty::Never { technique, why } => {
                let name = technique.about().name;
                write!(f, "{name} is never the next step of a path here: {why}")
            }
            NoSuchDifficulty::Size => write!(f, "the board is too large for techniques"),
        }
    }
}

impl std::error::Error for NoSuchDifficulty {}

#[cfg(test)]
mod tests {
    use super::super::{Generator, Workspace};
    use super::*;
    use crate::Geometry;

    fn puzzles(n: u64) -> Vec<Puzzle> {
        let generator = Generator::new(Wish::new(Geometry::classic())).unwrap();
        let made = generator.tries(11, 0..n, &mut Workspace::default(), &|| false);
        made.into_iter().map(|made| made.puzzle).collect()
    }

    fn go_on() -> bool {
        false
    }

    /// The quick tests rule out nothing that the ratings would not.
    #[test]
    fn a_level_is_what_the_scale_says() {
        let hodoku = scale("hodoku");
        let puzzles = puzzles(150);
        for level in Level::ALL {
            let difficulty = Difficulty {
                level: Some(level),
                ..Difficulty::default()
            };
            let mut n = 0;
            for puzzle in &puzzles {
                let rating = rate::rate(puzzle, hodoku).unwrap();
                let expected = rating.to_string().starts_with(level.name());
                let judged = difficulty.judge(puzzle, &go_on);
                assert_eq!(judged.is_some(), expected, "{puzzle} {level}");
                assert_eq!(difficulty.fits(puzzle, &go_on), expected, "{puzzle}");
                if let Some(ratings) = judged {
                    assert_eq!(ratings[0].1, rating);
                    n += 1;
                }
            }
            assert!(n > 0, "{level}");
        }
    }

    #[test]
    fn paths_have_what_is_needed_and_not_what_is_left_out() {
        let path = |puzzle: &Puzzle| -> Vec<Technique> {
            let walk = Walk::new(puzzle, Plan::usual());
            walk.map(|step| step.technique()).collect()
        };
        let [pair, triple, locked] = [
            Technique::NakedPair,
            Technique::NakedTriple,
            Technique::LockedCandidates1,
        ];
        let needs = Difficulty {
            needs: vec![pair, locked],
            without: vec![triple],
            ..Difficulty::default()
        };
        let first = Difficulty {
            first: Some(triple),
            ..Difficulty::default()
        };
        let place = |technique| {
            let mut finders = FINDERS.iter();
            finders.position(|finder| finder.finds(technique))
        };
        let mut n = [0, 0];
        for puzzle in &puzzles(150) {
            let path = path(puzzle);
            let expected =
                path.contains(&pair) && path.contains(&locked) && !path.contains(&triple);
            assert_eq!(needs.judge(puzzle, &go_on).is_some(), expected, "{puzzle}");
            let easier = path.iter().position(|&step| place(step) >= place(triple));
            let expected = easier.is_some_and(|at| path[at] == triple);
            assert_eq!(first.judge(puzzle, &go_on).is_some(), expected, "{puzzle}");
            n[0] += usize::from(needs.judge(puzzle, &go_on).is_some());
            n[1] += usize::from(expected);
        }
        assert!(n.iter().all(|&n| n > 0), "{n:?}");
    }

    #[test]
    fn ratings_are_within_their_ranges() {
        let wanted = Difficulty {
            er: Some(15..=40),
            score: Some(0..=600),
            look_ahead: Some(0..=50),
            ..Difficulty::default()
        };
        let singles = Difficulty {
            er: Some(10..=23),
            ..Difficulty::default()
        };
        let mut n = [0, 0];
        for puzzle in &puzzles(60) {
            let of = |name: &str| rate::rate(puzzle, scale(name)).unwrap();
            let (se, hodoku, ahead) = (of("se"), of("hodoku"), of("look-ahead"));
            let expected = (15..=40).contains(&number(&se, "er"))
                && number(&hodoku, "score") <= 600
                && number(&ahead, "rating") <= 50;
            assert_eq!(wanted.judge(puzzle, &go_on).is_some(), expected, "{puzzle}");
            let easy = number(&se, "er") <= 23;
            assert_eq!(singles.judge(puzzle, &go_on).is_some(), easy, "{puzzle}");
            n[0] += usize::from(expected);
            n[1] += usize::from(easy);
        }
        assert!(n.iter().all(|&n| n > 0), "{n:?}");
    }

    #[test]
    fn gems_are_hard_from_the_start() {
        // A diamond, and a puzzle that begins with singles.
        let diamond =
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
        let plain =
            "620507100090010080501800006000000800070020030009000000300008901080030070007201048";
        let [diamond, plain] = [diamond, plain].map(|text| crate::parse(text).unwrap());
        let gem = |gem| Difficulty {
            gem: Some(gem),
            ..Difficulty::default()
        };
        for puzzle in [&diamond, &plain] {
            let rating = rate::rate(puzzle, scale("se")).unwrap();
            let [er, ep, ed] = ["er", "ep", "ed"].map(|name| number(&rating, name));
            let is_pearl = gem(Gem::Pearl).judge(puzzle, &go_on).is_some();
            assert_eq!(is_pearl, er == ep);
            let is_diamond = gem(Gem::Diamond).judge(puzzle, &go_on).is_some();
            assert_eq!(is_diamond, er == ep && ep == ed);
        }
        assert!(gem(Gem::Pearl).judge(&plain, &go_on).is_none());
    }

    fn refused(difficulty: &Difficulty, wish: &Wish) -> String {
        let refusal = difficulty.refusal(wish);
        refusal.map_or_else(String::new, |refusal| refusal.to_string())
    }

    fn classic() -> Wish {
        Wish::new(Geometry::classic())
    }

    #[test]
    fn levels_that_are_too_easy_are_refused() {
        let easy = Difficulty {
            level: Some(Level::Easy),
            ..Difficulty::default()
        };
        assert_eq!(refused(&easy, &classic()), "");
        let four = Wish::new(Geometry::of_size(4).unwrap());
        assert_eq!(
            refused(&easy, &four),
            "the scale hodoku rates classic 9x9 boards only"
        );
        let needs = |level, technique| Difficulty {
            level: Some(level),
            needs: vec![technique],
            ..Difficulty::default()
        };
        let er = |level, er| Difficulty {
            level: Some(level),
            er: Some(er),
            ..Difficulty::default()
        };
        for harder in [
            er(Level::Easy, 24..=30),
            needs(Level::Easy, Technique::NakedPair),
        ] {
            assert_eq!(
                refused(&harder, &classic()),
                "singles solve every puzzle of the level Easy, and something harder is asked for"
            );
        }
        for harder in [
            er(Level::Medium, 41..=50),
            needs(Level::Medium, Technique::NakedQuadruple),
        ] {
            assert_eq!(
                refused(&harder, &classic()),
                "singles, locked candidates, pairs and triples solve every puzzle of the level \
                 Medium, and something harder is asked for"
            );
        }
        for fine in [
            er(Level::Medium, 40..=50),
            needs(Level::Medium, Technique::HiddenTriple),
            needs(Level::Hard, Technique::Jellyfish),
        ] {
            assert_eq!(refused(&fine, &classic()), "");
        }
    }

    #[test]
    fn scores_that_no_puzzle_has_are_refused() {
        let score = |level, score| Difficulty {
            level,
            score: Some(score),
            ..Difficulty::default()
        };
        // At most 40 clues, so 41 steps of 4 or more.
        assert_eq!(
            refused(&score(None, 0..=10), &classic()),
            "puzzles with up to 40 clues have scores from 164 to 1263600, and ..10 is asked for"
        );
        assert_eq!(refused(&score(None, 0..=164), &classic()), "");
        assert_eq!(
            refused(&score(None, 0..=204), &classic().clues(20..=30)),
            ""
        );
        assert!(refused(&score(None, 0..=203), &classic().clues(20..=30)).contains("from 204"));
        assert_eq!(refused(&score(None, 0..=0), &classic().clues(81..=81)), "");
        assert!(refused(&score(None, 1_300_000..=u32::MAX), &classic()).contains("to 1263600"));
        assert_eq!(
            refused(&score(Some(Level::Easy), 900..=1000), &classic()),
            "puzzles of the level Easy with up to 40 clues have scores from 164 to 800, and \
             900..1000 is asked for"
        );
        // One step of the level at least, or more than the level below allows.
        assert!(refused(&score(Some(Level::Medium), 0..=199), &classic()).contains("from 200"));
        assert!(refused(&score(Some(Level::Extreme), 0..=600), &classic()).contains("from 660"));
        assert_eq!(
            refused(&score(Some(Level::Extreme), 0..=660), &classic()),
            ""
        );
        #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
        let reversed = score(None, 800..=700);
        assert_ne!(refused(&reversed, &classic()), "");
    }

    /// No rating of a puzzle is refused.
    #[test]
    fn ratings_of_puzzles_are_possible() {
        let one = |rating: &Rating, name: &str| {
            let number = number(rating, name);
            number..=number
        };
        let names = ["easy", "medium", "hard", "unfair", "extreme"];
        for puzzle in &puzzles(100) {
            let [se, hodoku, ahead] =
                ["se", "hodoku", "look-ahead"].map(|name| rate::rate(puzzle, scale(name)).unwrap());
            let level = value(&hodoku, "level").unwrap().to_string();
            let at = names
                .iter()
                .position(|name| level.eq_ignore_ascii_case(name));
            let all = Difficulty {
                er: Some(one(&se, "er")),
                score: Some(one(&hodoku, "score")),
                level: at.map(|at| Level::ALL[at]),
                look_ahead: Some(one(&ahead, "rating")),
                ..Difficulty::default()
            };
            assert!(all.level.is_some());
            let wish = classic().clues(puzzle.n_givens()..=puzzle.n_givens());
            assert_eq!(refused(&all, &wish), "", "{puzzle}");
        }
    }

    #[test]
    fn ratings_that_no_puzzle_has_are_refused() {
        let er = |er| Difficulty {
            er: Some(er),
            ..Difficulty::default()
        };
        for range in [1..=9, 13..=14, 43..=43, 120..=130, 200..=u32::MAX] {
            assert!(
                refused(&er(range.clone()), &classic()).starts_with("no puzzle is known"),
                "{range:?}"
            );
        }
        for range in [10..=10, 13..=15, 115..=119, 0..=u32::MAX] {
            assert_eq!(refused(&er(range), &classic()), "");
        }
        let ahead = |range| Difficulty {
            look_ahead: Some(range),
            ..Difficulty::default()
        };
        for range in [1..=9, 11..=19, 21..=30, 5000..=u32::MAX] {
            let refusal = refused(&ahead(range.clone()), &classic());
            assert!(
                refusal.starts_with("no puzzle is known that look-ahead"),
                "{range:?}"
            );
        }
        for range in [0..=0, 5..=10, 30..=31, 400..=u32::MAX] {
            assert_eq!(refused(&ahead(range), &classic()), "");
        }
        let twelve = Wish::new(Geometry::of_size(12).unwrap());
        assert_eq!(refused(&ahead(5000..=6000), &twelve), "");
    }

    #[test]
    fn techniques_that_never_come_are_refused() {
        let needs = |technique| Difficulty {
            needs: vec![technique],
            ..Difficulty::default()
        };
        let both = Difficulty {
            without: vec![Technique::XWing],
            first: Some(Technique::XWing),
            ..Difficulty::default()
        };
        assert_eq!(
            refused(&both, &classic()),
            "X-Wing cannot be both needed and left out"
        );
        assert_eq!(
            refused(&needs(Technique::Squirmbag), &classic()),
            "Squirmbag is never the next step of a path here: a smaller fish across it is always \
             there"
        );
        assert_eq!(refused(&needs(Technique::Jellyfish), &classic()), "");
        let six = Wish::new(Geometry::with_boxes(2, 3).unwrap());
        assert_ne!(refused(&needs(Technique::Jellyfish), &six), "");
        assert_eq!(refused(&needs(Technique::Swordfish), &six), "");
        let latin = Wish::new(Geometry::with_boxes(1, 5).unwrap());
        assert_eq!(
            refused(&needs(Technique::LockedCandidates1), &latin),
            "Locked Candidates Type 1 (Pointing) is never the next step of a path here: the board \
             has no boxes"
        );
    }
}
