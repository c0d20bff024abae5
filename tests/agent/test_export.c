/* SPDX-License-Identifier: MIT */
/* What leaves the host: the firewall and the host's redaction. [subagent 13] */
#include <criterion/criterion.h>

#include "agent/host/export.h"
#include "support.h"

static ptc_value read_json(ptc_arena *arena, const char *text)
{
    ptc_value value;

    cr_assert(ptc_json_read(arena, text, strlen(text), NULL, &value, NULL, NULL) ==
                  PTC_OK,
              "%s", text);
    return value;
}

/* Replaces strings that hold "secret", and everything at "b.key"; notes all paths. */
static void redact(ptc_str path, ptc_value *value, void *user)
{
    ptc_text_str(user, path);
    ptc_text_byte(user, ' ');
    if (ptc_str_equal(path, PTC_STR("at.b.key")))
        *value = ptc_value_nil();
    else if (value->kind == PTC_STRING && value->aux == 6)
        *value = ptc_value_string(PTC_STR("***"));
}

static const char *export_json(ptc_export *rules, const char *json)
{
    ptc_value value = read_json(rules->arena, json);
    ptc_text text;

    rules->has_changed = false;
    value = ptc_export_value(rules, PTC_STR("at"), &value, NULL);
    cr_expect(!rules->failed);
    ptc_text_init(&text, rules->arena);
    cr_assert(ptc_json_write(&text, &value, 0) == PTC_OK);
    return test_cstr(ptc_text_view(&text));
}

Test(export, hides_private_fields_at_any_depth) /* M035 is of prompts; this of files */
{
    static const struct {
        const char *json;
        const char *left;
        bool has_changed;
    } rows[] = {
        {"{\"a\":1,\"b\":[{\"c\":\"_x\"}]}", "{\"a\":1,\"b\":[{\"c\":\"_x\"}]}", false},
        {"{\"_a\":1,\"b\":[{\"_c\":{\"d\":2}}]}",
         "{\"_a\":\"<Firewalled>\",\"b\":[{\"_c\":\"<Firewalled>\"}]}", true},
        {"[[{\"_\":null}]]", "[[{\"_\":\"<Firewalled>\"}]]", true},
        {"\"_a\"", "\"_a\"", false},
        {"{\"-a\":1}", "{\"-a\":1}", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_arena arena;
        ptc_export rules = {.arena = &arena};

        ptc_arena_init(&arena, NULL, 0);
        cr_expect_str_eq(export_json(&rules, rows[i].json), rows[i].left, "row %zu", i);
        cr_expect(rules.has_changed == rows[i].has_changed, "row %zu", i);
        rules.is_raw = true;
        cr_expect_str_eq(export_json(&rules, rows[i].json), rows[i].json, "row %zu", i);
        cr_expect(!rules.has_changed, "row %zu", i);
        ptc_arena_free(&arena);
    }
}

Test(export, knows_other_spellings_of_firewalled_fields)
{
    ptc_source source = {PTC_STR("t.sig"), PTC_STR("() -> {_token :string, id :int}")};
    ptc_schema schema;
    ptc_value value;
    ptc_arena arena;
    ptc_diags diags;
    ptc_text text;
    ptc_export rules = {.arena = &arena};

    ptc_arena_init(&arena, NULL, 0);
    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_signature_read(&arena, &source, NULL, &diags, &schema) == PTC_OK);
    value = read_json(&arena, "{\"-token\":\"x\",\"-id\":1}");
    value = ptc_export_value(&rules, PTC_STR(""), &value, &schema);
    ptc_text_init(&text, &arena);
    cr_assert(ptc_json_write(&text, &value, 0) == PTC_OK);
    cr_expect_str_eq(text.ptr, "{\"-token\":\"<Firewalled>\",\"-id\":1}");
    ptc_arena_free(&arena);
}

