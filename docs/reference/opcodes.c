/* SPDX-License-Identifier: MIT */
/*
 * Writes docs/internals/opcodes.md: opcodes TEMPLATE OPCODES.DEF OUTPUT.
 *
 * The template is Markdown; its line {{opcodes}} becomes the rows of opcodes.def in
 * tables of four columns, one table for each heading comment of that file. The rows come
 * from the compiler, as the code has them; the file is read for the headings and their
 * order alone.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERANDS = 4, LINE_MAX_BYTES = 512 };

typedef struct row {
    const char *name;
    const char *shape;
    const char *roles[OPERANDS];
    const char *effect;
    const char *meaning;
} row;

#define ROLES(a, b, c, w)                                                                \
    {                                                                                    \
#a, #b, #c, #w                                                                   \
    }
static const row rows[] = {
#define PTC_OPCODE(constant, shape, roles, effect, meaning)                              \
    {#constant, #shape, ROLES roles, effect, meaning},
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
};

static FILE *open_file(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);

    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

/* "A REG, Bx CONST": the operands that the shape has. */
static void write_operands(FILE *page, const row *of)
{
    static const char *const names[OPERANDS] = {"A", "B", "C", "W"};
    bool is_first = true;

    for (unsigned i = 0; i < OPERANDS; i++) {
        const char *name = names[i];

        if (strcmp(of->roles[i], "_") == 0)
            continue;
        if (i == 1 && strstr(of->shape, "Bx") != NULL)
            name = of->shape[1] == 's' ? "sBx" : "Bx";
        fprintf(page, "%s%s %s", is_first ? "" : ", ", name, of->roles[i]);
        is_first = false;
    }
}

static void write_row(FILE *page, const row *of)
{
    const char *meaning = of->meaning;
    bool is_call = meaning[0] == '*';

    if (is_call)
        meaning += meaning[1] == ' ' ? 2 : 1;
    fprintf(page, "| `%s`%s | ", of->name, is_call ? " \\*" : "");
    write_operands(page, of);
    fprintf(page, " | `%s` | %s |\n", of->effect, meaning);
}

/* The tables, in the order of the file. */
static void write_rows(FILE *page, const char *path)
{
    FILE *file = open_file(path, "rb");
    char line[LINE_MAX_BYTES];
    size_t next = 0;

    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "/* --- ", 7) == 0) {
            line[strcspn(line + 7, "-") + 6] = '\0'; /* the blank before the dashes */
            fprintf(page, "%s### %s\n\n| instruction | operands | effect | notes |\n",
                    next > 0 ? "\n" : "", line + 7);
            fputs("|---|---|---|---|\n", page);
        } else if (strncmp(line, "PTC_OPCODE(", 11) == 0 &&
                   next < sizeof rows / sizeof rows[0]) {
            write_row(page, &rows[next++]);
        }
    }
    fclose(file);
}

int main(int argc, char **argv)
{
    char line[LINE_MAX_BYTES];
    FILE *template;
    FILE *page;

    if (argc != 4) {
        fputs("usage: opcodes TEMPLATE OPCODES.DEF OUTPUT\n", stderr);
        return 2;
    }
    template = open_file(argv[1], "rb");
    page = open_file(argv[3], "wb");
    while (fgets(line, sizeof line, template) != NULL) {
        if (strcmp(line, "{{opcodes}}\n") == 0)
            write_rows(page, argv[2]);
        else
            fputs(line, page);
    }
    fclose(template);
    if (ferror(page) != 0 || fclose(page) != 0) {
        perror(argv[3]);
        return 1;
    }
    return 0;
}
