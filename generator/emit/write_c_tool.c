/* SPDX-License-Identifier: MIT */
/* Contracts as tools: the user's C function, struct in and struct out; the stub that the
 * runtime calls instead; and the constant by which programs find the tool. The runtime
 * has coerced and checked the arguments; the stub does not do it again. [subagent 9.1] */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

/* --- The user's function ----------------------------------------------------------- */

const ptcc_c_root *ptcc_c_find_root(const ptcc_c_contract *contract, bool is_result)
{
    for (size_t i = 0; i < contract->root_count; i++) {
        if (contract->roots[i].is_result == is_result)
            return &contract->roots[i];
    }
    return NULL;
}

ptc_str ptcc_c_tool_function(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                             ptc_str function_id, ptc_str tail)
{
    const ptcc_c_root *in = ptcc_c_find_root(contract, false);
    ptc_str items[3];
    size_t count = 0;

    if (in != NULL)
        items[count++] =
            C_JOIN(sink->arena, PTC_STR("const "), in->type_id, PTC_STR(" *in"));
    items[count++] =
        C_JOIN(sink->arena, ptcc_c_find_root(contract, true)->type_id, PTC_STR(" *out"));
    items[count++] = PTC_STR("ptc_tool_call *call");
    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, PTC_STR("ptc_status "), function_id), items,
                          count, tail, 0);
}

ptc_str ptcc_c_tool_head(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         ptc_str function_id)
{
    ptc_str note =
        ptcc_c_is_direct(sink->options, contract)
            ? ptcc_c_direct_note(sink, contract)
            : C_JOIN(sink->arena, PTC_STR("Yours to define: it answers calls of "),
                     c_note(sink->arena, contract->contract->name),
                     PTC_STR(". `out` is zeroed; memory that it points to must last as "
                             "long as call->arena. To fail, set call->message and return "
                             "an error."));

    return HOST_FILL(&sink->host, ptcc_template_tool_head,
                     {"comment_code", host_wrap_comment(&sink->host, note, 0)},
                     {"function_code",
                      ptcc_c_tool_function(sink, contract, function_id, PTC_STR(";"))});
}

/* --- The stub ---------------------------------------------------------------------- */

/* `status = FUNCTION(&TYPE, NODE, call, ITEM, ...);` */
static ptc_str tool_pass(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         const ptcc_c_root *root, size_t indent)
{
    const ptc_str items[] = {
        C_JOIN(sink->arena, PTC_STR("&"), contract->type_id),
        c_decimal(sink->arena, root->node), ptcc_c_local(sink, PTC_STR("call")),
        root->is_result ? PTC_STR("&out") : PTC_STR("&in"), PTC_STR("sizeof in")};

    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, ptcc_c_local(sink, PTC_STR("status")),
                                 root->is_result ? PTC_STR(" = ptc_gen_give_result")
                                                 : PTC_STR(" = ptc_gen_take_call")),
                          items, root->is_result ? 4 : 5, PTC_STR(";"), indent);
}

static ptc_str tool_call(ptcc_c_sink *sink, ptc_str function_id, bool has_in)
{
    const ptc_str items[] = {PTC_STR("&in"), PTC_STR("&out"),
                             ptcc_c_local(sink, PTC_STR("call"))};

    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, ptcc_c_local(sink, PTC_STR("status")),
                                 PTC_STR(" = "), function_id),
                          items + !has_in, 3 - (size_t)!has_in, PTC_STR(";"),
                          has_in ? 8 : 4);
}

ptc_str ptcc_c_tool_stub(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         ptc_str stub_id, ptc_str function_id)
{
    ptc_str user = ptcc_c_local(sink, PTC_STR("user"));
    const ptc_str head[] = {C_JOIN(sink->arena, PTC_STR("ptc_tool_call *"),
                                   ptcc_c_local(sink, PTC_STR("call"))),
                            C_JOIN(sink->arena, PTC_STR("void *"), user)};
    const ptcc_c_root *in = ptcc_c_find_root(contract, false);
    const ptcc_c_root *out = ptcc_c_find_root(contract, true);
    ptc_str none = ptc_str_make(NULL, 0);

    sink->needs_string = true;
    return HOST_FILL(
        &sink->host, ptcc_template_tool_stub,
        {"status_id", ptcc_c_local(sink, PTC_STR("status"))}, {"user_id", user},
        {"stub_code",
         host_wrap_list(&sink->host,
                        C_JOIN(sink->arena, PTC_STR("static ptc_status "), stub_id), head,
                        2, PTC_STR(""), 0)},
        {"in_id", in != NULL ? in->type_id : none}, {"out_id", out->type_id},
        {"take_code", in != NULL ? tool_pass(sink, contract, in, 4) : none},
        {"call_code", tool_call(sink, function_id, in != NULL)},
        {"give_code", tool_pass(sink, contract, out, 8)});
}

