/* SPDX-License-Identifier: MIT */
/*
 * Internal to the command ptcc: types, then prototypes grouped by the file that defines
 * them. Not installed: the compiler is a command, not a library.
 */
#ifndef PTCC_H
#define PTCC_H

#include "tool/common/cli.h"

#include <ptc/agent_file.h>

/* --- verbs: run with a parsed command line, see tool/common/cli.def
 * ------------------------ */

ptc_exit ptcc_check(const ptc_cli *cli);
ptc_exit ptcc_convert(const ptc_cli *cli);
ptc_exit ptcc_explain(const ptc_cli *cli);
ptc_exit ptcc_fmt(const ptc_cli *cli);
ptc_exit ptcc_gen(const ptc_cli *cli);
ptc_exit ptcc_infer(const ptc_cli *cli);
ptc_exit ptcc_regen(const ptc_cli *cli);

/* --- write_sig.c: contracts as `.sig` text ------------------------------------------ */

/*
 * Appends `name(inputs) -> T` or, for a type, `name = T`, and below it the descriptions
 * of the contract and its fields. An empty name gives the signature alone. Returns how
 * many descriptions have no line: those of elements, and of fields that another of the
 * same name hides.
 */
size_t ptcc_write_sig(ptc_text *out, ptc_str name, bool is_type,
                      const ptc_schema *schema);

/* --- pages.c: docs/diagnostics, made by pages_embed --------------------------------- */

/* Markdown, by ptc_diag_code. */
extern const char *const ptcc_pages[PTC_DIAG_COUNT];

/* --- c_text.c: what may enter emitted C --------------------------------------------- */

/*
 * Everything below makes text in the arena that is valid C whatever the input holds. A
 * refused allocation gives an empty text and stays visible in arena->failed.
 */

/*
 * An identifier: `prefix`, `_` (only after a prefix), then `name` in lower case, with '-'
 * and '.' as `_` and every other byte outside [a-z0-9_] as `_xHH`. A result that C, C++
 * or a system header has taken gets a trailing `_`; one that would begin with a digit or
 * with `__` begins with `x`. Two names may become one; the caller looks for collisions.
 */
ptc_str c_ident(ptc_arena *arena, ptc_str prefix, ptc_str name);

/*
 * The same for what is declared for a whole file: also keeps off the names of the C
 * library and the runtime (c_taken.def) by a trailing `_`.
 */
ptc_str c_global(ptc_arena *arena, ptc_str prefix, ptc_str name);

/* The same in upper case, for enum constants, macros and include guards. */
ptc_str c_constant(ptc_arena *arena, ptc_str prefix, ptc_str name);

/* Whether a text of the user's is an identifier as it stands, and no word of C or C++. */
bool c_is_ident(ptc_str text);

/* The operand of an #include, quotes and all. It knows no escapes: what cannot stand
 * there makes c_can_include false. */
bool c_can_include(ptc_str name);
ptc_str c_include(ptc_arena *arena, ptc_str name);

/*
 * A string literal with its quotes. Bytes outside printable ASCII become octal escapes of
 * three digits, trigraphs are broken up. A text that does not fit in about 72 columns
 * becomes several literals, one a line; host_expand aligns them under the first.
 */
ptc_str c_string(ptc_arena *arena, ptc_str text);

/* The same on one line however long it is. */
ptc_str c_string_line(ptc_arena *arena, ptc_str text);

/* The initialiser of an array of char, with the NUL: for texts that are too long to be
 * one literal, of which C promises 4095 characters. */
#define C_LITERAL_MAX 4095
ptc_str c_chars(ptc_arena *arena, ptc_str text);

/* An integer constant; the smallest int64 is INT64_MIN (needs <stdint.h>). */
ptc_str c_int(ptc_arena *arena, int64_t value);
ptc_str c_uint(ptc_arena *arena, uint64_t value);

/* The shortest constant that reads back as `value`, always of type double: 0.1, 1e7,
 * -0.0. Infinities and NaN are HUGE_VAL and NAN (need <math.h>). */
ptc_str c_double(ptc_arena *arena, double value);

/*
 * Comment text: no comment marks, no trigraphs, no backslash that could end a line, no
 * control or direction-changing characters. Line breaks are kept as `\n`.
 */
ptc_str c_note(ptc_arena *arena, ptc_str text);

/* A plain decimal number, and a mask as `0x1fu`. */
ptc_str c_decimal(ptc_arena *arena, uint64_t value);
ptc_str c_bits(ptc_arena *arena, uint64_t mask);

/* The parts in a row. */
ptc_str c_join(ptc_arena *arena, const ptc_str *parts, size_t count);
#define C_JOIN(arena, ...)                                                               \
    c_join((arena), (const ptc_str[]){__VA_ARGS__},                                      \
           sizeof((const ptc_str[]){__VA_ARGS__}) / sizeof(ptc_str))

