/* SPDX-License-Identifier: MIT */
/*
 * Writes docs/lisp-reference.md: reference TEMPLATE OUTPUT.
 *
 * The template is Markdown; a line of it may be a directive, which is replaced by
 *
 *   {{contents}}            the headings of the second and third level, linked
 *   {{forms NAME ...}}      entries of special forms
 *   {{syntax NAME ...}}     entries of what the reader knows
 *   {{builtins FAMILY}}     entries of a family of builtins.def, without methods of Java
 *   {{java FAMILY ...}}     the entries of these families that have names of Java
 *   {{reasons}}             why programs fail, from reasons.def
 *   {{hints}}               names that are not there, from hints.def
 *   {{index}}               all names
 *
 * A name that the tables have and the page does not is an error, as is a row of lisp.def
 * about a name that the tables do not have.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables.h"

enum { EXAMPLE_COLUMN = 52, PAGE_COLUMNS = 96, TEMPLATE_MAX = 1 << 20 };

static FILE *page;
static const char *template_path;
static bool is_placed[ROWS];
static int failures;

static void complain(const char *what, const char *name)
{
    fprintf(stderr, "%s: %s: %s\n", template_path, name, what);
    failures++;
}

/* `.length`, `Math/abs`, `java.util.Date.` */
static bool is_java(const char *name)
{
    size_t length = strlen(name);

    return length > 1 && (name[0] == '.' || name[length - 1] == '.' ||
                          (isupper((unsigned char)name[0]) && strchr(name, '/') != NULL));
}

/* Syntax without its own name: Maps, Comments. */
static bool is_topic(const row *of)
{
    return of->kind == KIND_SYNTAX && isupper((unsigned char)of->name[0]) &&
           strchr(of->name, '/') == NULL;
}

/* --- Text --------------------------------------------------------------------------- */

/* The name in links: letters, digits and - as they are. */
static void write_anchor(const char *name)
{
    fputs("fn-", page);
    for (; *name != '\0'; name++) {
        if (isalnum((unsigned char)*name) || *name == '-')
            fputc(*name, page);
        else
            fprintf(page, "_%02x", (unsigned)(unsigned char)*name);
    }
}

/* A sentence of the tables: its first letter large, a stop at its end, and what Markdown
 * would take for markup kept outside `code`. */
static void write_sentence(const char *text)
{
    bool is_code = false;

    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '`')
            is_code = !is_code;
        else if (!is_code && strchr("*<>_", *at) != NULL)
            fputc('\\', page);
        fputc(at == text ? toupper((unsigned char)*at) : *at, page);
    }
    if (text[0] != '\0' && text[strlen(text) - 1] != '.')
        fputc('.', page);
    fputc('\n', page);
}

static size_t count_columns(const char *text)
{
    size_t count = 0;

    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* --- Entries ------------------------------------------------------------------------ */

/* What a program printed, a comment a line; gives the value that follows. */
static const char *write_output(const char *result)
{
    const char *end;

    while ((end = strchr(result, '\n')) != NULL) {
        fprintf(page, "; %.*s\n", (int)(end - result), result);
        result = end + 1;
    }
    return result;
}

static bool is_short(const row *example)
{
    return strchr(example->name, '\n') == NULL && strchr(example->first, '\n') == NULL &&
           count_columns(example->name) <= EXAMPLE_COLUMN;
}

static void write_example(const row *example, size_t column)
{
    const char *result = example->first;
    size_t length = count_columns(example->name);

    fputs(example->name, page);
    if (is_short(example) && column + 5 + count_columns(result) <= PAGE_COLUMNS) {
        fprintf(page, "%*s", (int)(column - length + 1), "");
    } else {
        fputc('\n', page);
        result = write_output(result);
    }
    fprintf(page, ";=> %s\n", result[0] == '!' ? result + 1 : result);
}

/* Whether the row is an example of that kind below a row about the name, or below one
 * about another name of it. */
static bool is_example_of(const row *example, row_kind kind, const row *of)
{
    const row *owner = example;

    if (example->kind != kind)
        return false;
    while (is_example(owner))
        owner--;
    return owner == of ||
           (owner->kind == KIND_ALIAS && strcmp(owner->first, of->name) == 0);
}

static void write_block(const row *of, row_kind kind, const char *fence)
{
    size_t column = 0;
    size_t count = 0;

    for (size_t i = 0; i < ROWS; i++) {
        if (is_example_of(&rows[i], kind, of)) {
            size_t length = count_columns(rows[i].name);

            count++;
            if (is_short(&rows[i]) && length > column)
                column = length;
        }
    }
    if (count == 0)
        return;
    fprintf(page, "\n```%s\n", fence);
    for (size_t i = 0; i < ROWS; i++)
        if (is_example_of(&rows[i], kind, of))
            write_example(&rows[i], column);
    fputs("```\n", page);
}

/* check_docs runs ```clojure, and has no tools. */
static void write_examples(const row *of)
{
    write_block(of, KIND_EXAMPLE, "clojure");
    write_block(of, KIND_TOOL_EXAMPLE, "clj");
    fputc('\n', page);
}

static void write_heading(const row *of)
{
    fputs("#### <a id=\"", page);
    write_anchor(of->name);
    fprintf(page, is_topic(of) ? "\"></a>%s" : "\"></a>`%s`", of->name);
    is_placed[of - rows] = true;
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].kind == KIND_ALIAS && strcmp(rows[i].first, of->name) == 0) {
            fprintf(page, ", `%s`", rows[i].name);
            is_placed[i] = true;
        }
    }
    fputs("\n\n", page);
}

