/* SPDX-License-Identifier: MIT */
/* Tools whose arguments go through decoders of the host. [validation 11.5] */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/ptc.h>

typedef struct calls {
    ptc_arena arena;
    ptc_lisp *lisp;
    ptc_schema schema;
    ptc_tool tool;
    ptc_lisp_result result;
    unsigned count;
    int64_t amount; /* that the function got */
} calls;

/* "1.50" is 150 cents. */
static bool cents(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                  const char **message, void *user)
{
    ptc_decimal decimal = {.scale = 0};
    int64_t number;

    (void)arena;
    (void)user;
    if (value->kind != PTC_STRING)
        return true;
    decimal.text = ptc_value_text(value);
    if (ptc_decimal_unscaled(&decimal, 2, &number) != PTC_OK) {
        *message = "write it as 1.50";
        return false;
    }
    *out = ptc_value_int(number);
    return true;
}

static ptc_status pay(ptc_tool_call *call, void *user)
{
    calls *all = user;
    const ptc_value *amount = ptc_value_get(&call->arguments, "amount");

    all->count++;
    cr_assert(amount != NULL && amount->kind == PTC_INT);
    all->amount = amount->as.integer;
    call->result = ptc_value_int(1);
    return PTC_OK;
}

static void start(calls *all, ptc_mode mode)
{
    static const ptc_decoder decoders[] = {{{"cents", 5}, cents, NULL, NULL}};
    static const ptc_str name = {"cents", 5};
    static const ptc_type_names names = {&name, 1};
    ptc_source source = {
        PTC_STR("pay"),
        PTC_STR("[:=> [:catn [:amount {:decode/ptc :cents} [:int {:max 500}]]] :int]")};
    ptc_read_options read = {.struct_size = sizeof read, .decoders = &names};
    ptc_tool_options options = {.struct_size = sizeof options,
                                .mode = mode,
                                .decoders = decoders,
                                .decoder_count = 1};

    memset(all, 0, sizeof *all);
    ptc_arena_init(&all->arena, NULL, 0);
    cr_assert(ptc_signature_read(&all->arena, &source, &read, NULL, &all->schema) ==
              PTC_OK);
    all->tool = (ptc_tool){
        .name = "pay", .function = pay, .signature = &all->schema, .user = all};
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

Test(lisp_decoders, run_on_arguments_of_programs) /* M159 */
{
    static const struct {
        const char *program;
        ptc_mode mode;
        int64_t amount; /* -1: the function is not called */
        const char *said;
    } rows[] = {
        {"(tool/pay {:amount \"1.50\"})", PTC_MODE_ENABLED, 150, "decoded by cents"},
        {"(tool/pay {:amount 7})", PTC_MODE_ENABLED, 7, ""},
        {"(tool/pay {:amount \"9.00\"})", PTC_MODE_ENABLED, -1, "900"},
        {"(tool/pay {:amount \"much\"})", PTC_MODE_ENABLED, -1, "write it as 1.50"},
        {"(tool/pay {:amount \"1.50\"})", PTC_MODE_STRICT, -1, "expected int"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *feedback;
        calls all;

        start(&all, rows[i].mode);
        run(&all, rows[i].program);
        cr_assert_eq(all.result.call_count, (size_t)1);
        feedback = test_cstr(all.result.calls[0].feedback);
        cr_expect_eq(all.count, rows[i].amount >= 0 ? 1u : 0u, "%s", rows[i].program);
        cr_expect(rows[i].amount < 0 || all.amount == rows[i].amount, "%s",
                  rows[i].program);
        cr_expect(strstr(feedback, rows[i].said) != NULL, "%s: %s", rows[i].program,
                  feedback);
        stop(&all);
    }
}
