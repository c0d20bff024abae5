/* SPDX-License-Identifier: MIT */
/*
 * The first header of tool/common: what the commands ptcc and ptc share, and nothing of
 * what a verb does. Hosted code: it prints, reads and writes files.
 *
 * The room: command lines (cli.c, with the rows of cli.def), their help (cli_print.c) and
 * messages (output.c), such lines as text (command.c), numbers in them (number.c), files
 * (file.c), contracts and agents in files (contracts.c), data (data.c) and batches of it
 * (batch.c), all declared in cli.h; where files may be written, and how they are replaced
 * (place.h); logs of agents, read (trace.h); programs of agents and their locks (lock.h);
 * agents with their tools and models, as commands run them (agent.h).
 *
 * Below it, it uses agent/file, agent/compile, agent/plan, agent/model, agent/host,
 * contract, lisp/read, render, json, edn and base. Its files form no cycle: output.c uses
 * cli.c, which uses it and cli_print.c; these three use none of the others.
 */
#ifndef PTC_COMMON_INT_H
#define PTC_COMMON_INT_H

#include "tool/common/cli.h"

#endif
