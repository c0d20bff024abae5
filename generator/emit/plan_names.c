/* SPDX-License-Identifier: MIT */
/*
 * Every identifier of a contract's C.
 *
 * Names grow along the schema: parameters of `search` are the struct `search`, its field
 * `options` is `search_options`, an element of `items` below the result is
 * `search_result_items_item`; definitions of a registry hang on the contract itself. A
 * copy of a named type of the same file is that type. What is declared for the whole file
 * is claimed, and what meets is reported. [emitters 11, build-and-packaging 2.3]
 */
#include "generator/emit/plan.h"
#include "generator/text/c_text.h"

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
            ptc_str_equal(name_join(names, root->base_id, "value_read"), id));
}

/* Whether a root, one of its functions, or its inner value goes by this name. */
static bool name_is_of_root(const ptcc_c_names *names, const ptcc_c_contract *contract,
                            const ptcc_c_root *root, ptc_str id)
{
    if (ptc_str_equal(root->base_id, id))
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
    const ptc_str own[] = {contract->schema_id,        contract->nodes_id,
                           contract->layout_id,        contract->type_id,
                           contract->validators_id,    contract->signature_id,
                           contract->malli_id,         contract->prompt_id,
                           contract->render_prompt_id, contract->tool_id,
                           contract->stub_id,          contract->function_id,
                           names->section->prompt_id,  names->section->render_prompt_id};

    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (ptc_str_equal(own[i], id))
            return true;
    }
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
    const ptc_str others[] = {PTC_STR("has"), PTC_STR("ptc_str"), PTC_STR("ptc_value"),
                              PTC_STR("int64_t"), parent->type_id};
    ptc_str id = c_ident(names->arena, PTC_STR(""), name);

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (ptc_str_equal(id, others[i]))
            return C_JOIN(names->arena, id, PTC_STR("_"));
    }
    return id;
}

/* --- The contract ------------------------------------------------------------------ */

static void name_root(ptcc_c_names *names, ptcc_c_contract *contract, ptcc_c_root *root)
{
    /* A contract that is no function is a type, and goes by its own name. */
    root->base_id = root->is_result && ptcc_c_is_function(contract->contract)
                        ? name_join(names, contract->base_id, "result")
                        : contract->base_id;
    if (contract->role != PTCC_ROLE_CONTRACT && !root->is_result)
        root->base_id = name_join(names, contract->base_id, "input");
    root->type_id = c_global(names->arena, root->base_id, PTC_STR(""));
    root->reader_id = name_join(names, root->base_id, "read");
    for (unsigned i = 0; i < PTCC_FUNCTION_COUNT; i++) {
        if (ptcc_c_is_wanted(names->options, (ptcc_c_function)i))
            root->function_ids[i] =
                name_join(names, root->base_id, ptcc_c_functions[i].suffix);
    }
}

