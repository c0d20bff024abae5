/* SPDX-License-Identifier: MIT */
/*
 * The prompt of a run: constant parts, the inventory of its data between them, and the
 * mission as the first message. Prompts that are too long are cut, the most valuable
 * parts last. [subagent 11]
 */
#include "agent/host/host_int.h"
#include "agent/host/untrusted.h"
#include "agent/prompt/run_state.h"
#include "base/base_int.h"

/* --- The mission ------------------------------------------------------------------- */

/* The value that a path of a template names, or NULL. */
static const ptc_value *prompt_find(const ptc_value *data, const ptc_template_op *op)
{
    for (uint16_t i = 0; data != NULL && i < op->path_count; i++) {
        const ptc_map_entry *entry =
            data->kind == PTC_MAP ? ptc_map_find_field(data->as.map, op->path[i], 0)
                                  : NULL;

        data = entry != NULL ? &entry->value : NULL;
    }
    return data;
}

/* Whether a value is named instead of written into the mission: maps always are. */
static bool prompt_is_long(const ptc_run *run, const ptc_value *value)
{
    ptc_str view;

    if (value == NULL)
        return false;
    if (!(run->plan->agent.flags & PTC_AGENT_REFERENCES))
        return value->kind == PTC_MAP;
    if (value->kind != PTC_STRING)
        return !ptc_value_is_scalar(value);
    view = ptc_value_text(value);
    return ptc_utf8_prefix(view.ptr, view.len, run->plan->agent.prompt_limit.string) <
           view.len;
}

/* How a program reads the value at the path: `ctx/a`, `(get-in ctx/a [:b])`. */
static ptc_str prompt_reference(ptc_arena *arena, const ptc_template_op *op)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, op->path_count > 1 ? "(get-in ctx/" : "ctx/");
    ptc_text_str(&text, op->path[0]);
    for (uint16_t i = 1; i < op->path_count; i++) {
        ptc_text_cstr(&text, i == 1 ? " [:" : " :");
        ptc_text_str(&text, op->path[i]);
    }
    if (op->path_count > 1)
        ptc_text_cstr(&text, "])");
    return ptc_text_view(&text);
}

/* The mission with maps and long values replaced by their names; inside sections, where
 * names refer to an element, they stay. [signature 11.3] */
static bool prompt_refer(ptc_run *run, ptc_template *mission)
{
    ptc_template_op *ops = ptc_arena_array(run->arena, mission->count, sizeof *ops);
    uint32_t next;

    if (ops == NULL)
        return false;
    if (mission->count > 0)
        memcpy(ops, mission->ops, mission->count * sizeof *ops);
    for (uint32_t i = 0; i < mission->count; i = next) {
        ptc_template_op *op = &ops[i];

        next = op->kind == PTC_TEMPLATE_SECTION || op->kind == PTC_TEMPLATE_INVERTED
                   ? op->end
                   : i + 1;
        if (op->kind != PTC_TEMPLATE_VALUE || op->path_count == 0 ||
            !prompt_is_long(run, prompt_find(&run->inputs, op)))
            continue;
        op->text = prompt_reference(run->arena, op);
        op->kind = PTC_TEMPLATE_TEXT;
    }
    mission->ops = ops;
    return !run->arena->failed;
}

/* The growing mission and its run. */
typedef struct prompt_words {
    ptc_text text;
    const ptc_agent *agent;
} prompt_words;

/* Data of more than one line could be taken for the words around it. */
static void prompt_write_value(ptc_str value, uint32_t column, bool is_alone, void *user)
{
    prompt_words *words = user;

    (void)column, (void)is_alone;
    if (ptc_untrusted_is_long(value))
        ptc_envelope_write(&words->text, words->agent, "context", value);
    else
        ptc_text_str(&words->text, value);
}

