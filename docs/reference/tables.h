/* SPDX-License-Identifier: MIT */
/*
 * The tables of the language and those of docs/reference/lisp.def, for the program that
 * writes the reference and the suite that checks it.
 */
#ifndef PTC_REFERENCE_TABLES_H
#define PTC_REFERENCE_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { MANY = 65535 }; /* as a most count of arguments: any */

typedef enum row_kind {
    KIND_USAGE,
    KIND_ALIAS,
    KIND_FORM,
    KIND_SYNTAX,
    KIND_EXAMPLE,
    KIND_TOOL_EXAMPLE,
    KIND_REASON,
} row_kind;

/* A row of lisp.def. */
typedef struct row {
    row_kind kind;
    const char *name;
    const char *first;
    const char *second;
} row;

typedef struct builtin {
    const char *name;
    const char *family;
    const char *sentence;
    unsigned least;
    unsigned most;
} builtin;

static const row rows[] = {
#define PTC_USAGE(name, arguments, note)     {KIND_USAGE, name, arguments, note},
#define PTC_ALIAS(name, of)                  {KIND_ALIAS, name, of, ""},
#define PTC_FORM(name, parts, sentence)      {KIND_FORM, name, parts, sentence},
#define PTC_SYNTAX(name, spelling, sentence) {KIND_SYNTAX, name, spelling, sentence},
#define PTC_EXAMPLE(program, result)         {KIND_EXAMPLE, program, result, ""},
#define PTC_TOOL_EXAMPLE(program, result)    {KIND_TOOL_EXAMPLE, program, result, ""},
#define PTC_REASON_MEANING(name, sentence)   {KIND_REASON, name, sentence, ""},
#include "lisp.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const builtin builtins[] = {
#define PTC_MANY MANY
#define PTC_BUILTIN_SEQUENCE(name, c, least, most, doc)                                  \
    {name, "SEQUENCE", doc, least, most},
#define PTC_BUILTIN_REDUCE(name, c, least, most, doc) {name, "REDUCE", doc, least, most},
#define PTC_BUILTIN_SLICE(name, c, least, most, doc)  {name, "SLICE", doc, least, most},
#define PTC_BUILTIN_GENERATE(name, c, least, most, doc)                                  \
    {name, "GENERATE", doc, least, most},
#define PTC_BUILTIN_ENDLESS(name, c, least, most, doc)                                   \
    {name, "ENDLESS", doc, least, most},
#define PTC_BUILTIN_COLLECTION(name, c, least, most, doc)                                \
    {name, "COLLECTION", doc, least, most},
#define PTC_BUILTIN_MAP(name, c, least, most, doc)    {name, "MAP", doc, least, most},
#define PTC_BUILTIN_UPDATE(name, c, least, most, doc) {name, "UPDATE", doc, least, most},
#define PTC_BUILTIN_SET(name, c, least, most, doc)    {name, "SET", doc, least, most},
#define PTC_BUILTIN_RELATION(name, c, least, most, doc)                                  \
    {name, "RELATION", doc, least, most},
#define PTC_BUILTIN_SORT(name, c, least, most, doc)   {name, "SORT", doc, least, most},
#define PTC_BUILTIN_SORTED(name, c, least, most, doc) {name, "SORTED", doc, least, most},
#define PTC_BUILTIN_GROUP(name, c, least, most, doc)  {name, "GROUP", doc, least, most},
#define PTC_BUILTIN_TREE(name, c, least, most, doc)   {name, "TREE", doc, least, most},
#define PTC_BUILTIN_MATH(name, c, least, most, doc)   {name, "MATH", doc, least, most},
#define PTC_BUILTIN_BITS(name, c, least, most, doc)   {name, "BITS", doc, least, most},
#define PTC_BUILTIN_PREDICATE(name, c, least, most, doc)                                 \
    {name, "PREDICATE", doc, least, most},
#define PTC_BUILTIN_FUNCTION(name, c, least, most, doc)                                  \
    {name, "FUNCTION", doc, least, most},
#define PTC_BUILTIN_WHERE(name, c, least, most, doc) {name, "WHERE", doc, least, most},
#define PTC_BUILTIN_TEXT(name, c, least, most, doc)  {name, "TEXT", doc, least, most},
#define PTC_BUILTIN_REGEX(name, c, least, most, doc) {name, "REGEX", doc, least, most},
#define PTC_BUILTIN_JSON(name, c, least, most, doc)  {name, "JSON", doc, least, most},
#define PTC_BUILTIN_TEMPORAL(name, c, least, most, doc)                                  \
    {name, "TEMPORAL", doc, least, most},
#define PTC_BUILTIN_PARALLEL(name, c, least, most, doc)                                  \
    {name, "PARALLEL", doc, least, most},
#define PTC_BUILTIN_TOOL(name, c, least, most, doc)   {name, "TOOL", doc, least, most},
#define PTC_BUILTIN_EFFECT(name, c, least, most, doc) {name, "EFFECT", doc, least, most},
#define PTC_BUILTIN_THROW(name, c, least, most, doc)  {name, "THROW", doc, least, most},
#define PTC_BUILTIN_ATTEMPT(name, c, least, most, doc)                                   \
    {name, "ATTEMPT", doc, least, most},
#define PTC_BUILTIN_HOST(name, c, least, most, doc)   {name, "HOST", doc, least, most},
#define PTC_BUILTIN_PRINTF(name, c, least, most, doc) {name, "PRINTF", doc, least, most},
#define PTC_BUILTIN_JAVA_MATH(name, c, least, most, doc)                                 \
    {name, "JAVA_MATH", doc, least, most},
#define PTC_BUILTIN_CHARACTER(name, c, least, most, doc)                                 \
    {name, "CHARACTER", doc, least, most},
#define PTC_BUILTIN_JAVA_NUMBER(name, c, least, most, doc)                               \
    {name, "JAVA_NUMBER", doc, least, most},
#define PTC_BUILTIN_CATALOG(name, c, least, most, doc)                                   \
    {name, "CATALOG", doc, least, most},
#include "lisp/language/builtins.def"
};
enum { BUILTINS = sizeof builtins / sizeof builtins[0] };

