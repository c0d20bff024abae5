/* SPDX-License-Identifier: MIT */
/*
 * JSON Schemas that were made to cost much: each is read or refused by name, in bounded
 * memory, and checking by it takes a bounded number of looks at nodes. What is bounded is
 * counted, not timed, so that the rows mean the same on every machine and under
 * sanitizers.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "support.h"
#include "walk/walk_int.h"

#include <ptc/contract.h>

/* Writes a schema or a document of the size `n`. */
typedef void (*write_fn)(ptc_text *text, unsigned n);

typedef struct hostile {
    const char *name;
    write_fn schema;
    unsigned n;
    write_fn document; /* NULL: the schema is refused */
    unsigned size;     /* of the document */
    bool is_valid;
    ptc_diag_code code; /* with which the schema is refused */
    size_t held_kib;    /* limit on memory for reading */
    size_t work;        /* most looks at nodes and children that checking takes */
} hostile;

/* --- Writing ------------------------------------------------------------------------ */

/* `pattern` with each %0 as the number and %1 as the next one. */
static void fill(ptc_text *text, const char *pattern, unsigned number)
{
    for (const char *at = pattern; *at != '\0'; at++) {
        if (*at != '%')
            ptc_text_byte(text, *at);
        else
            ptc_text_uint(text, number + (unsigned)(*++at - '0'));
    }
}

/* `start`, the pattern for 0 to n - 1 with commas between, `end`. */
static void repeat(ptc_text *text, const char *start, const char *pattern, unsigned n,
                   const char *end)
{
    ptc_text_cstr(text, start);
    for (unsigned i = 0; i < n; i++) {
        ptc_text_cstr(text, i > 0 ? "," : "");
        fill(text, pattern, i);
    }
    ptc_text_cstr(text, end);
}

/* Definitions d0 to dn; each is the pattern, which names the next one; the last is
 * `leaf`. */
static void chain(ptc_text *text, const char *pattern, unsigned n, const char *leaf)
{
    ptc_text_cstr(text, "{\"$id\":\"chain\",\"$ref\":\"#/$defs/d0\",\"$defs\":{");
    for (unsigned i = 0; i < n; i++) {
        fill(text, "\"d%0\":", i);
        fill(text, pattern, i);
        ptc_text_byte(text, ',');
    }
    fill(text, "\"d%0\":", n);
    fill(text, leaf, n);
    ptc_text_cstr(text, "}}");
}

/* `open` n times, `middle`, `close` n times. */
static void nest(ptc_text *text, const char *open, unsigned n, const char *middle,
                 const char *close)
{
    for (unsigned i = 0; i < n; i++)
        ptc_text_cstr(text, open);
    ptc_text_cstr(text, middle);
    for (unsigned i = 0; i < n; i++)
        ptc_text_cstr(text, close);
}

/* --- Bombs of references ------------------------------------------------------------ */

#define NEXT "{\"$ref\":\"#/$defs/d%1\"}"

static void all_of_twice(ptc_text *text, unsigned n)
{
    chain(text, "{\"allOf\":[" NEXT "," NEXT "]}", n, "{\"type\":\"integer\"}");
}

static void all_of_objects(ptc_text *text, unsigned n)
{
    chain(text,
          "{\"properties\":{\"p%0\":{\"type\":\"integer\"}},\"allOf\":[" NEXT "," NEXT
          "]}",
          n, "{\"type\":\"object\"}");
}

static void any_of_twice(ptc_text *text, unsigned n)
{
    chain(text, "{\"anyOf\":[" NEXT ",{\"minimum\":%0,\"allOf\":[" NEXT "]}]}", n,
          "{\"type\":\"integer\"}");
}

/* The same for each element of a list. */
static void any_of_twice_in_a_list(ptc_text *text, unsigned n)
{
    ptc_text_cstr(text, "{\"items\":");
    any_of_twice(text, n);
    ptc_text_byte(text, '}');
}

static void one_of_twice(ptc_text *text, unsigned n)
{
    chain(text, "{\"oneOf\":[" NEXT ",{\"not\":" NEXT "}]}", n, "{\"type\":\"integer\"}");
}

static void if_twice(ptc_text *text, unsigned n)
{
    chain(text, "{\"if\":" NEXT ",\"then\":" NEXT ",\"else\":{\"not\":" NEXT "}}", n,
          "{\"type\":\"integer\"}");
}

