/* SPDX-License-Identifier: MIT */
/*
 * Paths against routes, without memory: a path is checked once, then compared with one
 * route after the other, byte by byte as it is decoded. [brimley 8]
 */
#include "bind/bind_int.h"

ptc_str ptc_why(const ptc_text *text)
{
    return text->failed ? PTC_STR("the reason is not available: out of memory")
                        : ptc_text_view(text);
}

/* --- Segments ----------------------------------------------------------------------- */

void ptc_path_start(ptc_path_reader *reader, ptc_str path)
{
    *reader = (ptc_path_reader){.rest = ptc_str_make(path.ptr + 1, path.len - 1)};
    if (path.len == 1) /* "/" has no segments */
        reader->rest.ptr = NULL;
}

bool ptc_path_next(ptc_path_reader *reader)
{
    const char *slash;

    if (reader->rest.ptr == NULL)
        return false;
    slash = memchr(reader->rest.ptr, '/', reader->rest.len);
    reader->segment = reader->rest;
    reader->number++;
    if (slash == NULL) {
        reader->rest = ptc_str_make(NULL, 0);
        return true;
    }
    reader->segment.len = (size_t)(slash - reader->segment.ptr);
    reader->rest = ptc_str_make(slash + 1, reader->rest.len - reader->segment.len - 1);
    return true;
}

static int path_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* The byte at `*at` of a segment, decoded; moves on. -1 for what is not an escape. */
static int path_byte(ptc_str segment, size_t *at)
{
    const char *text = segment.ptr + *at;
    int high;
    int low;

    if (*text != '%') {
        ++*at;
        return (unsigned char)*text;
    }
    if (segment.len - *at < 3)
        return -1;
    high = path_digit(text[1]);
    low = path_digit(text[2]);
    if (high < 0 || low < 0)
        return -1;
    *at += 3;
    return high * 16 + low;
}

void ptc_path_decode(ptc_text *text, ptc_str segment)
{
    for (size_t at = 0; at < segment.len;) {
        int byte = path_byte(segment, &at);

        if (byte < 0)
            return;
        ptc_text_byte(text, (char)byte);
    }
}

/* --- What is a path ----------------------------------------------------------------- */

/* The code point at `*at`, decoded; moves on. -1 for what is not an escape, -2 for bytes
 * that are not UTF-8. */
static int64_t path_code_point(ptc_str segment, size_t *at)
{
    char bytes[4];
    size_t ends[4];
    size_t end = *at;
    size_t count = 0;
    uint32_t code_point;
    size_t used;

    while (count < 4 && end < segment.len) {
        int byte = path_byte(segment, &end);

        if (byte < 0 && count == 0)
            return -1;
        if (byte < 0)
            break;
        bytes[count] = (char)byte;
        ends[count++] = end;
        if (byte < 0x80) /* ends whatever comes before it as well */
            break;
    }
    used = ptc_utf8_decode(bytes, count, &code_point);
    if (used == 0)
        return -2;
    *at = ends[used - 1];
    return code_point;
}

const char *ptc_path_segment_fault(ptc_str segment, size_t *at)
{
    size_t dots = 0; /* of the part between slashes, which may be encoded */
    size_t others = 0;

    *at = 0;
    if (segment.len == 0)
        return " is empty";
    for (size_t next = 0; next < segment.len; *at = next) {
        int64_t code_point = path_code_point(segment, &next);

        if (code_point == -1)
            return " has a % that does not begin an escape: write %25";
        if (code_point == -2)
            return " is not UTF-8";
        if (code_point == 0)
            return " has a NUL";
        if (code_point == '/') {
            if (others == 0 && (dots == 1 || dots == 2))
                break;
            dots = others = 0;
        } else if (code_point == '.') {
            dots++;
        } else {
            others++;
        }
    }
    return others == 0 && (dots == 1 || dots == 2)
               ? " leads elsewhere: \".\" and \"..\" are not resolved"
               : NULL;
}

/* What is wrong with the whole, or NULL. */
static const char *path_fault(ptc_str path)
{
    if (path.len == 0 || *path.ptr != '/')
        return "a path begins with \"/\"";
    if (path.len > PTC_PATH_MAX)
        return "the path is longer than 8192 bytes";
    for (size_t i = 0; i < path.len; i++) {
        if (path.ptr[i] == '?' || path.ptr[i] == '#')
            return path.ptr[i] == '?'
                       ? "the path has a query: pass only what comes before the \"?\""
                       : "the path has a fragment: pass only what comes before the \"#\"";
    }
    return NULL;
}

