/* SPDX-License-Identifier: MIT */
/* Going through the contracts of a group; see groups.h. */
#include "groups.h"

#include "json_suite.h"
#include "malli_rows.h"
#include "random_schema.h"

#include <stdio.h>
#include <stdlib.h>

const char *const group_names[GROUP_COUNT] = {"edges", "small", "random", "malli",
                                              "tools", "again", "suite"};

enum { NAME_MAX_COLUMNS = 52 };

typedef struct walk_groups {
    void (*visit)(const group_contract *one, void *user);
    void *user;
    bool wants_again; /* TOOLS: those that came before */
    unsigned count;
    uint64_t *seen; /* keys in order, for schemas that are in several rows */
    size_t seen_count;
    size_t seen_room;
} walk_groups;

uint64_t group_key(ptc_str text)
{
    return ptc_str_hash(text);
}

/* --- Malli texts ------------------------------------------------------------------- */

static const char *first_code(const ptc_diags *diags, ptc_severity severity)
{
    for (size_t i = 0; i < diags->count; i++) {
        if (diags->items[i].severity == severity)
            return ptc_diag_name(diags->items[i].code);
    }
    return NULL;
}

static void visit_malli(walk_groups *walk, ptc_arena *arena, const char *name,
                        ptc_str text)
{
    ptc_source source = {ptc_str_of(name), text};
    group_contract one = {.name = name, .key = group_key(text)};
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    if (ptc_malli_read(arena, &source, NULL, &diags, &one.schema) != PTC_OK)
        one.refusal = first_code(&diags, PTC_SEVERITY_ERROR);
    one.change = first_code(&diags, PTC_SEVERITY_WARNING);
    walk->visit(&one, walk->user);
}

static bool is_new(walk_groups *walk, uint64_t key)
{
    for (size_t i = walk->seen_count; i-- > 0;) {
        if (walk->seen[i] == key)
            return false;
    }
    if (walk->seen_count == walk->seen_room) {
        walk->seen_room = walk->seen_room ? walk->seen_room * 2 : 256;
        walk->seen = realloc(walk->seen, walk->seen_room * sizeof *walk->seen);
        if (walk->seen == NULL)
            abort();
    }
    walk->seen[walk->seen_count++] = key;
    return true;
}

static void visit_row(ptc_arena *arena, const malli_case *one, void *user)
{
    walk_groups *walk = user;
    char name[16];

    if (!is_new(walk, group_key(one->schema)))
        return;
    snprintf(name, sizeof name, "v%04u", ++walk->count);
    visit_malli(walk, arena, name, one->schema);
}

static bool each_malli(walk_groups *walk)
{
    return malli_rows_each("engines", "validate.jsonl", visit_row, walk) &&
           malli_rows_each("engines", "signatures.jsonl", visit_row, walk);
}

static void each_edge(walk_groups *walk, const char *prefix)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < EDGE_COUNT; i++) {
        char name[16];

        ptc_arena_reset(&arena);
        snprintf(name, sizeof name, "%s%02u", prefix, i);
        visit_malli(walk, &arena, name, ptc_str_of(edges[i].schema));
    }
    ptc_arena_free(&arena);
}

/* --- Random schemas ---------------------------------------------------------------- */

static void each_random(walk_groups *walk, uint64_t seed)
{
    test_random random = {seed};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < 240; i++) {
        char name[16];
        group_contract one = {.name = name, .key = i};

        ptc_arena_reset(&arena);
        snprintf(name, sizeof name, "random%03u", i);
        random_schema(&random, &arena, 2 + i % 30, i % 3 == 0, &one.schema);
        walk->visit(&one, walk->user);
    }
    ptc_arena_free(&arena);
}

/* --- Tools ------------------------------------------------------------------------- */

