/* SPDX-License-Identifier: MIT */
/*
 * What is reported about declarations as other languages write them: one fault in the
 * place of all that were found, with how the declaration is written here. [signature 7]
 */
#include "contract/signature/foreign_int.h"

enum {
    FOREIGN_TEXT_MAX = 8192, /* bytes of a declaration that are looked at */
    FOREIGN_BUDGET = 4000,   /* types that are tried, however they nest */
    FOREIGN_MEMORY = 4 << 20,
    FOREIGN_SHOWN_MAX = 240, /* of what is written here; longer is not shown whole */
};

/* The declaration as it is written here. */
static ptc_str foreign_written(ptc_foreign *f, const ptc_foreign_found *found)
{
    ptc_text out;

    ptc_text_init(&out, f->arena);
    ptc_text_str(&out, found->name);
    if (found->is_type) {
        ptc_text_cstr(&out, found->result.len > 0 ? " = " : " = {");
        ptc_text_str(&out, found->result.len > 0 ? found->result
                                                 : ptc_text_view(&found->params));
        ptc_text_cstr(&out, found->result.len > 0 ? "" : "}");
    } else {
        ptc_text_byte(&out, '(');
        ptc_text_str(&out, ptc_text_view(&found->params));
        ptc_text_cstr(&out, ") -> ");
        ptc_text_str(&out, found->result.len > 0 ? found->result : PTC_STR(":any"));
    }
    return out.failed ? PTC_STR("") : ptc_text_view(&out);
}

/* What is reported about a single kind of sign, at the first field that has it. */
static bool foreign_explain_field(ptc_sig *cx, const ptc_foreign *f)
{
    static const struct {
        unsigned signs;
        const char *message;
        const char *hint;
        char from; /* of the field, what is shown: from here, or all */
    } rows[] = {
        {PTC_FOREIGN_TYPE_FIRST, "the type comes before the name",
         "name first, then type: %s", '\0'},
        {PTC_FOREIGN_BARE_TYPE | PTC_FOREIGN_LITERAL,
         "found strings where a type is expected", "a choice of strings is %s", ':'},
        {PTC_FOREIGN_OPTIONAL, "a type is made optional by a ? after it", "write %s",
         ':'},
        {PTC_FOREIGN_DEFAULT, "found a value after a type", "a default follows =: %s",
         '\0'},
        {PTC_FOREIGN_CHECKS, "this is not how checks and members are written", "write %s",
         ':'},
    };
    ptc_span span = {f->first_start, f->first_end};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str shown = f->first;

        if ((f->signs & ~(unsigned)PTC_FOREIGN_WORD) != rows[i].signs)
            continue;
        while (rows[i].from != '\0' && shown.len > 0 && shown.ptr[0] != rows[i].from)
            shown = ptc_str_make(shown.ptr + 1, shown.len - 1);
        ptc_diag_hint(cx->diags,
                      ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, span, "%s",
                                   rows[i].message),
                      rows[i].hint, ptc_diag_quote(cx->diags, shown));
        return true;
    }
    return false;
}

/* `:string[]` */
static void foreign_explain_list(ptc_sig *cx, const ptc_foreign *f)
{
    ptc_str list = f->first;
    ptc_str word;
    ptc_diag *diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_REFINEMENT,
                                  (ptc_span){f->first_start, f->first_end},
                                  "a list is written in brackets around its type");

    while (list.len > 0 && list.ptr[0] != '[')
        list = ptc_str_make(list.ptr + 1, list.len - 1);
    word = list;
    while (word.len > 0 && (word.ptr[0] == '[' || word.ptr[0] == ':'))
        word = ptc_str_make(word.ptr + 1, word.len - 1);
    for (size_t i = 0; i < word.len; i++) {
        if (word.ptr[i] == ']' || word.ptr[i] == '[')
            word.len = i;
    }
    ptc_diag_hint(cx->diags, diag, "a list of %ss is %s", ptc_diag_quote(cx->diags, word),
                  ptc_diag_quote(cx->diags, list));
}

/* One fault for the whole declaration. */
static void foreign_explain(ptc_sig *cx, ptc_foreign *f, const ptc_foreign_found *found,
                            ptc_span whole)
{
    ptc_str written = foreign_written(f, found);
    ptc_diag *diag;

    if (found->noun != NULL) {
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, whole,
                            "%s, expected %s", found->noun,
                            found->is_type ? "name = T" : "name(params) -> T");
    } else if (foreign_explain_field(cx, f)) {
        return;
    } else if (f->signs == PTC_FOREIGN_LIST && f->first.len > 0) {
        foreign_explain_list(cx, f);
        return;
    } else if (f->signs == PTC_FOREIGN_BRACES) {
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN,
                            (ptc_span){f->first_start, f->first_end},
                            "the parameters are in braces");
    } else if (f->signs == PTC_FOREIGN_RESULT_COLON || f->signs == PTC_FOREIGN_ARROW) {
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_ARROW,
                            (ptc_span){f->result_start, f->result_start + 1},
                            "expected an arrow before the result");
        ptc_diag_hint(cx->diags, diag, "use ->");
        return;
    } else {
        diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, whole,
                            "a signature is written differently here");
    }
    if (written.len <= FOREIGN_SHOWN_MAX && written.len > 0)
        ptc_diag_hint(cx->diags, diag, "write %.*s", (int)written.len, written.ptr);
    else
        ptc_diag_hint(cx->diags, diag, "write name(a :string, b :int?) -> [:string]");
}

