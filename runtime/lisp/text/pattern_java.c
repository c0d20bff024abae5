/* SPDX-License-Identifier: MIT */
/*
 * Patterns of java.util.regex, written for PCRE2. See pattern.h. [ptc-lisp 12]
 *
 * No part of a source is copied through: each construct is read and rewritten, so that
 * only known constructs reach PCRE2, and no verb, callout or recursion can. Line ends and
 * the case of letters are spelled out, since Java has its own rules for them: without
 * flag u only ASCII letters have a case, `$` and `.` know \r, U+0085, U+2028 and U+2029.
 *
 * Meanwhile the work of a match is bounded, in calls that PCRE2 counts against its limit:
 * only where a group repeats is there no bound in terms of the length of the text.
 */
#include "lisp/text/pattern_int.h"

enum { JAVA_SIZE_MOST = 1000000 };

static void java_alternatives(ptc_java_reader *reader, unsigned depth);

/* --- Quantifiers ---------------------------------------------------------------- */

static bool java_number(ptc_java_reader *reader, uint32_t *out)
{
    bool is_number = ptc_java_is_digit(ptc_java_peek(reader));

    *out = 0;
    while (ptc_java_is_digit(ptc_java_peek(reader))) {
        *out = *out * 10 + (ptc_java_take(reader) - '0');
        if (*out > PTC_JAVA_REPEAT_MAX)
            *out = PTC_JAVA_REPEAT_MAX + 1;
    }
    return is_number;
}

/* After {. */
static void java_braces(ptc_java_reader *reader, size_t start, uint32_t *low,
                        uint32_t *high)
{
    if (!java_number(reader, low)) {
        ptc_java_fail(reader, start, "{ repeats: {n} {n,} {n,m}; a brace itself is \\{");
        return;
    }
    *high = *low;
    if (ptc_java_skip(reader, ",") && !java_number(reader, high))
        *high = UINT32_MAX;
    if (!ptc_java_skip(reader, "}"))
        ptc_java_fail(reader, start, "{ repeats: {n} {n,} {n,m}; a brace itself is \\{");
    else if (*high < *low)
        ptc_java_fail(reader, start,
                      "the lower limit on repetitions is above the upper limit");
    else if (*low > PTC_JAVA_REPEAT_MAX ||
             (*high > PTC_JAVA_REPEAT_MAX && *high != UINT32_MAX))
        ptc_java_fail(reader, start, "at most 65535 repetitions can be counted");
}

static bool java_quantifier(ptc_java_reader *reader, uint32_t *low, uint32_t *high)
{
    size_t start = reader->at;

    switch (ptc_java_peek(reader)) {
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
        ptc_java_take(reader);
        java_braces(reader, start, low, high);
        return true;
    default:
        return false;
    }
    ptc_java_take(reader);
    return true;
}

/* Counted groups are written out that many times. */
static void java_size_times(ptc_pattern_plan *plan, uint32_t before, uint32_t times)
{
    uint64_t size = before + (uint64_t)(plan->size - before) * (times > 0 ? times : 1);

    plan->size = size < JAVA_SIZE_MOST ? (uint32_t)size : JAVA_SIZE_MOST;
}

/* How often the atom in the output from `from` on repeats; the size was `before`. */
static void java_repeat(ptc_java_reader *reader, ptc_java_atom atom, size_t from,
                        uint32_t before, bool is_known, const uint64_t bits[2])
{
    size_t start;
    uint32_t low = 1;
    uint32_t high = 1;
    bool gives = true;

    if (reader->is_quoted && ptc_java_skip(reader, "\\E"))
        reader->is_quoted = false;
    ptc_java_skip_blanks(reader);
    start = reader->at;
    if (!reader->is_quoted && java_quantifier(reader, &low, &high)) {
        const char *suffix = reader->source.ptr + reader->at;

        if (ptc_java_skip(reader, "?") || ptc_java_skip(reader, "+"))
            gives = *suffix == '?';
        if (atom == PTC_JAVA_ASSERTION) {
            ptc_java_insert(reader, from, "(?:");
            ptc_java_put(reader, ")");
        }
        ptc_java_put_repeat(reader, atom, from,
                            ptc_str_make(reader->source.ptr + start, reader->at - start),
                            low, high);
        if (atom == PTC_JAVA_GROUP)
            java_size_times(reader->plan, before, high == UINT32_MAX ? low : high);
    }
    ptc_java_count(reader, atom, is_known, bits, low, high, gives);
}

