/* SPDX-License-Identifier: MIT */
/*
 * What people and models read: every message of validation 8, every coercion of
 * validation 4, paths, caps, the blocks of validation 9, and the firewall. Each row is a
 * schema, a value, and the whole report: errors, then warnings after "warning: ".
 */
#include <criterion/criterion.h>

#include "support.h"

typedef enum row_kind {
    SIG_IN,    /* shorthand, JSON value, input */
    SIG_OUT,   /* shorthand, JSON value, output */
    MALLI_IN,  /* Malli, JSON value, input */
    MALLI_OUT, /* Malli, JSON value, output */
    LISP_IN,   /* shorthand, EDN value, input */
    LISP_OUT,  /* shorthand, EDN value, output */
} row_kind;

typedef struct row {
    row_kind kind;
    const char *schema;
    const char *value;
    const char *report;
} row;

/* --- Running a row ----------------------------------------------------------------- */

static ptc_schema read_schema(ptc_arena *arena, row_kind kind, const char *text)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_diags diags;
    ptc_schema schema;
    ptc_status status;

    source->name = PTC_STR("row");
    source->text = ptc_str_of(text);
    ptc_diags_init(&diags, arena);
    if (kind == MALLI_IN || kind == MALLI_OUT)
        status = ptc_malli_read(arena, source, NULL, &diags, &schema);
    else
        status = ptc_signature_read(arena, source, NULL, &diags, &schema);
    cr_assert(status == PTC_OK, "schema %s", text);
    /* A bare type is checked against itself, not as the result of a call without
     * inputs. */
    if (ptc_schema_root(&schema)->flags & PTC_NODE_BARE)
        schema.root = ptc_schema_root(&schema)->first + 1;
    return schema;
}

static ptc_value read_value(ptc_arena *arena, row_kind kind, const char *text)
{
    ptc_value value = ptc_value_nil();
    ptc_status status;

    if (kind == LISP_IN || kind == LISP_OUT) {
        ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
        ptc_diags diags;
        ptc_forms forms;

        source->name = PTC_STR("row");
        source->text = ptc_str_of(text);
        ptc_diags_init(&diags, arena);
        ptc_forms_init(&forms, arena, source);
        status =
            ptc_form_to_value(&forms, ptc_edn_read_one(&forms, &diags), &value, &diags);
    } else {
        status = ptc_json_read(arena, text, strlen(text), NULL, &value, NULL, NULL);
    }
    cr_assert(status == PTC_OK, "value %s", text);
    return value;
}

/* The report of a row; `value` becomes the coerced value. */
static const char *judge(ptc_arena *arena, row_kind kind, const char *schema_text,
                         const char *value_text, ptc_value *coerced)
{
    ptc_schema schema = read_schema(arena, kind, schema_text);
    ptc_value value = read_value(arena, kind, value_text);
    bool is_input = kind == SIG_IN || kind == MALLI_IN || kind == LISP_IN;
    ptc_walk_options options = {
        .struct_size = sizeof options,
        .direction = is_input ? PTC_INPUT : PTC_OUTPUT,
        .boundary =
            kind == LISP_IN || kind == LISP_OUT ? PTC_BOUNDARY_LISP : PTC_BOUNDARY_JSON,
    };
    ptc_report report;
    ptc_text text;

    ptc_report_init(&report, arena);
    ptc_schema_coerce(arena, &schema, &value, &options, coerced, &report);
    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "");
    for (size_t i = 0; i < report.error_count; i++) {
        ptc_issue_write(&text, &report.errors[i]);
        ptc_text_byte(&text, '\n');
    }
    for (size_t i = 0; i < report.warning_count; i++) {
        ptc_text_cstr(&text, "warning: ");
        ptc_issue_write(&text, &report.warnings[i]);
        ptc_text_byte(&text, '\n');
    }
    return ptc_text_view(&text).ptr;
}

static void run_rows(const row *rows, size_t count)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        ptc_value coerced;
        const char *report;

        ptc_arena_reset(&arena);
        report = judge(&arena, rows[i].kind, rows[i].schema, rows[i].value, &coerced);
        cr_expect(strcmp(report, rows[i].report) == 0, "%s on %s:\n%swanted\n%s",
                  rows[i].schema, rows[i].value, report, rows[i].report);
    }
    ptc_arena_free(&arena);
}

#define RUN(rows) run_rows(rows, sizeof(rows) / sizeof(rows)[0])