/* --- template_host.c: models in, C out ---------------------------------------------- */

/*
 * Emitters work bottom up: a small model, one template, and the text goes to the parent
 * as a `_code` value. In full:
 *
 *     ptcc_model model = host_model(host);
 *     ptcc_rows fields = host_rows(host);
 *
 *     for each field {
 *         ptcc_model row = host_model(host);
 *
 *         model_str(&row, "field_id", c_ident(arena, prefix, name));
 *         model_flag(&row, "is_optional", optional);
 *         rows_add(&fields, &row);          // also sets the flags `first` and `last`
 *     }
 *     model_str(&model, "type_id", type);
 *     model_rows(&model, "fields", &fields);
 *     code = host_expand(host, &ptcc_template_struct, &model);
 *
 * and where there is nothing but texts:
 *
 *     code = HOST_FILL(host, ptcc_template_check_int, {"expr_code", e}, {"lo_lit", lo});
 *
 * Nothing needs checking on the way: the first failure sticks in host->status (a missing
 * value is a mistake of the emitter and names template and value in host->error), later
 * calls give empty texts, and write_c.c looks once, at the end.
 */
typedef struct ptcc_template {
    const char *name; /* "c/parts/check_int.tmpl" */
    ptc_template compiled;
} ptcc_template;

typedef struct ptcc_host {
    ptc_arena *arena;
    ptc_status status;
    ptc_str error; /* a view of `words` */
    char words[256];
} ptcc_host;

typedef struct ptcc_model {
    ptcc_host *host;
    ptc_map_entry *entries;
    size_t count;
    size_t capacity;
} ptcc_model;

typedef struct ptcc_rows {
    ptcc_host *host;
    ptcc_model *items;
    size_t count;
    size_t capacity;
} ptcc_rows;

typedef struct ptcc_field {
    const char *name;
    ptc_str text;
} ptcc_field;

void host_init(ptcc_host *host, ptc_arena *arena);

ptcc_model host_model(ptcc_host *host);
/* A text; one with ptr NULL is nil, which prints nothing and hides its section. */
void model_str(ptcc_model *model, const char *name, ptc_str text);
void model_cstr(ptcc_model *model, const char *name, const char *text);
/* Whether a section is shown; a flag that was never set is false. */
void model_flag(ptcc_model *model, const char *name, bool flag);
void model_count(ptcc_model *model, const char *name, size_t count);
/* A list; its rows are taken over. */
void model_rows(ptcc_model *model, const char *name, const ptcc_rows *rows);

ptcc_rows host_rows(ptcc_host *host);
/* Appends a row, which the list takes over; the model is not used any more after that. */
void rows_add(ptcc_rows *rows, const ptcc_model *row);

/*
 * Expands a template. A value alone on its line is a block: each of its lines gets the
 * line's indentation, and an empty one takes its line away. Lines of a value that stands
 * among other text are aligned under its beginning.
 */
ptc_str host_expand(ptcc_host *host, const ptcc_template *chosen,
                    const ptcc_model *model);

/* Expands a template whose model is nothing but texts. */
ptc_str host_fill(ptcc_host *host, const ptcc_template *chosen, const ptcc_field *fields,
                  size_t count);
#define HOST_FILL(host, chosen, ...)                                                     \
    host_fill((host), &(chosen), (const ptcc_field[]){__VA_ARGS__},                      \
              sizeof((const ptcc_field[]){__VA_ARGS__}) / sizeof(ptcc_field))

/*
 * The same with gaps, for values too long to be made in one go: a gap stands alone on its
 * line. `parts` gets what comes before the first gap, between two, and behind the last:
 * `count` texts, one more than there are gaps.
 */
void model_gap(ptcc_model *model, const char *name);
void host_expand_apart(ptcc_host *host, const ptcc_template *chosen,
                       const ptcc_model *model, ptc_str *parts, size_t count);

/* Keeps the first fault. */
void host_fail(ptcc_host *host, ptc_status status, ptc_str error);

/* --- template_wrap.c: long lines ---------------------------------------------------- */

/* Columns that a line of emitted C may have. */
#define HOST_COLUMNS 90

/*
 * A note as a comment for a place that is indented by `indent`: one line where it fits,
 * else lines of ` * `. Empty for an empty note. `note` comes from c_note.
 */
ptc_str host_wrap_comment(ptcc_host *host, ptc_str note, size_t indent);

/* A type and a name, or what is assigned to and the value: one line, or two where that
 * does not fit at a place that is indented by `indent`. */
ptc_str host_wrap_pair(ptcc_host *host, ptc_str left, ptc_str right, size_t indent);

/*
 * `head(item, item, ...)tail`, broken where it does not fit, for a place that is indented
 * by `indent`: aligned under the first item, or else behind the bracket, the type that a
 * declared function returns, or an assignment. The head ends before the bracket.
 */
