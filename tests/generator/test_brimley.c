/* SPDX-License-Identifier: MIT */
/*
 * Definitions of Brimley: what they become, what is wrong with them and where, and what
 * calls of them are bound to. What the reference implementation does is in
 * test_brimley_vectors.c.
 */
#include "generator/dialect/brimley/brimley_int.h"
#include "generator/dialect/dialect_int.h"
#include "generator/generator_int.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static ptc_arena arena;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(brimley, .init = start, .fini = stop);

/* --- Files that others name ------------------------------------------------------- */

static const struct {
    const char *name;
    const char *text;
} neighbours[] = {
    {"User.entity.json", "{\"name\": \"User\", \"fields\": {\"id\": \"int\", \"name\": "
                         "{\"default\": null}}}"},
    {"line_item.entity.yaml", "name: LineItem\nfields: {sku: string, of: Order}\n"},
    {"Order.entity.yml", "name: Order\nfields: {id: int, items: 'LineItem[]'}\n"},
    {"Schema.entity.json",
     "{\"name\": \"Schema\", \"type\": \"object\", \"properties\": {\"id\": {\"type\": "
     "\"integer\"}, \"next\": {\"$ref\": \"#\"}}, \"required\": [\"id\"]}"},
    {"Base.entity.yaml", "name: Base\nfields: {id: int, at: datetime}\n"},
    {"Derived.entity.yaml",
     "name: Derived\nentity_ref: Base\nfields: {at: date, more: string}\n"},
    {"Ring.entity.yaml", "name: Ring\nentity_ref: Round\nfields: {a: int}\n"},
    {"Round.entity.yaml", "name: Round\nentity_ref: Ring\nfields: {b: int}\n"},
    {"Faulty.entity.yaml", "name: Faulty\nfields: {a: 7}\n"},
    {"Other.entity.yaml", "name: Elsewhere\nfields: {a: int}\n"},
};

static const ptc_source *load(ptc_str name, const ptc_source *from, void *user)
{
    (void)from;
    (void)user;
    for (size_t i = 0; i < sizeof neighbours / sizeof neighbours[0]; i++) {
        ptc_source *source;

        if (!ptc_str_equal(name, ptc_str_of(neighbours[i].name)))
            continue;
        source = ptc_arena_array(&arena, 1, sizeof *source);
        *source =
            (ptc_source){ptc_str_of(neighbours[i].name), ptc_str_of(neighbours[i].text)};
        return source;
    }
    return NULL;
}

static bool is_compat;

static ptc_status read_text(const char *name, const char *text, ptc_diags *diags,
                            ptc_contracts *out)
{
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .dialects = &ptcc_dialects,
                                    .load = load,
                                    .brimley_compat = is_compat};
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);

    *source = (ptc_source){ptc_str_of(name), ptc_str_of(text)};
    ptc_diags_init(diags, &arena);
    diags->source = source;
    return ptc_contracts_read(&arena, source, &options, diags, out);
}

/* All diagnostics, a line each, with their hints. */
static const char *told(const ptc_diags *diags)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    for (size_t i = 0; i < diags->count; i++) {
        const ptc_diag *diag = &diags->items[i];
        ptc_position at = ptc_source_position(diag->source, diag->span.start);

        ptc_text_uint(&text, at.line);
        ptc_text_byte(&text, ':');
        ptc_text_uint(&text, at.column);
        ptc_text_byte(&text, ' ');
        ptc_text_cstr(&text, ptc_diag_name(diag->code));
        ptc_text_cstr(&text, ": ");
        ptc_text_str(&text, diag->message);
        if (diag->hint.len > 0) {
            ptc_text_cstr(&text, " (");
            ptc_text_str(&text, diag->hint);
            ptc_text_byte(&text, ')');
        }
        ptc_text_byte(&text, '\n');
    }
    return text.ptr;
}

/* The contracts that were declared in the file itself as `.sig` text, in a line each. */
static const char *written(const ptc_contracts *contracts)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    for (size_t i = 0; i < contracts->count; i++) {
        const ptc_contract *contract = &contracts->items[i];
        ptc_schema plain = contract->schema;
        unsigned lost;

        if (contract->is_included)
            continue;
        cr_assert(ptcc_sig_plain(&arena, &plain, &lost));
        ptcc_write_sig(&text, contract->name, contract->is_type, &plain, contract->info);
        if (text.len > 0 && text.ptr[text.len - 1] != '\n')
            ptc_text_byte(&text, '\n');
    }
    return text.ptr;
}

/* Whether what came of a definition is what was wanted; shows both if it is not. */
static void expect_text(const char *definition, const char *got, const char *wanted)
{
    bool is_same = strcmp(got, wanted) == 0;

    if (!is_same)
        fprintf(stderr, "%s\ngot:\n%s\nwanted:\n%s\n", definition, got, wanted);
    cr_expect(is_same);
}

/* --- What definitions become ------------------------------------------------------ */

