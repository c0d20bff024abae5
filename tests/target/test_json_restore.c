/* SPDX-License-Identifier: MIT */
/*
 * Replies in strict forms and the values that they mean. For random schemas: what a
 * contract accepts has an image in its strict form, which the strict schema accepts as
 * our own reader reads it, and which means the same. [emitters 3, 4]
 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "random_schema.h"
#include "support.h"

#include <ptc/contract.h>
#include <ptc/json_schema.h>

/* --- Reading ------------------------------------------------------------------------ */

/* A signature; Malli after "malli "; JSON Schema after "json ", with ' for ". */
static void read_schema(ptc_arena *arena, const char *text, ptc_schema *out)
{
    ptc_read_options read = {.struct_size = sizeof read, .types = &random_type_names};
    ptc_contract_options options = {.struct_size = sizeof options, .read = &read};
    bool is_malli = strncmp(text, "malli ", 6) == 0;
    bool is_json = strncmp(text, "json ", 5) == 0;
    ptc_source source = {is_json ? PTC_STR("test.json") : PTC_STR("test"), {NULL, 0}};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_status status;

    source.text = ptc_str_of(is_json    ? test_quoted(arena, text + 5)
                             : is_malli ? text + 6
                                        : text);
    ptc_diags_init(&diags, arena);
    diags.source = &source;
    if (is_json) {
        status = ptc_contracts_read(arena, &source, &options, &diags, &contracts);
        if (status == PTC_OK)
            *out = contracts.items[0].schema;
    } else {
        status = is_malli ? ptc_malli_read(arena, &source, &read, &diags, out)
                          : ptc_signature_read(arena, &source, &read, &diags, out);
    }
    cr_assert(status == PTC_OK, "%s: %s", text,
              diags.count > 0 ? test_cstr(diags.items[0].message) : "");
}

static ptc_value read_json(ptc_arena *arena, const char *text)
{
    const char *quoted = test_quoted(arena, text);
    ptc_value value;

    cr_assert(ptc_json_read(arena, quoted, strlen(quoted), NULL, &value, NULL, NULL) ==
                  PTC_OK,
              "%s", text);
    return value;
}

static const char *write_json(ptc_arena *arena, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_json_write(&text, value, 0);
    return text.len > 0 ? text.ptr : "nothing";
}

/* --- Exact replies ------------------------------------------------------------------ */

typedef struct row {
    const char *contract;
    const char *reply; /* with ' for " */
    const char *meant; /* NULL: the very reply, and nothing is allocated */
} row;

static void check_row(const row *one, ptc_json_schema_options options)
{
    ptc_arena arena;
    ptc_arena made;
    ptc_schema schema;
    ptc_value reply, out;

    ptc_arena_init(&arena, NULL, 0);
    ptc_arena_init(&made, NULL, 0);
    read_schema(&arena, one->contract, &schema);
    reply = read_json(&arena, one->reply);
    options.struct_size = sizeof options;
    cr_assert(ptc_json_schema_restore(&made, &schema, &options, &reply, &out) == PTC_OK);
    if (one->meant == NULL)
        cr_expect(memcmp(&out, &reply, sizeof out) == 0, "%s: %s", one->contract,
                  write_json(&arena, &out));
    else
        cr_expect_str_eq(write_json(&arena, &out), test_quoted(&arena, one->meant), "%s",
                         one->contract);
    ptc_arena_free(&made);
    ptc_arena_free(&arena);
}

#define CHECK(rows, ...)                                                                 \
    do {                                                                                 \
        ptc_json_schema_options how_ = {__VA_ARGS__};                                    \
        for (size_t i_ = 0; i_ < sizeof(rows) / sizeof *(rows); i_++)                    \
            check_row(&(rows)[i_], how_);                                                \
    } while (0)

