/* SPDX-License-Identifier: MIT */
/* Tools in the plan of an agent: their faults, and their descriptions for models. See
 * plan_int.h. [subagent 9, 12] */
#include "agent/plan/plan_int.h"
#include "schema/schema_int.h"

enum {
    TOOLS_NAME_MAX = 64,
};

/* --- Names ------------------------------------------------------------------------- */

static bool tools_is_name(const char *name)
{
    size_t length = name != NULL ? strlen(name) : 0;

    if (length == 0 || length > TOOLS_NAME_MAX)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        bool is_first = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';

        if (!is_first && (i == 0 || !((c >= '0' && c <= '9') || c == '-')))
            return false;
    }
    return true;
}

static bool tools_is_reserved(ptc_str name)
{
    return ptc_str_equal(name, PTC_STR("return")) || ptc_str_equal(name, PTC_STR("fail"));
}

/* Names that differ only in '-' and '_' are the same to programs. */
static void tools_check_name(ptc_plan *plan, size_t index)
{
    const char *name = plan->agent.tools[index].name;

    ptc_plan_look_at(plan, "tools", ptc_str_of(name), NULL);
    if (!tools_is_name(name)) {
        ptc_plan_fault(plan, "invalid_config",
                       "tool name \"%s\" must be a letter or _, then letters, digits, _ "
                       "and -, at most %d",
                       name != NULL ? name : "", TOOLS_NAME_MAX);
        return;
    }
    if (tools_is_reserved(ptc_str_of(name)))
        ptc_plan_fault(plan, "reserved_tool_name",
                       "tool name \"%s\" is reserved: choose another", name);
    for (size_t i = 0; i < index; i++) {
        const char *other = plan->agent.tools[i].name;

        if (other != NULL && ptc_str_equal_folded(ptc_str_of(name), ptc_str_of(other)))
            ptc_plan_fault(plan, "invalid_config", "tools \"%s\" and \"%s\" are the same",
                           other, name);
    }
}

static bool tools_has_own(const ptc_plan *plan, ptc_str name)
{
    for (size_t i = 0; i < plan->agent.tool_count; i++) {
        const char *own = plan->agent.tools[i].name;

        if (own != NULL && ptc_str_equal_folded(ptc_str_of(own), name))
            return true;
    }
    return false;
}

/* --- Built-in tools ---------------------------------------------------------------- */

static const struct {
    unsigned flag;
    const ptc_tool *tool;
} tools_builtins[PTC_PLAN_BUILTINS] = {
    {PTC_AGENT_GREP, &ptc_tool_grep},
    {PTC_AGENT_GREP, &ptc_tool_grep_n},
    {PTC_AGENT_INFER, &ptc_tool_infer},
    {PTC_AGENT_VALIDATE, &ptc_tool_validate},
};

const ptc_tool *ptc_plan_builtin(const ptc_plan *plan, size_t index)
{
    for (size_t i = 0; i < PTC_PLAN_BUILTINS; i++) {
        const ptc_tool *tool = tools_builtins[i].tool;

        if (plan->agent.flags & tools_builtins[i].flag &&
            !tools_has_own(plan, ptc_str_of(tool->name)) && index-- == 0)
            return tool;
    }
    return NULL;
}

/* Whether the agent has a tool of that name, '-' and '_' alike; its own or built in.
 */
static bool tools_has(const ptc_plan *plan, ptc_str name)
{
    const ptc_tool *tool;

    if (tools_has_own(plan, name))
        return true;
    for (size_t i = 0; (tool = ptc_plan_builtin(plan, i)) != NULL; i++) {
        if (ptc_str_equal_folded(ptc_str_of(tool->name), name))
            return true;
    }
    return false;
}

/* --- The kinds of tools
 * ------------------------------------------------------------- */

static ptc_str tools_first_line(ptc_str text)
{
    const char *end = text.len > 0 ? memchr(text.ptr, '\n', text.len) : NULL;

    return end != NULL ? ptc_str_make(text.ptr, (size_t)(end - text.ptr)) : text;
}

static void tools_describe(ptc_plan_tool *out, const char *own, ptc_str prompt)
{
    const char *given = out->tool->description;

    if (given == NULL)
        given = own;
    out->description = given != NULL ? ptc_str_of(given) : tools_first_line(prompt);
}

/* A function is described by its declaration if there is no other description. */
static void tools_describe_function(ptc_plan_tool *out, const ptc_tool *function)
{
    const ptc_schema_extra *extra =
        out->schema != NULL ? ptc_schema_root(out->schema)->extra : NULL;

    tools_describe(out, function->description, PTC_STR(""));
    if (out->description.len == 0 && extra != NULL)
        out->description = extra->description;
}