/* A definition in YAML and the signature that it is. */
static const struct {
    const char *text;
    const char *signature;
} good[] = {
    /* The seed's example. M473, M474, M475 [brimley 9] */
    {"name: get_orders\narguments:\n  inline:\n    customer_id: int\n"
     "    status: {type: string, default: shipped}\n"
     "    min_total: {type: float, default: 0.0}\n"
     "    user_id: {type: string, from_context: app.user.id, default: ''}\n"
     "return_shape: list[dict]\n",
     "get_orders(customer_id :int, status :string = \"shipped\", min_total :float = 0.0) "
     "-> [:map]\n"},
    /* Shorthand: all words of types, in any case. M448, M450, M451, M460, M461, M462,
     * M463, M464, M465, M466, M467 */
    {"name: f\narguments:\n  inline:\n    a: str\n    b: STRING\n    c: int\n"
     "    d: Integer\n    e: float\n    g: number\n    h: bool\n    i: boolean\n"
     "    j: decimal\n    k: Date\n    l: datetime\n    m: primitive\n    n: any\n",
     "f(a :string, b :string, c :int, d :int, e :float, g :float, h :bool, i :bool, "
     "j :decimal, k :date, l :datetime, m :string|:int|:float|:bool, "
     "n :string|:int|:float|:bool) -> :nil\n"},
    /* Lists. M470, M471 */
    {"name: f\narguments:\n  inline:\n    a: int[]\n    b: ' int [] '\n    c: list[str]\n"
     "    d: typing.List[date]\n    e: app.models.User[]\nreturn_shape: User[]\n",
     "f(a [:int], b [:int], c [:string], d [:date], e [{id :int, name :string?}]) -> "
     "[{id :int, name :string?}]\n"},
    /* Complex: what may be said next to a type. M452 */
    {"name: f\narguments:\n  inline:\n    a: {}\n    b: {type: int, minimum: 1, max: 9}\n"
     "    c: {type: float, exclusiveMinimum: 0, exclusiveMaximum: 1.5}\n"
     "    d: {minLength: 1, maxLength: 3, pattern: '^a'}\n"
     "    e: {type: 'int[]', minItems: 1, maxItems: 2}\n"
     "    g: {type: int, enum: [1, '2']}\n    h: {type: decimal, min: 1.5}\n"
     "    i: {type: bool, required: true}\n",
     "f(a :string, b :int[1..9], c :float[>0 <1.5], d :string[1..3 ~\"^a\"], "
     "e [:int][1..2], g :enum[1 2], h :decimal[1.5..], i :bool) -> :nil\n"},
    /* Defaults of every kind, cast; also those that count as nothing elsewhere. */
    {"name: f\narguments:\n  inline:\n    a: {type: int, default: '7'}\n"
     "    b: {type: bool, default: false}\n    c: {type: string, default: ''}\n"
     "    d: {type: int, default: 0}\n    e: {type: decimal, default: 1.50}\n"
     "    g: {type: 'int[]', default: []}\n    h: {type: bool, default: 'yes'}\n"
     "    i: {type: int, default: null}\n    j: {type: string, required: false}\n"
     "    k: {type: User, default: {id: 1}}\n",
     "f(a :int = 7, b :bool = false, c :string = \"\", d :int = 0, "
     "e :decimal = \"1.50\", g [:int] = [], h :bool = true, i :int?, j :string?, "
     "k {id :int, name :string?} = {\"id\": 1}) -> :nil\n"},
    /* JSON Schema. M453, M454 */
    {"name: f\narguments:\n  inline:\n    properties:\n      a: {type: integer}\n"
     "      b: {type: string, maxLength: 3}\n    required: [a]\n",
     "f(a :int, b :string[..3]?) -> :nil\n"},
    {"name: f\narguments:\n  inline:\n    properties:\n      a: {$ref: '#/$defs/A'}\n"
     "    $defs: {A: {type: object, properties: {x: {type: number}}}}\n",
     "f(a {x :float?}?) -> :nil\nA = {x :float?}\n"},
    {"name: f\narguments: {inline: {properties: {}}}\n", "f() -> :nil\n"},
    /* An argument called so. */
    {"name: f\narguments: {inline: {properties: string}}\n",
     "f(properties :string) -> :nil\n"},
    {"name: f\narguments: {inline: {properties: {type: int}}}\n",
     "f(properties :int) -> :nil\n"},
    /* Entities. M446 */
    {"name: f\narguments: {entity_ref: User}\n", "f(id :int, name :string?) -> :nil\n"},
    {"name: f\narguments: {entity_ref: User, inline: {name: int, age: int}}\n",
     "f(id :int, name :int, age :int) -> :nil\n"},
    {"name: f\narguments: {entity_ref: Derived}\n",
     "f(id :int, at :date, more :string) -> :nil\n"},
    {"name: f\narguments: {entity_ref: Schema, inline: {id: string}}\n",
     "f(id :string, next :Schema?) -> :nil\n"},
    {"name: f\narguments: {entity_ref: User, inline: {properties: {id: {type: "
     "string}}}}\n",
     "f(id :string?, name :string?) -> :nil\n"},
    {"name: f\narguments: {inline: {o: Order}}\n", "f(o :Order) -> :nil\n"},
    {"- {name: f, return_shape: Own}\n- {name: Own, type: entity, fields: {a: int}}\n",
     "f() -> {a :int}\nOwn = {a :int}\n"},
    /* No arguments, in all ways to say so. */
    {"name: f\n", "f() -> :nil\n"},
    {"name: f\narguments: null\n", "f() -> :nil\n"},
    {"name: f\narguments: {}\n", "f() -> :nil\n"},
    {"name: f\narguments: {inline: null}\n", "f() -> :nil\n"},
    {"name: f\narguments: {inline: {}}\n", "f() -> :nil\n"},
    /* Results. */
    {"return_shape: void\n", "file() -> :nil\n"},
    {"return_shape: NoneType\n", "file() -> :nil\n"},
    {"return_shape: dict\n", "file() -> :map\n"},
    {"return_shape: 'dict[]'\n", "file() -> [:map]\n"},
    {"return_shape: decimal\n", "file() -> :decimal\n"},
    {"return_shape: {entity_ref: User}\n", "file() -> {id :int, name :string?}\n"},
    {"return_shape: {entity_ref: 'User[]'}\n", "file() -> [{id :int, name :string?}]\n"},
    {"return_shape: {inline: 'int[]'}\n", "file() -> [:int]\n"},
    {"return_shape: {inline: {data: 'User[]', count: int}}\n",
     "file() -> {data [{id :int, name :string?}], count :int}\n"},
    {"return_shape: {entity_ref: User, inline: {age: int}}\n",
     "file() -> {id :int, name :string?, age :int}\n"},
    {"return_shape: {inline: {properties: {a: {type: integer}}}}\n",
     "file() -> {a :int?}\n"},
    /* Words. */
    {"name: f\ndescription: Finds.\narguments: {inline: {a: {type: int, description: "
     "How many.}}}\n",
     "f(a :int) -> :nil\n  Finds.\n  - a: How many.\n"},
    {"name: f\ndescription: |\n  Finds\n  all.\n\n", "f() -> :nil\n  Finds\n  all.\n"},
    /* Names that only look odd. */
    {"name: f\narguments: {inline: {_a: int, b-c: int, type: string}}\n",
     "f(_a :int, b-c :int, type :string) -> :nil\n"},
};

