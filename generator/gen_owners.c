/* SPDX-License-Identifier: MIT */
/*
 * Owners: the files that a contract file includes, read as contract files themselves,
 * with the options that their pairs are generated with: those of --owner, else those of
 * the command line. What their headers declare is found when a file uses it.
 *
 * Documents that a JSON Schema refers to are none: which parts of them are types, and how
 * these are called, depends on what refers to them. Their types are written with those of
 * the schema, which is their owner where it is included itself.
 */
#include "contract/contract_int.h"
#include "generator/gen_int.h"
#include "generator/text/c_text.h"

/* --- Options -------------------------------------------------------------------------
 */

/* How an owner is generated. */
typedef struct owner_how {
    ptc_cli cli;    /* the command line that would do it */
    ptc_str header; /* ptr NULL: NAME.ptc.h */
} owner_how;

bool ptcc_gen_is_alone(const ptc_cli *cli, const ptc_contracts *contracts)
{
    const ptc_contract_options options = {.dialects = cli->dialects};
    ptc_contract_format format;
    ptc_str name;

    if (contracts->source_count <= 1)
        return true;
    name = contracts->sources[0]->name;
    if (ptc_agent_file_is(name) || ptc_chain_file_is(name) ||
        !ptc_contract_form(cli, &format))
        return false;
    return format == PTC_CONTRACT_BY_NAME
               ? ptc_contract_format_by_name(&options, name) == PTC_CONTRACT_JSON_SCHEMA
               : format == PTC_CONTRACT_JSON_SCHEMA;
}

/* Whether a path ends in the names of another: "src/people.sig" in "people.sig". */
static bool owner_is_called(ptc_str path, ptc_str name)
{
    size_t start = path.len - name.len;

    return name.len > 0 && name.len <= path.len &&
           memcmp(path.ptr + start, name.ptr, name.len) == 0 &&
           (start == 0 || path.ptr[start - 1] == '/');
}

/* Whether a --owner is for this file. */
static bool owner_is_for(const char *value, ptc_str path)
{
    return owner_is_called(path, ptc_str_make(value, strcspn(value, "=")));
}

/* What the last --owner for a file says, or NULL. */
static const char *owner_given(const ptc_cli *cli, ptc_str path)
{
    const char *found = NULL;

    for (size_t i = 0; i < cli->given_count; i++) {
        const char *value = cli->given[i].value;

        if (cli->given[i].option == PTC_OPTION_OWNER && owner_is_for(value, path))
            found = strchr(value, '=') + 1;
    }
    return found;
}

/* Whether a --owner is for a file that these contracts include. */
static bool owner_is_included(const ptc_cli *cli, const char *value,
                              const ptc_contracts *contracts)
{
    for (size_t i = 1; i < contracts->source_count; i++) {
        if (ptcc_gen_is_alone(cli, contracts))
            return false;
        if (owner_is_for(value, contracts->sources[i]->name))
            return true;
    }
    return false;
}

bool ptcc_gen_keep_sharing(ptc_cli *cli, const ptc_contracts *contracts)
{
    ptc_cli_given *given =
        ptc_arena_array(cli->arena, cli->given_count + 1, sizeof *given);
    size_t count = 0;

    if (given == NULL)
        return false;
    for (size_t i = 0; i < cli->given_count; i++) {
        ptc_cli_option option = cli->given[i].option;
        bool is_idle = option == PTC_OPTION_OWNER
                           ? !owner_is_included(cli, cli->given[i].value, contracts)
                           : option == PTC_OPTION_SELF_CONTAINED &&
                                 ptcc_gen_is_alone(cli, contracts);

        if (!is_idle)
            given[count++] = cli->given[i];
    }
    cli->given = given;
    cli->given_count = count;
    return true;
}

/* Whether an option is about the files of the command line and not about included ones.
 */
static bool owner_ignores(ptc_cli_option option)
{
    return option == PTC_OPTION_FROM || option == PTC_OPTION_COMPILED ||
           ptcc_is_server_option(option);
}

/* The options that included files share with those of the command line, as a note. An
 * included file may have no tools for a server. */
static ptc_str owner_common(const ptc_cli *cli)
{
    ptc_cli own = *cli;
    ptc_cli_given *given;
    ptc_text note;
    size_t count = 0;

    ptc_text_init(&note, cli->arena);
    if (ptcc_c_forms_need_tools(ptcc_c_forms_given(cli)) && !ptcc_gen_drop_forms(&own))
        return PTC_STR("");
    given = ptc_arena_array(cli->arena, own.given_count + 1, sizeof *given);
    if (given == NULL)
        return PTC_STR("");
    for (size_t i = 0; i < own.given_count; i++) {
        if (!owner_ignores(own.given[i].option))
            given[count++] = own.given[i];
    }
    own.given = given;
    own.given_count = count;
    ptcc_c_note_write(&note, &own, PTC_STR(""));
    return ptc_text_view(&note);
}

