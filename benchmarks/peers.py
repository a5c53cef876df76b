"""Other people's solvers on what singles leave of a puzzle: the peers for large boards.

    pip install python-sat ortools
    python3 benchmarks/peers.py make 36x36@46% 40 1 > boards.txt    40 boards, by seed 1
    python3 benchmarks/peers.py PEER FILE [LIMIT]
    ninefold bench --engines auto --limit 1 --rounds 1 --timeout 5m boards.txt

PEER is minisat, glucose, cadical or cp-sat. FILE has one puzzle a line, numbers with blanks
between them, 0 for an empty cell, in square boxes. Only the peer is timed (rules added,
LIMIT solutions looked for, one unless told), in CPU time; the singles and the writing of
rules are Python's and are not. What `make` makes is of the kind that `ninefold bench --set`
measures on: a plain full grid in disguise that lost so many of its digits.
"""

import random
import re
import sys
import time
from itertools import combinations
from math import isqrt

from ortools.sat.python import cp_model
from pysat.solvers import Cadical195, Glucose4, Minisat22

SAT = {"minisat": Minisat22, "glucose": Glucose4, "cadical": Cadical195}


def houses(size):
    root = isqrt(size)
    for k in range(size):
        yield [k * size + j for j in range(size)]
        yield [j * size + k for j in range(size)]
        top, left = k // root * root, k % root * root
        yield [(top + j // root) * size + left + j % root for j in range(size)]


def singles(givens, size, of):
    """What each cell can still hold, once there are no more singles."""
    marks = [{given} if given else set(range(1, size + 1)) for given in givens]
    queue = [cell for cell, given in enumerate(givens) if given]
    known = set(queue)
    while queue:
        while queue:
            cell = queue.pop()
            (digit,) = marks[cell]
            for peer in {other for house in of[cell] for other in house} - {cell}:
                marks[peer].discard(digit)
                if len(marks[peer]) == 1 and peer not in known:
                    known.add(peer)
                    queue.append(peer)
        for house in houses(size):
            places = {}
            placed = set().union(*(marks[cell] for cell in house if cell in known))
            for cell in house:
                if cell not in known:
                    for digit in marks[cell] - placed:
                        places.setdefault(digit, []).append(cell)
            for digit, (cell, *more) in places.items():
                if not more and cell not in known:
                    marks[cell] = {digit}
                    known.add(cell)
                    queue.append(cell)
    return marks


def groups(marks, size):
    """Candidates of which exactly one is true, by number from 1."""
    number = {}
    for cell, mark in enumerate(marks):
        if len(mark) > 1:
            for digit in mark:
                number[cell, digit] = len(number) + 1
    found = [[number[c, d] for d in m] for c, m in enumerate(marks) if len(m) > 1]
    for house in houses(size):
        for digit in range(1, size + 1):
            found.append([number[c, digit] for c in house if (c, digit) in number])
    return [group for group in found if group]


def by_sat(solver, rules, limit):
    clauses = [clause for group in rules for clause in [group, *pairs(group)]]
    start = time.process_time()
    with solver(bootstrap_with=clauses) as solving:
        for _ in range(limit):
            if not clauses or not solving.solve():
                break
            solving.add_clause([-x for x in solving.get_model() if x > 0])
    return time.process_time() - start


def pairs(group):
    return ([-a, -b] for a, b in combinations(group, 2))


def by_cp_sat(rules, limit):
    model = cp_model.CpModel()
    true = {x: model.new_bool_var("") for group in rules for x in group}
    for group in rules:
        model.add_exactly_one(true[x] for x in group)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    start = time.process_time()
    for _ in range(limit):
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        model.add_bool_or(~var for var in true.values() if solver.value(var))
    return time.process_time() - start


def make(kind, how_many, seed):
    """Boards with holes at random, such as 36x36@46%."""
    size, holes = (int(number) for number in re.fullmatch(r"(\d+)x\1@(\d+)%", kind).groups())
    root = isqrt(size)
    assert root * root == size, "expected square boxes"
    chance = random.Random(seed)
    order = lambda n: chance.sample(range(n), n)
    lines = lambda: [band * root + line for band in order(root) for line in order(root)]
    for _ in range(how_many):
        rows, columns, names = lines(), lines(), order(size)
        digit = lambda row, column: names[(row % root * root + row // root + column) % size] + 1
        cells = [digit(row, column) for row in rows for column in columns]
        for hole in chance.sample(range(len(cells)), round(len(cells) * holes / 100)):
            cells[hole] = 0
        print(*cells)


def main():
    if sys.argv[1:2] == ["make"]:
        return make(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    peer, file, *more = sys.argv[1:]
    limit = int(more[0]) if more else 1
    times = []
    for line in open(file):
        givens = [int(word) for word in line.split()]
        size = isqrt(len(givens))
        of = [[] for _ in givens]
        for house in houses(size):
            for cell in house:
                of[cell].append(house)
        rules = groups(singles(givens, size, of), size)
        took = by_cp_sat(rules, limit) if peer == "cp-sat" else by_sat(SAT[peer], rules, limit)
        times.append(took * 1000)
        print(f"{size}x{size}, {givens.count(0) / len(givens):.0%} holes: {times[-1]:.2f} ms")
    times.sort()
    at = lambda share: times[max(1, -(-len(times) * share // 100)) - 1]
    print(f"median {at(50):.2f} ms, p90 {at(90):.2f} ms, worst {times[-1]:.2f} ms")


main()
