/* SPDX-License-Identifier: MIT */
/*
 * What holds for every schema, on thousands of random ones: normal form is what
 * <ptc/schema.h> says and stays when taken again; canonical text reads back as an equal
 * schema and is a fixed point. A failure prints the seed and a shrunk case.
 * [signature 9, validation 12]
 */
#include <criterion/criterion.h>

#include "declared.h"
#include "random_schema.h"
#include "render/render_int.h"
#include "schema/schema_int.h"

#define SCHEMAS 6000

/* --- Normal form -------------------------------------------------------------------- */

static const char *check_interval(const ptc_schema_node *node)
{
    const ptc_interval *interval = node->interval;
    bool is_value = node->type == PTC_TYPE_INT || node->type == PTC_TYPE_FLOAT ||
                    node->type == PTC_TYPE_NUMBER || node->type == PTC_TYPE_DECIMAL;
    bool wants_int = node->type == PTC_TYPE_INT || !is_value;

    if (interval->low.kind == PTC_NIL && interval->high.kind == PTC_NIL)
        return "an interval without bounds";
    if (wants_int &&
        (interval->low.kind == PTC_FLOAT || interval->high.kind == PTC_FLOAT))
        return "a float bound of ints";
    if (!is_value && (interval->low_open || interval->high_open))
        return "an open bound of a count";
    if (!is_value && interval->low.kind == PTC_INT && interval->low.as.integer < 0)
        return "a negative count";
    return NULL;
}

static const char *check_union(const ptc_schema *schema, const ptc_schema_node *node)
{
    for (uint32_t i = 0; i < node->count; i++) {
        ptc_schema a = {schema->nodes, node->first + i, schema->count};
        const ptc_schema_node *part = ptc_schema_root(&a);

        if (part->type == PTC_TYPE_NIL || (part->flags & PTC_NODE_NULLABLE))
            return "a nil alternative";
        if (part->type == PTC_TYPE_UNION &&
            !((part->flags | node->flags) & PTC_NODE_NAMED))
            return "a union in a union";
        for (uint32_t k = 0; k < i; k++) {
            ptc_schema b = {schema->nodes, node->first + k, schema->count};

            if (ptc_schema_equal(&a, &b))
                return "two equal alternatives";
        }
    }
    return node->count < 2 ? "a union of one" : NULL;
}

static bool is_of_others(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_OTHER_KEYS || node->type == PTC_TYPE_OTHER_ITEMS;
}

/* Whether what is next to the conjuncts matters to them. */
static bool has_others(const ptc_schema *schema, const ptc_schema_node *node)
{
    for (uint32_t i = 0; i < node->count; i++) {
        if (is_of_others(&schema->nodes[node->first + i]))
            return true;
    }
    return false;
}

static const char *check_and(const ptc_schema *schema, const ptc_schema_node *node)
{
    unsigned numbers = 0;
    unsigned decimals = 0;
    unsigned texts = 0;

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *part = &schema->nodes[node->first + i];

        if ((part->type == PTC_TYPE_AND && !has_others(schema, part)) ||
            part->type == PTC_TYPE_ANY)
            return "an idle conjunct";
        if ((node->flags & PTC_NODE_NULLABLE) && (part->flags & PTC_NODE_NULLABLE))
            return "nullable twice";
        numbers += part->type == PTC_TYPE_INT || part->type == PTC_TYPE_FLOAT ||
                   part->type == PTC_TYPE_NUMBER;
        decimals += part->type == PTC_TYPE_DECIMAL;
        texts += part->type == PTC_TYPE_STRING;
    }
    if (numbers > 1 || decimals > 1 || texts > 1)
        return "scalars that were not folded";
    return node->count < 2 ? "a conjunction of one" : NULL;
}

static const char *check_enum(const ptc_schema_node *node)
{
    for (uint32_t i = 0; i < node->count; i++) {
        if (node->members[i].kind == PTC_NIL)
            return "a nil member";
        for (uint32_t k = 0; k < i; k++) {
            if (ptc_value_same(&node->members[i], &node->members[k]))
                return "two equal members";
        }
    }
    return node->count == 0 ? "an enum without members" : NULL;
}

