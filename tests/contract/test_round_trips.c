/* SPDX-License-Identifier: MIT */
/*
 * Contracts in another form and back: signatures, Malli, JSON Schema. Signatures and
 * Malli give the same contract; JSON Schema gives one that checks as JSON Schema means
 * the first (support/json_meaning.h), in both drafts, unless the writer said what is
 * lost. Random schemas, and all contracts of the project. That random schemas survive
 * signatures and Malli is shown in tests/schema/test_property.c. [validation 12, 13;
 * emitters 2, 10]
 */
#include <criterion/criterion.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "json_meaning.h"
#include "random_schema.h"

#include <ptc/contract.h>
#include <ptc/files.h>
#include <ptc/json_schema.h>

enum { SCHEMAS = 3000, VALUES = 12 };

static bool accepts(const ptc_schema *schema, ptc_direction direction,
                    const ptc_value *value)
{
    ptc_walk_options walk = {.struct_size = sizeof walk,
                             .direction = direction,
                             .boundary = PTC_BOUNDARY_JSON};

    return ptc_schema_validate(schema, value, &walk, NULL) == PTC_OK;
}

static void count_loss(uint32_t node, ptc_str what, void *user)
{
    unsigned *losses = user;

    (void)node;
    (void)what;
    ++*losses;
}

/* --- There and back ----------------------------------------------------------------- */

typedef struct trip {
    ptc_arena arena;
    test_random random;
    ptc_json_schema_options options;
    unsigned losses;
    ptc_text text;     /* the form in between */
    ptc_str document;  /* that is checked otherwise */
    const char *fault; /* NULL: none */
    unsigned schemas;  /* that lost nothing */
    unsigned lossy;
    unsigned unread;
    unsigned named; /* signatures that say all */
    unsigned same;  /* that are the same contract afterwards */
    unsigned judged;
    unsigned accepted;
} trip;

static void start(trip *t, const char *name, uint64_t seed)
{
    memset(t, 0, sizeof *t);
    ptc_arena_init(&t->arena, NULL, 0);
    t->random = test_random_start(name, seed);
    t->options.struct_size = sizeof t->options;
    t->options.lose = count_loss;
    t->options.user = &t->losses;
}

/* What is wrong with what was written; NULL for what validators read and we do not: types
 * without a value, conditions on keys that are not strings, defaults that are not
 * doubles.
 */
static const char *unread(trip *t, const ptc_diags *diags)
{
    static const char *const known[] = {"named types in a circle without an end",
                                        "unsupported keyword \"propertyNames\"",
                                        "the default of"};
    const char *message = "";

    for (size_t i = diags->count; i-- > 0;) {
        if (diags->items[i].severity == PTC_SEVERITY_ERROR)
            message = test_cstr(diags->items[i].message);
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strncmp(message, known[i], strlen(known[i])) == 0) {
            t->unread++;
            return NULL;
        }
    }
    return message;
}

/* Writes the schema as JSON Schema and reads that; false when there are losses, or a
 * fault. */
static bool through_json_schema(trip *t, const ptc_schema *schema, ptc_schema *again)
{
    static const ptc_contract_options json = {.struct_size = sizeof json,
                                              .format = PTC_CONTRACT_JSON_SCHEMA};
    ptc_source *source = ptc_arena_array(&t->arena, 1, sizeof *source);
    ptc_contracts contracts;
    ptc_diags diags;

    t->losses = 0;
    ptc_text_init(&t->text, &t->arena);
    if (ptc_schema_write_json_schema(&t->text, schema, &t->options) != PTC_OK) {
        t->fault = "not written";
        return false;
    }
    *source = (ptc_source){PTC_STR("written"), ptc_text_view(&t->text)};
    ptc_diags_init(&diags, &t->arena);
    diags.source = source;
    if (ptc_contracts_read(&t->arena, source, &json, &diags, &contracts) != PTC_OK) {
        t->fault = unread(t, &diags);
        return false;
    }
    *again = contracts.items[0].schema;
    again->root = ptc_schema_root(again)->first + 1;
    t->lossy += t->losses > 0;
    return t->losses == 0;
}

/* The same text again: what was read is written as it was. */
static void write_again(trip *t, const ptc_schema *again)
{
    ptc_json_schema_options options = t->options;
    ptc_text text;

    options.direction = PTC_DIRECTION_DEFAULT;
    ptc_text_init(&text, &t->arena);
    if (ptc_schema_write_json_schema(&text, again, &options) != PTC_OK)
        t->fault = "not written again";
    else
        t->same += ptc_str_equal(ptc_text_view(&text), ptc_text_view(&t->text));
}

