/* SPDX-License-Identifier: MIT */
/*
 * The text for a model about a refused text: one block, whatever was wrong; and reading a
 * text by a schema, which ends with that block. [validation 9]
 */
#include "schema/schema_int.h"
#include "walk/walk_int.h"

/* Texts that need no memory. */
typedef struct refusal_texts {
    const char *heading;
    ptc_str refused;   /* no memory for the value */
    ptc_str unknown;   /* none to say why, or nothing was found */
    ptc_str misused;   /* the program's fault */
    const char *whole; /* what an unreadable text should be */
} refusal_texts;

/* clang-format off */
#define REFUSAL(heading, whole)                                                             \
    {heading,                                                                            \
     PTC_STR_INIT(heading "\n- (root): out of memory; send less data\n"),                \
     PTC_STR_INIT(heading "\n- (root): not valid; the reason is not available\n"),          \
     PTC_STR_INIT(heading "\n- (root): not read: the host program made an invalid call\n"),   \
     whole}

/* ORDER SUBJECT */
static const refusal_texts refusal_all[] = {
    REFUSAL("Tool validation errors:", "send one complete JSON object and nothing else"),
    REFUSAL("Return validation errors:", "send one complete JSON value and nothing else"),
    REFUSAL("Validation errors:", "send one complete JSON value and nothing else"),
};
/* clang-format on */

ptc_subject ptc_subject_of(const ptc_schema *schema, ptc_direction direction)
{
    const ptc_schema_node *nodes = schema->nodes;
    const ptc_schema_node *root = ptc_schema_target(nodes, ptc_schema_root(schema));
    bool is_function = root->type == PTC_TYPE_FUNCTION;
    const ptc_schema_node *function =
        is_function ? root : &nodes[ptc_schema_root(schema)->parent];
    bool is_input =
        is_function ? direction != PTC_OUTPUT : schema->root == function->first;

    if (function->type != PTC_TYPE_FUNCTION || nodes[function->first].count == 0)
        return PTC_SUBJECT_VALUE;
    return is_input ? PTC_SUBJECT_ARGUMENTS : PTC_SUBJECT_RESULT;
}

/* --- Unreadable texts --------------------------------------------------------------- */

/* What to do about it; NULL: send it again completely. */
static const char *const refusal_advice[PTC_ERROR_ARGUMENT + 1] = {
    [PTC_ERROR_ENCODING] = "send valid UTF-8",
    [PTC_ERROR_RANGE] = "send a smaller one",
    [PTC_ERROR_DUPLICATE] = "give each key once",
    [PTC_ERROR_DEPTH] = "nest it less deeply",
};

static void refusal_unreadable(ptc_text *out, const refusal_texts *texts, ptc_str text,
                               const ptc_json_error *error)
{
    const ptc_source source = {PTC_STR(""), text};
    ptc_position at = ptc_source_position(&source, error->offset);
    const char *advice = refusal_advice[error->status];

    ptc_text_cstr(out, texts->heading);
    ptc_text_cstr(out, "\n- (root): unreadable JSON at line ");
    ptc_text_uint(out, at.line);
    ptc_text_cstr(out, ", column ");
    ptc_text_uint(out, at.column);
    ptc_text_cstr(out, ": ");
    ptc_text_str(out, error->message);
    ptc_text_cstr(out, "; ");
    ptc_text_cstr(out, advice != NULL ? advice : texts->whole);
    ptc_text_byte(out, '\n');
}

/* --- The block ---------------------------------------------------------------------- */

ptc_str ptc_refusal_write(ptc_arena *arena, ptc_subject subject, ptc_str text,
                          ptc_status status, const ptc_report *report,
                          const ptc_json_error *error)
{
    const refusal_texts *texts = &refusal_all[subject];
    ptc_text out;

    if (status == PTC_ERROR_MEMORY || status == PTC_ERROR_ARGUMENT)
        return status == PTC_ERROR_MEMORY ? texts->refused : texts->misused;
    if (error->status == PTC_ERROR_MEMORY)
        return texts->unknown;
    ptc_text_init(&out, arena);
    if (error->status != PTC_OK)
        refusal_unreadable(&out, texts, text, error);
    else
        ptc_report_write_errors(&out, report, texts->heading);
    return out.failed || out.len == 0 ? texts->unknown : ptc_text_view(&out);
}

ptc_status ptc_schema_read(ptc_arena *arena, const ptc_schema *schema, const char *text,
                           size_t len, const ptc_walk_options *options, ptc_value *out,
                           ptc_str *why)
{
    ptc_walk_options room;
    const ptc_walk_options *used =
        ptc_walk_options_view("ptc_schema_read", options, &room);
    ptc_json_options reading = {.struct_size = sizeof reading};
    ptc_json_error error = {.status = PTC_OK};
    ptc_status status = PTC_ERROR_ARGUMENT;
    ptc_report report;

    *out = ptc_value_nil();
    if (why != NULL)
        *why = PTC_STR("");
    ptc_report_init(&report, arena);
    if (used != NULL) {
        reading.max_depth = used->max_depth;
        status = ptc_json_read(arena, text, len, &reading, out, NULL, &error);
    }
    if (status == PTC_OK)
        status = ptc_schema_coerce(arena, schema, out, used, out, &report);
    if (status == PTC_OK)
        return status;
    *out = ptc_value_nil();
    if (why == NULL)
        return status;
    *why = ptc_refusal_write(
        arena, ptc_subject_of(schema, used != NULL ? used->direction : PTC_INPUT),
        ptc_str_make(text, len), status, &report, &error);
    return status;
}
