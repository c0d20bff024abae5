/* SPDX-License-Identifier: MIT */
/* The root of a schema that becomes `inline`, and which mode says all of it. */
#include "generator/dialect/brimley/convert_int.h"

#include <ptc/json.h>

/* --- The root ----------------------------------------------------------------------- */

/* Whether the text is a schema of an object; says when it is not. */
static bool convert_check_root(ptcc_schema_run *run)
{
    uint32_t type = ptcc_schema_member(run, run->root, "type");

    if (ptcc_schema_form(run, run->root)->kind != PTC_FORM_MAP) {
        ptcc_schema_tell(run, "ERR_SCHEMA_INVALID_ROOT", run->root, PTC_STR("$"),
                         "Input schema must be a JSON object.");
        return false;
    }
    if (ptcc_schema_is(run, type, "object"))
        return true;
    ptcc_schema_tell(run, "ERR_SCHEMA_ROOT_TYPE", type != 0 ? type : run->root,
                     PTC_STR("$.type"), "Root schema type must be 'object'.");
    return false;
}

/* Reports names in `required` that no property has. */
static void convert_check_required(ptcc_schema_run *run)
{
    const ptc_form *items = run->forms.items;
    uint32_t position = 0;

    for (uint32_t i = items[run->required].child; i != 0; i = items[i].next) {
        ptc_str at = ptcc_schema_text(run, "$.required[%u]", position++);

        if (items[i].kind != PTC_FORM_STRING)
            ptcc_schema_tell(run, "ERR_SCHEMA_REQUIRED_TYPE", i, at,
                             "Keyword 'required' must be an array of field names.");
        else if (ptc_names_find(&run->names, items[i].text) != NULL &&
                 !ptcc_schema_is_needed(run, i))
            ptcc_schema_tell(run, "ERR_SCHEMA_REQUIRED_TYPE", i, at,
                             "\"%.*s\" is required twice", (int)items[i].text.len,
                             items[i].text.ptr);
        else if (!ptcc_schema_is_needed(run, i))
            ptcc_schema_tell(run, "ERR_SCHEMA_REQUIRED_UNKNOWN", i, at,
                             "\"%.*s\" is required and not among the properties",
                             (int)items[i].text.len, items[i].text.ptr);
    }
}

/* Reports what is allowed besides the properties: nothing of that becomes an argument. */
static void convert_check_additional(ptcc_schema_run *run)
{
    uint32_t member = ptcc_schema_member(run, run->root, "additionalProperties");
    const ptc_form *form = ptcc_schema_form(run, member);
    ptc_str at = PTC_STR("$.additionalProperties");

    if (member == 0 || (form->kind == PTC_FORM_BOOL && form->number.integer == 0))
        return;
    if (form->kind == PTC_FORM_BOOL || (form->kind == PTC_FORM_MAP && form->count == 0) ||
        (form->kind == PTC_FORM_MAP && run->options->is_lossy))
        ptcc_schema_tell(run, "WARN_SCHEMA_ADDITIONAL_PROPERTIES_FLATTENED", member, at,
                         "values other than the properties do not become arguments");
    else if (form->kind == PTC_FORM_MAP)
        ptcc_schema_tell(
            run, "ERR_SCHEMA_ADDITIONAL_PROPERTIES", member, at,
            "values other than the properties do not become arguments; their "
            "schema is left out");
    else
        ptcc_schema_tell(run, "ERR_SCHEMA_ADDITIONAL_PROPERTIES", member, at,
                         "Keyword 'additionalProperties' must be a boolean or a schema.");
}

/* Finds and checks what the root holds; false when it has no fields. */
static bool convert_open_root(ptcc_schema_run *run)
{
    const ptc_form *items = run->forms.items;
    uint32_t required = ptcc_schema_member(run, run->root, "required");
    uint32_t properties = ptcc_schema_member(run, run->root, "properties");

    if (required != 0 && items[required].kind == PTC_FORM_VECTOR)
        run->required = required;
    else if (required != 0)
        ptcc_schema_tell(run, "ERR_SCHEMA_REQUIRED_TYPE", required, PTC_STR("$.required"),
                         "Keyword 'required' must be an array of field names.");
    if (properties != 0 && items[properties].kind == PTC_FORM_MAP)
        run->properties = properties;
    else if (properties != 0)
        ptcc_schema_tell(run, "ERR_SCHEMA_PROPERTIES_TYPE", properties,
                         PTC_STR("$.properties"),
                         "Keyword 'properties' must be an object.");
    if (properties != run->properties)
        return false;
    ptcc_schema_note(run);
    if (run->required != 0)
        convert_check_required(run);
    convert_check_additional(run);
    for (uint32_t i = run->properties != 0 ? items[run->properties].child : 0; i != 0;
         i = items[items[i].next].next) {
        if (items[items[i].next].kind != PTC_FORM_MAP)
            ptcc_schema_tell(run, "ERR_SCHEMA_FIELD_TYPE", items[i].next,
                             ptcc_schema_text(run, "$.properties.%.*s",
                                              (int)items[i].text.len, items[i].text.ptr),
                             "Property definition must be an object.");
    }
    return true;
}

/* --- Converting --------------------------------------------------------------------- */

static void convert_run(ptcc_schema_run *run)
{
    bool is_compat = run->options->is_compat;

    if (!convert_check_root(run))
        return;
    if (is_compat)
        ptcc_schema_compat(run);
    else if (!convert_open_root(run) || run->properties == 0)
        return;
    else if (ptcc_schema_is_plain(run) && ptcc_schema_is_faultless(run))
        ptcc_schema_fields(run);
    else if (!run->report->arena->failed)
        ptcc_schema_whole(run);
}

/* `fields` become the map of the report, unless it has one. */
static bool convert_close(ptcc_schema_run *run)
{
    ptcc_schema_report *report = run->report;

    ptcc_schema_sort(report);
    if (report->fields.kind == PTC_NIL && !report->arena->failed)
        ptc_map_make(report->arena, run->fields, report->converted, &report->fields,
                     NULL);
    return !report->arena->failed;
}

bool ptcc_schema_convert(ptcc_schema_report *out, ptc_arena *arena,
                         const ptcc_schema_options *options, ptc_diags *diags)
{
    ptcc_schema_run run = {.report = out, .options = options, .diags = diags};

    *out = (ptcc_schema_report){.arena = arena, .fields = ptc_value_nil()};
    ptc_forms_init(&run.forms, arena, diags->source);
    run.root = ptc_form_read_json_plain(&run.forms, diags);
    if (run.root == 0)
        return false;
    run.fields = ptc_arena_array(arena, run.forms.count, sizeof *run.fields);
    if (run.fields == NULL)
        return false;
    convert_run(&run);
    return convert_close(&run);
}

void ptcc_schema_write(ptc_text *text, const ptcc_schema_report *report)
{
    ptc_map_entry entry = {ptc_value_string(PTC_STR("inline")), report->fields};
    ptc_value value;

    if (ptc_map_make(text->arena, &entry, 1, &value, NULL) != PTC_OK ||
        ptc_json_write(text, &value, 2) != PTC_OK)
        text->failed = true;
    ptc_text_byte(text, '\n');
}
