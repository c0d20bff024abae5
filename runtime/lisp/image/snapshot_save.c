/* SPDX-License-Identifier: MIT */
/* Memory to bytes. See snapshot_int.h. */
#include "lisp/heap/endless.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"
#include "lisp/image/snapshot_int.h"

/* A value that was written, by what it is told from others. */
typedef struct save_known {
    const void *address; /* NULL: free */
    uint32_t aux;
    unsigned kind; /* with its flags */
    uint32_t number;
} save_known;

typedef struct save_job {
    ptc_arena *arena;
    ptc_text text;
    const ptc_variable *variable; /* that is written */
    save_known *known;
    size_t known_mask;
    size_t known_count;
    uint32_t count; /* of values */
    bool is_done;
} save_job;

/* --- Bytes ------------------------------------------------------------------------- */

static void save_number(save_job *job, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        ptc_text_byte(&job->text, (char)(unsigned char)(number >> 8 * i & 255u));
}

static void save_tag(save_job *job, ptc_snapshot_tag tag)
{
    save_number(job, tag, 1);
}

static void save_text(save_job *job, ptc_snapshot_tag tag, ptc_str text)
{
    save_tag(job, tag);
    save_number(job, text.len, 4);
    ptc_text_str(&job->text, text);
}

PTC_COLD PTC_NORETURN static void save_refuse(ptc_lisp *lisp, const save_job *job,
                                              const char *what, const char *advice)
{
    ptc_lisp_raise(lisp, PTC_REASON_TYPE, "%s holds %s, which cannot be saved; %s",
                   job->variable->name->text, what, advice);
}

/* --- What is shared ---------------------------------------------------------------- */

/* Whether the value has an address by which it may be met again; names have, too. */
static const void *save_address(const ptc_value *value)
{
    switch ((unsigned)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
    case PTC_TEMPORAL:
        return NULL;
    default: /* as.text, as.items and as.object are all pointers */
        return value->as.text;
    }
}

static save_known *save_slot(save_known *known, size_t mask, const void *address,
                             uint32_t aux, unsigned kind)
{
    uint64_t mixed = ((uint64_t)(uintptr_t)address >> 3 ^ (uint64_t)aux << 40) *
                     UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (size_t)(mixed >> 20) & mask;

    while (known[at].address != NULL && (known[at].address != address ||
                                         known[at].aux != aux || known[at].kind != kind))
        at = (at + 1) & mask;
    return &known[at];
}

static void save_grow(ptc_lisp *lisp, save_job *job)
{
    size_t size = job->known == NULL ? 64 : 2 * (job->known_mask + 1);
    save_known *known = ptc_arena_array(&lisp->run_arena, size, sizeof *known);

    if (known == NULL)
        ptc_lisp_memory_error(lisp);
    for (size_t i = 0; job->known != NULL && i <= job->known_mask; i++)
        if (job->known[i].address != NULL)
            *save_slot(known, size - 1, job->known[i].address, job->known[i].aux,
                       job->known[i].kind) = job->known[i];
    job->known = known;
    job->known_mask = size - 1;
}

static unsigned save_kind(const ptc_value *value)
{
    return value->kind | (unsigned)value->flags << 8;
}

/* --- Values ------------------------------------------------------------------------ */

static uint32_t save_value(ptc_lisp *lisp, save_job *job, const ptc_value *value,
                           unsigned depth);

/* The numbers of the parts, which are then written. */
static uint32_t *save_parts(ptc_lisp *lisp, save_job *job, const ptc_value *parts,
                            size_t count, unsigned depth)
{
    uint32_t *numbers = ptc_arena_array(&lisp->run_arena, count, sizeof *numbers);

    if (numbers == NULL)
        ptc_lisp_memory_error(lisp);
    for (size_t i = 0; i < count; i++)
        numbers[i] = save_value(lisp, job, &parts[i], depth);
    return numbers;
}

static void save_numbers(save_job *job, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        save_number(job, numbers[i], 4);
}

static void save_collection(ptc_lisp *lisp, save_job *job, const ptc_value *value,
                            unsigned depth)
{
    bool is_sorted = ptc_is_sorted(value);
    size_t count = value->aux * (size_t)(value->kind == PTC_MAP ? 2 : 1);
    ptc_snapshot_tag tag = PTC_SNAPSHOT_VECTOR;
    ptc_value flat = *value;
    uint32_t comparator = 0;
    uint32_t *numbers;

    if (value->kind == PTC_MAP) {
        flat = ptc_lisp_map_pairs(lisp, value);
        tag = is_sorted ? PTC_SNAPSHOT_SORTED_MAP : PTC_SNAPSHOT_MAP;
    } else if (value->kind == PTC_SET) {
        flat = ptc_lisp_set_items(lisp, value);
        tag = is_sorted ? PTC_SNAPSHOT_SORTED_SET : PTC_SNAPSHOT_SET;
    } else if (value->flags & PTC_FLAG_SEQ) {
        tag = PTC_SNAPSHOT_SEQ;
    } else if (value->flags & PTC_FLAG_ENTRY) {
        tag = PTC_SNAPSHOT_ENTRY;
    }
    if (is_sorted) {
        ptc_value function = ptc_sorted_comparator(value);

        comparator = save_value(lisp, job, &function, depth);
    }
    numbers = save_parts(lisp, job, ptc_vector_items(lisp, &flat), count, depth);
    save_tag(job, tag);
    if (is_sorted)
        save_number(job, comparator, 4);
    save_number(job, value->aux, 4);
    save_numbers(job, numbers, count);
}

