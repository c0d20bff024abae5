/* SPDX-License-Identifier: MIT */
/*
 * The walker against malli itself: the recorded verdicts on 7,000 rows of schemas and
 * values, where the rules are the same, and the paths of what is wrong. Rows that are
 * left out are counted by reason. The other rows, and the other modes and boundaries, are
 * checked against rules written from the specification; see test_walk_naive.c.
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "malli_rows.h"

/* Heads whose errors malli spreads over alternatives, or places by the element itself; a
 * field that refers to a nullable definition may be absent here. */
static const char *const path_differs[] = {"[:or",  "[:multi",  "[:set", "[:not ",
                                           "[:ref", ":default", NULL};

/* What has to be in the schemas that are compared. */
static const char *const value_heads[] = {
    ":string",      /* M122 */
    ":int",         /* M123 */
    ":double",      /* M124 */
    ":boolean",     /* M125 */
    ":keyword",     /* M126 */
    ":any",         /* M127 */
    ":nil",         /* M128 */
    "[:vector ",    /* M129 */
    "[:sequential", /* M130 */
    "[:set ",       /* M131 */
    "[:map ",       /* M132 */
    "[:map-of ",    /* M133 */
    "[:tuple ",     /* M134 */
    "[:enum ",      /* M141 */
    "[:or ",        /* M142 */
    "[:and ",       /* M143 */
    "[:maybe ",     /* M144 */
    "[:> ",         /* M150 */
    "[:< ",         /* M151 */
    "[:>= ",        /* M152 */
    "[:<= ",        /* M153 */
    "[:re ",        /* M154 */
    "[:ref ",       /* M156, M157 */
    "[:multi ",     /* M158 */
    "{:registry ",  /* M191 */
    NULL,
};
static const char *const signature_heads[] = {
    "[:=> [:cat :string", /* M145, M146 */
    "[:=> [:cat] ",       /* M148 */
    NULL,
};
enum { MOST_HEADS = sizeof value_heads / sizeof *value_heads };

typedef struct tally {
    malli_counts counts;
    unsigned compared;
    unsigned paths_compared;
    const char *const *heads;
    unsigned with_head[MOST_HEADS];
} tally;

/* One step of malli's `in`: a JSON integer, or EDN text of a key or set member. */
static bool step_matches(ptc_arena *arena, const ptc_value *theirs,
                         const ptc_path_step *ours)
{
    ptc_value key;
    int64_t integer;

    if (theirs->kind == PTC_INT && ours->key.ptr == NULL)
        return ours->index == (size_t)theirs->as.integer;
    if (theirs->kind == PTC_INT)
        return ptc_number_read_int(ours->key.ptr, ours->key.len, &integer) &&
               integer == theirs->as.integer;
    if (ours->key.ptr == NULL || !malli_read_value(arena, ptc_value_text(theirs), &key))
        return false;
    if (key.kind == PTC_STRING || key.kind == PTC_KEYWORD)
        return ptc_str_equal(ours->key, ptc_value_text(&key));
    return ptc_str_equal(ours->key, ptc_value_text(theirs));
}

static bool path_matches(ptc_arena *arena, const ptc_value *error, const ptc_issue *issue)
{
    const ptc_value *in = malli_member(error, "in");

    if (in->kind != PTC_VECTOR || in->aux != issue->path_count)
        return false;
    for (uint32_t i = 0; i < in->aux; i++) {
        if (!step_matches(arena, &in->as.items[i], &issue->path[i]))
            return false;
    }
    return true;
}

/* An int for a double, which the rules accept; elements of a list with too many, and
 * where arguments are missing or left over, which malli does not look at or counts
 * otherwise. */
static bool is_judged_otherwise(ptc_arena *arena, const ptc_value *error)
{
    const ptc_value *type = malli_member(error, "type");
    const ptc_value *schema_type = malli_member(error, "schema_type");
    ptc_value value;

    if (type->kind == PTC_STRING) {
        ptc_str name = ptc_value_text(type);

        return ptc_str_equal(name, PTC_STR("limits")) ||
               ptc_str_equal(name, PTC_STR("end-of-input")) ||
               ptc_str_equal(name, PTC_STR("input-remaining"));
    }
    return schema_type->kind == PTC_STRING &&
           ptc_str_equal(ptc_value_text(schema_type), PTC_STR("double")) &&
           malli_read_value(arena, ptc_value_text(malli_member(error, "value")),
                            &value) &&
           value.kind == PTC_INT;
}

