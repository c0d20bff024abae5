/* SPDX-License-Identifier: MIT */
/*
 * Contracts as C: one header and one source for the contracts of a file. This file has
 * the order of the passes, which emit_int.h draws, and the order of the parts of both
 * files. Every pass makes text bottom up from the templates in templates/c; nothing is
 * printed. [emitters 11, style 2.9]
 */
#include "base/passes.h"
#include "generator/emit/agent.h"
#include "generator/emit/owners.h"
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

/* --- The header -------------------------------------------------------------------- */

static ptc_str write_constant(ptcc_c_sink *sink, const char *type, ptc_str id,
                              const char *tail)
{
    ptc_str head = C_JOIN(sink->arena, ptcc_c_linkage(sink, true), PTC_STR("extern "),
                          ptc_str_of(type));

    return host_wrap_pair(&sink->host, head, C_JOIN(sink->arena, id, ptc_str_of(tail)),
                          0);
}

static ptc_str write_texts(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    static const char note[] = "    /* the tool entry that a model reads */";
    ptcc_model model = host_model(&sink->host);
    ptc_str prompt = write_constant(sink, "const char", contract->prompt_id, "[];");

    model_str(
        &model, "comment_code",
        host_wrap_comment(&sink->host, c_note(sink->arena, contract->contract->name), 0));
    model_flag(&model, "fits", prompt.len + sizeof note - 1 <= HOST_COLUMNS);
    model_str(&model, "schema_code",
              write_constant(sink, "const ptc_schema", contract->schema_id, ";"));
    model_str(&model, "signature_code",
              write_constant(sink, "const char", contract->signature_id, "[];"));
    model_str(&model, "malli_code",
              write_constant(sink, "const char", contract->malli_id, "[];"));
    model_str(&model, "prompt_code", prompt);
    model_str(&model, "render_prompt_code", ptcc_c_prompt(sink, contract, true));
    return host_expand(&sink->host, &ptcc_template_texts_h, &model);
}

/* Whether no earlier --type or --decoder has the function. */
static bool callback_is_new(const ptcc_c_options *options, size_t index)
{
    ptc_str function = options->callbacks[index].function;

    for (size_t i = 0; i < index; i++) {
        if (ptc_str_equal(function, options->callbacks[i].function))
            return false;
    }
    return function.len > 0;
}

/* The functions of registered types and decoders, which the user defines. */
static ptcc_rows write_callbacks(ptcc_c_sink *sink)
{
    ptcc_rows rows = host_rows(&sink->host);

    for (size_t i = 0; i < sink->options->callback_count; i++) {
        ptcc_model row = host_model(&sink->host);

        if (!callback_is_new(sink->options, i))
            continue;
        model_str(&row, "function_id", sink->options->callbacks[i].function);
        model_flag(&row, "is_decoder", sink->options->callbacks[i].is_decoder);
        rows_add(&rows, &row);
    }
    return rows;
}

/* A text of an #error. */
static ptc_str write_error(ptcc_c_sink *sink, const ptc_str *parts, size_t count)
{
    ptc_text text;

    ptc_text_init(&text, sink->arena);
    for (size_t i = 0; i < count; i++)
        ptc_text_str(&text, parts[i]);
    return c_string_line(sink->arena, ptc_text_view(&text));
}

/* The headers that declare types of included files. */
static ptcc_rows write_owners(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    const size_t width = sizeof "#error " - 1;
    ptcc_rows rows = host_rows(&sink->host);

    for (size_t i = 0; i < plan->owner_count; i++) {
        const ptcc_owner *owner = plan->owners[i];
        const ptcc_c_request *request = &owner->request;
        const ptc_str missing[] = {request->include_name, PTC_STR(" is missing: "),
                                   owner->command};
        const ptc_str other[] = {request->include_name,
                                 PTC_STR(" and this file do not match: generate both, "),
                                 owner->command,
                                 PTC_STR("; or name the options of "),
                                 request->include_name,
                                 PTC_STR(" with --owner")};
        ptc_str texts[] = {write_error(sink, missing, 3), write_error(sink, other, 6)};
        ptcc_model row = host_model(&sink->host);

        model_str(&row, "header_lit", c_include(sink->arena, request->include_name));
        model_str(&row, "missing_lit", texts[0]);
        model_str(&row, "guard_id", owner->plan->section.guard_id);
        model_str(&row, "pair_lit", ptcc_c_pair(sink->arena, request, owner->plan));
        model_str(&row, "other_lit", texts[1]);
        model_flag(&row, "is_long",
                   texts[0].len + width > HOST_COLUMNS ||
                       texts[1].len + width > HOST_COLUMNS);
        rows_add(&rows, &row);
    }
    return rows;
}

