/* SPDX-License-Identifier: MIT */
/*
 * Generated parsers against the walker: the golden files are compiled in, fed with
 * documents of every kind of damage, and must give the walker's verdict, its coercions
 * and its values. What the specification says outright stands in tables of its own.
 */
#include "support.h"

#include "defaults.ptc.h"
#include "enums.ptc.h"
#include "limits.ptc.h"
#include "order.ptc.h"
#include "records.ptc.h"
#include "scalars.ptc.h"
#include "shared_types.ptc.h"
#include "tool_call.ptc.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

/* --- What is tested ---------------------------------------------------------------- */

typedef ptc_status (*parse_fn)(ptc_arena *arena, const char *text, size_t len,
                               const ptc_parse_options *options, void *out,
                               ptc_parse_info *info);

/* Whether a struct holds what the walker made of the same text. */
typedef bool (*same_fn)(const void *out, const ptc_value *value);

typedef struct subject {
    const char *name;
    const ptc_schema *schema;
    uint32_t root;
    parse_fn plain;
    parse_fn padded;
    size_t size;
    same_fn same;
    const char *documents[6];
} subject;

#define SUBJECT(type)                                                                    \
    static ptc_status plain_##type(ptc_arena *arena, const char *text, size_t len,       \
                                   const ptc_parse_options *options, void *out,          \
                                   ptc_parse_info *info)                                 \
    {                                                                                    \
        return type##_parse(arena, text, len, options, out, info);                       \
    }                                                                                    \
    static ptc_status padded_##type(ptc_arena *arena, const char *text, size_t len,      \
                                    const ptc_parse_options *options, void *out,         \
                                    ptc_parse_info *info)                                \
    {                                                                                    \
        return type##_parse_padded(arena, text, len, options, out, info);                \
    }

SUBJECT(scalars)
SUBJECT(scalars_result)
SUBJECT(tool_call)
SUBJECT(tool_call_result)
SUBJECT(order)
SUBJECT(records)
SUBJECT(defaults)
SUBJECT(enums)
SUBJECT(enums_result)
SUBJECT(find_result)
SUBJECT(team)
SUBJECT(flags)
SUBJECT(limits)

/* --- Comparing structs with values -------------------------------------------------- */

static const ptc_value *member(const ptc_value *map, const char *name)
{
    static const ptc_value nil = {.kind = PTC_NIL};
    const ptc_value *found = ptc_map_find_text(map->as.map, PTC_STRING, ptc_str_of(name));

    return found ? found : &nil;
}

static bool same_text(ptc_str text, const ptc_value *value)
{
    return (value->kind == PTC_STRING || value->kind == PTC_KEYWORD) &&
           ptc_str_equal(text, ptc_value_text(value));
}

static bool same_int(int64_t integer, const ptc_value *value)
{
    return value->kind == PTC_INT && value->as.integer == integer;
}

static bool same_float(double number, const ptc_value *value)
{
    double other = 0;

    if (value->kind == PTC_FLOAT)
        other = value->as.number;
    else if (value->kind == PTC_INT)
        other = (double)value->as.integer;
    else if (value->kind != PTC_OPAQUE ||
             !ptc_number_read_double(value->as.text, value->aux, &other))
        return false;
    return memcmp(&number, &other, sizeof number) == 0;
}

static bool same_bool(bool boolean, const ptc_value *value)
{
    return value->kind == PTC_BOOL && value->as.boolean == boolean;
}

/* An enum member: in JSON a string may stand for a keyword. */
static bool same_member(const ptc_value *values, unsigned index, const ptc_value *value)
{
    const ptc_value *chosen = &values[index];

    if (chosen->kind == PTC_STRING || chosen->kind == PTC_KEYWORD)
        return same_text(ptc_value_text(chosen), value);
    return ptc_value_same(chosen, value);
}

/* A field that is not present is absent or nil in the value. */
#define OPTIONAL(holder, field, name, map, same)                                         \
    ((holder)->has.field ? same((holder)->field, member((map), (name)))                  \
                         : member((map), (name))->kind == PTC_NIL)

static bool same_scalars(const void *pointer, const ptc_value *value)
{
    const scalars *out = pointer;

    return same_text(out->text, member(value, "text")) &&
           OPTIONAL(out, code, "code", value, same_text) &&
           OPTIONAL(out, name, "name", value, same_text) &&
           same_int(out->count, member(value, "count")) &&
           OPTIONAL(out, offset, "offset", value, same_int) &&
           same_int(out->big, member(value, "big")) &&
           same_float(out->ratio, member(value, "ratio")) &&
           OPTIONAL(out, open, "open", value, same_float) &&
           OPTIONAL(out, huge, "huge", value, same_float) &&
           same_bool(out->flag, member(value, "flag")) &&
           OPTIONAL(out, maybe, "maybe", value, same_bool) &&
           same_text(out->kind, member(value, "kind")) &&
           same_text(out->when, member(value, "when")) &&
           OPTIONAL(out, until, "until", value, same_text) &&
           ptc_value_same(&out->extra, member(value, "extra")) &&
           (!out->has.options ||
            ptc_value_same(&out->options, member(value, "options"))) &&
           ptc_value_same(&out->anything, member(value, "anything"));
}

static bool same_maybe_int(const void *pointer, const ptc_value *value)
{
    const scalars_result *out = pointer;

    return out->has_value ? same_int(out->value, value) : value->kind == PTC_NIL;
}

static bool same_tool_call(const void *pointer, const ptc_value *value)
{
    const tool_call *out = pointer;
    const ptc_value *options = member(value, "options");
    const ptc_value *tags = member(options, "tags");
    bool same = same_text(out->query, member(value, "query")) &&
                same_int(out->limit, member(value, "limit")) &&
                OPTIONAL(&out->options, sort, "sort", options, same_text) &&
                out->options.tags.count == tags->aux;

    for (size_t i = 0; same && i < tags->aux; i++)
        same = same_text(out->options.tags.items[i], &tags->as.items[i]);
    return same;
}

static bool same_any(const void *pointer, const ptc_value *value)
{
    return ptc_value_same(pointer, value);
}

