/* SPDX-License-Identifier: MIT */
/*
 * Names in namespaces: what they refer to, and what to say when they refer to nothing.
 * [ptc-lisp 4, 17]
 */
#include "base/base_int.h"
#include "lisp/compile/hints.h"
#include "lisp/core/core_int.h"

/* Namespaces and their names, or what to do without them. */
typedef struct space_row {
    const char *names;
    const char *text;
} space_row;

static const space_row space_rows[] = {
#define PTC_NAMESPACE(names, members) {names, members},
#include "lisp/language/hints.def"
};

static const space_row space_absent[] = {
#define PTC_ABSENT_NAMESPACE(names, text) {names, text},
#include "lisp/language/hints.def"
};

enum {
    SPACE_COUNT = sizeof space_rows / sizeof *space_rows,
    SPACE_ABSENT_COUNT = sizeof space_absent / sizeof *space_absent,
    SPACE_NAME_MAX = 64,  /* longer names are not namespaces */
    SPACE_LIST_MAX = 300, /* bytes, after which a list continues as `..` */
};

/* --- Finding ----------------------------------------------------------------------- */

/* java.lang.Math is Math. */
static ptc_str space_class(ptc_str space)
{
    static const char *const packages[] = {"java.lang.", "java.time.", "java.util."};

    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        size_t length = strlen(packages[i]);

        if (space.len > length && memcmp(space.ptr, packages[i], length) == 0)
            return ptc_str_make(space.ptr + length, space.len - length);
    }
    return space;
}

static const space_row *space_find_row(ptc_str space)
{
    for (size_t i = 0; i < SPACE_COUNT; i++)
        if (ptc_lisp_has_word(space_rows[i].names, space))
            return &space_rows[i];
    return NULL;
}

/* Whether it is a builtin or a constant; the name is static. */
static bool space_find_builtin(ptc_str name, ptc_str *found)
{
    const ptc_function *function = ptc_builtin_find(name);

    if (function == NULL || ptc_lisp_is_special(name))
        return false;
    *found = ptc_str_of(function->code);
    return true;
}

/* The names of clojure.math are those of Math: next-up is nextUp, IEEE-remainder
 * IEEEremainder. The bytes written. */
static size_t space_put_math(char *out, ptc_str name)
{
    size_t length = 0;

    for (size_t i = 0; i < name.len; i++) {
        bool is_word = name.ptr[i] == '-' && i > 0 && i + 1 < name.len;
        bool is_small = is_word && name.ptr[i - 1] >= 'a' && name.ptr[i - 1] <= 'z' &&
                        name.ptr[i + 1] >= 'a' && name.ptr[i + 1] <= 'z';

        if (is_word)
            i++;
        out[length++] = is_small ? (char)(name.ptr[i] - 32) : name.ptr[i];
    }
    return length;
}

/* space/name as one of the rows that are written this way. */
static bool space_find_full(ptc_str space, ptc_str name, ptc_str *found)
{
    bool is_math = ptc_str_equal(space, PTC_STR("clojure.math"));
    char text[SPACE_NAME_MAX];
    size_t length = space.len + 1 + name.len;
    ptc_value value;

    if (length > sizeof text)
        return false;
    if (is_math)
        space = PTC_STR("Math");
    memcpy(text, space.ptr, space.len);
    text[space.len] = '/';
    memcpy(text + space.len + 1, name.ptr, name.len);
    if (is_math)
        length = 5 + space_put_math(text + 5, name);
    if (space_find_builtin(ptc_str_make(text, length), found))
        return true;
    for (size_t i = 0; i < SPACE_COUNT; i++) {
        const char *rest = space_rows[i].text;

        while (*rest) {
            *found = ptc_lisp_next_word(&rest);
            if (ptc_str_equal(*found, ptc_str_make(text, length)))
                return ptc_builtin_constant(*found, &value);
        }
    }
    return false;
}

/* --- Names that a namespace lacks -------------------------------------------------- */

