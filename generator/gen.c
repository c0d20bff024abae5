/* SPDX-License-Identifier: MIT */
/*
 * `ptcc gen`: contract files in, pairs of header and source out.
 *
 * All files are read and all texts are made before the first output is touched, so a run
 * with an error leaves everything as it was. [build-and-packaging 1]
 */
#include "contract/contract_int.h"
#include "generator/emit/agent.h"
#include "generator/gen_int.h"
#include "generator/text/c_text.h"

#include <ptc/agent_file.h>

/* --- Names ------------------------------------------------------------------------- */

static bool gen_cut(ptc_str *name, const char *ending)
{
    size_t len = strlen(ending);

    if (name->len <= len || memcmp(name->ptr + name->len - len, ending, len) != 0)
        return false;
    name->len -= len;
    return true;
}

/* What a file is called, standard input too. */
static ptc_str gen_shown_name(const ptc_cli *cli, const char *path)
{
    const char *named = ptc_cli_value(cli, PTC_OPTION_STDIN_NAME);

    if (strcmp(path, "-") == 0)
        return ptc_str_of(named != NULL ? named : "stdin");
    return ptc_str_of(path);
}

/* Cuts the ending of a dialect. */
static bool gen_cut_dialect(const ptc_cli *cli, ptc_str *name)
{
    for (size_t i = 0; cli->dialects != NULL && i < cli->dialects->count; i++) {
        const char *const *ending = cli->dialects->items[i]->endings;

        while (*ending != NULL && !gen_cut(name, *ending))
            ending++;
        if (*ending != NULL)
            return true;
    }
    return false;
}

ptc_str ptcc_gen_stem(const ptc_cli *cli, const char *path)
{
    static const char *const endings[] = {
        ".sig",        ".agent.edn",  ".chain.edn", ".malli.edn", ".edn", ".agent.json",
        ".chain.json", ".malli.json", ".json",      ".exs",       ".ex",  ".h"};
    ptc_str name = ptc_base_name(gen_shown_name(cli, path));

    if (gen_cut_dialect(cli, &name))
        return name;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (gen_cut(&name, endings[i]))
            break;
    }
    return name;
}

static ptc_str gen_in_folder(const ptc_cli *cli, const char *folder, ptc_str stem,
                             const char *ending)
{
    bool has_slash = *folder && folder[strlen(folder) - 1] == '/';

    return C_JOIN(cli->arena, ptc_str_of(folder), ptc_str_of(has_slash ? "" : "/"), stem,
                  ptc_str_of(ending));
}

/* The file that an option names, or one next to the source; ptr NULL if there is none. */
static ptc_str gen_name_beside(const ptc_cli *cli, const ptcc_gen_unit *unit,
                               ptc_cli_option option, const char *ending)
{
    const char *path = ptc_cli_value(cli, option);

    if (path != NULL || unit->source_path.ptr == NULL)
        return ptc_str_make(path, path != NULL ? strlen(path) : 0);
    return ptcc_beside_source(cli->arena, unit->source_path, ending);
}

static void gen_name_outputs(const ptc_cli *cli, const ptcc_server_options *server,
                             ptcc_gen_unit *unit)
{
    const char *folder = ptc_cli_value(cli, PTC_OPTION_OUTPUT_DIR);
    const char *header = ptc_cli_value(cli, PTC_OPTION_HEADER);
    const char *source = ptc_cli_value(cli, PTC_OPTION_SOURCE);

    if (folder != NULL) {
        ptc_str stem = ptcc_gen_stem(cli, unit->path);

        unit->header_path = gen_in_folder(cli, folder, stem, ".ptc.h");
        unit->source_path = gen_in_folder(cli, folder, stem, ".ptc.c");
    } else {
        unit->header_path = ptc_str_make(header, header != NULL ? strlen(header) : 0);
        unit->source_path = ptc_str_make(source, source != NULL ? strlen(source) : 0);
    }
    if (server->has_source)
        unit->server_path =
            gen_name_beside(cli, unit, PTC_OPTION_MCP_SOURCE, PTCC_SERVER_ENDING);
    if (server->has_json)
        unit->list_path =
            gen_name_beside(cli, unit, PTC_OPTION_MCP_JSON, PTCC_LIST_ENDING);
}