/* "simple_python_1_0_math_factorial" for the first tool of the row `simple_python_1`. */
static void name_tool(char *name, size_t size, ptc_str row, size_t index, ptc_str tool)
{
    size_t used = 0;
    bool is_gap = false;
    int len = snprintf(name, size, "%s_%zu_%s", test_cstr(row), index, test_cstr(tool));

    for (int i = 0; i < len; i++) {
        bool is_upper = name[i] >= 'A' && name[i] <= 'Z';
        char byte = (char)(is_upper ? name[i] + ('a' - 'A') : name[i]);

        if (!((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9'))) {
            is_gap = true;
            continue;
        }
        if (is_gap)
            name[used++] = '_';
        is_gap = false;
        name[used++] = byte;
    }
    /* The row tells it already; lines have 90 columns. */
    name[used < NAME_MAX_COLUMNS ? used : NAME_MAX_COLUMNS] = '\0';
}

static ptc_str tool_text(ptc_arena *arena, const ptc_value *parameters)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    if (ptc_json_write(&text, parameters, 0) != PTC_OK)
        abort();
    return ptc_text_view(&text);
}

uint64_t group_tool_key(ptc_arena *arena, const ptc_value *parameters)
{
    return group_key(tool_text(arena, parameters));
}

static void visit_json(walk_groups *walk, ptc_arena *arena, group_contract *one,
                       ptc_str text)
{
    ptc_source source = {ptc_str_of(one->name), text};
    ptc_contracts contracts;
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    diags.source = &source;
    if (json_suite_read(arena, &source, json_suite_remotes(arena), &diags, &contracts) ==
        PTC_OK)
        one->schema = contracts.items[0].schema;
    else
        one->refusal = first_code(&diags, PTC_SEVERITY_ERROR);
    one->change = first_code(&diags, PTC_SEVERITY_WARNING);
    walk->visit(one, walk->user);
}

static void visit_tool(walk_groups *walk, ptc_arena *arena, const char *name,
                       const ptc_value *parameters)
{
    ptc_str text = tool_text(arena, parameters);
    group_contract one = {.name = name, .key = group_key(text)};

    if (is_new(walk, one.key) != walk->wants_again)
        visit_json(walk, arena, &one, text);
}

static void visit_tools(walk_groups *walk, ptc_arena *arena, ptc_str line)
{
    const ptc_value *tools;
    ptc_value row;

    if (ptc_json_read(arena, line.ptr, line.len, NULL, &row, NULL, NULL) != PTC_OK)
        abort();
    tools = malli_member(&row, "tools");
    for (uint32_t i = 0; i < tools->aux; i++) {
        const ptc_value *tool = &tools->as.items[i];
        char name[160];

        name_tool(name, sizeof name, ptc_value_text(malli_member(&row, "id")), i,
                  ptc_value_text(malli_member(tool, "name")));
        visit_tool(walk, arena, name, malli_member(tool, "parameters"));
    }
}

static bool each_tool(walk_groups *walk)
{
    unsigned number = 0;
    ptc_arena arena;
    ptc_str text;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("engines", "data/tool_calls.jsonl", &text))
        return false;
    ptc_arena_init(&arena, NULL, 0);
    rest = text;
    while (test_next_line(&rest, &line, &number)) {
        ptc_arena_reset(&arena);
        visit_tools(walk, &arena, line);
    }
    ptc_arena_free(&arena);
    free((void *)(uintptr_t)text.ptr);
    return true;
}

/* --- The official suite, models
 * ------------------------------------------------------------- */

static void visit_case(ptc_arena *arena, const json_suite_case *row, void *user)
{
    group_contract one = {.name = row->name, .key = group_key(ptc_str_of(row->name))};

    one.json = ptc_arena_copy(arena, row->schema.ptr, row->schema.len);
    visit_json(user, arena, &one, row->schema);
}

static void visit_model(walk_groups *walk, ptc_arena *arena, ptc_str line,
                        const char *prefix, unsigned number)
{
    group_contract one = {.name = NULL};
    ptc_value row;
    char name[32];
    ptc_str text;

    if (ptc_json_read(arena, line.ptr, line.len, NULL, &row, NULL, NULL) != PTC_OK)
        abort();
    snprintf(name, sizeof name, "%s_%02u", prefix, number);
    text = tool_text(arena, malli_member(&row, "schema"));
    one.name = name;
    one.key = group_key(ptc_str_of(name));
    one.json = ptc_arena_copy(arena, text.ptr, text.len);
    visit_json(walk, arena, &one, text);
}

static bool each_model(walk_groups *walk, const char *prefix)
{
    unsigned number = 0;
    ptc_arena arena;
    char path[64];
    ptc_str text;
    ptc_str rest;
    ptc_str line;

    snprintf(path, sizeof path, "data/models/%s.jsonl", prefix);
    if (!test_read_shared("engines", path, &text))
        return false;
    ptc_arena_init(&arena, NULL, 0);
    rest = text;
    while (test_next_line(&rest, &line, &number)) {
        ptc_arena_reset(&arena);
        visit_model(walk, &arena, line, prefix, number);
    }
    ptc_arena_free(&arena);
    free((void *)(uintptr_t)text.ptr);
    return true;
}

static bool each_case(walk_groups *walk)
{
    bool is_there = true;

    for (size_t i = 0; is_there && i < JSON_SUITE_FOLDERS; i++)
        is_there = json_suite_each("engines", &json_suite_folders[i], visit_case, walk);
    return is_there && each_model(walk, "pydantic") && each_model(walk, "zod3") &&
           each_model(walk, "zod4");
}

bool group_each(group_id group, uint64_t seed,
                void (*visit)(const group_contract *one, void *user), void *user)
{
    walk_groups walk = {.visit = visit, .user = user};
    bool is_there = true;

    switch (group) {
    case GROUP_EDGES:
        each_edge(&walk, "edge");
        break;
    case GROUP_SMALL:
        each_edge(&walk, "small");
        break;
    case GROUP_RANDOM:
        each_random(&walk, seed);
        break;
    case GROUP_MALLI:
        is_there = each_malli(&walk);
        break;
    case GROUP_TOOLS:
    case GROUP_AGAIN:
        walk.wants_again = group == GROUP_AGAIN;
        is_there = each_tool(&walk);
        break;
    case GROUP_SUITE:
        is_there = each_case(&walk);
        break;
    case GROUP_COUNT:
        break;
    }
    free(walk.seen);
    return is_there;
}
