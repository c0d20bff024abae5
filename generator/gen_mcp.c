/* SPDX-License-Identifier: MIT */
/* `ptcc gen --emit mcp`: what an MCP server says about itself and its tools, made before
 * anything is written. The texts of tools are those of `ptcc convert --to mcp`, one tool
 * at a time. [mcp 1, 3, 4, 6] */
#include "generator/gen_int.h"
#include "generator/target_notes.h"
#include "mcp/catalog/catalog_int.h"
#include "schema/schema_int.h"
#include "target/target_int.h"

#include <ptc/json.h>
#include <ptc/mcp.h>

#include <stdlib.h>

enum { MCP_INSTRUCTIONS_MAX = 2000 }; /* characters */

/* A server in the making. */
typedef struct mcp_run {
    const ptc_cli *cli;
    ptc_arena *arena;
    const ptcc_server_options *options;
    ptcc_target_notes *notes;
    const ptc_target_options *target;
    const ptc_contract **functions; /* by name */
    size_t count;
    ptcc_c_server *out;
} mcp_run;

/* --- Options ------------------------------------------------------------------------ */

ptc_exit ptcc_gen_check_server(const ptc_cli *cli)
{
    const char *instructions = ptc_cli_value(cli, PTC_OPTION_MCP_INSTRUCTIONS);

    if (instructions != NULL && (*instructions == '\0' || strcmp(instructions, "-") == 0))
        return ptc_cli_misuse(cli, "--mcp-instructions names no file");
    if (ptc_cli_has(cli, PTC_OPTION_OUTPUT_DIR) &&
        (ptc_cli_has(cli, PTC_OPTION_MCP_SOURCE) ||
         ptc_cli_has(cli, PTC_OPTION_MCP_JSON)))
        return ptc_cli_misuse(cli, "--mcp-source and --mcp-json are for --header and "
                                   "--source; with -o DIR their names are fixed");
    return PTC_EXIT_OK;
}

/* --- Instructions ------------------------------------------------------------------- */

static ptc_exit mcp_refuse_instructions(const ptc_cli *cli, const char *path,
                                        size_t count)
{
    ptc_cli_say(cli,
                "%s: instructions of a server have at most %d characters, and these "
                "have %zu",
                path, MCP_INSTRUCTIONS_MAX, count);
    return PTC_EXIT_INPUT;
}

ptc_exit ptcc_gen_read_instructions(ptcc_gen_run *run)
{
    const char *path = run->options.server.instructions;
    ptc_source source;
    ptc_str text;
    size_t count;

    if (path == NULL)
        return PTC_EXIT_OK;
    if (!ptc_file_read(run->cli, path, PTC_SOURCE_MAX, &source))
        return PTC_EXIT_USAGE;
    text = source.text;
    while (text.len > 0 && strchr(" \t\r\n", text.ptr[text.len - 1]) != NULL)
        text.len--;
    if (memchr(text.ptr, '\0', text.len) != NULL ||
        ptc_utf8_check(text.ptr, text.len) != text.len) {
        ptc_cli_say(run->cli, "%s: instructions of a server are a text in UTF-8", path);
        return PTC_EXIT_INPUT;
    }
    count = ptc_utf8_count(text.ptr, text.len);
    if (count > MCP_INSTRUCTIONS_MAX)
        return mcp_refuse_instructions(run->cli, path, count);
    run->instructions = text;
    return PTC_EXIT_OK;
}

/* With what code mode adds. */
static ptc_str mcp_instructions(const mcp_run *run, ptc_str own)
{
    ptc_text text;

    if (run->options->program == PTCC_PROGRAM_NONE)
        return own;
    ptc_text_init(&text, run->arena);
    ptc_text_str(&text, own);
    ptc_text_cstr(&text, own.len > 0 ? "\n\n" : "");
    ptc_text_cstr(&text, ptc_catalog_instructions);
    return ptc_text_view(&text);
}

/* --- Tools -------------------------------------------------------------------------- */

/* Refuses a contract, or the file as a whole, with a place. */
static void mcp_refuse(mcp_run *run, const ptc_source *source, ptc_span span,
                       const char *what, const char *hint)
{
    ptc_diag diag = {.code = PTC_DIAG_TARGET_FAULT,
                     .severity = PTC_SEVERITY_ERROR,
                     .source = source,
                     .span = span,
                     .target = PTC_STR("mcp"),
                     .message = ptc_str_of(what),
                     .hint = ptc_str_of(hint)};

    ptcc_target_notes_add(run->notes, &diag);
}

