/* SPDX-License-Identifier: MIT */
/*
 * Traces and chains of steps for people: a box for every turn, boxes of children inside
 * the call that ran them. No line is wider than 80 columns: data is cut, texts requested
 * in full (replies, messages, prompts) continue on the next line. With PTC_TRACE_FULL
 * lines have any length. [subagent 13]
 */
#include "agent/host/export.h"
#include "agent/host/show.h"
#include "agent/story/step_json.h"
#include "base/base_int.h"
#include "edn/edn_int.h"

enum {
    PRINT_COLUMNS = 80,
    PRINT_HEADER = 47,       /* columns of a box's first and last line */
    PRINT_LEVELS = 8,        /* of children that are shown */
    PRINT_DATA_COLUMNS = 20, /* minimum for data, however deep it is nested */
};

/* --- Lines ------------------------------------------------------------------------- */

typedef struct print_page {
    ptc_text *text;
    unsigned flags;
    ptc_text margin; /* the beginning of lines: the sides of boxes */
    size_t margin_columns;
    unsigned level;
    const ptc_secrets *secrets; /* of the step that is printed */
} print_page;

/* Secrets are removed from data before it is cut or continued on the next line. */
static ptc_str print_hide(const print_page *page, ptc_str data)
{
    return ptc_secrets_hide(page->margin.arena, page->secrets, data);
}

static ptc_value print_hide_value(const print_page *page, const ptc_value *value)
{
    return ptc_secrets_hide_value(page->secrets, page->margin.arena, value);
}

/* Drawn one way or the other. */
static const char *print_sign(const print_page *page, const char *drawn,
                              const char *plain)
{
    return page->flags & PTC_TRACE_ASCII ? plain : drawn;
}

static void print_color(const print_page *page, const char *code)
{
    if (page->flags & PTC_TRACE_COLOR)
        ptc_text_cstr(page->text, code);
}

#define PRINT_BOLD  "\x1B[1m"
#define PRINT_DIM   "\x1B[2m"
#define PRINT_RED   "\x1B[31m"
#define PRINT_GREEN "\x1B[32m"
#define PRINT_PLAIN "\x1B[0m"

static void print_margin(print_page *page, size_t indent)
{
    print_color(page, PRINT_DIM);
    ptc_text_str(page->text, ptc_text_view(&page->margin));
    print_color(page, PRINT_PLAIN);
    ptc_text_repeat(page->text, ' ', indent);
}

/* Columns left for data after an indentation and a label. */
static size_t print_room(const print_page *page, size_t indent, const char *label)
{
    size_t used = page->margin_columns + indent + ptc_utf8_count(label, strlen(label));

    if (page->flags & PTC_TRACE_FULL)
        return SIZE_MAX;
    return used + PRINT_DATA_COLUMNS < PRINT_COLUMNS ? PRINT_COLUMNS - used
                                                     : PRINT_DATA_COLUMNS;
}

static void print_data(print_page *page, ptc_str data, size_t columns)
{
    const char *cut = print_sign(page, "\xE2\x80\xA6", "...");
    size_t end = ptc_show_fitting(data, columns);

    if (end < data.len)
        end = ptc_show_fitting(data, columns - ptc_utf8_count(cut, strlen(cut)));
    ptc_visible_write(page->text, ptc_str_make(data.ptr, end));
    if (end < data.len)
        ptc_text_cstr(page->text, cut);
}

static void print_label(print_page *page, const char *label, const char *color)
{
    print_color(page, color);
    ptc_text_cstr(page->text, label);
    print_color(page, PRINT_PLAIN);
}

/* One line: data that is cut where the line ends. */
static void print_row(print_page *page, size_t indent, const char *label,
                      const char *color, ptc_str data)
{
    print_margin(page, indent);
    print_label(page, label, color);
    print_data(page, print_hide(page, data), print_room(page, indent, label));
    ptc_text_byte(page->text, '\n');
}

/* The same for a text that may have several lines: they become one. */
static void print_joined(print_page *page, size_t indent, const char *label,
                         const char *color, ptc_str data)
{
    char *copy;

    data = print_hide(page, data);
    copy = ptc_arena_copy(page->margin.arena, data.ptr, data.len);
    if (copy == NULL) {
        page->text->failed = true;
        return;
    }
    for (size_t i = 0; i < data.len; i++) {
        if (copy[i] == '\n' || copy[i] == '\t' || copy[i] == '\r')
            copy[i] = ' ';
    }
    print_row(page, indent, label, color, ptc_str_make(copy, data.len));
}

