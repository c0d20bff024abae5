/* SPDX-License-Identifier: MIT */
/*
 * Every name of the language: lisp_functions.tsv says what its calls give, for values of
 * all types and for wrong ones. Whether it speaks of every builtin and of every row of
 * the language's table of functions is checked, and so are all counts of arguments.
 * [ptc-lisp 11, 17, appendix A]
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "lisp/heap/heap_int.h"
#include "lisp/language/builtins.h"
#include "lisp_rows.h"

/* --- The table --------------------------------------------------------------------- */

enum { MANY_ROWS = 8192 };

typedef struct table {
    char *text; /* cut into strings */
    lisp_row rows[MANY_ROWS];
    const char *names[MANY_ROWS]; /* of each row */
    const char *rules[MANY_ROWS]; /* NULL: Clojure gives the same */
    size_t count;
} table;

/* The next field of a line that is cut at its tabs, or NULL. */
static char *next_field(char **rest)
{
    char *field = *rest;

    if (field == NULL)
        return NULL;
    *rest = strchr(field, '\t');
    if (*rest != NULL)
        *(*rest)++ = '\0';
    return field;
}

static void read_row(table *all, const char *name, char *line)
{
    lisp_row *row = &all->rows[all->count];
    char *expected;

    cr_assert_lt(all->count, (size_t)MANY_ROWS);
    cr_assert_not_null(name);
    row->text = next_field(&line);
    expected = next_field(&line);
    cr_assert_not_null(expected, "%s: no result", row->text);
    row->expected = expected;
    row->message = NULL;
    if (expected[0] == '!') {
        char *part = strstr(expected, ": ");

        if (part != NULL) {
            *part = '\0';
            row->message = part + 2;
        }
    }
    all->names[all->count] = name;
    all->rules[all->count++] = next_field(&line);
}

static void read_table(table *all)
{
    ptc_str file = test_read_project_file("tests/lisp/lisp_functions.tsv");
    const char *name = NULL;
    char *line;
    char *end;

    memset(all, 0, sizeof *all);
    all->text = malloc(file.len + 1);
    memcpy(all->text, file.ptr, file.len + 1);
    free((void *)(uintptr_t)file.ptr);
    for (line = all->text; *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        cr_assert_not_null(end);
        *end = '\0';
        if (line[0] == '\t')
            read_row(all, name, line + 1);
        else if (line[0] != '#' || line[1] == '(')
            name = line;
    }
}

/* Rows of a name that give a value, and rows of it that fail. */
static void count_rows(const table *all, const char *name, unsigned *good, unsigned *bad)
{
    *good = 0;
    *bad = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->names[i], name) == 0)
            *(all->rows[i].expected[0] == '!' ? bad : good) += 1;
    }
}

Test(lisp_table, rows)
{
    static table all;

    read_table(&all);
    cr_assert_gt(all.count, 0u);
    lisp_check_rows(all.rows, all.count);
    free(all.text);
}

/* A rule is one of lisp_differences.tsv, or says that Clojure has no such name. */
Test(lisp_table, rules)
{
    ptc_str rules = test_read_project_file("tests/lisp/lisp_differences.tsv");
    static table all;
    char wanted[64];

    read_table(&all);
    for (size_t i = 0; i < all.count; i++) {
        if (all.rules[i] == NULL || strcmp(all.rules[i], "ptc") == 0)
            continue;
        snprintf(wanted, sizeof wanted, "\nrule\t%s\t", all.rules[i]);
        cr_expect(strstr(rules.ptr, wanted) != NULL, "%s: there is no rule %s",
                  all.rows[i].text, all.rules[i]);
    }
    free((void *)(uintptr_t)rules.ptr);
    free(all.text);
}

/* --- Builtins ---------------------------------------------------------------------- */

typedef struct builtin {
    const char *name;
    unsigned least;
    unsigned most;
} builtin;

static const builtin builtins[] = {
#define PTC_BUILTIN_EVERY(name, word, least, most, text) {name, least, most},
#include "lisp/language/builtins.def"
};

enum { BUILTIN_COUNT = sizeof builtins / sizeof *builtins };

/* Those that contexts without a catalog, as all here, do not know. */
static const builtin catalog_builtins[] = {
#define PTC_BUILTIN_CATALOG(name, word, least, most, text) {name, least, most},
#include "lisp/language/builtins.def"
};

enum { CATALOG_COUNT = sizeof catalog_builtins / sizeof *catalog_builtins };

/* Those that the compiler takes apart, so that it sees wrong counts first. */
static bool is_form(const char *name)
{
    return strcmp(name, "where") == 0 || strcmp(name, "call") == 0 ||
           strcmp(name, "attempt") == 0 || strcmp(name, "assert") == 0;
}

/* What only ends programs, or needs a tool of the host, gives no value here. */
static bool gives_nothing(const char *name)
{
    return strcmp(name, "fail") == 0 || strcmp(name, "throw") == 0 ||
           strcmp(name, "call") == 0 || strcmp(name, "tool/NAME") == 0;
}

Test(lisp_table, every_builtin)
{
    static table all;

    read_table(&all);
    for (size_t i = 0; i < BUILTIN_COUNT; i++) {
        unsigned good;
        unsigned bad;

        count_rows(&all, builtins[i].name, &good, &bad);
        cr_expect(good > 0 || (bad > 0 && gives_nothing(builtins[i].name)),
                  "lisp_functions.tsv: no row of %s gives a value", builtins[i].name);
    }
    free(all.text);
}