Test(brimley, definitions)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        ptc_contracts contracts;
        ptc_diags diags;
        ptc_status status =
            read_text("file.brimley.yaml", good[i].text, &diags, &contracts);

        expect_text(good[i].text, told(&diags), "");
        if (status == PTC_OK)
            expect_text(good[i].text, written(&contracts), good[i].signature);
    }
}

/* What YAML puts at the end of a block is not in a description. */
Test(brimley, descriptions_end_with_their_words)
{
    ptc_contracts contracts;
    ptc_diags diags;
    const ptc_schema_node *root;

    cr_assert(read_text("file.brimley.yaml",
                        "description: >\n  Finds\n  all.\narguments: {inline: {a: {type: "
                        "int, description: \"Many.\\n\"}}}\n",
                        &diags, &contracts) == PTC_OK);
    root = ptc_schema_root(&contracts.items[0].schema);
    cr_expect(ptc_str_equal(root->extra->description, PTC_STR("Finds all.")));
    root = &contracts.items[0].schema.nodes[root->first];
    root = &contracts.items[0].schema.nodes[root->first];
    cr_expect(ptc_str_equal(root->extra->description, PTC_STR("Many.")));
}

/* Names of files that say what is in them. */
Test(brimley, names_of_files)
{
    static const struct {
        const char *name;
        const char *text;
        const char *signature;
    } rows[] = {
        {"a/b.brimley.json", "{}", ""},
        {"a/b.brimley.json", "{\"return_shape\": \"int\"}", "b() -> :int\n"},
        {"a/b.brimley.yml", "return_shape: int\n", "b() -> :int\n"},
        {"a/Thing.entity.yaml", "fields: {a: int}\n", "Thing = {a :int}\n"},
        {"a/Thing.entity.json", "{\"inline\": {\"a\": \"int\"}}", "Thing = {a :int}\n"},
        {"q.sql", "/*\n---\nreturn_shape: 'int[]'\n---\n*/\nselect 1\n",
         "q() -> [:int]\n"},
        {"q.sql", "select 1\n", ""},
        {"t.md", "---\nname: greet\nreturn_shape: string\n---\nHello\n",
         "greet() -> :string\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_contracts contracts;
        ptc_diags diags;

        cr_expect(read_text(rows[i].name, rows[i].text, &diags, &contracts) == PTC_OK);
        expect_text(rows[i].text, written(&contracts), rows[i].signature);
    }
}

/* --- What is wrong with them ------------------------------------------------------ */

/* A definition in YAML and all that is reported of it. */
static const struct {
    const char *text;
    const char *told;
} bad[] = {
    /* Type expressions: the order of the checks decides. [brimley 2] */
    {"name: f\narguments: {inline: {x: ''}}\n",
     "2:26 brimley-type: argument \"x\": unsupported type \"\": a type is missing\n"},
    {"name: f\narguments: {inline: {x: '[]'}}\n",
     "2:26 brimley-type: argument \"x\": unsupported type \"[]\": a type is missing\n"},
    {"name: f\narguments:\n  inline:\n    x: int | None\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"int | None\": unions are not "
     "supported; name one type, and write default: null for what may be null\n"},
    {"name: f\narguments:\n  inline:\n    x: list[int|str]\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"list[int|str]\": unions are "
     "not supported; name one type, and write default: null for what may be null\n"},
    {"name: f\narguments:\n  inline:\n    x: typing.Optional[int]\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"typing.Optional[int]\": "
     "unions are not supported; name one type, and write default: null for what may be "
     "null\n"},
    {"name: f\narguments:\n  inline:\n    x: \"list[ list[int]]\"\n",
     "4:15 brimley-type: argument \"x\": unsupported type \"list[ list[int]]\": only one "
     "list dimension is supported; declare an entity with the inner list\n"},
    {"name: f\narguments:\n  inline:\n    x: int[][]\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"int[][]\": only one list "
     "dimension is supported; declare an entity with the inner list\n"},
    {"name: f\narguments:\n  inline:\n    x: list[int][]\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"list[int][]\": only one list "
     "dimension is supported; declare an entity with the inner list\n"},
    {"name: f\narguments:\n  inline:\n    x: list\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"list\": a list needs the type "
     "of its elements, as in string[]\n"},
    {"name: f\narguments:\n  inline:\n    x: list[]\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"list[]\": a list needs the "
     "type of its elements, as in string[]\n"},
    {"name: f\narguments:\n  inline:\n    x: dict\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"dict\": a map needs its "
     "fields; declare an entity with them\n"},
    {"name: f\narguments:\n  inline:\n    x: list[dict]\n",
     "4:13 brimley-type: argument \"x\": unsupported type \"list[dict]\": a map needs "
     "its fields; declare an entity with them\n"},
    {"name: f\narguments:\n  inline:\n    x: dict[str,int]\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"dict[str,int]\": brackets "
     "hold only the type of a list's elements, as in list[int]\n"},
    {"name: f\narguments:\n  inline:\n    x: void\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"void\": void is a return type "
     "only\n"},
    {"name: f\narguments:\n  inline:\n    x: User?\n",
     "4:8 brimley-type: argument \"x\": unsupported type \"User?\": this is not the name "
     "of a type\n"},
    {"name: f\narguments:\n  inline:\n    x: {type: [int]}\n",
     "4:15 brimley-type: argument \"x\": a type is a text (write int, string[] or the "
     "name of an entity)\n"},
    {"name: f\nreturn_shape: int | str\n",
     "2:15 brimley-type: return_shape: unsupported type \"int | str\": unions are not "
     "supported; name one type, and write default: null for what may be null\n"},
    {"name: f\nreturn_shape: {inline: {x: tuple}}\n",
     "2:28 brimley-type: field \"x\": unsupported type \"tuple\": a list needs the type "
     "of its elements, as in string[]\n"},
    /* Entities. */
    {"name: f\narguments: {inline: {x: Usr}}\n",
     "2:25 brimley-entity: unknown entity \"Usr\" (declare it in Usr.entity.yaml, next "
     "to this file or in a folder of -I)\n"},
    {"- {name: f, return_shape: Usr}\n- {name: User, type: entity, fields: {a: int}}\n",
     "1:27 brimley-entity: unknown entity \"Usr\" (did you mean User?)\n"},
    {"name: f\nreturn_shape: Other\n",
     "2:15 brimley-entity: unknown entity \"Other\" (declare it in Other.entity.yaml, "
     "next to this file or in a folder of -I)\n"},
    {"name: f\narguments: {entity_ref: 'User[]'}\n",
     "2:25 brimley-entity: entity_ref \"User[]\" is not the plain name of an entity "
     "(write entity_ref: User)\n"},
    {"name: f\narguments: {entity_ref: int}\n",
     "2:25 brimley-entity: entity_ref \"int\" is not the plain name of an entity (write "
     "entity_ref: User)\n"},
    {"name: f\narguments: {entity_ref: Nobody}\n",
     "2:25 brimley-entity: unknown entity \"Nobody\" (declare it in Nobody.entity.yaml, "
     "next to this file or in a folder of -I)\n"},
    {"- {name: f}\n- {name: A, type: entity, entity_ref: A}\n",
     "2:39 brimley-entity: entity_ref \"A\" refers to itself\n"},
    /* M447 */
    {"name: f\ntype: entity\n",
     "1:7 brimley-value: the entity \"f\" has no fields (write fields: {id: int})\n"},
    /* Maps that are none. */
    {"name: f\narguments: [a, b]\n",
     "2:12 brimley-value: arguments are a map with entity_ref, inline or both (write "
     "arguments: {inline: {id: int}})\n"},
    {"name: f\narguments: {id: int}\n",
     "2:13 brimley-value: arguments have no key \"id\" (put it under inline:)\n"},
    {"name: f\narguments: {in_line: {id: int}}\n",
     "2:13 brimley-value: arguments have no key \"in_line\" (did you mean inline?)\n"},
    {"name: f\narguments: {inline: [a]}\n",
     "2:21 brimley-value: arguments are a map of names to types\n"},
    {"name: f\narguments: {inline: {a: 7}}\n",
     "2:25 brimley-value: \"a\" has neither a type nor a map with one (write a: int, or "
     "a: {type: int})\n"},
    {"name: f\nreturn_shape: {id: int}\n",
     "2:16 brimley-value: maps of return_shape have no key \"id\" (put it under "
     "inline:)\n2:15 brimley-value: a return_shape that is a map has entity_ref or "
     "inline (write return_shape: {inline: {id: int}})\n"},
    {"name: f\nreturn_shape: 7\n",
     "2:15 brimley-type: return_shape: a type is a text (write int, string[] or the name "
     "of an entity)\n"},
    {"- 7\n", "1:3 brimley-value: a definition is a map with name, type and arguments\n"},
    {"name: f\ndescription: [a]\n", "2:14 brimley-value: a description is a text\n"},
    /* Names. [brimley 5] */
    {"name: Reload\n", "1:7 brimley-name: \"Reload\": the name is reserved\n"},
    {"name: 'a b'\n", "1:8 brimley-name: \"a b\": a name has only letters from a to z, "
                      "digits, \"_\" and \"-\"\n"},
    {"name: 2nd\n",
     "1:7 brimley-name: \"2nd\": a name begins with a letter from a to z\n"},
    {"name: ''\n", "1:8 brimley-name: \"\": a name cannot be empty\n"},
    {"name: 7\n", "1:7 brimley-value: a name is a text\n"},
    {"name: Date\ntype: entity\nfields: {a: int}\n",
     "1:7 brimley-name: \"Date\": the name is that of a type\n"},
    {"- {name: get_it}\n- {name: getIt}\n",
     "2:10 brimley-near-name: the names \"getIt\" and \"get_it\" differ only in case, "
     "\"-\" and \"_\"\n"},
    {"- {name: f}\n- {name: f}\n",
     "2:10 sig-duplicate-name: duplicate declaration \"f\" (also written \"f\" at "
     "1:10)\n"},
    {"name: f\narguments: {inline: {a_b: int, a-b: int}}\n",
     "2:32 sig-duplicate-name: duplicate argument \"a-b\" (also written \"a_b\")\n"},
    {"name: f\narguments: {inline: {'a b': int}}\n",
     "2:22 brimley-name: \"a b\" is not a name that arguments may have (names are "
     "letters, digits, \"_\" and \"-\")\n"},
    /* Keys. */
    {"name: f\nargments: {}\n",
     "2:1 brimley-unknown-key: a function has no key \"argments\" (did you mean "
     "arguments?)\n"},
    {"name: f\ntype: sql_functoin\n",
     "2:7 brimley-unknown-key: unknown type of function \"sql_functoin\" (did you mean "
     "sql_function?)\n"},
    {"name: f\narguments: {inline: {a: {typ: int}}}\n",
     "2:26 brimley-unknown-key: argument \"a\" has no key \"typ\" (did you mean "
     "type?)\n"},
    {"name: f\narguments: {inline: {a: {min_length: 1}}}\n",
     "2:26 brimley-unknown-key: argument \"a\" has no key \"min_length\" (did you mean "
     "minLength?)\n"},
    /* Constraints. */
    {"name: f\narguments: {inline: {a: {type: int, minLength: 1}}}\n",
     "2:48 brimley-constraint: \"minLength\" of \"a\" is for string; its type is int\n"},
    {"name: f\narguments: {inline: {a: {type: 'int[]', max: 1}}}\n",
     "2:46 brimley-constraint: \"max\" of \"a\" is for int, float and decimal; its type "
     "is int[]\n"},
    {"name: f\narguments: {inline: {a: {type: date, pattern: x}}}\n",
     "2:47 brimley-constraint: \"pattern\" of \"a\" is for string; its type is date\n"},
    {"name: f\narguments: {inline: {a: {type: User, enum: [x]}}}\n",
     "2:44 brimley-constraint: \"enum\" of \"a\" is for single values; its type is "
     "User\n"},
    {"name: f\narguments: {inline: {a: {maxItems: 2}}}\n",
     "2:36 brimley-constraint: \"maxItems\" of \"a\" is for lists; its type is string\n"},
    {"name: f\narguments: {inline: {a: {minLength: -1}}}\n",
     "2:37 brimley-constraint: \"minLength\" of \"a\" is an integer from 0 on\n"},
    {"name: f\narguments: {inline: {a: {type: int, minimum: low}}}\n",
     "2:46 brimley-constraint: \"minimum\" of \"a\" is a number\n"},
    {"name: f\narguments: {inline: {a: {type: int, enum: [1, x]}}}\n",
     "2:47 brimley-constraint: \"enum\" of \"a\" has a member that its type refuses\n"},
    {"name: f\narguments: {inline: {a: {type: int, enum: [1, '1']}}}\n",
     "2:47 brimley-constraint: \"enum\" of \"a\" has a member twice\n"},
    {"name: f\narguments: {inline: {a: {enum: []}}}\n",
     "2:32 brimley-constraint: \"enum\" of \"a\" is a list of its values\n"},
    {"name: f\narguments: {inline: {a: {pattern: '('}}}\n",
     "2:35 brimley-constraint: \"pattern\" of \"a\": this group is never closed\n"},
    {"name: f\narguments: {inline: {a: {type: int, min: 3, max: 2}}}\n",
     "2:32 sig-empty-range: no int is in the range 3..2\n"},
    /* Defaults. */
    {"name: f\narguments: {inline: {a: {type: int, default: x}}}\n",
     "2:46 sig-default: the default of \"a\" does not fit its type: expected int, got "
     "string \"x\"\n"},
    {"name: f\narguments: {inline: {a: {type: 'int[]', default: ['1', 2.0, x]}}}\n",
     "2:50 sig-default: the default of \"a\" does not fit its type: [2]: expected int, "
     "got string \"x\"\n"},
    {"name: f\narguments: {inline: {a: {default: 12, maxLength: 1}}}\n",
     "2:35 sig-default: the default of \"a\" does not fit its type: expected string of "
     "length <= 1, got length 2\n"},
    {"name: f\narguments: {inline: {a: {default: x, required: true}}}\n",
     "2:48 brimley-required: \"required\" of \"a\" is true, but the default makes it "
     "optional (remove one of them)\n"},
    {"name: f\narguments: {inline: {a: {required: 1}}}\n",
     "2:36 brimley-value: \"required\" of \"a\" is true or false\n"},
    /* The context. [brimley 4b] */
    {"name: f\narguments: {inline: {a: {from_context: settings.env}}}\n",
     "2:40 brimley-context: \"from_context\" of \"a\" is not a path of the context "
     "(write app.NAME or config.NAME, as in app.user.id)\n"},
    {"name: f\narguments: {inline: {a: {from_context: app}}}\n",
     "2:40 brimley-context: \"from_context\" of \"a\" is not a path of the context "
     "(write app.NAME or config.NAME, as in app.user.id)\n"},
    {"name: f\narguments: {inline: {a: {from_context: app..b}}}\n",
     "2:40 brimley-context: \"from_context\" of \"a\" is not a path of the context "
     "(write app.NAME or config.NAME, as in app.user.id)\n"},
    {"name: f\narguments: {inline: {properties: {a: {from_context: app.a}}}}\n",
     "2:53 brimley-context: \"from_context\" of \"a\" is not a keyword of JSON Schema "
     "(write the arguments without \"properties\")\n"},
    {"- {name: Who, type: entity, fields: {id: {from_context: app.id}}}\n"
     "- {name: f, arguments: {inline: {a: 'Who[]'}}, return_shape: Who}\n",
     "2:38 brimley-context: \"id\" of Who comes from the context, which fills whole "
     "arguments, not parts of them (take its fields as arguments by entity_ref, or name "
     "an entity without that field)\n"},
    {"- {name: Who, type: entity, fields: {id: {from_context: app.id}}}\n"
     "- {name: Sub, type: entity, entity_ref: Who, fields: {n: int}}\n"
     "- {name: f, arguments: {entity_ref: Sub}, return_shape: Who}\n"
     "- {name: g, arguments: {inline: {a: Sub}}}\n",
     "4:37 brimley-context: \"id\" of Sub comes from the context, which fills whole "
     "arguments, not parts of them (take its fields as arguments by entity_ref, or name "
     "an entity without that field)\n"},
    /* JSON Schema has its own faults, at their places. */
    {"name: f\narguments:\n  inline:\n    properties:\n      a: {type: text}\n",
     "5:17 json-schema-value: a type must be one of null, boolean, integer, number, "
     "string, array, object, at /arguments/inline/properties/a/type (did you mean "
     "\"string\"?)\n"},
    {"name: f\narguments:\n  inline:\n    properties:\n      a: {maxlength: 3}\n",
     "5:11 loss-word: words with no effect on what is valid: \"maxlength\" (did you "
     "mean \"maxLength\"?)\n"},
};

Test(brimley, faults) /* M450 M452 M472 */
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ptc_contracts contracts;
        ptc_diags diags;

        read_text("file.brimley.yaml", bad[i].text, &diags, &contracts);
        expect_text(bad[i].text, told(&diags), bad[i].told);
    }
}

