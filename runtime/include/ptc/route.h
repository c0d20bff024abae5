/* SPDX-License-Identifier: MIT */
/*
 * <ptc/route.h> - finding resources by path, and the parameters of a path.
 *
 * A route is a pattern such as "/docs/{category}/{rest*}". Segments are the parts between
 * the slashes. Each is percent-decoded by itself. Then it is compared, byte by byte, with
 * a text of the route, or becomes the value of a parameter. `{rest*}` takes all further
 * segments, at least one.
 *
 * A path is invalid, and refused, if it
 *
 *   - does not begin with "/", or has a query or a fragment;
 *   - has an empty segment: so "/docs/" and "/a//b", but not "/" itself;
 *   - has a segment that is "." or "..", or that has one of these next to an encoded
 *     slash;
 *   - has a percent sign that does not begin an escape, a NUL, or bytes that are not
 *     UTF-8.
 *
 * "+" is a plus sign. [brimley 8]
 */
#ifndef PTC_ROUTE_H
#define PTC_ROUTE_H

#include <ptc/status.h>
#include <ptc/value.h>

PTC_BEGIN

/* Limits on the bytes and segments of a path. */
#define PTC_PATH_MAX     8192
#define PTC_SEGMENTS_MAX 256

/* What a segment of a route accepts. ORDER SEGMENT: earlier kinds take precedence. */
typedef enum ptc_segment_kind {
    PTC_SEGMENT_TEXT,      /* only this text */
    PTC_SEGMENT_PARAMETER, /* any one segment */
    PTC_SEGMENT_REST,      /* last: this and all further ones, joined by "/" into one
                            * text */
    PTC_SEGMENT_REST_LIST, /* last: the same as a list of texts */
} ptc_segment_kind;

/* A segment of a route. */
typedef struct ptc_segment {
    uint8_t kind;       /* ptc_segment_kind */
    uint32_t parameter; /* index among the function's parameters; TEXT: 0 */
    ptc_str text;       /* the name of the parameter; TEXT: itself, decoded */
} ptc_segment;

/* A route: constant data, which threads may share. Rows of this struct never change. */
typedef struct ptc_route {
    ptc_str path;                      /* as declared */
    const ptc_segment *segments;       /* in order */
    uint32_t count;                    /* of segments */
    const struct ptc_route_info *info; /* NULL: there is none yet */
} ptc_route;

/* Routes in order of precedence. They are compared segment by segment from the left: a
 * text precedes a parameter, which precedes a rest. So the first route that accepts a
 * path is the right one, and no two of them accept the same paths. */
typedef struct ptc_routes {
    const ptc_route *const *items; /* in this order */
    size_t count;
} ptc_routes;

/* Compares two routes: less than 0 if `a` precedes `b`, 0 if they accept the same
 * paths. */
PTC_API int ptc_route_compare(const ptc_route *a, const ptc_route *b);

/*
 * Finds the route of a path, in time linear in the routes and the path.
 *
 * Returns PTC_OK with `*route`; PTC_ERROR_INVALID when no route accepts the path;
 * PTC_ERROR_SYNTAX for an invalid path. After a failure `*route` is NULL, and `*why` (may
 * be NULL) is one line that says why, in `arena` or constant, ended by a NUL; otherwise
 * it is empty. The arena is used only for that text.
 */
PTC_API ptc_status ptc_routes_find(ptc_arena *arena, const ptc_routes *routes,
                                   ptc_str path, const ptc_route **route, ptc_str *why);

/* Makes the parameters of a path: a map in `arena` from their names to texts, decoded and
 * not yet converted. The rest is a text or a list of texts. Statuses and `*why` are those
 * of ptc_routes_find, and PTC_ERROR_MEMORY; `*out` is nil then. */
PTC_API ptc_status ptc_route_match(ptc_arena *arena, const ptc_route *route, ptc_str path,
                                   ptc_value *out, ptc_str *why);

PTC_END

#endif
