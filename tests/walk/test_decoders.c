/* SPDX-License-Identifier: MIT */
/* Decoders: functions of the host that inputs go through first. [validation 11.5] */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/ptc.h>

#include "walk/walk_int.h"

static ptc_arena arena;

/* --- Decoders ----------------------------------------------------------------------- */

/* "12.50" is 1250; what is not text stays; other texts are refused. */
static bool cents(ptc_arena *memory, const ptc_value *value, ptc_value *out,
                  const char **message, void *user)
{
    ptc_str text;
    int64_t sum = 0;

    (void)memory;
    (void)user;
    if (value->kind != PTC_STRING)
        return true;
    text = ptc_value_text(value);
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] != '.' && (text.ptr[i] < '0' || text.ptr[i] > '9')) {
            *message = "no amount of money";
            return false;
        }
        if (text.ptr[i] != '.')
            sum = sum * 10 + (text.ptr[i] - '0');
    }
    *out = ptc_value_int(sum);
    return true;
}

/* A text without blanks around it, in separate memory. */
static bool trim(ptc_arena *memory, const ptc_value *value, ptc_value *out,
                 const char **message, void *user)
{
    ptc_str text;

    (void)message;
    (void)user;
    if (value->kind != PTC_STRING)
        return true;
    text = ptc_value_text(value);
    while (text.len > 0 && text.ptr[0] == ' ')
        text = ptc_str_make(text.ptr + 1, text.len - 1);
    while (text.len > 0 && text.ptr[text.len - 1] == ' ')
        text.len--;
    *out = ptc_value_string(ptc_str_copy(memory, text));
    return true;
}

/* "a,b" is ["a" "b"]; nil is []. */
static bool split(ptc_arena *memory, const ptc_value *value, ptc_value *out,
                  const char **message, void *user)
{
    ptc_str text;
    ptc_value *items;
    uint32_t count = 0;

    (void)message;
    (void)user;
    if (value->kind != PTC_STRING && value->kind != PTC_NIL)
        return true;
    text = value->kind == PTC_STRING ? ptc_value_text(value) : PTC_STR("");
    items = ptc_arena_array(memory, text.len + 1, sizeof *items);
    for (size_t from = 0, i = 0; items != NULL && text.len > 0 && i <= text.len; i++) {
        if (i < text.len && text.ptr[i] != ',')
            continue;
        items[count++] = ptc_value_string(ptc_str_make(text.ptr + from, i - from));
        from = i + 1;
    }
    *out = ptc_value_vector(items, count);
    return items != NULL;
}

static bool refuse(ptc_arena *memory, const ptc_value *value, ptc_value *out,
                   const char **message, void *user)
{
    (void)memory;
    (void)value;
    (void)out;
    (void)message;
    (void)user;
    return false;
}

/* Counts its calls. */
static bool count(ptc_arena *memory, const ptc_value *value, ptc_value *out,
                  const char **message, void *user)
{
    (void)memory;
    (void)value;
    (void)out;
    (void)message;
    ++*(int *)user;
    return true;
}

static bool nothing(ptc_arena *memory, const ptc_value *value, ptc_value *out,
                    const char **message, void *user)
{
    (void)memory;
    (void)value;
    (void)message;
    (void)user;
    *out = ptc_value_nil();
    return true;
}

static int calls;
static const ptc_decoder decoders[] = {
    {PTC_STR_INIT("cents"), cents, NULL, NULL},
    {PTC_STR_INIT("trim"), trim, NULL, NULL},
    {PTC_STR_INIT("split"), split, NULL, NULL},
    {PTC_STR_INIT("refuse"), refuse, NULL, NULL},
    {PTC_STR_INIT("count"), count, &calls, NULL},
    {PTC_STR_INIT("nothing"), nothing, NULL, NULL},
    {PTC_STR_INIT("empty"), NULL, NULL, NULL},
};
enum { DECODERS = sizeof decoders / sizeof decoders[0] };

/* --- Schemas and values ------------------------------------------------------------- */

/* The names of all, and one that has no function. */
static ptc_read_options reading(ptc_type_names *names)
{
    static ptc_str words[DECODERS + 1];

    for (size_t i = 0; i < DECODERS; i++)
        words[i] = decoders[i].name;
    words[DECODERS] = PTC_STR("unknown");
    *names = (ptc_type_names){words, DECODERS + 1};
    return (ptc_read_options){.struct_size = sizeof(ptc_read_options), .decoders = names};
}

