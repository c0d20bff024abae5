/* SPDX-License-Identifier: MIT */
/*
 * Chooses every identifier of a contract's C.
 *
 * Names grow along the schema: the parameters of `search` are the struct `search`, its
 * field `options` is `search_options`, and an element of `items` in the result is
 * `search_result_items_item`. Names of definitions of a registry begin with the
 * contract's. A use of a declared type is that type.
 *
 * Names at file scope are claimed, and collisions are reported. [emitters 11,
 * build-and-packaging 2.3]
 */
#include "generator/emit/owners.h"
#include "generator/emit/plan.h"
#include "generator/text/c_text.h"
#include "schema/schema_int.h"

/* --- Names ------------------------------------------------------------------------- */

static ptc_str name_join(const ptcc_c_names *names, ptc_str base, const char *suffix)
{
    return c_ident(names->arena, base, ptc_str_of(suffix));
}

/* Whether the id is that of the value inside a root that may be null, or of its reader.
 */
static bool name_is_inner(const ptcc_c_names *names, const ptcc_c_contract *contract,
                          const ptcc_c_root *root, ptc_str id)
{
    return contract->nodes[root->node].is_maybe &&
           (ptc_str_equal(name_join(names, root->base_id, "value"), id) ||
            ptc_str_equal(name_join(names, root->base_id, "value_scan"), id));
}

/* Whether a root, its reader, one of its functions, or its inner value goes by this
 * name. */
static bool name_is_of_root(const ptcc_c_names *names, const ptcc_c_contract *contract,
                            const ptcc_c_root *root, ptc_str id)
{
    if (ptc_str_equal(root->base_id, id) || ptc_str_equal(root->reader_id, id))
        return true;
    for (size_t i = 0; i < PTCC_FUNCTION_COUNT; i++) {
        if (ptc_str_equal(root->function_ids[i], id))
            return true;
    }
    return name_is_inner(names, contract, root, id);
}

/* Whether a function, text or root of the contract or its file goes by this name. */
static bool name_is_own(const ptcc_c_names *names, const ptcc_c_contract *contract,
                        ptc_str id)
{
    const ptc_str own[] = {contract->schema_id,        names->section->nodes_id,
                           names->section->layout_id,  contract->type_id,
                           contract->validators_id,    contract->signature_id,
                           contract->malli_id,         contract->prompt_id,
                           contract->render_prompt_id, contract->tool_id,
                           contract->stub_id,          contract->function_id,
                           names->section->prompt_id,  names->section->render_prompt_id,
                           names->section->tools_id};

    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (ptc_str_equal(own[i], id))
            return true;
    }
    if (ptcc_c_forms_have(&contract->forms, id) ||
        ptcc_c_forms_have(&names->section->forms, id))
        return true;
    for (size_t i = 0; i < contract->root_count; i++) {
        if (name_is_of_root(names, contract, &contract->roots[i], id))
            return true;
    }
    return false;
}

/* A name below `base`: one that the contract needs itself steps aside. */
static ptc_str name_below(ptcc_c_names *names, const ptcc_c_contract *contract,
                          ptc_str base, ptc_str name)
{
    ptc_str id = ptcc_c_name_base(names->arena, base, name);

    return name_is_own(names, contract, id) ? C_JOIN(names->arena, id, PTC_STR("_")) : id;
}

/* A member of a struct or union. `has` is the flags'; in C++ a member may neither be
 * called like its struct nor like a type of the runtime that another member has. */
static ptc_str name_member(ptcc_c_names *names, const ptcc_c_node *parent, ptc_str name)
{
    const ptc_str others[] = {PTC_STR("has"),          PTC_STR("ptc_str"),
                              PTC_STR("ptc_value"),    PTC_STR("int64_t"),
                              PTC_STR("ptc_datetime"), PTC_STR("ptc_date"),
                              PTC_STR("ptc_decimal"),  parent->type_id};
    ptc_str id = c_ident(names->arena, PTC_STR(""), name);

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (ptc_str_equal(id, others[i]))
            return C_JOIN(names->arena, id, PTC_STR("_"));
    }
    return id;
}

