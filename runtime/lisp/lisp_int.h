/* SPDX-License-Identifier: MIT */
/*
 * Internal to runtime/lisp: values of a running program, the context, then prototypes
 * grouped by the file that defines them.
 *
 * The rules that everything here follows:
 *
 * 1. MEMORY MOVES ONLY AT SAFEPOINTS. Allocation never collects. A collection can happen
 *    only inside ptc_lisp_call (which a builtin uses to call back) and, in the VM, at
 * calls and back edges. After ptc_lisp_call returns, every ptc_value in a C local and
 * every pointer into the heap is void; values live in stack slots (args, or slots from
 *    ptc_lisp_reserve), from which they are read again. What ptc_lisp_call returned is
 *    valid until the next one.
 * 2. ROOTS are the slots [lisp->stack, lisp->top), the variables of the user namespace,
 * the history and lisp->kept. The collector clears the slots above top, so that no stale
 *    slot ever dangles; a reserved slot that was not written yet holds some old but valid
 *    value, or nil.
 * 3. FAULTS LEAVE BY ptc_lisp_raise, which does not return. Nothing that would have to be
 *    given back may be held while calling what can raise: memory comes from the heap or
 *    from arenas that the run owns.
 * 4. VALUES ARE IMMUTABLE once another can see them. The one exception is the free part
 * of a buffer behind its fill mark.
 * 5. Nothing recurses on the C stack without a bound: data deeper than PTC_DEPTH_MAX
 * raises.
 */
#ifndef PTC_LISP_INT_H
#define PTC_LISP_INT_H

#include "ptc_int.h"

#include <ptc/lisp.h>

#include <setjmp.h>

#if defined(__GNUC__)
#define PTC_NORETURN __attribute__((noreturn))
#define PTC_NOINLINE __attribute__((noinline))
#else
#define PTC_NORETURN _Noreturn
#define PTC_NOINLINE
#endif

/* --- Values of a running program ---------------------------------------------------- */

/*
 * Beside ptc_kind. Inside a run the other kinds look as in <ptc/value.h> but for this:
 *
 *   string   flag HEAP: the bytes stand in a ptc_bytes, else they are host's or constant.
 *            PTC_FLAG_ASCII is always right: set exactly when all bytes are below 0x80.
 *   keyword  as.text is the text of the context's ptc_name of it: keywords are equal
 *            exactly when as.text is the same pointer. [architecture 3]
 *   vector   flat (as.items, aux elements) unless flag TREE (as.object is a ptc_tree).
 *            Flat ones may carry BUFFER (a ptc_buffer stands right before the items; the
 *            view begins at its start) or SLICE (a view of a large buffer that begins
 *            further on; `reserved` is the buffer's number). Constants of programs carry
 *            none of these.
 *            PTC_FLAG_SEQ marks sequences. aux is the count in every form.
 *   map      as.object is a ptc_record, or with flag TREE a ptc_hash; aux entries.
 *   set      flat with BUFFER up to PTC_SET_SMALL items, else flag TREE and a ptc_hash.
 *   opaque   as in data.
 *
 * as.map is never used inside a run: host data is taken in by ptc_lisp_import.
 */
typedef enum ptc_lisp_kind {
    PTC_FUNCTION = PTC_OPAQUE + 1, /* as.object is a ptc_function */
    PTC_REGEX,                     /* as.object is a ptc_boxed, its content the source */
    PTC_SYMBOL,                    /* 'name: as.text a ptc_name's text, aux bytes */
    PTC_VAR,                       /* what def gives: like PTC_SYMBOL */
    PTC_REDUCED,                   /* as.object is a ptc_boxed [reduced] */
    PTC_TEMPORAL,                  /* `reserved` a ptc_temporal_class, see temporal.c */
} ptc_lisp_kind;

enum {
    PTC_FLAG_BUFFER = 16,
    PTC_FLAG_TREE = 32,
    PTC_FLAG_SLICE = 64,
    PTC_FLAG_HEAP = 128,
};

enum {
    PTC_RECORD_MAX = 16, /* most fields of a record */
    PTC_BUFFER_SMALL =
        16, /* buffers up to this capacity have no slices: they are copied */
    PTC_SET_SMALL = 8,
    PTC_FLAT_MAX = 64, /* flat vectors above this become trees when written inside */
    PTC_CHARGE_CHUNK = 1024, /* steps between two looks at the clock */
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
} ptc_object_type;

#define PTC_OBJECT_MOVES     UINT64_C(0x100)
#define PTC_OBJECT_CLOSURE   UINT64_C(0x200) /* a function whose code is a ptc_proto */
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

/* What stands right before the items of a flat vector with BUFFER. */
typedef struct ptc_buffer {
    uint64_t head;
    uint32_t fill; /* items that some view can see; only a view of that many appends */
    uint32_t capacity; /* of a const or kept buffer: fill, so that it is never written */
} ptc_buffer;

/*
 * Large buffers, of more than PTC_BUFFER_SMALL capacity; the ptc_buffer's last two fields
 * still stand right before the items. Items [front, fill) are in use, so that a buffer
 * can grow at both ends: views that begin at the front may be SLICEs, too.
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

/* Fill and capacity stand in the 8 bytes before the items, in both. */
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
    uint32_t stored; /* nor are those from here; >= end */
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
    uint64_t pinned;               /* the number of the pins that it was added to last */
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
    uint32_t number;                /* from 1, never given again; of the empty one 0 */
    uint32_t mark;                  /* as of names */
    uint64_t pinned;                /* as of names */
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

typedef struct ptc_boxed {
    uint64_t head;
    void *more; /* of a regex: where in lisp->patterns it was last, or NULL */
    ptc_value content;
} ptc_boxed;

#define PTC_MANY UINT16_MAX /* as a most count of arguments: any */

/* Whether what takes that many arguments takes `count`. */
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
typedef struct ptc_function {
    uint64_t head;
    ptc_entry entry;
    const void *code; /* CLOSURE: its ptc_proto; else its name, NUL-terminated */
    uint16_t min_args;
    uint16_t max_args;
    uint32_t count;       /* of captured */
    ptc_value captured[]; /* by value; of composed functions: what they are made of */
} ptc_function;

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

/* --- Code --------------------------------------------------------------------------- */

/* ORDER OPCODE */
typedef enum ptc_opcode {
#define PTC_OPCODE(constant, shape, effect, meaning) PTC_OP_##constant,
#include "lisp/opcodes.def"
#undef PTC_OPCODE
    PTC_OP_COUNT
} ptc_opcode;

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
    uint32_t mark;  /* as of names */
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
    const struct ptc_branches *outer; /* of whose branch it is a part, or NULL */
    const char *what;                 /* "pmap: element" */
    ptc_reason reason;                /* of a fault within a branch */
    uint32_t index;                   /* of the branch that runs, from 0 */
    uint32_t depth;                   /* from 1: how many are around it, and itself */
    size_t changes;                   /* recorded before */
    uint64_t deadline;                /* of the run, which the outermost shortens */
} ptc_branches;

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