static void claim_contract(ptcc_c_names *names, ptcc_c_contract *contract)
{
    const ptc_str own[] = {
        contract->nodes_id,  contract->layout_id,     contract->type_id,
        contract->schema_id, contract->validators_id, contract->signature_id,
        contract->malli_id,  contract->prompt_id,     contract->render_prompt_id};
    ptc_span span = contract->contract->span;

    /* The types first: where contracts meet, the first name that does is told. */
    for (size_t i = 0; i < contract->root_count; i++)
        ptcc_c_claim(names, contract->contract, span, contract->roots[i].type_id);
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

/* What begins like the runtime's names would redeclare some of them. */
static ptc_str name_contract_base(ptcc_c_names *names, ptc_str name)
{
    ptc_str base = ptcc_c_name_base(names->arena, names->options->prefix, name);
    bool is_ours = base.len >= 3 && memcmp(base.ptr, "ptc", 3) == 0 &&
                   (base.len == 3 || base.ptr[3] == '_');

    return is_ours ? C_JOIN(names->arena, PTC_STR("x_"), base) : base;
}

static void name_contract(ptcc_c_names *names, ptcc_c_contract *contract)
{
    contract->base_id = name_contract_base(names, contract->contract->name);
    for (size_t i = 0; i < contract->root_count; i++)
        name_root(names, contract, &contract->roots[i]);
    contract->nodes_id = name_join(names, contract->base_id, "nodes");
    contract->layout_id = name_join(names, contract->base_id, "layout");
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

/* The word, unless it is taken: names that meet get `_2`, `_3`, ... in declared order.
 * The set remembers for each word the last number given. */
static ptc_str name_numbered(ptcc_c_names *names, ptcc_names *taken, ptc_str word)
{
    bool is_new;
    ptcc_name *entry = ptcc_names_add(taken, word, &is_new);
    ptc_str name = word;
    uint64_t number = entry ? entry->number : 0;

    while (entry && (number > 0 || entry->is_taken) && !names->arena->failed) {
        number = number > 0 ? number + 1 : 2;
        name = C_JOIN(names->arena, word, PTC_STR("_"), c_decimal(names->arena, number));
        entry = ptcc_names_add(taken, name, &is_new);
        if (entry && !entry->is_taken)
            break;
    }
    if (entry)
        entry->is_taken = true;
    entry = ptcc_names_find(taken, word);
    if (entry)
        entry->number = number > 0 ? number : 1;
    return name;
}

static void name_constants(ptcc_c_names *names, const ptcc_c_contract *contract,
                           uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_c_node *named = &contract->nodes[index];
    uint32_t count = ptcc_c_member_count(node);
    ptc_str *constants = ptc_arena_array(names->arena, count, sizeof *constants);
    ptc_arena_mark mark = ptc_arena_place(names->scratch);
    ptcc_names taken;

    ptcc_names_init(&taken, names->scratch);
    for (uint32_t i = 0; constants && i < count; i++) {
        ptc_str word = name_word(names, &node->members[i]);

        constants[i] =
            name_numbered(names, &taken, c_constant(names->arena, named->base_id, word));
        ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index),
                     constants[i]);
    }
    ptc_arena_rewind(names->scratch, mark);
    named->constants = constants;
    named->values_id = name_join(names, named->base_id, "values");
    ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index),
                 named->values_id);
}

/* --- Alternatives ------------------------------------------------------------------- */

/* What an alternative is called: by its own name, else by what it is. */
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
    if (child->extra && child->extra->named_type.len)
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

/* Members and tags of the alternatives of a union, which do not meet. */
static void name_alternatives(ptcc_c_names *names, ptcc_c_contract *contract,
                              uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_c_node *named = &contract->nodes[index];
    ptc_arena_mark mark = ptc_arena_place(names->scratch);
    ptcc_names taken;

    ptcc_names_init(&taken, names->scratch);
    named->part_id = name_join(names, named->base_id, "tag");
    ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index), named->part_id);
    for (uint32_t i = 0; i < node->count; i++) {
        ptcc_c_node *child = &contract->nodes[node->first + i];
        ptc_str word = alternative_word(names, contract, node, node->first + i);
        ptc_str name = name_numbered(names, &taken,
                                     ptcc_c_name_base(names->arena, PTC_STR(""), word));

        child->member_id = name_member(names, named, name);
        child->base_id = name_below(names, contract, named->base_id, name);
        child->tag_id = c_constant(names->arena, named->base_id, name);
        ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, node->first + i),
                     child->tag_id);
    }
    ptc_arena_rewind(names->scratch, mark);
}

/* --- Nodes ------------------------------------------------------------------------- */

/* Takes the names of the same node where its type was declared. */
static void name_copy(ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *named = &contract->nodes[index];
    const ptcc_c_node *declared = &named->origin->nodes[named->origin_node];
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    bool is_below = contract->nodes[node->parent].origin != NULL;

    named->type_id = declared->type_id;
    named->reader_id = declared->reader_id;
    named->constants = declared->constants;
    named->values_id = declared->values_id;
    named->part_id = declared->part_id;
    named->find_id = declared->find_id;
    if (!is_below)
        return;
    named->base_id = declared->base_id;
    named->place_id = declared->place_id;
    named->member_id = declared->member_id;
    named->tag_id = declared->tag_id;
}

