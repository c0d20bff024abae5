/* SPDX-License-Identifier: MIT */
#include "declared.h"

#include <criterion/criterion.h>

const ptc_contracts *test_contracts(ptc_arena *arena, const char *text)
{
    ptc_contracts *contracts = ptc_arena_array(arena, 1, sizeof *contracts);
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_diags diags;

    cr_assert(contracts != NULL && source != NULL);
    *source = (ptc_source){.name = PTC_STR("t.sig"), .text = ptc_str_of(text)};
    ptc_diags_init(&diags, arena);
    cr_assert_eq(ptc_contracts_read(arena, source, NULL, &diags, contracts), PTC_OK,
                 "%.400s: %s", text,
                 diags.count > 0 ? test_cstr(diags.items[0].message) : "");
    return contracts;
}

void test_write_tower(ptc_text *text, const char *name, const char *lowest,
                      unsigned levels)
{
    ptc_text_cstr(text, name);
    ptc_text_cstr(text, "0 = ");
    ptc_text_cstr(text, lowest);
    ptc_text_byte(text, '\n');
    for (unsigned i = 1; i < levels; i++) {
        ptc_text_cstr(text, name);
        ptc_text_uint(text, i);
        ptc_text_cstr(text, " = {l :");
        ptc_text_cstr(text, name);
        ptc_text_uint(text, i - 1);
        ptc_text_cstr(text, ", r [:");
        ptc_text_cstr(text, name);
        ptc_text_uint(text, i - 1);
        ptc_text_cstr(text, "]}\n");
    }
}
