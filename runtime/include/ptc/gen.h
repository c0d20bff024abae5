/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen.h> - everything that generated code may use: the contract between emitted
 * files and the runtime, numbered by PTC_ABI. What callers of generated parsers use of it
 * is in <ptc/parse.h>.
 *
 * The parsers use the scanner (<ptc/scan.h>), read straight into typed structs, and
 * answer yes or no; unusual input goes to the slow paths in runtime/emitted/, which ask
 * the walker about the one value in question, so both engines agree on every input.
 * [architecture 2]
 */
#ifndef PTC_GEN_H
#define PTC_GEN_H

#include <ptc/datetime.h>
#include <ptc/decimal.h>
#include <ptc/parse.h>
#include <ptc/scan.h>
#include <ptc/version.h>
#include <ptc/walk.h>

PTC_BEGIN

/* --- Generated parsers ------------------------------------------------------------- */

/* Exists in each library of this ABI: a mixed build fails to link. */
PTC_API extern const char ptc_abi_3;

/* A place in the text being read; NULL after a fault. */
typedef const unsigned char *ptc_cursor;

/* A container in a text, private to the runtime. */
typedef struct ptc_gen_extent {
    ptc_cursor start; /* its bracket */
    ptc_cursor end;   /* NULL: there is none */
    size_t up;        /* index of the enclosing one */
} ptc_gen_extent;

/* A text being read. It is on the stack of emitted functions, so this struct never
 * changes, and contains no struct that may. */
typedef struct ptc_gen {
    ptc_scan scan;                   /* the text */
    ptc_mode mode;                   /* of the options, or the parser's only one */
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
    ptc_cursor ahead;                /* how far extents are known; NULL: not set */
    ptc_gen_extent *extents;         /* of the containers, by their start */
    size_t extent_count;
    size_t extent_capacity; /* private */
} ptc_gen;

/* A map being read. Keys in other than a field's own spelling wait on the scanner's
 * stack, to be compared with each other at the end. */
typedef struct ptc_gen_map {
    ptc_cursor start;  /* blanks, then the brace */
    bool has_odd_keys; /* there are keys on the stack; else the last two members are not
                        * set */
    ptc_str key;       /* the key that was read last */
    size_t base;       /* stack height without these keys */
    uint8_t *exact;    /* per field: no folded key is that field; NULL: not known yet */
} ptc_gen_map;

/* A list being read: its items wait on the scanner's stack from height `base` on. */
typedef struct ptc_gen_list {
    size_t base; /* stack height without its items */
    bool more;   /* an item is at the cursor */
} ptc_gen_list;

/* --- How values lie in memory ------------------------------------------------------ */

/* How a value of a schema node is stored. */
typedef enum ptc_gen_shape {
    PTC_SHAPE_NONE,     /* nothing: a function, or a conjunct after the first */
    PTC_SHAPE_SAME,     /* that of its first child or its target: AND, registry,
                         * reference */
    PTC_SHAPE_VALUE,    /* ptc_value */
    PTC_SHAPE_BOOL,     /* bool */
    PTC_SHAPE_INT,      /* int64_t */
    PTC_SHAPE_FLOAT,    /* double */
    PTC_SHAPE_TEXT,     /* ptc_str */
    PTC_SHAPE_KEYWORD,  /* ptc_str, the name */
    PTC_SHAPE_DATETIME, /* ptc_datetime */
    PTC_SHAPE_DATE,     /* ptc_date */
    PTC_SHAPE_DECIMAL,  /* ptc_decimal */
    PTC_SHAPE_ENUM,     /* an enum of `size` bytes: the number of a member from 1 on; 0 is
                         * absent */
    PTC_SHAPE_LIST,    /* a pointer to items of `size` bytes, and a size_t, their count */
    PTC_SHAPE_ENTRIES, /* the same; each item holds a key and a value */
    PTC_SHAPE_STRUCT,  /* a member for each child */
    PTC_SHAPE_UNION,   /* first a tag, an enum of `size` bytes: the number of a child */
    PTC_SHAPE_POINTER, /* a pointer to `size` bytes that hold the target */
} ptc_gen_shape;

/* Where the value of a node is in its container: the struct of its parent, or an item of
 * a list; a root is its own container. */
typedef struct ptc_gen_layout {
    uint8_t shape;   /* ptc_gen_shape */
    uint32_t offset; /* of the value */
    uint32_t flag;   /* of the bool that says whether it is there */
    uint32_t size;   /* see the shapes */
} ptc_gen_layout;

