/* SPDX-License-Identifier: MIT */
/* Templates: reading, faults with their places, expansion. [signature 11.1, 11.3] */
#include <criterion/criterion.h>

#include "support.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct bench {
    ptc_arena arena;
    ptc_diags diags;
    ptc_source source;
    ptc_template compiled;
} bench;

static ptc_status start(bench *b, const char *text, size_t len)
{
    ptc_arena_init(&b->arena, NULL, 0);
    ptc_diags_init(&b->diags, &b->arena);
    b->source.name = PTC_STR("t");
    b->source.text = ptc_str_make(text, len);
    return ptc_template_compile(&b->arena, &b->source, &b->diags, &b->compiled);
}

static ptc_status start_text(bench *b, const char *text)
{
    return start(b, text, strlen(text));
}

static ptc_value data_of(ptc_arena *arena, const char *json)
{
    ptc_value value = ptc_value_nil();

    cr_assert(ptc_json_read(arena, json, strlen(json), NULL, &value, NULL, NULL) ==
                  PTC_OK,
              "data: %s", json);
    return value;
}

/* "line:column code message" of every diagnostic, one per line. */
static const char *faults(bench *b)
{
    static ptc_text text;

    ptc_text_init(&text, &b->arena);
    for (size_t i = 0; i < b->diags.count; i++) {
        const ptc_diag *diag = &b->diags.items[i];
        ptc_position at = ptc_source_position(diag->source, diag->span.start);

        ptc_text_uint(&text, at.line);
        ptc_text_byte(&text, ':');
        ptc_text_uint(&text, at.column);
        ptc_text_byte(&text, ' ');
        ptc_text_cstr(&text, ptc_diag_name(diag->code));
        ptc_text_byte(&text, ' ');
        ptc_text_str(&text, diag->message);
        ptc_text_byte(&text, '\n');
    }
    return ptc_text_view(&text).ptr;
}

typedef struct expand_row {
    const char *label;
    const char *text;
    const char *json;
    const char *expected;
} expand_row;

