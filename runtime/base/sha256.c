/* SPDX-License-Identifier: MIT */
/* See sha256.h. Names are those of FIPS 180-4, section 6.2. */
#include "base/sha256.h"

enum {
    SHA256_BLOCK = 64,
    SHA256_LENGTH = 8, /* bytes of the length at the end of the last block */
};

static const uint32_t sha256_start[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
    0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

static const uint32_t sha256_words[64] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4,
    0xAB1C5ED5, 0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE,
    0x9BDC06A7, 0xC19BF174, 0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F,
    0x4A7484AA, 0x5CB0A9DC, 0x76F988DA, 0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7,
    0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967, 0x27B70A85, 0x2E1B2138, 0x4D2C6DFC,
    0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85, 0xA2BFE8A1, 0xA81A664B,
    0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070, 0x19A4C116,
    0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7,
    0xC67178F2,
};

static uint32_t sha256_rotate(uint32_t word, unsigned count)
{
    return word >> count | word << (32 - count);
}

/* --- One block --------------------------------------------------------------------- */

static void sha256_schedule(const unsigned char *block, uint32_t w[64])
{
    for (unsigned t = 0; t < 16; t++, block += 4)
        w[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
               (uint32_t)block[2] << 8 | block[3];
    for (unsigned t = 16; t < 64; t++) {
        uint32_t early = w[t - 15];
        uint32_t late = w[t - 2];

        w[t] =
            (sha256_rotate(late, 17) ^ sha256_rotate(late, 19) ^ late >> 10) + w[t - 7] +
            (sha256_rotate(early, 7) ^ sha256_rotate(early, 18) ^ early >> 3) + w[t - 16];
    }
}

static void sha256_mix(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64];
    uint32_t v[8]; /* a to h */

    sha256_schedule(block, w);
    memcpy(v, state, sizeof v);
    for (unsigned t = 0; t < 64; t++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t first =
            v[7] + sha256_words[t] + w[t] + choice +
            (sha256_rotate(v[4], 6) ^ sha256_rotate(v[4], 11) ^ sha256_rotate(v[4], 25));
        uint32_t second = majority + (sha256_rotate(v[0], 2) ^ sha256_rotate(v[0], 13) ^
                                      sha256_rotate(v[0], 22));

        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += first;
        v[0] = first + second;
    }
    for (unsigned i = 0; i < 8; i++)
        state[i] += v[i];
}

/* --- The whole --------------------------------------------------------------------- */

void ptc_sha256_init(ptc_sha256 *hash)
{
    memcpy(hash->state, sha256_start, sizeof sha256_start);
    hash->size = 0;
}

void ptc_sha256_add(ptc_sha256 *hash, const void *bytes, size_t size)
{
    const unsigned char *next = bytes;
    size_t filled = (size_t)(hash->size % SHA256_BLOCK);

    hash->size += size;
    if (filled != 0) {
        size_t room = SHA256_BLOCK - filled;
        size_t part = size < room ? size : room;

        memcpy(hash->block + filled, next, part);
        if (part < room)
            return;
        sha256_mix(hash->state, hash->block);
        next += part;
        size -= part;
    }
    for (; size >= SHA256_BLOCK; next += SHA256_BLOCK, size -= SHA256_BLOCK)
        sha256_mix(hash->state, next);
    if (size != 0)
        memcpy(hash->block, next, size);
}

void ptc_sha256_end(ptc_sha256 *hash, unsigned char out[PTC_SHA256_SIZE])
{
    static const unsigned char padding[SHA256_BLOCK] = {0x80};
    unsigned char length[SHA256_LENGTH];
    size_t filled = (size_t)(hash->size % SHA256_BLOCK);
    size_t end = SHA256_BLOCK - SHA256_LENGTH;

    for (unsigned i = 0; i < SHA256_LENGTH; i++)
        length[i] = (unsigned char)(hash->size * 8 >> (56 - 8 * i));
    ptc_sha256_add(hash, padding,
                   filled < end ? end - filled : SHA256_BLOCK + end - filled);
    ptc_sha256_add(hash, length, sizeof length);
    for (unsigned i = 0; i < PTC_SHA256_SIZE; i++)
        out[i] = (unsigned char)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}

void ptc_sha256_end_hex(ptc_sha256 *hash, char out[PTC_SHA256_HEX])
{
    static const char digits[] = "0123456789abcdef";
    unsigned char bytes[PTC_SHA256_SIZE];

    ptc_sha256_end(hash, bytes);
    for (size_t i = 0; i < PTC_SHA256_SIZE; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
}
