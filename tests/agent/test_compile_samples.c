/* SPDX-License-Identifier: MIT */
/* What programs that are compiled at run time must hold for: samples, answers of tools,
 * generated arguments; and the same once more. [subagent 15] */
#include <criterion/criterion.h>

#include "compile_agents.h"

/* --- Programs that are not general ------------------------------------------------- */

Test(compile_samples, parameters_must_be_read)
{
    const ptc_compile_fault *fault;
    test_compile at;

    test_compile_start(&at, "(a :int, b :int, note :string?, limit :int = 3) -> :int");
    at.options.program = PTC_STR("(return (+ ctx/a 7))");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "compile_error",
                             "the program never reads ctx/b, which every caller must "
                             "give");
    cr_assert_eq(at.made->error_count, (size_t)1, "neither note nor limit");
    fault = test_compile_fault(&at, PTC_DIAG_COMPILE_UNUSED_INPUT);
    cr_assert(fault != NULL);
    cr_expect_str_eq(test_cstr(fault->hint), "read it, or make the parameter optional");
    at.options.flags = PTC_COMPILE_ALLOW_UNUSED;
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    at.options.flags = 0; /* within a function, and spelled with a dash */
    at.run.agent.signature_text = PTC_STR("(a_b :int) -> :int");
    at.options.program = PTC_STR("(defn f [] (fn [] ctx/a-b)) (return ((f)))");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    test_compile_stop(&at);
}

Test(compile_samples, equal_results_are_a_warning)
{
    test_compile at;

    test_compile_start(&at, "(text :string) -> {size :int}");
    test_compile_sample(&at, "{:text \"hello\"}");
    test_compile_sample(&at, "{:text \"you\"}");
    at.options.flags = PTC_COMPILE_ALLOW_UNUSED;
    at.options.program = PTC_STR("(return {:size 5})");
    test_compile_go(&at);
    cr_assert_eq(at.status, PTC_OK);
    cr_expect_eq(at.made->warning_count, (size_t)1);
    cr_assert(test_compile_fault(&at, PTC_DIAG_COMPILE_LITERAL) != NULL);
    at.options.program = PTC_STR("(return {:size (count ctx/text)})");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    at.samples[1] = at.samples[0]; /* one sample, twice */
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    test_compile_stop(&at);
}

Test(compile_samples, every_sample_and_input_is_run)
{
    test_compile at;

    test_compile_start(&at, "(items [:int]) -> {first :int}");
    test_compile_sample(&at, "{:items [3 4]}");
    test_compile_sample(&at, "{:items [\"5\"]}");
    test_compile_sample(&at, "{:items []}");
    test_agent_replies(&at.run, "(return {:first (first ctx/items)})", NULL);
    test_compile_go(&at);
    test_compile_expect_fail(&at, "compile_error",
                             "sample 3: validation_error: first: expected int, got nil");
    cr_assert(test_compile_fault(&at, PTC_DIAG_COMPILE_RESULT) != NULL);
    cr_expect_eq(test_compile_fault(&at, PTC_DIAG_COMPILE_RESULT)->sample, (size_t)3);
    cr_expect_eq(at.made->step->is_ok, false);
    at.options.program =
        PTC_STR("(if (seq ctx/items) (return {:first (first ctx/items)})\n"
                "  (fail {:reason :empty :message \"there are none\"}))");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_expect_eq(at.made->samples[1].expect, PTC_COMPILE_EXPECT_RESULT);
    cr_expect_str_eq(test_edn(&at.run, &at.made->samples[1].expected), "{\"first\" 5}");
    cr_expect_eq(at.made->samples[2].expect, PTC_COMPILE_EXPECT_FAIL);
    cr_expect_str_eq(test_edn(&at.run, &at.made->samples[2].expected), "\"empty\"");
    cr_expect_eq(at.made->input_count, (size_t)20);
    cr_expect_eq(at.made->judged, (size_t)23);
    cr_expect_eq(at.made->not_judged, (size_t)0);
    test_compile_stop(&at);
}

