/* SPDX-License-Identifier: MIT */
/*
 * `ptcc infer`: the schema of JSON data. A .json file is one sample, of anything else
 * each line that is not blank; memory follows the longest line, not the file.
 */
#include "generator/generator_int.h"

#include <ptc/infer.h>

enum { INFER_FAULTS_MAX = 20 }; /* unreadable samples that are reported */

typedef struct inference {
    const ptc_cli *cli;
    ptc_infer *infer;
    ptc_arena arena; /* of one sample; reset before the next */
    size_t faults;
    bool failed; /* memory was refused */
} inference;

/* The number of an option, 0 when it is not given; false after a message. */
static bool infer_number(const ptc_cli *cli, ptc_cli_option option, int64_t most,
                         uint32_t *out)
{
    int64_t number = 0;

    if (!ptc_cli_number(cli, option, 1, most, &number))
        return false;
    *out = (uint32_t)number;
    return true;
}

/* Writes "file:line:col: message" to stderr. */
static bool infer_fault(inference *run, const ptc_data_text *text, const char *message,
                        size_t offset)
{
    ptc_source source = {PTC_STR(""), text->text};

    run->faults++;
    ptc_cli_say(run->cli, "%s:%llu:%zu: %s", text->name,
                (unsigned long long)ptc_data_line(text, offset),
                ptc_source_position(&source, offset).column, message);
    if (run->faults < INFER_FAULTS_MAX)
        return true;
    ptc_cli_say(run->cli, "too many faults");
    return false;
}

/* A ptc_data_taker. */
static bool infer_take(const ptc_data_text *text, void *user)
{
    static const ptc_json_options options = {
        .struct_size = sizeof options, .is_padded = true, .borrow = true};
    inference *run = user;
    ptc_json_error error;
    ptc_value sample;
    ptc_status status;

    if (text->text.ptr == NULL)
        return infer_fault(run, text, "longer than the limit (see --limit)", 0);
    ptc_arena_reset(&run->arena);
    status = ptc_json_read(&run->arena, text->text.ptr, text->text.len, &options, &sample,
                           NULL, &error);
    if (status == PTC_OK)
        status = ptc_infer_add(run->infer, &sample);
    else if (status != PTC_ERROR_MEMORY)
        return infer_fault(run, text, error.message.ptr, error.offset);
    run->failed = status != PTC_OK;
    return !run->failed;
}

static ptc_exit infer_print(const inference *run, bool is_malli)
{
    ptc_schema schema;
    ptc_text text;

    if (ptc_infer_finish(run->cli->arena, run->infer, &schema) != PTC_OK)
        return ptc_cli_no_memory(run->cli);
    ptc_text_init(&text, run->cli->arena);
    if (is_malli)
        ptc_schema_write_malli(&text, &schema, NULL);
    else
        ptc_schema_write_signature(&text, &schema, NULL);
    ptc_text_byte(&text, '\n');
    ptc_cli_print(run->cli, &text);
    return PTC_EXIT_OK;
}

static ptc_exit infer_files(inference *run, size_t limit, bool is_malli)
{
    const ptc_cli *cli = run->cli;
    bool is_read = true;

    for (size_t i = 0; i < cli->operand_count && !run->failed; i++)
        is_read &= ptc_data_read(cli, cli->operands[i], limit, infer_take, run);
    if (run->failed)
        return ptc_cli_no_memory(cli);
    if (!is_read)
        return PTC_EXIT_USAGE;
    return run->faults > 0 ? PTC_EXIT_INPUT : infer_print(run, is_malli);
}

ptc_exit ptcc_infer(const ptc_cli *cli)
{
    static const char *const forms[] = {PTC_WORDS_TO_INFER};
    ptc_infer_options options = {.struct_size = sizeof options,
                                 .datetime = ptc_cli_has(cli, PTC_OPTION_DATETIME)};
    int form = ptc_cli_choice(cli, PTC_OPTION_TO, forms, 2);
    inference run = {.cli = cli};
    ptc_exit status;
    size_t limit;

    if (form < 0 ||
        !infer_number(cli, PTC_OPTION_ENUM, PTC_INFER_ENUM_MAX, &options.enum_max) ||
        !infer_number(cli, PTC_OPTION_MAP_OF, UINT32_MAX, &options.map_of) ||
        !ptc_data_limit(cli, &limit))
        return PTC_EXIT_USAGE;
    if (cli->operand_count == 0)
        return ptc_cli_misuse(cli, "infer needs a file; `-` is standard input");
    if (ptc_infer_make(cli->arena, &options, &run.infer) != PTC_OK)
        return ptc_cli_no_memory(cli);
    ptc_arena_init(&run.arena, NULL, 0);
    status = infer_files(&run, limit, form == 1);
    ptc_arena_free(&run.arena);
    return status;
}
