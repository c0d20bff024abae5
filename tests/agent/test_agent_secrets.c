/* SPDX-License-Identifier: MIT */
/* Secrets of the environment are in nothing that leaves, even when a model answers with
 * one. [subagent 13] */
#include <criterion/criterion.h>

#include "agent/host/export.h"
#include "agents.h"

#include <stdio.h>

#define PLAIN  "plain-secret-0042"
#define QUOTED "quo\"ted\\secret\n0042"
#define SPELT  "quo\\\"ted\\\\secret\\n0042" /* as programs and JSON have it */
#define TWICE  "quo\\\\\\\"ted"              /* SPELT as a string once more */

static char *const environment[] = {
    (char *)"HOME=/home/canary-of-home",
    (char *)"SERVICE_KEY=" PLAIN,
    (char *)"db_password=" QUOTED,
    (char *)"SHORT_TOKEN=1234567",
    (char *)"TOKENLESS",
    NULL,
};

typedef struct canary {
    test_agent_run run;
    ptc_secrets secrets;
    ptc_text log;
} canary;

static bool canary_line(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    ptc_text_byte(user, '\n');
    return true;
}

static bool has(ptc_str text, const char *part)
{
    size_t len = strlen(part);

    for (size_t i = 0; i + len <= text.len; i++) {
        if (memcmp(text.ptr + i, part, len) == 0)
            return true;
    }
    return false;
}

/* No secret, and no beginning of one that was cut. */
static void expect_clean(const char *where, ptc_str text)
{
    static const char *const parts[] = {"plain-se", "quo\"ted",    "quo\\\"ted",
                                        TWICE,      "secret-0042", "0042"};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        cr_expect(!has(text, parts[i]), "%s has %s:\n%.*s", where, parts[i],
                  (int)text.len, text.ptr);
}

static ptc_status canary_echo(ptc_tool_call *call, void *user)
{
    static const char json[] =
        "{\"said\": \"it is " PLAIN "\", \"" PLAIN "\": [\"" SPELT "\"]}";
    const ptc_value *fails = ptc_value_get(&call->arguments, "fails");

    (void)user;
    if (fails != NULL && fails->kind == PTC_STRING) {
        call->message = "401: the key " PLAIN " is not known";
        return PTC_ERROR_INVALID;
    }
    return ptc_json_read(call->arena, json, sizeof json - 1, NULL, &call->result, NULL,
                         NULL);
}

static const ptc_tool tool = {.name = "echo", .function = canary_echo};
static const ptc_agent_tool tools[] = {{.name = "echo", .function = &tool}};

static void canary_start(canary *all, bool debug, bool is_raw)
{
    test_agent_run *run = &all->run;

    test_agent_start(run, "Say " PLAIN);
    all->secrets = (ptc_secrets){0};
    cr_assert(ptc_secrets_add_environment(&run->arena, &all->secrets, environment) ==
              PTC_OK);
    ptc_text_init(&all->log, &run->arena);
    run->agent.tools = tools;
    run->agent.tool_count = 1;
    run->agent.max_turns = 9;
    run->options.log = canary_line;
    run->options.log_user = &all->log;
    run->options.is_log_raw = is_raw;
    run->options.debug = debug;
    run->options.collect_messages = true;
    run->options.redaction.secrets = &all->secrets;
}

/* All that a step is printed or exported as. */
static void expect_all_clean(canary *all)
{
    static const unsigned options[] = {
        0, PTC_TRACE_ASCII | PTC_TRACE_COLOR | PTC_TRACE_OPEN,
        PTC_TRACE_MESSAGES | PTC_TRACE_SYSTEM | PTC_TRACE_RAW | PTC_TRACE_USAGE,
        PTC_TRACE_MESSAGES | PTC_TRACE_RAW | PTC_TRACE_OPEN};
    test_agent_run *run = &all->run;
    ptc_text text;

    expect_clean("the log", ptc_text_view(&all->log));
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        ptc_text_init(&text, &run->arena);
        ptc_step_print_trace(&text, run->step, options[i]);
        expect_clean("a printed trace", ptc_text_view(&text));
        ptc_text_init(&text, &run->arena);
        ptc_step_inspect(&text, run->step, 0, options[i]);
        expect_clean("an inspected step", ptc_text_view(&text));
        ptc_text_init(&text, &run->arena);
        ptc_step_print_chain(&text, &run->step, 1, options[i]);
        cr_expect(ptc_step_write_json(&text, run->step, options[i]) == PTC_OK);
        ptc_step_write_error(&text, run->step);
        expect_clean("a step", ptc_text_view(&text));
        cr_expect(has(ptc_text_view(&text), "<redacted>"));
    }
}

Test(agent_secrets, are_in_nothing_that_leaves)
{
    for (unsigned how = 0; how < 4; how++) {
        canary all;

        canary_start(&all, how & 1, how & 2);
        test_agent_replies(
            &all.run, "The key is " PLAIN ", and " QUOTED ".",
            "(println \"" PLAIN " " SPELT "\") (def kept {\"" PLAIN "\" 1 :k #{\"" SPELT
            "\"}})",
            "(def b (tool/echo {:text \"" PLAIN "\" :_own \"" SPELT "\"})) b",
            "(tool/echo {:fails \"" SPELT "\"})", "(str \"" PLAIN "\" 1",
            "(fn [x] \"" PLAIN "\")",
            "(return {:kept kept :b b :all \"<" SPELT ">\" :in [:" PLAIN "]})", NULL);
        test_agent_go(&all.run);
        cr_assert(all.run.step->is_ok, "%s", test_cstr(all.run.step->fail.message));
        expect_all_clean(&all);
        /* The step in memory is complete, and so are the messages to the model. */
        cr_expect(strstr(test_edn(&all.run, &all.run.step->result), PLAIN) != NULL);
        cr_expect(strstr(test_told(&all.run, 2), PLAIN) != NULL);
        test_agent_stop(&all.run);
    }
}

