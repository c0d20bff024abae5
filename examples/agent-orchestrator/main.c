/* SPDX-License-Identifier: MIT */
/* `ptc agent` with the shop's tools in it: ./shop run orchestrator.agent.edn ... */
#include "tools.h"

#include <ptc/main.h>

int main(int argc, char **argv)
{
    return ptc_agent_main(argc, argv, &ptc_tools);
}
