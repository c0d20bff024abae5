/* SPDX-License-Identifier: MIT */
/* Help and version, as --help and --version print them. See cli.h. */
#include "tool/common/common_int.h"

#include <ptc/version.h>

#include <ctype.h>
#include <getopt.h>

static const struct {
    ptc_cli_option first;
    ptc_cli_verb verb;
    const char *title;
} cli_sections[] = {
#define PTC_CLI_SECTION(option, verb, title)                                             \
    {PTC_OPTION_##option, PTC_VERB_##verb, title},
#include "tool/common/cli.def"
};

/* ORDER ptc_cli_tool */
static const char *const cli_summaries[] = {
    "compiles contracts (signatures, Malli, JSON Schema) to C",
    "validates data against contracts, runs PTC-Lisp programs and agents",
    "",
    "",
};

enum {
    HELP_WIDTH = 78, /* columns of a line, before the full stop */
    OPTION_WIDTH = 30,
    VERB_WIDTH = 9,
};

void ptc_cli_print_version(const ptc_cli *cli)
{
    printf("%s%s %s (format %d, abi %d)\n", cli->program,
           ptc_cli_is_own_program(cli) ? ", made with ptcc" : "", ptc_version(),
           PTC_FORMAT, PTC_ABI);
}

/* Prints words from column `indent` on, where further lines begin; a sentence gets its
 * capital letter and its full stop. */
static void print_words(FILE *to, size_t indent, const char *text, bool is_sentence)
{
    const char *start = text;
    size_t column = indent;

    while (*text != '\0') {
        size_t len = strcspn(text, " ");

        if (column > indent && column + 1 + len > HELP_WIDTH) {
            fprintf(to, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', to);
            column++;
        }
        for (size_t i = 0; i < len; i++)
            fputc(is_sentence && text + i == start ? toupper((unsigned char)*text)
                                                   : text[i],
                  to);
        column += len;
        text += len;
        text += *text == ' ';
    }
    fputs(is_sentence ? ".\n" : "\n", to);
}

/* A row of a list: a name padded to `width`, then the text in a column. */
static void print_row(FILE *to, int width, const char *name, const char *text)
{
    fprintf(to, "  %-*s ", width, name);
    if (strlen(name) > (size_t)width)
        fprintf(to, "\n  %*s ", width, "");
    print_words(to, (size_t)width + 3, text, false);
}

static void print_section(ptc_cli_verb verb, int option)
{
    for (size_t i = 0; i < sizeof cli_sections / sizeof *cli_sections; i++) {
        if (cli_sections[i].verb == verb && (int)cli_sections[i].first == option)
            printf("\n%s:\n", cli_sections[i].title);
    }
}

static void print_options(ptc_cli_verb verb, const char *const *helps)
{
    printf("\noptions:\n");
    for (int i = 0; i < PTC_OPTION_COUNT; i++) {
        char left[64];
        char letter[5] = "    ";

        if (!ptc_cli_verb_has(verb, i))
            continue;
        print_section(verb, i);
        if (ptc_cli_options[i].letter)
            snprintf(letter, sizeof letter, "-%c, ", ptc_cli_options[i].letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, ptc_cli_options[i].name,
                 ptc_cli_option_argument(i) == required_argument ? "=" : "",
                 ptc_cli_options[i].argument != NULL ? ptc_cli_options[i].argument : "");
        print_row(stdout, OPTION_WIDTH, left, helps[i]);
    }
}

void ptc_cli_print_verb_help(const ptc_cli *cli)
{
    const char *operands = ptc_cli_verbs[cli->verb].operands;
    bool is_own = ptc_cli_is_own_program(cli);

    printf("usage: %s%s%s [options]%s%s\n\n", cli->program, is_own ? "" : " ",
           is_own ? "" : ptc_cli_verbs[cli->verb].name, *operands ? " " : "", operands);
    print_words(stdout, 0, ptc_cli_verbs[cli->verb].summary, true);
    print_options(cli->verb, cli->helps);
}

void ptc_cli_print_help(FILE *to, const ptc_cli *cli)
{
    fprintf(to, "usage: %s VERB [options] ...\n\n%s %s\n\nverbs:\n", cli->program,
            cli->program, cli_summaries[cli->tool]);
    for (int i = 0; i < PTC_VERB_COUNT; i++) {
        if (ptc_cli_verb_is_of(i, cli->tool))
            print_row(to, VERB_WIDTH, ptc_cli_verbs[i].name, ptc_cli_verbs[i].summary);
    }
    fprintf(to,
            "\n`%s help VERB` lists the options of a verb. `-` as FILE is standard "
            "input.\nexit codes: 0 ok, 1 errors in the input, 2 usage or files, "
            "3 --check found a\ndifference\n",
            cli->program);
}