static bool same_customer(const order_customer *out, const ptc_value *value)
{
    const ptc_value *home = member(value, "address");

    return same_int(out->id, member(value, "id")) &&
           same_text(out->name, member(value, "name")) &&
           OPTIONAL(out, email, "email", value, same_text) &&
           same_text(out->address.street, member(home, "street")) &&
           same_text(out->address.city, member(home, "city")) &&
           same_text(out->address.zip, member(home, "zip")) &&
           same_text(out->address.country, member(home, "country"));
}

static bool same_order_item(const order_items_item *out, const ptc_value *value)
{
    return same_text(out->sku, member(value, "sku")) &&
           same_text(out->title, member(value, "title")) &&
           same_int(out->quantity, member(value, "quantity")) &&
           same_float(out->unit_price, member(value, "unit_price")) &&
           OPTIONAL(out, discount, "discount", value, same_float);
}

static bool same_order(const void *pointer, const ptc_value *value)
{
    const order *out = pointer;
    const ptc_value *items = member(value, "items");
    const ptc_value *totals = member(value, "totals");
    bool same = same_int(out->order_id, member(value, "order_id")) &&
                same_member(order_status_values, out->status, member(value, "status")) &&
                same_text(out->created_at, member(value, "created_at")) &&
                same_customer(&out->customer, member(value, "customer")) &&
                same_float(out->totals.subtotal, member(totals, "subtotal")) &&
                same_float(out->totals.grand_total, member(totals, "grand_total")) &&
                out->tags.count == member(value, "tags")->aux &&
                same_bool(out->paid, member(value, "paid")) &&
                OPTIONAL(out, notes, "notes", value, same_text) &&
                out->items.count == items->aux;

    for (size_t i = 0; same && i < items->aux; i++)
        same = same_order_item(&out->items.items[i], &items->as.items[i]);
    return same;
}

static bool same_records(const void *pointer, const ptc_value *value)
{
    const records *out = pointer;
    bool same = out->count == value->aux;

    for (size_t i = 0; same && i < value->aux; i++) {
        const ptc_value *item = &value->as.items[i];

        same = same_int(out->items[i].id, member(item, "id")) &&
               same_text(out->items[i].name, member(item, "name")) &&
               OPTIONAL(&out->items[i], email, "email", item, same_text) &&
               same_float(out->items[i].score, member(item, "score")) &&
               same_bool(out->items[i].active, member(item, "active"));
    }
    return same;
}

/* A field with a default always has a value, given or not. */
static bool same_defaults(const void *pointer, const ptc_value *value)
{
    const defaults *out = pointer;
    const ptc_value *has = member(value, "has");
    const ptc_value *odd = member(value, "odd");

    return same_int(out->limit, member(value, "limit")) &&
           same_float(out->scale, member(value, "scale")) &&
           same_text(out->title, member(value, "title")) &&
           same_member(defaults_order_values, out->order, member(value, "order")) &&
           same_member(defaults_level_values, out->level, member(value, "level")) &&
           same_bool(out->quiet, member(value, "quiet")) &&
           out->ids.count == member(value, "ids")->aux &&
           same_bool(out->class_, member(value, "class")) &&
           same_int(out->user_id, member(value, "user-id")) &&
           OPTIONAL(out, x_y, "x_y", value, same_text) &&
           same_int(out->has_.errno_, member(has, "errno")) &&
           OPTIONAL(&out->has_, user_id, "user-id", has, same_int) &&
           same_int(out->odd.we_x20ird_x22_x5d_x7d, member(odd, "we ird\"]}")) &&
           OPTIONAL(&out->odd, _xc3_xbc, "\xc3\xbc", odd, same_int);
}

static bool same_enums(const void *pointer, const ptc_value *value)
{
    const enums *out = pointer;
    const ptc_value *list = member(value, "list");
    bool same = same_member(enums_sort_values, out->sort, member(value, "sort")) &&
                (!out->has.near ||
                 same_member(enums_near_values, out->near, member(value, "near"))) &&
                same_member(enums_level_values, out->level, member(value, "level")) &&
                same_member(enums_kind_values, out->kind, member(value, "kind")) &&
                (!out->has.mixed ||
                 same_member(enums_mixed_values, out->mixed, member(value, "mixed"))) &&
                same_member(enums_many_values, out->many, member(value, "many")) &&
                out->list.count == list->aux;

    for (size_t i = 0; same && i < list->aux; i++)
        same =
            same_member(enums_list_item_values, out->list.items[i], &list->as.items[i]);
    return same;
}

static bool same_maybe_enum(const void *pointer, const ptc_value *value)
{
    const enums_result *out = pointer;

    return out->has_value ? same_member(enums_result_values, out->value, value)
                          : value->kind == PTC_NIL;
}

static bool same_user(const user *out, const ptc_value *value)
{
    const ptc_value *home = member(value, "home");
    const ptc_value *roles = member(value, "roles");
    bool same = same_int(out->id, member(value, "id")) &&
                same_text(out->name, member(value, "name")) &&
                out->has.home == (home->kind == PTC_MAP) &&
                (!out->has.home || (same_text(out->home.street, member(home, "street")) &&
                                    OPTIONAL(&out->home, zip, "zip", home, same_text))) &&
                out->roles.count == roles->aux;

    for (size_t i = 0; same && i < roles->aux; i++)
        same = same_member(role_values, out->roles.items[i], &roles->as.items[i]);
    return same;
}

static bool same_users(const void *pointer, const ptc_value *value)
{
    const find_result *out = pointer;
    bool same = out->count == value->aux;

    for (size_t i = 0; same && i < value->aux; i++)
        same = same_user(&out->items[i], &value->as.items[i]);
    return same;
}

static bool same_team(const void *pointer, const ptc_value *value)
{
    const team *out = pointer;
    const ptc_value *members = member(value, "members");
    const ptc_value *by_role = member(value, "by_role");
    bool same = same_user(&out->lead, member(value, "lead")) &&
                out->members.count == members->aux &&
                out->by_role.has.admin == (member(by_role, "admin")->kind == PTC_MAP);

    for (size_t i = 0; same && i < members->aux; i++)
        same = same_user(&out->members.items[i], &members->as.items[i]);
    return same;
}

