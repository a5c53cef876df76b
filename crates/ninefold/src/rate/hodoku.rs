//! HoDoKu 2.2.0: a score that adds up and one of five levels.
//!
//! Every step adds the score of its technique. The level is that of the hardest technique,
//! raised as long as the score is above the limit of the level:
//!
//! ```text
//!  Easy  up to 800    Medium  up to 1000    Hard  up to 1600    Unfair  up to 1800    Extreme
//! ```
//!
//! Techniques that HoDoKu 2.2.0 does not have add nothing to the score and count by
//! [their own level](crate::logic::About::level). The facts were read from Bernhard Hobiger's
//! program; so its table is complete and a new technique has no line here.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::{Path, RatedStep, Rating, Scale, Unrated, Value};
use crate::logic::Technique::{self, *};
use crate::logic::{FINDERS, Finder, Level, Plan, Step, Walk};
use crate::puzzle::Puzzle;

/// The scale of HoDoKu 2.2.0.
#[derive(Clone, Copy, Debug)]
pub struct Hodoku;

impl Scale for Hodoku {
    fn name(&self) -> &'static str {
        "hodoku"
    }

    fn version(&self) -> &'static str {
        "HoDoKu 2.2.0"
    }

    fn rate(&self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Result<Rating, Unrated> {
        let (mut tally, mut steps, mut path) = (Tally::default(), Vec::new(), Vec::new());
        let mut walk = Walk::new(puzzle, Plan::hodoku());
        while !walk.is_solved() {
            let step = walk
                .next()
                .filter(|_| !should_stop())
                .ok_or(Unrated::Stopped)?;
            tally.add(&step);
            steps.push(RatedStep {
                name: Cow::Borrowed(step.technique().about().name),
                value: Value::Number(score(step.technique()).unwrap_or(0)),
            });
            path.push(step);
        }
        let level = tally.level();
        let values = vec![
            ("level", Value::Word(level.name())),
            ("score", Value::Number(tally.score)),
            ("guesses", Value::Number(tally.guesses)),
        ];
        let rating = Rating::new(format!("{level} {}", tally.score), values, steps);
        Ok(rating.along(Path::Steps(path)))
    }
}

/// The score and level of the steps so far.
///
/// ```
/// use ninefold::logic::{Plan, Walk};
/// use ninefold::rate::hodoku::Tally;
///
/// let puzzle: ninefold::Puzzle =
///     "620507100090010080501800006000000800070020030009000000300008901080030070007201048".parse()?;
/// let mut tally = Tally::default();
/// for step in Walk::new(&puzzle, Plan::hodoku()) {
///     tally.add(&step);
/// }
/// assert_eq!((tally.level().to_string(), tally.score()), ("Hard".to_owned(), 578));
/// # Ok::<(), ninefold::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    hardest: Option<Level>,
    score: u32,
    guesses: u32,
}

impl Tally {
    /// Counts one more step.
    pub fn add(&mut self, step: &Step) {
        self.score += score(step.technique()).unwrap_or(0);
        self.hardest = self.hardest.max(Some(step.technique().about().level));
        self.guesses += u32::from(step.technique() == BruteForce);
    }

    /// The sum of the scores of all steps.
    pub fn score(&self) -> u32 {
        self.score
    }

    /// The level of the hardest technique, or a higher one if the score is above that
    /// level's limit. No steps at all are easy.
    pub fn level(&self) -> Level {
        let fits = |level: &Level| match limit(*level) {
            Some(limit) => self.score <= limit,
            None => true,
        };
        let levels = Level::ALL.into_iter();
        let mut hard_enough = levels.filter(|&level| Some(level) >= self.hardest);
        hard_enough.find(fits).unwrap_or(Level::Extreme)
    }

    /// The number of digits that were looked up in the solution.
    pub fn guesses(&self) -> u32 {
        self.guesses
    }
}

/// The highest score of a level; none for the last, which has no limit.
pub fn limit(level: Level) -> Option<u32> {
    match level {
        Level::Easy => Some(800),
        Level::Medium => Some(1000),
        Level::Hard => Some(1600),
        Level::Unfair => Some(1800),
        Level::Extreme => None,
    }
}

