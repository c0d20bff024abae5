/* SPDX-License-Identifier: MIT */
/* `ptcc gen --compiled --main FILE`: a compiled agent as a program. See <ptc/main.h>. */
#include "generator/emit/agent.h"
#include "generator/gen_int.h"
#include "generator/text/c_text.h"
#include "generator/text/template_host.h"
#include "templates.h"

ptc_exit ptcc_gen_check_main(const ptc_cli *cli)
{
    const char *path = ptc_cli_value(cli, PTC_OPTION_MAIN);
    const char *visibility = ptc_cli_value(cli, PTC_OPTION_VISIBILITY);

    if (path == NULL)
        return PTC_EXIT_OK;
    if (!ptc_cli_has(cli, PTC_OPTION_COMPILED))
        return ptc_cli_misuse(cli, "--main is for --compiled: it runs an agent without a "
                                   "model");
    if (cli->operand_count > 1)
        return ptc_cli_misuse(cli, "--main takes one agent file; run gen for each");
    if (visibility != NULL && strcmp(visibility, "static") == 0)
        return ptc_cli_misuse(cli, "--main uses the agent from another file, where "
                                   "--visibility=static hides it");
    return PTC_EXIT_OK;
}

bool ptcc_gen_write_main(ptcc_gen_run *run, ptc_str source_name, ptc_str include_name)
{
    const char *path = ptc_cli_value(run->cli, PTC_OPTION_MAIN);
    ptc_arena *arena = run->cli->arena;
    ptcc_host host;
    ptc_str text;

    if (path == NULL)
        return true;
    host_init(&host, arena);
    text = HOST_FILL(&host, ptcc_template_main_c,
                     {"source_note", c_note(arena, source_name)},
                     {"header_lit", c_include(arena, include_name)},
                     {"compiled_id", run->units[0].agents->compiled_id});
    ptcc_output_add_text(&run->outputs, ptc_str_of(path), text);
    return host.status == PTC_OK;
}
