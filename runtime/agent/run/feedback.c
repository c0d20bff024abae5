/* SPDX-License-Identifier: MIT */
/*
 * The message to the model after a turn: prints, value, definitions, tools, errors, and
 * the number of turns left. [subagent 4.3, validation 9]
 *
 * Sections of data share a budget of characters: the value and the error come first,
 * prints and the rest share the remainder. The turn line is never cut. Values pass only
 * the filter of ptc_schema_write_value.
 */
#include "agent/host/untrusted.h"
#include "agent/run/run_int.h"
#include "render/render_int.h"

#include "lisp/heap/watch.h"

static const char feedback_cut_mark[] = "... (truncated)";

enum {
    FEEDBACK_SECTIONS = 12,
    FEEDBACK_CALL_MAX = 120, /* characters of the arguments of a completed call */
    FEEDBACK_TAG_ROOM = 80,  /* characters of an envelope around a section */
    FEEDBACK_CUT_ROOM = sizeof feedback_cut_mark - 1,
};

/* --- Sections ---------------------------------------------------------------------- */

/* A part of the message; `rank` decides which part gets room first. */
typedef struct feedback_section {
    const char *source; /* of its envelope; NULL: it is not data */
    ptc_text text;
    unsigned rank;
    size_t room; /* characters that are shown */
} feedback_section;

typedef struct feedback {
    const ptc_run *run;
    const ptc_outcome *outcome;
    ptc_arena *arena;
    ptc_schema output; /* the type of returned values; only with a signature */
    feedback_section sections[FEEDBACK_SECTIONS];
    size_t count;
} feedback;

static ptc_text *feedback_begin(feedback *back, const char *source, unsigned rank)
{
    feedback_section *section = &back->sections[back->count++];

    *section = (feedback_section){.source = source, .rank = rank};
    ptc_text_init(&section->text, back->arena);
    return &section->text;
}

static void feedback_show(const feedback *back, ptc_text *text, const ptc_value *value)
{
    const ptc_format_options *format = &back->run->plan->agent.format;
    const ptc_show_options show = {.struct_size = sizeof show,
                                   .string_max = format->string,
                                   .text_max = format->preview,
                                   .list_max = format->list,
                                   .cut_mark = feedback_cut_mark};
    const ptc_schema *schema = back->run->plan->signature != NULL ? &back->output : NULL;

    ptc_schema_write_value(text, schema, value, PTC_OUTPUT, &show);
}

static ptc_str feedback_without_newline(ptc_str text)
{
    if (text.len > 0 && text.ptr[text.len - 1] == '\n')
        text.len--;
    return text;
}

static void feedback_add_prints(feedback *back)
{
    const ptc_lisp_result *result = back->outcome->result;

    if (result != NULL && result->output.len > 0)
        ptc_text_str(feedback_begin(back, "println", 1),
                     feedback_without_newline(result->output));
}

static void feedback_add_value(feedback *back)
{
    ptc_text *text;

    if (!back->outcome->is_good)
        return;
    text = feedback_begin(back, "result", 0);
    ptc_text_cstr(text, "user=> ");
    feedback_show(back, text, &back->outcome->value);
}

/* A name that begins with '_' hides its value. */
static void feedback_add_definitions(feedback *back)
{
    const ptc_value *delta = &back->outcome->memory_delta;
    ptc_text *text;

    if (delta->kind != PTC_MAP || delta->aux == 0)
        return;
    text = feedback_begin(back, "memory", 2);
    for (uint32_t i = 0; i < delta->aux; i++) {
        const ptc_map_entry *entry = &delta->as.map->entries[i];
        ptc_str name = ptc_value_text(&entry->key);

        ptc_text_cstr(text, i > 0 ? "\n;; " : ";; ");
        ptc_text_str(text, name);
        ptc_text_cstr(text, " = ");
        if (ptc_name_is_private(name))
            ptc_show_firewalled(text);
        else
            feedback_show(back, text, &entry->value);
    }
}

/* Faults and warnings of tool validation; the same text of several calls appears
 * once. */
static void feedback_add_tools(feedback *back)
{
    const ptc_lisp_result *result = back->outcome->result;
    ptc_str last = {"", 0};
    ptc_text *text = NULL;

    for (size_t i = 0; result != NULL && i < result->call_count; i++) {
        if (result->calls[i].feedback.len == 0 ||
            ptc_str_equal(result->calls[i].feedback, last))
            continue;
        last = result->calls[i].feedback;
        if (text == NULL)
            text = feedback_begin(back, "tools", 2);
        else
            ptc_text_byte(text, '\n');
        ptc_text_str(text, feedback_without_newline(result->calls[i].feedback));
    }
}

