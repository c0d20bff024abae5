/* SPDX-License-Identifier: MIT */
/*
 * Command lines: the rows of cli.def as tables, getopt_long under them, --help from them;
 * what the commands print, and their messages. Nothing here knows what a verb does.
 */
#define _GNU_SOURCE /* getopt_long, isatty */
#include "base/base_int.h"
#include "tool/common/common_int.h"

#include <ptc/version.h>

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define IN(verb) (1u << PTC_VERB_##verb)
#define ANYWHERE (~0u)

static const struct {
    ptc_cli_tool tool;
    const char *name;
    const char *operands;
    const char *summary;
} cli_verbs[PTC_VERB_COUNT] = {
#define PTC_CLI_VERB(constant, tool, name, operands, summary, since)                     \
    {PTC_TOOL_##tool, name, operands, summary},
#include "tool/common/cli.def"
};

static const struct {
    const char *name;
    char letter;
    const char *argument;
    unsigned verbs;
} cli_options[PTC_OPTION_COUNT] = {
#define PTC_CLI_OPTION(constant, name, letter, argument, verbs, help, since)             \
    {name, letter, argument, verbs},
#include "tool/common/cli.def"
};

static const struct {
    ptc_cli_option first;
    ptc_cli_verb verb;
    const char *title;
} cli_sections[] = {
#define PTC_CLI_SECTION(option, verb, title)                                             \
    {PTC_OPTION_##option, PTC_VERB_##verb, title},
#include "tool/common/cli.def"
};

static const char *const cli_programs[] = {"ptcc", "ptc", ""}; /* ORDER ptc_cli_tool */
static const char *const cli_summaries[] = {
    "compiles contracts - signatures, Malli, JSON Schema - to C",
    "judges data by contracts, runs PTC-Lisp programs and agents",
    "",
};

/* --- Standard output --------------------------------------------------------------- */

/* Why stdout first failed: stdio keeps only that it did. As global as stdout itself. */
static int output_error;

static bool output_noted(bool is_good)
{
    if (!is_good && output_error == 0)
        output_error = errno ? errno : EIO;
    return is_good;
}

bool ptc_file_print_drawn(ptc_str text)
{
    return output_noted(fwrite(text.ptr, 1, text.len, stdout) == text.len);
}

/* Whether stdout is a terminal, asked once. */
static bool output_is_terminal(void)
{
    static int known = -1;

    if (known < 0)
        known = isatty(STDOUT_FILENO);
    return known == 1;
}

/* Where text from `at` on first holds something that is escaped; `keeps_lines`: line ends
 * and tabs are not. `*shown` is that. */
static size_t output_find_hidden(ptc_str text, size_t at, bool keeps_lines,
                                 ptc_visible *shown)
{
    while (at < text.len) {
        unsigned char byte = (unsigned char)text.ptr[at];
        bool is_plain = (byte >= 0x20 && byte < 0x7F) ||
                        (keeps_lines && (byte == '\n' || byte == '\t'));
        size_t used = is_plain ? 1 : ptc_visible_take(text, at, shown);

        if (!is_plain && shown->is_escaped)
            break;
        at += used;
    }
    return at;
}

/* Prints what people read, `keeps_lines` with its line ends and tabs. It needs no memory.
 */
static bool output_print_visible(FILE *file, ptc_str text, bool keeps_lines)
{
    ptc_visible shown;
    size_t at = 0;

    while (at < text.len) {
        size_t end = output_find_hidden(text, at, keeps_lines, &shown);

        if (fwrite(text.ptr + at, 1, end - at, file) != end - at)
            return false;
        at = end;
        if (at < text.len && fwrite(shown.bytes, 1, shown.len, file) != shown.len)
            return false;
        if (at < text.len)
            at += ptc_visible_take(text, at, &shown);
    }
    return true;
}

bool ptc_file_print_message(ptc_str lines)
{
    return output_noted(output_print_visible(stdout, lines, true));
}

bool ptc_file_print(ptc_str text)
{
    return output_is_terminal() ? ptc_file_print_message(text)
                                : ptc_file_print_drawn(text);
}

int ptc_file_flush(void)
{
    output_noted(fflush(stdout) == 0 && !ferror(stdout));
    return output_error;
}

/* --- Messages ---------------------------------------------------------------------- */

/* One line, whatever the names in it hold. A message that is longer than any of ours is
 * cut when memory is refused. */
static void cli_vsay(const ptc_cli *cli, const char *head, const char *format,
                     va_list arguments)
{
    char room[1024];
    char *line = room;
    size_t size = sizeof room;
    va_list again;
    int len;

    va_copy(again, arguments);
    len = vsnprintf(room, sizeof room, format, arguments);
    if (len >= (int)sizeof room) {
        line = ptc_arena_alloc(cli->arena, (size_t)len + 1);
        size = line != NULL ? (size_t)len + 1 : sizeof room;
        line = line != NULL ? line : room;
        vsnprintf(line, size, format, again);
    }
    va_end(again);
    ptc_file_flush(); /* so that both appear in order on a terminal */
    fprintf(stderr, "%s: ", head);
    output_print_visible(stderr, ptc_str_of(len < 0 ? format : line), false);
    fputc('\n', stderr);
}

void ptc_cli_say(const ptc_cli *cli, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    cli_vsay(cli, cli->program, format, arguments);
    va_end(arguments);
}

void ptc_cli_say_as(const ptc_cli *cli, const char *head, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    cli_vsay(cli, head, format, arguments);
    va_end(arguments);
}

ptc_exit ptc_cli_misuse(const ptc_cli *cli, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    cli_vsay(cli, cli->program, format, arguments);
    va_end(arguments);
    return PTC_EXIT_USAGE;
}

ptc_exit ptc_cli_misuse_error(const ptc_cli *cli, const ptc_error *error)
{
    return ptc_cli_misuse(cli, PTC_FMT "%s" PTC_FMT, PTC_ARG(error->path),
                          error->path.len > 0 ? ": " : "", PTC_ARG(error->message));
}

/* Memory was refused, and that was said. As global as the memory. */
static bool memory_was_refused;

ptc_exit ptc_cli_no_memory(const ptc_cli *cli)
{
    if (!memory_was_refused)
        ptc_cli_say(cli, "out of memory");
    memory_was_refused = true;
    return PTC_EXIT_USAGE;
}

ptc_exit ptc_cli_fault(const ptc_cli *cli, const char *place, int error)
{
    if (error != ENOMEM)
        return ptc_cli_misuse(cli, "%s: %s", place, strerror(error));
    if (!memory_was_refused)
        ptc_cli_say(cli, "%s: out of memory", place);
    memory_was_refused = true;
    return PTC_EXIT_USAGE;
}

bool ptc_cli_print(const ptc_cli *cli, const ptc_text *text)
{
    if (!text->failed)
        return ptc_file_print(ptc_text_view(text));
    ptc_cli_no_memory(cli);
    return false;
}

static bool cli_has_colors(const ptc_cli *cli, int file)
{
    static const char *const whens[] = {"auto", "always", "never"};
    int when = ptc_cli_choice(cli, PTC_OPTION_COLOR, whens, 3);
    const char *no_color = getenv("NO_COLOR");

    if (when > 0)
        return when == 1;
    return (no_color == NULL || no_color[0] == '\0') && isatty(file);
}

bool ptc_cli_is_colored(const ptc_cli *cli)
{
    return cli_has_colors(cli, STDERR_FILENO);
}

bool ptc_cli_colors_output(const ptc_cli *cli)
{
    return cli_has_colors(cli, STDOUT_FILENO);
}

size_t ptc_cli_columns(void)
{
    struct winsize size;

    if (!isatty(STDOUT_FILENO))
        return 0;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
                                                                           : 80;
}

/* --- Options of a parsed line ------------------------------------------------------ */

/* For getopt: "[=word]" may be left out. */
static int option_argument(int option)
{
    const char *argument = cli_options[option].argument;

    if (argument == NULL)
        return no_argument;
    return argument[0] == '[' ? optional_argument : required_argument;
}

bool ptc_cli_has(const ptc_cli *cli, ptc_cli_option option)
{
    for (size_t i = 0; i < cli->given_count; i++) {
        if (cli->given[i].option == option)
            return true;
    }
    return false;
}

const char *ptc_cli_value(const ptc_cli *cli, ptc_cli_option option)
{
    const char *value = NULL;

    for (size_t i = 0; i < cli->given_count; i++) {
        if (cli->given[i].option == option)
            value = cli->given[i].value;
    }
    return value;
}

const char *ptc_cli_option_name(ptc_cli_option option)
{
    return cli_options[option].name;
}

bool ptc_cli_option_may_be_bare(ptc_cli_option option)
{
    return option_argument((int)option) == optional_argument;
}

bool ptc_cli_option_is_time(ptc_cli_option option)
{
    const char *argument = cli_options[option].argument;

    return argument != NULL && strcmp(argument, "MS") == 0;
}

int ptc_cli_choice(const ptc_cli *cli, ptc_cli_option option, const char *const *words,
                   int count)
{
    const char *value = ptc_cli_value(cli, option);
    ptc_text known;

    if (value == NULL)
        return 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(value, words[i]) == 0)
            return i;
    }
    ptc_text_init(&known, cli->arena);
    for (int i = 0; i < count; i++) {
        ptc_text_cstr(&known, words[i][0] != '\0' ? " " : "");
        ptc_text_cstr(&known, words[i]);
    }
    if (known.failed)
        ptc_cli_no_memory(cli);
    else
        ptc_cli_say(cli, "--%s is one of%s, not \"%s\"", cli_options[option].name,
                    known.ptr, value);
    return -1;
}

/* --- Help -------------------------------------------------------------------------- */

/* A program of its own has no name of the verb before the options. */
static bool is_own_program(const ptc_cli *cli)
{
    return strcmp(cli->program, cli_programs[cli->tool]) != 0;
}

static void print_version(const ptc_cli *cli)
{
    printf("%s%s %s (format %d, abi %d)\n", cli->program,
           is_own_program(cli) ? ", made with ptcc" : "", ptc_version(), PTC_FORMAT,
           PTC_ABI);
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

        if ((cli_options[i].verbs >> verb & 1u) == 0)
            continue;
        print_section(verb, i);
        if (cli_options[i].letter)
            snprintf(letter, sizeof letter, "-%c, ", cli_options[i].letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, cli_options[i].name,
                 option_argument(i) == required_argument ? "=" : "",
                 cli_options[i].argument ? cli_options[i].argument : "");
        printf("  %-29s  %s\n", left, helps[i]);
    }
}

