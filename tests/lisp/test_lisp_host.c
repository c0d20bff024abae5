/* SPDX-License-Identifier: MIT */
/* Tools of the host: registration, calls, the boundary, failures, log, cache. */
#include <criterion/criterion.h>

#include "lisp_rows.h"

#include <ptc/ptc.h>

#include <stdio.h>
#include <stdlib.h>

/* --- Tools -------------------------------------------------------------------------- */

/* What the tools of a test have seen. */
typedef struct witness {
    unsigned calls;
    uint64_t time_ms;
    uint64_t clock; /* of the context, in milliseconds */
    char seen[512]; /* the last arguments as JSON */
} witness;

static ptc_value text_value(const char *text)
{
    return ptc_value_string(ptc_str_of(text));
}

static void look(const ptc_tool_call *call, witness *at)
{
    ptc_text text;

    if (at == NULL)
        return;
    at->calls++;
    at->time_ms = call->time_ms;
    ptc_text_init(&text, call->arena);
    if (ptc_json_write(&text, &call->arguments, 0) != PTC_OK)
        ptc_text_cstr(&text, "no JSON");
    snprintf(at->seen, sizeof at->seen, "%s", text.ptr);
}

static ptc_status echo(ptc_tool_call *call, void *user)
{
    look(call, user);
    call->result = call->arguments;
    return PTC_OK;
}

static ptc_status argument(ptc_tool_call *call, void *user)
{
    const ptc_value *found;

    look(call, user);
    found = ptc_value_get(&call->arguments, "v");
    if (found != NULL)
        call->result = *found;
    return PTC_OK;
}

static ptc_status broken(ptc_tool_call *call, void *user)
{
    look(call, user);
    call->message = "no such order\nnor any other";
    return PTC_ERROR_INVALID;
}

static ptc_status silent(ptc_tool_call *call, void *user)
{
    look(call, user);
    return PTC_ERROR_RANGE;
}

/* Keywords, sets and keys that are not strings, as a host may have them. */
static ptc_status odd(ptc_tool_call *call, void *user)
{
    static const ptc_value members[] = {
        {.kind = PTC_KEYWORD, .aux = 1, .as.text = "a"},
        {.kind = PTC_INT, .as.integer = 1},
    };
    static const ptc_map_entry entries[] = {
        {{.kind = PTC_KEYWORD, .aux = 5, .as.text = "state"},
         {.kind = PTC_KEYWORD, .aux = 4, .as.text = "open"}},
        {{.kind = PTC_INT, .as.integer = 7},
         {.kind = PTC_SET, .aux = 2, .as.items = members}},
        {{.kind = PTC_STRING, .aux = 3, .as.text = "big"},
         {.kind = PTC_OPAQUE,
          .flags = PTC_FLAG_NUMBER,
          .aux = 20,
          .as.text = "99999999999999999999"}},
    };
    static const ptc_map map = {entries, NULL, 3, 0, 0};

    look(call, user);
    call->result = ptc_value_map(&map);
    return PTC_OK;
}

static ptc_status ill_formed(ptc_tool_call *call, void *user)
{
    look(call, user);
    call->result = text_value("\xFF");
    return PTC_OK;
}