/* --- The tool ---------------------------------------------------------------------- */

/* The definition of a tool. */
static ptc_str tool_define(ptcc_c_sink *sink, const ptcc_c_tool_facts *facts)
{
    ptc_str none = ptc_str_make(NULL, 0);

    return HOST_FILL(
        &sink->host, ptcc_template_tool, {"linkage_code", facts->linkage},
        {"tool_id", facts->tool_id},
        {"name_lit", c_string_line(sink->arena, facts->name)},
        {"description_lit",
         facts->description.len ? c_string(sink->arena, facts->description) : none},
        {"schema_id", facts->schema_id.len ? facts->schema_id : none},
        {"stub_id", facts->stub_id},
        {"flags_code",
         facts->flags & PTC_TOOL_CACHED ? PTC_STR("PTC_TOOL_CACHED") : none});
}

static ptc_str tool_description(const ptcc_c_contract *contract)
{
    const ptc_schema_extra *extra = ptc_schema_root(&contract->contract->schema)->extra;

    return extra != NULL ? extra->description : PTC_STR("");
}

void ptcc_c_declare_tool(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    if (contract->tool_id.len == 0)
        return;
    ptcc_c_emit(sink, mark, ptcc_c_tool_head(sink, contract, contract->function_id));
    if (ptcc_c_is_static(sink->options))
        return;
    ptcc_c_emit(
        sink, mark,
        C_JOIN(sink->arena, PTC_STR("/* The tool that calls it. */\n"),
               host_wrap_pair(&sink->host,
                              C_JOIN(sink->arena, ptcc_c_linkage(sink, true),
                                     PTC_STR("extern const ptc_tool")),
                              C_JOIN(sink->arena, contract->tool_id, PTC_STR(";")), 0)));
}

void ptcc_c_write_tool(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptcc_c_tool_facts facts = {
        .linkage = ptcc_c_linkage(sink, false),
        .tool_id = contract->tool_id,
        .stub_id = contract->stub_id,
        .schema_id = contract->schema_id,
        .name = contract->contract->name,
        .description = tool_description(contract),
    };

    if (contract->tool_id.len == 0)
        return;
    if (ptcc_c_is_direct(sink->options, contract))
        ptcc_c_emit(sink, mark, ptcc_c_direct(sink, contract));
    ptcc_c_emit(
        sink, mark,
        ptcc_c_tool_stub(sink, contract, contract->stub_id, contract->function_id));
    ptcc_c_emit(sink, mark, tool_define(sink, &facts));
}

/* --- All tools of a file ------------------------------------------------------------ */

/* Appends a row for each tool; returns how many there are. */
static size_t tool_rows(ptcc_c_sink *sink, const ptcc_c_plan *plan, ptcc_rows *rows)
{
    size_t count = 0;

    for (size_t i = 0; i < plan->count; i++) {
        const ptcc_c_contract *contract = &plan->contracts[i];
        ptc_str description = tool_description(contract);
        ptcc_model row = host_model(&sink->host);

        if (contract->tool_id.len == 0)
            continue;
        model_str(&row, "name_lit", c_string_line(sink->arena, contract->contract->name));
        model_str(&row, "description_lit",
                  description.len > 0 ? c_string(sink->arena, description)
                                      : ptc_str_make(NULL, 0));
        model_str(&row, "schema_id", contract->schema_id);
        model_str(&row, "stub_id", contract->stub_id);
        rows_add(rows, &row);
        count++;
    }
    return count;
}

void ptcc_c_declare_tool_list(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptcc_rows rows = host_rows(&sink->host);

    if (plan->section.tools_id.len == 0)
        return;
    ptcc_c_emit(
        sink, mark,
        C_JOIN(sink->arena,
               PTC_STR("/* All tools of this file, for a module or an interpreter. */\n"),
               host_wrap_pair(&sink->host,
                              C_JOIN(sink->arena, ptcc_c_linkage(sink, true),
                                     PTC_STR("extern const ptc_tool")),
                              C_JOIN(sink->arena, plan->section.tools_id, PTC_STR("["),
                                     c_decimal(sink->arena, tool_rows(sink, plan, &rows)),
                                     PTC_STR("];")),
                              0)));
}

void ptcc_c_write_tool_list(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptcc_model model = host_model(&sink->host);
    ptcc_rows rows = host_rows(&sink->host);

    if (plan->section.tools_id.len == 0)
        return;
    model_str(&model, "linkage_code", ptcc_c_linkage(sink, false));
    model_str(&model, "tools_id", plan->section.tools_id);
    model_str(&model, "count_lit", c_decimal(sink->arena, tool_rows(sink, plan, &rows)));
    model_rows(&model, "tools", &rows);
    ptcc_c_emit(sink, mark, host_expand(&sink->host, &ptcc_template_tool_list_c, &model));
}
