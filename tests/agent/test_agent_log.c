/* SPDX-License-Identifier: MIT */
/* Logs: what a host replaces, what is cut, and runs that end without memory.
 * [subagent 13, 14] */
#include <criterion/criterion.h>

#include "agents.h"

#include <stdio.h>
#include <stdlib.h>

#define SECRET "zebra-77"

/* --- Lines ------------------------------------------------------------------------- */

static bool keep_line(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    ptc_text_byte(user, '\n');
    return true;
}

static bool log_has(const ptc_text *log, const char *word)
{
    return log->len > 0 && strstr(log->ptr, word) != NULL;
}

static void log_to(test_agent_run *run, ptc_text *log)
{
    ptc_text_init(log, &run->arena);
    run->options.log = keep_line;
    run->options.log_user = log;
}

/* The next line of the log. */
static bool log_next(const char **at, ptc_arena *arena, ptc_value *row)
{
    const char *end = strchr(*at, '\n');

    if (end == NULL)
        return false;
    cr_assert(ptc_json_read(arena, *at, (size_t)(end - *at), NULL, row, NULL, NULL) ==
              PTC_OK);
    *at = end + 1;
    return true;
}

/* --- Redaction --------------------------------------------------------------------- */

typedef struct redactor {
    ptc_text paths; /* "a b c " */
} redactor;

static void redact(ptc_str path, ptc_value *value, void *user)
{
    redactor *all = user;
    ptc_str text = ptc_value_text(value);

    ptc_text_str(&all->paths, path);
    ptc_text_byte(&all->paths, ' ');
    if (value->kind != PTC_STRING && value->kind != PTC_KEYWORD)
        return;
    for (size_t i = 0; i + strlen(SECRET) <= text.len; i++) {
        if (memcmp(text.ptr + i, SECRET, strlen(SECRET)) == 0)
            *value = ptc_value_string(PTC_STR("***"));
    }
}

static ptc_status echo(ptc_tool_call *call, void *user)
{
    const ptc_value *map = &call->arguments;

    (void)user;
    if (ptc_map_find_field(map->as.map, PTC_STR("bad"), 0) != NULL) {
        call->message = "no " SECRET " here";
        return PTC_ERROR_INVALID;
    }
    call->result = call->arguments;
    return PTC_OK;
}

static const ptc_tool echo_tool = {.name = "echo", .function = echo};
static const ptc_agent_tool echo_tools[] = {{.name = "echo", .function = &echo_tool}};

/* A run whose every part has the secret. */
static void run_secretly(test_agent_run *run, ptc_text *log, redactor *all, bool is_raw)
{
    ptc_value context;

    test_agent_start(run, "Find {{who}}");
    context = test_value(run, "{:who \"" SECRET "\" :deep [{:w \"" SECRET "\"}] "
                              ":_pin \"hidden-pin\"}");
    run->agent.tools = echo_tools;
    run->agent.tool_count = 1;
    run->options.context = &context;
    run->options.is_log_raw = is_raw;
    ptc_text_init(&all->paths, &run->arena);
    run->options.redaction = (ptc_redaction){.function = redact, .user = all};
    log_to(run, log);
    test_agent_replies(run, "(tool/echo {:bad \"" SECRET "\"})",
                       "(do (println \"" SECRET "\") "
                       "(def a (tool/echo {:list [1 ctx/who] :_pin ctx/_pin})) a)",
                       "words about " SECRET,
                       "(fail {:reason \"" SECRET "\" :message \"the " SECRET "\" "
                       ":op \"" SECRET "\" :details {:x {:y [\"" SECRET "\"]}}})",
                       NULL);
    test_agent_go(run);
    test_expect_fail(run, SECRET, "the " SECRET); /* the step is complete */
}

