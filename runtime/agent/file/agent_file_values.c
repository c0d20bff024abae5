/* SPDX-License-Identifier: MIT */
/* Values of agent files that are more than a number, a text or a word. */
#include "agent/file/file_int.h"

#include <ptc/json.h>
#include <ptc/llm.h>

static bool values_is_list(const ptc_form *form)
{
    return form->kind == PTC_FORM_VECTOR || form->kind == PTC_FORM_LIST ||
           form->kind == PTC_FORM_SET;
}

/* --- Models ------------------------------------------------------------------------ */

static void values_read_llm(const ptc_agent_place *at, bool may_be_caller)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);
    ptc_llm_ref *llm = at->member;

    if (form->kind != PTC_FORM_STRING && form->kind != PTC_FORM_KEYWORD) {
        ptc_agent_must(at, at->value);
    } else if (!ptc_str_equal(form->text, PTC_STR("caller"))) {
        llm->name = ptc_agent_cstring(at, at->value);
    } else if (!may_be_caller) {
        ptc_diag *diag = ptc_diag_add(at->unit->reading->diags, PTC_DIAG_AGENT_VALUE,
                                      form->span, "llm caller is for an llm_tool only");

        ptc_diag_hint(at->unit->reading->diags, diag,
                      "leave llm out: an agent then asks its caller's model");
    }
}

void ptc_agent_read_llm(const ptc_agent_place *at)
{
    values_read_llm(at, false);
}

void ptc_agent_read_llm_or_caller(const ptc_agent_place *at)
{
    values_read_llm(at, true);
}

/* Keys of a map that are keywords, as strings with '_' for '-'. */
static ptc_status values_spell_names(ptc_arena *arena, ptc_value *options)
{
    ptc_map_entry *entries = ptc_arena_array(arena, options->aux, sizeof *entries);

    for (uint32_t i = 0; entries != NULL && i < options->aux; i++) {
        ptc_str name = ptc_value_text(&options->as.map->entries[i].key);
        char *spelled;

        entries[i] = options->as.map->entries[i];
        if (entries[i].key.kind != PTC_KEYWORD)
            continue;
        spelled = ptc_arena_array(arena, name.len, 1);
        if (spelled == NULL)
            return PTC_ERROR_MEMORY;
        for (size_t k = 0; k < name.len; k++)
            spelled[k] = name.ptr[k] == '-' ? '_' : name.ptr[k];
        entries[i].key = ptc_value_string(ptc_str_make(spelled, name.len));
    }
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    return ptc_map_make(arena, entries, options->aux, options, NULL);
}

/* The map as JSON. Keywords that are names have '_' there, as models spell them. */
void ptc_agent_read_llm_opts(const ptc_agent_place *at)
{
    ptc_agent_reading *reading = at->unit->reading;
    ptc_value options;
    ptc_status status;
    ptc_text text;

    if (ptc_agent_form(at->unit, at->value)->kind != PTC_FORM_MAP) {
        ptc_agent_must(at, at->value);
        return;
    }
    status = ptc_form_to_value(&at->unit->forms, at->value, &options, reading->diags);
    reading->failed = reading->failed || status == PTC_ERROR_MEMORY;
    if (status != PTC_OK) /* which is reported */
        return;
    status = values_spell_names(reading->arena, &options);
    ptc_text_init(&text, reading->arena);
    if (status == PTC_OK)
        status = ptc_json_write(&text, &options, 0);
    reading->failed = reading->failed || status == PTC_ERROR_MEMORY;
    if (status != PTC_OK && status != PTC_ERROR_MEMORY)
        ptc_diag_add(reading->diags, PTC_DIAG_AGENT_VALUE,
                     ptc_agent_form(at->unit, at->value)->span,
                     "llm_opts must be a map of JSON values");
    else if (status == PTC_OK)
        *(ptc_str *)at->member = ptc_text_view(&text);
}

/* --- Lists of words ---------------------------------------------------------------- */

/* The bits of a list of words: `names` are `count` of them, bit `bits[i]` each. */
static bool values_read_bits(const ptc_agent_place *at, const char *const *names,
                             const unsigned *bits, size_t count, unsigned *out)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);
    uint32_t item = form->child;

    if (!values_is_list(form)) {
        ptc_agent_must(at, at->value);
        return false;
    }
    for (; item != 0; item = ptc_agent_form(at->unit, item)->next) {
        ptc_str word = ptc_agent_word(ptc_agent_form(at->unit, item));
        size_t i = 0;

        while (i < count &&
               (word.ptr == NULL || !ptc_str_equal_folded(word, ptc_str_of(names[i]))))
            i++;
        if (i == count) {
            ptc_agent_must(at, item);
            return false;
        }
        *out |= bits[i];
    }
    return true;
}

