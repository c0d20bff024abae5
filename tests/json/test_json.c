/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* mmap, MAP_ANONYMOUS */

#include <criterion/criterion.h>

#include "support.h"

#include <ptc/json.h>
#include <ptc/lisp.h>
#include <ptc/walk.h>

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* --- ways to read ------------------------------------------------------------------- */

/* What may lie after a text; every padded read is tried with each of these. */
static const char *const paddings[] = {
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    "                                ",
    "00000000000000000000000000000000",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"",
    "}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}",
    "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    ",\"a\":1,\"b\":[1,2],\"c\":\"d\"}]}]}]}",
    "\",\"x\":[1]}]}]}]}]}]}]}]}]}]}]}]}",
    "1.5e10,2,3]}]}]}]}]}]}]}]}]}]}]}",
    "\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"",
    "\x80\xBF\x80\xBF\x80\xBF\x80\xBF\x80\xBF\x80\xBF\x80\xBF\x80\xBF\x80\xBF\x80\xBF\x80"
    "\xBF\x80"
    "\xBF\x80\xBF\x80\xBF\x80\xBF\x80\xBF",
    "                               \"",
    "rue,false,null]}]}]}]}]}]}]}]}]}",
};

enum { PADDINGS = sizeof paddings / sizeof *paddings };

/* A text in memory of exactly its size, then the chosen padding (or none: -1). */
typedef struct block {
    char *memory;
    ptc_str text;
    ptc_json_options options;
} block;

static block block_make(ptc_str text, int padding)
{
    size_t extra = padding >= 0 ? PTC_PADDING : 0;
    block made = {.memory = malloc(text.len + extra + 1),
                  .options = {.struct_size = sizeof made.options}};

    /* The text is at the very end of the memory, so that a byte too many is a fault. */
    made.text = ptc_str_make(made.memory + 1, text.len);
    if (text.len != 0)
        memcpy(made.memory + 1, text.ptr, text.len);
    if (padding >= 0)
        memcpy(made.memory + 1 + text.len, paddings[padding], PTC_PADDING);
    made.options.is_padded = padding >= 0;
    made.options.borrow = padding >= 0;
    return made;
}

static ptc_status read_text(ptc_arena *arena, ptc_str text, ptc_value *out)
{
    return ptc_json_read(arena, text.ptr, text.len, NULL, out, NULL, NULL);
}

/*
 * Reads the text in every way and expects the same from all of them; the value that is
 * answered was read from a copy.
 */
static ptc_status read_every_way(ptc_arena *arena, ptc_str text, ptc_value *out,
                                 ptc_json_error *error)
{
    ptc_json_error first;
    ptc_status status = ptc_json_read(arena, text.ptr, text.len, NULL, out, NULL, &first);

    for (int padding = -1; padding < PADDINGS; padding++) {
        block in = block_make(text, padding);
        ptc_json_error other;
        ptc_value value;
        ptc_status again = ptc_json_read(arena, in.text.ptr, in.text.len, &in.options,
                                         &value, NULL, &other);

        cr_expect(again == status, "%s: padding %d: %s, not %s", test_cstr(text), padding,
                  ptc_status_name(again), ptc_status_name(status));
        cr_expect(again != PTC_OK || ptc_value_same(&value, out), "%s: padding %d: value",
                  test_cstr(text), padding);
        cr_expect(again == PTC_OK || (other.offset == first.offset &&
                                      strcmp(other.message.ptr, first.message.ptr) == 0),
                  "%s: padding %d: %zu %s, not %zu %s", test_cstr(text), padding,
                  other.offset, other.message.ptr, first.offset, first.message.ptr);
        free(in.memory);
    }
    if (error != NULL)
        *error = first;
    return status;
}

/* The value as EDN text; valid until the arena goes. */
static const char *edn(ptc_arena *arena, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_value_write(&text, value);
    return text.ptr;
}

/* --- grammar ------------------------------------------------------------------------ */

