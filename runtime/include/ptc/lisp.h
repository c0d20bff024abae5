/* SPDX-License-Identifier: MIT */
/*
 * <ptc/lisp.h> - running PTC-Lisp: a Clojure subset that models write, in a sandbox.
 *
 * A ptc_lisp is a context: limits, the host's data, the memory that programs keep between
 * runs. It is confined to one thread at a time; contexts share nothing. A program reaches
 * nothing outside its context, and ends within its limits whatever it does.
 *
 *     ptc_lisp *lisp;
 *     ptc_lisp_result result;
 *
 *     if (ptc_lisp_new(NULL, &lisp) == PTC_OK) {
 *         ptc_lisp_set_context(lisp, &orders_map);
 *         if (ptc_lisp_eval(&arena, lisp, &source, 0, &result) == PTC_OK)
 *             use(&result.value);
 *         else
 *             puts(result.error.message.ptr);
 *         ptc_lisp_free(lisp);
 *     }
 */
#ifndef PTC_LISP_H
#define PTC_LISP_H

#include <ptc/diag.h>
#include <ptc/error.h>
#include <ptc/tool.h>
#include <ptc/value.h>

PTC_BEGIN

/* A context: memory, tools and data of programs. One thread at a time. */
typedef struct ptc_lisp ptc_lisp;
/* A compiled program of a context. */
typedef struct ptc_program ptc_program;

/* Why a program failed. [ptc-lisp 16] */
typedef enum ptc_reason {
#define PTC_REASON(constant, name) PTC_REASON_##constant,
#include <ptc/reasons.def>
#undef PTC_REASON
    PTC_REASON_COUNT
} ptc_reason;

/* "type_error", ... [ptc-lisp 16] */
PTC_API const char *ptc_reason_name(ptc_reason reason);

/* What went wrong, where, in words for a person or a model. */
typedef struct ptc_lisp_error {
    ptc_reason reason; /* PTC_REASON_NONE: no error */
    ptc_str message;   /* one line, or "" without an error; in the arena of the call, or
                          constant; ends in NUL. A call that was refused memory or misused
                          says so here, without a reason */
    size_t line;       /* from 1; 0: nowhere in the text */
    size_t column;     /* from 1, in code points */
    uint32_t offset;   /* in bytes */
} ptc_lisp_error;

/* The view: its path is "3:7", line and column in the program, or empty, in `arena`; its
 * code is the reason by name. */
PTC_API ptc_error ptc_lisp_error_view(ptc_arena *arena, const ptc_lisp_error *error);

/* --- Contexts ----------------------------------------------------------------------- */

/* What becomes of a program that reads a name which its context does not know when the
 * program is compiled: neither a key, flexible, nor `fail`, nor one of
 * ptc_lisp_set_context_names. [ptc-lisp 9.1] */
typedef enum ptc_unknown_names {
    PTC_UNKNOWN_NAMES_NIL,    /* it is nil, or as is_strict_context says */
    PTC_UNKNOWN_NAMES_WARN,   /* likewise, and ptc_program_warning tells of it */
    PTC_UNKNOWN_NAMES_REFUSE, /* it is not compiled: unbound_var */
} ptc_unknown_names;

/*
 * Limits of one run. [ptc-lisp 18] Zero is the default in brackets, PTC_UNLIMITED none.
 *
 * From `heap` follows what the context takes from its allocator: never more than twice
 * that and 4 MiB, everything included that programs need, print and leave, and what a run
 * puts into the caller's arena. Not included are the host's data that programs read
 * (which is copied when they do), results of former runs that the caller keeps, and 1 KiB
 * for each frame beyond 2,000.
 */
