/* SPDX-License-Identifier: MIT */
/*
 * The official test suite of JSON Schema, and what model libraries and servers write: how
 * much of it is read, and that nothing that is read accepts more than it should. The
 * suite's data is not part of this project; without it the test says so.
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "json_suite.h"

#include <ptc/contract.h>
#include <ptc/json_schema.h>
#include <ptc/walk.h>

static bool accepts(const ptc_schema *schema, const ptc_value *value)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_OUTPUT,
                                          .boundary = PTC_BOUNDARY_JSON};

    return ptc_schema_validate(schema, value, &walk, NULL) == PTC_OK;
}

/* Reads a schema; `out` is the type of its first contract. */
static bool read_text(ptc_arena *arena, ptc_files *remotes, ptc_str text, ptc_schema *out,
                      ptc_diags *diags)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_contracts contracts;

    *source = (ptc_source){PTC_STR("suite"), text};
    ptc_diags_init(diags, arena);
    diags->source = source;
    if (json_suite_read(arena, source, remotes, diags, &contracts) != PTC_OK) {
        cr_expect(diags->errors > 0, "refused without a word: %s",
                  test_cstr(source->text));
        return false;
    }
    *out = contracts.items[0].schema;
    out->root = ptc_schema_root(out)->first + 1;
    return true;
}

static bool read_value(ptc_arena *arena, const ptc_value *schema, ptc_schema *out,
                       ptc_diags *diags)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    cr_assert(ptc_json_write(&text, schema, 0) == PTC_OK);
    return read_text(arena, NULL, ptc_text_view(&text), out, diags);
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

static void count_loss(uint32_t node, ptc_str what, void *user)
{
    unsigned *losses = user;

    (void)node;
    (void)what;
    ++*losses;
}

/* The same type, written as JSON Schema of that draft and read again; false where that
 * loses something, which is said. */
static bool through_json_schema(ptc_arena *arena, const ptc_schema *schema,
                                ptc_json_schema_version version, ptc_schema *again)
{
    unsigned losses = 0;
    ptc_json_schema_options options = {.struct_size = sizeof options,
                                       .version = version,
                                       .lose = count_loss,
                                       .user = &losses};
    ptc_diags diags;
    ptc_text text;

    ptc_text_init(&text, arena);
    cr_assert(ptc_schema_write_json_schema(&text, schema, &options) == PTC_OK);
    if (losses > 0)
        return false;
    cr_assert(read_text(arena, NULL, ptc_text_view(&text), again, &diags), "%s: %s",
              text.ptr, diags.count > 0 ? test_cstr(diags.items[0].message) : "");
    return true;
}

typedef struct suite_run {
    ptc_files *remotes;
    unsigned lossy; /* schemas that JSON Schema cannot say once they are contracts */
    json_suite_count all;
    json_suite_count file;
    char name[100]; /* of the file that is counted */
} suite_run;

/* Nothing is accepted that should not be, and what was right stays so. */
static void end_file(suite_run *run, const json_suite_folder *folder)
{
    json_suite_count before = json_suite_recorded(folder->name, run->name);
    const json_suite_count *now = &run->file;

    if (run->name[0] == '\0')
        return;
    fprintf(stderr, "  %s %-22s right %4u  strict %4u  lax %4u  refused %4u\n",
            folder->name, run->name, now->right, now->strict, now->lax, now->refused);
    cr_expect(now->lax == 0 || !folder->is_required, "%s/%s: %u verdicts are too lax",
              folder->name, run->name, now->lax);
    cr_expect(now->right >= before.right, "%s/%s: %u right, %u before", folder->name,
              run->name, now->right, before.right);
    run->all.right += now->right;
    run->all.strict += now->strict;
    run->all.lax += now->lax;
    run->all.refused += now->refused;
    memset(&run->file, 0, sizeof run->file);
}

static void judge_case(ptc_arena *arena, const json_suite_case *one, void *user)
{
    suite_run *run = user;
    json_suite_count *count = &run->file;
    ptc_schema schema;
    ptc_schema malli;
    ptc_schema again[2];
    ptc_diags diags;
    bool is_whole[2];

    if (strcmp(run->name, one->file) != 0) {
        end_file(run, one->folder);
        snprintf(run->name, sizeof run->name, "%s", one->file);
    }
    if (!read_text(arena, run->remotes, one->schema, &schema, &diags)) {
        fprintf(stderr, "  refused: %s: %s: %s\n", one->file, test_cstr(one->description),
                test_cstr(diags.items[0].message));
        count->refused += one->tests->aux;
        return;
    }
    malli = through_malli(arena, &schema);
    for (int draft = 0; draft < 2; draft++)
        is_whole[draft] = through_json_schema(
            arena, &schema, (ptc_json_schema_version)draft, &again[draft]);
    run->lossy += !is_whole[0];
    for (uint32_t i = 0; i < one->tests->aux; i++) {
        const ptc_value *test = &one->tests->as.items[i];
        const ptc_value *data = ptc_value_get(test, "data");
        bool is_valid = json_suite_is_valid(test);
        bool verdict = accepts(&schema, data);

        cr_expect(accepts(&malli, data) == verdict, "%s: %s: %s: Malli judges otherwise",
                  one->file, test_cstr(one->description),
                  test_cstr(json_suite_description(test)));
        for (int draft = 0; draft < 2; draft++)
            cr_expect(!is_whole[draft] || accepts(&again[draft], data) == verdict,
                      "%s: %s: %s: written as JSON Schema (%d) it judges otherwise",
                      one->file, test_cstr(one->description),
                      test_cstr(json_suite_description(test)), draft);
        count->right += verdict == is_valid;
        count->strict += is_valid && !verdict;
        count->lax += verdict && !is_valid;
        if (verdict != is_valid)
            fprintf(stderr, "  %s: %s: %s: %s\n", verdict ? "accepted" : "not accepted",
                    one->file, test_cstr(one->description),
                    test_cstr(json_suite_description(test)));
    }
}

/* M496 */
Test(json_suite, nothing_is_laxer_and_what_was_right_stays_so, .timeout = 60)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < JSON_SUITE_FOLDERS; i++) {
        const json_suite_folder *folder = &json_suite_folders[i];
        suite_run run = {.remotes = json_suite_remotes(&arena)};

        if (!json_suite_each("json_suite", folder, judge_case, &run))
            break;
        if (run.name[0] == '\0')
            continue; /* this draft is not there */
        end_file(&run, folder);
        fprintf(stderr,
                "json_suite: %s: right %u, strict %u, lax %u, refused %u; written with "
                "losses: %u schemas\n",
                folder->name, run.all.right, run.all.strict, run.all.lax, run.all.refused,
                run.lossy);
    }
    ptc_arena_free(&arena);
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
