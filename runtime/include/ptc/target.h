/* SPDX-License-Identifier: MIT */
/*
 * <ptc/target.h> - contracts in output forms: schemas and tools for model APIs, grammars,
 * database tables, pages. `ptcc convert` and `ptcc gen --emit` write the same texts.
 * [emitters 1]
 *
 *     const ptc_target_contract search = {.name = PTC_STR_INIT("search"),
 *                                         .schema = &scorer_signature};
 *
 *     status = ptc_target_write(&text, PTC_TARGET_OPENAI, &search, 1, NULL);
 *
 * The text is the same for the same contracts on every machine. A part of a contract that
 * a target cannot express is a loss: the contract still checks it. A contract that a
 * target cannot hold at all is a fault, and nothing is written.
 *
 * This links the writers of all targets; for only one, use <ptc/json_schema.h> or
 * <ptc/grammar.h>. Several threads may call these functions with separate texts.
 */
#ifndef PTC_TARGET_H
#define PTC_TARGET_H

#include <ptc/walk.h>

PTC_BEGIN

/* ORDER TARGET */
typedef enum ptc_target {
#define PTC_TARGET(constant, word, emit_word, scope, name, summary) PTC_TARGET_##constant,
#include <ptc/targets.def>
#undef PTC_TARGET
    PTC_TARGET_COUNT
} ptc_target;

/* What a tool does, for MCP's annotations. [mcp 4] */
enum {
    PTC_HINT_READ_ONLY = 1,     /* it changes nothing */
    PTC_HINT_DESTRUCTIVE = 2,   /* what it changes may be lost */
    PTC_HINT_ADDITIVE = 4,      /* not destructive */
    PTC_HINT_IDEMPOTENT = 8,    /* the same call again changes nothing more */
    PTC_HINT_OPEN_WORLD = 16,   /* it deals with the world outside the server */
    PTC_HINT_CLOSED_WORLD = 32, /* it does not */
};

/* A contract to write. */
typedef struct ptc_target_contract {
    ptc_str name;             /* as declared */
    const ptc_schema *schema; /* root: a FUNCTION, or a bare type */
    bool is_type;             /* declared as `name = T` */
    ptc_str title;  /* of a tool, for people; empty: none. For MCP and pages; Malli has
                     * those in the schema's properties */
    unsigned hints; /* PTC_HINT_*, or-ed */
} ptc_target_contract;

/* What is lost from a contract, or why it cannot be written. */
typedef struct ptc_target_note {
    ptc_target target; /* the target to write */
    bool is_fault;     /* nothing is written; else a loss */
    bool is_general;   /* a loss that no contract with such a type can avoid, such as that
                        * JSON does not distinguish 1.0 from 1; each is reported once per
                        * contract */
    size_t contract;   /* index of the contract that it is about */
    size_t other;      /* of faults: a second contract whose name becomes the same here;
                        * otherwise the same as `contract` */
    uint32_t node;     /* of its schema */
    ptc_str what;      /* one line, such as "the validator email"; lives as long as the
                          call */
} ptc_target_note;

/* Receives losses and faults, one per call. */
typedef void (*ptc_target_note_fn)(const ptc_target_note *note, void *user);

/* How contracts are written. NULL: all zero. */
typedef struct ptc_target_options {
    size_t struct_size;      /* sizeof(ptc_target_options) */
    ptc_direction direction; /* of functions, for targets of single contracts: PTC_INPUT
                              * is the parameters as one object, PTC_OUTPUT the result. By
                              * default the result for reply formats; for others the
                              * parameters, or the result if there are none or the type is
                              * bare */
    unsigned indent;         /* of JSON, spaces per level; 0: on one line */
    bool wrap_root;          /* json-schema: roots that are not objects become {"items":
                              * [..]} or {"value": ..} [emitters 2] */
    bool openai_formats;     /* openai-strict: keep "format" of moments */
    bool anthropic_patterns; /* anthropic-strict: keep patterns */
    bool xgrammar;           /* lark: EBNF for xgrammar */
    size_t max_string;       /* grammars: code points of strings that have no bound; 0:
                              * 2000 */
    bool sql_zones;          /* sql: moments are TIMESTAMPTZ */
    ptc_target_note_fn note; /* NULL: losses are not reported */
    void *user;              /* of note */
} ptc_target_options;

/*
 * Appends the contracts in the form of `target`.
 *
 * Targets of single contracts take one contract. Targets of files take any number; their
 * lists omit types that are not functions.
 *
 * Returns PTC_ERROR_INVALID for a fault, which `note` has received; PTC_ERROR_DEPTH for
 * types nested more deeply than the form allows; PTC_ERROR_ARGUMENT for options without a
 * struct_size, unknown targets and a wrong number of contracts; PTC_ERROR_MEMORY. Nothing
 * is appended then.
 */
PTC_API ptc_status ptc_target_write(ptc_text *text, ptc_target target,
                                    const ptc_target_contract *contracts, size_t count,
                                    const ptc_target_options *options);

/* The word of a target for `ptcc convert --to`, and the reverse: the target of a word, or
 * PTC_TARGET_COUNT for an unknown word. */
PTC_API const char *ptc_target_word(ptc_target target);
PTC_API ptc_target ptc_target_find(ptc_str word);

/* Whether the target has one text per contract, rather than one for all of them. */
PTC_API bool ptc_target_is_single(ptc_target target);

/*
 * Appends where a node is in its contract; nothing for the whole contract:
 *
 *   - a field of the parameters or the result: "limit", "[\"odd name\"]";
 *   - elements of lists: "items[].id", "pair[0]";
 *   - keys and values of maps: "counts{key}", "counts{}";
 *   - an alternative by its name or number: "shape|circle", "id|2".
 *
 * Shared parts of a declared type have their names in the declaration of that type.
 */
PTC_API void ptc_target_write_path(ptc_text *text, const ptc_schema *schema,
                                   uint32_t node);

PTC_END

#endif