static const expand_row expansions[] = {
    {"M089 M321 value", "Hello {{name}}!", "{\"name\":\"Ada\"}", "Hello Ada!"},
    {"M090 M322 path", "{{user.name}}", "{\"user\":{\"name\":\"Ada\"}}", "Ada"},
    {"M091 deep path", "{{user.address.city}}",
     "{\"user\":{\"address\":{\"city\":\"Ulm\"}}}", "Ulm"},
    {"M092 hyphen", "{{user-name}}", "{\"user-name\":\"a\"}", "a"},
    {"M092 hyphen finds underscore", "{{user-name}}", "{\"user_name\":\"a\"}", "a"},
    {"M093 underscore", "{{user_name}}", "{\"user_name\":\"a\"}", "a"},
    {"M093 underscore finds hyphen", "{{user_name}}", "{\"user-name\":\"a\"}", "a"},
    {"M096 blanks trimmed", "{{ name }}|{{\tname\t}}|{{\nname\n}}", "{\"name\":\"a\"}",
     "a|a|a"},
    {"M097 single braces are text", "{ {a} } }}", "{}", "{ {a} } }}"},
    {"M097 a brace behind a tag", "{{a}}}", "{\"a\":1}", "1}"},
    {"M098 other delimiters", "{{=<% %>=}}{{a}} <%a%> <%={{ }}=%>{{a}}", "{\"a\":1}",
     "{{a}} 1 1"},
    {"M098 delimiters of one byte", "{{=| |=}}|a| {{a}}", "{\"a\":1}", "1 {{a}}"},
    {"M098 blanks in the tag", "{{= [[  ]] =}}[[a]]", "{\"a\":1}", "1"},
    {"M323 list", "{{#xs}}<{{.}}>{{/xs}}", "{\"xs\":[1,2,3]}", "<1><2><3>"},
    {"M323 empty list", "a{{#xs}}x{{/xs}}b", "{\"xs\":[]}", "ab"},
    {"list of maps", "{{#xs}}{{n}},{{/xs}}", "{\"xs\":[{\"n\":1},{\"n\":2}]}", "1,2,"},
    {"section over a map", "{{#m}}{{a}}{{/m}}", "{\"m\":{\"a\":1}}", "1"},
    {"section over an empty map", "{{#m}}x{{/m}}", "{\"m\":{}}", "x"},
    {"section over true", "{{#m}}x{{/m}}", "{\"m\":true}", "x"},
    {"section over zero and \"\"", "{{#m}}x{{/m}}{{#n}}y{{/n}}", "{\"m\":0,\"n\":\"\"}",
     "xy"},
    {"section over a text", "{{#m}}[{{.}}]{{/m}}", "{\"m\":\"t\"}", "[t]"},
    {"section over nil, false, missing", "{{#a}}x{{/a}}{{#b}}x{{/b}}{{#c}}x{{/c}}",
     "{\"a\":null,\"b\":false}", ""},
    /* M326, M515 */
    {"inverted", "{{^a}}x{{/a}}{{^b}}y{{/b}}{{^c}}z{{/c}}{{^d}}w{{/d}}{{^e}}v{{/e}}",
     "{\"a\":null,\"b\":false,\"d\":[],\"e\":[1]}", "xyzw"},
    {"inverted keeps the context", "{{#xs}}{{^a}}{{n}}{{/a}}{{/xs}}",
     "{\"xs\":[{\"n\":1}]}", "1"},
    {"list of lists", "{{#xs}}({{#.}}{{.}}{{/.}}){{/xs}}", "{\"xs\":[[1,2],[3]]}",
     "(12)(3)"},
    {"dotted section", "{{#a.b}}{{.}}{{/a.b}}", "{\"a\":{\"b\":[1,2]}}", "12"},
    {"lookup goes outwards", "{{#xs}}{{sep}}{{n}}{{/xs}}",
     "{\"sep\":\"-\",\"xs\":[{\"n\":1},{\"n\":2}]}", "-1-2"},
    {"the innermost wins", "{{#m}}{{n}}{{/m}}{{n}}", "{\"n\":0,\"m\":{\"n\":1}}", "10"},
    {"only the first name goes outwards", "{{#m}}{{u.n}}{{/m}}",
     "{\"u\":{\"n\":0},\"m\":{\"u\":{}}}", "{{u.n}}"},
    {"elements that are no maps", "{{#xs}}{{.}}{{sep}}{{/xs}}",
     "{\"sep\":\",\",\"xs\":[1,2]}", "1,2,"},
    {"values are not expanded again", "{{a}}", "{\"a\":\"{{b}}\",\"b\":1}", "{{b}}"},
    {"a nil prints nothing", "[{{a}}]", "{\"a\":null}", "[]"},
    {"below nil is nil", "[{{a.b.c}}]", "{\"a\":null}", "[]"},
    {"scalars", "{{i}} {{f}} {{t}} {{n}} {{s}} {{g}}",
     "{\"i\":-9223372036854775808,\"f\":100.0,\"t\":true,\"n\":false,\"s\":\"x\",\"g\":"
     "1e7}",
     "-9223372036854775808 100.0 true false x 1.0E7"},
    {"large number as spelled", "{{i}}", "{\"i\":92233720368547758070}",
     "92233720368547758070"},
    {"keep: the tag stays as written", "a {{ no.such }} b", "{}", "a {{ no.such }} b"},
    {"keep: below a scalar", "{{a.b}}", "{\"a\":1}", "{{a.b}}"},
    {"comment", "a{{! any }thing { }}b", "{}", "ab"},
    {"comment with an opening brace pair", "a{{! {{x }}b", "{}", "ab"},
    {"empty", "", "{}", ""},
    {"multi-byte text", "\xc3\xa4{{a}}\xe2\x82\xac", "{\"a\":\"\xc3\xb6\"}",
     "\xc3\xa4\xc3\xb6\xe2\x82\xac"},
    {"standalone section lines", "a\n{{#xs}}\n- {{.}}\n{{/xs}}\nb\n", "{\"xs\":[1,2]}",
     "a\n- 1\n- 2\nb\n"},
    {"standalone with blanks", "a\n  {{#x}}\t\nb\n\t{{/x}} \nc", "{\"x\":true}",
     "a\nb\nc"},
    {"standalone comment", "a\n  {{! c }}\nb", "{}", "a\nb"},
    {"standalone comment of many lines", "a\n{{! c\nd }}\nb", "{}", "a\nb"},
    {"standalone delimiters", "a\n{{=<% %>=}}\nb<%x%>", "{\"x\":1}", "a\nb1"},
    {"standalone with CR LF", "a\r\n{{#x}}\r\nb\r\n{{/x}}\r\nc", "{\"x\":true}",
     "a\r\nb\r\nc"},
    {"standalone at the end", "a\n{{#x}}\nb\n{{/x}}", "{\"x\":true}", "a\nb\n"},
    {"standalone at the start", "{{#x}}\nb{{/x}}", "{\"x\":true}", "b"},
    {"two tags on a line stay", "{{#x}}{{/x}}\nb", "{\"x\":true}", "\nb"},
    {"a value on the line stays", "{{a}}\nb", "{\"a\":null}", "\nb"},
    {"adjacent standalone lines", "{{#x}}\n{{#y}}\nb\n{{/y}}\n{{/x}}\n",
     "{\"x\":true,\"y\":true}", "b\n"},
};

