/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: generated code against the walker, over the golden contracts. The format
 * of the input is that of golden_document_read; golden_judge has the conditions.
 */
#include "golden_roots.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    golden_document document;
    const char *complaint;
    ptc_arena arena;

    if (!golden_document_read(ptc_str_make((const char *)data, size), &document))
        return 0;
    ptc_arena_init(&arena, NULL, (size_t)64 << 20);
    complaint = golden_judge(&arena, &document, NULL);
    if (complaint != NULL) {
        fprintf(stderr, "%s: %s\n", document.root->name, complaint);
        abort();
    }
    ptc_arena_free(&arena);
    return 0;
}
