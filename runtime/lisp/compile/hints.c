/* SPDX-License-Identifier: MIT */
/*
 * What may have been meant by a name that nothing defines. [ptc-lisp 4, 17]
 *
 * Only failing programs come here, so tables are simply searched from end to end.
 */
#include "lisp/compile/compile_int.h"
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
    HINT_LIST_MAX = 300, /* bytes, behind which a list goes on as `..` */
    HINT_NAME_MAX = 64,  /* longer names resemble nothing */
};

/* --- Lists of words ---------------------------------------------------------------- */

static ptc_str hint_next_word(const char **rest)
{
    size_t length = strcspn(*rest, " ");
    ptc_str word = ptc_str_make(*rest, length);

    *rest += length;
    *rest += strspn(*rest, " ");
    return word;
}

static bool hint_has_word(const char *words, ptc_str name)
{
    while (*words)
        if (ptc_str_equal(hint_next_word(&words), name))
            return true;
    return false;
}

/* --- Hints ------------------------------------------------------------------------- */

static bool hint_is_special(ptc_str name)
{
    for (size_t i = 0; i < HINT_SPECIAL_COUNT; i++)
        if (ptc_str_equal(name, ptc_str_of(hint_specials[i])))
            return true;
    return false;
}

static bool hint_is_known(ptc_str name, const ptc_str *known, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ptc_str_equal(name, known[i]))
            return true;
    return hint_is_special(name) || ptc_builtin_find(name) != NULL;
}

const char *ptc_lisp_hint_absent(ptc_str name)
{
    for (size_t i = 0; i < HINT_ROW_COUNT; i++)
        if (hint_has_word(hint_rows[i].names, name))
            return hint_rows[i].text;
    return NULL;
}

/* The name with `-` for `_`, when that is known; else empty. */
static ptc_str hint_dashed(ptc_str name, char out[HINT_NAME_MAX], const ptc_str *known,
                           size_t count)
{
    ptc_str dashed = ptc_str_make(out, name.len);

    if (name.len > HINT_NAME_MAX || !memchr(name.ptr, '_', name.len))
        return ptc_str_make("", 0);
    for (size_t i = 0; i < name.len; i++)
        out[i] = name.ptr[i] == '_' ? '-' : name.ptr[i];
    return hint_is_known(dashed, known, count) ? dashed : ptc_str_make("", 0);
}

/* The best candidate so far for a name that is looked for. */
typedef struct hint_search {
    ptc_str name;
    ptc_str best;
    unsigned limit; /* edits that are still better than the best */
} hint_search;

static void hint_consider(hint_search *search, ptc_str candidate)
{
    unsigned edits;

    if (search->limit == 0)
        return;
    edits = ptc_str_distance(search->name, candidate, search->limit);
    if (edits > 0 && edits <= search->limit) {
        search->best = candidate;
        search->limit = edits - 1;
    }
}

/* The nearest name of the program itself. */
static hint_search hint_search_known(ptc_str name, unsigned limit, const ptc_str *known,
                                     size_t count)
{
    hint_search search = {name, {"", 0}, limit};

    for (size_t i = 0; i < count; i++)
        hint_consider(&search, known[i]);
    return search;
}

/* Names of the program come before builtins, those before special forms. */
static ptc_str hint_nearest(ptc_str name, const ptc_str *known, size_t count)
{
    unsigned limit = name.len < 3 ? 0 : name.len < 5 ? 1 : name.len < 9 ? 2 : 3;
    hint_search search = hint_search_known(name, limit, known, count);

    for (uint32_t i = 0; i < ptc_builtin_count; i++)
        hint_consider(&search, ptc_str_of(ptc_builtin_rows[i].name));
    for (size_t i = 0; i < HINT_SPECIAL_COUNT; i++)
        hint_consider(&search, ptc_str_of(hint_specials[i]));
    return search.best;
}

static void hint_mean(ptc_text *text, ptc_str name)
{
    if (name.len > 0) {
        ptc_text_cstr(text, ". Did you mean: ");
        ptc_text_str(text, name);
    }
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
    char buffer[HINT_NAME_MAX];
    const char *absent = ptc_lisp_hint_absent(name);
    ptc_str typo = hint_search_known(name, name.len > 2, known, count).best;
    ptc_str dashed;

    if (hint_is_special(name)) {
        ptc_text_cstr(text, ". It is a special form and no value; call it, or wrap it in "
                            "a function: #(");
        ptc_text_str(text, name);
        ptc_text_cstr(text, " ..)");
        return;
    }
    if (absent && typo.len == 0) { /* `total` is `totals`, where there is such a name */
        ptc_text_cstr(text, ". Hint: ");
        ptc_text_cstr(text, absent);
        return;
    }
    if (name.len > 1 && (name.ptr[0] == '.' || name.ptr[name.len - 1] == '.')) {
        hint_methods(text, name.ptr[0] == '.');
        return;
    }
    dashed = hint_dashed(name, buffer, known, count);
    hint_mean(text, dashed.len > 0 ? dashed : hint_nearest(name, known, count));
}

/* --- Namespaces -------------------------------------------------------------------- */

