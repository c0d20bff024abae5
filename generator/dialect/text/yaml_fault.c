/* SPDX-License-Identifier: MIT */
/*
 * The faults of libyaml in our words: what was expected, what was found, what to do.
 *
 * libyaml describes faults by constant texts, which are the keys of the table here. A
 * text that is not in the table is shown unchanged.
 */
#include "generator/dialect/text/yaml_int.h"

/* Where a fault is shown, and what is said besides. */
enum {
    YAML_AT_START = 1,   /* where what was being read begins, not where that failed */
    YAML_FOUND = 2,      /* ", found .." */
    YAML_TELL_START = 4, /* hint: where what was being read begins */
    YAML_FOUND_SIGN = 8, /* ", found .." and one sign, or an escape */
    YAML_IN_LINE = 16,   /* a value may be what goes on too long */
};

static const struct yaml_problem {
    const char *problem; /* as libyaml has it */
    const char *message;
    const char
        *hint; /* NULL: none; with YAML_TELL_START a %zu for line and column each */
    unsigned flags;
} yaml_problems[] = {
    {"did not find expected key", "expected a key of the map",
     "the map begins in line %zu, column %zu; its keys begin in one column",
     YAML_FOUND | YAML_TELL_START | YAML_IN_LINE},
    {"did not find expected '-' indicator", "expected the next '-' of the list",
     "the list begins in line %zu, column %zu; its items begin in one column",
     YAML_FOUND | YAML_TELL_START | YAML_IN_LINE},
    {"did not find expected ',' or ']'", "expected ',' or ']'",
     "the list begins in line %zu, column %zu", YAML_FOUND | YAML_TELL_START},
    {"did not find expected ',' or '}'", "expected ',' or '}'",
     "the map begins in line %zu, column %zu", YAML_FOUND | YAML_TELL_START},
    {"did not find expected node content", "expected a value",
     "quote a text that begins with a sign of YAML", YAML_FOUND},
    {"did not find expected <document start>", "expected the end of the text",
     "a definition is one map, whose keys begin in one column", YAML_FOUND},
    {"could not find expected ':'", "there is no ':' after this key",
     "write `key: value`; quote a text of several lines", YAML_AT_START},
    {"mapping values are not allowed in this context",
     "there is no key that this ':' could belong to",
     "quote a text with ': ' in it, and begin each key on its own line", 0},
    {"mapping keys are not allowed in this context", "a key cannot begin here",
     "quote a text that begins with '?'", 0},
    {"block sequence entries are not allowed in this context",
     "an item of a list cannot begin here",
     "begin it on its own line, or quote a text that begins with '-'", 0},
    {"found unexpected ':'", "a text in brackets cannot have this ':'", "quote the text",
     0},
    {"found character that cannot start any token",
     "a text without quotes cannot begin like this", "quote the text", YAML_FOUND},
    {"found unexpected end of stream", "this quote is never closed", NULL, YAML_AT_START},
    {"found unexpected document indicator", "this quote is not closed before `---`", NULL,
     YAML_AT_START},
    {"found unknown escape character", "there is no such escape",
     "write a backslash as \\\\, or the text in single quotes", YAML_FOUND_SIGN},
    {"did not find expected hexdecimal number",
     "expected the digits of a code point, such as \\x41 or \\u0041", NULL,
     YAML_FOUND_SIGN},
    {"found invalid Unicode character escape code",
     "the escape does not name a code point",
     "write one beyond U+FFFF as \\U0001F600, not as two halves", 0},
    {"did not find expected alphabetic or numeric character",
     "the name of an anchor has letters, digits, '-' and '_'",
     "quote a text that begins with '&' or '*'", YAML_FOUND},
    {"found undefined tag handle", "the beginning of this tag is not declared",
     "leave the tag out, or quote a text that begins with '!'", 0},
    {"did not find expected '!'", "the tag cannot be read",
     "leave it out, or quote a text that begins with '!'", YAML_AT_START},
    {"did not find expected tag URI", "the tag cannot be read",
     "leave it out, or quote a text that begins with '!'", YAML_AT_START},
    {"did not find the expected '>'", "the tag cannot be read",
     "leave it out, or quote a text that begins with '!'", YAML_AT_START},
    {"did not find expected whitespace or line break", "expected a blank",
     "quote a text that begins with '!' or '%'", YAML_FOUND},
    {"did not find expected comment or line break", "expected the end of the line",
     "leave the line out if it is not meant for YAML, or quote the text", YAML_FOUND},
    {"found an indentation indicator equal to 0", "blocks are indented by 1 to 9 blanks",
     NULL, YAML_FOUND},
    {"found unknown directive name", "YAML does not have this directive",
     "leave the line out, or quote a text that begins with '%'", YAML_AT_START},
    {"could not find expected directive name", "YAML does not have this directive",
     "leave the line out, or quote a text that begins with '%'", YAML_AT_START},
    {"found unexpected non-alphabetical character", "YAML does not have this directive",
     "leave the line out, or quote a text that begins with '%'", YAML_AT_START},
    {"found incompatible YAML document", "the document is not YAML 1.2",
     "leave the %YAML line out", 0},
    {"found duplicate %YAML directive", "the version of YAML is given twice",
     "leave the %YAML lines out", 0},
    {"found duplicate %TAG directive", "the beginning of a tag is declared twice",
     "leave the %TAG lines out", 0},
};

/* How many bytes of the text a message shows: up to the next blank, or one sign. */
static size_t yaml_found_len(ptc_str text, bool is_sign)
{
    size_t len = 0;

    if (is_sign)
        return ptc_utf8_prefix(text.ptr, text.len, *text.ptr == '\\' ? 2 : 1);
    while (len < text.len && memchr(" \t\r\n", text.ptr[len], 4) == NULL)
        len++;
    return len;
}

