/* SPDX-License-Identifier: MIT */
/*
 * Three engines on every schema of the Malli vectors, on random schemas and on every real
 * tool contract: emitted C, the walker, and rules written from the text alone.
 */
#include "contracts/engines.h"
#include "contracts/groups.h"
#include "malli_rows.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

/* --- Schemas ----------------------------------------------------------------------- */

typedef struct schema_run {
    const engine_index *index;
    unsigned compared;
} schema_run;

static void compare_schema(const group_contract *one, void *user)
{
    schema_run *run = user;
    engine_place place = {0, 0};
    const engine_root *root;

    while (one->refusal == NULL && (root = engines_next(run->index, &place)) != NULL) {
        ptc_schema emitted = *root->functions.schema;

        if (root->key != one->key)
            continue;
        if (ptc_schema_root(&one->schema)->type != PTC_TYPE_FUNCTION)
            emitted.root = ptc_schema_root(&emitted)->first + 1;
        cr_expect(ptc_schema_equal(&emitted, &one->schema), "%s: another schema",
                  root->functions.name);
        run->compared++;
        break;
    }
}

/* The emitted tables are the schemas that the readers made of the data. */
Test(engines_all, tables_are_the_schemas, .timeout = 600)
{
    static const struct {
        group_id group;
        const engine_index *index;
    } groups[] = {{GROUP_RANDOM, &engine_index_random},
                  {GROUP_MALLI, &engine_index_malli},
                  {GROUP_TOOLS, &engine_index_tools}};

    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        schema_run run = {groups[i].index, 0};
        unsigned expected = groups[i].index->contracts;

        for (const engine_refusal *one = groups[i].index->refusals; one->name; one++)
            expected--;
        if (!group_each(groups[i].group, groups[i].index->seed, compare_schema, &run))
            continue;
        cr_expect(expected > 0, "%s: configured without the data",
                  group_names[groups[i].group]);
        cr_expect(run.compared == expected, "%s: %u of %u schemas compared",
                  group_names[groups[i].group], run.compared, expected);
    }
}

/* --- Random schemas ---------------------------------------------------------------- */

/* M497 */
Test(engines_all, random, .timeout = 600)
{
    fprintf(stderr, "engines/random: schemas of seed %llu (meson option engine_seed)\n",
            (unsigned long long)engine_index_random.seed);
    /* Two registries of one contract may define the same name. */
    engines_print_index("engines/random", &engine_index_random, "gen-collision");
    engines_judge_group("engines/random", &engine_index_random, 11, 40);
}

/* --- Small code -------------------------------------------------------------------- */

Test(engines_all, small, .timeout = 600)
{
    engines_judge_edges("engines/small", &engine_index_small);
}

Test(engines_all, small_random, .timeout = 600)
{
    engines_judge_group("engines/small_random", &engine_index_small, 8, 50);
}

/* --- The Malli vectors ------------------------------------------------------------- */

typedef struct vector_run {
    engines engines;
    const engine_root *chosen;
    unsigned rows;
    unsigned left_out; /* their schema is not C */
} vector_run;

/* The type that a case is checked against, or NULL. */
static const engine_root *root_of(const malli_case *one, const ptc_schema *schema)
{
    uint64_t key = group_key(one->schema);
    bool is_function = ptc_schema_root(schema)->type == PTC_TYPE_FUNCTION;
    unsigned child = is_function && one->direction == PTC_INPUT ? 0 : 1;
    const engine_root *root;
    engine_place place = {0, 0};

    while ((root = engines_next(&engine_index_malli, &place)) != NULL) {
        if (root->key == key && root->child == child)
            return root;
    }
    return NULL;
}

/* Arguments are in order; parameters have names. */
static ptc_value arguments_by_name(ptc_arena *arena, const ptc_schema *schema,
                                   const ptc_value *arguments)
{
    const ptc_schema_node *parameters = ptc_schema_root(schema);
    ptc_map_entry *entries = ptc_arena_array(arena, arguments->aux + 1, sizeof *entries);
    ptc_value map;

    if (arguments->kind != PTC_VECTOR)
        return *arguments;
    for (uint32_t i = 0; i < arguments->aux; i++) {
        ptc_str name = i < parameters->count ? schema->nodes[parameters->first + i].name
                                             : ptc_str_of(i % 2 ? "more" : "even more");

        entries[i].key = ptc_value_string(name);
        entries[i].value = arguments->as.items[i];
    }
    if (ptc_map_make(arena, entries, arguments->aux, &map, NULL) != PTC_OK)
        return *arguments;
    return map;
}