/* Names and shapes that something outside of the heap refers to, for release.c. */
typedef struct ptc_pins {
    ptc_arena *arena; /* of the lists; whoever owns it owns them */
    const ptc_name **names;
    size_t name_count;
    size_t name_capacity;
    const ptc_shape **shapes;
    size_t shape_count;
    size_t shape_capacity;
    uint64_t id; /* from 1, of the context's */
} ptc_pins;

struct ptc_program {
    ptc_lisp *lisp;
    ptc_arena arena;       /* owns everything below */
    const ptc_proto *main; /* no parameters */
    ptc_site *sites;
    ptc_variable **variables; /* by the number that VAR and DEF carry */
    uint32_t site_count;
    uint32_t variable_count;
    ptc_pins pins;      /* what it refers to */
    ptc_str text;       /* a copy of the source, for lines and columns */
    ptc_position start; /* where that begins in the host's */
    bool is_kept;       /* memory holds closures of it */
    bool is_freed;      /* the host no longer has it */
    ptc_program *next;  /* of the context */
};

/* --- The context ------------------------------------------------------------------- */

/* A function that runs in the VM. */
typedef struct ptc_frame {
    const ptc_value *callee; /* the slot before the window, or elsewhere */
    const ptc_proto *proto;
    const uint32_t *pc; /* the next word; kept up to date at calls and faults only */
    ptc_value *base;    /* the window: registers 0.. */
} ptc_frame;

typedef struct ptc_heap_chunk ptc_heap_chunk; /* private to heap.c */

struct ptc_lisp {
    /* What the VM and the allocator touch all the time. */
    int64_t ticks;  /* steps until the next look at the limits; see ptc_lisp_step */
    ptc_value *top; /* behind the last slot in use */
    ptc_value *stack_end;
    unsigned char *cursor; /* of the heap's newest chunk */
    unsigned char *limit;
    ptc_frame *frame;   /* the youngest; frames[0] is none: nothing runs */
    uint64_t jumps_max; /* UINT64_MAX: no limit */

    ptc_value *stack;
    ptc_value *stack_high;  /* slots below may be used; nothing above was since the last
                               collection, which clears up to here and may lower it */
    ptc_value *stack_ready; /* slots below were written at least once */
    ptc_frame *frames;
    ptc_frame *frames_end; /* frames + 1 + options.frames */
    uintptr_t c_limit;     /* the C stack may grow down to here */

    ptc_lisp_options options;
    int64_t fuel_rest; /* beyond `ticks` */
    int64_t fuel_given;
    int64_t clock_at;  /* the clock is looked at when no more fuel than this is left */
    uint64_t deadline; /* of options.clock; UINT64_MAX: none */
    uint64_t
        time_lent;     /* in the branches of the outermost pmap, see ptc_lisp_lend_time */
    bool is_compiling; /* not running: `deadline` is then that of compiling */
    bool is_branch_deadline; /* the outermost pmap's, which ends before the run's */
    uint64_t seed;

    /* heap.c, collect.c */
    ptc_heap_chunk *chunks; /* newest first */
    ptc_heap_chunk *alone;  /* of one large object each */
    ptc_heap_chunk *gray;   /* of them, those that a collection still has to scan */
    size_t alone_size;      /* from so many bytes on objects stand alone */
    size_t view_room; /* in a collection: bytes that views of them may be copied to */
    ptc_heap_chunk **spares; /* chunks to use again, by class of size; see heap.c */
    size_t spare_size;       /* bytes that were used in them */
    size_t spare_kept;       /* so many of them may outlive a run */
    size_t heap_used;        /* bytes in chunks but the newest, those of one object too */
    size_t heap_threshold;   /* a collection is due above this */
    size_t heap_peak;
    ptc_large **numbered; /* large buffers that slices, or caches of host data, refer to;
                             from 1 */
    uint32_t numbered_count; /* numbers given, [1, count] */
    uint32_t numbered_capacity;
    uint32_t numbered_free; /* a number to give again, or 0; the others follow it */
    bool is_collect_due;

    ptc_arena own_arena; /* this struct, the stack, the frames */
    /* tables of names and shapes, variables: never move, counted into the heap's limit */
    ptc_arena arena;
    size_t name_bytes;      /* of names and shapes, counted, too */
    const ptc_name **names; /* open addressing */
    uint32_t name_count;
    uint32_t name_capacity;
    uint32_t name_folds;      /* of them made only as the `folded` of others */
    const ptc_shape **shapes; /* open addressing, by parent and last key */
    uint32_t shape_count;
    uint32_t shape_capacity;
    ptc_position start;   /* of the next programs, in the host's text */
    uint32_t shapes_made; /* their numbers */
    ptc_variable *variables;
    ptc_variable *variables_free; /* to use again */
    ptc_program *programs;

    /* release.c */
    ptc_pins *pins; /* where names and shapes are added that are asked for; NULL: a run */
    ptc_pins own_pins;
    ptc_pins host_pins; /* of host_arena */
    uint64_t pins_made;
    uint32_t release_mark; /* of the last search */
    uint32_t names_next;   /* so many names, or shapes, are worth another search */
    uint32_t shapes_next;
    bool is_releasing;    /* this collection marks names and shapes */
    ptc_value history[3]; /* *1 *2 *3 */
    ptc_value kept[4];    /* roots for whoever needs one for a moment; nil otherwise */
    struct ptc_patterns *patterns; /* of regular expressions; NULL: none was made yet */

    /* host data */
    ptc_arena host_arena;          /* what ptc_lisp_import made of it */
    bool is_host_kept;             /* memory refers into host_arena */
    struct ptc_host_region *hosts; /* those of former contexts that memory refers to */
    bool is_keeping;               /* this collection finds out what is kept */
    const ptc_value *context;
    ptc_value *context_taken; /* per entry of `context`: taken in, or nil */

    struct ptc_tools *tools; /* tool_int.h; NULL: none */

    /* the run */
    ptc_arena run_arena; /* prints, messages; emptied by the next run */
    ptc_text output;
    jmp_buf *escape; /* where ptc_lisp_raise goes */
    ptc_lisp_error error;
    const ptc_program *program;   /* that runs or is compiled */
    const ptc_branches *branches; /* the innermost pmap or pcalls that runs, or NULL */
    ptc_change *changes; /* of variables, by branches that run; in run_arena; roots */
    size_t change_count;
    size_t change_capacity;
    ptc_value result; /* of return and fail */
    bool is_return;
};

/* --- Steps and calls (inline) ------------------------------------------------------ */

/* When `ticks` went below zero: looks at fuel and clock, raises. Never collects. */
void ptc_lisp_poll(ptc_lisp *lisp);

/* The same at a safepoint: collects when that is due. Roots end at lisp->top. */
void ptc_lisp_safepoint(ptc_lisp *lisp);

/*
 * One step of fuel: for each element that a builtin visits (without a call back, `count`
 * of them at once, before the work), and each comparison of a sort. [ptc-lisp 18]
 */
PTC_INLINE void ptc_lisp_step(ptc_lisp *lisp)
{
    if (PTC_UNLIKELY(--lisp->ticks < 0))
        ptc_lisp_poll(lisp);
}