static void two_properties(ptc_text *text, unsigned n)
{
    chain(text, "{\"type\":\"object\",\"properties\":{\"l\":" NEXT ",\"r\":" NEXT "}}", n,
          "{\"type\":\"integer\"}");
}

/* Each merges the next one into two of its properties. */
static void two_merged(ptc_text *text, unsigned n)
{
#define MERGED "{\"allOf\":[" NEXT ",{\"properties\":{\"z\":{}}}]}"
    chain(text,
          "{\"type\":\"object\",\"properties\":{\"l\":" MERGED ",\"r\":" MERGED "}}", n,
          "{\"type\":\"object\"}");
}

static void merged_within_itself(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"$ref\":\"#/$defs/n\",\"$defs\":{\"n\":{\"type\":\"object\","
                        "\"properties\":{\"l\":{},\"r\":{\"description\":\"more\","
                        "\"allOf\":[{\"$ref\":\"#/$defs/n\"}]}}}}}");
}

static void dependent_twice(ptc_text *text, unsigned n)
{
    chain(text, "{\"dependentSchemas\":{\"a\":" NEXT ",\"b\":" NEXT "}}", n,
          "{\"required\":[\"c\"]}");
}

static void unevaluated_everywhere(ptc_text *text, unsigned n)
{
    chain(text,
          "{\"properties\":{\"p%0\":true},\"anyOf\":[" NEXT "," NEXT
          "],\"unevaluatedProperties\":{\"type\":\"integer\"}}",
          n, "{\"type\":\"object\"}");
}

static void unevaluated_items_everywhere(ptc_text *text, unsigned n)
{
    chain(text,
          "{\"prefixItems\":[true],\"anyOf\":[" NEXT "," NEXT
          "],\"unevaluatedItems\":{\"type\":\"integer\"}}",
          n, "{\"type\":\"array\"}");
}

static void dynamic_references(ptc_text *text, unsigned n)
{
    chain(text,
          "{\"$id\":\"d%0\",\"$dynamicAnchor\":\"x\",\"properties\":{\"c\":"
          "{\"$dynamicRef\":\"#x\"}},\"anyOf\":[{\"$ref\":\"d%1\"},{\"$ref\":\"d%1\"}]}",
          n, "{\"$id\":\"d%0\",\"type\":\"object\"}");
}

static void not_nested(ptc_text *text, unsigned n)
{
    nest(text, "{\"not\":", n, "{\"type\":\"integer\"}", "}");
}

static void all_of_nested(ptc_text *text, unsigned n)
{
    nest(text, "{\"allOf\":[", n, "{\"type\":\"integer\"}", "]}");
}

static void circle_of_one(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"$ref\":\"#\"}");
}

static void circle_all_of(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"type\":\"object\",\"allOf\":[{\"$ref\":\"#\"}]}");
}

static void circle_of_many(ptc_text *text, unsigned n)
{
    chain(text, NEXT, n, "{\"$ref\":\"#/$defs/d0\"}");
}

static void circle_any_of(ptc_text *text, unsigned n)
{
    chain(text, "{\"anyOf\":[{\"type\":\"string\"}," NEXT "]}", n,
          "{\"$ref\":\"#/$defs/d0\"}");
}

static void circle_not(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"not\":{\"$ref\":\"#\"}}");
}

static void circle_if(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"if\":{\"$ref\":\"#\"},\"then\":false}");
}

static void a_recursion(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text,
                  "{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"object\",\"allOf\":"
                  "[{\"properties\":{\"r\":{\"$ref\":\"#\"}}},{\"minProperties\":1}]}]}");
}

static void uses_of_one(ptc_text *text, unsigned n)
{
    repeat(text, "{\"$defs\":{\"o\":{\"type\":\"object\",\"properties\":{",
           "\"q%0\":{\"type\":\"string\"}", 100, "}}},\"properties\":{");
    repeat(text, "", "\"p%0\":{\"$ref\":\"#/$defs/o\"}", n, "}}");
}

static void unused_definitions(ptc_text *text, unsigned n)
{
    repeat(text, "{\"type\":\"integer\",\"$defs\":{",
           "\"d%0\":{\"type\":\"object\",\"properties\":{\"a\":{}}}", n, "}}");
}

/* --- Size --------------------------------------------------------------------------- */

static void many_properties(ptc_text *text, unsigned n)
{
    repeat(text, "{\"type\":\"object\",\"properties\":{",
           "\"p%0\":{\"type\":\"integer\"}", n, "}}");
}