static const hint_row hint_namespaces[] = {
#define PTC_NAMESPACE(names, members) {names, members},
#include "lisp/language/hints.def"
};

enum { HINT_NAMESPACE_COUNT = sizeof hint_namespaces / sizeof *hint_namespaces };

/* java.lang.Math is Math. */
static ptc_str hint_class(ptc_str space)
{
    static const char *const packages[] = {"java.lang.", "java.time.", "java.util."};

    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        size_t length = strlen(packages[i]);

        if (space.len > length && memcmp(space.ptr, packages[i], length) == 0)
            return ptc_str_make(space.ptr + length, space.len - length);
    }
    return space;
}

static const hint_row *hint_namespace(ptc_str space)
{
    for (size_t i = 0; i < HINT_NAMESPACE_COUNT; i++)
        if (hint_has_word(hint_namespaces[i].names, space))
            return &hint_namespaces[i];
    return NULL;
}

/* Whether it is a builtin or a constant, by a name that stays. */
static bool hint_find(ptc_str name, ptc_str *found)
{
    const ptc_function *function = ptc_builtin_find(name);

    if (!function)
        return false;
    *found = ptc_str_of(function->code);
    return true;
}

/* The names of clojure.math are those of Math: next-up is nextUp, IEEE-remainder
 * IEEEremainder. The bytes written. */
static size_t hint_put_math(char *out, ptc_str name)
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

/* space/name as one of the rows that are written so. */
static bool hint_find_full(ptc_str space, ptc_str name, ptc_str *found)
{
    bool is_math = ptc_str_equal(space, PTC_STR("clojure.math"));
    char text[HINT_NAME_MAX];
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
        length = 5 + hint_put_math(text + 5, name);
    if (hint_find(ptc_str_make(text, length), found))
        return true;
    for (size_t i = 0; i < HINT_NAMESPACE_COUNT; i++) {
        const char *rest = hint_namespaces[i].text;

        while (*rest) {
            *found = hint_next_word(&rest);
            if (ptc_str_equal(*found, ptc_str_make(text, length)))
                return ptc_builtin_constant(*found, &value);
        }
    }
    return false;
}

static void hint_list(ptc_text *why, const hint_row *row, ptc_str space)
{
    const char *rest = row->text;
    size_t count = 0;

    for (; *rest; count++) {
        ptc_str member = hint_next_word(&rest);
        ptc_str found;
        ptc_value value;

        if (why->len > HINT_LIST_MAX) {
            ptc_text_cstr(why, " ..");
            return;
        }
        if (!hint_find(member, &found) && !hint_find_full(space, member, &found) &&
            !ptc_builtin_constant(member, &value))
            continue;
        ptc_text_cstr(why, count == 0 ? "; it has " : " ");
        ptc_text_str(why, member);
    }
}

/* What is wrong with a name that is not in a namespace of the language. */
static void hint_not_in(ptc_text *why, const hint_row *row, ptc_str name)
{
    const char *names = row->names;
    ptc_str full = hint_next_word(&names);

    if (hint_is_special(name)) {
        ptc_text_cstr(why, "it is a special form; write it without a namespace");
        return;
    }
    ptc_text_cstr(why, "no such name in ");
    ptc_text_str(why, full);
    hint_list(why, row, full);
    if (!row->text[0])
        ptc_lisp_hint(why, name, NULL, 0);
}

static void hint_no_namespace(ptc_text *why, ptc_str space, ptc_str name)
{
    ptc_str found;

    ptc_text_cstr(why, "there is no namespace ");
    ptc_text_str(why, space);
    if (hint_find(name, &found) || hint_is_special(name)) {
        ptc_text_cstr(why, "; write ");
        ptc_text_str(why, name);
        return;
    }
    ptc_text_cstr(why, "; there are");
    for (size_t i = 0; i < HINT_NAMESPACE_COUNT; i++) {
        const char *names = hint_namespaces[i].names;

        while (*names) {
            ptc_text_byte(why, ' ');
            ptc_text_str(why, hint_next_word(&names));
        }
    }
    ptc_text_cstr(why, " ctx data memory tool");
}

bool ptc_lisp_is_class(ptc_str ns)
{
    const hint_row *row = hint_namespace(hint_class(ns));
    const char *names = row ? row->names : "";
    ptc_str full = hint_next_word(&names);

    return row && full.ptr[0] >= 'A' && full.ptr[0] <= 'Z';
}

bool ptc_lisp_namespace_resolve(ptc_str ns, ptc_str name, ptc_str *builtin, ptc_text *why)
{
    ptc_str space = hint_class(ns);
    const hint_row *row = hint_namespace(space);
    const char *names = row ? row->names : "";
    ptc_str full = row ? hint_next_word(&names) : space;

    if (hint_find_full(full, name, builtin))
        return true;
    if (!row) {
        hint_no_namespace(why, ns, name);
        return false;
    }
    /* The reference does not tell namespaces apart, and programs rely on that; names of
     * classes are no functions. */
    if ((full.ptr[0] >= 'a' && full.ptr[0] <= 'z') && hint_find(name, builtin))
        return true;
    hint_not_in(why, row, name);
    return false;
}
