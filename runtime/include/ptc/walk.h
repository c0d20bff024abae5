/* SPDX-License-Identifier: MIT */
/*
 * <ptc/walk.h> - judging values by schemas that exist at run time, and reports.
 *
 * The walker implements the rules of validation 1-10 for every type, mode, direction and
 * boundary. Generated code decides faster; the walker explains, and is the measure: both
 * agree on every input.
 */
#ifndef PTC_WALK_H
#define PTC_WALK_H

#include <ptc/json.h>
#include <ptc/schema.h>

PTC_BEGIN

/* What becomes of values that do not satisfy a schema. [validation 2] */
typedef enum ptc_mode {
    PTC_MODE_ENABLED,   /* inputs are coerced; errors refuse the value */
    PTC_MODE_WARN_ONLY, /* the same, but errors are reported and let pass */
    PTC_MODE_STRICT,    /* no coercion, no keys that are not declared */
    PTC_MODE_DISABLED,  /* nothing is judged or coerced */
} ptc_mode;

/* Which way a value goes. [validation 1] */
typedef enum ptc_direction {
    PTC_DIRECTION_DEFAULT, /* as what is judged asks for: output for the results of
                              functions in generated code, else input */
    PTC_INPUT,             /* lenient: coerce, then validate */
    PTC_OUTPUT,            /* strict: validate only */
} ptc_direction;

/* Where a value comes from. [validation 11] */
typedef enum ptc_boundary {
    PTC_BOUNDARY_JSON, /* host data and text: no keywords or sets of their own */
    PTC_BOUNDARY_LISP, /* values that a program made */
} ptc_boundary;