static const char *check_type(const ptc_schema *schema, const ptc_schema_node *node)
{
    if (node->interval != NULL && check_interval(node) != NULL)
        return check_interval(node);
    switch (node->type) {
    case PTC_TYPE_UNION:
        return check_union(schema, node);
    case PTC_TYPE_AND:
        return check_and(schema, node);
    case PTC_TYPE_ENUM:
        return check_enum(node);
    case PTC_TYPE_CONST:
        return node->members[0].kind == PTC_NIL ? "a nil constant" : NULL;
    case PTC_TYPE_MAP_OF:
        return node->interval == NULL &&
                       schema->nodes[node->first].type == PTC_TYPE_KEYWORD &&
                       !(schema->nodes[node->first].flags & PTC_NODE_NULLABLE) &&
                       schema->nodes[node->first + 1].type == PTC_TYPE_ANY
                   ? "any map as map-of"
                   : NULL;
    default:
        return NULL;
    }
}

/* Children side by side after their parents, in breadth-first order. */
static const char *check_layout(const ptc_schema *schema)
{
    uint32_t next = 1;

    if (schema->root != 0 || schema->nodes[0].parent != 0)
        return "a root that is not first";
    for (uint32_t i = 0; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];

        if (node->type == PTC_TYPE_REF && node->first >= schema->count)
            return "a reference out of the schema";
        if (node->type == PTC_TYPE_REF &&
            schema->nodes[schema->nodes[node->first].parent].type != PTC_TYPE_REGISTRY)
            return "a reference to no definition";
        if (node->type < PTC_TYPE_LIST || node->type == PTC_TYPE_REF)
            continue;
        if (node->first != next)
            return "children out of order";
        for (uint32_t k = 0; k < node->count; k++) {
            if (schema->nodes[next + k].parent != i)
                return "a child that does not know its parent";
        }
        next += node->count;
    }
    return next == schema->count ? NULL : "nodes that nobody has";
}

/* What is not in normal form, or NULL. */
static const char *check_normal(const ptc_schema *schema)
{
    const char *fault = check_layout(schema);
    ptc_value value;

    for (uint32_t i = 0; i < schema->count && fault == NULL; i++) {
        const ptc_schema_node *node = &schema->nodes[i];
        bool is_field = i > 0 && schema->nodes[node->parent].type == PTC_TYPE_MAP;
        bool is_private = is_field && node->name.len > 0 && node->name.ptr[0] == '_';

        fault = check_type(schema, node);
        if ((node->type == PTC_TYPE_NIL || node->type == PTC_TYPE_ANY) &&
            (node->flags & PTC_NODE_NULLABLE))
            fault = "nil or any marked nullable";
        if ((node->flags & PTC_NODE_OPTIONAL) && !is_field)
            fault = "what is no field marked optional";
        if (ptc_schema_default(node, &value) &&
            (!is_field || !(node->flags & PTC_NODE_OPTIONAL)))
            fault = "a default out of place";
        if ((node->flags & PTC_NODE_OTHERS) && !is_field &&
            (node->flags & PTC_NODE_NULLABLE))
            fault = "what accepts others is marked nullable";
        if ((node->flags & PTC_NODE_FIREWALLED) && !is_private)
            fault = "a wrong firewall mark";
    }
    return fault;
}

/* --- Round trips -------------------------------------------------------------------- */

typedef struct trip {
    ptc_arena arena; /* of one case, reset between cases */
    ptc_text text;
    ptc_text again;
    const char *fault;
} trip;

static void read_back(trip *t, bool is_malli, ptc_schema *out)
{
    ptc_source source = {PTC_STR("test"), ptc_text_view(&t->text)};
    ptc_read_options options = {0};
    ptc_diags diags;
    ptc_status status;

    options.struct_size = sizeof options;
    options.types = &random_type_names;
    ptc_diags_init(&diags, &t->arena);
    diags.source = &source;
    status = is_malli ? ptc_malli_read(&t->arena, &source, &options, &diags, out)
                      : ptc_signature_read(&t->arena, &source, &options, &diags, out);
    if (status == PTC_OK)
        return;
    t->fault = diags.count > 0 ? test_cstr(diags.items[0].message) : "not read";
}

static void write_schema(ptc_text *text, trip *t, bool is_malli, const ptc_schema *schema)
{
    ptc_render_options options = {0};

    options.struct_size = sizeof options;
    options.malli_names = true;
    ptc_text_init(text, &t->arena);
    if (is_malli)
        ptc_schema_write_malli(text, schema, &options);
    else
        ptc_schema_write_signature(text, schema, &options);
}