static bool same_limits(const void *pointer, const ptc_value *value)
{
    const limits *out = pointer;

    return OPTIONAL(out, low, "low", value, same_float) &&
           OPTIONAL(out, below, "below", value, same_float) &&
           OPTIONAL(out, most, "most", value, same_float) &&
           OPTIONAL(out, above, "above", value, same_float) &&
           OPTIONAL(out, near, "near", value, same_float) &&
           OPTIONAL(out, huge, "huge", value, same_float);
}

static bool same_flags(const void *pointer, const ptc_value *value)
{
    const flags *out = pointer;
    bool same = out->count == value->aux;

    for (size_t i = 0; same && i < value->aux; i++)
        same = out->items[i].has_value
                   ? same_bool(out->items[i].value, &value->as.items[i])
                   : value->as.items[i].kind == PTC_NIL;
    return same;
}

/* --- Documents --------------------------------------------------------------------- */

#define USER                                                                             \
    "{\"id\":1,\"name\":\"a\",\"home\":{\"street\":\"s\",\"zip\":\"12345\"},\"roles\":[" \
    "\"admin\"]}"

/* Roots: 1 the parameters, 2 the result. */
static const subject subjects[] = {
    {"scalars",
     &scalars_schema,
     1,
     plain_scalars,
     padded_scalars,
     sizeof(scalars),
     same_scalars,
     {"{\"text\":\"Ab\",\"code\":\"abc1\",\"name\":null,\"count\":7,\"offset\":-4,"
      "\"big\":"
      "-9223372036854775808,\"ratio\":0.25,\"open\":0.5,\"huge\":9007199254740993,"
      "\"flag\":true,\"maybe\":false,"
      "\"kind\":\"fast\",\"when\":\"2024-02-29T23:59:59Z\",\"until\":null,\"extra\":"
      "{\"a\":[1,2.5,\"x\",null]},\"options\":{\"k\":1},\"anything\":{}}",
      "{\"text\":\"\\u0041\\u00e4\",\"code\":\"ab9\",\"count\":\"12\",\"big\":\"+5\","
      "\"ratio\":"
      "1,"
      "\"flag\":\"true\",\"kind\":\":slow\",\"when\":\"2024-01-01t00:00:00+01:00\","
      "\"extra\":null,\"anything\":{\"x\":{\"y\":[]}},\"more\":1,\"even more\":[{}]}",
      "{ \"anything\" : {\"a\":1}, \"extra\" : 99999999999999999999, \"when\" : "
      "\"2024-01-01T00:00:00.5Z\" , \"kind\":\"k\",\"flag\":false,\"ratio\":\" 0.5 \","
      "\"big\":0,\"count\":1,\"code\":\"abcdefg9\",\"text\":\"A\\\"\\\\\\n\"}"}},
    {"scalars_result",
     &scalars_schema,
     2,
     plain_scalars_result,
     padded_scalars_result,
     sizeof(scalars_result),
     same_maybe_int,
     {"7", "null", "\"7\"", " -0 ", "9223372036854775807"}},
    {"tool_call",
     &tool_call_schema,
     1,
     plain_tool_call,
     padded_tool_call,
     sizeof(tool_call),
     same_tool_call,
     {"{\"query\":\"budget overdue\",\"limit\":25,\"options\":{\"tags\":[\"a\",\"b\"]}}",
      "{\"query\":\"\",\"limit\":0,\"options\":{\"sort\":\"x\",\"tags\":[]}}"}},
    {"tool_call_result",
     &tool_call_schema,
     2,
     plain_tool_call_result,
     padded_tool_call_result,
     sizeof(tool_call_result),
     same_any,
     {"{\"a\":[1,2,{\"b\":null}]}", "[]", "1.5", "\"text\"", "null", " true "}},
    {"order",
     &order_schema,
     2,
     plain_order,
     padded_order,
     sizeof(order),
     same_order,
     {"{\"order_id\":10000000,\"status\":\"paid\",\"created_at\":\"2025-07-17T04:04:"
      "09Z\","
      "\"customer\":{\"id\":147878,\"name\":\"Gita Gran\",\"email\":\"g@example.org\","
      "\"address\":{\"street\":\"Falk gata "
      "38\",\"city\":\"Malm\xc3\xb6\",\"zip\":\"50377\","
      "\"country\":\"DK\"}},\"items\":[{\"sku\":\"SKU-69208\",\"title\":\"Wall anchor\","
      "\"quantity\":5,\"unit_price\":101.93},{\"sku\":\"SKU-31740\",\"title\":\"LED "
      "\\\"warm\\\"\","
      "\"quantity\":5,\"unit_price\":71.72,\"discount\":0.25},{\"sku\":\"x\",\"title\":"
      "\"\","
      "\"quantity\":1,\"unit_price\":3,\"discount\":null}],\"totals\":{\"subtotal\":3014."
      "55,"
      "\"tax\":753.64,\"shipping\":99.0,\"grand_total\":3867.19},\"tags\":[\"late\","
      "\"gift\"],"
      "\"paid\":true,\"notes\":\"Leave it at the door.\"}"}},
    {"records",
     &records_schema,
     2,
     plain_records,
     padded_records,
     sizeof(records),
     same_records,
     {"[{\"id\":100000,\"name\":\"Freja "
      "Falk\",\"email\":\"b@example.com\",\"score\":54.0812598,"
      "\"active\":false},{\"id\":1,\"name\":\"N\",\"email\":null,\"score\":2e2,"
      "\"active\":true},"
      "{\"id\":2,\"name\":\"O\",\"score\":-0.0,\"active\":true}]",
      "[]"}},
    {"defaults",
     &defaults_schema,
     1,
     plain_defaults,
     padded_defaults,
     sizeof(defaults),
     same_defaults,
     {"{\"limit\":null,\"class\":true,\"user_id\":1,\"x-y\":\"q\",\"has\":{\"errno\":3,"
      "\"user_id\":4},\"odd\":{\"we ird\\\"]}\":1,\"\xc3\xbc\":2,\"\":\"e\"}}",
      "{\"limit\":\"5\",\"scale\":\"2\",\"title\":\"\",\"order\":\"a\",\"level\":\"3\","
      "\"quiet\":false,\"ids\":[1,\"2\"],\"class\":\"false\",\"user-id\":0,\"user_id\":[]"
      ","
      "\"has\":{\"errno\":-1},\"odd\":{\"\\u00fc\":null,\"\":\"\",\"we "
      "ird\\u0022]}\":0}}"}},
    {"enums",
     &enums_schema,
     1,
     plain_enums,
     padded_enums,
     sizeof(enums),
     same_enums,
     {"{\"sort\":\"new "
      "est\",\"near\":\"a_2\",\"level\":-3,\"kind\":\"slow\",\"mixed\":1.0,"
      "\"many\":\"m17\",\"list\":[\"on\",\"off\",\"on\"],\"braces\":\"{}\"}",
      "{\"sort\":\"pr\\u0069ce\",\"near\":\"\xc3\xa4\",\"level\":2.5,\"kind\":\":fast\","
      "\"mixed\":\"x\",\"many\":\"m01\",\"list\":[],\"braces\":\"back\\\\slash\"}",
      "{\"sort\":\"relevance\",\"near\":\"\",\"level\":\"2\",\"kind\":\"fast\",\"mixed\":"
      "null,"
      "\"many\":\"m18\",\"list\":[\"off\"],\"braces\":\"quote\\\"d\"}"}},
    {"enums_result",
     &enums_schema,
     2,
     plain_enums_result,
     padded_enums_result,
     sizeof(enums_result),
     same_maybe_enum,
     {"\"done\"", "null", "\"failed\"", "\"\\u0064one\""}},
    {"find_result",
     &find_schema,
     2,
     plain_find_result,
     padded_find_result,
     sizeof(find_result),
     same_users,
     {"[" USER ",{\"id\":2,\"name\":\"b\",\"roles\":[]}]"}},
    {"team",
     &team_schema,
     2,
     plain_team,
     padded_team,
     sizeof(team),
     same_team,
     {"{\"lead\":" USER ",\"members\":[" USER "," USER "],\"by_role\":{\"admin\":" USER
      "}}"}},
    {"flags",
     &flags_schema,
     2,
     plain_flags,
     padded_flags,
     sizeof(flags),
     same_flags,
     {"[true,null,false]", "[]", "[\"true\"]"}},
    {"limits",
     &limits_schema,
     2,
     plain_limits,
     padded_limits,
     sizeof(limits),
     same_limits,
     {"{\"low\":9007199254740993,\"most\":9223372036854775807,\"near\":1}"}},
};

