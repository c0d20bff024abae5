/* SPDX-License-Identifier: MIT */
/*
 * The pure functions of Java's Math, which clojure.math has under other names;
 * core_math.c has the most common ones. [ptc-lisp 15]
 *
 * Where Java fixes a result to the last bit, the result is the same. Functions that both
 * Java and C leave to the library, within a unit in the last place, may differ in that
 * place.
 */
#include "lisp/core/core_int.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

#include <float.h>
#include <math.h>

#define JAVA_PI 3.141592653589793
#define JAVA_E  2.718281828459045

/* --- Arguments --------------------------------------------------------------------- */

static double java_math_number(ptc_lisp *lisp, const ptc_value *callee,
                               const ptc_value *args, uint32_t count, uint32_t at)
{
    if (PTC_UNLIKELY(!ptc_is_number(&args[at])))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return ptc_number_of(&args[at]);
}

static int64_t java_integer(ptc_lisp *lisp, const ptc_value *callee,
                            const ptc_value *args, uint32_t count, uint32_t at)
{
    if (PTC_UNLIKELY(args[at].kind != PTC_INT))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return args[at].as.integer;
}

PTC_COLD PTC_NORETURN static void java_overflow(ptc_lisp *lisp, const ptc_value *callee)
{
    ptc_lisp_raise(lisp, PTC_REASON_ARITHMETIC,
                   "%s: integer overflow: the result is outside the 64 bits of integers",
                   ptc_callee_name(callee));
}

/* --- Functions of one float -------------------------------------------------------- */

/* C's function, improved by a Newton step: it must be within a unit. */
static double java_cbrt(double x)
{
    double root;
    double square;
    int third;

    if (x == 0 || !isfinite(x))
        return x;
    frexp(x, &third);
    third /= 3;
    x = ldexp(x, -3 * third);
    root = cbrt(x);
    square = root * root;
    root -= (fma(square, root, -x) + fma(root, root, -square) * root) / (3 * square);
    return ldexp(root, third);
}

/* The argument's sign, or the argument where it has none. */
static double java_signum(double x)
{
    return x == 0 || isnan(x) ? x : copysign(1, x);
}

static double java_ulp(double x)
{
    if (isnan(x))
        return x;
    x = fabs(x);
    if (isinf(x))
        return x;
    return x == DBL_MAX ? x - nextafter(x, 0) : nextafter(x, (double)INFINITY) - x;
}

static double java_next_up(double x)
{
    return nextafter(x, (double)INFINITY);
}

static double java_next_down(double x)
{
    return nextafter(x, -(double)INFINITY);
}

static double java_to_radians(double x)
{
    return x * 0.017453292519943295;
}

static double java_to_degrees(double x)
{
    return x * 57.29577951308232;
}

#define JAVA_FUNCTION(name, function)                                                    \
    ptc_value ptc_core_math_##name(ptc_lisp *lisp, const ptc_value *callee,              \
                                   ptc_value *args, uint32_t count)                      \
    {                                                                                    \
        return ptc_value_float(                                                          \
            function(java_math_number(lisp, callee, args, count, 0)));                   \
    }

JAVA_FUNCTION(sin, sin)
JAVA_FUNCTION(cos, cos)
JAVA_FUNCTION(tan, tan)
JAVA_FUNCTION(asin, asin)
JAVA_FUNCTION(acos, acos)
JAVA_FUNCTION(atan, atan)
JAVA_FUNCTION(sinh, sinh)
JAVA_FUNCTION(cosh, cosh)
JAVA_FUNCTION(tanh, tanh)
JAVA_FUNCTION(exp, exp)
JAVA_FUNCTION(expm1, expm1)
JAVA_FUNCTION(log, log)
JAVA_FUNCTION(log10, log10)
JAVA_FUNCTION(log1p, log1p)
JAVA_FUNCTION(cbrt, java_cbrt)
JAVA_FUNCTION(rint, nearbyint)
JAVA_FUNCTION(signum, java_signum)
JAVA_FUNCTION(ulp, java_ulp)
JAVA_FUNCTION(next_up, java_next_up)
JAVA_FUNCTION(next_down, java_next_down)
JAVA_FUNCTION(to_radians, java_to_radians)
JAVA_FUNCTION(to_degrees, java_to_degrees)

/* The exponent of two; below all others for subnormal numbers, above for numbers that are
 * not finite. */
ptc_value ptc_core_math_get_exponent(ptc_lisp *lisp, const ptc_value *callee,
                                     ptc_value *args, uint32_t count)
{
    double x = java_math_number(lisp, callee, args, count, 0);

    if (!isfinite(x))
        return ptc_value_int(DBL_MAX_EXP);
    return ptc_value_int(fabs(x) < DBL_MIN ? DBL_MIN_EXP - 2 : ilogb(x));
}

/* --- Functions of two floats ------------------------------------------------------- */

