/* SPDX-License-Identifier: MIT */
/*
 * Calls of the host's tools: (call "name" arguments). [ptc-lisp 9.2, subagent 9.3,
 * validation 1-4, 9]
 *
 * The arguments become JSON data and pass the signature, the function runs outside the
 * program's heap, its result passes the signature and is copied onto the heap. Every call
 * of a known tool is in the log, whatever its outcome.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/take.h"
#include "lisp/host/host_int.h"
#include "lisp/host/tool_int.h"
#include "lisp/language/builtins.h"
#include "walk/walk_int.h"

enum {
    TOOL_KEY_MAX = 1 << 20, /* bytes of canonical arguments that are remembered */
    TOOL_REASON_MAX = 64,   /* bytes of the name of a failure */
};

/* A call under way. */
typedef struct tool_job {
    ptc_lisp *lisp;
    ptc_tools *tools;
    const ptc_tool_entry *entry;
    ptc_tool_record *log; /* NULL: there is no room for it */
    uint64_t start;
    bool is_started; /* as the observer knows */
    ptc_tool_call call;
} tool_job;

/* --- The log ------------------------------------------------------------------------ */

static void log_start(tool_job *job)
{
    ptc_tools *tools = job->tools;

    tools->calls_made++;
    job->log = PTC_ARENA_PUSH(&tools->log_arena, tools->log, tools->log_count,
                              tools->log_capacity);
    if (job->log != NULL)
        *job->log =
            (ptc_tool_record){.name = job->entry->tool->name, .feedback = {"", 0}};
}

/* The value, or the beginning of its text when it is large. The text may be shown to
 * anyone, since no one could find the firewalled fields in it. */
static void log_value(const tool_job *job, const ptc_value *value, ptc_value *out,
                      bool *is_cut)
{
    ptc_show_options show = {.struct_size = sizeof show,
                             .text_max = PTC_TOOL_PREVIEW_MAX,
                             .hide_firewalled = true};
    ptc_arena *arena = &job->tools->log_arena;
    bool is_utf8;
    ptc_text text;
    size_t len;

    *out = ptc_value_nil();
    *is_cut = true;
    if (ptc_data_measure(value, ptc_size_of_limit(job->tools->options.max_kept),
                         &is_utf8) != SIZE_MAX) {
        *is_cut = ptc_value_copy(arena, value, out) != PTC_OK;
        return;
    }
    ptc_text_init(&text, &job->tools->call_arena);
    ptc_schema_write_value(&text, job->entry->tool->signature, value, PTC_INPUT, &show);
    if (text.failed)
        return;
    len = text.len;
    if (len > PTC_TOOL_PREVIEW_MAX)
        len = PTC_TOOL_PREVIEW_MAX;
    while (len < text.len && ((unsigned char)text.ptr[len] & 0xC0) == 0x80)
        len--;
    *out = ptc_value_string(ptc_str_copy(arena, ptc_str_make(text.ptr, len)));
    if (out->as.text == NULL)
        *out = ptc_value_nil();
}

static void log_arguments(const tool_job *job)
{
    if (job->log != NULL)
        log_value(job, &job->call.told, &job->log->arguments,
                  &job->log->is_arguments_cut);
}

static void log_end(const tool_job *job, const ptc_value *result)
{
    if (job->log == NULL)
        return;
    job->log->time_ms = ptc_lisp_now(job->lisp) - job->start;
    job->log->step = job->call.step;
    log_value(job, result, &job->log->result, &job->log->is_result_cut);
}

/* Whether the name that a tool gave its failure is valid. */
static bool tool_is_reason(const char *reason)
{
    ptc_str name = ptc_str_of(reason);

    return name.len > 0 && name.len <= TOOL_REASON_MAX && ptc_keyword_is_legal(name);
}

static const char *log_reason(const tool_job *job, const char *reason)
{
    ptc_str name = ptc_str_of(reason);

    return tool_is_reason(reason)
               ? ptc_arena_copy(&job->tools->log_arena, name.ptr, name.len)
               : NULL;
}

static void log_error(const tool_job *job, const char *reason, const char *why)
{
    if (job->log == NULL)
        return;
    job->log->time_ms = ptc_lisp_now(job->lisp) - job->start;
    job->log->reason = log_reason(job, reason);
    job->log->step = job->call.step;
    job->log->error = ptc_arena_copy(&job->tools->log_arena, why, strlen(why));
    if (job->log->error == NULL)
        job->log->error = "out of memory";
}

