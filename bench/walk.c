/* SPDX-License-Identifier: MIT */
/*
 * Walking parsed documents, a verdict without reading the text:
 * `bench_walk SCHEMA.edn DATA ROUNDS`. The schema, in Malli, and the documents are read
 * once; then all are checked at the JSON boundary, as outputs.
 */
#include "load.h"

#include <ptc/json.h>
#include <ptc/walk.h>

#include <stdlib.h>

typedef struct walking {
    ptc_schema schema;
    ptc_value *values; /* of each document */
} walking;

static const ptc_walk_options options = {.struct_size = sizeof options,
                                         .direction = PTC_OUTPUT,
                                         .boundary = PTC_BOUNDARY_JSON};

static bool judge(void *state, const bench_document *document, size_t index)
{
    const walking *self = state;

    (void)document;
    return ptc_schema_validate(&self->schema, &self->values[index], &options, NULL) ==
           PTC_OK;
}

static bool read_schema(ptc_arena *arena, const char *path, ptc_schema *out)
{
    bench_documents file;
    ptc_source source;
    ptc_diags diags;
    bool good;

    if (!bench_load(&file, path))
        return false;
    source.name = ptc_str_of(path);
    source.text = ptc_str_make(file.items[0].text, file.items[0].len);
    ptc_diags_init(&diags, arena);
    good = ptc_malli_read(arena, &source, NULL, &diags, out) == PTC_OK;
    bench_unload(&file);
    return good;
}

static ptc_value *read_values(ptc_arena *arena, const bench_documents *documents)
{
    ptc_value *values = ptc_arena_array(arena, documents->count, sizeof *values);

    for (size_t i = 0; values && i < documents->count; i++) {
        if (ptc_json_read(arena, documents->items[i].text, documents->items[i].len, NULL,
                          &values[i], NULL, NULL) != PTC_OK)
            return NULL;
    }
    return values;
}

int main(int argc, char **argv)
{
    bench_documents documents;
    ptc_arena arena;
    walking self;
    int status;

    if (argc != 4 || !bench_load(&documents, argv[2]))
        return 2;
    ptc_arena_init(&arena, NULL, 0);
    self.values = read_values(&arena, &documents);
    if (!self.values || !read_schema(&arena, argv[1], &self.schema))
        return 2;
    status = bench_repeat(&documents, argv[3], judge, &self);
    ptc_arena_free(&arena);
    bench_unload(&documents);
    return status;
}