/* What is at a place, as messages show it, and where it ends. */
static const char *yaml_found(const ptcc_yaml *yaml, ptc_span *span, bool is_sign)
{
    size_t at = span->start - yaml->start;
    ptc_str text = ptc_str_make(yaml->text.ptr + at, yaml->text.len - at);
    ptc_text out;

    if (text.len == 0)
        return "the end";
    if (*text.ptr == '\r' || *text.ptr == '\n')
        return "the end of the line";
    if (*text.ptr == ' ' || *text.ptr == '\t')
        return *text.ptr == ' ' ? "a blank" : "a tab";
    text.len = yaml_found_len(text, is_sign);
    span->end = span->start + (uint32_t)text.len;
    ptc_text_init(&out, yaml->diags->arena);
    ptc_text_byte(&out, '"');
    ptc_text_cstr(&out, ptc_diag_quote(yaml->diags, text));
    ptc_text_byte(&out, '"');
    return out.ptr;
}

/* Whether there is more in the line before a place than blanks, and not a key alone. */
static bool yaml_is_in_line(const ptcc_yaml *yaml, uint32_t place)
{
    size_t at = place - yaml->start;
    size_t start = at;

    if (at < yaml->text.len && yaml->text.ptr[at] == ':')
        return false;
    while (start > 0 && yaml->text.ptr[start - 1] != '\n' &&
           yaml->text.ptr[start - 1] != '\r')
        start--;
    return !ptc_str_is_blank(ptc_str_make(yaml->text.ptr + start, at - start));
}

static const struct yaml_problem *yaml_find_problem(const char *problem)
{
    for (size_t i = 0; i < sizeof yaml_problems / sizeof *yaml_problems; i++) {
        if (strcmp(yaml_problems[i].problem, problem) == 0)
            return &yaml_problems[i];
    }
    return NULL;
}

/* Whether a tab is what libyaml could not read; says so. */
static bool yaml_fault_tab(const ptcc_yaml *yaml, ptc_span span)
{
    size_t at = span.start - yaml->start;
    ptc_diag *diag;

    if (at >= yaml->text.len || yaml->text.ptr[at] != '\t')
        return false;
    span.end = span.start + 1;
    diag = ptc_diag_add(yaml->diags, PTC_DIAG_YAML_SYNTAX, span,
                        "a tab does not indent in YAML");
    ptc_diag_hint(yaml->diags, diag, "indent with blanks");
    return true;
}

/* A problem that the table does not have. */
static void yaml_fault_other(const ptcc_yaml *yaml, ptc_span span)
{
    const yaml_parser_t *parser = &yaml->parser;
    ptc_diag *diag =
        ptc_diag_add(yaml->diags, PTC_DIAG_YAML_SYNTAX, span, "the text is not YAML: %s",
                     parser->problem != NULL ? parser->problem : "it cannot be read");

    if (parser->context != NULL)
        ptc_diag_hint(yaml->diags, diag, "this was %s", parser->context);
}

/* Says what the table says of a problem at `at`, in what begins at `start`. */
static void yaml_fault_known(const ptcc_yaml *yaml, const struct yaml_problem *known,
                             uint32_t at, uint32_t start)
{
    bool is_sign = (known->flags & YAML_FOUND_SIGN) != 0;
    bool is_end = at - yaml->start == yaml->text.len;
    uint32_t place = known->flags & YAML_AT_START ? start : at;
    ptc_span span = {place, place};
    ptc_diag *diag;

    if (known->flags & (YAML_FOUND | YAML_FOUND_SIGN)) {
        const char *found = yaml_found(yaml, &span, is_sign);

        diag = ptc_diag_add(yaml->diags, PTC_DIAG_YAML_SYNTAX, span, "%s, found %s",
                            known->message, found);
    } else {
        diag =
            ptc_diag_add(yaml->diags, PTC_DIAG_YAML_SYNTAX, span, "%s", known->message);
    }
    if (known->flags & YAML_TELL_START) {
        ptc_position from = ptc_source_position(yaml->forms->source, start);

        ptc_diag_hint(yaml->diags, diag, known->hint, from.line, from.column);
    } else if (known->hint != NULL && !(known->flags & YAML_FOUND && is_end)) {
        ptc_diag_hint(yaml->diags, diag, "%s", known->hint);
    }
}

void ptcc_yaml_fault(ptcc_yaml *yaml)
{
    static const struct yaml_problem too_long = {
        NULL, "expected the end of the line",
        "quote all of a text; in '..' a quote is written twice, in \"..\" as \\\"",
        YAML_FOUND};
    const yaml_parser_t *parser = &yaml->parser;
    const char *problem = parser->problem != NULL ? parser->problem : "";
    const struct yaml_problem *known = yaml_find_problem(problem);
    uint32_t at = ptcc_yaml_offset(yaml, &parser->problem_mark);
    ptc_span span = {at, at};

    yaml->has_stopped = true;
    if (parser->error == YAML_MEMORY_ERROR) {
        ptcc_yaml_no_memory(yaml);
        return;
    }
    if (yaml_fault_tab(yaml, span))
        return;
    if (known == NULL) {
        yaml_fault_other(yaml, span);
        return;
    }
    if (known->flags & YAML_IN_LINE && yaml_is_in_line(yaml, at))
        known = &too_long;
    yaml_fault_known(yaml, known, at, ptcc_yaml_offset(yaml, &parser->context_mark));
}
