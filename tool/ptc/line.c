/* SPDX-License-Identifier: MIT */
/* Lines with or without an editor. */
#define _POSIX_C_SOURCE 200809L
#include "tool/ptc/line.h"

#include <stdlib.h>
#include <unistd.h>

#ifdef PTC_LIBEDIT
static bool can_edit(void)
{
    const char *terminal = getenv("TERM");

    return terminal != NULL && terminal[0] != '\0' && strcmp(terminal, "dumb") != 0;
}
#endif

void ptc_line_open(ptc_line_input *input, const ptc_cli *cli, ptc_line_complete complete,
                   void *user)
{
    input->is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    input->editor = NULL;
    ptc_lines_init(&input->lines, STDIN_FILENO, cli->arena, PTC_LINE_LIMIT);
    if (!input->is_terminal)
        return;
    ptc_line_catch_interrupts();
    input->lines.interrupt = &ptc_line_interrupted;
#ifdef PTC_LIBEDIT
    if (can_edit())
        input->editor = ptc_line_editor_new(cli, complete, user);
#else
    (void)complete;
    (void)user;
#endif
}

static ptc_line_status next_line(ptc_line_input *input, const char *prompt, ptc_str *line)
{
#ifdef PTC_LIBEDIT
    if (input->editor != NULL)
        return ptc_line_editor_next(input->editor, prompt, line);
#endif
    if (input->is_terminal)
        ptc_file_print(ptc_str_of(prompt));
    return ptc_lines_next(&input->lines, line);
}

ptc_line_status ptc_line_next(ptc_line_input *input, const char *prompt, ptc_str *line)
{
    ptc_line_status status;

    ptc_line_interrupted = 0;
    status = next_line(input, prompt, line);
    if (status == PTC_LINE_INTERRUPTED)
        ptc_file_print(input->editor != NULL ? PTC_STR("^C\n") : PTC_STR("\n"));
    else if (status == PTC_LINE_END && input->is_terminal)
        ptc_file_print(PTC_STR("\n"));
    return status;
}

void ptc_line_remember(ptc_line_input *input, const char *program)
{
#ifdef PTC_LIBEDIT
    if (input->editor != NULL)
        ptc_line_editor_remember(input->editor, program);
#else
    (void)input;
    (void)program;
#endif
}

void ptc_line_close(ptc_line_input *input)
{
#ifdef PTC_LIBEDIT
    ptc_line_editor_free(input->editor);
#endif
    input->editor = NULL;
}