/* The first line of [start, end), without the blanks at its end. */
static ptc_span foreign_line(const ptc_sig *cx, uint32_t start, uint32_t end)
{
    const char *newline = memchr(cx->text.ptr + start, '\n', end - start);
    uint32_t stop = newline != NULL ? (uint32_t)(newline - cx->text.ptr) : end;

    while (stop > start &&
           (cx->text.ptr[stop - 1] == ' ' || cx->text.ptr[stop - 1] == '\t' ||
            cx->text.ptr[stop - 1] == '\r'))
        stop--;
    return (ptc_span){start, stop};
}

/* The signs for which the single faults and their hints are enough. A colon on the wrong
 * side is reported once; if there are more, the message for the whole declaration helps
 * more. */
static unsigned foreign_told(const ptc_sig *cx, ptc_diags_mark mark)
{
    const ptc_diags *diags = cx->diags;
    unsigned told = PTC_FOREIGN_UNTYPED | PTC_FOREIGN_BARE_TYPE | PTC_FOREIGN_WORD |
                    PTC_FOREIGN_HEAD | PTC_FOREIGN_ARROW | PTC_FOREIGN_EQUALS;

    for (size_t i = mark.count; i < diags->count; i++) {
        if (diags->items[i].hint.len == 0)
            return PTC_FOREIGN_UNTYPED;
    }
    return told | (diags->count <= mark.count + 1 ? PTC_FOREIGN_COLON : 0);
}

/* `{"type": ...`: JSON, which no signature is. */
static bool foreign_is_json(ptc_foreign f)
{
    return ptc_foreign_take_byte(&f, '{') && f.at < f.end && *f.at == '"' &&
           ptc_foreign_literal(&f).len > 0 && f.at < f.end && *f.at == ':' &&
           f.at + 1 < f.end && (f.at[1] < 'A' || f.at[1] > 'z' || f.at[1] == '[');
}

static bool foreign_explain_json(ptc_sig *cx, ptc_span whole, ptc_diags_mark mark)
{
    ptc_diag *diag;

    ptc_diags_rewind(cx->diags, mark);
    diag = ptc_diag_add(cx->diags, PTC_DIAG_SIG_UNEXPECTED_TOKEN, whole,
                        "this is JSON, expected a signature");
    ptc_diag_hint(cx->diags, diag, "JSON Schema is read from files that end in .json");
    return true;
}

static bool foreign_is_wanted(const ptc_foreign_found *found, unsigned signs,
                              unsigned told)
{
    return found->noun != NULL || (signs & ~told) != 0;
}

/* Reads the declaration in each way there is, and says what it is. */
static bool foreign_read(ptc_sig *cx, const ptc_foreign *from, ptc_diags_mark mark)
{
    uint32_t start = (uint32_t)(from->at - from->text);
    uint32_t end = (uint32_t)(from->end - from->text);
    unsigned told = foreign_told(cx, mark);

    if (foreign_is_json(*from))
        return foreign_explain_json(cx, foreign_line(cx, start, end), mark);
    for (unsigned form = 0; form < PTC_FOREIGN_FORMS; form++) {
        ptc_foreign_found found;
        ptc_foreign f = *from;

        if (!ptc_foreign_declaration(&f, form, &found) ||
            !foreign_is_wanted(&found, f.signs, told))
            continue;
        ptc_diags_rewind(cx->diags, mark);
        foreign_explain(cx, &f, &found, foreign_line(cx, start, end));
        return true;
    }
    return false;
}

bool ptc_sig_explain_foreign(ptc_sig *cx, uint32_t start, ptc_diags_mark mark)
{
    size_t rest = cx->text.len - start;
    unsigned budget = FOREIGN_BUDGET;
    bool is_understood;
    ptc_scratch scratch;
    ptc_foreign f = {.at = cx->text.ptr + start,
                     .end = cx->text.ptr + start +
                            (rest < FOREIGN_TEXT_MAX ? rest : FOREIGN_TEXT_MAX),
                     .text = cx->text.ptr,
                     .budget = &budget};

    if (!ptc_sig_is_telling(cx))
        return false;
    ptc_scratch_begin(&scratch, cx->diags->arena, FOREIGN_MEMORY);
    f.arena = scratch.arena;
    ptc_foreign_blanks(&f);
    is_understood = foreign_read(cx, &f, mark);
    if (scratch.is_refused) { /* for callers that look at the result's arena */
        cx->is_refused = true;
        cx->diags->arena->failed = true;
    }
    ptc_scratch_end(&scratch);
    return is_understood;
}
