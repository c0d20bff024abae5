/* SPDX-License-Identifier: MIT */
/*
 * Secrets: texts that must not leave, as they are and as a string of JSON or PTC-Lisp
 * spells them. A search takes the time of reading a text, plus comparisons where a secret
 * may begin. [subagent 13]
 */
#include "agent/host/export.h"
#include "agent/host/host_int.h"

static const char secrets_mark[] = "<redacted>";

/* --- Which ------------------------------------------------------------------------- */

static bool secrets_has(const ptc_secrets *secrets, ptc_str value)
{
    for (size_t i = 0; i < secrets->count; i++) {
        if (ptc_str_equal(secrets->values[i], value))
            return true;
    }
    return false;
}

/* Longer ones come first, so that they are found before their prefixes. */
static bool secrets_insert(ptc_secrets *secrets, ptc_arena *arena, ptc_str value)
{
    size_t at;
    ptc_str *place;

    if (secrets_has(secrets, value))
        return true;
    value = ptc_str_copy(arena, value);
    place = value.ptr == NULL ? NULL
                              : PTC_ARENA_PUSH(arena, secrets->values, secrets->count,
                                               secrets->capacity);
    if (place == NULL)
        return false;
    for (at = secrets->count - 1; at > 0 && secrets->values[at - 1].len < value.len; at--)
        secrets->values[at] = secrets->values[at - 1];
    secrets->values[at] = value;
    return true;
}

/* Other spellings of bytes are not searched: base64, hexadecimal, parts. */
static bool secrets_insert_spelt(ptc_secrets *secrets, ptc_arena *arena, ptc_str value)
{
    ptc_text spelt;

    ptc_text_init(&spelt, arena);
    ptc_json_write_string(&spelt, value);
    return !spelt.failed &&
           secrets_insert(secrets, arena, ptc_str_make(spelt.ptr + 1, spelt.len - 2));
}

ptc_status ptc_secrets_add(ptc_arena *arena, ptc_secrets *secrets, ptc_str value)
{
    if (value.len < PTC_SECRET_MIN)
        return PTC_OK;
    return secrets_insert(secrets, arena, value) &&
                   secrets_insert_spelt(secrets, arena, value)
               ? PTC_OK
               : PTC_ERROR_MEMORY;
}

ptc_status ptc_secrets_add_environment(ptc_arena *arena, ptc_secrets *secrets,
                                       char *const *environment)
{
    ptc_status status = PTC_OK;

    for (; *environment != NULL && status == PTC_OK; environment++) {
        const char *mark = strchr(*environment, '=');

        if (mark != NULL &&
            ptc_names_secret(ptc_str_make(*environment, (size_t)(mark - *environment))))
            status = ptc_secrets_add(arena, secrets, ptc_str_of(mark + 1));
    }
    return status;
}

/* --- Where ------------------------------------------------------------------------- */

/* Bytes that secrets begin with. */
typedef struct secrets_starts {
    bool has[256];
} secrets_starts;

static void secrets_note_starts(const ptc_secrets *secrets, secrets_starts *starts)
{
    memset(starts, 0, sizeof *starts);
    for (size_t i = 0; i < secrets->count; i++)
        starts->has[(unsigned char)secrets->values[i].ptr[0]] = true;
}

/* The offset of the first secret from `at` on, and its length; or that of the end. */
static size_t secrets_find(const ptc_secrets *secrets, const secrets_starts *starts,
                           ptc_str text, size_t at, size_t *length)
{
    for (; at < text.len; at++) {
        if (!starts->has[(unsigned char)text.ptr[at]])
            continue;
        for (size_t i = 0; i < secrets->count; i++) {
            ptc_str secret = secrets->values[i];

            *length = secret.len;
            if (secret.len <= text.len - at &&
                memcmp(text.ptr + at, secret.ptr, secret.len) == 0)
                return at;
        }
    }
    *length = 0;
    return text.len;
}

ptc_str ptc_secrets_hide(ptc_arena *arena, const ptc_secrets *secrets, ptc_str text)
{
    secrets_starts starts;
    ptc_text shown;
    size_t length;
    size_t found;
    size_t at = 0;

    if (!ptc_has_secrets(secrets))
        return text;
    secrets_note_starts(secrets, &starts);
    found = secrets_find(secrets, &starts, text, 0, &length);
    if (found == text.len)
        return text;
    ptc_text_init(&shown, arena);
    while (found < text.len) {
        ptc_text_bytes(&shown, text.ptr + at, found - at);
        ptc_text_cstr(&shown, secrets_mark);
        at = found + length;
        found = secrets_find(secrets, &starts, text, at, &length);
    }
    ptc_text_bytes(&shown, text.ptr + at, text.len - at);
    return shown.failed ? ptc_str_make("", 0) : ptc_text_view(&shown);
}

ptc_value ptc_secrets_hide_value(const ptc_secrets *secrets, ptc_arena *arena,
                                 const ptc_value *value)
{
    ptc_export rules = {
        .redaction = {.secrets = secrets}, .is_raw = true, .arena = arena};

    return ptc_export_value(&rules, ptc_str_make("", 0), value, NULL);
}
