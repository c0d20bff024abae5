/* SPDX-License-Identifier: MIT */
/* Drafts definitions: functions with their arguments and results, and entities.
 * [brimley 1, 3, 7] */
#include "generator/dialect/brimley/brimley_int.h"
#include "generator/dialect/brimley/brimley_path.h"

uint32_t ptcc_brimley_entity_fields(const ptc_forms *forms, uint32_t definition)
{
    uint32_t fields = ptcc_brimley_value(forms, definition, "fields");

    if (fields == 0)
        fields = ptcc_brimley_value(forms, definition, "inline");
    if (fields == 0 && ptcc_brimley_key(forms, definition, "properties") != 0)
        fields = definition;
    return fields;
}

/* --- Arguments -------------------------------------------------------------------- */

/* Keys that would be arguments, if they were in their place, are not slips to warn of.
 */
static void draft_check_part(const ptcc_brimley_run *run, uint32_t part,
                             const char *const *keys, const char *owner)
{
    ptc_diags *diags = run->reading->diags;
    uint32_t key = ptcc_brimley_form(run, part)->child;

    while (key != 0) {
        const ptc_form *name = ptcc_brimley_form(run, key);

        if (!ptcc_brimley_is_listed(name->text, keys)) {
            ptc_diag *diag = ptc_diag_add(
                diags, PTC_DIAG_BRIMLEY_VALUE, ptcc_brimley_span(run, key),
                "%s have no key \"%s\"", owner, ptc_diag_quote(diags, name->text));
            const char *near = ptcc_brimley_nearest(name->text, keys);

            if (near != NULL)
                ptc_diag_hint(diags, diag, "did you mean %s?", near);
            else
                ptc_diag_hint(diags, diag, "put it under inline:");
        }
        key = ptcc_brimley_form(run, name->next)->next;
    }
}

/* The MAP of a function's arguments. */
static ptc_draft_ref draft_arguments(ptcc_brimley_run *run,
                                     const ptcc_brimley_definition *definition)
{
    static const char *const keys[] = {"entity_ref", "inline", "signature", NULL};
    uint32_t form = ptcc_brimley_value(run->forms, definition->form, "arguments");
    ptcc_brimley_fields fields;

    run->noun = "argument";
    run->is_input = run->takes_context = true;
    ptcc_brimley_fields_init(run, &fields,
                             ptcc_brimley_span(run, form != 0 ? form : definition->form));
    ptc_draft_at(&run->reading->draft, fields.map)->flags |= PTC_NODE_CASTS;
    if (form == 0)
        return fields.map;
    if (ptcc_brimley_form(run, form)->kind != PTC_FORM_MAP) {
        ptc_diag *diag = ptc_diag_add(
            run->reading->diags, PTC_DIAG_BRIMLEY_VALUE, ptcc_brimley_span(run, form),
            "arguments are a map with entity_ref, inline or both");

        ptc_diag_hint(run->reading->diags, diag, "write arguments: {inline: {id: int}}");
        return 0;
    }
    draft_check_part(run, form, keys, "arguments");
    if (ptcc_brimley_value(run->forms, form, "entity_ref") != 0 &&
        !ptcc_brimley_is_compat(run))
        ptcc_brimley_fields_merge(run, &fields,
                                  ptcc_brimley_value(run->forms, form, "entity_ref"));
    ptcc_brimley_fields_inline(run, &fields,
                               ptcc_brimley_value(run->forms, form, "signature"), NULL);
    ptcc_brimley_fields_inline(
        run, &fields, ptcc_brimley_value(run->forms, form, "inline"), definition->input);
    return fields.map;
}

/* --- Results ---------------------------------------------------------------------- */

static ptc_draft_ref draft_result_type(ptcc_brimley_run *run, uint32_t form)
{
    ptcc_brimley_type type;

    run->noun = "return_shape";
    if (!ptcc_brimley_type_at(run, form, PTC_STR(""), &type))
        return 0;
    return ptcc_brimley_type_draft(
        run, ptcc_brimley_text_span(run, form, type.at, type.len), &type);
}

