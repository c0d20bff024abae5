/* SPDX-License-Identifier: MIT */
/* Compiled agents: programs that run as constants, without a model. [subagent 15] */
#include <criterion/criterion.h>

#include "compiled_agents.h"

/* --- Arguments and results --------------------------------------------------------- */

/* M256: execute. */
Test(compiled, takes_a_map_and_gives_a_step)
{
    test_compiled at;

    test_compiled_start(&at, "(id :int, amount :float) -> {id :int, score :float}",
                        "(return {:id ctx/id :score (* 2 ctx/amount)})");
    test_compiled_go(&at, "{:id 7 :amount 1.25}");
    test_expect_result(&at.run, "{\"id\" 7 \"score\" 2.5}");
    cr_expect_eq(at.run.status, PTC_OK);
    cr_expect(ptc_str_equal(at.run.step->agent, PTC_STR("scorer")));
    cr_expect_eq(at.run.step->signature, at.compiled.signature);
    cr_expect_eq(at.run.step->usage.turns, 0u);
    cr_expect_eq(at.run.step->usage.llm_requests, 0u);
    cr_expect_eq(at.run.step->usage.input_tokens, -1);
    test_compiled_stop(&at);
}

/* M259: of what goes in. */
Test(compiled, arguments_are_coerced_and_checked)
{
    test_compiled at;

    test_compiled_start(&at, "(id :int, limit :int = 20, note :string?) -> :any",
                        "(return [ctx/id ctx/limit ctx/note])");
    test_compiled_go(&at, "{\"id\" \"7\"}");
    test_expect_result(&at.run, "[7 20 nil]");
    test_compiled_go(&at, "{\"id\" \"x\"}");
    test_expect_fail(&at.run, "validation_error", "id: expected int, got string \"x\"");
    cr_expect_eq(at.run.status, PTC_ERROR_INVALID);
    test_compiled_go(&at, "{}");
    test_expect_fail(&at.run, "validation_error", NULL);
    test_compiled_stop(&at);
}

Test(compiled, no_parameter_takes_an_empty_map_or_none)
{
    test_compiled at;

    test_compiled_start(&at, "() -> :int", "(return 42)");
    test_compiled_go(&at, NULL);
    test_expect_result(&at.run, "42");
    test_compiled_go(&at, "{}");
    test_expect_result(&at.run, "42");
    at.compiled.signature = NULL;
    test_compiled_go(&at, "{:whatever 1}");
    test_expect_result(&at.run, "42");
    test_compiled_go(&at, "[1]");
    test_expect_fail(&at.run, "invalid_config", "context must be a map");
    test_compiled_stop(&at);
}

/* M259: and of the results. */
Test(compiled, results_are_checked_as_the_mode_says)
{
    static const ptc_mode modes[] = {PTC_MODE_ENABLED, PTC_MODE_STRICT,
                                     PTC_MODE_WARN_ONLY, PTC_MODE_DISABLED};
    test_compiled at;

    test_compiled_start(&at, "() -> {n :int}", "(return {:n \"x\"})");
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        at.compiled.mode = modes[i];
        test_compiled_go(&at, NULL);
        if (i < 2)
            test_expect_fail(&at.run, "validation_error", NULL);
        else
            cr_expect_eq(at.run.status, PTC_OK);
    }
    test_compiled_stop(&at);
}

Test(compiled, a_var_is_no_result)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(return {:a (def x 1)})");
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "validation_error",
                     "a: expected a value, got #'x, the name that def gives; use x "
                     "itself");
    at.compiled.stage_count = 0;
    test_compiled_add(&at, "(def x 5)");
    at.compiled.flags = PTC_COMPILED_VALUE;
    test_compiled_go(&at, NULL);
    test_expect_result(&at.run, "5");
    test_compiled_stop(&at);
}

Test(compiled, floats_keep_their_digits)
{
    test_compiled at;

    test_compiled_start(&at, "() -> {x :float}", "(return {:x 1.23456})");
    at.compiled.float_digits = 3;
    test_compiled_go(&at, NULL);
    test_expect_result(&at.run, "{\"x\" 1.23}");
    test_compiled_stop(&at);
}