static void print_verb_help(const ptc_cli *cli)
{
    const char *operands = cli_verbs[cli->verb].operands;
    bool is_own = is_own_program(cli);

    printf("usage: %s%s%s [options]%s%s\n\n%s.\n", cli->program, is_own ? "" : " ",
           is_own ? "" : cli_verbs[cli->verb].name, *operands ? " " : "", operands,
           cli_verbs[cli->verb].summary);
    print_options(cli->verb, cli->helps);
}

static void print_help(FILE *to, const ptc_cli *cli)
{
    fprintf(to, "usage: %s VERB [options] ...\n\n%s %s\n\nverbs:\n", cli->program,
            cli->program, cli_summaries[cli->tool]);
    for (int i = 0; i < PTC_VERB_COUNT; i++) {
        if (cli_verbs[i].tool == cli->tool)
            fprintf(to, "  %-9s %-16s %s\n", cli_verbs[i].name, cli_verbs[i].operands,
                    cli_verbs[i].summary);
    }
    fprintf(to,
            "\n`%s VERB --help` lists the options of a verb. `-` as FILE is standard "
            "input.\nexit codes: 0 ok, 1 the input has errors, 2 usage or files, "
            "3 --check found a difference\n",
            cli->program);
}

/* --- Parsing ----------------------------------------------------------------------- */