/* Malli with ' for ". */
static ptc_source source_of(const char *text)
{
    return (ptc_source){PTC_STR("m.edn"), ptc_str_of(test_quoted(&arena, text))};
}

static ptc_schema schema_of(const char *text)
{
    ptc_type_names names;
    ptc_read_options options = reading(&names);
    ptc_schema schema = {0};
    ptc_source source;
    ptc_diags diags;

    source = source_of(text);
    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_malli_read(&arena, &source, &options, &diags, &schema) == PTC_OK,
              "%s: %s", text, diags.count > 0 ? diags.items[0].message.ptr : "");
    return schema;
}

static ptc_walk_options options_of(ptc_mode mode)
{
    return (ptc_walk_options){.struct_size = sizeof(ptc_walk_options),
                              .mode = mode,
                              .decoders = decoders,
                              .decoder_count = DECODERS};
}

/* What comes of JSON with ' for ", or the errors; then the warnings. */
static const char *judged(const ptc_schema *schema, const char *json,
                          const ptc_walk_options *options)
{
    const char *given = test_quoted(&arena, json);
    ptc_value value;
    ptc_report report;
    ptc_value made;
    ptc_text text;
    ptc_status status;
    char *out;

    cr_assert(ptc_json_read(&arena, given, strlen(given), NULL, &value, NULL, NULL) ==
              PTC_OK);
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

typedef struct row {
    const char *schema;
    const char *json;
    const char *made;
} row;

static void check_rows(const row *rows, size_t row_count, ptc_mode mode)
{
    ptc_walk_options options = options_of(mode);

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < row_count; i++) {
        ptc_schema schema = schema_of(rows[i].schema);
        const char *made = judged(&schema, rows[i].json, &options);

        cr_expect(strcmp(made, rows[i].made) == 0, "%s of %s:\n%s\nnot %s",
                  rows[i].schema, rows[i].json, made, rows[i].made);
    }
    ptc_arena_free(&arena);
}

#define ROWS(rows, mode) check_rows(rows, sizeof(rows) / sizeof(rows)[0], mode)
#define INT              "[:int {:decode/ptc :cents}]"
#define DASH             " \xE2\x80\x93 "

/* --- What becomes of inputs --------------------------------------------------------- */

/* M159 */
Test(decoders, run_before_anything_else)
{
    static const row rows[] = {
        {INT, "'12.50'", "1250 ((root): string '12.50' was decoded by cents)"},
        {INT, "7", "7"},
        {INT, "7.0", "(root): expected int, got double 7.0"},
        {INT, "'x'",
         "(root): decoder cents refuses string 'x'" DASH "no amount of money"},
        {INT, "true", "(root): expected int, got boolean true"},
        /* what it makes is converted and checked as any input */
        {"[:and [:int {:decode/ptc :cents}] [:< 100]]", "'1.00'",
         "(root): expected < 100, got 100 ((root): string '1.00' was decoded by cents)"},
        {"[:int {:decode/ptc :trim}]", "' 5 '",
         "5 ((root): string ' 5 ' was decoded by trim) ((root): coerced string '5' to "
         "int)"},
        /* a value that is valid as it is goes through it as well */
        {"[:string {:decode/ptc :trim}]", "' a'",
         "'a' ((root): string ' a' was decoded by trim)"},
        {"[:any {:decode/ptc :trim}]", "' a'",
         "'a' ((root): string ' a' was decoded by trim)"},
        {"[:string {:decode/ptc :trim}]", "'a'", "'a'"},
        {"[:string {:decode/ptc :refuse}]", "'a'",
         "(root): decoder refuse refuses string 'a'"},
        {"[:string {:decode/ptc :nothing}]", "'a'",
         "(root): expected string, got nil ((root): string 'a' was decoded by nothing)"},
        {"[:maybe [:string {:decode/ptc :nothing}]]", "'a'",
         "null ((root): string 'a' was decoded by nothing)"},
        {"[:maybe {:decode/ptc :split} [:vector :string]]", "null",
         "[] ((root): nil was decoded by split)"},
    };

    ROWS(rows, PTC_MODE_ENABLED);
}