/* What the first fault of results says to do. */
static void expect_hint(const test_compile *at, const char *hint)
{
    const ptc_compile_fault *fault = test_compile_fault(at, PTC_DIAG_COMPILE_RESULT);

    cr_assert(fault != NULL);
    cr_expect_str_eq(fault->hint.ptr, hint);
}

Test(compile_samples, generated_arguments_find_faults)
{
    const ptc_compile_fault *fault;
    test_compile at;

    test_compile_start(&at, "(kind [:enum \"a\" \"b\"]) -> :int");
    test_compile_sample(&at, "{:kind \"b\"}");
    at.options.program = PTC_STR("(return (if (= ctx/kind \"b\") 1 \"one\"))");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "compile_error", NULL);
    fault = test_compile_fault(&at, PTC_DIAG_COMPILE_RESULT);
    cr_assert(fault != NULL);
    cr_expect_gt(fault->input, (size_t)0);
    cr_expect(strstr(fault->message.ptr, "with the generated arguments {") != NULL, "%s",
              fault->message.ptr);
    expect_hint(&at, "handle such arguments, for example with (fail {..}); or "
                     "narrow the signature");
    at.options.input_count = PTC_UNLIMITED;
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_expect_eq(at.made->input_count, (size_t)0);
    test_compile_stop(&at);
}

/* As many as wanted, the same ones by the same seed; numbers that no integer holds say
 * nothing of the program, divisions by zero do. */
Test(compile_samples, generated_arguments_are_told)
{
    const char *first[2];
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    at.options.input_count = 50;
    at.options.program = PTC_STR("(return (* 3 ctx/n))");
    for (size_t i = 0; i < 2; i++) {
        test_compile_go(&at);
        test_compile_expect(&at, NULL);
        cr_assert_eq(at.made->input_count, (size_t)50);
        cr_expect_eq(at.made->judged + at.made->not_judged, (size_t)51);
        cr_expect_gt(at.made->judged, (size_t)5);
        cr_expect_gt(at.made->not_judged, (size_t)0);
        first[i] = test_edn(&at.run, &at.made->inputs[7].arguments);
    }
    cr_expect_str_eq(first[0], first[1]);
    for (size_t i = 0; i < 50; i++)
        cr_expect(at.made->inputs[i].is_judged ||
                  strncmp(at.made->inputs[i].why.ptr, "integer overflow", 16) == 0);
    at.options.seed = 1;
    test_compile_go(&at);
    cr_expect_str_neq(test_edn(&at.run, &at.made->inputs[7].arguments), first[0]);
    at.options.program = PTC_STR("(return (quot 100 ctx/n))");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "compile_error", NULL);
    cr_expect(strstr(at.made->fail.message.ptr, "arithmetic_error") != NULL);
    test_compile_stop(&at);
}

Test(compile_samples, a_sample_may_expect_a_result)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_compile_sample(&at, "{:n 3}");
    at.samples[0].expect = PTC_COMPILE_EXPECT_RESULT;
    at.samples[0].expected = ptc_value_float(6);
    at.options.program = PTC_STR("(return (* 2 ctx/n))");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    at.samples[0].expected = ptc_value_int(7);
    test_compile_go(&at);
    test_compile_expect_fail(&at, "compile_error", "sample 1: expected 7, found 6");
    cr_expect(test_compile_fault(&at, PTC_DIAG_COMPILE_SAMPLE) != NULL);
    at.samples[0].expect = PTC_COMPILE_EXPECT_FAIL;
    at.samples[0].expected = ptc_value_string(PTC_STR("odd"));
    test_compile_go(&at);
    test_compile_expect_fail(&at, "compile_error",
                             "sample 1: expected fail :odd, found 6");
    test_compile_stop(&at);
}

/* --- The run of the model ---------------------------------------------------------- */

