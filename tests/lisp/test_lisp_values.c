/* SPDX-License-Identifier: MIT */
/* Values of programs: equality, order, hashes, graphemes, the way in and out. */
#include "support.h"

#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"
#include "lisp/host/host_int.h"

#include <criterion/criterion.h>

#include <math.h>

/* --- Relations, by way of EDN ------------------------------------------------------ */

typedef struct relation_row {
    const char *a;
    const char *b;
    bool is_equal;
    bool is_same;
    int order; /* of compare; 2: refused */
} relation_row;

static const relation_row relation_rows[] = {
    {"1", "1", true, true, 0},
    {"1", "1.0", true, false, 0},
    {"9007199254740993", "9007199254740992.0", false, false, 1},
    {"9223372036854775807", "9.223372036854775807e18", false, false, -1},
    {"0.0", "-0.0", true, true, 0},
    {"nil", "nil", true, true, 0},
    {"nil", "false", false, false, -1},
    {"5", "nil", false, false, 1},
    {"false", "true", false, false, -1},
    {"\"a\"", "\"a\"", true, true, 0},
    {"\"a\"", ":a", false, false, 2},
    {"\"a\"", "\"ab\"", false, false, -1},
    {"\"\xEF\xBF\xBD\"", "\"\xF0\x9F\x98\x80\"", false, false, 1},
    {"\"\xC3\xA9\"", "\"z\"", false, false, 1},
    {":a", ":b", false, false, -1},
    {"[1 2]", "[1 2]", true, true, 0},
    {"[1 2]", "(1 2)", true, true, 0},
    {"[1 2]", "[1.0 2]", true, false, 0},
    {"[9]", "[1 2]", false, false, -1},
    {"[1 3]", "[1 2]", false, false, 1},
    {"{:a 1 :b 2}", "{:b 2 :a 1}", true, true, 2},
    {"{:a 1}", "{:a 1.0}", true, false, 2},
    {"{1 :a}", "{1.0 :a}", false, false, 2},
    {"{:a nil}", "{:b nil}", false, false, 2},
    {"{:a [1 {:b 2}]}", "{:a [1 {:b 2.0}]}", true, false, 2},
    {"#{1 2}", "#{2 1}", true, true, 2},
    {"#{1}", "#{1.0}", false, false, 2},
    {"#{1 2 3 4 5 6 7 8 9 10}", "#{10 9 8 7 6 5 4 3 2 1}", true, true, 2},
    {"[]", "{}", false, false, 2},
};

static ptc_value read_edn(ptc_arena *arena, const char *text)
{
    ptc_source source = {.name = PTC_STR("test"), .text = ptc_str_of(text)};
    ptc_value value = ptc_value_nil();
    ptc_forms forms;
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    ptc_forms_init(&forms, arena, &source);
    cr_assert(ptc_form_to_value(&forms, ptc_edn_read_one(&forms, &diags), &value,
                                &diags) == PTC_OK,
              "%s", text);
    return value;
}

static ptc_value read_value(ptc_lisp *lisp, const char *text)
{
    ptc_arena arena;
    ptc_value value;
    ptc_value taken;

    ptc_arena_init(&arena, NULL, 0);
    value = read_edn(&arena, text);
    taken = ptc_lisp_import(lisp, &value);
    ptc_arena_free(&arena);
    return taken;
}

typedef struct compare_job {
    ptc_value a;
    ptc_value b;
    int order;
} compare_job;

static void run_compare(ptc_lisp *lisp, void *user)
{
    compare_job *job = user;

    job->order = ptc_lisp_compare(lisp, &job->a, &job->b);
}

Test(lisp_values, relations)
{
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    for (size_t i = 0; i < sizeof relation_rows / sizeof *relation_rows; i++) {
        const relation_row *row = &relation_rows[i];
        compare_job job = {read_value(lisp, row->a), read_value(lisp, row->b), 2};
        compare_job back = {job.b, job.a, 2};

        cr_expect(ptc_lisp_equal(lisp, &job.a, &job.b) == row->is_equal, "%s = %s",
                  row->a, row->b);
        cr_expect(ptc_lisp_equal(lisp, &job.b, &job.a) == row->is_equal, "%s = %s",
                  row->b, row->a);
        cr_expect(ptc_lisp_same(lisp, &job.a, &job.b) == row->is_same, "%s same %s",
                  row->a, row->b);
        if (row->is_same)
            cr_expect(ptc_lisp_hash(lisp, &job.a) == ptc_lisp_hash(lisp, &job.b),
                      "hash of %s and %s", row->a, row->b);
        if (!ptc_lisp_protect(lisp, run_compare, &job))
            cr_expect(lisp->error.reason == PTC_REASON_TYPE);
        ptc_lisp_protect(lisp, run_compare, &back);
        cr_expect(job.order == row->order, "compare %s %s: %d", row->a, row->b,
                  job.order);
        cr_expect(back.order == (row->order == 2 ? 2 : -row->order), "compare %s %s: %d",
                  row->b, row->a, back.order);
    }
    ptc_lisp_free(lisp);
}

