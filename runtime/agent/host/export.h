/* SPDX-License-Identifier: MIT */
/*
 * Data that may leave the host: recordings, logs and exports write only data that went
 * through here. [subagent 13]
 */
#ifndef PTC_AGENT_EXPORT_H
#define PTC_AGENT_EXPORT_H

#include <ptc/step.h>

typedef struct ptc_export {
    ptc_redaction redaction;
    bool is_raw; /* everything may leave, except secrets */
    ptc_arena *arena;
    bool has_changed; /* something was hidden or replaced since this was last cleared */
    bool failed;      /* refused memory; the returned value is then nil */
    /* Bytes, about as JSON, of a value and of each of its members; 0: no bound. The
     * excess is "... (12 more)" in a list, {"...": "(12 more)"} in a map. No bound
     * applies where everything may leave. */
    size_t value_max;
    size_t member_max;
    bool
        hides_pairs; /* any list of two may be an entry of a map, which JSON cannot say */
} ptc_export;

/*
 * The value as it may leave; new parts are in the export's arena. Wherever a map has a
 * key that begins with '_', or that is another spelling of a firewalled field of `schema`
 * (or NULL), its value becomes "<Firewalled>". Secrets are hidden in texts and keys. Then
 * the host's redaction sees each value with its path, outer ones first; replaced values
 * are not searched. `path` may be empty.
 */
ptc_value ptc_export_value(ptc_export *rules, ptc_str path, const ptc_value *value,
                           const ptc_schema *schema);

/* The same for text. */
ptc_str ptc_export_text(ptc_export *rules, ptc_str path, ptc_str text);

/* --- secrets.c --------------------------------------------------------------------- */

PTC_INLINE bool ptc_has_secrets(const ptc_secrets *secrets)
{
    return secrets != NULL && secrets->count > 0;
}

/* The value without secrets; new parts are in `arena`; nil when refused. */
ptc_value ptc_secrets_hide_value(const ptc_secrets *secrets, ptc_arena *arena,
                                 const ptc_value *value);

#endif