/* Takes `--header=NAME` out of the options. */
static ptc_str owner_take_header(ptc_arena *arena, ptc_str options, ptc_str *header)
{
    static const char word[] = "--header=";
    const size_t len = sizeof word - 1;
    ptc_text rest;

    ptc_text_init(&rest, arena);
    for (size_t at = 0; at < options.len;) {
        size_t end = at;

        while (end < options.len && options.ptr[end] != ' ')
            end++;
        if (end - at > len && memcmp(options.ptr + at, word, len) == 0) {
            *header = ptc_str_make(options.ptr + at + len, end - at - len);
        } else {
            ptc_text_bytes(&rest, options.ptr + at, end - at);
            ptc_text_byte(&rest, ' ');
        }
        at = end + 1;
    }
    return ptc_text_view(&rest);
}

static ptc_exit owner_refuse(const ptc_cli *cli, ptc_str path, const char *why)
{
    return ptc_cli_misuse(cli, "--owner for %.*s: %s", (int)path.len, path.ptr, why);
}

/* Finds how the pair of an included file is generated. */
static ptc_exit owner_find_how(const ptc_cli *cli, const ptc_source *source,
                               owner_how *out)
{
    const char *said = owner_given(cli, source->name);
    ptc_str note = said != NULL
                       ? owner_take_header(cli->arena, ptc_str_of(said), &out->header)
                       : owner_common(cli);
    ptc_cli_given *given = ptc_arena_array(cli->arena, note.len + 1, sizeof *given);
    size_t count = 0;
    ptc_str contract;

    if (given == NULL || cli->arena->failed)
        return ptc_cli_no_memory(cli);
    if (!ptcc_c_note_read(cli->arena, note, given, &count, &contract) ||
        contract.ptr != NULL)
        return cli->arena->failed
                   ? ptc_cli_no_memory(cli)
                   : owner_refuse(cli, source->name,
                                  "options are words such as --prefix=NAME, as in the "
                                  "second line of its header");
    out->cli = *cli;
    out->cli.given = given;
    out->cli.given_count = count;
    if (ptc_cli_has(&out->cli, PTC_OPTION_SELF_CONTAINED))
        return owner_refuse(cli, source->name,
                            "a file with --self-contained shares no types");
    if (!c_can_include(out->header.ptr != NULL ? out->header : PTC_STR("x")))
        return owner_refuse(
            cli, source->name,
            "the header's name contains characters that #include does not allow");
    return PTC_EXIT_OK;
}

/* --- Owners --------------------------------------------------------------------------
 */

/* Reads the file as what it is alone, with all its contracts. */
static ptc_exit owner_read(const ptc_contract_reader *reader, const owner_how *how,
                           const ptc_source *source, ptc_contracts *out)
{
    ptc_contract_options options = reader->options;
    ptc_diags diags;
    ptc_status status;
    ptc_exit verdict;

    if (!ptc_contract_form(&how->cli, &options.format))
        return PTC_EXIT_USAGE;
    ptc_diags_init(&diags, how->cli.arena);
    diags.source = source;
    status = ptc_contracts_read(how->cli.arena, source, &options, &diags, out);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(reader->cli);
    if (status == PTC_OK)
        return PTC_EXIT_OK; /* warnings are reported when the file itself is generated */
    verdict = ptc_cli_report(reader->cli, &diags);
    return verdict == PTC_EXIT_OK ? PTC_EXIT_INPUT : verdict;
}

/* The command that makes the pair of an owner, in its folder. */
static ptc_str owner_command(const owner_how *how, ptc_str name)
{
    ptc_arena *arena = how->cli.arena;
    ptc_cli cli = how->cli;
    ptc_cli_given *given = ptc_arena_array(arena, cli.given_count + 1, sizeof *given);
    const char **operand = ptc_arena_array(arena, 1, sizeof *operand);
    ptc_text out;

    ptc_text_init(&out, arena);
    if (given == NULL || operand == NULL)
        return PTC_STR("");
    for (size_t i = 0; i < cli.given_count; i++)
        given[i] = cli.given[i];
    given[cli.given_count] =
        how->header.ptr != NULL
            ? (ptc_cli_given){PTC_OPTION_HEADER, ptc_str_copy(arena, how->header).ptr}
            : (ptc_cli_given){PTC_OPTION_OUTPUT_DIR, "."};
    *operand = ptc_str_copy(arena, name).ptr;
    if (arena->failed)
        return PTC_STR("");
    cli.given = given;
    cli.given_count++;
    cli.operands = operand;
    cli.operand_count = 1;
    ptcc_c_command_write(&out, &cli);
    return ptc_text_view(&out);
}

