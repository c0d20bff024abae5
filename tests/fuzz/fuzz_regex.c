/* SPDX-License-Identifier: MIT */
/* Fuzz target: a pattern (up to the first NUL) is compiled and searched in the rest. */
#include <ptc/ptc.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *nul = memchr(data, 0, size);
    size_t len = nul ? (size_t)(nul - text) : size;
    ptc_regex_error error;
    ptc_arena arena;
    ptc_dfa dfa;

    ptc_arena_init(&arena, NULL, (size_t)64 << 20);
    if (ptc_regex_compile(&arena, ptc_str_make(text, len), &dfa, &error) == PTC_OK) {
        size_t rest = nul ? size - len - 1 : 0;

        /* Any bytes are safe, but verdicts are only promised for valid UTF-8. */
        ptc_regex_search(&dfa, nul ? nul + 1 : text, rest);
        ptc_regex_search(&dfa, text, len);
    }
    ptc_arena_free(&arena);
    return 0;
}
