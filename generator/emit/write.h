/* SPDX-License-Identifier: MIT */
/* The passes that write. Each takes a const contract and a sink, builds text bottom up
 * from the templates in templates/c, and appends or returns it. Texts are in the sink's
 * arena; the code that appends a text frees it. See emit_int.h. */
#ifndef PTCC_WRITE_H
#define PTCC_WRITE_H

#include "generator/emit/emit_int.h"
#include "generator/emit/model.h"
#include "generator/text/template_host.h"

/* --- sink.c: where text goes -------------------------------------------------------- */

/* A file in the making. */
typedef struct ptcc_c_sink {
    ptc_arena *arena; /* of texts, until they are appended */
    ptcc_host host;   /* makes them */
    const ptcc_c_options *options;
    ptcc_pieces out;    /* the file */
    ptcc_pieces rows;   /* rows of a table, until what they refer to is written */
    ptcc_names *taken;  /* names in the scope of the file */
    bool needs_math;    /* an infinity is in a table */
    bool needs_string;  /* memset is called */
    bool needs_float;   /* FLT_MAX is used */
    ptc_str prototypes; /* the header whose functions are called, or empty */
    const ptc_source *line_source; /* the place that #line was last written for */
    size_t line_offset;
    size_t line;
} ptcc_c_sink;

/* Initialises a sink. The file grows in the plan's arena; texts for it are made in the
 * plan's scratch memory. */
void ptcc_c_sink_init(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                      const ptcc_c_options *options);

/* The name of a local variable of an emitted function: `name`, or `in_name` if something
 * in the scope of the file has that name. */
ptc_str ptcc_c_local(const ptcc_c_sink *sink, ptc_str name);

/* Appends `code` and a blank line, and frees everything made since `since`. */
void ptcc_c_emit(ptcc_c_sink *sink, ptc_arena_mark since, ptc_str code);

/* Code for use inside a line: without the newline that ends every template. */
ptc_str ptcc_c_line(ptc_str code);

/* The definition of a text as a constant. A text that failed fails the sink's arena. */
ptc_str ptcc_c_text(ptcc_c_sink *sink, ptc_str id, const ptc_text *content);
/* The same for a text that only this file uses. */
ptc_str ptcc_c_private_text(ptcc_c_sink *sink, ptc_str id, ptc_str text);

/* A comment with the shorthand of the node, wrapped. `with_null`: null, which the node
 * may accept, is part of the description. */
ptc_str ptcc_c_shape(ptcc_c_sink *sink, const ptc_schema *schema, uint32_t node,
                     bool with_null);

/* What precedes a declaration or a definition that users see: `PTC_HIDDEN `. */
ptc_str ptcc_c_linkage(const ptcc_c_sink *sink, bool is_declaration);

/* --- write_c_head.c: the frame of the files ----------------------------------------- */

/* The head that both files share. */
void ptcc_c_fill_head(ptcc_c_sink *sink, const ptcc_c_request *request,
                      const ptcc_c_plan *plan, ptcc_model *model);

/* The number that a header has as the value of its guard; its source and the headers that
 * include it know it. */
ptc_str ptcc_c_pair(ptc_arena *arena, const ptcc_c_request *request,
                    const ptcc_c_plan *plan);

/* The #line directive that points at the contract; empty when there should be none. */
ptc_str ptcc_c_line_directive(ptcc_c_sink *sink, const ptcc_c_contract *contract);

/* --- write_c_types.c: definitions --------------------------------------------------- */

/* The type definitions of a contract, or of one that exists only for an agent's tool. */
void ptcc_c_types(ptcc_c_sink *sink, const ptcc_c_contract *contract);
void ptcc_c_tool_types(ptcc_c_sink *sink, const ptcc_c_contract *contract);

/* The prototype of the function that finds an entry. */
ptc_str ptcc_c_find_head(ptcc_c_sink *sink, const ptcc_c_node *cnode,
                         bool is_declaration);

/* --- write_c_roots.c: the functions that users call --------------------------------- */

/* Those of a contract's roots. */
void ptcc_c_declare_roots(ptcc_c_sink *sink, const ptcc_c_contract *contract);
void ptcc_c_define_roots(ptcc_c_sink *sink, const ptcc_c_contract *contract);

/* --- write_c_checks.c: what must hold beyond the type ------------------------------- */

/* The checks of a value beyond its type, one row each; the condition `fault_code` is true
 * when the value is at fault. */