typedef struct ptc_lisp_options {
    size_t struct_size;      /* sizeof(ptc_lisp_options) */
    ptc_allocator allocator; /* allocate NULL: malloc */
    uint64_t heap;           /* bytes of live data above the host's [10,000,000] */
    uint64_t time_ms;        /* wall clock of a run [1,000]; compiling has five times
                                that, at most 5,000 */
    uint64_t fuel;           /* steps: calls, back edges, elements visited [none] */
    uint64_t jumps;          /* recur per loop or call [none] */
    uint64_t frames;         /* nested calls, at most 1,000,000 [2,000] */
    uint64_t seed;           /* of hashes; 0: from the clock and an address */
    /* Milliseconds of a clock that never goes back; NULL: the system's. */
    uint64_t (*clock_ms)(void *user);
    void *user;
    bool collects_always; /* collects garbage at every safepoint, to find faults */
    /* Wall clock of an outermost pmap or pcalls with all within it [5,000]; it is no
     * longer than what the run has left. */
    uint64_t branches_ms;
    /* What System/currentTimeMillis and (java.util.Date.) tell: milliseconds since the
     * beginning of 1970 in UTC; NULL: the system's. */
    int64_t (*wall_clock_ms)(void *user);
    /* A ctx/name that is missing when it is read is a runtime_error, not nil: for
     * programs that are compiled before they have a context. See unknown_names for
     * others. */
    bool is_strict_context;
    /* 2, or 1: a map that a program ends with is merged into memory, but for what it has
     * at :return, which is the result then. 0: 2. [ptc-lisp 9.4] */
    unsigned memory_contract;
    /* Bytes of memory as JSON after a good run, else memory_limit_exceeded, and nothing
     * that the program defined is kept [none]. Agents have 1,048,576. */
    uint64_t memory_limit;
    /* What programs print, and texts that they make of maps, show `<Firewalled>` for what
     * is at a key that begins with `_`; for programs whose prints a model reads. Agents
     * have it. [signature 10] */
    bool hides_private;
    ptc_unknown_names unknown_names; /* PTC_UNKNOWN_NAMES_NIL */
} ptc_lisp_options;

/* `options` NULL: the defaults. PTC_ERROR_MEMORY, PTC_ERROR_ARGUMENT for options without
 * a struct_size, and for unknown_names or a memory_contract that is none; `*out` is NULL
 * then. */
PTC_API ptc_status ptc_lisp_new(const ptc_lisp_options *options, ptc_lisp **out);
PTC_API void ptc_lisp_free(ptc_lisp *lisp);

/*
 * The map that programs read as `ctx/name` and `data/name`. The value is borrowed and
 * must live until it is replaced or the context is freed. PTC_ERROR_ARGUMENT when no map.
 */
PTC_API ptc_status ptc_lisp_set_context(ptc_lisp *lisp, const ptc_value *map);

/*
 * Names that programs may read as `ctx/name` besides the keys of that map, in place of
 * those before, such as parameters that need not be given: they are nil where there is no
 * such key. Borrowed like the map. For options.unknown_names.
 */
PTC_API void ptc_lisp_set_context_names(ptc_lisp *lisp, const ptc_str *names,
                                        size_t count);

/*
 * The tools that programs may call, in place of those before; they are borrowed until
 * then. Programs find tools by name when they run, with '-' and '_' alike; one that was
 * compiled before finds the new ones. `options` may be NULL, `tools` when there are none.
 * PTC_ERROR_ARGUMENT with `*error` (its text in `arena`; both may be NULL) for a name
 * that is none, is reserved or met before, for a signature that is no function, and in
 * mode strict for tools without one; the tools are then as before. PTC_ERROR_MEMORY.
 * [ptc-lisp 9.2, subagent 9.2]
 */
PTC_API ptc_status ptc_lisp_set_tools(ptc_arena *arena, ptc_lisp *lisp,
                                      const ptc_tool *tools, size_t count,
                                      const ptc_tool_options *options,
                                      ptc_lisp_error *error);

/*
 * Tool `index` of those that programs can name, NULL behind the last: first `return` and
 * `fail`, which every context has (they have no function), then those of the host in its
 * order. For prompts.
 */
PTC_API const ptc_tool *ptc_lisp_tool_at(const ptc_lisp *lisp, size_t index);

/* What a program asks a catalog. */
typedef enum ptc_catalog_topic {
    PTC_CATALOG_APROPOS, /* (apropos "words"), (apropos "words" {:limit 8}) */
    PTC_CATALOG_DIR,     /* (dir), (dir "server") */
    PTC_CATALOG_DOC,     /* (doc "tool"), (doc "server/tool") */
} ptc_catalog_topic;

/* One question, as the answering function sees it. The library alone makes questions, and
 * adds members at the end. */
