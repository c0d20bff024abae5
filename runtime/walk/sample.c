/* SPDX-License-Identifier: MIT */
/*
 * Random values that satisfy a schema: see ptc_schema_sample. A value is drawn from the
 * root down. From some level on, and once many values were drawn, every choice is the one
 * with the least value, by heights that are found beforehand; so types that contain
 * themselves come to an end. Whatever is drawn is checked as a whole in the end.
 */
#include "walk/sample_int.h"

enum {
    SAMPLE_ATTEMPTS = 4, /* whole values */
    SAMPLE_SCRATCH_MAX = 64 << 20,
};

/* --- Numbers ----------------------------------------------------------------------- */

/* SplitMix64. */
static uint64_t sample_next(ptc_sample *sample)
{
    uint64_t word = sample->random += UINT64_C(0x9E3779B97F4A7C15);

    word = (word ^ (word >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94D049BB133111EB);
    return word ^ (word >> 31);
}

uint32_t ptc_sample_below(ptc_sample *sample, uint32_t bound)
{
    return (uint32_t)((sample_next(sample) >> 32) * bound >> 32);
}

uint64_t ptc_sample_between(ptc_sample *sample, uint64_t low, uint64_t high)
{
    uint64_t word = sample_next(sample);

    return high - low == UINT64_MAX ? word : low + word % (high - low + 1);
}

/* --- Faults ------------------------------------------------------------------------ */

bool ptc_sample_fault(ptc_sample *sample, const ptc_schema_node *node, const char *fault)
{
    size_t count =
        sample->path_count < SAMPLE_PATH_MAX ? sample->path_count : SAMPLE_PATH_MAX;

    sample->fault = fault;
    sample->fault_node = (uint32_t)(node - sample->schema->nodes);
    sample->fault_path_count = count;
    memcpy(sample->fault_path, sample->path, count * sizeof *sample->path);
    return false;
}

/* "items[0].code: no sample of :email: ..." */
static ptc_str sample_explain(const ptc_sample *sample)
{
    const ptc_schema_node *node = &sample->schema->nodes[sample->fault_node];
    ptc_text text;

    ptc_text_init(&text, sample->arena);
    ptc_path_write(&text, sample->fault_path, sample->fault_path_count);
    ptc_text_cstr(&text, ": there is no sample of :");
    if (node->type == PTC_TYPE_CUSTOM)
        ptc_text_str(&text, node->type_name);
    else
        ptc_text_cstr(&text, ptc_type_word((ptc_type)node->type,
                                           (node->flags & PTC_NODE_MALLI) != 0));
    ptc_text_cstr(&text, ": ");
    ptc_text_cstr(&text, sample->fault);
    return text.failed ? PTC_STR("out of memory") : ptc_text_view(&text);
}

/* Discards what the arena was given since `mark`. */
static void sample_rewind(ptc_sample *sample, ptc_arena_mark mark)
{
    if (sample->arena == sample->scratch.arena)
        sample->pattern_count = 0; /* their tables may be there */
    ptc_arena_rewind(sample->arena, mark);
}

bool ptc_sample_accepts(const ptc_sample *sample, uint32_t index, const ptc_value *value)
{
    ptc_schema whole = *sample->schema;

    whole.root = index;
    return ptc_schema_validate(&whole, value, sample->judge, NULL) == PTC_OK;
}

/* --- Values of no type ------------------------------------------------------------- */

ptc_value ptc_sample_literal(const ptc_sample *sample, const ptc_value *literal)
{
    if (sample->is_json && literal->kind == PTC_KEYWORD)
        return ptc_value_string(ptc_value_text(literal));
    return *literal;
}

static bool sample_scalar(ptc_sample *sample, ptc_value *out)
{
    static const ptc_schema_node number = {.type = PTC_TYPE_NUMBER};

    switch (ptc_sample_below(sample, 6)) {
    case 0:
        *out = ptc_value_nil();
        return true;
    case 1:
        *out = ptc_value_bool(ptc_sample_chance(sample, 50));
        return true;
    case 2:
        return ptc_sample_keyword(sample, out);
    case 3:
        return ptc_sample_text(sample, ptc_sample_below(sample, 12), out);
    default:
        return ptc_sample_number(sample, &number, out);
    }
}

static bool sample_any_map(ptc_sample *sample, ptc_value *out)
{
    ptc_map_entry *entry = ptc_arena_array(sample->arena, 1, sizeof *entry);

    return entry != NULL && ptc_sample_keyword(sample, &entry->key) &&
           sample_scalar(sample, &entry->value) &&
           ptc_map_make(sample->arena, entry, ptc_sample_below(sample, 2), out, NULL) ==
               PTC_OK;
}

static bool sample_any_list(ptc_sample *sample, ptc_value *out)
{
    uint32_t count = ptc_sample_below(sample, 3);
    ptc_value *items = ptc_arena_array(sample->arena, count, sizeof *items);

    for (uint32_t i = 0; items != NULL && i < count; i++) {
        if (!sample_scalar(sample, &items[i]))
            return false;
    }
    *out = ptc_value_vector(items, count);
    return items != NULL;
}

static bool sample_anything(ptc_sample *sample, ptc_value *out)
{
    uint32_t draw = ptc_sample_below(sample, 8);

    if (draw == 0)
        return sample_any_list(sample, out);
    return draw == 1 ? sample_any_map(sample, out) : sample_scalar(sample, out);
}

/* Some of the spellings of schemas. */
static bool sample_malli(ptc_sample *sample, ptc_value *out)
{
    static const char *const words[] = {"int", "string", "boolean", "any", "keyword"};
    static const char *const heads[] = {"vector", "maybe", "set", "or"};
    ptc_value word =
        ptc_sample_name(sample, ptc_str_of(words[ptc_sample_below(sample, 5)]));
    ptc_value *items = ptc_arena_array(sample->arena, 4, sizeof *items);

    if (items == NULL)
        return false;
    items[1] = word;
    switch (ptc_sample_below(sample, 3)) {
    case 0:
        items[0] = word;
        *out = ptc_value_vector(items, 1);
        break;
    case 1:
        items[0] =
            ptc_sample_name(sample, ptc_str_of(heads[ptc_sample_below(sample, 4)]));
        *out = ptc_value_vector(items, 2);
        break;
    default:
        items[0] = ptc_sample_name(sample, PTC_STR("map"));
        items[2] = ptc_sample_name(sample, PTC_STR("field"));
        items[3] = word;
        items[1] = ptc_value_vector(items + 2, 2);
        *out = ptc_value_vector(items, 2);
        break;
    }
    return true;
}

/* --- Choices ----------------------------------------------------------------------- */

/* Whether drawing a value of the conjunct may succeed. */
static bool sample_is_positive(const ptc_sample *sample, const ptc_schema_node *node)
{
    node = ptc_schema_target(sample->schema->nodes, node);
    return node->type != PTC_TYPE_NOT && node->type != PTC_TYPE_NOT_CONST &&
           node->type != PTC_TYPE_ANY && node->type != PTC_TYPE_CUSTOM;
}

/* The conjunct that a value is drawn of: most often the first that says what it is. */
static uint32_t sample_conjunct(ptc_sample *sample, const ptc_schema_node *node)
{
    if (ptc_sample_chance(sample, 25))
        return node->first + ptc_sample_below(sample, node->count);
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (sample_is_positive(sample, &sample->schema->nodes[i]))
            return i;
    }
    return node->first;
}

