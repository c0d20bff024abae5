/* SPDX-License-Identifier: MIT */
/* Contexts: options, memory, the host's data. See <ptc/lisp.h>. */
#include "base/base_int.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"
#include "lisp/host/host_int.h"
#include "lisp/text/pattern.h"

enum {
    CONTEXT_BRANCHES_TIME = 5000,
    CONTEXT_FRAMES = 2000,
    CONTEXT_FRAMES_MAX = 1000000,
    CONTEXT_SLOTS = 131072,
    CONTEXT_SLOTS_PER_FRAME = 64, /* when there are more frames than usual */
};

/* In addition to twice the heap and the stack of a context: for memory that is not a
 * program's value. */
#define CONTEXT_BESIDE ((size_t)7 << 18)

/* Options as given, with the defaults for zeros; false when they are not options.
 */
static bool context_take_options(ptc_lisp_options *options, const ptc_lisp_options *given)
{
    *options = (ptc_lisp_options){.struct_size = sizeof *options};
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_lisp_options), "ptc_lisp_new", given,
                          options))
        return false;
    if ((unsigned)options->unknown_names > PTC_UNKNOWN_NAMES_REFUSE) {
        ptc_misuse("ptc_lisp_new",
                   "options.unknown_names is %u; set it to one of PTC_UNKNOWN_NAMES_*",
                   (unsigned)options->unknown_names);
        return false;
    }
    if (options->memory_contract > 2) {
        ptc_misuse("ptc_lisp_new", "options.memory_contract is %u; set it to 1 or 2",
                   options->memory_contract);
        return false;
    }
    if (options->heap == 0)
        options->heap = PTC_LISP_HEAP;
    if (options->time_ms == 0)
        options->time_ms = PTC_LISP_TIME_MS;
    if (options->branches_ms == 0)
        options->branches_ms = CONTEXT_BRANCHES_TIME;
    if (options->frames == 0)
        options->frames = CONTEXT_FRAMES;
    if (options->frames > CONTEXT_FRAMES_MAX)
        options->frames = CONTEXT_FRAMES_MAX;
    return true;
}

static bool context_make_stack(ptc_lisp *lisp)
{
    size_t frames = (size_t)lisp->options.frames + 1;
    size_t slots = frames * CONTEXT_SLOTS_PER_FRAME;

    if (slots < CONTEXT_SLOTS)
        slots = CONTEXT_SLOTS;
    /* Not cleared: most of it is never touched. In one piece, so that no chunk is larger
     * than that. */
    lisp->stack = ptc_arena_alloc(&lisp->own_arena, slots * sizeof *lisp->stack +
                                                        frames * sizeof *lisp->frames);
    if (lisp->stack == NULL)
        return false;
    lisp->frames = (ptc_frame *)(void *)(lisp->stack + slots);
    lisp->stack_end = lisp->stack + slots;
    lisp->stack_high = lisp->stack;
    lisp->stack_ready = lisp->stack;
    lisp->top = lisp->stack;
    lisp->frames_end = lisp->frames + frames;
    lisp->frames[0] = (ptc_frame){NULL, NULL, NULL, NULL};
    lisp->frame = lisp->frames;
    return true;
}

/* Differs from run to run, unless the host wants it to be the same. */
static uint64_t context_seed(const ptc_lisp *lisp)
{
    uint64_t seed = (uint64_t)(uintptr_t)lisp ^ lisp->deadline * 0x9E3779B97F4A7C15u;

    return seed != 0 ? seed : 1;
}

/* The allocator of the host's data: it notes refusals. */
PTC_INLINE void *context_take(ptc_lisp *lisp, void *old, size_t old_size, size_t new_size)
{
    const ptc_allocator *below = &lisp->own_arena.allocator;
    void *memory = below->allocate(old, old_size, new_size, below->user);

    if (memory == NULL && new_size != 0)
        lisp->is_refused = true;
    return memory;
}

static void *context_allocate_host(void *old, size_t old_size, size_t new_size,
                                   void *user)
{
    return context_take(user, old, old_size, new_size);
}

/* The allocator of everything else except the context itself: spare chunks give way, and
 * if that is still too much, the program fails. */
