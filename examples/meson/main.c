/* SPDX-License-Identifier: MIT */
/* A help desk: each argument is a call of open_ticket, as a model writes it. Good ones
 * are filed; for the others, the reasons go back to the model. */
#include "ticket.ptc.h"

#include <stdio.h>
#include <string.h>

static void file_ticket(const open_ticket *call)
{
    const char *severity = call->has.severity
                               ? open_ticket_severity_values[call->severity].as.text
                               : "normal";

    printf("filed: " PTC_FMT ", for " PTC_FMT ", severity %s\n", PTC_ARG(call->title),
           PTC_ARG(call->customer.name), severity);
}

int main(int argc, char **argv)
{
    int status = 0;

    for (int i = 1; i < argc; i++) {
        ptc_arena arena;
        open_ticket call;
        ptc_str why;

        ptc_arena_init(&arena, NULL, 1 << 20);
        if (open_ticket_read(&arena, argv[i], strlen(argv[i]), NULL, &call, &why) ==
            PTC_OK) {
            file_ticket(&call);
        } else {
            printf("%s", why.ptr); /* a model reads this and tries again */
            status = 1;
        }
        ptc_arena_free(&arena);
    }
    return status;
}