/* Whether it has functions that read replies in forms that change them. */
static bool reads_replies(const ptcc_c_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        const ptcc_c_contract *contract = &plan->contracts[i];

        for (size_t k = 0; k < contract->root_count; k++) {
            const ptc_str *ids = contract->roots[k].function_ids;

            if (ids[PTCC_FUNCTION_READ_OPENAI].len +
                    ids[PTCC_FUNCTION_READ_ANTHROPIC].len +
                    ids[PTCC_FUNCTION_READ_WRAPPED].len >
                0)
                return true;
        }
    }
    return false;
}

/* The frame of the header: what is before its contracts, and after them. */
static void write_header_frame(ptcc_c_sink *sink, const ptcc_c_request *request,
                               const ptcc_c_plan *plan, ptc_str parts[2])
{
    const ptcc_c_options *options = sink->options;
    ptcc_model model = host_model(&sink->host);
    ptcc_rows callbacks = write_callbacks(sink);
    ptcc_rows owners = write_owners(sink, plan);
    bool is_compiled = plan->agents != NULL && plan->agents->compiled != NULL;

    ptcc_c_fill_head(sink, request, plan, &model);
    model_str(&model, "macro_id",
              options->api_macro.len ? options->api_macro : ptc_str_make(NULL, 0));
    model_flag(&model, "has_jansson", options->has_jansson);
    model_flag(&model, "has_tools", options->has_tools && plan->agents == NULL);
    model_flag(&model, "has_server",
               plan->section.server_id.len > 0 && !ptcc_c_is_static(options));
    model_flag(&model, "has_agents", plan->agents != NULL && !is_compiled);
    model_flag(&model, "has_compiled", is_compiled);
    model_flag(&model, "has_bindings", ptcc_c_has_bindings(plan));
    model_flag(&model, "has_replies", reads_replies(plan));
    model_rows(&model, "owners", &owners);
    model_rows(&model, "callbacks", &callbacks);
    model_gap(&model, "contracts_code");
    host_expand_apart(&sink->host, &ptcc_template_header_h, &model, parts, 2);
}

/* What the header has of a contract. */
static void write_declarations(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    if (ptcc_c_is_owned(sink->options, contract))
        return;
    ptcc_pieces_lines(&sink->out, ptcc_c_line_directive(sink, contract));
    if (contract->role == PTCC_ROLE_TOOL)
        ptcc_c_tool_types(sink, contract);
    else
        ptcc_c_types(sink, contract);
    ptcc_c_declare_tool(sink, contract);
    if (ptcc_c_is_static(sink->options) || !ptcc_c_is_whole(contract))
        return;
    ptcc_c_emit(sink, mark, write_texts(sink, contract));
    if (ptcc_c_has_accessors(sink->options))
        ptcc_c_emit(sink, mark, ptcc_c_accessor_heads(sink, contract));
    ptcc_c_declare_roots(sink, contract);
    ptcc_c_declare_binding(sink, contract);
    ptcc_c_declare_forms(sink, &contract->forms, contract->contract->name);
}

static void write_header(ptcc_c_sink *sink, const ptcc_c_request *request,
                         const ptcc_c_plan *plan)
{
    ptc_str parts[2];

    write_header_frame(sink, request, plan, parts);
    ptcc_pieces_lines(&sink->out, parts[0]);
    for (size_t i = 0; i < plan->count; i++)
        write_declarations(sink, plan->order[i]);
    if (!ptcc_c_is_static(sink->options)) {
        ptcc_c_tools(sink, plan, true);
        ptcc_c_declare_tool_list(sink, plan);
        ptcc_c_declare_routes(sink, plan);
        ptcc_c_declare_forms(sink, &plan->section.forms, request->source_name);
        ptcc_c_declare_server(sink, plan);
    }
    if (plan->agents != NULL)
        ptcc_agents_declare(sink, plan);
    ptcc_pieces_lines(&sink->out, parts[1]);
}

/* --- The source -------------------------------------------------------------------- */

/* The readers of a type that others use, and before them its table of tables, if one of
 * them names it. */
static void write_type_functions(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    if (contract->has_table)
        ptcc_c_emit(sink, mark, ptcc_c_type_forwards(sink, contract));
    ptcc_c_readers(sink, contract);
    if (!ptcc_c_is_owned(sink->options, contract))
        ptcc_c_accessors(sink, contract);
}