/* --- Messages [validation 8] ------------------------------------------------------- */

static const row message_rows[] = {
    /* M064: kind and value; M065: nil; M181: the words of the dialect */
    {SIG_OUT, "{a :int}", "{\"a\":\"abc\"}", "a: expected int, got string \"abc\"\n"},
    {SIG_OUT, "{a :float}", "{\"a\":null}", "a: expected float, got nil\n"},
    {MALLI_OUT, "[:map [:a :double]]", "{\"a\":null}", "a: expected double, got nil\n"},
    {MALLI_OUT, "[:map [:a :boolean]]", "{\"a\":[1]}",
     "a: expected boolean, got vector\n"},
    {SIG_OUT, "{a :bool}", "{\"a\":[1]}", "a: expected bool, got list\n"},
    {SIG_OUT, "{a :string}", "{\"a\":{}}", "a: expected string, got map\n"},
    {SIG_OUT, "{a :map}", "{\"a\":1.5}", "a: expected map, got float 1.5\n"},
    {SIG_OUT, "{a [:int]}", "{\"a\":true}", "a: expected list, got bool true\n"},
    {LISP_OUT, "{a :string}", "{:a :b}", "a: expected string, got keyword :b\n"},
    {LISP_OUT, "{a [:int]}", "{:a #{1}}", "a: expected list, got set\n"},
    {SIG_OUT, "{a :keyword}", "{\"a\":\"\"}", "a: expected keyword, got string \"\"\n"},
    {SIG_OUT, "{a :datetime}", "{\"a\":5}", "a: expected datetime, got int 5\n"},
    {SIG_OUT, "{a :date}", "{\"a\":5}", "a: expected date, got int 5\n"},
    {SIG_OUT, "{a :date}", "{\"a\":\"2026-02-30\"}",
     "a: expected date as 2026-01-02 (YYYY-MM-DD), got string \"2026-02-30\"\n"},
    {SIG_OUT, "{a :decimal}", "{\"a\":true}", "a: expected decimal, got bool true\n"},
    {SIG_OUT, "{a :decimal}", "{\"a\":0.1}", "a: expected decimal, got float 0.1\n"},
    {MALLI_OUT, "[:map [:a :decimal]]", "{\"a\":0.1}",
     "a: expected decimal, got double 0.1\n"},
    {SIG_OUT, "{a :decimal}", "{\"a\":\"12,50\"}",
     "a: expected decimal as \"12.50\", got string \"12,50\"\n"},
    {SIG_OUT, "{a :decimal}", "{\"a\":\"1e100000\"}", "a: out of range \"1e100000\"\n"},
    {SIG_OUT, "{a :decimal[0..9.99]}", "{\"a\":\"10.00\"}",
     "a: expected 0..9.99, got \"10.00\"\n"},
    {SIG_OUT, "{a :decimal[>0 <9.99]}", "{\"a\":\"9.990\"}",
     "a: expected < 9.99, got \"9.990\"\n"},
    {SIG_OUT, "{a :decimal[>0 <9.99]}", "{\"a\":0}", "a: expected > 0, got 0\n"},
    {SIG_OUT, "{a :decimal|:date}", "{\"a\":true}",
     "a: expected decimal or date, got bool true\n"},
    {MALLI_OUT, "[:not [:and :decimal [:> 0]]]", "\"5\"",
     "(root): expected not decimal > 0, got string \"5\"\n"},
    {SIG_OUT, "{_a :decimal}", "{\"_a\":\"12,50\"}",
     "_a: expected decimal as \"12.50\", got string <Firewalled>\n"},
    {SIG_OUT, "{a :datetime}", "{\"a\":\"2026-01-02 09:00\"}",
     "a: expected datetime as 2026-01-02T09:00:00Z (RFC 3339 with offset), got string "
     "\"2026-01-02 09:00\"\n"},
    {SIG_OUT, "{a :datetime}", "{\"a\":\"2024-01-02T03:04:05\"}",
     "a: expected datetime with offset, got string \"2024-01-02T03:04:05\"\n"},
    /* missing, with a similar key */
    {SIG_OUT, "{a :int}", "{}", "a: missing required field, expected int\n"},
    {SIG_OUT, "{user_id :int}", "{\"usr_id\":1}",
     "user_id: missing required field, expected int; found similar key \"usr_id\"\n"},
    /* M180: enums; after ten members their number */
    {SIG_OUT, "{s :enum[pending active]}", "{\"s\":\"unknown\"}",
     "s: expected one of [\"pending\", \"active\"], got \"unknown\"\n"},
    {LISP_OUT, "{s :enum[:a \"b\" 3]}", "{:s :z}",
     "s: expected one of [:a, \"b\", 3], got :z\n"},
    {SIG_OUT, "{s :enum[1 2 3 4 5 6 7 8 9 10 11 12]}", "{\"s\":0}",
     "s: expected one of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, \xE2\x80\xA6 2 more], got 0\n"},
    {SIG_OUT, "{s :enum[a b]}", "{\"s\":\"A\"}",
     "s: expected one of [\"a\", \"b\"], got \"A\"\n"},
    /* M155: bound and value are named; comparison and range */
    {SIG_OUT, "{a :int[>0]}", "{\"a\":-3}", "a: expected > 0, got -3\n"},
    {SIG_OUT, "{a :int[1..100]}", "{\"a\":250}", "a: expected 1..100, got 250\n"},
    {SIG_OUT, "{a :float[<1.5]}", "{\"a\":2}", "a: expected < 1.5, got 2\n"},
    {SIG_OUT, "{a :int[1..]}", "{\"a\":0}", "a: expected >= 1, got 0\n"},
    {SIG_OUT, "{a :string[1..80]}", "{\"a\":\"\"}",
     "a: expected string of length 1..80, got length 0\n"},
    {SIG_OUT, "{a :string[~\"^[A-Z]\"]}", "{\"a\":\"abc\"}",
     "a: expected string matching \"^[A-Z]\", got \"abc\"\n"},
    {SIG_OUT, "{a [:int][1..10]}", "{\"a\":[]}", "a: expected 1..10 items, got 0\n"},
    {MALLI_OUT, "[:tuple :int :int]", "[1,2,3]", "(root): expected 2 items, got 3\n"},
    /* unions: by kind, or the errors inside the one alternative of that kind */
    {SIG_OUT, "{a :string|:int}", "{\"a\":[1]}", "a: expected string or int, got list\n"},
    {SIG_OUT, "{a :string|{b :int}}", "{\"a\":{\"b\":\"x\"}}",
     "a.b: expected int, got string \"x\"\n"},
    {MALLI_OUT, "[:orn [:price :int] [:label :string]]", "true",
     "(root): expected price or label, got boolean true\n"},
    /* M512: extra keys of a closed map */
    {MALLI_OUT, "[:map {:closed true} [:a :int] [:b :int]]", "{\"a\":1,\"b\":2,\"c\":3}",
     "c: unexpected field (allowed: a, b)\n"},
    {MALLI_OUT, "[:map-of :int :string]", "{\"a\":\"x\"}",
     "a: expected key int, got key \"a\"\n"},
    {MALLI_OUT, "[:set :int]", "[1,2,1]", "[2]: duplicate of [0]\n"},
    {MALLI_OUT, "[:= 5]", "6", "(root): expected 5, got 6\n"},
    {MALLI_OUT, "[:not= 5]", "5", "(root): expected any value except 5\n"},
    {MALLI_OUT, "[:not :string]", "\"a\"",
     "(root): expected not string, got string \"a\"\n"},
    {SIG_OUT, "{a :int}", "{\"a\":9223372036854775808}",
     "a: out of range 9223372036854775808\n"},
    {MALLI_OUT, "[:multi {:dispatch :k} [\"a\" :map] [\"b\" :map]]", "{\"k\":\"c\"}",
     "(root): expected k one of [\"a\", \"b\"], got \"c\"\n"},
    /* what only JSON Schema says */
    {MALLI_OUT, "[:json/multiple-of 0.5]", "0.7",
     "(root): expected a multiple of 0.5, got 0.7\n"},
    {MALLI_OUT, "[:json/multiple-of 3]", "\"a\"",
     "(root): expected a multiple of 3, got string \"a\"\n"},
    {MALLI_OUT, "[:json/one-of :int :string [:> 2]]", "3",
     "(root): expected exactly one of 3 alternatives to accept the value, got 2 (the "
     "first and the third)\n"},
    {MALLI_OUT, "[:json/one-of :int [:> 1] [:> 2] :string :nil]", "3",
     "(root): expected exactly one of 5 alternatives to accept the value, got 3 (the "
     "first, the second and the third)\n"},
    {MALLI_OUT,
     "[:json/one-of :nil :nil :nil :nil :nil :nil :nil :nil :nil :nil :int "
     ":double]",
     "3",
     "(root): expected exactly one of 12 alternatives to accept the value, got 2 (the "
     "11th and the 12th)\n"},
    {MALLI_OUT,
     "[:json/one-of :any :any :any :any :any :any :any :any :any :any :any "
     ":any]",
     "3",
     "(root): expected exactly one of 12 alternatives to accept the value, got 12 (the "
     "first, the second, the third, the fourth, the fifth, the sixth, the seventh, the "
     "eighth, the ninth, the tenth and 2 more)\n"},
    {MALLI_OUT, "[:json/one-of :int :string]", "true",
     "(root): expected int or string, got boolean true\n"},
    {MALLI_OUT, "[:json/if :string [:string {:min 3}] :int]", "\"ab\"",
     "(root): expected string of length >= 3, got length 2\n"},
    {MALLI_OUT, "[:map [:a [:json/if :string [:json/multiple-of 2] :int]]]", "{}",
     "a: missing required field, expected a multiple of 2 or int\n"},
    {MALLI_OUT, "[:json/items :int [:not :any]]", "[1,2,3]",
     "(root): expected at most 1 item, got 3\n"},
    {MALLI_OUT, "[:json/items :int :int [:not :any]]", "[1,2,3]",
     "(root): expected at most 2 items, got 3\n"},
    {MALLI_OUT, "[:json/items :int :any]", "{}", "(root): expected vector, got map\n"},
    {MALLI_OUT, "[:json/contains {:min 2} [:int {:min 3}]]", "[1,5]",
     "(root): expected >= 2 items that are int >= 3, got 1\n"},
    {MALLI_OUT, "[:json/keys [:re \"^x\"] [:not :any]]", "{\"xa\":1,\"y\":2}",
     "xa: unexpected field\n"},
    {MALLI_OUT, "[:json/keys [:re \"^x\"] :int]", "[]",
     "(root): expected map, got "
     "vector\n"},
    {MALLI_OUT, "[:and [:map [:a :int]] [:json/other-keys [:not :any]]]",
     "{\"a\":1,\"b\":2}", "b: unexpected field\n"},
    {MALLI_OUT,
     "[:and [:json/items {:json/open true} :int :any] [:json/other-items [:not "
     ":any]]]",
     "[1,2]", "[1]: unexpected item\n"},
    /* a value is cut at 80 code points */
    {SIG_OUT, ":int",
     "\"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
     "0123456789012345678901234567890123456789012345678901234567890123456789X\"",
     "(root): expected int, got string "
     "\"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
     "0123456789012345678901234567890123456789012345678901234567890123456789\xE2\x80\xA6"
     "\"\n"},
    {SIG_OUT, ":int", "\"a\\n\\\"b\\\"\"",
     "(root): expected int, got string \"a\\n\\\"b\\\"\"\n"},
};

