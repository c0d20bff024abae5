/* SPDX-License-Identifier: MIT */
/*
 * Tools whose functions take and fill structs: the emitted stubs of
 * tests/golden/tools.sig, called from PTC-Lisp and by hand. [subagent 9.1]
 */
#include <criterion/criterion.h>

#include "shell.h"
#include "tools.ptc.h"

#include <ptc/ptc.h>

#include <stdio.h>

/* --- The user's functions ----------------------------------------------------------- */

/* What the functions saw last. */
static char seen[256];

ptc_status search_call(const search *in, search_result *out, ptc_tool_call *call)
{
    if (ptc_str_equal(in->query, PTC_STR("nothing"))) {
        call->message = "the shop is closed";
        return PTC_ERROR_INVALID;
    }
    if (ptc_str_equal(in->query, PTC_STR("bad"))) {
        out->items.count = 3; /* and no items */
        return PTC_OK;
    }
    if (ptc_str_equal(in->query, PTC_STR("torn"))) {
        out->items.items = ptc_arena_array(call->arena, 1, sizeof *out->items.items);
        if (out->items.items == NULL)
            return PTC_ERROR_MEMORY;
        out->items.items[0].title = PTC_STR("\xC3"); /* half a character */
        out->items.count = 1;
        return PTC_OK;
    }
    snprintf(seen, sizeof seen, "%.*s %s%d %s%d of %d", (int)in->query.len, in->query.ptr,
             in->has.limit ? "limit " : "", (int)in->limit, in->has.kinds ? "kinds " : "",
             (int)in->kinds.count, (int)in->page.size);
    out->items.items = ptc_arena_array(call->arena, 2, sizeof *out->items.items);
    if (out->items.items == NULL)
        return PTC_ERROR_MEMORY;
    out->items.items[0].id = 7;
    out->items.items[0].title = in->query;
    out->items.items[1] = (search_result_items_item){
        .id = 8, .title = PTC_STR("other"), .price = 2.5, .has = {.price = true}};
    out->items.count = 2;
    out->count = in->kinds.count > 0 && in->kinds.items[0] == SEARCH_KINDS_ITEM_LAMP;
    return PTC_OK;
}

ptc_status now_call(now_result *out, ptc_tool_call *call)
{
    return ptc_datetime_make(call->arena, 1767323045, 0, 60, out);
}

/* An end without a text, and no kind where `n` is 0. */
ptc_status plan_call(const plan *in, plan_result *out, ptc_tool_call *call)
{
    (void)call;
    out->end.seconds = in->at.seconds + 60 * 60;
    if (in->size.n != 0)
        out->kind = in->shape.tag == PLAN_SHAPE_CIRCLE ? PLAN_RESULT_KIND_ROUND
                                                       : PLAN_RESULT_KIND_SQUARE;
    snprintf(seen, sizeof seen, "%.*s %d, %s %d", (int)in->at.text.len, in->at.text.ptr,
             in->at.offset_minutes, in->size.has.n ? "given" : "default",
             (int)in->size.n);
    return PTC_OK;
}

ptc_status total_call(const total *in, total_result *out, ptc_tool_call *call)
{
    (void)call;
    for (size_t i = 0; i < in->prices.count; i++)
        *out += (double)in->prices.items[i].key * in->prices.items[i].value;
    snprintf(seen, sizeof seen, "%.*s %d", (int)in->mode.len, in->mode.ptr,
             in->by.tag == TOTAL_BY_INT ? (int)in->by.as.int_ : -1);
    return PTC_OK;
}

ptc_status find_person_call(const find_person *in, find_person_result *out,
                            ptc_tool_call *call)
{
    (void)call;
    out->has_value = in->name.len > 3;
    out->value.id = (int64_t)in->name.len;
    return PTC_OK;
}

/* --- From programs -------------------------------------------------------------------
 */

static ptc_lisp *new_lisp(ptc_mode mode)
{
    static ptc_tool tools[5];
    ptc_tool_options options;
    ptc_lisp *lisp;

    tools[0] = search_tool;
    tools[1] = now_tool;
    tools[2] = total_tool;
    tools[3] = find_person_tool;
    tools[4] = plan_tool;
    options = (ptc_tool_options){.struct_size = sizeof options};
    options.mode = mode;
    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_assert(ptc_lisp_set_tools(NULL, lisp, tools, 5, &options, NULL) == PTC_OK);
    return lisp;
}