/* The functions of a contract. */
static void write_functions(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    ptcc_pieces_lines(&sink->out, ptcc_c_line_directive(sink, contract));
    /* A header of types alone leaves them to the source. */
    if (ptcc_c_is_static(sink->options)) {
        ptcc_c_declare_roots(sink, contract);
        ptcc_c_declare_binding(sink, contract);
    }
    ptcc_c_emit(sink, mark, ptcc_c_type_forwards(sink, contract));
    ptcc_c_readers(sink, contract);
    ptcc_c_accessors(sink, contract);
    ptcc_c_define_roots(sink, contract);
    ptcc_c_emit(sink, mark, ptcc_c_prompt(sink, contract, false));
    ptcc_c_write_tool(sink, contract);
    ptcc_c_write_binding(sink, contract);
    ptc_arena_rewind(sink->arena, mark);
}

/* The head comes last: what it includes depends on what the tables hold. */
static void write_source_head(ptcc_c_sink *sink, const ptcc_c_request *request,
                              const ptcc_c_plan *plan)
{
    ptcc_model model = host_model(&sink->host);

    ptcc_c_fill_head(sink, request, plan, &model);
    model_str(&model, "header_lit", c_include(sink->arena, request->include_name));
    model_str(&model, "prototypes_lit",
              sink->prototypes.len ? c_include(sink->arena, sink->prototypes)
                                   : ptc_str_make(NULL, 0));
    model_flag(&model, "needs_float", sink->needs_float);
    model_flag(&model, "needs_math", sink->needs_math);
    model_flag(&model, "needs_string", sink->needs_string);
    ptcc_pieces_lead(&sink->out,
                     host_expand(&sink->host, &ptcc_template_source_c, &model));
}

static void write_source(ptcc_c_sink *sink, const ptcc_c_request *request,
                         const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    ptcc_c_emit(sink, mark, ptcc_c_table_forwards(sink, plan));
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->order[i]->role == PTCC_ROLE_TYPE)
            write_type_functions(sink, plan->order[i]);
        else if (ptcc_c_is_whole(plan->order[i]))
            write_functions(sink, plan->order[i]);
    }
    ptcc_c_tables(sink, plan);
    ptcc_c_layout(sink, plan);
    ptcc_c_tools(sink, plan, false);
    ptcc_c_write_tool_list(sink, plan);
    ptcc_c_write_routes(sink, plan);
    for (size_t i = 0; i < plan->count; i++)
        ptcc_c_write_forms(sink, &plan->order[i]->forms);
    ptcc_c_write_forms(sink, &plan->section.forms);
    if (plan->agents != NULL)
        ptcc_agents_write(sink, plan);
    write_source_head(sink, request, plan);
}

/* --- All of it --------------------------------------------------------------------- */

/* Texts are made in scratch memory, which never holds more than a part of a file. */
static ptc_status write_files(const ptcc_c_plan *plan, const ptcc_c_request *request,
                              ptcc_c_files *out)
{
    ptcc_c_sink header;
    ptcc_c_sink source;
    ptcc_c_sink server;
    const ptcc_host *first = &header.host;

    ptcc_c_sink_init(&header, plan, &request->options);
    ptcc_c_sink_init(&source, plan, &request->options);
    ptcc_c_sink_init(&server, plan, &request->options);
    write_header(&header, request, plan);
    write_source(&source, request, plan);
    if (plan->section.server_id.len > 0 && request->server != NULL)
        ptcc_c_write_server(&server, request, plan);
    out->header = header.out;
    out->source = source.out;
    out->server = server.out;
    if (first->status == PTC_OK)
        first = source.host.status != PTC_OK ? &source.host : &server.host;
    out->error = ptc_str_copy(plan->arena, first->error);
    return first->status;
}

static size_t write_size(const ptcc_pieces *pieces)
{
    size_t size = 0;

    for (const ptcc_piece *piece = pieces->first; piece != NULL; piece = piece->next)
        size += piece->text.len;
    return size;
}

ptc_status ptcc_c_write(ptc_arena *arena, const ptcc_c_request *request, ptc_diags *diags,
                        ptcc_c_files *out)
{
    ptc_arena scratch;
    ptcc_c_plan plan = {.arena = arena, .scratch = &scratch};
    ptc_status status;
    bool failed;

    if (out != NULL)
        memset(out, 0, sizeof *out);
    ptc_arena_init(&scratch, &arena->allocator, arena->cap);
    status = ptcc_c_make_plan(&plan, request, diags);
    if (status == PTC_OK && out != NULL && !arena->failed && !scratch.failed)
        status = write_files(&plan, request, out);
    if (status == PTC_OK && out != NULL)
        ptc_pass_note(request->passes,
                      (ptc_pass){"write", request->source_name, plan.node_count, "nodes",
                                 write_size(&out->header) + write_size(&out->source) +
                                     write_size(&out->server),
                                 "bytes"});
    failed = arena->failed || scratch.failed;
    ptc_arena_free(&scratch);
    return failed ? PTC_ERROR_MEMORY : status;
}