/* The second program sees the report of the failed one before it. */
Test(compile_samples, the_result_must_be_that_of_the_model)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :any");
    test_agent_replies(&at.run, "(+ 1 \"x\")", "(return [ctx/n (some? ctx/fail)])",
                       "(+ 1 \"x\")", "(return [ctx/n (some? ctx/fail)])", NULL);
    test_compile_go(&at);
    test_compile_expect_fail(&at, "compile_error",
                             "sample 1: expected [42 true] as in the run of the model, "
                             "found [42 false]");
    at.options.flags = PTC_COMPILE_NO_VALIDATE;
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    test_compile_stop(&at);
}

/* --- Tools ------------------------------------------------------------------------- */

/* M252 */
Test(compile_samples, answers_of_tools_are_kept)
{
    const ptc_compile_sample *sample;
    test_compile at;

    test_compile_start(&at, "(n :int) -> :any");
    test_compile_tool(&at, "(id :int) -> :int", false);
    test_compile_sample(&at, "{:n 4}");
    test_compile_sample(&at, "{:n 6}");
    test_agent_replies(
        &at.run, "(do (tool/t {:id 9}) (+ 1 \"x\"))",
        "(return [(tool/t {:id ctx/n}) (:error (attempt (tool/t {:id 0})))])", NULL);
    test_compile_go(&at);
    cr_assert_eq(at.status, PTC_OK, "%s", test_cstr(at.made->fail.message));
    cr_expect_eq(at.calls, (size_t)5, "3 of the model's run, 2 of the second sample");
    sample = &at.made->samples[0];
    cr_expect(sample->has_calls);
    cr_assert_eq(sample->call_count, (size_t)2, "without that of the failed program");
    cr_expect_str_eq(test_cstr(sample->calls[0].name), "t");
    cr_expect_str_eq(test_edn(&at.run, &sample->calls[0].arguments), "{\"id\" 4}");
    cr_expect_eq(sample->calls[0].result.as.integer, 40);
    cr_expect_null(sample->calls[0].message.ptr);
    cr_expect_str_eq(test_cstr(sample->calls[1].message), "no such order");
    cr_expect_str_eq(test_cstr(sample->calls[1].reason), "not_found");
    /* The tool's answers to generated arguments are unknown. */
    cr_expect_eq(at.made->judged + at.made->not_judged, (size_t)22);
    cr_expect_gt(at.made->not_judged, (size_t)10);
    cr_assert_eq(at.made->input_count, (size_t)20);
    for (size_t i = 0; i < 20; i++)
        cr_expect(at.made->inputs[i].is_judged ||
                  strncmp(at.made->inputs[i].why.ptr,
                          "no recorded answer for (tool/t {\"id\"", 36) == 0);
    test_compile_stop(&at);
}

Test(compile_samples, tools_are_called_where_that_is_allowed)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_compile_tool(&at, "(id :int) -> :int", false);
    test_compile_sample(&at, "{:n 4}");
    at.options.flags = PTC_COMPILE_CALL_TOOLS;
    at.options.input_count = 3;
    at.options.program = PTC_STR("(return (tool/t {:id ctx/n}))");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_expect_eq(at.calls, (size_t)4);
    cr_expect_eq(at.made->judged, (size_t)4);
    cr_expect_eq(at.made->samples[0].call_count, (size_t)1);
    test_compile_stop(&at);
}

/* A tool may refuse what the signature allows: the first failure says what to do. */
Test(compile_samples, tools_that_fail_for_generated_arguments_are_explained)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_compile_tool(&at, "(id :int) -> :int", false);
    test_compile_sample(&at, "{:n 4}");
    at.options.flags = PTC_COMPILE_CALL_TOOLS;
    at.options.program = PTC_STR("(return (tool/t {:id (if (= ctx/n 4) 4 0)}))");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "compile_error", NULL);
    expect_hint(&at, "handle the failure: (attempt (tool/name {..})), then "
                     "(fail {..}); or narrow the signature");
    at.options.program = PTC_STR(
        "(let [a (attempt (tool/t {:id (if (= ctx/n 4) 4 0)}))]"
        " (if (:error a) (fail {:reason :none :message \"none\"}) (return (:ok a))))");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    test_compile_stop(&at);
}

