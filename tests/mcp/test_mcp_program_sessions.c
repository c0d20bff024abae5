/* SPDX-License-Identifier: MIT */
/* run_program: sessions that keep what programs define. [mcp 6, 10] */
#include <criterion/criterion.h>

#include "coded.h"

#include <stdio.h>

static void open_with(coded *desk, size_t sessions)
{
    coded_init(desk);
    desk->program.sessions = sessions;
    coded_start(desk);
}

static const char *in(coded *desk, const char *handle)
{
    char text[64];

    snprintf(text, sizeof text, ",'session':'%s'", handle);
    return ptc_arena_copy(&desk->server.arena, text, strlen(text));
}

/* A new session in which the program has run, as further arguments. */
static const char *begin(coded *desk, const char *program)
{
    return in(desk, coded_handle(desk, coded_run_with(desk, program, in(desk, "new"))));
}

#define UNKNOWN                                                                          \
    "! session is unknown, or its time is over; begin one with session \"new\""

/* M510 */
Test(mcp_program_sessions, are_off_unless_they_are_wanted)
{
    static const char off[] = "! sessions are off here: each program begins empty; "
                              "leave session out";
    coded desk;

    coded_init(&desk);
    desk.server.options.program.sessions = 8; /* but not in the row */
    coded_start(&desk);
    coded_expect_with(&desk, "1", ",'session':'new'", off);
    coded_expect_with(&desk, "1", ",'session':null", "1");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_sessions, keep_definitions_and_results)
{
    const char *session;
    const char *text;
    coded desk;

    open_with(&desk, 2);
    text = coded_run_with(&desk, "(def ids [1 2]) (defn twice [x] (* 2 x)) (count ids)",
                          ",'session':'new'");
    cr_expect_eq(strncmp(text, "2\n;; session s_", 15), 0, "%s", text);
    session = in(&desk, coded_handle(&desk, text));
    coded_expect_with(&desk, "(map twice ids)", session, "[2,4]");
    coded_expect_with(&desk, "[*1 *2 *3]", session, "[[2,4],2,null]");
    coded_expect_with(&desk, "(def ids (conj ids ctx/more)) ids", session,
                      "[1,2,null]\n;; warning: line 1: ctx/more is not a name of this "
                      "context, which has none");
    /* Others see nothing of it. */
    coded_expect(&desk, "*1", "null");
    cr_expect_str_neq(begin(&desk, "*1"), session);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_sessions, keep_data_of_contexts_that_are_gone)
{
    const char *session;
    coded desk;

    open_with(&desk, 2);
    session = in(&desk, coded_handle(&desk, coded_run_with(&desk, "(def word ctx/word) 1",
                                                           ",'session':'new','context':{"
                                                           "'word':{'a':['lamp']}}")));
    for (int i = 0; i < 3; i++) {
        coded_expect_with(&desk, "(vec (range 1000)) (str word)", session,
                          "\"{\\\"a\\\" [\\\"lamp\\\"]}\"");
    }
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_sessions, stay_as_they_were_when_a_program_fails)
{
    const char *session;
    coded desk;

    open_with(&desk, 2);
    session = begin(&desk, "(def a 1)");
    coded_run_with(&desk, "(def a 2) (def b 3) (tool/sell {})", session);
    coded_run_with(&desk, "(def a 2) (fail 1)", session);
    coded_run_with(&desk, "(def a 2) {:x 1 \"x\" 2}", session);
    coded_run_with(&desk, "(((", session);
    coded_run_with(&desk, "(def a 2) (tool/wait {:ms 5001})", session);
    coded_run_with(&desk, "(def a 2) (loop [] (recur))", session);
    desk.cancels = true;
    coded_expect_with(&desk, "(def a 2) (tool/wait {:ms 0}) 1", session, "");
    desk.cancels = false;
    coded_expect_with(&desk, "[a *1 *2]", session, "[1,1,null]");
    coded_expect_with(&desk, "b", session,
                      "! unbound_var: undefined variable: b\n    1 | b\n      | ^");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_sessions, are_not_made_by_programs_that_fail)
{
    coded desk;

    open_with(&desk, 1);
    for (int i = 0; i < 3; i++) {
        coded_expect_with(&desk, "(fail 1)", ",'session':'new'",
                          "! failed: the program gave up: 1\n    1 | (fail 1)\n      | "
                          "^");
    }
    desk.cancels = true;
    coded_expect_with(&desk, "(tool/wait {:ms 0})", ",'session':'new'", "");
    coded_expect_with(&desk, "(tool/wait {:ms 0}) (tool/order {:id 1})",
                      ",'session':'new'", "");
    desk.cancels = false;
    begin(&desk, "1");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_sessions, are_limited_in_number)
{
    static const char full[] = "! the limit on sessions is reached; go on in one of "
                               "yours, leave session out, or try again later";
    const char *first;
    coded desk;

    open_with(&desk, 3);
    first = begin(&desk, "(def a 1)");
    begin(&desk, "2");
    begin(&desk, "3");
    coded_expect_with(&desk, "4", ",'session':'new'", full);
    coded_expect_with(&desk, "a", first, "1");
    coded_expect(&desk, "5", "5");
    desk.server.now_ms += 15 * 60000;
    begin(&desk, "6");
    coded_expect_with(&desk, "a", first, UNKNOWN);
    coded_end(&desk);
    coded_init(&desk);
    desk.program.sessions = 3;
    desk.server.options.program.sessions = 1;
    coded_start(&desk);
    begin(&desk, "1");
    coded_expect_with(&desk, "2", ",'session':'new'", full);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_sessions, end_by_age_and_by_idle_time)
{
    const char *session;
    coded desk;

    open_with(&desk, 2);
    session = begin(&desk, "(def a 1)");
    desk.server.now_ms += 15 * 60000 - 1;
    coded_expect_with(&desk, "a", session, "1");
    desk.server.now_ms += 15 * 60000 - 1;
    coded_expect_with(&desk, "a", session, "1");
    desk.server.now_ms += 2; /* its age */
    coded_expect_with(&desk, "a", session, UNKNOWN);
    session = begin(&desk, "(def a 1)");
    desk.server.now_ms += 15 * 60000;
    coded_expect_with(&desk, "a", session, UNKNOWN);
    coded_end(&desk);
    coded_init(&desk);
    desk.program.sessions = 2;
    desk.server.options.program.idle_ms = 10;
    coded_start(&desk);
    session = begin(&desk, "(def a 1)");
    coded_expect_with(&desk, "(tool/wait {:ms 20}) a", session,
                      "1\n;; 1 tool call: wait 1");
    desk.server.now_ms += 9;
    coded_expect_with(&desk, "a", session, "1");
    desk.server.now_ms += 10;
    coded_expect_with(&desk, "a", session, UNKNOWN);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_sessions, are_found_by_their_handle_alone)
{
    static const char *const others[] = {
        "s_", "x", "NEW", "s_AAAAAAAAAAAAAAAAAAAAAA", "s_AAAAAAAAAAAAAAAAAAAAAAA",
    };
    const char *session;
    char wrong[64];
    coded desk;

    open_with(&desk, 2);
    session = begin(&desk, "(def a 1)");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        coded_expect_with(&desk, "a", in(&desk, others[i]), UNKNOWN);
    snprintf(wrong, sizeof wrong, "%s", session);
    wrong[strlen(wrong) - 2] ^= 1;
    coded_expect_with(&desk, "a", wrong, UNKNOWN);
    coded_expect_with(&desk, "a", session, "1");
    cr_expect(strstr(desk.server.log.ptr, "s_[REDACTED]") != NULL);
    cr_expect(strstr(desk.server.log.ptr, session + 12) == NULL, "%s",
              desk.server.log.ptr);
    coded_end(&desk);
}

