/* SPDX-License-Identifier: MIT */
/*
 * Shared by the commands ptcc and ptc: the option table, files, diagnostics on stderr.
 * Types first, then prototypes grouped by file. Hosted code: it prints, reads and writes
 * files.
 *
 * Every message goes to stderr as one line "PROGRAM: ...", diagnostics in their own form.
 * Exit codes: ORDER in ptc_exit.
 */
#ifndef PTC_CLI_H
#define PTC_CLI_H

#include <ptc/agent_file.h>
#include <ptc/ptc.h>

#include "tool/common/cli_words.h"

#include <signal.h>
#include <stdio.h>

/* How a command ends. [build-and-packaging 1.2] */
typedef enum ptc_exit {
    PTC_EXIT_OK = 0,
    PTC_EXIT_INPUT = 1, /* the input has errors, a value is invalid */
    PTC_EXIT_USAGE = 2, /* command line, files, memory */
    PTC_EXIT_STALE = 3, /* --check: some output would change */
} ptc_exit;

/* OWN: a user's program that is one verb, see <ptc/main.h>. BOTH: ptcc and ptc. */
typedef enum ptc_cli_tool {
    PTC_TOOL_PTCC,
    PTC_TOOL_PTC,
    PTC_TOOL_OWN,
    PTC_TOOL_BOTH,
} ptc_cli_tool;

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

typedef struct ptc_cli_verb_row {
    ptc_cli_tool tool;
    const char *name;
    const char *operands; /* in help */
    const char *summary;
} ptc_cli_verb_row;

typedef struct ptc_cli_option_row {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* in help; NULL: takes none */
    unsigned verbs;       /* bits by ptc_cli_verb */
} ptc_cli_option_row;

typedef struct ptc_cli_given {
    ptc_cli_option option;
    const char *value; /* NULL for options without argument */
} ptc_cli_given;

/* A parsed command line. Strings are argv's. */
typedef struct ptc_cli {
    ptc_cli_tool tool;
    const char *program; /* "ptcc", "ptc": how messages begin */
    bool is_json;        /* --diagnostics=json: messages are also rows */
    bool needs_regular;  /* what is read is read again later, or rewritten */
    ptc_cli_verb verb;
    ptc_arena *arena;           /* lives as long as the command */
    const ptc_cli_given *given; /* in order */
    size_t given_count;
    const char *const *operands;
    size_t operand_count;
    const void *host;         /* of a user's program: what its verb receives; or NULL */
    const char *const *helps; /* of options, in --help */
    const struct ptc_contract_dialects *dialects; /* that the program reads, or NULL */
    struct ptc_names *reads; /* the files read so far, see place.h; NULL: not noted */
    struct ptc_watch *watch; /* the files read so far with their times, see watch.h; or
                              * NULL */
} ptc_cli;

/* --- cli.c ------------------------------------------------------------------------- */

typedef ptc_exit (*ptc_cli_run)(const ptc_cli *cli);

/*
 * All of main(): parses the command line, answers --help, --version and mistakes, calls
 * runs[verb], and flushes stdout, whose failure is an error like any other.
 *
 * `runs` has PTC_VERB_COUNT entries; those of the other tool are NULL. `dialects` are
 * forms of contracts in addition to those of the library, or NULL.
 */
int ptc_cli_main(ptc_cli_tool tool, const ptc_cli_run *runs,
                 const struct ptc_contract_dialects *dialects, int argc, char **argv);

/* All of main() for a program that is one verb, which argv does not name. `helps` are the
 * texts of its options in --help: one of the tables below. */
int ptc_cli_main_of_verb(ptc_cli_verb verb, const ptc_cli_run *runs,
                         const char *const *helps, const void *host, int argc,
                         char **argv);

/* The rows of cli.def. */
extern const ptc_cli_verb_row ptc_cli_verbs[PTC_VERB_COUNT];
extern const ptc_cli_option_row ptc_cli_options[PTC_OPTION_COUNT];
extern const char *const ptc_cli_programs[]; /* names by ptc_cli_tool; OWN has none */