/* What the source includes: the header's base name, even when only the source is made. */
static ptc_str gen_header_name(const ptc_cli *cli, const ptcc_gen_unit *unit)
{
    ptc_str name = ptc_base_name(unit->source_path);

    if (unit->header_path.ptr != NULL)
        return ptc_base_name(unit->header_path);
    if (gen_cut(&name, ".c"))
        return C_JOIN(cli->arena, name, PTC_STR(".h"));
    return C_JOIN(cli->arena, ptcc_gen_stem(cli, unit->path), PTC_STR(".ptc.h"));
}

/* The base name of the source, even when only its header or its server is made. */
static ptc_str gen_source_name(const ptc_cli *cli, const ptcc_gen_unit *unit)
{
    ptc_str name = ptc_base_name(unit->header_path);

    if (unit->source_path.ptr != NULL)
        return ptc_base_name(unit->source_path);
    if (gen_cut(&name, ".h"))
        return C_JOIN(cli->arena, name, PTC_STR(".c"));
    return C_JOIN(cli->arena, ptcc_gen_stem(cli, unit->path), PTC_STR(".ptc.c"));
}

/* --- Steps ------------------------------------------------------------------------- */

static ptc_exit gen_check_usage(const ptc_cli *cli)
{
    static const struct {
        ptc_cli_option option;
        const char *fault;
    } files[] = {
        {PTC_OPTION_OUTPUT_DIR, "-o names no folder; `.` is the current one"},
        {PTC_OPTION_HEADER, "--header names no file"},
        {PTC_OPTION_SOURCE, "--source names no file"},
        {PTC_OPTION_DEPFILE, "--depfile names no file"},
        {PTC_OPTION_MAIN, "--main names no file"},
        {PTC_OPTION_MCP_SOURCE, "--mcp-source names no file"},
        {PTC_OPTION_MCP_JSON, "--mcp-json names no file"},
    };
    bool has_folder = ptc_cli_has(cli, PTC_OPTION_OUTPUT_DIR);
    bool has_pair =
        ptc_cli_has(cli, PTC_OPTION_HEADER) || ptc_cli_has(cli, PTC_OPTION_SOURCE) ||
        ptc_cli_has(cli, PTC_OPTION_MCP_SOURCE) || ptc_cli_has(cli, PTC_OPTION_MCP_JSON);

    if (cli->operand_count == 0)
        return ptc_cli_misuse(cli, "gen needs a file; `-` is standard input");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *value = ptc_cli_value(cli, files[i].option);

        if (value != NULL && *value == '\0')
            return ptc_cli_misuse(cli, "%s", files[i].fault);
        if (value != NULL && strcmp(value, "-") == 0)
            return ptc_cli_misuse(cli, "outputs are files; /dev/stdout prints one");
    }
    for (size_t i = 0; ptc_cli_has(cli, PTC_OPTION_COMPILED) && i < cli->operand_count;
         i++) {
        if (!ptc_agent_file_is(gen_shown_name(cli, cli->operands[i])))
            return ptc_cli_misuse(cli, "--compiled is for agents, and %s is not one",
                                  cli->operands[i]);
    }
    if (ptcc_gen_check_server(cli) != PTC_EXIT_OK)
        return PTC_EXIT_USAGE;
    if (ptc_cli_has(cli, PTC_OPTION_DUMP))
        return PTC_EXIT_OK; /* which writes no files */
    if (has_folder == has_pair)
        return ptc_cli_misuse(
            cli, "gen needs either -o DIR, or --header FILE and --source FILE");
    if (has_pair && cli->operand_count > 1)
        return ptc_cli_misuse(cli,
                              "--header and --source take one contract file; use -o DIR");
    return ptcc_gen_check_main(cli);
}

/* The files that an agent or a chain was read from; the first is its own. A lock and
 * its samples, if there are any, are the last. */
static bool gen_take_sources(const ptc_cli *cli, const ptc_source *own,
                             const ptc_str *files, size_t count, const ptc_locked *locked,
                             ptc_contracts *out)
{
    const ptc_source **sources = ptc_arena_array(cli->arena, count + 3, sizeof *sources);
    ptc_source *named = ptc_arena_array(cli->arena, count + 1, sizeof *named);

    if (sources == NULL || named == NULL)
        return false;
    sources[out->source_count++] = own;
    for (size_t i = 0; i < count; i++) {
        named[i].name = files[i];
        if (!ptc_str_equal(named[i].name, own->name))
            sources[out->source_count++] = &named[i];
    }
    if (locked->lock != NULL)
        sources[out->source_count++] = locked->lock;
    if (locked->samples != NULL)
        sources[out->source_count++] = locked->samples;
    out->sources = sources;
    return true;
}

