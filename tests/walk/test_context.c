/* SPDX-License-Identifier: MIT */
/* Parameters whose values come from the host's context. [brimley 4b] */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/ptc.h>

#include "walk/walk_int.h"

static ptc_arena arena;

/* JSON with ' for ". */
static ptc_value json_of(const char *text)
{
    const char *json = test_quoted(&arena, text);
    ptc_value value = ptc_value_nil();

    cr_assert(ptc_json_read(&arena, json, strlen(json), NULL, &value, NULL, NULL) ==
                  PTC_OK,
              "%s", text);
    return value;
}

static ptc_schema schema_of(const char *text)
{
    ptc_schema schema = {0};
    ptc_str why;

    cr_assert(ptc_signature_of(&arena, test_quoted(&arena, text), &schema, &why) ==
                  PTC_OK,
              "%s: %s", text, why.ptr);
    return schema;
}

static ptc_context context_of(const char *app, const char *config)
{
    ptc_context context = {ptc_value_nil(), ptc_value_nil()};

    if (app != NULL)
        context.app = json_of(app);
    if (config != NULL)
        context.config = json_of(config);
    return context;
}

static ptc_walk_options options_of(ptc_mode mode, const ptc_context *context)
{
    return (ptc_walk_options){
        .struct_size = sizeof(ptc_walk_options), .mode = mode, .context = context};
}

/* What comes of arguments as JSON with ' for ", or the errors; then the warnings. */
static const char *judged(const ptc_schema *schema, const char *arguments,
                          const ptc_walk_options *options)
{
    ptc_value value = json_of(arguments);
    ptc_report report;
    ptc_value made;
    ptc_text text;
    ptc_status status;
    char *out;

    ptc_report_init(&report, &arena);
    ptc_text_init(&text, &arena);
    status = ptc_schema_coerce(&arena, schema, &value, options, &made, &report);
    for (size_t i = 0; i < report.error_count; i++) {
        ptc_text_cstr(&text, i > 0 ? "; " : "");
        ptc_issue_write(&text, &report.errors[i]);
    }
    if (report.error_count > 0 && status == PTC_OK)
        ptc_text_cstr(&text, " but ");
    if (status == PTC_OK)
        ptc_json_write(&text, &made, 0);
    for (size_t i = 0; i < report.warning_count; i++) {
        ptc_text_cstr(&text, " (");
        ptc_issue_write(&text, &report.warnings[i]);
        ptc_text_byte(&text, ')');
    }
    ptc_text_byte(&text, '\0');
    cr_assert(!text.failed);
    out = ptc_arena_copy(&arena, text.ptr, text.len);
    for (size_t i = 0; i < text.len; i++) {
        if (out[i] == '"')
            out[i] = '\'';
    }
    return out;
}

#define FROM(name, path, type)                                                           \
    "[:=> [:catn [:q :string] [:" name " {:ptc/context '" path "'} " type "]] :int]"
#define IGNORED(name) " (" name ": ignored: the value comes from the context)"

typedef struct row {
    const char *schema;
    const char *app;
    const char *config;
    const char *arguments;
    const char *made; /* in mode enabled */
} row;