Test(json, reads_what_the_grammar_allows)
{
    static const char *const rows[][2] = {
        {"null", "nil"},
        {"true", "true"},
        {"false", "false"},
        {"0", "0"},
        {"-0", "0"},
        {"-0.0", "-0.0"},
        {"0.0", "0.0"},
        {"-0e0", "-0.0"},
        {"42", "42"},
        {"-17", "-17"},
        {"9223372036854775807", "9223372036854775807"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"9223372036854775808", "9223372036854775808"},
        {"-9223372036854775809", "-9223372036854775809"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
        {"1.5", "1.5"},
        {"1E5", "100000.0"},
        {"1e+5", "100000.0"},
        {"1e-5", "1.0E-5"},
        {"0.1e1", "1.0"},
        {"1e22", "1.0E22"},
        {"1e23", "1.0E23"},
        {"1e308", "1.0E308"},
        {"1e-400", "0.0"},
        {"0e999999999999", "0.0"},
        {"9007199254740993.0", "9.007199254740992E15"},
        {"0.30000000000000004", "0.30000000000000004"},
        {"123456789.123456789123456789", "1.2345678912345679E8"},
        {"\"\"", "\"\""},
        {"\"a\"", "\"a\""},
        {"\"exactly 16 bytes\"", "\"exactly 16 bytes\""},
        {"\"exactly 15 byte\"", "\"exactly 15 byte\""},
        {"\"seventeen bytes..\"", "\"seventeen bytes..\""},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\\"\\\\/\\b\\f\\n\\r\\t\""},
        {"\"\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\"",
         "\"A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\""},
        {"\"\\uFFFF\\uFFFE\\uFDD0\"", "\"\xEF\xBF\xBF\xEF\xBF\xBE\xEF\xB7\x90\""},
        {"\"\\uDBFF\\uDFFF\"", "\"\xF4\x8F\xBF\xBF\""},
        {"\"\\u0000\"", "\"\\u0000\""},
        {"\"\x7F\"", "\"\\u007f\""},
        {"\"plain then \\n an escape far behind the first block\"",
         "\"plain then \\n an escape far behind the first block\""},
        {"\"M\xC3\xA4nty \xE2\x82\xAC \xF0\x9F\x98\x80\"",
         "\"M\xC3\xA4nty \xE2\x82\xAC \xF0\x9F\x98\x80\""},
        {"[]", "[]"},
        {"[ ]", "[]"},
        {"[1]", "[1]"},
        {"[1,2.5,\"x\",null,true,false,[],{}]", "[1 2.5 \"x\" nil true false [] {}]"},
        {"[[[[]]]]", "[[[[]]]]"},
        {"{}", "{}"},
        {"{ }", "{}"},
        {"{\"a\":1}", "{\"a\" 1}"},
        {"{\"\":1}", "{\"\" 1}"},
        {"{\"a\":1,\"A\":2,\"\xC3\xA4\":3}", "{\"a\" 1 \"A\" 2 \"\xC3\xA4\" 3}"},
        {"{\"a\":{\"a\":{\"a\":[]}}}", "{\"a\" {\"a\" {\"a\" []}}}"},
        {"{\"user-id\":1,\"user_id\":2}", "{\"user-id\" 1 \"user_id\" 2}"},
        {" \t\r\n{ \"a\" : [ 1 , 2 ] , \"b\" : { } } \n", "{\"a\" [1 2] \"b\" {}}"},
        {"\n\n        [\n                  1\n          ,\n2                 ]        \n",
         "[1 2]"},
        {"                                          7", "7"},
        {"{\"k\\u0065y\":1}", "{\"key\" 1}"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_value value;
        ptc_status status = read_every_way(&arena, ptc_str_of(rows[i][0]), &value, NULL);

        cr_expect(status == PTC_OK, "%s: %s", rows[i][0], ptc_status_name(status));
        if (status == PTC_OK)
            cr_expect(strcmp(edn(&arena, &value), rows[i][1]) == 0, "%s: %s, not %s",
                      rows[i][0], edn(&arena, &value), rows[i][1]);
    }
    ptc_arena_free(&arena);
}

Test(json, refuses_what_the_grammar_does_not_allow)
{
    static const struct {
        const char *text;
        size_t offset;
        const char *message;
    } rows[] = {
        {"", 0, "expected a value, found the end"},
        {" ", 1, "expected a value, found the end"},
        {"x", 0, "expected a value, found 'x'"},
        {"nul", 0, "expected a value, found 'n'"},
        {"nulL", 0, "expected a value, found 'n'"},
        {"truE", 0, "expected a value, found 't'"},
        {"fals", 0, "expected a value, found 'f'"},
        {"True", 0, "expected a value, found 'T'"},
        {"nullx", 4, "expected the end of the text, found 'x'"},
        {"null null", 5, "expected the end of the text, found 'n'"},
        {"{}}", 2, "expected the end of the text, found '}'"},
        {"[]]", 2, "expected the end of the text, found ']'"},
        {"[1] x", 4, "expected the end of the text, found 'x'"},
        {"1 2", 2, "expected the end of the text, found '2'"},
        {"+1", 0, "expected a value, found '+'"},
        {".5", 0, "expected a value, found '.'"},
        {"-", 0, "expected a value, found '-'"},
        {"-x", 0, "expected a value, found '-'"},
        {"--1", 0, "expected a value, found '-'"},
        {"01", 0, "leading zero in a number"},
        {"-01", 1, "leading zero in a number"},
        {"00", 0, "leading zero in a number"},
        {"01.5", 0, "leading zero in a number"},
        {"1.", 2, "expected a digit after '.', found the end"},
        {"1.x", 2, "expected a digit after '.', found 'x'"},
        {"1.e5", 2, "expected a digit after '.', found 'e'"},
        {"1e", 2, "expected a digit in the exponent, found the end"},
        {"1e+", 3, "expected a digit in the exponent, found the end"},
        {"[1e]", 3, "expected a digit in the exponent, found ']'"},
        {"1.5.5", 3, "expected the end of the text, found '.'"},
        {"1e5e5", 3, "expected the end of the text, found 'e'"},
        {"0x10", 1, "expected the end of the text, found 'x'"},
        {"NaN", 0, "expected a value, found 'N'"},
        {"Infinity", 0, "expected a value, found 'I'"},
        {"-Infinity", 0, "expected a value, found '-'"},
        {"'a'", 0, "expected a value, found \"'\""},
        {"{}\xF3\xA0\x81\x81", 2, "expected the end of the text, found U+E0041"},
        {"[\xE2\x80\x9C"
         "a\xE2\x80\x9D]",
         1, "expected a value, found '\xE2\x80\x9C'"},
        {"\"a", 2, "unterminated string"},
        {"\"", 1, "unterminated string"},
        {"\"\\\"", 3, "unterminated string"},
        {"\"a\\", 3, "unterminated string"},
        {"[\"a]", 4, "unterminated string"},
        {"{\"a}", 4, "unterminated string"},
        {"[\"a\\\"]", 6, "unterminated string"},
        {"[\"0123456789abcdef0123456789abcdef]", 35, "unterminated string"},
        {"\"\\x\"", 1, "unknown escape"},
        {"\"\\U0041\"", 1, "unknown escape"},
        {"\"\\u004\"", 1, "expected four hex digits after \\u, found '\\'"},
        {"\"\\u00g1\"", 1, "expected four hex digits after \\u, found '\\'"},
        {"\"\\u\"", 1, "expected four hex digits after \\u, found '\\'"},
        {"\"a\nb\"", 2, "control byte in a string"},
        {"\"a\tb\"", 2, "control byte in a string"},
        {"\"a\x01"
         "b\"",
         2, "control byte in a string"},
        {"\"a\x1F\"", 2, "control byte in a string"},
        {"\"0123456789abcdef\x1F\"", 17, "control byte in a string"},
        {"\"\\n0123456789abcdef\x1F\"", 19, "control byte in a string"},
        {"[", 1, "expected a value, found the end"},
        {"[1", 2, "expected ',' or ']', found the end"},
        {"[1,", 3, "expected a value, found the end"},
        {"[1,]", 3, "expected a value, found ']'"},
        {"[,1]", 1, "expected a value, found ','"},
        {"[1 2]", 3, "expected ',' or ']', found '2'"},
        {"[1}", 2, "expected ',' or ']', found '}'"},
        {"[1:2]", 2, "expected ',' or ']', found ':'"},
        {"[\"a\",\"b\":1]", 8, "expected ',' or ']', found ':'"},
        {"{", 1, "expected a key in quotes, found the end"},
        {"{\"a\"", 4, "expected ':' after a key, found the end"},
        {"{\"a\":", 5, "expected a value, found the end"},
        {"{\"a\":1", 6, "expected ',' or '}', found the end"},
        {"{\"a\":1,", 7, "expected a key in quotes, found the end"},
        {"{\"a\":1,}", 7, "expected a key in quotes, found '}'"},
        {"{\"a\"}", 4, "expected ':' after a key, found '}'"},
        {"{\"a\" 1}", 5, "expected ':' after a key, found '1'"},
        {"{\"a\":}", 5, "expected a value, found '}'"},
        {"{a:1}", 1, "expected a key in quotes, found 'a'"},
        {"{1:1}", 1, "expected a key in quotes, found '1'"},
        {"{null:1}", 1, "expected a key in quotes, found 'n'"},
        {"{\"a\":1]", 6, "expected ',' or '}', found ']'"},
        {"{\"a\":1 \"b\":2}", 7, "expected ',' or '}', found '\"'"},
        {"{\"a\":1,,\"b\":2}", 7, "expected a key in quotes, found ','"},
        {"{,}", 1, "expected a key in quotes, found ','"},
        {"{]", 1, "expected a key in quotes, found ']'"},
        {"[}", 1, "expected a value, found '}'"},
        {"[[]", 3, "expected ',' or a closing bracket, found the end"},
        {"{\"a\":{}", 7, "expected ',' or a closing bracket, found the end"},
        {"{\"a\":[]", 7, "expected ',' or a closing bracket, found the end"},
        {"[{\"a\":[1,{}]}", 13, "expected ',' or a closing bracket, found the end"},
        {"// c\n1", 0, "expected a value, found '/'"},
        {"[1,/* */2]", 3, "expected a value, found '/'"},
        {"\xEF\xBB\xBF[]", 0, "expected a value, found a byte order mark, U+FEFF"},
        {"[1,\v2]", 3, "expected a value, found byte 0x0B"},
        {"[\xC2\xA0"
         "1]",
         1, "expected a value, found U+00A0"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_json_error error;
        ptc_value value;
        ptc_status status =
            read_every_way(&arena, ptc_str_of(rows[i].text), &value, &error);

        cr_expect(status == PTC_ERROR_SYNTAX && error.status == status, "%s: %s",
                  rows[i].text, ptc_status_name(status));
        cr_expect(value.kind == PTC_NIL, "%s", rows[i].text);
        if (status != PTC_OK)
            cr_expect(error.offset == rows[i].offset &&
                          strcmp(error.message.ptr, rows[i].message) == 0,
                      "%s: %zu %s, not %zu %s", rows[i].text, error.offset,
                      error.message.ptr, rows[i].offset, rows[i].message);
    }
    ptc_arena_free(&arena);
}

Test(json, refuses_other_faults_with_their_own_status)
{
    static const struct {
        const char *text;
        ptc_status status;
        size_t offset;
    } rows[] = {
        {"1e400", PTC_ERROR_RANGE, 0},
        {"-1e400", PTC_ERROR_RANGE, 0},
        {"[1,1e309]", PTC_ERROR_RANGE, 3},
        {"1.8e308", PTC_ERROR_RANGE, 0},
        {"{\"a\":1e99999999999999999999}", PTC_ERROR_RANGE, 5},
        {"{\"a\":1,\"a\":2}", PTC_ERROR_DUPLICATE, 7},
        {"{\"a\":1,\"\\u0061\":2}", PTC_ERROR_DUPLICATE, 7},
        {"{\"\\u0061\":1,\"a\":2}", PTC_ERROR_DUPLICATE, 12},
        {"{\"\":1,\"\":2}", PTC_ERROR_DUPLICATE, 6},
        {"[0,{\"b\":{}, \"x\":[{\"k\":1}] , \"b\" :2}]", PTC_ERROR_DUPLICATE, 28},
        {"{\"a key of more than sixteen bytes\":1,\"a key of more than sixteen "
         "bytes\":2}",
         PTC_ERROR_DUPLICATE, 38},
        {"{\"a\":{\"b\":1,\"b\":1}}", PTC_ERROR_DUPLICATE, 12},
        {"\"\\uD800\"", PTC_ERROR_ENCODING, 1},
        {"\"\\uDC00\"", PTC_ERROR_ENCODING, 1},
        {"\"\\uDC00\\uD800\"", PTC_ERROR_ENCODING, 1},
        {"\"\\uD800\\n\"", PTC_ERROR_ENCODING, 1},
        {"\"\\uD800\\u0041\"", PTC_ERROR_ENCODING, 1},
        {"\"\\uD800\\uD800\"", PTC_ERROR_ENCODING, 1},
        {"\"\\uD800\\uDC0\"", PTC_ERROR_ENCODING, 1},
        {"[\"x\\uD83D\"]", PTC_ERROR_ENCODING, 3},
        {"{\"\\uD83D\":1}", PTC_ERROR_ENCODING, 2},
        {"\xFF", PTC_ERROR_ENCODING, 0},
        {"[\x80]", PTC_ERROR_ENCODING, 1},
        {"[1,\xE2\x82]", PTC_ERROR_ENCODING, 3},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_json_error error;
        ptc_value value;
        ptc_status status =
            read_every_way(&arena, ptc_str_of(rows[i].text), &value, &error);

        cr_expect(status == rows[i].status, "%s: %s", rows[i].text,
                  ptc_status_name(status));
        if (status != PTC_OK)
            cr_expect(error.offset == rows[i].offset, "%s: %zu, not %zu", rows[i].text,
                      error.offset, rows[i].offset);
    }
    ptc_arena_free(&arena);
}

Test(json, refuses_nul_wherever_it_is)
{
    static const char text[] = "{\"a\":[1.5e1,\"b\\n\",true,null],\"c\":{\"d\":-12}}";
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i <= sizeof text - 1; i++) {
        char changed[sizeof text + 1];
        ptc_value value;

        memcpy(changed, text, i);
        changed[i] = '\0';
        memcpy(changed + i + 1, text + i, sizeof text - i);
        cr_expect(read_every_way(&arena, ptc_str_make(changed, sizeof text), &value,
                                 NULL) == PTC_ERROR_SYNTAX,
                  "NUL before byte %zu", i);
        if (i == sizeof text - 1)
            continue;
        memcpy(changed, text, sizeof text);
        changed[i] = '\0';
        cr_expect(read_every_way(&arena, ptc_str_make(changed, sizeof text - 1), &value,
                                 NULL) == PTC_ERROR_SYNTAX,
                  "NUL for byte %zu", i);
        ptc_arena_reset(&arena);
    }
    ptc_arena_free(&arena);
}

Test(json, refuses_every_prefix)
{
    static const char *const rows[] = {
        "{\"order\":[{\"a\":-12.5e-3,\"bcd\":\"x\\u00e9\\n\"},[[]],{}],\"list\":[true,"
        "false,null],"
        "\"M\xC3\xA4nty\":{\"long key of more than sixteen\":\"and a value that is "
        "long\"}}",
        ("[\"\xF0\x9F\x98\x80\xE2\x82\xAC\xC3\xA4\",\"\\uD83D\\uDE00\","
         "12345678901234567890]"),
        "\"a string that stands alone\"",
        "[[[[[[[[[[]]]]]]]]]]",
        "[{},{},{}]",
        "false",
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t len = 0; len < strlen(rows[i]); len++) {
            ptc_value value;

            cr_expect(read_every_way(&arena, ptc_str_make(rows[i], len), &value, NULL) !=
                          PTC_OK,
                      "the first %zu bytes of %s", len, rows[i]);
            ptc_arena_reset(&arena);
        }
    }
    ptc_arena_free(&arena);
}

