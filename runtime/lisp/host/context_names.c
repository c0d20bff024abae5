/* SPDX-License-Identifier: MIT */
/*
 * The names that programs may read as ctx/name: keys of the context, and names that its
 * host declared; messages about others. [ptc-lisp 9.1]
 *
 * Models read messages: of the data they have only names that a program can write,
 * bounded in number and length.
 */
#include "lisp/host/host_int.h"

enum {
    NAMES_LIST_MAX = 240,  /* bytes of names in a message */
    NAMES_SHOWN_MAX = 64,  /* of one of them; longer ones are near nothing */
    NAMES_SEEN_MAX = 4096, /* for one message */
};

void ptc_lisp_set_context_names(ptc_lisp *lisp, const ptc_str *names, size_t count)
{
    lisp->context_names = names;
    lisp->context_name_count = names != NULL ? count : 0;
}

/* --- The names --------------------------------------------------------------------- */

static size_t names_count(const ptc_lisp *lisp)
{
    return lisp->context_name_count + (lisp->context != NULL ? lisp->context->aux : 0);
}

/* Declared names come before keys. Empty for a key that is not a name. */
static ptc_str names_of_context(const ptc_lisp *lisp, size_t index)
{
    const ptc_value *key;

    if (index < lisp->context_name_count)
        return lisp->context_names[index];
    key = &lisp->context->as.map->entries[index - lisp->context_name_count].key;
    return key->kind == PTC_STRING || key->kind == PTC_KEYWORD ? ptc_value_text(key)
                                                               : ptc_str_make("", 0);
}

/* Whether it is among the first `count` of the declared names. */
static bool names_are_declared(const ptc_lisp *lisp, size_t count, ptc_str name)
{
    for (size_t i = 0; i < count && i < lisp->context_name_count; i++)
        if (ptc_str_equal(lisp->context_names[i], name))
            return true;
    return false;
}

bool ptc_lisp_context_knows(const ptc_lisp *lisp, const ptc_value *key)
{
    const ptc_name *name = ptc_name_of(key);
    ptc_str text = ptc_value_text(key);

    return ptc_str_equal(text, PTC_STR("fail")) || ptc_lisp_context_has(lisp, key) ||
           names_are_declared(lisp, SIZE_MAX, text) ||
           names_are_declared(lisp, SIZE_MAX,
                              ptc_str_make(name->folded->text, name->folded->length));
}

/* --- Messages ---------------------------------------------------------------------- */

static size_t names_seen(const ptc_lisp *lisp)
{
    size_t count = names_count(lisp);

    return count < NAMES_SEEN_MAX ? count : NAMES_SEEN_MAX;
}

/* Whether messages may have the name: programs can write it, and it is short. */
static bool names_can_show(ptc_str name)
{
    return name.len > 0 && name.len <= NAMES_SHOWN_MAX && ptc_keyword_is_legal(name);
}

/* Whether it is not a name, is a repetition (a declared key, or a name that several
 * signatures declare), or is a key that comes and goes. */
static bool names_is_left_out(const ptc_lisp *lisp, size_t index)
{
    ptc_str name = names_of_context(lisp, index);

    return name.len == 0 || names_are_declared(lisp, index, name) ||
           (index >= lisp->context_name_count && ptc_str_equal(name, PTC_STR("fail")));
}

ptc_near ptc_lisp_context_near(const ptc_lisp *lisp, ptc_str name)
{
    ptc_near near = ptc_near_start(name);

    for (size_t i = 0; name.len <= NAMES_SHOWN_MAX && i < names_seen(lisp); i++) {
        if (names_can_show(names_of_context(lisp, i)))
            ptc_near_consider(&near, names_of_context(lisp, i));
    }
    return near;
}

void ptc_lisp_context_list(const ptc_lisp *lisp, ptc_text *text)
{
    size_t start = text->len;
    size_t left_out = names_count(lisp) - names_seen(lisp);

    for (size_t i = 0; i < names_seen(lisp); i++) {
        ptc_str name = names_of_context(lisp, i);

        if (names_is_left_out(lisp, i))
            continue;
        if (!names_can_show(name) || text->len - start + name.len > NAMES_LIST_MAX) {
            left_out++;
            continue;
        }
        ptc_text_cstr(text, text->len == start ? "; there are: " : ", ");
        ptc_text_str(text, name);
    }
    if (left_out > 0) {
        ptc_text_cstr(text, text->len == start ? "; there are " : ", and ");
        ptc_text_uint(text, left_out);
        ptc_text_cstr(text, " more");
    }
}

void ptc_lisp_context_unknown(const ptc_lisp *lisp, ptc_text *text, ptc_str space,
                              ptc_str name)
{
    ptc_str near = ptc_lisp_context_near(lisp, name).best;
    size_t shown = ptc_utf8_prefix(name.ptr, name.len, NAMES_SHOWN_MAX);
    size_t start;

    ptc_text_str(text, space);
    ptc_text_byte(text, '/');
    ptc_text_bytes(text, name.ptr, shown);
    ptc_text_cstr(text, shown < name.len ? "... is not a name of this context"
                                         : " is not a name of this context");
    if (near.len > 0) {
        ptc_text_cstr(text, ". Did you mean: ");
        ptc_text_str(text, space);
        ptc_text_byte(text, '/');
        ptc_text_str(text, near);
        return;
    }
    start = text->len;
    ptc_lisp_context_list(lisp, text);
    if (text->len == start)
        ptc_text_cstr(text, ", which has none");
}
