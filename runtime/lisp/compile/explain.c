/* SPDX-License-Identifier: MIT */
/*
 * Explains a fault of a run from the text of the program: the form at the fault's place
 * is read again, and the message ends with the form that was meant. [ptc-lisp 16]
 *
 * Only failed runs come here; if anything goes wrong here, the message stays as it was.
 */
#include "lisp/compile/compiler.h"
#include "lisp/compile/hints.h"
#include "lisp/heap/fault.h"
#include "lisp/read/read_int.h"

enum { EXPLAIN_TEXT_MAX = 4000 }; /* bytes of a form that is looked at */

typedef struct explain_job {
    ptc_compiler c; /* of the one form: the functions that quote forms work on it */
    ptc_program program;
    uint32_t form;
    uint32_t place; /* of the form in the program's text */
    ptc_str source; /* that text */
    ptc_fault_sort sort;
    ptc_text text; /* the explanation so far */
} explain_job;

/* --- The form ---------------------------------------------------------------------- */

/* Reads the form that the text has at the place. */
static bool explain_read(ptc_lisp *lisp, explain_job *job)
{
    size_t len = job->source.len - job->place;
    ptc_extent extent = {0};
    ptc_source source = {{NULL, 0}, {NULL, 0}};
    ptc_lisp_error error;
    uint32_t *roots;
    uint32_t count;
    size_t end = 0;
    char *copy;

    len = len < EXPLAIN_TEXT_MAX ? len : EXPLAIN_TEXT_MAX;
    copy = ptc_arena_copy(&lisp->run_arena, job->source.ptr + job->place, len);
    if (copy == NULL || !ptc_extent_next(&extent, copy, len, &end))
        return false;
    copy[end] = '\0';
    source.text = ptc_str_make(copy, end);
    job->program.text = source.text;
    ptc_forms_init(&job->c.forms, &lisp->run_arena, &source);
    if (!ptc_lisp_read(NULL, &job->c.forms, &roots, &count, &error) || count != 1)
        return false;
    job->c.lisp = lisp;
    job->c.program = &job->program;
    job->c.scratch = &lisp->run_arena;
    job->form = roots[0];
    return true;
}

static const char *explain_quote(explain_job *job, uint32_t form)
{
    return ptc_compile_quote(&job->c, form);
}

static void explain_add(explain_job *job, const char *first, const char *middle,
                        const char *last)
{
    ptc_text_cstr(&job->text, first);
    ptc_text_cstr(&job->text, middle);
    ptc_text_cstr(&job->text, last);
}

/* --- Builtins that call functions ------------------------------------------------- */

/* The arguments that builtins call their function with, where they have other names than
 * x. */
static const struct {
    const char *names;
    const char *shape;
} explain_shapes[] = {
    {"reduce reductions", "(fn [result element] ..)"},
    {"map-indexed keep-indexed", "(fn [index element] ..)"},
    {"reduce-kv", "(fn [result key value] ..)"},
    {"sort merge-with", "(fn [a b] ..)"},
    {"sort-by", "the key is of (fn [x] ..), the comparator of sort is (fn [a b] ..)"},
    {"map mapv mapcat filter filterv remove keep some every? not-any? not-every? "
     "take-while drop-while split-with partition-by group-by sum-by avg-by min-by max-by "
     "distinct-by update-vals update-keys pmap run!",
     "(fn [x] ..)"},
    {"update update-in apply find iterate some-fn every-pred tree-seq walk prewalk "
     "postwalk min-key max-key pcalls replace select",
     ""},
};

/* Of core/map as of map. */
static const char *explain_shape(ptc_str name)
{
    name = ptc_lisp_plain_name(name);
    for (size_t i = 0; i < sizeof explain_shapes / sizeof *explain_shapes; i++)
        if (ptc_lisp_has_word(explain_shapes[i].names, name))
            return explain_shapes[i].shape;
    return NULL;
}

/* --- not_callable ------------------------------------------------------------------ */

