/* SPDX-License-Identifier: MIT */
/* The shop's tools in C: the same for the module, the command and the host. */
#include <ptc/tool.h>

/* A table as modules export it: `ptc agent run --tools ./tools.so` looks for this name.
 */
PTC_API extern const ptc_tool_table ptc_tools;
