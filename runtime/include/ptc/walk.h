/* SPDX-License-Identifier: MIT */
/*
 * <ptc/walk.h> - checking values against schemas that exist at run time, and reports.
 *
 *     ptc_value args;
 *     ptc_str why;
 *
 *     if (ptc_schema_read(&arena, &schema, json.ptr, json.len, NULL, &args,
 *                         &why) == PTC_OK)
 *         use(&args);
 *     else
 *         fputs(why.ptr, stderr);
 *
 * The walker implements the rules of validation 1-10 for every type, mode, direction and
 * boundary. Generated code decides faster; the walker explains. The walker is the
 * reference, and both agree on every input.
 */
#ifndef PTC_WALK_H
#define PTC_WALK_H

#include <ptc/json.h>
#include <ptc/schema.h>

PTC_BEGIN

/* How values that do not satisfy a schema are treated. [validation 2] */
typedef enum ptc_mode {
    PTC_MODE_ENABLED,   /* inputs are coerced; errors refuse the value */
    PTC_MODE_WARN_ONLY, /* the same, but errors are only reported */
    PTC_MODE_STRICT,    /* no coercion, no undeclared keys */
    PTC_MODE_DISABLED,  /* nothing is checked or coerced */
} ptc_mode;

/* The direction of a value. [validation 1] */
typedef enum ptc_direction {
    PTC_DIRECTION_DEFAULT, /* depends on what is checked: output for the results of
                            * functions in generated code, otherwise input */
    PTC_INPUT,             /* lenient: coerce, then validate */
    PTC_OUTPUT,            /* strict: validate only */
} ptc_direction;

/* Where a value comes from. [validation 11] */
typedef enum ptc_boundary {
    PTC_BOUNDARY_JSON, /* host data and text, which have no keywords or sets */
    PTC_BOUNDARY_LISP, /* values that a program made */
} ptc_boundary;

/* What is wrong with a value. ORDER CODE: names in messages.c */
typedef enum ptc_code {
    PTC_CODE_TYPE,      /* not of the type */
    PTC_CODE_MISSING,   /* a required field is absent */
    PTC_CODE_EXTRA,     /* a key that a closed map does not declare */
    PTC_CODE_ENUM,      /* not a member of the enum */
    PTC_CODE_BOUND,     /* a number outside its bounds */
    PTC_CODE_LENGTH,    /* a string that is too short or too long */
    PTC_CODE_PATTERN,   /* a string that does not match a pattern */
    PTC_CODE_SIZE,      /* a collection with the wrong number of elements */
    PTC_CODE_UNION,     /* none of the alternatives */
    PTC_CODE_KEY,       /* a value that cannot be a key */
    PTC_CODE_DUPLICATE, /* two keys for one field, or two equal members */
    PTC_CODE_CONST,     /* not the constant */
    PTC_CODE_NOT,       /* a value that [:not ..] refuses */
    PTC_CODE_CUSTOM,    /* refused by a registered type or a decoder */
    PTC_CODE_RANGE,     /* a number that C cannot hold */
    PTC_CODE_ENCODING,  /* not UTF-8 */
    PTC_CODE_DEPTH,     /* nested too deeply */
    PTC_CODE_COERCED,   /* a warning */
    PTC_CODE_UNKNOWN,   /* a warning: an undeclared key that may be a misspelt one */
    PTC_CODE_CONTEXT,   /* error: a value is missing in the host's context; warning: the
                         * caller gave a value for a parameter from there */
} ptc_code;

/* "type", "missing", ... */
PTC_API const char *ptc_code_name(ptc_code code);

/* One error or warning. Texts live in the report's arena. */
typedef struct ptc_issue {
    ptc_code code;             /* what is wrong */
    const ptc_path_step *path; /* path_count steps from the root */
    size_t path_count;
    ptc_str message;    /* without the path: "expected int, got string \"abc\"" */
    ptc_str expected;   /* "int", "1..100", ... */
    ptc_value got;      /* the value; nil where it is hidden */
    bool is_firewalled; /* hidden: shown as <Firewalled>, or if it comes from the host's
                           context as <Context> */
    uint32_t node;      /* the schema node that objected */
    const struct ptc_issue_info *info; /* NULL: there is none yet */
} ptc_issue;