ptc_str host_wrap_list(ptcc_host *host, ptc_str head, const ptc_str *items, size_t count,
                       ptc_str tail, size_t indent);

/* --- pieces.c: emitted files in the making ------------------------------------------ */

typedef struct ptcc_piece {
    struct ptcc_piece *next;
    ptc_str text;
    char *room; /* belongs to pieces.c */
} ptcc_piece;

/* Text that grows in pieces, which never move. Refused memory shows in the arena. */
typedef struct ptcc_pieces {
    ptc_arena *arena;
    ptcc_piece *first; /* the text is all of them in a row */
    ptcc_piece *last;
    ptcc_piece *spare;
    bool owes_blank; /* a blank line, if a line follows */
} ptcc_pieces;

void ptcc_pieces_init(ptcc_pieces *pieces, ptc_arena *arena);

/* Appends whole lines: without trailing blanks, no two blank lines in a row, none at the
 * beginning or the end. The last line may lack its newline. */
void ptcc_pieces_lines(ptcc_pieces *pieces, ptc_str code);

/* The same, and a blank line before what follows; nothing for an empty text. */
void ptcc_pieces_paragraph(ptcc_pieces *pieces, ptc_str code);

/* Moves all lines of `from` to the end; `from` is empty then and keeps its memory. */
void ptcc_pieces_take(ptcc_pieces *pieces, ptcc_pieces *from);

/* Puts lines and a blank one before the first. */
void ptcc_pieces_lead(ptcc_pieces *pieces, ptc_str code);

/* A text as the only piece; NULL when memory was refused. */
const ptcc_piece *ptcc_piece_of(ptc_arena *arena, ptc_str text);

/* The text of a piece and all behind it in a row, and a NUL; ptr NULL when refused. */
ptc_str ptcc_pieces_join(ptc_arena *arena, const ptcc_piece *first);

/* --- name_set.c: sets of names ------------------------------------------------------ */

/* A name and what its set knows of it: zero when it is new. */
typedef struct ptcc_name {
    ptc_str id; /* ptr NULL: a free slot */
    const ptc_contract *contract;
    ptc_span span;
    uint64_t number;
    bool is_taken;
} ptcc_name;

typedef struct ptcc_names {
    ptc_arena *arena;
    ptcc_name *slots;
    size_t size; /* a power of two, or 0 */
    size_t count;
} ptcc_names;

void ptcc_names_init(ptcc_names *names, ptc_arena *arena);

/* The name, or NULL. It moves when others are added. */
ptcc_name *ptcc_names_find(const ptcc_names *names, ptc_str id);

/* The same, added if it was not there; NULL when memory was refused. The text must
 * outlive the set. */
ptcc_name *ptcc_names_add(ptcc_names *names, ptc_str id, bool *is_new);

/* --- diff.c: unified differences ---------------------------------------------------- */

/* Appends the hunks of a unified difference; false when memory was refused. */
bool ptcc_diff_write(ptc_text *out, ptc_str before, ptc_str after);

/* --- output.c: files, written whole or not at all ----------------------------------- */

typedef struct ptcc_output {
    const char *path; /* as the user named it */
    const ptcc_piece *content;
    /* The rest belongs to output.c. */
    const char *target;    /* what is written: `path` with symbolic links followed */
    const char *temporary; /* the file that waits to be renamed, or NULL */
    size_t size;           /* of what stands at the target, if that is a file */
    unsigned mode;
    bool exists;
    bool is_device;
    bool is_readable; /* a file whose content can be compared */
    bool is_current;  /* and is equal */
} ptcc_output;

typedef struct ptcc_outputs {
    const ptc_cli *cli; /* for messages; its arena holds everything */
    ptcc_output *items;
    size_t count;
    size_t capacity;
    bool failed; /* memory was refused */
} ptcc_outputs;

void ptcc_outputs_init(ptcc_outputs *outputs, const ptc_cli *cli);

/* Adds a file; its content must outlive the outputs. NULL is an empty one. */
void ptcc_output_add(ptcc_outputs *outputs, ptc_str path, const ptcc_piece *content);
void ptcc_output_add_text(ptcc_outputs *outputs, ptc_str path, ptc_str content);

/* Whether the outputs have places of their own: no two go to one file, and none goes to a
 * file of `sources`. Says which does. */
bool ptcc_outputs_keep_apart(ptcc_outputs *outputs, const ptc_str *sources, size_t count);

/* Writes every file that differs (`always`: every file), or none of them. */
ptc_exit ptcc_outputs_write(ptcc_outputs *outputs, bool always);

/*
 * Compares without writing. For each stale file stdout gets its name and the difference,
 * in `full` or its first 20 lines; then the command `fix` that repairs all of them.
 */
ptc_exit ptcc_outputs_check(ptcc_outputs *outputs, ptc_str fix, bool full);

