/* Ninefold's fast 9x9 engines for C and everything that speaks C.
 *
 *     cargo build --release -p ninefold-capi
 *     cc -Icrates/ninefold-capi/include solve.c -Ltarget/release -lninefold_capi
 *
 * A puzzle is 81 characters, row by row: '1' to '9' for a given, anything else for a
 * blank. Nothing is terminated by a zero byte. All functions may be called from many
 * threads at once.
 */
#ifndef NINEFOLD_H
#define NINEFOLD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Solves one puzzle as fast as possible.
 *
 * Looks for solutions until there are `limit` of them or no more, and returns how many
 * it found. The first one is written to `solution` (81 bytes, untouched if it found
 * none), the number of guesses to `guesses`; either may be NULL. `flags` is for later
 * and must be 0. If `puzzle` is NULL, returns 0 and writes nothing.
 */
size_t ninefold_solve(const char *puzzle, size_t limit, uint32_t flags,
                      char *solution, size_t *guesses);

/* Solves `n` puzzles; puzzle i starts at `puzzles + i * stride` (`stride` >= 81).
 *
 * The first solution of puzzle i is written to `solutions + 81 * i` (81 dots if it found
 * none), the number of its solutions, at most `limit` and at most 255, to `counts[i]`.
 * Both are what ninefold_solve finds for puzzle i alone: they do not depend on the other
 * puzzles. Does nothing if a pointer is NULL or `stride` < 81.
 */
void ninefold_solve_many(const char *puzzles, size_t stride, size_t n, size_t limit,
                         char *solutions, uint8_t *counts);

#ifdef __cplusplus
}
#endif

#endif