bool ptc_cli_verb_is_of(int verb, ptc_cli_tool tool);
bool ptc_cli_verb_has(ptc_cli_verb verb, int option);
/* Whether the program is one verb, so that its command line does not name it. */
bool ptc_cli_is_own_program(const ptc_cli *cli);
/* no_argument, optional_argument or required_argument of getopt.h. */
int ptc_cli_option_argument(int option);

bool ptc_cli_has(const ptc_cli *cli, ptc_cli_option option);

/* The value of the option's last use, or NULL. */
const char *ptc_cli_value(const ptc_cli *cli, ptc_cli_option option);

/* The option's name, without dashes. */
const char *ptc_cli_option_name(ptc_cli_option option);
/* Whether the option may be given without the argument that it takes. */
bool ptc_cli_option_may_be_bare(ptc_cli_option option);
/* Whether its number counts milliseconds: MS in help. */
bool ptc_cli_option_is_time(ptc_cli_option option);

/* The help texts of all options, and of those of `serve` only, so that servers do not
 * contain the texts of ptcc. cli_help.c, cli_help_serve.c */
extern const char *const ptc_cli_help[PTC_OPTION_COUNT];
extern const char *const ptc_cli_help_of_serve[PTC_OPTION_COUNT];

/* --- cli_check.c -------------------------------------------------------------------- */

/* Refuses options that have no effect, that exclude each other, and wrong words of
 * options that every verb reads: PTC_EXIT_OK otherwise. */
ptc_exit ptc_cli_check(const ptc_cli *cli);

/* Returns the index of the option's value in `words`, of which there are `count`; 0 when
 * it is not given; -1 after a message that lists the words. An empty word stands for no
 * value. */
int ptc_cli_choice(const ptc_cli *cli, ptc_cli_option option, const char *const *words,
                   int count);

/* The word that is meant by `word`: it begins with it, or the other way round, or is the
 * nearest; NULL: none of them is likely. */
const char *ptc_cli_nearest(const char *word, const char *const *words, int count);

/* Edits allowed between a word of this length and a guess. */
unsigned ptc_cli_guess_limit(size_t len);

/* --- cli_print.c ------------------------------------------------------------------- */

void ptc_cli_print_help(FILE *to, const ptc_cli *cli);
void ptc_cli_print_verb_help(const ptc_cli *cli);
void ptc_cli_print_version(const ptc_cli *cli);

/* --- output.c ---------------------------------------------------------------------- */

/* Appends to stdout; false once writing has failed. On a terminal, bytes that could move
 * the cursor or change the direction of writing are escaped (ptc_visible_take); files and
 * pipes get them unchanged. */
bool ptc_file_print(ptc_str text);

/* Appends lines that are always for people: escaped also for files and pipes. */
bool ptc_file_print_message(ptc_str lines);

/* Appends a text with colours, whose data is already escaped. */
bool ptc_file_print_drawn(ptc_str text);

/* Flushes stdout; 0, or the errno of its first failure. */
int ptc_file_flush(void);

/* Prints "PROGRAM: ..." to stderr as one line, escaped as by ptc_visible_take. The format
 * is printf's. */
void ptc_cli_say(const ptc_cli *cli, const char *format, ...) PTC_PRINTF(2, 3);

/* Prints a message that is not an error. */
void ptc_cli_note(const ptc_cli *cli, const char *format, ...) PTC_PRINTF(2, 3);

/* The same about a file, "PROGRAM: PATH: ...". */
void ptc_cli_say_of(const ptc_cli *cli, const char *path, const char *format, ...)
    PTC_PRINTF(3, 4);

/* Prints a message that begins with the constant text `head` instead of PROGRAM. */
void ptc_cli_say_as(const ptc_cli *cli, const char *head, const char *format, ...)
    PTC_PRINTF(3, 4);

