/* SPDX-License-Identifier: MIT */
/* Names that a context knows, and what becomes of others. [ptc-lisp 9.1, 9.2] */
#include <criterion/criterion.h>

#include "lisp_rows.h"

#include <stdio.h>
#include <string.h>

typedef struct host {
    ptc_lisp *lisp;
    ptc_arena arena;
    ptc_value context;
} host;

static const ptc_str parameters[] = {PTC_STR_INIT("orders"), PTC_STR_INIT("since_day"),
                                     PTC_STR_INIT("a-b")};

static ptc_value json(ptc_arena *arena, const char *text)
{
    ptc_value value;

    cr_assert_eq(ptc_json_read(arena, text, strlen(text), NULL, &value, NULL, NULL),
                 PTC_OK);
    return value;
}

static host *start(host *at, ptc_unknown_names mode, const char *context)
{
    ptc_lisp_options options;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.unknown_names = mode;
    options.time_ms = PTC_UNLIMITED;
    options.collects_always = true;
    cr_assert_eq(ptc_lisp_new(&options, &at->lisp), PTC_OK);
    ptc_arena_init(&at->arena, NULL, 0);
    if (context != NULL) {
        at->context = json(&at->arena, context);
        cr_assert_eq(ptc_lisp_set_context(at->lisp, &at->context), PTC_OK);
    }
    return at;
}

static void stop(host *at)
{
    ptc_lisp_free(at->lisp);
    ptc_arena_free(&at->arena);
}

/* The printed value, or "reason: message". */
static const char *turn(host *at, const char *text)
{
    const ptc_source source = {PTC_STR("program"), ptc_str_of(text)};
    ptc_lisp_result result;
    ptc_text out;

    ptc_text_init(&out, &at->arena);
    if (ptc_lisp_eval(&at->arena, at->lisp, &source, PTC_LISP_PRINTED, &result) ==
        PTC_OK) {
        ptc_text_str(&out, result.printed);
    } else {
        ptc_text_cstr(&out, ptc_reason_name(result.error.reason));
        ptc_text_cstr(&out, ": ");
        ptc_text_cstr(&out, result.error.message.ptr);
        cr_expect_eq(result.output.len, (size_t)0, "%s ran", text);
    }
    ptc_text_byte(&out, '\0');
    return out.ptr;
}

#define KEYS                                                                             \
    "{\"orders\": [{\"id\": 7}], \"user_id\": 5, \"_email_ids\": [1], \"none\": null}"
#define UNKNOWN(name)      "unbound_var: " name " is not a name of this context"
#define MEANT(name, other) UNKNOWN(name) ". Did you mean: " other

