/* SPDX-License-Identifier: MIT */
/* Paths of resources as routes, SQL with the names in it, and the functions that fill
 * parameters from a path, statements from parameters, and results from rows. [brimley 7,
 * 8] */
#include "generator/binding/binding_int.h"
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "target/sql_int.h"
#include "templates.h"

bool ptcc_c_has_bindings(const ptcc_c_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        const ptcc_c_binding *binding = &plan->contracts[i].binding;

        if (binding->route_id.len > 0 || binding->sql_id.len > 0)
            return true;
    }
    return false;
}

static const ptcc_c_root *binding_root(const ptcc_c_contract *contract, bool is_result)
{
    for (size_t i = 0; i < contract->root_count; i++) {
        if (contract->roots[i].is_result == is_result)
            return &contract->roots[i];
    }
    return NULL;
}

/* `&TYPE` */
static ptc_str binding_address(ptcc_c_sink *sink, ptc_str id)
{
    return C_JOIN(sink->arena, PTC_STR("&"), id);
}

/* `{TEXT, LENGTH}`; a long text is on its own lines. */
static ptc_str binding_str(ptcc_c_sink *sink, ptc_str text)
{
    return ptcc_c_line(HOST_FILL(&sink->host, ptcc_template_table_str,
                                 {"text_lit", c_string_line(sink->arena, text)},
                                 {"size_lit", c_decimal(sink->arena, text.len)}));
}

/* `ptc_status NAME(PARAMETER, ...)` */
static ptc_str binding_head(ptcc_c_sink *sink, ptc_str id, const ptc_str *items,
                            size_t count, bool is_declaration)
{
    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, ptcc_c_linkage(sink, is_declaration),
                                 PTC_STR("ptc_status "), id),
                          items, count, ptc_str_of(is_declaration ? ";" : ""), 0);
}

/* `extern const TYPE NAME;`, which a file that is all static has not. */
static ptc_str binding_extern(ptcc_c_sink *sink, const char *type, ptc_str id,
                              const char *tail)
{
    return host_wrap_pair(&sink->host,
                          C_JOIN(sink->arena, ptcc_c_linkage(sink, true),
                                 PTC_STR("extern const "), ptc_str_of(type)),
                          C_JOIN(sink->arena, id, ptc_str_of(tail)), 0);
}

/* --- Paths -------------------------------------------------------------------------- */

static ptc_str bind_head(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         bool is_declaration)
{
    const ptcc_c_root *in = binding_root(contract, false);
    const ptc_str items[] = {
        PTC_STR("ptc_arena *arena"),
        PTC_STR("ptc_str path"),
        PTC_STR("const ptc_value *arguments"),
        PTC_STR("const ptc_parse_options *options"),
        C_JOIN(sink->arena, in->type_id, PTC_STR(" *out")),
        PTC_STR("ptc_str *why"),
    };

    return binding_head(sink, contract->binding.bind_id, items, 6, is_declaration);
}

static ptc_str bind_call(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    const ptcc_c_root *in = binding_root(contract, false);
    const ptc_str items[] = {
        binding_address(sink, contract->type_id),
        c_decimal(sink->arena, in->node),
        binding_address(sink, contract->binding.route_id),
        PTC_STR("arena"),
        PTC_STR("path"),
        PTC_STR("arguments"),
        PTC_STR("options"),
        PTC_STR("out"),
        PTC_STR("sizeof *out"),
        PTC_STR("why"),
    };

    return host_wrap_list(&sink->host, PTC_STR("return ptc_gen_bind"), items, 10,
                          PTC_STR(";"), 4);
}

static ptcc_rows route_rows(ptcc_c_sink *sink, const ptc_route *route)
{
    /* ORDER SEGMENT */
    static const char *const kinds[] = {"PTC_SEGMENT_TEXT", "PTC_SEGMENT_PARAMETER",
                                        "PTC_SEGMENT_REST", "PTC_SEGMENT_REST_LIST"};
    ptcc_rows rows = host_rows(&sink->host);

    for (uint32_t i = 0; i < route->count; i++) {
        const ptc_segment *segment = &route->segments[i];
        ptcc_model row = host_model(&sink->host);

        model_cstr(&row, "kind_code", kinds[segment->kind]);
        model_str(&row, "parameter_lit", c_decimal(sink->arena, segment->parameter));
        model_str(&row, "text_code", binding_str(sink, segment->text));
        rows_add(&rows, &row);
    }
    return rows;
}

