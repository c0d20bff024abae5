/* SPDX-License-Identifier: MIT */
/*
 * A program of ABI 2: readers that were emitted, values, schemas, errors, a context of
 * PTC-Lisp with a tool, an agent. Compiled against the headers of the first release of
 * the revision it must run with every library that serves it; it prints what it finds.
 */
#include "order.ptc.h"

#include <ptc/ptc.h>

#include <stdio.h>
#include <string.h>

static int failures;

static void expect(const char *what, bool is_so)
{
    printf("%s %s\n", is_so ? "ok" : "FAILED", what);
    failures += !is_so;
}

static bool is_text(ptc_str text, const char *wanted)
{
    return ptc_str_equal(text, ptc_str_of(wanted));
}

static void readers(ptc_arena *arena)
{
    static const char good[] =
        "{\"id\": 7, \"buyer\": \"Ada\", \"express\": true, \"kind\": "
        "\"again\", \"lines\": [{\"sku\": \"x\", \"price\": \"2.5\"}]}";
    static const char bad[] = "{\"id\": 0, \"buyer\": \"\", \"lines\": []}";
    ptc_parse_options options = {0};
    ptc_parse_info info;
    ptc_report report;
    ptc_text text;
    order order;

    options.struct_size = sizeof options;
    expect("reading",
           order_parse(arena, good, sizeof good - 1, &options, &order, &info) == PTC_OK);
    expect("coercion is told of", info.is_coerced);
    expect("fields", order.id == 7 && is_text(order.buyer, "Ada") && order.express &&
                         order.kind == ORDER_KIND_AGAIN && order.lines.count == 1);
    expect("defaults",
           order.lines.items[0].count == 1 && !order.lines.items[0].has.count);
    ptc_text_init(&text, arena);
    expect("writing", order_to_json(&text, &order) == PTC_OK);
    printf("%.*s\n", (int)text.len, text.ptr);

    expect("refusing", order_parse(arena, bad, sizeof bad - 1, NULL, &order, NULL) ==
                           PTC_ERROR_INVALID);
    ptc_report_init(&report, arena);
    order_explain(arena, bad, sizeof bad - 1, NULL, &report, NULL);
    expect("errors", report.error_count == 2 && report.errors[0].code == PTC_CODE_BOUND &&
                         report.errors[1].code == PTC_CODE_LENGTH);
    ptc_text_init(&text, arena);
    ptc_report_write_errors(&text, &report, "errors:");
    printf("%.*s", (int)text.len, text.ptr);
}

/* The same in one call. */
static void one_call(ptc_arena *arena)
{
    static const char good[] = "{\"id\": 7, \"buyer\": \"Ada\", \"lines\": []}";
    static const char bad[] = "{\"id\": 0, \"buyer\": \"Ada\", \"lines\": []}";
    ptc_report report;
    ptc_error error;
    ptc_str why;
    order order;

    expect("reading at once",
           order_read(arena, good, sizeof good - 1, NULL, &order, &why) == PTC_OK &&
               why.len == 0 && order.id == 7);
    expect("refusing at once", order_read(arena, bad, sizeof bad - 1, NULL, &order,
                                          &why) == PTC_ERROR_INVALID);
    printf(PTC_FMT, PTC_ARG(why));
    ptc_report_init(&report, arena);
    order_explain(arena, bad, sizeof bad - 1, NULL, &report, NULL);
    error = ptc_issue_view(arena, &report.errors[0]);
    expect("a view of an error",
           is_text(error.path, "id") && is_text(error.code, "bound"));
    printf(PTC_FMT "\n", PTC_ARG(error.message));
}

static void values(ptc_arena *arena)
{
    const ptc_source source = {PTC_STR_INIT("pair.sig"),
                               PTC_STR_INIT("(a :int, b [:string]) -> :int")};
    static const char json[] = "{\"a\": \"5\", \"b\": [\"x\", \"y\"]}";
    ptc_walk_options options = {0};
    ptc_report report;
    ptc_schema schema;
    ptc_value value;
    ptc_diags diags;
    ptc_text text;

    ptc_diags_init(&diags, arena);
    expect("a signature",
           ptc_signature_read(arena, &source, NULL, &diags, &schema) == PTC_OK);
    expect("a document", ptc_json_read(arena, json, sizeof json - 1, NULL, &value, NULL,
                                       NULL) == PTC_OK);
    options.struct_size = sizeof options;
    options.mode = PTC_MODE_ENABLED;
    options.direction = PTC_INPUT;
    ptc_report_init(&report, arena);
    expect("coercion", ptc_schema_coerce(arena, &schema, &value, &options, &value,
                                         &report) == PTC_OK);
    expect("a warning", report.warning_count == 1);
    ptc_text_init(&text, arena);
    ptc_value_write(&text, &value);
    printf("%.*s\n", (int)text.len, text.ptr);
    expect("looking into it",
           ptc_value_as_int(ptc_value_get(&value, "a"), 0) == 5 &&
               ptc_value_count(ptc_value_get(&value, "b")) == 2 &&
               is_text(ptc_value_as_text(ptc_value_at(ptc_value_get(&value, "b"), 1), ""),
                       "y"));
}