static void *context_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    ptc_lisp *lisp = user;
    size_t more = new_size > old_size ? new_size - old_size : 0;
    void *memory;

    if (PTC_UNLIKELY(more > ptc_lisp_room(lisp))) {
        ptc_heap_trim(lisp, 0);
        if (more > ptc_lisp_room(lisp))
            return NULL;
    }
    memory = context_take(lisp, old, old_size, new_size);
    if (memory != NULL || new_size == 0)
        lisp->taken += new_size - old_size;
    return memory;
}

/* Frames beyond the default number are the host's choice and are added. */
static void context_limit_memory(ptc_lisp *lisp)
{
    size_t heap = lisp->heap_most;
    size_t beside = lisp->own_arena.held + CONTEXT_BESIDE;

    lisp->taken += lisp->own_arena.held;
    lisp->taken_most = heap < (SIZE_MAX - beside) / 2 ? 2 * heap + beside : SIZE_MAX;
    lisp->taken_reserve = ptc_heap_compact_room(lisp->taken_most - beside);
}

static void context_init_memory(ptc_lisp *lisp)
{
    const ptc_allocator counting = {context_allocate, lisp};
    const ptc_allocator noting = {context_allocate_host, lisp};

    ptc_arena_init(&lisp->arena, &counting, lisp->heap_most);
    ptc_arena_init(&lisp->host_arena, &noting, 0);
    ptc_arena_init(&lisp->space_arena, &counting, 0);
    ptc_arena_init(&lisp->space_next_arena, &counting, 0);
    ptc_arena_init(&lisp->run_arena, &counting, 0);
    lisp->run_arena.resizes = true;
    ptc_release_init(lisp);
    lisp->jumps_max = lisp->options.jumps != 0 ? lisp->options.jumps : UINT64_MAX;
    lisp->seed = lisp->options.seed;
    if (lisp->seed == 0) {
        ptc_lisp_start_limits(lisp); /* reads the clock */
        lisp->seed = context_seed(lisp);
    }
    ptc_lisp_stop_limits(lisp);
}

static void context_init_heap(ptc_lisp *lisp, void *user)
{
    (void)user;
    ptc_heap_init(lisp);
}

ptc_status ptc_lisp_new(const ptc_lisp_options *given, ptc_lisp **out)
{
    const ptc_allocator *allocator;
    ptc_lisp_options options;
    ptc_arena own;
    ptc_lisp *lisp;

    *out = NULL;
    if (!context_take_options(&options, given))
        return PTC_ERROR_ARGUMENT;
    allocator = options.allocator.allocate != NULL ? &options.allocator : NULL;
    ptc_arena_init(&own, allocator, 0);
    lisp = ptc_arena_array(&own, 1, sizeof *lisp);
    if (lisp == NULL) {
        ptc_arena_free(&own);
        return PTC_ERROR_MEMORY;
    }
    lisp->options = options;
    lisp->heap_most = ptc_size_of_limit(options.heap);
    lisp->own_arena = own;
    lisp->start = (ptc_position){1, 1};
    lisp->taken_most = SIZE_MAX;
    context_init_memory(lisp);
    if (!ptc_lisp_protect(lisp, context_init_heap, NULL) || !context_make_stack(lisp)) {
        ptc_lisp_free(lisp);
        return PTC_ERROR_MEMORY;
    }
    context_limit_memory(lisp);
    *out = lisp;
    return PTC_OK;
}

void ptc_lisp_set_start(ptc_lisp *lisp, ptc_position start)
{
    lisp->start = start;
}

static void context_drop_memory(ptc_lisp *lisp)
{
    for (ptc_variable *variable = lisp->variables; variable != NULL;
         variable = variable->next) {
        variable->is_bound = false;
        variable->is_changed = false;
        variable->value = ptc_value_nil();
        variable->before = ptc_value_nil();
    }
    memset(lisp->history, 0, sizeof lisp->history); /* nil */
}

void ptc_lisp_forget(ptc_lisp *lisp)
{
    if (lisp->escape != NULL) /* a tool that this context runs */
        return;
    context_drop_memory(lisp);
    ptc_spaces_clear(lisp);
    lisp->memory_use = (ptc_memory_use){0};
    lisp->heap_peak = 0; /* no memory is kept for another run like the last */
    lisp->spare_kept = 0;
    lisp->names_next = 0; /* everything made since is checked */
    lisp->shapes_next = 0;
    ptc_lisp_settle(lisp, true);
}

