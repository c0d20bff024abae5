/* SPDX-License-Identifier: MIT */
/*
 * Powers of five to 128 bits, the common ground of reading and writing doubles.
 *
 * A table of all 667 powers would take 10 kB. This one holds every 27th to 192 bits, and
 * the powers between as exact 64-bit numbers; their product, cut to 128 bits, is the
 * power rounded down for every exponent from -351 to 350. That was checked for each of
 * them with exact integers when the tables were made, by these lines of Python:
 *
 *     def norm(x, bits):
 *         n = x.bit_length()
 *         return x >> (n - bits) if n >= bits else x << (bits - n)
 *     def power(q, bits):
 *         if q >= 0: return norm(5**q, bits)
 *         x = (1 << (bits + (5**-q).bit_length())) // 5**-q
 *         return x >> (x.bit_length() - bits)
 *     steps = [power(27 * j, 192) for j in range(-13, 13)]
 *     small = [norm(5**r, 64) for r in range(27)]
 *     for q in range(-351, 351):
 *         assert norm(steps[q // 27 + 13] * small[q % 27], 128) == power(q, 128)
 */
#include "base/base_int.h"

/* clang-format off */
/* 5^(27 * (row - 13)), shifted so that the highest of 192 bits is set, rounded down. */
static const uint64_t number_steps[26][3] = {
    {UINT64_C(0x8049A4AC0C5811AE), UINT64_C(0x205B896D777D6278), UINT64_C(0xAC261E9F5141430B)},
    {UINT64_C(0xCF42894A5DCE35EA), UINT64_C(0x52064CAC828675B9), UINT64_C(0x475F2B7D7DF1AD7A)},
    {UINT64_C(0xA76C582338ED2621), UINT64_C(0xAF2AF2B80AF6F24E), UINT64_C(0x657C8F4D43323A36)},
    {UINT64_C(0x873E4F75E2224E68), UINT64_C(0x5A7744A6E804A291), UINT64_C(0xCC35EDDFCF0996D7)},
    {UINT64_C(0xDA7F5BF590966848), UINT64_C(0xAF39A475506A899E), UINT64_C(0xA30294CC2934E662)},
    {UINT64_C(0xB080392CC4349DEC), UINT64_C(0xBD8D794D96AACFB3), UINT64_C(0xFE13A5C86AF64418)},
    {UINT64_C(0x8E938662882AF53E), UINT64_C(0x547EB47B7282EE9C), UINT64_C(0x41B0230E1421487D)},
    {UINT64_C(0xE65829B3046B0AFA), UINT64_C(0x0CB4A5A3112A5112), UINT64_C(0xA3B561B1CB208396)},
    {UINT64_C(0xBA121A4650E4DDEB), UINT64_C(0x92F34D62616CE413), UINT64_C(0x21A0183E10583CD3)},
    {UINT64_C(0x964E858C91BA2655), UINT64_C(0x3A6A07F8D510F86F), UINT64_C(0xE9082F25E9C5E9EC)},
    {UINT64_C(0xF2D56790AB41C2A2), UINT64_C(0xFAE27299423FB9C3), UINT64_C(0x3695DAD7E8858901)},
    {UINT64_C(0xC428D05AA4751E4C), UINT64_C(0xAA97E14C3C26B886), UINT64_C(0x96842DC95323F5A8)},
    {UINT64_C(0x9E74D1B791E07E48), UINT64_C(0x775EA264CF55347D), UINT64_C(0xCA49F1C05120C9C7)},
    {UINT64_C(0x8000000000000000), 0, 0},
    {UINT64_C(0xCECB8F27F4200F3A), 0, 0},
    {UINT64_C(0xA70C3C40A64E6C51), UINT64_C(0x999090B65F67D924), 0},
    {UINT64_C(0x86F0AC99B4E8DAFD), UINT64_C(0x69A028BB3DED71A3), UINT64_C(0xDF9F915627C04E28)},
    {UINT64_C(0xDA01EE641A708DE9), UINT64_C(0xE80E6F4820CC9495), UINT64_C(0xD74BAAD03BC1D8D3)},
    {UINT64_C(0xB01AE745B101E9E4), UINT64_C(0x5EC05DCFF72E7F8F), UINT64_C(0xC04C79FFE324301F)},
    {UINT64_C(0x8E41ADE9FBEBC27D), UINT64_C(0x14588F13BE847307), UINT64_C(0x23BD6A2059C002F5)},
    {UINT64_C(0xE5D3EF282A242E81), UINT64_C(0x8F1668C8A86DA5FA), UINT64_C(0xF0B5CCF5176ECC7C)},
    {UINT64_C(0xB9A74A0637CE2EE1), UINT64_C(0x6D953E2BD7173692), UINT64_C(0x88EFB0037AC08BDE)},
    {UINT64_C(0x95F83D0A1FB69CD9), UINT64_C(0x4ABDAF101564F98E), UINT64_C(0x0D5A4AF7B3A98E47)},
    {UINT64_C(0xF24A01A73CF2DCCF), UINT64_C(0xBC633B39673C8CEC), UINT64_C(0x3D9C44CD2F36917C)},
    {UINT64_C(0xC3B8358109E84F07), UINT64_C(0x0A862F80EC4700C8), UINT64_C(0x02606EA01029DC37)},
    {UINT64_C(0x9E19DB92B4E31BA9), UINT64_C(0x6C07A2C26A8346D1), UINT64_C(0x4944D9F52CD0DEC2)},
};

