/* SPDX-License-Identifier: MIT */
/*
 * Code made with `--strings=copy` keeps nothing of what it was given: the text may be
 * freed as soon as the padded entry is back, a value as soon as it is stored. Sanitizers
 * see who looks at freed memory. The contracts are the golden ones.
 */
#include "golden_documents.h"

#include <criterion/criterion.h>

#include <stdlib.h>

TestSuite(copies, .init = golden_documents_load);

/* The struct as JSON, in `arena`. */
static ptc_str written(ptc_arena *arena, const golden_root *root, const void *in)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    cr_assert(root->to_json(&text, in) == PTC_OK, "%s", root->name);
    return ptc_text_view(&text);
}

/* Through the plain entry, from a text that stays. */
static ptc_str expected(ptc_arena *arena, const golden_document *document, void *out)
{
    cr_assert(document->root->plain(arena, document->text.ptr, document->text.len,
                                    &document->options, out, NULL) == PTC_OK,
              "%s", document->root->name);
    return written(arena, document->root, out);
}

static ptc_str from_freed_text(ptc_arena *arena, const golden_document *document,
                               void *out)
{
    char *text = malloc(document->text.len + PTC_PADDING);
    ptc_status status;

    cr_assert(text);
    memcpy(text, document->text.ptr, document->text.len);
    memset(text + document->text.len, '"', PTC_PADDING);
    status = document->root->padded(arena, text, document->text.len, &document->options,
                                    out, NULL);
    free(text);
    cr_assert(status == PTC_OK, "%s", document->root->name);
    return written(arena, document->root, out);
}

static ptc_str from_freed_value(ptc_arena *arena, const golden_document *document,
                                void *out)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .direction = document->options.direction};
    char *text = malloc(document->text.len);
    ptc_arena own;
    ptc_value value;
    ptc_status status;

    cr_assert(text);
    memcpy(text, document->text.ptr, document->text.len);
    ptc_arena_init(&own, NULL, 0);
    cr_assert(ptc_json_read(&own, text, document->text.len, NULL, &value, NULL, NULL) ==
              PTC_OK);
    status = document->root->from_value(arena, &value, &options, out, NULL);
    ptc_arena_free(&own);
    free(text);
    cr_assert(status == PTC_OK, "%s", document->root->name);
    return written(arena, document->root, out);
}

Test(copies, nothing_is_kept_of_texts_and_values)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < golden_document_count; i++) {
        const golden_document *document = &golden_documents[i];
        void *out = malloc(document->root->size);
        ptc_str wanted = expected(&arena, document, out);
        ptc_str text = from_freed_text(&arena, document, out);
        ptc_str value = from_freed_value(&arena, document, out);

        cr_expect(ptc_str_equal(text, wanted), "%s: %s", document->root->name, text.ptr);
        cr_expect(ptc_str_equal(value, wanted), "%s: %s", document->root->name,
                  value.ptr);
        free(out);
    }
    ptc_arena_free(&arena);
}

/* What is not stored is not copied: an unknown key may hold whatever it likes. */
Test(copies, unknown_keys_cost_nothing)
{
    const golden_root *root = golden_root_of(PTC_STR("tool_call"));
    ptc_walk_options options = {.struct_size = sizeof options};
    size_t used[2];

    for (unsigned i = 0; i < 2; i++) {
        void *out = malloc(root->size);
        ptc_text text;
        ptc_value value;
        ptc_arena own;
        ptc_arena arena;

        ptc_arena_init(&own, NULL, 0);
        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &own);
        ptc_text_cstr(&text, "{\"query\":\"q\",\"limit\":1,\"options\":{\"tags\":[]},"
                             "\"more\":[\"");
        ptc_text_repeat(&text, 'x', i ? 1000000 : 1);
        ptc_text_cstr(&text, "\"]}");
        cr_assert(ptc_json_read(&own, text.ptr, text.len, NULL, &value, NULL, NULL) ==
                  PTC_OK);
        cr_expect(root->from_value(&arena, &value, &options, out, NULL) == PTC_OK);
        used[i] = arena.held;
        ptc_arena_free(&arena);
        ptc_arena_free(&own);
        free(out);
    }
    cr_expect(used[0] == used[1], "%zu and %zu bytes", used[0], used[1]);
}

/* Values that are nested too deep are faults as they are without copies. */
Test(copies, deep_values_are_reported)
{
    const golden_root *root = golden_root_of(PTC_STR("tree"));
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_value value = ptc_value_nil();
    void *out = malloc(root->size);
    ptc_report report;
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_report_init(&report, &arena);
    ptc_text_init(&text, &arena);
    for (unsigned level = 0; level < PTC_DEPTH_MAX + 8; level++) {
        ptc_map_entry *entries = ptc_arena_array(&arena, 4, sizeof *entries);

        entries[0] = (ptc_map_entry){ptc_value_string(PTC_STR("label")),
                                     ptc_value_string(PTC_STR("x"))};
        entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("next")), value};
        entries[2] =
            (ptc_map_entry){ptc_value_string(PTC_STR("kids")), ptc_value_vector(NULL, 0)};
        entries[3] = (ptc_map_entry){ptc_value_string(PTC_STR("pick")),
                                     ptc_value_string(PTC_STR(""))};
        cr_assert(ptc_map_make(&arena, entries, 4, &value, NULL) == PTC_OK);
    }
    cr_expect(root->from_value(&arena, &value, &options, out, &report) ==
              PTC_ERROR_INVALID);
    cr_expect(report.errors_found > 0);
    ptc_report_write_errors(&text, &report, "deep:");
    cr_expect(strstr(text.ptr, ": nested deeper than 512 levels"), "%s", text.ptr);
    ptc_arena_free(&arena);
    free(out);
}
