/* SPDX-License-Identifier: MIT */
/* Numbers of command lines: counts, times, and sizes in bytes. All are read here, in 64
 * bits, exactly or not at all; no machine truncates a number. */
#include "tool/common/common_int.h"

#include <ptc/number.h>

/* Reads a number of digits only. */
static bool number_read(ptc_str digits, int64_t *out)
{
    if (digits.len == 0 || digits.ptr[0] < '0' || digits.ptr[0] > '9')
        return false;
    return ptc_number_read_int(digits.ptr, digits.len, out);
}

/* The power of two of a unit of bytes: 10 for "k" or "KiB"; -1 for other words. */
static int number_unit(ptc_str unit)
{
    static const char units[] = "kMG";
    const char *found;

    if (unit.len == 0)
        return 0;
    found = memchr(units, unit.ptr[0] == 'K' ? 'k' : unit.ptr[0], sizeof units - 1);
    if (found == NULL ||
        (unit.len != 1 &&
         !ptc_str_equal(ptc_str_make(unit.ptr + 1, unit.len - 1), PTC_STR("iB"))))
        return -1;
    return 10 * (int)(found - units + 1);
}

/* The milliseconds of a unit of time; 0 for other words. */
static int64_t number_milliseconds(const char *unit)
{
    static const struct {
        const char *unit;
        int64_t milliseconds;
    } units[] = {{"", 1}, {"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}};

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(unit, units[i].unit) == 0)
            return units[i].milliseconds;
    return 0;
}

static bool number_time(const ptc_cli *cli, ptc_cli_option option, int64_t least,
                        int64_t most, int64_t *value)
{
    const char *text = ptc_cli_value(cli, option);
    ptc_str digits = ptc_str_make(text, strspn(text, "0123456789"));
    int64_t factor = number_milliseconds(text + digits.len);
    int64_t number;

    if (factor == 0 || !number_read(digits, &number) || number > most / factor ||
        number * factor < least) {
        ptc_cli_misuse(cli,
                       "--%s is a time from %lld to %lld milliseconds, such as 500, "
                       "500ms, 2s, 5m or 1h, not \"%s\"",
                       ptc_cli_option_name(option), (long long)least, (long long)most,
                       text);
        return false;
    }
    *value = number * factor;
    return true;
}

bool ptc_cli_number(const ptc_cli *cli, ptc_cli_option option, int64_t least,
                    int64_t most, int64_t *value)
{
    const char *text = ptc_cli_value(cli, option);
    int64_t number;

    if (text == NULL)
        return true;
    if (ptc_cli_option_is_time(option))
        return number_time(cli, option, least, most, value);
    if (!number_read(ptc_str_of(text), &number) || number < least || number > most) {
        ptc_cli_misuse(cli, "--%s is a number from %lld to %lld, not \"%s\"",
                       ptc_cli_option_name(option), (long long)least, (long long)most,
                       text);
        return false;
    }
    *value = number;
    return true;
}

bool ptc_cli_size(const ptc_cli *cli, ptc_cli_option option, size_t most, size_t *value)
{
    const uint64_t all = most;
    const int64_t limit = all < INT64_MAX ? (int64_t)all : INT64_MAX;
    const char *text = ptc_cli_value(cli, option);
    ptc_str digits = ptc_str_of(text);
    int64_t number;
    int unit;

    if (text == NULL)
        return true;
    digits.len = strspn(text, "0123456789");
    unit = number_unit(ptc_str_of(text + digits.len));
    if (unit < 0 || !number_read(digits, &number) || number < 1 ||
        number > limit >> unit) {
        ptc_cli_misuse(cli,
                       "--%s is a size from 1 to %lld bytes, such as 65536, 64k, 10M or "
                       "2G, not \"%s\"",
                       ptc_cli_option_name(option), (long long)limit, text);
        return false;
    }
    *value = (size_t)(number << unit);
    return true;
}
