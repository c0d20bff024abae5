/* SPDX-License-Identifier: MIT */
/*
 * Steps for inspection: every member that is set, one per line, with nothing cut except
 * lists that are longer than requested. [subagent 13]
 */
#include "agent/host/export.h"
#include "agent/host/show.h"
#include "base/base_int.h"

typedef struct inspect_page {
    ptc_text *text;
    const ptc_step *step;
    size_t limit;
    unsigned flags;
} inspect_page;

static void inspect_label(const inspect_page *page, size_t indent, const char *label)
{
    ptc_text_repeat(page->text, ' ', indent);
    ptc_text_cstr(page->text, label);
    ptc_text_cstr(page->text, ": ");
}

static void inspect_lines(const inspect_page *page, size_t indent, ptc_str lines)
{
    size_t start = 0;

    for (size_t i = 0; i <= lines.len; i++) {
        if (i < lines.len && lines.ptr[i] != '\n')
            continue;
        ptc_text_byte(page->text, '\n');
        ptc_text_repeat(page->text, ' ', indent);
        ptc_visible_write(page->text, ptc_str_make(lines.ptr + start, i - start));
        start = i + 1;
    }
}

/* Nothing when it is empty; a text of several lines is below its label. */
static void inspect_text(const inspect_page *page, size_t indent, const char *label,
                         ptc_str value)
{
    value = ptc_secrets_hide(page->text->arena, page->step->secrets, value);
    while (value.len > 0 && value.ptr[value.len - 1] == '\n')
        value.len--;
    if (value.len == 0)
        return;
    ptc_text_repeat(page->text, ' ', indent);
    ptc_text_cstr(page->text, label);
    ptc_text_byte(page->text, ':');
    if (memchr(value.ptr, '\n', value.len) != NULL) {
        inspect_lines(page, indent + 2, value);
    } else {
        ptc_text_byte(page->text, ' ');
        ptc_visible_write(page->text, value);
    }
    ptc_text_byte(page->text, '\n');
}

static void inspect_count(const inspect_page *page, size_t indent, const char *label,
                          uint64_t count)
{
    inspect_label(page, indent, label);
    ptc_text_uint(page->text, count);
    ptc_text_byte(page->text, '\n');
}

/* Models do not always report tokens. */
static void inspect_tokens(const inspect_page *page, size_t indent, const char *label,
                           int64_t count)
{
    if (count >= 0)
        inspect_count(page, indent, label, (uint64_t)count);
}

static void inspect_value(const inspect_page *page, size_t indent, const char *label,
                          const ptc_value *value)
{
    const ptc_show_limits limits = {.items = page->limit};
    ptc_value shown =
        ptc_secrets_hide_value(page->step->secrets, page->text->arena, value);

    inspect_label(page, indent, label);
    ptc_show_value(page->text, page->step->signature, &shown, PTC_SHOW_LISP, limits,
                   (page->flags & PTC_TRACE_OPEN) != 0);
    ptc_text_byte(page->text, '\n');
}

static void inspect_fail(const inspect_page *page, size_t indent, const ptc_fail *fail)
{
    if (fail->reason.len == 0)
        return;
    inspect_text(page, indent, "fail", fail->reason);
    inspect_text(page, indent + 2, "message", fail->message);
    inspect_text(page, indent + 2, "op", fail->op);
    if (fail->details.kind != PTC_NIL)
        inspect_value(page, indent + 2, "details", &fail->details);
}

static void inspect_usage(const inspect_page *page, const ptc_usage *usage)
{
    ptc_text_cstr(page->text, "usage:\n");
    inspect_count(page, 2, "duration_ms", usage->duration_ms);
    inspect_count(page, 2, "turns", usage->turns);
    inspect_count(page, 2, "llm_requests", usage->llm_requests);
    inspect_count(page, 2, "memory_bytes", usage->memory_bytes);
    inspect_tokens(page, 2, "input_tokens", usage->input_tokens);
    inspect_tokens(page, 2, "output_tokens", usage->output_tokens);
    if (usage->fallback_used)
        inspect_text(page, 2, "fallback_used", PTC_STR("true"));
}

/* The summaries of calls have passed the firewall; whole values are printed on demand. */
static void inspect_call(const inspect_page *page, const ptc_trace_call *call)
{
    inspect_text(page, 4, "call", call->name);
    if (page->flags & PTC_TRACE_OPEN) {
        inspect_value(page, 6, "args", &call->args);
        if (call->error.len == 0)
            inspect_value(page, 6, "result", &call->result);
    } else {
        inspect_text(page, 6, "args", call->shown_args);
        if (call->error.len == 0)
            inspect_text(page, 6, "result", call->shown_result);
    }
    inspect_text(page, 6, "error", call->error);
    if (call->is_cached)
        inspect_text(page, 6, "cached", PTC_STR("true"));
}

static void inspect_turn(const inspect_page *page, const ptc_trace_turn *turn)
{
    inspect_count(page, 2, "turn", turn->turn);
    if (page->flags & PTC_TRACE_SYSTEM)
        inspect_text(page, 4, "system", turn->system);
    if (page->flags & PTC_TRACE_RAW)
        inspect_text(page, 4, "reply", turn->llm_response);
    inspect_text(page, 4, "program", turn->source);
    for (size_t i = 0; i < turn->call_count; i++)
        inspect_call(page, &turn->calls[i]);
    inspect_text(page, 4, "prints", turn->prints);
    if (turn->error.reason.len == 0)
        inspect_value(page, 4, "result", &turn->result);
    inspect_fail(page, 4, &turn->error);
    inspect_text(page, 4, "warnings", turn->warnings);
}

static void inspect_messages(const inspect_page *page)
{
    for (size_t i = 0; i < page->step->message_count; i++) {
        const ptc_message *message =
            ptc_message_at(page->step->messages, page->step->message_size, i);
        bool is_reply = message->role == PTC_ROLE_ASSISTANT;

        if (!is_reply || page->flags & PTC_TRACE_RAW)
            inspect_text(page, 0, ptc_role_name(message->role), message->content);
    }
}

void ptc_step_inspect(ptc_text *text, const ptc_step *step, size_t limit, unsigned flags)
{
    const inspect_page page = {text, step, limit, flags};

    inspect_text(&page, 0, "agent", step->agent);
    inspect_text(&page, 0, "ok", step->is_ok ? PTC_STR("true") : PTC_STR("false"));
    if (step->is_ok)
        inspect_value(&page, 0, "return", &step->result);
    else
        inspect_fail(&page, 0, &step->fail);
    inspect_value(&page, 0, "memory", &step->memory);
    inspect_value(&page, 0, "memory_delta", &step->memory_delta);
    if (step->signature != NULL) {
        inspect_label(&page, 0, "signature");
        ptc_schema_write_signature(text, step->signature, NULL);
        ptc_text_byte(text, '\n');
    }
    inspect_text(&page, 0, "prompt", step->prompt);
    inspect_usage(&page, &step->usage);
    inspect_text(&page, 0, "trace_id", ptc_str_of(step->trace_id));
    inspect_text(&page, 0, "parent_trace_id", ptc_str_of(step->parent_trace_id));
    if (page.flags & PTC_TRACE_MESSAGES)
        inspect_messages(&page);
    if (step->trace == NULL)
        return;
    ptc_text_cstr(text, "turns:\n");
    for (size_t i = 0; i < step->trace->turn_count && !text->failed; i++)
        inspect_turn(&page, &step->trace->turns[i]);
}
