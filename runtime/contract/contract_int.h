/* SPDX-License-Identifier: MIT */
/*
 * Contract files: declarations, includes and descriptions, of `.sig`, Malli and JSON
 * Schema alike; schemas of tools; schemas inferred from samples (infer_int.h). What the
 * readers of files share: lines of `.sig` text, the files and declarations of one
 * reading.
 *
 * It depends on the readers below it (contract/signature, contract/malli,
 * contract/json_schema) and what they use. There are two deliberate cycles of files: a
 * file may include others, so contract_files.c and the readers of both kinds of files
 * (contract_sig.c, contract_malli.c) call each other; and merging two places of samples
 * adds places (infer.c, infer_merge.c).
 */
#ifndef PTC_CONTRACT_INT_H
#define PTC_CONTRACT_INT_H

#include "base/passes.h"
#include "contract/json_schema/json_schema_int.h"
#include "contract/signature/signature_int.h"
#include "edn/edn_int.h"
#include "normal/normal_int.h"

#include <ptc/contract.h>

/* --- contract/contract_lines.c ------------------------------------------------------ */

/* The kind of a line of a `.sig` file, by its beginning; continuation lines of a
 * signature are never classified. */
typedef enum ptc_line_kind {
    PTC_LINE_BLANK,
    PTC_LINE_COMMENT,
    PTC_LINE_INDENTED, /* of a description */
    PTC_LINE_INCLUDE,  /* `include "FILE"` in column 1 */
    PTC_LINE_HEAD,     /* `name(` or `name =` in column 1 */
    PTC_LINE_OTHER,
} ptc_line_kind;

typedef struct ptc_line {
    ptc_line_kind kind;
    uint32_t start; /* of the line */
    uint32_t text;  /* of its first byte that is not a blank */
    uint32_t end;   /* after its last byte that is not a blank or line end */
    uint32_t next;  /* start of the next line */
} ptc_line;

/* The line that begins at `offset`; false at the end of the text, which has a NUL after
 * it. */
bool ptc_line_read(ptc_str text, uint32_t offset, ptc_line *out);

/* Where the line after the one with `offset` begins. */
uint32_t ptc_line_after(ptc_str text, uint32_t offset);

/* --- contract/contract_named.c ------------------------------------------------------ */

/* A file by the name that another file has for it. */
typedef struct ptc_named_file {
    ptc_str name;
    ptc_span span;      /* of the name */
    ptc_diag_code code; /* of faults there */
} ptc_named_file;

/* Loads the file, which diags->source names, by the load function of the options; NULL
 * after a fault. */
const ptc_source *ptc_named_file_load(const ptc_contract_options *options,
                                      ptc_diags *diags, const ptc_named_file *named);

#define PTC_NOT_A_CONTRACT "is not a contract: its first declaration cannot be read"

/* Adds the fault, at the place of the name, that the file is not what it should be: `why`
 * follows its name. The message shows none of the file's content. */
void ptc_named_file_refuse(ptc_diags *diags, const ptc_named_file *named,
                           const ptc_source *source, const char *why);

/*
 * Reads contracts like ptc_contracts_read, of a file that another file names.
 * PTC_ERROR_INVALID without a fault: its first declaration cannot be read.
 */
ptc_status ptc_contracts_read_named(ptc_arena *arena, const ptc_source *source,
                                    const ptc_contract_options *options, ptc_diags *diags,
                                    ptc_contracts *out);

/* --- contract/contract.c ------------------------------------------------------------ */

/* An observer of drafts: `ptcc gen --dump`. It receives each declaration that was read
 * without a fault, with the root of the draft that the reader built for it, before it is
 * finished.
 */
typedef struct ptc_draft_watch {
    void (*show)(void *user, ptc_draft *draft, ptc_draft_ref root, ptc_str name,
                 const ptc_source *source);
    void *user;
} ptc_draft_watch;

struct ptc_contract_reading;
struct ptc_declaration;

/*
 * A form of contract files that other rooms read. `scan` enters the declarations of a
 * file (ptc_contract_declare), `draft` makes each one's function, both as contract_sig.c
 * does; what they keep of a file is its `data`.
 */
