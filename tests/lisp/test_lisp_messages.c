/* SPDX-License-Identifier: MIT */
/*
 * Messages for programs that models write: each row of lisp_messages.tsv is a program and
 * the whole message. PTC_ACCEPT=1 rewrites the table, to be read like code. [ptc-lisp
 * 16, 17]
 */
#include <criterion/criterion.h>

#include "support.h"

#include "lisp/core/core_int.h"

#include <ptc/form.h>
#include <ptc/lisp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- A context with data and tools ------------------------------------------------- */

static const char messages_context[] =
    "{:orders [{\"id\" 1 \"status\" \"paid\" \"total\" 120.5}"
    "          {\"id\" 2 \"status\" \"open\" \"total\" 80}]"
    " :user {\"name\" \"Ann\" \"_token\" \"s3cret\"} :query \"shoes\"}";

static ptc_status messages_tool(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_nil();
    return PTC_OK;
}

static const ptc_schema *messages_signature(const char *text, ptc_arena *arena)
{
    ptc_source source = {PTC_STR("signature"), ptc_str_of(text)};
    ptc_schema *schema = ptc_arena_array(arena, 1, sizeof *schema);
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    cr_assert_eq(ptc_signature_read(arena, &source, NULL, &diags, schema), PTC_OK, "%s",
                 text);
    return schema;
}

typedef struct messages {
    ptc_arena arena; /* of the context */
    ptc_arena run;
    ptc_value context;
    ptc_tool tools[2];
    ptc_lisp *lisp;
} messages;

static void messages_start(messages *at)
{
    ptc_source data = {PTC_STR("context"), ptc_str_of(messages_context)};
    ptc_lisp_options options;
    ptc_forms forms;
    ptc_diags diags;

    ptc_arena_init(&at->arena, NULL, 0);
    ptc_arena_init(&at->run, NULL, 0);
    ptc_diags_init(&diags, &at->arena);
    ptc_forms_init(&forms, &at->arena, &data);
    cr_assert(ptc_form_to_value(&forms, ptc_edn_read_one(&forms, &diags), &at->context,
                                &diags) == PTC_OK);
    at->tools[0] = (ptc_tool){.name = "search",
                              .signature = messages_signature(
                                  "(query :string, limit :int?) -> :any", &at->arena),
                              .function = messages_tool};
    at->tools[1] =
        (ptc_tool){.name = "get_user",
                   .signature = messages_signature("(id :int) -> :any", &at->arena),
                   .function = messages_tool};
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.hides_private = true;
    options.time_ms = PTC_UNLIMITED;
    options.branches_ms = PTC_UNLIMITED;
    cr_assert_eq(ptc_lisp_new(&options, &at->lisp), PTC_OK);
    cr_assert_eq(ptc_lisp_set_context(at->lisp, &at->context), PTC_OK);
    cr_assert_eq(ptc_lisp_set_tools(&at->arena, at->lisp, at->tools, 2, NULL, NULL),
                 PTC_OK);
}

static void messages_end(messages *at)
{
    ptc_lisp_free(at->lisp);
    ptc_arena_free(&at->run);
    ptc_arena_free(&at->arena);
}

/* "reason L:C message", or the value as `pr-str` prints it; until the next call. */
static const char *messages_of(messages *at, ptc_str program)
{
    ptc_source source = {PTC_STR("program"), program};
    ptc_lisp_result result;
    ptc_text text;

    ptc_arena_reset(&at->run);
    if (ptc_lisp_eval(&at->run, at->lisp, &source, PTC_LISP_PRINTED, &result) == PTC_OK)
        return test_cstr(result.printed);
    ptc_text_init(&text, &at->run);
    ptc_text_cstr(&text, ptc_reason_name(result.error.reason));
    ptc_text_byte(&text, ' ');
    ptc_text_uint(&text, result.error.line);
    ptc_text_byte(&text, ':');
    ptc_text_uint(&text, result.error.column);
    ptc_text_byte(&text, ' ');
    ptc_text_cstr(&text, result.error.message.ptr);
    return text.ptr;
}

/* --- The table --------------------------------------------------------------------- */

static const char messages_file[] = "tests/lisp/lisp_messages.tsv";

