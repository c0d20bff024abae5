/* SPDX-License-Identifier: MIT */
/* Room booking: each argument is a call of book_room, as a model writes it. */
#include "booking.ptc.h"

#include <stdio.h>
#include <string.h>

static void book(const book_room *call)
{
    printf("booked: %.*s, %lld minutes, %lld seats", (int)call->from.len, call->from.ptr,
           (long long)call->minutes, (long long)call->seats);
    if (call->has.near)
        printf(", near %.*s", (int)call->near.building.len, call->near.building.ptr);
    printf("\n");
}

/* The text is no call of book_room: says why. */
static void reject(ptc_arena *arena, const char *text)
{
    ptc_report report;
    ptc_json_error unreadable;
    ptc_text reasons;

    ptc_report_init(&report, arena);
    book_room_explain(arena, text, strlen(text), NULL, &report, &unreadable);
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
        book_room call;

        ptc_arena_init(&arena, NULL, 1 << 20);
        if (book_room_parse(&arena, argv[i], strlen(argv[i]), NULL, &call, NULL) ==
            PTC_OK) {
            book(&call);
        } else {
            reject(&arena, argv[i]);
            status = 1;
        }
        ptc_arena_free(&arena);
    }
    return status;
}