/* Runs the program; its value as pr-str prints it, or what went wrong. */
static const char *run(ptc_lisp *lisp, ptc_arena *arena, const char *program)
{
    ptc_source source = {PTC_STR("program"), ptc_str_of(program)};
    ptc_lisp_result result;

    seen[0] = '\0';
    if (ptc_lisp_eval(arena, lisp, &source, PTC_LISP_PRINTED, &result) != PTC_OK)
        return result.error.message.ptr;
    return test_cstr(result.printed);
}

/* M294: the tool is a C function, what models read of it comes from its declaration. */
Test(gen_tools, programs_call_functions_over_structs)
{
    static const struct {
        const char *program;
        const char *answer;
        const char *seen;
    } rows[] = {
        {"(tool/search {:query \"lamp\" :page {}})",
         "{\"count\" 0 \"items\" [{\"id\" 7 \"title\" \"lamp\"} {\"id\" 8 \"title\" "
         "\"other\" \"price\" 2.5}] \"_cost\" 0.0}",
         "lamp 0 0 of 10"},
        /* Arguments are coerced before. */
        {"(:count (tool/search {:query \"x\" :limit \"3\" :kinds [:lamp \"book\"] :page "
         "{:size 5}}))",
         "1", "x limit 3 kinds 2 of 5"},
        {"(tool/search {:query \"x\" :limit 1000 :page {}})",
         "Tool 'search' validation errors: limit: expected 1..100, got 1000", ""},
        {"(tool/search {:query \"nothing\" :page {}})",
         "Tool 'search' failed: the shop is closed", ""},
        {"(tool/search {:query \"bad\" :page {}})",
         "Tool 'search' failed: its result has an enum that is 0 (absent) or out of "
         "range, or a tag, list, pointer, datetime, date or decimal that is not valid",
         ""},
        {"(tool/now {})", "\"2026-01-02T03:04:05Z\"", ""},
        {"(tool/plan {:at \"2026-01-02T09:00:00+02:00\" :size {} :shape {:type :circle "
         ":r \"1\"}})",
         "{\"end\" \"2026-01-02T08:00:00Z\" \"kind\" \"round\"}",
         "2026-01-02T07:00:00Z 120, default 3"},
        {"(:kind (tool/plan {\"at\" \"2026-01-02 09:00:00-01\" :size {:n \"3\"} :shape "
         "{\"type\" \"sq\" :a 1}}))",
         "\"square\"", "2026-01-02T10:00:00Z -60, given 3"},
        {"(tool/plan {:at \"2026-01-02T09:00:00Z\" :size {:n 0} :shape {:type \"sq\" :a "
         "1}})",
         "Tool 'plan' failed: its result has an enum that is 0 (absent) or out of "
         "range, or a tag, list, pointer, datetime, date or decimal that is not valid",
         "2026-01-02T09:00:00Z 0, given 0"},
        {"(tool/total {:prices {2 1.5, 3 2} :mode :all :by 4})", "9.0", "all 4"},
        {"(tool/total {:prices {} :mode \"all\" :by \"x\"})", "0.0", "all -1"},
        {"(tool/find-person {:name \"Ann\"})", "nil", ""},
        {"(tool/find_person {:name \"Berta\"})", "{\"id\" 5}", ""},
    };
    ptc_lisp *lisp = new_lisp(PTC_MODE_ENABLED);
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *answer = run(lisp, &arena, rows[i].program);

        cr_expect_str_eq(answer, rows[i].answer, "%s: %s", rows[i].program, answer);
        cr_expect_str_eq(seen, rows[i].seen, "%s saw %s", rows[i].program, seen);
    }
    cr_expect_str_eq(search_tool.description, "Finds items; \"cheap\" ones first.");
    cr_expect_str_eq(find_person_tool.name, "find-person");
    cr_expect_null(now_tool.description);
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
}

