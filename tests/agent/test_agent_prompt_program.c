/* SPDX-License-Identifier: MIT */
/* The programs that prompts show are run as replies of a model: they call tools and end
 * with a result that the agent's type accepts. [subagent 11.1, 11.3] */
#include <criterion/criterion.h>

#include "agent/prompt/prompt_int.h"
#include "agents.h"
#include "random_schema.h"

/* --- Prompts as replies ------------------------------------------------------------ */

/* A tool gives the example of its result. */
static ptc_status tool_gives(ptc_tool_call *call, void *user)
{
    const ptc_tool *tool = call->tool;
    ptc_schema output;

    (void)user;
    if (tool->signature == NULL) {
        call->result = ptc_value_int(7);
        return PTC_OK;
    }
    output = *tool->signature;
    output.root = ptc_schema_root(tool->signature)->first + 1;
    return ptc_schema_example(call->arena, &output, PTC_BOUNDARY_LISP, PTC_EXAMPLE_MOST,
                              &call->result)
               ? PTC_OK
               : PTC_ERROR_INVALID;
}

/* An example of each parameter; false when one has none. */
static bool example_context(ptc_arena *arena, const ptc_schema *signature, ptc_value *out)
{
    const ptc_schema_node *parameters =
        &signature->nodes[ptc_schema_root(signature)->first];
    ptc_map_entry *entries = ptc_arena_array(arena, parameters->count, sizeof *entries);

    for (uint32_t i = 0; i < parameters->count; i++) {
        ptc_schema part = *signature;

        part.root = parameters->first + i;
        entries[i].key = ptc_value_string(ptc_schema_root(&part)->name);
        if (!ptc_schema_example(arena, &part, PTC_BOUNDARY_LISP, PTC_EXAMPLE_MOST,
                                &entries[i].value))
            return false;
    }
    return ptc_map_make(arena, entries, parameters->count, out, NULL) == PTC_OK;
}

/* Makes a reply of each block after `heading`; returns their number. */
static size_t take_replies(test_agent_run *run, ptc_str system, const char *heading)
{
    const char *at = strstr(ptc_str_copy(&run->arena, system).ptr, heading);
    size_t count = 0;

    cr_assert(at != NULL);
    while ((at = strstr(at, "```clojure\n")) != NULL) {
        const char *end = strstr(at + 11, "\n```");
        ptc_str reply;

        cr_assert(end != NULL, "an open block");
        reply = ptc_str_copy(&run->arena, ptc_str_make(at, (size_t)(end + 4 - at)));
        test_agent_replies(run, reply.ptr, NULL);
        at = end + 4;
        count++;
    }
    return count;
}

static bool has_example_output(test_agent_run *run)
{
    ptc_schema output = *run->agent.signature;
    ptc_value example;

    output.root = ptc_schema_root(&output)->first + 1;
    return ptc_schema_example(&run->arena, &output, PTC_BOUNDARY_LISP, PTC_EXAMPLE_MOST,
                              &example);
}

/* Runs the agent with the blocks of its prompt. */
static size_t run_own_prompt(test_agent_run *run)
{
    ptc_preview preview;
    ptc_fail fail;
    size_t count;

    cr_assert_eq(
        ptc_agent_preview(&run->arena, &run->agent, &run->options, &preview, &fail),
        PTC_OK, "%s", test_cstr(fail.message));
    count = take_replies(run, preview.system, "## Output format");
    if (count == 0 || (run->agent.max_turns != 1 &&
                       strstr(run->replies[count - 1], "(return ") == NULL)) {
        cr_expect(!has_example_output(run), "a result is shown where there is one");
        return 0;
    }
    test_agent_go(run);
    if (run->asked == 0) /* coercion reads an example as something else */
        return 0;
    cr_expect(run->step->is_ok, "%s: %s\n%s", test_cstr(run->step->fail.reason),
              test_cstr(run->step->fail.message), test_told(run, run->asked - 1));
    cr_expect_eq(run->asked, count);
    return count;
}

/* --- Agents as people write them --------------------------------------------------- */

typedef struct program_row {
    const char *signature; /* of the agent */
    const char *tools[3];
    const char *programs; /* after "## Output format", without captions; a part */
} program_row;

