/* SPDX-License-Identifier: MIT */
/*
 * The tools `validate` and `infer`: schemas as data of programs. [validation 14, 16]
 * Their signatures are tables, as a reader would make them.
 */
#include "render/render_int.h"
#include "walk/walk_int.h"

#include <ptc/infer.h>
#include <ptc/tool.h>

enum {
    TOOL_SCHEMA_FAULTS = 5,     /* limit on faults of a schema that are reported at
                                 * once */
    TOOL_SCHEMA_PATTERNS = 32,  /* limit on patterns: each may take 0.2 s to be
                                 * compiled */
    TOOL_SCHEMA_WORK = 1 << 25, /* nodes that a validation looks at: about a second */
};

/* Says why a call fails; the text is the message. */
static ptc_status tool_schema_fail(ptc_tool_call *call, const ptc_text *text)
{
    call->message = text->failed || text->len == 0 ? "out of memory" : text->ptr;
    return text->failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

static const ptc_value *tool_schema_argument(const ptc_tool_call *call, const char *name)
{
    return ptc_map_find_text(call->arguments.as.map, PTC_STRING, ptc_str_of(name));
}

/* --- validate ----------------------------------------------------------------------- */

static ptc_status tool_schema_refuse(ptc_tool_call *call, const ptc_diags *diags)
{
    ptc_text text;

    ptc_text_init(&text, call->arena);
    ptc_text_cstr(&text, "the schema is not valid: ");
    for (size_t i = 0; i < diags->count && i < TOOL_SCHEMA_FAULTS; i++) {
        ptc_text_cstr(&text, i > 0 ? "; " : "");
        ptc_text_str(&text, diags->items[i].message);
        if (diags->items[i].hint.len > 0) {
            ptc_text_cstr(&text, " (");
            ptc_text_str(&text, diags->items[i].hint);
            ptc_text_byte(&text, ')');
        }
    }
    if (diags->errors > TOOL_SCHEMA_FAULTS)
        ptc_text_cstr(&text, "; ...");
    return tool_schema_fail(call, &text);
}

/* What may be patterns in the text of a signature, ~"..", #".." and [:re ..]: at least as
 * many as there are. */
static size_t tool_schema_text_patterns(ptc_str text)
{
    size_t count = 0;

    for (size_t i = 0; i < text.len; i++) {
        count += text.ptr[i] == '~' || text.ptr[i] == '#' ||
                 (text.len - i > 3 && memcmp(text.ptr + i, ":re", 3) == 0 &&
                  (text.ptr[i + 3] < 'a' || text.ptr[i + 3] > 'z'));
    }
    return count;
}

/* The [:re ..] in a Malli value, as deep as arguments are. */
static size_t tool_schema_patterns(const ptc_value *value)
{
    size_t count = 0;

    if (value->kind == PTC_KEYWORD || value->kind == PTC_STRING)
        return ptc_str_equal(ptc_value_text(value), PTC_STR("re"));
    if (value->kind == PTC_VECTOR) {
        for (uint32_t i = 0; i < value->aux; i++)
            count += tool_schema_patterns(&value->as.items[i]);
    } else if (value->kind == PTC_MAP) {
        for (uint32_t i = 0; i < value->aux; i++)
            count += tool_schema_patterns(&value->as.map->entries[i].value);
    }
    return count;
}

/* Whether it contains a map entry with a private name: as a constant of the schema it
 * would be shown. */
static bool tool_schema_has_private(const ptc_value *value)
{
    bool has = false;

    if (value->kind == PTC_VECTOR) {
        for (uint32_t i = 0; i < value->aux && !has; i++)
            has = ptc_value_hides_item(value, i) ||
                  tool_schema_has_private(&value->as.items[i]);
    } else if (value->kind == PTC_MAP) {
        for (uint32_t i = 0; i < value->aux && !has; i++)
            has = tool_schema_has_private(&value->as.map->entries[i].value);
    }
    return has;
}

/* A Malli vector as programs build it, or the text of a signature. */
static ptc_status tool_schema_read(ptc_tool_call *call, const ptc_value *given,
                                   ptc_schema *out)
{
    ptc_source source = {PTC_STR("schema"), {"", 0}};
    ptc_status status;
    ptc_diags diags;

    if ((given->kind == PTC_STRING
             ? tool_schema_text_patterns(ptc_value_text(given))
             : tool_schema_patterns(given)) > TOOL_SCHEMA_PATTERNS) {
        call->message = "the schema has more than 32 patterns; check them in parts";
        return PTC_ERROR_INVALID;
    }
    if (call->hides_private && tool_schema_has_private(given)) {
        call->message = "the schema has an entry of a map with a firewalled field; take "
                        "its value out, as in (:_name m)";
        return PTC_ERROR_INVALID;
    }
    ptc_diags_init(&diags, call->arena);
    if (given->kind == PTC_STRING) {
        source.text = ptc_value_text(given);
        diags.source = &source;
        status = ptc_signature_read(call->arena, &source, NULL, &diags, out);
    } else {
        status = ptc_malli_from_value(call->arena, given, NULL, &diags, out);
    }
    if (status == PTC_ERROR_SYNTAX)
        return tool_schema_refuse(call, &diags);
    if (status != PTC_OK)
        call->message = "out of memory";
    return status;
}

/* The errors as strings "path: text", and how many more there are. */
static ptc_status tool_schema_errors(ptc_tool_call *call, const ptc_report *report,
                                     ptc_value *out)
{
    size_t more = report->errors_found - report->error_count;
    size_t count = report->error_count + (more > 0);
    ptc_value *items = ptc_arena_array(call->arena, count, sizeof *items);
    ptc_text text;

    for (size_t i = 0; items != NULL && i < count; i++) {
        ptc_text_init(&text, call->arena);
        if (i < report->error_count) {
            ptc_issue_write(&text, &report->errors[i]);
        } else {
            ptc_text_cstr(&text, "and ");
            ptc_text_uint(&text, more > 999 ? 999 : more);
            ptc_text_cstr(&text, more > 999 ? "+ more" : " more");
        }
        if (text.failed)
            return PTC_ERROR_MEMORY;
        items[i] = ptc_value_string(ptc_text_view(&text));
    }
    *out = ptc_value_vector(items, count);
    return items != NULL || count == 0 ? PTC_OK : PTC_ERROR_MEMORY;
}

static ptc_status tool_schema_validate(ptc_tool_call *call, void *user)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_OUTPUT,
                                          .boundary = PTC_BOUNDARY_LISP};
    const ptc_value *given = tool_schema_argument(call, "schema");
    const ptc_value *data = tool_schema_argument(call, "data");
    ptc_map_entry *entries = ptc_arena_array(call->arena, 2, sizeof *entries);
    bool is_given_up;
    ptc_report report;
    ptc_status status;
    ptc_schema schema;

    (void)user;
    if (given == NULL || data == NULL) { /* where the host checks no signatures */
        call->message = "pass :schema and :data";
        return PTC_ERROR_INVALID;
    }
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    status = tool_schema_read(call, given, &schema);
    if (status != PTC_OK)
        return status;
    ptc_report_init(&report, call->arena);
    status =
        ptc_walk_within(&schema, data, &walk, TOOL_SCHEMA_WORK, &report, &is_given_up);
    if (is_given_up) {
        call->message =
            "this takes too long; pass less data, or a schema with fewer alternatives";
        return PTC_ERROR_INVALID;
    }
    if (status == PTC_ERROR_MEMORY)
        return status;
    entries[0].key = ptc_value_string(PTC_STR("valid"));
    entries[0].value = ptc_value_bool(status == PTC_OK);
    entries[1].key = ptc_value_string(PTC_STR("errors"));
    status = tool_schema_errors(call, &report, &entries[1].value);
    return status == PTC_OK ? ptc_map_make(call->arena, entries, 2, &call->result, NULL)
                            : status;
}

