/* SPDX-License-Identifier: MIT */
/*
 * Generated code against the walker, on one text: golden_judge of golden_roots.h.
 *
 * Functions return a complaint, or NULL when all is well; `judge_no_memory` is the
 * complaint that ends a judgement without being one.
 */
#include "golden_roots.h"
#include "same.h"

#include <stdlib.h>

static const char judge_no_memory[] = "memory was refused";

typedef struct judgement {
    ptc_arena *arena;
    const golden_root *root;
    const ptc_parse_options *options;
    ptc_mode mode; /* in which the code checks */
    ptc_schema schema;
    ptc_status status; /* of the walker; in mode warn_only errors also count */
    bool is_coerced;
    ptc_value read;    /* the text as it is */
    ptc_value coerced; /* and as the schema wants it */
} judgement;

/* What an entry made of the text, and the text, which the struct borrows. */
typedef struct attempt {
    char *text;
    void *out;
    ptc_status status;
    ptc_parse_info info;
} attempt;

static void *allocate(size_t size)
{
    void *block = malloc(size ? size : 1);

    if (block == NULL)
        abort();
    return block;
}

static const char *same_status(ptc_status one, ptc_status other, const char *complaint)
{
    if (one == PTC_ERROR_MEMORY || other == PTC_ERROR_MEMORY)
        return judge_no_memory;
    return one == other ? NULL : complaint;
}

/* How the walker is to check. The code is given the caller's mode instead. */
static ptc_walk_options walking(const judgement *judged, ptc_boundary boundary,
                                ptc_direction direction)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .mode = judged->mode,
                                .direction = direction,
                                .boundary = boundary,
                                .max_depth = judged->options->max_depth};

    return options;
}

/* --- The parties -------------------------------------------------------------------- */

static void walk(judgement *judged, ptc_str text)
{
    ptc_json_options reading = {.struct_size = sizeof reading,
                                .max_depth = judged->options->max_depth};
    ptc_walk_options options =
        walking(judged, PTC_BOUNDARY_JSON, judged->options->direction);
    ptc_report report;

    ptc_report_init(&report, judged->arena);
    judged->status = ptc_json_read(judged->arena, text.ptr, text.len, &reading,
                                   &judged->read, NULL, NULL);
    if (judged->status == PTC_OK)
        judged->status = ptc_schema_coerce(judged->arena, &judged->schema, &judged->read,
                                           &options, &judged->coerced, &report);
    if (judged->status == PTC_OK && report.errors_found > 0)
        judged->status = PTC_ERROR_INVALID;
    judged->is_coerced = false;
    for (size_t i = 0; i < report.warning_count; i++)
        judged->is_coerced |= report.warnings[i].code == PTC_CODE_COERCED;
}

static ptc_walk_options calling(const judgement *judged, ptc_boundary boundary,
                                ptc_direction direction)
{
    ptc_walk_options options = walking(judged, boundary, direction);

    options.mode = judged->options->mode;
    return options;
}

/* The text is in a block that ends where it ends, or with `behind` after it. What was
 * copied from it stays when it is overwritten. */
static attempt parse(const judgement *judged, golden_parse_fn entry, ptc_str text,
                     const char *behind)
{
    attempt made;

    made.text = allocate(text.len + (behind ? PTC_PADDING : 0));
    made.out = allocate(judged->root->size);
    if (text.len > 0)
        memcpy(made.text, text.ptr, text.len);
    if (behind != NULL)
        memcpy(made.text + text.len, behind, PTC_PADDING);
    made.status =
        entry(judged->arena, made.text, text.len, judged->options, made.out, &made.info);
    if (behind == NULL || golden_copies())
        memset(made.text, 0xee, text.len);
    return made;
}

static void forget(attempt *made)
{
    free(made->out);
    free(made->text);
}

/* --- What must hold ----------------------------------------------------------------- */

static const char *judge_verdicts(const judgement *judged, const attempt *plain,
                                  const attempt *padded)
{
    const char *complaint =
        same_status(plain->status, padded->status, "the entries differ");

    if (complaint || judged->status == PTC_ERROR_MEMORY)
        return complaint ? complaint : judge_no_memory;
    if (plain->info.offset != padded->info.offset ||
        plain->info.is_coerced != padded->info.is_coerced)
        return "the entries report different things";
    /* What a struct cannot hold is refused, but the walker does not look. */
    if (judged->mode == PTC_MODE_DISABLED)
        return NULL;
    if (plain->status == PTC_OK && judged->status != PTC_OK)
        return "only the walker refuses";
    if (plain->status != PTC_OK && judged->status == PTC_OK)
        return "only the walker accepts";
    return plain->status == PTC_OK && plain->info.is_coerced != judged->is_coerced
               ? "coercion is reported differently"
               : NULL;
}

