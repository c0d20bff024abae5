/* SPDX-License-Identifier: MIT */
/*
 * Strict schemas and the way back with memory refused at each place in turn where any is
 * asked for, once and from there on for ever: PTC_ERROR_MEMORY, or the whole answer.
 */
#include <criterion/criterion.h>

#include "refuse.h"
#include "support.h"

#include <ptc/json_schema.h>

static const char contract[] =
    "[:schema {:registry {\"T\" [:map [:v {:optional true} :int] [:kids [:vector [:and "
    "[:ref \"T\"] [:map [:w :any]] [:not :nil]]]]]}} [:map [:a {:description \"D\" "
    ":default 5} [:int {:min 1}]] [:t [:tuple :any :int]] [:u [:or :int [:map [:q :any]] "
    "[:vector [:tuple :any]]]] [:m [:multi {:dispatch :k} [:x [:map [:n {:optional true} "
    ":int]]] [:malli.core/default [:map [:k :int]]]]] [:s [:and [:string {:max 3}] "
    "[:not= "
    "\"abc\"]]] [:r [:ref \"T\"]]]]";

static const char reply[] =
    "{'a':null,'t':{'0':'[1,[2]]','1':2},'u':{'q':'5'},'m':{'k':'x','n':null},'s':'x',"
    "'r':{'v':null,'kids':[{'v':1,'kids':[],'w':'{}'}]}}";

/* Writes the schema, or what the reply means, with memory that may be refused. */
static ptc_status ask(const ptc_schema *schema, const ptc_value *value, ptc_text *out)
{
    ptc_json_schema_options options = {.struct_size = sizeof options,
                                       .subset = PTC_JSON_SCHEMA_OPENAI_STRICT,
                                       .wrap_root = true};
    ptc_value meant;
    ptc_status status;

    if (value == NULL)
        return ptc_schema_write_json_schema(out, schema, &options);
    status = ptc_json_schema_restore(out->arena, schema, &options, value, &meant);
    return status == PTC_OK ? ptc_json_write(out, &meant, 0) : status;
}

static void check_places(const ptc_schema *schema, const ptc_value *value, size_t least)
{
    ptc_arena whole_arena;
    ptc_text whole;
    size_t asked;

    ptc_arena_init(&whole_arena, NULL, 0);
    ptc_text_init(&whole, &whole_arena);
    refuse_from(0, false);
    cr_assert(ask(schema, value, &whole) == PTC_OK);
    asked = refuse_stop();
    cr_expect_geq(asked, least, "%zu", asked);
    for (size_t place = 1; place <= asked; place = refuse_next(place, asked)) {
        for (int for_ever = 0; for_ever < 2; for_ever++) {
            ptc_arena arena;
            ptc_text out;
            ptc_status status;

            ptc_arena_init(&arena, NULL, 0);
            ptc_text_init(&out, &arena);
            refuse_from(place, for_ever != 0);
            status = ask(schema, value, &out);
            refuse_stop();
            cr_expect(status == PTC_ERROR_MEMORY ||
                          (status == PTC_OK &&
                           ptc_str_equal(ptc_text_view(&out), ptc_text_view(&whole))),
                      "place %zu of %zu: status %d, %s", place, asked, (int)status,
                      out.len > 0 ? out.ptr : "");
            ptc_arena_free(&arena);
        }
    }
    ptc_arena_free(&whole_arena);
}

static void check_contract(const char *malli, const char *quoted, size_t least,
                           size_t least_back)
{
    ptc_source source = {PTC_STR("test"), ptc_str_of(malli)};
    const char *text;
    ptc_arena arena;
    ptc_diags diags;
    ptc_schema schema;
    ptc_value value;

    ptc_arena_init(&arena, NULL, 0);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    cr_assert(ptc_malli_read(&arena, &source, NULL, &diags, &schema) == PTC_OK, "%s",
              diags.count > 0 ? test_cstr(diags.items[0].message) : "");
    text = test_quoted(&arena, quoted);
    cr_assert(ptc_json_read(&arena, text, strlen(text), NULL, &value, NULL, NULL) ==
              PTC_OK);
    check_places(&schema, NULL, least);
    check_places(&schema, &value, least_back);
    ptc_arena_free(&arena);
}

Test(json_places, strict_schemas_and_replies, .timeout = 120)
{
    check_contract(contract, reply, 150, 30);
}

/* What is in an object of one key. */
Test(json_places, wrapped_roots, .timeout = 120)
{
    check_contract("[:vector [:map [:a :int]]]", "{'items':[{'a':1}]}", 5, 0);
    check_contract("[:or [:map [:a :int]] :string]", "{'value':{'a':1}}", 5, 0);
}