/* A line that is cut, or continued on the next. */
static void print_line(print_page *page, size_t indent, ptc_str line, bool goes_on)
{
    size_t end;

    while (line.len > 0 && line.ptr[0] == '\t') {
        line = ptc_str_make(line.ptr + 1, line.len - 1);
        indent += 4;
    }
    if (indent > PRINT_COLUMNS / 2)
        indent = PRINT_COLUMNS / 2;
    do {
        size_t room = print_room(page, indent, "");

        end = goes_on ? ptc_show_fitting(line, room) : line.len;
        print_margin(page, indent);
        print_data(page, ptc_str_make(line.ptr, end), room);
        ptc_text_byte(page->text, '\n');
        line = ptc_str_make(line.ptr + end, line.len - end);
    } while (line.len > 0 && !page->text->failed);
}

static void print_lines(print_page *page, size_t indent, ptc_str data, bool goes_on)
{
    data = print_hide(page, data);
    while (data.len > 0 && !page->text->failed) {
        const char *found = memchr(data.ptr, '\n', data.len);
        size_t len = found != NULL ? (size_t)(found - data.ptr) : data.len;
        size_t next = found != NULL ? len + 1 : len;

        if (len > 0 && data.ptr[len - 1] == '\r')
            len--;
        print_line(page, indent, ptc_str_make(data.ptr, len), goes_on);
        data = ptc_str_make(data.ptr + next, data.len - next);
    }
}

/* A label on its own line and the text below it; nothing when that is empty. */
static void print_block(print_page *page, const char *label, ptc_str data, bool goes_on)
{
    if (data.len == 0)
        return;
    print_row(page, 0, label, PRINT_BOLD, ptc_str_make("", 0));
    print_lines(page, 2, data, goes_on);
}

/* --- Boxes ------------------------------------------------------------------------- */

static void print_rule(print_page *page, size_t columns)
{
    for (size_t i = 0; i < columns; i++)
        ptc_text_cstr(page->text, print_sign(page, "\xE2\x94\x80", "-"));
}

static void print_header(print_page *page, ptc_str name, const char *title,
                         uint32_t number)
{
    size_t room = PRINT_HEADER / 2;
    size_t start;
    size_t columns;

    print_margin(page, 0);
    print_color(page, PRINT_DIM);
    ptc_text_cstr(page->text, print_sign(page, "\xE2\x94\x8C\xE2\x94\x80 ", "+- "));
    print_color(page, PRINT_PLAIN);
    print_color(page, PRINT_BOLD);
    start = page->text->len;
    if (name.len > 0) {
        print_data(page, name, room);
        ptc_text_cstr(page->text, ": ");
    }
    ptc_text_cstr(page->text, title);
    if (number > 0) {
        ptc_text_byte(page->text, ' ');
        ptc_text_uint(page->text, number);
    }
    columns = 4;
    if (!page->text->failed) {
        ptc_str shown = ptc_str_make(page->text->ptr + start, page->text->len - start);

        for (uint32_t at = 0, code_point; at < shown.len; columns++) {
            size_t used = ptc_utf8_decode(shown.ptr + at, shown.len - at, &code_point);

            at += (uint32_t)(used > 0 ? used : 1);
            columns += ptc_utf8_columns(code_point) - 1;
        }
    }
    print_color(page, PRINT_PLAIN);
    ptc_text_byte(page->text, ' ');
    print_color(page, PRINT_DIM);
    print_rule(page, columns + 3 < PRINT_HEADER ? PRINT_HEADER - columns : 3);
    print_color(page, PRINT_PLAIN);
    ptc_text_byte(page->text, '\n');
}

static void print_footer(print_page *page)
{
    print_margin(page, 0);
    print_color(page, PRINT_DIM);
    ptc_text_cstr(page->text, print_sign(page, "\xE2\x94\x94", "+"));
    print_rule(page, PRINT_HEADER - 1);
    print_color(page, PRINT_PLAIN);
    ptc_text_byte(page->text, '\n');
}

