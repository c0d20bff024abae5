/* SPDX-License-Identifier: MIT */
/*
 * X_read: the struct, or the finished text that a model reads. What it reports each kind
 * of refusal, and with no memory at all. That it agrees with the parser and the schema on
 * every text is in the suite `judged`. [validation 9]
 */
#include "support.h"

#include "assistant.ptc.h"
#include "tool_call.ptc.h"

#include <criterion/criterion.h>

typedef ptc_status (*read_fn)(ptc_arena *arena, ptc_str text,
                              const ptc_parse_options *options, ptc_str *why);

static ptc_status read_call(ptc_arena *arena, ptc_str text,
                            const ptc_parse_options *options, ptc_str *why)
{
    tool_call out;

    return tool_call_read(arena, text.ptr, text.len, options, &out, why);
}

static ptc_status read_person(ptc_arena *arena, ptc_str text,
                              const ptc_parse_options *options, ptc_str *why)
{
    person out;

    return person_read(arena, text.ptr, text.len, options, &out, why);
}

static ptc_status read_people(ptc_arena *arena, ptc_str text,
                              const ptc_parse_options *options, ptc_str *why)
{
    lookup_result out;

    return lookup_result_read(arena, text.ptr, text.len, options, &out, why);
}

static const ptc_parse_options strict = {.struct_size = sizeof strict,
                                         .mode = PTC_MODE_STRICT};
static const ptc_parse_options sizeless = {.mode = PTC_MODE_STRICT};
static const ptc_parse_options shallow = {.struct_size = sizeof shallow, .max_depth = 2};
static const ptc_parse_options lenient = {.struct_size = sizeof lenient,
                                          .direction = PTC_INPUT};

#define CALL(options) "{\"query\":\"a\",\"limit\":\"7\",\"options\":" options "}"
#define UNREADABLE    "Tool validation errors:\n- (root): unreadable JSON at line "
#define WHOLE         "; send one complete JSON object and nothing else\n"

static const struct {
    read_fn read;
    const char *text;
    const ptc_parse_options *options;
    ptc_status status;
    const char *why;
} rows[] = {
    {read_call, CALL("{\"tags\":[]}"), NULL, PTC_OK, ""},
    {read_call, CALL("{\"tags\":[1]}"), NULL, PTC_ERROR_INVALID,
     "Tool validation errors:\n- options.tags[0]: expected string, got int 1\n"},
    {read_call, CALL("{}"), &strict, PTC_ERROR_INVALID,
     "Tool validation errors:\n- limit: expected int, got string \"7\"\n"
     "- options.tags: missing required field, expected list\n"},
    {read_call, "{\"query\":\n \"\xC3\xA4\" 1}", NULL, PTC_ERROR_SYNTAX,
     UNREADABLE "2, column 6: expected ',' or '}', found '1'" WHOLE},
    {read_call, "{\"query\": \"a\", \"lim", NULL, PTC_ERROR_SYNTAX,
     UNREADABLE "1, column 20: unterminated string" WHOLE},
    {read_call, "", NULL, PTC_ERROR_INVALID,
     UNREADABLE "1, column 1: expected a value, found the end" WHOLE},
    {read_call, "{\"query\":\"a\",\"limit\":1,\"limit\":2}", NULL, PTC_ERROR_DUPLICATE,
     UNREADABLE "1, column 24: duplicate key; give each key once\n"},
    {read_call, "{\"query\":\"\xFF\"}", NULL, PTC_ERROR_ENCODING,
     UNREADABLE "1, column 11: ill-formed UTF-8; send valid UTF-8\n"},
    {read_call, "{\"query\":\"a\",\"limit\":1e999}", NULL, PTC_ERROR_INVALID,
     UNREADABLE "1, column 22: number out of range; send a smaller one\n"},
    {read_call, CALL("{\"tags\":[]}"), &shallow, PTC_ERROR_DEPTH,
     UNREADABLE "1, column 44: nested too deeply; nest it less deeply\n"},
    {read_people, "[{\"id\":\"1\"}]", NULL, PTC_ERROR_INVALID,
     "Return validation errors:\n- [0].id: expected int, got string \"1\"\n"
     "- [0].name: missing required field, expected string\n"
     "- [0].tags: missing required field, expected set\n"},
    {read_call, CALL("{\"tags\":[]}"), &sizeless, PTC_ERROR_ARGUMENT,
     "Tool validation errors:\n- (root): not read: the host program made an invalid "
     "call\n"},
    {read_people, "[", NULL, PTC_ERROR_INVALID,
     "Return validation errors:\n- (root): unreadable JSON at line 1, column 2: "
     "expected a value, found the end; send one complete JSON value and nothing else\n"},
    {read_person, "{\"id\":1,\"name\":\"a\",\"tags\":[],\"_email\":7}", NULL,
     PTC_ERROR_INVALID,
     "Validation errors:\n- _email: expected string, got int <Firewalled>\n"},
    {read_person, "{\"id\":\"1\",\"name\":\"a\",\"tags\":[]}", &lenient, PTC_OK, ""},
};

Test(read, says_what_a_model_reads) /* M530 */
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str why = {NULL, 7};
        ptc_arena arena;
        ptc_status status;

        ptc_arena_init(&arena, NULL, 0);
        status = rows[i].read(&arena, ptc_str_of(rows[i].text), rows[i].options, &why);
        cr_expect(status == rows[i].status, "%s: %s", rows[i].text,
                  ptc_status_name(status));
        cr_expect_str_eq(why.ptr, rows[i].why, "%s: %s", rows[i].text, why.ptr);
        cr_expect_eq(why.len, strlen(rows[i].why));
        ptc_arena_free(&arena);
    }
}

/* Whatever is refused, there is a text, and it says so. */
Test(read, refused_memory_is_reported_without_any) /* M530 */
{
    static char block[1 << 14];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t cap = 0; cap < sizeof block; cap += 8) {
            ptc_str why = {NULL, 7};
            ptc_arena arena;
            ptc_status status;

            ptc_arena_init_memory(&arena, block, cap);
            status =
                rows[i].read(&arena, ptc_str_of(rows[i].text), rows[i].options, &why);
            cr_assert(status == rows[i].status || status == PTC_ERROR_MEMORY, "%s: %s",
                      rows[i].text, ptc_status_name(status));
            cr_assert(why.ptr != NULL && why.ptr[why.len] == '\0');
            cr_assert((status == PTC_OK) == (why.len == 0), "%s", rows[i].text);
            if (status == PTC_ERROR_MEMORY)
                cr_assert(strstr(why.ptr, "- (root): out of memory; send less data\n"));
        }
    }
}
