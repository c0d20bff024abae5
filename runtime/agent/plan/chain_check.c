/* SPDX-License-Identifier: MIT */
/*
 * Chains before they run: whether the result of an agent can be the context of the next
 * one. Only impossible cases are faults. Two types that are used in many places are
 * compared once, and again for each place only as long as that finds faults. Types too
 * large to be compared are named in a warning. [subagent 12]
 */
#include "agent/plan/chain.h"
#include "agent/plan/plan_int.h"
#include "base/base_int.h"
#include "render/render_int.h"

#include <ptc/json.h>

enum {
    CHAIN_STEPS_MAX = 1 << 24, /* names that are compared */
    CHAIN_PAIR_STEPS = 256,    /* additional cost of comparing two types */
    CHAIN_FOUND_MAX = 1000,    /* faults, missing fields and warnings that are reported */
    CHAIN_TYPE_MAX = 200,      /* code points of a type in a fault */
    CHAIN_AGAIN_MAX = 256,     /* times that types with faults are compared again */
};

/* --- Reporting --------------------------------------------------------------------- */

/* Where in the context a type is. */
typedef struct chain_path {
    const struct chain_path *above; /* NULL: a field of the context itself */
    ptc_str name;
} chain_path;

typedef struct chain_check {
    ptc_plan *plan; /* gets the faults */
    ptc_str place;  /* "agent 2 \"drafter\"" */
    ptc_text missing;
    ptc_names pairs; /* compared pairs; not 0: with faults */
    size_t steps;
    size_t found; /* faults, missing fields and warnings */
    size_t again; /* pairs with faults that were compared again */
    bool is_cut;  /* something is too large, or nested too deeply */
} chain_check;

/* "a.b.[]" */
static void chain_write_path(ptc_text *text, const chain_path *path)
{
    ptc_str names[CHAIN_DEPTH + 1];
    size_t count = 0;

    for (; path != NULL && count < CHAIN_DEPTH + 1; path = path->above)
        names[count++] = path->name;
    while (count-- > 0) {
        ptc_text_str(text, names[count]);
        ptc_text_cstr(text, count > 0 ? "." : "");
    }
}

/* The beginning of a type, in one line. */
static void chain_write_type(ptc_text *text, chain_type type)
{
    ptc_schema part = *type.side->schema;
    ptc_scratch scratch;
    ptc_text whole;

    part.root = type.index;
    ptc_scratch_begin(&scratch, text->arena, 0);
    ptc_text_init(&whole, scratch.arena);
    ptc_schema_write_signature(&whole, &part, NULL);
    ptc_show_plain(text, ptc_text_view(&whole), CHAIN_TYPE_MAX);
    text->failed = text->failed || whole.failed;
    ptc_scratch_end(&scratch);
}

static void chain_fault(chain_check *check, const ptc_text *why)
{
    check->plan->failed = check->plan->failed || why->failed;
    ptc_plan_fault(check->plan, "chain_error", "%.*s: %.*s", (int)check->place.len,
                   check->place.ptr, (int)why->len, why->ptr);
    check->found++;
}

static void chain_refuse_type(chain_check *check, const chain_path *path, chain_type from,
                              chain_type to)
{
    ptc_text text;

    ptc_text_init(&text, check->plan->arena);
    ptc_text_cstr(&text, "Chain mismatch: ");
    chain_write_path(&text, path);
    ptc_text_cstr(&text, ": expected ");
    chain_write_type(&text, to);
    ptc_text_cstr(&text, ", previous step outputs ");
    chain_write_type(&text, from);
    chain_fault(check, &text);
}

static void chain_warn_of_nil(chain_check *check, const chain_path *path)
{
    ptc_text text;

    ptc_text_init(&text, check->plan->arena);
    chain_write_path(&text, path);
    check->plan->failed = check->plan->failed || text.failed;
    ptc_plan_warn(check->plan, "%.*s: %.*s may be nil in the previous step's output",
                  (int)check->place.len, check->place.ptr, (int)text.len, text.ptr);
    check->found++;
}

static void chain_warn_of_member(chain_check *check, const chain_path *path,
                                 const ptc_value *member)
{
    ptc_text value;
    ptc_text text;

    ptc_text_init(&value, check->plan->arena);
    ptc_value_write(&value, member);
    ptc_text_init(&text, check->plan->arena);
    chain_write_path(&text, path);
    ptc_text_cstr(&text, " may be ");
    ptc_show_plain(&text, ptc_text_view(&value), CHAIN_TYPE_MAX);
    check->plan->failed = check->plan->failed || text.failed || value.failed;
    ptc_plan_warn(check->plan,
                  "%.*s: %.*s in the previous step's output, which is not allowed here",
                  (int)check->place.len, check->place.ptr, (int)text.len, text.ptr);
    check->found++;
}

static void chain_miss(chain_check *check, const chain_path *path)
{
    ptc_text text;

    ptc_text_init(&text, check->plan->arena);
    chain_write_path(&text, path);
    check->missing.failed = check->missing.failed || text.failed;
    ptc_text_cstr(&check->missing, check->missing.len > 0 ? ", " : "");
    ptc_json_write_string(&check->missing, ptc_text_view(&text));
    check->found++;
}