/* A contract as a tool of one era; empty where there is a fault. The writer of lists
 * makes one of a single tool. */
static ptc_str mcp_listed(const mcp_run *run, ptcc_target_notes *notes, ptc_target target,
                          const ptc_contract *contract)
{
    ptc_text text;

    ptc_text_init(&text, run->arena);
    if (!ptcc_target_write(notes, &text, target, &contract, 1, run->target))
        return PTC_STR("");
    return ptc_str_make(text.ptr + 1, text.len - 2);
}

/* Whether the text of a tool has a schema of its results that is an object around them.
 */
static bool mcp_is_wrapped(const mcp_run *run, const ptcc_c_server_tool *tool)
{
    ptc_json_error error;
    ptc_value value;
    const ptc_value *schema;

    if (ptc_str_equal(tool->listed, tool->listed_legacy) ||
        ptc_json_read(run->arena, tool->listed_legacy.ptr, tool->listed_legacy.len, NULL,
                      &value, NULL, &error) != PTC_OK)
        return false;
    schema = ptc_map_find_text(value.as.map, PTC_STRING, PTC_STR("outputSchema"));
    return schema != NULL &&
           ptc_map_find_text(schema->as.map, PTC_STRING, PTC_STR("$ref")) == NULL;
}

static unsigned mcp_flags(const mcp_run *run, const ptcc_c_server_tool *tool)
{
    const ptc_schema *schema = &tool->contract->schema;
    uint32_t result = ptc_schema_root(schema)->first + 1;
    ptc_type type = (ptc_type)schema->nodes[result].type;
    unsigned flags = 0;

    if (type == PTC_TYPE_NIL)
        return PTC_MCP_IS_NIL;
    if (type == PTC_TYPE_ANY || mcp_is_wrapped(run, tool))
        flags |= PTC_MCP_WRAPS;
    return flags;
}

/* What the older text loses, the newer one also loses: it is reported once. */
static void mcp_add(mcp_run *run, ptcc_c_server_tool *tool, const ptc_contract *contract)
{
    ptcc_target_notes silent;

    ptcc_target_notes_init(&silent, run->arena, run->notes->contracts);
    tool->contract = contract;
    tool->listed = mcp_listed(run, run->notes, PTC_TARGET_MCP, contract);
    if (tool->listed.len == 0)
        return;
    tool->listed_legacy = mcp_listed(run, &silent, PTC_TARGET_MCP_LEGACY, contract);
    run->notes->failed |= silent.failed;
    if (tool->listed_legacy.len == 0)
        (void)mcp_listed(run, run->notes, PTC_TARGET_MCP_LEGACY, contract);
    else
        tool->flags = mcp_flags(run, tool);
}

/* --- run_program -------------------------------------------------------------------- */

static const char mcp_program_name[] = "run_program";

/* The contract of run_program in its parts. */
static void mcp_write_signature(const mcp_run *run, ptc_text *out)
{
    bool has_sessions = run->options->sessions > 0;

    ptc_text_cstr(out, "run_program(program :string[1..65536], context :map?");
    ptc_text_cstr(out, has_sessions ? ", session :string[1..64]?" : "");
    if (run->options->is_structured)
        ptc_text_cstr(out, ") -> {ok :bool, value :any?, preview :string?, bytes :int?, "
                           "prints :string, calls [{tool :string, ms :int, error "
                           ":string?}], error {reason :string, message :string, line "
                           ":int?, column :int?}?, session :string?}\n");
    else
        ptc_text_cstr(out, ") -> :any\n");
    ptc_text_cstr(out, "  - program: in PTC-Lisp; its last value, or that of (return v), "
                       "is the result\n"
                       "  - context: what the program reads as ctx/NAME\n");
    if (has_sessions)
        ptc_text_cstr(out, "  - session: \"new\", or the session that an earlier result "
                           "named\n");
}

/* What holds of a program that may call each of the tools. */
static unsigned mcp_program_hints(const mcp_run *run)
{
    unsigned all = PTC_HINT_READ_ONLY | PTC_HINT_ADDITIVE | PTC_HINT_CLOSED_WORLD;

    for (size_t i = 0; i < run->count; i++) {
        const ptc_contract_info *info = run->functions[i]->info;
        unsigned hints = info != NULL ? info->hints : 0;

        if ((hints & PTC_HINT_READ_ONLY) != 0)
            hints |= PTC_HINT_ADDITIVE;
        all &= hints;
    }
    return all;
}

