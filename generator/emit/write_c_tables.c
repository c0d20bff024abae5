/* SPDX-License-Identifier: MIT */
/*
 * The schema as constants, for explaining rejections, and the texts of the contract.
 *
 * The tables are the nodes that the reader laid out in the arena, one by one, so the
 * walker works on them like on any schema. Places in the source are left out: emitted
 * bytes depend on what a contract means, not on where it is in its file. [architecture 1]
 */
#include "base/base_int.h"
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

/* Tables under way for one contract: what the rows of nodes refer to is written first. */
typedef struct table_run {
    ptcc_c_sink *sink;
    const ptcc_c_contract *contract;
    uint64_t *next;    /* number of the next table that has no better name */
    ptcc_names *texts; /* long ones, with the numbers of their tables */
} table_run;

static ptc_str table_id(table_run *run, ptcc_c_table table, uint64_t number)
{
    return ptcc_c_table_id(run->sink->arena, run->contract->tables_id, table, number);
}

static void table_add(table_run *run, ptc_str code)
{
    ptcc_pieces_paragraph(&run->sink->out, code);
}

/* `HEAD = { rows };` */
static void table_add_rows(table_run *run, ptc_str head, const ptcc_rows *rows)
{
    ptcc_model model = host_model(&run->sink->host);

    model_str(&model, "head_code", head);
    model_rows(&model, "rows", rows);
    table_add(run, host_expand(&run->sink->host, &ptcc_template_table_rows, &model));
}

static void table_row(table_run *run, ptcc_rows *rows, ptc_str code)
{
    ptcc_model row = host_model(&run->sink->host);

    model_str(&row, "row_code", code);
    rows_add(rows, &row);
}

/* The bytes of a text: a literal, or the name of an array that all long texts have which
 * are the same. */
static ptc_str table_text_bytes(table_run *run, ptc_str text)
{
    ptcc_name *known;
    bool is_new = false;
    ptc_str id;

    if (text.len < C_LITERAL_MAX)
        return c_string_line(run->sink->arena, text);
    known = ptcc_names_add(run->texts, text, &is_new);
    if (known == NULL)
        return PTC_STR("");
    if (is_new)
        known->number = (*run->next)++;
    id = table_id(run, PTCC_TABLE_TEXT, known->number);
    if (is_new)
        table_add(run,
                  HOST_FILL(&run->sink->host, ptcc_template_table_text, {"text_id", id},
                            {"text_lit", c_string(run->sink->arena, text)}));
    return id;
}

static ptc_str table_str(table_run *run, ptc_str text)
{
    return ptcc_c_line(HOST_FILL(&run->sink->host, ptcc_template_table_str,
                                 {"text_lit", table_text_bytes(run, text)},
                                 {"size_lit", c_decimal(run->sink->arena, text.len)}));
}

/* --- Values ------------------------------------------------------------------------ */

/* ORDER KIND */
static const char *const kind_names[] = {
    "PTC_NIL",     "PTC_BOOL",   "PTC_INT", "PTC_FLOAT", "PTC_STRING",
    "PTC_KEYWORD", "PTC_VECTOR", "PTC_SET", "PTC_MAP",   "PTC_OPAQUE",
};

static ptc_str table_value(table_run *run, const ptc_value *value, unsigned depth);

static ptc_str table_items(table_run *run, const ptc_value *value, unsigned depth)
{
    ptcc_rows rows = host_rows(&run->sink->host);
    ptc_str id;

    for (uint32_t i = 0; i < value->aux; i++)
        table_row(run, &rows, table_value(run, &value->as.items[i], depth + 1));
    if (value->aux == 0)
        return PTC_STR("NULL");
    id = table_id(run, PTCC_TABLE_VALUE, (*run->next)++);
    table_add_rows(
        run,
        C_JOIN(run->sink->arena, PTC_STR("static const ptc_value "), id, PTC_STR("[]")),
        &rows);
    return id;
}