/* NaN is equal to nothing, also inside of one and the same vector. */
static void run_nan(ptc_lisp *lisp, void *user)
{
    ptc_value nan = ptc_value_float((double)NAN);
    ptc_value vector = ptc_vector_of(lisp, &nan, 1);
    ptc_value set = ptc_lisp_set_of(lisp, &nan, 1);

    (void)user;
    cr_expect(!ptc_lisp_equal(lisp, &nan, &nan));
    cr_expect(!ptc_lisp_equal(lisp, &vector, &vector));
    cr_expect(!ptc_lisp_set_has(lisp, &set, &nan));
    cr_expect(ptc_lisp_set_conj(lisp, set, nan).aux == 2);
}

Test(lisp_values, nan_is_equal_to_nothing)
{
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_expect(ptc_lisp_protect(lisp, run_nan, NULL));
    ptc_lisp_free(lisp);
}

/* --- Data that shares its parts ---------------------------------------------------- */

/* [[[..] [..]] [[..] [..]]]: 2^60 elements in some kilobytes. */
static ptc_value shared_tree(ptc_lisp *lisp)
{
    ptc_value tree = ptc_vector_empty();

    for (unsigned i = 0; i < 60; i++) {
        ptc_value both[2] = {tree, tree};

        tree = ptc_vector_of(lisp, both, 2);
    }
    return tree;
}

static void run_shared_equal(ptc_lisp *lisp, void *user)
{
    ptc_value a = shared_tree(lisp);
    ptc_value b = shared_tree(lisp);

    *(bool *)user = ptc_lisp_equal(lisp, &a, &b);
}

static void run_shared_hash(ptc_lisp *lisp, void *user)
{
    ptc_value tree = shared_tree(lisp);

    *(bool *)user = ptc_lisp_hash(lisp, &tree) != 0;
}

Test(lisp_values, shared_data_meets_the_limit_of_steps)
{
    static void (*const bodies[])(ptc_lisp *, void *) = {run_shared_equal,
                                                         run_shared_hash};
    ptc_lisp_options options;
    ptc_lisp *lisp;
    bool unused;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.fuel = 100000;
    cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
    for (size_t i = 0; i < 2; i++) {
        ptc_lisp_start_limits(lisp);
        cr_expect(!ptc_lisp_protect(lisp, bodies[i], &unused));
        cr_expect(lisp->error.reason == PTC_REASON_FUEL);
    }
    ptc_lisp_free(lisp);
}

/* --- Graphemes --------------------------------------------------------------------- */

typedef struct grapheme_row {
    const char *text;
    size_t lengths[6]; /* in bytes, 0 at the end */
} grapheme_row;