/* All errors and warnings for one value. Initialise it with ptc_report_init. */
typedef struct ptc_report {
    ptc_arena *arena;    /* owns issues and texts */
    ptc_issue *errors;   /* those that are stored */
    size_t error_count;  /* stored */
    size_t errors_found; /* counted up to 20 + 1000 */
    ptc_issue *warnings; /* likewise */
    size_t warning_count;
    size_t warnings_found; /* likewise */
    size_t limit;          /* limit on stored errors, and on stored warnings; 20 */
} ptc_report;

/* Initialises a report. It takes memory from `arena` only when there is something to
 * report. */
PTC_API void ptc_report_init(ptc_report *report, ptc_arena *arena);

/* Reports the maps in the value that have two keys which would be the same in JSON, such
 * as `:a` and `"a"`. Returns PTC_ERROR_INVALID when there are any, or
 * PTC_ERROR_MEMORY. */
PTC_API ptc_status ptc_json_keys_check(const ptc_value *value, ptc_report *report);

/* Like ptc_json_keys_check, and also reports numbers that JSON cannot write: NaN and the
 * infinities. ptc_json_write_named can write a value that passes. */
PTC_API ptc_status ptc_json_check(const ptc_value *value, ptc_report *report);

/* Appends the path of an issue: "results[0].customer.id", "(root)" [validation 7]. */
PTC_API void ptc_path_write(ptc_text *text, const ptc_path_step *path, size_t count);

/* Appends the path as a JSON Pointer: "/results/0/customer/id". */
PTC_API void ptc_path_write_pointer(ptc_text *text, const ptc_path_step *path,
                                    size_t count);

/* Appends "<path>: <message>". */
PTC_API void ptc_issue_write(ptc_text *text, const ptc_issue *issue);

/* Converts the issue to a ptc_error. Its path is "results[0].customer.id", in `arena`;
 * its code is the name of its ptc_code. */
PTC_API ptc_error ptc_issue_view(ptc_arena *arena, const ptc_issue *issue);

/* Appends the block that a model reads: the heading, a line "- <path>: <message>" for
 * each error, and "...and N more". [validation 9, 10] */
PTC_API void ptc_report_write_errors(ptc_text *text, const ptc_report *report,
                                     const char *heading);
PTC_API void ptc_report_write_warnings(ptc_text *text, const ptc_report *report,
                                       const char *heading);

/* A custom validator: returns whether `value` is a member of the registered type. It may
 * set `*message` to say why not; the message is static or lives as long as the report's
 * arena. It must not keep `value`. [validation 15] */
typedef bool (*ptc_validator_fn)(const ptc_value *value, const char **message,
                                 void *user);

/* A registered type: its name, and the function that checks its values. Rows of this
 * struct never change. */
typedef struct ptc_validator {
    ptc_str name; /* without a colon */
    /* see ptc_validator_fn */
    ptc_validator_fn is_valid;
    void *user;
    const struct ptc_validator_info *info; /* NULL: there is none yet */
} ptc_validator;

/* A decoder, and the name that schemas use for it (`:decode/ptc`). Rows of this struct
 * never change. */
typedef struct ptc_decoder {
    ptc_str name; /* as in the property */
    /* see ptc_decoder_fn */
    ptc_decoder_fn decode;
    void *user;                          /* passed to it */
    const struct ptc_decoder_info *info; /* NULL: there is none yet */
} ptc_decoder;

/*
 * What a host knows and callers do not provide. Parameters with a context path
 * (PTC_NODE_CONTEXT) take their values from it. Both members are maps, or nil if empty. A
 * segment of a path is the exact spelling of a key, which is a string or keyword.
 *
 * Such a parameter has the value at its path, converted and checked like an input. If the
 * caller gives a value for it, that is ignored with a warning, or is an error in mode
 * strict. A path without a value is also an error (PTC_CODE_CONTEXT). Positional
 * arguments skip such parameters. Reports show <Context> instead of values from the
 * context.
 *
 * In mode disabled the value is used unchanged, and a missing one is absent. [brimley 4b]
 */
typedef struct ptc_context {
    ptc_value app;    /* of the application or session: paths "app.user.id" */
    ptc_value config; /* of the system: paths "config.region" */
} ptc_context;

/* Returns whether a text is a context path: "app" or "config", and at least one more
 * segment, each after a point and not empty. */
