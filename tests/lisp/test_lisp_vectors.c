/* SPDX-License-Identifier: MIT */
/*
 * PTC-Lisp against Clojure: the recorded values of 3,350 expressions, and 3,900 rows of
 * what they are by our decisions. [ptc-lisp 19]
 *
 * A row that differs is named in lisp_differences.tsv with what it gives here and the
 * rule that says so; the list is checked as well, so that it is true: nothing in it
 * agrees, and each rule has a section of the language reference.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "lisp_differences.h"
#include "lisp_rows.h"

/* Which kinds of Clojure's failures a reason may stand for: vectors/clojure/README.md. */
static const char *admitted_kinds(ptc_reason reason)
{
    switch ((int)reason) {
    case PTC_REASON_UNBOUND_VAR:
    case PTC_REASON_UNKNOWN_TOOL:
        return "|unbound|syntax|unknown-member|";
    case PTC_REASON_NOT_CALLABLE:
    case PTC_REASON_TYPE:
    case PTC_REASON_DESTRUCTURE:
        return "|type|nil|argument|not-callable|state|unknown-member|syntax|";
    case PTC_REASON_ARITY:
    case PTC_REASON_ARITY_MISMATCH:
        return "|arity|syntax|";
    case PTC_REASON_ARITHMETIC:
        return "|arithmetic|argument|";
    case PTC_REASON_RUNTIME:
        return "|bounds|no-match|argument|number-format|date-format|format|state|"
               "duplicate-key|type|";
    case PTC_REASON_UNSUPPORTED_METHOD:
        return "|unknown-member|unbound|number-format|date-format|bounds|type|argument|";
    case PTC_REASON_LOOP_LIMIT:
    case PTC_REASON_RECURSION_LIMIT:
    case PTC_REASON_FUEL:
    case PTC_REASON_TIMEOUT:
    case PTC_REASON_MEMORY:
        return "|recursion|";
    default:
        return reason <= PTC_REASON_UNSUPPORTED_METHOD
                   ? "|syntax|duplicate-key|unbound|arity|not-callable|type|"
                   : "";
    }
}

static bool is_admitted(ptc_reason reason, ptc_str kind, ptc_str phase)
{
    const char *kinds = admitted_kinds(reason);
    char word[64];

    snprintf(word, sizeof word, "|%.*s|", (int)kind.len, kind.ptr);
    if (strstr(kinds, word) != NULL)
        return true;
    /* Found before the run, these are one kind. */
    if (ptc_str_equal(phase, PTC_STR("run")))
        return false;
    return strstr("|syntax|arity|unbound|not-callable|type|", word) != NULL &&
           (strstr(kinds, "|syntax|") != NULL || strstr(kinds, "|type|") != NULL);
}

typedef struct vectors {
    lisp_differences listed;
    unsigned agreed;
    unsigned differed;
    unsigned wrong;
} vectors;

/* --- Rows -------------------------------------------------------------------------- */

/* What a row wants. */
typedef struct expectation {
    ptc_str id;
    ptc_str text;
    ptc_str value;  /* ptr NULL: it must fail */
    bool is_sorted; /* the value is canonical text, else as printed */
    ptc_str out;
    ptc_str kind; /* of the failure; empty: any */
    ptc_str phase;
} expectation;

static bool agrees(const expectation *row, const lisp_answer *answer)
{
    const ptc_lisp_result *result = &answer->result;

    if (row->value.ptr == NULL)
        return !answer->is_ok &&
               (row->kind.len == 0 ||
                is_admitted(result->error.reason, row->kind, row->phase));
    return answer->is_ok &&
           (row->out.ptr == NULL || ptc_str_equal(row->out, result->output)) &&
           ptc_str_equal(row->is_sorted ? result->canonical : result->printed,
                         row->value);
}

static bool is_as_listed(const lisp_difference *listed, const lisp_answer *answer)
{
    const ptc_lisp_result *result = &answer->result;

    if (answer->is_ok)
        return ptc_str_equal(result->canonical, listed->ours);
    return listed->ours.len > 0 && listed->ours.ptr[0] == '!' &&
           ptc_str_equal(ptc_str_make(listed->ours.ptr + 1, listed->ours.len - 1),
                         ptc_str_of(ptc_reason_name(result->error.reason)));
}

