/* SPDX-License-Identifier: MIT */
/* The prompts of contracts: the tool entry of each, and the tools of a file as a section
 * of a prompt. They are constants in the seed style, and functions for all styles.
 * [signature 9.1, emitters 11] */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

/* The head of a function that writes an entry or a section. */
static ptc_str prompt_head(ptcc_c_sink *sink, ptc_str id, bool is_declaration)
{
    const ptc_str items[] = {PTC_STR("ptc_text *text"), PTC_STR("ptc_prompt_style style"),
                             PTC_STR("const ptc_render_options *options")};

    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, ptcc_c_linkage(sink, is_declaration),
                                 PTC_STR("ptc_status "), id),
                          items, 3, ptc_str_of(is_declaration ? ";" : ""), 0);
}

ptc_str ptcc_c_prompt(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                      bool is_declaration)
{
    ptc_str head = prompt_head(sink, contract->render_prompt_id, is_declaration);
    ptc_str name = contract->contract->name;
    const ptc_str items[] = {PTC_STR("text"),
                             C_JOIN(sink->arena, PTC_STR("ptc_str_make("),
                                    c_string_line(sink->arena, name), PTC_STR(", "),
                                    c_decimal(sink->arena, name.len), PTC_STR(")")),
                             C_JOIN(sink->arena, PTC_STR("&"), contract->schema_id),
                             PTC_STR("style"), PTC_STR("options")};

    if (is_declaration)
        return head;
    return HOST_FILL(
        &sink->host, ptcc_template_prompt, {"head_code", head},
        {"call_code",
         host_wrap_list(&sink->host, PTC_STR("return ptc_schema_write_prompt"), items, 5,
                        PTC_STR(";"), 4)});
}

/* The functions of the sink, in order of declaration; their number. */
static size_t prompt_tools(ptcc_c_sink *sink, const ptcc_c_plan *plan, ptcc_rows *rows,
                           ptc_prompt_tool *tools)
{
    size_t count = 0;

    for (size_t i = 0; i < plan->count; i++) {
        const ptcc_c_contract *contract = &plan->contracts[i];
        ptc_str name = contract->contract->name;
        ptcc_model row = host_model(&sink->host);

        if (!ptcc_c_is_function(contract->contract))
            continue;
        tools[count].name = name;
        tools[count++].schema = &contract->contract->schema;
        model_str(&row, "name_lit", c_string_line(sink->arena, name));
        model_str(&row, "size_lit", c_decimal(sink->arena, name.len));
        model_str(&row, "schema_id", contract->schema_id);
        rows_add(rows, &row);
    }
    return count;
}

static ptc_str prompt_declare_tools(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    return HOST_FILL(
        &sink->host, ptcc_template_tools_h, {"linkage_code", ptcc_c_linkage(sink, true)},
        {"tools_prompt_id", plan->section.prompt_id},
        {"head_code", prompt_head(sink, plan->section.render_prompt_id, true)});
}

static ptc_str prompt_define_tools(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_prompt_tool *tools = ptc_arena_array(sink->arena, plan->count, sizeof *tools);
    ptcc_model model = host_model(&sink->host);
    ptcc_rows rows = host_rows(&sink->host);
    ptc_text text;
    size_t count;

    if (tools == NULL)
        return PTC_STR("");
    count = prompt_tools(sink, plan, &rows, tools);
    ptc_text_init(&text, sink->arena);
    ptc_tools_write_prompt(&text, tools, count, PTC_PROMPT_SEED, NULL);
    model_str(&model, "text_code", ptcc_c_text(sink, plan->section.prompt_id, &text));
    model_str(&model, "head_code",
              prompt_head(sink, plan->section.render_prompt_id, false));
    model_rows(&model, "tools", &rows);
    model_str(&model, "count_lit", c_decimal(sink->arena, count));
    return host_expand(&sink->host, &ptcc_template_tools_c, &model);
}

void ptcc_c_tools(ptcc_c_sink *sink, const ptcc_c_plan *plan, bool is_declaration)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    if (plan->section.prompt_id.len == 0)
        return;
    ptcc_c_emit(sink, mark,
                is_declaration ? prompt_declare_tools(sink, plan)
                               : prompt_define_tools(sink, plan));
}
