/* SPDX-License-Identifier: MIT */
/* Type definitions of a contract, in the order of plan_kinds.c and with the names of
 * plan_names.c. [emitters 11] */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

/* The description of a place as a comment in front of it. */
static ptc_str write_note(ptcc_c_sink *sink, const ptc_schema_node *node, size_t indent)
{
    ptc_str note =
        node->extra != NULL ? c_note(sink->arena, node->extra->description) : PTC_STR("");

    return host_wrap_comment(&sink->host, note, indent);
}

/* `*name` for a pointer, else the name. */
static ptc_str write_name(ptcc_c_sink *sink, const ptcc_c_node *cnode, ptc_str name)
{
    return cnode->kind == PTCC_C_POINTER ? C_JOIN(sink->arena, PTC_STR("*"), name) : name;
}

/* A type with its tag, which C++ wants where a member is called like it. */
static ptc_str write_tagged(ptcc_c_sink *sink, bool is_enum, ptc_str type)
{
    return C_JOIN(sink->arena, is_enum ? PTC_STR("enum ") : PTC_STR("struct "), type);
}

/* The type of a member. */
static ptc_str write_member_type(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                                 const ptcc_names *members, uint32_t field)
{
    const ptcc_c_node *cnode = &contract->nodes[field];
    bool is_enum = contract->nodes[cnode->owner].kind == PTCC_C_ENUM && !cnode->is_maybe;

    return ptcc_names_find(members, cnode->place_id) != NULL
               ? write_tagged(sink, is_enum, cnode->place_id)
               : cnode->place_id;
}

/* `typedef struct NAME {` and what ends it; a type that was named before is not again. */
static void write_frame(ptcc_model *model, const ptcc_c_node *cnode)
{
    model_flag(model, "is_forward", cnode->is_forward);
    model_str(model, "type_id", cnode->type_id);
}

static ptcc_rows write_members(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                               uint32_t index, size_t indent)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    ptcc_rows fields = host_rows(&sink->host);
    ptcc_names members;
    bool is_new;

    ptcc_names_init(&members, sink->arena);
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptcc_names_add(&members, contract->nodes[i].member_id, &is_new);
        if (contract->nodes[i].has_flag)
            ptcc_names_add(&members, PTC_STR("has"), &is_new);
    }
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptcc_model field = host_model(&sink->host);
        const ptcc_c_node *cnode = &contract->nodes[i];

        model_str(&field, "note_code", write_note(sink, &schema->nodes[i], indent));
        model_str(
            &field, "field_code",
            host_wrap_pair(&sink->host, write_member_type(sink, contract, &members, i),
                           C_JOIN(sink->arena, write_name(sink, cnode, cnode->member_id),
                                  PTC_STR(";")),
                           indent));
        rows_add(&fields, &field);
    }
    return fields;
}

static ptc_str write_struct(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                            uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    ptcc_model model = host_model(&sink->host);
    ptcc_rows fields = write_members(sink, contract, index, 4);
    ptcc_rows flags = host_rows(&sink->host);
    bool has_nulls = false;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptcc_model flag = host_model(&sink->host);

        if (!contract->nodes[i].has_flag)
            continue;
        has_nulls |= !contract->nodes[i].is_optional;
        model_str(&flag, "flag_id", contract->nodes[i].member_id);
        rows_add(&flags, &flag);
    }
    model_str(&model, "comment_code", ptcc_c_shape(sink, schema, index, false));
    write_frame(&model, &contract->nodes[index]);
    model_rows(&model, "fields", &fields);
    model_flag(&model, "has_flags", flags.count > 0);
    model_flag(&model, "has_nulls", has_nulls);
    model_rows(&model, "flags", &flags);
    return host_expand(&sink->host, &ptcc_template_type_struct, &model);
}

static ptc_str write_union(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    ptcc_model model = host_model(&sink->host);
    ptcc_rows alternatives = write_members(sink, contract, index, 8);
    ptcc_rows tags = host_rows(&sink->host);

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptcc_model tag = host_model(&sink->host);

        model_str(&tag, "constant_id", contract->nodes[i].tag_id);
        rows_add(&tags, &tag);
    }
    model_str(&model, "comment_code", ptcc_c_shape(sink, schema, index, false));
    write_frame(&model, &contract->nodes[index]);
    model_str(&model, "tag_id", contract->nodes[index].part_id);
    model_rows(&model, "tags", &tags);
    model_rows(&model, "alternatives", &alternatives);
    return host_expand(&sink->host, &ptcc_template_type_union, &model);
}

