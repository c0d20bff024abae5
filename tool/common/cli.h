/* SPDX-License-Identifier: MIT */
/*
 * What the commands ptcc and ptc share: the option table, files, diagnostics on stderr.
 * Types, then prototypes grouped by file. Hosted code: it prints, reads and writes files.
 *
 * Every message goes to stderr as one line "PROGRAM: ...", diagnostics in their own form.
 * Exit codes: ORDER in ptc_exit.
 */
#ifndef PTC_CLI_H
#define PTC_CLI_H

#include <ptc/agent_file.h>
#include <ptc/ptc.h>

#include <signal.h>
#include <stdio.h>

/* How a command ends. [build-and-packaging 1.2] */
typedef enum ptc_exit {
    PTC_EXIT_OK = 0,
    PTC_EXIT_INPUT = 1, /* the input has errors, a value is invalid */
    PTC_EXIT_USAGE = 2, /* command line, files, memory */
    PTC_EXIT_STALE = 3, /* --check: some output would change */
} ptc_exit;

/* OWN: a program of somebody else that is one verb, see <ptc/main.h>. */
typedef enum ptc_cli_tool { PTC_TOOL_PTCC, PTC_TOOL_PTC, PTC_TOOL_OWN } ptc_cli_tool;

typedef enum ptc_cli_verb {
#define PTC_CLI_VERB(constant, tool, name, operands, summary, since) PTC_VERB_##constant,
#include "tool/common/cli.def"
    PTC_VERB_COUNT
} ptc_cli_verb;

typedef enum ptc_cli_option {
#define PTC_CLI_OPTION(constant, name, letter, argument, verbs, help, since)             \
    PTC_OPTION_##constant,
#include "tool/common/cli.def"
    PTC_OPTION_COUNT
} ptc_cli_option;

typedef struct ptc_cli_given {
    ptc_cli_option option;
    const char *value; /* NULL for options without argument */
} ptc_cli_given;

/* A parsed command line. Strings are argv's. */
typedef struct ptc_cli {
    ptc_cli_tool tool;
    const char *program; /* "ptcc", "ptc": how messages begin */
    ptc_cli_verb verb;
    ptc_arena *arena;           /* lives as long as the command */
    const ptc_cli_given *given; /* in order */
    size_t given_count;
    const char *const *operands;
    size_t operand_count;
    const void *host; /* of a program of its own: what its verb is given; or NULL */
    const char *const *helps;                     /* of options, in --help */
    const struct ptc_contract_dialects *dialects; /* that the program reads, or NULL */
    struct ptc_names *reads; /* the files read so far, see place.h; NULL: none is noted */
} ptc_cli;

/* --- cli.c ------------------------------------------------------------------------- */

typedef ptc_exit (*ptc_cli_run)(const ptc_cli *cli);

/*
 * The whole of main(): parses the command line, answers --help and --version and
 * mistakes, calls runs[verb], and flushes stdout, whose failure is an error like any
 * other. `runs` has PTC_VERB_COUNT entries; those of the other tool are NULL. `dialects`
 * are forms of contracts beside those of the library, or NULL.
 */
int ptc_cli_main(ptc_cli_tool tool, const ptc_cli_run *runs,
                 const struct ptc_contract_dialects *dialects, int argc, char **argv);

/* The same for a program that is one verb: argv has no name of it. `helps` are the texts
 * of its options in --help: one of the tables below. */
int ptc_cli_main_of_verb(ptc_cli_verb verb, const ptc_cli_run *runs,
                         const char *const *helps, const void *host, int argc,
                         char **argv);

bool ptc_cli_has(const ptc_cli *cli, ptc_cli_option option);

/* The value of the option's last use, or NULL. */
const char *ptc_cli_value(const ptc_cli *cli, ptc_cli_option option);

/* The option's name, without dashes. */
const char *ptc_cli_option_name(ptc_cli_option option);
/* Whether it may be given without the argument that it takes. */
bool ptc_cli_option_may_be_bare(ptc_cli_option option);
/* Whether its number counts milliseconds: MS in help. */
bool ptc_cli_option_is_time(ptc_cli_option option);

/* What --help says of each option: of all, and of those of `serve` alone, so that servers
 * as programs do not hold what ptcc says. cli_help.c, cli_help_serve.c */