/* Reports a misuse of the command; returns PTC_EXIT_USAGE. */
ptc_exit ptc_cli_misuse(const ptc_cli *cli, const char *format, ...) PTC_PRINTF(2, 3);
ptc_exit ptc_cli_misuse_error(const ptc_cli *cli, const ptc_error *error);

/* Reports, only once, that memory ran out; returns PTC_EXIT_USAGE. The command then ends
 * with that status, whatever its verb returns. It also does so when the command's arena
 * refused memory, since results found without it may be wrong. */
ptc_exit ptc_cli_no_memory(const ptc_cli *cli);
/* Whether it was called. */
bool ptc_cli_lacked_memory(void);

/* Reports, from an errno (ENOMEM included), why a file or the like cannot be used.
 * Returns PTC_EXIT_USAGE. */
ptc_exit ptc_cli_fault(const ptc_cli *cli, const char *place, int error);

/* Appends a text to stdout. False after a message if memory for it was refused, and also
 * once writing has failed. */
bool ptc_cli_print(const ptc_cli *cli, const ptc_text *text);

/* Whether messages on stderr are coloured: --color, NO_COLOR, terminal. */
bool ptc_cli_is_colored(const ptc_cli *cli);
/* The same for stdout. */
bool ptc_cli_colors_output(const ptc_cli *cli);

/* The number of columns of stdout; 0 when it is not a terminal. */
size_t ptc_cli_columns(void);

/* --- report.c ---------------------------------------------------------------------- */

/*
 * Prints the diagnostics to stderr in the style of --diagnostics. PTC_EXIT_INPUT if one
 * is an error, with --Werror also for a warning, with --strict for a loss; PTC_EXIT_USAGE
 * for a wrong style.
 */
ptc_exit ptc_cli_report(const ptc_cli *cli, const ptc_diags *diags);

/* Whether there are losses, or may be among the diagnostics that were not kept. */
bool ptc_cli_has_loss(const ptc_diags *diags);

/* --- command.c: command lines as text, for messages --------------------------------- */

/* Appends a word for a POSIX shell, in quotes if it needs them. */
void ptc_command_write_word(ptc_text *out, const char *word);
/* Appends every use of an option, by its letter ("-I") unless that is NULL. */
void ptc_command_write_option(ptc_text *out, const ptc_cli *cli, ptc_cli_option option,
                              const char *letter);
/* Appends the operands, after `--` if one would be taken for an option. */
void ptc_command_write_operands(ptc_text *out, const char *const *operands, size_t count);

/* --- number.c ---------------------------------------------------------------------- */

/* Reads the value of an option as a decimal number; `*value` is unchanged if the option
 * is not given. False after a message, also given for a number outside [least, most].
 * Milliseconds may be followed by ms, s, m or h. */
bool ptc_cli_number(const ptc_cli *cli, ptc_cli_option option, int64_t least,
                    int64_t most, int64_t *value);

/* Reads the value of an option as a number of bytes in [1, most]. The digits may be
 * followed by k, M or G, or by KiB, MiB or GiB, which are powers of 1024. */
bool ptc_cli_size(const ptc_cli *cli, ptc_cli_option option, size_t most, size_t *value);

/* --- file.c ------------------------------------------------------------------------ */

/* Limit on the bytes of a file that is read whole; spans count bytes in 32 bits. */
#define PTC_FILE_MAX (UINT32_MAX - 1u)

/* The name of an operand in messages: "-" is stdin, named by --stdin-name or "<stdin>".
 */
const char *ptc_file_name(const ptc_cli *cli, const char *path);

/* Opens a file for reading; "-" is stdin. Pipes and devices are opened like files, and
 * waited for, unless cli->needs_regular. False after a message; a file that is an
 * output is also refused. */
bool ptc_file_open(const ptc_cli *cli, const char *path, int *file);
/* Closes the file that was opened by this path, unless it is stdin. */
void ptc_file_close(const char *path, int file);