/* Appends a Make rule: all outputs so far depend on `sources`. */
void ptcc_depfile_write(ptc_text *out, const ptcc_outputs *outputs,
                        const ptc_str *sources, size_t count);

/* --- gen_options.c: what changes emitted bytes -------------------------------------- */

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

/* A registered type and the C function that judges it. */
typedef struct ptcc_c_validator {
    ptc_str type;
    ptc_str function; /* ptr NULL: --type named none */
} ptcc_c_validator;

/* All zero is what no option gives. */
typedef struct ptcc_c_options {
    ptc_str prefix;
    ptc_str include_prefix;
    ptcc_visibility visibility;
    ptc_str api_macro; /* empty: none */
    bool is_c99;       /* else C11 */
    ptcc_line_directives lines;
    bool stamps_version;
    bool copies_strings; /* else they borrow */
    bool is_small;       /* else fast */
    bool fixes_mode;     /* `mode` and no other; else the caller chooses at run time */
    ptc_mode mode;
    bool has_jansson;
    bool has_tools; /* functions are tools, too */
    const ptcc_c_validator *validators;
    size_t validator_count;
} ptcc_c_options;

/* Takes and checks the options of the command line. False after a message. */
bool ptcc_c_options_read(const ptc_cli *cli, ptcc_c_options *out);

/*
 * The options of the command line as the second line of emitted files tells them: in a
 * fixed order, defaults left out, nothing in it that could end a comment or that breaking
 * the line between words could harm. `contract` is the path that the file is made from,
 * for where the first line does not tell it exactly; else it is empty.
 */
void ptcc_c_note_write(ptc_text *out, const ptc_cli *cli, ptc_str contract);

/*
 * Reads such a note: appends what it gives to `given`, which has room for one entry per
 * byte of the note, and sets `contract`. False when it is no note; memory that was
 * refused shows in the arena.
 */
bool ptcc_c_note_read(ptc_arena *arena, ptc_str note, ptc_cli_given *given, size_t *count,
                      ptc_str *contract);

/* Appends the `ptcc gen` command that makes the outputs of this command line. */
void ptcc_c_command_write(ptc_text *out, const ptc_cli *cli);

/* --- gen.c: contract files to pairs of files ---------------------------------------- */

/* A generation, from its command line to the texts of its outputs. */
typedef struct ptcc_gen_run {
    const ptc_cli *cli;
    ptcc_c_options options;
    struct ptcc_gen_unit *units; /* one per contract file */
    size_t count;
    ptc_str *sources; /* every file read, in order of first use */
    size_t source_count;
    ptcc_outputs outputs;
} ptcc_gen_run;

/* Reads the contracts of a command line and makes its outputs, which wait in the run. */
ptc_exit ptcc_gen_make(ptcc_gen_run *run, const ptc_cli *cli);

/* Compares the outputs of a run with what is there, as --check and --diff say. */
ptc_exit ptcc_gen_compare(ptcc_gen_run *run);

/* The last part of a path. */
ptc_str ptcc_base_name(ptc_str path);

/* --- write_c.c: contracts as C ------------------------------------------------------ */

/* What a schema node becomes in C. ORDER C_KIND: tables in write_c_kinds.c */
typedef enum ptcc_c_kind {
    PTCC_C_NONE, /* the FUNCTION at the root, and what no C stands for */
    PTCC_C_ANY,
    PTCC_C_ANY_MAP,
    PTCC_C_VALUE, /* a ptc_value that the walker judges */
    PTCC_C_BOOL,
    PTCC_C_INT,
    PTCC_C_FLOAT,
    PTCC_C_STRING,
    PTCC_C_KEYWORD,
    PTCC_C_DATETIME,
    PTCC_C_ENUM,    /* CONST, too */
    PTCC_C_LIST,    /* SET, too */
    PTCC_C_ENTRIES, /* MAP_OF */
    PTCC_C_STRUCT,  /* MAP, TUPLE */
    PTCC_C_UNION,   /* MULTI, too */
    PTCC_C_SAME,    /* what its first child, or the target of a REF, is */
    PTCC_C_POINTER, /* REF back into what holds it */
} ptcc_c_kind;

#define PTCC_C_NO_NIL 255

