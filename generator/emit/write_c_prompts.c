/* SPDX-License-Identifier: MIT */
/*
 * What models read of contracts: the tool entry of each, and the tools of a file as one
 * section of a prompt, as constants in the seed style and as functions for all styles.
 * [signature 9.1, emitters 11]
 */
#include "generator/ptcc.h"
#include "templates.h"

bool ptcc_c_is_function(const ptc_contract *contract)
{
    return !contract->is_type &&
           !(ptc_schema_root(&contract->schema)->flags & PTC_NODE_BARE);
}

/* --- Names ------------------------------------------------------------------------- */

void ptcc_c_name_tools(ptcc_c_file *file)
{
    const ptc_contract *first = NULL;
    ptc_str base;

    for (size_t i = file->count; i-- > 0;) {
        if (ptcc_c_is_function(file->contracts[i].contract))
            first = file->contracts[i].contract;
    }
    if (!first || file->agents)
        return;
    file->tools.name = file->stem;
    file->tools.source = first->source;
    base = ptcc_c_name_base(file, file->prefix, file->stem);
    file->tools_prompt_id = c_ident(file->arena, base, PTC_STR("tools_prompt"));
    file->render_tools_prompt_id =
        c_ident(file->arena, base, PTC_STR("tools_render_prompt"));
    ptcc_c_claim(file, &file->tools, file->tools.span, file->tools_prompt_id);
    ptcc_c_claim(file, &file->tools, file->tools.span, file->render_tools_prompt_id);
}

/* --- Functions --------------------------------------------------------------------- */

/* The head of a function that writes an entry or a section. */
static ptc_str prompt_head(ptcc_c_file *file, ptc_str id, bool is_declaration)
{
    const ptc_str items[] = {PTC_STR("ptc_text *text"), PTC_STR("ptc_prompt_style style"),
                             PTC_STR("const ptc_render_options *options")};

    return host_wrap_list(
        &file->host,
        C_JOIN(file->arena, ptcc_c_linkage(file, is_declaration), PTC_STR("void "), id),
        items, 3, ptc_str_of(is_declaration ? ";" : ""), 0);
}

ptc_str ptcc_c_prompt(ptcc_c_file *file, const ptcc_c_contract *contract,
                      bool is_declaration)
{
    ptc_str head = prompt_head(file, contract->render_prompt_id, is_declaration);
    ptc_str name = contract->contract->name;
    const ptc_str items[] = {PTC_STR("text"),
                             C_JOIN(file->arena, PTC_STR("ptc_str_make("),
                                    c_string_line(file->arena, name), PTC_STR(", "),
                                    c_decimal(file->arena, name.len), PTC_STR(")")),
                             C_JOIN(file->arena, PTC_STR("&"), contract->schema_id),
                             PTC_STR("style"), PTC_STR("options")};

    if (is_declaration)
        return head;
    return HOST_FILL(
        &file->host, ptcc_template_prompt, {"head_code", head},
        {"call_code", host_wrap_list(&file->host, PTC_STR("ptc_schema_write_prompt"),
                                     items, 5, PTC_STR(";"), 4)});
}

/* The functions of the file, in order of declaration; their number. */
static size_t prompt_tools(ptcc_c_file *file, ptcc_rows *rows, ptc_prompt_tool *tools)
{
    size_t count = 0;

    for (size_t i = 0; i < file->count; i++) {
        const ptcc_c_contract *contract = &file->contracts[i];
        ptc_str name = contract->contract->name;
        ptcc_model row = host_model(&file->host);

        if (!ptcc_c_is_function(contract->contract))
            continue;
        tools[count].name = name;
        tools[count++].schema = &contract->contract->schema;
        model_str(&row, "name_lit", c_string_line(file->arena, name));
        model_str(&row, "size_lit", c_decimal(file->arena, name.len));
        model_str(&row, "schema_id", contract->schema_id);
        rows_add(rows, &row);
    }
    return count;
}

static ptc_str prompt_declare_tools(ptcc_c_file *file)
{
    return HOST_FILL(
        &file->host, ptcc_template_tools_h, {"linkage_code", ptcc_c_linkage(file, true)},
        {"tools_prompt_id", file->tools_prompt_id},
        {"head_code", prompt_head(file, file->render_tools_prompt_id, true)});
}

static ptc_str prompt_define_tools(ptcc_c_file *file)
{
    ptc_prompt_tool *tools = ptc_arena_array(file->arena, file->count, sizeof *tools);
    ptcc_model model = host_model(&file->host);
    ptcc_rows rows = host_rows(&file->host);
    ptc_text text;
    size_t count;

    if (!tools)
        return PTC_STR("");
    count = prompt_tools(file, &rows, tools);
    ptc_text_init(&text, file->arena);
    ptc_tools_write_prompt(&text, tools, count, PTC_PROMPT_SEED, NULL);
    model_str(&model, "text_code",
              ptcc_c_text(file, file->tools_prompt_id, ptc_text_view(&text)));
    model_str(&model, "head_code",
              prompt_head(file, file->render_tools_prompt_id, false));
    model_rows(&model, "tools", &rows);
    model_str(&model, "count_lit", c_decimal(file->arena, count));
    return host_expand(&file->host, &ptcc_template_tools_c, &model);
}

void ptcc_c_tools(ptcc_c_file *file, bool is_declaration)
{
    ptc_arena_mark mark = ptc_arena_place(file->arena);

    if (!file->tools.source)
        return;
    ptcc_c_emit(file, mark,
                is_declaration ? prompt_declare_tools(file) : prompt_define_tools(file));
}