static void many_required(ptc_text *text, unsigned n)
{
    repeat(text, "{\"type\":\"object\",\"required\":[", "\"p%0\"", n, "]}");
}

static void many_members(ptc_text *text, unsigned n)
{
    repeat(text, "{\"enum\":[", "\"member %0\"", n, "]}");
}

static void many_lists_as_members(ptc_text *text, unsigned n)
{
    repeat(text, "{\"enum\":[", "[%0,{\"a\":[%0.0]}]", n, "]}");
}

static void many_alternatives(ptc_text *text, unsigned n)
{
    repeat(text, "{\"anyOf\":[",
           "{\"type\":\"object\",\"properties\":{\"k\":{\"const\":%0}},"
           "\"required\":[\"k\"]}",
           n, "]}");
}

static void many_patterns_of_keys(ptc_text *text, unsigned n)
{
    repeat(text, "{\"patternProperties\":{", "\"^k%0$\":{\"type\":\"integer\"}", n, "}}");
}

static void many_dependents(ptc_text *text, unsigned n)
{
    ptc_text_cstr(text, "{\"dependentRequired\":{");
    for (unsigned i = 0; i < n; i++) {
        fill(text, i > 0 ? ",\"k%0\":" : "\"k%0\":", i);
        repeat(text, "[", "\"k%0\"", n, "]");
    }
    ptc_text_cstr(text, "}}");
}

static void many_first_items(ptc_text *text, unsigned n)
{
    repeat(text, "{\"prefixItems\":[", "{\"minimum\":%0}", n, "],\"items\":false}");
}

static void unique_items(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"type\":\"array\",\"uniqueItems\":true}");
}

static void contains(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"contains\":{\"const\":1},\"minContains\":3,"
                        "\"maxContains\":5,\"unevaluatedItems\":{\"type\":\"integer\"}}");
}

static void property_names(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"propertyNames\":{\"pattern\":\"^(k|kk)+[0-9]*$\"},"
                        "\"minProperties\":2}");
}

static void many_ints(ptc_text *text, unsigned n)
{
    repeat(text, "{\"enum\":[", "%0", n, "]}");
}

static void large_limits(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"minLength\":4000000000000000000,\"maxLength\":"
                        "9223372036854775807,\"minItems\":4000000000000000000,"
                        "\"minProperties\":4000000000000000000,\"contains\":{},"
                        "\"minContains\":4000000000000000000,\"multipleOf\":1e-300}");
}

static void unknown_words(ptc_text *text, unsigned n)
{
    repeat(text, "{\"type\":\"integer\",", "\"x-%0\":{\"a\":[\"$ref\",{\"$ref\":\"#\"}]}",
           n, "}");
}

static void one_large_word(ptc_text *text, unsigned n)
{
    ptc_text_cstr(text, "{\"type\":\"integer\",\"x-word\":\"");
    nest(text, "word", n, "\"}", "");
}

static void same_identifiers(ptc_text *text, unsigned n)
{
    repeat(text, "{\"$ref\":\"same\",\"$defs\":{",
           "\"d%0\":{\"$id\":\"same\",\"type\":\"integer\"}", n, "}}");
}

static void same_anchors(ptc_text *text, unsigned n)
{
    repeat(text, "{\"$ref\":\"#same\",\"$defs\":{",
           "\"d%0\":{\"$anchor\":\"same\",\"type\":\"integer\"}", n, "}}");
}

static void long_pointers(ptc_text *text, unsigned n)
{
    ptc_text_cstr(text, "{\"$ref\":\"#");
    nest(text, "/properties/a", n, "\",\"properties\":{\"a\":{\"properties\":{}}}}", "");
}

/* --- Patterns ----------------------------------------------------------------------- */

static void long_pattern(ptc_text *text, unsigned n)
{
    ptc_text_cstr(text, "{\"pattern\":\"");
    nest(text, "[a-z]x?", n, "\"}", "");
}

static void counted_pattern(ptc_text *text, unsigned n)
{
    fill(text, "{\"pattern\":\"^((a{%0}){%0}){%0}$\"}", n);
}

static void many_states(ptc_text *text, unsigned n)
{
    fill(text, "{\"pattern\":\"[ab]*a[ab]{%0}$\"}", n);
}

static void backtracking(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"pattern\":\"^(([a-z])+.)+[A-Z]([a-z])+$\"}");
}

