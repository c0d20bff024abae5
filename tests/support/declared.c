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

/* A type that can end whatever `name` is. */
static void write_part(ptc_text *text, test_random *random, unsigned count)
{
    static const char *const parts[][2] = {
        {":", "?"},
        {"[:", "]"},
        {"[:map-of :string :", "]"},
        {"[:tuple :int [:maybe :", "]]"},
        {":string|[:", "]"},
        {"{x :", "?, y :bool}"},
        {"[:set :", "]"},
        {"[[:", "]?][..3]"},
    };
    uint32_t part = test_random_below(random, sizeof parts / sizeof parts[0]);

    if (test_random_below(random, 3) == 0) {
        ptc_text_cstr(text, test_random_below(random, 2) ? ":int" : ":string[..4]");
        return;
    }
    ptc_text_cstr(text, parts[part][0]);
    ptc_text_byte(text, 't');
    ptc_text_uint(text, test_random_below(random, count));
    ptc_text_cstr(text, parts[part][1]);
}

static void write_map(ptc_text *text, test_random *random, unsigned count)
{
    static const char *const names[] = {"a ", ", b ", ", _c ", ", d-e "};
    uint32_t fields = 1 + test_random_below(random, 4);

    ptc_text_byte(text, '{');
    for (uint32_t i = 0; i < fields; i++) {
        ptc_text_cstr(text, names[i]);
        write_part(text, random, count);
    }
    ptc_text_byte(text, '}');
}

void test_write_circle(ptc_text *text, test_random *random, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t kind = test_random_below(random, 6);

        ptc_text_byte(text, 't');
        ptc_text_uint(text, i);
        ptc_text_cstr(text, kind == 0 ? " = :int|" : kind == 1 ? " = [:t0]|" : " = ");
        write_map(text, random, count);
        ptc_text_cstr(text, kind == 2 ? "?\n" : kind == 3 ? "|:nil\n" : "\n");
    }
}