/* `(map f coll & colls)`, for each of the calls that `|` parts. */
static void write_usages(const char *name, const char *arguments)
{
    for (;;) {
        size_t length = strcspn(arguments, "|");
        size_t end = length;

        while (end > 0 && arguments[end - 1] == ' ')
            end--;
        fprintf(page, end > 0 ? "`(%s %.*s)`" : "`(%s)`", name, (int)end, arguments);
        if (arguments[length] == '\0')
            break;
        arguments += length + 1;
        arguments += strspn(arguments, " ");
        fputs(" · ", page);
    }
    fputs("\n\n", page);
}

static void write_builtin(const builtin *of)
{
    const row *usage = find_row(KIND_USAGE, of->name);

    if (usage == NULL) {
        if (find_row(KIND_ALIAS, of->name) == NULL)
            complain("has no row in lisp.def", of->name);
        return;
    }
    write_heading(usage);
    write_usages(usage->name, usage->first);
    write_sentence(of->sentence);
    if (usage->second[0] != '\0') {
        fputc('\n', page);
        write_sentence(usage->second);
    }
    write_examples(usage);
}

static void write_family(const char *family, size_t length, bool java)
{
    bool is_found = false;

    for (size_t i = 0; i < BUILTINS; i++) {
        if (strncmp(builtins[i].family, family, length) != 0 ||
            builtins[i].family[length] != '\0')
            continue;
        is_found = true;
        if (is_java(builtins[i].name) == java)
            write_builtin(&builtins[i]);
    }
    if (!is_found)
        complain("is not a family of builtins", family);
}

static void write_form(const char *name, size_t length)
{
    const row *form = find_row_of(KIND_FORM, name, length);

    if (form == NULL) {
        complain("has no PTC_FORM", name);
        return;
    }
    write_heading(form);
    write_usages(form->name, form->first);
    write_sentence(form->second);
    write_examples(form);
}

static void write_syntax(const char *name, size_t length)
{
    const row *syntax = find_row_of(KIND_SYNTAX, name, length);

    if (syntax == NULL) {
        complain("has no PTC_SYNTAX", name);
        return;
    }
    write_heading(syntax);
    if (syntax->first[0] != '\0')
        fprintf(page, "`%s`\n\n", syntax->first);
    write_sentence(syntax->second);
    write_examples(syntax);
}

/* --- Tables ------------------------------------------------------------------------- */

static void write_reasons(void)
{
    fputs("| reason | when |\n|---|---|\n", page);
    for (size_t i = 1; i < REASONS; i++) {
        const row *meaning = find_row(KIND_REASON, reasons[i]);

        if (meaning == NULL) {
            complain("has no PTC_REASON_MEANING", reasons[i]);
            continue;
        }
        is_placed[meaning - rows] = true;
        fprintf(page, "| `%s` | %s |\n", reasons[i], meaning->first);
    }
}

/* Rows of names that a builtin has by now say nothing to users. */
static void write_hints(void)
{
    fputs("| name | say instead |\n|---|---|\n", page);
    for (size_t i = 0; i < HINTS; i++) {
        bool is_open = false;

        for (const char *at = hints[i].names; *at != '\0';) {
            size_t length = strcspn(at, " ");

            if (find_builtin_of(at, length) == NULL) {
                fprintf(page, "%s`%.*s`", is_open ? " " : "| ", (int)length, at);
                is_open = true;
            }
            at += length;
            at += strspn(at, " ");
        }
        if (is_open)
            fprintf(page, " | %s |\n", hints[i].text);
    }
}

/* Java's methods are sorted by their letters, names without letters come before them. */
static int compare_names(const void *left, const void *right)
{
    const char *a = *(const char *const *)left + (**(const char *const *)left == '.');
    const char *b = *(const char *const *)right + (**(const char *const *)right == '.');

    if (!isalpha((unsigned char)*a) != !isalpha((unsigned char)*b))
        return isalpha((unsigned char)*a) ? 1 : -1;
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return tolower((unsigned char)*a) - tolower((unsigned char)*b);
}