PTC_INLINE void ptc_lisp_steps(ptc_lisp *lisp, size_t count)
{
    lisp->ticks -= (int64_t)count;
    if (PTC_UNLIKELY(lisp->ticks < 0))
        ptc_lisp_poll(lisp);
}

/* Makes the next safepoint look at once: for ptc_heap_grow, when a collection is due. */
PTC_INLINE void ptc_lisp_hurry(ptc_lisp *lisp)
{
    if (lisp->ticks > 0) {
        lisp->fuel_rest += lisp->ticks;
        lisp->ticks = 0;
    }
}

/*
 * For work on `count` elements that no steps are charged for: when they are many, the
 * next step looks at the clock. Else a loop of cheap steps with dear work in them would
 * notice the time too late.
 */
PTC_INLINE void ptc_lisp_work(ptc_lisp *lisp, size_t count)
{
    if (PTC_UNLIKELY(count >= PTC_CHARGE_CHUNK)) {
        lisp->clock_at = INT64_MAX;
        ptc_lisp_hurry(lisp);
    }
}

/* Within long fills, whose steps are charged before: looks at the clock now and then. */
PTC_INLINE void ptc_lisp_fill_look(ptc_lisp *lisp, uint64_t at)
{
    if (PTC_UNLIKELY((at & 0xFFFF) == 0xFFFF)) {
        lisp->clock_at = INT64_MAX;
        ptc_lisp_poll(lisp);
    }
}

/* The same for loops of few instructions: the end of the block that begins at `at`,
 * within which nobody looks. */
PTC_INLINE uint32_t ptc_lisp_fill_block(ptc_lisp *lisp, uint32_t at, uint32_t total)
{
    if (PTC_LIKELY(total <= 0x10000))
        return total;
    ptc_lisp_fill_look(lisp, 0xFFFF);
    return total - at > 0x10000 ? at + 0x10000 : total;
}

/* For a builtin that reads `size` bytes of text: a step for each KiB, and a look at the
 * clock soon when they are many. */
PTC_INLINE void ptc_lisp_read_bytes(ptc_lisp *lisp, size_t size)
{
    if (PTC_UNLIKELY(size >= 1024)) {
        ptc_lisp_steps(lisp, size / 1024);
        ptc_lisp_work(lisp, size);
    }
}

/* Raises that calls nest too deep. */
PTC_COLD PTC_NORETURN void ptc_lisp_stack_overflow(ptc_lisp *lisp);

/* Raises stack_high to `end` or more, or raises that the stack is used up. */
PTC_COLD void ptc_lisp_extend(ptc_lisp *lisp, const ptc_value *end);

/* `count` slots at the top, with old but valid values or nil in them. */
PTC_INLINE ptc_value *ptc_lisp_reserve(ptc_lisp *lisp, size_t count)
{
    ptc_value *slots = lisp->top;

    if (PTC_UNLIKELY((size_t)(lisp->stack_high - slots) < count)) {
        if ((size_t)(lisp->stack_end - slots) < count)
            ptc_lisp_stack_overflow(lisp);
        ptc_lisp_extend(lisp, slots + count);
    }
    lisp->top = slots + count;
    return slots;
}

/* About where the C stack ends now. */
#if defined(__GNUC__)
#define PTC_C_STACK() ((uintptr_t)__builtin_frame_address(0))
#else
#define PTC_C_STACK() ((uintptr_t) & (char){0})
#endif

/* Calls what is no function: keyword, map, set, vector; or raises. [ptc-lisp 7] */
ptc_value ptc_lisp_call_other(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count);

/* Raises the arity error of a function. */
PTC_NORETURN void ptc_lisp_arity_error(ptc_lisp *lisp, const ptc_function *function,
                                       uint32_t count);

/*
 * Calls any callable back from a builtin: the one way to do it, and a SAFEPOINT (rule 1).
 * Charges one step. `args` are the topmost slots: args + count == lisp->top; their
 * content is lost, lisp->top is the same afterwards. `callee` is a slot below them or a
 * constant.
 */
PTC_INLINE ptc_value ptc_lisp_call(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    ptc_value result;

    if (PTC_UNLIKELY(--lisp->ticks < 0))
        ptc_lisp_safepoint(lisp);
    if (PTC_UNLIKELY(PTC_C_STACK() < lisp->c_limit))
        ptc_lisp_stack_overflow(lisp);
    if (PTC_LIKELY(callee->kind == PTC_FUNCTION)) {
        const ptc_function *function =
            (const ptc_function *)(const void *)callee->as.object;

        if (PTC_UNLIKELY(!ptc_takes_count(function->min_args, function->max_args, count)))
            ptc_lisp_arity_error(lisp, function, count);
        result = function->entry(lisp, callee, args, count);
    } else {
        result = ptc_lisp_call_other(lisp, callee, args, count);
    }
    lisp->top = args + count;
    return result;
}

PTC_INLINE bool ptc_is_truthy(ptc_value value)
{
    return value.kind > PTC_BOOL || (value.kind == PTC_BOOL && value.as.boolean);
}

/* --- raise.c ----------------------------------------------------------------------- */

/*
 * Ends the run. `format` as of ptc_diag_add. The message is cut at 400 bytes and has the
 * place of the youngest frame. [ptc-lisp 16]
 */
PTC_COLD PTC_NORETURN void ptc_lisp_raise(ptc_lisp *lisp, ptc_reason reason,
                                          const char *format, ...) PTC_PRINTF(3, 4);

/* Ends the run with a value: (return x), and (fail x) with is_return false. Within a
 * branch it is a fault. */
PTC_COLD PTC_NORETURN void ptc_lisp_leave(ptc_lisp *lisp, ptc_value value,
                                          bool is_return);

/*
 * Runs `body`; false when it raised. Frames, slots, branches and the place where raises
 * go are then as before; lisp->error and lisp->result say why. Not for builtins that run
 * in a loop: it saves registers.
 */
bool ptc_lisp_protect(ptc_lisp *lisp, void (*body)(ptc_lisp *lisp, void *user),
                      void *user);

/* What to do about it, "; .." or nothing: when the builtin refuses the types of these
 * arguments, or their count. advice.c */
PTC_COLD const char *ptc_lisp_type_advice(const char *name, const ptc_value *args,
                                          uint32_t count);
PTC_COLD const char *ptc_lisp_count_advice(const char *name, uint32_t count);

/* "NAME: invalid argument types: T1, T2" and advice [ptc-lisp 11] */
PTC_COLD PTC_NORETURN void ptc_lisp_type_error(ptc_lisp *lisp, const char *name,
                                               const ptc_value *args, uint32_t count);
PTC_COLD PTC_NORETURN void ptc_lisp_memory_error(ptc_lisp *lisp);

/* nil boolean number string keyword vector map set function regex symbol var: for
 * messages. */
const char *ptc_lisp_type_name(const ptc_value *value);

/* The value as pr-str prints it, cut at 60 bytes, NUL-terminated, in the run's arena. */
const char *ptc_lisp_quote(ptc_lisp *lisp, const ptc_value *value);

