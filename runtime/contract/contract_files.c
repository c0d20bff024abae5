/* SPDX-License-Identifier: MIT */
/*
 * The files of one reading of contracts: what their names say, the root file and all that
 * it includes, each scanned for its declarations, and the ones that turn out to be
 * something else. [signature 1.1; validation 11.1]
 */
#include "contract/contract_int.h"

/* Limit on nested includes; the scan recurses once per level. */
enum { CONTRACT_INCLUDES_MAX = 64 };

/* --- Names of files -------------------------------------------------------------- */

static const struct {
    const char *ending;
    ptc_contract_format format; /* of files */
} contract_endings[] = {
    {".sig", PTC_CONTRACT_SIG},          {".malli.edn", PTC_CONTRACT_MALLI_EDN},
    {".edn", PTC_CONTRACT_MALLI_EDN},    {".malli.json", PTC_CONTRACT_MALLI_JSON},
    {".json", PTC_CONTRACT_JSON_SCHEMA},
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
    return PTC_CONTRACT_SIG;
}

const ptc_contract_dialect *ptc_contract_dialect_of(const ptc_contract_options *options,
                                                    unsigned format)
{
    const ptc_contract_dialects *dialects = options->dialects;
    size_t number = (size_t)format - PTC_CONTRACT_DIALECT;

    return format >= PTC_CONTRACT_DIALECT && dialects != NULL && number < dialects->count
               ? dialects->items[number]
               : NULL;
}

unsigned ptc_contract_format_by_name(const ptc_contract_options *options, ptc_str name)
{
    const ptc_contract_dialects *dialects = options->dialects;

    for (size_t i = 0; dialects != NULL && i < dialects->count; i++) {
        const char *const *ending = dialects->items[i]->endings;

        for (; *ending != NULL; ending++) {
            if (contract_has_ending(name, ptc_str_of(*ending)))
                return PTC_CONTRACT_DIALECT + (unsigned)i;
        }
    }
    return ptc_contract_format_of(name);
}

