/* SPDX-License-Identifier: MIT */
/*
 * <ptc/route.h> - resources by their paths: which one a path is of, and what it says.
 *
 * A route is a pattern such as "/docs/{category}/{rest*}". Segments are what stands
 * between the slashes; each is percent-decoded by itself and then compared, byte by byte,
 * with a text of the route, or is the value of a parameter. `{rest*}` takes all further
 * segments, at least one.
 *
 * What is no path of a resource is refused: one that does not begin with "/", has a query
 * or a fragment, an empty segment (so "/docs/" and "/a//b", but not "/" itself), a
 * segment that is "." or ".." or has one of these beside an encoded slash, a percent sign
 * that is no escape, a NUL, or bytes that are not UTF-8. "+" is a plus sign. [brimley 8]
 */
#ifndef PTC_ROUTE_H
#define PTC_ROUTE_H

#include <ptc/status.h>
#include <ptc/value.h>

PTC_BEGIN

/* Bytes and segments of a path that is looked at. */
#define PTC_PATH_MAX     8192
#define PTC_SEGMENTS_MAX 256

/* What a segment of a route takes. ORDER SEGMENT: what is first goes before the others */
typedef enum ptc_segment_kind {
    PTC_SEGMENT_TEXT,      /* this text alone */
    PTC_SEGMENT_PARAMETER, /* any one segment */
    PTC_SEGMENT_REST,      /* last: it and all further ones, joined by "/" as one text */
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

/*
 * Routes in order of precedence, compared segment by segment from the left: a text before
 * a parameter before a rest. So the first route that takes a path is the one meant, and
 * no two of them take the same paths.
 */
typedef struct ptc_routes {
    const ptc_route *const *items; /* in this order */
    size_t count;
} ptc_routes;

/* Less than 0 when `a` goes before `b` in that order; 0 when they take the same paths. */
PTC_API int ptc_route_compare(const ptc_route *a, const ptc_route *b);

/*
 * Finds the route of a path: PTC_OK with `*route`; PTC_ERROR_INVALID when none takes it,
 * PTC_ERROR_SYNTAX for what is no path of a resource. `*route` is NULL then, and `*why`
 * (may be NULL) one line that says why, in `arena` or constant, ended by a NUL; else it
 * is empty. The arena is used for that text alone. Time is linear in routes and path.
 */
PTC_API ptc_status ptc_routes_find(ptc_arena *arena, const ptc_routes *routes,
                                   ptc_str path, const ptc_route **route, ptc_str *why);

/*
 * What a path says to a route: a map in `arena` from the names of its parameters to
 * texts, decoded and not yet cast; the rest is a text or a list of texts. Statuses and
 * `*why` are those of ptc_routes_find, and PTC_ERROR_MEMORY; then `*out` is nil.
 */
PTC_API ptc_status ptc_route_match(ptc_arena *arena, const ptc_route *route, ptc_str path,
                                   ptc_value *out, ptc_str *why);

PTC_END

#endif
