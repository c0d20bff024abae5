/* SPDX-License-Identifier: MIT */
/*
 * Patterns of java.util.regex, written for PCRE2. See pattern.h. [ptc-lisp 12]
 *
 * Nothing of a source is copied through: each construct is read and written anew, so only
 * what is known here reaches PCRE2, and no verb, callout or recursion can. Line ends and
 * the case of letters are written out, for Java sees them in its own way: without flag u
 * only ASCII letters have a case, `$` and `.` know \r, U+0085, U+2028 and U+2029.
 *
 * On the way the work of a match is bounded, in calls that PCRE2 counts against its
 * limit: only where a group repeats it has no bound in terms of the length of the text.
 */
#include "lisp/pattern.h"

enum {
    JAVA_END = 0xFFFFFFFF,
    JAVA_DEPTH = 50, /* groups within each other */
    JAVA_REPEAT_MAX = 65535,
    JAVA_NAME_MAX = 32,
};

enum {
    JAVA_I = 1,
    JAVA_M = 2,
    JAVA_S = 4,
    JAVA_X = 8,
    JAVA_U = 16,
    JAVA_D = 32,
    JAVA_C = 64
};

/* What a quantifier may follow. */
typedef enum java_atom { JAVA_NOTHING, JAVA_CHAR, JAVA_ASSERTION, JAVA_GROUP } java_atom;

typedef struct java_reader {
    ptc_chars_maker maker;
    ptc_str source;
    size_t at;
    ptc_text out;
    ptc_pattern_plan *plan;
    ptc_pattern_fault *fault;
    unsigned flags;
    bool is_quoted;        /* behind \Q */
    uint32_t group_count;  /* opened */
    uint32_t group_total;  /* of the whole pattern, once known */
    bool has_pending;      /* a repeated character before here, and which it may be: */
    bool is_pending_known; /* no character is known to be none */
    uint64_t pending[2];
} java_reader;

static void java_alternatives(java_reader *reader, unsigned depth);

/* --- Reading -------------------------------------------------------------------------
 */

static void java_fail(java_reader *reader, size_t at, const char *text)
{
    if (reader->fault->text == NULL)
        *reader->fault = (ptc_pattern_fault){at, text};
    reader->at = reader->source.len;
}

/* The character at an offset, or JAVA_END; `*size` are its bytes. */
static uint32_t java_look(const java_reader *reader, size_t at, size_t *size)
{
    uint32_t c = JAVA_END;

    *size = 0;
    if (at < reader->source.len)
        *size = ptc_utf8_decode(reader->source.ptr + at, reader->source.len - at, &c);
    return c;
}

static uint32_t java_peek(const java_reader *reader)
{
    size_t size;

    return java_look(reader, reader->at, &size);
}

static uint32_t java_take(java_reader *reader)
{
    size_t size;
    uint32_t c = java_look(reader, reader->at, &size);

    reader->at += size;
    return c;
}

static bool java_skip(java_reader *reader, const char *text)
{
    size_t len = strlen(text);

    if (reader->source.len - reader->at < len ||
        memcmp(reader->source.ptr + reader->at, text, len) != 0)
        return false;
    reader->at += len;
    return true;
}

static bool java_is_letter(uint32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool java_is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

/* With flag x: blanks and comments. */
static void java_skip_blanks(java_reader *reader)
{
    if (!(reader->flags & JAVA_X) || reader->is_quoted)
        return;
    for (;;) {
        uint32_t c = java_peek(reader);

        if (c == '#') {
            while (c != JAVA_END && c != '\n' && c != '\r' && c != 0x85 && c != 0x2028 &&
                   c != 0x2029)
                c = java_take(reader);
        } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
            java_take(reader);
        } else {
            return;
        }
    }
}

/* --- Writing -------------------------------------------------------------------------
 */

static void java_put(java_reader *reader, const char *text)
{
    ptc_text_cstr(&reader->out, text);
}

static bool java_folds_ascii(const java_reader *reader)
{
    return (reader->flags & JAVA_I) && !(reader->flags & JAVA_U);
}

static bool java_folds_unicode(const java_reader *reader)
{
    return (reader->flags & JAVA_I) && (reader->flags & JAVA_U);
}