static ptc_str description_of(const ptc_schema_node *node)
{
    return node->extra != NULL ? node->extra->description : PTC_STR("");
}

/* Whether equal schemas have the same words; those of parameters as a whole have no place
 * in Malli. */
static bool says_the_same(const ptc_schema *a, const ptc_schema *b)
{
    for (uint32_t i = a->root; i < a->count; i++) {
        const ptc_schema_node *node = &a->nodes[i];
        bool is_parameters = i > a->root &&
                             a->nodes[node->parent].type == PTC_TYPE_FUNCTION &&
                             a->nodes[node->parent].first == i;

        if (!is_parameters &&
            !ptc_str_equal(description_of(node), description_of(&b->nodes[i])))
            return false;
    }
    return true;
}

/* Whether two schemas are the same signature to the letter. */
static bool is_written_alike(trip *t, const ptc_schema *a, const ptc_schema *b)
{
    ptc_text texts[2];

    write_schema(&texts[0], t, false, a);
    write_schema(&texts[1], t, false, b);
    return ptc_str_equal(ptc_text_view(&texts[0]), ptc_text_view(&texts[1]));
}

static bool trip_fails(const ptc_schema *schema, trip *t, bool is_malli)
{
    ptc_schema back;

    t->fault = NULL;
    ptc_text_init(&t->again, &t->arena);
    write_schema(&t->text, t, is_malli, schema);
    read_back(t, is_malli, &back);
    if (t->fault != NULL)
        return true;
    if (!ptc_schema_equal(schema, &back))
        t->fault = "not equal";
    else if (ptc_schema_hash(schema) != ptc_schema_hash(&back))
        t->fault = "hashes differ";
    else if (check_normal(&back) != NULL)
        t->fault = check_normal(&back);
    else if (is_malli && !says_the_same(schema, &back))
        t->fault = "another description";
    if (t->fault == NULL && is_malli && !is_written_alike(t, schema, &back))
        t->fault = "signatures differ";
    write_schema(&t->again, t, is_malli, &back);
    if (t->fault == NULL && !is_malli &&
        !ptc_str_equal(ptc_text_view(&t->text), ptc_text_view(&t->again)))
        t->fault = "canonical text is no fixed point";
    return t->fault != NULL;
}

static bool signature_fails(const ptc_schema *schema, void *user)
{
    return trip_fails(schema, user, false);
}

static bool malli_fails(const ptc_schema *schema, void *user)
{
    return trip_fails(schema, user, true);
}

/* Without names of parameters, except for functions with defaults, which are written
 * whole.
 */
static bool nameless_malli_fails(const ptc_schema *schema, void *user)
{
    trip *t = user;
    ptc_schema back;

    t->fault = NULL;
    ptc_text_init(&t->text, &t->arena);
    ptc_text_init(&t->again, &t->arena);
    if (!ptc_schema_names_malli(schema))
        return false;
    ptc_schema_write_malli(&t->text, schema, NULL);
    read_back(t, true, &back);
    if (t->fault == NULL && !ptc_schema_equal(schema, &back))
        t->fault = "not equal";
    return t->fault != NULL;
}

/* Whether the prompt line of a contract leaves something out. */
static bool prompt_is_lossy(const ptc_schema *schema, ptc_str lines)
{
    ptc_value value;

    for (uint32_t i = schema->root; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];
        bool is_field = i > 0 && schema->nodes[node->parent].type == PTC_TYPE_MAP;

        if ((is_field &&
             (node->name.len == 0 ||
              ptc_schema_absence(schema->nodes, node) != PTC_ABSENCE_AS_NIL)) ||
            (ptc_schema_default(node, &value) &&
             !ptc_schema_says_default(schema, i, true, &value)))
            return true;
    }
    return strstr(lines.ptr, " format: ") != NULL;
}

/* Whether a contract has facts of JSON Schema, which prompts leave out. */
static bool prompt_has_facts(const ptc_schema *schema)
{
    for (uint32_t i = 0; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];
        bool is_field = i > 0 && schema->nodes[node->parent].type == PTC_TYPE_MAP;

        if ((node->flags & (PTC_NODE_INTEGRAL | PTC_NODE_OTHERS | PTC_NODE_CASTS)) ||
            (node->type == PTC_TYPE_LIST && (node->flags & PTC_NODE_OPEN)) ||
            (is_field && node->name.len > 0 && node->name.ptr[0] == '_' &&
             !(node->flags & PTC_NODE_FIREWALLED)))
            return true;
    }
    return false;
}