typedef struct ptcc_c_node {
    ptcc_c_kind kind;
    uint32_t owner;        /* SAME: the node whose type this is; else the node itself */
    uint32_t target;       /* the node behind registries and references */
    uint32_t circle;       /* nodes that hold each other have the same number */
    unsigned char classes; /* what its text may begin with; see write_c_union.c */
    unsigned char nil_unions; /* to be entered until a nil is found, or PTCC_C_NO_NIL */
    bool is_walked;           /* its text is judged by the walker */
    bool holds_nil;           /* nil must be told apart from every value of the type */
    bool accepts_nil;         /* nil is valid, whatever the walker would say */
    bool is_optional;         /* a field that may be absent */
    bool has_flag;            /* a field with a bool in `has` */
    bool is_maybe;            /* its place is a wrapper with a bool */
    bool is_forward;          /* named before it is complete: a recursive type */
    bool is_reached;          /* has a place in C */
    bool is_read;             /* emitted code reads it */
    bool is_root;             /* its type goes by the name of a root */
    bool is_elsewhere; /* its type was written for another contract, or lies below one */
    const struct ptcc_c_contract *origin; /* that contract, or NULL */
    uint32_t origin_node;                 /* the same node there */
    ptc_str base_id;          /* what names are made from: "search_result_items" */
    ptc_str type_id;          /* the C type of a value that is not null */
    ptc_str place_id;         /* the C type of the place: type_id, or the wrapper's */
    ptc_str reader_id;        /* the function that reads a value that is not null */
    ptc_str member_id;        /* in a struct or union */
    ptc_str get_id;           /* of a field: its accessor in values that nobody judged */
    ptc_str tag_id;           /* below a UNION: the constant that chooses this one */
    const ptc_str *constants; /* ENUM: one per member */
    ptc_str values_id;        /* ENUM: the table of member values */
    ptc_str part_id; /* UNION: the enum of tags; ENTRIES: the struct of an entry */
    ptc_str find_id; /* ENTRIES: the function that finds an entry */
} ptcc_c_node;

/* What is written of a contract. */
typedef enum ptcc_c_role {
    PTCC_ROLE_CONTRACT, /* all of it */
    PTCC_ROLE_AGENT,    /* all of it; NAME is the agent, its parameters are NAME_input */
    PTCC_ROLE_TOOL,     /* types and tables, for the stub of an agent's tool; NAME is free
                           for its function, so its parameters are NAME_input, too */
    PTCC_ROLE_TABLE,    /* the schema, for this file alone */
} ptcc_c_role;

/* The parameters or the result of a contract: what can be parsed. */
typedef struct ptcc_c_root {
    uint32_t node;
    bool is_result;
    ptc_str base_id;   /* what names are made from */
    ptc_str type_id;   /* always a name of its own */
    ptc_str reader_id; /* reads a whole value, null included */
    ptc_str parse_id;
    ptc_str padded_id;
    ptc_str explain_id;
    ptc_str validate_id;
    ptc_str from_value_id;
    ptc_str to_value_id;
    ptc_str to_json_id;
    ptc_str render_id;
    ptc_str validate_jansson_id; /* these three are empty without --values=jansson */
    ptc_str from_jansson_id;
    ptc_str to_jansson_id;
} ptcc_c_root;

typedef struct ptcc_c_contract {
    const ptc_contract *contract;
    ptcc_c_role role;
    ptcc_c_node *nodes; /* parallel to the schema's */
    ptcc_c_root roots[2];
    size_t root_count;
    uint32_t *order; /* the nodes with a type or reader, those that others need first */
    size_t order_count;
    ptc_str base_id;
    ptc_str nodes_id;
    ptc_str layout_id;
    ptc_str type_id;        /* the table of tables */
    ptcc_names definitions; /* of registries, by what they are called in C */
    ptc_str validators_id;
    ptc_str schema_id;
    ptc_str signature_id;
    ptc_str malli_id;
    ptc_str prompt_id;
    ptc_str render_prompt_id;
    ptc_str tool_id;     /* the tool; empty: the contract is none */
    ptc_str stub_id;     /* its function */
    ptc_str function_id; /* the user's, which that calls */
} ptcc_c_contract;

/* One pair of header and source in the making. */
typedef struct ptcc_c_file {
    ptc_arena *arena;   /* of what lasts; while files are written the same as `scratch` */
    ptc_arena *scratch; /* of what is forgotten behind each step */
    ptc_diags *diags;
    ptcc_host host;
    ptcc_c_options options;
    ptc_str prefix;
    ptc_str source_name;  /* base name of the contract file */
    ptc_str stem;         /* the same without its ending */
    ptc_str header_name;  /* base name of the header, for its guard */
    ptc_str include_name; /* what the source includes */
    ptc_str options_note; /* what the second line tells of the options */
    ptcc_c_contract *contracts;
    size_t count;
    ptcc_c_contract **order; /* those that others use come first */
    ptcc_names by_name;      /* contracts, by their folded names: number is the index */
    ptcc_names names;        /* whatever stands in the scope of the file */
    struct ptcc_agents *agents; /* of an agent file, else NULL */
    ptc_contract tools;         /* stands for all functions together; source NULL: none */
    ptc_str tools_prompt_id;
    ptc_str render_tools_prompt_id;
    const ptc_source *line_source; /* the place that #line was last written for */
    size_t line_offset;
    size_t line;
    bool needs_math;  /* an infinity stands in a table */
    ptcc_pieces *out; /* the one of the results that is being written */
    ptcc_pieces rows; /* of a table, until what they refer to is written */
    ptcc_pieces header;
    ptcc_pieces source;
} ptcc_c_file;

