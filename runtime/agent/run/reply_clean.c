/* SPDX-License-Identifier: MIT */
/* Cleaning replies: removes thoughts, and turns the typography of chats into plain
 * characters. */
#include "agent/host/untrusted.h"
#include "agent/run/reply.h"

enum {
    CLEAN_KEEP = 0, /* a replacement: the code point stays */
    CLEAN_DROP = 1, /* it goes */
};

/* --- Small readers ----------------------------------------------------------------- */

static bool clean_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

ptc_str ptc_reply_trim(ptc_str text)
{
    while (text.len > 0 && clean_is_blank(text.ptr[0])) {
        text.ptr++;
        text.len--;
    }
    while (text.len > 0 && clean_is_blank(text.ptr[text.len - 1]))
        text.len--;
    return text;
}

/* --- Thoughts ---------------------------------------------------------------------- */

/* Whether there are only blanks between the line's start and `at`. */
static bool clean_begins_line(ptc_str text, size_t at)
{
    while (at > 0 && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'))
        at--;
    return at == 0 || text.ptr[at - 1] == '\n';
}

static bool clean_ends_line(ptc_str text, size_t at)
{
    while (at < text.len && clean_is_blank(text.ptr[at]) && text.ptr[at] != '\n')
        at++;
    return at == text.len || text.ptr[at] == '\n';
}

/* The length of an opening or closing tag of thoughts at `at`, or 0. */
static size_t clean_tag(ptc_str text, size_t at, bool is_closing)
{
    static const ptc_str open[] = {PTC_STR_INIT("<think>"), PTC_STR_INIT("<thinking>")};
    static const ptc_str close[] = {PTC_STR_INIT("</think>"),
                                    PTC_STR_INIT("</thinking>")};
    const ptc_str *tags = is_closing ? close : open;

    if (text.ptr[at] != '<')
        return 0;
    for (size_t i = 0; i < 2; i++) {
        if (ptc_untrusted_has_word(text, at, tags[i]))
            return tags[i].len;
    }
    return 0;
}

/* The place after the next closing tag, or the end of the text. */
static size_t clean_thought_end(ptc_str text, size_t at)
{
    for (; at < text.len; at++) {
        size_t length = clean_tag(text, at, true);

        if (length > 0)
            return at + length;
    }
    return text.len;
}

/*
 * The place after the last closing tag without an opening one before it: some models
 * begin inside their thoughts. It must be at the start or the end of its line; 0 when
 * there is none.
 */
static size_t clean_orphan_end(ptc_str text)
{
    size_t end = 0;

    for (size_t at = 0; at < text.len; at++) {
        size_t length = clean_tag(text, at, true);

        if (length > 0 &&
            (clean_begins_line(text, at) || clean_ends_line(text, at + length)))
            end = at + length;
        if (clean_tag(text, at, false) > 0 && clean_begins_line(text, at))
            break;
    }
    return end;
}

ptc_str ptc_reply_without_thoughts(ptc_arena *arena, ptc_str reply)
{
    size_t from;
    size_t kept; /* after the copied part */
    ptc_text text;

    if (reply.len == 0 || memchr(reply.ptr, '<', reply.len) == NULL)
        return reply;
    from = kept = clean_orphan_end(reply);
    ptc_text_init(&text, arena);
    for (size_t at = from; at < reply.len;) {
        if (clean_tag(reply, at, false) > 0 && clean_begins_line(reply, at)) {
            ptc_text_bytes(&text, reply.ptr + kept, at - kept);
            at = kept = clean_thought_end(reply, at);
        } else {
            at++;
        }
    }
    if (kept == from) /* nothing was cut out in between */
        return ptc_str_make(reply.ptr + from, reply.len - from);
    ptc_text_bytes(&text, reply.ptr + kept, reply.len - kept);
    return text.failed ? ptc_str_make(NULL, 0) : ptc_text_view(&text);
}

/* --- Characters -------------------------------------------------------------------- */

/* The replacement for the code point outside strings: an ASCII character, or CLEAN_*. */
static char clean_replacement(uint32_t code_point)
{
    switch (code_point) {
    case 0x201C: /* “ ” „ ‟ */
    case 0x201D:
    case 0x201E:
    case 0x201F:
        return '"';
    case 0x2018: /* ‘ ’ */
    case 0x2019:
        return '\'';
    case 0x00A0: /* blanks that do not break */
    case 0x202F:
        return ' ';
    case 0x200B: /* without width */
    case 0x200C:
    case 0x200D:
    case 0x2060:
    case 0xFEFF:
        return CLEAN_DROP;
    default:
        return CLEAN_KEEP;
    }
}

typedef struct clean_state {
    ptc_text text;
    bool in_string;
    bool is_curly; /* the string began with a curly quote, and ends at the next one */
    bool in_comment;
} clean_state;

/* The effect of an ASCII character on the state. */
static void clean_ascii(clean_state *state, char c)
{
    if (c == '\n')
        state->in_comment = false;
    else if (state->in_comment)
        return;
    else if (c == '"' && !(state->in_string && state->is_curly)) {
        state->in_string = !state->in_string;
        state->is_curly = false;
    } else if (c == ';' && !state->in_string)
        state->in_comment = true;
}

static void clean_wide(clean_state *state, ptc_str bytes, uint32_t code_point)
{
    char other = clean_replacement(code_point);

    if (state->in_string && state->is_curly && other == '"') {
        state->in_string = false;
        ptc_text_byte(&state->text, '"');
    } else if (state->in_string || state->in_comment || other == CLEAN_KEEP) {
        ptc_text_str(&state->text, bytes);
    } else if (other != CLEAN_DROP) {
        ptc_text_byte(&state->text, other);
        if (other == '"')
            state->in_string = state->is_curly = true;
    }
}

/* Whether no part of the text can need cleaning, as in nearly all replies. */
static bool clean_is_plain(ptc_str text)
{
    unsigned char wide = 0;

    for (size_t i = 0; i < text.len; i++)
        wide |= (unsigned char)text.ptr[i];
    return wide < 0x80 && (text.len == 0 || memchr(text.ptr, '\r', text.len) == NULL);
}

ptc_str ptc_reply_clean(ptc_arena *arena, ptc_str text)
{
    clean_state state = {.in_string = false};
    size_t at = 0;

    ptc_text_init(&state.text, arena);
    if (clean_is_plain(text)) {
        ptc_text_str(&state.text, text);
        at = text.len;
    }
    while (at < text.len) {
        char c = text.ptr[at];
        uint32_t code_point;
        size_t size = 1;

        if (c == '\\' && !state.in_comment && at + 1 < text.len &&
            (unsigned char)text.ptr[at + 1] < 0x80 && text.ptr[at + 1] != '\r') {
            ptc_text_bytes(&state.text, text.ptr + at, 2); /* an escape or a character */
            at += 2;
            continue;
        }
        if ((unsigned char)c >= 0x80)
            size = ptc_utf8_decode(text.ptr + at, text.len - at, &code_point);
        if (size > 1) {
            clean_wide(&state, ptc_str_make(text.ptr + at, size), code_point);
        } else if (c != '\r' || at + 1 == text.len || text.ptr[at + 1] != '\n') {
            ptc_text_byte(&state.text, c); /* also a byte that is not UTF-8 */
            clean_ascii(&state, c);
        }
        at += size > 0 ? size : 1;
    }
    return state.text.failed ? ptc_str_make(NULL, 0) : ptc_text_view(&state.text);
}