static void nested_groups(ptc_text *text, unsigned n)
{
    ptc_text_cstr(text, "{\"pattern\":\"");
    nest(text, "(", n, "a", ")*");
    ptc_text_cstr(text, "\"}");
}

/* --- Documents ---------------------------------------------------------------------- */

static void an_int(ptc_text *text, unsigned n)
{
    ptc_text_uint(text, n);
}

static void a_word(ptc_text *text, unsigned n)
{
    ptc_text_byte(text, '"');
    nest(text, "a", n, "\"", "");
}

static void a_list(ptc_text *text, unsigned n)
{
    repeat(text, "[", "%0", n, "]");
}

static void a_list_of_words(ptc_text *text, unsigned n)
{
    repeat(text, "[", "\"word %0\"", n, "]");
}

static void a_list_of_lists(ptc_text *text, unsigned n)
{
    repeat(text, "[", "[%0,{\"a\":[%0]}]", n, "]");
}

static void a_map(ptc_text *text, unsigned n)
{
    repeat(text, "{", "\"k%0\":%0", n, "}");
}

/* Whose members lie in each other. */
static void a_tree(ptc_text *text, unsigned n)
{
    nest(text, "{\"l\":0,\"r\":", n, "1", "}");
}

static void an_a(ptc_text *text, unsigned n)
{
    (void)n;
    ptc_text_cstr(text, "{\"a\":1,\"b\":2}");
}

static void the_member(ptc_text *text, unsigned n)
{
    fill(text, "\"member %0\"", n);
}

static void the_list(ptc_text *text, unsigned n)
{
    fill(text, "[%0,{\"a\":[%0]}]", n);
}

static void the_alternative(ptc_text *text, unsigned n)
{
    fill(text, "{\"k\":%0}", n);
}

static void many_digits(ptc_text *text, unsigned n)
{
    while (n-- > 0)
        ptc_text_byte(text, '1');
}

static void nested_lists(ptc_text *text, unsigned n)
{
    nest(text, "[", n, "", "]");
}

enum { IS_READ = PTC_DIAG_COUNT };

#define READ(document, size, is_valid) document, size, is_valid, (ptc_diag_code)IS_READ
#define REFUSED(code)                  NULL, 0, false, PTC_DIAG_##code

