/* SPDX-License-Identifier: MIT */
/* Contract files for the commands: read with includes, diagnosed, and one contract
 * chosen. */
#include "contract/contract_int.h"
#include "files/files_int.h"
#include "tool/common/common_int.h"
#include "tool/common/place.h"

#include <ptc/agent_file.h>

static bool has_ending(const char *name, const char *ending)
{
    size_t len = strlen(name);
    size_t ending_len = strlen(ending);

    return len >= ending_len && strcmp(name + len - ending_len, ending) == 0;
}

/* Names are those of the grammar. [validation 15] */
static bool check_name(const ptc_cli *cli, const char *option, const char *example,
                       ptc_str name)
{
    bool is_name = name.len > 0 && strspn(name.ptr, "0123456789-") == 0;

    for (size_t i = 0; i < name.len; i++)
        is_name = is_name && strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                    "0123456789_-",
                                    name.ptr[i]) != NULL;
    if (!is_name)
        ptc_cli_misuse(cli, "--%s needs a name such as %s, not \"%.*s\"", option, example,
                       (int)name.len, name.ptr);
    return is_name;
}

/* A registered type must not have the name of a built-in one. */
static bool check_type_name(const ptc_cli *cli, ptc_str name)
{
    static const char *const words[] = {
#define PTC_TYPE(constant, word, head) word, head,
#include <ptc/types.def>
#undef PTC_TYPE
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (ptc_str_equal(name, ptc_str_of(words[i]))) {
            ptc_cli_misuse(cli, "--type cannot register \"%.*s\": it is a built-in type",
                           (int)name.len, name.ptr);
            return false;
        }
    }
    return true;
}

/* The name in NAME or NAME=FUNCTION; the generator uses the function. */
static ptc_str given_name(const ptc_cli_given *given)
{
    return ptc_str_make(given->value, strcspn(given->value, "="));
}

static bool check_types(const ptc_cli *cli)
{
    for (size_t i = 0; i < cli->given_count; i++) {
        const ptc_cli_given *given = &cli->given[i];

        if (given->option == PTC_OPTION_TYPE &&
            !(check_name(cli, "type", "email", given_name(given)) &&
              check_type_name(cli, given_name(given))))
            return false;
        if (given->option == PTC_OPTION_DECODER &&
            !check_name(cli, "decoder", "trim", given_name(given)))
            return false;
    }
    return true;
}

/* The names that an option declares. */
static bool collect_names(const ptc_cli *cli, ptc_cli_option option, ptc_type_names *out)
{
    ptc_str *names = ptc_arena_array(cli->arena, cli->given_count, sizeof *names);

    if (names == NULL)
        return false;
    out->names = names;
    for (size_t i = 0; i < cli->given_count; i++) {
        if (cli->given[i].option == option)
            names[out->count++] = given_name(&cli->given[i]);
    }
    return true;
}

/* The operations that --operation names. */
static bool collect_operations(ptc_contract_reader *reader)
{
    const ptc_cli *cli = reader->cli;
    ptc_str *names = ptc_arena_array(cli->arena, cli->given_count, sizeof *names);

    if (names == NULL)
        return false;
    reader->options.operations = names;
    for (size_t i = 0; i < cli->given_count; i++) {
        if (cli->given[i].option == PTC_OPTION_OPERATION)
            names[reader->options.operation_count++] = ptc_str_of(cli->given[i].value);
    }
    return true;
}

/* Notes a file that is read, which must not be written. */
static bool note_file(const char *path, int file, void *user)
{
    if (file < 0)
        ptc_place_miss(user, path);
    if (file < 0)
        return true;
    return ptc_place_read(user, path, file);
}

/* Reports the folder that does not exist. */
static void refuse_folders(const ptc_cli *cli, const ptc_files_options *options)
{
    for (size_t i = 0; i < options->reference_count; i++) {
        ptc_files_options one = {.struct_size = sizeof one,
                                 .root = options->references[i].folder};
        ptc_files *files;

        if (ptc_files_make(cli->arena, &one, &files) == PTC_ERROR_ARGUMENT) {
            ptc_cli_misuse(cli, "--ref-root: there is no folder \"%s\"",
                           options->references[i].folder);
            return;
        }
    }
    ptc_cli_misuse(cli, "--root: there is no folder \"%s\"", options->root);
}

