/* SPDX-License-Identifier: MIT */
/* Initialisers of agents and their parts. See write_agent.h. */
#include "generator/emit/write_agent.h"
#include "generator/text/c_text.h"
#include "templates.h"

ptcc_agent_rows ptcc_agent_rows_of(ptcc_c_sink *sink, ptc_str base)
{
    return (ptcc_agent_rows){sink, base, host_rows(&sink->host)};
}

ptc_str ptcc_agent_id(ptcc_c_sink *sink, ptc_str base, const char *word, const char *more)
{
    ptc_str id = c_ident(sink->arena, base,
                         C_JOIN(sink->arena, ptc_str_of(word), ptc_str_of(more)));

    return ptcc_c_give_way(sink->taken, sink->options, id);
}

/* --- Texts ------------------------------------------------------------------------- */

static ptc_str agent_bytes(ptcc_c_sink *sink, ptc_str base, const char *word,
                           ptc_str text)
{
    ptc_str id;

    if (text.len < C_LITERAL_MAX)
        return c_string(sink->arena, text);
    id = ptcc_agent_id(sink, base, word, "_text");
    ptcc_pieces_paragraph(
        &sink->out, HOST_FILL(&sink->host, ptcc_template_table_text, {"text_id", id},
                              {"text_lit", c_string(sink->arena, text)}));
    return id;
}

ptc_str ptcc_agent_str(ptcc_c_sink *sink, ptc_str base, const char *word, ptc_str text)
{
    return ptcc_c_line(HOST_FILL(&sink->host, ptcc_template_table_str,
                                 {"text_lit", agent_bytes(sink, base, word, text)},
                                 {"size_lit", c_decimal(sink->arena, text.len)}));
}

ptc_str ptcc_agent_cstr(ptcc_c_sink *sink, ptc_str base, const char *word,
                        const char *text)
{
    return agent_bytes(sink, base, word, ptc_str_of(text));
}

/* --- Rows -------------------------------------------------------------------------- */

void ptcc_agent_item(ptcc_agent_rows *rows, ptc_str code)
{
    ptcc_model row = host_model(&rows->sink->host);

    model_str(&row, "row_code", code);
    if (row.count > 0) /* else memory was refused, as the host knows */
        rows_add(&rows->rows, &row);
}

void ptcc_agent_row(ptcc_agent_rows *rows, const char *member, ptc_str code)
{
    ptcc_agent_item(rows, C_JOIN(rows->sink->arena, PTC_STR("."), ptc_str_of(member),
                                 PTC_STR(" = "), code));
}

void ptcc_agent_row_str(ptcc_agent_rows *rows, const char *member, ptc_str text)
{
    if (text.len > 0)
        ptcc_agent_row(rows, member,
                       ptcc_agent_str(rows->sink, rows->base, member, text));
}

void ptcc_agent_row_cstr(ptcc_agent_rows *rows, const char *member, const char *text)
{
    if (text != NULL)
        ptcc_agent_row(rows, member,
                       ptcc_agent_cstr(rows->sink, rows->base, member, text));
}

void ptcc_agent_row_number(ptcc_agent_rows *rows, const char *member, uint64_t number)
{
    if (number > 0)
        ptcc_agent_row(rows, member,
                       number <= INT32_MAX ? c_decimal(rows->sink->arena, number)
                                           : c_uint(rows->sink->arena, number));
}

void ptcc_agent_row_address(ptcc_agent_rows *rows, const char *member, ptc_str id)
{
    if (id.len > 0)
        ptcc_agent_row(rows, member, C_JOIN(rows->sink->arena, PTC_STR("&"), id));
}

/* --- Initialisers ------------------------------------------------------------------ */

void ptcc_agent_write(ptcc_agent_rows *rows, const char *linkage, const char *type,
                      ptc_str id, bool is_array)
{
    ptcc_c_sink *sink = rows->sink;
    ptcc_model model = host_model(&sink->host);

    if (rows->rows.count == 0)
        return;
    model_str(&model, "head_code",
              C_JOIN(sink->arena, ptc_str_of(linkage != NULL ? linkage : "static "),
                     PTC_STR("const "), ptc_str_of(type), PTC_STR(" "), id,
                     ptc_str_of(is_array ? "[]" : "")));
    model_rows(&model, "rows", &rows->rows);
    ptcc_pieces_paragraph(&sink->out,
                          host_expand(&sink->host, &ptcc_template_table_rows, &model));
}

