/* SPDX-License-Identifier: MIT */
/* Diagnostics of a command on standard error. See cli.h. Separate from cli.c, so that
 * programs that read no contracts do not contain the texts of all diagnostics. */
#include "tool/common/common_int.h"

/* Warnings that were not stored may be losses. */
bool ptc_cli_has_loss(const ptc_diags *diags)
{
    for (size_t i = 0; i < diags->count; i++) {
        if (strncmp(ptc_diag_name(diags->items[i].code), "loss-", strlen("loss-")) == 0)
            return true;
    }
    return diags->errors + diags->warnings > diags->count;
}

/* Whether there are warnings about the input: losses in other forms do not count. */
static bool cli_has_warning(const ptc_diags *diags)
{
    size_t losses = 0;

    for (size_t i = 0; i < diags->count; i++)
        losses += diags->items[i].code == PTC_DIAG_LOSS_TARGET ||
                  diags->items[i].code == PTC_DIAG_JSON_MEANING;
    return diags->warnings > losses;
}

ptc_exit ptc_cli_report(const ptc_cli *cli, const ptc_diags *diags)
{
    static const char *const styles[] = {PTC_WORDS_DIAGNOSTICS}; /* ORDER style */
    int style = ptc_cli_choice(cli, PTC_OPTION_DIAGNOSTICS, styles, 4);
    ptc_text text;

    if (style < 0)
        return PTC_EXIT_USAGE;
    if (diags->arena->failed) /* results found without memory may be wrong */
        return ptc_cli_no_memory(cli);
    ptc_text_init(&text, cli->arena);
    ptc_diags_write(&text, diags, (ptc_diag_style)style, ptc_cli_is_colored(cli));
    if (text.failed)
        return ptc_cli_no_memory(cli);
    ptc_file_flush();
    fwrite(text.ptr, 1, text.len, stderr);
    if (diags->errors > 0 ||
        (cli_has_warning(diags) && ptc_cli_has(cli, PTC_OPTION_WERROR)) ||
        (ptc_cli_has(cli, PTC_OPTION_STRICT) && ptc_cli_has_loss(diags)))
        return PTC_EXIT_INPUT;
    return PTC_EXIT_OK;
}