static ptc_str table_index(table_run *run, const ptc_map *map)
{
    ptcc_rows rows = host_rows(&run->sink->host);
    ptc_str id;

    if (map->index == NULL)
        return PTC_STR("NULL");
    for (size_t i = 0; i < ptc_map_index_size(map) / sizeof *map->index; i++)
        table_row(run, &rows, c_decimal(run->sink->arena, map->index[i]));
    id = table_id(run, PTCC_TABLE_VALUE, (*run->next)++);
    table_add_rows(
        run,
        C_JOIN(run->sink->arena, PTC_STR("static const uint32_t "), id, PTC_STR("[]")),
        &rows);
    return id;
}

static ptc_str table_map(table_run *run, const ptc_map *map, unsigned depth)
{
    ptc_arena *arena = run->sink->arena;
    ptcc_rows rows = host_rows(&run->sink->host);
    ptc_str index = table_index(run, map);
    ptc_str entries = PTC_STR("NULL");
    ptc_str id;

    for (uint32_t i = 0; i < map->count; i++)
        table_row(run, &rows,
                  C_JOIN(arena, PTC_STR("{"),
                         table_value(run, &map->entries[i].key, depth + 1), PTC_STR(", "),
                         table_value(run, &map->entries[i].value, depth + 1),
                         PTC_STR("}")));
    if (map->count) {
        entries = table_id(run, PTCC_TABLE_VALUE, (*run->next)++);
        table_add_rows(
            run,
            C_JOIN(arena, PTC_STR("static const ptc_map_entry "), entries, PTC_STR("[]")),
            &rows);
    }
    id = table_id(run, PTCC_TABLE_VALUE, (*run->next)++);
    table_add(run, HOST_FILL(&run->sink->host, ptcc_template_table_map, {"map_id", id},
                             {"entries_code", entries}, {"index_code", index},
                             {"count_lit", c_decimal(arena, map->count)},
                             {"index_size_lit", c_decimal(arena, map->index_size)},
                             {"kinds_lit", c_bits(arena, map->kinds)}));
    return C_JOIN(arena, PTC_STR("&"), id);
}

/* Sets are written without what is after their items in memory. */
static unsigned table_value_flags(const ptc_value *value)
{
    return value->flags & ~(unsigned)PTC_FLAG_INDEX;
}

/* A value as an initialiser. What it points to is added to the tables before. */
static ptc_str table_value(table_run *run, const ptc_value *value, unsigned depth)
{
    ptc_arena *arena = run->sink->arena;
    const char *member = "integer";
    ptc_str payload = PTC_STR("0");

    if (depth > PTC_DEPTH_MAX) {
        run->sink->host.status = PTC_ERROR_DEPTH;
        return payload;
    }
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        break;
    case PTC_BOOL:
        member = "boolean";
        payload = value->as.boolean ? PTC_STR("true") : PTC_STR("false");
        break;
    case PTC_INT:
        payload = c_int(arena, value->as.integer);
        break;
    case PTC_FLOAT:
        member = "number";
        payload = c_double(arena, value->as.number);
        run->sink->needs_math |= !(value->as.number - value->as.number == 0);
        break;
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_OPAQUE:
        member = "text";
        payload = table_text_bytes(run, ptc_value_text(value));
        break;
    case PTC_VECTOR:
    case PTC_SET:
        member = "items";
        payload = table_items(run, value, depth);
        break;
    case PTC_MAP:
        member = "map";
        payload = table_map(run, value->as.map, depth);
        break;
    }
    return ptcc_c_line(
        HOST_FILL(&run->sink->host, ptcc_template_table_value,
                  {"kind_code", ptc_str_of(kind_names[value->kind])},
                  {"flags_lit", c_decimal(arena, table_value_flags(value))},
                  {"aux_lit", c_decimal(arena, value->aux)},
                  {"member_code", ptc_str_of(member)}, {"payload_lit", payload}));
}

