/* SPDX-License-Identifier: MIT */
/*
 * Contracts in the forms that --emit asks for, as constants: declared with their sizes,
 * so that `sizeof` is the length and the NUL wherever the header is included.
 * [emitters 1]
 */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

/* What a constant is for. */
static const char *const form_notes[PTC_TARGET_COUNT] = {
    [PTC_TARGET_JSON_SCHEMA] = "JSON Schema 2020-12",
    [PTC_TARGET_JSON_SCHEMA_7] = "JSON Schema, draft 7",
    [PTC_TARGET_OPENAI] = "\"tools\" for OpenAI's Responses API",
    [PTC_TARGET_OPENAI_STRICT] = "strict \"tools\" for OpenAI's Responses API",
    [PTC_TARGET_OPENAI_CHAT] = "\"tools\" for chat completions",
    [PTC_TARGET_OPENAI_CHAT_STRICT] = "strict \"tools\" for chat completions",
    [PTC_TARGET_OPENAI_FORMAT] = "\"format\" in \"text\" for OpenAI's Responses API",
    [PTC_TARGET_OPENAI_CHAT_FORMAT] = "\"response_format\" for chat completions",
    [PTC_TARGET_ANTHROPIC] = "\"tools\" for Anthropic's Messages API",
    [PTC_TARGET_ANTHROPIC_STRICT] = "strict \"tools\" for Anthropic's Messages API",
    [PTC_TARGET_ANTHROPIC_FORMAT] =
        "\"format\" in \"output_config\" for Anthropic's Messages API",
    [PTC_TARGET_MCP] = "\"tools\" that an MCP server answers to tools/list",
    [PTC_TARGET_MCP_LEGACY] = "\"tools\" for tools/list of MCP before 2026",
    [PTC_TARGET_GBNF] = "\"grammar\" for llama.cpp",
    [PTC_TARGET_LARK] = "a grammar for custom tools of OpenAI and for llguidance",
    [PTC_TARGET_SQL] = "statements that make the tables",
    [PTC_TARGET_MARKDOWN] = "a page for people",
    [PTC_TARGET_MALLI_JSON] = "Malli in JSON",
};

static ptc_str form_declaration(ptcc_c_sink *sink, const ptcc_c_form *form, ptc_str of)
{
    ptc_str note =
        C_JOIN(sink->arena, of, PTC_STR(": "), ptc_str_of(form_notes[form->target]));
    ptc_str size = C_JOIN(sink->arena, form->id, PTC_STR("["),
                          c_decimal(sink->arena, form->text.len + 1), PTC_STR("];"));

    return HOST_FILL(
        &sink->host, ptcc_template_form_h,
        {"comment_code", host_wrap_comment(&sink->host, c_note(sink->arena, note), 0)},
        {"form_code", host_wrap_pair(&sink->host,
                                     C_JOIN(sink->arena, ptcc_c_linkage(sink, true),
                                            PTC_STR("extern const char")),
                                     size, 0)});
}

void ptcc_c_declare_forms(ptcc_c_sink *sink, const ptcc_c_form_list *forms, ptc_str of)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    for (size_t i = 0; i < forms->count; i++)
        ptcc_c_emit(sink, mark, form_declaration(sink, &forms->items[i], of));
}

void ptcc_c_write_forms(ptcc_c_sink *sink, const ptcc_c_form_list *forms)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    for (size_t i = 0; i < forms->count; i++) {
        ptc_text text;

        ptc_text_init(&text, sink->arena);
        ptc_text_str(&text, forms->items[i].text);
        ptcc_c_emit(sink, mark,
                    HOST_FILL(&sink->host, ptcc_template_form_c,
                              {"text_code", ptcc_c_line(ptcc_c_text(
                                                sink, forms->items[i].id, &text))}));
    }
}