/* (NAME nil nil ..), and (apply NAME [nil nil ..]), which the compiler cannot see. */
static void check_wrong_count(const builtin *of, unsigned count)
{
    char texts[2][512] = {"", "(apply "};
    char wanted[128];
    lisp_row rows[2];

    snprintf(texts[0], sizeof texts[0], "(%s", of->name);
    snprintf(texts[1], sizeof texts[1], "(apply %s [", of->name);
    for (unsigned i = 0; i < count; i++) {
        strcat(texts[0], " nil");
        strcat(texts[1], " nil");
    }
    strcat(texts[0], ")");
    strcat(texts[1], "])");
    snprintf(wanted, sizeof wanted, "%s expects ", of->name);
    for (size_t i = 0; i < 2; i++)
        rows[i] = (lisp_row){texts[i], "!arity_error", wanted};
    lisp_check_rows(rows, 2);
}

Test(lisp_table, counts_of_arguments)
{
    for (size_t i = 0; i < BUILTIN_COUNT; i++) {
        if (is_form(builtins[i].name))
            continue;
        if (builtins[i].least > 0)
            check_wrong_count(&builtins[i], builtins[i].least - 1);
        if (builtins[i].most != PTC_MANY)
            check_wrong_count(&builtins[i], builtins[i].most + 1);
    }
}

/* --- The language's table of functions --------------------------------------------- */

/* A row of docs/spec/ptc-lisp-functions.tsv, whose first one names the columns. */
typedef struct function_row {
    const char *name;
    const char *arities;
    bool is_built;
    bool has_catalog; /* it comes with one */
} function_row;

static bool read_function(char *line, function_row *row)
{
    const char *state;
    char *rest = line;

    row->name = next_field(&rest);
    next_field(&rest);
    row->arities = next_field(&rest);
    state = next_field(&rest);
    cr_assert(next_field(&rest) != NULL && rest == NULL,
              "%s: NAME FAMILY ARITIES STATE NOTE", row->name);
    if (strcmp(row->arities, "arities") == 0)
        return false;
    row->is_built = strcmp(state, "built") == 0;
    row->has_catalog = strcmp(state, "catalog") == 0;
    cr_expect(row->is_built || row->has_catalog || strcmp(state, "planned") == 0 ||
                  strcmp(state, "absent") == 0,
              "%s: %s is not a state", row->name, state);
    return true;
}

/* Under which name lisp_functions.tsv has it. */
static const char *name_in_table(const char *name)
{
    return strcmp(name, "join (set)") == 0 ? "clojure.set/join" : name;
}

static const builtin *find_in(const builtin *all, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(all[i].name, name) == 0)
            return &all[i];
    }
    return NULL;
}

static const builtin *find_builtin(const char *name)
{
    return find_in(builtins, BUILTIN_COUNT, name);
}

/* "2", "2-3", "1+": the bounds; other texts ("even", "constant") say nothing here. */
static void check_bounds(const function_row *row)
{
    const builtin *of = row->has_catalog
                            ? find_in(catalog_builtins, CATALOG_COUNT, row->name)
                            : find_builtin(name_in_table(row->name));
    unsigned least = 0;
    unsigned most = 0;
    char plus = '\0';

    if (of == NULL || is_form(row->name))
        return;
    if (sscanf(row->arities, "%u-%u", &least, &most) == 2) {
        cr_expect(of->least == least && of->most == most, "%s takes %s", row->name,
                  row->arities);
    } else if (sscanf(row->arities, "%u%c", &least, &plus) == 2 && plus == '+') {
        cr_expect(of->least == least && of->most == PTC_MANY, "%s takes %s", row->name,
                  row->arities);
    } else if (plus == '\0' && sscanf(row->arities, "%u", &least) == 1) {
        cr_expect(of->least == least && of->most == least, "%s takes %s", row->name,
                  row->arities);
    }
}

static void check_function(const table *all, const function_row *row,
                           bool has_row[BUILTIN_COUNT])
{
    const char *name = name_in_table(row->name);
    const builtin *of = find_builtin(name);
    unsigned good;
    unsigned bad;

    if (of != NULL)
        has_row[of - builtins] = true;
    count_rows(all, name, &good, &bad);
    if (row->has_catalog) {
        cr_expect(find_in(catalog_builtins, CATALOG_COUNT, name) != NULL,
                  "no catalog brings %s", name);
        check_bounds(row);
    }
    if (!row->is_built) {
        cr_expect(find_builtin(name) == NULL && good == 0, "%s is built after all", name);
        cr_expect(bad > 0, "lisp_functions.tsv: no row of %s, which is not built", name);
        return;
    }
    check_bounds(row);
    if (gives_nothing(name))
        good = bad;
    cr_expect(good > 0, "lisp_functions.tsv: no row of %s gives a value", name);
}

Test(lisp_table, every_row_of_the_language)
{
    ptc_str file = test_read_project_file("docs/spec/ptc-lisp-functions.tsv");
    static bool has_row[BUILTIN_COUNT];
    static table all;
    char *text = malloc(file.len + 1);
    char *line;
    char *end;
    unsigned count = 0;

    read_table(&all);
    memcpy(text, file.ptr, file.len + 1);
    free((void *)(uintptr_t)file.ptr);
    for (line = text; *line != '\0'; line = end + 1) {
        function_row row;

        end = strchr(line, '\n');
        cr_assert_not_null(end);
        *end = '\0';
        if (read_function(line, &row)) {
            check_function(&all, &row, has_row);
            count++;
        }
    }
    cr_expect_gt(count, 300u);
    for (size_t i = 0; i < BUILTIN_COUNT; i++)
        cr_expect(has_row[i], "ptc-lisp-functions.tsv: no row for %s", builtins[i].name);
    free(text);
    free(all.text);
}
