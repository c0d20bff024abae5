/* SPDX-License-Identifier: MIT */
/* Paths of resources as contracts spell them: "/docs/{category}/{rest*}". [brimley 8] */
#include "bind/bind_int.h"
#include "generator/binding/binding_int.h"

enum { PATH_NAME_MAX = 64 };

static bool path_fail(ptcc_text_fault *fault, const char *message, const char *hint,
                      size_t start, size_t end)
{
    *fault = (ptcc_text_fault){message, hint, start, end};
    return false;
}

static bool path_is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           letter == '_';
}

static bool path_is_name(ptc_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        bool is_inner =
            i > 0 && (name.ptr[i] == '-' || (name.ptr[i] >= '0' && name.ptr[i] <= '9'));

        if (!path_is_letter(name.ptr[i]) && !is_inner)
            return false;
    }
    return name.len > 0 && name.len <= PATH_NAME_MAX;
}

/* A segment with braces: `{name}` or `{name*}`. */
static bool path_read_parameter(ptcc_path_segment *out, ptc_str segment, size_t start,
                                bool is_last, ptcc_text_fault *fault)
{
    size_t end = start + segment.len;
    ptc_str name = ptc_str_make(segment.ptr + 1, segment.len - (segment.len > 1 ? 2 : 1));

    if (segment.ptr[0] != '{' || segment.ptr[segment.len - 1] != '}' ||
        memchr(name.ptr, '{', name.len) != NULL ||
        memchr(name.ptr, '}', name.len) != NULL)
        return path_fail(fault, "a parameter is a whole segment of the path",
                         "write it between slashes: /{name}/", start, end);
    out->segment.kind = PTC_SEGMENT_PARAMETER;
    if (name.len > 0 && name.ptr[name.len - 1] == '*') {
        name.len--;
        out->segment.kind = PTC_SEGMENT_REST;
    }
    out->segment.text = name;
    out->start = start + 1;
    out->end = out->start + name.len;
    if (!path_is_name(name))
        return path_fail(fault, "a parameter of a path has the name of an argument",
                         "write {name}, or {name*} for all further segments", start, end);
    if (out->segment.kind == PTC_SEGMENT_REST && !is_last)
        return path_fail(fault, "only the last segment of a path takes all further ones",
                         "write {name} here, or put {name*} at the end", start, end);
    return true;
}

static bool path_read_segment(ptc_arena *arena, ptcc_path_segment *out, ptc_str segment,
                              size_t start, bool is_last, ptcc_text_fault *fault)
{
    size_t end = start + segment.len;
    ptc_text text;
    size_t at;

    if (segment.len == 0)
        return path_fail(fault, "a segment of the path is empty",
                         "write one slash between segments, and none at the end",
                         start - 1, start + !is_last);
    if (memchr(segment.ptr, '{', segment.len) != NULL ||
        memchr(segment.ptr, '}', segment.len) != NULL)
        return path_read_parameter(out, segment, start, is_last, fault);
    if (ptc_path_segment_fault(segment, &at) != NULL)
        return path_fail(fault, "no path of a resource has this segment",
                         "write % as %25; \".\" and \"..\" are not looked up", start,
                         end);
    ptc_text_init(&text, arena);
    ptc_path_decode(&text, segment);
    *out = (ptcc_path_segment){{PTC_SEGMENT_TEXT, 0, ptc_text_view(&text)}, start, end};
    return !text.failed || path_fail(fault, NULL, NULL, start, end);
}

/* Whether no two parameters have one name. */
static bool path_check_names(const ptcc_path *path, ptcc_text_fault *fault)
{
    for (size_t i = 0; i < path->count; i++) {
        const ptcc_path_segment *item = &path->items[i];

        if (item->segment.kind == PTC_SEGMENT_TEXT)
            continue;
        for (size_t k = 0; k < i; k++) {
            if (path->items[k].segment.kind != PTC_SEGMENT_TEXT &&
                ptc_str_equal_folded(path->items[k].segment.text, item->segment.text))
                return path_fail(fault, "the path has this parameter twice",
                                 "give each segment its own argument", item->start,
                                 item->end);
        }
    }
    return true;
}