/* Finds what an agent or a chain is made of, and its contracts. */
static bool gen_plan_agents(const ptc_cli *cli, const ptc_agent_operand *operand,
                            ptcc_gen_unit *unit)
{
    ptc_str stem = ptcc_gen_stem(cli, unit->path);
    ptcc_agents *agents = unit->agents;
    ptc_contracts *contracts = &unit->contracts;

    if (operand->chain != NULL
            ? !ptcc_chain_plan(cli->arena, operand->chain, stem, agents)
            : !ptcc_agents_plan(cli->arena, operand->agent, stem, unit->locked.compiled,
                                agents))
        return false;
    contracts->items = agents->contracts;
    contracts->count = agents->contract_count;
    return operand->chain != NULL
               ? gen_take_sources(cli, operand->chain->source, operand->chain->files,
                                  operand->chain->file_count, &unit->locked, contracts)
               : gen_take_sources(cli, operand->agent->source, operand->agent->files,
                                  operand->agent->file_count, &unit->locked, contracts);
}

/* The agent or chain of a unit, and the contracts that it is made of. */
static ptc_exit gen_read_agents(const ptc_cli *cli, ptc_contract_reader *reader,
                                ptcc_gen_unit *unit)
{
    ptc_agent_operand operand;
    ptc_exit verdict;

    unit->agents = ptc_arena_array(cli->arena, 1, sizeof *unit->agents);
    if (unit->agents == NULL)
        return ptc_cli_no_memory(cli);
    verdict = ptc_agent_reader_read(reader, unit->path, &operand);
    if (verdict == PTC_EXIT_OK && ptc_cli_has(cli, PTC_OPTION_COMPILED))
        verdict = ptc_lock_compile(cli, operand.agent,
                                   gen_shown_name(cli, unit->path).ptr, &unit->locked);
    if (verdict != PTC_EXIT_OK)
        return verdict;
    return gen_plan_agents(cli, &operand, unit) ? PTC_EXIT_OK : ptc_cli_no_memory(cli);
}

/* Reads every file, even after one with errors. */
static ptc_exit gen_read(ptcc_gen_run *run)
{
    ptc_contract_reader reader;
    ptc_exit worst = PTC_EXIT_OK;
    ptc_draft_watch watch = {ptcc_dump_draft, &run->dump};

    if (!ptc_contract_reader_init(&reader, run->cli))
        return PTC_EXIT_USAGE;
    if (run->dumps & PTCC_DUMP_DRAFT)
        reader.options.drafts = &watch;
    for (size_t i = 0; i < run->count; i++) {
        ptcc_gen_unit *unit = &run->units[i];
        ptc_exit status =
            ptc_cli_is_agent(run->cli, unit->path)
                ? gen_read_agents(run->cli, &reader, unit)
                : ptc_contract_reader_read(&reader, unit->path, &unit->contracts);

        worst = status > worst ? status : worst;
    }
    reader.options.drafts = NULL; /* what follows reads included files again */
    for (size_t i = 0; worst == PTC_EXIT_OK && i < run->count; i++)
        worst = ptcc_gen_find_owners(run, &reader, &run->units[i]);
    if (worst == PTC_EXIT_OK)
        worst = ptcc_gen_check_types(run);
    if (worst == PTC_EXIT_OK)
        worst = ptcc_gen_check_routes(run);
    return worst == PTC_EXIT_OK ? ptcc_gen_check_owners(run) : worst;
}

bool ptcc_gen_drop_forms(ptc_cli *cli)
{
    ptc_cli_given *given =
        ptc_arena_array(cli->arena, cli->given_count + 1, sizeof *given);
    size_t count = 0;

    if (given == NULL)
        return false;
    for (size_t i = 0; i < cli->given_count; i++) {
        if (!ptcc_c_is_form_option(cli->given[i].option))
            given[count++] = cli->given[i];
    }
    if (ptcc_c_forms_need_tools(ptcc_c_forms_given(cli)))
        given[count++] = (ptc_cli_given){.option = PTC_OPTION_TOOL_STUBS};
    cli->given = given;
    cli->given_count = count;
    return true;
}