/* Whether long values of the mission are put in envelopes. [signature 11.3] */
static bool prompt_has_envelopes(const ptc_plan *plan)
{
    return !plan->is_judgment && ptc_envelope_is_on(&plan->agent) &&
           !(plan->agent.flags & (PTC_AGENT_EMBEDS_RAW | PTC_PLAN_LLM_TOOL));
}

static bool prompt_mission(ptc_run *run, ptc_fail *fail)
{
    prompt_words words = {.agent = &run->plan->agent};
    const ptc_template_sink sink = {NULL, prompt_write_value, &words};
    const ptc_template_options options = {
        .struct_size = sizeof options,
        .on_missing = PTC_MISSING_KEEP,
        .sink = prompt_has_envelopes(run->plan) ? &sink : NULL,
    };
    ptc_template mission = *run->plan->mission;
    ptc_error error = ptc_error_none();
    ptc_status status;

    if (!prompt_refer(run, &mission))
        return false;
    ptc_text_init(&words.text, run->arena);
    status = ptc_template_expand(&words.text, &mission, &run->inputs, &options, &error);
    run->mission = ptc_text_view(&words.text);
    if (status == PTC_OK || status == PTC_ERROR_MEMORY)
        return status == PTC_OK;
    if (status == PTC_ERROR_RANGE)
        error.message = PTC_STR("sections repeat too often");
    else if (status == PTC_ERROR_DEPTH)
        error.message = PTC_STR("sections are nested too deeply");
    ptc_fail_set(fail, run->arena, "template_error", "prompt: " PTC_FMT,
                 PTC_ARG(error.message));
    return false;
}

/* --- The sections ------------------------------------------------------------------ */

/* A blank line between the existing text and the next part. */
static void prompt_gap(ptc_text *text)
{
    if (text->len > 0)
        ptc_text_cstr(text, text->ptr[text->len - 1] == '\n' ? "\n" : "\n\n");
}

static void prompt_add(ptc_text *text, ptc_str part)
{
    if (part.len > 0)
        prompt_gap(text);
    ptc_text_str(text, part);
}

static void prompt_add_inventory(ptc_text *text, ptc_run *run, ptc_prompt_cut cut)
{
    const ptc_inventory inventory = {
        .plan = run->plan,
        .context = &run->context,
        .types = run->context_signature,
        .descriptions = run->options != NULL && run->options->from != NULL
                            ? run->options->from->field_descriptions
                            : ptc_value_nil(),
        .cut = cut,
    };

    prompt_gap(text);
    ptc_prompt_write_inventory(text, &inventory);
}

static bool prompt_is_cached(const ptc_run *run)
{
    return run->plan->agent.layout == PTC_LAYOUT_CACHED;
}

/* The omitted parts, in words; a cached system prompt has no samples. */
static void prompt_write_losses(ptc_text *text, ptc_prompt_cut cut, bool has_samples)
{
    const char *samples =
        cut >= PTC_CUT_ALL_SAMPLES ? "samples were left out" : "samples were shortened";

    ptc_text_cstr(text, has_samples ? samples : "");
    if (cut >= PTC_CUT_DESCRIPTIONS)
        ptc_text_cstr(text, has_samples ? ", descriptions were left out"
                                        : "descriptions were left out");
    if (cut >= PTC_CUT_LANGUAGE)
        ptc_text_cstr(text, cut >= PTC_CUT_ALL_LANGUAGE
                                ? ", the language reference was left out"
                                : ", the language reference was shortened");
}

static void prompt_add_losses(ptc_text *text, ptc_prompt_cut cut, bool has_samples)
{
    if (cut == PTC_CUT_NOTHING)
        return;
    prompt_gap(text);
    ptc_text_cstr(text, "(To keep this short, ");
    prompt_write_losses(text, cut, has_samples);
    ptc_text_cstr(text, ".)\n");
}

/* System prompt and first message, without the parts that run->prompt_cut leaves out. A
 * cached prompt has the parts that no run changes; the other sections follow the
 * mission. */