static void java_put_unicode(java_reader *reader, uint32_t c)
{
    char bytes[4];

    if (!reader->maker.is_ascii)
        ptc_text_bytes(&reader->out, bytes, ptc_utf8_encode(c, bytes));
    else if (java_folds_unicode(reader) && (c == 0x17F || c == 0x212A))
        java_put(reader, c == 0x17F ? "s" : "k"); /* their other cases */
    else
        java_put(reader, "\\xff"); /* texts of ASCII have none */
}

static void java_put_char(java_reader *reader, uint32_t c)
{
    ptc_chars chars = {0};

    if (java_is_letter(c) && java_folds_ascii(reader)) {
        ptc_chars_add(&reader->maker, &chars, c, c);
        ptc_chars_fold(&reader->maker, &chars);
        ptc_chars_write(&reader->maker, &chars, &reader->out);
    } else if (c >= 0x80) {
        java_put_unicode(reader, c);
    } else if (java_is_letter(c) || java_is_digit(c) || c == '_') {
        ptc_text_byte(&reader->out, (char)c);
    } else if (c < 0x20 || c == 0x7F) {
        static const char digits[] = "0123456789abcdef";

        java_put(reader, "\\x");
        ptc_text_byte(&reader->out, digits[c / 16]);
        ptc_text_byte(&reader->out, digits[c % 16]);
    } else {
        ptc_text_byte(&reader->out, '\\');
        ptc_text_byte(&reader->out, (char)c);
    }
}

static void java_insert(java_reader *reader, size_t at, const char *text)
{
    size_t len = strlen(text);

    if (ptc_text_extend(&reader->out, len) == NULL)
        return;
    memmove(reader->out.ptr + at + len, reader->out.ptr + at, reader->out.len - len - at);
    memcpy(reader->out.ptr + at, text, len);
}

/* Ends of lines. */
static const char *java_dollar(const java_reader *reader)
{
    bool is_ascii = reader->maker.is_ascii;

    if (reader->flags & JAVA_M) {
        if (reader->flags & JAVA_D)
            return "(?![^\\n])";
        return is_ascii ? "(?:(?![^\\n\\r])(?!(?<=\\r)\\n))"
                        : "(?:(?![^\\n\\r\\x{85}\\x{2028}\\x{2029}])(?!(?<=\\r)\\n))";
    }
    if (reader->flags & JAVA_D)
        return "(?=\\n?\\z)";
    return is_ascii ? "(?=(?:\\r\\n?|(?<!\\r)\\n)?\\z)"
                    : "(?=(?:\\r\\n?|(?<!\\r)\\n|[\\x{85}\\x{2028}\\x{2029}])?\\z)";
}

static const char *java_caret(const java_reader *reader)
{
    if (!(reader->flags & JAVA_M))
        return "\\A";
    if (reader->flags & JAVA_D)
        return "(?:(?<![^\\n])(?!\\z))";
    return reader->maker.is_ascii
               ? "(?:(?<![^\\n\\r])(?!\\z)(?!(?<=\\r)\\n))"
               : "(?:(?<![^\\n\\r\\x{85}\\x{2028}\\x{2029}])(?!\\z)(?!(?<=\\r)\\n))";
}

static const char *java_dot(const java_reader *reader)
{
    if (reader->flags & JAVA_S)
        return ".";
    if (reader->flags & JAVA_D)
        return "[^\\n]";
    return reader->maker.is_ascii ? "[^\\n\\r]" : "[^\\n\\r\\x{85}\\x{2028}\\x{2029}]";
}

/* --- The work of a match -------------------------------------------------------------
 */

/* The repeated character before here may give back characters, and all of what follows is
 * tried again each time. */
static void java_settle(java_reader *reader)
{
    if (reader->has_pending)
        reader->plan->repeats++;
    reader->has_pending = false;
}

/* Here must be one of the characters: when the repeated one before is none of them, what
 * it gives back fails at once. */
static void java_settle_by(java_reader *reader, bool is_known, const uint64_t bits[2])
{
    if (reader->has_pending && is_known && reader->is_pending_known &&
        !(bits[0] & reader->pending[0]) && !(bits[1] & reader->pending[1])) {
        reader->plan->linear++;
        reader->has_pending = false;
    }
    java_settle(reader);
}

