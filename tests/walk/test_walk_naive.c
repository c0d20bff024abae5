/* SPDX-License-Identifier: MIT */
/*
 * The walker against rules written from the specification alone (naive.c), which share no
 * code with it: verdict, coerced value, places and codes of errors, and warnings, in all
 * modes, directions and boundaries, on the schemas and values of the Malli vectors and on
 * random ones. Where malli's own verdict differs from the rules, the tags of the vectors
 * say why; those are counted.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "declared.h"
#include "malli_rows.h"
#include "naive.h"
#include "random_schema.h"

typedef struct tally {
    unsigned schemas;
    unsigned compared;
    unsigned coerced;
    unsigned invalid;
    unsigned unknown;
    unsigned different;
    malli_counts tags;
} tally;

typedef struct setting {
    ptc_mode mode;
    ptc_direction direction;
    ptc_boundary boundary;
} setting;

static const char *setting_name(const setting *at)
{
    static const char *const modes[] = {"enabled", "warn_only", "strict", "disabled"};
    static char name[64];

    snprintf(name, sizeof name, "%s %s %s", modes[at->mode],
             at->direction == PTC_INPUT ? "input" : "output",
             at->boundary == PTC_BOUNDARY_JSON ? "json" : "lisp");
    return name;
}

static const char *written(ptc_arena *arena, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_value_write(&text, value);
    return ptc_text_view(&text).ptr;
}

static const char *path_of(ptc_arena *arena, const ptc_issue *issue)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_path_write(&text, issue->path, issue->path_count);
    return ptc_text_view(&text).ptr;
}

static bool is_among(const naive_issue *list, const char *path, const char *code)
{
    for (; list != NULL; list = list->next) {
        if (strcmp(list->path, path) == 0 && strcmp(list->code, code) == 0)
            return true;
    }
    return false;
}

/* The first issue that only one side has, as text; NULL when both have the same. */
static const char *issue_difference(ptc_arena *arena, const ptc_issue *ours, size_t count,
                                    const naive_issue *theirs)
{
    char *text = ptc_arena_alloc(arena, 1024);

    for (size_t i = 0; i < count; i++) {
        const char *path = path_of(arena, &ours[i]);

        if (!is_among(theirs, path, ptc_code_name(ours[i].code))) {
            snprintf(text, 1024, "only the walker: %s %s", path,
                     ptc_code_name(ours[i].code));
            return text;
        }
    }
    for (; theirs != NULL; theirs = theirs->next) {
        bool is_there = false;

        for (size_t i = 0; i < count && !is_there; i++)
            is_there = strcmp(path_of(arena, &ours[i]), theirs->path) == 0 &&
                       strcmp(ptc_code_name(ours[i].code), theirs->code) == 0;
        if (!is_there) {
            snprintf(text, 1024, "only the naive rules: %s %s", theirs->path,
                     theirs->code);
            return text;
        }
    }
    return NULL;
}

/* The same content and kinds; NaN is itself here, and order counts. */
static bool same_value(ptc_arena *arena, const ptc_value *a, const ptc_value *b)
{
    return strcmp(written(arena, a), written(arena, b)) == 0;
}