/* The offset of a flag that does not exist: the value is always present. */
#define PTC_GEN_ALWAYS UINT32_MAX

/* Where the strings of structs are. */
typedef enum ptc_gen_strings {
    PTC_STRINGS_BORROWED, /* in the text or value that was read */
    PTC_STRINGS_COPIED,   /* in the arena, each ending in a NUL; nothing else is kept */
    PTC_STRINGS_ENDED,    /* in the parser's copy of the text, each ending in a NUL */
} ptc_gen_strings;

/* The constant tables of a contract. */
typedef struct ptc_gen_type {
    const ptc_schema_node *nodes; /* of the schema */
    const ptc_gen_layout *layout; /* a row for each node */
    uint32_t count;
    uint32_t validator_count;
    const ptc_validator *validators; /* those whose functions the generator was given */
    unsigned mode;                   /* ptc_mode + 1 of the only mode; 0: the caller's */
    unsigned strings;                /* ptc_gen_strings */
} ptc_gen_type;

/*
 * Begins and ends a parse. `start` returns the first cursor, or NULL when memory was
 * refused, `text` is NULL, or the options are invalid; `finish` is called in every case,
 * with NULL after a fault.
 */
PTC_API ptc_cursor ptc_gen_start(ptc_gen *gen, const char *abi, ptc_arena *arena,
                                 const char *text, size_t len, ptc_direction direction,
                                 const ptc_parse_options *options);
PTC_API ptc_status ptc_gen_finish(ptc_gen *gen, ptc_cursor p, ptc_parse_info *info);

/*
 * Ends a parse whose strings end in NUL, in the way that `type` says: after the verdict
 * each string of the struct at `out` is terminated in the text, which must be the
 * parser's own copy, or copied into the arena.
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

/* A copy of the text with padding after it; NULL when refused. */
PTC_API const char *ptc_gen_pad(ptc_arena *arena, const char *text, size_t len);

/* The same in a separate arena, which it starts and the caller frees: with the allocator
 * of `arena`, or in `arena` itself if that has none. */
PTC_API const char *ptc_gen_pad_aside(ptc_arena *aside, ptc_arena *arena,
                                      const char *text, size_t len);

/*
 * Checks a text with the walker: the report gets every error and every coercion. An
 * unreadable text gives its status, and the place in `error` (may be NULL).
 */
PTC_API ptc_status ptc_gen_explain(const ptc_gen_type *type, uint32_t node,
                                   ptc_direction direction, ptc_arena *arena,
                                   const char *text, size_t len,
                                   const ptc_parse_options *options, ptc_report *report,
                                   ptc_json_error *error);

/*
 * Ends a reading whose parser answered `status`, which it returns: `*why` is empty for
 * PTC_OK, else what ptc_schema_read would report for the text.
 */
PTC_API ptc_status ptc_gen_tell(const ptc_gen_type *type, uint32_t node,
                                ptc_direction direction, ptc_arena *arena,
                                const char *text, size_t len,
                                const ptc_parse_options *options, ptc_status status,
                                ptc_str *why);

/*
 * Checks a value: the report gets every error. Options that are NULL stand for the mode
 * enabled, `direction` and the JSON boundary.
 */
PTC_API ptc_status ptc_gen_validate(const ptc_gen_type *type, uint32_t node,
                                    ptc_direction direction, const ptc_value *value,
                                    const ptc_walk_options *options, ptc_report *report);

/*
 * Coerces a value and stores it at `out`; what it points to belongs to the value or the
 * arena, and only to the arena when strings end in NUL. Faults that a mode lets pass are
 * still faults here: a struct cannot hold them.
 */
PTC_API ptc_status ptc_gen_from_value(const ptc_gen_type *type, uint32_t node,
                                      ptc_direction direction, ptc_arena *arena,
                                      const ptc_value *value,
                                      const ptc_walk_options *options, void *out,
                                      ptc_report *report);

/*
 * Makes a value from the struct at `in`, whose texts it shares. Missing fields stay
 * absent; the field that chose a branch is present, declared or not. PTC_ERROR_ARGUMENT
 * for anything that is not a value: an enum that is 0 (X_ABSENT) where a value is
 * required, a tag or enum out of its range, items or targets that are missing, a moment's
 * nanos or offset; PTC_ERROR_ENCODING for texts that are not UTF-8, PTC_ERROR_DUPLICATE
 * for keys that are the same, PTC_ERROR_RANGE, PTC_ERROR_DEPTH, PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_gen_to_value(const ptc_gen_type *type, uint32_t node,
                                    ptc_arena *arena, const void *in, ptc_value *out);

struct ptc_tool_call;

/*
 * The arguments of a tool's call as the struct of their type, `size` bytes at `out`. If
 * the tool's signature is this type's, they have already been coerced and checked, and
 * are not again; a default counts as given. PTC_ERROR_INVALID, with call->message, for
 * others.
 */
