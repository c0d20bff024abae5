/* SPDX-License-Identifier: MIT */
#include "ptc_int.h"

static size_t number_write_digits(uint64_t value, char *out)
{
    char digits[20];
    size_t start = sizeof digits;

    do {
        digits[--start] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    memcpy(out, digits + start, sizeof digits - start);
    return sizeof digits - start;
}

size_t ptc_number_write_uint(uint64_t value, char out[PTC_NUMBER_MAX])
{
    return number_write_digits(value, out);
}

size_t ptc_number_write_int(int64_t value, char out[PTC_NUMBER_MAX])
{
    size_t sign = value < 0 ? 1 : 0;

    out[0] = '-';
    return sign +
           number_write_digits(sign ? 0 - (uint64_t)value : (uint64_t)value, out + sign);
}
