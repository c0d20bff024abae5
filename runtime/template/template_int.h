/* SPDX-License-Identifier: MIT */
/*
 * Templates of prompts: read once, checked against a signature, expanded with values.
 *
 * It depends on base, edn (places and diagnostics) and render. Nothing in it is mutually
 * recursive: sections are kept on a stack.
 */
#ifndef PTC_TEMPLATE_INT_H
#define PTC_TEMPLATE_INT_H

#include <ptc/template.h>

/* --- template/template.re ----------------------------------------------------------- */

typedef enum ptc_template_token {
    PTC_TEMPLATE_TOKEN_END,
    PTC_TEMPLATE_TOKEN_BLANK,
    PTC_TEMPLATE_TOKEN_NAME,
    PTC_TEMPLATE_TOKEN_DOT,
    PTC_TEMPLATE_TOKEN_SECTION,    /* # */
    PTC_TEMPLATE_TOKEN_INVERTED,   /* ^ */
    PTC_TEMPLATE_TOKEN_CLOSE,      /* / */
    PTC_TEMPLATE_TOKEN_COMMENT,    /* ! */
    PTC_TEMPLATE_TOKEN_DELIMITERS, /* = */
    PTC_TEMPLATE_TOKEN_RAW,        /* & or {, which the language does not have */
    PTC_TEMPLATE_TOKEN_PARTIAL,    /* >, which the language does not have */
    PTC_TEMPLATE_TOKEN_OTHER,
} ptc_template_token;

/* The next token of a tag's inside; moves `*start` after it. */
ptc_template_token ptc_template_lex(const unsigned char **start,
                                    const unsigned char *limit);

/* --- template/template_check.c ------------------------------------------------------ */

/* What happens to the values in a template, and so what may be in it. */
typedef enum ptc_template_use {
    PTC_TEMPLATE_FOR_TEXT,       /* written: lists and maps need sections */
    PTC_TEMPLATE_FOR_WHOLE_TEXT, /* the same, and every parameter must be in it */
    PTC_TEMPLATE_FOR_MISSION,    /* written, except for `:map`: programs read it by
                                  * name */
    PTC_TEMPLATE_FOR_REFERENCES, /* written when short: lists and maps are named */
    PTC_TEMPLATE_FOR_LITERALS,   /* of a program: all kinds, firewalled ones as well */
    PTC_TEMPLATE_IS_OPEN = 16,   /* added to one of these: a model with tools reads
                                  * strings unescaped, which causes a warning */
} ptc_template_use;

/* ptc_template_check for that use. */
ptc_status ptc_template_check_for(ptc_template_use use, const ptc_template *compiled,
                                  const ptc_source *source, const ptc_schema *signature,
                                  ptc_diags *diags);

/* --- template/template_read.c ------------------------------------------------------- */

/* Appends a path as written between dots: "user.name", "." when it has no segment. */
void ptc_template_path_write(ptc_text *text, const ptc_str *path, size_t count);
/* What the list or map at that path needs where text is wanted. */
void ptc_template_write_needs(ptc_text *text, ptc_str path, bool is_map);

#endif
