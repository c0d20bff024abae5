/* SPDX-License-Identifier: MIT */
/*
 * Chains before they run: whether the result of an agent can be the context of the next
 * one. Only what can never be is a fault. [subagent 12]
 */
#include "agent/agent_int.h"
#include "agent/plan/plan_int.h"
#include "schema/schema_int.h"

#include <ptc/json.h>

enum {
    CHAIN_DEPTH = 64,       /* levels of types that are compared */
    CHAIN_NODES_MAX = 4096, /* nodes of a type that is compared, written out */
};

/* --- Kinds of values --------------------------------------------------------------- */

enum {
    CHAIN_BOOL = 1,
    CHAIN_INT = 2,
    CHAIN_FLOAT = 4,
    CHAIN_STRING = 8,
    CHAIN_KEYWORD = 16,
    CHAIN_DATETIME = 32,
    CHAIN_LIST = 64,
    CHAIN_SET = 128,
    CHAIN_MAP = 256,
    CHAIN_NIL = 512,
    CHAIN_ALL = 1023,
};

/* A type somewhere in a schema. */
typedef struct chain_type {
    const ptc_schema *schema;
    uint32_t index;
} chain_type;

static const ptc_schema_node *chain_node(chain_type type)
{
    return &type.schema->nodes[type.index];
}

static chain_type chain_child(chain_type type, uint32_t i)
{
    return (chain_type){type.schema, chain_node(type)->first + i};
}

static unsigned chain_kind_of(const ptc_value *value)
{
    switch ((unsigned)value->kind) {
    case PTC_NIL:
        return CHAIN_NIL;
    case PTC_BOOL:
        return CHAIN_BOOL;
    case PTC_INT:
        return CHAIN_INT;
    case PTC_FLOAT:
        return CHAIN_FLOAT;
    case PTC_STRING:
        return CHAIN_STRING;
    case PTC_KEYWORD:
        return CHAIN_KEYWORD;
    default:
        return CHAIN_ALL;
    }
}

static unsigned chain_kinds_of_members(const ptc_schema_node *node)
{
    unsigned kinds = 0;
    uint32_t count = node->type == PTC_TYPE_CONST ? 1 : node->count;

    for (uint32_t i = 0; i < count; i++)
        kinds |= chain_kind_of(&node->members[i]);
    return kinds;
}

static unsigned chain_kinds(chain_type type, unsigned depth);

static unsigned chain_kinds_of_children(chain_type type, unsigned depth)
{
    const ptc_schema_node *node = chain_node(type);
    bool is_and = node->type == PTC_TYPE_AND;
    unsigned kinds = is_and ? CHAIN_ALL : 0;

    for (uint32_t i = 0; i < node->count; i++) {
        unsigned more = chain_kinds(chain_child(type, i), depth - 1);

        kinds = is_and ? kinds & more : kinds | more;
    }
    return kinds;
}

/* The kinds that values of the type may be of; everything where that is not plain. */
static unsigned chain_kinds(chain_type type, unsigned depth)
{
    const ptc_schema_node *node = chain_node(type);

    if (depth == 0)
        return CHAIN_ALL;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_NIL:
        return CHAIN_NIL;
    case PTC_TYPE_BOOL:
        return CHAIN_BOOL;
    case PTC_TYPE_INT:
        return CHAIN_INT;
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return CHAIN_INT | CHAIN_FLOAT;
    case PTC_TYPE_STRING:
        return CHAIN_STRING;
    case PTC_TYPE_KEYWORD:
        return CHAIN_KEYWORD;
    case PTC_TYPE_DATETIME:
        return CHAIN_DATETIME;
    case PTC_TYPE_LIST:
    case PTC_TYPE_TUPLE:
        return CHAIN_LIST;
    case PTC_TYPE_SET:
        return CHAIN_SET;
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_MAP:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_MULTI:
        return CHAIN_MAP;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return chain_kinds_of_members(node);
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
        return chain_kinds_of_children(type, depth);
    case PTC_TYPE_ANY:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_NOT:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        break;
    }
    return CHAIN_ALL;
}

