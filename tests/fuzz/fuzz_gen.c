/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: generated parsers against the walker, over the golden contracts; the
 * input's form is that of golden_document_read. What must hold: both entries say what the
 * walker says, whatever stands behind a padded text, and tell coercion alike.
 */
#include "golden_roots.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void *allocate(size_t size)
{
    void *block = malloc(size ? size : 1);

    require(block != NULL);
    return block;
}

/* A copy with padding that would go on with the text, or with other JSON. */
static char *pad(ptc_str text, unsigned kind)
{
    static const char hostile[4][PTC_PADDING + 1] = {
        "\"}]1,\"x\":{[ \"a\":0}],\"query\":\"x",
        "99999999999999999999999999999999",
        "}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}",
        "                                ",
    };
    char *padded = allocate(text.len + PTC_PADDING);

    memcpy(padded, text.ptr, text.len);
    memcpy(padded + text.len, hostile[kind], PTC_PADDING);
    return padded;
}

static void judge(ptc_arena *arena, const golden_document *document)
{
    const golden_root *root = document->root;
    const ptc_parse_options *options = &document->options;
    ptc_str text = document->text;
    golden_verdict walked = golden_walk(arena, root, text, options);
    char *padded = pad(text, document->padding);
    void *out = allocate(root->size);
    ptc_parse_info infos[2];
    ptc_status plain = root->plain(arena, text.ptr, text.len, options, out, &infos[0]);
    ptc_status other = root->padded(arena, padded, text.len, options, out, &infos[1]);

    if (plain != PTC_ERROR_MEMORY && other != PTC_ERROR_MEMORY) {
        require(plain == other && infos[0].offset == infos[1].offset);
        require(infos[0].is_coerced == infos[1].is_coerced);
        /* A struct promises what the contract says also in mode disabled. */
        if (options->mode != PTC_MODE_DISABLED)
            require((plain == PTC_OK) == (walked.status == PTC_OK));
        if (options->mode != PTC_MODE_DISABLED && plain == PTC_OK)
            require(infos[0].is_coerced == walked.is_coerced);
    }
    free(out);
    free(padded);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    golden_document document;
    ptc_arena arena;

    if (!golden_document_read(ptc_str_make((const char *)data, size), &document))
        return 0;
    ptc_arena_init(&arena, NULL, (size_t)64 << 20);
    judge(&arena, &document);
    ptc_arena_free(&arena);
    return 0;
}