/* The part of a validation that a model reads. [validation 9] */
static void log_feedback(const tool_job *job, const ptc_report *report)
{
    ptc_text text;
    ptc_str copy;

    if (job->log == NULL || (report->error_count == 0 && report->warning_count == 0))
        return;
    ptc_text_init(&text, &job->tools->call_arena);
    if (report->error_count > 0)
        ptc_report_write_errors(&text, report, "Tool validation errors:");
    if (report->error_count > 0 && report->warning_count > 0)
        ptc_text_byte(&text, '\n');
    if (report->warning_count > 0)
        ptc_report_write_warnings(&text, report, "Tool validation warnings:");
    copy = ptc_str_copy(&job->tools->log_arena, ptc_text_view(&text));
    if (copy.ptr != NULL)
        job->log->feedback = copy;
}

/* --- Observers ---------------------------------------------------------------------- */

PTC_COLD static void tool_tell_start(tool_job *job)
{
    const ptc_tool_observer *observer = job->tools->options.observer;

    job->is_started = true;
    if (observer->start != NULL)
        observer->start(&job->call, observer->user);
}

PTC_COLD static void tool_tell_stop(const tool_job *job, const char *error)
{
    const ptc_tool_observer *observer = job->tools->options.observer;

    if (observer->stop != NULL)
        observer->stop(&job->call, error, observer->user);
}

/* --- Faults ------------------------------------------------------------------------- */

/* Raises when the program has no time left. */
static void tool_look_at_clock(ptc_lisp *lisp)
{
    lisp->clock_at = INT64_MAX;
    ptc_lisp_poll(lisp);
}

/* Goes back to the attempt around the call, if there is one. */
PTC_COLD static void tool_offer(const tool_job *job, const char *reason, const char *why)
{
    if (job->call.is_final || !ptc_lisp_is_attempted(job->lisp))
        return;
    if (job->log != NULL)
        job->log->is_caught = true;
    ptc_lisp_catch(job->lisp, job->entry->tool->name,
                   tool_is_reason(reason) ? reason : ptc_reason_name(PTC_REASON_TOOL),
                   why);
}

/* "Tool 't' failed: why". Arenas keep `why`; `reason` is its name in the log, or NULL. */
PTC_COLD PTC_NORETURN static void tool_fail(const tool_job *job, const char *reason,
                                            const char *why)
{
    log_error(job, reason, why);
    if (job->is_started)
        tool_tell_stop(job, why);
    tool_look_at_clock(job->lisp); /* a tool may give up since the program is late */
    tool_offer(job, reason, why);
    ptc_lisp_raise(job->lisp, PTC_REASON_TOOL, "Tool '%s' failed: %s",
                   job->entry->tool->name, why);
}

PTC_COLD PTC_NORETURN static void tool_refused(const tool_job *job)
{
    log_error(job, NULL, "out of memory");
    if (job->is_started)
        tool_tell_stop(job, "out of memory");
    ptc_lisp_memory_error(job->lisp);
}

/* The errors in one line. */
static const char *tool_issues(const tool_job *job, const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, &job->tools->call_arena);
    for (size_t i = 0; i < report->error_count; i++) {
        ptc_text_cstr(&text, i > 0 ? "; " : "");
        ptc_issue_write(&text, &report->errors[i]);
    }
    return text.failed || text.len == 0 ? "not valid" : text.ptr;
}

/* Which keys in the value would be the same in JSON. */
static const char *tool_meeting(const tool_job *job, const ptc_value *value)
{
    ptc_report report;

    ptc_report_init(&report, &job->tools->call_arena);
    ptc_json_keys_check(value, &report);
    return tool_issues(job, &report);
}

PTC_COLD PTC_NORETURN static void tool_unknown(ptc_lisp *lisp, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, &lisp->run_arena);
    ptc_tool_write_unknown(lisp, &text, name);
    ptc_lisp_raise(lisp, PTC_REASON_UNKNOWN_TOOL, "%.*s", (int)text.len, text.ptr);
}

/* --- Validation --------------------------------------------------------------------- */

static ptc_status tool_coerce(const tool_job *job, ptc_direction direction,
                              ptc_value *value, ptc_report *report)
{
    const ptc_tool_options *options = &job->tools->options;
    ptc_walk_options walk = {
        .struct_size = sizeof walk,
        .mode = options->mode,
        .direction = direction,
        .boundary = direction == PTC_INPUT ? PTC_BOUNDARY_LISP : PTC_BOUNDARY_JSON,
        .validators = options->validators,
        .validator_count = options->validator_count,
        .hide_firewalled = job->lisp->options.hides_private,
        .context = options->context,
        .decoders = options->decoders,
        .decoder_count = options->decoder_count,
    };
    ptc_schema schema = *job->entry->tool->signature;

    if (direction == PTC_INPUT)
        schema = ptc_walk_of_call(&schema);
    return ptc_schema_coerce(&job->tools->call_arena, &schema, value, &walk, value,
                             report);
}

