/* SPDX-License-Identifier: MIT */
/*
 * The parameters of a function from a path and the caller's other arguments: both become
 * one map, which is checked as arguments are. [brimley 8]
 */
#include "bind/bind_int.h"
#include "walk/walk_int.h"

typedef struct bind_run {
    const ptc_gen_type *type;
    const ptc_schema_node *function; /* its parameters, a MAP */
    const ptc_route *route;
    ptc_arena *arena;
    const ptc_value *arguments;
    ptc_map_entry *entries; /* of the path, then the others */
    size_t count;
    bool is_strict;
    ptc_report report;
} bind_run;

/* The segment of the route that names a parameter, and its number; or NULL. */
static const ptc_segment *bind_segment(const ptc_route *route, ptc_str name,
                                       uint32_t *number)
{
    for (uint32_t i = 0; i < route->count; i++) {
        if (route->segments[i].kind == PTC_SEGMENT_TEXT ||
            !ptc_str_equal_folded(route->segments[i].text, name))
            continue;
        *number = i + 1;
        return &route->segments[i];
    }
    return NULL;
}

/* --- What is at fault --------------------------------------------------------------- */

/* " (segment 4 of the path)", for a fault in an argument that the path has. */
static void bind_tell_place(ptc_text *text, const ptc_route *route,
                            const ptc_issue *issue)
{
    const ptc_segment *segment = NULL;
    uint32_t number = 0;

    if (issue->path_count > 0 && issue->path[0].key.ptr != NULL)
        segment = bind_segment(route, issue->path[0].key, &number);
    if (segment == NULL)
        return;
    ptc_text_cstr(text, segment->kind == PTC_SEGMENT_PARAMETER || issue->path_count > 1
                            ? " (segment "
                            : " (from segment ");
    ptc_text_uint(text, number + (issue->path_count > 1 ? issue->path[1].index : 0));
    ptc_text_cstr(text, " of the path)");
}

/* As ptc_report_write_errors, with the segments of what the path says. */
static ptc_str bind_tell(bind_run *run, ptc_status status)
{
    static const ptc_json_error readable = {.status = PTC_OK};
    size_t more = run->report.errors_found - run->report.error_count;
    ptc_text text;

    if (status != PTC_ERROR_INVALID || run->report.error_count == 0)
        return ptc_refusal_write(run->arena, PTC_SUBJECT_ARGUMENTS, PTC_STR(""), status,
                                 &run->report, &readable);
    ptc_text_init(&text, run->arena);
    ptc_text_cstr(&text, "Tool validation errors:\n");
    for (size_t i = 0; i < run->report.error_count; i++) {
        const ptc_issue *issue = &run->report.errors[i];

        ptc_text_cstr(&text, "- ");
        ptc_path_write(&text, issue->path, issue->path_count);
        bind_tell_place(&text, run->route, issue);
        ptc_text_cstr(&text, ": ");
        ptc_text_str(&text, issue->message);
        ptc_text_byte(&text, '\n');
    }
    if (more > 0) {
        ptc_text_cstr(&text, "...and ");
        ptc_text_uint(&text, more);
        ptc_text_cstr(&text, " more\n");
    }
    return ptc_why(&text);
}

/* An argument of the caller that the path also has. False when refused memory. */
static bool bind_refuse(bind_run *run, ptc_str name)
{
    ptc_path_step *step = ptc_arena_array(run->arena, 1, sizeof *step);
    ptc_issue issue = {.code = PTC_CODE_EXTRA,
                       .path = step,
                       .path_count = 1,
                       .message = PTC_STR("the path sets it; leave the argument out")};

    if (step == NULL)
        return false;
    step->key = name;
    return !ptc_report_count(&run->report, false) ||
           ptc_report_store(&run->report, false, &issue);
}

/* --- One map of both ---------------------------------------------------------------- */

/* The values of the path, each converted to the type of its parameter if possible; others
 * are left unchanged, for the validator to report. */
