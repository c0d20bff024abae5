/* SPDX-License-Identifier: MIT */
/* Data in texts for a model: literals on one line, sections in envelopes, and neither can
 * be mistaken for the text around it. [subagent 4.3, 11.2] */
#include "agent/host/untrusted.h"
#include "base/base_int.h"

enum {
    UNTRUSTED_WORDS_MAX =
        200, /* characters of a value that is inserted in a text unchanged */
};

/* --- Literals ---------------------------------------------------------------------- */

/* Invisible characters and line ends, and the beginnings of fences and tags. */
static bool untrusted_is_escaped(uint32_t code_point)
{
    return code_point == '`' || code_point == '<' || ptc_visible_is_unseen(code_point);
}

static void untrusted_unit(ptc_text *text, uint32_t unit)
{
    static const char digits[] = "0123456789abcdef";

    ptc_text_cstr(text, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        ptc_text_byte(text, digits[unit >> shift & 15]);
}

static void untrusted_escape(ptc_text *text, uint32_t code_point)
{
    if (code_point < 0x10000) {
        untrusted_unit(text, code_point);
        return;
    }
    code_point -= 0x10000;
    untrusted_unit(text, 0xD800 + (code_point >> 10));
    untrusted_unit(text, 0xDC00 + (code_point & 0x3FF));
}

/* Whether the text for a hidden value begins here. */
static size_t untrusted_mark(ptc_str view, size_t at)
{
    static const char mark[] = "<Firewalled>";
    size_t len = sizeof mark - 1;

    return view.len - at >= len && memcmp(view.ptr + at, mark, len) == 0 ? len : 0;
}

void ptc_untrusted_write(ptc_text *text, ptc_str view)
{
    bool is_quoted = false;
    size_t start = 0;
    size_t used;

    for (size_t at = 0; at < view.len; at += used) {
        uint32_t code_point;

        used = ptc_utf8_decode(view.ptr + at, view.len - at, &code_point);
        if (used == 0) {
            code_point = 0xFFFD;
            used = 1;
        } else if (is_quoted && code_point == '\\' && at + 1 < view.len &&
                   (view.ptr[at + 1] == '"' || view.ptr[at + 1] == '\\')) {
            used = 2;
            continue;
        } else if (code_point == '"') {
            is_quoted = !is_quoted;
            continue;
        } else if (!is_quoted && code_point == '<' && untrusted_mark(view, at) > 0) {
            used = untrusted_mark(view, at);
            continue;
        } else if (!untrusted_is_escaped(code_point)) {
            continue;
        }
        ptc_text_bytes(text, view.ptr + start, at - start);
        untrusted_escape(text, code_point);
        start = at + used;
    }
    ptc_text_bytes(text, view.ptr + start, view.len - start);
}

/* --- Envelopes --------------------------------------------------------------------- */

bool ptc_envelope_is_on(const ptc_agent *agent)
{
    if (agent->flags & PTC_AGENT_NO_ENVELOPE)
        return false;
    return agent->tool_count > 0 || (agent->flags & PTC_AGENT_BUILTINS) != 0 ||
           (agent->flags & PTC_AGENT_ENVELOPE) != 0;
}

bool ptc_untrusted_has_word(ptc_str text, size_t at, ptc_str word)
{
    if (at > text.len || text.len - at < word.len)
        return false;
    for (size_t i = 0; i < word.len; i++) {
        char c = text.ptr[at + i];

        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c != word.ptr[i])
            return false;
    }
    return true;
}

/* Whether a tag of envelopes, opening or closing, begins at `at`. */
static bool envelope_is_tag(ptc_str data, size_t at)
{
    static const ptc_str name = PTC_STR_INIT("untrusted_ptc_output");

    at++;
    while (at < data.len && (data.ptr[at] == '/' || data.ptr[at] == ' ' ||
                             data.ptr[at] == '\t' || data.ptr[at] == '\n'))
        at++;
    return ptc_untrusted_has_word(data, at, name);
}

static bool untrusted_ends_line(uint32_t code_point)
{
    return (code_point >= '\n' && code_point <= '\r') || code_point == 0x85 ||
           code_point == 0x2028 || code_point == 0x2029;
}

bool ptc_untrusted_is_long(ptc_str value)
{
    unsigned count = 0;
    size_t used;

    for (size_t at = 0; at < value.len; at += used) {
        uint32_t code_point;

        used = ptc_utf8_decode(value.ptr + at, value.len - at, &code_point);
        if (used == 0) {
            code_point = 0xFFFD;
            used = 1;
        }
        if (++count > UNTRUSTED_WORDS_MAX || untrusted_ends_line(code_point) ||
            (code_point == '<' && envelope_is_tag(value, at)))
            return true;
    }
    return false;
}

void ptc_envelope_write(ptc_text *text, const ptc_agent *agent, const char *source,
                        ptc_str data)
{
    size_t start = 0;

    if (!ptc_envelope_is_on(agent)) {
        ptc_text_str(text, data);
        return;
    }
    ptc_text_cstr(text, "<untrusted_ptc_output source=\"");
    ptc_text_cstr(text, source);
    ptc_text_cstr(text, "\">\n");
    for (size_t i = 0; i < data.len; i++) {
        if (data.ptr[i] != '<' || !envelope_is_tag(data, i))
            continue;
        ptc_text_bytes(text, data.ptr + start, i - start);
        ptc_text_cstr(text, "&lt;");
        start = i + 1;
    }
    ptc_text_bytes(text, data.ptr + start, data.len - start);
    ptc_text_cstr(text, "\n</untrusted_ptc_output>");
}