/* A type of its own, and its reader. */
static void name_type(ptcc_c_names *names, ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *named = &contract->nodes[index];
    ptc_span span =
        named->is_root ? contract->contract->span : ptcc_c_span(contract, index);
    ptc_str base = named->base_id;

    /* The root's name is the wrapper's when the whole value may be null. */
    if (named->is_root && named->is_maybe)
        base = name_join(names, base, "value");
    named->type_id = c_global(names->arena, base, PTC_STR(""));
    if (!named->is_root || named->is_maybe)
        ptcc_c_claim(names, contract->contract, span, named->type_id);
    if (!named->is_walked && named->is_read) {
        named->reader_id = name_join(names, base, "read");
        ptcc_c_claim(names, contract->contract, span, named->reader_id);
    }
    if (named->kind == PTCC_C_ENUM)
        name_constants(names, contract, index);
    if (named->kind == PTCC_C_UNION)
        name_alternatives(names, contract, index);
    if (named->kind != PTCC_C_ENTRIES)
        return;
    named->part_id = name_join(names, base, "entry");
    ptcc_c_claim(names, contract->contract, span, named->part_id);
    if (ptcc_c_key_is_text(contract, contract->contract->schema.nodes[index].first)) {
        named->find_id = name_join(names, base, "find");
        ptcc_c_claim(names, contract->contract, span, named->find_id);
    }
}

/* What the names of a node and of those below it begin with. */
static void name_node_base(ptcc_c_names *names, ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *nodes = contract->contract->schema.nodes;
    const ptc_schema_node *node = &nodes[index];
    const ptc_schema_node *parent = &nodes[node->parent];
    const ptcc_c_node *above = &contract->nodes[node->parent];
    ptcc_c_node *named = &contract->nodes[index];
    ptc_str name = node->name;
    ptc_str base = above->base_id;

    if (above->kind == PTCC_C_UNION)
        return; /* named with its siblings */
    if (above->kind == PTCC_C_SAME && index == parent->first) {
        named->is_root = above->is_root && !above->is_maybe;
        named->base_id = above->is_root && above->is_maybe
                             ? name_join(names, above->base_id, "value")
                             : above->base_id;
        return;
    }
    if (parent->type == PTC_TYPE_REGISTRY) {
        /* Registries nest, and each may define the same name. */
        base = contract->base_id;
        name = name_numbered(names, &names->definitions,
                             ptcc_c_name_base(names->arena, PTC_STR(""), name));
    } else if (parent->type == PTC_TYPE_LIST || parent->type == PTC_TYPE_SET)
        name = PTC_STR("item");
    else if (parent->type == PTC_TYPE_MAP_OF)
        name = index == parent->first ? PTC_STR("key") : PTC_STR("value");
    else if (parent->type == PTC_TYPE_TUPLE)
        name = c_decimal(names->arena, index - parent->first);
    named->base_id = name_below(names, contract, base, name);
    if (parent->type == PTC_TYPE_TUPLE)
        named->member_id = C_JOIN(names->arena, PTC_STR("_"), name);
    else if (parent->type == PTC_TYPE_MAP_OF)
        named->member_id = name;
    else if (parent->type == PTC_TYPE_MAP)
        named->member_id = name_member(names, above, name);
    if (parent->type != PTC_TYPE_MAP || !ptcc_c_has_accessors(names->options))
        return;
    named->get_id =
        ptcc_c_name_base(names->arena, above->base_id,
                         C_JOIN(names->arena, PTC_STR("get_"), named->member_id));
    ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index), named->get_id);
}

