/* SPDX-License-Identifier: MIT */
/* SHA-256 against the examples of FIPS 180-4 and of NIST's test vectors. */
#include <criterion/criterion.h>

#include "base/sha256.h"
#include "support.h"

static const char *hash_in_parts(ptc_str text, size_t part)
{
    static char hex[PTC_SHA256_HEX + 1];
    ptc_sha256 hash;

    ptc_sha256_init(&hash);
    for (size_t at = 0; at < text.len; at += part)
        ptc_sha256_add(&hash, text.ptr + at, text.len - at < part ? text.len - at : part);
    ptc_sha256_end_hex(&hash, hex);
    return hex;
}

Test(sha256, agrees_with_the_standard)
{
    static const struct {
        const char *text;
        const char *hash;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
         "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
        {"\xBD", "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"},
        {"\xC9\x8C\x8E\x55",
         "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t part = 1; part <= 130; part++)
            cr_expect_str_eq(hash_in_parts(ptc_str_of(rows[i].text), part), rows[i].hash,
                             "row %zu by %zu", i, part);
    }
}

/* NIST's examples for lengths at the ends of blocks, and a million times "a". */
Test(sha256, pads_blocks_of_every_length)
{
    static const struct {
        size_t count;
        char byte;
        const char *hash;
    } rows[] = {
        {55, '\0', "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"},
        {56, '\0', "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"},
        {57, '\0', "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785"},
        {64, '\0', "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"},
        {1000, 'A', "c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4"},
        {1000000, 'a',
         "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    };
    static char bytes[1000000];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memset(bytes, rows[i].byte, rows[i].count);
        cr_expect_str_eq(hash_in_parts(ptc_str_make(bytes, rows[i].count), 4099),
                         rows[i].hash, "row %zu", i);
    }
}
