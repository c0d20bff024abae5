/* SPDX-License-Identifier: MIT */
/* Compiled agents as C: the programs as images; the table of the tools, and what these
 * were when the programs were written; the constant ptc_compiled; and functions that run
 * it with structs and with values. [subagent 15] */
#include "generator/emit/write_agent.h"
#include "generator/emit/write_image.h"
#include "generator/text/c_text.h"
#include "templates.h"

static const ptcc_agent *compiled_agent(const ptcc_c_plan *plan)
{
    return plan->agents->items[plan->agents->count - 1];
}

static ptc_str compiled_schema(const ptcc_c_plan *plan, size_t contract)
{
    return contract != PTCC_NO_CONTRACT ? plan->contracts[contract].schema_id
                                        : PTC_STR("");
}

/* --- Programs ------------------------------------------------------------------------
 */

/* Writes the programs and the list of them, and returns the name of the list. If there is
 * only one program, `source` is set to its text. */
static ptc_str compiled_stages(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                               ptc_str *source)
{
    const ptc_lock_compiled *compiled = plan->agents->compiled;
    ptc_str base = compiled_agent(plan)->base;
    ptc_str id = ptcc_agent_id(sink, base, "stages", "");
    ptcc_agent_rows rows = ptcc_agent_rows_of(sink, base);
    ptcc_image *images = ptc_arena_array(sink->arena, compiled->count, sizeof *images);

    for (size_t i = 0; images != NULL && i < compiled->count; i++) {
        ptc_str number = i == 0 ? PTC_STR("\0")
                                : C_JOIN(sink->arena, PTC_STR("_"),
                                         c_decimal(sink->arena, i + 1), PTC_STR("\0"));

        images[i].program = compiled->programs[i];
        images[i].image = compiled->images[i];
        images[i].id = ptcc_agent_id(sink, base, "program", number.ptr);
        ptcc_agent_item(&rows, C_JOIN(sink->arena, PTC_STR("&"), images[i].id));
    }
    if (images != NULL)
        ptcc_images_write(sink, images, compiled->count);
    if (images != NULL && compiled->count == 1)
        *source = images[0].text_id;
    ptcc_agent_write(&rows, NULL, "ptc_image *const", id, true);
    return id;
}

/* --- Tools ---------------------------------------------------------------------------
 */

static size_t compiled_tool_count(const ptcc_agent *agent)
{
    return agent->file->agent->tool_count + agent->builtin_count;
}

/* What the tools were, in their order. */
static ptc_str compiled_contracts(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    const ptcc_agent *agent = compiled_agent(plan);
    ptc_str id = ptcc_agent_id(sink, agent->base, "contracts", "");
    ptcc_agent_rows rows = ptcc_agent_rows_of(sink, agent->base);

    for (size_t i = 0; i < compiled_tool_count(agent); i++) {
        ptcc_agent_rows row = ptcc_agent_rows_of(sink, agent->base);

        ptcc_agent_row_cstr(&row, "name", agent->tools[i].tool->name);
        ptcc_agent_row_address(&row, "signature",
                               compiled_schema(plan, agent->tools[i].contract));
        ptcc_agent_item(&rows, ptcc_agent_braces(&row));
    }
    ptcc_agent_write(&rows, NULL, "ptc_compiled_contract", id, true);
    return id;
}

static void compiled_tools(ptcc_agent_rows *rows, const ptcc_c_plan *plan)
{
    const ptcc_agent *agent = compiled_agent(plan);
    size_t count = compiled_tool_count(agent);

    if (count == 0)
        return;
    ptcc_agent_row(rows, "tools",
                   ptcc_agent_tools(rows->sink, plan, agent->base, agent->tools, count));
    ptcc_agent_row_number(rows, "tool_count", count);
    ptcc_agent_row(rows, "contracts", compiled_contracts(rows->sink, plan));
    ptcc_agent_row_number(rows, "contract_count", count);
}

/* --- The constant --------------------------------------------------------------------
 */

/* ORDER of ptc_mode */
static const char *const compiled_modes[] = {"PTC_MODE_ENABLED", "PTC_MODE_WARN_ONLY",
                                             "PTC_MODE_STRICT", "PTC_MODE_DISABLED"};

static void compiled_flags(ptcc_agent_rows *rows, const ptc_lock_compiled *compiled,
                           const ptc_agent *agent)
{
    bool merges_not = (agent->flags & PTC_AGENT_MERGES_NOT) != 0;

    if (merges_not && compiled->is_value)
        ptcc_agent_row(rows, "flags",
                       PTC_STR("PTC_COMPILED_MERGES_NOT | PTC_COMPILED_VALUE"));
    else if (merges_not || compiled->is_value)
        ptcc_agent_row(
            rows, "flags",
            ptc_str_of(merges_not ? "PTC_COMPILED_MERGES_NOT" : "PTC_COMPILED_VALUE"));
    if (agent->mode != PTC_MODE_ENABLED)
        ptcc_agent_row(rows, "mode", ptc_str_of(compiled_modes[agent->mode]));
}

static void compiled_limits(ptcc_agent_rows *rows, const ptc_agent *agent)
{
    ptcc_agent_row_number(rows, "fuel", agent->fuel);
    ptcc_agent_row_number(rows, "max_heap", agent->max_heap);
    ptcc_agent_row_number(rows, "memory_limit", agent->memory_limit);
    ptcc_agent_row_number(rows, "timeout_ms", agent->timeout_ms);
    ptcc_agent_row_number(rows, "tool_timeout_ms", agent->tool_timeout_ms);
    ptcc_agent_row_number(rows, "mission_timeout_ms", agent->mission_timeout_ms);
    ptcc_agent_row_number(rows, "max_tool_calls", agent->max_tool_calls);
    ptcc_agent_row_number(rows, "float_digits", agent->float_digits);
}