/* --- the end of the text ------------------------------------------------------------ */

/* A page that ends where no byte can be read. */
typedef struct fenced_page {
    unsigned char *memory;
    size_t page;
} fenced_page;

static fenced_page fence_make(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *memory =
        mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    cr_assert(memory != MAP_FAILED);
    cr_assert(mprotect((unsigned char *)memory + page, page, PROT_NONE) == 0);
    return (fenced_page){memory, page};
}

/* The status and value of the text when PTC_PADDING bytes lie between it and the fence.
 */
static ptc_status fence_read(const fenced_page *fence, ptc_arena *arena, ptc_str text,
                             const char *padding, ptc_value *out, ptc_json_error *error)
{
    char *place =
        (char *)fence->memory + fence->page - (padding ? PTC_PADDING : 0) - text.len;
    ptc_json_options options = {.struct_size = sizeof options,
                                .is_padded = padding != NULL,
                                .borrow = padding != NULL};

    if (text.len != 0)
        memcpy(place, text.ptr, text.len);
    if (padding != NULL)
        memcpy(place + text.len, padding, PTC_PADDING);
    return ptc_json_read(arena, place, text.len, &options, out, NULL, error);
}

/* Padding that goes on as JSON may go on, or as a string, an escape, a number does. */
static const unsigned going_on[] = {0, 1, 2, 4, 5, 6, 7, 8, 9, 10};

/*
 * Every text of up to five of these bytes, with every padding: the verdict is that of the
 * bare text, which is read from a copy, and nothing after the padding is touched.
 */
Test(json, never_looks_past_short_texts, .timeout = 300)
{
    static const char bytes[] = "[]{}\",:1-.e\\u ";
    enum { KINDS = sizeof bytes - 1, LONGEST = 5 };
    const unsigned longest = test_rounds(LONGEST) == LONGEST ? LONGEST : LONGEST - 1;
    fenced_page fence = fence_make();
    ptc_arena arena;
    unsigned good = 0;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned len = 0, texts = 1; len <= longest; len++, texts *= KINDS) {
        for (unsigned n = 0; n < texts; n++) {
            char text[LONGEST];
            ptc_str view = ptc_str_make(text, len);
            ptc_json_error error = {0};
            ptc_value value;
            ptc_status status;

            for (unsigned i = 0, rest = n; i < len; i++, rest /= KINDS)
                text[i] = bytes[rest % KINDS];
            ptc_arena_reset(&arena);
            status = fence_read(&fence, &arena, view, NULL, &value, &error);
            good += status == PTC_OK;
            for (size_t i = 0; i < sizeof going_on / sizeof *going_on; i++) {
                ptc_json_error other = {0};
                ptc_value again;
                ptc_status found = fence_read(&fence, &arena, view, paddings[going_on[i]],
                                              &again, &other);

                if (found == status && other.offset == error.offset &&
                    (found != PTC_OK || ptc_value_same(&value, &again)))
                    continue;
                cr_expect(false, "%s: padding %u: %s at %zu, not %s at %zu",
                          test_cstr(view), going_on[i], ptc_status_name(found),
                          other.offset, ptc_status_name(status), error.offset);
            }
        }
    }
    cr_expect(good > test_rounds(300), "only %u texts are JSON", good);
    ptc_arena_free(&arena);
    munmap(fence.memory, 2 * fence.page);
}

/* The same for what one change makes of longer documents, cut at every place. */
Test(json, never_looks_past_damaged_documents, .timeout = 300)
{
    static const char document[] =
        "{\"id\":-12.5e-3,\"a \\\"key\\\"\":[true,false,null,\"x\\u00e9\\ud83d\\ude00 "
        "and more than sixteen\"],   \"\xC3\xA4\":{\"\":123456789012345678901}}";
    static const char bytes[] = "\"\\[]{},:1 \xC3\x80";
    enum { LEN = sizeof document - 1 };
    fenced_page fence = fence_make();
    ptc_arena arena;
    unsigned compared = 0;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t n = 0; n < (LEN + 1) * (sizeof bytes - 1); n++) {
        size_t at = n / (sizeof bytes - 1);
        char text[LEN + 1];

        memcpy(text, document, sizeof text);
        text[at] = bytes[n % (sizeof bytes - 1)];
        for (size_t len = at + 1; len <= LEN; len += 1 + (len - at) / 4) {
            ptc_str view = ptc_str_make(text, len);
            ptc_json_error error = {0};
            ptc_value value;
            ptc_status status;

            ptc_arena_reset(&arena);
            status = fence_read(&fence, &arena, view, NULL, &value, &error);
            for (size_t i = 0; i < sizeof going_on / sizeof *going_on; i++) {
                ptc_json_error other = {0};
                ptc_value again;
                ptc_status found = fence_read(&fence, &arena, view, paddings[going_on[i]],
                                              &again, &other);

                compared++;
                if (found == status && other.offset == error.offset &&
                    (found != PTC_OK || ptc_value_same(&value, &again)))
                    continue;
                cr_expect(false,
                          "%zu bytes, changed at %zu: padding %u: %s at %zu, not "
                          "%s at %zu",
                          len, at, going_on[i], ptc_status_name(found), other.offset,
                          ptc_status_name(status), error.offset);
            }
        }
    }
    cr_expect(compared > 100000, "only %u", compared);
    ptc_arena_free(&arena);
    munmap(fence.memory, 2 * fence.page);
}