/* --- Facts of a node --------------------------------------------------------------- */

/* The members of an enum. What callers see of it begins with nil, for 0. */
static ptc_str table_members(table_run *run, uint32_t index)
{
    const ptc_schema_node *node = &run->contract->contract->schema.nodes[index];
    const ptcc_c_node *cnode = &run->contract->nodes[index];
    bool is_public = cnode->values_id.len > 0;
    bool is_shared = cnode->members_node != index;
    const ptcc_c_node *first = &run->contract->nodes[cnode->members_node];
    ptc_str id = is_public ? cnode->values_id
                 : is_shared && first->values_id.len > 0
                     ? first->values_id
                     : table_id(run, PTCC_TABLE_MEMBERS, cnode->members_node);
    bool has_nil = is_public || (is_shared && first->values_id.len > 0);
    ptc_str members = has_nil ? C_JOIN(run->sink->arena, id, PTC_STR(" + 1")) : id;
    ptc_value nil = ptc_value_nil();
    ptcc_rows rows = host_rows(&run->sink->host);

    if ((is_public && cnode->is_elsewhere) ||
        (is_shared && (!is_public || ptc_str_equal(first->values_id, id))))
        return members;
    if (has_nil)
        table_row(run, &rows, table_value(run, &nil, 0));
    for (uint32_t i = 0; i < ptcc_c_member_count(node); i++)
        table_row(run, &rows, table_value(run, &node->members[i], 0));
    table_add_rows(
        run,
        C_JOIN(run->sink->arena,
               is_public && ptcc_c_has_readers(run->contract)
                   ? ptcc_c_linkage(run->sink, false)
                   : PTC_STR("static "),
               PTC_STR("const ptc_value "), id, PTC_STR("["),
               c_decimal(run->sink->arena, (uint64_t)ptcc_c_member_count(node) + has_nil),
               PTC_STR("]")),
        &rows);
    return members;
}

static ptc_str table_interval(table_run *run, uint32_t index)
{
    const ptc_interval *interval = run->contract->contract->schema.nodes[index].interval;
    uint32_t first = run->contract->nodes[index].interval_node;
    ptc_str id = table_id(run, PTCC_TABLE_INTERVAL, first);
    ptc_str address = C_JOIN(run->sink->arena, PTC_STR("&"), id);

    if (first != index)
        return address;
    table_add(
        run,
        HOST_FILL(
            &run->sink->host, ptcc_template_table_interval, {"interval_id", id},
            {"low_code", table_value(run, &interval->low, 0)},
            {"high_code", table_value(run, &interval->high, 0)},
            {"low_open_lit", interval->low_open ? PTC_STR("true") : PTC_STR("false")},
            {"high_open_lit", interval->high_open ? PTC_STR("true") : PTC_STR("false")}));
    return address;
}

/* Numbers of a table, 16 a line. `at` gives the i-th. */
static void table_numbers(table_run *run, const char *type, ptc_str id, size_t count,
                          uint64_t (*at)(const ptc_dfa *dfa, size_t i),
                          const ptc_dfa *dfa)
{
    ptc_arena *arena = run->sink->arena;
    ptcc_rows rows = host_rows(&run->sink->host);

    for (size_t start = 0; start < count; start += 16) {
        size_t end = start + 16 < count ? start + 16 : count;
        ptc_text row;

        ptc_text_init(&row, arena);
        for (size_t i = start; i < end; i++) {
            ptc_text_cstr(&row, i > start ? ", " : "");
            ptc_text_uint(&row, at(dfa, i));
        }
        table_row(run, &rows, ptc_text_view(&row));
    }
    table_add_rows(run,
                   C_JOIN(arena, PTC_STR("static const "), ptc_str_of(type), PTC_STR(" "),
                          id, PTC_STR("[]")),
                   &rows);
}

