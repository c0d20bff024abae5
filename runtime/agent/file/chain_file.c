/* SPDX-License-Identifier: MIT */
/*
 * Chain files: a sequence of agents, as files or maps, and whether each gets its required
 * parameters from the one before. [subagent 12]
 */
#include "agent/file/file_int.h"
#include "edn/edn_int.h"

/* --- Agents ------------------------------------------------------------------------ */

static const ptc_agent_file *chain_read_one(const ptc_agent_place *at, uint32_t form,
                                            uint32_t number)
{
    uint8_t kind = ptc_agent_form(at->unit, form)->kind;

    if (kind == PTC_FORM_STRING)
        return ptc_agent_read_named(at->unit, form);
    if (kind == PTC_FORM_MAP)
        return ptc_agent_read_held(at->unit, form, number);
    ptc_diag_add(at->unit->reading->diags, PTC_DIAG_AGENT_VALUE,
                 ptc_agent_form(at->unit, form)->span,
                 "agent %u of the chain must be an agent file or an agent, found %s",
                 number, ptc_agent_found(at->unit, form));
    return NULL;
}

/* Whether a form is a list with as many agents as a chain may have; false after a fault.
 */
static bool chain_is_list(const ptc_agent_place *at)
{
    const ptc_form *list = ptc_agent_form(at->unit, at->value);
    ptc_diags *diags = at->unit->reading->diags;

    if (list->kind != PTC_FORM_VECTOR && list->kind != PTC_FORM_LIST) {
        ptc_agent_must(at, at->value);
        return false;
    }
    if (list->count == 0)
        ptc_diag_add(diags, PTC_DIAG_AGENT_REQUIRED, list->span,
                     "a chain needs agents: agents is empty");
    else if (list->count > PTC_CHAIN_AGENTS_MAX)
        ptc_diag_add(diags, PTC_DIAG_AGENT_VALUE, list->span,
                     "a chain has at most %d agents, found %u", PTC_CHAIN_AGENTS_MAX,
                     list->count);
    return list->count > 0 && list->count <= PTC_CHAIN_AGENTS_MAX;
}

/* All of them are read. Where one is faulty, its place is left empty. */
void ptc_chain_read_agents(const ptc_agent_place *at)
{
    const ptc_form *list = ptc_agent_form(at->unit, at->value);
    ptc_chain_draft *draft = at->object;
    const ptc_agent_file **files;
    const ptc_agent **agents;
    ptc_span *spans;
    uint32_t item = list->child;

    if (!chain_is_list(at))
        return;
    files = ptc_agent_array(at->unit, list->count, sizeof *files);
    agents = ptc_agent_array(at->unit, list->count, sizeof *agents);
    spans = ptc_agent_array(at->unit, list->count, sizeof *spans);
    if (files == NULL || agents == NULL || spans == NULL)
        return;
    for (uint32_t i = 0; item != 0; i++) {
        spans[i] = ptc_agent_form(at->unit, item)->span;
        files[i] = chain_read_one(at, item, i + 1);
        agents[i] = files[i] != NULL ? files[i]->agent : NULL;
        item = ptc_agent_form(at->unit, item)->next;
    }
    draft->file.agents = files;
    draft->file.spans = spans;
    draft->chain.agents = agents;
    draft->chain.count = list->count;
}

/* --- Links ------------------------------------------------------------------------- */

static void chain_tell(ptc_diags *diags, const ptc_chain_file *file, size_t number,
                       const ptc_agent_fault *fault)
{
    ptc_diag *diag = ptc_diag_add(
        diags, fault->is_warning ? PTC_DIAG_CHAIN_UNSURE : PTC_DIAG_CHAIN_MISMATCH,
        file->spans[number], "%.*s", (int)fault->error.message.len,
        fault->error.message.ptr);

    if (!fault->is_warning)
        ptc_diag_hint(
            diags, diag, "change the result of \"%s\" or the parameters of \"%s\"",
            ptc_diag_quote(diags, ptc_str_of(file->chain->agents[number - 1]->name)),
            ptc_diag_quote(diags, ptc_str_of(file->chain->agents[number]->name)));
}

