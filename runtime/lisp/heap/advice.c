/* SPDX-License-Identifier: MIT */
/*
 * What to do about the mistakes that programs make most when they call builtins: a clause
 * at the end of the message of a type_error or arity_error. [ptc-lisp 16, 17]
 */
#include "lisp/heap/endless.h"

typedef enum advice_sign {
    ADVICE_HAS_NIL,
    ADVICE_HAS_STRING,
    ADVICE_ALL_STRINGS,
    ADVICE_FUNCTION_LAST, /* after one collection */
    ADVICE_KEYWORD_LAST,
    ADVICE_NUMBER_LAST,
    ADVICE_KEY_SECOND, /* a keyword or string */
    ADVICE_MAP_FIRST,
    ADVICE_HAS_TEMPORAL,
    ADVICE_COLLECTION_SECOND, /* after a value that is not one */
    ADVICE_REGEX_FIRST,
    ADVICE_REGEX_SECOND,
    ADVICE_NO_TEXT_FIRST, /* a keyword or number, where a string should be */
    ADVICE_THREE,
    ADVICE_STRING_FIRST,
    ADVICE_COLLECTION_ONLY,
    ADVICE_COLLECTION_FIRST,
    ADVICE_HAS_MAP,
    ADVICE_HAS_COLLECTION,
    ADVICE_HAS_KEYWORD,
    ADVICE_HAS_FUNCTION,
    ADVICE_HAS_ENDLESS,
} advice_sign;

#define ADVICE_NUMERIC                                                                   \
    "+ - * / inc dec max min mod rem quot abs round floor ceil trunc int long double "   \
    "float pow sqrt"

/* The first row whose sign is present applies; names NULL: any. */
static const struct {
    advice_sign sign;
    const char *names;
    const char *text;
} advice_types[] = {
    {ADVICE_HAS_NIL,
     "+ - * / < > <= >= inc dec max min mod rem quot abs round floor ceil trunc int long "
     "double float",
     "; nil is a missing value: use (or x 0), or filter it out"},
    {ADVICE_HAS_NIL,
     "includes? starts-with? ends-with? index-of upper-case lower-case capitalize trim "
     "split subs replace re-find re-seq re-matches re-split",
     "; nil is a missing value: use (or x \"\"), or filter it out"},
    {ADVICE_HAS_NIL,
     "LocalDate/parse Instant/parse Duration/between .plusDays .minusDays .isBefore "
     ".isAfter .before .after .getTime .toEpochDay .toEpochMilli .toMillis .toDays "
     ".length .substring .indexOf .lastIndexOf .contains .startsWith .endsWith .trim "
     ".toLowerCase .toUpperCase name",
     "; nil is a missing value: test it first, or filter it out"},
    {ADVICE_HAS_TEMPORAL, "< > <= >=", "; for dates use (neg? (compare a b))"},
    {ADVICE_HAS_TEMPORAL, "+ -",
     "; days between dates are (- (.toEpochDay b) (.toEpochDay a)); (.plusDays date n) "
     "adds some"},
    {ADVICE_HAS_STRING, "Duration/between .isBefore .isAfter .before .after",
     "; LocalDate/parse and Instant/parse read strings"},
    {ADVICE_ALL_STRINGS, "< > <= >=", "; for strings use (neg? (compare a b))"},
    {ADVICE_HAS_STRING, ADVICE_NUMERIC " < > <= >= sum avg sum-by avg-by",
     "; parse-long and parse-double read numbers, str joins strings"},
    {ADVICE_FUNCTION_LAST, NULL,
     "; the function comes first, the collection last, where ->> puts it"},
    {ADVICE_KEYWORD_LAST,
     "group-by sum-by avg-by distinct-by pluck map filter remove keep",
     "; the key comes first, the collection last, where ->> puts it"},
    {ADVICE_NUMBER_LAST,
     "take drop take-last drop-last take-nth split-at partition partition-all",
     "; the number comes first, the collection last, where ->> puts it"},
    {ADVICE_KEY_SECOND, "get-in assoc-in update-in",
     "; a path is a vector of keys, [:a]"},
    {ADVICE_THREE, "reduce reduce-kv", "; write (reduce f init coll)"},
    {ADVICE_COLLECTION_SECOND, "nth contains? dissoc conj",
     "; the collection comes first, as -> puts it"},
    {ADVICE_REGEX_FIRST, "split replace replace-first",
     "; the text comes first, the pattern after it"},
    {ADVICE_REGEX_SECOND, "includes? starts-with? ends-with? index-of last-index-of",
     "; for a pattern use (re-find #\"pattern\" text)"},
    {ADVICE_NO_TEXT_FIRST,
     "upper-case lower-case capitalize trim triml trimr subs split split-lines includes? "
     "starts-with? ends-with? index-of replace-first",
     "; (str x) makes a string of any value, (name k) of a keyword"},
    {ADVICE_MAP_FIRST, "conj into", "; a map takes pairs [key value] and maps"},
    {ADVICE_STRING_FIRST, "contains?",
     "; for a part of a string write (str/includes? string part)"},
    {ADVICE_COLLECTION_FIRST, "join",
     "; the separator comes first, the collection last, where ->> puts it"},
    {ADVICE_COLLECTION_ONLY, "max", "; for a collection write (apply max collection)"},
    {ADVICE_COLLECTION_ONLY, "min", "; for a collection write (apply min collection)"},
    {ADVICE_MAP_FIRST, "+ - * /",
     "; a map is not a number: read its field, (:field row); a reduce of maps needs a "
     "start value, (reduce f 0 rows)"},
    {ADVICE_HAS_MAP, "+ - * / sum avg",
     "; a map is not a number: read its field, (map :field rows), or use (sum-by :field "
     "rows)"},
    {ADVICE_HAS_MAP, ADVICE_NUMERIC " < > <= >=",
     "; a map is not a number: read its field, (:field row)"},
    {ADVICE_HAS_COLLECTION, "+ *",
     "; a collection is not a number: (reduce + collection) adds its numbers up, (first "
     "collection) or (nth collection index) takes one of them"},
    {ADVICE_HAS_COLLECTION, ADVICE_NUMERIC " < > <= >=",
     "; a collection is not a number: (first collection) or (nth collection index) takes "
     "one of its elements"},
    {ADVICE_HAS_KEYWORD, ADVICE_NUMERIC " < > <= >=",
     "; a keyword is not a number: (:key row) reads its value"},
    {ADVICE_HAS_FUNCTION, ADVICE_NUMERIC " < > <= >=",
     "; a function is not a number: call it in parentheses, (f x)"},
    {ADVICE_HAS_ENDLESS, NULL, "; an endless sequence has no end: " PTC_ENDLESS_ADVICE},
};