#define SUBJECT_COUNT (sizeof subjects / sizeof subjects[0])

/* Values that are put where another stood. */
static const char *const replacements[] = {
    "null",
    "true",
    "\"true\"",
    "42",
    "\"42\"",
    "-0",
    "0.5",
    "1.0",
    "5.",
    "01",
    "+1",
    "1e400",
    "-1E-400",
    "99999999999999999999",
    "9223372036854775807",
    "9007199254740993",
    "\"\"",
    "\"\\u0061\"",
    "\"\\ud800\"",
    "\"\\ud83d\\ude00\"",
    "\"x\x80\"",
    "\"\xed\xa0\x80\"",
    "[]",
    "[1]",
    "[\"a\",null]",
    "{}",
    "{\"a\":1,\"a\":2}",
    "{\"a\":1,\"\\u0061\":2}",
    "\":kw\"",
    "\"price\"",
    "\"pr\\u0069ce\"",
    "\"2020-02-30T00:00:00Z\"",
    "\"2020-01-01T00:00:00+02:00\"",
    "\"2020-01-01 00:00:00Z\"",
    "\" 3 \"",
    "nul",
    "tru",
    "\"\\x\"",
    "\"a\tb\"",
    "[[[[]]]]",
};

/* Keys that are put in front of another. */
static const char *const extra_keys[] = {
    "\"unknown\":1,",
    "\"unknown\":{\"a\":[]},",
    "\"un\\u006bnown\":0,",
    "\"user_id\":7,",
    "\"user-id\":7,",
    "\"x-y\":\"z\",",
    "\"count\":3,",
    "\"c\\u006funt\":3,",
    "\"unit-price\":\"no\",",
    "\"order-id\":1,",
    "\"\":1,",
    "\"id\":\"1\",",
    "\"query\":\"x\",",
};

/* --- Judging ----------------------------------------------------------------------- */

/* What stands behind a padded text: the worst that can, among it the text's own rest. */
static void fill_padding(char *padding, const char *rest, size_t rest_len, unsigned kind)
{
    static const char hostile[][PTC_PADDING + 1] = {
        "\"}]1,\"x\":{[ \"a\":0}],\"query\":\"x",
        "99999999999999999999999999999999",
        "}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}",
        "                                ",
    };

    if (kind < 4) {
        memcpy(padding, hostile[kind], PTC_PADDING);
        return;
    }
    memset(padding, 0, PTC_PADDING);
    memcpy(padding, rest, rest_len < PTC_PADDING ? rest_len : PTC_PADDING);
}

typedef struct verdict {
    ptc_status status; /* OK or why not; a warn_only error is INVALID */
    bool is_coerced;
    ptc_value value;
} verdict;

static verdict walk(ptc_arena *arena, const subject *tested, ptc_str text,
                    const ptc_parse_options *options)
{
    ptc_walk_options walking = {.struct_size = sizeof walking};
    ptc_schema schema = *tested->schema;
    ptc_report report;
    verdict result;

    schema.root = tested->root;
    walking.mode = options->mode;
    walking.direction = options->direction;
    walking.boundary = PTC_BOUNDARY_JSON;
    ptc_report_init(&report, arena);
    result.is_coerced = false;
    result.status =
        ptc_json_read(arena, text.ptr, text.len, NULL, &result.value, NULL, NULL);
    if (result.status != PTC_OK)
        return result;
    result.status = ptc_schema_coerce(&schema, &result.value, &walking, arena,
                                      &result.value, &report);
    if (result.status == PTC_OK && report.errors_found)
        result.status = PTC_ERROR_INVALID;
    result.is_coerced = report.warnings_found > 0;
    return result;
}

