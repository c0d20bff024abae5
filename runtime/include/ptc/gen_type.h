/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen_type.h> - the part of <ptc/gen.h> that is about whole types: the tables that
 * generated files have, where values lie in structs, and the calls that take a struct or
 * a text as a whole. <ptc/gen_read.h> has the functions for single values.
 */
#ifndef PTC_GEN_TYPE_H
#define PTC_GEN_TYPE_H

#include <ptc/parse.h>
#include <ptc/scan.h>

PTC_BEGIN

/* --- Generated parsers ------------------------------------------------------------- */

/* A symbol of every library with this ABI: a program that mixes ABIs fails to link. */
PTC_API extern const char ptc_abi_3;

/* A place in the text that is being read; NULL after a fault. */
typedef const unsigned char *ptc_cursor;

/* A list or map in the text. Private to the runtime. */
typedef struct ptc_gen_extent {
    ptc_cursor start; /* its opening bracket */
    ptc_cursor end;   /* after its closing bracket; NULL: it has none */
    size_t up;        /* index of the enclosing one */
} ptc_gen_extent;

/* The state of one parse. It is on the stack of emitted functions, so this struct never
 * changes, and contains no struct that may. */
typedef struct ptc_gen {
    ptc_scan scan; /* the text */
    ptc_mode mode; /* mode of the options, or the only one that the parser has */
    ptc_direction direction;         /* as in the options */
    int max_depth;                   /* levels of containers */
    bool fills_defaults;             /* as the mode says */
    bool is_coerced;                 /* some value had to be coerced */
    ptc_status refused;              /* why parsing did not start; else PTC_OK */
    const ptc_validator *validators; /* those of the options */
    size_t validator_count;          /* likewise */
    const ptc_context *context;      /* likewise */
    const ptc_decoder *decoders;     /* likewise */
    size_t decoder_count;            /* likewise */
    ptc_cursor ahead;                /* extents are known up to here */
    ptc_gen_extent *extents;         /* containers, sorted by start */
    size_t extent_count;
    size_t extent_capacity; /* private */
} ptc_gen;

/* A map that is being read. Keys in other spellings than a field's own wait on the
 * scanner's stack; they are compared with each other at the end. */
typedef struct ptc_gen_map {
    ptc_cursor start;  /* blanks, then the brace */
    bool has_odd_keys; /* keys wait on the stack; else the last two members are not set */
    ptc_str key;       /* the key that was read last */
    size_t base;       /* stack height without these keys */
    uint8_t *exact; /* for each field: no folded key stands for it; NULL: not known yet */
} ptc_gen_map;

/* A list that is being read. Its items wait on the scanner's stack, from height `base`
 * on. */
typedef struct ptc_gen_list {
    size_t base; /* stack height without its items */
    bool more;   /* an item is at the cursor */
} ptc_gen_list;

/* --- How values lie in memory ------------------------------------------------------ */

/* How a value of a schema node is stored. */
typedef enum ptc_gen_shape {
    PTC_SHAPE_NONE,     /* nothing: a function, or a conjunct after the first */
    PTC_SHAPE_SAME,     /* like its first child or its target: AND, registry, reference */
    PTC_SHAPE_VALUE,    /* ptc_value */
    PTC_SHAPE_BOOL,     /* bool */
    PTC_SHAPE_INT,      /* int64_t */
    PTC_SHAPE_FLOAT,    /* double */
    PTC_SHAPE_TEXT,     /* ptc_str */
    PTC_SHAPE_KEYWORD,  /* ptc_str, the name */
    PTC_SHAPE_DATETIME, /* ptc_datetime */
    PTC_SHAPE_DATE,     /* ptc_date */
    PTC_SHAPE_DECIMAL,  /* ptc_decimal */
    PTC_SHAPE_ENUM, /* an enum of `size` bytes: the number of a member, from 1 on; 0 means
                     * absent */
    PTC_SHAPE_LIST, /* a pointer to items of `size` bytes, and a size_t, their count */
    PTC_SHAPE_ENTRIES, /* like a list; each item holds a key and a value */
    PTC_SHAPE_STRUCT,  /* a member for each child */
    PTC_SHAPE_UNION,   /* a tag comes first, an enum of `size` bytes: the number of a
                        * child */
    PTC_SHAPE_POINTER, /* a pointer to `size` bytes that hold the target */
} ptc_gen_shape;