PTC_API bool ptc_context_path_is_valid(ptc_str path);

/* How a value is checked. */
typedef struct ptc_walk_options {
    size_t struct_size;              /* sizeof(ptc_walk_options) */
    ptc_mode mode;                   /* PTC_MODE_ENABLED */
    ptc_direction direction;         /* PTC_INPUT */
    ptc_boundary boundary;           /* PTC_BOUNDARY_JSON */
    unsigned max_depth;              /* 0: PTC_DEPTH_MAX */
    const ptc_validator *validators; /* for CUSTOM nodes; an unknown name fails */
    size_t validator_count;
    /* For arguments that a program passes on, which no model has seen: reports also hide
     * values of inputs under names that begin with '_', and show <Firewalled>. */
    bool hide_firewalled;
    const ptc_context *context;  /* NULL: it is empty */
    const ptc_decoder *decoders; /* for DECODED nodes; an unknown name fails */
    size_t decoder_count;
} ptc_walk_options;

/*
 * Checks whether `value` satisfies the schema without coercion. Depending on the mode,
 * defaults make absent fields valid. `value` is never changed.
 *
 * For a FUNCTION node, PTC_INPUT checks the parameters (a map by name, a vector by
 * position) and PTC_OUTPUT the output type. Without parameters both directions check the
 * output type: `{a :int}` and `() -> {a :int}` check maps.
 *
 * `report` may be NULL if only the verdict is wanted; then only temporary tables are
 * allocated, for large sets and for many nested combinators.
 *
 * Returns PTC_OK or PTC_ERROR_INVALID; PTC_ERROR_MEMORY; PTC_ERROR_ARGUMENT for options
 * without a struct_size, and for an invalid mode, direction or boundary. [validation 1-3]
 */
PTC_API ptc_status ptc_schema_validate(const ptc_schema *schema, const ptc_value *value,
                                       const ptc_walk_options *options,
                                       ptc_report *report);

/* A schema prepared for quick checks of JSON text. It lives in `arena`, and threads may
 * share it. */
typedef struct ptc_glance ptc_glance;

/*
 * Prepares a schema for quick checks; `options` are those of ptc_schema_validate. The
 * schema and what `options` point to must live as long as the result. Returns
 * PTC_ERROR_MEMORY, or PTC_ERROR_ARGUMENT for options without a struct_size; `*out` is
 * NULL then.
 */
PTC_API ptc_status ptc_glance_make(ptc_arena *arena, const ptc_schema *schema,
                                   const ptc_walk_options *options,
                                   const ptc_glance **out);

/*
 * Checks a text that is probably valid. True when it satisfies the schema, and coercion
 * would not warn and would only add defaults. False means nothing: read the text and call
 * ptc_schema_coerce.
 *
 * PTC_PADDING bytes after the text must be readable. Memory that it takes from `arena`
 * stays there. [validation 1-4]
 */
PTC_API bool ptc_glance_accepts(ptc_arena *arena, const ptc_glance *glance,
                                const char *text, size_t len);

/*
 * Checks a value, coerces it for PTC_INPUT in the modes that do so, and fills in
 * defaults.
 *
 * `*out` has the declared fields, with their declared spelling as string keys, then the
 * others. It lives in `arena` and shares unchanged parts with `value`, which is not
 * changed unless `out` points to it. In mode warn_only the status is PTC_OK even if the
 * report has errors. [validation 4-6]
 */
PTC_API ptc_status ptc_schema_coerce(ptc_arena *arena, const ptc_schema *schema,
                                     const ptc_value *value,
                                     const ptc_walk_options *options, ptc_value *out,
                                     ptc_report *report);

/*
 * Reads a JSON text as a value of the schema in one call: `*out` is what
 * ptc_schema_coerce makes of it, in `arena`.
 *
 * On failure `*out` is nil, and `*why` is a finished text for a model. It names every
 * fault, or the place where the JSON becomes unreadable, and what to do. It lives in
 * `arena` or is constant, ends in NUL, and is empty for PTC_OK.
 *
 * "Tool validation errors:\n- limit: expected 1..100, got 250\n" has the heading of
 * arguments. That of a result (PTC_OUTPUT) is "Return validation errors:", and for a
 * value of a type it is "Validation errors:".
 *
 * Statuses are those of ptc_json_read and ptc_schema_coerce. [validation 9]
 */
