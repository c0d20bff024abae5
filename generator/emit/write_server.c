/* SPDX-License-Identifier: MIT */
/* MCP servers: a file next to the pair. It has a function for each tool, from JSON text
 * to the user's function and back; the entries of tools/list; and the server as a
 * constant. Only the server is visible outside this file. [mcp 1] */
#include "generator/emit/plan.h"
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

#include <ptc/mcp.h>

enum {
    SERVER_PLAIN_DEPTH = 32,   /* levels of results that are written directly */
    SERVER_PLAIN_NODES = 1000, /* of them */
};

/* What is in the file of a tool. */
typedef struct server_row {
    const ptcc_c_server_tool *tool;
    const ptcc_c_contract *contract; /* NULL: run_program */
    ptc_str function_id;
    ptc_str listed_id;
    ptc_str legacy_id;
} server_row;

/* A server in the making. */
typedef struct server_run {
    ptcc_c_sink *sink;
    const ptcc_c_plan *plan;
    const ptcc_c_server *server;
    server_row *rows;
    ptc_str program_id; /* empty: no program runs */
    ptc_str *doc_ids;   /* of what programs are shown of functions */
    ptc_str instructions_id;
} server_run;

/* --- Names -------------------------------------------------------------------------- */

/* A name that nothing in the file has. */
static ptc_str server_name(const server_run *run, ptc_str base, const char *word)
{
    return ptcc_c_give_way(run->plan->taken, run->sink->options,
                           c_ident(run->plan->arena, base, ptc_str_of(word)));
}

static void server_name_row(const server_run *run, const ptcc_c_server_tool *tool,
                            server_row *row)
{
    ptc_str base;

    row->tool = tool;
    row->contract =
        tool->contract != NULL ? ptcc_c_find(run->plan, tool->contract->name) : NULL;
    base = row->contract != NULL ? row->contract->base_id
                                 : c_ident(run->plan->arena, run->plan->section.base_id,
                                           PTC_STR("run_program"));
    row->function_id = row->contract != NULL ? server_name(run, base, "serve")
                                             : PTC_STR("ptc_mcp_run_program");
    row->listed_id = server_name(run, base, "listed");
    row->legacy_id = ptc_str_equal(tool->listed, tool->listed_legacy)
                         ? row->listed_id
                         : server_name(run, base, "listed_legacy");
}

static bool server_start(server_run *run)
{
    const ptcc_c_server *server = run->server;
    ptc_str base = run->plan->section.server_id;

    run->rows =
        ptc_arena_array(run->plan->arena, server->tool_count + 1, sizeof *run->rows);
    if (run->rows == NULL)
        return false;
    for (size_t i = 0; i < server->tool_count; i++)
        server_name_row(run, &server->tools[i], &run->rows[i]);
    if (run->sink->options->server.program != PTCC_PROGRAM_NONE)
        run->program_id = server_name(run, base, "program");
    if (server->instructions.len > 0)
        run->instructions_id = server_name(run, base, "instructions");
    return !run->plan->arena->failed;
}

/* --- A tool ------------------------------------------------------------------------- */

/* `status = FUNCTION(item, item, ...);` */
static ptc_str server_assign(const server_run *run, ptc_str function,
                             const ptc_str *items, size_t count, size_t indent)
{
    return host_wrap_list(&run->sink->host,
                          C_JOIN(run->sink->arena,
                                 ptcc_c_local(run->sink, PTC_STR("status")),
                                 PTC_STR(" = "), function),
                          items, count, PTC_STR(";"), indent);
}

/* A member of the call, or its address. */
static ptc_str server_of_call(const server_run *run, const char *before,
                              const char *member)
{
    return C_JOIN(run->sink->arena, ptc_str_of(before),
                  ptcc_c_local(run->sink, PTC_STR("call")), PTC_STR("->"),
                  ptc_str_of(member));
}

/* What takes the arguments: X_parse_padded, or X_read, which says what is wrong. */
static ptc_str server_take(const server_run *run, const ptcc_c_root *in,
                           ptcc_c_function function, ptc_str last, size_t indent)
{
    const ptc_str items[] = {
        server_of_call(run, "", "tool.arena"),
        server_of_call(run, "", "arguments.ptr"),
        server_of_call(run, "", "arguments.len"),
        server_of_call(run, "", "parsing"),
        PTC_STR("&in"),
        last,
    };

    return server_assign(run, in->function_ids[function], items, 6, indent);
}