static const struct {
    uint32_t count;
    const char *names;
    const char *text;
} advice_counts[] = {
    {0, "min max", "; an empty collection has none: test (seq coll) first"},
    {1,
     "map filter remove keep take drop take-while mapcat drop-while map-indexed take-nth "
     "interpose keep-indexed partition-by partition-all",
     "; there are no transducers: give it the collection as well"},
    {2, "round", "; for digits use (format \"%.2f\" x)"},
    {2, "sum", "; for a key use (sum-by key coll)"},
    {2, "avg", "; for a key use (avg-by key coll)"},
    {2, "distinct", "; for a key use (distinct-by key coll)"},
    {2, "frequencies", "; map first: (frequencies (map f coll))"},
    {2, "count", "; filter first: (count (filter pred coll))"},
    {2, "first last", "; for several use (take n coll)"},
};

static const struct {
    const char *names;
    const char *arguments;
} advice_expects[] = {
#define PTC_EXPECT(names, arguments) {names, arguments},
#include "lisp/language/expects.def"
};

ptc_str ptc_lisp_next_word(const char **rest)
{
    size_t length = strcspn(*rest, " ");
    ptc_str word = ptc_str_make(*rest, length);

    *rest += length;
    *rest += strspn(*rest, " ");
    return word;
}

bool ptc_lisp_has_word(const char *words, ptc_str name)
{
    while (*words)
        if (ptc_str_equal(ptc_lisp_next_word(&words), name))
            return true;
    return false;
}

static bool advice_has_kind(const ptc_value *args, uint32_t count, unsigned kind)
{
    for (uint32_t i = 0; i < count; i++)
        if ((unsigned)args[i].kind == kind)
            return true;
    return false;
}

/* (filter rows pred), as after -> instead of ->>. Builtins that take their collection
 * first do not refuse a function after it by its type. */
static bool advice_is_turned(const ptc_value *args, uint32_t count, unsigned last)
{
    return count == 2 &&
           (ptc_value_is_collection(&args[0]) || ptc_is_endless(&args[0])) &&
           (unsigned)args[1].kind == last;
}