typedef struct ptc_contract_dialect {
    const char *name;           /* as --from says it */
    const char *const *endings; /* of files' names, then NULL */
    void (*scan)(struct ptc_contract_reading *reading, size_t file);
    void (*draft)(struct ptc_contract_reading *reading, struct ptc_declaration *item);
} ptc_contract_dialect;

/* Those of a program; format PTC_CONTRACT_DIALECT + n is the n-th. */
typedef struct ptc_contract_dialects {
    const ptc_contract_dialect *const *items;
    size_t count;
} ptc_contract_dialects;

typedef struct ptc_contract_file {
    const ptc_source *source;
    ptc_str text; /* of the source, with a NUL after it */
    ptc_forms forms;
    unsigned format; /* ptc_contract_format, never BY_NAME */
    void *data;      /* of its dialect */
    bool is_included;
    bool is_open; /* its includes are being read */
    bool has_items;
    bool is_no_contract;    /* its first declaration cannot be read */
    const ptc_source *from; /* the file that includes it, and how */
    ptc_named_file named;
} ptc_contract_file;

typedef struct ptc_declaration {
    size_t file;
    ptc_str name;
    ptc_span span;  /* of the name */
    uint32_t start; /* SIG: of the signature, */
    uint32_t stop;  /* and where it ends */
    uint32_t form;  /* EDN: of the schema, and of the entry's properties or 0 */
    uint32_t properties;
    ptc_json_schema *json; /* the document whose item it is, or NULL */
    uint32_t number;       /* of that item */
    bool is_type;
    bool is_whole; /* the whole file, named after it */
    bool is_first; /* of its file */
    bool is_read;  /* without a fault, whatever comes after it */
    bool is_listed;
    bool is_bad;                   /* at fault, or refers to a type that is */
    ptc_draft_ref place;           /* types: the node that references lead to */
    ptc_draft_ref function;        /* 0: at fault */
    const ptc_contract_info *info; /* in reading->result, or NULL */
    uint32_t first;                /* draft nodes [first, end) were made for it */
    uint32_t end;
} ptc_declaration;

typedef struct ptc_contract_reading {
    ptc_arena *result;
    ptc_arena *arena;
    const ptc_contract_options *options;
    ptc_read_options read;
    ptc_diags *diags;
    ptc_draft draft;
    ptc_sig sig;
    ptc_contract_file **files;
    size_t file_count;
    size_t file_capacity;
    ptc_declaration *items;
    size_t count;
    size_t capacity;
    ptc_json_schema **schemas; /* that were opened */
    size_t schema_count;
    size_t schema_capacity;
    ptc_names declared; /* listed names: the number of a declaration */
    ptc_names types;    /* named types: the node that references lead to */
    size_t depth;       /* of includes */
    uint32_t *owners;   /* by draft node: the declaration that it is of */
    size_t owner_count;
    size_t *order; /* numbers of declarations: what others use before these */
    size_t order_count;
    ptc_normal unit;     /* what finishes the declarations */
    ptc_diags_mark mark; /* before the reading */
    bool is_root_named;  /* the root file is one that another file names */
    bool is_refused;
} ptc_contract_reading;

/* A new declaration, or NULL when memory was refused; reports a name that is taken. */
ptc_declaration *ptc_contract_declare(ptc_contract_reading *reading, ptc_str name,
                                      ptc_span span, bool is_type);

/* Starts a reading in `arena`; drafts everything that was scanned. */
void ptc_contract_begin(ptc_contract_reading *reading, ptc_arena *arena,
                        ptc_arena *result, const ptc_contract_options *options,
                        ptc_diags *diags);
/* Finishes a drafted declaration; its nodes are in place once the unit has ended. */
ptc_status ptc_contract_finish(ptc_contract_reading *reading, const ptc_declaration *item,
                               ptc_schema *out);

/* The options of a call. */
typedef struct ptc_contract_taken {
    ptc_contract_options options; /* complete; `read` is the next one */
    ptc_read_options read;
} ptc_contract_taken;

/* Takes them for `function`; false when a struct_size was not set, which has been said.
 */
bool ptc_contract_take_options(ptc_contract_taken *out, const char *function,
                               const ptc_contract_options *given);