/* Parents come first. */
static void name_node(ptcc_c_names *names, ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *named = &contract->nodes[index];

    if (named->origin &&
        contract->nodes[contract->contract->schema.nodes[index].parent].origin) {
        name_copy(contract, index);
        return;
    }
    if (!named->is_reached)
        return;
    for (size_t i = 0; i < contract->root_count; i++) {
        if (contract->roots[i].node == index) {
            named->is_root = true;
            named->base_id = contract->roots[i].base_id;
        }
    }
    if (named->base_id.len == 0)
        name_node_base(names, contract, index);
    if (named->origin)
        name_copy(contract, index);
    else if (ptcc_c_kind_is_named(named->kind))
        name_type(names, contract, index);
}

/* Types that are another node's, scalars, and the wrappers of places. */
static void name_place(ptcc_c_names *names, ptcc_c_contract *contract, uint32_t index)
{
    ptcc_c_node *named = &contract->nodes[index];
    const ptcc_c_node *owner = &contract->nodes[named->owner];
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];

    if (named->kind == PTCC_C_POINTER)
        owner = &contract->nodes[contract->nodes[node->first].owner];
    if (!named->is_reached && named->origin == NULL)
        return;
    if (!ptcc_c_kind_is_named(owner->kind)) {
        named->type_id = ptc_str_of(ptcc_c_kind_type(owner->kind));
        named->reader_id = ptcc_c_kind_reader(names->arena, names->options, owner->kind);
    } else if (owner != named) {
        named->type_id = owner->type_id;
        named->reader_id = owner->reader_id;
    }
    if (named->is_walked)
        named->reader_id = PTC_STR("");
    if (named->place_id.len)
        return; /* below a copy */
    named->place_id = named->type_id;
    if (!named->is_maybe)
        return;
    named->place_id = named->is_root || !ptcc_c_kind_is_named(owner->kind)
                          ? c_global(names->arena, named->base_id, PTC_STR(""))
                          : name_join(names, named->base_id, "or_null");
    if (!named->is_root)
        ptcc_c_claim(names, contract->contract, ptcc_c_span(contract, index),
                     named->place_id);
}

/* A root that its node's reader does not read gets a reader of its own. */
static void claim_root_reader(ptcc_c_names *names, const ptcc_c_contract *contract,
                              const ptcc_c_root *root)
{
    if (!ptc_str_equal(root->reader_id, contract->nodes[root->node].reader_id))
        ptcc_c_claim(names, contract->contract, contract->contract->span,
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

        if (member && is_new)
            member->span = ptcc_c_span(contract, i);
        else if (member)
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
    uint32_t *depths = ptc_arena_array(names->scratch, schema->count, sizeof *depths);
    bool is_fine = depths != NULL;

    for (uint32_t i = schema->root + 1; is_fine && i < schema->count; i++) {
        depths[i] = depths[schema->nodes[i].parent] + 1;
        is_fine = depths[i] != PTC_DEPTH_MAX + 2;
        if (is_fine)
            continue;
        names->diags->source = contract->contract->source;
        ptc_diag_add(names->diags, PTC_DIAG_SIG_TOO_DEEP, ptcc_c_span(contract, i),
                     "nested deeper than %d levels", PTC_DEPTH_MAX);
    }
    ptc_arena_rewind(names->scratch, mark);
    return is_fine;
}

void ptcc_c_name_nodes(ptcc_c_names *names, ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;

    name_contract(names, contract);
    ptcc_names_init(&names->definitions, names->arena);
    if (!check_depth(names, contract))
        return;
    for (uint32_t i = schema->root + 1; i < schema->count; i++)
        name_node(names, contract, i);
    for (uint32_t i = schema->root + 1; i < schema->count; i++)
        name_place(names, contract, i);
    for (size_t i = 0; i < contract->root_count; i++)
        claim_root_reader(names, contract, &contract->roots[i]);
    for (uint32_t i = schema->root + 1; i < schema->count; i++) {
        if (contract->nodes[i].is_reached && !contract->nodes[i].is_elsewhere &&
            schema->nodes[i].type == PTC_TYPE_MAP)
            name_check_members(names, contract, i);
    }
}
