/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "support.h"

Test(value, finds_fields_by_any_spelling)
{
    ptc_arena arena;
    ptc_map_entry entries[40];
    ptc_value value;

    ptc_arena_init(&arena, NULL, 0);
    for (uint32_t i = 0; i < 40; i++) {
        static const char *const names[] = {"user_id", "user-id", "plain", "other-name"};

        entries[i].key = ptc_value_int(i);
        entries[i].value = ptc_value_int(i);
        if (i >= 36)
            entries[i].key = ptc_value_string(ptc_str_of(names[i - 36]));
    }
    for (uint32_t count = 4; count <= 40; count += 36) {
        const ptc_map_entry *found;

        cr_assert(ptc_map_make(&arena, entries + 40 - count, count, &value, NULL) == PTC_OK);
        found = ptc_map_find_field(value.as.map, PTC_STR("user-id"), 0);
        cr_expect(found && found->value.as.integer == 37);
        found = ptc_map_find_field(value.as.map, PTC_STR("other_name"), 0);
        cr_expect(found && found->value.as.integer == 39);
        cr_expect(!ptc_map_find_field(value.as.map, PTC_STR("absent"), 0));
    }
    ptc_arena_free(&arena);
}
