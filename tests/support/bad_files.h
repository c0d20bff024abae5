/* SPDX-License-Identifier: MIT */
/*
 * Bad inputs: every file of tests/bad says in comments (`;`, `#`, `//` or `--`) what is
 * wrong with it.
 *
 *   ; as a string                    first line: the rest is a signature string, not a
 *                                    file
 *   ; expect error L:C code: text    one line for each fault, in any order; the text,
 *   ;   hint: text                   which may be absent, and the hint are compared
 *                                    exactly
 *   ; expect nothing                 the file is accepted without a word
 *
 * Exactly the expected diagnostics must be found. Lines and columns count in the file as
 * it stands, with these comments; a string is read as if they were blank.
 */
#ifndef PTC_TEST_BAD_FILES_H
#define PTC_TEST_BAD_FILES_H

#include <ptc/contract.h>

/* Reads one file, with the dialects of ptcc unless that is NULL. */
void test_bad_file(const char *name, const struct ptc_contract_dialects *dialects);

/* Reads all that end in one of `endings`, which NULL ends; how many there are. */
size_t test_bad_files(const char *const *endings,
                      const struct ptc_contract_dialects *dialects);

#endif
