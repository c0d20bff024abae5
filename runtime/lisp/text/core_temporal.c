/* SPDX-License-Identifier: MIT */
/*
 * Dates, instants and durations under Java's names: parsers, which raise, and methods.
 * [ptc-lisp 15]
 */
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

enum { TEMPORAL_MILLI_NANOS = 1000000 };

/* --- Checks of arguments
 * ------------------------------------------------------------- */

static void temporal_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                           uint32_t count, ptc_temporal_class class)
{
    if (PTC_UNLIKELY(!ptc_is_temporal(&args[0], class)))
        ptc_method_refuse(lisp, callee, args, count);
}

static PTC_COLD PTC_NORETURN void temporal_overflow(ptc_lisp *lisp,
                                                    const ptc_value *callee)
{
    ptc_lisp_raise(lisp, PTC_REASON_ARITHMETIC, "%s: the result is out of range",
                   ptc_callee_name(callee));
}

/* The text of args[0], read by one of the readers. */
static ptc_value temporal_parse(ptc_lisp *lisp, const ptc_value *callee,
                                const ptc_value *args, uint32_t count,
                                bool (*read)(ptc_str text, ptc_value *out),
                                const char *form)
{
    ptc_value value;

    if (args[0].kind != PTC_STRING)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    ptc_lisp_read_bytes(lisp, args[0].aux);
    if (!read(ptc_value_text(&args[0]), &value))
        ptc_lisp_raise(
            lisp, PTC_REASON_RUNTIME,
            "%s: DateTimeParseException: Text %s could not be parsed; expected "
            "%s",
            ptc_callee_name(callee), ptc_lisp_quote(lisp, &args[0]), form);
    return value;
}

/* Whole seconds and nanoseconds as milliseconds, rounded down. */
static int64_t temporal_millis(ptc_lisp *lisp, const ptc_value *callee,
                               const ptc_value *value)
{
    int64_t seconds = value->as.integer;
    int64_t rest = value->aux / TEMPORAL_MILLI_NANOS;
    int64_t millis;

    if (seconds < 0) { /* so that the smallest integer is reached */
        seconds++;
        rest -= 1000;
    }
    if (ptc_int_multiply_overflows(seconds, 1000, &millis) ||
        ptc_int_add_overflows(millis, rest, &millis))
        temporal_overflow(lisp, callee);
    return millis;
}

/* --- LocalDate ---------------------------------------------------------------------- */

ptc_value ptc_core_local_date_parse(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    return temporal_parse(lisp, callee, args, count, ptc_temporal_read_date,
                          "a date that exists, such as \"2024-05-31\"");
}

ptc_value ptc_core_date_to_epoch_day(ptc_lisp *lisp, const ptc_value *callee,
                                     ptc_value *args, uint32_t count)
{
    temporal_check(lisp, callee, args, count, PTC_TEMPORAL_DATE);
    return ptc_value_int(args[0].as.integer);
}

static ptc_value temporal_move(ptc_lisp *lisp, const ptc_value *callee,
                               const ptc_value *args, bool is_minus)
{
    bool overflows;
    int64_t days;

    temporal_check(lisp, callee, args, 2, PTC_TEMPORAL_DATE);
    if (args[1].kind != PTC_INT)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, 2);
    overflows =
        is_minus
            ? ptc_int_subtract_overflows(args[0].as.integer, args[1].as.integer, &days)
            : ptc_int_add_overflows(args[0].as.integer, args[1].as.integer, &days);
    if (overflows || !ptc_temporal_has_day(days))
        temporal_overflow(lisp, callee);
    return ptc_temporal_make(PTC_TEMPORAL_DATE, days, 0);
}

ptc_value ptc_core_date_plus_days(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    (void)count;
    return temporal_move(lisp, callee, args, false);
}

ptc_value ptc_core_date_minus_days(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    (void)count;
    return temporal_move(lisp, callee, args, true);
}

/* --- Order -------------------------------------------------------------------------- */

/* compare for two of one class, which must be `first` or `second`. */
static int temporal_compare(ptc_lisp *lisp, const ptc_value *callee,
                            const ptc_value *args, ptc_temporal_class first,
                            ptc_temporal_class second)
{
    if (!ptc_is_temporal(&args[0], first) && !ptc_is_temporal(&args[0], second))
        ptc_method_refuse(lisp, callee, args, 2);
    if (!ptc_is_temporal(&args[1], (ptc_temporal_class)args[0].reserved))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, 2);
    return ptc_lisp_compare(lisp, &args[0], &args[1]);
}

ptc_value ptc_core_date_is_before(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    (void)count;
    return ptc_value_bool(temporal_compare(lisp, callee, args, PTC_TEMPORAL_DATE,
                                           PTC_TEMPORAL_INSTANT) < 0);
}

