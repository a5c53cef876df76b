/* Solves the puzzles given as arguments, or two of its own. */
#include <stdio.h>
#include <string.h>

#include "ninefold.h"

static void solve(const char *puzzle) {
    char solution[81];
    size_t guesses = 0;
    if (strlen(puzzle) != 81) {
        fprintf(stderr, "expected 81 characters, found %zu\n", strlen(puzzle));
        return;
    }
    ptrdiff_t found = ninefold_solve(puzzle, 2, NINEFOLD_STRICT, solution, &guesses);
    if (found < 0)
        fprintf(stderr, "%s\n", ninefold_error(found));
    else if (found == 0)
        puts("none");
    else
        printf("%.81s %s\n", solution, found == 1 ? "unique" : "not unique");
}

int main(int argc, char **argv) {
    if (argc > 1) {
        for (int i = 1; i < argc; i++)
            solve(argv[i]);
        return 0;
    }

    /* Two puzzles at once, one behind the other: the second has no solution. */
    const char puzzles[] =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
        "11...............................................................................";
    char solutions[2 * 81];
    uint8_t counts[2];
    ptrdiff_t done = ninefold_solve_many(puzzles, 81, 2, 2, solutions, counts);
    if (done < 0) {
        fprintf(stderr, "%s\n", ninefold_error(done));
        return 1;
    }
    printf("%.81s %d\n", solutions, counts[0]);
    printf("%d\n", counts[1]);
    return 0;
}
