/* SPDX-License-Identifier: MIT */
/*
 * Contract files: finds the declarations of a file and of all it includes, drafts them in
 * one draft, looks for named types that contain themselves, and finishes each declaration
 * as a schema of its own. [signature 1.1; validation 11.1]
 *
 * Reading goes in passes over all files, since a type may be used before it is declared:
 * scan (which names are there), draft, search for circles, finish. A reference to a named
 * type leads to a node that is made by the scan and filled when its declaration is read.
 * The forms of text have a file each: contract_sig.c, contract_malli.c.
 */
#include "schema/contract_reader.h"

/* Includes of includes; the scan recurses once for each. */
#define CONTRACT_INCLUDES_MAX 64

/* --- Names of files -------------------------------------------------------------- */

static const struct {
    const char *ending;
    ptc_contract_format format;
} contract_endings[] = {
    {".sig", PTC_FORMAT_SIG},          {".malli.edn", PTC_FORMAT_MALLI_EDN},
    {".edn", PTC_FORMAT_MALLI_EDN},    {".malli.json", PTC_FORMAT_MALLI_JSON},
    {".json", PTC_FORMAT_JSON_SCHEMA},
};
#define CONTRACT_ENDINGS (sizeof contract_endings / sizeof contract_endings[0])

static bool contract_has_ending(ptc_str name, ptc_str ending)
{
    return name.len > ending.len &&
           memcmp(name.ptr + name.len - ending.len, ending.ptr, ending.len) == 0;
}

ptc_contract_format ptc_contract_format_of(ptc_str name)
{
    for (size_t i = 0; i < CONTRACT_ENDINGS; i++) {
        if (contract_has_ending(name, ptc_str_of(contract_endings[i].ending)))
            return contract_endings[i].format;
    }
    return PTC_FORMAT_SIGNATURE;
}

ptc_str ptc_contract_file_name(ptc_str path)
{
    ptc_str name = path;

    for (size_t i = 0; i < path.len; i++) {
        if (path.ptr[i] == '/' || path.ptr[i] == '\\')
            name = ptc_str_make(path.ptr + i + 1, path.len - i - 1);
    }
    for (size_t i = 0; i < CONTRACT_ENDINGS; i++) {
        ptc_str ending = ptc_str_of(contract_endings[i].ending);

        if (contract_has_ending(name, ending)) {
            name.len -= ending.len;
            break;
        }
    }
    if (name.len > 2 && name.ptr[0] == '<' && name.ptr[name.len - 1] == '>')
        name = ptc_str_make(name.ptr + 1, name.len - 2);
    return name.len > 0 ? name : PTC_STR("contract");
}

/* --- Scanning -------------------------------------------------------------------- */

void ptc_contract_enter(ptc_contract_reader *reader, size_t file)
{
    ptc_contract_file *to = reader->files[file];

    reader->sig.text = to->text;
    reader->sig.forms = to->forms;
    reader->sig.is_file = to->format == PTC_FORMAT_SIG;
    reader->diags->source = to->source;
}

/* Adds a file; its number, or SIZE_MAX when it cannot be read (told) or memory is out. */
static size_t contract_add_file(ptc_contract_reader *reader, const ptc_source *source,
                                ptc_contract_format format, bool is_included)
{
    ptc_contract_file *file = ptc_arena_array(reader->arena, 1, sizeof *file);
    void *files = reader->files;

    if (file == NULL ||
        !ptc_arena_reserve(reader->arena, &files, &reader->file_capacity,
                           reader->file_count, reader->file_count + 1, sizeof file)) {
        reader->is_refused = true;
        return SIZE_MAX;
    }
    reader->files = files;
    if (!ptc_sig_enter(&reader->sig, source)) {
        reader->is_refused = reader->is_refused || reader->sig.is_refused;
        return SIZE_MAX;
    }
    file->source = source;
    file->text = reader->sig.text;
    file->forms = reader->sig.forms;
    file->format = format;
    file->is_included = is_included;
    reader->files[reader->file_count] = file;
    return reader->file_count++;
}

/* A file that is one schema: declared under the file's name. */
static void contract_scan_whole(ptc_contract_reader *reader, size_t file, bool is_type)
{
    ptc_declaration *item = ptc_contract_declare(
        reader, ptc_contract_file_name(reader->files[file]->source->name),
        (ptc_span){0, 0}, is_type);

    if (item != NULL)
        item->is_whole = true;
}