typedef struct ptc_catalog_question {
    ptc_catalog_topic topic; /* what kind of question */
    ptc_str text;            /* words, server or tool; empty: none was given */
    uint32_t limit;          /* APROPOS: of tools in the answer, 1 to 50 */
    ptc_arena *arena;        /* for answer and message, which live until the function has
                                returned and they were copied */
    ptc_value answer; /* to be set, JSON data of at most 256 KiB: of APROPOS a vector of
                         maps {"name" "signature" "description"}, best first; of DIR a
                         vector of names; of DOC a string */
    const char *message; /* to be set on failure: one line that says why */
    uint64_t steps;      /* may be set: of fuel that finding the answer has cost */
} ptc_catalog_question;

/*
 * What programs can find out about tools: with it they know (apropos ..), (dir ..) and
 * (doc ..), which are undefined otherwise. A program may ask 25 times. [mcp 6, 8]
 */
typedef struct ptc_lisp_catalog {
    /* PTC_OK with an answer, PTC_ERROR_INVALID with a message for a name that is none,
     * PTC_ERROR_MEMORY. It must not touch the context that asks. */
    ptc_status (*answer)(ptc_catalog_question *question, void *user);
    void *user;
    const struct ptc_lisp_catalog_info *info; /* NULL: there is none yet */
} ptc_lisp_catalog;

/* The catalog that programs may ask, borrowed, in place of the one before; NULL: none. A
 * program that was compiled with one and runs without fails where it asks. */
PTC_API void ptc_lisp_set_catalog(ptc_lisp *lisp, const ptc_lisp_catalog *catalog);

/*
 * What programs have defined, as a map from names (strings) to data in `arena`, in order
 * of first definition; functions and the like as strings that name them. PTC_ERROR_DEPTH
 * when it is nested too deep for data, PTC_ERROR_MEMORY; `*map` is nil then.
 */
PTC_API ptc_status ptc_lisp_memory(ptc_arena *arena, ptc_lisp *lisp, ptc_value *map);

/* Its size in bytes as JSON, functions counted by their source text; SIZE_MAX for more
 * than 64 MiB and for what is nested too deep. */
PTC_API size_t ptc_lisp_memory_size(ptc_lisp *lisp);

/*
 * Makes the entries of the map, whose keys are strings or keywords, what programs find
 * defined, in place of all that was; NULL: nothing. The value is copied.
 * PTC_ERROR_ARGUMENT for anything else than such a map, PTC_ERROR_MEMORY when refused;
 * memory is then as before.
 */
PTC_API ptc_status ptc_lisp_set_memory(ptc_lisp *lisp, const ptc_value *map);

/*
 * Forgets what programs defined, and the history of results, with all names that no
 * program and no data of the host uses, and gives back the memory that is kept for the
 * next run.
 */
PTC_API void ptc_lisp_forget(ptc_lisp *lisp);

/*
 * Where the texts of the next programs begin in a larger text of the host's: lines and
 * columns of their errors count from there. {1, 1} otherwise.
 */
PTC_API void ptc_lisp_set_start(ptc_lisp *lisp, ptc_position start);

/* --- Programs ----------------------------------------------------------------------- */

/*
 * Compiles the text, which is not needed afterwards; nothing of it has run. The program
 * belongs to the context; ptc_program_free gives it back once nothing kept uses it, and
 * ptc_lisp_free in any case, so it must not be freed afterwards.
 * PTC_ERROR_SYNTAX for a faulty program, and for one that the limits of the context do
 * not allow; PTC_ERROR_MEMORY when `arena` or the context's allocator refused;
 * PTC_ERROR_ARGUMENT while a program runs in the context. `*out` is NULL then.
 */
PTC_API ptc_status ptc_lisp_compile(ptc_arena *arena, ptc_lisp *lisp,
                                    const ptc_source *source, ptc_program **out,
                                    ptc_lisp_error *error);
PTC_API void ptc_program_free(ptc_program *program);

/*
 * What the compiler warns of, in the order of the text, NULL behind the last: names that
 * nothing knows, each once, and of very many the first (options.unknown_names). They have
 * reason and place of the error that they might be, and live as long as the program.
 */
PTC_API const ptc_lisp_error *ptc_program_warning(const ptc_program *program,
                                                  size_t index);

/* Appends the bytecode as text, one instruction a line, with places in the source. */
PTC_API void ptc_program_disassemble(ptc_text *text, const ptc_program *program);

