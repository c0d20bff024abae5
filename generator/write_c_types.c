/* SPDX-License-Identifier: MIT */
/*
 * C types of a contract: which node becomes what, under which name, and the definitions.
 *
 * Names grow along the schema: parameters of `search` are the struct `search`, its field
 * `options` is `search_options`, an element of `items` below the result is
 * `search_result_items_item`. A copy of a named type of the same file is that type.
 * [emitters 11, build-and-packaging 2.3]
 */
#include "ptcc.h"
#include "templates.h"

/* ORDER C_KIND */
static const struct kind_row {
    const char *type_id; /* NULL: made from the place in the schema */
    const char *reader_id;
} kind_rows[] = {
    [PTCC_C_NONE] = {"", ""},
    [PTCC_C_ANY] = {"ptc_value", "ptc_gen_any"},
    [PTCC_C_ANY_MAP] = {"ptc_value", "ptc_gen_any_map"},
    [PTCC_C_BOOL] = {"bool", "ptc_gen_bool"},
    [PTCC_C_INT] = {"int64_t", "ptc_gen_int"},
    [PTCC_C_FLOAT] = {"double", "ptc_gen_float"},
    [PTCC_C_STRING] = {"ptc_str", "ptc_gen_string"},
    [PTCC_C_KEYWORD] = {"ptc_str", "ptc_gen_keyword"},
    [PTCC_C_DATETIME] = {"ptc_str", "ptc_gen_datetime"},
    [PTCC_C_ENUM] = {NULL, NULL},
    [PTCC_C_LIST] = {NULL, NULL},
    [PTCC_C_STRUCT] = {NULL, NULL},
};

static ptcc_c_kind type_kind(const ptc_schema_node *node)
{
    switch ((ptc_type)node->type) {
    case PTC_TYPE_ANY:
        return PTCC_C_ANY;
    case PTC_TYPE_ANY_MAP:
        return PTCC_C_ANY_MAP;
    case PTC_TYPE_BOOL:
        return PTCC_C_BOOL;
    case PTC_TYPE_INT:
        return PTCC_C_INT;
    case PTC_TYPE_FLOAT:
        return PTCC_C_FLOAT;
    case PTC_TYPE_STRING:
        return PTCC_C_STRING;
    case PTC_TYPE_KEYWORD:
        return PTCC_C_KEYWORD;
    case PTC_TYPE_DATETIME:
        return PTCC_C_DATETIME;
    case PTC_TYPE_ENUM:
        return PTCC_C_ENUM;
    case PTC_TYPE_LIST:
        return PTCC_C_LIST;
    case PTC_TYPE_MAP:
        return node->count ? PTCC_C_STRUCT : PTCC_C_ANY_MAP;
    case PTC_TYPE_NIL:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_SET:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        return PTCC_C_NONE;
    }
    return PTCC_C_NONE;
}

/* --- Names ------------------------------------------------------------------------- */

static ptc_str name_join(ptcc_c_file *file, ptc_str base, const char *suffix)
{
    return c_ident(file->arena, base, ptc_str_of(suffix));
}

/* What longer names are made from: folded, but not yet kept off names that are taken. */
static ptc_str name_base(ptcc_c_file *file, ptc_str base, ptc_str name)
{
    ptc_str id = c_ident(file->arena, base, C_JOIN(file->arena, name, PTC_STR("_")));

    return ptc_str_make(id.ptr, id.len - (id.len > 0));
}

/* Whether one of the contract's functions, texts or roots goes by this name. */
static bool name_is_own(const ptcc_c_contract *contract, ptc_str id)
{
    const ptc_str own[] = {contract->schema_id, contract->nodes_id,
                           contract->signature_id, contract->malli_id,
                           contract->prompt_id};

    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (ptc_str_equal(own[i], id))
            return true;
    }
    for (size_t i = 0; i < contract->root_count; i++) {
        const ptcc_c_root *root = &contract->roots[i];

        if (ptc_str_equal(root->base_id, id) || ptc_str_equal(root->parse_id, id) ||
            ptc_str_equal(root->padded_id, id) || ptc_str_equal(root->explain_id, id))
            return true;
    }
    return false;
}