/* The name among the verbs of the tool that is nearest to `word`, or NULL. */
static const char *nearest_verb(const ptc_cli *cli, const char *word)
{
    for (int i = 0; i < PTC_VERB_COUNT; i++) {
        if (cli_verbs[i].tool == cli->tool &&
            ptc_str_distance(ptc_str_of(word), ptc_str_of(cli_verbs[i].name), 2) <= 2)
            return cli_verbs[i].name;
    }
    return NULL;
}

static const char *nearest_option(const ptc_cli *cli, ptc_str word)
{
    for (unsigned limit = 1; limit <= 2; limit++) {
        for (int i = 0; i < PTC_OPTION_COUNT; i++) {
            if ((cli_options[i].verbs >> cli->verb & 1u) &&
                ptc_str_distance(word, ptc_str_of(cli_options[i].name), limit) <= limit)
                return cli_options[i].name;
        }
    }
    return NULL;
}

/* Fills getopt's tables with the options of the verb; `letters` has room for all. */
static void option_tables(const ptc_cli *cli, struct option *names, char *letters)
{
    *letters++ = ':'; /* a missing argument is reported apart from an unknown option */
    for (int i = 0; i < PTC_OPTION_COUNT; i++) {
        int has_argument = option_argument(i);

        if ((cli_options[i].verbs >> cli->verb & 1u) == 0)
            continue;
        *names++ = (struct option){cli_options[i].name, has_argument, NULL, 256 + i};
        if (cli_options[i].letter) {
            *letters++ = cli_options[i].letter;
            if (has_argument == required_argument)
                *letters++ = ':';
        }
    }
    *names = (struct option){NULL, 0, NULL, 0};
    *letters = '\0';
}

