/* SPDX-License-Identifier: MIT */
/*
 * JSON lines to typed structs by generated parsers, over and over:
 * `bench_json WORKLOAD DATA.jsonl ROUNDS`, where the workload is `a` (tool_call), `b`
 * (order) or `c` (records) of tests/golden. Prints a checksum over what was read.
 * bench/run measures instructions as the difference of two numbers of rounds.
 */
#include "order.ptc.h"
#include "records.ptc.h"
#include "tool_call.ptc.h"

#include <stdio.h>
#include <stdlib.h>

typedef ptc_status (*read_fn)(ptc_arena *arena, const char *text, size_t len,
                              uint64_t *sum);

static ptc_status read_tool_call(ptc_arena *arena, const char *text, size_t len,
                                 uint64_t *sum)
{
    tool_call out;
    ptc_status status = tool_call_parse_padded(arena, text, len, NULL, &out, NULL);

    *sum += status == PTC_OK ? (uint64_t)out.limit + out.options.tags.count : 0;
    return status;
}

static ptc_status read_order(ptc_arena *arena, const char *text, size_t len,
                             uint64_t *sum)
{
    order out;
    ptc_status status = order_parse_padded(arena, text, len, NULL, &out, NULL);

    *sum += status == PTC_OK ? (uint64_t)out.order_id + out.items.count : 0;
    return status;
}

static ptc_status read_records(ptc_arena *arena, const char *text, size_t len,
                               uint64_t *sum)
{
    records out;
    ptc_status status = records_parse_padded(arena, text, len, NULL, &out, NULL);

    *sum += status == PTC_OK ? out.count : 0;
    return status;
}

/* The whole file, PTC_PADDING bytes behind it; NULL when it cannot be read. */
static char *load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long end;

    if (file && fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0) {
        text = calloc((size_t)end + PTC_PADDING, 1);
        rewind(file);
        *size = text ? fread(text, 1, (size_t)end, file) : 0;
    }
    if (file)
        fclose(file);
    return text;
}

/* Finds the lines once, so that only parsing repeats; returns how many there are. */
static size_t find_lines(const char *text, size_t size, ptc_str *lines)
{
    size_t count = 0;

    for (size_t start = 0, end; start < size; start = end + 1) {
        const char *newline = memchr(text + start, '\n', size - start);

        end = newline ? (size_t)(newline - text) : size;
        lines[count++] = ptc_str_make(text + start, end - start);
    }
    return count;
}

static bool read_lines(ptc_arena *arena, const ptc_str *lines, size_t count, read_fn read,
                       uint64_t *sum)
{
    for (size_t i = 0; i < count; i++) {
        ptc_arena_reset(arena);
        if (read(arena, lines[i].ptr, lines[i].len, sum) != PTC_OK)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    static const read_fn readers[] = {read_tool_call, read_order, read_records};
    ptc_arena arena;
    uint64_t sum = 0;
    size_t size = 0;
    bool good = true;
    char *text = argc == 4 ? load(argv[2], &size) : NULL;
    ptc_str *lines = text ? malloc((size + 1) * sizeof *lines) : NULL;
    size_t count;

    if (!lines || argv[1][0] < 'a' || argv[1][0] > 'c')
        return 2;
    count = find_lines(text, size, lines);
    ptc_arena_init(&arena, NULL, 0);
    for (long round = atol(argv[3]); good && round > 0; round--)
        good = read_lines(&arena, lines, count, readers[argv[1][0] - 'a'], &sum);
    printf("%llu\n", (unsigned long long)sum);
    ptc_arena_free(&arena);
    free(lines);
    free(text);
    return good ? 0 : 1;
}