ptc_str ptcc_agent_braces(const ptcc_agent_rows *rows)
{
    ptc_text text;

    ptc_text_init(&text, rows->sink->arena);
    ptc_text_byte(&text, '{');
    for (size_t i = 0; i < rows->rows.count; i++) {
        ptc_text_cstr(&text, i > 0 ? ", " : "");
        ptc_text_str(&text, ptc_value_text(&rows->rows.items[i].entries[0].value));
    }
    ptc_text_byte(&text, '}');
    return ptc_text_view(&text);
}

/* --- Templates --------------------------------------------------------------------- */

/* One op of a template. The names of its path are in the array `path_id`, from `path`
 * on. */
static ptc_str agent_op(ptcc_c_sink *sink, ptc_str base, const char *word,
                        const ptc_template_op *op, ptc_str path_id, size_t path)
{
    static const char *const kinds[] = {"PTC_TEMPLATE_TEXT", "PTC_TEMPLATE_VALUE",
                                        "PTC_TEMPLATE_SECTION", "PTC_TEMPLATE_INVERTED"};
    ptcc_agent_rows rows = ptcc_agent_rows_of(sink, base);

    ptcc_agent_row(&rows, "kind", ptc_str_of(kinds[op->kind]));
    if (op->is_alone)
        ptcc_agent_row(&rows, "is_alone", PTC_STR("true"));
    ptcc_agent_row_number(&rows, "path_count", op->path_count);
    ptcc_agent_row_number(&rows, "end", op->end);
    ptcc_agent_row_number(&rows, "column", op->column);
    ptcc_agent_row_number(&rows, "offset", op->offset);
    ptcc_agent_row(&rows, "text", ptcc_agent_str(sink, base, word, op->text));
    if (op->path_count > 0)
        ptcc_agent_row(
            &rows, "path",
            C_JOIN(sink->arena, path_id, PTC_STR(" + "), c_decimal(sink->arena, path)));
    return ptcc_agent_braces(&rows);
}

ptc_str ptcc_agent_template(ptcc_c_sink *sink, ptc_str base, const char *word,
                            const ptc_template *compiled)
{
    ptc_str ops_id;
    ptc_str path_id;
    ptc_str id;
    ptcc_agent_rows paths = ptcc_agent_rows_of(sink, base);
    ptcc_agent_rows ops = ptcc_agent_rows_of(sink, base);
    ptcc_agent_rows whole = ptcc_agent_rows_of(sink, base);
    size_t path = 0;

    if (compiled == NULL)
        return ptc_str_make(NULL, 0);
    ops_id = ptcc_agent_id(sink, base, word, "_ops");
    path_id = ptcc_agent_id(sink, base, word, "_path");
    id = ptcc_agent_id(sink, base, word, "_template");
    for (uint32_t i = 0; i < compiled->count; i++) {
        const ptc_template_op *op = &compiled->ops[i];
        ptc_str part = C_JOIN(sink->arena, ptc_str_of(word), PTC_STR("_"),
                              c_decimal(sink->arena, i), PTC_STR("\0"));

        ptcc_agent_item(&ops, agent_op(sink, base, part.ptr, op, path_id, path));
        for (uint16_t k = 0; k < op->path_count; k++)
            ptcc_agent_item(&paths, ptcc_agent_str(sink, base, part.ptr, op->path[k]));
        path += op->path_count;
    }
    ptcc_agent_write(&paths, NULL, "ptc_str", path_id, true);
    ptcc_agent_write(&ops, NULL, "ptc_template_op", ops_id, true);
    ptcc_agent_row(&whole, "ops", compiled->count > 0 ? ops_id : PTC_STR("NULL"));
    ptcc_agent_row_number(&whole, "count", compiled->count);
    ptcc_agent_write(&whole, NULL, "ptc_template", id, false);
    return id;
}

/* --- Settings ---------------------------------------------------------------------- */

typedef enum agent_width { AGENT_U32, AGENT_U64 } agent_width;