static uint64_t dfa_class(const ptc_dfa *dfa, size_t i)
{
    return dfa->classes[i];
}

static uint64_t dfa_next(const ptc_dfa *dfa, size_t i)
{
    return dfa->next[i];
}

static uint64_t dfa_accepts(const ptc_dfa *dfa, size_t i)
{
    return dfa->accepts[i];
}

ptc_str ptcc_c_dfa_id(ptcc_c_sink *sink, const ptcc_c_contract *contract, uint32_t node,
                      uint32_t pattern)
{
    uint32_t first = contract->nodes[node].patterns_node;

    return C_JOIN(
        sink->arena,
        ptcc_c_table_id(sink->arena, contract->tables_id, PTCC_TABLE_DFA, first),
        PTC_STR("_"), c_decimal(sink->arena, pattern));
}

static void table_dfa(table_run *run, ptc_str id, const ptc_pattern *pattern)
{
    ptc_arena *arena = run->sink->arena;
    const ptc_dfa *dfa = pattern->dfa;
    ptc_str classes = c_ident(arena, id, PTC_STR("classes"));
    ptc_str next = c_ident(arena, id, PTC_STR("next"));
    ptc_str accepts = c_ident(arena, id, PTC_STR("accepts"));

    table_numbers(run, "uint8_t", classes, 256, dfa_class, dfa);
    table_numbers(run, "uint16_t", next, (size_t)dfa->class_count * dfa->state_count,
                  dfa_next, dfa);
    table_numbers(run, "uint8_t", accepts, dfa->state_count, dfa_accepts, dfa);
    table_add(run, HOST_FILL(&run->sink->host, ptcc_template_table_dfa, {"dfa_id", id},
                             {"classes_id", classes}, {"next_id", next},
                             {"accepts_id", accepts},
                             {"class_count_lit", c_decimal(arena, dfa->class_count)},
                             {"state_count_lit", c_decimal(arena, dfa->state_count)},
                             {"start_lit", c_decimal(arena, dfa->start)},
                             {"pattern_note", c_note(arena, pattern->text)}));
}

static ptc_str table_patterns(table_run *run, uint32_t index)
{
    const ptc_schema_node *node = &run->contract->contract->schema.nodes[index];
    ptc_arena *arena = run->sink->arena;
    ptcc_rows rows = host_rows(&run->sink->host);
    uint32_t first = run->contract->nodes[index].patterns_node;
    ptc_str id = table_id(run, PTCC_TABLE_PATTERNS, first);

    if (first != index)
        return id;
    for (uint32_t i = 0; i < node->pattern_count; i++) {
        ptc_str dfa = ptcc_c_dfa_id(run->sink, run->contract, index, i);

        table_dfa(run, dfa, &node->patterns[i]);
        table_row(run, &rows,
                  C_JOIN(arena, PTC_STR("{"), table_str(run, node->patterns[i].text),
                         PTC_STR(", &"), dfa, PTC_STR("}")));
    }
    table_add_rows(run,
                   C_JOIN(arena, PTC_STR("static const ptc_pattern "), id, PTC_STR("[]")),
                   &rows);
    return id;
}

/* The initialiser of one fact of the extra, when it is there. */
static void extra_str(table_run *run, ptcc_model *model, const char *name, ptc_str text)
{
    model_str(model, name, text.len ? table_str(run, text) : ptc_str_make(NULL, 0));
}

static void extra_value(table_run *run, ptcc_model *model, const char *name,
                        const ptc_value *value)
{
    model_str(model, name,
              value->kind != PTC_NIL ? table_value(run, value, 0)
                                     : ptc_str_make(NULL, 0));
}

static bool extra_is_empty(const ptc_schema_extra *extra)
{
    return extra->description.len == 0 && extra->title.len == 0 &&
           extra->named_type.len == 0 && extra->default_value.kind == PTC_NIL &&
           extra->branch.kind == PTC_NIL && extra->properties.kind == PTC_NIL &&
           extra->context.len == 0 && extra->decoder.len == 0 && extra->judge == NULL;
}

