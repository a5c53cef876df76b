//! Cycles and forcing chains, Nishio, and what several assumptions have in common.

use std::collections::{BTreeSet, VecDeque};

use super::{About, Cell, Hint, KINDS, Position, Producer, each, house, house_of, sees};

pub(super) const PRODUCERS: &[Producer] = &[
    cycles_and_forcing_chains,
    super::patterns::triplet_exclusion,
    |position| several(position, Mode::Nishio),
    |position| several(position, Mode::Static),
    |position| several(position, Mode::Dynamic),
];

/// What a node says: the digit of a cell, and whether it is on.
type Claim = (Cell, u8, bool);

fn opposite((cell, digit, on): Claim) -> Claim {
    (cell, digit, !on)
}

/// A claim with the nodes it follows from, the first of which is its main parent.
#[derive(Clone, Debug)]
struct Node {
    claim: Claim,
    parents: Vec<usize>,
}

/// Why a candidate is switched on.
#[derive(Clone, Copy)]
enum Cause {
    Cell,
    House(usize),
}

/// What is off if a candidate is on, in the order in which it is reached: the other candidates
/// of its cell, unless `x_only`, then its digit in block, row and column.
fn on_to_off(position: &Position, (cell, digit, _): Claim, x_only: bool) -> Vec<Claim> {
    let mut targets = Vec::new();
    for other in each(position.candidates[cell]).filter(|&other| other != digit && !x_only) {
        targets.push((cell, other, false));
    }
    for kind in KINDS {
        for other in house(kind, house_of(kind, cell)) {
            let target = (other, digit, false);
            if other != cell && position.has(other, digit) && !targets.contains(&target) {
                targets.push(target);
            }
        }
    }
    targets
}

/// What is on if a candidate is off: the other one of two in its cell, the other one of two
/// places in block, row and column.
fn off_to_on(
    position: &Position,
    (cell, digit, _): Claim,
    by_cells: bool,
    by_houses: bool,
) -> Vec<(Claim, Cause)> {
    let mut targets: Vec<(Claim, Cause)> = Vec::new();
    let mut add = |target: Claim, cause: Cause| {
        if targets.iter().all(|&(there, _)| there != target) {
            targets.push((target, cause));
        }
    };
    if by_cells && position.has(cell, digit) && position.n(cell) == 2 {
        for other in each(position.candidates[cell]).filter(|&other| other != digit) {
            add((cell, other, true), Cause::Cell);
        }
    }
    for kind in KINDS.into_iter().filter(|_| by_houses) {
        let cells = house(kind, house_of(kind, cell)).into_iter();
        let places: Vec<Cell> = cells.filter(|&c| position.has(c, digit)).collect();
        if places.len() == 2 && places.contains(&cell) {
            let other = places.into_iter().find(|&place| place != cell);
            add(
                (other.expect("there are two"), digit, true),
                Cause::House(kind),
            );
        }
    }
    targets
}

/// All claims that a node rests on, itself among them.
fn ancestors(nodes: &[Node], target: usize) -> BTreeSet<Claim> {
    let mut claims = BTreeSet::new();
    let mut open = vec![target];
    while let Some(node) = open.pop() {
        if claims.insert(nodes[node].claim) {
            open.extend(&nodes[node].parents);
        }
    }
    claims
}

/// A rating by the number of nodes.
fn rated(base: f64, complexity: usize) -> f64 {
    let (mut rating, mut limit, mut by_half) = (base, 4.0, true);
    while complexity as f64 - 2.0 > limit {
        rating += 0.1;
        limit = if by_half {
            limit * 1.5
        } else {
            limit * 4.0 / 3.0
        };
        by_half = !by_half;
    }
    rating
}

