/* SPDX-License-Identifier: MIT */
/* The view that all errors have: message, path, code; with memory and without. */
#include "support.h"

#include <criterion/criterion.h>

static void expect_view(ptc_error view, const char *path, const char *code,
                        const char *message)
{
    cr_expect_str_eq(view.path.ptr, path, "%s", view.message.ptr);
    cr_expect_str_eq(view.code.ptr, code);
    cr_expect(strstr(view.message.ptr, message) != NULL, "%s", view.message.ptr);
    cr_expect(view.path.len == strlen(path) &&
              view.message.ptr[view.message.len] == '\0');
}

static void expect_views(ptc_arena *arena, ptc_arena *views, bool has_room)
{
    const ptc_source text = {PTC_STR("a.sig"), PTC_STR("f(n :imt) -> :int")};
    const ptc_source nameless = {PTC_STR(""), PTC_STR("[:map\n [:a :nope]]")};
    const ptc_source program = {PTC_STR("p"), PTC_STR("(+ 1\n  (first 5))")};
    static const ptc_agent agent = {
        .struct_size = sizeof agent, .prompt = PTC_STR_INIT("{{x}"), .max_turns = 5};
    const ptc_agent_fault *faults;
    ptc_lisp_result result;
    ptc_json_error unreadable;
    ptc_contracts contracts;
    ptc_report report;
    ptc_schema schema;
    ptc_diags diags;
    ptc_value value;
    ptc_lisp *lisp;
    size_t count;
    ptc_str why;

    ptc_diags_init(&diags, arena);
    cr_assert(ptc_contracts_read(arena, &text, NULL, &diags, &contracts) != PTC_OK);
    expect_view(ptc_diag_view(views, &diags.items[0]), has_room ? "a.sig:1:5" : "",
                "sig-unknown-type", "imt");
    ptc_diags_init(&diags, arena);
    cr_assert(ptc_malli_read(arena, &nameless, NULL, &diags, &schema) != PTC_OK);
    expect_view(ptc_diag_view(views, &diags.items[0]), has_room ? "2:6" : "",
                ptc_diag_name(diags.items[0].code), "nope");
    diags.items[0].source = NULL;
    expect_view(ptc_diag_view(views, &diags.items[0]), "",
                ptc_diag_name(diags.items[0].code), "nope");

    cr_assert(ptc_json_read(arena, "{\n 1", 4, NULL, &value, NULL, &unreadable) !=
              PTC_OK);
    expect_view(ptc_json_error_view(views, &unreadable, PTC_STR("{\n 1")),
                has_room ? "2:2" : "", "syntax", "expected a key in quotes, found '1'");
    cr_assert(ptc_json_read(arena, "1", 1, NULL, &value, NULL, &unreadable) == PTC_OK);
    unreadable = (ptc_json_error){.status = PTC_OK};
    expect_view(ptc_json_error_view(views, &unreadable, PTC_STR("1")), "", "", "");

    cr_assert(ptc_signature_of(arena, "{a [:int]}", &schema, &why) == PTC_OK);
    cr_assert(ptc_json_read(arena, "{\"a\":[0,\"x\"]}", 13, NULL, &value, NULL, NULL) ==
              PTC_OK);
    ptc_report_init(&report, arena);
    schema.root = schema.nodes[schema.root].first + 1;
    cr_assert(ptc_schema_validate(&schema, &value, NULL, &report) == PTC_ERROR_INVALID);
    expect_view(ptc_issue_view(views, &report.errors[0]), has_room ? "a[1]" : "", "type",
                "expected int, got string \"x\"");

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_assert(ptc_lisp_eval(arena, lisp, &program, 0, &result) == PTC_ERROR_INVALID);
    expect_view(ptc_lisp_error_view(views, &result.error), has_room ? "2:3" : "",
                "type_error", "first");
    result.error.line = 0;
    expect_view(ptc_lisp_error_view(views, &result.error), "", "type_error", "first");
    result.error.reason = PTC_REASON_NONE;
    expect_view(ptc_lisp_error_view(views, &result.error), "", "", "");
    ptc_lisp_free(lisp);

    cr_assert(ptc_agent_check(arena, &agent, &faults, &count) == PTC_ERROR_INVALID);
    expect_view(faults[0].error, "prompt", "template_error", "prompt");
}

Test(errors, all_have_one_view) /* M532 */
{
    static char nothing[8];
    ptc_arena arena;
    ptc_arena none;

    ptc_arena_init(&arena, NULL, 0);
    expect_views(&arena, &arena, true);
    ptc_arena_init_memory(&none, nothing, 0);
    expect_views(&arena, &none, false);
    ptc_arena_free(&arena);
}

Test(errors, failed_steps_and_texts) /* M532 */
{
    const ptc_fail fail = {.reason = PTC_STR("tool_error"),
                           .message = PTC_STR("no luck"),
                           .op = PTC_STR("search")};
    const ptc_source replies = {PTC_STR("r"), PTC_STR("\"x\"\n\n{]")};
    ptc_script *script;
    ptc_arena arena;
    ptc_error error;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    expect_view(ptc_fail_view(&fail), "search", "tool_error", "no luck");
    expect_view(ptc_error_none(), "", "", "");
    cr_expect(ptc_script_read(&arena, &replies, &script, &error) == PTC_ERROR_SYNTAX);
    expect_view(error, "r:3", "syntax", "expected a key in quotes, found ']'");
    ptc_text_init(&text, &arena);
    ptc_error_write(&text, &error);
    error.path = PTC_STR("");
    ptc_text_byte(&text, '|');
    ptc_error_write(&text, &error);
    cr_expect_str_eq(text.ptr, "r:3: expected a key in quotes, found ']'|"
                               "expected a key in quotes, found ']'");
    ptc_arena_free(&arena);
}