/* What differs between walker and naive rules on one value, or NULL. */
static const char *difference(ptc_arena *arena, const ptc_schema *schema,
                              const naive_result *naive, const ptc_value *value,
                              const setting *at, tally *all)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .mode = at->mode,
                                .direction = at->direction,
                                .boundary = at->boundary};
    bool converts = at->direction == PTC_INPUT && at->mode != PTC_MODE_STRICT;
    const char *found = NULL;
    ptc_report report;
    ptc_value made;
    ptc_status status;

    ptc_report_init(&report, arena);
    report.limit = 1000;
    status = ptc_schema_coerce(arena, schema, value, &options, &made, &report);
    if (status != PTC_OK && status != PTC_ERROR_INVALID)
        return ptc_status_name(status);
    if ((report.error_count == 0) != naive->is_valid)
        return naive->is_valid ? "the naive rules accept" : "the walker accepts";
    if ((status == PTC_OK) != (naive->is_valid || at->mode == PTC_MODE_WARN_ONLY))
        return "status and report differ";
    if (ptc_schema_coerce(arena, schema, value, &options, &made, NULL) != status &&
        at->mode != PTC_MODE_WARN_ONLY)
        return "the verdict of coercion without a report differs";
    if (report.errors_found == report.error_count)
        found = issue_difference(arena, report.errors, report.error_count, naive->errors);
    if (found != NULL)
        return found;
    if (naive->is_valid)
        found = issue_difference(arena, report.warnings, report.warning_count,
                                 naive->warnings);
    if (found != NULL)
        return found;
    if (naive->is_valid && report.warning_count != naive->warning_count)
        return "the number of warnings differs";
    all->coerced += report.warning_count > 0;
    ptc_schema_coerce(arena, schema, value, &options, &made, NULL);
    if (naive->is_valid && !same_value(arena, &made, &naive->value)) {
        char *text = ptc_arena_alloc(arena, 2048);

        snprintf(text, 2048, "made %.900s and %.900s", written(arena, &made),
                 written(arena, &naive->value));
        return text;
    }
    if (!converts) {
        ptc_report_init(&report, arena);
        report.limit = 1000;
        status = ptc_schema_validate(schema, value, &options, &report);
        if ((status == PTC_OK) != naive->is_valid)
            return "validate and coerce differ";
        if (report.errors_found == report.error_count)
            found =
                issue_difference(arena, report.errors, report.error_count, naive->errors);
        if (found != NULL)
            return found;
        if (ptc_schema_validate(schema, value, &options, NULL) != status)
            return "the verdict alone differs";
    }
    return NULL;
}

static void compare(ptc_arena *arena, const ptc_schema *schema, const naive_schema *read,
                    ptc_str text, const char *id, const ptc_value *value, tally *all)
{
    for (int i = 0; i < 16; i++) {
        setting at = {(ptc_mode)(i & 3), i & 4 ? PTC_OUTPUT : PTC_INPUT,
                      i & 8 ? PTC_BOUNDARY_LISP : PTC_BOUNDARY_JSON};
        naive_result naive;
        const char *found;

        if (!naive_judge(arena, read, value, at.mode, at.direction, at.boundary,
                         &naive)) {
            all->unknown++;
            continue;
        }
        all->compared++;
        all->invalid += !naive.is_valid;
        found = difference(arena, schema, &naive, value, &at, all);
        if (found == NULL)
            continue;
        all->different++;
        cr_expect(all->different > 20, "%s, %s: %s: %s on %s", id, setting_name(&at),
                  found, test_cstr(text), written(arena, value));
    }
}

/* Counts what malli's verdict owes to rules that differ on purpose. */
static void count_tags(ptc_arena *arena, const malli_case *one, const naive_schema *read,
                       const ptc_value *value, tally *all)
{
    const ptc_value *tags = malli_member(&one->result, "tags");
    naive_result naive;

    if (!naive_judge(arena, read, value, PTC_MODE_ENABLED, one->direction,
                     PTC_BOUNDARY_LISP, &naive) ||
        naive.is_valid == malli_is_true(&one->result, "valid"))
        return;
    if (tags->kind != PTC_VECTOR || tags->aux == 0)
        malli_count(&all->tags,
                    malli_lists(&one->row, "notes", "sequence-regex")
                        ? "no tag, but sequence-regex"
                    : malli_lists(&one->row, "notes", "nil-first-child-is-properties")
                        ? "no tag, but nil first"
                        : "several rules at once");
    for (uint32_t i = 0; tags->kind == PTC_VECTOR && i < tags->aux; i++) {
        static char names[64][48];
        size_t slot = 0;
        const char *name = test_cstr(ptc_value_text(&tags->as.items[i]));

        while (names[slot][0] != '\0' && strcmp(names[slot], name) != 0)
            slot++;
        snprintf(names[slot], sizeof names[slot], "%s", name);
        malli_count(&all->tags, names[slot]);
    }
}

