/* SPDX-License-Identifier: MIT */
/*
 * Resources by their paths: which route takes one, what it says, what is not a path at
 * all. [brimley 8]
 */
#include "support.h"

#include <criterion/criterion.h>
#include <ptc/json.h>
#include <ptc/route.h>

#define TEXT(text)                                                                       \
    {                                                                                    \
        PTC_SEGMENT_TEXT, 0, PTC_STR_INIT(text)                                          \
    }
#define PARAMETER(name)                                                                  \
    {                                                                                    \
        PTC_SEGMENT_PARAMETER, 0, PTC_STR_INIT(name)                                     \
    }
#define REST(name)                                                                       \
    {                                                                                    \
        PTC_SEGMENT_REST, 0, PTC_STR_INIT(name)                                          \
    }
#define REST_LIST(name)                                                                  \
    {                                                                                    \
        PTC_SEGMENT_REST_LIST, 0, PTC_STR_INIT(name)                                     \
    }
#define ROUTE(path, ...)                                                                 \
    static const ptc_segment segments_##path[] = {__VA_ARGS__};                          \
    static const ptc_route path = {PTC_STR_INIT(#path), segments_##path,                 \
                                   sizeof segments_##path / sizeof(ptc_segment), NULL}

ROUTE(news, TEXT("docs"), TEXT("new"));
ROUTE(cafe, TEXT("docs"), TEXT("caf\xC3\xA9"));
ROUTE(doc, TEXT("docs"), PARAMETER("id"));
ROUTE(index_of, TEXT("docs"), PARAMETER("id"), TEXT("index"));
ROUTE(third, TEXT("docs"), PARAMETER("category"), PARAMETER("doc_index"));
ROUTE(rest, TEXT("docs"), PARAMETER("category"), REST("remainder"));
ROUTE(any, REST_LIST("all"));
static const ptc_route root = {PTC_STR_INIT("root"), NULL, 0, NULL};

static const ptc_route *const items[] = {&root,     &cafe,  &news, &doc,
                                         &index_of, &third, &rest, &any};
static const ptc_routes routes = {items, sizeof items / sizeof items[0]};

/* Finds the route of a path: its name, or why there is none; then what the path says, as
 * JSON. */
static const char *look_up(ptc_arena *arena, const ptc_routes *among, ptc_str path)
{
    const ptc_route *route;
    ptc_str why;
    ptc_value value;
    ptc_text text;
    ptc_status status = ptc_routes_find(arena, among, path, &route, &why);

    cr_expect((status == PTC_OK) == (route != NULL) && (route != NULL) == (why.len == 0));
    if (status != PTC_OK)
        return test_cstr(why);
    ptc_text_init(&text, arena);
    ptc_text_str(&text, route->path);
    ptc_text_byte(&text, ' ');
    cr_expect_eq(ptc_route_match(arena, route, path, &value, &why), PTC_OK);
    cr_expect_eq(ptc_json_write(&text, &value, 0), PTC_OK);
    return test_cstr(ptc_text_view(&text));
}

typedef struct lookup {
    const char *path;
    const char *answer;
} lookup;

static void try_all(const lookup *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 1 << 20);
        cr_expect_str_eq(look_up(&arena, &routes, ptc_str_of(rows[i].path)),
                         rows[i].answer, "%s", rows[i].path);
        ptc_arena_free(&arena);
    }
}

/* M476, M478: texts win over parameters, parameters over the rest. */
Test(routes, the_most_literal_route_takes_a_path)
{
    static const lookup rows[] = {
        {"/", "root {}"},
        {"/docs/new", "news {}"},
        {"/docs/7", "doc {\"id\":\"7\"}"},
        {"/docs/NEW", "doc {\"id\":\"NEW\"}"},
        {"/docs/new/index", "index_of {\"id\":\"new\"}"},
        {"/docs/new/7", "third {\"category\":\"new\",\"doc_index\":\"7\"}"},
        {"/docs/a/b/c", "rest {\"category\":\"a\",\"remainder\":\"b/c\"}"},
        {"/docs", "any {\"all\":[\"docs\"]}"},
        {"/Docs/x", "any {\"all\":[\"Docs\",\"x\"]}"},
        {"/a/b/c", "any {\"all\":[\"a\",\"b\",\"c\"]}"},
    };

    try_all(rows, sizeof rows / sizeof rows[0]);
}

Test(routes, segments_are_decoded_one_by_one)
{
    static const lookup rows[] = {
        {"/docs/%6e%65w", "news {}"},
        {"/docs/caf%C3%A9", "cafe {}"},
        {"/docs/caf\xC3\xA9", "cafe {}"},
        {"/docs/caf\xC3%a9", "cafe {}"},
        {"/docs/a%20b+c", "doc {\"id\":\"a b+c\"}"},
        {"/docs/a%2Fb", "doc {\"id\":\"a/b\"}"},
        {"/docs/%2525", "doc {\"id\":\"%25\"}"},
        {"/docs/...", "doc {\"id\":\"...\"}"},
        {"/docs/%F0%9F%90%88", "doc {\"id\":\"\xF0\x9F\x90\x88\"}"},
        {"/docs/https%3A%2F%2Fx", "doc {\"id\":\"https://x\"}"},
        {"/docs/a/b%2Fc/d", "rest {\"category\":\"a\",\"remainder\":\"b/c/d\"}"},
        {"/a/b%2Fc", "any {\"all\":[\"a\",\"b/c\"]}"},
        /* An encoded slash makes no empty name in a rest. */
        {"/docs/a/b/%2Fetc", "any {\"all\":[\"docs\",\"a\",\"b\",\"/etc\"]}"},
    };

    try_all(rows, sizeof rows / sizeof rows[0]);
}