void ptcc_gen_note(const ptc_cli *cli, const char *path, ptcc_c_request *request)
{
    ptc_str name = request->source_name;
    bool is_exact = ptc_str_equal(c_note(cli->arena, name), name);
    ptc_str shown = request->options.lines == PTCC_LINES_FULL ? ptc_str_of(path)
                    : is_exact                                ? PTC_STR("")
                                                              : name;
    ptc_cli plain = *cli;
    ptc_text note;

    ptc_text_init(&note, cli->arena);
    ptcc_c_note_write(&note, cli, shown);
    request->options_note = ptc_text_view(&note);
    ptc_text_init(&note, cli->arena);
    if (ptcc_gen_drop_forms(&plain))
        ptcc_c_note_write(&note, &plain, shown);
    request->pair_note = ptc_text_view(&note);
}

/* What is asked for of a unit. */
static ptcc_c_request gen_request(const ptcc_gen_run *run, const ptcc_gen_unit *unit)
{
    ptc_cli cli = *run->cli;
    ptcc_c_request request = {
        .options = run->options,
        .contracts = &unit->contracts,
        .agents = unit->agents,
        .source_name = unit->contracts.source_count > 0
                           ? ptc_base_name(unit->contracts.sources[0]->name)
                           : PTC_STR(""),
        .stem = ptcc_gen_stem(run->cli, unit->path),
        .header_name = gen_header_name(run->cli, unit),
        .owners = unit->owners.items,
        .owner_count = unit->owners.count,
        .passes = ptc_cli_watch_passes(run->cli),
    };

    if (unit->agents != NULL)
        request.options.has_tools = false;
    else if (ptcc_gen_is_alone(run->cli, &unit->contracts))
        request.options.is_self_contained = true;
    request.include_name =
        C_JOIN(run->cli->arena, run->options.include_prefix, request.header_name);
    request.server_source = C_JOIN(run->cli->arena, run->options.include_prefix,
                                   gen_source_name(run->cli, unit));
    if (ptcc_gen_keep_sharing(&cli, &unit->contracts))
        ptcc_gen_note(&cli, unit->path, &request);
    return request;
}

