/* SPDX-License-Identifier: MIT */
/* A contract from a C string in one call, or the finished text of what is wrong. */
#include <ptc/schema.h>

ptc_status ptc_signature_of(ptc_arena *arena, const char *text, ptc_schema *out,
                            ptc_str *why)
{
    const ptc_source source = {PTC_STR("signature"), ptc_str_of(text)};
    ptc_diags diags;
    ptc_text told;
    ptc_status status;

    if (why != NULL)
        *why = PTC_STR("");
    ptc_diags_init(&diags, arena);
    status = ptc_signature_read(arena, &source, NULL, &diags, out);
    if (status == PTC_OK || why == NULL)
        return status;
    ptc_text_init(&told, arena);
    if (status == PTC_ERROR_SYNTAX)
        ptc_diags_write(&told, &diags, PTC_DIAG_STYLE_TEXT, false);
    *why = told.failed || told.len == 0 ? PTC_STR("signature: out of memory\n")
                                        : ptc_text_view(&told);
    return status;
}