Test(messages, every_situation)
{
    RUN(message_rows);
}

/* --- Order and paths [validation 7, 8] --------------------------------------------- */

static const row path_rows[] = {
    /* M063, M066: paths as in the seed; all errors, depth first, declared order, then
       extras */
    {SIG_OUT, "{results [{customer {id :int}, amount :float}]}",
     "{\"results\":[{\"customer\":{\"id\":\"abc\"},\"amount\":1},"
     "{\"customer\":{\"id\":1},\"amount\":2},{\"amount\":null,\"customer\":{\"id\":3}}]}",
     "results[0].customer.id: expected int, got string \"abc\"\n"
     "results[2].amount: expected float, got nil\n"},
    {SIG_OUT, "{b :int, a :int}", "{\"a\":\"x\",\"b\":\"y\"}",
     "b: expected int, got string \"y\"\na: expected int, got string \"x\"\n"},
    {SIG_OUT, ":int", "\"x\"", "(root): expected int, got string \"x\"\n"},
    {SIG_OUT, "[:int]", "[1,\"x\"]", "[1]: expected int, got string \"x\"\n"},
    {MALLI_OUT, "[:map [\"odd key\" :int]]", "{\"odd key\":\"x\"}",
     "[\"odd key\"]: expected int, got string \"x\"\n"},
    {MALLI_OUT, "[:map-of :string :int]", "{\"a\\\"b\":\"x\"}",
     "[\"a\\\"b\"]: expected int, got string \"x\"\n"},
    /* M087, M139: a declared field is found under '-' and '_'; its own spelling is shown
     */
    {SIG_OUT, "{user-id :int}", "{\"user_id\":\"x\"}",
     "user-id: expected int, got string \"x\"\n"},
    {LISP_OUT, "{user_id :int}", "{:user-id \"x\"}",
     "user_id: expected int, got string \"x\"\n"},
    /* M040: the inputs of a call start at the parameter name */
    {SIG_IN, "(q :string, limit :int[1..100]) -> :any", "{\"q\":5,\"limit\":250}",
     "q: expected string, got int 5\nlimit: expected 1..100, got 250\n"},
};