Test(agent_log, has_nothing_that_the_host_replaced) /* M419 */
{
    static const char *const paths[] = {"data.context.who ",
                                        "data.context.deep.0.w ",
                                        "data.messages.0.content ",
                                        "data.system ",
                                        "data.response ",
                                        "data.args.list.1 ",
                                        "data.result.list ",
                                        "data.error ",
                                        "data.program ",
                                        "data.prints ",
                                        "data.calls.0.args ",
                                        "data.calls.0.error ",
                                        "data.memory_delta.a ",
                                        "data.memory.a.list.1 ",
                                        "data.fail.reason ",
                                        "data.fail.message ",
                                        "data.fail.op ",
                                        "data.fail.details.x.y.0 ",
                                        "data.prompt "};
    test_agent_run run;
    redactor all;
    ptc_text log;

    run_secretly(&run, &log, &all, false);
    cr_expect(!log_has(&log, SECRET), "%s", strstr(log.ptr, SECRET));
    cr_expect(!log_has(&log, "hidden-pin"));
    cr_expect(log_has(&log, "***") && log_has(&log, "<Firewalled>"));
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        cr_expect(strstr(all.paths.ptr, paths[i]) != NULL, "never asked: %s", paths[i]);
    test_agent_stop(&run);
}

Test(agent_log, is_complete_when_raw)
{
    test_agent_run run;
    redactor all;
    ptc_text log;

    run_secretly(&run, &log, &all, true);
    cr_expect(log_has(&log, "\"context\":{\"who\":\"" SECRET "\""), "%s", log.ptr);
    cr_expect(log_has(&log, "\"_pin\":\"hidden-pin\""));
    cr_expect(!log_has(&log, "***"));
    cr_expect_eq(all.paths.len, (size_t)0); /* no model is asked */
    test_agent_stop(&run);
}

/* --- Cuts -------------------------------------------------------------------------- */

enum { CUT_AT = 65536 };

static ptc_status give_text(ptc_tool_call *call, void *user)
{
    call->result = *(const ptc_value *)user;
    return PTC_OK;
}

/* The value at data.result.NAME of the event in the log, as text. */
static ptc_str logged_result(const ptc_text *log, ptc_arena *arena, const char *event)
{
    const char *at = log->ptr;
    ptc_value row;

    while (log_next(&at, arena, &row)) {
        const ptc_map_entry *name = ptc_map_find_field(row.as.map, PTC_STR("event"), 0);
        const ptc_map_entry *data = ptc_map_find_field(row.as.map, PTC_STR("data"), 0);

        if (ptc_str_equal(ptc_value_text(&name->value), ptc_str_of(event)))
            return ptc_value_text(
                &ptc_map_find_field(data->value.as.map, PTC_STR("result"), 0)->value);
    }
    cr_assert(false, "no %s", event);
    return PTC_STR("");
}

