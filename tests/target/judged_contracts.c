/* SPDX-License-Identifier: MIT */
/*
 * Contracts as JSON Schema, with documents and what the contracts say of them, for a
 * validator of JSON Schema to check: tests/check_ajv_contracts.
 *
 *     judged_contracts [--random SEED COUNT] [--malli ROWS] [--tools CALLS] [FILE...]
 *
 * Standard output has a line for each contract, direction and, except for MALLI and
 * CALLS, draft:
 *
 *     {"name": .., "losses": 0, "negates": false, "schema": {..}, "documents": [TEXT ..],
 *      "verdicts": "yn?..", "as_contract": "yn?.."}
 *
 * `verdicts` are those that JSON Schema should give (support/json_meaning.h), '?' where
 * that is left open; `as_contract` those of the contract itself. Where something is lost,
 * a schema accepts more, or, if it negates, anything.
 */
#include <stdio.h>
#include <stdlib.h>

#include "damage.h"
#include "json_meaning.h"
#include "random_schema.h"

#include <ptc/contract.h>
#include <ptc/files.h>
#include <ptc/json_schema.h>

enum { VALUES = 12, DAMAGED = 12, DOCUMENTS = 64, LONGEST = 4000 };

typedef struct judging {
    ptc_arena arena; /* of one contract, or of one file */
    test_random random;
    unsigned losses;
    bool has_drafts; /* draft 7 as well */
    ptc_str documents[DOCUMENTS];
    ptc_value values[DOCUMENTS];
    unsigned count;
} judging;

static void die(const char *what, const char *name)
{
    fprintf(stderr, "judged_contracts: %s: %s\n", name, what);
    exit(2);
}

/* --- Documents ---------------------------------------------------------------------- */

static void add_document(judging *j, const ptc_value *value)
{
    if (j->count < DOCUMENTS &&
        test_as_json(&j->arena, value, &j->documents[j->count], &j->values[j->count]))
        j->count++;
}

/* A change of a document that is JSON again. */
static void add_damaged(judging *j, ptc_str document)
{
    char text[LONGEST + 256];
    ptc_value value;
    size_t len = document.len;

    if (len > LONGEST)
        return;
    memcpy(text, document.ptr, len);
    for (unsigned i = 1 + test_random_below(&j->random, 2); i > 0; i--)
        len = test_damage_json(&j->random, text, len, sizeof text);
    if (ptc_json_read(&j->arena, text, len, NULL, &value, NULL, NULL) == PTC_OK)
        add_document(j, &value);
}

static void make_documents(judging *j, const ptc_schema *schema)
{
    unsigned good;

    for (unsigned i = 0; i < VALUES; i++) {
        ptc_value value = random_value(&j->random, &j->arena, schema);

        add_document(j, &value);
    }
    good = j->count;
    for (unsigned i = 0; good > 0 && i < DAMAGED; i++)
        add_damaged(j, j->documents[test_random_below(&j->random, good)]);
}

/* --- Verdicts ----------------------------------------------------------------------- */

static void count_loss(uint32_t node, ptc_str what, void *user)
{
    (void)node;
    (void)what;
    ++*(unsigned *)user;
}

/* Whether accepting more of a part may be accepting less of the whole. */
static bool negates(const ptc_schema *schema)
{
    static const ptc_type types[] = {
        PTC_TYPE_NOT,  PTC_TYPE_ONE,        PTC_TYPE_IF,          PTC_TYPE_CONTAINS,
        PTC_TYPE_KEYS, PTC_TYPE_OTHER_KEYS, PTC_TYPE_OTHER_ITEMS,
    };

    for (uint32_t i = 0; i < schema->count; i++) {
        for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
            if (schema->nodes[i].type == types[k])
                return true;
        }
    }
    return false;
}