Test(compile_samples, recorded_samples_call_nothing)
{
    ptc_recorded_call call = {.name = PTC_STR("t"), .result = ptc_value_int(77)};
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_compile_tool(&at, "(id :int) -> :int", false);
    test_compile_sample(&at, "{:n 4}");
    call.arguments = test_value(&at.run, "{\"id\" 4}");
    at.samples[0].has_calls = true;
    at.samples[0].calls = &call;
    at.samples[0].call_count = 1;
    at.options.program = PTC_STR("(return (tool/t {:id ctx/n}))");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_expect_eq(at.calls, (size_t)0);
    cr_expect_eq(at.made->samples[0].expected.as.integer, 77);
    /* One that is not recorded ends nothing, but no sample is checked. */
    at.options.program = PTC_STR("(return (or (:ok (attempt (tool/t {:id 8}))) ctx/n))");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "compile_error",
                             "no sample could be checked: no recorded answer for (tool/t "
                             "{\"id\" 8})");
    cr_expect_eq(at.made->not_judged, (size_t)1);
    cr_expect_eq(at.calls, (size_t)0);
    test_compile_stop(&at);
}

/* --- Firewall ---------------------------------------------------------------------- */

Test(compile_samples, hidden_values_are_replaced)
{
    test_compile at;

    test_compile_start(&at, "(n :int, _key :int) -> :any");
    test_compile_tool(&at, "(id :int) -> {n :int, _cost :int}", true);
    test_compile_sample(&at, "{:n 4 :_key 987654}");
    at.options.program = PTC_STR("(return [ctx/_key (:_cost (tool/t {:id ctx/n}))])");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_expect_str_eq(test_edn(&at.run, &at.made->samples[0].arguments),
                     "{:n 4 :_key 42}");
    cr_expect_str_eq(test_edn(&at.run, &at.made->samples[0].calls[0].result),
                     "{\"n\" 40 \"_cost\" 42}");
    cr_expect_str_eq(test_edn(&at.run, &at.made->samples[0].expected), "[42 42]");
    cr_expect_eq(at.calls, (size_t)1);
    test_compile_run(&at, "{:n 4 :_key 9}"); /* runs have the values themselves */
    test_expect_result(&at.run, "[9 3]");
    test_compile_stop(&at);
}

/* What a tool says in a failure has no secrets of the environment. */
Test(compile_samples, messages_of_tools_have_no_secrets)
{
    ptc_secrets secrets = {0};
    test_compile at;

    test_compile_start(&at, "(n :int) -> :any");
    test_compile_tool(&at, "(id :int) -> :int", false);
    test_compile_sample(&at, "{:n 0}");
    cr_assert_eq(ptc_secrets_add(&at.run.arena, &secrets, PTC_STR("such order")), PTC_OK);
    at.run.options.redaction.secrets = &secrets;
    at.options.run = &at.run.options;
    at.options.program = PTC_STR("(return (:message (attempt (tool/t {:id ctx/n}))))");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_assert_eq(at.made->samples[0].call_count, (size_t)1);
    cr_expect_str_eq(test_cstr(at.made->samples[0].calls[0].message), "no <redacted>");
    cr_expect(strstr(test_edn(&at.run, &at.made->samples[0].expected), "order") == NULL);
    test_compile_stop(&at);
}

/* --- Once more --------------------------------------------------------------------- */

