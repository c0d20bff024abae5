/* SPDX-License-Identifier: MIT */
/*
 * Command lines: the rows of cli.def as tables, getopt_long over them.
 * Nothing here knows what a verb does.
 */
#define _GNU_SOURCE /* getopt_long */
#include "base/base_int.h"
#include "tool/common/common_int.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>

#define IN(verb) (1u << PTC_VERB_##verb)
#define ANYWHERE (~0u)

const ptc_cli_verb_row ptc_cli_verbs[PTC_VERB_COUNT] = {
#define PTC_CLI_VERB(constant, tool, name, operands, summary, since)                     \
    {PTC_TOOL_##tool, name, operands, summary},
#include "tool/common/cli.def"
};

const ptc_cli_option_row ptc_cli_options[PTC_OPTION_COUNT] = {
#define PTC_CLI_OPTION(constant, name, letter, argument, verbs, help, since)             \
    {name, letter, argument, verbs},
#include "tool/common/cli.def"
};

/* ORDER ptc_cli_tool */
const char *const ptc_cli_programs[] = {"ptcc", "ptc", "", ""};

bool ptc_cli_verb_is_of(int verb, ptc_cli_tool tool)
{
    return ptc_cli_verbs[verb].tool == tool ||
           (ptc_cli_verbs[verb].tool == PTC_TOOL_BOTH && tool != PTC_TOOL_OWN);
}

bool ptc_cli_verb_has(ptc_cli_verb verb, int option)
{
    return (ptc_cli_options[option].verbs >> verb & 1u) != 0;
}

bool ptc_cli_is_own_program(const ptc_cli *cli)
{
    return strcmp(cli->program, ptc_cli_programs[cli->tool]) != 0;
}

/* --- Options of a parsed line ------------------------------------------------------ */

int ptc_cli_option_argument(int option)
{
    const char *argument = ptc_cli_options[option].argument;

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
    return ptc_cli_options[option].name;
}

bool ptc_cli_option_may_be_bare(ptc_cli_option option)
{
    return ptc_cli_option_argument((int)option) == optional_argument;
}

bool ptc_cli_option_is_time(ptc_cli_option option)
{
    const char *argument = ptc_cli_options[option].argument;

    return argument != NULL && strcmp(argument, "MS") == 0;
}

/* --- Parsing ----------------------------------------------------------------------- */

/* The verb of the tool that `word` is meant for, or NULL: one whose name it begins, like
 * "conv", or that begins it, like "generate", or the nearest. */
static const char *nearest_verb(const ptc_cli *cli, const char *word)
{
    const char *names[PTC_VERB_COUNT];
    int count = 0;

    for (int i = 0; i < PTC_VERB_COUNT; i++) {
        if (ptc_cli_verb_is_of(i, cli->tool))
            names[count++] = ptc_cli_verbs[i].name;
    }
    return ptc_cli_nearest(word, names, count);
}

/* The option of the verb whose name is at most `most` edits from `word`, or NULL. */
static const char *nearest_option(const ptc_cli *cli, ptc_str word, unsigned most)
{
    for (unsigned limit = 0; limit <= most; limit++) {
        for (int i = 0; i < PTC_OPTION_COUNT; i++) {
            if (ptc_cli_verb_has(cli->verb, i) &&
                ptc_str_distance(word, ptc_str_of(ptc_cli_options[i].name), limit) <=
                    limit)
                return ptc_cli_options[i].name;
        }
    }
    return NULL;
}

/* Fills getopt's tables with the options of the verb; `letters` has room for all. */
static void option_tables(const ptc_cli *cli, struct option *names, char *letters)
{
    *letters++ = ':'; /* a missing argument is reported apart from an unknown option */
    for (int i = 0; i < PTC_OPTION_COUNT; i++) {
        int has_argument = ptc_cli_option_argument(i);

        if (!ptc_cli_verb_has(cli->verb, i))
            continue;
        *names++ = (struct option){ptc_cli_options[i].name, has_argument, NULL, 256 + i};
        if (ptc_cli_options[i].letter) {
            *letters++ = ptc_cli_options[i].letter;
            if (has_argument == required_argument)
                *letters++ = ':';
        }
    }
    *names = (struct option){NULL, 0, NULL, 0};
    *letters = '\0';
}

/* The name in `-name` or `-name=value`, else empty. */
static ptc_str single_dash_name(const char *word)
{
    if (word == NULL || word[0] != '-' || word[1] == '-')
        return PTC_STR("");
    return ptc_str_make(word + 1, strcspn(word + 1, "="));
}

/* The long option that `-header` is meant for, or NULL: its letters are not options. */
static const char *single_dash(const ptc_cli *cli, const char *word)
{
    ptc_str name = single_dash_name(word);

    if (name.len < 2)
        return NULL;
    return nearest_option(cli, name, name.len < 3 ? 0 : ptc_cli_guess_limit(name.len));
}

/* Says that `name`, which has its dashes, is not an option; `near` is one, or NULL. */
static ptc_exit refuse_name(const ptc_cli *cli, ptc_str name, const char *near)
{
    const char *verb = ptc_cli_verbs[cli->verb].name;
    bool is_own = ptc_cli_is_own_program(cli);

    if (near != NULL)
        return ptc_cli_misuse(cli, "%s has no option " PTC_FMT "; did you mean --%s?",
                              is_own ? "this program" : verb, PTC_ARG(name), near);
    return ptc_cli_misuse(cli, "%s has no option " PTC_FMT "; see %s%s%s --help",
                          is_own ? "this program" : verb, PTC_ARG(name), cli->program,
                          is_own ? "" : " ", is_own ? "" : verb);
}

/* Refuses a letter in `word`, which was read last, or in `next`, of which letters are
 * left. */
static ptc_exit refuse_letter(const ptc_cli *cli, const char *word, const char *next)
{
    const char *near = single_dash(cli, next);
    char letter[] = {'-', (char)optopt, '\0'};

    if (near != NULL)
        return refuse_name(cli, ptc_str_of(next), near);
    near = single_dash(cli, word);
    return refuse_name(cli, ptc_str_of(near != NULL ? word : letter), near);
}

/* Refuses a beginning of several options, if it is one: PTC_EXIT_OK otherwise. */
static ptc_exit refuse_beginning(const ptc_cli *cli, ptc_str name)
{
    unsigned count = 0;
    ptc_text known;

    ptc_text_init(&known, cli->arena);
    for (int i = 0; i < PTC_OPTION_COUNT; i++) {
        const char *option = ptc_cli_options[i].name;

        if (name.len == 0 || !ptc_cli_verb_has(cli->verb, i) ||
            strncmp(option, name.ptr, name.len) != 0)
            continue;
        ptc_text_cstr(&known, count++ > 0 ? ", --" : "--");
        ptc_text_cstr(&known, option);
    }
    if (known.failed)
        return ptc_cli_no_memory(cli);
    if (count < 2)
        return PTC_EXIT_OK;
    return ptc_cli_misuse(cli, "--" PTC_FMT " may be any of %s", PTC_ARG(name),
                          known.ptr);
}

/* `word` was read last; `next` is the one in hand while letters of it are left. */
static ptc_exit refuse_option(const ptc_cli *cli, int found, const char *word,
                              const char *next)
{
    ptc_str name = ptc_str_make(word, strcspn(word, "="));
    ptc_str bare = name;
    ptc_exit status;

    if (found == ':')
        return ptc_cli_misuse(cli, "%s needs an argument", word);
    if (optopt > 0 && optopt < 256)
        return refuse_letter(cli, word, next);
    if (optopt >= 256)
        return ptc_cli_misuse(cli, "--%s takes no argument",
                              ptc_cli_options[optopt - 256].name);
    while (bare.len > 0 && bare.ptr[0] == '-')
        bare = ptc_str_make(bare.ptr + 1, bare.len - 1);
    status = refuse_beginning(cli, bare);
    if (status != PTC_EXIT_OK)
        return status;
    return refuse_name(cli, name,
                       nearest_option(cli, bare, ptc_cli_guess_limit(bare.len)));
}

/* Whether `-output-dir` was read as `-o utput-dir`: the option that is meant, or NULL. */
static const char *swallowed_name(const ptc_cli *cli, const char *word, const char *value)
{
    if (value == NULL || value != word + 2)
        return NULL;
    return nearest_option(cli, single_dash_name(word), 0);
}

static ptc_cli_option option_of_letter(int letter)
{
    int i = 0;

    while (ptc_cli_options[i].letter != letter)
        i++;
    return (ptc_cli_option)i;
}

/* Whether messages are rows of JSON: found out before the first mistake is reported. */
static bool wants_json(const ptc_cli *cli, int argc, char **argv)
{
    static const char option[] = "--diagnostics";

    if (!ptc_cli_verb_has(cli->verb, PTC_OPTION_DIAGNOSTICS))
        return false;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        size_t len = strcspn(argv[i], "=");
        const char *style = argv[i] + len;

        if (len < 3 || strncmp(argv[i], option, len) != 0) /* a beginning will do */
            continue;
        if (strcmp(style, "=json") == 0 ||
            (*style == '\0' && i + 1 < argc && strcmp(argv[i + 1], "json") == 0))
            return true;
    }
    return false;
}