static ptc_str table_extra(table_run *run, uint32_t index)
{
    const ptc_schema_extra *extra = run->contract->contract->schema.nodes[index].extra;
    ptcc_model model = host_model(&run->sink->host);
    ptc_str id = table_id(run, PTCC_TABLE_EXTRA, index);

    model_str(&model, "extra_id", id);
    extra_str(run, &model, "description_code", extra->description);
    extra_str(run, &model, "title_code", extra->title);
    extra_str(run, &model, "named_type_code", extra->named_type);
    extra_value(run, &model, "default_value_code", &extra->default_value);
    extra_value(run, &model, "branch_code", &extra->branch);
    extra_value(run, &model, "properties_code", &extra->properties);
    extra_str(run, &model, "context_code", extra->context);
    extra_str(run, &model, "decoder_code", extra->decoder);
    model_str(&model, "decode_id", ptcc_c_decoder(run->sink->options, extra->decoder));
    model_flag(&model, "is_judged", extra->judge != NULL);
    table_add(run, host_expand(&run->sink->host, &ptcc_template_table_extra, &model));
    return C_JOIN(run->sink->arena, PTC_STR("&"), id);
}

/* --- Nodes ------------------------------------------------------------------------- */

/* ORDER TYPE */
static const char *const type_names[] = {
#define PTC_TYPE(constant, word, head) "PTC_TYPE_" #constant,
#include <ptc/types.def>
#undef PTC_TYPE
};

static bool table_is_list(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_TUPLE ||
           node->type == PTC_TYPE_PREFIX;
}

static ptc_str table_flags(table_run *run, const ptc_schema_node *node)
{
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {
        {PTC_NODE_NULLABLE, "PTC_NODE_NULLABLE"},
        {PTC_NODE_CLOSED, "PTC_NODE_CLOSED"},
        {PTC_NODE_MALLI, "PTC_NODE_MALLI"},
        {PTC_NODE_FIREWALLED, "PTC_NODE_FIREWALLED"},
        {PTC_NODE_NAMED, "PTC_NODE_NAMED"}, /* of a MAP FOREIGN, of a list OPEN */
        {PTC_NODE_OTHERWISE, "PTC_NODE_OTHERWISE"},
        {PTC_NODE_BARE, "PTC_NODE_BARE"},
        {PTC_NODE_EXACT, "PTC_NODE_EXACT"},
        {PTC_NODE_OPTIONAL, "PTC_NODE_OPTIONAL"},
        {PTC_NODE_INTEGRAL, "PTC_NODE_INTEGRAL"},
        {PTC_NODE_OTHERS, "PTC_NODE_OTHERS"},
        {PTC_NODE_CASTS, "PTC_NODE_CASTS"},
        {PTC_NODE_CONTEXT, "PTC_NODE_CONTEXT"},
        {PTC_NODE_DECODED, "PTC_NODE_DECODED"},
    };
    ptc_text text;

    ptc_text_init(&text, run->sink->arena);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *name = names[i].name;

        if (!(node->flags & names[i].flag))
            continue;
        if (names[i].flag == PTC_NODE_FOREIGN && node->type == PTC_TYPE_MAP)
            name = "PTC_NODE_FOREIGN";
        if (names[i].flag == PTC_NODE_OPEN && table_is_list(node))
            name = "PTC_NODE_OPEN";
        if (names[i].flag == PTC_NODE_INTEGRAL && node->type != PTC_TYPE_INT)
            name = table_is_list(node) ? "PTC_NODE_DISTINCT" : "PTC_NODE_JSON_EQUAL";
        ptc_text_cstr(&text, text.len ? " | " : "");
        ptc_text_cstr(&text, name);
    }
    return ptc_text_view(&text);
}

