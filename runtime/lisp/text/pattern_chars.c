/* SPDX-License-Identifier: MIT */
/*
 * Sets of characters in patterns: brackets, \d and \p{..}. See pattern.h.
 *
 * Java's brackets can be nested and intersected. As long as the characters of a set are
 * known, this is done here, and PCRE2 sees plain brackets; only PCRE2 knows Unicode
 * properties, and then assertions express the same.
 */
#include "lisp/text/pattern.h"

enum { CHARS_LAST = 0x10FFFF, CHARS_ROOM = 8 };

static void chars_insert(ptc_chars_maker *maker, ptc_chars *chars, size_t at)
{
    void *ranges = chars->ranges;

    if (!ptc_arena_reserve(maker->arena, &ranges, &chars->capacity, chars->count,
                           chars->count + 1, sizeof *chars->ranges)) {
        maker->failed = true;
        return;
    }
    chars->ranges = ranges;
    memmove(chars->ranges + at + 1, chars->ranges + at,
            (chars->count - at) * sizeof *chars->ranges);
    chars->count++;
}

void ptc_chars_add(ptc_chars_maker *maker, ptc_chars *chars, uint32_t low, uint32_t high)
{
    size_t from = 0;
    size_t to;

    while (from < chars->count && chars->ranges[from][1] + 1 < low)
        from++;
    for (to = from; to < chars->count && chars->ranges[to][0] <= high + 1; to++) {
        low = chars->ranges[to][0] < low ? chars->ranges[to][0] : low;
        high = chars->ranges[to][1] > high ? chars->ranges[to][1] : high;
    }
    if (to == from) {
        chars_insert(maker, chars, from);
    } else {
        memmove(chars->ranges + from + 1, chars->ranges + to,
                (chars->count - to) * sizeof *chars->ranges);
        chars->count -= to - from - 1;
    }
    if (maker->failed)
        return;
    chars->ranges[from][0] = low;
    chars->ranges[from][1] = high;
}

/* The part of [low, high] that is in [first, first + 25], moved by `distance`. */
static void chars_add_moved(ptc_chars_maker *maker, ptc_chars *chars,
                            const uint32_t range[2], uint32_t first, int distance)
{
    uint32_t low = range[0] > first ? range[0] : first;
    uint32_t high = range[1] < first + 25 ? range[1] : first + 25;

    if (low <= high)
        ptc_chars_add(maker, chars, (uint32_t)((int)low + distance),
                      (uint32_t)((int)high + distance));
}

void ptc_chars_fold(ptc_chars_maker *maker, ptc_chars *chars)
{
    ptc_chars more = {0};

    for (size_t i = 0; i < chars->count; i++) {
        chars_add_moved(maker, &more, chars->ranges[i], 'a', 'A' - 'a');
        chars_add_moved(maker, &more, chars->ranges[i], 'A', 'a' - 'A');
    }
    for (size_t i = 0; i < more.count; i++)
        ptc_chars_add(maker, chars, more.ranges[i][0], more.ranges[i][1]);
}

/* --- Patterns of one character -------------------------------------------------- */

static bool chars_is_complex(const ptc_chars *chars)
{
    return chars->pattern.len > 0;
}

static void chars_set_pattern(ptc_chars_maker *maker, ptc_chars *chars,
                              const ptc_text *text)
{
    maker->failed |= text->failed;
    *chars = (ptc_chars){.pattern = ptc_text_view(text)};
}

/* before A between B after */
static void chars_combine(ptc_chars_maker *maker, ptc_chars *chars, ptc_chars *other,
                          const char *before, const char *between, const char *after)
{
    ptc_text text;

    ptc_text_init(&text, maker->arena);
    ptc_text_cstr(&text, before);
    ptc_chars_write(maker, chars, &text);
    ptc_text_cstr(&text, between);
    if (other != NULL)
        ptc_chars_write(maker, other, &text);
    ptc_text_cstr(&text, after);
    chars_set_pattern(maker, chars, &text);
}

/* Expresses a negation as ranges where that is possible. */
static void chars_settle(ptc_chars_maker *maker, ptc_chars *chars)
{
    ptc_chars rest = {0};
    uint32_t low = 0;

    if (!chars->is_negated || chars->more.len > 0)
        return;
    for (size_t i = 0; i < chars->count; i++) {
        if (chars->ranges[i][0] > low)
            ptc_chars_add(maker, &rest, low, chars->ranges[i][0] - 1);
        low = chars->ranges[i][1] + 1;
    }
    if (low <= CHARS_LAST)
        ptc_chars_add(maker, &rest, low, CHARS_LAST);
    *chars = rest;
}

