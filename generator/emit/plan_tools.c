/* SPDX-License-Identifier: MIT */
/* Names of tools: what the functions of a file share in prompts, and with --tool-stubs
 * the tool, the stub and the user's function for each. [subagent 9.2] */
#include "generator/emit/plan.h"
#include "generator/text/c_text.h"

enum { TOOL_NAME_MAX = 64 };

/* Whether programs can call a tool by this name. [subagent 9.2] */
static bool tool_is_name(ptc_str name)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789-";
    const size_t first = 53; /* a name begins with one of these */

    for (size_t i = 0; i < name.len; i++) {
        const char *found = name.ptr[i] != '\0' ? strchr(letters, name.ptr[i]) : NULL;

        if (found == NULL || (i == 0 && found >= letters + first))
            return false;
    }
    return name.len > 0 && name.len <= TOOL_NAME_MAX;
}

static void tool_check(ptcc_c_names *names, const ptc_contract *contract)
{
    ptc_str name = contract->name;
    bool is_reserved =
        ptc_str_equal(name, PTC_STR("return")) || ptc_str_equal(name, PTC_STR("fail"));
    ptc_diag *diag;

    if (tool_is_name(name) && !is_reserved)
        return;
    names->diags->source = contract->source;
    diag = ptc_diag_add(names->diags, PTC_DIAG_GEN_TOOL, contract->span,
                        is_reserved ? "no tool can be called \"%.*s\": programs end by it"
                                    : "no tool can be called \"%.*s\"",
                        (int)name.len, name.ptr);
    ptc_diag_hint(names->diags, diag,
                  "names of tools begin with a letter or _, then have up to 63 letters, "
                  "digits, _ or -; types may have any name");
}

/* The function of a header that the tool calls, which other code may also call. */
static void tool_claim_prototype(ptcc_c_names *names, const ptcc_c_contract *contract)
{
    const ptc_contract_info *info = contract->contract->info;
    const ptcc_c_contract *other = names->plan->contracts;

    if (info == NULL || info->prototype == NULL)
        return;
    for (; other != contract; other++) {
        const ptc_contract_info *known = other->contract->info;

        if (known != NULL && known->prototype != NULL &&
            ptc_str_equal(known->prototype->function, info->prototype->function))
            return;
    }
    ptcc_c_claim(names, contract->contract, contract->contract->span,
                 info->prototype->function);
}

void ptcc_c_name_tool(ptcc_c_names *names, ptcc_c_contract *contract)
{
    const ptc_contract *meant = contract->contract;

    if (!names->options->has_tools || !ptcc_c_is_function(meant))
        return;
    tool_check(names, meant);
    contract->tool_id = c_global(names->arena, contract->base_id, PTC_STR("tool"));
    contract->stub_id = c_global(names->arena, contract->base_id, PTC_STR("stub"));
    contract->function_id = c_global(names->arena, contract->base_id, PTC_STR("call"));
    ptcc_c_claim(names, meant, meant->span, contract->tool_id);
    ptcc_c_claim_private(names, meant, meant->span, contract->stub_id);
    ptcc_c_claim(names, meant, meant->span, contract->function_id);
    tool_claim_prototype(names, contract);
}

/* --- All functions together -------------------------------------------------------- */

void ptcc_c_name_section(ptcc_c_names *names, ptcc_c_plan *plan, ptc_str stem)
{
    ptcc_c_section *section = &plan->section;
    const ptc_contract *first = NULL;
    ptc_str base = ptcc_c_name_base(names->arena, names->options->prefix, stem);

    section->base_id = base;
    section->nodes_id = c_ident(names->arena, base, PTC_STR("nodes"));
    section->layout_id = c_ident(names->arena, base, PTC_STR("layout"));
    if (plan->count > 0) {
        section->place.name = stem;
        section->place.source = plan->contracts[0].contract->source;
        ptcc_c_claim_private(names, &section->place, section->place.span,
                             section->nodes_id);
        ptcc_c_claim_private(names, &section->place, section->place.span,
                             section->layout_id);
    }
    for (size_t i = plan->count; i-- > 0;) {
        if (ptcc_c_is_function(plan->contracts[i].contract))
            first = plan->contracts[i].contract;
    }
    if (first == NULL || plan->agents != NULL)
        return;
    section->place.source = first->source;
    section->prompt_id = c_ident(names->arena, base, PTC_STR("tools_prompt"));
    section->render_prompt_id =
        c_ident(names->arena, base, PTC_STR("tools_render_prompt"));
    ptcc_c_claim(names, &section->place, section->place.span, section->prompt_id);
    ptcc_c_claim(names, &section->place, section->place.span, section->render_prompt_id);
    if (names->options->has_tools) {
        section->tools_id = c_global(names->arena, base, PTC_STR("tools"));
        ptcc_c_claim(names, &section->place, section->place.span, section->tools_id);
    }
    if (!names->options->server.has_source)
        return;
    section->server_id = c_ident(names->arena, base, PTC_STR("mcp"));
    ptcc_c_claim(names, &section->place, section->place.span, section->server_id);
}
