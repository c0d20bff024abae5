/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent: data in texts for a model. [subagent 4.3, 11.2] */
#ifndef PTC_AGENT_UNTRUSTED_H
#define PTC_AGENT_UNTRUSTED_H

#include <ptc/agent.h>
#include <ptc/text.h>

/* Appends data that was shown as Lisp literals, or words of it, for a model: controls,
 * backticks, `<`, line ends, direction marks and invisible characters become \uXXXX. The
 * text for a hidden value stays. */
void ptc_untrusted_write(ptc_text *text, ptc_str view);

/* Whether `text` has `word` (lower case) at `at`, in any case of ASCII letters. */
bool ptc_untrusted_has_word(ptc_str text, size_t at, ptc_str word);

/* Whether a value is more than a word or a line inside our text: it has a line end, more
 * than 200 characters, or an envelope tag. A byte that is not UTF-8 counts as one
 * character. [signature 11.3] */
bool ptc_untrusted_is_long(ptc_str value);

/* Whether data of programs is put in envelopes for this agent, a planned one. */
bool ptc_envelope_is_on(const ptc_agent *agent);

/* Appends the data in an envelope when that is on; tags that could end it are
 * escaped. */
void ptc_envelope_write(ptc_text *text, const ptc_agent *agent, const char *source,
                        ptc_str data);

#endif
