//! VSIDS (variable state independent decaying sum, from the SAT solver Chaff): the
//! variables that took part in the most conflicts lately come first.
//!
//! A binary heap of variables by score. Each conflict bumps the scores of the variables in
//! it, and each bump is a little larger than the one before (exponential VSIDS, MiniSat), so
//! that old scores decay without being touched.

/// The factor by which a score decays from one conflict to the next.
const DECAY: f64 = 0.95;

/// The largest score that a variable starts with.
const INITIAL_SCORE: f64 = 1e-5;

const ABSENT: u32 = u32::MAX;

/// Variables in descending order of their scores.
pub(super) struct Order {
    scores: Vec<f64>,
    heap: Vec<u32>,
    places: Vec<u32>,
    /// The size of the next bump.
    increment: f64,
}

impl Order {
    /// An order of `n` variables. All start with the same score, or, with a seed other than
    /// zero, with random ones.
    pub(super) fn new(n: usize, seed: u64) -> Order {
        let mut state = seed;
        let mut random = || {
            // SplitMix64 (G. Steele, D. Lea, C. Flood): good enough to break ties.
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            (z >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut order = Order {
            scores: (0..n)
                .map(|_| {
                    if seed == 0 {
                        INITIAL_SCORE
                    } else {
                        INITIAL_SCORE * random()
                    }
                })
                .collect(),
            heap: Vec::with_capacity(n),
            places: vec![ABSENT; n],
            increment: 1.0,
        };
        (0..n as u32).for_each(|variable| order.push(variable));
        order
    }

    /// Removes the variable with the highest score.
    pub(super) fn pop(&mut self) -> Option<u32> {
        if self.heap.is_empty() {
            return None;
        }
        let best = self.heap.swap_remove(0);
        self.places[best as usize] = ABSENT;
        if let Some(&last) = self.heap.first() {
            self.places[last as usize] = 0;
            self.sink(0);
        }
        Some(best)
    }

    /// The score of a variable.
    pub(super) fn score(&self, variable: u32) -> f64 {
        self.scores[variable as usize]
    }

    /// Inserts a variable, unless the heap has it.
    pub(super) fn push(&mut self, variable: u32) {
        if self.places[variable as usize] == ABSENT {
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Bumps the score of a variable that took part in a conflict.
    pub(super) fn bump(&mut self, variable: u32) {
        let score = &mut self.scores[variable as usize];
        *score += self.increment;
        if *score > 1e100 {
            self.scores.iter_mut().for_each(|score| *score *= 1e-100);
            self.increment *= 1e-100;
        }
        let place = self.places[variable as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    /// Decays all scores, by making later bumps larger.
    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[variable as usize];
        while place > 0 {
            let above = (place - 1) / 2;
            let other = self.heap[above];
            if self.scores[other as usize] >= score {
                break;
            }
            self.heap[place] = other;
            self.places[other as usize] = place as u32;
            place = above;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn sink(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[variable as usize];
        loop {
            let left = 2 * place + 1;
            let Some(&first) = self.heap.get(left) else {
                break;
            };
            let mut below = (left, first);
            if let Some(&second) = self.heap.get(left + 1)
                && self.scores[second as usize] > self.scores[first as usize]
            {
                below = (left + 1, second);
            }
            let (next, other) = below;
            if self.scores[other as usize] <= score {
                break;
            }
            self.heap[place] = other;
            self.places[other as usize] = place as u32;
            place = next;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }
}