/* Adapts a value to the conditions on numbers and lists next to it. */
static bool sample_conditions(ptc_sample *sample, const ptc_schema_node *node,
                              uint32_t drawn, ptc_value *out)
{
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const ptc_schema_node *child = &sample->schema->nodes[i];

        if (i == drawn || !ptc_type_is_condition((ptc_type)child->type))
            continue;
        if (!ptc_sample_adapt(sample, child, out))
            return false;
    }
    return true;
}

/* A value of one conjunct; of maps that are open, with what the others want. */
static bool sample_conjunction(ptc_sample *sample, const ptc_schema_node *node,
                               ptc_value *out)
{
    uint32_t drawn = sample_conjunct(sample, node);
    ptc_value other;

    if (!ptc_sample_make(sample, drawn, out) ||
        !sample_conditions(sample, node, drawn, out))
        return false;
    if (out->kind != PTC_MAP || sample->judge->mode == PTC_MODE_STRICT ||
        ptc_sample_chance(sample, 50))
        return true;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (i == drawn || !sample_is_positive(sample, &sample->schema->nodes[i]))
            continue;
        if (!ptc_sample_make(sample, i, &other) ||
            (other.kind == PTC_MAP && !ptc_sample_merge(sample, out, &other, out)))
            return false;
    }
    return true;
}