/* One text, both entries. Returns whether the walker accepts it. */
static bool judge(ptc_arena *arena, const subject *tested, ptc_str text, ptc_str rest,
                  const ptc_parse_options *options, unsigned padding)
{
    static char padded[1 << 14];
    char *exact = malloc(text.len ? text.len : 1);
    void *out = malloc(tested->size);
    ptc_parse_info info;
    verdict walked = walk(arena, tested, text, options);
    const char *row = test_cstr(text);

    cr_assert(exact && out && text.len + PTC_PADDING <= sizeof padded);
    memcpy(padded, text.ptr, text.len);
    fill_padding(padded + text.len, rest.ptr, rest.len, padding);
    memcpy(exact, text.ptr, text.len);
    for (unsigned entry = 0; entry < 2; entry++) {
        ptc_status status =
            entry ? tested->padded(arena, padded, text.len, options, out, &info)
                  : tested->plain(arena, exact, text.len, options, out, &info);

        cr_expect(
            (status == PTC_OK) == (walked.status == PTC_OK),
            "%s mode %d direction %d padding %u: generated %s at %zu, walker %s: %s",
            tested->name, options->mode, options->direction, padding,
            ptc_status_name(status), info.offset, ptc_status_name(walked.status), row);
        if (status != PTC_OK || walked.status != PTC_OK)
            continue;
        cr_expect(info.is_coerced == walked.is_coerced, "%s direction %d: coerced %d: %s",
                  tested->name, options->direction, info.is_coerced, row);
        cr_expect(tested->same(out, &walked.value), "%s direction %d: other content: %s",
                  tested->name, options->direction, row);
    }
    free(out);
    free(exact);
    return walked.status == PTC_OK;
}

static const ptc_mode judged_modes[] = {PTC_MODE_ENABLED, PTC_MODE_WARN_ONLY,
                                        PTC_MODE_STRICT};

static bool judge_all(ptc_arena *arena, const subject *tested, ptc_str text)
{
    bool accepted = false;

    for (unsigned i = 0; i < 6; i++) {
        ptc_parse_options options = {sizeof options,
                                     judged_modes[i / 2],
                                     i % 2 ? PTC_OUTPUT : PTC_INPUT,
                                     0,
                                     NULL,
                                     0};

        ptc_arena_reset(arena);
        accepted |= judge(arena, tested, text, PTC_STR(""), &options, i % 4);
    }
    return accepted;
}

/* --- As they are, and spelled otherwise --------------------------------------------- */

/* The value with the entries of every map in reverse. */
static ptc_value reverse(ptc_arena *arena, const ptc_value *value)
{
    ptc_value result = *value;

    if (value->kind == PTC_VECTOR) {
        ptc_value *items = ptc_arena_array(arena, value->aux, sizeof *items);

        for (uint32_t i = 0; i < value->aux; i++)
            items[i] = reverse(arena, &value->as.items[i]);
        return ptc_value_vector(items, value->aux);
    }
    if (value->kind == PTC_MAP) {
        ptc_map_entry *entries = ptc_arena_array(arena, value->aux, sizeof *entries);

        for (uint32_t i = 0; i < value->aux; i++) {
            entries[value->aux - 1 - i].key = value->as.map->entries[i].key;
            entries[value->aux - 1 - i].value =
                reverse(arena, &value->as.map->entries[i].value);
        }
        cr_assert(ptc_map_make(arena, entries, value->aux, &result, NULL) == PTC_OK);
    }
    return result;
}

Test(gen, documents_are_accepted_in_every_spelling)
{
    ptc_arena arena;
    ptc_arena texts;

    ptc_arena_init(&arena, NULL, 0);
    ptc_arena_init(&texts, NULL, 0);
    for (size_t s = 0; s < SUBJECT_COUNT; s++) {
        for (size_t d = 0; d < 6 && subjects[s].documents[d]; d++) {
            ptc_str document = ptc_str_of(subjects[s].documents[d]);
            ptc_value value;
            ptc_text text;

            cr_expect(judge_all(&arena, &subjects[s], document), "%s: %s",
                      subjects[s].name, document.ptr);
            cr_assert(ptc_json_read(&texts, document.ptr, document.len, NULL, &value,
                                    NULL, NULL) == PTC_OK);
            for (unsigned form = 0; form < 4; form++) {
                ptc_value chosen = form % 2 ? reverse(&texts, &value) : value;

                ptc_text_init(&text, &texts);
                cr_assert(ptc_json_write(&text, &chosen, form / 2 * 2) == PTC_OK);
                cr_expect(judge_all(&arena, &subjects[s], ptc_text_view(&text)), "%s: %s",
                          subjects[s].name, text.ptr);
            }
        }
    }
    ptc_arena_free(&texts);
    ptc_arena_free(&arena);
}

/* --- Cut off ----------------------------------------------------------------------- */

Test(gen, every_prefix_is_judged_alike_whatever_follows)
{
    ptc_arena arena;
    size_t accepted = 0;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t s = 0; s < SUBJECT_COUNT; s++) {
        for (size_t d = 0; d < 6 && subjects[s].documents[d]; d++) {
            ptc_str document = ptc_str_of(subjects[s].documents[d]);

            for (size_t len = 0; len < document.len; len++) {
                ptc_parse_options options = {sizeof options,
                                             PTC_MODE_ENABLED,
                                             len % 2 ? PTC_OUTPUT : PTC_INPUT,
                                             0,
                                             NULL,
                                             0};
                ptc_str rest = ptc_str_make(document.ptr + len, document.len - len);

                for (unsigned padding = 0; padding < 5; padding++) {
                    ptc_arena_reset(&arena);
                    accepted +=
                        judge(&arena, &subjects[s], ptc_str_make(document.ptr, len), rest,
                              &options, padding);
                }
            }
        }
    }
    cr_expect(accepted > 0, "a prefix of a number is one");
    ptc_arena_free(&arena);
}

/* --- Damaged ----------------------------------------------------------------------- */

typedef struct draft {
    char bytes[1 << 13];
    size_t len;
} draft;

