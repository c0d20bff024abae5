/* SPDX-License-Identifier: MIT */
/*
 * Prepares a schema for quick checks: the kind of each node, the keys of fields as JSON
 * spells them, references followed. Nothing here reads texts.
 */
#include "base/base_int.h"
#include "schema/schema_int.h"
#include "walk/glance_int.h"
#include "walk/walk_int.h"

/* --- Literals ---------------------------------------------------------------------- */

/* Whether JSON may spell a text as it is, and no byte of it is where a text ends. */
static bool glance_is_plain_text(ptc_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];

        if (byte < ' ' || byte == '"' || byte == '\\' || byte == '}' || byte == ']')
            return false;
    }
    return text.len < PTC_COUNT_MAX - 3 && ptc_utf8_check(text.ptr, text.len) == text.len;
}

/* Makes a literal of a text, of which the literal keeps no part. */
static void glance_set_literal(ptc_glance_literal *literal, ptc_str text)
{
    unsigned char masks[sizeof literal->masks] = {0};
    unsigned char words[sizeof literal->words] = {0};
    size_t start = text.len < sizeof words ? text.len : sizeof words;

    memset(masks, 0xFF, start);
    memcpy(words, text.ptr, start);
    memcpy(literal->masks, masks, sizeof masks);
    memcpy(literal->words, words, sizeof words);
    literal->text = text.ptr;
    literal->len = (uint32_t)text.len;
}

/* The same of `"text"` and what comes after it; false when refused memory. */
static bool glance_quote(ptc_arena *arena, ptc_glance_literal *literal, ptc_str text,
                         const char *behind)
{
    ptc_text quoted;

    ptc_text_init(&quoted, arena);
    ptc_text_byte(&quoted, '"');
    ptc_text_str(&quoted, text);
    ptc_text_byte(&quoted, '"');
    ptc_text_cstr(&quoted, behind);
    if (!quoted.failed)
        glance_set_literal(literal, ptc_text_view(&quoted));
    return !quoted.failed;
}

/* --- Kinds of nodes ---------------------------------------------------------------- */

/* Sets bounds that are integers, or absent; false when some are not. */
static bool glance_set_bounds(ptc_glance_node *plan, const ptc_interval *interval)
{
    int64_t high = INT64_MAX;

    plan->low = INT64_MIN;
    if (interval != NULL && interval->low.kind != PTC_NIL) {
        if (interval->low.kind != PTC_INT || interval->low.as.integer == INT64_MAX)
            return false;
        plan->low = interval->low.as.integer + (interval->low_open ? 1 : 0);
    }
    if (interval != NULL && interval->high.kind != PTC_NIL) {
        if (interval->high.kind != PTC_INT || interval->high.as.integer == INT64_MIN)
            return false;
        high = interval->high.as.integer - (interval->high_open ? 1 : 0);
    }
    plan->span = (uint64_t)high - (uint64_t)plan->low;
    return plan->low <= high;
}

/* Whether a member of an enum can be recognised by a literal. */
static bool glance_is_short(const ptc_value *member)
{
    return (member->kind == PTC_STRING || member->kind == PTC_KEYWORD) &&
           member->aux <= sizeof(uint64_t[2]) - 2 &&
           glance_is_plain_text(ptc_value_text(member));
}

/* Makes literals of the members of an enum, if that is possible; false when refused
 * memory. */
static bool glance_set_members(ptc_arena *arena, ptc_glance_node *plan)
{
    const ptc_value *members = plan->node->members;
    uint32_t count = plan->node->type == PTC_TYPE_ENUM ? plan->node->count : 1;
    ptc_glance_literal *literals;

    for (uint32_t i = 0; i < count; i++) {
        if (count > PTC_GLANCE_MEMBERS_MAX || !glance_is_short(&members[i]))
            return true;
    }
    literals = ptc_arena_array(arena, count, sizeof *literals);
    for (uint32_t i = 0; literals != NULL && i < count; i++) {
        if (!glance_quote(arena, &literals[i], ptc_value_text(&members[i]), ""))
            return false;
    }
    plan->kind = PTC_GLANCE_MEMBER;
    plan->members = literals;
    plan->count = count;
    return literals != NULL;
}

static bool glance_set_bools(ptc_arena *arena, ptc_glance_node *plan)
{
    ptc_glance_literal *literals = ptc_arena_array(arena, 2, sizeof *literals);

    if (literals == NULL)
        return false;
    glance_set_literal(&literals[0], PTC_STR("true"));
    glance_set_literal(&literals[1], PTC_STR("false"));
    plan->kind = PTC_GLANCE_MEMBER;
    plan->members = literals;
    plan->count = 2;
    return true;
}