Test(template, expands)
{
    for (size_t i = 0; i < sizeof expansions / sizeof *expansions; i++) {
        const expand_row *row = &expansions[i];
        bench b;
        ptc_text out;
        ptc_error error;
        ptc_value data;

        cr_expect(start_text(&b, row->text) == PTC_OK, "row: %s: %s", row->label,
                  faults(&b));
        data = data_of(&b.arena, row->json);
        ptc_text_init(&out, &b.arena);
        ptc_text_cstr(&out, "before ");
        cr_expect(ptc_template_expand(&out, &b.compiled, &data, NULL, &error) == PTC_OK,
                  "row: %s: %s", row->label, test_error(&error));
        cr_expect(out.len == 7 + strlen(row->expected) &&
                      memcmp(out.ptr + 7, row->expected, out.len - 7) == 0,
                  "row: %s: got \"%s\"", row->label, out.ptr);
        ptc_arena_free(&b.arena);
    }
}

typedef struct fault_row {
    const char *text;
    const char *expected;
} fault_row;

static const fault_row fault_rows[] = {
    {"a {{123}} b", /* M094 */
     "1:3 template-syntax malformed tag {{123}}: a name starts with a letter or `_`\n"},
    {"{{}}", /* M095 */
     "1:1 template-syntax malformed tag {{}}: a name is missing\n"},
    {"{{  }}", "1:1 template-syntax malformed tag {{  }}: a name is missing\n"},
    {"x\n\xc3\xa4\t{{a..b}}",
     "2:3 template-syntax malformed tag {{a..b}}: a name is missing between two dots\n"},
    {"{{a.}}",
     "1:1 template-syntax malformed tag {{a.}}: a name is missing after the dot\n"},
    {"{{.a}}",
     "1:1 template-syntax malformed tag {{.a}}: a name is missing before the dot\n"},
    {"{{#s}}{{..}}{{/s}}",
     "1:7 template-syntax malformed tag {{..}}: a name is missing before the dot\n"},
    {"{{a.1}}",
     "1:1 template-syntax malformed tag {{a.1}}: a name starts with a letter or `_`\n"},
    {"{{-a}}",
     "1:1 template-syntax malformed tag {{-a}}: a name starts with a letter or `_`\n"},
    {"{{_}}", "1:1 template-syntax malformed tag {{_}}: a name needs more than `_`\n"},
    {"{{a b}}", "1:1 template-syntax malformed tag {{a b}}: a tag holds only one name\n"},
    {"{{a . b}}",
     "1:1 template-syntax malformed tag {{a . b}}: a tag holds only one name\n"},
    {"{{a$}}", "1:1 template-syntax malformed tag {{a$}}: a tag holds only one name\n"},
    {"{{{a}}}",
     "1:1 template-syntax malformed tag {{{a}}: there is no raw form, write {{name}}\n"},
    {"{{&a}}",
     "1:1 template-syntax malformed tag {{&a}}: there is no raw form, write {{name}}\n"},
    {"{{>a}}", "1:1 template-syntax malformed tag {{>a}}: there are no partials\n"},
    {"{{#}}", "1:1 template-syntax malformed tag {{#}}: a name is missing\n"},
    {"{{#1}}",
     "1:1 template-syntax malformed tag {{#1}}: a name starts with a letter or `_`\n"},
    {"{{.}}", "1:1 template-syntax malformed tag {{.}}: there is no current element "
              "outside a section\n"},
    {"{{^a}}{{.}}{{/a}}", "1:7 template-syntax malformed tag {{.}}: there is no current "
                          "element outside a section\n"},
    {"{{=<% %>}}", "1:1 template-syntax malformed tag {{=<% %>}}: delimiters are set as "
                   "in {{=<% %>=}}\n"},
    {"{{=<%=}}", "1:1 template-syntax malformed tag {{=<%=}}: delimiters are set as in "
                 "{{=<% %>=}}\n"},
    {"{{=a b c=}}", "1:1 template-syntax malformed tag {{=a b c=}}: delimiters are set "
                    "as in {{=<% %>=}}\n"},
    {"{{==}}",
     "1:1 template-syntax malformed tag {{==}}: delimiters are set as in {{=<% %>=}}\n"},
    {"a\n b {{name", "2:4 template-syntax tag {{name is never closed\n"},
    {"{{", "1:1 template-syntax tag {{ is never closed\n"},
    {"{{a {{b}}", "1:1 template-syntax tag {{a  is never closed\n"},
    {"{{! never", "1:1 template-syntax tag {{! never is never closed\n"},
    {"\n{{#s}} x", "2:1 template-section section {{#s}} is never closed\n"},
    {"{{^s}} x", "1:1 template-section section {{^s}} is never closed\n"},
    {"x {{/s}}", "1:3 template-section {{/s}} closes a section that is not open\n"},
    {"{{#a}}{{/b}}{{/a}}",
     "1:7 template-section {{/b}} closes a section that is not open\n"},
    {"{{#a}}\n{{#b}}\n{{/a}}", "2:1 template-section section {{#b}} is never closed\n"},
    {"{{#a.b}}{{/a}}", "1:9 template-section {{/a}} closes a section that is not open\n"
                       "1:1 template-section section {{#a.b}} is never closed\n"},
    {"{{1}}\n{{}} {{#x}}\n{{/y}}\n{{a..b}}",
     "1:1 template-syntax malformed tag {{1}}: a name starts with a letter or `_`\n"
     "2:1 template-syntax malformed tag {{}}: a name is missing\n"
     "3:1 template-section {{/y}} closes a section that is not open\n"
     "4:1 template-syntax malformed tag {{a..b}}: a name is missing between two dots\n"
     "2:6 template-section section {{#x}} is never closed\n"},
    {"a\xff{{b}}", "1:2 template-syntax the text is not valid UTF-8\n"},
};