/* --- The contract ------------------------------------------------------------------ */

/* Whether the function in C that the contract is of has the name of its arguments. */
static bool name_is_of_prototype(const ptcc_c_contract *contract, ptc_str id)
{
    const ptc_contract_info *info = contract->contract->info;

    return info != NULL && info->prototype != NULL &&
           ptc_str_equal(info->prototype->function, id);
}

static void name_root(ptcc_c_names *names, ptcc_c_contract *contract, ptcc_c_root *root)
{
    /* A contract that is not a function is a type and has its own name, except that of an
     * agent, whose name the agent has. */
    root->base_id = root->is_result && (ptcc_c_is_function(contract->contract) ||
                                        contract->role == PTCC_ROLE_AGENT)
                        ? name_join(names, contract->base_id, "result")
                        : contract->base_id;
    if (contract->role != PTCC_ROLE_CONTRACT && contract->role != PTCC_ROLE_TYPE &&
        !root->is_result)
        root->base_id = name_join(names, contract->base_id, "input");
    if (!root->is_result && name_is_of_prototype(contract, root->base_id))
        root->base_id = name_join(names, contract->base_id, "args");
    root->type_id = c_global(names->arena, root->base_id, PTC_STR(""));
    root->reader_id = name_join(names, root->base_id, "scan");
    /* Headers of the system have one of these: `aio_read`. */
    for (unsigned i = 0; i < PTCC_FUNCTION_COUNT; i++) {
        if (contract->role != PTCC_ROLE_TYPE &&
            ptcc_c_is_wanted(names->options, contract, root, (ptcc_c_function)i))
            root->function_ids[i] = c_global(names->arena, root->base_id,
                                             ptc_str_of(ptcc_c_functions[i].suffix));
    }
}

static void claim_contract(ptcc_c_names *names, ptcc_c_contract *contract)
{
    const ptc_str own[] = {contract->schema_id, contract->signature_id,
                           contract->malli_id, contract->prompt_id,
                           contract->render_prompt_id};
    ptc_span span = contract->contract->span;

    /* The types first: of two contracts alike, the first name that collides is reported.
     */
    for (size_t i = 0; i < contract->root_count; i++) {
        if (!ptcc_c_takes_root(contract, &contract->roots[i]))
            ptcc_c_claim(names, contract->contract, span, contract->roots[i].type_id);
    }
    ptcc_c_claim_private(names, contract->contract, span, contract->type_id);
    ptcc_c_claim_private(names, contract->contract, span, contract->validators_id);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        ptcc_c_claim(names, contract->contract, span, own[i]);
    for (size_t i = 0; i < contract->root_count; i++) {
        const ptcc_c_root *root = &contract->roots[i];

        for (size_t k = 0; k < PTCC_FUNCTION_COUNT; k++) {
            if (root->function_ids[k].len)
                ptcc_c_claim(names, contract->contract, span, root->function_ids[k]);
        }
    }
}

/* Names that begin like the runtime's would redeclare some of them. */
static ptc_str name_contract_base(ptcc_c_names *names, ptc_str name)
{
    ptc_str base = ptcc_c_name_base(names->arena, names->options->prefix, name);
    bool is_ours = base.len >= 3 && memcmp(base.ptr, "ptc", 3) == 0 &&
                   (base.len == 3 || base.ptr[3] == '_');

    return is_ours ? C_JOIN(names->arena, PTC_STR("x_"), base) : base;
}

/* What the names of a contract begin with. Headers that use the same included types can
 * be included together. */
static ptc_str name_base_of(ptcc_c_names *names, const ptcc_c_contract *contract)
{
    bool is_others =
        contract->role == PTCC_ROLE_TYPE ||
        (contract->role == PTCC_ROLE_TOOL && contract->roots[0].declared != NULL);

    return is_others ? ptcc_c_name_base(names->arena, names->section->base_id,
                                        contract->contract->name)
                     : name_contract_base(names, contract->contract->name);
}