static const struct {
    const char *member;
    size_t offset;
    agent_width width;
} agent_numbers[] = {
    {"max_turns", offsetof(ptc_agent, max_turns), AGENT_U64},
    {"retry_turns", offsetof(ptc_agent, retry_turns), AGENT_U64},
    {"max_depth", offsetof(ptc_agent, max_depth), AGENT_U64},
    {"turn_budget", offsetof(ptc_agent, turn_budget), AGENT_U64},
    {"llm_budget", offsetof(ptc_agent, llm_budget), AGENT_U64},
    {"max_tool_calls", offsetof(ptc_agent, max_tool_calls), AGENT_U64},
    {"token_limit", offsetof(ptc_agent, token_limit), AGENT_U64},
    {"mission_timeout_ms", offsetof(ptc_agent, mission_timeout_ms), AGENT_U64},
    {"timeout_ms", offsetof(ptc_agent, timeout_ms), AGENT_U64},
    {"llm_timeout_ms", offsetof(ptc_agent, llm_timeout_ms), AGENT_U64},
    {"tool_timeout_ms", offsetof(ptc_agent, tool_timeout_ms), AGENT_U64},
    {"fuel", offsetof(ptc_agent, fuel), AGENT_U64},
    {"max_heap", offsetof(ptc_agent, max_heap), AGENT_U64},
    {"memory_limit", offsetof(ptc_agent, memory_limit), AGENT_U64},
    {"max_request_bytes", offsetof(ptc_agent, max_request_bytes), AGENT_U64},
    {"retry.max_attempts", offsetof(ptc_agent, retry.max_attempts), AGENT_U32},
    {"retry.base_delay_ms", offsetof(ptc_agent, retry.base_delay_ms), AGENT_U32},
    {"retry.max_delay_ms", offsetof(ptc_agent, retry.max_delay_ms), AGENT_U32},
    {"retry.jitter_percent", offsetof(ptc_agent, retry.jitter_percent), AGENT_U32},
    {"prompt_limit.list", offsetof(ptc_agent, prompt_limit.list), AGENT_U32},
    {"prompt_limit.string", offsetof(ptc_agent, prompt_limit.string), AGENT_U32},
    {"prompt_limit.max_chars", offsetof(ptc_agent, prompt_limit.max_chars), AGENT_U32},
    {"format.list", offsetof(ptc_agent, format.list), AGENT_U32},
    {"format.preview", offsetof(ptc_agent, format.preview), AGENT_U32},
    {"format.string", offsetof(ptc_agent, format.string), AGENT_U32},
    {"format.feedback", offsetof(ptc_agent, format.feedback), AGENT_U32},
    {"float_digits", offsetof(ptc_agent, float_digits), AGENT_U32},
};

static uint64_t agent_number(const ptc_agent *agent, size_t offset, agent_width width)
{
    const unsigned char *place = (const unsigned char *)agent + offset;
    uint32_t small = 0;
    uint64_t large = 0;

    switch (width) {
    case AGENT_U32:
        memcpy(&small, place, sizeof small);
        return small;
    case AGENT_U64:
        memcpy(&large, place, sizeof large);
        return large;
    }
    return 0;
}

/* A choice that is not the first. */
static void agent_choice(ptcc_agent_rows *rows, const char *member, unsigned chosen,
                         const char *const *names)
{
    if (chosen > 0)
        ptcc_agent_row(rows, member, ptc_str_of(names[chosen]));
}

/* ORDER of the enums in <ptc/agent.h> */
static void agent_choices(ptcc_agent_rows *rows, const ptc_agent *agent)
{
    static const char *const modes[] = {"PTC_MODE_ENABLED", "PTC_MODE_WARN_ONLY",
                                        "PTC_MODE_STRICT", "PTC_MODE_DISABLED"};
    static const char *const backoffs[] = {"PTC_BACKOFF_EXPONENTIAL",
                                           "PTC_BACKOFF_LINEAR", "PTC_BACKOFF_CONSTANT"};
    static const char *const completions[] = {"PTC_COMPLETION_EXPLICIT",
                                              "PTC_COMPLETION_IMPLICIT"};
    static const char *const memories[] = {"PTC_MEMORY_FAIL", "PTC_MEMORY_ROLLBACK"};
    static const char *const blocks[] = {"PTC_BLOCKS_DO", "PTC_BLOCKS_FIRST",
                                         "PTC_BLOCKS_ERROR"};
    static const char *const outputs[] = {"PTC_AGENT_OUTPUT_LISP",
                                          "PTC_AGENT_OUTPUT_TEXT"};
    static const char *const layouts[] = {"PTC_LAYOUT_SEED", "PTC_LAYOUT_CACHED"};
    static const char *const styles[] = {"PTC_PROMPT_SEED", "PTC_PROMPT_COMPACT",
                                         "PTC_PROMPT_FENCED"};
    static const char *const inventories[] = {"PTC_INVENTORY_TABLE",
                                              "PTC_INVENTORY_COMPACT"};

    agent_choice(rows, "mode", agent->mode, modes);
    agent_choice(rows, "retry.backoff", agent->retry.backoff, backoffs);
    agent_choice(rows, "completion", agent->completion, completions);
    agent_choice(rows, "memory_strategy", agent->memory_strategy, memories);
    agent_choice(rows, "multi_block", agent->multi_block, blocks);
    agent_choice(rows, "output", agent->output, outputs);
    agent_choice(rows, "layout", agent->layout, layouts);
    agent_choice(rows, "tool_style", agent->tool_style, styles);
    agent_choice(rows, "inventory_style", agent->inventory_style, inventories);
}