/* --- infer -------------------------------------------------------------------------- */

static uint32_t tool_schema_count(const ptc_tool_call *call, const char *name)
{
    const ptc_value *count = tool_schema_argument(call, name);

    return count != NULL && count->kind == PTC_INT ? (uint32_t)count->as.integer : 0;
}

static ptc_status tool_schema_add_samples(ptc_tool_call *call, ptc_infer *infer)
{
    const ptc_value *data = tool_schema_argument(call, "data");
    const ptc_value *samples = tool_schema_argument(call, "samples");
    ptc_status status = PTC_OK;

    if (samples == NULL || samples->kind == PTC_NIL) {
        if (data != NULL)
            return ptc_infer_add(infer, data);
        call->message = "pass :samples, a list of examples, or :data, one example";
        return PTC_ERROR_INVALID;
    }
    if (data != NULL && data->kind != PTC_NIL) {
        call->message = "pass :samples or :data, not both";
        return PTC_ERROR_INVALID;
    }
    if (samples->kind != PTC_VECTOR ||
        (call->hides_private && samples->flags & PTC_FLAG_ENTRY)) {
        call->message = "pass :samples as a list, not as an entry of a map";
        return PTC_ERROR_INVALID;
    }
    for (uint32_t i = 0; i < samples->aux && status == PTC_OK; i++)
        status = ptc_infer_add(infer, &samples->as.items[i]);
    return status;
}