/* M159 */
Test(decoders, work_in_every_place)
{
    static const row rows[] = {
        {"[:map [:a {:decode/ptc :cents} :int] [:b :int]]", "{'b':1,'a':'0.5','c':2}",
         "{'a':5,'b':1,'c':2} (a: string '0.5' was decoded by cents)"},
        {"[:map [:a {:decode/ptc 'cents'} :int]]", "{'a':5}", "{'a':5}"},
        {"[:map [:a {:decode/ptc cents} :int]]", "{}",
         "a: missing required field, expected int"},
        {"[:map [:a {:optional true} [:string {:decode/ptc :trim}]]]", "{}", "{}"},
        {"[:map [:a {:optional true} [:string {:decode/ptc :trim}]]]", "{'a':null}",
         "{'a':null}"},
        {"[:map [:a {:optional true :decode/ptc :split} [:vector :string]]]",
         "{'a':null}", "{'a':[]} (a: nil was decoded by split)"},
        /* a default is not decoded */
        {"[:map [:a {:default ' x ' :decode/ptc :trim} :string]]", "{}", "{'a':' x '}"},
        {"[:vector " INT "]", "['1.00',2,'3']",
         "[100,2,3] ([0]: string '1.00' was decoded by cents) ([2]: string '3' was "
         "decoded by cents)"},
        {"[:set " INT "]", "['1.00',2]",
         "[100,2] ([0]: string '1.00' was decoded by cents)"},
        {"[:tuple :int " INT "]", "[1,'x']",
         "[1]: decoder cents refuses string 'x'" DASH "no amount of money"},
        {"[:map-of :string " INT "]", "{'k':'1.00'}",
         "{'k':100} (k: string '1.00' was decoded by cents)"},
        {"[:map-of [:string {:decode/ptc :trim}] :int]", "{' k':1}",
         "{'k':1} ([' k']: string ' k' was decoded by trim)"},
        {"[:or " INT " :boolean]", "'1.00'",
         "100 ((root): string '1.00' was decoded by cents)"},
        {"[:or " INT " :boolean]", "true", "true"},
        {"[:or :boolean [:map [:a " INT "]]]", "{'a':'1.00'}",
         "{'a':100} (a: string '1.00' was decoded by cents)"},
        {"[:or {:decode/ptc :cents} :int :boolean]", "'1.00'",
         "100 ((root): string '1.00' was decoded by cents)"},
        {"[:multi {:dispatch :t} ['x' {:decode/ptc :count} [:map [:t :string] [:v " INT
         "]]]]",
         "{'t':'x','v':'2.00'}",
         "{'t':'x','v':200} (v: string '2.00' was decoded by cents)"},
        {"[:not {:decode/ptc :trim} [:= 'a']]", "' a'",
         "(root): expected not 'a', got string 'a' ((root): string ' a' was decoded by "
         "trim)"},
        {"[:schema {:registry {'m' " INT "}} [:vector [:ref 'm']]]", "['1.00']",
         "[100] ([0]: string '1.00' was decoded by cents)"},
        /* that of an entry replaces that of its type */
        {"[:map [:a {:decode/ptc :trim} [:string {:decode/ptc :refuse}]]]", "{'a':' b'}",
         "{'a':'b'} (a: string ' b' was decoded by trim)"},
        {"[:schema {:registry {'m' [:string {:decode/ptc :refuse}]}} [:map [:a "
         "{:decode/ptc :trim} [:ref 'm']]]]",
         "{'a':' b'}", "{'a':'b'} (a: string ' b' was decoded by trim)"},
        /* the first conjunct's is that of the whole; others check alone */
        {"[:and [:map [:a " INT "]] [:map [:a :any] [:b :int]]]", "{'a':'1.00','b':1}",
         "{'a':100,'b':1} (a: string '1.00' was decoded by cents)"},
        {"[:and [:vector {:decode/ptc :split} :string] [:vector {:max 1} :any]]", "'a,b'",
         "(root): expected <= 1 items, got 2 ((root): string 'a,b' was decoded by "
         "split)"},
        {"[:and [:map [:a [:string {:decode/ptc :trim}]]] [:map [:a [:string {:min "
         "2}]]]]",
         "{'a':' b'}",
         "a: expected string of length >= 2, got length 1 (a: string ' b' was decoded by "
         "trim)"},
        /* what is hidden stays so */
        {"[:map [:_a " INT "]]", "{'_a':'secret'}",
         "_a: decoder cents refuses string <Firewalled>"},
    };

    ROWS(rows, PTC_MODE_ENABLED);
}