/* The program of a row: U+23CE stands for the end of a line. */
static ptc_str messages_program(messages *at, ptc_str row)
{
    const char *tab = memchr(row.ptr, '\t', row.len);
    size_t len = tab != NULL ? (size_t)(tab - row.ptr) : row.len;
    ptc_text text;

    ptc_text_init(&text, &at->arena);
    for (size_t i = 0; i < len; i++) {
        bool is_end = len - i >= 3 && memcmp(row.ptr + i, "\xE2\x8F\x8E", 3) == 0;

        ptc_text_byte(&text, is_end ? '\n' : row.ptr[i]);
        i += is_end ? 2 : 0;
    }
    return ptc_text_view(&text);
}

static bool messages_is_note(ptc_str row)
{
    return row.len == 0 || (row.len > 1 && row.ptr[0] == '#' && row.ptr[1] == '#');
}

static void messages_write(const ptc_str *text)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", getenv("PTC_ROOT"), messages_file);
    file = fopen(path, "wb");
    cr_assert(file != NULL && fwrite(text->ptr, 1, text->len, file) == text->len);
    cr_assert_eq(fclose(file), 0);
}

Test(lisp_messages, table)
{
    ptc_str file = test_read_project_file(messages_file);
    ptc_str rest = file;
    unsigned number = 0;
    ptc_arena arena;
    ptc_text all;
    ptc_str row;
    ptc_str text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&all, &arena);
    while (test_next_line(&rest, &row, &number)) {
        messages at;
        const char *tab = memchr(row.ptr, '\t', row.len);
        const char *given;

        if (messages_is_note(row)) {
            ptc_text_str(&all, row);
            ptc_text_byte(&all, '\n');
            continue;
        }
        messages_start(&at);
        given = messages_of(&at, messages_program(&at, row));
        ptc_text_bytes(&all, row.ptr, tab != NULL ? (size_t)(tab - row.ptr) : row.len);
        ptc_text_byte(&all, '\t');
        ptc_text_cstr(&all, given);
        ptc_text_byte(&all, '\n');
        cr_expect_leq(strlen(given), 460, "%s", given);
        cr_expect(strchr(given, '\n') == NULL, "%u: of many lines: %s", number, given);
        cr_expect(strstr(given, "s3cret") == NULL, "%u: tells a secret: %s", number,
                  given);
        if (getenv("PTC_ACCEPT") == NULL)
            cr_expect(
                tab != NULL &&
                    ptc_str_equal(
                        ptc_str_make(tab + 1, row.len - 1 - (size_t)(tab - row.ptr)),
                        ptc_str_of(given)),
                "%s:%u: %s\n  gives %s", messages_file, number, test_cstr(row), given);
        messages_end(&at);
    }
    text = ptc_text_view(&all);
    if (getenv("PTC_ACCEPT") != NULL)
        messages_write(&text);
    ptc_arena_free(&arena);
    free((void *)(uintptr_t)file.ptr);
}

/* --- The text of the program ------------------------------------------------------- */

/* A fault within a function that memory keeps is not one of the builtin around it. */
Test(lisp_messages, faults_of_kept_functions)
{
    messages at;

    messages_start(&at);
    messages_of(&at, PTC_STR("(defn h [a] a) (defn g [x] (h x 2)) (defn two [a b] a)"));
    cr_expect_str_eq(messages_of(&at, PTC_STR("(map g [1])")),
                     "arity_mismatch 1:1 h: expected 1, got 2; its parameters are [a]");
    cr_expect_str_eq(messages_of(&at, PTC_STR("(map two [1])")),
                     "arity_mismatch 1:1 two: expected 2, got 1; its parameters are [a "
                     "b]; map calls its function with 1 argument: (fn [x] ..)");
    messages_end(&at);
}

/* Forms too large to be looked at again, and messages that have no room, stay as they
 * are; nothing in a program can make them long. */
Test(lisp_messages, large_forms)
{
    messages at;
    ptc_text text;
    const char *given;

    messages_start(&at);
    ptc_text_init(&text, &at.arena);
    ptc_text_cstr(&text, "(let [x 5] (x + \"");
    ptc_text_repeat(&text, 'y', 5000);
    ptc_text_cstr(&text, "\"))");
    given = messages_of(&at, ptc_text_view(&text));
    cr_expect_str_eq(given, "not_callable 1:12 not callable: 5");
    ptc_text_init(&text, &at.arena);
    ptc_text_cstr(&text, "(map (fn [");
    for (unsigned i = 0; i < 90; i++)
        ptc_text_cstr(&text, "long-name-of-it ");
    ptc_text_cstr(&text, "] 1) [1])");
    given = messages_of(&at, ptc_text_view(&text));
    cr_expect(strncmp(given, "arity_mismatch 1:1 expected 90, got 1", 37) == 0, "%s",
              given);
    cr_expect_leq(strlen(given), 460);
    messages_end(&at);
}

