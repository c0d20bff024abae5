/* SPDX-License-Identifier: MIT */
/* gen_options.c: the options of `ptcc gen` that change emitted bytes. See emit_int.h. */
#ifndef PTCC_OPTIONS_H
#define PTCC_OPTIONS_H

#include "tool/common/cli.h"

#include <ptc/target.h>
#include <ptc/walk.h>

/* ORDER the words in gen_options.c */
typedef enum ptcc_visibility {
    PTCC_VISIBILITY_DEFAULT, /* external, as the compiler's flags have it */
    PTCC_VISIBILITY_HIDDEN,  /* external, not exported from a shared object */
    PTCC_VISIBILITY_STATIC,  /* the source is included; the header has types only */
} ptcc_visibility;

typedef enum ptcc_line_directives {
    PTCC_LINES_OFF,
    PTCC_LINES_BASE, /* base names of contract files */
    PTCC_LINES_FULL, /* contract files as the user named them */
} ptcc_line_directives;

/* Where the strings of structs are stored, and whether they end in NUL. ORDER STRINGS */
typedef enum ptcc_strings {
    PTCC_STRINGS_BORROW, /* in the text */
    PTCC_STRINGS_COPY,   /* copied, NUL */
    PTCC_STRINGS_NUL,    /* in the parser's copy of the text, NUL */
} ptcc_strings;

/* A registered type and the C function that checks it, or a decoder and its function. */
typedef struct ptcc_c_callback {
    ptc_str name;
    ptc_str function; /* ptr NULL: the option named none */
    bool is_decoder;
} ptcc_c_callback;

/* Forms that --emit asks for: a bit for each ptc_target, and for each form below, which
 * is written to its own file. ORDER the words in emit_list.c */
typedef uint32_t ptcc_c_forms_set;
enum {
    PTCC_EMIT_MCP = PTC_TARGET_COUNT, /* a server */
    PTCC_EMIT_MCP_MAIN,               /* the same with main */
    PTCC_EMIT_MCP_JSON,               /* its list of tools */
    PTCC_EMIT_COUNT
};

/* Whether a server has the tool run_program, and other tools next to it. ORDER the words
 * in server_options.c */
typedef enum ptcc_program {
    PTCC_PROGRAM_NONE,
    PTCC_PROGRAM_BESIDE,
    PTCC_PROGRAM_ONLY,
} ptcc_program;

/* A server, as the options have it. */
typedef struct ptcc_server_options {
    bool has_source; /* the server as C is asked for, */
    bool has_main;   /* with main, */
    bool has_json;   /* and its list */
    ptc_str name;    /* empty: that of the contract file */
    ptc_str title;   /* empty: none */
    ptc_str version;
    const char *instructions; /* a file; NULL: there are none */
    ptcc_program program;
    bool is_structured; /* results of run_program */
    int64_t sessions;
    int64_t description; /* characters of that of run_program */
} ptcc_server_options;

/* All zero is what no option gives. */
typedef struct ptcc_c_options {
    ptc_str prefix;
    ptc_str include_prefix;
    ptcc_visibility visibility;
    ptc_str api_macro; /* empty: none */
    bool is_c99;       /* else C11 */
    ptcc_line_directives lines;
    bool stamps_version;
    ptcc_strings strings;
    bool is_small;   /* else fast */
    bool fixes_mode; /* `mode` and no other; else the caller chooses at run time */
    ptc_mode mode;
    bool has_jansson;
    bool has_sql_zones;     /* moments in SQL have a zone */
    bool has_tools;         /* functions are also tools */
    bool is_self_contained; /* included types are also written; otherwise their files own
                             * them
                             */
    const ptcc_c_callback *callbacks; /* of the user's, as --type and --decoder say */
    size_t callback_count;
    ptcc_c_forms_set forms;
    ptcc_server_options server;
    bool wraps_roots; /* of JSON Schema: roots are objects */
} ptcc_c_options;

/* Takes and checks the options of the command line. False after a message. */
bool ptcc_c_options_read(const ptc_cli *cli, ptcc_c_options *out);

/*
 * Writes the options of the command line as the second line of emitted files has them: in
 * a fixed order, without defaults. Nothing in it could end a comment, and the line may be
 * broken between words. `contract` is the path of the contract file if the first line
 * does not say it exactly; otherwise it is empty.
 */
void ptcc_c_note_write(ptc_text *out, const ptc_cli *cli, ptc_str contract);

/* Reads such a note: appends its options to `given`, which has room for one entry per
 * byte of the note, and sets `contract`. False for anything else. Refused memory shows in
 * the arena. */
bool ptcc_c_note_read(ptc_arena *arena, ptc_str note, ptc_cli_given *given, size_t *count,
                      ptc_str *contract);

/* Appends the `ptcc gen` command that makes the outputs of this command line. */
void ptcc_c_command_write(ptc_text *out, const ptc_cli *cli);

/* --- emit_list.c: the words of --emit ----------------------------------------------- */

/* Takes the words of every --emit. False after a message that names the wrong word, the
 * nearest right one, and all of them. */
bool ptcc_c_forms_read(const ptc_cli *cli, ptcc_c_forms_set *out);

/* The same for words that were checked already; unknown ones are ignored. */
ptcc_c_forms_set ptcc_c_forms_given(const ptc_cli *cli);

/* Appends the words of forms, in the order of their table, separated by `between`. */
void ptcc_c_forms_write(ptc_text *out, ptcc_c_forms_set forms, const char *between);

/* Whether an option is about these forms alone. */
bool ptcc_c_is_form_option(ptc_cli_option option);

/* Whether a form is asked for: a ptc_target or PTCC_EMIT_*. */
bool ptcc_c_forms_has(ptcc_c_forms_set forms, unsigned form);

/* Whether they need functions to be tools. */
bool ptcc_c_forms_need_tools(ptcc_c_forms_set forms);

/* --- server_options.c: a server of MCP ---------------------------------------------- */

/* Reads the options about a server. False after a message. */
bool ptcc_server_options_read(const ptc_cli *cli, const ptcc_c_options *options,
                              ptcc_server_options *out);

/* The endings of files that are written next to NAME.ptc.c, and the default version of a
 * server. */
#define PTCC_SERVER_ENDING  ".mcp.c"
#define PTCC_LIST_ENDING    ".json"
#define PTCC_SERVER_VERSION "1.0.0"

/* The name of a file next to a source: "gen/tools.mcp.c" for "gen/tools.ptc.c". */
ptc_str ptcc_beside_source(ptc_arena *arena, ptc_str source, const char *ending);

/* Whether an option is about servers alone. */
bool ptcc_is_server_option(ptc_cli_option option);

/* --- What they mean for emitted code ------------------------------------------------ */

/* The prefix of the runtime's functions: that of the inline ones, or of ordinary ones for
 * small code. */
const char *ptcc_c_library(const ptcc_c_options *options);

/* The function of a decoder, or ptr NULL. */
ptc_str ptcc_c_decoder(const ptcc_c_options *options, ptc_str name);

/* In mode disabled there are no parsers, but accessors for unchecked values. */
bool ptcc_c_has_accessors(const ptcc_c_options *options);

/* Whether the emitted parsers ever coerce. */
bool ptcc_c_coerces(const ptcc_c_options *options);

/* The only mode that emitted code supports; ptr NULL: it supports all. */
ptc_str ptcc_c_mode(const ptcc_c_options *options);

/* Whether the source is to be included, and the header has types only. */
bool ptcc_c_is_static(const ptcc_c_options *options);

#endif