/* The base of a node below the root: a field steps aside for the contract's own names. */
static ptc_str name_below(ptcc_c_file *file, const ptcc_c_contract *contract,
                          ptc_str base, const ptc_schema_node *node, bool is_item)
{
    ptc_str id = name_base(file, base, is_item ? PTC_STR("item") : node->name);

    return name_is_own(contract, id) ? C_JOIN(file->arena, id, PTC_STR("_")) : id;
}

/* The member of a struct. `has` is the presence bits'; in C++ a member may neither be
 * called like its struct nor like a type of the runtime that another member has. */
static ptc_str name_member(ptcc_c_file *file, const ptcc_c_node *parent,
                           const ptc_schema_node *node)
{
    const ptc_str others[] = {PTC_STR("has"), PTC_STR("ptc_str"), PTC_STR("ptc_value"),
                              PTC_STR("int64_t"), parent->type_id};
    ptc_str id = c_ident(file->arena, PTC_STR(""), node->name);

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (ptc_str_equal(id, others[i]))
            return C_JOIN(file->arena, id, PTC_STR("_"));
    }
    return id;
}

static void name_root(ptcc_c_file *file, ptcc_c_contract *contract, uint32_t node,
                      bool is_result)
{
    const ptc_schema_node *function = ptc_schema_root(&contract->contract->schema);
    bool is_value = contract->contract->is_type || (function->flags & PTC_NODE_BARE);
    ptcc_c_root *root = &contract->roots[contract->root_count++];

    root->node = node;
    root->is_result = is_result;
    /* A contract that is no function is a type, and goes by its own name. */
    root->base_id = is_result && !is_value ? name_join(file, contract->base_id, "result")
                                           : contract->base_id;
    root->type_id = c_global(file->arena, root->base_id, PTC_STR(""));
    root->reader_id = name_join(file, root->base_id, "read");
    root->parse_id = name_join(file, root->base_id, "parse");
    root->padded_id = name_join(file, root->base_id, "parse_padded");
    root->explain_id = name_join(file, root->base_id, "explain");
}

static void name_contract(ptcc_c_file *file, ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *function = ptc_schema_root(schema);
    ptc_span span = contract->contract->span;

    contract->base_id = name_base(file, file->prefix, contract->contract->name);
    if (schema->nodes[function->first].count)
        name_root(file, contract, function->first, false);
    name_root(file, contract, function->first + 1, true);
    contract->nodes_id = name_join(file, contract->base_id, "nodes");
    contract->schema_id = name_join(file, contract->base_id, "schema");
    contract->signature_id = name_join(file, contract->base_id, "signature");
    contract->malli_id = name_join(file, contract->base_id, "malli");
    contract->prompt_id = name_join(file, contract->base_id, "prompt");
    ptcc_c_claim(file, contract->contract, span, contract->nodes_id);
    ptcc_c_claim(file, contract->contract, span, contract->schema_id);
    ptcc_c_claim(file, contract->contract, span, contract->signature_id);
    ptcc_c_claim(file, contract->contract, span, contract->malli_id);
    ptcc_c_claim(file, contract->contract, span, contract->prompt_id);
    for (size_t i = 0; i < contract->root_count; i++) {
        ptcc_c_claim(file, contract->contract, span, contract->roots[i].type_id);
        ptcc_c_claim(file, contract->contract, span, contract->roots[i].parse_id);
        ptcc_c_claim(file, contract->contract, span, contract->roots[i].padded_id);
        ptcc_c_claim(file, contract->contract, span, contract->roots[i].explain_id);
    }
}

/* --- Enums ------------------------------------------------------------------------- */

/* What the constant of a member says: its text, or its number in words that C allows. */
static ptc_str name_word(ptcc_c_file *file, const ptc_value *member)
{
    ptc_text spelled;
    ptc_text word;

    if (member->kind == PTC_STRING || member->kind == PTC_KEYWORD)
        return member->aux ? ptc_value_text(member) : PTC_STR("empty");
    ptc_text_init(&spelled, file->arena);
    ptc_value_write(&spelled, member);
    if (spelled.len == 0 || spelled.ptr[0] != '-')
        return ptc_text_view(&spelled);
    ptc_text_init(&word, file->arena);
    ptc_text_cstr(&word, "minus_");
    ptc_text_bytes(&word, spelled.ptr + 1, spelled.len - 1);
    return ptc_text_view(&word);
}

