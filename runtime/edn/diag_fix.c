/* SPDX-License-Identifier: MIT */
/*
 * The text that fixes a fault, for editors: derived from hints that name one word for the
 * word at the fault. Hints that need thought ("write name(params) -> T") have none.
 */
#include "edn/edn_int.h"

/* What is between a beginning and an end; empty when the text has another form. */
static ptc_str fix_between(ptc_str text, ptc_str start, ptc_str end)
{
    if (text.len <= start.len + end.len || memcmp(text.ptr, start.ptr, start.len) != 0 ||
        memcmp(text.ptr + text.len - end.len, end.ptr, end.len) != 0)
        return PTC_STR("");
    return ptc_str_make(text.ptr + start.len, text.len - start.len - end.len);
}

/* The word that a hint names: "use :int", "did you mean limit?"; code has backticks. */
static ptc_str fix_word(ptc_str hint)
{
    ptc_str word = fix_between(hint, PTC_STR("did you mean "), PTC_STR("?"));
    ptc_str code;

    if (word.len == 0)
        word = fix_between(hint, PTC_STR("use "), PTC_STR(""));
    code = fix_between(word, PTC_STR("`"), PTC_STR("`"));
    return code.len > 0 ? code : word;
}

/* One word in printable ASCII. */
static bool fix_is_word(ptc_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] <= ' ' || text.ptr[i] > '~')
            return false;
    }
    return text.len > 0;
}

/* How a word is marked: by a colon, by quotes, or not. */
static char fix_mark(ptc_str word)
{
    return word.ptr[0] == ':' || word.ptr[0] == '"' ? word.ptr[0] : ' ';
}

void ptc_diag_write_fix(ptc_text *out, const ptc_diag *diag)
{
    ptc_str source = diag->source->text;
    ptc_str fix = fix_word(diag->hint);
    ptc_str word;

    if (diag->span.end > source.len || diag->span.start >= diag->span.end)
        return;
    word = ptc_str_make(source.ptr + diag->span.start, diag->span.end - diag->span.start);
    if (!fix_is_word(word) || !fix_is_word(fix))
        return;
    if (fix_mark(word) == fix_mark(fix)) {
        ptc_text_str(out, fix);
    } else if (fix_mark(word) == '"' && fix_mark(fix) == ' ') {
        ptc_text_byte(out, '"');
        ptc_text_str(out, fix);
        ptc_text_byte(out, '"');
    }
}