/* M495 */
Test(json_restore, absent_fields)
{
    static const row rows[] = {
        {"{a :int, b :string?}", "{'a':1,'b':null}", "{'a':1}"},
        {"{a :int, b :string?}", "{'a':1,'b':'x'}", NULL},
        {"{a :int?, b :int?}", "{'a':null,'b':null}", "{}"},
        {"(a :int = 3) -> :int", "{'a':null}", "{}"},
        {"{o {a :int?, b :int}}", "{'o':{'a':null,'b':null}}", "{'o':{'b':null}}"},
        {"{o [{a :int?}]}", "{'o':[{'a':1},{'a':null},{}]}", "{'o':[{'a':1},{},{}]}"},
        /* one that must be there, and takes nil */
        {"json {'type': 'object', 'properties': {'a': {'type': ['string', 'null']}},"
         " 'required': ['a']}",
         "{'a':null}", NULL},
        /* what is wrong stays, for the validator */
        {"{a :int, b :string?}", "{'a':null,'c':null}", NULL},
        {"{a :int, b :string?}", "[null]", NULL},
        {"{a :int, b :string?}", "{'B':null}", NULL},
        {"{\"\xc3\xbc\" :int?, x_y :int?}", "{'\xc3\xbc':null,'x-y':null}",
         "{'x-y':null}"},
        {"json {'type': 'object', 'properties': {'x_y': {'type': 'integer'}, 'x-y': {}}}",
         "{'x_y':null,'x-y':'1'}", "{'x-y':1}"},
        {"malli [:map {:closed true}]", "{}", NULL},
    };

    CHECK(rows, .subset = PTC_JSON_SCHEMA_OPENAI_STRICT);
    CHECK(rows, .subset = PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
}

Test(json_restore, tuples)
{
    static const row rows[] = {
        {"{t [:tuple :int :string]}", "{'t':{'0':1,'1':'x'}}", "{'t':[1,'x']}"},
        {"{t [:tuple :int :string]}", "{'t':{'1':'x','0':1}}", "{'t':[1,'x']}"},
        {"{t [:tuple :int :string]}", "{'t':{'0':1}}", NULL},
        {"{t [:tuple :int :string]}", "{'t':{'0':1,'1':2,'2':3}}", NULL},
        {"{t [:tuple :int :string]}", "{'t':{'0':1,'01':2}}", NULL},
        {"{t [:tuple :int :string]}", "{'t':[1,'x']}", NULL},
        {"malli [:tuple [:tuple :any] [:map [:a {:optional true} :int]]]",
         "{'0':{'0':'[1]'},'1':{'a':null}}", "[[[1]],{}]"},
    };

    CHECK(rows, .subset = PTC_JSON_SCHEMA_OPENAI_STRICT);
}

Test(json_restore, texts_of_json)
{
    static const row rows[] = {
        {"{a :any}", "{'a':'5'}", "{'a':5}"},
        {"{a :any}", "{'a':'null'}", "{'a':null}"},
        {"{a :map}", "{'a':'{}'}", "{'a':{}}"},
        {"{a :map?}", "{'a':null}", "{}"},
        {"{a :any}", "{'a':'[1,'}", NULL},
        {"{a :any}", "{'a':''}", NULL},
        {"{a :any}", "{'a':'1 2'}", NULL},
        {"{a :any}", "{'a':{'x':'1'}}", NULL},
        /* what they hold is not a strict form */
        {"{m {}}", "{'m':'[null]'}", "{'m':[null]}"},
        {"json {'type':'object','properties':{'e':{'enum': [[1, 2], 3]}}}",
         "{'e':'[1,2]'}", "{'e':[1,2]}"},
        {"malli [:map [:m [:map-of :string [:map [:a {:optional true} :int]]]]]",
         "{'m':'[]'}", "{'m':[]}"},
    };

    CHECK(rows, .subset = PTC_JSON_SCHEMA_OPENAI_STRICT);
    CHECK(rows, .subset = PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
}

Test(json_restore, roots)
{
    static const row rows[] = {
        {":int", "{'value':1}", "1"},
        {":any", "{'value':'1'}", "1"},
        {"[:int]", "{'items':[1]}", "[1]"},
        {"[:int]", "{'value':[1]}", NULL},
        {"[:int]", "{'items':[1],'more':1}", NULL},
        {"[:int]", "[1]", NULL},
        {"{value :any}", "{'value':'1'}", "{'value':1}"},
        {"[:tuple :int]", "{'0':1}", "[1]"},
        {"malli [:map-of :string :int]", "{'value':'[2]'}", "[2]"},
    };
    static const row whole[] = {
        {":int", "{'value':1}", "1"},
        {"[:tuple :any]", "{'items':['1']}", "['1']"},
        {"{a :int?}", "{'a':null}", NULL},
    };
    static const row plain[] = {{":int", "{'value':1}", NULL}};

    CHECK(rows, .subset = PTC_JSON_SCHEMA_OPENAI_STRICT);
    CHECK(rows, .subset = PTC_JSON_SCHEMA_ANTHROPIC_STRICT, .wrap_root = true);
    CHECK(plain, .subset = PTC_JSON_SCHEMA_ANTHROPIC_STRICT);
    CHECK(whole, .wrap_root = true);
}

Test(json_restore, choices)
{
    static const row rows[] = {
        {"malli [:map [:u [:or [:map [:t [:= \"a\"]] [:v :any]] [:map [:t [:= \"b\"]] "
         "[:v "
         ":string]]]]]",
         "{'u':{'t':'b','v':'1'}}", NULL},
        {"malli [:map [:u [:or [:map [:t [:= \"a\"]] [:v :any]] [:map [:t [:= \"b\"]] "
         "[:v "
         ":string]]]]]",
         "{'u':{'t':'a','v':'1'}}", "{'u':{'t':'a','v':1}}"},
        /* none fits, but one alone is of that kind */
        {"malli [:map [:u [:or :int [:map [:a {:optional true} :int]]]]]",
         "{'u':{'a':null,'z':1}}", "{'u':{'z':1}}"},
        /* none fits, and two are */
        {"malli [:map [:u [:or [:map [:b :int]] [:map [:a {:optional true} :int]]]]]",
         "{'u':{'a':null,'z':1}}", NULL},
        {"malli [:map [:u [:multi {:dispatch :k} [:x [:map [:v :any]]] [1 [:map [:v "
         ":string]]]]]]",
         "{'u':{'v':'1','k':'x'}}", "{'u':{'v':1,'k':'x'}}"},
        {"malli [:map [:u [:multi {:dispatch :k} [:x [:map [:v :any]]] [1 [:map [:v "
         ":string]]]]]]",
         "{'u':{'v':'1','k':1}}", NULL},
        {"malli [:map [:u [:multi {:dispatch :k} [:x [:map [:v :any]]] [1 [:map [:v "
         ":string]]]]]]",
         "{'u':{'v':'1','k':2}}", NULL},
        {"malli [:map [:l [:or [:vector :int] [:vector [:tuple :int]]]]]",
         "{'l':[{'0':1}]}", "{'l':[[1]]}"},
        {"malli [:or :int [:map [:a :int]]]", "{'value':7}", "7"},
        {"json {'allOf': [{'$ref': '#/$defs/A'}, {'required': ['b'], 'properties': {'c': "
         "{'type': 'string'}}}, {'not': {'required': ['x']}}], '$defs': {'A': {'type': "
         "'object', 'properties': {'b': {'type': ['integer', 'null']}}}}}",
         "{'b':null,'c':null}", "{'b':null}"},
        {"malli [:map [:a [:and [:vector :any] [:not= 1]]]]", "{'a':['1']}", "{'a':[1]}"},
    };

    CHECK(rows, .subset = PTC_JSON_SCHEMA_OPENAI_STRICT);
}

#define TREE                                                                             \
    "malli [:schema {:registry {\"T\" [:map [:v {:optional true} :int] [:kids [:vector " \
    "[:or :int [:ref \"T\"]]]]]}} [:ref \"T\"]]"

Test(json_restore, recursion)
{
    static const row rows[] = {
        {TREE, "{'v':null,'kids':[{'v':null,'kids':[1]}]}", "{'kids':[{'kids':[1]}]}"},
        {TREE, "{'v':1,'kids':[{'v':2,'kids':[1]}]}", NULL},
    };

    CHECK(rows, .subset = PTC_JSON_SCHEMA_OPENAI_STRICT);
}

/* --- Bounds ------------------------------------------------------------------------- */

static void restore_text(const char *contract, const char *reply, size_t len)
{
    ptc_json_schema_options options = {.struct_size = sizeof options,
                                       .subset = PTC_JSON_SCHEMA_OPENAI_STRICT};
    ptc_arena arena;
    ptc_schema schema;
    ptc_value value, out;

    ptc_arena_init(&arena, NULL, 0);
    read_schema(&arena, contract, &schema);
    cr_assert(ptc_json_read(&arena, reply, len, NULL, &value, NULL, NULL) == PTC_OK);
    cr_expect(ptc_json_schema_restore(&arena, &schema, &options, &value, &out) == PTC_OK);
    ptc_arena_free(&arena);
}

/* Alternatives that differ at the very end: trying all is more than a life. */
Test(json_restore, choosing_is_bounded, .timeout = 20)
{
    static const char *const contract = "malli [:schema {:registry {\"T\" [:or [:map [:l "
                                        "[:ref \"T\"]] [:a [:maybe :any]]]"
                                        " [:map [:l [:ref \"T\"]] [:b [:tuple :int]]] "
                                        "[:map [:l [:ref \"T\"]] [:a [:vector "
                                        ":int]]]]}} [:ref \"T\"]]";
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "{\"value\":");
    for (unsigned i = 0; i < 400; i++)
        ptc_text_cstr(&text, "{\"a\":[1],\"l\":");
    ptc_text_cstr(&text, "0");
    ptc_text_repeat(&text, '}', 401);
    restore_text(contract, text.ptr, text.len);
    ptc_arena_free(&arena);
}

/* Many values and many keys, of which few meet. */
Test(json_restore, work_is_linear, .timeout = 20)
{
    ptc_arena arena;
    ptc_text text, contract;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&contract, &arena);
    ptc_text_cstr(&contract, "{l [{");
    for (unsigned i = 0; i < 4000; i++) {
        ptc_text_cstr(&contract, "f");
        ptc_text_uint(&contract, i);
        ptc_text_cstr(&contract, " :int?, ");
    }
    ptc_text_cstr(&contract, "z :int}]}");
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "{\"l\":[{}");
    for (unsigned i = 0; i < 100000; i++)
        ptc_text_cstr(&text, ",{\"f7\":null}");
    ptc_text_cstr(&text, "]}");
    restore_text(contract.ptr, text.ptr, text.len);
    ptc_arena_free(&arena);
}