static void java_count(java_reader *reader, java_atom atom, bool is_known,
                       const uint64_t bits[2], uint32_t low, uint32_t high, bool gives)
{
    ptc_pattern_plan *plan = reader->plan;

    if (atom != JAVA_CHAR) {
        if (low == 1 && high == 1)
            return;
        java_settle(reader);
        plan->factor *= 2;
        if (low > 1 || high > 1 || atom == JAVA_ASSERTION)
            plan->is_bounded = false;
        return;
    }
    if (low > 0)
        java_settle_by(reader, is_known, bits);
    else
        java_settle(reader);
    plan->items++;
    if (low == high || !gives)
        return;
    reader->has_pending = true;
    reader->is_pending_known = is_known;
    memcpy(reader->pending, bits, sizeof reader->pending);
}

/* --- Escapes -------------------------------------------------------------------------
 */

static bool java_hex_digits(java_reader *reader, unsigned least, unsigned most,
                            uint32_t *out)
{
    unsigned count = 0;

    *out = 0;
    for (; count < most; count++) {
        uint32_t c = java_peek(reader);
        uint32_t digit = java_is_digit(c)         ? c - '0'
                         : (c >= 'a' && c <= 'f') ? c - 'a' + 10
                         : (c >= 'A' && c <= 'F') ? c - 'A' + 10
                                                  : 16;

        if (digit == 16)
            break;
        *out = *out * 16 + digit;
        java_take(reader);
    }
    return count >= least;
}

static uint32_t java_bad(java_reader *reader, size_t at, const char *text)
{
    java_fail(reader, at, text);
    return ' ';
}