/* --- strings ------------------------------------------------------------------------ */

Test(json, finds_every_ill_formed_sequence_at_every_place)
{
    static const char *const bad[] = {
        "\x80",
        "\xBF",
        "\xC0\x80",
        "\xC1\xBF",
        "\xC2",
        "\xC3(",
        "\xE0\x9F\xBF",
        "\xE0\xA0",
        "\xE1\x80(",
        "\xED\xA0\x80",
        "\xED\xBF\xBF",
        "\xEF\xBF",
        "\xF0\x8F\xBF\xBF",
        "\xF0\x90\x80",
        "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80",
        "\xFE",
        "\xFF",
        "\xF1\x80\x80(",
        "\xC3\xA4\x80",
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        for (size_t before = 0; before < 35; before++) {
            for (int form = 0; form < 4; form++) {
                char text[120];
                ptc_json_error error;
                ptc_value value;
                size_t fault;
                int len =
                    snprintf(text, sizeof text, "[\"%.*s%n%s%s%s\"]", (int)before,
                             form & 1 ? "\\n0123456789abcdefghijklmnopqrstuvwxyz"
                                      : "x0123456789abcdefghijklmnopqrstuvwxyz",
                             &(int){0}, bad[i], form & 2 ? "" : "yyyyyyyyyyyyyyyyyyyy",
                             form & 2 ? "" : "\\t");

                if ((form & 1) && before == 1)
                    continue; /* the backslash would take the first byte */
                fault = 2 + before + (i == 19 ? 2 : 0);
                ptc_arena_reset(&arena);
                cr_assert(read_every_way(&arena, ptc_str_make(text, (size_t)len), &value,
                                         &error) == PTC_ERROR_ENCODING,
                          "row %zu after %zu bytes, form %d", i, before, form);
                cr_assert(error.offset == fault, "row %zu after %zu bytes, form %d: %zu",
                          i, before, form, error.offset);
            }
        }
    }
    ptc_arena_free(&arena);
}

Test(json, finds_control_bytes_at_every_place)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t before = 0; before < 40; before++) {
        for (unsigned control = 0; control < 0x20; control++) {
            char text[64];
            ptc_json_error error;
            ptc_value value;

            memset(text, 'x', sizeof text);
            text[0] = '"';
            text[1 + before] = (char)control;
            text[60] = '"';
            ptc_arena_reset(&arena);
            cr_assert(ptc_json_read(&arena, text, 61, NULL, &value, NULL, &error) ==
                      PTC_ERROR_SYNTAX);
            cr_assert(error.offset == 1 + before, "0x%02X after %zu", control, before);
        }
    }
    ptc_arena_free(&arena);
}

Test(json, knows_which_strings_are_ascii)
{
    static const struct {
        const char *text;
        bool is_ascii;
    } rows[] = {
        {"\"\"", true},
        {"\"abc\"", true},
        {"\"abcdefghijklmnopqrstuvwxyz\"", true},
        {"\"a\\n\\u0041\"", true},
        {"\"\x7F\\u007F\"", true},
        {"\"\xC3\xA4\"", false},
        {"\"abcdefghijklmnopqrstuvwxyz\xC3\xA4\"", false},
        {"\"\\u00e4\"", false},
        {"\"\\u00e4\\n\"", false},
        {"\"\\n\xC3\xA4\\n\"", false},
        {"\"\xC3\xA4\\n\"", false},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_value value;

        cr_assert(read_text(&arena, ptc_str_of(rows[i].text), &value) == PTC_OK);
        cr_expect(((value.flags & PTC_FLAG_ASCII) != 0) == rows[i].is_ascii, "%s",
                  rows[i].text);
    }
    ptc_arena_free(&arena);
}

Test(json, borrows_only_when_it_may)
{
    char text[] =
        "{\"key\":\"value\",\"a\\tb\":\"c\\nd\"}\0                                ";
    ptc_json_options options = {.struct_size = sizeof options, .is_padded = true};
    ptc_arena arena;
    ptc_value value;
    const ptc_map_entry *entries;

    ptc_arena_init(&arena, NULL, 0);
    for (int borrow = 0; borrow < 2; borrow++) {
        options.borrow = borrow == 1;
        cr_assert(ptc_json_read(&arena, text, strlen(text), &options, &value, NULL,
                                NULL) == PTC_OK);
        entries = value.as.map->entries;
        cr_expect((entries[0].key.as.text == text + 2) == options.borrow);
        cr_expect((entries[0].value.as.text == text + 8) == options.borrow);
        cr_expect(entries[1].key.as.text < text ||
                  entries[1].key.as.text > text + sizeof text);
    }
    memset(text, 'X', sizeof text);
    options.borrow = false;
    cr_expect(ptc_str_equal(ptc_value_text(&entries[1].key), PTC_STR("a\tb")));
    ptc_arena_free(&arena);
}

/* --- depth and size ----------------------------------------------------------------- */

static ptc_str nested(char *buffer, size_t depth, bool is_map)
{
    size_t len = 0;

    for (size_t i = 0; i < depth; i++) {
        memcpy(buffer + len, is_map ? "{\"k\":" : "[", is_map ? 5 : 1);
        len += is_map ? 5 : 1;
    }
    buffer[len++] = '1';
    for (size_t i = 0; i < depth; i++)
        buffer[len++] = is_map ? '}' : ']';
    return ptc_str_make(buffer, len);
}

Test(json, counts_levels)
{
    static char buffer[6000];
    ptc_arena arena;
    ptc_value value;
    ptc_json_error error;

    ptc_arena_init(&arena, NULL, 0);
    for (int is_map = 0; is_map < 2; is_map++) {
        size_t step = is_map ? 5 : 1;

        cr_expect(read_every_way(&arena, nested(buffer, 512, is_map), &value, NULL) ==
                  PTC_OK);
        cr_expect(read_every_way(&arena, nested(buffer, 513, is_map), &value, &error) ==
                  PTC_ERROR_DEPTH);
        cr_expect(error.offset == 512 * step, "%zu", error.offset);
        for (unsigned limit = 1; limit < 20; limit++) {
            ptc_json_options options = {.struct_size = sizeof options,
                                        .max_depth = limit};
            ptc_str text = nested(buffer, limit, is_map);

            cr_expect(ptc_json_read(&arena, text.ptr, text.len, &options, &value, NULL,
                                    NULL) == PTC_OK);
            text = nested(buffer, limit + 1, is_map);
            cr_expect(ptc_json_read(&arena, text.ptr, text.len, &options, &value, NULL,
                                    &error) == PTC_ERROR_DEPTH);
            cr_expect(error.offset == limit * step);
        }
    }
    /* Levels are given back: siblings do not add up. */
    cr_expect(read_text(&arena, PTC_STR("[[[]],[[]],[[]],{\"a\":{}},{\"a\":{}}]"),
                        &value) == PTC_OK);
    ptc_arena_free(&arena);
}

Test(json, survives_ten_megabytes_of_brackets)
{
    size_t len = 10u << 20;
    char *text = malloc(len);
    ptc_arena arena;
    ptc_value value;
    ptc_json_error error;

    ptc_arena_init(&arena, NULL, 64u << 20);
    for (int i = 0; i < 3; i++) {
        memset(text, "[{]"[i], len);
        cr_expect(ptc_json_read(&arena, text, len, NULL, &value, NULL, &error) ==
                  (i == 0 ? PTC_ERROR_DEPTH : PTC_ERROR_SYNTAX));
        cr_expect(error.offset == (i == 0 ? 512u : i == 1 ? 1u : 0u));
        ptc_arena_reset(&arena);
    }
    free(text);
    ptc_arena_free(&arena);
}

/* An object with `count` keys, then `extra`. */
static ptc_str large_object(ptc_text *text, size_t count, const char *extra)
{
    ptc_text_byte(text, '{');
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(text, "\"key");
        ptc_text_uint(text, i);
        ptc_text_cstr(text, "\":");
        ptc_text_uint(text, i);
        ptc_text_byte(text, ',');
    }
    ptc_text_cstr(text, extra);
    ptc_text_byte(text, '}');
    return ptc_text_view(text);
}