ptcc_rows ptcc_c_value_checks(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                              uint32_t index, ptc_str value, ptc_str address);
ptcc_rows ptcc_c_count_checks(ptcc_c_sink *sink, const ptc_interval *interval,
                              ptc_str count);

/* --- write_c_place.c: statements that read a value ---------------------------------- */

/* Where a value is read to. */
typedef struct ptcc_c_place {
    ptc_str holder;  /* address of what holds it: "out" */
    ptc_str value;   /* "out->limit" */
    ptc_str address; /* "&out->limit" */
    ptc_str present; /* "out->has.limit", or empty */
    size_t indent;
    bool is_last; /* the reader returns after it */
} ptcc_c_place;

/* Statements that read a value or return; null is included where it is accepted. */
ptc_str ptcc_c_read_place(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index, const ptcc_c_place *place);

/* What has members. */
typedef struct ptcc_c_holder {
    ptc_str address; /* "&entry" */
    ptc_str access;  /* before the name of a member: "entry." */
} ptcc_c_holder;

/* That of a reader's result: `out`, `out->`. */
extern const ptcc_c_holder ptcc_c_out;

/* The same for a member of a holder. */
ptc_str ptcc_c_read_member(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           uint32_t index, const ptcc_c_holder *holder, ptc_str present,
                           size_t indent);

/* Whether a reader leaves parts of the place unset, so that it must be zeroed first; and
 * whether that holds for a child of the node. */
bool ptcc_c_is_zeroed(const ptcc_c_node *cnode);
bool ptcc_c_has_zeroed(const ptcc_c_contract *contract, uint32_t index);

/* Whether JSON writers leave a text unescaped, and the scanner may compare it without
 * checking for the end of the text; see <ptc/scan.h>. */
bool ptcc_c_is_plain(ptc_str text);

/* `static ptc_cursor NAME(ptc_gen *gen, ptc_cursor p, TYPE *out)` and `tail`; and that of
 * a node's reader. */
ptc_str ptcc_c_reader_head(ptcc_c_sink *sink, ptc_str reader_id, ptc_str type_id,
                           const char *tail);
ptc_str ptcc_c_node_head(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         uint32_t index);

/* `&NODES[INDEX]` */
ptc_str ptcc_c_node_address(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                            uint32_t index);

/* --- write_c_defaults.c: what absent fields have -------------------------------------
 */

/* Statements that set the fields of a map to their defaults before any is read; and those
 * that, after the last, have the runtime fill in the defaults that are not literals. */
ptc_str ptcc_c_defaults(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                        uint32_t index);
ptc_str ptcc_c_late_defaults(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                             uint32_t index);

/* --- write_c_wide.c: large maps and enums ------------------------------------------- */

/* Whether a map has too many fields for a reader that jumps from each to the next. */
bool ptcc_c_is_wide(const ptc_schema_node *node);

/* Writes what the reader of a wide map needs, and returns the reader. */
ptc_str ptcc_c_wide_reader(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           uint32_t index);

/* Writes the table for finding members of an enum that are texts, and returns its name.
 * `*count` is their number; if it is 0, there is no table. */
ptc_str ptcc_c_member_order(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                            uint32_t index, uint32_t *count);

/* --- write_c_map.c, write_c_union.c, write_c_readers.c: readers --------------------- */

ptc_str ptcc_c_map_reader(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index);
ptc_str ptcc_c_union_reader(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                            uint32_t index);

/* All readers of a contract. */
void ptcc_c_readers(ptcc_c_sink *sink, const ptcc_c_contract *contract);

/* --- write_c_accessors.c: fields of unchecked values -------------------------------- */

/* Declarations and definitions of accessors to the fields of a contract's structs. */
ptc_str ptcc_c_accessor_heads(ptcc_c_sink *sink, const ptcc_c_contract *contract);
void ptcc_c_accessors(ptcc_c_sink *sink, const ptcc_c_contract *contract);

/* --- write_c_tables.c: the schema as constants -------------------------------------- */

void ptcc_c_tables(ptcc_c_sink *sink, const ptcc_c_plan *plan);

/* Forward declarations of the tables that readers use, since readers come first: for the
 * file, and for a contract. */
ptc_str ptcc_c_table_forwards(ptcc_c_sink *sink, const ptcc_c_plan *plan);
ptc_str ptcc_c_type_forwards(ptcc_c_sink *sink, const ptcc_c_contract *contract);