static void name_contract(ptcc_c_names *names, ptcc_c_contract *contract)
{
    contract->base_id = name_base_of(names, contract);
    contract->nodes_id = names->section->nodes_id;
    for (size_t i = 0; i < contract->root_count; i++)
        name_root(names, contract, &contract->roots[i]);
    /* The one of these that another header may have: `json_type` of jansson. */
    contract->type_id = c_global(names->arena, contract->base_id, PTC_STR("type"));
    contract->validators_id = name_join(names, contract->base_id, "validators");
    contract->schema_id = name_join(names, contract->base_id, "schema");
    contract->signature_id = name_join(names, contract->base_id, "signature");
    contract->malli_id = name_join(names, contract->base_id, "malli");
    contract->prompt_id = name_join(names, contract->base_id, "prompt");
    contract->render_prompt_id = name_join(names, contract->base_id, "render_prompt");
    claim_contract(names, contract);
    ptcc_c_name_tool(names, contract);
    ptcc_c_name_binding(names, contract);
    ptcc_c_name_forms(names, contract);
}

/* --- Enums ------------------------------------------------------------------------- */

/* What the constant of a member says: its text, or its number in words that C allows. */
static ptc_str name_word(ptcc_c_names *names, const ptc_value *member)
{
    ptc_text spelled;
    ptc_text word;

    if (member->kind == PTC_STRING || member->kind == PTC_KEYWORD)
        return member->aux ? ptc_value_text(member) : PTC_STR("empty");
    ptc_text_init(&spelled, names->arena);
    ptc_value_write(&spelled, member);
    if (spelled.len == 0 || spelled.ptr[0] != '-')
        return ptc_text_view(&spelled);
    ptc_text_init(&word, names->arena);
    ptc_text_cstr(&word, "minus_");
    ptc_text_bytes(&word, spelled.ptr + 1, spelled.len - 1);
    return ptc_text_view(&word);
}

/* The word, unless it is taken: names that collide get `_2`, `_3`, ... in declared order.
 * The set remembers for each word the last number given. */
static ptc_str name_numbered(ptcc_c_names *names, ptcc_names *taken, ptc_str word)
{
    bool is_new;
    ptcc_name *entry = ptcc_names_add(taken, word, &is_new);
    ptc_str name = word;
    uint64_t number = entry != NULL ? entry->number : 0;

    while (entry != NULL && (number > 0 || entry->is_taken) && !names->arena->failed) {
        number = number > 0 ? number + 1 : 2;
        name = C_JOIN(names->arena, word, PTC_STR("_"), c_decimal(names->arena, number));
        entry = ptcc_names_add(taken, name, &is_new);
        if (entry != NULL && !entry->is_taken)
            break;
    }
    if (entry != NULL)
        entry->is_taken = true;
    entry = ptcc_names_find(taken, word);
    if (entry != NULL)
        entry->number = number > 0 ? number : 1;
    return name;
}

/* The constant of 0, which gives way to members of that name. */
static ptc_str name_absent(ptcc_c_names *names, const ptcc_names *taken, ptc_str base)
{
    ptc_str id = c_constant(names->arena, base, PTC_STR("absent"));

    while (!names->arena->failed && (ptcc_names_find(taken, id) != NULL ||
                                     ptcc_names_find(&names->claimed, id) != NULL))
        id = C_JOIN(names->arena, id, PTC_STR("_"));
    return id;
}

static void name_constants(ptcc_c_names *names, const ptcc_c_contract *contract,
                           uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_c_node *cnode = &contract->nodes[index];
    uint32_t count = ptcc_c_member_count(node);
    ptc_str *constants = ptc_arena_array(names->arena, count, sizeof *constants);
    ptc_arena_mark mark = ptc_arena_place(names->scratch);
    ptcc_names taken;

    ptcc_names_init(&taken, names->scratch);
    for (uint32_t i = 0; constants != NULL && i < count; i++) {
        ptc_str word = name_word(names, &node->members[i]);

        constants[i] =
            name_numbered(names, &taken, c_constant(names->arena, cnode->base_id, word));
        ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index),
                     constants[i]);
    }
    cnode->absent_id = name_absent(names, &taken, cnode->base_id);
    ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index),
                 cnode->absent_id);
    ptc_arena_rewind(names->scratch, mark);
    cnode->constants = constants;
    cnode->values_id = name_join(names, cnode->base_id, "values");
    ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index),
                 cnode->values_id);
}