PTC_API ptc_status ptc_schema_read(ptc_arena *arena, const ptc_schema *schema,
                                   const char *text, size_t len,
                                   const ptc_walk_options *options, ptc_value *out,
                                   ptc_str *why);

/* A limit for examples that people read: the length of strings (code points) and lists
 * (elements). */
#define PTC_EXAMPLE_MOST 200

/*
 * Makes the smallest meaningful value that satisfies the type, for a prompt or to replace
 * a hidden value. It lives in `arena`; `boundary` says whether it is JSON data or the
 * data of programs.
 *
 * Types narrowed by patterns, bounds, enums and unions have an example; types of custom
 * validators have none. False when none is found with strings and lists of at most
 * `most`, or when memory is refused. [subagent 8.1, 11.3]
 */
PTC_API bool ptc_schema_example(ptc_arena *arena, const ptc_schema *type,
                                ptc_boundary boundary, uint32_t most, ptc_value *out);

/*
 * Makes a random value in `arena` that satisfies the schema, for tests, fuzzing and load:
 * ptc_schema_validate with the same options accepts it without coercion. For a function
 * it makes the named arguments for PTC_INPUT, and the result for PTC_OUTPUT. `options`
 * may be NULL.
 *
 * The same seed and index give the same value on every machine; indices 0, 1, 2 .. of a
 * seed give unrelated values. Bounds and their neighbours, empty and full collections,
 * absent fields and defaults are frequent. A sample has at most some hundred values,
 * unless the schema requires more. Recursive types end after a few levels. With
 * PTC_BOUNDARY_JSON the value is JSON data.
 *
 * Returns PTC_ERROR_INVALID when no value was found; `*why` explains it in one line with
 * the place. Possible reasons:
 *
 *   - types of custom validators, which are asked about some random values;
 *   - a :not or :and that no drawn value satisfies;
 *   - patterns beyond ASCII with letters outside the alphabet of samples;
 *   - sets and keys with too few values;
 *   - values of more than 1,000 elements, 65,536 code points or 400 levels.
 *
 * PTC_ERROR_MEMORY; PTC_ERROR_ARGUMENT for options without a struct_size. `*out` is nil
 * then. `*why`, in `arena` or constant, is empty otherwise.
 */
PTC_API ptc_status ptc_schema_sample(ptc_arena *arena, const ptc_schema *schema,
                                     const ptc_walk_options *options, uint64_t seed,
                                     uint64_t index, ptc_value *out, ptc_str *why);

/* --- Showing values to a model ------------------------------------------------------ */

/* How much of a value is shown. Members that are 0 set no limit. */
typedef struct ptc_show_options {
    size_t struct_size;   /* sizeof(ptc_show_options) */
    size_t string_max;    /* code points of a string or other text, except keys */
    size_t text_max;      /* code points of the whole */
    unsigned max_depth;   /* levels of collections; 0: PTC_DEPTH_MAX */
    bool hide_firewalled; /* also for PTC_INPUT: arguments that a program passes on */
    size_t
        list_max; /* elements of a vector or set: "[0 1 ...] (9 items, showing first 2)"
                   */
    const char *cut_mark; /* replaces the character that marks a cut */
} ptc_show_options;

/*
 * Appends a value in the form that a model may see: Lisp notation on one line.
 *
 * A result (PTC_OUTPUT) is firewalled: wherever a map has a key that begins with '_', or
 * that is another spelling of a firewalled field of the schema, the key is kept and
 * `<Firewalled>` replaces its value. A value that the model supplied itself (PTC_INPUT)
 * is shown unchanged. Any direction other than PTC_INPUT means a result. "..." in the
 * text (as one character) marks a cut.
 *
 * The value need not satisfy the schema. The schema and `options` may be NULL. Returns
 * PTC_ERROR_MEMORY, or PTC_ERROR_ARGUMENT for options without a struct_size; nothing is
 * written then. [signature 10, validation 9, 10]
 */
PTC_API ptc_status ptc_schema_write_value(ptc_text *text, const ptc_schema *schema,
                                          const ptc_value *value, ptc_direction direction,
                                          const ptc_show_options *options);

PTC_END

#endif
