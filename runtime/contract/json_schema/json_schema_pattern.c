/* SPDX-License-Identifier: MIT */
/*
 * Patterns of JSON Schema, which are those of ECMAScript, as patterns of contracts: they
 * match somewhere in a text as well. What is spelled alike and means something else is
 * written in another way; what contracts cannot say is refused. [validation 11.4]
 */
#include "contract/json_schema/json_schema_int.h"
#include "regex/regex_int.h"

#include <stdio.h>

typedef struct pattern_rewrite {
    ptc_str from;
    size_t at;
    ptc_text to;
    const char *fault; /* NULL: none */
} pattern_rewrite;

static char pattern_peek(const pattern_rewrite *run, size_t ahead)
{
    return run->at + ahead < run->from.len ? run->from.ptr[run->at + ahead] : '\0';
}

static void pattern_copy(pattern_rewrite *run, size_t count)
{
    ptc_text_bytes(&run->to, run->from.ptr + run->at, count);
    run->at += count;
}

static void pattern_put(pattern_rewrite *run, const char *text, size_t taken)
{
    ptc_text_cstr(&run->to, text);
    run->at += taken;
}

/* \u{1F600} is \x{1F600} here. */
static void pattern_unicode(pattern_rewrite *run)
{
    if (pattern_peek(run, 2) == '{')
        pattern_put(run, "\\x", 2);
    else
        pattern_copy(run, 2);
}

/* General categories by their long names. */
static const struct {
    const char *name;
    const char *category;
} pattern_categories[] = {
    {"Letter", "L"},
    {"Uppercase_Letter", "Lu"},
    {"Lowercase_Letter", "Ll"},
    {"Titlecase_Letter", "Lt"},
    {"Modifier_Letter", "Lm"},
    {"Other_Letter", "Lo"},
    {"Mark", "M"},
    {"Combining_Mark", "M"},
    {"Nonspacing_Mark", "Mn"},
    {"Spacing_Mark", "Mc"},
    {"Enclosing_Mark", "Me"},
    {"Number", "N"},
    {"Decimal_Number", "Nd"},
    {"digit", "Nd"},
    {"Letter_Number", "Nl"},
    {"Other_Number", "No"},
    {"Punctuation", "P"},
    {"punct", "P"},
    {"Connector_Punctuation", "Pc"},
    {"Dash_Punctuation", "Pd"},
    {"Open_Punctuation", "Ps"},
    {"Close_Punctuation", "Pe"},
    {"Initial_Punctuation", "Pi"},
    {"Final_Punctuation", "Pf"},
    {"Other_Punctuation", "Po"},
    {"Symbol", "S"},
    {"Math_Symbol", "Sm"},
    {"Currency_Symbol", "Sc"},
    {"Modifier_Symbol", "Sk"},
    {"Other_Symbol", "So"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
    {"Line_Separator", "Zl"},
    {"Paragraph_Separator", "Zp"},
    {"Other", "C"},
    {"Control", "Cc"},
    {"cntrl", "Cc"},
    {"Format", "Cf"},
    {"Surrogate", "Cs"},
    {"Private_Use", "Co"},
    {"Unassigned", "Cn"},
};

/* \p{Letter} and \p{gc=Letter} are \p{L} here. Categories have two letters at most: the
 * longer names of contracts are ASCII, where those of ECMAScript are all of Unicode. */
static void pattern_category(pattern_rewrite *run)
{
    static const char *const before[] = {"General_Category=", "gc="};
    ptc_str rest = ptc_str_make(run->from.ptr + run->at, run->from.len - run->at);
    const char *close = memchr(rest.ptr, '}', rest.len);
    ptc_str name =
        ptc_str_make(rest.ptr + 3, close != NULL ? (size_t)(close - rest.ptr) - 3 : 0);

    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        size_t len = strlen(before[i]);

        if (name.len > len && memcmp(name.ptr, before[i], len) == 0)
            name = ptc_str_make(name.ptr + len, name.len - len);
    }
    for (size_t i = 0; i < sizeof pattern_categories / sizeof *pattern_categories; i++) {
        if (ptc_str_equal(name, ptc_str_of(pattern_categories[i].name)))
            name = ptc_str_of(pattern_categories[i].category);
    }
    if (name.len > 2) {
        run->fault = "unknown category; use a general category such as \\p{L}";
        return;
    }
    pattern_copy(run, 3);
    ptc_text_str(&run->to, name);
    if (close != NULL)
        run->at = (size_t)(close - run->from.ptr);
}

/* \\cA is the first control character, and so on. */
static void pattern_control(pattern_rewrite *run)
{
    char letter = pattern_peek(run, 2);
    char text[8];

    if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'))) {
        run->fault = "expected a letter after \\c";
        return;
    }
    snprintf(text, sizeof text, "\\x%02X", (unsigned)letter & 31u);
    pattern_put(run, text, 3);
}

static void pattern_blanks(pattern_rewrite *run, bool is_class, bool is_negated)
{
    if (is_class && is_negated)
        run->fault = "\\S inside a class is not supported";
    else if (is_class)
        pattern_put(run, "\\s" PTC_REGEX_MORE_BLANKS, 2);
    else
        pattern_put(run,
                    is_negated ? "[^\\s" PTC_REGEX_MORE_BLANKS "]"
                               : "[\\s" PTC_REGEX_MORE_BLANKS "]",
                    2);
}