/* The tools as a program finds them. */
static const ptc_tool *const *mcp_program_tools(const mcp_run *run)
{
    ptc_tool *tools = ptc_arena_array(run->arena, run->count + 1, sizeof *tools);
    const ptc_tool **list = ptc_arena_array(run->arena, run->count + 1, sizeof *list);

    if (tools == NULL || list == NULL)
        return NULL;
    for (size_t i = 0; i < run->count; i++) {
        const ptc_contract *contract = run->functions[i];
        const ptc_schema_extra *extra = ptc_schema_root(&contract->schema)->extra;

        tools[i].name = ptc_str_copy(run->arena, contract->name).ptr;
        tools[i].signature = &contract->schema;
        if (extra != NULL && extra->description.len > 0)
            tools[i].description = ptc_str_copy(run->arena, extra->description).ptr;
        list[i] = &tools[i];
    }
    return run->arena->failed ? NULL : list;
}

/* Puts the description, which is longer than those of contracts may be, after the name.
 */
static ptc_str mcp_describe(const mcp_run *run, ptc_str listed, ptc_str description)
{
    const size_t name = strlen("{\"name\":\"") + strlen(mcp_program_name) + 1;
    ptc_text text;

    ptc_text_init(&text, run->arena);
    ptc_text_bytes(&text, listed.ptr, name);
    ptc_text_cstr(&text, ",\"description\":");
    ptc_json_write_string(&text, description);
    ptc_text_bytes(&text, listed.ptr + name, listed.len - name);
    run->notes->failed |= text.failed;
    return ptc_text_view(&text);
}

/* Reads the contract of run_program as any other one. */
static const ptc_contract *mcp_read_program(const mcp_run *run)
{
    const ptc_contract_options options = {.struct_size = sizeof options,
                                          .format = PTC_CONTRACT_SIG};
    ptc_source *source = ptc_arena_array(run->arena, 1, sizeof *source);
    ptc_contract_info *info = ptc_arena_array(run->arena, 1, sizeof *info);
    ptc_contract *contract = ptc_arena_array(run->arena, 1, sizeof *contract);
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text text;

    ptc_text_init(&text, run->arena);
    mcp_write_signature(run, &text);
    if (source == NULL || info == NULL || contract == NULL || text.failed)
        return NULL;
    source->text = ptc_text_view(&text);
    ptc_diags_init(&diags, run->arena);
    if (ptc_contracts_read(run->arena, source, &options, &diags, &contracts) != PTC_OK)
        return NULL;
    *contract = contracts.items[0];
    info->struct_size = sizeof *info;
    info->hints = mcp_program_hints(run);
    contract->info = info;
    return contract;
}

/* What (doc "tool") says of each tool, for programs to ask without a renderer. */
static const ptc_str *mcp_docs(const mcp_run *run, const ptc_tool *const *tools)
{
    ptc_str *docs = ptc_arena_array(run->arena, run->count + 1, sizeof *docs);

    for (size_t i = 0; docs != NULL && i < run->count; i++) {
        docs[i] = ptc_catalog_doc(run->arena, tools[i]);
        if (docs[i].ptr == NULL)
            return NULL;
    }
    return docs;
}

static void mcp_add_program(mcp_run *run, ptcc_c_server_tool *tool)
{
    const ptc_contract *contract = mcp_read_program(run);
    const ptc_tool *const *tools = mcp_program_tools(run);
    ptc_catalog_server server = {.name = run->out->name, .count = run->count};
    const ptc_catalog catalog = {&server, 1, NULL};
    ptcc_target_notes silent;
    ptc_text description;

    ptc_text_init(&description, run->arena);
    ptcc_target_notes_init(&silent, run->arena, NULL);
    server.tools = tools;
    run->out->docs = tools != NULL ? mcp_docs(run, tools) : NULL;
    if (contract == NULL || run->out->docs == NULL ||
        ptc_catalog_describe(&description, &catalog, (size_t)run->options->description) !=
            PTC_OK) {
        run->notes->failed = true;
        return;
    }
    tool->listed = mcp_listed(run, &silent, PTC_TARGET_MCP, contract);
    if (tool->listed.len == 0) {
        run->notes->failed = true;
        return;
    }
    /* Slim results have no schema, structured ones are objects: the eras agree. */
    tool->listed = mcp_describe(run, tool->listed, ptc_text_view(&description));
    tool->listed_legacy = tool->listed;
}