Test(json_restore, refused_memory)
{
    static const char *const contract =
        "{a :any, t [:tuple :int], o {x :int?}, l [{y :int?}]}";
    static const char *const reply =
        "{'a':'[1,2]','t':{'0':1},'o':{'x':null},'l':[{'y':null}]}";
    ptc_json_schema_options options = {.struct_size = sizeof options,
                                       .subset = PTC_JSON_SCHEMA_OPENAI_STRICT};
    ptc_status status = PTC_ERROR_MEMORY;

    for (size_t left = 0; status != PTC_OK; left++) {
        test_refusing refusing = {.left = left};
        ptc_allocator allocator = test_refusing_allocator(&refusing);
        ptc_arena arena, refused;
        ptc_schema schema;
        ptc_value value, out;

        ptc_arena_init(&arena, NULL, 0);
        ptc_arena_init(&refused, &allocator, 0);
        read_schema(&arena, contract, &schema);
        value = read_json(&arena, reply);
        status = ptc_json_schema_restore(&refused, &schema, &options, &value, &out);
        cr_assert(status == PTC_OK || status == PTC_ERROR_MEMORY);
        ptc_arena_free(&refused);
        cr_expect_eq(refusing.held, 0);
        ptc_arena_free(&arena);
    }
}

/* --- Images ------------------------------------------------------------------------- */