/* An escape, with the cursor at its backslash. */
static void pattern_escape(pattern_rewrite *run, bool is_class)
{
    char letter = pattern_peek(run, 1);
    bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');

    if (letter == 's' || letter == 'S')
        pattern_blanks(run, is_class, letter == 'S');
    else if (letter == 'u')
        pattern_unicode(run);
    else if (letter == 'x' && pattern_peek(run, 2) == '{')
        run->fault = "expected two hexadecimal digits after \\x";
    else if (letter == 'c')
        pattern_control(run);
    else if (letter == 'v')
        pattern_put(run, "\\x0B", 2);
    else if (letter == 'b' && is_class)
        pattern_put(run, "\\x08", 2);
    else if (letter == '0' && (pattern_peek(run, 2) < '0' || pattern_peek(run, 2) > '9'))
        pattern_put(run, "\\x00", 2);
    else if (letter >= '0' && letter <= '9')
        run->fault = "back-references and octal escapes are not supported";
    else if ((letter == 'p' || letter == 'P') && pattern_peek(run, 2) != '{')
        run->fault = "expected { after \\p";
    else if (letter == 'p' || letter == 'P')
        pattern_category(run);
    else if (is_letter && strchr("dDwWbBtnrfxpP", letter) == NULL)
        run->fault = "JSON Schema has no such escape";
    else if (run->at + 1 >= run->from.len)
        run->fault = "the pattern ends in a backslash";
    else
        pattern_copy(run, 2);
}

/* Everything, as people write it. */
static bool pattern_is_everything(const pattern_rewrite *run)
{
    static const char *const spellings[] = {"[\\s\\S]", "[\\S\\s]"};

    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        size_t len = strlen(spellings[i]);

        if (run->from.len - run->at >= len &&
            memcmp(run->from.ptr + run->at, spellings[i], len) == 0)
            return true;
    }
    return false;
}

/* A class, with the cursor at its bracket. */
static void pattern_class(pattern_rewrite *run)
{
    if (pattern_is_everything(run)) {
        pattern_copy(run, strlen("[\\s\\S]"));
        return;
    }
    pattern_copy(run, pattern_peek(run, 1) == '^' ? 2 : 1);
    while (run->at < run->from.len && run->fault == NULL) {
        char byte = pattern_peek(run, 0);

        if (byte == ']') {
            pattern_copy(run, 1);
            return;
        }
        if (byte == '\\')
            pattern_escape(run, true);
        else if (byte == '[' || byte == '&') /* plain characters in ECMAScript */
            pattern_put(run, byte == '[' ? "\\[" : "\\&", 1);
        else
            pattern_copy(run, 1);
    }
}

static void pattern_run(pattern_rewrite *run)
{
    while (run->at < run->from.len && run->fault == NULL) {
        char byte = pattern_peek(run, 0);

        if (byte == '\\')
            pattern_escape(run, false);
        else if (byte == '[')
            pattern_class(run);
        else if (byte == '(' && pattern_peek(run, 1) == '?' &&
                 (pattern_peek(run, 2) == 'i' || pattern_peek(run, 2) == 'P'))
            run->fault = "JSON Schema has no such group";
        else
            pattern_copy(run, 1);
    }
}

const char *ptc_json_pattern_compile(ptc_arena *arena, ptc_str text, ptc_pattern *out)
{
    ptc_dfa *dfa = ptc_arena_array(arena, 1, sizeof *dfa);
    pattern_rewrite run = {.from = text};
    ptc_regex_error error;
    ptc_status status;

    *out = (ptc_pattern){.dfa = dfa};
    ptc_text_init(&run.to, arena);
    pattern_run(&run);
    if (run.fault != NULL || run.to.failed || dfa == NULL)
        return run.fault;
    out->text = ptc_text_view(&run.to);
    status = ptc_regex_compile(arena, out->text, dfa, &error);
    if (status == PTC_ERROR_MEMORY)
        arena->failed = true;
    return status == PTC_OK || status == PTC_ERROR_MEMORY ? NULL : error.message.ptr;
}

void ptc_json_schema_pattern(const ptc_json_schema *reader, ptc_json_part part,
                             ptc_draft_ref ref)
{
    ptc_draft_node *node = ptc_draft_at(reader->draft, ref);
    ptc_pattern *pattern = ptc_arena_array(reader->arena, 1, sizeof *pattern);
    const char *fault;

    if (part.value->kind != PTC_STRING) {
        ptc_json_schema_refuse(reader, part.place, "a pattern must be a string");
        return;
    }
    if (pattern == NULL)
        return;
    fault = ptc_json_pattern_compile(reader->arena, ptc_value_text(part.value), pattern);
    if (fault == NULL && !reader->arena->failed) {
        node->patterns = pattern;
        node->pattern_count = 1;
    }
    if (fault != NULL)
        ptc_diag_add(reader->diags, PTC_DIAG_JSON_SCHEMA_VALUE,
                     ptc_json_schema_span(reader, part.place), "pattern: %s, at %s",
                     fault,
                     ptc_json_schema_pointer(reader, part.place, PTC_SEVERITY_ERROR));
}