/* Errors of reading contain line and column themselves. */
static void feedback_write_place(ptc_text *text, const ptc_outcome *outcome)
{
    bool is_said = ptc_str_equal(outcome->error.reason, PTC_STR("parse_error"));

    if (outcome->line == 0 || (is_said && outcome->block == 0))
        return;
    ptc_text_cstr(text, " (");
    if (outcome->block != 0) {
        ptc_text_cstr(text, "block ");
        ptc_text_uint(text, outcome->block);
    }
    if (!is_said) {
        ptc_text_cstr(text, outcome->block != 0 ? ", line " : "line ");
        ptc_text_uint(text, outcome->line);
        ptc_text_cstr(text, ", column ");
        ptc_text_uint(text, outcome->column);
    }
    ptc_text_byte(text, ')');
}

/* Bytes of a verdict before its last line, which says what to do. */
static size_t feedback_verdict_data(const feedback *back)
{
    ptc_str verdict = back->run->verdict;
    size_t len = verdict.len;

    while (len > 0 && verdict.ptr[len - 1] != '\n')
        len--;
    return len > 0 ? len - 1 : verdict.len;
}

/* The form of a reply that is run: it is our own text, and must not be among data. */
static void feedback_add_reminder(feedback *back)
{
    const ptc_outcome *outcome = back->outcome;
    ptc_str verdict = back->run->verdict;
    ptc_text *text;
    size_t data;

    if (outcome->error.reason.len == 0)
        return;
    if (verdict.len > 0 && (data = feedback_verdict_data(back)) < verdict.len)
        ptc_text_bytes(feedback_begin(back, NULL, 0), verdict.ptr + data + 1,
                       verdict.len - data - 1);
    if (outcome->reply.kind == PTC_REPLY_PROGRAM)
        return;
    text = feedback_begin(back, NULL, 0);
    switch (outcome->reply.kind) {
    case PTC_REPLY_NO_CODE:
    case PTC_REPLY_TRUNCATED:
    case PTC_REPLY_REFUSED:
        if (outcome->reply.answer != PTC_ANSWER_PROSE)
            ptc_text_cstr(text, "Write that in a block fenced by ```clojure and ```, or "
                                "as text that begins with (");
        else
            ptc_text_cstr(text, "Answer with one program: a block fenced by ```clojure "
                                "and ```, or text that begins with (");
        if (outcome->reply.kind == PTC_REPLY_TRUNCATED)
            ptc_text_cstr(text, ". Make it shorter than the last");
        break;
    case PTC_REPLY_MANY_BLOCKS:
        ptc_text_cstr(text, "Answer with one block fenced by ```clojure and ```");
        break;
    case PTC_REPLY_PROGRAM:
        break;
    }
}

static void feedback_add_error(feedback *back)
{
    const ptc_outcome *outcome = back->outcome;
    ptc_text *text;

    if (outcome->error.reason.len == 0)
        return;
    text = feedback_begin(back, "error", 0);
    if (back->run->verdict.len > 0) {
        ptc_text_bytes(text, back->run->verdict.ptr, feedback_verdict_data(back));
        return;
    }
    ptc_text_cstr(text, "Error: ");
    ptc_text_str(text, outcome->error.message);
    feedback_write_place(text, outcome);
}

/* It contains names of the data. */
static void feedback_add_warnings(feedback *back)
{
    ptc_str lines = back->outcome->program_warnings;
    ptc_text *text;

    if (lines.len == 0)
        return;
    text = feedback_begin(back, "warnings", 0);
    while (lines.len > 0) {
        const char *end = memchr(lines.ptr, '\n', lines.len);
        size_t len = end != NULL ? (size_t)(end - lines.ptr) : lines.len;

        ptc_text_cstr(text, text->len > 0 ? "\nWarning: " : "Warning: ");
        ptc_text_bytes(text, lines.ptr, len);
        len += end != NULL;
        lines = ptc_str_make(lines.ptr + len, lines.len - len);
    }
}

typedef struct feedback_kept {
    const char *tool;
    size_t count;
} feedback_kept;