/* Values of a contract in the strict form: written from the page, without a look at how
 * the library does it. */
typedef struct imager {
    ptc_arena *arena;
    const ptc_schema *schema;
    const ptc_walk_options *walk;
    bool is_openai;
    bool has_dropped;  /* a key that is not declared, or nil of an optional one */
    bool has_distinct; /* elements that differ */
    bool is_unclear;   /* the value has another form, or two */
} imager;

static const ptc_schema_node *node_of(const imager *im, uint32_t index)
{
    const ptc_schema_node *node = &im->schema->nodes[index];

    while (node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY)
        node = &im->schema->nodes[node->first];
    return node;
}

static bool accepts(const imager *im, uint32_t index, const ptc_value *value)
{
    ptc_schema part = {im->schema->nodes, index, im->schema->count};

    return ptc_schema_validate(&part, value, im->walk, NULL) == PTC_OK;
}

static bool is_structured(const ptc_value *members, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (members[i].kind == PTC_VECTOR || members[i].kind == PTC_SET ||
            members[i].kind == PTC_MAP)
            return true;
    }
    return false;
}

static bool any_is_text(const imager *im, const ptc_schema_node *node);

static bool is_text(const imager *im, uint32_t index)
{
    const ptc_schema_node *node = node_of(im, index);

    switch ((unsigned)node->type) {
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return is_structured(node->members,
                             node->type == PTC_TYPE_ENUM ? node->count : 1);
    case PTC_TYPE_MAP:
        return node->count == 0 && (node->flags & PTC_NODE_CLOSED) == 0 &&
               im->schema->nodes[node->parent].type != PTC_TYPE_FUNCTION;
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
        return any_is_text(im, node);
    case PTC_TYPE_ANY:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_MALLI_SCHEMA:
    case PTC_TYPE_NOT:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_IF:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
        return true;
    default:
        return false;
    }
}

