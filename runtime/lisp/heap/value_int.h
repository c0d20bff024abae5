/* SPDX-License-Identifier: MIT */
/* Internal to runtime/lisp: values of a running program, and the objects on its heap. */
#ifndef PTC_LISP_VALUE_INT_H
#define PTC_LISP_VALUE_INT_H

#include <ptc/gen_lisp.h>

#include <setjmp.h>

#if defined(__GNUC__)
#define PTC_NORETURN __attribute__((noreturn))
#define PTC_NOINLINE __attribute__((noinline))
#else
#define PTC_NORETURN _Noreturn
#define PTC_NOINLINE
#endif

/*
 * In addition to ptc_kind. Inside a run the other kinds are as in <ptc/value.h>, with
 * these differences:
 *
 *   string   flag HEAP: the bytes are in a ptc_bytes, else they are the host's or
 *            constant. PTC_FLAG_ASCII is always right: set exactly when all bytes are
 *            below 0x80.
 *   keyword  as.text is the text of the context's ptc_name of it: keywords are equal
 *            exactly when as.text is the same pointer. [architecture 3]
 *   vector   flat (as.items, aux elements) unless flag TREE (as.object is a ptc_tree).
 *            Flat ones may carry BUFFER (a ptc_buffer is right before the items; the view
 *            begins at its start) or SLICE (a view of a large buffer that begins later;
 *            `reserved` is the buffer's number). Constants of programs carry none of
 *            these. PTC_FLAG_SEQ marks sequences. aux is the count in every form.
 *   map      as.object is a ptc_record, or with flag TREE a ptc_hash, or with flags TREE
 *            and SORTED a ptc_sorted; aux entries.
 *   set      flat with BUFFER up to PTC_SET_SMALL items, else flag TREE and a ptc_hash,
 *            or flags TREE and SORTED and a ptc_sorted.
 *   opaque   as in data.
 *
 * as.map is never used inside a run: host data is taken in by ptc_lisp_import.
 */
typedef enum ptc_lisp_kind {
    PTC_FUNCTION = PTC_OPAQUE + 1, /* as.object is a ptc_function */
    PTC_REGEX,                     /* as.object is a ptc_boxed, its content the source */
    PTC_SYMBOL,                    /* 'name: as.text a ptc_name's text, aux bytes */
    PTC_VAR,                       /* the value of def: like PTC_SYMBOL */
    PTC_REDUCED,                   /* as.object is a ptc_boxed [reduced] */
    PTC_TEMPORAL,                  /* `reserved` a ptc_temporal_class, see temporal.c */
    PTC_ENDLESS, /* as.object is a ptc_endless: a sequence without an end, see endless.h
                  */
} ptc_lisp_kind;

enum {
    PTC_FLAG_BUFFER = 16,
    PTC_FLAG_TREE = 32,
    PTC_FLAG_SLICE = 64,
    PTC_FLAG_SORTED = 64, /* of maps and sets, which have no slices */
    PTC_FLAG_HEAP = 128,
};

enum {
    PTC_RECORD_MAX = 16, /* maximum number of fields of a record */
    PTC_BUFFER_SMALL =
        16, /* buffers up to this capacity have no slices: they are copied */
    PTC_SET_SMALL = 8,
    PTC_FLAT_MAX = 64, /* flat vectors above this become trees when written inside */
    PTC_CHARGE_CHUNK = 1024, /* steps between two checks of the clock */
};

/* The first word of everything on the heap; also of constants, which lack MOVES. */
typedef struct ptc_object {
    uint64_t head; /* type | MOVES | size in bytes << 16; odd: the new address | 1 */
} ptc_object;