void ptc_contract_draft_all(ptc_contract_reading *reading);

/* The file of a draft node. */
const ptc_contract_file *ptc_contract_file_of(const ptc_contract_reading *reading,
                                              ptc_draft_ref ref);

/* The node of what a drafted declaration gives; 0: it is at fault. */
ptc_draft_ref ptc_contract_result(ptc_contract_reading *reading,
                                  const ptc_declaration *item);

/* --- contract/contract_files.c ------------------------------------------------------ */

/* The root file and everything it includes become files and declarations of the reading.
 */
void ptc_contract_scan(ptc_contract_reading *reading, const ptc_source *source,
                       unsigned format);

/* How a file is read by its name: also one of the dialects of the options. */
unsigned ptc_contract_format_by_name(const ptc_contract_options *options, ptc_str name);

/* The dialect of a format, or NULL. */
const ptc_contract_dialect *ptc_contract_dialect_of(const ptc_contract_options *options,
                                                    unsigned format);

/* Adds a document of JSON Schema that references of another lead to, at `named`; false
 * when it cannot be read, which was reported, or memory was refused. */
bool ptc_contract_add_part(ptc_contract_reading *reading, const ptc_source *source,
                           const ptc_named_file *named);

/* Records that the current file is not a contract, unless it already has declarations:
 * the fault in it comes before its first declaration. */
void ptc_contract_doubt(ptc_contract_reading *reading);

/* The same after a step of reading a declaration, which decides when it is the first. */
void ptc_contract_doubt_first(ptc_contract_reading *reading, const ptc_declaration *item,
                              bool is_good);

/*
 * A file that another one names may be anything, so none of its content is shown until
 * its first declaration has been read. If there are such files, the diagnostics of the
 * reading are replaced by one for each, where it is included: others would show names
 * from it.
 */
void ptc_contract_hide_others(ptc_contract_reading *reading);

/* Scans what `name`, written at `span`, includes; faults have `code`. */
void ptc_contract_include(ptc_contract_reading *reading, ptc_str name, ptc_span span,
                          ptc_diag_code code);

ptc_contract_format ptc_contract_format_of(ptc_str name);

/* Whether a name ends like those of contracts. */
bool ptc_contract_has_ending(ptc_str name);

/* "search" for "a/search.malli.edn". */
ptc_str ptc_contract_file_name(ptc_str path);

/* Makes `file` the one that the reading's ptc_sig reads. */
void ptc_contract_enter(ptc_contract_reading *reading, size_t file);

/* --- contract/contract_endless.c ---------------------------------------------------- */

/* What is known of a draft node. */
typedef struct endless_node {
    ptc_draft_ref above;  /* the parent, where that waits for this node to end */
    ptc_draft_ref uses;   /* references to it */
    ptc_draft_ref beside; /* the next reference to the same; later: where to go on */
    uint32_t awaited;     /* how many it waits for */
    bool ends;
    uint8_t state;
} endless_node;

typedef struct ptc_endless_types {
    ptc_contract_reading *reading;
    endless_node *nodes; /* by draft node */
    ptc_draft_ref *pending;
    size_t pending_count;
    ptc_draft_ref *way;
} ptc_endless_types;

/* Finds what ends in all that was drafted; false when memory was refused. */
bool ptc_endless_init(ptc_endless_types *endless, ptc_contract_reading *reading);

/* Reports a circle of types if no value of it can end, or checking one would not; then
 * true. */
bool ptc_endless_report(const ptc_endless_types *endless, const uint32_t *members,
                        size_t count);

/* --- contract/contract_circles.c ---------------------------------------------------- */

/* Finds the order of the reading: types come before what uses them. Types that contain
 * themselves become definitions of registries, or are at fault. */
void ptc_contract_find_circles(ptc_contract_reading *reading);

/* --- contract/contract_sig.c -------------------------------------------------------- */

void ptc_contract_scan_sig(ptc_contract_reading *reading, size_t file);
void ptc_contract_draft_sig(ptc_contract_reading *reading, ptc_declaration *item);

/* The name and quoted text of an `include` line; false after reporting what is wrong. */
bool ptc_contract_include_name(ptc_contract_reading *reading, const ptc_line *line,
                               ptc_str *name, ptc_span *span);