void ptc_contract_scan(ptc_contract_reader *reader, const ptc_source *source,
                       ptc_contract_format format, bool is_included)
{
    size_t file;

    if (format == PTC_FORMAT_BY_NAME)
        format = ptc_contract_format_of(source->name);
    file = contract_add_file(reader, source, format, is_included);
    if (file == SIZE_MAX)
        return;
    reader->files[file]->is_open = true;
    reader->depth++;
    switch (format) {
    case PTC_FORMAT_SIG:
        ptc_contract_scan_sig(reader, file);
        break;
    case PTC_FORMAT_MALLI_EDN:
    case PTC_FORMAT_MALLI_JSON:
        ptc_contract_scan_malli(reader, file);
        break;
    case PTC_FORMAT_JSON_SCHEMA:
        contract_scan_whole(reader, file, true);
        break;
    case PTC_FORMAT_SIGNATURE:
    case PTC_FORMAT_BY_NAME:
        contract_scan_whole(reader, file, false);
        break;
    }
    reader->depth--;
    reader->files[file]->is_open = false;
}

static ptc_contract_file *contract_find_file(const ptc_contract_reader *reader,
                                             const ptc_source *source)
{
    for (size_t i = 0; i < reader->file_count; i++) {
        const ptc_source *known = reader->files[i]->source;

        if (known == source || ptc_str_equal(known->name, source->name))
            return reader->files[i];
    }
    return NULL;
}

void ptc_contract_include(ptc_contract_reader *reader, ptc_str name, ptc_span span,
                          ptc_diag_code code)
{
    const ptc_source *from = reader->diags->source;
    const ptc_contract_options *options = reader->options;
    const char *quoted = ptc_diag_quote(reader->diags, name);
    const ptc_source *source =
        options->load ? options->load(name, from, options->user) : NULL;
    const ptc_contract_file *known = source ? contract_find_file(reader, source) : NULL;
    size_t file = reader->file_count;

    if (options->load == NULL)
        ptc_diag_add(reader->diags, code, span, "includes are not available here");
    else if (source == NULL)
        ptc_diag_add(reader->diags, code, span, "there is no file \"%s\" to include",
                     quoted);
    else if (known != NULL && known->is_open)
        ptc_diag_add(reader->diags, code, span, "\"%s\" includes itself", quoted);
    else if (reader->depth >= CONTRACT_INCLUDES_MAX)
        ptc_diag_add(reader->diags, code, span, "includes are nested deeper than %d",
                     CONTRACT_INCLUDES_MAX);
    else if (known == NULL)
        ptc_contract_scan(reader, source, PTC_FORMAT_BY_NAME, true);
    while (file > 0 && reader->files[file - 1]->source != from)
        file--;
    if (file > 0)
        ptc_contract_enter(reader, file - 1);
}

/* --- Declaring ------------------------------------------------------------------- */

/* Tells that a name is taken, and where. */
static void contract_fault_taken(ptc_contract_reader *reader, ptc_str name, ptc_span span,
                                 const ptc_declaration *earlier)
{
    const ptc_source *source = reader->files[earlier->file]->source;
    ptc_position at = ptc_source_position(source, earlier->span.start);
    const char *quoted = ptc_diag_quote(reader->diags, name);
    const char *other = ptc_diag_quote(reader->diags, earlier->name);
    ptc_text place;

    if (!ptc_sig_is_telling(&reader->sig)) {
        ptc_diag_add(reader->diags, PTC_DIAG_SIG_DUPLICATE_NAME, span, "duplicate name");
        return;
    }
    ptc_text_init(&place, reader->diags->arena);
    if (source != reader->diags->source) {
        ptc_text_str(&place, source->name);
        ptc_text_byte(&place, ':');
    }
    ptc_text_uint(&place, at.line);
    ptc_text_byte(&place, ':');
    ptc_text_uint(&place, at.column);
    ptc_diag_add(reader->diags, PTC_DIAG_SIG_DUPLICATE_NAME, span,
                 "duplicate declaration \"%s\" (also written \"%s\" at %s)", quoted,
                 other, place.failed ? "" : place.ptr);
}

