//! Which candidate to guess next: the one that was most in contradictions lately.
//!
//! A heap of candidates. Each contradiction adds to the score of those in it, and
//! each addition counts a little more than the one before, so that old merits fade
//! (VSIDS, of the SAT solver Chaff).

/// How much an addition counts, against the next.
const FADING: f64 = 0.95;

/// The most that a candidate begins with.
const NEXT_TO_NOTHING: f64 = 1e-5;

const ABSENT: u32 = u32::MAX;

/// Candidates in the order of their scores.
pub(super) struct Order {
    scores: Vec<f64>,
    heap: Vec<u32>,
    places: Vec<u32>,
    addition: f64,
}

impl Order {
    /// So many candidates. All begin with next to nothing, by chance if there is a seed.
    pub(super) fn new(n: usize, seed: u64) -> Order {
        let mut state = seed;
        let mut chance = || {
            // Splitmix (G. Steele, D. Lea, C. Flood): enough to tell candidates apart.
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
                        NEXT_TO_NOTHING
                    } else {
                        NEXT_TO_NOTHING * chance()
                    }
                })
                .collect(),
            heap: Vec::with_capacity(n),
            places: vec![ABSENT; n],
            addition: 1.0,
        };
        (0..n as u32).for_each(|variable| order.push(variable));
        order
    }

    /// The best candidate, taken out.
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

    /// How much the candidate was in contradictions.
    pub(super) fn score(&self, variable: u32) -> f64 {
        self.scores[variable as usize]
    }

    /// Puts a candidate back, if it is not there.
    pub(super) fn push(&mut self, variable: u32) {
        if self.places[variable as usize] == ABSENT {
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    /// The candidate was in a contradiction.
    pub(super) fn bump(&mut self, variable: u32) {
        let score = &mut self.scores[variable as usize];
        *score += self.addition;
        if *score > 1e100 {
            self.scores.iter_mut().for_each(|score| *score *= 1e-100);
            self.addition *= 1e-100;
        }
        let place = self.places[variable as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    /// From here on additions count more.
    pub(super) fn decay(&mut self) {
        self.addition /= FADING;
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
