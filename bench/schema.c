/* SPDX-License-Identifier: MIT */
/*
 * Text to schemas that can check data, and schemas to text: `bench_schema FILE ROUNDS`,
 * FILE in Malli (.edn) or JSON Schema (.json). `bench_schema write FILE.edn ROUNDS`
 * writes the schema as JSON Schema, `bench_schema nodes FILE.edn` prints its number of
 * nodes.
 */
#include "load.h"

#include <stdio.h>

#include <ptc/contract.h>
#include <ptc/json_schema.h>

typedef struct reading {
    ptc_arena arena;
    ptc_arena text; /* of what is written */
    ptc_schema schema;
    bool is_json;
} reading;

static bool read_schema(void *state, const bench_document *document, size_t index)
{
    static const ptc_contract_options options = {.struct_size = sizeof options,
                                                 .format = PTC_CONTRACT_JSON_SCHEMA};
    reading *self = state;
    ptc_source source = {.name = PTC_STR("bench"),
                         .text = {document->text, document->len}};
    ptc_contracts contracts;
    ptc_diags diags;

    (void)index;
    ptc_arena_reset(&self->arena);
    ptc_diags_init(&diags, &self->arena);
    if (self->is_json)
        return ptc_contracts_read(&self->arena, &source, &options, &diags, &contracts) ==
               PTC_OK;
    return ptc_malli_read(&self->arena, &source, NULL, &diags, &self->schema) == PTC_OK;
}

static bool write_schema(void *state, const bench_document *document, size_t index)
{
    reading *self = state;
    ptc_text text;

    (void)document;
    (void)index;
    ptc_arena_reset(&self->text);
    ptc_text_init(&text, &self->text);
    return ptc_schema_write_json_schema(&text, &self->schema, NULL) == PTC_OK;
}

int main(int argc, char **argv)
{
    bool is_written = argc == 4 && strcmp(argv[1], "write") == 0;
    bool is_count = argc == 3 && strcmp(argv[1], "nodes") == 0;
    const char *path = argv[is_written || is_count ? 2 : 1];
    bench_documents documents;
    reading self = {0};
    int status = 0;

    if ((argc != 3 && !is_written) || !bench_load(&documents, path))
        return 2;
    ptc_arena_init(&self.arena, NULL, 0);
    ptc_arena_init(&self.text, NULL, 0);
    self.is_json = strstr(path, ".json") != NULL;
    if ((is_written || is_count) && !read_schema(&self, documents.items, 0))
        return 1;
    if (is_count)
        printf("%u\n", self.schema.count);
    else
        status = bench_repeat(&documents, argv[argc - 1],
                              is_written ? write_schema : read_schema, &self);
    ptc_arena_free(&self.text);
    ptc_arena_free(&self.arena);
    bench_unload(&documents);
    return status;
}
