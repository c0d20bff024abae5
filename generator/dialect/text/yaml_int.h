/* SPDX-License-Identifier: MIT */
/* The reading of one YAML text: shared by its files. Only they know libyaml. */
#ifndef PTCC_YAML_INT_H
#define PTCC_YAML_INT_H

#include "generator/dialect/text/text_int.h"

#include <yaml.h>

/* A map or list whose end has not been seen or, in a copy for an alias, not been
 * reached. */
typedef struct ptcc_yaml_frame {
    uint32_t form;
    uint32_t last; /* of its children, 0: none yet */
    uint32_t next; /* copies: the next child of what is copied; 0: none is left */
    bool is_flow;
    ptc_names keys; /* maps: numbers of forms */
} ptcc_yaml_frame;

typedef struct ptcc_yaml {
    ptc_forms *forms;
    ptc_diags *diags;
    ptc_str text;            /* what is read */
    uint32_t start;          /* of it in the source */
    size_t length;           /* of it in code points */
    const uint32_t *offsets; /* offsets of every 64th code point; NULL: all code points
                              * are one byte */
    yaml_parser_t parser;
    uint32_t root;
    bool has_document;
    bool has_stopped;  /* nothing can be added any more: a fault was reported, or memory
                        * was refused */
    ptc_names anchors; /* numbers of forms */
    ptc_span alias; /* the alias that is being replaced, where faults are then reported;
                     * empty: none */
    ptcc_yaml_frame frames[PTCC_DEFINITION_DEPTH];
    size_t depth;
} ptcc_yaml;

/* --- yaml.c ------------------------------------------------------------------------- */

/* Adds a form to the innermost frame, or as the root; 0 when that stopped the reading. */
uint32_t ptcc_yaml_add(ptcc_yaml *yaml, ptc_form_kind kind, ptc_span span);

/* The frame of a map or list that was just added; NULL: it is too deep. */
ptcc_yaml_frame *ptcc_yaml_open(ptcc_yaml *yaml, uint32_t form);

/* Whether what comes next is the key of a map. */
bool ptcc_yaml_is_key(const ptcc_yaml *yaml);

/* Adds a fault after which reading continues. */
ptc_diag *ptcc_yaml_refuse(const ptcc_yaml *yaml, ptc_span span, const char *format, ...)
    PTC_PRINTF(3, 4);

/* Stops for want of memory. */
void ptcc_yaml_no_memory(ptcc_yaml *yaml);

/* --- yaml_text.c -------------------------------------------------------------------- */

/* Whether libyaml can read the text by the rules of YAML 1.2; reports what it cannot. */
bool ptcc_yaml_check(ptcc_yaml *yaml);

/* Sets `length` and `offsets`; false when memory was refused. */
bool ptcc_yaml_index(ptcc_yaml *yaml);

/* The offset in the source of a mark of libyaml. */
uint32_t ptcc_yaml_offset(const ptcc_yaml *yaml, const yaml_mark_t *mark);

ptc_span ptcc_yaml_span(const ptcc_yaml *yaml, const yaml_event_t *event);

/* --- yaml_fault.c ------------------------------------------------------------------- */

/* Says why libyaml stopped. */
void ptcc_yaml_fault(ptcc_yaml *yaml);

/* --- yaml_scalar.c ------------------------------------------------------------------ */

/* Sets kind, text and number of the form of a scalar that is not a key; reports
 * faults. */
void ptcc_yaml_scalar(ptcc_yaml *yaml, uint32_t form, const yaml_event_t *event,
                      ptc_str text);

/* Whether the tag (NULL: none) is `name` of the core schema; reports when it is not.
 * `what` is the thing that has the tag. */
bool ptcc_yaml_check_tag(const ptcc_yaml *yaml, ptc_span span, const yaml_char_t *tag,
                         const char *name, const char *what);

/* --- yaml_alias.c ------------------------------------------------------------------- */

/* Notes the anchor, NULL: none, of a form. */
void ptcc_yaml_anchor(ptcc_yaml *yaml, const yaml_char_t *anchor, uint32_t form);

/* Adds what an alias stands for. */
void ptcc_yaml_alias(ptcc_yaml *yaml, const yaml_event_t *event);

#endif