/* Parses what follows the verb. PTC_EXIT_OK: cli is complete. */
static ptc_exit parse_rest(ptc_cli *cli, int argc, char **argv)
{
    struct option names[PTC_OPTION_COUNT + 1];
    char letters[2 * PTC_OPTION_COUNT + 2];
    ptc_cli_given *given = ptc_arena_array(cli->arena, (size_t)argc, sizeof *given);
    const char *style;
    const char *meant;
    int found;

    if (given == NULL)
        return ptc_cli_no_memory(cli);
    option_tables(cli, names, letters);
    cli->is_json = wants_json(cli, argc, argv);
    opterr = 0;
    cli->given = given;
    while ((found = getopt_long(argc, argv, letters, names, NULL)) != -1) {
        if (found == '?' || found == ':')
            return refuse_option(cli, found, argv[optind - 1],
                                 optind < argc ? argv[optind] : NULL);
        meant = swallowed_name(cli, argv[optind - 1], optarg);
        if (meant != NULL)
            return refuse_name(cli, ptc_str_of(argv[optind - 1]), meant);
        given->option =
            found >= 256 ? (ptc_cli_option)(found - 256) : option_of_letter(found);
        given->value = optarg;
        given++;
        cli->given_count++;
    }
    style = ptc_cli_value(cli, PTC_OPTION_DIAGNOSTICS);
    cli->is_json = style != NULL && strcmp(style, "json") == 0;
    cli->operands = (const char *const *)argv + optind;
    cli->operand_count = (size_t)(argc - optind);
    return PTC_EXIT_OK;
}

