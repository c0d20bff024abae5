/* SPDX-License-Identifier: MIT */
/*
 * Whatever a program gives stays as it is until PTC_LISP_REVISION is raised: programs
 * that were compiled to C rely on it. [ptc-lisp 19]
 *
 * revision.tsv has a line for every example of the reference and every row of the
 * vectors: a hash of its text, and one of all that it gives: value, output, reason,
 * message, place and steps. Its first line is the revision. `PTC_ACCEPT=1 ./dev quick
 * lisp_revision` rewrites it: new rows at any time, other results only with a higher
 * revision.
 */
#include "lisp_rows.h"

#include <ptc/json.h>
#include <ptc/version.h>

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "docs/reference/tables.h"
#include "lisp_differences.h"

#define RECORD "tests/lisp/revision.tsv"

enum { ROWS_MOST = 20000, TOLD_MOST = 20 };

/* The hash of a text, and of what it gives. */
typedef struct result_row {
    uint32_t text;
    uint32_t result;
    const char *shown; /* of a row that is run */
} result_row;

typedef struct results {
    result_row rows[ROWS_MOST];
    size_t count;
    ptc_arena arena;
} results;

static void hash_bytes(uint32_t *hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ ((const unsigned char *)bytes)[i]) * UINT32_C(16777619);
}

static void hash_text(uint32_t *hash, ptc_str text)
{
    hash_bytes(hash, text.ptr, text.len);
    hash_bytes(hash, "", 1);
}

static uint32_t hash_of(ptc_str text)
{
    uint32_t hash = UINT32_C(2166136261);

    hash_text(&hash, text);
    return hash;
}

/* --- Running -------------------------------------------------------------------------
 */

static uint64_t clock_stands(void *user)
{
    (void)user;
    return 1;
}

static int64_t wall_clock_stands(void *user)
{
    (void)user;
    return 1000000000000;
}

/* All that a run gives, as a number; false when that is of this machine or this run. */
static bool run_once(ptc_str text, const ptc_value *context, uint64_t seed,
                     uint32_t *hash)
{
    ptc_source source = {PTC_STR("row"), text};
    ptc_lisp_options options;
    ptc_lisp_result result;
    ptc_status status;
    ptc_arena arena;
    ptc_lisp *lisp;
    char numbers[128];

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.branches_ms = PTC_UNLIMITED;
    options.fuel = 1000000;
    options.seed = seed;
    options.clock_ms = clock_stands;
    options.wall_clock_ms = wall_clock_stands;
    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
    cr_assert_eq(ptc_lisp_set_context(lisp, context), PTC_OK);
    status = ptc_lisp_eval(&arena, lisp, &source, PTC_LISP_PRINTED, &result);
    snprintf(numbers, sizeof numbers, "%d %d %s %zu %zu %llu", (int)status,
             (int)result.is_return, ptc_reason_name(result.error.reason),
             result.error.line, result.error.column,
             (unsigned long long)result.fuel_used);
    *hash = hash_of(ptc_str_of(numbers));
    hash_text(hash, result.printed);
    hash_text(hash, result.output);
    if (result.error.message.len > 0)
        hash_text(hash, result.error.message);
    ptc_lisp_free(lisp);
    status = result.error.reason == PTC_REASON_MEMORY ||
                     result.error.reason == PTC_REASON_RECURSION_LIMIT ||
                     (result.error.message.len > 0 &&
                      strstr(result.error.message.ptr, "(PCRE2)") != NULL)
                 ? PTC_ERROR_MEMORY
                 : PTC_OK;
    ptc_arena_free(&arena);
    return status == PTC_OK;
}

static void add(results *all, ptc_str text, const ptc_value *context)
{
    uint32_t first;
    uint32_t second;

    if (!run_once(text, context, 1, &first) || !run_once(text, context, 2, &second) ||
        first != second)
        return;
    cr_assert(all->count < ROWS_MOST);
    all->rows[all->count++] =
        (result_row){hash_of(text), first, ptc_str_copy(&all->arena, text).ptr};
}

static void add_reference(results *all, const ptc_value *context)
{
    for (size_t i = 0; i < ROWS; i++)
        if (is_example(&rows[i]))
            add(all, ptc_str_of(rows[i].name), context);
}

static bool add_clojure(results *all, const ptc_value *context)
{
    unsigned number = 0;
    ptc_arena arena;
    ptc_str lines;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("lisp_revision", "vectors/clojure/clojure_vectors.jsonl",
                          &lines))
        return false;
    ptc_arena_init(&arena, NULL, 0);
    for (rest = lines; test_next_line(&rest, &line, &number);) {
        const ptc_value *text;
        ptc_value entry;

        ptc_arena_reset(&arena);
        cr_assert_eq(ptc_json_read(&arena, line.ptr, line.len, NULL, &entry, NULL, NULL),
                     PTC_OK);
        text = ptc_map_find_text(entry.as.map, PTC_STRING, PTC_STR("expr"));
        add(all, ptc_value_text(text), context);
    }
    ptc_arena_free(&arena);
    free((void *)(uintptr_t)lines.ptr);
    return true;
}

