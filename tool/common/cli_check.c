/* SPDX-License-Identifier: MIT */
/* Faults of a command line that are found before its verb runs: options that exclude each
 * other, wrong words for an option, and what was probably meant. See cli.h. */
#include "base/base_int.h"
#include "tool/common/common_int.h"

#define IN(verb) (1u << PTC_VERB_##verb)

/* Two options of some verbs. */
static const struct check_pair {
    ptc_cli_option option;
    unsigned verbs; /* bits by ptc_cli_verb */
    ptc_cli_option other;
    bool is_needed; /* the other one; else they exclude each other */
} check_pairs[] = {
#define PTC_CLI_NEEDS(option, verbs, other)                                              \
    {PTC_OPTION_##option, verbs, PTC_OPTION_##other, true},
#define PTC_CLI_APART(option, verbs, other)                                              \
    {PTC_OPTION_##option, verbs, PTC_OPTION_##other, false},
#include "tool/common/cli.def"
};

/* --- Words ------------------------------------------------------------------------- */

unsigned ptc_cli_guess_limit(size_t len)
{
    return len < 5 ? 1 : 2; /* short words are near to anything */
}

static bool begins_with(const char *word, const char *start)
{
    size_t len = strlen(start);

    return len > 1 && strncmp(word, start, len) == 0;
}

const char *ptc_cli_nearest(const char *word, const char *const *words, int count)
{
    unsigned most = ptc_cli_guess_limit(strlen(word));

    for (unsigned limit = 1; limit <= most; limit++) {
        for (int i = 0; i < count; i++) {
            if (words[i][0] != '\0' &&
                ptc_str_distance(ptc_str_of(word), ptc_str_of(words[i]), limit) <= limit)
                return words[i];
        }
    }
    for (int i = 0; i < count; i++) {
        if (begins_with(words[i], word) || begins_with(word, words[i]))
            return words[i];
    }
    return NULL;
}

/* Appends "a, b or c". */
static void write_words(ptc_text *out, const char *const *words, int count)
{
    for (int i = 0; i < count; i++) {
        ptc_text_cstr(out, out->len == 0 ? "" : i + 1 < count ? ", " : " or ");
        ptc_text_cstr(out, words[i]);
    }
}

int ptc_cli_choice(const ptc_cli *cli, ptc_cli_option option, const char *const *words,
                   int count)
{
    const char *value = ptc_cli_value(cli, option);
    const char *near;
    ptc_text known;

    if (value == NULL)
        return 0;
    for (int i = 0; i < count; i++) {
        if (words[i][0] != '\0' && strcmp(value, words[i]) == 0)
            return i;
    }
    ptc_text_init(&known, cli->arena);
    write_words(&known, words, count);
    near = ptc_cli_nearest(value, words, count);
    if (known.failed)
        ptc_cli_no_memory(cli);
    else
        ptc_cli_misuse(cli, "--%s takes %s, not \"%s\"%s%s%s",
                       ptc_cli_option_name(option), known.ptr, value,
                       near != NULL ? "; did you mean " : "", near != NULL ? near : "",
                       near != NULL ? "?" : "");
    return -1;
}

/* The words of options that are read only when there is something to print. */
static bool check_words(const ptc_cli *cli)
{
    static const char *const styles[] = {PTC_WORDS_DIAGNOSTICS};
    static const char *const whens[] = {PTC_WORDS_COLOR};

    return ptc_cli_choice(cli, PTC_OPTION_DIAGNOSTICS, styles,
                          sizeof styles / sizeof *styles) >= 0 &&
           ptc_cli_choice(cli, PTC_OPTION_COLOR, whens, sizeof whens / sizeof *whens) >=
               0;
}

/* --- Options that do not go together ----------------------------------------------- */

static ptc_exit check_pair(const ptc_cli *cli, const struct check_pair *pair)
{
    if ((pair->verbs >> cli->verb & 1u) == 0 || !ptc_cli_has(cli, pair->option) ||
        ptc_cli_has(cli, pair->other) == pair->is_needed)
        return PTC_EXIT_OK;
    return ptc_cli_misuse(cli,
                          pair->is_needed ? "--%s is for --%s, which is not given"
                                          : "--%s and --%s cannot be combined",
                          ptc_cli_option_name(pair->option),
                          ptc_cli_option_name(pair->other));
}

ptc_exit ptc_cli_check(const ptc_cli *cli)
{
    ptc_exit status = check_words(cli) ? PTC_EXIT_OK : PTC_EXIT_USAGE;

    for (size_t i = 0;
         status == PTC_EXIT_OK && i < sizeof check_pairs / sizeof *check_pairs; i++)
        status = check_pair(cli, &check_pairs[i]);
    return status;
}