/* 5^i, shifted so that the highest of 64 bits is set; exact. */
static const uint64_t number_small_powers[27] = {
    UINT64_C(0x8000000000000000), UINT64_C(0xA000000000000000), UINT64_C(0xC800000000000000),
    UINT64_C(0xFA00000000000000), UINT64_C(0x9C40000000000000), UINT64_C(0xC350000000000000),
    UINT64_C(0xF424000000000000), UINT64_C(0x9896800000000000), UINT64_C(0xBEBC200000000000),
    UINT64_C(0xEE6B280000000000), UINT64_C(0x9502F90000000000), UINT64_C(0xBA43B74000000000),
    UINT64_C(0xE8D4A51000000000), UINT64_C(0x9184E72A00000000), UINT64_C(0xB5E620F480000000),
    UINT64_C(0xE35FA931A0000000), UINT64_C(0x8E1BC9BF04000000), UINT64_C(0xB1A2BC2EC5000000),
    UINT64_C(0xDE0B6B3A76400000), UINT64_C(0x8AC7230489E80000), UINT64_C(0xAD78EBC5AC620000),
    UINT64_C(0xD8D726B7177A8000), UINT64_C(0x878678326EAC9000), UINT64_C(0xA968163F0A57B400),
    UINT64_C(0xD3C21BCECCEDA100), UINT64_C(0x84595161401484A0), UINT64_C(0xA56FA5B99019A5C8),
};
/* clang-format on */

ptc_wide ptc_number_power(int exponent)
{
    unsigned from_first = (unsigned)(exponent + 13 * 27);
    const uint64_t *step = number_steps[from_first / 27];
    uint64_t factor = number_small_powers[from_first % 27];
    ptc_wide high = ptc_wide_multiply(step[0], factor);
    ptc_wide middle = ptc_wide_multiply(step[1], factor);
    uint64_t carried = ptc_wide_multiply(step[2], factor).high + middle.low;
    ptc_wide power;

    /* The sum of the three products, without its lowest 64 bits. */
    middle.high += carried < middle.low ? 1 : 0;
    power.low = high.low + middle.high;
    power.high = high.high + (power.low < high.low ? 1 : 0);
    if (power.high >> 63 == 0) {
        power.high = power.high << 1 | power.low >> 63;
        power.low = power.low << 1 | carried >> 63;
    }
    return power;
}
