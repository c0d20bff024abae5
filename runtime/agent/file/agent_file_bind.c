/* SPDX-License-Identifier: MIT */
/* The parts that agents read from files lack: the C functions of their tools, and the
 * programs of compiled agents. [subagent 1, 15] */
#include "agent/file/file_int.h"

typedef struct bind_work {
    const ptc_tool_table *tables;
    size_t count;
    const ptc_tool *rest; /* the one that no table has, or NULL */
    ptc_text missing;
    const ptc_agent_file
        *done[PTC_AGENT_FILES_MAX + PTC_CHAIN_AGENTS_MAX]; /* each is bound once */
    size_t done_count;
} bind_work;

static const ptc_tool *bind_find(const bind_work *work, ptc_str name)
{
    for (size_t i = 0; i < work->count; i++) {
        const ptc_tool_table *table = &work->tables[i];

        if (table->version != PTC_TOOL_TABLE_VERSION)
            continue;
        for (size_t k = 0; k < table->count; k++) {
            if (table->tools[k].function != NULL &&
                ptc_str_equal_folded(ptc_str_of(table->tools[k].name), name))
                return &table->tools[k];
        }
    }
    return NULL;
}

/* The file's own words win over those of the table. */
static void bind_tool(bind_work *work, const ptc_agent_tool *tool, ptc_str symbol)
{
    ptc_tool *function = (ptc_tool *)(uintptr_t)tool->function; /* the reader made it */
    const ptc_tool *found = bind_find(work, symbol);

    if (found == NULL)
        found = bind_find(work, ptc_str_of(tool->name));
    if (found == NULL)
        found = work->rest;
    if (found == NULL) {
        ptc_text_cstr(&work->missing, work->missing.len > 0 ? ", " : "");
        ptc_text_cstr(&work->missing, tool->name);
        ptc_text_cstr(&work->missing, " (");
        ptc_text_str(&work->missing, symbol);
        ptc_text_byte(&work->missing, ')');
        return;
    }
    function->function = found->function;
    function->user = found->user;
    function->flags |= found->flags;
    if (function->signature == NULL)
        function->signature = found->signature;
    if (function->description == NULL)
        function->description = found->description;
}

/* Whether the agent is met for the first time. */
static bool bind_is_new(bind_work *work, const ptc_agent_file *file)
{
    for (size_t i = 0; i < work->done_count; i++) {
        if (work->done[i] == file)
            return false;
    }
    if (work->done_count == sizeof work->done / sizeof work->done[0])
        return false;
    work->done[work->done_count++] = file;
    return true;
}

static void bind_tools(bind_work *work, const ptc_agent_tool *tools,
                       const ptc_agent_file_tool *facts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const ptc_agent_file *child = facts[i].agent;
        const ptc_compiled *compiled = tools[i].compiled;

        if (compiled != NULL && compiled->stages != NULL)
            continue; /* it came with its own */
        if (tools[i].function != NULL)
            bind_tool(work, &tools[i], facts[i].symbol);
        else if (child != NULL && bind_is_new(work, child))
            bind_tools(work, child->agent->tools, child->tools, child->agent->tool_count);
        else if (tools[i].llm_tool != NULL && tools[i].llm_tool->tool_count > 0)
            bind_tools(work, tools[i].llm_tool->tools, facts[i].tools,
                       tools[i].llm_tool->tool_count);
    }
}

static void bind_agent(bind_work *work, const ptc_agent_file *file)
{
    if (bind_is_new(work, file))
        bind_tools(work, file->agent->tools, file->tools, file->agent->tool_count);
}

static ptc_status bind_finish(const bind_work *work, ptc_str *missing)
{
    *missing = ptc_text_view(&work->missing);
    if (work->missing.failed)
        return PTC_ERROR_MEMORY;
    return work->missing.len > 0 ? PTC_ERROR_ARGUMENT : PTC_OK;
}

ptc_status ptc_agent_file_bind(ptc_arena *arena, const ptc_agent_file *file,
                               const ptc_tool_table *tables, size_t count,
                               ptc_str *missing)
{
    return ptc_agent_file_bind_all(arena, file, tables, count, NULL, missing);
}

ptc_status ptc_agent_file_bind_all(ptc_arena *arena, const ptc_agent_file *file,
                                   const ptc_tool_table *tables, size_t count,
                                   const ptc_tool *rest, ptc_str *missing)
{
    bind_work work = {.tables = tables, .count = count, .rest = rest};

    ptc_text_init(&work.missing, arena);
    bind_agent(&work, file);
    return bind_finish(&work, missing);
}

ptc_status ptc_chain_file_bind(ptc_arena *arena, const ptc_chain_file *file,
                               const ptc_tool_table *tables, size_t count,
                               const ptc_tool *rest, ptc_str *missing)
{
    bind_work work = {.tables = tables, .count = count, .rest = rest};

    ptc_text_init(&work.missing, arena);
    for (size_t i = 0; i < file->chain->count; i++)
        bind_agent(&work, file->agents[i]);
    return bind_finish(&work, missing);
}

/* --- Compiled agents --------------------------------------------------------------- */

typedef struct bind_constants_work {
    bind_work all;
    const ptc_compiled *const *given;
    size_t count;
} bind_constants_work;

