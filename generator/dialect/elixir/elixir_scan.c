/* SPDX-License-Identifier: MIT */
/*
 * What a file of Elixir declares: specs with the docs before and the `def` after them.
 *
 * Nothing is parsed here: a spec ends with its line unless an operator or a bracket goes
 * on, and heads of functions are counted. [signature 12]
 */
#include "elixir_spec.h"
#include "generator/dialect/elixir/elixir_int.h"

/* What was read since the last function. */
typedef struct elixir_scanning {
    ptc_contract_reading *reading;
    ptc_str text;
    elixir_lexer lexer;
    elixir_file *file;
    ptc_names names; /* of declared functions: the start of the name */
    elixir_clause clauses[ELIXIR_CLAUSES];
    size_t clause_count;
    ptc_span doc;
    ptc_span next_doc; /* read after a spec: it may be of another function */
    ptc_span signature;
} elixir_scanning;

static ptc_str scan_text(const elixir_scanning *scan, ptc_span span)
{
    return ptc_str_make(scan->text.ptr + span.start, span.end - span.start);
}

static bool scan_is(const elixir_scanning *scan, elixir_token token, const char *word)
{
    return ptc_str_equal(scan_text(scan, (ptc_span){token.start, token.end}),
                         ptc_str_of(word));
}

/* Public and private definitions. */
static bool scan_is_definition(const elixir_scanning *scan, elixir_token token)
{
    static const char *const words[] = {"def",         "defp",      "defmacro",
                                        "defmacrop",   "defguard",  "defguardp",
                                        "defdelegate", "defstruct", "defmodule"};

    for (size_t i = 0; token.code == ELIXIR_NAME && i < sizeof words / sizeof words[0];
         i++) {
        if (scan_is(scan, token, words[i]))
            return true;
    }
    return false;
}

/* --- Declaring ---------------------------------------------------------------------- */

/* The name as contracts have it: without the mark at its end. */
static ptc_str scan_name(const elixir_scanning *scan, ptc_span span)
{
    ptc_str name = scan_text(scan, span);

    if (name.len > 1 && (name.ptr[name.len - 1] == '?' || name.ptr[name.len - 1] == '!'))
        name.len--;
    return name;
}

static void scan_declare(elixir_scanning *scan, const elixir_function *function)
{
    ptc_contract_reading *reading = scan->reading;
    elixir_file *file = scan->file;
    void *functions = file->functions;
    ptc_span span = function->clause.name;
    ptc_str name = scan_name(scan, span);
    const ptc_name_entry *entry = ptc_names_add(&scan->names, name, span.start);
    ptc_declaration *item;

    if (entry != NULL && entry->value != span.start) {
        elixir_tell(reading, span,
                    &(elixir_fault){span, "has the name of an earlier function",
                                    "a contract has one signature: copy the function you "
                                    "want to another file"});
        return;
    }
    if (entry == NULL ||
        !ptc_arena_reserve(reading->arena, &functions, &file->capacity, file->count,
                           file->count + 1, sizeof *file->functions)) {
        reading->is_refused = true;
        return;
    }
    file->functions = functions;
    file->functions[file->count] = *function;
    item = ptc_contract_declare(reading, name, span, false);
    if (item != NULL)
        item->number = (uint32_t)file->count++;
}

/* How many of the specs have as many arguments. */
static size_t scan_count(const elixir_scanning *scan, uint32_t arity)
{
    size_t count = 0;

    for (size_t i = 0; i < scan->clause_count; i++)
        count += scan->clauses[i].arity == arity;
    return count;
}

static void scan_reset(elixir_scanning *scan)
{
    scan->clause_count = 0;
    scan->doc = scan->next_doc;
    scan->next_doc = scan->signature = (ptc_span){0, 0};
}

/* Specs that no function follows, as in texts of only specs. */
static void scan_flush(elixir_scanning *scan)
{
    for (size_t i = 0; i < scan->clause_count; i++) {
        const elixir_clause *clause = &scan->clauses[i];
        elixir_function function = {.clause = *clause,
                                    .has_clause = true,
                                    .is_overloaded = scan_count(scan, clause->arity) > 1,
                                    .doc = scan->doc,
                                    .signature = scan->signature};
        bool is_first = true;

        for (size_t k = 0; k < i; k++)
            is_first = is_first && scan->clauses[k].arity != clause->arity;
        if (is_first)
            scan_declare(scan, &function);
    }
    if (scan->clause_count > 0)
        scan_reset(scan);
}

/* The spec for a `def` with as many arguments, else the last one. */
static const elixir_clause *scan_choose(const elixir_scanning *scan, uint32_t arity)
{
    const elixir_clause *chosen = NULL;

    for (size_t i = 0; i < scan->clause_count; i++) {
        const elixir_clause *clause = &scan->clauses[i];

        if (chosen == NULL || clause->arity == arity || chosen->arity != arity)
            chosen = clause;
    }
    return chosen;
}

/* --- Specs -------------------------------------------------------------------------- */

