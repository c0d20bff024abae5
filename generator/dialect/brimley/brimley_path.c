/* SPDX-License-Identifier: MIT */
/*
 * The path of a resource and the text of a function in SQL, checked by the arguments that
 * the function was drafted with. [brimley 8]
 */
#include "generator/dialect/brimley/brimley_path.h"
#include "base/base_int.h"
#include "generator/binding/binding_int.h"
#include "schema/schema_int.h"

/* References and conjunctions around a type; deeper ones are taken for no scalar. */
enum { PATH_TYPE_DEPTH = 64 };

/* --- Arguments ---------------------------------------------------------------------- */

static ptc_draft_ref path_arguments(ptc_draft *draft, ptc_draft_ref function)
{
    ptc_draft_ref parameters = ptc_draft_at(draft, function)->first;

    return ptc_draft_at(draft, parameters)->first;
}

/* The argument of that name, or 0. */
static ptc_draft_ref path_argument(ptc_draft *draft, ptc_draft_ref function, ptc_str name)
{
    ptc_draft_ref argument = path_arguments(draft, function);

    while (argument != 0 &&
           !ptc_str_equal_folded(ptc_draft_at(draft, argument)->name, name))
        argument = ptc_draft_at(draft, argument)->next;
    return argument;
}

/* Hints at the argument that is nearest to the name, else at all of them. */
static void path_hint_near(ptc_draft *draft, ptc_draft_ref function, ptc_diag *diag,
                           ptc_str name)
{
    ptc_str nearest = PTC_STR("");
    unsigned best = 3;
    ptc_text known;

    ptc_text_init(&known, draft->arena);
    for (ptc_draft_ref i = path_arguments(draft, function); i != 0;
         i = ptc_draft_at(draft, i)->next) {
        ptc_str other = ptc_draft_at(draft, i)->name;
        unsigned distance = ptc_str_distance(name, other, 2);

        ptc_text_cstr(&known, known.len > 0 ? ", " : "");
        ptc_text_str(&known, other);
        if (distance >= best || distance >= name.len)
            continue;
        best = distance;
        nearest = other;
    }
    if (nearest.len > 0)
        ptc_diag_hint(draft->diags, diag, "did you mean %s?",
                      ptc_diag_quote(draft->diags, nearest));
    else if (known.len > 0 && !known.failed)
        ptc_diag_hint(draft->diags, diag, "the arguments are %s",
                      ptc_diag_quote(draft->diags, ptc_text_view(&known)));
    else
        ptc_diag_hint(draft->diags, diag, "declare it under `arguments`");
}

/* --- Types -------------------------------------------------------------------------- */

static const ptc_draft_node *path_type(ptc_draft *draft, ptc_draft_ref ref)
{
    const ptc_draft_node *node = ptc_draft_at(draft, ref);

    for (unsigned i = 0; i < PATH_TYPE_DEPTH; i++) {
        if (node->type == PTC_TYPE_REF && node->target != 0)
            node = ptc_draft_at(draft, node->target);
        else if (node->type == PTC_TYPE_AND || node->type == PTC_TYPE_REGISTRY)
            node = ptc_draft_at(draft, node->first);
    }
    return node;
}

/* Whether one text can be a value of the type. */
static bool path_is_scalar(ptc_draft *draft, ptc_draft_ref ref)
{
    const ptc_draft_node *node = path_type(draft, ref);

    if (node->type != PTC_TYPE_UNION)
        return ptc_type_is_scalar((ptc_type)node->type);
    for (ptc_draft_ref i = node->first; i != 0; i = ptc_draft_at(draft, i)->next) {
        if (!ptc_type_is_scalar((ptc_type)path_type(draft, i)->type))
            return false;
    }
    return true;
}

/* Whether the type is string, or a list of strings. */
static bool path_is_rest(ptc_draft *draft, ptc_draft_ref ref)
{
    const ptc_draft_node *node = path_type(draft, ref);

    if (node->type == PTC_TYPE_LIST)
        node = path_type(draft, node->first);
    return node->type == PTC_TYPE_STRING;
}

/* --- Paths -------------------------------------------------------------------------- */

/* Bytes [start, end) of a text of `len` bytes that is at `span`, with quotes or
 * without; all of it where it is written in another way than it reads. */
static ptc_span path_part(ptc_span span, size_t len, size_t start, size_t end)
{
    size_t written = span.end - span.start;
    size_t quote = written == len ? 0 : 1;

    if (written != len && written != len + 2)
        return span;
    return (ptc_span){span.start + (uint32_t)(quote + start),
                      span.start + (uint32_t)(quote + end)};
}

/* A path that is being checked. */
typedef struct path_check {
    ptc_draft *draft;
    ptc_draft_ref function;
    const ptc_forms *forms;
    uint32_t form;
} path_check;

static ptc_span path_span(const path_check *check, size_t start, size_t end)
{
    const ptc_form *form = &check->forms->items[check->form];

    return path_part(form->span, form->text.len, start, end);
}

