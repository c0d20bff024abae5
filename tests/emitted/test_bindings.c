/* SPDX-License-Identifier: MIT */
/*
 * Arguments out of paths, values for statements and results out of rows, in emitted code.
 * The contract is a golden one, resources.brimley.json. [brimley 7, 8]
 */
#include "support.h"

#include "resources.ptc.h"

#include <criterion/criterion.h>

static ptc_arena arena;

static void begin(void)
{
    ptc_arena_init(&arena, NULL, 1 << 22);
}

static void end(void)
{
    ptc_arena_free(&arena);
}

TestSuite(bindings, .init = begin, .fini = end);

/* The value of a JSON text; NULL: none. */
static const ptc_value *json(const char *text)
{
    ptc_value *value = ptc_arena_array(&arena, 1, sizeof *value);

    if (text == NULL)
        return NULL;
    cr_assert_eq(ptc_json_read(&arena, text, strlen(text), NULL, value, NULL, NULL),
                 PTC_OK, "%s", text);
    return value;
}

static ptc_parse_options options_of(ptc_mode mode)
{
    ptc_context *context = ptc_arena_array(&arena, 1, sizeof *context);

    context->app = *json("{\"tenant\": \"t1\"}");
    return (ptc_parse_options){
        .struct_size = sizeof(ptc_parse_options), .mode = mode, .context = context};
}

/* The parameters of a path as JSON, or why there are none. */
#define BIND(function, mode, path, arguments)                                            \
    do {                                                                                 \
        const ptc_parse_options parsing = options_of(mode);                              \
        function in;                                                                     \
                                                                                         \
        ptc_text_init(&text, &arena);                                                    \
        status = function##_bind(&arena, ptc_str_of(path), json(arguments), &parsing,    \
                                 &in, &why);                                             \
        cr_expect((status == PTC_OK) == (why.len == 0), "%s", path);                     \
        if (status == PTC_OK)                                                            \
            cr_expect_eq(function##_to_json(&text, &in), PTC_OK);                        \
        answer = status == PTC_OK ? text.ptr : why.ptr;                                  \
    } while (0)

typedef struct binding {
    const char *path;
    const char *arguments;
    const char *answer;
} binding;

#define HEADING "Tool validation errors:\n"

/* M475, M477: segments are cast, other arguments come from the caller and the context. */
Test(bindings, paths_fill_parameters)
{
    static const binding rows[] = {
        {"/notes/7/caf%C3%A9/2026-01-02", NULL, "{\"number\":7,\"day\":\"2026-01-02\"}"},
        {"/notes/%37/caf\xC3\xA9/2026-01-02", "{\"done\": \"yes\", \"price\": \"2.5\"}",
         "{\"number\":7,\"day\":\"2026-01-02\",\"price\":\"2.5\",\"done\":true}"},
        /* What the path says goes before what the caller says. */
        {"/notes/7/caf%C3%A9/2026-01-02", "{\"number\": 8, \"tags\": [\"a\"]}",
         "{\"number\":7,\"day\":\"2026-01-02\",\"tags\":[\"a\"]}"},
        /* Faults name segments. */
        {"/notes/x/caf%C3%A9/2026-13-01", NULL,
         HEADING "- number (segment 2 of the path): expected int, got string \"x\"\n"
                 "- day (segment 4 of the path): expected date as 2026-01-02 "
                 "(YYYY-MM-DD), got string \"2026-13-01\"\n"},
        {"/notes/0/caf%C3%A9/2026-01-02", "{\"done\": 7}",
         HEADING "- number (segment 2 of the path): expected >= 1, got 0\n"
                 "- done: expected bool, got int 7\n"},
        {"/notes/7/caf%C3%A9/2026-01-02", "[1]",
         HEADING "- (root): expected map, got list\n"},
        /* Paths are reported in one line. */
        {"/notes/7", NULL, "no resource has the path \"/notes/7\""},
        {"/notes/7/caf%C3%A9/%zz", NULL,
         "segment 4 of the path has a % that does not begin an escape: write %25"},
    };
    ptc_status status;
    const char *answer;
    ptc_text text;
    ptc_str why;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        BIND(get_note, PTC_MODE_ENABLED, rows[i].path, rows[i].arguments);
        cr_expect_str_eq(answer, rows[i].answer, "%s: %s", rows[i].path, answer);
    }
}

