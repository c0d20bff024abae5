/* SPDX-License-Identifier: MIT */
/*
 * Contract files: finds the declarations of a file and of all it includes, drafts them in
 * one draft, looks for named types that contain themselves, and finishes each declaration
 * as its own schema. [signature 1.1; validation 11.1]
 *
 * Reading makes several passes over all files, since a type may be used before it is
 * declared: scan (which names are there), draft, search for circles, finish. A reference
 * to a named type leads to a node that is made by the scan and filled when its
 * declaration is read. The files are found in contract_files.c; the forms of text have a
 * file each: contract_sig.c, contract_malli.c.
 */
#include "contract/contract_int.h"

/* --- Declaring ------------------------------------------------------------------- */

/* Says that a name is taken, and where. */
static void contract_fault_taken(ptc_contract_reading *reading, ptc_str name,
                                 ptc_span span, const ptc_declaration *earlier)
{
    const ptc_source *source = reading->files[earlier->file]->source;
    ptc_position at = ptc_source_position(source, earlier->span.start);
    const char *quoted = ptc_diag_quote(reading->diags, name);
    const char *other = ptc_diag_quote(reading->diags, earlier->name);
    ptc_text place;

    if (!ptc_sig_is_telling(&reading->sig)) {
        ptc_diag_add(reading->diags, PTC_DIAG_SIG_DUPLICATE_NAME, span, "duplicate name");
        return;
    }
    ptc_text_init(&place, reading->diags->arena);
    if (source != reading->diags->source) {
        ptc_text_str(&place, source->name);
        ptc_text_byte(&place, ':');
    }
    ptc_text_uint(&place, at.line);
    ptc_text_byte(&place, ':');
    ptc_text_uint(&place, at.column);
    ptc_diag_add(reading->diags, PTC_DIAG_SIG_DUPLICATE_NAME, span,
                 "duplicate declaration \"%s\" (also written \"%s\" at %s)", quoted,
                 other, place.failed ? "" : place.ptr);
}

/* Enters a listed declaration into the tables of names. */
static bool contract_enter_name(ptc_contract_reading *reading, size_t number)
{
    ptc_declaration *item = &reading->items[number];
    const ptc_name_entry *entry =
        ptc_names_add(&reading->declared, item->name, (uint32_t)number);

    if (entry == NULL)
        return false;
    if (entry->value != number) {
        contract_fault_taken(reading, item->name, item->span,
                             &reading->items[entry->value]);
        return true;
    }
    if (!item->is_type)
        return true;
    if (ptc_sig_is_type_word(item->name)) {
        const char *quoted = ptc_diag_quote(reading->diags, item->name);

        ptc_diag_add(reading->diags, PTC_DIAG_SIG_NAME, item->span,
                     "\"%s\" is a built-in type", quoted);
    }
    item->place = ptc_draft_add(&reading->draft, PTC_TYPE_ANY, item->span);
    return item->place != 0 &&
           ptc_names_add(&reading->types, item->name, item->place) != NULL;
}

ptc_declaration *ptc_contract_declare(ptc_contract_reading *reading, ptc_str name,
                                      ptc_span span, bool is_type)
{
    size_t file = reading->file_count;
    void *items = reading->items;
    ptc_declaration *item;

    while (reading->files[file - 1]->source != reading->diags->source)
        file--;
    if (!ptc_arena_reserve(reading->arena, &items, &reading->capacity, reading->count,
                           reading->count + 1, sizeof *reading->items)) {
        reading->is_refused = true;
        return NULL;
    }
    reading->items = items;
    item = &reading->items[reading->count++];
    *item = (ptc_declaration){.file = file - 1, .name = name, .span = span};
    item->is_type = is_type;
    item->is_first = !reading->files[file - 1]->has_items;
    reading->files[file - 1]->has_items = true;
    item->is_listed = is_type || !reading->files[file - 1]->is_included;
    if (item->is_listed && !contract_enter_name(reading, reading->count - 1)) {
        reading->is_refused = true;
        return NULL;
    }
    return item;
}

/* --- Drafting -------------------------------------------------------------------- */

ptc_draft_ref ptc_contract_result(ptc_contract_reading *reading,
                                  const ptc_declaration *item)
{
    return item->function != 0 ? ptc_draft_at(&reading->draft, item->function)->last : 0;
}

/* A type's content moves to the node that references lead to; the contract refers to it
 * like everything else. */
