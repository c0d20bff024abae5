/* SPDX-License-Identifier: MIT */
/*
 * The words that options take, in one place: for the commands, their man pages and the
 * completion of shells.
 *
 * PTC_WORDS_OPTION are the words of an option in all verbs, PTC_WORDS_OPTION_VERB those
 * in one verb; the names are the constants of cli.def. Each list is the inside of a C
 * array, in the order of its enum. The first word is the default.
 */
#ifndef PTC_CLI_WORDS_H
#define PTC_CLI_WORDS_H

/* Starting a project */
#define PTC_WORDS_KIND  "tool", "server", "agent" /* ORDER init_kind */
#define PTC_WORDS_BUILD "meson", "cmake", "make"  /* ORDER init_build */

/* Reading contracts */
#define PTC_WORDS_FROM           "auto", "sig", "malli", "json-schema"
#define PTC_WORDS_FROM_OF_PTCC   "brimley", "python", "elixir", "c" /* ORDER dialects */
#define PTC_WORDS_FORMATS        "assert", "annotate"
#define PTC_WORDS_BRIMLEY_COMPAT "0.5"
#define PTC_WORDS_DIAGNOSTICS    "text", "gnu", "msvc", "json"
#define PTC_WORDS_COLOR          "auto", "always", "never"

/* Writing contracts; --to of convert and --emit also take the words of <ptc/targets.def>.
 */
#define PTC_WORDS_TO_CONVERT   "sig", "malli", "prompt", "brimley"
#define PTC_WORDS_TO_INFER     "sig", "malli"
#define PTC_WORDS_TO_AGENT     "gbnf", "lark"
#define PTC_WORDS_EMIT         "mcp", "mcp-main", "mcp-json"
#define PTC_WORDS_STYLE        "seed", "compact", "fenced"
#define PTC_WORDS_LARK_FLAVOUR "llguidance", "xgrammar"

/* Generating C */
#define PTC_WORDS_VISIBILITY      "default", "hidden", "static"
#define PTC_WORDS_C_STANDARD      "c11", "c99"
#define PTC_WORDS_LINE_DIRECTIVES "off", "base", "full"
#define PTC_WORDS_STRINGS         "borrow", "copy", "nul"
#define PTC_WORDS_OPTIMIZE        "speed", "size"
#define PTC_WORDS_VALUES          "ptc", "jansson"
#define PTC_WORDS_MCP_PROGRAM     "only"
#define PTC_WORDS_MCP_RESULT      "slim", "structured"
#define PTC_WORDS_DIFF            "head", "full"
#define PTC_WORDS_DUMP            "draft", "normal", "kinds" /* ORDER PTCC_DUMP_* */

/* Data, programs, agents and servers */
#define PTC_WORDS_MODE            "enabled", "warn_only", "strict", "disabled"
#define PTC_WORDS_MODE_GEN        "any", PTC_WORDS_MODE
#define PTC_WORDS_CALLS           "any", "known", "tools"
#define PTC_WORDS_MEMORY_STRATEGY "fail", "rollback"
#define PTC_WORDS_COMPLETION_MODE "explicit", "implicit"
#define PTC_WORDS_MULTI_BLOCK     "do", "first", "error"
#define PTC_WORDS_PROMPT_LAYOUT   "seed", "cached"
#define PTC_WORDS_TOOL_STYLE      "seed", "compact", "fenced"
#define PTC_WORDS_INVENTORY_STYLE "table", "compact"
#define PTC_WORDS_LOG             "error", "warn", "info", "debug"

#endif