static bool any_is_text(const imager *im, const ptc_schema_node *node)
{
    for (uint32_t i = 0; i < node->count; i++) {
        if (is_text(im, node->first + i))
            return true;
    }
    return false;
}

/* Whether the form of alternatives hangs on a conjunction, of which the rows above are.
 */
static bool is_hard(const imager *im, const ptc_schema_node *node)
{
    if (node->type == PTC_TYPE_AND || node->type == PTC_TYPE_MULTI)
        return true;
    if (node->type != PTC_TYPE_UNION && node->type != PTC_TYPE_ONE)
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        if (is_hard(im, node_of(im, node->first + i)))
            return true;
    }
    return false;
}

static ptc_value image(imager *im, uint32_t index, const ptc_value *value);

static void *room(imager *im, size_t count, size_t size)
{
    void *memory = ptc_arena_array(im->arena, count + 1, size);

    cr_assert(memory != NULL);
    return memory;
}

static ptc_value object(imager *im, const ptc_map_entry *entries, size_t count)
{
    ptc_value out;

    if (ptc_map_make(im->arena, entries, count, &out, NULL) != PTC_OK)
        im->is_unclear = true;
    return out;
}

static bool has_twins(const ptc_value *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (ptc_value_same(&items[i], &items[k]))
                return true;
        }
    }
    return false;
}

/* Notes whether items must be distinct. A decimal and its text, 10 and "10", have the
 * same image. */
static void take_distinct(imager *im, const ptc_schema_node *node, const ptc_value *items,
                          uint32_t count)
{
    bool is_distinct =
        node->type == PTC_TYPE_SET || (node->flags & PTC_NODE_DISTINCT) != 0;

    im->has_distinct |= is_distinct;
    im->is_unclear |= is_distinct && has_twins(items, count);
}

static ptc_value image_list(imager *im, const ptc_schema_node *node,
                            const ptc_value *value)
{
    ptc_value *items = room(im, value->aux, sizeof *items);

    for (uint32_t i = 0; i < value->aux; i++)
        items[i] = image(im, node->first, &value->as.items[i]);
    take_distinct(im, node, items, value->aux);
    return ptc_value_vector(items, value->aux);
}

static ptc_value image_tuple(imager *im, const ptc_schema_node *node,
                             const ptc_value *value)
{
    ptc_map_entry *entries = room(im, value->aux, sizeof *entries);
    ptc_value *items = room(im, value->aux, sizeof *items);

    for (uint32_t i = 0; i < value->aux; i++) {
        ptc_text name;

        ptc_text_init(&name, im->arena);
        ptc_text_uint(&name, i);
        entries[i].key = ptc_value_string(ptc_text_view(&name));
        entries[i].value = items[i] = image(im, node->first + i, &value->as.items[i]);
    }
    take_distinct(im, node, items, value->aux);
    return object(im, entries, value->aux);
}

