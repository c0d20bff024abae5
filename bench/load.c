/* SPDX-License-Identifier: MIT */
/* What all benchmark programs share: see load.h. */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long end;

    if (file && fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0) {
        text = calloc((size_t)end + BENCH_PADDING, 1);
        rewind(file);
        *size = text ? fread(text, 1, (size_t)end, file) : 0;
    }
    if (file)
        fclose(file);
    return text;
}

static bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text);
    size_t end_len = strlen(end);

    return len >= end_len && memcmp(text + len - end_len, end, end_len) == 0;
}

/* The first `separator` in the text, or its end; -1 separates nothing. */
static const char *find_end(const char *text, const char *end, int separator)
{
    const char *found =
        separator < 0 ? NULL : memchr(text, separator, (size_t)(end - text));

    return found ? found : end;
}

static size_t count_documents(const char *text, const char *end, int separator)
{
    size_t count = 0;

    for (; text < end; text = find_end(text, end, separator) + 1)
        count++;
    return count;
}

bool bench_load(bench_documents *out, const char *path)
{
    int separator = ends_with(path, ".jsonl") ? '\n'
                    : ends_with(path, ".bin") ? 0x1e
                                              : -1;
    size_t size = 0;
    char *text = read_file(path, &size);
    size_t count = text ? count_documents(text, text + size, separator) : 0;
    bench_document *items = count ? malloc(count * sizeof *items) : NULL;
    const char *start = text;

    if (!items) {
        fprintf(stderr, "%s: cannot be loaded, or is empty\n", path);
        free(text);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *end = find_end(start, text + size, separator);

        items[i].text = start;
        items[i].len = (size_t)(end - start);
        start = end + 1;
    }
    *out = (bench_documents){text, items, count};
    return true;
}

void bench_unload(bench_documents *documents)
{
    free(documents->items);
    free(documents->text);
}

static double cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int bench_repeat(const bench_documents *documents, const char *rounds,
                 bench_check_fn check, void *state)
{
    unsigned long long accepted = 0;
    double start = cpu_seconds();

    for (long round = strtol(rounds, NULL, 10); round > 0; round--) {
        for (size_t i = 0; i < documents->count; i++)
            accepted += check(state, &documents->items[i], i);
    }
    printf("%llu\t%.9f\n", accepted, cpu_seconds() - start);
    return 0;
}
