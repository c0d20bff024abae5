/* SPDX-License-Identifier: MIT */
/* Tools of which the host's context has some arguments. [brimley 4b] */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/ptc.h>

#include <stdio.h>

typedef struct calls {
    ptc_arena arena;
    ptc_lisp *lisp;
    ptc_schema schema;
    ptc_tool tool;
    ptc_context context;
    ptc_lisp_result result;
    unsigned count;
    char seen[256]; /* by the function, as JSON with ' for " */
    char told[256];
} calls;

static void note(const ptc_value *value, char out[256], ptc_arena *arena)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_json_write(&text, value, 0);
    snprintf(out, 256, "%s", test_cstr(ptc_text_view(&text)));
    for (char *at = out; *at != '\0'; at++)
        *at = *at == '"' ? '\'' : *at;
}

static ptc_status look(ptc_tool_call *call, void *user)
{
    calls *all = user;

    all->count++;
    note(&call->arguments, all->seen, call->arena);
    note(&call->told, all->told, call->arena);
    call->result = ptc_value_int(1);
    return PTC_OK;
}

static void start(calls *all, const char *app, ptc_mode mode, unsigned flags)
{
    static const char signature[] =
        "[:=> [:catn [:q :string] [:user_id {:ptc/context \"app.user.id\"} :int] [:n "
        "{:default 3} [:int {:ptc/casts true}]]] :int]";
    ptc_tool_options options = {.struct_size = sizeof options, .mode = mode};
    ptc_str why;

    memset(all, 0, sizeof *all);
    ptc_arena_init(&all->arena, NULL, 0);
    cr_assert(ptc_signature_of(&all->arena, signature, &all->schema, &why) == PTC_OK,
              "%s", why.ptr);
    if (app != NULL) {
        const char *json = test_quoted(&all->arena, app);

        cr_assert(ptc_json_read(&all->arena, json, strlen(json), NULL, &all->context.app,
                                NULL, NULL) == PTC_OK);
        options.context = &all->context;
    }
    all->tool = (ptc_tool){.name = "find",
                           .function = look,
                           .signature = &all->schema,
                           .user = all,
                           .flags = flags};
    cr_assert(ptc_lisp_new(NULL, &all->lisp) == PTC_OK);
    cr_assert(ptc_lisp_set_tools(NULL, all->lisp, &all->tool, 1, &options, NULL) ==
              PTC_OK);
}

static void run(calls *all, const char *program)
{
    ptc_source source = {PTC_STR("program"), ptc_str_of(program)};

    ptc_lisp_eval(&all->arena, all->lisp, &source, PTC_LISP_PRINTED, &all->result);
}

static void stop(calls *all)
{
    ptc_lisp_free(all->lisp);
    ptc_arena_free(&all->arena);
}

static const char *record(const calls *all, char out[256])
{
    ptc_arena arena;

    cr_assert_eq(all->result.call_count, (size_t)1);
    ptc_arena_init(&arena, NULL, 0);
    note(&all->result.calls[0].arguments, out, &arena);
    ptc_arena_free(&arena);
    return out;
}

