//! The techniques, by the names players use, with the difficulty that players give them.
//!
//! One line per technique. The level is HoDoKu's where HoDoKu has the technique, and ours
//! in its words where it has not; the code is the one that HoDoKu's library lines use.
//! Scores and ratings belong to the scales, in `rate/`.

use std::fmt;

/// How hard a technique is, in the five levels of HoDoKu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Level {
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

impl Level {
    /// All of them, easiest first.
    pub const ALL: [Level; 5] = [
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Unfair,
        Level::Extreme,
    ];

    /// `Easy`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "Easy",
            Level::Medium => "Medium",
            Level::Hard => "Hard",
            Level::Unfair => "Unfair",
            Level::Extreme => "Extreme",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The sort of reasoning that a technique is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub enum Family {
    Single,
    Intersection,
    Subset,
    Fish,
    SingleDigit,
    Coloring,
    Wing,
    Uniqueness,
    Chain,
    AlmostLockedSet,
    Exclusion,
    Pattern,
    Forcing,
    LastResort,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Family::Single => "single",
            Family::Intersection => "intersection",
            Family::Subset => "subset",
            Family::Fish => "fish",
            Family::SingleDigit => "single digit",
            Family::Coloring => "colouring",
            Family::Wing => "wing",
            Family::Uniqueness => "uniqueness",
            Family::Chain => "chain",
            Family::AlmostLockedSet => "almost locked sets",
            Family::Exclusion => "exclusion",
            Family::Pattern => "pattern",
            Family::Forcing => "forcing",
            Family::LastResort => "last resort",
        })
    }
}

/// The facts about a technique that need no board.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Which.
    pub technique: Technique,
    /// `Locked Candidates Type 1 (Pointing)`.
    pub name: &'static str,
    /// For the command line: `locked-candidates-1`.
    pub slug: &'static str,
    /// The sort of reasoning.
    pub family: Family,
    /// Its difficulty.
    pub level: Level,
    /// Its code in HoDoKu's library lines: `0100`.
    pub code: Option<&'static str>,
}

/// Makes the enum and its table from one line per technique; an empty string stands for no
/// code.
macro_rules! techniques {
    ($($variant:ident $name:literal $slug:literal $family:ident $level:ident $code:literal)*) => {
        /// A way to make progress by logic. Stated by each step, never inferred.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = $name] $variant,)*
        }

        /// Every technique, family by family.
        pub static TECHNIQUES: &[About] = &[
            $(About {
                technique: Technique::$variant,
                name: $name,
                slug: $slug,
                family: Family::$family,
                level: Level::$level,
                code: word($code),
            },)*
        ];
    };
}