static void prompt_build(ptc_run *run, ptc_text *system, ptc_text *user)
{
    bool is_cached = prompt_is_cached(run);

    ptc_text_init(system, run->arena);
    ptc_text_init(user, run->arena);
    ptc_text_str(user, run->mission);
    prompt_add(system, run->parts.rules);
    prompt_add_inventory(is_cached ? user : system, run,
                         is_cached ? run->inventory_cut : run->prompt_cut);
    prompt_add(system, run->parts.tools);
    prompt_add(system, run->parts.format);
    prompt_add_losses(system, run->prompt_cut, !is_cached);
    prompt_add_losses(user, run->inventory_cut, true);
}

static size_t prompt_count_system(const ptc_text *system)
{
    ptc_str view = ptc_text_view(system);

    return ptc_utf8_count(view.ptr, view.len);
}

/* Characters of all sections, wherever they are. */
static size_t prompt_count(const ptc_run *run, const ptc_text *system,
                           const ptc_text *user)
{
    ptc_str moved = ptc_text_view(user);

    moved.ptr += run->mission.len;
    moved.len -= run->mission.len;
    return prompt_count_system(system) + ptc_utf8_count(moved.ptr, moved.len);
}

/* The parts cut by prompt_limit, for the trace. */
static bool prompt_warn(ptc_run *run, bool is_short)
{
    ptc_text note;

    ptc_text_init(&note, run->arena);
    ptc_text_cstr(&note, "prompt_limit: ");
    if (run->prompt_cut != PTC_CUT_NOTHING)
        prompt_write_losses(&note, run->prompt_cut, !prompt_is_cached(run));
    if (run->inventory_cut != PTC_CUT_NOTHING) {
        ptc_text_cstr(&note, run->prompt_cut != PTC_CUT_NOTHING
                                 ? "; in the first message "
                                 : "in the first message ");
        prompt_write_losses(&note, run->inventory_cut, true);
    }
    if (!is_short)
        ptc_text_cstr(&note, ", and the prompt is still longer than max_chars");
    run->prompt_warning = ptc_text_view(&note);
    return !note.failed;
}

/* Leaves out one more thing; false when refused memory. */
static bool prompt_cut_more(ptc_run *run)
{
    run->prompt_cut = (ptc_prompt_cut)(run->prompt_cut + 1);
    return run->prompt_cut < PTC_CUT_DESCRIPTIONS ||
           ptc_prompt_write_parts_for(run->plan, run->prompt_cut, run->prompt_language,
                                      run->arena, &run->parts);
}

/* Only the cached part decides what is left out of it, so that its bytes are the same for
 * all data; samples and descriptions of data make room for both. */
static bool prompt_fit_cached(ptc_run *run, ptc_text *system, ptc_text *user)
{
    uint32_t most = run->plan->agent.prompt_limit.max_chars;

    for (prompt_build(run, system, user);
         !system->failed && prompt_count_system(system) > most &&
         run->prompt_cut < PTC_CUT_ALL_LANGUAGE;
         prompt_build(run, system, user)) {
        if (run->prompt_cut < PTC_CUT_ALL_SAMPLES)
            run->prompt_cut = PTC_CUT_ALL_SAMPLES; /* it has none */
        if (!prompt_cut_more(run))
            return false;
    }
    while (!system->failed && !user->failed && prompt_count(run, system, user) > most &&
           run->inventory_cut < PTC_CUT_DESCRIPTIONS) {
        run->inventory_cut = (ptc_prompt_cut)(run->inventory_cut + 1);
        prompt_build(run, system, user);
    }
    return true;
}

/* Builds with as little left out as prompt_limit allows, but at least as much as
 * before. */