/* Keys that are not declared have no place in the form. */
static ptc_value image_map(imager *im, const ptc_schema_node *node,
                           const ptc_value *value)
{
    ptc_map_entry *entries = room(im, node->count, sizeof *entries);
    size_t count = 0;
    size_t found = 0;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const ptc_schema_node *field = &im->schema->nodes[i];
        bool is_optional = (field->flags & PTC_NODE_OPTIONAL) != 0;
        const ptc_map_entry *entry =
            ptc_map_find_field(value->as.map, field->name, i - node->first);
        bool is_absent = entry == NULL || (is_optional && entry->value.kind == PTC_NIL);

        found += !is_absent;
        if (is_absent && !im->is_openai)
            continue;
        entries[count].key = ptc_value_string(field->name);
        entries[count++].value =
            is_absent ? ptc_value_nil() : image(im, i, &entry->value);
        im->is_unclear |= is_absent && !is_optional;
    }
    im->has_dropped |= found < value->aux;
    return object(im, entries, count);
}

/* Whether a text of JSON may are below a node. */
static bool has_text(const imager *im, uint32_t index, unsigned depth)
{
    const ptc_schema_node *node = node_of(im, index);

    if (depth == 0 || is_text(im, index))
        return true;
    switch ((unsigned)node->type) {
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_MAP:
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
    case PTC_TYPE_AND:
    case PTC_TYPE_MULTI:
        for (uint32_t i = 0; i < node->count; i++) {
            if (has_text(im, node->first + i, depth - 1))
                return true;
        }
        return false;
    default:
        return false;
    }
}

/* Texts that one alternative reads as JSON may be just texts to another: of several lists
 * and objects, no one can say which was meant. */
static bool is_ambiguous(const imager *im, const ptc_schema_node *node,
                         const ptc_value *value)
{
    bool any = false;

    for (uint32_t i = 0; i < node->count; i++)
        any = any || has_text(im, node->first + i, 8);
    return any && (value->kind == PTC_VECTOR || value->kind == PTC_MAP);
}

static ptc_value image_choice(imager *im, const ptc_schema_node *node,
                              const ptc_value *value)
{
    im->is_unclear |= node->type == PTC_TYPE_ONE || is_ambiguous(im, node, value);
    for (uint32_t i = 0; i < node->count; i++) {
        if (accepts(im, node->first + i, value))
            return image(im, node->first + i, value);
    }
    im->is_unclear = true;
    return *value;
}

static ptc_value image_text(imager *im, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, im->arena);
    ptc_json_write(&text, value, 0);
    return ptc_value_string(ptc_text_view(&text));
}

/* A list or map of an enum; members that are equal as JSON only have another text. */
static ptc_value image_member(imager *im, const ptc_schema_node *node,
                              const ptc_value *value)
{
    for (uint32_t i = 0; i < (node->type == PTC_TYPE_ENUM ? node->count : 1); i++) {
        if (ptc_value_same(&node->members[i], value))
            return image_text(im, value);
    }
    im->is_unclear = true;
    return *value;
}

static bool takes_nil(const imager *im, uint32_t index)
{
    const ptc_schema_node *node = &im->schema->nodes[index];

    while ((node->flags & PTC_NODE_NULLABLE) == 0 &&
           (node->type == PTC_TYPE_REF || node->type == PTC_TYPE_REGISTRY))
        node = &im->schema->nodes[node->first];
    return (node->flags & PTC_NODE_NULLABLE) != 0;
}

static ptc_value image(imager *im, uint32_t index, const ptc_value *value)
{
    const ptc_schema_node *node = node_of(im, index);

    if (value->kind == PTC_NIL && takes_nil(im, index))
        return *value;
    if ((node->flags & PTC_NODE_OTHERS) != 0 || is_hard(im, node)) {
        im->is_unclear = true; /* reported: values of other types */
        return *value;
    }
    if (is_text(im, index) &&
        (node->type == PTC_TYPE_ENUM || node->type == PTC_TYPE_CONST))
        return image_member(im, node, value);
    if (is_text(im, index))
        return image_text(im, value);
    switch ((unsigned)node->type) {
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
        return image_list(im, node, value);
    case PTC_TYPE_TUPLE:
        return image_tuple(im, node, value);
    case PTC_TYPE_MAP:
        return image_map(im, node, value);
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
        return image_choice(im, node, value);
    case PTC_TYPE_DECIMAL:
        return value->kind == PTC_STRING ? *value : image_text(im, value);
    default:
        return *value;
    }
}