/* Whether the name that a namespace lists exists. */
static bool space_has(ptc_str space, ptc_str member)
{
    ptc_str found;
    ptc_value value;

    return space_find_builtin(member, &found) || space_find_full(space, member, &found) ||
           ptc_builtin_constant(member, &value);
}

static void space_list(ptc_text *why, const space_row *row, ptc_str space)
{
    const char *rest = row->text;
    size_t count = 0;

    while (*rest) {
        ptc_str member = ptc_lisp_next_word(&rest);

        if (!space_has(space, member))
            continue;
        if (why->len > SPACE_LIST_MAX) {
            ptc_text_cstr(why, " ..");
            return;
        }
        ptc_text_cstr(why, count++ == 0 ? "; it has " : " ");
        ptc_text_str(why, member);
    }
}

ptc_str ptc_lisp_plain_name(ptc_str name)
{
    const char *slash = name.len > 1 ? memchr(name.ptr, '/', name.len) : NULL;

    return slash != NULL
               ? ptc_str_make(slash + 1, name.len - (size_t)(slash + 1 - name.ptr))
               : name;
}

static ptc_str space_nearest(const space_row *row, ptc_str space, ptc_str name)
{
    const char *rest = row->text;
    ptc_near near = ptc_near_start(name);

    while (*rest) {
        ptc_str member = ptc_lisp_next_word(&rest);

        if (space_has(space, member))
            ptc_near_consider(&near, ptc_lisp_plain_name(member));
    }
    return near.best;
}

/* The fault of a name that is not in its namespace of the language. */
static void space_not_in(ptc_text *why, const space_row *row, ptc_str space, ptc_str name)
{
    const char *names = row->names;
    ptc_str full = ptc_lisp_next_word(&names);
    ptc_str nearest = space_nearest(row, full, name);
    const char *absent = ptc_lisp_is_class(space) ? NULL : ptc_lisp_hint_absent(name);

    if (ptc_lisp_is_special(name)) {
        ptc_text_cstr(why, "it is a special form; write it without a namespace");
        return;
    }
    ptc_text_cstr(why, "no such name in ");
    ptc_text_str(why, full);
    if (nearest.len > 0) {
        ptc_text_cstr(why, ". Did you mean: ");
        ptc_text_str(why, space);
        ptc_text_byte(why, '/');
        ptc_text_str(why, nearest);
    } else if (absent != NULL) {
        ptc_text_cstr(why, ". Hint: ");
        ptc_text_cstr(why, absent);
    } else if (row->text[0]) {
        space_list(why, row, full);
    } else {
        ptc_lisp_hint(why, name, NULL, 0);
    }
}

/* --- Namespaces that do not exist
 * --------------------------------------------------- */

/* What to do without the namespace, found by its whole name or its last part:
 * java.io.File. */
static const char *space_hint(ptc_str space)
{
    ptc_str last = space;

    for (size_t i = 0; i < space.len; i++)
        if (space.ptr[i] == '.')
            last = ptc_str_make(space.ptr + i + 1, space.len - i - 1);
    for (size_t i = 0; i < SPACE_ABSENT_COUNT; i++)
        if (ptc_lisp_has_word(space_absent[i].names, space) ||
            ptc_lisp_has_word(space_absent[i].names, last))
            return space_absent[i].text;
    return NULL;
}

static ptc_str space_nearest_space(ptc_str space)
{
    ptc_near near = ptc_near_start(space);

    for (size_t i = 0; i < SPACE_COUNT; i++) {
        const char *names = space_rows[i].names;

        while (*names)
            ptc_near_consider(&near, ptc_lisp_next_word(&names));
    }
    return near.best;
}

/* One name of each: `str` for clojure.string. */
static void space_list_spaces(ptc_text *why)
{
    ptc_text_cstr(why, "; there are");
    for (size_t i = 0; i < SPACE_COUNT; i++) {
        const char *names = space_rows[i].names;
        ptc_str name = ptc_lisp_next_word(&names);

        if (memchr(name.ptr, '.', name.len) != NULL && *names)
            name = ptc_lisp_next_word(&names);
        ptc_text_byte(why, ' ');
        ptc_text_str(why, name);
    }
    ptc_text_cstr(why, " ctx data memory tool");
}

