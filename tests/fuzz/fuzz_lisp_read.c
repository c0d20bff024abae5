/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a program. The result is a tree of places in order, and each form begins
 * where the lexer finds a token for it; a refusal has a place and a message.
 */
#include "edn/edn_int.h"
#include "lisp/read/read_int.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define FUZZ_SIZE   4096
#define FUZZ_MEMORY ((size_t)4 << 20)

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Children are in order, without overlaps, inside their parent. */
static void check_children(const ptc_forms *forms, const ptc_form *form)
{
    uint32_t behind = form->span.start;
    uint32_t count = 0;

    for (uint32_t i = form->child; i != 0; i = forms->items[i].next) {
        check(i < forms->count && forms->items[i].span.start >= behind);
        behind = forms->items[i].span.end;
        count++;
    }
    check(count == form->count && behind <= form->span.end);
}

/* The words that the reader recognises itself are also tokens of the lexer. */
static void check_tokens(const ptc_forms *forms)
{
    const unsigned char *text = (const unsigned char *)forms->text;
    const unsigned char *limit = text + forms->source->text.len;
    ptc_edn_lexer lexer = {text, text, limit};
    const unsigned char *prefix = NULL;
    size_t form = 1;

    if (forms->source->text.len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        lexer.cursor += 3;
    for (;;) {
        ptc_program_token token = ptc_program_lex(&lexer);

        if (token == PTC_PROGRAM_END)
            break;
        if (token == PTC_PROGRAM_QUOTE || token == PTC_PROGRAM_VAR) {
            prefix = prefix != NULL ? prefix : lexer.token;
            continue;
        }
        if ((token >= PTC_PROGRAM_CLOSE_LIST && token <= PTC_PROGRAM_CLOSE_MAP) ||
            token == PTC_PROGRAM_DISCARD || token == PTC_PROGRAM_META)
            continue;
        check(form < forms->count);
        check(forms->items[form].span.start ==
              (uint32_t)((prefix ? prefix : lexer.token) - text));
        if (token > PTC_PROGRAM_CLOSE_MAP)
            check(forms->items[form].span.end == (uint32_t)(lexer.cursor - text));
        prefix = NULL;
        form++;
    }
    check(form == forms->count);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    ptc_source source = {PTC_STR("fuzz"), {(const char *)bytes, size}};
    ptc_lisp_error error;
    ptc_forms forms;
    ptc_arena arena;
    uint32_t *roots;
    uint32_t count;

    if (size > FUZZ_SIZE)
        return 0;
    ptc_arena_init(&arena, NULL, FUZZ_MEMORY);
    ptc_forms_init(&forms, &arena, &source);
    if (ptc_lisp_read(NULL, &forms, &roots, &count, &error)) {
        for (uint32_t i = 0; i < count; i++)
            check(roots[i] > 0 && roots[i] < forms.count);
        for (size_t i = 1; i < forms.count; i++)
            check_children(&forms, &forms.items[i]);
        check_tokens(&forms);
    } else {
        check(error.reason == PTC_REASON_PARSE && error.line > 0 && error.column > 0);
        check(error.offset <= size && !strchr(error.message.ptr, '\n'));
    }
    ptc_arena_free(&arena);
    return 0;
}