/* Puts `text` in place of `count` bytes at `at`. */
static void splice(draft *edited, size_t at, size_t count, const char *text)
{
    size_t len = strlen(text);

    if (edited->len - count + len > sizeof edited->bytes)
        return;
    memmove(edited->bytes + at + len, edited->bytes + at + count,
            edited->len - at - count);
    memcpy(edited->bytes + at, text, len);
    edited->len += len - count;
}

/* The place behind the next `wanted` from a random one on, or the length. */
static size_t behind(const draft *edited, test_random *random, char wanted)
{
    size_t at = test_random_below(random, (uint32_t)edited->len);

    while (at < edited->len && edited->bytes[at] != wanted)
        at++;
    return at < edited->len ? at + 1 : at;
}

static void damage(draft *edited, test_random *random)
{
    char byte[2] = {0, 0};
    size_t at = test_random_below(random, (uint32_t)edited->len);
    size_t end;

    switch (test_random_below(random, 8)) {
    case 0:
        edited->bytes[at] = (char)test_random_below(random, 256);
        break;
    case 1:
        splice(edited, at, 1, "");
        break;
    case 2:
        byte[0] = " \n,:\"{}[]0\\"[test_random_below(random, 11)];
        splice(edited, at, 0, byte);
        break;
    case 3:
        at = behind(edited, random, '{');
        splice(edited, at, 0,
               extra_keys[test_random_below(random,
                                            sizeof extra_keys / sizeof extra_keys[0])]);
        break;
    case 4:
        at = behind(edited, random, ',');
        if (at < edited->len && edited->bytes[at] == '"')
            splice(edited, at, 0,
                   extra_keys[test_random_below(random, sizeof extra_keys /
                                                            sizeof extra_keys[0])]);
        break;
    default:
        at = behind(edited, random, ':');
        for (end = at; end < edited->len && !strchr(",}]", edited->bytes[end]); end++)
            continue;
        splice(edited, at, end - at,
               replacements[test_random_below(random, sizeof replacements /
                                                          sizeof replacements[0])]);
        break;
    }
}

Test(gen, damaged_documents_are_judged_alike, .timeout = 300)
{
    static draft edited;
    test_random random = test_random_start("gen", 5);
    size_t accepted = 0;
    size_t judged = 0;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned round = 0; round < 60000; round++) {
        const subject *tested = &subjects[test_random_below(&random, SUBJECT_COUNT)];
        ptc_parse_options options = {sizeof options,
                                     judged_modes[test_random_below(&random, 3)],
                                     test_random_below(&random, 2) ? PTC_OUTPUT
                                                                   : PTC_INPUT,
                                     0,
                                     NULL,
                                     0};
        unsigned count = 0;
        const char *document;

        while (count < 6 && tested->documents[count])
            count++;
        document = tested->documents[test_random_below(&random, count)];
        edited.len = strlen(document);
        memcpy(edited.bytes, document, edited.len);
        for (unsigned i = test_random_below(&random, 4); i > 0 && edited.len; i--)
            damage(&edited, &random);
        ptc_arena_reset(&arena);
        accepted += judge(&arena, tested, ptc_str_make(edited.bytes, edited.len),
                          PTC_STR(""), &options, round % 4);
        judged++;
    }
    fprintf(stderr, "gen: %zu documents judged alike, %zu of them accepted\n", judged,
            accepted);
    cr_expect(accepted > judged / 10, "too few documents reach the end: %zu", accepted);
    ptc_arena_free(&arena);
}

/* --- What the specification says ---------------------------------------------------- */

/* M062 */
Test(gen, keys_follow_the_rules)
{
    static const struct {
        const char *has; /* the map at `has`: closed, errno and user-id */
        bool accepted;
        int64_t user_id; /* -1: absent */
    } rows[] = {
        {"{\"errno\":1,\"user-id\":5}", true, 5},
        {"{\"errno\":1,\"user_id\":5}", true, 5},
        {"{\"user\\u005fid\":5,\"errno\":1}", true, 5},
        {"{\"user\\u002did\":5,\"errno\":1}", true, 5},
        {"{\"e\\u0072rno\":1}", true, -1},
        {"{\"user-id\":5,\"user_id\":6,\"errno\":1}", false,
         0}, /* an extra key, closed */
        {"{\"user_id\":6,\"user-id\":5,\"errno\":1}", false, 0},
        {"{\"errno\":1,\"errno\":1}", false, 0},
        {"{\"errno\":1,\"e\\u0072rno\":1}", false, 0},
        {"{\"user_id\":1,\"user_id\":1,\"errno\":1}", false, 0},
        {"{\"errno\":1,\"more\":1}", false, 0},
        {"{\"user-id\":5}", false, 0},
        {"{\"errno\":1,}", false, 0},
        {"{,\"errno\":1}", false, 0},
        {"{\"errno\" 1}", false, 0},
        {"{\"errno\"\n:\t1 , \"user_id\" : null }", true, -1},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_status status;
        defaults out;
        ptc_text text;

        ptc_arena_reset(&arena);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(
            &text, "{\"class\":true,\"user-id\":1,\"x_y\":null,\"odd\":{\"we ird\\\"]}\":"
                   "1,\"\":\"\"},\"has\":");
        ptc_text_cstr(&text, rows[i].has);
        ptc_text_byte(&text, '}');
        status = defaults_parse(&arena, text.ptr, text.len, NULL, &out, NULL);
        cr_expect((status == PTC_OK) == rows[i].accepted, "%s: %s", rows[i].has,
                  ptc_status_name(status));
        if (status != PTC_OK)
            continue;
        cr_expect(out.has_.has.user_id == (rows[i].user_id >= 0), "%s", rows[i].has);
        cr_expect(!out.has_.has.user_id || out.has_.user_id == rows[i].user_id, "%s",
                  rows[i].has);
    }
    ptc_arena_free(&arena);
}

