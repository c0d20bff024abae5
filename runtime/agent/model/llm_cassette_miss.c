/* SPDX-License-Identifier: MIT */
/*
 * A missing recording, with the nearest one: the recorded request that shares the
 * longest beginning of the conversation, and where the two part. See llm_cassette.h.
 */
#include "agent/model/llm_cassette.h"
#include "render/render_int.h"

enum {
    MISS_EXCERPT = 60, /* code points of a text */
    MISS_BEFORE = 20,  /* bytes of a long line before the place where it differs */
};

/* --- Texts ------------------------------------------------------------------------- */

static size_t miss_common(ptc_str a, ptc_str b)
{
    size_t shorter = a.len < b.len ? a.len : b.len;
    size_t at = 0;

    while (at < shorter && a.ptr[at] == b.ptr[at])
        at++;
    return at;
}

/* The line around `at`, from not far before it. */
static void miss_excerpt(ptc_text *text, ptc_str whole, size_t at)
{
    size_t start = at;
    size_t end = at;

    while (start > 0 && whole.ptr[start - 1] != '\n')
        start--;
    while (end < whole.len && whole.ptr[end] != '\n')
        end++;
    if (end - start > MISS_EXCERPT && at - start > MISS_BEFORE) {
        start = at - MISS_BEFORE;
        while (start < at && ((unsigned char)whole.ptr[start] & 0xC0) == 0x80)
            start++; /* not inside a code point */
    }
    ptc_show_string(text, ptc_str_make(whole.ptr + start, end - start), MISS_EXCERPT);
}

/* ", line 3: expected "..", found "..""; both are different. */
static void miss_texts(ptc_text *text, ptc_str expected, ptc_str found)
{
    size_t at = miss_common(expected, found);
    size_t line = 1;

    for (size_t i = 0; i < at; i++)
        line += expected.ptr[i] == '\n';
    ptc_text_cstr(text, ", line ");
    ptc_text_uint(text, line);
    ptc_text_cstr(text, ": expected ");
    miss_excerpt(text, expected, at);
    ptc_text_cstr(text, ", found ");
    miss_excerpt(text, found, at);
}

/* --- Requests ---------------------------------------------------------------------- */

static bool miss_same_message(const ptc_message *a, const ptc_message *b)
{
    return a->role == b->role && ptc_str_equal(a->content, b->content);
}

/* Messages at the beginning that are the same. */
static size_t miss_leading(const ptc_tape_request *a, const ptc_tape_request *b)
{
    size_t at = 0;

    while (at < a->message_count && at < b->message_count &&
           miss_same_message(&a->messages[at], &b->messages[at]))
        at++;
    return at;
}

/* How near a request is: by messages, then model, system and options, then by the common
 * beginning of the first different text. */
static uint64_t miss_nearness(const ptc_tape_request *row, const ptc_tape_request *wanted)
{
    size_t leading = miss_leading(row, wanted);
    bool is_system = ptc_str_equal(row->system, wanted->system);
    uint64_t score = leading < (1u << 24) ? leading : (1u << 24);
    size_t common = 0;

    score = score * 8 + (is_system ? 4 : 0) +
            (ptc_str_equal(row->model, wanted->model) ? 2 : 0) +
            (ptc_str_equal(row->options, wanted->options) ? 1 : 0);
    if (!is_system)
        common = miss_common(row->system, wanted->system);
    else if (leading < row->message_count && leading < wanted->message_count)
        common = miss_common(row->messages[leading].content,
                             wanted->messages[leading].content);
    return score << 32 | (common < UINT32_MAX ? common : UINT32_MAX);
}

void ptc_tape_write_row(ptc_text *text, const ptc_tape *tape, const ptc_tape_row *row)
{
    ptc_text_str(text, tape->source->name);
    ptc_text_byte(text, ':');
    ptc_text_uint(text, row->line);
}

/* Where the conversations part. */
static void miss_messages(ptc_text *text, const ptc_tape_request *expected,
                          const ptc_tape_request *found)
{
    size_t at = miss_leading(expected, found);

    if (at == expected->message_count || at == found->message_count) {
        ptc_text_cstr(text, "its number of messages: expected ");
        ptc_text_uint(text, expected->message_count);
        ptc_text_cstr(text, ", found ");
        ptc_text_uint(text, found->message_count);
        return;
    }
    ptc_text_cstr(text, "message ");
    ptc_text_uint(text, at + 1);
    ptc_text_cstr(text, " (");
    ptc_text_cstr(text, ptc_role_name(found->messages[at].role));
    ptc_text_byte(text, ')');
    if (expected->messages[at].role != found->messages[at].role)
        ptc_text_cstr(text, ", which has another role");
    else
        miss_texts(text, expected->messages[at].content, found->messages[at].content);
}

static void miss_difference(ptc_text *text, const ptc_tape_request *expected,
                            const ptc_tape_request *found)
{
    if (!ptc_str_equal(expected->model, found->model)) {
        ptc_text_cstr(text, "the model");
        miss_texts(text, expected->model, found->model);
    } else if (!ptc_str_equal(expected->system, found->system)) {
        ptc_text_cstr(text, "the system prompt");
        miss_texts(text, expected->system, found->system);
    } else if (miss_leading(expected, found) < expected->message_count ||
               expected->message_count != found->message_count) {
        miss_messages(text, expected, found);
    } else {
        ptc_text_cstr(text, "llm_opts");
        miss_texts(text, expected->options, found->options);
    }
}