static void space_not_there(ptc_text *why, ptc_str space, ptc_str name)
{
    const char *hint = space_hint(space);
    ptc_str nearest = space_nearest_space(space);
    ptc_str found;

    ptc_text_cstr(why, "there is no namespace ");
    ptc_text_str(why, space);
    if (hint != NULL) {
        ptc_text_cstr(why, "; ");
        ptc_text_cstr(why, hint);
    } else if (nearest.len > 0) {
        ptc_near_write(why, nearest);
    } else if (space_find_builtin(name, &found) || ptc_lisp_is_special(name)) {
        ptc_text_cstr(why, "; write ");
        ptc_text_str(why, name);
    } else {
        space_list_spaces(why);
    }
}

/* --- Public ------------------------------------------------------------------------ */

bool ptc_lisp_is_class(ptc_str ns)
{
    const space_row *row = space_find_row(space_class(ns));
    const char *names = row != NULL ? row->names : "";
    ptc_str full = ptc_lisp_next_word(&names);

    return row != NULL && full.ptr[0] >= 'A' && full.ptr[0] <= 'Z';
}

ptc_str ptc_lisp_namespace_known(ptc_str ns)
{
    const space_row *row = space_find_row(ns);
    const char *names = row != NULL ? row->names : "";

    return ptc_lisp_next_word(&names);
}

ptc_str ptc_lisp_namespace_next(ptc_str ns, const char **rest)
{
    const space_row *row = space_find_row(ns);

    if (*rest == NULL)
        *rest = row != NULL ? row->text : "";
    return ptc_lisp_plain_name(ptc_lisp_next_word(rest));
}

const char *ptc_lisp_namespace_absent(ptc_str ns)
{
    for (size_t i = 0; i < SPACE_ABSENT_COUNT; i++)
        if (ptc_lisp_has_word(space_absent[i].names, ns))
            return space_absent[i].text;
    return NULL;
}

bool ptc_lisp_is_namespace(ptc_str ns)
{
    return space_find_row(space_class(ns)) != NULL;
}

bool ptc_lisp_is_host_space(ptc_str ns)
{
    return ptc_lisp_has_word("ctx data memory tool", ns);
}

/* The hint for the whole name, ns/name. */
static const char *space_hint_of(ptc_str ns, ptc_str name)
{
    char text[SPACE_NAME_MAX];

    if (ns.len + 1 + name.len > sizeof text)
        return NULL;
    memcpy(text, ns.ptr, ns.len);
    text[ns.len] = '/';
    memcpy(text + ns.len + 1, name.ptr, name.len);
    return ptc_lisp_hint_absent(ptc_str_make(text, ns.len + 1 + name.len));
}

bool ptc_lisp_namespace_resolve(ptc_str ns, ptc_str name, ptc_str *builtin, ptc_text *why)
{
    ptc_str space = space_class(ns);
    const space_row *row = space_find_row(space);
    const char *names = row != NULL ? row->names : "";
    ptc_str full = row != NULL ? ptc_lisp_next_word(&names) : space;
    const char *hint;

    if (space_find_full(full, name, builtin))
        return true;
    /* The reference does not tell namespaces apart, and programs rely on that; names of
     * classes are not functions. */
    if (row != NULL && (full.ptr[0] >= 'a' && full.ptr[0] <= 'z') &&
        space_find_builtin(name, builtin))
        return true;
    hint = space_hint_of(space, name);
    if (hint != NULL) { /* says more than a list of the other names */
        ptc_text_cstr(why, "not available. Hint: ");
        ptc_text_cstr(why, hint);
    } else if (row != NULL) {
        space_not_in(why, row, ns, name);
    } else {
        space_not_there(why, ns, name);
    }
    return false;
}