/* A spelling of its own wins over a folded one wherever it stands; the other is extra. */
Test(gen, own_spelling_wins)
{
    static const char *const texts[] = {
        "{\"user_id\":\"no int\",\"user-id\":5,",
        "{\"user-id\":5,\"user_id\":\"no int\",",
        "{\"user_id\":{\"deep\":[1]},\"more\":1,\"user\\u002did\":5,",
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        ptc_parse_options strict = {
            sizeof strict, PTC_MODE_STRICT, PTC_INPUT, 0, NULL, 0};
        defaults out;
        ptc_text text;

        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, texts[i]);
        ptc_text_cstr(&text,
                      "\"class\":true,\"has\":{\"errno\":1},\"odd\":{\"we ird\\\"]}\":1,"
                      "\"\":\"\"}}");
        cr_expect(defaults_parse(&arena, text.ptr, text.len, NULL, &out, NULL) == PTC_OK,
                  "%s", texts[i]);
        cr_expect(out.user_id == 5, "%s: %lld", texts[i], (long long)out.user_id);
        cr_expect(defaults_parse(&arena, text.ptr, text.len, &strict, &out, NULL) ==
                      PTC_ERROR_INVALID,
                  "%s", texts[i]);
    }
    ptc_arena_free(&arena);
}

Test(gen, many_unknown_keys_are_compared)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned count = 0; count < 300; count = count * 2 + 1) {
        for (unsigned twice = 0; twice < 2; twice++) {
            ptc_text text;
            tool_call out;
            ptc_status status;
            bool is_duplicate = twice && count > 0;

            ptc_arena_reset(&arena);
            ptc_text_init(&text, &arena);
            ptc_text_cstr(&text, "{\"query\":\"q\",\"options\":{\"tags\":[]},");
            for (unsigned i = 0; i < count; i++) {
                ptc_text_cstr(&text, "\"key");
                ptc_text_uint(&text, i);
                ptc_text_cstr(&text, "\":[{\"key0\":1}],");
            }
            ptc_text_cstr(&text, is_duplicate ? "\"k\\u0065y0\":1,\"limit\":1}"
                                              : "\"limit\":1}");
            status = tool_call_parse(&arena, text.ptr, text.len, NULL, &out, NULL);
            cr_expect(status == (is_duplicate ? PTC_ERROR_DUPLICATE : PTC_OK),
                      "%u keys: %s", count, ptc_status_name(status));
        }
    }
    ptc_arena_free(&arena);
}

/* A double does not tell which integer was written, so limits see the integer. */
Test(gen, integers_meet_float_limits_as_they_are_written)
{
    static const char *const fields[] = {"low", "below", "most", "above", "near", "huge"};
    static const char *const numbers[] = {
        "9007199254740990",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "9007199254740994",
        "9007199254740993.0",
        "9223372036854775806",
        "9223372036854775807",
        "9223372036854775808",
        "9.223372036854775807e18",
        "-9007199254740991",
        "-9007199254740990",
        "-9223372036854775807",
        "-9223372036854775808",
        "-9223372036854775809",
        "-9223372036854775807.0",
        "1e300",
        "1.0000000000000003e300",
    };
    const subject *tested = subjects;
    size_t accepted = 0;
    size_t count = 0;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    while (strcmp(tested->name, "limits") != 0)
        tested++;
    for (size_t f = 0; f < sizeof fields / sizeof fields[0]; f++) {
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++, count++) {
            char text[80];
            int len = snprintf(text, sizeof text, "{\"%s\":%s}", fields[f], numbers[n]);

            accepted += judge_all(&arena, tested, ptc_str_make(text, (size_t)len));
        }
    }
    cr_expect(accepted > count / 4 && accepted < count, "%zu of %zu", accepted, count);
    ptc_arena_free(&arena);
}

/* A struct promises what the contract says, so nothing passes unseen. */
Test(gen, mode_disabled_judges_without_coercion)
{
    static const struct {
        const char *text;
        bool is_valid;
    } rows[] = {
        {"\"2024-01-01T00:00:00Z\"", true},
        {"\"2024-01-01 00:00\"", false},
        {"null", true},
        {"5", false},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        ptc_parse_options options = {sizeof options,
                                     PTC_MODE_DISABLED,
                                     i % 2 ? PTC_OUTPUT : PTC_INPUT,
                                     0,
                                     NULL,
                                     0};
        const char *value = rows[i / 2].text;
        char text[400];
        scalars out;
        int len = snprintf(text, sizeof text,
                           "{\"text\":\"A\",\"count\":1,\"big\":0,\"ratio\":1,"
                           "\"flag\":true,\"kind\":\"a\",\"anything\":{},"
                           "\"when\":\"2024-01-01T00:00:00Z\",\"extra\":1,"
                           "\"until\":%s}",
                           value);

        cr_expect((scalars_parse(&arena, text, (size_t)len, &options, &out, NULL) ==
                   PTC_OK) == rows[i / 2].is_valid,
                  "%s", value);
    }
    ptc_arena_free(&arena);
}

Test(gen, defaults_are_filled_in_every_mode_but_disabled)
{
    static const char text[] =
        "{\"limit\":null,\"class\":true,\"user-id\":1,\"has\":{\"errno\":0},"
        "\"odd\":{\"we ird\\\"]}\":1,\"\":\"\"}}";
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < 8; i++) {
        ptc_parse_options options = {sizeof options,
                                     (ptc_mode)(i / 2),
                                     i % 2 ? PTC_OUTPUT : PTC_INPUT,
                                     0,
                                     NULL,
                                     0};
        bool filled = options.mode != PTC_MODE_DISABLED;
        defaults out;

        cr_expect(defaults_parse(&arena, text, sizeof text - 1, &options, &out, NULL) ==
                      PTC_OK,
                  "mode %d", options.mode);
        cr_expect(out.limit == (filled ? 10 : 0) && !out.has.limit, "mode %d",
                  options.mode);
        cr_expect(out.scale == (filled ? 3.0 : 0.0), "mode %d", options.mode);
        cr_expect(out.order == (filled ? DEFAULTS_ORDER_B : DEFAULTS_ORDER_A), "mode %d",
                  options.mode);
        cr_expect(out.quiet == filled, "mode %d", options.mode);
        cr_expect(ptc_str_equal(out.title,
                                filled ? PTC_STR("?\?/ \"hi\" \\ \x01") : PTC_STR("")),
                  "mode %d", options.mode);
    }
    ptc_arena_free(&arena);
}

/* --- Limits ------------------------------------------------------------------------ */