static const row rows[] = {
    /* where it is found */
    {FROM("u", "app.user.id", ":string"), "{'user':{'id':'U9'}}", NULL, "{'q':'x'}",
     "{'q':'x','u':'U9'}"},
    {FROM("u", "app.u", ":string"), "{'u':'U9'}", NULL, "{'q':'x'}",
     "{'q':'x','u':'U9'}"},
    {FROM("r", "config.region", ":string"), "{'region':'no'}", "{'region':'eu'}",
     "{'q':'x'}", "{'q':'x','r':'eu'}"},
    {FROM("u", "app.a.b.c.d", ":int"), "{'a':{'b':{'c':{'d':1}}}}", NULL, "{'q':'x'}",
     "{'q':'x','u':1}"},
    {FROM("u", "app.user", "[:map [:id :int]]"), "{'user':{'id':'7','x-y':1}}", NULL,
     "{'q':'x'}",
     "{'q':'x','u':{'id':7,'x_y':1}} (u.id: coerced string <Context> to int)"},
    /* the caller has no say */
    {FROM("u", "app.u", ":string"), "{'u':'U9'}", NULL, "{'q':'x','u':'spoof'}",
     "{'q':'x','u':'U9'}" IGNORED("u")},
    {FROM("user_id", "app.u", ":string"), "{'u':'U9'}", NULL,
     "{'user-id':'spoof','q':'x','user_id':'more'}",
     "{'q':'x','user_id':'U9'}" IGNORED("user_id") IGNORED("user_id")},
    {FROM("u", "app.u", ":string"), "{'u':'U9'}", NULL, "{'q':'x','u':null}",
     "{'q':'x','u':'U9'}" IGNORED("u")},
    {FROM("u", "app.u", ":string"), NULL, NULL, "{'q':'x','u':'spoof'}",
     "u: context path 'app.u' not found at 'u'" IGNORED("u")},
    {FROM("u", "app.u", ":string"), "{'u':'U9'}", NULL, "{'q':'x','extra':1}",
     "{'q':'x','u':'U9','extra':1}"},
    /* nor a default */
    {"[:=> [:catn [:u {:ptc/context 'app.u' :default 'd'} :string]] :int]", "{'u':'U9'}",
     NULL, "{}", "{'u':'U9'}"},
    {"[:=> [:catn [:u {:ptc/context 'app.user.id' :default 'd'} :string]] :int]",
     "{'user':{}}", NULL, "{}", "u: context path 'app.user.id' not found at 'id'"},
    {"[:=> [:catn [:u {:ptc/context 'app.u' :optional true} :string]] :int]", "{}", NULL,
     "{}", "u: context path 'app.u' not found at 'u'"},
    {"[:=> [:catn [:u {:ptc/context 'app.u'} [:maybe :string]]] :int]", "{}", NULL, "{}",
     "u: context path 'app.u' not found at 'u'"},
    /* where nothing is */
    {FROM("u", "app.user.id", ":string"), "{}", NULL, "{'q':'x'}",
     "u: context path 'app.user.id' not found at 'user'"},
    {FROM("u", "app.user.id", ":string"), NULL, "{'user':{'id':1}}", "{'q':'x'}",
     "u: context path 'app.user.id' not found at 'user'"},
    {FROM("u", "app.user.id", ":string"), "{'user':'text'}", NULL, "{'q':'x'}",
     "u: context path 'app.user.id' not found at 'id'"},
    {FROM("u", "app.user.id", ":string"), "{'user':null}", NULL, "{'q':'x'}",
     "u: context path 'app.user.id' not found at 'id'"},
    {FROM("u", "app.list.0", ":int"), "{'list':[1]}", NULL, "{'q':'x'}",
     "u: context path 'app.list.0' not found at '0'"},
    {FROM("u", "app.user_id", ":int"), "{'user-id':1}", NULL, "{'q':'x'}",
     "u: context path 'app.user_id' not found at 'user_id'"},
    {FROM("u", "app.User", ":int"), "{'user':1}", NULL, "{'q':'x'}",
     "u: context path 'app.User' not found at 'User'"},
    {FROM("u", "config.nope", ":string"), "{'nope':1}", "{}", "{'q':'x'}",
     "u: context path 'config.nope' not found at 'nope'"},
    {FROM("u", "app.u", ":string"), NULL, NULL, "{}",
     "q: missing required field, expected string; u: context path 'app.u' not found at "
     "'u'"},
    /* null */
    {FROM("u", "app.u", "[:maybe :string]"), "{'u':null}", NULL, "{'q':'x'}",
     "{'q':'x','u':null}"},
    {FROM("u", "app.u", ":string"), "{'u':null}", NULL, "{'q':'x'}",
     "u: expected string, got nil"},
    {"[:=> [:catn [:u {:ptc/context 'app.u' :default 'd'} :string]] :int]", "{'u':null}",
     NULL, "{}", "u: expected string, got nil"},
    {FROM("u", "app.u", ":any"), "{'u':null}", NULL, "{'q':'x'}", "{'q':'x','u':null}"},
    /* converted and checked as an input, and never shown */
    {FROM("u", "app.n", ":int"), "{'n':'12'}", NULL, "{'q':'x'}",
     "{'q':'x','u':12} (u: coerced string <Context> to int)"},
    {FROM("u", "config.t", "[:string {:ptc/casts true}]"), NULL, "{'t':30}", "{'q':'x'}",
     "{'q':'x','u':'30'} (u: coerced int <Context> to string)"},
    {FROM("u", "app.n", ":int"), "{'n':'secret'}", NULL, "{'q':'x'}",
     "u: expected int, got string <Context>"},
    {FROM("u", "app.n", ":int"), "{'n':true}", NULL, "{'q':'x'}",
     "u: expected int, got boolean <Context>"},
    {FROM("u", "app.n", ":int"), "{'n':99999999999999999999}", NULL, "{'q':'x'}",
     "u: out of range <Context>"},
    {FROM("u", "app.n", "[:and :int [:< 5]]"), "{'n':31337}", NULL, "{'q':'x'}",
     "u: expected < 5, got <Context>"},
    {FROM("u", "app.n", "[:enum 'a' 'b']"), "{'n':'secret'}", NULL, "{'q':'x'}",
     "u: expected one of ['a', 'b'], got <Context>"},
    {FROM("u", "app.n", "[:re '^a']"), "{'n':'secret'}", NULL, "{'q':'x'}",
     "u: expected string matching '^a', got <Context>"},
    {FROM("u", "app.n", "[:or :int :boolean]"), "{'n':'secret'}", NULL, "{'q':'x'}",
     "u: expected int or boolean, got string <Context>"},
    {FROM("u", "app.n", "[:not :string]"), "{'n':'secret'}", NULL, "{'q':'x'}",
     "u: expected not string, got string <Context>"},
    {FROM("u", "app.n", "[:re {:ptc/type :datetime} 'x']"),
     "{'n':'2026-01-02T03:04:05+02:00'}", NULL, "{'q':'x'}",
     "{'q':'x','u':'2026-01-02T01:04:05Z'} (u: coerced datetime <Context> to UTC "
     "<Context>)"},
    {FROM("u", "app.n", "[:map-of :string :int]"), "{'n':{'secret':'x'}}", NULL,
     "{'q':'x'}", "u.<Firewalled>: expected int, got string <Context>"},
    {FROM("u", "app.n", "[:map {:closed true} [:a :int]]"), "{'n':{'a':1,'secret':2}}",
     NULL, "{'q':'x'}", "u.<Firewalled>: unexpected field (allowed: a)"},
    {FROM("u", "app.n", "[:map [:account :int]]"), "{'n':{'acount':1}}", NULL,
     "{'q':'x'}", "u.account: missing required field, expected int"},
    {FROM("u", "app.n", "[:map-of :int :int]"), "{'n':{'secret':1}}", NULL, "{'q':'x'}",
     "u.<Firewalled>: expected key int, got key <Context>"},
    {FROM("u", "app.n", "[:vector :int]"), "{'n':[1,'secret']}", NULL, "{'q':'x'}",
     "u[1]: expected int, got string <Context>"},
    {FROM("u", "app.n", "[:set :int]"), "{'n':[1,1]}", NULL, "{'q':'x'}",
     "{'q':'x','u':[1]} (u: coerced vector to set, 1 duplicate removed)"},
    /* names near it are not misspelt ones of it */
    {FROM("account_id", "app.u", "[:maybe :int]"), "{'u':1}", NULL,
     "{'q':'x','acount_id':2}", "{'q':'x','account_id':1,'acount_id':2}"},
};