/* Lines get the side of one more box, `indent` columns in; returns the state to go back
 * to. */
static size_t print_enter(print_page *page, size_t indent, bool has_side)
{
    size_t before = page->margin.len;

    ptc_text_repeat(&page->margin, ' ', indent);
    if (has_side)
        ptc_text_cstr(&page->margin, print_sign(page, "\xE2\x94\x82 ", "| "));
    page->margin_columns += indent + (has_side ? 2 : 0);
    return before;
}

static void print_leave(print_page *page, size_t before, size_t columns)
{
    page->margin.len = before;
    page->margin_columns -= columns;
}

/* --- Numbers ----------------------------------------------------------------------- */

static void print_tokens(ptc_text *text, int64_t input, int64_t output)
{
    if (input < 0 && output < 0)
        return;
    ptc_text_cstr(text, " | Tokens: ");
    if (input >= 0) {
        ptc_text_int(text, input);
        ptc_text_cstr(text, output >= 0 ? " in / " : " in");
    }
    if (output >= 0) {
        ptc_text_int(text, output);
        ptc_text_cstr(text, " out");
    }
}

static void print_duration(print_page *page, uint64_t ms, int64_t input, int64_t output)
{
    print_margin(page, 0);
    print_label(page, "Duration: ", PRINT_BOLD);
    ptc_text_uint(page->text, ms);
    ptc_text_cstr(page->text, "ms");
    print_tokens(page->text, input, output);
    ptc_text_byte(page->text, '\n');
}

static void print_usage(print_page *page, const ptc_usage *usage)
{
    print_margin(page, 0);
    print_label(page, "Usage: ", PRINT_BOLD);
    ptc_text_uint(page->text, usage->turns);
    ptc_text_cstr(page->text, usage->turns == 1 ? " turn | " : " turns | ");
    ptc_text_uint(page->text, usage->llm_requests);
    ptc_text_cstr(page->text,
                  usage->llm_requests == 1 ? " LLM request | " : " LLM requests | ");
    ptc_text_uint(page->text, usage->duration_ms);
    ptc_text_cstr(page->text, "ms");
    print_tokens(page->text, usage->input_tokens, usage->output_tokens);
    ptc_text_byte(page->text, '\n');
    print_margin(page, 0);
    print_label(page, "Memory: ", PRINT_BOLD);
    ptc_text_uint(page->text, usage->memory_bytes);
    ptc_text_cstr(page->text, usage->memory_bytes == 1 ? " byte" : " bytes");
    ptc_text_cstr(page->text, usage->fallback_used ? " | fallback used\n" : "\n");
}

/* "reason: message" */
static ptc_str print_fail_text(print_page *page, const ptc_fail *fail)
{
    ptc_text text;

    ptc_text_init(&text, page->margin.arena);
    ptc_text_str(&text, fail->reason);
    if (fail->message.len > 0) {
        ptc_text_cstr(&text, ": ");
        ptc_text_str(&text, fail->message);
    }
    page->text->failed = page->text->failed || text.failed;
    return ptc_text_view(&text);
}

/* How much of a value is shown: more than fits into a line. */
static ptc_show_limits print_limits(unsigned flags)
{
    size_t most = flags & PTC_TRACE_FULL ? 0 : (size_t)4 * PRINT_COLUMNS;

    return (ptc_show_limits){.text = most};
}

/* --- Turns ------------------------------------------------------------------------- */

static void print_turns(print_page *page, const ptc_step *step);

static ptc_str print_open_value(print_page *page, const ptc_value *value, bool is_text,
                                ptc_show_style style)
{
    ptc_show_limits limits = print_limits(page->flags);
    ptc_value shown = print_hide_value(page, value);
    ptc_text text;

    if (is_text && value->kind == PTC_STRING)
        return ptc_value_text(&shown);
    ptc_text_init(&text, page->margin.arena);
    ptc_show_value(&text, NULL, &shown, style, limits, true);
    page->text->failed = page->text->failed || text.failed;
    return ptc_text_view(&text);
}

