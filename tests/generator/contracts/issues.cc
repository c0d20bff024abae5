/* SPDX-License-Identifier: MIT */
/* Two files that share a type, a union and a type that contains itself, in C++. */
#include "issues.ptc.h"
#include <cstdio>
#include <cstring>

#define CHECK(what)                                                                      \
    do {                                                                                 \
        if (!(what)) {                                                                   \
            std::printf("line %d: %s\n", __LINE__, #what);                               \
            return 1;                                                                    \
        }                                                                                \
    } while (0)

static int reads(ptc_arena *arena)
{
    static const char page[] = "{\"total\": 2, \"items\": [{\"number\": 7, \"title\": "
                               "\"Crash\", \"state\": \"open\", "
                               "\"assignee\": {\"login\": \"ann\", \"id\": 1}, "
                               "\"labels\": [\"bug\", {\"name\": \"ui\", "
                               "\"color\": \"00ff7f\"}], \"parent\": {\"number\": 1, "
                               "\"title\": \"All\", \"state\": "
                               "\"closed\", \"labels\": []}}]}";
    list_issues_result list;
    const issue *first;
    user who;

    CHECK(list_issues_result_parse(arena, page, sizeof page - 1, nullptr, &list,
                                   nullptr) == PTC_OK);
    first = &list.items.items[0];
    CHECK(first->state == STATE_OPEN && first->has.assignee && first->blocks.count == 0);
    who = first->assignee; /* the struct of people.sig */
    CHECK(ptc_str_equal(who.login, PTC_STR("ann")) && !who.has._email);
    CHECK(first->labels.count == 2 && first->labels.items[0].tag == LABEL_STRING);
    CHECK(first->labels.items[1].tag == LABEL_MAP);
    CHECK(ptc_str_equal(first->labels.items[1].as.map.color, PTC_STR("00ff7f")));
    CHECK(first->parent != nullptr && first->parent->number == 1);
    CHECK(first->parent->state == STATE_CLOSED && first->parent->parent == nullptr);
    return 0;
}

static int answers(ptc_arena *arena)
{
    get_issue_result out;
    list_issues in;
    issue child;
    issue parent;
    ptc_text text;

    CHECK(list_issues_parse(arena, "{\"repo\":\"r\"}", 12, nullptr, &in, nullptr) ==
          PTC_OK);
    CHECK(in.state == LIST_ISSUES_STATE_OPEN && in.page == 1 && !in.has.since);
    std::memset(&out, 0, sizeof out);
    std::memset(&child, 0, sizeof child);
    std::memset(&parent, 0, sizeof parent);
    parent.number = 1;
    parent.title = PTC_STR("All");
    parent.state = STATE_CLOSED;
    child.number = 2;
    child.title = PTC_STR("One");
    child.parent = &parent;
    child.has.parent = true;
    out.tag = GET_ISSUE_RESULT_ISSUE;
    out.as.issue = child;
    ptc_text_init(&text, arena);
    /* The state was forgotten. */
    CHECK(get_issue_result_to_json(&text, &out) == PTC_ERROR_ARGUMENT);
    out.as.issue.state = STATE_OPEN;
    ptc_text_init(&text, arena);
    CHECK(get_issue_result_to_json(&text, &out) == PTC_OK);
    std::printf("%s\n", text.ptr);
    return 0;
}

int main()
{
    ptc_arena arena;
    int status;

    ptc_arena_init(&arena, nullptr, 1 << 20);
    status = reads(&arena);
    if (status == 0)
        status = answers(&arena);
    ptc_arena_free(&arena);
    return status;
}
