/* SPDX-License-Identifier: MIT */
/*
 * Contract files in Malli: one schema, named after the file, or a map of names to
 * schemas with `:include`; EDN text or its JSON form. [validation 11.1]
 *
 * An entry's value is a schema, or `[schema {:description s}]`. Functions are contracts,
 * everything else is a named type, which other entries use by its bare name. A type's own
 * description is that of the declaration.
 */
#include "contract/contract_int.h"
#include "contract/malli/malli_int.h"
#include "edn/edn_int.h"

static const ptc_form *contract_form(const ptc_contract_reading *reading, uint32_t form)
{
    return &reading->sig.forms.items[form];
}

/* The text of a form that can be a name, or an empty view. */
static ptc_str contract_form_name(const ptc_form *form)
{
    return form->kind == PTC_FORM_KEYWORD || form->kind == PTC_FORM_STRING ||
                   form->kind == PTC_FORM_SYMBOL
               ? form->text
               : PTC_STR("");
}

/* --- Scanning -------------------------------------------------------------------- */

static void contract_scan_include(ptc_contract_reading *reading, uint32_t value)
{
    const ptc_form *list = contract_form(reading, value);

    if (list->kind != PTC_FORM_VECTOR) {
        ptc_diag_add(
            reading->diags, PTC_DIAG_MALLI_INCLUDE, list->span,
            "includes are given as a vector of file names: :include [\"types.edn\"]");
        ptc_contract_doubt(reading);
        return;
    }
    for (uint32_t child = list->child; child != 0;
         child = contract_form(reading, child)->next) {
        const ptc_form *name = contract_form(reading, child);

        if (name->kind != PTC_FORM_STRING) {
            ptc_diag_add(reading->diags, PTC_DIAG_MALLI_INCLUDE, name->span,
                         "a file name must be a string");
            ptc_contract_doubt(reading);
        } else {
            ptc_contract_include(reading, name->text, name->span, PTC_DIAG_MALLI_INCLUDE);
        }
    }
}

/* `[schema {...}]`: two forms, the first no word that could head a schema itself. */
static bool contract_is_pair(const ptc_contract_reading *reading, const ptc_form *value)
{
    const ptc_form *first;

    if (value->kind != PTC_FORM_VECTOR || value->count != 2)
        return false;
    first = contract_form(reading, value->child);
    return contract_form(reading, first->next)->kind == PTC_FORM_MAP &&
           (first->kind == PTC_FORM_VECTOR || first->kind == PTC_FORM_SYMBOL);
}

static bool contract_is_function(const ptc_contract_reading *reading,
                                 const ptc_form *schema)
{
    const ptc_form *head;

    if (schema->kind != PTC_FORM_VECTOR || schema->count == 0)
        return false;
    head = contract_form(reading, schema->child);
    return head->kind == PTC_FORM_KEYWORD && ptc_str_equal(head->text, PTC_STR("=>"));
}

static void contract_scan_entry(ptc_contract_reading *reading, uint32_t key,
                                uint32_t value)
{
    const ptc_form *name = contract_form(reading, key);
    const ptc_form *schema = contract_form(reading, value);
    uint32_t properties = 0;
    ptc_declaration *item;

    if (contract_form_name(name).len == 0) {
        ptc_diag_add(reading->diags, PTC_DIAG_MALLI_ENTRY, name->span,
                     "the name of a contract must be a keyword, a string or a symbol");
        ptc_contract_doubt(reading);
        return;
    }
    if (contract_is_pair(reading, schema)) {
        value = schema->child;
        schema = contract_form(reading, value);
        properties = schema->next;
    }
    item = ptc_contract_declare(reading, contract_form_name(name), name->span,
                                !contract_is_function(reading, schema));
    if (item == NULL)
        return;
    item->form = value;
    item->properties = properties;
}

static void contract_scan_map(ptc_contract_reading *reading, uint32_t map)
{
    for (int pass = 0; pass < 2; pass++) { /* includes first */
        uint32_t key = contract_form(reading, map)->child;

        while (key != 0 && !reading->is_refused) {
            uint32_t value = contract_form(reading, key)->next;
            bool is_include =
                contract_form(reading, key)->kind == PTC_FORM_KEYWORD &&
                ptc_str_equal(contract_form(reading, key)->text, PTC_STR("include"));

            if (is_include && pass == 0)
                contract_scan_include(reading, value);
            else if (!is_include && pass == 1)
                contract_scan_entry(reading, key, value);
            key = contract_form(reading, value)->next;
        }
    }
}

