/* SPDX-License-Identifier: MIT */
/*
 * The entry to the generic JSON reader, and its errors. See <ptc/json.h>; the reader
 * itself is in scan_value.c.
 */
#include "base/base_int.h"
#include "json/json_int.h"

/* --- errors ------------------------------------------------------------------------- */

static void json_append_hex(ptc_text *text, uint32_t number, int digits)
{
    while (digits-- > 0)
        ptc_text_byte(text, "0123456789ABCDEF"[number >> 4 * digits & 15]);
}

/* Appends a character in quotes, or the number of one that no one would see. */
static void json_append_character(ptc_text *text, const char *at, size_t len,
                                  uint32_t code_point)
{
    const uint32_t byte_order_mark = 0xFEFF, wide_blank = 0xA0;
    char quote = *at == '\'' ? '"' : '\'';

    if (ptc_visible_is_unseen(code_point) || code_point == wide_blank) {
        ptc_text_cstr(text,
                      code_point == byte_order_mark ? "a byte order mark, U+" : "U+");
        json_append_hex(text, code_point,
                        code_point > 0xFFFFF  ? 6
                        : code_point > 0xFFFF ? 5
                                              : 4);
        return;
    }
    ptc_text_byte(text, quote);
    ptc_text_bytes(text, at, len);
    ptc_text_byte(text, quote);
}

/* Appends what is at the fault: a character, or the byte. */
static void json_append_found(ptc_text *text, const unsigned char *at,
                              const unsigned char *end)
{
    const char *view = (const char *)at;
    uint32_t code_point;
    size_t len;

    ptc_text_cstr(text, ", found ");
    if (at >= end) {
        ptc_text_cstr(text, "the end");
        return;
    }
    len = ptc_utf8_decode(view, (size_t)(end - at), &code_point);
    if (len > 1 || (*at > ' ' && *at < 0x7F)) {
        json_append_character(text, view, len, code_point);
    } else {
        ptc_text_cstr(text, "byte 0x");
        json_append_hex(text, *at, 2);
    }
}

/* The message in the arena, or the constant that it begins with. */
static ptc_str json_message(const ptc_scan *scan, const char *start)
{
    ptc_text text;

    if (strncmp(start, "expected", 8) != 0)
        return ptc_str_of(start);
    ptc_text_init(&text, scan->arena);
    ptc_text_cstr(&text, start);
    json_append_found(&text, scan->fault, scan->end);
    return text.failed ? ptc_str_of(start) : ptc_text_view(&text);
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
    *error = (ptc_json_error){.status = status, .message = PTC_STR("")};
    if (status == PTC_OK)
        return status;
    error->offset = (size_t)(scan->fault - scan->start);
    error->message = is_ill_formed                ? PTC_STR("ill-formed UTF-8")
                     : status == PTC_ERROR_SYNTAX ? json_message(scan, scan->message)
                                                  : ptc_str_of(scan->message);
    return status;
}

static ptc_status json_refuse(ptc_json_error *error)
{
    if (error != NULL)
        *error = (ptc_json_error){.status = PTC_ERROR_MEMORY,
                                  .message = PTC_STR("memory refused")};
    return PTC_ERROR_MEMORY;
}

/* --- reading ------------------------------------------------------------------------ */

static PTC_COLD ptc_status json_misuse(ptc_json_error *error)
{
    if (error != NULL)
        *error = (ptc_json_error){.status = PTC_ERROR_ARGUMENT,
                                  .message = PTC_STR("options.struct_size is not set")};
    return PTC_ERROR_ARGUMENT;
}

ptc_status ptc_json_read(ptc_arena *arena, const char *text, size_t len,
                         const ptc_json_options *options, ptc_value *out, size_t *end,
                         ptc_json_error *error)
{
    static const ptc_options_kind kind = {"options", "ptc_json_options", sizeof *options};
    static const ptc_json_options standard = {.struct_size = sizeof standard};
    ptc_json_options room;
    const ptc_json_options *used =
        ptc_options_view(&kind, "ptc_json_read", options, &standard, &room);
    ptc_scan scan;
    const unsigned char *p;

    *out = ptc_value_nil();
    if (end != NULL)
        *end = len;
    if (PTC_UNLIKELY(used == NULL))
        return json_misuse(error);
    /* Only one value is read, and a text may hold many: never copy what lies after it. */
    if (used->allow_trailing)
        len = ptc_json_extent(text, len);
    if (used->is_padded && used->borrow)
        p = ptc_scan_begin(&scan, arena, text, len, used->max_depth);
    else
        p = ptc_scan_begin_copy(&scan, arena, text, len, used->max_depth);
    if (p == NULL)
        return json_refuse(error);
    p = ptc_scan_document(&scan, p, out);
    if (ptc_scan_finish(&scan, p) != PTC_OK) {
        *out = ptc_value_nil();
        return ptc_scan_error(&scan, error);
    }
    if (end != NULL)
        *end = (size_t)(p - scan.start);
    if (error != NULL)
        *error = (ptc_json_error){.status = PTC_OK, .message = {"", 0}};
    return PTC_OK;
}