static ptc_exit gen_try(const ptc_cli *cli, const ptcc_c_request *request)
{
    ptc_diags diags;

    ptc_diags_init(&diags, cli->arena);
    if (ptcc_c_write(cli->arena, request, &diags, NULL) == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    return ptc_cli_report(cli, &diags);
}

/* Finds out what is in the way of a unit's pair. */
static ptc_exit gen_try_unit(const ptc_contract_reader *reader, ptcc_gen_unit *unit)
{
    ptcc_gen_run run = {.cli = reader->cli, .units = unit, .count = 1};
    ptc_exit status = ptcc_gen_find_owners(&run, reader, unit);
    ptcc_c_request request = {.contracts = &unit->contracts,
                              .agents = unit->agents,
                              .stem = ptcc_gen_stem(run.cli, unit->path),
                              .owners = unit->owners.items,
                              .owner_count = unit->owners.count};

    request.options.is_self_contained =
        unit->agents == NULL && ptcc_gen_is_alone(run.cli, &unit->contracts);
    request.header_name = C_JOIN(run.cli->arena, request.stem, PTC_STR(".ptc.h"));
    request.include_name = request.header_name;
    if (status == PTC_EXIT_OK)
        status = ptcc_gen_check_routes(&run);
    return status == PTC_EXIT_OK ? gen_try(run.cli, &request) : status;
}

ptc_exit ptcc_gen_try(const ptc_contract_reader *reader, const char *path,
                      const ptc_contracts *contracts)
{
    ptcc_gen_unit unit = {.path = path, .contracts = *contracts};

    return contracts->count > 0 ? gen_try_unit(reader, &unit) : PTC_EXIT_OK;
}

ptc_exit ptcc_gen_try_agents(const ptc_contract_reader *reader, const char *path,
                             const ptc_agent_operand *operand)
{
    ptcc_agents agents;
    ptcc_gen_unit unit = {.path = path, .agents = &agents};

    return gen_plan_agents(reader->cli, operand, &unit) ? gen_try_unit(reader, &unit)
                                                        : ptc_cli_no_memory(reader->cli);
}

static ptc_exit gen_dump(ptcc_gen_run *run)
{
    ptc_exit status = gen_read(run);

    for (size_t i = 0; status == PTC_EXIT_OK && i < run->count; i++) {
        ptcc_c_request request = gen_request(run, &run->units[i]);

        status = ptcc_dump_unit(run, &run->units[i], &request);
    }
    if (status == PTC_EXIT_USAGE)
        return status;
    return ptc_cli_print(run->cli, &run->dump) ? status : PTC_EXIT_USAGE;
}

/* Makes the texts of a unit, which become outputs. */
static ptc_exit gen_write_unit(ptcc_gen_run *run, const ptcc_gen_unit *unit)
{
    const ptc_cli *cli = run->cli;
    ptcc_c_request request = gen_request(run, unit);
    ptcc_c_files files;
    ptc_diags diags;
    ptc_status status;
    ptc_exit reported = ptcc_gen_emit(run, unit, &request);

    if (reported != PTC_EXIT_OK)
        return reported;
    ptc_diags_init(&diags, cli->arena);
    status = ptcc_c_write(cli->arena, &request, &diags, &files);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    reported = ptc_cli_report(cli, &diags);
    if (reported != PTC_EXIT_OK)
        return reported;
    if (status != PTC_OK) {
        ptc_cli_say(cli, "%s: internal error: %.*s", unit->path, (int)files.error.len,
                    files.error.ptr);
        return PTC_EXIT_USAGE;
    }
    if (unit->header_path.ptr != NULL)
        ptcc_output_add(&run->outputs, unit->header_path, files.header.first);
    if (unit->source_path.ptr != NULL)
        ptcc_output_add(&run->outputs, unit->source_path, files.source.first);
    if (unit->server_path.ptr != NULL)
        ptcc_output_add(&run->outputs, unit->server_path, files.server.first);
    if (unit->list_path.ptr != NULL)
        ptcc_output_add_text(&run->outputs, unit->list_path,
                             ptcc_gen_list_tools(run, request.server));
    return ptcc_gen_write_main(run, request.source_name, request.include_name)
               ? PTC_EXIT_OK
               : ptc_cli_no_memory(run->cli);
}

/* Standard input is not a file, unless the command line names it as one. */
static bool gen_is_file(const ptc_cli *cli, const ptcc_gen_unit *unit)
{
    return strcmp(unit->path, "-") != 0 || ptc_cli_has(cli, PTC_OPTION_STDIN_NAME);
}

/* Every file that was read, in order of first use by each contract file. */
static ptc_exit gen_list_sources(ptcc_gen_run *run)
{
    size_t count = 0;

    for (size_t i = 0; i < run->count; i++)
        count += run->units[i].contracts.source_count;
    run->sources = ptc_arena_array(run->cli->arena, count + 1, sizeof *run->sources);
    if (run->sources == NULL)
        return ptc_cli_no_memory(run->cli);
    for (size_t i = 0; i < run->count; i++) {
        const ptc_contracts *contracts = &run->units[i].contracts;

        for (size_t s = !gen_is_file(run->cli, &run->units[i]);
             s < contracts->source_count; s++)
            run->sources[run->source_count++] = contracts->sources[s]->name;
    }
    if (run->options.server.instructions != NULL)
        run->sources[run->source_count++] = ptc_str_of(run->options.server.instructions);
    return PTC_EXIT_OK;
}

/* The rule over all outputs and all files read; it is an output like the others. */
static ptc_exit gen_write_depfile(ptcc_gen_run *run)
{
    const char *path = ptc_cli_value(run->cli, PTC_OPTION_DEPFILE);
    ptc_text rule;

    if (path == NULL || ptc_cli_has(run->cli, PTC_OPTION_CHECK))
        return PTC_EXIT_OK;
    if (run->outputs.failed || run->cli->arena->failed) /* names may be empty */
        return ptc_cli_no_memory(run->cli);
    ptc_text_init(&rule, run->cli->arena);
    if (!ptcc_depfile_write(&rule, &run->outputs, run->sources, run->source_count))
        return PTC_EXIT_USAGE;
    ptcc_output_add_text(&run->outputs, ptc_str_of(path), ptc_text_view(&rule));
    return PTC_EXIT_OK;
}

static ptc_exit gen_list_outputs(const ptcc_gen_run *run)
{
    ptc_text out;

    ptc_text_init(&out, run->cli->arena);
    for (size_t i = 0; i < run->count; i++) {
        const ptcc_gen_unit *unit = &run->units[i];
        const ptc_str paths[] = {unit->header_path, unit->source_path, unit->server_path,
                                 unit->list_path};

        for (size_t k = 0; k < sizeof paths / sizeof paths[0]; k++) {
            if (paths[k].ptr == NULL)
                continue;
            ptc_text_str(&out, paths[k]);
            ptc_text_byte(&out, '\n');
        }
    }
    if (ptc_cli_has(run->cli, PTC_OPTION_MAIN)) {
        ptc_text_cstr(&out, ptc_cli_value(run->cli, PTC_OPTION_MAIN));
        ptc_text_byte(&out, '\n');
    }
    ptc_cli_print(run->cli, &out);
    return PTC_EXIT_OK; /* a failed write is reported when stdout is flushed */
}

/* Takes the options and names the outputs. */
static ptc_exit gen_start(ptcc_gen_run *run, const ptc_cli *cli)
{
    ptc_exit status = gen_check_usage(cli);

    memset(run, 0, sizeof *run);
    run->cli = cli;
    ptc_text_init(&run->dump, cli->arena);
    if (status != PTC_EXIT_OK)
        return status;
    if (!ptcc_dump_take(cli, &run->dumps) || !ptcc_c_options_read(cli, &run->options))
        return PTC_EXIT_USAGE;
    status = ptcc_gen_check_emit(run);
    if (status != PTC_EXIT_OK)
        return status;
    ptcc_outputs_init(&run->outputs, cli);
    run->count = cli->operand_count;
    run->units = ptc_arena_array(cli->arena, run->count, sizeof *run->units);
    if (run->units == NULL)
        return ptc_cli_no_memory(cli);
    for (size_t i = 0; i < run->count; i++) {
        ptc_str header;

        run->units[i].path = cli->operands[i];
        gen_name_outputs(cli, &run->options.server, &run->units[i]);
        header = gen_header_name(cli, &run->units[i]);
        if (!c_can_include(header))
            return ptc_cli_misuse(cli,
                                  "the header's name contains characters that #include "
                                  "does not allow: %.*s",
                                  (int)header.len, header.ptr);
    }
    return cli->arena->failed ? ptc_cli_no_memory(cli) : PTC_EXIT_OK;
}

static ptc_exit gen_make(ptcc_gen_run *run)
{
    ptc_exit status = ptcc_gen_read_instructions(run);

    if (status == PTC_EXIT_OK)
        status = gen_read(run);
    for (size_t i = 0; status == PTC_EXIT_OK && i < run->count; i++)
        status = gen_write_unit(run, &run->units[i]);
    if (status == PTC_EXIT_OK)
        status = gen_list_sources(run);
    if (status == PTC_EXIT_OK)
        status = gen_write_depfile(run);
    if (status != PTC_EXIT_OK)
        return status;
    return ptcc_outputs_keep_apart(&run->outputs) ? PTC_EXIT_OK : PTC_EXIT_USAGE;
}

ptc_exit ptcc_gen_check_command(const ptc_cli *cli)
{
    ptcc_gen_run run;

    return gen_start(&run, cli);
}

ptc_exit ptcc_gen_make(ptcc_gen_run *run, const ptc_cli *cli)
{
    ptc_exit status = gen_start(run, cli);

    return status == PTC_EXIT_OK ? gen_make(run) : status;
}

ptc_exit ptcc_gen_compare(ptcc_gen_run *run)
{
    static const char *const diffs[] = {PTC_WORDS_DIFF};
    int diff = ptc_cli_choice(run->cli, PTC_OPTION_DIFF, diffs, 2);
    ptc_text fix;

    if (diff < 0)
        return PTC_EXIT_USAGE;
    ptc_text_init(&fix, run->cli->arena);
    ptcc_c_command_write(&fix, run->cli);
    if (fix.failed)
        return ptc_cli_no_memory(run->cli);
    return ptcc_outputs_check(&run->outputs, ptc_text_view(&fix), diff == 1);
}

ptc_exit ptcc_gen(const ptc_cli *cli)
{
    ptcc_gen_run run;
    ptc_exit status;

    if (ptc_cli_has(cli, PTC_OPTION_WATCH))
        return ptcc_gen_watch(cli);
    status = gen_start(&run, cli);
    if (status != PTC_EXIT_OK)
        return status;
    if (run.dumps != 0)
        return gen_dump(&run);
    if (ptc_cli_has(cli, PTC_OPTION_LIST_OUTPUTS))
        return gen_list_outputs(&run);
    status = gen_make(&run);
    if (status != PTC_EXIT_OK)
        return status;
    if (ptc_cli_has(cli, PTC_OPTION_CHECK))
        return ptcc_gen_compare(&run);
    return ptcc_outputs_write(&run.outputs, ptc_cli_has(cli, PTC_OPTION_ALWAYS_WRITE));
}