/* Results of a failed program that the same calls get in the next one, counted by tool:
 * there are few tools. */
static void feedback_add_kept(feedback *back)
{
    const ptc_lisp_result *result = back->outcome->result;
    feedback_kept *kept = NULL;
    size_t count = 0;
    size_t capacity = 0;
    ptc_text *text;

    if (result == NULL || back->outcome->error.reason.len == 0)
        return;
    for (size_t i = 0; i < result->call_count; i++) {
        const char *tool = result->calls[i].name;
        size_t at = 0;

        if (!result->calls[i].is_kept)
            continue;
        while (at < count && strcmp(kept[at].tool, tool) != 0)
            at++;
        if (at == count) {
            if (PTC_ARENA_PUSH(back->arena, kept, count, capacity) == NULL)
                return; /* the arena says so */
            kept[at] = (feedback_kept){tool, 0};
        }
        kept[at].count++;
    }
    if (count == 0)
        return;
    text = feedback_begin(back, "tools", 1);
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(text, i > 0 ? ", " : "kept: ");
        ptc_text_cstr(text, kept[i].tool);
        ptc_text_cstr(text, " \xC3\x97");
        ptc_text_uint(text, kept[i].count);
    }
}

/* The completed calls of a failed program; results kept for the next one are noted with
 * them, once. */
static void feedback_add_done(feedback *back)
{
    static const ptc_show_options show = {.struct_size = sizeof show,
                                          .text_max = FEEDBACK_CALL_MAX,
                                          .hide_firewalled = true,
                                          .cut_mark = feedback_cut_mark};
    const ptc_lisp_result *result = back->outcome->result;
    ptc_text *text = NULL;

    if (back->outcome->error.reason.len == 0)
        return;
    for (size_t i = 0; result != NULL && i < result->call_count; i++) {
        const ptc_tool_record *call = &result->calls[i];

        if (call->error != NULL || call->is_kept || call->is_cached)
            continue;
        if (text == NULL)
            ptc_text_cstr(text = feedback_begin(back, "tools", 1),
                          "Already done, not undone: ");
        else
            ptc_text_cstr(text, ", ");
        ptc_text_cstr(text, call->name);
        ptc_text_byte(text, '(');
        ptc_schema_write_value(text, NULL, &call->arguments, PTC_INPUT, &show);
        ptc_text_byte(text, ')');
    }
}

/* --- Memory ------------------------------------------------------------------------ */

/* Shown from four fifths of the limit on, whenever more is kept than before. */
static bool feedback_is_memory_short(const feedback *back, size_t used)
{
    uint64_t limit = back->run->plan->agent.memory_limit;

    return back->outcome->is_good && used > limit - limit / 5 &&
           used > back->run->memory_used;
}

/* Names are the program's and belong to the data; the advice is our own text. */
static void feedback_add_memory(feedback *back)
{
    const ptc_agent *agent = &back->run->plan->agent;
    size_t used = ptc_lisp_memory_used(back->run->lisp);
    ptc_text *text;

    if (!feedback_is_memory_short(back, used))
        return;
    text = feedback_begin(back, NULL, 0);
    ptc_text_cstr(text, "Memory: ");
    ptc_text_uint(text, used);
    ptc_text_cstr(text, " of ");
    ptc_text_uint(text, agent->memory_limit);
    ptc_text_cstr(text, " bytes are used; ");
    ptc_text_cstr(text, agent->memory_strategy == PTC_MEMORY_FAIL
                            ? "more than that ends the run"
                            : "a program that keeps more is undone");
    ptc_text_cstr(text, ". Set what is no longer needed to nil; " PTC_MEMORY_ADVICE ".");
    text = feedback_begin(back, "memory", 1);
    ptc_text_cstr(text, "largest: ");
    ptc_lisp_write_largest(text, back->run->lisp);
}

static void feedback_add_memory_advice(feedback *back)
{
    const ptc_lisp_result *result = back->outcome->result;

    if (result != NULL && result->error.reason == PTC_REASON_MEMORY_LIMIT)
        ptc_text_cstr(feedback_begin(back, NULL, 0),
                      "Memory is as it was before this program. Write it so that it "
                      "keeps less.");
}

/* --- Turns ------------------------------------------------------------------------- */