Test(messages, paths_and_order)
{
    RUN(path_rows);
}

Test(messages, path_as_json_pointer) /* M068 */
{
    ptc_path_step steps[] = {{PTC_STR("a/b"), 0}, {{NULL, 0}, 3}, {PTC_STR("~x"), 0}};
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    ptc_path_write_pointer(&text, steps, 3);
    cr_expect(ptc_str_equal(ptc_text_view(&text), PTC_STR("/a~1b/3/~0x")));
    ptc_text_init(&text, &arena);
    ptc_path_write(&text, steps, 3);
    cr_expect(ptc_str_equal(ptc_text_view(&text), PTC_STR("[\"a/b\"][3][\"~x\"]")), "%s",
              text.ptr);
    ptc_arena_free(&arena);
}

/* --- Coercion [validation 4] ------------------------------------------------------- */

typedef struct coercion_row {
    row_kind kind;
    const char *schema;
    const char *value;
    const char *result; /* EDN of the coerced value; NULL: refused */
    const char *report;
} coercion_row;

static const coercion_row coercion_rows[] = {
    /* M041, M042, M047: text to int, with a warning at its path */
    {SIG_IN, "{n :int}", "{\"n\":\"42\"}", "{\"n\" 42}",
     "warning: n: coerced string \"42\" to int\n"},
    {SIG_IN, ":int", "\"+42\"", "42", "warning: (root): coerced string \"+42\" to int\n"},
    {SIG_IN, ":int", "\"-0\"", "0", "warning: (root): coerced string \"-0\" to int\n"},
    {SIG_IN, ":int", "\"007\"", "7", "warning: (root): coerced string \"007\" to int\n"},
    /* M049: trimming, forms, range */
    {SIG_IN, ":int", "\" 42\"", NULL, "(root): expected int, got string \" 42\"\n"},
    {SIG_IN, ":int", "\"4.2\"", NULL, "(root): expected int, got string \"4.2\"\n"},
    {SIG_IN, ":int", "\"1e3\"", NULL, "(root): expected int, got string \"1e3\"\n"},
    {SIG_IN, ":int", "\"\"", NULL, "(root): expected int, got string \"\"\n"},
    {SIG_IN, ":int", "42.0", NULL, "(root): expected int, got float 42.0\n"},
    {SIG_IN, ":int", "true", NULL, "(root): expected int, got bool true\n"},
    {SIG_IN, ":float", "\"1.5abc\"", NULL,
     "(root): expected float, got string \"1.5abc\"\n"},
    {SIG_IN, ":float", "\".5\"", NULL, "(root): expected float, got string \".5\"\n"},
    {SIG_IN, ":float", "\"NaN\"", NULL, "(root): expected float, got string \"NaN\"\n"},
    /* M043, M045: text to float; an int is a float already, silently */
    {SIG_IN, ":float", "\"3.14\"", "3.14",
     "warning: (root): coerced string \"3.14\" to float\n"},
    {SIG_IN, ":float", "\" 3.5 \"", "3.5",
     "warning: (root): coerced string \" 3.5 \" to float\n"},
    {SIG_IN, ":float", "\"5.\"", "5.0",
     "warning: (root): coerced string \"5.\" to float\n"},
    {SIG_IN, ":float", "\"1e3\"", "1000.0",
     "warning: (root): coerced string \"1e3\" to float\n"},
    {SIG_IN, ":float", "42", "42.0", ""},
    {SIG_IN, ":float", "9007199254740993", "9.007199254740992E15",
     "warning: (root): coerced int 9007199254740993 to float (precision lost)\n"},
    /* M044 */
    {SIG_IN, ":bool", "\"true\"", "true",
     "warning: (root): coerced string \"true\" to bool\n"},
    {SIG_IN, ":bool", "\"TRUE\"", NULL, "(root): expected bool, got string \"TRUE\"\n"},
    {SIG_IN, ":bool", "1", NULL, "(root): expected bool, got int 1\n"},
    /* M048 */
    {LISP_IN, ":string", ":a", "\"a\"",
     "warning: (root): coerced keyword :a to string\n"},
    {LISP_IN, ":keyword", "\"a\"", ":a",
     "warning: (root): coerced string \"a\" to keyword\n"},
    {LISP_IN, ":keyword", "\":a\"", ":a",
     "warning: (root): coerced string \":a\" to keyword\n"},
    {LISP_IN, ":keyword", "\"a b\"", NULL,
     "(root): expected keyword, got string \"a b\"\n"},
    {SIG_IN, ":string", "5", NULL, "(root): expected string, got int 5\n"},
    /* M046: deep inside, all of them */
    {SIG_IN, "{a [{b :int, c :float?}]}",
     "{\"a\":[{\"b\":\"1\"},{\"b\":2,\"c\":\"2.5\"}]}",
     "{\"a\" [{\"b\" 1} {\"b\" 2 \"c\" 2.5}]}",
     "warning: a[0].b: coerced string \"1\" to int\n"
     "warning: a[1].c: coerced string \"2.5\" to float\n"},
    {SIG_IN, ":decimal", "0.1", "\"0.1\"",
     "warning: (root): coerced float 0.1 to decimal\n"},
    {SIG_IN, ":decimal", "\" 12.50 \"", "\"12.50\"",
     "warning: (root): coerced string \" 12.50 \" to decimal\n"},
    {SIG_IN, ":decimal", "5", "\"5\"", ""},
    {SIG_IN, ":decimal[<1]", "\"5\"", NULL, "(root): expected < 1, got \"5\"\n"},
    {SIG_IN, ":datetime", "\"2024-01-02T03:04:05+02:00\"", "\"2024-01-02T01:04:05Z\"",
     "warning: (root): coerced datetime \"2024-01-02T03:04:05+02:00\" to UTC "
     "\"2024-01-02T01:04:05Z\"\n"},
    {LISP_IN, "[:set :int]", "[1 2 1]", "#{1 2}",
     "warning: (root): coerced vector to set, 1 duplicate removed\n"},
    {LISP_IN, "[:int]", "#{1 2}", "[1 2]", "warning: (root): coerced set to list\n"},
    {SIG_IN, ":int?", "\"4\"", "4", "warning: (root): coerced string \"4\" to int\n"},
    {SIG_IN, ":int|:string", "\"5\"", "\"5\"", ""},
    {SIG_IN, ":int|:bool", "\"5\"", "5",
     "warning: (root): coerced string \"5\" to int\n"},
    {SIG_IN, "{a [:map-of :int :string]}", "{\"a\":{\"1\":\"x\",\"01\":\"y\"}}", NULL,
     NULL},
    {SIG_IN, "[:map-of :keyword :int]", "{\"a\":1,\":a\":2}", NULL, NULL},
    {SIG_IN, "[:map-of :keyword :int]", "{\"a\":1,\":b\":2}", "{\"a\" 1 \"b\" 2}",
     "warning: [\":b\"]: coerced string \":b\" to keyword\n"},
    /* M137: defaults; M136: absent optional fields stay absent */
    {MALLI_IN, "[:map [:a {:default 5} :int] [:b {:optional true} :int]]", "{}",
     "{\"a\" 5}", ""},
    {MALLI_OUT, "[:map [:a {:default 0} :int]]", "{\"a\":null}", "{\"a\" 0}", ""},
    /* declared spelling, extras kept and folded */
    {SIG_IN, "{user-id :int}", "{\"x-y\":1,\"user_id\":2}", "{\"user-id\" 2 \"x_y\" 1}",
     ""},
    /* M050: output is strict */
    {SIG_OUT, "{n :int}", "{\"n\":\"42\"}", NULL, "n: expected int, got string \"42\"\n"},
};

