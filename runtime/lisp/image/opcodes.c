/* SPDX-License-Identifier: MIT */
/* The hash of the table of instructions: FNV-1a over names and operands, with NULs;
 * and that of an image. */
#include "lisp/language/opcodes.h"
#include "lisp/image/snapshot_int.h"

uint32_t ptc_image_opcodes(void)
{
    static const char table[] =
#define PTC_OPCODE(constant, shape, roles, effect, meaning) #constant "\0" #shape "\0"
#include "lisp/language/opcodes.def"
#undef PTC_OPCODE
        ;
    uint32_t hash = UINT32_C(2166136261);

    for (size_t i = 0; i + 1 < sizeof table; i++)
        hash = (hash ^ (unsigned char)table[i]) * UINT32_C(16777619);
    return hash;
}

static uint64_t image_hash_number(uint64_t hash, uint64_t number)
{
    for (unsigned i = 0; i < 64; i += 8)
        hash = (hash ^ (number >> i & 255u)) * UINT64_C(1099511628211);
    return hash;
}

uint64_t ptc_image_hash(ptc_lisp *lisp, const ptc_image *image)
{
    uint64_t hash = ptc_str_hash(ptc_str_make(image->text, image->text_length));

    ptc_lisp_read_bytes(lisp, image->text_length);
    ptc_lisp_read_bytes(lisp, sizeof *image->constants * (size_t)image->constant_count);
    hash = image_hash_number(hash, image->opcodes);
    for (uint32_t i = 0; i < image->constant_count; i++) {
        const ptc_image_constant *constant = &image->constants[i];

        hash = image_hash_number(hash, constant->kind);
        hash = image_hash_number(hash, constant->count);
        hash = image_hash_number(hash, constant->bits);
    }
    for (uint32_t i = 0; i < image->function_count; i++) {
        const ptc_image_function *function = &image->functions[i];

        ptc_lisp_read_bytes(lisp, sizeof *function->code * (size_t)function->code_count);
        hash = image_hash_number(hash, function->code_count);
        for (uint32_t j = 0; j < function->code_count; j++)
            hash = image_hash_number(hash, function->code[j]);
    }
    return hash;
}