static void judge(ptc_arena *arena, const malli_case *one, void *user)
{
    tally *all = user;
    naive_schema read;
    ptc_schema schema;
    ptc_value value;
    ptc_diag why;
    char id[32];

    if (!malli_read_schema(arena, one->schema, &schema, &why) ||
        !malli_read_value(arena, one->value, &value) ||
        !naive_read(arena, one->schema, &read))
        return;
    all->schemas++;
    snprintf(id, sizeof id, "%s", test_cstr(one->id));
    compare(arena, &schema, &read, one->schema, id, &value, all);
    count_tags(arena, one, &read, &value, all);
}

static void print(const char *suite, const tally *all)
{
    fprintf(stderr,
            "%s: %u schemas with values, %u judgements compared (%u invalid, %u with "
            "warnings), %u unknown to the naive rules, %u different\n",
            suite, all->schemas, all->compared, all->invalid, all->coerced, all->unknown,
            all->different);
    malli_counts_print(suite, &all->tags);
    cr_expect(all->different == 0, "%u judgements differ", all->different);
    cr_expect(all->unknown * 10 < all->compared, "%u of %u judgements are unknown",
              all->unknown, all->compared);
}

Test(walk_naive, values)
{
    tally all = {0};

    if (malli_rows_each("walk_naive", "validate.jsonl", judge, &all))
        print("walk_naive/values", &all);
}

Test(walk_naive, signatures) /* M040, M041 */
{
    tally all = {0};

    if (malli_rows_each("walk_naive", "signatures.jsonl", judge, &all))
        print("walk_naive/signatures", &all);
}

/* M046, M050, M054, M055, M056, M057, M072, M073, M077, M078 */
Test(walk_naive, random)
{
    test_random random = test_random_start("walk_naive", 20261121);
    tally all = {0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < (TEST_IS_SANITIZED ? 400 : 2000); i++) {
        ptc_schema schema;
        naive_schema read;
        ptc_text text;
        char id[32];

        ptc_arena_reset(&arena);
        random_schema_casts = i % 2 == 0;
        random_schema(&random, &arena, 2 + i % 30, false, &schema);
        ptc_text_init(&text, &arena);
        ptc_schema_write_malli(&text, &schema, NULL);
        if (!naive_read(&arena, ptc_text_view(&text), &read))
            continue;
        read.is_shorthand = true;
        all.schemas++;
        snprintf(id, sizeof id, "random %u", i);
        for (int j = 0; j < 3; j++) {
            ptc_value value = random_value(&random, &arena, &schema);

            compare(&arena, &schema, &read, ptc_text_view(&text), id, &value, &all);
        }
    }
    ptc_arena_free(&arena);
    print("walk_naive/random", &all);
}

/* Types that contain themselves, through others and alone: the walker goes by references,
 * the naive rules by a registry. */
Test(walk_naive, random_circles)
{
    test_random random = test_random_start("walk_naive/circles", 20261126);
    tally all = {0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < 300; i++) {
        const ptc_contracts *contracts;
        ptc_text text;

        ptc_arena_reset(&arena);
        ptc_text_init(&text, &arena);
        test_write_circle(&text, &random, 1 + i % 3);
        contracts = test_contracts(&arena, ptc_text_view(&text).ptr);
        for (size_t k = 0; k < contracts->count; k++) {
            ptc_schema type = contracts->items[k].schema;
            naive_schema read;
            ptc_value value;
            ptc_text malli;

            type.root = ptc_schema_root(&type)->first + 1;
            ptc_text_init(&malli, &arena);
            ptc_schema_write_malli(&malli, &type, NULL);
            if (strstr(ptc_text_view(&malli).ptr, " :t") != NULL ||
                !naive_read(&arena, ptc_text_view(&malli), &read))
                continue; /* too long: it keeps names */
            all.schemas++;
            for (int j = 0; j < 3; j++) {
                value = random_value(&random, &arena, &type);
                compare(&arena, &type, &read, ptc_text_view(&malli),
                        ptc_text_view(&text).ptr, &value, &all);
            }
        }
    }
    ptc_arena_free(&arena);
    print("walk_naive/circles", &all);
    cr_expect(all.schemas > 200 && all.invalid * 8 > all.compared, "%u, %u of %u",
              all.schemas, all.invalid, all.compared);
}