Test(compiled, settings_that_there_are_not_are_refused)
{
    test_compiled at;
    const ptc_compiled *good = &at.compiled;
    const struct {
        ptc_compiled changed;
        const char *told;
    } rows[] = {
        {{.mode = (ptc_mode)77},
         "signature_validation must be one of: enabled, warn_only, strict, disabled"},
        {{.flags = 12}, "flags must be PTC_COMPILED_* flags, got 12 as well"},
        {{.float_digits = 19},
         "float_precision must be an integer from 0 to 17 or absent"},
        {{.fuel = UINT64_MAX - 1},
         "fuel must be at most 9223372036854775807, got 18446744073709551614"},
        {{.max_tool_calls = (uint64_t)1 << 32},
         "max_tool_calls must be at most 4294967295, got 4294967296"},
    };

    test_compiled_start(&at, "() -> :int", "(return 1)");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_compiled kept = *good;

        at.compiled.mode = rows[i].changed.mode;
        at.compiled.flags = rows[i].changed.flags;
        at.compiled.float_digits = rows[i].changed.float_digits;
        at.compiled.fuel = rows[i].changed.fuel;
        at.compiled.max_tool_calls = rows[i].changed.max_tool_calls;
        test_compiled_go(&at, NULL);
        test_expect_fail(&at.run, "invalid_config", rows[i].told);
        at.compiled = kept;
    }
    test_compiled_go(&at, NULL);
    test_expect_result(&at.run, "1");
    test_compiled_stop(&at);
}

Test(compiled, no_limit_is_none)
{
    test_compiled at;

    test_compiled_start(&at, "() -> :int",
                        "(tool/t {:id 3}) (return (count (vec (range 300))))");
    test_compiled_tool(&at, NULL);
    at.compiled.fuel = at.compiled.max_heap = at.compiled.memory_limit = PTC_UNLIMITED;
    at.compiled.timeout_ms = at.compiled.tool_timeout_ms = PTC_UNLIMITED;
    at.compiled.mission_timeout_ms = at.compiled.max_tool_calls = PTC_UNLIMITED;
    test_compiled_go(&at, NULL);
    test_expect_result(&at.run, "300");
    test_compiled_stop(&at);
}

/* --- Failures ---------------------------------------------------------------------- */

Test(compiled, programs_fail_as_agents_do)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(println \"here\")\n(+ 1 \"x\")");
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "type_error", NULL);
    cr_expect_str_eq(test_edn(&at.run, &at.run.step->fail.details),
                     "{\"line\" 2 \"column\" 1}");
    cr_assert_eq(at.run.step->trace->turn_count, (size_t)1);
    cr_expect_str_eq(test_cstr(at.run.step->trace->turns[0].prints), "here\n");
    at.compiled.stage_count = 0;
    test_compiled_add(&at,
                      "(fail {:reason :too_small :message \"no\" :op \"score\" :n 3})");
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "too_small", "no");
    cr_expect(ptc_str_equal(at.run.step->fail.op, PTC_STR("score")));
    cr_expect_str_eq(test_edn(&at.run, &at.run.step->fail.details), "{:n 3}");
    at.compiled.stage_count = 0;
    test_compiled_add(&at, "(+ 1 2)");
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "must_return_missing", "the program ended without return");
    test_compiled_stop(&at);
}

Test(compiled, limits_are_those_of_agents)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(return (reduce + (range 5000)))");
    at.compiled.fuel = 1000;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "fuel_exceeded", NULL);
    at.compiled.fuel = PTC_UNLIMITED;
    test_compiled_go(&at, NULL);
    test_expect_result(&at.run, "12497500");
    at.compiled.stage_count = 0;
    test_compiled_add(&at, "(return (count (vec (range 200000))))");
    at.compiled.max_heap = 100000;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "memory_exceeded", NULL);
    at.compiled.stage_count = 0;
    test_compiled_add(&at, "(def x \"0123456789\") (return 1)");
    at.compiled.memory_limit = 8;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "memory_limit_exceeded", NULL);
    test_compiled_stop(&at);
}

Test(compiled, overrides_hold_for_a_run)
{
    ptc_agent_overrides overrides = {.struct_size = sizeof overrides, .fuel = 100};
    test_compiled at;

    test_compiled_start(&at, NULL, "(return (reduce + (range 5000)))");
    at.run.options.overrides = &overrides;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "fuel_exceeded", NULL);
    overrides.fuel = 0;
    overrides.float_digits = 40;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "invalid_config", NULL);
    test_compiled_stop(&at);
}

Test(compiled, time_is_over_when_it_is)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(tool/t {:id 2}) (return (reduce + (range 100000)))");
    test_compiled_tool(&at, "(id :int) -> :int");
    at.compiled.timeout_ms = 50;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "timeout", NULL);
    at.compiled.timeout_ms = 0;
    at.compiled.mission_timeout_ms = 50;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "mission_timeout", "the mission's time is over");
    at.compiled.mission_timeout_ms = 0;
    at.compiled.tool_timeout_ms = 50;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "tool_error", NULL);
    test_compiled_stop(&at);
}