static bool name_is_among(const ptc_str *names, uint32_t count, ptc_str name)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ptc_str_equal(names[i], name))
            return true;
    }
    return false;
}

/* Constants that meet get `_2`, `_3`, ... in declared order. */
static ptc_str name_numbered(ptcc_c_file *file, const ptc_str *words,
                             const ptc_str *taken, uint32_t count)
{
    ptc_str word = words[count];
    ptc_str name = word;
    uint64_t number = 1;

    for (uint32_t i = 0; i < count; i++)
        number += ptc_str_equal(words[i], word);
    while (number > 1 || name_is_among(taken, count, name)) {
        ptc_text text;

        ptc_text_init(&text, file->arena);
        ptc_text_str(&text, word);
        ptc_text_byte(&text, '_');
        ptc_text_uint(&text, number > 1 ? number : 2);
        name = ptc_text_view(&text);
        if (text.failed || !name_is_among(taken, count, name))
            break;
        number += number > 1 ? 1 : 2;
    }
    return name;
}

static void name_constants(ptcc_c_file *file, const ptcc_c_contract *contract,
                           uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_c_node *named = &contract->nodes[index];
    ptc_str *words = ptc_arena_array(file->arena, node->count, sizeof *words);
    ptc_str *constants = ptc_arena_array(file->arena, node->count, sizeof *constants);

    if (!words || !constants)
        return;
    for (uint32_t i = 0; i < node->count; i++) {
        words[i] =
            c_constant(file->arena, named->base_id, name_word(file, &node->members[i]));
        constants[i] = name_numbered(file, words, constants, i);
        ptcc_c_claim(file, contract->contract, ptcc_c_span(contract, index),
                     constants[i]);
    }
    named->constants = constants;
    named->values_id = name_join(file, named->base_id, "values");
    ptcc_c_claim(file, contract->contract, ptcc_c_span(contract, index),
                 named->values_id);
}

/* --- Nodes ------------------------------------------------------------------------- */

/* The contract of this file that declared the type this node is a copy of, or NULL. */
static const ptcc_c_contract *type_origin(const ptcc_c_file *file,
                                          const ptcc_c_contract *contract,
                                          const ptc_schema_node *node)
{
    ptc_str name = node->extra ? node->extra->named_type : PTC_STR("");

    for (size_t i = 0; name.len && i < file->count; i++) {
        const ptcc_c_contract *other = &file->contracts[i];

        if (other != contract && other->contract->is_type &&
            ptc_str_equal_folded(other->contract->name, name))
            return other;
    }
    return NULL;
}

/* Whether kinds of this sort get a C type of their own. */
static bool kind_is_named(ptcc_c_kind kind)
{
    return kind_rows[kind].type_id == NULL;
}

/* Takes type and reader from the contract that declared them. */
static bool name_copy(const ptcc_c_file *file, const ptcc_c_contract *contract,
                      uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_c_node *named = &contract->nodes[index];
    const ptcc_c_contract *origin = type_origin(file, contract, node);
    const ptcc_c_node *declared;

    if (!origin || !origin->nodes || !kind_is_named(named->kind))
        return false;
    declared = &origin->nodes[origin->roots[0].node];
    named->is_elsewhere = true;
    named->type_id = declared->type_id;
    named->reader_id = declared->reader_id;
    named->constants = declared->constants;
    named->values_id = declared->values_id;
    return true;
}

/* Whether a bound lies where doubles do not tell all integers apart: an integer given for
 * a float is judged as the integer it is. */
bool ptcc_c_needs_exact(const ptc_schema_node *node)
{
    const double limit = 9007199254740992.0;
    const ptc_value *bounds[2];

    if (node->type != PTC_TYPE_FLOAT || !node->interval)
        return false;
    bounds[0] = &node->interval->low;
    bounds[1] = &node->interval->high;
    for (size_t i = 0; i < 2; i++) {
        double bound = bounds[i]->kind == PTC_INT     ? (double)bounds[i]->as.integer
                       : bounds[i]->kind == PTC_FLOAT ? bounds[i]->as.number
                                                      : 0;

        if (!(bound > -limit && bound < limit))
            return true;
    }
    return false;
}