/* Behind \u; a pair of surrogates is one character. */
static uint32_t java_escape_u(java_reader *reader, size_t start)
{
    uint32_t high;
    uint32_t low;

    if (!java_hex_digits(reader, 4, 4, &high))
        return java_bad(reader, start, "\\u needs four hexadecimal digits");
    if (high < 0xD800 || high > 0xDFFF)
        return high;
    if (high > 0xDBFF || !java_skip(reader, "\\u") ||
        !java_hex_digits(reader, 4, 4, &low) || low < 0xDC00 || low > 0xDFFF)
        return java_bad(reader, start, "this is half of a pair of surrogates");
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

static uint32_t java_escape_x(java_reader *reader, size_t start)
{
    uint32_t c;

    if (java_skip(reader, "{")) {
        if (!java_hex_digits(reader, 1, 8, &c) || !java_skip(reader, "}"))
            return java_bad(reader, start, "\\x{..} needs hexadecimal digits");
        if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
            return java_bad(reader, start, "there is no such character");
        return c;
    }
    if (!java_hex_digits(reader, 2, 2, &c))
        return java_bad(reader, start, "\\x needs two hexadecimal digits");
    return c;
}

/* Behind \0: up to \0377. */
static uint32_t java_escape_octal(java_reader *reader, size_t start)
{
    uint32_t c = 0;
    unsigned count = 0;

    for (; count < 3; count++) {
        uint32_t digit = java_peek(reader) - '0';

        if (digit > 7 || (count == 2 && c > 037))
            break;
        c = c * 8 + digit;
        java_take(reader);
    }
    return count > 0 ? c : java_bad(reader, start, "\\0 needs octal digits");
}

/* A single character, whose letter was taken; JAVA_END when it is none. */
static uint32_t java_escape_char(java_reader *reader, uint32_t letter, size_t start)
{
    switch (letter) {
    case 't':
        return '\t';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 'f':
        return '\f';
    case 'a':
        return 7;
    case 'e':
        return 27;
    case 'u':
        return java_escape_u(reader, start);
    case 'x':
        return java_escape_x(reader, start);
    case '0':
        return java_escape_octal(reader, start);
    case 'c':
        letter = java_take(reader);
        return letter < 0x80 ? letter ^ 64
                             : java_bad(reader, start, "\\c needs a letter");
    default:
        return java_is_letter(letter) || java_is_digit(letter) ? JAVA_END : letter;
    }
}

/* Behind \p or \P. */
static void java_property(java_reader *reader, size_t start, ptc_chars *out)
{
    const char *from = reader->source.ptr + reader->at;
    size_t len;
    uint32_t c;

    if (!java_skip(reader, "{")) {
        c = java_take(reader);
        len = c < 0x80 ? 1 : 0;
    } else {
        from++;
        while ((c = java_peek(reader)) != '}' && c != JAVA_END)
            java_take(reader);
        len = (size_t)(reader->source.ptr + reader->at - from);
        if (!java_skip(reader, "}")) {
            java_fail(reader, start, "\\p{ is never closed");
            return;
        }
    }
    if (!ptc_chars_of_property(&reader->maker, ptc_str_make(from, len),
                               (reader->flags & JAVA_C) != 0, out))
        java_fail(reader, start,
                  "there is no such property here; there are \\p{L} \\p{Lu} \\p{N} "
                  "\\p{Alpha} \\p{Punct} \\p{IsAlphabetic} \\p{IsGreek} and the like");
}

/* \d \W \p{L} and so on, whose letter was taken; false when it is none. */
static bool java_escape_set(java_reader *reader, uint32_t letter, size_t start,
                            ptc_chars *out)
{
    bool is_upper = letter >= 'A' && letter <= 'Z';
    uint32_t lower = is_upper ? letter + 32 : letter;

    *out = (ptc_chars){0};
    if (lower == 'p')
        java_property(reader, start, out);
    else if (!ptc_chars_of_letter(&reader->maker, lower, (reader->flags & JAVA_C) != 0,
                                  out))
        return false;
    if (is_upper)
        ptc_chars_negate(&reader->maker, out);
    return true;
}

/* --- Brackets ------------------------------------------------------------------------
 */

static void java_class(java_reader *reader, size_t start, unsigned depth, ptc_chars *out);

/* A character or a set within brackets: true when it is one character. */
static bool java_class_item(java_reader *reader, uint32_t *c, ptc_chars *set,
                            unsigned depth)
{
    size_t start = reader->at;
    uint32_t letter;

    *c = java_take(reader);
    if (reader->is_quoted)
        return true;
    if (*c == '[') {
        java_class(reader, start, depth + 1, set);
        return false;
    }
    if (*c != '\\')
        return true;
    letter = java_take(reader);
    if (letter == JAVA_END) {
        java_fail(reader, start, "a backslash ends the pattern");
        return true;
    }
    if (java_escape_set(reader, letter, start, set))
        return false;
    *c = java_escape_char(reader, letter, start);
    if (*c == JAVA_END)
        java_fail(reader, start, "this escape has no meaning within brackets");
    return true;
}

/* \Q and \E, and blanks with flag x. */
static void java_class_skip(java_reader *reader)
{
    for (;;) {
        java_skip_blanks(reader);
        if (java_skip(reader, reader->is_quoted ? "\\E" : "\\Q"))
            reader->is_quoted = !reader->is_quoted;
        else
            return;
    }
}

static bool java_is_range(const java_reader *reader)
{
    size_t size;

    if (reader->is_quoted || java_peek(reader) != '-')
        return false;
    switch (java_look(reader, reader->at + 1, &size)) {
    case ']':
    case '[':
    case JAVA_END:
        return false;
    default:
        return true;
    }
}

static void java_class_part(java_reader *reader, ptc_chars *out, unsigned depth)
{
    size_t start = reader->at;
    ptc_chars set = {0};
    uint32_t low;
    uint32_t high;

    if (java_class_item(reader, &low, &set, depth)) {
        high = low;
        if (java_is_range(reader)) {
            java_take(reader);
            java_class_skip(reader);
            if (!java_class_item(reader, &high, &set, depth) || high < low)
                java_fail(reader, start,
                          "this range goes from a greater to a lesser "
                          "character");
        }
        if (reader->fault->text != NULL)
            return;
        ptc_chars_add(&reader->maker, &set, low, high);
        if (java_folds_ascii(reader))
            ptc_chars_fold(&reader->maker, &set);
    }
    ptc_chars_union(&reader->maker, out, set);
}

/* Behind [ up to its end; sets may stand within it, && intersects all that came before
 * with all that follows. */
static void java_class(java_reader *reader, size_t start, unsigned depth, ptc_chars *out)
{
    bool is_negated = java_skip(reader, "^");
    bool is_first = true;
    ptc_chars right = {0};
    ptc_chars left = {0};
    bool has_left = false;

    if (depth > JAVA_DEPTH)
        java_fail(reader, start, "brackets stand too deep within each other");
    for (;; is_first = false) {
        java_class_skip(reader);
        if (java_peek(reader) == JAVA_END) {
            java_fail(reader, start, "[ is never closed; a bracket itself is \\[");
            return;
        }
        if (!reader->is_quoted && !is_first && java_skip(reader, "]"))
            break;
        if (!reader->is_quoted && java_skip(reader, "&&")) {
            if (has_left)
                ptc_chars_intersect(&reader->maker, &left, right);
            else
                left = right;
            has_left = true;
            right = (ptc_chars){0};
        } else {
            java_class_part(reader, &right, depth);
        }
    }
    if (has_left)
        ptc_chars_intersect(&reader->maker, &left, right);
    *out = has_left ? left : right;
    if (is_negated)
        ptc_chars_negate(&reader->maker, out);
}

/* --- Quantifiers ---------------------------------------------------------------------
 */

static bool java_number(java_reader *reader, uint32_t *out)
{
    bool is_number = java_is_digit(java_peek(reader));

    *out = 0;
    while (java_is_digit(java_peek(reader))) {
        *out = *out * 10 + (java_take(reader) - '0');
        if (*out > JAVA_REPEAT_MAX)
            *out = JAVA_REPEAT_MAX + 1;
    }
    return is_number;
}

/* Behind {. */
static void java_braces(java_reader *reader, size_t start, uint32_t *low, uint32_t *high)
{
    if (!java_number(reader, low)) {
        java_fail(reader, start, "{ repeats: {n} {n,} {n,m}; a brace itself is \\{");
        return;
    }
    *high = *low;
    if (java_skip(reader, ",") && !java_number(reader, high))
        *high = UINT32_MAX;
    if (!java_skip(reader, "}"))
        java_fail(reader, start, "{ repeats: {n} {n,} {n,m}; a brace itself is \\{");
    else if (*high < *low)
        java_fail(reader, start, "the least number of repetitions is above the most");
    else if (*low > JAVA_REPEAT_MAX || (*high > JAVA_REPEAT_MAX && *high != UINT32_MAX))
        java_fail(reader, start, "at most 65535 repetitions can be counted");
}

static bool java_quantifier(java_reader *reader, uint32_t *low, uint32_t *high)
{
    size_t start = reader->at;

    switch (java_peek(reader)) {
    case '?':
        *low = 0;
        *high = 1;
        break;
    case '*':
        *low = 0;
        *high = UINT32_MAX;
        break;
    case '+':
        *low = 1;
        *high = UINT32_MAX;
        break;
    case '{':
        java_take(reader);
        java_braces(reader, start, low, high);
        return true;
    default:
        return false;
    }
    java_take(reader);
    return true;
}

/* How often the atom that was written from `from` on repeats. */
static void java_repeat(java_reader *reader, java_atom atom, size_t from, bool is_known,
                        const uint64_t bits[2])
{
    size_t start;
    uint32_t low = 1;
    uint32_t high = 1;
    bool gives = true;

    if (reader->is_quoted && java_skip(reader, "\\E"))
        reader->is_quoted = false;
    java_skip_blanks(reader);
    start = reader->at;
    if (!reader->is_quoted && java_quantifier(reader, &low, &high)) {
        const char *suffix = reader->source.ptr + reader->at;

        if (java_skip(reader, "?") || java_skip(reader, "+"))
            gives = *suffix == '?';
        if (atom == JAVA_ASSERTION) {
            java_insert(reader, from, "(?:");
            java_put(reader, ")");
        }
        ptc_text_bytes(&reader->out, reader->source.ptr + start, reader->at - start);
    }
    java_count(reader, atom, is_known, bits, low, high, gives);
}

/* --- Groups --------------------------------------------------------------------------
 */

/* Behind (?, flags up to : or ). */
static void java_flags(java_reader *reader, size_t start)
{
    static const char names[] = "imsxudU";
    static const unsigned masks[] = {JAVA_I, JAVA_M, JAVA_S,         JAVA_X,
                                     JAVA_U, JAVA_D, JAVA_C | JAVA_U};
    bool had = java_folds_unicode(reader);
    bool is_off = false;
    uint32_t c;

    while ((c = java_peek(reader)) != ')' && c != ':') {
        const char *name = c != JAVA_END && c < 0x80 ? strchr(names, (int)c) : NULL;

        if (c == '-' && !is_off) {
            is_off = true;
        } else if (name == NULL || c == 0) {
            java_fail(
                reader, start,
                "there is no such group; there are ( (?: (?<name> (?= (?! (?<= (?<! "
                "(?> and flags as in (?i)");
            return;
        } else if (is_off) {
            reader->flags &= ~masks[name - names];
        } else {
            reader->flags |= masks[name - names];
        }
        java_take(reader);
    }
    if (java_folds_unicode(reader) != had)
        java_put(reader, had ? "(?-i)" : "(?i)");
}

/* Behind (?<, a name up to >. */
static void java_group_name(java_reader *reader, size_t start, const char *opening)
{
    size_t from = reader->at;

    while (java_is_letter(java_peek(reader)) ||
           (reader->at > from && java_is_digit(java_peek(reader))))
        java_take(reader);
    if (reader->at == from || reader->at - from > JAVA_NAME_MAX ||
        java_peek(reader) != '>') {
        java_fail(reader, start,
                  "names of groups are up to 32 letters and digits, as in "
                  "(?<name>..)");
        return;
    }
    java_put(reader, opening);
    ptc_text_bytes(&reader->out, reader->source.ptr + from, reader->at - from);
    java_put(reader, ">");
    java_take(reader);
}

/* Writes how the group begins, behind its parenthesis; false when it was flags alone. */
static bool java_group_head(java_reader *reader, size_t start, bool *is_assertion)
{
    static const char *const heads[] = {"?=", "?!", "?<=", "?<!", "?>", "?:"};

    *is_assertion = false;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        if (java_skip(reader, heads[i])) {
            *is_assertion = i < 4;
            java_put(reader, "(");
            java_put(reader, heads[i]);
            return true;
        }
    }
    if (java_skip(reader, "?<")) {
        reader->group_count++;
        java_group_name(reader, start, "(?<");
        return true;
    }
    if (!java_skip(reader, "?")) {
        reader->group_count++;
        java_put(reader, "(");
        return true;
    }
    if (java_peek(reader) == 'P' &&
        java_look(reader, reader->at + 1, &(size_t){0}) == '<')
        java_fail(reader, start, "a name is given to a group by (?<name>..)");
    return false;
}

