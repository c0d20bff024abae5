/* SPDX-License-Identifier: MIT */
/*
 * The registry of the host's tools: names, lookup, words about them, the log. See
 * <ptc/lisp.h>. Calls are made by core_tool.c, so that programs that call no tools do not
 * link the walker of schemas. [ptc-lisp 9.2, subagent 9]
 */
#include "base/base_int.h"
#include "lisp/host/host_int.h"
#include "lisp/host/tool_int.h"
#include "schema/schema_int.h"

enum {
    TOOL_LIST_MAX = 240, /* bytes of a list of names in a message */
    TOOL_LOG_PART =
        4, /* of the heap's limit that previews, and results that are cached, may take */
};

/* The tools that programs can call without a host. [subagent 9.2] */
static const ptc_tool tool_system[] = {
    {.name = "return", .description = "ends the program with a result"},
    {.name = "fail", .description = "ends the program as a failure, with the reason"},
};

enum { TOOL_SYSTEM_COUNT = sizeof tool_system / sizeof *tool_system };

static bool tool_take_options(ptc_tool_options *options, const ptc_tool_options *given)
{
    *options = (ptc_tool_options){.struct_size = sizeof *options};
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_tool_options), "ptc_lisp_set_tools",
                          given, options))
        return false;
    if (options->max_calls == PTC_UNLIMITED)
        options->max_calls = 0;
    if (options->time_ms == PTC_UNLIMITED)
        options->time_ms = 0;
    if (options->max_result == 0)
        options->max_result = PTC_TOOL_RESULT_MAX;
    if (options->max_kept == 0)
        options->max_kept = PTC_TOOL_PREVIEW_MAX;
    return true;
}

/* --- Names -------------------------------------------------------------------------- */

