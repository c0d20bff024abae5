/* SPDX-License-Identifier: MIT */
/*
 * `ptcc gen --watch`: a round of gen, and another one whenever a file that the last one
 * read, or looked for, has changed.
 *
 * There is one mechanism, on every system and every file system: ten times a second each
 * of these files is asked for its facts. That is a call of stat() for each, which costs
 * less than a thousandth of a processor for a hundred files, and it sees whatever an
 * editor does: files that are written over, renamed over, deleted and made again.
 */
#define _POSIX_C_SOURCE 200809L
#include "generator/gen_int.h"
#include "tool/common/watch.h"

#include <poll.h>
#include <unistd.h>

/* Milliseconds between two looks. */
enum { WATCH_INTERVAL = 100 };
/* Looks that a file that is being written is waited for. */
enum { WATCH_PATIENCE = 20 };

/* False: no one reads stdout any more. */
static bool watch_sleep(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO};

    return poll(&out, 1, WATCH_INTERVAL) <= 0;
}

static void watch_add_name(ptc_text *names, ptc_str name)
{
    if (name.len > 2 && memcmp(name.ptr, "./", 2) == 0) /* of -o . */
        name = ptc_str_make(name.ptr + 2, name.len - 2);
    ptc_text_cstr(names, names->len > 0 ? ", " : "");
    ptc_text_str(names, name);
}

static void watch_find_changed(const ptc_watch *watch, ptc_text *names)
{
    for (size_t i = 0; i < watch->count; i++) {
        if (ptc_watch_has_changed(&watch->items[i]))
            watch_add_name(names, ptc_str_of(watch->items[i].path));
    }
}

/* Waits until a file changes and is no longer being written; `names` are the files that
 * changed. False: no one reads stdout any more. */
static bool watch_wait(ptc_watch *watch, ptc_text *names)
{
    bool is_read = true;

    while (watch_find_changed(watch, names), names->len == 0 && !names->failed && is_read)
        is_read = watch_sleep();
    for (int i = 0; i < WATCH_PATIENCE && is_read && ptc_watch_renew(watch); i++)
        is_read = watch_sleep();
    return is_read;
}

/* The line about a round: what was written, because of which files. */
static void watch_say(const ptcc_gen_run *run, ptc_exit status, ptc_str names)
{
    ptc_text line;
    ptc_text written;

    ptc_text_init(&line, run->cli->arena);
    ptc_text_init(&written, run->cli->arena);
    for (size_t i = 0; status == PTC_EXIT_OK && i < run->outputs.count; i++) {
        const ptcc_output *output = &run->outputs.items[i];

        if (output->is_written)
            watch_add_name(&written, ptc_str_of(output->path));
    }
    ptc_text_str(&line, names);
    ptc_text_cstr(&line, status != PTC_EXIT_OK ? ": failed, nothing was written"
                         : written.len == 0    ? ": unchanged"
                                               : ": wrote ");
    ptc_text_str(&line, ptc_text_view(&written));
    ptc_text_byte(&line, '\n');
    ptc_cli_print(run->cli, &line);
}

/* One round. False: there is no sense in another one. */
static bool watch_round(const ptc_cli *cli, ptc_watch *watch, ptc_str names)
{
    ptc_cli own = *cli;
    ptc_names reads;
    ptcc_gen_run run;
    ptc_exit status;

    ptc_names_init(&reads, cli->arena);
    reads.is_exact = true;
    own.reads = &reads;
    own.watch = watch;
    own.needs_regular = true;
    status = ptcc_gen_make(&run, &own);
    if (status == PTC_EXIT_OK)
        status =
            ptcc_outputs_write(&run.outputs, ptc_cli_has(cli, PTC_OPTION_ALWAYS_WRITE));
    if (cli->arena->failed || watch->arena->failed)
        return false;
    watch_say(&run, status, names);
    return ptc_file_flush() == 0;
}

static ptc_exit watch_check_usage(const ptc_cli *cli)
{
    struct stat facts;

    for (size_t i = 0; i < cli->operand_count; i++) {
        if (strcmp(cli->operands[i], "-") == 0)
            return ptc_cli_misuse(cli,
                                  "--watch needs files: standard input is read once");
        if (stat(cli->operands[i], &facts) == 0 && !S_ISREG(facts.st_mode))
            return ptc_cli_misuse(cli, "%s: --watch needs a regular file",
                                  cli->operands[i]);
    }
    return ptcc_gen_check_command(cli);
}

ptc_exit ptcc_gen_watch(const ptc_cli *cli)
{
    ptc_arena_mark mark;
    ptc_watch watch;
    ptc_arena files;
    ptc_exit status = watch_check_usage(cli);
    ptc_text names;

    if (status != PTC_EXIT_OK)
        return status;
    ptc_arena_init(&files, NULL, 0);
    watch = (ptc_watch){.arena = &files};
    mark = ptc_arena_place(cli->arena);
    ptc_text_init(&names, cli->arena);
    for (size_t i = 0; i < cli->operand_count; i++)
        watch_add_name(&names, ptc_str_of(cli->operands[i]));
    while (watch_round(cli, &watch, ptc_text_view(&names))) {
        ptc_arena_rewind(cli->arena, mark);
        ptc_text_init(&names, cli->arena);
        if (!watch_wait(&watch, &names))
            break;
        ptc_arena_reset(&files);
        watch = (ptc_watch){.arena = &files};
    }
    status = cli->arena->failed || files.failed ? ptc_cli_no_memory(cli) : PTC_EXIT_OK;
    ptc_arena_free(&files);
    return status; /* a failed write to stdout is reported where it is flushed */
}