extern const char *const ptc_cli_help[PTC_OPTION_COUNT];
extern const char *const ptc_cli_help_of_serve[PTC_OPTION_COUNT];

/*
 * The index in `words` (`count` of them) of the option's value, 0 when it is not given;
 * -1 after a message that lists the words.
 */
int ptc_cli_choice(const ptc_cli *cli, ptc_cli_option option, const char *const *words,
                   int count);

/*
 * Appends to stdout; false once writing has failed. On a terminal what could move its
 * cursor or turn the direction of writing is shown escaped (ptc_visible_take); files and
 * pipes get the bytes as they are.
 */
bool ptc_file_print(ptc_str text);

/* The same of lines that are always read by people: escaped for files and pipes, too. */
bool ptc_file_print_message(ptc_str lines);

/* The same of a text that is drawn with colours, whose data its writer has escaped. */
bool ptc_file_print_drawn(ptc_str text);

/* Flushes stdout; 0, or the errno of its first failure. */
int ptc_file_flush(void);

/* Prints "PROGRAM: ..." to stderr, one line as people are shown it (ptc_visible_take).
 * The format is printf's. */
void ptc_cli_say(const ptc_cli *cli, const char *format, ...) PTC_PRINTF(2, 3);

/* The same with `head`, a text of ours, in place of PROGRAM. */
void ptc_cli_say_as(const ptc_cli *cli, const char *head, const char *format, ...)
    PTC_PRINTF(3, 4);

/* Says what is wrong with the use of the command; returns PTC_EXIT_USAGE. */
ptc_exit ptc_cli_misuse(const ptc_cli *cli, const char *format, ...) PTC_PRINTF(2, 3);
ptc_exit ptc_cli_misuse_error(const ptc_cli *cli, const ptc_error *error);

/*
 * Says that memory ran out, once in all; returns PTC_EXIT_USAGE, which is how the command
 * ends then, whatever its verb returns. It ends so, too, when the command's arena refused
 * anything: what was found out for want of memory may not be true.
 */
ptc_exit ptc_cli_no_memory(const ptc_cli *cli);

/* Says why a file (or its like) cannot be used, by errno; the same for ENOMEM. Returns
 * PTC_EXIT_USAGE. */
ptc_exit ptc_cli_fault(const ptc_cli *cli, const char *place, int error);

/* Appends a text to stdout, unless memory for it was refused, which is said then. False
 * also once writing has failed. */
bool ptc_cli_print(const ptc_cli *cli, const ptc_text *text);

/* Whether messages on stderr are coloured: --color, NO_COLOR, terminal. */
bool ptc_cli_is_colored(const ptc_cli *cli);
/* The same of what goes to stdout. */
bool ptc_cli_colors_output(const ptc_cli *cli);

/* The columns of the terminal that stdout is; 0: it is none. */
size_t ptc_cli_columns(void);

/* --- report.c ---------------------------------------------------------------------- */

/*
 * Prints the diagnostics to stderr in the style of --diagnostics. PTC_EXIT_INPUT when
 * they hold an error, under --Werror also for a warning, under --strict for a loss;
 * PTC_EXIT_USAGE for a wrong style.
 */
ptc_exit ptc_cli_report(const ptc_cli *cli, const ptc_diags *diags);

/* Whether there are losses, or may be among those that were not kept. */
bool ptc_cli_has_loss(const ptc_diags *diags);

/* --- command.c: command lines as text, for messages --------------------------------- */

/* Appends a word as a POSIX shell reads it: in quotes where it needs them. */
void ptc_command_write_word(ptc_text *out, const char *word);
/* Appends every use of an option, by its letter ("-I") unless that is NULL. */
void ptc_command_write_option(ptc_text *out, const ptc_cli *cli, ptc_cli_option option,
                              const char *letter);
/* Appends the operands, behind `--` where one would be taken for an option. */
void ptc_command_write_operands(ptc_text *out, const char *const *operands, size_t count);

/* --- number.c ---------------------------------------------------------------------- */

/*
 * The number of an option, in decimal digits; `*value` as it is when the option is not
 * given. False after a message, also for a number that is not in [least, most]. Behind
 * milliseconds may stand ms, s, m or h.
 */
bool ptc_cli_number(const ptc_cli *cli, ptc_cli_option option, int64_t least,
                    int64_t most, int64_t *value);

/* The same for bytes, [1, most]: behind the digits may stand k, M or G, or KiB, MiB or
 * GiB, which are powers of 1024. */