/* What the lock says about the program; nothing that is determined while C is written. */
static void compiled_origin(ptcc_agent_rows *rows, const ptc_compiled_origin *origin)
{
    ptcc_agent_row_cstr(rows, "origin.compiled_at", origin->compiled_at);
    ptcc_agent_row_cstr(rows, "origin.model", origin->model);
    ptcc_agent_row_number(rows, "origin.turns", origin->turns);
    if (origin->tokens < 0)
        ptcc_agent_row(rows, "origin.tokens", PTC_STR("-1"));
    else
        ptcc_agent_row_number(rows, "origin.tokens", (uint64_t)origin->tokens);
}

void ptcc_compiled_tables(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    const ptc_lock_compiled *compiled = plan->agents->compiled;
    const ptcc_agent *agent = compiled_agent(plan);
    const ptc_agent *meant = agent->file->agent;
    ptc_str source = {NULL, 0};
    ptc_str stages = compiled_stages(sink, plan, &source);
    ptcc_agent_rows rows = ptcc_agent_rows_of(sink, agent->base);
    ptc_str linkage = C_JOIN(sink->arena, ptcc_c_linkage(sink, false), PTC_STR("\0"));

    ptcc_agent_row(&rows, "struct_size", PTC_STR("sizeof(ptc_compiled)"));
    ptcc_agent_row_cstr(&rows, "name", meant->name);
    ptcc_agent_row_cstr(&rows, "description", meant->description);
    ptcc_agent_row_address(&rows, "signature", compiled_schema(plan, agent->contract));
    compiled_tools(&rows, plan);
    ptcc_agent_row(&rows, "stages", stages);
    ptcc_agent_row_number(&rows, "stage_count", compiled->count);
    if (source.len > 0)
        ptcc_agent_row(&rows, "source",
                       C_JOIN(sink->arena, PTC_STR("{"), source, PTC_STR(", "),
                              c_decimal(sink->arena, compiled->source.len),
                              PTC_STR("}")));
    else
        ptcc_agent_row_str(&rows, "source", compiled->source);
    compiled_flags(&rows, compiled, meant);
    compiled_limits(&rows, meant);
    ptcc_agent_descriptions(&rows, "field_descriptions", "field_description_count",
                            meant->field_descriptions, meant->field_description_count);
    compiled_origin(&rows, &compiled->origin);
    ptcc_agent_write(&rows, linkage.ptr, "ptc_compiled", plan->agents->compiled_id,
                     false);
}

/* --- Functions -----------------------------------------------------------------------
 */

static ptc_str compiled_value_head(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                                   bool is_declaration)
{
    const ptc_str items[] = {PTC_STR("ptc_arena *arena"), PTC_STR("const ptc_value *in"),
                             PTC_STR("const ptc_agent_options *options"),
                             PTC_STR("const ptc_step **step")};

    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, ptcc_c_linkage(sink, is_declaration),
                                 PTC_STR("ptc_status "), plan->agents->value_id),
                          items, sizeof items / sizeof items[0],
                          ptc_str_of(is_declaration ? ";" : ""), 0);
}

static ptc_str compiled_value_call(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    const ptc_str items[] = {PTC_STR("arena"),
                             C_JOIN(sink->arena, PTC_STR("&"), plan->agents->compiled_id),
                             PTC_STR("in"), PTC_STR("options"), PTC_STR("step")};

    return host_wrap_list(&sink->host, PTC_STR("return ptc_compiled_run"), items,
                          sizeof items / sizeof items[0], PTC_STR(";"), 4);
}

void ptcc_compiled_declare(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    const ptcc_agents *agents = plan->agents;
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    ptcc_c_emit(sink, mark,
                C_JOIN(sink->arena, ptcc_c_linkage(sink, true),
                       PTC_STR("extern const ptc_compiled "), agents->compiled_id,
                       PTC_STR(";")));
    if (agents->run_id.len > 0)
        ptcc_c_emit(sink, mark,
                    C_JOIN(sink->arena,
                           PTC_STR("/* Runs its program, without a model: PTC_OK with "
                                   "`*out` set; otherwise `*step`, if\n"
                                   " * any, says why. */\n"),
                           ptcc_agent_run_head(sink, plan, true)));
    ptcc_c_emit(sink, mark,
                C_JOIN(sink->arena,
                       PTC_STR("/* The same with a map of arguments; the result is in "
                               "`*step`. */\n"),
                       compiled_value_head(sink, plan, true)));
}

static ptc_str compiled_run(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    const ptcc_c_contract *contract = &plan->contracts[plan->agents->contract];
    size_t results = contract->root_count - 1;
    ptcc_model model = host_model(&sink->host);

    model_str(&model, "run_code", ptcc_agent_run_head(sink, plan, false));
    model_str(&model, "compiled_id", plan->agents->compiled_id);
    model_str(&model, "type_id", contract->type_id);
    model_str(&model, "in_lit",
              results > 0 ? c_decimal(sink->arena, contract->roots[0].node)
                          : ptc_str_make(NULL, 0));
    model_str(&model, "out_lit", c_decimal(sink->arena, contract->roots[results].node));
    return host_expand(&sink->host, &ptcc_template_compiled_run, &model);
}

void ptcc_compiled_functions(ptcc_c_sink *sink, const ptcc_c_plan *plan)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    if (plan->agents->run_id.len > 0)
        ptcc_c_emit(sink, mark, compiled_run(sink, plan));
    ptcc_c_emit(sink, mark,
                HOST_FILL(&sink->host, ptcc_template_compiled_value,
                          {"run_code", compiled_value_head(sink, plan, false)},
                          {"call_code", compiled_value_call(sink, plan)}));
}