static const program_row program_rows[] = {
    /* what the tool gives has names and types of the result */
    {"(what :string) -> {title :string, price :float}",
     {"(query :string) -> [{id :int, title :string}]"},
     "(def found (tool/t0 {:query \"result\"}))\n"
     "(return {:title (:title (first found)) :price 3.14})"},
    {"(query :string) -> {title :string}",
     {"(query :string, limit :int?) -> {title :string}"},
     "(def found (tool/t0 {:query ctx/query}))\n(return found)"},
    {"(query :string) -> {title :string, more :bool}",
     {"(query :string) -> {title :string}"},
     "(return {:title (:title found) :more true})"},
    {"(customer :string) -> {orders [{id :int}]}",
     {"(customer :string) -> [{id :int, _card :string}]"},
     "(return {:orders (mapv #(select-keys % [:id]) found)})"},
    {"() -> [{id :int}]",
     {"() -> [{id :int, name :string}]"},
     "(def found (tool/t0 {}))\n(return (mapv #(select-keys % [:id]) found))"},
    {"() -> {hits [:string]}", {"() -> [:string]"}, "(return {:hits found})"},
    /* names and types must agree, and nil is not a value */
    {"(id :string) -> {id :int}",
     {"(id :int) -> {id :string}"},
     "(def found (tool/t0 {:id 42}))\n(println found)\n"},
    {"() -> {id :int}", {"() -> {id :int?}"}, "(return {:id 42})"},
    {"() -> {id :int}", {"() -> {id :int}?"}, "(println found)"},
    {"() -> {id :int[5..9]}", {"() -> {id :int}"}, "(return {:id 5})"},
    /* the tool that helps, else the first; none that cannot be called */
    {"() -> {sum :int}",
     {"() -> :any", "() -> {sum :int}"},
     "(def found (tool/t1 {}))\n"},
    {"() -> {sum :int}", {"(x :string[500..]) -> {sum :int}"}, "(return {:sum 42})"},
    {"() -> {sum :int}",
     {"() -> :any", "() -> :string"},
     "(def found (tool/t0 {}))\n(println found)"},
    /* without a type */
    {"",
     {"(q :string) -> [:int]"},
     "(def found (tool/t0 {:q \"result\"}))\n(return found)"},
    {"", {NULL}, "(return \"result\")"},
    {"() -> :any", {NULL}, "(return \"result\")"},
    /* without tools */
    {"(n :int[1..9]) -> {n :int[1..9], l [:string]}",
     {NULL},
     "(return {:n ctx/n :l [\"result\"]})"},
    {"(user-name :string) -> {user_name :string}",
     {NULL},
     "(return {:user_name ctx/user-"},
    {"() -> [:maybe :int]", {NULL}, "(return "},
    /* names that are none in Lisp */
    {"[:=> [:cat [:map [\"a b\" :int]]] [:map [\"c d\" :int]]]",
     {NULL},
     "(return {\"c d\" 42})"},
    /* what is firewalled is not taken from tools: a child's is not shown */
    {"() -> {_ids [:int]}",
     {"() -> {_ids [:int]}?", "() -> {_ids [:int], n :int}"},
     "(return {:_ids [42]})"},
};

static void set_tools(test_agent_run *run, const ptc_schema *const *signatures,
                      size_t count)
{
    static const char *const names[] = {"t0", "t1", "t2"};
    ptc_agent_tool *tools = ptc_arena_array(&run->arena, count, sizeof *tools);
    ptc_tool *functions = ptc_arena_array(&run->arena, count, sizeof *functions);

    for (size_t i = 0; i < count; i++) {
        functions[i] = (ptc_tool){
            .name = names[i], .signature = signatures[i], .function = tool_gives};
        tools[i] = (ptc_agent_tool){.name = names[i], .function = &functions[i]};
    }
    run->agent.tools = tools;
    run->agent.tool_count = count;
}

static const ptc_schema *read_signature(test_agent_run *run, const char *text)
{
    ptc_agent agent = {.struct_size = sizeof agent, .prompt = PTC_STR("Go")};
    ptc_plan *plan = ptc_arena_array(&run->arena, 1, sizeof *plan);

    agent.signature_text = ptc_str_of(text);
    if (ptc_plan_make(&agent, &run->arena, plan) != PTC_OK)
        cr_assert_fail("%s: %s", text, test_cstr(plan->faults[0].error.message));
    return plan->signature;
}

Test(agent_prompt_program, shows_what_this_agent_would_do) /* M338, M342 */
{
    for (size_t i = 0; i < sizeof program_rows / sizeof *program_rows; i++) {
        const program_row *row = &program_rows[i];
        const ptc_schema *signatures[3];
        ptc_preview preview;
        ptc_value context;
        size_t count = 0;
        const char *format;
        test_agent_run run;
        ptc_fail fail;

        test_agent_start(&run, "Go");
        run.agent.signature = read_signature(&run, row->signature);
        while (count < 3 && row->tools[count] != NULL) {
            signatures[count] = read_signature(&run, row->tools[count]);
            count++;
        }
        set_tools(&run, signatures, count);
        if (run.agent.signature != NULL) {
            cr_assert(example_context(&run.arena, run.agent.signature, &context));
            run.options.context = &context;
        }
        cr_expect_gt(run_own_prompt(&run), (size_t)0, "%s", row->signature);
        cr_assert_eq(
            ptc_agent_preview(&run.arena, &run.agent, &run.options, &preview, &fail),
            PTC_OK);
        format = strstr(ptc_str_copy(&run.arena, preview.system).ptr, "## Output format");
        cr_expect(strstr(format, row->programs) != NULL, "%s:\n%s", row->signature,
                  format);
        test_agent_stop(&run);
    }
}

