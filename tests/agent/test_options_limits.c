/* SPDX-License-Identifier: MIT */
/*
 * A limit that was asked for is never off: with one limit set, and nothing else, that
 * limit holds, and those that were not set are as documented. PTC_UNLIMITED is none.
 * [build-and-packaging 9, ptc-lisp 18]
 */
#include "support.h"

#include <criterion/criterion.h>

static ptc_arena arena;

/* --- Programs ----------------------------------------------------------------------- */

#define FOREVER  "(loop [] (recur))"
#define DEEP     "((fn f [n] (inc (f (inc n)))) 0)"
#define LARGE    "(count (reduce (fn [v i] (conj v (str i))) [] (range 100000)))"
#define BRANCHES "(pmap (fn [x] (loop [] (recur))) [1 2])"

static ptc_lisp_result run(const ptc_lisp_options *options, const char *text)
{
    ptc_source source = {PTC_STR("limits"), ptc_str_of(text)};
    ptc_lisp_result result;
    ptc_lisp *lisp;

    ptc_arena_reset(&arena);
    cr_assert(ptc_lisp_new(options, &lisp) == PTC_OK, "%s", text);
    cr_assert(ptc_lisp_eval(&arena, lisp, &source, 0, &result) != PTC_ERROR_MEMORY);
    ptc_lisp_free(lisp);
    return result;
}

/* A clock that goes on by a second whenever it is looked at. */
static uint64_t hasty(void *user)
{
    uint64_t *now = user;

    return *now += 1000;
}

static uint64_t standing(void *user)
{
    (void)user;
    return 1;
}

#define OPTIONS(...)                                                                     \
    {                                                                                    \
        .struct_size = sizeof(ptc_lisp_options), __VA_ARGS__                             \
    }

/* Whatever else is set, every program ends. M554 */
Test(options_limits, one_limit_of_a_program, .timeout = 60)
{
    static const struct {
        ptc_lisp_options options;
        const char *text;
        ptc_reason reason;
    } rows[] = {
        {OPTIONS(.heap = 1 << 20), LARGE, PTC_REASON_MEMORY},
        {OPTIONS(.time_ms = 20), FOREVER, PTC_REASON_TIMEOUT},
        {OPTIONS(.fuel = 1000), FOREVER, PTC_REASON_FUEL},
        {OPTIONS(.jumps = 100), FOREVER, PTC_REASON_LOOP_LIMIT},
        {OPTIONS(.frames = 50), DEEP, PTC_REASON_RECURSION_LIMIT},
        {OPTIONS(.branches_ms = 20), BRANCHES, PTC_REASON_PMAP},
        {OPTIONS(.memory_limit = 20), "(def a \"0123456789012345678901234567890\") 1",
         PTC_REASON_MEMORY_LIMIT},
        /* others than the one that was asked for are as by default: the clock, frames */
        {OPTIONS(.heap = 1 << 20), FOREVER, PTC_REASON_TIMEOUT},
        {OPTIONS(.frames = 50), FOREVER, PTC_REASON_TIMEOUT},
        {OPTIONS(.memory_limit = 20), FOREVER, PTC_REASON_TIMEOUT},
        {OPTIONS(.branches_ms = 60000), FOREVER, PTC_REASON_TIMEOUT},
        {OPTIONS(.fuel = PTC_UNLIMITED), FOREVER, PTC_REASON_TIMEOUT},
        {OPTIONS(.jumps = PTC_UNLIMITED), FOREVER, PTC_REASON_TIMEOUT},
        {OPTIONS(.time_ms = 20), DEEP, PTC_REASON_RECURSION_LIMIT},
    };

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_lisp_result result = run(&rows[i].options, rows[i].text);

        cr_expect_eq(result.error.reason, rows[i].reason, "row %zu, %s: %s", i,
                     rows[i].text, ptc_reason_name(result.error.reason));
    }
    ptc_arena_free(&arena);
}

