/* SPDX-License-Identifier: MIT */
/* Whether a value can be JSON: without two keys of a map becoming one, and without
 * numbers that JSON lacks. [ptc-lisp 15] */
#include "render/render_int.h"
#include "walk/message_int.h"
#include "json/json_int.h"

typedef struct json_check {
    ptc_walker walker;
    ptc_arena *arena;
    bool checks_numbers;
} json_check;

static const ptc_schema_node json_any = {.type = PTC_TYPE_ANY};

static bool json_check_value(json_check *check, const ptc_value *value,
                             const ptc_place *place, unsigned depth);

static bool json_fault(json_check *check, const ptc_place *place, const ptc_value *map,
                       ptc_str name)
{
    ptc_message_draft m;

    if (!ptc_message_fault(&m, &check->walker, place, &json_any))
        return false;
    if (m.is_hidden)
        ptc_json_write_meeting(&m.text, PTC_FIREWALLED);
    else
        ptc_json_write_meeting(&m.text, name);
    return ptc_message_finish(&m, PTC_CODE_DUPLICATE, map);
}

static const char *json_number_name(double number)
{
    return number > 0 ? "##Inf" : number < 0 ? "##-Inf" : "##NaN";
}

/* A number that JSON does not read as a double. */
static bool json_check_number(json_check *check, const ptc_value *value,
                              const ptc_place *place)
{
    ptc_message_draft m;

    if (!check->checks_numbers || value->kind != PTC_FLOAT ||
        value->as.number - value->as.number == 0)
        return true;
    if (!ptc_message_fault(&m, &check->walker, place, &json_any))
        return false;
    ptc_text_cstr(&m.text, "JSON has no such number");
    if (!m.is_hidden) {
        ptc_text_cstr(&m.text, ": ");
        ptc_text_cstr(&m.text, json_number_name(value->as.number));
    }
    return ptc_message_finish(&m, PTC_CODE_RANGE, value);
}

static bool json_check_map(json_check *check, const ptc_value *value,
                           const ptc_place *place, unsigned depth)
{
    const ptc_map *map = value->as.map;
    ptc_place step = {place, NULL, NULL, 0, NULL};
    ptc_str name;
    bool is_valid = true;

    if (ptc_json_keys_meet(check->arena, map, &name)) {
        if (name.ptr == NULL)
            check->walker.failed = true;
        else
            json_fault(check, place, value, name);
        is_valid = false;
    }
    for (uint32_t i = 0; i < map->count && !check->walker.failed; i++) {
        step.key = &map->entries[i].key;
        is_valid &= json_check_value(check, &map->entries[i].value, &step, depth);
    }
    return is_valid;
}

/* Recursion is counted: deeper values cannot be JSON for other reasons. */
static bool json_check_value(json_check *check, const ptc_value *value,
                             const ptc_place *place, unsigned depth)
{
    ptc_place step = {place, NULL, NULL, 0, value};
    bool is_valid = true;

    if (ptc_value_is_scalar(value) || depth == 0)
        return json_check_number(check, value, place);
    if (value->kind == PTC_MAP)
        return json_check_map(check, value, place, depth - 1);
    for (; step.index < value->aux && !check->walker.failed; step.index++)
        is_valid &=
            json_check_value(check, &value->as.items[step.index], &step, depth - 1);
    return is_valid;
}

static ptc_status json_check_all(const ptc_value *value, ptc_report *report,
                                 bool checks_numbers)
{
    static const ptc_place nowhere = {NULL, NULL, NULL, 0, NULL};
    const ptc_schema schema = {&json_any, 0, 1};
    json_check check = {.checks_numbers = checks_numbers};
    ptc_status status;
    ptc_report own;
    ptc_arena scratch;
    bool is_valid;

    ptc_arena_init(&scratch, NULL, 0);
    if (report == NULL) {
        ptc_report_init(&own, &scratch);
        own.limit = 0;
        report = &own;
    }
    check.arena = report->arena;
    ptc_walk_start(&check.walker, &schema, &ptc_walk_standard, report);
    is_valid = json_check_value(&check, ptc_value_or_nil(value), &nowhere, PTC_DEPTH_MAX);
    status = ptc_walk_end(&check.walker, is_valid);
    ptc_arena_free(&scratch);
    return status;
}

ptc_status ptc_json_keys_check(const ptc_value *value, ptc_report *report)
{
    return json_check_all(value, report, false);
}

ptc_status ptc_json_check(const ptc_value *value, ptc_report *report)
{
    return json_check_all(value, report, true);
}