/* Whether a schema is checked otherwise once it was written as JSON Schema. */
static bool json_schema_fails(const ptc_schema *schema, void *user)
{
    trip *t = user;
    test_random random = {.state = ptc_schema_hash(schema)};
    ptc_direction direction = t->options.direction;
    ptc_schema meaning;
    ptc_schema again;

    t->fault = NULL;
    if (!through_json_schema(t, schema, &again))
        return t->fault != NULL;
    t->schemas++;
    write_again(t, &again);
    test_json_meaning(&t->arena, schema, false, &meaning);
    for (unsigned i = 0; i < VALUES && t->fault == NULL; i++) {
        ptc_value value = random_value(&random, &t->arena, schema);
        bool is_accepted;

        if (!test_as_json(&t->arena, &value, &t->document, &value) ||
            test_keys_mean_otherwise(schema, &value))
            continue;
        is_accepted = accepts(&meaning, direction, &value);
        t->judged++;
        t->accepted += is_accepted;
        if (accepts(&again, PTC_OUTPUT, &value) != is_accepted)
            t->fault = is_accepted ? "was accepted" : "was not accepted";
    }
    return t->fault != NULL;
}

static void report(trip *t, const ptc_schema *schema)
{
    ptc_text malli;

    ptc_text_init(&malli, &t->arena);
    ptc_schema_write_malli(&malli, schema, NULL);
    cr_expect(false, "%s: %s\n  contract: %s\n  written: %s", t->fault,
              test_cstr(t->document), test_cstr(ptc_text_view(&malli)),
              test_cstr(ptc_text_view(&t->text)));
}

static void end(trip *t, const char *name)
{
    fprintf(stderr,
            "round_trips: %s: %u schemas, %u with losses, %u not read; %u texts stay the "
            "same; %u values, %u accepted\n",
            name, t->schemas, t->lossy, t->unread, t->same, t->judged, t->accepted);
    ptc_arena_free(&t->arena);
}

static void hold(const char *name, uint64_t seed, ptc_json_schema_version version)
{
    unsigned found = 0;
    trip t;

    start(&t, name, seed);
    t.options.version = version;
    t.options.direction = PTC_OUTPUT;
    for (unsigned i = 0; i < test_rounds(SCHEMAS) && found < 40; i++) {
        ptc_schema schema;
        ptc_schema small;

        ptc_arena_reset(&t.arena);
        random_schema(&t.random, &t.arena, 2 + i % 40, false, &schema);
        if (!json_schema_fails(&schema, &t))
            continue;
        found++;
        shrink_schema(&t.arena, &schema, json_schema_fails, &t, &small);
        json_schema_fails(&small, &t);
        report(&t, &small);
    }
    cr_expect(t.judged > t.schemas * 5 && t.accepted > t.judged / 5 &&
              t.accepted < t.judged * 9 / 10);
    end(&t, name);
}

/* M495 */
Test(round_trips, random_types_keep_their_meaning_in_json_schema)
{
    hold("round_trips/json-schema", 1, PTC_JSON_SCHEMA_2020_12);
}

Test(round_trips, random_types_keep_their_meaning_in_draft_7)
{
    hold("round_trips/draft-7", 2, PTC_JSON_SCHEMA_7);
}

/* --- Contracts of the project ------------------------------------------------------- */

static void show_faults(const char *path, const ptc_diags *diags)
{
    for (size_t i = 0; i < diags->count; i++)
        fprintf(stderr, "%s: %s\n", path, test_cstr(diags->items[i].message));
}

/* Whether a signature calls types by name, which other declarations say. */
static bool names_types(const ptc_schema *schema)
{
    for (uint32_t i = 0; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];

        if (node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY ||
            (node->extra != NULL && node->extra->named_type.len > 0))
            return true;
    }
    return false;
}

/* Whether a text calls a type that is too large to be written where it is used. */
static bool names_large_type(const ptc_diags *diags)
{
    return diags->count > 0 && strncmp(test_cstr(diags->items[0].message),
                                       "unknown schema", strlen("unknown schema")) == 0;
}