static void put_verdicts(judging *j, ptc_text *out, const ptc_schema *judge,
                         const ptc_schema *schema, ptc_direction direction)
{
    ptc_walk_options walk = {.struct_size = sizeof walk, .direction = direction};

    ptc_text_byte(out, '"');
    for (unsigned i = 0; i < j->count; i++) {
        bool is_open = test_has_large_number(&j->values[i]) ||
                       test_keys_mean_otherwise(schema, &j->values[i]);
        bool is_valid = ptc_schema_validate(judge, &j->values[i], &walk, NULL) == PTC_OK;

        ptc_text_byte(out, is_open ? '?' : is_valid ? 'y' : 'n');
    }
    ptc_text_byte(out, '"');
}

/* The key under which values are in a schema that was written to be an object; empty: it
 * is one by itself. */
static ptc_str wrapping_key(judging *j, const ptc_text *written)
{
    ptc_value schema;
    const ptc_value *fields;

    if (ptc_json_read(&j->arena, written->ptr, written->len, NULL, &schema, NULL, NULL) !=
        PTC_OK)
        die("not JSON", test_cstr(ptc_text_view(written)));
    fields = ptc_value_get(&schema, "properties");
    if (fields == NULL || fields->aux != 1 ||
        ptc_value_get(&schema, "additionalProperties") == NULL ||
        (ptc_value_get(fields, "items") == NULL &&
         ptc_value_get(fields, "value") == NULL))
        return PTC_STR("");
    return ptc_value_text(&fields->as.map->entries[0].key);
}

/* A document as a string in JSON, within an object if there is a key. */
static void put_document(ptc_text *out, ptc_arena *arena, ptc_str document, ptc_str key)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    if (key.len > 0) {
        ptc_text_byte(&text, '{');
        ptc_json_write_string(&text, key);
        ptc_text_byte(&text, ':');
    }
    ptc_text_str(&text, document);
    ptc_text_cstr(&text, key.len > 0 ? "}" : "");
    ptc_json_write_string(out, ptc_text_view(&text));
}

static void put_row(judging *j, ptc_str name, const ptc_schema *schema,
                    const ptc_json_schema_options *options, ptc_direction direction)
{
    ptc_schema meaning;
    ptc_text written;
    ptc_str key = {NULL, 0};
    ptc_text out;

    ptc_text_init(&written, &j->arena);
    ptc_text_init(&out, &j->arena);
    j->losses = 0;
    if (ptc_schema_write_json_schema(&written, schema, options) != PTC_OK)
        die("not written", test_cstr(name));
    if (options->wrap_root)
        key = wrapping_key(j, &written);
    test_json_meaning(&j->arena, schema, true, &meaning);
    ptc_text_cstr(&out, "{\"name\":");
    ptc_json_write_string(&out, name);
    ptc_text_cstr(&out, ",\"losses\":");
    ptc_text_uint(&out, j->losses);
    ptc_text_cstr(&out, negates(schema) ? ",\"negates\":true" : ",\"negates\":false");
    ptc_text_cstr(&out, ",\"schema\":");
    ptc_text_str(&out, ptc_text_view(&written));
    ptc_text_cstr(&out, ",\"documents\":[");
    for (unsigned i = 0; i < j->count; i++) {
        ptc_text_cstr(&out, i > 0 ? "," : "");
        put_document(&out, &j->arena, j->documents[i], key);
    }
    ptc_text_cstr(&out, "],\"verdicts\":");
    put_verdicts(j, &out, &meaning, schema, direction);
    ptc_text_cstr(&out, ",\"as_contract\":");
    put_verdicts(j, &out, schema, schema, direction);
    ptc_text_cstr(&out, "}\n");
    if (out.failed)
        die("out of memory", test_cstr(name));
    fwrite(out.ptr, 1, out.len, stdout);
}

/* Whether a value has to come from a host's context. */
static bool takes_context(const ptc_schema *schema)
{
    for (uint32_t i = schema->root; i < schema->count; i++) {
        if ((schema->nodes[i].flags & PTC_NODE_CONTEXT) != 0)
            return true;
    }
    return false;
}

