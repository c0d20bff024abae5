/* SPDX-License-Identifier: MIT */
/* Names and words of definitions: which are allowed, and which are similar. [brimley
 * 5] */
#include "generator/dialect/brimley/brimley_int.h"

enum { NAME_MAX_LENGTH = 64 };

static const char *const names_reserved[] = {
    "help",  "quit",      "exit",     "reset",     "reload", "settings", "config",
    "state", "functions", "entities", "databases", "errors", NULL};

/* Those of types cannot be entities. */
static const char *const names_of_types[] = {
    "str",  "string",   "int",       "integer", "float",   "number", "bool", "boolean",
    "date", "datetime", "primitive", "any",     "decimal", "void",   "none", "nonetype",
    "list", "dict",     "object",    "map",     "array",   "tuple",  "set",  NULL};

static char names_lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte + 32) : byte;
}

static bool names_is_letter(char byte)
{
    return names_lower(byte) >= 'a' && names_lower(byte) <= 'z';
}

bool ptcc_brimley_is_word(ptc_str text, const char *word)
{
    size_t i = 0;

    while (i < text.len && word[i] != '\0' && names_lower(text.ptr[i]) == word[i])
        i++;
    return i == text.len && word[i] == '\0';
}

bool ptcc_brimley_is_listed(ptc_str text, const char *const *words)
{
    while (*words != NULL && !ptcc_brimley_is_word(text, *words))
        words++;
    return *words != NULL;
}

const char *ptcc_brimley_nearest(ptc_str text, const char *const *words)
{
    const char *nearest = NULL;
    unsigned best = 3;

    for (; *words != NULL; words++) {
        unsigned distance = ptc_str_distance(text, ptc_str_of(*words), 2);

        if (distance < best && distance < text.len) {
            best = distance;
            nearest = *words;
        }
    }
    return nearest;
}

/* Keys as people write them, whatever the spelling of their words: min_length. */
static const char *names_nearest_key(ptc_arena *arena, ptc_str key,
                                     const char *const *keys)
{
    ptc_str folded = ptcc_brimley_proximity(arena, key);

    for (const char *const *one = keys; *one != NULL; one++) {
        if (ptc_str_equal(folded, ptcc_brimley_proximity(arena, ptc_str_of(*one))))
            return *one;
    }
    return ptcc_brimley_nearest(key, keys);
}

void ptcc_brimley_check_keys(const ptcc_brimley_run *run, uint32_t map,
                             const char *const *keys, const char *owner)
{
    ptc_diags *diags = run->reading->diags;
    uint32_t key = ptcc_brimley_form(run, map)->child;

    for (; key != 0;
         key = ptcc_brimley_form(run, ptcc_brimley_form(run, key)->next)->next) {
        const ptc_form *name = ptcc_brimley_form(run, key);
        const char *const *known = keys;
        const char *near;
        ptc_diag *diag;

        while (*known != NULL && !ptc_str_equal(name->text, ptc_str_of(*known)))
            known++;
        if (*known != NULL)
            continue;
        near = names_nearest_key(diags->arena, name->text, keys);
        diag = ptc_diag_add(diags, PTC_DIAG_BRIMLEY_UNKNOWN_KEY,
                            ptcc_brimley_span(run, key), "%s has no key \"%s\"", owner,
                            ptc_diag_quote(diags, name->text));
        if (near != NULL)
            ptc_diag_hint(diags, diag, "did you mean %s?", near);
    }
}

ptc_str ptcc_brimley_proximity(ptc_arena *arena, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] != '-' && name.ptr[i] != '_')
            ptc_text_byte(&text, names_lower(name.ptr[i]));
    }
    return ptc_text_view(&text);
}

const char *ptcc_brimley_name_fault(ptc_str name, bool is_entity)
{
    if (name.len == 0)
        return "a name cannot be empty";
    if (name.len > NAME_MAX_LENGTH)
        return "a name has at most 64 characters";
    if (!names_is_letter(name.ptr[0]))
        return "a name begins with a letter from a to z";
    for (size_t i = 1; i < name.len; i++) {
        char byte = name.ptr[i];

        if (!names_is_letter(byte) && (byte < '0' || byte > '9') && byte != '_' &&
            byte != '-')
            return "a name has only letters from a to z, digits, \"_\" and \"-\"";
    }
    if (ptcc_brimley_is_listed(name, names_reserved))
        return "the name is reserved";
    if (is_entity && ptcc_brimley_is_listed(name, names_of_types))
        return "the name is that of a type";
    return NULL;
}

/* Whether two names are the same except for case, '-' and '_'. */
static bool names_are_near(ptc_str a, ptc_str b)
{
    size_t i = 0;
    size_t j = 0;

    for (;;) {
        while (i < a.len && (a.ptr[i] == '-' || a.ptr[i] == '_'))
            i++;
        while (j < b.len && (b.ptr[j] == '-' || b.ptr[j] == '_'))
            j++;
        if (i == a.len || j == b.len)
            return i == a.len && j == b.len;
        if (names_lower(a.ptr[i++]) != names_lower(b.ptr[j++]))
            return false;
    }
}

void ptcc_brimley_check_near(const ptcc_brimley_run *run, ptc_str name, ptc_span span)
{
    const ptc_contract_reading *reading = run->reading;
    ptc_diags *diags = reading->diags;

    for (size_t i = 0; i < reading->count; i++) {
        const ptc_declaration *item = &reading->items[i];

        if (!item->is_listed || ptc_str_equal_folded(item->name, name) ||
            !names_are_near(item->name, name))
            continue;
        ptc_diag_add(diags, PTC_DIAG_BRIMLEY_NEAR_NAME, span,
                     "the names \"%s\" and \"%s\" differ only in case, \"-\" and \"_\"",
                     ptc_diag_quote(diags, name), ptc_diag_quote(diags, item->name));
        return;
    }
}