/* Whether the whole can be a path. */
static bool path_check_whole(ptc_str path, ptcc_text_fault *fault)
{
    if (path.len == 0 || *path.ptr != '/')
        return path_fail(fault, "a path begins with \"/\"", NULL, 0, path.len > 0);
    if (path.len > PTC_PATH_MAX)
        return path_fail(fault, "the path is longer than 8192 bytes", NULL, 0, path.len);
    for (size_t i = 0; i < path.len; i++) {
        if (path.ptr[i] == '?' || path.ptr[i] == '#')
            return path_fail(fault, "a path has no query and no fragment",
                             "arguments that are not in the path come from the caller", i,
                             path.len);
    }
    return true;
}

bool ptcc_path_read(ptc_arena *arena, ptc_str path, ptcc_path *out,
                    ptcc_text_fault *fault)
{
    ptc_path_reader reader;

    *fault = (ptcc_text_fault){NULL, NULL, 0, 0};
    *out = (ptcc_path){NULL, 0, 0};
    if (!path_check_whole(path, fault))
        return false;
    for (size_t i = 0; i < path.len; i++)
        out->count += path.ptr[i] == '/';
    if (path.len == 1)
        out->count = 0;
    if (out->count > PTC_SEGMENTS_MAX)
        return path_fail(fault, "the path has more than 256 segments", NULL, 0, path.len);
    out->items = ptc_arena_array(arena, out->count + 1, sizeof *out->items);
    ptc_path_start(&reader, path);
    while (out->items != NULL && ptc_path_next(&reader)) {
        ptcc_path_segment *item = &out->items[reader.number - 1];

        if (!path_read_segment(arena, item, reader.segment,
                               (size_t)(reader.segment.ptr - path.ptr),
                               reader.number == out->count, fault))
            return false;
        out->parameter_count += item->segment.kind != PTC_SEGMENT_TEXT;
    }
    return out->items != NULL && path_check_names(out, fault);
}

/* The parameter of that name, or `parameters->count`. */
static uint32_t path_find(const ptc_schema_node *nodes, const ptc_schema_node *parameters,
                          ptc_str name)
{
    uint32_t i = 0;

    while (i < parameters->count &&
           !ptc_str_equal_folded(nodes[parameters->first + i].name, name))
        i++;
    return i;
}

bool ptcc_path_route(ptc_arena *arena, ptc_str path, const ptc_schema *schema,
                     ptc_route *out)
{
    const ptc_schema_node *nodes = schema->nodes;
    const ptc_schema_node *parameters = &nodes[ptc_schema_root(schema)->first];
    ptcc_text_fault fault;
    ptcc_path read;
    ptc_segment *segments;

    *out = (ptc_route){path, NULL, 0, NULL};
    if (!ptcc_path_read(arena, path, &read, &fault))
        return false;
    segments = ptc_arena_array(arena, read.count + 1, sizeof *segments);
    for (size_t i = 0; segments != NULL && i < read.count; i++) {
        const ptc_schema_node *type;

        segments[i] = read.items[i].segment;
        if (segments[i].kind == PTC_SEGMENT_TEXT)
            continue;
        segments[i].parameter = path_find(nodes, parameters, segments[i].text);
        if (segments[i].parameter == parameters->count)
            return false;
        segments[i].text = nodes[parameters->first + segments[i].parameter].name;
        type = ptc_schema_main(nodes, &nodes[parameters->first + segments[i].parameter]);
        if (segments[i].kind == PTC_SEGMENT_REST && type->type == PTC_TYPE_LIST)
            segments[i].kind = PTC_SEGMENT_REST_LIST;
    }
    out->segments = segments;
    out->count = (uint32_t)read.count;
    return segments != NULL;
}