static uint32_t save_function_number(const ptc_proto *proto)
{
    const ptc_program *program = proto->program;

    return (uint32_t)(proto - (program->main - (program->image->function_count - 1)));
}

static void save_function(ptc_lisp *lisp, save_job *job, const ptc_value *value,
                          unsigned depth)
{
    const ptc_function *function = (const ptc_function *)(const void *)value->as.object;
    const ptc_proto *proto = function->code;
    uint32_t *numbers;

    if (ptc_function_is_native(function)) {
        if (function->head != PTC_OBJECT_FUNCTION)
            save_refuse(lisp, job, "a function that was composed of others",
                        "define it by (defn name [..] ..)");
        save_text(job, PTC_SNAPSHOT_BUILTIN, ptc_str_of(function->code));
        return;
    }
    if (proto->program->image == NULL)
        save_refuse(lisp, job, "a function that was compiled from text",
                    "functions of images can be");
    numbers = save_parts(lisp, job, function->captured, function->count, depth);
    save_tag(job, PTC_SNAPSHOT_CLOSURE);
    save_number(job, ptc_image_hash(proto->program->image), 8);
    save_number(job, save_function_number(proto), 4);
    save_number(job, function->count, 4);
    save_numbers(job, numbers, function->count);
}

static void save_boxed(ptc_lisp *lisp, save_job *job, const ptc_value *value,
                       unsigned depth)
{
    const ptc_boxed *boxed = (const ptc_boxed *)(const void *)value->as.object;
    uint32_t content;

    if ((unsigned)value->kind == PTC_REGEX) {
        save_text(job, PTC_SNAPSHOT_REGEX, ptc_value_text(&boxed->content));
        return;
    }
    content = save_value(lisp, job, &boxed->content, depth);
    save_tag(job, PTC_SNAPSHOT_REDUCED);
    save_number(job, content, 4);
}

static void save_scalar(save_job *job, const ptc_value *value)
{
    uint64_t bits;

    switch ((unsigned)value->kind) {
    case PTC_BOOL:
        save_tag(job, value->as.boolean ? PTC_SNAPSHOT_TRUE : PTC_SNAPSHOT_FALSE);
        break;
    case PTC_INT:
        save_tag(job, PTC_SNAPSHOT_INT);
        save_number(job, (uint64_t)value->as.integer, 8);
        break;
    case PTC_FLOAT:
        memcpy(&bits, &value->as.number, sizeof bits);
        save_tag(job, PTC_SNAPSHOT_FLOAT);
        save_number(job, bits, 8);
        break;
    case PTC_TEMPORAL:
        save_tag(job, PTC_SNAPSHOT_TEMPORAL);
        save_number(job, value->reserved, 1);
        save_number(job, (uint64_t)value->as.integer, 8);
        save_number(job, value->aux, 4);
        break;
    default:
        save_tag(job, PTC_SNAPSHOT_NIL);
        break;
    }
}

static void save_any(ptc_lisp *lisp, save_job *job, const ptc_value *value,
                     unsigned depth)
{
    ptc_str text = {NULL, 0};

    switch ((unsigned)value->kind) {
    case PTC_STRING:
        text = ptc_value_text(value);
        save_text(job, PTC_SNAPSHOT_STRING, text);
        break;
    case PTC_OPAQUE:
        save_text(job,
                  value->flags & PTC_FLAG_NUMBER ? PTC_SNAPSHOT_NUMBER
                                                 : PTC_SNAPSHOT_OPAQUE,
                  ptc_value_text(value));
        break;
    case PTC_KEYWORD:
        save_text(job, PTC_SNAPSHOT_KEYWORD, ptc_value_text(value));
        break;
    case PTC_SYMBOL:
    case PTC_VAR:
        text = ptc_str_make(value->as.text, value->aux);
        save_text(job,
                  (unsigned)value->kind == PTC_VAR ? PTC_SNAPSHOT_VAR
                                                   : PTC_SNAPSHOT_SYMBOL,
                  text);
        break;
    case PTC_VECTOR:
    case PTC_MAP:
    case PTC_SET:
        save_collection(lisp, job, value, depth);
        break;
    case PTC_FUNCTION:
        save_function(lisp, job, value, depth);
        break;
    case PTC_REGEX:
    case PTC_REDUCED:
        save_boxed(lisp, job, value, depth);
        break;
    case PTC_ENDLESS:
        save_refuse(lisp, job, "a sequence without an end", "take a part of it");
    default:
        save_scalar(job, value);
        break;
    }
}