Test(messages, every_coercion)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof coercion_rows / sizeof coercion_rows[0]; i++) {
        const coercion_row *wanted = &coercion_rows[i];
        ptc_value coerced;
        const char *report;
        ptc_text text;

        ptc_arena_reset(&arena);
        report = judge(&arena, wanted->kind, wanted->schema, wanted->value, &coerced);
        if (wanted->report != NULL)
            cr_expect(strcmp(report, wanted->report) == 0, "%s on %s:\n%swanted\n%s",
                      wanted->schema, wanted->value, report, wanted->report);
        else
            cr_expect(report[0] != '\0' && report[0] != 'w', "%s on %s is accepted",
                      wanted->schema, wanted->value);
        if (wanted->result == NULL)
            continue;
        ptc_text_init(&text, &arena);
        ptc_value_write(&text, &coerced);
        cr_expect(strcmp(text.ptr, wanted->result) == 0, "%s on %s: %s", wanted->schema,
                  wanted->value, text.ptr);
    }
    ptc_arena_free(&arena);
}

/* --- Blocks, caps, firewall [validation 9, 10; signature 10] ----------------------- */

/* M061, M062: the blocks of the seed, word for word */
Test(messages, blocks)
{
    static const char schema_text[] =
        "(results [{customer {id :int}, amount :float}], limit :int) -> :any";
    static const char value_text[] =
        "{\"results\":[{\"customer\":{\"id\":\"abc\"},\"amount\":1},{\"customer\":{"
        "\"id\":1},"
        "\"amount\":2},{\"customer\":{\"id\":1},\"amount\":null}],\"limit\":\"10\"}";
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_INPUT};
    ptc_arena arena;
    ptc_schema schema;
    ptc_report report;
    ptc_value value;
    ptc_value coerced;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    schema = read_schema(&arena, SIG_IN, schema_text);
    value = read_value(&arena, SIG_IN, value_text);
    ptc_report_init(&report, &arena);
    cr_expect(ptc_schema_coerce(&arena, &schema, &value, &options, &coerced, &report) ==
              PTC_ERROR_INVALID);
    ptc_text_init(&text, &arena);
    ptc_report_write_errors(&text, &report, "Tool validation errors:");
    ptc_text_byte(&text, '\n');
    ptc_report_write_warnings(&text, &report, "Tool validation warnings:");
    cr_expect(strcmp(text.ptr,
                     "Tool validation errors:\n"
                     "- results[0].customer.id: expected int, got string \"abc\"\n"
                     "- results[2].amount: expected float, got nil\n"
                     "\n"
                     "Tool validation warnings:\n"
                     "- limit: coerced string \"10\" to int\n") == 0,
              "%s", text.ptr);
    ptc_arena_free(&arena);
}