Test(export, lets_hosts_replace_values_by_path)
{
    ptc_arena arena;
    ptc_text seen;
    ptc_export rules = {.redaction = {redact, &seen}, .arena = &arena};

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&seen, &arena);
    cr_expect_str_eq(export_json(&rules, "{\"a\":[\"secret\",\"open\"],"
                                         "\"b\":{\"key\":{\"x\":1},\"_p\":2}}"),
                     "{\"a\":[\"***\",\"open\"],\"b\":{\"key\":null,\"_p\":"
                     "\"<Firewalled>\"}}");
    cr_expect(rules.has_changed);
    cr_expect_str_eq(seen.ptr, "at at.a at.a.0 at.a.1 at.b at.b.key ");
    rules.has_changed = false;
    cr_expect(ptc_str_equal(ptc_export_text(&rules, PTC_STR("t"), PTC_STR("open")),
                            PTC_STR("open")));
    cr_expect(!rules.has_changed);
    cr_expect(ptc_str_equal(ptc_export_text(&rules, PTC_STR("t"), PTC_STR("secret")),
                            PTC_STR("***")));
    cr_expect(rules.has_changed);
    cr_expect(ptc_str_equal(ptc_export_text(&rules, PTC_STR("at.b.key"), PTC_STR("x")),
                            PTC_STR("<Redacted>")));
    ptc_arena_free(&arena);
}

Test(export, gives_nothing_when_memory_is_refused)
{
    ptc_arena arena;
    ptc_value value;

    ptc_arena_init(&arena, NULL, 0);
    value = read_json(&arena, "{\"a\":[{\"_b\":1}],\"c\":{\"d\":\"e\"}}");
    for (size_t size = 0; size < 1024; size += 16) {
        char place[1024];
        ptc_arena small;
        ptc_export rules = {.arena = &small};
        ptc_value left;

        ptc_arena_init_memory(&small, place, size);
        left = ptc_export_value(&rules, PTC_STR("path"), &value, NULL);
        cr_expect(rules.failed == (left.kind == PTC_NIL), "size %zu", size);
        cr_expect(size != 0 || rules.failed);
        cr_expect(size < 1008 || !rules.failed);
    }
    ptc_arena_free(&arena);
}

/* --- Bounds ------------------------------------------------------------------------ */

Test(export, leaves_out_what_is_too_much)
{
    static const struct {
        size_t value_max;
        size_t member_max;
        const char *json;
        const char *left;
    } rows[] = {
        {40, 0, "[1,2,3]", "[1,2,3]"},
        {12, 0, "[1,2,3,4,5]", "[1,2,\"... (3 more)\"]"},
        {30, 0, "[[1,2,3,4,5,6,7],8]",
         "[[1,2,3,4,5,6,\"... (1 more)\"],\"... (1 more)\"]"},
        {200, 16, "[[1,2,3,4,5,6,7],8]", "[[1,2,3,\"... (4 more)\"],8]"},
        {24, 0, "{\"a\":1,\"b\":2,\"c\":3,\"d\":4}",
         "{\"a\":1,\"b\":2,\"c\":3,\"...\":\"(1 more)\"}"},
        /* A long text takes what there is; who comes after it has its own part. */
        {400, 16, "{\"a\":\"0123456789012345678901234567\",\"b\":[1,2]}",
         "{\"a\":\"0123456789012345678901234567\",\"b\":[1,2]}"},
        {16, 0, "{\"...\":[1,2],\"b\":2,\"c\":3}", "{\"...\":[1,\"... (1 more)\"]}"},
        {200, 0, "{\"_a\":[1,2]}", "{\"_a\":\"<Firewalled>\"}"},
        {1, 0, "[[],{}]", "[\"... (2 more)\"]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_arena arena;
        ptc_export rules = {.arena = &arena,
                            .value_max = rows[i].value_max,
                            .member_max = rows[i].member_max};

        ptc_arena_init(&arena, NULL, 0);
        cr_expect_str_eq(export_json(&rules, rows[i].json), rows[i].left, "row %zu", i);
        ptc_arena_free(&arena);
    }
}
