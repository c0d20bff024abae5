/* SPDX-License-Identifier: MIT */
/*
 * <ptc/form.h> - EDN text as forms: data with source positions.
 *
 *     ptc_forms forms;
 *     ptc_value config;
 *
 *     ptc_forms_init(&forms, &arena, &source);
 *     status = ptc_form_to_value(&forms, ptc_edn_read_one(&forms, &diags), &config,
 *                                &diags);
 *
 * A form is what the EDN reader makes of text: one node for each literal or collection,
 * with its byte span. All nodes are in one array, where the children of a node are in a
 * chain. Malli schemas and PTC-Lisp programs are compiled from forms; plain EDN data
 * becomes a ptc_value. Forms made from values (schemas built by a program) have no spans;
 * an index path says where their faults are. [validation 11.1, 16]
 */
#ifndef PTC_FORM_H
#define PTC_FORM_H

#include <ptc/diag.h>
#include <ptc/value.h>

PTC_BEGIN

/* What a form is, and which members of ptc_form hold it. */
typedef enum ptc_form_kind {
    PTC_FORM_NIL,     /* nil */
    PTC_FORM_BOOL,    /* number.integer 0 or 1 */
    PTC_FORM_INT,     /* number.integer */
    PTC_FORM_FLOAT,   /* number.real */
    PTC_FORM_STRING,  /* text, unescaped */
    PTC_FORM_KEYWORD, /* text without the first colon */
    PTC_FORM_SYMBOL,  /* text */
    PTC_FORM_REGEX,   /* #"..", text as written between the quotes, \" unescaped */
    PTC_FORM_VECTOR,  /* children */
    PTC_FORM_LIST,    /* children, ( ) */
    PTC_FORM_MAP,     /* children: key value key value */
    PTC_FORM_SET,     /* children, #{ } */
    PTC_FORM_OPAQUE,  /* text: a number outside int64, or a tagged form, as written */
} ptc_form_kind;

/* Flags of forms of a program. [ptc-lisp 2] */
enum {
    PTC_FORM_SHORT = 1,     /* list: #( ), a short function */
    PTC_FORM_QUOTED = 2,    /* data: 'form, (quote form), and everything inside them */
    PTC_FORM_QUALIFIED = 4, /* symbol: ns/name, where the slash separates two parts */
    PTC_FORM_WITHIN = 8,    /* data because an enclosing form is quoted */
};

/* One form of a text. Forms are in one array and refer to each other by index. */
typedef struct ptc_form {
    uint8_t kind;    /* ptc_form_kind */
    uint8_t flags;   /* PTC_FORM_SHORT to PTC_FORM_WITHIN */
    uint16_t quotes; /* how many directly precede it */
    uint32_t count;  /* children */
    uint32_t child;  /* index of the first child, 0: none */
    uint32_t next;   /* index of the next sibling, 0: none */
    ptc_span span;   /* where it is */
    ptc_str text;    /* see ptc_form_kind */
    union {          /* see ptc_form_kind */
        int64_t integer;
        double real;
    } number; /* see ptc_form_kind */
} ptc_form;

/* Forms of one text. Index 0 means none: a NIL without span and text. */
typedef struct ptc_forms {
    ptc_arena *arena; /* owns forms and texts */
    ptc_form *items;  /* the forms; the first is at index 1 */
    size_t count;
    size_t capacity;
    const ptc_source *source; /* NULL when made from a value */
    const char *text;         /* private: a checked copy of the source's text */
    bool is_json;             /* made from the JSON form */
} ptc_forms;

/* Initialises it. One ptc_forms serves all reads from one source, whose text is copied
 * and checked once. */
PTC_API void ptc_forms_init(ptc_forms *forms, ptc_arena *arena, const ptc_source *source);

/* Adds a form with only `kind` and span set; returns its index, or 0 when refused. */
PTC_API uint32_t ptc_form_add(ptc_forms *forms, ptc_form_kind kind, ptc_span span);

/*
 * Reads the next EDN form of forms->source from `*offset` on, and moves `*offset` after
 * it.
 *
 * Returns its index. Returns 0 when only blanks and comments are left, or after an error
 * (diags->errors has grown). Only the arena's cap limits nesting; nothing recurses. Texts
 * live in the arena; nothing points into the source.
 */
PTC_API uint32_t ptc_edn_read(ptc_forms *forms, size_t *offset, ptc_diags *diags);

/* Reads a text that must hold exactly one form; 0 after an error. */
PTC_API uint32_t ptc_edn_read_one(ptc_forms *forms, ptc_diags *diags);

/*
 * Makes forms from a value (vectors, keywords, ...). Returns 0 when memory is refused or
 * when the value is nested deeper than PTC_DEPTH_MAX. Texts are borrowed from the value.
 * There are no spans: the `start` of each span is the form's own index (see
 * ptc_form_path).
 */
PTC_API uint32_t ptc_form_from_value(ptc_forms *forms, const ptc_value *value);

/*
 * Makes forms from a value that was read from JSON in the JSON form of Malli.
 *
 * A string that begins with ':' is a keyword. A string whose text begins with ':', or
 * with backslashes before a ':', is written with one more backslash. Objects are maps; a
 * key is a keyword, with or without its colon, unless a backslash before it makes it a
 * string. [validation 11.1]
 */
PTC_API uint32_t ptc_form_from_json(ptc_forms *forms, const ptc_value *value);

/*
 * Makes the JSON form of Malli from an EDN form. Symbols become strings, lists and sets
 * arrays.
 *
 * Returns PTC_ERROR_INVALID for what JSON cannot hold: keys that are neither strings nor
 * keywords, tagged forms, infinities and NaN. Otherwise the statuses are those of
 * ptc_form_to_value, which is called with changed forms.
 */
PTC_API ptc_status ptc_form_to_json(ptc_forms *forms, uint32_t form, ptc_value *out);

/* Returns the position in the source of byte `offset` of the text of a string or regex
 * form. */
PTC_API size_t ptc_form_text_place(const ptc_forms *forms, uint32_t form, size_t offset);

/*
 * Makes a value from a form that is data: symbols become opaque, regexes strings, lists
 * vectors with the seq flag. Returns PTC_ERROR_DUPLICATE for duplicate keys or members,
 * PTC_ERROR_DEPTH beyond PTC_DEPTH_MAX levels, both with a diagnostic; PTC_ERROR_ARGUMENT
 * when `form` is 0, which readers return after an error.
 */
PTC_API ptc_status ptc_form_to_value(const ptc_forms *forms, uint32_t form,
                                     ptc_value *out, ptc_diags *diags);

/* Returns where a form is in the value that forms were made from, as text like "[2][1]",
 * for diagnostics of forms without spans. Takes linear time in the number of forms. */
PTC_API ptc_str ptc_form_path(ptc_arena *arena, const ptc_forms *forms, uint32_t form);

PTC_END

#endif
