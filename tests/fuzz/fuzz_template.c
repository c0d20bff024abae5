/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: template NUL data (JSON) NUL signature. The template is compiled, checked
 * against the signature and expanded in every way; ways that must agree are compared.
 */
#include <ptc/ptc.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void copy_text(ptc_str chunk, void *user)
{
    ptc_text_str(user, chunk);
}

static void copy_value(ptc_str value, uint32_t column, bool is_alone, void *user)
{
    (void)column;
    (void)is_alone;
    ptc_text_str(user, value);
}

/* The part up to the next NUL; advances past it. */
static ptc_str next_part(ptc_str *rest)
{
    const char *nul = rest->len ? memchr(rest->ptr, 0, rest->len) : NULL;
    ptc_str part = ptc_str_make(rest->ptr, nul ? (size_t)(nul - rest->ptr) : rest->len);
    size_t used = part.len + (nul != NULL);

    *rest = ptc_str_make(rest->ptr + used, rest->len - used);
    return part;
}

static void expand(ptc_arena *arena, const ptc_template *compiled, const ptc_value *data,
                   ptc_template_options options)
{
    ptc_template_sink sink = {copy_text, copy_value, NULL};
    ptc_error error;
    ptc_text direct;
    ptc_text through;
    ptc_text rest;
    ptc_status status;

    ptc_text_init(&direct, arena);
    ptc_text_init(&through, arena);
    ptc_text_init(&rest, arena);
    status = ptc_template_expand(&direct, compiled, data, &options, &error);
    if (status == PTC_ERROR_MEMORY)
        return;
    if ((status == PTC_OK) != (error.message.len == 0) ||
        (status != PTC_OK && direct.len > 0))
        abort();
    sink.user = &through;
    options.sink = &sink;
    if (ptc_template_expand(&rest, compiled, data, &options, &error) != status &&
        !through.failed && !rest.failed)
        abort();
    if (status == PTC_OK && !through.failed && !rest.failed &&
        (rest.len > 0 || !ptc_str_equal(ptc_text_view(&direct), ptc_text_view(&through))))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptc_str rest = ptc_str_make((const char *)data, size);
    ptc_source source = {PTC_STR("template"), next_part(&rest)};
    ptc_str json = next_part(&rest);
    ptc_source signature = {PTC_STR("signature"), next_part(&rest)};
    ptc_template_options options = {.struct_size = sizeof options, .step_limit = 100000};
    ptc_value value;
    ptc_template compiled;
    ptc_schema schema;
    ptc_diags diags;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, (size_t)64 << 20);
    ptc_diags_init(&diags, &arena);
    if (ptc_template_compile(&arena, &source, &diags, &compiled) == PTC_OK) {
        if (ptc_json_read(&arena, json.ptr, json.len, NULL, &value, NULL, NULL) != PTC_OK)
            value = ptc_value_nil();
        for (int way = 0; way < 4; way++) {
            options.escape_html = way & 1;
            options.on_missing = way & 2 ? PTC_MISSING_ERROR : PTC_MISSING_KEEP;
            expand(&arena, &compiled, &value, options);
        }
        if (ptc_signature_read(&arena, &signature, NULL, &diags, &schema) == PTC_OK)
            ptc_template_check(&compiled, &source, &schema, true, &diags);
    } else if (diags.errors == 0 && !arena.failed && source.text.len < UINT32_MAX) {
        abort();
    }
    ptc_arena_free(&arena);
    return 0;
}
