/* SPDX-License-Identifier: MIT */
/* Placeholders against the parameters of a signature. [signature 11.2] */
#include <criterion/criterion.h>

#include "support.h"

#include <stdio.h>

typedef struct check_row {
    const char *label;
    const char *signature;
    const char *text;
    const char
        *expected; /* "line:column message", "hint: ...", one per line; empty: fine */
} check_row;

static const check_row rows[] = {
    /* M031 M099 M315 */
    {"all known", "(name :string, n :int) -> :string", "{{name}} {{n}}", ""},
    {"unknown", "(name :string) -> :string", "Hello {{unknown}}",
     "1:7 placeholder {{unknown}} not found in signature\n"},
    {"unknown, no parameters", "() -> :string", "{{unknown}}",
     "1:1 placeholder {{unknown}} not found in signature\n"},
    {"several unknown", "(name :string) -> :string", "{{a}} {{name}}\n{{b}} {{a}}",
     "1:1 placeholders {{a}}, {{b}} not found in signature\n"},
    {"perhaps meant", "(user-name :string, topic :string) -> :string",
     "x {{ user_nmae }}",
     "1:3 placeholder {{user_nmae}} not found in signature\n"
     "hint: did you mean {{user-name}}?\n"},
    {"perhaps meant below", "(user {name :string, mail :string}) -> :string",
     "{{user.nam}}",
     "1:1 placeholder {{user.nam}} not found in signature\n"
     "hint: did you mean {{user.name}}?\n"},
    {"several perhaps meant", "(alpha :string, beta :string) -> :string",
     "{{alhpa}} {{zzzzzz}} {{betta}}",
     "1:1 placeholders {{alhpa}}, {{zzzzzz}}, {{betta}} not found in signature\n"
     "hint: did you mean {{alpha}}, {{beta}}?\n"},
    {"folded", "(user-name :string) -> :string", "{{user_name}} {{user-name}}", ""},
    {"a path", "(user {address {city :string}}) -> :string", "{{user.address.city}}", ""},
    {"through optionals", "(user {address {city :string?}?}?) -> :string",
     "{{user.address.city}}", ""},
    {"any stops the check", "(a :any, m :map) -> :string", "{{a.b.c}} {{m.x.y}} {{a}}",
     ""},
    {"a section over any", "(a :any) -> :string", "{{#a}}{{what}} {{ever.it}}{{/a}}", ""},
    {"below a scalar", "(topic :string) -> :string", "{{topic.x}}",
     "1:1 placeholder {{topic.x}}: topic is :string and has no field \"x\"\n"},
    {"below an optional scalar", "(u {n :int?}) -> :string", "{{u.n.x}}",
     "1:1 placeholder {{u.n.x}}: u.n is :int? and has no field \"x\"\n"},
    {"below a list", "(items [{name :string}]) -> :string", "{{items.name}}",
     "1:1 placeholder {{items.name}}: list value needs a section {{#items}}\n"},
    {"a list as a value", "(o {items [:string]}) -> :string", "{{o.items}}",
     "1:1 placeholder {{o.items}}: list value needs a section {{#o.items}}\n"},
    {"a map as a value", "(o {a :int}) -> :string", "{{o}}",
     "1:1 placeholder {{o}}: map value needs a field {{o.field}} or a section {{#o}}\n"},
    {"an optional list as a value", "(xs [:int]?) -> :string", "{{xs}}",
     "1:1 placeholder {{xs}}: list value needs a section {{#xs}}\n"},
    {"a list that is perhaps none", "(xs [:int]|:string) -> :string", "{{xs}}", ""},
    {"a section over a list", "(items [{name :string}], sep :string) -> :string",
     "{{#items}}{{name}}{{sep}}{{/items}}", ""},
    {"unknown inside a section", "(items [{name :string}]) -> :string",
     "{{#items}}{{nmae}}{{/items}}",
     "1:11 placeholder {{nmae}} not found in signature\nhint: did you mean {{name}}?\n"},
    {"a section over a map", "(u {name :string}) -> :string", "{{#u}}{{name}}{{/u}}", ""},
    {"a section over a scalar", "(a :string) -> :string", "{{#a}}{{.}} {{a}}{{/a}}", ""},
    {"the element of a list", "(xs [:int]) -> :string", "{{#xs}}{{.}}{{/xs}}", ""},
    {"the element is a map", "(xs [{a :int}]) -> :string", "{{#xs}}{{.}}{{/xs}}",
     "1:8 placeholder {{.}}: map value needs a field {{field}} or a section {{#.}}\n"},
    {"lists of lists", "(xs [[:int]]) -> :string", "{{#xs}}{{#.}}{{.}}{{/.}}{{/xs}}", ""},
    {"an unknown section once", "(a :string) -> :string",
     "{{#nope}}{{x}}{{.}}{{/nope}}{{a}}",
     "1:1 placeholder {{nope}} not found in signature\n"},
    {"an unknown inverted section", "(a :string) -> :string", "{{^nope}}{{a}}{{/nope}}",
     "1:1 placeholder {{nope}} not found in signature\n"},
    {"inverted leaves the context", "(xs [{a :int}], b :string) -> :string",
     "{{^xs}}{{b}}{{/xs}}{{^xs}}{{a}}{{/xs}}",
     "1:27 placeholder {{a}} not found in signature\n"},
    {"behind a section", "(xs [{a :int}]) -> :string", "{{#xs}}{{a}}{{/xs}}{{a}}",
     "1:20 placeholder {{a}} not found in signature\n"},
    {"a union's field", "(u {a :int}|{b :int}) -> :string", "{{u.a}} {{u.b}}", ""},
    {"no alternative has it", "(u {a :int}|{b :int}) -> :string", "{{u.cccc}}",
     "1:1 placeholder {{u.cccc}} not found in signature\n"},
    {"map-of", "(m [:map-of :string :int]) -> :string", "{{m.any}} {{m.any.deep}}",
     "1:11 placeholder {{m.any.deep}}: m.any is :int and has no field \"deep\"\n"},
    {"tuple", "(t [:tuple :int :string]) -> :string", "{{#t}}{{.}}{{/t}}", ""},
    {"conjunction", "(m [:and [:map [:a :int]] [:map [:b :int]]]) -> :string",
     "{{m.a}}{{m.b}}{{m.cccc}}", "1:15 placeholder {{m.cccc}} not found in signature\n"},
    {"firewalled", "(_ids :int, o {_x :int}) -> :string", "{{_ids}}{{o._x}}",
     "1:1 placeholder {{_ids}} names a firewalled field\n"
     "1:9 placeholder {{o._x}} names a firewalled field\n"},
    {"firewalled section", "(_ids [:int]) -> :string", "{{#_ids}}{{.}}{{/_ids}}",
     "1:1 placeholder {{_ids}} names a firewalled field\n"},
    {"firewalled below any", "(m :map) -> :string", "{{m._x}}",
     "1:1 placeholder {{m._x}} names a firewalled field\n"},
    {"recursive type",
     "[:schema {:registry {:t [:map [:v :int] [:kids [:vector [:ref :t]]]]}} "
     "[:=> [:catn [:tree [:ref :t]]] :string]]",
     "{{tree.v}}{{#tree.kids}}{{v}}{{#kids}}{{v}}{{w}}{{/kids}}{{/tree.kids}}",
     "1:44 placeholder {{w}} not found in signature\n"},
};