/* Whether the schema is not a function, as it must be if there is one. */
static bool tools_check_function(ptc_plan *plan, const ptc_schema *schema,
                                 const char *name, const char *what)
{
    if (schema == NULL || ptc_schema_root(schema)->type == PTC_TYPE_FUNCTION)
        return true;
    ptc_plan_fault(plan, "invalid_config", "tool \"%s\": %s must be a function type",
                   name, what);
    return false;
}

const ptc_schema *ptc_plan_answer_as_input(ptc_plan *plan, const ptc_schema *schema)
{
    const ptc_schema_node *root = ptc_schema_root(schema);
    ptc_schema answer = {schema->nodes, root->first + 1, schema->count};
    ptc_schema *made = ptc_arena_array(plan->arena, 1, sizeof *made);
    ptc_schema_node *nodes;

    if (made == NULL) {
        plan->failed = true;
        return NULL;
    }
    if (ptc_schema_root(&answer)->type != PTC_TYPE_MAP)
        return NULL;
    nodes = ptc_schema_copy(plan->arena, &answer, 2, made);
    if (nodes == NULL) {
        plan->failed = true;
        return NULL;
    }
    nodes[0] = *root;
    nodes[0].first = 1;
    nodes[0].parent = 0;
    nodes[2].parent = 0;
    nodes[2].flags = 0;
    nodes[1] = nodes[2];
    made->root = 0;
    return made;
}

static void tools_read_response(ptc_plan *plan, ptc_plan_tool *out)
{
    const ptc_llm_tool *tool = out->tool->llm_tool;
    const char *name = out->tool->name;

    if (tool->response_template.len == 0) {
        if (tool->json_signature != NULL)
            ptc_plan_fault(plan, "invalid_config",
                           "tool \"%s\": json_signature needs a response_template", name);
        return;
    }
    if (tool->json_signature == NULL) {
        ptc_plan_fault(plan, "invalid_config",
                       "tool \"%s\": response_template needs a json_signature", name);
        return;
    }
    if (tool->tool_count > 0)
        ptc_plan_fault(plan, "invalid_config",
                       "tool \"%s\": a response_template takes no tools", name);
    if (tools_check_function(plan, tool->json_signature, name, "json_signature"))
        out->response =
            ptc_plan_template(plan, tool->response_template, NULL,
                              ptc_plan_answer_as_input(plan, tool->json_signature),
                              PTC_TEMPLATE_FOR_LITERALS, name);
}

static void tools_read_llm(ptc_plan *plan, ptc_plan_tool *out)
{
    const ptc_llm_tool *tool = out->tool->llm_tool;
    const char *name = out->tool->name;

    ptc_plan_look_at(plan, "tools", ptc_str_of(name), "llm_tool");
    out->schema = tool->signature;
    tools_describe(out, NULL, tool->prompt);
    if (tool->prompt.ptr == NULL && tool->compiled_prompt == NULL) {
        ptc_plan_fault(plan, "invalid_config", "tool \"%s\": prompt must be a string",
                       name);
        return;
    }
    if (!tools_check_function(plan, tool->signature, name, "signature"))
        return;
    ptc_plan_refuse_context(plan, tool->signature);
    out->prompt = ptc_plan_template(plan, tool->prompt, tool->compiled_prompt,
                                    tool->signature, PTC_TEMPLATE_FOR_TEXT, name);
    tools_read_response(plan, out);
}

/* An agent below; its faults are reported where the child is checked. */
static void tools_read_agent(ptc_plan *plan, ptc_plan_tool *out, const char *name)
{
    ptc_plan child = {.source = out->tool->agent, .arena = plan->arena};
    ptc_agent agent;

    if (!ptc_agent_take("ptc_agent_check", out->tool->agent, &agent)) {
        ptc_plan_look_at(plan, "tools", ptc_str_of(name), "agent");
        ptc_plan_fault(plan, "invalid_config",
                       "tool \"%s\": its agent has no struct_size; set it to "
                       "sizeof(ptc_agent)",
                       name);
        return;
    }
    out->schema = ptc_plan_signature(&child, &agent);
    plan->failed = plan->failed || child.failed;
    tools_describe(out, agent.description, agent.prompt);
}

/* A compiled agent, likewise. */
static void tools_read_compiled(ptc_plan *plan, ptc_plan_tool *out, const char *name)
{
    ptc_compiled compiled;

    ptc_plan_look_at(plan, "tools", ptc_str_of(name), "compiled");
    if (!ptc_compiled_take("ptc_agent_check", out->tool->compiled, &compiled)) {
        ptc_plan_fault(plan, "invalid_config",
                       "tool \"%s\": its compiled agent has no struct_size; set it to "
                       "sizeof(ptc_compiled)",
                       name);
        return;
    }
    out->schema = compiled.signature;
    tools_check_function(plan, out->schema, name, "signature");
    tools_describe(out, compiled.description, PTC_STR(""));
}