/* The same limits by NULL, by zero, and by the number. M554 */
Test(options_limits, defaults_of_a_program, .timeout = 60)
{
    static const ptc_lisp_options zero = OPTIONS(.heap = 0);
    static const ptc_lisp_options same =
        OPTIONS(.heap = 10000000, .time_ms = 1000, .frames = 2000, .branches_ms = 5000);
    static const ptc_lisp_options *const all[] = {NULL, &zero, &same};

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < 3; i++) {
        const ptc_lisp_error error = run(all[i], FOREVER).error;

        cr_expect(strstr(error.message.ptr, "1000ms") != NULL, "%s", error.message.ptr);
        cr_expect(strstr(run(all[i], DEEP).error.message.ptr, "2000") != NULL);
        cr_expect_eq(run(all[i], "(count (vec (range 3000000)))").error.reason,
                     PTC_REASON_MEMORY);
    }
    ptc_arena_free(&arena);
}

/* M554 */
Test(options_limits, none_for_a_program, .timeout = 60)
{
    uint64_t now = 0;
    ptc_lisp_options options = {.struct_size = sizeof options,
                                .time_ms = PTC_UNLIMITED,
                                .branches_ms = PTC_UNLIMITED,
                                .fuel = 20000000,
                                .clock_ms = hasty,
                                .user = &now};

    ptc_arena_init(&arena, NULL, 0);
    cr_expect_eq(run(&options, FOREVER).error.reason, PTC_REASON_FUEL);
    cr_expect_eq(run(&options, BRANCHES).error.reason, PTC_REASON_FUEL);
    options.time_ms = PTC_UNLIMITED - 1; /* no number is so large that it wraps */
    cr_expect_eq(run(&options, FOREVER).error.reason, PTC_REASON_FUEL);
    options.time_ms = 0;
    cr_expect_eq(run(&options, FOREVER).error.reason, PTC_REASON_TIMEOUT);
    options.clock_ms = standing;
    options.heap = PTC_UNLIMITED;
    options.memory_limit = PTC_UNLIMITED;
    options.fuel = PTC_UNLIMITED;
    options.jumps = PTC_UNLIMITED;
    cr_expect_eq(run(&options, LARGE).error.reason, PTC_REASON_NONE);
    cr_expect_eq(run(&options, "(def a (vec (range 1000))) 1").error.reason,
                 PTC_REASON_NONE);
    options.heap = 0;
    options.frames = PTC_UNLIMITED; /* 1,000,000, and what the C stack holds */
    cr_expect_eq(
        run(&options, "((fn f [n] (if (= n 0) 0 (inc (f (dec n))))) 5000)").error.reason,
        PTC_REASON_NONE);
    ptc_arena_free(&arena);
}

/* --- Tools -------------------------------------------------------------------------- */

static ptc_status give_text(ptc_tool_call *call, void *user)
{
    uint64_t *now = user;

    *now += 100;
    call->result = ptc_value_string(PTC_STR("0123456789012345678901234567890123456789"));
    return PTC_OK;
}

static uint64_t tell(void *user)
{
    return *(uint64_t *)user;
}

static ptc_lisp_result call_tools(ptc_tool_options options, const char *text)
{
    ptc_source source = {PTC_STR("tools"), ptc_str_of(text)};
    uint64_t now = 0;
    const ptc_tool tool = {.name = "f", .function = give_text, .user = &now};
    ptc_lisp_options lisp_options = {
        .struct_size = sizeof lisp_options, .clock_ms = tell, .user = &now};
    ptc_lisp_result result;
    ptc_lisp *lisp;

    options.struct_size = sizeof options;
    ptc_arena_reset(&arena);
    cr_assert(ptc_lisp_new(&lisp_options, &lisp) == PTC_OK);
    cr_assert(ptc_lisp_set_tools(&arena, lisp, &tool, 1, &options, NULL) == PTC_OK);
    ptc_lisp_eval(&arena, lisp, &source, 0, &result);
    ptc_lisp_free(lisp);
    return result;
}

/* M554 */
Test(options_limits, one_limit_of_tools)
{
    static const char *const thrice = "[(tool/f {}) (tool/f {}) (tool/f {})]";

    ptc_arena_init(&arena, NULL, 0);
    cr_expect_eq(call_tools((ptc_tool_options){.max_calls = 2}, thrice).error.reason,
                 PTC_REASON_TOOL);
    cr_expect_eq(call_tools((ptc_tool_options){.max_result = 10}, thrice).error.reason,
                 PTC_REASON_TOOL);
    cr_expect_eq(call_tools((ptc_tool_options){.time_ms = 50}, thrice).error.reason,
                 PTC_REASON_TOOL);
    cr_expect(
        call_tools((ptc_tool_options){.max_kept = 10}, thrice).calls[0].is_result_cut);
    cr_expect_eq(call_tools((ptc_tool_options){.max_calls = PTC_UNLIMITED,
                                               .time_ms = PTC_UNLIMITED,
                                               .max_result = PTC_UNLIMITED,
                                               .max_kept = PTC_UNLIMITED},
                            thrice)
                     .error.reason,
                 PTC_REASON_NONE);
    cr_expect_eq(call_tools((ptc_tool_options){.max_calls = 0}, thrice).error.reason,
                 PTC_REASON_NONE);
    ptc_arena_free(&arena);
}

