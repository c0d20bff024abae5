/* SPDX-License-Identifier: MIT */
/*
 * Work and memory grow with the text, however it is nested: documents that could make
 * emitted code try or skip the same part again at each level. The contracts are in
 * tests/emitted/variants/own.
 */
#include "support.h"

#include "nested.ptc.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <time.h>

/* --- Unions ------------------------------------------------------------------------ */

static unsigned word_calls; /* of is_word, in the current test */

bool is_word(const ptc_value *value, const char **message, void *user)
{
    (void)message;
    (void)user;
    word_calls++;
    return value->kind == PTC_STRING && value->aux == 1 && value->as.text[0] == 'w';
}

/* `levels` maps within each other, each with what `rest` says. */
static ptc_str nest_text(ptc_arena *arena, unsigned levels, const char *rest)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (unsigned i = 1; i < levels; i++)
        ptc_text_cstr(&text, "{\"down\":");
    for (unsigned i = 0; i < levels; i++) {
        ptc_text_byte(&text, i == 0 ? '{' : ',');
        ptc_text_cstr(&text, rest);
        ptc_text_byte(&text, '}');
    }
    return ptc_text_view(&text);
}

typedef struct nest_work {
    unsigned calls;
    size_t held;
} nest_work;

/* What it takes to read, to store and to write a nest, as input. */
static nest_work nest_measure(unsigned levels, const char *rest, ptc_status status)
{
    ptc_parse_options options = {.struct_size = sizeof options};
    ptc_walk_options input = {.struct_size = sizeof input};
    ptc_arena arena;
    ptc_arena texts;
    ptc_value value;
    ptc_parse_info info;
    ptc_text back;
    ptc_str text;
    nest_work work;
    nest out;

    ptc_arena_init(&arena, NULL, 0);
    ptc_arena_init(&texts, NULL, 0);
    text = nest_text(&texts, levels, rest);
    cr_assert(ptc_json_read(&texts, text.ptr, text.len, NULL, &value, NULL, NULL) ==
              PTC_OK);
    word_calls = 0;
    cr_expect(nest_from_value(&arena, &value, &input, &out, NULL) == status, "%u of %s",
              levels, rest);
    cr_expect(nest_parse(&arena, text.ptr, text.len, &options, &out, &info) == status,
              "%u of %s", levels, rest);
    if (status == PTC_OK) {
        ptc_text_init(&back, &arena);
        cr_assert(nest_to_json(&back, &out) == PTC_OK);
        cr_expect(ptc_str_equal(ptc_text_view(&back), text) == !info.is_coerced,
                  "%u of %s", levels, rest);
    }
    work = (nest_work){word_calls, arena.held};
    ptc_arena_free(&texts);
    ptc_arena_free(&arena);
    return work;
}

/* Alternatives that differ only after what they have in common are tried one after the
 * other at each level, yet the work grows with the text. */
Test(linear, nested_unions_are_linear, .timeout = 60)
{
    static const struct {
        const char *rest;
        ptc_status status;
    } rows[] = {
        {"\"x\":\"w\"", PTC_OK},
        {"\"y\":\"w\",\"n\":5", PTC_OK},
        {"\"z\":\"w\"", PTC_OK},
        {"\"z\":\"w\",\"n\":\"5\"", PTC_OK},
        {"\"z\":\"W\"", PTC_ERROR_INVALID},
        {"\"z\":\"w\",\"n\":\"x\"", PTC_ERROR_INVALID},
        {"\"u\":\"w\"", PTC_ERROR_INVALID},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nest_work half = nest_measure(250, rows[i].rest, rows[i].status);
        nest_work whole = nest_measure(500, rows[i].rest, rows[i].status);

        fprintf(stderr, "linear: 500 levels of %s: %u calls, %zu bytes\n", rows[i].rest,
                whole.calls, whole.held);
        cr_expect(whole.calls < 3 * (half.calls + 1000), "%s: %u calls, %u for half",
                  rows[i].rest, whole.calls, half.calls);
        cr_expect(whole.held < 3 * (half.held + (size_t)(64 << 10)),
                  "%s: %zu bytes, %zu for half", rows[i].rest, whole.held, half.held);
    }
}

/* --- Keys in another spelling ------------------------------------------------------ */