/* One line for each row that is wrong, in the form of lisp_differences.tsv. */
static void tell_wrong(const expectation *row, const lisp_answer *answer)
{
    char ours[512];

    if (answer->is_ok)
        snprintf(ours, sizeof ours, "%s", test_cstr(answer->result.canonical));
    else
        snprintf(ours, sizeof ours, "!%s: %s",
                 ptc_reason_name(answer->result.error.reason),
                 answer->result.error.message.ptr);
    cr_expect(false, "%s\t%s\tfor %s\tnot %s", test_cstr(row->id), ours,
              test_cstr(row->text),
              row->value.ptr != NULL ? test_cstr(row->value) : test_cstr(row->kind));
}

static void check(vectors *all, const expectation *row)
{
    lisp_difference *listed = lisp_differences_find(&all->listed, row->id);
    ptc_lisp_options options;
    lisp_answer answer;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.fuel = 20000000;
    answer = lisp_evaluate(row->text, &options, NULL);
    if (listed != NULL) {
        listed->is_met = true;
        all->differed++;
        cr_expect(ptc_str_equal(listed->text, row->text), "%s: listed as `%s`",
                  test_cstr(row->id), test_cstr(listed->text));
        cr_expect(row->value.ptr == NULL || ptc_str_equal(listed->clojure, row->value),
                  "%s: listed as %s in Clojure", test_cstr(row->id),
                  test_cstr(listed->clojure));
        cr_expect(!agrees(row, &answer), "%s: listed as a difference, but agrees",
                  test_cstr(row->id));
        if (!is_as_listed(listed, &answer))
            tell_wrong(row, &answer);
    } else if (agrees(row, &answer)) {
        all->agreed++;
    } else {
        all->wrong++;
        tell_wrong(row, &answer);
    }
    lisp_forget(&answer);
}

static bool open_vectors(vectors *all, const char *path, ptc_str *rows)
{
    memset(all, 0, sizeof *all);
    if (!test_read_shared("lisp_vectors", path, rows))
        return false;
    lisp_differences_read(&all->listed);
    return true;
}

static void close_vectors(vectors *all, const char *prefix)
{
    for (size_t i = 0; i < all->listed.count; i++) {
        const lisp_difference *listed = &all->listed.items[i];
        bool is_golden = listed->id.len > 7 && memcmp(listed->id.ptr, "golden:", 7) == 0;

        if (ptc_str_equal(listed->id, PTC_STR("-")))
            continue;
        if (is_golden == (prefix[0] == 'g'))
            cr_expect(listed->is_met, "%s is listed, but no row", test_cstr(listed->id));
    }
    printf("lisp_vectors/%s: %u rows agree, %u differ as listed\n", prefix, all->agreed,
           all->differed);
}

static ptc_str member(const ptc_value *row, const char *name)
{
    const ptc_value *value = ptc_value_get(row, name);

    return value != NULL && value->kind == PTC_STRING ? ptc_value_text(value)
                                                      : ptc_str_make("", 0);
}

static expectation clojure_row(const ptc_value *row)
{
    const ptc_value *is_ok = ptc_value_get(row, "ok");
    expectation expected = {
        .id = member(row, "id"),
        .text = member(row, "expr"),
        .value = member(row, "value"),
        .is_sorted = true,
        .out = member(row, "out"),
        .kind = member(row, "error_kind"),
        .phase = member(row, "phase"),
    };

    if (!is_ok->as.boolean)
        expected.value.ptr = NULL;
    return expected;
}

Test(lisp_vectors, clojure)
{
    static vectors all;
    ptc_arena arena;
    ptc_str rows;
    ptc_str rest;
    ptc_str line;
    unsigned number = 0;

    if (!open_vectors(&all, "vectors/clojure/clojure_vectors.jsonl", &rows))
        return;
    rest = rows;
    ptc_arena_init(&arena, NULL, 0);
    while (test_next_line(&rest, &line, &number)) {
        ptc_value row;
        expectation expected;

        ptc_arena_reset(&arena);
        cr_assert_eq(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, NULL),
                     PTC_OK);
        expected = clojure_row(&row);
        check(&all, &expected);
    }
    cr_expect_gt(all.agreed, 0u);
    close_vectors(&all, "clojure");
    free((void *)(uintptr_t)rows.ptr);
    ptc_arena_free(&arena);
}