typedef struct agent_bit {
    unsigned bit;
    const char *name;
} agent_bit;

static void agent_bits(ptcc_agent_rows *rows, const char *member, unsigned bits,
                       const agent_bit *names, size_t count)
{
    ptc_text text;

    ptc_text_init(&text, rows->sink->arena);
    for (size_t i = 0; i < count; i++) {
        if (!(bits & names[i].bit))
            continue;
        ptc_text_cstr(&text, text.len > 0 ? " | " : "");
        ptc_text_cstr(&text, names[i].name);
    }
    if (bits != 0)
        ptcc_agent_row(rows, member, ptc_text_view(&text));
}

void ptcc_agent_tool_flags(ptcc_agent_rows *rows, unsigned flags)
{
    static const agent_bit names[] = {
        {PTC_TOOL_CACHED, "PTC_TOOL_CACHED"},
        {PTC_TOOL_PLANNING, "PTC_TOOL_PLANNING"},
        {PTC_TOOL_RAW, "PTC_TOOL_RAW"},
        {PTC_TOOL_UNTIMED, "PTC_TOOL_UNTIMED"},
    };

    agent_bits(rows, "flags", flags, names, sizeof names / sizeof names[0]);
}

void ptcc_agent_settings(ptcc_agent_rows *rows, const ptc_agent *agent)
{
    static const agent_bit flags[] = {
        {PTC_AGENT_MERGES_NOT, "PTC_AGENT_MERGES_NOT"},
        {PTC_AGENT_KEEPS_THINKING, "PTC_AGENT_KEEPS_THINKING"},
        {PTC_AGENT_COMPACTS, "PTC_AGENT_COMPACTS"},
        {PTC_AGENT_ENVELOPE, "PTC_AGENT_ENVELOPE"},
        {PTC_AGENT_NO_ENVELOPE, "PTC_AGENT_NO_ENVELOPE"},
        {PTC_AGENT_GREP, "PTC_AGENT_GREP"},
        {PTC_AGENT_VALIDATE, "PTC_AGENT_VALIDATE"},
        {PTC_AGENT_INFER, "PTC_AGENT_INFER"},
        {PTC_AGENT_REFERENCES, "PTC_AGENT_REFERENCES"},
        {PTC_AGENT_EMBEDS_RAW, "PTC_AGENT_EMBEDS_RAW"},
    };
    static const agent_bit faults[] = {
        {1u << PTC_LLM_UNKNOWN, "1u << PTC_LLM_UNKNOWN"},
        {1u << PTC_LLM_RATE_LIMIT, "1u << PTC_LLM_RATE_LIMIT"},
        {1u << PTC_LLM_TIMEOUT, "1u << PTC_LLM_TIMEOUT"},
        {1u << PTC_LLM_SERVER_ERROR, "1u << PTC_LLM_SERVER_ERROR"},
        {1u << PTC_LLM_CLIENT_ERROR, "1u << PTC_LLM_CLIENT_ERROR"},
    };

    for (size_t i = 0; i < sizeof agent_numbers / sizeof agent_numbers[0]; i++)
        ptcc_agent_row_number(
            rows, agent_numbers[i].member,
            agent_number(agent, agent_numbers[i].offset, agent_numbers[i].width));
    agent_choices(rows, agent);
    agent_bits(rows, "retry.retryable", agent->retry.retryable, faults,
               sizeof faults / sizeof faults[0]);
    agent_bits(rows, "flags", agent->flags, flags, sizeof flags / sizeof flags[0]);
}
