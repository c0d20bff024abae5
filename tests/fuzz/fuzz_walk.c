/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: the first byte chooses mode, direction, boundary and forms; then come a
 * schema (up to the first NUL), which is a signature, Malli or JSON Schema, and a value.
 * What must hold: the verdict alone and the report agree, coercion without conversions
 * gives the verdict of validation, a result that a strict output accepted is accepted
 * again after its keys were settled, and a text that a quick look accepts is valid JSON
 * without faults or warnings.
 */
#include <ptc/ptc.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

static bool read_value(ptc_arena *arena, ptc_str text, bool is_json, ptc_value *out)
{
    ptc_source source = {PTC_STR("fuzz"), text};
    ptc_diags diags;
    ptc_forms forms;
    uint32_t form;

    if (is_json)
        return ptc_json_read(arena, text.ptr, text.len, NULL, out, NULL, NULL) == PTC_OK;
    ptc_diags_init(&diags, arena);
    ptc_forms_init(&forms, arena, &source);
    form = ptc_edn_read_one(&forms, &diags);
    return form != 0 && ptc_form_to_value(&forms, form, out, &diags) == PTC_OK;
}

static void write_report(ptc_arena *arena, const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_report_write_errors(&text, report, "errors:");
    ptc_report_write_warnings(&text, report, "warnings:");
    for (size_t i = 0; i < report->error_count; i++)
        ptc_path_write_pointer(&text, report->errors[i].path,
                               report->errors[i].path_count);
    require(text.failed || ptc_utf8_check(text.ptr, text.len) == text.len);
}

static void judge(ptc_arena *arena, const ptc_schema *schema, const ptc_value *value,
                  const ptc_walk_options *options)
{
    bool converts =
        options->direction == PTC_INPUT &&
        (options->mode == PTC_MODE_ENABLED || options->mode == PTC_MODE_WARN_ONLY);
    ptc_report report;
    ptc_report coerced;
    ptc_status alone = ptc_schema_validate(schema, value, options, NULL);
    ptc_status told;
    ptc_status made;
    ptc_value out;

    ptc_report_init(&report, arena);
    ptc_report_init(&coerced, arena);
    told = ptc_schema_validate(schema, value, options, &report);
    made = ptc_schema_coerce(arena, schema, value, options, &out, &coerced);
    if (told == PTC_ERROR_MEMORY || made == PTC_ERROR_MEMORY || alone == PTC_ERROR_MEMORY)
        return;
    require(alone == told);
    require((told == PTC_OK) == (report.errors_found == 0));
    require(made == PTC_OK || coerced.errors_found > 0);
    if (!converts)
        require((coerced.errors_found == 0) == (told == PTC_OK));
    if (!converts && made == PTC_OK && told == PTC_OK && options->mode != PTC_MODE_STRICT)
        require(ptc_schema_validate(schema, &out, options, NULL) == PTC_OK);
    write_report(arena, &report);
    write_report(arena, &coerced);
}

/* Whether a quick look accepts the text, followed by hostile bytes. */
static bool is_accepted_at_once(ptc_arena *arena, const ptc_schema *schema, ptc_str text,
                                const ptc_walk_options *options)
{
    static const char behind[PTC_PADDING + 1] = "\"}]1,\"x\":{[ \"a\":0}],\"query\":\"x";
    const ptc_glance *glance;
    char *padded = malloc(text.len + PTC_PADDING);
    bool is_accepted;

    require(padded != NULL);
    memcpy(padded, text.ptr, text.len);
    memcpy(padded + text.len, behind, PTC_PADDING);
    is_accepted = ptc_glance_make(arena, schema, options, &glance) == PTC_OK &&
                  ptc_glance_accepts(arena, glance, padded, text.len);
    free(padded);
    return is_accepted;
}

static void judge_at_once(ptc_arena *arena, const ptc_schema *schema, ptc_str text,
                          const ptc_walk_options *given)
{
    ptc_walk_options options = *given;
    ptc_report report;
    ptc_status status;
    ptc_value value;

    options.boundary = PTC_BOUNDARY_JSON;
    if (!is_accepted_at_once(arena, schema, text, &options))
        return;
    status = ptc_json_read(arena, text.ptr, text.len, NULL, &value, NULL, NULL);
    if (status == PTC_ERROR_MEMORY)
        return;
    require(status == PTC_OK);
    ptc_report_init(&report, arena);
    status = ptc_schema_coerce(arena, schema, &value, &options, &value, &report);
    require(status == PTC_ERROR_MEMORY ||
            (status == PTC_OK && report.errors_found == 0 && report.warnings_found == 0));
}

enum { IS_MALLI = 16, IS_JSON_SCHEMA = 128 };

static bool read_schema(ptc_arena *arena, const ptc_source *source, unsigned choice,
                        ptc_schema *out)
{
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .format = PTC_CONTRACT_JSON_SCHEMA};
    ptc_contracts contracts;
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    if (choice & IS_JSON_SCHEMA) {
        if (ptc_contracts_read(arena, source, &options, &diags, &contracts) != PTC_OK)
            return false;
        *out = contracts.items[0].schema;
        return true;
    }
    return (choice & IS_MALLI ? ptc_malli_read : ptc_signature_read)(
               arena, source, NULL, &diags, out) == PTC_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *nul = size > 1 ? memchr(data + 1, 0, size - 1) : NULL;
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_source source;
    ptc_arena arena;
    ptc_schema schema;
    ptc_value value;
    unsigned choice;
    ptc_str rest;

    if (nul == NULL)
        return 0;
    choice = data[0];
    options.mode = (ptc_mode)(choice & 3);
    options.direction = choice & 4 ? PTC_OUTPUT : PTC_INPUT;
    options.boundary = choice & 8 ? PTC_BOUNDARY_LISP : PTC_BOUNDARY_JSON;
    options.max_depth = choice & 32 ? 8 : 0;
    source.name = PTC_STR("fuzz");
    source.text = ptc_str_make(text + 1, (size_t)(nul - text) - 1);
    ptc_arena_init(&arena, NULL, (size_t)64 << 20);
    rest = ptc_str_make(nul + 1, size - (size_t)(nul + 1 - text));
    if (read_schema(&arena, &source, choice, &schema)) {
        judge_at_once(&arena, &schema, rest, &options);
        if (read_value(&arena, rest, (choice & 64) == 0, &value))
            judge(&arena, &schema, &value, &options);
    }
    ptc_arena_free(&arena);
    return 0;
}