static bool find_verb(ptc_cli *cli, const char *name)
{
    for (int i = 0; i < PTC_VERB_COUNT; i++) {
        if (ptc_cli_verb_is_of(i, cli->tool) &&
            strcmp(ptc_cli_verbs[i].name, name) == 0) {
            cli->verb = (ptc_cli_verb)i;
            return true;
        }
    }
    return false;
}

/* Says that the tool has no such verb, and which is meant. */
static ptc_exit refuse_verb(const ptc_cli *cli, const char *name)
{
    const char *near = nearest_verb(cli, name);

    for (int i = 0; i < PTC_VERB_COUNT; i++) {
        if (ptc_cli_verbs[i].tool != PTC_TOOL_OWN &&
            strcmp(ptc_cli_verbs[i].name, name) == 0)
            return ptc_cli_misuse(cli,
                                  "there is no verb \"%s\" here; did you mean %s %s?",
                                  name, ptc_cli_programs[ptc_cli_verbs[i].tool], name);
    }
    if (near != NULL)
        return ptc_cli_misuse(cli, "there is no verb \"%s\"; did you mean \"%s\"?", name,
                              near);
    return ptc_cli_misuse(cli, "there is no verb \"%s\"; see %s --help", name,
                          cli->program);
}

/* `help` and `help VERB`. */
static ptc_exit run_help(ptc_cli *cli)
{
    if (cli->operand_count > 1)
        return ptc_cli_misuse(cli, "help takes one verb, found %zu words",
                              cli->operand_count);
    if (cli->operand_count == 0)
        ptc_cli_print_help(stdout, cli);
    else if (find_verb(cli, cli->operands[0]))
        ptc_cli_print_verb_help(cli);
    else
        return refuse_verb(cli, cli->operands[0]);
    return PTC_EXIT_OK;
}

static ptc_exit run_version(const ptc_cli *cli)
{
    if (cli->operand_count > 0)
        return ptc_cli_misuse(cli, "version takes no arguments, found \"%s\"",
                              cli->operands[0]);
    ptc_cli_print_version(cli);
    return PTC_EXIT_OK;
}

