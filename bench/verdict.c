/* SPDX-License-Identifier: MIT */
/*
 * From the bytes of a document to the verdict of a JSON Schema that is known only at run
 * time: `bench_verdict SCHEMAS.jsonl DATA.jsonl ROUNDS`. Each document has its schema in
 * the line with the same number, which is read once. Like in `ptc validate`, a quick look
 * decides, or else the text is read and walked.
 */
#include "load.h"

#include <ptc/contract.h>
#include <ptc/walk.h>

typedef struct checking {
    ptc_arena schemas;
    ptc_arena arena; /* of one document */
    ptc_schema *of;  /* each document */
    const ptc_glance **glances;
} checking;

static const ptc_walk_options options = {.struct_size = sizeof options,
                                         .direction = PTC_OUTPUT,
                                         .boundary = PTC_BOUNDARY_JSON};

static bool judge(void *state, const bench_document *document, size_t index)
{
    checking *self = state;
    ptc_value value;

    ptc_arena_reset(&self->arena);
    if (ptc_glance_accepts(&self->arena, self->glances[index], document->text,
                           document->len))
        return true;
    return ptc_json_read(&self->arena, document->text, document->len, NULL, &value, NULL,
                         NULL) == PTC_OK &&
           ptc_schema_validate(&self->of[index], &value, &options, NULL) == PTC_OK;
}

static bool read_schemas(checking *self, const bench_documents *file)
{
    static const ptc_contract_options json_schema = {.struct_size = sizeof json_schema,
                                                     .format = PTC_CONTRACT_JSON_SCHEMA};
    ptc_source *sources = ptc_arena_array(&self->schemas, file->count, sizeof *sources);

    self->of = ptc_arena_array(&self->schemas, file->count, sizeof *self->of);
    self->glances = ptc_arena_array(&self->schemas, file->count, sizeof *self->glances);
    for (size_t i = 0; i < file->count; i++) {
        ptc_contracts contracts;
        ptc_diags diags;

        sources[i].name = PTC_STR("bench");
        sources[i].text = ptc_str_make(file->items[i].text, file->items[i].len);
        ptc_diags_init(&diags, &self->schemas);
        if (ptc_contracts_read(&self->schemas, &sources[i], &json_schema, &diags,
                               &contracts) != PTC_OK ||
            ptc_glance_make(&self->schemas, &contracts.items[0].schema, &options,
                            &self->glances[i]) != PTC_OK)
            return false;
        self->of[i] = contracts.items[0].schema;
    }
    return true;
}

int main(int argc, char **argv)
{
    bench_documents documents;
    bench_documents schemas;
    checking self;
    int status;

    if (argc != 4 || !bench_load(&schemas, argv[1]) || !bench_load(&documents, argv[2]))
        return 2;
    ptc_arena_init(&self.schemas, NULL, 0);
    ptc_arena_init(&self.arena, NULL, 0);
    if (schemas.count != documents.count || !read_schemas(&self, &schemas))
        return 2;
    status = bench_repeat(&documents, argv[3], judge, &self);
    ptc_arena_free(&self.arena);
    ptc_arena_free(&self.schemas);
    bench_unload(&documents);
    bench_unload(&schemas);
    return status;
}