/* Enters a listed declaration into the tables of names. */
static bool contract_enter_name(ptc_contract_reader *reader, size_t number)
{
    ptc_declaration *item = &reader->items[number];
    const ptc_name_entry *entry =
        ptc_names_add(&reader->declared, item->name, (uint32_t)number);

    if (entry == NULL)
        return false;
    if (entry->value != number) {
        contract_fault_taken(reader, item->name, item->span,
                             &reader->items[entry->value]);
        return true;
    }
    if (!item->is_type)
        return true;
    if (ptc_sig_is_type_word(item->name)) {
        const char *quoted = ptc_diag_quote(reader->diags, item->name);

        ptc_diag_add(reader->diags, PTC_DIAG_SIG_NAME, item->span,
                     "\"%s\" is a built-in type", quoted);
    }
    item->place = ptc_draft_add(&reader->draft, PTC_TYPE_ANY, item->span);
    return item->place != 0 &&
           ptc_names_add(&reader->types, item->name, item->place) != NULL;
}

ptc_declaration *ptc_contract_declare(ptc_contract_reader *reader, ptc_str name,
                                      ptc_span span, bool is_type)
{
    size_t file = reader->file_count;
    void *items = reader->items;
    ptc_declaration *item;

    while (reader->files[file - 1]->source != reader->diags->source)
        file--;
    if (!ptc_arena_reserve(reader->arena, &items, &reader->capacity, reader->count,
                           reader->count + 1, sizeof *reader->items)) {
        reader->is_refused = true;
        return NULL;
    }
    reader->items = items;
    item = &reader->items[reader->count++];
    *item = (ptc_declaration){.file = file - 1, .name = name, .span = span};
    item->is_type = is_type;
    item->is_listed = is_type || !reader->files[file - 1]->is_included;
    if (item->is_listed && !contract_enter_name(reader, reader->count - 1)) {
        reader->is_refused = true;
        return NULL;
    }
    return item;
}

/* --- Drafting -------------------------------------------------------------------- */

/* A type's content moves to the node that references lead to; the contract refers to it
 * like everybody else. */
static void contract_place_type(ptc_contract_reader *reader, ptc_declaration *item)
{
    ptc_draft *draft = &reader->draft;
    ptc_draft_ref output = ptc_draft_at(draft, item->function)->last;
    ptc_draft_node *type = ptc_draft_at(draft, output);
    ptc_draft_node reference = {.type = PTC_TYPE_REF, .target = item->place};

    reference.extra.span = type->extra.span;
    reference.extra.named_type = item->name;
    *ptc_draft_at(draft, item->place) = *type;
    *type = reference;
}

static void contract_draft_whole(ptc_contract_reader *reader, ptc_declaration *item)
{
    const ptc_contract_file *file = reader->files[item->file];

    if (file->format == PTC_FORMAT_JSON_SCHEMA) {
        reader->sig.result = 0;
        reader->sig.has_arrow = false;
        ptc_sig_output(&reader->sig, ptc_json_schema_draft(&reader->draft, file->source,
                                                           &reader->read));
        item->function = reader->sig.result;
    } else {
        item->function = ptc_sig_read_text(&reader->sig);
    }
}

static void contract_draft(ptc_contract_reader *reader, ptc_declaration *item)
{
    const ptc_contract_file *file = reader->files[item->file];
    size_t errors = reader->diags->errors;

    ptc_contract_enter(reader, item->file);
    item->first = (uint32_t)reader->draft.count;
    if (file->format == PTC_FORMAT_SIG)
        ptc_contract_draft_sig(reader, item);
    else if (file->format == PTC_FORMAT_MALLI_EDN ||
             file->format == PTC_FORMAT_MALLI_JSON)
        ptc_contract_draft_malli(reader, item);
    else
        contract_draft_whole(reader, item);
    reader->files[item->file]->forms = reader->sig.forms;
    item->end = (uint32_t)reader->draft.count;
    item->is_bad = item->function == 0 || reader->diags->errors != errors;
    if (!item->is_bad && item->place != 0 && item->is_type)
        contract_place_type(reader, item);
}

/* --- Circles of named types ------------------------------------------------------ */

enum { CONTRACT_NEW, CONTRACT_OPEN, CONTRACT_DONE };

/* A declaration whose references are being followed, and the next of its nodes. */
typedef struct contract_step {
    size_t item;
    uint32_t node;
} contract_step;

