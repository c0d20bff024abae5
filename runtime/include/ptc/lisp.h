/* SPDX-License-Identifier: MIT */
/*
 * <ptc/lisp.h> - running PTC-Lisp: a Clojure subset that models write, in a sandbox.
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
 *
 * A ptc_lisp is a context: limits, the host's data, and the memory that programs keep
 * between runs. Only one thread at a time may use it; contexts share nothing. A program
 * reaches nothing outside its context, and always ends within its limits.
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

/* What went wrong and where, in words for a person or a model. */
typedef struct ptc_lisp_error {
    ptc_reason reason; /* PTC_REASON_NONE: no error */
    ptc_str message; /* one line, or "" without an error; ends in NUL. In the arena of the
                      * call, or constant. It also describes a misused call or refused
                      * memory, which have no reason */
    size_t line;     /* from 1; 0: nowhere in the text */
    size_t column;   /* from 1, in code points */
    uint32_t offset; /* in bytes */
} ptc_lisp_error;

/* Converts the error to a ptc_error. Its path is "3:7", line and column in the program,
 * or empty; it lives in `arena`. Its code is the name of the reason. */
PTC_API ptc_error ptc_lisp_error_view(ptc_arena *arena, const ptc_lisp_error *error);

/* --- Contexts ----------------------------------------------------------------------- */

/* What happens when a program reads a name that its context does not know at compile
 * time: not a key (with '-' and '_' alike), not `fail`, and not one of
 * ptc_lisp_set_context_names. [ptc-lisp 9.1] */
typedef enum ptc_unknown_names {
    PTC_UNKNOWN_NAMES_NIL,    /* it is nil, or what is_strict_context says */
    PTC_UNKNOWN_NAMES_WARN,   /* likewise, and ptc_program_warning reports it */
    PTC_UNKNOWN_NAMES_REFUSE, /* the program does not compile: unbound_var */
} ptc_unknown_names;

/*
 * Limits of one run. Zero means the default in brackets, PTC_UNLIMITED no limit.
 * [ptc-lisp 18]
 *
 * `heap` also bounds what the context takes from its allocator: at most twice `heap` plus
 * 4 MiB. This includes everything that programs need, print and leave, and what a run
 * puts into the caller's arena. It does not include the host's data, which is copied when
 * programs read it; results of earlier runs that the caller keeps; and 1 KiB for each
 * frame beyond 2,000.
 */
typedef struct ptc_lisp_options {
    size_t struct_size;      /* sizeof(ptc_lisp_options) */
    ptc_allocator allocator; /* allocate NULL: malloc */
    uint64_t heap;           /* bytes of live data, without the host's [10,000,000] */
    uint64_t time_ms;        /* wall-clock milliseconds of a run [1,000]; compiling may
                              * take five times that, at most 5,000 */
    uint64_t fuel;           /* steps: calls, back edges, elements visited [none] */
    uint64_t jumps;          /* recur per loop or call [none] */
    uint64_t frames;         /* nested calls, at most 1,000,000 [2,000] */
    uint64_t seed;           /* seed of hashes; 0: from the clock and an address */
    /* Milliseconds of a clock that never goes back; NULL: the system's. */
    uint64_t (*clock_ms)(void *user);
    void *user;
    bool collects_always; /* collects garbage at every safepoint, to find bugs */
    /* Wall-clock milliseconds of a pmap or pcalls that is not in another one, with all
     * that it runs [5,000]; at most what the run has left. */
    uint64_t branches_ms;
    /* What System/currentTimeMillis and (java.util.Date.) return: milliseconds since the
     * beginning of 1970 in UTC; NULL: the system's. */
    int64_t (*wall_clock_ms)(void *user);
    /* Reading a ctx/name that is missing is a runtime_error; otherwise it gives nil. For
     * programs that are compiled before they have a context; see also unknown_names. */
    bool is_strict_context;
    /* 1: a map at the end of a program is merged into memory; if it has the key :return,
     * that value is the result and is not merged. 2 or 0: nothing is merged. [ptc-lisp
     * 9.4] */
    unsigned memory_contract;
    /* Limit on the size of memory after a successful run, in bytes as JSON [none]. Beyond
     * it the run fails with memory_limit_exceeded, and nothing that it defined is kept.
     * Agents have 1,048,576. */
    uint64_t memory_limit;
    /* For programs whose output a model reads: their output, and texts that they make
     * from maps, show `<Firewalled>` for the values of keys that begin with `_`. Agents
     * set it. [signature 10] */
    bool hides_private;
    ptc_unknown_names unknown_names; /* PTC_UNKNOWN_NAMES_NIL */
} ptc_lisp_options;