Test(template, reports_faults_with_their_places)
{
    for (size_t i = 0; i < sizeof fault_rows / sizeof *fault_rows; i++) {
        const fault_row *row = &fault_rows[i];
        bench b;
        ptc_status status = start_text(&b, row->text);

        cr_expect(status == PTC_ERROR_SYNTAX, "row: %s: %s", row->text,
                  ptc_status_name(status));
        cr_expect(strcmp(faults(&b), row->expected) == 0, "row: %s: got %s", row->text,
                  faults(&b));
        ptc_arena_free(&b.arena);
    }
}

Test(template, hyphen_and_underscore_close_each_other)
{
    bench b;

    cr_expect(start_text(&b, "{{#a-b}}x{{/a_b}}") == PTC_OK);
    cr_expect(b.compiled.count == 2 && b.compiled.ops[0].end == 2);
    ptc_arena_free(&b.arena);
}

Test(template, ops_do_not_point_into_the_source)
{
    char text[] = "Hello {{user.name}}, {{#items}}{{.}}{{/items}}";
    bench b;
    ptc_text out;
    ptc_value data;

    cr_assert(start(&b, text, strlen(text)) == PTC_OK);
    memset(text, 'x', sizeof text - 1);
    data = data_of(&b.arena, "{\"user\":{\"name\":\"Ada\"},\"items\":[1,2]}");
    ptc_text_init(&out, &b.arena);
    cr_assert(ptc_template_expand(&out, &b.compiled, &data, NULL, NULL) == PTC_OK);
    cr_expect_str_eq(out.ptr,
                     "Hello Ada, 12"); /* M325: chunks and paths, nothing parsed */
    ptc_arena_free(&b.arena);
}