/// A hint that concludes one claim: the candidate goes, or the others of its cell do.
fn concluding(position: &Position, claim: Claim, hint: Hint) -> Option<Hint> {
    let (cell, digit, on) = claim;
    let hint = if on {
        let others = each(position.candidates[cell]).filter(|&other| other != digit);
        let others: Vec<(Cell, u8)> = others.map(|other| (cell, other)).collect();
        hint.deleting(position, others).placing(cell, digit)
    } else {
        hint.deleting(position, [(cell, digit)])
    };
    Some(hint).filter(Hint::is_worthy)
}

/// Sorts by rating, complexity and key; what was found first stays first.
fn sorted(mut hints: Vec<Hint>) -> Vec<Hint> {
    hints.sort_by(|a, b| {
        let order = a.rating.total_cmp(&b.rating);
        order
            .then(a.complexity.cmp(&b.complexity))
            .then(a.key.cmp(&b.key))
    });
    hints
}

/// The links of one pass, and what it rates its hints by.
struct Pass {
    by_cells: bool,
    by_houses: bool,
    cycle: f64,
    forcing: Option<f64>,
    key: u8,
    names: [&'static str; 2],
}

const PASSES: [Pass; 3] = [
    Pass {
        by_cells: false,
        by_houses: true,
        cycle: 6.5,
        forcing: Some(6.6),
        key: 2,
        names: ["X-cycle", "forcing X-chain"],
    },
    Pass {
        by_cells: true,
        by_houses: false,
        cycle: 6.5,
        forcing: None,
        key: 3,
        names: ["Y-cycle", ""],
    },
    Pass {
        by_cells: true,
        by_houses: true,
        cycle: 7.0,
        forcing: Some(7.0),
        key: 4,
        names: ["cycle", "forcing chain"],
    },
];

impl Pass {
    fn on_to_off(&self, position: &Position, claim: Claim) -> Vec<Claim> {
        on_to_off(position, claim, !self.by_cells)
    }