static ptc_str table_node(table_run *run, uint32_t index)
{
    const ptc_schema_node *node = &run->contract->contract->schema.nodes[index];
    ptc_arena *arena = run->sink->arena;
    ptcc_model model = host_model(&run->sink->host);
    ptc_str none = ptc_str_make(NULL, 0);
    bool has_extra = node->extra != NULL && !extra_is_empty(node->extra);

    model_cstr(&model, "type_code", type_names[node->type]);
    model_str(&model, "flags_code", node->flags ? table_flags(run, node) : none);
    model_str(&model, "pattern_count_lit",
              node->pattern_count ? c_decimal(arena, node->pattern_count) : none);
    model_str(&model, "first_lit", node->first ? c_decimal(arena, node->first) : none);
    model_str(&model, "count_lit", node->count ? c_decimal(arena, node->count) : none);
    model_str(&model, "parent_lit", c_decimal(arena, node->parent));
    extra_str(run, &model, "name_code", node->name);
    extra_str(run, &model, "type_name_code", node->type_name);
    model_str(&model, "interval_code",
              node->interval != NULL ? table_interval(run, index) : none);
    model_str(&model, "members_code",
              node->members != NULL ? table_members(run, index) : none);
    model_str(&model, "patterns_code",
              node->pattern_count ? table_patterns(run, index) : none);
    model_str(&model, "extra_code", has_extra ? table_extra(run, index) : none);
    return HOST_FILL(
        &run->sink->host, ptcc_template_table_row,
        {"number_lit", c_decimal(arena, index)},
        {"row_code",
         ptcc_c_line(host_expand(&run->sink->host, &ptcc_template_table_node, &model))});
}

/* --- Texts ------------------------------------------------------------------------- */

static void table_text(table_run *run, ptcc_rows *texts, ptc_str id, const ptc_text *text)
{
    ptcc_model row = host_model(&run->sink->host);

    model_str(&row, "text_code", ptcc_c_text(run->sink, id, text));
    rows_add(texts, &row);
}

static ptcc_rows table_texts(table_run *run)
{
    const ptc_schema *schema = &run->contract->contract->schema;
    ptc_render_options options = {sizeof options, false, true, false};
    ptcc_rows texts = host_rows(&run->sink->host);
    ptc_text text;

    ptc_text_init(&text, run->sink->arena);
    ptc_schema_write_signature(&text, schema, NULL);
    table_text(run, &texts, run->contract->signature_id, &text);
    ptc_text_init(&text, run->sink->arena);
    ptc_schema_write_malli(&text, schema, &options);
    table_text(run, &texts, run->contract->malli_id, &text);
    ptc_text_init(&text, run->sink->arena);
    ptc_schema_write_prompt(&text, run->contract->contract->name, schema, PTC_PROMPT_SEED,
                            NULL);
    table_text(run, &texts, run->contract->prompt_id, &text);
    return texts;
}

/* The nodes of a contract: what their rows refer to goes out, the rows wait. */
static void table_nodes(table_run *run)
{
    const ptc_schema *schema = &run->contract->contract->schema;
    ptc_arena_mark mark = ptc_arena_place(run->sink->arena);

    for (uint32_t i = schema->root; i < schema->count; i++) {
        ptcc_pieces_lines(&run->sink->rows, table_node(run, i));
        ptc_arena_rewind(run->sink->arena, mark);
    }
}

/* The schema of a contract, and its texts. */
static void table_schema(table_run *run)
{
    ptcc_c_sink *sink = run->sink;
    const ptcc_c_contract *contract = run->contract;
    const ptc_schema *schema = &contract->contract->schema;
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptcc_model model = host_model(&sink->host);
    bool is_whole = ptcc_c_is_whole(contract);
    ptcc_rows texts = is_whole ? table_texts(run) : host_rows(&sink->host);

    model_str(&model, "nodes_id", contract->nodes_id);
    model_str(&model, "linkage_code",
              is_whole ? ptcc_c_linkage(sink, false) : PTC_STR("static "));
    model_str(&model, "schema_id", contract->schema_id);
    model_str(&model, "root_lit", c_decimal(sink->arena, schema->root));
    model_str(&model, "count_lit", c_decimal(sink->arena, schema->count));
    model_rows(&model, "texts", &texts);
    ptcc_c_emit(sink, mark,
                host_expand(&sink->host, &ptcc_template_table_schema, &model));
}