/* M067: twenty are stored, the others counted, up to 999 */
Test(messages, caps)
{
    static const struct {
        size_t errors;
        const char *last;
    } rows[] = {{20, "- [19]: expected int, got bool true\n"},
                {21, "\xE2\x80\xA6"
                     "and 1 more\n"},
                {1019, "\xE2\x80\xA6"
                       "and 999 more\n"},
                {1020, "\xE2\x80\xA6"
                       "and 999+ more\n"},
                {5000, "\xE2\x80\xA6"
                       "and 999+ more\n"}};
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_OUTPUT};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_schema schema = read_schema(&arena, SIG_OUT, "[:int]");
        ptc_value *items = ptc_arena_array(&arena, rows[i].errors, sizeof *items);
        ptc_value list = ptc_value_vector(items, rows[i].errors);
        ptc_report report;
        ptc_text text;
        ptc_str view;

        for (size_t k = 0; k < rows[i].errors; k++)
            items[k] = ptc_value_bool(true);
        ptc_report_init(&report, &arena);
        cr_expect(ptc_schema_validate(&schema, &list, &options, &report) ==
                  PTC_ERROR_INVALID);
        cr_expect(report.error_count == 20);
        ptc_text_init(&text, &arena);
        ptc_report_write_errors(&text, &report, "Errors:");
        view = ptc_text_view(&text);
        cr_expect(view.len > strlen(rows[i].last) &&
                      strcmp(view.ptr + view.len - strlen(rows[i].last), rows[i].last) ==
                          0,
                  "%zu errors:\n%s", rows[i].errors, view.ptr);
    }
    ptc_arena_free(&arena);
}