/* A contract written and read again as Malli, or as a signature. */
static bool read_back(trip *t, const char *path, const ptc_schema *schema, bool is_malli,
                      ptc_text *text, ptc_schema *again)
{
    ptc_render_options names = {.struct_size = sizeof names, .malli_names = true};
    ptc_source *source = ptc_arena_array(&t->arena, 1, sizeof *source);
    ptc_diags diags;
    ptc_status status;

    ptc_text_init(text, &t->arena);
    ptc_diags_init(&diags, &t->arena);
    status = is_malli ? ptc_schema_write_malli(text, schema, &names)
                      : ptc_schema_write_signature(text, schema, NULL);
    cr_assert(status == PTC_OK);
    *source = (ptc_source){PTC_STR("text"), ptc_text_view(text)};
    status = is_malli ? ptc_malli_read(&t->arena, source, NULL, &diags, again)
                      : ptc_signature_read(&t->arena, source, NULL, &diags, again);
    if (status != PTC_OK && names_large_type(&diags))
        return false;
    if (status != PTC_OK)
        show_faults(path, &diags);
    cr_expect(status == PTC_OK, "%s: %s", path, text->ptr);
    return status == PTC_OK;
}

/* As Malli and as a signature: the same contract, and the same text. */
static void through_both(trip *t, const char *path, const ptc_schema *schema)
{
    ptc_schema again[2];
    ptc_text text[3];

    if (!read_back(t, path, schema, true, &text[0], &again[0]))
        return;
    cr_expect(ptc_schema_equal(schema, &again[0]), "%s: as Malli: %s", path, text[0].ptr);
    if (names_types(schema) || !read_back(t, path, &again[0], false, &text[1], &again[1]))
        return;
    t->named++;
    cr_expect(ptc_schema_equal(schema, &again[1]), "%s: as a signature: %s", path,
              text[1].ptr);
    read_back(t, path, &again[1], false, &text[2], &again[0]);
    cr_expect(ptc_str_equal(ptc_text_view(&text[1]), ptc_text_view(&text[2])),
              "%s:\n  %s\n  %s", path, text[1].ptr, text[2].ptr);
}

/* Whether a value has to come from a host's context. */
static bool takes_context(const ptc_schema *schema)
{
    for (uint32_t i = schema->root; i < schema->count; i++) {
        if ((schema->nodes[i].flags & PTC_NODE_CONTEXT) != 0)
            return true;
    }
    return false;
}

/* The parts of a contract as JSON Schema, in both drafts. */
static void through_drafts(trip *t, const char *path, const ptc_contract *contract)
{
    const ptc_schema_node *root = ptc_schema_root(&contract->schema);
    ptc_schema part = contract->schema;

    for (uint32_t i = 0; i < 4; i++) {
        part.root = root->first + i % 2;
        t->options.version = (ptc_json_schema_version)(i / 2);
        t->options.direction = i % 2 == 0 ? PTC_INPUT : PTC_OUTPUT;
        if (i % 2 == 0 && (part.nodes[part.root].count == 0 || takes_context(&part)))
            continue;
        if (json_schema_fails(&part, t)) {
            cr_log_error("%s", path);
            report(t, &part);
        }
    }
}

static void trip_file(trip *t, const char *path)
{
    ptc_source source = {ptc_str_of(path), test_read_file(path)};
    ptc_contract_options options = {
        .struct_size = sizeof options, .load = ptc_files_load, .user = NULL};
    ptc_contracts contracts;
    ptc_files *files;
    ptc_diags diags;

    ptc_arena_reset(&t->arena);
    ptc_diags_init(&diags, &t->arena);
    cr_assert(ptc_files_make(&t->arena, NULL, &files) == PTC_OK);
    options.user = files;
    if (ptc_contracts_read(&t->arena, &source, &options, &diags, &contracts) != PTC_OK) {
        t->unread++; /* it needs types that a host declares */
        return;
    }
    for (size_t i = 0; i < contracts.count; i++) {
        through_both(t, path, &contracts.items[i].schema);
        through_drafts(t, path, &contracts.items[i]);
    }
    free((void *)(uintptr_t)source.text.ptr);
}