static bool tool_is_name(ptc_str name)
{
    if (name.len == 0 || name.len > PTC_TOOL_NAME_MAX)
        return false;
    for (size_t i = 0; i < name.len; i++) {
        char byte = name.ptr[i];
        bool is_letter =
            (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';

        if (!is_letter && (i == 0 || ((byte < '0' || byte > '9') && byte != '-')))
            return false;
    }
    return true;
}

static const ptc_tool_entry *tool_lookup(const ptc_tools *tools, ptc_str name)
{
    const ptc_name_entry *found = ptc_names_find(&tools->names, name);

    return found != NULL ? &tools->entries[found->value] : NULL;
}

const ptc_tool_entry *ptc_tools_find(const ptc_lisp *lisp, ptc_str name)
{
    if (lisp->tools == NULL || name.len > PTC_TOOL_NAME_MAX)
        return NULL;
    return tool_lookup(lisp->tools, name);
}

const ptc_tool *ptc_lisp_tool_at(const ptc_lisp *lisp, size_t index)
{
    if (index < TOOL_SYSTEM_COUNT)
        return &tool_system[index];
    index -= TOOL_SYSTEM_COUNT;
    return lisp->tools != NULL && index < lisp->tools->count
               ? lisp->tools->entries[index].tool
               : NULL;
}

/* --- Words -------------------------------------------------------------------------- */

ptc_near ptc_tool_near(const ptc_lisp *lisp, ptc_str name)
{
    const ptc_tools *tools = lisp->tools;
    ptc_near near = ptc_near_start(name);

    for (uint32_t i = 0; tools != NULL && i < tools->count; i++) {
        const ptc_tool_entry *entry = &tools->entries[tools->sorted[i]];

        if (!(entry->tool->flags & PTC_TOOL_PLANNING))
            ptc_near_consider(&near, entry->name);
    }
    return near;
}

/* ". Available tools: a, b", those that can be called. */
static void tool_write_list(ptc_text *text, const ptc_tools *tools)
{
    size_t start = text->len;
    uint32_t callable = 0;
    uint32_t listed = 0;

    for (uint32_t i = 0; tools != NULL && i < tools->count; i++) {
        const ptc_tool_entry *entry = &tools->entries[tools->sorted[i]];

        if (entry->tool->flags & PTC_TOOL_PLANNING)
            continue;
        callable++;
        if (text->len - start + entry->name.len > TOOL_LIST_MAX)
            continue;
        ptc_text_cstr(text, listed++ == 0 ? ". Available tools: " : ", ");
        ptc_text_str(text, entry->name);
    }
    if (callable == 0)
        ptc_text_cstr(text, ". There are no tools here");
    if (listed < callable) {
        ptc_text_cstr(text, ", and ");
        ptc_text_uint(text, callable - listed);
        ptc_text_cstr(text, " more");
    }
}

bool ptc_tool_write_unknown(const ptc_lisp *lisp, ptc_text *text, ptc_str name)
{
    const ptc_tool_entry *entry = ptc_tools_find(lisp, name);
    ptc_str nearest = {"", 0};

    if (entry != NULL) {
        ptc_text_cstr(text, "Tool '");
        ptc_text_str(text, entry->name);
        ptc_text_cstr(text, "' is for planning only");
    } else {
        ptc_text_cstr(text, "Unknown tool: ");
        ptc_text_str(text, name);
        nearest = ptc_tool_near(lisp, name).best;
    }
    tool_write_list(text, lisp->tools);
    ptc_near_write(text, nearest);
    return entry != NULL || nearest.len > 0;
}

bool ptc_tool_is_callable(const ptc_lisp *lisp, ptc_str name)
{
    const ptc_tool_entry *entry = ptc_tools_find(lisp, name);

    return entry != NULL && !(entry->tool->flags & PTC_TOOL_PLANNING);
}

/* --- Registration ------------------------------------------------------------------- */

/* The fault of a registry under construction. */
typedef struct tool_setup {
    ptc_tools *tools;
    ptc_arena *arena;
    ptc_lisp_error *error;
} tool_setup;

static ptc_status tool_refuse(const tool_setup *setup, ptc_reason reason,
                              const char *format, ...) PTC_PRINTF(3, 4);

static ptc_status tool_refuse(const tool_setup *setup, ptc_reason reason,
                              const char *format, ...)
{
    va_list arguments;
    ptc_text text;

    if (setup->error == NULL)
        return ptc_misuse("ptc_lisp_set_tools",
                          "the tools are refused (%s); pass an error to learn why",
                          ptc_reason_name(reason));
    *setup->error =
        (ptc_lisp_error){.reason = reason, .message = PTC_STR("out of memory")};
    if (setup->arena == NULL)
        return PTC_ERROR_ARGUMENT;
    ptc_text_init(&text, setup->arena);
    va_start(arguments, format);
    ptc_text_format(&text, format, &arguments);
    va_end(arguments);
    if (text.failed)
        return PTC_ERROR_MEMORY;
    setup->error->message = ptc_text_view(&text);
    return PTC_ERROR_ARGUMENT;
}

/* Keys of undeclared names may be data of the program. */
static bool tool_is_map_of(const ptc_schema_node *node, const void *user)
{
    (void)user;
    return node->type == PTC_TYPE_MAP_OF;
}

static ptc_status tool_check(const tool_setup *setup, const ptc_tool *tool, ptc_str name)
{
    if (!tool_is_name(name))
        return tool_refuse(
            setup, PTC_REASON_INVALID_CONFIG,
            "invalid tool name \"%.*s\": expected a letter or _, then up "
            "to 63 letters, digits, _ or -",
            (int)(name.len < PTC_TOOL_NAME_MAX ? name.len : PTC_TOOL_NAME_MAX), name.ptr);
    for (size_t i = 0; i < TOOL_SYSTEM_COUNT; i++) {
        if (ptc_str_equal(name, ptc_str_of(tool_system[i].name)))
            return tool_refuse(setup, PTC_REASON_RESERVED_TOOL_NAME,
                               "tool name \"%s\" is reserved: programs end with it",
                               tool_system[i].name);
    }
    if (tool->signature != NULL &&
        ptc_schema_root(tool->signature)->type != PTC_TYPE_FUNCTION)
        return tool_refuse(
            setup, PTC_REASON_INVALID_CONFIG,
            "tool \"%s\": its signature is not a function, as in (q :string) "
            "-> :any",
            tool->name);
    if (tool->function == NULL && !(tool->flags & PTC_TOOL_PLANNING))
        return tool_refuse(setup, PTC_REASON_INVALID_CONFIG,
                           "tool \"%s\" has no function", tool->name);
    return PTC_OK;
}

static ptc_status tool_add(const tool_setup *setup, const ptc_tool *tool)
{
    ptc_tools *tools = setup->tools;
    ptc_str name = ptc_str_of(tool->name);
    ptc_status status = tool_check(setup, tool, name);
    const ptc_tool_entry *other;

    if (status != PTC_OK)
        return status;
    other = tool_lookup(tools, name);
    if (other != NULL)
        return tool_refuse(setup, PTC_REASON_INVALID_CONFIG,
                           ptc_str_equal(other->name, name)
                               ? "two tools are named \"%s\" (%s)"
                               : "tools \"%s\" and \"%s\" differ only by - and _",
                           tool->name, other->tool->name);
    tools->entries[tools->count] = (ptc_tool_entry){
        tool, name,
        tool->signature != NULL && ptc_schema_any(tool->signature, tool_is_map_of, NULL)};
    if (ptc_names_push(&tools->names, name, tools->count) == NULL)
        return PTC_ERROR_MEMORY;
    tools->count++;
    return PTC_OK;
}

/* In mode strict every tool that can be called has a contract. */
static ptc_status tool_check_strict(const tool_setup *setup)
{
    const ptc_tools *tools = setup->tools;
    ptc_text names;

    ptc_text_init(&names, (ptc_arena *)&tools->arena);
    for (uint32_t i = 0; i < tools->count; i++) {
        const ptc_tool *tool = tools->entries[i].tool;

        if (tool->signature != NULL || tool->flags & PTC_TOOL_PLANNING)
            continue;
        ptc_text_cstr(&names, names.len > 0 ? ", " : "");
        ptc_text_str(&names, tools->entries[i].name);
    }
    if (names.failed)
        return PTC_ERROR_MEMORY;
    if (names.len == 0)
        return PTC_OK;
    return tool_refuse(setup, PTC_REASON_INVALID_CONFIG,
                       "in mode strict every tool needs a signature: %s", names.ptr);
}

/* Tools by name: an insertion into the sorted part is fast enough for a table that is
 * made once, and needs no context as qsort's comparison would. */
static void tool_sort(ptc_tools *tools)
{
    for (uint32_t i = 0; i < tools->count; i++) {
        uint32_t low = 0;
        uint32_t high = i;

        while (low < high) {
            uint32_t middle = low + (high - low) / 2;

            if (strcmp(tools->entries[tools->sorted[middle]].tool->name,
                       tools->entries[i].tool->name) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        memmove(&tools->sorted[low + 1], &tools->sorted[low],
                (i - low) * sizeof *tools->sorted);
        tools->sorted[low] = i;
    }
}

static ptc_status tool_fill(const tool_setup *setup, const ptc_tool *items, size_t count)
{
    ptc_tools *tools = setup->tools;
    ptc_status status = PTC_OK;

    if (count > UINT32_MAX / 4)
        return PTC_ERROR_MEMORY;
    tools->entries = ptc_arena_array(&tools->arena, count, sizeof *tools->entries);
    tools->sorted = ptc_arena_array(&tools->arena, count, sizeof *tools->sorted);
    ptc_names_init(&tools->names, &tools->arena);
    if (tools->entries == NULL || tools->sorted == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PTC_OK; i++)
        status = tool_add(setup, &items[i]);
    if (status == PTC_OK && tools->options.mode == PTC_MODE_STRICT)
        status = tool_check_strict(setup);
    if (status == PTC_OK)
        tool_sort(tools);
    return status;
}

/* A registry is made in its own arena, which holds it. */
static ptc_tools *tool_new(const ptc_lisp *lisp)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;
    ptc_tools *tools;
    ptc_arena arena;

    ptc_arena_init(&arena, allocator, 0);
    tools = ptc_arena_array(&arena, 1, sizeof *tools);
    if (tools == NULL) {
        ptc_arena_free(&arena);
        return NULL;
    }
    tools->arena = arena;
    ptc_arena_init(&tools->call_arena, allocator, 0);
    ptc_arena_init(&tools->log_arena, allocator, lisp->heap_most / TOOL_LOG_PART);
    ptc_tool_memo_init(tools, lisp->heap_most / TOOL_LOG_PART);
    return tools;
}

static void tool_free(ptc_tools *tools)
{
    ptc_arena arena;

    if (tools == NULL)
        return;
    arena = tools->arena;
    ptc_arena_free(&tools->call_arena);
    ptc_arena_free(&tools->log_arena);
    ptc_arena_free(&tools->memo_arena);
    ptc_arena_free(&arena);
}

void ptc_tools_free(ptc_lisp *lisp)
{
    tool_free(lisp->tools);
    lisp->tools = NULL;
}

ptc_status ptc_lisp_set_tools(ptc_arena *arena, ptc_lisp *lisp, const ptc_tool *tools,
                              size_t count, const ptc_tool_options *options,
                              ptc_lisp_error *error)
{
    tool_setup setup = {NULL, arena, error};
    ptc_tool_options taken;
    ptc_status status;

    if (error != NULL)
        *error = ptc_lisp_error_none();
    if (lisp->escape != NULL)
        return ptc_lisp_misuse(error, "ptc_lisp_set_tools",
                               "a program of the context is running; set its tools "
                               "before or afterwards");
    if (!tool_take_options(&taken, options))
        return PTC_ERROR_ARGUMENT;
    if (count == 0) {
        ptc_tools_free(lisp);
        return PTC_OK;
    }
    setup.tools = tool_new(lisp);
    if (setup.tools == NULL)
        return PTC_ERROR_MEMORY;
    setup.tools->options = taken;
    status = tool_fill(&setup, tools, count);
    if (status != PTC_OK) {
        tool_free(setup.tools);
        return status;
    }
    ptc_tools_free(lisp);
    lisp->tools = setup.tools;
    return PTC_OK;
}

/* --- The log ------------------------------------------------------------------------ */

void ptc_tools_begin(ptc_lisp *lisp)
{
    ptc_tools *tools = lisp->tools;

    if (tools == NULL)
        return;
    ptc_arena_reset(&tools->log_arena);
    tools->program++;
    tools->log = NULL;
    tools->log_count = 0;
    tools->log_capacity = 0;
    tools->calls_made = 0;
    if (tools->options.spans_runs)
        return;
    ptc_tool_forget(tools);
    tools->calls_done = 0;
}

static bool tool_copy_text(ptc_arena *arena, const char **text)
{
    if (*text != NULL)
        *text = ptc_arena_copy(arena, *text, strlen(*text));
    return !arena->failed;
}

static ptc_status tool_copy_call(ptc_arena *arena, const ptc_tool_record *from,
                                 ptc_tool_record *to)
{
    ptc_status status;

    *to = *from;
    if (!tool_copy_text(arena, &to->name) || !tool_copy_text(arena, &to->error) ||
        !tool_copy_text(arena, &to->reason))
        return PTC_ERROR_MEMORY;
    to->feedback = ptc_str_copy(arena, from->feedback);
    if (to->feedback.ptr == NULL)
        return PTC_ERROR_MEMORY;
    status = ptc_value_copy(arena, &from->arguments, &to->arguments);
    if (status == PTC_OK)
        status = ptc_value_copy(arena, &from->result, &to->result);
    return status;
}

ptc_status ptc_tools_report(const ptc_lisp *lisp, ptc_arena *arena, ptc_lisp_result *out)
{
    const ptc_tools *tools = lisp->tools;
    ptc_tool_record *calls;

    out->calls = NULL;
    out->call_count = 0;
    out->calls_made = tools != NULL ? tools->calls_made : 0;
    if (tools == NULL || tools->log_count == 0)
        return PTC_OK;
    calls = ptc_arena_array(arena, tools->log_count, sizeof *calls);
    if (calls == NULL)
        return PTC_ERROR_MEMORY;
    out->calls = calls;
    for (size_t i = 0; i < tools->log_count; i++) {
        ptc_status status = tool_copy_call(arena, &tools->log[i], &calls[i]);

        if (status != PTC_OK)
            return status;
        out->call_count++;
    }
    return PTC_OK;
}