static bool any_is_judged_otherwise(ptc_arena *arena, const ptc_value *errors)
{
    for (uint32_t i = 0; i < errors->aux; i++) {
        if (is_judged_otherwise(arena, &errors->as.items[i]))
            return true;
    }
    return false;
}

static void compare_paths(ptc_arena *arena, const malli_case *one,
                          const ptc_report *report)
{
    const ptc_value *errors = malli_member(&one->result, "errors");
    bool is_capped = report->errors_found > report->error_count;

    /* of arguments malli reports the first that is wrong */
    for (size_t i = 0; one->direction == PTC_OUTPUT && i < report->error_count; i++) {
        bool is_there = false;

        for (uint32_t j = 0; j < errors->aux && !is_there; j++)
            is_there = path_matches(arena, &errors->as.items[j], &report->errors[i]);
        cr_expect(is_there, "%s: %s: malli has no error at the place of \"%s\"",
                  test_cstr(one->id), test_cstr(one->schema),
                  test_cstr(report->errors[i].message));
    }
    for (uint32_t j = 0; j < errors->aux && !is_capped; j++) {
        bool is_there = false;

        for (size_t i = 0; i < report->error_count && !is_there; i++)
            is_there = path_matches(arena, &errors->as.items[j], &report->errors[i]);
        cr_expect(is_there, "%s: %s on %s: no error at malli's place \"%s\"",
                  test_cstr(one->id), test_cstr(one->schema), test_cstr(one->value),
                  test_cstr(ptc_value_text(malli_member(&errors->as.items[j], "at"))));
    }
}

/* Rows whose recorded verdicts miss that a string key spells a declared keyword key,
 * where the field is optional: malli sees another key and nothing wrong. [validation 6]
 */
static const char *const other_keys[] = {"m0301.6", "s119.3", NULL};

static bool is_nested_cat(ptc_str schema)
{
    unsigned count = 0;

    for (size_t i = 0; i + 5 <= schema.len; i++)
        count += memcmp(schema.ptr + i, "[:cat", 5) == 0;
    return count > 1;
}

/* Whether some map has string keys; where keywords are declared, malli misses those. */
static bool has_string_keys(const ptc_value *value)
{
    if (value->kind == PTC_MAP) {
        for (uint32_t i = 0; i < value->aux; i++) {
            const ptc_map_entry *entry = &value->as.map->entries[i];

            if (entry->key.kind == PTC_STRING || has_string_keys(&entry->value))
                return true;
        }
    }
    if (value->kind == PTC_VECTOR || value->kind == PTC_SET) {
        for (uint32_t i = 0; i < value->aux; i++) {
            if (has_string_keys(&value->as.items[i]))
                return true;
        }
    }
    return false;
}

/* Why a case says nothing about this walker, or NULL. */
static const char *left_out(const malli_case *one)
{
    const ptc_value *result = &one->result;
    bool valid = malli_is_true(result, "valid");

    if (malli_member(result, "tags")->aux > 0)
        return "tagged: the rules differ on purpose";
    if (malli_member(result, "lenient_valid")->kind == PTC_NIL ||
        malli_member(result, "strict_valid")->kind == PTC_NIL)
        return "no verdict under relaxed rules was recorded";
    if (malli_is_true(result, "lenient_valid") != valid ||
        malli_is_true(result, "strict_valid") != valid)
        return "verdict changes under relaxed rules";
    if (malli_lists(&one->row, "notes", "sequence-regex"))
        return "sequence regex splices in malli";
    if (one->direction == PTC_INPUT && is_nested_cat(one->schema))
        return "nested :cat splices in malli";
    for (size_t i = 0; other_keys[i] != NULL; i++) {
        if (ptc_str_equal(one->id, ptc_str_of(other_keys[i])))
            return "a string key of an optional field";
    }
    if (malli_lists(&one->row, "notes", "nil-first-child-is-properties"))
        return "nil as first child of :enum";
    return NULL;
}

