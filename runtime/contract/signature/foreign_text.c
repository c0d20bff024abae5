/* SPDX-License-Identifier: MIT */
/* The text of declarations of other languages: blanks, words, quotes, brackets. */
#include "contract/signature/foreign_int.h"

#include <ptc/json.h>

static bool foreign_is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
           (unsigned char)byte >= 0x80;
}

bool ptc_foreign_starts(const ptc_foreign *f, const char *text)
{
    size_t len = strlen(text);

    return (size_t)(f->end - f->at) >= len && memcmp(f->at, text, len) == 0;
}

static void foreign_to_line_end(ptc_foreign *f)
{
    while (f->at < f->end && *f->at != '\n')
        f->at++;
}

void ptc_foreign_blanks(ptc_foreign *f)
{
    while (f->at < f->end) {
        if (*f->at == ' ' || *f->at == '\t' || *f->at == '\r' ||
            (*f->at == '\n' && !f->ends_in_lines)) {
            f->at++;
        } else if (ptc_foreign_starts(f, "//") || *f->at == '#') {
            foreign_to_line_end(f);
        } else if (ptc_foreign_starts(f, "/*")) {
            f->at += 2;
            while (f->at < f->end && !ptc_foreign_starts(f, "*/"))
                f->at++;
            f->at += f->at < f->end ? 2 : 0;
        } else {
            return;
        }
    }
}

ptc_str ptc_foreign_word(const ptc_foreign *f)
{
    const char *p = f->at;

    if (p < f->end && foreign_is_letter(*p)) {
        while (p < f->end && (foreign_is_letter(*p) || ptc_foreign_is_digit(*p)))
            p++;
    }
    return ptc_str_make(f->at, (size_t)(p - f->at));
}

bool ptc_foreign_take(ptc_foreign *f, const char *word)
{
    if (!ptc_str_equal(ptc_foreign_word(f), ptc_str_of(word)))
        return false;
    f->at += strlen(word);
    ptc_foreign_blanks(f);
    return true;
}

bool ptc_foreign_take_byte(ptc_foreign *f, char byte)
{
    if (f->at >= f->end || *f->at != byte)
        return false;
    f->at++;
    ptc_foreign_blanks(f);
    return true;
}

bool ptc_foreign_skip_balanced(ptc_foreign *f)
{
    size_t depth = 0;

    for (; f->at < f->end; f->at++) {
        if (ptc_foreign_is_at(f, "([{<"))
            depth++;
        else if (ptc_foreign_is_at(f, ")]}>") && --depth == 0) {
            f->at++;
            ptc_foreign_blanks(f);
            return true;
        }
    }
    return false;
}

bool ptc_foreign_is_at(const ptc_foreign *f, const char *bytes)
{
    return f->at < f->end && *f->at != '\0' && strchr(bytes, *f->at) != NULL;
}

bool ptc_foreign_is_among(ptc_str word, const char *list)
{
    size_t left = strlen(list);

    /* Each word of the list comes between two blanks. */
    for (const char *p = list; word.len > 0 && left >= word.len + 2; p++, left--) {
        if (p[0] == ' ' && p[word.len + 1] == ' ' &&
            memcmp(p + 1, word.ptr, word.len) == 0)
            return true;
    }
    return false;
}

ptc_str ptc_foreign_literal(ptc_foreign *f)
{
    const char *start = f->at;
    ptc_text out;
    char quote;

    if (f->at >= f->end || (*f->at != '"' && *f->at != '\''))
        return PTC_STR("");
    quote = *f->at++;
    while (f->at < f->end && *f->at != quote && *f->at != '\n' && *f->at != '\\')
        f->at++;
    if (f->at >= f->end || *f->at != quote) {
        f->at = start;
        return PTC_STR("");
    }
    ptc_text_init(&out, f->arena);
    ptc_json_write_string(&out, ptc_str_make(start + 1, (size_t)(f->at - start) - 1));
    f->at++;
    ptc_foreign_blanks(f);
    return out.failed ? PTC_STR("") : ptc_text_view(&out);
}
