/* SPDX-License-Identifier: MIT */
/*
 * Signatures as other languages write them, so that one message says how the whole is
 * written here: types (foreign_types.c), fields and parameters (foreign_fields.c),
 * declarations (foreign.c), and the reporting (foreign_tell.c). Only text at fault comes
 * here.
 *
 * No one has to be right about other languages: what is not understood stays with the
 * faults that the reader found. Fields hold types and types hold fields, a deliberate
 * cycle of files, which counts its depth.
 */
#ifndef PTC_FOREIGN_INT_H
#define PTC_FOREIGN_INT_H

#include "contract/signature/signature_int.h"

/* What in a declaration is not as it is written here. */
enum {
    PTC_FOREIGN_TYPE_FIRST = 1,    /* `string query` */
    PTC_FOREIGN_COLON = 2,         /* `query: string` */
    PTC_FOREIGN_BARE_TYPE = 4,     /* `query string` */
    PTC_FOREIGN_UNTYPED = 8,       /* `query` */
    PTC_FOREIGN_BRACES = 16,       /* `search({query :string})` */
    PTC_FOREIGN_RESULT_FIRST = 32, /* `int search(...)` */
    PTC_FOREIGN_RESULT_COLON = 64, /* `search(...): int` */
    PTC_FOREIGN_RESULT_BARE = 128, /* `search(...) int`, `returns (Item)` */
    PTC_FOREIGN_KEYWORD = 256,     /* `def search` */
    PTC_FOREIGN_ARROW = 512,       /* `> :int` */
    PTC_FOREIGN_LIST = 1024,       /* `:string[]` */
    PTC_FOREIGN_OPTIONAL = 2048,   /* `:optional :string` */
    PTC_FOREIGN_DEFAULT = 4096,    /* `:string "x"` */
    PTC_FOREIGN_CHECKS = 8192,     /* `:int(1-9)`, `:enum{a|b}` */
    PTC_FOREIGN_HEAD = 16384,      /* `search: (...)`, `item {...}` */
    PTC_FOREIGN_LITERAL = 32768,   /* these two next to what says the rest: `"a"|"b"`, */
    PTC_FOREIGN_WORD = 65536,      /* and a type without its colon */
    PTC_FOREIGN_EQUALS = 131072,   /* `query = :string` */
};

/* A reading of text [at, end) and what it comes to. */
typedef struct ptc_foreign {
    ptc_arena *arena; /* of the texts */
    const char *at;
    const char *end;
    unsigned signs;       /* PTC_FOREIGN_... */
    unsigned nesting;     /* types and fields around this place */
    unsigned *budget;     /* types and fields that may still be tried */
    bool has_names_first; /* the language's keyword says so: Go */
    bool has_tags;        /* `= 1` is not a default: Protobuf */
    bool ends_in_lines;   /* a field may end with its line */
    ptc_str self;         /* the name of the type that is declared, or an empty text */
    ptc_str first;        /* the first field as it is written here */
    uint32_t first_start; /* and what it is made of */
    uint32_t first_end;
    uint32_t result_start; /* of what is in the place of the arrow */
    const char *text;      /* where offsets are counted from */
} ptc_foreign;

/* --- contract/signature/foreign_text.c ----------------------------------------------
 */

/* Steps over blanks and comments; at a line's end only if lines do not end fields. */
void ptc_foreign_blanks(ptc_foreign *f);

/* The word here, or an empty text; and stepping over it if it is `word`. */
ptc_str ptc_foreign_word(const ptc_foreign *f);
bool ptc_foreign_take(ptc_foreign *f, const char *word);

/* Steps over a byte, and over all from an opener to its closer. */
bool ptc_foreign_take_byte(ptc_foreign *f, char byte);
bool ptc_foreign_skip_balanced(ptc_foreign *f);

/* Whether one of these bytes is here. */
bool ptc_foreign_is_at(const ptc_foreign *f, const char *bytes);

/* Whether a word is in a list of words with blanks around each. */
bool ptc_foreign_is_among(ptc_str word, const char *list);

/* A text in quotes as its JSON form; empty when there is none. */
ptc_str ptc_foreign_literal(ptc_foreign *f);

PTC_INLINE bool ptc_foreign_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* Whether `text` is here. */
bool ptc_foreign_starts(const ptc_foreign *f, const char *text);

/* --- contract/signature/foreign_types.c ----------------------------------------------
 */

/* A type as it is written here: "[:string]?"; empty when it is not understood.
 * `*is_known`: it has a word of some language, or looks like the name of a type. */
ptc_str ptc_foreign_type(ptc_foreign *f, bool *is_known);

/* --- contract/signature/foreign_fields.c ---------------------------------------------
 */

/* Appends the fields up to `closer`, "a :int, b :string"; steps over it. */
bool ptc_foreign_fields(ptc_foreign *f, ptc_text *out, char closer);

/* Appends the members of an enum up to `}`: " \"A\" \"B\"". */
bool ptc_foreign_members(ptc_foreign *f, ptc_text *out);

/* --- contract/signature/foreign.c ------------------------------------------------------
 */

/* What a declaration comes to. */
typedef struct ptc_foreign_found {
    const char *noun; /* "a Python function" */
    ptc_str name;     /* empty: it has none */
    ptc_text params;
    ptc_str result; /* empty: none is written */
    bool is_type;
} ptc_foreign_found;

enum { PTC_FOREIGN_FORMS = 3 };

/* Reads a declaration in one of the forms that there are. */
bool ptc_foreign_declaration(ptc_foreign *f, unsigned form, ptc_foreign_found *out);

#endif