static ptc_str route_definition(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    const ptcc_c_binding *binding = &contract->binding;
    ptcc_model model = host_model(&sink->host);
    ptc_route route;
    ptcc_rows rows;

    if (!ptcc_path_route(sink->arena, contract->contract->info->path,
                         &contract->contract->schema, &route))
        host_fail(&sink->host, sink->arena->failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID,
                  PTC_STR("a path that was not checked"));
    rows = route_rows(sink, &route);
    model_str(&model, "linkage_code", ptcc_c_linkage(sink, false));
    model_str(&model, "segments_id", binding->segments_id);
    model_flag(&model, "has_segments", route.count > 0);
    model_rows(&model, "segments", &rows);
    model_str(&model, "route_id", binding->route_id);
    model_str(&model, "path_code", binding_str(sink, route.path));
    model_str(&model, "count_lit", c_decimal(sink->arena, route.count));
    return host_expand(&sink->host, &ptcc_template_route_c, &model);
}

static ptc_str route_declaration(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_str none = ptc_str_make(NULL, 0);
    bool has_in = binding_root(contract, false) != NULL;

    return HOST_FILL(
        &sink->host, ptcc_template_route_h,
        {"route_code",
         ptcc_c_is_static(sink->options)
             ? none
             : binding_extern(sink, "ptc_route", contract->binding.route_id, ";")},
        {"bind_code", has_in ? bind_head(sink, contract, true) : none});
}

/* --- SQL ---------------------------------------------------------------------------- */

/* A text of SQL taken apart. */
typedef struct sql_parts {
    ptc_text numbered; /* the text with numbers for names */
    ptcc_rows binds;   /* the names, in order of first use */
    size_t count;
} sql_parts;

static uint32_t sql_argument(const ptcc_c_contract *contract, ptc_str name)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    const ptc_schema_node *root = ptc_schema_root(&contract->contract->schema);
    const ptc_schema_node *parameters = &nodes[root->first];

    for (uint32_t i = 0; i < parameters->count; i++) {
        if (ptc_str_equal_folded(nodes[parameters->first + i].name, name))
            return parameters->first + i;
    }
    return 0;
}

static void sql_add_bind(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         sql_parts *parts, ptc_str name, uint32_t node)
{
    /* ORDER SQL_FORM */
    static const char *const forms[] = {"PTC_SQL_PLAIN", "PTC_SQL_JSON",
                                        "PTC_SQL_TIMESTAMP", "PTC_SQL_TIMESTAMP_ZONE"};
    ptc_sql_form form = PTC_SQL_PLAIN;
    ptc_str type = ptc_sql_type(sink->arena, &contract->contract->schema, node,
                                sink->options->has_sql_zones, &form);
    ptcc_model row = host_model(&sink->host);

    model_str(&row, "name_code", binding_str(sink, name));
    model_str(&row, "position_lit", c_decimal(sink->arena, ++parts->count));
    model_str(&row, "node_lit", c_decimal(sink->arena, node));
    model_str(&row, "type_lit", c_string_line(sink->arena, type));
    model_cstr(&row, "form_code", forms[form]);
    rows_add(&parts->binds, &row);
}

static void sql_take_apart(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           sql_parts *parts)
{
    ptc_str sql = contract->contract->info->sql;
    size_t done = 0;
    ptcc_names known;
    ptcc_sql_reader reader;

    *parts = (sql_parts){.binds = host_rows(&sink->host)};
    ptc_text_init(&parts->numbered, sink->arena);
    ptcc_names_init(&known, sink->arena);
    ptcc_sql_start(&reader, sql);
    while (ptcc_sql_next(&reader)) {
        uint32_t node = sql_argument(contract, reader.name);
        bool is_new = false;
        ptcc_name *name = node != 0 ? ptcc_names_add(&known, reader.name, &is_new) : NULL;

        if (name == NULL)
            continue;
        if (is_new) {
            sql_add_bind(sink, contract, parts, reader.name, node);
            name->number = parts->count;
        }
        ptc_text_bytes(&parts->numbered, sql.ptr + done, reader.start - done);
        ptc_text_byte(&parts->numbered, '$');
        ptc_text_uint(&parts->numbered, name->number);
        done = reader.at;
    }
    ptc_text_bytes(&parts->numbered, sql.ptr + done, sql.len - done);
}