PTC_API ptc_status ptc_gen_take_call(const ptc_gen_type *type, uint32_t node,
                                     struct ptc_tool_call *call, void *out, size_t size);

/* For functions that call others: PTC_ERROR_INVALID with `message`, which must live as
 * long as the call, or PTC_ERROR_MEMORY when the call's arena has refused memory. */
PTC_API ptc_status ptc_gen_refuse_call(struct ptc_tool_call *call, const char *message);

/* The struct at `in` as the result of the call; statuses are those of ptc_gen_to_value,
 * with call->message. The caller checks it. */
PTC_API ptc_status ptc_gen_give_result(const ptc_gen_type *type, uint32_t node,
                                       struct ptc_tool_call *call, const void *in);

/* Appends the same as JSON without blanks, or nothing; the text's arena also holds the
 * values in between. Keys have the names of ptc_json_write_named. Also PTC_ERROR_INVALID,
 * for keys that become the same, and for numbers that are not finite. */
PTC_API ptc_status ptc_gen_to_json(const ptc_gen_type *type, uint32_t node,
                                   ptc_text *text, const void *in);

/* Appends the same as a model may see it; see ptc_schema_write_value. Nothing unless it
 * returns PTC_OK. */
PTC_API ptc_status ptc_gen_render(const ptc_gen_type *type, uint32_t node,
                                  ptc_direction direction, ptc_text *text, const void *in,
                                  const ptc_show_options *options);