/* What is wrong with a value. ORDER CODE: names in messages.c */
typedef enum ptc_code {
    PTC_CODE_TYPE,      /* not of the type */
    PTC_CODE_MISSING,   /* a required field is absent */
    PTC_CODE_EXTRA,     /* a key that a closed map does not declare */
    PTC_CODE_ENUM,      /* no member of the enum */
    PTC_CODE_BOUND,     /* a number outside its bounds */
    PTC_CODE_LENGTH,    /* a string that is too short or too long */
    PTC_CODE_PATTERN,   /* a string that a pattern does not match */
    PTC_CODE_SIZE,      /* a collection of the wrong number of elements */
    PTC_CODE_UNION,     /* none of the alternatives */
    PTC_CODE_KEY,       /* a key that cannot be one */
    PTC_CODE_DUPLICATE, /* two keys that are one field, two members that are the same */
    PTC_CODE_CONST,     /* not the constant */
    PTC_CODE_NOT,       /* what [:not ..] refuses */
    PTC_CODE_CUSTOM,    /* refused by a registered type or a decoder */
    PTC_CODE_RANGE,     /* a number that C cannot hold */
    PTC_CODE_ENCODING,  /* not UTF-8 */
    PTC_CODE_DEPTH,     /* nested too deeply */
    PTC_CODE_COERCED,   /* a warning */
    PTC_CODE_UNKNOWN,   /* a warning: an undeclared key that may be a misspelt one */
    PTC_CODE_CONTEXT,   /* a value that the host's context lacks; a warning: a caller's
                           value for a parameter from there */
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

/* What was found wrong, and what is worth a warning. One report serves one value;
 * ptc_report_init starts it. */
typedef struct ptc_report {
    ptc_arena *arena;    /* owns issues and texts */
    ptc_issue *errors;   /* those that are stored */
    size_t error_count;  /* stored */
    size_t errors_found; /* counted up to 20 + 1000 */
    ptc_issue *warnings; /* likewise */
    size_t warning_count;
    size_t warnings_found; /* likewise */
    size_t limit;          /* of each kind that is stored; 20 */
} ptc_report;

/* A report takes memory from `arena` only when there is something to say. */
PTC_API void ptc_report_init(ptc_report *report, ptc_arena *arena);

/*
 * Reports the maps within the value of which two keys would be the same in JSON, such as
 * `:a` and `"a"`: PTC_ERROR_INVALID when there are any, PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_json_keys_check(const ptc_value *value, ptc_report *report);

/*
 * The same, and the numbers that JSON cannot write: NaN and the infinities. What passes
 * can be written by ptc_json_write_named.
 */
PTC_API ptc_status ptc_json_check(const ptc_value *value, ptc_report *report);

/* Appends the path of an issue: "results[0].customer.id", "(root)" [validation 7]. */
PTC_API void ptc_path_write(ptc_text *text, const ptc_path_step *path, size_t count);

/* Appends the path as a JSON Pointer: "/results/0/customer/id". */
PTC_API void ptc_path_write_pointer(ptc_text *text, const ptc_path_step *path,
                                    size_t count);

/* Appends "<path>: <message>". */
PTC_API void ptc_issue_write(ptc_text *text, const ptc_issue *issue);

/* The view of one: its path is "results[0].customer.id", in `arena`, its code the name of
 * the ptc_code. */
PTC_API ptc_error ptc_issue_view(ptc_arena *arena, const ptc_issue *issue);

/*
 * Appends a heading, a line "- <path>: <message>" per issue, and "...and N more": the
 * blocks that a model reads. [validation 9, 10]
 */
PTC_API void ptc_report_write_errors(ptc_text *text, const ptc_report *report,
                                     const char *heading);
PTC_API void ptc_report_write_warnings(ptc_text *text, const ptc_report *report,
                                       const char *heading);

/*
 * A custom validator: whether `value` is a member of the registered type. May set
 * `*message` (static or living as long as the report's arena) to say why not. Must not
 * keep `value`. [validation 15]
 */
typedef bool (*ptc_validator_fn)(const ptc_value *value, const char **message,
                                 void *user);

/* A registered type: a name, and who judges its values. Rows of this struct never
 * change. */
typedef struct ptc_validator {
    ptc_str name; /* without a colon */
    /* see ptc_validator_fn */
    ptc_validator_fn is_valid;
    void *user;
    const struct ptc_validator_info *info; /* NULL: there is none yet */
} ptc_validator;

/* A decoder by the name that schemas have for it (`:decode/ptc`). Rows of this struct
 * never change. */
typedef struct ptc_decoder {
    ptc_str name; /* as the property has it */
    /* see ptc_decoder_fn */
    ptc_decoder_fn decode;
    void *user;                          /* handed to it */
    const struct ptc_decoder_info *info; /* NULL: there is none yet */
} ptc_decoder;

/*
 * What a host knows, and no caller says: where parameters with a path of the context
 * (PTC_NODE_CONTEXT) take their values from. Both are maps, or nil: nothing is in it. A
 * segment of a path is a key of a map, string or keyword, as it is spelled.
 *
 * Such a parameter has the value that stands there, converted and judged as an input;
 * whatever a caller gives for it is ignored, with a warning, or in mode strict an error.
 * Where the path leads nowhere, that is an error, too (PTC_CODE_CONTEXT). By position it
 * takes no value. No report shows what came from the context: it says <Context>. In mode
 * disabled the value is taken as it is, and what is not there is absent. [brimley 4b]
 */
typedef struct ptc_context {
    ptc_value app;    /* of the application or session: paths "app.user.id" */
    ptc_value config; /* of the system: paths "config.region" */
} ptc_context;

/* Whether a text is a path of the context: "app" or "config", and at least one more
 * segment, each behind a point and not empty. */
PTC_API bool ptc_context_path_is_valid(ptc_str path);

/* How a value is judged. */
typedef struct ptc_walk_options {
    size_t struct_size;              /* sizeof(ptc_walk_options) */
    ptc_mode mode;                   /* PTC_MODE_ENABLED */
    ptc_direction direction;         /* PTC_INPUT */
    ptc_boundary boundary;           /* PTC_BOUNDARY_JSON */
    unsigned max_depth;              /* 0: PTC_DEPTH_MAX */
    const ptc_validator *validators; /* for CUSTOM nodes; an unknown name fails */
    size_t validator_count;
    /* PTC_INPUT, too: reports have <Firewalled> for what is under names that begin with
     * '_'. Of arguments that a program passes on, which no model has seen. */
    bool hide_firewalled;
    const ptc_context *context;  /* NULL: nothing is in it */
    const ptc_decoder *decoders; /* for DECODED nodes; an unknown name fails */
    size_t decoder_count;
} ptc_walk_options;

/*
 * Whether `value` satisfies the schema as it stands, without coercion (except that
 * defaults make absent fields fine, as the mode says). PTC_OK or PTC_ERROR_INVALID (or
 * PTC_ERROR_MEMORY); `report` may be NULL for the verdict alone, which allocates nothing
 * but, for the time of the call, tables for large sets and for many nested combinators.
 * Never changes `value`. A FUNCTION node is judged on its parameters for PTC_INPUT (a map
 * by name, a vector by position), on its output type for PTC_OUTPUT, and in both
 * directions when it has no parameters: `{a :int}` and `() -> {a :int}` judge maps.
 * PTC_ERROR_ARGUMENT for options without a struct_size, and for a mode, direction or
 * boundary that is none. [validation 1-3]
 */
PTC_API ptc_status ptc_schema_validate(const ptc_schema *schema, const ptc_value *value,
                                       const ptc_walk_options *options,
                                       ptc_report *report);

/*
 * A schema made ready for quick looks at JSON text; it lives in `arena`, and threads may
 * share it. The schema, and what `options` point to, must live as long.
 * PTC_ERROR_MEMORY, PTC_ERROR_ARGUMENT for options without a struct_size; `*out` is NULL
 * then.
 */
typedef struct ptc_glance ptc_glance;

/* Makes it; `options` as for ptc_schema_validate. */
PTC_API ptc_status ptc_glance_make(ptc_arena *arena, const ptc_schema *schema,
                                   const ptc_walk_options *options,
                                   const ptc_glance **out);

/*
 * A quick look at text that is most likely valid: true when it satisfies the schema, and
 * coercion would neither change it, but for defaults, nor warn. False tells nothing: read
 * the text and ask ptc_schema_coerce. PTC_PADDING bytes behind the text are readable.
 * What it takes from `arena` stays there. [validation 1-4]
 */
PTC_API bool ptc_glance_accepts(ptc_arena *arena, const ptc_glance *glance,
                                const char *text, size_t len);

/*
 * Validates and, for PTC_INPUT in the modes that coerce, coerces; fills defaults. `*out`
 * (in `arena`, sharing unchanged parts with `value`) has declared fields under their
 * declared spelling as string keys, then the others. In mode warn_only the status is
 * PTC_OK even with errors in the report. `value` is left as it was, unless `out` is the
 * same place. [validation 4-6]
 */
PTC_API ptc_status ptc_schema_coerce(ptc_arena *arena, const ptc_schema *schema,
                                     const ptc_value *value,
                                     const ptc_walk_options *options, ptc_value *out,
                                     ptc_report *report);

/*
 * Reads a JSON text as a value of the schema in one call: the value as ptc_schema_coerce
 * makes it, in `arena`, or on refusal nil and in `*why` the finished text that a model
 * reads, which names every fault, or the place where the JSON stops being readable, and
 * what to do: "Tool validation errors:\n- limit: expected 1..100, got 250\n".
 * The heading is that of arguments; a result (PTC_OUTPUT) has "Return validation
 * errors:", a value of a type "Validation errors:". The text lives in `arena` or is
 * constant, and ends in NUL; it is empty for PTC_OK. Statuses are those of ptc_json_read
 * and ptc_schema_coerce. [validation 9]
 */
PTC_API ptc_status ptc_schema_read(ptc_arena *arena, const ptc_schema *schema,
                                   const char *text, size_t len,
                                   const ptc_walk_options *options, ptc_value *out,
                                   ptc_str *why);

/* Code points of a string and elements of a list that an example for people has. */
#define PTC_EXAMPLE_MOST 200

/*
 * Makes the smallest value in `arena` that satisfies the type and says something, for a
 * prompt or in place of a value that nobody may see: JSON data, or the data of programs,
 * as `boundary` says. False when none is found with strings and lists of at most `most`,
 * or when refused memory. Types that patterns, bounds, enums and unions make narrow have
 * one, types of custom validators have none. [subagent 8.1, 11.3]
 */
PTC_API bool ptc_schema_example(ptc_arena *arena, const ptc_schema *type,
                                ptc_boundary boundary, uint32_t most, ptc_value *out);

/*
 * Makes a random value in `arena` that satisfies the schema, for tests, fuzzing and load:
 * ptc_schema_validate with the same options accepts it as it is, without coercion. Of a
 * function it makes the named arguments for PTC_INPUT, the result for PTC_OUTPUT.
 *
 * The same seed and index mean the same value on every machine; indices 0, 1, 2 .. of a
 * seed mean values that have nothing to do with each other. Bounds and what is next to
 * them, the empty and the fullest, absent fields and defaults come often. A sample has at
 * most some hundred values, unless the schema asks for more, and the types that contain
 * themselves end after a few levels. With PTC_BOUNDARY_JSON it is JSON data.
 *
 * PTC_ERROR_INVALID when none was found, which `*why` explains in one line with the
 * place: types of custom validators (they are asked about some random values), a :not or
 * :and that no draw satisfies, patterns beyond ASCII whose letters the alphabet of
 * samples has not, sets and keys of too few values, values of more than 1,000 elements,
 * 65,536 code points or 400 levels. PTC_ERROR_MEMORY; PTC_ERROR_ARGUMENT for options
 * without a struct_size. `*out` is nil then; `*why`, in `arena` or constant, is empty
 * otherwise. `options` may be NULL.
 */
PTC_API ptc_status ptc_schema_sample(ptc_arena *arena, const ptc_schema *schema,
                                     const ptc_walk_options *options, uint64_t seed,
                                     uint64_t index, ptc_value *out, ptc_str *why);

/* --- Showing values to a model ------------------------------------------------------ */

/* How much of a value is shown. Members that are 0 set no limit. */
typedef struct ptc_show_options {
    size_t struct_size;   /* sizeof(ptc_show_options) */
    size_t string_max;    /* code points of a string, of anything spelled; not of keys */
    size_t text_max;      /* code points of the whole */
    unsigned max_depth;   /* levels of collections; 0: PTC_DEPTH_MAX */
    bool hide_firewalled; /* PTC_INPUT, too: arguments that a program passes on */
    size_t
        list_max; /* elements of a vector or set: "[0 1 ...] (9 items, showing first 2)"
                   */
    const char *cut_mark; /* in place of the character that stands for what was cut off */
} ptc_show_options;

/*
 * Appends a value as a model may see it: Lisp notation on one line. A result
 * (PTC_OUTPUT) is shown behind the firewall: wherever a map has a key that begins with
 * '_', or that is another spelling of a firewalled field of the schema, the key stays and
 * `<Firewalled>` stands for what it holds. What the model supplied itself (PTC_INPUT) is
 * shown as it is. "..." in the text (as one character) is what was cut off. The value
 * need not satisfy the schema, which may be NULL; `options`, too. Any other direction
 * than PTC_INPUT is that of a result. PTC_ERROR_MEMORY, and PTC_ERROR_ARGUMENT for
 * options without a struct_size: then nothing is written. [signature 10, validation 9,
 * 10]
 */
PTC_API ptc_status ptc_schema_write_value(ptc_text *text, const ptc_schema *schema,
                                          const ptc_value *value, ptc_direction direction,
                                          const ptc_show_options *options);

PTC_END

#endif
