/* SPDX-License-Identifier: MIT */
/* Reading the Malli vectors; see malli_rows.h. */
#include "malli_rows.h"

#include <stdio.h>
#include <stdlib.h>

const ptc_value *malli_member(const ptc_value *map, const char *name)
{
    static const ptc_value nil;
    const ptc_value *found = NULL;

    if (map->kind == PTC_MAP)
        found = ptc_value_get(map, name);
    return found != NULL ? found : &nil;
}

bool malli_is_true(const ptc_value *map, const char *name)
{
    const ptc_value *found = malli_member(map, name);

    return found->kind == PTC_BOOL && found->as.boolean;
}

bool malli_lists(const ptc_value *map, const char *name, const char *text)
{
    const ptc_value *list = malli_member(map, name);

    for (uint32_t i = 0; list->kind == PTC_VECTOR && i < list->aux; i++) {
        if (list->as.items[i].kind == PTC_STRING &&
            ptc_str_equal(ptc_value_text(&list->as.items[i]), ptc_str_of(text)))
            return true;
    }
    return false;
}

static ptc_str text_member(const ptc_value *row, const char *name)
{
    const ptc_value *found = malli_member(row, name);

    return found->kind == PTC_STRING ? ptc_value_text(found) : ptc_str_make("", 0);
}

bool malli_rows_each(const char *suite, const char *file,
                     void (*visit)(ptc_arena *arena, const malli_case *one, void *user),
                     void *user)
{
    char path[128];
    ptc_arena arena;
    ptc_str text;
    ptc_str rest;
    ptc_str line;
    unsigned number = 0;

    snprintf(path, sizeof path, "vectors/malli/%s", file);
    if (!test_read_shared(suite, path, &text))
        return false;
    ptc_arena_init(&arena, NULL, 0);
    rest = text;
    while (test_next_line(&rest, &line, &number)) {
        malli_case one = {.direction = PTC_OUTPUT};

        ptc_arena_reset(&arena);
        if (ptc_json_read(&arena, line.ptr, line.len, NULL, &one.row, NULL, NULL) !=
            PTC_OK) {
            fprintf(stderr, "%s:%u is not JSON\n", path, number);
            abort();
        }
        one.id = text_member(&one.row, "id");
        one.schema = text_member(&one.row, "schema");
        if (malli_member(&one.row, "args_result")->kind == PTC_MAP) {
            one.value = text_member(&one.row, "args");
            one.result = *malli_member(&one.row, "args_result");
            one.direction = PTC_INPUT;
            visit(&arena, &one, user);
            one.value = text_member(&one.row, "ret");
            one.result = *malli_member(&one.row, "ret_result");
            one.direction = PTC_OUTPUT;
        } else {
            one.value = text_member(&one.row, "value");
            one.result = one.row;
        }
        visit(&arena, &one, user);
    }
    ptc_arena_free(&arena);
    free((void *)(uintptr_t)text.ptr);
    return true;
}

bool malli_read_schema(ptc_arena *arena, ptc_str text, ptc_schema *out, ptc_diag *why)
{
    ptc_source source = {PTC_STR("vector"), text};
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    if (ptc_malli_read(arena, &source, NULL, &diags, out) == PTC_OK)
        return true;
    memset(why, 0, sizeof *why);
    for (size_t i = diags.count; i-- > 0;) {
        if (diags.items[i].severity == PTC_SEVERITY_ERROR)
            *why = diags.items[i];
    }
    return false;
}

bool malli_read_value(ptc_arena *arena, ptc_str text, ptc_value *out)
{
    ptc_source source = {PTC_STR("value"), text};
    ptc_diags diags;
    ptc_forms forms;
    uint32_t form;

    ptc_diags_init(&diags, arena);
    ptc_forms_init(&forms, arena, &source);
    form = ptc_edn_read_one(&forms, &diags);
    return form != 0 && ptc_form_to_value(&forms, form, out, &diags) == PTC_OK;
}

void malli_count(malli_counts *counts, const char *name)
{
    size_t i = 0;

    while (counts->names[i] != NULL && strcmp(counts->names[i], name) != 0)
        i++;
    counts->names[i] = name;
    counts->counts[i]++;
}

void malli_counts_print(const char *suite, const malli_counts *counts)
{
    for (size_t i = 0; counts->names[i] != NULL; i++)
        fprintf(stderr, "%s: %5u %s\n", suite, counts->counts[i], counts->names[i]);
}