void ptc_chars_negate(ptc_chars_maker *maker, ptc_chars *chars)
{
    if (chars_is_complex(chars))
        chars_combine(maker, chars, NULL, "(?:(?!", ").", ")");
    else
        chars->is_negated = !chars->is_negated;
}

void ptc_chars_union(ptc_chars_maker *maker, ptc_chars *chars, ptc_chars other)
{
    ptc_text more;

    if (!chars_is_complex(chars) && !chars->is_negated && chars->count == 0 &&
        chars->more.len == 0) {
        *chars = other;
        return;
    }
    chars_settle(maker, chars);
    chars_settle(maker, &other);
    if (chars_is_complex(chars) || chars_is_complex(&other) || chars->is_negated ||
        other.is_negated) {
        chars_combine(maker, chars, &other, "(?>", "|", ")");
        return;
    }
    for (size_t i = 0; i < other.count; i++)
        ptc_chars_add(maker, chars, other.ranges[i][0], other.ranges[i][1]);
    if (other.more.len == 0)
        return;
    ptc_text_init(&more, maker->arena);
    ptc_text_str(&more, chars->more);
    ptc_text_str(&more, other.more);
    maker->failed |= more.failed;
    chars->more = ptc_text_view(&more);
}

void ptc_chars_intersect(ptc_chars_maker *maker, ptc_chars *chars, ptc_chars other)
{
    ptc_chars both = {0};
    size_t i = 0;
    size_t j = 0;

    chars_settle(maker, chars);
    chars_settle(maker, &other);
    if (chars_is_complex(chars) || chars_is_complex(&other) || chars->more.len > 0 ||
        other.more.len > 0) {
        chars_combine(maker, chars, &other, "(?:(?=", ")", ")");
        return;
    }
    while (i < chars->count && j < other.count) {
        const uint32_t *a = chars->ranges[i];
        const uint32_t *b = other.ranges[j];

        if (a[0] <= b[1] && b[0] <= a[1])
            ptc_chars_add(maker, &both, a[0] > b[0] ? a[0] : b[0],
                          a[1] < b[1] ? a[1] : b[1]);
        if (a[1] < b[1])
            i++;
        else
            j++;
    }
    *chars = both;
}

/* --- Writing -------------------------------------------------------------------- */

static void chars_write_one(ptc_text *out, uint32_t c)
{
    static const char digits[] = "0123456789abcdef";
    int shift = 20;

    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
        ptc_text_byte(out, (char)c);
        return;
    }
    ptc_text_cstr(out, "\\x{");
    while (shift > 0 && c >> shift == 0)
        shift -= 4;
    for (; shift >= 0; shift -= 4)
        ptc_text_byte(out, digits[c >> shift & 15]);
    ptc_text_byte(out, '}');
}

/* PCRE2 refuses surrogates as ends of ranges. */
static bool chars_write_range(ptc_text *out, uint32_t low, uint32_t high)
{
    low = low >= 0xD800 && low <= 0xDFFF ? 0xE000 : low;
    high = high >= 0xD800 && high <= 0xDFFF ? 0xD7FF : high;
    if (low > high)
        return false;
    chars_write_one(out, low);
    if (high > low) {
        ptc_text_byte(out, '-');
        chars_write_one(out, high);
    }
    return true;
}

void ptc_chars_write(ptc_chars_maker *maker, ptc_chars *chars, ptc_text *out)
{
    uint32_t last = maker->is_ascii ? 0x7F : CHARS_LAST;
    ptc_text inside;
    bool is_empty = chars->more.len == 0;

    if (chars_is_complex(chars)) {
        ptc_text_str(out, chars->pattern);
        return;
    }
    ptc_text_init(&inside, maker->arena);
    for (size_t i = 0; i < chars->count && chars->ranges[i][0] <= last; i++) {
        uint32_t high = chars->ranges[i][1] < last ? chars->ranges[i][1] : last;

        if (chars_write_range(&inside, chars->ranges[i][0], high))
            is_empty = false;
    }
    maker->failed |= inside.failed;
    if (is_empty) {
        /* Nothing, or anything. Texts of ASCII have no byte 255. */
        ptc_text_cstr(out, chars->is_negated ? "." : maker->is_ascii ? "\\xff" : "(?!)");
        return;
    }
    ptc_text_cstr(out, chars->is_negated ? "[^" : "[");
    ptc_text_str(out, ptc_text_view(&inside));
    ptc_text_str(out, chars->more);
    ptc_text_byte(out, ']');
}