Test(json, finds_equal_keys_in_objects_of_any_size)
{
    static const size_t counts[] = {1,  2,  3,  7,  14, 15,  16,  17,
                                    18, 31, 32, 33, 64, 100, 3000};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        ptc_json_error error;
        ptc_text text;
        ptc_str view;
        ptc_value value;
        size_t comma;

        ptc_text_init(&text, &arena);
        view = large_object(&text, counts[i], "\"last\":0");
        cr_expect(read_text(&arena, view, &value) == PTC_OK, "%zu keys", counts[i]);
        cr_expect(value.aux == counts[i] + 1);
        for (size_t j = 0; j < counts[i]; j += 1 + j / 5) {
            char name[32];
            const ptc_value *found;
            int len = snprintf(name, sizeof name, "key%zu", j);

            found = ptc_map_find_text(value.as.map, PTC_STRING,
                                      ptc_str_make(name, (size_t)len));
            cr_expect(found != NULL && found->as.integer == (int64_t)j, "%s of %zu", name,
                      counts[i]);
        }
        ptc_text_init(&text, &arena);
        view = large_object(&text, counts[i], "\"k\\u0065y0\":0");
        comma = view.len - strlen("\"k\\u0065y0\":0}");
        cr_expect(ptc_json_read(&arena, view.ptr, view.len, NULL, &value, NULL, &error) ==
                      PTC_ERROR_DUPLICATE,
                  "%zu keys", counts[i]);
        cr_expect(error.offset == comma, "%zu keys: %zu, not %zu", counts[i],
                  error.offset, comma);
    }
    ptc_arena_free(&arena);
}

/* --- trailing text ------------------------------------------------------------------ */

Test(json, stops_after_one_value_when_asked)
{
    static const struct {
        const char *text;
        ptc_status status;
        size_t end;
    } rows[] = {
        {"{\"a\":1}\n{\"a\":2}", PTC_OK, 7},
        {" [1,\"]\"] ```", PTC_OK, 8},
        {"[1]]", PTC_OK, 3},
        {"\"a\\\"b\"c", PTC_OK, 6},
        {"12,", PTC_OK, 2},
        {"true```", PTC_OK, 4},
        {"null", PTC_OK, 4},
        {"{}[1", PTC_OK, 2},
        {"[1} x", PTC_ERROR_SYNTAX, 0},
        {"[1 ", PTC_ERROR_SYNTAX, 0},
        {"", PTC_ERROR_SYNTAX, 0},
        {"truex", PTC_ERROR_SYNTAX, 0},
        {"```", PTC_ERROR_SYNTAX, 0},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int padding = -1; padding < PADDINGS; padding++) {
            block in = block_make(ptc_str_of(rows[i].text), padding);
            ptc_value value;
            size_t end = 0;
            ptc_status status;

            in.options.allow_trailing = true;
            status = ptc_json_read(&arena, in.text.ptr, in.text.len, &in.options, &value,
                                   &end, NULL);
            cr_expect(status == rows[i].status, "%s: %s", rows[i].text,
                      ptc_status_name(status));
            cr_expect(status != PTC_OK || end == rows[i].end, "%s: %zu", rows[i].text,
                      end);
            free(in.memory);
        }
    }
    ptc_arena_free(&arena);
}

Test(json, reads_many_values_of_one_text_in_linear_memory)
{
    enum { LINES = 20000 };
    static char text[LINES * 8];
    ptc_json_options options = {.struct_size = sizeof options, .allow_trailing = true};
    ptc_arena arena;
    size_t at = 0;
    size_t count = 0;

    for (size_t i = 0; i < LINES; i++)
        memcpy(text + i * 8, "[1,\"x\"]\n", 8);
    ptc_arena_init(&arena, NULL, 8u << 20);
    while (at + 1 < sizeof text) {
        ptc_value value;
        size_t end;

        cr_assert(ptc_json_read(&arena, text + at, sizeof text - at, &options, &value,
                                &end, NULL) == PTC_OK);
        at += end;
        count++;
    }
    cr_expect(count == LINES);
    ptc_arena_free(&arena);
}

/* --- memory ------------------------------------------------------------------------- */

typedef struct counter {
    size_t live;
    size_t calls;
    size_t refuse_at;
} counter;

static void *count_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    counter *count = user;
    void *place;

    if (new_size == 0) {
        count->live -= old_size;
        free(old);
        return NULL;
    }
    if (++count->calls == count->refuse_at)
        return NULL;
    place = realloc(old, new_size);
    count->live += new_size - old_size;
    return place;
}

/* Lists, objects above 16 keys, escapes, deep nesting: every reason to allocate. */
static ptc_str demanding_document(ptc_text *text)
{
    ptc_text_cstr(text, "[");
    for (int i = 0; i < 300; i++)
        ptc_text_cstr(text, "[{\"a\\n\":\"\\u00e9 and a longer text\"},");
    large_object(text, 200, "\"x\":1");
    for (int i = 0; i < 300; i++)
        ptc_text_cstr(text, ",1.5,2,3,4,5,6,7,8,9,10]");
    ptc_text_cstr(text, "]");
    return ptc_text_view(text);
}

Test(json, answers_memory_at_every_refused_allocation)
{
    ptc_arena source;
    ptc_text made;
    ptc_str text;
    size_t refused = 0;

    ptc_arena_init(&source, NULL, 0);
    ptc_text_init(&made, &source);
    text = demanding_document(&made);
    for (size_t refuse_at = 1; refuse_at < 1000; refuse_at++) {
        counter count = {.refuse_at = refuse_at};
        ptc_allocator allocator = {count_allocate, &count};
        ptc_json_error error;
        ptc_arena arena;
        ptc_value value;
        ptc_status status;

        ptc_arena_init(&arena, &allocator, 0);
        status = ptc_json_read(&arena, text.ptr, text.len, NULL, &value, NULL, &error);
        if (count.calls < refuse_at) {
            cr_expect(status == PTC_OK);
            ptc_arena_free(&arena);
            cr_expect(count.live == 0);
            break;
        }
        refused++;
        cr_expect(status == PTC_ERROR_MEMORY && error.status == status, "call %zu: %s",
                  refuse_at, ptc_status_name(status));
        cr_expect(value.kind == PTC_NIL && arena.failed);
        ptc_arena_free(&arena);
        cr_expect(count.live == 0, "call %zu: %zu bytes leaked", refuse_at, count.live);
    }
    cr_expect(refused >= 6, "only %zu allocations", refused);
    ptc_arena_free(&source);
}

Test(json, works_in_caller_memory_of_every_size)
{
    static char memory[400000];
    ptc_arena source;
    ptc_text made;
    ptc_str text;
    bool was_read = false;

    ptc_arena_init(&source, NULL, 0);
    ptc_text_init(&made, &source);
    text = demanding_document(&made);
    for (size_t size = 0; size <= sizeof memory; size += size / 40 + 1) {
        ptc_arena arena;
        ptc_value value;
        ptc_status status;

        ptc_arena_init_memory(&arena, memory, size);
        status = read_text(&arena, text, &value);
        cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu bytes: %s", size,
                  ptc_status_name(status));
        cr_expect(!was_read || status == PTC_OK, "%zu bytes: worse than less", size);
        was_read = status == PTC_OK;
    }
    cr_expect(was_read);
    ptc_arena_free(&source);
}

/* --- random documents --------------------------------------------------------------- */

static void random_string(test_random *random, ptc_text *text)
{
    static const char *const parts[] = {"a",
                                        "b",
                                        "-",
                                        "_",
                                        "key",
                                        "\\n",
                                        "\\\"",
                                        "\\u0041",
                                        "\\ud83d\\ude00",
                                        "\xC3\xA4",
                                        "\xF0\x9F\x98\x80",
                                        "sixteen bytes...",
                                        " ",
                                        "]",
                                        "}",
                                        "\\/"};

    ptc_text_byte(text, '"');
    for (unsigned i = test_random_below(random, 6); i > 0; i--)
        ptc_text_cstr(text, parts[test_random_below(random, 16)]);
    ptc_text_byte(text, '"');
}