/* --- All of it ---------------------------------------------------------------------- */

static int mcp_order(const void *a, const void *b)
{
    const ptc_contract *const *left = a;
    const ptc_contract *const *right = b;

    return ptc_str_compare((*left)->name, (*right)->name);
}

/* A contract that is called like run_program; NULL: none is. */
static const ptc_contract *mcp_find_rival(const mcp_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        if (ptc_str_equal(run->functions[i]->name, ptc_str_of(mcp_program_name)))
            return run->functions[i];
    }
    return NULL;
}

/* Tools in the order of their names, run_program among them. */
static void mcp_add_all(mcp_run *run, ptcc_c_server_tool *tools)
{
    bool has_program = run->options->program != PTCC_PROGRAM_NONE;
    bool has_others = run->options->program != PTCC_PROGRAM_ONLY;
    size_t count = 0;

    for (size_t i = 0; i < run->count; i++) {
        if (has_program &&
            ptc_str_compare(ptc_str_of(mcp_program_name), run->functions[i]->name) < 0) {
            mcp_add_program(run, &tools[count++]);
            has_program = false;
        }
        if (has_others)
            mcp_add(run, &tools[count++], run->functions[i]);
    }
    if (has_program)
        mcp_add_program(run, &tools[count++]);
    run->out->tools = tools;
    run->out->tool_count = count;
}

/* Whether the file can be a server at all. */
static bool mcp_check(mcp_run *run, const ptc_contracts *contracts)
{
    const ptc_contract *rival = mcp_find_rival(run);

    if (run->count == 0)
        mcp_refuse(run, contracts->sources[0],
                   contracts->count > 0 ? contracts->items[contracts->count - 1].span
                                        : (ptc_span){0, 0},
                   "the file declares no function, and a server needs a tool",
                   "types are generated without --emit mcp; included functions are tools "
                   "of the file that declares them");
    else if (rival != NULL && run->options->program != PTCC_PROGRAM_NONE)
        mcp_refuse(run, rival->source, rival->span,
                   "run_program is the tool that --mcp-program adds",
                   "rename the function, or leave --mcp-program out");
    else
        return true;
    return false;
}

bool ptcc_gen_make_server(const ptcc_gen_run *run, const ptc_contracts *contracts,
                          ptcc_target_notes *notes, const ptc_target_options *target,
                          const ptcc_gen_functions *functions, ptcc_c_server *out)
{
    ptc_arena *arena = run->cli->arena;
    ptcc_c_server_tool *tools =
        ptc_arena_array(arena, functions->count + 1, sizeof *tools);
    mcp_run mcp = {.cli = run->cli,
                   .arena = arena,
                   .options = &run->options.server,
                   .notes = notes,
                   .target = target,
                   .count = functions->count,
                   .out = out};

    mcp.functions =
        ptc_arena_array(arena, functions->count + 1, sizeof(const ptc_contract *));
    if (tools == NULL || mcp.functions == NULL)
        return false;
    for (size_t i = 0; i < mcp.count; i++)
        mcp.functions[i] = functions->items[i];
    if (mcp.count > 1)
        qsort(mcp.functions, mcp.count, sizeof *mcp.functions, mcp_order);
    out->functions = mcp.functions;
    out->function_count = mcp.count;
    if (!mcp_check(&mcp, contracts))
        return true;
    if (run->options.server.name.len > 0)
        out->name = run->options.server.name;
    out->instructions = mcp_instructions(&mcp, run->instructions);
    mcp_add_all(&mcp, tools);
    return !arena->failed;
}

/* The tools as `ptcc convert --to mcp` writes them, and run_program. */
ptc_str ptcc_gen_list_tools(const ptcc_gen_run *run, const ptcc_c_server *server)
{
    ptc_arena *arena = run->cli->arena;
    ptc_json_error error;
    ptc_value value;
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_byte(&text, '[');
    for (size_t i = 0; i < server->tool_count; i++) {
        ptc_text_cstr(&text, i > 0 ? "," : "");
        ptc_text_str(&text, server->tools[i].listed);
    }
    ptc_text_byte(&text, ']');
    if (text.failed ||
        ptc_json_read(arena, text.ptr, text.len, NULL, &value, NULL, &error) != PTC_OK)
        return PTC_STR("");
    ptc_text_init(&text, arena);
    if (ptc_json_write(&text, &value, 2) != PTC_OK)
        return PTC_STR("");
    ptc_text_byte(&text, '\n');
    return ptc_text_view(&text);
}