static ptc_str server_call(const server_run *run, const ptcc_c_contract *contract,
                           bool has_in)
{
    const ptc_str items[] = {PTC_STR("&in"), PTC_STR("&out"),
                             server_of_call(run, "&", "tool")};

    return server_assign(run, contract->function_id, items + !has_in, 3 - (size_t)!has_in,
                         4);
}

static ptc_str server_value(const server_run *run, const ptcc_c_root *out)
{
    const ptc_str items[] = {server_of_call(run, "", "tool.arena"), PTC_STR("&out"),
                             server_of_call(run, "&", "tool.result")};

    return server_assign(run, out->function_ids[PTCC_FUNCTION_TO_VALUE], items, 3, 4);
}

/* What the host's registered types are brought by; ptr NULL: the file needs none. */
static ptc_str server_walking(const server_run *run)
{
    const ptcc_c_options *options = run->sink->options;

    for (size_t i = 0; i < options->callback_count; i++) {
        if (options->callbacks[i].function.len == 0 && !options->callbacks[i].is_decoder)
            return ptcc_c_local(run->sink, PTC_STR("walking"));
    }
    return ptc_str_make(NULL, 0);
}

static ptc_str server_judge(const server_run *run, const ptcc_c_root *out)
{
    ptc_str walking = server_walking(run);
    const ptc_str items[] = {server_of_call(run, "&", "tool.result"),
                             walking.ptr != NULL
                                 ? C_JOIN(run->sink->arena, PTC_STR("&"), walking)
                                 : PTC_STR("NULL"),
                             C_JOIN(run->sink->arena, PTC_STR("&"),
                                    ptcc_c_local(run->sink, PTC_STR("report")))};

    return server_assign(run, out->function_ids[PTCC_FUNCTION_VALIDATE], items, 3, 8);
}

/* Whether a node checks nothing that its struct does not, and hides nothing. */
static bool server_is_plain_node(const ptc_schema_node *node)
{
    const unsigned plain = PTC_NODE_NULLABLE | PTC_NODE_CLOSED | PTC_NODE_MALLI |
                           PTC_NODE_FOREIGN | PTC_NODE_OPTIONAL;

    if ((node->flags & ~plain) != 0 || node->interval != NULL ||
        node->pattern_count != 0 ||
        (node->name.len > 0 && strchr("_-'", node->name.ptr[0]) != NULL))
        return false;
    return node->type == PTC_TYPE_BOOL || node->type == PTC_TYPE_INT ||
           node->type == PTC_TYPE_FLOAT || node->type == PTC_TYPE_STRING ||
           node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_MAP;
}

/* Likewise for everything in a node, in up to `depth` levels and `*left` nodes, since
 * several places may share a node. The recursion is bounded. */
static bool server_is_plain_within(const ptc_schema_node *nodes, uint32_t index,
                                   unsigned depth, unsigned *left)
{
    const ptc_schema_node *node = &nodes[index];
    bool is_plain = depth > 0 && *left > 0 && server_is_plain_node(node);

    if (!is_plain || (node->type != PTC_TYPE_MAP && node->type != PTC_TYPE_LIST))
        return is_plain;
    for (uint32_t i = 0; i < node->count && is_plain; i++) {
        *left -= *left > 0;
        is_plain = server_is_plain_within(nodes, node->first + i, depth - 1, left);
    }
    return is_plain;
}

/* Whether a result that is a struct cannot break its contract, except where it is not
 * JSON, and has nothing to hide. */
static bool server_is_plain(const ptc_schema_node *nodes, uint32_t root)
{
    unsigned left = SERVER_PLAIN_NODES;

    return (nodes[root].type == PTC_TYPE_MAP || nodes[root].type == PTC_TYPE_LIST) &&
           server_is_plain_within(nodes, root, SERVER_PLAIN_DEPTH, &left);
}