/* M475: what comes from the context is there, but not shown. */
Test(bindings, the_context_fills_its_parameters)
{
    static const ptc_parse_options none = {.struct_size = sizeof none};
    const ptc_str path = PTC_STR("/notes/7/caf%C3%A9/2026-01-02");
    const ptc_parse_options options = options_of(PTC_MODE_ENABLED);
    get_note in;
    ptc_str why;

    cr_expect_eq(
        get_note_bind(&arena, path, json("{\"tenant\": \"mine\"}"), &options, &in, &why),
        PTC_OK);
    cr_expect(ptc_str_equal(in.tenant, PTC_STR("t1")));
    cr_expect_eq(get_note_bind(&arena, path, NULL, &none, &in, &why), PTC_ERROR_INVALID);
    cr_expect_str_eq(why.ptr,
                     HEADING "- tenant: context path \"app.tenant\" not found at "
                             "\"tenant\"\n",
                     "%s", why.ptr);
    cr_expect_eq(in.number, 0);
    cr_expect_eq(get_note_bind(&arena, path, NULL, NULL, &in, NULL), PTC_ERROR_INVALID);
}

/* In every mode a path is text, which is converted. */
Test(bindings, paths_are_converted_in_every_mode)
{
    static const char path[] = "/notes/2.5";
    ptc_status status;
    const char *answer;
    ptc_text text;
    ptc_str why;

    for (unsigned mode = 0; mode <= PTC_MODE_DISABLED; mode++) {
        BIND(list_notes, (ptc_mode)mode, path, "{\"limit\": 3}");
        cr_expect_str_eq(answer, "{\"number\":2.5,\"limit\":3}", "mode %u", mode);
    }
    BIND(list_notes, PTC_MODE_STRICT, path, "{\"limit\": \"3\"}");
    cr_expect_str_eq(answer, HEADING "- limit: expected int, got string \"3\"\n");
    BIND(list_notes, PTC_MODE_STRICT, path, "{\"NUMBER\": 1, \"number\": 1}");
    cr_expect_str_eq(
        answer, HEADING
        "- number (segment 2 of the path): the path sets it; leave the argument out\n");
    BIND(list_notes, PTC_MODE_STRICT, "/notes/many", NULL);
    cr_expect_str_eq(answer, HEADING "- number (segment 2 of the path): expected float, "
                                     "got string \"many\"\n");
}

/* M478: the rest of a path, as a text and as a list. */
Test(bindings, rests_are_texts_or_lists)
{
    ptc_status status;
    const char *answer;
    ptc_text text;
    ptc_str why;

    BIND(get_file, PTC_MODE_ENABLED, "/files/a/b%20c/d%2Fe", NULL);
    cr_expect_str_eq(answer, "{\"name\":\"a/b c/d/e\"}");
    BIND(get_file, PTC_MODE_ENABLED, "/files/a/b/c/d/e/f/g/h/i/j/k", NULL);
    cr_expect_str_eq(answer, HEADING "- name (from segment 2 of the path): expected "
                                     "string of length <= 20, got length 21\n");
    BIND(get_file, PTC_MODE_ENABLED, "/files", NULL);
    cr_expect_str_eq(answer, "no resource has the path \"/files\"");
    BIND(get_file, PTC_MODE_ENABLED, "/files/a/../../etc", NULL);
    cr_expect_str_eq(
        answer,
        "segment 3 of the path leads elsewhere: \".\" and \"..\" are not resolved");
    BIND(get_parts, PTC_MODE_ENABLED, "/a/b%2Fc", NULL);
    cr_expect_str_eq(answer, "{\"parts\":[\"a\",\"b/c\"]}");
}