Test(agent_log, cuts_strings_between_characters)
{
    static const struct {
        const char *what;
        const char *character; /* fills the string after `before` letters */
        size_t before;
        size_t length;
        size_t kept;
    } rows[] = {
        {"just not cut", "x", 0, CUT_AT, CUT_AT},
        {"one too many", "x", 0, CUT_AT + 1, CUT_AT},
        {"on a border of two bytes", "\xC3\xA4", 0, CUT_AT + 2, CUT_AT},
        {"within two bytes", "\xC3\xA4", 1, CUT_AT + 1, CUT_AT - 1},
        {"after three of four bytes", "\xF0\x9F\x98\x80", 1, CUT_AT + 1, CUT_AT - 3},
        {"after one of three bytes", "\xE2\x82\xAC", 0, CUT_AT + 2, CUT_AT - 1},
        {"just not cut, two bytes", "\xC3\xA4", 0, CUT_AT, CUT_AT},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *bytes = calloc(CUT_AT + 8, 1);
        size_t size = strlen(rows[i].character);
        size_t length = rows[i].before;
        ptc_tool tool = {.name = "give", .function = give_text};
        ptc_agent_tool tools[1] = {{.name = "give", .function = &tool}};
        test_agent_run run;
        ptc_value text;
        char tail[64] = "";
        ptc_str found;
        ptc_text log;

        memset(bytes, 'a', rows[i].before);
        for (; length < rows[i].length; length += size)
            memcpy(bytes + length, rows[i].character, size);
        cr_assert_eq(length, rows[i].length, "%s", rows[i].what);
        text = ptc_value_string(ptc_str_make(bytes, length));
        tool.user = &text;
        test_agent_start(&run, "Go");
        run.agent.tools = tools;
        run.agent.tool_count = 1;
        log_to(&run, &log);
        test_agent_replies(&run, "(return (count (tool/give {})))", NULL);
        test_agent_go(&run);
        cr_expect(run.step->is_ok);
        found = logged_result(&log, &run.arena, "tool.stop");
        if (rows[i].kept < length)
            snprintf(tail, sizeof tail, "... (%zu bytes)", length);
        cr_expect_eq(found.len, rows[i].kept + strlen(tail), "%s: %zu", rows[i].what,
                     found.len);
        cr_expect(found.len >= rows[i].kept &&
                      memcmp(found.ptr, bytes, rows[i].kept) == 0,
                  "%s", rows[i].what);
        cr_expect(memcmp(found.ptr + found.len - strlen(tail), tail, strlen(tail)) == 0,
                  "%s", rows[i].what);
        test_agent_stop(&run);
        free(bytes);
    }
}

/* Two long keys that begin alike stay two. */
Test(agent_log, cuts_keys_so_that_none_meet)
{
    char *bytes = calloc(2 * (CUT_AT + 2), 1);
    ptc_tool tool = {.name = "give", .function = give_text};
    ptc_agent_tool tools[1] = {{.name = "give", .function = &tool}};
    ptc_map_entry entries[2];
    test_agent_run run;
    const char *line;
    ptc_value map;
    ptc_value row;
    ptc_text log;

    memset(bytes, 'k', 2 * (CUT_AT + 2));
    bytes[CUT_AT + 1] = 'l';
    for (size_t i = 0; i < 2; i++) {
        entries[i].key =
            ptc_value_string(ptc_str_make(bytes + i * (CUT_AT + 2), CUT_AT + 2));
        entries[i].value = ptc_value_int((int64_t)i);
    }
    test_agent_start(&run, "Go");
    cr_assert(ptc_map_make(&run.arena, entries, 2, &map, NULL) == PTC_OK);
    tool.user = &map;
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    log_to(&run, &log);
    test_agent_replies(&run, "(return (count (tool/give {})))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "2");
    cr_expect(log_has(&log, "k... (65538 bytes) #0\":0,\"k"));
    cr_expect(log_has(&log, "k... (65538 bytes) #1\":1}"));
    for (line = log.ptr; log_next(&line, &run.arena, &row);)
        cr_expect_eq(row.kind, PTC_MAP);
    test_agent_stop(&run);
    free(bytes);
}

/* --- Large values ------------------------------------------------------------------ */

static ptc_status give_much(ptc_tool_call *call, void *user)
{
    ptc_value *items = ptc_arena_array(call->arena, 60000, sizeof *items);

    (void)user;
    for (int i = 0; i < 60000; i++)
        items[i] = ptc_value_int(100000 + i);
    call->result = ptc_value_vector(items, 60000);
    return PTC_OK;
}

static const ptc_tool much_tool = {.name = "much", .function = give_much};
static const ptc_agent_tool much_tools[] = {{.name = "much", .function = &much_tool}};

/* The log of a run whose context, tools, memory and result are large. */
static void run_largely(test_agent_run *run, ptc_text *log, bool is_debug)
{
    ptc_map_entry *entries;
    ptc_value context;
    ptc_value *items;

    test_agent_start(run, "Go");
    items = ptc_arena_array(&run->arena, 200000, sizeof *items);
    entries = ptc_arena_array(&run->arena, 3, sizeof *entries);
    for (int i = 0; i < 200000; i++)
        items[i] = ptc_value_string(PTC_STR("twenty bytes of text"));
    entries[0] = (ptc_map_entry){ptc_value_string(PTC_STR("rows")),
                                 ptc_value_vector(items, 200000)};
    entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("_pin")),
                                 ptc_value_string(PTC_STR("canary"))};
    entries[2] = (ptc_map_entry){ptc_value_string(PTC_STR("who")),
                                 ptc_value_string(PTC_STR("Ann"))};
    cr_assert(ptc_map_make(&run->arena, entries, 3, &context, NULL) == PTC_OK);
    run->options.context = &context;
    run->options.debug = is_debug;
    run->agent.tools = much_tools;
    run->agent.tool_count = 1;
    log_to(run, log);
    test_agent_replies(run, "(def a (tool/much {}))", "(return (vec (concat a a)))",
                       NULL);
    test_agent_go(run);
    cr_expect(run->step->is_ok, "%s", test_cstr(run->step->fail.message));
}

