/* Errors are not counts: what each of them looks like, and how a search is stopped. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "ninefold.h"

static volatile sig_atomic_t stop;

static void on_interrupt(int signal) {
    (void)signal;
    stop = 1;
}

static void show(const char *what, ptrdiff_t result) {
    if (result < 0)
        printf("%s: error %td, %s\n", what, result, ninefold_error(result));
    else
        printf("%s: %td\n", what, result);
}

int main(void) {
    char empty[81];
    memset(empty, '.', sizeof empty);
    char typo[81];
    memset(typo, '.', sizeof typo);
    typo[40] = 'x';
    const char clash[82] =
        "11...............................................................................";
    uint8_t count;

    show("no solution", ninefold_solve(clash, 2, 0, NULL, NULL));
    show("no puzzle", ninefold_solve(NULL, 2, 0, NULL, NULL));
    show("unknown flags", ninefold_solve(empty, 2, 8, NULL, NULL));
    show("a typo is a blank", ninefold_solve(typo, 2, 0, NULL, NULL));
    show("a typo, strict", ninefold_solve(typo, 2, NINEFOLD_STRICT, NULL, NULL));
    show("a short stride", ninefold_solve_many(empty, 80, 1, 2, typo, &count));

    /* There are more solutions than can be counted: Ctrl-C, here raised at once, stops it. */
    signal(SIGINT, on_interrupt);
    raise(SIGINT);
    show("interrupted", ninefold_solve_until(empty, (size_t)-1, 0, NULL, NULL, &stop));
    return 0;
}
