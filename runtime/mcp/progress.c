/* SPDX-License-Identifier: MIT */
/* Notifications of progress. [mcp 5] */
#include "mcp/mcp_int.h"

enum { PROGRESS_SHOWN = 1000 }; /* bytes of a message */

static bool progress_is_finite(double number)
{
    return number - number == 0;
}

/* Whether it is time for a notification, and there is something new. */
static bool progress_is_due(const ptc_mcp_progress *progress, double done, uint64_t now)
{
    if (!progress_is_finite(done) || done < 0)
        return false;
    if (progress->told_ms == UINT64_MAX)
        return true;
    return done > progress->done && now - progress->told_ms >= PTC_MCP_PROGRESS_MS;
}

static void progress_write(ptc_text *text, const ptc_mcp_progress *progress, double done,
                           double total, const char *message)
{
    const ptc_value done_value = ptc_value_float(done);
    const ptc_value total_value = ptc_value_float(total);
    ptc_text line;

    ptc_text_cstr(text, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                        "\"params\":{\"progressToken\":");
    ptc_text_str(text, progress->token);
    ptc_text_cstr(text, ",\"progress\":");
    ptc_json_write_canonical(text, &done_value);
    if (progress_is_finite(total) && total > 0) {
        ptc_text_cstr(text, ",\"total\":");
        ptc_json_write_canonical(text, &total_value);
    }
    if (message != NULL) {
        ptc_text_init(&line, text->arena);
        ptc_mcp_write_line(&line, ptc_str_of(message), PROGRESS_SHOWN);
        ptc_text_cstr(text, ",\"message\":");
        ptc_json_write_string(text, ptc_text_view(&line));
        text->failed |= line.failed;
    }
    ptc_text_cstr(text, "}}\n");
}

void ptc_mcp_tell_progress(ptc_tool_call *call, double done, double total,
                           const char *message, void *user)
{
    ptc_mcp_progress *progress = user;
    uint64_t now = ptc_mcp_now(progress->runtime);
    ptc_text text;

    (void)call;
    if (!progress_is_due(progress, done, now))
        return;
    ptc_arena_reset(progress->arena);
    ptc_text_init(&text, progress->arena);
    progress_write(&text, progress, done, total, message);
    if (text.failed) /* no one may depend on it */
        return;
    progress->done = done;
    progress->told_ms = now;
    ptc_mcp_lock(progress->runtime);
    if (!*progress->is_over)
        ptc_mcp_send_locked(progress->to, ptc_text_view(&text), false);
    ptc_mcp_unlock(progress->runtime);
}