/* Compares agent `number` with the one before it; both exist. */
static void chain_check_link(ptc_agent_unit *unit, const ptc_chain_file *file,
                             size_t number)
{
    ptc_agent_reading *reading = unit->reading;
    const ptc_agent *const *agents = &file->chain->agents[number];
    ptc_arena_mark mark = ptc_arena_place(reading->scratch.arena);
    ptc_plan plan = {.arena = reading->scratch.arena};

    ptc_plan_check_link(&plan, ptc_plan_link_place(&plan, number + 1, agents[0]->name),
                        agents[-1]->signature, agents[0]->signature);
    for (size_t i = 0; i < plan.fault_count; i++)
        chain_tell(reading->diags, file, number, &plan.faults[i]);
    reading->failed = reading->failed || plan.failed;
    ptc_arena_rewind(reading->scratch.arena, mark);
}

static void chain_check_links(ptc_agent_unit *unit, const ptc_chain_file *file)
{
    for (size_t i = 1; i < file->chain->count && !unit->reading->failed; i++) {
        if (file->chain->agents[i - 1] != NULL && file->chain->agents[i] != NULL)
            chain_check_link(unit, file, i);
    }
}

/* --- Files ------------------------------------------------------------------------- */

/* All files of its agents are also files of the chain. */
static void chain_note_files(ptc_agent_unit *unit, const ptc_chain_file *file)
{
    for (size_t i = 0; i < file->chain->count; i++) {
        const ptc_agent_file *agent = file->agents[i];

        for (size_t k = 0; agent != NULL && k < agent->file_count; k++)
            ptc_agent_note_file(unit, agent->files[k]);
    }
}

static void chain_read_form(ptc_agent_unit *unit, uint32_t form, ptc_chain_draft *draft)
{
    ptc_diags *diags = unit->reading->diags;
    ptc_span span = ptc_agent_form(unit, form)->span;

    if (ptc_agent_form(unit, form)->kind != PTC_FORM_MAP) {
        ptc_diag_add(diags, PTC_DIAG_AGENT_VALUE, span, "a chain must be a map, found %s",
                     ptc_agent_found(unit, form));
        return;
    }
    draft->chain.struct_size = sizeof draft->chain;
    ptc_agent_read_map(unit, PTC_AGENT_OWNER_CHAIN, form, draft);
    if (ptc_agent_find(unit, form, PTC_STR("agents"), NULL) == 0)
        ptc_diag_add(diags, PTC_DIAG_AGENT_REQUIRED,
                     (ptc_span){span.start, span.start + 1},
                     "a chain needs agents: agents must be a list of agent files or "
                     "agents");
    if (draft->chain.name == NULL)
        draft->chain.name = ptc_agent_default_name(unit);
    chain_check_links(unit, &draft->file);
    chain_note_files(unit, &draft->file);
}

ptc_status ptc_chain_file_read(ptc_arena *arena, const ptc_source *source,
                               const ptc_agent_files *files, ptc_diags *diags,
                               const ptc_chain_file **out)
{
    ptc_diags own;
    ptc_agent_reading reading = {
        .arena = arena, .noun = "a chain", .diags = ptc_diags_given(diags, &own, arena)};
    ptc_agent_unit unit = {.reading = &reading, .source = source, .is_chain = true};
    ptc_chain_draft *draft;
    ptc_status status;
    uint32_t form;

    *out = NULL;
    if (!ptc_agent_take_files(&reading, "ptc_chain_file_read", files))
        return PTC_ERROR_ARGUMENT;
    if (!ptc_agent_reading_begin(&reading, source))
        return PTC_ERROR_INVALID;
    draft = ptc_agent_array(&unit, 1, sizeof *draft);
    if (draft != NULL) {
        draft->file.source = source;
        draft->file.chain = &draft->chain;
        ptc_agent_note_file(&unit, source->name);
        form = ptc_agent_read_root(&unit);
        if (form != 0)
            chain_read_form(&unit, form, draft);
        draft->file.files = unit.names;
        draft->file.file_count = unit.name_count;
    }
    status = ptc_agent_reading_end(&reading, source);
    if (status == PTC_ERROR_INVALID && draft != NULL && draft->chain.struct_size == 0)
        return PTC_ERROR_SYNTAX;
    *out = status == PTC_OK ? &draft->file : NULL;
    return status;
}