/* A map with the fields of an entity, its own fields, or both. */
static ptc_draft_ref draft_result_map(ptcc_brimley_run *run, uint32_t form,
                                      ptc_json_schema *schema)
{
    static const char *const keys[] = {"entity_ref", "inline", "description", NULL};
    uint32_t entity = ptcc_brimley_value(run->forms, form, "entity_ref");
    uint32_t own = ptcc_brimley_value(run->forms, form, "inline");
    ptcc_brimley_fields fields;
    ptc_diag *diag;

    draft_check_part(run, form, keys, "maps of return_shape");
    if (entity == 0 && own == 0) {
        diag = ptc_diag_add(run->reading->diags, PTC_DIAG_BRIMLEY_VALUE,
                            ptcc_brimley_span(run, form),
                            "a return_shape that is a map has entity_ref or inline");
        ptc_diag_hint(run->reading->diags, diag,
                      "write return_shape: {inline: {id: int}}");
        return 0;
    }
    if (own == 0)
        return draft_result_type(run, entity);
    if (entity == 0 && ptcc_brimley_form(run, own)->kind == PTC_FORM_STRING)
        return draft_result_type(run, own);
    run->noun = "field";
    ptcc_brimley_fields_init(run, &fields, ptcc_brimley_span(run, form));
    if (entity != 0)
        ptcc_brimley_fields_merge(run, &fields, entity);
    ptcc_brimley_fields_inline(run, &fields, own, schema);
    return fields.map;
}

static ptc_draft_ref draft_result(ptcc_brimley_run *run,
                                  const ptcc_brimley_definition *definition)
{
    ptc_draft *draft = &run->reading->draft;
    uint32_t form = ptcc_brimley_value(run->forms, definition->form, "return_shape");
    ptc_draft_ref ref;

    run->is_input = run->takes_context = false;
    run->is_result = true;
    if (form == 0)
        return ptc_draft_add(draft, PTC_TYPE_NIL,
                             ptcc_brimley_span(run, definition->form));
    if (ptcc_brimley_form(run, form)->kind != PTC_FORM_MAP)
        return draft_result_type(run, form);
    ref = draft_result_map(run, form, definition->result);
    ptc_draft_at(draft, ref)->extra.description =
        ptcc_brimley_words(run, ptcc_brimley_value(run->forms, form, "description"));
    return ref;
}

/* --- Definitions ------------------------------------------------------------------ */

/* The body of a file, or a text in the definition, that is SQL; false: there is none. */
static bool draft_sql(const ptcc_brimley_run *run, const ptcc_brimley_file *file,
                      uint32_t form, ptc_contract_info *info)
{
    static const char *const keys[] = {"sql", "sql_body"};
    ptc_str type =
        ptcc_brimley_form(run, ptcc_brimley_value(run->forms, form, "type"))->text;
    ptc_str name = run->reading->diags->source->name;
    bool is_sql = ptcc_brimley_is_word(type, "sql_function") ||
                  (name.len > 4 && memcmp(name.ptr + name.len - 4, ".sql", 4) == 0);

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        uint32_t text = ptcc_brimley_value(run->forms, form, keys[i]);

        if (text == 0)
            continue;
        info->sql = ptcc_brimley_string(run, text, "SQL");
        info->sql_span = ptcc_brimley_text_span(run, text, 0, info->sql.len);
        return info->sql.len > 0;
    }
    if (!is_sql || file->text.body.len == 0)
        return false;
    info->sql = file->text.body;
    info->sql_span = file->text.place;
    return true;
}

/* What a definition says besides its types; NULL: nothing, or memory was refused. */
static const ptc_contract_info *draft_info(const ptcc_brimley_run *run,
                                           const ptcc_brimley_file *file, uint32_t form)
{
    ptc_contract_reading *reading = run->reading;
    ptc_contract_info info = {.struct_size = sizeof info};
    uint32_t path = ptcc_brimley_value(run->forms, form, "path");
    bool has_sql = draft_sql(run, file, form, &info);
    ptc_contract_info *kept;

    info.path = ptcc_brimley_string(run, path, "a path");
    if (info.path.len == 0 && !has_sql)
        return NULL;
    if (info.path.len > 0)
        info.path_span = ptcc_brimley_text_span(run, path, 0, info.path.len);
    kept = ptc_arena_array(reading->result, 1, sizeof *kept);
    if (kept == NULL)
        return NULL;
    *kept = info;
    kept->path = ptc_str_copy(reading->result, info.path);
    kept->sql = ptc_str_copy(reading->result, info.sql);
    return kept;
}

