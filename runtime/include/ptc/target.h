/* SPDX-License-Identifier: MIT */
/*
 * <ptc/target.h> - contracts in the forms that others want: schemas and tools for the
 * APIs of models, grammars, tables of databases, pages. `ptcc convert` and `ptcc gen
 * --emit` write the same texts. [emitters 1]
 *
 * The text is the same for the same contracts on every machine. What a target cannot say
 * of a contract is a loss: the contract still judges it. What it cannot hold at all is a
 * fault, and nothing is written.
 *
 * This links the writers of all targets. Who wants one alone: <ptc/json_schema.h>,
 * <ptc/grammar.h>. Functions may be called by several threads with texts of their own.
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
    PTC_HINT_OPEN_WORLD = 16,   /* it deals with what is outside of the server */
    PTC_HINT_CLOSED_WORLD = 32, /* it does not */
};

/* A contract to be written. */
typedef struct ptc_target_contract {
    ptc_str name;             /* as declared */
    const ptc_schema *schema; /* root: a FUNCTION, or a type alone */
    bool is_type;             /* declared as `name = T` */
    ptc_str title;  /* of a tool, for people; empty: none. Of MCP and pages; Malli
                       has what the properties of the schema say */
    unsigned hints; /* PTC_HINT_*, or-ed */
} ptc_target_contract;

/* What is lost of a contract, or why it cannot be written. */
typedef struct ptc_target_note {
    ptc_target target; /* that was to be written */
    bool is_fault;     /* nothing is written; else a loss */
    bool is_general;   /* of losses: what no contract with such a type can avoid, as JSON
                          does not tell 1.0 from 1. Of a contract each is told once */
    size_t contract;   /* index of the contract that it is about */
    size_t other;  /* of faults: of a second one, whose name becomes the same here; else
                      that of `contract` */
    uint32_t node; /* of its schema */
    ptc_str what;  /* one line, such as "the validator email"; lives as long as the
                      call */
} ptc_target_note;

/* Is told of losses and faults, one call each. */
typedef void (*ptc_target_note_fn)(const ptc_target_note *note, void *user);

/* How contracts are written. NULL: all zero. */
typedef struct ptc_target_options {
    size_t struct_size;      /* sizeof(ptc_target_options) */
    ptc_direction direction; /* of functions, for targets of single contracts:
                                PTC_INPUT is the parameters as one object, PTC_OUTPUT
                                the result. Unless it is said: the result for formats of
                                replies; else the parameters, or the result where there
                                are none, as in a type alone */
    unsigned indent;         /* of JSON, blanks of each level; 0: on one line */
    bool wrap_root;          /* json-schema: roots that are no objects become
                                {"items": [..]} or {"value": ..} [emitters 2] */
    bool openai_formats;     /* openai-strict: keep "format" of moments */
    bool anthropic_patterns; /* anthropic-strict: keep patterns */
    bool xgrammar;           /* lark: EBNF for xgrammar */
    size_t max_string;       /* grammars: code points of strings without a bound of their
                                own; 0: 2000 */
    bool sql_zones;          /* sql: moments are TIMESTAMPTZ */
    ptc_target_note_fn note; /* NULL: losses are not wanted */
    void *user;              /* of note */
} ptc_target_options;

/*
 * Appends the contracts in the form of `target`. Targets of single contracts take one
 * contract; those of files any number, in whose lists types that are no functions do not
 * appear. PTC_ERROR_INVALID: a fault, which `note` was told; PTC_ERROR_MEMORY;
 * PTC_ERROR_DEPTH for types nested more deeply than the form may be; PTC_ERROR_ARGUMENT
 * for options without a struct_size, unknown targets and a wrong number of contracts.
 * Nothing is appended then.
 */
PTC_API ptc_status ptc_target_write(ptc_text *text, ptc_target target,
                                    const ptc_target_contract *contracts, size_t count,
                                    const ptc_target_options *options);

/* The word of a target for `ptcc convert --to`, and the target of a word;
 * PTC_TARGET_COUNT: there is none. */
PTC_API const char *ptc_target_word(ptc_target target);
PTC_API ptc_target ptc_target_find(ptc_str word);

/* Whether the target has a text for each contract, not one for all of them. */
PTC_API bool ptc_target_is_single(ptc_target target);

/*
 * Appends where a node stands in its contract: a field of the parameters or the result,
 * "limit", "[\"odd name\"]"; what lists hold, "items[].id", "pair[0]"; keys and values of
 * maps, "counts{key}", "counts{}"; an alternative by its name or number, "shape|circle",
 * "id|2". Nothing for the whole. What a declared type shares with others is called as it
 * is in that type's declaration.
 */
PTC_API void ptc_target_write_path(ptc_text *text, const ptc_schema *schema,
                                   uint32_t node);

PTC_END

#endif
