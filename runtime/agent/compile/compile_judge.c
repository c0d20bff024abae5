/* SPDX-License-Identifier: MIT */
/* Runs of compiled programs that are checked: how they end, and whether that is as
 * expected. [subagent 15] */
#include "agent/compile/compile_int.h"

#include <math.h>

/* --- Equality ---------------------------------------------------------------------- */

static bool equal_is_text(const ptc_value *value)
{
    return value->kind == PTC_STRING || value->kind == PTC_KEYWORD;
}

static bool equal_is_number(const ptc_value *value)
{
    return value->kind == PTC_INT || value->kind == PTC_FLOAT;
}

/* An int and a double are equal when the double is that int. */
static bool equal_numbers(const ptc_value *a, const ptc_value *b)
{
    const ptc_value *number = a->kind == PTC_INT ? b : a;
    int64_t integer = a->kind == PTC_INT ? a->as.integer : b->as.integer;

    if (a->kind == b->kind)
        return ptc_value_same(a, b) ||
               (a->kind == PTC_FLOAT && isnan(a->as.number) && isnan(b->as.number));
    return number->as.number >= -9223372036854775808.0 &&
           number->as.number < 9223372036854775808.0 &&
           (int64_t)number->as.number == integer &&
           (double)(int64_t)number->as.number == number->as.number;
}

/* Every element of a set is in the other one, which has as many. */
static bool equal_items(const ptc_value *a, const ptc_value *b)
{
    bool is_set = a->kind == PTC_SET || b->kind == PTC_SET;

    if (a->aux != b->aux)
        return false;
    if (a->kind != PTC_SET && is_set)
        return equal_items(b, a);
    for (uint32_t i = 0; i < a->aux; i++) {
        bool is_there = ptc_derive_equal(&a->as.items[i], &b->as.items[i]);

        for (uint32_t k = 0; is_set && !is_there && k < b->aux; k++)
            is_there = ptc_derive_equal(&a->as.items[i], &b->as.items[k]);
        if (!is_there)
            return false;
    }
    return true;
}

/* The key as JSON may have changed it: the other kind of text, or of number. */
static const ptc_value *equal_find_kin(const ptc_map *map, const ptc_value *key)
{
    ptc_value kin;

    if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
        return ptc_map_find_text(map, key->kind == PTC_STRING ? PTC_KEYWORD : PTC_STRING,
                                 ptc_value_text(key));
    if (key->kind == PTC_INT)
        kin = ptc_value_float((double)key->as.integer);
    else if (key->kind == PTC_FLOAT && key->as.number >= -9007199254740992.0 &&
             key->as.number <= 9007199254740992.0)
        kin = ptc_value_int((int64_t)key->as.number);
    else
        return NULL;
    return ptc_derive_equal(key, &kin) ? ptc_map_find(map, &kin) : NULL;
}

const ptc_value *ptc_derive_find(const ptc_map *map, const ptc_value *key)
{
    const ptc_value *value = ptc_map_find(map, key);

    if (value == NULL)
        value = equal_find_kin(map, key);
    for (uint32_t i = 0; value == NULL && i < map->count && !ptc_value_is_scalar(key);
         i++) {
        if (ptc_derive_equal(&map->entries[i].key, key))
            value = &map->entries[i].value;
    }
    return value;
}

static bool equal_maps(const ptc_map *a, const ptc_map *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const ptc_value *other = ptc_derive_find(b, &a->entries[i].key);

        if (other == NULL || !ptc_derive_equal(&a->entries[i].value, other))
            return false;
    }
    return true;
}

/* As deep as the data, whose depth its readers bound. */
bool ptc_derive_equal(const ptc_value *a, const ptc_value *b)
{
    bool is_list = a->kind == PTC_VECTOR || a->kind == PTC_SET;

    if (equal_is_text(a) && equal_is_text(b))
        return ptc_str_equal(ptc_value_text(a), ptc_value_text(b));
    if (equal_is_number(a) && equal_is_number(b))
        return equal_numbers(a, b);
    if (is_list && (b->kind == PTC_VECTOR || b->kind == PTC_SET))
        return equal_items(a, b);
    if (a->kind == PTC_MAP && b->kind == PTC_MAP)
        return equal_maps(a->as.map, b->as.map);
    return ptc_value_same(a, b);
}

/* --- Verdicts ---------------------------------------------------------------------- */

bool ptc_judged_same(const ptc_judged *a, const ptc_judged *b)
{
    if (a->is_judged != b->is_judged || a->is_good != b->is_good)
        return false;
    return !a->is_good ||
           (a->found == b->found && ptc_derive_equal(&a->value, &b->value));
}

bool ptc_judged_meets(const ptc_judged *judged, const ptc_compile_sample *sample)
{
    return judged->is_good && judged->found == sample->expect &&
           ptc_derive_equal(&judged->value, &sample->expected);
}

void ptc_judged_write(ptc_text *text, const ptc_judged *judged)
{
    static const ptc_show_options show = {
        .struct_size = sizeof show, .hide_firewalled = true, .text_max = 200};

    if (!judged->is_good) {
        ptc_text_str(text, judged->step->fail.reason);
        ptc_text_cstr(text, ": ");
        ptc_text_str(text, judged->step->fail.message);
    } else if (judged->found == PTC_COMPILE_EXPECT_FAIL) {
        ptc_text_cstr(text, "fail :");
        ptc_text_str(text, ptc_value_text(&judged->value));
    } else {
        ptc_schema_write_value(text, NULL, &judged->value, PTC_OUTPUT, &show);
    }
}

/* --- Runs -------------------------------------------------------------------------- */

/* Whether the program itself called fail. */
static bool judge_is_own_fail(const ptc_step *step)
{
    const ptc_trace *trace = step->trace;

    return !step->is_ok && trace != NULL && trace->turn_count > 0 &&
           trace->turns[trace->turn_count - 1].is_return;
}

ptc_status ptc_derive_judge(ptc_arena *arena, const ptc_compiled *compiled,
                            ptc_tool_deck *deck, const ptc_agent_options *options,
                            const ptc_value *arguments, ptc_judged *out)
{
    ptc_agent_options own = *options;
    ptc_status status;

    *out = (ptc_judged){.is_judged = true, .why = PTC_STR("")};
    own.context = arguments;
    own.from = NULL;
    own.context_signature = NULL;
    own.trace = PTC_TRACE_MODE_KEEP;
    status = ptc_compiled_run(arena, compiled, arguments, &own, &out->step);
    if (deck->failed)
        return PTC_ERROR_MEMORY;
    if (status != PTC_OK && status != PTC_ERROR_INVALID)
        return status;
    if (deck->missed.ptr != NULL) {
        out->is_judged = false;
        out->why = deck->missed;
        return PTC_OK;
    }
    out->value = out->step->result;
    out->is_good = out->step->is_ok;
    out->found = PTC_COMPILE_EXPECT_RESULT;
    if (judge_is_own_fail(out->step)) {
        out->is_good = true;
        out->found = PTC_COMPILE_EXPECT_FAIL;
        out->value = ptc_value_string(out->step->fail.reason);
    }
    return PTC_OK;
}
