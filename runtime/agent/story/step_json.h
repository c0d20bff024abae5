/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent: the common output of steps and logs. */
#ifndef PTC_AGENT_STEP_JSON_H
#define PTC_AGENT_STEP_JSON_H

#include "agent/story/record.h"

/* Members of the open collections; null for a reason that is empty, for tokens that were
 * not reported. */
void ptc_record_fail(ptc_record_writer *record, const char *key, const ptc_schema *schema,
                     const ptc_fail *fail);
void ptc_record_tokens(ptc_record_writer *record, const char *key, int64_t input,
                       int64_t output);
void ptc_record_usage(ptc_record_writer *record, const char *key, const ptc_usage *usage);
/* The messages of a turn, from one on. */
void ptc_record_messages(ptc_record_writer *record, const char *key,
                         const ptc_trace_turn *turn, size_t start);

/* "normal", "retry", ... */
const char *ptc_turn_type_name(ptc_turn_type type);

/* The message of a turn, which another program may have made. */
static inline const ptc_message *ptc_turn_message(const ptc_trace_turn *turn,
                                                  size_t index)
{
    return ptc_message_at(turn->messages, turn->message_size, index);
}

/* How many messages of the turn the one before (or NULL) also had. */
size_t ptc_turn_messages_known(const ptc_trace_turn *turn, const ptc_trace_turn *before);

#endif