/* A call of a tool, as it is kept with the result. [ptc-lisp 18] */
typedef struct ptc_tool_record {
    const char *name;    /* of the tool */
    ptc_value arguments; /* as the tool saw them, or as given when they were refused;
                            without those from the host's context */
    ptc_value result;    /* as the program saw it; nil when the call failed */
    const char *error;   /* why it failed, without the tool's name; NULL: it did not */
    const char *reason;  /* a name for that, of the tool or ours; or NULL */
    const struct ptc_step *step; /* of the run that answered, as the tool gave it */
    ptc_str feedback; /* "Tool validation errors:", "... warnings:" and a line each, for
                         a model; or empty [validation 9] */
    uint64_t time_ms; /* that the call took */
    bool is_cached;   /* an earlier call had the result */
    bool is_arguments_cut; /* larger than 16,384 bytes: a string of the beginning */
    bool is_result_cut;    /* likewise */
    bool is_caught; /* it failed, and (attempt ..) caught that: the program went on */
    bool is_kept; /* for calls with the same arguments; of several such calls of a program
                     the first one says so */
    const struct ptc_tool_record_info *info; /* NULL: there is none yet */
} ptc_tool_record;

/* What a program came to. */
typedef struct ptc_lisp_result {
    ptc_value value;        /* data; functions and the like as strings that name
                               them, with PTC_FLAG_LABEL */
    ptc_str printed;        /* as `pr-str` prints it, in order of insertion */
    ptc_str canonical;      /* the same sorted, for comparisons; when asked for */
    ptc_str output;         /* what println and prn wrote, a line each */
    ptc_lisp_error error;   /* reason PTC_REASON_NONE: none */
    bool is_return;         /* (return x) ended it */
    uint64_t fuel_used;     /* steps */
    size_t heap_peak;       /* most bytes in use */
    const ptc_str *changed; /* names that it defined; none when it failed */
    size_t changed_count;
    ptc_value changes;            /* them with their values, a map; when asked for */
    const ptc_tool_record *calls; /* of tools, in order; also when the program failed */
    size_t call_count;
    size_t calls_made; /* more when not all could be kept */
    bool has_var;      /* there is a var in `value`, as the string "#'name" with
                          PTC_FLAG_LABEL: it is no data */
    bool is_thrown;    /* the program failed by (throw x) or (assert x): `value` is what
                          was thrown, a runtime_error's details.thrown */
    const struct ptc_lisp_result_info *info; /* NULL: there is none yet */
} ptc_lisp_result;

/* Which texts a result shall have, whether it has `changes`, whether it becomes *1 of the
 * next program, and whether a var in `value` is what it was bound to (not in what return
 * gave, and not when that is a function). In what fail gave it always is. */
enum {
    PTC_LISP_PRINTED = 1,   /* `printed` */
    PTC_LISP_CANONICAL = 2, /* `canonical` */
    PTC_LISP_HISTORY = 4,   /* becomes *1 */
    PTC_LISP_CHANGES = 8,   /* `changes` */
    PTC_LISP_BOUND = 16,    /* vars are what they are bound to */
};

/*
 * Runs the program; everything in `*out` lives in `arena`. PTC_OK, or PTC_ERROR_INVALID
 * with out->error when the program failed: then nothing it defined is kept. Output
 * printed before the failure is. PTC_ERROR_MEMORY when `arena` or the context's allocator
 * refused: then nothing is known of the program, and nothing in `*out` is to be read but
 * the error's message. What goes beyond the limit `heap` is the program's failure.
 * PTC_ERROR_ARGUMENT for a program of another context, for bits in `texts` that are none,
 * and while a program runs in this one.
 */
PTC_API ptc_status ptc_lisp_run(ptc_arena *arena, ptc_lisp *lisp,
                                const ptc_program *program, unsigned flags,
                                ptc_lisp_result *out);

/* Compiles and runs; frees the program unless memory keeps functions of it. Statuses are
 * those of ptc_lisp_compile and ptc_lisp_run, all with out->error. */
PTC_API ptc_status ptc_lisp_eval(ptc_arena *arena, ptc_lisp *lisp,
                                 const ptc_source *source, unsigned flags,
                                 ptc_lisp_result *out);

PTC_END

#endif