static const char *messages(ptc_arena *arena, const ptc_diags *diags)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    for (size_t i = 0; i < diags->count; i++) {
        const ptc_diag *diag = &diags->items[i];
        ptc_position at = ptc_source_position(diag->source, diag->span.start);

        if (diag->severity == PTC_SEVERITY_WARNING)
            continue;
        ptc_text_uint(&text, at.line);
        ptc_text_byte(&text, ':');
        ptc_text_uint(&text, at.column);
        ptc_text_byte(&text, ' ');
        ptc_text_str(&text, diag->message);
        if (diag->hint.len > 0) {
            ptc_text_cstr(&text, "\nhint: ");
            ptc_text_str(&text, diag->hint);
        }
        ptc_text_byte(&text, '\n');
    }
    return ptc_text_view(&text).ptr;
}

/* Compiles and checks; the diagnostics as one text. */
static const char *check(ptc_arena *arena, const char *signature, const char *text,
                         bool all_used, ptc_status *status)
{
    ptc_source *sources = ptc_arena_array(arena, 2, sizeof *sources);
    ptc_diags diags;
    ptc_schema schema;
    ptc_template compiled;

    ptc_diags_init(&diags, arena);
    sources[0].name = PTC_STR("signature");
    sources[0].text = ptc_str_of(signature);
    sources[1].name = PTC_STR("template");
    sources[1].text = ptc_str_of(text);
    cr_assert(ptc_signature_read(arena, &sources[0], NULL, &diags, &schema) == PTC_OK,
              "signature %s: %s", signature, messages(arena, &diags));
    cr_assert(ptc_template_compile(arena, &sources[1], &diags, &compiled) == PTC_OK,
              "template %s: %s", text, messages(arena, &diags));
    *status = ptc_template_check(&compiled, &sources[1], &schema, all_used, &diags);
    return messages(arena, &diags);
}

