/* SPDX-License-Identifier: MIT */
/* Places in contracts, as losses and faults of targets name them. [emitters 1] */
#include <criterion/criterion.h>

#include <stdio.h>

#include "random_schema.h"
#include "support.h"

#include <ptc/contract.h>
#include <ptc/target.h>

typedef struct path_case {
    const char *text;  /* a .sig file; Malli after "malli ", JSON Schema after "json " */
    const char *paths; /* of the nodes of its last contract, in their order, each once */
} path_case;

static const ptc_contract *read_last(ptc_arena *arena, const char *text)
{
    static const char *const heads[] = {"", "malli ", "json "};
    static const ptc_contract_format formats[] = {
        PTC_CONTRACT_SIG, PTC_CONTRACT_MALLI_EDN, PTC_CONTRACT_JSON_SCHEMA};
    ptc_read_options read = {.struct_size = sizeof read, .types = &random_type_names};
    ptc_contract_options options = {.struct_size = sizeof options, .read = &read};
    static ptc_source source;
    ptc_contracts contracts;
    ptc_diags diags;
    size_t kind = strncmp(text, heads[1], 6) == 0 ? 1 : strncmp(text, heads[2], 5) == 0;

    kind = strncmp(text, heads[2], 5) == 0 ? 2 : kind;
    source = (ptc_source){PTC_STR("test"), ptc_str_of(text + strlen(heads[kind]))};
    options.format = formats[kind];
    ptc_diags_init(&diags, arena);
    diags.source = &source;
    cr_assert(ptc_contracts_read(arena, &source, &options, &diags, &contracts) == PTC_OK,
              "%s: %s", text, diags.count > 0 ? test_cstr(diags.items[0].message) : "");
    return &contracts.items[contracts.count - 1];
}

static void list_paths(ptc_text *out, const ptc_schema *schema)
{
    ptc_str last = PTC_STR("");

    for (uint32_t i = schema->root; i < schema->count; i++) {
        ptc_text path;

        ptc_text_init(&path, out->arena);
        ptc_target_write_path(&path, schema, i);
        if (path.len == 0 || ptc_str_equal(last, ptc_text_view(&path)))
            continue;
        last = ptc_text_view(&path);
        ptc_text_str(out, last);
        ptc_text_byte(out, ' ');
    }
}

static void check_paths(const path_case *row)
{
    ptc_arena arena;
    ptc_text out;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&out, &arena);
    list_paths(&out, &read_last(&arena, row->text)->schema);
    cr_expect(!out.failed);
    cr_expect(ptc_str_equal(ptc_text_view(&out), ptc_str_of(row->paths)), "%s: %s",
              row->text, out.ptr);
    ptc_arena_free(&arena);
}

static const path_case path_cases[] = {
    {"f(a :int) -> :int", "a "},
    {"f() -> :int", ""},
    {"t = :int", ""},
    {"f(query :string, limit :int?) -> {count :int}", "query limit count "},
    {"f(a {b {c {d :int}}}) -> :nil", "a a.b a.b.c a.b.c.d "},
    {"f(items [{id :int}]) -> :nil", "items items[] items[].id "},
    {"f(m [[:int]]) -> [:string]", "m [] m[] m[][] "},
    {"f(tags [:set :string]) -> :nil", "tags tags[] "},
    {"f(p [:tuple :int [:vector :string]]) -> :nil", "p p[0] p[1] p[1][] "},
    {"f(counts [:map-of :string [:map [:n :int]]]) -> :nil",
     "counts counts{key} counts{} counts{}.n "},
    {"f(id :int|:string) -> :nil", "id id|1 id|2 "},
    {"f(id [:orn [:number :int] [:name :string]]) -> :nil", "id id|number id|name "},
    {"f(s [:multi {:dispatch :kind} [:a [:map [:kind [:= :a]] [:r :int]]]"
     " [:b [:map [:kind [:= :b]]]]]) -> :nil",
     "s s|a s|b s|a.kind s|a.r s|b.kind "},
    {"f(a [:and :int [:not= 5]]) -> :nil", "a "},
    {"malli [:map [\"odd name\" :int] [\"\" :int] [\"a.b\" [:vector :int]]]",
     "[\"odd name\"] [\"\"] [\"a.b\"] [\"a.b\"][] "},
    {"malli [:map [\"q\\\"\\n\" :int]]", "[\"q\\\"\\n\"] "},
    {"malli [:schema {:registry {\"n\" [:map [:next [:maybe [:ref \"n\"]]]]}} [:ref "
     "\"n\"]]",
     "n n.next "},
    {"malli [:map [\"\xC3\xBC\" :int]]", "[\"\xC3\xBC\"] "},
    /* What a declared type has is called as its declaration calls it. */
    {"user = {name :string}\nf(u :user, more [:user]) -> :nil", "u more more[] "},
    {"json {\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}",
     "{key} {} "},
    {"json "
     "{\"type\":\"array\",\"prefixItems\":[{\"type\":\"integer\"}],\"items\":{\"type\":"
     "\"string\"}}",
     "[0] [] "},
    {"json {\"type\":\"array\",\"contains\":{\"type\":\"integer\"}}", "[] "},
};

Test(target_path, of_all_nodes)
{
    for (size_t i = 0; i < sizeof path_cases / sizeof path_cases[0]; i++)
        check_paths(&path_cases[i]);
}

/* Ten thousand levels are a loop, not a recursion. */
Test(target_path, of_deep_types)
{
    enum { DEPTH = 100 };
    ptc_arena arena;
    ptc_text text;
    ptc_text out;
    const ptc_schema *schema;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "f(a ");
    ptc_text_repeat(&text, '[', DEPTH);
    ptc_text_cstr(&text, ":int");
    ptc_text_repeat(&text, ']', DEPTH);
    ptc_text_cstr(&text, ") -> :nil");
    schema = &read_last(&arena, test_cstr(ptc_text_view(&text)))->schema;
    ptc_text_init(&out, &arena);
    ptc_target_write_path(&out, schema, schema->count - 1);
    cr_expect_eq(out.len, 1 + (size_t)2 * DEPTH);
    ptc_arena_free(&arena);
}

Test(target_path, refused_memory)
{
    ptc_arena arena;
    ptc_arena small;
    ptc_text out;
    const ptc_schema *schema;

    ptc_arena_init(&arena, NULL, 0);
    schema = &read_last(&arena, "f(a {b {c :int}}) -> :nil")->schema;
    for (size_t cap = 1; cap < 400; cap += 7) {
        ptc_arena_init(&small, NULL, cap);
        ptc_text_init(&out, &small);
        ptc_target_write_path(&out, schema, schema->count - 1);
        cr_expect(out.failed || ptc_str_equal(ptc_text_view(&out), PTC_STR("a.b.c")));
        ptc_arena_free(&small);
    }
    ptc_arena_free(&arena);
}