/* A tool that asks its own server. */
static coded *asked;
static const char *asked_in;
static const char *answered;

static ptc_status ask(ptc_tool_call *call, void *user)
{
    (void)user;
    if (asked_in != NULL) {
        const char *more = asked_in;

        asked_in = NULL;
        asked->is_within = true;
        answered = coded_run_with(asked, "(+ 1 1)", more);
        asked->is_within = false;
    }
    call->result = ptc_value_int(1);
    return PTC_OK;
}

/* M510 */
Test(mcp_program_sessions, run_one_program_at_a_time)
{
    const char *session;
    coded desk;

    coded_init(&desk);
    desk.program.sessions = 2;
    desk.server.options.workers = 2;
    desk.server.tools[0].function = ask;
    coded_start(&desk);
    asked = &desk;
    session = begin(&desk, "1");
    asked_in = in(&desk, "new");
    coded_run_with(&desk, "(tool/echo {})", session);
    cr_expect(strncmp(answered, "2\n;; session s_", 15) == 0, "%s", answered);
    asked_in = ptc_arena_copy(&desk.server.arena, session, strlen(session));
    coded_run_with(&desk, "(tool/echo {})", session);
    cr_expect_str_eq(answered, "! session is busy: it runs one program at a time; try "
                               "again when that has ended");
    asked_in = "";
    coded_run_with(&desk, "(tool/echo {})", session);
    cr_expect_str_eq(answered, "2");
    coded_expect_with(&desk, "*1", session, "1");
    coded_end(&desk);
}

