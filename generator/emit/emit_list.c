/* SPDX-License-Identifier: MIT */
/*
 * The words of `ptcc gen --emit`: which forms of contracts the emitted files have as
 * constants, and which files there are besides them. [emitters 1, mcp 1]
 */
#include "generator/emit/options.h"

/* ORDER TARGET */
static const char *const form_words[PTCC_EMIT_COUNT] = {
#define PTC_TARGET(constant, word, emit_word, scope, name, summary) emit_word,
#include <ptc/targets.def>
#undef PTC_TARGET
    PTC_WORDS_EMIT,
};

enum { FORM_EDITS = 2 }; /* most, to the word that was meant */

bool ptcc_c_forms_has(ptcc_c_forms_set forms, unsigned form)
{
    return (forms >> form & 1u) != 0;
}

bool ptcc_c_forms_need_tools(ptcc_c_forms_set forms)
{
    return ptcc_c_forms_has(forms, PTCC_EMIT_MCP) ||
           ptcc_c_forms_has(forms, PTCC_EMIT_MCP_MAIN);
}

void ptcc_c_forms_write(ptc_text *out, ptcc_c_forms_set forms, const char *between)
{
    const char *before = "";

    for (unsigned i = 0; i < PTCC_EMIT_COUNT; i++) {
        if (!ptcc_c_forms_has(forms, i))
            continue;
        ptc_text_cstr(out, before);
        ptc_text_cstr(out, form_words[i]);
        before = between;
    }
}

bool ptcc_c_is_form_option(ptc_cli_option option)
{
    return option == PTC_OPTION_EMIT || option == PTC_OPTION_WRAP_ROOT ||
           option == PTC_OPTION_OPENAI_FORMATS ||
           option == PTC_OPTION_ANTHROPIC_PATTERNS || option == PTC_OPTION_MAX_STRING ||
           option == PTC_OPTION_LARK_FLAVOUR || ptcc_is_server_option(option);
}

/* --- Reading ------------------------------------------------------------------------ */

/* The number of a word, PTCC_EMIT_COUNT: it is none. */
static unsigned form_find(ptc_str word)
{
    unsigned form = 0;

    while (form < PTCC_EMIT_COUNT && !ptc_str_equal(word, ptc_str_of(form_words[form])))
        form++;
    return form;
}

/* The word that was probably meant: that of `ptcc convert --to` for the same form, or a
 * similar one; NULL: there is none. */
static const char *form_nearest(ptc_str word)
{
    ptc_target same = ptc_target_find(word);

    if (same != PTC_TARGET_COUNT)
        return form_words[same];
    for (unsigned limit = 1; limit <= FORM_EDITS && limit < word.len; limit++) {
        for (unsigned i = 0; i < PTCC_EMIT_COUNT; i++) {
            if (ptc_str_distance(word, ptc_str_of(form_words[i]), limit) <= limit)
                return form_words[i];
        }
    }
    return NULL;
}

/* Takes the next word off a list; false after the last. */
static bool form_next(const char **list, ptc_str *word)
{
    if (*list == NULL)
        return false;
    *word = ptc_str_make(*list, strcspn(*list, ","));
    *list = (*list)[word->len] == ',' ? *list + word->len + 1 : NULL;
    return true;
}

static bool form_refuse(const ptc_cli *cli, ptc_str word)
{
    const char *nearest = form_nearest(word);
    ptc_text words;

    ptc_text_init(&words, cli->arena);
    ptcc_c_forms_write(&words, (1u << PTCC_EMIT_COUNT) - 1u, ", ");
    if (words.failed)
        ptc_cli_no_memory(cli);
    else if (word.len == 0)
        ptc_cli_misuse(cli, "--emit has an empty word; it takes %.*s", (int)words.len,
                       words.ptr);
    else if (nearest != NULL)
        ptc_cli_misuse(cli,
                       "--emit: unknown form \"%.*s\"; did you mean %s? It takes %.*s",
                       (int)word.len, word.ptr, nearest, (int)words.len, words.ptr);
    else
        ptc_cli_misuse(cli, "--emit: unknown form \"%.*s\"; it takes %.*s", (int)word.len,
                       word.ptr, (int)words.len, words.ptr);
    return false;
}

/* What every --emit asks for; `*fault` is the first word that is none, or ptr NULL. */
static ptcc_c_forms_set form_collect(const ptc_cli *cli, ptc_str *fault)
{
    ptcc_c_forms_set forms = 0;

    *fault = ptc_str_make(NULL, 0);
    for (size_t i = 0; i < cli->given_count; i++) {
        const char *list =
            cli->given[i].option == PTC_OPTION_EMIT ? cli->given[i].value : NULL;
        ptc_str word;

        while (form_next(&list, &word)) {
            unsigned form = form_find(word);

            if (form != PTCC_EMIT_COUNT)
                forms |= 1u << form;
            else if (fault->ptr == NULL)
                *fault = word;
        }
    }
    return forms;
}

bool ptcc_c_forms_read(const ptc_cli *cli, ptcc_c_forms_set *out)
{
    ptc_str fault;

    *out = form_collect(cli, &fault);
    return fault.ptr == NULL || form_refuse(cli, fault);
}

ptcc_c_forms_set ptcc_c_forms_given(const ptc_cli *cli)
{
    ptc_str fault;

    return form_collect(cli, &fault);
}