/* A type, or a part of a function: the documents that there are, and random ones. */
static void judge_type(judging *j, ptc_str name, const ptc_schema *schema,
                       ptc_direction direction)
{
    ptc_json_schema_options options = {.struct_size = sizeof options,
                                       .direction = direction,
                                       .lose = count_loss,
                                       .user = &j->losses};

    make_documents(j, schema);
    put_row(j, name, schema, &options, direction);
    options.version = PTC_JSON_SCHEMA_7;
    if (j->has_drafts)
        put_row(j, name, schema, &options, direction);
    options.version = PTC_JSON_SCHEMA_2020_12;
    options.wrap_root = true;
    if (j->has_drafts)
        put_row(j, name, schema, &options, direction);
    j->count = 0;
}

static void judge_schema(judging *j, ptc_str name, const ptc_schema *schema)
{
    const ptc_schema_node *root = ptc_schema_root(schema);
    ptc_schema part = *schema;

    if (root->type != PTC_TYPE_FUNCTION) {
        judge_type(j, name, schema, PTC_OUTPUT);
        return;
    }
    part.root = root->first;
    if (schema->nodes[part.root].count > 0 && !takes_context(&part))
        judge_type(j, name, &part, PTC_INPUT);
    part.root = root->first + 1;
    judge_type(j, name, &part, PTC_OUTPUT);
}

/* --- Where contracts come from ------------------------------------------------------ */

static void judge_random(judging *j, uint64_t seed, unsigned count)
{
    j->random.state = seed;
    j->has_drafts = true;
    for (unsigned i = 0; i < count; i++) {
        char name[32];
        ptc_schema schema;

        ptc_arena_reset(&j->arena);
        snprintf(name, sizeof name, "random %u", i);
        random_schema(&j->random, &j->arena, 2 + i % 40, i % 3 == 0, &schema);
        judge_schema(j, ptc_str_of(name), &schema);
    }
}

static void judge_file(judging *j, const char *path)
{
    ptc_source *source = ptc_arena_array(&j->arena, 1, sizeof *source);
    ptc_contract_options options = {.struct_size = sizeof options};
    ptc_contracts contracts;
    ptc_files *files;
    ptc_diags diags;

    j->has_drafts = true;
    *source = (ptc_source){ptc_str_of(path), test_read_file(path)};
    ptc_diags_init(&diags, &j->arena);
    if (source->text.ptr == NULL || ptc_files_make(&j->arena, NULL, &files) != PTC_OK)
        die("no such file", path);
    options.load = ptc_files_load;
    options.user = files;
    if (ptc_contracts_read(&j->arena, source, &options, &diags, &contracts) != PTC_OK)
        fprintf(stderr, "not read: %s\n", path); /* it needs types that a host declares */
    for (size_t i = 0; i < contracts.count; i++) {
        ptc_text name;

        ptc_text_init(&name, &j->arena);
        ptc_text_cstr(&name, path);
        ptc_text_byte(&name, ' ');
        ptc_text_str(&name, contracts.items[i].name);
        judge_schema(j, ptc_text_view(&name), &contracts.items[i].schema);
    }
    free((void *)(uintptr_t)source->text.ptr);
}

/* Calls `judge` with each line of a file. */
static void judge_lines(judging *j, const char *path,
                        void (*judge)(judging *j, const ptc_value *row))
{
    ptc_str text = test_read_file(path);
    ptc_str rest = text;
    unsigned number = 0;
    ptc_value row;
    ptc_str line;

    if (text.ptr == NULL)
        die("no such file", path);
    j->has_drafts = false;
    while (test_next_line(&rest, &line, &number)) {
        ptc_arena_reset(&j->arena);
        if (ptc_json_read(&j->arena, line.ptr, line.len, NULL, &row, NULL, NULL) !=
            PTC_OK)
            die("a line that is not JSON", path);
        judge(j, &row);
    }
    free((void *)(uintptr_t)text.ptr);
}