/* Runs cli->verb; argv[0] is passed over. */
static ptc_exit run_found_verb(ptc_cli *cli, const ptc_cli_run *runs, int argc,
                               char **argv)
{
    ptc_exit status = parse_rest(cli, argc, argv);

    if (status != PTC_EXIT_OK)
        return status;
    if (ptc_cli_has(cli, PTC_OPTION_HELP)) {
        ptc_cli_print_verb_help(cli);
        return PTC_EXIT_OK;
    }
    if (ptc_cli_has(cli, PTC_OPTION_VERSION)) {
        ptc_cli_print_version(cli);
        return PTC_EXIT_OK;
    }
    status = ptc_cli_check(cli);
    if (status != PTC_EXIT_OK)
        return status;
    if (cli->verb == PTC_VERB_HELP)
        return run_help(cli);
    if (cli->verb == PTC_VERB_VERSION)
        return run_version(cli);
    if (runs[cli->verb] == NULL)
        return ptc_cli_misuse(cli, "this build has no verb \"%s\"",
                              ptc_cli_verbs[cli->verb].name);
    return runs[cli->verb](cli);
}

/* Whether a word is -h, --help or, with one dash, -help: by name and letter. */
static bool is_option(const char *word, ptc_cli_option option)
{
    size_t dashes = strspn(word, "-");

    if (dashes == 1 && word[1] == ptc_cli_options[option].letter && word[2] == '\0')
        return true;
    return (dashes == 1 || dashes == 2) &&
           strcmp(word + dashes, ptc_cli_options[option].name) == 0;
}

static ptc_exit run_tool(ptc_cli *cli, const ptc_cli_run *runs, int argc, char **argv)
{
    if (argc < 2) {
        ptc_cli_print_help(stderr, cli);
        return PTC_EXIT_USAGE;
    }
    if (is_option(argv[1], PTC_OPTION_HELP) && argc > 2) { /* --help VERB */
        cli->verb = PTC_VERB_HELP;
        return run_found_verb(cli, runs, argc - 1, argv + 1);
    }
    if (is_option(argv[1], PTC_OPTION_HELP)) {
        ptc_cli_print_help(stdout, cli);
        return PTC_EXIT_OK;
    }
    if (is_option(argv[1], PTC_OPTION_VERSION)) {
        ptc_cli_print_version(cli);
        return PTC_EXIT_OK;
    }
    if (argv[1][0] == '-')
        return ptc_cli_misuse(cli, "expected a verb before \"%s\"; see %s --help",
                              argv[1], cli->program);
    if (!find_verb(cli, argv[1]))
        return refuse_verb(cli, argv[1]);
    return run_found_verb(cli, runs, argc - 1, argv + 1);
}

/* The most memory that a contract may make ptcc use; ptc has the limits of its options.
 */
#define CLI_CONTRACTS_MEMORY ((size_t)1 << 30)

/*
 * Ends the command as SIGPIPE ends others, after all files and children are in order: who
 * reads standard output has read enough. Returns when the signal was ignored from the
 * start, as some parents have it: then the failure is an error.
 */
static void end_by_closed_pipe(const struct sigaction *before)
{
    if (before->sa_handler == SIG_IGN)
        return;
    sigaction(SIGPIPE, before, NULL);
    raise(SIGPIPE);
}

/* Frame of all commands. */
static int run_command(ptc_cli *cli, const ptc_cli_run *runs, int argc, char **argv,
                       ptc_exit (*run)(ptc_cli *, const ptc_cli_run *, int, char **))
{
    ptc_arena arena;
    ptc_names reads;
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction before;
    ptc_exit status;
    int error;

    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore,
              &before); /* a closed pipe is a failed write until the end */
    ptc_arena_init(&arena, NULL, cli->tool == PTC_TOOL_PTCC ? CLI_CONTRACTS_MEMORY : 0);
    ptc_names_init(&reads, &arena);
    reads.is_exact = true;
    cli->arena = &arena;
    cli->reads = &reads;
    status = run(cli, runs, argc, argv);
    if (ptc_cli_lacked_memory() || arena.failed)
        status = ptc_cli_no_memory(cli);
    error = ptc_file_flush();
    if (error == EPIPE)
        end_by_closed_pipe(&before);
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
                   .program = ptc_cli_programs[tool],
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
    ptc_cli cli = {.tool = ptc_cli_verbs[verb].tool,
                   .program = slash != NULL ? slash + 1 : path,
                   .verb = verb,
                   .helps = helps,
                   .host = host};

    return run_command(&cli, runs, argc, argv, run_found_verb);
}
