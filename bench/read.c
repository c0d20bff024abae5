/* SPDX-License-Identifier: MIT */
/* JSON to values by the generic reader: `bench_read DATA ROUNDS`. */
#include "load.h"

#include <ptc/json.h>

static const ptc_json_options options = {
    .struct_size = sizeof options, .is_padded = true, .borrow = true};

static bool read_value(void *arena, const bench_document *document, size_t index)
{
    ptc_value value;

    (void)index;
    ptc_arena_reset(arena);
    return ptc_json_read(arena, document->text, document->len, &options, &value, NULL,
                         NULL) == PTC_OK;
}

int main(int argc, char **argv)
{
    bench_documents documents;
    ptc_arena arena;
    int status;

    if (argc != 3 || !bench_load(&documents, argv[1]))
        return 2;
    ptc_arena_init(&arena, NULL, 0);
    status = bench_repeat(&documents, argv[2], read_value, &arena);
    ptc_arena_free(&arena);
    bench_unload(&documents);
    return status;
}