/* The value behind its parts; its number. What contains itself is deeper than all. */
static uint32_t save_value(ptc_lisp *lisp, save_job *job, const ptc_value *value,
                           unsigned depth)
{
    const void *address = save_address(value);
    unsigned kind = save_kind(value);
    save_known *slot;

    if (depth == 0)
        save_refuse(lisp, job, "what is nested too deep, or contains itself",
                    "keep less of it");
    if (address != NULL && job->known != NULL) {
        slot = save_slot(job->known, job->known_mask, address, value->aux, kind);
        if (slot->address != NULL)
            return slot->number;
    }
    ptc_lisp_steps(lisp, 1);
    save_any(lisp, job, value, depth - 1);
    if (job->text.failed)
        ptc_lisp_memory_error(lisp);
    if (address != NULL) {
        if (job->known == NULL || 2 * ++job->known_count > job->known_mask)
            save_grow(lisp, job);
        slot = save_slot(job->known, job->known_mask, address, value->aux, kind);
        *slot = (save_known){address, value->aux, kind, job->count};
    }
    return job->count++;
}

/* --- All --------------------------------------------------------------------------- */

static uint32_t save_count_variables(const ptc_lisp *lisp)
{
    uint32_t count = 0;

    for (const ptc_variable *at = lisp->variables; at != NULL; at = at->next)
        count += at->is_bound;
    return count;
}

/* The newest comes first in the list, the oldest in the bytes. */
static void save_run(ptc_lisp *lisp, void *user)
{
    save_job *job = user;
    uint32_t count = save_count_variables(lisp);
    uint32_t *numbers = ptc_arena_array(&lisp->run_arena, count, 2 * sizeof *numbers);
    uint32_t at = count;
    char head[PTC_SNAPSHOT_HEAD] = {0};

    if (numbers == NULL)
        ptc_lisp_memory_error(lisp);
    ptc_text_bytes(&job->text, head, sizeof head);
    for (const ptc_variable *one = lisp->variables; one != NULL; one = one->next) {
        ptc_value name = ptc_name_value(one->name, PTC_STRING);

        if (!one->is_bound)
            continue;
        job->variable = one;
        at--;
        numbers[2 * (size_t)at] = save_value(lisp, job, &name, PTC_DEPTH_MAX);
        numbers[2 * (size_t)at + 1] = save_value(lisp, job, &one->value, PTC_DEPTH_MAX);
    }
    save_numbers(job, numbers, 2 * (size_t)count);
    if (job->text.failed || job->text.len > UINT32_MAX)
        ptc_lisp_memory_error(lisp);
    job->known_count = count;
    job->is_done = true;
}

static void save_put(char *out, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        out[i] = (char)(unsigned char)(number >> 8 * i & 255u);
}

static void save_finish(save_job *job)
{
    char *head = job->text.ptr;
    ptc_str body =
        ptc_str_make(head + PTC_SNAPSHOT_HEAD, job->text.len - PTC_SNAPSHOT_HEAD);

    save_put(head, PTC_SNAPSHOT_MAGIC, 4);
    save_put(head + 4, PTC_SNAPSHOT_FORMAT, 4);
    save_put(head + 8, PTC_LISP_REVISION, 4);
    save_put(head + 12, job->count, 4);
    save_put(head + 16, job->known_count, 4);
    save_put(head + PTC_SNAPSHOT_SUM, ptc_str_hash(body), 8);
}

ptc_status ptc_lisp_save(ptc_arena *arena, ptc_lisp *lisp, ptc_str *bytes,
                         ptc_lisp_error *error)
{
    save_job job = {.arena = arena};
    ptc_lisp_error own;

    *bytes = ptc_str_make("", 0);
    if (error == NULL)
        error = &own;
    *error = ptc_lisp_error_none();
    if (!ptc_program_begin(lisp))
        return ptc_lisp_misuse(error, "ptc_lisp_save",
                               "a program of the context is running; save it afterwards");
    ptc_text_init(&job.text, arena);
    ptc_lisp_start_compiling(lisp); /* as long as compiling may take */
    ptc_lisp_protect(lisp, save_run, &job);
    ptc_lisp_stop_limits(lisp);
    if (!job.is_done && (lisp->is_refused || lisp->error.reason == PTC_REASON_MEMORY ||
                         ptc_lisp_give_error(lisp, arena, error) != PTC_OK)) {
        ptc_lisp_settle(lisp, true);
        *error = ptc_lisp_error_refused();
        return PTC_ERROR_MEMORY;
    }
    ptc_lisp_settle(lisp, true);
    if (!job.is_done)
        return PTC_ERROR_INVALID;
    save_finish(&job);
    *bytes = ptc_text_view(&job.text);
    return PTC_OK;
}