/* [ptc-lisp D4], UAX #29 */
static const grapheme_row grapheme_rows[] = {
    {"abc", {1, 1, 1}},
    {"a\r\nb", {1, 1, 1, 1}}, /* as in Clojure */
    {"\n\r", {1, 1}},
    {"\r", {1}},
    {"e\xCC\x81x", {3, 1}},                                       /* combining acute */
    {"\xC3\xA9", {2}},                                            /* the same, composed */
    {"\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA\xF0\x9F\x87\xA6", {8, 4}}, /* flag, half a flag */
    {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7!", {11, 1}},   /* family */
    {"a\xE2\x80\x8D\xF0\x9F\x91\xA7", {4, 4}},        /* joiner after a letter */
    {"\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD", {8}},        /* skin tone */
    {"\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8", {9}},    /* Hangul L V T */
    {"\xEA\xB0\x80\xE1\x86\xA8\xEA\xB0\x81", {6, 3}}, /* LV T, LVT */
    {"\xE0\xA4\xA8\xE0\xA4\xBF", {6}},                /* spacing mark */
    {"\xD8\x80"
     "1",
     {3}}, /* prepended mark */
    {"\xE2\x80\x8B"
     "a",
     {3, 1}},               /* control */
    {"\n\xCC\x81", {1, 2}}, /* nothing joins a control */
};

Test(lisp_values, graphemes)
{
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    for (size_t i = 0; i < sizeof grapheme_rows / sizeof *grapheme_rows; i++) {
        const grapheme_row *row = &grapheme_rows[i];
        ptc_value string = ptc_value_string(ptc_str_of(row->text));
        size_t at = 0;
        size_t count = 0;

        ptc_string_done(&string, string.aux);
        for (; row->lengths[count] != 0; count++) {
            size_t length = ptc_string_grapheme(lisp, ptc_value_text(&string), at);

            cr_expect(length == row->lengths[count], "row %zu, place %zu: %zu", i, at,
                      length);
            at += row->lengths[count];
        }
        cr_expect(at == string.aux, "row %zu", i);
        cr_expect(ptc_string_count(lisp, &string) == count, "row %zu", i);
    }
    ptc_lisp_free(lisp);
}

/* --- In and out -------------------------------------------------------------------- */

static const char *const data_rows[] = {
    "nil",
    "[1 -2.5 true false nil \"text\" :keyword \"\xC3\xA9\"]",
    "{:a 1 \"a\" 2 :b-c {:d []} 7 [1 2 3]}",
    "{\"one\" 1 \"two\" {\"three\" [{} #{} () (1 2)]}}",
    "#{1 1.0 \"a\" :a [1] nil}",
    "{1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 "
    "31 32 33 34 35 36 37 38}",
    "#{0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20}",
    "[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29]",
    "[123456789012345678901234567890]",
};

Test(lisp_values, data_goes_in_and_out_unchanged)
{
    for (size_t i = 0; i < sizeof data_rows / sizeof *data_rows; i++) {
        ptc_arena arena;
        ptc_lisp *lisp;
        ptc_value value;
        ptc_value taken;
        ptc_value given;
        ptc_text before;
        ptc_text after;

        cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
        ptc_arena_init(&arena, NULL, 0);
        value = read_edn(&arena, data_rows[i]);
        taken = ptc_lisp_import(lisp, &value);
        cr_expect(ptc_lisp_export(lisp, &arena, &taken, &given) == PTC_OK);
        ptc_lisp_free(lisp);
        cr_expect(ptc_value_same(&value, &given), "%s", data_rows[i]);
        ptc_text_init(&before, &arena);
        ptc_text_init(&after, &arena);
        ptc_value_write(&before, &value);
        ptc_value_write(&after, &given);
        cr_expect(ptc_str_equal(ptc_text_view(&before), ptc_text_view(&after)), "%s: %s",
                  before.ptr, after.ptr);
        ptc_arena_free(&arena);
    }
}

/* What shares its parts does not fill the host's memory when it goes out. */
static void run_shared_export(ptc_lisp *lisp, void *user)
{
    ptc_value tree = shared_tree(lisp);
    ptc_arena arena;
    ptc_value out;

    ptc_arena_init(&arena, NULL, 0);
    *(ptc_status *)user = ptc_lisp_export(lisp, &arena, &tree, &out);
    cr_expect(arena.held < 100000000, "%zu", arena.held);
    ptc_arena_free(&arena);
}

Test(lisp_values, shared_data_is_limited_on_its_way_out)
{
    ptc_lisp *lisp;
    ptc_status status = PTC_OK;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_expect(ptc_lisp_protect(lisp, run_shared_export, &status));
    cr_expect(status == PTC_ERROR_MEMORY);
    ptc_lisp_free(lisp);
}

/* --- Host data is written to like any other ---------------------------------------- */

static void run_host_writes(ptc_lisp *lisp, void *user)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, 3);
    size_t before;

    slots[0] = *(ptc_value *)user;
    before = ptc_heap_bytes(lisp);
    for (int64_t i = 0; i < 1000; i++) {
        slots[1] = ptc_vector_assoc(lisp, slots[0], (uint32_t)i, ptc_value_int(-1));
        slots[2] = ptc_vector_slice(lisp, slots[0], 100, 9000);
        slots[2] = ptc_vector_conj(lisp, slots[2], ptc_value_int(i));
        cr_assert(ptc_vector_nth(&slots[1], (uint32_t)i).as.integer == -1);
        cr_assert(ptc_vector_nth(&slots[2], 8900).as.integer == i);
        cr_assert(slots[0].as.items[i].as.integer == i);
        if (i == 499) {
            cr_expect(ptc_heap_bytes(lisp) - before < 500 * 4000 + 10000 * 20);
            ptc_heap_collect(lisp);
        }
    }
    memset(slots, 0, 3 * sizeof *slots); /* nil */
    lisp->top = slots;
}

Test(lisp_values, host_data_is_written_to_in_parts)
{
    ptc_value items[10000];
    ptc_value vector;
    ptc_lisp *lisp;

    for (int64_t i = 0; i < 10000; i++)
        items[i] = ptc_value_int(i);
    vector = ptc_value_vector(items, 10000);
    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    vector = ptc_lisp_import(lisp, &vector);
    cr_expect(ptc_lisp_protect(lisp, run_host_writes, &vector));
    ptc_heap_reset(lisp);
    cr_expect(ptc_lisp_protect(lisp, run_host_writes, &vector));
    ptc_lisp_free(lisp);
}