/* --- What calls are bound to ------------------------------------------------------ */

/* The arguments of a function, a call of it, and what it is bound to, with all that is
 * reported. Texts have ' for ". */
static const struct {
    const char *arguments;
    const char *call;
    const char *app;
    ptc_mode mode;
    const char *bound; /* NULL: refused */
    const char *told;
} calls[] = {
    /* Declaration order, whatever the caller's. [brimley 3] */
    {"{a: int, b: int}", "{'b': 2, 'a': 1}", "null", PTC_MODE_ENABLED, "{'a':1,'b':2}",
     ""},
    /* All that is missing is reported. */
    {"{a: int, b: int}", "{}", "null", PTC_MODE_ENABLED, NULL,
     "a: missing required field, expected int\nb: missing required field, expected "
     "int\n"},
    /* What is missing has its default; so has null. */
    {"{a: {type: int, default: 7}}", "{}", "null", PTC_MODE_ENABLED, "{'a':7}", ""},
    {"{a: {type: int, default: 7}}", "{'a': null}", "null", PTC_MODE_ENABLED, "{'a':7}",
     ""},
    {"{a: {type: int, default: 0}}", "{}", "null", PTC_MODE_ENABLED, "{'a':0}", ""},
    {"{a: {type: int, default: null}}", "{'a': null}", "null", PTC_MODE_ENABLED,
     "{'a':null}", ""},
    {"{a: int}", "{'a': null}", "null", PTC_MODE_ENABLED, NULL,
     "a: expected int, got nil\n"},
    {"{a: {type: int, required: false}}", "{}", "null", PTC_MODE_ENABLED, "{}", ""},
    {"{a: {type: int, required: false}}", "{'a': null}", "null", PTC_MODE_ENABLED, "{}",
     "a: coerced nil to absent; leave the field out instead\n"},
    {"{a: {type: int, required: false}}", "{'a': null}", "null", PTC_MODE_STRICT, NULL,
     "a: expected int, got nil; leave the field out instead\n"},
    /* What is not an argument is left out. */
    {"{a: int}", "{'zz': 2, 'a': 1}", "null", PTC_MODE_ENABLED, "{'a':1}",
     "zz: unexpected field: it is left out\n"},
    {"{a: int}", "{'zz': 2, 'a': 1}", "null", PTC_MODE_STRICT, NULL,
     "zz: unexpected field (allowed: a)\n"},
    {"{limit: {type: int, default: 1}}", "{'limt': 2}", "null", PTC_MODE_ENABLED,
     "{'limit':1}", NULL},
    /* Casts, and their warnings. [brimley 4] */
    {"{a: int}", "{'a': ' 42 '}", "null", PTC_MODE_ENABLED, "{'a':42}", NULL},
    {"{a: bool}", "{'a': ' Yes '}", "null", PTC_MODE_ENABLED, "{'a':true}", NULL},
    {"{a: string}", "{'a': true}", "null", PTC_MODE_ENABLED, "{'a':'true'}", NULL},
    {"{a: decimal}", "{'a': '1.50'}", "null", PTC_MODE_ENABLED, "{'a':'1.50'}", ""},
    {"{a: date}", "{'a': '2024-02-29'}", "null", PTC_MODE_ENABLED, "{'a':'2024-02-29'}",
     ""},
    {"{a: primitive}", "{'a': 'x'}", "null", PTC_MODE_ENABLED, "{'a':'x'}", ""},
    {"{a: primitive}", "{'a': 9007199254740993}", "null", PTC_MODE_ENABLED,
     "{'a':9007199254740993}", ""},
    {"{a: primitive}", "{'a': [1]}", "null", PTC_MODE_ENABLED, NULL, NULL},
    {"{a: 'int[]'}", "{'a': ['1', 2]}", "null", PTC_MODE_ENABLED, "{'a':[1,2]}", NULL},
    {"{a: 'int[]'}", "{'a': [1, 'x']}", "null", PTC_MODE_ENABLED, NULL, NULL},
    {"{a: {type: int, enum: [1, 2]}}", "{'a': '2'}", "null", PTC_MODE_ENABLED, "{'a':2}",
     NULL},
    {"{a: {type: decimal, enum: [1.50, 2]}}", "{'a': '1.50'}", "null", PTC_MODE_ENABLED,
     "{'a':'1.50'}", ""},
    {"{a: {type: decimal, enum: [1.50, 2]}}", "{'a': 2}", "null", PTC_MODE_ENABLED,
     "{'a':'2'}", NULL},
    {"{a: {type: decimal, enum: [1.50, 2]}}", "{'a': '1.5'}", "null", PTC_MODE_ENABLED,
     NULL, NULL},
    {"{a: {type: int, max: 9}}", "{'a': '10'}", "null", PTC_MODE_ENABLED, NULL, NULL},
    {"{a: primitive}", "{'a': 5}", "null", PTC_MODE_ENABLED, "{'a':5}", ""},
    {"{a: User}", "{'a': {'id': '1'}}", "null", PTC_MODE_ENABLED, "{'a':{'id':1}}", NULL},
    {"{a: User}", "{'a': {}}", "null", PTC_MODE_ENABLED, NULL,
     "a.id: missing required field, expected int\n"},
    {"{properties: {a: {type: integer}}}", "{'a': '5'}", "null", PTC_MODE_ENABLED,
     "{'a':5}", NULL},
    /* None of them in strict mode. */
    {"{a: bool}", "{'a': 'yes'}", "null", PTC_MODE_STRICT, NULL, NULL},
    {"{a: string}", "{'a': 5}", "null", PTC_MODE_STRICT, NULL, NULL},
    /* The context. [brimley 4b] */
    {"{a: {from_context: app.user.id}}", "{}", "{'user': {'id': 'U9'}}", PTC_MODE_ENABLED,
     "{'a':'U9'}", ""},
    {"{a: {from_context: app.user.id}}", "{'a': 'spoof'}", "{'user': {'id': 'U9'}}",
     PTC_MODE_ENABLED, "{'a':'U9'}", NULL},
    {"{a: {from_context: app.user.id}}", "{'a': 'spoof'}", "{'user': {'id': 'U9'}}",
     PTC_MODE_STRICT, NULL, NULL},
    {"{a: {type: int, from_context: app.n}}", "{}", "{'n': '12'}", PTC_MODE_ENABLED,
     "{'a':12}", NULL},
    {"{a: {from_context: app.user.id, default: d}}", "{}", "{'user': {}}",
     PTC_MODE_ENABLED, NULL, "a: context path \"app.user.id\" not found at \"id\"\n"},
    {"{a: {from_context: app.n, default: null}}", "{}", "{'n': null}", PTC_MODE_ENABLED,
     "{'a':null}", ""},
    {"{a: {from_context: app.n}}", "{}", "{'n': null}", PTC_MODE_ENABLED, NULL, NULL},
    {"{a: {from_context: ''}}", "{'a': 'x'}", "null", PTC_MODE_ENABLED, "{'a':'x'}", ""},
};

