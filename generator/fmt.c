/* SPDX-License-Identifier: MIT */
/*
 * `ptcc fmt`: .sig files in canonical form, to stdout, or in place with --write; --check
 * says which files are not canonical.
 */
#include "generator/generator_int.h"

typedef struct formatter {
    const ptc_cli *cli;
    ptc_contract_reader reader;
    bool checks;
    bool writes;
} formatter;

/* Formats a source; the text is complete only for PTC_EXIT_OK. */
static ptc_exit format(formatter *run, const ptc_source *source, ptc_text *out)
{
    const ptc_cli *cli = run->cli;
    ptc_contract_options options = run->reader.options;
    ptc_diags diags;
    ptc_status status;
    ptc_exit verdict;

    options.format = PTC_CONTRACT_SIG;
    ptc_diags_init(&diags, cli->arena);
    diags.source = source;
    ptc_text_init(out, cli->arena);
    status = ptc_contracts_format(cli->arena, out, source, &options, &diags);
    if (status == PTC_ERROR_MEMORY || out->failed)
        return ptc_cli_no_memory(cli);
    verdict = ptc_cli_report(cli, &diags);
    return status != PTC_OK && verdict == PTC_EXIT_OK ? PTC_EXIT_INPUT : verdict;
}

static ptc_exit write_back(formatter *run, const char *path, ptc_str text)
{
    ptcc_outputs outputs;

    ptcc_outputs_init(&outputs, run->cli);
    ptcc_output_add_text(&outputs, ptc_str_of(path), text);
    if (!ptcc_outputs_keep_apart(&outputs))
        return PTC_EXIT_USAGE;
    return ptcc_outputs_write(&outputs, false);
}

/* Whether the ending, if there is one, is that of signatures. */
static bool has_name_of_sig(const char *path)
{
    size_t len = strlen(path);

    return !ptc_file_has_ending(path) ||
           (len >= 4 && strcmp(path + len - 4, ".sig") == 0);
}

static ptc_exit format_file(formatter *run, const char *path)
{
    const ptc_cli *cli = run->cli;
    ptc_source *source = ptc_arena_array(cli->arena, 1, sizeof *source);
    ptc_exit status;
    ptc_text text;

    if (source == NULL)
        return ptc_cli_no_memory(cli);
    if (!has_name_of_sig(path))
        return ptc_cli_misuse(cli, "%s: fmt formats files that end in .sig", path);
    if (!ptc_file_read(cli, path, PTC_SOURCE_MAX, source))
        return PTC_EXIT_USAGE;
    status = format(run, source, &text);
    if (status != PTC_EXIT_OK)
        return status;
    if (run->checks) {
        if (ptc_str_equal(source->text, ptc_text_view(&text)))
            return PTC_EXIT_OK;
        ptc_text_init(&text, cli->arena);
        ptc_text_cstr(&text, "ptcc fmt --write");
        ptc_command_write_operands(&text, &source->name.ptr, 1);
        if (text.failed)
            return ptc_cli_no_memory(cli);
        ptc_cli_say(cli, "%.*s is not canonical; fix: %s", (int)source->name.len,
                    source->name.ptr, text.ptr);
        return PTC_EXIT_STALE;
    }
    if (run->writes && ptc_str_equal(source->text, ptc_text_view(&text)))
        return PTC_EXIT_OK;
    if (run->writes)
        return write_back(run, path, ptc_text_view(&text));
    ptc_cli_print(cli, &text);
    return PTC_EXIT_OK;
}

/* The exit that says more: a file's trouble over errors, errors over staleness. */
static ptc_exit worse(ptc_exit a, ptc_exit b)
{
    static const int weights[] = {0, 2, 3, 1}; /* ORDER ptc_exit */

    return weights[a] >= weights[b] ? a : b;
}

ptc_exit ptcc_fmt(const ptc_cli *cli)
{
    ptc_cli own = *cli;
    formatter run = {.cli = &own};
    ptc_exit worst = PTC_EXIT_OK;

    run.checks = ptc_cli_has(cli, PTC_OPTION_CHECK);
    run.writes = ptc_cli_has(cli, PTC_OPTION_WRITE);
    if (cli->operand_count == 0)
        return ptc_cli_misuse(cli, "fmt needs a file; `-` is standard input");
    if (run.writes)
        own.reads = NULL; /* it rewrites what it reads */
    own.needs_regular = run.writes;
    if (!ptc_contract_reader_init(&run.reader, &own))
        return PTC_EXIT_USAGE;
    for (size_t i = 0; i < cli->operand_count; i++) {
        const char *path = cli->operands[i];

        if (run.writes && strcmp(path, "-") == 0)
            return ptc_cli_misuse(cli, "standard input cannot be rewritten");
        worst = worse(worst, format_file(&run, path));
    }
    return worst;
}