/* --- Groups --------------------------------------------------------------------- */

/* After (?, flags up to : or ). */
static void java_flags(ptc_java_reader *reader, size_t start)
{
    static const char names[] = "imsxudU";
    static const unsigned masks[] = {PTC_JAVA_I,
                                     PTC_JAVA_M,
                                     PTC_JAVA_S,
                                     PTC_JAVA_X,
                                     PTC_JAVA_U,
                                     PTC_JAVA_D,
                                     PTC_JAVA_C | PTC_JAVA_U};
    bool had = ptc_java_folds_unicode(reader);
    bool is_off = false;
    uint32_t c;

    while ((c = ptc_java_peek(reader)) != ')' && c != ':') {
        const char *name = c != PTC_JAVA_END && c < 0x80 ? strchr(names, (int)c) : NULL;

        if (c == '-' && !is_off) {
            is_off = true;
        } else if (name == NULL || c == 0) {
            ptc_java_fail(
                reader, start,
                "there is no such group; there are ( (?: (?<name> (?= (?! (?<= (?<! "
                "(?> and flags as in (?i)");
            return;
        } else if (is_off) {
            reader->flags &= ~masks[name - names];
        } else {
            reader->flags |= masks[name - names];
        }
        ptc_java_take(reader);
    }
    if (ptc_java_folds_unicode(reader) != had)
        ptc_java_put(reader, had ? "(?-i)" : "(?i)");
}

/* After (?<, a name up to >. */
static void java_group_name(ptc_java_reader *reader, size_t start, const char *opening)
{
    size_t from = reader->at;

    while (ptc_java_is_letter(ptc_java_peek(reader)) ||
           (reader->at > from && ptc_java_is_digit(ptc_java_peek(reader))))
        ptc_java_take(reader);
    if (reader->at == from || reader->at - from > PTC_JAVA_NAME_MAX ||
        ptc_java_peek(reader) != '>') {
        ptc_java_fail(reader, start,
                      "names of groups are up to 32 letters and digits, as in "
                      "(?<name>..)");
        return;
    }
    ptc_java_put(reader, opening);
    ptc_text_bytes(&reader->out, reader->source.ptr + from, reader->at - from);
    ptc_java_put(reader, ">");
    ptc_java_take(reader);
}

/* Writes the beginning of the group, after its parenthesis; false when it was only
 * flags. */
static bool java_group_head(ptc_java_reader *reader, size_t start, bool *is_assertion)
{
    static const char *const heads[] = {"?=", "?!", "?<=", "?<!", "?>", "?:"};

    *is_assertion = false;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        if (ptc_java_skip(reader, heads[i])) {
            *is_assertion = i < 4;
            ptc_java_put(reader, "(");
            ptc_java_put(reader, heads[i]);
            ptc_java_put_callout(reader, PTC_CALLOUT_AFTER);
            return true;
        }
    }
    if (ptc_java_skip(reader, "?<")) {
        reader->group_count++;
        java_group_name(reader, start, "(?<");
        ptc_java_put_callout(reader, PTC_CALLOUT_AFTER);
        return true;
    }
    if (!ptc_java_skip(reader, "?")) {
        reader->group_count++;
        ptc_java_put(reader, "(");
        ptc_java_put_callout(reader, PTC_CALLOUT_AFTER);
        return true;
    }
    if (ptc_java_peek(reader) == 'P' &&
        ptc_java_look(reader, reader->at + 1, &(size_t){0}) == '<')
        ptc_java_fail(reader, start, "a name is given to a group with (?<name>..)");
    return false;
}