/* Tells the circle that the reference `node` of the last step closes at `first`. */
static void contract_fault_cycle(ptc_contract_reader *reader, const contract_step *steps,
                                 size_t count, size_t first, ptc_draft_ref node)
{
    const ptc_declaration *item = &reader->items[steps[count - 1].item];
    const ptc_contract_file *file = reader->files[item->file];
    bool is_sig = file->format == PTC_FORMAT_SIG;
    ptc_diag *diag;
    ptc_text way;

    ptc_text_init(&way, reader->diags->arena);
    for (size_t i = 0; i < count; i++) {
        reader->items[steps[i].item].is_bad = true;
        if (i < first || !ptc_sig_is_telling(&reader->sig) || i > first + 8)
            continue;
        ptc_text_str(&way, reader->items[steps[i].item].name);
        ptc_text_cstr(&way, " -> ");
    }
    ptc_text_str(&way, reader->items[steps[first].item].name);
    reader->diags->source = file->source;
    diag = ptc_diag_add(reader->diags, is_sig ? PTC_DIAG_SIG_CYCLE : PTC_DIAG_MALLI_CYCLE,
                        ptc_draft_at(&reader->draft, node)->extra.span,
                        "named types in a circle: %s", way.failed ? "" : way.ptr);
    ptc_diag_hint(
        reader->diags, diag,
        "recursion is written in Malli: [:schema {:registry {...}} [:ref ...]]");
}

/* The declaration that a node refers to, or SIZE_MAX. */
static size_t contract_target(const ptc_contract_reader *reader,
                              const ptc_draft_node *node)
{
    const ptc_name_entry *entry;

    if (node->type != PTC_TYPE_REF || node->extra.named_type.len == 0)
        return SIZE_MAX;
    entry = ptc_names_find(&reader->declared, node->extra.named_type);
    return entry ? entry->value : SIZE_MAX;
}

/* Goes on with the last step; returns the declaration to visit next, or SIZE_MAX. */
static size_t contract_advance(ptc_contract_reader *reader, contract_step *steps,
                               size_t count)
{
    contract_step *step = &steps[count - 1];
    ptc_declaration *item = &reader->items[step->item];

    while (step->node <= item->end) { /* the last one is the content of a type */
        bool is_content = step->node++ == item->end;
        ptc_draft_ref ref = is_content ? item->place : step->node - 1;
        size_t target = contract_target(reader, ptc_draft_at(&reader->draft, ref));
        size_t first = 0;

        if (target == SIZE_MAX ||
            (target == step->item && item->place != 0 &&
             ptc_draft_at(&reader->draft, item->function)->last == ref))
            continue; /* the contract of a type leads to the type itself */
        if (reader->items[target].visit == CONTRACT_NEW)
            return target;
        if (reader->items[target].visit == CONTRACT_OPEN) {
            while (steps[first].item != target)
                first++;
            contract_fault_cycle(reader, steps, count, first, ref);
        }
        item->is_bad = item->is_bad || reader->items[target].is_bad;
    }
    return SIZE_MAX;
}

/* Visits everything that one declaration leads to, without recursing. */
static void contract_visit(ptc_contract_reader *reader, contract_step *steps,
                           size_t start)
{
    size_t count = 1;

    steps[0] = (contract_step){start, reader->items[start].first};
    reader->items[start].visit = CONTRACT_OPEN;
    while (count > 0) {
        size_t next = contract_advance(reader, steps, count);
        ptc_declaration *done;

        if (next != SIZE_MAX) {
            steps[count++] = (contract_step){next, reader->items[next].first};
            reader->items[next].visit = CONTRACT_OPEN;
            continue;
        }
        done = &reader->items[steps[--count].item];
        done->visit = CONTRACT_DONE;
        if (count > 0 && done->is_bad)
            reader->items[steps[count - 1].item].is_bad = true;
    }
}

static void contract_find_cycles(ptc_contract_reader *reader)
{
    contract_step *steps = ptc_arena_array(reader->arena, reader->count, sizeof *steps);

    if (steps == NULL) {
        reader->is_refused = true;
        return;
    }
    for (size_t i = 0; i < reader->count; i++) {
        if (reader->items[i].visit == CONTRACT_NEW)
            contract_visit(reader, steps, i);
    }
}

/* --- The reading ----------------------------------------------------------------- */

