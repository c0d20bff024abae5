/* SPDX-License-Identifier: MIT */
/*
 * Bits of integers: 64 of them, two's complement. Counts and indexes are taken modulo 64,
 * as on the JVM. [ptc-lisp 11.6]
 */
#include "lisp/heap/heap_int.h"
#include "lisp/language/builtins.h"

static void bits_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (PTC_UNLIKELY(args[i].kind != PTC_INT))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
}

/* The bit that the second argument names. */
static uint64_t bits_mask(const ptc_value *args)
{
    return UINT64_C(1) << (args[1].as.integer & 63);
}

ptc_value ptc_core_bit_and(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    int64_t bits;

    bits_check(lisp, callee, args, count);
    bits = args[0].as.integer;
    for (uint32_t i = 1; i < count; i++)
        bits &= args[i].as.integer;
    return ptc_value_int(bits);
}

ptc_value ptc_core_bit_or(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    int64_t bits;

    bits_check(lisp, callee, args, count);
    bits = args[0].as.integer;
    for (uint32_t i = 1; i < count; i++)
        bits |= args[i].as.integer;
    return ptc_value_int(bits);
}

ptc_value ptc_core_bit_xor(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    int64_t bits;

    bits_check(lisp, callee, args, count);
    bits = args[0].as.integer;
    for (uint32_t i = 1; i < count; i++)
        bits ^= args[i].as.integer;
    return ptc_value_int(bits);
}

ptc_value ptc_core_bit_and_not(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    int64_t bits;

    bits_check(lisp, callee, args, count);
    bits = args[0].as.integer;
    for (uint32_t i = 1; i < count; i++)
        bits &= ~args[i].as.integer;
    return ptc_value_int(bits);
}

ptc_value ptc_core_bit_not(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    bits_check(lisp, callee, args, count);
    return ptc_value_int(~args[0].as.integer);
}

ptc_value ptc_core_bit_shift_left(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    bits_check(lisp, callee, args, count);
    return ptc_value_int(
        (int64_t)((uint64_t)args[0].as.integer << (args[1].as.integer & 63)));
}

/* C leaves the shift of negative numbers to its compiler. */
ptc_value ptc_core_bit_shift_right(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    int64_t bits;
    int64_t distance;

    bits_check(lisp, callee, args, count);
    bits = args[0].as.integer;
    distance = args[1].as.integer & 63;
    return ptc_value_int(bits < 0 ? ~(~bits >> distance) : bits >> distance);
}

ptc_value ptc_core_unsigned_bit_shift_right(ptc_lisp *lisp, const ptc_value *callee,
                                            ptc_value *args, uint32_t count)
{
    bits_check(lisp, callee, args, count);
    return ptc_value_int(
        (int64_t)((uint64_t)args[0].as.integer >> (args[1].as.integer & 63)));
}

ptc_value ptc_core_bit_set(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    bits_check(lisp, callee, args, count);
    return ptc_value_int((int64_t)((uint64_t)args[0].as.integer | bits_mask(args)));
}

ptc_value ptc_core_bit_clear(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    bits_check(lisp, callee, args, count);
    return ptc_value_int((int64_t)((uint64_t)args[0].as.integer & ~bits_mask(args)));
}

ptc_value ptc_core_bit_flip(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    bits_check(lisp, callee, args, count);
    return ptc_value_int((int64_t)((uint64_t)args[0].as.integer ^ bits_mask(args)));
}

ptc_value ptc_core_bit_test(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    bits_check(lisp, callee, args, count);
    return ptc_value_bool(((uint64_t)args[0].as.integer & bits_mask(args)) != 0);
}

#define PTC_BUILTIN_BITS PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