Test(round_trips, contracts_of_the_project) /* M495 */
{
    static const char *const patterns[] = {
        "examples/*/*.sig",
        "tests/golden/*.sig",
        "tests/golden/*.malli.edn",
        "bench/*.malli.edn",
        "tests/emitted/variants/*.sig",
        "tests/generator/contracts/*",
    };
    unsigned files = 0;
    trip t;

    start(&t, "round_trips/project", 3);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        char pattern[512];
        glob_t found;

        snprintf(pattern, sizeof pattern, "%s/%s", getenv("PTC_ROOT"), patterns[i]);
        if (glob(pattern, 0, NULL, &found) != 0)
            continue;
        for (size_t k = 0; k < found.gl_pathc; k++, files++)
            trip_file(&t, found.gl_pathv[k]);
        globfree(&found);
    }
    fprintf(stderr, "round_trips: %u files, %u not read, %u signatures\n", files,
            t.unread, t.named);
    cr_expect(t.named >= 20);
    cr_expect(files - t.unread >= 36, "%u files, %u not read", files, t.unread);
    end(&t, "the project");
}

/* --- Schemas of strangers ----------------------------------------------------------- */

typedef struct stranger {
    const char *schema;   /* with ' for " */
    const char *accepted; /* values, a line each */
    const char *refused;  /* likewise */
} stranger;

#define NODE                                                                             \
    "'$defs':{'node':{'type':'object','properties':{'next':{'$ref':'#/$defs/node'}}}}"

/* Each stays so after it was written and read again. */
static const stranger strangers[] = {
    /* A root that may be null, of a type that contains itself. */
    {"{'anyOf':[{'$ref':'#/$defs/node'},{'type':'null'}]," NODE "}",
     "null\n{}\n{'next':{'next':{}}}", "1\n{'next':null}"},
    {"{'$ref':'#/$defs/maybe','$defs':{'maybe':{'oneOf':[{'type':'null'},{'$ref':'#/"
     "$defs/"
     "pair'}]},'pair':{'type':'object','properties':{'a':{'$ref':'#/$defs/maybe'},'b':"
     "{'$ref':'#/$defs/maybe'}},'required':['a']}}}",
     "null\n{'a':null}\n{'a':{'a':null,'b':null}}", "{}\n{'a':1}\n{'a':{}}"},
    /* A type that extends itself in a property, as FastAPI writes it. */
    {"{'$schema':'http://json-schema.org/draft-07/schema#','$ref':'#/definitions/n',"
     "'definitions':{'n':{'type':'object','properties':{'left':{'title':'Left','allOf':[{"
     "'$ref':'#/definitions/n'}]},'x':{'type':'integer'}},'required':['x']}}}",
     "{'x':1}\n{'x':1,'left':{'x':2.0}}", "{'x':1,'left':{}}\n{'x':1,'left':null}"},
    /* Names that a pointer and an address escape. */
    {"{'$ref':'#/$defs/a~1b~0c%25d%20e','$defs':{'a/b~c%d e':{'type':'integer'}}}", "1",
     "'1'"},
    {"{'properties':{'$ref':{'type':'integer'},'a/b':{'$ref':'#/properties/%24ref'}}}",
     "{'$ref':1,'a/b':2}\n1", "{'a/b':'x'}"},
    /* Unevaluated keys and items. */
    {"{'type':'object','allOf':[{'properties':{'a':{}}}],'anyOf':[{'properties':{'b':{"
     "'const':1}},'required':['b']},{'required':['a']}],'unevaluatedProperties':false}",
     "{'a':1}\n{'a':1,'b':1}\n{'b':1}", "{'a':1,'b':2}\n{'c':1}\n{'a':1,'c':1}"},
    {"{'prefixItems':[{'type':'string'}],'contains':{'type':'integer'},"
     "'unevaluatedItems':{'type':'boolean'}}",
     "['a',1,true]\n{}", "['a',1,'b']\n['a']"},
    {"{'$dynamicRef':'#t','$defs':{'t':{'$dynamicAnchor':'t','type':'array','items':{"
     "'$dynamicRef':'#t'}}}}",
     "[]\n[[],[[]]]", "1\n[1]"},
    /* Formats, decimals, edges of numbers. */
    {"{'type':'object','properties':{'day':{'type':'string','format':'date'},'at':{'type'"
     ":"
     "'string','format':'date-time'},'tax':{'type':'number','multipleOf':0.01}}}",
     "{'day':'2024-02-29','at':'2024-02-29T01:02:03.5+01:00','tax':0.07}",
     "{'day':'2023-02-29'}\n{'at':'2024-02-29'}\n{'tax':0.075}"},
    {"{'type':'integer','exclusiveMinimum':0,'maximum':9007199254740993}",
     "1\n2.0\n9007199254740993", "0\n9007199254740994\n1.5"},
    /* Patterns as ECMAScript has them. */
    {"{'type':'string','pattern':'^\\\\s\\\\S[\\\\s]$'}",
     "' a '\n'\xc2\xa0"
     "b\xe2\x80\x83'",
     "'abc'\n'  a'"},
    {"{'patternProperties':{'^x-[\\\\w.]+$':{'type':'string'}},'additionalProperties':"
     "false}",
     "{'x-a.b':'c'}\n{}", "{'x-a':1}\n{'y':'c'}"},
    /* Nothing, anything, and what says nothing about a value. */
    {"{'not':{}}", "", "1\nnull"},
    {"true", "1\nnull\n{'a':[]}", ""},
    {"{'enum':[1,1.5,'1',null,{'a':[1.0]}]}", "1\n1.0\nnull\n{'a':[1]}",
     "'1.5'\n{'a':[2]}\nfalse"},
    {"{'if':{'properties':{'k':{'const':'a'}},'required':['k']},'then':{'required':['x']}"
     ","
     "'else':{'maxProperties':1}}",
     "{'k':'a','x':1}\n{'k':'b'}\n5", "{'k':'a'}\n{'k':'b','x':1}"},
    {"{'minLength':2,'minimum':3,'minItems':1,'required':['a']}",
     "'ab'\n3\n[1]\n{'a':1}\ntrue", "'a'\n2\n[]\n{}"},
    {"{'dependentRequired':{'card':['zip']},'dependentSchemas':{'gift':{'properties':{"
     "'note':{'type':'string'}}}}}",
     "{}\n{'card':1,'zip':2}\n{'note':1}\n{'gift':1,'note':'x'}",
     "{'card':1}\n{'gift':1,'note':1}"},
    {"{'contains':{'type':'integer'},'minContains':2,'maxContains':3,'uniqueItems':true}",
     "[1,2]\n[1,'a',2,3]\n'x'", "[1]\n[1,1]\n[1,2,3,4]"},
};