/* --- Comparing --------------------------------------------------------------------- */

/* Counts the work; false, permanently, when it is too much or enough was found. */
static bool chain_step(chain_check *check, size_t steps)
{
    check->steps += steps;
    check->is_cut = check->is_cut || check->steps > CHAIN_STEPS_MAX ||
                    check->found >= CHAIN_FOUND_MAX;
    return check->steps <= CHAIN_STEPS_MAX && check->found < CHAIN_FOUND_MAX;
}

/* The field of a map type, '-' and '_' alike; false when it declares none. */
static bool chain_field(chain_check *check, chain_type map, ptc_str name, chain_type *out)
{
    const ptc_schema_node *node = chain_node(map);

    for (uint32_t i = 0; node->type == PTC_TYPE_MAP && i < node->count; i++) {
        *out = chain_child(map, i);
        check->steps++;
        if (ptc_str_equal_folded(chain_node(*out)->name, name))
            return true;
    }
    return false;
}

static bool chain_is_optional(chain_type field)
{
    return (chain_node(field)->flags & PTC_NODE_OPTIONAL) != 0;
}

/* Whether `given` may be absent or nil where `field` takes neither. */
static bool chain_may_lack(chain_type given, chain_type field)
{
    unsigned none = chain_node(given)->flags & (PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL);

    if (none == 0 || chain_is_optional(field))
        return false;
    return (none & PTC_NODE_OPTIONAL) != 0 ||
           (chain_node(field)->type != PTC_TYPE_ANY &&
            (chain_node(field)->flags & PTC_NODE_NULLABLE) == 0);
}

static void chain_compare(chain_check *check, const chain_path *path, chain_type from,
                          chain_type to, unsigned depth);

static void chain_compare_maps(chain_check *check, const chain_path *path,
                               chain_type from, chain_type to, unsigned depth)
{
    const ptc_schema_node *node = chain_node(to);

    for (uint32_t i = 0; i < node->count && chain_step(check, 1); i++) {
        chain_type field = chain_child(to, i);
        chain_path inner = {path, chain_node(field)->name};
        chain_type given;

        if (chain_field(check, from, inner.name, &given)) {
            if (chain_may_lack(given, field))
                chain_warn_of_nil(check, &inner);
            chain_compare(check, &inner, given, field, depth - 1);
        } else if (!chain_is_optional(field)) {
            chain_miss(check, &inner);
        }
    }
}

/* Compares the parts of the types. */
static void chain_compare_children(chain_check *check, const chain_path *path,
                                   chain_type from, chain_type to, unsigned depth)
{
    chain_path item = {path, PTC_STR("[]")};

    if (chain_node(to)->type == PTC_TYPE_MAP)
        chain_compare_maps(check, path, from, to, depth);
    else
        chain_compare(check, &item, chain_child(from, 0), chain_child(to, 0), depth - 1);
}

/* The same, unless it would find nothing new. Types that contain themselves are
 * references, which are not followed, so no pair is compared inside its own
 * comparison. */
static void chain_compare_once(chain_check *check, const chain_path *path,
                               chain_type from, chain_type to, unsigned depth)
{
    const uint32_t pair[] = {chain_node(from)->first, chain_node(to)->first};
    ptc_str key = {(const char *)pair, sizeof pair};
    const ptc_name_entry *known = ptc_names_find(&check->pairs, key);
    size_t found = check->found;

    /* Maps without fields have no children to identify them. */
    if (chain_node(from)->count == 0 || chain_node(to)->count == 0) {
        chain_compare_children(check, path, from, to, depth);
        return;
    }
    if (known != NULL && (known->value == 0 || check->again++ >= CHAIN_AGAIN_MAX))
        return;
    if (!chain_step(check, CHAIN_PAIR_STEPS))
        return;
    chain_compare_children(check, path, from, to, depth);
    if (known != NULL)
        return;
    key.ptr = ptc_arena_copy(check->plan->arena, pair, sizeof pair);
    if (key.ptr != NULL)
        ptc_names_add(&check->pairs, key, check->found > found);
}

static uint32_t chain_member_count(chain_type type)
{
    uint8_t kind = chain_node(type)->type;

    if (kind == PTC_TYPE_CONST)
        return 1;
    return kind == PTC_TYPE_ENUM ? chain_node(type)->count : 0;
}

/* Members of an enum that the other one lacks: it is a fault if all do. */
static void chain_compare_members(chain_check *check, const chain_path *path,
                                  chain_type from, chain_type to)
{
    uint32_t count = chain_member_count(from);
    uint32_t missing = 0;
    uint32_t first = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (!chain_step(check, chain_member_count(to)))
            return;
        if (ptc_chain_has_member(chain_node(to), &chain_node(from)->members[i]))
            continue;
        first = missing++ == 0 ? i : first;
    }
    if (missing == count)
        chain_refuse_type(check, path, from, to);
    else if (missing > 0)
        chain_warn_of_member(check, path, &chain_node(from)->members[first]);
}