static void contract_place_type(ptc_contract_reading *reading, ptc_declaration *item)
{
    ptc_draft *draft = &reading->draft;
    ptc_draft_ref output = ptc_contract_result(reading, item);
    ptc_draft_node *type = ptc_draft_at(draft, output);
    ptc_draft_node reference = {.type = PTC_TYPE_REF, .target = item->place};

    reference.extra.span = type->extra.span;
    reference.extra.named_type = item->name;
    *ptc_draft_at(draft, item->place) = *type;
    *type = reference;
}

static void contract_draft(ptc_contract_reading *reading, ptc_declaration *item)
{
    const ptc_contract_file *file = reading->files[item->file];
    const ptc_contract_dialect *dialect =
        ptc_contract_dialect_of(reading->options, file->format);
    size_t errors = reading->diags->errors;

    ptc_contract_enter(reading, item->file);
    item->first = (uint32_t)reading->draft.count;
    if (item->json != NULL)
        ptc_contract_draft_json(reading, item);
    else if (dialect != NULL)
        dialect->draft(reading, item);
    else if (file->format == PTC_CONTRACT_SIG)
        ptc_contract_draft_sig(reading, item);
    else if (file->format == PTC_CONTRACT_MALLI_EDN ||
             file->format == PTC_CONTRACT_MALLI_JSON)
        ptc_contract_draft_malli(reading, item);
    else
        item->function = ptc_sig_read_text(&reading->sig);
    reading->files[item->file]->forms = reading->sig.forms;
    item->end = (uint32_t)reading->draft.count;
    item->is_bad = item->function == 0 || reading->diags->errors != errors;
    ptc_contract_doubt_first(reading, item, item->is_read || !item->is_bad);
    if (!item->is_bad && item->place != 0 && item->is_type && !reading->sig.keeps_names)
        contract_place_type(reading, item);
}

/* --- The reading ----------------------------------------------------------------- */

/* All type words, named types first: what faults list, and what Malli text may use. */
void ptc_contract_begin(ptc_contract_reading *reading, ptc_arena *arena,
                        ptc_arena *result, const ptc_contract_options *options,
                        ptc_diags *diags)
{
    *reading = (ptc_contract_reading){
        .result = result, .arena = arena, .options = options, .diags = diags};
    reading->mark = ptc_diags_place(diags);
    reading->read = *options->read;
    ptc_draft_init(&reading->draft, arena, diags);
    reading->draft.lint = reading->read.lint;
    ptc_sig_init(&reading->sig, arena, &reading->draft, &reading->read);
    ptc_names_init(&reading->declared, arena);
    ptc_names_init(&reading->types, arena);
    reading->sig.named = &reading->types;
}

/* Notes which declaration each draft node is of; false when memory was refused. */
static bool contract_find_owners(ptc_contract_reading *reading)
{
    size_t count = reading->draft.count;

    reading->owners = ptc_arena_array(reading->arena, count, sizeof *reading->owners);
    if (reading->owners == NULL)
        return false;
    reading->owner_count = count;
    for (size_t i = 0; i < reading->count; i++) {
        const ptc_declaration *item = &reading->items[i];

        for (uint32_t ref = item->first; ref < item->end; ref++)
            reading->owners[ref] = (uint32_t)i;
        if (item->place != 0)
            reading->owners[item->place] = (uint32_t)i;
    }
    return true;
}

void ptc_contract_draft_all(ptc_contract_reading *reading)
{
    for (size_t i = 0; i < reading->count && !reading->is_refused; i++) {
        contract_draft(reading, &reading->items[i]);
        reading->is_refused = reading->is_refused || reading->sig.is_refused ||
                              reading->draft.failed || reading->arena->failed;
    }
    ptc_contract_close_json(reading);
    if (!reading->is_refused && reading->count > 0)
        reading->is_refused = !contract_find_owners(reading);
}

const ptc_contract_file *ptc_contract_file_of(const ptc_contract_reading *reading,
                                              ptc_draft_ref ref)
{
    size_t owner = ref < reading->owner_count ? reading->owners[ref] : 0;

    return reading->files[reading->items[owner].file];
}

/* Types that hold each other are finished together, wherever they are declared. */
static const ptc_source *contract_source(void *user, ptc_draft_ref ref)
{
    return ptc_contract_file_of(user, ref)->source;
}

ptc_status ptc_contract_finish(ptc_contract_reading *reading, const ptc_declaration *item,
                               ptc_schema *out)
{
    size_t errors = reading->diags->errors;
    ptc_status status;

    reading->diags->source = reading->files[item->file]->source;
    status = ptc_normal_finish(&reading->unit, item->function, out);
    ptc_contract_doubt_first(reading, item, reading->diags->errors == errors);
    return status;
}