/* Arguments as the signature requires them, as JSON data. */
static void tool_check_arguments(tool_job *job)
{
    ptc_value *arguments = &job->call.arguments;
    ptc_value given = *arguments;
    ptc_report report;
    ptc_status status;

    job->call.told = given;
    if (job->entry->tool->signature == NULL)
        return;
    job->call.given = given;
    ptc_report_init(&report, &job->tools->call_arena);
    status = tool_coerce(job, PTC_INPUT, arguments, &report);
    log_feedback(job, &report);
    if (status == PTC_ERROR_INVALID) {
        const char *issues = tool_issues(job, &report);

        *arguments = given;
        log_arguments(job);
        log_error(job, "validation_error", issues);
        tool_offer(job, "validation_error", issues);
        ptc_lisp_raise(job->lisp, PTC_REASON_VALIDATION,
                       "Tool '%s' validation errors: %s", job->entry->tool->name, issues);
    }
    given = *arguments;
    if (status == PTC_OK && !(job->entry->tool->flags & PTC_TOOL_RAW))
        status = ptc_tool_plain(job->lisp, arguments, arguments);
    if (status == PTC_ERROR_DUPLICATE)
        ptc_tool_refuse(job->lisp, job->entry, "%s", tool_meeting(job, &given));
    if (status == PTC_OK)
        status = ptc_context_strip(&job->tools->call_arena, job->entry->tool->signature,
                                   arguments, &job->call.told);
    if (status != PTC_OK)
        tool_refused(job);
}

static void tool_check_size(const tool_job *job, const ptc_value *result)
{
    bool is_utf8;
    size_t size = ptc_data_measure(
        result, ptc_size_of_limit(job->tools->options.max_result), &is_utf8);

    if (size == SIZE_MAX)
        tool_fail(job, NULL,
                  "its result is larger than the host allows, or nested deeper than "
                  "512 levels; ask for less");
    if (!is_utf8)
        tool_fail(job, NULL, "its result has text that is not valid UTF-8");
}

/* Two keys of a map that would become one are not JSON data, whatever a signature
 * says. */
static void tool_check_keys(const tool_job *job, const ptc_value *result)
{
    ptc_report report;
    ptc_status status;
    ptc_text why;

    ptc_report_init(&report, &job->tools->call_arena);
    status = ptc_json_keys_check(result, &report);
    if (status == PTC_OK)
        return;
    if (status != PTC_ERROR_INVALID)
        tool_refused(job);
    ptc_text_init(&why, &job->tools->call_arena);
    ptc_text_cstr(&why, "its result: ");
    ptc_text_cstr(&why, tool_issues(job, &report));
    tool_fail(job, "validation_error", why.failed ? "its result does not fit" : why.ptr);
}

/* The result as the signature requires it, as JSON data. */
static void tool_check_result(const tool_job *job, ptc_value *result)
{
    ptc_report report;
    ptc_status status = PTC_OK;
    ptc_text why;

    tool_check_size(job, result);
    tool_check_keys(job, result);
    if (job->entry->tool->signature != NULL) {
        ptc_report_init(&report, &job->tools->call_arena);
        status = tool_coerce(job, PTC_OUTPUT, result, &report);
        if (status == PTC_ERROR_INVALID) {
            ptc_text_init(&why, &job->tools->call_arena);
            ptc_text_cstr(&why, "its result does not fit its signature: ");
            ptc_text_cstr(&why, tool_issues(job, &report));
            tool_fail(job, "validation_error",
                      why.failed ? "its result does not fit" : why.ptr);
        }
        if (job->log != NULL && job->log->feedback.len == 0)
            log_feedback(job, &report);
    }
    if (status == PTC_OK)
        status = ptc_tool_plain(job->lisp, result, result);
    if (status == PTC_ERROR_DUPLICATE)
        tool_fail(job, "validation_error",
                  "its result has keys that differ only in what is <Firewalled>");
    if (status != PTC_OK)
        tool_refused(job);
}

/* --- Calls -------------------------------------------------------------------------- */

/* The rest of the program's time, at most the time of one call. */
static uint64_t tool_time_left(const tool_job *job)
{
    ptc_lisp *lisp = job->lisp;
    uint64_t most = job->tools->options.time_ms;
    uint64_t left = UINT64_MAX;
    uint64_t now;

    tool_look_at_clock(lisp);
    if (job->entry->tool->flags & PTC_TOOL_UNTIMED)
        return UINT64_MAX;
    if (lisp->deadline != UINT64_MAX) {
        now = ptc_lisp_now(lisp);
        left = lisp->deadline > now ? lisp->deadline - now : 0;
    }
    return most != 0 && most < left ? most : left;
}