/* With those that coercion makes into one of `kinds`. [validation 4] */
static unsigned chain_coercible(unsigned kinds)
{
    static const unsigned ways[][2] = {
        {CHAIN_BOOL | CHAIN_INT | CHAIN_FLOAT | CHAIN_KEYWORD | CHAIN_DATETIME,
         CHAIN_STRING},
        {CHAIN_FLOAT, CHAIN_INT},
        {CHAIN_STRING, CHAIN_KEYWORD | CHAIN_DATETIME},
        {CHAIN_LIST, CHAIN_SET},
        {CHAIN_SET, CHAIN_LIST},
    };
    unsigned all = kinds;

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (kinds & ways[i][0])
            all |= ways[i][1];
    }
    return all;
}

/* --- Comparing --------------------------------------------------------------------- */

typedef struct chain_check {
    ptc_plan *plan; /* gets the faults */
    ptc_str place;  /* "agent 2 \"drafter\"" */
    ptc_text missing;
} chain_check;

static void chain_write_type(ptc_text *text, chain_type type)
{
    ptc_schema part = *type.schema;

    part.root = type.index;
    ptc_schema_write_prompt(text, PTC_STR(""), &part, PTC_PROMPT_SEED, NULL);
}

static void chain_fault(chain_check *check, const ptc_text *why)
{
    check->plan->failed = check->plan->failed || why->failed;
    ptc_plan_fault(check->plan, "chain_error", "%.*s: %.*s", (int)check->place.len,
                   check->place.ptr, (int)why->len, why->ptr);
}

static void chain_refuse_type(chain_check *check, ptc_str path, chain_type from,
                              chain_type to)
{
    ptc_text text;

    ptc_text_init(&text, check->plan->arena);
    ptc_text_cstr(&text, "Chain mismatch: ");
    ptc_text_str(&text, path);
    ptc_text_cstr(&text, ": expected ");
    chain_write_type(&text, to);
    ptc_text_cstr(&text, ", previous step outputs ");
    chain_write_type(&text, from);
    chain_fault(check, &text);
}

/* The field of a map type, '-' and '_' alike; false when it declares none. */
static bool chain_field(chain_type map, ptc_str name, chain_type *out)
{
    const ptc_schema_node *node = chain_node(map);

    for (uint32_t i = 0; node->type == PTC_TYPE_MAP && i < node->count; i++) {
        *out = chain_child(map, i);
        if (ptc_str_equal_folded(chain_node(*out)->name, name))
            return true;
    }
    return false;
}

static bool chain_is_optional(chain_type field)
{
    return (chain_node(field)->flags & PTC_NODE_NULLABLE) != 0;
}

static void chain_compare(chain_check *check, ptc_str path, chain_type from,
                          chain_type to, unsigned depth);

static ptc_str chain_path(chain_check *check, ptc_str path, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, check->plan->arena);
    ptc_text_str(&text, path);
    if (path.len > 0)
        ptc_text_byte(&text, '.');
    ptc_text_str(&text, name);
    check->plan->failed = check->plan->failed || text.failed;
    return ptc_text_view(&text);
}

static void chain_miss(chain_check *check, ptc_str path)
{
    ptc_text_cstr(&check->missing, check->missing.len > 0 ? ", " : "");
    ptc_json_write_string(&check->missing, path);
}

static void chain_compare_maps(chain_check *check, ptc_str path, chain_type from,
                               chain_type to, unsigned depth)
{
    const ptc_schema_node *node = chain_node(to);

    for (uint32_t i = 0; i < node->count; i++) {
        chain_type field = chain_child(to, i);
        ptc_str inner = chain_path(check, path, chain_node(field)->name);
        chain_type given;

        if (chain_field(from, chain_node(field)->name, &given)) {
            if (chain_is_optional(given) && !chain_is_optional(field))
                ptc_plan_warn(
                    check->plan, "%.*s: %.*s may be nil in the previous step's output",
                    (int)check->place.len, check->place.ptr, (int)inner.len, inner.ptr);
            chain_compare(check, inner, given, field, depth - 1);
        } else if (!chain_is_optional(field)) {
            chain_miss(check, inner);
        }
    }
}

/* Faults what can never be. Recursion is counted. */
static void chain_compare(chain_check *check, ptc_str path, chain_type from,
                          chain_type to, unsigned depth)
{
    unsigned given = chain_kinds(from, CHAIN_DEPTH);
    unsigned taken = chain_coercible(chain_kinds(to, CHAIN_DEPTH));

    if (depth == 0)
        return;
    if ((given & taken) == 0)
        chain_refuse_type(check, path, from, to);
    else if (chain_node(from)->type == PTC_TYPE_MAP &&
             chain_node(to)->type == PTC_TYPE_MAP)
        chain_compare_maps(check, path, from, to, depth);
    else if (chain_node(from)->type == PTC_TYPE_LIST &&
             chain_node(to)->type == PTC_TYPE_LIST)
        chain_compare(check, chain_path(check, path, PTC_STR("[]")), chain_child(from, 0),
                      chain_child(to, 0), depth - 1);
}