/* The long option that `-header` is meant for, or NULL: its letters are no options. */
static const char *single_dash(const ptc_cli *cli, const char *word)
{
    ptc_str name;

    if (word == NULL || word[0] != '-' || word[1] == '-' || strlen(word) < 4)
        return NULL;
    name = ptc_str_make(word + 1, strcspn(word + 1, "="));
    return nearest_option(cli, name);
}

/* `word` was read last; `next` is the one in hand while letters of it are left. */
static ptc_exit refuse_option(const ptc_cli *cli, int found, const char *word,
                              const char *next)
{
    bool is_own = is_own_program(cli);
    const char *name_of_verb = cli_verbs[cli->verb].name;
    const char *verb = is_own ? "this program" : name_of_verb;
    const char *blank = is_own ? "" : " ";
    const char *behind = is_own ? "" : name_of_verb; /* in a line to be typed */
    ptc_str name = ptc_str_of(word);
    const char *near;
    char letter[2] = {'-', '\0'};

    if (found == ':')
        return ptc_cli_misuse(cli, "%s needs an argument", word);
    if (optopt > 0 && optopt < 256) {
        letter[0] = (char)optopt;
        near = single_dash(cli, next);
        if (near == NULL)
            near = single_dash(cli, word);
        else
            word = next;
        if (near != NULL)
            return ptc_cli_misuse(cli, "%s has no option %s; did you mean --%s?", verb,
                                  word, near);
        return ptc_cli_misuse(cli, "%s has no option -%s; see %s%s%s --help", verb,
                              letter, cli->program, blank, behind);
    }
    while (name.len > 0 && name.ptr[0] == '-')
        name = ptc_str_make(name.ptr + 1, name.len - 1);
    name.len = strcspn(name.ptr, "=");
    if (optopt >= 256)
        return ptc_cli_misuse(cli, "--%s takes no argument",
                              cli_options[optopt - 256].name);
    near = nearest_option(cli, name);
    if (near != NULL)
        return ptc_cli_misuse(cli, "%s has no option --%.*s; did you mean --%s?", verb,
                              (int)name.len, name.ptr, near);
    return ptc_cli_misuse(cli, "%s has no option --%.*s; see %s%s%s --help", verb,
                          (int)name.len, name.ptr, cli->program, blank, behind);
}

static ptc_cli_option option_of_letter(int letter)
{
    int i = 0;

    while (cli_options[i].letter != letter)
        i++;
    return (ptc_cli_option)i;
}

/* Parses what follows the verb. PTC_EXIT_OK: cli is complete. */
static ptc_exit parse_rest(ptc_cli *cli, int argc, char **argv)
{
    struct option names[PTC_OPTION_COUNT + 1];
    char letters[2 * PTC_OPTION_COUNT + 2];
    ptc_cli_given *given = ptc_arena_array(cli->arena, (size_t)argc, sizeof *given);
    int found;

    if (given == NULL)
        return ptc_cli_no_memory(cli);
    option_tables(cli, names, letters);
    opterr = 0;
    cli->given = given;
    while ((found = getopt_long(argc, argv, letters, names, NULL)) != -1) {
        if (found == '?' || found == ':')
            return refuse_option(cli, found, argv[optind - 1],
                                 optind < argc ? argv[optind] : NULL);
        given->option =
            found >= 256 ? (ptc_cli_option)(found - 256) : option_of_letter(found);
        given->value = optarg;
        given++;
        cli->given_count++;
    }
    cli->operands = (const char *const *)argv + optind;
    cli->operand_count = (size_t)(argc - optind);
    return PTC_EXIT_OK;
}