static void print_child(print_page *page, const ptc_step *child)
{
    size_t before;

    if (child == NULL || child->trace == NULL || child->trace->turn_count == 0)
        return;
    if (page->level >= PRINT_LEVELS) {
        print_row(page, 4, print_sign(page, "\xE2\x80\xA6", "..."), "",
                  ptc_str_make("", 0));
        return;
    }
    page->level++;
    before = print_enter(page, 4, false);
    print_turns(page, child);
    print_leave(page, before, 4);
    page->level--;
}

static void print_call(print_page *page, const ptc_trace_call *call)
{
    bool is_open = (page->flags & PTC_TRACE_OPEN) != 0;
    ptc_str args =
        is_open ? print_open_value(page, &call->args, !call->is_full, PTC_SHOW_JSON)
                : call->shown_args;
    ptc_str result =
        is_open ? print_open_value(page, &call->result, !call->is_full, PTC_SHOW_JSON)
                : call->shown_result;
    ptc_text line;

    ptc_text_init(&line, page->margin.arena);
    ptc_text_str(&line, call->name);
    ptc_text_byte(&line, '(');
    ptc_text_str(&line, args);
    ptc_text_byte(&line, ')');
    page->text->failed = page->text->failed || line.failed;
    print_row(page, 2, print_sign(page, "\xE2\x86\x92 ", "-> "), PRINT_BOLD,
              ptc_text_view(&line));
    print_child(page, call->child);
    if (call->error.len > 0)
        print_joined(page, 4, print_sign(page, "\xE2\x9C\x97 ", "x "), PRINT_RED,
                     call->error);
    else if (call->is_cached)
        print_row(page, 4, print_sign(page, "\xE2\x86\x90 (cached) ", "<- (cached) "),
                  PRINT_BOLD, result);
    else
        print_row(page, 4, print_sign(page, "\xE2\x86\x90 ", "<- "), PRINT_BOLD, result);
}

static void print_messages(print_page *page, const ptc_trace_turn *turn,
                           const ptc_trace_turn *before)
{
    static const char *const roles[] = {"user:", "assistant:", "tool:"};
    size_t known = ptc_turn_messages_known(turn, before);

    if (turn->message_count > known)
        print_row(page, 0, "Messages:", PRINT_BOLD, ptc_str_make("", 0));
    for (size_t i = known; i < turn->message_count; i++) {
        const ptc_message *message = ptc_turn_message(turn, i);

        print_row(page, 2, roles[message->role % 3u], PRINT_DIM, ptc_str_make("", 0));
        print_lines(page, 4, message->content, true);
    }
}

static void print_asked(print_page *page, const ptc_trace_turn *turn,
                        const ptc_trace_turn *before)
{
    print_joined(page, 0, "Prompt: ", PRINT_BOLD, turn->expanded_template);
    if ((page->flags & PTC_TRACE_SYSTEM) &&
        (before == NULL || !ptc_str_equal(before->system, turn->system)))
        print_block(page, "System:", turn->system, true);
    if (page->flags & PTC_TRACE_MESSAGES)
        print_messages(page, turn, before);
    if (page->flags & PTC_TRACE_RAW) {
        print_block(page, "Reasoning:", turn->reasoning, true);
        print_block(page, "Reply:", turn->llm_response, true);
    }
}

static void print_done(print_page *page, const ptc_trace_turn *turn)
{
    ptc_str result = turn->shown_result;

    print_block(page, "Program:", turn->source, false);
    if (turn->call_count > 0)
        print_row(page, 0, "Tools:", PRINT_BOLD, ptc_str_make("", 0));
    for (size_t i = 0; i < turn->call_count; i++)
        print_call(page, &turn->calls[i]);
    print_block(page, "Prints:", turn->prints, false);
    print_block(page, "Warnings:", turn->warnings, false);
    if (turn->error.reason.len > 0) {
        print_joined(page, 0, "Error: ", PRINT_RED, print_fail_text(page, &turn->error));
        return;
    }
    if (page->flags & PTC_TRACE_OPEN)
        result = print_open_value(page, &turn->result, false, PTC_SHOW_LISP);
    if (turn->is_good)
        print_joined(page, 0, "Result: ", PRINT_BOLD, result);
}