static ptc_str sql_value_head(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                              bool is_declaration)
{
    const ptc_str items[] = {PTC_STR("ptc_arena *arena"),
                             C_JOIN(sink->arena, PTC_STR("const "),
                                    binding_root(contract, false)->type_id,
                                    PTC_STR(" *in")),
                             PTC_STR("size_t bind"), PTC_STR("ptc_value *out")};

    return binding_head(sink, contract->binding.value_id, items, 4, is_declaration);
}

static ptc_str sql_value_call(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    const ptc_str items[] = {
        binding_address(sink, contract->type_id),
        C_JOIN(sink->arena, PTC_STR("&"), contract->binding.binds_id, PTC_STR("[bind]")),
        PTC_STR("arena"), PTC_STR("in"), PTC_STR("out")};

    return host_wrap_list(&sink->host, PTC_STR("return ptc_gen_sql_value"), items, 5,
                          PTC_STR(";"), 4);
}

static ptc_str sql_rows_head(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                             bool is_declaration)
{
    const ptc_str items[] = {
        PTC_STR("ptc_arena *arena"), PTC_STR("const ptc_value *rows"),
        PTC_STR("const ptc_walk_options *options"),
        C_JOIN(sink->arena, binding_root(contract, true)->type_id, PTC_STR(" *out")),
        PTC_STR("ptc_str *why")};

    return binding_head(sink, contract->binding.rows_id, items, 5, is_declaration);
}

static ptc_str sql_rows_call(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    const ptc_str items[] = {
        binding_address(sink, contract->type_id),
        c_decimal(sink->arena, binding_root(contract, true)->node),
        PTC_STR("arena"),
        PTC_STR("rows"),
        PTC_STR("options"),
        PTC_STR("out"),
        PTC_STR("sizeof *out"),
        PTC_STR("why"),
    };

    return host_wrap_list(&sink->host, PTC_STR("return ptc_gen_from_rows"), items, 8,
                          PTC_STR(";"), 4);
}

static ptc_str sql_declaration(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    const ptcc_c_binding *binding = &contract->binding;
    ptcc_model model = host_model(&sink->host);
    ptc_str none = ptc_str_make(NULL, 0);
    sql_parts parts;

    sql_take_apart(sink, contract, &parts);
    model_flag(&model, "is_extern", !ptcc_c_is_static(sink->options));
    model_str(&model, "sql_code", binding_extern(sink, "char", binding->sql_id, "[];"));
    model_str(&model, "numbered_code",
              binding_extern(sink, "char", binding->numbered_id, "[];"));
    model_str(&model, "count_id", binding->count_id);
    model_str(&model, "count_lit", c_decimal(sink->arena, parts.count));
    model_str(&model, "binds_code",
              parts.count > 0 && !ptcc_c_is_static(sink->options)
                  ? binding_extern(sink, "ptc_sql_bind", binding->binds_id, "[];")
                  : none);
    model_str(&model, "value_code",
              parts.count > 0 ? sql_value_head(sink, contract, true) : none);
    model_str(&model, "rows_code",
              binding_root(contract, true) != NULL ? sql_rows_head(sink, contract, true)
                                                   : none);
    return host_expand(&sink->host, &ptcc_template_sql_h, &model);
}

/* The text as it is, and with numbers. */
static void sql_write_texts(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptc_text plain;
    sql_parts parts;

    ptc_text_init(&plain, sink->arena);
    ptc_text_str(&plain, contract->contract->info->sql);
    sql_take_apart(sink, contract, &parts);
    ptcc_c_emit(sink, mark,
                HOST_FILL(&sink->host, ptcc_template_sql_texts,
                          {"sql_code", ptcc_c_line(ptcc_c_text(
                                           sink, contract->binding.sql_id, &plain))},
                          {"numbered_code",
                           ptcc_c_line(ptcc_c_text(sink, contract->binding.numbered_id,
                                                   &parts.numbered))}));
}

