/* SPDX-License-Identifier: MIT */
/* Hosts: models by name, handlers of events. See <ptc/host.h>. */
#include "agent/host/host_int.h"
#include "base/base_int.h"

static const char *const host_event_names[] = {
#define PTC_EVENT(constant, name) name,
#include <ptc/events.def>
#undef PTC_EVENT
};

const char *ptc_event_name(ptc_event_kind kind)
{
    return (unsigned)kind < PTC_EVENT_COUNT ? host_event_names[kind] : "";
}

/* --- Life -------------------------------------------------------------------------- */

ptc_status ptc_host_new(const ptc_host_options *given, ptc_host **out)
{
    ptc_host_options options = {.struct_size = sizeof options};
    const ptc_allocator *allocator = NULL;
    ptc_arena arena;
    ptc_host *host;

    *out = NULL;
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_host_options), "ptc_host_new", given,
                          &options))
        return PTC_ERROR_ARGUMENT;
    if (options.allocator.allocate != NULL)
        allocator = &options.allocator;
    ptc_arena_init(&arena, allocator, 0);
    host = ptc_arena_array(&arena, 1, sizeof *host);
    if (host == NULL) {
        ptc_arena_free(&arena);
        return PTC_ERROR_MEMORY;
    }
    host->options = options;
    host->arena = arena;
    *out = host;
    return PTC_OK;
}

void ptc_host_free(ptc_host *host)
{
    ptc_arena arena;

    if (host == NULL)
        return;
    arena = host->arena; /* holds the host itself */
    ptc_arena_free(&arena);
}

bool ptc_host_is_frozen(const ptc_host *host)
{
#if defined(__GNUC__)
    return __atomic_load_n(&host->is_frozen, __ATOMIC_ACQUIRE) != 0;
#else
    return host->is_frozen != 0;
#endif
}

void ptc_host_freeze(ptc_host *host)
{
    if (ptc_host_is_frozen(host))
        return; /* without writing: threads share it */
#if defined(__GNUC__)
    __atomic_store_n(&host->is_frozen, 1, __ATOMIC_RELEASE);
#else
    host->is_frozen = 1;
#endif
}

/* --- Models ------------------------------------------------------------------------ */

const ptc_llm *ptc_host_find_llm(const ptc_host *host, ptc_str name)
{
    for (size_t i = 0; i < host->model_count; i++) {
        if (ptc_str_equal(ptc_str_of(host->models[i].name), name))
            return &host->models[i];
    }
    return NULL;
}

static ptc_status host_is_frozen(const char *function)
{
    return ptc_misuse(function, "the host is in use by runs; set it up before the first");
}

ptc_status ptc_host_add_llm(ptc_host *host, const ptc_llm *llm)
{
    ptc_llm *model;
    ptc_str name;

    if (ptc_host_is_frozen(host))
        return host_is_frozen("ptc_host_add_llm");
    if (llm->call == NULL || llm->name == NULL || llm->name[0] == '\0')
        return ptc_misuse("ptc_host_add_llm", "llm.%s is empty; set it",
                          llm->call == NULL ? "call" : "name");
    if (!ptc_llm_has_good_info(llm))
        return ptc_misuse("ptc_host_add_llm",
                          "llm.info.struct_size is 0; set it to sizeof(ptc_llm_info)");
    name = ptc_str_of(llm->name);
    if (ptc_host_find_llm(host, name) != NULL)
        return PTC_ERROR_DUPLICATE;
    name = ptc_str_copy(&host->arena, name);
    model = name.ptr == NULL ? NULL
                             : PTC_ARENA_PUSH(&host->arena, host->models,
                                              host->model_count, host->model_capacity);
    if (model == NULL)
        return PTC_ERROR_MEMORY;
    *model = *llm;
    model->name = name.ptr;
    return PTC_OK;
}

/* --- Handlers ---------------------------------------------------------------------- */

static ptc_handler *host_find_handler(const ptc_host *host, const char *id)
{
    for (size_t i = 0; i < host->handler_count; i++) {
        if (strcmp(host->handlers[i].id, id) == 0)
            return &host->handlers[i];
    }
    return NULL;
}

static void host_count_events(ptc_host *host)
{
    host->events = 0;
    for (size_t i = 0; i < host->handler_count; i++)
        host->events |= host->handlers[i].events;
}

ptc_status ptc_host_attach(ptc_host *host, const char *id, const ptc_event_kind *events,
                           size_t count, ptc_event_function function, void *user)
{
    unsigned wanted = count == 0 ? (1u << PTC_EVENT_COUNT) - 1u : 0;
    ptc_handler *handler;
    ptc_str copy;

    for (size_t i = 0; i < count; i++) {
        if ((unsigned)events[i] >= PTC_EVENT_COUNT)
            return ptc_misuse("ptc_host_attach", "events[%zu] is not an event", i);
        wanted |= 1u << events[i];
    }
    if (ptc_host_is_frozen(host))
        return host_is_frozen("ptc_host_attach");
    if (id == NULL || function == NULL)
        return ptc_misuse("ptc_host_attach", "%s is NULL",
                          id == NULL ? "id" : "function");
    if (host_find_handler(host, id) != NULL)
        return PTC_ERROR_DUPLICATE;
    copy = ptc_str_copy(&host->arena, ptc_str_of(id));
    handler = copy.ptr == NULL
                  ? NULL
                  : PTC_ARENA_PUSH(&host->arena, host->handlers, host->handler_count,
                                   host->handler_capacity);
    if (handler == NULL)
        return PTC_ERROR_MEMORY;
    *handler = (ptc_handler){copy.ptr, wanted, function, user};
    host_count_events(host);
    return PTC_OK;
}

ptc_status ptc_host_detach(ptc_host *host, const char *id)
{
    ptc_handler *handler = id != NULL ? host_find_handler(host, id) : NULL;
    size_t behind;

    if (ptc_host_is_frozen(host) || handler == NULL)
        return PTC_ERROR_ARGUMENT;
    behind = host->handler_count - (size_t)(handler - host->handlers) - 1;
    memmove(handler, handler + 1, behind * sizeof *handler);
    host->handler_count--;
    host_count_events(host);
    return PTC_OK;
}

void ptc_host_emit(const ptc_host *host, const ptc_event *event)
{
    for (size_t i = 0; i < host->handler_count; i++) {
        const ptc_handler *handler = &host->handlers[i];

        if (handler->events >> event->kind & 1u)
            handler->function(event, handler->user);
    }
}