static bool find_verb(ptc_cli *cli, const char *name)
{
    for (int i = 0; i < PTC_VERB_COUNT; i++) {
        if (cli_verbs[i].tool == cli->tool && strcmp(cli_verbs[i].name, name) == 0) {
            cli->verb = (ptc_cli_verb)i;
            return true;
        }
    }
    return false;
}

/* Runs cli->verb; argv[0] is passed over. */
static ptc_exit run_found_verb(ptc_cli *cli, const ptc_cli_run *runs, int argc,
                               char **argv)
{
    ptc_exit status = parse_rest(cli, argc, argv);

    if (status != PTC_EXIT_OK)
        return status;
    if (ptc_cli_has(cli, PTC_OPTION_HELP)) {
        print_verb_help(cli);
        return PTC_EXIT_OK;
    }
    if (ptc_cli_has(cli, PTC_OPTION_VERSION)) {
        print_version(cli);
        return PTC_EXIT_OK;
    }
    if (runs[cli->verb] == NULL)
        return ptc_cli_misuse(cli, "this build has no verb \"%s\"",
                              cli_verbs[cli->verb].name);
    return runs[cli->verb](cli);
}

/* Runs the verb in argv[1]. */
static ptc_exit run_verb(ptc_cli *cli, const ptc_cli_run *runs, int argc, char **argv)
{
    const char *near;

    if (!find_verb(cli, argv[1])) {
        near = nearest_verb(cli, argv[1]);
        if (near != NULL)
            return ptc_cli_misuse(cli, "there is no verb \"%s\"; did you mean \"%s\"?",
                                  argv[1], near);
        return ptc_cli_misuse(cli, "there is no verb \"%s\"; see %s --help", argv[1],
                              cli->program);
    }
    return run_found_verb(cli, runs, argc - 1, argv + 1);
}

static ptc_exit run_tool(ptc_cli *cli, const ptc_cli_run *runs, int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr, cli);
        return PTC_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout, cli);
        return PTC_EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        print_version(cli);
        return PTC_EXIT_OK;
    }
    return run_verb(cli, runs, argc, argv);
}

/* What a contract may make ptcc use, whatever it is; ptc goes by the limits of its
 * options.
 */
#define CLI_CONTRACTS_MEMORY ((size_t)1 << 30)

/* What stands around all commands. */
static int run_command(ptc_cli *cli, const ptc_cli_run *runs, int argc, char **argv,
                       ptc_exit (*run)(ptc_cli *, const ptc_cli_run *, int, char **))
{
    ptc_arena arena;
    ptc_names reads;
    ptc_exit status;
    int error;

    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error, reported like others */
    ptc_arena_init(&arena, NULL, cli->tool == PTC_TOOL_PTCC ? CLI_CONTRACTS_MEMORY : 0);
    ptc_names_init(&reads, &arena);
    reads.is_exact = true;
    cli->arena = &arena;
    cli->reads = &reads;
    status = run(cli, runs, argc, argv);
    if (memory_was_refused || arena.failed)
        status = ptc_cli_no_memory(cli);
    error = ptc_file_flush();
    if (error != 0)
        status = ptc_cli_fault(cli, "<stdout>", error);
    cli->arena = NULL;
    cli->reads = NULL;
    ptc_arena_free(&arena);
    return (int)status;
}

int ptc_cli_main(ptc_cli_tool tool, const ptc_cli_run *runs,
                 const struct ptc_contract_dialects *dialects, int argc, char **argv)
{
    ptc_cli cli = {.tool = tool,
                   .program = cli_programs[tool],
                   .helps = ptc_cli_help,
                   .dialects = dialects};

    return run_command(&cli, runs, argc, argv, run_tool);
}

int ptc_cli_main_of_verb(ptc_cli_verb verb, const ptc_cli_run *runs,
                         const char *const *helps, const void *host, int argc,
                         char **argv)
{
    const char *path = argc > 0 ? argv[0] : "";
    const char *slash = strrchr(path, '/');
    ptc_cli cli = {.tool = cli_verbs[verb].tool,
                   .program = slash != NULL ? slash + 1 : path,
                   .verb = verb,
                   .helps = helps,
                   .host = host};

    return run_command(&cli, runs, argc, argv, run_found_verb);
}