    fn off_to_on(&self, position: &Position, claim: Claim) -> Vec<Claim> {
        let targets = off_to_on(position, claim, self.by_cells, self.by_houses);
        targets.into_iter().map(|(target, _)| target).collect()
    }
}

fn cycles_and_forcing_chains(position: &Position) -> Vec<Hint> {
    let mut hints = Vec::new();
    for pass in &PASSES {
        for cell in 0..81 {
            let n = position.n(cell);
            if n < 2 || (!pass.by_houses && n != 2) {
                continue;
            }
            for digit in each(position.candidates[cell]) {
                cycles(position, pass, (cell, digit, true), &mut hints);
                if pass.forcing.is_some() {
                    let (mut off, mut on) = (None, None);
                    forced(position, pass, (cell, digit, true), &mut off, &mut on);
                    forced(position, pass, (cell, digit, false), &mut off, &mut on);
                    hints.extend(off.into_iter().chain(on));
                }
            }
        }
    }
    sorted(hints)
}

/// Whether a claim is one of a node's ancestors, along first parents.
fn is_behind(nodes: &[Node], node: usize, claim: Claim) -> bool {
    let mut at = Some(node);
    while let Some(index) = at {
        if nodes[index].claim == claim {
            return true;
        }
        at = nodes[index].parents.first().copied();
    }
    false
}

fn cycles(position: &Position, pass: &Pass, start: Claim, hints: &mut Vec<Hint>) {
    let mut nodes = vec![Node {
        claim: start,
        parents: Vec::new(),
    }];
    let mut seen_on = BTreeSet::from([start]);
    let (mut ons, mut offs) = (vec![0], Vec::new());
    let mut rounds = 0;
    while !ons.is_empty() || !offs.is_empty() {
        rounds += 1;
        for from in std::mem::take(&mut ons) {
            for target in pass.on_to_off(position, nodes[from].claim) {
                if !is_behind(&nodes, from, target) {
                    offs.push(nodes.len());
                    nodes.push(Node {
                        claim: target,
                        parents: vec![from],
                    });
                }
            }
        }
        for from in std::mem::take(&mut offs) {
            for target in pass.off_to_on(position, nodes[from].claim) {
                let node = Node {
                    claim: target,
                    parents: vec![from],
                };
                if target == start && rounds >= 2 {
                    nodes.push(node.clone());
                    hints.extend(cycle(position, pass, start, &nodes));
                }
                if seen_on.insert(target) {
                    ons.push(nodes.len());
                    nodes.push(node);
                }
            }
        }
    }
}

/// The cycle that ends with the last node.
fn cycle(position: &Position, pass: &Pass, start: Claim, nodes: &[Node]) -> Option<Hint> {
    // Each node has one parent, so the ancestors are the nodes of the cycle.
    let claims = ancestors(nodes, nodes.len() - 1);
    let is_seen = |cell: Cell, digit: u8, on: bool| {
        let mut same = claims
            .iter()
            .filter(|claim| (claim.1, claim.2) == (digit, on));
        same.any(|claim| sees(cell, claim.0))
    };
    let is_outside = |cell: Cell| claims.iter().all(|claim| claim.0 != cell);
    let outside = (0..81).filter(|&cell| is_outside(cell));
    let candidates =
        outside.flat_map(|cell| each(position.candidates[cell]).map(move |d| (cell, d)));
    let seen = candidates.filter(|&(cell, d)| is_seen(cell, d, true) && is_seen(cell, d, false));
    let about = About::Candidate {
        cell: start.0,
        digit: start.1,
        on: true,
    };
    let hint = Hint {
        complexity: claims.len(),
        key: pass.key,
        ..Hint::pattern(pass.names[0], rated(pass.cycle, claims.len()), about)
    };
    Some(hint.deleting(position, seen)).filter(Hint::is_worthy)
}

fn forced(
    position: &Position,
    pass: &Pass,
    start: Claim,
    off: &mut Option<Hint>,
    on: &mut Option<Hint>,
) {
    let mut nodes = vec![Node {
        claim: start,
        parents: Vec::new(),
    }];
    let mut seen = BTreeSet::from([start]);
    let (mut ons, mut offs) = if start.2 {
        (vec![0], vec![])
    } else {
        (vec![], vec![0])
    };
    while !ons.is_empty() || !offs.is_empty() {
        for turn_on in [false, true] {
            let from = std::mem::take(if turn_on { &mut offs } else { &mut ons });
            for from in from {
                let claim = nodes[from].claim;
                let targets = if turn_on {
                    pass.off_to_on(position, claim)
                } else {
                    pass.on_to_off(position, claim)
                };
                for target in targets {
                    let node = Node {
                        claim: target,
                        parents: vec![from],
                    };
                    let kept = if turn_on { &mut *on } else { &mut *off };
                    if target == opposite(start) && kept.is_none() {
                        nodes.push(node.clone());
                        *kept = forcing(position, pass, start, &nodes);
                    }
                    if seen.insert(target) {
                        if turn_on { &mut ons } else { &mut offs }.push(nodes.len());
                        nodes.push(node);
                    }
                }
            }
        }
    }
}

/// The forcing chain that ends with the last node.
fn forcing(position: &Position, pass: &Pass, start: Claim, nodes: &[Node]) -> Option<Hint> {
    let complexity = ancestors(nodes, nodes.len() - 1).len();
    let about = About::Candidate {
        cell: start.0,
        digit: start.1,
        on: start.2,
    };
    let base = pass.forcing.expect("the pass looks for forcing chains");
    let hint = Hint {
        complexity,
        key: pass.key,
        ..Hint::pattern(pass.names[1], rated(base, complexity), about)
    };
    concluding(position, opposite(start), hint)
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Nishio,
    Static,
    Dynamic,
}

impl Mode {
    fn base(self) -> f64 {
        match self {
            Mode::Nishio => 7.5,
            Mode::Static => 8.0,
            Mode::Dynamic => 8.5,
        }
    }