Test(context, table) /* M455, M456, M457 */
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_schema schema;
        ptc_context context;
        ptc_walk_options options;

        ptc_arena_init(&arena, NULL, 0);
        schema = schema_of(rows[i].schema);
        context = context_of(rows[i].app, rows[i].config);
        options = options_of(PTC_MODE_ENABLED, &context);
        cr_expect_str_eq(judged(&schema, rows[i].arguments, &options), rows[i].made,
                         "%s %s: %s", rows[i].schema, rows[i].arguments,
                         judged(&schema, rows[i].arguments, &options));
        ptc_arena_free(&arena);
    }
}

static const char *made_in(ptc_mode mode, const char *schema_text, const char *app,
                           const char *arguments)
{
    ptc_schema schema = schema_of(schema_text);
    ptc_context context = context_of(app, NULL);
    ptc_walk_options options = options_of(mode, app != NULL ? &context : NULL);

    return judged(&schema, arguments, &options);
}

Test(context, modes)
{
    static const char schema[] = FROM("u", "app.u", ":int");

    ptc_arena_init(&arena, NULL, 0);
    cr_expect_str_eq(made_in(PTC_MODE_STRICT, schema, "{'u':1}", "{'q':'x'}"),
                     "{'q':'x','u':1}");
    cr_expect_str_eq(made_in(PTC_MODE_STRICT, schema, "{'u':'1'}", "{'q':'x'}"),
                     "u: expected int, got string <Context>");
    cr_expect_str_eq(made_in(PTC_MODE_STRICT, schema, "{'u':1}", "{'q':'x','u':2}"),
                     "u: unexpected field (allowed: q)");
    cr_expect_str_eq(made_in(PTC_MODE_STRICT,
                             "[:=> [:catn [:u {:ptc/context 'app.u'} :int]] :int]",
                             "{'u':1}", "{'u':2}"),
                     "u: unexpected field (allowed: none)");
    cr_expect_str_eq(
        made_in(PTC_MODE_WARN_ONLY, schema, "{'u':'x'}", "{'q':'x','u':2}"),
        "u: expected int, got string <Context> but {'q':'x','u':'x'}" IGNORED("u"));
    cr_expect_str_eq(
        made_in(PTC_MODE_WARN_ONLY, schema, NULL, "{'q':'x','u':2}"),
        "u: context path 'app.u' not found at 'u' but {'q':'x'}" IGNORED("u"));
    cr_expect_str_eq(made_in(PTC_MODE_DISABLED, schema, "{'u':'x'}", "{'u':2,'q':3}"),
                     "{'q':3,'u':'x'}");
    cr_expect_str_eq(made_in(PTC_MODE_DISABLED, schema, NULL, "{'U':1,'u':2}"),
                     "{'U':1}");
    ptc_arena_free(&arena);
}