/// The scores that classic puzzles may have, of a level or of any, if at most `most_clues` are
/// given: no puzzle of the kind is outside.
pub fn scores(level: Option<Level>, most_clues: usize) -> RangeInclusive<u32> {
    let n_empty = 81_u32.saturating_sub(most_clues as u32);
    // A step places a digit at most, and the cheapest that does is a full house.
    let points = |technique| score(technique).unwrap_or(0);
    let cheapest = points(FullHouse);
    let singles = cheapest * n_empty;
    let least = level.map_or(singles, |level| {
        let finders = FINDERS.iter().filter(|finder| finder.hodoku);
        let techniques = finders.flat_map(Finder::techniques);
        let of_level = techniques.filter(|technique| technique.about().level == level);
        let by_technique = of_level.map(points).min().unwrap_or(0);
        let easier = Level::ALL.into_iter().rfind(|&other| other < level);
        let by_score = easier.and_then(limit).map_or(0, |limit| limit + 1);
        match level {
            Level::Easy => singles,
            _ => by_score.min(by_technique + cheapest * n_empty.saturating_sub(1)),
        }
    });
    // Each step places one digit at least, or takes one of the other candidates away.
    let [guess, hardest] = [BruteForce, ForcingNetContradiction].map(points);
    let most = 81 * guess + 8 * 81 * hardest;
    least..=level.and_then(limit).unwrap_or(most)
}

