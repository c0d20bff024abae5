/* SPDX-License-Identifier: MIT */
/* What contracts say about tools besides their types: hints by their words. [mcp 4] */
#include "schema/schema_int.h"

#include <ptc/target.h>

/* ORDER PTC_HINT: bit i */
static const struct {
    const char *word;
    unsigned refuted; /* the hints that it contradicts */
} tool_hints[] = {
    {"read-only", PTC_HINT_DESTRUCTIVE},
    {"destructive", PTC_HINT_READ_ONLY | PTC_HINT_ADDITIVE},
    {"additive", PTC_HINT_DESTRUCTIVE},
    {"idempotent", 0},
    {"open-world", PTC_HINT_CLOSED_WORLD},
    {"closed-world", PTC_HINT_OPEN_WORLD},
};

#define TOOL_HINT_COUNT (sizeof tool_hints / sizeof tool_hints[0])

const char *ptc_hint_word(unsigned index)
{
    return index < TOOL_HINT_COUNT ? tool_hints[index].word : NULL;
}

unsigned ptc_hint_of(ptc_str word)
{
    for (unsigned i = 0; i < TOOL_HINT_COUNT; i++) {
        if (ptc_str_equal(word, ptc_str_of(tool_hints[i].word)))
            return 1u << i;
    }
    return 0;
}

const char *ptc_hint_refuted(unsigned hint, unsigned hints)
{
    unsigned refuted = 0;

    for (unsigned i = 0; i < TOOL_HINT_COUNT; i++)
        refuted |= (hint >> i & 1) != 0 ? tool_hints[i].refuted : 0;
    for (unsigned i = 0; i < TOOL_HINT_COUNT; i++) {
        if (((refuted & hints) >> i & 1) != 0)
            return tool_hints[i].word;
    }
    return NULL;
}