static ptc_glance_kind glance_kind_of(ptc_glance_node *plan, const ptc_schema_node *node)
{
    bool has_bounds = glance_set_bounds(plan, node->interval);

    if (node->flags & PTC_NODE_DECODED)
        return PTC_GLANCE_UNKNOWN;
    if (node->flags & PTC_NODE_OTHERS)
        return ptc_type_has_children((ptc_type)node->type) ? PTC_GLANCE_UNKNOWN
                                                           : PTC_GLANCE_VALUE;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_STRING:
        return has_bounds && node->pattern_count == 0 ? PTC_GLANCE_STRING
                                                      : PTC_GLANCE_VALUE;
    case PTC_TYPE_INT:
        return has_bounds ? PTC_GLANCE_INT : PTC_GLANCE_VALUE;
    case PTC_TYPE_FLOAT:
        return node->interval == NULL ? PTC_GLANCE_FLOAT : PTC_GLANCE_VALUE;
    case PTC_TYPE_LIST:
        return has_bounds && (node->flags & PTC_NODE_DISTINCT) == 0 ? PTC_GLANCE_LIST
                                                                    : PTC_GLANCE_UNKNOWN;
    case PTC_TYPE_MAP:
        if (node->count > PTC_GLANCE_FIELDS_MAX)
            return PTC_GLANCE_UNKNOWN;
        return node->count > 0 ? PTC_GLANCE_MAP : PTC_GLANCE_VALUE;
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_NUMBER:
    case PTC_TYPE_KEYWORD:
    case PTC_SPELLED_AND(DECIMAL):
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
        return PTC_GLANCE_VALUE;
    case PTC_TYPE_SET:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_COUNT:
        break;
    }
    return PTC_GLANCE_UNKNOWN;
}

/* Says what a node is, apart from its slot; false when refused memory. */
static bool glance_plan_node(ptc_arena *arena, ptc_glance_node *plan,
                             const ptc_schema_node *node)
{
    plan->node = node;
    plan->count = node->count;
    plan->is_nullable = (node->flags & PTC_NODE_NULLABLE) != 0;
    plan->kind = (uint8_t)glance_kind_of(plan, node);
    if (plan->kind == PTC_GLANCE_UNKNOWN)
        return true;
    if (node->type == PTC_TYPE_ENUM || node->type == PTC_TYPE_CONST)
        return glance_set_members(arena, plan);
    if (node->type == PTC_TYPE_BOOL)
        return glance_set_bools(arena, plan);
    return true;
}

/* --- Fields ------------------------------------------------------------------------ */

const ptc_glance_node ptc_glance_last = {
    .key = {.words = {UINT64_MAX, UINT64_MAX}, .masks = {UINT64_MAX, UINT64_MAX}},
};

/* Gives the fields of a map their keys, bits, and says which must be there. A map with a
 * name that needs escapes is left to the walker, and one with values from the context. */
static bool glance_plan_fields(ptc_arena *arena, ptc_glance_node *map,
                               ptc_glance_node *fields)
{
    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_schema_node *field = fields[i].node;

        if (ptc_walk_is_from_context(field) || !glance_is_plain_text(field->name)) {
            map->kind = PTC_GLANCE_UNKNOWN;
            return true;
        }
        /* Maps that share their fields share the keys. */
        if (fields[i].bit == 0 && !glance_quote(arena, &fields[i].key, field->name, ":"))
            return false;
        fields[i].bit = UINT64_C(1) << i;
        fields[i].next = i + 1 < map->count ? &fields[i + 1] : &ptc_glance_last;
        if (!ptc_schema_is_optional(field))
            map->required |= fields[i].bit;
    }
    return true;
}

/* --- Nodes that are reached -------------------------------------------------------- */

/* A schema may be a small part of a large array: only what its values are checked against
 * is planned. */
typedef struct glance_run {
    const ptc_walker *walker;
    ptc_arena *arena;
    uint32_t *places;  /* of nodes in blocks that are reached, + 1; else 0 */
    uint32_t *reached; /* nodes of the schema, in the order of the plan */
    uint32_t count;
    size_t capacity;
    ptc_glance_node *nodes; /* the plan */
} glance_run;

/* Puts `count` nodes side by side after those that are reached. */
static bool glance_add(glance_run *run, uint32_t first, uint32_t count)
{
    void *reached = run->reached;

    if (!ptc_arena_reserve(run->arena, &reached, &run->capacity, run->count,
                           (size_t)run->count + count, sizeof *run->reached))
        return false;
    run->reached = reached;
    for (uint32_t i = 0; i < count; i++)
        run->reached[run->count++] = first + i;
    return true;
}