/* --- Random schemas ----------------------------------------------------------------- */

static bool is_scalar(const ptc_value *value, const char **message, void *user)
{
    (void)message;
    (void)user;
    return value->kind == PTC_STRING;
}

static const ptc_validator validators[] = {
    {.name = PTC_STR_INIT("email"), .is_valid = is_scalar},
    {.name = PTC_STR_INIT("phone-number"), .is_valid = is_scalar},
};

typedef struct counts {
    unsigned schemas, refused, values, unclear, changed, replies;
} counts;

/* The strict schema as our own reader reads it; false where it is refused. */
static bool write_strict(ptc_arena *arena, const ptc_schema *schema,
                         const ptc_json_schema_options *options, ptc_schema *out,
                         ptc_text *text)
{
    ptc_source source = {PTC_STR("strict.json"), {NULL, 0}};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_status status = ptc_schema_write_json_schema(text, schema, options);

    if (status == PTC_ERROR_INVALID)
        return false;
    cr_assert(status == PTC_OK, "status %d", (int)status);
    source.text = ptc_text_view(text);
    ptc_diags_init(&diags, arena);
    diags.source = &source;
    status = ptc_contracts_read(arena, &source, NULL, &diags, &contracts);
    if (status != PTC_OK && diags.count > 0 &&
        strncmp(test_cstr(diags.items[0].message), "named types in a circle", 23) == 0)
        return false; /* nothing finite satisfies it */
    cr_assert(status == PTC_OK, "%s: %s",
              diags.count > 0 ? test_cstr(diags.items[0].message) : "", text->ptr);
    *out = contracts.items[0].schema;
    return true;
}

/* What JSON can say about a value. */
static bool as_json(ptc_arena *arena, ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    return ptc_json_write(&text, value, 0) == PTC_OK &&
           ptc_json_read(arena, text.ptr, text.len, NULL, value, NULL, NULL) == PTC_OK;
}

static const char *write_malli(ptc_arena *arena, const ptc_schema *schema)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_schema_write_malli(&text, schema, NULL);
    return text.ptr;
}

static void check_value(ptc_arena *arena, const ptc_schema *schema,
                        const ptc_schema *strict, const char *text,
                        const ptc_json_schema_options *options, ptc_value value,
                        counts *count)
{
    ptc_walk_options walk = {
        .struct_size = sizeof walk, .validators = validators, .validator_count = 2};
    imager im = {.arena = arena,
                 .schema = schema,
                 .walk = &walk,
                 .is_openai = options->subset == PTC_JSON_SCHEMA_OPENAI_STRICT};
    ptc_value shown, back, again;
    ptc_report report;

    if (!as_json(arena, &value) || !accepts(&im, schema->root, &value))
        return;
    shown = image(&im, schema->root, &value);
    if (im.is_unclear || (im.has_dropped && im.has_distinct)) {
        count->unclear++;
        return;
    }
    if (options->wrap_root) {
        ptc_map_entry entry = {ptc_value_string(PTC_STR("value")), shown};
        const ptc_schema_node *node = node_of(&im, schema->root);

        if (node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_SET)
            entry.key = ptc_value_string(PTC_STR("items"));
        if ((node->type != PTC_TYPE_MAP && node->type != PTC_TYPE_TUPLE) ||
            is_text(&im, schema->root) || takes_nil(&im, schema->root)) {
            shown = object(&im, ptc_arena_copy(arena, &entry, sizeof entry), 1);
        }
    }
    count->values++;
    ptc_report_init(&report, arena);
    if (ptc_schema_validate(strict, &shown, &walk, &report) != PTC_OK)
        cr_assert_fail("%s of %s\n is refused: %s\n by %s", write_json(arena, &shown),
                       write_json(arena, &value),
                       report.error_count > 0 ? test_cstr(report.errors[0].message) : "",
                       text);
    cr_assert(ptc_json_schema_restore(arena, schema, options, &shown, &back) == PTC_OK);
    count->changed += memcmp(&back, &shown, sizeof back) != 0;
    cr_assert(accepts(&im, schema->root, &back), "%s\n gives %s\n by %s\n of %s",
              write_json(arena, &shown), write_json(arena, &back), text,
              write_malli(arena, schema));
    again = image(&im, schema->root, &back);
    if (options->wrap_root && again.kind != shown.kind)
        return;
    if (!options->wrap_root)
        cr_assert_str_eq(write_json(arena, &again), write_json(arena, &shown), "%s",
                         text);
}

