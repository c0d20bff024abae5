/* SPDX-License-Identifier: MIT */
/* Dates, instants, durations. [ptc-lisp 15] */
#include "lisp_rows.h"

#include "lisp/heap/heap_int.h"

#include <criterion/criterion.h>

#include <stdio.h>

Test(lisp_temporal, local_dates)
{
    static const lisp_row rows[] = {
        {"(LocalDate/parse \"2024-02-29\")", "#LocalDate \"2024-02-29\"", NULL},
        {"(map #(str (LocalDate/parse %)) [\"0000-01-01\" \"-0001-12-31\" "
         "\"+10000-01-01\" \"-12345-06-07\" \"0999-01-01\" \"2000-02-29\"])",
         "[\"0000-01-01\" \"-0001-12-31\" \"+10000-01-01\" \"-12345-06-07\" "
         "\"0999-01-01\" \"2000-02-29\"]",
         NULL},
        {"(map #(.toEpochDay (LocalDate/parse %)) [\"1970-01-01\" \"1969-12-31\" "
         "\"2024-02-29\" \"2024-03-01\" \"0000-03-01\" \"0000-02-29\" \"-0001-12-31\"])",
         "[0 -1 19782 19783 -719468 -719469 -719529]", NULL},
        {"(map #(.toEpochDay (LocalDate/parse %)) [\"-999999999-01-01\" "
         "\"+999999999-12-31\"])",
         "[-365243219162 365241780471]", NULL},
        {"[(str (.plusDays (LocalDate/parse \"2023-12-31\") 1)) (str (.minusDays "
         "(LocalDate/parse \"2024-03-01\") 1)) (str (.plusDays (LocalDate/parse "
         "\"1900-02-28\") 1)) (str (.plusDays (LocalDate/parse \"0001-01-01\") -1)) (str "
         "(.minusDays (LocalDate/parse \"2024-01-01\") -366))]",
         "[\"2024-01-01\" \"2024-02-29\" \"1900-03-01\" \"0000-12-31\" \"2025-01-01\"]",
         NULL},
        /* Every day of nine years is the one after the day before. */
        {"(let [first (.toEpochDay (LocalDate/parse \"1896-01-01\")) start "
         "(LocalDate/parse \"1896-01-01\")] (every? (fn [i] (= (+ first i) (.toEpochDay "
         "(LocalDate/parse (str (.plusDays start i)))))) (range 3300)))",
         "true", NULL},
        {"(.plusDays (LocalDate/parse \"+999999999-12-31\") 1)", "!arithmetic_error",
         "out of range"},
        {"(.minusDays (LocalDate/parse \"-999999999-01-01\") 1)", "!arithmetic_error",
         "out of range"},
        {"(.plusDays (LocalDate/parse \"2024-01-01\") 9223372036854775807)",
         "!arithmetic_error", "out of range"},
        {"(.minusDays (LocalDate/parse \"2024-01-01\") -9223372036854775808)",
         "!arithmetic_error", "out of range"},
        {"(.plusDays (LocalDate/parse \"2024-01-01\") 1.0)", "!type_error",
         "LocalDate, number"},
        {"(.plusDays (LocalDate/parse \"2024-01-01\") nil)", "!type_error", NULL},
        {"(LocalDate/parse nil)", "!type_error", NULL},
        {"(LocalDate/parse 20240101)", "!type_error", NULL},
        {"(LocalDate/parse \"2023-02-29\")", "!runtime_error", "could not be parsed"},
        {"(java.time.LocalDate/parse \"2024-05-31\")", "#LocalDate \"2024-05-31\"", NULL},
    };
    static const char *const refused[] = {
        "",
        "2024",
        "2024-1-1",
        "2024-01-1",
        "24-01-01",
        "2024-13-01",
        "2024-00-01",
        "2024-01-00",
        "2024-01-32",
        "2024-04-31",
        "1900-02-29",
        "2024-01-01 ",
        " 2024-01-01",
        "2024/01/01",
        "2024-01-01T00:00:00Z",
        "20240101",
        "+2024-01-01",
        "12345-01-01",
        "-0000-01-01",
        "-999-01-01",
        "+1000000000-01-01",
        "-1000000000-01-01",
        "99999999999999999999-01-01",
        "２０２４-01-01",
        "2024-01-01\\u0000",
    };

    LISP_CHECK_ROWS(rows);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char text[128];
        lisp_answer answer;

        snprintf(text, sizeof text, "(LocalDate/parse \"%s\")", refused[i]);
        answer = lisp_evaluate(ptc_str_of(text), NULL, NULL);
        cr_expect(!answer.is_ok && answer.result.error.reason == PTC_REASON_RUNTIME, "%s",
                  text);
        lisp_forget(&answer);
    }
}