Test(routes, what_is_not_a_path_is_refused)
{
#define ELSEWHERE " leads elsewhere: \".\" and \"..\" are not resolved"
    static const lookup rows[] = {
        {"", "a path begins with \"/\""},
        {"docs/7", "a path begins with \"/\""},
        {"?", "a path begins with \"/\""},
        {"//", "segment 1 of the path is empty"},
        {"/docs/", "segment 2 of the path is empty"},
        {"/docs//7", "segment 2 of the path is empty"},
        {"/docs/7?x=1", "the path has a query: pass only what comes before the \"?\""},
        {"/docs/7#top", "the path has a fragment: pass only what comes before the \"#\""},
        {"/docs/%zz",
         "segment 2 of the path has a % that does not begin an escape: write %25"},
        {"/docs/50%",
         "segment 2 of the path has a % that does not begin an escape: write %25"},
        {"/docs/a%4",
         "segment 2 of the path has a % that does not begin an escape: write %25"},
        {"/docs/%00", "segment 2 of the path has a NUL"},
        {"/docs/%ff", "segment 2 of the path is not UTF-8"},
        {"/docs/%C3", "segment 2 of the path is not UTF-8"},
        {"/docs/%C3/%A9", "segment 2 of the path is not UTF-8"},
        {"/docs/%ED%A0%80", "segment 2 of the path is not UTF-8"},
        {"/docs/%C0%AE", "segment 2 of the path is not UTF-8"},
        {"/docs/.", "segment 2 of the path" ELSEWHERE},
        {"/docs/../x", "segment 2 of the path" ELSEWHERE},
        {"/docs/a/%2e%2E", "segment 3 of the path" ELSEWHERE},
        {"/docs/a/..%2Fx", "segment 3 of the path" ELSEWHERE},
        {"/docs/a/x%2F..", "segment 3 of the path" ELSEWHERE},
        {"/docs/a/x%2F.%2Fy", "segment 3 of the path" ELSEWHERE},
    };

    try_all(rows, sizeof rows / sizeof rows[0]);
}

Test(routes, a_path_that_nothing_takes_is_named)
{
    static const ptc_route *const two[] = {&news, &rest};
    static const ptc_routes few = {two, 2};
    static const lookup rows[] = {
        {"/", "no resource has the path \"/\""},
        {"/docs/a", "no resource has the path \"/docs/a\""},
        {"/docs/a/%2Fetc", "no resource has the path \"/docs/a/%2Fetc\""},
        {"/\x1b[2J", "no resource has the path \"/\\u001b[2J\""},
        {"/docs/new/%2F", "no resource has the path \"/docs/new/%2F\""},
    };
    char large[200];
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 1 << 20);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_str_eq(look_up(&arena, &few, ptc_str_of(rows[i].path)), rows[i].answer,
                         "%s", rows[i].path);
    memset(large, 'a', sizeof large);
    large[0] = '/';
    cr_expect_eq(strlen(look_up(&arena, &few, ptc_str_make(large, sizeof large))),
                 strlen("no resource has the path \"\"...") + 80);
    ptc_arena_free(&arena);
}

Test(routes, paths_are_bounded)
{
    static char path[PTC_PATH_MAX + 1];
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 1 << 20);
    memset(path, 'a', sizeof path);
    for (size_t i = 0; i < sizeof path; i += 2)
        path[i] = '/';
    cr_expect_str_eq(
        look_up(&arena, &routes, ptc_str_make(path, 2 * PTC_SEGMENTS_MAX + 2)),
        "the path has more than 256 segments");
    cr_expect(strncmp(look_up(&arena, &routes, ptc_str_make(path, 2 * PTC_SEGMENTS_MAX)),
                      "any {", 5) == 0);
    cr_expect_str_eq(look_up(&arena, &routes, ptc_str_make(path, sizeof path)),
                     "the path is longer than 8192 bytes");
    memset(path + 1, '%', sizeof path - 1);
    cr_expect_str_eq(
        look_up(&arena, &routes, ptc_str_make(path, PTC_PATH_MAX)),
        "segment 1 of the path has a % that does not begin an escape: write %25");
    ptc_arena_free(&arena);
}

/* The order of the table is that of precedence. */
Test(routes, they_are_ordered_segment_by_segment)
{
    for (size_t i = 0; i < routes.count; i++) {
        for (size_t k = 0; k < routes.count; k++) {
            int order = ptc_route_compare(routes.items[i], routes.items[k]);

            cr_expect((i < k) == (order < 0) && (i == k) == (order == 0), "%zu %zu", i,
                      k);
        }
    }
}

Test(routes, names_and_types_of_parameters_make_no_difference)
{
    ROUTE(other, TEXT("docs"), PARAMETER("name"));
    ROUTE(others, REST("text"));

    cr_expect_eq(ptc_route_compare(&doc, &other), 0);
    cr_expect_eq(ptc_route_compare(&any, &others), 0);
    cr_expect_neq(ptc_route_compare(&doc, &any), 0);
}

/* Nothing is half made where there is no memory, and `why` may be left out. */
Test(routes, refused_memory_is_reported)
{
    char room[64];
    ptc_arena arena;
    ptc_value value;
    ptc_str why;

    ptc_arena_init_memory(&arena, room, sizeof room);
    cr_expect_eq(ptc_route_match(&arena, &any, PTC_STR("/a/b/c/d/e/f"), &value, &why),
                 PTC_ERROR_MEMORY);
    cr_expect(value.kind == PTC_NIL && why.len > 0);
    cr_expect_eq(ptc_route_match(&arena, &any, PTC_STR("/"), &value, NULL),
                 PTC_ERROR_INVALID);
    cr_expect_eq(ptc_route_match(&arena, &any, PTC_STR("x"), &value, NULL),
                 PTC_ERROR_SYNTAX);
}
