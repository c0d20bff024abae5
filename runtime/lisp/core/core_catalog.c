/* SPDX-License-Identifier: MIT */
/*
 * Questions of programs about tools: (apropos "words"), (dir "server"), (doc "tool"). The
 * host answers; this file has the questions, their bounds, and their cost.
 *
 * These builtins are not in the table: ptc_lisp_set_catalog adds them, so that programs
 * of hosts without a catalog neither know nor link them. [mcp 6, 8]
 */
#include "lisp/heap/data.h"
#include "lisp/heap/take.h"
#include "lisp/language/builtins.h"

enum {
    CATALOG_QUESTIONS = 25,     /* of a program */
    CATALOG_ANSWER = 256 << 10, /* bytes of an answer */
    CATALOG_MESSAGE = 1000,     /* bytes of a message of the host */
    CATALOG_LIMIT = 8,          /* of tools that apropos gives */
    CATALOG_LIMIT_MAX = 50,
};

/* --- Questions ---------------------------------------------------------------------- */

/* There is no answer; the host says why. */
PTC_COLD PTC_NORETURN static void catalog_fail(ptc_lisp *lisp, const ptc_value *callee,
                                               const ptc_catalog_question *question,
                                               ptc_status status)
{
    const char *why =
        question->message != NULL ? question->message : ptc_status_name(status);
    bool is_tool = question->topic == PTC_CATALOG_DOC && status == PTC_ERROR_INVALID;

    if (status == PTC_ERROR_MEMORY)
        ptc_lisp_memory_error(lisp);
    ptc_lisp_raise(lisp, is_tool ? PTC_REASON_UNKNOWN_TOOL : PTC_REASON_RUNTIME,
                   "%s: %.*s", ptc_callee_name(callee),
                   (int)ptc_utf8_prefix(why, strlen(why), CATALOG_MESSAGE), why);
}

static void catalog_begin(ptc_lisp *lisp, const ptc_value *callee)
{
    if (lisp->catalog == NULL)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "%s: there is no catalog here",
                       ptc_callee_name(callee));
    if (lisp->catalog_asked >= CATALOG_QUESTIONS)
        ptc_lisp_raise(
            lisp, PTC_REASON_RUNTIME,
            "%s: a program may ask the catalog %d times; keep answers with def",
            ptc_callee_name(callee), CATALOG_QUESTIONS);
    lisp->catalog_asked++;
}

/* The answer on the program's heap; it costs one step, the host's steps, and one step for
 * each KiB. */
static ptc_value catalog_take(ptc_lisp *lisp, const ptc_value *callee,
                              const ptc_catalog_question *question)
{
    bool is_utf8;
    size_t size = ptc_data_measure(&question->answer, CATALOG_ANSWER, &is_utf8);

    if (size == SIZE_MAX)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "%s: the answer has more than %d bytes; ask for less",
                       ptc_callee_name(callee), CATALOG_ANSWER);
    if (!is_utf8)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "%s: the answer has text that is not valid UTF-8",
                       ptc_callee_name(callee));
    ptc_lisp_read_bytes(lisp, size);
    ptc_lisp_steps(lisp,
                   question->steps < INT32_MAX ? (size_t)question->steps : INT32_MAX);
    return ptc_data_take(lisp, &question->answer);
}

static ptc_value catalog_ask(ptc_lisp *lisp, const ptc_value *callee,
                             ptc_catalog_question *question)
{
    ptc_arena_mark mark;
    ptc_status status;
    ptc_value answer;

    catalog_begin(lisp, callee);
    mark = ptc_arena_place(&lisp->run_arena);
    question->arena = &lisp->run_arena;
    status = lisp->catalog->answer(question, lisp->catalog->user);
    if (status != PTC_OK)
        catalog_fail(lisp, callee, question, status);
    ptc_lisp_look(lisp);
    answer = catalog_take(lisp, callee, question);
    ptc_arena_rewind(&lisp->run_arena, mark);
    return answer;
}

/* --- Builtins ----------------------------------------------------------------------- */

/* The text that args[0] is, or "" when there is none. */
static ptc_str catalog_text(ptc_lisp *lisp, const ptc_value *callee,
                            const ptc_value *args, uint32_t count)
{
    if (count == 0)
        return PTC_STR("");
    if (args[0].kind != PTC_STRING)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return ptc_value_text(&args[0]);
}

/* :limit of {:limit 8}. */
static uint32_t catalog_limit(ptc_lisp *lisp, const ptc_value *callee,
                              const ptc_value *args, uint32_t count)
{
    static const char name[] = "limit";
    ptc_value key = ptc_value_string(ptc_str_make(name, sizeof name - 1));
    ptc_value limit;

    if (count < 2 || args[1].kind == PTC_NIL)
        return CATALOG_LIMIT;
    if (args[1].kind != PTC_MAP)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (!ptc_lisp_get(lisp, &args[1], &key, &limit) || limit.kind == PTC_NIL)
        return CATALOG_LIMIT;
    if (limit.kind != PTC_INT || limit.as.integer < 1 ||
        limit.as.integer > CATALOG_LIMIT_MAX)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "%s: :limit must be from 1 to %d",
                       ptc_callee_name(callee), CATALOG_LIMIT_MAX);
    return (uint32_t)limit.as.integer;
}

ptc_value ptc_core_apropos(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    ptc_catalog_question question = {.topic = PTC_CATALOG_APROPOS};

    question.text = catalog_text(lisp, callee, args, count);
    question.limit = catalog_limit(lisp, callee, args, count);
    return catalog_ask(lisp, callee, &question);
}

ptc_value ptc_core_dir(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    ptc_catalog_question question = {.topic = PTC_CATALOG_DIR};

    question.text = catalog_text(lisp, callee, args, count);
    return catalog_ask(lisp, callee, &question);
}

ptc_value ptc_core_doc(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    ptc_catalog_question question = {.topic = PTC_CATALOG_DOC};

    question.text = catalog_text(lisp, callee, args, count);
    return catalog_ask(lisp, callee, &question);
}

#define PTC_BUILTIN_CATALOG PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"

/* --- The catalog -------------------------------------------------------------------- */

static const ptc_function *catalog_find(ptc_str name)
{
#define PTC_BUILTIN_CATALOG(text, word, least, most, doc)                                \
    if (ptc_str_equal(name, PTC_STR(text)))                                              \
        return &ptc_builtin_##word;
#include "lisp/language/builtins.def"
    return NULL;
}

void ptc_lisp_set_catalog(ptc_lisp *lisp, const ptc_lisp_catalog *catalog)
{
    lisp->catalog = catalog;
    lisp->catalog_builtin = catalog_find;
    lisp->catalog_names = ""
#define PTC_BUILTIN_CATALOG(text, word, least, most, doc) text " "
#include "lisp/language/builtins.def"
        ;
}
