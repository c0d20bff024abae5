/* SPDX-License-Identifier: MIT */
/* Decoders of the host in runs of agents: arguments of tools, and the agent's own.
 * [validation 11.5] */
#include <criterion/criterion.h>

#include "agents.h"

typedef struct payments {
    test_agent_run run;
    ptc_schema input;
    ptc_schema schema;
    ptc_tool tool;
    ptc_agent_tool tools[1];
    int64_t sum; /* of what the function got */
} payments;

/* "1.50" is 150 cents. */
static bool cents(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                  const char **message, void *user)
{
    ptc_decimal decimal = {.scale = 0};
    int64_t number;

    (void)arena;
    (void)user;
    if (value->kind != PTC_STRING)
        return true;
    decimal.text = ptc_value_text(value);
    if (ptc_decimal_unscaled(&decimal, 2, &number) != PTC_OK) {
        *message = "write it as 1.50";
        return false;
    }
    *out = ptc_value_int(number);
    return true;
}

static ptc_status pay(ptc_tool_call *call, void *user)
{
    payments *all = user;
    const ptc_value *amount = ptc_value_get(&call->arguments, "amount");

    cr_assert(amount != NULL && amount->kind == PTC_INT);
    all->sum += amount->as.integer;
    call->result = ptc_value_int(all->sum);
    return PTC_OK;
}

static void read_contract(payments *all, const char *text, ptc_schema *out)
{
    static const ptc_str name = {"cents", 5};
    static const ptc_type_names names = {&name, 1};
    ptc_read_options read = {.struct_size = sizeof read, .decoders = &names};
    ptc_source source = {PTC_STR("contract"), ptc_str_of(text)};

    cr_assert(ptc_signature_read(&all->run.arena, &source, &read, NULL, out) == PTC_OK);
}

static void start(payments *all)
{
    static const ptc_decoder decoders[] = {{{"cents", 5}, cents, NULL, NULL}};
    test_agent_run *run = &all->run;

    memset(all, 0, sizeof *all);
    test_agent_start(run, "Pay");
    read_contract(all,
                  "[:=> [:catn [:amount {:decode/ptc :cents} [:int {:max 500}]]] :int]",
                  &all->schema);
    read_contract(all,
                  "[:=> [:catn [:budget {:decode/ptc :cents} :int]] [:map [:n :int]]]",
                  &all->input);
    all->tool = (ptc_tool){
        .name = "pay", .function = pay, .user = all, .signature = &all->schema};
    all->tools[0] = (ptc_agent_tool){.name = "pay", .function = &all->tool};
    run->agent.tools = all->tools;
    run->agent.tool_count = 1;
    run->agent.signature = &all->input;
    run->options.decoders = decoders;
    run->options.decoder_count = 1;
}

Test(agent_decoders, run_on_arguments_of_agents_and_tools) /* M159 */
{
    payments all;
    ptc_value context;

    start(&all);
    all.run.options.context = &context;
    context = test_value(&all.run, "{:budget \"2.00\"}");
    test_agent_replies(
        &all.run,
        "```clojure\n(tool/pay {:amount \"1.50\"})\n(return {:n ctx/budget})\n```", NULL);
    test_agent_go(&all.run);
    test_expect_result(&all.run, "{\"n\" 200}");
    cr_expect_eq(all.sum, 150);
    test_agent_stop(&all.run);
}

/* A decoder's refusal goes to the model, which fixes it. */
Test(agent_decoders, refusals_are_feedback)
{
    payments all;
    ptc_value context;

    start(&all);
    all.run.options.context = &context;
    context = test_value(&all.run, "{:budget 5}");
    test_agent_replies(&all.run, "```clojure\n(tool/pay {:amount \"much\"})\n```",
                       "```clojure\n(tool/pay {:amount \"0.07\"})\n(return {:n 1})\n```",
                       NULL);
    test_agent_go(&all.run);
    test_expect_result(&all.run, "{\"n\" 1}");
    cr_expect(strstr(test_told(&all.run, 1), "write it as 1.50") != NULL, "%s",
              test_told(&all.run, 1));
    cr_expect_eq(all.sum, 7);
    test_agent_stop(&all.run);
}
