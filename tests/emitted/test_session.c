/* SPDX-License-Identifier: MIT */
/*
 * Parameters whose values the host's context has: read into structs next to what a caller
 * gives, checked, never written. The contract is tests/golden/session.malli.edn. [brimley
 * 4b]
 */
#include "session.ptc.h"

#include "support.h"

#include <ptc/json.h>
#include <ptc/lisp.h>

#include <criterion/criterion.h>

static const char app_text[] =
    "{\"user\":{\"id\":\"ada\",\"age\":\"36\",\"roles\":[\"admin\",\":ops\"]},"
    "\"since\":\"2026-01-02T09:00:00+02:00\"}";
static const char config_text[] = "{\"region\":\"eu\",\"quota\":\"7\"}";

static ptc_value read_value(ptc_arena *arena, const char *text)
{
    ptc_value value;

    cr_assert_eq(ptc_json_read(arena, text, strlen(text), NULL, &value, NULL, NULL),
                 PTC_OK, "%s", text);
    return value;
}

static ptc_context context_of(ptc_arena *arena, const char *app, const char *config)
{
    ptc_context context = {read_value(arena, app), read_value(arena, config)};

    return context;
}

/* `offset` is that of the moment, which calls of tools have in UTC. */
static void expect_session(const session *in, int offset)
{
    cr_expect(ptc_str_equal(in->status, PTC_STR("shut")));
    cr_expect(ptc_str_equal(in->user_id, PTC_STR("ada")));
    cr_expect(in->has.limit && in->limit == 3);
    cr_expect_eq(in->region, SESSION_REGION_EU);
    cr_expect(in->has.since && in->since.seconds == 1767337200 &&
              in->since.offset_minutes == offset);
    cr_expect(ptc_str_equal(in->since.text, PTC_STR("2026-01-02T07:00:00Z")));
    cr_assert_eq(in->roles.count, 2);
    cr_expect(ptc_str_equal(in->roles.items[0], PTC_STR("admin")));
    cr_expect(ptc_str_equal(in->roles.items[1], PTC_STR("ops")));
}

/* Whatever order a caller's keys have, and whichever of them are none of its business.
 * M455, M456, M457, M459, M475 */
Test(session, values_come_from_the_context)
{
    static const char *const texts[] = {
        "{\"status\":\"shut\",\"limit\":3}",
        "{\"limit\":\"3\",\"status\":\"shut\"}",
        "{ \"user-id\" : \"eve\", \"status\":\"shut\",\"limit\":3}",
        "{\"user_id\":\"eve\",\"limit\":3,\"region\":\"us\",\"status\":\"shut\"}",
        "{\"status\":\"shut\",\"since\":null,\"roles\":[1,{\"x\":2}],\"limit\":3}",
        "{\"r\\u006fles\":0,\"status\":\"shut\",\"limit\":3,\"other\":1}",
    };
    ptc_arena arena;
    ptc_context context;
    ptc_parse_options options = {.struct_size = sizeof options, .context = &context};

    ptc_arena_init(&arena, NULL, 0);
    context = context_of(&arena, app_text, config_text);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ptc_walk_options walking = {.struct_size = sizeof walking, .context = &context};
        ptc_value value = read_value(&arena, texts[i]);
        ptc_text json;
        session in;
        ptc_str why;

        memset(&in, 0xa5, sizeof in);
        cr_assert_eq(
            session_read(&arena, texts[i], strlen(texts[i]), &options, &in, &why), PTC_OK,
            "%s: %s", texts[i], why.ptr);
        expect_session(&in, 120);
        memset(&in, 0xa5, sizeof in);
        cr_assert_eq(session_from_value(&arena, &value, &walking, &in, NULL), PTC_OK);
        expect_session(&in, 120);

        ptc_text_init(&json, &arena);
        cr_assert_eq(session_to_json(&json, &in), PTC_OK);
        cr_expect_str_eq(json.ptr, "{\"status\":\"shut\",\"limit\":3}");
        ptc_text_init(&json, &arena);
        cr_assert_eq(session_render(&json, &in, NULL), PTC_OK);
        cr_expect(strstr(json.ptr, "ada") == NULL, "%s", json.ptr);
    }
    ptc_arena_free(&arena);
}

static const struct {
    const char *text;
    const char *app;
    const char *config;
    ptc_mode mode;
    const char *why;
} refusals[] = {
    {"{}", "{}", "{\"region\":\"eu\"}", PTC_MODE_ENABLED, "user-id"},
    {"{\"user-id\":\"eve\"}", "{\"user\":{}}", "{\"region\":\"eu\"}", PTC_MODE_ENABLED,
     "user-id"},
    {"{}", app_text, "{}", PTC_MODE_ENABLED, "region"},
    {"{}", app_text, "{\"region\":\"mars\"}", PTC_MODE_ENABLED, "region"},
    {"{}", app_text, "{\"region\":null}", PTC_MODE_ENABLED, "region"},
    {"{}", app_text, "null", PTC_MODE_ENABLED, "region"},
    {"{\"limit\":10}", app_text, config_text, PTC_MODE_ENABLED, "limit"},
    {"{\"user-id\":\"eve\"}", app_text, config_text, PTC_MODE_STRICT, "user-id"},
    {"{\"user-id\":1,\"user-id\":2}", app_text, config_text, PTC_MODE_ENABLED,
     "duplicate key"},
    {"{}", "{\"user\":{\"id\":\"ada\",\"roles\":[]},\"since\":\"2026-01-02\"}",
     config_text, PTC_MODE_ENABLED, "since"},
};

