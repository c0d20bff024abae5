/* SPDX-License-Identifier: MIT */
/*
 * Registered types in emitted code: functions that ptcc was reported, those that a caller
 * brings, and what is said where neither is there. The contracts are in
 * tests/emitted/variants/own. [validation 8, 15]
 */
#include "support.h"

#include "contact.ptc.h"
#include "invite.ptc.h"

#include <criterion/criterion.h>

#include <stdio.h>

/* --- The functions that the headers declare ---------------------------------------- */

bool is_email(const ptc_value *value, const char **message, void *user)
{
    ptc_str text;

    (void)user;
    if (value->kind != PTC_STRING)
        return false;
    text = ptc_value_text(value);
    if (memchr(text.ptr, '@', text.len))
        return true;
    *message = "needs an @";
    return false;
}

/* Lower-case letters. */
bool is_word(const ptc_value *value, const char **message, void *user)
{
    ptc_str text;

    (void)user;
    if (value->kind != PTC_STRING)
        return false;
    text = ptc_value_text(value);
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] < 'a' || text.ptr[i] > 'z') {
            *message = "small letters only";
            return false;
        }
    }
    return text.len > 0;
}

/* --- Every place ------------------------------------------------------------------- */

/* What the entries of `contact` say about a text: the first message, or "". */
static const char *judged(ptc_arena *arena, ptc_str text)
{
    static char messages[3][400];
    const char *first = messages[0];
    const ptc_parse_options strict = {.struct_size = sizeof strict,
                                      .direction = PTC_OUTPUT};
    const ptc_walk_options output = {.struct_size = sizeof output,
                                     .direction = PTC_OUTPUT};
    ptc_status statuses[4];
    ptc_report reports[3];
    ptc_value value;
    contact out;

    for (size_t i = 0; i < 3; i++)
        ptc_report_init(&reports[i], arena);
    cr_assert(ptc_json_read(arena, text.ptr, text.len, NULL, &value, NULL, NULL) ==
                  PTC_OK,
              "%s", text.ptr);
    statuses[0] = contact_explain(arena, text.ptr, text.len, &strict, &reports[0], NULL);
    statuses[1] = contact_validate(&value, &output, &reports[1]);
    statuses[2] = contact_from_value(arena, &value, &output, &out, &reports[2]);
    statuses[3] = contact_parse(arena, text.ptr, text.len, &strict, &out, NULL);
    for (size_t i = 0; i < 4; i++)
        cr_expect(statuses[i] == statuses[0], "%s: entry %zu says %s, explain %s",
                  text.ptr, i, ptc_status_name(statuses[i]),
                  ptc_status_name(statuses[0]));
    for (size_t i = 0; i < 3; i++) {
        ptc_text message;

        ptc_text_init(&message, arena);
        if (reports[i].error_count > 0)
            ptc_issue_write(&message, &reports[i].errors[0]);
        snprintf(messages[i], sizeof messages[i], "%.*s", (int)message.len,
                 message.len ? message.ptr : "");
        cr_expect(strcmp(messages[i], first) == 0, "%s and %s", messages[i], first);
    }
    return first;
}

/* M160, M193: as field, optional field, item, value and key of a map, element of a tuple,
 * alternative, conjunct, member of a set. */
Test(validators, functions_check_in_every_place)
{
    static const struct {
        const char *name; /* of the field that is not the good one */
        const char *json;
        const char *message; /* "": valid */
    } rows[] = {
        {"", "", ""},
        {"email", "\"abc\"",
         "email: expected email, got string \"abc\" \xe2\x80\x93 needs an @"},
        {"email", "5", "email: expected email, got int 5"},
        {"email", "null", "email: expected email, got nil"},
        {"backup", "null", ""},
        {"backup", "\"c@d\"", ""},
        {"backup", "\"c\"",
         "backup: expected mail, got string \"c\" \xe2\x80\x93 needs an @"},
        {"mails", "[]", ""},
        {"mails", "[\"a@b\",\"c\"]",
         "mails[1]: expected mail, got string \"c\" \xe2\x80\x93 needs an @"},
        {"names", "{\"k\":\"K\"}",
         "names.k: expected word, got string \"K\" \xe2\x80\x93 small letters only"},
        {"words", "{\"w\":1,\"x\":2}", ""},
        {"words", "{\"w\":1,\"X\":2}", "words.X: expected key word, got key \"X\""},
        {"pair", "[\"w\",null]", ""},
        {"pair", "[\"W\",1]",
         "pair[0]: expected word, got string \"W\" \xe2\x80\x93 small letters only"},
        {"pick", "7", ""},
        {"pick", "\"w\"", ""},
        {"pick", "\"7\"", "pick: expected int or word, got string \"7\""},
        {"pick", "\"W\"", "pick: expected int or word, got string \"W\""},
        {"both", "\"B\"",
         "both: expected word, got string \"B\" \xe2\x80\x93 small letters only"},
        {"only", "[\"a\",\"b\"]", ""},
        {"only", "[\"a\",\"B\"]",
         "only[1]: expected word, got string \"B\" \xe2\x80\x93 small letters only"},
    };
    static const char *const good[][2] = {
        {"email", "\"a@b\""},   {"mails", "[\"a@b\"]"}, {"names", "{\"k\":\"v\"}"},
        {"words", "{\"w\":1}"}, {"pair", "[\"w\",1]"},  {"pick", "1"},
        {"both", "\"b\""},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *message;
        ptc_text text;

        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "{\"more\":1");
        for (size_t f = 0; f < sizeof good / sizeof good[0]; f++) {
            if (strcmp(good[f][0], rows[i].name) == 0)
                continue;
            ptc_text_cstr(&text, ",\"");
            ptc_text_cstr(&text, good[f][0]);
            ptc_text_cstr(&text, "\":");
            ptc_text_cstr(&text, good[f][1]);
        }
        if (rows[i].name[0]) {
            ptc_text_cstr(&text, ",\"");
            ptc_text_cstr(&text, rows[i].name);
            ptc_text_cstr(&text, "\":");
            ptc_text_cstr(&text, rows[i].json);
        }
        ptc_text_byte(&text, '}');
        message = judged(&arena, ptc_text_view(&text));
        cr_expect(strcmp(message, rows[i].message) == 0, "%s: %s\n not %s", text.ptr,
                  message, rows[i].message);
    }
    ptc_arena_free(&arena);
}