static ptc_value value_of(const char *text)
{
    const char *quoted = test_quoted(&arena, text);
    ptc_value value;

    cr_assert(ptc_json_read(&arena, quoted, strlen(quoted), NULL, &value, NULL, NULL) ==
              PTC_OK);
    return value;
}

/* All issues, a line each. */
static const char *issues(const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    for (size_t i = 0; i < report->error_count; i++) {
        ptc_issue_write(&text, &report->errors[i]);
        ptc_text_byte(&text, '\n');
    }
    for (size_t i = 0; i < report->warning_count; i++) {
        ptc_issue_write(&text, &report->warnings[i]);
        ptc_text_byte(&text, '\n');
    }
    return text.ptr;
}

Test(brimley, calls) /* M456 M459 M473 M474 M475 */
{
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        ptc_context context = {value_of(calls[i].app), ptc_value_nil()};
        ptc_walk_options walk = {.struct_size = sizeof walk,
                                 .mode = calls[i].mode,
                                 .boundary = PTC_BOUNDARY_JSON,
                                 .context = &context};
        ptc_value call = value_of(calls[i].call);
        const char *wanted =
            calls[i].bound != NULL ? test_quoted(&arena, calls[i].bound) : "refused";
        ptc_contracts contracts;
        ptc_report report;
        ptc_diags diags;
        ptc_value bound;
        ptc_text text;
        ptc_text got;

        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "name: f\narguments: {inline: ");
        ptc_text_cstr(&text, calls[i].arguments);
        ptc_text_cstr(&text, "}\n");
        cr_assert(read_text("f.brimley.yaml", text.ptr, &diags, &contracts) == PTC_OK,
                  "%s", told(&diags));
        ptc_report_init(&report, &arena);
        ptc_text_init(&got, &arena);
        if (ptc_schema_coerce(&arena,
                              &ptc_contracts_find(&contracts, PTC_STR("f"))->schema,
                              &call, &walk, &bound, &report) == PTC_OK)
            cr_assert(ptc_json_write(&got, &bound, 0) == PTC_OK);
        else
            ptc_text_cstr(&got, "refused");
        expect_text(calls[i].call, got.ptr, wanted);
        if (calls[i].told != NULL)
            expect_text(calls[i].call, issues(&report), calls[i].told);
    }
}

