/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), for names of contents: keys of recordings, locks. */
#ifndef PTC_SHA256_H
#define PTC_SHA256_H

#include <ptc/text.h>

enum {
    PTC_SHA256_SIZE = 32,
    PTC_SHA256_HEX = 64,
};

typedef struct ptc_sha256 {
    uint32_t state[8];
    uint64_t size; /* bytes so far */
    unsigned char block[64];
} ptc_sha256;

void ptc_sha256_init(ptc_sha256 *hash);
void ptc_sha256_add(ptc_sha256 *hash, const void *bytes, size_t size);
/* The hash must be initialised before it is used again. */
void ptc_sha256_end(ptc_sha256 *hash, unsigned char out[PTC_SHA256_SIZE]);

/* ptc_sha256_end in lower-case hexadecimal digits, without a NUL. */
void ptc_sha256_end_hex(ptc_sha256 *hash, char out[PTC_SHA256_HEX]);

#endif