/* The folders for addresses; false after a message. */
static bool collect_references(const ptc_cli *cli, ptc_files_options *options)
{
    ptc_reference_root *roots =
        ptc_arena_array(cli->arena, cli->given_count, sizeof *roots);

    for (size_t i = 0; i < cli->given_count && roots != NULL; i++) {
        ptc_str given = ptc_str_of(cli->given[i].value);
        const char *sign;

        if (cli->given[i].option != PTC_OPTION_REF_ROOT)
            continue;
        sign = strrchr(cli->given[i].value, '=');
        if (sign == NULL || sign == given.ptr || sign[1] == '\0') {
            ptc_cli_misuse(cli, "--ref-root %s: write it as URI=DIR", given.ptr);
            return false;
        }
        roots[options->reference_count].address =
            ptc_str_copy(cli->arena, ptc_str_make(given.ptr, (size_t)(sign - given.ptr)))
                .ptr;
        if (roots[options->reference_count].address == NULL)
            roots = NULL;
        else
            roots[options->reference_count++].folder = sign + 1;
    }
    options->references = roots;
    if (roots == NULL)
        ptc_cli_no_memory(cli);
    return roots != NULL;
}

/* The folders in which files that contracts name are looked for. */
static bool open_files(ptc_contract_reader *reader)
{
    const ptc_cli *cli = reader->cli;
    const char **folders = ptc_arena_array(cli->arena, cli->given_count, sizeof *folders);
    ptc_files_options options = {.struct_size = sizeof options, .folders = folders};
    ptc_files *files;
    ptc_status status = PTC_ERROR_MEMORY;

    if (!collect_references(cli, &options))
        return false;
    options.root = ptc_cli_value(cli, PTC_OPTION_ROOT);
    for (size_t i = 0; i < cli->given_count && folders != NULL; i++) {
        if (cli->given[i].option == PTC_OPTION_INCLUDE)
            folders[options.folder_count++] = cli->given[i].value;
    }
    if (folders != NULL)
        status = ptc_files_make(cli->arena, &options, &files);
    if (status == PTC_ERROR_ARGUMENT)
        refuse_folders(cli, &options);
    else if (status != PTC_OK)
        ptc_cli_no_memory(cli);
    else
        reader->options.user = files;
    if (status == PTC_OK)
        ptc_files_watch(files, note_file, (void *)(uintptr_t)cli);
    return status == PTC_OK;
}

/* Forms of contracts that both commands read. */
/* ORDER PTC_WORDS_FROM */
static const ptc_contract_format contract_forms[] = {
    PTC_CONTRACT_BY_NAME, PTC_CONTRACT_SIG, PTC_CONTRACT_MALLI_EDN,
    PTC_CONTRACT_JSON_SCHEMA};
#define CONTRACT_FORMS ((int)(sizeof contract_forms / sizeof contract_forms[0]))
enum { CONTRACT_FORMS_MAX = 16 };

/* Whether a word, or NULL, is one of the forms that ptcc alone reads. */
static bool is_form_of_ptcc(const char *word)
{
    static const char *const words[] = {PTC_WORDS_FROM_OF_PTCC};

    for (size_t i = 0; word != NULL && i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) == 0)
            return true;
    }
    return false;
}

bool ptc_contract_form(const ptc_cli *cli, ptc_contract_format *out)
{
    const char *words[CONTRACT_FORMS_MAX] = {PTC_WORDS_FROM};
    int count = CONTRACT_FORMS;
    int form;

    for (size_t i = 0; cli->dialects != NULL && i < cli->dialects->count; i++)
        words[count++] = cli->dialects->items[i]->name;
    if (cli->dialects == NULL && is_form_of_ptcc(ptc_cli_value(cli, PTC_OPTION_FROM))) {
        ptc_cli_misuse(
            cli,
            "--from %s: only ptcc reads that; convert it first: ptcc convert --to malli",
            ptc_cli_value(cli, PTC_OPTION_FROM));
        return false;
    }
    form = ptc_cli_choice(cli, PTC_OPTION_FROM, words, count);
    if (form >= 0 && form < CONTRACT_FORMS)
        *out = contract_forms[form];
    else if (form >= 0)
        *out = (ptc_contract_format)(PTC_CONTRACT_DIALECT + (form - CONTRACT_FORMS));
    return form >= 0;
}

