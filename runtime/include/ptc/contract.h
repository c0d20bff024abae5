/* SPDX-License-Identifier: MIT */
/*
 * <ptc/contract.h> - contract files: named contracts and types, with includes.
 *
 *     ptc_contracts contracts;
 *     const ptc_contract *search;
 *
 *     if (ptc_contracts_read(&arena, &source, NULL, &diags, &contracts) == PTC_OK &&
 *         (search = ptc_contracts_find(&contracts, PTC_STR("search"))) != NULL)
 *         ptc_schema_write_malli(&text, &search->schema, NULL);
 *
 * One reader serves all forms of files: `.sig` (shorthand declarations), `.edn` and
 * `.malli.edn` (a Malli schema or a map of them), `.malli.json`, and `.json` (JSON
 * Schema). [signature 1.1, 13; validation 11.1]
 */
#ifndef PTC_CONTRACT_H
#define PTC_CONTRACT_H

#include <ptc/schema.h>

PTC_BEGIN

/* One declaration of a file. */
typedef struct ptc_contract {
    ptc_str name;             /* as declared, or the file's name; may be dotted */
    ptc_schema schema;        /* root: a FUNCTION; its extra carries the description */
    bool is_type;             /* declared as `name = T`: usable as :name */
    bool is_included;         /* declared in an included file, not in the one read */
    const ptc_source *source; /* where */
    ptc_span span;            /* of the name */
    const struct ptc_contract_info *info; /* NULL: none of this */
} ptc_contract;

/* What a type in a C prototype is. */
typedef enum ptc_prototype_kind {
    PTC_PROTOTYPE_OTHER,    /* a type that only a signature explains */
    PTC_PROTOTYPE_VOID,     /* of results */
    PTC_PROTOTYPE_INT,      /* an integer type */
    PTC_PROTOTYPE_FLOAT,    /* float, double */
    PTC_PROTOTYPE_BOOL,     /* bool */
    PTC_PROTOTYPE_TEXT,     /* const char * */
    PTC_PROTOTYPE_STR,      /* ptc_str */
    PTC_PROTOTYPE_VALUE,    /* ptc_value */
    PTC_PROTOTYPE_JSON,     /* json_t * */
    PTC_PROTOTYPE_DATETIME, /* ptc_datetime */
    PTC_PROTOTYPE_DATE,     /* ptc_date */
    PTC_PROTOTYPE_DECIMAL,  /* ptc_decimal */
    PTC_PROTOTYPE_DECLARED, /* a type from a header that ptcc generated, */
    PTC_PROTOTYPE_POINTER,  /* and a pointer to a const object of it */
} ptc_prototype_kind;

/* A parameter of a prototype, or its result. */
typedef struct ptc_prototype_value {
    ptc_prototype_kind kind; /* what it is */
    ptc_str type;            /* as in casts: "unsigned long"; OTHER: empty */
    ptc_str name;            /* of the parameter; empty: it has no name */
} ptc_prototype_value;

/* A function that a C header declares. */
typedef struct ptc_prototype {
    ptc_str function;                      /* its name in C */
    ptc_str header;                        /* the base name of the header */
    ptc_span span;                         /* where the name is in the header */
    const ptc_prototype_value *parameters; /* in order */
    size_t count;                          /* of them */
    ptc_prototype_value result;            /* what it returns */
} ptc_prototype;

/* What some dialects say about a function in addition to its types. Absent texts have
 * length 0. */
typedef struct ptc_contract_info {
    size_t struct_size; /* sizeof(ptc_contract_info), set by the library */
    ptc_str path;       /* of a resource: "/docs/{category}/{rest*}" [brimley 8] */
    ptc_span path_span; /* where it is */
    ptc_str sql;        /* the SQL text of a function */
    ptc_span sql_span;  /* where it is */
    const ptc_prototype *prototype; /* the C function; NULL: there is none */
    ptc_str title;                  /* of a tool, for people: line `@title` [mcp 4] */
    unsigned hints;                 /* PTC_HINT_* of <ptc/target.h>: line `@hints` */
    int64_t timeout_ms;             /* line `@timeout`; 0: none */
} ptc_contract_info;

/* All declarations of a file and of those that it includes. */
typedef struct ptc_contracts {
    const ptc_contract *items; /* in order of declaration, included ones first */
    size_t count;
    const ptc_source *
        *sources; /* every file read, the root first, in order of first use */
    size_t source_count;
} ptc_contracts;

