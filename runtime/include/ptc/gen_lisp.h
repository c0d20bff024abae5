/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen_lisp.h> - programs of PTC-Lisp as constants: the contract between emitted
 * files and the runtime, numbered by PTC_LISP_ABI. It is to programs what <ptc/gen.h> is
 * to contracts. With the constant `scorer_program` of an emitted file:
 *
 *     if (ptc_image_bind(&arena, lisp, &scorer_program, &program, &result.error) ==
 *         PTC_OK)
 *         ptc_lisp_run(&arena, lisp, program, 0, &result);
 *
 * An image contains no address of a context, so one constant serves all contexts and
 * threads. ptc_image_bind makes a program from it, in time linear in its names and
 * constants; its code is not copied. This links neither reader nor compiler, only the
 * builtins that the image names, and PCRE2 only if it has patterns.
 *
 * Everything in an image is found by number. Binding checks every number and the code: an
 * image with wrong numbers is an error. Its pointers cannot be checked.
 */
#ifndef PTC_GEN_LISP_H
#define PTC_GEN_LISP_H

#include <ptc/lisp.h>
#include <ptc/version.h>

PTC_BEGIN

/* Changes when this header or the meaning of its numbers changes. */
#define PTC_LISP_ABI 1

/* Identifies the instruction set: a hash of the names and operands of the instructions,
 * in order. */
#define PTC_LISP_OPCODES UINT32_C(0xDD9C872A)

/* A builtin, private to the runtime. An emitted file declares those that it names. */
typedef struct ptc_function ptc_function;
/* Declares the builtin with that C name. */
#define PTC_IMAGE_BUILTIN(name) PTC_API PTC_EXTERN const ptc_function ptc_builtin_##name

/* No name, no key, no shape. */
#define PTC_IMAGE_NONE UINT32_MAX

/* A range, [first, first + count), of a table or of the bytes of the text. */
typedef struct ptc_image_range {
    uint32_t first; /* row, or byte */
    uint32_t count;
} ptc_image_range;

/* The kind of a constant, and what its numbers mean. The numbers of this enum never
 * change.
 */
typedef enum ptc_image_kind {
    PTC_IMAGE_NIL,      /* nil */
    PTC_IMAGE_BOOL,     /* bits 0 or 1 */
    PTC_IMAGE_INT,      /* bits of an int64_t */
    PTC_IMAGE_FLOAT,    /* bits of a double of IEEE 754 */
    PTC_IMAGE_STRING,   /* count bytes of the text, from bits on */
    PTC_IMAGE_REGEX,    /* a pattern: the same */
    PTC_IMAGE_KEYWORD,  /* the name with the number bits */
    PTC_IMAGE_SYMBOL,   /* the same */
    PTC_IMAGE_FUNCTION, /* the builtin with the number bits; count 1: its result goes
                         * straight to the call around it, else 0 */
    PTC_IMAGE_VECTOR,   /* count constants, from the number bits on */
    PTC_IMAGE_LIST,     /* the same: a quoted list, () */
    PTC_IMAGE_SET,      /* the same, no two equal */
    PTC_IMAGE_MAP       /* count keys and values in turn, from the number bits on */
} ptc_image_kind;

/* A constant. The parts of a collection come before it, and belong to that collection
 * only. */
typedef struct ptc_image_constant {
    uint32_t kind;  /* ptc_image_kind */
    uint32_t count; /* of bytes, parts, or pairs; else 0 */
    uint64_t bits;  /* a number, or where its parts begin */
} ptc_image_constant;

/* One arity of a function, or a function of several arities, which has no code. Functions
 * inside it come before it; each is inside one function only. */
typedef struct ptc_image_function {
    const uint32_t *code;      /* instructions; NULL with arities */
    const uint32_t *places;    /* the source byte of each word of code */
    uint32_t code_count;       /* words */
    uint32_t registers;        /* of its frame */
    uint32_t parameters;       /* fixed ones */
    uint32_t has_rest;         /* 1: and further arguments */
    ptc_image_range constants; /* that its code takes */
    ptc_image_range children;  /* of `numbers`: functions that its code makes */
    ptc_image_range arities;   /* of `numbers`: two or more, or none */
    ptc_image_range captures;  /* of `numbers`: register, or capture | 1 << 31 */
    uint32_t name;             /* or PTC_IMAGE_NONE */
    ptc_image_range shown;     /* of the text: its parameters, as they are printed */
    ptc_image_range source;    /* of the text: the form that makes it */
} ptc_image_function;