Test(lisp_temporal, instants)
{
    static const lisp_row rows[] = {
        {"(map #(str (Instant/parse %)) [\"2024-05-31T10:00:00Z\" "
         "\"2024-05-31t10:00:00z\" \"2024-05-31T10:00:00.1Z\" "
         "\"2024-05-31T10:00:00.123456Z\" \"2024-05-31T10:00:00.000000001Z\" "
         "\"2024-05-31T10:00:00.000Z\"])",
         "[\"2024-05-31T10:00:00Z\" \"2024-05-31T10:00:00Z\" "
         "\"2024-05-31T10:00:00.100Z\" \"2024-05-31T10:00:00.123456Z\" "
         "\"2024-05-31T10:00:00.000000001Z\" \"2024-05-31T10:00:00Z\"]",
         NULL},
        {"(map #(str (Instant/parse %)) [\"2024-05-31T23:30:00-01:00\" "
         "\"2024-01-01T00:30:00+01:00\" \"2024-01-01T00:00:00+18:00\" "
         "\"2024-01-01T00:00:00-00:00\" \"2024-01-01T00:00:00+00:00:01\" "
         "\"2024-12-31T24:00:00Z\" \"2016-12-31T23:59:60Z\"])",
         "[\"2024-06-01T00:30:00Z\" \"2023-12-31T23:30:00Z\" \"2023-12-31T06:00:00Z\" "
         "\"2024-01-01T00:00:00Z\" \"2023-12-31T23:59:59Z\" \"2025-01-01T00:00:00Z\" "
         "\"2016-12-31T23:59:59Z\"]",
         NULL},
        {"(map #(.toEpochMilli (Instant/parse %)) [\"1970-01-01T00:00:00Z\" "
         "\"1969-12-31T23:59:59.999Z\" \"1969-12-31T23:59:59.9999Z\" "
         "\"1969-12-31T23:59:58.0001Z\" \"0000-01-01T00:00:00Z\" "
         "\"2024-05-31T10:00:00.5Z\"])",
         "[0 -1 -1 -2000 -62167219200000 1717149600500]", NULL},
        /* The ends of int64 in milliseconds. */
        {"(map #(.toEpochMilli (Instant/parse %)) [\"+292278994-08-17T07:12:55.807Z\" "
         "\"-292275055-05-16T16:47:04.192Z\"])",
         "[9223372036854775807 -9223372036854775808]", NULL},
        {"(.toEpochMilli (Instant/parse \"+292278994-08-17T07:12:55.808Z\"))",
         "!arithmetic_error", "out of range"},
        {"(.toEpochMilli (Instant/parse \"-292275055-05-16T16:47:04.191Z\"))",
         "!arithmetic_error", "out of range"},
        {"(str (Instant/parse \"+1000000000-12-31T23:59:59.999999999Z\"))",
         "\"+1000000000-12-31T23:59:59.999999999Z\"", NULL},
        {"(str (Instant/parse \"-1000000000-01-01T00:00:00Z\"))",
         "\"-1000000000-01-01T00:00:00Z\"", NULL},
        {"(Instant/parse nil)", "!type_error", NULL},
    };
    static const char *const refused[] = {
        "2024-05-31",
        "2024-05-31T10:00Z",
        "2024-05-31T10:00:00",
        "2024-05-31 10:00:00Z",
        "2024-05-31T10:00:00.Z",
        "2024-05-31T10:00:00.1234567890Z",
        "2024-05-31T25:00:00Z",
        "2024-05-31T24:00:01Z",
        "2024-05-31T24:00:00.1Z",
        "2024-05-31T10:60:00Z",
        "2024-05-31T10:00:60Z",
        "2024-05-31T10:00:00+1:00",
        "2024-05-31T10:00:00+0100",
        "2024-05-31T10:00:00+01",
        "2024-05-31T10:00:00+18:01",
        "2024-05-31T10:00:00+01:60",
        "2024-05-31T10:00:00Zx",
        "2024-02-30T10:00:00Z",
        "+1000000001-01-01T00:00:00Z",
        "-1000000001-01-01T00:00:00Z",
        "+1000000000-12-31T23:59:59-00:01",
    };

    LISP_CHECK_ROWS(rows);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char text[128];
        lisp_answer answer;

        snprintf(text, sizeof text, "(Instant/parse \"%s\")", refused[i]);
        answer = lisp_evaluate(ptc_str_of(text), NULL, NULL);
        cr_expect(!answer.is_ok && answer.result.error.reason == PTC_REASON_RUNTIME, "%s",
                  text);
        lisp_forget(&answer);
    }
}