/* Behind a parenthesis. */
static java_atom java_group(java_reader *reader, size_t start, unsigned depth)
{
    unsigned flags = reader->flags;
    bool had_pending = reader->has_pending;
    bool is_assertion;
    uint32_t c;

    if (depth >= JAVA_DEPTH) {
        java_fail(reader, start, "groups stand too deep within each other: at most 50");
        return JAVA_NOTHING;
    }
    if (!java_group_head(reader, start, &is_assertion)) {
        size_t from = reader->out.len;

        java_flags(reader, start);
        c = java_take(reader);
        if (c != ':')
            return JAVA_NOTHING; /* until the group around it ends */
        java_insert(reader, from, "(?:");
    }
    if (is_assertion)
        java_settle(reader);
    reader->plan->items += 2;
    java_alternatives(reader, depth + 1);
    reader->flags = flags;
    if (!java_skip(reader, ")"))
        java_fail(reader, start, "( is never closed; a parenthesis itself is \\(");
    java_put(reader, ")");
    if (is_assertion)
        java_settle(reader);
    java_skip_blanks(reader);
    c = java_peek(reader);
    if (had_pending && (c == '?' || c == '*' || c == '{'))
        reader->plan->repeats++; /* the group may be left out */
    return JAVA_GROUP;
}