/* The tool line of a prompt is a signature, where it says all. */
static bool prompt_fails(const ptc_schema *schema, void *user)
{
    trip *t = user;
    ptc_schema back;
    size_t end = 0;

    t->fault = NULL;
    ptc_text_init(&t->again, &t->arena);
    ptc_text_init(&t->text, &t->arena);
    ptc_schema_write_prompt(&t->text, PTC_STR("f"), schema, PTC_PROMPT_SEED, NULL);
    ptc_text_byte(&t->text, '\0');
    if (prompt_has_facts(schema) || prompt_is_lossy(schema, ptc_text_view(&t->text)))
        return false;
    while (t->text.ptr[end] != '\n')
        end++;
    t->text.ptr[0] = ' '; /* the name */
    t->text.len = end;
    read_back(t, false, &back);
    if (t->fault == NULL && !ptc_schema_equal(schema, &back))
        t->fault = "not equal";
    return t->fault != NULL;
}

static bool redraft_fails(const ptc_schema *schema, void *user)
{
    trip *t = user;
    ptc_schema again;

    write_schema(&t->text, t, true, schema);
    ptc_text_init(&t->again, &t->arena);
    t->fault = check_normal(schema);
    if (t->fault == NULL && !redraft_schema(&t->arena, schema, &again))
        t->fault = "refused when drafted again";
    else if (t->fault == NULL && !ptc_schema_equal(schema, &again))
        t->fault = "normal form is no fixed point";
    return t->fault != NULL;
}

/* Whether all that a copy leads to is in it, children after their parents. */
static bool is_whole(const ptc_schema *copy)
{
    for (uint32_t i = copy->root; i < copy->count; i++) {
        const ptc_schema_node *node = &copy->nodes[i];
        bool is_ref = node->type == PTC_TYPE_REF;

        if (is_ref ? node->first <= copy->root || node->first >= copy->count
                   : ptc_type_has_children((ptc_type)node->type) && node->count > 0 &&
                         (node->first <= i || node->first + node->count > copy->count ||
                          copy->nodes[node->first].parent >= node->first))
            return false;
        if (i != copy->root && node->parent >= i)
            return false;
    }
    return true;
}

static bool copy_fails(const ptc_schema *schema, void *user)
{
    trip *t = user;
    ptc_schema copy;

    t->fault = NULL;
    ptc_text_init(&t->again, &t->arena);
    write_schema(&t->text, t, true, schema);
    for (uint32_t i = schema->root + 1; t->fault == NULL && i < schema->count; i++) {
        const ptc_schema part = {schema->nodes, i, schema->count};

        if (ptc_schema_copy(&t->arena, &part, i % 4, &copy) == NULL || !is_whole(&copy))
            t->fault = "a part is not copied whole";
    }
    if (t->fault != NULL)
        return true;
    if (ptc_schema_copy(&t->arena, schema, 3, &copy) == NULL || !is_whole(&copy))
        t->fault = "not copied whole";
    else if (copy.count != schema->count - schema->root + 3)
        t->fault = "a copy of another size";
    else if (!ptc_schema_equal(schema, &copy))
        t->fault = "the copy is not equal";
    if (t->fault != NULL)
        return true;
    write_schema(&t->again, t, true, &copy);
    if (!ptc_str_equal(ptc_text_view(&t->text), ptc_text_view(&t->again)))
        t->fault = "the copy's text differs";
    return t->fault != NULL;
}

/* Runs one property over random schemas; at the first failure shrinks and reports it. */
static void hold(const char *name, uint64_t seed, bool is_function,
                 bool (*fails)(const ptc_schema *schema, void *user))
{
    test_random random = test_random_start(name, seed);
    trip t;

    ptc_arena_init(&t.arena, NULL, 0);
    for (unsigned i = 0; i < test_rounds(SCHEMAS); i++) {
        ptc_schema schema;
        ptc_schema small;

        ptc_arena_reset(&t.arena);
        random_schema_casts = i % 2 == 0;
        random_schema(&random, &t.arena, 2 + i % 40, is_function, &schema);
        if (!fails(&schema, &t))
            continue;
        shrink_schema(&t.arena, &schema, fails, &t, &small);
        fails(&small, &t);
        cr_assert(false, "%s, case %u: %s\n  shrunk: %s\n  again:  %s", name, i, t.fault,
                  test_cstr(ptc_text_view(&t.text)), test_cstr(ptc_text_view(&t.again)));
    }
    ptc_arena_free(&t.arena);
}