Test(lisp_temporal, durations)
{
#define BETWEEN                                                                          \
    "(let [d #(Duration/between (Instant/parse \"2024-01-01T00:00:00Z\") "               \
    "(Instant/parse %))] "
    static const lisp_row rows[] = {
        {BETWEEN "(map #(str (d %)) [\"2024-01-01T00:00:00Z\" \"2024-01-01T02:00:00Z\" "
                 "\"2024-01-01T00:00:01Z\" \"2024-01-01T08:06:12.345Z\" "
                 "\"2024-01-01T00:05:00.000000001Z\" \"2024-02-01T01:00:00Z\"]))",
         "[\"PT0S\" \"PT2H\" \"PT1S\" \"PT8H6M12.345S\" \"PT5M0.000000001S\" \"PT745H\"]",
         NULL},
        {BETWEEN "(map #(str (d %)) [\"2023-12-31T23:59:59.5Z\" \"2023-12-31T23:58:30Z\" "
                 "\"2023-12-31T22:59:58.999999999Z\" \"2023-12-31T22:00:00Z\" "
                 "\"2023-12-31T23:59:58.5Z\"]))",
         "[\"PT-0.5S\" \"PT-1M-30S\" \"PT-1H-1.000000001S\" \"PT-2H\" \"PT-1.5S\"]",
         NULL},
        {BETWEEN "(map #(.toMillis (d %)) [\"2024-01-01T00:00:00.0019Z\" "
                 "\"2023-12-31T23:59:59.9985Z\" \"2023-12-31T23:59:59Z\" "
                 "\"2023-12-31T23:59:59.9995Z\"]))",
         "[1 -1 -1000 0]", NULL},
        {BETWEEN
         "(map #(.toDays (d %)) [\"2024-01-01T23:59:59Z\" \"2024-01-31T12:00:00Z\" "
         "\"2023-12-31T00:00:01Z\" \"2023-12-30T23:00:00Z\"]))",
         "[0 30 0 -1]", NULL},
        {BETWEEN "(d \"2024-01-01T00:00:10Z\"))", "#Duration \"PT10S\"", NULL},
        {"(.toMillis (Duration/between (Instant/parse \"-1000000000-01-01T00:00:00Z\") "
         "(Instant/parse \"+1000000000-12-31T23:59:59Z\")))",
         "!arithmetic_error", "out of range"},
        {"(.toDays (Duration/between (Instant/parse \"-1000000000-01-01T00:00:00Z\") "
         "(Instant/parse \"+1000000000-12-31T23:59:59Z\")))",
         "730485000365", NULL},
        {"(Duration/between (LocalDate/parse \"2024-01-01\") (LocalDate/parse "
         "\"2024-01-02\"))",
         "!type_error", ".toEpochDay"},
        {"(Duration/between (java.util.Date. 0) (java.util.Date. 1))", "!type_error",
         "Date, Date"},
        {"(Duration/between \"2024-01-01T00:00:00Z\" nil)", "!type_error", "string, nil"},
    };

    LISP_CHECK_ROWS(rows);
#undef BETWEEN
}