static void random_number(test_random *random, ptc_text *text)
{
    char number[64];
    uint64_t bits = test_random_next(random);
    double real;

    switch (test_random_below(random, 4)) {
    case 0:
        ptc_text_int(text, (int64_t)bits >> test_random_below(random, 64));
        break;
    case 1:
        ptc_text_int(text, (int64_t)(bits % 1000));
        break;
    case 2:
        memcpy(&real, &bits, sizeof real);
        snprintf(number, sizeof number, "%.*e", (int)test_random_below(random, 18),
                 isfinite(real) ? real : 0.5);
        ptc_text_cstr(text, number);
        break;
    default:
        snprintf(number, sizeof number, "%.3f", (double)(int64_t)(bits >> 40) / 1000);
        ptc_text_cstr(text, number);
    }
}

static void random_blanks(test_random *random, ptc_text *text)
{
    if (test_random_below(random, 8) == 0)
        ptc_text_repeat(text, " \n\t\r"[test_random_below(random, 4)],
                        test_random_below(random, 20));
}

static void random_value(test_random *random, ptc_text *text, unsigned depth)
{
    unsigned choice = test_random_below(random, depth > 0 ? 9 : 6);
    bool is_map = choice == 8;

    random_blanks(random, text);
    if (choice < 2) {
        random_string(random, text);
    } else if (choice < 5) {
        random_number(random, text);
    } else if (choice == 5) {
        ptc_text_cstr(text, (const char *const[]){"null", "true",
                                                  "false"}[test_random_below(random, 3)]);
    } else {
        unsigned count = test_random_below(random, is_map && depth < 2 ? 24 : 5);

        ptc_text_byte(text, is_map ? '{' : '[');
        for (unsigned i = 0; i < count; i++) {
            if (i > 0)
                ptc_text_byte(text, ',');
            if (is_map) {
                random_blanks(random, text);
                random_string(random, text);
                random_blanks(random, text);
                ptc_text_byte(text, ':');
            }
            random_value(random, text, depth - 1);
        }
        random_blanks(random, text);
        ptc_text_byte(text, is_map ? '}' : ']');
    }
    random_blanks(random, text);
}

/* The same value in both libraries; jansson 2.14 keeps the order of insertion. */
static bool same_as_jansson(const ptc_value *value, const json_t *other)
{
    const char *key;
    json_t *member;
    size_t i = 0;

    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        return json_is_null(other);
    case PTC_BOOL:
        return json_is_boolean(other) && json_is_true(other) == value->as.boolean;
    case PTC_INT:
        return json_is_integer(other) && json_integer_value(other) == value->as.integer;
    case PTC_FLOAT:
        return json_is_real(other) && json_real_value(other) == value->as.number;
    case PTC_STRING:
        return json_is_string(other) &&
               ptc_str_equal(
                   ptc_value_text(value),
                   ptc_str_make(json_string_value(other), json_string_length(other)));
    case PTC_VECTOR:
        if (!json_is_array(other) || json_array_size(other) != value->aux)
            return false;
        for (; i < value->aux; i++) {
            if (!same_as_jansson(&value->as.items[i], json_array_get(other, i)))
                return false;
        }
        return true;
    case PTC_MAP:
        if (!json_is_object(other) || json_object_size(other) != value->aux)
            return false;
        json_object_foreach((json_t *)(uintptr_t)other, key, member)
        {
            const ptc_map_entry *entry = &value->as.map->entries[i++];

            if (!ptc_str_equal(ptc_value_text(&entry->key), ptc_str_of(key)) ||
                !same_as_jansson(&entry->value, member))
                return false;
        }
        return true;
    case PTC_KEYWORD:
    case PTC_SET:
    case PTC_OPAQUE:
        break;
    }
    return false;
}

static void damage(test_random *random, ptc_text *text)
{
    static const char bytes[] = "\"\\{}[]:,0123456789eE+-. \n\ttfnu/\x80\xC3\xFF\x01";
    size_t at = test_random_below(random, (uint32_t)text->len);

    switch (test_random_below(random, 3)) {
    case 0:
        text->ptr[at] = bytes[test_random_below(random, sizeof bytes - 1)];
        break;
    case 1:
        memmove(text->ptr + at, text->ptr + at + 1, text->len - at);
        text->len--;
        break;
    default:
        text->len = at;
    }
}

Test(json, agrees_with_jansson)
{
    test_random random = test_random_start("json", 21);
    unsigned accepted = 0;
    unsigned refused = 0;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (int i = 0; i < 30000; i++) {
        ptc_text text;
        ptc_value value;
        ptc_status status;
        json_t *other;

        ptc_arena_reset(&arena);
        ptc_text_init(&text, &arena);
        random_value(&random, &text, 4);
        if (i % 2 != 0 && text.len > 0)
            damage(&random, &text);
        status = i % 16 == 0 ? read_every_way(&arena, ptc_text_view(&text), &value, NULL)
                             : read_text(&arena, ptc_text_view(&text), &value);
        other =
            json_loadb(text.ptr, text.len,
                       JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, NULL);
        /* jansson refuses integers outside int64, which are opaque here. */
        if (status == PTC_OK && other == NULL) {
            bool has_opaque = false;

            for (const char *p = text.ptr; p < text.ptr + text.len; p++)
                has_opaque |=
                    p + 19 <= text.ptr + text.len && strspn(p, "0123456789") >= 19;
            cr_assert(has_opaque, "only jansson refuses %.*s", (int)text.len, text.ptr);
        } else {
            cr_assert((status == PTC_OK) == (other != NULL), "%s: %.*s",
                      ptc_status_name(status), (int)text.len, text.ptr);
            cr_assert(status != PTC_OK || same_as_jansson(&value, other), "%.*s",
                      (int)text.len, text.ptr);
        }
        accepted += status == PTC_OK;
        refused += status != PTC_OK;
        json_decref(other);
    }
    cr_expect(accepted > 5000 && refused > 5000, "%u accepted, %u refused", accepted,
              refused);
    ptc_arena_free(&arena);
}

Test(json, writes_what_it_reads)
{
    test_random random = test_random_start("json round trip", 22);
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (int i = 0; i < 5000; i++) {
        ptc_text text;
        ptc_text written;
        ptc_text again;
        ptc_value value;
        ptc_value back;

        ptc_arena_reset(&arena);
        ptc_text_init(&text, &arena);
        ptc_text_init(&written, &arena);
        ptc_text_init(&again, &arena);
        random_value(&random, &text, 4);
        if (read_text(&arena, ptc_text_view(&text), &value) != PTC_OK)
            continue; /* equal keys */
        cr_assert(ptc_json_write(&written, &value, (unsigned)(i % 3)) == PTC_OK);
        cr_assert(read_text(&arena, ptc_text_view(&written), &back) == PTC_OK, "%s",
                  written.ptr);
        cr_assert(ptc_value_same(&value, &back), "%s", written.ptr);
        cr_assert(ptc_json_write(&again, &back, (unsigned)(i % 3)) == PTC_OK);
        cr_assert(strcmp(again.ptr, written.ptr) == 0, "%s", written.ptr);
    }
    ptc_arena_free(&arena);
}

/* --- writing ------------------------------------------------------------------------ */

static const char *write_json(ptc_arena *arena, const ptc_value *value, unsigned indent,
                              ptc_status expected)
{
    ptc_text text;
    ptc_status status;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, ">");
    status = ptc_json_write(&text, value, indent);
    cr_expect(status == expected, "%s, not %s", ptc_status_name(status),
              ptc_status_name(expected));
    return text.ptr;
}

static ptc_value map_of(ptc_arena *arena, const ptc_map_entry *entries, size_t count)
{
    ptc_value map;
    ptc_map_entry *copy = ptc_arena_array(arena, count, sizeof *copy);

    memcpy(copy, entries, count * sizeof *copy);
    cr_assert(ptc_map_make(arena, copy, count, &map, NULL) == PTC_OK);
    return map;
}

static ptc_value opaque(const char *text, unsigned flags)
{
    ptc_value value = ptc_value_make(PTC_OPAQUE, flags, strlen(text));

    value.as.text = text;
    return value;
}

