/* SPDX-License-Identifier: MIT */
/*
 * The reader of JSON Schema. A document is opened once (json_document.c): its values get
 * numbers, their *places*; what it declares, its *items*, is listed: the schema itself or
 * the tools of a list (json_envelopes.c), then every definition that these refer to
 * (json_references.c, json_names.c), some in other documents loaded for it; what
 * dynamic references lead to depends on the way (json_scopes.c). Then each item is
 * drafted. json_schema_keywords.c sorts a schema object into facts, one slot per keyword;
 * read_json_schema.c and the json_schema_*.c files build draft nodes from them;
 * json_alternatives.c finds out whether the alternatives of a oneOf exclude each other.
 *
 * It depends on base, json, edn, regex, walk and normal. Schemas hold schemas, so
 * read_json_schema.c, json_schema_objects.c, json_schema_arrays.c, json_schema_merge.c,
 * json_schema_conditions.c and json_schema_parts.c are one circle; each level of it is
 * one of the JSON text, whose depth is bounded.
 */
#ifndef PTC_JSON_SCHEMA_INT_H
#define PTC_JSON_SCHEMA_INT_H

#include "base/base_int.h"
#include "json/json_int.h"

#include <ptc/schema.h>

/* ORDER KEYWORD: json_schema_keywords */
typedef enum ptc_json_keyword {
    PTC_KEYWORD_TYPE,
    PTC_KEYWORD_NULLABLE,
    PTC_KEYWORD_PROPERTIES,
    PTC_KEYWORD_REQUIRED,
    PTC_KEYWORD_ADDITIONAL,
    PTC_KEYWORD_PATTERN_PROPERTIES,
    PTC_KEYWORD_UNEVALUATED_PROPERTIES,
    PTC_KEYWORD_DEPENDENT_REQUIRED,
    PTC_KEYWORD_DEPENDENT_SCHEMAS,
    PTC_KEYWORD_DEPENDENCIES,
    PTC_KEYWORD_PROPERTY_NAMES,
    PTC_KEYWORD_MIN_PROPERTIES,
    PTC_KEYWORD_MAX_PROPERTIES,
    PTC_KEYWORD_ITEMS,
    PTC_KEYWORD_PREFIX_ITEMS,
    PTC_KEYWORD_ADDITIONAL_ITEMS,
    PTC_KEYWORD_UNEVALUATED_ITEMS,
    PTC_KEYWORD_CONTAINS,
    PTC_KEYWORD_MIN_CONTAINS,
    PTC_KEYWORD_MAX_CONTAINS,
    PTC_KEYWORD_MIN_ITEMS,
    PTC_KEYWORD_MAX_ITEMS,
    PTC_KEYWORD_UNIQUE_ITEMS,
    PTC_KEYWORD_ENUM,
    PTC_KEYWORD_CONST,
    PTC_KEYWORD_FORMAT,
    PTC_KEYWORD_PATTERN,
    PTC_KEYWORD_MIN_LENGTH,
    PTC_KEYWORD_MAX_LENGTH,
    PTC_KEYWORD_MINIMUM,
    PTC_KEYWORD_MAXIMUM,
    PTC_KEYWORD_EXCLUSIVE_MINIMUM,
    PTC_KEYWORD_EXCLUSIVE_MAXIMUM,
    PTC_KEYWORD_MULTIPLE_OF,
    PTC_KEYWORD_REF,
    PTC_KEYWORD_DYNAMIC_REF,
    PTC_KEYWORD_RECURSIVE_REF,
    PTC_KEYWORD_ANY_OF,
    PTC_KEYWORD_ONE_OF,
    PTC_KEYWORD_ALL_OF,
    PTC_KEYWORD_NOT,
    PTC_KEYWORD_IF,
    PTC_KEYWORD_THEN,
    PTC_KEYWORD_ELSE,
    PTC_KEYWORD_DEFAULT,
    PTC_KEYWORD_DESCRIPTION,
    PTC_KEYWORD_TITLE,
    PTC_KEYWORD_COUNT
} ptc_json_keyword;