/* After a parenthesis. */
static ptc_java_atom java_group(ptc_java_reader *reader, size_t start, unsigned depth)
{
    unsigned flags = reader->flags;
    bool had_pending = reader->has_pending;
    bool is_assertion;
    uint32_t c;

    if (depth >= PTC_JAVA_DEPTH) {
        ptc_java_fail(reader, start, "groups are nested too deep: at most 50");
        return PTC_JAVA_NOTHING;
    }
    if (!java_group_head(reader, start, &is_assertion)) {
        size_t from = reader->out.len;

        java_flags(reader, start);
        c = ptc_java_take(reader);
        if (c != ':')
            return PTC_JAVA_NOTHING; /* until the enclosing group ends */
        ptc_java_insert(reader, from, "(?:");
        ptc_java_put_callout(reader, PTC_CALLOUT_AFTER);
    }
    if (is_assertion)
        ptc_java_settle(reader);
    reader->plan->items += 2;
    java_alternatives(reader, depth + 1);
    reader->flags = flags;
    if (!ptc_java_skip(reader, ")"))
        ptc_java_fail(reader, start, "( is never closed; a parenthesis itself is \\(");
    ptc_java_put(reader, ")");
    if (is_assertion)
        ptc_java_settle(reader);
    ptc_java_skip_blanks(reader);
    c = ptc_java_peek(reader);
    if (had_pending && (c == '?' || c == '*' || c == '{'))
        reader->plan->repeats++; /* the group is optional */
    return PTC_JAVA_GROUP;
}

/* --- Atoms ---------------------------------------------------------------------- */

/* \1 and so on, whose first digit was taken: more digits only while there is such a
 * group. A reference to no group never matches. */
static void java_reference(ptc_java_reader *reader, uint32_t number)
{
    while (ptc_java_is_digit(ptc_java_peek(reader)) &&
           number * 10 + (ptc_java_peek(reader) - '0') <= reader->group_total)
        number = number * 10 + (ptc_java_take(reader) - '0');
    ptc_java_settle(reader);
    reader->plan->items++;
    reader->plan->scans++;
    if (number > reader->group_total) {
        ptc_java_put(reader, "(?!)");
        return;
    }
    ptc_java_put_callout(reader, PTC_CALLOUT_REFERENCE);
    ptc_java_put(reader, ptc_java_folds_ascii(reader) ? "(?i:\\g{" : "(?:\\g{");
    ptc_text_uint(&reader->out, number);
    ptc_java_put(reader, "})");
}

static void java_named_reference(ptc_java_reader *reader, size_t start)
{
    ptc_java_settle(reader);
    reader->plan->items++;
    reader->plan->scans++;
    if (!ptc_java_skip(reader, "<"))
        ptc_java_fail(reader, start, "\\k needs the name of a group: \\k<name>");
    ptc_java_put_callout(reader, PTC_CALLOUT_REFERENCE);
    ptc_java_put(reader, ptc_java_folds_ascii(reader) ? "(?i:" : "(?:");
    java_group_name(reader, start, "\\k<");
    ptc_java_put(reader, ")");
}

/* \b of words by Unicode. */
static void java_put_boundary(ptc_java_reader *reader, bool is_negated)
{
    static const char word[] = "[\\p{L}\\p{M}\\p{Nl}\\p{Nd}\\p{Pc}\\x{200c}\\x{200d}]";

    if (!(reader->flags & PTC_JAVA_C) || reader->maker.is_ascii) {
        ptc_java_put(reader, is_negated ? "\\B" : "\\b");
        return;
    }
    ptc_java_put(reader, "(?:(?<=");
    ptc_java_put(reader, word);
    ptc_java_put(reader, is_negated ? ")(?=" : ")(?!");
    ptc_java_put(reader, word);
    ptc_java_put(reader, ")|(?<!");
    ptc_java_put(reader, word);
    ptc_java_put(reader, is_negated ? ")(?!" : ")(?=");
    ptc_java_put(reader, word);
    ptc_java_put(reader, "))");
}