/* --- heap.c ------------------------------------------------------------------------ */

/* The slow half of ptc_heap_alloc: a new chunk, or raises memory_exceeded. */
void *ptc_heap_grow(ptc_lisp *lisp, size_t size);

/* `size` bytes, 16-byte aligned, uninitialised; raises when there is no room. Never
 * collects. */
PTC_INLINE void *ptc_heap_alloc(ptc_lisp *lisp, size_t size)
{
    unsigned char *place = lisp->cursor;

    size = (size + 15u) & ~(size_t)15u;
    if (PTC_UNLIKELY(size > (size_t)(lisp->limit - place)))
        return ptc_heap_grow(lisp, size);
    lisp->cursor = place + size;
    return place;
}

/* Raises memory_exceeded when `count` elements of `size` bytes more can never fit; before
 * sizes are computed from what a program says. */
void ptc_heap_check(ptc_lisp *lisp, uint64_t count, size_t size);

PTC_INLINE uint64_t ptc_object_head(ptc_object_type type, size_t size)
{
    return (uint64_t)type | PTC_OBJECT_MOVES |
           (uint64_t)((size + 15u) & ~(size_t)15u) << 16;
}

/* Bytes in use now. */
size_t ptc_heap_size(const ptc_lisp *lisp);

void ptc_heap_init(ptc_lisp *lisp);
void ptc_heap_free(ptc_lisp *lisp);
/* Forgets everything on the heap; nothing of it may be reachable. */
void ptc_heap_reset(ptc_lisp *lisp);

/* --- collect.c --------------------------------------------------------------------- */

/* Moves what the roots reach to new memory and frees the old. Raises memory_exceeded
 * before anything was touched, or when more is live than the limit allows. */
void ptc_heap_collect(ptc_lisp *lisp);

/* --- name.c ------------------------------------------------------------------------ */

/* The one name of that text, which lives as long as values on the heap or the present
 * pins refer to it; raises symbol_limit_exceeded or memory_exceeded. */
const ptc_name *ptc_name_intern(ptc_lisp *lisp, ptc_str text);
/* The same, if it exists; else NULL. */
const ptc_name *ptc_name_find(const ptc_lisp *lisp, ptc_str text);

PTC_INLINE ptc_value ptc_name_value(const ptc_name *name, unsigned kind)
{
    ptc_value value = ptc_value_make((ptc_kind)kind, PTC_FLAG_ASCII, name->length);

    value.as.text = name->text;
    return value;
}

/* --- vector.c, vector_tree.c ------------------------------------------------------- */

/* A flat vector of `count` items (flag BUFFER) whose items the caller must fill at once;
 * `*items` are they. Room for `capacity` >= count. */
ptc_value ptc_vector_new(ptc_lisp *lisp, size_t count, size_t capacity,
                         ptc_value **items);
ptc_value ptc_vector_of(ptc_lisp *lisp, const ptc_value *items, size_t count);
/* The empty vector, without allocation. */
ptc_value ptc_vector_empty(void);

/* The elements of any vector, flat. A tree is made flat (once; it remembers) and
 * `*vector` becomes the flat form. Valid until the next safepoint. */
const ptc_value *ptc_vector_items(ptc_lisp *lisp, ptc_value *vector);

ptc_value ptc_tree_nth(const ptc_value *vector, uint32_t index);
/* index < count */
PTC_INLINE ptc_value ptc_vector_nth(const ptc_value *vector, uint32_t index)
{
    if (PTC_LIKELY(!(vector->flags & PTC_FLAG_TREE)))
        return vector->as.items[index];
    return ptc_tree_nth(vector, index);
}

/* Vectors never change: each of these gives another one. The seq flag is kept. */
ptc_value ptc_vector_conj(ptc_lisp *lisp, ptc_value vector,
                          ptc_value item); /* at the end */
ptc_value ptc_vector_append(ptc_lisp *lisp, ptc_value vector, const ptc_value *items,
                            size_t count);
ptc_value ptc_vector_assoc(ptc_lisp *lisp, ptc_value vector, uint32_t index,
                           ptc_value item);                 /* index <= count */
ptc_value ptc_vector_pop(ptc_lisp *lisp, ptc_value vector); /* count > 0 */
ptc_value ptc_vector_slice(ptc_lisp *lisp, ptc_value vector, uint32_t start,
                           uint32_t end);
ptc_value ptc_vector_prepend(ptc_lisp *lisp, ptc_value vector, ptc_value item);
/* Puts an item in the place of another, in a flat vector on the heap that nobody else has
 * seen. Between safepoints items may be written to directly instead. */
void ptc_vector_put(ptc_lisp *lisp, const ptc_value *vector, uint32_t index,
                    ptc_value item);

/* --- string.c ---------------------------------------------------------------------- */

/* A string on the heap; bytes are copied, valid UTF-8. */
ptc_value ptc_string_of(ptc_lisp *lisp, ptc_str text);
/* Room for `size` bytes that the caller fills at once; then ptc_string_done sets aux and
 * the ASCII flag (size may shrink). */
ptc_value ptc_string_new(ptc_lisp *lisp, size_t size, char **bytes);
void ptc_string_done(ptc_value *string, size_t size);
/* Length and places in grapheme clusters. [ptc-lisp D4] */
size_t ptc_string_count(ptc_lisp *lisp, const ptc_value *string);
/* The bytes of the grapheme that begins at `at`. */
size_t ptc_string_grapheme(ptc_str text, size_t at);

/* --- record.c ---------------------------------------------------------------------- */

/* The shape without keys. */
extern const ptc_shape ptc_shape_empty;

/* The shape of these keys, no two the same, or NULL when there are too many keys or
 * shapes, or a key is no keyword nor short string: the map is then a hash. */
const ptc_shape *ptc_shape_of(ptc_lisp *lisp, const ptc_value *keys, uint32_t count);
const ptc_shape *ptc_shape_with(ptc_lisp *lisp, const ptc_shape *shape, ptc_value key);
/* The place of a key by identity, or UINT32_MAX; and by flexible lookup. [ptc-lisp 9.3]
 */
uint32_t ptc_shape_find(const ptc_shape *shape, const ptc_value *key);
uint32_t ptc_shape_find_flexible(const ptc_lisp *lisp, const ptc_shape *shape,
                                 const ptc_value *key);
/* A record whose values the caller must fill at once. */
PTC_INLINE ptc_record *ptc_record_new(ptc_lisp *lisp, const ptc_shape *shape)
{
    size_t size = sizeof(ptc_record) + shape->count * sizeof(ptc_value);
    ptc_record *record = ptc_heap_alloc(lisp, size);

    record->head = ptc_object_head(PTC_OBJECT_RECORD, size);
    record->shape = shape;
    return record;
}

PTC_INLINE ptc_value ptc_record_value(ptc_record *record)
{
    ptc_value map = ptc_value_make(PTC_MAP, 0, record->shape->count);

    map.as.object = (struct ptc_object *)(void *)record;
    return map;
}

