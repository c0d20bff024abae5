/* SPDX-License-Identifier: MIT */
/* Defaults, an enum that may be absent, moments, a misspelt key. */
#include "event.ptc.h"
#include <stdio.h>
#include <string.h>

#define CHECK(what)                                                                      \
    do {                                                                                 \
        if (!(what)) {                                                                   \
            printf("line %d: %s\n", __LINE__, #what);                                    \
            return 1;                                                                    \
        }                                                                                \
    } while (0)

int main(void)
{
    static const char call[] =
        "{\"title\": \"Plan\", \"start\": \"2026-01-02T09:00:00+02:00\", \"attendees\": "
        "[{\"email\": \"a@b.c\"}, {\"email\": \"d@e.f\", \"name\": \"D\", \"role\": "
        "\"chair\"}]}";
    static const char wrong[] = "{\"title\": \"\", \"start\": \"2026-01-02 09:00\", "
                                "\"minuts\": 5, \"visibility\": \"all\"}";
    ptc_arena arena;
    create_event in;
    create_event_result out;
    ptc_report report;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 1 << 20);
    ptc_text_init(&text, &arena);
    CHECK(create_event_parse(&arena, call, sizeof call - 1, NULL, &in, NULL) == PTC_OK);
    CHECK(in.minutes == 30 && !in.has.minutes);
    CHECK(in.remind.count == 2 && in.remind.items[1] == 60 && !in.has.remind);
    CHECK(in.visibility == CREATE_EVENT_VISIBILITY_ABSENT && !in.has.visibility);
    CHECK(in.start.seconds == 1767337200 && in.start.offset_minutes == 120);
    CHECK(ptc_str_equal(in.start.text, PTC_STR("2026-01-02T07:00:00Z")));
    CHECK(in.attendees.count == 2);
    CHECK(in.attendees.items[0].role == ATTENDEE_ROLE_REQUIRED);
    CHECK(!in.attendees.items[0].has.role && in.attendees.items[1].has.role);
    CHECK(in.attendees.items[1].role == ATTENDEE_ROLE_CHAIR);
    CHECK(create_event_to_json(&text, &in) == PTC_OK);
    printf("%s\n", text.ptr);

    ptc_report_init(&report, &arena);
    CHECK(create_event_parse(&arena, wrong, sizeof wrong - 1, NULL, &in, NULL) != PTC_OK);
    create_event_explain(&arena, wrong, sizeof wrong - 1, NULL, &report, NULL);
    ptc_text_init(&text, &arena);
    ptc_report_write_errors(&text, &report, "Errors:");
    ptc_report_write_warnings(&text, &report, "Warnings:");
    printf("%s", text.ptr);

    memset(&out, 0, sizeof out);
    out.id = PTC_STR("e1");
    out.start.seconds = 1767337200;
    out._token = PTC_STR("t");
    ptc_text_init(&text, &arena);
    CHECK(create_event_result_to_json(&text, &out) == PTC_OK);
    printf("%s\n", text.ptr);
    ptc_text_init(&text, &arena);
    CHECK(create_event_result_render(&text, &out, NULL) == PTC_OK);
    printf("%s\n%s", text.ptr, create_event_prompt);
    ptc_arena_free(&arena);
    return 0;
}