    /// What chains of one key are called.
    fn name(self, key: u8) -> &'static str {
        match (self, key) {
            (Mode::Nishio, _) => "Nishio",
            (Mode::Static, CELL) => "cell chain",
            (Mode::Static, _) => "region chain",
            (Mode::Dynamic, DOUBLE) => "dynamic double chain",
            (Mode::Dynamic, CELL) => "dynamic cell chain",
            (Mode::Dynamic, REGION) => "dynamic region chain",
            (Mode::Dynamic, _) => "dynamic contradiction chain",
        }
    }
}

const DOUBLE: u8 = 1;
const CELL: u8 = 5;
const REGION: u8 = 6;
const CONTRADICTION: u8 = 7;

/// All that follows from one claim.
struct Net {
    nodes: Vec<Node>,
    /// The nodes that are on and those that are off, in the order in which they came.
    on: Vec<usize>,
    off: Vec<usize>,
    /// Two nodes that contradict each other.
    clash: Option<[usize; 2]>,
}

impl Net {
    fn set(&self, on: bool) -> &[usize] {
        if on { &self.on } else { &self.off }
    }

    fn find(&self, claim: Claim) -> Option<usize> {
        let mut set = self.set(claim.2).iter().copied();
        set.find(|&node| self.nodes[node].claim == claim)
    }

    /// Adds a node to its set, unless its claim is there; returns whether it is new.
    fn add(&mut self, node: Node) -> Option<usize> {
        if self.find(node.claim).is_some() {
            return None;
        }
        let index = self.nodes.len();
        if node.claim.2 {
            &mut self.on
        } else {
            &mut self.off
        }
        .push(index);
        self.nodes.push(node);
        Some(index)
    }

    /// Whether the opposite of a node is there: then the two clash.
    fn clashes(&mut self, node: &Node) -> bool {
        if let Some(there) = self.find(opposite(node.claim)) {
            self.nodes.push(node.clone());
            self.clash = Some([there, self.nodes.len() - 1]);
        }
        self.clash.is_some()
    }

    fn complexity(&self, node: usize) -> usize {
        ancestors(&self.nodes, node).len()
    }
}

fn propagate(original: &Position, mode: Mode, start: Claim) -> Net {
    let mut net = Net {
        nodes: Vec::new(),
        on: Vec::new(),
        off: Vec::new(),
        clash: None,
    };
    let mut working = original.clone();
    let (mut ons, mut offs) = (VecDeque::new(), VecDeque::new());
    let first = net.add(Node {
        claim: start,
        parents: Vec::new(),
    });
    if start.2 { &mut ons } else { &mut offs }.extend(first);
    loop {
        if let Some(from) = ons.pop_front() {
            let claim = net.nodes[from].claim;
            for target in on_to_off(&working, claim, mode == Mode::Nishio) {
                let node = Node {
                    claim: target,
                    parents: vec![from],
                };
                if net.clashes(&node) {
                    return net;
                }
                offs.extend(net.add(node));
            }
        } else if let Some(from) = offs.pop_front() {
            let claim = net.nodes[from].claim;
            let targets = off_to_on(&working, claim, mode != Mode::Nishio, true);
            let with_parents: Vec<Node> = targets
                .into_iter()
                .map(|(target, cause)| {
                    let mut parents = vec![from];
                    parents.extend(hidden_parents(&net, original, &working, target, cause));
                    Node {
                        claim: target,
                        parents,
                    }
                })
                .collect();
            if mode != Mode::Static {
                working.remove(claim.0, claim.1);
            }
            for node in with_parents {
                if net.clashes(&node) {
                    return net;
                }
                ons.extend(net.add(node));
            }
        } else {
            return net;
        }
    }
}

/// The nodes for candidates that have gone since the start, without which a target would not
/// be the only one left.
fn hidden_parents(
    net: &Net,
    original: &Position,
    working: &Position,
    (cell, digit, _): Claim,
    cause: Cause,
) -> Vec<usize> {
    let candidates: Vec<(Cell, u8)> = match cause {
        Cause::Cell => (1..=9).map(|other| (cell, other)).collect(),
        Cause::House(kind) => {
            let cells = house(kind, house_of(kind, cell)).into_iter();
            cells.map(|other| (other, digit)).collect()
        }
    };
    let gone = candidates
        .into_iter()
        .filter(|&(cell, digit)| original.has(cell, digit) && !working.has(cell, digit));
    gone.filter_map(|(cell, digit)| net.find((cell, digit, false)))
        .collect()
}