void ptcc_c_tables(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptcc_model model = host_model(&sink->host);
    uint64_t next = 0;
    ptcc_names texts;
    ptc_str parts[4];

    if (plan->count == 0)
        return;
    ptcc_names_init(&texts, plan->arena);
    model_gap(&model, "parts_code");
    model_str(&model, "nodes_id", plan->section.nodes_id);
    model_gap(&model, "rows_code");
    model_gap(&model, "schemas_code");
    host_expand_apart(&sink->host, &ptcc_template_tables, &model, parts, 4);
    ptcc_pieces_lines(&sink->out, parts[0]);
    for (size_t i = 0; i < plan->count; i++) {
        table_run run = {sink, plan->order[i], &next, &texts};

        table_nodes(&run);
    }
    ptcc_pieces_lines(&sink->out, parts[1]);
    ptcc_pieces_take(&sink->out, &sink->rows);
    ptcc_pieces_lines(&sink->out, parts[2]);
    for (size_t i = 0; i < plan->count; i++) {
        table_run run = {sink, plan->order[i], &next, &texts};

        if (plan->order[i]->role != PTCC_ROLE_TYPE)
            table_schema(&run);
    }
    ptcc_pieces_paragraph(&sink->out, parts[3]);
    ptc_arena_rewind(sink->arena, mark);
}

ptc_str ptcc_c_table_forwards(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptcc_model model = host_model(&sink->host);
    ptcc_rows patterns = host_rows(&sink->host);

    if (plan->count == 0)
        return PTC_STR("");
    for (size_t i = 0; i < plan->count; i++) {
        const ptcc_c_contract *contract = plan->order[i];
        const ptc_schema *schema = &contract->contract->schema;

        for (uint32_t k = schema->root; k < schema->count; k++) {
            uint32_t count =
                plan->nodes[k].patterns_node == k ? schema->nodes[k].pattern_count : 0;

            for (uint32_t n = 0; ptcc_c_has_readers(contract) && n < count; n++) {
                ptcc_model row = host_model(&sink->host);

                model_str(&row, "dfa_id", ptcc_c_dfa_id(sink, contract, k, n));
                rows_add(&patterns, &row);
            }
        }
    }
    model_str(
        &model, "nodes_code",
        host_wrap_pair(&sink->host, PTC_STR("static const ptc_schema_node"),
                       C_JOIN(sink->arena, plan->section.nodes_id, PTC_STR("["),
                              c_decimal(sink->arena, plan->node_count), PTC_STR("];")),
                       0));
    model_flag(&model, "has_patterns", patterns.count > 0);
    model_rows(&model, "patterns", &patterns);
    return host_expand(&sink->host, &ptcc_template_table_forward, &model);
}

ptc_str ptcc_c_type_forwards(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptcc_model model = host_model(&sink->host);

    model_str(&model, "type_code",
              host_wrap_pair(&sink->host, PTC_STR("static const ptc_gen_type"),
                             C_JOIN(sink->arena, contract->type_id, PTC_STR(";")), 0));
    model_flag(&model, "is_static",
               ptcc_c_is_static(sink->options) &&
                   ptcc_c_is_whole(contract)); /* else the header has it */
    model_str(&model, "linkage_code", ptcc_c_linkage(sink, false));
    model_str(&model, "schema_id", contract->schema_id);
    return host_expand(&sink->host, &ptcc_template_type_table_forward, &model);
}