static ptc_str server_json(const server_run *run, const ptcc_c_root *out)
{
    const ptc_str items[] = {
        C_JOIN(run->sink->arena, PTC_STR("&"), ptcc_c_local(run->sink, PTC_STR("json"))),
        PTC_STR("&out")};

    return server_assign(run, out->function_ids[PTCC_FUNCTION_TO_JSON], items, 2, 4);
}

/* The function of a row. */
static ptc_str server_serve(const server_run *run, const server_row *row)
{
    ptcc_c_sink *sink = run->sink;
    const ptcc_c_root *in = ptcc_c_find_root(row->contract, false);
    const ptcc_c_root *out = ptcc_c_find_root(row->contract, true);
    ptc_str why = ptcc_c_local(sink, PTC_STR("why"));
    ptc_str none = ptc_str_make(NULL, 0);
    bool is_plain = server_is_plain(row->tool->contract->schema.nodes, out->node);
    ptc_str head = C_JOIN(sink->arena, PTC_STR("ptc_mcp_call *"),
                          ptcc_c_local(sink, PTC_STR("call")));

    sink->needs_string = true;
    return HOST_FILL(
        &sink->host, ptcc_template_serve,
        {"serve_code", host_wrap_list(&sink->host,
                                      C_JOIN(sink->arena, PTC_STR("static ptc_status "),
                                             row->function_id),
                                      &head, 1, PTC_STR(""), 0)},
        {"call_id", ptcc_c_local(sink, PTC_STR("call"))},
        {"status_id", ptcc_c_local(sink, PTC_STR("status"))},
        {"report_id", ptcc_c_local(sink, PTC_STR("report"))}, {"why_id", why},
        {"walking_id", server_walking(run)}, {"in_id", in != NULL ? in->type_id : none},
        {"out_id", out->type_id},
        {"parse_code",
         in != NULL ? server_take(run, in, PTCC_FUNCTION_PARSE_PADDED, PTC_STR("NULL"), 4)
                    : none},
        {"read_code", in != NULL ? server_take(run, in, PTCC_FUNCTION_READ,
                                               C_JOIN(sink->arena, PTC_STR("&"), why), 8)
                                 : none},
        {"call_code", server_call(run, row->contract, in != NULL)},
        {"json_id", is_plain ? ptcc_c_local(sink, PTC_STR("json")) : none},
        {"json_code", is_plain ? server_json(run, out) : none},
        {"value_code", server_value(run, out)}, {"judge_code", server_judge(run, out)});
}

/* A text of this file, which is left as it is by formatters. */
static void server_text(const server_run *run, ptc_str id, ptc_str text)
{
    ptcc_c_sink *sink = run->sink;
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    ptcc_c_emit(
        sink, mark,
        HOST_FILL(&sink->host, ptcc_template_form_c,
                  {"text_code", ptcc_c_line(ptcc_c_private_text(sink, id, text))}));
}

static void server_write_row(const server_run *run, const server_row *row)
{
    ptc_arena_mark mark = ptc_arena_place(run->sink->arena);

    server_text(run, row->listed_id, row->tool->listed);
    if (!ptc_str_equal(row->listed_id, row->legacy_id))
        server_text(run, row->legacy_id, row->tool->listed_legacy);
    if (row->contract != NULL)
        ptcc_c_emit(run->sink, mark, server_serve(run, row));
}

/* --- The program -------------------------------------------------------------------- */

/* What (doc "tool") says of each function. */
static void server_write_docs(server_run *run)
{
    const ptcc_c_server *server = run->server;

    run->doc_ids = ptc_arena_array(run->plan->arena, server->function_count + 1,
                                   sizeof *run->doc_ids);
    for (size_t i = 0; run->doc_ids != NULL && i < server->function_count; i++) {
        run->doc_ids[i] = server_name(
            run, ptcc_c_find(run->plan, server->functions[i]->name)->base_id, "doc");
        server_text(run, run->doc_ids[i], server->docs[i]);
    }
}

/* The registered types whose functions are known: programs call tools by values, which
 * no emitted parser has checked. */