static ptc_str write_enum(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptcc_c_node *cnode = &contract->nodes[index];
    uint32_t count = ptcc_c_member_count(&schema->nodes[index]);
    ptcc_model model = host_model(&sink->host);
    ptcc_rows members = host_rows(&sink->host);

    for (uint32_t i = 0; cnode->constants != NULL && i < count; i++) {
        ptcc_model member = host_model(&sink->host);

        model_str(&member, "constant_id", cnode->constants[i]);
        rows_add(&members, &member);
    }
    model_str(&model, "comment_code", ptcc_c_shape(sink, schema, index, false));
    model_str(&model, "enum_id", cnode->type_id);
    model_str(&model, "absent_id", cnode->absent_id);
    model_rows(&model, "members", &members);
    model_flag(&model, "is_declared",
               !ptcc_c_is_static(sink->options) && ptcc_c_has_readers(contract));
    model_str(
        &model, "values_code",
        host_wrap_pair(&sink->host,
                       C_JOIN(sink->arena, ptcc_c_linkage(sink, true),
                              PTC_STR("extern const ptc_value")),
                       C_JOIN(sink->arena, cnode->values_id, PTC_STR("["),
                              c_decimal(sink->arena, (uint64_t)count + 1), PTC_STR("];")),
                       0));
    return host_expand(&sink->host, &ptcc_template_type_enum, &model);
}

/* A member of an entry. */
static ptc_str write_field(ptcc_c_sink *sink, const ptcc_c_node *cnode, ptc_str name)
{
    return host_wrap_pair(
        &sink->host, cnode->place_id,
        C_JOIN(sink->arena, write_name(sink, cnode, name), PTC_STR(";")), 4);
}

static ptc_str write_list(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t item = schema->nodes[index].first;
    ptcc_model model = host_model(&sink->host);
    ptcc_names members;
    bool is_new;

    ptcc_names_init(&members, sink->arena);
    ptcc_names_add(&members, PTC_STR("items"), &is_new);
    ptcc_names_add(&members, PTC_STR("count"), &is_new);
    model_str(&model, "comment_code", ptcc_c_shape(sink, schema, index, false));
    write_frame(&model, &contract->nodes[index]);
    model_str(
        &model, "items_code",
        host_wrap_pair(&sink->host, write_member_type(sink, contract, &members, item),
                       write_name(sink, &contract->nodes[item], PTC_STR("*items;")), 4));
    return host_expand(&sink->host, &ptcc_template_type_list, &model);
}

ptc_str ptcc_c_find_head(ptcc_c_sink *sink, const ptcc_c_node *cnode, bool is_declaration)
{
    const ptc_str items[] = {
        C_JOIN(sink->arena, PTC_STR("const "), cnode->type_id, PTC_STR(" *map")),
        PTC_STR("ptc_str key")};

    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, ptcc_c_linkage(sink, is_declaration),
                                 PTC_STR("const "), cnode->part_id, PTC_STR(" *"),
                                 cnode->find_id),
                          items, 2, ptc_str_of(is_declaration ? ";" : ""), 0);
}

static ptc_str write_entries(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                             uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptcc_c_node *cnode = &contract->nodes[index];
    const ptcc_c_node *key = &contract->nodes[schema->nodes[index].first];
    ptcc_model model = host_model(&sink->host);

    model_str(&model, "comment_code", ptcc_c_shape(sink, schema, index, false));
    write_frame(&model, cnode);
    model_str(&model, "entry_id", cnode->part_id);
    model_str(&model, "items_code",
              host_wrap_pair(&sink->host, cnode->part_id,
                             PTC_STR("*items; /* in the order read */"), 4));
    model_str(&model, "key_code", write_field(sink, &key[0], PTC_STR("key")));
    model_str(&model, "value_code", write_field(sink, &key[1], PTC_STR("value")));
    model_str(&model, "find_code",
              cnode->find_id.len > 0 && !ptcc_c_is_static(sink->options) &&
                      ptcc_c_has_readers(contract)
                  ? ptcc_c_find_head(sink, cnode, true)
                  : ptc_str_make(NULL, 0));
    return host_expand(&sink->host, &ptcc_template_type_entries, &model);
}