static const hostile rows[] = {
    {"allOf twice", all_of_twice, 40, READ(an_int, 5, true), 256, 10},
    {"allOf twice, a word", all_of_twice, 40, READ(a_word, 5, false), 256, 10},
    {"allOf of objects", all_of_objects, 30, READ(a_map, 5, true), 4096, 20000},
    {"allOf of objects, more", all_of_objects, 60, REFUSED(SIG_TOO_LARGE), 69632, 0},
    {"anyOf twice", any_of_twice, 40, REFUSED(SIG_TOO_LARGE), 512, 0},
    {"anyOf twice, less", any_of_twice, 18, READ(a_word, 5, false), 512, 8000000},
    {"anyOf twice, a list", any_of_twice_in_a_list, 18, READ(a_list_of_words, 200, false),
     512, 16000000},
    {"oneOf twice", one_of_twice, 40, REFUSED(SIG_TOO_LARGE), 512, 0},
    {"oneOf twice, less", one_of_twice, 18, READ(a_word, 5, true), 512, 8000000},
    {"if twice", if_twice, 40, REFUSED(SIG_TOO_LARGE), 512, 0},
    {"if twice, less", if_twice, 11, READ(a_word, 5, true), 512, 200000},
    {"two properties", two_properties, 60, READ(a_tree, 50, false), 512, 1000},
    {"merged properties", two_merged, 10, READ(an_a, 0, true), 65536, 10000},
    {"merged properties, more", two_merged, 200, READ(an_a, 0, true), 65536, 10000},
    {"merged properties, deep", two_merged, 1000, READ(an_a, 0, true), 16384, 10000},
    {"merged within itself", merged_within_itself, 0, READ(an_a, 0, true), 256, 100},
    {"dependentSchemas twice", dependent_twice, 40, REFUSED(SIG_TOO_LARGE), 512, 0},
    {"dependentSchemas, less", dependent_twice, 17, READ(an_a, 0, false), 512, 200000},
    {"unevaluatedProperties", unevaluated_everywhere, 20, READ(a_map, 20, true), 512,
     5000},
    {"unevaluatedItems", unevaluated_items_everywhere, 20, READ(a_list, 20, true), 512,
     5000},
    {"dynamicRef", dynamic_references, 20, READ(an_a, 0, true), 8192, 10000},
    {"not in not", not_nested, 400, READ(an_int, 5, true), 512, 5000},
    {"not in not, too deep", not_nested, 5000, REFUSED(JSON_SYNTAX), 1024, 0},
    {"allOf in allOf", all_of_nested, 240, READ(an_int, 5, true), 512, 100},
    {"a circle", circle_of_one, 0, REFUSED(MALLI_CYCLE), 256, 0},
    {"a circle in allOf", circle_all_of, 0, READ(an_a, 0, true), 256, 100},
    {"a circle of many", circle_of_many, 2000, REFUSED(MALLI_CYCLE), 2048, 0},
    {"a circle in anyOf", circle_any_of, 30, REFUSED(MALLI_CYCLE), 256, 0},
    {"a circle in not", circle_not, 0, REFUSED(MALLI_CYCLE), 256, 0},
    {"a circle in if", circle_if, 0, REFUSED(MALLI_CYCLE), 256, 0},
    {"a recursion", a_recursion, 0, READ(a_tree, 300, true), 256, 10000},
    {"uses of one type", uses_of_one, 2000, READ(an_a, 0, true), 4096, 10000},
    {"unused definitions", unused_definitions, 20000, READ(an_int, 1, true), 16384, 10},
    {"properties", many_properties, 30000, READ(an_a, 0, true), 65536, 100000},
    {"properties, too many", many_properties, 100000, REFUSED(SIG_TOO_LARGE), 32768, 0},
    {"required", many_required, 30000, READ(an_a, 0, false), 65536, 100000},
    {"required, too many", many_required, 100000, REFUSED(SIG_TOO_LARGE), 32768, 0},
    {"members of an enum", many_members, 10000, READ(the_member, 9999, true), 4096,
     40000},
    {"lists as members", many_lists_as_members, 10000, READ(the_list, 9999, true), 16384,
     40000},
    {"alternatives", many_alternatives, 2000, READ(the_alternative, 1999, true), 8192,
     40000},
    {"patterns of keys", many_patterns_of_keys, 200, READ(a_map, 200, true), 1024,
     200000},
    {"dependent names", many_dependents, 300, READ(a_map, 300, true), 40960, 1000000},
    {"first items", many_first_items, 20000, READ(a_list, 20000, true), 16384, 200000},
    {"distinct items", unique_items, 0, READ(a_list, 50000, true), 64, 400000},
    {"distinct lists", unique_items, 0, READ(a_list_of_lists, 5000, true), 64, 40000},
    {"contains", contains, 0, READ(a_list, 50000, false), 64, 500000},
    {"propertyNames", property_names, 0, READ(a_map, 5000, true), 64, 100000},
    {"digits, which are no member", many_ints, 20000, READ(many_digits, 1000000, false),
     1024, 200000},
    {"large limits", large_limits, 0, READ(a_word, 100, false), 64, 100},
    {"unknown words", unknown_words, 20000, READ(an_int, 1, true), 4096, 10},
    {"a large word", one_large_word, 250000, READ(an_int, 1, true), 4096, 10},
    {"the same $id", same_identifiers, 1000, REFUSED(JSON_SCHEMA_VALUE), 1024, 0},
    {"the same $anchor", same_anchors, 1000, REFUSED(JSON_SCHEMA_VALUE), 1024, 0},
    {"a long pointer", long_pointers, 10000, REFUSED(JSON_SCHEMA_REF), 2048, 0},
    {"a long pattern", long_pattern, 10000, REFUSED(JSON_SCHEMA_VALUE), 2048, 0},
    {"a counted pattern", counted_pattern, 200, REFUSED(JSON_SCHEMA_VALUE), 1024, 0},
    {"states of a pattern", many_states, 40, REFUSED(JSON_SCHEMA_VALUE), 1024, 0},
    {"a pattern that goes back", backtracking, 0, READ(a_word, 100000, false), 64,
     400000},
    {"groups of a pattern", nested_groups, 200, READ(a_word, 1000, true), 1024, 4000},
    {"a deep document", unique_items, 0, READ(nested_lists, 400, true), 64, 2000},
};

/* --- Checking ----------------------------------------------------------------------- */