bool ptc_chars_ascii(ptc_chars_maker *maker, ptc_chars *chars, uint64_t bits[2])
{
    bits[0] = bits[1] = 0;
    chars_settle(maker, chars);
    if (maker->failed || chars_is_complex(chars) || chars->more.len > 0)
        return false;
    for (size_t i = 0; i < chars->count; i++)
        for (uint32_t c = chars->ranges[i][0]; c <= chars->ranges[i][1] && c < 128; c++)
            bits[c / 64] |= UINT64_C(1) << c % 64;
    return true;
}

/* --- Names of sets -------------------------------------------------------------- */

/* Ranges as text: pairs of characters. */
typedef struct chars_row {
    const char *name;
    const char *ranges; /* of ASCII */
    const char *more;   /* with flag U, or always when there are no ranges */
    bool is_wide;       /* `more` for all texts except ASCII ones */
} chars_row;

static const chars_row chars_letters[] = {
    {"d", "09", "\\p{Nd}", false},
    {"w", "09AZ__az", "\\p{L}\\p{M}\\p{Nl}\\p{Nd}\\p{Pc}\\x{200c}\\x{200d}", false},
    {"s", "\t\r  ", "\\s\\x{85}\\p{Z}", false},
    {"h", NULL, "\\h", false},
    {"v", NULL, "\\v", false},
};

/* Java's own names; PCRE2 also knows categories and scripts. */
static const chars_row chars_properties[] = {
    {"Lower", "az", "\\p{Lowercase}", false},
    {"Upper", "AZ", "\\p{Uppercase}", false},
    {"ASCII", "\1\x7f", NULL, false},
    {"Alpha", "AZaz", "\\p{Alphabetic}", false},
    {"Digit", "09", "\\p{Nd}", false},
    {"Alnum", "09AZaz", "\\p{Alphabetic}\\p{Nd}", false},
    {"Punct", "!/:@[`{~", "\\p{P}", false},
    {"Graph", "!~", "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}", false},
    {"Print", " ~", "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}\\p{Zs}", false},
    {"Blank", "\t\t  ", "\\h", false},
    {"Cntrl", "\1\x1f\x7f\x7f", "\\p{Cc}", false},
    {"XDigit", "09AFaf", "\\p{Nd}A-Fa-f", false},
    {"Space", "\t\r  ", "\\s\\x{85}\\p{Z}", false},
    {"javaLowerCase", NULL, "\\p{Lowercase}", false},
    {"javaUpperCase", NULL, "\\p{Uppercase}", false},
    {"javaTitleCase", NULL, "\\p{Lt}", false},
    {"javaDigit", NULL, "\\p{Nd}", false},
    {"javaLetter", NULL, "\\p{L}", false},
    {"javaLetterOrDigit", NULL, "\\p{L}\\p{Nd}", false},
    {"javaAlphabetic", NULL, "\\p{Alphabetic}", false},
    {"javaIdeographic", NULL, "\\p{Ideographic}", false},
    {"javaSpaceChar", NULL, "\\p{Z}", false},
    {"javaISOControl", NULL, "\\p{Cc}", false},
    {"javaDefined", NULL, "\\P{Cn}", false},
    {"javaMirrored", NULL, "\\p{Bidi_Mirrored}", false},
    {"javaWhitespace", "\t\r\x1c ",
     "\\x{9}-\\x{d}\\x{1c}-\\x{20}\\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200a}"
     "\\x{2028}\\x{2029}\\x{205f}\\x{3000}",
     true},
    {"IsAlphabetic", NULL, "\\p{Alphabetic}", false},
    {"IsIdeographic", NULL, "\\p{Ideographic}", false},
    {"IsLetter", NULL, "\\p{L}", false},
    {"IsLowercase", NULL, "\\p{Lowercase}", false},
    {"IsUppercase", NULL, "\\p{Uppercase}", false},
    {"IsTitlecase", NULL, "\\p{Lt}", false},
    {"IsPunctuation", NULL, "\\p{P}", false},
    {"IsControl", NULL, "\\p{Cc}", false},
    {"IsWhite_Space", NULL, "\\s\\x{85}\\p{Z}", false},
    {"IsDigit", NULL, "\\p{Nd}", false},
    {"IsHex_Digit", NULL, "\\p{Nd}A-Fa-f", false},
    {"IsJoin_Control", "", "\\x{200c}\\x{200d}", true},
    {"IsAssigned", NULL, "\\P{Cn}", false},
    {"IsEmoji", NULL, "\\p{Emoji}", false},
    {"LC", NULL, "\\p{L&}", false},
    {"LD", NULL, "\\p{L}\\p{Nd}", false},
};