/* M159 */
Test(decoders, unknown_at_run_time)
{
    static const row rows[] = {
        {"[:map [:a [:int {:decode/ptc :unknown}]]]", "{'a':1}",
         "a: no decoder unknown is registered"},
        {"[:map [:a [:int {:decode/ptc :empty}]]]", "{'a':1}",
         "a: no decoder empty is registered"},
    };

    ROWS(rows, PTC_MODE_ENABLED);
}

/* M159 */
Test(decoders, warn_only_lets_pass)
{
    static const row rows[] = {
        {"[:map [:a " INT "] [:b " INT "]]", "{'a':'x','b':'1.00'}",
         "a: decoder cents refuses string 'x'" DASH
         "no amount of money but {'a':'x','b':100} (b: string '1.00' was decoded by "
         "cents)"},
    };

    ROWS(rows, PTC_MODE_WARN_ONLY);
}

/* M159: never where nothing is converted. */
Test(decoders, rest_in_other_modes_and_outputs)
{
    ptc_walk_options options = options_of(PTC_MODE_STRICT);
    ptc_schema schema;

    ptc_arena_init(&arena, NULL, 0);
    schema = schema_of("[:map [:a [:string {:decode/ptc :count}]]]");
    calls = 0;
    cr_expect_str_eq(judged(&schema, "{'a':'b'}", &options), "{'a':'b'}");
    options.mode = PTC_MODE_DISABLED;
    cr_expect_str_eq(judged(&schema, "{'a':5}", &options), "{'a':5}");
    options.mode = PTC_MODE_ENABLED;
    options.direction = PTC_OUTPUT;
    cr_expect_str_eq(judged(&schema, "{'a':'b'}", &options), "{'a':'b'}");
    cr_expect(calls == 0);
    options.direction = PTC_DIRECTION_DEFAULT;
    cr_expect_str_eq(judged(&schema, "{'a':'b'}", &options), "{'a':'b'}");
    cr_expect(calls == 1);
    ptc_arena_free(&arena);
}

/* A quick look cannot know what a decoder makes. */
Test(decoders, no_quick_look)
{
    static const char text[] = "{\"a\":\"b\"}                                         "
                               "                                                     ";
    static const char *const schemas[] = {"[:map [:a [:string {:decode/ptc :trim}]]]",
                                          "[:map [:a [:enum {:decode/ptc :trim} 'b']]]",
                                          "[:map {:decode/ptc :trim} [:a :string]]"};
    ptc_walk_options options = options_of(PTC_MODE_ENABLED);

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof schemas / sizeof schemas[0]; i++) {
        ptc_schema schema = schema_of(schemas[i]);
        const ptc_glance *glance;

        cr_assert(ptc_glance_make(&arena, &schema, &options, &glance) == PTC_OK);
        cr_expect(!ptc_glance_accepts(&arena, glance, text, 9), "%s", schemas[i]);
    }
    ptc_arena_free(&arena);
}

/* --- What schemas say --------------------------------------------------------------- */

/* M159 */
Test(decoders, count_in_equality)
{
    static const char *const schemas[] = {
        ":int",
        INT,
        "[:int {:decode/ptc :trim}]",
        "[:map [:a :int]]",
        "[:map [:a " INT "]]",
        "[:map {:decode/ptc :trim} [:a :int]]",
        "[:or :boolean " INT "]",
        "[:or " INT " [:int {:decode/ptc :trim}]]",
        "[:or :boolean [:or {:decode/ptc :trim} :int :string]]",
        "[:map-of :keyword [:any {:decode/ptc :trim}]]",
        "[:schema {:registry {'m' :int}} [:vector [:ref 'm']]]",
        "[:schema {:registry {'m' " INT "}} [:vector [:ref 'm']]]",
        "[:schema {:registry {'m' :int} :decode/ptc :trim} [:vector [:ref 'm']]]",
    };
    enum { COUNT = sizeof schemas / sizeof schemas[0] };

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < COUNT; k++) {
            ptc_schema a = schema_of(schemas[i]);
            ptc_schema b = schema_of(schemas[k]);
            bool is_same = i == k;

            cr_expect(ptc_schema_equal(&a, &b) == is_same, "%s and %s", schemas[i],
                      schemas[k]);
            cr_expect((ptc_schema_hash(&a) == ptc_schema_hash(&b)) == is_same,
                      "%s and %s", schemas[i], schemas[k]);
        }
    }
    ptc_arena_free(&arena);
}