/* Whether a branch declares the field that the choice goes by: it need not. */
static bool sample_has_field(const ptc_sample *sample, const ptc_schema_node *branch,
                             ptc_str name)
{
    branch = ptc_schema_target(sample->schema->nodes, branch);
    for (uint32_t i = 0; branch->type == PTC_TYPE_MAP && i < branch->count; i++) {
        if (ptc_walk_may_be(&sample->schema->nodes[branch->first + i], name))
            return true;
    }
    return false;
}

/* A value of a branch that says so. */
static bool sample_branch(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    uint32_t index = ptc_sample_is_small(sample)
                         ? ptc_sample_least(sample, node)
                         : node->first + ptc_sample_below(sample, node->count);
    const ptc_schema_node *branch = &sample->schema->nodes[index];
    ptc_map_entry *entry = ptc_arena_array(sample->arena, 1, sizeof *entry);
    ptc_value said;

    if (entry == NULL || !ptc_sample_make(sample, index, out))
        return false;
    if (out->kind != PTC_MAP || (branch->flags & PTC_NODE_OTHERWISE) != 0 ||
        branch->extra->branch.kind == PTC_NIL)
        return true;
    if (sample->judge->mode == PTC_MODE_STRICT &&
        !sample_has_field(sample, branch, node->type_name))
        return true;
    entry->key = ptc_sample_name(sample, node->type_name);
    entry->value = ptc_sample_literal(sample, &branch->extra->branch);
    return ptc_map_make(sample->arena, entry, 1, &said, NULL) == PTC_OK &&
           ptc_sample_merge(sample, &said, out, out);
}

/* Any value, with no relation to the node. */
static bool sample_draw(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    if (node->type == PTC_TYPE_AND)
        return sample_conjunction(sample, node, out);
    if (node->type == PTC_TYPE_MULTI)
        return sample_branch(sample, node, out);
    if (node->type == PTC_TYPE_ONE || node->type == PTC_TYPE_IF)
        return ptc_sample_make(sample,
                               ptc_sample_is_small(sample) &&
                                       ptc_sample_chance(sample, 50)
                                   ? ptc_sample_least(sample, node)
                                   : node->first + ptc_sample_below(sample, node->count),
                               out);
    return sample_anything(sample, out);
}

/* Draws until a value satisfies the node. A node that was given up once is given up for
 * the whole call. */
static bool sample_try(ptc_sample *sample, uint32_t index, const char *fault,
                       ptc_value *out)
{
    const ptc_schema_node *node = &sample->schema->nodes[index];
    ptc_arena_mark mark = ptc_arena_place(sample->arena);
    bool is_drawn = sample->heights[index] == SAMPLE_GIVEN_UP;

    for (unsigned tries = 0;
         sample->heights[index] != SAMPLE_GIVEN_UP && sample->drawn < SAMPLE_VALUES_MAX;
         tries++) {
        if (sample_draw(sample, node, out)) {
            if (ptc_sample_accepts(sample, index, out))
                return true;
            is_drawn = true;
        }
        if (sample->arena->failed)
            return false;
        sample_rewind(sample, mark);
        sample->drawn++;
        if (tries == SAMPLE_TRIES)
            sample->heights[index] = SAMPLE_GIVEN_UP;
    }
    return is_drawn ? ptc_sample_fault(sample, node, fault) : false;
}

/* Whether someone is there to check the values of a registered type. */
static bool sample_has_judge(const ptc_sample *sample, const ptc_schema_node *node)
{
    if (sample->judge->validator_count == PTC_VALIDATORS_LATER)
        return true;
    for (size_t i = 0; i < sample->judge->validator_count; i++) {
        if (ptc_str_equal(sample->judge->validators[i].name, node->type_name))
            return true;
    }
    return false;
}