/* Whether every string of a value ends in NUL; an empty name in a schema has no bytes. */
static bool ends_in_nul(const ptc_value *value)
{
    bool ends = true;

    if (value->kind == PTC_STRING || value->kind == PTC_KEYWORD)
        return value->as.text == NULL || value->as.text[value->aux] == '\0';
    if (value->kind == PTC_VECTOR || value->kind == PTC_SET) {
        for (uint32_t i = 0; ends && i < value->aux; i++)
            ends = ends_in_nul(&value->as.items[i]);
    } else if (value->kind == PTC_MAP) {
        for (uint32_t i = 0; ends && i < value->aux; i++)
            ends = ends_in_nul(&value->as.map->entries[i].key) &&
                   ends_in_nul(&value->as.map->entries[i].value);
    }
    return ends;
}

/* The struct at `out` is `value`. */
static const char *judge_content(const judgement *judged, const void *out,
                                 const ptc_value *value, const char *complaint)
{
    ptc_value got;
    const char *fault = same_status(judged->root->to_value(judged->arena, out, &got),
                                    PTC_OK, "a struct is not a value");

    if (fault != NULL)
        return fault;
    if (golden_copies() && !ends_in_nul(&got))
        return "a string does not end in NUL";
    return ptc_value_same(&got, value) ? NULL : complaint;
}

/* The value that the text is. `out` is room for a struct, here and below. */
static const char *judge_from_read(const judgement *judged, const ptc_value *value,
                                   void *out)
{
    ptc_walk_options options =
        calling(judged, PTC_BOUNDARY_JSON, judged->options->direction);
    ptc_status status =
        judged->root->from_value(judged->arena, &judged->read, &options, out, NULL);
    const char *complaint =
        same_status(status, PTC_OK, "the value of the text is refused");

    return complaint ? complaint
                     : judge_content(judged, out, value,
                                     "the value of the text gives another struct");
}

/* Whether a struct holds what may come back otherwise: a choice, or a value of a type
 * that accepts others, where a key of JSON that became an int is a string again. */
static bool has_choice(const ptc_schema *schema)
{
    for (uint32_t i = 0; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];

        if (node->type == PTC_TYPE_UNION || node->type == PTC_TYPE_MULTI ||
            node->type == PTC_TYPE_ENUM || (node->flags & PTC_NODE_OTHERS) != 0)
            return true;
    }
    return false;
}

/* The struct at `out`, made of `written`, is `value` again. Only where there is a choice
 * it may be otherwise: an integer became a double, which an earlier alternative takes.
 * Then the struct is what the walker makes of the same. */
static const char *judge_return(const judgement *judged, const void *out,
                                const ptc_value *written, ptc_boundary boundary,
                                const ptc_value *value, const char *complaint)
{
    ptc_walk_options options = walking(judged, boundary, PTC_OUTPUT);
    const char *found = judge_content(judged, out, value, complaint);
    ptc_value made;
    ptc_value got;

    if (found == NULL || !has_choice(&judged->schema) ||
        judged->root->to_value(judged->arena, out, &got) != PTC_OK ||
        ptc_schema_coerce(judged->arena, &judged->schema, written, &options, &made,
                          NULL) != PTC_OK)
        return found;
    return test_same_by_schema(&judged->schema, judged->schema.root, &got, &made) ? NULL
                                                                                  : found;
}

/* The value that the struct is. */
static const char *judge_from_own(const judgement *judged, const ptc_value *value,
                                  void *out)
{
    ptc_walk_options options = calling(judged, PTC_BOUNDARY_LISP, PTC_OUTPUT);
    ptc_status status =
        judged->root->from_value(judged->arena, value, &options, out, NULL);
    const char *complaint =
        same_status(status, PTC_OK, "the value of a struct is refused");

    return complaint ? complaint
                     : judge_return(judged, out, value, PTC_BOUNDARY_LISP, value,
                                    "the value of a struct gives another struct");
}

/* The JSON that the struct is. */
static const char *judge_from_json(const judgement *judged, const ptc_value *value,
                                   const void *in, void *out)
{
    ptc_parse_options options = *judged->options;
    const char *complaint;
    ptc_value written;
    ptc_text text;

    options.direction = PTC_OUTPUT;
    ptc_text_init(&text, judged->arena);
    complaint = same_status(judged->root->to_json(&text, in), PTC_OK,
                            "a struct cannot be written as JSON");
    if (complaint == NULL)
        complaint = same_status(
            judged->root->plain(judged->arena, text.ptr, text.len, &options, out, NULL),
            PTC_OK, "the JSON of a struct is refused");
    if (complaint == NULL)
        complaint = same_status(
            ptc_json_read(judged->arena, text.ptr, text.len, NULL, &written, NULL, NULL),
            PTC_OK, "the JSON of a struct cannot be read");
    if (complaint == NULL)
        complaint = judge_return(judged, out, &written, PTC_BOUNDARY_JSON, value,
                                 "the JSON of a struct gives another struct");
    return complaint;
}