/* A result that is no map is the input `result`. */
static void chain_compare_result(chain_check *check, chain_type output, chain_type inputs)
{
    for (uint32_t i = 0; i < chain_node(inputs)->count; i++) {
        chain_type input = chain_child(inputs, i);
        ptc_str name = chain_node(input)->name;

        if (ptc_str_equal(name, PTC_STR("result")))
            chain_compare(check, name, output, input, CHAIN_DEPTH);
        else if (!chain_is_optional(input))
            chain_miss(check, name);
    }
}

/* The parameters of an agent against what its context will be. */
static void chain_compare_agents(chain_check *check, const ptc_schema *from,
                                 const ptc_schema *to)
{
    chain_type output = {from, ptc_schema_root(from)->first + 1};
    chain_type inputs = {to, ptc_schema_root(to)->first};
    ptc_text text;

    ptc_text_init(&check->missing, check->plan->arena);
    if (chain_node(output)->type == PTC_TYPE_MAP)
        chain_compare_maps(check, PTC_STR(""), output, inputs, CHAIN_DEPTH);
    else if ((chain_kinds(output, CHAIN_DEPTH) & CHAIN_MAP) == 0)
        chain_compare_result(check, output, inputs);
    check->plan->failed = check->plan->failed || check->missing.failed;
    if (check->missing.len == 0)
        return;
    ptc_text_init(&text, check->plan->arena);
    ptc_text_cstr(&text, "Chain mismatch: agent requires [");
    ptc_text_str(&text, ptc_text_view(&check->missing));
    ptc_text_cstr(&text, "] but previous step doesn't output them");
    chain_fault(check, &text);
}

/* "agent 2 \"drafter\"" */
static ptc_str chain_place(ptc_plan *plan, size_t number, const char *name)
{
    ptc_text text;

    ptc_text_init(&text, plan->arena);
    ptc_text_cstr(&text, "agent ");
    ptc_text_uint(&text, number);
    if (name != NULL) {
        ptc_text_cstr(&text, " \"");
        ptc_text_cstr(&text, name);
        ptc_text_byte(&text, '"');
    }
    plan->failed = plan->failed || text.failed;
    return ptc_text_view(&text);
}

/* The signature of an agent as a tree, in which comparing takes bounded time; NULL when
 * it has none, or one that is too large to be compared. */
static const ptc_schema *chain_signature(ptc_plan *plan, const ptc_agent *agent)
{
    const ptc_schema *signature = ptc_plan_signature(plan, agent);
    ptc_schema *tree = ptc_arena_array(plan->arena, 1, sizeof *tree);
    ptc_status status = PTC_ERROR_MEMORY;

    if (signature == NULL || ptc_schema_is_tree(signature))
        return signature;
    if (tree != NULL)
        status = ptc_schema_unfold(plan->arena, signature, CHAIN_NODES_MAX, false, tree);
    plan->failed = plan->failed || status == PTC_ERROR_MEMORY;
    return status == PTC_OK ? tree : NULL;
}

ptc_status ptc_agent_check_chain(const ptc_agent *const *agents, size_t count,
                                 ptc_arena *arena, const ptc_agent_fault **faults,
                                 size_t *fault_count)
{
    ptc_plan plan = {.arena = arena};
    const ptc_schema *before = NULL;

    for (size_t i = 0; i < count && !plan.failed; i++) {
        const ptc_schema *signature = chain_signature(&plan, agents[i]);
        chain_check check = {.plan = &plan,
                             .place = chain_place(&plan, i + 1, agents[i]->name)};

        if (before != NULL && signature != NULL)
            chain_compare_agents(&check, before, signature);
        before = signature;
    }
    *faults = plan.faults;
    *fault_count = plan.fault_count;
    if (plan.failed)
        return PTC_ERROR_MEMORY;
    return plan.error_count > 0 ? PTC_ERROR_INVALID : PTC_OK;
}
