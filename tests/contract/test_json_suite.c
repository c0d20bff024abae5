/* SPDX-License-Identifier: MIT */
/*
 * The official test suite of JSON Schema, and what model libraries and servers write: how
 * much of it is read, and that nothing that is read accepts more than it should. The
 * suite's data is no part of this project; without it the test says so.
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "support.h"

#include <ptc/contract.h>
#include <ptc/walk.h>

typedef struct suite_count {
    unsigned right;
    unsigned strict;  /* refused though valid */
    unsigned lax;     /* accepted though invalid, without a word */
    unsigned told;    /* the same after a printed loss */
    unsigned refused; /* the schema is not read */
} suite_count;

/* A file of the suite, and how many of its verdicts were right when this was written. */
static const struct {
    const char *name;
    unsigned right;
} suite_files[] = {
    {"additionalProperties", 7},
    {"allOf", 22},
    {"anchor", 8},
    {"anyOf", 18},
    {"boolean_schema", 18},
    {"const", 50},
    {"contains", 0},
    {"content", 18},
    {"default", 7},
    {"defs", 0},
    {"dependentRequired", 0},
    {"dependentSchemas", 0},
    {"dynamicRef", 2},
    {"enum", 41},
    {"exclusiveMaximum", 3},
    {"exclusiveMinimum", 3},
    {"format", 18},
    {"if-then-else", 4},
    {"infinite-loop-detection", 2},
    {"items", 14},
    {"maxContains", 0},
    {"maxItems", 5},
    {"maxLength", 6},
    {"maxProperties", 7},
    {"maximum", 7},
    {"minContains", 0},
    {"minItems", 5},
    {"minLength", 6},
    {"minProperties", 5},
    {"minimum", 9},
    {"multipleOf", 0},
    {"not", 0},
    {"oneOf", 4},
    {"pattern", 3},
    {"patternProperties", 0},
    {"prefixItems", 0},
    {"properties", 12},
    {"propertyNames", 17},
    {"ref", 68},
    {"refRemote", 0},
    {"required", 4},
    {"type", 79},
    {"unevaluatedItems", 0},
    {"unevaluatedProperties", 0},
    {"uniqueItems", 20},
    {"vocabulary", 2},
};
#define SUITE_FILES (sizeof suite_files / sizeof *suite_files)

static const ptc_contract_options json_schema = {.struct_size = sizeof json_schema,
                                                 .format = PTC_CONTRACT_JSON_SCHEMA};

static bool accepts(const ptc_schema *schema, const ptc_value *value)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_OUTPUT,
                                          .boundary = PTC_BOUNDARY_JSON};

    return ptc_schema_validate(schema, value, &walk, NULL) == PTC_OK;
}

/* Reads a schema that is a value; `out` is the type of its first contract. */
static bool read_value(ptc_arena *arena, const ptc_value *schema, ptc_schema *out,
                       ptc_diags *diags)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_contracts contracts;
    ptc_text text;

    ptc_text_init(&text, arena);
    cr_assert(ptc_json_write(&text, schema, 0) == PTC_OK);
    *source = (ptc_source){PTC_STR("suite"), ptc_text_view(&text)};
    ptc_diags_init(diags, arena);
    diags->source = source;
    if (ptc_contracts_read(arena, source, &json_schema, diags, &contracts) != PTC_OK) {
        cr_expect(diags->errors > 0, "refused without a word: %s",
                  test_cstr(source->text));
        return false;
    }
    *out = contracts.items[0].schema;
    out->root = ptc_schema_root(out)->first + 1;
    return true;
}

/* The same type, written as Malli and read again. */
static ptc_schema through_malli(ptc_arena *arena, const ptc_schema *schema)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_schema again = {0};
    ptc_diags diags;
    ptc_text text;

    ptc_text_init(&text, arena);
    cr_assert(ptc_schema_write_malli(&text, schema, NULL) == PTC_OK);
    *source = (ptc_source){PTC_STR("malli"), ptc_text_view(&text)};
    ptc_diags_init(&diags, arena);
    diags.source = source;
    cr_assert(ptc_malli_read(arena, source, NULL, &diags, &again) == PTC_OK, "%s: %s",
              test_cstr(source->text),
              diags.count > 0 ? test_cstr(diags.items[0].message) : "");
    return again;
}

static void judge_case(ptc_arena *arena, const char *file, const ptc_value *one,
                       suite_count *count)
{
    const ptc_value *tests = ptc_value_get(one, "tests");
    ptc_schema schema;
    ptc_schema malli;
    ptc_diags diags;

    if (!read_value(arena, ptc_value_get(one, "schema"), &schema, &diags)) {
        count->refused += tests->aux;
        return;
    }
    malli = through_malli(arena, &schema);
    for (uint32_t i = 0; i < tests->aux; i++) {
        const ptc_value *test = &tests->as.items[i];
        const ptc_value *data = ptc_value_get(test, "data");
        bool is_valid = ptc_value_get(test, "valid")->as.boolean;
        bool verdict = accepts(&schema, data);

        cr_expect(accepts(&malli, data) == verdict, "%s: %s: Malli judges otherwise",
                  file, test_cstr(ptc_value_text(ptc_value_get(test, "description"))));
        count->right += verdict == is_valid;
        count->strict += is_valid && !verdict;
        count->told += verdict && !is_valid && diags.warnings > 0;
        count->lax += verdict && !is_valid && diags.warnings == 0;
        if (verdict && !is_valid)
            fprintf(stderr, "  accepted: %s: %s\n", file,
                    test_cstr(ptc_value_text(ptc_value_get(test, "description"))));
    }
}