/* Faults; all return NULL. */
PTC_API ptc_cursor ptc_gen_invalid(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_duplicate(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_refused(ptc_gen *gen, ptc_cursor p);
/* Duplicate keys if `twice` is not 0, else missing ones. */
PTC_API ptc_cursor ptc_gen_keys_fault(ptc_gen *gen, ptc_cursor p, uint64_t twice);
PTC_API ptc_cursor ptc_gen_too_deep(ptc_gen *gen, ptc_cursor p);

/* The slow paths of the functions below. */
PTC_API ptc_cursor ptc_gen_int_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_integral_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_float_rest(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_gen_bool_rest(ptc_gen *gen, ptc_cursor p, bool *out);
PTC_API ptc_cursor ptc_gen_strict_int_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_strict_integral_rest(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_gen_strict_float_rest(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_gen_mark_rest(ptc_cursor p, unsigned char mark);
PTC_API bool ptc_gen_length_rest(const ptc_str *text, size_t low, size_t high);
PTC_API ptc_cursor ptc_gen_separator_rest(ptc_gen *gen, ptc_cursor p,
                                          unsigned char close);
PTC_API int ptc_gen_map_other_rest(ptc_gen *gen, ptc_gen_map *map,
                                   const ptc_schema_node *nodes, uint32_t index,
                                   ptc_cursor *p);
PTC_API ptc_cursor ptc_gen_end_rest(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_gen_odd_keys(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);

/* --- Values ------------------------------------------------------------------------ */

/*
 * Each reads the value at `p`, after optional blanks, and returns the place after it, or
 * NULL. Where the value's first byte is decisive, blanks are looked for last.
 */

/* An int64, also from a float or a string with the same value. */
PTC_INLINE ptc_cursor ptc_gen_int(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_int_rest(gen, p, out);
}

/* The same for PTC_NODE_INTEGRAL: 1.0 and 1e2 are also ints. */
PTC_INLINE ptc_cursor ptc_gen_integral(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_integral_rest(gen, p, out);
}

/* A double, also from an integer or a string. */
PTC_INLINE ptc_cursor ptc_gen_float(ptc_gen *gen, ptc_cursor p, double *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_double_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_float_rest(gen, p, out);
}

/* A bool, also from a string. */
PTC_INLINE ptc_cursor ptc_gen_bool(ptc_gen *gen, ptc_cursor p, bool *out)
{
    p = ptc_scan_blanks(p);
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_gen_bool_rest(gen, p, out);
}

/* The same without coercion. */

/* An int64. The strict functions refuse values of other types. */
PTC_INLINE ptc_cursor ptc_gen_strict_int(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_strict_int_rest(gen, p, out);
}

/* The same for PTC_NODE_INTEGRAL: 1.0 and 1e2 are also ints. */
PTC_INLINE ptc_cursor ptc_gen_strict_integral(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_strict_integral_rest(gen, p, out);
}

/* A double or an integer. */
PTC_INLINE ptc_cursor ptc_gen_strict_float(ptc_gen *gen, ptc_cursor p, double *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_double_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_strict_float_rest(gen, p, out);
}

/* A bool. */
PTC_INLINE ptc_cursor ptc_gen_strict_bool(ptc_gen *gen, ptc_cursor p, bool *out)
{
    p = ptc_scan_blanks(p);
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_gen_refused(gen, p);
}

/* A keyword, a moment, a decimal, a member of an enum, without coercion. */
PTC_API ptc_cursor ptc_gen_strict_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *out);
PTC_API ptc_cursor ptc_gen_strict_datetime(ptc_gen *gen, ptc_cursor p, ptc_datetime *out);
PTC_API ptc_cursor ptc_gen_strict_decimal(ptc_gen *gen, ptc_cursor p, ptc_decimal *out);
PTC_API ptc_cursor ptc_gen_strict_enum(ptc_gen *gen, ptc_cursor p,
                                       const ptc_schema_node *node, unsigned *member);

/* A string, a view of the text unless it has escapes. */
PTC_INLINE ptc_cursor ptc_gen_string(ptc_gen *gen, ptc_cursor p, ptc_str *out)
{
    ptc_cursor start;
    ptc_cursor stop;
    ptc_scan_mask marks;
    unsigned flags;

    if (PTC_UNLIKELY(*p != '"')) {
        p = ptc_scan_blanks(p);
        if (*p != '"')
            return ptc_gen_invalid(gen, p); /* nothing else in JSON becomes one */
    }
    start = p + 1;
    stop = start;
    while (PTC_UNLIKELY((marks = ptc_scan_marks(stop)) == 0)) {
        stop += PTC_SCAN_WIDTH;
        if (PTC_UNLIKELY(stop >= gen->scan.end))
            return ptc_scan_text_rest(&gen->scan, start, stop, out, &flags);
    }
    stop += ptc_scan_marked(marks);
    if (PTC_LIKELY(*stop == '"' && stop < gen->scan.end)) {
        *out = ptc_str_make((const char *)start, (size_t)(stop - start));
        return stop + 1;
    }
    return ptc_scan_text_rest(&gen->scan, start, stop, out, &flags);
}

/* A keyword, a moment, a day, a decimal, any value, any map, also in other spellings. A
 * day has one spelling, and a decimal may be a number: for a float its shortest text. */
PTC_API ptc_cursor ptc_gen_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *out);
PTC_API ptc_cursor ptc_gen_datetime(ptc_gen *gen, ptc_cursor p, ptc_datetime *out);
PTC_API ptc_cursor ptc_gen_date(ptc_gen *gen, ptc_cursor p, ptc_date *out);
PTC_API ptc_cursor ptc_gen_decimal(ptc_gen *gen, ptc_cursor p, ptc_decimal *out);
PTC_API ptc_cursor ptc_gen_any(ptc_gen *gen, ptc_cursor p, ptc_value *out);
PTC_API ptc_cursor ptc_gen_any_map(ptc_gen *gen, ptc_cursor p, ptc_value *out);

/*
 * Reads the value of a node, including null, into the container that starts at `holder`,
 * and leaves the checking to the walker: for types that emitted code does not specialise.
 */
PTC_API ptc_cursor ptc_gen_walked(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                                  uint32_t node, void *holder);

/* The same for the value alone, whose C type `out` points to. */
PTC_API ptc_cursor ptc_gen_walked_value(ptc_gen *gen, ptc_cursor p,
                                        const ptc_gen_type *type, uint32_t node,
                                        void *out);

/*
 * For PTC_NODE_CASTS: a value that already has its type is read directly; for any other
 * one the walker is asked, which casts inputs. [brimley 4]
 */
PTC_INLINE ptc_cursor ptc_gen_cast_bool(ptc_gen *gen, ptc_cursor p,
                                        const ptc_gen_type *type, uint32_t node,
                                        bool *out)
{
    p = ptc_scan_blanks(p);
    *out = *p == 't';
    if (PTC_LIKELY(ptc_scan_match(p, "true", 4)))
        return p + 4;
    if (PTC_LIKELY(ptc_scan_match(p, "false", 5)))
        return p + 5;
    return ptc_gen_walked_value(gen, p, type, node, out);
}

/* An int; 4.0 and "4" go to the walker. */
PTC_INLINE ptc_cursor ptc_gen_cast_int(ptc_gen *gen, ptc_cursor p,
                                       const ptc_gen_type *type, uint32_t node,
                                       int64_t *out)
{
    ptc_cursor after;

    if (PTC_UNLIKELY(*p == ' '))
        p++;
    after = ptc_scan_int_plain(p, out);
    return PTC_LIKELY(after != NULL) ? after
                                     : ptc_gen_walked_value(gen, p, type, node, out);
}

/* A string, with the lifetime that ptc_gen_string documents. */
PTC_INLINE ptc_cursor ptc_gen_cast_string(ptc_gen *gen, ptc_cursor p,
                                          const ptc_gen_type *type, uint32_t node,
                                          ptc_str *out)
{
    p = ptc_scan_blanks(p);
    return PTC_LIKELY(*p == '"') ? ptc_gen_string(gen, p, out)
                                 : ptc_gen_walked_value(gen, p, type, node, out);
}

/* A moment; days go to the walker. */
PTC_API ptc_cursor ptc_gen_cast_datetime(ptc_gen *gen, ptc_cursor p,
                                         const ptc_gen_type *type, uint32_t node,
                                         ptc_datetime *out);
/* A member, by its number. */
PTC_API ptc_cursor ptc_gen_cast_enum(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                                     uint32_t node, unsigned *member);

/* Stores the default of a node that has one as its value. */
PTC_API bool ptc_gen_default(ptc_gen *gen, const ptc_gen_type *type, uint32_t node,
                             void *holder);

/* Stores values from the context for the parameters of a map that take theirs from there,
 * with `p` after the map; false when one is missing or does not fit. [brimley 4b]
 */
PTC_API bool ptc_gen_context(ptc_gen *gen, ptc_cursor p, const ptc_gen_type *type,
                             uint32_t node, void *out);

/* A default, whose text and numbers agree. */
PTC_INLINE ptc_datetime ptc_gen_moment(ptc_str text, int64_t seconds, int32_t nanos,
                                       int16_t offset_minutes)
{
    ptc_datetime moment;

    moment.text = text;
    moment.seconds = seconds;
    moment.nanos = nanos;
    moment.offset_minutes = offset_minutes;
    return moment;
}

/* The same of a day. */
PTC_INLINE ptc_date ptc_gen_day(ptc_str text, int32_t days, int16_t year, uint8_t month,
                                uint8_t day)
{
    ptc_date date;

    date.text = text;
    date.days = days;
    date.year = year;
    date.month = month;
    date.day = day;
    return date;
}

/* The same of a decimal. */
PTC_INLINE ptc_decimal ptc_gen_amount(ptc_str text, int32_t scale)
{
    ptc_decimal decimal;

    decimal.text = text;
    decimal.scale = scale;
    return decimal;
}

/* Zeroed memory for what a pointer points to; NULL when refused. */
PTC_API void *ptc_gen_new(ptc_gen *gen, size_t size);

/* `*member` is the number of the enum's member, from 1 on. */
PTC_API ptc_cursor ptc_gen_enum(ptc_gen *gen, ptc_cursor p, const ptc_schema_node *node,
                                unsigned *member);

/* Skips null if it is next. */
PTC_INLINE bool ptc_gen_null(ptc_cursor *p)
{
    *p = ptc_scan_blanks(*p);
    if (PTC_LIKELY(**p != 'n') || !ptc_scan_match(*p, "null", 4))
        return false;
    *p += 4;
    return true;
}

/* Skips null where it stands for an absent field: in inputs that are coerced. */
PTC_API bool ptc_gen_absent_rest(ptc_gen *gen, ptc_cursor *p);
PTC_INLINE bool ptc_gen_absent(ptc_gen *gen, ptc_cursor *p)
{
    *p = ptc_scan_blanks(*p);
    return PTC_UNLIKELY(**p == 'n') && ptc_gen_absent_rest(gen, p);
}

/* Whether the text has `low` to `high` code points. */
PTC_INLINE bool ptc_gen_has_length(const ptc_str *text, size_t low, size_t high)
{
    /* A code point takes one to four bytes. */
    if (PTC_LIKELY(text->len <= high && text->len / 4 >= low))
        return true;
    return ptc_gen_length_rest(text, low, high);
}

/* Whether a decimal is within the bounds of its node, which has some. */
PTC_API bool ptc_gen_is_within(const ptc_decimal *decimal, const ptc_schema_node *node);

/* Whether the pattern is found in the text. */
PTC_INLINE bool ptc_gen_matches(const ptc_str *text, const ptc_dfa *dfa)
{
    return ptc_regex_search(dfa, text->ptr, text->len);
}

/* --- Maps -------------------------------------------------------------------------- */

/* Whether a key of `n` bytes is this one. */
PTC_INLINE bool ptc_gen_is(ptc_str key, const char *name, size_t n)
{
    return ptc_scan_match((ptc_cursor)(const void *)key.ptr, name, n);
}

/* Skips a literal if it is at `*p`. It contains neither NUL nor a closing bracket. */
PTC_INLINE bool ptc_gen_match(ptc_cursor *p, const char *literal, size_t n)
{
    if (!ptc_scan_match(*p, literal, n))
        return false;
    *p += n;
    return true;
}

/* Enters a map that begins with the literal `{"name":`, ignoring blanks, and skips
 * that. */
PTC_INLINE bool ptc_gen_map_begin(ptc_gen *gen, ptc_gen_map *map, ptc_cursor *p,
                                  const char *literal, size_t n)
{
    ptc_cursor at = *p;

    if (PTC_LIKELY(ptc_scan_match(at, literal, n))) {
        at += n;
    } else {
        if (PTC_LIKELY(*at == '{' && at[1] > ' '))
            return false;
        at = ptc_gen_mark_rest(at, '{');
        if (at == NULL || !ptc_scan_match(at, literal + 1, n - 1))
            return false;
        at += n - 1;
    }
    if (PTC_UNLIKELY(gen->scan.depth == 0))
        return false; /* ptc_gen_map_open says why */
    gen->scan.depth--;
    map->start = *p;
    map->has_odd_keys = false;
    *p = at;
    return true;
}

/* Enters any map, after optional blanks: returns the place of a key, or of the closing
 * brace. */
PTC_API ptc_cursor ptc_gen_map_open(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);

/* After a value: the same, skipping the comma. NULL stays NULL. */
PTC_INLINE ptc_cursor ptc_gen_map_next(ptc_gen *gen, ptc_cursor p)
{
    if (PTC_LIKELY(p != NULL && *p == ',' && p[1] == '"'))
        return p + 1;
    return ptc_gen_separator_rest(gen, p, '}');
}

/* Reads a key into map->key; returns where its value begins. */
PTC_INLINE ptc_cursor ptc_gen_map_key(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p)
{
    return ptc_scan_key(&gen->scan, p + 1, &map->key);
}

/*
 * Moves to the value of the key that is expected next, if it follows: `literal` is
 * `,"name":`. Otherwise nothing moves.
 */
PTC_INLINE bool ptc_gen_map_expect(ptc_cursor *p, const char *literal, size_t n)
{
    ptc_cursor at;

    if (PTC_LIKELY(ptc_scan_match(*p, literal, n))) {
        *p += n;
        return true;
    }
    if (PTC_LIKELY(**p > ' ' && (**p != ',' || (*p)[1] > ' ')))
        return false;
    at = ptc_gen_mark_rest(*p, ',');
    if (at == NULL || !ptc_scan_match(at, literal + 1, n - 1))
        return false;
    *p = at + n - 1;
    return true;
}

/*
 * Finds the field that map->key stands for in another spelling: its number, the cursor
 * unmoved. Otherwise skips the value and returns -1; NULL as cursor after a fault.
 * `nodes[index]` is the map. [validation 6]
 */
PTC_INLINE int ptc_gen_map_other(ptc_gen *gen, ptc_gen_map *map,
                                 const ptc_schema_node *nodes, uint32_t index,
                                 ptc_cursor *p)
{
    ptc_cursor at = *p;
    int field = ptc_gen_map_other_rest(gen, map, nodes, index, &at);

    *p = at;
    return field;
}

/* Returns the place after the closing brace. */
PTC_INLINE ptc_cursor ptc_gen_map_end(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p)
{
    gen->scan.depth++;
    if (PTC_UNLIKELY(map->has_odd_keys))
        return ptc_gen_odd_keys(gen, map, p);
    return PTC_LIKELY(p < gen->scan.end) ? p : ptc_gen_end_rest(gen, p);
}

/* --- Wide maps --------------------------------------------------------------------- */

/* Fields that one function reads. A map with more of them is wide: the runtime iterates
 * over its keys and calls these functions, so the time to compile a field does not depend
 * on the number of fields. */
#define PTC_GEN_FIELDS 32

/* Reads the value of the field with the given number to its place in `out`. */
typedef ptc_cursor (*ptc_gen_fields)(ptc_gen *gen, ptc_cursor p, void *out,
                                     uint32_t field);

/* The description of a wide map for its reader. */
typedef struct ptc_gen_wide {
    const ptc_schema_node *nodes;  /* of the schema */
    uint32_t index;                /* of the map */
    const uint32_t *order;         /* numbers of its fields: shorter names first, those of
                                      one length by their bytes */
    const uint64_t *required;      /* a bit for each field: it is required */
    const uint64_t *plain;         /* ... JSON spells its name without escapes */
    const ptc_gen_fields *readers; /* a function for each PTC_GEN_FIELDS fields */
} ptc_gen_wide;

/* Reads a whole map to `out`, storing only the values of fields. */
PTC_API ptc_cursor ptc_gen_wide_map(ptc_gen *gen, ptc_cursor p, const ptc_gen_wide *wide,
                                    void *out);

/*
 * Skips a string that is a member of an enum, or the name of a keyword that is one:
 * `*member` is its number, from 1 on. Nothing moves if something else is there. `order`
 * has the numbers, from 0 on, of the `count` members that are texts: shorter ones first,
 * those of one length by their bytes, strings before keywords.
 */
PTC_API bool ptc_gen_word(ptc_gen *gen, ptc_cursor *p, const ptc_schema_node *node,
                          const uint32_t *order, uint32_t count, unsigned *member);

/* --- Lists ------------------------------------------------------------------------- */

/* Enters a list: returns the place of the first item, or after an empty list;
 * `list->more` says which. */
PTC_INLINE ptc_cursor ptc_gen_list_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p)
{
    list->base = gen->scan.stack_used;
    list->more = false;
    if (PTC_UNLIKELY(*p != '[')) {
        p = ptc_scan_blanks(p);
        if (*p != '[')
            return ptc_gen_invalid(gen, p);
    }
    if (PTC_UNLIKELY(--gen->scan.depth < 0))
        return ptc_gen_too_deep(gen, p);
    p = ptc_scan_blanks(p + 1);
    list->more = *p != ']';
    return list->more ? p : p + 1;
}

/* Takes the item that ends at `p` and moves on to the next one, or after the list. */
PTC_INLINE ptc_cursor ptc_gen_list_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                                       const void *item, size_t size)
{
    list->more = PTC_LIKELY(ptc_scan_reserve(&gen->scan, size));
    if (PTC_UNLIKELY(!list->more))
        return NULL;
    memcpy(gen->scan.stack + gen->scan.stack_used, item, size);
    gen->scan.stack_used += size;
    if (PTC_LIKELY(*p == ','))
        return p + 1;
    if (PTC_UNLIKELY(*p != ']')) {
        p = ptc_gen_separator_rest(gen, p, ']');
        if (p != NULL && *p != ']')
            return p;
    }
    list->more = false;
    return p != NULL ? p + 1 : NULL;
}

/* Moves the items into the arena; NULL when there are none, or memory was refused, which
 * ptc_gen_finish reports. */
PTC_INLINE void *ptc_gen_list_take(ptc_gen *gen, const ptc_gen_list *list, size_t size,
                                   size_t *count)
{
    *count = (gen->scan.stack_used - list->base) / size;
    return *count != 0 ? ptc_scan_pop(&gen->scan, list->base) : NULL;
}

/* Returns the place after the closing bracket. */
PTC_INLINE ptc_cursor ptc_gen_list_end(ptc_gen *gen, ptc_cursor p)
{
    gen->scan.depth++;
    return PTC_LIKELY(p < gen->scan.end) ? p : ptc_gen_end_rest(gen, p);
}

/* --- Tuples ------------------------------------------------------------------------ */

/* Enters a tuple: returns the place of the first element. */
PTC_INLINE ptc_cursor ptc_gen_tuple_start(ptc_gen *gen, ptc_cursor p)
{
    p = ptc_scan_blanks(p);
    if (PTC_UNLIKELY(*p != '['))
        return ptc_gen_invalid(gen, p);
    if (PTC_UNLIKELY(--gen->scan.depth < 0))
        return ptc_gen_too_deep(gen, p);
    return p + 1;
}

/* After an element: skips the comma, to the next one. */
PTC_INLINE ptc_cursor ptc_gen_tuple_next(ptc_gen *gen, ptc_cursor p)
{
    p = ptc_scan_blanks(p);
    return PTC_LIKELY(*p == ',') ? p + 1 : ptc_gen_invalid(gen, p);
}

/* After the last element: skips the bracket. */
PTC_INLINE ptc_cursor ptc_gen_tuple_end(ptc_gen *gen, ptc_cursor p)
{
    p = ptc_scan_blanks(p);
    if (PTC_UNLIKELY(*p != ']'))
        return ptc_gen_invalid(gen, p);
    return ptc_gen_list_end(gen, p + 1);
}

/* --- Entries: maps of any keys ----------------------------------------------------- */

/* Like lists whose items hold a key, which comes first, and a value. */
PTC_API ptc_cursor ptc_gen_entries_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p);

/* Reads a key and the colon after it. */
PTC_API ptc_cursor ptc_gen_entry_string(ptc_gen *gen, ptc_cursor p, ptc_str *key);
PTC_API ptc_cursor ptc_gen_entry_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *key);
PTC_API ptc_cursor ptc_gen_entry_strict_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *key);