/* ORDER OBJECT: collect.c scans by it. Even, so that bit 0 says "forwarded". */
typedef enum ptc_object_type {
    PTC_OBJECT_BYTES = 2,
    PTC_OBJECT_BUFFER = 4,
    PTC_OBJECT_LARGE = 6, /* buffer with more than PTC_BUFFER_SMALL capacity */
    PTC_OBJECT_RECORD = 8,
    PTC_OBJECT_TREE = 10,
    PTC_OBJECT_LEAF = 12,   /* of a tree: values */
    PTC_OBJECT_BRANCH = 14, /* of a tree: pointers */
    PTC_OBJECT_HASH = 16,
    PTC_OBJECT_NODE = 18,  /* of a hash */
    PTC_OBJECT_CLASH = 20, /* of a hash: entries of one hash */
    PTC_OBJECT_FUNCTION = 22,
    PTC_OBJECT_BOXED = 24,
    PTC_OBJECT_ENDLESS = 26,
    PTC_OBJECT_SORTED = 28,
    PTC_OBJECT_TWIG = 30, /* of a sorted collection */
} ptc_object_type;

#define PTC_OBJECT_MOVES   UINT64_C(0x100)
#define PTC_OBJECT_CLOSURE UINT64_C(0x200) /* a function whose code is a ptc_proto */
/* Of a FUNCTION: what it captured last is nil again when a run has ended. */
#define PTC_OBJECT_FORGETS   UINT64_C(0x800)
#define PTC_OBJECT_TYPE_MASK UINT64_C(0xFE)

PTC_INLINE ptc_object_type ptc_object_type_of(const ptc_object *object)
{
    return (ptc_object_type)(object->head & PTC_OBJECT_TYPE_MASK);
}

/* The bytes of a string on the heap; they follow. */
typedef struct ptc_bytes {
    uint64_t head;
    uint64_t hash; /* 0: not computed yet */
} ptc_bytes;

/* The head right before the items of a flat vector with BUFFER. */
typedef struct ptc_buffer {
    uint64_t head;
    uint32_t fill; /* items that some view can see; only a view of that many appends */
    uint32_t capacity; /* of a const or kept buffer: fill, so that it is never written */
} ptc_buffer;

/*
 * Large buffers, of more than PTC_BUFFER_SMALL capacity; the ptc_buffer's last two fields
 * are still right before the items. Items [front, fill) are in use, so that a buffer can
 * grow at both ends: views that begin at the front may also be SLICEs.
 */
typedef struct ptc_large {
    uint64_t head;
    struct ptc_tree *tree; /* of items [tree->origin, ..), or NULL; a cache */
    uint16_t number;       /* in lisp->numbered, for slices; 0: none yet */
    uint8_t has_grown;     /* was copied once to have more room; next time use a tree */
    uint8_t reserved;
    uint32_t front;
    uint32_t fill;
    uint32_t capacity;
} ptc_large;

/* Fill and capacity are in the 8 bytes before the items, in both. */
PTC_INLINE uint32_t *ptc_items_fill(const ptc_value *items)
{
    return (uint32_t *)(uintptr_t)items - 2;
}

/* A vector as a 32-way trie: a view [start, end) of its positions. The fields are private
 * to vector_tree.c. */
typedef struct ptc_tree {
    uint64_t head;
    uint32_t start;
    uint32_t end;    /* end - start is the vector's count */
    uint32_t base;   /* positions below are no longer stored; <= start */
    uint32_t stored; /* nor are those from here on; >= end */
    uint32_t shift;  /* of the root: 0 for a leaf, else a multiple of 5 */
    uint32_t origin; /* in a large buffer's cache: the item that position 0 is */
    struct ptc_object
        *root; /* BRANCH or LEAF, or NULL: of the positions before the tail */
    struct ptc_object *tail; /* LEAF: of the last 1..32 positions */
    ptc_value *flat;         /* the elements flat, with a buffer, or NULL; a cache */
} ptc_tree;

/* A keyword, symbol or field name, once per context; never moves, and ends when nothing
 * refers to it: see release.c. */