/* As version 0.5 of the package has it. */
Test(brimley, compatible)
{
    static const struct {
        const char *text;
        const char *signature;
        const char *told;
    } rows[] = {
        {"arguments: {entity_ref: User}\n", "file() -> :nil\n", ""},
        {"arguments: {inline: {a: {type: int, max: 9}, b: {enum: [x]}}}\n",
         "file(a :int, b :string) -> :nil\n", ""},
        {"arguments: {inline: {a: {default: null}, b: {required: false}}}\n",
         "file(a :string, b :string) -> :nil\n", ""},
        {"arguments: {inline: {a: {default: x}}}\n", "file(a :string = \"x\") -> :nil\n",
         ""},
        {"arguments: {inline: {a: User, b: primitive}}\n",
         "file(a :any, b :any) -> :nil\n", ""},
        {"return_shape: dict\n", "",
         "1:15 brimley-type: return_shape: unsupported type \"dict\": a map needs its "
         "fields; declare an entity with them\n"},
        {"arguments: {inline: {properties: string}}\n", "",
         "1:21 brimley-value: version 0.5 of Brimley does not read JSON Schema here\n"},
    };

    is_compat = true;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_contracts contracts;
        ptc_diags diags;

        read_text("file.brimley.yaml", rows[i].text, &diags, &contracts);
        expect_text(rows[i].text, told(&diags), rows[i].told);
        expect_text(rows[i].text, written(&contracts), rows[i].signature);
    }
    is_compat = false;
}