/* Which draft of JSON Schema a schema is written in, as a set: each is a bit. */
enum {
    PTC_JSON_DRAFT_4 = 1,
    PTC_JSON_DRAFT_6 = 2,
    PTC_JSON_DRAFT_7 = 4,
    PTC_JSON_DRAFT_2019 = 8,
    PTC_JSON_DRAFT_2020 = 16,
    PTC_JSON_DRAFT_NONE = 32,    /* $schema names none: 2020-12, and older spellings */
    PTC_JSON_DRAFT_OPENAPI = 64, /* OpenAPI 3.0: draft 4, and more */
    PTC_JSON_DRAFT_EVERY = 127,
    /* Words next to $ref mean nothing. */
    PTC_JSON_DRAFT_OLD =
        PTC_JSON_DRAFT_4 | PTC_JSON_DRAFT_6 | PTC_JSON_DRAFT_7 | PTC_JSON_DRAFT_OPENAPI
};

/* The types that `type` can name, as a set. */
enum {
    PTC_JSON_NULL = 1,
    PTC_JSON_BOOLEAN = 2,
    PTC_JSON_INTEGER = 4,
    PTC_JSON_NUMBER = 8,
    PTC_JSON_STRING = 16,
    PTC_JSON_ARRAY = 32,
    PTC_JSON_OBJECT = 64,
    PTC_JSON_ALL = 127
};
#define PTC_JSON_NUMERIC    (PTC_JSON_INTEGER | PTC_JSON_NUMBER)
#define PTC_JSON_TYPE_COUNT 7

/* Scopes of a document at most: bits of a number. */
enum { PTC_JSON_SCOPES = 32 };

/* Words without effect that a warning names. */
enum { PTC_JSON_WORDS_NAMED = 8 };

/* A value of the document and the index of its place. */
typedef struct ptc_json_part {
    const ptc_value *value; /* NULL: absent */
    uint32_t place;
} ptc_json_part;

/* A value of the document by its place. */
typedef struct ptc_json_node {
    const ptc_value *value;
    uint32_t parent;    /* of the root: itself */
    uint32_t index;     /* which child of it */
    uint32_t first;     /* of its children, in reader->children */
    uint32_t count;     /* of places in it, itself included */
    uint32_t resource;  /* schemas that were walked: 1 + the resource that they are in */
    uint32_t target;    /* of a resolved $ref: 1 + the place that it leads to */
    uint32_t collected; /* scopes in which its references were listed, as bits */
    bool is_required;   /* a property that says so itself, as in draft 3 */
    bool is_merged;     /* its properties are being read as those of another schema */
} ptc_json_node;

/* A schema with its own address: what its references start from. */
typedef struct ptc_json_resource {
    ptc_str base; /* without a fragment; empty: it has none */
    uint32_t place;
    unsigned draft;   /* PTC_JSON_DRAFT_*, one of them */
    uint32_t anchors; /* 1 + the last of its anchors that scopes decide on; 0: none */
    uint8_t entered[PTC_JSON_SCOPES]; /* by scope: 1 + the one within it; 0: unknown */
} ptc_json_resource;

/* A $dynamicAnchor, or, without a name, a $recursiveAnchor. */
typedef struct ptc_json_anchor {
    ptc_str name;
    uint32_t place;
    uint32_t next; /* 1 + the next one of its resource */
} ptc_json_anchor;

typedef struct ptc_json_scope ptc_json_scope; /* private to json_scopes.c */

/* What a reference leads to: a schema, and the scope that it is read in. */
typedef struct ptc_json_target {
    uint32_t place;
    unsigned scope;
} ptc_json_target;

/* A parameter of an operation, or its body. */
typedef struct ptc_json_parameter {
    ptc_str name;
    ptc_str description;
    uint32_t at;     /* where it is declared */
    uint32_t schema; /* 0: it has none */
    bool is_required;
} ptc_json_parameter;

/* An operation of an OpenAPI document. */
typedef struct ptc_json_operation {
    ptc_json_parameter *parameters;
    size_t count;
    ptc_json_parameter body;
    bool has_body;
    bool is_flat;    /* the body's schema is that of an object whose members are
                      * parameters as well */
    uint32_t result; /* the schema of the result; 0: it is of this type */
    ptc_type result_type;
} ptc_json_operation;