static bool add_golden(results *all, const ptc_value *context)
{
    unsigned number = 0;
    ptc_str lines;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("lisp_revision", "vectors/lisp-golden/golden.tsv", &lines))
        return false;
    for (rest = lines; test_next_line(&rest, &line, &number);)
        add(all, lisp_field(&line), context);
    free((void *)(uintptr_t)lines.ptr);
    return true;
}

/* --- The record -----------------------------------------------------------------------
 */

static int compare_rows(const void *a, const void *b)
{
    uint32_t left = ((const result_row *)a)->text;
    uint32_t right = ((const result_row *)b)->text;

    return (left > right) - (left < right);
}

static void sort_rows(results *all)
{
    size_t count = 0;

    qsort(all->rows, all->count, sizeof *all->rows, compare_rows);
    for (size_t i = 0; i < all->count; i++) /* the same text occurs in several places */
        if (count == 0 || all->rows[count - 1].text != all->rows[i].text)
            all->rows[count++] = all->rows[i];
    all->count = count;
}

static unsigned read_record(results *record)
{
    ptc_str text = test_read_project_file(RECORD);
    unsigned revision = 0;
    unsigned number = 0;
    ptc_str rest = text;
    ptc_str line;

    while (test_next_line(&rest, &line, &number)) {
        const char *at = test_cstr(line);
        result_row kept = {0};
        char *end;

        if (number == 1) {
            revision = (unsigned)strtoul(at + strlen("revision\t"), NULL, 10);
            continue;
        }
        kept.text = (uint32_t)strtoul(at, &end, 16);
        kept.result = (uint32_t)strtoul(end, NULL, 16);
        cr_assert(record->count < ROWS_MOST);
        record->rows[record->count++] = kept;
    }
    free((void *)(uintptr_t)text.ptr);
    return revision;
}

static void write_record(const results *now)
{
    const char *root = getenv("PTC_ROOT");
    char path[1024];
    FILE *file;

    snprintf(path, sizeof path, "%s/" RECORD, root != NULL ? root : ".");
    file = fopen(path, "w");
    cr_assert(file != NULL, "%s", path);
    fprintf(file, "revision\t%d\n", PTC_LISP_REVISION);
    for (size_t i = 0; i < now->count; i++)
        fprintf(file, "%08x\t%08x\n", (unsigned)now->rows[i].text,
                (unsigned)now->rows[i].result);
    cr_assert_eq(fclose(file), 0);
}

/* How many rows give something else than what is recorded; of new ones `*unknown`. */
static unsigned count_changes(const results *now, const results *record,
                              unsigned *unknown)
{
    unsigned changed = 0;

    *unknown = 0;
    for (size_t i = 0; i < now->count; i++) {
        const result_row *known = bsearch(&now->rows[i], record->rows, record->count,
                                          sizeof *record->rows, compare_rows);

        if (known == NULL) {
            *unknown += 1;
        } else if (known->result != now->rows[i].result && changed++ < TOLD_MOST) {
            fprintf(stderr, "lisp_revision: another result: %s\n", now->rows[i].shown);
        }
    }
    return changed;
}

/* Without the vectors the record is read, not written. */
static void compare(const results *now, bool has_all)
{
    static results record;
    unsigned revision = read_record(&record);
    unsigned unknown;
    unsigned changed = count_changes(now, &record, &unknown);
    bool may_change = revision != PTC_LISP_REVISION;

    if (getenv("PTC_ACCEPT") != NULL && has_all && (may_change || changed == 0)) {
        write_record(now);
        return;
    }
    cr_expect(may_change || changed == 0,
              "%u programs give something else than in revision %d: raise "
              "PTC_LISP_REVISION in <ptc/version.h>, then `PTC_ACCEPT=1 ./dev quick "
              "lisp_revision`",
              changed, PTC_LISP_REVISION);
    cr_expect(!may_change && unknown == 0,
              "%u programs are not recorded for revision %d: `PTC_ACCEPT=1 ./dev quick "
              "lisp_revision`",
              may_change ? (unsigned)now->count : unknown, PTC_LISP_REVISION);
}

Test(lisp_revision, results_change_with_the_revision_alone, .timeout = 120)
{
    static const char context_text[] = PTC_EXAMPLE_CONTEXT;
    static results now;
    ptc_value context;
    bool has_all;

    ptc_arena_init(&now.arena, NULL, 0);
    cr_assert_eq(ptc_json_read(&now.arena, context_text, strlen(context_text), NULL,
                               &context, NULL, NULL),
                 PTC_OK);
    add_reference(&now, &context);
    has_all = add_clojure(&now, &context) && add_golden(&now, &context);
    sort_rows(&now);
    compare(&now, has_all);
    printf("lisp_revision: %zu programs\n", now.count);
    ptc_arena_free(&now.arena);
}