static bool contains(ptc_str text, const char *part)
{
    size_t len = strlen(part);

    for (size_t i = 0; i + len <= text.len; i++) {
        if (memcmp(text.ptr + i, part, len) == 0)
            return true;
    }
    return false;
}

static bool paths_are_comparable(const malli_case *one, const ptc_value *value)
{
    /* a list is not a vector to malli */
    if (has_string_keys(value) || memchr(one->value.ptr, '(', one->value.len) != NULL)
        return false;
    for (size_t i = 0; path_differs[i] != NULL; i++) {
        if (contains(one->schema, path_differs[i]))
            return false;
    }
    return true;
}

static bool has_no_parameters(const ptc_schema *schema)
{
    const ptc_schema_node *root = ptc_schema_root(schema);

    return root->type == PTC_TYPE_FUNCTION && schema->nodes[root->first].count == 0;
}

static void judge(ptc_arena *arena, const malli_case *one, void *user)
{
    tally *all = user;
    const char *reason = left_out(one);
    ptc_walk_options options = {.struct_size = sizeof options,
                                .direction = one->direction,
                                .boundary = PTC_BOUNDARY_LISP};
    bool expected = malli_is_true(&one->result, "valid");
    ptc_report report;
    ptc_schema schema;
    ptc_value value;
    ptc_diag why;
    ptc_status status;

    if (reason == NULL && !malli_read_schema(arena, one->schema, &schema, &why))
        reason = why.code == PTC_DIAG_MALLI_UNKNOWN ? "heads that are not supported"
                                                    : ptc_diag_name(why.code);
    if (reason == NULL && !malli_read_value(arena, one->value, &value))
        reason = "value is no EDN of ours";
    if (reason == NULL && one->direction == PTC_INPUT && has_no_parameters(&schema))
        reason = "an empty list of arguments, which only calls are judged by";
    if (reason != NULL) {
        malli_count(&all->counts, reason);
        return;
    }
    all->compared++;
    for (size_t i = 0; all->heads[i] != NULL; i++)
        all->with_head[i] += contains(one->schema, all->heads[i]);
    ptc_report_init(&report, arena);
    status = ptc_schema_validate(&schema, &value, &options, &report);
    cr_expect((status == PTC_OK) == expected && (report.error_count == 0) == expected,
              "%s: %s on %s: malli says %s, we %s: %s", test_cstr(one->id),
              test_cstr(one->schema), test_cstr(one->value),
              expected ? "valid" : "invalid", ptc_status_name(status),
              report.error_count > 0 ? test_cstr(report.errors[0].message) : "");
    cr_expect(ptc_schema_validate(&schema, &value, &options, NULL) == status,
              "%s: the verdict alone differs", test_cstr(one->id));
    if (!expected && status == PTC_ERROR_INVALID &&
        (one->direction == PTC_OUTPUT || report.errors[0].code != PTC_CODE_SIZE) &&
        paths_are_comparable(one, &value) &&
        !any_is_judged_otherwise(arena, malli_member(&one->result, "errors"))) {
        all->paths_compared++;
        compare_paths(arena, one, &report);
    }
}

static void run(const char *file, unsigned least, const char *const *heads)
{
    tally all = {.heads = heads};

    if (!malli_rows_each("malli_vectors", file, judge, &all))
        return;
    malli_counts_print(file, &all.counts);
    fprintf(stderr, "%s: %5u compared, %u of them with paths\n", file, all.compared,
            all.paths_compared);
    cr_expect(all.compared >= least, "only %u rows of %s were compared", all.compared,
              file);
    for (size_t i = 0; heads[i] != NULL; i++)
        cr_expect(all.with_head[i] > 0, "%s: no row with %s was compared", file,
                  heads[i]);
}

Test(malli_vectors, values)
{
    run("validate.jsonl", 3000, value_heads);
}

Test(malli_vectors, signatures)
{
    run("signatures.jsonl", 900, signature_heads);
}