/*
 * Makes header and source of all contracts that the file itself declares. Faults go to
 * file->diags. PTC_ERROR_SYNTAX after those, PTC_ERROR_MEMORY when refused; the members
 * up to options_note are given by the caller.
 */
ptc_status ptcc_c_write(ptcc_c_file *file, const ptc_contracts *contracts);

/* Takes an identifier for the thing at `span`; reports gen-collision when it is taken. */
void ptcc_c_claim(ptcc_c_file *file, const ptc_contract *contract, ptc_span span,
                  ptc_str id);

/* Reports that two things become the same identifier; once for two places, however many
 * identifiers they have in common. */
void ptcc_c_collision(ptcc_c_file *file, const ptc_contract *contract, ptc_span span,
                      const ptc_source *other_source, ptc_span other_span, ptc_str id);

/* Where a node stands in the contract's text. */
ptc_span ptcc_c_span(const ptcc_c_contract *contract, uint32_t node);

/* The only mode that emitted code knows, or ptr NULL. */
ptc_str ptcc_c_mode(const ptcc_c_file *file);

/* Code that goes into a line: without the newline that ends every template. */
ptc_str ptcc_c_line(ptc_str code);

/* Writes `code` and a blank line, and forgets everything made since. */
void ptcc_c_emit(ptcc_c_file *file, ptc_arena_mark since, ptc_str code);

/* A comment with the shorthand of the node, wrapped; `with_null` says whether null, which
 * the node may accept, is part of what is described. */
ptc_str ptcc_c_shape(ptcc_c_file *file, const ptc_schema *schema, uint32_t node,
                     bool with_null);

/* --- write_c_head.c: the frame of the files ----------------------------------------- */

/* The head that both files share. */
void ptcc_c_fill_head(ptcc_c_file *file, ptcc_model *model);

/* Whether a contract has functions and texts, and is not there for an agent alone. */
bool ptcc_c_is_whole(const ptcc_c_contract *contract);

/* What stands before a declaration, or a definition, of what users see: `PTC_HIDDEN `. */
ptc_str ptcc_c_linkage(const ptcc_c_file *file, bool is_declaration);

/* Whether the source is to be included, and the header has types only. */
bool ptcc_c_is_static(const ptcc_c_file *file);

/* The prototype of the function that finds an entry. */
ptc_str ptcc_c_find_head(ptcc_c_file *file, const ptcc_c_node *named,
                         bool is_declaration);

/* The #line that points at the contract; empty when there is to be none. */
ptc_str ptcc_c_line_directive(ptcc_c_file *file, const ptcc_c_contract *contract);

/* --- write_c_order.c: contracts that others use come first -------------------------- */

/* Orders the contracts of a file; false when memory was refused. */
bool ptcc_c_order(ptcc_c_file *file);

/* The contract of the file that has this name, however it is folded, or NULL. */
ptcc_c_contract *ptcc_c_find(const ptcc_c_file *file, ptc_str name);

/* --- write_c_circles.c: nodes that hold each other ---------------------------------- */

/* What a value of the node is made of: this many nodes from the schema's `first` on. */
uint32_t ptcc_c_part_count(const ptcc_c_contract *contract, uint32_t index);

/* Numbers the circles; false when memory was refused. */
bool ptcc_c_find_circles(ptcc_c_file *file, ptcc_c_contract *contract);

/* All nodes, each behind what it may be as a whole: the target of a reference, the
 * alternatives of a union. There are no circles of these. False when memory was refused.
 */
bool ptcc_c_find_inner(ptcc_c_file *file, const ptcc_c_contract *contract,
                       uint32_t *order);

/* --- write_c_kinds.c: what becomes of every node ------------------------------------ */

/* Decides kinds, who reads what, and the order of types. Needs the contracts that copied
 * types come from to be decided before. */
void ptcc_c_decide(ptcc_c_file *file, ptcc_c_contract *contract);

/* The prefix of the runtime's functions: inline, or to be called for small code. */
const char *ptcc_c_library(const ptcc_c_file *file);

/* In mode disabled there are no parsers, but accessors to values that nobody judged. */
bool ptcc_c_has_accessors(const ptcc_c_file *file);

/* Whether the emitted parsers ever coerce. */
bool ptcc_c_coerces(const ptcc_c_file *file);

/* Members of an ENUM, or the one of a CONST. */
uint32_t ptcc_c_member_count(const ptc_schema_node *node);

/* Whether keys with this node are texts, which emitted code reads and finds. */
bool ptcc_c_key_is_text(const ptcc_c_contract *contract, uint32_t key);

/* Whether kinds of this sort get a C type of their own. */
bool ptcc_c_kind_is_named(ptcc_c_kind kind);