/* The parser says no, the walker why; and nothing of what the context holds is
 * reported. */
Test(session, what_is_missing_or_does_not_fit_is_explained)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        ptc_context context = context_of(&arena, refusals[i].app, refusals[i].config);
        ptc_parse_options options = {
            .struct_size = sizeof options, .mode = refusals[i].mode, .context = &context};
        const char *text = refusals[i].text;
        ptc_parse_info info;
        session in;
        ptc_str why;

        cr_expect(session_parse(&arena, text, strlen(text), &options, &in, &info) !=
                      PTC_OK,
                  "row %zu", i);
        cr_expect(session_read(&arena, text, strlen(text), &options, &in, &why) != PTC_OK,
                  "row %zu", i);
        cr_expect(strstr(why.ptr, refusals[i].why) != NULL, "row %zu: %s", i, why.ptr);
        cr_expect(strstr(why.ptr, "mars") == NULL && strstr(why.ptr, "eve") == NULL,
                  "row %zu: %s", i, why.ptr);
    }
    ptc_arena_free(&arena);
}

/* Without any context every path leads nowhere. */
Test(session, there_may_be_no_context)
{
    ptc_arena arena;
    session in;
    ptc_str why;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect_eq(session_read(&arena, "{}", 2, NULL, &in, &why), PTC_ERROR_INVALID);
    cr_expect(strstr(why.ptr, "user-id") && strstr(why.ptr, "app.user.id"), "%s",
              why.ptr);
    ptc_arena_free(&arena);
}

/* A map is converted and stored like any other; a nil where the type takes none is none.
 */
Test(session, maps_and_the_only_parameters)
{
    ptc_arena arena;
    ptc_context context;
    ptc_parse_options options = {.struct_size = sizeof options, .context = &context};
    ptc_text json;
    whoami in;
    only one;

    ptc_arena_init(&arena, NULL, 0);
    context = context_of(&arena, app_text, config_text);
    cr_assert_eq(whoami_parse(&arena, "{}", 2, &options, &in, NULL), PTC_OK);
    cr_expect(ptc_str_equal(in.user.id, PTC_STR("ada")));
    cr_expect(in.user.has.age && in.user.age == 36);
    ptc_text_init(&json, &arena);
    cr_assert_eq(whoami_to_json(&json, &in), PTC_OK);
    cr_expect_str_eq(json.ptr, "{}");

    cr_assert_eq(only_parse(&arena, "{\"n\":1}", 7, &options, &one, NULL), PTC_OK);
    cr_expect(one.n == 1 && one.quota == 7);
    cr_assert_eq(
        only_parse(&arena, "{\"quota\":99,\"n\":\"2\"}", 20, &options, &one, NULL),
        PTC_OK);
    cr_expect(one.n == 2 && one.quota == 7);
    ptc_arena_free(&arena);
}

/* Among so many fields that the runtime goes through the keys as well. */
Test(session, maps_may_be_wide)
{
    static const char text[] = "{\"d7\":1,\"owner\":\"eve\",\"a0\":\"2\"}";
    ptc_arena arena;
    ptc_context context;
    ptc_parse_options options = {.struct_size = sizeof options, .context = &context};
    ptc_text json;
    crowd in;

    ptc_arena_init(&arena, NULL, 0);
    context = context_of(&arena, app_text, config_text);
    cr_assert_eq(crowd_parse(&arena, text, sizeof text - 1, &options, &in, NULL), PTC_OK);
    cr_expect(in.d7 == 1 && in.a0 == 2 && !in.has.b0);
    cr_expect(ptc_str_equal(in.owner, PTC_STR("ada")));
    ptc_text_init(&json, &arena);
    cr_assert_eq(crowd_to_json(&json, &in), PTC_OK);
    cr_expect_str_eq(json.ptr, "{\"a0\":2,\"d7\":1}");
    options.mode = PTC_MODE_STRICT;
    cr_expect_eq(crowd_parse(&arena, text, sizeof text - 1, &options, &in, NULL),
                 PTC_ERROR_INVALID);
    ptc_arena_free(&arena);
}

/* Modes that let faults pass refuse what no struct holds; strict wants all as it is. */
Test(session, modes)
{
    static const ptc_status wanted[] = {
        [PTC_MODE_ENABLED] = PTC_OK,
        [PTC_MODE_WARN_ONLY] = PTC_OK,
        [PTC_MODE_STRICT] = PTC_ERROR_INVALID,
        [PTC_MODE_DISABLED] = PTC_ERROR_INVALID,
    };
    ptc_arena arena;
    ptc_context context;
    ptc_parse_options options = {.struct_size = sizeof options, .context = &context};

    ptc_arena_init(&arena, NULL, 0);
    context = context_of(&arena, app_text, config_text);
    for (unsigned mode = 0; mode < 4; mode++) {
        only one;

        options.mode = (ptc_mode)mode;
        cr_expect_eq(only_parse(&arena, "{\"n\":1}", 7, &options, &one, NULL),
                     wanted[mode], "mode %u", mode);
    }
    ptc_arena_free(&arena);
}