/* What a document declares: a type, or a function with parameters and a result. */
typedef struct ptc_json_item {
    ptc_str name;        /* no other one of the document has it, whatever the case */
    ptc_str description; /* of a tool, which its envelope has */
    uint32_t place;      /* of the schema; of a tool, that of its parameters, 0: none */
    uint32_t output;     /* of a tool, the schema of its result, 0: none */
    uint32_t at;         /* where it is declared */
    unsigned scope;      /* that it is read in */
    uint32_t same; /* 1 + the number of the item for the same place in another one */
    bool is_tool;
    bool is_definition;                  /* something refers to it */
    const ptc_json_operation *operation; /* a tool that is one; else NULL */
    ptc_draft_ref target; /* to be set before drafting: what references lead to */
} ptc_json_item;

/* A default that waits until all types are known. */
typedef struct ptc_json_default {
    ptc_draft_ref ref;
    ptc_json_part given;
} ptc_json_default;

/* How a document is read. */
typedef struct ptc_json_how {
    bool is_included;          /* by another file */
    bool is_lenient;           /* as ptc_read_options says */
    bool implies_types;        /* keywords imply the type that they are about */
    bool annotates_formats;    /* date-time says nothing as well */
    bool casts;                /* inputs are converted as PTC_NODE_CASTS says */
    const ptc_str *operations; /* as ptc_contract_options says */
    size_t operation_count;

    /* Loads the document at an address, which a value of reader->diags->source at `span`
     * leads to; NULL: there is none, or it cannot be read, which then was reported. */
    const ptc_source *(*refer)(void *user, ptc_str address, ptc_span span);
    void *user;
} ptc_json_how;

/* A document: that which is read, and those that references lead to. */
typedef struct ptc_json_document {
    const ptc_source *source;
    const ptc_json_place *places; /* of its values */
    const ptc_span *keys;         /* of its values; NULL: `source` is JSON, which shows */
    uint32_t first;               /* the place of its whole */
    uint32_t end;                 /* after the last one */
} ptc_json_document;

/* A document that is being read. */
typedef struct ptc_json_schema {
    ptc_arena *arena;
    ptc_diags *diags;
    const ptc_source *source;
    ptc_json_how how;
    ptc_draft *draft;   /* where items are drafted */
    ptc_value document; /* the first one, whose whole has place 0 */
    ptc_json_document *documents;
    size_t document_count;
    size_t document_capacity;
    ptc_json_node *nodes; /* by place */
    uint32_t *children;   /* places, those of one collection side by side */
    uint32_t place_count;
    uint32_t place_capacity;
    uint32_t child_count;
    ptc_names missing; /* addresses of documents that are not there */
    bool has_envelope; /* the items are tools, or the format of a response */
    bool is_api;       /* an OpenAPI document */
    bool has_others;   /* a keyword asks for keys or elements that others do not check:
                        * everything that checks one has to be visible, even if it accepts
                        * any value */
    ptc_json_resource *resources;
    size_t resource_count;
    size_t resource_capacity;
    ptc_json_anchor *anchors;
    size_t anchor_count;
    size_t anchor_capacity;
    ptc_json_scope *scopes;
    unsigned scope_count;
    unsigned scope;      /* of what is being looked at */
    unsigned merges;     /* objects that are being merged, each within the one before */
    size_t merged;       /* places in all that was merged */
    ptc_names addresses; /* of resources and anchors, to places */
    ptc_json_item *items;
    size_t count;
    size_t capacity;
    size_t *steps;     /* that looking at alternatives took */
    uint32_t *item_of; /* by place: 1 + the number of the item, 0: none */
    ptc_names taken;   /* names of items in lower case */
    ptc_json_default *defaults;
    size_t default_count;
    size_t default_capacity;
    ptc_str words[PTC_JSON_WORDS_NAMED]; /* those without effect */
    size_t word_count;
    bool has_more_words;
    uint32_t word_place; /* of the first */
} ptc_json_schema;

