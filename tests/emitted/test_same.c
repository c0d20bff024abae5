/* SPDX-License-Identifier: MIT */
/*
 * The comparison that other suites rely on must not be too kind: what it takes for the
 * same, and what not.
 */
#include "same.h"

#include "malli_rows.h"

#include <criterion/criterion.h>

#define FILLED "[:map [:a {:default 5} :int]]"
#define MAP    "[:map [:a :int] [:b {:optional true} [:maybe :string]]]"
#define TREE   "[:schema {:registry {:t [:map [:v :int] [:kids [:vector [:ref :t]]]]}} :t]"
#define EITHER                                                                           \
    "[:multi {:dispatch :k} [\"x\" [:map [:k :string]]] [\"y\" [:map [:k :string] [:n "  \
    ":int]]]]"

Test(same, what_a_struct_may_lose_and_what_not)
{
    static const struct {
        const char *schema;
        const char *got;
        const char *wanted;
        bool is_same;
    } rows[] = {
        {":int", "1", "1", true},
        {":int", "1", "2", false},
        {":int", "1", "1.0", false},
        {":int", "1", "\"1\"", false},
        {":int", "nil", "0", false},
        {"[:maybe :int]", "nil", "nil", true},
        {"[:maybe :int]", "0", "nil", false},
        {":boolean", "true", "true", true},
        {":boolean", "true", "false", false},
        {":double", "1.0", "1", true},
        {":double", "1", "1.0", false},
        {":double", "0.0", "-0.0", false},
        {":double", "9007199254740992.0", "9007199254740993", true},
        {":double", "1e20", "100000000000000000000", true},
        {":double", "1.5", "1", false},
        {"number?", "1", "1", true},
        {"number?", "1.0", "1", false},
        {":string", "\"a\"", "\"a\"", true},
        {":string", "\"a\"", "\"b\"", false},
        {":keyword", ":a", "\"a\"", true},
        {":keyword", ":a", ":b", false},
        {"[:enum :a \"b\" 3]", ":a", "\"a\"", true},
        {"[:enum :a \"b\" 3]", "3", "3", true},
        {"[:enum :a \"b\" 3]", "3", "\"b\"", false},
        {"[:vector :double]", "[1.0 2.0]", "[1 2]", true},
        {"[:vector :double]", "[1.0]", "[1 2]", false},
        {"[:vector :double]", "[2.0 1.0]", "[1 2]", false},
        {"[:set :int]", "#{1 2}", "[1 2]", true},
        {"[:multi {:dispatch :k} [:x [:map [:n :int]]]]", "{\"k\" :x \"n\" 1}",
         "{\"n\" 1 \"k\" \"x\"}", true},
        {"[:multi {:dispatch :k} [:x [:map [:n :int]]]]", "{\"k\" :y \"n\" 1}",
         "{\"n\" 1 \"k\" \"x\"}", false},
        {"[:multi {:dispatch \"\"} [:x [:map [:n :int]]]]", "{\"\" :x \"n\" 1}",
         "{\"n\" 1 \"\" \"x\"}", true},
        {"[:multi {:dispatch \"\"} [:x [:map [:n :int]]]]", "{\"\" :y \"n\" 1}",
         "{\"n\" 1 \"\" \"x\"}", false},
        {"[:set :int]", "#{1}", "[1 2]", false},
        {"[:set :double]", "#{9.0 -1.0}", "[9.0 9 -1]", true},
        {"[:set :double]", "#{9.0 -1.0}", "[9.0 -1 8]", false},
        {"[:set :double]", "#{9.0 -1.0 8.0}", "[9.0 -1]", false},
        {"[:set [:enum \"x\" :x]]", "#{\"x\" :x}", "[\"x\" :x]", true},
        {"[:tuple :int :double]", "[1 2.0]", "[1 2]", true},
        {"[:tuple :int :double]", "[1]", "[1 2]", false},
        {MAP, "{\"a\" 1}", "{\"a\" 1 \"b\" nil}", true},
        {MAP, "{\"a\" 1 \"b\" nil}", "{\"a\" 1 \"more\" 2}", true},
        {MAP, "{\"a\" 1 \"more\" 2}", "{\"a\" 1 \"more\" 2}", false},
        {MAP, "{\"a\" 1}", "{\"a\" 1 \"b\" \"x\"}", false},
        {MAP, "{\"a\" 1 \"b\" \"x\"}", "{\"a\" 1}", false},
        {MAP, "{\"b\" \"x\"}", "{\"a\" 1 \"b\" \"x\"}", false},
        {MAP, "{:a 1}", "{\"a\" 1}", false},
        {MAP, "[]", "{\"a\" 1}", false},
        {FILLED, "{}", "{\"a\" 5}", true},
        {FILLED, "{\"a\" 5}", "{\"a\" 5}", true},
        {FILLED, "{}", "{\"a\" 6}", false},
        {FILLED, "{\"a\" 5}", "{\"a\" 6}", false},
        {"[:map]", "{\"a\" 1}", "{\"a\" 1}", true},
        {"[:map]", "{}", "{\"a\" 1}", false},
        {"[:map-of :int :double]", "{1 2.0}", "{\"1\" 2}", true},
        {"[:map-of :int :double]", "{1 2.0}", "{\"2\" 2}", false},
        {"[:map-of :int :double]", "{1 2.0 3 4.0}", "{3 4 1 2}", false},
        {"[:map-of :string :int]", "{\"a\" 1}", "{\"a\" 1}", true},
        {"[:map-of :string :int]", "{}", "{\"a\" 1}", false},
        {"[:or :int [:vector :double]]", "[1.0]", "[1]", true},
        {"[:or :int [:vector :double]]", "1", "1", true},
        {"[:or :int [:vector :double]]", "1", "[1]", false},
        {"[:and [:vector :double] [:vector :any]]", "[1.0]", "[1]", true},
        {TREE, "{\"v\" 1 \"kids\" [{\"v\" 2 \"kids\" []}]}",
         "{\"v\" 1 \"kids\" [{\"v\" 2 \"kids\" [] \"x\" 0}]}", true},
        {TREE, "{\"v\" 1 \"kids\" [{\"v\" 2 \"kids\" []}]}",
         "{\"v\" 1 \"kids\" [{\"v\" 3 \"kids\" []}]}", false},
        {EITHER, "{\"k\" \"y\" \"n\" 1}", "{\"k\" \"y\" \"n\" 1}", true},
        {EITHER, "{\"k\" \"y\" \"n\" 1}", "{\"k\" \"y\" \"n\" 2}", false},
        {":any", "[1 {:a #{}}]", "[1 {:a #{}}]", true},
        {":any", "[1.0]", "[1]", false},
        {":any", ":a", "\"a\"", false},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_schema schema;
        ptc_value wanted;
        ptc_value got;
        ptc_diag why;

        cr_assert(malli_read_schema(&arena, ptc_str_of(rows[i].schema), &schema, &why) &&
                      malli_read_value(&arena, ptc_str_of(rows[i].got), &got) &&
                      malli_read_value(&arena, ptc_str_of(rows[i].wanted), &wanted),
                  "%s", rows[i].schema);
        cr_expect(test_same_by_schema(&schema, schema.root, &got, &wanted) ==
                      rows[i].is_same,
                  "%s: %s, %s", rows[i].schema, rows[i].got, rows[i].wanted);
    }
    ptc_arena_free(&arena);
}