/* A schema of the Malli vectors, with the value that it was tried on. */
static void judge_malli(judging *j, const ptc_value *row)
{
    const ptc_value *value = ptc_value_get(row, "json");
    ptc_source *source = ptc_arena_array(&j->arena, 1, sizeof *source);
    ptc_schema schema;
    ptc_diags diags;

    *source = (ptc_source){PTC_STR("row"), ptc_value_text(ptc_value_get(row, "schema"))};
    ptc_diags_init(&diags, &j->arena);
    if (ptc_malli_read(&j->arena, source, NULL, &diags, &schema) != PTC_OK)
        return;
    if (value != NULL)
        add_document(j, value);
    judge_schema(j, ptc_value_text(ptc_value_get(row, "id")), &schema);
}

/* The parameters of a tool as a signature, and the arguments of its calls. */
static void judge_tool(judging *j, const ptc_value *tool, const ptc_value *calls)
{
    static const ptc_contract_options json = {.struct_size = sizeof json,
                                              .format = PTC_CONTRACT_JSON_SCHEMA};
    const ptc_value *name = ptc_value_get(tool, "name");
    ptc_source *source = ptc_arena_array(&j->arena, 2, sizeof *source);
    ptc_contracts contracts;
    ptc_text texts[2];
    ptc_schema schema;
    ptc_diags diags;

    for (int i = 0; i < 2; i++)
        ptc_text_init(&texts[i], &j->arena);
    ptc_diags_init(&diags, &j->arena);
    ptc_json_write(&texts[0], ptc_value_get(tool, "parameters"), 0);
    source[0] = (ptc_source){PTC_STR("tool"), ptc_text_view(&texts[0])};
    if (ptc_contracts_read(&j->arena, &source[0], &json, &diags, &contracts) != PTC_OK)
        return;
    ptc_schema_write_signature(&texts[1], &contracts.items[0].schema, NULL);
    source[1] = (ptc_source){PTC_STR("tool"), ptc_text_view(&texts[1])};
    if (ptc_signature_read(&j->arena, &source[1], NULL, &diags, &schema) != PTC_OK)
        die("its signature is not read", test_cstr(ptc_value_text(name)));
    for (uint32_t i = 0; i < calls->aux; i++) {
        if (ptc_value_same(ptc_value_get(&calls->as.items[i], "name"), name))
            add_document(j, ptc_value_get(&calls->as.items[i], "arguments"));
    }
    judge_schema(j, ptc_value_text(name), &schema);
}

static void judge_tools(judging *j, const ptc_value *row)
{
    const ptc_value *tools = ptc_value_get(row, "tools");

    for (uint32_t i = 0; i < tools->aux; i++)
        judge_tool(j, &tools->as.items[i], ptc_value_get(row, "calls"));
}

int main(int argc, char **argv)
{
    judging j = {.random = {1}};

    ptc_arena_init(&j.arena, NULL, 0);
    for (int i = 1; i < argc; i++) {
        ptc_arena_reset(&j.arena);
        if (strcmp(argv[i], "--random") == 0 && i + 2 < argc) {
            judge_random(&j, strtoull(argv[i + 1], NULL, 10),
                         (unsigned)strtoul(argv[i + 2], NULL, 10));
            i += 2;
        } else if (strcmp(argv[i], "--malli") == 0 && i + 1 < argc) {
            judge_lines(&j, argv[++i], judge_malli);
        } else if (strcmp(argv[i], "--tools") == 0 && i + 1 < argc) {
            judge_lines(&j, argv[++i], judge_tools);
        } else {
            judge_file(&j, argv[i]);
        }
    }
    ptc_arena_free(&j.arena);
    return 0;
}
