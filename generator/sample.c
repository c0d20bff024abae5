/* SPDX-License-Identifier: MIT */
/* `ptcc sample`: random data that satisfies a contract, one JSON value per line. For an
 * agent or a chain these are its arguments, or with --output its results. */
#define _POSIX_C_SOURCE 200809L
#include "generator/generator_int.h"

#include <time.h>
#include <unistd.h>

typedef struct sampling {
    const ptc_cli *cli;
    ptc_schema schema;
    ptc_walk_options options;
    ptc_contract_reader reader;
    int64_t seed;
    int64_t count;
} sampling;

/* --- What is sampled --------------------------------------------------------------- */

static ptc_exit sample_read_contract(sampling *run, const char *path)
{
    const ptc_cli *cli = run->cli;
    const char *name = ptc_cli_value(cli, PTC_OPTION_CONTRACT);
    const ptc_contract *contract;
    ptc_contracts contracts;
    ptc_exit status = ptc_contract_reader_read(&run->reader, path, &contracts);

    if (status != PTC_EXIT_OK)
        return status;
    contract = ptc_contract_choose(cli, &contracts, path, name);
    if (contract == NULL)
        return PTC_EXIT_USAGE;
    run->schema = contract->schema;
    return PTC_EXIT_OK;
}

/* The first agent of a chain takes its arguments, the last one gives its result. */
static const ptc_schema *sample_signature(const sampling *run,
                                          const ptc_agent_operand *operand)
{
    const ptc_chain_file *chain = operand->chain;

    if (chain == NULL)
        return operand->agent->agent->signature;
    return chain
        ->agents[run->options.direction == PTC_OUTPUT ? chain->chain->count - 1 : 0]
        ->agent->signature;
}

static ptc_exit sample_read_agent(sampling *run, const char *path)
{
    const ptc_cli *cli = run->cli;
    const ptc_schema *signature;
    ptc_agent_operand operand;
    ptc_exit status;

    if (ptc_cli_has(cli, PTC_OPTION_CONTRACT))
        return ptc_cli_misuse(cli, "--contract is for files of contracts: %s has one",
                              path);
    status = ptc_agent_reader_read(&run->reader, path, &operand);
    if (status != PTC_EXIT_OK)
        return status;
    signature = sample_signature(run, &operand);
    if (signature == NULL) {
        ptc_cli_say(cli, "%s: it has no signature that says what to sample; add one",
                    path);
        return PTC_EXIT_INPUT;
    }
    run->schema = *signature;
    return PTC_EXIT_OK;
}

/* --- Samples ----------------------------------------------------------------------- */

/* A seed that is easy to type. */
static int64_t sample_new_seed(void)
{
    struct timespec now = {0, 0};
    uint64_t word;

    clock_gettime(CLOCK_REALTIME, &now);
    word = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    word = (word ^ ((uint64_t)getpid() << 40)) * UINT64_C(0x9E3779B97F4A7C15);
    return (int64_t)(word >> 36);
}

static ptc_exit sample_print(const sampling *run, ptc_arena *arena, uint64_t index,
                             bool *goes_on)
{
    const ptc_cli *cli = run->cli;
    ptc_status status;
    ptc_value value;
    ptc_text line;
    ptc_str why;

    status = ptc_schema_sample(arena, &run->schema, &run->options, (uint64_t)run->seed,
                               index, &value, &why);
    if (status == PTC_ERROR_INVALID) {
        ptc_cli_say(cli, "%s: %.*s", cli->operands[0], (int)why.len, why.ptr);
        return PTC_EXIT_INPUT;
    }
    ptc_text_init(&line, arena);
    if (status == PTC_OK)
        status = ptc_json_write_named(&line, &value, 0);
    ptc_text_byte(&line, '\n');
    if (status != PTC_OK || line.failed)
        return ptc_cli_no_memory(cli);
    *goes_on = ptc_file_print(ptc_text_view(&line));
    return PTC_EXIT_OK;
}

static ptc_exit sample_print_all(const sampling *run)
{
    ptc_exit status = PTC_EXIT_OK;
    bool goes_on = true; /* the end of the command says why not */
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (int64_t i = 0; i < run->count && goes_on && status == PTC_EXIT_OK; i++) {
        status = sample_print(run, &arena, (uint64_t)i, &goes_on);
        ptc_arena_reset(&arena);
    }
    ptc_arena_free(&arena);
    return status;
}

ptc_exit ptcc_sample(const ptc_cli *cli)
{
    sampling run = {.cli = cli, .count = 1, .options.struct_size = sizeof run.options};
    const char *path = cli->operand_count > 0 ? cli->operands[0] : NULL;
    ptc_exit status;

    run.options.direction = ptc_cli_has(cli, PTC_OPTION_OUTPUT) ? PTC_OUTPUT : PTC_INPUT;
    if (cli->operand_count != 1)
        return ptc_cli_misuse(cli, "sample needs one file; `-` is standard input");
    if (!ptc_contract_reader_init(&run.reader, cli) ||
        !ptc_cli_number(cli, PTC_OPTION_SAMPLES, 1, INT64_MAX, &run.count) ||
        !ptc_cli_number(cli, PTC_OPTION_SEED, 0, INT64_MAX, &run.seed))
        return PTC_EXIT_USAGE;
    status = ptc_cli_is_agent(cli, path) ? sample_read_agent(&run, path)
                                         : sample_read_contract(&run, path);
    if (status != PTC_EXIT_OK)
        return status;
    if (!ptc_cli_has(cli, PTC_OPTION_SEED)) {
        run.seed = sample_new_seed();
        ptc_cli_note(cli, "--seed %lld gives these samples again", (long long)run.seed);
    }
    return sample_print_all(&run);
}
