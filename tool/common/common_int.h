/* SPDX-License-Identifier: MIT */
/*
 * The first header of tool/common: what the commands ptcc and ptc share, and nothing that
 * belongs to one verb. Hosted code: it prints, reads and writes files.
 *
 * The room, all declared in cli.h: command lines (cli.c, with the rows of cli.def), their
 * help (cli_print.c) and messages (output.c), command lines as text (command.c), numbers
 * in them (number.c), files (file.c), contracts and agents in files (contracts.c), data
 * (data.c) and batches of it (batch.c). Other headers: where files may be written, and
 * how they are replaced (place.h); reading the logs of agents (trace.h); programs of
 * agents and their locks (lock.h); agents with their tools and models, as commands run
 * them (agent.h).
 *
 * It uses agent/file, agent/compile, agent/plan, agent/model, agent/host, contract,
 * lisp/read, render, json, edn and base. Its files form no cycle except one: output.c
 * uses cli.c, which uses output.c and cli_print.c. These three use none of the others.
 */
#ifndef PTC_COMMON_INT_H
#define PTC_COMMON_INT_H

#include "tool/common/cli.h"

#endif
