/* SPDX-License-Identifier: MIT */
/* The table of targets and their writers. See target_int.h. */
#include "target/target_int.h"

/* ORDER TARGET */
static const char *const target_words[] = {
#define PTC_TARGET(constant, word, emit_word, scope, name, summary) word,
#include <ptc/targets.def>
#undef PTC_TARGET
};

/* ORDER TARGET */
static const bool target_is_single[] = {
#define CONTRACT                                                    true
#define FILE                                                        false
#define PTC_TARGET(constant, word, emit_word, scope, name, summary) scope,
#include <ptc/targets.def>
#undef PTC_TARGET
#undef FILE
#undef CONTRACT
};

const char *ptc_target_word(ptc_target target)
{
    return (unsigned)target < PTC_TARGET_COUNT ? target_words[target] : NULL;
}

ptc_target ptc_target_find(ptc_str word)
{
    unsigned target = 0;

    while (target < PTC_TARGET_COUNT &&
           !ptc_str_equal(word, ptc_str_of(target_words[target])))
        target++;
    return (ptc_target)target;
}

bool ptc_target_is_single(ptc_target target)
{
    return (unsigned)target < PTC_TARGET_COUNT && target_is_single[target];
}

bool ptc_target_is_reply(ptc_target target)
{
    return target == PTC_TARGET_OPENAI_FORMAT ||
           target == PTC_TARGET_OPENAI_CHAT_FORMAT ||
           target == PTC_TARGET_ANTHROPIC_FORMAT;
}

bool ptc_target_is_tools(ptc_target target)
{
    return !ptc_target_is_single(target) && target != PTC_TARGET_SQL &&
           target != PTC_TARGET_MARKDOWN;
}

/* --- Notes -------------------------------------------------------------------------- */

static void target_note(ptc_target_run *run, const ptc_target_note *note)
{
    run->has_fault = run->has_fault || note->is_fault;
    if (run->options.note != NULL)
        run->options.note(note, run->options.user);
}

void ptc_target_lose(ptc_target_run *run, uint32_t node, ptc_str what)
{
    ptc_target_note note = {.target = run->target,
                            .contract = run->current,
                            .other = run->current,
                            .node = node,
                            .what = what};

    target_note(run, &note);
}

void ptc_target_lose_in_json(ptc_target_run *run, uint32_t node, const char *what)
{
    ptc_target_note note = {.target = run->target,
                            .is_general = true,
                            .contract = run->current,
                            .other = run->current,
                            .node = node,
                            .what = ptc_str_of(what)};

    target_note(run, &note);
}

void ptc_target_refuse(ptc_target_run *run, uint32_t node, ptc_str what)
{
    ptc_target_refuse_pair(run, node, run->current, what);
}

void ptc_target_refuse_pair(ptc_target_run *run, uint32_t node, size_t other,
                            ptc_str what)
{
    ptc_target_note note = {.target = run->target,
                            .is_fault = true,
                            .contract = run->current,
                            .other = other,
                            .node = node,
                            .what = what};

    target_note(run, &note);
}

static void target_lose(uint32_t node, ptc_str what, void *user)
{
    ptc_target_lose(user, node, what);
}

static void target_refuse(uint32_t node, ptc_str what, void *user)
{
    ptc_target_refuse(user, node, what);
}

/* --- Single contracts --------------------------------------------------------------- */

ptc_json_schema_options ptc_target_json_options(ptc_target_run *run)
{
    return (ptc_json_schema_options){
        .struct_size = sizeof(ptc_json_schema_options),
        .direction = run->options.direction,
        .indent = run->options.indent,
        .wrap_root = run->options.wrap_root,
        .keep_formats = run->options.openai_formats,
        .keep_patterns = run->options.anthropic_patterns,
        .lose = target_lose,
        .refuse = target_refuse,
        .user = run,
    };
}

