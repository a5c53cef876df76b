"""MiniSat on what singles leave of a puzzle: the peer for large boards.

    pip install python-sat
    python3 benchmarks/minisat.py FILE [LIMIT]

FILE has one puzzle a line, numbers with blanks between them, 0 for an empty cell, in
square boxes. Only MiniSat is timed (clauses added, LIMIT solutions looked for, one unless
told), in CPU time; the singles and the clauses are Python's and are not.
"""

import sys
import time
from itertools import combinations
from math import isqrt

from pysat.solvers import Minisat22


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


def clauses(marks, size):
    number = {}
    for cell, mark in enumerate(marks):
        if len(mark) > 1:
            for digit in mark:
                number[cell, digit] = len(number) + 1
    groups = [[number[c, d] for d in m] for c, m in enumerate(marks) if len(m) > 1]
    for house in houses(size):
        for digit in range(1, size + 1):
            groups.append([number[c, digit] for c in house if (c, digit) in number])
    for group in filter(None, groups):
        yield group
        yield from ([-a, -b] for a, b in combinations(group, 2))


def main():
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    times = []
    for line in open(sys.argv[1]):
        givens = [int(word) for word in line.split()]
        size = isqrt(len(givens))
        of = [[] for _ in givens]
        for house in houses(size):
            for cell in house:
                of[cell].append(house)
        rules = list(clauses(singles(givens, size, of), size))
        start = time.process_time()
        with Minisat22(bootstrap_with=rules) as solver:
            for _ in range(limit):
                if not rules or not solver.solve():
                    break
                solver.add_clause([-x for x in solver.get_model() if x > 0])
        times.append((time.process_time() - start) * 1000)
        print(f"{size}x{size}, {givens.count(0) / len(givens):.0%} holes: {times[-1]:.2f} ms")
    times.sort()
    at = lambda share: times[max(1, -(-len(times) * share // 100)) - 1]
    print(f"median {at(50):.2f} ms, p90 {at(90):.2f} ms, worst {times[-1]:.2f} ms")


main()