/* What would be asked for if the owner's pair was made. */
static void owner_fill(ptcc_owner *owner, const owner_how *how)
{
    ptc_arena *arena = how->cli.arena;
    ptcc_c_request *request = &owner->request;
    const char *path = ptc_str_copy(arena, owner->source->name).ptr;
    ptc_str header = how->header;

    if (path == NULL)
        return;
    request->source_name = ptc_base_name(owner->source->name);
    request->stem = ptcc_gen_stem(&how->cli, path);
    if (header.ptr == NULL)
        header = C_JOIN(arena, request->stem, PTC_STR(".ptc.h"));
    request->header_name = ptc_base_name(header);
    request->include_name = C_JOIN(arena, request->options.include_prefix, header);
    ptcc_gen_note(&how->cli, path, request);
    owner->command = owner_command(how, request->source_name);
}

static ptc_exit owner_make(const ptc_contract_reader *reader, const ptc_source *source,
                           ptcc_owner *owner)
{
    ptc_arena *arena = reader->cli->arena;
    ptc_contracts *contracts = ptc_arena_array(arena, 1, sizeof *contracts);
    owner_how how;
    ptc_exit status;

    memset(&how, 0, sizeof how);
    owner->source = source;
    owner->request.contracts = contracts;
    if (contracts == NULL)
        return ptc_cli_no_memory(reader->cli);
    status = owner_find_how(reader->cli, source, &how);
    if (status == PTC_EXIT_OK && !ptcc_c_options_read(&how.cli, &owner->request.options))
        status = PTC_EXIT_USAGE;
    if (status == PTC_EXIT_OK)
        status = owner_read(reader, &how, source, contracts);
    if (status == PTC_EXIT_OK)
        owner->request.options.is_self_contained = ptcc_gen_is_alone(&how.cli, contracts);
    if (status == PTC_EXIT_OK && !ptcc_gen_keep_sharing(&how.cli, contracts))
        status = ptc_cli_no_memory(reader->cli);
    if (status == PTC_EXIT_OK)
        owner_fill(owner, &how);
    return status;
}

/* --- Those of a unit -----------------------------------------------------------------
 */

/* Whether the file declares a type that the including one may use. */
static bool owner_has_types(const ptc_contracts *contracts, const ptc_source *source)
{
    for (size_t i = 0; i < contracts->count; i++) {
        const ptc_contract *contract = &contracts->items[i];

        if (contract->is_included && contract->is_type && contract->source == source)
            return true;
    }
    return false;
}

/* Whether the types of a file are written with those of an owner that refers to it. */
static bool owner_is_covered(const ptcc_owner_list *owners, const ptc_source *source)
{
    for (size_t i = 0; i < owners->count; i++) {
        const ptcc_c_request *request = &owners->items[i]->request;

        for (size_t k = 1;
             request->options.is_self_contained && k < request->contracts->source_count;
             k++) {
            if (request->contracts->sources[k] == source)
                return true;
        }
    }
    return false;
}

static ptc_exit owner_find_included(ptcc_gen_run *run, const ptc_contract_reader *reader,
                                    const ptc_contracts *contracts, ptcc_owner_list *out);

/* Adds the owner of this file, and makes it if there is none yet, after the owners of the
 * files that it includes: contract files do not include each other in circles. */
static ptc_exit owner_add(ptcc_gen_run *run, const ptc_contract_reader *reader,
                          const ptc_source *source, ptcc_owner_list *out)
{
    ptc_arena *arena = run->cli->arena;
    ptcc_owner *owner = NULL;
    ptcc_owner **place;
    ptc_exit status = PTC_EXIT_OK;

    for (size_t i = 0; i < out->count; i++) {
        if (out->items[i]->source == source)
            return PTC_EXIT_OK;
    }
    for (size_t i = 0; i < run->owners.count; i++) {
        if (run->owners.items[i]->source == source)
            owner = run->owners.items[i];
    }
    if (owner == NULL) {
        owner = ptc_arena_array(arena, 1, sizeof *owner);
        if (owner == NULL)
            return ptc_cli_no_memory(run->cli);
        status = owner_make(reader, source, owner);
        if (status == PTC_EXIT_OK && !owner->request.options.is_self_contained)
            status = owner_find_included(run, reader, owner->request.contracts,
                                         &owner->included);
        owner->request.owners = owner->included.items;
        owner->request.owner_count = owner->included.count;
        place = PTC_ARENA_PUSH(arena, run->owners.items, run->owners.count,
                               run->owners.capacity);
        if (place == NULL)
            return ptc_cli_no_memory(run->cli);
        *place = owner;
    }
    place = PTC_ARENA_PUSH(arena, out->items, out->count, out->capacity);
    if (place == NULL)
        return ptc_cli_no_memory(run->cli);
    *place = owner;
    return status;
}

