/* SPDX-License-Identifier: MIT */
/*
 * Classes of code points: sorted disjoint ranges, their complement, and the named ones
 * (Unicode general categories, Java's names for ASCII classes). [validation 11.4]
 */
#include "regex/regex_int.h"
#include "regex/unicode_categories.h"

#define CODE_POINT_MAX 0x10FFFFu
#define SURROGATE_LOW  0xD800u
#define SURROGATE_HIGH 0xDFFFu

bool ptc_regex_class_add(ptc_arena *arena, regex_class *set, uint32_t low, uint32_t high)
{
    void *items = set->ranges;

    if (!ptc_arena_reserve(arena, &items, &set->capacity, set->count, set->count + 1,
                           sizeof *set->ranges))
        return false;
    set->ranges = items;
    set->ranges[set->count].low = low;
    set->ranges[set->count].high = high;
    set->count++;
    return true;
}

/* Heap sort by lower bound: no recursion, no quadratic case for hostile classes. */
static void class_sift(regex_range *ranges, size_t from, size_t count)
{
    regex_range moved = ranges[from];
    size_t child;

    while ((child = 2 * from + 1) < count) {
        if (child + 1 < count && ranges[child + 1].low > ranges[child].low)
            child++;
        if (moved.low >= ranges[child].low)
            break;
        ranges[from] = ranges[child];
        from = child;
    }
    ranges[from] = moved;
}

static void class_sort(regex_range *ranges, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        class_sift(ranges, i, count);
    for (size_t last = count; last-- > 1;) {
        regex_range greatest = ranges[0];

        ranges[0] = ranges[last];
        ranges[last] = greatest;
        class_sift(ranges, 0, last);
    }
}

void ptc_regex_class_finish(regex_class *set)
{
    size_t kept = 0;

    class_sort(set->ranges, set->count);
    for (size_t i = 0; i < set->count; i++) {
        regex_range range = set->ranges[i];

        if (kept > 0 && range.low <= set->ranges[kept - 1].high + 1) {
            if (range.high > set->ranges[kept - 1].high)
                set->ranges[kept - 1].high = range.high;
        } else {
            set->ranges[kept++] = range;
        }
    }
    set->count = kept;
}

/* The complement among code points that UTF-8 can hold, so without surrogates. */
bool ptc_regex_class_negate(ptc_arena *arena, regex_class *set)
{
    regex_class complement = {NULL, 0, 0};
    uint32_t next = 0;

    if (!ptc_regex_class_add(arena, set, SURROGATE_LOW, SURROGATE_HIGH))
        return false;
    ptc_regex_class_finish(set);
    for (size_t i = 0; i < set->count; i++) {
        if (set->ranges[i].low > next &&
            !ptc_regex_class_add(arena, &complement, next, set->ranges[i].low - 1))
            return false;
        next = set->ranges[i].high + 1;
    }
    if (next <= CODE_POINT_MAX &&
        !ptc_regex_class_add(arena, &complement, next, CODE_POINT_MAX))
        return false;
    *set = complement;
    return true;
}

/* --- Named classes ----------------------------------------------------------------- */

typedef struct ascii_class {
    const char *name;
    const char *ranges; /* pairs of bounds */
} ascii_class;

static const ascii_class ascii_classes[] = {
    {"Lower", "az"},     {"Upper", "AZ"},      {"Alpha", "AZaz"},
    {"Digit", "09"},     {"Alnum", "09AZaz"},  {"Punct", "!/:@[`{~"},
    {"Graph", "!~"},     {"Print", " ~"},      {"Blank", "\t\t  "},
    {"Space", "\t\r  "}, {"XDigit", "09AFaf"}, {"Cntrl", "\x01\x1f\x7f\x7f"},
};

static ptc_status add_ascii_class(ptc_arena *arena, regex_class *set,
                                  const ascii_class *named)
{
    for (const char *pair = named->ranges; *pair != '\0'; pair += 2) {
        if (!ptc_regex_class_add(arena, set, (unsigned char)pair[0],
                                 (unsigned char)pair[1]))
            return PTC_ERROR_MEMORY;
    }
    /* NUL cannot be in the table's strings. */
    if (named->name[0] == 'C' && !ptc_regex_class_add(arena, set, 0, 0))
        return PTC_ERROR_MEMORY;
    return PTC_OK;
}

/* "L" covers "Lu", "Ll", ...; "LC" is cased letters. */
static bool category_is_in(const char *category, ptc_str name)
{
    if (ptc_str_equal(name, PTC_STR("LC")))
        return category[0] == 'L' &&
               (category[1] == 'u' || category[1] == 'l' || category[1] == 't');
    return category[0] == name.ptr[0] && (name.len == 1 || category[1] == name.ptr[1]);
}

static ptc_status add_category(ptc_arena *arena, regex_class *set, ptc_str name)
{
    const size_t count = sizeof unicode_category_runs / sizeof unicode_category_runs[0];
    ptc_status status = PTC_ERROR_SYNTAX;

    for (size_t i = 0; i < count; i++) {
        uint32_t low = unicode_category_runs[i] >> 5;
        uint32_t high =
            i + 1 < count ? (unicode_category_runs[i + 1] >> 5) - 1 : CODE_POINT_MAX;
        const char *category = unicode_category_names[unicode_category_runs[i] & 31];

        if (!category_is_in(category, name))
            continue;
        status = PTC_OK;
        if (category[0] == 'C' && category[1] == 's')
            continue; /* UTF-8 has no surrogates */
        if (!ptc_regex_class_add(arena, set, low, high))
            return PTC_ERROR_MEMORY;
    }
    return status;
}

ptc_status ptc_regex_class_add_property(ptc_arena *arena, regex_class *set, ptc_str name)
{
    if (name.len == 1 || name.len == 2)
        return add_category(arena, set, name);
    for (size_t i = 0; i < sizeof ascii_classes / sizeof ascii_classes[0]; i++) {
        if (ptc_str_equal(name, ptc_str_of(ascii_classes[i].name)))
            return add_ascii_class(arena, set, &ascii_classes[i]);
    }
    return PTC_ERROR_SYNTAX;
}
