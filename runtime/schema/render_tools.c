/* SPDX-License-Identifier: MIT */
/* The tool section of a prompt: tools by name under their headings. [signature 9.1] */
#include "ptc_int.h"

typedef const ptc_prompt_tool *tool_ref;

/* Merges the runs [start, middle) and [middle, end) of `from` into `to`. */
static void tools_merge(const tool_ref *from, tool_ref *to, size_t start, size_t middle,
                        size_t end)
{
    size_t left = start;
    size_t right = middle;

    for (size_t i = start; i < end; i++) {
        bool is_left =
            right == end ||
            (left < middle && ptc_str_compare(from[left]->name, from[right]->name) <= 0);

        to[i] = is_left ? from[left++] : from[right++];
    }
}

/* Sorts by name, equal names as they stand; `spare` is as long. Returns the one of both
 * that has the result. */
static const tool_ref *tools_sort(tool_ref *tools, tool_ref *spare, size_t count)
{
    for (size_t width = 1; width < count; width *= 2) {
        tool_ref *sorted = spare;

        for (size_t start = 0; start < count; start += 2 * width) {
            size_t middle = start + width < count ? start + width : count;
            size_t end = middle + width < count ? middle + width : count;

            tools_merge(tools, spare, start, middle, end);
        }
        spare = tools;
        tools = sorted;
    }
    return tools;
}

/* The tools of one kind under their heading; nothing when there are none. */
static void tools_section(ptc_text *text, const tool_ref *tools, size_t count,
                          bool is_planning, ptc_prompt_style style,
                          const ptc_render_options *options)
{
    const char *heading =
        is_planning ? "## Tools for planning (do not call)\n" : "## Tools you can call\n";

    for (size_t i = 0; i < count; i++) {
        if (tools[i]->is_planning != is_planning)
            continue;
        if (heading != NULL)
            ptc_text_cstr(text, heading);
        heading = NULL;
        ptc_text_byte(text, '\n');
        ptc_schema_write_prompt(text, tools[i]->name, tools[i]->schema, style, options);
    }
}

void ptc_tools_write_prompt(ptc_text *text, const ptc_prompt_tool *tools, size_t count,
                            ptc_prompt_style style, const ptc_render_options *options)
{
    tool_ref *order = ptc_arena_array(text->arena, count, 2 * sizeof *order);
    const tool_ref *sorted;
    size_t planned = 0;

    if (order == NULL) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        order[i] = &tools[i];
        planned += tools[i].is_planning;
    }
    sorted = tools_sort(order, order + count, count);
    tools_section(text, sorted, count, false, style, options);
    if (planned > 0 && planned < count)
        ptc_text_byte(text, '\n');
    tools_section(text, sorted, count, true, style, options);
}
