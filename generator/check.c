/* SPDX-License-Identifier: MIT */
/* `ptcc check`: every diagnostic of every file, those of gen too; nothing is written. */
#include "generator/generator_int.h"

static ptc_exit check_one(const ptc_cli *cli, ptc_contract_reader *reader,
                          const char *path)
{
    ptc_agent_operand operand;
    ptc_contracts contracts;
    ptc_exit status;

    if (ptc_cli_is_agent(cli, path)) {
        status = ptc_agent_reader_read(reader, path, &operand);
        return status == PTC_EXIT_OK ? ptcc_gen_try_agents(reader, path, &operand)
                                     : status;
    }
    status = ptc_contract_reader_read(reader, path, &contracts);
    return status == PTC_EXIT_OK ? ptcc_gen_try(reader, path, &contracts) : status;
}

ptc_exit ptcc_check(const ptc_cli *cli)
{
    ptc_exit worst = PTC_EXIT_OK;
    ptc_contract_reader reader;

    if (cli->operand_count == 0)
        return ptc_cli_misuse(cli, "check needs a file; `-` is standard input");
    if (!ptc_contract_reader_init(&reader, cli))
        return PTC_EXIT_USAGE;
    for (size_t i = 0; i < cli->operand_count; i++) {
        ptc_exit status = check_one(cli, &reader, cli->operands[i]);

        if (status > worst)
            worst = status;
    }
    return worst;
}
