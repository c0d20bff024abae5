/* SPDX-License-Identifier: MIT */
/*
 * The parts of prompts that no run changes: rules, tools with the expected result, and
 * the format of replies. ptcc writes them into generated agents. [subagent 11.1, 11.3,
 * 11.4]
 */
#include "agent/prompt/prompt_int.h"
#include "render/render_int.h"

/* A section after the existing text; its text ends with a newline. */
static void parts_section(ptc_text *text, ptc_str section)
{
    if (section.len == 0)
        return;
    if (text->len > 0)
        ptc_text_byte(text, '\n');
    ptc_text_str(text, section);
    if (section.ptr[section.len - 1] != '\n')
        ptc_text_byte(text, '\n');
}

/* --- Rules ------------------------------------------------------------------------- */

static ptc_str parts_language(const ptc_plan *plan, ptc_prompt_cut cut, ptc_str spec)
{
    const ptc_system_prompt *own = plan->agent.system_prompt;
    bool is_short = plan->is_judgment;

    if (spec.len == 0 && own != NULL)
        spec = own->language_spec;
    if (cut >= PTC_CUT_ALL_LANGUAGE)
        return PTC_STR("");
    if (ptc_str_equal(spec, PTC_STR("single")) || ptc_str_equal(spec, PTC_STR("multi")))
        is_short = spec.ptr[0] == 's';
    else if (spec.len > 0)
        return spec;
    is_short = is_short || cut >= PTC_CUT_LANGUAGE;
    return ptc_str_of(is_short ? ptc_prompt_language_single : ptc_prompt_language_multi);
}

/* Where the core instructions state the memory limit. */
static const char parts_memory_limit[] = "{{memory_limit}}";

/* Exact, in the largest unit without a remainder. */
static void parts_bytes(ptc_text *text, uint64_t size)
{
    static const struct {
        uint64_t bytes;
        const char *name;
    } units[] = {{1 << 20, " MB"}, {1 << 10, " KB"}, {1, " bytes"}};
    size_t at = 0;

    if (size >= (uint64_t)PTRDIFF_MAX) { /* no limit */
        ptc_text_cstr(text, "what memory holds");
        return;
    }
    while (size % units[at].bytes != 0)
        at++;
    ptc_text_uint(text, size / units[at].bytes);
    ptc_text_cstr(text, size == 1 ? " byte" : units[at].name);
}

static void parts_core(ptc_text *text, const ptc_plan *plan)
{
    const ptc_agent *agent = &plan->agent;
    const char *core =
        plan->is_judgment ? ptc_prompt_core_judgment : ptc_prompt_core_agent;
    const char *at = strstr(core, parts_memory_limit);
    ptc_text filled;

    ptc_text_init(&filled, text->arena);
    if (at != NULL) {
        ptc_text_bytes(&filled, core, (size_t)(at - core));
        parts_bytes(&filled, agent->memory_limit < agent->max_heap ? agent->memory_limit
                                                                   : agent->max_heap);
        core = at + sizeof parts_memory_limit - 1;
    }
    ptc_text_cstr(&filled, core);
    parts_section(text, ptc_text_view(&filled));
    text->failed = text->failed || filled.failed;
}

static void parts_notation(ptc_text *text, const ptc_plan *plan)
{
    ptc_text notation;

    ptc_text_init(&notation, text->arena);
    if (!ptc_prompt_write_notation(&notation, plan))
        text->failed = true;
    parts_section(text, ptc_text_view(&notation));
    text->failed = text->failed || notation.failed;
}

static void parts_rules(ptc_text *text, const ptc_plan *plan, ptc_prompt_cut cut,
                        ptc_str language)
{
    const ptc_system_prompt *own = plan->agent.system_prompt;

    if (own != NULL)
        parts_section(text, own->prefix);
    parts_core(text, plan);
    parts_section(text, parts_language(plan, cut, language));
    if (!plan->is_judgment)
        parts_section(text, ptc_str_of(ptc_prompt_error_recovery));
    parts_notation(text, plan);
}