Test(context, by_position)
{
    static const char schema[] =
        "[:=> [:catn [:a :int] [:u {:ptc/context 'app.u'} :int] [:b :int]] :int]";

    ptc_arena_init(&arena, NULL, 0);
    cr_expect_str_eq(made_in(PTC_MODE_ENABLED, schema, "{'u':'7'}", "[1,'2']"),
                     "[1,7,2] (u: coerced string <Context> to int) ([1]: coerced string "
                     "'2' to int)");
    cr_expect_str_eq(made_in(PTC_MODE_STRICT, schema, "{'u':7}", "[1,2]"), "[1,7,2]");
    cr_expect_str_eq(made_in(PTC_MODE_ENABLED, schema, "{'u':7}", "[1,2,3]"),
                     "(root): expected 2 items, got 3");
    cr_expect_str_eq(made_in(PTC_MODE_ENABLED, schema, "{'u':7}", "[1]"),
                     "(root): expected 2 items, got 1");
    cr_expect_str_eq(made_in(PTC_MODE_ENABLED, schema, NULL, "[1,2]"),
                     "u: context path 'app.u' not found at 'u'");
    cr_expect_str_eq(made_in(PTC_MODE_ENABLED, schema, "{'u':'x'}", "[1,'y']"),
                     "u: expected int, got string <Context>; [1]: expected int, got "
                     "string 'y'");
    cr_expect_str_eq(made_in(PTC_MODE_WARN_ONLY, schema, "{'u':7}", "[1,2,3]"),
                     "(root): expected 2 items, got 3 but [1,7,2,3]");
    cr_expect_str_eq(made_in(PTC_MODE_WARN_ONLY, schema, "{'u':7}", "[1]"),
                     "(root): expected 2 items, got 1 but [1,7,null]");
    cr_expect_str_eq(made_in(PTC_MODE_DISABLED, schema, "{'u':'x'}", "[1,2]"),
                     "[1,'x',2]");
    ptc_arena_free(&arena);
}