/* The struct holds what was checked. */
Test(validators, values_are_stored)
{
    static const char text[] =
        "{\"email\":\"a@b\",\"mails\":[\"c@d\"],\"names\":{\"k\":\"v\"},"
        "\"words\":{\"w\":1},\"pair\":[\"p\",null],\"pick\":\"q\",\"both\":\"b\"}";
    ptc_arena arena;
    contact out;
    ptc_text back;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(contact_parse(&arena, text, sizeof text - 1, NULL, &out, NULL) == PTC_OK);
    cr_expect(ptc_str_equal(ptc_value_text(&out.email), PTC_STR("a@b")));
    cr_expect(!out.has.backup && !out.has.only);
    cr_expect(out.pick.tag == CONTACT_PICK_WORD &&
              ptc_str_equal(ptc_value_text(&out.pick.as.word), PTC_STR("q")));
    cr_expect(out.words.count == 1 &&
              ptc_str_equal(ptc_value_text(&out.words.items[0].key), PTC_STR("w")));
    ptc_text_init(&back, &arena);
    cr_assert(contact_to_json(&back, &out) == PTC_OK);
    cr_expect(ptc_str_equal(ptc_text_view(&back), ptc_str_of(text)), "%s", back.ptr);
    ptc_arena_free(&arena);
}

/* M194: in signatures, parameters that are coerced and results that are not. */
Test(validators, signatures_name_them_too)
{
    static const struct {
        const char *text;
        bool is_valid;
    } rows[] = {
        {"{\"to\":\"a@b\"}", true},
        {"{\"to\":\"a@b\",\"cc\":null}", true},
        {"{\"to\":\"a@b\",\"cc\":[\"x\",\"y\"]}", true},
        {"{\"to\":\"a@b\",\"cc\":[\"x\",\"Y\"]}", false},
        {"{\"to\":\"ab\"}", false},
        {"{}", false},
    };
    static const char result[] = "{\"sent\":\"5\"}";
    ptc_parse_options strict = {.struct_size = sizeof strict, .mode = PTC_MODE_STRICT};
    ptc_arena arena;
    invite_result out;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t len = strlen(rows[i].text);
        invite in;

        cr_expect((invite_parse(&arena, rows[i].text, len, NULL, &in, NULL) == PTC_OK) ==
                      rows[i].is_valid,
                  "%s", rows[i].text);
        cr_expect((invite_parse(&arena, rows[i].text, len, &strict, &in, NULL) ==
                   PTC_OK) == rows[i].is_valid,
                  "%s", rows[i].text);
    }
    cr_expect(invite_result_parse(&arena, result, sizeof result - 1, NULL, &out, NULL) ==
                  PTC_ERROR_INVALID,
              "a result is not coerced");
    ptc_arena_free(&arena);
}

/* --- The caller's validators ------------------------------------------------------- */

/* Strings that begin with the letter that `user` points to. */
static bool begins(const ptc_value *value, const char **message, void *user)
{
    const char *letter = user;

    *message = "another letter";
    return value->kind == PTC_STRING && value->aux > 0 && value->as.text[0] == *letter;
}

static bool never(const ptc_value *value, const char **message, void *user)
{
    (void)value;
    (void)message;
    (void)user;
    return false;
}

/* M193: a type that was declared without a function is the caller's; one with a function
 * is not. */
