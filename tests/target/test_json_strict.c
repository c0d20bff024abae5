/* SPDX-License-Identifier: MIT */
/*
 * Contracts in the strict subsets of JSON Schema: what each type becomes, which losses
 * are reported, and what a provider would refuse. That all texts lie in the subsets is
 * checked against tests/check_strict. [emitters 3, 4]
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "random_schema.h"
#include "support.h"

#include <ptc/contract.h>
#include <ptc/json_schema.h>

typedef struct strict {
    ptc_arena arena;
    ptc_schema schema;
    ptc_json_schema_options options;
    char losses[1024];
    char faults[1024];
    uint32_t fault_node;
} strict;

static void append(char *to, size_t room, ptc_str what)
{
    size_t used = strlen(to);

    snprintf(to + used, room - used, "%s%.*s", used > 0 ? "; " : "", (int)what.len,
             what.ptr);
}

static void note_loss(uint32_t node, ptc_str what, void *user)
{
    strict *s = user;

    (void)node;
    append(s->losses, sizeof s->losses, what);
}

static void note_fault(uint32_t node, ptc_str what, void *user)
{
    strict *s = user;

    s->fault_node = node;
    append(s->faults, sizeof s->faults, what);
}

static void take_options(strict *s, ptc_json_schema_subset subset)
{
    s->options.struct_size = sizeof s->options;
    s->options.subset = subset;
    s->options.lose = note_loss;
    s->options.refuse = note_fault;
    s->options.user = s;
}

/* Reads a signature; a Malli schema after "malli "; a JSON Schema after "json ", with '
 * for ". */
static void begin(strict *s, const char *text, ptc_json_schema_subset subset)
{
    ptc_read_options read = {.struct_size = sizeof read, .types = &random_type_names};
    ptc_contract_options options = {.struct_size = sizeof options, .read = &read};
    bool is_malli = strncmp(text, "malli ", 6) == 0;
    bool is_json = strncmp(text, "json ", 5) == 0;
    ptc_source source = {is_json ? PTC_STR("test.json") : PTC_STR("test"), {NULL, 0}};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_status status;

    memset(s, 0, sizeof *s);
    take_options(s, subset);
    ptc_arena_init(&s->arena, NULL, 0);
    source.text = ptc_str_of(is_json    ? test_quoted(&s->arena, text + 5)
                             : is_malli ? text + 6
                                        : text);
    ptc_diags_init(&diags, &s->arena);
    diags.source = &source;
    if (is_json) {
        status = ptc_contracts_read(&s->arena, &source, &options, &diags, &contracts);
        if (status == PTC_OK)
            s->schema = contracts.items[0].schema;
    } else {
        status = is_malli
                     ? ptc_malli_read(&s->arena, &source, &read, &diags, &s->schema)
                     : ptc_signature_read(&s->arena, &source, &read, &diags, &s->schema);
    }
    cr_assert(status == PTC_OK, "%s: %s", text,
              diags.count > 0 ? test_cstr(diags.items[0].message) : "");
}

static ptc_str finish(strict *s, ptc_status wanted)
{
    ptc_text text;
    ptc_status status;

    ptc_text_init(&text, &s->arena);
    status = ptc_schema_write_json_schema(&text, &s->schema, &s->options);
    cr_expect(status == wanted, "status %d: %s", (int)status, s->faults);
    cr_expect(wanted == PTC_OK || text.len == 0);
    return ptc_text_view(&text);
}

/* Texts have ' for ". */
typedef struct row {
    const char *contract;
    const char *openai;    /* without {"value": ..} around it; NULL: refused */
    const char *anthropic; /* likewise; "": the same */
    const char *losses;    /* of OpenAI */
} row;

static void check_text(strict *s, const char *contract, const char *wanted)
{
    ptc_str text;

    text = finish(s, wanted != NULL ? PTC_OK : PTC_ERROR_INVALID);
    if (wanted != NULL)
        cr_expect_str_eq(text.ptr, test_quoted(&s->arena, wanted), "%s: %s", contract,
                         text.ptr);
}

