/* SPDX-License-Identifier: MIT */
/*
 * Declarations: Malli from random_schema, and signatures from a grammar here, in which
 * shorthand and Malli contain each other and named types are used. Most of them are
 * valid; the reader decides.
 */
#include "gen_loop.h"

#include "random_schema.h"

#include <stdio.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

typedef struct maker {
    test_random *random;
    ptc_arena *arena;
    ptc_text text;
    unsigned types; /* t0, t1, ... are declared */
    int own;        /* the number of the type being declared, or -1 */
} maker;

static void make_type(maker *m, unsigned depth);
static void make_malli(maker *m, unsigned depth);

static uint32_t below(maker *m, uint32_t bound)
{
    return test_random_below(m->random, bound);
}

static void put(maker *m, const char *text)
{
    ptc_text_cstr(&m->text, text);
}

#define PUT_ONE(m, list) put((m), (list)[below((m), COUNT(list))])

static const char *const names[] = {
    "id",        "name",           "user-id",    "_secret", "a-",        "for",
    "errno",     "kind",           "int",        "x1",      "CamelCase", "items",
    "user_name", "\"a\xc3\xb1o\"", "\"with b\"", "\"1a\"",  "\"\"",      "n",
    "class",     "value",
};

/* Any run of them is distinct after folding. */
static void put_name(maker *m, uint32_t which)
{
    put(m, names[which % COUNT(names)]);
    put(m, which < COUNT(names) ? " " : "_more ");
}

/* A type that was declared, or the one being declared, which may contain itself. If no
 * value can end it, the reader refuses it. */
static void put_named_type(maker *m)
{
    static const char *const own[] = {"[:vector :t%d]", "[:maybe :t%d]",
                                      "[:map-of :string :t%d]", ":t%d"};
    bool is_own = m->own >= 0 && (m->types == 0 || below(m, 3) == 0);
    char name[32];

    snprintf(name, sizeof name, is_own ? own[below(m, COUNT(own))] : ":t%d",
             is_own ? m->own : (int)below(m, m->types));
    put(m, name);
}

/* --- Shorthand ---------------------------------------------------------------------- */

static void make_leaf(maker *m)
{
    static const char *const leaves[] = {
        ":int",
        ":int",
        ":int",
        ":string",
        ":string",
        ":float",
        ":bool",
        ":keyword",
        ":any",
        ":map",
        ":datetime",
        ":nil",
        ":malli-schema",
        "{}",
        ":int[1..5]",
        ":int[>0 <=9]",
        ":int[-3..]",
        ":int[9223372036854775806..]",
        ":float[..2.5]",
        ":float[>-0.5 <0.5]",
        ":float[0..1]",
        ":string[1..3]",
        ":string[..40]",
        ":string[~\"^[a-z]+$\"]",
        ":string[2.. ~\"a\"]",
        ":string[~\"\\\\d\" ~\"(?i)A\"]",
        ":enum[spam ham]",
        ":enum[\"a\" \"b c\" \"\"]",
        ":enum[:on :off]",
        ":enum[1 2 -3]",
        ":enum[1.5 2 \"2\"]",
        ":enum[\"true\" \"1\" :one 1]",
    };

    PUT_ONE(m, leaves);
}

/* Types followed by a default, which few of them refuse. */
static void make_defaulted(maker *m)
{
    static const char *const types[] = {
        ":int = 0",
        ":int[1..5] = 5",
        ":int? = -9223372036854775808",
        ":float = 2.5",
        ":float[0..1] = 1",
        ":string = \"a \\\"b\\\" \\u00e9\"",
        ":string[1..3] = \"ab\"",
        ":string[~\"^[a-z]+$\"] = \"abc\"",
        ":bool = false",
        ":bool = true",
        ":keyword = :fast",
        ":keyword = \"slow\"",
        ":enum[spam ham] = \"ham\"",
        ":enum[:on :off] = :off",
        ":enum[1 2 -3] = 2",
        ":enum[1.5 2 \"2\"] = \"2\"",
        ":datetime = \"2026-01-02T09:00:00+01:00\"",
        ":any = {\"a\": [1, null, :b]}",
        ":map = {a: {}}",
        "[:int] = [1, 2]",
        "[:string?] = [null, \"a\"]",
        "[[:int][..2]] = [[], [1]]",
        "{id :int, n :string?} = {id: 7}",
        "{id :int = 3, on :bool = true} = {\"on\": false}",
        "[:set :int] = [1, 2]",
        "[:set [:set :string]] = [[\"a\"], []]",
        "[:tuple :int :string] = [1, \"a\"]",
        "[:map-of :string [:set :int]] = {a: [1]}",
        ":int|:string = \"a\"",
        ":string|{id :int}|:nil = {id: 1}",
        ":string|[:set :int] = [3]",
        "[:and :int [:> 0]] = 4",
        "[:= \"x\"] = \"x\"",
        "[:not :int] = \"x\"",
        ":int[1..5] = 6",
    };

    PUT_ONE(m, types);
}

static void make_fields(maker *m, unsigned depth, const char *part)
{
    uint32_t first = below(m, COUNT(names));
    uint32_t count = below(m, 6);

    for (uint32_t i = 0; i < count; i++) {
        put(m, i > 0 ? part : "");
        put_name(m, (first + i) % COUNT(names));
        if (below(m, 6) == 0)
            make_defaulted(m);
        else
            make_type(m, depth + 1);
    }
}

static void make_list(maker *m, unsigned depth)
{
    put(m, "[");
    make_type(m, depth + 1);
    put(m, "]");
    if (below(m, 4) == 0)
        put(m, below(m, 2) ? "[1..3]" : "[..2]");
}

