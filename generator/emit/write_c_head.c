/* SPDX-License-Identifier: MIT */
/* The frame of emitted files: the first lines, which say where a file comes from; the
 * linkage of declarations; and the directives that point into contracts.
 * [build-and-packaging 1.1, 2.1, 2.2] */
#include "generator/emit/agent.h"
#include "generator/text/c_text.h"
#include "generator/text/output.h"

/* --- The first lines --------------------------------------------------------------- */

/* Agents may be in a chain in another order, or once more. */
static uint64_t head_add_chain(const ptcc_chain *chain, uint64_t hash)
{
    for (size_t i = 0; i < chain->file->chain->count; i++)
        hash = hash * 31 + ptc_str_hash(chain->agents[i]->id);
    return hash;
}

/* Those of compiled agents are in their locks alone. */
static uint64_t head_add_prompts(const ptcc_agents *agents, uint64_t hash)
{
    for (size_t i = 0; agents != NULL && i < agents->count; i++)
        hash = hash * 31 + ptc_str_hash(agents->items[i]->file->agent->prompt);
    return hash;
}

/* What a function has besides its types. */
static uint64_t head_add_info(const ptc_contract_info *info, uint64_t hash)
{
    if (info == NULL || info->path.len + info->sql.len == 0)
        return hash;
    return (hash * 31 + ptc_str_hash(info->path)) * 31 + ptc_str_hash(info->sql);
}

/* A hash of what the contracts mean, in order. */
static void head_write_hash(const ptcc_c_plan *plan, ptc_text *out)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < plan->count; i++) {
        const ptcc_c_contract *contract = &plan->contracts[i];

        hash = hash * 31 + (contract->hash ^ ptc_str_hash(contract->contract->name));
        hash = head_add_info(contract->contract->info, hash);
    }
    if (plan->agents != NULL && plan->agents->compiled != NULL)
        hash = hash * 31 + ptc_str_hash(plan->agents->compiled->source);
    else
        hash = head_add_prompts(plan->agents, hash);
    if (plan->agents != NULL && plan->agents->chain != NULL)
        hash = head_add_chain(plan->agents->chain, hash);
    c_write_hash(out, hash);
}

static void head_write_format(const ptcc_c_plan *plan, ptc_text *out)
{
    ptc_text_cstr(out, "ptcc-format: ");
    ptc_text_uint(out, PTC_FORMAT);
    ptc_text_cstr(out, "  schema: ");
    head_write_hash(plan, out);
}

static void head_write_options(ptc_str note, ptc_text *out)
{
    if (note.len == 0)
        return;
    ptc_text_cstr(out, "  options: ");
    ptc_text_str(out, note);
}

/* The second line. regen.c reads it. */
static ptc_str head_stamp(ptcc_c_sink *sink, const ptcc_c_request *request,
                          const ptcc_c_plan *plan)
{
    ptc_text stamp;

    ptc_text_init(&stamp, sink->arena);
    head_write_format(plan, &stamp);
    if (sink->options->stamps_version)
        ptc_text_cstr(&stamp, "  version: " PTC_VERSION_TEXT);
    head_write_options(request->options_note, &stamp);
    return c_note(sink->arena, ptc_text_view(&stamp));
}

/* A hash of that line without the version and the options of constants. */
ptc_str ptcc_c_pair(ptc_arena *arena, const ptcc_c_request *request,
                    const ptcc_c_plan *plan)
{
    ptc_text line;
    uint64_t hash;

    ptc_text_init(&line, arena);
    head_write_format(plan, &line);
    head_write_options(request->pair_note, &line);
    hash = ptc_str_hash(ptc_text_view(&line));
    return c_bits(arena, (uint32_t)(hash ^ hash >> 32));
}

/* A comment that begins on its first line however long it is, and is broken where
 * clang-format would. */
static ptc_str head_comment(ptcc_c_sink *sink, ptc_str note)
{
    size_t column = strlen("/*");
    size_t at = 0;
    ptc_text out;

    ptc_text_init(&out, sink->arena);
    ptc_text_cstr(&out, "/*");
    while (at < note.len) {
        size_t blanks = at == 0;
        size_t len = 0;

        for (; at < note.len && note.ptr[at] == ' '; at++)
            blanks++;
        while (at + len < note.len && note.ptr[at + len] != ' ')
            len++;
        if (column > 2 && column + blanks + len > HOST_COLUMNS) {
            ptc_text_cstr(&out, "\n *");
            column = 2;
            blanks = 1;
        }
        ptc_text_repeat(&out, ' ', blanks);
        ptc_text_bytes(&out, note.ptr + at, len);
        column += blanks + len;
        at += len;
    }
    ptc_text_cstr(&out, column + strlen(" */") > HOST_COLUMNS ? "\n */" : " */");
    return ptc_text_view(&out);
}

void ptcc_c_fill_head(ptcc_c_sink *sink, const ptcc_c_request *request,
                      const ptcc_c_plan *plan, ptcc_model *model)
{
    model_str(model, "source_note", c_note(sink->arena, request->source_name));
    model_str(model, "stamp_code", head_comment(sink, head_stamp(sink, request, plan)));
    model_str(model, "guard_id", plan->section.guard_id);
    model_str(model, "pair_lit", ptcc_c_pair(sink->arena, request, plan));
    model_str(model, "abi_lit", c_decimal(sink->arena, PTC_ABI));
}

/* --- Lines of contracts ------------------------------------------------------------- */

/* The line of a place, counted on from the one that was asked for last. */
static size_t head_line(ptcc_c_sink *sink, const ptc_source *source, size_t offset)
{
    if (sink->line_source != source || sink->line_offset > offset) {
        sink->line_source = source;
        sink->line_offset = 0;
        sink->line = 1;
    }
    for (; sink->line_offset < offset; sink->line_offset++)
        sink->line += source->text.ptr[sink->line_offset] == '\n';
    return sink->line;
}

ptc_str ptcc_c_line_directive(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    const ptc_contract *meant = contract->contract;
    ptc_str name = meant->source->name;
    size_t line;

    if (sink->options->lines == PTCC_LINES_OFF)
        return PTC_STR("");
    if (sink->options->lines == PTCC_LINES_BASE)
        name = ptc_base_name(name);
    line = head_line(sink, meant->source, meant->span.start);
    return C_JOIN(sink->arena, PTC_STR("#line "), c_decimal(sink->arena, line),
                  PTC_STR(" "), c_string_line(sink->arena, name));
}
