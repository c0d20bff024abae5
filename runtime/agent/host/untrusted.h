/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent: data in what a model reads. [subagent 4.3, 11.2] */
#ifndef PTC_AGENT_UNTRUSTED_H
#define PTC_AGENT_UNTRUSTED_H

#include <ptc/agent.h>
#include <ptc/text.h>

/* Appends data that was shown as Lisp literals, or words of it, for a model: controls,
 * backticks, `<`, and what ends lines, changes direction or is not seen, as \uXXXX. What
 * stands for a hidden value stays. */
void ptc_untrusted_write(ptc_text *text, ptc_str view);

/* Whether `text` has `word` (lower case) at `at`, in any case of ASCII letters. */
bool ptc_untrusted_has_word(ptc_str text, size_t at, ptc_str word);

/* Whether a value is more than a word or a line within a text of ours: it has a line end,
 * more than 200 characters, or a tag of envelopes. A byte that is no UTF-8 counts as one
 * character. [signature 11.3] */
bool ptc_untrusted_is_long(ptc_str value);

/* Whether data of programs stands in envelopes for this agent, a planned one. */
bool ptc_envelope_is_on(const ptc_agent *agent);

/* Appends the data in an envelope when that is on; what could end it is escaped. */
void ptc_envelope_write(ptc_text *text, const ptc_agent *agent, const char *source,
                        ptc_str data);

#endif