/* A child's firewalled field is in no word of the caller's prompt. */
Test(agent_prompt_program, names_nothing_that_children_hide)
{
    static const ptc_agent child = {
        .struct_size = sizeof child,
        .name = "child",
        .prompt = {"Help", 4},
        .signature_text = {"(q :string) -> {n :int, _hidden :string}", 40}};
    static const ptc_agent_tool tools[] = {{.name = "child", .agent = &child}};
    test_agent_run run;
    ptc_preview preview;
    ptc_fail fail;

    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    run.agent.signature_text = PTC_STR("() -> {n :int, _other :string}");
    cr_assert_eq(ptc_agent_preview(&run.arena, &run.agent, NULL, &preview, &fail),
                 PTC_OK);
    cr_expect(strstr(ptc_str_copy(&run.arena, preview.system).ptr, "_hidden") == NULL);
    cr_expect(strstr(ptc_str_copy(&run.arena, preview.system).ptr,
                     "(return {:n (:n found) :_other") != NULL);
    test_agent_stop(&run);
}

/* --- Any agent --------------------------------------------------------------------- */

/* Whatever the types are: what a prompt shows compiles, runs, and is accepted. */
/* Fields and tools that do not agree take memory as they are long, not one for each
 * other. */
Test(agent_prompt_program, takes_memory_in_proportion_to_types)
{
    enum { FIELDS = 1000, TOOLS = 3 };
    const ptc_schema *signatures[TOOLS];
    test_agent_run run;
    ptc_preview preview;
    ptc_fail fail;
    ptc_text result;
    ptc_text tool;
    size_t before;

    test_agent_start(&run, "Go");
    ptc_text_init(&result, &run.arena);
    ptc_text_init(&tool, &run.arena);
    for (unsigned i = 0; i < FIELDS; i++) {
        ptc_text_cstr(&result, i > 0 ? ", field_" : "() -> {field_");
        ptc_text_uint(&result, i);
        ptc_text_cstr(&result, " :string");
        ptc_text_cstr(&tool, i > 0 ? ", field_" : "() -> {field_");
        ptc_text_uint(&tool, i);
        ptc_text_cstr(&tool, " :int");
    }
    ptc_text_byte(&result, '}');
    ptc_text_byte(&tool, '}');
    run.agent.signature = read_signature(&run, result.ptr);
    for (size_t i = 0; i < TOOLS; i++)
        signatures[i] = read_signature(&run, tool.ptr);
    set_tools(&run, signatures, TOOLS);
    before = run.arena.held;
    cr_assert_eq(ptc_agent_preview(&run.arena, &run.agent, NULL, &preview, &fail),
                 PTC_OK);
    cr_expect_gt(preview.system.len, (size_t)40 * FIELDS);
    cr_expect_lt(run.arena.held - before, (size_t)16 << 20, "%zu bytes",
                 run.arena.held - before);
    test_agent_stop(&run);
}

Test(agent_prompt_program, is_accepted_for_any_types)
{
    enum { AGENTS = 1500 };
    test_random random = test_random_start("agent_prompt_program", 5);
    unsigned shown = 0;

    for (unsigned i = 0; i < AGENTS; i++) {
        size_t count = i % 4;
        ptc_schema schemas[4];
        const ptc_schema *signatures[3];
        ptc_value context;
        test_agent_run run;

        test_agent_start(&run, "Go");
        for (size_t k = 0; k < 4; k++)
            random_schema(&random, &run.arena, 2 + i % 12, true, &schemas[k]);
        for (size_t k = 0; k < 3; k++)
            signatures[k] = &schemas[k + 1];
        run.agent.signature = &schemas[0];
        run.agent.max_turns = i % 8 == 0 ? 1 : 5;
        set_tools(&run, signatures, count);
        if (example_context(&run.arena, &schemas[0], &context)) {
            run.options.context = &context;
            shown += run_own_prompt(&run) > 0;
        }
        test_agent_stop(&run);
    }
    cr_expect(shown > AGENTS / 3, "%u of %u agents have programs", shown, AGENTS);
}