/* Escapes that do not mean a character; NOTHING for others. */
static ptc_java_atom java_escape_place(ptc_java_reader *reader, uint32_t letter,
                                       size_t start)
{
    switch (letter) {
    case 'b':
    case 'B':
        if (ptc_java_peek(reader) == '{')
            ptc_java_fail(reader, start, "\\b{..} is not supported; use \\b");
        java_put_boundary(reader, letter == 'B');
        return PTC_JAVA_ASSERTION;
    case 'A':
        ptc_java_put(reader, "\\A");
        return PTC_JAVA_ASSERTION;
    case 'z':
        ptc_java_put(reader, "\\z");
        return PTC_JAVA_ASSERTION;
    case 'Z': {
        unsigned flags = reader->flags;

        reader->flags &= ~(unsigned)PTC_JAVA_M;
        ptc_java_put(reader, ptc_java_dollar(reader));
        reader->flags = flags;
        return PTC_JAVA_ASSERTION;
    }
    case 'G':
        reader->plan->has_start = !reader->is_later;
        ptc_java_put(reader, reader->is_later ? "(?!)" : "\\G");
        return PTC_JAVA_ASSERTION;
    case 'R':
        ptc_java_put(reader, reader->maker.is_ascii
                                 ? "(?:\\r\\n|[\\n-\\r])"
                                 : "(?:\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])");
        reader->plan->factor *= 2;
        ptc_java_settle(reader);
        return PTC_JAVA_GROUP;
    case 'X':
        ptc_java_put(reader, "(?:\\X)");
        reader->plan->scans++;
        ptc_java_settle(reader);
        return PTC_JAVA_GROUP;
    default:
        return PTC_JAVA_NOTHING;
    }
}

/* A set that is not a plain bracket for PCRE2 repeats as a group. */
static ptc_java_atom java_put_set(ptc_java_reader *reader, ptc_chars *set, bool *is_known,
                                  uint64_t bits[2])
{
    *is_known =
        ptc_chars_ascii(&reader->maker, set, bits) && !ptc_java_folds_unicode(reader);
    ptc_chars_write(&reader->maker, set, &reader->out);
    if (set->pattern.len == 0)
        return PTC_JAVA_CHAR;
    ptc_java_settle(reader);
    reader->plan->items += 2;
    reader->plan->factor *= 2;
    return PTC_JAVA_GROUP;
}

static ptc_java_atom java_put_one(ptc_java_reader *reader, uint32_t c, bool *is_known,
                                  uint64_t bits[2])
{
    *is_known = c < 128 && !(ptc_java_is_letter(c) && (reader->flags & PTC_JAVA_I));
    if (*is_known)
        bits[c / 64] |= UINT64_C(1) << c % 64;
    ptc_java_put_char(reader, c);
    return PTC_JAVA_CHAR;
}

static ptc_java_atom java_escape(ptc_java_reader *reader, size_t start, bool *is_known,
                                 uint64_t bits[2])
{
    uint32_t letter = ptc_java_take(reader);
    ptc_java_atom place;
    ptc_chars set;
    uint32_t c;

    if (letter == PTC_JAVA_END) {
        ptc_java_fail(reader, start,
                      "a backslash ends the pattern; a backslash itself is \\\\");
        return PTC_JAVA_NOTHING;
    }
    if (letter >= '1' && letter <= '9') {
        java_reference(reader, letter - '0');
        return PTC_JAVA_GROUP;
    }
    if (letter == 'k') {
        java_named_reference(reader, start);
        return PTC_JAVA_GROUP;
    }
    place = java_escape_place(reader, letter, start);
    if (place != PTC_JAVA_NOTHING)
        return place;
    if (ptc_java_escape_set(reader, letter, start, &set))
        return java_put_set(reader, &set, is_known, bits);
    c = ptc_java_escape_char(reader, letter, start);
    if (c == PTC_JAVA_END) {
        ptc_java_fail(reader, start, "there is no such escape");
        return PTC_JAVA_NOTHING;
    }
    return java_put_one(reader, c, is_known, bits);
}

