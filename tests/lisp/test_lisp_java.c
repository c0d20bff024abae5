/* SPDX-License-Identifier: MIT */
/* What is named as in Java: methods of strings, parsers, constants. [ptc-lisp 15] */
#include "lisp_rows.h"

#include <criterion/criterion.h>

Test(lisp_java, strings)
{
    static const lisp_row rows[] = {
        {"[(.length \"\") (.length \"a😀b\") (.length \"é\") (.length \"a\\nb\")]",
         "[0 3 1 3]", NULL},
        {"[(.indexOf \"a😀b\" \"b\") (.indexOf \"aba\" \"a\" 1) (.indexOf \"aba\" \"x\") "
         "(.indexOf \"aba\" \"a\" -5) (.indexOf \"aba\" \"\" 9) (.indexOf \"😀😀\" \"😀\" "
         "1)]",
         "[2 2 -1 0 3 1]", NULL},
        {"[(.lastIndexOf \"a/😀/c\" \"/\") (.lastIndexOf \"abc\" \"x\") (.lastIndexOf "
         "\"abc\" \"\")]",
         "[3 -1 3]", NULL},
        {"[(.lastIndexOf \"aba\" \"a\" 1) (.lastIndexOf \"aba\" \"a\" 9) (.lastIndexOf "
         "\"aba\" \"a\" -1) (.lastIndexOf \"\" \"\" 0)]",
         "[0 2 -1 0]", NULL},
        {"[(.substring \"hello\" 1 3) (.substring \"hello\" 5) (.substring \"a😀b\" 1 2) "
         "(.substring \"a😀b\" 2) (.substring \"a😀b\" 3) (.substring \"\" 0 0)]",
         "[\"el\" \"\" \"😀\" \"b\" \"\" \"\"]", NULL},
        {"[(.charAt \"hello\" 1) (.charAt \"a😀b\" 1) (map #(.charAt \"e\\u0301x\" %) "
         "[0 1])]",
         "[\"e\" \"😀\" [\"e\u0301\" \"x\"]]", NULL},
        {"(.charAt \"a😀\" 2)", "!runtime_error",
         "no character at 2 in a string of 2 characters"},
        {"(.charAt \"\" 0)", "!runtime_error", "string of 0 characters"},
        {"(.charAt \"abc\" -1)", "!runtime_error", "no character at -1"},
        {"(.charAt \"abc\" 9223372036854775807)", "!runtime_error",
         "no character at 9223"},
        {"(.charAt \"abc\" \"1\")", "!type_error", "string, string"},
        {"(.charAt [1 2] 0)", "!unsupported_method", "use (nth x index)"},
        {"(.charAt nil 0)", "!type_error", "nil"},
        {"(.substring \"a😀b\" 4)", "!runtime_error", "a string of 3 characters"},
        {"(.substring \"a😀b\" 0 4)", "!runtime_error", "a string of 3 characters"},
        {"(.substring \"hello\" 2 1)", "!runtime_error", "no such part"},
        {"(.substring \"hello\" 6)", "!runtime_error", "no such part"},
        {"(.substring \"hello\" -1 2)", "!runtime_error", "no such part"},
        {"(.substring \"hello\" nil)", "!type_error", NULL},
        {"[(.trim \" \\t\\u0001a b\\u0000\\n\") (.trim \"\\u00A0a\") (.trim \" \")]",
         "[\"a b\" \"\u00a0a\" \"\"]", NULL},
        {"[(.contains \"hello\" \"ell\") (.contains \"hello\" \"\") (.contains \"hello\" "
         "\"z\") (.startsWith \"abc\" \"\") (.startsWith \"abc\" \"b\") (.endsWith "
         "\"abc\" "
         "\"bc\")]",
         "[true true false true false true]", NULL},
        {"[(.toUpperCase \"straße\") (.toLowerCase \"ÀB\")]", "[\"STRASSE\" \"àb\"]",
         NULL},
        {"(map .toUpperCase [\"a\" \"b\"])", "[\"A\" \"B\"]", NULL},
        {"(-> \" Ab \" (.trim) .toLowerCase)", "\"ab\"", NULL},
        {"(.startsWith \"abc\" nil)", "!type_error", "string, nil"},
        {"(.contains \"abc\" 1)", "!type_error", "string, number"},
    };

    LISP_CHECK_ROWS(rows);
}