static ptc_status tool_schema_infer(ptc_tool_call *call, void *user)
{
    const ptc_value *datetime = tool_schema_argument(call, "datetime");
    ptc_infer_options options = {
        .struct_size = sizeof options,
        .enum_max = tool_schema_count(call, "enum"),
        .map_of = tool_schema_count(call, "map_of"),
        .datetime =
            datetime != NULL && datetime->kind == PTC_BOOL && datetime->as.boolean,
        .hide_firewalled = call->hides_private,
    };
    ptc_infer *infer;
    ptc_status status = ptc_infer_make(call->arena, &options, &infer);
    ptc_schema schema;
    ptc_text text;

    (void)user;
    if (status == PTC_OK)
        status = tool_schema_add_samples(call, infer);
    if (status == PTC_OK)
        status = ptc_infer_finish(call->arena, infer, &schema);
    if (status != PTC_OK)
        return status;
    ptc_text_init(&text, call->arena);
    ptc_schema_write_signature(&text, &schema, NULL);
    if (text.failed)
        return PTC_ERROR_MEMORY;
    call->result = ptc_value_string(ptc_text_view(&text));
    return PTC_OK;
}

/* --- The tools ---------------------------------------------------------------------- */

#define TOOL_SCHEMA_NAME(text)                                                           \
    {                                                                                    \
        (text), sizeof(text) - 1                                                         \
    }

/* (schema :any, data :any) -> {valid :bool, errors [:string]} */
static const ptc_schema_node tool_validate_nodes[] = {
    {.type = PTC_TYPE_FUNCTION, .flags = PTC_NODE_NAMED, .first = 1, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 3, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 5, .count = 2},
    {.type = PTC_TYPE_ANY, .parent = 1, .name = TOOL_SCHEMA_NAME("schema")},
    {.type = PTC_TYPE_ANY, .parent = 1, .name = TOOL_SCHEMA_NAME("data")},
    {.type = PTC_TYPE_BOOL, .parent = 2, .name = TOOL_SCHEMA_NAME("valid")},
    {.type = PTC_TYPE_LIST,
     .first = 7,
     .count = 1,
     .parent = 2,
     .name = TOOL_SCHEMA_NAME("errors")},
    {.type = PTC_TYPE_STRING, .parent = 6},
};

static const ptc_schema tool_validate_signature = {tool_validate_nodes, 0, 8};

const ptc_tool ptc_tool_validate = {
    .name = "validate",
    .description = "whether data satisfies a Malli schema, as in [:map [:id :int]]",
    .signature = &tool_validate_signature,
    .function = tool_schema_validate,
    .flags = PTC_TOOL_RAW,
};

#define TOOL_SCHEMA_INT(value)                                                           \
    {                                                                                    \
        .kind = PTC_INT, .as.integer = (value)                                           \
    }

static const ptc_interval tool_infer_enum = {
    TOOL_SCHEMA_INT(0), TOOL_SCHEMA_INT(PTC_INFER_ENUM_MAX), false, false};
static const ptc_interval tool_infer_map_of = {TOOL_SCHEMA_INT(0),
                                               TOOL_SCHEMA_INT(1000000), false, false};

/* (data :any?, samples [:any]?, enum :int[0..1000]?, map_of :int[0..1000000]?,
 *  datetime :bool?) -> :string */
static const ptc_schema_node tool_infer_nodes[] = {
    {.type = PTC_TYPE_FUNCTION, .flags = PTC_NODE_NAMED, .first = 1, .count = 2},
    {.type = PTC_TYPE_MAP, .first = 3, .count = 5},
    {.type = PTC_TYPE_STRING},
    {.type = PTC_TYPE_ANY,
     .flags = PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL,
     .parent = 1,
     .name = TOOL_SCHEMA_NAME("data")},
    {.type = PTC_TYPE_LIST,
     .flags = PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL,
     .first = 8,
     .count = 1,
     .parent = 1,
     .name = TOOL_SCHEMA_NAME("samples")},
    {.type = PTC_TYPE_INT,
     .flags = PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL,
     .parent = 1,
     .name = TOOL_SCHEMA_NAME("enum"),
     .interval = &tool_infer_enum},
    {.type = PTC_TYPE_INT,
     .flags = PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL,
     .parent = 1,
     .name = TOOL_SCHEMA_NAME("map_of"),
     .interval = &tool_infer_map_of},
    {.type = PTC_TYPE_BOOL,
     .flags = PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL,
     .parent = 1,
     .name = TOOL_SCHEMA_NAME("datetime")},
    {.type = PTC_TYPE_ANY, .parent = 4},
};

static const ptc_schema tool_infer_signature = {tool_infer_nodes, 0, 9};

const ptc_tool ptc_tool_infer = {
    .name = "infer",
    .description =
        "the type of one example, or of a list of samples, as a signature text",
    .signature = &tool_infer_signature,
    .function = tool_schema_infer,
    .flags = PTC_TOOL_RAW,
};
