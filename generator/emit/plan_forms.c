/* SPDX-License-Identifier: MIT */
/*
 * Constants of `ptcc gen --emit`: which ones a pair of files has, and their names. Each
 * contract of the file has those of single contracts, the file those of lists: of tools
 * if it declares functions. [emitters 1]
 */
#include "generator/emit/plan.h"
#include "generator/text/c_text.h"
#include "target/target_int.h"

/* ORDER TARGET */
static const char *const form_names[PTC_TARGET_COUNT] = {
#define PTC_TARGET(constant, word, emit_word, scope, name, summary) name,
#include <ptc/targets.def>
#undef PTC_TARGET
};

/* The first contract that a form of the file is about; NULL: there is no such form. */
static const ptc_contract *form_place(const ptcc_c_plan *plan, ptc_target target)
{
    for (size_t i = 0; i < plan->count; i++) {
        const ptcc_c_contract *contract = &plan->contracts[i];

        if (contract->role == PTCC_ROLE_CONTRACT &&
            (!ptc_target_is_tools(target) || ptcc_c_is_function(contract->contract)))
            return contract->contract;
    }
    return NULL;
}

static bool form_is_had(const ptcc_c_names *names, ptc_target target, bool is_single)
{
    return ptcc_c_forms_has(names->options->forms, target) &&
           ptc_target_is_single(target) == is_single &&
           (is_single || form_place(names->plan, target) != NULL);
}

/* Takes the forms of a contract or of the file; `texts` may be NULL. */
static bool form_take(const ptcc_c_names *names, bool is_single, const ptc_str *texts,
                      ptcc_c_form_list *out)
{
    out->items = ptc_arena_array(names->arena, PTC_TARGET_COUNT, sizeof *out->items);
    if (out->items == NULL)
        return false;
    for (unsigned i = 0; i < PTC_TARGET_COUNT; i++) {
        ptcc_c_form *form = &out->items[out->count];

        if (!form_is_had(names, (ptc_target)i, is_single))
            continue;
        form->target = (ptc_target)i;
        form->text = texts != NULL ? texts[i] : PTC_STR("");
        out->count++;
    }
    return true;
}

static void form_name(const ptcc_c_names *names, ptc_str base, ptcc_c_form_list *forms)
{
    for (size_t i = 0; i < forms->count; i++)
        forms->items[i].id =
            c_ident(names->arena, base, ptc_str_of(form_names[forms->items[i].target]));
}

bool ptcc_c_take_forms(ptcc_c_names *names, ptcc_c_plan *plan, const ptc_str *own,
                       const ptc_str *file)
{
    if (names->options->forms == 0 || plan->agents != NULL)
        return true;
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->contracts[i].role != PTCC_ROLE_CONTRACT)
            continue;
        if (!form_take(names, true, own, &plan->contracts[i].forms))
            return false;
        own += own != NULL ? PTC_TARGET_COUNT : 0;
    }
    if (!form_take(names, false, file, &plan->section.forms))
        return false;
    form_name(names, plan->section.base_id, &plan->section.forms);
    return true;
}

void ptcc_c_name_forms(ptcc_c_names *names, ptcc_c_contract *contract)
{
    form_name(names, contract->base_id, &contract->forms);
    for (size_t i = 0; i < contract->forms.count; i++)
        ptcc_c_claim(names, contract->contract, contract->contract->span,
                     contract->forms.items[i].id);
}

void ptcc_c_claim_file_forms(ptcc_c_names *names, const ptcc_c_plan *plan)
{
    for (size_t i = 0; i < plan->section.forms.count; i++) {
        const ptcc_c_form *form = &plan->section.forms.items[i];
        const ptc_contract *place = form_place(plan, form->target);

        ptcc_c_claim(names, place, place->span, form->id);
    }
}

bool ptcc_c_forms_have(const ptcc_c_form_list *forms, ptc_str id)
{
    for (size_t i = 0; i < forms->count; i++) {
        if (ptc_str_equal(forms->items[i].id, id))
            return true;
    }
    return false;
}
