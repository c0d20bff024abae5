/* SPDX-License-Identifier: MIT */
/* How far a call of a tool is. [mcp 5] */
#include <ptc/tool.h>

void ptc_tool_progress(ptc_tool_call *call, double done, double total,
                       const char *message)
{
    if (call->watcher != NULL)
        call->watcher->progress(call, done, total, message, call->watcher->user);
}