/* M159: what means the same is the same, and Malli says all of it. */
Test(decoders, round_trips)
{
    static const char *const rows[][2] = {
        {INT, INT},
        {"[:maybe " INT "]", "[:maybe " INT "]"},
        {"[:maybe {:decode/ptc cents} :int]", "[:maybe " INT "]"},
        {"[:map [:a " INT "]]", "[:map [:a {:decode/ptc :cents} :int]]"},
        {"[:and " INT " [:< 5]]", "[:and {:decode/ptc :cents} :int [:< 5]]"},
        {"[:and :int [:< {:decode/ptc :trim} 5]]", "[:and :int [:< 5]]"},
        {"[:vector {:decode/ptc :split :min 1} :string]",
         "[:vector {:min 1 :decode/ptc :split} :string]"},
        {"[:map {:closed true :decode/ptc :trim} [:a :int]]",
         "[:map {:closed true :decode/ptc :trim} [:a :int]]"},
        {"[:datetime {:decode/ptc :trim}]", NULL},
        {"[:or {:decode/ptc :trim} " INT "]", "[:int {:decode/ptc :trim}]"},
        {"[:or " INT " " INT " :string]", "[:or " INT " :string]"},
        {"[:orn [:a {:decode/ptc :trim} :int] [:b :string]]",
         "[:orn [:a [:int {:decode/ptc :trim}]] [:b :string]]"},
        {"[:enum {:decode/ptc :trim} 1 2]", "[:enum {:decode/ptc :trim} 1 2]"},
        {"[:schema {:registry {'m' " INT "} :decode/ptc :trim} [:vector [:ref 'm']]]",
         "[:schema {:registry {'m' " INT "}} [:vector {:decode/ptc :trim} [:ref 'm']]]"},
        {"[:=> [:catn [:a {:decode/ptc :cents} :int]] " INT "]",
         "[:=> [:catn [:a {:decode/ptc :cents} :int]] " INT "]"},
    };

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_render_options names = {.struct_size = sizeof names, .malli_names = true};
        ptc_schema schema;
        ptc_schema again;
        ptc_text text;

        schema = schema_of(rows[i][0]);
        ptc_text_init(&text, &arena);
        cr_assert(ptc_schema_write_malli(&text, &schema, &names) == PTC_OK);
        ptc_text_byte(&text, '\0');
        again = schema_of(text.ptr);
        cr_expect(ptc_schema_equal(&schema, &again), "%s", text.ptr);
        cr_expect(ptc_schema_hash(&schema) == ptc_schema_hash(&again), "%s", text.ptr);
        if (rows[i][1] == NULL)
            continue;
        again = schema_of(rows[i][1]);
        cr_expect(ptc_schema_equal(&schema, &again), "%s: %s", rows[i][0], text.ptr);
    }
    ptc_arena_free(&arena);
}

/* M159: names are declared, and near ones are reported. */
Test(decoders, names_are_known)
{
    static const char *const rows[][2] = {
        {"[:int {:decode/ptc :cent}]",
         "no decoder :cent is registered: did you mean cents?"},
        {"[:int {:decode/ptc 'dollars'}]",
         "no decoder 'dollars' is registered: declare it as a decoder, which is a C "
         "function"},
        {"[:int {:decode/ptc 5}]",
         ":decode/ptc must be the name of a decoder, found an integer: "},
        {"[:int {:decode/ptc (fn [x] x)}]",
         ":decode/ptc must be the name of a decoder, found a list ( ): "},
        {"[:int {:decode/ptc ''}]",
         ":decode/ptc must be the name of a decoder, found a string: "},
        {"[:map [:a {:decode/ptc :trym} :int]]",
         "no decoder :trym is registered: did you mean trim?"},
    };

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *wanted = test_quoted(&arena, rows[i][1]);
        ptc_type_names names;
        ptc_read_options options = reading(&names);
        ptc_schema schema = {0};
        ptc_source source;
        ptc_diags diags;
        ptc_text text;

        source = source_of(rows[i][0]);
        ptc_diags_init(&diags, &arena);
        cr_assert(ptc_malli_read(&arena, &source, &options, &diags, &schema) ==
                      PTC_ERROR_SYNTAX,
                  "%s", rows[i][0]);
        ptc_text_init(&text, &arena);
        ptc_text_str(&text, diags.items[0].message);
        ptc_text_cstr(&text, ": ");
        ptc_text_str(&text, diags.items[0].hint);
        ptc_text_byte(&text, '\0');
        cr_expect_str_eq(text.ptr, wanted);
    }
    ptc_arena_free(&arena);
}