/* The contract of a tool, and its description. */
static void tools_read_one(ptc_plan *plan, ptc_plan_tool *out)
{
    const ptc_agent_tool *tool = out->tool;
    const char *name = tool->name != NULL ? tool->name : "";

    if ((tool->function != NULL) + (tool->llm_tool != NULL) + (tool->agent != NULL) +
            (tool->compiled != NULL) !=
        1) {
        ptc_plan_look_at(plan, "tools", ptc_str_of(name), "function");
        ptc_plan_fault(
            plan, "invalid_config",
            "tool \"%s\" must be one of function, llm_tool, agent and compiled", name);
        return;
    }
    ptc_plan_check_row(plan, tool);
    if (tool->function != NULL) {
        ptc_plan_look_at(plan, "tools", ptc_str_of(name), "signature");
        out->schema = tool->function->signature;
        tools_check_function(plan, out->schema, name, "signature");
        tools_describe_function(out, tool->function);
    } else if (tool->llm_tool != NULL) {
        tools_read_llm(plan, out);
    } else if (tool->compiled != NULL) {
        tools_read_compiled(plan, out, name);
    } else {
        tools_read_agent(plan, out, name);
    }
}

/* --- Warnings ---------------------------------------------------------------------- */

static void tools_warn_of_parameters(ptc_plan *plan)
{
    const ptc_schema_node *inputs;

    if (plan->signature == NULL)
        return;
    inputs = &plan->signature->nodes[ptc_schema_root(plan->signature)->first];
    for (uint32_t i = 0; i < inputs->count; i++) {
        ptc_str name = plan->signature->nodes[inputs->first + i].name;

        ptc_plan_look_at(plan, "tools", name, NULL);
        if (tools_has(plan, name))
            ptc_plan_warn(plan,
                          "\"%.*s\" is a tool and a parameter: (ctx/%.*s ..) calls, "
                          "ctx/%.*s reads",
                          (int)name.len, name.ptr, (int)name.len, name.ptr, (int)name.len,
                          name.ptr);
    }
}

static void tools_warn_of_catalog(ptc_plan *plan)
{
    for (size_t i = 0; i < plan->agent.catalog_count; i++) {
        ptc_str name = plan->agent.catalog[i].name;

        ptc_plan_look_at(plan, "tool_catalog", name, NULL);
        if (tools_has(plan, name))
            ptc_plan_warn(plan,
                          "\"%.*s\" is a tool and in tool_catalog: the tool is called",
                          (int)name.len, name.ptr);
    }
}

/* Names of the catalog are names of tools. */
static void tools_check_catalog(ptc_plan *plan)
{
    const ptc_prompt_tool *catalog = plan->agent.catalog;

    for (size_t i = 0; i < plan->agent.catalog_count; i++) {
        ptc_str copy = ptc_str_copy(plan->arena, catalog[i].name);

        ptc_plan_look_at(plan, "tool_catalog", catalog[i].name, NULL);
        if (copy.ptr == NULL)
            plan->failed = true;
        else if (strlen(copy.ptr) != copy.len || !tools_is_name(copy.ptr) ||
                 tools_is_reserved(copy))
            ptc_plan_fault(plan, "invalid_config",
                           "tool_catalog: \"%s\" is not the name of a tool", copy.ptr);
        for (size_t k = 0; k < i; k++) {
            if (ptc_str_equal_folded(catalog[k].name, catalog[i].name))
                ptc_plan_fault(plan, "invalid_config",
                               "tool_catalog: \"%.*s\" and \"%.*s\" are the same",
                               (int)catalog[k].name.len, catalog[k].name.ptr,
                               (int)catalog[i].name.len, catalog[i].name.ptr);
        }
    }
}

void ptc_plan_read_tools(ptc_plan *plan)
{
    ptc_agent *agent = &plan->agent;

    if (agent->tools == NULL && agent->tool_count > 0) {
        ptc_plan_look_at(plan, "tools", PTC_STR(""), NULL);
        ptc_plan_fault(plan, "invalid_config", "tools must be a map of names to tools");
        agent->tool_count = 0;
    }
    ptc_plan_take_names(plan);
    plan->tools = ptc_arena_array(plan->arena, agent->tool_count, sizeof *plan->tools);
    if (plan->tools == NULL) {
        plan->failed = true;
        return;
    }
    for (size_t i = 0; i < agent->tool_count; i++) {
        plan->tools[i].tool = &agent->tools[i];
        tools_check_name(plan, i);
        tools_read_one(plan, &plan->tools[i]);
        ptc_plan_look_at(plan, "tools", ptc_str_of(agent->tools[i].name), "signature");
        if (agent->mode == PTC_MODE_STRICT && plan->tools[i].schema == NULL)
            ptc_plan_fault(plan, "invalid_config",
                           "tool \"%s\" has no signature, which mode strict requires",
                           agent->tools[i].name != NULL ? agent->tools[i].name : "");
    }
    tools_warn_of_parameters(plan);
    tools_warn_of_catalog(plan);
    tools_check_catalog(plan);
}

