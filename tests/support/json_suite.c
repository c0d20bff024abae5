/* SPDX-License-Identifier: MIT */
/* Going through the official suite of JSON Schema; see json_suite.h. */
#define _POSIX_C_SOURCE 200809L
#include "json_suite.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

const json_suite_folder json_suite_folders[JSON_SUITE_FOLDERS] = {
    {"draft2020-12", true, NULL},
    {"draft2020-12/optional", false, NULL},
    {"draft2019-09", true, NULL},
    {"draft2019-09/optional", false, NULL},
    {"draft7", true, "http://json-schema.org/draft-07/schema#"},
    {"draft7/optional", false, "http://json-schema.org/draft-07/schema#"},
    {"draft6", true, "http://json-schema.org/draft-06/schema#"},
    {"draft6/optional", false, "http://json-schema.org/draft-06/schema#"},
    {"draft4", true, "http://json-schema.org/draft-04/schema#"},
    {"draft4/optional", false, "http://json-schema.org/draft-04/schema#"},
};

/* --- Rows of a case ----------------------------------------------------------------- */

static ptc_str text_of(ptc_arena *arena, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    if (value == NULL || ptc_json_write(&text, value, 0) != PTC_OK) {
        fprintf(stderr, "json_suite: no JSON\n");
        abort();
    }
    return ptc_text_view(&text);
}

ptc_str json_suite_data(ptc_arena *arena, const ptc_value *test)
{
    return text_of(arena, ptc_value_get(test, "data"));
}

ptc_str json_suite_description(const ptc_value *test)
{
    return ptc_value_text(ptc_value_get(test, "description"));
}

bool json_suite_is_valid(const ptc_value *test)
{
    return ptc_value_get(test, "valid")->as.boolean;
}

/* The schema of a row, with the $schema that the files of older drafts leave out. */
static ptc_str schema_text(ptc_arena *arena, const ptc_value *schema, const char *draft)
{
    ptc_str whole = text_of(arena, schema);
    ptc_text text;

    if (draft == NULL || schema->kind != PTC_MAP ||
        ptc_value_get(schema, "$schema") != NULL)
        return whole;
    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "{\"$schema\":\"");
    ptc_text_cstr(&text, draft);
    ptc_text_cstr(&text, schema->aux > 0 ? "\"," : "\"");
    ptc_text_str(&text, ptc_str_make(whole.ptr + 1, whole.len - 1));
    return ptc_text_view(&text);
}