Test(lisp_temporal, java_dates)
{
    static const lisp_row rows[] = {
        {"[(java.util.Date. 0) (Date. -1) (str (java.util.Date. 1234567890123))]",
         "[#inst \"1970-01-01T00:00:00Z\" #inst \"1969-12-31T23:59:59.999Z\" "
         "\"2009-02-13T23:31:30.123Z\"]",
         NULL},
        {"(map #(str (Date. %)) [9223372036854775807 -9223372036854775808])",
         "[\"+292278994-08-17T07:12:55.807Z\" \"-292275055-05-16T16:47:04.192Z\"]", NULL},
        {"(map #(.getTime (java.util.Date. %)) [\"12 Aug 1995 13:30 GMT\" \"Aug 12, "
         "1995\" "
         "\"8/12/1995 1:30 pm\" \"Sat Aug 12 04:05:02 PDT 1995\" \"Sat, 12 Aug 1995 "
         "13:30:00 +0200\" \"12 Aug 1995 (a (nested) comment) 12:00 am UTC\" "
         "\"12-Aug-1995\" \"12 AUGUST 1995 GMT-3:30\" \"12 Aug 1995 12:05:09 PM\" "
         "\"1995/08/12\"])",
         "[808234200000 808185600000 808234200000 808225502000 808227000000 808185600000 "
         "808185600000 808198200000 808229109000 808185600000]",
         NULL},
        {"(map #(str (java.util.Date. %)) [\"29 Feb 2024\" \"30 Feb 2024\" \"1 Jan "
         "10000\" "
         "\"1 Jan 0099\" \"(x 1 Jan 2024\"])",
         "!runtime_error", "(x 1 Jan 2024"},
        {"(map #(str (java.util.Date. %)) [\"29 Feb 2024\" \"30 Feb 2024\" \"1 Jan "
         "10000\" "
         "\"1 Jan 0099\"])",
         "[\"2024-02-29T00:00:00Z\" \"2024-03-01T00:00:00Z\" \"+10000-01-01T00:00:00Z\" "
         "\"0099-01-01T00:00:00Z\"]",
         NULL},
        {"[(.before (Date. 1) (Date. 2)) (.before (Date. 1) (Date. 1)) (.after (Date. 5) "
         "(Date. 4)) (.after (Date. 5) (Date. 5))]",
         "[true false true false]", NULL},
        {"(.before (Date. 1) 2)", "!type_error", "Date, number"},
        {"(java.util.Date. \"2024-05-31\")", "!runtime_error", "LocalDate/parse"},
        {"(java.util.Date. 1.5)", "!type_error", NULL},
        {"(java.util.Date. nil)", "!type_error", NULL},
    };
    static const char *const refused[] = {
        "",
        "now",
        "12 Aug 95",
        "12 Aug",
        "Aug 1995",
        "13 pm 1 Jan 2024",
        "1 Jan 2024 13:00 pm",
        "1 Foo 2024",
        "1 Jan Feb 2024",
        "1 2 Jan 2024 3 4 5 6 7",
        "J 1 2024",
        "1 Jan 99999999999999",
        "1 Jan 999999999",
        "1 Jan 2024 1:2:3:4",
        "1 Jan 2024 +12345",
        "1 Jan 2024 é",
        "1:2024:Jan",
    };

    LISP_CHECK_ROWS(rows);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char text[128];
        lisp_answer answer;

        snprintf(text, sizeof text, "(java.util.Date. \"%s\")", refused[i]);
        answer = lisp_evaluate(ptc_str_of(text), NULL, NULL);
        cr_expect(!answer.is_ok && answer.result.error.reason == PTC_REASON_RUNTIME, "%s",
                  text);
        lisp_forget(&answer);
    }
}