/* Where the value of a node is in its container, which is the struct of its parent or an
 * item of a list. A root is its own container. */
typedef struct ptc_gen_layout {
    uint8_t shape;   /* ptc_gen_shape */
    uint32_t offset; /* of the value */
    uint32_t flag;   /* offset of the bool that says whether the value is present, or
                      * PTC_GEN_ALWAYS */
    uint32_t size;   /* see ptc_gen_shape */
} ptc_gen_layout;

/* The offset of a flag that does not exist, since the value is always present. */
#define PTC_GEN_ALWAYS UINT32_MAX

/* Where the strings of structs are. */
typedef enum ptc_gen_strings {
    PTC_STRINGS_BORROWED, /* part of the text or value that was read */
    PTC_STRINGS_COPIED,   /* copied into the arena, each with a NUL after it; nothing else
                           * of the input is kept */
    PTC_STRINGS_ENDED, /* part of the parser's own copy of the text, each with a NUL after
                        * it */
} ptc_gen_strings;

/* The constant tables of a contract: its schema, and where each value is in the
 * structs. */
typedef struct ptc_gen_type {
    const ptc_schema_node *nodes; /* of the schema */
    const ptc_gen_layout *layout; /* a row for each node */
    uint32_t count;
    uint32_t validator_count;
    const ptc_validator *validators; /* validators whose functions the generator was
                                      * given */
    unsigned mode;    /* ptc_mode + 1 of the only mode; 0: the caller chooses */
    unsigned strings; /* ptc_gen_strings */
} ptc_gen_type;

/*
 * Begins and ends a parse.
 *
 * ptc_gen_start returns the first cursor. It returns NULL when memory was refused, when
 * `text` is NULL, or when the options are invalid. Call ptc_gen_finish in every case,
 * with NULL after a fault; it returns the status of the parse and fills `*info` (may be
 * NULL).
 */
PTC_API ptc_cursor ptc_gen_start(ptc_gen *gen, const char *abi, ptc_arena *arena,
                                 const char *text, size_t len, ptc_direction direction,
                                 const ptc_parse_options *options);
PTC_API ptc_status ptc_gen_finish(ptc_gen *gen, ptc_cursor p, ptc_parse_info *info);

/*
 * Ends a parse whose strings end in NUL, as type->strings says.
 *
 * After the verdict each string of the struct at `out` is either copied into the arena,
 * or terminated in the text, which must be the parser's own copy.
 */
PTC_API ptc_status ptc_gen_finish_strings(ptc_gen *gen, ptc_cursor p,
                                          ptc_parse_info *info, const ptc_gen_type *type,
                                          uint32_t node, void *out);

/* Sets the only mode that a parser has, whatever its options say. */
PTC_INLINE void ptc_gen_fix_mode(ptc_gen *gen, ptc_mode mode)
{
    gen->mode = mode;
    gen->fills_defaults = mode != PTC_MODE_DISABLED;
}

/* Copies a text into the arena, with padding after it; NULL when refused. */
PTC_API const char *ptc_gen_pad(ptc_arena *arena, const char *text, size_t len);

/* Copies a text like ptc_gen_pad, but into the separate arena `aside`, which it starts
 * and the caller frees. `aside` uses the allocator of `arena`, or memory of `arena`
 * itself if that has no allocator. */
PTC_API const char *ptc_gen_pad_aside(ptc_arena *aside, ptc_arena *arena,
                                      const char *text, size_t len);

/*
 * Checks a text with the walker: the report gets every error and every coercion.
 *
 * Returns the status of an unreadable text, with the place in `*error` (may be NULL).
 */
PTC_API ptc_status ptc_gen_explain(const ptc_gen_type *type, uint32_t node,
                                   ptc_direction direction, ptc_arena *arena,
                                   const char *text, size_t len,
                                   const ptc_parse_options *options, ptc_report *report,
                                   ptc_json_error *error);

