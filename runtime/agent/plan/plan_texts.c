/* SPDX-License-Identifier: MIT */
/* Texts in definitions of agents: signatures and templates, which are compiled, and
 * options of models. */
#include "agent/model/model_int.h"
#include "agent/plan/plan_int.h"
#include "render/render_int.h"

#include <ptc/json.h>

/* Clears the flag that '_' does not hide inputs: it does hide those that hosts and chains
 * give to agents. */
static void texts_drop_firewall(ptc_diags *diags)
{
    size_t kept = 0;

    for (size_t i = 0; i < diags->count; i++) {
        if (diags->items[i].code != PTC_DIAG_SIG_FIREWALL_INPUT)
            diags->items[kept++] = diags->items[i];
    }
    diags->count = kept;
}

/* The schema that the text spells, or NULL. */
static const ptc_schema *texts_read_signature(ptc_plan *plan, ptc_str text)
{
    ptc_schema *schema = ptc_arena_array(plan->arena, 1, sizeof *schema);
    ptc_source *source = ptc_arena_array(plan->arena, 1, sizeof *source);
    ptc_diags diags;
    ptc_status status;

    if (schema == NULL || source == NULL) {
        plan->failed = true;
        return NULL;
    }
    *source = (ptc_source){PTC_STR("signature"), text};
    ptc_diags_init(&diags, plan->arena);
    status = ptc_signature_read(plan->arena, source, NULL, &diags, schema);
    plan->failed = plan->failed || status == PTC_ERROR_MEMORY;
    texts_drop_firewall(&diags);
    ptc_plan_take_diags(plan, &diags, "invalid_config", "signature");
    return status == PTC_OK ? schema : NULL;
}

const ptc_schema *ptc_plan_signature(ptc_plan *plan, const ptc_agent *agent)
{
    if (agent->signature == NULL)
        return agent->signature_text.len > 0
                   ? texts_read_signature(plan, agent->signature_text)
                   : NULL;
    if (ptc_schema_root(agent->signature)->type == PTC_TYPE_FUNCTION)
        return agent->signature;
    ptc_plan_fault(plan, "invalid_config", "signature must be a function type");
    return NULL;
}

static bool texts_is_private(const ptc_template_op *op)
{
    for (uint16_t i = 0; op->kind != PTC_TEMPLATE_TEXT && i < op->path_count; i++) {
        if (ptc_name_is_private(op->path[i]))
            return true;
    }
    return false;
}

/* The check against a signature, where there is none: names that hide their values, in
 * text for a model. */
static void texts_check_private(ptc_plan *plan, const ptc_template *made,
                                const char *what)
{
    for (uint32_t i = 0; i < made->count; i++) {
        ptc_text path;

        if (!texts_is_private(&made->ops[i]))
            continue;
        ptc_text_init(&path, plan->arena);
        ptc_template_path_write(&path, made->ops[i].path, made->ops[i].path_count);
        plan->failed = plan->failed || path.failed;
        ptc_plan_fault(plan, "template_error",
                       "%s: placeholder {{%.*s}} names a firewalled field", what,
                       (int)path.len, path.ptr);
    }
}

const ptc_template *ptc_plan_template(ptc_plan *plan, ptc_str prompt,
                                      const ptc_template *compiled,
                                      const ptc_schema *signature, ptc_template_use use,
                                      const char *what)
{
    ptc_template *made;
    ptc_source *source;
    ptc_status status;
    ptc_diags diags;

    if (compiled != NULL) {
        if (signature == NULL && use != PTC_TEMPLATE_FOR_LITERALS)
            texts_check_private(plan, compiled, what);
        return compiled;
    }
    made = ptc_arena_array(plan->arena, 1, sizeof *made);
    source = ptc_arena_array(plan->arena, 1, sizeof *source);
    if (made == NULL || source == NULL) {
        plan->failed = true;
        return NULL;
    }
    *source = (ptc_source){PTC_STR("prompt"), prompt};
    ptc_diags_init(&diags, plan->arena);
    status = ptc_template_compile(plan->arena, source, &diags, made);
    if (status == PTC_OK && signature != NULL)
        status = ptc_template_check_for(use, made, source, signature, &diags);
    else if (status == PTC_OK && use != PTC_TEMPLATE_FOR_LITERALS)
        texts_check_private(plan, made, what);
    plan->failed = plan->failed || status == PTC_ERROR_MEMORY;
    if (status == PTC_ERROR_RANGE)
        ptc_plan_fault(plan, "template_error", "%s: longer than 4 GiB", what);
    ptc_plan_take_diags(plan, &diags, "template_error", what);
    return status == PTC_OK ? made : NULL;
}

void ptc_plan_read_options(ptc_plan *plan)
{
    ptc_str text = plan->agent.llm_options_text;
    ptc_json_error error = {0};
    ptc_status status;
    ptc_str name;

    plan->llm_options = ptc_value_nil();
    if (text.len == 0)
        return;
    ptc_plan_look_at(plan, "llm_opts", PTC_STR(""), NULL);
    status = ptc_json_read(plan->arena, text.ptr, text.len, NULL, &plan->llm_options,
                           NULL, &error);
    if (status == PTC_ERROR_MEMORY) {
        plan->failed = true;
    } else if (status != PTC_OK || plan->llm_options.kind != PTC_MAP) {
        ptc_plan_fault(plan, "invalid_config", "llm_opts must be a map");
    } else {
        name = ptc_llm_find_private(&plan->llm_options);
        if (name.len > 0)
            ptc_plan_fault(plan, "invalid_config",
                           "llm_opts cannot set %.*s: the registry of models does",
                           (int)name.len, name.ptr);
    }
}