static ptcc_rows server_validators(const server_run *run)
{
    const ptcc_c_options *options = run->sink->options;
    ptc_arena *arena = run->sink->arena;
    ptcc_rows rows = host_rows(&run->sink->host);

    for (size_t i = 0; i < options->callback_count; i++) {
        const ptcc_c_callback *validator = &options->callbacks[i];
        ptcc_model row = host_model(&run->sink->host);

        if (validator->function.len == 0 || validator->is_decoder)
            continue;
        model_str(&row, "name_lit", c_string_line(arena, validator->name));
        model_str(&row, "size_lit", c_decimal(arena, validator->name.len));
        model_str(&row, "function_id", validator->function);
        rows_add(&rows, &row);
    }
    return rows;
}

/* The milliseconds of @timeout, or 0. */
static uint64_t server_time(const ptc_contract *contract)
{
    const ptc_contract_info *info = contract->info;

    return info != NULL && info->timeout_ms > 0 ? (uint64_t)info->timeout_ms : 0;
}

/* The tools that programs call, by their names in C. */
static void server_fill_tools(const server_run *run, ptcc_model *model)
{
    ptc_arena *arena = run->sink->arena;
    ptc_str server = run->plan->section.server_id;
    ptcc_rows tools = host_rows(&run->sink->host);
    bool is_timed = false;

    for (size_t i = 0; i < run->server->function_count; i++) {
        const ptc_contract *contract = run->server->functions[i];
        ptcc_model row = host_model(&run->sink->host);

        model_str(&row, "tool_id", ptcc_c_find(run->plan, contract->name)->tool_id);
        model_str(&row, "doc_id", run->doc_ids[i]);
        model_str(&row, "time_lit", c_decimal(arena, server_time(contract)));
        is_timed = is_timed || server_time(contract) > 0;
        rows_add(&tools, &row);
    }
    model_str(model, "tools_id", server_name(run, server, "program_tools"));
    model_str(model, "docs_id", server_name(run, server, "program_docs"));
    model_str(model, "times_id",
              is_timed ? server_name(run, server, "program_times")
                       : ptc_str_make(NULL, 0));
    model_rows(model, "tools", &tools);
    model_str(model, "count_lit", c_decimal(arena, run->server->function_count));
}

static void server_write_program(const server_run *run)
{
    ptcc_c_sink *sink = run->sink;
    const ptcc_server_options *options = &sink->options->server;
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptcc_model model = host_model(&sink->host);
    ptcc_rows validators;

    if (run->program_id.len == 0 || run->doc_ids == NULL)
        return;
    server_fill_tools(run, &model);
    model_str(&model, "program_id", run->program_id);
    model_flag(&model, "is_structured", options->is_structured);
    model_str(&model, "sessions_lit",
              options->sessions > 0 ? c_decimal(sink->arena, (uint64_t)options->sessions)
                                    : ptc_str_make(NULL, 0));
    validators = server_validators(run);
    model_str(&model, "validators_id",
              validators.count > 0
                  ? server_name(run, run->plan->section.server_id, "program_types")
                  : ptc_str_make(NULL, 0));
    model_rows(&model, "validators", &validators);
    model_str(&model, "validator_count_lit", c_decimal(sink->arena, validators.count));
    ptcc_c_emit(sink, mark,
                host_expand(&sink->host, &ptcc_template_server_program, &model));
}

/* --- The server --------------------------------------------------------------------- */

static ptc_str server_flags(const server_run *run, unsigned flags)
{
    static const char *const words[] = {"PTC_MCP_WRAPS", "PTC_MCP_IS_NIL"};
    ptc_text text;

    if (flags == 0)
        return ptc_str_make(NULL, 0);
    ptc_text_init(&text, run->sink->arena);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if ((flags >> i & 1u) == 0)
            continue;
        ptc_text_cstr(&text, text.len > 0 ? " | " : "");
        ptc_text_cstr(&text, words[i]);
    }
    return ptc_text_view(&text);
}

static void server_fill_row(const server_run *run, const server_row *row,
                            ptcc_model *model)
{
    ptc_arena *arena = run->sink->arena;
    uint64_t time_ms = row->contract != NULL ? server_time(row->contract->contract) : 0;
    ptc_str none = ptc_str_make(NULL, 0);

    model_str(model, "name_lit",
              c_string_line(arena, row->contract != NULL ? row->contract->contract->name
                                                         : PTC_STR("run_program")));
    model_str(model, "function_id", row->function_id);
    model_str(model, "tool_id", row->contract != NULL ? row->contract->tool_id : none);
    model_str(model, "data_id", row->contract != NULL ? none : run->program_id);
    model_str(model, "listed_id", row->listed_id);
    model_str(model, "legacy_id", row->legacy_id);
    model_str(model, "time_lit", time_ms > 0 ? c_decimal(arena, time_ms) : none);
    model_str(model, "flags_code", server_flags(run, row->tool->flags));
}