/* Adds faults for impossible cases. Recursion is counted. */
static void chain_compare(chain_check *check, const chain_path *path, chain_type from,
                          chain_type to, unsigned depth)
{
    unsigned given = ptc_chain_kinds(from, CHAIN_DEPTH);
    unsigned taken = ptc_chain_coercible(ptc_chain_kinds(to, CHAIN_DEPTH));
    uint8_t type = chain_node(to)->type;
    bool has_parts = type == PTC_TYPE_MAP || type == PTC_TYPE_LIST;

    if ((given & taken) == 0)
        chain_refuse_type(check, path, from, to);
    else if (chain_member_count(from) > 0 && chain_member_count(to) > 0)
        chain_compare_members(check, path, from, to);
    else if (has_parts && chain_node(from)->type == type && depth == 0)
        check->is_cut = true;
    else if (has_parts && chain_node(from)->type == type)
        chain_compare_once(check, path, from, to, depth);
}

/* A result that is not a map is the input `result`. */
static void chain_compare_result(chain_check *check, chain_type output, chain_type inputs)
{
    for (uint32_t i = 0; i < chain_node(inputs)->count; i++) {
        chain_type input = chain_child(inputs, i);
        chain_path path = {NULL, chain_node(input)->name};

        if (ptc_str_equal(path.name, PTC_STR("result")))
            chain_compare(check, &path, output, input, CHAIN_DEPTH);
        else if (!chain_is_optional(input))
            chain_miss(check, &path);
    }
}

static void chain_say_missing(chain_check *check)
{
    ptc_text text;

    ptc_text_init(&text, check->plan->arena);
    ptc_text_cstr(&text, "Chain mismatch: agent requires [");
    ptc_text_str(&text, ptc_text_view(&check->missing));
    ptc_text_cstr(&text, "] but previous step doesn't output them");
    chain_fault(check, &text);
}

/* The result of one agent against the parameters of the next. */
static void chain_compare_sides(chain_check *check, chain_type output, chain_type inputs)
{
    if (chain_node(output)->type == PTC_TYPE_MAP)
        chain_compare_maps(check, NULL, output, inputs, CHAIN_DEPTH);
    else if ((ptc_chain_kinds(output, CHAIN_DEPTH) & CHAIN_MAP) == 0)
        chain_compare_result(check, output, inputs);
    check->plan->failed = check->plan->failed || check->missing.failed;
    if (check->missing.len > 0)
        chain_say_missing(check);
    if (check->is_cut)
        ptc_plan_warn(
            check->plan,
            "%.*s: it was not checked whether all of the previous step's output "
            "fits: there are more than %d faults, or the types are too large or nested "
            "deeper than %d levels",
            (int)check->place.len, check->place.ptr, CHAIN_FOUND_MAX, CHAIN_DEPTH);
}

static void chain_compare_agents(chain_check *check, const ptc_schema *from,
                                 const ptc_schema *to)
{
    chain_side sides[2] = {{from, NULL}, {to, NULL}};

    ptc_text_init(&check->missing, check->plan->arena);
    ptc_names_init(&check->pairs, check->plan->arena);
    check->pairs.is_exact = true;
    for (size_t i = 0; i < 2; i++)
        sides[i].kinds = ptc_arena_array(check->plan->arena, sides[i].schema->count,
                                         sizeof *sides[i].kinds);
    if (sides[0].kinds == NULL || sides[1].kinds == NULL) {
        check->plan->failed = true;
        return;
    }
    chain_compare_sides(check, (chain_type){&sides[0], ptc_schema_root(from)->first + 1},
                        (chain_type){&sides[1], ptc_schema_root(to)->first});
}

void ptc_plan_check_link(ptc_plan *plan, ptc_str place, const ptc_schema *before,
                         const ptc_schema *signature)
{
    chain_check check = {.plan = plan, .place = place};

    if (before != NULL && signature != NULL)
        chain_compare_agents(&check, before, signature);
}

ptc_str ptc_plan_link_place(ptc_plan *plan, size_t number, const char *name)
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

ptc_status ptc_agent_check_chain(ptc_arena *arena, const ptc_agent *const *agents,
                                 size_t count, const ptc_agent_fault **faults,
                                 size_t *fault_count)
{
    ptc_plan plan = {.arena = arena};
    const ptc_schema *before = NULL;

    *faults = NULL;
    *fault_count = 0;
    for (size_t i = 0; i < count && !plan.failed; i++) {
        const ptc_schema *signature;
        ptc_agent agent;

        if (!ptc_agent_take("ptc_agent_check_chain", agents[i], &agent))
            return PTC_ERROR_ARGUMENT;
        signature = ptc_plan_signature(&plan, &agent);
        ptc_plan_check_link(&plan, ptc_plan_link_place(&plan, i + 1, agent.name), before,
                            signature);
        before = signature;
    }
    *faults = plan.faults;
    *fault_count = plan.fault_count;
    if (plan.failed)
        return PTC_ERROR_MEMORY;
    return plan.error_count > 0 ? PTC_ERROR_INVALID : PTC_OK;
}