static void make_union(maker *m, unsigned depth)
{
    uint32_t count = 2 + below(m, 3);

    for (uint32_t i = 0; i < count; i++) {
        put(m, i > 0 ? "|" : "");
        make_type(m, depth + 1);
    }
}

/* Types of every kind that random schemas have, in their canonical form. */
static void make_rendered(maker *m)
{
    ptc_render_options render = {.struct_size = sizeof render, .malli_names = true};
    ptc_schema schema;

    random_schema(m->random, m->arena, 2 + below(m, 12), false, &schema);
    if (below(m, 2))
        ptc_schema_write_malli(&m->text, &schema, &render);
    else
        ptc_schema_write_signature(&m->text, &schema, NULL);
}

static void make_type(maker *m, unsigned depth)
{
    uint32_t choice = below(m, depth > 4 ? 4 : 12);

    if ((m->types > 0 || m->own >= 0) && below(m, 4) == 0) {
        put_named_type(m);
    } else if (choice < 4) {
        make_leaf(m);
    } else if (choice < 7) {
        put(m, "{");
        make_fields(m, depth, ", ");
        put(m, "}");
    } else if (choice < 8) {
        make_list(m, depth);
    } else if (choice < 9) {
        make_union(m, depth);
    } else if (choice < 11) {
        make_malli(m, depth);
    } else {
        make_rendered(m);
    }
    if (below(m, 6) == 0)
        put(m, "?");
}

/* --- Malli in shorthand ------------------------------------------------------------- */

static void make_entries(maker *m, unsigned depth)
{
    static const char *const options[] = {"",
                                          "",
                                          "{:optional true} ",
                                          "{:default 7} ",
                                          "{:default \"a\"} ",
                                          "{:default []} ",
                                          "{:default false} "};
    uint32_t first = below(m, COUNT(names));
    uint32_t count = below(m, 5);

    for (uint32_t i = 0; i < count; i++) {
        put(m, " [\"");
        for (const char *byte = names[(first + i) % COUNT(names)]; *byte != '\0'; byte++)
            ptc_text_byte(&m->text, *byte == '"' ? '.' : *byte);
        put(m, "\" ");
        PUT_ONE(m, options);
        make_type(m, depth + 1);
        put(m, "]");
    }
}

static void make_multi(maker *m, unsigned depth)
{
    static const char *const branches[] = {":a", "\"b\"", ":c-d", "1",
                                           ":malli.core/default"};
    uint32_t count = 1 + below(m, COUNT(branches));

    put(m, below(m, 2) ? "[:multi {:dispatch :kind}" : "[:multi {:dispatch \"type\"}");
    for (uint32_t i = 0; i < count; i++) {
        put(m, " [");
        put(m, branches[i]);
        put(m, " [:map [:kind :any]");
        make_entries(m, depth + 1);
        put(m, "]]");
    }
    put(m, "]");
}

static void make_recursive(maker *m, unsigned depth)
{
    put(m, "[:schema {:registry {\"node\" [:map [:value ");
    make_type(m, depth + 1);
    put(m, below(m, 2) ? "] [:next {:optional true} [:ref \"node\"]]"
                       : "] [:kids [:vector [:ref \"node\"]]]");
    put(m, "]}} [:ref \"node\"]]");
}

static void make_of(maker *m, unsigned depth, const char *head, uint32_t count)
{
    put(m, head);
    for (uint32_t i = 0; i < count; i++) {
        put(m, " ");
        make_type(m, depth + 1);
    }
    put(m, "]");
}

static void make_malli(maker *m, unsigned depth)
{
    static const char *const heads[] = {
        "[:set",
        "[:set {:min 1 :max 3}",
        "[:vector {:min 1}",
        "[:maybe",
        "[:map-of :string",
        "[:map-of :int",
        "[:map-of {:max 2} :keyword",
        "[:not",
        "[:and :int",
        "[:and :string",
    };

    switch (below(m, 8)) {
    case 0:
        make_of(m, depth, "[:tuple", below(m, 4));
        break;
    case 1:
        make_of(m, depth, "[:or", 2 + below(m, 3));
        break;
    case 2:
        put(m, below(m, 2) ? "[:map {:closed true}" : "[:map");
        make_entries(m, depth);
        put(m, "]");
        break;
    case 3:
        make_multi(m, depth);
        break;
    case 4:
        make_recursive(m, depth);
        break;
    default:
        make_of(m, depth, heads[below(m, COUNT(heads))], 1);
        break;
    }
}

/* --- Lines -------------------------------------------------------------------------- */

static void make_schema(maker *m, bool is_function)
{
    ptc_render_options render = {.struct_size = sizeof render, .malli_names = true};
    ptc_schema schema;

    random_schema(m->random, m->arena, 2 + below(m, 40), is_function, &schema);
    ptc_schema_write_malli(&m->text, &schema, &render);
}

const char *declare(test_random *random, ptc_arena *arena, ptc_contract_format format,
                    unsigned number, bool is_type, unsigned types)
{
    maker m = {random, arena, {0}, types, is_type ? (int)number : -1};
    char name[16];

    ptc_text_init(&m.text, arena);
    snprintf(name, sizeof name, is_type ? "t%u" : "c%u", number);
    put(&m, name);
    if (format == PTC_CONTRACT_MALLI_EDN) {
        put(&m, " ");
        make_schema(&m, below(&m, 3) == 0);
    } else if (is_type) {
        put(&m, " = ");
        make_type(&m, 0);
    } else {
        put(&m, "(");
        make_fields(&m, 0, ", ");
        put(&m, ") -> ");
        make_type(&m, 0);
    }
    return ptc_text_view(&m.text).ptr;
}