/* The order of what is expected means nothing: it is evaluated, which sorts it. */
static void sort_expectation(expectation *expected, lisp_answer *sorted)
{
    *sorted = lisp_evaluate(expected->value, NULL, NULL);
    cr_assert(sorted->is_ok, "%s is not a program", test_cstr(expected->value));
    expected->value = sorted->result.canonical;
    expected->is_sorted = true;
}

Test(lisp_vectors, golden)
{
    static vectors all;
    ptc_str rows;
    ptc_str rest;
    ptc_str line;
    unsigned number = 0;

    if (!open_vectors(&all, "vectors/lisp-golden/golden.tsv", &rows))
        return;
    rest = rows;
    while (test_next_line(&rest, &line, &number)) {
        expectation expected = {.text = lisp_field(&line)};
        ptc_str class = lisp_field(&line);
        lisp_answer sorted = {.is_ok = false};
        char id[32];

        if (ptc_str_equal(class, PTC_STR("skip")))
            continue;
        expected.value = lisp_field(&line);
        if (ptc_str_equal(class, PTC_STR("err")))
            expected.value.ptr = NULL;
        else if (ptc_str_equal(class, PTC_STR("unordered")))
            sort_expectation(&expected, &sorted);
        snprintf(id, sizeof id, "golden:%u", number);
        expected.id = ptc_str_of(id);
        check(&all, &expected);
        lisp_forget(&sorted);
    }
    cr_expect_gt(all.agreed, 0u);
    close_vectors(&all, "golden");
    free((void *)(uintptr_t)rows.ptr);
}

/* --- The list itself: what it says of us, with the vectors or without --------------- */

/* A section is a heading ("## 2. ..", "### 9.3 ..", "## Appendix A") or a decision. */
static bool names_section(ptc_str spec, ptc_str section)
{
    unsigned number = 0;
    ptc_str line;

    while (test_next_line(&spec, &line, &number)) {
        size_t start = 0;

        while (start < line.len && strchr("#| ", line.ptr[start]) != NULL)
            start++;
        if (start > 0 && line.len - start > section.len &&
            memcmp(line.ptr + start, section.ptr, section.len) == 0 &&
            strchr(". ", line.ptr[start + section.len]) != NULL)
            return true;
    }
    return false;
}

Test(lisp_vectors, rules)
{
    static lisp_differences all;
    ptc_str spec = test_read_project_file("docs/spec/ptc-lisp.md");

    lisp_differences_read(&all);
    for (size_t i = 0; i < all.rule_count; i++)
        cr_expect(names_section(spec, all.sections[i]),
                  "%s: the language has no section %s", test_cstr(all.rules[i]),
                  test_cstr(all.sections[i]));
    free((void *)(uintptr_t)spec.ptr);
}

Test(lisp_vectors, differences)
{
    static lisp_differences all;

    lisp_differences_read(&all);
    for (size_t i = 0; i < all.rule_count; i++) {
        bool is_used = false;

        for (size_t j = 0; j < all.count; j++)
            is_used |= ptc_str_equal(all.rules[i], all.items[j].rule);
        cr_expect(is_used, "the rule %s has no expression", test_cstr(all.rules[i]));
    }
    for (size_t i = 0; i < all.count; i++) {
        const lisp_difference *listed = &all.items[i];
        lisp_answer answer = lisp_evaluate(listed->text, NULL, NULL);

        cr_expect(!ptc_str_equal(listed->clojure, listed->ours), "%s is not a difference",
                  test_cstr(listed->text));
        cr_expect(is_as_listed(listed, &answer), "%s: %s, not %s as listed",
                  test_cstr(listed->text),
                  answer.is_ok ? test_cstr(answer.result.canonical)
                               : ptc_reason_name(answer.result.error.reason),
                  test_cstr(listed->ours));
        lisp_forget(&answer);
    }
}