const fn word(word: &'static str) -> Option<&'static str> {
    if word.is_empty() { None } else { Some(word) }
}

techniques! {
    FullHouse "Full House" "full-house" Single Easy "0000"
    NakedSingle "Naked Single" "naked-single" Single Easy "0003"
    HiddenSingle "Hidden Single" "hidden-single" Single Easy "0002"

    LockedPair "Locked Pair" "locked-pair" Intersection Medium "0110"
    LockedTriple "Locked Triple" "locked-triple" Intersection Medium "0111"
    LockedCandidates1 "Locked Candidates Type 1 (Pointing)" "locked-candidates-1" Intersection Medium "0100"
    LockedCandidates2 "Locked Candidates Type 2 (Claiming)" "locked-candidates-2" Intersection Medium "0101"

    NakedPair "Naked Pair" "naked-pair" Subset Medium "0200"
    NakedTriple "Naked Triple" "naked-triple" Subset Medium "0201"
    NakedQuadruple "Naked Quadruple" "naked-quadruple" Subset Hard "0202"
    HiddenPair "Hidden Pair" "hidden-pair" Subset Medium "0210"
    HiddenTriple "Hidden Triple" "hidden-triple" Subset Medium "0211"
    HiddenQuadruple "Hidden Quadruple" "hidden-quadruple" Subset Hard "0212"

    XWing "X-Wing" "x-wing" Fish Hard "0300"
    Swordfish "Swordfish" "swordfish" Fish Hard "0301"
    Jellyfish "Jellyfish" "jellyfish" Fish Hard "0302"
    Squirmbag "Squirmbag" "squirmbag" Fish Unfair "0303"
    Whale "Whale" "whale" Fish Unfair "0304"
    Leviathan "Leviathan" "leviathan" Fish Unfair "0305"
    FinnedXWing "Finned X-Wing" "finned-x-wing" Fish Hard "0310"
    FinnedSwordfish "Finned Swordfish" "finned-swordfish" Fish Unfair "0311"
    FinnedJellyfish "Finned Jellyfish" "finned-jellyfish" Fish Unfair "0312"
    FinnedSquirmbag "Finned Squirmbag" "finned-squirmbag" Fish Unfair "0313"
    FinnedWhale "Finned Whale" "finned-whale" Fish Unfair "0314"
    FinnedLeviathan "Finned Leviathan" "finned-leviathan" Fish Unfair "0315"
    SashimiXWing "Sashimi X-Wing" "sashimi-x-wing" Fish Hard "0320"
    SashimiSwordfish "Sashimi Swordfish" "sashimi-swordfish" Fish Unfair "0321"
    SashimiJellyfish "Sashimi Jellyfish" "sashimi-jellyfish" Fish Unfair "0322"
    SashimiSquirmbag "Sashimi Squirmbag" "sashimi-squirmbag" Fish Unfair "0323"
    SashimiWhale "Sashimi Whale" "sashimi-whale" Fish Unfair "0324"
    SashimiLeviathan "Sashimi Leviathan" "sashimi-leviathan" Fish Unfair "0325"
    FrankenXWing "Franken X-Wing" "franken-x-wing" Fish Unfair "0330"
    FrankenSwordfish "Franken Swordfish" "franken-swordfish" Fish Unfair "0331"
    FrankenJellyfish "Franken Jellyfish" "franken-jellyfish" Fish Unfair "0332"
    FrankenSquirmbag "Franken Squirmbag" "franken-squirmbag" Fish Extreme "0333"
    FrankenWhale "Franken Whale" "franken-whale" Fish Extreme "0334"
    FrankenLeviathan "Franken Leviathan" "franken-leviathan" Fish Extreme "0335"
    FinnedFrankenXWing "Finned Franken X-Wing" "finned-franken-x-wing" Fish Unfair "0340"
    FinnedFrankenSwordfish "Finned Franken Swordfish" "finned-franken-swordfish" Fish Unfair "0341"
    FinnedFrankenJellyfish "Finned Franken Jellyfish" "finned-franken-jellyfish" Fish Unfair "0342"
    FinnedFrankenSquirmbag "Finned Franken Squirmbag" "finned-franken-squirmbag" Fish Extreme "0343"
    FinnedFrankenWhale "Finned Franken Whale" "finned-franken-whale" Fish Extreme "0344"
    FinnedFrankenLeviathan "Finned Franken Leviathan" "finned-franken-leviathan" Fish Extreme "0345"
    MutantXWing "Mutant X-Wing" "mutant-x-wing" Fish Extreme "0350"
    MutantSwordfish "Mutant Swordfish" "mutant-swordfish" Fish Extreme "0351"
    MutantJellyfish "Mutant Jellyfish" "mutant-jellyfish" Fish Extreme "0352"
    MutantSquirmbag "Mutant Squirmbag" "mutant-squirmbag" Fish Extreme "0353"
    MutantWhale "Mutant Whale" "mutant-whale" Fish Extreme "0354"
    MutantLeviathan "Mutant Leviathan" "mutant-leviathan" Fish Extreme "0355"
    FinnedMutantXWing "Finned Mutant X-Wing" "finned-mutant-x-wing" Fish Extreme "0360"
    FinnedMutantSwordfish "Finned Mutant Swordfish" "finned-mutant-swordfish" Fish Extreme "0361"
    FinnedMutantJellyfish "Finned Mutant Jellyfish" "finned-mutant-jellyfish" Fish Extreme "0362"
    FinnedMutantSquirmbag "Finned Mutant Squirmbag" "finned-mutant-squirmbag" Fish Extreme "0363"
    FinnedMutantWhale "Finned Mutant Whale" "finned-mutant-whale" Fish Extreme "0364"
    FinnedMutantLeviathan "Finned Mutant Leviathan" "finned-mutant-leviathan" Fish Extreme "0365"
    KrakenFish1 "Kraken Fish Type 1" "kraken-fish-1" Fish Extreme "0371"
    KrakenFish2 "Kraken Fish Type 2" "kraken-fish-2" Fish Extreme "0372"

    Skyscraper "Skyscraper" "skyscraper" SingleDigit Hard "0400"
    TwoStringKite "2-String Kite" "2-string-kite" SingleDigit Hard "0401"
    DualTwoStringKite "Dual 2-String Kite" "dual-2-string-kite" SingleDigit Hard "0404"
    TurbotFish "Turbot Fish" "turbot-fish" SingleDigit Hard "0403"
    EmptyRectangle "Empty Rectangle" "empty-rectangle" SingleDigit Hard "0402"
    DualEmptyRectangle "Dual Empty Rectangle" "dual-empty-rectangle" SingleDigit Hard "0405"
    BrokenWing "Broken Wing" "broken-wing" SingleDigit Unfair ""

    SimpleColorsTrap "Simple Colors Trap" "simple-colors-trap" Coloring Hard "0500"
    SimpleColorsWrap "Simple Colors Wrap" "simple-colors-wrap" Coloring Hard "0501"
    MultiColors1 "Multi Colors 1" "multi-colors-1" Coloring Hard "0502"
    MultiColors2 "Multi Colors 2" "multi-colors-2" Coloring Hard "0503"
    Medusa "3D Medusa" "3d-medusa" Coloring Unfair ""

    XYWing "XY-Wing" "xy-wing" Wing Hard "0800"
    XYZWing "XYZ-Wing" "xyz-wing" Wing Hard "0801"
    WWing "W-Wing" "w-wing" Wing Hard "0803"
    WXYZWing "WXYZ-Wing" "wxyz-wing" Wing Unfair ""
    VWXYZWing "VWXYZ-Wing" "vwxyz-wing" Wing Unfair ""
    UVWXYZWing "UVWXYZ-Wing" "uvwxyz-wing" Wing Unfair ""

    UniqueRectangle1 "Uniqueness Test 1" "unique-rectangle-1" Uniqueness Hard "0600"
    UniqueRectangle2 "Uniqueness Test 2" "unique-rectangle-2" Uniqueness Hard "0601"
    UniqueRectangle3 "Uniqueness Test 3" "unique-rectangle-3" Uniqueness Hard "0602"
    UniqueRectangle4 "Uniqueness Test 4" "unique-rectangle-4" Uniqueness Hard "0603"
    UniqueRectangle5 "Uniqueness Test 5" "unique-rectangle-5" Uniqueness Hard "0604"
    UniqueRectangle6 "Uniqueness Test 6" "unique-rectangle-6" Uniqueness Hard "0605"
    HiddenRectangle "Hidden Rectangle" "hidden-rectangle" Uniqueness Hard "0606"
    AvoidableRectangle1 "Avoidable Rectangle Type 1" "avoidable-rectangle-1" Uniqueness Hard "0607"
    AvoidableRectangle2 "Avoidable Rectangle Type 2" "avoidable-rectangle-2" Uniqueness Hard "0608"
    UniqueLoop "Unique Loop" "unique-loop" Uniqueness Hard ""
    BugPlus1 "Bivalue Universal Grave + 1" "bug-1" Uniqueness Hard "0610"
    Bug2 "Bivalue Universal Grave Type 2" "bug-2" Uniqueness Hard ""
    Bug3 "Bivalue Universal Grave Type 3" "bug-3" Uniqueness Hard ""
    Bug4 "Bivalue Universal Grave Type 4" "bug-4" Uniqueness Hard ""

    RemotePair "Remote Pair" "remote-pair" Chain Hard "0703"
    XChain "X-Chain" "x-chain" Chain Unfair "0701"
    XYChain "XY-Chain" "xy-chain" Chain Unfair "0702"
    ContinuousNiceLoop "Continuous Nice Loop" "continuous-nice-loop" Chain Unfair "0706"
    DiscontinuousNiceLoop "Discontinuous Nice Loop" "discontinuous-nice-loop" Chain Unfair "0707"
    Aic "AIC" "aic" Chain Unfair "0708"
    GroupedContinuousNiceLoop "Grouped Continuous Nice Loop" "grouped-continuous-nice-loop" Chain Unfair "0709"
    GroupedDiscontinuousNiceLoop "Grouped Discontinuous Nice Loop" "grouped-discontinuous-nice-loop" Chain Unfair "0710"
    GroupedAic "Grouped AIC" "grouped-aic" Chain Unfair "0711"

    SueDeCoq "Sue de Coq" "sue-de-coq" AlmostLockedSet Unfair "1101"
    AlsXz "Almost Locked Set XZ-Rule" "als-xz" AlmostLockedSet Unfair "0901"
    AlsXyWing "Almost Locked Set XY-Wing" "als-xy-wing" AlmostLockedSet Unfair "0902"
    AlsChain "Almost Locked Set Chain" "als-chain" AlmostLockedSet Unfair "0903"
    DeathBlossom "Death Blossom" "death-blossom" AlmostLockedSet Unfair "0904"

    AlignedPairExclusion "Aligned Pair Exclusion" "aligned-pair-exclusion" Exclusion Unfair ""
    AlignedTripleExclusion "Aligned Triple Exclusion" "aligned-triple-exclusion" Exclusion Extreme ""
    Firework "Firework" "firework" Exclusion Unfair ""

    Tridagon "Tridagon" "tridagon" Pattern Extreme ""
    TridagonForcingChain "Tridagon Forcing Chain" "tridagon-forcing-chain" Pattern Extreme ""
    TridagonForcingNet "Tridagon Forcing Net" "tridagon-forcing-net" Pattern Extreme ""
    SkLoop "SK-Loop" "sk-loop" Pattern Extreme ""
    JuniorExocet "Junior Exocet" "junior-exocet" Pattern Extreme ""
    MultiSector "Multi-Sector Locked Set" "msls" Pattern Extreme ""

    ForcingChainContradiction "Forcing Chain Contradiction" "forcing-chain-contradiction" Forcing Extreme "1301"
    ForcingChainVerity "Forcing Chain Verity" "forcing-chain-verity" Forcing Extreme "1302"
    ForcingNetContradiction "Forcing Net Contradiction" "forcing-net-contradiction" Forcing Extreme "1303"
    ForcingNetVerity "Forcing Net Verity" "forcing-net-verity" Forcing Extreme "1304"
    DynamicForcingChains "Dynamic Forcing Chains" "dynamic-forcing-chains" Forcing Extreme ""
    DynamicForcingChainsPlus "Dynamic Forcing Chains (+)" "dynamic-forcing-chains-plus" Forcing Extreme ""
    NestedForcingChains "Dynamic Forcing Chains (+ Forcing Chains)" "nested-forcing-chains" Forcing Extreme ""
    NestedMultipleChains "Dynamic Forcing Chains (+ Multiple Forcing Chains)" "nested-multiple-chains" Forcing Extreme ""
    NestedDynamicChains "Dynamic Forcing Chains (+ Dynamic Forcing Chains)" "nested-dynamic-chains" Forcing Extreme ""
    NestedDynamicChainsPlus "Dynamic Forcing Chains (+ Dynamic Forcing Chains (+))" "nested-dynamic-chains-plus" Forcing Extreme ""

    TemplateSet "Template Set" "template-set" LastResort Extreme "1201"
    TemplateDelete "Template Delete" "template-delete" LastResort Extreme "1202"
    BruteForce "Brute Force" "brute-force" LastResort Extreme ""
}

/// Other names that players use, without blanks and hyphens, and the slug of what each means.
const ALIASES: &[(&str, &str)] = &[
    ("lastdigit", "full-house"),
    ("lastcell", "full-house"),
    ("lonesingle", "naked-single"),
    ("forceddigit", "naked-single"),
    ("solecandidate", "naked-single"),
    ("pinneddigit", "hidden-single"),
    ("pointing", "locked-candidates-1"),
    ("pointingpair", "locked-candidates-1"),
    ("pointingtriple", "locked-candidates-1"),
    ("claiming", "locked-candidates-2"),
    ("claimingpair", "locked-candidates-2"),
    ("boxlinereduction", "locked-candidates-2"),
    ("nakedquad", "naked-quadruple"),
    ("hiddenquad", "hidden-quadruple"),
    ("starfish", "squirmbag"),
    ("kite", "2-string-kite"),
    ("twostringkite", "2-string-kite"),
    ("turbot", "turbot-fish"),
    ("oddagon", "broken-wing"),
    ("guardians", "broken-wing"),
    ("colortrap", "simple-colors-trap"),
    ("colourtrap", "simple-colors-trap"),
    ("colorwrap", "simple-colors-wrap"),
    ("colourwrap", "simple-colors-wrap"),
    ("medusa", "3d-medusa"),
    ("ywing", "xy-wing"),
    ("semiremotepair", "w-wing"),
    ("ur1", "unique-rectangle-1"),
    ("ur2", "unique-rectangle-2"),
    ("ur3", "unique-rectangle-3"),
    ("ur4", "unique-rectangle-4"),
    ("ur5", "unique-rectangle-5"),
    ("ur6", "unique-rectangle-6"),
    ("ar1", "avoidable-rectangle-1"),
    ("ar2", "avoidable-rectangle-2"),
    ("bug", "bug-1"),
    ("bug+1", "bug-1"),
    ("ring", "continuous-nice-loop"),
    ("aicring", "continuous-nice-loop"),
    ("alternatinginferencechain", "aic"),
    ("groupedring", "grouped-continuous-nice-loop"),
    ("twosectordisjointsubsets", "sue-de-coq"),
    ("sdc", "sue-de-coq"),
    ("almostlockedsetxz", "als-xz"),
    ("ape", "aligned-pair-exclusion"),
    ("ate", "aligned-triple-exclusion"),
    ("templates", "template-set"),
    ("guess", "brute-force"),
    ("thorshammer", "tridagon"),
    ("trivalueoddagon", "tridagon"),
    ("dominoloop", "sk-loop"),
    ("multisectorlockedsets", "msls"),
];

/// A name as it is compared: small letters, and no blanks, hyphens or underscores.
fn squashed(name: &str) -> String {
    let kept = name.chars().filter(|sign| !" -_'".contains(*sign));
    kept.flat_map(char::to_lowercase).collect()
}

impl Technique {
    /// Its line in [`TECHNIQUES`].
    pub fn about(self) -> &'static About {
        &TECHNIQUES[self as usize]
    }

    /// `X-Wing`.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Whether its conclusions hold only for a puzzle with a single solution.
    pub fn assumes_unique(self) -> bool {
        self.about().family == Family::Uniqueness
    }

    /// The technique by its slug, its name, or another name that players use, in any case and
    /// with or without hyphens.
    ///
    /// ```
    /// use ninefold::logic::Technique;
    ///
    /// assert_eq!(Technique::find("x-wing"), Some(Technique::XWing));
    /// assert_eq!(Technique::find("Naked Pair"), Some(Technique::NakedPair));
    /// assert_eq!(Technique::find("BUG+1"), Some(Technique::BugPlus1));
    /// assert_eq!(Technique::find("Y-Wing"), Some(Technique::XYWing));
    /// ```
    pub fn find(name: &str) -> Option<Technique> {
        let name = squashed(name);
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        let name = alias.map_or(name, |(_, slug)| squashed(slug));
        let is_it = |about: &&About| squashed(about.slug) == name || squashed(about.name) == name;
        TECHNIQUES.iter().find(is_it).map(|about| about.technique)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_slugs_and_codes_are_each_their_own() {
        let distinct = |words: Vec<&str>| {
            let set: BTreeSet<&str> = words.iter().copied().collect();
            set.len() == words.len()
        };
        assert!(distinct(TECHNIQUES.iter().map(|a| a.name).collect()));
        assert!(distinct(TECHNIQUES.iter().map(|a| a.slug).collect()));
        assert!(distinct(TECHNIQUES.iter().filter_map(|a| a.code).collect()));
        for about in TECHNIQUES {
            assert_eq!(about.technique.about().name, about.name);
            assert_eq!(Technique::find(about.slug), Some(about.technique));
            assert_eq!(Technique::find(about.name), Some(about.technique));
        }
    }

    #[test]
    fn aliases_mean_techniques_and_hide_none() {
        for (alias, slug) in ALIASES {
            assert_eq!(squashed(alias), *alias, "as it is compared");
            let meant = TECHNIQUES.iter().find(|about| about.slug == *slug);
            let meant = meant.unwrap_or_else(|| panic!("{alias} means {slug}"));
            assert_eq!(Technique::find(alias), Some(meant.technique));
            let hides = |about: &About| {
                [about.slug, about.name]
                    .map(squashed)
                    .contains(&(*alias).to_owned())
            };
            assert!(!TECHNIQUES.iter().any(hides), "{alias} is a name already");
        }
    }
}