static const ptc_compiled *bind_find_constant(const bind_constants_work *work,
                                              const char *name)
{
    for (size_t i = 0; i < work->count; i++) {
        if (work->given[i]->name != NULL &&
            ptc_str_equal_folded(ptc_str_of(work->given[i]->name), ptc_str_of(name)))
            return work->given[i];
    }
    return NULL;
}

/* Names it once, however many tools use it. */
static void bind_miss(bind_constants_work *work, const ptc_agent_file *child)
{
    ptc_text *missing = &work->all.missing;

    if (!bind_is_new(&work->all, child))
        return;
    ptc_text_cstr(missing, missing->len > 0 ? ", " : "");
    ptc_text_cstr(missing, child->agent->name);
    ptc_text_cstr(missing, " (");
    ptc_visible_write(missing, child->source->name);
    ptc_text_byte(missing, ')');
}

static void bind_constants(bind_constants_work *work, const ptc_agent_tool *tools,
                           const ptc_agent_file_tool *facts, size_t count);

/* The tool's row refers to the reader's object, which gets all members of the
 * constant. */
static void bind_constant(bind_constants_work *work, const ptc_agent_tool *tool,
                          const ptc_agent_file *child)
{
    ptc_compiled *compiled = (ptc_compiled *)(uintptr_t)tool->compiled;
    const ptc_compiled *found = bind_find_constant(work, child->agent->name);

    if (found != NULL)
        (void)ptc_compiled_take("ptc_agent_file_bind_compiled", found, compiled);
    else if (compiled->stages == NULL)
        bind_miss(work, child);
}

static void bind_constants_of(bind_constants_work *work, const ptc_agent_file *file)
{
    if (bind_is_new(&work->all, file))
        bind_constants(work, file->agent->tools, file->tools, file->agent->tool_count);
}

static void bind_constants(bind_constants_work *work, const ptc_agent_tool *tools,
                           const ptc_agent_file_tool *facts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const ptc_llm_tool *llm_tool = tools[i].llm_tool;

        if (tools[i].compiled != NULL)
            bind_constant(work, &tools[i], facts[i].agent);
        else if (facts[i].agent != NULL)
            bind_constants_of(work, facts[i].agent);
        else if (llm_tool != NULL && llm_tool->tool_count > 0)
            bind_constants(work, llm_tool->tools, facts[i].tools, llm_tool->tool_count);
    }
}

static bool bind_is_sized(const ptc_compiled *const *given, size_t count)
{
    ptc_compiled own;

    for (size_t i = 0; i < count; i++) {
        if (!ptc_compiled_take("ptc_agent_file_bind_compiled", given[i], &own))
            return false;
    }
    return true;
}

ptc_status ptc_agent_file_bind_compiled(ptc_arena *arena, const ptc_agent_file *file,
                                        const ptc_compiled *const *compiled, size_t count,
                                        ptc_str *missing)
{
    bind_constants_work work = {.given = compiled, .count = count};

    *missing = PTC_STR("");
    if (!bind_is_sized(compiled, count))
        return PTC_ERROR_ARGUMENT;
    ptc_text_init(&work.all.missing, arena);
    bind_constants_of(&work, file);
    return bind_finish(&work.all, missing);
}

ptc_status ptc_chain_file_bind_compiled(ptc_arena *arena, const ptc_chain_file *file,
                                        const ptc_compiled *const *compiled, size_t count,
                                        ptc_str *missing)
{
    bind_constants_work work = {.given = compiled, .count = count};

    *missing = PTC_STR("");
    if (!bind_is_sized(compiled, count))
        return PTC_ERROR_ARGUMENT;
    ptc_text_init(&work.all.missing, arena);
    for (size_t i = 0; i < file->chain->count; i++)
        bind_constants_of(&work, file->agents[i]);
    return bind_finish(&work.all, missing);
}

/* --- Each of them ------------------------------------------------------------------ */

typedef struct bind_visit {
    bind_work all;
    ptc_compiled_visit_fn visit;
    void *user;
} bind_visit;

static bool bind_visit_agent(bind_visit *work, const ptc_agent_file *file);

static bool bind_visit_tools(bind_visit *work, const ptc_agent_tool *tools,
                             const ptc_agent_file_tool *facts, size_t count)
{
    bool goes_on = true;

    for (size_t i = 0; goes_on && i < count; i++) {
        const ptc_llm_tool *llm_tool = tools[i].llm_tool;

        if (facts[i].agent != NULL)
            goes_on = bind_visit_agent(work, facts[i].agent);
        else if (llm_tool != NULL && llm_tool->tool_count > 0)
            goes_on = bind_visit_tools(work, llm_tool->tools, facts[i].tools,
                                       llm_tool->tool_count);
        if (goes_on && tools[i].compiled != NULL) /* the reader made it */
            goes_on = work->visit(
                facts[i].agent, (ptc_compiled *)(uintptr_t)tools[i].compiled, work->user);
    }
    return goes_on;
}

/* As deep as files name each other: PTC_AGENT_FILES_MAX at most. */
static bool bind_visit_agent(bind_visit *work, const ptc_agent_file *file)
{
    return !bind_is_new(&work->all, file) ||
           bind_visit_tools(work, file->agent->tools, file->tools,
                            file->agent->tool_count);
}

bool ptc_agent_file_visit_compiled(const ptc_agent_file *file,
                                   ptc_compiled_visit_fn visit, void *user)
{
    bind_visit work = {.visit = visit, .user = user};

    return bind_visit_agent(&work, file);
}