static void judge_vector(ptc_arena *arena, const malli_case *one, void *user)
{
    vector_run *run = user;
    ptc_schema schema;
    ptc_value value;
    ptc_diag why;
    const engine_root *root;

    if (!malli_read_schema(arena, one->schema, &schema, &why) ||
        !malli_read_value(arena, one->value, &value))
        return;
    run->rows++;
    root = root_of(one, &schema);
    if (root == NULL) {
        run->left_out++;
        return;
    }
    if (root != run->chosen) {
        engines_choose(&run->engines, root);
        run->chosen = root;
    }
    if (root->child == 0)
        value = arguments_by_name(arena, &run->engines.schema, &value);
    engines_judge_lisp(&run->engines, &value);
    engines_judge_value(&run->engines, &value);
}

static void run_vectors(const char *suite, const char *file)
{
    vector_run run = {.rows = 0};

    engines_start(&run.engines, suite);
    if (!malli_rows_each("engines", file, judge_vector, &run))
        return;
    fprintf(stderr, "%s: %u rows, %u of them with schemas that are no C\n", suite,
            run.rows, run.left_out);
    engines_end(&run.engines);
}

/* M497 */
Test(engines_all, malli_values, .timeout = 600)
{
    engines_print_index("engines/malli", &engine_index_malli, NULL);
    run_vectors("engines/malli_values", "validate.jsonl");
}

Test(engines_all, malli_signatures, .timeout = 600)
{
    run_vectors("engines/malli_signatures", "signatures.jsonl");
}

Test(engines_all, malli_random, .timeout = 600)
{
    engines_judge_group("engines/malli_random", &engine_index_malli, 12, 6);
}

/* --- Real tools -------------------------------------------------------------------- */

typedef struct tool_run {
    engines engines;
    unsigned calls;
    unsigned left_out;
    unsigned accepted;
} tool_run;

static const engine_root *tool_of(uint64_t key)
{
    const engine_root *root;
    engine_place place = {0, 0};

    while ((root = engines_next(&engine_index_tools, &place)) != NULL) {
        if (root->key == key)
            return root;
    }
    return NULL;
}

static void judge_call(tool_run *run, ptc_arena *arena, const ptc_value *row,
                       const ptc_value *call)
{
    const ptc_value *tool = malli_member(row, "tools")->as.items;
    const ptc_value *arguments = malli_member(call, "arguments");
    ptc_str wanted = ptc_value_text(malli_member(call, "name"));
    const engine_root *root;
    ptc_text text;

    while (!ptc_str_equal(ptc_value_text(malli_member(tool, "name")), wanted))
        tool++;
    run->calls++;
    root = tool_of(group_tool_key(arena, malli_member(tool, "parameters")));
    if (root == NULL) {
        run->left_out++;
        return;
    }
    engines_choose(&run->engines, root);
    ptc_text_init(&text, arena);
    cr_assert(ptc_json_write(&text, arguments, 0) == PTC_OK);
    run->accepted += engines_judge(&run->engines, ptc_text_view(&text));
    engines_judge_value(&run->engines, arguments);
}

/* M497 */
Test(engines_all, tool_calls, .timeout = 600)
{
    static tool_run run;
    unsigned number = 0;
    ptc_arena arena;
    ptc_str text;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("engines", "data/tool_calls.jsonl", &text))
        return;
    engines_print_index("engines/tools", &engine_index_tools, NULL);
    ptc_arena_init(&arena, NULL, 0);
    engines_start(&run.engines, "engines/tool_calls");
    rest = text;
    while (test_next_line(&rest, &line, &number)) {
        const ptc_value *calls;
        ptc_value row;

        ptc_arena_reset(&arena);
        cr_assert(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, NULL) ==
                  PTC_OK);
        calls = malli_member(&row, "calls");
        for (uint32_t i = 0; i < calls->aux; i++)
            judge_call(&run, &arena, &row, &calls->as.items[i]);
    }
    fprintf(stderr,
            "engines/tool_calls: %u calls, %u accepted, %u of contracts that are "
            "no C\n",
            run.calls, run.accepted, run.left_out);
    engines_print_index("engines/again", &engine_index_again, NULL);
    cr_expect(engine_index_tools.contracts + engine_index_again.contracts == 1415,
              "%u and %u contracts", engine_index_tools.contracts,
              engine_index_again.contracts);
    cr_expect(run.calls == 1398, "%u calls", run.calls);
    engines_end(&run.engines);
    ptc_arena_free(&arena);
    free((void *)(uintptr_t)text.ptr);
}

Test(engines_all, tools_random, .timeout = 600)
{
    engines_judge_group("engines/tools_random", &engine_index_tools, 13, 4);
}