Test(agent_secrets, are_not_in_failures)
{
    static const char *const programs[] = {
        "(fail {:reason :no :message \"bad " PLAIN "\" :details {\"" PLAIN "\" [\"" SPELT
        "\"]}})",
        "(fail {:reason \"" PLAIN "\" :op \"" PLAIN "\" :message \"" SPELT "\"})",
        "(fail \"" PLAIN "\")",
    };

    for (size_t i = 0; i < 2 * sizeof programs / sizeof *programs; i++) {
        canary all;

        canary_start(&all, i % 2, i % 2);
        test_agent_replies(&all.run, programs[i / 2], NULL);
        test_agent_go(&all.run);
        cr_assert(!all.run.step->is_ok);
        expect_all_clean(&all);
        test_agent_stop(&all.run);
    }
}

/* Wherever a text is cut or goes on in the next line, also inside a secret. */
Test(agent_secrets, are_not_cut_to_parts)
{
    for (unsigned at = 40; at < 330; at += 3) {
        char program[1500];
        canary all;

        canary_start(&all, false, false);
        snprintf(program, sizeof program,
                 "(tool/echo {:text \"%0*d" PLAIN PLAIN "\"}) (println \"%0*d" PLAIN
                 "\") (return \"%0*d" PLAIN "\")",
                 (int)at, 0, (int)at, 0, (int)at, 0);
        test_agent_replies(&all.run, program, NULL);
        test_agent_go(&all.run);
        cr_assert(all.run.step->is_ok);
        expect_all_clean(&all);
        test_agent_stop(&all.run);
    }
}

/* --- Which, and where -------------------------------------------------------------- */

Test(agent_secrets, are_variables_that_are_called_so)
{
    ptc_secrets secrets = {0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_secrets_add_environment(&arena, &secrets, environment) == PTC_OK);
    cr_expect_eq(secrets.count, (size_t)3, "two, one of them in two spellings");
    cr_assert(ptc_secrets_add_environment(&arena, &secrets, environment) == PTC_OK);
    cr_assert(ptc_secrets_add(&arena, &secrets, PTC_STR("1234567")) == PTC_OK);
    cr_expect_eq(secrets.count, (size_t)3, "none twice, none that is short");
    ptc_arena_free(&arena);
}

Test(agent_secrets, are_found_at_every_place_and_the_longest_first)
{
    static const struct {
        const char *text;
        const char *left;
    } rows[] = {
        {"", ""},
        {"secret-1", "<redacted>"},
        {"asecret-1b", "a<redacted>b"},
        {"secret-1secret-1", "<redacted><redacted>"},
        {"secret-1 and more", "<redacted>"},
        {"secret-1 and mor", "<redacted> and mor"},
        {"secretsecret-1", "secret<redacted>"},
        {"secret-", "secret-"},
        {"SECRET-1", "SECRET-1"},
        {"c2VjcmV0LTE=", "c2VjcmV0LTE="},
    };
    ptc_secrets secrets = {0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_secrets_add(&arena, &secrets, PTC_STR("secret-1")) == PTC_OK);
    cr_assert(ptc_secrets_add(&arena, &secrets, PTC_STR("secret-1 and more")) == PTC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str text = ptc_str_of(rows[i].text);

        cr_expect_str_eq(test_cstr(ptc_secrets_hide(&arena, &secrets, text)),
                         rows[i].left);
        cr_expect(ptc_secrets_hide(&arena, NULL, text).ptr == text.ptr);
    }
    ptc_arena_free(&arena);
}

Test(agent_secrets, leave_keys_of_maps_apart)
{
    ptc_secrets secrets = {0};
    ptc_arena arena;
    ptc_export rules = {.redaction = {.secrets = &secrets}, .arena = &arena};
    static const char json[] = "{\"secret-1\":1,\"secret-2\":2,\"x\":{\"a "
                               "secret-1\":12345678},\"_y\":\"secret-1\"}";
    ptc_value value;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_secrets_add(&arena, &secrets, PTC_STR("secret-1")) == PTC_OK);
    cr_assert(ptc_secrets_add(&arena, &secrets, PTC_STR("secret-2")) == PTC_OK);
    cr_assert(ptc_secrets_add(&arena, &secrets, PTC_STR("12345678")) == PTC_OK);
    cr_assert(ptc_json_read(&arena, json, sizeof json - 1, NULL, &value, NULL, NULL) ==
              PTC_OK);
    for (int is_raw = 0; is_raw < 2; is_raw++) {
        ptc_value shown;

        rules.is_raw = is_raw;
        shown = ptc_export_value(&rules, PTC_STR("at"), &value, NULL);
        cr_expect(!rules.failed && rules.has_changed);
        ptc_text_init(&text, &arena);
        cr_assert(ptc_json_write(&text, &shown, 0) == PTC_OK);
        cr_expect_str_eq(test_cstr(ptc_text_view(&text)),
                         is_raw ? "{\"<redacted> #0\":1,\"<redacted> #1\":2,\"x\":{\"a "
                                  "<redacted> #0\":12345678},\"_y\":\"<redacted>\"}"
                                : "{\"<redacted> #0\":1,\"<redacted> #1\":2,\"x\":{\"a "
                                  "<redacted> #0\":12345678},\"_y\":\"<Firewalled>\"}");
    }
    ptc_arena_free(&arena);
}