/* M496 */
Test(json_suite, nothing_is_laxer_and_what_was_right_stays_so, .timeout = 60)
{
    suite_count all = {0};

    for (size_t i = 0; i < SUITE_FILES; i++) {
        suite_count count = {0};
        ptc_arena arena;
        ptc_value cases;
        char path[120];
        ptc_str text;

        snprintf(path, sizeof path,
                 "data/json-schema-test-suite/tests/draft2020-12/%s.json",
                 suite_files[i].name);
        if (!test_read_shared("json_suite", path, &text))
            return;
        ptc_arena_init(&arena, NULL, 0);
        cr_assert(ptc_json_read(&arena, text.ptr, text.len, NULL, &cases, NULL, NULL) ==
                  PTC_OK);
        for (uint32_t k = 0; k < cases.aux; k++)
            judge_case(&arena, suite_files[i].name, &cases.as.items[k], &count);
        fprintf(stderr, "  %-22s right %4u  strict %4u  refused %4u  lax %u, told %u\n",
                suite_files[i].name, count.right, count.strict, count.refused, count.lax,
                count.told);
        cr_expect(count.lax == 0, "%s: %u verdicts are too lax", suite_files[i].name,
                  count.lax);
        cr_expect(count.right >= suite_files[i].right, "%s: %u right, %u before",
                  suite_files[i].name, count.right, suite_files[i].right);
        all.right += count.right;
        all.strict += count.strict;
        all.refused += count.refused;
        all.told += count.told;
        ptc_arena_free(&arena);
        free((char *)(uintptr_t)text.ptr);
    }
    fprintf(stderr, "json_suite: right %u, strict %u, refused %u, lax after a loss %u\n",
            all.right, all.strict, all.refused, all.told);
}

/* Schemas as Pydantic and zod write them: how many are read. */
static const struct {
    const char *path;
    unsigned read;
} model_files[] = {
    {"data/models/pydantic.jsonl", 11},
    {"data/models/zod3.jsonl", 10},
    {"data/models/zod4.jsonl", 24},
};

Test(json_suite, models_are_read) /* M496 */
{
    for (size_t i = 0; i < sizeof model_files / sizeof *model_files; i++) {
        unsigned number = 0;
        unsigned read = 0;
        ptc_arena arena;
        ptc_str text;
        ptc_str rest;
        ptc_str line;

        if (!test_read_shared("json_suite", model_files[i].path, &text))
            return;
        ptc_arena_init(&arena, NULL, 0);
        rest = text;
        while (test_next_line(&rest, &line, &number)) {
            ptc_schema schema;
            ptc_diags diags;
            ptc_value row;

            cr_assert(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, NULL) ==
                      PTC_OK);
            if (read_value(&arena, ptc_value_get(&row, "schema"), &schema, &diags)) {
                through_malli(&arena, &schema);
                read++;
            } else {
                fprintf(stderr, "  %s: %s\n",
                        test_cstr(ptc_value_text(ptc_value_get(&row, "name"))),
                        test_cstr(diags.items[0].message));
            }
        }
        fprintf(stderr, "%s: %u of %u read\n", model_files[i].path, read, number);
        cr_expect(read >= model_files[i].read, "%s: %u read, %u before",
                  model_files[i].path, read, model_files[i].read);
        ptc_arena_free(&arena);
        free((char *)(uintptr_t)text.ptr);
    }
}

/* Lists of tools, as servers of MCP sent them: every tool is a function. */
Test(json_suite, tool_lists_of_servers_are_read)
{
    unsigned number = 0;
    unsigned tools = 0;
    ptc_arena arena;
    ptc_str text;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("json_suite", "data/mcp/sessions.jsonl", &text))
        return;
    ptc_arena_init(&arena, NULL, 0);
    rest = text;
    while (test_next_line(&rest, &line, &number)) {
        ptc_source source = {PTC_STR("tools.json"), {NULL, 0}};
        ptc_contracts contracts;
        const ptc_value *list;
        ptc_value message;
        ptc_diags diags;
        ptc_value row;

        ptc_arena_reset(&arena);
        cr_assert(ptc_json_read(&arena, line.ptr, line.len, NULL, &row, NULL, NULL) ==
                  PTC_OK);
        source.text = ptc_value_text(ptc_value_get(&row, "line"));
        if (ptc_json_read(&arena, source.text.ptr, source.text.len, NULL, &message, NULL,
                          NULL) != PTC_OK)
            continue;
        list = ptc_value_get(ptc_value_get(&message, "result"), "tools");
        if (ptc_value_kind(list) != PTC_VECTOR || list->aux == 0)
            continue;
        ptc_diags_init(&diags, &arena);
        diags.source = &source;
        cr_expect(ptc_contracts_read(&arena, &source, NULL, &diags, &contracts) == PTC_OK,
                  "line %u: %s", number,
                  diags.count > 0 ? test_cstr(diags.items[0].message) : "");
        for (size_t i = 0; i < contracts.count; i++)
            tools += !contracts.items[i].is_type;
    }
    fprintf(stderr, "json_suite: %u tools of servers\n", tools);
    cr_expect(tools >= 93, "%u tools, 93 before", tools);
    ptc_arena_free(&arena);
    free((char *)(uintptr_t)text.ptr);
}