/* Makes a context; ptc_lisp_free frees it. `options` may be NULL. Returns
 * PTC_ERROR_MEMORY, or PTC_ERROR_ARGUMENT for options without a struct_size, and for
 * invalid unknown_names or memory_contract; `*out` is NULL then. */
PTC_API ptc_status ptc_lisp_new(const ptc_lisp_options *options, ptc_lisp **out);
PTC_API void ptc_lisp_free(ptc_lisp *lisp);

/* Sets the map that programs read as `ctx/name` and `data/name`. The context borrows it:
 * it must live until it is replaced or the context is freed. Returns PTC_ERROR_ARGUMENT
 * for any other kind of value. */
PTC_API ptc_status ptc_lisp_set_context(ptc_lisp *lisp, const ptc_value *map);

/* Replaces the names that programs may read as `ctx/name` in addition to the keys of that
 * map, such as optional parameters: they are nil if the map has no such key. Borrowed
 * like the map. For options.unknown_names. */
PTC_API void ptc_lisp_set_context_names(ptc_lisp *lisp, const ptc_str *names,
                                        size_t count);

/*
 * Replaces the tools that programs may call.
 *
 * The context borrows them until the next call. `tools` may be NULL if there are none;
 * `options` may be NULL. Programs find tools by name when they run, with '-' and '_'
 * alike, so a program that was compiled earlier finds the new ones.
 *
 * Returns PTC_ERROR_ARGUMENT with `*error` (its text is in `arena`; both may be NULL) for
 * a name that is invalid, reserved or already used, for a signature that is not a
 * function, and in mode strict for tools without a signature. PTC_ERROR_MEMORY. The tools
 * are unchanged then. [ptc-lisp 9.2, subagent 9.2]
 */
PTC_API ptc_status ptc_lisp_set_tools(ptc_arena *arena, ptc_lisp *lisp,
                                      const ptc_tool *tools, size_t count,
                                      const ptc_tool_options *options,
                                      ptc_lisp_error *error);

/* Returns tool number `index` of those that programs can name; NULL after the last.
 * `return` and `fail`, which every context has, come first and have no function; then
 * those of the host, in order. For prompts. */
PTC_API const ptc_tool *ptc_lisp_tool_at(const ptc_lisp *lisp, size_t index);

/* The kinds of questions to a catalog. */
typedef enum ptc_catalog_topic {
    PTC_CATALOG_APROPOS, /* (apropos "words"), (apropos "words" {:limit 8}) */
    PTC_CATALOG_DIR,     /* (dir), (dir "server") */
    PTC_CATALOG_DOC,     /* (doc "tool"), (doc "server/tool") */
} ptc_catalog_topic;

/* One question, as the answering function sees it. Only the library makes questions, and
 * it adds members at the end. */
typedef struct ptc_catalog_question {
    ptc_catalog_topic topic; /* what kind of question */
    ptc_str text;            /* words, server or tool; empty: none was given */
    uint32_t limit;          /* APROPOS: number of tools in the answer, 1 to 50 */
    ptc_arena *arena; /* for `answer` and `message`, which are copied after the function
                       * has returned */
    ptc_value answer; /* to be set: JSON data of at most 256 KiB. APROPOS: a vector of
                       * maps {"name" "signature" "description"}, best first; DIR: a
                       * vector of names; DOC: a string */
    const char *message; /* to be set on failure: one line that says why */
    uint64_t steps;      /* may be set: the fuel that finding the answer cost */
} ptc_catalog_question;