typedef struct error_row {
    const char *text;
    const char *json;
    const char *expected;
} error_row;

static const error_row error_rows[] = {
    {"{{a}} {{b.c}} {{a}} {{ok}} {{d}}", "{\"ok\":1,\"b\":{}}",
     "missing values {{a}}, {{b.c}}, {{d}}"},
    {"{{#xs}}{{n}}{{/xs}}", "{\"xs\":[{},{},{}]}", "missing value {{n}}"},
    {"{{xs}}", "{\"xs\":[1]}", "list value needs a section {{#xs}}"},
    {"{{xs}}", "{\"xs\":[]}", "list value needs a section {{#xs}}"},
    {"{{xs.n}}", "{\"xs\":[{\"n\":1}]}", "list value needs a section {{#xs}}"},
    {"{{a.m}}", "{\"a\":{\"m\":{}}}",
     "map value needs a field {{a.m.field}} or a section {{#a.m}}"},
    {"{{#xs}}{{.}}{{/xs}}", "{\"xs\":[{}]}",
     "map value needs a field {{field}} or a section {{#.}}"},
    {"{{#xs}}{{.}}{{/xs}}", "{\"xs\":[[1]]}", "list value needs a section {{#.}}"},
};

Test(template, refuses_to_expand) /* M324 */
{
    for (size_t i = 0; i < sizeof error_rows / sizeof *error_rows; i++) {
        const error_row *row = &error_rows[i];
        ptc_template_options options = {.struct_size = sizeof options,
                                        .on_missing = PTC_MISSING_ERROR};
        ptc_status status;
        bench b;
        ptc_text out;
        ptc_error error;
        ptc_value data;

        cr_assert(start_text(&b, row->text) == PTC_OK, "row: %s", row->text);
        data = data_of(&b.arena, row->json);
        ptc_text_init(&out, &b.arena);
        ptc_text_cstr(&out, "kept");
        status = ptc_template_expand(&out, &b.compiled, &data, &options, &error);
        cr_expect(status == PTC_ERROR_INVALID, "row: %s", row->text);
        cr_expect(ptc_str_equal(error.message, ptc_str_of(row->expected)),
                  "row: %s: got %s", row->text, test_error(&error));
        cr_expect_str_eq(out.ptr, "kept", "row: %s", row->text);
        ptc_arena_free(&b.arena);
    }
}

Test(template, lists_at_most_twenty_missing_names)
{
    ptc_template_options options = {.struct_size = sizeof options,
                                    .on_missing = PTC_MISSING_ERROR};
    char text[512] = "";
    ptc_value data;
    ptc_text out;
    ptc_error error;
    bench b;

    for (char c = 'a'; c <= 'z'; c++)
        snprintf(text + strlen(text), 8, "{{%c}}", c);
    cr_assert(start_text(&b, text) == PTC_OK);
    data = data_of(&b.arena, "{}");
    ptc_text_init(&out, &b.arena);
    cr_expect(ptc_template_expand(&out, &b.compiled, &data, &options, &error) ==
              PTC_ERROR_INVALID);
    cr_expect(error.message.len > 10 &&
                  strcmp(error.message.ptr + error.message.len - 10, "{{t}}, ...") == 0,
              "%s", test_error(&error));
    ptc_arena_free(&b.arena);
}

