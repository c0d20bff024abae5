/* SPDX-License-Identifier: MIT */
/* Ctrl-C of a person at the terminal: a mark that waits and running programs check. */
#define _POSIX_C_SOURCE 200809L
#include "tool/ptc/line.h"

volatile sig_atomic_t ptc_line_interrupted;

static void note_interrupt(int number)
{
    (void)number;
    ptc_line_interrupted = 1;
}

/* Without SA_RESTART: a waiting read ends. */
void ptc_line_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = note_interrupt};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}