/* Whether the key exists after all: then all its rows were served. */
static bool miss_is_served(ptc_text *text, const ptc_tape *tape, const ptc_tape_key *key)
{
    const ptc_tape_row *row = ptc_tape_find(tape, key);
    size_t count = 0;
    size_t line = 0;

    for (; row != NULL; row = row->next > 0 ? &tape->rows[row->next - 1] : NULL) {
        line = row->line;
        count++;
    }
    if (count == 0)
        return false;
    ptc_text_cstr(text, ": it was recorded ");
    ptc_text_uint(text, count);
    ptc_text_cstr(text, count == 1 ? " time (" : " times (last in ");
    ptc_text_str(text, tape->source->name);
    ptc_text_byte(text, ':');
    ptc_text_uint(text, line);
    ptc_text_cstr(text, "), and is asked for again");
    return true;
}

/* With another revision of the prompt texts, the difference is of no use. */
static void miss_revision(ptc_text *text, const ptc_tape *tape, const ptc_tape_row *row)
{
    text->len = 0;
    ptc_tape_write_row(text, tape, row);
    ptc_text_cstr(text, ": recorded with prompt revision ");
    ptc_text_uint(text, row->prompt_revision);
    ptc_text_cstr(text, ", this is ");
    ptc_text_uint(text, PTC_PROMPT_REVISION);
    ptc_text_cstr(text, "; record again");
}

/* Hidden values may be the reason for the miss. */
static void miss_hidden(ptc_text *text, const ptc_tape *tape)
{
    size_t before = text->len;

    ptc_text_cstr(text, "; ");
    if (!ptc_tape_write_hidden(text, tape, ""))
        text->len = before;
}

void ptc_tape_miss_request(ptc_text *text, const ptc_tape *tape,
                           const ptc_tape_request *request, const ptc_tape_key *key)
{
    const ptc_tape_row *nearest = NULL;
    uint64_t best = 0;

    ptc_text_cstr(text, "the recording has no answer to this request");
    if (miss_is_served(text, tape, key))
        return;
    for (size_t i = 0; i < tape->count; i++) {
        const ptc_tape_row *row = &tape->rows[i];
        uint64_t nearness;

        if (row->is_tool || !row->has_request)
            continue;
        nearness = miss_nearness(&row->request, request) + 1;
        if (nearness > best)
            nearest = row;
        best = nearness > best ? nearness : best;
    }
    if (nearest == NULL) {
        ptc_text_cstr(text, ", nor any request to compare it with");
        return;
    }
    if (nearest->prompt_revision != PTC_PROMPT_REVISION) {
        miss_revision(text, tape, nearest);
        return;
    }
    ptc_text_cstr(text, "; it differs from ");
    ptc_tape_write_row(text, tape, nearest);
    ptc_text_cstr(text, " in ");
    miss_difference(text, &nearest->request, request);
    miss_hidden(text, tape);
}

/* --- Tools ------------------------------------------------------------------------- */

/* Arguments as they may be shown to anyone, including the model whose call failed. */
static ptc_str miss_arguments(ptc_arena *arena, ptc_str arguments)
{
    ptc_export rules = {.arena = arena, .hides_pairs = true};
    ptc_value value;
    ptc_status status;

    if (ptc_json_read(arena, arguments.ptr, arguments.len, NULL, &value, NULL, NULL) !=
        PTC_OK)
        return PTC_STR("");
    value = ptc_export_value(&rules, PTC_STR("args"), &value, NULL);
    return ptc_tape_arguments(arena, &value, &status);
}

static void miss_calls(ptc_text *text, ptc_str expected, ptc_str found)
{
    expected = miss_arguments(text->arena, expected);
    found = miss_arguments(text->arena, found);
    text->failed |= text->arena->failed;
    if (ptc_str_equal(expected, found))
        ptc_text_cstr(text, ", which differs only in <Firewalled> values");
    else
        miss_texts(text, expected, found);
}

void ptc_tape_miss_tool(ptc_text *text, const ptc_tape *tape, bool is_file, ptc_str name,
                        ptc_str arguments, const ptc_tape_key *key)
{
    const ptc_tape_row *nearest = NULL;
    size_t best = 0;

    if (is_file)
        ptc_text_str(text, tape->source->name);
    else
        ptc_text_cstr(text, "the recording");
    ptc_text_cstr(text, " has no result of ");
    ptc_text_str(text, name);
    ptc_text_cstr(text, " for these arguments");
    if (miss_is_served(text, tape, key))
        return;
    for (size_t i = 0; i < tape->count; i++) {
        const ptc_tape_row *row = &tape->rows[i];
        size_t common;

        if (!row->is_tool || !ptc_str_equal_folded(row->name, name))
            continue;
        common = miss_common(row->arguments, arguments) + 1;
        if (common > best)
            nearest = row;
        best = common > best ? common : best;
    }
    if (nearest == NULL) {
        ptc_text_cstr(text, ", nor any other call of it");
        miss_hidden(text, tape);
        return;
    }
    ptc_text_cstr(text, "; the nearest call is in ");
    ptc_tape_write_row(text, tape, nearest);
    miss_calls(text, nearest->arguments, arguments);
    miss_hidden(text, tape);
}