/* Many operators in one call are looked at in linear time. */
Test(lisp_messages, many_operators, .timeout = 20)
{
    messages at;
    ptc_text text;

    messages_start(&at);
    ptc_text_init(&text, &at.arena);
    ptc_text_cstr(&text, "(count (vector ");
    for (unsigned i = 0; i < 20000; i++)
        ptc_text_cstr(&text, "+ ");
    ptc_text_cstr(&text, "))");
    cr_expect_str_eq(messages_of(&at, ptc_text_view(&text)), "20000");
    messages_end(&at);
}

/* --- Kinds of arguments ------------------------------------------------------------ */

static const char *const messages_values[] = {
    "5",   "\"a\"", ":a",     "[1]", "{:a 1}", "#{1}",
    "nil", "count", "#\"a\"", "'x",  "true",   "(LocalDate/parse \"2024-01-01\")",
};
enum { MESSAGES_VALUES = sizeof messages_values / sizeof *messages_values };

/* The builtin called with `count` arguments, number `which` of all such calls. */
static void messages_check_call(messages *at, const char *name, unsigned count,
                                unsigned which)
{
    static const char refusal[] = "invalid argument types: ";
    const char *given;
    const char *types;
    ptc_text text;

    ptc_text_init(&text, &at->arena);
    ptc_text_byte(&text, '(');
    ptc_text_cstr(&text, name);
    for (unsigned i = 0; i < count; i++, which /= MESSAGES_VALUES) {
        ptc_text_byte(&text, ' ');
        ptc_text_cstr(&text, messages_values[which % MESSAGES_VALUES]);
    }
    ptc_text_byte(&text, ')');
    given = messages_of(at, ptc_text_view(&text));
    types = strstr(given, refusal);
    cr_expect(types == NULL || strchr(types, ';') != NULL, "%s: %s",
              test_cstr(ptc_text_view(&text)), given);
}

/* A builtin that refuses arguments by type says which it takes, or what to do. */
Test(lisp_messages, every_builtin_says_what_it_expects)
{
    for (uint32_t i = 0; i < ptc_builtin_count; i++) {
        unsigned calls = 1;
        messages at;

        messages_start(&at);
        for (unsigned count = 1; count <= 3; count++) {
            calls *= MESSAGES_VALUES;
            for (unsigned which = 0; which < calls; which += count == 3 ? 29 : 1)
                messages_check_call(&at, ptc_builtin_rows[i].name, count, which);
        }
        messages_end(&at);
    }
}

/* Whether a list of names, quoted in a source, has that name. */
static bool messages_has_name(const char *list, const char *end, const char *name,
                              size_t length)
{
    for (const char *at = list; at + length < end; at++) {
        if (strncmp(at, name, length) == 0 && strchr(" \"", at[-1]) != NULL &&
            strchr(" \"", at[length]) != NULL)
            return true;
    }
    return false;
}

/* A builtin that calls a function for the elements of a collection is among those whose
 * advice says what function that is. */
Test(lisp_messages, builtins_that_call_a_function_have_advice_for_it)
{
    static const struct {
        const char *names;
        const char *arguments;
    } rows[] = {
#define PTC_EXPECT(names, arguments) {names, arguments},
#include "lisp/language/expects.def"
    };
    ptc_str source = test_read_project_file("runtime/lisp/compile/explain.c");
    const char *list = strstr(source.ptr, "explain_shapes[] = {");
    const char *end;

    cr_assert_not_null(list);
    end = strstr(list, "\n};");
    cr_assert_not_null(end);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strncmp(rows[i].arguments, "function ", 9) != 0 ||
            (strstr(rows[i].arguments, "collection") == NULL &&
             strstr(rows[i].arguments, "map") == NULL))
            continue;
        for (const char *name = rows[i].names; *name != '\0';) {
            size_t length = strcspn(name, " ");

            cr_expect(messages_has_name(list + 1, end, name, length),
                      "explain_shapes lacks %.*s", (int)length, name);
            name += length + strspn(name + length, " ");
        }
    }
    free((void *)(uintptr_t)source.ptr);
}