/* One finished contract; false when memory was refused. */
static bool contract_make(ptc_contract_reading *reading, const ptc_declaration *item,
                          ptc_contract *out)
{
    ptc_status status = ptc_contract_finish(reading, item, &out->schema);

    out->name = ptc_str_copy(reading->result, item->name);
    out->is_type = item->is_type;
    out->is_included = reading->files[item->file]->is_included;
    out->source = reading->files[item->file]->source;
    out->span = item->span;
    out->info = item->info;
    return status != PTC_ERROR_MEMORY && out->name.ptr != NULL;
}

/* Makes contracts of all declarations: types before what uses them, so that the nodes of
 * a type are its own; listed as declared. */
static bool contract_make_all(ptc_contract_reading *reading, ptc_contract *made)
{
    for (size_t i = 0; i < reading->order_count; i++) {
        size_t number = reading->order[i];

        if (!reading->items[number].is_bad &&
            !contract_make(reading, &reading->items[number], &made[number]))
            return false;
    }
    return true;
}

/* Shows the drafts to their observer. */
static void contract_show_drafts(ptc_contract_reading *reading)
{
    const ptc_draft_watch *watch = reading->options->drafts;

    for (size_t i = 0; watch != NULL && i < reading->count; i++) {
        const ptc_declaration *item = &reading->items[i];

        if (!item->is_bad)
            watch->show(watch->user, &reading->draft,
                        item->place != 0 ? item->place : item->function, item->name,
                        reading->files[item->file]->source);
    }
}

/* Reports the passes to their observer. */
static void contract_note_passes(const ptc_contract_reading *reading)
{
    const ptc_pass_watch *watch = reading->options->passes;
    const ptc_normal *unit = &reading->unit;
    size_t drafted = reading->draft.count > 0 ? reading->draft.count - 1 : 0;
    size_t bytes = 0;
    ptc_str name;

    if (watch == NULL || reading->file_count == 0)
        return;
    name = reading->files[0]->source->name;
    for (size_t i = 0; i < reading->file_count; i++)
        bytes += reading->files[i]->source->text.len;
    ptc_pass_note(
        watch, (ptc_pass){"scan", name, bytes, "bytes", reading->count, "declarations"});
    ptc_pass_note(watch, (ptc_pass){"draft", name, reading->count, "declarations",
                                    drafted, "draft nodes"});
    ptc_pass_note(watch, (ptc_pass){"expand", name, drafted, "draft nodes", unit->work,
                                    "work nodes"});
    ptc_pass_note(watch, (ptc_pass){"settle", name, unit->work, "work nodes",
                                    unit->node_count, "nodes"});
}

static bool contract_finish_all(ptc_contract_reading *reading, ptc_contracts *out)
{
    ptc_contract *made = ptc_arena_array(reading->arena, reading->count, sizeof *made);
    ptc_contract *items = ptc_arena_array(reading->result, reading->count, sizeof *items);
    const ptc_schema_node *nodes = NULL;
    bool is_done;

    ptc_normal_begin(&reading->unit, &reading->draft, reading->result, true);
    reading->unit.find_source = contract_source;
    reading->unit.user = reading;
    is_done = made != NULL && items != NULL && contract_make_all(reading, made);
    nodes = ptc_normal_end(&reading->unit);
    contract_note_passes(reading);
    if (!is_done || nodes == NULL)
        return false;
    out->items = items;
    for (size_t i = 0; i < reading->count; i++) {
        if (reading->items[i].is_bad || !reading->items[i].is_listed)
            continue;
        items[out->count] = made[i];
        if (made[i].schema.nodes != NULL)
            items[out->count].schema.nodes = nodes;
        out->count++;
    }
    return true;
}

static bool contract_list_sources(const ptc_contract_reading *reading, ptc_contracts *out)
{
    out->sources =
        ptc_arena_array(reading->result, reading->file_count, sizeof *out->sources);
    if (out->sources == NULL)
        return false;
    for (size_t i = 0; i < reading->file_count; i++)
        out->sources[i] = reading->files[i]->source;
    out->source_count = reading->file_count;
    return true;
}

bool ptc_contract_take_options(ptc_contract_taken *out, const char *function,
                               const ptc_contract_options *given)
{
    *out = (ptc_contract_taken){.options = {.struct_size = sizeof out->options},
                                .read = {.struct_size = sizeof out->read}};
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_contract_options), function, given,
                          &out->options) ||
        !ptc_options_take(PTC_OPTIONS("options.read", ptc_read_options), function,
                          out->options.read, &out->read))
        return false;
    if ((unsigned)out->options.format > PTC_CONTRACT_JSON_SCHEMA &&
        ptc_contract_dialect_of(&out->options, out->options.format) == NULL) {
        ptc_misuse(function, "options.format is %u; set it to a ptc_contract_format",
                   (unsigned)out->options.format);
        return false;
    }
    out->options.read = &out->read;
    return true;
}