/* (map 5 rows), (map (inc 1) rows), (map "name" rows) */
static void explain_function_first(explain_job *job, uint32_t function)
{
    const ptc_form *item = ptc_form_at(&job->c, function);
    uint32_t head = ptc_form_at(&job->c, job->form)->child;
    ptc_str last = ptc_lisp_plain_name(ptc_form_at(&job->c, head)->text);
    const char *name = ptc_arena_copy(job->c.scratch, last.ptr, last.len);
    bool is_of_elements = *explain_shape(last) != '\0';

    if (name == NULL)
        ptc_compile_memory(&job->c);
    if (function && is_of_elements && item->kind == PTC_FORM_STRING)
        explain_add(job, "; to read a key write (", explain_quote(job, head),
                    " :name ..)");
    else if (function && is_of_elements && item->kind == PTC_FORM_LIST)
        ptc_text_cstr(&job->text, "; the first argument is a call, not a function: write "
                                  "#(..) with % in it, or the name alone");
    else
        ptc_lisp_type_advice(&job->text, name, NULL, 0);
}

static void explain_callee(explain_job *job)
{
    const ptc_form *list = ptc_form_at(&job->c, job->form);
    uint32_t head = list->child;
    uint32_t second = head ? ptc_form_next(&job->c, head) : 0;
    const char *infix;

    if (list->kind != PTC_FORM_LIST || !head) {
        explain_add(job, "; a step of -> is a function or a call: (f ",
                    explain_quote(job, job->form), ")");
        return;
    }
    infix = ptc_compile_infix(&job->c, job->form);
    if (ptc_form_at(&job->c, head)->kind == PTC_FORM_SYMBOL &&
        explain_shape(ptc_form_at(&job->c, head)->text) != NULL) {
        explain_function_first(job, second);
    } else if (list->count == 3 && *infix) {
        ptc_text_cstr(&job->text, infix);
    } else if (list->count == 1) {
        explain_add(job,
                    ptc_form_at(&job->c, head)->kind == PTC_FORM_LIST
                        ? "; parentheses around it call its value: write "
                        : "; a value is written without parentheses: ",
                    explain_quote(job, head), "");
    } else if (list->count != 2 || job->sort != PTC_FAULT_PARTS_CALLED) {
        return;
    } else if (ptc_form_at(&job->c, second)->kind == PTC_FORM_INT) {
        explain_add(job, "; to read an element write (nth ", explain_quote(job, head),
                    " ");
        explain_add(job, explain_quote(job, second), ")", "");
    } else if (ptc_form_at(&job->c, second)->kind == PTC_FORM_KEYWORD) {
        explain_add(job, "; to read a key write (", explain_quote(job, second), " ");
        explain_add(job, explain_quote(job, head), ")", "");
    }
}

/* --- arity_mismatch ---------------------------------------------------------------- */

/* The function that is written inside the call, (fn [..] ..) or #(..); 0: none. */
static uint32_t explain_function(explain_job *job)
{
    uint32_t form = ptc_form_second(&job->c, job->form);

    for (; form; form = ptc_form_next(&job->c, form)) {
        const ptc_form *item = ptc_form_at(&job->c, form);

        if (item->kind == PTC_FORM_LIST &&
            (item->flags & PTC_FORM_SHORT ||
             (item->child && ptc_form_is_symbol(&job->c, item->child, "fn"))))
            return form;
    }
    return 0;
}

/* #(= :status "paid"): its first keyword reads the element. */
static void explain_short(explain_job *job, uint32_t function)
{
    uint32_t form = ptc_form_at(&job->c, function)->child;
    bool is_first = true;
    bool is_done = false;

    ptc_text_cstr(&job->text, "; #(..) has no %, which stands for the element: #(");
    for (; form; form = ptc_form_next(&job->c, form), is_first = false) {
        bool is_key =
            !is_first && !is_done && ptc_form_at(&job->c, form)->kind == PTC_FORM_KEYWORD;

        explain_add(job, is_first ? "" : " ", is_key ? "(" : "",
                    explain_quote(job, form));
        ptc_text_cstr(&job->text, is_key ? " %)" : "");
        is_done = is_done || is_key;
    }
    ptc_text_cstr(&job->text, is_done ? ")" : " %)");
}

/* Whether the parameters are plain names; how many. */
static bool explain_has_names(explain_job *job, uint32_t vector, uint32_t *count)
{
    uint32_t form = ptc_form_at(&job->c, vector)->child;

    *count = ptc_form_at(&job->c, vector)->count;
    for (; form; form = ptc_form_next(&job->c, form))
        if (ptc_form_at(&job->c, form)->kind != PTC_FORM_SYMBOL ||
            ptc_form_is_rest(&job->c, form))
            return false;
    return true;
}