/* A missing method is refused with the methods of the receiver. */
Test(lisp_java, receivers)
{
    static const lisp_row rows[] = {
        {"(.length 5)", "!unsupported_method", "type number; use (count x)"},
        {"(.length [1 2])", "!unsupported_method", "use (count x)"},
        {"(.contains {:a 1} 1)", "!unsupported_method", "use contains? or some"},
        {"(.trim :a)", "!unsupported_method", "keyword; it has no methods"},
        {"(.plusDays \"2024-05-31\" 1)", "!unsupported_method",
         "it has .charAt .compareTo .concat .contains"},
        {"(.plusDays (Instant/parse \"2024-05-31T10:00:00Z\") 1)", "!unsupported_method",
         "it has .isAfter .isBefore .toEpochMilli"},
        {"(.getTime (LocalDate/parse \"2024-05-31\"))", "!unsupported_method",
         "it has .isAfter .isBefore .minusDays .plusDays .toEpochDay"},
        {"(.toEpochDay (java.util.Date. 0))", "!unsupported_method",
         "it has .after .before .getTime"},
        {"(.isBefore (java.util.Date. 0) (java.util.Date. 1))", "!unsupported_method",
         ".before"},
        {"(.before (LocalDate/parse \"2024-05-31\") (LocalDate/parse \"2024-05-31\"))",
         "!unsupported_method", ".isBefore"},
        {"(.toDays 5)", "!unsupported_method", "number"},
        {"(.toUpperCase {:a 1})", "!unsupported_method", "map"},
        {"(.isBefore (LocalDate/parse \"2024-05-31\") \"2024-06-01\")", "!type_error",
         "LocalDate, string"},
        {"(.length nil)", "!type_error", "nil"},
        {"(.toEpochDay nil)", "!type_error", "nil"},
        {"(.noSuchMethod \"abc\")", "!unsupported_method", ".substring"},
        {"(.matches \"a\" \"a\")", "!unsupported_method", "use (re-matches regex s)"},
        {"(.indexOf {:a 1} :a)", "!unsupported_method", "keep-indexed"},
        {"(.indexOf [1 2] 2 0)", "!unsupported_method", "vector"},
        {"(.getYear (LocalDate/parse \"2024-05-31\"))", "!unsupported_method",
         "(subs (str date) 0 4)"},
        {"(. \"abc\" length)", "!invalid_form", "write (.method object argument)"},
        {"(.. \"abc\" trim length)", "!invalid_form", "write (.method object argument)"},
        {"(new java.util.Date 5)", "#inst \"1970-01-01T00:00:00.005Z\"", NULL},
        {"(StringReader.)", "!unsupported_method", "java.util.Date."},
        {"(LocalDate/now)", "!unsupported_method", "pass the day in ctx"},
        {"(java.time.Instant/now)", "!unsupported_method", "use (java.util.Date.)"},
        {"(Date/parse \"x\")", "!unsupported_method", "it has Date."},
        {"(Math/nope 1)", "!unsupported_method", "Math/floor"},
        {"(Integer/frob \"1\")", "!unsupported_method", "Integer/parseInt"},
        {"(System/exit 0)", "!unsupported_method", "(return value) ends them"},
        {"(System/currentTimeMillis 1)", "!arity_error", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_java, parsers)
{
    static const lisp_row rows[] = {
        {"[(Integer/parseInt \"-2147483648\") (Integer/parseInt \"007\") "
         "(Integer/parseInt "
         "\"+7\") (Long/parseLong \"9223372036854775807\")]",
         "[-2147483648 7 7 9223372036854775807]", NULL},
        {"(Integer/parseInt \"2147483648\")", "!runtime_error",
         "NumberFormatException: For input string: \"2147483648\""},
        {"(Integer/parseInt \"x\")", "!runtime_error", "For input string: \"x\""},
        {"(Integer/parseInt \"\")", "!runtime_error", "For input string: \"\""},
        {"(Long/parseLong \" 5\")", "!runtime_error", "For input string: \" 5\""},
        {"(Long/parseLong \"9223372036854775808\")", "!runtime_error", NULL},
        {"(Integer/parseInt nil)", "!type_error", NULL},
        {"(Integer/parseInt 5)", "!type_error", NULL},
        {"[(Double/parseDouble \"-2e3\") (Double/parseDouble \" 7 \") "
         "(Double/parseDouble "
         "\"NaN\") (Double/parseDouble \"3.0d\") (Float/parseFloat \"0.1\")]",
         "[-2000.0 7.0 ##NaN 3.0 0.1]", NULL},
        {"(Double/parseDouble \"abc\")", "!runtime_error", "For input string: \"abc\""},
        {"(Double/parseDouble \"\")", "!runtime_error", NULL},
        {"(map Boolean/parseBoolean [\"true\" \"TRUE\" \"yes\" \"\" nil \" true\"])",
         "[true true false false false false]", NULL},
        {"(Boolean/parseBoolean 1)", "!type_error", NULL},
        {"[Double/POSITIVE_INFINITY Double/NEGATIVE_INFINITY Double/NaN]",
         "[##Inf ##-Inf ##NaN]", NULL},
        {"(java.lang.Math/sqrt 16)", "4.0", NULL},
        {"[(Math/ceil 1.2) (Math/floor -1.2) (Math/pow 2 3) (Math/sqrt 2.25) (Math/abs "
         "-5) "
         "(Math/abs -2.5)]",
         "[2.0 -2.0 8.0 1.5 5 2.5]", NULL},
        {"(map Math/round [2.5 -2.5 0.49999999999999994 ##NaN ##Inf ##-Inf 1e300])",
         "[3 -2 0 0 9223372036854775807 -9223372036854775808 9223372036854775807]", NULL},
        {"[(Math/max 1 2) (Math/min 1.5 2.5)]", "[2 1.5]", NULL},
        {"(Math/max 1 2.5)", "!type_error", NULL},
        {"(Math/max 1)", "!arity_error", NULL},
        {"(Math/max 1 2 3)", "!arity_error", NULL},
        {"(Math/sqrt \"4\")", "!type_error", NULL},
    };

    LISP_CHECK_ROWS(rows);
}
