/* SPDX-License-Identifier: MIT */
/* The options `ptcc gen --mcp-*` about an MCP server, and the names of its files. [mcp
 * 1] */
#include "generator/emit/options.h"
#include "generator/text/c_text.h"

enum {
    SERVER_SESSIONS = 64,         /* most */
    SERVER_DESCRIPTION = 4000,    /* characters of that of run_program, unless said */
    SERVER_DESCRIPTION_MIN = 200, /* its head alone takes as many, or more */
    SERVER_DESCRIPTION_MAX = 100000,
};

bool ptcc_is_server_option(ptc_cli_option option)
{
    return option >= PTC_OPTION_MCP_SOURCE && option <= PTC_OPTION_MCP_DESCRIPTION;
}

ptc_str ptcc_beside_source(ptc_arena *arena, ptc_str source, const char *ending)
{
    static const char *const endings[] = {".ptc.c", ".c"};

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t len = strlen(endings[i]);

        if (source.len > len &&
            memcmp(source.ptr + source.len - len, endings[i], len) == 0) {
            source.len -= len;
            break;
        }
    }
    return C_JOIN(arena, source, ptc_str_of(ending));
}

/* A server that was not asked for has no options, nor has a tool that it does not have.
 */
static bool server_check(const ptc_cli *cli, const ptcc_server_options *server)
{
    for (size_t i = 0; i < cli->given_count; i++) {
        ptc_cli_option option = cli->given[i].option;
        bool is_of_program = option == PTC_OPTION_MCP_RESULT ||
                             option == PTC_OPTION_MCP_SESSIONS ||
                             option == PTC_OPTION_MCP_DESCRIPTION;
        const char *wanted = NULL;

        if (!ptcc_is_server_option(option))
            continue;
        if (option == PTC_OPTION_MCP_JSON && !server->has_json)
            wanted = "--emit mcp-json";
        else if (!server->has_source &&
                 (option == PTC_OPTION_MCP_SOURCE || !server->has_json))
            wanted = "--emit mcp";
        else if (is_of_program && server->program == PTCC_PROGRAM_NONE)
            wanted = "--mcp-program";
        if (wanted == NULL)
            continue;
        ptc_cli_misuse(cli, "--%s is for %s, which is not given",
                       ptc_cli_option_name(option), wanted);
        return false;
    }
    return true;
}

/* The word of --mcp-program, which may be without. */
static bool server_read_program(const ptc_cli *cli, ptcc_program *out)
{
    const char *word = ptc_cli_value(cli, PTC_OPTION_MCP_PROGRAM);

    if (!ptc_cli_has(cli, PTC_OPTION_MCP_PROGRAM))
        return true;
    *out = word == NULL ? PTCC_PROGRAM_BESIDE : PTCC_PROGRAM_ONLY;
    if (word == NULL || strcmp(word, "only") == 0)
        return true;
    ptc_cli_misuse(cli, "--mcp-program takes the word only, not \"%s\"", word);
    return false;
}

/* Texts that clients are given. */
static bool server_read_texts(const ptc_cli *cli, ptcc_server_options *out)
{
    const ptc_cli_option options[] = {PTC_OPTION_MCP_NAME, PTC_OPTION_MCP_TITLE,
                                      PTC_OPTION_MCP_VERSION};
    ptc_str *texts[] = {&out->name, &out->title, &out->version};

    out->version = PTC_STR(PTCC_SERVER_VERSION);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const char *value = ptc_cli_value(cli, options[i]);

        if (value == NULL)
            continue;
        *texts[i] = ptc_str_of(value);
        if (*value != '\0' && ptc_utf8_check(value, texts[i]->len) == texts[i]->len)
            continue;
        ptc_cli_misuse(cli, *value != '\0' ? "--%s is not valid UTF-8" : "--%s is empty",
                       ptc_cli_option_name(options[i]));
        return false;
    }
    return true;
}

bool ptcc_server_options_read(const ptc_cli *cli, const ptcc_c_options *options,
                              ptcc_server_options *out)
{
    static const char *const results[] = {PTC_WORDS_MCP_RESULT}; /* as noted by gen */
    int result = ptc_cli_choice(cli, PTC_OPTION_MCP_RESULT, results, 2);

    *out = (ptcc_server_options){
        .has_main = ptcc_c_forms_has(options->forms, PTCC_EMIT_MCP_MAIN),
        .has_source = ptcc_c_forms_need_tools(options->forms),
        .has_json = ptcc_c_forms_has(options->forms, PTCC_EMIT_MCP_JSON),
        .instructions = ptc_cli_value(cli, PTC_OPTION_MCP_INSTRUCTIONS),
        .is_structured = result == 1,
        .description = SERVER_DESCRIPTION,
    };
    if (result < 0 || !server_read_program(cli, &out->program) ||
        !server_read_texts(cli, out) ||
        !ptc_cli_number(cli, PTC_OPTION_MCP_SESSIONS, 0, SERVER_SESSIONS,
                        &out->sessions) ||
        !ptc_cli_number(cli, PTC_OPTION_MCP_DESCRIPTION, SERVER_DESCRIPTION_MIN,
                        SERVER_DESCRIPTION_MAX, &out->description) ||
        !server_check(cli, out))
        return false;
    if (!out->has_source || !ptcc_c_has_accessors(options))
        return true;
    ptc_cli_misuse(cli, "--emit mcp: a server checks arguments, and --mode=disabled "
                        "writes no code for that");
    return false;
}