static bool sample_custom(ptc_sample *sample, uint32_t index, ptc_value *out)
{
    static const char fault[] = "only its validator knows its values";
    const ptc_schema_node *node = &sample->schema->nodes[index];

    if (!sample_has_judge(sample, node))
        return ptc_sample_fault(sample, node, fault);
    return sample_try(sample, index, fault, out);
}

static bool sample_union(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    uint32_t start = ptc_sample_is_small(sample)
                         ? ptc_sample_least(sample, node) - node->first
                         : ptc_sample_below(sample, node->count);

    for (uint32_t i = 0; i < node->count && !sample->arena->failed; i++) {
        if (ptc_sample_make(sample, node->first + (start + i) % node->count, out))
            return true;
    }
    return false;
}

/* --- Types ------------------------------------------------------------------------- */

static bool sample_of(ptc_sample *sample, uint32_t index, ptc_value *out)
{
    const ptc_schema_node *node = &sample->schema->nodes[index];

    switch ((ptc_type)node->type) {
    case PTC_TYPE_ANY:
        return sample_anything(sample, out);
    case PTC_TYPE_NIL:
        *out = ptc_value_nil();
        return true;
    case PTC_TYPE_BOOL:
        *out = ptc_value_bool(ptc_sample_chance(sample, 50));
        return true;
    case PTC_TYPE_INT:
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return ptc_sample_number(sample, node, out);
    case PTC_TYPE_STRING:
        return ptc_sample_string(sample, node, out);
    case PTC_TYPE_KEYWORD:
        return ptc_sample_keyword(sample, out);
    case PTC_TYPE_DATETIME:
        return ptc_sample_datetime(sample, out);
    case PTC_TYPE_DATE:
        return ptc_sample_date(sample, out);
    case PTC_TYPE_DECIMAL:
        return ptc_sample_decimal(sample, node, out);
    case PTC_TYPE_MALLI_SCHEMA:
        return sample_malli(sample, out);
    case PTC_TYPE_ANY_MAP:
        return sample_any_map(sample, out);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        *out = ptc_sample_literal(
            sample, &node->members[node->type == PTC_TYPE_ENUM
                                       ? ptc_sample_below(sample, node->count)
                                       : 0]);
        return true;
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_NOT:
        return sample_try(sample, index, "every value that was drawn is refused", out);
    case PTC_TYPE_CUSTOM:
        return sample_custom(sample, index, out);
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        return ptc_sample_list(sample, node, out);
    case PTC_TYPE_TUPLE:
        return ptc_sample_tuple(sample, node, out);
    case PTC_TYPE_MAP:
        return ptc_sample_map(sample, node, out);
    case PTC_TYPE_MAP_OF:
        return ptc_sample_map_of(sample, node, out);
    case PTC_TYPE_UNION:
        return sample_union(sample, node, out);
    case PTC_TYPE_MULTIPLE:
        return ptc_sample_multiple(sample, node, out);
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_OTHER_ITEMS:
        return ptc_sample_items(sample, node, out);
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
        return ptc_sample_keys(sample, node, out);
    case PTC_TYPE_ONE:
        return sample_try(sample, index,
                          "no value that was drawn satisfies exactly one of its parts",
                          out);
    case PTC_TYPE_IF:
        return sample_try(sample, index,
                          "no value that was drawn satisfies the part that applies to it",
                          out);
    case PTC_TYPE_AND:
        return sample_try(sample, index,
                          "no value that was drawn satisfies all of its parts", out);
    case PTC_TYPE_MULTI:
        return sample_try(sample, index, "no value that was drawn selects its own branch",
                          out);
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
        return ptc_sample_make(sample, node->first, out);
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_COUNT:
        break;
    }
    return ptc_sample_fault(sample, node, "it has no values as data");
}