/* --- Next to types ----------------------------------------------------------------- */

/* A path and the text of SQL, with their places. */
Test(brimley, path_and_sql)
{
    const ptc_contract_info *info;
    ptc_contracts contracts;
    ptc_diags diags;

    read_text("q.sql",
              "---\nname: q\npath: /q/{id}\narguments: {inline: {id: int}}\n---\n"
              "select 1\n",
              &diags, &contracts);
    info = contracts.items[0].info;
    cr_assert(info != NULL && info->struct_size == sizeof *info);
    cr_expect(ptc_str_equal(info->path, PTC_STR("/q/{id}")));
    cr_expect(info->path_span.start == 18 && info->path_span.end == 25);
    cr_expect(ptc_str_equal(info->sql, PTC_STR("select 1\n")));
    read_text("q.brimley.yaml", "type: sql_function\nsql: 'select 2'\n", &diags,
              &contracts);
    info = contracts.items[0].info;
    cr_assert(info != NULL && info->path.len == 0);
    cr_expect(ptc_str_equal(info->sql, PTC_STR("select 2")));
    read_text("q.brimley.yaml", "return_shape: int\n", &diags, &contracts);
    cr_expect(contracts.items[0].info == NULL);
}

/* The context's paths are in the schema, and what is said besides them is not. */
Test(brimley, context) /* M455 M459 */
{
    const ptc_schema_node *parameter;
    const ptc_schema *schema;
    ptc_contracts contracts;
    ptc_diags diags;

    read_text("f.brimley.yaml",
              "arguments: {inline: {a: {from_context: config.region, default: x}}}\n",
              &diags, &contracts);
    schema = &contracts.items[0].schema;
    parameter = &schema->nodes[schema->nodes[ptc_schema_root(schema)->first].first];
    cr_expect((parameter->flags & PTC_NODE_CONTEXT) != 0);
    cr_expect(ptc_str_equal(parameter->extra->context, PTC_STR("config.region")));
    cr_expect(parameter->extra->default_value.kind == PTC_NIL);
}

/* --- Files of entities ------------------------------------------------------------ */

Test(brimley, faults_in_files_of_entities)
{
    ptc_contracts contracts;
    ptc_diags diags;

    read_text("f.brimley.yaml", "return_shape: Faulty\n", &diags, &contracts);
    cr_expect_str_eq(told(&diags),
                     "2:13 brimley-value: \"a\" has neither a type nor a map with one "
                     "(write a: int, or a: {type: int})\n");
    read_text("f.brimley.yaml", "arguments: {entity_ref: Ring}\n", &diags, &contracts);
    cr_expect(diags.errors > 0 && strstr(told(&diags), "refers to itself") != NULL, "%s",
              told(&diags));
}