static void check(const row *rows, size_t count, bool is_wrapped)
{
    for (size_t i = 0; i < count; i++) {
        const row *one = &rows[i];
        char wrapped[2048];
        strict s;

        begin(&s, one->contract, PTC_JSON_SCHEMA_OPENAI_STRICT);
        snprintf(wrapped, sizeof wrapped,
                 is_wrapped ? "{'type':'object','properties':{'value':%s},'required':"
                              "['value'],'additionalProperties':false}"
                            : "%s",
                 one->openai != NULL ? one->openai : "");
        check_text(&s, one->contract, one->openai != NULL ? wrapped : NULL);
        cr_expect_str_eq(s.losses, one->losses != NULL ? one->losses : "", "%s: %s",
                         one->contract, s.losses);
        ptc_arena_free(&s.arena);
        begin(&s, one->contract, PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
        check_text(&s, one->contract,
                   one->anthropic != NULL && *one->anthropic == '\0' ? one->openai
                                                                     : one->anthropic);
        ptc_arena_free(&s.arena);
    }
}

#define CHECK(rows, is_wrapped) check(rows, sizeof(rows) / sizeof *(rows), is_wrapped)

/* M495 */
Test(json_strict, scalars)
{
    static const row rows[] = {
        {":nil", "{'type':'null'}", "", NULL},
        {":bool", "{'type':'boolean'}", "", NULL},
        {":int", "{'type':'integer'}", "", NULL},
        {":int?", "{'type':['integer','null']}", "", NULL},
        {":int[1..100]", "{'type':'integer','minimum':1,'maximum':100}",
         "{'type':'integer','description':'at least 1, at most 100'}", NULL},
        {":int[5..5]", "{'type':'integer','minimum':5,'maximum':5}",
         "{'type':'integer','description':'exactly 5'}", NULL},
        {":float[>0 <2.5]",
         "{'type':'number','exclusiveMinimum':0,'exclusiveMaximum':2.5}",
         "{'type':'number','description':'more than 0, less than 2.5'}", NULL},
        {":string", "{'type':'string'}", "", NULL},
        {":string[1..80]",
         "{'type':'string','description':'at least 1 character, at most 80 characters'}",
         "", "at least 1 character, at most 80 characters: in the description alone"},
        {":string[3..3]", "{'type':'string','description':'exactly 3 characters'}", "",
         "exactly 3 characters: in the description alone"},
        {":string[~\"^a\"]", "{'type':'string','pattern':'^a'}",
         "{'type':'string','description':'matches ^a'}", NULL},
        {":string[~\"(?i)a\"]", "{'type':'string','pattern':'[aA]'}",
         "{'type':'string','description':'matches (?i)a'}", NULL},
        /* what not every engine knows is said */
        {":string[~\"\\\\p{L}\"]", "{'type':'string','description':'matches \\\\p{L}'}",
         "", "matches \\p{L}: in the description alone"},
        {":string[~\"^a\" ~\"b\"]",
         "{'type':'string','pattern':'^a','description':'matches b'}",
         "{'type':'string','description':'matches ^a, matches b'}",
         "matches b: in the description alone"},
        {":datetime",
         "{'type':'string','description':'a date and time such as "
         "2026-01-31T09:30:00Z'}",
         "{'type':'string','format':'date-time'}",
         "a date and time such as 2026-01-31T09:30:00Z: in the description alone"},
        {":date", "{'type':'string','description':'a date such as 2026-01-31'}",
         "{'type':'string','format':'date'}",
         "a date such as 2026-01-31: in the description alone"},
        {":decimal[0..]",
         "{'type':'string','pattern':'^[+-]?[0-9]+(\\\\.[0-9]+)?([eE][+-]?0*[0-9]{1,5})?$"
         "',"
         "'description':'a decimal number, at least 0'}",
         "{'type':'string','description':'a decimal number, at least 0'}",
         "at least 0: in the description alone"},
        {":enum[a :b]", "{'type':'string','enum':['a','b']}", "", NULL},
        {":enum[a b]?", "{'type':['string','null'],'enum':['a','b',null]}", "", NULL},
        {":enum[1 \"b\" 2.5]", "{'type':['number','string'],'enum':[1,'b',2.5]}", "",
         NULL},
        {"malli [:= 5]", "{'type':'integer','const':5}", "", NULL},
        {"malli [:= true]", "{'type':'boolean','const':true}", "", NULL},
        {"malli [:maybe [:= 5]]",
         "{'anyOf':[{'type':'integer','const':5},{'type':'null'}]}", "", NULL},
        {"malli [:json/multiple-of 5]", "{'type':'number','multipleOf':5}",
         "{'type':'number','description':'a multiple of 5'}", NULL},
        {":email", "{'type':['string','number','boolean'],'description':'email'}", "",
         "the validator email"},
        {":email?", "{'type':['string','number','boolean','null'],'description':'email'}",
         "", "the validator email"},
        {":int|:string?", "{'type':['integer','string','null']}", "", NULL},
        {":int[1..]|:string",
         "{'anyOf':[{'type':'integer','minimum':1},{'type':'string'}]}",
         "{'anyOf':[{'type':'integer','description':'at least 1'},{'type':'string'}]}",
         NULL},
    };

    CHECK(rows, true);
}

#define JSON_LOSS "the type, which is a text of JSON"

Test(json_strict, texts_of_json)
{
    static const row rows[] = {
        {":any", "{'type':'string','description':'any value, as JSON text'}", "",
         "that any value fits: it is a text of JSON"},
        {":map", "{'type':'string','description':'an object, as JSON text'}", "",
         JSON_LOSS},
        {":map?", "{'type':['string','null'],'description':'an object, as JSON text'}",
         "", JSON_LOSS},
        {"malli [:map-of :string :int]",
         "{'type':'string','description':'an object with integers as values, as JSON "
         "text'}",
         "", JSON_LOSS},
        {"malli [:map-of :string [:map-of :string :string]]",
         "{'type':'string','description':'an object, as JSON text'}", "", JSON_LOSS},
        {"malli [:not :int]", "{'type':'string','description':'any value, as JSON text'}",
         "", JSON_LOSS},
        {"malli [:not= :a]", "{'type':'string','description':'any value, as JSON text'}",
         "", JSON_LOSS},
        /* a string could not be distinguished from a text of JSON */
        {"malli [:or :string :map]",
         "{'type':'string','description':'any value, as JSON text'}", "", JSON_LOSS},
        {"json {'enum': [[1, 2], {'a': 1}, 'x', null]}",
         "{'type':['string','null'],'enum':['[1,2]','{\\'a\\':1}','\\'x\\'',null],"
         "'description':'JSON text'}",
         "", NULL},
        {"json {'prefixItems': [{'type': 'integer'}], 'type': 'array'}",
         "{'type':'string','description':'a list, as JSON text'}", "", JSON_LOSS},
        {"json {'type': 'object', 'patternProperties': {'^a': {'type': 'integer'}}}",
         "{'type':'string','description':'any value, as JSON text'}", "", JSON_LOSS},
    };

    CHECK(rows, true);
}

Test(json_strict, objects)
{
    static const row rows[] = {
        {"{a :int, b :string?}",
         "{'type':'object','properties':{'a':{'type':'integer'},'b':{'type':['string',"
         "'null']}},'required':['a','b'],'additionalProperties':false}",
         "{'type':'object','properties':{'a':{'type':'integer'},'b':{'type':'string'}},"
         "'required':['a'],'additionalProperties':false}",
         NULL},
        {"(a :int[1..] = 10) -> :nil",
         "{'type':'object','properties':{'a':{'type':['integer','null'],'minimum':1,"
         "'description':'default 10'}},'required':['a'],'additionalProperties':false}",
         "{'type':'object','properties':{'a':{'type':'integer','description':'at least "
         "1, default 10'}},'required':[],'additionalProperties':false}",
         NULL},
        {"malli [:map [:a {:description \"Hm.\" :title \"T\" :default [1]} [:vector "
         "{:max 3} :int]]]",
         "{'type':'object','properties':{'a':{'type':['array','null'],'items':{'type':"
         "'integer'},'maxItems':3,'title':'T','description':'Hm. (default [1])'}},"
         "'required':['a'],'additionalProperties':false}",
         "{'type':'object','properties':{'a':{'type':'array','items':{'type':"
         "'integer'},'description':'Hm. (at most 3 items, default [1])','title':'T'}},"
         "'required':[],'additionalProperties':false}",
         NULL},
        /* JSON has no keys that are lists: they have a name as in what is shown */
        {"malli [:map [:a {:default {[1] 2}} :any]]",
         "{'type':'object','properties':{'a':{'type':['string','null'],'description':"
         "'any value, as JSON text, default {\\'[1]\\':2}'}},'required':['a'],"
         "'additionalProperties':false}",
         "{'type':'object','properties':{'a':{'type':'string','description':'any value, "
         "as JSON text, default {\\'[1]\\':2}'}},'required':[],"
         "'additionalProperties':false}",
         "that any value fits: it is a text of JSON"},
        {"{a :any?, m {}}",
         "{'type':'object','properties':{'a':{'type':['string','null'],'description':"
         "'any value, as JSON text'},'m':{'type':'string','description':'an object, as "
         "JSON text'}},'required':['a','m'],'additionalProperties':false}",
         "{'type':'object','properties':{'a':{'type':'string','description':"
         "'any value, as JSON text'},'m':{'type':'string','description':'an object, as "
         "JSON text'}},'required':['m'],'additionalProperties':false}",
         JSON_LOSS "; that any value fits: it is a text of JSON"},
        /* null of a field that must be there is no absence */
        {"json {'type': 'object', 'properties': {'a': {'type': ['string', 'null']}},"
         " 'required': ['a']}",
         "{'type':'object','properties':{'a':{'type':['string','null']}},'required':"
         "['a'],'additionalProperties':false}",
         "", NULL},
        {"malli [:map {:closed true}]",
         "{'type':'object','properties':{},'required':[],'additionalProperties':false}",
         "", NULL},
        {"[:tuple :int :any]",
         "{'type':'object','properties':{'0':{'type':'integer'},'1':{'type':'string',"
         "'description':'any value, as JSON text'}},'required':['0','1'],"
         "'additionalProperties':false,'description':'a list, its items by position'}",
         "", "that any value fits: it is a text of JSON"},
        {"{\"\xc3\xbc \xf0\x9f\x98\x80\" :int, \"q\" :int}",
         "{'type':'object','properties':{'\xc3\xbc \xf0\x9f\x98\x80':{'type':'integer'},"
         "'q':{'type':'integer'}},'required':['\xc3\xbc \xf0\x9f\x98\x80','q'],"
         "'additionalProperties':false}",
         "", NULL},
    };

    CHECK(rows, false);
}

Test(json_strict, conjunctions_are_one_schema)
{
    static const row wrapped[] = {
        {"malli [:and :int [:json/multiple-of 5]]", "{'type':'integer','multipleOf':5}",
         "{'type':'integer','description':'a multiple of 5'}", NULL},
        {"malli [:and [:int {:min 1}] [:json/multiple-of 5]]",
         "{'type':'integer','minimum':1,'multipleOf':5}",
         "{'type':'integer','description':'at least 1, a multiple of 5'}", NULL},
        {"malli [:and :int [:not= 7]]", "{'type':'integer'}", "", "a further condition"},
        {"malli [:and [:fn email] :string]", "{'type':'string'}", "",
         "the validator email"},
        {"malli [:and [:not :nil] [:not :int]]",
         "{'type':'string','description':'any value, as JSON text'}", "", JSON_LOSS},
        {"json {'type': ['string', 'integer'], 'minLength': 2}",
         "{'anyOf':[{'type':'string','description':'at least 2 characters'},{'type':"
         "'integer'}]}",
         "", "at least 2 characters: in the description alone"},
    };
    static const row rows[] = {
        {"json {'type': 'object', 'properties': {'a': {'type': 'integer'}}, 'anyOf': "
         "[{'required': ['a']}, {'required': ['b']}]}",
         "{'type':'object','properties':{'a':{'type':['integer','null']}},'required':"
         "['a'],'additionalProperties':false}",
         "{'type':'object','properties':{'a':{'type':'integer'}},'required':[],"
         "'additionalProperties':false}",
         "a further condition"},
        /* a field that one part requires must be there */
        {"json {'allOf': [{'$ref': '#/$defs/A'}, {'required': ['b']}, {'type': 'object',"
         " 'not': {'required': ['x']}}], '$defs': {'A': {'type': 'object', 'properties':"
         " {'b': {'type': 'integer'}, 'c': {'type': 'boolean'}}}}}",
         "{'type':'object','properties':{'b':{'type':'integer'},'c':{'type':['boolean',"
         "'null']}},'required':['b','c'],'additionalProperties':false}",
         "{'type':'object','properties':{'b':{'type':'integer'},'c':{'type':"
         "'boolean'}},'required':['b'],'additionalProperties':false}",
         "a further condition"},
    };

    CHECK(wrapped, true);
    CHECK(rows, false);
}

Test(json_strict, choices)
{
    static const row rows[] = {
        {"malli [:multi {:dispatch :kind} [:x [:map [:kind {:description \"K\"} [:= :x]] "
         "[:n :int]]] [:y [:map [:m :string]]]]",
         "{'anyOf':[{'type':'object','properties':{'kind':{'type':'string','const':'x',"
         "'description':'K'},'n':{'type':'integer'}},'required':['kind','n'],"
         "'additionalProperties':false},{'type':'object','properties':{'m':{'type':"
         "'string'},'kind':{'type':'string','const':'y'}},'required':['m','kind'],"
         "'additionalProperties':false}]}",
         "", NULL},
        {"malli [:multi {:dispatch :kind} [:x [:map [:kind :string]]] "
         "[:malli.core/default [:map [:kind :int]]]]",
         "{'anyOf':[{'type':'object','properties':{'kind':{'type':'string','const':'x'}},"
         "'required':['kind'],'additionalProperties':false},{'type':'object',"
         "'properties':{'kind':{'type':'integer'}},'required':['kind'],"
         "'additionalProperties':false}]}",
         "", "that no other branch is meant"},
        {"malli [:multi {:dispatch :kind} [:x :map] [:y [:map [:m :string]]]]",
         "{'type':'string','description':'an object, as JSON text'}", "", JSON_LOSS},
        {"json {'oneOf': [{'type': 'integer', 'minimum': 5}, {'type': 'integer', "
         "'minimum': 7}]}",
         "{'anyOf':[{'type':'integer','minimum':5},{'type':'integer','minimum':7}]}",
         "{'anyOf':[{'type':'integer','description':'at least 5'},{'type':'integer',"
         "'description':'at least 7'}]}",
         "that exactly one of the alternatives fits"},
    };

    CHECK(rows, true);
}

Test(json_strict, lists)
{
    static const struct {
        const char *contract, *openai, *anthropic;
    } rows[] = {
        {"[:int]", "{'type':'array','items':{'type':'integer'}}", NULL},
        {"[:int][1..]", "{'type':'array','items':{'type':'integer'},'minItems':1}", NULL},
        {"[:int][2..5]",
         "{'type':'array','items':{'type':'integer'},'minItems':2,'maxItems':5}",
         "{'type':'array','items':{'type':'integer'},'description':'at least 2 items, at "
         "most 5 items'}"},
        {"[:int][1..1]",
         "{'type':'array','items':{'type':'integer'},'minItems':1,'maxItems':1}",
         "{'type':'array','items':{'type':'integer'},'description':'exactly 1 item'}"},
        {"[:set :int]",
         "{'type':'array','items':{'type':'integer'},'description':'no two items the "
         "same'}",
         NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int subset = 1; subset <= 2; subset++) {
            const char *inner = subset == 2 && rows[i].anthropic != NULL
                                    ? rows[i].anthropic
                                    : rows[i].openai;
            char wanted[512];
            strict s;

            begin(&s, rows[i].contract, (ptc_json_schema_subset)subset);
            s.options.wrap_root = true;
            snprintf(wanted, sizeof wanted,
                     "{'type':'object','properties':{'items':%s},'required':['items'],"
                     "'additionalProperties':false}",
                     inner);
            check_text(&s, rows[i].contract, wanted);
            ptc_arena_free(&s.arena);
        }
    }
}

#define TREE                                                                             \
    "malli [:schema {:registry {\"T\" [:map [:v :int] [:kids [:vector [:ref \"T\"]]]]}}" \
    " [:ref \"T\"]]"
#define TREE_TEXT                                                                        \
    "'type':'object','properties':{'v':{'type':'integer'},'kids':{'type':'array',"       \
    "'items':{'$ref':'#/$defs/T'}}},'required':['v','kids'],"                            \
    "'additionalProperties':false"

Test(json_strict, types_that_contain_themselves)
{
    static const row rows[] = {
        {TREE, "{" TREE_TEXT ",'$defs':{'T':{" TREE_TEXT "}}}", NULL, NULL},
        /* what a type adds to itself becomes a definition, and ends */
        {"malli [:schema {:registry {\"T\" [:map [:v :int] [:kids [:vector [:and [:ref "
         "\"T\"] [:map [:w :int]] [:not :nil]]]]]}} [:ref \"T\"]]",
         "{'type':'object','properties':{'v':{'type':'integer'},'kids':{'type':'array',"
         "'items':{'$ref':'#/$defs/type'}}},'required':['v','kids'],"
         "'additionalProperties':false,'$defs':{'type':{'type':'object','properties':{"
         "'v':{'type':'integer'},'kids':{'type':'array','items':{'$ref':"
         "'#/$defs/type'}},'w':{'type':'integer'}},'required':['v','kids','w'],"
         "'additionalProperties':false}}}",
         NULL, "a further condition"},
    };
    static const char *const not_written =
        "malli [:schema {:registry {\"J\" [:or :int [:map-of :string [:ref \"J\"]]]}} "
        "[:ref \"J\"]]";
    static const char *const no_circle =
        "malli [:schema {:registry {\"A\" [:map [:v :int]]}} [:map [:a [:ref \"A\"]] [:b "
        "{:description \"B\"} [:ref \"A\"]]]]";
    strict s;

    CHECK(rows, false);
    begin(&s, TREE, PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
    finish(&s, PTC_ERROR_INVALID);
    cr_expect_str_eq(s.faults, "Anthropic accepts no types that contain themselves");
    cr_expect(s.schema.nodes[s.fault_node].type == PTC_TYPE_REF);
    ptc_arena_free(&s.arena);
    begin(&s, not_written, PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
    check_text(&s, "", "{'type':'string','description':'any value, as JSON text'}");
    ptc_arena_free(&s.arena);
    begin(&s, no_circle, PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
    check_text(&s, "",
               "{'type':'object','properties':{'a':{'$ref':'#/$defs/A'},'b':{'anyOf':[{"
               "'$ref':'#/$defs/A'}],'description':'B'}},'required':['a','b'],"
               "'additionalProperties':false,'$defs':{'A':{'type':'object','properties':"
               "{'v':{'type':'integer'}},'required':['v'],'additionalProperties':"
               "false}}}");
    ptc_arena_free(&s.arena);
}

Test(json_strict, what_may_stay)
{
    strict s;

    begin(&s, "{a :datetime}", PTC_JSON_SCHEMA_OPENAI_STRICT);
    s.options.keep_formats = true;
    check_text(&s, "",
               "{'type':'object','properties':{'a':{'type':'string','format':"
               "'date-time'}},'required':['a'],'additionalProperties':false}");
    cr_expect_str_eq(s.losses, "");
    ptc_arena_free(&s.arena);
    begin(&s, "{a :string[~\"^x\"]}", PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
    s.options.keep_patterns = true;
    check_text(&s, "",
               "{'type':'object','properties':{'a':{'type':'string','pattern':'^x'}},"
               "'required':['a'],'additionalProperties':false}");
    cr_expect_str_eq(s.losses, "");
    ptc_arena_free(&s.arena);
}

Test(json_strict, whole_schemas_are_wrapped)
{
    static const struct {
        const char *contract, *text;
    } rows[] = {
        {"{a :int}", "{'type':'object','properties':{'a':{'type':'integer'}},'required':"
                     "['a']}"},
        {"[:int]",
         "{'type':'object','properties':{'items':{'type':'array','items':{'type':"
         "'integer'}}},'required':['items'],'additionalProperties':false}"},
        {":map?", "{'type':'object','properties':{'value':{'type':['object','null']}},"
                  "'required':['value'],'additionalProperties':false}"},
        {"malli [:or [:map [:a :int]] [:map [:b :int]]]",
         "{'anyOf':[{'type':'object','properties':{'a':{'type':'integer'}},'required':"
         "['a']},{'type':'object','properties':{'b':{'type':'integer'}},'required':"
         "['b']}],'type':'object'}"},
        {"malli [:or [:map [:a :int]] :int]",
         "{'type':'object','properties':{'value':{'anyOf':[{'type':'object',"
         "'properties':{'a':{'type':'integer'}},'required':['a']},{'type':"
         "'integer'}]}},'required':['value'],'additionalProperties':false}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        strict s;

        begin(&s, rows[i].contract, PTC_JSON_SCHEMA_WHOLE);
        s.options.wrap_root = true;
        s.options.omit_dialect = true;
        check_text(&s, rows[i].contract, rows[i].text);
        ptc_arena_free(&s.arena);
    }
}

Test(json_strict, options_that_are_none)
{
    strict s;

    begin(&s, ":int", (ptc_json_schema_subset)3);
    finish(&s, PTC_ERROR_ARGUMENT);
    ptc_arena_free(&s.arena);
}

/* --- Limits ------------------------------------------------------------------------- */

/* Appends `count` pieces, with %u for their number. */
static void repeat(ptc_text *text, const char *piece, unsigned first, unsigned count)
{
    char one[256];

    for (unsigned i = first; i < first + count; i++) {
        snprintf(one, sizeof one, piece, i);
        ptc_text_cstr(text, one);
    }
}

/* Writes for OpenAI: NULL, or the fault, and where. */
static void check_limit(ptc_text *text, const char *fault, const char *field)
{
    strict s;

    begin(&s, text->ptr, PTC_JSON_SCHEMA_OPENAI_STRICT);
    finish(&s, fault == NULL ? PTC_OK : PTC_ERROR_INVALID);
    cr_expect_str_eq(s.faults, fault != NULL ? fault : "");
    if (field != NULL)
        cr_expect_str_eq(test_cstr(s.schema.nodes[s.fault_node].name), field);
    ptc_arena_free(&s.arena);
    begin(&s, text->ptr, PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
    finish(&s, PTC_OK);
    ptc_arena_free(&s.arena);
}

#define TOO_MUCH "too much for OpenAI, which accepts at most "

Test(json_strict, limits_name_the_field)
{
    static const struct {
        const char *head, *piece, *tail, *fault, *field;
        unsigned most;
    } rows[] = {
        {"{in {", "f%04u :int, ", "z :int}}",
         TOO_MUCH "5000 properties of a strict schema, at all depths", "z", 4998},
        {"{few :enum[a b], many :enum[", "m%u ", "]}",
         TOO_MUCH "1000 enum members of a strict schema, all together", "many", 998},
        {"{long :enum[", "member_that_is_long_enough_to_count_as_a_long_one_of_60____%u ",
         "]}", TOO_MUCH "15000 characters of an enum of more than 250 strings", "long",
         250},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned more = 0; more < 2; more++) {
            ptc_arena arena;
            ptc_text text;

            ptc_arena_init(&arena, NULL, 0);
            ptc_text_init(&text, &arena);
            ptc_text_cstr(&text, rows[i].head);
            repeat(&text, rows[i].piece, 0, rows[i].most + more);
            ptc_text_cstr(&text, rows[i].tail);
            check_limit(&text, more ? rows[i].fault : NULL, more ? rows[i].field : NULL);
            ptc_arena_free(&arena);
        }
    }
}

Test(json_strict, limit_of_depth)
{
    for (unsigned more = 0; more < 2; more++) {
        ptc_arena arena;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        repeat(&text, "{f%u ", 1, 8);
        ptc_text_cstr(&text, more ? "[{leaf [:int]}]" : "[{leaf :int}]");
        ptc_text_repeat(&text, '}', 8);
        check_limit(&text,
                    more ? TOO_MUCH "10 levels of objects and lists in a strict schema"
                         : NULL,
                    more ? "leaf" : NULL);
        ptc_arena_free(&arena);
    }
}

Test(json_strict, limit_of_text)
{
    ptc_arena arena;
    ptc_text text;
    char name[128];

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    memset(name, 'n', 120);
    snprintf(name + 100, sizeof name - 100, "%s", "%04u :int, ");
    ptc_text_byte(&text, '{');
    repeat(&text, name, 0, 1160);
    ptc_text_cstr(&text, "z :int}");
    check_limit(&text,
                TOO_MUCH
                "120000 characters of names, definitions, enum members and consts",
                NULL);
    ptc_arena_free(&arena);
}

/* Types that use the type before them twice: the text must not double each time. */
Test(json_strict, shared_types_are_written_once)
{
    ptc_arena arena;
    ptc_text text;
    strict s;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text,
                  "json {'allOf':[{'$ref':'#/$defs/T60'},{'not':{'required':['z']}}],"
                  "'$defs':{'T0':{'type':'object','properties':{'v':{'type':"
                  "'integer'}}}");
    for (unsigned i = 1; i <= 60; i++) {
        char one[512];

        snprintf(one, sizeof one,
                 ",'T%u':{'type':'object','properties':{'a':{'allOf':[{'$ref':"
                 "'#/$defs/T%u'},{'not':{'required':['z']}}]},'b':{'allOf':[{'$ref':"
                 "'#/$defs/T%u'},{'not':{'required':['y']}}]}}}",
                 i, i - 1, i - 1);
        ptc_text_cstr(&text, one);
    }
    ptc_text_cstr(&text, "}}");
    begin(&s, text.ptr, PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
    cr_expect_lt(finish(&s, PTC_OK).len, 60000);
    ptc_arena_free(&s.arena);
    ptc_arena_free(&arena);
}

/* --- Memory ------------------------------------------------------------------------- */

Test(json_strict, refused_memory)
{
    static const char *const contract =
        "malli [:map [:a {:description \"D\" :default 5} [:int {:min 1}]] [:t [:tuple "
        ":any :int]] [:m [:multi {:dispatch :k} [:x [:map [:n :int]]]]] [:s [:and "
        "[:string {:max 3}] [:fn email]]]]";

    for (int subset = 1; subset <= 2; subset++) {
        for (size_t left = 0;; left++) {
            test_refusing refusing = {.left = left};
            ptc_allocator allocator = test_refusing_allocator(&refusing);
            ptc_arena arena;
            ptc_status status;
            ptc_text text;
            strict s;

            begin(&s, contract, (ptc_json_schema_subset)subset);
            ptc_arena_init(&arena, &allocator, 0);
            ptc_text_init(&text, &arena);
            status = ptc_schema_write_json_schema(&text, &s.schema, &s.options);
            ptc_arena_free(&arena);
            ptc_arena_free(&s.arena);
            cr_expect_eq(refusing.held, 0);
            cr_assert(status == PTC_OK || status == PTC_ERROR_MEMORY);
            if (status == PTC_OK)
                break;
        }
    }
}
