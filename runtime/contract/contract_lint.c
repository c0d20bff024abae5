/* SPDX-License-Identifier: MIT */
/* Comments that are where a description was probably meant: models do not see comments.
 * It is a guess, so it is made only with `lint`. [signature 1.1] */
#include "contract/contract_int.h"

/* --- One comment -------------------------------------------------------------------- */

static bool lint_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool lint_is_letter(char c)
{
    return ((c | 32) >= 'a' && (c | 32) <= 'z') || (unsigned char)c >= 0x80;
}

/* The text of a comment, without its marks. */
static ptc_str lint_text(ptc_str source, const ptc_line *line)
{
    uint32_t at = line->text;

    while (at < line->end && (source.ptr[at] == ';' || source.ptr[at] == '#'))
        at++;
    while (at < line->end && lint_is_blank(source.ptr[at]))
        at++;
    return ptc_str_make(source.ptr + at, line->end - at);
}

/* Whether `word` (lower case) occurs anywhere in the text, in any case. */
static bool lint_has(ptc_str text, const char *word)
{
    size_t len = strlen(word);

    for (size_t at = 0; at + len <= text.len; at++) {
        size_t same = 0;

        while (same < len && (text.ptr[at + same] == word[same] ||
                              (text.ptr[at + same] | 32) == word[same]))
            same++;
        if (same == len)
            return true;
    }
    return false;
}

/* "----", "=== Tools ===": three marks or more and no word before them. */
static bool lint_is_ruler(ptc_str text)
{
    size_t marks = 0;

    while (marks < text.len && text.ptr[marks] > ' ' && !lint_is_letter(text.ptr[marks]))
        marks++;
    return marks >= 3;
}

/* "search(q :string) -> :int", "user = {..}": a declaration that was taken out. */
static bool lint_is_code(ptc_str text)
{
    size_t end = 0;
    size_t gap;

    while (end < text.len && !lint_is_blank(text.ptr[end]) && text.ptr[end] != '(')
        end++;
    gap = end;
    while (gap < text.len && lint_is_blank(text.ptr[gap]))
        gap++;
    return lint_has(text, "->") || (end > 0 && end < text.len && text.ptr[end] == '(') ||
           (gap < text.len && text.ptr[gap] == '=');
}

/* Phrases addressed to people who read the file. */
static bool lint_is_notice(ptc_str text)
{
    static const char *const words[] = {"copyright", "licen", "spdx-", "(c)", "generated",
                                        "todo",      "fixme", "xxx",   "-*-", "vim:"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (lint_has(text, words[i]))
            return true;
    }
    return false;
}

/* Words of two letters or more; writing without blanks between words counts as many. */
static size_t lint_words(ptc_str text)
{
    size_t letters = 0;
    size_t beyond = 0;
    size_t count = 0;

    for (size_t i = 0; i < text.len; i++) {
        letters = lint_is_letter(text.ptr[i]) ? letters + 1 : 0;
        count += letters == 2;
        beyond += (unsigned char)text.ptr[i] >= 0x80;
    }
    return count + beyond / 6;
}

/* --- The comment above -------------------------------------------------------------- */

/* The line that ends before `offset`; false at the start of the text. */
static bool lint_line_before(ptc_str source, uint32_t offset, ptc_line *out)
{
    uint32_t start = offset;

    if (start == 0)
        return false;
    start--;
    while (start > 0 && source.ptr[start - 1] != '\n')
        start--;
    return ptc_line_read(source, start, out);
}

/* Finds the comment that ends on the line before `offset`. False: there is none, or it
 * does not read like a description. */
static bool lint_find(ptc_str source, uint32_t offset, ptc_line *first)
{
    bool is_sentence = false;
    size_t words = 0;
    ptc_line line;

    while (lint_line_before(source, offset, &line) && line.kind == PTC_LINE_COMMENT &&
           line.start < offset) {
        ptc_str text = lint_text(source, &line);

        if (lint_is_ruler(text) || lint_is_code(text) || lint_is_notice(text))
            return false;
        is_sentence = is_sentence || (text.len > 0 && text.ptr[text.len - 1] == '.');
        words += lint_words(text);
        *first = line;
        offset = line.start;
    }
    return words >= 3 || (words == 2 && is_sentence);
}

/* Whether the comment that begins at `start` is more likely about a file of several
 * declarations. */
static bool lint_is_of_file(const ptc_contract_reading *reading,
                            const ptc_declaration *item, uint32_t start)
{
    const ptc_declaration *end = reading->items + reading->count;

    return start <= ptc_sig_text_start(reading->sig.text) && item + 1 < end &&
           item[1].file == item->file;
}

void ptc_contract_lint(ptc_contract_reading *reading, const ptc_declaration *item)
{
    const ptc_draft_node *function = ptc_draft_at(&reading->draft, item->function);
    ptc_diags *diags = reading->diags;
    ptc_str source = reading->sig.text;
    uint32_t head = item->span.start;
    ptc_diag *diag;
    ptc_line first = {0};

    if (!reading->read.lint || item->is_type || function->extra.description.len > 0)
        return;
    while (head > 0 && source.ptr[head - 1] != '\n')
        head--;
    if (!lint_find(source, head, &first) || lint_is_of_file(reading, item, first.start))
        return;
    diag =
        ptc_diag_add(diags, PTC_DIAG_SIG_UNDESCRIBED, (ptc_span){first.text, first.end},
                     "this comment is not a description of %s: models do not see "
                     "comments",
                     ptc_diag_quote(diags, item->name));
    ptc_diag_hint(diags, diag,
                  "write it below the declaration, indented by two spaces and without "
                  "the comment mark");
}