typedef struct ptc_name {
    uint64_t hash;
    const struct ptc_name *folded; /* the name with '-' read as '_'; itself if the same */
    struct ptc_variable *variable; /* of that name, or NULL */
    uint64_t pinned;               /* the number of the pins that it was last added to */
    uint32_t length;
    uint32_t mark; /* of the last search in which it was in use */
    bool is_fold;  /* made only as the `folded` of others */
    char text[];   /* NUL-terminated */
} ptc_name;

PTC_INLINE const ptc_name *ptc_name_of(const ptc_value *keyword)
{
    return (const ptc_name *)(const void *)(keyword->as.text - offsetof(ptc_name, text));
}

/* The keys of records, in order; never moves, and ends like names. Shapes of the same
 * keys are the same. */
typedef struct ptc_shape {
    uint32_t count;
    uint32_t kinds;                 /* 1 << kind of every key */
    uint32_t number;                /* from 1, never reused; 0 for the empty one */
    uint32_t mark;                  /* as in names */
    uint64_t pinned;                /* as in names */
    const struct ptc_shape *parent; /* without the last key; NULL of the empty shape */
    ptc_value keys[];               /* keywords, and strings whose text is a name's */
} ptc_shape;

typedef struct ptc_record {
    uint64_t head;
    const ptc_shape *shape;
    ptc_value values[]; /* in the order of the shape's keys */
} ptc_record;

/* A large or mixed map or a large set; nodes are private to hash.c. */
typedef struct ptc_hash {
    uint64_t head;
    uint32_t count;
    uint32_t next;           /* the sequence number of the next new key */
    struct ptc_object *root; /* NODE or CLASH, or NULL when empty */
} ptc_hash;

/* A map or set that keeps its keys in order; nodes are private to sorted.c. The head is
 * like that of a ptc_hash. */
typedef struct ptc_sorted {
    uint64_t head;
    struct ptc_object *root; /* TWIG, or NULL when empty */
    ptc_value comparator;    /* a function, or nil: the order of `compare` */
} ptc_sorted;

typedef struct ptc_boxed {
    uint64_t head;
    void *more; /* of a regex: where in lisp->patterns it was last, or NULL */
    ptc_value content;
} ptc_boxed;

PTC_INLINE bool ptc_value_is_collection(const ptc_value *value)
{
    return value->kind == PTC_VECTOR || value->kind == PTC_MAP || value->kind == PTC_SET;
}

#define PTC_MANY UINT16_MAX /* as a maximum number of arguments: any */

/* Whether a function of that many arguments takes `count`. */
PTC_INLINE bool ptc_takes_count(uint16_t least, uint16_t most, uint32_t count)
{
    return count >= least && (count <= most || most == PTC_MANY);
}

/*
 * How every function is called. `args` are `count` stack slots (already checked against
 * min_args and max_args), the last ones reserved: args + count == lisp->top. The function
 * may reserve more, may overwrite its args, and leaves lisp->top to its caller to
 * restore. `callee` is a slot or constant that holds the function value. [architecture 4]
 */
typedef ptc_value (*ptc_entry)(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count);

typedef struct ptc_proto ptc_proto;

/* A closure, a builtin (constant), or a composed function. */
struct ptc_function {
    uint64_t head;
    ptc_entry entry;
    const void *code; /* CLOSURE: its ptc_proto; else its name, NUL-terminated */
    uint16_t min_args;
    uint16_t max_args;
    uint32_t count;       /* of captured */
    ptc_value captured[]; /* by value; for composed functions: their parts */
};

/* Whether it is a builtin or composed of others, so that `code` is its name. */
PTC_INLINE bool ptc_function_is_native(const ptc_function *function)
{
    return (function->head & PTC_OBJECT_CLOSURE) == 0;
}

/* The name of the builtin that runs, for its messages: aliases have their own. */
PTC_INLINE const char *ptc_callee_name(const ptc_value *callee)
{
    return (const char *)((const ptc_function *)(const void *)callee->as.object)->code;
}

#endif