/* --- The expected result ----------------------------------------------------------- */

/* `(return ..)` with a value of the type, where one is found. */
static void parts_example(ptc_text *text, const ptc_plan *plan, const ptc_schema *output)
{
    ptc_value example;

    if (!ptc_schema_example(text->arena, output, PTC_BOUNDARY_LISP, PTC_EXAMPLE_MOST,
                            &example))
        return;
    ptc_text_cstr(text, plan->is_judgment
                            ? "\nA value of this type, as the last expression:\n\n"
                            : "\nA value of this type, returned:\n\n");
    ptc_text_cstr(text, plan->is_judgment ? "```clojure\n" : "```clojure\n(return ");
    ptc_value_write(text, &example);
    ptc_text_cstr(text, plan->is_judgment ? "\n```\n" : ")\n```\n");
}

/* Types that are in `known` are not shown again. */
static void parts_expected(ptc_text *text, const ptc_plan *plan, ptc_prompt_cut cut,
                           const ptc_shown_types *known)
{
    const ptc_agent *agent = &plan->agent;
    const ptc_prompt_described described = {
        .fields = agent->field_descriptions,
        .field_count = agent->field_description_count,
        .is_silent = cut >= PTC_CUT_DESCRIPTIONS,
    };
    ptc_schema output;

    ptc_text_cstr(text, "## Expected output\n\n");
    if (plan->signature == NULL) {
        ptc_text_cstr(text, plan->is_judgment
                                ? "Any value may be the result.\n"
                                : "Any value may be returned: `(return value)`.\n");
        return;
    }
    output = ptc_plan_output(plan);
    if (!ptc_prompt_describe(text->arena, &output, &described, &output)) {
        text->failed = true;
        return;
    }
    ptc_schema_write_type(text, &output, PTC_PROMPT_SEED, NULL, known);
    ptc_text_byte(text, '\n');
    ptc_schema_write_fields(text, &output, 2);
    parts_example(text, plan, &output);
}

static void parts_tools(ptc_text *text, const ptc_plan *plan, ptc_prompt_cut cut)
{
    ptc_shown_types types;

    ptc_shown_types_init(&types, text->arena, plan->agent.tool_style, NULL);
    if (!ptc_prompt_write_tools(text, plan, cut, &types))
        text->failed = true;
    if (text->len > 0)
        ptc_text_byte(text, '\n');
    parts_expected(text, plan, cut, &types);
}

/* --- The format of replies --------------------------------------------------------- */

static void parts_format(ptc_text *text, const ptc_plan *plan)
{
    const ptc_system_prompt *own = plan->agent.system_prompt;
    ptc_text format;

    ptc_text_init(&format, text->arena);
    if (own != NULL && own->output_format.len > 0)
        ptc_text_str(&format, own->output_format);
    else
        ptc_prompt_write_format(&format, plan);
    parts_section(text, ptc_text_view(&format));
    text->failed = text->failed || format.failed;
    if (own != NULL)
        parts_section(text, own->suffix);
}

/* --- Joining ----------------------------------------------------------------------- */

bool ptc_prompt_write_parts_for(const ptc_plan *plan, ptc_prompt_cut cut,
                                ptc_str language, ptc_arena *arena, ptc_agent_parts *out)
{
    ptc_text rules;
    ptc_text tools;
    ptc_text format;

    ptc_text_init(&rules, arena);
    ptc_text_init(&tools, arena);
    ptc_text_init(&format, arena);
    parts_rules(&rules, plan, cut, language);
    parts_tools(&tools, plan, cut);
    parts_format(&format, plan);
    *out = (ptc_agent_parts){ptc_text_view(&rules), ptc_text_view(&tools),
                             ptc_text_view(&format)};
    return !rules.failed && !tools.failed && !format.failed;
}

bool ptc_prompt_write_parts(const ptc_plan *plan, ptc_arena *arena, ptc_agent_parts *out)
{
    return ptc_prompt_write_parts_for(plan, PTC_CUT_NOTHING, PTC_STR(""), arena, out);
}