/* --- Alternatives ------------------------------------------------------------------- */

/* The name of an alternative: its own, or one made from its type. */
static ptc_str alternative_word(ptcc_c_names *names, const ptcc_c_contract *contract,
                                const ptc_schema_node *node, uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    const ptc_schema_node *child = &nodes[index];

    if (node->type == PTC_TYPE_MULTI)
        return child->flags & PTC_NODE_OTHERWISE
                   ? PTC_STR("otherwise")
                   : name_word(names, &child->extra->branch);
    if (child->name.len)
        return child->name;
    if (child->extra != NULL && child->extra->named_type.len)
        return child->extra->named_type;
    if (child->type == PTC_TYPE_REF)
        return nodes[child->first].name;
    child = &nodes[contract->nodes[index].owner];
    if (child->type == PTC_TYPE_MAP_OF)
        return PTC_STR("map_of");
    if (child->type == PTC_TYPE_CONST)
        return name_word(names, &child->members[0]);
    if (child->type == PTC_TYPE_CUSTOM)
        return child->type_name;
    if (child->type == PTC_TYPE_NOT_CONST || child->type == PTC_TYPE_NOT)
        return PTC_STR("other");
    return ptc_str_of(ptc_type_word((ptc_type)child->type, false));
}

/* Members and tags of the alternatives of a union, all of them different. */
static void name_alternatives(ptcc_c_names *names, ptcc_c_contract *contract,
                              uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_c_node *cnode = &contract->nodes[index];
    ptc_arena_mark mark = ptc_arena_place(names->scratch);
    ptcc_names taken;

    ptcc_names_init(&taken, names->scratch);
    cnode->part_id = name_join(names, cnode->base_id, "tag");
    ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index), cnode->part_id);
    for (uint32_t i = 0; i < node->count; i++) {
        ptcc_c_node *child = &contract->nodes[node->first + i];
        ptc_str word = alternative_word(names, contract, node, node->first + i);
        ptc_str name = name_numbered(names, &taken,
                                     ptcc_c_name_base(names->arena, PTC_STR(""), word));

        child->member_id = name_member(names, cnode, name);
        child->base_id = name_below(names, contract, cnode->base_id, name);
        child->tag_id = c_constant(names->arena, cnode->base_id, name);
        ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, node->first + i),
                     child->tag_id);
    }
    ptc_arena_rewind(names->scratch, mark);
}

/* --- Nodes ------------------------------------------------------------------------- */

/* Takes the names of the node where its type is declared. */
static void name_use(ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *cnode = &contract->nodes[index];
    const ptcc_c_node *declared = &contract->nodes[cnode->origin_node];

    cnode->type_id = declared->type_id;
    cnode->reader_id = declared->reader_id;
    cnode->constants = declared->constants;
    cnode->values_id = declared->values_id;
    cnode->part_id = declared->part_id;
    cnode->find_id = declared->find_id;
}

/* Its own type, and its reader. */
static void name_type(ptcc_c_names *names, ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *cnode = &contract->nodes[index];
    ptc_span span =
        cnode->is_root ? contract->contract->span : ptcc_c_span(contract, index);
    ptc_str base = cnode->base_id;

    /* The root's name is the wrapper's when the whole value may be null. */
    if (cnode->is_root && cnode->is_maybe)
        base = name_join(names, base, "value");
    cnode->type_id = c_global(names->arena, base, PTC_STR(""));
    if (!cnode->is_root || cnode->is_maybe)
        ptcc_c_claim(names, contract->contract, span, cnode->type_id);
    if (!cnode->is_walked && cnode->is_read) {
        cnode->reader_id = name_join(names, base, "scan");
        ptcc_c_claim_private(names, contract->contract, span, cnode->reader_id);
    }
    if (cnode->kind == PTCC_C_ENUM)
        name_constants(names, contract, index);
    if (cnode->kind == PTCC_C_UNION)
        name_alternatives(names, contract, index);
    if (cnode->kind != PTCC_C_ENTRIES)
        return;
    cnode->part_id = name_join(names, base, "entry");
    ptcc_c_claim(names, contract->contract, span, cnode->part_id);
    if (ptcc_c_key_is_text(contract, contract->contract->schema.nodes[index].first)) {
        cnode->find_id = name_join(names, base, "find");
        ptcc_c_claim(names, contract->contract, span, cnode->find_id);
    }
}

