/* SPDX-License-Identifier: MIT */
/*
 * The entry to the generic JSON reader, and its errors. See <ptc/json.h>; the reader
 * itself is in scan_value.c.
 */
#include "json/json_int.h"

/* --- errors ------------------------------------------------------------------------- */

static void json_append(ptc_json_error *error, ptc_str text)
{
    size_t len = strlen(error->message);
    size_t room = sizeof error->message - 1 - len;

    if (text.len > room)
        text.len = room;
    memcpy(error->message + len, text.ptr, text.len);
    error->message[len + text.len] = '\0';
}

/* What stands at the fault: a printable character in quotes, or the byte. */
static void json_append_found(ptc_json_error *error, const unsigned char *at,
                              const unsigned char *end)
{
    static const char digits[] = "0123456789ABCDEF";
    char quoted[] = "'?'";
    char byte[] = "byte 0x00";
    uint32_t code_point;

    json_append(error, PTC_STR(", found "));
    if (at >= end) {
        json_append(error, PTC_STR("the end"));
    } else if (*at > ' ' && *at < 0x7F) {
        quoted[1] = (char)*at;
        json_append(error, ptc_str_of(quoted));
    } else if (ptc_utf8_decode((const char *)at, (size_t)(end - at), &code_point) > 1) {
        json_append(error, PTC_STR("'"));
        json_append(error, ptc_str_make(
                               (const char *)at,
                               ptc_utf8_prefix((const char *)at, (size_t)(end - at), 1)));
        json_append(error, PTC_STR("'"));
    } else {
        byte[7] = digits[*at >> 4];
        byte[8] = digits[*at & 15];
        json_append(error, ptc_str_of(byte));
    }
}

/* A byte that begins nothing in JSON may be no UTF-8 either, which is the better answer.
 */
static bool json_is_ill_formed(const ptc_scan *scan)
{
    uint32_t code_point;

    return scan->status == PTC_ERROR_SYNTAX && scan->fault != scan->end &&
           ptc_utf8_decode((const char *)scan->fault, (size_t)(scan->end - scan->fault),
                           &code_point) == 0;
}

ptc_status ptc_scan_error(const ptc_scan *scan, ptc_json_error *error)
{
    bool is_ill_formed = json_is_ill_formed(scan);
    ptc_status status = is_ill_formed ? PTC_ERROR_ENCODING : scan->status;

    if (error == NULL)
        return status;
    if (status == PTC_OK) {
        *error = (ptc_json_error){.status = status};
        return status;
    }
    *error =
        (ptc_json_error){.status = status, .offset = (size_t)(scan->fault - scan->start)};
    json_append(error, ptc_str_of(is_ill_formed ? "ill-formed UTF-8" : scan->message));
    if (status == PTC_ERROR_SYNTAX && strncmp(error->message, "expected", 8) == 0)
        json_append_found(error, scan->fault, scan->end);
    return status;
}

static ptc_status json_refuse(ptc_json_error *error)
{
    if (error != NULL) {
        *error = (ptc_json_error){.status = PTC_ERROR_MEMORY};
        json_append(error, PTC_STR("memory refused"));
    }
    return PTC_ERROR_MEMORY;
}

/* --- reading ------------------------------------------------------------------------ */

/* What the caller's version of the struct has not is zero. */
static ptc_json_options json_options(const ptc_json_options *given)
{
    ptc_json_options options = {.struct_size = sizeof options};

    if (given != NULL && given->struct_size != 0 && given->struct_size < sizeof options)
        memcpy(&options, given, given->struct_size);
    else if (given != NULL)
        options = *given;
    return options;
}

ptc_status ptc_json_read(ptc_arena *arena, const char *text, size_t len,
                         const ptc_json_options *options, ptc_value *out, size_t *end,
                         ptc_json_error *error)
{
    ptc_json_options used = json_options(options);
    ptc_scan scan;
    const unsigned char *p;

    *out = ptc_value_nil();
    if (end != NULL)
        *end = len;
    /* Only one value is read, and a text may hold many: never copy what lies behind it.
     */
    if (used.allow_trailing)
        len = ptc_json_extent(text, len);
    if (used.is_padded && used.borrow)
        p = ptc_scan_begin(&scan, arena, text, len, used.max_depth);
    else
        p = ptc_scan_begin_copy(&scan, arena, text, len, used.max_depth);
    if (p == NULL)
        return json_refuse(error);
    p = ptc_scan_document(&scan, p, out);
    if (ptc_scan_finish(&scan, p) != PTC_OK) {
        *out = ptc_value_nil();
        return ptc_scan_error(&scan, error);
    }
    if (end != NULL)
        *end = (size_t)(p - scan.start);
    return PTC_OK;
}
