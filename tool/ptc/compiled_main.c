/* SPDX-License-Identifier: MIT */
/*
 * A compiled agent as a program that answers JSON Lines. See <ptc/main.h>. Each line gets
 * one line: the result, or {"error": ..} with the number of the line. [subagent 15]
 */
#define _POSIX_C_SOURCE 200809L
#include "tool/ptc/jobs.h"
#include "tool/ptc/ptc_int.h"

#include <ptc/main.h>

#include <time.h>
#include <unistd.h>

enum {
    COMPILED_JOBS_MAX = 256,
    COMPILED_PROGRESS_MS = 200, /* between two updates of the progress */
};

/* The parts of the program. */
typedef struct compiled_host {
    const ptc_compiled *compiled;
    const ptc_tool_table *tools;
} compiled_host;

typedef struct compiled_batch {
    const ptc_cli *cli;
    ptc_compiled compiled;
    bool is_raw;
    bool stops;       /* at the first line that fails */
    bool is_progress; /* shown */
    int64_t shown_at; /* in milliseconds */
    uint64_t lines;
    uint64_t failed;
} compiled_batch;

/* --- One line ---------------------------------------------------------------------- */

static void compiled_fail(ptc_job *job, ptc_str reason, ptc_str message)
{
    ptc_text *answer = &job->answer;

    job->is_failed = true;
    ptc_text_cstr(answer, "{\"error\":{\"reason\":");
    ptc_json_write_string(answer, reason);
    ptc_answer_text(answer, "message", message);
    if (job->line > 0) {
        ptc_text_cstr(answer, ",\"line\":");
        ptc_text_uint(answer, job->line);
    }
    ptc_answer_text(answer, "file", ptc_str_of(job->name));
    ptc_text_cstr(answer, "}}\n");
}

/* Reads the arguments; false after an answer. */
static bool compiled_read(ptc_job *job, ptc_value *out)
{
    static const ptc_json_options options = {
        .struct_size = sizeof options, .is_padded = true, .borrow = true};
    ptc_json_error error;
    ptc_status status;

    if (job->text.ptr == NULL) {
        compiled_fail(job, PTC_STR("range"),
                      PTC_STR("the line is longer than the limit (see --limit)"));
        return false;
    }
    status = ptc_json_read(&job->arena, job->text.ptr, job->text.len, &options, out, NULL,
                           &error);
    if (status == PTC_OK && out->kind == PTC_MAP)
        return true;
    if (status == PTC_OK)
        compiled_fail(job, PTC_STR("parse"),
                      PTC_STR("arguments must be a JSON object of names and values"));
    else
        compiled_fail(job, ptc_str_of(ptc_read_code(status)), error.message);
    return false;
}

static void compiled_work(ptc_job *job, const ptc_cancel *cancel, void *user)
{
    const compiled_batch *batch = user;
    ptc_cancel *ends = (ptc_cancel *)(uintptr_t)cancel; /* runs only read it */
    ptc_agent_options options = {
        .struct_size = sizeof options, .cancel = ends, .trace = PTC_TRACE_MODE_NONE};
    const ptc_step *step = NULL;
    ptc_value arguments;
    ptc_status status;

    if (!compiled_read(job, &arguments))
        return;
    status = ptc_compiled_run(&job->arena, &batch->compiled, &arguments, &options, &step);
    if (status == PTC_OK)
        status =
            ptc_step_write_result(&job->answer, step, batch->is_raw ? PTC_TRACE_OPEN : 0);
    if (status == PTC_OK)
        ptc_text_byte(&job->answer, '\n');
    else if (step == NULL || step->is_ok)
        job->answer.failed = true;
    else if (ptc_str_equal(step->fail.reason, PTC_STR("cancelled")))
        job->is_cancelled = true;
    else
        compiled_fail(job, step->fail.reason, step->fail.message);
}

/* --- All lines --------------------------------------------------------------------- */

