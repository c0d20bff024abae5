/* SPDX-License-Identifier: MIT */
/* A help desk: each argument is a call of open_ticket, as a model writes it. Good ones
 * are filed, the reasons against the others go back to the model. */
#include "ticket.ptc.h"

#include <stdio.h>
#include <string.h>

static void file_ticket(const open_ticket *call)
{
    const char *severity = call->has.severity
                               ? open_ticket_severity_values[call->severity].as.text
                               : "normal";

    printf("filed: %.*s, for %.*s, severity %s\n", (int)call->title.len, call->title.ptr,
           (int)call->customer.name.len, call->customer.name.ptr, severity);
}

/* The text is no open_ticket call: says why. */
static void reject(ptc_arena *arena, const char *text)
{
    ptc_report report;
    ptc_json_error unreadable;
    ptc_text reasons;

    ptc_report_init(&report, arena);
    open_ticket_explain(arena, text, strlen(text), NULL, &report, &unreadable);
    if (report.errors_found == 0) {
        printf("rejected: byte %zu: %s\n", unreadable.offset, unreadable.message);
        return;
    }
    ptc_text_init(&reasons, arena);
    ptc_report_write_errors(&reasons, &report, "rejected:");
    printf("%.*s", (int)reasons.len, reasons.len ? reasons.ptr : "");
}

int main(int argc, char **argv)
{
    int status = 0;

    for (int i = 1; i < argc; i++) {
        ptc_arena arena;
        open_ticket call;

        ptc_arena_init(&arena, NULL, 1 << 20);
        if (open_ticket_parse(&arena, argv[i], strlen(argv[i]), NULL, &call, NULL) ==
            PTC_OK) {
            file_ticket(&call);
        } else {
            reject(&arena, argv[i]);
            status = 1;
        }
        ptc_arena_free(&arena);
    }
    return status;
}
