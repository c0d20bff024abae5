/* SPDX-License-Identifier: MIT */
/*
 * Documents for the golden contracts and what can be done to them, for the suites that
 * hold generated code against the walker. Failures are the present test's.
 */
#ifndef PTC_TEST_GOLDEN_DOCUMENTS_H
#define PTC_TEST_GOLDEN_DOCUMENTS_H

#include "golden_roots.h"
#include "support.h"

/* The files of tests/fuzz/corpus/golden, by name, once they are loaded; never freed. */
extern golden_document *golden_documents;
extern size_t golden_document_count;

void golden_documents_load(void);

/* The first document of a root. */
const golden_document *golden_document_of(const golden_root *root);

/* Expects that golden_judge has no complaint; whether the walker accepts the text. */
bool golden_expect(ptc_arena *arena, const golden_document *document);

/* The same in every mode and direction; whether one that checks accepts the text. */
bool golden_expect_all(ptc_arena *arena, const golden_root *root, ptc_str text);

typedef struct golden_draft {
    char bytes[1 << 13];
    size_t len;
} golden_draft;

/* Changes a draft that is not empty in one place: a byte, a key more, another value. */
void golden_damage(golden_draft *draft, test_random *random);

#endif
