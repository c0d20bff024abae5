/* SPDX-License-Identifier: MIT */
/*
 * Definitions: any bytes as YAML, JSON, or front matter and body, as the first byte
 * chooses, give forms with places in the text or a diagnostic; then the same bytes are
 * read as contracts.
 */
#include "generator/dialect/dialect_int.h"
#include "generator/dialect/text/definition.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* All forms, in the order in which they were added: each is a child at most once. */
static void check_forms(const ptcc_definition *definition, size_t size)
{
    const ptc_forms *forms = &definition->forms;
    size_t children = 0;

    check(definition->root > 0 && definition->root < forms->count);
    check(forms->count <= PTCC_DEFINITION_NODES + 1);
    for (size_t i = 1; i < forms->count; i++) {
        const ptc_form *form = &forms->items[i];
        uint32_t count = 0;

        check(form->span.start <= form->span.end && form->span.end <= size);
        for (uint32_t child = form->child; child != 0; child = forms->items[child].next) {
            check(child > i && child < forms->count);
            check(form->kind != PTC_FORM_MAP || count % 2 == 1 ||
                  forms->items[child].kind == PTC_FORM_STRING);
            count++;
        }
        check(count == form->count && (form->kind != PTC_FORM_MAP || count % 2 == 0));
        children += count;
    }
    check(children + 2 == forms->count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"f.brimley.yaml", "f.brimley.json", "f.sql",
                                        "f.md", "f.entity.json"};
    ptc_source source = {PTC_STR(""), PTC_STR("")};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .dialects = &ptcc_dialects};
    ptcc_definition definition;
    ptc_contracts contracts;
    ptc_arena arena;
    ptc_diags diags;

    if (size == 0)
        return 0;
    source.name = ptc_str_of(names[*data % (sizeof names / sizeof *names)]);
    source.text = ptc_str_make((const char *)data + 1, size - 1);
    ptc_arena_init(&arena, NULL, (size_t)256 << 20);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    if (ptcc_definition_read(&definition, &arena, &diags))
        check_forms(&definition, size - 1);
    else
        check(diags.errors > 0 || arena.failed);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    if (ptc_contracts_read(&arena, &source, &options, &diags, &contracts) ==
        PTC_ERROR_SYNTAX)
        check(diags.errors > 0 || arena.failed);
    ptc_arena_free(&arena);
    return 0;
}