bool ptc_cli_size(const ptc_cli *cli, ptc_cli_option option, size_t most, size_t *value);

/* --- file.c ------------------------------------------------------------------------ */

/* Bytes that a file read whole may have; spans count bytes in 32 bits. */
#define PTC_FILE_MAX (UINT32_MAX - 1u)

/*
 * Reads a whole file of at most `limit` (<= PTC_FILE_MAX) bytes into the command's arena,
 * PTC_PADDING readable bytes behind it; "-" is stdin, named by --stdin-name or "<stdin>".
 * False after a message.
 */
bool ptc_file_read(const ptc_cli *cli, const char *path, size_t limit, ptc_source *out);
/* The same for what people and other programs write: without a byte order mark. */
bool ptc_file_read_text(const ptc_cli *cli, const char *path, ptc_source *out);

/* Whether a name has an ending that says what is in the file: pipes, devices and folders
 * have none, nor has "-". */
bool ptc_file_has_ending(const char *path);

/* The last part of a path. */
ptc_str ptc_base_name(ptc_str path);

/* Takes the first line off a text, without its newline; false when nothing is left. */
bool ptc_take_line(ptc_str *rest, ptc_str *line);

/*
 * Lines of a file of any size, through a buffer that grows to the longest line up to a
 * limit. A line is valid until the next call, is followed by PTC_PADDING readable bytes,
 * and has no newline (a CR before it is dropped, too). stdout is flushed before each wait
 * for input, so a partner that asks line by line gets its answers.
 */
typedef struct ptc_lines {
    int file;         /* descriptor, not owned */
    ptc_arena *arena; /* holds the buffer */
    char *buffer;
    size_t start;    /* first byte not yet handed out */
    size_t end;      /* bytes in the buffer */
    size_t scanned;  /* no newline before here */
    size_t capacity; /* without padding */
    size_t limit;    /* longest line */
    uint64_t number; /* of the line handed out last, from 1 */
    bool at_end;     /* the file is read up to its end */
    /* A signal's mark that ends the wait for input; NULL: nothing does. */
    const volatile sig_atomic_t *interrupt;
    bool is_apart; /* stdout is another thread's: it is not flushed */
} ptc_lines;

typedef enum ptc_line_status {
    PTC_LINE_OK,
    PTC_LINE_END,
    PTC_LINE_LONG,   /* longer than the limit, skipped; the next call goes on behind it */
    PTC_LINE_FAILED, /* reading failed: errno */
    PTC_LINE_MEMORY,
    PTC_LINE_INTERRUPTED, /* by the mark */
} ptc_line_status;

/*
 * Waits until the file can be read; false when that fails, or when a signal comes first:
 * errno is EINTR then. The mark of SIGINT is looked at while that signal is held back, so
 * that none is missed between the look and the wait.
 */
bool ptc_file_wait(int file, const volatile sig_atomic_t *interrupt);

void ptc_lines_init(ptc_lines *lines, int file, ptc_arena *arena, size_t limit);
ptc_line_status ptc_lines_next(ptc_lines *lines, ptc_str *line);

/* --- contracts.c ------------------------------------------------------------------- */

/* The forms that --from names. ORDER ptcc's and ptc's word lists */
typedef struct ptc_contract_reader {
    const ptc_cli *cli;
    ptc_contract_options options; /* its files are found as --root and -I say */
    ptc_read_options read;        /* of it */
    ptc_type_names types;
    ptc_type_names decoders;
} ptc_contract_reader;

/* Takes --from, --lint, --type, --operation, --lenient, --root and -I from the command
 * line. False after a message. */
bool ptc_contract_reader_init(ptc_contract_reader *reader, const ptc_cli *cli);

/* The form that --from says, BY_NAME without it; false after a message. */
bool ptc_contract_form(const ptc_cli *cli, ptc_contract_format *out);

/*
 * Reads the contracts of a file ("-": stdin) and prints its diagnostics. PTC_EXIT_INPUT
 * when it has errors, PTC_EXIT_USAGE when it cannot be read.
 */
ptc_exit ptc_contract_reader_read(ptc_contract_reader *reader, const char *path,
                                  ptc_contracts *out);

/* Reads a JSON Schema, or what it comes in, of a row of a batch; no file beside it. At
 * least one contract, when it is PTC_OK. */