static void name_type(ptcc_c_file *file, ptcc_c_contract *contract, uint32_t index,
                      bool is_root)
{
    const struct kind_row *row = &kind_rows[contract->nodes[index].kind];
    ptcc_c_node *named = &contract->nodes[index];
    ptc_span span = ptcc_c_span(contract, index);
    ptc_str base;

    if (name_copy(file, contract, index))
        return;
    if (!kind_is_named(named->kind)) {
        named->type_id = ptc_str_of(row->type_id);
        named->reader_id = ptc_str_of(row->reader_id);
        named->reads_by_node = named->kind == PTCC_C_ANY_MAP;
        if (ptcc_c_needs_exact(&contract->contract->schema.nodes[index])) {
            named->reader_id = PTC_STR("ptc_gen_float_exact");
            named->reads_by_node = true;
        }
        return;
    }
    /* The root's name is the wrapper's when the whole value may be null. */
    base = is_root && named->is_maybe ? name_join(file, named->base_id, "value")
                                      : named->base_id;
    named->type_id = c_global(file->arena, base, PTC_STR(""));
    named->reader_id = name_join(file, base, "read");
    ptcc_c_claim(file, contract->contract, span, named->reader_id);
    if (!is_root || named->is_maybe)
        ptcc_c_claim(file, contract->contract, span, named->type_id);
    if (named->kind == PTCC_C_ENUM)
        name_constants(file, contract, index);
}

static void name_place(ptcc_c_file *file, ptcc_c_contract *contract, uint32_t index,
                       bool is_root)
{
    ptcc_c_node *named = &contract->nodes[index];

    named->place_id = named->type_id;
    if (!named->is_maybe)
        return;
    named->place_id = is_root || !kind_is_named(named->kind)
                          ? c_global(file->arena, named->base_id, PTC_STR(""))
                          : name_join(file, named->base_id, "or_null");
    if (!is_root)
        ptcc_c_claim(file, contract->contract, ptcc_c_span(contract, index),
                     named->place_id);
}

/* The names below a place follow from the names above it: parents come first. */
static void name_node(ptcc_c_file *file, ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    const ptcc_c_node *parent = &contract->nodes[node->parent];
    ptcc_c_node *named = &contract->nodes[index];
    const ptcc_c_root *root = NULL;

    for (size_t i = 0; i < contract->root_count; i++) {
        if (contract->roots[i].node == index)
            root = &contract->roots[i];
    }
    named->kind = type_kind(node);
    if (named->kind == PTCC_C_NONE)
        return;
    named->is_elsewhere = !root && parent->is_elsewhere;
    if (named->is_elsewhere)
        return;
    named->is_maybe = (node->flags & PTC_NODE_NULLABLE) &&
                      parent->kind != PTCC_C_STRUCT && named->kind != PTCC_C_ANY;
    if (parent->kind == PTCC_C_STRUCT)
        named->member_id = name_member(file, parent, node);
    named->base_id = root ? root->base_id
                          : name_below(file, contract, parent->base_id, node,
                                       parent->kind == PTCC_C_LIST);
    name_type(file, contract, index, root != NULL);
    name_place(file, contract, index, root != NULL);
    if (root && !ptc_str_equal(root->reader_id, named->reader_id))
        ptcc_c_claim(file, contract->contract, ptcc_c_span(contract, index),
                     root->reader_id);
}

/* Two members of one struct may not become the same name. */
static void name_check_members(ptcc_c_file *file, const ptcc_c_contract *contract,
                               uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    uint32_t first = nodes[index].first;

    for (uint32_t i = first; i < first + nodes[index].count; i++) {
        for (uint32_t j = first; j < i; j++) {
            if (!ptc_str_equal(contract->nodes[i].member_id,
                               contract->nodes[j].member_id))
                continue;
            ptcc_c_collision(file, contract->contract, ptcc_c_span(contract, i),
                             contract->contract->source, ptcc_c_span(contract, j),
                             contract->nodes[i].member_id);
        }
    }
}