/* A catalog of tools. Programs that have one can ask it with (apropos ..), (dir ..) and
 * (doc ..), which are undefined otherwise, at most 25 times. [mcp 6, 8] */
typedef struct ptc_lisp_catalog {
    /* Answers a question: PTC_OK with an answer, PTC_ERROR_INVALID with a message for an
     * unknown name, or PTC_ERROR_MEMORY. It must not use the context that asks. */
    ptc_status (*answer)(ptc_catalog_question *question, void *user);
    void *user;
    const struct ptc_lisp_catalog_info *info; /* NULL: there is none yet */
} ptc_lisp_catalog;

/* Replaces the catalog that programs may ask; NULL: none. The context borrows it. A
 * program that was compiled with a catalog and runs without one fails where it asks. */
PTC_API void ptc_lisp_set_catalog(ptc_lisp *lisp, const ptc_lisp_catalog *catalog);

/*
 * Stores in `*map` what programs have defined: a map in `arena` from names (strings) to
 * data, in order of first definition. Functions and the like become strings that name
 * them. Returns PTC_ERROR_DEPTH if it is nested too deeply for data, or PTC_ERROR_MEMORY;
 * `*map` is nil then.
 */
PTC_API ptc_status ptc_lisp_memory(ptc_arena *arena, ptc_lisp *lisp, ptc_value *map);

/* The size of memory in bytes as JSON, where functions count with their source text.
 * SIZE_MAX above 64 MiB, and for data that is nested too deeply. */
PTC_API size_t ptc_lisp_memory_size(ptc_lisp *lisp);

/* Replaces everything that programs have defined by a copy of the entries of `map`, whose
 * keys are strings or keywords; NULL: by nothing. Returns PTC_ERROR_ARGUMENT for any
 * other value, or PTC_ERROR_MEMORY; memory is unchanged then. */
PTC_API ptc_status ptc_lisp_set_memory(ptc_lisp *lisp, const ptc_value *map);

/* Discards what programs have defined, the history of results, and all names that neither
 * a program nor host data uses. Frees the memory that is kept for the next run. */
PTC_API void ptc_lisp_forget(ptc_lisp *lisp);

/* Sets where the texts of the next programs begin in a larger text of the host: their
 * errors count lines and columns from there. The default is {1, 1}. */
PTC_API void ptc_lisp_set_start(ptc_lisp *lisp, ptc_position start);

/* --- Programs ----------------------------------------------------------------------- */

/*
 * Compiles a program without running it. The text is not needed afterwards.
 *
 * The program belongs to the context. ptc_program_free frees it once no kept function
 * uses it. ptc_lisp_free frees all programs, which must not be freed after it.
 *
 * Returns PTC_ERROR_SYNTAX for a faulty program, and for one that exceeds the limits of
 * the context; PTC_ERROR_MEMORY when `arena` or the context's allocator refused;
 * PTC_ERROR_ARGUMENT while a program runs in the context. `*out` is NULL then.
 */
PTC_API ptc_status ptc_lisp_compile(ptc_arena *arena, ptc_lisp *lisp,
                                    const ptc_source *source, ptc_program **out,
                                    ptc_lisp_error *error);
PTC_API void ptc_program_free(ptc_program *program);

/*
 * Returns warning number `index` of the compiler, in the order of the text; NULL after
 * the last. The warnings are about unknown names (options.unknown_names), each once; if
 * there are very many, only the first are kept. A warning has the reason and place of the
 * error that it may become. It lives as long as the program.
 */
PTC_API const ptc_lisp_error *ptc_program_warning(const ptc_program *program,
                                                  size_t index);

/* Appends the bytecode as text, one instruction per line, with places in the source. */
PTC_API void ptc_program_disassemble(ptc_text *text, const ptc_program *program);

