/* SPDX-License-Identifier: MIT */
/*
 * Generated code against the walker: golden contracts are fed with documents of every
 * kind of spelling and damage, and must hold what golden_judge wants. The suite is built
 * once with the golden files, whose mode the caller chooses, and once with
 * what `ptcc gen` makes of the contracts under each choice of options, a mode among them,
 * which then holds whatever the caller asks for.
 */
#include "golden_documents.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

TestSuite(judged, .init = golden_documents_load);

/* --- As they are, and spelled otherwise -------------------------------------------- */

/* The value with the entries of every map in reverse. */
static ptc_value reverse(ptc_arena *arena, const ptc_value *value)
{
    ptc_value result = *value;

    if (value->kind == PTC_VECTOR) {
        ptc_value *items = ptc_arena_array(arena, value->aux, sizeof *items);

        for (uint32_t i = 0; i < value->aux; i++)
            items[i] = reverse(arena, &value->as.items[i]);
        return ptc_value_vector(items, value->aux);
    }
    if (value->kind == PTC_MAP) {
        ptc_map_entry *entries = ptc_arena_array(arena, value->aux, sizeof *entries);

        for (uint32_t i = 0; i < value->aux; i++) {
            entries[value->aux - 1 - i].key = value->as.map->entries[i].key;
            entries[value->aux - 1 - i].value =
                reverse(arena, &value->as.map->entries[i].value);
        }
        cr_assert(ptc_map_make(arena, entries, value->aux, &result, NULL) == PTC_OK);
    }
    return result;
}

/* Code that is always strict refuses documents with their own keys. */
static bool is_strict(void)
{
    return golden_mode(PTC_MODE_ENABLED) == PTC_MODE_STRICT;
}

/* M054, M055, M056, M057, M060 */
Test(judged, documents_are_accepted_in_every_spelling)
{
    ptc_arena arena;
    ptc_arena texts;
    size_t accepted = 0;

    ptc_arena_init(&arena, NULL, 0);
    ptc_arena_init(&texts, NULL, 0);
    for (size_t d = 0; d < golden_document_count; d++) {
        const golden_root *root = golden_documents[d].root;
        ptc_str document = golden_documents[d].text;
        bool is_accepted = golden_expect_all(&arena, root, document);
        ptc_value value;
        ptc_text text;

        accepted += is_accepted;
        cr_expect(is_accepted || is_strict(), "%s: %s", root->name, document.ptr);
        cr_assert(ptc_json_read(&texts, document.ptr, document.len, NULL, &value, NULL,
                                NULL) == PTC_OK);
        for (unsigned form = 0; form < 4; form++) {
            ptc_value chosen = form % 2 ? reverse(&texts, &value) : value;

            ptc_text_init(&text, &texts);
            cr_assert(ptc_json_write(&text, &chosen, form / 2 * 2) == PTC_OK);
            cr_expect(golden_expect_all(&arena, root, ptc_text_view(&text)) ==
                          is_accepted,
                      "%s: %s", root->name, text.ptr);
        }
    }
    cr_expect(accepted > golden_document_count / 2, "%zu documents", accepted);
    ptc_arena_free(&texts);
    ptc_arena_free(&arena);
}

/* --- Samples ----------------------------------------------------------------------- */

enum { SAMPLES = 200 };

/* M585: what is made of a schema is accepted by the code that is made of it. */
Test(judged, samples_are_accepted, .timeout = 120)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t r = 0; r < golden_root_count; r++) {
        const golden_root *root = &golden_roots[r];
        ptc_walk_options options = {.struct_size = sizeof options,
                                    .mode = golden_mode(PTC_MODE_STRICT),
                                    .direction =
                                        root->node == 1 ? PTC_INPUT : PTC_OUTPUT};
        bool is_output = options.direction == PTC_OUTPUT;

        for (uint64_t i = 0; i < SAMPLES; i++) {
            golden_document document;
            ptc_value value;
            ptc_text text;
            ptc_str why;

            ptc_arena_reset(&arena);
            cr_assert(ptc_schema_sample(&arena, root->schema, &options, 7, i, &value,
                                        &why) == PTC_OK,
                      "%s: %.*s", root->name, (int)why.len, why.ptr);
            ptc_text_init(&text, &arena);
            ptc_text_cstr(&text, root->name);
            ptc_text_cstr(&text, is_output ? " 4 " : " 0 ");
            cr_assert(ptc_json_write(&text, &value, 0) == PTC_OK);
            cr_assert(golden_document_read(ptc_text_view(&text), &document));
            document.options.mode = options.mode;
            cr_expect(golden_expect(&arena, &document), "%s", text.ptr);
        }
    }
    ptc_arena_free(&arena);
}

/* --- Cut off ----------------------------------------------------------------------- */

/* The worst that can come after a text is its own rest. */
Test(judged, every_prefix_is_treated_alike_whatever_follows)
{
    char rest[PTC_PADDING];
    ptc_arena arena;
    size_t accepted = 0;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t d = 0; d < golden_document_count; d++) {
        golden_document part = golden_documents[d];
        size_t whole = golden_documents[d].text.len;

        for (part.text.len = 0; part.text.len < whole; part.text.len++) {
            size_t left = whole - part.text.len;

            part.options.direction = part.text.len % 2 ? PTC_OUTPUT : PTC_INPUT;
            memset(rest, 0, sizeof rest);
            memcpy(rest, part.text.ptr + part.text.len,
                   left < sizeof rest ? left : sizeof rest);
            for (unsigned kind = 0; kind < 5; kind++) {
                part.behind = kind < 4 ? golden_behind[kind] : rest;
                ptc_arena_reset(&arena);
                accepted += golden_expect(&arena, &part);
            }
        }
    }
    cr_expect(accepted > 0, "a prefix of a number is one");
    ptc_arena_free(&arena);
}

/* --- Damaged ----------------------------------------------------------------------- */

Test(judged, damaged_documents_are_treated_alike, .timeout = 300)
{
    static golden_draft edited;
    test_random random = test_random_start("judged", 5);
    size_t accepted = 0;
    size_t judged = 0;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned round = 0; round < 60000; round++) {
        golden_document document =
            golden_documents[test_random_below(&random, (uint32_t)golden_document_count)];

        document.options.mode = (ptc_mode)test_random_below(&random, 4);
        document.options.direction =
            test_random_below(&random, 2) ? PTC_OUTPUT : PTC_INPUT;
        document.behind = golden_behind[round % 4];
        edited.len = document.text.len;
        memcpy(edited.bytes, document.text.ptr, edited.len);
        for (unsigned i = test_random_below(&random, 4); i > 0 && edited.len; i--)
            golden_damage(&edited, &random);
        document.text = ptc_str_make(edited.bytes, edited.len);
        ptc_arena_reset(&arena);
        accepted += golden_expect(&arena, &document);
        judged++;
    }
    fprintf(stderr, "judged: %zu documents judged alike, %zu of them accepted\n", judged,
            accepted);
    cr_expect(accepted > judged / 10, "too few documents reach the end: %zu", accepted);
    ptc_arena_free(&arena);
}
