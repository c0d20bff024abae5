/* SPDX-License-Identifier: MIT */
/*
 * One call for a contract that is text, and one for JSON by it: what they give, and the
 * finished texts of what they refuse. [validation 9]
 */
#include "support.h"

#include <ptc/walk.h>

#include <criterion/criterion.h>

static const ptc_walk_options output = {.struct_size = sizeof output,
                                        .direction = PTC_OUTPUT};
static const ptc_walk_options strict = {.struct_size = sizeof strict,
                                        .mode = PTC_MODE_STRICT};
static const ptc_walk_options sizeless = {.mode = PTC_MODE_STRICT};
static const ptc_walk_options shallow = {.struct_size = sizeof shallow, .max_depth = 1};

#define UNREADABLE "- (root): unreadable JSON at line 1, column "

static const struct {
    const char *signature;
    const char *text;
    const ptc_walk_options *options;
    ptc_status status;
    const char *told; /* of a good one the value as EDN */
} rows[] = {
    {"(n :int, of :string = \"x\") -> :int", "{\"n\": \"7\"}", NULL, PTC_OK,
     "{\"n\" 7 \"of\" \"x\"}"},
    {"(n :int[1..9]) -> :int", "{\"n\": 70}", NULL, PTC_ERROR_INVALID,
     "Tool validation errors:\n- n: expected 1..9, got 70\n"},
    {"(n :int) -> {a :int}", "{\"a\": \"1\"}", &output, PTC_ERROR_INVALID,
     "Return validation errors:\n- a: expected int, got string \"1\"\n"},
    {"() -> {a :int}", "{}", &output, PTC_ERROR_INVALID,
     "Validation errors:\n- a: missing required field, expected int\n"},
    {"[:map [:a :int] [:_b {:optional true} :int]]", "{\"a\":1,\"_b\":\"x\"}", &output,
     PTC_ERROR_INVALID,
     "Validation errors:\n- _b: expected int, got string <Firewalled>\n"},
    {"(n :int) -> :int", "{\"n\": \"7\"}", &strict, PTC_ERROR_INVALID,
     "Tool validation errors:\n- n: expected int, got string \"7\"\n"},
    {"(n :int) -> :int", "{\"n\": 7", NULL, PTC_ERROR_SYNTAX,
     "Tool validation errors:\n" UNREADABLE "8: expected ',' or '}', found the end; "
     "send one complete JSON object and nothing else\n"},
    {"(n :int) -> :int", "[7", &output, PTC_ERROR_SYNTAX,
     "Return validation errors:\n" UNREADABLE "3: expected ',' or ']', found the end; "
     "send one complete JSON value and nothing else\n"},
    {"(n :int) -> :int", "{\"n\": 7}", &sizeless, PTC_ERROR_ARGUMENT,
     "Tool validation errors:\n- (root): not read: the host program made an invalid "
     "call\n"},
    {"() -> [[:int]]", "[[7]]", &shallow, PTC_ERROR_DEPTH,
     "Validation errors:\n" UNREADABLE "2: nested too deeply; nest it less deeply\n"},
};

static ptc_status read_row(ptc_arena *arena, size_t i, ptc_value *value, ptc_str *why)
{
    ptc_schema schema;
    ptc_status status = ptc_signature_of(arena, rows[i].signature, &schema, why);

    cr_assert(status == PTC_OK || status == PTC_ERROR_MEMORY, "%s", why->ptr);
    if (status != PTC_OK)
        return status;
    return ptc_schema_read(arena, &schema, rows[i].text, strlen(rows[i].text),
                           rows[i].options, value, why);
}

Test(one_call, json_becomes_a_value_or_a_text) /* M530 */
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_value value = ptc_value_int(1);
        ptc_str why = {NULL, 7};
        ptc_arena arena;
        ptc_status status;
        ptc_text told;

        ptc_arena_init(&arena, NULL, 0);
        status = read_row(&arena, i, &value, &why);
        cr_expect(status == rows[i].status, "%s: %s", rows[i].text,
                  ptc_status_name(status));
        cr_expect((status == PTC_OK) == (why.len == 0));
        ptc_text_init(&told, &arena);
        ptc_value_write(&told, &value);
        cr_expect_str_eq(status == PTC_OK ? told.ptr : why.ptr, rows[i].told);
        cr_expect(status == PTC_OK || value.kind == PTC_NIL);
        ptc_arena_free(&arena);
    }
}

Test(one_call, faults_of_contracts_are_reported) /* M530 */
{
    ptc_schema schema;
    ptc_arena arena;
    ptc_str why;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(ptc_signature_of(&arena, "(n :imt) -> :int", &schema, &why) ==
              PTC_ERROR_SYNTAX);
    cr_expect(strstr(why.ptr, "signature:1:4: error[sig-unknown-type]: ") == why.ptr &&
                  strstr(why.ptr, "    1 | (n :imt) -> :int\n") != NULL,
              "%s", why.ptr);
    cr_expect_eq(why.ptr[why.len], '\0');
    cr_expect(ptc_signature_of(&arena, "[:map [:a :nope]]", &schema, &why) ==
                  PTC_ERROR_SYNTAX &&
              strstr(why.ptr, "signature:1:11: error[") == why.ptr);
    cr_expect(ptc_signature_of(&arena, "", &schema, &why) == PTC_ERROR_SYNTAX &&
              why.len > 0);
    cr_expect(ptc_signature_of(&arena, NULL, &schema, &why) == PTC_ERROR_SYNTAX &&
              why.len > 0);
    cr_expect(ptc_signature_of(&arena, ":int", &schema, &why) == PTC_OK && why.len == 0);
    ptc_arena_free(&arena);
}

/* Either call ends in a text or in what was asked for, whatever memory there is. */
Test(one_call, refused_memory_is_reported) /* M530 */
{
    static char block[1 << 16];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t size = 0; size < sizeof block; size += size < 4096 ? 16 : 1024) {
            ptc_value value = ptc_value_nil();
            ptc_str why = {NULL, 7};
            ptc_arena arena;
            ptc_status status;

            ptc_arena_init_memory(&arena, block, size);
            status = read_row(&arena, i, &value, &why);
            cr_assert(status == rows[i].status || status == PTC_ERROR_MEMORY, "%s: %s",
                      rows[i].text, ptc_status_name(status));
            cr_assert(why.ptr != NULL && why.ptr[why.len] == '\0');
            cr_assert((status == PTC_OK) == (why.len == 0));
        }
    }
}