static bool explain_is_pair(explain_job *job, uint32_t vector)
{
    uint32_t first = ptc_form_at(&job->c, vector)->child;

    return ptc_lisp_has_word("k key name", ptc_form_at(&job->c, first)->text) &&
           ptc_lisp_has_word("v val value",
                             ptc_form_at(&job->c, ptc_form_next(&job->c, first))->text);
}

/* (fn [id status] ..), called with one element. */
static bool explain_fields(explain_job *job, uint32_t function)
{
    uint32_t vector = ptc_form_second(&job->c, function);
    uint32_t count;
    const char *names;

    if (!vector || ptc_form_at(&job->c, vector)->kind != PTC_FORM_VECTOR ||
        !explain_has_names(job, vector, &count) || count < 2)
        return false;
    names = explain_quote(job, vector);
    if (count == 2 && explain_is_pair(job, vector)) {
        explain_add(job, ": of a pair (fn [", names, "] ..)");
        return true;
    }
    explain_add(job, "; for fields write (fn [{:keys ", names, "}] ..)");
    if (count == 2)
        explain_add(job, ", for pairs (fn [", names, "] ..)");
    return true;
}

/* (sort-by (fn [a b] ..) rows) means to compare, not to take apart. */
static bool explain_takes_comparator(explain_job *job)
{
    uint32_t head = ptc_form_at(&job->c, job->form)->child;

    return ptc_str_equal(ptc_lisp_plain_name(ptc_form_at(&job->c, head)->text),
                         PTC_STR("sort-by"));
}

/* The function of a builtin was called with another count of arguments. */
static void explain_count(explain_job *job)
{
    const ptc_form *list = ptc_form_at(&job->c, job->form);
    const ptc_form *head = ptc_form_at(&job->c, list->child);
    const char *shape;
    uint32_t function;
    bool is_short;
    bool is_one = job->sort == PTC_FAULT_ONE || job->sort == PTC_FAULT_ONE_FOR_NONE;
    bool is_two = job->sort == PTC_FAULT_TWO;

    if (list->kind != PTC_FORM_LIST || !list->child || head->kind != PTC_FORM_SYMBOL)
        return;
    shape = explain_shape(head->text);
    if (shape == NULL)
        return;
    function = explain_function(job);
    is_short = function && ptc_form_at(&job->c, function)->flags & PTC_FORM_SHORT;
    if (is_short && job->sort == PTC_FAULT_ONE_FOR_NONE) {
        explain_short(job, function);
        return;
    }
    explain_add(job, "; ", explain_quote(job, list->child), " calls its function with ");
    ptc_text_byte(&job->text, is_one ? '1' : is_two ? '2' : PTC_FAULT_DIGIT);
    ptc_text_cstr(&job->text, is_one ? " argument" : " arguments");
    if (is_short && is_two)
        ptc_text_cstr(&job->text, ", %1 and %2");
    else if (!is_short && *shape &&
             (!is_one || !function || explain_takes_comparator(job) ||
              !explain_fields(job, function)))
        explain_add(job, ": ", shape, "");
}

/* --- All --------------------------------------------------------------------------- */

static void explain_run(ptc_lisp *lisp, void *user)
{
    explain_job *job = user;

    if (!explain_read(lisp, job))
        return;
    ptc_text_init(&job->text, &lisp->run_arena);
    if (job->sort == PTC_FAULT_CALLED || job->sort == PTC_FAULT_PARTS_CALLED)
        explain_callee(job);
    else if (job->sort == PTC_FAULT_ARITY)
        ptc_text_cstr(&job->text, ptc_compile_infix(&job->c, job->form));
    else
        explain_count(job);
}

ptc_str ptc_lisp_explanation(ptc_lisp *lisp, ptc_str source, uint32_t place,
                             ptc_fault_sort sort)
{
    ptc_lisp_error error = lisp->error;
    explain_job job;
    bool is_done;

    memset(&job, 0, sizeof job);
    job.source = source;
    job.place = place;
    job.sort = sort;
    is_done = ptc_lisp_protect(lisp, explain_run, &job) && !job.text.failed;
    lisp->error = error;
    return is_done && job.text.len > 0 ? ptc_text_view(&job.text) : PTC_STR("");
}

void ptc_lisp_explain(ptc_lisp *lisp)
{
    char count;
    ptc_fault_sort sort = ptc_fault_sort_of(lisp, &count);

    if (sort != PTC_FAULT_NONE)
        ptc_fault_explain(
            lisp,
            ptc_lisp_explanation(lisp, lisp->program->text, lisp->error.offset, sort),
            count);
}
