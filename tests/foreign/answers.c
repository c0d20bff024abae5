/* SPDX-License-Identifier: MIT */
/*
 * What the generated code of the golden contracts says of documents and of their mutants,
 * a line for each: tests/check_machines compares what two machines print. Each text is
 * held against the walker on the way.
 *
 *   answers FILE...    files as golden_document_read takes them
 */
#include "golden_roots.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What mutants have in the place of a byte: what ends things, begins them, or is nothing.
 */
static const char answers_bytes[] = "\"}],9-. n\\\x80";

/* FNV-1a: long texts of JSON would only fill the pipe. */
static uint64_t answers_hash(ptc_str text)
{
    uint64_t hash = UINT64_C(14695981039346656037);

    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.ptr[i]) * UINT64_C(1099511628211);
    return hash;
}

static void *answers_allocate(size_t size)
{
    void *block = malloc(size > 0 ? size : 1);

    if (block == NULL)
        abort();
    return block;
}

static void print_json(ptc_arena *arena, const golden_root *root, const void *parsed)
{
    ptc_text json;

    ptc_text_init(&json, arena);
    if (root->to_json(&json, parsed) == PTC_OK)
        printf(" %zu %016" PRIx64, json.len, answers_hash(ptc_text_view(&json)));
    else
        printf(" no JSON");
}

static void answer(const golden_document *document, const char *name, size_t place)
{
    const golden_root *root = document->root;
    void *parsed = answers_allocate(root->size);
    ptc_parse_info info;
    const char *complaint;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, (size_t)64 << 20);
    complaint = golden_judge(&arena, document, NULL);
    root->plain(&arena, document->text.ptr, document->text.len, &document->options,
                parsed, &info);
    printf("%s %zu: %d %zu %d", name, place, (int)info.status, info.offset,
           info.is_coerced);
    if (info.status == PTC_OK)
        print_json(&arena, root, parsed);
    printf("%s%s\n", complaint != NULL ? " DIFFERS FROM THE WALKER: " : "",
           complaint != NULL ? complaint : "");
    ptc_arena_free(&arena);
    free(parsed);
}

static void answer_mutants(const golden_document *document, const char *name)
{
    golden_document mutant = *document;
    size_t len = document->text.len;
    char *text = answers_allocate(len);

    for (size_t i = 0; i < len; i++) {
        memcpy(text, document->text.ptr, len);
        text[i] = answers_bytes[i % (sizeof answers_bytes - 1)];
        mutant.text = ptc_str_make(text, len);
        answer(&mutant, name, i);
        mutant.text.len = i; /* cut off there */
        answer(&mutant, name, i);
    }
    free(text);
}

static ptc_str read_file(const char *path)
{
    enum { capacity = 1 << 20 };
    char *text = answers_allocate(capacity);
    FILE *file = fopen(path, "rb");
    size_t len = file != NULL ? fread(text, 1, capacity, file) : 0;

    if (file == NULL || ferror(file) || len == 0) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    return ptc_str_make(text, len);
}

int main(int argc, char **argv)
{
    int read = 0;

    for (int i = 1; i < argc; i++) {
        ptc_str input = read_file(argv[i]);
        const char *slash = strrchr(argv[i], '/');
        const char *name = slash != NULL ? slash + 1 : argv[i];
        golden_document document;

        if (golden_document_read(input, &document)) {
            answer(&document, name, document.text.len);
            answer_mutants(&document, name);
            read++;
        }
        free((char *)input.ptr);
    }
    return read == 0;
}
