/* SPDX-License-Identifier: MIT */
/*
 * (attempt body*): the failure of a tool, as a value. [ptc-lisp 5] The compiler makes a
 * function of the body, which is called here; faults that are not a tool's never come
 * back to this place (ptc_lisp_catch).
 */
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

typedef struct attempt_job {
    const ptc_value *body; /* a slot */
    ptc_value result;
} attempt_job;

static void attempt_run(ptc_lisp *lisp, void *user)
{
    attempt_job *job = user;

    job->result = ptc_lisp_call(lisp, job->body, lisp->top, 0);
}

static ptc_value attempt_key(ptc_lisp *lisp, const char *name)
{
    return ptc_name_value(ptc_name_intern(lisp, ptc_str_of(name)), PTC_KEYWORD);
}

static ptc_value attempt_text(ptc_lisp *lisp, const char *text)
{
    return ptc_string_of(lisp, ptc_str_of(text));
}

/* {:reason .. :message .. :tool ..} */
static ptc_value attempt_describe(ptc_lisp *lisp)
{
    const ptc_caught caught = lisp->caught;
    ptc_value pairs[6];

    pairs[0] = attempt_key(lisp, "reason");
    pairs[1] = attempt_key(lisp, caught.reason);
    pairs[2] = attempt_key(lisp, "message");
    pairs[3] = attempt_text(lisp, caught.message);
    pairs[4] = attempt_key(lisp, "tool");
    pairs[5] = attempt_text(lisp, caught.tool);
    return ptc_lisp_map_of(lisp, pairs, 3);
}

/* Where the run's arena was before the body, and the part of it that outlives the
 * body. */
typedef struct attempt_place {
    ptc_arena_mark mark;
    size_t change_capacity;
} attempt_place;

static attempt_place attempt_mark(const ptc_lisp *lisp)
{
    return (attempt_place){ptc_arena_place(&lisp->run_arena), lisp->change_capacity};
}

/* Gives back the memory that an ended body left there, so that a loop of failures has
 * room for its messages. If the list of changes has grown, it lies after the mark. */
static void attempt_rewind(ptc_lisp *lisp, const attempt_place *before)
{
    if (lisp->change_capacity == before->change_capacity)
        ptc_arena_rewind(&lisp->run_arena, before->mark);
}

ptc_value ptc_core_attempt(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    const attempt_place before = attempt_mark(lisp);
    attempt_job job = {.body = args};
    ptc_value pair[2];

    if (args[0].kind != PTC_FUNCTION)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (ptc_lisp_attempt(lisp, attempt_run, &job)) {
        pair[0] = attempt_key(lisp, "ok");
        pair[1] = job.result;
    } else {
        pair[0] = attempt_key(lisp, "error");
        pair[1] = attempt_describe(lisp);
        attempt_rewind(lisp, &before);
    }
    return ptc_lisp_map_of(lisp, pair, 1);
}

#define PTC_BUILTIN_ATTEMPT PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
