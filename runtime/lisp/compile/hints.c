/* SPDX-License-Identifier: MIT */
/*
 * What may have been meant by a plain name that nothing defines; names in namespaces are
 * in hints_space.c. [ptc-lisp 4, 17]
 *
 * Only failing programs come here, so tables are simply searched from beginning to end.
 */
#include "lisp/compile/hints.h"
#include "base/base_int.h"
#include "lisp/core/core_int.h"

/* Names of one hint, and what to do instead. */
typedef struct hint_row {
    const char *names;
    const char *text;
} hint_row;

static const hint_row hint_rows[] = {
#define PTC_HINT(names, text) {names, text},
#include "lisp/language/hints.def"
};

static const char *const hint_specials[] = {
#define PTC_SPECIAL(name, word, is_fixed) name,
#define PTC_INTRINSIC(name, word, args, opcode, with_k, unless, unless_k)
#include "lisp/language/specials.def"
#undef PTC_SPECIAL
#undef PTC_INTRINSIC
};

enum {
    HINT_ROW_COUNT = sizeof hint_rows / sizeof *hint_rows,
    HINT_SPECIAL_COUNT = sizeof hint_specials / sizeof *hint_specials,
};

/* --- Hints ------------------------------------------------------------------------- */

bool ptc_lisp_is_special(ptc_str name)
{
    for (size_t i = 0; i < HINT_SPECIAL_COUNT; i++)
        if (ptc_str_equal(name, ptc_str_of(hint_specials[i])))
            return true;
    return false;
}

const char *ptc_lisp_hint_absent(ptc_str name)
{
    for (size_t i = 0; i < HINT_ROW_COUNT; i++)
        if (ptc_lisp_has_word(hint_rows[i].names, name))
            return hint_rows[i].text;
    return NULL;
}

/* Names of the program come before builtins, builtins before special forms. Only methods
 * are near methods. */
static ptc_near hint_nearest(ptc_str name, const ptc_str *known, size_t count)
{
    ptc_near near = ptc_near_start(name);
    bool is_method = name.len > 0 && name.ptr[0] == '.';

    for (size_t i = 0; i < count; i++)
        ptc_near_consider(&near, known[i]);
    for (uint32_t i = 0; i < ptc_builtin_count; i++)
        if (!is_method || ptc_builtin_rows[i].name[0] == '.')
            ptc_near_consider(&near, ptc_str_of(ptc_builtin_rows[i].name));
    for (size_t i = 0; i < HINT_SPECIAL_COUNT && !is_method; i++)
        ptc_near_consider(&near, ptc_str_of(hint_specials[i]));
    return near;
}

/* Whether a name of the program is meant: `totals` by `total`. */
static bool hint_is_known(ptc_str name, const ptc_str *known, size_t count)
{
    ptc_near near = ptc_near_start(name);

    near.limit = near.limit > 0;
    for (size_t i = 0; i < count; i++)
        ptc_near_consider(&near, known[i]);
    return near.best.len > 0;
}

/* What to use instead of a method or constructor, by its name without the dot or its
 * package: .push, .map, .-name, java.util.ArrayList. Returns whether that says it
 * all. */
static bool hint_of_object(ptc_text *text, ptc_str name)
{
    bool is_method = name.ptr[0] == '.';
    bool is_field = name.len > 2 && memcmp(name.ptr, ".-", 2) == 0;
    size_t start = is_field ? 2 : is_method ? 1 : name.len - 1;
    const char *absent;
    ptc_str plain;

    while (!is_method && start > 0 && name.ptr[start - 1] != '.')
        start--;
    plain = ptc_str_make(name.ptr + start, name.len - start);
    absent = is_field ? NULL : ptc_lisp_hint_absent(plain);
    if (absent != NULL) {
        ptc_text_cstr(text, ". Hint: ");
        ptc_text_cstr(text, absent);
        return true;
    }
    if (!is_method)
        return false;
    ptc_text_cstr(text, ". Hint: read a field with (:");
    ptc_text_str(text, plain);
    ptc_text_cstr(text, " object)");
    if (is_field)
        return true;
    if (ptc_builtin_find(plain) == NULL)
        return false;
    ptc_text_cstr(text, ", the function is (");
    ptc_text_str(text, plain);
    ptc_text_cstr(text, " ..)");
    return true;
}

/* All methods, or all constructors. */
static void hint_methods(ptc_text *text, bool is_method)
{
    ptc_text_cstr(text, ". There are:");
    for (uint32_t i = 0; i < ptc_builtin_count; i++) {
        const char *name = ptc_builtin_rows[i].name;

        if (is_method ? name[0] == '.' : name[strlen(name) - 1] == '.') {
            ptc_text_byte(text, ' ');
            ptc_text_cstr(text, name);
        }
    }
}

void ptc_lisp_hint(ptc_text *text, ptc_str name, const ptc_str *known, size_t count)
{
    const char *absent = ptc_lisp_hint_absent(name);
    ptc_near near;

    if (ptc_lisp_is_special(name)) {
        ptc_text_cstr(text, ". It is a special form, not a value: write (");
        ptc_text_str(text, name);
        ptc_text_cstr(text, " ..), as a function #(");
        ptc_text_str(text, name);
        ptc_text_cstr(text, " ..)");
        return;
    }
    near = hint_nearest(name, known, count);
    if (absent != NULL && !hint_is_known(name, known, count)) {
        ptc_text_cstr(text, ". Hint: ");
        ptc_text_cstr(text, absent);
        return;
    }
    if (near.best.len == 0 && name.len > 1 &&
        (name.ptr[0] == '.' || name.ptr[name.len - 1] == '.')) {
        if (!hint_of_object(text, name))
            hint_methods(text, name.ptr[0] == '.');
        return;
    }
    if (!ptc_str_equal(near.best, name)) /* only where there is no such value now */
        ptc_near_write(text, near.best);
}