Test(gen, depth_is_bounded_like_the_reader)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned levels = 1; levels <= PTC_DEPTH_MAX + 2;
         levels += levels < 8 ? 1 : 253) {
        for (unsigned limit = 0; limit < 12; limit++) {
            ptc_json_options reading = {
                .struct_size = sizeof reading, .max_depth = limit, NULL, 0};
            ptc_parse_options options = {
                sizeof options, PTC_MODE_ENABLED, PTC_OUTPUT, limit, NULL, 0};
            ptc_status read;
            ptc_status status;
            ptc_value value;
            ptc_text text;
            tool_call out;

            ptc_arena_reset(&arena);
            ptc_text_init(&text, &arena);
            ptc_text_cstr(&text, "{\"more\":");
            ptc_text_repeat(&text, '[', levels);
            ptc_text_repeat(&text, ']', levels);
            ptc_text_cstr(&text,
                          ",\"query\":\"\",\"limit\":1,\"options\":{\"tags\":[\"\"]}}");
            read =
                ptc_json_read(&arena, text.ptr, text.len, &reading, &value, NULL, NULL);
            status = tool_call_parse(&arena, text.ptr, text.len, &options, &out, NULL);
            cr_expect(status == read, "%u levels, limit %u: %s, reader %s", levels, limit,
                      ptc_status_name(status), ptc_status_name(read));
        }
    }
    ptc_arena_free(&arena);
}

/* Refuses after a number of grants. */
typedef struct miser {
    size_t grants;
} miser;

static void *spend(void *old, size_t old_size, size_t new_size, void *given)
{
    miser *purse = given;

    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    if (purse->grants == 0)
        return NULL;
    purse->grants--;
    return realloc(old, new_size);
}

Test(gen, refused_memory_is_an_answer)
{
    for (size_t s = 0; s < SUBJECT_COUNT; s++) {
        ptc_str document = ptc_str_of(subjects[s].documents[0]);
        void *out = malloc(subjects[s].size);
        ptc_status status = PTC_ERROR_MEMORY;

        for (size_t grants = 0; status == PTC_ERROR_MEMORY && grants < 100; grants++) {
            miser purse = {grants};
            ptc_allocator allocator = {spend, &purse};
            ptc_arena arena;

            ptc_arena_init(&arena, &allocator, 0);
            status =
                subjects[s].plain(&arena, document.ptr, document.len, NULL, out, NULL);
            cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%s: %s",
                      subjects[s].name, ptc_status_name(status));
            ptc_arena_free(&arena);
        }
        cr_expect(status == PTC_OK, "%s: %s", subjects[s].name, ptc_status_name(status));
        /* The same inside memory of every size. */
        for (size_t size = 0; size < 4096; size += 16) {
            static unsigned char memory[4096];
            ptc_arena arena;

            ptc_arena_init_memory(&arena, memory, size);
            status =
                subjects[s].plain(&arena, document.ptr, document.len, NULL, out, NULL);
            cr_expect(status == PTC_OK || status == PTC_ERROR_MEMORY, "%s in %zu: %s",
                      subjects[s].name, size, ptc_status_name(status));
        }
        free(out);
    }
}

/* --- Explaining -------------------------------------------------------------------- */

Test(gen, a_rejection_is_explained)
{
    static const char text[] =
        "{\"query\":7,\"limit\":\"x\",\"options\":{\"sort\":1,\"tags\":[\"a\",2]}}";
    static const char expected[] = "why:\n- query: expected string, got int 7\n"
                                   "- limit: expected int, got string \"x\"\n"
                                   "- options.sort: expected string, got int 1\n"
                                   "- options.tags[1]: expected string, got int 2";
    ptc_json_error error;
    ptc_parse_info info;
    ptc_report report;
    ptc_arena arena;
    ptc_text written;
    tool_call out;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(tool_call_parse(&arena, text, sizeof text - 1, NULL, &out, &info) ==
              PTC_ERROR_INVALID);
    cr_expect(info.status == PTC_ERROR_INVALID && info.offset == 9, "at %zu",
              info.offset);
    ptc_report_init(&report, &arena);
    cr_expect(tool_call_explain(&arena, text, sizeof text - 1, NULL, &report, &error) ==
              PTC_ERROR_INVALID);
    ptc_text_init(&written, &arena);
    ptc_report_write_errors(&written, &report, "why:");
    cr_expect(ptc_str_equal(ptc_str_make(written.ptr, sizeof expected - 1),
                            ptc_str_make(expected, sizeof expected - 1)),
              "%s", written.ptr);
    ptc_report_init(&report, &arena);
    cr_expect(tool_call_explain(&arena, "{\"query\"", 8, NULL, &report, &error) ==
              PTC_ERROR_SYNTAX);
    cr_expect(error.offset == 8, "at %zu", error.offset);
    ptc_arena_free(&arena);
}

/* The tables are the schema: they say the same as the texts beside them. */
Test(gen, tables_are_the_schema)
{
    static const struct {
        const char *name;
        const ptc_schema *schema;
        const char *signature;
        const char *malli;
    } rows[] = {
        {"scalars", &scalars_schema, scalars_signature, scalars_malli},
        {"tool_call", &tool_call_schema, tool_call_signature, tool_call_malli},
        {"order", &order_schema, order_signature, order_malli},
        {"records", &records_schema, records_signature, records_malli},
        {"defaults", &defaults_schema, defaults_signature, defaults_malli},
        {"enums", &enums_schema, enums_signature, enums_malli},
        {"team", &team_schema, team_signature, team_malli},
        {"find", &find_schema, find_signature, find_malli},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned form = 0; form < 2; form++) {
            ptc_source source = {ptc_str_of("test"),
                                 ptc_str_of(form ? rows[i].malli : rows[i].signature)};
            ptc_schema schema;
            ptc_diags diags;

            ptc_diags_init(&diags, &arena);
            cr_expect(ptc_signature_read(&arena, &source, NULL, &diags, &schema) ==
                          PTC_OK,
                      "%s", rows[i].name);
            cr_expect(diags.errors || ptc_schema_equal(&schema, rows[i].schema),
                      "%s form %u", rows[i].name, form);
        }
    }
    ptc_arena_free(&arena);
}