/* Where the runtime lets faults pass, the stub cannot: a struct cannot hold them. */
Test(gen_tools, what_no_struct_holds_fails_the_call)
{
    static const struct {
        ptc_mode mode;
        const char *program;
        const char *answer;
    } rows[] = {
        {PTC_MODE_WARN_ONLY, "(tool/search {:query 5 :page {}})",
         "Tool 'search' failed: its arguments do not fit its signature: query: expected "
         "string, got int 5"},
        {PTC_MODE_WARN_ONLY, "(tool/search {:page {}})",
         "Tool 'search' failed: its arguments do not fit its signature: query: missing "
         "required field, expected string"},
        {PTC_MODE_DISABLED, "(:count (tool/search {:query \"x\" :limit \"4\" :page {}}))",
         "0"},
        {PTC_MODE_DISABLED, "(tool/total {:prices [1] :mode :a :by 1})",
         "Tool 'total' failed: its arguments do not fit its signature: prices: expected "
         "map, got vector"},
        {PTC_MODE_DISABLED, "(tool/total {:prices {1 \"x\"} :mode 5 :by [1]})",
         "Tool 'total' failed: its arguments do not fit its signature: prices[\"1\"]: "
         "expected double, got string \"x\"; mode: expected keyword, got int 5; by: "
         "expected int or string, got list"},
        {PTC_MODE_DISABLED, "(tool/total {:prices {\"x\" 1} :mode :a :by 1})",
         "Tool 'total' failed: its arguments do not fit its signature: prices.x: "
         "expected key int, got key \"x\""},
        {PTC_MODE_DISABLED, "(tool/search {:query \"x\" :kinds 5 :page 3})",
         "Tool 'search' failed: its arguments do not fit its signature: kinds: expected "
         "list, got int 5; page: expected map, got int 3"},
        {PTC_MODE_DISABLED, "(tool/total {:prices {} :mode :a :by [1]})",
         "Tool 'total' failed: its arguments do not fit its signature: by: expected int "
         "or string, got list"},
        {PTC_MODE_DISABLED, "(tool/search {:query \"x\" :page 3})",
         "Tool 'search' failed: its arguments do not fit its signature: page: expected "
         "map, got int 3"},
        {PTC_MODE_DISABLED, "(tool/search {:query \"x\" :kinds [:pen] :page {}})",
         "Tool 'search' failed: its arguments do not fit its signature: kinds[0]: "
         "expected one of [\"book\", \"lamp\"], got \"pen\""},
        {PTC_MODE_ENABLED, "(tool/search {:query \"torn\" :page {}})",
         "Tool 'search' failed: its result has text that is not valid UTF-8"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_lisp *lisp = new_lisp(rows[i].mode);
        const char *answer;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        answer = run(lisp, &arena, rows[i].program);
        cr_expect_str_eq(answer, rows[i].answer, "%s: %s", rows[i].program, answer);
        ptc_lisp_free(lisp);
        ptc_arena_free(&arena);
    }
}

/* --- By hand -------------------------------------------------------------------------
 */

/* Nothing is allocated but from the arena of the call, and refusal is reported. */
Test(gen_tools, refused_memory_is_an_error)
{
    static const ptc_value members[] = {
        {.kind = PTC_STRING, .aux = 4, .as.text = "book"}};
    static const ptc_map_entry size[] = {
        {{.kind = PTC_STRING, .aux = 4, .as.text = "size"}, {.kind = PTC_INT}}};
    static const ptc_map page = {size, NULL, 1, 0, 0};
    static const ptc_map_entry entries[] = {
        {{.kind = PTC_STRING, .aux = 5, .as.text = "query"},
         {.kind = PTC_STRING, .aux = 1, .as.text = "x"}},
        {{.kind = PTC_STRING, .aux = 5, .as.text = "kinds"},
         {.kind = PTC_VECTOR, .aux = 1, .as.items = members}},
        {{.kind = PTC_STRING, .aux = 4, .as.text = "page"},
         {.kind = PTC_MAP, .as.map = &page}},
    };
    static const ptc_map map = {entries, NULL, 3, 0, 0};
    unsigned failures = 0;

    for (size_t cap = 1; cap < 100000; cap += cap / 8 + 1) {
        ptc_tool_call call = {.tool = &search_tool, .arguments = ptc_value_map(&map)};
        ptc_arena arena;
        ptc_status status;

        ptc_arena_init(&arena, NULL, cap);
        call.arena = &arena;
        status = search_tool.function(&call, NULL);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "cap %zu: %s", cap,
                  ptc_status_name(status));
        cr_expect((status == PTC_OK) == (call.result.kind == PTC_MAP), "cap %zu", cap);
        failures += status != PTC_OK;
        ptc_arena_free(&arena);
    }
    cr_expect(failures > 5, "%u", failures);
}