/* Whether a type that takes nil has it this time. */
static bool sample_is_nil(ptc_sample *sample, const ptc_schema_node *node)
{
    if (!ptc_schema_says_nil(node))
        return false;
    return (ptc_sample_is_small(sample) && ptc_type_has_children((ptc_type)node->type)) ||
           ptc_sample_chance(sample, 12);
}

bool ptc_sample_make(ptc_sample *sample, uint32_t index, ptc_value *out)
{
    const ptc_schema_node *node = &sample->schema->nodes[index];
    bool is_made;

    *out = ptc_value_nil();
    if (sample_is_nil(sample, node))
        return true;
    if (sample->drawn >= SAMPLE_VALUES_MAX)
        return ptc_sample_fault(sample, node, "its values are too large");
    sample->drawn++; /* what is too deep as well, since collections try again */
    if (sample->level >= SAMPLE_LEVELS_MAX)
        return ptc_sample_fault(sample, node, "its values have too many levels");
    sample->level++;
    is_made = sample_of(sample, index, out);
    sample->level--;
    if (sample->arena->failed || sample->scratch.arena->failed)
        return false;
    if (is_made || (node->flags & PTC_NODE_NULLABLE) == 0)
        return is_made;
    *out = ptc_value_nil();
    return true;
}

/* --- The whole --------------------------------------------------------------------- */

/* One attempt; later ones draw less. */
static ptc_status sample_attempt(ptc_sample *sample, uint32_t root, unsigned attempt,
                                 ptc_value *out)
{
    sample->drawn = 0;
    sample->level = 0;
    sample->path_count = 0;
    sample->small_from = 2 + ptc_sample_below(sample, 6);
    if (attempt >= SAMPLE_ATTEMPTS / 2)
        sample->small_from = 0;
    if (!ptc_sample_make(sample, root, out))
        return sample->arena->failed || sample->scratch.arena->failed ? PTC_ERROR_MEMORY
                                                                      : PTC_ERROR_INVALID;
    return ptc_schema_validate(sample->schema, out, sample->judge, NULL);
}

static ptc_status sample_attempts(ptc_sample *sample, uint32_t root, ptc_value *out)
{
    ptc_arena_mark mark = ptc_arena_place(sample->arena);
    ptc_status status = PTC_ERROR_INVALID;

    ptc_sample_fault(sample, &sample->schema->nodes[root],
                     "no value that was drawn satisfies the whole");
    for (unsigned attempt = 0; attempt < SAMPLE_ATTEMPTS; attempt++) {
        status = sample_attempt(sample, root, attempt, out);
        if (status != PTC_ERROR_INVALID)
            break;
        sample_rewind(sample, mark);
    }
    return status;
}

ptc_status ptc_schema_sample(ptc_arena *arena, const ptc_schema *schema,
                             const ptc_walk_options *options, uint64_t seed,
                             uint64_t index, ptc_value *out, ptc_str *why)
{
    ptc_sample sample = {.arena = arena, .schema = schema};
    ptc_walk_options room;
    ptc_walk_options judge;
    ptc_walker walker;
    uint32_t root;
    ptc_status status = PTC_ERROR_MEMORY;

    *out = ptc_value_nil();
    *why = PTC_STR("");
    options = ptc_walk_options_view("ptc_schema_sample", options, &room);
    if (options == NULL)
        return PTC_ERROR_ARGUMENT;
    root = (uint32_t)(ptc_walk_start(&walker, schema, options, NULL) - schema->nodes);
    judge = *options;
    judge.context = &ptc_context_later;
    sample.judge = &judge;
    sample.is_json = walker.is_json;
    sample.random = seed;
    sample.random = sample_next(&sample) ^ index;
    ptc_scratch_begin(&sample.scratch, arena, SAMPLE_SCRATCH_MAX);
    if (ptc_sample_find_heights(&sample)) {
        sample.pattern_mark = ptc_arena_place(sample.scratch.arena);
        status = sample_attempts(&sample, root, out);
    }
    ptc_scratch_end(&sample.scratch);
    if (status == PTC_ERROR_INVALID)
        *why = sample_explain(&sample);
    if (status != PTC_OK)
        *out = ptc_value_nil();
    return status == PTC_ERROR_INVALID && arena->failed ? PTC_ERROR_MEMORY : status;
}
