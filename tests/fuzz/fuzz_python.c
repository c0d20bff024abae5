/* SPDX-License-Identifier: MIT */
/*
 * Sources in Python: any bytes give definitions with places in the text, or a diagnostic;
 * then the same bytes are read as contracts. The first byte limits the memory, so
 * that refused memory is also tested.
 */
#include "generator/dialect/dialect_int.h"
#include "generator/dialect/python/python.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* All forms have places, and children of the right number. */
static void check_forms(const ptcc_definition *definition, size_t size)
{
    const ptc_forms *forms = &definition->forms;

    check(definition->root > 0 && definition->root < forms->count);
    check(forms->count <= PTCC_DEFINITION_NODES + 1);
    for (size_t i = 1; i < forms->count; i++) {
        const ptc_form *form = &forms->items[i];
        uint32_t count = 0;

        check(form->span.start <= form->span.end && form->span.end <= size);
        check(ptc_utf8_check(form->text.ptr, form->text.len) == form->text.len);
        for (uint32_t child = form->child; child != 0; child = forms->items[child].next) {
            check(child < forms->count && count < forms->count);
            check(form->kind != PTC_FORM_MAP || count % 2 == 1 ||
                  forms->items[child].kind == PTC_FORM_STRING);
            count++;
        }
        check(count == form->count && (form->kind != PTC_FORM_MAP || count % 2 == 0));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptc_source source = {PTC_STR("f.py"), PTC_STR("")};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .dialects = &ptcc_dialects};
    ptcc_definition definition;
    ptc_contracts contracts;
    ptc_arena arena;
    ptc_arena messages;
    ptc_diags diags;
    ptc_status status;

    if (size == 0)
        return 0;
    source.text = ptc_str_make((const char *)data + 1, size - 1);
    ptc_arena_init(&messages, NULL, 0);
    ptc_arena_init(&arena, NULL, *data < 64 ? ((size_t)*data + 1) << 11 : 0);
    ptc_diags_init(&diags, &messages);
    diags.source = &source;
    if (ptcc_python_read(&definition, &arena, &diags))
        check_forms(&definition, size - 1);
    else
        check(diags.errors > 0 || arena.failed);
    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, (size_t)256 << 20);
    ptc_diags_init(&diags, &messages);
    status = ptc_contracts_read(&arena, &source, &options, &diags, &contracts);
    check((status == PTC_ERROR_SYNTAX) == (diags.errors > 0) ||
          status == PTC_ERROR_MEMORY);
    ptc_arena_free(&arena);
    ptc_arena_free(&messages);
    return 0;
}