/* --- Tools -------------------------------------------------------------------------- */

static unsigned session_calls;

ptc_status session_call(const session *in, session_result *out, ptc_tool_call *call)
{
    (void)call;
    session_calls++;
    expect_session(in, 0);
    *out = 7;
    return PTC_OK;
}

ptc_status whoami_call(const whoami *in, whoami_result *out, ptc_tool_call *call)
{
    (void)call;
    *out = ptc_value_string(in->user.id);
    return PTC_OK;
}

ptc_status only_call(const only *in, only_result *out, ptc_tool_call *call)
{
    (void)call;
    *out = ptc_value_int(in->n + in->quota);
    return PTC_OK;
}

ptc_status crowd_call(const crowd *in, crowd_result *out, ptc_tool_call *call)
{
    (void)call;
    *out = ptc_value_string(in->owner);
    return PTC_OK;
}

/* What a program prints that calls the tools. */
static ptc_str call_tools(ptc_arena *arena, const char *program,
                          const ptc_context *context, ptc_mode mode)
{
    ptc_tool_options options = {
        .struct_size = sizeof options, .context = context, .mode = mode};
    ptc_source source = {PTC_STR("program"), ptc_str_of(program)};
    ptc_tool tools[] = {session_tool, whoami_tool, only_tool, crowd_tool};
    ptc_lisp_result result;
    ptc_lisp *lisp;
    ptc_str told;

    cr_assert_eq(ptc_lisp_new(NULL, &lisp), PTC_OK);
    cr_assert_eq(ptc_lisp_set_tools(NULL, lisp, tools, 4, &options, NULL), PTC_OK);
    ptc_lisp_eval(arena, lisp, &source, PTC_LISP_PRINTED, &result);
    told = ptc_str_copy(arena, result.error.message.len > 0 ? result.error.message
                                                            : result.printed);
    ptc_lisp_free(lisp);
    return told;
}

/* The runtime has filled in what the context has; a program's own keys are ignored. */
Test(session, calls_of_tools_take_it)
{
    static const char *const rows[][2] = {
        {"(tool/session {:status \"shut\" :limit 3})", "7"},
        {"(tool/session {:status \"shut\" :limit \"3\" :user-id \"eve\"})", "7"},
        {"(tool/whoami {})", "\"ada\""},
        {"(tool/only {:n 1 :quota 50})", "8"},
        {"(tool/crowd {:a0 1 :owner \"eve\"})", "\"ada\""},
    };
    ptc_arena arena;
    ptc_context context;

    ptc_arena_init(&arena, NULL, 0);
    context = context_of(&arena, app_text, config_text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str told = call_tools(&arena, rows[i][0], &context, PTC_MODE_ENABLED);

        cr_expect(ptc_str_equal(told, ptc_str_of(rows[i][1])), "%s: %s", rows[i][0],
                  told.ptr);
    }
    cr_expect_eq(session_calls, 2);
    ptc_arena_free(&arena);
}

/* What no struct holds fails the call where faults pass, without a word of the context.
 */
Test(session, calls_show_nothing_of_it)
{
    ptc_arena arena;
    ptc_context context;
    ptc_str told;

    ptc_arena_init(&arena, NULL, 0);
    context = context_of(&arena, "{}", "{\"quota\":\"secret\"}");
    told = call_tools(&arena, "(tool/only {:n 1})", &context, PTC_MODE_WARN_ONLY);
    cr_expect(strstr(told.ptr, "quota") && !strstr(told.ptr, "secret"), "%s", told.ptr);
    told = call_tools(&arena, "(tool/only {:n \"x\"})", &context, PTC_MODE_WARN_ONLY);
    cr_expect(strstr(told.ptr, "\"x\"") && !strstr(told.ptr, "secret"), "%s", told.ptr);
    ptc_arena_free(&arena);
}

/* Refused memory is a status at every step. */
Test(session, memory_may_be_refused)
{
    size_t refused = 0;
    ptc_status status = PTC_ERROR_MEMORY;

    for (size_t cap = 16; status == PTC_ERROR_MEMORY && cap < 1 << 16; cap += 16) {
        ptc_arena known;
        ptc_arena arena;
        ptc_context context;
        ptc_parse_options options = {.struct_size = sizeof options, .context = &context};
        session in;

        ptc_arena_init(&known, NULL, 0);
        ptc_arena_init(&arena, NULL, cap);
        context = context_of(&known, app_text, config_text);
        status = session_parse(&arena, "{\"limit\":1}", 11, &options, &in, NULL);
        refused += status == PTC_ERROR_MEMORY;
        ptc_arena_free(&arena);
        ptc_arena_free(&known);
    }
    cr_expect_eq(status, PTC_OK);
    cr_expect(refused > 0);
}
