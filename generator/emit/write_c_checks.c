/* SPDX-License-Identifier: MIT */
/* The checks of a value beyond its type, as conditions in C that are true for a fault:
 * bounds, lengths, patterns. [validation 3] */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

/* Limits as C: the operators say when a value is at fault. */
typedef struct check_bounds {
    ptc_str low; /* literals; ptr NULL: open */
    ptc_str high;
    const char *low_operator;
    const char *high_operator;
} check_bounds;

/* The smallest int that is not below `bound`, or above it if `is_open`. */
static bool limit_low(const ptc_value *bound, bool is_open, int64_t *out)
{
    if (bound->kind == PTC_INT) {
        *out = bound->as.integer + (is_open && bound->as.integer < INT64_MAX);
        return true;
    }
    if (bound->kind != PTC_FLOAT || !(bound->as.number >= -9223372036854775808.0))
        return false;
    if (bound->as.number >= 9223372036854775808.0)
        *out = INT64_MAX;
    else
        *out = (int64_t)bound->as.number;
    if (ptc_number_compare_int_double(*out, bound->as.number) < (is_open ? 1 : 0))
        *out += *out < INT64_MAX;
    return true;
}

static bool limit_high(const ptc_value *bound, bool is_open, int64_t *out)
{
    if (bound->kind == PTC_INT) {
        *out = bound->as.integer - (is_open && bound->as.integer > INT64_MIN);
        return true;
    }
    if (bound->kind != PTC_FLOAT || !(bound->as.number < 9223372036854775808.0))
        return false;
    if (bound->as.number < -9223372036854775808.0)
        *out = INT64_MIN;
    else
        *out = (int64_t)bound->as.number;
    if (ptc_number_compare_int_double(*out, bound->as.number) > (is_open ? -1 : 0))
        *out -= *out > INT64_MIN;
    return true;
}

/* A bound that every value meets is none: `least` is the smallest there is. */
static check_bounds limits_of_int(ptcc_c_sink *sink, const ptc_interval *interval,
                                  int64_t least)
{
    check_bounds limits = {{NULL, 0}, {NULL, 0}, "<", ">"};
    int64_t bound;

    if (interval != NULL && limit_low(&interval->low, interval->low_open, &bound) &&
        bound > least)
        limits.low = c_int(sink->arena, bound);
    if (interval != NULL && limit_high(&interval->high, interval->high_open, &bound) &&
        bound < INT64_MAX)
        limits.high = c_int(sink->arena, bound);
    return limits;
}

/* The bound is exact: others are left to the walker. */
static ptc_str limit_double(ptcc_c_sink *sink, const ptc_value *bound)
{
    return c_double(sink->arena, bound->kind == PTC_INT ? (double)bound->as.integer
                                                        : bound->as.number);
}

static check_bounds limits_of_float(ptcc_c_sink *sink, const ptc_interval *interval)
{
    check_bounds limits = {{NULL, 0}, {NULL, 0}, "<", ">"};

    if (interval != NULL && interval->low.kind != PTC_NIL) {
        limits.low = limit_double(sink, &interval->low);
        limits.low_operator = interval->low_open ? "<=" : "<";
    }
    if (interval != NULL && interval->high.kind != PTC_NIL) {
        limits.high = limit_double(sink, &interval->high);
        limits.high_operator = interval->high_open ? ">=" : ">";
    }
    return limits;
}

static void check_add(ptcc_c_sink *sink, ptcc_rows *checks, ptc_str fault)
{
    ptcc_model check = host_model(&sink->host);

    model_str(&check, "fault_code", fault);
    rows_add(checks, &check);
}

static void check_limits(ptcc_c_sink *sink, ptcc_rows *checks, ptc_str value,
                         const check_bounds *limits)
{
    ptcc_model model = host_model(&sink->host);

    if (limits->low.ptr == NULL && limits->high.ptr == NULL)
        return;
    model_str(&model, "value_code", value);
    model_flag(&model, "has_low", limits->low.ptr != NULL);
    model_flag(&model, "has_high", limits->high.ptr != NULL);
    model_flag(&model, "has_both", limits->low.ptr != NULL && limits->high.ptr != NULL);
    model_cstr(&model, "low_code", limits->low_operator);
    model_cstr(&model, "high_code", limits->high_operator);
    model_str(&model, "low_lit", limits->low.ptr != NULL ? limits->low : PTC_STR(""));
    model_str(&model, "high_lit", limits->high.ptr != NULL ? limits->high : PTC_STR(""));
    check_add(sink, checks,
              ptcc_c_line(host_expand(&sink->host, &ptcc_template_check_range, &model)));
}

/* A length in code points: nothing to do when every string has one that fits. */
static void check_length(ptcc_c_sink *sink, ptcc_rows *checks, ptc_str address,
                         const ptc_interval *interval)
{
    check_bounds limits = limits_of_int(sink, interval, 0);

    if (limits.low.ptr == NULL && limits.high.ptr == NULL)
        return;
    check_add(sink, checks,
              C_JOIN(sink->arena, PTC_STR("!"), ptc_str_of(ptcc_c_library(sink->options)),
                     PTC_STR("_has_length("), address, PTC_STR(", "),
                     limits.low.ptr != NULL ? limits.low : PTC_STR("0"), PTC_STR(", "),
                     limits.high.ptr != NULL ? limits.high : PTC_STR("SIZE_MAX"),
                     PTC_STR(")")));
}

ptcc_rows ptcc_c_value_checks(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                              uint32_t index, ptc_str value, ptc_str address)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_rows checks = host_rows(&sink->host);
    check_bounds limits;

    if (node->type == PTC_TYPE_INT) {
        limits = limits_of_int(sink, node->interval, INT64_MIN);
        check_limits(sink, &checks, value, &limits);
    } else if (node->type == PTC_TYPE_FLOAT) {
        limits = limits_of_float(sink, node->interval);
        check_limits(sink, &checks, value, &limits);
    } else if (node->type == PTC_TYPE_DECIMAL && node->interval != NULL) {
        check_add(sink, &checks,
                  C_JOIN(sink->arena, PTC_STR("!ptc_gen_is_within("), address,
                         PTC_STR(", "), ptcc_c_node_address(sink, contract, index),
                         PTC_STR(")")));
    } else if (node->type == PTC_TYPE_STRING) {
        check_length(sink, &checks, address, node->interval);
        for (uint32_t i = 0; i < node->pattern_count; i++)
            check_add(sink, &checks,
                      C_JOIN(sink->arena, PTC_STR("!ptc_gen_matches("), address,
                             PTC_STR(", &"), ptcc_c_dfa_id(sink, contract, index, i),
                             PTC_STR(")")));
    }
    return checks;
}

ptcc_rows ptcc_c_count_checks(ptcc_c_sink *sink, const ptc_interval *interval,
                              ptc_str count)
{
    ptcc_rows checks = host_rows(&sink->host);
    check_bounds limits = limits_of_int(sink, interval, 0);

    check_limits(sink, &checks, count, &limits);
    return checks;
}
