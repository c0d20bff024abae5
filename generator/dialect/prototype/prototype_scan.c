/* SPDX-License-Identifier: MIT */
/*
 * Finds the declarations of a header that have an annotation: the comment, and the tokens
 * up to `;` or `{`. Everything else is skipped, the preprocessor line by line, other text
 * word by word. A header that ptcc generated and that is included brings its types.
 * [signature 12]
 */
#include "generator/dialect/prototype/prototype_int.h"

#include "prototype_grammar.h"

typedef struct prototype_scanning {
    ptc_contract_reading *reading;
    ptc_str text;
    prototype_lexer lexer;
    prototype_token token; /* in hand */
    prototype_file *file;
} prototype_scanning;

static ptc_str scanned_text(const prototype_scanning *scan, ptc_span span)
{
    return ptc_str_make(scan->text.ptr + span.start, span.end - span.start);
}

static void scan_advance(prototype_scanning *scan)
{
    scan->token = prototype_next(&scan->lexer);
}

/* --- Included headers --------------------------------------------------------------- */

/* Includes the contract file that X.ptc.h is made from, if there is one: the header
 * itself may not be there yet, or is about to be written. */
static void scan_include_contract(prototype_scanning *scan, ptc_str stem, ptc_span span)
{
    static const char *const endings[] = {".sig", ".malli.edn", ".edn", ".malli.json",
                                          ".json"};
    ptc_contract_reading *reading = scan->reading;
    const ptc_source *from = reading->diags->source;
    ptc_text name;

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        ptc_text_init(&name, reading->result);
        ptc_text_str(&name, stem);
        ptc_text_cstr(&name, endings[i]);
        if (name.failed)
            return;
        if (reading->options->load(ptc_text_view(&name), from, reading->options->user) ==
            NULL)
            continue;
        ptc_contract_include(reading, ptc_text_view(&name), span, PTC_DIAG_C_PROTOTYPE);
        return;
    }
}

/* `#include "X.ptc.h"` brings the types that X declares. */
static void scan_include(prototype_scanning *scan, ptc_span directive)
{
    const ptc_str ending = PTC_STR(".ptc.h");
    ptc_str line = scanned_text(scan, directive);
    const char *end = line.ptr + line.len;
    const char *open = memchr(line.ptr, '"', line.len);
    const char *close =
        open != NULL ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
    size_t len = close != NULL ? (size_t)(close - open - 1) : 0;
    uint32_t start;

    if (len <= ending.len || scan->reading->options->load == NULL ||
        memcmp(close - ending.len, ending.ptr, ending.len) != 0)
        return;
    start = (uint32_t)(open + 1 - scan->text.ptr);
    scan_include_contract(scan, ptc_str_make(open + 1, len - ending.len),
                          (ptc_span){start, start + (uint32_t)len});
}

/* --- Annotations -------------------------------------------------------------------- */

/* The comment in hand, with those of slashes on the lines after it; advances. */
static ptc_span scan_comment(prototype_scanning *scan)
{
    ptc_span span = {scan->token.start, scan->token.end};
    bool is_line = scan->token.code == PROTOTYPE_LINE;

    scan_advance(scan);
    while (is_line && scan->token.code == PROTOTYPE_LINE) {
        ptc_str between =
            ptc_str_make(scan->text.ptr + span.end, scan->token.start - span.end);
        const char *newline = memchr(between.ptr, '\n', between.len);

        if (newline != NULL &&
            memchr(newline + 1, '\n',
                   (size_t)(between.ptr + between.len - newline - 1)) != NULL)
            break; /* an empty line */
        span.end = scan->token.end;
        scan_advance(scan);
    }
    return span;
}

/* Passes over what may be before the declaration that a comment is of. */
static void scan_pass(prototype_scanning *scan)
{
    while (scan->token.code == PROTOTYPE_DIRECTIVE ||
           scan->token.code == PROTOTYPE_COMMENT || scan->token.code == PROTOTYPE_LINE) {
        prototype_item other = {.comment = {scan->token.start, scan->token.end}};

        if (scan->token.code != PROTOTYPE_DIRECTIVE) {
            prototype_mask(scan->file->text, other.comment);
            if (prototype_find(scan->file->text, scan->text.len, &other))
                return;
        }
        scan_advance(scan);
    }
}

/* `extern "C" {` is a frame of declarations. */
static void scan_pass_linkage(prototype_scanning *scan)
{
    prototype_scanning ahead = *scan;

    if (scan->token.code != PROTOTYPE_WORD ||
        !ptc_str_equal(scanned_text(scan, (ptc_span){scan->token.start, scan->token.end}),
                       PTC_STR("extern")))
        return;
    scan_advance(&ahead);
    if (ahead.token.code != PROTOTYPE_STRING)
        return;
    scan_advance(&ahead);
    if (ahead.token.code == PROTOTYPE_LC)
        scan_advance(&ahead);
    *scan = ahead;
}

