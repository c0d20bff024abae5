/* SPDX-License-Identifier: MIT */
/* Options of targets. See target_options.h. */
#include "generator/target_options.h"

/* Code points of a string in a grammar. */
enum { STRING_MOST = 1000000 };

bool ptcc_target_options_read(const ptc_cli *cli, ptc_target_options *out)
{
    static const char *const flavours[] = {PTC_WORDS_LARK_FLAVOUR}; /* as noted by gen */
    int flavour = ptc_cli_choice(cli, PTC_OPTION_LARK_FLAVOUR, flavours, 2);
    int64_t max_string = 0;

    if (flavour < 0 ||
        !ptc_cli_number(cli, PTC_OPTION_MAX_STRING, 1, STRING_MOST, &max_string))
        return false;
    *out = (ptc_target_options){
        .struct_size = sizeof *out,
        .wrap_root = ptc_cli_has(cli, PTC_OPTION_WRAP_ROOT),
        .openai_formats = ptc_cli_has(cli, PTC_OPTION_OPENAI_FORMATS),
        .anthropic_patterns = ptc_cli_has(cli, PTC_OPTION_ANTHROPIC_PATTERNS),
        .xgrammar = flavour == 1,
        .max_string = (size_t)max_string,
        .sql_zones = ptc_cli_has(cli, PTC_OPTION_SQL_TZ),
    };
    return true;
}