/* All type words, named types first: what faults list, and what Malli text may use. */
void ptc_contract_begin(ptc_contract_reader *reader, ptc_arena *arena, ptc_arena *result,
                        const ptc_contract_options *options, ptc_diags *diags)
{
    *reader = (ptc_contract_reader){
        .result = result, .arena = arena, .options = options, .diags = diags};
    reader->read = ptc_sig_options(&options->read);
    ptc_draft_init(&reader->draft, arena, diags);
    reader->draft.lint = reader->read.lint;
    ptc_sig_init(&reader->sig, arena, &reader->draft, &reader->read);
    ptc_names_init(&reader->declared, arena);
    ptc_names_init(&reader->types, arena);
    reader->sig.named = &reader->types;
}

void ptc_contract_draft_all(ptc_contract_reader *reader)
{
    for (size_t i = 0; i < reader->count && !reader->is_refused; i++) {
        contract_draft(reader, &reader->items[i]);
        reader->is_refused = reader->is_refused || reader->sig.is_refused ||
                             reader->draft.failed || reader->arena->failed;
    }
}

/* Finishes one declaration; false when memory was refused. */
static bool contract_finish(ptc_contract_reader *reader, ptc_declaration *item,
                            ptc_contract *out)
{
    ptc_status status;

    reader->diags->source = reader->files[item->file]->source;
    status =
        ptc_draft_finish(&reader->draft, item->function, reader->result, &out->schema);
    out->name = ptc_str_copy(reader->result, item->name);
    out->is_type = item->is_type;
    out->is_included = reader->files[item->file]->is_included;
    out->source = reader->files[item->file]->source;
    out->span = item->span;
    return status != PTC_ERROR_MEMORY && out->name.ptr != NULL;
}

static bool contract_finish_all(ptc_contract_reader *reader, ptc_contracts *out)
{
    ptc_contract *items = ptc_arena_array(reader->result, reader->count, sizeof *items);

    if (items == NULL)
        return false;
    out->items = items;
    for (size_t i = 0; i < reader->count; i++) {
        if (reader->items[i].is_bad)
            continue;
        if (!contract_finish(reader, &reader->items[i], &items[out->count]))
            return false;
        out->count += reader->items[i].is_listed;
    }
    return true;
}

static bool contract_list_sources(const ptc_contract_reader *reader, ptc_contracts *out)
{
    out->sources =
        ptc_arena_array(reader->result, reader->file_count, sizeof *out->sources);
    if (out->sources == NULL)
        return false;
    for (size_t i = 0; i < reader->file_count; i++)
        out->sources[i] = reader->files[i]->source;
    out->source_count = reader->file_count;
    return true;
}

static ptc_contract_options contract_options(const ptc_contract_options *given)
{
    ptc_contract_options options = {.struct_size = sizeof options};

    if (given != NULL)
        memcpy(&options, given,
               given->struct_size < sizeof options ? given->struct_size : sizeof options);
    options.struct_size = sizeof options;
    return options;
}

ptc_status ptc_contracts_read(ptc_arena *arena, const ptc_source *source,
                              const ptc_contract_options *given, ptc_diags *diags,
                              ptc_contracts *out)
{
    ptc_contract_options options = contract_options(given);
    size_t errors = diags->errors;
    ptc_contract_reader reader;
    ptc_scratch scratch;
    bool is_done;

    *out = (ptc_contracts){0};
    ptc_scratch_begin(&scratch, arena, ptc_sig_memory_cap(&options.read));
    ptc_contract_begin(&reader, scratch.arena, arena, &options, diags);
    ptc_contract_scan(&reader, source, options.format, false);
    ptc_contract_draft_all(&reader);
    if (!reader.is_refused)
        contract_find_cycles(&reader);
    is_done = !reader.is_refused && contract_finish_all(&reader, out) &&
              contract_list_sources(&reader, out);
    if (ptc_scratch_is_capped(&scratch) && diags->errors == errors)
        ptc_sig_fault_too_large(&reader.sig);
    ptc_scratch_end(&scratch);
    diags->source = source;
    if (diags->errors != errors) {
        out->count = 0;
        return PTC_ERROR_SYNTAX;
    }
    return is_done ? PTC_OK : PTC_ERROR_MEMORY;
}

const ptc_contract *ptc_contracts_find(const ptc_contracts *contracts, ptc_str name)
{
    for (size_t i = 0; i < contracts->count; i++) {
        if (ptc_str_equal_folded(contracts->items[i].name, name))
            return &contracts->items[i];
    }
    return NULL;
}