typedef struct ptc_json_facts {
    ptc_json_part self;
    ptc_json_part at[PTC_KEYWORD_COUNT];
    unsigned draft;                      /* PTC_JSON_DRAFT_* */
    unsigned types;                      /* that all values have; 0: not known here */
    unsigned known;                      /* likewise, because of what is around */
    unsigned meant;                      /* types 0: those that keywords here are about */
    unsigned order[PTC_JSON_TYPE_COUNT]; /* the types but null, as written */
    unsigned order_count;
    bool is_named; /* the types are those of `type` */
} ptc_json_facts;

/* The types that all values of a schema have, for the schemas that check the same value;
 * 0: not known. */
PTC_INLINE unsigned ptc_json_facts_known(const ptc_json_facts *facts)
{
    return facts->types != 0 ? facts->types : facts->known;
}

/* --- read_json_schema.c: for readers of files --------------------------------------- */

/*
 * Opens the document in `source` and lists its items; false after a fault, which is in
 * `diags`, or when memory was refused, which shows in the arena. [signature 13]
 */
bool ptc_json_schema_open(ptc_json_schema *reader, ptc_arena *arena, ptc_diags *diags,
                          const ptc_source *source, ptc_str name,
                          const ptc_json_how *how);

/* A schema in data that another reader has read. */
typedef struct ptc_json_given {
    const ptc_value *value;       /* the data, as of JSON; in the arena */
    const ptc_json_place *places; /* where its values are, from ptc_json_places */
    const ptc_span *keys;         /* and their keys, by place */
    uint32_t place;               /* of the schema in it, not 0 */
    bool is_type;                 /* what refers to the whole is led to item 0 */
} ptc_json_given;

/* The same of such a schema. Item 0 is a tool whose parameters it is. */
bool ptc_json_schema_open_given(ptc_json_schema *reader, ptc_arena *arena,
                                ptc_diags *diags, const ptc_source *source, ptc_str name,
                                const ptc_json_how *how, const ptc_json_given *given);

/* Drafts an item: a FUNCTION for a tool, else the bare type. 0 after an error. The
 * targets of all items are set. */
ptc_draft_ref ptc_json_schema_draft(ptc_json_schema *reader, ptc_draft *draft,
                                    const ptc_json_item *item);

/* Checks defaults and reports words without effect, once all items are drafted. */
void ptc_json_schema_close(ptc_json_schema *reader);

/* --- json_document.c ---------------------------------------------------------------- */

/* Reads the text and numbers its values. */
bool ptc_json_document_read(ptc_json_schema *reader, const ptc_source *source);

/* Numbers the values of data that was read. */
bool ptc_json_document_take(ptc_json_schema *reader, const ptc_source *source,
                            const ptc_json_given *given);

/* The document that a place is in. */
const ptc_json_document *ptc_json_document_of(const ptc_json_schema *reader,
                                              uint32_t place);

/* The span of a place; diagnostics are from now on of its document. */
ptc_span ptc_json_schema_span(const ptc_json_schema *reader, uint32_t place);

/* The same of its key, if it has one. */
ptc_span ptc_json_schema_key_span(const ptc_json_schema *reader, uint32_t place);

/* "/properties/limit", for the message of a fault. Only faults that will be stored pay
 * for it: for others it is empty. */
const char *ptc_json_schema_pointer(const ptc_json_schema *reader, uint32_t target,
                                    ptc_severity severity);

/* Reports that the value at `place` is not one that its keyword may have. */
ptc_diag *ptc_json_schema_refuse(const ptc_json_schema *reader, uint32_t place,
                                 const char *wanted);

/* The same of a keyword that is not read, with what to write instead. */
void ptc_json_schema_unread(const ptc_json_schema *reader, uint32_t place,
                            const char *hint);

/* Warns of the spelling of an older draft at a place, unless the schema names its draft;
 * the hint says what to write instead. */
void ptc_json_schema_older(const ptc_json_schema *reader, const ptc_json_facts *facts,
                           uint32_t place, const char *hint);

