/* Ninefold's fast 9x9 engines for C, and for every language that can call C.
 *
 *     cargo build --profile dist -p ninefold-capi
 *     cc -Icrates/ninefold-capi/include solve.c -Ltarget/dist -lninefold_capi
 *
 * README.md, beside this folder, has static linking, pkg-config and installing.
 *
 * A puzzle is 81 characters, row by row: '1' to '9' for a given, anything else for a
 * blank. No string is terminated by a zero byte, except those of ninefold_version and
 * ninefold_error. Results below zero are errors, and no count: see below. All functions
 * may be called from many threads at once, and none of them aborts or exits.
 */
#ifndef NINEFOLD_H
#define NINEFOLD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Errors, all below zero. ninefold_error has a text for each; later versions may add
 * others, so treat every result below zero as an error. */
#define NINEFOLD_ERROR_NULL (-1)      /* a required pointer is NULL */
#define NINEFOLD_ERROR_FLAGS (-2)     /* an unknown bit in `flags` */
#define NINEFOLD_ERROR_CHARACTER (-3) /* NINEFOLD_STRICT: neither a digit nor a blank */
#define NINEFOLD_ERROR_STRIDE (-4)    /* `stride` < 81 */
#define NINEFOLD_ERROR_SIZE (-5)      /* `n * stride` is more than a memory can hold */
#define NINEFOLD_STOPPED (-6)         /* the stop flag was set */

/* A flag: only '0' and '.' are blanks, any other character is an error. */
#define NINEFOLD_STRICT 1u

/* The version of the library, as "1.2.3". */
const char *ninefold_version(void);

/* A short text for a result below zero, in English; never NULL. */
const char *ninefold_error(ptrdiff_t code);

/* Solves one puzzle as fast as possible.
 *
 * Searches for solutions until there are `limit` of them or no more, and returns the
 * number found: 0 if there is none, also where givens clash. The first one is written to
 * `solution` (81 bytes, untouched if there is none), the number of guesses to `guesses`;
 * either may be NULL. `flags` is 0 or NINEFOLD_STRICT. On an error nothing is written.
 */
ptrdiff_t ninefold_solve(const char *puzzle, size_t limit, uint32_t flags,
                         char *solution, size_t *guesses);

/* The same, for searches that may take long: a large `limit` and few givens.
 *
 * The search polls `*stop` many times a second, and returns NINEFOLD_STOPPED soon after it
 * is not 0 any more; `solution` and `guesses` then hold what was found so far. Another
 * thread sets the flag by an atomic store, a signal handler as a volatile sig_atomic_t of
 * the size of an int. `stop` may be NULL. It is slower to start than ninefold_solve, by a
 * few microseconds.
 */
ptrdiff_t ninefold_solve_until(const char *puzzle, size_t limit, uint32_t flags,
                               char *solution, size_t *guesses,
                               const volatile int *stop);

/* Solves `n` puzzles; puzzle i starts at `puzzles + i * stride` (`stride` >= 81).
 *
 * The first solution of puzzle i is written to `solutions + 81 * i` (81 dots if there is
 * none), the number of its solutions, at most `limit` and at most 255, to `counts[i]`.
 * Both are what ninefold_solve finds for puzzle i alone: they do not depend on the other
 * puzzles. Returns `n`, or an error, and then nothing is written.
 */
ptrdiff_t ninefold_solve_many(const char *puzzles, size_t stride, size_t n, size_t limit,
                              char *solutions, uint8_t *counts);

/* The same, with a stop flag as for ninefold_solve_until. It is polled every few thousand
 * puzzles. Returns the number of puzzles done, always the first ones: less than `n` if it
 * was stopped. The rest of `solutions` and `counts` is untouched.
 */
ptrdiff_t ninefold_solve_many_until(const char *puzzles, size_t stride, size_t n,
                                    size_t limit, char *solutions, uint8_t *counts,
                                    const volatile int *stop);

#ifdef __cplusplus
}
#endif

#endif
