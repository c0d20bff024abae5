/* SPDX-License-Identifier: MIT */
/*
 * The memory that the parser of `order` takes: `bench_arena DATA` prints the bytes in the
 * arena for all documents, a tab, and the bytes of their structs and lists.
 */
#include "load.h"

#include "order.ptc.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    static unsigned char memory[1 << 20];
    bench_documents documents;
    size_t used = 0;
    size_t stored = 0;

    if (argc != 2 || !bench_load(&documents, argv[1]))
        return 2;
    for (size_t i = 0; i < documents.count; i++) {
        const bench_document *document = &documents.items[i];
        ptc_arena arena;
        order *out;

        ptc_arena_init_memory(&arena, memory, sizeof memory);
        out = ptc_arena_alloc(&arena, sizeof *out);
        if (!out || order_parse_padded(&arena, document->text, document->len, NULL, out,
                                       NULL) != PTC_OK)
            return 1;
        used += (size_t)(arena.cursor - memory);
        stored += sizeof *out + out->items.count * sizeof *out->items.items +
                  out->tags.count * sizeof *out->tags.items;
    }
    printf("%zu\t%zu\n", used, stored);
    bench_unload(&documents);
    return 0;
}