static int letter_of(const char *name)
{
    name += *name == '.';
    return isalpha((unsigned char)*name) ? tolower((unsigned char)*name) : '#';
}

static void write_index(void)
{
    const char *names[ROWS];
    size_t count = 0;
    int letter = 0;

    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].kind <= KIND_SYNTAX && !is_topic(&rows[i]))
            names[count++] = rows[i].name;
    qsort(names, count, sizeof names[0], compare_names);
    for (size_t i = 0; i < count; i++) {
        const row *alias = find_row(KIND_ALIAS, names[i]);
        int next = letter_of(names[i]);

        if (next != letter)
            fprintf(page, "%s**%c** ", letter == 0 ? "" : "\n\n", next);
        fprintf(page, "%s[`%s`](#", next != letter ? "" : " · ", names[i]);
        write_anchor(alias != NULL ? alias->first : names[i]);
        fputc(')', page);
        letter = next;
    }
    fputc('\n', page);
}

/* As GitHub makes it of a heading. */
static void write_slug(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];

        if (c == ' ')
            fputc('-', page);
        else if (isalnum(c) || c == '-' || c == '_' || c >= 0x80)
            fputc(tolower(c), page);
    }
}

static void write_contents(const char *text)
{
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        size_t level = strspn(line, "#");
        size_t length = strcspn(line, "\n");

        if ((level != 2 && level != 3) || line[level] != ' ')
            continue;
        fprintf(page, "%s* [%.*s](#", level == 3 ? "  " : "", (int)(length - level - 1),
                line + level + 1);
        write_slug(line + level + 1, length - level - 1);
        fputs(")\n", page);
    }
}

/* --- The page ----------------------------------------------------------------------- */

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

/* `line` begins after {{ and ends before }}. */
static void expand(const char *line, size_t length, const char *text)
{
    size_t word = strcspn(line, " }");
    const char *end = line + length;
    const char *at = line + word;

    if (is_word(line, word, "contents"))
        write_contents(text);
    else if (is_word(line, word, "reasons"))
        write_reasons();
    else if (is_word(line, word, "hints"))
        write_hints();
    else if (is_word(line, word, "index"))
        write_index();
    else if (!is_word(line, word, "forms") && !is_word(line, word, "syntax") &&
             !is_word(line, word, "builtins") && !is_word(line, word, "java"))
        complain("is not a directive", line);
    while (at < end) {
        size_t name;

        at += strspn(at, " ");
        name = strcspn(at, " \n");
        if (at + name > end)
            name = (size_t)(end - at);
        if (is_word(line, word, "forms"))
            write_form(at, name);
        else if (is_word(line, word, "syntax"))
            write_syntax(at, name);
        else if (name > 0)
            write_family(at, name, is_word(line, word, "java"));
        at += name;
    }
}

static void write_page(const char *text)
{
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");

        if (length > 4 && strncmp(line, "{{", 2) == 0 &&
            strncmp(line + length - 2, "}}", 2) == 0)
            expand(line + 2, length - 4, text);
        else
            fprintf(page, "%.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void check_rows(void)
{
    for (size_t i = 0; i < SPECIALS; i++)
        if (find_row(KIND_FORM, specials[i]) == NULL && find_builtin(specials[i]) == NULL)
            complain("has no PTC_FORM", specials[i]);
    for (size_t i = 0; i < ROWS; i++) {
        if (is_example(&rows[i]))
            continue;
        if ((rows[i].kind == KIND_USAGE || rows[i].kind == KIND_ALIAS) &&
            find_builtin(rows[i].name) == NULL)
            complain("is not a builtin", rows[i].name);
        else if (rows[i].kind == KIND_FORM && !is_special(rows[i].name))
            complain("is not a special form", rows[i].name);
        else if (!is_placed[i])
            complain("is not on the page", rows[i].name);
    }
}

static char *read_template(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t size = 0;
    char *text = malloc(TEMPLATE_MAX);

    if (file == NULL || text == NULL) {
        perror(path);
        exit(1);
    }
    size = fread(text, 1, TEMPLATE_MAX - 1, file);
    text[size] = '\0';
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    char *text;

    if (argc != 3) {
        fputs("usage: reference TEMPLATE OUTPUT\n", stderr);
        return 2;
    }
    template_path = argv[1];
    text = read_template(argv[1]);
    page = fopen(argv[2], "wb");
    if (page == NULL) {
        perror(argv[2]);
        return 1;
    }
    write_page(text);
    check_rows();
    if (ferror(page) != 0 || fclose(page) != 0) {
        perror(argv[2]);
        return 1;
    }
    free(text);
    return failures > 0;
}