/* What a node is called below its parent. */
static ptc_str node_word(ptcc_c_names *names, const ptc_schema *schema, uint32_t index)
{
    const ptc_schema_node *parent = &schema->nodes[schema->nodes[index].parent];

    if (parent->type == PTC_TYPE_LIST || parent->type == PTC_TYPE_SET)
        return PTC_STR("item");
    if (parent->type == PTC_TYPE_MAP_OF)
        return index == parent->first ? PTC_STR("key") : PTC_STR("value");
    if (parent->type == PTC_TYPE_TUPLE)
        return c_decimal(names->arena, index - parent->first);
    return schema->nodes[index].name;
}

/* Gives the first field of each name its own one, so that numbers avoid it. */
static void name_firsts(ptcc_c_names *names, const ptc_schema_node *nodes,
                        const ptc_schema_node *map)
{
    names->members_of = map;
    ptcc_names_init(&names->members, names->arena);
    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        bool is_new;
        ptcc_name *entry = ptcc_names_add(
            &names->members, ptcc_c_name_base(names->arena, PTC_STR(""), nodes[i].name),
            &is_new);

        if (entry == NULL || !is_new)
            continue;
        entry->is_taken = true;
        entry->node = i;
    }
}

/*
 * What C calls a field that may differ from another only in case, '-' or '_': the later
 * ones get numbers, like constants. The fields of a map come one after the other.
 */
static ptc_str name_twin(ptcc_c_names *names, const ptc_schema_node *nodes,
                         uint32_t index)
{
    const ptc_schema_node *parent = &nodes[nodes[index].parent];
    ptc_str name = ptcc_c_name_base(names->arena, PTC_STR(""), nodes[index].name);
    const ptcc_name *entry;

    if (names->members_of != parent)
        name_firsts(names, nodes, parent);
    entry = ptcc_names_find(&names->members, name);
    return entry != NULL && entry->node == index
               ? name
               : name_numbered(names, &names->members, name);
}

/* The member of a struct or entry, and with --mode=disabled its accessor. */
static void name_node_member(ptcc_c_names *names, ptcc_c_contract *contract,
                             uint32_t index, ptc_str word)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    const ptc_schema_node *parent = &nodes[nodes[index].parent];
    const ptcc_c_node *above = &contract->nodes[nodes[index].parent];
    ptcc_c_node *cnode = &contract->nodes[index];

    if (parent->type == PTC_TYPE_TUPLE)
        cnode->member_id = C_JOIN(names->arena, PTC_STR("_"), word);
    else if (parent->type == PTC_TYPE_MAP_OF)
        cnode->member_id = word;
    else if (parent->type == PTC_TYPE_MAP)
        cnode->member_id = name_member(names, above, word);
    if (parent->type != PTC_TYPE_MAP || !ptcc_c_has_accessors(names->options) ||
        (nodes[index].flags & PTC_NODE_CONTEXT) != 0) /* no value has it */
        return;
    cnode->get_id =
        ptcc_c_name_base(names->arena, above->base_id,
                         C_JOIN(names->arena, PTC_STR("get_"), cnode->member_id));
    ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index), cnode->get_id);
}

/* A definition has the name of its declared type if that contains itself; otherwise its
 * name in the registry. */