static void judge_lines(trip *t, const ptc_schema *schema, const char *lines,
                        bool is_accepted, const char *when, const char *of)
{
    ptc_str rest = ptc_str_of(test_quoted(&t->arena, lines));
    unsigned number = 0;
    ptc_str line;

    while (test_next_line(&rest, &line, &number)) {
        ptc_value value;

        cr_assert(ptc_json_read(&t->arena, line.ptr, line.len, NULL, &value, NULL,
                                NULL) == PTC_OK,
                  "%s", test_cstr(line));
        cr_expect(accepts(schema, PTC_OUTPUT, &value) == is_accepted,
                  "%s: %s, %s, was %s", of, test_cstr(line), when,
                  is_accepted ? "refused" : "accepted");
    }
}

Test(round_trips, schemas_of_strangers)
{
    static const ptc_contract_options json = {.struct_size = sizeof json,
                                              .format = PTC_CONTRACT_JSON_SCHEMA};
    trip t;

    start(&t, "round_trips/strangers", 4);
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
        const stranger *one = &strangers[i];
        ptc_source source = {PTC_STR("stranger"), {NULL, 0}};
        ptc_contracts contracts;
        ptc_schema again;
        ptc_schema type;
        ptc_diags diags;

        ptc_arena_reset(&t.arena);
        ptc_diags_init(&diags, &t.arena);
        source.text = ptc_str_of(test_quoted(&t.arena, one->schema));
        if (ptc_contracts_read(&t.arena, &source, &json, &diags, &contracts) != PTC_OK) {
            show_faults(one->schema, &diags);
            cr_expect(false, "%s", one->schema);
            continue;
        }
        type = contracts.items[0].schema;
        type.root = ptc_schema_root(&type)->first + 1;
        judge_lines(&t, &type, one->accepted, true, "as it was read", one->schema);
        judge_lines(&t, &type, one->refused, false, "as it was read", one->schema);
        t.options.direction = PTC_OUTPUT;
        cr_expect(through_json_schema(&t, &type, &again), "%s: %s", one->schema,
                  t.fault != NULL ? t.fault : "something is lost");
        if (t.losses > 0 || t.fault != NULL)
            continue;
        judge_lines(&t, &again, one->accepted, true, "written", one->schema);
        judge_lines(&t, &again, one->refused, false, "written", one->schema);
    }
    end(&t, "strangers");
}