static bool read_row(ptc_arena *arena, const hostile *row, ptc_schema *out,
                     ptc_diags *diags)
{
    static const ptc_contract_options options = {.struct_size = sizeof options,
                                                 .format = PTC_CONTRACT_JSON_SCHEMA};
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_contracts contracts;
    ptc_text text;
    size_t before;

    ptc_text_init(&text, arena);
    row->schema(&text, row->n);
    *source = (ptc_source){PTC_STR("hostile.json"), ptc_text_view(&text)};
    ptc_diags_init(diags, arena);
    diags->source = source;
    before = arena->held;
    if (ptc_contracts_read(arena, source, &options, diags, &contracts) != PTC_OK) {
        cr_expect(diags->errors > 0, "%s: refused without a word", row->name);
        return false;
    }
    *out = contracts.items[0].schema;
    out->root = ptc_schema_root(out)->first + 1;
    fprintf(stderr, "  %-28s %6zu KiB", row->name, (arena->held - before) >> 10);
    cr_expect(arena->held - before <= row->held_kib << 10, "%s: reading took %zu KiB",
              row->name, (arena->held - before) >> 10);
    return true;
}

/* The looks that checking takes: found by giving it less and less. */
static size_t looks(const ptc_schema *schema, const ptc_value *value, size_t most)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_OUTPUT,
                                          .boundary = PTC_BOUNDARY_JSON};
    bool is_given_up = false;

    for (;;) {
        ptc_walk_within(schema, value, &walk, most / 2, NULL, &is_given_up);
        if (is_given_up || most < 2)
            return most;
        most /= 2;
    }
}

static void judge_row(ptc_arena *arena, const hostile *row, const ptc_schema *schema)
{
    static const ptc_walk_options walk = {.struct_size = sizeof walk,
                                          .direction = PTC_OUTPUT,
                                          .boundary = PTC_BOUNDARY_JSON};
    ptc_report report;
    ptc_value value;
    ptc_text text;

    ptc_text_init(&text, arena);
    row->document(&text, row->size);
    cr_assert(ptc_json_read(arena, text.ptr, text.len, NULL, &value, NULL, NULL) ==
              PTC_OK);
    ptc_report_init(&report, arena);
    for (unsigned explains = 0; explains < 2; explains++) {
        bool is_given_up = false;
        ptc_status status = ptc_walk_within(schema, &value, &walk, row->work,
                                            explains ? &report : NULL, &is_given_up);

        cr_expect(!is_given_up, "%s: judging takes more than %zu looks", row->name,
                  row->work);
        cr_expect(is_given_up || (status == PTC_OK) == row->is_valid, "%s: %s", row->name,
                  ptc_status_name(status));
    }
    fprintf(stderr, " %8zu looks\n", looks(schema, &value, row->work));
}

static const ptc_diag *first_error(const ptc_diags *diags)
{
    size_t i = 0;

    while (i < diags->count && diags->items[i].severity != PTC_SEVERITY_ERROR)
        i++;
    cr_assert(i < diags->count, "no error is shown");
    return &diags->items[i];
}

static void check_refusal(const ptc_arena *arena, const hostile *row,
                          const ptc_diags *diags)
{
    const ptc_diag *error = first_error(diags);

    fprintf(stderr, "  %-28s %6zu KiB %s: %s\n", row->name, arena->held >> 10,
            ptc_diag_name(error->code), test_cstr(error->message));
    cr_expect(row->document != NULL || error->code == row->code, "%s: %s: %s", row->name,
              ptc_diag_name(error->code), test_cstr(error->message));
    cr_expect(arena->held <= row->held_kib << 10, "%s: refusing took %zu KiB", row->name,
              arena->held >> 10);
}

static void check_row(const hostile *row)
{
    ptc_arena arena;
    ptc_schema schema;
    ptc_diags diags;
    bool is_read;

    ptc_arena_init(&arena, NULL, 0);
    is_read = read_row(&arena, row, &schema, &diags);
    cr_expect(is_read == (row->document != NULL), "%s: %s", row->name,
              is_read ? "read" : test_cstr(first_error(&diags)->message));
    if (is_read && row->document != NULL)
        judge_row(&arena, row, &schema);
    if (!is_read)
        check_refusal(&arena, row, &diags);
    ptc_arena_free(&arena);
}

/* M496 */
Test(json_hostile, what_is_made_to_cost_much, .timeout = 120)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(&rows[i]);
}