static void chars_take_row(ptc_chars_maker *maker, const chars_row *row, bool is_unicode,
                           ptc_chars *out)
{
    *out = (ptc_chars){0};
    if (row->ranges == NULL ||
        (!maker->is_ascii && row->more != NULL && (is_unicode || row->is_wide))) {
        out->more = ptc_str_of(row->more);
        return;
    }
    for (const char *at = row->ranges; *at; at += 2) {
        uint32_t low = (unsigned char)at[0];

        ptc_chars_add(maker, out, low == 1 ? 0 : low, (unsigned char)at[1]);
    }
}

bool ptc_chars_of_letter(ptc_chars_maker *maker, uint32_t letter, bool is_unicode,
                         ptc_chars *out)
{
    for (size_t i = 0; i < sizeof chars_letters / sizeof *chars_letters; i++) {
        if ((unsigned char)chars_letters[i].name[0] == letter) {
            chars_take_row(maker, &chars_letters[i], is_unicode, out);
            return true;
        }
    }
    return false;
}

/* Whether it is L, Lu, .. and so a general category. */
static bool chars_is_category(ptc_str name)
{
    static const char categories[] =
        " C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps "
        "S Sc Sk Sm So Z Zl Zp Zs ";
    char word[5] = {' ', 0};

    if (name.len == 0 || name.len > 2)
        return false;
    memcpy(word + 1, name.ptr, name.len);
    word[name.len + 1] = ' ';
    return strstr(categories, word) != NULL;
}

static bool chars_skip(ptc_str *name, const char *beginning)
{
    size_t len = strlen(beginning);

    if (name->len <= len || memcmp(name->ptr, beginning, len) != 0)
        return false;
    name->ptr += len;
    name->len -= len;
    return true;
}

/* A category or script, whose name PCRE2 checks. */
static bool chars_of_unicode(ptc_chars_maker *maker, ptc_str name, ptc_chars *out)
{
    bool is_script = chars_skip(&name, "script=") || chars_skip(&name, "sc=");
    bool is_named = !is_script && chars_skip(&name, "Is");
    ptc_text text;

    if (!is_script && !is_named)
        is_named = chars_skip(&name, "general_category=") || chars_skip(&name, "gc=");
    if (!is_script && !chars_is_category(name) && (!is_named || name.len < 3))
        return false;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];

        if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'))
            return false;
    }
    ptc_text_init(&text, maker->arena);
    ptc_text_cstr(&text, "\\p{");
    ptc_text_str(&text, name);
    ptc_text_byte(&text, '}');
    maker->failed |= text.failed;
    *out = (ptc_chars){.more = ptc_text_view(&text)};
    return true;
}

bool ptc_chars_of_property(ptc_chars_maker *maker, ptc_str name, bool is_unicode,
                           ptc_chars *out)
{
    *out = (ptc_chars){0};
    for (size_t i = 0; i < sizeof chars_properties / sizeof *chars_properties; i++) {
        const chars_row *row = &chars_properties[i];

        if (ptc_str_equal(name, ptc_str_of(row->name))) {
            chars_take_row(maker, row, is_unicode, out);
            return true;
        }
    }
    if (ptc_str_equal(name, PTC_STR("all")) || ptc_str_equal(name, PTC_STR("L1"))) {
        ptc_chars_add(maker, out, 0, name.len == 2 ? 0xFF : CHARS_LAST);
        return true;
    }
    return chars_of_unicode(maker, name, out);
}