/* --- Atoms ---------------------------------------------------------------------------
 */

/* \1 and so on, whose first digit was taken: more digits only while there is such a
 * group. What refers to none never matches. */
static void java_reference(java_reader *reader, uint32_t number)
{
    while (java_is_digit(java_peek(reader)) &&
           number * 10 + (java_peek(reader) - '0') <= reader->group_total)
        number = number * 10 + (java_take(reader) - '0');
    java_settle(reader);
    reader->plan->items++;
    if (number > reader->group_total) {
        java_put(reader, "(?!)");
        return;
    }
    java_put(reader, java_folds_ascii(reader) ? "(?i:\\g{" : "(?:\\g{");
    ptc_text_uint(&reader->out, number);
    java_put(reader, "})");
}

static void java_named_reference(java_reader *reader, size_t start)
{
    java_settle(reader);
    reader->plan->items++;
    if (!java_skip(reader, "<"))
        java_fail(reader, start, "\\k needs the name of a group: \\k<name>");
    java_put(reader, java_folds_ascii(reader) ? "(?i:" : "(?:");
    java_group_name(reader, start, "\\k<");
    java_put(reader, ")");
}

/* \b of words by Unicode. */
static void java_put_boundary(java_reader *reader, bool is_negated)
{
    static const char word[] = "[\\p{L}\\p{M}\\p{Nl}\\p{Nd}\\p{Pc}\\x{200c}\\x{200d}]";

    if (!(reader->flags & JAVA_C) || reader->maker.is_ascii) {
        java_put(reader, is_negated ? "\\B" : "\\b");
        return;
    }
    java_put(reader, "(?:(?<=");
    java_put(reader, word);
    java_put(reader, is_negated ? ")(?=" : ")(?!");
    java_put(reader, word);
    java_put(reader, ")|(?<!");
    java_put(reader, word);
    java_put(reader, is_negated ? ")(?!" : ")(?=");
    java_put(reader, word);
    java_put(reader, "))");
}