/* The tokens to `;` or `{`, in no brackets. */
static ptc_span scan_declaration(prototype_scanning *scan)
{
    ptc_span span = {scan->token.start, scan->token.start};
    size_t depth = 0;

    while (scan->token.code != 0) {
        int code = scan->token.code;

        if (depth == 0 &&
            (code == PROTOTYPE_SEMICOLON || code == PROTOTYPE_LC || code == PROTOTYPE_RC))
            break;
        if (code == PROTOTYPE_LP || code == PROTOTYPE_LB)
            depth++;
        else if ((code == PROTOTYPE_RP || code == PROTOTYPE_RB) && depth > 0)
            depth--;
        span.end = scan->token.end;
        scan_advance(scan);
    }
    return span;
}

static void scan_add(prototype_scanning *scan, const prototype_item *item)
{
    ptc_contract_reading *reading = scan->reading;
    prototype_file *file = scan->file;
    void *items = file->items;
    ptc_declaration *declared;

    if (!ptc_arena_reserve(reading->arena, &items, &file->capacity, file->count,
                           file->count + 1, sizeof *file->items)) {
        reading->is_refused = true;
        return;
    }
    file->items = items;
    file->items[file->count] = *item;
    declared =
        ptc_contract_declare(reading, scanned_text(scan, item->name), item->name, false);
    if (declared != NULL)
        declared->number = (uint32_t)file->count++;
}

/* Whether contracts may be called by the name; reported otherwise. */
static bool scan_check_name(prototype_scanning *scan, ptc_span name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
                                  "0123456789-";
    ptc_str text = scanned_text(scan, name);
    bool is_name = text.len > 0 && memchr(letters + 53, text.ptr[0], 11) == NULL;
    ptc_diag *diag;

    for (size_t i = 0; i < text.len; i++)
        is_name = is_name && memchr(letters, text.ptr[i], sizeof letters - 1) != NULL;
    if (is_name)
        return true;
    diag = text.len > 0
               ? prototype_fault(scan->reading, name,
                                 "\"%s\" is not a name: letters, digits, _ and -",
                                 prototype_quote(scan->reading, name))
               : prototype_fault(scan->reading, name, "@ptc needs a name");
    ptc_diag_hint(scan->reading->diags, diag,
                  "write @ptc name, or @ptc name (parameter :type) -> :type");
    return false;
}

/* Passes over what is between a comment and its declaration; false when there is no
 * declaration, but the end or another annotation. */
static bool scan_reach(prototype_scanning *scan)
{
    uint32_t start;

    do {
        scan_pass(scan);
        start = scan->token.start;
        scan_pass_linkage(scan);
    } while (start != scan->token.start);
    return scan->token.code != PROTOTYPE_COMMENT && scan->token.code != PROTOTYPE_LINE;
}

static void scan_annotation(prototype_scanning *scan, ptc_span comment)
{
    prototype_item item = {.comment = comment};
    ptc_diag *diag;

    prototype_mask(scan->file->text, comment);
    if (!prototype_find(scan->file->text, scan->text.len, &item) ||
        !scan_check_name(scan, item.name))
        return;
    if (scan_reach(scan))
        item.declaration = scan_declaration(scan);
    if (item.declaration.end > item.declaration.start) {
        scan_add(scan, &item);
        return;
    }
    diag = prototype_fault(scan->reading, item.name, "no prototype follows @ptc %s",
                           prototype_quote(scan->reading, item.name));
    ptc_diag_hint(scan->reading->diags, diag,
                  "put the comment before the declaration of the function");
}

/* --- The file ----------------------------------------------------------------------- */

static void scan_all_of(prototype_scanning *scan)
{
    scan_advance(scan);
    while (scan->token.code != 0 && !scan->reading->is_refused) {
        if (scan->token.code == PROTOTYPE_COMMENT || scan->token.code == PROTOTYPE_LINE) {
            scan_annotation(scan, scan_comment(scan));
            continue;
        }
        if (scan->token.code == PROTOTYPE_DIRECTIVE)
            scan_include(scan, (ptc_span){scan->token.start, scan->token.end});
        scan_advance(scan);
    }
}

void prototype_scan(ptc_contract_reading *reading, size_t file)
{
    prototype_scanning scan = {.reading = reading, .text = reading->files[file]->text};

    if (!ptcc_source_fits(reading, file, PTC_DIAG_C_PROTOTYPE))
        return;
    scan.file = ptc_arena_array(reading->arena, 1, sizeof *scan.file);
    if (scan.file == NULL ||
        (scan.file->text = ptcc_source_copy(reading, file)) == NULL) {
        reading->is_refused = true;
        return;
    }
    reading->files[file]->data = scan.file;
    scan.lexer = prototype_lexer_at(scan.text, ptc_sig_text_start(scan.text));
    scan_all_of(&scan);
}
