/* SPDX-License-Identifier: MIT */
/*
 * Addresses of schemas: references are resolved against a base as RFC 3986, 5.2 says, and
 * nothing is ever fetched. [signature 13]
 */
#include "contract/json_schema/json_schema_int.h"

/* The parts of an address without a fragment; ptr NULL: absent. */
typedef struct address_parts {
    ptc_str scheme;
    ptc_str authority;
    ptc_str path; /* never absent */
    ptc_str query;
} address_parts;

static ptc_str address_until(ptc_str *rest, const char *stops)
{
    size_t len = 0;
    ptc_str part;

    while (len < rest->len && memchr(stops, rest->ptr[len], strlen(stops)) == NULL)
        len++;
    part = ptc_str_make(rest->ptr, len);
    rest->ptr += len;
    rest->len -= len;
    return part;
}

static bool address_skip(ptc_str *rest, const char *literal)
{
    size_t len = strlen(literal);

    if (rest->len < len || memcmp(rest->ptr, literal, len) != 0)
        return false;
    rest->ptr += len;
    rest->len -= len;
    return true;
}

static address_parts address_parse(ptc_str text)
{
    address_parts parts = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    ptc_str rest = text;
    ptc_str scheme = address_until(&rest, ":/?");

    if (scheme.len > 0 && address_skip(&rest, ":"))
        parts.scheme = scheme;
    else
        rest = text;
    if (address_skip(&rest, "//"))
        parts.authority = address_until(&rest, "/?");
    parts.path = address_until(&rest, "?");
    if (address_skip(&rest, "?"))
        parts.query = rest;
    return parts;
}

/* Takes the last segment and its '/' off what is in `text` from `start` on. */
static void address_drop_segment(ptc_text *text, size_t start)
{
    size_t len = text->len;

    while (len > start && text->ptr[len - 1] != '/')
        len--;
    ptc_text_cut(text, len > start ? len - 1 : start);
}

/* Appends a path without its "." and ".." segments. */
static void address_write_path(ptc_text *text, ptc_str path)
{
    size_t start = text->len;

    while (path.len > 0 && !text->failed) {
        bool is_rooted = address_skip(&path, "/");
        ptc_str segment = address_until(&path, "/");

        if (ptc_str_equal(segment, PTC_STR(".."))) {
            address_drop_segment(text, start);
        } else if (!ptc_str_equal(segment, PTC_STR("."))) {
            ptc_text_cstr(text, is_rooted ? "/" : "");
            ptc_text_str(text, segment);
            continue;
        }
        if (path.len == 0)
            ptc_text_byte(text, '/');
    }
}

/* The path of a reference that has a path but no authority. */
static ptc_str address_merge(ptc_arena *arena, const address_parts *base, ptc_str path)
{
    size_t len = base->path.len;
    ptc_text merged;

    if (path.len > 0 && path.ptr[0] == '/')
        return path;
    ptc_text_init(&merged, arena);
    while (len > 0 && base->path.ptr[len - 1] != '/')
        len--;
    if (len == 0 && base->authority.ptr != NULL)
        ptc_text_byte(&merged, '/');
    ptc_text_bytes(&merged, base->path.ptr, len);
    ptc_text_str(&merged, path);
    return ptc_text_view(&merged);
}

ptc_str ptc_json_address_resolve(ptc_arena *arena, ptc_str base, ptc_str reference)
{
    address_parts from;
    address_parts to;
    ptc_text text;

    if (reference.len == 0)
        return base;
    from = address_parse(base);
    to = address_parse(reference);
    if (to.scheme.ptr == NULL && to.authority.ptr == NULL) {
        to.authority = from.authority;
        if (to.path.len > 0) {
            to.path = address_merge(arena, &from, to.path);
        } else {
            to.path = from.path;
            if (to.query.ptr == NULL)
                to.query = from.query;
        }
    }
    if (to.scheme.ptr == NULL)
        to.scheme = from.scheme;
    ptc_text_init(&text, arena);
    if (to.scheme.ptr != NULL) {
        ptc_text_str(&text, to.scheme);
        ptc_text_byte(&text, ':');
    }
    if (to.authority.ptr != NULL) {
        ptc_text_cstr(&text, "//");
        ptc_text_str(&text, to.authority);
    }
    address_write_path(&text, to.path);
    if (to.query.ptr != NULL) {
        ptc_text_byte(&text, '?');
        ptc_text_str(&text, to.query);
    }
    return ptc_text_view(&text);
}

void ptc_json_address_split(ptc_str address, ptc_str *head, ptc_str *fragment)
{
    ptc_str rest = address;

    *head = address_until(&rest, "#");
    address_skip(&rest, "#");
    *fragment = rest;
}

static int address_digit(char letter)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    if (letter >= 'a' && letter <= 'f')
        return letter - 'a' + 10;
    return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

ptc_str ptc_json_address_decode(ptc_arena *arena, ptc_str fragment)
{
    ptc_text text;

    if (fragment.len == 0 || memchr(fragment.ptr, '%', fragment.len) == NULL)
        return fragment.len > 0 ? fragment : PTC_STR("");
    ptc_text_init(&text, arena);
    for (size_t i = 0; i < fragment.len; i++) {
        char byte = fragment.ptr[i];

        if (byte == '%') {
            int high = i + 2 < fragment.len ? address_digit(fragment.ptr[i + 1]) : -1;
            int low = high >= 0 ? address_digit(fragment.ptr[i + 2]) : -1;

            if (low < 0)
                return ptc_str_make(NULL, 0);
            byte = (char)(unsigned char)(high * 16 + low);
            i += 2;
        }
        ptc_text_byte(&text, byte);
    }
    return ptc_text_view(&text);
}