/* Gives back the time of a call that is not the program's; refuses a late result. */
static void tool_count_time(const tool_job *job, uint64_t took)
{
    uint64_t most = job->tools->options.time_ms;
    ptc_text text;

    if (job->entry->tool->flags & PTC_TOOL_UNTIMED) {
        ptc_lisp_lend_time(job->lisp, took);
        return;
    }
    if (most == 0 || took <= most)
        return;
    ptc_text_init(&text, &job->tools->call_arena);
    ptc_text_cstr(&text, "it took longer than the ");
    ptc_text_uint(&text, most);
    ptc_text_cstr(&text, "ms that a call may take");
    tool_fail(job, "timeout", text.failed ? "it took too long" : text.ptr);
}

/* The call is about to be made, or an earlier result used. */
static void tool_start(tool_job *job)
{
    ptc_tools *tools = job->tools;

    job->call.tool = job->entry->tool;
    job->call.arena = &tools->call_arena;
    job->call.cancel = tools->options.cancel;
    job->call.hides_private = job->lisp->options.hides_private;
    job->call.time_ms = tool_time_left(job);
    if (PTC_UNLIKELY(tools->options.observer != NULL))
        tool_tell_start(job);
}

static void tool_invoke(tool_job *job)
{
    ptc_lisp *lisp = job->lisp;
    const ptc_tool *tool = job->entry->tool;
    ptc_status status;
    uint64_t start;

    tool_start(job);
    start = ptc_lisp_now(lisp);
    status = tool->function(&job->call, tool->user);
    tool_count_time(job, ptc_lisp_now(lisp) - start);
    if (status == PTC_ERROR_MEMORY)
        job->call.is_final = true;
    if (status != PTC_OK)
        tool_fail(job, job->call.reason,
                  job->call.message != NULL && job->call.message[0] != '\0'
                      ? job->call.message
                      : ptc_status_name(status));
}

/* The result of an earlier call, or NULL; then `*key` is the key to remember this one by,
 * unless it is empty. */
static const ptc_value *tool_recall(tool_job *job, ptc_str *key)
{
    const ptc_tool *tool = job->entry->tool;
    const ptc_value *known;
    bool is_first = false;
    bool is_utf8;
    ptc_text text;

    *key = PTC_STR("");
    if (!(tool->flags & PTC_TOOL_CACHED) ||
        ptc_data_measure(&job->call.arguments, TOOL_KEY_MAX, &is_utf8) == SIZE_MAX)
        return NULL;
    ptc_text_init(&text, &job->tools->call_arena);
    if (!ptc_tool_memo_key(&text, tool, &job->call.arguments))
        return NULL;
    *key = ptc_text_view(&text);
    known = ptc_tool_recall(job->tools, *key, &is_first);
    job->call.is_cached = known != NULL;
    if (known != NULL && job->log != NULL) {
        job->log->is_cached = true;
        job->log->is_kept = is_first;
    }
    return known;
}

static void tool_keep(tool_job *job, ptc_str key)
{
    ptc_status status = ptc_tool_remember(job->tools, key, &job->call.result);

    if (status == PTC_ERROR_MEMORY)
        tool_refused(job);
    if (status == PTC_OK && job->log != NULL)
        job->log->is_kept = true;
}

static ptc_value tool_finish(tool_job *job, const ptc_value *result)
{
    log_end(job, result);
    if (job->is_started)
        tool_tell_stop(job, NULL);
    tool_look_at_clock(job->lisp);
    return ptc_data_take(job->lisp, result);
}

static ptc_value tool_perform(tool_job *job)
{
    ptc_tools *tools = job->tools;
    uint64_t most = tools->options.max_calls;
    const ptc_value *known;
    ptc_str key;

    tool_check_arguments(job);
    log_arguments(job);
    known = tool_recall(job, &key);
    if (known != NULL) {
        tool_start(job);
        job->call.result = *known;
        return tool_finish(job, known);
    }
    if (most != 0 && tools->calls_done >= most) {
        job->call.is_final = true;
        tool_fail(job, "budget_exhausted",
                  "the limit of tool calls is reached; work with the results you have");
    }
    tools->calls_done++;
    tool_invoke(job);
    tool_check_result(job, &job->call.result);
    if (key.len > 0)
        tool_keep(job, key);
    return tool_finish(job, &job->call.result);
}

ptc_value ptc_core_call(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    tool_job job = {.lisp = lisp, .tools = lisp->tools};
    ptc_str name = ptc_value_text(&args[0]);

    if (args[0].kind != PTC_STRING)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    job.entry = ptc_tools_find(lisp, name);
    if (job.entry == NULL || (job.entry->tool->flags & PTC_TOOL_PLANNING))
        tool_unknown(lisp, name);
    ptc_arena_reset(&job.tools->call_arena);
    job.call.arguments = ptc_tool_give(lisp, job.entry, args + 1, count - 1);
    job.start = ptc_lisp_now(lisp);
    log_start(&job);
    return tool_perform(&job);
}

#define PTC_BUILTIN_TOOL PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