/* Whether a struct's value satisfies the schema: a double may miss the limit that the
 * integer met from which it was made. */
static bool is_valid(const judgement *judged, const ptc_value *value)
{
    ptc_walk_options options = walking(judged, PTC_BOUNDARY_LISP, PTC_OUTPUT);

    return ptc_schema_validate(&judged->schema, value, &options, NULL) == PTC_OK;
}

static const char *judge_struct(const judgement *judged, const void *in, void *out)
{
    const char *complaint;
    ptc_value value;

    complaint = same_status(judged->root->to_value(judged->arena, in, &value), PTC_OK,
                            "a struct is not a value");
    if (complaint != NULL)
        return complaint;
    if (!test_same_by_schema(&judged->schema, judged->schema.root, &value,
                             &judged->coerced))
        return "other content";
    complaint = judge_from_read(judged, &value, out);
    if (complaint != NULL || !is_valid(judged, &value))
        return complaint;
    complaint = judge_from_own(judged, &value, out);
    return complaint ? complaint : judge_from_json(judged, &value, in, out);
}

/* What the walker refuses, though it can be read. */
static const char *judge_refusal(const judgement *judged, void *out)
{
    ptc_walk_options options =
        calling(judged, PTC_BOUNDARY_JSON, judged->options->direction);

    if (judged->status != PTC_ERROR_INVALID)
        return NULL;
    return same_status(
        judged->root->from_value(judged->arena, &judged->read, &options, out, NULL),
        PTC_ERROR_INVALID, "the value of a refused text is accepted");
}

static const char *judge(const judgement *judged, const attempt *plain,
                         const attempt *padded)
{
    const char *complaint = judge_verdicts(judged, plain, padded);
    ptc_value value;

    if (complaint == NULL)
        complaint = judge_refusal(judged, plain->out);
    if (complaint != NULL || plain->status != PTC_OK)
        return complaint;
    complaint = same_status(judged->root->to_value(judged->arena, padded->out, &value),
                            PTC_OK, "a struct is not a value");
    if (complaint == NULL)
        complaint = judge_content(judged, plain->out, &value,
                                  "the entries make different structs");
    if (complaint == NULL && judged->mode != PTC_MODE_DISABLED)
        complaint = judge_struct(judged, padded->out, plain->out);
    return complaint;
}

/* What is reported for a refused text is what a schema reports; else nothing. */
static const char *judge_told(const judgement *judged, ptc_status status, void *out,
                              ptc_str text)
{
    ptc_walk_options options =
        walking(judged, PTC_BOUNDARY_JSON, judged->options->direction);
    const char *complaint;
    ptc_value value;
    ptc_str told;
    ptc_str why;

    complaint = same_status(
        judged->root->read(judged->arena, text.ptr, text.len, judged->options, out, &why),
        status, "read and parse differ");
    if (complaint != NULL || status == PTC_OK)
        return complaint == NULL && why.len > 0 ? "reported why, and accepted"
                                                : complaint;
    if (options.mode == PTC_MODE_DISABLED)
        options.direction = PTC_OUTPUT;
    if (options.mode != PTC_MODE_STRICT)
        options.mode = PTC_MODE_ENABLED;
    if (ptc_schema_read(judged->arena, &judged->schema, text.ptr, text.len, &options,
                        &value, &told) == PTC_ERROR_MEMORY)
        return judge_no_memory;
    if (!ptc_str_equal(why, told) || why.ptr[why.len] != '\0')
        return "the report is not that of the schema";
    return value.kind == PTC_NIL ? NULL : "a refused value is there";
}

const char *golden_judge(ptc_arena *arena, const golden_document *document,
                         bool *accepted)
{
    judgement judged = {.arena = arena,
                        .root = document->root,
                        .options = &document->options,
                        .mode = golden_mode(document->options.mode),
                        .schema = *document->root->schema};
    const char *complaint;
    attempt padded;
    attempt plain;

    judged.schema.root += document->root->node;
    walk(&judged, document->text);
    plain = parse(&judged, document->root->plain, document->text, NULL);
    padded = parse(&judged, document->root->padded, document->text, document->behind);
    complaint = judge(&judged, &plain, &padded);
    if (complaint == NULL)
        complaint = judge_told(&judged, plain.status, plain.out, document->text);
    if (accepted != NULL)
        *accepted = judged.status == PTC_OK;
    forget(&padded);
    forget(&plain);
    return complaint == judge_no_memory ? NULL : complaint;
}