/* A value as deep as that could never be valid. [signature 3] */
static void check_depth(ptcc_c_file *file, const ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t *depths = ptc_arena_array(file->arena, schema->count, sizeof *depths);

    for (uint32_t i = schema->root + 1; depths && i < schema->count; i++) {
        depths[i] = depths[schema->nodes[i].parent] + 1;
        if (depths[i] != PTC_DEPTH_MAX + 2)
            continue;
        file->diags->source = contract->contract->source;
        ptc_diag_add(file->diags, PTC_DIAG_SIG_TOO_DEEP, ptcc_c_span(contract, i),
                     "nested deeper than %d levels", PTC_DEPTH_MAX);
        return;
    }
}

static void check_node(ptcc_c_file *file, const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptc_span span = ptcc_c_span(contract, index);
    ptc_value fallback;

    file->diags->source = contract->contract->source;
    if (contract->nodes[index].kind == PTCC_C_NONE)
        ptc_diag_add(file->diags, PTC_DIAG_GEN_UNSUPPORTED, span,
                     "the type %s is not written as C yet",
                     ptc_type_word((ptc_type)node->type, true));
    else if (ptc_schema_default(node, &fallback) && !ptcc_c_has_literal(node, &fallback))
        ptc_diag_add(file->diags, PTC_DIAG_GEN_UNSUPPORTED, span,
                     "a default of the type %s is not written as C yet",
                     ptc_type_word((ptc_type)node->type, true));
    if (contract->nodes[index].kind == PTCC_C_STRUCT &&
        !contract->nodes[index].is_elsewhere)
        name_check_members(file, contract, index);
}

void ptcc_c_name_nodes(ptcc_c_file *file, ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;

    contract->nodes =
        ptc_arena_array(file->arena, schema->count, sizeof *contract->nodes);
    if (!contract->nodes)
        return;
    name_contract(file, contract);
    for (uint32_t i = schema->root + 1; i < schema->count; i++)
        name_node(file, contract, i);
    for (uint32_t i = schema->root + 1; i < schema->count; i++)
        check_node(file, contract, i);
    check_depth(file, contract);
}

/* --- Definitions ------------------------------------------------------------------- */

/* The description of a place as a comment in front of it. */
static ptc_str write_note(ptcc_c_file *file, const ptc_schema_node *node, size_t indent)
{
    ptc_str note =
        node->extra ? c_note(file->arena, node->extra->description) : PTC_STR("");

    return host_wrap_comment(&file->host, note, indent);
}

/* The type of a member. Where a member is called like a type of the struct, C++ wants
 * that type with its tag. */
static ptc_str write_member_type(ptcc_c_file *file, const ptcc_c_contract *contract,
                                 const ptc_schema_node *node, uint32_t field)
{
    const ptcc_c_node *named = &contract->nodes[field];
    bool is_enum = named->kind == PTCC_C_ENUM && !named->is_maybe;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (ptc_str_equal(contract->nodes[i].member_id, named->place_id))
            return C_JOIN(file->arena, is_enum ? PTC_STR("enum ") : PTC_STR("struct "),
                          named->place_id);
    }
    return named->place_id;
}

static ptc_str write_struct(ptcc_c_file *file, const ptcc_c_contract *contract,
                            uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    ptcc_model model = host_model(&file->host);
    ptcc_rows fields = host_rows(&file->host);
    ptcc_rows flags = host_rows(&file->host);

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptcc_model field = host_model(&file->host);

        model_str(&field, "note_code", write_note(file, &schema->nodes[i], 4));
        model_str(&field, "type_id", write_member_type(file, contract, node, i));
        model_str(&field, "field_id", contract->nodes[i].member_id);
        rows_add(&fields, &field);
        if (schema->nodes[i].flags & PTC_NODE_NULLABLE) {
            ptcc_model flag = host_model(&file->host);

            model_str(&flag, "flag_id", contract->nodes[i].member_id);
            rows_add(&flags, &flag);
        }
    }
    model_str(&model, "comment_code", ptcc_c_shape(file, schema, index, false));
    model_str(&model, "struct_id", contract->nodes[index].type_id);
    model_rows(&model, "fields", &fields);
    model_flag(&model, "has_flags", flags.count > 0);
    model_rows(&model, "flags", &flags);
    return host_expand(&file->host, &ptcc_template_type_struct, &model);
}