/// The score of one step of a technique; none if HoDoKu does not have it.
pub fn score(technique: Technique) -> Option<u32> {
    Some(match technique {
        FullHouse | NakedSingle => 4,
        HiddenSingle => 14,
        LockedPair => 40,
        LockedCandidates1 | LockedCandidates2 => 50,
        LockedTriple | NakedPair => 60,
        HiddenPair => 70,
        NakedTriple => 80,
        HiddenTriple | UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3
        | UniqueRectangle4 | UniqueRectangle5 | UniqueRectangle6 | HiddenRectangle
        | AvoidableRectangle1 | AvoidableRectangle2 | BugPlus1 => 100,
        RemotePair => 110,
        NakedQuadruple | TurbotFish | EmptyRectangle | DualEmptyRectangle => 120,
        FinnedXWing | Skyscraper => 130,
        XWing => 140,
        HiddenQuadruple | Swordfish | SashimiXWing | TwoStringKite | DualTwoStringKite
        | SimpleColorsTrap | SimpleColorsWrap | WWing => 150,
        Jellyfish | XYWing => 160,
        XYZWing => 180,
        FinnedSwordfish | MultiColors1 | MultiColors2 => 200,
        SashimiSwordfish => 240,
        FinnedJellyfish | SueDeCoq => 250,
        SashimiJellyfish | XChain | XYChain => 260,
        ContinuousNiceLoop | DiscontinuousNiceLoop | Aic => 280,
        FrankenXWing
        | GroupedContinuousNiceLoop
        | GroupedDiscontinuousNiceLoop
        | GroupedAic
        | AlsXz => 300,
        AlsXyWing => 320,
        AlsChain => 340,
        FrankenSwordfish => 350,
        DeathBlossom => 360,
        FrankenJellyfish => 370,
        FinnedFrankenXWing => 390,
        FinnedFrankenSwordfish => 410,
        FinnedFrankenJellyfish => 430,
        MutantXWing | MutantSwordfish | MutantJellyfish => 450,
        Squirmbag
        | Whale
        | Leviathan
        | FinnedSquirmbag
        | FinnedWhale
        | FinnedLeviathan
        | SashimiSquirmbag
        | SashimiWhale
        | SashimiLeviathan
        | FrankenSquirmbag
        | FrankenWhale
        | FrankenLeviathan
        | FinnedFrankenSquirmbag
        | FinnedFrankenWhale
        | FinnedFrankenLeviathan
        | MutantSquirmbag
        | MutantWhale
        | MutantLeviathan
        | FinnedMutantXWing
        | FinnedMutantSwordfish
        | FinnedMutantJellyfish
        | FinnedMutantSquirmbag
        | FinnedMutantWhale
        | FinnedMutantLeviathan => 470,
        KrakenFish1 | KrakenFish2 | ForcingChainContradiction | ForcingChainVerity => 500,
        ForcingNetContradiction | ForcingNetVerity => 700,
        TemplateSet | TemplateDelete | BruteForce => 10000,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{FINDERS, TECHNIQUES};

    fn tally(hardest: Level, score: u32) -> Tally {
        Tally {
            hardest: Some(hardest),
            score,
            guesses: 0,
        }
    }

    #[test]
    fn a_score_above_the_limit_raises_the_level() {
        use Level::*;
        for (hardest, score, level) in [
            (Easy, 0, Easy),
            (Easy, 800, Easy),
            (Easy, 801, Medium),
            (Medium, 800, Medium),
            (Medium, 1000, Medium),
            (Medium, 1001, Hard),
            (Hard, 1600, Hard),
            (Hard, 1601, Unfair),
            (Unfair, 1800, Unfair),
            (Unfair, 1801, Extreme),
            // From level to level, as far as the score leads.
            (Easy, 1700, Unfair),
            (Easy, 20_000, Extreme),
            (Extreme, 500, Extreme),
        ] {
            assert_eq!(tally(hardest, score).level(), level, "{hardest} {score}");
        }
        assert_eq!(Tally::default().level(), Easy);
    }

    #[test]
    fn steps_add_up_to_a_score_and_to_guesses() {
        let puzzle =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let puzzle = crate::parse(puzzle).unwrap();
        let walk = Walk::new(&puzzle, Plan::usual().only(&[FullHouse, BruteForce]));
        let steps: Vec<Step> = walk.collect();
        let mut tally = Tally::default();
        steps.iter().for_each(|step| tally.add(step));
        let n = |technique| {
            let used = steps.iter().filter(|step| step.technique() == technique);
            used.count() as u32
        };
        assert!(n(FullHouse) > 1 && n(BruteForce) > 1);
        assert_eq!(tally.guesses(), n(BruteForce));
        assert_eq!(tally.score(), 4 * n(FullHouse) + 10_000 * n(BruteForce));
    }

    #[test]
    fn scores_have_bounds_by_level_and_clues() {
        use Level::*;
        // 51 full houses, or the cheapest technique of the level and one full house fewer; at
        // most a guess for each cell and a forcing net for each other candidate.
        assert_eq!(scores(None, 30), 204..=1_263_600);
        for (level, least, most) in [
            (Easy, 204, 800),
            (Medium, 40 + 200, 1000),
            (Hard, 100 + 200, 1600),
            (Unfair, 200 + 200, 1800),
            (Extreme, 500 + 200, 1_263_600),
        ] {
            assert_eq!(scores(Some(level), 30), least..=most, "{level}");
        }
        assert_eq!(scores(None, 81), 0..=1_263_600);
    }

    #[test]
    fn techniques_of_its_library_are_those_it_scores() {
        for about in TECHNIQUES {
            let is_hodoku = about.code.is_some() || about.technique == BruteForce;
            assert_eq!(
                score(about.technique).is_some(),
                is_hodoku,
                "{}",
                about.name
            );
        }
    }

    #[test]
    fn techniques_of_one_search_count_alike() {
        for finder in FINDERS {
            let values = |technique: Technique| (score(technique), technique.about().level);
            for technique in finder.techniques() {
                assert_eq!(values(technique), values(finder.technique), "{technique}");
            }
        }
    }

    #[test]
    fn a_rating_has_a_text_values_by_name_and_steps() {
        let puzzle =
            "620507100090010080501800006000000800070020030009000000300008901080030070007201048";
        let puzzle = crate::parse(puzzle).unwrap();
        let rating = super::super::rate(&puzzle, &Hodoku).unwrap();
        assert_eq!(rating.to_string(), "Hard 578");
        let values = [
            ("level", Value::Word("Hard")),
            ("score", Value::Number(578)),
            ("guesses", Value::Number(0)),
        ];
        assert_eq!(rating.values(), values);
        let scores = rating.steps().iter().map(|step| match step.value {
            Value::Number(score) => score,
            other => panic!("{other}"),
        });
        assert_eq!(scores.sum::<u32>(), 578);
        let (number, hardest) = rating.hardest().unwrap();
        assert_eq!(rating.steps()[number - 1], *hardest);
    }
}