/* --- Texts for models
 * --------------------------------------------------------------- */

/* (args :map) -> :any, for tools that have a description and no signature. */
static const ptc_schema_node tools_any_nodes[] = {
    {.type = PTC_TYPE_FUNCTION, .flags = PTC_NODE_NAMED, .first = 1, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 3, .count = 1},
    {.type = PTC_TYPE_ANY},
    {.type = PTC_TYPE_ANY_MAP, .parent = 1, .name = PTC_STR_INIT("args")},
};
static const ptc_schema tools_any = {tools_any_nodes, 0, 4};

/* The contract with the tool's own description; unchanged when it has none. */
static const ptc_schema *tools_shown(ptc_arena *arena, const ptc_schema *schema,
                                     ptc_str description, bool is_child)
{
    ptc_schema_extra *extra;
    ptc_schema_node *nodes;
    ptc_schema *shown;

    if (description.len == 0 && !(is_child && schema != NULL))
        return schema;
    if (schema == NULL)
        schema = &tools_any;
    shown = ptc_arena_array(arena, 1, sizeof *shown);
    extra = ptc_arena_array(arena, 1, sizeof *extra);
    nodes = shown != NULL ? ptc_schema_copy(arena, schema, 0, shown) : NULL;
    if (nodes == NULL || extra == NULL)
        return NULL;
    if (nodes[0].extra != NULL)
        *extra = *nodes[0].extra;
    if (description.len > 0)
        extra->description = description;
    nodes[0].extra = extra;
    if (is_child)
        nodes[0].flags |= PTC_NODE_CHILD;
    return shown;
}

static void tools_list_builtins(const ptc_plan *plan, ptc_arena *arena,
                                ptc_plan_list *out)
{
    const ptc_tool *tool;

    for (size_t i = 0; (tool = ptc_plan_builtin(plan, i)) != NULL; i++)
        out->prompt_tools[out->prompt_tool_count++] = (ptc_prompt_tool){
            ptc_str_of(tool->name),
            tools_shown(arena, tool->signature, ptc_str_of(tool->description), false),
            false, NULL};
}

static void tools_list_catalog(const ptc_plan *plan, ptc_plan_list *out)
{
    for (size_t i = 0; i < plan->agent.catalog_count; i++) {
        ptc_prompt_tool tool = plan->agent.catalog[i];

        tool.is_planning = true;
        if (!tools_has(plan, tool.name))
            out->prompt_tools[out->prompt_tool_count++] = tool;
    }
}

/* The names of callable tools, sorted by insertion: there are few. */
static void tools_list_names(ptc_plan_list *out)
{
    size_t count = 0;

    for (size_t i = 0; i < out->prompt_tool_count; i++) {
        ptc_str name = out->prompt_tools[i].name;
        size_t at = count;

        if (out->prompt_tools[i].is_planning)
            continue;
        for (; at > 0 && ptc_str_compare(out->names[at - 1], name) > 0; at--)
            out->names[at] = out->names[at - 1];
        out->names[at] = name;
        count++;
    }
    out->names[count++] = PTC_STR("return");
    out->names[count++] = PTC_STR("fail");
    out->name_count = count;
}

bool ptc_plan_list_tools(const ptc_plan *plan, ptc_arena *arena, ptc_plan_list *out)
{
    size_t most = plan->agent.tool_count + plan->agent.catalog_count + PTC_PLAN_BUILTINS;

    *out = (ptc_plan_list){0};
    out->prompt_tools = ptc_arena_array(arena, most, sizeof *out->prompt_tools);
    out->names = ptc_arena_array(arena, most + 2, sizeof *out->names);
    if (out->prompt_tools == NULL || out->names == NULL)
        return false;
    for (size_t i = 0; i < plan->agent.tool_count; i++) {
        const ptc_plan_tool *tool = &plan->tools[i];

        out->prompt_tools[out->prompt_tool_count++] = (ptc_prompt_tool){
            ptc_str_of(tool->tool->name),
            tools_shown(arena, tool->schema, tool->description,
                        tool->tool->agent != NULL || tool->tool->compiled != NULL),
            false, NULL};
    }
    tools_list_builtins(plan, arena, out);
    tools_list_catalog(plan, out);
    tools_list_names(out);
    return !arena->failed;
}
