/* SPDX-License-Identifier: MIT */
/* PTCC_TRACE=passes: a line on standard error for each pass over contracts. */
#include "base/passes.h"
#include "tool/common/common_int.h"

#include <stdlib.h>

static void print_pass(void *user, const ptc_pass *pass)
{
    ptc_cli_note(user, "pass %-6s " PTC_FMT ": %zu %s -> %zu %s", pass->name,
                 PTC_ARG(pass->what), pass->in, pass->in_unit, pass->out, pass->out_unit);
}

const ptc_pass_watch *ptc_cli_watch_passes(const ptc_cli *cli)
{
    const char *wanted = getenv("PTCC_TRACE");
    ptc_pass_watch *watch;

    if (wanted == NULL || strcmp(wanted, "passes") != 0)
        return NULL;
    watch = ptc_arena_array(cli->arena, 1, sizeof *watch);
    if (watch != NULL)
        *watch = (ptc_pass_watch){print_pass, (void *)(uintptr_t)cli};
    return watch;
}