static const struct {
    const char *text, *answer;
} rows[] = {
    /* keys, by every spelling and whatever their value; what was declared; fail */
    {"[(count ctx/orders) data/user_id ctx/user-id ctx/none]", "[1 5 5 nil]"},
    {"[ctx/_email_ids data/_email-ids]", "[[1] [1]]"},
    {"[ctx/since_day ctx/since-day data/a-b]", "[nil nil nil]"},
    {"[ctx/fail data/fail]", "[nil nil]"},
    /* others, wherever they are: nothing runs */
    {"(count ctx/ordersX)", MEANT("ctx/ordersX", "ctx/orders")},
    {"(println 1) data/ordersX", MEANT("data/ordersX", "data/orders")},
    {"ctx/Orders", MEANT("ctx/Orders", "ctx/orders")},
    {"ctx/user_di", MEANT("ctx/user_di", "ctx/user_id")},
    {"ctx/sinse_day", MEANT("ctx/sinse_day", "ctx/since_day")},
    {"ctx/_emailids", MEANT("ctx/_emailids", "ctx/_email_ids")},
    {"ctx/a_b", MEANT("ctx/a_b", "ctx/a-b")}, /* a read folds - to _, not _ to - */
    {"(defn f [] (let [g #(map (fn [x] [x ctx/oders]) %)] g)) 1",
     MEANT("ctx/oders", "ctx/orders")},
    {"(if false ctx/oders 1)", MEANT("ctx/oders", "ctx/orders")},
    {"(or ctx/oders 1)", MEANT("ctx/oders", "ctx/orders")},
    {"(-> ctx/oders count)", MEANT("ctx/oders", "ctx/orders")},
    {"(->> [1] (map (partial + ctx/oders)))", MEANT("ctx/oders", "ctx/orders")},
    {"(let [{:keys [a] :or {a ctx/oders}} {}] a)", MEANT("ctx/oders", "ctx/orders")},
    {"(pmap (fn [x] ctx/oders) [1])", MEANT("ctx/oders", "ctx/orders")},
    {"(attempt ctx/oders)", MEANT("ctx/oders", "ctx/orders")},
    {"{:a [#{ctx/oders}]}", MEANT("ctx/oders", "ctx/orders")},
    {"(case 1 1 ctx/oders 2)", MEANT("ctx/oders", "ctx/orders")},
    {"(return ctx/oders)", MEANT("ctx/oders", "ctx/orders")},
    /* no name is near: two edits, a third of the name, five letters */
    {"ctx/nine", UNKNOWN("ctx/nine") "; there are: orders, since_day, a-b, user_id, "
                                     "_email_ids, none"},
    {"ctx/ord", UNKNOWN("ctx/ord") "; there are: orders,"},
    {"ctx/overrides", UNKNOWN("ctx/overrides") "; there are: orders,"},
    {"data/x", UNKNOWN("data/x") "; there are: orders,"},
    /* what is not read */
    {"(comment ctx/oders)", "nil"},
    {"#_ctx/oders 1", "1"},
    {"; ctx/oders\n1", "1"},
    {"(str 'ctx/oders)", "\"ctx/oders\""},
    {"(let [ctx/x 1] 1)", "unsupported_pattern: "},
    /* bare, and called */
    {"orders", "unbound_var: undefined variable: orders. Hint: it is the host's data: "
               "write ctx/orders"},
    {"since-day", "unbound_var: undefined variable: since-day. Hint: it is the host's "
                  "data: write ctx/since_day"},
    {"(ctx/orders)", "not_callable: not callable: ctx/orders; it is data"},
    {"(ctx/oders)", "unknown_tool: Unknown tool: oders. There are no tools here. Did you "
                    "mean: ctx/orders, which is data, without parentheses"},
    {"(data/zzz {:a 1})", "unknown_tool: Unknown tool: zzz. There are no tools here"},
    {"(tool/oders {})", "unknown_tool: Unknown tool: oders. There are no tools here"},
};

Test(lisp_names, are_known_or_refused)
{
    host at;

    start(&at, PTC_UNKNOWN_NAMES_REFUSE, KEYS);
    ptc_lisp_set_context_names(at.lisp, parameters, 3);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *answer = turn(&at, rows[i].text);

        cr_expect(strncmp(answer, rows[i].answer, strlen(rows[i].answer)) == 0, "%s: %s",
                  rows[i].text, answer);
    }
    stop(&at);
}

/* The same text is checked against the names known when it is compiled. */
Test(lisp_names, change_with_the_context)
{
    ptc_value later;
    host at;

    start(&at, PTC_UNKNOWN_NAMES_REFUSE, NULL);
    cr_expect_str_eq(turn(&at, "ctx/orders"), UNKNOWN("ctx/orders") ", which has none");
    ptc_lisp_set_context_names(at.lisp, parameters, 1);
    cr_expect_str_eq(turn(&at, "(defn f [] [ctx/orders]) (f)"), "[nil]");
    ptc_lisp_set_context_names(at.lisp, NULL, 0);
    later = json(&at.arena, "{\"orders\": 1, \"more\": 2}");
    cr_assert_eq(ptc_lisp_set_context(at.lisp, &later), PTC_OK);
    cr_expect_str_eq(turn(&at, "(f)"), "[1]");
    cr_expect_str_eq(turn(&at, "(defn g [] ctx/more) (+ (g) ctx/orders)"), "3");
    later = json(&at.arena, "{\"others\": 1}");
    cr_assert_eq(ptc_lisp_set_context(at.lisp, &later), PTC_OK);
    cr_expect_str_eq(turn(&at, "(g)"), "nil"); /* it was known */
    cr_expect_str_eq(turn(&at, "ctx/more"), UNKNOWN("ctx/more") "; there are: others");
    cr_expect_str_eq(turn(&at, "[(f) (g)]"), "[[nil] nil]"); /* memory stayed */
    stop(&at);
}