static int scan_bracket(int code)
{
    if (code == ELIXIR_LP || code == ELIXIR_LB || code == ELIXIR_LC)
        return 1;
    return code == ELIXIR_RP || code == ELIXIR_RB || code == ELIXIR_RC ? -1 : 0;
}

static bool scan_goes_on(int code)
{
    return code == ELIXIR_BAR || code == ELIXIR_DCOLON || code == ELIXIR_WHEN ||
           code == ELIXIR_ARROW;
}

/* The next token that is not an end of a line; the lexer stays where it is. */
static elixir_token scan_peek(elixir_lexer lexer)
{
    elixir_token token = elixir_next(&lexer);

    while (token.code == ELIXIR_NEWLINE)
        token = elixir_next(&lexer);
    return token;
}

/* Empty lines are looked at once: a spec may have many of them. */
static void scan_skip_newlines(elixir_scanning *scan)
{
    elixir_lexer lexer = scan->lexer;

    while (elixir_next(&lexer).code == ELIXIR_NEWLINE)
        scan->lexer = lexer;
}

/* What is counted on the way through brackets. */
typedef struct elixir_count {
    size_t depth;
    bool is_counting; /* in the first pair */
    uint32_t commas;
    bool has_any;
    bool is_deep;
} elixir_count;

static void scan_step(elixir_count *count, int code)
{
    int step = scan_bracket(code);

    if (step > 0 || (step < 0 && count->depth > 0))
        count->depth = step > 0 ? count->depth + 1 : count->depth - 1;
    count->is_deep = count->is_deep || count->depth > PTCC_SOURCE_DEPTH;
    if (count->depth == 0)
        count->is_counting = false;
    if (!count->is_counting || code == ELIXIR_NEWLINE)
        return;
    count->commas += count->depth == 1 && code == ELIXIR_COMMA;
    count->has_any = count->has_any || count->depth > 1 || step == 0;
}

static uint32_t scan_arity(const elixir_count *count)
{
    return count->has_any ? count->commas + 1 : 0;
}

/* Whether the end of a line, which was just read, ends a spec. */
static bool scan_ends(const elixir_scanning *scan, const elixir_count *count, int last)
{
    elixir_token next = scan_peek(scan->lexer);

    if (next.code == ELIXIR_ATTRIBUTE || scan_is_definition(scan, next) || next.code == 0)
        return true;
    return count->depth == 0 && last != ELIXIR_COMMA && !scan_goes_on(last) &&
           !scan_goes_on(next.code);
}

/* Reads to the end of the spec whose name was read. */
static void scan_clause(elixir_scanning *scan, elixir_clause *clause)
{
    elixir_count count = {.is_counting = scan_peek(scan->lexer).code == ELIXIR_LP};
    int last = ELIXIR_NAME;

    clause->end = clause->name.end;
    for (;;) {
        elixir_token token = elixir_next(&scan->lexer);

        if (token.code == ELIXIR_NEWLINE)
            scan_skip_newlines(scan);
        if (token.code == 0 || token.code == ELIXIR_UNCLOSED ||
            (token.code == ELIXIR_NEWLINE && scan_ends(scan, &count, last)))
            break;
        scan_step(&count, token.code);
        if (token.code != ELIXIR_NEWLINE) {
            last = token.code;
            clause->end = token.end;
        }
    }
    clause->arity = scan_arity(&count);
    clause->is_broken = count.depth > 0 || count.is_deep;
}

static void scan_spec(elixir_scanning *scan)
{
    elixir_token name = scan_peek(scan->lexer);
    elixir_clause clause = {.name = {name.start, name.end}};

    if (name.code != ELIXIR_NAME)
        return; /* an operator, or what a macro makes */
    elixir_next(&scan->lexer);
    if (scan->clause_count > 0 && !ptc_str_equal(scan_text(scan, clause.name),
                                                 scan_text(scan, scan->clauses[0].name)))
        scan_flush(scan);
    scan_clause(scan, &clause);
    if (scan->clause_count == ELIXIR_CLAUSES)
        memmove(scan->clauses, scan->clauses + 1, sizeof clause * --scan->clause_count);
    scan->clauses[scan->clause_count++] = clause;
}

/* --- Docs --------------------------------------------------------------------------- */

/* `@doc "text"`, `@doc false`, `@doc key: value, ...` */
static void scan_doc(elixir_scanning *scan)
{
    ptc_span *doc = scan->clause_count > 0 ? &scan->next_doc : &scan->doc;
    elixir_token token = scan_peek(scan->lexer);
    bool is_signature = false;
    int last = ELIXIR_COMMA;

    if (token.code == ELIXIR_TEXT)
        *doc = (ptc_span){token.start, token.end};
    else if (token.code != ELIXIR_KEY)
        *doc = (ptc_span){0, 0};
    for (;;) {
        token = elixir_next(&scan->lexer);
        if (token.code == 0 || (token.code == ELIXIR_NEWLINE && last != ELIXIR_COMMA))
            return;
        if (is_signature && token.code == ELIXIR_TEXT)
            scan->signature = (ptc_span){token.start, token.end};
        is_signature = token.code == ELIXIR_KEY && scan_is(scan, token, "signature:");
        if (token.code != ELIXIR_NEWLINE)
            last = token.code;
    }
}

