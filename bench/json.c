/* SPDX-License-Identifier: MIT */
/*
 * JSON to typed structs by generated parsers: `bench_json HOW DATA ROUNDS`. HOW is the
 * function: `padded` (X_parse_padded), `plain` (X_parse) or `explain` (X_explain).
 */
#include "contract.h"
#include "load.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct parsing {
    ptc_arena arena;
    bench_read_fn *readers; /* of each document */
} parsing;

static bool parse(void *state, const bench_document *document, size_t index)
{
    parsing *self = state;

    ptc_arena_reset(&self->arena);
    return self->readers[index](&self->arena, document->text, document->len) == PTC_OK;
}

static bench_read_fn reader_of(const bench_contract *contract, const char *how)
{
    if (strcmp(how, "padded") == 0)
        return contract->padded;
    return strcmp(how, "plain") == 0 ? contract->plain : contract->explain;
}

/* The function for each document; NULL where there are not enough. */
static bench_read_fn *choose_readers(const char *how, size_t count)
{
    bench_read_fn *readers = malloc(count * sizeof *readers);

    if (!readers || (bench_contract_count != 1 && bench_contract_count != count))
        return NULL;
    for (size_t i = 0; i < count; i++)
        readers[i] = reader_of(&bench_contracts[i % bench_contract_count], how);
    return readers;
}

int main(int argc, char **argv)
{
    bench_documents documents;
    parsing self;
    int status;

    if (argc != 4 || !bench_load(&documents, argv[2]))
        return 2;
    self.readers = choose_readers(argv[1], documents.count);
    if (!self.readers)
        return 2;
    ptc_arena_init(&self.arena, NULL, 0);
    status = bench_repeat(&documents, argv[3], parse, &self);
    ptc_arena_free(&self.arena);
    free(self.readers);
    bench_unload(&documents);
    return status;
}