/* All of them once more, so that no family above can be forgotten. */
enum {
    BUILTINS_OF_ALL = 0
#define PTC_BUILTIN_EVERY(name, c, least, most, doc)   +1
#define PTC_BUILTIN_CATALOG(name, c, least, most, doc) +1
#include "lisp/language/builtins.def"
};
_Static_assert((int)BUILTINS == (int)BUILTINS_OF_ALL,
               "a family of builtins.def is missing in the table above");

static const char *const specials[] = {
#define PTC_SPECIAL(name, word, is_fixed) name,
#define PTC_INTRINSIC(name, word, arguments, op, with_constant, unless, unless_constant)
#include "lisp/language/specials.def"
#undef PTC_SPECIAL
#undef PTC_INTRINSIC
};
enum { SPECIALS = sizeof specials / sizeof specials[0] };

static const char *const reasons[] = {
#define PTC_REASON(constant, name) name,
#include <ptc/reasons.def>
#undef PTC_REASON
};
enum { REASONS = sizeof reasons / sizeof reasons[0] };

static const struct {
    const char *names;
    const char *text;
} hints[] = {
#define PTC_HINT(names, text) {names, text},
#include "lisp/language/hints.def"
};
enum { HINTS = sizeof hints / sizeof hints[0] };

/* --- Finding ---------------------------------------------------------------------- */

/* --- Finding ---------------------------------------------------------------------- */

/* The row of that kind and name, or NULL. */
static inline const row *find_row_of(row_kind kind, const char *name, size_t length)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].kind == kind && strncmp(rows[i].name, name, length) == 0 &&
            rows[i].name[length] == '\0')
            return &rows[i];
    return NULL;
}

static inline const builtin *find_builtin_of(const char *name, size_t length)
{
    for (size_t i = 0; i < BUILTINS; i++)
        if (strncmp(builtins[i].name, name, length) == 0 &&
            builtins[i].name[length] == '\0')
            return &builtins[i];
    return NULL;
}

static inline const row *find_row(row_kind kind, const char *name)
{
    return find_row_of(kind, name, strlen(name));
}

static inline const builtin *find_builtin(const char *name)
{
    return find_builtin_of(name, strlen(name));
}

static inline bool is_special(const char *name)
{
    for (size_t i = 0; i < SPECIALS; i++)
        if (strcmp(specials[i], name) == 0)
            return true;
    return false;
}

static inline bool is_example(const row *of)
{
    return of->kind == KIND_EXAMPLE || of->kind == KIND_TOOL_EXAMPLE;
}

#endif