/* Gives a block, all children of a node, places, unless it has them. */
static bool glance_reach(glance_run *run, uint32_t first, uint32_t count)
{
    uint32_t place = run->count;

    if (count == 0 || run->places[first] != 0)
        return true;
    if (!glance_add(run, first, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        run->places[first + i] = place + i + 1;
    return true;
}

/* Finds the root and everything below it. A reference leads to the definitions of a
 * registry, which may be above the root, or hold it: the root is in the plan alone, and
 * has no place but in a block that is reached. */
static bool glance_reach_all(glance_run *run, uint32_t root)
{
    const ptc_schema_node *nodes = run->walker->nodes;
    bool is_done = glance_add(run, root, 1);

    for (uint32_t i = 0; is_done && i < run->count; i++) {
        const ptc_schema_node *node = &nodes[run->reached[i]];

        if (node->type == PTC_TYPE_REF)
            node = &nodes[nodes[node->first].parent];
        if (ptc_type_has_children((ptc_type)node->type))
            is_done = glance_reach(run, node->first, node->count);
    }
    return is_done;
}

static ptc_glance_node *glance_at(const glance_run *run, uint32_t index)
{
    return &run->nodes[run->places[index] - 1];
}

/* --- The plan ---------------------------------------------------------------------- */

/* What a reference refers to, in its slot. */
static void glance_follow(const glance_run *run, ptc_glance_node *plan)
{
    const ptc_schema_node *nodes = run->walker->nodes;
    const ptc_schema_node *target = ptc_schema_target(nodes, plan->node);
    ptc_glance_node made = *glance_at(run, (uint32_t)(target - nodes));

    made.key = plan->key;
    made.bit = plan->bit;
    made.next = plan->next;
    made.is_nullable |= plan->is_nullable;
    *plan = made;
}

static bool glance_plan_all(glance_run *run)
{
    for (uint32_t i = 0; i < run->count; i++) {
        const ptc_schema_node *node = &run->walker->nodes[run->reached[i]];

        if (ptc_type_has_children((ptc_type)node->type) && node->count > 0)
            run->nodes[i].child = glance_at(run, node->first);
        if (!glance_plan_node(run->arena, &run->nodes[i], node))
            return false;
    }
    for (uint32_t i = 0; i < run->count; i++) {
        ptc_glance_node *map = &run->nodes[i];

        if (map->kind == PTC_GLANCE_MAP &&
            !glance_plan_fields(run->arena, map, glance_at(run, map->node->first)))
            return false;
    }
    for (uint32_t i = 0; i < run->count; i++) {
        uint8_t type = run->nodes[i].node->type;

        if (type == PTC_TYPE_REF || type == PTC_TYPE_REGISTRY)
            glance_follow(run, &run->nodes[i]);
    }
    return true;
}

/* The plan of what is below `root`; false when refused memory. */
static bool glance_plan(ptc_glance *glance, glance_run *run, uint32_t root)
{
    run->places = ptc_arena_array(run->arena, glance->schema.count, sizeof *run->places);
    if (run->places == NULL || !glance_reach_all(run, root))
        return false;
    run->nodes = ptc_arena_array(run->arena, run->count, sizeof *run->nodes);
    glance->root = run->nodes;
    return run->nodes != NULL && glance_plan_all(run);
}

ptc_status ptc_glance_make(ptc_arena *arena, const ptc_schema *schema,
                           const ptc_walk_options *options, const ptc_glance **out)
{
    const ptc_schema_node *root;
    ptc_walk_options room;
    ptc_glance *glance;
    ptc_walker walker;
    glance_run run = {.walker = &walker, .arena = arena};

    *out = NULL;
    options = ptc_walk_options_view("ptc_glance_make", options, &room);
    if (options == NULL)
        return PTC_ERROR_ARGUMENT;
    glance = ptc_arena_alloc(arena, sizeof *glance);
    if (glance == NULL)
        return PTC_ERROR_MEMORY;
    *glance = (ptc_glance){.schema = *schema, .options = *options};
    glance->options.boundary = PTC_BOUNDARY_JSON;
    root = ptc_walk_start(&walker, schema, &glance->options, NULL);
    if (!glance_plan(glance, &run, (uint32_t)(root - schema->nodes)))
        return PTC_ERROR_MEMORY;
    *out = glance;
    return PTC_OK;
}
