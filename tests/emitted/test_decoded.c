/* SPDX-License-Identifier: MIT */
/*
 * Decoders in emitted code: functions that ptcc was reported, and those that a caller
 * brings. The contracts are in tests/emitted/variants/own. [validation 11.5]
 */
#include "support.h"

#include "decoded.ptc.h"

#include <criterion/criterion.h>

/* --- The functions that the header declares ---------------------------------------- */

bool read_cents(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                const char **message, void *user)
{
    ptc_str text;
    int64_t sum = 0;

    (void)arena;
    cr_expect(user == NULL);
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

bool read_trimmed(ptc_arena *arena, const ptc_value *value, ptc_value *out,
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
    *out = ptc_value_string(ptc_str_copy(arena, text));
    return true;
}

static bool plus_user(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                      const char **message, void *user)
{
    (void)arena;
    (void)message;
    *out = ptc_value_int(value->as.integer + *(int *)user);
    return true;
}

/* --- Texts ------------------------------------------------------------------------- */

#define REST                                                                             \
    "'prices':['1.00',2],'names':{' k':' v'},'pick':'3.00','kind':' a','inner':{'x':1}"

/* What a text becomes, or why not; it says the same by the walker. */
static const char *read_back(ptc_arena *arena, const char *quoted,
                             const ptc_parse_options *options)
{
    const char *json = test_quoted(arena, quoted);
    ptc_report report;
    ptc_parse_info info;
    decoded out;
    ptc_text text;
    ptc_status status = decoded_parse(arena, json, strlen(json), options, &out, &info);

    ptc_report_init(&report, arena);
    cr_expect(decoded_explain(arena, json, strlen(json), options, &report, NULL) ==
              status);
    ptc_text_init(&text, arena);
    if (status == PTC_OK)
        cr_expect(decoded_to_json(&text, &out) == PTC_OK);
    else if (report.error_count > 0)
        ptc_issue_write(&text, &report.errors[0]);
    if (status == PTC_OK)
        cr_expect(info.is_coerced == (report.warning_count > 0));
    ptc_text_byte(&text, '\0');
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '"')
            text.ptr[i] = '\'';
    }
    return text.ptr;
}

/* M159 */
Test(decoded, functions_run_in_every_place)
{
    static const char *const rows[][2] = {
        {"{'price':'12.50'," REST "}",
         "{'price':1250,'prices':[100,2],'names':{'k':'v'},'pick':300,'kind':'a',"
         "'inner':{'x':1}}"},
        {"{'price':1,'note':'  n'," REST "}",
         "{'price':1,'note':'n','prices':[100,2],'names':{'k':'v'},'pick':300,"
         "'kind':'a','inner':{'x':1}}"},
        {"{'price':1,'note':null," REST "}",
         "{'price':1,'prices':[100,2],'names':{'k':'v'},'pick':300,'kind':'a',"
         "'inner':{'x':1}}"},
        {"{'price':'x'," REST "}",
         "price: decoder cents refuses string 'x' \xE2\x80\x93 no amount of money"},
        {"{'price':true," REST "}", "price: expected int, got boolean true"},
        {"{'price':1,'later':1," REST "}", "later: no decoder late is registered"},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_str_eq(read_back(&arena, rows[i][0], NULL), rows[i][1]);
    ptc_arena_free(&arena);
}

/* M159: those for which the generator was given no function. */
Test(decoded, callers_bring_functions)
{
    int more = 4;
    const ptc_decoder decoders[] = {{PTC_STR_INIT("late"), plus_user, &more, NULL}};
    const ptc_parse_options options = {
        .struct_size = sizeof options, .decoders = decoders, .decoder_count = 1};
    const ptc_walk_options walk = {
        .struct_size = sizeof walk, .decoders = decoders, .decoder_count = 1};
    static const char good[] = "{'price':1,'later':1,'prices':[],'names':{},'pick':true,"
                               "'kind':'b','inner':{'x':1}}";
    ptc_arena arena;
    ptc_value value;
    const char *json;
    decoded out;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect_str_eq(read_back(&arena, good, &options),
                     "{'price':1,'prices':[],'names':{},'pick':true,'kind':'b',"
                     "'inner':{'x':1},'later':5}");
    json = test_quoted(&arena, good);
    cr_assert(ptc_json_read(&arena, json, strlen(json), NULL, &value, NULL, NULL) ==
              PTC_OK);
    cr_assert(decoded_from_value(&arena, &value, &walk, &out, NULL) == PTC_OK);
    cr_expect(out.has.later && out.later == 5 && out.price == 1);
    ptc_arena_free(&arena);
}

/* M159: results are checked as they are, and so is all in mode strict. */
Test(decoded, results_are_not_decoded)
{
    static const char text[] = "\"5.00\"";
    static const char arguments[] = "{\"amount\":\"5.00\"}";
    const ptc_parse_options strict = {.struct_size = sizeof strict,
                                      .mode = PTC_MODE_STRICT};
    ptc_arena arena;
    paid_result result;
    paid in;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(paid_result_parse(&arena, text, sizeof text - 1, NULL, &result, NULL) ==
              PTC_ERROR_INVALID);
    cr_expect(paid_parse(&arena, arguments, sizeof arguments - 1, NULL, &in, NULL) ==
              PTC_OK);
    cr_expect(in.amount == 500);
    cr_expect(paid_parse(&arena, arguments, sizeof arguments - 1, &strict, &in, NULL) ==
              PTC_ERROR_INVALID);
    ptc_arena_free(&arena);
}