static void print_turn(print_page *page, const ptc_step *step, size_t index)
{
    const ptc_trace_turn *turn = &step->trace->turns[index];
    const ptc_trace_turn *previous = index > 0 ? turn - 1 : NULL;
    bool is_named = page->level > 0 || (page->flags & PTC_TRACE_NAMES) != 0;
    ptc_str name = is_named ? step->agent : ptc_str_make("", 0);
    size_t before;

    print_header(page, name, "Turn", turn->turn);
    before = print_enter(page, 0, true);
    print_asked(page, turn, previous);
    print_done(page, turn);
    print_duration(page, turn->duration_ms, turn->input_tokens, turn->output_tokens);
    print_leave(page, before, 2);
    print_footer(page);
}

static void print_turns(print_page *page, const ptc_step *step)
{
    for (size_t i = 0; i < step->trace->turn_count && !page->text->failed; i++)
        print_turn(page, step, i);
    if (!step->is_ok && step->fail.reason.len > 0)
        print_joined(page, 0, "Failed: ", PRINT_RED, print_fail_text(page, &step->fail));
}

static print_page print_start(ptc_text *text, const ptc_step *step, unsigned flags)
{
    print_page page = {.text = text, .flags = flags};

    page.secrets = step != NULL ? step->secrets : NULL;

    ptc_text_init(&page.margin, text->arena);
    return page;
}

void ptc_step_print_trace(ptc_text *text, const ptc_step *step, unsigned flags)
{
    print_page page = print_start(text, step, flags);

    if (step->trace == NULL)
        ptc_text_cstr(text, "No trace available (trace: false or run succeeded with "
                            "on_error)\n");
    else if (step->trace->turn_count == 0)
        ptc_text_cstr(text, "Empty trace\n");
    else
        print_turns(&page, step);
    if (flags & PTC_TRACE_USAGE)
        print_usage(&page, &step->usage);
    text->failed = text->failed || page.margin.failed;
}

/* --- Chains ------------------------------------------------------------------------ */

static void print_chain_step(print_page *page, const ptc_step *step, size_t number,
                             size_t count)
{
    const char *mark = step->is_ok ? print_sign(page, "\xE2\x9C\x93 ", "ok ")
                                   : print_sign(page, "\xE2\x9C\x97 ", "x ");
    ptc_text *text = page->text;
    ptc_show_limits limits = print_limits(page->flags);
    ptc_value shown;
    ptc_text result;

    page->secrets = step->secrets;
    print_margin(page, 0);
    print_label(page, mark, step->is_ok ? PRINT_GREEN : PRINT_RED);
    ptc_text_cstr(text, "Step ");
    ptc_text_uint(text, number);
    ptc_text_byte(text, '/');
    ptc_text_uint(text, count);
    ptc_text_byte(text, '\n');
    if (step->is_ok) {
        ptc_text_init(&result, page->margin.arena);
        shown = print_hide_value(page, &step->result);
        ptc_show_value(&result, step->signature, &shown, PTC_SHOW_LISP, limits,
                       (page->flags & PTC_TRACE_OPEN) != 0);
        text->failed = text->failed || result.failed;
        print_row(page, 2, "Return: ", PRINT_BOLD, ptc_text_view(&result));
    } else {
        print_joined(page, 2, "Error: ", PRINT_RED, step->fail.reason);
        print_joined(page, 2, "Message: ", PRINT_BOLD, step->fail.message);
    }
    print_margin(page, 2);
    ptc_text_cstr(text, "Turns: ");
    ptc_text_uint(text, step->usage.turns);
    ptc_text_cstr(text, " | Duration: ");
    ptc_text_uint(text, step->usage.duration_ms);
    ptc_text_cstr(text, " ms\n");
}

void ptc_step_print_chain(ptc_text *text, const ptc_step *const *steps, size_t count,
                          unsigned flags)
{
    print_page page = print_start(text, NULL, flags);
    ptc_str none = {"", 0};
    size_t before;

    print_header(&page, none, "Chain", 0);
    before = print_enter(&page, 0, true);
    for (size_t i = 0; i < count && !text->failed; i++) {
        if (i > 0)
            print_row(&page, 2, print_sign(&page, "\xE2\x86\x93", "v"), PRINT_DIM, none);
        print_chain_step(&page, steps[i], i + 1, count);
        if (flags & PTC_TRACE_USAGE)
            print_usage(&page, &steps[i]->usage);
    }
    print_leave(&page, before, 2);
    print_footer(&page);
    text->failed = text->failed || page.margin.failed;
}