static int64_t compiled_now(void)
{
    struct timespec now = {0, 0};

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void compiled_show(compiled_batch *batch)
{
    int64_t now;

    if (!batch->is_progress)
        return;
    now = compiled_now();
    if (now - batch->shown_at < COMPILED_PROGRESS_MS)
        return;
    batch->shown_at = now;
    fprintf(stderr, "\r%llu lines, %llu failed\033[K", (unsigned long long)batch->lines,
            (unsigned long long)batch->failed);
}

/* The answer when memory was refused, in memory on the stack. */
static ptc_str compiled_refused(const ptc_job *job, char *room, size_t size)
{
    int len = snprintf(room, size,
                       "{\"error\":{\"reason\":\"memory\",\"message\":\"out of memory\","
                       "\"line\":%llu}}\n",
                       (unsigned long long)job->line);

    return ptc_str_make(room, (size_t)len);
}

static bool compiled_print(ptc_job *job, void *user)
{
    compiled_batch *batch = user;
    char room[128];
    bool is_refused = job->answer.failed || job->arena.failed;
    ptc_str line = is_refused ? compiled_refused(job, room, sizeof room)
                              : ptc_text_view(&job->answer);
    bool is_failed = job->is_failed || is_refused;

    batch->lines++;
    batch->failed += is_failed;
    compiled_show(batch);
    return ptc_file_print(line) && !(is_failed && batch->stops);
}

/* The tool of a table that replaces one of the agent, with that one's signature if it has
 * none. NULL when memory was refused. */
static const ptc_tool *compiled_tool(const compiled_batch *batch, const ptc_tool *own,
                                     const ptc_agent_tool *tool)
{
    ptc_tool *taken;

    if (own->signature != NULL || tool->function == NULL)
        return own;
    taken = ptc_arena_array(batch->cli->arena, 1, sizeof *taken);
    if (taken == NULL)
        return NULL;
    *taken = *own;
    taken->signature = tool->function->signature;
    return taken;
}

/* Tools of the table replace those of the agent with the same names. */
static bool compiled_take_tools(compiled_batch *batch, const ptc_tool_table *table)
{
    const ptc_compiled *compiled = &batch->compiled;
    ptc_agent_tool *tools =
        ptc_arena_array(batch->cli->arena, compiled->tool_count, sizeof *tools);

    if (tools == NULL)
        return false;
    for (size_t i = 0; i < compiled->tool_count; i++) {
        const ptc_agent_tool *tool = &compiled->tools[i];
        const char *name = tool->name != NULL       ? tool->name
                           : tool->function != NULL ? tool->function->name
                                                    : "";

        tools[i] = *tool;
        for (size_t k = 0; k < table->count; k++) {
            if (strcmp(table->tools[k].name, name) != 0)
                continue;
            tools[i].function = compiled_tool(batch, &table->tools[k], tool);
            if (tools[i].function == NULL)
                return false;
        }
    }
    batch->compiled.tools = tools;
    return true;
}

static ptc_exit compiled_end(const compiled_batch *batch, ptc_exit status)
{
    if (batch->is_progress && batch->shown_at != 0)
        fputs("\r\033[K", stderr);
    if (ptc_jobs_were_cancelled())
        ptc_cli_say(batch->cli, "interrupted after %llu lines",
                    (unsigned long long)batch->lines);
    if (status != PTC_EXIT_OK)
        return status;
    if (batch->failed > 0)
        ptc_cli_say(batch->cli, "%llu of %llu lines failed",
                    (unsigned long long)batch->failed, (unsigned long long)batch->lines);
    return batch->failed > 0 || ptc_jobs_were_cancelled() ? PTC_EXIT_INPUT : PTC_EXIT_OK;
}

static ptc_exit compiled_verb(const ptc_cli *cli)
{
    const compiled_host *host = cli->host;
    compiled_batch batch = {.cli = cli,
                            .is_raw = ptc_cli_has(cli, PTC_OPTION_RAW),
                            .stops = ptc_cli_has(cli, PTC_OPTION_STOP),
                            .is_progress = isatty(STDERR_FILENO) != 0};
    ptc_jobs_options jobs = {
        .cli = cli, .work = compiled_work, .print = compiled_print, .user = &batch};
    int64_t workers = (int64_t)sysconf(_SC_NPROCESSORS_ONLN);

    workers = workers < 1 ? 1 : workers > COMPILED_JOBS_MAX ? COMPILED_JOBS_MAX : workers;
    if (!ptc_cli_number(cli, PTC_OPTION_JOBS, 1, COMPILED_JOBS_MAX, &workers) ||
        !ptc_data_limit(cli, &jobs.limit))
        return PTC_EXIT_USAGE;
    jobs.workers = (unsigned)workers;
    batch.compiled = *host->compiled;
    if (host->tools != NULL && !compiled_take_tools(&batch, host->tools))
        return ptc_cli_no_memory(cli);
    return compiled_end(&batch, ptc_jobs_run(&jobs));
}

int ptc_compiled_main(int argc, char **argv, const ptc_compiled *compiled,
                      const ptc_tool_table *tools)
{
    static const ptc_cli_run runs[PTC_VERB_COUNT] = {[PTC_VERB_BATCH] = compiled_verb};
    const compiled_host host = {compiled, tools};

    return ptc_cli_main_of_verb(PTC_VERB_BATCH, runs, ptc_cli_help, &host, argc, argv);
}