static void feedback_write_retries(ptc_text *text, const ptc_run *run)
{
    const ptc_agent *agent = &run->plan->agent;
    uint64_t next = run->turn + 1 - agent->max_turns;

    ptc_text_cstr(text, "Retry ");
    ptc_text_uint(text, next);
    ptc_text_cstr(text, " of ");
    ptc_text_uint(text, agent->retry_turns);
    ptc_text_cstr(text, " (");
    ptc_text_uint(text, agent->retry_turns - next + 1);
    ptc_text_cstr(text, " remaining)\n");
    ptc_text_cstr(text, run->plan->is_judgment
                            ? "Answer with one whole program: its value is the result."
                            : "Tools are no longer available: only (return value) and "
                              "(fail {:reason :.. :message \"..\"}) are accepted.");
}

static void feedback_write_turns(ptc_text *text, const ptc_run *run)
{
    uint64_t most = run->plan->agent.max_turns;

    if (run->turn >= most) {
        feedback_write_retries(text, run);
        return;
    }
    ptc_text_cstr(text, "Turn ");
    ptc_text_uint(text, run->turn + 1);
    ptc_text_cstr(text, " of ");
    ptc_text_uint(text, most);
    ptc_text_cstr(text, " (");
    ptc_text_uint(text, most - run->turn);
    ptc_text_cstr(text, " remaining)");
    if (run->turn + 1 == most)
        ptc_text_cstr(text, run->plan->agent.retry_turns == 0
                                ? "\nThe next turn is the last: it must call (return "
                                  "value)."
                                : "\nThe next turn is the last with tools: call (return "
                                  "value) in it.");
}

/* --- The message ------------------------------------------------------------------- */

/* Divides the room among the sections: first to our own words, then by rank, then in
 * order. */
static void feedback_divide(feedback *back, size_t room)
{
    for (unsigned rank = 0; rank <= 3; rank++) {
        for (size_t i = 0; i < back->count; i++) {
            feedback_section *section = &back->sections[i];
            size_t need;

            if ((section->source == NULL ? 0 : section->rank + 1) != rank)
                continue;
            need = ptc_utf8_count(section->text.ptr, section->text.len);
            section->room = need < room ? need : room;
            room -= section->room;
        }
    }
}

static void feedback_write_section(ptc_text *text, const feedback *back,
                                   const feedback_section *section)
{
    ptc_str data = ptc_text_view(&section->text);
    size_t len = ptc_utf8_prefix(data.ptr, data.len, section->room);
    ptc_text cut;

    if (section->room == 0)
        return;
    if (len < data.len) {
        size_t kept =
            section->room > FEEDBACK_CUT_ROOM ? section->room - FEEDBACK_CUT_ROOM : 0;

        ptc_text_init(&cut, back->arena);
        ptc_text_bytes(&cut, data.ptr, ptc_utf8_prefix(data.ptr, data.len, kept));
        ptc_text_cstr(&cut, feedback_cut_mark);
        text->failed = text->failed || cut.failed;
        data = ptc_text_view(&cut);
    }
    if (section->source != NULL)
        ptc_envelope_write(text, &back->run->plan->agent, section->source, data);
    else
        ptc_text_str(text, data);
    ptc_text_byte(text, '\n');
}

void ptc_feedback_write(ptc_text *text, const ptc_run *run, const ptc_outcome *outcome)
{
    feedback back = {.run = run, .outcome = outcome, .arena = text->arena};
    size_t most = run->plan->agent.format.feedback;
    size_t used;
    ptc_text turns;

    if (run->plan->signature != NULL)
        back.output = ptc_plan_output(run->plan);
    ptc_text_init(&turns, text->arena);
    feedback_write_turns(&turns, run);
    feedback_add_prints(&back);
    feedback_add_value(&back);
    feedback_add_definitions(&back);
    feedback_add_error(&back);
    feedback_add_warnings(&back);
    feedback_add_reminder(&back);
    feedback_add_tools(&back);
    feedback_add_done(&back);
    feedback_add_kept(&back);
    feedback_add_memory(&back);
    feedback_add_memory_advice(&back);
    used = turns.len +
           back.count * (ptc_envelope_is_on(&run->plan->agent) ? FEEDBACK_TAG_ROOM : 1);
    feedback_divide(&back, most > used ? most - used : 0);
    for (size_t i = 0; i < back.count; i++) {
        text->failed = text->failed || back.sections[i].text.failed;
        feedback_write_section(text, &back, &back.sections[i]);
    }
    ptc_text_str(text, ptc_text_view(&turns));
}
