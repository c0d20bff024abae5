/* SPDX-License-Identifier: MIT */
/* The tool section of a prompt: tools by name under their headings. [signature 9.1] */
#include "base/base_int.h"

#include <ptc/schema.h>

/* The tools of one kind under their heading; nothing when there are none. */
static void tools_section(ptc_text *text, const ptc_prompt_tool *tools,
                          const uint32_t *order, size_t count, bool is_planning,
                          ptc_prompt_style style, const ptc_render_options *options)
{
    const char *heading =
        is_planning ? "## Tools for planning (do not call)\n" : "## Tools you can call\n";

    for (size_t i = 0; i < count; i++) {
        const ptc_prompt_tool *tool = &tools[order[i]];

        if (tool->is_planning != is_planning)
            continue;
        if (heading != NULL)
            ptc_text_cstr(text, heading);
        heading = NULL;
        ptc_text_byte(text, '\n');
        ptc_schema_write_prompt(text, tool->name, tool->schema, style, options);
    }
}

void ptc_tools_write_prompt(ptc_text *text, const ptc_prompt_tool *tools, size_t count,
                            ptc_prompt_style style, const ptc_render_options *options)
{
    const uint32_t *order;
    size_t planned = 0;

    if (count == 0)
        return;
    order = ptc_names_order(text->arena, &tools->name, sizeof *tools, count);
    if (order == NULL) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        planned += tools[i].is_planning;
    tools_section(text, tools, order, count, false, style, options);
    if (planned > 0 && planned < count)
        ptc_text_byte(text, '\n');
    tools_section(text, tools, order, count, true, style, options);
}