static void name_definition(ptcc_c_names *names, ptcc_c_contract *contract,
                            uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    ptc_str word = nodes[index].name;
    ptcc_c_node *cnode = &contract->nodes[index];
    const ptcc_c_contract *type =
        ptc_schema_is_recursive(nodes, &nodes[nodes[index].parent])
            ? ptcc_c_find(names->plan, word)
            : NULL;
    bool is_maybe;

    if (type == NULL || type->root_count == 0) {
        /* Registries nest, and each may define the same name. */
        word = name_numbered(names, &names->definitions,
                             ptcc_c_name_base(names->arena, PTC_STR(""), word));
        cnode->base_id = name_below(names, contract, contract->base_id, word);
        return;
    }
    is_maybe = type->nodes[type->roots[type->root_count - 1].node].is_maybe;
    cnode->is_root = !is_maybe;
    cnode->base_id = name_base_of(names, type);
    if (is_maybe)
        cnode->base_id = name_join(names, cnode->base_id, "value");
}

/* What the names of a node and of those below it begin with. */
static void name_node_base(ptcc_c_names *names, ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *parent = &schema->nodes[schema->nodes[index].parent];
    const ptcc_c_node *above = &contract->nodes[schema->nodes[index].parent];
    ptcc_c_node *cnode = &contract->nodes[index];
    ptc_str word = node_word(names, schema, index);

    if (above->kind == PTCC_C_UNION)
        return; /* named with its siblings */
    if (above->kind == PTCC_C_SAME && index == parent->first) {
        cnode->is_root = above->is_root && !above->is_maybe;
        cnode->base_id = above->is_root && above->is_maybe
                             ? name_join(names, above->base_id, "value")
                             : above->base_id;
        return;
    }
    if (parent->type == PTC_TYPE_REGISTRY) {
        name_definition(names, contract, index);
        return;
    }
    if (parent->type == PTC_TYPE_MAP && (schema->nodes[index].flags & PTC_NODE_EXACT))
        word = name_twin(names, schema->nodes, index);
    cnode->base_id = name_below(names, contract, above->base_id, word);
    name_node_member(names, contract, index, word);
}

/* Parents come first. */
static void name_node(ptcc_c_names *names, ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *cnode = &contract->nodes[index];

    if (!cnode->is_reached)
        return;
    names->is_owned =
        ptcc_c_is_owned(names->options, contract) || cnode->declared != NULL;
    for (size_t i = 0; i < contract->root_count; i++) {
        if (contract->roots[i].node == index) {
            cnode->is_root = true;
            cnode->base_id = contract->roots[i].base_id;
        }
    }
    if (cnode->base_id.len == 0)
        name_node_base(names, contract, index);
    if (cnode->is_elsewhere)
        name_use(contract, index);
    else if (ptcc_c_kind_is_named(cnode->kind))
        name_type(names, contract, index);
}

/* Types that are another node's, scalars, and the wrappers of places. */
static void name_place(ptcc_c_names *names, ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *cnode = &contract->nodes[index];
    const ptcc_c_node *owner = &contract->nodes[cnode->owner];
    const ptc_schema_node *nodes = contract->contract->schema.nodes;

    if (cnode->kind == PTCC_C_POINTER)
        owner = &contract->nodes[contract->nodes[nodes[index].first].owner];
    if (!cnode->is_reached)
        return;
    if (!ptcc_c_kind_is_named(owner->kind)) {
        cnode->type_id = ptc_str_of(ptcc_c_kind_type(owner->kind));
        cnode->reader_id = ptcc_c_kind_reader(names->arena, names->options, owner->kind,
                                              &nodes[owner - contract->nodes]);
    } else if (owner != cnode) {
        cnode->type_id = owner->type_id;
        cnode->reader_id = owner->reader_id;
    }
    if (cnode->is_walked)
        cnode->reader_id = PTC_STR("");
    cnode->place_id = cnode->type_id;
    if (!cnode->is_maybe)
        return;
    cnode->place_id = cnode->is_root || !ptcc_c_kind_is_named(owner->kind)
                          ? c_global(names->arena, cnode->base_id, PTC_STR(""))
                          : name_join(names, cnode->base_id, "or_null");
    names->is_owned =
        ptcc_c_is_owned(names->options, contract) || cnode->declared != NULL;
    if (!cnode->is_root)
        ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index),
                     cnode->place_id);
}

/* A root that its node's reader does not read gets its own reader. */
static void claim_root_reader(ptcc_c_names *names, const ptcc_c_contract *contract,
                              const ptcc_c_root *root)
{
    if (!ptc_str_equal(root->reader_id, contract->nodes[root->node].reader_id))
        ptcc_c_claim_private(names, contract->contract, contract->contract->span,
                             root->reader_id);
}