PTC_INLINE ptc_record *ptc_record_of(const ptc_value *map)
{
    return (ptc_record *)(void *)map->as.object;
}

/* --- map.c: maps of both forms (lisp_map.c) ---------------------------------------- */

/* Without allocation. */
ptc_value ptc_lisp_map_empty(ptc_lisp *lisp);
/* From `count` pairs, keys and values in turn, 2 * count slots; later ones win. */
ptc_value ptc_lisp_map_of(ptc_lisp *lisp, const ptc_value *pairs, size_t count);
/* By key identity; false when absent. */
bool ptc_lisp_map_get(ptc_lisp *lisp, const ptc_value *map, const ptc_value *key,
                      ptc_value *out);
/* Flexible lookup [ptc-lisp 9.3]; `*found` (may be NULL) is the key that the map has. */
bool ptc_lisp_map_find(ptc_lisp *lisp, const ptc_value *map, const ptc_value *key,
                       ptc_value *out, ptc_value *found);
ptc_value ptc_lisp_map_assoc(ptc_lisp *lisp, ptc_value map, ptc_value key,
                             ptc_value value);
ptc_value ptc_lisp_map_dissoc(ptc_lisp *lisp, ptc_value map,
                              ptc_value key); /* identity */

/* Entries in order of insertion. The slots of an iterator that lives across a safepoint
 * must be stack slots: use ptc_lisp_map_pairs then. */
ptc_value ptc_lisp_map_keys(ptc_lisp *lisp, const ptc_value *map); /* flat vector, seq */
ptc_value ptc_lisp_map_values(ptc_lisp *lisp,
                              const ptc_value *map);                /* flat vector, seq */
ptc_value ptc_lisp_map_pairs(ptc_lisp *lisp, const ptc_value *map); /* k v k v, flat */
ptc_value ptc_lisp_map_entries(ptc_lisp *lisp,
                               const ptc_value *map); /* [k v] vectors, seq */
/* The first key; the map is not empty. */
ptc_value ptc_lisp_map_first(ptc_lisp *lisp, const ptc_value *map, ptc_value *value);

/* The read of (:key map) at a site. `map` may be any value. */
ptc_value ptc_site_get_slow(ptc_lisp *lisp, const ptc_value *map, ptc_site *site);
/* Whether the map has the shape that the site learned, and the key. */
PTC_INLINE bool ptc_site_knows(const ptc_value *map, const ptc_site *site)
{
    return map->kind == PTC_MAP && !(map->flags & PTC_FLAG_TREE) &&
           ptc_record_of(map)->shape == site->shape;
}

PTC_INLINE ptc_value ptc_site_get(ptc_lisp *lisp, const ptc_value *map, ptc_site *site)
{
    if (PTC_LIKELY(ptc_site_knows(map, site)))
        return ptc_record_of(map)->values[site->index];
    return ptc_site_get_slow(lisp, map, site);
}

/* --- hash.c ------------------------------------------------------------------------ */

/* Maps and sets as hash tries with order; used by map.c and set.c alone. */

/* --- set.c ------------------------------------------------------------------------- */

ptc_value ptc_lisp_set_empty(ptc_lisp *lisp);
ptc_value ptc_lisp_set_of(ptc_lisp *lisp, const ptc_value *items, size_t count);
bool ptc_lisp_set_has(ptc_lisp *lisp, const ptc_value *set, const ptc_value *item);
ptc_value ptc_lisp_set_conj(ptc_lisp *lisp, ptc_value set, ptc_value item);
ptc_value ptc_lisp_set_disj(ptc_lisp *lisp, ptc_value set, ptc_value item);
ptc_value ptc_lisp_set_items(ptc_lisp *lisp, const ptc_value *set); /* flat vector, seq */
/* The item that was added first; the set is not empty. */
ptc_value ptc_lisp_set_first(const ptc_value *set);

/* --- relation.c -------------------------------------------------------------------- */

/*
 * The three relations and the order. [ptc-lisp 3] They count levels: data
 * deeper than PTC_DEPTH_MAX raises. Each element of a collection that they
 * visit is a step, for data that shares its parts can be exponentially larger than its
 * memory.
 */
bool ptc_lisp_equal(ptc_lisp *lisp, const ptc_value *a,
                    const ptc_value *b); /* `=`: 1 = 1.0 */
bool ptc_lisp_same(ptc_lisp *lisp, const ptc_value *a,
                   const ptc_value *b);                         /* key identity */
uint64_t ptc_lisp_hash(ptc_lisp *lisp, const ptc_value *value); /* of identity */
int ptc_lisp_compare(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b); /* -1 0 1 */
/* Raises for NaN in what builtin `name` puts in order. [ptc-lisp 3] */
void ptc_lisp_refuse_nan(ptc_lisp *lisp, const char *name, const ptc_value *key);

/* --- transfer.c -------------------------------------------------------------------- */

/* Host data as a value of the run, in the host arena, strings included: moved by nobody,
 * freed when neither context nor memory refers to it. Raises when refused. */
ptc_value ptc_lisp_import(ptc_lisp *lisp, const ptc_value *value);
/* The value as data in `arena`: functions and the like as strings as printed. */
ptc_status ptc_lisp_export(ptc_lisp *lisp, ptc_arena *arena, const ptc_value *value,
                           ptc_value *out);

/* --- take.c: data onto the heap ----------------------------------------------------- */

/* About the bytes of the value as JSON, or SIZE_MAX when that is more than `most` or it
 * is nested too deep; `*is_utf8` is cleared for ill-formed text. */
size_t ptc_data_measure(const ptc_value *value, size_t most, bool *is_utf8);
/* A copy of data that was measured, on the program's heap. Raises when refused. */
ptc_value ptc_data_take(ptc_lisp *lisp, const ptc_value *value);

/* --- print.c ----------------------------------------------------------------------- */

typedef enum ptc_print_style {
    PTC_PRINT_DISPLAY,   /* str: strings raw, nil "" at the top; inside as READABLE */
    PTC_PRINT_READABLE,  /* pr-str */
    PTC_PRINT_RAW,       /* println: readable, but strings raw at every depth */
    PTC_PRINT_CANONICAL, /* maps and sets sorted, see tests: comparisons with Clojure */
} ptc_print_style;

/*
 * Stops with text->failed when refused memory. No safepoint. Each element is a step;
 * raises for data deeper than PTC_DEPTH_MAX, and memory_exceeded for a text larger than
 * the heap's limit, which data that shares its parts can give.
 */
void ptc_lisp_print(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                    ptc_print_style style);

/* READABLE or RAW for a message: no steps; at most `limit` bytes, and "..." for more. */
void ptc_lisp_print_cut(ptc_lisp *lisp, ptc_text *text, const ptc_value *value,
                        ptc_print_style style, size_t limit);

/* --- temporal.c, temporal_legacy.c -------------------------------------------------- */