/* A loss: a warning `why` at a place. */
void ptc_json_schema_lose(const ptc_json_schema *reader, ptc_diag_code code,
                          uint32_t place, const char *why);

/* The place of the sibling after a place; the first child of one is the next place. */
PTC_INLINE uint32_t ptc_json_schema_next(const ptc_json_schema *reader, uint32_t place)
{
    return place + reader->nodes[place].count;
}

PTC_INLINE ptc_json_part ptc_json_schema_part(const ptc_json_schema *reader,
                                              uint32_t place)
{
    ptc_json_part part = {reader->nodes[place].value, place};

    return part;
}

/* Element or member `index` of the collection at a place. */
PTC_INLINE uint32_t ptc_json_schema_child_at(const ptc_json_schema *reader,
                                             uint32_t place, uint32_t index)
{
    return reader->children[reader->nodes[place].first + index];
}

/* The member `key` of the object at a place; value NULL: it has none, or is none. */
ptc_json_part ptc_json_schema_member(const ptc_json_schema *reader, uint32_t place,
                                     ptc_str key);

/* The key of a place whose parent is an object. */
ptc_str ptc_json_schema_key(const ptc_json_schema *reader, uint32_t place);

/* --- json_address.c ----------------------------------------------------------------- */

/* What `reference` means from `base`, both without a fragment: RFC 3986, 5.2. */
ptc_str ptc_json_address_resolve(ptc_arena *arena, ptc_str base, ptc_str reference);

/* The text in front of '#', and what is after it. */
void ptc_json_address_split(ptc_str address, ptc_str *head, ptc_str *fragment);

/* A fragment with its %-escapes resolved; ptr NULL: one is malformed. */
ptc_str ptc_json_address_decode(ptc_arena *arena, ptc_str fragment);

/* --- json_references.c -------------------------------------------------------------- */

/* Records the addresses and anchors of all schemas under a root. */
void ptc_json_schema_walk_root(ptc_json_schema *reader, uint32_t place);

/* Whether `place` holds what a reference may lead to. */
typedef enum ptc_json_found {
    PTC_JSON_FOUND,
    PTC_JSON_ELSEWHERE, /* in its own document */
    PTC_JSON_NOWHERE,
    PTC_JSON_MALFORMED,
} ptc_json_found;

/* The schema that the value of a $ref, at `part`, leads to. */
ptc_json_found ptc_json_schema_resolve(const ptc_json_schema *reader, ptc_json_part part,
                                       uint32_t *place);

/* The number of the resource that the schema at a place is in. */
uint32_t ptc_json_schema_resource_at(const ptc_json_schema *reader, uint32_t place);

/* The item that a reference leads to; NULL: none. */
const ptc_json_item *ptc_json_schema_item_of(const ptc_json_schema *reader,
                                             ptc_json_target target);

/* The PTC_JSON_DRAFT_* that the schema at a place is written in. */
unsigned ptc_json_schema_draft_at(const ptc_json_schema *reader, uint32_t place);

/* Whether words next to the $ref of the schema at a place mean nothing. */
bool ptc_json_schema_ignores_beside(const ptc_json_schema *reader, uint32_t place);

/* Lists everything that the items refer to, as items after them. */
void ptc_json_schema_list_definitions(ptc_json_schema *reader);

/* --- json_names.c ------------------------------------------------------------------- */

/* What an item is named after. */
typedef enum ptc_json_naming {
    PTC_JSON_NAMES_FILE, /* as it is called, whatever signs are in it */
    PTC_JSON_NAMES_TOOL,
    PTC_JSON_NAMES_TYPE,
} ptc_json_naming;

/* A new item, called `wanted` or nearly so; NULL when memory was refused. */
ptc_json_item *ptc_json_schema_add_item(ptc_json_schema *reader, ptc_str wanted,
                                        ptc_json_naming naming);

/* Gives the whole a name that references can have, if there are any to it. */
void ptc_json_names_settle(ptc_json_schema *reader);

/* --- json_scopes.c ------------------------------------------------------------------ */

