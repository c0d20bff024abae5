/* SPDX-License-Identifier: MIT */
/* See target_text.h. */
#include "target_text.h"

#include "random_schema.h"

#include <criterion/criterion.h>
#include <stdio.h>

static void take_note(const ptc_target_note *note, void *user)
{
    target_text *out = user;
    size_t used = strlen(out->notes);
    const ptc_contract *contract = &out->contracts.items[note->contract];
    ptc_str name = contract->schema.nodes[note->node].name;

    snprintf(out->notes + used, sizeof out->notes - used, "%s%s%s%s%s: %s",
             used > 0 ? "; " : "", note->is_fault ? "fault: " : "",
             test_cstr(contract->name), name.len > 0 ? "." : "", test_cstr(name),
             test_cstr(note->what));
}

void target_text_read(target_text *out, const char *contracts)
{
    static const struct {
        const char *start;
        ptc_contract_format format;
    } forms[] = {{"edn ", PTC_CONTRACT_MALLI_EDN},
                 {"json ", PTC_CONTRACT_JSON_SCHEMA},
                 {"", PTC_CONTRACT_SIG}};
    ptc_read_options read = {.struct_size = sizeof read, .types = &random_type_names};
    ptc_contract_options options = {.struct_size = sizeof options, .read = &read};
    ptc_source source = {PTC_STR("test"), {NULL, 0}};
    ptc_diags diags;
    size_t form = 0;

    memset(out, 0, sizeof *out);
    ptc_arena_init(&out->arena, NULL, 0);
    ptc_diags_init(&diags, &out->arena);
    while (strncmp(contracts, forms[form].start, strlen(forms[form].start)) != 0)
        form++;
    options.format = forms[form].format;
    source.text = ptc_str_of(contracts + strlen(forms[form].start));
    diags.source = &source;
    cr_assert_eq(
        ptc_contracts_read(&out->arena, &source, &options, &diags, &out->contracts),
        PTC_OK, "%s: %s", contracts,
        diags.count > 0 ? test_cstr(diags.items[0].message) : "");
    out->items =
        ptc_arena_array(&out->arena, out->contracts.count + 1, sizeof *out->items);
    for (size_t i = 0; i < out->contracts.count; i++) {
        const ptc_contract *contract = &out->contracts.items[i];

        out->items[i].name = contract->name;
        out->items[i].schema = &contract->schema;
        out->items[i].is_type = contract->is_type;
        if (contract->info != NULL) {
            out->items[i].title = contract->info->title;
            out->items[i].hints = contract->info->hints;
        }
    }
    out->options.struct_size = sizeof out->options;
    out->options.note = take_note;
    out->options.user = out;
}

void target_text_write(target_text *out, ptc_target target)
{
    ptc_text text;

    ptc_text_init(&text, &out->arena);
    out->status =
        ptc_target_write(&text, target, out->items, out->contracts.count, &out->options);
    out->text = out->status == PTC_OK ? text.ptr : NULL;
    if (out->status != PTC_OK)
        cr_expect_eq(text.len, 0, "a part of a text was left");
}

void target_text_free(target_text *out)
{
    ptc_arena_free(&out->arena);
}

void target_text_expect(const char *contracts, ptc_target target, const char *text,
                        const char *notes)
{
    target_text out;

    target_text_read(&out, contracts);
    target_text_write(&out, target);
    if (text == NULL)
        cr_expect_eq(out.status, PTC_ERROR_INVALID, "%s", contracts);
    else
        cr_expect(out.text != NULL && strcmp(out.text, text) == 0, "%s:\n%s\nwanted\n%s",
                  contracts, out.text != NULL ? out.text : "NULL", text);
    cr_expect_str_eq(out.notes, notes != NULL ? notes : "", "%s", contracts);
    target_text_free(&out);
}

void target_text_expect_part(const char *contracts, ptc_target target, const char *part,
                             const char *notes)
{
    target_text out;

    target_text_read(&out, contracts);
    target_text_write(&out, target);
    cr_expect(out.text != NULL && strstr(out.text, part) != NULL,
              "%s:\n%s\nwanted in it\n%s", contracts,
              out.text != NULL ? out.text : "NULL", part);
    cr_expect_str_eq(out.notes, notes != NULL ? notes : "", "%s", contracts);
    target_text_free(&out);
}

void target_text_refuse(const char *contracts, ptc_target target)
{
    target_text out;
    unsigned written = 0;
    unsigned refused = 0;

    target_text_read(&out, contracts);
    target_text_write(&out, target);
    cr_assert_not_null(out.text);
    out.options.note = NULL;
    for (size_t cap = 64; cap < 60000 && written < 3; cap += 48) {
        ptc_arena small;
        ptc_text text;
        ptc_status status;

        ptc_arena_init(&small, NULL, cap);
        ptc_text_init(&text, &small);
        status =
            ptc_target_write(&text, target, out.items, out.contracts.count, &out.options);
        if (status == PTC_OK) {
            written++;
            cr_expect_str_eq(text.ptr, out.text);
        } else {
            refused++;
            cr_expect_eq(status, PTC_ERROR_MEMORY, "%zu bytes: %d", cap, (int)status);
        }
        ptc_arena_free(&small);
    }
    cr_expect_gt(written, 0);
    cr_expect_gt(refused, 5);
    target_text_free(&out);
}