static ptc_status bind_take_path(bind_run *run, const ptc_value *said)
{
    static const ptc_walk_options casting = {.struct_size = sizeof casting,
                                             .direction = PTC_INPUT};
    size_t at = 0;

    for (uint32_t i = 0; i < run->route->count; i++) {
        const ptc_segment *segment = &run->route->segments[i];
        ptc_walk_options options = casting;
        ptc_map_entry *entry = &run->entries[run->count];
        ptc_status status;
        ptc_schema schema = {run->type->nodes, run->function->first + segment->parameter,
                             run->type->count};

        if (segment->kind == PTC_SEGMENT_TEXT)
            continue;
        *entry = said->as.map->entries[at++];
        run->count++;
        options.validators = run->type->validators;
        options.validator_count = run->type->validator_count;
        status = ptc_schema_coerce(run->arena, &schema, &entry->value, &options,
                                   &entry->value, NULL);
        if (status == PTC_ERROR_INVALID)
            entry->value = said->as.map->entries[at - 1].value;
        else if (status != PTC_OK)
            return status;
    }
    return PTC_OK;
}

/* The caller's arguments that the path does not have. */
static ptc_status bind_take_arguments(bind_run *run)
{
    const ptc_map *map = run->arguments->kind == PTC_MAP ? run->arguments->as.map : NULL;

    for (uint32_t i = 0; map != NULL && i < map->count; i++) {
        const ptc_value *key = &map->entries[i].key;
        uint32_t number;

        if ((key->kind != PTC_STRING && key->kind != PTC_KEYWORD) ||
            bind_segment(run->route, ptc_value_text(key), &number) == NULL)
            run->entries[run->count++] = map->entries[i];
        else if (run->is_strict && !bind_refuse(run, ptc_value_text(key)))
            return PTC_ERROR_MEMORY;
    }
    return run->report.errors_found > 0 ? PTC_ERROR_INVALID : PTC_OK;
}

/* The arguments of both, or what the caller gave where that is not a map: a fault that
 * the validator reports. */
static ptc_status bind_join(bind_run *run, const ptc_value *said, ptc_value *out)
{
    size_t given = run->arguments->kind == PTC_MAP ? run->arguments->as.map->count : 0;
    ptc_status status;

    *out = *run->arguments;
    if (out->kind != PTC_MAP && out->kind != PTC_NIL)
        return PTC_OK;
    run->entries =
        ptc_arena_array(run->arena, run->route->count + given, sizeof *run->entries);
    if (run->entries == NULL)
        return PTC_ERROR_MEMORY;
    status = bind_take_path(run, said);
    if (status == PTC_OK)
        status = bind_take_arguments(run);
    return status == PTC_OK
               ? ptc_map_make(run->arena, run->entries, run->count, out, NULL)
               : status;
}

/* The options for values that correspond to those for texts. */
static bool bind_options(const ptc_parse_options *given, ptc_walk_options *out)
{
    ptc_parse_options options = {.struct_size = sizeof options};

    if (!ptc_options_take(PTC_OPTIONS("options", ptc_parse_options), "X_bind", given,
                          &options))
        return false;
    *out = (ptc_walk_options){.struct_size = sizeof *out,
                              .mode = options.mode,
                              .direction = options.direction,
                              .max_depth = options.max_depth,
                              .validators = options.validators,
                              .validator_count = options.validator_count,
                              .context = options.context,
                              .decoders = options.decoders,
                              .decoder_count = options.decoder_count};
    return true;
}

ptc_status ptc_gen_bind(const ptc_gen_type *type, uint32_t node, const ptc_route *route,
                        ptc_arena *arena, ptc_str path, const ptc_value *arguments,
                        const ptc_parse_options *options, void *out, size_t size,
                        ptc_str *why)
{
    bind_run run = {.type = type,
                    .function = &type->nodes[node],
                    .route = route,
                    .arena = arena,
                    .arguments = ptc_value_or_nil(arguments)};
    ptc_walk_options walking = {.struct_size = sizeof walking};
    ptc_value said;
    ptc_value value;
    ptc_status status;

    memset(out, 0, size);
    status = ptc_route_match(arena, route, path, &said, why);
    if (status != PTC_OK)
        return status;
    ptc_report_init(&run.report, arena);
    status = bind_options(options, &walking) ? PTC_OK : PTC_ERROR_ARGUMENT;
    run.is_strict =
        (type->mode ? (ptc_mode)(type->mode - 1) : walking.mode) == PTC_MODE_STRICT;
    if (status == PTC_OK)
        status = bind_join(&run, &said, &value);
    if (status == PTC_OK)
        status = ptc_gen_from_value(type, node, PTC_INPUT, arena, &value, &walking, out,
                                    &run.report);
    if (status == PTC_OK)
        return status;
    memset(out, 0, size);
    if (why != NULL)
        *why = bind_tell(&run, status);
    return status;
}