/// Nishio, multiple or dynamic chains.
fn several(position: &Position, mode: Mode) -> Vec<Hint> {
    let mut hints = Vec::new();
    let least = if mode == Mode::Static { 3 } else { 2 };
    for cell in (0..81).filter(|&cell| position.n(cell) >= least) {
        let mut of_cell = Vec::new();
        for digit in each(position.candidates[cell]) {
            let with = propagate(position, mode, (cell, digit, true));
            if mode != Mode::Static {
                let without = propagate(position, mode, (cell, digit, false));
                for (net, on) in [(&with, true), (&without, false)] {
                    let about = About::Candidate { cell, digit, on };
                    hints.extend(contradiction(position, net, mode, about));
                }
                if mode == Mode::Dynamic && position.n(cell) >= 3 {
                    let about = About::Candidate {
                        cell,
                        digit,
                        on: true,
                    };
                    let nets = [&with, &without];
                    hints.extend(common(position, &nets, mode, DOUBLE, &about));
                }
            }
            if mode != Mode::Nishio {
                hints.extend(regions(position, mode, cell, digit, &with));
            }
            of_cell.push(with);
        }
        if mode != Mode::Nishio {
            let nets: Vec<&Net> = of_cell.iter().collect();
            let about = About::Cells(vec![cell]);
            hints.extend(common(position, &nets, mode, CELL, &about));
        }
    }
    sorted(hints)
}

fn contradiction(position: &Position, net: &Net, mode: Mode, about: About) -> Option<Hint> {
    let [a, b] = net.clash?;
    let start = net.nodes[0].claim;
    let complexity = net.complexity(a) + net.complexity(b);
    let hint = Hint {
        complexity,
        key: CONTRADICTION,
        ..Hint::pattern(
            mode.name(CONTRADICTION),
            rated(mode.base(), complexity),
            about,
        )
    };
    concluding(position, opposite(start), hint)
}

fn regions(position: &Position, mode: Mode, cell: Cell, digit: u8, with: &Net) -> Vec<Hint> {
    let mut hints = Vec::new();
    for kind in KINDS {
        let number = house_of(kind, cell);
        let cells = house(kind, number).into_iter();
        let places: Vec<Cell> = cells.filter(|&c| position.has(c, digit)).collect();
        if places.len() < 2 || places[0] != cell {
            continue;
        }
        let others = places[1..].iter();
        let others: Vec<Net> = others
            .map(|&other| propagate(position, mode, (other, digit, true)))
            .collect();
        let mut nets = vec![with];
        nets.extend(&others);
        let about = About::Digit {
            kind,
            number,
            digit,
        };
        hints.extend(common(position, &nets, mode, REGION, &about));
    }
    hints
}

/// What all nets have in common: what is on, then what is off, in the order of the first.
fn common(position: &Position, nets: &[&Net], mode: Mode, key: u8, about: &About) -> Vec<Hint> {
    let mut hints = Vec::new();
    for on in [true, false] {
        for &node in nets[0].set(on) {
            let claim = nets[0].nodes[node].claim;
            let targets: Option<Vec<usize>> = nets.iter().map(|net| net.find(claim)).collect();
            let Some(targets) = targets else { continue };
            let complexities = nets
                .iter()
                .zip(targets)
                .map(|(net, node)| net.complexity(node));
            let complexity = complexities.sum();
            let hint = Hint {
                complexity,
                key,
                ..Hint::pattern(
                    mode.name(key),
                    rated(mode.base(), complexity),
                    about.clone(),
                )
            };
            hints.extend(concluding(position, claim, hint));
        }
    }
    hints
}