/* Whether a map has what agents have, and schemas never: a prompt that is a text. */
static bool contract_is_agent(const ptc_contract_reading *reading, uint32_t map)
{
    uint32_t key = contract_form(reading, map)->child;

    while (key != 0) {
        const ptc_form *value = contract_form(reading, contract_form(reading, key)->next);
        ptc_str name = contract_form_name(contract_form(reading, key));

        if (value->kind == PTC_FORM_STRING &&
            (ptc_str_equal(name, PTC_STR("prompt")) ||
             ptc_str_equal(name, PTC_STR("system_prompt"))))
            return true;
        key = value->next;
    }
    return false;
}

static void contract_fault_agent(ptc_contract_reading *reading, uint32_t form,
                                 bool is_json)
{
    ptc_str name = ptc_contract_file_name(reading->diags->source->name);
    ptc_span span = contract_form(reading, form)->span;
    ptc_diag *diag = ptc_diag_add(
        reading->diags, PTC_DIAG_MALLI_SYNTAX, (ptc_span){span.start, span.start + 1},
        "this looks like an agent; expected a map of names to schemas");

    ptc_diag_hint(reading->diags, diag, "name the file %s.agent.%s",
                  ptc_diag_quote(reading->diags, name), is_json ? "json" : "edn");
    ptc_contract_doubt(reading);
}

void ptc_contract_scan_malli(ptc_contract_reading *reading, size_t file)
{
    ptc_contract_file *from = reading->files[file];
    size_t errors = reading->diags->errors;
    ptc_declaration *item;
    uint32_t form;

    form = from->format == PTC_CONTRACT_MALLI_JSON
               ? ptc_form_read_json(&reading->sig.forms, reading->diags)
               : ptc_edn_read_one(&reading->sig.forms, reading->diags);
    from->forms = reading->sig.forms;
    if (form == 0) {
        ptc_contract_doubt(reading);
        reading->is_refused = reading->is_refused || (reading->diags->errors == errors &&
                                                      reading->arena->failed);
        return;
    }
    if (contract_form(reading, form)->kind == PTC_FORM_MAP &&
        contract_is_agent(reading, form)) {
        contract_fault_agent(reading, form, from->format == PTC_CONTRACT_MALLI_JSON);
        return;
    }
    if (contract_form(reading, form)->kind == PTC_FORM_MAP) {
        contract_scan_map(reading, form);
        return;
    }
    item = ptc_contract_declare(
        reading, ptc_contract_file_name(from->source->name), (ptc_span){0, 0},
        !contract_is_function(reading, contract_form(reading, form)));
    if (item != NULL)
        item->form = form;
}

/* --- Drafting -------------------------------------------------------------------- */

/* The properties next to a schema: its description. */
static void contract_describe_entry(ptc_contract_reading *reading,
                                    const ptc_declaration *item)
{
    uint32_t key = item->properties ? contract_form(reading, item->properties)->child : 0;

    while (key != 0) {
        const ptc_form *name = contract_form(reading, key);
        const ptc_form *value = contract_form(reading, name->next);

        if (!ptc_str_equal(contract_form_name(name), PTC_STR("description"))) {
            const char *quoted = ptc_diag_quote(reading->diags, contract_form_name(name));

            ptc_diag_add(reading->diags, PTC_DIAG_MALLI_UNKNOWN_PROPERTY, name->span,
                         "the property \"%s\" has no effect here", quoted);
        } else if (value->kind != PTC_FORM_STRING) {
            ptc_diag_add(reading->diags, PTC_DIAG_MALLI_PROPERTY, value->span,
                         "a description must be a string");
        } else {
            ptc_draft_at(&reading->draft, item->function)->extra.description =
                value->text;
        }
        key = value->next;
    }
}

/* What a type says about itself describes its declaration, as in signatures, and not the
 * fields that have it. */
static void contract_take_words(ptc_contract_reading *reading,
                                const ptc_declaration *item)
{
    ptc_draft_node *function = ptc_draft_at(&reading->draft, item->function);
    ptc_draft_node *type = ptc_draft_at(&reading->draft, function->last);

    function->extra.description = type->extra.description;
    type->extra.description = PTC_STR("");
}

void ptc_contract_draft_malli(ptc_contract_reading *reading, ptc_declaration *item)
{
    ptc_tool_words tool = {0};
    ptc_malli_types types = {ptc_sig_find_named, &reading->sig, &tool};

    reading->sig.result = 0;
    reading->sig.has_arrow = false;
    reading->sig.is_bare = true;
    ptc_sig_output(&reading->sig,
                   ptc_malli_draft_with(&reading->draft, &reading->sig.forms, item->form,
                                        &reading->read, &types));
    item->function = reading->sig.result;
    if (!reading->sig.is_bare)
        item->is_type = false; /* a function inside a registry */
    if (item->function == 0)
        return;
    if (reading->sig.is_bare)
        contract_take_words(reading, item);
    contract_describe_entry(reading, item);
    ptc_contract_set_tool(reading, item, &tool);
}