/* The routes of a file, in order of precedence. */
Test(bindings, routes_are_found_in_the_table_of_the_file)
{
    static const struct {
        const char *path;
        const ptc_route *route;
    } rows[] = {
        {"/", &count_all_route},         {"/notes/newest", &newest_route},
        {"/notes/7", &list_notes_route}, {"/notes/7/caf%c3%a9/x", &get_note_route},
        {"/files/x", &get_file_route},   {"/files", &get_parts_route},
        {"/notes", &get_parts_route},    {"/notes/7/x", &get_parts_route},
    };
    const ptc_route *route;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(ptc_routes_find(&arena, &resources_routes, ptc_str_of(rows[i].path),
                                     &route, NULL),
                     PTC_OK);
        cr_expect(route == rows[i].route, "%s", rows[i].path);
    }
}

/* What a statement is given: M468's words, and values by their forms. */
Test(bindings, statements_are_given_values)
{
    static const struct {
        const char *name;
        const char *type;
        const char *value; /* as EDN */
    } rows[] = {
        {"number", "BIGINT", "7"},
        {"day", "DATE", "\"2026-01-02\""},
        {"price", "NUMERIC", "\"1.50\""},
        {"at", "TIMESTAMP", "\"2026-01-02 07:00:00.250\""},
        {"done", "BOOLEAN", "false"},
        {"tags", "TEXT[]", "\"[\\\"a\\\",\\\"b\\\\\\\"c\\\"]\""},
        {"any", "JSONB", "\"\\\"x\\\"\""},
        {"tenant", "TEXT", "\"t1\""},
    };
    static const char call[] = "{\"number\": 7, \"day\": \"2026-01-02\", \"at\": "
                               "\"2026-01-02T09:00:00.25+02:00\","
                               " \"tags\": [\"a\", \"b\\\"c\"], \"any\": \"x\"}";
    const ptc_parse_options options = options_of(PTC_MODE_ENABLED);
    get_note in;
    ptc_value value;
    ptc_text text;
    ptc_str why;

    cr_assert_eq(get_note_read(&arena, call, sizeof call - 1, &options, &in, &why),
                 PTC_OK, "%s", why.ptr);
    cr_expect_eq(GET_NOTE_BINDS, sizeof rows / sizeof rows[0]);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_str_eq(get_note_binds[i].name.ptr, rows[i].name);
        cr_expect_str_eq(get_note_binds[i].type, rows[i].type);
        cr_expect_eq(get_note_binds[i].position, i + 1);
        cr_assert_eq(get_note_sql_value(&arena, &in, i, &value), PTC_OK);
        ptc_text_init(&text, &arena);
        ptc_value_write(&text, &value);
        cr_expect_str_eq(text.ptr, rows[i].value, "%s: %s", rows[i].name, text.ptr);
    }
    cr_expect_eq(get_note_sql_value(&arena, &in, GET_NOTE_BINDS, &value),
                 PTC_ERROR_ARGUMENT);
}

/* Absent arguments are their defaults, or nil; and structs that no value is are
 * reported. */
Test(bindings, absent_arguments_are_defaults_or_nil)
{
    get_note in = {.number = 1, .day = {.year = 2026, .month = 1, .day = 2}};
    ptc_value value;

    in.tenant = PTC_STR("t");
    cr_expect(get_note_sql_value(&arena, &in, 1, &value) == PTC_OK &&
              ptc_str_equal(ptc_value_text(&value), PTC_STR("2026-01-02")));
    cr_expect(get_note_sql_value(&arena, &in, 2, &value) == PTC_OK &&
              ptc_str_equal(ptc_value_text(&value), PTC_STR("1.50")));
    cr_expect(get_note_sql_value(&arena, &in, 3, &value) == PTC_OK &&
              value.kind == PTC_NIL);
    cr_expect(get_note_sql_value(&arena, &in, 5, &value) == PTC_OK &&
              value.kind == PTC_NIL);
    in.has.at = true;
    in.at.text = PTC_STR("yesterday");
    cr_expect_eq(get_note_sql_value(&arena, &in, 3, &value), PTC_ERROR_ARGUMENT);
    in.tenant = PTC_STR("\xff");
    cr_expect_eq(get_note_sql_value(&arena, &in, 7, &value), PTC_ERROR_ENCODING);
    cr_expect_eq(value.kind, PTC_NIL);
}