Test(compile_samples, samples_are_replayed)
{
    const ptc_compile_replayed *replayed;
    ptc_compile_sample samples[2];
    ptc_compiled other;
    test_compile at;

    test_compile_start(&at, "(n :int) -> {a :int, list [:int]}");
    test_compile_tool(&at, "(id :int) -> :int", false);
    test_compile_sample(&at, "{:n 4}");
    test_compile_sample(&at, "{:n 5}");
    at.options.program = PTC_STR("(return {:a (tool/t {:id ctx/n}) :list [1 ctx/n]})");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_expect_eq(ptc_compile_replay(&at.run.arena, at.made->compiled, &at.run.options,
                                    at.made->samples, 2, &replayed),
                 PTC_OK);
    cr_expect_eq(replayed->judged, (size_t)2);
    cr_expect_eq(replayed->difference_count, (size_t)0);
    cr_expect_eq(at.calls, (size_t)2, "no tool was called again");
    other = *at.made->compiled;
    memcpy(samples, at.made->samples, sizeof samples);
    at.options.program = PTC_STR("(return {:a 41 :list [1 (inc ctx/n)]})");
    test_compile_go(&at);
    cr_assert_eq(at.status, PTC_OK);
    cr_expect_eq(ptc_compile_replay(&at.run.arena, at.made->compiled, &at.run.options,
                                    samples, 2, &replayed),
                 PTC_ERROR_INVALID);
    cr_assert_eq(replayed->difference_count, (size_t)4);
    cr_expect_eq(replayed->differences[0].sample, (size_t)1);
    cr_expect_str_eq(test_cstr(replayed->differences[0].path), "a");
    cr_expect_str_eq(test_cstr(replayed->differences[0].expected), "40");
    cr_expect_str_eq(test_cstr(replayed->differences[0].found), "41");
    cr_expect_str_eq(test_cstr(replayed->differences[1].path), "list[1]");
    cr_expect_eq(replayed->differences[3].sample, (size_t)2);
    /* Samples that were never recorded are not checked, and alone they are not a
     * success. */
    samples[0].call_count = 0;
    cr_expect_eq(
        ptc_compile_replay(&at.run.arena, &other, &at.run.options, samples, 2, &replayed),
        PTC_OK);
    cr_expect_eq(replayed->judged, (size_t)1);
    cr_expect_eq(replayed->not_judged, (size_t)1);
    cr_assert_eq(replayed->difference_count, (size_t)1);
    cr_expect_eq(replayed->differences[0].is_judged, false);
    cr_expect_eq(
        ptc_compile_replay(&at.run.arena, &other, &at.run.options, samples, 1, &replayed),
        PTC_ERROR_INVALID);
    test_compile_stop(&at);
}

/* Samples come from JSON: what is a keyword, a set or 2.0 here is not there. */
Test(compile_samples, samples_may_have_been_json)
{
    static const struct {
        const char *program;
        const char *expected;
        ptc_status status;
    } rows[] = {
        {"(return {:k :word})", "{\"k\" \"word\"}", PTC_OK},
        {"(return #{1 2})", "[2 1]", PTC_OK},
        {"(return 2.0)", "2", PTC_OK},
        {"(return 2.5)", "2", PTC_ERROR_INVALID},
        {"(return [1 2])", "[2 1]", PTC_ERROR_INVALID},
        {"(return {:a 1})", "{\"a\" 1 \"b\" nil}", PTC_ERROR_INVALID},
        {"(return {:a 1 :b nil})", "{\"a\" 1}", PTC_ERROR_INVALID},
        {"(return [1 2 3])", "[1 2]", PTC_ERROR_INVALID},
        {"(return \"a\")", "nil", PTC_ERROR_INVALID},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_compile_replayed *replayed;
        ptc_compile_sample sample;
        test_compile at;

        test_compile_start(&at, NULL);
        at.options.program = ptc_str_of(rows[i].program);
        test_compile_go(&at);
        test_compile_expect(&at, NULL);
        sample = at.made->samples[0];
        sample.expected = test_value(&at.run, rows[i].expected);
        cr_expect_eq(ptc_compile_replay(&at.run.arena, at.made->compiled, &at.run.options,
                                        &sample, 1, &replayed),
                     rows[i].status, "row %zu", i);
        cr_expect_eq(replayed->difference_count,
                     (size_t)(rows[i].status == PTC_OK ? 0
                              : i == 4                 ? 2
                                                       : 1),
                     "row %zu", i);
        test_compile_stop(&at);
    }
}
