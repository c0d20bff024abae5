/* SPDX-License-Identifier: MIT */
/* Room booking: each argument is a call of book_room, as a model writes it. */
#include "booking.ptc.h"

#include <stdio.h>
#include <string.h>

static void book(const book_room *call)
{
    printf("booked: " PTC_FMT ", %lld minutes, %lld seats", PTC_ARG(call->from.text),
           (long long)call->minutes, (long long)call->seats);
    if (call->has.near)
        printf(", near " PTC_FMT, PTC_ARG(call->near.building));
    printf("\n");
}

int main(int argc, char **argv)
{
    int status = 0;

    for (int i = 1; i < argc; i++) {
        ptc_arena arena;
        book_room call;
        ptc_str why;

        ptc_arena_init(&arena, NULL, 1 << 20);
        if (book_room_read(&arena, argv[i], strlen(argv[i]), NULL, &call, &why) ==
            PTC_OK) {
            book(&call);
        } else {
            printf("%s", why.ptr); /* a model reads this and tries again */
            status = 1;
        }
        ptc_arena_free(&arena);
    }
    return status;
}
