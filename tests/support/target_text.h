/* SPDX-License-Identifier: MIT */
/* Contracts in the form of a target, with what was lost of them. */
#ifndef PTC_TEST_TARGET_TEXT_H
#define PTC_TEST_TARGET_TEXT_H

#include "support.h"

#include <ptc/target.h>

/* A text, and the notes about it: "contract.field: what; ..", with "fault: " before those
 * of faults. */
typedef struct target_text {
    ptc_arena arena;
    ptc_contracts contracts;
    ptc_target_contract *items;
    ptc_target_options options;
    ptc_status status;
    const char *text; /* NULL unless `status` is PTC_OK */
    char notes[4096];
} target_text;

/* Reads contracts: `.sig` text, or after "edn " Malli, after "json " JSON Schema. Fails
 * the test when they cannot be read. Options may be set before they are written. */
void target_text_read(target_text *out, const char *contracts);
void target_text_write(target_text *out, ptc_target target);

/* Both, for texts as a table of a test has them: `notes` NULL is none, `text` NULL a
 * fault. */
void target_text_expect(const char *contracts, ptc_target target, const char *text,
                        const char *notes);

/* The same where the text has this part. */
void target_text_expect_part(const char *contracts, ptc_target target, const char *part,
                             const char *notes);

/* Every cap on memory gives the whole text, or nothing and PTC_ERROR_MEMORY. */
void target_text_refuse(const char *contracts, ptc_target target);

void target_text_free(target_text *out);

#endif
