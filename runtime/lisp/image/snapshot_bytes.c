/* SPDX-License-Identifier: MIT */
/* Numbers and texts of saved memory, both ways. See snapshot_int.h. */
#include <ptc/number.h>

#include "lisp/image/snapshot_int.h"

void ptc_snapshot_damaged(ptc_lisp *lisp, const char *why)
{
    ptc_lisp_raise(lisp, PTC_REASON_DAMAGED,
                   "the saved memory is damaged: %s; save it again", why);
}

/* --- Reading ----------------------------------------------------------------------- */

uint64_t ptc_snapshot_get(const unsigned char *at, unsigned bytes)
{
    uint64_t number = 0;

    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

uint64_t ptc_snapshot_number(ptc_snapshot_bytes *from, unsigned bytes)
{
    uint64_t number;

    ptc_snapshot_check(from, (size_t)(from->end - from->at) >= bytes, "it ends early");
    number = ptc_snapshot_get(from->at, bytes);
    from->at += bytes;
    return number;
}

uint32_t ptc_snapshot_length(ptc_snapshot_bytes *from, size_t size)
{
    uint64_t length = ptc_snapshot_number(from, 4);

    ptc_snapshot_check(from, length * size <= (size_t)(from->end - from->at),
                       "it ends early");
    return (uint32_t)length;
}

ptc_str ptc_snapshot_text(ptc_snapshot_bytes *from)
{
    uint32_t length = ptc_snapshot_length(from, 1);
    ptc_str text = ptc_str_make((const char *)from->at, length);

    ptc_lisp_read_bytes(from->lisp, length);
    ptc_snapshot_check(from, ptc_utf8_check(text.ptr, length) == length,
                       "a text that is not UTF-8");
    from->at += length;
    return text;
}

/* --- Writing ----------------------------------------------------------------------- */

void ptc_snapshot_add_number(ptc_text *out, uint64_t number, unsigned bytes)
{
    char digits[8];

    for (unsigned i = 0; i < bytes; i++)
        digits[i] = (char)(unsigned char)(number >> 8 * i & 255u);
    ptc_text_bytes(out, digits, bytes);
}

void ptc_snapshot_add_text(ptc_text *out, ptc_str text)
{
    ptc_snapshot_add_number(out, text.len, 4);
    ptc_text_str(out, text);
}

/* --- Valid texts ----------------------------------------------------------------------
 */

bool ptc_snapshot_is_name(ptc_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] < 0x20 || text.ptr[i] == 0x7F)
            return false;
    return true;
}

bool ptc_snapshot_is_number(ptc_str text)
{
    size_t sign = text.len > 0 && text.ptr[0] == '-';
    int64_t number;

    for (size_t i = sign; i < text.len; i++)
        if (text.ptr[i] < '0' || text.ptr[i] > '9')
            return false;
    return text.len > sign && text.ptr[sign] != '0' &&
           !ptc_number_read_int(text.ptr, text.len, &number);
}

/* --- Memory ------------------------------------------------------------------------- */

void *ptc_snapshot_array(ptc_lisp *lisp, ptc_arena *arena, size_t count, size_t size)
{
    void *rows = ptc_arena_array(arena, count, size);

    if (rows == NULL) {
        lisp->is_refused = true;
        ptc_lisp_memory_error(lisp);
    }
    return rows;
}
