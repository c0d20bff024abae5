/* SPDX-License-Identifier: MIT */
/* Command lines as text, for messages with a command to type. See cli.h. */
#include "tool/common/common_int.h"

static const char command_plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "0123456789_-+=./:,@";

void ptc_command_write_word(ptc_text *out, const char *word)
{
    if (*word && word[strspn(word, command_plain)] == '\0') {
        ptc_text_cstr(out, word);
        return;
    }
    ptc_text_byte(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            ptc_text_cstr(out, "'\\''");
        else
            ptc_text_byte(out, *word);
    }
    ptc_text_byte(out, '\'');
}

void ptc_command_write_option(ptc_text *out, const ptc_cli *cli, ptc_cli_option option,
                              const char *letter)
{
    for (size_t i = 0; i < cli->given_count; i++) {
        if (cli->given[i].option != option)
            continue;
        ptc_text_cstr(out, letter != NULL ? " " : " --");
        ptc_text_cstr(out, letter != NULL ? letter : ptc_cli_option_name(option));
        if (cli->given[i].value == NULL)
            continue;
        ptc_text_byte(out, ptc_cli_option_may_be_bare(option) ? '=' : ' ');
        ptc_command_write_word(out, cli->given[i].value);
    }
}

void ptc_command_write_operands(ptc_text *out, const char *const *operands, size_t count)
{
    bool has_dash = false;

    for (size_t i = 0; i < count; i++)
        has_dash = has_dash || (operands[i][0] == '-' && operands[i][1]);
    if (has_dash)
        ptc_text_cstr(out, " --");
    for (size_t i = 0; i < count; i++) {
        ptc_text_byte(out, ' ');
        ptc_command_write_word(out, operands[i]);
    }
}
