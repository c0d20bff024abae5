/* SPDX-License-Identifier: MIT */
/* Decimals: the digits of a number as they are spelled, rounded half up. See base_int.h.
 */
#include "base/base_int.h"

#include <math.h>

ptc_digits ptc_digits_read(const char *text, size_t len)
{
    ptc_digits decimal = {.count = 0, .point = 0};
    bool is_fraction = false;

    for (size_t i = 0; i < len; i++) {
        int64_t exponent = 0;

        if (text[i] == '.') {
            is_fraction = true;
        } else if (text[i] == 'E') {
            ptc_number_read_int(text + i + 1, len - i - 1, &exponent);
            decimal.point += (int)exponent;
            break;
        } else if (text[i] != '-') {
            decimal.point += is_fraction ? 0 : 1;
            if (decimal.count > 0 || text[i] != '0')
                decimal.digits[decimal.count++] = text[i];
            else
                decimal.point--; /* a zero in front */
        }
    }
    return decimal;
}

void ptc_digits_round(ptc_digits *decimal, int keep)
{
    bool is_up;

    if (keep >= decimal->count)
        return;
    is_up = keep >= 0 && decimal->digits[keep] >= '5';
    decimal->count = keep > 0 ? keep : 0;
    if (!is_up)
        return;
    while (decimal->count > 0 && decimal->digits[decimal->count - 1] == '9')
        decimal->count--;
    if (decimal->count > 0) {
        decimal->digits[decimal->count - 1]++;
    } else {
        decimal->digits[0] = '1';
        decimal->count = 1;
        decimal->point++;
    }
}

double ptc_number_round(double value, int places)
{
    char text[2 * PTC_NUMBER_MAX];
    ptc_digits decimal;
    double rounded;
    size_t len = 0;

    if (!isfinite(value))
        return value;
    len = ptc_number_write_double(value, text);
    decimal = ptc_digits_read(text, len);
    if (decimal.point + places >= decimal.count)
        return value;
    ptc_digits_round(&decimal, decimal.point + places);
    len = 0;
    if (signbit(value))
        text[len++] = '-';
    if (decimal.count == 0)
        text[len++] = '0';
    memcpy(text + len, decimal.digits, (size_t)decimal.count);
    len += (size_t)decimal.count;
    text[len++] = 'e';
    len += ptc_number_write_int(decimal.count > 0 ? decimal.point - decimal.count : 0,
                                text + len);
    return ptc_number_read_double(text, len, &rounded) ? rounded : value;
}