static void path_check_parameter(const path_check *check, const ptcc_path_segment *item)
{
    ptc_draft *draft = check->draft;
    ptc_diags *diags = draft->diags;
    ptc_str name = item->segment.text;
    ptc_draft_ref argument = path_argument(draft, check->function, name);
    ptc_span span = path_span(check, item->start, item->end);
    bool is_rest = item->segment.kind == PTC_SEGMENT_REST;

    if (argument == 0) {
        ptc_diag *diag = ptc_diag_add(diags, PTC_DIAG_PATH_PARAMETER, span,
                                      "the path has a parameter %s, which is not an "
                                      "argument",
                                      ptc_diag_quote(diags, name));
        path_hint_near(draft, check->function, diag, name);
    } else if (ptc_draft_at(draft, argument)->flags & PTC_NODE_CONTEXT) {
        ptc_diag_hint(diags,
                      ptc_diag_add(diags, PTC_DIAG_PATH_PARAMETER, span,
                                   "argument %s comes from the host's context, never "
                                   "from a path",
                                   ptc_diag_quote(diags, name)),
                      "leave out its from_context, or take it out of the path");
    } else if (is_rest ? !path_is_rest(draft, argument)
                       : !path_is_scalar(draft, argument)) {
        ptc_diag_hint(diags,
                      ptc_diag_add(diags, PTC_DIAG_PATH_PARAMETER, span,
                                   is_rest ? "argument %s takes the rest of the path and "
                                             "must be a string or string[]"
                                           : "argument %s is one segment of the path and "
                                             "must be a scalar",
                                   ptc_diag_quote(diags, name)),
                      is_rest ? "string is the rest as one text, string[] its segments"
                              : "one segment holds int, float, decimal, bool, string, "
                                "date, datetime or primitive");
    }
}

bool ptcc_brimley_check_path(ptc_draft *draft, ptc_draft_ref function,
                             const ptc_forms *forms, uint32_t form, bool has_arguments)
{
    const path_check check = {draft, function, forms, form};
    ptc_diags *diags = draft->diags;
    size_t errors = diags->errors;
    ptcc_text_fault fault;
    ptcc_path path;

    if (!ptcc_path_read(draft->arena, forms->items[form].text, &path, &fault)) {
        ptc_diag *diag;

        if (fault.message == NULL)
            return false; /* the arena knows */
        diag =
            ptc_diag_add(diags, PTC_DIAG_PATH_SYNTAX,
                         path_span(&check, fault.start, fault.end), "%s", fault.message);
        if (fault.hint != NULL)
            ptc_diag_hint(diags, diag, "%s", fault.hint);
        return false;
    }
    if (path.parameter_count > 0 && !has_arguments) {
        ptc_diag_hint(diags,
                      ptc_diag_add(diags, PTC_DIAG_PATH_PARAMETER,
                                   forms->items[form].span,
                                   "a path with parameters needs `arguments`"),
                      "declare each {name} of the path as an argument");
        return false;
    }
    for (size_t i = 0; i < path.count; i++) {
        if (path.items[i].segment.kind != PTC_SEGMENT_TEXT)
            path_check_parameter(&check, &path.items[i]);
    }
    return diags->errors == errors;
}

/* --- SQL ---------------------------------------------------------------------------- */

/* Adds the parameters of a path to the names that are used. */
static void sql_use_path(ptc_draft *draft, ptc_str path, ptc_names *used)
{
    ptcc_text_fault fault;
    ptcc_path read;

    if (path.len == 0 || !ptcc_path_read(draft->arena, path, &read, &fault))
        return;
    for (size_t i = 0; i < read.count; i++) {
        if (read.items[i].segment.kind != PTC_SEGMENT_TEXT)
            ptc_names_add(used, read.items[i].segment.text, 0);
    }
}

static void sql_tell_unknown(ptc_draft *draft, ptc_draft_ref function,
                             const ptcc_sql_reader *reader, ptc_span place)
{
    ptc_span span = path_part(place, reader->text.len, reader->start, reader->at);
    ptc_diag *diag = ptc_diag_add(draft->diags, PTC_DIAG_SQL_NAME, span,
                                  "the SQL has a name :%s, which is not an argument",
                                  ptc_diag_quote(draft->diags, reader->name));

    path_hint_near(draft, function, diag, reader->name);
}

/* Warns of arguments that are not used. */
static void sql_tell_unused(ptc_draft *draft, ptc_draft_ref function,
                            const ptc_names *used)
{
    for (ptc_draft_ref i = path_arguments(draft, function); i != 0;
         i = ptc_draft_at(draft, i)->next) {
        const ptc_draft_node *argument = ptc_draft_at(draft, i);

        if (ptc_names_find(used, argument->name) != NULL)
            continue;
        ptc_diag_hint(draft->diags,
                      ptc_diag_add(draft->diags, PTC_DIAG_SQL_UNUSED,
                                   argument->extra.span,
                                   "the SQL does not use argument %s",
                                   ptc_diag_quote(draft->diags, argument->name)),
                      "write it as :name where it is meant, or leave it out");
    }
}

bool ptcc_brimley_check_sql(ptc_draft *draft, ptc_draft_ref function, ptc_str sql,
                            ptc_span span, ptc_str path)
{
    size_t errors = draft->diags->errors;
    ptcc_sql_reader reader;
    ptc_names used;

    ptc_names_init(&used, draft->arena);
    ptcc_sql_start(&reader, sql);
    while (ptcc_sql_next(&reader)) {
        if (path_argument(draft, function, reader.name) == 0)
            sql_tell_unknown(draft, function, &reader, span);
        else
            ptc_names_add(&used, reader.name, 0);
    }
    if (reader.fault.message != NULL) {
        ptc_diag *diag =
            ptc_diag_add(draft->diags, PTC_DIAG_SQL_SYNTAX,
                         path_part(span, sql.len, reader.fault.start, reader.fault.end),
                         "%s", reader.fault.message);

        if (reader.fault.hint != NULL)
            ptc_diag_hint(draft->diags, diag, "%s", reader.fault.hint);
    }
    sql_use_path(draft, path, &used);
    if (draft->diags->errors == errors)
        sql_tell_unused(draft, function, &used);
    return draft->diags->errors == errors;
}