/* Validation finds what coercion finds, and a quick look leaves it to others. */
Test(context, validated)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_schema schema;
        ptc_context context;
        ptc_walk_options options;
        const ptc_glance *glance;
        ptc_value arguments;
        ptc_value made;
        ptc_text text;
        bool is_valid;

        ptc_arena_init(&arena, NULL, 0);
        schema = schema_of(rows[i].schema);
        context = context_of(rows[i].app, rows[i].config);
        options = options_of(PTC_MODE_STRICT, &context);
        arguments = json_of(rows[i].arguments);
        is_valid = ptc_schema_coerce(&arena, &schema, &arguments, &options, &made,
                                     NULL) == PTC_OK;
        cr_expect((ptc_schema_validate(&schema, &arguments, &options, NULL) == PTC_OK) ==
                      is_valid,
                  "%s", rows[i].schema);
        ptc_text_init(&text, &arena);
        ptc_json_write(&text, &arguments, 0);
        ptc_text_repeat(&text, ' ', PTC_PADDING);
        cr_assert(ptc_glance_make(&arena, &schema, &options, &glance) == PTC_OK);
        cr_expect(!ptc_glance_accepts(&arena, glance, text.ptr, text.len - PTC_PADDING));
        ptc_arena_free(&arena);
    }
}

Test(context, issue)
{
    ptc_schema schema;
    ptc_context context;
    ptc_walk_options options;
    ptc_report report;
    ptc_value value;
    ptc_value made;

    ptc_arena_init(&arena, NULL, 0);
    schema = schema_of(FROM("u", "app.u", ":int"));
    context = context_of("{'u':'secret'}", NULL);
    options = options_of(PTC_MODE_ENABLED, &context);
    value = json_of("{'q':'x','u':1}");
    ptc_report_init(&report, &arena);
    cr_assert(ptc_schema_coerce(&arena, &schema, &value, &options, &made, &report) ==
              PTC_ERROR_INVALID);
    cr_assert(report.error_count == 1 && report.warning_count == 1);
    cr_expect(report.errors[0].is_firewalled && report.errors[0].got.kind == PTC_NIL);
    cr_expect(report.warnings[0].code == PTC_CODE_CONTEXT);
    options.context = NULL;
    ptc_report_init(&report, &arena);
    ptc_schema_coerce(&arena, &schema, &value, &options, &made, &report);
    cr_assert(report.error_count == 1);
    cr_expect(report.errors[0].code == PTC_CODE_CONTEXT);
    cr_expect_str_eq(ptc_code_name(PTC_CODE_CONTEXT), "context");
    ptc_arena_free(&arena);
}

Test(context, keywords)
{
    ptc_map_entry entry = {ptc_value_keyword(PTC_STR("u")), ptc_value_int(5)};
    ptc_context context = {ptc_value_nil(), ptc_value_nil()};
    ptc_value value;
    ptc_str at;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_map_make(&arena, &entry, 1, &context.app, NULL) == PTC_OK);
    cr_expect(ptc_context_find(&context, PTC_STR("app.u"), &value, &at) &&
              value.as.integer == 5);
    cr_expect(!ptc_context_find(&context, PTC_STR("config.u"), &value, &at));
    cr_expect(ptc_str_equal(at, PTC_STR("u")) && value.kind == PTC_NIL);
    cr_expect(!ptc_context_find(NULL, PTC_STR("app.a.b"), &value, &at));
    cr_expect(ptc_str_equal(at, PTC_STR("a")));
    ptc_arena_free(&arena);
}