/* Records the anchor of a schema in a resource. */
void ptc_json_scope_note(ptc_json_schema *reader, uint32_t place, uint32_t resource,
                         ptc_str name);

/* The scope that a schema is in which is reached from another one. */
unsigned ptc_json_scope_enter(ptc_json_schema *reader, unsigned from, uint32_t place);

/* The schema that the reference at `part`, the value of a keyword, leads to from the
 * scope of the reader. */
ptc_json_found ptc_json_scope_resolve(ptc_json_schema *reader, unsigned keyword,
                                      ptc_json_part part, ptc_json_target *out);

/* --- json_envelopes.c --------------------------------------------------------------- */

/* Lists the tools of a tool list, one tool, or a response format; false: the document is
 * none of these. */
bool ptc_json_envelope_list(ptc_json_schema *reader);

/* The member `key` of the object at a place; value NULL: it has none of that kind. */
ptc_json_part ptc_json_envelope_member(const ptc_json_schema *reader, uint32_t place,
                                       const char *key, ptc_kind kind);

/* The same as text; empty: there is none. */
ptc_str ptc_json_envelope_text(const ptc_json_schema *reader, uint32_t place,
                               const char *key);

/* --- json_openapi.c ----------------------------------------------------------------- */

/* Lists the operations and schemas of an OpenAPI document, or refuses what is nearly one;
 * false: it is none. */
bool ptc_json_openapi_list(ptc_json_schema *reader);

/* The object that the one at a place leads to by its $ref, or itself; 0 after a fault. */
uint32_t ptc_json_openapi_follow(const ptc_json_schema *reader, uint32_t place);

/* Whether a word of a schema is one of OpenAPI that demands nothing. */
bool ptc_json_openapi_is_silent(ptc_str word);

/* --- json_operations.c -------------------------------------------------------------- */

/* What the operation at a place, which is in the path item `around`, takes and gives;
 * NULL when memory was refused. */
const ptc_json_operation *ptc_json_operation_find(ptc_json_schema *reader, uint32_t place,
                                                  uint32_t around);

/* Drafts the function of an item that is an operation. */
ptc_draft_ref ptc_json_operation_draft(ptc_json_schema *reader,
                                       const ptc_json_item *item);

/* --- json_schema_keywords.c --------------------------------------------------------- */

/* Equal. Words of a table differ in their first letter from most others. */
PTC_INLINE bool ptc_json_is_word(ptc_str name, const char *word)
{
    return name.len > 0 && name.ptr[0] == *word && ptc_str_equal(name, ptc_str_of(word));
}

/* What a keyword says where its schemas are. ORDER HOLDS */
typedef enum ptc_json_holds {
    PTC_JSON_HOLDS_NONE,
    PTC_JSON_HOLDS_SCHEMA,
    PTC_JSON_HOLDS_LIST,   /* an array of schemas */
    PTC_JSON_HOLDS_MAP,    /* an object of schemas */
    PTC_JSON_HOLDS_EITHER, /* a schema or an array of schemas */
} ptc_json_holds;

ptc_json_holds ptc_json_keyword_holds(ptc_str name, unsigned draft);

/* Whether the keyword in a slot of facts means something in a draft. */
bool ptc_json_keyword_is_of(unsigned keyword, unsigned draft);

/* Whether a schema has a word that every reader of JSON Schema knows. */
bool ptc_json_schema_is_any(const ptc_value *schema);

/* The keyword that a word without effect may have been meant for, or NULL. */
const char *ptc_json_keyword_near(ptc_str word);

/* Fills facts->at; NULL slots are absent keywords. Reports nothing. */
void ptc_json_schema_collect(const ptc_json_schema *reader, ptc_json_facts *facts);

/* Sorts the members of the schema object facts->self into facts, its types included;
 * refuses keywords that are not supported, and warns of those without effect. `known` are
 * the types that the value has because of what is around, 0: unknown. */
void ptc_json_schema_sort(ptc_json_schema *reader, ptc_json_facts *facts, unsigned known);

/* Whether the schema, an object, has the types of the enclosing schemas. */
bool ptc_json_schema_takes_known(const ptc_json_schema *reader, ptc_json_part schema);