/* Of the files that a contract file includes. */
static ptc_exit owner_find_included(ptcc_gen_run *run, const ptc_contract_reader *reader,
                                    const ptc_contracts *contracts, ptcc_owner_list *out)
{
    ptc_exit status = PTC_EXIT_OK;

    for (size_t i = 1; i < contracts->source_count && status == PTC_EXIT_OK; i++) {
        if (owner_has_types(contracts, contracts->sources[i]) &&
            !owner_is_covered(out, contracts->sources[i]))
            status = owner_add(run, reader, contracts->sources[i], out);
    }
    return status;
}

/* Of the files whose declarations an agent has as signatures. */
static ptc_exit owner_find_declared(ptcc_gen_run *run, const ptc_contract_reader *reader,
                                    const ptcc_agents *agents, ptcc_owner_list *out)
{
    ptc_exit status = PTC_EXIT_OK;

    for (size_t i = 0; i < agents->contract_count; i++) {
        const ptcc_agent_declared *declared = &agents->declared[i];

        if (agents->roles[i] == PTCC_ROLE_TABLE)
            continue;
        if (status == PTC_EXIT_OK && declared->in != NULL)
            status = owner_add(run, reader, declared->in->source, out);
        if (status == PTC_EXIT_OK && declared->out != NULL)
            status = owner_add(run, reader, declared->out->source, out);
    }
    return status;
}

ptc_exit ptcc_gen_find_owners(ptcc_gen_run *run, const ptc_contract_reader *reader,
                              ptcc_gen_unit *unit)
{
    if (run->options.is_self_contained ||
        (unit->agents == NULL && ptcc_gen_is_alone(run->cli, &unit->contracts)))
        return PTC_EXIT_OK;
    return unit->agents != NULL
               ? owner_find_declared(run, reader, unit->agents, &unit->owners)
               : owner_find_included(run, reader, &unit->contracts, &unit->owners);
}

ptc_exit ptcc_gen_check_owners(const ptcc_gen_run *run)
{
    const ptc_cli *cli = run->cli;

    for (size_t i = 0; i < cli->given_count; i++) {
        bool is_used = cli->given[i].option != PTC_OPTION_OWNER;

        for (size_t k = 0; k < run->count && !is_used; k++)
            is_used =
                owner_is_included(cli, cli->given[i].value, &run->units[k].contracts);
        if (!is_used)
            return ptc_cli_misuse(cli, "--owner %s: nothing includes such a file",
                                  cli->given[i].value);
    }
    return PTC_EXIT_OK;
}

/* --- Two owners of one type -----------------------------------------------------------
 */

/* Says that another file of the command has declared the type. */
static void owner_report_twin(ptc_diags *diags, const ptc_contract *contract,
                              const ptc_contract *other)
{
    ptc_position at = ptc_source_position(other->source, other->span.start);
    ptc_diag *diag;

    diags->source = contract->source;
    diag = ptc_diag_add(
        diags, PTC_DIAG_GEN_COLLISION, contract->span,
        "type \"%s\" would be two types in C, this one and the one at %.*s:%zu:%zu",
        ptc_diag_quote(diags, contract->name), (int)other->source->name.len,
        other->source->name.ptr, at.line, at.column);
    ptc_diag_hint(diags, diag,
                  "declare it in one file that the others include; generate files of "
                  "different programs with separate commands, or with another --prefix");
}

/* Adds the types that the file of a unit declares itself; false when memory was refused.
 */
static bool owner_note_types(const ptcc_gen_unit *unit, ptcc_names *types,
                             ptc_diags *diags)
{
    for (size_t i = 0; i < unit->contracts.count; i++) {
        const ptc_contract *contract = &unit->contracts.items[i];
        ptcc_name *name;
        bool is_new;

        if (!contract->is_type || contract->is_included)
            continue;
        name = ptcc_names_add(
            types, c_ident(types->ids.arena, PTC_STR(""), contract->name), &is_new);
        if (name == NULL)
            return false;
        if (is_new)
            name->contract = contract;
        else if (name->contract->source != contract->source)
            owner_report_twin(diags, contract, name->contract);
    }
    return true;
}

ptc_exit ptcc_gen_check_types(const ptcc_gen_run *run)
{
    const ptc_cli *cli = run->cli;
    ptcc_names types;
    ptc_diags diags;

    if (run->options.is_self_contained || ptcc_c_is_static(&run->options))
        return PTC_EXIT_OK;
    ptcc_names_init(&types, cli->arena);
    ptc_diags_init(&diags, cli->arena);
    for (size_t i = 0; i < run->count; i++) {
        if (run->units[i].agents == NULL &&
            !owner_note_types(&run->units[i], &types, &diags))
            return ptc_cli_no_memory(cli);
    }
    return ptc_cli_report(cli, &diags);
}
