/* SPDX-License-Identifier: MIT */
/* run_program with memory that is refused: each allocation once, and all from it on. No
 * answer is half, and nothing is left. [mcp 11.5] */
#include <criterion/criterion.h>

#include "coded.h"

#include <stdlib.h>

static size_t asked;
static size_t refused_at; /* 0: none */
static bool refuses_all;
static size_t held;

static void *allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    void *place;

    (void)user;
    if (new_size > old_size) {
        asked++;
        if (refused_at != 0 && (refuses_all ? asked >= refused_at : asked == refused_at))
            return NULL;
    }
    if (new_size == 0) {
        free(old);
        held -= old_size;
        return NULL;
    }
    place = realloc(old, new_size);
    cr_assert(place != NULL);
    held += new_size - old_size;
    return place;
}

static const char program[] = "(let [found (tool/search {:query \"lamp\"})]\n"
                              "  (println (map :id (:items found)))\n"
                              "  (def ids (map :id (:items found)))\n"
                              "  {:ids ids :_x 1 :all (vec (range 300))})";

/* Whether the program was answered well. */
static bool run(size_t place, bool for_ever, bool is_structured)
{
    const char *text;
    bool is_good;
    coded desk;

    coded_init(&desk);
    desk.server.options.allocator = (ptc_allocator){allocate, NULL};
    desk.server.options.log = NULL;
    desk.program.sessions = 2;
    desk.program.is_structured = is_structured;
    coded_start(&desk);
    asked = 0;
    refuses_all = for_ever;
    refused_at = place;
    text = coded_run_with(&desk, program, ",'session':'new'");
    refused_at = 0;
    is_good = strstr(text, "[1 3]\n{\"ids\":[1,3],\"all\":[0,1,2,") == text;
    cr_expect(is_good || text[0] == '!' || text[0] == '\0', "%s", text);
    if (is_good)
        cr_expect(strstr(text, "\n;; 1 tool call: ") != NULL);
    coded_expect(&desk, "(+ 1 1)", "2"); /* it goes on */
    coded_end(&desk);
    cr_assert_eq(held, 0, "%zu bytes are left of %zu", held, place);
    return is_good;
}

/* M510 */
Test(mcp_program_refused, answers_wholly_or_says_so)
{
    for (int structured = 0; structured < 2; structured++) {
        for (int for_ever = 0; for_ever < 2; for_ever++) {
            size_t place = 1;

            while (place < 2000) {
                run(place, for_ever != 0, structured != 0);
                if (asked < place)
                    break; /* all of them were refused */
                place++;
            }
            cr_expect(place < 2000 && place > 10);
        }
    }
}