/* The types that the `type` at a part names, without reporting; 0: none. */
unsigned ptc_json_schema_types_at(ptc_json_part part);

/* Whether a slot of facts has a keyword that only values of some types heed. */
bool ptc_json_keyword_is_typed(unsigned keyword);

/* The types that a value belongs to. */
unsigned ptc_json_schema_types_of(const ptc_value *value);

/* --- json_spellings.c --------------------------------------------------------------- */

/* The type that a word of another language means; empty: any; NULL: it means none. */
const char *ptc_json_spelling_type(ptc_str name);

/* Refuses other programs' words in the schema at `place`, or turns them into JSON Schema
 * words when the reader is lenient. */
void ptc_json_spellings_settle(ptc_json_schema *reader, uint32_t place);

/* --- json_schema_words.c ------------------------------------------------------------ */

/* Whether a schema has a word that demands something and is not read. */
bool ptc_json_schema_has_unread(const ptc_json_schema *reader, ptc_json_part schema);

/* Whether a word only says what a schema is called or belongs to. */
bool ptc_json_word_is_silent(ptc_str name);

/* Refuses or records a member of a schema that is not read. */
void ptc_json_schema_word(ptc_json_schema *reader, ptc_str name, uint32_t place);

/* Reports the words without effect that were noted. */
void ptc_json_schema_tell_words(const ptc_json_schema *reader);

/* --- json_alternatives.c ------------------------------------------------------------ */

/* Whether no value of the `known` types (0: of any) can satisfy two of the schemas in the
 * list. */
bool ptc_json_alternatives_exclude(const ptc_json_schema *reader, ptc_json_part list,
                                   unsigned known);

/* The types that values of the schema at a part can have, references followed; all, where
 * that takes too long to see. */
unsigned ptc_json_schema_all_types(const ptc_json_schema *reader, ptc_json_part schema);

/* --- read_json_schema.c ------------------------------------------------------------- */

/* Drafts the schema at a part; see ptc_json_schema_sort for `known`. */
ptc_draft_ref ptc_json_schema_read(ptc_json_schema *reader, ptc_json_part self,
                                   unsigned known, bool is_property);

/* The schema of parameters: that of an object, if a reference leads to it. */
ptc_json_part ptc_json_schema_parameters(const ptc_json_schema *reader, uint32_t place);

/* The function of an item; 0: a part of it is at fault. */
ptc_draft_ref ptc_json_schema_function(const ptc_json_schema *reader,
                                       const ptc_json_item *item, ptc_draft_ref inputs,
                                       ptc_draft_ref output);

ptc_draft_ref ptc_json_schema_node(const ptc_json_schema *reader, ptc_type type,
                                   uint32_t place);

/* The same as a child of `parent`. */
ptc_draft_ref ptc_json_schema_child(const ptc_json_schema *reader, ptc_draft_ref parent,
                                    ptc_type type, uint32_t place);

/* A type without values. */
ptc_draft_ref ptc_json_schema_never(const ptc_json_schema *reader, uint32_t place);

/* A conjunction in the making: a single part becomes no conjunction. */
typedef struct ptc_json_all {
    uint32_t place;
    ptc_draft_ref only;  /* the first part */
    ptc_draft_ref whole; /* the conjunction of several; 0: there is none yet */
} ptc_json_all;

/* Adds a part; 0: nothing happens. */
void ptc_json_all_add(const ptc_json_schema *reader, ptc_json_all *all,
                      ptc_draft_ref part);

/* Adds a new node; returns it. */
ptc_draft_ref ptc_json_all_child(const ptc_json_schema *reader, ptc_json_all *all,
                                 ptc_type type, uint32_t place);

/* The node for all parts: ANY when there is none. */
ptc_draft_ref ptc_json_all_end(const ptc_json_schema *reader, const ptc_json_all *all);

/* No value of a type, and every value of other types. */
ptc_draft_ref ptc_json_schema_none_of(const ptc_json_schema *reader, ptc_type type,
                                      uint32_t place);

/* --- json_schema_scalars.c ---------------------------------------------------------- */