Test(lisp_context, reaches_functions_and_no_records) /* M475 */
{
    static const struct {
        const char *program;
        const char *seen;
        const char *told;
        const char *feedback; /* that the record has */
    } rows[] = {
        {"(tool/find {:q \"x\"})", "{'q':'x','user_id':4711,'n':3}", "{'q':'x','n':3}",
         "Tool validation warnings:\n- user_id: coerced string <Context> to int\n"},
        {"(tool/find {:q \"x\" :user-id 1 :n 5.0})", "{'q':'x','user_id':4711,'n':5}",
         "{'q':'x','n':5}",
         "Tool validation warnings:\n- user_id: coerced string <Context> to int\n- n: "
         "coerced double 5.0 to int\n- user_id: ignored: the value comes from the "
         "context\n"},
        {"(tool/find :q \"x\" :extra 2)", "{'q':'x','user_id':4711,'n':3,'extra':2}",
         "{'q':'x','n':3,'extra':2}",
         "Tool validation warnings:\n- user_id: coerced string <Context> to int\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char words[256];
        calls all;

        start(&all, "{'user':{'id':'4711'}}", PTC_MODE_ENABLED, 0);
        run(&all, rows[i].program);
        cr_assert(all.result.error.reason == PTC_REASON_NONE, "%s",
                  test_cstr(all.result.error.message));
        cr_expect_str_eq(all.seen, rows[i].seen);
        cr_expect_str_eq(all.told, rows[i].told);
        cr_expect_str_eq(record(&all, words), rows[i].told);
        cr_expect_str_eq(test_cstr(all.result.calls[0].feedback), rows[i].feedback, "%s",
                         test_cstr(all.result.calls[0].feedback));
        stop(&all);
    }
}

Test(lisp_context, refuses_without_calling)
{
    static const struct {
        const char *app;
        ptc_mode mode;
        const char *program;
        const char *message;
    } rows[] = {
        {NULL, PTC_MODE_ENABLED, "(tool/find {:q \"x\"})",
         "Tool 'find' validation errors: user_id: context path \"app.user.id\" not found "
         "at \"user\""},
        {"{'user':{}}", PTC_MODE_ENABLED, "(tool/find {:q \"x\" :user_id 1})",
         "Tool 'find' validation errors: user_id: context path \"app.user.id\" not found "
         "at \"id\""},
        {"{'user':{'id':'secret'}}", PTC_MODE_ENABLED, "(tool/find {:q \"x\"})",
         "Tool 'find' validation errors: user_id: expected int, got string <Context>"},
        {"{'user':{'id':4711}}", PTC_MODE_STRICT, "(tool/find {:q \"x\" :user_id 1})",
         "Tool 'find' validation errors: user_id: unexpected field (allowed: q, n)"},
        {"{'user':{'id':4711}}", PTC_MODE_ENABLED, "(tool/find (+ 2 3))",
         "Tool calls require named arguments: (tool/find {:q value}), got 5"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        calls all;

        start(&all, rows[i].app, rows[i].mode, 0);
        run(&all, rows[i].program);
        cr_expect_str_eq(test_cstr(all.result.error.message), rows[i].message);
        cr_expect_eq(all.count, 0u);
        for (size_t c = 0; c < all.result.call_count; c++) {
            char words[256];

            cr_expect(strstr(record(&all, words), "4711") == NULL &&
                      strstr(words, "secret") == NULL);
        }
        stop(&all);
    }
}

/* Whatever the mode, a caller's value never replaces the host's. */
Test(lisp_context, modes)
{
    calls all;

    start(&all, NULL, PTC_MODE_WARN_ONLY, 0);
    run(&all, "(tool/find {:q \"x\" :user_id 1})");
    cr_expect_str_eq(all.seen, "{'q':'x','n':3}");
    stop(&all);
    start(&all, "{'user':{'id':'a'}}", PTC_MODE_DISABLED, 0);
    run(&all, "(tool/find {:q \"x\" :user-id 1})");
    cr_expect_str_eq(all.seen, "{'q':'x','user_id':'a'}");
    cr_expect_str_eq(all.told, "{'q':'x'}");
    stop(&all);
    start(&all, "{'user':{'id':7}}", PTC_MODE_STRICT, 0);
    run(&all, "(tool/find {:q \"x\"})");
    cr_expect_str_eq(all.seen, "{'q':'x','user_id':7,'n':3}");
    stop(&all);
}

Test(lisp_context, cached)
{
    calls all;

    start(&all, "{'user':{'id':1}}", PTC_MODE_ENABLED, PTC_TOOL_CACHED);
    run(&all, "[(tool/find {:q \"x\"}) (tool/find {:q \"x\" :user_id 9})]");
    cr_expect_str_eq(test_cstr(all.result.printed), "[1 1]");
    cr_expect_eq(all.count, 1u);
    stop(&all);
}

/* A tool without a signature shows all its arguments. */
Test(lisp_context, without_signature)
{
    calls all;

    start(&all, NULL, PTC_MODE_ENABLED, 0);
    all.tool.signature = NULL;
    cr_assert(ptc_lisp_set_tools(NULL, all.lisp, &all.tool, 1, NULL, NULL) == PTC_OK);
    run(&all, "(tool/find {:a 1})");
    cr_expect_str_eq(all.told, "{'a':1}");
    stop(&all);
}
