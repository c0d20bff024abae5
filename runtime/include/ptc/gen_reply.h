/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen_reply.h> - what emitted code of contracts with strict forms uses beyond
 * <ptc/gen.h>: converting replies of models in the form that an API enforced back into
 * structs. [emitters 3, 4]
 */
#ifndef PTC_GEN_REPLY_H
#define PTC_GEN_REPLY_H

#include <ptc/gen.h>

PTC_BEGIN

/*
 * Reads JSON text in the strict form of a type, node `node`: the changes of that form are
 * reverted (ptc_json_schema_restore), then the value is coerced and stored at `out`,
 * which must be zeroed. What `out` points to is in the arena.
 *
 * PTC_OK, or a status of ptc_json_read or ptc_gen_from_value; then `*why` (may be NULL)
 * is what ptc_schema_read would report for the restored value: its paths are those of the
 * contract.
 */
PTC_API ptc_status ptc_gen_read_openai_strict(const ptc_gen_type *type, uint32_t node,
                                              ptc_direction direction, ptc_arena *arena,
                                              const char *text, size_t len,
                                              const ptc_parse_options *options, void *out,
                                              ptc_str *why);
PTC_API ptc_status ptc_gen_read_anthropic_strict(const ptc_gen_type *type, uint32_t node,
                                                 ptc_direction direction,
                                                 ptc_arena *arena, const char *text,
                                                 size_t len,
                                                 const ptc_parse_options *options,
                                                 void *out, ptc_str *why);
/* The same for JSON Schema with wrap_root. */
PTC_API ptc_status ptc_gen_read_wrapped(const ptc_gen_type *type, uint32_t node,
                                        ptc_direction direction, ptc_arena *arena,
                                        const char *text, size_t len,
                                        const ptc_parse_options *options, void *out,
                                        ptc_str *why);

PTC_END

#endif
