/* SPDX-License-Identifier: MIT */
/* `ptcc check`: every diagnostic of every file, those of gen too; nothing is written. */
#include "generator/generator_int.h"

ptc_exit ptcc_check(const ptc_cli *cli)
{
    ptc_exit worst = PTC_EXIT_OK;
    ptc_contract_reader reader;

    if (cli->operand_count == 0)
        return ptc_cli_misuse(cli, "check needs a file; `-` is standard input");
    if (!ptc_contract_reader_init(&reader, cli))
        return PTC_EXIT_USAGE;
    for (size_t i = 0; i < cli->operand_count; i++) {
        const char *path = cli->operands[i];
        const ptc_agent_file *agent;
        ptc_contracts contracts;
        ptc_exit status = ptc_cli_is_agent(cli, path)
                              ? ptc_agent_reader_read(&reader, path, &agent)
                              : ptc_contract_reader_read(&reader, path, &contracts);

        if (status == PTC_EXIT_OK && !ptc_cli_is_agent(cli, path))
            status = ptcc_gen_try(cli, path, &contracts);
        if (status > worst)
            worst = status;
    }
    return worst;
}