/* Reads a whole file of at most `limit` (<= PTC_FILE_MAX) bytes into the command's arena,
 * followed by PTC_PADDING readable bytes. False after a message. */
bool ptc_file_read(const ptc_cli *cli, const char *path, size_t limit, ptc_source *out);
/* Reads a file like ptc_file_read, for text from people and other programs: without a
 * byte order mark. */
bool ptc_file_read_text(const ptc_cli *cli, const char *path, size_t limit,
                        ptc_source *out);

/* Whether a name has an ending that says what the file contains; pipes, devices, folders
 * and "-" have none. */
bool ptc_file_has_ending(const char *path);

/* The last part of a path. */
ptc_str ptc_base_name(ptc_str path);

/* Removes the first line from a text, without its newline; false if nothing is left. */
bool ptc_take_line(ptc_str *rest, ptc_str *line);

/*
 * Reads the lines of a file of any size, through a buffer that grows to the longest line,
 * up to a limit.
 *
 * A line is valid until the next call, and is followed by PTC_PADDING readable bytes. It
 * has neither its newline nor the CR before it. stdout is flushed before each wait for
 * input, so a partner that asks line by line gets its answers.
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
    /* Set by a signal to end the wait for input; NULL: nothing ends it. */
    const volatile sig_atomic_t *interrupt;
    bool is_apart; /* stdout is another thread's: it is not flushed */
} ptc_lines;

typedef enum ptc_line_status {
    PTC_LINE_OK,
    PTC_LINE_END,
    PTC_LINE_LONG, /* longer than the limit, skipped; the next call continues after it */
    PTC_LINE_FAILED, /* reading failed: errno */
    PTC_LINE_MEMORY,
    PTC_LINE_INTERRUPTED, /* by the mark */
} ptc_line_status;

/* Waits until the file can be read; false if that fails or a signal comes first, with
 * errno EINTR. The flag of SIGINT is tested while that signal is blocked, so none is
 * missed between the test and the wait. */
bool ptc_file_wait(int file, const volatile sig_atomic_t *interrupt);

void ptc_lines_init(ptc_lines *lines, int file, ptc_arena *arena, size_t limit);
ptc_line_status ptc_lines_next(ptc_lines *lines, ptc_str *line);
/* Puts back the line that the last call returned, or the rest of it from `line` on. */
void ptc_lines_put_back(ptc_lines *lines, ptc_str line);
/* Reads the lines of the next JSON value: up to the one that closes its brackets, without
 * blank lines before it. `*first` is the number of its first line. A value longer than
 * the limit is not skipped. Text that is not JSON is returned as well. */
ptc_line_status ptc_lines_next_value(ptc_lines *lines, ptc_str *text, uint64_t *first);

/* Whether a line has only blanks, and so separates values. */
bool ptc_line_is_blank(ptc_str line);
/* Whether a line opens brackets of JSON that it does not close. */
bool ptc_line_is_open(ptc_str line);

/* --- contracts.c ------------------------------------------------------------------- */

/* The forms that --from names. ORDER ptcc's and ptc's word lists */
typedef struct ptc_contract_reader {
    const ptc_cli *cli;
    ptc_contract_options options; /* files are looked for by --root and -I */
    ptc_read_options read;        /* of it */
    ptc_type_names types;
    ptc_type_names decoders;
} ptc_contract_reader;

/* Prints a line for each pass over contracts when PTCC_TRACE is `passes`; else NULL. */
struct ptc_pass_watch;
const struct ptc_pass_watch *ptc_cli_watch_passes(const ptc_cli *cli);

/* Reads --from, --lint, --type, --operation, --lenient, --root and -I from the command
 * line. False after a message. */
bool ptc_contract_reader_init(ptc_contract_reader *reader, const ptc_cli *cli);

/* Reads the form of --from, BY_NAME by default; false after a message. */
bool ptc_contract_form(const ptc_cli *cli, ptc_contract_format *out);