/* --- Functions ---------------------------------------------------------------------- */

/* Whether the name of a head is that of the specs before it. */
static bool scan_is_specified(const elixir_scanning *scan, ptc_span name)
{
    return scan->clause_count > 0 &&
           ptc_str_equal(scan_text(scan, name), scan_text(scan, scan->clauses[0].name));
}

/* Counts the arguments of a head. One that is never closed ends before the next
 * definition, so that no token is read for more than one head. */
static void scan_head(const elixir_scanning *scan, size_t start, elixir_count *count)
{
    elixir_lexer lexer = elixir_lexer_at(scan->text, start);
    elixir_token token;

    if (scan_peek(lexer).code != ELIXIR_LP)
        return;
    do {
        token = elixir_next(&lexer);
        if (scan_is_definition(scan, token))
            return;
        scan_step(count, token.code);
    } while (count->depth > 0 && token.code != 0);
}

static void scan_definition(elixir_scanning *scan, elixir_token word)
{
    bool is_public = scan_is(scan, word, "def") || scan_is(scan, word, "defdelegate");
    elixir_token name = scan_peek(scan->lexer);
    ptc_span span = {name.start, name.end};
    elixir_count count = {.is_counting = true};
    const elixir_clause *clause;
    elixir_function function;

    if (name.code == ELIXIR_NAME && !scan_is_specified(scan, span))
        scan_flush(scan);
    if (name.code != ELIXIR_NAME ||
        (scan->clause_count == 0 && scan->signature.end == 0) || !is_public) {
        scan->clause_count = 0;
        scan_reset(scan);
        return;
    }
    scan_head(scan, span.end, &count);
    clause = scan_choose(scan, scan_arity(&count));
    function = (elixir_function){.clause = {.name = span, .arity = scan_arity(&count)},
                                 .has_clause = clause != NULL,
                                 .doc = scan->doc.end ? scan->doc : scan->next_doc,
                                 .signature = scan->signature,
                                 .head = count.depth == 0 ? span.end : 0};
    if (clause != NULL) {
        if (clause->arity != function.clause.arity)
            function.head = 0;
        function.clause = *clause;
        function.is_overloaded = scan_count(scan, clause->arity) > 1;
    }
    scan_declare(scan, &function);
    scan->next_doc = (ptc_span){0, 0};
    scan_reset(scan);
}

/* --- The file ----------------------------------------------------------------------- */

/* A token at the beginning of a statement. */
static void scan_statement(elixir_scanning *scan, elixir_token token)
{
    if (token.code == ELIXIR_ATTRIBUTE && scan_is(scan, token, "@spec"))
        scan_spec(scan);
    else if (token.code == ELIXIR_ATTRIBUTE && scan_is(scan, token, "@doc"))
        scan_doc(scan);
    else if (scan_is_definition(scan, token))
        scan_definition(scan, token);
}

/* Reports a text that the file ends in: what comes after its quote was not read. */
static void scan_unclosed(elixir_scanning *scan, elixir_token token)
{
    ptc_diag *diag = ptc_diag_add(scan->reading->diags, PTC_DIAG_ELIXIR_SPEC,
                                  (ptc_span){token.start, token.start + 1},
                                  "the text that begins here is never closed");

    ptc_diag_hint(scan->reading->diags, diag, "the text after it was not read");
}

static void scan_all(elixir_scanning *scan)
{
    bool begins = true;

    while (!scan->reading->is_refused) {
        elixir_token token = elixir_next(&scan->lexer);

        if (token.code == ELIXIR_UNCLOSED)
            scan_unclosed(scan, token);
        if (token.code == 0)
            return;
        if (begins)
            scan_statement(scan, token);
        /* Specs and docs end with their lines. */
        begins = token.code == ELIXIR_NEWLINE || token.code == ELIXIR_ATTRIBUTE ||
                 (token.code == ELIXIR_NAME && scan_is(scan, token, "do"));
    }
}

void elixir_scan(ptc_contract_reading *reading, size_t file)
{
    elixir_scanning scan = {.reading = reading, .text = reading->files[file]->text};

    if (!ptcc_source_fits(reading, file, PTC_DIAG_SIG_TOO_LARGE))
        return;
    scan.file = ptc_arena_array(reading->arena, 1, sizeof *scan.file);
    if (scan.file == NULL ||
        (scan.file->text = ptcc_source_copy(reading, file)) == NULL) {
        reading->is_refused = true;
        return;
    }
    reading->files[file]->data = scan.file;
    scan.lexer = elixir_lexer_at(scan.text, ptc_sig_text_start(scan.text));
    ptc_names_init(&scan.names, reading->arena);
    scan_all(&scan);
    scan_flush(&scan);
}
