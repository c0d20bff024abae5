/* SPDX-License-Identifier: MIT */
/* jansson: text to its tree, nothing else. `peer_jansson DATA ROUNDS` */
#include "load.h"

#include <jansson.h>

static bool parse(void *state, const bench_document *document, size_t index)
{
    json_error_t error;
    json_t *tree =
        json_loadb(document->text, document->len, JSON_REJECT_DUPLICATES, &error);

    (void)state;
    (void)index;
    json_decref(tree);
    return tree != NULL;
}

int main(int argc, char **argv)
{
    bench_documents documents;
    int status;

    if (argc != 3 || !bench_load(&documents, argv[1]))
        return 2;
    status = bench_repeat(&documents, argv[2], parse, NULL);
    bench_unload(&documents);
    return status;
}