/* As keys, in order, printed, given to the host. */
Test(lisp_temporal, are_values)
{
#define DATE(text) "(LocalDate/parse \"" text "\")"
    static const lisp_row rows[] = {
        {"[(= " DATE("2024-01-01") " " DATE("2024-01-01") ") (= " DATE(
             "2024-01-01") " " DATE("2024-01-02") ") (= " DATE("1970-01-01") " (Date. "
                                                                             "0)) (= "
                                                                             "(Date. 0) "
                                                                             "0) "
                                                                             "(= "
                                                                             "(Instant/"
                                                                             "parse "
                                                                             "\"1970-01-"
                                                                             "01T00:00:"
                                                                             "00Z\") "
                                                                             "(Date. "
                                                                             "0))]",
         "[true false false false false]", NULL},
        {"(count (distinct [" DATE("1970-01-01") " " DATE(
             "1970-01-01") " (Date. 0) "
                           "(Instant/parse \"1970-01-01T00:00:00Z\") (Instant/parse "
                           "\"1970-01-01T00:00:00.000000001Z\")]))",
         "4", NULL},
        {"(get {" DATE("2024-01-01") " :found} " DATE("2024-01-01") ")", ":found", NULL},
        {"(contains? (set (map #(Date. %) (range 100))) (Date. 50))", "true", NULL},
        {"(map str (sort (map LocalDate/parse [\"2024-05-31\" \"-0001-01-01\" "
         "\"2023-01-01\"])))",
         "[\"-0001-01-01\" \"2023-01-01\" \"2024-05-31\"]", NULL},
        {"[(compare (Date. 1) (Date. 2)) (compare (Instant/parse "
         "\"1970-01-01T00:00:00.2Z\") (Instant/parse \"1970-01-01T00:00:00.1Z\"))]",
         "[-1 1]", NULL},
        {"(compare " DATE("2024-01-01") " (Date. 0))", "!type_error", "LocalDate, Date"},
        {"(< (Date. 0) (Date. 1))", "!type_error", "Date, Date"},
        {"[(type " DATE(
             "2024-01-01") ") (type (Date. 0)) (number? (Date. 0)) (map? (Date. "
                           "0)) (coll? (Date. 0)) (fn? (Date. 0))]",
         "[:java_object :java_object false false false false]", NULL},
        {"[(str " DATE("2024-01-01") ") (str [" DATE("2024-01-01") "]) (pr-str " DATE(
             "2024-01-01") ") (str \"on \" " DATE("2024-01-01") ") (join \",\" [(Date. "
                                                                "0)])]",
         "[\"2024-01-01\" \"[#LocalDate \\\"2024-01-01\\\"]\" \"#LocalDate "
         "\\\"2024-01-01\\\"\" \"on 2024-01-01\" \"1970-01-01T00:00:00Z\"]",
         NULL},
        {"(format \"%s\" " DATE("2024-01-01") ")", "\"2024-01-01\"", NULL},
        {"(json/generate-string {:d " DATE("2024-01-01") " :t [(Date. 0)]})",
         "\"{\\\"d\\\":\\\"2024-01-01\\\",\\\"t\\\":[\\\"1970-01-01T00:00:00Z\\\"]}\"",
         NULL},
        {"(json/generate-string {(Date. 0) 1})", "!type_error", "key"},
        {"((Date. 0) 1)", "!not_callable", NULL},
        {"(first (Date. 0))", "!type_error", "Date"},
        {"(do (def start " DATE("2024-01-01") ") (map #(str (.plusDays start %)) (range "
                                              "3)))",
         "[\"2024-01-01\" \"2024-01-02\" \"2024-01-03\"]", NULL},
        {"(group-by #(subs (str %) 0 7) (map LocalDate/parse [\"2024-01-05\" "
         "\"2024-02-01\"]))",
         "{\"2024-01\" [#LocalDate \"2024-01-05\"] \"2024-02\" [#LocalDate "
         "\"2024-02-01\"]}",
         NULL},
    };
    lisp_answer answer;

    LISP_CHECK_ROWS(rows);
    answer =
        lisp_evaluate(PTC_STR("(println (Date. 0) [" DATE("2024-01-01") "]) {:d " DATE(
                          "2024-01-01") " \"i\" [(Date. 5)]}"),
                      NULL, NULL);
    cr_assert(answer.is_ok);
    cr_expect_str_eq(test_cstr(answer.result.output),
                     "1970-01-01T00:00:00Z [2024-01-01]\n");
    cr_expect_str_eq(test_cstr(answer.result.canonical),
                     "{\"i\" [#Date 5] :d #LocalDate \"2024-01-01\"}");
    cr_expect_eq(answer.result.value.kind, PTC_MAP);
    cr_expect_eq(answer.result.value.as.map->entries[0].value.kind, PTC_STRING);
    cr_expect_str_eq(
        test_cstr(ptc_value_text(&answer.result.value.as.map->entries[0].value)),
        "2024-01-01");
    lisp_forget(&answer);
#undef DATE
}

static int64_t fixed_clock(void *user)
{
    return *(const int64_t *)user;
}

Test(lisp_temporal, the_host_sets_the_clock)
{
    int64_t now = -86400000;
    ptc_lisp_options options;
    lisp_answer answer;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.wall_clock_ms = fixed_clock;
    options.user = &now;
    answer = lisp_evaluate(PTC_STR("[(System/currentTimeMillis) (.getTime (Date.)) (str "
                                   "(java.util.Date.))]"),
                           &options, NULL);
    cr_expect(answer.is_ok);
    cr_expect_str_eq(test_cstr(answer.result.printed),
                     "[-86400000 -86400000 \"1969-12-31T00:00:00Z\"]");
    lisp_forget(&answer);
    answer = lisp_evaluate(PTC_STR("(< 1700000000000 (System/currentTimeMillis) "
                                   "4100000000000)"),
                           NULL, NULL);
    cr_expect(answer.is_ok);
    cr_expect_str_eq(test_cstr(answer.result.printed), "true");
    lisp_forget(&answer);
}