/* Types that other forms of contracts declare. */
Test(brimley, types_of_other_forms)
{
    ptc_contracts contracts;
    ptc_diags diags;

    cr_expect(read_text("f.sig", "include \"Order.entity.yml\"\nf(o :Order) -> :int\n",
                        &diags, &contracts) == PTC_OK,
              "%s", told(&diags));
    cr_expect_str_eq(written(&contracts), "f(o :Order) -> :int\n");
}

/* --- The pages of diagnostics ----------------------------------------------------- */

static void try_page(const char *name)
{
    char path[128];
    unsigned examples = 0;
    const char *at;
    ptc_str page;

    snprintf(path, sizeof path, "docs/diagnostics/%s.md", name);
    page = test_read_project_file(path);
    for (at = strstr(page.ptr, "```brimley "); at != NULL;
         at = strstr(at, "```brimley ")) {
        bool is_wrong = strncmp(at + 11, "wrong", 5) == 0;
        const char *text = strchr(at, '\n') + 1;
        const char *end = strstr(text, "\n```");
        ptc_str copy = ptc_str_copy(&arena, ptc_str_make(text, (size_t)(end - text)));
        ptc_contracts contracts;
        ptc_diags diags;

        read_text("example.brimley.yaml", copy.ptr, &diags, &contracts);
        cr_expect(diags.count == (is_wrong ? 1u : 0u), "%s: %s", name, told(&diags));
        cr_expect(!is_wrong || strcmp(ptc_diag_name(diags.items[0].code), name) == 0,
                  "%s: %s", name, told(&diags));
        examples++;
        at = end;
    }
    cr_expect(examples == 2, "%s: %u examples", name, examples);
    free((void *)(uintptr_t)page.ptr);
}

Test(brimley, examples_of_diagnostics)
{
    for (int code = PTC_DIAG_BRIMLEY_VALUE; code <= PTC_DIAG_BRIMLEY_REQUIRED; code++)
        try_page(ptc_diag_name((ptc_diag_code)code));
}

/* --- Hostile definitions ---------------------------------------------------------- */

/* Each is read to an end, with few words. */
Test(brimley, hostile)
{
    static const char *const texts[] = {
        "",
        "~\n",
        "[]\n",
        "- {}\n- {}\n",
        "name: f\narguments: {inline: {x: '[[[[[[[[[[[[[[[['}}\n",
        "name: f\narguments: {inline: {x: ']]]]'}}\n",
        "name: f\narguments: {inline: {x: '........'}}\n",
        "name: f\narguments: {inline: {x: \"a\\u0000b\"}}\n",
        "name: f\narguments: {inline: {x: {type: int, minimum: 1e999}}}\n",
        "name: f\narguments: {inline: {properties: {a: {$ref: '#'}}}}\n",
        "name: f\narguments: {inline: {properties: {a: {$ref: 'x.json'}}}}\n",
        "name: f\narguments: {inline: {properties: {a: {$ref: '#/nowhere'}}}}\n",
        "name: f\nreturn_shape: {inline: {properties: {a: {$ref: '#'}}}}\n",
        "name: a\ntype: entity\nfields: {x: a}\n",
        "name: a\ntype: entity\nproperties: {x: {}}\n",
        "name: a\ntype: entity\nfields: {properties: {x: {$ref: '#/properties/x'}}}\n",
        "name: f\narguments: {inline: {a: {default: [[[[1]]]]}}}\n",
        "name: f\narguments: {inline: {a: {enum: [[1], {b: 2}]}}}\n",
        "name: f\narguments: {inline: {a: {type: decimal, default: 1e400}}}\n",
        "name: f\narguments: {inline: {a: {type: decimal, default: "
        "99999999999999999999}}}",
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        ptc_contracts contracts;
        ptc_diags diags;
        ptc_status status = read_text("f.brimley.yaml", texts[i], &diags, &contracts);

        cr_expect(status == PTC_OK || status == PTC_ERROR_SYNTAX, "%s", texts[i]);
        cr_expect((status == PTC_OK) == (diags.errors == 0), "%s", texts[i]);
    }
}

/* Many functions that each take over the fields of a large entity stay below the cap. */
Test(brimley, many_merges)
{
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_status status;
    ptc_text text;

    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "- {name: big, type: entity, fields: {");
    for (unsigned i = 0; i < 1500; i++) {
        ptc_text_cstr(&text, i > 0 ? ", a" : "a");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, ": int");
    }
    ptc_text_cstr(&text, "}}\n");
    for (unsigned i = 0; i < 700; i++) {
        ptc_text_cstr(&text, "- {name: f");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, ", arguments: {entity_ref: big}}\n");
    }
    status = read_text("f.brimley.yaml", text.ptr, &diags, &contracts);
    cr_expect(status == PTC_ERROR_SYNTAX && diags.errors == 1, "%s", told(&diags));
}

/* The seed's example by the command. M475 [brimley 9] */
Test(brimley, example_by_the_command)
{
    static const char definition[] =
        "name: get_orders\narguments:\n  inline:\n    customer_id: int\n"
        "    status: {type: string, default: shipped}\n"
        "    min_total: {type: float, default: 0.0}\n"
        "    user_id: {type: string, from_context: app.user.id, default: ''}\n"
        "return_shape: list[dict]\n";
    const char *argv[] = {
        getenv("PTCC_EXE"),        "convert", "--to", "sig", "--stdin-name",
        "get_orders.brimley.yaml", "-",       NULL};
    ptc_str out;

    cr_assert(argv[0] != NULL);
    cr_expect(test_run(argv, ptc_str_of(definition), &out, NULL) == 0);
    cr_expect_str_eq(out.ptr,
                     "get_orders(customer_id :int, status :string = \"shipped\", "
                     "min_total :float = 0.0) -> [:map]\n");
    free((void *)(uintptr_t)out.ptr);
}