/* Whether the whole path is one of a resource; else `*why` says so. */
static bool path_check(ptc_arena *arena, ptc_str path, ptc_str *why)
{
    const char *fault = path_fault(path);
    ptc_path_reader reader;
    ptc_text text;
    size_t at;

    if (fault != NULL) {
        *why = ptc_str_of(fault);
        return false;
    }
    ptc_path_start(&reader, path);
    while (fault == NULL && ptc_path_next(&reader)) {
        if (reader.number > PTC_SEGMENTS_MAX) {
            *why = PTC_STR("the path has more than 256 segments");
            return false;
        }
        fault = ptc_path_segment_fault(reader.segment, &at);
    }
    if (fault == NULL)
        return true;
    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "segment ");
    ptc_text_uint(&text, reader.number);
    ptc_text_cstr(&text, " of the path");
    ptc_text_cstr(&text, fault);
    *why = ptc_why(&text);
    return false;
}

/* --- Routes ------------------------------------------------------------------------- */

/* Whether a segment, decoded, is a text. */
static bool route_is_text(ptc_str segment, ptc_str text)
{
    size_t count = 0;

    for (size_t at = 0; at < segment.len; count++) {
        int byte = path_byte(segment, &at);

        if (count == text.len || byte != (unsigned char)text.ptr[count])
            return false;
    }
    return count == text.len;
}

/* Whether the part of a rest, decoded, has no empty names between slashes: encoded ones
 * could not be distinguished from those of the path. */
static bool route_is_rest(ptc_str segment)
{
    int before = '/';

    for (size_t at = 0; at < segment.len;) {
        int byte = path_byte(segment, &at);

        if (byte == '/' && before == '/')
            return false;
        before = byte;
    }
    return before != '/';
}

/* Whether a route takes a path that was checked. */
static bool route_takes(const ptc_route *route, ptc_str path)
{
    ptc_path_reader reader;

    ptc_path_start(&reader, path);
    for (uint32_t i = 0; i < route->count; i++) {
        const ptc_segment *segment = &route->segments[i];

        if (!ptc_path_next(&reader))
            return false;
        if (segment->kind == PTC_SEGMENT_TEXT &&
            !route_is_text(reader.segment, segment->text))
            return false;
        if (segment->kind < PTC_SEGMENT_REST)
            continue;
        do {
            if (segment->kind == PTC_SEGMENT_REST && !route_is_rest(reader.segment))
                return false;
        } while (ptc_path_next(&reader));
    }
    return !ptc_path_next(&reader);
}

/* Both kinds of a rest take the same. */
static unsigned route_rank(const ptc_segment *segment)
{
    return segment->kind < PTC_SEGMENT_REST ? segment->kind : PTC_SEGMENT_REST;
}

int ptc_route_compare(const ptc_route *a, const ptc_route *b)
{
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        unsigned left = route_rank(&a->segments[i]);
        unsigned right = route_rank(&b->segments[i]);
        int order = left < right ? -1 : left > right;

        if (order == 0 && left == PTC_SEGMENT_TEXT)
            order = ptc_str_compare(a->segments[i].text, b->segments[i].text);
        if (order != 0)
            return order;
    }
    return a->count < b->count ? -1 : a->count > b->count;
}

/* "no resource has the path "/docs/x"" */
static ptc_str route_none(ptc_arena *arena, ptc_str path)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "no resource has the path \"");
    ptc_visible_write(
        &text,
        ptc_str_make(path.ptr, ptc_utf8_prefix(path.ptr, path.len, PTC_ROUTE_QUOTE_MAX)));
    ptc_text_cstr(&text,
                  ptc_utf8_prefix(path.ptr, path.len, PTC_ROUTE_QUOTE_MAX) < path.len
                      ? "...\""
                      : "\"");
    return ptc_why(&text);
}

ptc_status ptc_routes_find(ptc_arena *arena, const ptc_routes *routes, ptc_str path,
                           const ptc_route **route, ptc_str *why)
{
    ptc_str unread = PTC_STR("");
    ptc_status status = PTC_ERROR_INVALID;

    why = why != NULL ? why : &unread;
    *why = PTC_STR("");
    *route = NULL;
    if (!path_check(arena, path, why))
        return PTC_ERROR_SYNTAX;
    for (size_t i = 0; status != PTC_OK && i < routes->count; i++) {
        if (!route_takes(routes->items[i], path))
            continue;
        *route = routes->items[i];
        status = PTC_OK;
    }
    if (status != PTC_OK)
        *why = route_none(arena, path);
    return status;
}