static const char *const spellings[] = {"sub-level", "sub_level", "sub\\u002dlevel"};

/* `levels` maps within each other; in the innermost a long list. `is_cut`: nothing is
 * closed. */
static ptc_str folded_text(ptc_arena *arena, unsigned levels, const char *spelling,
                           bool is_cut)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (unsigned i = 0; i < levels; i++) {
        ptc_text_cstr(&text, "{\"");
        ptc_text_cstr(&text, spelling);
        ptc_text_cstr(&text, "\":");
    }
    ptc_text_cstr(&text, "{\"sub-level\":null,\"more\":[\"\\\"]}\"");
    for (unsigned i = 0; i < 250000; i++)
        ptc_text_cstr(&text, ",{ }");
    ptc_text_cstr(&text, is_cut ? "" : "]}");
    for (unsigned i = 0; i < levels && !is_cut; i++)
        ptc_text_byte(&text, '}');
    return ptc_text_view(&text);
}

/* The shortest time of three, in seconds of the processor. */
static double folded_time(ptc_str text, ptc_status wanted)
{
    double best = 1e9;

    for (unsigned i = 0; i < 3; i++) {
        clock_t start = clock();
        ptc_arena arena;
        ptc_status status;
        double spent;
        folded out;

        ptc_arena_init(&arena, NULL, 0);
        status = folded_parse(&arena, text.ptr, text.len, NULL, &out, NULL);
        spent = (double)(clock() - start) / CLOCKS_PER_SEC;
        best = spent < best ? spent : best;
        cr_expect(status == wanted, "%s", ptc_status_name(status));
        ptc_arena_free(&arena);
    }
    return best;
}

/* A field's own spelling wins wherever it is, so another one makes parsers look ahead in
 * the map, and in all maps that it holds. */
Test(linear, looks_ahead_are_not_repeated, .timeout = 60)
{
    ptc_arena texts;

    ptc_arena_init(&texts, NULL, 0);
    for (unsigned i = 0; i < 6; i++) {
        bool is_cut = i % 2 == 1;
        ptc_status status = is_cut ? PTC_ERROR_SYNTAX : PTC_OK;
        ptc_str flat = folded_text(&texts, 2, spellings[i / 2], is_cut);
        ptc_str deep = folded_text(&texts, 500, spellings[i / 2], is_cut);
        double few = folded_time(flat, status);
        double many = folded_time(deep, status);

        fprintf(stderr, "linear: %zu bytes, %s: %.3f s, 500 levels %.3f s\n", deep.len,
                spellings[i / 2], few, many);
        cr_expect(many < 8 * few + 0.1, "%s, %s: %.3f s, flat %.3f s", spellings[i / 2],
                  is_cut ? "cut" : "whole", many, few);
    }
    ptc_arena_free(&texts);
}

/* The innermost map has its own spelling after a folded one that is not a value for it,
 * at every level. */
Test(linear, own_spellings_win_at_every_level)
{
    ptc_parse_options strict = {.struct_size = sizeof strict, .mode = PTC_MODE_STRICT};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned levels = 1; levels <= 500; levels += 83) {
        const folded_f *at;
        unsigned depth = 0;
        ptc_text text;
        folded out;

        ptc_text_init(&text, &arena);
        for (unsigned i = 0; i < levels; i++)
            ptc_text_cstr(&text, i % 3 ? "{\"sub_level\":[{\"sub_level\":1},\"}\"],"
                                         "\"sub-level\":"
                                       : "{\"more\":{\"sub-level\":[[]]},\"sub_level\":");
        ptc_text_cstr(&text, "{\"sub_level\":null}");
        for (unsigned i = 0; i < levels; i++)
            ptc_text_byte(&text, '}');
        cr_expect(folded_parse(&arena, text.ptr, text.len, NULL, &out, NULL) == PTC_OK,
                  "%u levels", levels);
        for (at = &out; at->has.sub_level; at = at->sub_level)
            depth++;
        cr_expect(depth == levels, "%u of %u levels", depth, levels);
        cr_expect((folded_parse(&arena, text.ptr, text.len, &strict, &out, NULL) ==
                   PTC_OK) == (levels == 1),
                  "%u levels", levels);
    }
    ptc_arena_free(&arena);
}
