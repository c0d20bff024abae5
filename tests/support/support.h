/* SPDX-License-Identifier: MIT */
/* What the suites share: files, rows, random numbers. */
#ifndef PTC_TEST_SUPPORT_H
#define PTC_TEST_SUPPORT_H

#include <ptc/ptc.h>

/* The whole file, NUL-terminated, or an empty view with ptr NULL. Freed with free(). */
ptc_str test_read_file(const char *path);

/* A file of the project itself ("tests/bad/x.sig"); fails the test when it is missing. */
ptc_str test_read_project_file(const char *path);

/*
 * A file of the folder next to the checkout that holds vectors and data, named from its
 * root ("vectors/malli/validate.jsonl"). Prints one line "SKIP <suite>: ..." and returns
 * false when the folder is absent.
 */
bool test_read_shared(const char *suite, const char *path, ptc_str *out);

/* Moves through lines: false at the end. `*line` has no newline, `*number` counts from 1.
 */
bool test_next_line(ptc_str *rest, ptc_str *line, unsigned *number);

/* Random numbers that repeat: the seed comes from PTC_SEED or the default and is printed.
 */
typedef struct test_random {
    uint64_t state;
} test_random;

test_random test_random_start(const char *suite, uint64_t default_seed);
uint64_t test_random_next(test_random *random);
/* 0 <= result < bound; bound > 0. */
uint32_t test_random_below(test_random *random, uint32_t bound);

/* Whether AddressSanitizer looks on, for which size alone is worth little. */
#if defined(__SANITIZE_ADDRESS__)
#define TEST_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TEST_IS_SANITIZED 1
#endif
#endif
#ifndef TEST_IS_SANITIZED
#define TEST_IS_SANITIZED 0
#endif

/* How often a test repeats what takes long: `full` times, or a tenth of that where
 * PTC_BRIEF is set, as it is by `./dev quick`. */
unsigned test_rounds(unsigned full);

/* A NUL-terminated copy for printf-like messages; from a small ring, valid for 8 calls.
 */
const char *test_cstr(ptc_str text);

/* The text with each ' made ", so that tests can write JSON in C; NULL when refused
 * memory. */
char *test_quoted(ptc_arena *arena, const char *text);

/* An error as ptc_error_write writes it; likewise. */
const char *test_error(const ptc_error *error);

/*
 * Runs a command line (no shell: NULL-terminated argv) with `input` on stdin; fills
 * stdout and stderr (malloc'd views; either may be NULL) and returns the exit code, or
 * -1.
 */
int test_run(const char *const *argv, ptc_str input, ptc_str *out, ptc_str *err);

/* An allocator that gives `left` blocks more, then refuses. */
typedef struct test_refusing {
    size_t left;
    size_t held; /* blocks that were not given back */
} test_refusing;

ptc_allocator test_refusing_allocator(test_refusing *state);

/* A new empty directory below the system's temporary folder; the name is static. */
const char *test_directory(void);

#endif