/* How a contract is written. */
typedef enum ptc_contract_format {
    PTC_CONTRACT_BY_NAME,   /* from the source's name; text without a known ending: SIG */
    PTC_CONTRACT_SIG,       /* a .sig file */
    PTC_CONTRACT_SIGNATURE, /* one signature string or Malli schema */
    PTC_CONTRACT_MALLI_EDN, /* Malli as EDN */
    PTC_CONTRACT_MALLI_JSON,  /* Malli in its JSON form */
    PTC_CONTRACT_JSON_SCHEMA, /* one schema, named after the file */
    PTC_CONTRACT_DIALECT,     /* plus n: read by dialect n of the options */
} ptc_contract_format;

/*
 * Returns the file `name` that `from` includes; NULL when there is none, which the reader
 * reports. Called once per file.
 *
 * The source must live as long as the contracts, and has at most PTC_SOURCE_MAX bytes.
 * Names with control or direction characters are refused before the call. ptc_files_load
 * loads from the file system.
 */
typedef const ptc_source *(*ptc_load_fn)(ptc_str name, const ptc_source *from,
                                         void *user);

/* Returns why the last call of the ptc_load_fn returned no file, in words that follow the
 * file's name: "is not a regular file". NULL: there is no such file. */
typedef const char *(*ptc_load_fault_fn)(void *user);

/* Returns the document at an absolute address that a JSON Schema $ref refers to; NULL
 * when there is none. Called once per address; otherwise like a ptc_load_fn.
 * ptc_files_refer finds documents in folders that represent addresses. */
typedef const ptc_source *(*ptc_refer_fn)(ptc_str address, void *user);

/* How a file is read. NULL: format by its name, without includes. */
typedef struct ptc_contract_options {
    size_t struct_size;           /* sizeof(ptc_contract_options) */
    const ptc_read_options *read; /* how declarations are read; NULL: the defaults */
    ptc_contract_format format;   /* PTC_CONTRACT_BY_NAME */
    ptc_load_fn load;             /* NULL: includes are an error */
    void *user;
    ptc_load_fault_fn load_fault; /* NULL: a file that `load` does not return is
                                   * missing */
    const ptc_str *operations; /* of an OpenAPI document: the operations to read with all
                                * that they refer to, by operationId or "METHOD /path" */
    size_t operation_count;    /* 0: all operations, and all schemas of the document's
                                * components */
    ptc_refer_fn refer; /* NULL: JSON Schema references must stay in their document */
    /* Forms that the library itself does not read; `ptcc` sets its own here. Or NULL. */
    const struct ptc_contract_dialects *dialects;
    bool brimley_compat; /* definitions are read like version 0.5 of Brimley does */
    bool result_unions;  /* Elixir: {:ok, t} | {:error, e} is {result :t, error :any?} */
    const struct ptc_pass_watch *passes;  /* observes passes; set by `ptcc`, otherwise
                                           * NULL */
    const struct ptc_draft_watch *drafts; /* observes drafts; set by `ptcc`, otherwise
                                           * NULL */
} ptc_contract_options;

/*
 * Reads all contracts of a file into `arena`, which owns them. `source`, and what
 * options->load returned, must live as long. `options` may be NULL: format by name, no
 * includes.
 *
 * Returns PTC_ERROR_SYNTAX when there were faults; `diags` has those of all declarations.
 * PTC_ERROR_MEMORY; PTC_ERROR_ARGUMENT for options, or options->read, without a
 * struct_size. `out` then has no items.
 *
 * An included file whose first declaration cannot be read does not count as a contract:
 * the error names it where it is included, and shows none of its content.
 */
PTC_API ptc_status ptc_contracts_read(ptc_arena *arena, const ptc_source *source,
                                      const ptc_contract_options *options,
                                      ptc_diags *diags, ptc_contracts *out);

/* Finds the contract called `name`, where '-' and '_' are the same; NULL when there is
 * none. */
PTC_API const ptc_contract *ptc_contracts_find(const ptc_contracts *contracts,
                                               ptc_str name);

/*
 * Appends the canonical text of a `.sig` source: declarations as rendered, descriptions
 * and lines about fields, includes, and every comment next to its declaration. Statuses
 * are those of ptc_contracts_read; after PTC_ERROR_MEMORY `out` may hold a part of the
 * text.
 */
PTC_API ptc_status ptc_contracts_format(ptc_arena *arena, ptc_text *out,
                                        const ptc_source *source,
                                        const ptc_contract_options *options,
                                        ptc_diags *diags);

PTC_END

#endif