ptc_draft_ref ptc_json_schema_number(const ptc_json_schema *reader,
                                     const ptc_json_facts *facts, ptc_type type);
/* Whether the facts are those of a decimal: "type": "string", "format": "decimal". One
 * may also be an integer, so only a string has to be asked for; and it has the limits of
 * numbers. */
bool ptc_json_schema_is_decimal(const ptc_json_schema *reader,
                                const ptc_json_facts *facts);
ptc_draft_ref ptc_json_schema_string(const ptc_json_schema *reader,
                                     const ptc_json_facts *facts);

/* The least and the greatest count that two keywords say; false after a fault. */
bool ptc_json_schema_counts(const ptc_json_schema *reader, const ptc_json_facts *facts,
                            ptc_json_keyword low, ptc_json_keyword high,
                            ptc_interval *out);

/* --- json_schema_pattern.c ---------------------------------------------------------- */

/* Compiles a pattern of ECMAScript; returns what is wrong with it, or NULL. After refused
 * memory that is also NULL; the arena shows it. */
const char *ptc_json_pattern_compile(ptc_arena *arena, ptc_str text, ptc_pattern *out);

/* The same of the pattern at a part, into a node. */
void ptc_json_schema_pattern(const ptc_json_schema *reader, ptc_json_part part,
                             ptc_draft_ref ref);

/* --- json_schema_arrays.c ----------------------------------------------------------- */

ptc_draft_ref ptc_json_schema_array(ptc_json_schema *reader, const ptc_json_facts *facts);

/* --- json_schema_objects.c ---------------------------------------------------------- */

ptc_draft_ref ptc_json_schema_object(ptc_json_schema *reader,
                                     const ptc_json_facts *facts);

/* Whether a schema admits every value: absent, true or {}. */
bool ptc_json_schema_is_open(ptc_json_part part);

/* Appends the drafted schema of a property to the map `parent`. */
void ptc_json_schema_add_property(const ptc_json_schema *reader, ptc_draft_ref parent,
                                  ptc_draft_ref property, ptc_str name, bool is_required);

/* --- json_schema_merge.c ------------------------------------------------------------ */

/* One map for an object whose conditions are in several schemas, its own and those in
 * allOf; 0: they are not all of that kind. */
ptc_draft_ref ptc_json_schema_merge(ptc_json_schema *reader, const ptc_json_facts *facts);

/* --- json_schema_parts.c ------------------------------------------------------------ */

/* Members that satisfy `own`, which may be 0; of an enum or a const. */
ptc_draft_ref ptc_json_schema_members(ptc_json_schema *reader,
                                      const ptc_json_facts *facts, ptc_draft_ref own);

/* Refuses a reference, of which `found` was the outcome. */
void ptc_json_schema_fault_reference(const ptc_json_schema *reader, ptc_json_part part,
                                     ptc_json_found found);

/* Appends what $ref, anyOf, oneOf and allOf demand to the conjunction `whole`. */
void ptc_json_schema_demands(ptc_json_schema *reader, const ptc_json_facts *facts,
                             ptc_json_all *whole);

/* --- json_schema_conditions.c ------------------------------------------------------- */

/* Appends what not, if and unevaluated... demand to the conjunction `whole`. */
void ptc_json_schema_conditions(ptc_json_schema *reader, const ptc_json_facts *facts,
                                ptc_json_all *whole);

/* Appends to the conjunction `whole` the conditions on keys and values of an object that
 * are not properties: patternProperties, additionalProperties next to these, dependent...
 */
void ptc_json_schema_key_conditions(ptc_json_schema *reader, const ptc_json_facts *facts,
                                    ptc_json_all *whole);

/* The type of keys that match pattern `index` of patternProperties. */
ptc_draft_ref ptc_json_schema_key_pattern(const ptc_json_schema *reader,
                                          ptc_json_part patterns, uint32_t index);

/* A conjunct that demands the name at a place as a key of maps. */
ptc_draft_ref ptc_json_schema_demand_key(const ptc_json_schema *reader, ptc_str name,
                                         uint32_t place);

#endif