static void sql_write_binds(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptcc_model model = host_model(&sink->host);
    sql_parts parts;

    sql_take_apart(sink, contract, &parts);
    if (parts.count == 0) {
        ptc_arena_rewind(sink->arena, mark);
        return;
    }
    model_str(&model, "linkage_code", ptcc_c_linkage(sink, false));
    model_str(&model, "binds_id", contract->binding.binds_id);
    model_rows(&model, "binds", &parts.binds);
    ptcc_c_emit(sink, mark, host_expand(&sink->host, &ptcc_template_sql_c, &model));
    ptcc_c_emit(sink, mark,
                HOST_FILL(&sink->host, ptcc_template_sql_value,
                          {"head_code", sql_value_head(sink, contract, false)},
                          {"count_id", contract->binding.count_id},
                          {"call_code", sql_value_call(sink, contract)}));
}

/* --- Both --------------------------------------------------------------------------- */

void ptcc_c_declare_binding(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    if (contract->binding.route_id.len > 0)
        ptcc_c_emit(sink, mark, route_declaration(sink, contract));
    if (contract->binding.sql_id.len > 0)
        ptcc_c_emit(sink, mark, sql_declaration(sink, contract));
}

static void binding_write_function(ptcc_c_sink *sink, ptc_arena_mark mark, ptc_str head,
                                   ptc_str call)
{
    ptcc_c_emit(sink, mark,
                HOST_FILL(&sink->host, ptcc_template_bind, {"head_code", head},
                          {"call_code", call}));
}

void ptcc_c_write_binding(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    if (contract->binding.route_id.len > 0) {
        ptcc_c_emit(sink, mark, route_definition(sink, contract));
        if (binding_root(contract, false) != NULL)
            binding_write_function(sink, mark, bind_head(sink, contract, false),
                                   bind_call(sink, contract));
    }
    if (contract->binding.sql_id.len == 0)
        return;
    sql_write_texts(sink, contract);
    sql_write_binds(sink, contract);
    if (binding_root(contract, true) != NULL)
        binding_write_function(sink, mark, sql_rows_head(sink, contract, false),
                               sql_rows_call(sink, contract));
}

/* --- All paths of a file ------------------------------------------------------------ */

void ptcc_c_declare_routes(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    if (plan->section.routes_id.len > 0)
        ptcc_c_emit(
            sink, mark,
            HOST_FILL(&sink->host, ptcc_template_routes_h,
                      {"routes_code", binding_extern(sink, "ptc_routes",
                                                     plan->section.routes_id, ";")}));
}

typedef struct route_list {
    ptc_route *items; /* count: those of contracts without a path are 0 */
    const ptcc_c_plan *plan;
} route_list;

static int route_order(const void *list, uint32_t a, uint32_t b)
{
    const route_list *routes = list;

    return ptc_route_compare(&routes->items[a], &routes->items[b]);
}

void ptcc_c_write_routes(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    route_list routes = {ptc_arena_array(sink->arena, plan->count, sizeof(ptc_route)),
                         plan};
    uint32_t *order = ptc_arena_array(sink->arena, plan->count, sizeof *order);
    uint32_t *spare = ptc_arena_array(sink->arena, plan->count, sizeof *spare);
    ptcc_model model = host_model(&sink->host);
    ptcc_rows rows = host_rows(&sink->host);
    size_t count = 0;

    if (plan->section.routes_id.len == 0 || routes.items == NULL || order == NULL ||
        spare == NULL)
        return;
    for (uint32_t i = 0; i < plan->count; i++) {
        const ptcc_c_contract *contract = &plan->contracts[i];

        if (contract->binding.route_id.len > 0 &&
            ptcc_path_route(sink->arena, contract->contract->info->path,
                            &contract->contract->schema, &routes.items[i]))
            order[count++] = i;
    }
    ptc_order_numbers(order, spare, count, route_order, &routes);
    for (size_t i = 0; i < count; i++) {
        ptcc_model row = host_model(&sink->host);

        model_str(&row, "route_id", plan->contracts[order[i]].binding.route_id);
        rows_add(&rows, &row);
    }
    model_str(&model, "linkage_code", ptcc_c_linkage(sink, false));
    model_str(&model, "items_id", plan->section.route_items_id);
    model_rows(&model, "routes", &rows);
    model_str(&model, "routes_id", plan->section.routes_id);
    model_str(&model, "count_lit", c_decimal(sink->arena, count));
    ptcc_c_emit(sink, mark, host_expand(&sink->host, &ptcc_template_routes_c, &model));
}
