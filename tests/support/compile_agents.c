/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "compile_agents.h"

const ptc_schema *test_compile_signature(test_compile *at, const char *text)
{
    ptc_source source = {PTC_STR("sig"), ptc_str_of(text)};
    ptc_schema *schema = ptc_arena_array(&at->run.arena, 1, sizeof *schema);
    ptc_diags diags;

    ptc_diags_init(&diags, &at->run.arena);
    cr_assert(ptc_signature_read(&at->run.arena, &source, NULL, &diags, schema) ==
              PTC_OK);
    return schema;
}

void test_compile_start(test_compile *at, const char *signature)
{
    memset(at, 0, sizeof *at);
    test_agent_start(&at->run, "Compute it");
    at->run.agent.name = "scorer";
    at->run.agent.tools = at->tools;
    if (signature != NULL)
        at->run.agent.signature_text = ptc_str_of(signature);
    at->options = (ptc_compile_options){.struct_size = sizeof at->options,
                                        .run = &at->run.options,
                                        .samples = at->samples};
}

void test_compile_sample(test_compile *at, const char *edn)
{
    cr_assert_lt(at->options.sample_count, (size_t)TEST_SAMPLES_MAX);
    at->samples[at->options.sample_count++] =
        (ptc_compile_sample){.arguments = test_value(&at->run, edn)};
}

static ptc_status perform(ptc_tool_call *call, void *user)
{
    int64_t id = ptc_value_as_int(ptc_value_get(&call->arguments, "id"), 5);
    test_compile *at = user;

    at->calls++;
    if (id == 0) {
        call->reason = "not_found";
        call->message = "no such order";
        return PTC_ERROR_INVALID;
    }
    if (id == 1)
        ptc_cancel_set(&at->cancel);
    call->result = ptc_value_int(id * 10);
    return PTC_OK;
}

static ptc_status perform_with_cost(ptc_tool_call *call, void *user)
{
    ptc_map_entry *entries = ptc_arena_array(call->arena, 2, sizeof *entries);
    ptc_status status = perform(call, user);

    if (status != PTC_OK)
        return status;
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    entries[0] = (ptc_map_entry){ptc_value_string(PTC_STR("n")), call->result};
    entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("_cost")), ptc_value_int(3)};
    return ptc_map_make(call->arena, entries, 2, &call->result, NULL);
}

void test_compile_tool(test_compile *at, const char *signature, bool has_cost)
{
    at->function = (ptc_tool){
        .name = "t", .function = has_cost ? perform_with_cost : perform, .user = at};
    if (signature != NULL)
        at->function.signature = test_compile_signature(at, signature);
    at->tools[0] = (ptc_agent_tool){.name = "t", .function = &at->function};
    at->run.agent.tool_count = 1;
}

void test_compile_go(test_compile *at)
{
    at->status =
        ptc_agent_compile(&at->run.arena, &at->run.agent, &at->options, &at->made);
    cr_assert(at->status == PTC_OK || at->status == PTC_ERROR_INVALID);
    cr_assert(at->made != NULL);
    cr_assert_eq(at->made->is_ok, at->status == PTC_OK);
    cr_assert_eq(at->made->compiled != NULL, at->status == PTC_OK);
}

void test_compile_run(test_compile *at, const char *context)
{
    ptc_value map = test_value(&at->run, context);
    size_t asked = at->run.asked;

    at->run.status = ptc_compiled_run(&at->run.arena, at->made->compiled, &map,
                                      &at->run.options, &at->run.step);
    cr_expect_eq(at->run.asked, asked, "a model was asked");
}

void test_compile_stop(test_compile *at)
{
    test_agent_stop(&at->run);
}

void test_compile_expect(test_compile *at, const char *source)
{
    cr_assert_eq(at->status, PTC_OK, "%s: %s", test_cstr(at->made->fail.reason),
                 test_cstr(at->made->fail.message));
    cr_expect_eq(at->made->fault_count, (size_t)0);
    if (source != NULL)
        cr_expect_str_eq(test_cstr(at->made->source), source);
}

void test_compile_expect_fail(test_compile *at, const char *reason, const char *message)
{
    cr_assert_eq(at->status, PTC_ERROR_INVALID);
    cr_expect_str_eq(test_cstr(at->made->fail.reason), reason);
    if (message != NULL)
        cr_expect_str_eq(test_cstr(at->made->fail.message), message);
}

const ptc_compile_fault *test_compile_fault(const test_compile *at, ptc_diag_code code)
{
    for (size_t i = 0; i < at->made->fault_count; i++) {
        if (at->made->faults[i].code == code)
            return &at->made->faults[i];
    }
    return NULL;
}
