/* SPDX-License-Identifier: MIT */
/*
 * Build step: the pages of docs/diagnostics as one constant table in the order of
 * diagnostics.def, so that `ptcc explain` needs no files. A row without a page is an
 * error. Usage: pages_embed FOLDER OUTPUT DEPFILE
 */
#include <stdio.h>
#include <stdlib.h>

static const char *const names[] = {
#define PTC_DIAG(constant, name, severity, summary) name,
#include <ptc/diagnostics.def>
#undef PTC_DIAG
};

static FILE *open_or_die(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);

    if (file == NULL) {
        perror(path);
        exit(2);
    }
    return file;
}

static void close_or_die(FILE *file, const char *path)
{
    if (ferror(file) || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

static void put_page(FILE *out, const char *name, FILE *page)
{
    int byte;

    fprintf(out, "    /* %s */\n    \"", name);
    while ((byte = getc(page)) != EOF) {
        if (byte == '\n')
            fputs("\\n\"\n    \"", out);
        else if (byte == '"' || byte == '\\' || byte == '?')
            fprintf(out, "\\%c", byte);
        else if (byte < 0x20 || byte > 0x7e)
            fprintf(out, "\\%03o", (unsigned)byte);
        else
            putc(byte, out);
    }
    fputs("\",\n", out);
}

int main(int argc, char **argv)
{
    char path[4096];
    FILE *out;
    FILE *dependencies;

    if (argc != 4) {
        fputs("usage: pages_embed FOLDER OUTPUT DEPFILE\n", stderr);
        return 2;
    }
    out = open_or_die(argv[2], "wb");
    dependencies = open_or_die(argv[3], "wb");
    fprintf(dependencies, "%s:", argv[2]);
    fputs("/* Made from docs/diagnostics by pages_embed. */\n#include "
          "\"generator/text/text_int.h\"\n\n"
          "const char *const ptcc_pages[PTC_DIAG_COUNT] = {\n",
          out);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        FILE *page;

        snprintf(path, sizeof path, "%s/%s.md", argv[1], names[i]);
        page = open_or_die(path, "rb");
        put_page(out, names[i], page);
        close_or_die(page, path);
        fprintf(dependencies, " %s", path);
    }
    fputs("};\n", out);
    fputc('\n', dependencies);
    close_or_die(out, argv[2]);
    close_or_die(dependencies, argv[3]);
    return 0;
}
