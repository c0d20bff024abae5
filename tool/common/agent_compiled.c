/* SPDX-License-Identifier: MIT */
/*
 * Tools with :compiled of agents that commands run: the locks of these agents are read
 * from the folders of their files, checked and compiled; no model is asked. See agent.h.
 * [subagent 15]
 *
 * Locks are read before the tools of files get functions, whose modules may bring
 * signatures: a lock was checked for the text of the file.
 */
#include "agent/file/file_int.h"
#include "tool/common/agent.h"
#include "tool/common/lock.h"

/* --- Files ------------------------------------------------------------------------- */

typedef struct compiled_work {
    const ptc_cli *cli;
    ptc_contract_reader reader; /* whose files are limited by --root and -I */
    ptc_command_compiled *list;
    ptc_exit exit;
} compiled_work;

/* Reads a file in the folder of the agent's, as if the agent named it; NULL if there is
 * none, or after a message. */
static const ptc_source *compiled_load(compiled_work *work, const ptc_source *agent,
                                       ptc_str path)
{
    const ptc_contract_options *options = &work->reader.options;
    const ptc_source *found;
    const char *fault;

    if (path.ptr == NULL)
        return NULL;
    found = options->load(ptc_base_name(path), agent, options->user);
    fault = found == NULL ? options->load_fault(options->user) : NULL;
    if (fault == NULL)
        return found;
    work->exit = PTC_EXIT_USAGE;
    if (work->cli->arena->failed)
        work->exit = ptc_cli_no_memory(work->cli);
    else
        ptc_cli_say(work->cli, "%s: %s", path.ptr, fault);
    return NULL;
}

/* --- Locks ------------------------------------------------------------------------- */

static const ptc_command_compiled_row *compiled_find(const ptc_command_compiled *list,
                                                     const ptc_agent_file *agent)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->rows[i].agent == agent)
            return &list->rows[i];
    }
    return NULL;
}

/* Reads the lock of the agent, and its samples, of which the lock has hashes. */
static bool compiled_read(compiled_work *work, const ptc_agent_file *agent,
                          ptc_lock_file *lock, ptc_lock_samples *samples)
{
    const ptc_cli *cli = work->cli;
    const char *path = agent->source->name.ptr;
    ptc_str lock_path = ptc_lock_path(cli->arena, path);
    ptc_str samples_path = ptc_lock_samples_path(cli->arena, path);
    const ptc_source *found;

    *samples = (ptc_lock_samples){.count = 0};
    work->exit = ptc_lock_check_name(cli, path);
    if (work->exit != PTC_EXIT_OK)
        return false;
    found = compiled_load(work, agent->source, lock_path);
    if (found == NULL && work->exit == PTC_EXIT_OK)
        work->exit = ptc_lock_say_missing(cli, path);
    if (found == NULL)
        return false;
    if (!ptc_lock_take(cli->arena, found, lock))
        work->exit = ptc_cli_no_memory(cli);
    if (work->exit == PTC_EXIT_OK)
        found = compiled_load(work, agent->source, samples_path);
    if (work->exit == PTC_EXIT_OK && found != NULL &&
        !ptc_lock_take_samples(cli, found, samples))
        work->exit = PTC_EXIT_USAGE;
    return work->exit == PTC_EXIT_OK;
}

/* Compiles the lock of an agent, once for all tools that use it. */
static bool compiled_make(const ptc_agent_file *agent, ptc_compiled *compiled, void *user)
{
    compiled_work *work = user;
    ptc_arena *arena = work->cli->arena;
    ptc_command_compiled *list = work->list;
    ptc_command_compiled_row *row;
    ptc_lock_file *lock;
    ptc_lock_samples samples;

    (void)compiled;
    if (compiled_find(list, agent) != NULL)
        return true;
    lock = ptc_arena_array(arena, 1, sizeof *lock);
    row = PTC_ARENA_PUSH(arena, list->rows, list->count, list->capacity);
    if (lock == NULL || row == NULL) {
        work->exit = ptc_cli_no_memory(work->cli);
        return false;
    }
    row->agent = agent;
    if (compiled_read(work, agent, lock, &samples))
        work->exit = ptc_lock_compile_file(work->cli, agent, agent->source->name.ptr,
                                           lock, &samples, &row->compiled);
    return work->exit == PTC_EXIT_OK;
}

/* --- Agents ------------------------------------------------------------------------ */

static bool compiled_visit(const ptc_agent_command *command, ptc_compiled_visit_fn visit,
                           void *user)
{
    const ptc_chain_file *chain = command->file.chain;
    bool goes_on = true;

    if (chain == NULL)
        return ptc_agent_file_visit_compiled(command->file.agent, visit, user);
    for (size_t i = 0; goes_on && i < chain->chain->count; i++)
        goes_on = ptc_agent_file_visit_compiled(chain->agents[i], visit, user);
    return goes_on;
}

/* Whether there is any compiled tool. */
static bool compiled_is_none(const ptc_agent_file *agent, ptc_compiled *compiled,
                             void *user)
{
    (void)agent;
    (void)compiled;
    (void)user;
    return false;
}

ptc_exit ptc_agent_command_compile(const ptc_agent_command *command,
                                   ptc_command_compiled *out)
{
    compiled_work work = {.cli = command->cli, .list = out, .exit = PTC_EXIT_OK};

    *out = (ptc_command_compiled){.count = 0};
    if (compiled_visit(command, compiled_is_none, NULL))
        return PTC_EXIT_OK;
    if (!ptc_contract_reader_init(&work.reader, work.cli))
        return PTC_EXIT_USAGE;
    (void)compiled_visit(command, compiled_make, &work);
    return work.exit;
}

/* Completes the agent that was read from the file. */
static bool compiled_fill(const ptc_agent_file *agent, ptc_compiled *compiled, void *user)
{
    const ptc_lock_compiled *made = &compiled_find(user, agent)->compiled;

    compiled->stages = made->images;
    compiled->stage_count = made->count;
    compiled->source = made->source;
    compiled->origin = made->origin;
    compiled->flags &= ~(unsigned)PTC_COMPILED_VALUE;
    if (made->is_value)
        compiled->flags |= PTC_COMPILED_VALUE;
    return true;
}

void ptc_agent_command_take_compiled(const ptc_agent_command *command,
                                     const ptc_command_compiled *made)
{
    (void)compiled_visit(command, compiled_fill, (void *)(uintptr_t)made);
}