/* Checks what it says by the arguments that were drafted. */
static void draft_check_info(const ptcc_brimley_run *run, const ptc_declaration *item,
                             uint32_t form)
{
    ptc_draft *draft = &run->reading->draft;
    uint32_t path = ptcc_brimley_value(run->forms, form, "path");
    bool is_good = true;

    if (item->info == NULL || item->function == 0)
        return;
    if (item->info->path.len > 0)
        is_good = ptcc_brimley_check_path(
            draft, item->function, run->forms, path,
            ptcc_brimley_value(run->forms, form, "arguments") != 0);
    if (item->info->sql.len > 0)
        ptcc_brimley_check_sql(draft, item->function, item->info->sql,
                               item->info->sql_span,
                               is_good ? item->info->path : PTC_STR(""));
}

static void draft_function(ptcc_brimley_run *run, ptc_declaration *item,
                           const ptcc_brimley_file *file,
                           const ptcc_brimley_definition *definition)
{
    ptc_sig *sig = &run->reading->sig;
    ptc_draft_ref inputs = draft_arguments(run, definition);
    ptc_draft_ref output = draft_result(run, definition);

    item->info = draft_info(run, file, definition->form);
    ptc_sig_function(sig, inputs, output);
    item->function = sig->result;
    draft_check_info(run, item, definition->form);
}

static void draft_entity(ptcc_brimley_run *run, ptc_declaration *item,
                         const ptcc_brimley_definition *definition)
{
    ptc_sig *sig = &run->reading->sig;
    uint32_t form = ptcc_brimley_entity_fields(run->forms, definition->form);
    uint32_t entity = ptcc_brimley_value(run->forms, definition->form, "entity_ref");
    ptcc_brimley_fields fields;

    run->noun = "field";
    run->is_input = true;
    if (form == 0 && entity == 0) {
        ptc_diag *diag = ptc_diag_add(run->reading->diags, PTC_DIAG_BRIMLEY_VALUE,
                                      item->span, "the entity \"%s\" has no fields",
                                      ptc_diag_quote(run->reading->diags, item->name));

        ptc_diag_hint(run->reading->diags, diag, "write fields: {id: int}");
        return;
    }
    ptcc_brimley_fields_init(run, &fields,
                             ptcc_brimley_span(run, form != 0 ? form : definition->form));
    if (entity != 0)
        ptcc_brimley_fields_merge(run, &fields, entity);
    ptcc_brimley_fields_inline(run, &fields, form, definition->input);
    ptc_sig_output(sig, fields.map);
    item->function = sig->result;
}

void ptcc_brimley_draft(ptc_contract_reading *reading, ptc_declaration *item)
{
    const ptcc_brimley_file *file;
    const ptcc_brimley_definition *definition =
        ptcc_brimley_definition_of(reading, item, &file);
    ptcc_brimley_run run = {.reading = reading, .forms = &file->text.forms};
    ptc_diags *diags = reading->diags;
    size_t errors = diags->errors;
    ptc_str words;

    item->is_read = true; /* no other file has maps with such names */
    reading->sig.result = 0;
    reading->sig.has_arrow = false;
    reading->sig.is_bare = definition->is_entity;
    if (definition->is_entity)
        draft_entity(&run, item, definition);
    else
        draft_function(&run, item, file, definition);
    words = ptcc_brimley_words(
        &run, ptcc_brimley_value(run.forms, definition->form, "description"));
    if (item->function != 0 && words.len > 0)
        ptc_draft_at(&reading->draft, item->function)->extra.description = words;
    if (diags->errors != errors)
        item->function = 0;
}