/* What a program handed on as a list is still an entry of a map. */
Test(template, shows_entries_as_their_maps_do) /* M037 */
{
    ptc_value items[] = {ptc_value_string(PTC_STR("_id")), ptc_value_int(7)};
    ptc_map_entry entries[] = {
        {ptc_value_string(PTC_STR("pair")), ptc_value_vector(items, 2)},
        {ptc_value_string(PTC_STR("tagged")), ptc_value_string(PTC_STR("#x/y {:_id 7}"))},
    };
    static const char *const shown[] = {"_id,7, #x/y {:_id 7}",
                                        "_id,<Firewalled>, <Firewalled>"};

    for (int hides = 0; hides < 2; hides++) {
        ptc_value data;
        ptc_text out;
        bench b;

        entries[0].value.flags = hides ? PTC_FLAG_ENTRY : 0;
        entries[1].value.kind = hides ? PTC_OPAQUE : PTC_STRING;
        cr_assert(start_text(&b, "{{#pair}}{{.}},{{/pair}} {{tagged}}") == PTC_OK);
        cr_assert(ptc_map_make(&b.arena, entries, 2, &data, NULL) == PTC_OK);
        ptc_text_init(&out, &b.arena);
        cr_expect(ptc_template_expand(&out, &b.compiled, &data, NULL, NULL) == PTC_OK);
        cr_expect_str_eq(out.ptr, shown[hides]);
        ptc_arena_free(&b.arena);
    }
}

Test(template, prints_values_that_json_has_not)
{
    const double infinity = strtod("inf", NULL);
    ptc_value set_items[] = {ptc_value_int(1), ptc_value_int(2)};
    ptc_map_entry entries[] = {
        {ptc_value_keyword(PTC_STR("key-word")), ptc_value_keyword(PTC_STR("kw"))},
        {ptc_value_string(PTC_STR("inf")), ptc_value_float(infinity)},
        {ptc_value_string(PTC_STR("less")), ptc_value_float(-infinity)},
        {ptc_value_string(PTC_STR("nan")), ptc_value_float(infinity - infinity)},
        {ptc_value_string(PTC_STR("set")), ptc_value_set(set_items, 2)},
        {ptc_value_string(PTC_STR("name")), ptc_value_string(PTC_STR("string"))},
        {ptc_value_keyword(PTC_STR("name")), ptc_value_string(PTC_STR("keyword"))},
    };
    ptc_value data;
    ptc_text out;
    bench b;

    cr_assert(start_text(&b,
                         "{{key_word}} {{inf}} {{less}} {{nan}} {{#set}}{{.}}{{/set}} "
                         "{{name}}") == PTC_OK);
    cr_assert(ptc_map_make(&b.arena, entries, 7, &data, NULL) == PTC_OK);
    ptc_text_init(&out, &b.arena);
    cr_expect(ptc_template_expand(&out, &b.compiled, &data, NULL, NULL) == PTC_OK);
    cr_expect_str_eq(out.ptr, "kw Infinity -Infinity NaN 12 keyword");
    ptc_arena_free(&b.arena);
}

Test(template, escapes_html)
{
    ptc_template_options options = {.struct_size = sizeof options, .escape_html = true};
    ptc_value data;
    ptc_text out;
    bench b;

    cr_assert(start_text(&b, "<b>{{a}}</b>{{ no }}") == PTC_OK);
    data = data_of(&b.arena, "{\"a\":\"<i a='1' b=\\\"2\\\">&amp;</i>\"}");
    ptc_text_init(&out, &b.arena);
    cr_expect(ptc_template_expand(&out, &b.compiled, &data, &options, NULL) == PTC_OK);
    cr_expect_str_eq(out.ptr,
                     "<b>&lt;i a=&#39;1&#39; b=&quot;2&quot;&gt;&amp;amp;&lt;/i&gt;"
                     "</b>{{ no }}");
    ptc_arena_free(&b.arena);
}

/* --- Sinks ------------------------------------------------------------------------- */

static void note_value(ptc_str value, uint32_t column, bool is_alone, void *user)
{
    ptc_text *text = user;

    ptc_text_byte(text, '[');
    ptc_text_str(text, value);
    ptc_text_byte(text, '@');
    ptc_text_uint(text, column);
    ptc_text_cstr(text, is_alone ? "!]" : "]");
}

static void note_text(ptc_str chunk, void *user)
{
    ptc_text_str(user, chunk);
}