/* No event is long because data is; with debug all of it is there. */
Test(agent_log, bounds_every_event) /* M410 */
{
    for (int is_debug = 0; is_debug < 2; is_debug++) {
        test_agent_run run;
        size_t longest = 0;
        const char *at;
        ptc_text log;
        ptc_value row;

        run_largely(&run, &log, is_debug != 0);
        at = log.ptr;
        for (const char *line = at; log_next(&at, &run.arena, &row); line = at) {
            if ((size_t)(at - line) > longest)
                longest = (size_t)(at - line);
        }
        cr_expect(is_debug ? longest > 4000000 : longest < 3 * 262144, "%zu", longest);
        cr_expect(log_has(&log, "\"who\":\"Ann\"") && !log_has(&log, "canary"));
        cr_expect(log_has(&log, " more)\"") == (is_debug == 0));
        test_agent_stop(&run);
    }
}

/* --- Runs without memory -------------------------------------------------------------
 */

typedef struct told {
    char spans[16][9];
    ptc_event_kind open[16];
    size_t depth;
    uint64_t seq;
    uint64_t random;
    size_t exceptions;
    size_t stops;
    size_t lines;
    ptc_event_kind last;
} told;

static ptc_event_kind start_of(ptc_event_kind kind)
{
    const char *name = ptc_event_name(kind);

    return strncmp(name, "run", 3) == 0    ? PTC_EVENT_RUN_START
           : strncmp(name, "turn", 4) == 0 ? PTC_EVENT_TURN_START
           : strncmp(name, "llm", 3) == 0  ? PTC_EVENT_LLM_START
                                           : PTC_EVENT_TOOL_START;
}

static bool told_is_start(const ptc_event *event)
{
    return event->kind == start_of(event->kind);
}

/* What ends is open, and what is open in it ended with it, if only by an exception. */
static void told_event(const ptc_event *event, void *user)
{
    told *all = user;
    const char *name = ptc_event_name(event->kind);
    size_t at = all->depth;

    cr_expect_eq(event->seq, ++all->seq, "%s", name);
    all->last = event->kind;
    if (told_is_start(event)) {
        cr_assert_lt(all->depth, (size_t)16);
        cr_expect_str_eq(event->parent_span_id,
                         all->depth > 0 ? all->spans[all->depth - 1] : "", "%s", name);
        memcpy(all->spans[all->depth], event->span_id, 9);
        all->open[all->depth++] = event->kind;
        return;
    }
    while (at > 0 && strcmp(all->spans[at - 1], event->span_id) != 0)
        at--;
    cr_assert(at > 0, "%s ends what never began", name);
    cr_expect_eq(all->open[at - 1], start_of(event->kind), "%s", name);
    all->depth = at - 1;
    all->stops += event->kind == PTC_EVENT_RUN_STOP;
    if (event->kind != PTC_EVENT_RUN_EXCEPTION)
        return;
    all->exceptions++;
    cr_expect(event->step == NULL && event->status.len == 0);
    cr_expect(ptc_str_equal(event->error, PTC_STR("out of memory")));
}