/* A call of a tool, as recorded with the result. [ptc-lisp 18] */
typedef struct ptc_tool_record {
    const char *name;    /* of the tool */
    ptc_value arguments; /* as the tool saw them, or as passed if they were refused;
                          * without values from the host's context */
    ptc_value result;    /* as the program saw it; nil when the call failed */
    const char *error;   /* why it failed, without the tool's name; NULL: it did not
                          * fail */
    const char *reason;  /* a code for that, from the tool or from the library; or NULL */
    const struct ptc_step *step; /* the step of the run that answered, if the tool set
                                  * it */
    ptc_str feedback; /* "Tool validation errors:" or "... warnings:" and one line for
                       * each, for a model; or empty [validation 9] */
    uint64_t time_ms; /* time that the call took */
    bool is_cached;   /* an earlier call had the result */
    bool is_arguments_cut; /* `arguments` were larger than 16,384 bytes: a string of their
                            * beginning */
    bool is_result_cut;    /* likewise */
    bool is_caught; /* it failed, and (attempt ..) caught that: the program went on */
    bool is_kept; /* it answers later calls with the same arguments; of several such calls
                   * in a program, the first one does */
    const struct ptc_tool_record_info *info; /* NULL: there is none yet */
} ptc_tool_record;

/* The outcome of a program. */
typedef struct ptc_lisp_result {
    ptc_value value;        /* data; functions and the like are strings that name them,
                             * with PTC_FLAG_LABEL */
    ptc_str printed;        /* as `pr-str` prints it, in order of insertion; with
                             * PTC_LISP_PRINTED */
    ptc_str canonical;      /* the same with sorted keys, for comparisons; with
                             * PTC_LISP_CANONICAL */
    ptc_str output;         /* what println and prn wrote, one line each */
    ptc_lisp_error error;   /* reason PTC_REASON_NONE: none */
    bool is_return;         /* (return x) ended it */
    uint64_t fuel_used;     /* steps */
    size_t heap_peak;       /* highest number of bytes in use */
    const ptc_str *changed; /* names that it defined; none when it failed */
    size_t changed_count;
    ptc_value changes; /* these names with their values, a map; with PTC_LISP_CHANGES */
    const ptc_tool_record *calls; /* calls of tools, in order; also when the program
                                   * failed */
    size_t call_count;
    size_t calls_made; /* the number of calls; more than are kept if memory was short */
    bool has_var;   /* `value` contains a var, as the string "#'name" with PTC_FLAG_LABEL,
                     * so it is not plain data */
    bool is_thrown; /* the program failed by (throw x) or (assert x): `value` is what
                       was thrown, a runtime_error's details.thrown */
    const struct ptc_lisp_result_info *info; /* NULL: there is none yet */
} ptc_lisp_result;

/*
 * What a run stores in its result besides the value; bits of `flags`.
 *
 * PTC_LISP_BOUND replaces a var in the value by what it is bound to, but not in the value
 * of return, nor inside functions. In the value of fail vars are always replaced.
 */
enum {
    PTC_LISP_PRINTED = 1,   /* `printed` */
    PTC_LISP_CANONICAL = 2, /* `canonical` */
    PTC_LISP_HISTORY = 4,   /* becomes *1 */
    PTC_LISP_CHANGES = 8,   /* `changes` */
    PTC_LISP_BOUND = 16,    /* vars are replaced by their values */
};

/*
 * Runs a program. Everything in `*out` lives in `arena`.
 *
 * Returns PTC_OK, or PTC_ERROR_INVALID with out->error when the program failed; nothing
 * that it defined is kept then, but its output is. Exceeding the limit `heap` is such a
 * failure.
 *
 * PTC_ERROR_MEMORY when `arena` or the context's allocator refused: nothing is known
 * about the program, and only the error's message in `*out` may be read.
 * PTC_ERROR_ARGUMENT for a program of another context, for unknown bits in `flags`, and
 * while a program runs in this context.
 */
PTC_API ptc_status ptc_lisp_run(ptc_arena *arena, ptc_lisp *lisp,
                                const ptc_program *program, unsigned flags,
                                ptc_lisp_result *out);

/* Compiles and runs a text, then frees the program unless memory keeps functions of it.
 * Statuses are those of ptc_lisp_compile and ptc_lisp_run, all with out->error. */
PTC_API ptc_status ptc_lisp_eval(ptc_arena *arena, ptc_lisp *lisp,
                                 const ptc_source *source, unsigned flags,
                                 ptc_lisp_result *out);

PTC_END

#endif