void ptc_lisp_free(ptc_lisp *lisp)
{
    ptc_arena own;

    if (lisp == NULL)
        return;
    while (lisp->programs != NULL)
        ptc_program_release(lisp->programs);
    ptc_lisp_release_hosts(lisp);
    ptc_tools_free(lisp);
    if (lisp->patterns != NULL)
        lisp->patterns->close(lisp);
    ptc_shape_sweep(lisp, true);
    ptc_name_sweep(lisp, true);
    ptc_lisp_drop_output(lisp);
    ptc_heap_free(lisp);
    ptc_arena_free(&lisp->run_arena);
    ptc_arena_free(&lisp->host_arena);
    ptc_arena_free(&lisp->space_arena);
    ptc_arena_free(&lisp->arena);
    own = lisp->own_arena; /* holds the context itself */
    ptc_arena_free(&own);
}

/* --- The host's data --------------------------------------------------------------- */

ptc_status ptc_lisp_set_context(ptc_lisp *lisp, const ptc_value *map)
{
    ptc_value *taken;

    if (lisp->escape != NULL) /* a tool that this context runs */
        return ptc_misuse("ptc_lisp_set_context",
                          "a program of the context is running; set it before or after");
    if (map != NULL && map->kind != PTC_MAP)
        return ptc_misuse("ptc_lisp_set_context", "the context is not a map");
    if (!ptc_lisp_retire_host(lisp))
        return PTC_ERROR_MEMORY;
    lisp->context = NULL;
    lisp->context_taken = NULL;
    if (map == NULL || map->aux == 0)
        return PTC_OK;
    taken = ptc_arena_array(&lisp->host_arena, map->aux, sizeof *taken);
    if (taken == NULL)
        return PTC_ERROR_MEMORY;
    lisp->context = map;
    lisp->context_taken = taken;
    return PTC_OK;
}

/* According to [ptc-lisp 9.3]: the keyword, the string, then both with '_' for '-'. */
static const ptc_value *context_find(const ptc_map *map, const ptc_name *name)
{
    ptc_str text = {name->text, name->length};
    ptc_str folded = {name->folded->text, name->folded->length};
    const ptc_value *found = ptc_map_find_text(map, PTC_KEYWORD, text);

    if (found == NULL)
        found = ptc_map_find_text(map, PTC_STRING, text);
    if (found == NULL && name->folded != name)
        found = ptc_map_find_text(map, PTC_KEYWORD, folded);
    if (found == NULL && name->folded != name)
        found = ptc_map_find_text(map, PTC_STRING, folded);
    return found;
}

bool ptc_lisp_context_has(const ptc_lisp *lisp, const ptc_value *key)
{
    return lisp->context != NULL &&
           context_find(lisp->context->as.map, ptc_name_of(key)) != NULL;
}

/* In strict contexts a missing name cannot be read; `fail` comes and goes. */
PTC_COLD PTC_NORETURN static void context_missing(ptc_lisp *lisp, const ptc_value *key)
{
    ptc_text names;

    ptc_text_init(&names, &lisp->run_arena);
    ptc_lisp_context_list(lisp, &names);
    ptc_lisp_raise(lisp, PTC_REASON_RUNTIME, "ctx/%.*s was not given%.*s", (int)key->aux,
                   key->as.text, (int)names.len, names.ptr);
}

static ptc_value context_absent(ptc_lisp *lisp, const ptc_value *key)
{
    if (lisp->options.is_strict_context &&
        !ptc_str_equal(ptc_value_text(key), PTC_STR("fail")))
        context_missing(lisp, key);
    return ptc_value_nil();
}

ptc_value ptc_lisp_context_get(ptc_lisp *lisp, const ptc_value *key)
{
    const ptc_map *map;
    const ptc_value *found;
    ptc_value *taken;

    if (lisp->context == NULL)
        return context_absent(lisp, key);
    map = lisp->context->as.map;
    found = context_find(map, ptc_name_of(key));
    if (found == NULL)
        return context_absent(lisp, key);
    taken =
        &lisp->context_taken[(const ptc_map_entry *)(const void *)((const char *)found -
                                                                   offsetof(ptc_map_entry,
                                                                            value)) -
                             map->entries];
    if (taken->kind == PTC_NIL)
        *taken = ptc_lisp_import(lisp, found);
    return *taken;
}
