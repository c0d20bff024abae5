/* SPDX-License-Identifier: MIT */
/* Texts of Elixir: strings, heredocs and sigils without quotes and indentation. */
#include "generator/dialect/elixir/elixir_int.h"

static bool text_is_letter(char byte)
{
    return (byte | 32) >= 'a' && (byte | 32) <= 'z';
}

ptc_span elixir_text_inside(ptc_str text, ptc_span token)
{
    ptc_span inside = token;
    uint32_t quotes = 1;

    if (text.ptr[inside.start] == '~') {
        for (inside.start++; text_is_letter(text.ptr[inside.start]);)
            inside.start++;
        while (text_is_letter(text.ptr[inside.end - 1]))
            inside.end--;
    }
    if (inside.end - inside.start >= 6 &&
        text.ptr[inside.start] == text.ptr[inside.start + 1] &&
        text.ptr[inside.start] == text.ptr[inside.start + 2])
        quotes = 3;
    inside.start += quotes;
    inside.end -= quotes;
    return inside;
}

/* The blanks before the last line of a heredoc, where its quotes are. */
static size_t text_indentation(ptc_str inside)
{
    size_t blanks = 0;

    while (blanks < inside.len && (inside.ptr[inside.len - 1 - blanks] == ' ' ||
                                   inside.ptr[inside.len - 1 - blanks] == '\t'))
        blanks++;
    return blanks < inside.len && inside.ptr[inside.len - 1 - blanks] == '\n' ? blanks
                                                                              : 0;
}

/* Appends what the escape at `at` is; the bytes that it has. */
static size_t text_unescape(ptc_text *out, ptc_str inside, size_t at)
{
    static const char names[] = "nts\"'\\#";
    static const char meant[] = "\n\t \"'\\#";
    const char *found = at + 1 < inside.len && inside.ptr[at + 1] != '\0'
                            ? strchr(names, inside.ptr[at + 1])
                            : NULL;

    if (found == NULL) {
        ptc_text_byte(out, inside.ptr[at]);
        return 1;
    }
    ptc_text_byte(out, meant[found - names]);
    return 2;
}

static ptc_str text_trim(ptc_str text)
{
    while (text.len > 0 && memchr(" \t\r\n", text.ptr[0], 4) != NULL)
        text = ptc_str_make(text.ptr + 1, text.len - 1);
    while (text.len > 0 && memchr(" \t\r\n", text.ptr[text.len - 1], 4) != NULL)
        text.len--;
    return text;
}

ptc_str elixir_text_value(ptc_arena *arena, ptc_str text, ptc_span token)
{
    ptc_span span = elixir_text_inside(text, token);
    ptc_str inside = ptc_str_make(text.ptr + span.start, span.end - span.start);
    bool is_raw = text.ptr[token.start] == '~' && text.ptr[token.start + 1] < 'a';
    size_t indentation = text_indentation(inside);
    size_t blanks = 0; /* at the beginning of a line */
    ptc_text out;

    ptc_text_init(&out, arena);
    for (size_t at = 0; at < inside.len;) {
        char byte = inside.ptr[at];

        if (byte == '\\' && !is_raw) {
            at += text_unescape(&out, inside, at);
            blanks = indentation;
            continue;
        }
        if ((byte == ' ' || byte == '\t') && blanks < indentation)
            blanks++;
        else if (byte != '\r')
            ptc_text_byte(&out, byte);
        if (byte == '\n')
            blanks = 0;
        else if (byte != ' ' && byte != '\t')
            blanks = indentation;
        at++;
    }
    return out.failed ? PTC_STR("") : text_trim(ptc_text_view(&out));
}