static ptc_status twice(ptc_tool_call *call, void *user)
{
    const ptc_value *n =
        ptc_map_find_text(call->arguments.as.map, PTC_STRING, PTC_STR("n"));

    ++*(int *)user;
    if (n == NULL || n->kind != PTC_INT) {
        call->message = "n is no integer";
        return PTC_ERROR_INVALID;
    }
    call->result = ptc_value_int(2 * n->as.integer);
    return PTC_OK;
}

static void programs(ptc_arena *arena)
{
    const ptc_source source = {PTC_STR_INIT("p"),
                               PTC_STR_INIT("(+ 1 (tool/twice {:n 20}))")};
    const ptc_source endless = {PTC_STR_INIT("p"), PTC_STR_INIT("(loop [] (recur))")};
    int calls = 0;
    ptc_tool tools[1] = {{0}};
    ptc_tool_options tool_options = {0};
    ptc_lisp_options options = {0};
    ptc_lisp_result result;
    ptc_lisp *lisp;

    tools[0].name = "twice";
    tools[0].function = twice;
    tools[0].user = &calls;
    options.fuel = 100000;
    expect("misuse", ptc_lisp_new(&options, &lisp) == PTC_ERROR_ARGUMENT);
    options.struct_size = sizeof options;
    tool_options.struct_size = sizeof tool_options;
    expect("a context", ptc_lisp_new(&options, &lisp) == PTC_OK);
    expect("tools",
           ptc_lisp_set_tools(arena, lisp, tools, 1, &tool_options, NULL) == PTC_OK);
    expect("a program",
           ptc_lisp_eval(arena, lisp, &source, PTC_LISP_PRINTED, &result) == PTC_OK);
    expect("its result",
           is_text(result.printed, "41") && calls == 1 && result.call_count == 1);
    expect("a limit",
           ptc_lisp_eval(arena, lisp, &endless, 0, &result) == PTC_ERROR_INVALID &&
               result.error.reason == PTC_REASON_FUEL);
    ptc_lisp_free(lisp);
}

static ptc_status answer(const ptc_llm_request *request, ptc_llm_reply *reply, void *user)
{
    (void)user;
    if (request->turn == 1)
        reply->content = PTC_STR("```clojure\n(return {:n (* ctx/n 2)})\n```");
    else
        reply->fault = PTC_LLM_CLIENT_ERROR;
    return request->turn == 1 ? PTC_OK : PTC_ERROR_INVALID;
}

static void agents(ptc_arena *arena)
{
    static const ptc_agent agent = {
        .struct_size = sizeof(ptc_agent),
        .name = "doubler",
        .prompt = PTC_STR_INIT("Double {{n}}"),
        .signature_text = PTC_STR_INIT("(n :int) -> {n :int}"),
        .max_turns = 2,
    };
    const ptc_map_entry entry = {ptc_value_string(PTC_STR("n")), ptc_value_int(21)};
    ptc_agent_options options = {0};
    const ptc_step *step;
    const ptc_value *n;
    ptc_value context;
    ptc_llm model = {0};

    model.name = "m";
    model.call = answer;
    options.struct_size = sizeof options;
    options.llm.llm = &model;
    options.context = &context;
    expect("a map", ptc_map_make(arena, &entry, 1, &context, NULL) == PTC_OK);
    expect("a run",
           ptc_agent_run(arena, &agent, &options, &step) == PTC_OK && step->is_ok);
    n = ptc_map_find_text(step->result.as.map, PTC_STRING, PTC_STR("n"));
    expect("its result", n != NULL && n->as.integer == 42 && step->usage.turns == 1);
}

int main(void)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    expect(ptc_status_name(PTC_ERROR_ARGUMENT),
           ptc_version() != NULL && ptc_abi_3 == ptc_abi_3);
    readers(&arena);
    one_call(&arena);
    values(&arena);
    programs(&arena);
    agents(&arena);
    expect("memory", !arena.failed && arena.held > 0);
    ptc_arena_free(&arena);
    return failures != 0;
}
