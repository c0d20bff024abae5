/* SPDX-License-Identifier: MIT */
/* The tool section of a prompt: tools by name under their headings. [signature 9.1] */
#include "render/render_int.h"

/* A section in the making. */
typedef struct tools_run {
    const ptc_prompt_tool *tools;
    const uint32_t *order;
    size_t count;
    const ptc_render_options *options;
    ptc_shown_types *types;
    bool *has_own_types; /* tools with a type of a name that another tool's type has */
} tools_run;

/* The types that tools only name come before these, each once. */
static void tools_types(ptc_text *text, const tools_run *run)
{
    for (size_t i = 0; i < run->count && !text->failed; i++) {
        uint32_t tool = run->order[i];

        run->has_own_types[tool] =
            !ptc_render_collect_types(text, run->tools[tool].schema, run->types);
    }
    if (run->types->count == 0)
        return;
    ptc_text_cstr(text, "## Types of the tools\n\n");
    ptc_render_types(text, run->types);
    ptc_text_byte(text, '\n');
}

/* The tools of one kind under their heading; nothing when there are none. */
static void tools_section(ptc_text *text, const tools_run *run, bool is_planning)
{
    const char *heading =
        is_planning ? "## Tools for planning (do not call)\n" : "## Tools you can call\n";

    for (size_t i = 0; i < run->count; i++) {
        const ptc_prompt_tool *tool = &run->tools[run->order[i]];
        ptc_prompt_style style = run->types->style;

        if (tool->is_planning != is_planning)
            continue;
        if (heading != NULL)
            ptc_text_cstr(text, heading);
        heading = NULL;
        ptc_text_byte(text, '\n');
        ptc_schema_write_prompt(text, tool->name, tool->schema, style, run->options);
        if (run->has_own_types[run->order[i]])
            ptc_render_own_types(text, tool->schema, style, run->options, NULL, 2);
    }
}

void ptc_tools_write_in_order(ptc_text *text, const ptc_prompt_tool *tools,
                              const uint32_t *order, size_t count,
                              const ptc_render_options *options, ptc_shown_types *types)
{
    tools_run run = {.tools = tools,
                     .order = order,
                     .count = count,
                     .options = options,
                     .types = types};
    size_t planned = 0;

    run.has_own_types = ptc_arena_array(text->arena, count, sizeof *run.has_own_types);
    if (run.has_own_types == NULL) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        planned += tools[order[i]].is_planning;
    tools_types(text, &run);
    tools_section(text, &run, false);
    if (planned > 0 && planned < count)
        ptc_text_byte(text, '\n');
    tools_section(text, &run, true);
}

ptc_status ptc_tools_write_prompt(ptc_text *text, const ptc_prompt_tool *tools,
                                  size_t count, ptc_prompt_style style,
                                  const ptc_render_options *given)
{
    ptc_render_options options;
    const uint32_t *order;
    ptc_shown_types types;

    if (!ptc_render_take_options("ptc_tools_write_prompt", given, &options))
        return PTC_ERROR_ARGUMENT;
    if (count == 0)
        return PTC_OK;
    order = ptc_names_order(text->arena, &tools->name, sizeof *tools, count);
    if (order == NULL) {
        text->failed = true;
        return PTC_ERROR_MEMORY;
    }
    ptc_shown_types_init(&types, text->arena, style, &options);
    ptc_tools_write_in_order(text, tools, order, count, &options, &types);
    return text->failed ? PTC_ERROR_MEMORY : PTC_OK;
}