ptc_status ptc_contract_read_text(const ptc_contract_reader *reader, ptc_arena *arena,
                                  const ptc_source *source, ptc_diags *diags,
                                  ptc_contracts *out);

/* What an operand names: one of the two, the other is NULL. */
typedef struct ptc_agent_operand {
    const ptc_agent_file *agent;
    const ptc_chain_file *chain;
} ptc_agent_operand;

/* Whether an operand is an agent or chain file by its name, that of --stdin-name for "-".
 */
bool ptc_cli_is_agent(const ptc_cli *cli, const char *path);

/* Reads an agent or, by its name, a chain with all that it names; as
 * ptc_contract_reader_read otherwise. */
ptc_exit ptc_agent_reader_read(ptc_contract_reader *reader, const char *path,
                               ptc_agent_operand *out);

/* The contract that is meant: `name`, or (NULL) the only one declared in the file. NULL
 * after a message. */
const ptc_contract *ptc_contract_choose(const ptc_cli *cli,
                                        const ptc_contracts *contracts, const char *path,
                                        const char *name);

/* --- data.c ------------------------------------------------------------------------ */

/* --limit, or PTC_LINE_LIMIT; false after a message. */
bool ptc_data_limit(const ptc_cli *cli, size_t *limit);

/*
 * Takes one text of the file called `name`, with PTC_PADDING readable bytes behind it:
 * line `line`, or with 0 the document that the file is. text.ptr is NULL for a line
 * longer than the limit. False: no more.
 */
typedef bool (*ptc_data_taker)(const char *name, ptc_str text, uint64_t line, void *user);

/*
 * Gives the texts of a file of JSON data: a .json file is one document, anything else a
 * value a line. "-" is stdin, named by --stdin-name. False after a message: it could not
 * be read.
 */
bool ptc_data_read(const ptc_cli *cli, const char *path, size_t limit,
                   ptc_data_taker take, void *user);

/*
 * The same in a thread beside the one that prints: stdout is not touched, and the mark of
 * SIGINT, whose handler runs in this thread, ends the wait for input; what was not read
 * then is no failure.
 */
bool ptc_data_read_apart(const ptc_cli *cli, const char *path, size_t limit,
                         const volatile sig_atomic_t *interrupt, ptc_data_taker take,
                         void *user);

/* Reads a JSON object from a file ("-": stdin) into the command's arena: the context of
 * programs and agents. False after a message. */
bool ptc_data_read_context(const ptc_cli *cli, const char *path, ptc_value *out);

/* Reads what the host knows, of --app and --config. False after a message. */
bool ptc_data_read_host(const ptc_cli *cli, ptc_context *out);

/* --- batch.c ----------------------------------------------------------------------- */

/* The longest line of a batch, and of data to validate, unless --limit says otherwise. */
#define PTC_LINE_LIMIT ((size_t)64 << 20)

/*
 * Appends the members of the answer to `row` (an object) that follow the id, each with
 * its leading comma. `arena` lives as long as the row.
 */
typedef void (*ptc_batch_answer)(const ptc_cli *cli, const ptc_value *row,
                                 ptc_arena *arena, ptc_text *answer, void *user);

/* Answers the lines of the operand or of stdin, one by one. */
ptc_exit ptc_batch_run(const ptc_cli *cli, size_t limit, ptc_batch_answer answer,
                       void *user);

/* A member of a row, or NULL; its text, false unless it is a string. */
const ptc_value *ptc_row_value(const ptc_value *row, const char *key);
bool ptc_row_text(const ptc_value *row, const char *key, ptc_str *out);

/* JSON text that a member holds, or is; false: there is none. */
bool ptc_row_json(const ptc_value *row, const char *key, ptc_arena *arena, ptc_str *out);

/* The index of a member's text in `words`, 0 when absent; false for any other value. */
bool ptc_row_choice(const ptc_value *row, const char *key, const char *const *words,
                    int count, int *out);

/* Appends `,"key":"text"`. */
void ptc_answer_text(ptc_text *answer, const char *key, ptc_str text);

/* Appends `,"error":{"code":...,"message":...}`: the row itself is unusable. */
void ptc_answer_error(ptc_text *answer, const char *code, const char *message);

/* The code of a value that cannot be read: parse, encoding, range (or memory). */
const char *ptc_read_code(ptc_status status);

#endif