/* The C type of the others, their readers, and the shapes of all kinds. */
const char *ptcc_c_kind_type(ptcc_c_kind kind);
ptc_str ptcc_c_kind_reader(const ptcc_c_file *file, ptcc_c_kind kind);
const char *ptcc_c_kind_shape(ptcc_c_kind kind);

/* --- write_c_checks.c: what must hold beyond the type ------------------------------- */

/* Rows with a condition each, `fault_code`, that holds when the value is at fault. */
ptcc_rows ptcc_c_value_checks(ptcc_c_file *file, const ptcc_c_contract *contract,
                              uint32_t index, ptc_str value, ptc_str address);
ptcc_rows ptcc_c_count_checks(ptcc_c_file *file, const ptc_interval *interval,
                              ptc_str count);

/* --- write_c_map.c: the readers of maps --------------------------------------------- */

ptc_str ptcc_c_map_reader(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index);

/* --- write_c_accessors.c: fields of values that nobody judged ----------------------- */

/* Declarations and definitions of accessors to the fields of a contract's structs. */
ptc_str ptcc_c_accessor_heads(ptcc_c_file *file, const ptcc_c_contract *contract);
void ptcc_c_accessors(ptcc_c_file *file, const ptcc_c_contract *contract);

/* --- write_c_union.c: alternatives by the first byte -------------------------------- */

/* Whether no first byte of a text tells which alternative it is for. */
bool ptcc_c_union_is_walked(const ptcc_c_contract *contract, uint32_t index);

/* Finds what the text of a node may begin with, from that of what it may be. */
void ptcc_c_find_classes(ptcc_c_contract *contract, uint32_t index);

/* The alternatives that the union's reader calls, one for each class of texts at most. */
#define PTCC_C_CHOICES 6
uint32_t ptcc_c_union_choices(const ptcc_c_contract *contract, uint32_t index,
                              uint32_t chosen[PTCC_C_CHOICES]);

ptc_str ptcc_c_union_reader(ptcc_c_file *file, const ptcc_c_contract *contract,
                            uint32_t index);

/* --- write_c_names.c: every identifier ---------------------------------------------- */

/* What longer names are made from: folded, but not yet kept off names that are taken. */
ptc_str ptcc_c_name_base(ptcc_c_file *file, ptc_str base, ptc_str name);

/* Names all nodes; reports what meets. */
void ptcc_c_name_nodes(ptcc_c_file *file, ptcc_c_contract *contract);

/* --- write_c_types.c: definitions --------------------------------------------------- */

/* Type definitions of a contract, and of one that is there for an agent's tool. */
void ptcc_c_types(ptcc_c_file *file, const ptcc_c_contract *contract);
void ptcc_c_tool_types(ptcc_c_file *file, const ptcc_c_contract *contract);

/* --- write_c_prompts.c: what models read -------------------------------------------- */

/* Whether a contract can be called; the others are types. */
bool ptcc_c_is_function(const ptc_contract *contract);

/* Names what the functions of the file have together. Those names come before all others,
 * so that a contract which meets them is told. */
void ptcc_c_name_tools(ptcc_c_file *file);

/* The function that writes the tool entry of a contract, declared or defined. */
ptc_str ptcc_c_prompt(ptcc_c_file *file, const ptcc_c_contract *contract,
                      bool is_declaration);

/* Writes text and function for the tools of the whole file. */
void ptcc_c_tools(ptcc_c_file *file, bool is_declaration);

/* --- write_c_tool.c: contracts as tools ----------------------------------------------
 */

/* A constant ptc_tool. */
typedef struct ptcc_c_tool_facts {
    ptc_str linkage; /* what stands before `const` */
    ptc_str tool_id;
    ptc_str stub_id;   /* its function */
    ptc_str schema_id; /* or empty */
    ptc_str name;
    ptc_str description; /* or empty */
    unsigned flags;      /* PTC_TOOL_CACHED */
} ptcc_c_tool_facts;

/* Names tool, stub and function of a contract that is one, with --tool-stubs. */
void ptcc_c_name_tool(ptcc_c_file *file, ptcc_c_contract *contract);

/* The prototype of the user's function, and the stub that calls it. */
ptc_str ptcc_c_tool_head(ptcc_c_file *file, const ptcc_c_contract *contract,
                         ptc_str function_id);
ptc_str ptcc_c_tool_stub(ptcc_c_file *file, const ptcc_c_contract *contract,
                         ptc_str stub_id, ptc_str function_id);

/* The definition of a tool. */
ptc_str ptcc_c_tool(ptcc_c_file *file, const ptcc_c_tool_facts *facts);

/* What a contract that is a tool has in the header, and in the source. */
void ptcc_c_declare_tool(ptcc_c_file *file, const ptcc_c_contract *contract);
void ptcc_c_write_tool(ptcc_c_file *file, const ptcc_c_contract *contract);

/* --- write_agent_plan.c: what an agent file is made of -------------------------------
 */