/*
 * Explains the outcome of a parser, which answered `status`. Returns `status`.
 *
 * `*why` is empty for PTC_OK; otherwise it is what ptc_schema_read would report for the
 * text.
 */
PTC_API ptc_status ptc_gen_tell(const ptc_gen_type *type, uint32_t node,
                                ptc_direction direction, ptc_arena *arena,
                                const char *text, size_t len,
                                const ptc_parse_options *options, ptc_status status,
                                ptc_str *why);

/* Checks a value: the report gets every error. `options` NULL: mode enabled, `direction`,
 * and the JSON boundary. */
PTC_API ptc_status ptc_gen_validate(const ptc_gen_type *type, uint32_t node,
                                    ptc_direction direction, const ptc_value *value,
                                    const ptc_walk_options *options, ptc_report *report);

/*
 * Coerces a value and stores it in the struct at `out`.
 *
 * What the struct points to belongs to the value or the arena; only to the arena if
 * strings end in NUL. Faults that a mode lets pass are still faults here, since a struct
 * cannot hold them.
 */
PTC_API ptc_status ptc_gen_from_value(const ptc_gen_type *type, uint32_t node,
                                      ptc_direction direction, ptc_arena *arena,
                                      const ptc_value *value,
                                      const ptc_walk_options *options, void *out,
                                      ptc_report *report);

/*
 * Makes a value from the struct at `in`, and shares its texts.
 *
 * Missing fields stay absent. The field that chose a branch is present, declared or not.
 *
 * Returns PTC_ERROR_ARGUMENT for content that is not a value: an enum that is 0
 * (X_ABSENT) where a value is required, a tag or enum out of range, missing items or
 * targets, and the nanos or offset of a moment out of range. PTC_ERROR_ENCODING for texts
 * that are not UTF-8; PTC_ERROR_DUPLICATE for keys that are the same; PTC_ERROR_RANGE;
 * PTC_ERROR_DEPTH; PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_gen_to_value(const ptc_gen_type *type, uint32_t node,
                                    ptc_arena *arena, const void *in, ptc_value *out);

struct ptc_tool_call;

/*
 * Stores the arguments of a tool call in the struct of their type, `size` bytes at `out`.
 *
 * If the tool has the signature of this type, the arguments have already been coerced and
 * checked, and are not checked again; a default counts as given. Otherwise they are, and
 * the function may return PTC_ERROR_INVALID with call->message.
 */
PTC_API ptc_status ptc_gen_take_call(const ptc_gen_type *type, uint32_t node,
                                     struct ptc_tool_call *call, void *out, size_t size);

/* Refuses a call, for tools that call other functions. Returns PTC_ERROR_INVALID with
 * `message`, which must live as long as the call, or PTC_ERROR_MEMORY when the call's
 * arena has refused memory. */
PTC_API ptc_status ptc_gen_refuse_call(struct ptc_tool_call *call, const char *message);

/* Stores the struct at `in` as the result of the call. The caller of the tool checks it.
 * Statuses are those of ptc_gen_to_value, with call->message. */
PTC_API ptc_status ptc_gen_give_result(const ptc_gen_type *type, uint32_t node,
                                       struct ptc_tool_call *call, const void *in);

/*
 * Appends the struct at `in` as JSON without blanks, or appends nothing.
 *
 * Keys have the names of ptc_json_write_named. The text's arena also holds the values in
 * between. Statuses are those of ptc_gen_to_value, and PTC_ERROR_INVALID for keys that
 * become the same and for numbers that are not finite.
 */
PTC_API ptc_status ptc_gen_to_json(const ptc_gen_type *type, uint32_t node,
                                   ptc_text *text, const void *in);

/* Appends the struct at `in` as a model may see it, like ptc_schema_write_value. Appends
 * nothing unless it returns PTC_OK. */
PTC_API ptc_status ptc_gen_render(const ptc_gen_type *type, uint32_t node,
                                  ptc_direction direction, ptc_text *text, const void *in,
                                  const ptc_show_options *options);

PTC_END

#endif