bool ptc_contract_has_ending(ptc_str name)
{
    for (size_t i = 0; i < CONTRACT_ENDINGS; i++) {
        if (contract_has_ending(name, ptc_str_of(contract_endings[i].ending)))
            return true;
    }
    return false;
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

void ptc_contract_enter(ptc_contract_reading *reading, size_t file)
{
    ptc_contract_file *to = reading->files[file];

    reading->sig.text = to->text;
    reading->sig.forms = to->forms;
    reading->sig.is_file = to->format == PTC_CONTRACT_SIG;
    reading->diags->source = to->source;
}

/* Adds a file that `named` stands for, or NULL for the root; its number, or SIZE_MAX when
 * it cannot be read (which is reported) or memory is refused. */
static size_t contract_add_file(ptc_contract_reading *reading, const ptc_source *source,
                                unsigned format, const ptc_named_file *named)
{
    const ptc_source *from = reading->diags->source;
    ptc_contract_file *file = ptc_arena_array(reading->arena, 1, sizeof *file);
    void *files = reading->files;

    if (file == NULL ||
        !ptc_arena_reserve(reading->arena, &files, &reading->file_capacity,
                           reading->file_count, reading->file_count + 1, sizeof file)) {
        reading->is_refused = true;
        return SIZE_MAX;
    }
    reading->files = files;
    if (named != NULL && ptc_visible_is_binary(source->text)) {
        ptc_named_file_refuse(reading->diags, named, source, "is not a text file");
        return SIZE_MAX;
    }
    if (!ptc_sig_enter(&reading->sig, source)) {
        reading->is_refused = reading->is_refused || reading->sig.is_refused;
        return SIZE_MAX;
    }
    file->source = source;
    file->text = reading->sig.text;
    file->forms = reading->sig.forms;
    file->format = format;
    if (named != NULL) {
        file->is_included = true;
        file->from = from;
        file->named = *named;
    }
    reading->files[reading->file_count] = file;
    return reading->file_count++;
}

bool ptc_contract_add_part(ptc_contract_reading *reading, const ptc_source *source,
                           const ptc_named_file *named)
{
    size_t file = contract_add_file(reading, source, PTC_CONTRACT_JSON_SCHEMA, named);

    if (file != SIZE_MAX)
        reading->files[file]->has_items = true; /* it is shown, whatever is in it */
    return file != SIZE_MAX;
}

/* A file that is one signature: declared under the file's name. */
static void contract_scan_whole(ptc_contract_reading *reading, size_t file)
{
    ptc_declaration *item = ptc_contract_declare(
        reading, ptc_contract_file_name(reading->files[file]->source->name),
        (ptc_span){0, 0}, false);

    if (item != NULL)
        item->is_whole = true;
}

static void contract_scan_file(ptc_contract_reading *reading, const ptc_source *source,
                               unsigned format, const ptc_named_file *named)
{
    const ptc_contract_dialect *dialect;
    size_t file;

    if (format == PTC_CONTRACT_BY_NAME)
        format = ptc_contract_format_by_name(reading->options, source->name);
    file = contract_add_file(reading, source, format, named);
    if (file == SIZE_MAX)
        return;
    reading->files[file]->is_open = true;
    reading->depth++;
    dialect = ptc_contract_dialect_of(reading->options, format);
    if (dialect != NULL)
        dialect->scan(reading, file);
    else if (format == PTC_CONTRACT_SIG)
        ptc_contract_scan_sig(reading, file);
    else if (format == PTC_CONTRACT_MALLI_EDN || format == PTC_CONTRACT_MALLI_JSON)
        ptc_contract_scan_malli(reading, file);
    else if (format == PTC_CONTRACT_JSON_SCHEMA)
        ptc_contract_scan_json(reading, file);
    else
        contract_scan_whole(reading, file);
    reading->depth--;
    reading->files[file]->is_open = false;
}

void ptc_contract_scan(ptc_contract_reading *reading, const ptc_source *source,
                       unsigned format)
{
    contract_scan_file(reading, source, format, NULL);
}

static ptc_contract_file *contract_find_file(const ptc_contract_reading *reading,
                                             const ptc_source *source)
{
    for (size_t i = 0; i < reading->file_count; i++) {
        const ptc_source *known = reading->files[i]->source;

        if (known == source || ptc_str_equal(known->name, source->name))
            return reading->files[i];
    }
    return NULL;
}

/* "a.sig -> b.sig -> a.sig": the files that are being read, from `known` on. */
static ptc_str contract_chain(const ptc_contract_reading *reading,
                              const ptc_contract_file *known)
{
    ptc_diags *diags = reading->diags;
    size_t file = 0;
    ptc_text text;

    ptc_text_init(&text, diags->arena);
    while (reading->files[file] != known)
        file++;
    for (; file < reading->file_count; file++) {
        if (!reading->files[file]->is_open)
            continue;
        ptc_text_cstr(&text, ptc_diag_quote(diags, reading->files[file]->source->name));
        ptc_text_cstr(&text, " -> ");
    }
    ptc_text_cstr(&text, ptc_diag_quote(diags, known->source->name));
    return text.failed ? PTC_STR("") : ptc_text_view(&text);
}

static void contract_fault_circle(ptc_contract_reading *reading,
                                  const ptc_contract_file *known,
                                  const ptc_named_file *named)
{
    const char *quoted = ptc_diag_quote(reading->diags, named->name);
    ptc_str chain;

    if (known->source == reading->diags->source) {
        ptc_diag_add(reading->diags, named->code, named->span, "\"%s\" includes itself",
                     quoted);
        return;
    }
    chain = contract_chain(reading, known);
    ptc_diag_add(reading->diags, named->code, named->span, "\"%s\" includes itself: %.*s",
                 quoted, (int)chain.len, chain.ptr);
}

void ptc_contract_include(ptc_contract_reading *reading, ptc_str name, ptc_span span,
                          ptc_diag_code code)
{
    const ptc_source *from = reading->diags->source;
    const ptc_named_file named = {name, span, code};
    const ptc_source *source =
        ptc_named_file_load(reading->options, reading->diags, &named);
    const ptc_contract_file *known =
        source != NULL ? contract_find_file(reading, source) : NULL;
    size_t file = reading->file_count;

    if (known != NULL && known->is_open)
        contract_fault_circle(reading, known, &named);
    else if (source != NULL && reading->depth >= CONTRACT_INCLUDES_MAX)
        ptc_diag_add(reading->diags, code, span, "includes are nested deeper than %d",
                     CONTRACT_INCLUDES_MAX);
    else if (source != NULL && known == NULL)
        contract_scan_file(reading, source, PTC_CONTRACT_BY_NAME, &named);
    while (file > 0 && reading->files[file - 1]->source != from)
        file--;
    if (file > 0)
        ptc_contract_enter(reading, file - 1);
}

/* --- Files that are something else ----------------------------------------------- */

static ptc_contract_file *contract_file_of(const ptc_contract_reading *reading,
                                           const ptc_source *source)
{
    size_t file = reading->file_count;

    while (file > 0 && reading->files[file - 1]->source != source)
        file--;
    return file > 0 ? reading->files[file - 1] : NULL;
}

void ptc_contract_doubt(ptc_contract_reading *reading)
{
    ptc_contract_file *file = contract_file_of(reading, reading->diags->source);

    if (file != NULL && !file->has_items)
        file->is_no_contract = true;
}

void ptc_contract_doubt_first(ptc_contract_reading *reading, const ptc_declaration *item,
                              bool is_good)
{
    if (item->is_first && !is_good)
        reading->files[item->file]->is_no_contract = true;
}

/* Whether a file is one to hide, itself or by a file that leads to it. */
static bool contract_is_hidden(const ptc_contract_reading *reading,
                               const ptc_contract_file *file)
{
    for (; file != NULL && file->is_included;
         file = contract_file_of(reading, file->from)) {
        if (file->is_no_contract)
            return true;
    }
    return file != NULL && reading->is_root_named && file->is_no_contract;
}

void ptc_contract_hide_others(ptc_contract_reading *reading)
{
    bool is_any = false;

    for (size_t i = 0; i < reading->file_count; i++)
        is_any = is_any || (reading->files[i]->is_no_contract &&
                            (reading->files[i]->is_included || reading->is_root_named));
    if (!is_any)
        return;
    ptc_diags_rewind(reading->diags, reading->mark);
    for (size_t i = 0; i < reading->file_count; i++) {
        const ptc_contract_file *file = reading->files[i];

        if (!file->is_included || !file->is_no_contract ||
            contract_is_hidden(reading, contract_file_of(reading, file->from)))
            continue;
        reading->diags->source = file->from;
        ptc_named_file_refuse(reading->diags, &file->named, file->source,
                              PTC_NOT_A_CONTRACT);
    }
}