/* Letters and digits of where the case is, in lower case. */
static void name_case(json_suite_case *one, unsigned number)
{
    char words[200];
    size_t used = 0;
    bool is_gap = false;
    int len = snprintf(words, sizeof words, "%s_%s_%03u",
                       one->folder->name + strlen("draft"), one->file, number);

    one->name[used++] = 's';
    for (int i = 0; i < len && used + 2 < sizeof one->name; i++) {
        char byte = words[i];

        if (byte >= 'A' && byte <= 'Z')
            byte = (char)(byte + ('a' - 'A'));
        if (!((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9'))) {
            is_gap = true;
            continue;
        }
        if (is_gap)
            one->name[used++] = '_';
        is_gap = false;
        one->name[used++] = byte;
    }
    one->name[used] = '\0';
}

/* --- Reading ------------------------------------------------------------------------ */

static const char remotes_uri[] = "http://localhost:1234";

static const char *suite_path(const char *below)
{
    static char path[4096];
    const char *shared = getenv("PTC_SHARED");

    snprintf(path, sizeof path, "%s/data/json-schema-test-suite/%s",
             shared ? shared : "../shared", below);
    return path;
}

ptc_files *json_suite_remotes(ptc_arena *arena)
{
    ptc_reference_root root = {remotes_uri, suite_path("remotes")};
    ptc_files_options options = {
        .struct_size = sizeof options, .references = &root, .reference_count = 1};
    ptc_files *files = NULL;

    return ptc_files_make(arena, &options, &files) == PTC_OK ? files : NULL;
}

void json_suite_ref_root(char *out, size_t size)
{
    snprintf(out, size, "--ref-root=%s=%s", remotes_uri, suite_path("remotes"));
}

ptc_status json_suite_read(ptc_arena *arena, const ptc_source *source, ptc_files *remotes,
                           ptc_diags *diags, ptc_contracts *out)
{
    static const ptc_read_options reading = {.struct_size = sizeof reading,
                                             .json_annotate_format = true};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .format = PTC_CONTRACT_JSON_SCHEMA,
                                    .read = &reading,
                                    .load_fault = ptc_files_fault,
                                    .refer = remotes != NULL ? ptc_files_refer : NULL,
                                    .user = remotes};

    return ptc_contracts_read(arena, source, &options, diags, out);
}

/* --- Files -------------------------------------------------------------------------- */

typedef struct suite_walk {
    const char *suite;
    const json_suite_folder *folder;
    void (*visit)(ptc_arena *arena, const json_suite_case *one, void *user);
    void *user;
} suite_walk;

static bool each_of_file(const suite_walk *walk, const char *entry)
{
    json_suite_case one = {.folder = walk->folder};
    char file[100];
    char path[300];
    ptc_arena arena;
    ptc_value cases;
    ptc_str text;

    snprintf(file, sizeof file, "%.*s", (int)(strlen(entry) - strlen(".json")), entry);
    snprintf(path, sizeof path, "data/json-schema-test-suite/tests/%s/%s",
             walk->folder->name, entry);
    if (!test_read_shared(walk->suite, path, &text))
        return false;
    one.file = file;
    ptc_arena_init(&arena, NULL, 0);
    if (ptc_json_read(&arena, text.ptr, text.len, NULL, &cases, NULL, NULL) != PTC_OK) {
        fprintf(stderr, "%s: %s is not JSON\n", walk->suite, path);
        abort();
    }
    for (uint32_t i = 0; i < cases.aux; i++) {
        const ptc_value *row = &cases.as.items[i];

        one.description = json_suite_description(row);
        one.schema =
            schema_text(&arena, ptc_value_get(row, "schema"), walk->folder->schema);
        one.tests = ptc_value_get(row, "tests");
        name_case(&one, i);
        walk->visit(&arena, &one, walk->user);
    }
    ptc_arena_free(&arena);
    free((void *)(uintptr_t)text.ptr);
    return true;
}

static int is_json(const struct dirent *entry)
{
    size_t len = strlen(entry->d_name);

    return len > strlen(".json") && len < 100 &&
           strcmp(entry->d_name + len - strlen(".json"), ".json") == 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

bool json_suite_each(const char *suite, const json_suite_folder *folder,
                     void (*visit)(ptc_arena *arena, const json_suite_case *one,
                                   void *user),
                     void *user)
{
    suite_walk walk = {suite, folder, visit, user};
    struct dirent **entries;
    bool is_there = true;
    char below[100];
    int count;

    snprintf(below, sizeof below, "tests/%s", folder->name);
    count = scandir(suite_path(below), &entries, is_json, by_name);
    if (count < 0) {
        if (folder == &json_suite_folders[0])
            fprintf(stderr, "SKIP %s: %s is absent\n", suite, suite_path(below));
        return folder != &json_suite_folders[0];
    }
    for (int i = 0; i < count; i++) {
        is_there = is_there && each_of_file(&walk, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return is_there;
}

/* --- What was recorded -------------------------------------------------------------- */

json_suite_count json_suite_recorded(const char *folder, const char *file)
{
    ptc_str text = test_read_project_file("docs/json-schema-suite.tsv");
    json_suite_count found = {0, 0, 0, 0};
    ptc_str rest = text;
    unsigned number = 0;
    char wanted[160];
    ptc_str line;

    snprintf(wanted, sizeof wanted, "%s\t%s\t", folder, file);
    while (test_next_line(&rest, &line, &number)) {
        if (line.len < strlen(wanted) || memcmp(line.ptr, wanted, strlen(wanted)) != 0)
            continue;
        if (sscanf(line.ptr + strlen(wanted), "%u %u %u %u", &found.right, &found.strict,
                   &found.lax, &found.refused) != 4)
            abort();
    }
    free((void *)(uintptr_t)text.ptr);
    return found;
}
