/* SPDX-License-Identifier: MIT */
/*
 * <ptc/ptc.h> - all of the runtime. <ptc/gen.h> is what generated code
 * includes instead.
 */
#ifndef PTC_PTC_H
#define PTC_PTC_H

#include <ptc/agent.h>
#include <ptc/agent_file.h>
#include <ptc/arena.h>
#include <ptc/cassette.h>
#include <ptc/compile.h>
#include <ptc/compiled.h>
#include <ptc/config.h>
#include <ptc/contract.h>
#include <ptc/convert.h>
#include <ptc/datetime.h>
#include <ptc/decimal.h>
#include <ptc/diag.h>
#include <ptc/error.h>
#include <ptc/files.h>
#include <ptc/form.h>
#include <ptc/grammar.h>
#include <ptc/host.h>
#include <ptc/infer.h>
#include <ptc/json.h>
#include <ptc/json_schema.h>
#include <ptc/lisp.h>
#include <ptc/llm.h>
#include <ptc/mcp.h>
#include <ptc/models.h>
#include <ptc/number.h>
#include <ptc/parse.h>
#include <ptc/regex.h>
#include <ptc/route.h>
#include <ptc/rows.h>
#include <ptc/schema.h>
#include <ptc/snapshot.h>
#include <ptc/status.h>
#include <ptc/step.h>
#include <ptc/target.h>
#include <ptc/target_limits.h>
#include <ptc/template.h>
#include <ptc/text.h>
#include <ptc/tool.h>
#include <ptc/value.h>
#include <ptc/version.h>
#include <ptc/walk.h>

#endif