static ptc_java_atom java_operator(ptc_java_reader *reader, uint32_t c, size_t start,
                                   unsigned depth, bool *is_known, uint64_t bits[2])
{
    ptc_chars set = {0};

    switch (c) {
    case '(':
        return java_group(reader, start, depth);
    case '[':
        ptc_java_class(reader, start, 0, &set);
        return java_put_set(reader, &set, is_known, bits);
    case '\\':
        return java_escape(reader, start, is_known, bits);
    case '.':
        ptc_java_put(reader, ptc_java_dot(reader));
        return PTC_JAVA_CHAR;
    case '^':
        ptc_java_put(reader, ptc_java_caret(reader));
        reader->plan->items += 3;
        return PTC_JAVA_ASSERTION;
    case '$':
        ptc_java_put(reader, ptc_java_dollar(reader));
        reader->plan->items += 5;
        return PTC_JAVA_ASSERTION;
    case '*':
    case '+':
    case '?':
    case '{':
        ptc_java_fail(
            reader, start,
            "there is nothing to repeat before this; the character itself needs a "
            "backslash");
        return PTC_JAVA_NOTHING;
    default:
        return java_put_one(reader, c, is_known, bits);
    }
}

static void java_note_origin(ptc_java_reader *reader, size_t start)
{
    uint16_t *origin = reader->plan->origins[reader->plan->origin_count];

    if (reader->plan->origin_count > PTC_PATTERN_MAX || reader->out.len > UINT16_MAX)
        return;
    origin[0] = (uint16_t)reader->out.len;
    origin[1] = (uint16_t)start;
    reader->plan->origin_count++;
}

/* One atom with its quantifier; false at | ) and the end. */
static bool java_term(ptc_java_reader *reader, unsigned depth)
{
    uint64_t bits[2] = {0, 0};
    bool is_known = false;
    ptc_java_atom atom;
    uint32_t before;
    size_t start;
    size_t from;
    uint32_t c;

    ptc_java_class_skip(reader);
    start = reader->at;
    from = reader->out.len;
    c = ptc_java_peek(reader);
    if (c == PTC_JAVA_END || (!reader->is_quoted && (c == '|' || c == ')')))
        return false;
    java_note_origin(reader, start);
    before = reader->plan->size++;
    ptc_java_take(reader);
    if (reader->is_quoted)
        atom = java_put_one(reader, c, &is_known, bits);
    else
        atom = java_operator(reader, c, start, depth, &is_known, bits);
    if (atom != PTC_JAVA_NOTHING && reader->fault->text == NULL)
        java_repeat(reader, atom, from, before, is_known, bits);
    return true;
}

static void java_alternatives(ptc_java_reader *reader, unsigned depth)
{
    bool had_pending = reader->has_pending;
    uint32_t count = 1;

    for (;;) {
        while (java_term(reader, depth))
            continue;
        if (!ptc_java_skip(reader, "|"))
            break;
        ptc_java_put(reader, "|");
        ptc_java_settle(reader);
        count++;
    }
    if (count > 1) {
        ptc_java_settle(reader);
        reader->plan->items += count;
        reader->plan->factor *= count;
        if (had_pending)
            reader->plan->repeats++;
    }
}

/* --- All ------------------------------------------------------------------------ */

static void java_run(ptc_java_reader *reader)
{
    reader->at = 0;
    reader->flags = 0;
    reader->is_quoted = false;
    reader->group_count = 0;
    reader->has_pending = false;
    reader->plan->is_bounded = true;
    reader->plan->has_start = false;
    reader->plan->repeats = reader->plan->linear = reader->plan->items = 0;
    reader->plan->scans = reader->plan->size = 0;
    reader->plan->factor = 1;
    reader->plan->origin_count = 0;
    ptc_text_init(&reader->out, reader->maker.arena);
    java_alternatives(reader, 0);
    if (ptc_java_peek(reader) == ')')
        ptc_java_fail(reader, reader->at,
                      "this ) closes nothing; a parenthesis itself is \\)");
}

bool ptc_pattern_translate(ptc_arena *arena, ptc_str source, ptc_pattern_options options,
                           ptc_pattern_plan *plan, ptc_pattern_fault *fault)
{
    ptc_java_reader reader = {.maker = {.arena = arena, .is_ascii = options.is_ascii},
                              .source = source,
                              .group_total = UINT32_MAX,
                              .is_later = options.is_later,
                              .watch = options.watch,
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
        java_run(&reader); /* knows the groups that can be referred to */
    plan->groups = reader.group_count;
    plan->text = ptc_text_view(&reader.out);
    return fault->text == NULL && !reader.maker.failed && !reader.out.failed;
}