static ptc_str write_enum(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptcc_c_node *named = &contract->nodes[index];
    ptcc_model model = host_model(&file->host);
    ptcc_rows members = host_rows(&file->host);

    for (uint32_t i = 0; named->constants && i < schema->nodes[index].count; i++) {
        ptcc_model member = host_model(&file->host);

        model_str(&member, "constant_id", named->constants[i]);
        rows_add(&members, &member);
    }
    model_str(&model, "comment_code", ptcc_c_shape(file, schema, index, false));
    model_str(&model, "enum_id", named->type_id);
    model_rows(&model, "members", &members);
    model_str(&model, "values_id", named->values_id);
    model_str(&model, "count_lit", c_decimal(file->arena, schema->nodes[index].count));
    return host_expand(&file->host, &ptcc_template_type_enum, &model);
}

static ptc_str write_list(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;

    return HOST_FILL(&file->host, ptcc_template_type_list,
                     {"comment_code", ptcc_c_shape(file, schema, index, false)},
                     {"list_id", contract->nodes[index].type_id},
                     {"item_id", contract->nodes[schema->nodes[index].first].place_id});
}

/* The definition of the node's own type; empty when it needs none. */
static ptc_str write_type(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index)
{
    if (contract->nodes[index].is_elsewhere)
        return PTC_STR("");
    switch (contract->nodes[index].kind) {
    case PTCC_C_ENUM:
        return write_enum(file, contract, index);
    case PTCC_C_LIST:
        return write_list(file, contract, index);
    case PTCC_C_STRUCT:
        return write_struct(file, contract, index);
    case PTCC_C_NONE:
    case PTCC_C_ANY:
    case PTCC_C_ANY_MAP:
    case PTCC_C_BOOL:
    case PTCC_C_INT:
    case PTCC_C_FLOAT:
    case PTCC_C_STRING:
    case PTCC_C_KEYWORD:
    case PTCC_C_DATETIME:
        return PTC_STR("");
    }
    return PTC_STR("");
}

static ptc_str write_maybe(ptcc_c_file *file, const ptcc_c_contract *contract,
                           uint32_t index)
{
    const ptcc_c_node *named = &contract->nodes[index];

    return HOST_FILL(
        &file->host, ptcc_template_type_maybe,
        {"comment_code", ptcc_c_shape(file, &contract->contract->schema, index, true)},
        {"maybe_id", named->place_id}, {"value_id", named->type_id});
}

static ptc_str write_alias(ptcc_c_file *file, const ptcc_c_contract *contract,
                           const ptcc_c_root *root)
{
    return HOST_FILL(&file->host, ptcc_template_type_alias,
                     {"comment_code",
                      ptcc_c_shape(file, &contract->contract->schema, root->node, true)},
                     {"alias_id", root->type_id},
                     {"type_id", contract->nodes[root->node].place_id});
}

static bool is_below_copy(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;

    return contract->nodes[schema->nodes[index].parent].is_elsewhere;
}

ptc_str ptcc_c_types(ptcc_c_file *file, const ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;
    ptc_text out;

    ptc_text_init(&out, file->arena);
    for (size_t i = 0; i < contract->root_count; i++) {
        const ptcc_c_root *root = &contract->roots[i];
        uint32_t node = ptcc_c_first(schema, root->node);

        for (bool more = true; more; node = ptcc_c_next(schema, node)) {
            more = node != root->node;
            ptcc_c_paragraph(&out, write_type(file, contract, node));
            if (contract->nodes[node].is_maybe && !is_below_copy(contract, node))
                ptcc_c_paragraph(&out, write_maybe(file, contract, node));
        }
        if (!ptc_str_equal(root->type_id, contract->nodes[root->node].place_id))
            ptcc_c_paragraph(&out, write_alias(file, contract, root));
    }
    return ptc_text_view(&out);
}
