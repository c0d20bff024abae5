/* SPDX-License-Identifier: MIT */
/* Shared by the files of `ptc agent`, in addition to tool/common/agent.h. */
#ifndef PTC_AGENT_COMMAND_H
#define PTC_AGENT_COMMAND_H

#include "tool/common/agent.h"

/* --- agent_input.c ----------------------------------------------------------------- */

/* Reads the agent or chain, by FILE or -e. PTC_EXIT_USAGE after a message. */
ptc_exit ptc_agent_command_read(ptc_agent_command *command);
/* Makes the context of --context and --set. */
ptc_exit ptc_agent_command_read_context(ptc_agent_command *command);

/* --- agent_settings.c -------------------------------------------------------------- */

/* Reads the settings on the command line that override the agent's. PTC_EXIT_USAGE after
 * a message. */
ptc_exit ptc_agent_command_take_settings(ptc_agent_command *command);

/* --- agent_grammar.c --------------------------------------------------------------- */

/* `ptc agent grammar`. */
ptc_exit ptc_agent_command_grammar(ptc_agent_command *command);

#endif