static void count_loss(uint32_t node, ptc_str what, void *user)
{
    unsigned *losses = user;

    (void)node;
    (void)what;
    (*losses)++;
}

/* Whether JSON takes more for a contract than the losses say: members 4.0 and 4 are one
 * to it, names of keywords have more rules than a pattern, blanks are more in ECMAScript,
 * keywords within members of enums are not strings, and a branch that refuses the key by
 * which it is chosen takes nothing. */
static bool is_wider(const char *malli, const char *text)
{
    return strstr(text, ".0") != NULL || strstr(malli, ":keyword") != NULL ||
           strstr(malli, ":multi") != NULL || strstr(text, " text\"") != NULL ||
           strstr(text, "JSON text)") != NULL || strstr(text, "\\\\s") != NULL;
}

/* What the strict schema accepts means what the contract accepts, where nothing is lost.
 * 1.0 is an integer to JSON Schema alone. */
static void check_reply(ptc_arena *arena, const ptc_schema *schema,
                        const ptc_schema *strict, const char *text,
                        const ptc_json_schema_options *options, ptc_value reply,
                        counts *count)
{
    ptc_walk_options walk = {.struct_size = sizeof walk};
    imager of_contract = {.arena = arena, .schema = schema, .walk = &walk};
    imager of_strict = {.arena = arena, .schema = strict, .walk = &walk};
    ptc_value back;
    const char *shown;

    if (!as_json(arena, &reply) || !accepts(&of_strict, strict->root, &reply))
        return;
    shown = write_json(arena, &reply);
    if (strpbrk(shown, "eE") != NULL || strstr(shown, ".0") != NULL ||
        is_wider(write_malli(arena, schema), text))
        return;
    count->replies++;
    cr_assert(ptc_json_schema_restore(arena, schema, options, &reply, &back) == PTC_OK);
    cr_assert(accepts(&of_contract, schema->root, &back), "%s\n gives %s\n by %s\n of %s",
              shown, write_json(arena, &back), text, write_malli(arena, schema));
}

static void check_schema(test_random *random, unsigned size, counts *count)
{
    unsigned losses = 0;
    ptc_json_schema_options options = {
        .struct_size = sizeof options, .lose = count_loss, .user = &losses};
    ptc_arena arena;
    ptc_schema schema, strict;

    ptc_arena_init(&arena, NULL, 0);
    random_schema(random, &arena, size, false, &schema);
    for (unsigned subset = 1; subset <= 2; subset++) {
        ptc_text text;

        options.subset = (ptc_json_schema_subset)subset;
        options.wrap_root = subset == 1;
        ptc_text_init(&text, &arena);
        count->schemas++;
        losses = 0;
        if (!write_strict(&arena, &schema, &options, &strict, &text)) {
            count->refused++;
            continue;
        }
        for (unsigned i = 0; i < 12; i++) {
            ptc_value value = random_value(random, &arena, &schema);

            check_value(&arena, &schema, &strict, text.ptr, &options, value, count);
            if (losses == 0)
                check_reply(&arena, &schema, &strict, text.ptr, &options,
                            random_value(random, &arena, &strict), count);
        }
    }
    ptc_arena_free(&arena);
}

Test(json_restore, images_of_random_values, .timeout = 300)
{
    test_random random = test_random_start("json_restore", 20);
    counts count = {0};

    for (unsigned round = test_rounds(1500); round > 0; round--)
        check_schema(&random, 2 + round % 20, &count);
    fprintf(stderr,
            "json_restore: %u schemas, %u refused, %u values, %u unclear, %u changed, "
            "%u replies\n",
            count.schemas, count.refused, count.values, count.unclear, count.changed,
            count.replies);
    cr_expect_gt(count.values, count.schemas);
    cr_expect_gt(count.changed, count.values / 5);
}