/* Reads the files of a reading that has begun; false when memory was refused. */
static bool contract_read_all(ptc_contract_reading *reading, const ptc_source *source,
                              ptc_contracts *out)
{
    ptc_contract_scan(reading, source, reading->options->format);
    ptc_contract_draft_all(reading);
    if (!reading->is_refused) {
        contract_show_drafts(reading);
        ptc_contract_find_circles(reading);
    }
    return !reading->is_refused && contract_finish_all(reading, out) &&
           contract_list_sources(reading, out);
}

/* Warns of a file that declares nothing. */
static void contract_check_empty(ptc_contract_reading *reading)
{
    ptc_diag *diag;

    if (reading->count > 0 || reading->file_count != 1 || reading->is_root_named)
        return;
    reading->diags->source = reading->files[0]->source;
    diag = ptc_diag_add(reading->diags, PTC_DIAG_CONTRACT_EMPTY, (ptc_span){0, 0},
                        "the file declares no contract");
    if (reading->files[0]->format < PTC_CONTRACT_JSON_SCHEMA)
        ptc_diag_hint(reading->diags, diag, "write name(params) -> T or name = T");
}

/* The memory that a reading may take. A document needs several times its size when it is
 * read, so the default grows with the document, even if only a part of it is wanted. */
static size_t contract_memory_cap(const ptc_contract_options *options,
                                  const ptc_source *source)
{
    size_t cap = ptc_sig_memory_cap(options->read);
    unsigned format = options->format == PTC_CONTRACT_BY_NAME
                          ? ptc_contract_format_by_name(options, source->name)
                          : options->format;

    if (options->read->memory_cap == 0 && format == PTC_CONTRACT_JSON_SCHEMA)
        cap +=
            4 * (source->text.len < PTC_SOURCE_MAX ? source->text.len : PTC_SOURCE_MAX);
    return cap;
}

static ptc_status contract_read(ptc_arena *arena, const ptc_source *source,
                                const ptc_contract_options *given, bool is_named,
                                ptc_diags *diags, ptc_contracts *out)
{
    ptc_diags own;
    size_t errors;
    ptc_contract_reading reading;
    ptc_contract_taken taken;
    ptc_scratch scratch;
    bool is_other;
    bool is_refused;
    bool is_done;

    diags = ptc_diags_given(diags, &own, arena);
    errors = diags->errors;
    *out = (ptc_contracts){0};
    if (!ptc_contract_take_options(&taken, "ptc_contracts_read", given))
        return PTC_ERROR_ARGUMENT;
    ptc_scratch_begin(&scratch, arena, contract_memory_cap(&taken.options, source));
    ptc_contract_begin(&reading, scratch.arena, arena, &taken.options, diags);
    reading.is_root_named = is_named;
    is_done = contract_read_all(&reading, source, out);
    if (ptc_scratch_is_capped(&scratch) && diags->errors == errors)
        ptc_sig_fault_too_large(&reading.sig);
    ptc_contract_hide_others(&reading);
    if (is_done && diags->errors == errors)
        contract_check_empty(&reading);
    is_other = is_named && reading.file_count > 0 && reading.files[0]->is_no_contract;
    is_refused = scratch.is_refused || arena->failed;
    is_done = is_done && !is_refused;
    ptc_scratch_end(&scratch);
    diags->source = source;
    if (!is_done || is_other || diags->errors != errors)
        out->count = 0;
    if (is_refused)
        return PTC_ERROR_MEMORY;
    if (is_other)
        return PTC_ERROR_INVALID;
    if (diags->errors != errors)
        return PTC_ERROR_SYNTAX;
    return is_done ? PTC_OK : PTC_ERROR_MEMORY;
}

ptc_status ptc_contracts_read(ptc_arena *arena, const ptc_source *source,
                              const ptc_contract_options *options, ptc_diags *diags,
                              ptc_contracts *out)
{
    return contract_read(arena, source, options, false, diags, out);
}

ptc_status ptc_contracts_read_named(ptc_arena *arena, const ptc_source *source,
                                    const ptc_contract_options *options, ptc_diags *diags,
                                    ptc_contracts *out)
{
    return contract_read(arena, source, options, true, diags, out);
}

const ptc_contract *ptc_contracts_find(const ptc_contracts *contracts, ptc_str name)
{
    for (size_t i = 0; i < contracts->count; i++) {
        if (ptc_str_equal_folded(contracts->items[i].name, name))
            return &contracts->items[i];
    }
    return NULL;
}
