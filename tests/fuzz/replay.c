/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target's entry point over every file below the given paths, once per file
 * and once per line. It is a plain program, so that leak checkers see its exit; each
 * input is in a block of exactly its size, so that reading past the end is also detected.
 */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned long inputs;

static void run(const char *bytes, size_t size)
{
    uint8_t *exact = malloc(size ? size : 1);

    if (exact == NULL)
        abort();
    memcpy(exact, bytes, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    inputs++;
}

static int visit(const char *path, const struct stat *info, int type, struct FTW *place)
{
    FILE *file;
    char *text;
    size_t size;

    (void)place;
    if (type != FTW_F || info->st_size > 1 << 20)
        return 0;
    file = fopen(path, "rb");
    text = malloc((size_t)info->st_size + 1);
    if (file == NULL || text == NULL)
        abort();
    size = fread(text, 1, (size_t)info->st_size, file);
    fclose(file);
    run(text, size);
    for (size_t start = 0, end; start < size; start = end + 1) {
        const char *newline = memchr(text + start, '\n', size - start);

        end = newline ? (size_t)(newline - text) : size;
        if (start > 0 || end < size)
            run(text + start, end - start);
    }
    free(text);
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        nftw(argv[i], visit, 16, FTW_PHYS);
    printf("%lu inputs\n", inputs);
    return inputs > 0 ? 0 : 1;
}
