/* SPDX-License-Identifier: MIT */
/* What is said about names that nothing defines, and where qualified names lead. */
#include "support.h"

#include "lisp/compile/compile_int.h"
#include "lisp/core/core_int.h"

#include <criterion/criterion.h>

static const ptc_str locals[] = {
    {"paid-orders", 11}, {"customer", 8}, {"n", 1}, {"averages", 8}};

Test(lisp_hints, unbound_names)
{
    static const struct {
        const char *name;
        const char *hint;
    } rows[] = {
        /* special forms as values */
        {"and",
         ". It is a special form, not a value: write (and ..), as a function #(and ..)"},
        {"if",
         ". It is a special form, not a value: write (if ..), as a function #(if ..)"},
        /* names left out */
        {"try",
         ". Hint: use (attempt (tool/name {..})), which gives {:ok value} or {:error "
         "{:reason :message :tool}}; other faults end the program: check values "
         "first"},
        {"attempt", ". It is a special form, not a value: write (attempt ..), as a "
                    "function #(attempt ..)"},
        {"RuntimeException",
         ". Hint: write (throw (RuntimeException. text)), or end with "
         "(fail {:reason ..})"},
        {"swap!", ". Hint: values never change: use def to keep one, reduce or loop to "
                  "build one"},
        {"rand-int", ". Hint: nothing is random: results must be the same each time"},
        {"lazy-seq",
         ". Hint: sequences are not lazy: write (iterate f x) and (take n ..), "
         "or (loop [acc []] (if done acc (recur (conj acc x))))"},
        {"length", ". Hint: use count"},
        {"desc", ". Hint: use > as the comparator: (sort-by f > coll)"},
        {".toUpperCase", ". Hint: use (upper-case s)"},
        {".frobnicate",
         ". Hint: read a field with (:frobnicate object). There are: .charAt .compareTo "
         ".concat .contains .endsWith .equals .indexOf "
         ".isEmpty .lastIndexOf .length .replace .startsWith .substring .toLowerCase "
         ".toString .toUpperCase .trim .after .before .getTime .isAfter "
         ".isBefore .minusDays .plusDays .toDays .toEpochDay .toEpochMilli .toMillis"},
        {"StringReader.", ". There are: Date. java.util.Date. Integer. Long. "
                          "Double."},
        /* underscores */
        {"group_by", ". Did you mean: group-by"},
        {"paid_orders", ". Did you mean: paid-orders"},
        {"if_let", ". Did you mean: if-let"},
        /* near names: the program's own first */
        {"custmer", ". Did you mean: customer"},
        {"average", ". Did you mean: averages"},
        {"fliter", ". Did you mean: filter"},
        {"Map", ". Did you mean: map"},
        {"upperCase", ". Did you mean: upper-case"},
        {"sort_by_", ". Did you mean: sort-by"},
        {"wehn", ". Did you mean: when"},
        {"Map", ". Did you mean: map"},
        {"even", ". Did you mean: even?"},
        {"groupBy", ". Did you mean: group-by"},
        {"starts-with", ". Did you mean: starts-with?"},
        /* nothing */
        {"foo", ""},
        {"molly", ""},
        {"parsed", ""},
        {"maps", ""},
        {"mpa", ". Did you mean: map"},
        {"nto", ". Did you mean: into"},
        {"fo", ""},
        {"bap", ""},
        {"xyzzy-plugh", ""},
        {"q", ""},
        {"", ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_arena arena;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        ptc_lisp_hint(&text, ptc_str_of(rows[i].name), locals, 4);
        cr_expect(ptc_str_equal(ptc_text_view(&text), ptc_str_of(rows[i].hint)),
                  "%s -> %s", rows[i].name, test_cstr(ptc_text_view(&text)));
        ptc_arena_free(&arena);
    }
}

/* A name that a hint suggests exists. */
Test(lisp_hints, what_is_recommended_exists)
{
    static const char *const texts[] = {
#define PTC_HINT(names, text) text,
#include "lisp/language/hints.def"
    };
    static const char *const specials[] = {
#define PTC_SPECIAL(name, word, is_fixed) name,
#define PTC_INTRINSIC(name, word, args, opcode, k, unless, un_k)
#include "lisp/language/specials.def"
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *use =
            strncmp(texts[i], "use ", 4) == 0 ? texts[i] : strstr(texts[i], ": use ");
        ptc_str name;
        bool is_there = false;

        if (!use || strstr(use, "use maps") || strstr(use, "use a ") ||
            strstr(use, "use functions") || strstr(use, "use keywords") ||
            strstr(use, "use the "))
            continue;
        use += use == texts[i] ? 4 : 6;
        use += *use == '(';
        name = ptc_str_make(use, strcspn(use, " ,)"));
        for (size_t j = 0; j < sizeof specials / sizeof *specials; j++)
            is_there = is_there || ptc_str_equal(name, ptc_str_of(specials[j]));
        cr_expect(
            is_there || ptc_builtin_find(name) || strncmp(name.ptr, "true", 4) == 0 ||
                strncmp(name.ptr, "false", 5) == 0 || strncmp(name.ptr, "nil", 3) == 0,
            "%s: %s", texts[i], test_cstr(name));
    }
}

Test(lisp_hints, namespaces)
{
    static const struct {
        const char *space;
        const char *name;
        const char *builtin; /* or NULL */
        const char *why;     /* part of it */
    } rows[] = {
        {"str", "join", "join", NULL},
        {"clojure.string", "join", "join", NULL},
        {"string", "upper-case", "upper-case", NULL},
        {"str", "reverse", "clojure.string/reverse", NULL},
        {"core", "reverse", "reverse", NULL},
        {"clojure.core", "map", "map", NULL},
        {"core", "/", "/", NULL},
        {"core", "join", "join", NULL},
        {"set", "union", "union", NULL},
        {"clojure.set", "join", "clojure.set/join", NULL},
        {"set", "join", "clojure.set/join", NULL},
        {"walk", "postwalk", "postwalk", NULL},
        {"str", "map", "map", NULL},
        {"Math", "abs", "Math/abs", NULL},
        {"java.lang.Math", "abs", "Math/abs", NULL},
        {"Integer", "parseInt", "Integer/parseInt", NULL},
        {"Double", "NaN", "Double/NaN", NULL},
        {"Double", "POSITIVE_INFINITY", "Double/POSITIVE_INFINITY", NULL},
        {"Math", "sin", "Math/sin", NULL},
        {"Math", "frob", NULL,
         "no such name in Math; it has Math/IEEEremainder Math/abs Math/acos"},
        {"Math", "frob", NULL, " .."},
        {"clojure.math", "next-up", "Math/nextUp", NULL},
        {"math", "IEEE-remainder", "Math/IEEEremainder", NULL},
        {"clojure.math", "floor", "Math/floor", NULL},
        {"clojure.math", "to-radians", "Math/toRadians", NULL},
        {"math", "PI", "Math/PI", NULL},
        {"clojure.math", "-", "-", NULL},
        {"clojure.math", "frob", NULL, "no such name in clojure.math; it has IEEE-re"},
        {"Character", "isDigit", "Character/isDigit", NULL},
        {"java.lang.Character", "isDigit", "Character/isDigit", NULL},
        {"Character", "frob", NULL, "no such name in Character; it has Character/isD"},
        {"Long", "MAX_VALUE", "Long/MAX_VALUE", NULL},
        {"Math", "map", NULL, "no such name in Math"},
        {"str", "frob", NULL, "no such name in clojure.string; it has blank? capitalize"},
        {"clojure.set", "frob", NULL, "no such name in clojure.set; it has difference"},
        {"walk", "frob", NULL, "prewalk-replace"},
        {"core", "fliter", NULL, "no such name in clojure.core. Did you mean: filter"},
        {"clojure.core", "atom", NULL, "values never change"},
        {"clojure.core", "let", NULL,
         "it is a special form; write it without a namespace"},
        {"s", "join", NULL, "there is no namespace s; write join"},
        {"foo", "if", NULL, "there is no namespace foo; write if"},
        {"foo", "frob", NULL,
         "there is no namespace foo; there are core str set walk regex json Math math "
         "Character String Integer Long Double Float Boolean System LocalDate Instant "
         "Duration Date ctx data memory tool"},
        {"java.io.File", "exists", NULL,
         "there is no namespace java.io.File; programs cannot reach files"},
        {"http", "get", NULL,
         "there is no namespace http; programs cannot reach the network"},
        {"clojure.strings", "join", NULL, "Did you mean: clojure.string"},
        {"str", "length", NULL, "no such name in clojure.string. Hint: use count"},
        {"clojure.string", "includes", NULL,
         "no such name in clojure.string. Did you mean: clojure.string/includes?"},
        {"LocalDate", "now", NULL, "not available. Hint: pass the day in ctx"},
        {"Thread", "sleep", NULL, "not available. Hint: programs can neither wait"},
        {"date", "now", NULL, "not available. Hint: use (java.util.Date.)"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *name = rows[i].name;
        ptc_str builtin = {"", 0};
        ptc_arena arena;
        ptc_text why;
        bool is_found;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&why, &arena);
        is_found = ptc_lisp_namespace_resolve(ptc_str_of(rows[i].space), ptc_str_of(name),
                                              &builtin, &why);
        cr_expect_eq(is_found, rows[i].builtin != NULL, "%s/%s", rows[i].space, name);
        cr_expect(is_found || strstr(test_cstr(ptc_text_view(&why)), rows[i].why),
                  "%s/%s: %s", rows[i].space, name, test_cstr(ptc_text_view(&why)));
        cr_expect(!is_found || ptc_str_equal(builtin, ptc_str_of(rows[i].builtin)),
                  "%s/%s -> %s", rows[i].space, name, test_cstr(builtin));
        cr_expect_leq(why.len, 400);
        ptc_arena_free(&arena);
    }
}

/* Long names are looked at without harm. */
Test(lisp_hints, hostile_names)
{
    static char name[1000];
    ptc_arena arena;
    ptc_text text;
    ptc_str builtin;

    memset(name, '_', sizeof name);
    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    for (size_t len = 0; len < sizeof name; len += 13) {
        ptc_lisp_hint(&text, ptc_str_make(name, len), NULL, 0);
        ptc_lisp_namespace_resolve(ptc_str_make(name, len), ptc_str_make(name, len),
                                   &builtin, &text);
    }
    cr_expect(!text.failed);
    ptc_arena_free(&arena);
}