static ptc_status target_write_json_schema(ptc_target_run *run)
{
    ptc_json_schema_options options = ptc_target_json_options(run);

    if (run->target == PTC_TARGET_JSON_SCHEMA_7)
        options.version = PTC_JSON_SCHEMA_7;
    return ptc_schema_write_json_schema(run->text, run->contracts->schema, &options);
}

static ptc_status target_write_grammar(ptc_target_run *run)
{
    ptc_grammar_options options = {
        .struct_size = sizeof options,
        .syntax = run->target == PTC_TARGET_GBNF ? PTC_GRAMMAR_GBNF
                  : run->options.xgrammar        ? PTC_GRAMMAR_EBNF
                                                 : PTC_GRAMMAR_LARK,
        .direction = run->options.direction,
        .max_string = run->options.max_string,
        .lose = target_lose,
        .refuse = target_refuse,
        .user = run,
    };

    return ptc_schema_write_grammar(run->text, run->contracts->schema, &options);
}

/* --- The call ----------------------------------------------------------------------- */

static ptc_status target_write(ptc_target_run *run)
{
    switch (run->target) {
    case PTC_TARGET_JSON_SCHEMA:
    case PTC_TARGET_JSON_SCHEMA_7:
        return target_write_json_schema(run);
    case PTC_TARGET_OPENAI:
    case PTC_TARGET_OPENAI_STRICT:
    case PTC_TARGET_OPENAI_CHAT:
    case PTC_TARGET_OPENAI_CHAT_STRICT:
    case PTC_TARGET_ANTHROPIC:
    case PTC_TARGET_ANTHROPIC_STRICT:
    case PTC_TARGET_MCP:
    case PTC_TARGET_MCP_LEGACY:
        return ptc_target_write_tools(run);
    case PTC_TARGET_OPENAI_FORMAT:
    case PTC_TARGET_OPENAI_CHAT_FORMAT:
    case PTC_TARGET_ANTHROPIC_FORMAT:
        return ptc_target_write_format(run);
    case PTC_TARGET_GBNF:
    case PTC_TARGET_LARK:
        return target_write_grammar(run);
    case PTC_TARGET_SQL:
        return ptc_target_write_sql(run);
    case PTC_TARGET_MARKDOWN:
        return ptc_target_write_markdown(run);
    case PTC_TARGET_MALLI_JSON:
        return ptc_target_write_malli_json(run);
    case PTC_TARGET_COUNT:
        break;
    }
    return PTC_ERROR_ARGUMENT;
}

ptc_status ptc_target_write(ptc_text *text, ptc_target target,
                            const ptc_target_contract *contracts, size_t count,
                            const ptc_target_options *given)
{
    ptc_target_run run = {
        .text = text, .target = target, .contracts = contracts, .count = count};
    size_t start = text->len;
    ptc_scratch scratch;
    ptc_status status;

    run.options.struct_size = sizeof run.options;
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_target_options), "ptc_target_write",
                          given, &run.options))
        return PTC_ERROR_ARGUMENT;
    if ((unsigned)target >= PTC_TARGET_COUNT ||
        (target_is_single[target] && count != 1)) {
        ptc_misuse("ptc_target_write",
                   (unsigned)target >= PTC_TARGET_COUNT
                       ? "target is %u; set it to a ptc_target"
                       : "target %u takes one contract",
                   (unsigned)target);
        return PTC_ERROR_ARGUMENT;
    }
    ptc_scratch_begin(&scratch, text->arena, 0);
    run.arena = scratch.arena;
    status = target_write(&run);
    if (status == PTC_OK && run.has_fault)
        status = PTC_ERROR_INVALID;
    if (status == PTC_OK)
        status = ptc_target_find_meaning(&run);
    /* With refused memory the result is neither a text nor a fault. */
    if ((status == PTC_OK || status == PTC_ERROR_INVALID) &&
        (text->failed || run.arena->failed))
        status = PTC_ERROR_MEMORY;
    if (status != PTC_OK && !text->failed)
        ptc_text_cut(text, start);
    ptc_scratch_end(&scratch);
    return status;
}