void ptc_agent_read_builtins(const ptc_agent_place *at)
{
    static const char *const names[] = {"grep", "validate", "infer"};
    static const unsigned bits[] = {PTC_AGENT_GREP, PTC_AGENT_VALIDATE, PTC_AGENT_INFER};

    values_read_bits(at, names, bits, 3, at->member);
}

void ptc_agent_read_retryable(const ptc_agent_place *at)
{
    const char *names[PTC_LLM_CLIENT_ERROR + 1];
    unsigned bits[PTC_LLM_CLIENT_ERROR + 1];
    unsigned *retryable = at->member;

    for (unsigned i = 0; i <= PTC_LLM_CLIENT_ERROR; i++) {
        names[i] = ptc_llm_fault_name((ptc_llm_fault)i);
        bits[i] = 1u << i;
    }
    if (!values_read_bits(at, names, bits, PTC_LLM_CLIENT_ERROR + 1, retryable))
        return;
    if (*retryable == 0) {
        ptc_diags *diags = at->unit->reading->diags;
        ptc_diag *diag = ptc_diag_add(diags, PTC_DIAG_AGENT_VALUE,
                                      ptc_agent_form(at->unit, at->value)->span,
                                      "llm_retry.retryable_errors is empty");

        ptc_diag_hint(diags, diag, "for one attempt leave llm_retry out");
    }
}

/* --- Numbers ----------------------------------------------------------------------- */

void ptc_agent_read_jitter(const ptc_agent_place *at)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);
    double share = form->kind == PTC_FORM_FLOAT ? form->number.real
                   : form->kind == PTC_FORM_INT ? (double)form->number.integer
                                                : -1;
    uint32_t *percent = at->member;

    if (!(share >= 0 && share <= 1)) {
        ptc_agent_must(at, at->value);
        return;
    }
    *percent = (uint32_t)(share * 100 + 0.5);
    if (*percent == 0)
        *percent = UINT32_MAX; /* none; 0 is the default */
}

void ptc_agent_read_precision(const ptc_agent_place *at)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);

    if (form->kind != PTC_FORM_INT || form->number.integer < 0 ||
        form->number.integer > 17)
        ptc_agent_must(at, at->value);
    else
        *(uint32_t *)at->member = (uint32_t)form->number.integer + 1;
}

/* --- Maps of texts ----------------------------------------------------------------- */

static size_t values_read_descriptions(const ptc_agent_place *at,
                                       const ptc_description **out)
{
    const ptc_form *map = ptc_agent_form(at->unit, at->value);
    ptc_description *items;
    size_t count = 0;

    if (!ptc_agent_is_names(at, at->value))
        return 0;
    *out = items = ptc_agent_array(at->unit, map->count / 2, sizeof *items);
    for (uint32_t key = map->child; key != 0 && items != NULL;) {
        uint32_t value = ptc_agent_form(at->unit, key)->next;
        ptc_str name = ptc_agent_word(ptc_agent_form(at->unit, key));
        const ptc_form *text = ptc_agent_form(at->unit, value);

        if (name.ptr == NULL)
            ptc_agent_must(at, key);
        else if (text->kind != PTC_FORM_STRING)
            ptc_agent_must(at, value);
        else if (!ptc_agent_is_taken(at, key, name))
            items[count++] =
                (ptc_description){.name = ptc_agent_copy(at->unit, name),
                                  .text = ptc_agent_copy(at->unit, text->text)};
        key = text->next;
    }
    return count;
}

void ptc_agent_read_fields(const ptc_agent_place *at)
{
    ptc_agent_draft *draft = at->object;

    draft->agent.field_description_count =
        values_read_descriptions(at, &draft->agent.field_descriptions);
}

void ptc_agent_read_context(const ptc_agent_place *at)
{
    ptc_agent_draft *draft = at->object;

    draft->agent.context_description_count =
        values_read_descriptions(at, &draft->agent.context_descriptions);
}

void ptc_agent_read_system_prompt(const ptc_agent_place *at)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);
    ptc_system_prompt *prompt;

    if (form->kind != PTC_FORM_STRING && form->kind != PTC_FORM_MAP) {
        ptc_agent_must(at, at->value);
        return;
    }
    prompt = ptc_agent_array(at->unit, 1, sizeof *prompt);
    if (prompt == NULL)
        return;
    *(const ptc_system_prompt **)at->member = prompt;
    if (form->kind == PTC_FORM_STRING)
        prompt->replacement = ptc_agent_copy(at->unit, form->text);
    else
        ptc_agent_read_map(at->unit, PTC_AGENT_OWNER_SYSTEM, at->value, prompt);
}
