/* SPDX-License-Identifier: MIT */
/* Text to schemas, ready to judge by: `bench_schema FILE ROUNDS`, FILE in Malli (.edn) or
 * JSON Schema (.json). */
#include "load.h"

#include <ptc/contract.h>

typedef struct reading {
    ptc_arena arena;
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
    ptc_schema schema;
    ptc_diags diags;

    (void)index;
    ptc_arena_reset(&self->arena);
    ptc_diags_init(&diags, &self->arena);
    if (self->is_json)
        return ptc_contracts_read(&self->arena, &source, &options, &diags, &contracts) ==
               PTC_OK;
    return ptc_malli_read(&self->arena, &source, NULL, &diags, &schema) == PTC_OK;
}

int main(int argc, char **argv)
{
    bench_documents documents;
    reading self;
    int status;

    if (argc != 3 || !bench_load(&documents, argv[1]))
        return 2;
    ptc_arena_init(&self.arena, NULL, 0);
    self.is_json = strstr(argv[1], ".json") != NULL;
    status = bench_repeat(&documents, argv[2], read_schema, &self);
    ptc_arena_free(&self.arena);
    bench_unload(&documents);
    return status;
}