/* --- contract/contract_malli.c ------------------------------------------------------ */

void ptc_contract_scan_malli(ptc_contract_reading *reading, size_t file);
void ptc_contract_draft_malli(ptc_contract_reading *reading, ptc_declaration *item);

/* --- contract/contract_json.c ------------------------------------------------------- */

void ptc_contract_scan_json(ptc_contract_reading *reading, size_t file);
void ptc_contract_draft_json(ptc_contract_reading *reading, ptc_declaration *item);

/* Opens a schema in the data of the file that is being scanned and declares the types
 * that it refers to; NULL after a fault. `name` is for what refers to the whole. Inputs
 * are converted as PTC_NODE_CASTS says if it `casts`. */
ptc_json_schema *ptc_contract_open_json(ptc_contract_reading *reading, ptc_str name,
                                        const ptc_json_given *given, bool casts);

/* Checks the defaults of all JSON Schemas, once everything is drafted. */
void ptc_contract_close_json(ptc_contract_reading *reading);

/* --- contract/contract_layout.c ----------------------------------------------------- */

/* Where the comments of a declaration are: bytes [start, end) of a source, which has a
 * NUL after it. */
typedef struct ptc_layout_source {
    ptc_str text;
    uint32_t start;
    uint32_t end;
} ptc_layout_source;

/* The comment that the lexer just found, without blanks at its end. */
ptc_str ptc_layout_comment(const ptc_sig_lexer *lexer);

/*
 * Appends the canonical text of a declaration, on one line or broken, with the comments
 * of its source. `say` receives those that have no place in it and then, before anything
 * is appended, an empty text. False when memory was refused.
 */
bool ptc_layout_write(ptc_text *out, ptc_str canonical, const ptc_layout_source *source,
                      bool (*say)(void *user, ptc_str comment), void *user);

/* --- contract/contract_describe.c --------------------------------------------------- */

/* One line below a signature, taken apart. */
typedef struct ptc_note {
    bool is_field;       /* `- path: text` */
    const ptc_str *path; /* names of the path */
    size_t path_count;
    ptc_str path_text; /* as written */
    ptc_str text;      /* of a line of text as it is meant, without what escapes an @ */
    bool is_tool;      /* `@word text`, with that in `text` */
} ptc_note;

/* Takes an indented line apart; the path lives in `arena`. False when memory was
 * refused. */
bool ptc_note_read(ptc_arena *arena, ptc_str text, const ptc_line *line, ptc_note *out);

/* Attaches the description lines from `offset` on to a drafted declaration. Returns where
 * they end. */
uint32_t ptc_contract_describe(ptc_contract_reading *reading, ptc_declaration *item,
                               uint32_t offset);

/* --- contract/contract_tool.c ------------------------------------------------------- */

/* Whether a line below a signature is one about the tool: it begins with `@` and a
 * letter. */
bool ptc_tool_line_is(ptc_str text);

/* The text that a line of a description means: a backslash in front of an `@`, perhaps
 * after other backslashes, is removed. And whether a text has to be written with one. */
ptc_str ptc_tool_line_text(ptc_str text);
bool ptc_tool_line_is_escaped(ptc_str text);

/* Reads a line about the tool of a drafted declaration, a part of its text; reports
 * faults. */
void ptc_tool_line_read(ptc_contract_reading *reading, const ptc_declaration *item,
                        ptc_str text, ptc_tool_words *words);

/* Reads what a tool in JSON says about itself. */
void ptc_tool_read_json(const ptc_json_schema *json, const ptc_json_item *item,
                        ptc_tool_words *words);

/* Keeps what is said about the tool that a declaration is, if anything. */
void ptc_contract_set_tool(ptc_contract_reading *reading, ptc_declaration *item,
                           const ptc_tool_words *words);

/* --- contract/contract_lint.c ------------------------------------------------------- */

/* Warns, if warnings that are off by default are wanted, of a comment above a drafted
 * contract of a `.sig` file that has no description. */
void ptc_contract_lint(ptc_contract_reading *reading, const ptc_declaration *item);

#endif