Test(json, writes_values_that_json_does_not_know)
{
    ptc_arena arena;
    ptc_value items[] = {ptc_value_keyword(PTC_STR("a")),
                         ptc_value_float(100),
                         ptc_value_float(-0.0),
                         ptc_value_nil(),
                         ptc_value_string(PTC_STR("\"\\/\b\f\n\r\t\x01\x1F\x7F\xC3\xA4")),
                         opaque("-9223372036854775809", PTC_FLAG_NUMBER)};
    ptc_map_entry entries[] = {
        {ptc_value_string(PTC_STR("s")), ptc_value_bool(true)},
        {ptc_value_keyword(PTC_STR("k")), ptc_value_set(items, 2)},
        {ptc_value_int(-7), ptc_value_vector(NULL, 0)},
    };
    ptc_value value;

    ptc_arena_init(&arena, NULL, 0);
    value = ptc_value_vector(items, 6);
    cr_expect(strcmp(write_json(&arena, &value, 0, PTC_OK),
                     ">[\"a\",100.0,-0.0,null,\"\\\"\\\\/"
                     "\\b\\f\\n\\r\\t\\u0001\\u001f\x7F\xC3\xA4\","
                     "-9223372036854775809]") == 0);
    value = map_of(&arena, entries, 3);
    cr_expect(strcmp(write_json(&arena, &value, 0, PTC_OK),
                     ">{\"s\":true,\"k\":[\"a\",100.0],\"-7\":[]}") == 0);
    cr_expect(strcmp(write_json(&arena, &value, 2, PTC_OK),
                     ">{\n  \"s\": true,\n  \"k\": [\n    \"a\",\n    100.0\n  ],\n  "
                     "\"-7\": []\n}") == 0);
    ptc_arena_free(&arena);
}

Test(json, refuses_to_write_what_json_cannot_say)
{
    ptc_value items[20];
    ptc_map_entry entries[][2] = {
        {{ptc_value_string(PTC_STR("a")), ptc_value_nil()},
         {ptc_value_keyword(PTC_STR("a")), ptc_value_nil()}},
        {{ptc_value_keyword(PTC_STR("1")), ptc_value_nil()},
         {ptc_value_int(1), ptc_value_nil()}},
        {{ptc_value_int(1), ptc_value_nil()},
         {ptc_value_string(PTC_STR("1")), ptc_value_nil()}},
        {{ptc_value_nil(), ptc_value_nil()}, {ptc_value_int(1), ptc_value_nil()}},
        {{ptc_value_float(1), ptc_value_nil()}, {ptc_value_int(1), ptc_value_nil()}},
    };
    ptc_arena arena;
    size_t count = 0;

    ptc_arena_init(&arena, NULL, 0);
    items[count++] = ptc_value_float((double)NAN);
    items[count++] = ptc_value_float(HUGE_VAL);
    items[count++] = ptc_value_float(-HUGE_VAL);
    items[count++] = opaque("#x 1", 0);
    items[count++] = opaque("+9223372036854775808", PTC_FLAG_NUMBER);
    items[count++] = opaque("9223372036854775808N", PTC_FLAG_NUMBER);
    items[count++] = opaque("-", PTC_FLAG_NUMBER);
    items[count++] = opaque("09223372036854775808", PTC_FLAG_NUMBER);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        items[count++] = map_of(&arena, entries[i], 2);
    for (size_t i = 0; i < count; i++) {
        ptc_value pair[] = {ptc_value_int(1), items[i]};
        ptc_value list = ptc_value_vector(pair, 2);

        cr_expect(strcmp(write_json(&arena, &list, 0, PTC_ERROR_INVALID), ">") == 0,
                  "row %zu", i);
    }
    ptc_arena_free(&arena);
}

Test(json, refuses_to_write_too_deep_values)
{
    static ptc_value levels[PTC_DEPTH_MAX + 2];
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    levels[0] = ptc_value_int(1);
    for (size_t i = 1; i < PTC_DEPTH_MAX + 2; i++)
        levels[i] = ptc_value_vector(&levels[i - 1], 1);
    write_json(&arena, &levels[PTC_DEPTH_MAX], 0, PTC_OK);
    write_json(&arena, &levels[PTC_DEPTH_MAX + 1], 0, PTC_ERROR_DEPTH);
    ptc_arena_free(&arena);
}

Test(json, refuses_to_write_without_memory)
{
    char memory[1024];
    ptc_arena arena;
    ptc_text text;
    ptc_value items[100];
    ptc_value list;

    for (size_t i = 0; i < 100; i++)
        items[i] = ptc_value_string(PTC_STR("0123456789"));
    list = ptc_value_vector(items, 100);
    ptc_arena_init_memory(&arena, memory, sizeof memory);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "x");
    cr_expect(ptc_json_write(&text, &list, 0) == PTC_ERROR_MEMORY);
    cr_expect(text.failed && strcmp(text.ptr, "x") == 0);
}

/* --- places ------------------------------------------------------------------------- */

#define KEY(name)                                                                        \
    {                                                                                    \
        {name, sizeof(name) - 1}, 0                                                      \
    }
#define AT(i)                                                                            \
    {                                                                                    \
        {NULL, 0}, i                                                                     \
    }

Test(json, locates_values)
{
    static const char text[] = " {\"a\": [10, {\"b\\u0063\": \"x]\\\"\"}, [], -1.5e3], "
                               "\"\": {}, \"\\ud83d\\ude00\\n\" :\ttrue}";
    static const struct {
        ptc_path_step path[3];
        size_t depth;
        const char *found; /* NULL: nowhere */
    } rows[] = {
        {{KEY("a")}, 1, "[10, {\"b\\u0063\": \"x]\\\"\"}, [], -1.5e3]"},
        {{KEY("a"), AT(0)}, 2, "10"},
        {{KEY("a"), AT(1)}, 2, "{\"b\\u0063\": \"x]\\\"\"}"},
        {{KEY("a"), AT(1), KEY("bc")}, 3, "\"x]\\\"\""},
        {{KEY("a"), AT(2)}, 2, "[]"},
        {{KEY("a"), AT(3)}, 2, "-1.5e3"},
        {{KEY("a"), AT(4)}, 2, NULL},
        {{KEY("a"), AT(2), AT(0)}, 3, NULL},
        {{KEY("")}, 1, "{}"},
        {{KEY("\xF0\x9F\x98\x80\n")}, 1, "true"},
        {{KEY("a"), AT(1), KEY("missing")}, 3, "{\"b\\u0063\": \"x]\\\"\"}"},
        {{KEY(""), KEY("missing"), KEY("more")}, 3, "{}"},
        {{KEY("a"), KEY("b")}, 2, NULL},
        {{AT(0)}, 1, NULL},
        {{KEY("a"), AT(0), AT(0)}, 3, NULL},
    };
    size_t start;
    size_t end;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_found = ptc_json_locate(text, sizeof text - 1, rows[i].path,
                                        rows[i].depth, &start, &end);

        cr_expect(is_found == (rows[i].found != NULL), "row %zu", i);
        if (is_found && rows[i].found != NULL)
            cr_expect(ptc_str_equal(ptc_str_make(text + start, end - start),
                                    ptc_str_of(rows[i].found)),
                      "row %zu: %.*s", i, (int)(end - start), text + start);
    }
    cr_expect(ptc_json_locate(text, sizeof text - 1, NULL, 0, &start, &end));
    cr_expect(start == 1 && end == sizeof text - 1);
    cr_expect(!ptc_json_locate("", 0, NULL, 0, &start, &end));
}

Test(json, locates_in_damaged_text_without_leaving_it)
{
    static const char text[] =
        "{\"a\": [10, {\"b\\u0063\": \"x]\\\"\"}, [], -1.5e3], \"\\ud83d\\ude00\":1}";
    static const ptc_path_step path[] = {KEY("a"), AT(1), KEY("bc")};
    static const ptc_path_step other[] = {KEY("\xF0\x9F\x98\x80")};

    for (size_t len = 0; len < sizeof text; len++) {
        block in = block_make(ptc_str_make(text, len), -1);
        size_t start;
        size_t end;

        for (size_t depth = 0; depth <= 3; depth++) {
            if (ptc_json_locate(in.text.ptr, len, path, depth, &start, &end))
                cr_expect(start <= end && end <= len);
        }
        if (ptc_json_locate(in.text.ptr, len, other, 1, &start, &end))
            cr_expect(start <= end && end <= len);
        free(in.memory);
    }
}

/* --- Canonical text ----------------------------------------------------------------- */