/* Escapes that stand for no character; NOTHING when it is another. */
static java_atom java_escape_place(java_reader *reader, uint32_t letter, size_t start)
{
    switch (letter) {
    case 'b':
    case 'B':
        if (java_peek(reader) == '{')
            java_fail(reader, start, "\\b{..} is not supported; use \\b");
        java_put_boundary(reader, letter == 'B');
        return JAVA_ASSERTION;
    case 'A':
        java_put(reader, "\\A");
        return JAVA_ASSERTION;
    case 'z':
        java_put(reader, "\\z");
        return JAVA_ASSERTION;
    case 'Z': {
        unsigned flags = reader->flags;

        reader->flags &= ~(unsigned)JAVA_M;
        java_put(reader, java_dollar(reader));
        reader->flags = flags;
        return JAVA_ASSERTION;
    }
    case 'G':
        reader->plan->is_resumable = false;
        java_put(reader, "\\G");
        return JAVA_ASSERTION;
    case 'R':
        java_put(reader, reader->maker.is_ascii
                             ? "(?:\\r\\n|[\\n-\\r])"
                             : "(?:\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])");
        reader->plan->factor *= 2;
        java_settle(reader);
        return JAVA_GROUP;
    case 'X':
        java_put(reader, "(?:\\X)");
        java_settle(reader);
        return JAVA_GROUP;
    default:
        return JAVA_NOTHING;
    }
}

/* What is no plain bracket for PCRE2 repeats as a group. */
static java_atom java_put_set(java_reader *reader, ptc_chars *set, bool *is_known,
                              uint64_t bits[2])
{
    *is_known = ptc_chars_ascii(&reader->maker, set, bits) && !java_folds_unicode(reader);
    ptc_chars_write(&reader->maker, set, &reader->out);
    if (set->pattern.len == 0)
        return JAVA_CHAR;
    java_settle(reader);
    reader->plan->items += 2;
    reader->plan->factor *= 2;
    return JAVA_GROUP;
}

static java_atom java_put_one(java_reader *reader, uint32_t c, bool *is_known,
                              uint64_t bits[2])
{
    *is_known = c < 128 && !(java_is_letter(c) && (reader->flags & JAVA_I));
    if (*is_known)
        bits[c / 64] |= UINT64_C(1) << c % 64;
    java_put_char(reader, c);
    return JAVA_CHAR;
}

static java_atom java_escape(java_reader *reader, size_t start, bool *is_known,
                             uint64_t bits[2])
{
    uint32_t letter = java_take(reader);
    java_atom place;
    ptc_chars set;
    uint32_t c;

    if (letter == JAVA_END) {
        java_fail(reader, start,
                  "a backslash ends the pattern; a backslash itself is \\\\");
        return JAVA_NOTHING;
    }
    if (letter >= '1' && letter <= '9') {
        java_reference(reader, letter - '0');
        return JAVA_GROUP;
    }
    if (letter == 'k') {
        java_named_reference(reader, start);
        return JAVA_GROUP;
    }
    place = java_escape_place(reader, letter, start);
    if (place != JAVA_NOTHING)
        return place;
    if (java_escape_set(reader, letter, start, &set))
        return java_put_set(reader, &set, is_known, bits);
    c = java_escape_char(reader, letter, start);
    if (c == JAVA_END) {
        java_fail(reader, start, "there is no such escape");
        return JAVA_NOTHING;
    }
    return java_put_one(reader, c, is_known, bits);
}