/* A tool of an agent. Contracts are indices of those of the file. */
typedef struct ptcc_agent_tool {
    const ptc_agent_tool *tool;
    const ptc_agent_file_tool *facts;
    const struct ptcc_agent *agent; /* behind :agent, or NULL */
    struct ptcc_agent_tool *tools;  /* of an :llm-tool */
    ptc_str base;                   /* what names are made from: "finder_search" */
    size_t contract;                /* PTCC_NO_CONTRACT: it has none */
    size_t json_contract;
    ptc_str function_id; /* of :fn: the user's */
    ptc_str stub_id;     /* what calls it: the same for functions over values */
    bool is_typed;
    bool is_repeated; /* another tool before has the same function */
} ptcc_agent_tool;

typedef struct ptcc_agent {
    const ptc_agent_file *file;
    ptc_str base;
    ptc_str id;      /* the constant */
    size_t contract; /* of the signature */
    size_t *catalog; /* contracts, beside agent.catalog */
    ptcc_agent_tool *tools;
    bool is_root;
} ptcc_agent;

#define PTCC_NO_CONTRACT SIZE_MAX

typedef struct ptcc_agents {
    ptcc_agent **items; /* those that others name come first, the file's own last */
    size_t count;
    size_t capacity;
    ptc_contract *contracts; /* made for what the agents use */
    ptcc_c_role *roles;      /* beside them */
    size_t contract_count;
    size_t contract_capacity;
    ptc_str run_id; /* runs the agent by structs; empty: it has no signature */
} ptcc_agents;

/* Finds agents and contracts behind an agent file; `stem` is what its own agent is
 * called. False when memory was refused. */
bool ptcc_agents_plan(ptc_arena *arena, const ptc_agent_file *root, ptc_str stem,
                      ptcc_agents *out);

/* Names what is written of agents, claims it and reports what meets. */
void ptcc_agents_name(ptcc_c_file *file);

/* --- write_agent.c: agents as C ----------------------------------------------------- */

/* What the header and the source have of agents. */
void ptcc_agents_declare(ptcc_c_file *file);
void ptcc_agents_write(ptcc_c_file *file);

/* --- write_c_parse.c: the readers --------------------------------------------------- */

void ptcc_c_readers(ptcc_c_file *file, const ptcc_c_contract *contract);

/* Where a value is read to. */
typedef struct ptcc_c_place {
    ptc_str holder;  /* address of what holds it: "out" */
    ptc_str value;   /* "out->limit" */
    ptc_str address; /* "&out->limit" */
    ptc_str present; /* "out->has.limit", or empty */
    size_t indent;
    bool is_last; /* the reader returns behind it */
} ptcc_c_place;

/* Statements that read a value, null included where that is accepted, or return. */
ptc_str ptcc_c_read_place(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index, const ptcc_c_place *place);

/* The same for a member of what `holder` points to; `access` stands before its name. */
ptc_str ptcc_c_read_member(ptcc_c_file *file, const ptcc_c_contract *contract,
                           uint32_t index, const char *holder, const char *access,
                           ptc_str present, size_t indent);

/* Whether a reader leaves parts of the place as they were, which has to be zeroed then;
 * and whether that holds for a child of the node. */
bool ptcc_c_is_zeroed(const ptcc_c_node *named);
bool ptcc_c_has_zeroed(const ptcc_c_contract *contract, uint32_t index);

/* Whether JSON writers spell a text as it is, and the scanner may compare it without a
 * look at the end of the text; see <ptc/scan.h>. */
bool ptcc_c_is_plain(ptc_str text);

/* The head of a node's reader. */
ptc_str ptcc_c_node_head(ptcc_c_file *file, const ptcc_c_contract *contract,
                         uint32_t index);

/* `static ptc_cursor NAME(ptc_gen *gen, ptc_cursor p, TYPE *out)` and `tail` */
ptc_str ptcc_c_reader_head(ptcc_c_file *file, ptc_str reader_id, ptc_str type_id,
                           const char *tail);

/* --- write_c_layout.c: how values lie in memory ------------------------------------- */

void ptcc_c_layout(ptcc_c_file *file, const ptcc_c_contract *contract);

/* --- write_c_tables.c: the schema as constants -------------------------------------- */

void ptcc_c_tables(ptcc_c_file *file, const ptcc_c_contract *contract);

/* The definition of a text as a constant. */
ptc_str ptcc_c_text(ptcc_c_file *file, ptc_str id, ptc_str text);

/* What the readers, which come first, use of the tables. */
ptc_str ptcc_c_table_forwards(ptcc_c_file *file, const ptcc_c_contract *contract);

/* The name of the table behind a string's pattern. */
ptc_str ptcc_c_dfa_id(ptcc_c_file *file, const ptcc_c_contract *contract, uint32_t node,
                      uint32_t pattern);

#endif