/* The definition of the node's own type; empty when it needs none. */
static ptc_str write_type(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index)
{
    if (contract->nodes[index].is_elsewhere || contract->nodes[index].declared != NULL)
        return PTC_STR("");
    switch (contract->nodes[index].kind) {
    case PTCC_C_ENUM:
        return write_enum(sink, contract, index);
    case PTCC_C_LIST:
        return write_list(sink, contract, index);
    case PTCC_C_ENTRIES:
        return write_entries(sink, contract, index);
    case PTCC_C_STRUCT:
        return write_struct(sink, contract, index);
    case PTCC_C_UNION:
        return write_union(sink, contract, index);
    case PTCC_C_NONE:
    case PTCC_C_ANY:
    case PTCC_C_ANY_MAP:
    case PTCC_C_VALUE:
    case PTCC_C_BOOL:
    case PTCC_C_INT:
    case PTCC_C_FLOAT:
    case PTCC_C_STRING:
    case PTCC_C_KEYWORD:
    case PTCC_C_DATETIME:
    case PTCC_C_DATE:
    case PTCC_C_DECIMAL:
    case PTCC_C_SAME:
    case PTCC_C_POINTER:
        return PTC_STR("");
    }
    return PTC_STR("");
}

static ptc_str write_maybe(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           uint32_t index)
{
    const ptcc_c_node *cnode = &contract->nodes[index];
    bool is_enum = contract->nodes[cnode->owner].kind == PTCC_C_ENUM;
    ptc_str type = ptc_str_equal(cnode->type_id, PTC_STR("has_value"))
                       ? write_tagged(sink, is_enum, cnode->type_id)
                       : cnode->type_id;

    return HOST_FILL(
        &sink->host, ptcc_template_type_maybe,
        {"comment_code", ptcc_c_shape(sink, &contract->contract->schema, index, true)},
        {"maybe_id", cnode->place_id}, {"value_id", type});
}

static ptc_str write_alias(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           const ptcc_c_root *root)
{
    return HOST_FILL(&sink->host, ptcc_template_type_alias,
                     {"comment_code",
                      ptcc_c_shape(sink, &contract->contract->schema, root->node, true)},
                     {"alias_id", root->type_id},
                     {"type_id", contract->nodes[root->node].place_id});
}

/* Types that hold themselves are named first. */
static ptc_str write_forwards(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_text out;

    ptc_text_init(&out, sink->arena);
    for (size_t i = 0; i < contract->order_count; i++) {
        const ptcc_c_node *cnode = &contract->nodes[contract->order[i]];

        if (cnode->is_forward && !cnode->is_elsewhere && cnode->declared == NULL)
            ptc_text_str(&out, HOST_FILL(&sink->host, ptcc_template_type_forward,
                                         {"type_id", cnode->type_id}));
    }
    return ptc_text_view(&out);
}

/* What keeps the types of an agent's tool from being defined twice where headers of
 * several agents with that tool are included. */
static ptc_str write_guard(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_text name;

    ptc_text_init(&name, sink->arena);
    ptc_text_cstr(&name, "types_");
    c_write_hash(&name, contract->hash);
    return c_constant(sink->arena, contract->base_id, ptc_text_view(&name));
}

void ptcc_c_tool_types(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    ptc_str guard = write_guard(sink, contract);

    if (ptcc_c_takes_root(contract, &contract->roots[0]))
        return;
    ptcc_pieces_lines(&sink->out, C_JOIN(sink->arena, PTC_STR("#ifndef "), guard,
                                         PTC_STR("\n#define "), guard, PTC_STR("\n\n")));
    ptc_arena_rewind(sink->arena, mark);
    ptcc_c_types(sink, contract);
    ptcc_pieces_paragraph(&sink->out, PTC_STR("#endif"));
}

void ptcc_c_types(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    ptcc_c_emit(sink, mark, write_forwards(sink, contract));
    for (size_t i = 0; i < contract->order_count; i++) {
        uint32_t index = contract->order[i];

        ptcc_c_emit(sink, mark, write_type(sink, contract, index));
        if (contract->nodes[index].is_maybe && contract->nodes[index].declared == NULL)
            ptcc_c_emit(sink, mark, write_maybe(sink, contract, index));
    }
    for (size_t i = 0; i < contract->root_count; i++) {
        const ptcc_c_root *root = &contract->roots[i];

        if (!ptc_str_equal(root->type_id, contract->nodes[root->node].place_id))
            ptcc_c_emit(sink, mark, write_alias(sink, contract, root));
    }
}