/* Texts of SQL as they are, and with numbers. */
Test(bindings, the_text_is_a_constant)
{
    cr_expect_str_eq(
        get_note_sql,
        "SELECT id, body FROM notes -- :no\nWHERE number = :number AND day = :day::date "
        "AND price = :price\n  AND at = :at AND done = :done AND tags = :tags AND any = "
        ":any\n  AND tenant = :tenant AND number <> :number AND body <> ':no' AND x = "
        "$$:no$$");
    cr_expect_str_eq(
        get_note_sql_numbered,
        "SELECT id, body FROM notes -- :no\nWHERE number = $1 AND day = $2::date AND "
        "price = $3\n  AND at = $4 AND done = $5 AND tags = $6 AND any = $7\n  AND "
        "tenant "
        "= $8 AND number <> $1 AND body <> ':no' AND x = $$:no$$");
    cr_expect_eq(COUNT_ALL_BINDS, 0);
    cr_expect_str_eq(count_all_sql, count_all_sql_numbered);
}

/* Rows become structs. */
Test(bindings, rows_fill_results)
{
    static const struct {
        const char *rows;
        const char *answer;
    } rows[] = {
        {"[{\"id\": 1, \"body\": \"x\"}]", "{\"id\":1,\"body\":\"x\"}"},
        {"{\"id\": 1, \"body\": \"x\"}", "{\"id\":1,\"body\":\"x\"}"},
        {"[]", "expected single row for map, got 0"},
        {NULL, "expected single row for map, got 0"},
        {"[{}, {}]", "expected single row for map, got 2"},
        {"[{\"id\": \"1\", \"body\": \"x\"}]",
         "Return validation errors:\n- id: expected int, got string \"1\"\n"},
    };
    get_note_result out;
    newest_result list;
    count_all_result count;
    ptc_text text;
    ptc_str why;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_status status =
            get_note_from_rows(&arena, json(rows[i].rows), NULL, &out, &why);

        ptc_text_init(&text, &arena);
        if (status == PTC_OK)
            cr_expect_eq(get_note_result_to_json(&text, &out), PTC_OK);
        cr_expect_str_eq(status == PTC_OK ? text.ptr : why.ptr, rows[i].answer, "%s",
                         rows[i].rows);
    }
    cr_expect_eq(
        newest_from_rows(&arena, json("[{\"id\": 3}, {\"id\": 4}]"), NULL, &list, NULL),
        PTC_OK);
    cr_expect(list.count == 2 && list.items[1] == 4);
    cr_expect_eq(newest_from_rows(&arena, NULL, NULL, &list, NULL), PTC_OK);
    cr_expect_eq(list.count, 0);
    cr_expect_eq(
        count_all_from_rows(&arena, json("[{\"count(*)\": 12}]"), NULL, &count, &why),
        PTC_OK);
    cr_expect_eq(count, 12);
}

/* Nothing is half made where there is no memory. */
Test(bindings, refused_memory_is_reported)
{
    const ptc_parse_options options = options_of(PTC_MODE_ENABLED);
    const ptc_value *arguments = json("{\"tags\": [\"a\", \"b\"]}");
    unsigned refused = 0;

    for (size_t size = 0; size < 4096; size += 16) {
        static char room[4096];
        ptc_arena small;
        get_note in;
        ptc_str why;
        ptc_status status;

        ptc_arena_init_memory(&small, room, size);
        status = get_note_bind(&small, PTC_STR("/notes/7/caf%C3%A9/2026-01-02"),
                               arguments, &options, &in, &why);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu", size);
        cr_expect((status == PTC_OK) == (why.len == 0) && why.ptr[why.len] == '\0');
        refused += status != PTC_OK;
    }
    cr_expect(refused > 2 && refused < 200, "%u", refused);
}