#define JAVA_FUNCTION_OF_TWO(name, function)                                             \
    ptc_value ptc_core_math_##name(ptc_lisp *lisp, const ptc_value *callee,              \
                                   ptc_value *args, uint32_t count)                      \
    {                                                                                    \
        double a = java_math_number(lisp, callee, args, count, 0);                       \
        double b = java_math_number(lisp, callee, args, count, 1);                       \
                                                                                         \
        return ptc_value_float(function(a, b));                                          \
    }

JAVA_FUNCTION_OF_TWO(atan2, atan2)
JAVA_FUNCTION_OF_TWO(hypot, hypot)
JAVA_FUNCTION_OF_TWO(copy_sign, copysign)
JAVA_FUNCTION_OF_TWO(next_after, nextafter)
JAVA_FUNCTION_OF_TWO(remainder, remainder)

ptc_value ptc_core_math_scalb(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    double x = java_math_number(lisp, callee, args, count, 0);
    int64_t power = java_integer(lisp, callee, args, count, 1);

    power = power < -5000 ? -5000 : power > 5000 ? 5000 : power; /* zero or infinite */
    return ptc_value_float(ldexp(x, (int)power));
}

/* --- Integers ---------------------------------------------------------------------- */

/* The quotient rounded down, and its remainder. */
static ptc_value java_floor_divide(ptc_lisp *lisp, const ptc_value *callee,
                                   const ptc_value *args, uint32_t count, bool is_rest)
{
    int64_t a = java_integer(lisp, callee, args, count, 0);
    int64_t b = java_integer(lisp, callee, args, count, 1);
    int64_t rest;

    if (b == 0)
        ptc_lisp_raise(lisp, PTC_REASON_ARITHMETIC, "%s: division by zero",
                       ptc_callee_name(callee));
    if (b == -1) /* INT64_MIN stays itself, as in Java */
        return ptc_value_int(is_rest ? 0 : (int64_t)(0 - (uint64_t)a));
    rest = a % b;
    if (rest != 0 && (rest < 0) != (b < 0))
        return ptc_value_int(is_rest ? rest + b : a / b - 1);
    return ptc_value_int(is_rest ? rest : a / b);
}

ptc_value ptc_core_math_floor_div(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    return java_floor_divide(lisp, callee, args, count, false);
}

ptc_value ptc_core_math_floor_mod(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    return java_floor_divide(lisp, callee, args, count, true);
}

#define JAVA_EXACT(name, overflows, first, second)                                       \
    ptc_value ptc_core_math_##name(ptc_lisp *lisp, const ptc_value *callee,              \
                                   ptc_value *args, uint32_t count)                      \
    {                                                                                    \
        int64_t result;                                                                  \
                                                                                         \
        if (overflows(first, second, &result))                                           \
            java_overflow(lisp, callee);                                                 \
        return ptc_value_int(result);                                                    \
    }
#define JAVA_ARGUMENT(at) java_integer(lisp, callee, args, count, at)

JAVA_EXACT(add_exact, ptc_int_add_overflows, JAVA_ARGUMENT(0), JAVA_ARGUMENT(1))
JAVA_EXACT(subtract_exact, ptc_int_subtract_overflows, JAVA_ARGUMENT(0), JAVA_ARGUMENT(1))
JAVA_EXACT(multiply_exact, ptc_int_multiply_overflows, JAVA_ARGUMENT(0), JAVA_ARGUMENT(1))
JAVA_EXACT(increment_exact, ptc_int_add_overflows, JAVA_ARGUMENT(0), 1)
JAVA_EXACT(decrement_exact, ptc_int_subtract_overflows, JAVA_ARGUMENT(0), 1)
JAVA_EXACT(negate_exact, ptc_int_subtract_overflows, 0, JAVA_ARGUMENT(0))

/* --- Constants --------------------------------------------------------------------- */

bool ptc_builtin_constant(ptc_str name, ptc_value *out)
{
    static const struct {
        const char *name;
        double value;
    } floats[] = {
        {"Double/POSITIVE_INFINITY", (double)INFINITY},
        {"Double/NEGATIVE_INFINITY", -(double)INFINITY},
        {"Double/NaN", (double)NAN},
        {"Double/MAX_VALUE", DBL_MAX},
        {"Double/MIN_VALUE", 0x1p-1074},
        {"Math/PI", JAVA_PI},
        {"Math/E", JAVA_E},
    };
    static const struct {
        const char *name;
        int64_t value;
    } integers[] = {
        {"Integer/MAX_VALUE", INT32_MAX},
        {"Integer/MIN_VALUE", INT32_MIN},
        {"Long/MAX_VALUE", INT64_MAX},
        {"Long/MIN_VALUE", INT64_MIN},
    };

    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        if (ptc_str_equal(name, ptc_str_of(floats[i].name))) {
            *out = ptc_value_float(floats[i].value);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        if (ptc_str_equal(name, ptc_str_of(integers[i].name))) {
            *out = ptc_value_int(integers[i].value);
            return true;
        }
    }
    return false;
}

#define PTC_BUILTIN_JAVA_MATH PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
