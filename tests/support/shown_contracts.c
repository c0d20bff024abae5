/* SPDX-License-Identifier: MIT */
#include "shown_contracts.h"

#include <string.h>

static void write_contract(ptc_text *out, const ptc_contract *contract)
{
    const ptc_schema_extra *extra = ptc_schema_root(&contract->schema)->extra;
    const char *arrow;
    size_t start = 0;
    size_t len;
    ptc_text shown;

    ptc_text_init(&shown, out->arena);
    ptc_schema_write_prompt(&shown, contract->name, &contract->schema, PTC_PROMPT_SEED,
                            NULL);
    ptc_text_byte(&shown, '\0');
    arrow = strstr(shown.ptr, "() -> ");
    len = strcspn(shown.ptr, "\n");
    if (contract->is_type && arrow != NULL) {
        ptc_text_str(out, contract->name);
        ptc_text_cstr(out, " = ");
        start = (size_t)(arrow - shown.ptr) + strlen("() -> ");
    }
    ptc_text_str(out, ptc_str_make(shown.ptr + start, len - start));
    if (extra != NULL && extra->description.len > 0) {
        ptc_text_cstr(out, " ; ");
        ptc_text_str(out, extra->description);
    }
}

void test_write_contracts(ptc_text *out, const ptc_contracts *contracts)
{
    for (size_t i = 0; i < contracts->count; i++) {
        ptc_text_cstr(out, i > 0 ? "\n" : "");
        write_contract(out, &contracts->items[i]);
    }
}