/* --- Texts and values --------------------------------------------------------------- */

/* M554 */
Test(options_limits, one_limit_of_json)
{
    const ptc_json_options options = {.struct_size = sizeof options, .max_depth = 2};
    ptc_value value;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(ptc_json_read(&arena, "[[1]]", 5, &options, &value, NULL, NULL) == PTC_OK);
    cr_expect(ptc_json_read(&arena, "[[[1]]]", 7, &options, &value, NULL, NULL) ==
              PTC_ERROR_DEPTH);
    ptc_arena_free(&arena);
}

static const char *shown(ptc_show_options options, const ptc_value *value)
{
    ptc_text text;

    options.struct_size = sizeof options;
    ptc_text_init(&text, &arena);
    cr_assert(ptc_schema_write_value(&text, NULL, value, PTC_OUTPUT, &options) == PTC_OK);
    return text.ptr;
}

/* M554 */
Test(options_limits, one_limit_of_what_is_shown)
{
    ptc_value value;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_json_read(&arena, "[\"abcdefghij\",[[1]],2]", 22, NULL, &value, NULL,
                            NULL) == PTC_OK);
    cr_expect_str_eq(shown((ptc_show_options){.cut_mark = "."}, &value),
                     "[\"abcdefghij\" [[1]] 2]");
    cr_expect(strlen(shown((ptc_show_options){.text_max = 5, .cut_mark = "."}, &value)) <=
              6);
    cr_expect(strstr(shown((ptc_show_options){.string_max = 3, .cut_mark = "."}, &value),
                     "abcd") == NULL);
    cr_expect(strstr(shown((ptc_show_options){.list_max = 1, .cut_mark = "."}, &value),
                     "3 items") != NULL);
    cr_expect(strstr(shown((ptc_show_options){.max_depth = 2, .cut_mark = "."}, &value),
                     "1") == NULL);
    ptc_arena_free(&arena);
}

/* M554 */
Test(options_limits, one_limit_of_a_template)
{
    const ptc_source source = {PTC_STR("t"), PTC_STR("{{#x}}{{.}}{{/x}}")};
    const ptc_template_options options = {.struct_size = sizeof options, .step_limit = 3};
    ptc_template compiled;
    ptc_diags diags;
    ptc_value data;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_diags_init(&diags, &arena);
    ptc_text_init(&text, &arena);
    cr_assert(ptc_template_compile(&arena, &source, &diags, &compiled) == PTC_OK);
    cr_assert(ptc_json_read(&arena, "{\"x\":[1,2,3,4,5]}", 17, NULL, &data, NULL, NULL) ==
              PTC_OK);
    cr_expect(ptc_template_expand(&text, &compiled, &data, &options, NULL) ==
              PTC_ERROR_RANGE);
    cr_expect(ptc_template_expand(&text, &compiled, &data, NULL, NULL) == PTC_OK);
    ptc_arena_free(&arena);
}

/* M554 */
Test(options_limits, one_limit_of_readers)
{
    const ptc_read_options read = {.struct_size = sizeof read, .memory_cap = 2000};
    const ptc_contract_options options = {.struct_size = sizeof options, .read = &read};
    ptc_source source = {PTC_STR("f.sig"), {NULL, 0}};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    for (unsigned i = 0; i < 500; i++) {
        ptc_text_cstr(&text, "t");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, " = {a :int, b [:string]}\n");
    }
    source.text = ptc_text_view(&text);
    ptc_diags_init(&diags, &arena);
    cr_expect(ptc_contracts_read(&arena, &source, &options, &diags, &contracts) ==
              PTC_ERROR_SYNTAX);
    ptc_diags_init(&diags, &arena);
    cr_expect(ptc_contracts_read(&arena, &source, NULL, &diags, &contracts) == PTC_OK);
    ptc_arena_free(&arena);
}
