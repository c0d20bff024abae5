/* SPDX-License-Identifier: MIT */
/*
 * Numbers within bounds by their digits, as one lexeme: 1..250 is
 *
 *     [1-9] [0-9]? | "1" [0-9]{2} | "2" ([0-4] [0-9] | "50")
 *
 * Bounds of PTC_GRAMMAR_EXACT and more are held by the number of their digits alone, so
 * that such rules stay short. [emitters 6]
 */
#include "target/grammar/grammar_int.h"

enum { NUMBER_FRACTION = 15 }; /* digits after the point */
#define NUMBER_OPEN UINT64_MAX

/* Alternatives in the making: pieces of a range, of both signs. */
typedef struct number_maker {
    ptc_grammar *grammar;
    ptc_grammar_part parts[128];
    size_t count;
    bool is_exact;
} number_maker;

/* The least number of this many digits, 10^(digits-1). */
static uint64_t number_least(int digits)
{
    uint64_t power = 1;

    while (--digits > 0)
        power *= 10;
    return power;
}

/* The largest one. */
static uint64_t number_most(int digits)
{
    return number_least(digits) * 10 - 1;
}

static int number_length(uint64_t number)
{
    int digits = 1;

    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

static void number_add(number_maker *maker, ptc_grammar_part part)
{
    if (maker->count < sizeof maker->parts / sizeof maker->parts[0])
        maker->parts[maker->count++] = part;
}

static ptc_grammar_part number_digit(ptc_grammar *grammar, uint64_t low, uint64_t high)
{
    regex_range range = {(uint32_t)('0' + low), (uint32_t)('0' + high)};
    char digit = (char)range.low;

    return low == high ? ptc_grammar_text(grammar, ptc_str_make(&digit, 1))
                       : ptc_grammar_class(grammar, &range, 1);
}

static ptc_grammar_part number_any(ptc_grammar *grammar, int low, int high)
{
    return ptc_grammar_repeat(grammar, number_digit(grammar, 0, 9), (uint32_t)low,
                              (uint32_t)high);
}

/* --- Ranges of whole numbers -------------------------------------------------------- */

/* Numbers from `low` that share what comes before a place, have low..high of a digit
 * there, and any digits after it. */
static void number_add_piece(number_maker *maker, uint64_t low, uint64_t unit,
                             uint64_t steps)
{
    ptc_grammar *grammar = maker->grammar;
    uint64_t digit = low / unit % 10;
    char text[PTC_NUMBER_MAX];
    ptc_grammar_part parts[3] = {0};
    int tail = number_length(unit) - 1;

    if (low / unit >= 10)
        parts[0] = ptc_grammar_text(
            grammar,
            ptc_str_make(text, ptc_number_write_int((int64_t)(low / unit / 10), text)));
    parts[1] = number_digit(grammar, digit, digit + steps - 1);
    parts[2] = number_any(grammar, tail, tail);
    number_add(maker, ptc_grammar_sequence(grammar, parts, 3));
}

/* Numbers of as many digits each. */
static void number_add_same(number_maker *maker, uint64_t low, uint64_t high)
{
    while (low <= high) {
        uint64_t unit = 1;
        uint64_t steps;

        while (low % (unit * 10) == 0 && unit * 10 - 1 <= high - low)
            unit *= 10;
        steps = (high - low + 1) / unit;
        if (steps > 10 - low / unit % 10)
            steps = 10 - low / unit % 10;
        number_add_piece(maker, low, unit, steps);
        low += steps * unit;
    }
}

/* All numbers of `least` to `most` digits. */
static void number_add_full(number_maker *maker, int least, int most)
{
    number_add(maker,
               PTC_GRAMMAR_SEQUENCE_OF(maker->grammar, number_digit(maker->grammar, 1, 9),
                                       number_any(maker->grammar, least - 1, most - 1)));
}

/* Numbers from `low` > 0 on, of each number of digits in turn. */
static void number_add_range(number_maker *maker, uint64_t low, uint64_t high)
{
    int last = number_length(high);
    int full = 0; /* numbers of digits that are whole, in a row */

    for (int digits = number_length(low); digits <= last; digits++) {
        uint64_t from = low > number_least(digits) ? low : number_least(digits);
        uint64_t to = high < number_most(digits) ? high : number_most(digits);

        if (from == number_least(digits) && to == number_most(digits)) {
            full++;
            continue;
        }
        if (full > 0)
            number_add_full(maker, digits - full, digits - 1);
        full = 0;
        number_add_same(maker, from, to);
    }
    if (full > 0)
        number_add_full(maker, last - full + 1, last);
}

/* Holds bounds that are too large by their digits. */
static void number_loosen(number_maker *maker, uint64_t *low, uint64_t *high)
{
    uint64_t most = number_most(PTC_GRAMMAR_DIGITS);

    if (*high > most) /* wider than what is written of numbers without bounds */
        *high = *low > most ? number_most(PTC_GRAMMAR_DIGITS + 1) : most;
    if (*low > most)
        maker->is_exact = false;
    if (*high >= PTC_GRAMMAR_EXACT && *high != number_most(number_length(*high))) {
        *high = number_most(number_length(*high));
        maker->is_exact = false;
    }
    if (*low >= PTC_GRAMMAR_EXACT && *low != number_least(number_length(*low))) {
        *low = number_least(number_length(*low));
        maker->is_exact = false;
    }
}

/* The alternatives of low..high, as one part. */
static ptc_grammar_part number_whole(number_maker *maker, uint64_t low, uint64_t high)
{
    ptc_grammar_part part;
    size_t start = maker->count;

    if (low > high)
        return 0;
    number_loosen(maker, &low, &high);
    if (high < 10)
        number_add(maker, number_digit(maker->grammar, low, high));
    else if (low == 0)
        number_add(maker, number_digit(maker->grammar, 0, 0));
    if (high >= 10)
        number_add_range(maker, low > 0 ? low : 1, high);
    part = ptc_grammar_choice(maker->grammar, &maker->parts[start], maker->count - start);
    maker->count = start;
    return part;
}

/* --- Ints --------------------------------------------------------------------------- */

static uint64_t number_magnitude(int64_t number)
{
    return number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;
}

static ptc_grammar_part number_negative(number_maker *maker, ptc_grammar_part magnitude)
{
    return PTC_GRAMMAR_SEQUENCE_OF(maker->grammar,
                                   PTC_GRAMMAR_TEXT_OF(maker->grammar, "-"), magnitude);
}

/* Whether an interval of ints is open below, and above; the bounds. */
static void number_int_bounds(const ptc_interval *interval, bool *has_low, int64_t *low,
                              bool *has_high, int64_t *high)
{
    *has_low = interval->low.kind == PTC_INT;
    *has_high = interval->high.kind == PTC_INT;
    *low = *has_low ? interval->low.as.integer : 0;
    *high = *has_high ? interval->high.as.integer : 0;
    if (interval->low_open && *low < INT64_MAX)
        *low += *has_low;
    if (interval->high_open && *high > INT64_MIN)
        *high -= *has_high;
}

static ptc_grammar_part number_integers(number_maker *maker, const ptc_interval *interval)
{
    ptc_grammar_part sides[2];
    size_t count = 0;
    bool has_low;
    bool has_high;
    int64_t low;
    int64_t high;

    number_int_bounds(interval, &has_low, &low, &has_high, &high);
    if (!has_low || low < 0) {
        ptc_grammar_part part =
            number_whole(maker, has_high && high < 0 ? number_magnitude(high) : 1,
                         has_low ? number_magnitude(low) : NUMBER_OPEN);

        sides[count++] = number_negative(maker, part);
    }
    if (!has_high || high >= 0)
        sides[count++] = number_whole(maker, has_low && low > 0 ? (uint64_t)low : 0,
                                      has_high ? (uint64_t)high : NUMBER_OPEN);
    return ptc_grammar_choice(maker->grammar, sides, count);
}

/* --- Numbers with a fraction -------------------------------------------------------- */

/* "." and digits up to `high`; or nothing. */
static ptc_grammar_part number_fraction(ptc_grammar *grammar, uint32_t digits,
                                        uint64_t high)
{
    ptc_grammar_part digit = number_digit(grammar, 0, high);

    return ptc_grammar_optional(
        grammar, PTC_GRAMMAR_SEQUENCE_OF(grammar, PTC_GRAMMAR_TEXT_OF(grammar, "."),
                                         ptc_grammar_repeat(grammar, digit, 1, digits)));
}

/* One side of zero: magnitudes between two bounds, the one nearer to zero first. */
typedef struct number_side {
    double near;
    double far; /* less than 0: none */
    bool near_open;
    bool far_open;
} number_side;

/* A magnitude as an int that is not above it. */
static uint64_t number_floor(double magnitude)
{
    return magnitude < 1e18 ? (uint64_t)magnitude : NUMBER_OPEN - 1;
}

static ptc_grammar_part number_side_part(number_maker *maker, const number_side *side)
{
    ptc_grammar *grammar = maker->grammar;
    uint64_t near = number_floor(side->near);
    uint64_t far = side->far < 0 ? NUMBER_OPEN : number_floor(side->far);
    bool is_cut = side->far >= 0 && (double)far < side->far;
    uint32_t digits = NUMBER_FRACTION;
    ptc_grammar_part parts[2];
    size_t count = 0;

    if ((double)near < side->near || side->near_open || is_cut)
        maker->is_exact = false;
    if (far == NUMBER_OPEN || far >= PTC_GRAMMAR_EXACT) {
        maker->is_exact = maker->is_exact && far == NUMBER_OPEN;
        return PTC_GRAMMAR_SEQUENCE_OF(grammar, number_whole(maker, near, NUMBER_OPEN),
                                       number_fraction(grammar, digits, 9));
    }
    if (side->far_open) /* so that nothing below it is rounded to it */
        digits -= (uint32_t)number_length(far);
    far += is_cut;
    if (near < far)
        parts[count++] =
            PTC_GRAMMAR_SEQUENCE_OF(grammar, number_whole(maker, near, far - 1),
                                    number_fraction(grammar, digits, 9));
    if ((!side->far_open && !is_cut) || count == 0)
        parts[count++] = PTC_GRAMMAR_SEQUENCE_OF(grammar, number_whole(maker, far, far),
                                                 number_fraction(grammar, digits, 0));
    return ptc_grammar_choice(grammar, parts, count);
}

static double number_of(const ptc_value *bound)
{
    return bound->kind == PTC_INT ? (double)bound->as.integer : bound->as.number;
}

static ptc_grammar_part number_numbers(number_maker *maker, const ptc_interval *interval)
{
    bool has_low = interval->low.kind != PTC_NIL;
    bool has_high = interval->high.kind != PTC_NIL;
    double low = has_low ? number_of(&interval->low) : 0;
    double high = has_high ? number_of(&interval->high) : 0;
    ptc_grammar_part sides[2];
    size_t count = 0;

    if (!has_low || low < 0) {
        bool is_below = has_high && high <= 0;
        number_side side = {is_below ? -high : 0, has_low ? -low : -1,
                            is_below && interval->high_open, interval->low_open};

        sides[count++] = number_negative(maker, number_side_part(maker, &side));
    }
    if (!has_high || high > 0 || (high == 0 && !interval->high_open)) {
        bool is_above = has_low && low >= 0;
        number_side side = {is_above ? low : 0, has_high ? high : -1,
                            is_above && interval->low_open, interval->high_open};

        sides[count++] = number_side_part(maker, &side);
    }
    return ptc_grammar_choice(maker->grammar, sides, count);
}

/* --- Lexemes ------------------------------------------------------------------------ */

/* "1", "minus-5" */
static void number_name_bound(ptc_text *text, const ptc_value *bound, bool is_open)
{
    char digits[PTC_NUMBER_MAX];
    size_t len = bound->kind == PTC_INT ? ptc_number_write_int(bound->as.integer, digits)
                                        : ptc_number_write_json(bound->as.number, digits);
    bool is_negative = digits[0] == '-';

    ptc_text_cstr(text, is_open ? "-over" : "");
    ptc_text_cstr(text, is_negative ? "-minus-" : "-");
    ptc_text_bytes(text, digits + is_negative, len - is_negative);
}

static ptc_grammar_part number_lexeme(ptc_grammar *grammar, const char *head,
                                      const ptc_interval *interval, bool *is_exact,
                                      ptc_grammar_part (*make)(number_maker *,
                                                               const ptc_interval *))
{
    number_maker maker = {.grammar = grammar, .is_exact = true};
    ptc_grammar_part body = make(&maker, interval);
    const uint32_t *known;
    ptc_text key;

    *is_exact = maker.is_exact;
    ptc_text_init(&key, grammar->arena);
    ptc_text_cstr(&key, head);
    if (interval->low.kind == PTC_NIL)
        ptc_text_cstr(&key, "-up");
    else
        number_name_bound(&key, &interval->low, interval->low_open);
    ptc_text_cstr(&key, interval->high.kind == PTC_NIL ? "-or-more"
                        : interval->high_open          ? "-to-below"
                                                       : "-to");
    if (interval->high.kind != PTC_NIL)
        number_name_bound(&key, &interval->high, false);
    grammar->failed |= key.failed;
    known = ptc_grammar_known(grammar, ptc_text_view(&key));
    if (known != NULL)
        return ptc_grammar_use(grammar, *known);
    return ptc_grammar_use(grammar,
                           ptc_grammar_know(grammar, ptc_text_view(&key),
                                            ptc_grammar_lexeme(grammar, key.ptr, body)));
}

ptc_grammar_part ptc_grammar_integer(ptc_grammar *grammar, const ptc_interval *interval,
                                     bool *is_exact)
{
    *is_exact = true;
    if (interval == NULL || ptc_interval_is_open(interval))
        return ptc_grammar_shared_part(grammar, PTC_GRAMMAR_INT);
    return number_lexeme(grammar, "int", interval, is_exact, number_integers);
}

ptc_grammar_part ptc_grammar_number(ptc_grammar *grammar, const ptc_interval *interval,
                                    bool *is_exact)
{
    *is_exact = true;
    if (interval == NULL || ptc_interval_is_open(interval))
        return ptc_grammar_shared_part(grammar, PTC_GRAMMAR_NUMBER);
    return number_lexeme(grammar, "number", interval, is_exact, number_numbers);
}
