/* SPDX-License-Identifier: MIT */
/*
 * Agents below an agent: its tools, and their tools, each checked once. They may refer to
 * each other in cycles, so this uses a list, not recursion. [subagent 9, 12]
 */
#include "agent/plan/plan_int.h"

enum {
    CHILDREN_MAX = 256,     /* agents below one that are checked */
    CHILDREN_LLM_TURNS = 5, /* of an LLM tool with tools */
};

void ptc_plan_make_agent(const ptc_agent_tool *tool, ptc_agent *out)
{
    const ptc_llm_tool *llm_tool = tool->llm_tool;

    *out = (ptc_agent){
        .struct_size = sizeof *out,
        .name = tool->name,
        .description = tool->description,
        .prompt = llm_tool->prompt,
        .compiled_prompt = llm_tool->compiled_prompt,
        .signature = llm_tool->signature,
        .tools = llm_tool->tools,
        .tool_count = llm_tool->tool_count,
        .max_turns = CHILDREN_LLM_TURNS,
        .flags = PTC_PLAN_LLM_TOOL,
    };
}

/* An agent that is checked, once. */
typedef struct plan_child {
    const void *key; /* the agent, or the LLM tool that is one, or the compiled one */
    ptc_agent agent; /* of a compiled one, only its tools */
    ptc_compiled compiled; /* if it is one */
    bool is_compiled;
    ptc_str place; /* "tool \"a\": tool \"b\"" */
} plan_child;

typedef struct plan_children {
    ptc_plan *plan; /* gets the faults */
    plan_child *items;
    size_t count;
    size_t capacity;
} plan_children;

/* The agent that a tool is; false for other tools. */
static bool children_agent_of(const ptc_agent_tool *tool, plan_child *out)
{
    if (tool->agent != NULL) {
        out->key = tool->agent;
        return ptc_agent_take("ptc_agent_check", tool->agent, &out->agent);
    }
    if (tool->compiled != NULL) {
        out->key = tool->compiled;
        out->is_compiled =
            ptc_compiled_take("ptc_agent_check", tool->compiled, &out->compiled);
        out->agent = (ptc_agent){
            .tools = out->compiled.tools,
            .tool_count = out->compiled.tools != NULL ? out->compiled.tool_count : 0};
        return out->is_compiled;
    }
    if (tool->llm_tool == NULL || tool->llm_tool->tool_count == 0)
        return false;
    out->key = tool->llm_tool;
    ptc_plan_make_agent(tool, &out->agent);
    return true;
}

static bool children_know(const plan_children *children, const void *key)
{
    for (size_t i = 0; i < children->count; i++) {
        if (children->items[i].key == key)
            return true;
    }
    return false;
}

static void children_add(plan_children *children, const ptc_agent_tool *tool,
                         ptc_str place)
{
    ptc_plan *plan = children->plan;
    plan_child child = {0};
    plan_child *slot;
    ptc_text text;

    if (!children_agent_of(tool, &child) || children_know(children, child.key) ||
        children->count == CHILDREN_MAX)
        return;
    ptc_text_init(&text, plan->arena);
    ptc_text_str(&text, place);
    ptc_text_cstr(&text, place.len > 0 ? ": tool \"" : "tool \"");
    ptc_text_cstr(&text, tool->name != NULL ? tool->name : "");
    ptc_text_byte(&text, '"');
    slot = text.failed ? NULL
                       : PTC_ARENA_PUSH(plan->arena, children->items, children->count,
                                        children->capacity);
    if (slot == NULL) {
        plan->failed = true;
        return;
    }
    child.place = ptc_text_view(&text);
    *slot = child;
}

static void children_check(ptc_plan *plan, const plan_child *child)
{
    ptc_plan inner;
    ptc_status status =
        child->is_compiled
            ? ptc_plan_compiled(&child->compiled, NULL, plan->arena, &inner)
            : ptc_plan_make(&child->agent, plan->arena, &inner);

    if (status == PTC_ERROR_MEMORY) {
        plan->failed = true;
        return;
    }
    for (size_t i = 0; i < inner.fault_count; i++) {
        const ptc_agent_fault *fault = &inner.faults[i];

        if (fault->is_warning)
            ptc_plan_warn(plan, "%.*s: %.*s", (int)child->place.len, child->place.ptr,
                          (int)fault->error.message.len, fault->error.message.ptr);
        else
            ptc_plan_fault(plan, fault->error.code.ptr, "%.*s: %.*s",
                           (int)child->place.len, child->place.ptr,
                           (int)fault->error.message.len, fault->error.message.ptr);
    }
}

ptc_status ptc_plan_check_children(ptc_plan *plan)
{
    plan_children children = {.plan = plan};
    const ptc_agent *agent = &plan->agent;
    ptc_str place = PTC_STR("");
    size_t next = 0;

    ptc_plan_look_at(plan, "tools", PTC_STR(""), NULL);
    for (;;) {
        for (size_t i = 0; i < agent->tool_count; i++)
            children_add(&children, &agent->tools[i], place);
        if (next == children.count || plan->failed)
            break;
        if (children.items[next].key != plan->source)
            children_check(plan, &children.items[next]);
        agent = &children.items[next].agent;
        place = children.items[next].place;
        next++;
    }
    if (plan->failed)
        return PTC_ERROR_MEMORY;
    return plan->error_count > 0 ? PTC_ERROR_INVALID : PTC_OK;
}

ptc_status ptc_agent_check(ptc_arena *arena, const ptc_agent *agent,
                           const ptc_agent_fault **faults, size_t *count)
{
    ptc_plan plan;
    ptc_status status = ptc_plan_make(agent, arena, &plan);

    if (status != PTC_ERROR_MEMORY && status != PTC_ERROR_ARGUMENT)
        status = ptc_plan_check_children(&plan);
    *faults = plan.faults;
    *count = plan.fault_count;
    return status;
}