/* The name of the table for a pattern of a string. */
ptc_str ptcc_c_dfa_id(ptcc_c_sink *sink, const ptcc_c_contract *contract, uint32_t node,
                      uint32_t pattern);

/* --- write_c_layout.c: how values lie in memory ------------------------------------- */

void ptcc_c_layout(ptcc_c_sink *sink, const ptcc_c_plan *plan);

/* --- write_c_prompts.c: what models read -------------------------------------------- */

/* The function that writes the tool entry of a contract, declared or defined. */
ptc_str ptcc_c_prompt(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                      bool is_declaration);

/* Writes the text and the function for the tools of the whole file. */
void ptcc_c_tools(ptcc_c_sink *sink, const ptcc_c_plan *plan, bool is_declaration);

/* --- write_c_binding.c: paths of resources, SQL, rows ------------------------------- */

/* Whether a file has any of that. */
bool ptcc_c_has_bindings(const ptcc_c_plan *plan);

/* The part of a contract's path or SQL in the header, and in the source. */
void ptcc_c_declare_binding(ptcc_c_sink *sink, const ptcc_c_contract *contract);
void ptcc_c_write_binding(ptcc_c_sink *sink, const ptcc_c_contract *contract);

/* The paths of the whole file. */
void ptcc_c_declare_routes(ptcc_c_sink *sink, const ptcc_c_plan *plan);
void ptcc_c_write_routes(ptcc_c_sink *sink, const ptcc_c_plan *plan);

/* --- write_c_forms.c: constants of --emit ------------------------------------------- */

/* Declares and defines the constants of a contract, or of a file, whose name is `of`. */
void ptcc_c_declare_forms(ptcc_c_sink *sink, const ptcc_c_form_list *forms, ptc_str of);
void ptcc_c_write_forms(ptcc_c_sink *sink, const ptcc_c_form_list *forms);

/* --- write_server.c: servers of MCP ------------------------------------------------- */

/* Writes the whole file of a server, and declares the server in the header. */
void ptcc_c_write_server(ptcc_c_sink *sink, const ptcc_c_request *request,
                         const ptcc_c_plan *plan);
void ptcc_c_declare_server(ptcc_c_sink *sink, const ptcc_c_plan *plan);

/* --- write_c_tool.c: contracts as tools --------------------------------------------- */

/* A constant ptc_tool. */
typedef struct ptcc_c_tool_facts {
    ptc_str linkage; /* what is before `const` */
    ptc_str tool_id;
    ptc_str stub_id;   /* its function */
    ptc_str schema_id; /* or empty */
    ptc_str name;
    ptc_str description; /* or empty */
    unsigned flags;      /* PTC_TOOL_CACHED */
} ptcc_c_tool_facts;

/* The root of parameters or of the result; NULL: there is none. */
const ptcc_c_root *ptcc_c_find_root(const ptcc_c_contract *contract, bool is_result);

/* The function that a call runs: `NAME_call(...)` and the tail. */
ptc_str ptcc_c_tool_function(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                             ptc_str function_id, ptc_str tail);

/* Its prototype with a comment, and the stub that calls it. */
ptc_str ptcc_c_tool_head(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         ptc_str function_id);
ptc_str ptcc_c_tool_stub(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         ptc_str stub_id, ptc_str function_id);

/* The part of a contract that is a tool in the header, and in the source. */
void ptcc_c_declare_tool(ptcc_c_sink *sink, const ptcc_c_contract *contract);
void ptcc_c_write_tool(ptcc_c_sink *sink, const ptcc_c_contract *contract);

/* All tools of a file as one array. */
void ptcc_c_declare_tool_list(ptcc_c_sink *sink, const ptcc_c_plan *plan);
void ptcc_c_write_tool_list(ptcc_c_sink *sink, const ptcc_c_plan *plan);

/* --- write_c_direct.c: tools that call a function of a header ----------------------- */

/* Whether the function that a call runs is emitted, and calls the one of the
 * prototype. */
bool ptcc_c_is_direct(const ptcc_c_options *options, const ptcc_c_contract *contract);
/* A note that says so; the function. */
ptc_str ptcc_c_direct_note(ptcc_c_sink *sink, const ptcc_c_contract *contract);
ptc_str ptcc_c_direct(ptcc_c_sink *sink, const ptcc_c_contract *contract);

#endif