Test(template, sink_learns_columns_and_lonely_values)
{
    ptc_template_sink sink = {note_text, note_value, NULL};
    ptc_template_options options = {
        .struct_size = sizeof options, .escape_html = true, .sink = &sink};
    ptc_value data;
    ptc_text out;
    ptc_text noted;
    bench b;

    cr_assert(start_text(&b, "{{a}}\n  {{a}} \n\xc3\xa4 {{a}}\n {{a}}{{a}}\n\t{{a}}") ==
              PTC_OK);
    data = data_of(&b.arena, "{\"a\":\"<\"}");
    ptc_text_init(&out, &b.arena);
    ptc_text_init(&noted, &b.arena);
    sink.user = &noted;
    cr_expect(ptc_template_expand(&out, &b.compiled, &data, &options, NULL) == PTC_OK);
    cr_expect_str_eq(noted.ptr, "[&lt;@0!]\n  [&lt;@2!] \n\xc3\xa4 [&lt;@2]\n "
                                "[&lt;@1][&lt;@6]\n\t[&lt;@1!]");
    cr_expect(out.len == 0, "a full sink leaves out alone");
    sink.text = NULL; /* then text goes to `out` */
    noted.len = 0;
    cr_expect(ptc_template_expand(&out, &b.compiled, &data, &options, NULL) == PTC_OK);
    cr_expect_str_eq(out.ptr, "\n   \n\xc3\xa4 \n \n\t");
    ptc_arena_free(&b.arena);
}

/* --- Bounds ------------------------------------------------------------------------ */

Test(template, bounds_nesting_and_paths)
{
    bench b;
    ptc_text text;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned depth = PTC_TEMPLATE_DEPTH_MAX; depth <= PTC_TEMPLATE_DEPTH_MAX + 1;
         depth++) {
        bool fits = depth == PTC_TEMPLATE_DEPTH_MAX;
        ptc_value data;
        ptc_text out;

        ptc_text_init(&text, &arena);
        for (unsigned i = 0; i < depth; i++)
            ptc_text_cstr(&text, "{{#a}}");
        ptc_text_cstr(&text, "x");
        for (unsigned i = 0; i < depth; i++)
            ptc_text_cstr(&text, "{{/a}}");
        cr_expect((start(&b, text.ptr, text.len) == PTC_OK) == fits, "depth %u", depth);
        data = data_of(&b.arena, "{\"a\":[1]}");
        ptc_text_init(&out, &b.arena);
        if (fits)
            cr_expect(ptc_template_expand(&out, &b.compiled, &data, NULL, NULL) ==
                          PTC_OK &&
                      out.len == 1);
        else
            cr_expect_str_eq(faults(&b),
                             "1:385 template-section sections are nested deeper "
                             "than 64\n");
        ptc_arena_free(&b.arena);
    }
    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, "{{a");
    for (unsigned i = 0; i < PTC_TEMPLATE_PATH_MAX; i++)
        ptc_text_cstr(&text, ".a");
    ptc_text_cstr(&text, "}}");
    cr_expect(start(&b, text.ptr, text.len) == PTC_ERROR_SYNTAX);
    cr_expect(strstr(faults(&b), "too many names") != NULL);
    ptc_arena_free(&b.arena);
    ptc_arena_free(&arena);
}

Test(template, bounds_work)
{
    ptc_template_options options = {.struct_size = sizeof options, .step_limit = 100000};
    ptc_value data;
    ptc_text out;
    ptc_error error;
    bench b;

    cr_assert(start_text(
                  &b, "{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{/a}}{{/a}}{{/a}}"
                      "{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}") == PTC_OK);
    data = data_of(&b.arena, "{\"a\":[1,2,3,4,5,6,7,8,9,10]}");
    ptc_text_init(&out, &b.arena);
    cr_expect(ptc_template_expand(&out, &b.compiled, &data, &options, &error) ==
              PTC_ERROR_RANGE);
    cr_expect(error.message.len > 0);
    ptc_arena_free(&b.arena);
}

