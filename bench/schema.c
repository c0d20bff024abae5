/* SPDX-License-Identifier: MIT */
/* Malli text to schemas, ready to judge by: `bench_schema SCHEMA.edn ROUNDS`. */
#include "load.h"

#include <ptc/schema.h>

static bool read_schema(void *arena, const bench_document *document, size_t index)
{
    ptc_source source = {.name = PTC_STR("bench"),
                         .text = {document->text, document->len}};
    ptc_schema schema;
    ptc_diags diags;

    (void)index;
    ptc_arena_reset(arena);
    ptc_diags_init(&diags, arena);
    return ptc_malli_read(arena, &source, NULL, &diags, &schema) == PTC_OK;
}

int main(int argc, char **argv)
{
    bench_documents documents;
    ptc_arena arena;
    int status;

    if (argc != 3 || !bench_load(&documents, argv[1]))
        return 2;
    ptc_arena_init(&arena, NULL, 0);
    status = bench_repeat(&documents, argv[2], read_schema, &arena);
    ptc_arena_free(&arena);
    bench_unload(&documents);
    return status;
}