bool ptc_contract_reader_init(ptc_contract_reader *reader, const ptc_cli *cli)
{
    static const char *const ways[] = {PTC_WORDS_FORMATS};
    static const char *const versions[] = {"", PTC_WORDS_BRIMLEY_COMPAT};
    int marks = ptc_cli_choice(cli, PTC_OPTION_FORMATS, ways, 2);
    int version = ptc_cli_choice(cli, PTC_OPTION_BRIMLEY_COMPAT, versions, 2);
    ptc_contract_format format = PTC_CONTRACT_BY_NAME;

    memset(reader, 0, sizeof *reader);
    if (!ptc_contract_form(cli, &format) || marks < 0 || version < 0 || !check_types(cli))
        return false;
    reader->cli = cli;
    if (!open_files(reader))
        return false;
    if (!collect_names(cli, PTC_OPTION_TYPE, &reader->types) ||
        !collect_names(cli, PTC_OPTION_DECODER, &reader->decoders) ||
        !collect_operations(reader)) {
        ptc_cli_no_memory(cli);
        return false;
    }
    reader->options.struct_size = sizeof reader->options;
    reader->options.format = format;
    reader->options.dialects = cli->dialects;
    reader->options.brimley_compat = version == 1;
    reader->options.result_unions = ptc_cli_has(cli, PTC_OPTION_RESULT_UNIONS);
    reader->options.load = ptc_files_load;
    reader->options.load_fault = ptc_files_fault;
    reader->options.read = &reader->read;
    reader->read.struct_size = sizeof reader->read;
    reader->read.types = &reader->types;
    reader->read.decoders = &reader->decoders;
    reader->read.lint = ptc_cli_has(cli, PTC_OPTION_LINT);
    reader->options.refer = ptc_files_refer;
    reader->options.passes = ptc_cli_watch_passes(cli);
    reader->read.lenient = ptc_cli_has(cli, PTC_OPTION_LENIENT);
    reader->read.json_implied_types = ptc_cli_has(cli, PTC_OPTION_IMPLIED_TYPES);
    reader->read.json_annotate_format = marks == 1;
    return ptc_cli_size(cli, PTC_OPTION_MEMORY_CAP, SIZE_MAX, &reader->read.memory_cap);
}

/* The name of a file or of standard input. */
static ptc_str operand_name(const ptc_cli *cli, const char *path)
{
    const char *name = ptc_cli_value(cli, PTC_OPTION_STDIN_NAME);

    return ptc_str_of(strcmp(path, "-") == 0 && name != NULL ? name : path);
}

/* Endings of forms that only ptcc reads, for a message of the other command. Endings of
 * other things (.py, .h) need none. */
static bool is_of_ptcc(ptc_str name)
{
    static const char *const endings[] = {".brimley.yaml", ".brimley.yml",
                                          ".brimley.json", ".entity.yaml",
                                          ".entity.yml",   ".entity.json"};

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (has_ending(name.ptr, endings[i]))
            return true;
    }
    return false;
}

/* Whether the ending, if there is one, is that of a known form. */
static bool check_ending(const ptc_contract_reader *reader, const char *path)
{
    ptc_str name = operand_name(reader->cli, path);

    if (reader->cli->dialects == NULL && is_of_ptcc(name)) {
        ptc_cli_misuse(reader->cli,
                       "%s: only ptcc reads Brimley definitions; convert it first: ptcc "
                       "convert --to malli",
                       name.ptr);
        return false;
    }
    if (reader->options.format == PTC_CONTRACT_BY_NAME &&
        ptc_cli_is_agent(reader->cli, path)) {
        ptc_cli_misuse(reader->cli, "%s: this is an agent; %s takes contracts", name.ptr,
                       ptc_cli_verbs[reader->cli->verb].name);
        return false;
    }
    if (reader->options.format != PTC_CONTRACT_BY_NAME || ptc_contract_has_ending(name) ||
        ptc_contract_format_by_name(&reader->options, name) >= PTC_CONTRACT_DIALECT ||
        (name.ptr == path && !ptc_file_has_ending(path)))
        return true;
    ptc_cli_misuse(reader->cli,
                   "%s: contracts end in .sig, .edn, .malli.edn, .malli.json or .json; "
                   "say what this is with --from",
                   name.ptr);
    return false;
}

ptc_exit ptc_contract_reader_read(ptc_contract_reader *reader, const char *path,
                                  ptc_contracts *out)
{
    const ptc_cli *cli = reader->cli;
    ptc_source *source = ptc_arena_array(cli->arena, 1, sizeof *source);
    ptc_contract_options options = reader->options;
    ptc_diags diags;
    ptc_status status;
    ptc_exit verdict;

    if (source == NULL)
        return ptc_cli_no_memory(cli);
    if (!check_ending(reader, path) || !ptc_file_read(cli, path, PTC_SOURCE_MAX, source))
        return PTC_EXIT_USAGE;
    if (options.format == PTC_CONTRACT_MALLI_EDN && has_ending(path, ".json"))
        options.format = PTC_CONTRACT_MALLI_JSON;
    ptc_diags_init(&diags, cli->arena);
    diags.source = source;
    status = ptc_contracts_read(cli->arena, source, &options, &diags, out);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    verdict = ptc_cli_report(cli, &diags);
    if (status != PTC_OK && verdict == PTC_EXIT_OK)
        return PTC_EXIT_INPUT;
    return verdict;
}