/* Takes the entry that ends at `p` and moves on to the next one, or after the last. */
PTC_API ptc_cursor ptc_gen_entries_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                                       const void *entry, size_t size);

/* Returns the place after the closing brace; two equal keys are a fault. */
PTC_API ptc_cursor ptc_gen_entries_end(ptc_gen *gen, ptc_cursor p, const void *entries,
                                       size_t size, size_t count);

/* The number of the entry with that key, or `count`. */
PTC_API size_t ptc_gen_entries_find(const void *entries, size_t size, size_t count,
                                    ptc_str key);

/* --- Small code -------------------------------------------------------------------- */

/* The inline functions above as ordinary functions, for `ptcc gen --optimize=size`. */
PTC_API ptc_cursor ptc_small_int(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_integral(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_float(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_small_bool(ptc_gen *gen, ptc_cursor p, bool *out);
PTC_API ptc_cursor ptc_small_strict_int(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_strict_integral(ptc_gen *gen, ptc_cursor p, int64_t *out);
PTC_API ptc_cursor ptc_small_strict_float(ptc_gen *gen, ptc_cursor p, double *out);
PTC_API ptc_cursor ptc_small_strict_bool(ptc_gen *gen, ptc_cursor p, bool *out);
PTC_API ptc_cursor ptc_small_string(ptc_gen *gen, ptc_cursor p, ptc_str *out);
PTC_API bool ptc_small_null(ptc_cursor *p);
PTC_API bool ptc_small_absent(ptc_gen *gen, ptc_cursor *p);
PTC_API bool ptc_small_has_length(const ptc_str *text, size_t low, size_t high);
PTC_API bool ptc_small_is(ptc_str key, const char *name, size_t n);
PTC_API bool ptc_small_match(ptc_cursor *p, const char *literal, size_t n);
PTC_API bool ptc_small_map_begin(ptc_gen *gen, ptc_gen_map *map, ptc_cursor *p,
                                 const char *literal, size_t n);
PTC_API ptc_cursor ptc_small_map_next(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_map_key(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);
PTC_API bool ptc_small_map_expect(ptc_cursor *p, const char *literal, size_t n);
PTC_API ptc_cursor ptc_small_map_end(ptc_gen *gen, ptc_gen_map *map, ptc_cursor p);
PTC_API ptc_cursor ptc_small_list_start(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p);
PTC_API ptc_cursor ptc_small_list_add(ptc_gen *gen, ptc_gen_list *list, ptc_cursor p,
                                      const void *item, size_t size);
PTC_API void *ptc_small_list_take(ptc_gen *gen, const ptc_gen_list *list, size_t size,
                                  size_t *count);
PTC_API ptc_cursor ptc_small_list_end(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_tuple_start(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_tuple_next(ptc_gen *gen, ptc_cursor p);
PTC_API ptc_cursor ptc_small_tuple_end(ptc_gen *gen, ptc_cursor p);

/* --- Accessors --------------------------------------------------------------------- */

/* The value of a field in an unchecked map, under any spelling of its name; NULL when it
 * is absent or `map` is not a map. [validation 6] */
PTC_API const ptc_value *ptc_gen_field(const ptc_value *map, const char *name,
                                       size_t len);

PTC_END

#endif