Test(validators, callers_bring_what_is_not_known)
{
    char letter = 'l';
    const ptc_validator both[] = {{PTC_STR("late"), begins, &letter},
                                  {PTC_STR("email"), never, NULL}};
    static const struct {
        const char *text;
        const char *with; /* "": valid */
        const char *without;
    } rows[] = {
        {"{}", "", ""},
        {"{\"a\":null,\"c\":\"x@y\"}", "", ""},
        {"{\"a\":\"late\"}", "", "a: expected late, got string \"late\""},
        {"{\"a\":\"soon\"}",
         "a: expected late, got string \"soon\" \xe2\x80\x93 another letter",
         "a: expected late, got string \"soon\""},
        {"{\"b\":[\"l\",\"m\"]}",
         "b[1]: expected late, got string \"m\" \xe2\x80\x93 another letter",
         "b[0]: expected late, got string \"l\""},
        {"{\"a\":\"l\",\"c\":\"xy\"}",
         "c: expected email, got string \"xy\" \xe2\x80\x93 needs an @",
         "a: expected late, got string \"l\""},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        ptc_str text = ptc_str_of(rows[i / 2].text);
        const char *wanted = i % 2 ? rows[i / 2].with : rows[i / 2].without;
        ptc_status status = *wanted ? PTC_ERROR_INVALID : PTC_OK;
        ptc_parse_options options = {.struct_size = sizeof options,
                                     .validators = i % 2 ? both : NULL,
                                     .validator_count = i % 2 ? 2 : 0};
        ptc_walk_options walking = {.struct_size = sizeof walking,
                                    .validators = options.validators,
                                    .validator_count = options.validator_count};
        ptc_report report;
        ptc_text message;
        ptc_value value;
        delayed out;

        ptc_report_init(&report, &arena);
        ptc_text_init(&message, &arena);
        cr_expect(delayed_parse(&arena, text.ptr, text.len, &options, &out, NULL) ==
                      status,
                  "%s", text.ptr);
        cr_expect(delayed_explain(&arena, text.ptr, text.len, &options, &report, NULL) ==
                      status,
                  "%s", text.ptr);
        if (report.error_count > 0)
            ptc_issue_write(&message, &report.errors[0]);
        cr_expect(ptc_str_equal(ptc_text_view(&message), ptc_str_of(wanted)),
                  "%s: %.*s not %s", text.ptr, (int)message.len, message.ptr, wanted);
        cr_assert(ptc_json_read(&arena, text.ptr, text.len, NULL, &value, NULL, NULL) ==
                  PTC_OK);
        cr_expect(delayed_validate(&value, &walking, NULL) == status, "%s", text.ptr);
        cr_expect(delayed_from_value(&arena, &value, &walking, &out, NULL) == status,
                  "%s", text.ptr);
    }
    ptc_arena_free(&arena);
}

/* The list of both, those of the contract and the caller's, takes memory. */
Test(validators, refused_memory_is_a_status)
{
    const ptc_str text = PTC_STR("{\"a\":\"late\",\"b\":[\"l\"],\"c\":\"x@y\"}");
    static unsigned char memory[1 << 14];
    char letter = 'l';
    const ptc_validator late = {PTC_STR("late"), begins, &letter};
    const ptc_parse_options options = {
        .struct_size = sizeof options, .validators = &late, .validator_count = 1};
    const ptc_walk_options walking = {
        .struct_size = sizeof walking, .validators = &late, .validator_count = 1};
    ptc_arena kept;
    ptc_value value;
    unsigned done = 0;

    ptc_arena_init(&kept, NULL, 0);
    cr_assert(ptc_json_read(&kept, text.ptr, text.len, NULL, &value, NULL, NULL) ==
              PTC_OK);
    for (size_t size = 0; size < sizeof memory && done != 7; size += 16) {
        ptc_status statuses[3];
        ptc_arena arena;
        ptc_report report;
        delayed out;

        ptc_arena_init_memory(&arena, memory, size);
        statuses[0] = delayed_parse(&arena, text.ptr, text.len, &options, &out, NULL);
        ptc_arena_init_memory(&arena, memory, size);
        ptc_report_init(&report, &kept);
        statuses[1] =
            delayed_explain(&arena, text.ptr, text.len, &options, &report, NULL);
        ptc_arena_init_memory(&arena, memory, size);
        statuses[2] = delayed_from_value(&arena, &value, &walking, &out, NULL);
        for (unsigned i = 0; i < 3; i++) {
            cr_expect(statuses[i] == PTC_OK || statuses[i] == PTC_ERROR_MEMORY,
                      "%u in %zu: %s", i, size, ptc_status_name(statuses[i]));
            done |= (unsigned)(statuses[i] == PTC_OK) << i;
        }
    }
    cr_expect_eq(done, 7u);
    ptc_arena_free(&kept);
}
