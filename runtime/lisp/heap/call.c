/* SPDX-License-Identifier: MIT */
/*
 * Calls of values that are not functions - keywords, maps, sets, vectors - and messages
 * about calls that cannot be made. [ptc-lisp 7]
 */
#include "lisp/heap/data.h"
#include "lisp/heap/memory.h"

/* "2", "1 to 3", "1 or more", "an even number of" needs no row: such builtins say it
 * themselves. */
static const char *call_range(ptc_lisp *lisp, uint32_t least, uint32_t most)
{
    ptc_text text;

    ptc_text_init(&text, &lisp->run_arena);
    ptc_text_uint(&text, least);
    if (most == PTC_MANY) {
        ptc_text_cstr(&text, " or more");
    } else if (most > least) {
        ptc_text_cstr(&text, most == least + 1 ? " or " : " to ");
        ptc_text_uint(&text, most);
    }
    return text.failed ? "" : text.ptr;
}

static PTC_NORETURN void call_refuse_count(ptc_lisp *lisp, const char *name,
                                           uint32_t least, uint32_t most, uint32_t count)
{
    ptc_text advice;

    ptc_text_init(&advice, &lisp->run_arena);
    ptc_lisp_count_advice(&advice, name, count);
    ptc_lisp_raise(lisp, PTC_REASON_ARITY,
                   "arity error: %s expects %s argument(s), got %u%.*s", name,
                   call_range(lisp, least, most), count, (int)advice.len,
                   advice.len > 0 ? advice.ptr : "");
}

/* "; it is (f x y)", when the function has one arity. */
static void call_describe(ptc_text *text, const ptc_proto *proto)
{
    ptc_str parameters = proto->parameters_text;

    if (proto->arity_count != 0 || parameters.len < 2)
        return;
    ptc_text_cstr(text, "; its parameters are ");
    ptc_text_str(text, parameters);
}

static PTC_NORETURN void call_mismatch(ptc_lisp *lisp, const ptc_proto *proto,
                                       uint32_t count)
{
    ptc_text more;

    ptc_text_init(&more, &lisp->run_arena);
    call_describe(&more, proto);
    ptc_lisp_raise(lisp, PTC_REASON_ARITY_MISMATCH, "%s%sexpected %s, got %u%.*s",
                   proto->name != NULL ? proto->name->text : "",
                   proto->name != NULL ? ": " : "",
                   call_range(lisp, proto->min_args, proto->max_args), count,
                   (int)more.len, more.len > 0 ? more.ptr : "");
}

void ptc_lisp_arity_error(ptc_lisp *lisp, const ptc_function *function, uint32_t count)
{
    if (function->head & PTC_OBJECT_CLOSURE)
        call_mismatch(lisp, function->code, count);
    if (function->head & PTC_OBJECT_MOVES)
        ptc_lisp_raise(lisp, PTC_REASON_ARITY_MISMATCH, "expected %s, got %u",
                       call_range(lisp, function->min_args, function->max_args), count);
    call_refuse_count(lisp, function->code, function->min_args, function->max_args,
                      count);
}

/* One or two arguments; the arguments of a keyword, symbol or map. */
static void call_check_lookup(ptc_lisp *lisp, const ptc_value *callee, uint32_t count)
{
    if (count != 1 && count != 2)
        call_refuse_count(lisp, ptc_lisp_quote(lisp, callee), 1, 2, count);
}

static ptc_value call_keyword(ptc_lisp *lisp, const ptc_value *keyword,
                              const ptc_value *args, uint32_t count)
{
    ptc_value value;

    call_check_lookup(lisp, keyword, count);
    if (args[0].kind == PTC_MAP) {
        if (ptc_lisp_map_find(lisp, &args[0], keyword, &value, NULL))
            return value;
    } else if (args[0].kind == PTC_SET && ptc_lisp_set_has(lisp, &args[0], keyword)) {
        return *keyword;
    }
    return count == 2 ? args[1] : ptc_value_nil();
}

static ptc_value call_map(ptc_lisp *lisp, const ptc_value *map, const ptc_value *args,
                          uint32_t count)
{
    ptc_value value;

    call_check_lookup(lisp, map, count);
    if (ptc_lisp_map_find(lisp, map, &args[0], &value, NULL))
        return value;
    return count == 2 ? args[1] : ptc_value_nil();
}

static ptc_value call_set(ptc_lisp *lisp, const ptc_value *set, const ptc_value *args,
                          uint32_t count)
{
    ptc_value found;

    if (count != 1)
        call_refuse_count(lisp, "a set", 1, 1, count);
    return ptc_lisp_set_find(lisp, set, &args[0], &found) ? found : ptc_value_nil();
}

static ptc_value call_vector(ptc_lisp *lisp, const ptc_value *vector,
                             const ptc_value *args, uint32_t count)
{
    if (count != 1)
        call_refuse_count(lisp, "a vector", 1, 1, count);
    if (args[0].kind != PTC_INT)
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "a vector is called with an integer index, got %s",
                       ptc_lisp_quote(lisp, &args[0]));
    if (args[0].as.integer < 0 || args[0].as.integer >= (int64_t)vector->aux)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "index %lld out of bounds for length %u; use get or nth for nil",
                       (long long)args[0].as.integer, vector->aux);
    return ptc_vector_nth(vector, (uint32_t)args[0].as.integer);
}

/* A var from def: the function that the name is bound to now. It is copied to a slot,
 * since the call may bind the name again. */
static ptc_value call_variable(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    const ptc_variable *variable = ptc_lisp_variable(lisp, ptc_name_of(callee));

    if (!variable->is_bound)
        ptc_lisp_raise(lisp, PTC_REASON_UNBOUND_VAR, "undefined variable: %s",
                       variable->name->text);
    ptc_lisp_reserve(lisp, 1);
    memmove(args + 1, args, count * sizeof *args);
    args[0] = variable->value;
    return ptc_lisp_call(lisp, args, args + 1, count);
}

ptc_value ptc_lisp_call_other(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    switch ((unsigned)callee->kind) {
    case PTC_KEYWORD:
    case PTC_SYMBOL:
        return call_keyword(lisp, callee, args, count);
    case PTC_MAP:
        return call_map(lisp, callee, args, count);
    case PTC_SET:
        return call_set(lisp, callee, args, count);
    case PTC_VECTOR:
        if (!(callee->flags & PTC_FLAG_SEQ))
            return call_vector(lisp, callee, args, count);
        break;
    case PTC_VAR:
        return call_variable(lisp, callee, args, count);
    default:
        break;
    }
    ptc_lisp_raise(lisp, PTC_REASON_NOT_CALLABLE, "not callable: %s",
                   ptc_lisp_quote(lisp, callee));
}