static const row firewall_rows[] = {
    /* M035, M037: the value is hidden, path and type stay; everything below a `_` too */
    {SIG_OUT, "{_token :string}", "{\"_token\":12345}",
     "_token: expected string, got int <Firewalled>\n"},
    {SIG_OUT, "{_user {name :string}}", "{\"_user\":{\"name\":7}}",
     "_user.name: expected string, got int <Firewalled>\n"},
    {SIG_OUT, "{items [{_ids [:int], n :int}]}",
     "{\"items\":[{\"_ids\":[\"x\"],\"n\":\"y\"}]}",
     "items[0]._ids[0]: expected int, got string <Firewalled>\n"
     "items[0].n: expected int, got string \"y\"\n"},
    {LISP_OUT, "[:map [:m [:map-of :any :int]]]", "{:m {{:_id 7, :n 1} :x}}",
     "m[\"{:_id <Firewalled> :n 1}\"]: expected int, got keyword :x\n"},
    /* Keys of the data below it are data; fields and positions are not. */
    {LISP_OUT, "[:map [\"_by\" [:map-of :string [:vector :int]]]]",
     "{:_by {\"Ann\" [1 \"x\"]}, :c 1}",
     "_by.<Firewalled>[1]: expected int, got string <Firewalled>\n"},
    {LISP_OUT, "[:map [:_in [:map {:closed true} [:code :int]]]]",
     "{:_in {:codes 1 :x 2}}",
     "_in.code: missing required field, expected int\n"
     "_in.<Firewalled>: unexpected field (allowed: code)\n"
     "_in.<Firewalled>: unexpected field (allowed: code)\n"},
    {LISP_OUT, "[:map [:m [:map-of :string :int]]]", "{:m {\"_x\" {} \"Bo\" :y}}",
     "m._x: expected int, got map\nm.Bo: expected int, got keyword :y\n"},
    {LISP_OUT, "[:map [:_ids :int]]", "{:id 1}",
     "_ids: missing required field, expected int; found similar key :id\n"},
    {LISP_OUT,
     "[:map [:p [:map-of [:enum \"a\"] :int]] [:_p [:map-of [:enum \"a\"] :int]]]",
     "{:p {\"Ann\" 1} :_p {\"Ann\" 1}}",
     "p.Ann: expected key one of [\"a\"], got key \"Ann\"\n"
     "_p.<Firewalled>: expected key one of [\"a\"], got key <Firewalled>\n"},
    /* What a model gives is its own. */
    {SIG_IN, "(_by [:map-of :string :int]) -> :any", "{\"_by\":{\"Ann\":\"x\"}}",
     "_by.Ann: expected int, got string \"x\"\n"},
    {SIG_IN, "(_token :int) -> :any", "{\"_token\":\"x\"}",
     "_token: expected int, got string \"x\"\n"},
};