/* A place in the code that caches what it sees while the program runs: where a key is
 * read, or a map is made. One of the two members is PTC_IMAGE_NONE. */
typedef struct ptc_image_site {
    uint32_t key;   /* a name */
    uint32_t shape; /* a row of `shapes` */
} ptc_image_site;

/* A namespace that the program declares, for later programs. Ranges are of the text. */
typedef struct ptc_image_space {
    uint32_t kind;          /* private to the runtime */
    ptc_image_range name;   /* that is declared */
    ptc_image_range of;     /* the namespace that it means, or is of */
    ptc_image_range member; /* what it is called there */
} ptc_image_space;

/* How the message of a fault ends, for a sort of fault (private to the runtime) at a
 * place in the source. */
typedef struct ptc_image_advice {
    uint32_t place;       /* a byte of the source */
    uint32_t sort;        /* of the fault */
    ptc_image_range text; /* what the message ends with */
} ptc_image_advice;

/* A program as a constant: three numbers that say which runtime it is for, then
 * tables. */
typedef struct ptc_image {
    uint32_t abi;                        /* PTC_LISP_ABI */
    uint32_t revision;                   /* PTC_LISP_REVISION */
    uint32_t opcodes;                    /* PTC_LISP_OPCODES */
    uint32_t source_length;              /* bytes of the text that are the source */
    uint32_t text_length;                /* bytes of the text */
    const char *text;                    /* UTF-8: the source, then other texts */
    uint32_t name_count;                 /* rows of `names` */
    const ptc_image_range *names;        /* of the text: keywords, symbols, variables */
    uint32_t number_count;               /* rows of `numbers` */
    const uint32_t *numbers;             /* lists, of which other tables have ranges */
    uint32_t shape_count;                /* rows of `shapes` */
    const ptc_image_range *shapes;       /* of `numbers`: the names of keys of one map */
    uint32_t constant_count;             /* rows of `constants` */
    const ptc_image_constant *constants; /* of all functions, and their parts */
    uint32_t builtin_count;              /* rows of `builtins` */
    const ptc_function *const *builtins; /* that constants refer to */
    uint32_t site_count;                 /* rows of `sites` */
    const ptc_image_site *sites;         /* that code names by number */
    uint32_t variable_count;             /* rows of `variables` */
    const uint32_t *variables;           /* their names */
    uint32_t function_count;             /* rows of `functions` */
    const ptc_image_function *functions; /* the last one is the program's own */
    uint32_t space_count;                /* rows of `spaces` */
    const ptc_image_space *spaces;       /* in the order in which they are declared */
    uint32_t advice_count;               /* rows of `advice` */
    const ptc_image_advice *advice;      /* by place, then by sort */
    /* ptc_pattern_open when there are patterns, else NULL: links PCRE2. */
    void (*open_patterns)(ptc_lisp *lisp);
} ptc_image;

/* Only for images. */
PTC_API void ptc_pattern_open(ptc_lisp *lisp);

/*
 * Makes a program from an image, which must live as long as the context. Any number of
 * contexts may use the image at once. The program is like one from ptc_lisp_compile, but
 * has no warnings.
 *
 * Returns PTC_ERROR_INVALID with `*error`: invalid_config with what differs, if the image
 * is for another runtime; damaged_program, if it contradicts itself; or the limit of the
 * context that it exceeds. PTC_ERROR_ARGUMENT while a program runs in the context.
 * PTC_ERROR_MEMORY. `*out` is NULL then.
 */
PTC_API ptc_status ptc_image_bind(ptc_arena *arena, ptc_lisp *lisp,
                                  const ptc_image *image, ptc_program **out,
                                  ptc_lisp_error *error);

PTC_END

#endif