/* A refused program defines nothing, and undoes nothing. */
Test(lisp_names, refused_programs_leave_memory)
{
    host at;

    start(&at, PTC_UNKNOWN_NAMES_REFUSE, KEYS);
    cr_expect_str_eq(turn(&at, "(def a 1) a"), "1");
    cr_expect_str_eq(turn(&at, "(def a 2) (def b ctx/oders)"),
                     MEANT("ctx/oders", "ctx/orders"));
    cr_expect_str_eq(turn(&at, "[a (or b :unbound)]"), "[1 :unbound]");
    stop(&at);
}

/* --- Warnings ---------------------------------------------------------------------- */

static ptc_program *compile(host *at, const char *text)
{
    const ptc_source source = {PTC_STR("program"), ptc_str_of(text)};
    ptc_lisp_error error;
    ptc_program *program;

    cr_assert_eq(ptc_lisp_compile(&at->arena, at->lisp, &source, &program, &error),
                 PTC_OK, "%s", error.message.ptr);
    return program;
}

Test(lisp_names, are_warned_of)
{
    static const struct {
        const char *message;
        size_t line, column;
        uint32_t offset;
    } expected[] = {
        {"ctx/oders is not a name of this context. Did you mean: ctx/orders", 11, 9, 8},
        {"data/oders is not a name of this context. Did you mean: data/orders", 12, 2,
         31},
        {"ctx/zz is not a name of this context; there are: orders, user_id, _email_ids, "
         "none",
         12, 13, 42},
    };
    ptc_lisp_result result;
    ptc_program *program;
    host at;

    start(&at, PTC_UNKNOWN_NAMES_WARN, KEYS);
    ptc_lisp_set_start(at.lisp, (ptc_position){11, 1});
    program =
        compile(&at, "(count [ctx/oders ctx/oders])\n[data/oders ctx/zz ctx/user-id]");
    for (size_t i = 0; i < 3; i++) {
        const ptc_lisp_error *warning = ptc_program_warning(program, i);

        cr_assert(warning != NULL);
        cr_expect_str_eq(warning->message.ptr, expected[i].message);
        cr_expect_eq(warning->reason, PTC_REASON_UNBOUND_VAR);
        cr_expect(warning->line == expected[i].line &&
                      warning->column == expected[i].column &&
                      warning->offset == expected[i].offset,
                  "%zu:%zu %u", warning->line, warning->column, warning->offset);
    }
    cr_expect(ptc_program_warning(program, 3) == NULL);
    cr_expect(ptc_program_warning(program, SIZE_MAX) == NULL);
    for (int i = 0; i < 2; i++) { /* run as often as one likes */
        cr_assert_eq(ptc_lisp_run(&at.arena, at.lisp, program, PTC_LISP_PRINTED, &result),
                     PTC_OK);
        cr_expect_str_eq(test_cstr(result.printed), "[nil nil 5]");
    }
    cr_expect(ptc_program_warning(program, 2) != NULL);
    ptc_program_free(program);
    stop(&at);
}

/* By default there is neither. */
Test(lisp_names, are_nil)
{
    ptc_program *program;
    host at;

    start(&at, PTC_UNKNOWN_NAMES_NIL, KEYS);
    program = compile(&at, "ctx/oders");
    cr_expect(ptc_program_warning(program, 0) == NULL);
    ptc_program_free(program);
    cr_expect_str_eq(turn(&at, "[ctx/oders (count data/x)]"), "[nil 0]");
    stop(&at);
}

/* --- Hostile names ------------------------------------------------------------------ */

