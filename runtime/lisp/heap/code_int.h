/* SPDX-License-Identifier: MIT */
/* Internal to runtime/lisp: compiled programs, places that learn, variables. */
#ifndef PTC_LISP_CODE_INT_H
#define PTC_LISP_CODE_INT_H

#include "lisp/heap/value_int.h"

/*
 * A place in a program that learns: the field lookup of one keyword, or the literal of
 * one shape. Instances belong to the context, never to the program. [architecture 3]
 */
typedef struct ptc_site {
    const ptc_shape *shape; /* GET: where the key was found last; RECORD: what to make */
    uint32_t index;         /* GET: of the value in a record of that shape */
    uint32_t absent;        /* GET: the number of the last shape without the key */
    ptc_value key;          /* GET: the keyword */
} ptc_site;

/* A name of the user namespace; never moves. */
typedef struct ptc_variable {
    const ptc_name *name;
    ptc_value value;
    bool is_bound;
    bool is_changed; /* in this run; `before` is then the value to restore */
    bool was_bound;
    ptc_value before;
    uint32_t depth; /* of the running branch that changed it last; 0: none did */
    uint32_t mark;  /* as in names */
    struct ptc_variable *next; /* of the context */
} ptc_variable;

/* What a variable was before a branch changed it. */
typedef struct ptc_change {
    ptc_variable *variable;
    ptc_value value;
    uint32_t depth;
    bool is_bound;
    bool is_changed;
} ptc_change;

/*
 * A pmap or pcalls that runs, on the C stack. Its branches run one after the other, each
 * with the variables as they were before all of them. [ptc-lisp 14]
 */
typedef struct ptc_branches {
    const struct ptc_branches *outer; /* the one whose branch it is a part of, or NULL */
    const char *what;                 /* "pmap: element" */
    ptc_reason reason;                /* of a fault within a branch */
    uint32_t index;                   /* of the branch that runs, from 0 */
    uint32_t depth;    /* from 1: the number of enclosing ones, plus itself */
    size_t changes;    /* recorded before */
    uint64_t deadline; /* of the run, which the outermost shortens */
} ptc_branches;

/* An attempt that runs, on the C stack: where a tool's failure returns to. */
typedef struct ptc_attempt {
    const ptc_branches *branches; /* around it */
    jmp_buf place;
} ptc_attempt;

/* The fault that an attempt caught. The texts live until the next call of a tool. */
typedef struct ptc_caught {
    const char *tool;
    const char *reason; /* a name: "tool_error", or the tool's own */
    const char *message;
} ptc_caught;

/* One arity of a function: data, once compiled. */
struct ptc_proto {
    const uint32_t *code;
    const uint32_t *places; /* the offset in the source of each word of code */
    const ptc_value *constants;
    const ptc_proto *const *children; /* functions made by CLOSURE, and by ARITY */
    uint32_t code_count;
    uint32_t constant_count;
    uint32_t child_count;
    uint32_t registers;  /* slots of a frame, at least the parameters; may exceed 256 */
    uint16_t parameters; /* fixed ones; they are the first registers */
    bool has_rest;       /* then register `parameters` gets the rest, or nil */
    bool is_shared;      /* private to the verifier */
    uint16_t min_args;   /* over all arities */
    uint16_t max_args;
    uint32_t arity_count;            /* 0, or the number of `arities` */
    const ptc_proto *const *arities; /* of a function with several, dispatched on entry */
    uint32_t capture_count;
    const uint32_t *captures; /* for CLOSURE: register, or capture | 1 << 31 */
    const ptc_name *name;     /* or NULL */
    ptc_str parameters_text;  /* "[x y]", for printing #fn[x y] */
    ptc_str source; /* the form that makes it, or empty: for the size of memory */
    const struct ptc_program *program;
};

/* Names and shapes that something outside of the heap refers to, for pins.c. */
typedef struct ptc_pins {
    ptc_arena *arena; /* of the lists; its owner owns them */
    const ptc_name **names;
    size_t name_count;
    size_t name_capacity;
    const ptc_shape **shapes;
    size_t shape_count;
    size_t shape_capacity;
    uint64_t id; /* from 1, of the context's */
} ptc_pins;

/* A declaration about namespaces; see space.c. */
typedef enum ptc_space_kind {
    PTC_SPACE_OWN,   /* `name` is the programs' own namespace */
    PTC_SPACE_ALIAS, /* name/x is of/x */
    PTC_SPACE_REFER, /* `name` is of/member */
    PTC_SPACE_PLAIN, /* `name` refers to nothing any more: it was defined */
} ptc_space_kind;

typedef struct ptc_space {
    ptc_space_kind kind;
    ptc_str name;
    ptc_str of;
    ptc_str member;
} ptc_space;

typedef struct ptc_space_list {
    ptc_space *items; /* the oldest first */
    size_t count;
    size_t capacity;
} ptc_space_list;

enum {
    PTC_SPACES_MAX = 500,     /* declarations of a program, and kept ones */
    PTC_SPACE_NAME_MAX = 100, /* bytes of a name in one */
};

struct ptc_program {
    ptc_lisp *lisp;
    ptc_arena arena;       /* owns everything below */
    const ptc_proto *main; /* no parameters */
    ptc_site *sites;
    ptc_variable **variables; /* by the number that VAR and DEF carry */
    uint32_t site_count;
    uint32_t variable_count;
    ptc_space_list spaces; /* that it declares; once it ran they are the context's */
    ptc_pins pins;         /* what it refers to */
    ptc_str text;          /* the source, for lines and columns; lives as long */
    ptc_position start;    /* where that begins in the host's */
    /* Ends the message of a failed run's error with an explanation from the text at its
     * place; NULL: there is none. Called before limits are lifted. */
    void (*explain)(ptc_lisp *lisp);
    const struct ptc_image *image; /* that it was bound from, or NULL */
    bool owns_image;               /* which came with memory that was restored */
    ptc_lisp_error *warnings;
    size_t warning_count;
    size_t warning_capacity;
    bool is_kept;      /* memory holds closures of it */
    bool is_freed;     /* the host no longer has it */
    ptc_program *next; /* of the context */
};

#endif