Test(messages, firewall)
{
    RUN(firewall_rows);
}

/* Arguments that a program passes on, and entries that it took out of maps. */
Test(messages, firewall_of_programs) /* M037 */
{
    ptc_value pairs[2][2] = {
        {ptc_value_string(PTC_STR("_id")), ptc_value_string(PTC_STR("secret"))},
        {ptc_value_keyword(PTC_STR("id")), ptc_value_string(PTC_STR("open"))},
    };
    ptc_value list[] = {ptc_value_vector(pairs[0], 2), ptc_value_vector(pairs[1], 2)};
    ptc_map_entry entry = {ptc_value_string(PTC_STR("rows")), ptc_value_vector(list, 2)};
    ptc_walk_options options = {.struct_size = sizeof options, .direction = PTC_INPUT};
    ptc_arena arena;

    list[0].flags = list[1].flags = PTC_FLAG_ENTRY;
    ptc_arena_init(&arena, NULL, 0);
    for (int hides = 0; hides < 2; hides++) {
        ptc_schema schema =
            read_schema(&arena, SIG_IN, "(rows [[:int]], _pin :int) -> :any");
        ptc_report report;
        ptc_value given;
        ptc_text text;

        options.hide_firewalled = hides != 0;
        cr_assert(ptc_map_make(&arena, &entry, 1, &given, NULL) == PTC_OK);
        ptc_report_init(&report, &arena);
        cr_expect(ptc_schema_validate(&schema, &given, &options, &report) ==
                  PTC_ERROR_INVALID);
        ptc_text_init(&text, &arena);
        ptc_report_write_errors(&text, &report, "");
        cr_expect(
            (strstr(text.ptr, "rows[0][1]: expected int, got string <Firewalled>") !=
             NULL) == (hides != 0),
            "%s", text.ptr);
        cr_expect((strstr(text.ptr, "secret") == NULL) == (hides != 0));
        cr_expect(strstr(text.ptr, "rows[1][1]: expected int, got string \"open\""));
        options.struct_size = offsetof(ptc_walk_options, hide_firewalled);
        ptc_report_init(&report, &arena); /* of a host that knows no such member */
        ptc_schema_validate(&schema, &given, &options, &report);
        cr_expect(report.error_count > 1 && !report.errors[1].is_firewalled);
        options.struct_size = sizeof options;
    }
    ptc_arena_free(&arena);
}