ptc_value ptc_core_date_is_after(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    (void)count;
    return ptc_value_bool(temporal_compare(lisp, callee, args, PTC_TEMPORAL_DATE,
                                           PTC_TEMPORAL_INSTANT) > 0);
}

ptc_value ptc_core_java_date_before(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    (void)count;
    return ptc_value_bool(temporal_compare(lisp, callee, args, PTC_TEMPORAL_JAVA_DATE,
                                           PTC_TEMPORAL_JAVA_DATE) < 0);
}

ptc_value ptc_core_java_date_after(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    (void)count;
    return ptc_value_bool(temporal_compare(lisp, callee, args, PTC_TEMPORAL_JAVA_DATE,
                                           PTC_TEMPORAL_JAVA_DATE) > 0);
}

/* --- Instant and Duration ----------------------------------------------------------- */

ptc_value ptc_core_instant_parse(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    return temporal_parse(lisp, callee, args, count, ptc_temporal_read_instant,
                          "a moment with Z or an offset, such as "
                          "\"2024-05-31T10:00:00Z\"");
}

ptc_value ptc_core_instant_to_epoch_milli(ptc_lisp *lisp, const ptc_value *callee,
                                          ptc_value *args, uint32_t count)
{
    temporal_check(lisp, callee, args, count, PTC_TEMPORAL_INSTANT);
    return ptc_value_int(temporal_millis(lisp, callee, &args[0]));
}

ptc_value ptc_core_duration_between(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    int64_t seconds;
    int64_t nanos;

    for (uint32_t i = 0; i < count; i++) {
        if (ptc_is_temporal(&args[i], PTC_TEMPORAL_DATE))
            ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                           "%s: takes instants, not dates; days between dates are (- "
                           "(.toEpochDay b) (.toEpochDay a))",
                           ptc_callee_name(callee));
        if (!ptc_is_temporal(&args[i], PTC_TEMPORAL_INSTANT))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
    seconds = args[1].as.integer - args[0].as.integer; /* instants are far from int64 */
    nanos = (int64_t)args[1].aux - args[0].aux;
    if (nanos < 0) {
        seconds--;
        nanos += INT64_C(1000) * TEMPORAL_MILLI_NANOS;
    }
    return ptc_temporal_make(PTC_TEMPORAL_DURATION, seconds, (uint32_t)nanos);
}

/* Toward zero, as in Java. */
ptc_value ptc_core_duration_to_millis(ptc_lisp *lisp, const ptc_value *callee,
                                      ptc_value *args, uint32_t count)
{
    int64_t millis;

    temporal_check(lisp, callee, args, count, PTC_TEMPORAL_DURATION);
    millis = temporal_millis(lisp, callee, &args[0]);
    if (args[0].as.integer < 0 && args[0].aux % TEMPORAL_MILLI_NANOS != 0)
        millis++;
    return ptc_value_int(millis);
}

ptc_value ptc_core_duration_to_days(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    temporal_check(lisp, callee, args, count, PTC_TEMPORAL_DURATION);
    return ptc_value_int(args[0].as.integer / 86400);
}

/* --- java.util.Date and the clock --------------------------------------------------- */

ptc_value ptc_core_current_time_millis(ptc_lisp *lisp, const ptc_value *callee,
                                       ptc_value *args, uint32_t count)
{
    (void)callee, (void)args, (void)count;
    return ptc_value_int(ptc_lisp_wall_clock(lisp));
}

/* Now, milliseconds since 1970, or a text. */
ptc_value ptc_core_java_date_new(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    if (count == 0)
        return ptc_temporal_make(PTC_TEMPORAL_JAVA_DATE, ptc_lisp_wall_clock(lisp), 0);
    if (args[0].kind == PTC_INT)
        return ptc_temporal_make(PTC_TEMPORAL_JAVA_DATE, args[0].as.integer, 0);
    return temporal_parse(lisp, callee, args, count, ptc_temporal_read_legacy,
                          "milliseconds, or a text such as \"31 May 2024 10:00 GMT\"; "
                          "LocalDate/parse and Instant/parse take ISO texts");
}

ptc_value ptc_core_java_date_new_short(ptc_lisp *lisp, const ptc_value *callee,
                                       ptc_value *args, uint32_t count)
{
    return ptc_core_java_date_new(lisp, callee, args, count);
}

ptc_value ptc_core_java_date_get_time(ptc_lisp *lisp, const ptc_value *callee,
                                      ptc_value *args, uint32_t count)
{
    temporal_check(lisp, callee, args, count, PTC_TEMPORAL_JAVA_DATE);
    return ptc_value_int(args[0].as.integer);
}

#define PTC_BUILTIN_TEMPORAL PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