/* A program of another thread that ends between a look at the clock and the lock. */
static bool is_locked;
static bool saw_clock;

static uint64_t look(void *user)
{
    const served *server = user;

    saw_clock = !is_locked;
    return server->now_ms;
}

static void enter(void *user)
{
    served *server = user;

    if (asked_in != NULL && saw_clock) {
        const char *more = asked_in;

        asked_in = NULL;
        server->now_ms += 5;
        asked->is_within = true;
        answered = coded_run_with(asked, "(+ 1 1)", more);
        asked->is_within = false;
    }
    is_locked = true;
}

static void leave(void *user)
{
    (void)user;
    is_locked = saw_clock = false;
}

/* M510 */
Test(mcp_program_sessions, do_not_end_when_others_were_used_later)
{
    const char *session;
    coded desk;

    coded_init(&desk);
    desk.program.sessions = 2;
    desk.server.options.workers = 2;
    desk.server.options.clock_ms = look;
    desk.server.options.lock = enter;
    desk.server.options.unlock = leave;
    coded_start(&desk);
    asked = &desk;
    session = begin(&desk, "(def a 1)");
    asked_in = ptc_arena_copy(&desk.server.arena, session, strlen(session));
    begin(&desk, "2");
    cr_expect_str_eq(answered, "2");
    coded_expect_with(&desk, "a", session, "1");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_sessions, keep_no_more_than_they_may)
{
    const char *session;
    const char *text;
    coded desk;

    coded_init(&desk);
    desk.program.sessions = 2;
    desk.server.options.program.memory = 100;
    coded_start(&desk);
    session = begin(&desk, "(def a 1)");
    text = coded_run_with(&desk, "(def b (range 100)) 1", session);
    cr_expect(strstr(text, "! memory_limit_exceeded: Memory limit exceeded: ") == text,
              "%s", text);
    coded_expect_with(&desk, "a", session, "1");
    coded_expect(&desk, "(def b (vec (range 100))) (count b)", "100");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_sessions, of_two_hosts_have_nothing_in_common)
{
    const char *session;
    coded one;
    coded two;

    open_with(&one, 2);
    open_with(&two, 2);
    two.chance = 77;
    session = begin(&one, "(def a 1)");
    coded_expect_with(&two, "a", session, UNKNOWN);
    begin(&two, "(def a 2)");
    coded_expect_with(&one, "a", session, "1");
    coded_end(&two);
    coded_expect_with(&one, "a", session, "1");
    coded_end(&one);
}