static bool prompt_fit(ptc_run *run, ptc_text *system, ptc_text *user)
{
    uint32_t most = run->plan->agent.prompt_limit.max_chars;

    if (most != 0 && prompt_is_cached(run)) {
        if (!prompt_fit_cached(run, system, user))
            return false;
    } else {
        for (prompt_build(run, system, user);
             !system->failed && most != 0 && prompt_count(run, system, user) > most &&
             run->prompt_cut < PTC_CUT_ALL_LANGUAGE;
             prompt_build(run, system, user)) {
            if (!prompt_cut_more(run))
                return false;
        }
    }
    if (system->failed || user->failed)
        return false;
    run->is_prompt_old = false;
    return (run->prompt_cut == PTC_CUT_NOTHING &&
            run->inventory_cut == PTC_CUT_NOTHING) ||
           prompt_warn(run, most == 0 || prompt_count(run, system, user) <= most);
}

/* The host's version of the system prompt. */
static bool prompt_finish(ptc_run *run, const ptc_text *text, ptc_str *system)
{
    const ptc_system_prompt *own = run->plan->agent.system_prompt;

    *system = ptc_text_view(text);
    if (own != NULL && own->replacement.len > 0)
        *system = own->replacement;
    if (own != NULL && own->function != NULL)
        *system = own->function(run->arena, run->plan->source, *system, own->user);
    return system->ptr != NULL && !run->arena->failed;
}

/* Makes the run's arena show that memory was refused elsewhere. */
static bool prompt_refused(ptc_run *run)
{
    run->arena->failed = true;
    return false;
}

static bool prompt_has_language(const ptc_run *run)
{
    const ptc_system_prompt *own = run->plan->agent.system_prompt;

    return own != NULL && own->language != NULL;
}

/* Asks the host for the turn's language reference. */
static bool prompt_ask_language(ptc_run *run)
{
    const ptc_system_prompt *own = run->plan->agent.system_prompt;
    ptc_language_call call = {
        .agent = run->plan->source,
        .turn = run->turn + 1,
        .model = run->llm.name,
        .messages = run->talk.messages,
        .message_count = run->talk.count,
        .message_size = sizeof *run->talk.messages,
        .part_size = sizeof(ptc_part),
        .arena = run->arena,
    };

    if (run->lisp == NULL
            ? ptc_map_make(run->arena, NULL, 0, &call.memory, NULL) != PTC_OK
            : ptc_lisp_memory(&run->scratch, run->lisp, &call.memory) == PTC_ERROR_MEMORY)
        return false;
    run->prompt_language = own->language(&call, own->user);
    return run->prompt_language.ptr != NULL &&
           ptc_prompt_write_parts_for(run->plan, run->prompt_cut, run->prompt_language,
                                      run->arena, &run->parts);
}

static bool prompt_take_parts(ptc_run *run)
{
    const ptc_agent_parts *parts = run->plan->agent.parts;

    run->prompt_cut = PTC_CUT_NOTHING;
    run->inventory_cut = PTC_CUT_NOTHING;
    if (prompt_has_language(run))
        return prompt_ask_language(run);
    if (parts == NULL)
        return ptc_prompt_write_parts(run->plan, run->arena, &run->parts);
    run->parts = *parts;
    return true;
}

bool ptc_prompt_make(ptc_run *run, ptc_str *system, ptc_str *user, ptc_fail *fail)
{
    ptc_text first;
    ptc_text text;

    *fail = ptc_fail_none(); /* memory, unless a reason is set */
    if (!prompt_mission(run, fail))
        return false;
    if (!prompt_take_parts(run) || !prompt_fit(run, &text, &first))
        return prompt_refused(run);
    *user = ptc_text_view(&first);
    return prompt_finish(run, &text, system) || prompt_refused(run);
}

bool ptc_prompt_refresh(ptc_run *run)
{
    bool is_asked = prompt_has_language(run) && run->turn > 0;
    ptc_text first;
    ptc_text text;

    if (!is_asked && (!run->is_prompt_old || prompt_is_cached(run)))
        return true;
    if (is_asked && !prompt_ask_language(run))
        return prompt_refused(run);
    return (prompt_fit(run, &text, &first) && prompt_finish(run, &text, &run->system)) ||
           prompt_refused(run);
}