Test(gen_tools, one_array_has_all_tools_of_the_file)
{
    const ptc_tool *const tools[] = {&search_tool, &now_tool, &total_tool,
                                     &find_person_tool, &plan_tool};
    const size_t count = sizeof tools / sizeof tools[0];
    static const ptc_tool_table table = {PTC_TOOL_TABLE_VERSION, tools_tools,
                                         sizeof tools_tools / sizeof tools_tools[0]};

    cr_assert_eq(table.count, count);
    for (size_t i = 0; i < count; i++) {
        const ptc_tool *tool = &table.tools[i];
        bool has_text = tool->description != NULL;

        cr_expect_str_eq(tool->name, tools[i]->name);
        cr_expect(tool->function == tools[i]->function, "%s", tool->name);
        cr_expect_eq(tool->signature, tools[i]->signature, "%s", tool->name);
        cr_expect(
            has_text == (tools[i]->description != NULL) &&
                (!has_text || strcmp(tool->description, tools[i]->description) == 0),
            "%s", tool->name);
    }
}

/* --- Generation ----------------------------------------------------------------------
 */

Test(gen_tools, names_that_no_tool_may_have_are_told)
{
    static const struct {
        const char *contract;
        int status;
        const char *told;
    } rows[] = {
        {"return(x :int) -> :int\n", 1, "t.sig:1:1: error[gen-tool]"},
        {"shop.find(x :int) -> :int\n", 1, "no tool can be called \"shop.find\""},
        {"shop.kind = {x :int}\nfind(k :shop.kind) -> :int\n", 0, ""},
        {"find(x :int) -> :int\nfind_tool = {x :int}\n", 1, "gen-collision"},
        {"find(x :int) -> :int\nfind_stub = {x :int}\n", 1, "gen-collision"},
        {"find(x :int) -> :int\nfind_call(y :int) -> :int\n", 1, "gen-collision"},
        {"find(x :int) -> :int\nt_tools = {x :int}\n", 1, "gen-collision"},
        {"in(call :int, in :int, out :int, user :int) -> {status :int}\n", 0, ""},
        {"call(in-call :int) -> :int\nin-user(x :call_result) -> :int\n"
         "in-call(y :in-user) -> :in_call\nin-status(x :int) -> :any\nout() -> :int\n",
         -1, ""},
    };
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err = {NULL, 0};
        int status;

        write_file(folder, "t.sig", rows[i].contract);
        status = shell(folder, "$PTCC gen --tool-stubs -o . t.sig", NULL, &err);
        cr_expect(rows[i].status < 0 || status == rows[i].status, "row %zu: %d %s", i,
                  status, err.ptr);
        cr_expect(has(err, rows[i].told), "row %zu: %s", i, err.ptr);
        if (status == 0)
            expect_compiles(folder, "t");
    }
}

/* A list of tools as a server of MCP gives it: stubs of its tools, types of its
 * definitions. */
Test(gen_tools, lists_in_json, .timeout = 120)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(
        folder, "t.json",
        "{\"tools\":[{\"name\":\"get-weather\",\"description\":\"The weather.\","
        "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":"
        "\"string\"},\"unit\":{\"$ref\":\"#/$defs/Unit\"}},\"required\":[\"city\"],"
        "\"additionalProperties\":false,\"$defs\":{\"Unit\":{\"enum\":[\"c\",\"f\"]}}},"
        "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"t\":{\"type\":"
        "\"number\"}},\"required\":[\"t\"]}},{\"name\":\"list\",\"inputSchema\":{"
        "\"type\":\"object\"}}]}");
    cr_assert(shell(folder, "$PTCC gen --tool-stubs -o . t.json", NULL, &err) == 0, "%s",
              err.ptr);
    cr_assert(shell(folder, "grep -c 'extern const ptc_tool .*_tool;' t.ptc.h", &out,
                    NULL) == 0);
    cr_expect(has(out, "2"), "%s", out.ptr);
    expect_compiles(folder, "t");
}
