/* SPDX-License-Identifier: MIT */
#include "lisp_differences.h"

#include <criterion/criterion.h>

#include <string.h>

ptc_str lisp_field(ptc_str *rest)
{
    const char *tab = memchr(rest->ptr, '\t', rest->len);
    size_t len = tab != NULL ? (size_t)(tab - rest->ptr) : rest->len;
    ptc_str word = ptc_str_make(rest->ptr, len);

    rest->ptr += tab != NULL ? len + 1 : len;
    rest->len -= tab != NULL ? len + 1 : len;
    return word;
}

static bool has_rule(const lisp_differences *all, ptc_str name)
{
    for (size_t i = 0; i < all->rule_count; i++) {
        if (ptc_str_equal(all->rules[i], name))
            return true;
    }
    return false;
}

static void read_rule(lisp_differences *all, ptc_str line)
{
    cr_assert_lt(all->rule_count, (size_t)LISP_RULES);
    all->rules[all->rule_count] = lisp_field(&line);
    all->sections[all->rule_count] = lisp_field(&line);
    cr_assert_gt(line.len, 0u, "the rule %s says nothing",
                 test_cstr(all->rules[all->rule_count]));
    all->rule_count++;
}

void lisp_differences_read(lisp_differences *all)
{
    ptc_str rest = test_read_project_file("tests/lisp/lisp_differences.tsv");
    unsigned number = 0;
    ptc_str line;

    all->rule_count = 0;
    all->count = 0;
    while (test_next_line(&rest, &line, &number)) {
        lisp_difference *next = &all->items[all->count];
        ptc_str name;

        if (line.len == 0 || line.ptr[0] == '#')
            continue;
        name = lisp_field(&line);
        if (ptc_str_equal(name, PTC_STR("rule"))) {
            read_rule(all, line);
            continue;
        }
        cr_assert_lt(all->count, (size_t)LISP_DIFFERENCES);
        *next = (lisp_difference){.rule = name};
        next->id = lisp_field(&line);
        next->text = lisp_field(&line);
        next->clojure = lisp_field(&line);
        next->ours = lisp_field(&line);
        cr_assert(next->ours.len > 0 && line.len == 0 && has_rule(all, name),
                  "lisp_differences.tsv:%u: NAME ROW EXPRESSION CLOJURE OURS, of a rule",
                  number);
        all->count++;
    }
}

lisp_difference *lisp_differences_find(lisp_differences *all, ptc_str id)
{
    for (size_t i = 0; i < all->count; i++) {
        if (ptc_str_equal(all->items[i].id, id))
            return &all->items[i];
    }
    return NULL;
}