/*
 * Reads the contracts of a file ("-": stdin) and prints its diagnostics. PTC_EXIT_INPUT
 * when it has errors, PTC_EXIT_USAGE when it cannot be read.
 */
ptc_exit ptc_contract_reader_read(ptc_contract_reader *reader, const char *path,
                                  ptc_contracts *out);

/* Reads a JSON Schema, or a document with one, of a row of a batch, which has no files
 * next to it. With PTC_OK there is at least one contract. */
ptc_status ptc_contract_read_text(const ptc_contract_reader *reader, ptc_arena *arena,
                                  const ptc_source *source, ptc_diags *diags,
                                  ptc_contracts *out);

/* What an operand names: one of the two; the other is NULL. */
typedef struct ptc_agent_operand {
    const ptc_agent_file *agent;
    const ptc_chain_file *chain;
} ptc_agent_operand;

/* Whether an operand names an agent or chain file; "-" has the name of --stdin-name. */
bool ptc_cli_is_agent(const ptc_cli *cli, const char *path);

/* Reads an agent or, depending on its name, a chain, with all files that it names;
 * otherwise like ptc_contract_reader_read. */
ptc_exit ptc_agent_reader_read(ptc_contract_reader *reader, const char *path,
                               ptc_agent_operand *out);

/* Finds the contract to use: `name`, or if that is NULL the only one that the file
 * declares. NULL after a message. */
const ptc_contract *ptc_contract_choose(const ptc_cli *cli,
                                        const ptc_contracts *contracts, const char *path,
                                        const char *name);

/* --- data.c ------------------------------------------------------------------------ */

/* --limit, or PTC_LINE_LIMIT; false after a message. */
bool ptc_data_limit(const ptc_cli *cli, size_t *limit);

/* One text of a file of data: a line, or a document that may span lines. */
typedef struct ptc_data_text {
    const char *name; /* of the file, for messages */
    ptc_str text;     /* PTC_PADDING readable bytes follow; ptr NULL: above the limit */
    uint64_t line;    /* of the file, where the text begins, from 1 */
    bool is_document;
} ptc_data_text;

/* Receives a text, which is valid until the function returns. Returns false to stop. */
typedef bool (*ptc_data_taker)(const ptc_data_text *text, void *user);

/* The line of the file in which byte `offset` of the text is. */
uint64_t ptc_data_line(const ptc_data_text *text, size_t offset);

/*
 * Passes the texts of a file of JSON data to `take`, one by one.
 *
 * A .json file is one document; a file with another ending has one value per line.
 * Without an ending, as for standard input, the first value decides: if it spans lines,
 * each value is a document. Blank lines and a byte order mark are left out. "-" is stdin,
 * named by --stdin-name. False after a message: it could not be read.
 */
bool ptc_data_read(const ptc_cli *cli, const char *path, size_t limit,
                   ptc_data_taker take, void *user);

/* Does the same in another thread than the one that prints: stdout is not touched, and
 * the flag of SIGINT, whose handler runs in this thread, ends the wait for input. Input
 * that is left unread is then not a failure. */
bool ptc_data_read_apart(const ptc_cli *cli, const char *path, size_t limit,
                         const volatile sig_atomic_t *interrupt, ptc_data_taker take,
                         void *user);

/* Reads a JSON object from a file ("-": stdin) into the command's arena: the context of
 * programs and agents. False after a message. */
bool ptc_data_read_context(const ptc_cli *cli, const char *path, ptc_value *out);

/* Reads the values of the host, --app and --config. False after a message. */
bool ptc_data_read_host(const ptc_cli *cli, ptc_context *out);

/* --- batch.c ----------------------------------------------------------------------- */

/* The limit on a line of a batch and of data to validate, unless --limit is given. */
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

/* A member of a row, or NULL; and the text of a member, false unless it is a string. */
const ptc_value *ptc_row_value(const ptc_value *row, const char *key);
bool ptc_row_text(const ptc_value *row, const char *key, ptc_str *out);

/* The JSON text in a member, or the member as JSON text; false when there is none. */
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