static bool advice_has_sign(advice_sign sign, const ptc_value *args, uint32_t count)
{
    switch (sign) {
    case ADVICE_HAS_NIL:
        return advice_has_kind(args, count, PTC_NIL);
    case ADVICE_HAS_STRING:
        return advice_has_kind(args, count, PTC_STRING);
    case ADVICE_ALL_STRINGS:
        return args[0].kind == PTC_STRING && args[count - 1].kind == PTC_STRING;
    case ADVICE_FUNCTION_LAST:
        return advice_is_turned(args, count, PTC_FUNCTION);
    case ADVICE_KEYWORD_LAST:
        return advice_is_turned(args, count, PTC_KEYWORD);
    case ADVICE_NUMBER_LAST:
        return advice_is_turned(args, count, PTC_INT);
    case ADVICE_KEY_SECOND:
        return count > 1 && (args[1].kind == PTC_KEYWORD || args[1].kind == PTC_STRING);
    case ADVICE_MAP_FIRST:
        return args[0].kind == PTC_MAP;
    case ADVICE_HAS_TEMPORAL:
        return advice_has_kind(args, count, PTC_TEMPORAL);
    case ADVICE_COLLECTION_SECOND:
        return count > 1 && !ptc_value_is_collection(&args[0]) &&
               ptc_value_is_collection(&args[1]);
    case ADVICE_REGEX_FIRST:
        return (unsigned)args[0].kind == PTC_REGEX;
    case ADVICE_REGEX_SECOND:
        return count > 1 && (unsigned)args[1].kind == PTC_REGEX;
    case ADVICE_NO_TEXT_FIRST:
        return args[0].kind == PTC_KEYWORD || args[0].kind == PTC_INT ||
               args[0].kind == PTC_FLOAT;
    case ADVICE_THREE:
        return count == 3;
    case ADVICE_STRING_FIRST:
        return args[0].kind == PTC_STRING;
    case ADVICE_COLLECTION_ONLY:
        return count == 1 && ptc_value_is_collection(&args[0]);
    case ADVICE_COLLECTION_FIRST:
        return count > 1 && ptc_value_is_collection(&args[0]);
    case ADVICE_HAS_MAP:
        return advice_has_kind(args, count, PTC_MAP);
    case ADVICE_HAS_COLLECTION:
        return advice_has_kind(args, count, PTC_VECTOR) ||
               advice_has_kind(args, count, PTC_SET);
    case ADVICE_HAS_KEYWORD:
        return advice_has_kind(args, count, PTC_KEYWORD);
    case ADVICE_HAS_FUNCTION:
        return advice_has_kind(args, count, PTC_FUNCTION);
    case ADVICE_HAS_ENDLESS:
        return advice_has_kind(args, count, PTC_ENDLESS);
    }
    return false;
}

/* Advice on this mistake, or NULL. */
static const char *advice_find(const char *name, const ptc_value *args, uint32_t count)
{
    for (size_t i = 0; count > 0 && i < sizeof advice_types / sizeof *advice_types; i++) {
        if ((advice_types[i].names == NULL ||
             ptc_lisp_has_word(advice_types[i].names, ptc_str_of(name))) &&
            advice_has_sign(advice_types[i].sign, args, count))
            return advice_types[i].text;
    }
    return NULL;
}

/* "; expected (take number collection)", where the builtin has a row. */
static void advice_expect(ptc_text *text, const char *name)
{
    for (size_t i = 0; i < sizeof advice_expects / sizeof *advice_expects; i++) {
        if (!ptc_lisp_has_word(advice_expects[i].names, ptc_str_of(name)))
            continue;
        ptc_text_cstr(text, "; expected (");
        ptc_text_cstr(text, name);
        ptc_text_byte(text, ' ');
        ptc_text_cstr(text, advice_expects[i].arguments);
        ptc_text_byte(text, ')');
        return;
    }
}

void ptc_lisp_type_advice(ptc_text *text, const char *name, const ptc_value *args,
                          uint32_t count)
{
    const char *advice = advice_find(name, args, count);

    if (advice != NULL)
        ptc_text_cstr(text, advice);
    else
        advice_expect(text, name);
}

void ptc_lisp_count_advice(ptc_text *text, const char *name, uint32_t count)
{
    for (size_t i = 0; i < sizeof advice_counts / sizeof *advice_counts; i++)
        if (advice_counts[i].count == count &&
            ptc_lisp_has_word(advice_counts[i].names, ptc_str_of(name))) {
            ptc_text_cstr(text, advice_counts[i].text);
            return;
        }
    advice_expect(text, name);
}