Test(context, paths)
{
    static const char *const right[] = {"app.a",   "config.a",    "app.a.b",
                                        "app.app", "app.A b-c_d", "app.\xC3\xA4"};
    static const char *const wrong[] = {"",       "app",    "config", "app.",
                                        ".app.a", "app..a", "app.a.", "user.id",
                                        "App.a",  "apps.a", ".",      " app.a"};

    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        cr_expect(ptc_context_path_is_valid(ptc_str_of(right[i])), "%s", right[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect(!ptc_context_path_is_valid(ptc_str_of(wrong[i])), "%s", wrong[i]);
    cr_expect(!ptc_context_path_is_valid(ptc_str_make(NULL, 0)));
}

static const char *written(const ptc_schema *schema,
                           ptc_status (*write)(ptc_text *, const ptc_schema *,
                                               const ptc_render_options *))
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    cr_assert(write(&text, schema, NULL) == PTC_OK);
    return test_cstr(ptc_text_view(&text));
}

/* Malli says where it comes from and reads back as the same; models do not see it. */
Test(context, written) /* M459 */
{
    static const char malli[] =
        "[:=> [:catn [:q :string] [:u {:ptc/context \"app.user.id\" :description \"who\"}"
        " :string]] :int]";
    ptc_schema schema;
    ptc_schema again;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    schema = schema_of(malli);
    cr_expect_str_eq(written(&schema, ptc_schema_write_malli), malli);
    cr_expect_str_eq(written(&schema, ptc_schema_write_signature), malli);
    again = schema_of("[:=> [:catn [:q :string] [:u {:ptc/context 'app.user.id' :default "
                      "'d' :optional true} :string]] :int]");
    cr_expect(ptc_schema_equal(&schema, &again));
    cr_expect(ptc_schema_hash(&schema) == ptc_schema_hash(&again));
    again = schema_of(FROM("u", "app.user.name", ":string"));
    cr_expect(!ptc_schema_equal(&schema, &again));
    cr_expect(ptc_schema_hash(&schema) != ptc_schema_hash(&again));
    again = schema_of("(q :string, u :string) -> :int");
    cr_expect(!ptc_schema_equal(&schema, &again));
    for (int style = PTC_PROMPT_SEED; style <= PTC_PROMPT_FENCED; style++) {
        ptc_prompt_tool tool = {.name = PTC_STR("find"), .schema = &schema};

        ptc_text_init(&text, &arena);
        cr_assert(ptc_schema_write_prompt(&text, PTC_STR("find"), &schema,
                                          (ptc_prompt_style)style, NULL) == PTC_OK);
        cr_assert(ptc_tools_write_prompt(&text, &tool, 1, (ptc_prompt_style)style,
                                         NULL) == PTC_OK);
        ptc_text_byte(&text, '\0');
        cr_expect(strstr(text.ptr, "find(q ") != NULL, "%s", text.ptr);
        cr_expect(strstr(text.ptr, ", u") == NULL && strstr(text.ptr, "app.") == NULL &&
                      strstr(text.ptr, "who") == NULL,
                  "%s", text.ptr);
    }
    schema = schema_of("[:=> [:catn [:u {:ptc/context 'app.u'} :string]] :int]");
    ptc_text_init(&text, &arena);
    cr_assert(ptc_schema_write_prompt(&text, PTC_STR("find"), &schema, PTC_PROMPT_SEED,
                                      NULL) == PTC_OK);
    cr_expect_str_eq(test_cstr(ptc_text_view(&text)), "find() -> :int\n");
    ptc_arena_free(&arena);
}

/* Samples and examples are what a caller would give. */
Test(context, sampled)
{
    ptc_context context;
    ptc_walk_options options;
    ptc_schema schema;
    ptc_schema parameters;
    ptc_value value;
    ptc_str why;

    ptc_arena_init(&arena, NULL, 0);
    schema = schema_of(FROM("u", "app.u", ":int"));
    context = context_of("{'u':1}", NULL);
    options = options_of(PTC_MODE_STRICT, &context);
    for (uint64_t i = 0; i < 20; i++) {
        cr_assert(ptc_schema_sample(&arena, &schema, &options, 1, i, &value, &why) ==
                  PTC_OK);
        cr_expect(value.kind == PTC_MAP && value.aux == 1);
        cr_expect(ptc_schema_validate(&schema, &value, &options, NULL) == PTC_OK);
    }
    parameters = schema;
    parameters.root = ptc_schema_root(&schema)->first;
    cr_assert(ptc_schema_example(&arena, &parameters, PTC_BOUNDARY_JSON, PTC_EXAMPLE_MOST,
                                 &value));
    cr_expect(value.kind == PTC_MAP && value.aux == 1);
    ptc_arena_free(&arena);
}

static void expect_fault(const char *text, const char *said)
{
    ptc_schema schema;
    ptc_str why;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(ptc_signature_of(&arena, test_quoted(&arena, text), &schema, &why) !=
                  PTC_OK,
              "%s", text);
    cr_expect(strstr(why.ptr, said) != NULL, "%s", why.ptr);
    ptc_arena_free(&arena);
}

Test(context, faults)
{
    ptc_draft draft;
    ptc_diags diags;
    ptc_draft_ref root;
    ptc_draft_ref map;
    ptc_draft_ref field;
    ptc_schema schema;

    expect_fault(FROM("u", "user.id", ":int"),
                 "a context path must be a string such as \"app.user.id\" or "
                 "\"config.region\", found \"user.id\"");
    expect_fault(FROM("u", "", ":int"), "found \"\"");
    expect_fault("[:=> [:catn [:u {:ptc/context :app.u} :int]] :int]", "found a keyword");
    ptc_arena_init(&arena, NULL, 0);
    ptc_diags_init(&diags, &arena);
    ptc_draft_init(&draft, &arena, &diags);
    root = ptc_draft_add(&draft, PTC_TYPE_FUNCTION, (ptc_span){0, 0});
    map = ptc_draft_add(&draft, PTC_TYPE_MAP, (ptc_span){0, 0});
    field = ptc_draft_add(&draft, PTC_TYPE_INT, (ptc_span){0, 0});
    ptc_draft_name(&draft, field, PTC_STR("u"));
    ptc_draft_at(&draft, field)->flags |= PTC_NODE_CONTEXT;
    ptc_draft_at(&draft, field)->extra.context = PTC_STR("app");
    ptc_draft_append(&draft, map, field);
    ptc_draft_append(&draft, root, map);
    ptc_draft_append(&draft, root, ptc_draft_add(&draft, PTC_TYPE_INT, (ptc_span){0, 0}));
    cr_expect(ptc_draft_finish(&arena, &draft, root, &schema) == PTC_ERROR_SYNTAX);
    ptc_draft_at(&draft, field)->extra.context = PTC_STR("app.u");
    cr_assert(ptc_draft_finish(&arena, &draft, root, &schema) == PTC_OK);
    cr_expect_str_eq(written(&schema, ptc_schema_write_malli),
                     "[:=> [:catn [:u {:ptc/context \"app.u\"} :int]] :int]");
    /* A field of a value has none. */
    cr_assert(ptc_draft_finish(&arena, &draft, map, &schema) == PTC_OK);
    cr_expect((schema.nodes[ptc_schema_root(&schema)->first].flags & PTC_NODE_CONTEXT) ==
              0);
    ptc_arena_free(&arena);
}