Test(template_check, placeholders)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const check_row *row = &rows[i];
        ptc_status status;
        ptc_arena arena;
        const char *got;

        ptc_arena_init(&arena, NULL, 0);
        got = check(&arena, row->signature, row->text, false, &status);
        cr_expect(strcmp(got, row->expected) == 0, "row: %s: got %s", row->label, got);
        cr_expect(status == (*row->expected ? PTC_ERROR_SYNTAX : PTC_OK), "row: %s: %s",
                  row->label, ptc_status_name(status));
        ptc_arena_free(&arena);
    }
}

static const check_row unused_rows[] = {
    {"one", "(a :int, b :int) -> :string", "{{a}}",
     "1:1 parameter b is not used by any placeholder\n"},
    {"two", "(a :int, b-c :int) -> :string", "x",
     "1:1 parameter a is not used by any placeholder\n"
     "1:1 parameter b-c is not used by any placeholder\n"},
    {"as section", "(a :int, b :int) -> :string", "{{#a}}x{{/a}}{{^b}}y{{/b}}", ""},
    {"inside a section", "(xs [{a :int}], b :int) -> :string", "{{#xs}}{{b}}{{/xs}}", ""},
    {"folded", "(b-c :int) -> :string", "{{b_c}}", ""},
    {"below any", "(m :any, b :int) -> :string", "{{#m}}{{b}}{{/m}}", ""},
};

Test(template_check, unused_parameters)
{
    for (size_t i = 0; i < sizeof unused_rows / sizeof *unused_rows; i++) {
        const check_row *row = &unused_rows[i];
        ptc_status status;
        ptc_arena arena;
        const char *got;

        ptc_arena_init(&arena, NULL, 0);
        got = check(&arena, row->signature, row->text, true, &status);
        cr_expect(strcmp(got, row->expected) == 0, "row: %s: got %s", row->label, got);
        cr_expect_str_eq(check(&arena, row->signature, row->text, false, &status), "",
                         "row: %s", row->label);
        ptc_arena_free(&arena);
    }
}

Test(template_check, unknown_names_are_capped)
{
    char text[1024] = "";
    ptc_status status;
    ptc_arena arena;
    const char *got;

    ptc_arena_init(&arena, NULL, 0);
    for (int i = 0; i < 40; i++)
        snprintf(text + strlen(text), 16, "{{unknown%d}}", i);
    got = check(&arena, "(a :int) -> :string", text, false, &status);
    cr_expect(strstr(got, "{{unknown19}}, ... not found in signature") != NULL, "got %s",
              got);
    ptc_arena_free(&arena);
}

Test(template_check, refused_memory_is_an_answer)
{
    static char memory[16384];
    ptc_source signature = {
        PTC_STR("s"), PTC_STR("(xs [{a {b :int}|:any}], topic :string) -> :string")};
    ptc_source text = {PTC_STR("t"),
                       PTC_STR("{{#xs}}{{a.b}}{{tpoic}}{{/xs}}{{topic.x}}{{nope}}")};
    bool done = false;
    ptc_arena arena;
    ptc_diags diags;
    ptc_schema schema;
    ptc_template compiled;

    ptc_arena_init(&arena, NULL, 0);
    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_signature_read(&arena, &signature, NULL, &diags, &schema) == PTC_OK);
    cr_assert(ptc_template_compile(&arena, &text, &diags, &compiled) == PTC_OK);
    for (size_t size = 0; size < sizeof memory && !done; size += 16) {
        ptc_arena small;
        ptc_diags found;
        ptc_status status;

        ptc_arena_init_memory(&small, memory, size);
        ptc_diags_init(&found, &small);
        status = ptc_template_check(&compiled, &text, &schema, true, &found);
        done = !small.failed;
        cr_expect(status == (done ? PTC_ERROR_SYNTAX : PTC_ERROR_MEMORY), "size %zu: %s",
                  size, ptc_status_name(status));
        cr_expect(!done || found.errors == 2, "found %zu", found.errors);
    }
    cr_expect(done);
    ptc_arena_free(&arena);
}
