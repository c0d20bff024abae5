/* SPDX-License-Identifier: MIT */
/*
 * The end of a program that cannot go on: throw, assert, and their exceptions. [ptc-lisp
 * 5]
 *
 * An exception is a map, {:message .. :data ..} of ex-info, {:message .. :class ..} of
 * (IllegalArgumentException. ..). The compiler makes the latter.
 */
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

enum {
    THROW_SIZE_MAX =
        16384, /* bytes of a thrown value's text; larger values are kept as text */
    THROW_MESSAGE_MAX = 300,
    THROW_DATA_MAX = 160,
};

static ptc_value throw_key(ptc_lisp *lisp, const char *name)
{
    return ptc_name_value(ptc_name_intern(lisp, ptc_str_of(name)), PTC_KEYWORD);
}

/* The exception's value at the key; nil when it is not an exception. */
static ptc_value throw_part(ptc_lisp *lisp, const ptc_value *exception, const char *name)
{
    ptc_value key = throw_key(lisp, name);
    ptc_value part;

    if (exception->kind != PTC_MAP || !ptc_lisp_map_get(lisp, exception, &key, &part))
        return ptc_value_nil();
    return part;
}

/* "CLASS: MESSAGE {..}" */
static void throw_describe(ptc_lisp *lisp, ptc_text *text, const ptc_value *thrown)
{
    ptc_value message = throw_part(lisp, thrown, "message");
    ptc_value class = throw_part(lisp, thrown, "class");
    ptc_value data = throw_part(lisp, thrown, "data");

    if (message.kind != PTC_STRING && class.kind != PTC_STRING) {
        ptc_lisp_print_cut(lisp, text, thrown, PTC_PRINT_QUOTED, THROW_MESSAGE_MAX);
        return;
    }
    if (class.kind == PTC_STRING)
        ptc_lisp_print_cut(lisp, text, &class, PTC_PRINT_RAW, THROW_DATA_MAX);
    if (class.kind == PTC_STRING && message.kind == PTC_STRING)
        ptc_text_cstr(text, ": ");
    if (message.kind == PTC_STRING)
        ptc_lisp_print_cut(lisp, text, &message, PTC_PRINT_RAW, THROW_MESSAGE_MAX);
    if (data.kind == PTC_MAP && data.aux > 0) {
        ptc_text_byte(text, ' ');
        ptc_lisp_print_cut(lisp, text, &data, PTC_PRINT_QUOTED, THROW_DATA_MAX);
    }
}

/* The value, or its text when that is long. */
static ptc_value throw_bounded(ptc_lisp *lisp, const ptc_value *thrown)
{
    ptc_text text;

    ptc_text_init(&text, &lisp->run_arena);
    ptc_lisp_print_cut(lisp, &text, thrown, PTC_PRINT_READABLE, THROW_SIZE_MAX);
    if (text.failed)
        ptc_lisp_memory_error(lisp);
    ptc_lisp_read_bytes(lisp, text.len);
    return text.len < THROW_SIZE_MAX ? *thrown
                                     : ptc_string_of(lisp, ptc_text_view(&text));
}

ptc_value ptc_core_throw(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    ptc_text text;

    (void)callee, (void)count;
    ptc_text_init(&text, &lisp->run_arena);
    ptc_text_cstr(&text, "thrown: ");
    throw_describe(lisp, &text, &args[0]);
    ptc_text_byte(&text, '\0');
    if (text.failed)
        ptc_lisp_memory_error(lisp);
    ptc_lisp_throw(lisp, throw_bounded(lisp, &args[0]), text.ptr);
}

/* (assert "form" message?): the compiler calls it when the form was false. */
ptc_value ptc_core_assert(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value pairs[4];
    ptc_value thrown;
    ptc_text text;

    (void)callee;
    ptc_text_init(&text, &lisp->run_arena);
    ptc_text_cstr(&text, "Assert failed: ");
    if (count == 2) {
        ptc_lisp_print_cut(lisp, &text, &args[1],
                           args[1].kind == PTC_STRING ? PTC_PRINT_RAW : PTC_PRINT_QUOTED,
                           THROW_MESSAGE_MAX);
        ptc_text_byte(&text, ' ');
    }
    ptc_lisp_print_cut(lisp, &text, &args[0], PTC_PRINT_RAW, THROW_DATA_MAX);
    if (text.failed)
        ptc_lisp_memory_error(lisp);
    pairs[0] = throw_key(lisp, "message");
    pairs[1] = args[0] = ptc_string_of(lisp, ptc_text_view(&text));
    pairs[2] = throw_key(lisp, "class");
    pairs[3] = ptc_value_string(PTC_STR("AssertionError"));
    thrown = ptc_lisp_map_of(lisp, pairs, 2);
    ptc_text_byte(&text, '\0');
    ptc_lisp_throw(lisp, thrown, text.failed ? "Assert failed" : text.ptr);
}

ptc_value ptc_core_ex_info(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    ptc_value pairs[6];

    if ((args[0].kind != PTC_STRING && args[0].kind != PTC_NIL) ||
        args[1].kind != PTC_MAP)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    pairs[0] = throw_key(lisp, "message");
    pairs[1] = args[0];
    pairs[2] = throw_key(lisp, "data");
    pairs[3] = args[1];
    if (count == 3) {
        pairs[4] = throw_key(lisp, "cause");
        pairs[5] = args[2];
    }
    return ptc_lisp_map_of(lisp, pairs, count);
}

ptc_value ptc_core_ex_message(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    (void)callee, (void)count;
    return throw_part(lisp, &args[0], "message");
}

ptc_value ptc_core_ex_data(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    (void)callee, (void)count;
    return throw_part(lisp, &args[0], "data");
}

ptc_value ptc_core_ex_cause(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    (void)callee, (void)count;
    return throw_part(lisp, &args[0], "cause");
}

#define PTC_BUILTIN_THROW PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
