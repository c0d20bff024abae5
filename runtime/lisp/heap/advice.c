/* SPDX-License-Identifier: MIT */
/*
 * What to do about the mistakes that programs make most when they call builtins: a clause
 * that ends the message of a type_error or arity_error. [ptc-lisp 16, 17]
 */
#include "lisp/heap/endless.h"

typedef enum advice_sign {
    ADVICE_HAS_NIL,
    ADVICE_HAS_STRING,
    ADVICE_FUNCTION_LAST, /* behind one collection */
    ADVICE_KEYWORD_LAST,
    ADVICE_NUMBER_LAST,
    ADVICE_KEY_SECOND, /* a keyword or string */
    ADVICE_MAP_FIRST,
    ADVICE_HAS_TEMPORAL,
    ADVICE_COLLECTION_SECOND, /* behind what is none */
    ADVICE_REGEX_FIRST,
    ADVICE_REGEX_SECOND,
    ADVICE_NO_TEXT_FIRST, /* a keyword or number, where text should be */
    ADVICE_THREE,
    ADVICE_HAS_ENDLESS,
} advice_sign;

/* The first row whose sign is there holds; names NULL: any. */
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
     "split subs replace re-find re-seq re-matches",
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
     "; LocalDate/parse and Instant/parse read texts"},
    {ADVICE_HAS_STRING, "< > <= >=", "; for strings use (neg? (compare a b))"},
    {ADVICE_HAS_STRING,
     "+ - * / inc dec max min mod rem quot abs round floor ceil trunc int long double "
     "float",
     "; parse-long and parse-double read numbers, str joins texts"},
    {ADVICE_FUNCTION_LAST, NULL,
     "; the function comes first, the collection last, as ->> puts it"},
    {ADVICE_KEYWORD_LAST,
     "group-by sum-by avg-by distinct-by pluck map filter remove keep",
     "; the key comes first, the collection last, as ->> puts it"},
    {ADVICE_NUMBER_LAST,
     "take drop take-last drop-last take-nth split-at partition partition-all",
     "; the number comes first, the collection last, as ->> puts it"},
    {ADVICE_KEY_SECOND, "get-in assoc-in update-in",
     "; a path is a vector of keys, [:a]"},
    {ADVICE_THREE, "reduce reduce-kv", "; write (reduce f init coll)"},
    {ADVICE_COLLECTION_SECOND, "nth contains? dissoc conj",
     "; the collection comes first, as -> puts it"},
    {ADVICE_REGEX_FIRST, "split replace replace-first",
     "; the text comes first, the pattern behind it"},
    {ADVICE_REGEX_SECOND, "includes? starts-with? ends-with? index-of last-index-of",
     "; for a pattern use (re-find #\"pattern\" text)"},
    {ADVICE_NO_TEXT_FIRST,
     "upper-case lower-case capitalize trim triml trimr subs split split-lines includes? "
     "starts-with? ends-with? index-of replace-first",
     "; (str x) makes text of it, (name k) of a keyword"},
    {ADVICE_MAP_FIRST, "conj into", "; a map takes pairs [key value] and maps"},
    {ADVICE_HAS_ENDLESS, NULL, "; an endless sequence has no end: " PTC_ENDLESS_ADVICE},
};

static const struct {
    uint32_t count;
    const char *names;
    const char *text;
} advice_counts[] = {
    {1,
     "map filter remove keep take drop take-while mapcat drop-while map-indexed take-nth "
     "interpose keep-indexed partition-by partition-all",
     "; there are no transducers: give it the collection, too"},
    {2, "round", "; for digits use (format \"%.2f\" x)"},
    {2, "sum", "; for a key use (sum-by key coll)"},
    {2, "avg", "; for a key use (avg-by key coll)"},
    {2, "distinct", "; for a key use (distinct-by key coll)"},
    {2, "frequencies", "; map first: (frequencies (map f coll))"},
    {2, "count", "; filter first: (count (filter pred coll))"},
    {2, "first last", "; for several use (take n coll)"},
};

/* Whether a row that is written "a b c" has the word. */
static bool advice_has_word(const char *words, const char *word)
{
    size_t length = strlen(word);

    while (words != NULL && *words != '\0') {
        size_t next = strcspn(words, " ");

        if (next == length && memcmp(words, word, length) == 0)
            return true;
        words += next;
        words += strspn(words, " ");
    }
    return false;
}

static bool advice_has_kind(const ptc_value *args, uint32_t count, unsigned kind)
{
    for (uint32_t i = 0; i < count; i++)
        if ((unsigned)args[i].kind == kind)
            return true;
    return false;
}

static bool advice_is_collection(const ptc_value *value)
{
    return value->kind == PTC_VECTOR || value->kind == PTC_MAP ||
           value->kind == PTC_SET || ptc_is_endless(value);
}

/* (filter rows pred), as after -> instead of ->>. No builtin that takes its collection
 * first refuses a function behind it by its type. */
static bool advice_is_turned(const ptc_value *args, uint32_t count, unsigned last)
{
    return count == 2 && advice_is_collection(&args[0]) && (unsigned)args[1].kind == last;
}

static bool advice_has_sign(advice_sign sign, const ptc_value *args, uint32_t count)
{
    switch (sign) {
    case ADVICE_HAS_NIL:
        return advice_has_kind(args, count, PTC_NIL);
    case ADVICE_HAS_STRING:
        return advice_has_kind(args, count, PTC_STRING);
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
        return count > 1 && !advice_is_collection(&args[0]) &&
               advice_is_collection(&args[1]);
    case ADVICE_REGEX_FIRST:
        return (unsigned)args[0].kind == PTC_REGEX;
    case ADVICE_REGEX_SECOND:
        return count > 1 && (unsigned)args[1].kind == PTC_REGEX;
    case ADVICE_NO_TEXT_FIRST:
        return args[0].kind == PTC_KEYWORD || args[0].kind == PTC_INT ||
               args[0].kind == PTC_FLOAT;
    case ADVICE_THREE:
        return count == 3;
    case ADVICE_HAS_ENDLESS:
        return advice_has_kind(args, count, PTC_ENDLESS);
    }
    return false;
}

const char *ptc_lisp_type_advice(const char *name, const ptc_value *args, uint32_t count)
{
    for (size_t i = 0; count > 0 && i < sizeof advice_types / sizeof *advice_types; i++) {
        if ((advice_types[i].names == NULL ||
             advice_has_word(advice_types[i].names, name)) &&
            advice_has_sign(advice_types[i].sign, args, count))
            return advice_types[i].text;
    }
    return "";
}

const char *ptc_lisp_count_advice(const char *name, uint32_t count)
{
    for (size_t i = 0; i < sizeof advice_counts / sizeof *advice_counts; i++)
        if (advice_counts[i].count == count &&
            advice_has_word(advice_counts[i].names, name))
            return advice_counts[i].text;
    return "";
}