Test(compiled, cancelled_runs_end)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(tool/t {:id 1}) (return (reduce + (range 100000)))");
    test_compiled_tool(&at, "(id :int) -> :int");
    at.run.options.cancel = &at.cancel;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "cancelled", "the run was cancelled");
    test_compiled_go(&at, NULL);
    cr_expect_eq(at.calls, (size_t)1, "it ran although it was cancelled");
    test_compiled_stop(&at);
}

/* --- Stages ------------------------------------------------------------------------ */

/* M262. */
Test(compiled, stages_see_what_those_before_left)
{
    test_compiled at;

    test_compiled_start(&at, "(n :int) -> :any",
                        "(def x (inc (or ctx/n 0))) {:seen 9 :n 100}");
    test_compiled_add(&at, "(defn twice [y] (* 2 y)) 33");
    test_compiled_add(&at,
                      "(return [x (twice x) ctx/seen ctx/n *1 (:seen *2) memory/x])");
    test_compiled_go(&at, "{:n 4}");
    test_expect_result(&at.run, "[5 10 9 100 33 9 5]");
    cr_expect_eq(at.run.step->trace->turn_count, (size_t)3);
    at.compiled.flags = PTC_COMPILED_MERGES_NOT;
    test_compiled_go(&at, "{:n 4}");
    test_expect_result(&at.run, "[5 10 nil 4 33 9 5]");
    test_compiled_stop(&at);
}

Test(compiled, a_run_begins_with_fresh_memory)
{
    test_compiled at;

    test_compiled_start(&at, NULL,
                        "(memory/put :k (inc (or (memory/get :k) 0))) (return memory/k)");
    for (int i = 0; i < 2; i++) {
        test_compiled_go(&at, NULL);
        test_expect_result(&at.run, "1");
        cr_expect_str_eq(test_edn(&at.run, &at.run.step->memory), "{\"k\" 1}");
    }
    test_compiled_stop(&at);
}

Test(compiled, a_failed_stage_ends_the_run)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(tool/t {:id 5})");
    test_compiled_add(&at, "\n(+ 1 \"x\")");
    test_compiled_add(&at, "(tool/t {:id 6}) (return 1)");
    test_compiled_tool(&at, NULL);
    test_compiled_go(&at, NULL);
    cr_expect_eq(at.run.status, PTC_ERROR_INVALID);
    cr_expect_eq(at.calls, (size_t)1);
    cr_expect_str_eq(test_edn(&at.run, &at.run.step->fail.details),
                     "{\"block\" 2 \"line\" 2 \"column\" 1}");
    test_compiled_stop(&at);
}

Test(compiled, an_early_return_ends_the_run)
{
    test_compiled at;

    test_compiled_start(&at, "(n :int) -> :int", "(when (> ctx/n 3) (return 1))");
    test_compiled_add(&at, "(return 2)");
    test_compiled_go(&at, "{:n 4}");
    test_expect_result(&at.run, "1");
    test_compiled_go(&at, "{:n 2}");
    test_expect_result(&at.run, "2");
    test_compiled_stop(&at);
}

Test(compiled, images_of_another_runtime_are_refused)
{
    ptc_image foreign;
    test_compiled at;

    test_compiled_start(&at, NULL, "(tool/t {:id 5})");
    test_compiled_add(&at, "(return 1)");
    test_compiled_tool(&at, NULL);
    foreign = *at.stages[1];
    foreign.revision++;
    at.stages[1] = &foreign;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "invalid_config", NULL);
    cr_expect_eq(at.calls, (size_t)0, "the first stage ran");
    at.stages[1] = NULL;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "invalid_config", "a compiled agent needs its programs");
    test_compiled_stop(&at);
}

Test(compiled, a_struct_without_its_size_is_an_argument_error)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(return 1)");
    at.compiled.struct_size = 0;
    test_compiled_go(&at, NULL);
    cr_expect_eq(at.run.status, PTC_ERROR_ARGUMENT);
    cr_expect(at.run.step == NULL);
    at.compiled.struct_size = sizeof at.compiled;
    at.run.options.struct_size = 0;
    test_compiled_go(&at, NULL);
    cr_expect_eq(at.run.status, PTC_ERROR_ARGUMENT);
    test_compiled_stop(&at);
}
