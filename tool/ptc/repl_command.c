/* SPDX-License-Identifier: MIT */
/*
 * The commands of `ptc repl`: lines that begin with the name of one. All other keywords
 * are programs, and so are these after a blank.
 */
#include "tool/ptc/repl.h"

#include <inttypes.h>

typedef struct repl_command {
    const char *name;
    const char *argument; /* NULL: none; in brackets: optional */
    const char *help;
    bool (*run)(ptc_repl *run, const char *argument); /* false: it failed */
} repl_command;

static bool command_help(ptc_repl *run, const char *argument);

static bool command_doc(ptc_repl *run, const char *argument)
{
    if (ptc_repl_print_doc(ptc_str_of(argument)))
        return true;
    ptc_cli_say(run->session.cli, "there is no %s; :names TEXT looks for names",
                argument);
    return false;
}

static bool command_names(ptc_repl *run, const char *argument)
{
    if (ptc_repl_print_names(ptc_str_of(argument)))
        return true;
    ptc_cli_say(run->session.cli, "found nothing about \"%s\"", argument);
    return false;
}

static bool command_memory(ptc_repl *run, const char *argument)
{
    (void)argument;
    ptc_repl_print_memory(run);
    return true;
}

static bool command_forget(ptc_repl *run, const char *argument)
{
    (void)argument;
    ptc_lisp_forget(run->lisp);
    return true;
}

/* The context borrows its data, so the old ones are freed after the new ones are set. */
static bool command_ctx(ptc_repl *run, const char *argument)
{
    ptc_cli cli = *run->session.cli;
    ptc_value context;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cli.arena = &arena;
    if (!ptc_data_read_context(&cli, argument, &context)) {
        ptc_arena_free(&arena);
        return false;
    }
    run->session.context = context; /* its address stays the same */
    if (ptc_lisp_set_context(run->lisp, &run->session.context) != PTC_OK) {
        run->session.context = ptc_value_nil();
        ptc_cli_no_memory(run->session.cli);
    }
    ptc_arena_free(&run->context);
    run->context = arena;
    return run->session.context.kind == PTC_MAP;
}

/* The file is one program, so its functions may call each other in any order. */
static bool command_load(ptc_repl *run, const char *argument)
{
    ptc_cli cli = *run->session.cli;
    ptc_source source;
    ptc_arena arena;
    bool is_good;

    ptc_arena_init(&arena, NULL, 0);
    cli.arena = &arena;
    is_good = ptc_session_read_program(&cli, argument, &source);
    if (is_good) {
        ptc_lisp_set_start(run->lisp, (ptc_position){1, 1});
        is_good = ptc_repl_run(run, &source, &source, 0);
        if (!is_good)
            ptc_cli_no_memory(run->session.cli);
    }
    ptc_arena_free(&arena);
    return is_good;
}

static void print_limit(const char *name, uint64_t limit, const char *unit)
{
    if (limit == 0 || limit >= PTC_REPL_NO_TIME_LIMIT)
        printf("--%-6s none\n", name);
    else
        printf("--%-6s %" PRIu64 "%s\n", name, limit, unit);
}

static bool command_limits(ptc_repl *run, const char *argument)
{
    const ptc_lisp_options *options = &run->session.options;

    (void)argument;
    print_limit("time", options->time_ms, " ms");
    print_limit("heap", options->heap, " bytes");
    print_limit("fuel", options->fuel, " steps");
    print_limit("jumps", options->jumps, " recur of a loop or call");
    return true;
}

static bool command_quit(ptc_repl *run, const char *argument)
{
    (void)argument;
    run->is_ended = true;
    return true;
}

static const repl_command commands[] = {
    {":help", NULL, "print this", command_help},
    {":doc", "NAME", "what a builtin or special form does", command_doc},
    {":names", "[TEXT]", "the builtins that are about TEXT, or all", command_names},
    {":memory", NULL, "the names that programs have defined", command_memory},
    {":forget", NULL, "forget these names, and *1 *2 *3", command_forget},
    {":ctx", "FILE", "read the data of ctx/NAME from a JSON file", command_ctx},
    {":load", "FILE", "run a file as one program", command_load},
    {":time", "PROGRAM", "run it and print how long it took", NULL},
    {":limits", NULL, "the limits of a run, set by options of ptc repl", command_limits},
    {":quit", NULL, "end, like Ctrl-D", command_quit},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static bool command_help(ptc_repl *run, const char *argument)
{
    (void)argument;
    printf("A program runs when its last bracket is closed. *1 *2 *3 are the last "
           "results.\n");
    if (run->input.is_terminal)
        printf("Ctrl-C drops the typed text, or ends a running program%s.\n",
               run->input.editor != NULL
                   ? "; Tab completes names; Up and Ctrl-R find earlier programs"
                   : "");
    printf("\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-7s %-8s %s\n", commands[i].name,
               commands[i].argument != NULL ? commands[i].argument : "",
               commands[i].help);
    printf("\nOther keywords are programs, and so are these after a blank.\n");
    return true;
}

const char *ptc_repl_command_name(size_t number)
{
    return number < COMMAND_COUNT ? commands[number].name : NULL;
}

/* --- Lines ------------------------------------------------------------------------- */

static const repl_command *find_command(ptc_str name)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (ptc_str_equal(name, ptc_str_of(commands[i].name)))
            return &commands[i];
    }
    return NULL;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/* The rest of the line without blanks around it, NUL-terminated; NULL: no memory. */
static const char *argument_of(ptc_arena *arena, ptc_str rest)
{
    while (rest.len > 0 && is_blank(rest.ptr[0]))
        rest = ptc_str_make(rest.ptr + 1, rest.len - 1);
    while (rest.len > 0 && is_blank(rest.ptr[rest.len - 1]))
        rest.len--;
    return ptc_str_copy(arena, rest).ptr;
}

void ptc_repl_note_command(ptc_str text)
{
    while (text.len > 0 && (is_blank(text.ptr[text.len - 1])))
        text.len--;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (ptc_str_equal(text, ptc_str_of(commands[i].name + 1)))
            printf("; there is a command %s\n", commands[i].name);
    }
    if (ptc_str_equal(text, PTC_STR("exit")))
        printf("; there is a command :quit\n");
}

static bool run_command(ptc_repl *run, const repl_command *command, const char *argument)
{
    const char *wanted = command->argument;

    if (argument == NULL) {
        ptc_cli_no_memory(run->session.cli);
        return false;
    }
    if (wanted == NULL && argument[0] != '\0') {
        ptc_cli_say(run->session.cli, "%s takes no argument", command->name);
        return false;
    }
    if (wanted != NULL && wanted[0] != '[' && argument[0] == '\0') {
        ptc_cli_say(run->session.cli, "%s needs %s", command->name, wanted);
        return false;
    }
    return command->run(run, argument);
}

bool ptc_repl_command(ptc_repl *run, ptc_str line, size_t *skip)
{
    const repl_command *command;
    const char *argument;
    size_t end = 0;

    while (end < line.len && !is_blank(line.ptr[end]))
        end++;
    command = find_command(ptc_str_make(line.ptr, end));
    if (command == NULL)
        return false;
    argument = argument_of(&run->arena, ptc_str_make(line.ptr + end, line.len - end));
    if (command->run == NULL && argument != NULL && argument[0] != '\0') {
        run->is_timed = true;
        *skip = end;
        return false;
    }
    if (!run_command(run, command, argument))
        run->has_failed = true;
    return true;
}