static java_atom java_operator(java_reader *reader, uint32_t c, size_t start,
                               unsigned depth, bool *is_known, uint64_t bits[2])
{
    ptc_chars set = {0};

    switch (c) {
    case '(':
        return java_group(reader, start, depth);
    case '[':
        java_class(reader, start, 0, &set);
        return java_put_set(reader, &set, is_known, bits);
    case '\\':
        return java_escape(reader, start, is_known, bits);
    case '.':
        java_put(reader, java_dot(reader));
        return JAVA_CHAR;
    case '^':
        java_put(reader, java_caret(reader));
        reader->plan->items += 3;
        return JAVA_ASSERTION;
    case '$':
        java_put(reader, java_dollar(reader));
        reader->plan->items += 5;
        return JAVA_ASSERTION;
    case '*':
    case '+':
    case '?':
    case '{':
        java_fail(reader, start,
                  "there is nothing to repeat before this; the character itself needs a "
                  "backslash");
        return JAVA_NOTHING;
    default:
        return java_put_one(reader, c, is_known, bits);
    }
}

static void java_note_origin(java_reader *reader, size_t start)
{
    uint16_t *origin = reader->plan->origins[reader->plan->origin_count];

    if (reader->plan->origin_count > PTC_PATTERN_MAX || reader->out.len > UINT16_MAX)
        return;
    origin[0] = (uint16_t)reader->out.len;
    origin[1] = (uint16_t)start;
    reader->plan->origin_count++;
}

/* One atom with its quantifier; false at | ) and the end. */
static bool java_term(java_reader *reader, unsigned depth)
{
    uint64_t bits[2] = {0, 0};
    bool is_known = false;
    java_atom atom;
    size_t start;
    size_t from;
    uint32_t c;

    java_class_skip(reader);
    start = reader->at;
    from = reader->out.len;
    c = java_peek(reader);
    if (c == JAVA_END || (!reader->is_quoted && (c == '|' || c == ')')))
        return false;
    java_note_origin(reader, start);
    java_take(reader);
    if (reader->is_quoted)
        atom = java_put_one(reader, c, &is_known, bits);
    else
        atom = java_operator(reader, c, start, depth, &is_known, bits);
    if (atom != JAVA_NOTHING && reader->fault->text == NULL)
        java_repeat(reader, atom, from, is_known, bits);
    return true;
}

static void java_alternatives(java_reader *reader, unsigned depth)
{
    bool had_pending = reader->has_pending;
    uint32_t count = 1;

    for (;;) {
        while (java_term(reader, depth))
            continue;
        if (!java_skip(reader, "|"))
            break;
        java_put(reader, "|");
        java_settle(reader);
        count++;
    }
    if (count > 1) {
        java_settle(reader);
        reader->plan->items += count;
        reader->plan->factor *= count;
        if (had_pending)
            reader->plan->repeats++;
    }
}

/* --- All -----------------------------------------------------------------------------
 */

static void java_run(java_reader *reader)
{
    reader->at = 0;
    reader->flags = 0;
    reader->is_quoted = false;
    reader->group_count = 0;
    reader->has_pending = false;
    reader->plan->is_bounded = true;
    reader->plan->is_resumable = true;
    reader->plan->repeats = reader->plan->linear = reader->plan->items = 0;
    reader->plan->factor = 1;
    reader->plan->origin_count = 0;
    ptc_text_init(&reader->out, reader->maker.arena);
    java_alternatives(reader, 0);
    if (java_peek(reader) == ')')
        java_fail(reader, reader->at,
                  "this ) closes nothing; a parenthesis itself is \\)");
}

bool ptc_pattern_translate(ptc_arena *arena, ptc_str source, bool is_ascii,
                           ptc_pattern_plan *plan, ptc_pattern_fault *fault)
{
    java_reader reader = {.maker = {.arena = arena, .is_ascii = is_ascii},
                          .source = source,
                          .group_total = UINT32_MAX,
                          .plan = plan,
                          .fault = fault};

    *plan = (ptc_pattern_plan){0};
    *fault = (ptc_pattern_fault){0, NULL};
    plan->origins = ptc_arena_alloc(arena, (PTC_PATTERN_MAX + 2) * sizeof *plan->origins);
    if (plan->origins == NULL)
        return false;
    reader.group_total = PTC_PATTERN_MAX; /* more than there can be */
    java_run(&reader);
    reader.group_total = reader.group_count;
    if (fault->text == NULL)
        java_run(&reader); /* knows the groups that may be referred to */
    plan->groups = reader.group_count;
    plan->text = ptc_text_view(&reader.out);
    return fault->text == NULL && !reader.maker.failed && !reader.out.failed;
}
