/* SPDX-License-Identifier: MIT */
/* `ptc trace show FILE`: what agents did, from the log of their runs. */
#include "tool/common/trace.h"
#include "tool/ptc/ptc_int.h"

typedef struct trace_show {
    const ptc_cli *cli;
    const char *name; /* of the file */
    unsigned options;
    ptc_arena arena; /* of the text to be printed */
    size_t runs;
    ptc_text first; /* the first run without a name, for a log of one run */
    ptc_text named; /* the same with a name, for a log of several */
    bool has_faults;
    bool has_failed; /* to print, or to get memory */
} trace_show;

static void trace_print(trace_show *show, const ptc_text *text)
{
    if (text->failed)
        ptc_cli_no_memory(show->cli);
    if (text->failed || !ptc_file_print_drawn(ptc_text_view(text)))
        show->has_failed = true;
}

static void trace_write_step(ptc_text *text, const ptc_step *step, unsigned options,
                             bool is_over)
{
    ptc_step_print_trace(text, step, options);
    if (!is_over)
        ptc_text_cstr(text, "(the log does not have the whole run)\n");
}

static void trace_show_step(const ptc_step *step, bool is_over, void *user)
{
    trace_show *show = user;
    ptc_text text;

    if (show->has_failed)
        return;
    if (show->runs++ == 0) {
        trace_write_step(&show->first, step, show->options, is_over);
        trace_write_step(&show->named, step, show->options | PTC_TRACE_NAMES, is_over);
        return;
    }
    if (show->runs == 2)
        trace_print(show, &show->named);
    ptc_arena_reset(&show->arena);
    ptc_text_init(&text, &show->arena);
    ptc_text_byte(&text, '\n');
    trace_write_step(&text, step, show->options | PTC_TRACE_NAMES, is_over);
    if (!show->has_failed)
        trace_print(show, &text);
}

static void trace_show_refuse(uint64_t number, const char *why, void *user)
{
    trace_show *show = user;

    show->has_faults = true;
    ptc_cli_say(show->cli, "%s:%llu: %s", show->name, (unsigned long long)number, why);
}

typedef struct trace_lines {
    trace_show *show;
    ptc_trace_reader reader;
} trace_lines;

/* A ptc_data_taker. */
static bool trace_take_line(const ptc_data_text *line, void *user)
{
    trace_lines *lines = user;

    lines->show->name = line->name;
    if (line->text.ptr == NULL)
        trace_show_refuse(line->line, "the line is longer than 64 MiB", lines->show);
    else
        ptc_trace_reader_take(&lines->reader, line->text, line->line);
    if (lines->reader.is_refused) {
        ptc_cli_no_memory(lines->show->cli);
        lines->show->has_failed = true;
    }
    return !lines->show->has_failed;
}

static unsigned trace_options(const ptc_cli *cli)
{
    static const struct {
        ptc_cli_option option;
        unsigned flag;
    } flags[] = {
        {PTC_OPTION_ASCII, PTC_TRACE_ASCII}, {PTC_OPTION_MESSAGES, PTC_TRACE_MESSAGES},
        {PTC_OPTION_USAGE, PTC_TRACE_USAGE}, {PTC_OPTION_SYSTEM, PTC_TRACE_SYSTEM},
        {PTC_OPTION_REPLIES, PTC_TRACE_RAW}, {PTC_OPTION_FULL, PTC_TRACE_FULL},
    };
    unsigned options = ptc_cli_colors_output(cli) ? PTC_TRACE_COLOR : 0;

    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        options |= ptc_cli_has(cli, flags[i].option) ? flags[i].flag : 0;
    return options;
}

static ptc_exit trace_show_file(const ptc_cli *cli, const char *path)
{
    trace_show show = {
        .cli = cli, .name = ptc_file_name(cli, path), .options = trace_options(cli)};
    trace_lines lines = {
        .show = &show,
        .reader = {.give = trace_show_step, .refuse = trace_show_refuse, .user = &show}};
    bool is_read;

    ptc_arena_init(&show.arena, NULL, 0);
    ptc_text_init(&show.first, &show.arena);
    ptc_text_init(&show.named, &show.arena);
    ptc_trace_reader_init(&lines.reader);
    is_read = ptc_data_read(cli, path, PTC_LINE_LIMIT, trace_take_line, &lines);
    ptc_trace_reader_end(&lines.reader);
    if (show.runs == 1)
        trace_print(&show, &show.first);
    ptc_arena_free(&show.arena);
    if (!is_read || show.has_failed)
        return PTC_EXIT_USAGE;
    if (show.runs == 0 && !show.has_faults) {
        ptc_cli_say(cli, "%s: there is no run in this log", show.name);
        return PTC_EXIT_INPUT;
    }
    return show.has_faults ? PTC_EXIT_INPUT : PTC_EXIT_OK;
}

ptc_exit ptc_trace_main(const ptc_cli *cli)
{
    if (cli->operand_count == 0)
        return ptc_cli_misuse(cli, "trace is followed by show FILE");
    if (strcmp(cli->operands[0], "show") != 0)
        return ptc_cli_misuse(cli, "trace is followed by show FILE, not \"%s\"",
                              cli->operands[0]);
    if (cli->operand_count != 2)
        return ptc_cli_misuse(cli, "trace show needs one file; `-` is standard input");
    return trace_show_file(cli, cli->operands[1]);
}
