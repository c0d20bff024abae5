/* SPDX-License-Identifier: MIT */
/* Values at names that begin with '_' stay with the host: they are in no request, no
 * log, no printed trace and no error. [signature 10, subagent 13] */
#include "agents.h"

#include <criterion/criterion.h>

#define CANARY "c4n4ry"

static const char firewall_context[] =
    "{\"user\" {\"name\" \"bob\" \"_token\" \"" CANARY
    "\" \"xs\" [{\"_t\" {\"k\" \"" CANARY "\"}}]}"
    " \"_top\" \"" CANARY "\""
    " \"users\" [{\"name\" \"a\" \"_token\" \"" CANARY "\"}"
    " {\"name\" \"b\" \"_token\" \"" CANARY "\"}]}";

static bool firewall_is_in(const char *text)
{
    return text != NULL && strstr(text, CANARY) != NULL;
}

static bool firewall_log(ptc_str line, void *user)
{
    ptc_text *log = user;

    ptc_text_str(log, line);
    ptc_text_byte(log, '\n');
    return !log->failed;
}

static const char *firewall_trace(test_agent_run *run, unsigned options)
{
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    ptc_step_print_trace(&text, run->step, options);
    return text.ptr;
}

static const char *firewall_json(test_agent_run *run)
{
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    cr_assert(ptc_step_write_json(&text, run->step, 0) == PTC_OK);
    return text.ptr;
}

static const char *firewall_error(test_agent_run *run)
{
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    ptc_step_write_error(&text, run->step);
    return text.ptr;
}

static void firewall_expect(test_agent_run *run, const ptc_text *log, const char *row)
{
    for (size_t i = 0; i < run->asked && i < TEST_RUN_REPLIES; i++) {
        cr_expect(!firewall_is_in(test_cstr(run->systems[i])), "%s: system %zu", row, i);
        cr_expect(!firewall_is_in(test_told(run, i)), "%s: %s", row, test_told(run, i));
    }
    cr_expect(!firewall_is_in(log->ptr), "%s: log %s", row, log->ptr);
    cr_expect(!firewall_is_in(firewall_trace(run, PTC_TRACE_MESSAGES)), "%s: trace %s",
              row, firewall_trace(run, PTC_TRACE_MESSAGES));
    cr_expect(!firewall_is_in(firewall_json(run)), "%s: step %s", row,
              firewall_json(run));
    cr_expect(run->step->is_ok || !firewall_is_in(firewall_error(run)), "%s: error %s",
              row, firewall_error(run));
}

/* Runs one program that handles the context, and looks wherever it might be reported. */
static void firewall_run(const char *prompt, const char *signature, const char *program,
                         unsigned flags, const char *reason)
{
    test_agent_run run;
    ptc_value context;
    ptc_text log;

    test_agent_start(&run, prompt);
    test_agent_replies(&run, program, "(do ctx/fail)", "(return 1)", NULL);
    run.agent.signature_text = ptc_str_of(signature);
    run.agent.flags = PTC_AGENT_GREP | flags;
    ptc_text_init(&log, &run.arena);
    context = test_value(&run, firewall_context);
    run.options.context = &context;
    run.options.log = firewall_log;
    run.options.log_user = &log;
    test_agent_go(&run);
    if (reason != NULL)
        cr_expect_str_eq(test_cstr(run.step->fail.reason), reason, "%s", program);
    firewall_expect(&run, &log, prompt[0] != 'G' ? prompt : program);
    test_agent_stop(&run);
}

Test(agent_firewall, programs_do_not_tell_by_accident)
{
    static const struct {
        const char *program;
        const char *reason; /* or NULL: the run is good */
    } rows[] = {
        {"ctx/user", NULL},
        {"(def u ctx/users)", NULL},
        {"(frequencies ctx/users)", NULL},
        {"(group-by identity ctx/users)", NULL},
        {"{ctx/user {ctx/user 1}}", NULL},
        {"(case ctx/user 1 2)", NULL},
        {"(format \"%d\" ctx/user)", NULL},
        {"(format \"%d\" (set ctx/users))", NULL},
        {"(tool/grep ctx/user)", NULL},
        {"(call \"grep\" {ctx/user 1})", NULL},
        {"(call \"grep\" {:pattern \"a\" :text (frequencies ctx/users)})", NULL},
        {"(attempt (tool/grep ctx/user))", NULL},
        {"(println (attempt (tool/grep ctx/user)))", NULL},
        {"(println (attempt (call \"grep\" {ctx/user 1})))", NULL},
        {"(println (attempt (tool/grep (identity ctx/users))))", NULL},
        {"(println (attempt (call \"grep\" {:pattern \"a\" :text (frequencies "
         "ctx/users)})))",
         NULL},
        {"(fail ctx/user)", "failed"},
        {"(fail [ctx/user])", "failed"},
        {"(fail (frequencies ctx/users))", "failed"},
        {"(fail {:reason :lost :user ctx/user})", "lost"},
        {"(fail {:reason :lost :message ctx/user})", "lost"},
        {"(return ctx/users)", NULL},
        {"(return (frequencies ctx/users))", NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        firewall_run("Go", "", rows[i].program, 0, rows[i].reason);
}

Test(agent_firewall, prompts_name_nothing_private)
{
    static const struct {
        const char *prompt;
        unsigned flags;
        const char *reason;
    } rows[] = {
        {"Hi {{_top}}", 0, "template_error"},
        {"Hi {{user._token}}", 0, "template_error"},
        {"{{#user}}{{_token}}{{/user}}", 0, "template_error"},
        {"{{#_top}}{{.}}{{/_top}}", 0, "template_error"},
        {"Hi {{_top}} of {{user.name}}", PTC_AGENT_REFERENCES, "template_error"},
        {"Hi {{user}}", PTC_AGENT_REFERENCES, NULL},
        {"{{#users}}{{name}}{{/users}}", 0, NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        firewall_run(rows[i].prompt, "", "1", rows[i].flags, rows[i].reason);
}

Test(agent_firewall, contexts_that_do_not_fit)
{
    static const char *const rows[] = {
        "(user {name :string, _token :int}) -> :any",
        "(_top :int) -> :any",
        "(user {_token :map}) -> :any",
        "(users [:string]) -> :any",
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        firewall_run("Go", rows[i], "1", 0, "validation_error");
}