/* Warnings are few, messages short, and cost no time, whatever program and data are. */
Test(lisp_names, are_bounded, .timeout = 60)
{
    ptc_program *program;
    ptc_text text;
    size_t count = 0;
    host at;

    start(&at, PTC_UNKNOWN_NAMES_WARN, NULL);
    ptc_text_init(&text, &at.arena);
    ptc_text_cstr(&text, "{\"a b\": 1, \"line\\nbreak\": 2, \"\": 3, \"\\\"; do it\": 4");
    for (unsigned i = 0; i < 100000; i++) {
        ptc_text_cstr(&text, ", \"names");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, "\": 0");
    }
    ptc_text_cstr(&text, "}");
    at.context = json(&at.arena, text.ptr);
    cr_assert_eq(ptc_lisp_set_context(at.lisp, &at.context), PTC_OK);
    ptc_text_init(&text, &at.arena);
    ptc_text_cstr(&text, "[");
    for (unsigned i = 0; i < 5000; i++) {
        ptc_text_cstr(&text, " ctx/nomen");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, " ctx/zzz");
    }
    ptc_text_cstr(&text, " ctx/");
    ptc_text_repeat(&text, 'n', 100000);
    ptc_text_cstr(&text, "]");
    program = compile(&at, text.ptr);
    for (; ptc_program_warning(program, count) != NULL; count++) {
        const char *message = ptc_program_warning(program, count)->message.ptr;

        cr_expect(strlen(message) < 400 && strchr(message, '\n') == NULL &&
                      strstr(message, "do it") == NULL && strstr(message, "a b") == NULL,
                  "%s", message);
    }
    cr_expect_eq(count, (size_t)8);
    cr_expect(strstr(ptc_program_warning(program, 1)->message.ptr, " more") != NULL, "%s",
              ptc_program_warning(program, 1)->message.ptr);
    ptc_program_free(program);
    stop(&at);
}

Test(lisp_names, of_any_length_are_told_short)
{
    char name[1024] = "ctx/";
    const char *answer;
    host at;

    start(&at, PTC_UNKNOWN_NAMES_REFUSE, "{\"a b\": 1, \"odd\\nkey\": 2}");
    memset(name + 4, 'n', 900);
    answer = turn(&at, name);
    cr_expect(strlen(answer) < 200 && strstr(answer, "nnn... is not a name") != NULL,
              "%s", answer);
    cr_expect_str_eq(turn(&at, "ctx/other"), UNKNOWN("ctx/other") "; there are 2 more");
    stop(&at);
}

/* Compiling says that memory was refused, or gives all warnings. */
Test(lisp_names, memory_is_refused_cleanly)
{
    static const ptc_source source = {PTC_STR_INIT("program"),
                                      PTC_STR_INIT("[ctx/oders ctx/zzz data/useriid]")};
    ptc_arena data;
    ptc_value context;
    bool is_whole = false;

    ptc_arena_init(&data, NULL, 0);
    context = json(&data, KEYS);
    for (size_t allowed = 0; allowed < 500 && !is_whole; allowed++) {
        test_refusing state = {.left = allowed};
        ptc_program *program = NULL;
        ptc_lisp_options options;
        ptc_lisp_error error;
        ptc_status status;
        ptc_arena arena;
        ptc_lisp *lisp;

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.allocator = test_refusing_allocator(&state);
        options.unknown_names = PTC_UNKNOWN_NAMES_WARN;
        ptc_arena_init(&arena, NULL, 0);
        if (ptc_lisp_new(&options, &lisp) == PTC_OK) {
            status = ptc_lisp_set_context(lisp, &context);
            if (status == PTC_OK)
                status = ptc_lisp_compile(&arena, lisp, &source, &program, &error);
            cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%zu", allowed);
            is_whole = status == PTC_OK;
            cr_expect(!is_whole || ptc_program_warning(program, 2) != NULL);
            ptc_lisp_free(lisp);
        }
        ptc_arena_free(&arena);
        cr_assert_eq(state.held, (size_t)0, "allocation %zu", allowed);
    }
    cr_expect(is_whole);
    ptc_arena_free(&data);
}