/* Ten megabytes of what a hostile author would write; each must be answered soon. */
Test(template, large_inputs_take_linear_time)
{
    static const char *const pieces[] = {"{{",           "{{a}}",  "{",       "}}",
                                         "{{#a}}{{/a}}", "{{/a}}", "{{a b}}", " ",
                                         "\n",           "{{!",    "{{#a}}"};
    const size_t size = 10u << 20;
    char *text = malloc(size + 16);

    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        size_t step = strlen(pieces[i]);
        ptc_arena arena;
        bench b;
        size_t len = 0;

        for (; len < size; len += step)
            memcpy(text + len, pieces[i], step);
        memcpy(text + len, "}}", 2);
        ptc_arena_init(&arena, NULL, 0);
        (void)start(&b, text, len + 2);
        cr_expect(b.diags.count <= 20, "piece %s", pieces[i]);
        ptc_arena_free(&b.arena);
        ptc_arena_free(&arena);
    }
    free(text);
}

Test(template, allocation_failure_is_an_answer)
{
    static char memory[16384];
    static const char text[] = "a {{b}} {{#c}}{{d.e}}\n{{/c}} {{^f}}x{{/f}}";
    bool compiled = false;

    for (size_t size = 0; size < sizeof memory && !compiled; size += 16) {
        ptc_arena arena;
        ptc_diags diags;
        ptc_source source = {PTC_STR("t"), ptc_str_of(text)};
        ptc_template out;
        ptc_status status;

        ptc_arena_init_memory(&arena, memory, size);
        ptc_diags_init(&diags, &arena);
        status = ptc_template_compile(&arena, &source, &diags, &out);
        cr_expect(status == PTC_ERROR_MEMORY || status == PTC_OK, "size %zu: %s", size,
                  ptc_status_name(status));
        compiled = status == PTC_OK;
    }
    cr_expect(compiled);
}

Test(template, expansion_stops_when_memory_is_refused)
{
    static char memory[256];
    ptc_arena small;
    ptc_value data;
    ptc_text out;
    bench b;

    cr_assert(start_text(&b, "{{#xs}}0123456789 0123456789 {{/xs}}") == PTC_OK);
    data = data_of(&b.arena,
                   "{\"xs\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]}");
    ptc_arena_init_memory(&small, memory, sizeof memory);
    ptc_text_init(&out, &small);
    cr_expect(ptc_template_expand(&out, &b.compiled, &data, NULL, NULL) ==
              PTC_ERROR_MEMORY);
    ptc_arena_free(&b.arena);
}

/* Any text without tags prints itself, and any value comes out byte for byte. */
Test(template, texts_and_values_are_left_alone)
{
    static const char alphabet[] = "{}{}#^/!.= \t\r\n&<>abc_-";
    test_random random = test_random_start("template", 11);

    for (int round = 0; round < 3000; round++) {
        char text[64];
        char data_text[64];
        char whole[512];
        char expected[512];
        size_t len = test_random_below(&random, sizeof text - 1);
        ptc_map_entry entry;
        ptc_value data;
        ptc_text out;
        bench b;

        for (size_t i = 0; i < len; i++) {
            text[i] = alphabet[test_random_below(&random, sizeof alphabet - 1)];
            data_text[i] = alphabet[test_random_below(&random, sizeof alphabet - 1)];
            if (i > 0 && text[i] == '{' && text[i - 1] == '{')
                text[i] = 'x';
        }
        if (len > 0 && text[len - 1] == '{')
            text[len - 1] = 'x';
        text[len] = data_text[len] = '\0';
        snprintf(whole, sizeof whole, "%s{{v}}%s%s%s", text, text, "{{#v}}{{v}}{{/v}}",
                 text);
        snprintf(expected, sizeof expected, "%s%s%s%s%s", text, data_text, text,
                 data_text, text);
        cr_assert(start_text(&b, whole) == PTC_OK, "%s", whole);
        entry.key = ptc_value_keyword(PTC_STR("v"));
        entry.value = ptc_value_string(ptc_str_of(data_text));
        cr_assert(ptc_map_make(&b.arena, &entry, 1, &data, NULL) == PTC_OK);
        ptc_text_init(&out, &b.arena);
        cr_assert(ptc_template_expand(&out, &b.compiled, &data, NULL, NULL) == PTC_OK);
        cr_expect_str_eq(out.ptr, expected);
        ptc_arena_free(&b.arena);
    }
}
