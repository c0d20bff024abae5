/* SPDX-License-Identifier: MIT */
/*
 * Decoders: functions of the host that inputs go through before anything else.
 * [validation 11.5]
 */
#include "walk/coerce_int.h"
#include "walk/message_int.h"

/* A function and what it is called with; `decode` NULL: no decoder has the name. */
typedef struct decode_call {
    ptc_decoder_fn decode;
    void *user;
} decode_call;

/* The one that generated code was given comes first. */
static decode_call decode_find(const ptc_walker *walker, const ptc_schema_extra *extra)
{
    decode_call call = {extra->decode, NULL};

    for (size_t i = 0; call.decode == NULL && i < walker->decoder_count; i++) {
        const ptc_decoder *decoder = &walker->decoders[i];

        if (ptc_str_equal(decoder->name, extra->decoder))
            call = (decode_call){decoder->decode, decoder->user};
    }
    return call;
}

/* The decoder cannot decode a value. */
static bool decode_fault(ptc_coercer *c, const ptc_place *place,
                         const ptc_schema_node *node, const ptc_value *value,
                         ptc_str reason)
{
    ptc_message_draft m;

    if (!ptc_message_fault(&m, &c->walk, place, node))
        return false;
    ptc_text_cstr(&m.text, "decoder ");
    ptc_text_str(&m.text, node->extra->decoder);
    ptc_text_cstr(&m.text, " refuses ");
    ptc_message_kind_and_value(&m, value);
    if (reason.len > 0 && !m.is_hidden) { /* it may quote the value */
        ptc_text_cstr(&m.text, " \xE2\x80\x93 ");
        ptc_text_str(&m.text, reason);
    }
    return ptc_message_finish(&m, PTC_CODE_CUSTOM, value);
}

static bool decode_fault_unknown(ptc_coercer *c, const ptc_place *place,
                                 const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_fault(&m, &c->walk, place, node))
        return false;
    ptc_text_cstr(&m.text, "no decoder ");
    ptc_text_str(&m.text, node->extra->decoder);
    ptc_text_cstr(&m.text, " is registered");
    return ptc_message_finish(&m, PTC_CODE_CUSTOM, value);
}

static void decode_warn(ptc_coercer *c, const ptc_place *place,
                        const ptc_schema_node *node, const ptc_value *value)
{
    ptc_message_draft m;

    if (!ptc_message_start(&m, true, &c->walk, place, node))
        return;
    ptc_message_kind_and_value(&m, value);
    ptc_text_cstr(&m.text, " was decoded by ");
    ptc_text_str(&m.text, node->extra->decoder);
    ptc_message_finish(&m, PTC_CODE_COERCED, value);
}

bool ptc_coerce_decode(ptc_coercer *c, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place, ptc_value *made)
{
    const char *reason = NULL;
    decode_call call;

    *made = *value;
    if (c->walk.decoder_count == PTC_DECODERS_LATER)
        return true;
    call = decode_find(&c->walk, node->extra);
    if (call.decode == NULL)
        return decode_fault_unknown(c, place, node, value);
    c->walk.was_decoded = true;
    if (!call.decode(c->arena, value, made, &reason, call.user)) {
        c->walk.failed |= c->arena->failed;
        return decode_fault(c, place, node, value, ptc_str_of(reason));
    }
    if (ptc_value_same(value, made))
        *made = *value;
    else
        decode_warn(c, place, node, value);
    return true;
}