/* Of `n` items. */
static ptc_status many(ptc_tool_call *call, void *user)
{
    const ptc_value *n = ptc_value_get(&call->arguments, "n");
    size_t count = (size_t)n->as.integer;
    ptc_value *items = ptc_arena_alloc(call->arena, count * sizeof *items);

    look(call, user);
    if (items == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        items[i] = ptc_value_int((int64_t)i);
    call->result = ptc_value_vector(items, count);
    return PTC_OK;
}

static ptc_status deep(ptc_tool_call *call, void *user)
{
    ptc_value *levels = ptc_arena_array(call->arena, 600, sizeof *levels);

    look(call, user);
    for (size_t i = 0; i + 1 < 600; i++)
        levels[i] = ptc_value_vector(&levels[i + 1], 1);
    call->result = levels[0];
    return PTC_OK;
}

/* Runs a program in a new context. */
static ptc_status evaluate(ptc_tool_call *call, void *user)
{
    const ptc_value *program = ptc_value_get(&call->arguments, "program");
    ptc_source source = {PTC_STR("inner"), ptc_value_text(program)};
    ptc_lisp_result result;
    ptc_status status;
    ptc_lisp *inner;

    look(call, user);
    if (ptc_lisp_new(NULL, &inner) != PTC_OK)
        return PTC_ERROR_MEMORY;
    status = ptc_lisp_eval(call->arena, inner, &source, 0, &result);
    call->result = result.value;
    call->message = result.error.message.ptr;
    ptc_lisp_free(inner);
    return status;
}

/* Takes 50 milliseconds of the context's clock. */
static ptc_status slow(ptc_tool_call *call, void *user)
{
    look(call, user);
    ((witness *)user)->clock += 50;
    return PTC_OK;
}

/* --- Contexts with them ------------------------------------------------------------- */

enum { TOOL_MAX = 32 };

typedef struct host {
    ptc_lisp *lisp;
    ptc_arena arena;
    ptc_arena contracts;
    ptc_tool tools[TOOL_MAX];
    ptc_schema schemas[TOOL_MAX];
    size_t count;
    witness seen;
    ptc_lisp_result result;
    ptc_status status;
} host;

static void host_add(host *at, const char *name, ptc_tool_function function,
                     const char *signature, unsigned flags)
{
    ptc_tool *tool = &at->tools[at->count];

    cr_assert_lt(at->count, (size_t)TOOL_MAX);
    *tool =
        (ptc_tool){.name = name, .function = function, .user = &at->seen, .flags = flags};
    if (signature != NULL) {
        ptc_source source = {PTC_STR("signature"), ptc_str_of(signature)};
        ptc_diags diags;

        ptc_diags_init(&diags, &at->contracts);
        cr_assert_eq(ptc_signature_read(&at->contracts, &source, NULL, &diags,
                                        &at->schemas[at->count]),
                     PTC_OK, "%s", signature);
        tool->signature = &at->schemas[at->count];
    }
    at->count++;
}

static uint64_t host_clock(void *user)
{
    return ((witness *)user)->clock;
}

static void host_start(host *at, const ptc_lisp_options *options)
{
    memset(at, 0, sizeof *at);
    ptc_arena_init(&at->arena, NULL, 0);
    ptc_arena_init(&at->contracts, NULL, 0);
    cr_assert_eq(ptc_lisp_new(options, &at->lisp), PTC_OK);
    host_add(at, "echo", echo, NULL, 0);
    host_add(at, "arg", argument, NULL, 0);
    host_add(
        at, "search", echo,
        "[:=> [:catn [:query :string] [:limit {:default 10} [:int {:min 1 :max 100}]] "
        "[:user-id [:maybe :int]]] :any]",
        0);
    host_add(at, "flag", argument, "(v :keyword) -> :string", 0);
    host_add(at, "counts", argument, "(v [:map-of :string :int]) -> :any", 0);
    host_add(at, "members", argument, "(v [:set :int]) -> [:int]", 0);
    host_add(at, "get-order", echo, NULL, 0);
    host_add(at, "broken", broken, NULL, 0);
    host_add(at, "silent", silent, NULL, 0);
    host_add(at, "liar", argument,
             "(v :any) -> [:map [:id :int] [:tag {:default \"-\"} :string]]", 0);
    host_add(at, "odd", odd, NULL, 0);
    host_add(at, "ill-formed", ill_formed, NULL, 0);
    host_add(at, "many", many, NULL, 0);
    host_add(at, "deep", deep, NULL, 0);
    host_add(at, "evaluate", evaluate, NULL, 0);
    host_add(at, "slow", slow, NULL, 0);
    host_add(at, "ask", slow, NULL, PTC_TOOL_UNTIMED);
    host_add(at, "cached", echo, NULL, PTC_TOOL_CACHED);
    host_add(at, "cached-raw", echo, NULL, PTC_TOOL_CACHED | PTC_TOOL_RAW);
    host_add(at, "cached-failure", broken, NULL, PTC_TOOL_CACHED);
    host_add(at, "ship", NULL, NULL, PTC_TOOL_PLANNING);
}

static void host_set(host *at, const ptc_tool_options *options)
{
    ptc_lisp_error error;

    cr_assert_eq(
        ptc_lisp_set_tools(&at->arena, at->lisp, at->tools, at->count, options, &error),
        PTC_OK, "%s", error.message.ptr);
}

static void host_end(host *at)
{
    ptc_lisp_free(at->lisp);
    ptc_arena_free(&at->arena);
    ptc_arena_free(&at->contracts);
}

/* The printed value, or "!reason: message". */
static const char *turn(host *at, const char *text)
{
    return lisp_turn(at->lisp, text, &at->arena, &at->status, &at->result);
}

typedef struct exchange {
    const char *text;
    const char *answer;
} exchange;

/* Programs with those tools, each in a new context, even when garbage is collected at
 * every safepoint. A failure's answer begins the message. */
static void converse(const exchange *rows, size_t count)
{
    for (size_t i = 0; i < 2 * count; i++) {
        const exchange *row = &rows[i / 2];
        ptc_lisp_options options;
        const char *answer;
        host at;

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.time_ms = PTC_UNLIMITED;
        options.collects_always = i % 2;
        host_start(&at, &options);
        host_set(&at, NULL);
        answer = turn(&at, row->text);
        if (row->answer[0] == '!')
            cr_expect(strncmp(answer, row->answer, strlen(row->answer)) == 0,
                      "%s:\n  %s\nnot %s", row->text, answer, row->answer);
        else
            cr_expect_str_eq(answer, row->answer, "%s: %s", row->text, answer);
        host_end(&at);
    }
}

#define CONVERSE(rows) converse(rows, sizeof(rows) / sizeof(rows)[0])

/* --- Spellings ---------------------------------------------------------------------- */

Test(lisp_host, spellings)
{
    static const exchange rows[] = {
        {"(tool/echo)", "{}"},
        {"(tool/echo {:a 1})", "{\"a\" 1}"},
        {"(tool/echo :a 1 :b [2])", "{\"a\" 1 \"b\" [2]}"},
        {"(tool/echo \"a\" 1)", "{\"a\" 1}"},
        {"(call \"echo\")", "{}"},
        {"(call \"echo\" {:a 1})", "{\"a\" 1}"},
        {"(let [args {:a 1}] (call \"echo\" args))", "{\"a\" 1}"},
        {"(call \"echo\" (merge {:a 1} {:b 2}))", "{\"a\" 1 \"b\" 2}"},
        {"(ctx/echo {:a 1})", "{\"a\" 1}"},
        {"(data/echo {:a 1})", "{\"a\" 1}"},
        /* names: - and _ are alike */
        {"(tool/get-order {:id 1})", "{\"id\" 1}"},
        {"(tool/get_order {:id 1})", "{\"id\" 1}"},
        {"(call \"get_order\" {:id 1})", "{\"id\" 1}"},
        /* as steps */
        {"(-> {:a 1} (tool/echo))", "{\"a\" 1}"},
        {"(-> {:a 1} tool/echo)", "{\"a\" 1}"},
        {"(->> {:a 1} (call \"echo\"))", "{\"a\" 1}"},
        {"(-> {:a 1} tool/echo (get \"a\") inc)", "2"},
        {"(->> 5 (return))", "5"},
        {"(->> 5 (call \"return\"))", "5"},
        /* as functions */
        {"(mapv tool/arg [{:v 1} {:v 2}])", "[1 2]"},
        {"(mapv #(tool/arg {:v %}) [1 2])", "[1 2]"},
        {"(let [f tool/arg] [(f {:v 1}) (f :v 2)])", "[1 2]"},
        {"(fn? tool/arg)", "true"},
        {"(pmap #(tool/arg :v %) [1 2])", "[1 2]"},
        {"(pmap #(tool/broken :v %) [1 2])",
         "!pmap_error: pmap: element 0: tool_error: Tool 'broken'"},
        /* left to right, and not when it is not needed */
        {"(and false (tool/broken))", "false"},
        {"(or 1 (tool/broken))", "1"},
        {"(:a (tool/echo :a 1))", "1"},
        /* 150 arguments */
        {"(count (apply tool/echo (mapcat (fn [i] [(str \"k\" i) i]) (range 150))))",
         "150"},
    };

    CONVERSE(rows);
}

/* M290, M291, M293: both spellings of the end, from any depth. */
Test(lisp_host, ends)
{
    static const exchange rows[] = {
        {"(call \"return\" {:a 1}) (tool/broken)", "{:a 1}"},
        {"(return {:a 1}) (tool/broken)", "{:a 1}"},
        {"(tool/return 1) (tool/broken)", "1"},
        {"(map (fn [x] (if (= x 2) (return x) (tool/echo :x x))) [1 2 3])", "2"},
        {"(call \"fail\" {:reason :none})",
         "!failed: the program gave up: {:reason :none}"},
        {"(fail {:reason :none})", "!failed: the program gave up: {:reason :none}"},
        {"(mapv #(when (= % 2) (fail :two)) [1 2 3])",
         "!failed: the program gave up: :two"},
        {"(tool/fail 1)", "!failed: the program gave up: 1"},
        {"(tool/echo {:a (return 5)})", "5"},
    };

    CONVERSE(rows);
}

/* --- Before the run ----------------------------------------------------------------- */

Test(lisp_host, analysis)
{
    static const exchange rows[] = {
        {"(tool/broken) (call :echo {})", "!invalid_call_tool_name: Analysis error: "},
        {"(call echo {})",
         "!invalid_call_tool_name: Analysis error: expected the name of "
         "a tool as a string, (call \"tool\" {..}), got echo"},
        {"(tool/broken) (tool/serch {:query 1})",
         "!unknown_tool: Unknown tool: serch. Available tools: arg, ask, broken, cached, "
         "cached-failure, cached-raw, counts, deep, echo, evaluate, flag, get-order, "
         "ill-formed, "
         "liar, "
         "many, members, odd, search, silent, slow. Did you mean: search"},
        {"(call \"serch\")", "!unknown_tool: Unknown tool: serch. Available tools: arg,"},
        {"(map tool/serch [1])", "!unknown_tool: Unknown tool: serch. Available tools: "},
        {"(ctx/zzzzz {})", "!unknown_tool: Unknown tool: zzzzz. Available tools: "},
        {"(tool/echo 5)", "!invalid_tool_args: Tool calls require named arguments: "
                          "(tool/echo {:key value}), got 5"},
        {"(tool/echo \"x\")", "!invalid_tool_args: Tool calls require named arguments"},
        {"(call \"echo\" [1])", "!invalid_tool_args: Tool calls require named arguments"},
        {"(tool/echo :a 1 :b)", "!invalid_tool_args: Tool calls require named arguments"},
        {"(tool/echo {:a 1} {:b 1})", "!invalid_tool_args: Tool calls require named"},
        /* M308 */
        {"(call \"ship\" {})",
         "!unknown_tool: Tool 'ship' is for planning only. Available "
         "tools: arg,"},
        {"(tool/ship)", "!unknown_tool: Tool 'ship' is for planning only. Available"},
        {"(call)", "!invalid_arity: "},
        {"tool", "!unbound_var: "},
    };

    CONVERSE(rows);
}

/* A name of the context is not a tool, unless there is a tool of that name. */
Test(lisp_host, context_is_not_callable)
{
    static const char json[] = "{\"orders\": [1], \"echo\": 2}";
    ptc_value context;
    host at;

    host_start(&at, NULL);
    host_set(&at, NULL);
    cr_assert_eq(
        ptc_json_read(&at.contracts, json, strlen(json), NULL, &context, NULL, NULL),
        PTC_OK);
    cr_assert_eq(ptc_lisp_set_context(at.lisp, &context), PTC_OK);
    cr_expect_str_eq(turn(&at, "(ctx/orders {:a 1})"),
                     "!not_callable: not callable: ctx/orders; it is data, write it "
                     "without parentheses");
    cr_expect_str_eq(turn(&at, "[(ctx/echo {:a 1}) ctx/echo]"), "[{\"a\" 1} 2]");
    host_end(&at);
}

/* The host's data is found without the namespace; tools come first. */
Test(lisp_host, names_without_namespace)
{
    static const char json[] = "{\"orders\": [1], \"user_name\": \"x\", \"echo\": 2}";
    static const char data[] = "!unbound_var: undefined variable: ";
    ptc_value context;
    host at;

    host_start(&at, NULL);
    host_set(&at, NULL);
    cr_assert_eq(
        ptc_json_read(&at.contracts, json, strlen(json), NULL, &context, NULL, NULL),
        PTC_OK);
    cr_assert_eq(ptc_lisp_set_context(at.lisp, &context), PTC_OK);
    cr_expect_str_eq(turn(&at, "(count orders)") + strlen(data),
                     "orders. Hint: it is the host's data: write ctx/orders");
    cr_expect_str_eq(turn(&at, "user-name") + strlen(data),
                     "user-name. Hint: it is the host's data: write ctx/user_name");
    cr_expect_str_eq(turn(&at, "(echo {:a 1})") + strlen(data),
                     "echo. Hint: it is a tool: write (tool/echo {:key value})");
    cr_expect_str_eq(turn(&at, "(ship {:a 1})") + strlen(data), "ship");
    cr_expect_str_eq(turn(&at, "(or orders 5)"), "5");
    host_end(&at);
}

/* M292: return and fail are there before the tools of the host. */
Test(lisp_host, system_tools)
{
    host at;

    host_start(&at, NULL);
    cr_expect_str_eq(ptc_lisp_tool_at(at.lisp, 0)->name, "return");
    cr_expect_str_eq(ptc_lisp_tool_at(at.lisp, 1)->name, "fail");
    cr_expect_null(ptc_lisp_tool_at(at.lisp, 2));
    host_set(&at, NULL);
    cr_expect_str_eq(ptc_lisp_tool_at(at.lisp, 0)->name, "return");
    cr_expect_str_eq(ptc_lisp_tool_at(at.lisp, 1)->name, "fail");
    cr_expect_eq(ptc_lisp_tool_at(at.lisp, 2), &at.tools[0]);
    cr_expect_eq(ptc_lisp_tool_at(at.lisp, at.count + 1), &at.tools[at.count - 1]);
    cr_expect_null(ptc_lisp_tool_at(at.lisp, at.count + 2));
    host_end(&at);
}

Test(lisp_host, registration)
{
    static const struct {
        const char *names[2];
        const char *fault;
    } rows[] = {
        {{"ok", "OK"}, NULL},
        {{"_", "a-1"}, NULL},
        {{"", NULL}, "invalid_config: invalid tool name \"\""},
        {{"1a", NULL}, "invalid_config: invalid tool name \"1a\""},
        {{"a b", NULL}, "invalid_config: invalid tool name \"a b\""},
        {{"a/b", NULL}, "invalid_config: invalid tool name \"a/b\""},
        {{"a23456789012345678901234567890123456789012345678901234567890123_x", NULL},
         "invalid_config: invalid tool name"},
        /* M320 */
        {{"return", NULL}, "reserved_tool_name: tool name \"return\" is reserved"},
        {{"ok", "fail"}, "reserved_tool_name: tool name \"fail\" is reserved"},
        {{"get-x", "get_x"}, "invalid_config: tools \"get_x\" and \"get-x\" differ only"},
        {{"same", "same"}, "invalid_config: two tools are named \"same\""},
    };
    host at;

    host_start(&at, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_tool tools[2] = {{.name = rows[i].names[0], .function = echo},
                             {.name = rows[i].names[1], .function = echo}};
        ptc_lisp_error error;
        ptc_status status = ptc_lisp_set_tools(
            &at.arena, at.lisp, tools, rows[i].names[1] != NULL ? 2 : 1, NULL, &error);
        char fault[512] = "";

        if (status != PTC_OK)
            snprintf(fault, sizeof fault, "%s: %s", ptc_reason_name(error.reason),
                     error.message.ptr);
        cr_expect_eq(status, rows[i].fault != NULL ? PTC_ERROR_ARGUMENT : PTC_OK, "%s",
                     fault);
        if (rows[i].fault != NULL)
            cr_expect(strncmp(fault, rows[i].fault, strlen(rows[i].fault)) == 0,
                      "%s, not %s", fault, rows[i].fault);
    }
    host_end(&at);
}

/* A signature must be a function; mode strict wants one of every tool; a registry that is
 * refused changes nothing. */
Test(lisp_host, registration_of_signatures)
{
    ptc_tool_options options;
    ptc_lisp_error error;
    ptc_schema_node number = {.type = PTC_TYPE_INT};
    ptc_schema schema = {&number, 0, 1};
    ptc_tool tool = {.name = "t", .function = echo, .signature = &schema};
    host at;

    host_start(&at, NULL);
    host_set(&at, NULL);
    cr_expect_eq(ptc_lisp_set_tools(&at.arena, at.lisp, &tool, 1, NULL, &error),
                 PTC_ERROR_ARGUMENT);
    cr_expect(strstr(error.message.ptr, "its signature is not a function") != NULL, "%s",
              error.message.ptr);
    tool = (ptc_tool){.name = "t"};
    cr_expect_eq(ptc_lisp_set_tools(&at.arena, at.lisp, &tool, 1, NULL, &error),
                 PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(error.message.ptr, "tool \"t\" has no function");
    cr_expect_eq(ptc_lisp_set_tools(NULL, at.lisp, &tool, 1, NULL, NULL),
                 PTC_ERROR_ARGUMENT);
    options = (ptc_tool_options){.struct_size = sizeof options};
    options.mode = PTC_MODE_STRICT;
    cr_expect_eq(ptc_lisp_set_tools(&at.arena, at.lisp, at.tools, 4, &options, &error),
                 PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(error.message.ptr,
                     "in mode strict every tool needs a signature: echo, arg");
    cr_expect_str_eq(turn(&at, "(tool/echo :a 1)"), "{\"a\" 1}");
    cr_expect_eq(ptc_lisp_set_tools(NULL, at.lisp, NULL, 0, NULL, NULL), PTC_OK);
    cr_expect_str_eq(turn(&at, "(tool/echo :a 1)"),
                     "!unknown_tool: Unknown tool: echo. There are no tools here");
    host_end(&at);
}

/* Programs find tools by name when they run. */
Test(lisp_host, exchanged_tools)
{
    static const ptc_tool other = {.name = "arg", .function = echo};
    ptc_source source = {PTC_STR("test"), PTC_STR("(tool/arg {:v 1})")};
    ptc_program *program;
    ptc_lisp_error error;
    host at;

    host_start(&at, NULL);
    host_set(&at, NULL);
    cr_assert_eq(ptc_lisp_compile(&at.arena, at.lisp, &source, &program, &error), PTC_OK);
    cr_expect_eq(ptc_lisp_run(&at.arena, at.lisp, program, PTC_LISP_PRINTED, &at.result),
                 PTC_OK);
    cr_expect_str_eq(test_cstr(at.result.printed), "1");
    cr_assert_eq(ptc_lisp_set_tools(NULL, at.lisp, &other, 1, NULL, NULL), PTC_OK);
    cr_expect_eq(ptc_lisp_run(&at.arena, at.lisp, program, PTC_LISP_PRINTED, &at.result),
                 PTC_OK);
    cr_expect_str_eq(test_cstr(at.result.printed), "{\"v\" 1}");
    cr_assert_eq(ptc_lisp_set_tools(NULL, at.lisp, NULL, 0, NULL, NULL), PTC_OK);
    cr_expect_eq(ptc_lisp_run(&at.arena, at.lisp, program, PTC_LISP_PRINTED, &at.result),
                 PTC_ERROR_INVALID);
    cr_expect_eq(at.result.error.reason, PTC_REASON_UNKNOWN_TOOL);
    cr_expect_eq(at.result.error.line, 1u);
    ptc_program_free(program);
    host_end(&at);
}

/* Functions that memory keeps call the tools of later runs. */
Test(lisp_host, kept_functions)
{
    host at;

    host_start(&at, NULL);
    host_set(&at, NULL);
    turn(&at, "(def f tool/arg) (defn g [v] (tool/arg {:v v}))");
    cr_expect_str_eq(turn(&at, "[(f {:v 1}) (g [2])]"), "[1 [2]]");
    cr_assert_eq(ptc_lisp_set_tools(NULL, at.lisp, NULL, 0, NULL, NULL), PTC_OK);
    cr_expect_str_eq(turn(&at, "(f {:v 1})"),
                     "!unknown_tool: Unknown tool: arg. There are no tools here");
    cr_expect_str_eq(turn(&at, "(g 1)"),
                     "!unknown_tool: Unknown tool: arg. There are no tools here");
    host_end(&at);
}

/* --- The boundary ------------------------------------------------------------------- */

Test(lisp_host, arguments)
{
    static const exchange rows[] = {
        {"(tool/echo {:a :open :b #{1 2} :c (list 1 2) :d nil :e 1.5})",
         "{\"a\" \"open\" \"b\" [1 2] \"c\" [1 2] \"d\" nil \"e\" 1.5}"},
        /* keys at every depth */
        {"(tool/echo {:user-id 1 :x [{:y-z {\"a-b\" 2}}]})",
         "{\"user_id\" 1 \"x\" [{\"y_z\" {\"a_b\" 2}}]}"},
        {"(tool/echo {:m {1 :one 2 :two}})", "{\"m\" {\"1\" \"one\" \"2\" \"two\"}}"},
        {"(tool/echo {:v (range 3) :w (vec (range 100))})",
         "{\"v\" [0 1 2] \"w\" [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 "
         "22 "
         "23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 "
         "49 "
         "50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 "
         "76 "
         "77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99]}"},
        {"(= (assoc (vec (range 100)) 50 :x) (tool/arg {:v (assoc (vec (range 100)) 50 "
         ":x)}))",
         "false"},
        {"(nth (tool/arg {:v (assoc (vec (range 100)) 50 :x)}) 50)", "\"x\""},
        {"(count (tool/echo (zipmap (map str (range 500)) (range 500))))", "500"},
        {"(tool/arg {:v [(LocalDate/parse \"2024-05-06\")]})", "[\"2024-05-06\"]"},
        /* what cannot go */
        {"(tool/echo {:user-id 1 :user_id 2})",
         "!invalid_tool_args: Tool 'echo': (root): two keys would be the same in JSON: "
         "user_id"},
        {"(tool/echo {:a {\"b\" 1 :b 2}})",
         "!invalid_tool_args: Tool 'echo': a: two keys would be the same in JSON: b"},
        {"(tool/echo {:f inc})", "!invalid_tool_args: Tool 'echo': f: function cannot be "
                                 "passed to a tool; pass data"},
        {"(tool/echo {:a [{:f #(+ % 1)}]})",
         "!invalid_tool_args: Tool 'echo': a[0].f: function cannot be passed to a tool"},
        {"(tool/echo {:a [{:s (range)}]})", "!invalid_tool_args: Tool 'echo': a[0].s: "
                                            "endless sequence cannot be passed to a "
                                            "tool; take a part of it first, (take n ..)"},
        {"(tool/echo {:a (take 2 (range))})", "{\"a\" [0 1]}"},
        {"(tool/echo {:a {[1] 2}})", "!invalid_tool_args: Tool 'echo': a: a key must be "
                                     "a keyword or string, got [1]"},
        {"(let [x 5] (tool/echo x))", "!invalid_tool_args: Tool calls require named "
                                      "arguments: (tool/echo {:key value}), got 5"},
        {"(let [x nil] (tool/search x))",
         "!invalid_tool_args: Tool calls require named arguments: (tool/search {:query "
         "value}), got nil"},
        {"(map tool/search [1])",
         "!invalid_tool_args: Tool calls require named arguments"},
        {"(apply tool/echo [:a])", "!invalid_tool_args: Tool calls require named"},
        {"(tool/echo {:d (reduce (fn [v _] [v]) 1 (range 600))})",
         "!invalid_tool_args: Tool 'echo': arguments are nested deeper than 512 levels"},
        {"(tool/echo {:a 'x})", "!invalid_tool_args: Tool 'echo': a: symbol cannot be"},
        /* parts that are shared are none outside */
        {"(tool/echo {:v (reduce (fn [v _] [v v]) 1 (range 60))})", "!memory_exceeded"},
        {"(tool/echo {:v (reduce (fn [v _] {:a v :b v}) 1 (range 60))})",
         "!memory_exceeded"},
    };

    CONVERSE(rows);
}

/* M040, M041: the signature of a tool, in the program's direction and back. */
Test(lisp_host, validation)
{
    static const exchange rows[] = {
        {"(tool/search {:query \"x\"})", "{\"query\" \"x\" \"limit\" 10}"},
        {"(tool/search {:query \"x\" :limit nil})", "{\"query\" \"x\" \"limit\" 10}"},
        {"(tool/search {:query :x :limit \"5\"})", "{\"query\" \"x\" \"limit\" 5}"},
        /* declared fields in the declared spelling, whatever the program's is */
        {"(tool/search {:query \"x\" :user-id 1})",
         "{\"query\" \"x\" \"limit\" 10 \"user-id\" 1}"},
        {"(tool/search {:query \"x\" \"user_id\" 1})",
         "{\"query\" \"x\" \"limit\" 10 \"user-id\" 1}"},
        {"(tool/search {:query \"x\" :more-so 1})",
         "{\"query\" \"x\" \"limit\" 10 \"more_so\" 1}"},
        {"(tool/search {})", "!validation_error: Tool 'search' validation errors: query: "
                             "missing required field, expected string"},
        {"(tool/search {:query 5 :limit 250})",
         "!validation_error: Tool 'search' validation errors: query: expected string, "
         "got "
         "int 5; limit: expected 1..100, got 250"},
        /* typed data arrives as JSON data all the same */
        {"(tool/flag {:v :open})", "\"open\""},
        {"(tool/flag {:v \"open\"})", "\"open\""},
        {"(tool/members {:v #{3 1}})", "[3 1]"},
        {"(tool/members {:v [1 2 1]})", "[1 2]"},
        /* keys that are data stay as they are */
        {"(tool/counts {:v {\"well-known\" 1 :a-b 2}})", "{\"well-known\" 1 \"a-b\" 2}"},
    };

    CONVERSE(rows);
}

Test(lisp_host, results)
{
    static const exchange rows[] = {
        {"(tool/arg)", "nil"},
        {"(tool/odd)",
         "{\"state\" \"open\" \"7\" [\"a\" 1] \"big\" 99999999999999999999}"},
        /* M139, M140: read by either spelling */
        {"(let [r (tool/odd)] [(:state r) (r \"state\") (get-in r [:7 0])])",
         "[\"open\" \"open\" \"a\"]"},
        {"(let [{:keys [user-id]} (tool/echo {:user-id 7})] user-id)", "7"},
        {"(tool/liar {:v {\"id\" 1}})", "{\"id\" 1 \"tag\" \"-\"}"},
        {"(tool/liar {:v {\"id\" \"1\"}})",
         "!tool_error: Tool 'liar' failed: its result does not fit its signature: id: "
         "expected int, got string \"1\""},
        {"(tool/liar {:v 5})",
         "!tool_error: Tool 'liar' failed: its result does not fit"},
        {"(tool/ill-formed)", "!tool_error: Tool 'ill-formed' failed: its result has "
                              "text that is not valid UTF-8"},
        {"(count (tool/many {:n 10000}))", "10000"},
        {"(tool/many {:n 1000000})",
         "!tool_error: Tool 'many' failed: its result is larger "
         "than the host allows"},
        {"(tool/deep)", "!tool_error: Tool 'deep' failed: its result is larger than the "
                        "host allows, or nested deeper than 512 levels; ask for less"},
        {"(tool/broken)",
         "!tool_error: Tool 'broken' failed: no such order nor any other"},
        {"(tool/silent)", "!tool_error: Tool 'silent' failed: range"},
        /* another context inside of a tool */
        {"(tool/evaluate {:program \"(mapv inc [1 2])\"})", "[2 3]"},
        {"(tool/evaluate {:program \"(+ 1 nil)\"})",
         "!tool_error: Tool 'evaluate' failed: +: invalid argument types: number, nil"},
    };

    CONVERSE(rows);
}

/* --- What a failure leaves ---------------------------------------------------------- */

/* Definitions are undone; prints and calls are reported. */
Test(lisp_host, rollback)
{
    host at;

    host_start(&at, NULL);
    host_set(&at, NULL);
    turn(&at, "(def x 1)");
    cr_expect_str_eq(turn(&at,
                          "(def x 2) (println \"so far\") (tool/echo :a x) (tool/broken "
                          "{:id 7}) (def y 1)"),
                     "!tool_error: Tool 'broken' failed: no such order nor any other");
    cr_expect_eq(at.result.error.line, 1u);
    cr_expect_eq(at.result.error.column, 47u);
    cr_expect_str_eq(test_cstr(at.result.output), "so far\n");
    cr_assert_eq(at.result.call_count, 2u);
    cr_expect_eq(at.result.calls_made, 2u);
    cr_expect_str_eq(at.result.calls[0].name, "echo");
    cr_expect_null(at.result.calls[0].error);
    cr_expect_str_eq(at.result.calls[1].name, "broken");
    cr_expect_str_eq(at.result.calls[1].error, "no such order\nnor any other");
    cr_expect_eq(at.result.calls[1].result.kind, PTC_NIL);
    cr_expect_eq(at.result.changed_count, 0u);
    cr_expect_str_eq(turn(&at, "x"), "1");
    cr_expect_eq(at.result.call_count, 0u);
    host_end(&at);
}

/* --- The log ------------------------------------------------------------------------ */

static const char *json_of(host *at, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, &at->arena);
    cr_assert_eq(ptc_json_write(&text, value, 0), PTC_OK);
    return text.ptr;
}

Test(lisp_host, log)
{
    ptc_lisp_options options;
    const ptc_tool_record *calls;
    host at;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    host_start(&at, &options);
    options.clock_ms = host_clock;
    options.user = &at.seen;
    ptc_lisp_free(at.lisp);
    cr_assert_eq(ptc_lisp_new(&options, &at.lisp), PTC_OK);
    host_set(&at, NULL);
    turn(&at, "(tool/search {:query :x :limit \"5\"}) (tool/slow) (return 1)");
    ptc_lisp_free(at.lisp); /* the log is the caller's */
    at.lisp = NULL;
    calls = at.result.calls;
    cr_assert_eq(at.result.call_count, 2u);
    cr_expect_str_eq(json_of(&at, &calls[0].arguments), "{\"query\":\"x\",\"limit\":5}");
    cr_expect_str_eq(json_of(&at, &calls[0].result), "{\"query\":\"x\",\"limit\":5}");
    /* M062 */
    cr_expect_str_eq(test_cstr(calls[0].feedback),
                     "Tool validation warnings:\n"
                     "- query: coerced keyword :x to string\n"
                     "- limit: coerced string \"5\" to int\n");
    cr_expect_eq(calls[0].time_ms, 0u);
    cr_expect_eq(calls[1].time_ms, 50u);
    cr_expect_eq(calls[1].feedback.len, 0u);
    host_end(&at);
}

/* M061: what the model is to read of arguments that were refused. */
Test(lisp_host, log_of_refused_arguments)
{
    host at;

    host_start(&at, NULL);
    host_set(&at, NULL);
    turn(&at, "(tool/search {:query \"x\" :limit 250})");
    cr_assert_eq(at.result.call_count, 1u);
    cr_expect_str_eq(test_cstr(at.result.calls[0].feedback),
                     "Tool validation errors:\n- limit: expected 1..100, got 250\n");
    cr_expect_str_eq(at.result.calls[0].error, "limit: expected 1..100, got 250");
    cr_expect_str_eq(json_of(&at, &at.result.calls[0].arguments),
                     "{\"query\":\"x\",\"limit\":250}");
    cr_expect_eq(at.seen.calls, 0u);
    host_end(&at);
}

/* Large values are kept as the beginning of their text. */
Test(lisp_host, log_is_cut)
{
    host at;
    const ptc_tool_record *call;

    host_start(&at, NULL);
    host_set(&at, NULL);
    turn(&at, "(count (tool/echo {:v (apply str (repeat 20000 \"\\u00e4\"))}))");
    cr_assert_eq(at.result.call_count, 1u, "%s", at.result.error.message.ptr);
    call = &at.result.calls[0];
    cr_expect(call->is_arguments_cut);
    cr_expect(call->is_result_cut);
    cr_expect_eq(call->arguments.kind, PTC_STRING);
    cr_expect_leq(call->arguments.aux, 16384u);
    cr_expect_geq(call->arguments.aux, 16380u);
    cr_expect_eq(ptc_utf8_check(call->arguments.as.text, call->arguments.aux),
                 call->arguments.aux);
    turn(&at, "(tool/echo {:v (apply str (repeat 16000 \"a\"))})");
    cr_expect(!at.result.calls[0].is_arguments_cut);
    host_end(&at);
}

/* --- Limits ------------------------------------------------------------------------- */

/* M306 */
Test(lisp_host, most_calls)
{
    ptc_tool_options options;
    host at;

    host_start(&at, NULL);
    options = (ptc_tool_options){.struct_size = sizeof options};
    options.max_calls = 3;
    host_set(&at, &options);
    cr_expect_str_eq(turn(&at, "(mapv #(tool/arg :v %) (range 3))"), "[0 1 2]");
    cr_expect_str_eq(turn(&at, "(mapv #(tool/arg :v %) (range 4))"),
                     "!tool_error: Tool 'arg' failed: the limit of tool calls is "
                     "reached; work with the results you have");
    cr_expect_eq(at.seen.calls, 6u);
    options.spans_runs = true;
    host_set(&at, &options);
    cr_expect_str_eq(turn(&at, "(mapv #(tool/arg :v %) (range 3))"), "[0 1 2]");
    cr_expect(strncmp(turn(&at, "(tool/arg)"), "!tool_error", 11) == 0);
    options.max_calls = 0;
    options.max_result = 10;
    host_set(&at, &options);
    cr_expect_str_eq(turn(&at, "(tool/arg {:v \"12345678\"})"), "\"12345678\"");
    cr_expect(strncmp(turn(&at, "(tool/arg {:v \"123456789\"})"), "!tool_error", 11) ==
              0);
    host_end(&at);
}

/* A tool hears how much time there is; the time it takes counts, except for tools that
 * say that the clock does not move. */
Test(lisp_host, time)
{
    ptc_lisp_options options;
    host at;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    host_start(&at, NULL);
    ptc_lisp_free(at.lisp);
    options.clock_ms = host_clock;
    options.user = &at.seen;
    options.time_ms = 120;
    options.branches_ms = 120;
    cr_assert_eq(ptc_lisp_new(&options, &at.lisp), PTC_OK);
    host_set(&at, NULL);
    cr_expect_str_eq(turn(&at, "(tool/slow) (tool/slow) 1"), "1");
    cr_expect_eq(at.seen.time_ms, 70u);
    cr_expect(
        strncmp(turn(&at, "(tool/slow) (tool/slow) (tool/slow) 1"), "!timeout", 8) == 0);
    cr_expect_eq(at.result.call_count, 3u);
    cr_expect_str_eq(turn(&at, "(dotimes [i 10] (tool/ask)) (tool/slow) 1"), "1");
    cr_expect_eq(at.seen.time_ms, 120u);
    cr_expect_str_eq(turn(&at, "(pmap (fn [i] (tool/ask)) (range 10)) (tool/slow) 1"),
                     "1");
    cr_expect_eq(at.seen.time_ms, 120u);
    turn(&at, "(tool/ask)");
    cr_expect_eq(at.seen.time_ms, UINT64_MAX);
    host_end(&at);
}

/* A result takes the program's memory; what the tool itself takes does not. */
Test(lisp_host, memory)
{
    ptc_lisp_options options;
    host at;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 200000;
    options.time_ms = PTC_UNLIMITED;
    host_start(&at, &options);
    host_set(&at, NULL);
    cr_expect_str_eq(turn(&at, "(count (tool/many {:n 1000}))"), "1000");
    cr_expect_str_eq(turn(&at,
                          "(reduce + (map #(count (tool/many {:n (+ 1000 %)})) (range "
                          "1000)))"),
                     "1499500");
    cr_expect(strncmp(turn(&at, "(tool/many {:n 100000})"), "!memory_exceeded", 16) == 0);
    cr_expect(strncmp(turn(&at, "(mapv #(tool/many {:n (+ 1000 %)}) (range 1000))"),
                      "!memory_exceeded", 16) == 0);
    cr_expect_eq(at.result.calls_made > 5, true);
    host_end(&at);
}

/* A tool cannot touch the context that calls it. */
static ptc_status meddle(ptc_tool_call *call, void *user)
{
    static const ptc_source source = {{"t", 1}, {"1", 1}};
    ptc_lisp *lisp = *(ptc_lisp **)user;
    ptc_lisp_result result;
    ptc_value memory;
    bool is_refused =
        ptc_lisp_eval(call->arena, lisp, &source, 0, &result) == PTC_ERROR_ARGUMENT &&
        ptc_lisp_set_tools(NULL, lisp, NULL, 0, NULL, NULL) == PTC_ERROR_ARGUMENT &&
        ptc_lisp_set_context(lisp, NULL) == PTC_ERROR_ARGUMENT &&
        ptc_lisp_set_memory(lisp, NULL) == PTC_ERROR_ARGUMENT &&
        ptc_lisp_memory(call->arena, lisp, &memory) == PTC_ERROR_ARGUMENT;

    ptc_lisp_forget(lisp);
    call->result = ptc_value_bool(is_refused);
    return PTC_OK;
}

Test(lisp_host, reentrance)
{
    host at;
    ptc_tool tool = {.name = "meddle", .function = meddle, .user = &at.lisp};

    host_start(&at, NULL);
    cr_assert_eq(ptc_lisp_set_tools(NULL, at.lisp, &tool, 1, NULL, NULL), PTC_OK);
    cr_expect_str_eq(turn(&at, "(def x [1]) [(tool/meddle) x]"), "[true [1]]");
    host_end(&at);
}

/* --- The cache ---------------------------------------------------------------------- */

/* M302 */
Test(lisp_host, cache)
{
    static const struct {
        const char *text;
        unsigned calls;
    } rows[] = {
        {"(tool/cached {:a 1}) (tool/cached {:a 1})", 1},
        {"(tool/cached {:a 1 :b 2}) (tool/cached {:b 2 :a 1}) (tool/cached \"b\" 2 :a "
         "1.0)",
         1},
        {"(tool/cached {:a-b {:c-d [1]}}) (tool/cached {\"a_b\" {\"c_d\" [1.0]}})", 1},
        {"(tool/cached {:a :x}) (tool/cached {:a \"x\"})", 1},
        {"(tool/cached {:a 1}) (tool/cached {:a \"1\"}) (tool/cached {:a 2})", 3},
        {"(tool/cached {:a nil}) (tool/cached {}) (tool/cached {:a [nil]})", 3},
        {"(tool/cached {:a 1.5}) (tool/cached {:a 1.5}) (tool/cached {:a 1.25})", 2},
        {"(tool/cached {:a 9007199254740993}) (tool/cached {:a 9007199254740992})", 2},
        {"(tool/cached {:a ##NaN}) (tool/cached {:a ##NaN})", 2},
        /* keys that are not strings are not the same because their text is */
        {"(tool/cached-raw {:m {1 2}}) (tool/cached-raw {:m {3 2}})", 2},
        {"(tool/cached-raw {:m {\"a\" 2}}) (tool/cached-raw {:m {\"a\" 2}})", 1},
        {"(tool/cached-raw {:m {:a 1 2 :b}}) (tool/cached-raw {:m {2.0 :b :a 1}})", 1},
        {"(tool/cached-raw {:m {:a 1}}) (tool/cached-raw {:m {\"a\" 1}})", 2},
        {"(tool/cached-raw {:m :a}) (tool/cached-raw {:m \"a\"}) (tool/cached-raw {:m "
         "#{:a}}) (tool/cached-raw {:m [:a]})",
         4},
        {"(tool/cached-raw {:m #{1 2}}) (tool/cached-raw {:m #{2 1}})", 1},
        {"(tool/cached-raw {:m #{[1]}}) (tool/cached-raw {:m #{[1]}})", 2}, /* not kept */
        {"(tool/cached {:a 9007199254740994}) (tool/cached {:a 9007199254740994.0})", 1},
        {"(tool/cached {:a 1e300}) (tool/cached {:a 1e300}) (tool/cached {:a -0.0}) "
         "(tool/cached {:a 0})",
         2},
        {"(dotimes [i 1000] (tool/cached {:a (mod i 300)}))", 300},
        {"(tool/arg {:v 1}) (tool/arg {:v 1})", 2},
    };
    host at;

    host_start(&at, NULL);
    host_set(&at, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        at.seen.calls = 0;
        turn(&at, rows[i].text);
        cr_expect_eq(at.status, PTC_OK, "%s: %s", rows[i].text,
                     at.result.error.message.ptr);
        cr_expect_eq(at.seen.calls, rows[i].calls, "%s: %u calls", rows[i].text,
                     at.seen.calls);
    }
    turn(&at, "(tool/cached {:a 1}) (tool/cached {:a 1})");
    cr_expect(!at.result.calls[0].is_cached);
    cr_expect(at.result.calls[1].is_cached);
    cr_expect_str_eq(json_of(&at, &at.result.calls[1].result), "{\"a\":1}");
    host_end(&at);
}

/* It lasts for a run, or as the host says; failures are not kept. */
Test(lisp_host, cache_lasts)
{
    ptc_tool_options options;
    host at;

    host_start(&at, NULL);
    host_set(&at, NULL);
    turn(&at, "(tool/cached {:a 1})");
    turn(&at, "(tool/cached {:a 1})");
    cr_expect_eq(at.seen.calls, 2u);
    options = (ptc_tool_options){.struct_size = sizeof options};
    options.spans_runs = true;
    host_set(&at, &options);
    turn(&at, "(tool/cached {:a 1})");
    cr_expect_str_eq(turn(&at, "(tool/cached {:a 1})"), "{\"a\" 1}");
    cr_expect_eq(at.seen.calls, 3u);
    turn(&at, "(tool/cached-failure)");
    turn(&at, "(tool/cached-failure)");
    cr_expect_eq(at.seen.calls, 5u);
    host_end(&at);
}

/* --- Modes -------------------------------------------------------------------------- */

Test(lisp_host, modes)
{
    static const struct {
        ptc_mode mode;
        const char *text;
        const char *answer;
    } rows[] = {
        {PTC_MODE_WARN_ONLY, "(tool/search {:query 5 :limit \"7\"})",
         "{\"query\" 5 \"limit\" 7}"},
        {PTC_MODE_WARN_ONLY, "(tool/flag {:v 5})", "5"},
        {PTC_MODE_DISABLED, "(tool/search {:query 5})", "{\"query\" 5}"},
        {PTC_MODE_DISABLED, "(tool/flag {:v :a})", "\"a\""},
        {PTC_MODE_STRICT, "(tool/search {:query \"x\" :limit \"7\"})",
         "!validation_error"},
        {PTC_MODE_STRICT, "(tool/search {:query \"x\" :more 7})", "!validation_error"},
        {PTC_MODE_STRICT, "(tool/search {:query \"x\"})",
         "{\"query\" \"x\" \"limit\" 10}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_tool_options options;
        const char *answer;
        host at;

        host_start(&at, NULL);
        options = (ptc_tool_options){.struct_size = sizeof options};
        options.mode = rows[i].mode;
        cr_assert_eq(ptc_lisp_set_tools(NULL, at.lisp, &at.tools[2], 2, &options, NULL),
                     PTC_OK);
        answer = turn(&at, rows[i].text);
        cr_expect(strncmp(answer, rows[i].answer, strlen(rows[i].answer)) == 0, "%s: %s",
                  rows[i].text, answer);
        host_end(&at);
    }
}

/* --- Refused allocations ------------------------------------------------------------ */

/* Whichever allocation is refused: an ordinary answer, and everything is given back. */
Test(lisp_host, refused_allocations)
{
    static const char text[] =
        "(def kept (tool/search {:query :x :limit \"5\" :more (vec (range 300))}))"
        "(dotimes [i 80] (tool/cached {:a i :text (apply str (repeat 500 \"x\"))}))"
        "(count (tool/many {:n 3000}))";
    unsigned allowed = 0;
    ptc_status status = PTC_ERROR_MEMORY;

    for (; status != PTC_OK && allowed < 2000; allowed++) {
        test_refusing state = {.left = allowed};
        ptc_source source = {PTC_STR("refused"), ptc_str_of(text)};
        ptc_lisp_options options;
        ptc_lisp *lisp;
        host at;

        host_start(&at, NULL);
        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.time_ms = PTC_UNLIMITED;
        options.allocator = test_refusing_allocator(&state);
        status = ptc_lisp_new(&options, &lisp);
        if (status == PTC_OK) {
            status = ptc_lisp_set_tools(NULL, lisp, at.tools, at.count, NULL, NULL);
            cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY);
        }
        if (status == PTC_OK) {
            status =
                ptc_lisp_eval(&at.arena, lisp, &source, PTC_LISP_PRINTED, &at.result);
            cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY ||
                          at.result.error.reason == PTC_REASON_MEMORY ||
                          at.result.error.reason == PTC_REASON_TOOL,
                      "allocation %u refused: %s", allowed, at.result.error.message.ptr);
        }
        ptc_lisp_free(lisp);
        host_end(&at);
        cr_assert_eq(state.held, 0u, "allocation %u refused: %zu blocks are lost",
                     allowed, state.held);
    }
    cr_expect_lt(allowed, 2000u, "the program never ran to its end");
    cr_expect_gt(allowed, 10u);
}
