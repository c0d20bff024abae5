/* SPDX-License-Identifier: MIT */
/*
 * JSON lines to values, over and over: `bench_read DATA.jsonl ROUNDS`. bench/run measures
 * it as the difference of two numbers of rounds.
 */
#include <ptc/ptc.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static char text[8 << 20];
    ptc_json_options options = {
        .struct_size = sizeof options, .is_padded = true, .borrow = true};
    ptc_arena arena;
    uint64_t checksum = 0;
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    size_t size;

    if (file == NULL)
        return 2;
    size = fread(text, 1, sizeof text - PTC_PADDING, file);
    fclose(file);
    ptc_arena_init(&arena, NULL, 0);
    for (long round = atol(argv[2]); round > 0; round--) {
        for (size_t start = 0, end; start < size; start = end + 1) {
            const char *newline = memchr(text + start, '\n', size - start);
            ptc_value value;

            end = newline ? (size_t)(newline - text) : size;
            ptc_arena_reset(&arena);
            if (ptc_json_read(&arena, text + start, end - start, &options, &value, NULL,
                              NULL) != PTC_OK)
                return 1;
            checksum += value.aux;
        }
    }
    ptc_arena_free(&arena);
    printf("%llu\n", (unsigned long long)checksum);
    return 0;
}
