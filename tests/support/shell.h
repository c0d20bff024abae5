/* SPDX-License-Identifier: MIT */
/*
 * For suites that drive the commands as a user's shell does. The names are short because
 * every line of such a suite has one of them. They fail the test where the machine does.
 */
#ifndef PTC_TEST_SHELL_H
#define PTC_TEST_SHELL_H

#include "support.h"

#include <sys/stat.h>

/* printf into a small ring of texts of at most 4095 bytes, valid for 64 calls,
 * of which one of shell() takes seven. */
const char *format(const char *pattern, const char *a, const char *b);

/* The path of a file of the project. */
const char *project(const char *path);

/* Runs a shell line in `folder`; returns its exit code. $PTCC is the command ptcc, $CC
 * the compiler of this build, $INCLUDE the folder of the public headers, $LIBPTC the
 * library. Either view may be NULL. */
int shell(const char *folder, const char *line, ptc_str *out, ptc_str *err);

void write_file(const char *folder, const char *name, const char *content);
bool exists(const char *folder, const char *name);
bool has(ptc_str text, const char *part);

/* Whether the machine has a command; says in a note when it does not. */
bool has_tool(const char *name);

/* What lstat says of a file, and whether two answers are of a file that was not touched
 * in between. */
struct stat look(const char *folder, const char *name);
bool is_same_file(struct stat a, struct stat b);

/* What emitted files must bear, as flags of gcc and clang. */
extern const char strict_warnings[];

/* Compiles STEM.ptc.c as C99 and C11 and STEM.ptc.h as C++17 and C++20 with every
 * compiler there is, warnings being errors. */
void expect_compiles(const char *folder, const char *stem);

/* The same as C99 by gcc, C11 by clang and C++17 by clang: for variants of what was
 * compiled with all of them. */
void expect_compiles_once(const char *folder, const char *stem);

#endif