/* What as.integer counts; aux are nanoseconds on top of it, below 10^9. */
typedef enum ptc_temporal_class {
    PTC_TEMPORAL_DATE,      /* LocalDate: days since 1970-01-01 */
    PTC_TEMPORAL_INSTANT,   /* Instant: seconds since then */
    PTC_TEMPORAL_DURATION,  /* Duration: seconds */
    PTC_TEMPORAL_JAVA_DATE, /* java.util.Date: milliseconds since then */
} ptc_temporal_class;

enum { PTC_TEMPORAL_TEXT = 48 }; /* bytes that any of them needs */

ptc_value ptc_temporal_make(ptc_temporal_class class, int64_t whole, uint32_t nanos);
/* "LocalDate", "Instant", "Duration", "Date" */
const char *ptc_temporal_class_name(ptc_temporal_class class);
/* The text of ISO 8601 as java.time has it, without a NUL; its length. */
size_t ptc_temporal_write(const ptc_value *value, char out[PTC_TEMPORAL_TEXT]);
/* Whether a LocalDate can have that day. */
bool ptc_temporal_has_day(int64_t days);

/* All of a text as a value of the class; false when it is none. */
bool ptc_temporal_read_date(ptc_str text, ptc_value *out);
bool ptc_temporal_read_instant(ptc_str text, ptc_value *out);
bool ptc_temporal_read_legacy(ptc_str text, ptc_value *out); /* java.util.Date */

PTC_INLINE bool ptc_is_temporal(const ptc_value *value, ptc_temporal_class class)
{
    return value->kind == (uint8_t)PTC_TEMPORAL && value->reserved == class;
}

/* --- method.c ---------------------------------------------------------------------- */

/* Raises that args[0] has not the method that `callee` is, with those that it has. */
PTC_COLD PTC_NORETURN void ptc_method_refuse(ptc_lisp *lisp, const ptc_value *callee,
                                             const ptc_value *args, uint32_t count);

/* --- find.c ------------------------------------------------------------------------ */

/* A part that is looked for, once or many times. */
typedef struct ptc_finder {
    ptc_str part; /* borrowed */
    size_t cut;   /* the rest is private to find.c */
    size_t period;
    bool is_periodic;
    bool is_backward;
} ptc_finder;

/* For the first occurrence, or with is_backward the last one. Linear in part.len. */
void ptc_finder_init(ptc_finder *finder, ptc_str part, bool is_backward);
/* Its offset in `text`, or SIZE_MAX. Linear in text.len, without memory. */
size_t ptc_finder_next(const ptc_finder *finder, ptc_str text);

/* The offset of the first `part` in `text`, or SIZE_MAX. */
size_t ptc_text_find(ptc_str text, ptc_str part);

/* --- core_text_find.c -------------------------------------------------------------- */

/* (replace string part other) with literal strings, of the 3 arguments of a builtin. */
ptc_value ptc_text_replace(ptc_lisp *lisp, const ptc_value *callee,
                           const ptc_value *args);

/* --- core_function.c --------------------------------------------------------------- */

/*
 * A function that `entry` runs, of any count of arguments (the caller may change
 * min_args and max_args at once), with parts that it captures; `callee` is the builtin
 * that makes it, whose name it bears.
 */
ptc_value ptc_lisp_compose(ptc_lisp *lisp, const ptc_value *callee, ptc_entry entry,
                           const ptc_value *parts, uint32_t count);

/* --- seq.c ------------------------------------------------------------------------- */

/*
 * The elements of any seqable as a flat vector: nil and {} give the empty one, strings
 * their graphemes, maps [k v] vectors, sets their members. `*value` is replaced by that
 * vector; the result are its items, their count is value->aux. Raises the type error of
 * builtin `name` for args [args, args + count) otherwise. No steps are charged.
 */
const ptc_value *ptc_lisp_seq(ptc_lisp *lisp, ptc_value *value, const char *name,
                              const ptc_value *args, uint32_t count);
/* False when `value` is not seqable; else as above. */
bool ptc_lisp_try_seq(ptc_lisp *lisp, ptc_value *value);

/* --- arithmetic.c: the operations behind the opcodes and the builtins -------------- */

/* a + b and so on; true when int64 cannot hold the result. */
PTC_INLINE bool ptc_int_add_overflows(int64_t a, int64_t b, int64_t *out)
{
#if defined(__GNUC__)
    return __builtin_add_overflow(a, b, out);
#else
    *out = (int64_t)((uint64_t)a + (uint64_t)b);
    return ((a ^ *out) & (b ^ *out)) < 0;
#endif
}

PTC_INLINE bool ptc_int_subtract_overflows(int64_t a, int64_t b, int64_t *out)
{
#if defined(__GNUC__)
    return __builtin_sub_overflow(a, b, out);
#else
    *out = (int64_t)((uint64_t)a - (uint64_t)b);
    return ((a ^ b) & (a ^ *out)) < 0;
#endif
}

PTC_INLINE bool ptc_int_multiply_overflows(int64_t a, int64_t b, int64_t *out)
{
#if defined(__GNUC__)
    return __builtin_mul_overflow(a, b, out);
#else
    *out = (int64_t)((uint64_t)a * (uint64_t)b);
    return (a == -1 && b == INT64_MIN) || (b == -1 && a == INT64_MIN) ||
           (a != 0 && a != -1 && *out / a != b);
#endif
}

PTC_INLINE bool ptc_is_number(const ptc_value *value)
{
    return value->kind == PTC_INT || value->kind == PTC_FLOAT;
}

/* A number as a double, rounded when it is a large integer. */
PTC_INLINE double ptc_number_of(const ptc_value *value)
{
    return value->kind == PTC_INT ? (double)value->as.integer : value->as.number;
}

