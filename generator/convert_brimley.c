/* SPDX-License-Identifier: MIT */
/*
 * `ptcc convert --to brimley`: a JSON Schema as the arguments of a definition. What could
 * be converted is written in any case; the exit status says whether something is missing.
 */
#include "contract/contract_int.h"
#include "generator/convert.h"
#include "generator/dialect/brimley/convert_schema.h"

/* Prints one finding, in the style of all diagnostics. */
static ptc_exit convert_report_issue(const ptc_cli *cli, const ptc_source *source,
                                     const ptcc_schema_issue *issue)
{
    ptc_diags diags;

    ptc_diags_init(&diags, cli->arena);
    diags.source = source;
    ptc_diag_add(&diags,
                 issue->is_error ? PTC_DIAG_BRIMLEY_SCHEMA : PTC_DIAG_LOSS_BRIMLEY,
                 issue->span, "%s at %s: %.*s", issue->code,
                 ptc_diag_quote(&diags, issue->pointer), (int)issue->message.len,
                 issue->message.ptr);
    return ptc_cli_report(cli, &diags);
}

/* Prints all of them; the worst status. */
static ptc_exit convert_report(const ptc_cli *cli, const ptc_source *source,
                               const ptcc_schema_report *report)
{
    ptc_exit worst = PTC_EXIT_OK;

    for (size_t i = 0; i < report->count; i++) {
        ptc_exit status = convert_report_issue(cli, source, &report->issues[i]);

        worst = status > worst ? status : worst;
    }
    return worst;
}

static bool convert_is_json_schema(const ptc_cli *cli, const ptc_contract_reader *reader)
{
    const char *name = ptc_cli_value(cli, PTC_OPTION_STDIN_NAME);

    name = name != NULL && strcmp(cli->operands[0], "-") == 0 ? name : cli->operands[0];
    return reader->options.format == PTC_CONTRACT_JSON_SCHEMA ||
           (reader->options.format == PTC_CONTRACT_BY_NAME &&
            ptc_contract_format_by_name(&reader->options, ptc_str_of(name)) ==
                PTC_CONTRACT_JSON_SCHEMA);
}

ptc_exit ptcc_convert_brimley(const ptc_cli *cli)
{
    const char *version = ptc_cli_value(cli, PTC_OPTION_BRIMLEY_COMPAT);
    ptcc_schema_options options = {.is_lossy = ptc_cli_has(cli, PTC_OPTION_LOSSY)};
    ptcc_schema_report report;
    ptc_contract_reader reader;
    ptc_source source;
    ptc_diags diags;
    ptc_text text;
    ptc_exit status;

    if (version != NULL && strcmp(version, "0.5") != 0)
        return ptc_cli_misuse(cli, "--brimley-compat is 0.5, not \"%s\"", version);
    if (!ptc_contract_reader_init(&reader, cli))
        return PTC_EXIT_USAGE;
    if (!convert_is_json_schema(cli, &reader))
        return ptc_cli_misuse(cli,
                              "--to brimley takes a JSON Schema: a file that ends in "
                              ".json, or --from json-schema");
    if (!ptc_file_read(cli, cli->operands[0], PTC_SOURCE_MAX, &source))
        return PTC_EXIT_USAGE;
    options.is_compat = version != NULL;
    options.read = &reader.options;
    ptc_diags_init(&diags, cli->arena);
    diags.source = &source;
    if (!ptcc_schema_convert(&report, cli->arena, &options, &diags))
        return diags.errors > 0 && !cli->arena->failed ? ptc_cli_report(cli, &diags)
                                                       : ptc_cli_no_memory(cli);
    ptc_text_init(&text, cli->arena);
    ptcc_schema_write(&text, &report);
    if (text.failed)
        return ptc_cli_no_memory(cli);
    status = convert_report(cli, &source, &report);
    if (status != PTC_EXIT_USAGE)
        ptc_cli_print(cli, &text);
    return status;
}