static void server_write_table(const server_run *run)
{
    ptcc_c_sink *sink = run->sink;
    const ptcc_server_options *options = &sink->options->server;
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptcc_model model = host_model(&sink->host);
    ptcc_rows rows = host_rows(&sink->host);
    ptc_str none = ptc_str_make(NULL, 0);

    for (size_t i = 0; i < run->server->tool_count; i++) {
        ptcc_model row = host_model(&sink->host);

        server_fill_row(run, &run->rows[i], &row);
        rows_add(&rows, &row);
    }
    model_str(&model, "linkage_code", ptcc_c_linkage(sink, false));
    model_str(&model, "rows_id", server_name(run, run->plan->section.server_id, "tools"));
    model_str(&model, "server_id", run->plan->section.server_id);
    model_rows(&model, "rows", &rows);
    model_str(&model, "name_lit", c_string_line(sink->arena, run->server->name));
    model_str(&model, "title_lit",
              options->title.len > 0 ? c_string_line(sink->arena, options->title) : none);
    model_str(&model, "version_lit", c_string_line(sink->arena, options->version));
    model_str(&model, "instructions_id",
              run->instructions_id.len > 0 ? run->instructions_id : none);
    model_str(&model, "count_lit", c_decimal(sink->arena, run->server->tool_count));
    ptcc_c_emit(sink, mark, host_expand(&sink->host, &ptcc_template_server, &model));
}

/* --- The file ----------------------------------------------------------------------- */

/* It comes last, as that of the source. A source that is static is a part of the file. */
static void server_write_head(const server_run *run, const ptcc_c_request *request)
{
    ptcc_c_sink *sink = run->sink;
    ptcc_model model = host_model(&sink->host);
    ptc_str about = C_JOIN(sink->arena, c_note(sink->arena, request->source_name),
                           PTC_STR(" as a server of the Model Context Protocol."));

    ptcc_c_fill_head(sink, request, run->plan, &model);
    model_str(&model, "about_code", host_wrap_comment(&sink->host, about, 0));
    model_str(&model, "include_lit",
              c_include(sink->arena, ptcc_c_is_static(sink->options)
                                         ? request->server_source
                                         : request->include_name));
    model_flag(&model, "has_main", sink->options->server.has_main);
    model_flag(&model, "needs_string", sink->needs_string);
    ptcc_pieces_lead(&sink->out,
                     host_expand(&sink->host, &ptcc_template_server_c, &model));
}

void ptcc_c_write_server(ptcc_c_sink *sink, const ptcc_c_request *request,
                         const ptcc_c_plan *plan)
{
    server_run run = {.sink = sink, .plan = plan, .server = request->server};
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    if (!server_start(&run))
        return;
    for (size_t i = 0; i < run.server->tool_count; i++)
        server_write_row(&run, &run.rows[i]);
    if (run.program_id.len > 0)
        server_write_docs(&run);
    server_write_program(&run);
    if (run.instructions_id.len > 0)
        server_text(&run, run.instructions_id, run.server->instructions);
    server_write_table(&run);
    if (sink->options->server.has_main)
        ptcc_c_emit(sink, mark,
                    HOST_FILL(&sink->host, ptcc_template_server_main,
                              {"server_id", plan->section.server_id}));
    server_write_head(&run, request);
}

void ptcc_c_declare_server(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    if (plan->section.server_id.len == 0)
        return;
    ptcc_c_emit(
        sink, mark,
        HOST_FILL(&sink->host, ptcc_template_server_h,
                  {"server_code",
                   host_wrap_pair(
                       &sink->host,
                       C_JOIN(sink->arena, ptcc_c_linkage(sink, true),
                              PTC_STR("extern const ptc_mcp_server")),
                       C_JOIN(sink->arena, plan->section.server_id, PTC_STR(";")), 0)}));
}