Test(json, writes_equal_data_as_equal_text)
{
    static const struct {
        const char *text;
        const char *canonical;
    } rows[] = {
        {"{\"b\": 1.0, \"a\": [ 1, {\"d\": 0, \"c\": null} ]}",
         "{\"a\":[1,{\"c\":null,\"d\":0}],\"b\":1}"},
        {"{\"\u00e9\": 1, \"z\": 2, \"\": 3, \"Z\": 4, \"zz\": 5}",
         "{\"\":3,\"Z\":4,\"z\":2,\"zz\":5,\"\xC3\xA9\":1}"},
        {"[-0.0, 0.5, 1e3, 9007199254740992.0, 1e16, 123456789012345678901]",
         "[0,0.5,1000,9007199254740992,1e16,123456789012345678901]"},
        {"\"\\u0041\\n\"", "\"A\\n\""},
        {"{}", "{}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_value value;
        ptc_arena arena;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        cr_assert(ptc_json_read(&arena, rows[i].text, strlen(rows[i].text), NULL, &value,
                                NULL, NULL) == PTC_OK,
                  "row %zu", i);
        cr_expect(ptc_json_write_canonical(&text, &value) == PTC_OK, "row %zu", i);
        cr_expect_str_eq(text.ptr, rows[i].canonical, "row %zu", i);
        ptc_arena_free(&arena);
    }
}

Test(json, writes_no_canonical_text_of_keys_that_meet)
{
    ptc_map_entry entries[] = {
        {ptc_value_keyword(PTC_STR("7")), ptc_value_nil()},
        {ptc_value_int(7), ptc_value_nil()},
    };
    ptc_value value;
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "before");
    cr_assert(ptc_map_make(&arena, entries, 2, &value, NULL) == PTC_OK);
    cr_expect(ptc_json_write_canonical(&text, &value) == PTC_ERROR_INVALID);
    cr_expect_str_eq(text.ptr, "before");
    entries[0].key = ptc_value_keyword(PTC_STR("70"));
    cr_assert(ptc_map_make(&arena, entries, 2, &value, NULL) == PTC_OK);
    cr_expect(ptc_json_write_canonical(&text, &value) == PTC_OK);
    cr_expect_str_eq(text.ptr, "before{\"7\":null,\"70\":null}");
    ptc_arena_free(&arena);
}

/* --- Names of keys ------------------------------------------------------------------ */

/* Data of a program, whose keys may be of any kind. */
static ptc_value read_data(ptc_arena *arena, const char *program)
{
    ptc_source source = {PTC_STR("data"), ptc_str_of(program)};
    ptc_lisp_result result;
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_assert(ptc_lisp_eval(arena, lisp, &source, 0, &result) == PTC_OK, "%s: %s",
              program, result.error.message.ptr);
    ptc_lisp_free(lisp);
    return result.value;
}

static const char *read_and_name(ptc_arena *arena, const char *program,
                                 ptc_status expected)
{
    ptc_value value = read_data(arena, program);
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_byte(&text, '>');
    cr_expect(ptc_json_write_named(&text, &value, 0) == expected, "%s", program);
    return text.ptr;
}

/* Keys of every kind have a name. [ptc-lisp 15] */
Test(json, names_keys)
{
    static const struct {
        const char *edn, *json;
    } rows[] = {
        {"{:a 1 \"b\" 2 7 3 true 4 nil 5 1.5 6}",
         ">{\"a\":1,\"b\":2,\"7\":3,\"true\":4,\"nil\":5,\"1.5\":6}"},
        {"{[1 \"a\"] {#{:b} {{:c 1} 2}}}",
         ">{\"[1 \\\"a\\\"]\":{\"#{:b}\":{\"{:c 1}\":2}}}"},
        {"[{false [{}]} {:a #{}}]", ">[{\"false\":[{}]},{\"a\":[]}]"},
        {"{\":a\" 1 :a 2 \"\" 3}", ">{\":a\":1,\"a\":2,\"\":3}"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(read_and_name(&arena, rows[i].edn, PTC_OK), rows[i].json);
    cr_expect_str_eq(read_and_name(&arena, "[{:a 1 \"a\" 2}]", PTC_ERROR_INVALID), ">");
    cr_expect_str_eq(read_and_name(&arena, "{nil 1 :nil 2}", PTC_ERROR_INVALID), ">");
    ptc_arena_free(&arena);
}

/* Which keys collide, and where: each map once. */
Test(json, reports_which_keys_collide)
{
    static const struct {
        const char *edn, *errors;
    } rows[] = {
        {"{:a 1 \"b\" {:c 2}}", ""},
        {"{:a 1 \"a\" 2}", "(root): two keys would be the same in JSON: a\n"},
        {"[{\"x\" {1 2 \"1\" 3}} {:a-b 1 \"a-b\" 2 :a_b 3}]",
         "[0].x: two keys would be the same in JSON: 1\n"
         "[1]: two keys would be the same in JSON: a-b\n"},
        {"{true {:a 1 \"a\" 2} \"true\" 3}",
         "(root): two keys would be the same in JSON: true\n"
         "true: two keys would be the same in JSON: a\n"},
        {"{[1] 2 \"[1]\" 3}", "(root): two keys would be the same in JSON: [1]\n"},
        {"{[1] 2 [2] 3 {} 4 1.5 5}", ""},
        {"{##NaN 1 2.0 3}", ""},
        {"{##NaN 1 2.0 3 ##NaN 4}",
         "(root): two keys would be the same in JSON: ##NaN\n"},
        {"{[##NaN] 1 [##NaN] 4}",
         "(root): two keys would be the same in JSON: [##NaN]\n"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_value value = read_data(&arena, rows[i].edn);
        ptc_report report;
        ptc_text text;

        ptc_report_init(&report, &arena);
        ptc_text_init(&text, &arena);
        cr_expect(ptc_json_keys_check(&value, &report) ==
                  (rows[i].errors[0] == '\0' ? PTC_OK : PTC_ERROR_INVALID));
        for (size_t k = 0; k < report.error_count; k++) {
            ptc_issue_write(&text, &report.errors[k]);
            ptc_text_byte(&text, '\n');
        }
        cr_expect_str_eq(text.ptr, rows[i].errors);
    }
    ptc_arena_free(&arena);
}

/* NaN and the infinities have places as well; as keys they are texts. */
Test(json, reports_numbers_that_it_lacks)
{
    static const struct {
        const char *edn;
        const char *errors;
    } rows[] = {
        {"[1.5 -0.0 nil {:a \"##NaN\"} {##NaN 1}]", ""},
        {"##NaN", "(root): JSON has no such number: ##NaN\n"},
        {"{:a [1 #{##Inf}] :b ##-Inf}", "a[1][0]: JSON has no such number: ##Inf\n"
                                        "b: JSON has no such number: ##-Inf\n"},
        {"[{:a 1 \"a\" 2} ##NaN]", "[0]: two keys would be the same in JSON: a\n"
                                   "[1]: JSON has no such number: ##NaN\n"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_value value = read_data(&arena, rows[i].edn);
        ptc_report report;
        ptc_text text;

        ptc_report_init(&report, &arena);
        ptc_text_init(&text, &arena);
        cr_expect(ptc_json_check(&value, &report) ==
                  (rows[i].errors[0] == '\0' ? PTC_OK : PTC_ERROR_INVALID));
        for (size_t k = 0; k < report.error_count; k++) {
            ptc_issue_write(&text, &report.errors[k]);
            ptc_text_byte(&text, '\n');
        }
        cr_expect_str_eq(text.ptr, rows[i].errors);
        ptc_text_init(&text, &arena);
        if (rows[i].errors[0] == '\0')
            cr_expect(ptc_json_write_named(&text, &value, 0) == PTC_OK);
    }
    ptc_arena_free(&arena);
}

/* Long names are cut, and what moves cursors is escaped. */
Test(json, reports_names_on_one_line)
{
    ptc_map_entry entries[2];
    ptc_report report;
    ptc_value value;
    ptc_arena arena;
    ptc_text name;

    ptc_arena_init(&arena, NULL, 0);
    ptc_report_init(&report, &arena);
    ptc_text_init(&name, &arena);
    ptc_text_cstr(&name, "a\n\x1B");
    ptc_text_repeat(&name, 'x', 5000);
    entries[0] =
        (ptc_map_entry){ptc_value_keyword(ptc_text_view(&name)), ptc_value_int(1)};
    entries[1] =
        (ptc_map_entry){ptc_value_string(ptc_text_view(&name)), ptc_value_int(2)};
    value = map_of(&arena, entries, 2);
    cr_assert(ptc_json_keys_check(&value, &report) == PTC_ERROR_INVALID);
    cr_expect(report.errors[0].message.len < 200);
    cr_expect(strstr(report.errors[0].message.ptr, "JSON: a\\u000a\\u001bxxx") != NULL,
              "%s", report.errors[0].message.ptr);
    ptc_arena_free(&arena);
}
