/* SPDX-License-Identifier: MIT */
/*
 * Contract files in JSON Schema: the schema, named after the file, or the tools of a
 * list; and every definition that is referred to, as a named type. [signature 13]
 */
#include "contract/contract_int.h"

/* --- Scanning -------------------------------------------------------------------- */

/* A name that no declaration of the reading has, where definitions of two files
 * collide. */
static ptc_str contract_json_name(ptc_contract_reading *reading, ptc_str wanted)
{
    ptc_text text;

    if (ptc_names_find(&reading->declared, wanted) == NULL)
        return wanted;
    ptc_text_init(&text, reading->arena);
    ptc_text_str(&text, wanted);
    for (uint64_t number = reading->count + 1; !text.failed; number++) {
        ptc_text_cut(&text, wanted.len);
        ptc_text_byte(&text, '_');
        ptc_text_uint(&text, number);
        if (ptc_names_find(&reading->declared, ptc_text_view(&text)) == NULL)
            break;
    }
    reading->is_refused = reading->is_refused || text.failed;
    return ptc_text_view(&text);
}

/* Declares an item of the document; false when memory was refused. */
static bool contract_declare_json(ptc_contract_reading *reading, ptc_json_schema *json,
                                  uint32_t number)
{
    ptc_json_item *from = &json->items[number];
    bool is_root = !json->has_envelope && number == 0;
    ptc_span span = {0, 0};
    ptc_declaration *item;

    json->diags->source = json->source;
    if (!is_root) {
        span = ptc_json_schema_key_span(json, from->at);
        from->name = contract_json_name(reading, from->name);
    }
    item = ptc_contract_declare(reading, from->name, span, !from->is_tool);
    if (item == NULL)
        return false;
    item->json = json;
    item->is_whole = is_root;
    item->number = number;
    from->target = item->place;
    return true;
}

/* Loads the document at an address as a file of the reading. */
static const ptc_source *contract_json_refer(void *user, ptc_str address, ptc_span span)
{
    ptc_contract_reading *reading = user;
    const ptc_contract_options *options = reading->options;
    const ptc_named_file named = {address, span, PTC_DIAG_JSON_SCHEMA_REF};
    const ptc_source *source =
        options->refer != NULL ? options->refer(address, options->user) : NULL;
    const char *fault =
        source == NULL && options->refer != NULL && options->load_fault != NULL
            ? options->load_fault(options->user)
            : NULL;

    if (source != NULL && source->text.len > PTC_SOURCE_MAX)
        fault = "is " PTC_SOURCE_LARGE;
    if (fault != NULL)
        ptc_diag_add(reading->diags, named.code, span, "\"%s\" %s",
                     ptc_diag_quote(reading->diags, address), fault);
    if (source == NULL || fault != NULL ||
        !ptc_contract_add_part(reading, source, &named))
        return NULL;
    return source;
}

static ptc_json_how contract_json_how(ptc_contract_reading *reading)
{
    return (ptc_json_how){
        .is_lenient = reading->read.lenient,
        .implies_types = reading->read.json_implied_types,
        .annotates_formats = reading->read.json_annotate_format,
        .operations = reading->options->operations,
        .operation_count = reading->options->operation_count,
        .refer = contract_json_refer,
        .user = reading,
    };
}

/* A document to be opened; NULL when memory was refused. */
static ptc_json_schema *contract_json_new(ptc_contract_reading *reading)
{
    ptc_json_schema *json = ptc_arena_array(reading->arena, 1, sizeof *json);
    ptc_json_schema **listed =
        PTC_ARENA_PUSH(reading->arena, reading->schemas, reading->schema_count,
                       reading->schema_capacity);

    reading->is_refused = reading->is_refused || json == NULL || listed == NULL;
    if (listed != NULL)
        *listed = json;
    return listed != NULL ? json : NULL;
}

/* Declares the items of an opened document from `first` on. */
static void contract_json_declare_all(ptc_contract_reading *reading,
                                      ptc_json_schema *json, size_t first)
{
    for (size_t i = first; i < json->count && !reading->is_refused; i++) {
        if (!contract_declare_json(reading, json, (uint32_t)i))
            break;
    }
}

void ptc_contract_scan_json(ptc_contract_reading *reading, size_t file)
{
    const ptc_contract_file *from = reading->files[file];
    ptc_str name = ptc_contract_file_name(from->source->name);
    ptc_json_how how = contract_json_how(reading);
    ptc_json_schema *json = contract_json_new(reading);
    size_t errors = reading->diags->errors;
    bool is_open;

    how.is_included = from->is_included;
    is_open = json != NULL && ptc_json_schema_open(json, reading->arena, reading->diags,
                                                   from->source, name, &how);
    if (is_open)
        contract_json_declare_all(reading, json, 0);
    reading->diags->source = from->source;
    if (is_open)
        return;
    ptc_contract_doubt(reading);
    reading->is_refused = reading->is_refused ||
                          (reading->diags->errors == errors && reading->arena->failed);
}

ptc_json_schema *ptc_contract_open_json(ptc_contract_reading *reading, ptc_str name,
                                        const ptc_json_given *given, bool casts)
{
    const ptc_source *source = reading->diags->source;
    ptc_json_how how = contract_json_how(reading);
    ptc_json_schema *json = contract_json_new(reading);
    bool is_open;

    how.casts = casts;
    is_open =
        json != NULL && ptc_json_schema_open_given(json, reading->arena, reading->diags,
                                                   source, name, &how, given);
    if (is_open)
        contract_json_declare_all(reading, json, 1);
    reading->diags->source = source;
    reading->is_refused = reading->is_refused || reading->arena->failed;
    return is_open ? json : NULL;
}

/* --- Drafting -------------------------------------------------------------------- */

/* A JSON Schema describes its contract where it describes its type. */
void ptc_contract_draft_json(ptc_contract_reading *reading, ptc_declaration *item)
{
    ptc_json_schema *json = item->json;
    const ptc_json_item *from = &json->items[item->number];
    ptc_draft *draft = &reading->draft;
    ptc_draft_ref type = ptc_json_schema_draft(json, draft, from);
    ptc_tool_words tool;

    reading->sig.result = 0;
    reading->sig.has_arrow = from->is_tool;
    ptc_sig_output(&reading->sig, type);
    item->function = reading->sig.result;
    ptc_tool_read_json(json, from, &tool);
    ptc_contract_set_tool(reading, item, &tool);
    if (item->function == 0 || from->is_tool)
        return;
    ptc_draft_at(draft, item->function)->extra.description =
        ptc_draft_at(draft, type)->extra.description;
    if (from->is_definition)
        ptc_draft_at(draft, type)->extra.description = PTC_STR("");
}

void ptc_contract_close_json(ptc_contract_reading *reading)
{
    size_t errors = reading->diags->errors;

    for (size_t i = 0; i < reading->schema_count && !reading->is_refused; i++) {
        ptc_json_schema *json = reading->schemas[i];

        if (reading->diags->errors == errors && json->draft != NULL)
            ptc_json_schema_close(json);
        reading->is_refused = reading->is_refused || reading->arena->failed;
    }
}