/* Two members of one struct may not become the same name. */
static void name_check_members(ptcc_c_names *names, const ptcc_c_contract *contract,
                               uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    uint32_t first = nodes[index].first;
    ptc_arena_mark mark = ptc_arena_place(names->scratch);
    ptcc_names members;

    ptcc_names_init(&members, names->scratch);
    for (uint32_t i = first; i < first + nodes[index].count; i++) {
        bool is_new;
        ptc_str id = contract->nodes[i].member_id;
        ptcc_name *member = ptcc_names_add(&members, id, &is_new);

        if (member != NULL && is_new)
            member->span = ptcc_c_span(contract, i);
        else if (member != NULL)
            ptcc_c_collision(names, contract->contract, ptcc_c_span(contract, i),
                             contract->contract->source, member->span, id);
    }
    ptc_arena_rewind(names->scratch, mark);
}

/* A value as deep as that could never be valid; and names are as long as their place is
 * deep. [signature 3] */
static bool check_depth(ptcc_c_names *names, const ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;
    ptc_arena_mark mark = ptc_arena_place(names->scratch);
    uint32_t *depths =
        ptc_arena_array(names->scratch, schema->count - schema->root, sizeof *depths);
    bool is_fine = depths != NULL;

    for (uint32_t i = schema->root + 1; is_fine && i < schema->count; i++) {
        uint32_t depth = depths[schema->nodes[i].parent - schema->root] + 1;

        depths[i - schema->root] = depth;
        is_fine = depth != PTC_DEPTH_MAX + 2;
        if (is_fine)
            continue;
        names->diags->source = contract->contract->source;
        ptc_diag_add(names->diags, PTC_DIAG_SIG_TOO_DEEP, ptcc_c_span(contract, i),
                     "nested deeper than %d levels", PTC_DEPTH_MAX);
    }
    ptc_arena_rewind(names->scratch, mark);
    return is_fine;
}

/* Where a value becomes too large to be a struct. */
static bool check_sizes(ptcc_c_names *names, const ptcc_c_contract *contract)
{
    for (size_t i = 0; i < contract->order_count; i++) {
        uint32_t index = contract->order[i];
        const ptcc_c_node *cnode = &contract->nodes[index];

        if (cnode->size <= PTCC_C_SIZE_MAX)
            continue;
        if (cnode->is_elsewhere || cnode->kind == PTCC_C_SAME)
            return false; /* said of the type */
        names->diags->source = contract->contract->source;
        ptc_diag_hint(names->diags,
                      ptc_diag_add(names->diags, PTC_DIAG_SIG_TOO_LARGE,
                                   ptcc_c_span(contract, index),
                                   "the C struct of this would take more than %u MiB",
                                   (unsigned)(PTCC_C_SIZE_MAX >> 20)),
                      "lists hold their elements elsewhere: [T] takes 16 bytes");
        return false;
    }
    return true;
}

void ptcc_c_name_nodes(ptcc_c_names *names, ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;

    names->is_owned = ptcc_c_is_owned(names->options, contract);
    name_contract(names, contract);
    ptcc_names_init(&names->definitions, names->arena);
    if (!check_depth(names, contract) || !check_sizes(names, contract))
        return;
    for (uint32_t i = schema->root + 1; i < schema->count; i++)
        name_node(names, contract, i);
    ptcc_c_take_names(contract);
    for (uint32_t i = schema->root + 1; i < schema->count; i++)
        name_place(names, contract, i);
    for (size_t i = 0; i < contract->root_count; i++)
        claim_root_reader(names, contract, &contract->roots[i]);
    for (uint32_t i = schema->root + 1; i < schema->count; i++) {
        if (contract->nodes[i].is_reached && !contract->nodes[i].is_elsewhere &&
            contract->nodes[i].kind == PTCC_C_STRUCT &&
            schema->nodes[i].type == PTC_TYPE_MAP)
            name_check_members(names, contract, i);
    }
}