ptc_status ptc_contract_read_text(const ptc_contract_reader *reader, ptc_arena *arena,
                                  const ptc_source *source, ptc_diags *diags,
                                  ptc_contracts *out)
{
    ptc_contract_options options = reader->options;
    ptc_status status;

    options.format = PTC_CONTRACT_JSON_SCHEMA;
    options.load = NULL;
    status = ptc_contracts_read(arena, source, &options, diags, out);
    if (status != PTC_OK || out->count > 0)
        return status;
    ptc_diag_add(diags, PTC_DIAG_JSON_SCHEMA_VALUE, (ptc_span){0, 0},
                 "the document has no schema, no tool and no operation");
    return PTC_ERROR_SYNTAX;
}

bool ptc_cli_is_agent(const ptc_cli *cli, const char *path)
{
    ptc_str name = operand_name(cli, path);

    return ptc_agent_file_is(name) || ptc_chain_file_is(name);
}

ptc_exit ptc_agent_reader_read(ptc_contract_reader *reader, const char *path,
                               ptc_agent_operand *out)
{
    const ptc_cli *cli = reader->cli;
    ptc_source *source = ptc_arena_array(cli->arena, 1, sizeof *source);
    ptc_agent_files files = {.struct_size = sizeof files,
                             .load = reader->options.load,
                             .user = reader->options.user,
                             .types = &reader->types,
                             .decoders = &reader->decoders,
                             .load_fault = reader->options.load_fault,
                             .lint = reader->read.lint,
                             .memory_cap = reader->read.memory_cap};
    ptc_diags diags;
    ptc_status status;

    *out = (ptc_agent_operand){NULL, NULL};
    if (source == NULL)
        return ptc_cli_no_memory(cli);
    if (!ptc_file_read(cli, path, PTC_SOURCE_MAX, source))
        return PTC_EXIT_USAGE;
    ptc_diags_init(&diags, cli->arena);
    if (ptc_chain_file_is(operand_name(cli, path)))
        status = ptc_chain_file_read(cli->arena, source, &files, &diags, &out->chain);
    else
        status = ptc_agent_file_read(cli->arena, source, &files, &diags, &out->agent);
    return status == PTC_ERROR_MEMORY ? ptc_cli_no_memory(cli)
                                      : ptc_cli_report(cli, &diags);
}

/* Prints the names of the contracts in the file. */
static void say_names(const ptc_cli *cli, const ptc_contracts *contracts, const char *why)
{
    ptc_text names;

    ptc_text_init(&names, cli->arena);
    for (size_t i = 0; i < contracts->count; i++) {
        if (contracts->items[i].is_included)
            continue;
        ptc_text_cstr(&names, names.len ? ", " : "");
        ptc_text_str(&names, contracts->items[i].name);
    }
    ptc_cli_say(cli, "%s%s%s", why, names.len > 0 ? "; it has: " : "",
                names.failed ? "" : names.ptr);
}

/* Of the contracts of a JSON Schema, the one that uses the others as definitions: that of
 * the whole file, or its only tool. NULL when there is none. */
static const ptc_contract *choose_main(const ptc_contracts *contracts)
{
    const ptc_contract *found = NULL;
    size_t functions = 0;

    for (size_t i = 0; i < contracts->count; i++) {
        const ptc_contract *contract = &contracts->items[i];

        if (contract->is_included)
            continue;
        if (contract->span.end == 0)
            return contract;
        if (contract->is_type ||
            ptc_contract_format_of(contract->source->name) != PTC_CONTRACT_JSON_SCHEMA)
            continue;
        found = contract;
        functions++;
    }
    return functions == 1 ? found : NULL;
}

const ptc_contract *ptc_contract_choose(const ptc_cli *cli,
                                        const ptc_contracts *contracts, const char *path,
                                        const char *name)
{
    const ptc_contract *found = NULL;
    size_t count = 0;
    ptc_text why;

    if (name != NULL) {
        found = ptc_contracts_find(contracts, ptc_str_of(name));
        count = found != NULL;
    } else {
        for (size_t i = 0; i < contracts->count; i++) {
            if (!contracts->items[i].is_included) {
                found = &contracts->items[i];
                count++;
            }
        }
    }
    if (count > 1 && choose_main(contracts) != NULL)
        return choose_main(contracts);
    if (count == 1)
        return found;
    ptc_text_init(&why, cli->arena);
    ptc_text_cstr(&why, ptc_file_name(cli, path));
    if (name != NULL) {
        ptc_text_cstr(&why, " has no contract ");
        ptc_text_cstr(&why, name);
    } else {
        ptc_text_cstr(&why, count ? " has several contracts, name one with --contract"
                                  : " has no contract");
    }
    say_names(cli, contracts, why.failed ? path : why.ptr);
    return NULL;
}