ptc_value ptc_lisp_add(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_subtract(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_multiply(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_divide(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_quot(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_rem(ptc_lisp *lisp, ptc_value a, ptc_value b);
ptc_value ptc_lisp_mod(ptc_lisp *lisp, ptc_value a, ptc_value b);
/* `< <= > >=` of two numbers; raises the type error of `name` otherwise. */
bool ptc_lisp_less(ptc_lisp *lisp, const char *name, const ptc_value *a,
                   const ptc_value *b);
bool ptc_lisp_less_equal(ptc_lisp *lisp, const char *name, const ptc_value *a,
                         const ptc_value *b);
/* Two numbers, exactly: -1 0 1, or 2 when one of them is NaN. */
int ptc_lisp_compare_numbers(const ptc_value *a, const ptc_value *b);

/* --- lookup.c: reads that several builtins and opcodes share ----------------------- */

/* (get coll key): flexible; false when absent. Vectors and strings by index. */
bool ptc_lisp_get(ptc_lisp *lisp, const ptc_value *collection, const ptc_value *key,
                  ptc_value *out);
/* A key function applied to an item: keyword, string, path vector [ptc-lisp 7], or any
 * callable (then a SAFEPOINT: `key` and `item` must be slots below the reserved top). */
ptc_value ptc_lisp_key_of(ptc_lisp *lisp, const ptc_value *key, const ptc_value *item);

/* --- builtins.c: the table of names; used by the compiler alone -------------------- */

typedef struct ptc_builtin_row {
    const char *name; /* "map", "clojure.string/reverse" */
    const ptc_function *function;
    const char *doc;
} ptc_builtin_row;

extern const ptc_builtin_row ptc_builtin_rows[];
extern const uint32_t ptc_builtin_count;

/* The builtin of that name, or NULL; at most some 60 instructions. */
const ptc_function *ptc_builtin_find(ptc_str name);

/* The value of a name like Double/NaN, which is no function; false for other names. */
bool ptc_builtin_constant(ptc_str name, ptc_value *out);

/* ptc_entry functions ptc_core_NAME and the constants ptc_builtin_NAME are declared from
 * builtins.def, at the end of it. */
#include "lisp/builtins.h"

/* --- read.c ------------------------------------------------------------------------ */

/*
 * Reads a whole program into `forms` (initialised; in forms->arena). Each top-level
 * form's index goes to `*roots`. False with `*error` set: the first fault. Afterwards
 * forms->text is the copy of the source that texts are borrowed from. [ptc-lisp 2]
 *
 * Forms of programs: `#(..)` is a LIST with PTC_FORM_SHORT; 'x and (quote x) are SYMBOL
 * with PTC_FORM_QUOTED, #'x is the symbol x; characters are STRING; ns/name is a SYMBOL
 * with PTC_FORM_QUALIFIED. number.integer of a SYMBOL is the ptc_symbol_hash of its whole
 * text. `lisp` may be NULL.
 */
bool ptc_lisp_read(ptc_lisp *lisp, ptc_forms *forms, uint32_t **roots,
                   uint32_t *root_count, ptc_lisp_error *error);

/* --- read_extent.c: where programs end, for those who get them line by line --------- */

enum { PTC_READ_DEPTH_MAX = 64 }; /* collections within each other */

/* What is open at the end of the text so far; all zero at first. */
typedef struct ptc_extent {
    uint32_t depth;    /* collections */
    uint32_t discards; /* forms that prefixes outside of collections wait for, to drop */
    bool is_awaited;   /* the form that ^ describes is to come */
    bool is_quoted;    /* the name behind ' is to come */
    bool is_within;    /* a string or pattern goes on */
    bool is_faulty;    /* the reader will say why; nothing more is looked at */
    uint8_t tokens[PTC_READ_DEPTH_MAX]; /* that opened the collections */
} ptc_extent;

/*
 * Looks on from `*at` (behind a newline, or 0, where a string goes on) to the end of the
 * next form outside of collections, and moves `*at` there: true. False at the end of the
 * text, or at a fault. The text ends with a NUL behind its `len` bytes; it is written to,
 * but left as it was. Linear in what is new.
 */
bool ptc_extent_next(ptc_extent *extent, char *text, size_t len, size_t *at);

/* Whether more text can make the rest a form: no fault, and something is open. */
bool ptc_extent_is_open(const ptc_extent *extent);

/* For tables of the compile phase, whose size the limits of programs bound. */
PTC_INLINE uint32_t ptc_symbol_hash(ptc_str name)
{
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t hash = name.len * odd;
    uint64_t word = 0;
    size_t i = 0;

    for (; i + 8 <= name.len; i += 8) {
        memcpy(&word, name.ptr + i, 8);
        hash = (hash ^ word) * odd;
        hash ^= hash >> 32;
    }
    if (name.len >= 8) {
        memcpy(&word, name.ptr + name.len - 8, 8);
    } else if (name.len >= 4) {
        uint32_t first;
        uint32_t last;

        memcpy(&first, name.ptr, 4);
        memcpy(&last, name.ptr + name.len - 4, 4);
        word = (uint64_t)first << 32 | last;
    } else if (name.len > 0) {
        word = (uint64_t)(unsigned char)name.ptr[0] << 16 |
               (uint64_t)(unsigned char)name.ptr[name.len / 2] << 8 |
               (unsigned char)name.ptr[name.len - 1];
    }
    hash = (hash ^ word) * odd;
    return (uint32_t)(hash >> 32);
}

/* --- hints.c ----------------------------------------------------------------------- */

/*
 * Appends what to do about the unbound symbol `name`, the first that applies: it is a
 * special form; a name of Clojure that is left out; written with `_` for `-`; near to one
 * of `known` (locals and variables) or to a builtin. Appends nothing when nothing
 * applies; else text that follows the message: ". Did you mean: map". [ptc-lisp 4, 17]
 */
void ptc_lisp_hint(ptc_text *text, ptc_str name, const ptc_str *known, size_t count);
/* What to do instead of a name that is left out on purpose, or NULL. */
const char *ptc_lisp_hint_absent(ptc_str name);

/*
 * The name of the builtin that ns/name means: str/join is "join", Math/abs "Math/abs",
 * core/map "map". `ns` is none of the host's (ctx data memory tool budget). False when
 * there is none: then what is wrong was appended to `why`, for invalid_form. [ptc-lisp 4]
 */
bool ptc_lisp_namespace_resolve(ptc_str ns, ptc_str name, ptc_str *builtin,
                                ptc_text *why);
/* Whether it names a class of Java of which the language has something: what it lacks is
 * unsupported_method. [ptc-lisp 15] */
bool ptc_lisp_is_class(ptc_str ns);

/* --- compile.c --------------------------------------------------------------------- */

/* Compiles the forms into `program` (its arena, text and lisp are set). Raises analysis
 * errors through ptc_lisp_raise_at. */
void ptc_lisp_compile_forms(ptc_program *program, const ptc_forms *forms,
                            const uint32_t *roots, uint32_t root_count);

/* As ptc_lisp_raise, for a place in the source. */
PTC_COLD PTC_NORETURN void ptc_lisp_raise_at(ptc_lisp *lisp, uint32_t offset,
                                             ptc_reason reason, const char *format, ...)
    PTC_PRINTF(4, 5);

/* --- bytecode.c -------------------------------------------------------------------- */

/* Whether a second word follows. */
PTC_INLINE bool ptc_opcode_is_wide(ptc_opcode op)
{
    switch ((unsigned)op) {
#define PTC_OPCODE(constant, shape, effect, meaning)                                     \
    case PTC_OP_##constant:                                                              \
        return sizeof(#shape) > 1 && #shape[sizeof(#shape) - 2] == 'W';
#include "lisp/opcodes.def"
#undef PTC_OPCODE
    default:
        return false;
    }
}

/* Whether running the program is safe, whatever its bytes are: registers, constants,
 * sites, variables, children, jumps into instructions, an end on every path. The message
 * goes to `*why`. */
bool ptc_program_verify(const ptc_program *program, const char **why);

/* --- run.c ------------------------------------------------------------------------- */

/* An empty program of that text, among the context's; NULL when refused memory. */
ptc_program *ptc_program_new(ptc_lisp *lisp, ptc_str text);

/* --- disassemble.c ----------------------------------------------------------------- */

/* The columns of opcodes.def. */
const char *ptc_opcode_name(ptc_opcode op);
const char *ptc_opcode_shape(ptc_opcode op);
const char *ptc_opcode_effect(ptc_opcode op);

/* --- vm.c -------------------------------------------------------------------------- */

/* The entry of every closure. */
ptc_value ptc_vm_entry(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count);

PTC_INLINE ptc_function *ptc_vm_function(const ptc_value *value)
{
    return (ptc_function *)(void *)value->as.object;
}

/* --- vm_parts.c: for vm.c alone, but for ptc_vm_closure ---------------------------- */

/* A function of a program without captured values. */
ptc_value ptc_vm_closure(ptc_lisp *lisp, const ptc_proto *proto);
/* The arity that is called, its rest parameter made; or raises. */
const ptc_proto *ptc_vm_arrange(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count);
void ptc_vm_capture(ptc_lisp *lisp, const ptc_frame *frame, const ptc_proto *proto,
                    ptc_value *out);
void ptc_vm_patch(ptc_lisp *lisp, const ptc_value *closure, uint32_t index,
                  const ptc_value *value);
void ptc_vm_count_jump(ptc_lisp *lisp, ptc_value *counter);
ptc_value ptc_vm_inc(ptc_lisp *lisp, const ptc_value *number);
ptc_value ptc_vm_dec(ptc_lisp *lisp, const ptc_value *number);
void ptc_vm_get_or(ptc_lisp *lisp, ptc_site *site, const ptc_value *map,
                   const ptc_value *otherwise, ptc_value *out);
void ptc_vm_map_more(ptc_lisp *lisp, ptc_value *slot, uint32_t count);
void ptc_vm_vector_more(ptc_lisp *lisp, ptc_value *slot, uint32_t count);
void ptc_vm_set_more(ptc_lisp *lisp, ptc_value *slot, uint32_t count);
ptc_value ptc_vm_push(ptc_lisp *lisp, ptc_value vector, ptc_value item);
ptc_value ptc_vm_sequence(ptc_lisp *lisp, ptc_value value, bool has_rest);
ptc_value ptc_vm_rest(ptc_lisp *lisp, ptc_value vector, uint32_t from);
ptc_value ptc_vm_keyed(ptc_lisp *lisp, ptc_value value, bool is_rest);
ptc_value ptc_vm_elements(ptc_lisp *lisp, ptc_value value);
PTC_COLD PTC_NORETURN void ptc_vm_unbound(ptc_lisp *lisp, const ptc_variable *variable);
PTC_COLD PTC_NORETURN void ptc_vm_no_match(ptc_lisp *lisp, const ptc_value *value,
                                           bool is_condp);
PTC_COLD PTC_NORETURN void ptc_vm_damaged(ptc_lisp *lisp);

/* --- tool.c: the host's tools; their calls are core_tool.c's ------------------------ */

/* Whether there is a tool of that name, '-' and '_' alike, that can be called. */
bool ptc_tool_is_callable(const ptc_lisp *lisp, ptc_str name);
/* The text of unknown_tool: what the name is, the tools there are, the nearest one. */
void ptc_tool_write_unknown(const ptc_lisp *lisp, ptc_text *text, ptc_str name);
/* Empties the log of calls for a new run; what is in it goes to a result. */
void ptc_tools_begin(ptc_lisp *lisp);
ptc_status ptc_tools_report(const ptc_lisp *lisp, ptc_arena *arena, ptc_lisp_result *out);
void ptc_tools_free(ptc_lisp *lisp);

/* --- limits.c ---------------------------------------------------------------------- */

/* Measures the C stack from here: at the start of every compilation. */
void ptc_lisp_start_c_limit(ptc_lisp *lisp);
/* Gives a run its fuel, time and C stack. */
void ptc_lisp_start_limits(ptc_lisp *lisp);
/* Lifts them, for what the host does with a result. */
void ptc_lisp_stop_limits(ptc_lisp *lisp);
/* Until ptc_lisp_stop_limits, steps count for the time that compiling may take. */
void ptc_lisp_start_compiling(ptc_lisp *lisp);
/* Shortens the time to what the branches of an outermost pmap may take; the deadline
 * before, for ptc_lisp_end_branches. */
uint64_t ptc_lisp_start_branches(ptc_lisp *lisp);
void ptc_lisp_end_branches(ptc_lisp *lisp, uint64_t deadline);
/* Milliseconds since 1970, of the host's wall clock. */
int64_t ptc_lisp_wall_clock(const ptc_lisp *lisp);
/* Raises when more steps were taken than there was fuel. */
void ptc_lisp_check_fuel(ptc_lisp *lisp);
/* Gives the run more time, while it waits for what has limits of its own. */
void ptc_lisp_lend_time(ptc_lisp *lisp, uint64_t time_ms);
/* Milliseconds of the context's clock. */
uint64_t ptc_lisp_now(const ptc_lisp *lisp);

/* --- memory.c ---------------------------------------------------------------------- */

/*
 * Ends a run: what it defined stays, or is undone. Then the heap holds only what memory
 * and history refer to, and programs and host data that nothing refers to are gone.
 */
void ptc_lisp_settle(ptc_lisp *lisp, bool is_good);
/* Makes room for another context's data; false when refused memory. */
bool ptc_lisp_retire_host(ptc_lisp *lisp);
/* Frees the data of former contexts. */
void ptc_lisp_release_hosts(ptc_lisp *lisp);
/* Frees the program's memory. */
void ptc_program_release(ptc_program *program);

/* The variable of that name, made unbound when it is new. */
ptc_variable *ptc_lisp_variable(ptc_lisp *lisp, const ptc_name *name);
/* Binds it, until the branch ends that runs, if any. */
void ptc_lisp_define(ptc_lisp *lisp, ptc_variable *variable, ptc_value value);
/* Puts back what branches changed, but the first `count` changes. */
void ptc_lisp_undo(ptc_lisp *lisp, size_t count);
/*
 * For the collector, while lisp->is_keeping: what is kept refers to this address, which
 * does not move: the text of a string without HEAP, items or object without MOVES, and
 * the `code` of every function. Programs and host data without such are then freed.
 */
void ptc_lisp_keep(ptc_lisp *lisp, const void *address);

/* --- memory_host.c: memory as the host sees it -------------------------------------- */

/* After a program ran by contract 1: merges its value, a map, into memory; what it has at
 * `:return` becomes the result. [ptc-lisp 9.4] */
void ptc_lisp_merge_result(ptc_lisp *lisp);
/* Raises memory_limit_exceeded when the variables are larger than options.memory_limit.
 */
void ptc_lisp_check_memory(ptc_lisp *lisp);
/* The names that the run has changed, before it is settled. */
ptc_status ptc_lisp_report_changes(const ptc_lisp *lisp, ptc_arena *arena,
                                   ptc_lisp_result *out);

/* --- context.c --------------------------------------------------------------------- */

/* Whether the context has the key, flexible. */
bool ptc_lisp_context_has(const ptc_lisp *lisp, const ptc_value *key);
/* Its key that is the name but for '-' and '_', empty when there is none. For hints. */
ptc_str ptc_lisp_context_like(const ptc_lisp *lisp, ptc_str name);
/* `ctx/name`, flexible; nil when absent. */
ptc_value ptc_lisp_context_get(ptc_lisp *lisp, const ptc_value *key);

#endif