static bool told_line(ptc_str line, void *user)
{
    cr_expect(line.len > 2 && line.ptr[0] == '{' && line.ptr[line.len - 1] == '}');
    ((told *)user)->lines++;
    return true;
}

static uint64_t told_random(void *user)
{
    return ((told *)user)->random += 0x9E3779B97F4A7C15u;
}

static ptc_status told_answer(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    static const char *const replies[] = {
        "(def a (tool/echo {:x 1}))", "(tool/child {:n 1})", "(return 3)", "(return a)"};
    size_t *asked = user;

    (void)request;
    reply->content = ptc_str_of(replies[*asked < 3 ? *asked : 3]);
    ++*asked;
    return PTC_OK;
}

static const ptc_agent told_child = {
    .struct_size = sizeof told_child, .name = "child", .prompt = PTC_STR_INIT("Help")};
static const ptc_agent_tool told_tools[] = {{.name = "echo", .function = &echo_tool},
                                            {.name = "child", .agent = &told_child}};
static const ptc_agent told_agent = {.struct_size = sizeof told_agent,
                                     .prompt = PTC_STR_INIT("Go"),
                                     .tools = told_tools,
                                     .tool_count = 2,
                                     .max_turns = 4};

static ptc_status run_told(told *all, test_refusing *memory)
{
    ptc_host_options host_options = {.struct_size = sizeof host_options,
                                     .allocator = test_refusing_allocator(memory),
                                     .random = told_random,
                                     .user = all};
    ptc_agent_options options = {
        .struct_size = sizeof options, .log = told_line, .log_user = all};
    ptc_allocator allocator = test_refusing_allocator(memory);
    ptc_status status = PTC_ERROR_MEMORY;
    const ptc_step *step = NULL;
    ptc_host *host = NULL;
    size_t asked = 0;
    ptc_llm llm = {"model", told_answer, &asked};
    ptc_arena arena;

    ptc_arena_init(&arena, &allocator, 0);
    if (ptc_host_new(&host_options, &host) == PTC_OK &&
        ptc_host_attach(host, "told", NULL, 0, told_event, all) == PTC_OK) {
        options.host = host;
        options.llm.llm = &llm;
        status = ptc_agent_run(&arena, &told_agent, &options, &step);
    }
    ptc_arena_free(&arena);
    ptc_host_free(host);
    return status;
}

/* Every run that was told to begin is told to end, with an exception when its memory was
 * refused; nothing of it is left. */
Test(agent_log, tells_of_runs_without_memory) /* M400 */
{
    size_t exceptions = 0;
    size_t nested = 0;
    ptc_status status;
    size_t allowed = 0;

    do {
        test_refusing memory = {.left = allowed};
        told all = {0};

        status = run_told(&all, &memory);
        cr_expect_eq(memory.held, (size_t)0, "%zu blocks allowed", allowed);
        cr_expect_eq(all.depth, (size_t)0, "%zu blocks allowed: %zu open", allowed,
                     all.depth);
        cr_expect_leq(all.lines, (size_t)all.seq);
        if (all.seq > 0 && status == PTC_ERROR_MEMORY)
            cr_expect_eq(all.last, PTC_EVENT_RUN_EXCEPTION, "%zu blocks allowed: %s",
                         allowed, ptc_event_name(all.last));
        if (status == PTC_OK)
            cr_expect(all.exceptions == 0 || all.stops > 0);
        exceptions += all.exceptions > 0;
        nested += all.exceptions == 2;
        cr_assert_lt(++allowed, (size_t)5000);
    } while (status != PTC_OK);
    cr_expect_gt(exceptions, (size_t)10);
    cr_expect_gt(nested, (size_t)3); /* in the child, then in what asked it */
}