Test(property, normal_form_holds_and_is_a_fixed_point)
{
    hold("property/normal", 1, false, redraft_fails);
    hold("property/normal-function", 2, true, redraft_fails);
}

/* Random values are worth something as tests only if both verdicts are frequent. */
Test(property, random_values_are_valid_and_invalid)
{
    test_random random = test_random_start("property/values", 6);
    unsigned valid = 0;
    unsigned count = 0;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < test_rounds(SCHEMAS); i++) {
        ptc_walk_options options = {0};
        ptc_schema schema;
        ptc_value value;

        ptc_arena_reset(&arena);
        options.struct_size = sizeof options;
        options.boundary = PTC_BOUNDARY_LISP;
        options.direction = i % 2 ? PTC_INPUT : PTC_OUTPUT;
        random_schema_casts = i % 2 == 0;
        random_schema(&random, &arena, 2 + i % 40, i % 3 == 0, &schema);
        value = random_value(&random, &arena, &schema);
        valid += ptc_schema_validate(&schema, &value, &options, NULL) == PTC_OK;
        count++;
    }
    cr_expect(valid > count / 4 && valid < count * 3 / 4, "%u of %u are valid", valid,
              count);
    ptc_arena_free(&arena);
}

Test(property, signatures_read_back_as_the_same_contract)
{
    hold("property/signature", 3, true, signature_fails);
}

Test(property, malli_reads_back_as_the_same_type)
{
    hold("property/malli", 4, false, malli_fails);
    hold("property/malli-function", 5, true, malli_fails);
}

Test(property, functions_with_defaults_keep_their_names_in_malli)
{
    hold("property/malli-nameless", 7, true, nameless_malli_fails);
}

Test(property, prompts_read_back_where_they_say_all)
{
    hold("property/prompt", 8, true, prompt_fails);
}

/* --- Copies ------------------------------------------------------------------------- */

Test(property, copies_are_the_same)
{
    hold("copies", 5, false, copy_fails);
}

/* Of a file with many contracts, what one of them uses: shared children are there once.
 */
Test(property, copies_hold_what_a_contract_uses)
{
    static const char text[] = "other = {a :int, b :int, c :int}\n"
                               "low = {x :int}\n"
                               "mid = {l :low, r [:low]}\n"
                               "high = {l :mid, r :mid, low :low?}\n"
                               "f(a :high, b :other) -> :other\n"
                               "g(a :high, b :low) -> :high\n";
    const ptc_contract *contract;
    ptc_arena arena;
    ptc_schema copy;

    ptc_arena_init(&arena, NULL, 0);
    contract = ptc_contracts_find(test_contracts(&arena, text), PTC_STR("g"));
    cr_assert_not_null(contract);
    cr_assert_not_null(ptc_schema_copy(&arena, &contract->schema, 0, &copy));
    cr_expect(is_whole(&copy));
    /* g, its two parts; a, b; three fields of high; two of mid and an element; x */
    cr_expect_eq(copy.count, 1u + 2 + 2 + 3 + 2 + 1 + 1, "%u nodes", copy.count);
    cr_expect(ptc_schema_equal(&contract->schema, &copy));
    cr_expect(ptc_schema_hash(&contract->schema) == ptc_schema_hash(&copy));
    ptc_arena_free(&arena);
}

Test(property, copies_end_where_memory_does)
{
    static const char text[] = "low = {x :int}\ng(a :low, b :low) -> :low\n";
    const ptc_contracts *contracts;
    bool is_done = false;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    contracts = test_contracts(&arena, text);
    for (size_t left = 0; left < 50 && !is_done; left++) {
        test_refusing state = {.left = left};
        ptc_allocator allocator = test_refusing_allocator(&state);
        ptc_arena refusing;
        ptc_schema copy;

        ptc_arena_init(&refusing, &allocator, 0);
        is_done =
            ptc_schema_copy(&refusing, &contracts->items[1].schema, 2, &copy) != NULL;
        cr_expect(is_done != refusing.failed, "%zu", left);
        ptc_arena_free(&refusing);
        cr_expect_eq(state.held, 0u, "%zu", left);
    }
    cr_expect(is_done);
    ptc_arena_free(&arena);
}
