/* SPDX-License-Identifier: MIT */
/*
 * The checks of a plan, for agents in files: faults are reported at the place in the file
 * that the fault's path names, unless a fault there was reported already.
 */
#include "agent/file/file_int.h"
#include "agent/plan/plan_int.h"

/* The place that a path names. */
typedef struct check_place {
    ptc_span span;
    bool is_name; /* the path names an entry of tools or tool_catalog */
} check_place;

/* Takes the first step off a path: the longest name of the map `form` that it begins
 * with, since names of tools may be anything. The key's form, or 0. */
static uint32_t check_path_step(const ptc_agent_unit *unit, uint32_t form, ptc_str *path)
{
    const ptc_form *map = ptc_agent_form(unit, form);
    uint32_t key = map->kind == PTC_FORM_MAP ? map->child : 0;
    uint32_t best = 0;
    size_t best_len = 0;

    while (key != 0) {
        ptc_str name = ptc_agent_word(ptc_agent_form(unit, key));
        bool fits = name.ptr != NULL && name.len <= path->len &&
                    (name.len == path->len || path->ptr[name.len] == '.') &&
                    ptc_str_equal_folded(ptc_str_make(path->ptr, name.len), name);

        if (fits && (best == 0 || name.len > best_len)) {
            best = key;
            best_len = name.len;
        }
        key = ptc_agent_form(unit, ptc_agent_form(unit, key)->next)->next;
    }
    if (best != 0 && best_len < path->len)
        best_len++;
    *path = ptc_str_make(path->ptr + best_len, path->len - best_len);
    return best;
}

static check_place check_find(const ptc_agent_unit *unit, uint32_t form, ptc_str path)
{
    check_place place = {ptc_agent_form(unit, form)->span, false};
    unsigned steps = 0;

    while (path.len > 0) {
        uint32_t key = check_path_step(unit, form, &path);

        if (key == 0)
            break;
        steps++;
        form = ptc_agent_form(unit, key)->next;
        place.is_name = steps == 2 && path.len == 0;
        place.span = ptc_agent_form(unit, place.is_name ? key : form)->span;
    }
    return place;
}

/* Whether an error was reported inside the place. */
static bool check_is_told(const ptc_agent_unit *unit, ptc_span span)
{
    const ptc_diags *diags = unit->reading->diags;

    for (size_t i = 0; i < diags->count; i++) {
        const ptc_diag *diag = &diags->items[i];

        if (diag->source == unit->source && diag->severity == PTC_SEVERITY_ERROR &&
            diag->span.start >= span.start && diag->span.end <= span.end)
            return true;
    }
    return false;
}

static ptc_diag_code check_code(const ptc_agent_fault *fault, const check_place *place)
{
    if (fault->is_warning)
        return PTC_DIAG_AGENT_SHADOWED;
    if (place->is_name)
        return PTC_DIAG_AGENT_TOOL_NAME;
    return PTC_DIAG_AGENT_CONFIG;
}

void ptc_agent_file_check(ptc_agent_unit *unit, uint32_t form, const ptc_agent *agent)
{
    ptc_agent_reading *reading = unit->reading;
    ptc_plan plan;
    ptc_status status = ptc_plan_make(agent, reading->scratch.arena, &plan);

    if (status == PTC_ERROR_MEMORY) {
        reading->failed = true;
        return;
    }
    for (size_t i = 0; i < plan.fault_count; i++) {
        check_place place = check_find(unit, form, plan.faults[i].error.path);

        if (!check_is_told(unit, place.span))
            ptc_diag_add(reading->diags, check_code(&plan.faults[i], &place), place.span,
                         "%.*s", (int)plan.faults[i].error.message.len,
                         plan.faults[i].error.message.ptr);
    }
}

/* --- Depth ------------------------------------------------------------------------- */

static uint32_t check_height_of(const ptc_agent_reading *reading,
                                const ptc_agent_file *file)
{
    for (size_t i = 0; i < reading->done_count; i++) {
        if (reading->done[i].file == file)
            return reading->done[i].height;
    }
    return 0;
}

uint32_t ptc_agent_height(const ptc_agent_reading *reading,
                          const ptc_agent_file_tool *facts, const ptc_agent_tool *tools,
                          size_t count)
{
    uint32_t most = 0;

    for (size_t i = 0; i < count; i++) {
        const ptc_llm_tool *llm_tool = tools[i].llm_tool;
        uint32_t height = 0;

        if (facts[i].agent != NULL && tools[i].agent != NULL)
            height = 1 + check_height_of(reading, facts[i].agent);
        else if (llm_tool != NULL && llm_tool->tool_count > 0)
            height = 1 + ptc_agent_height(reading, facts[i].tools, llm_tool->tools,
                                          llm_tool->tool_count);
        most = height > most ? height : most;
    }
    return most;
}

void ptc_agent_check_depth(ptc_agent_unit *unit, uint32_t form)
{
    const ptc_agent *agent = unit->agent;
    uint64_t limit = agent->max_depth != 0 ? agent->max_depth : PTC_PLAN_DEPTH;
    uint32_t height = ptc_agent_height(unit->reading, unit->file->tools, agent->tools,
                                       agent->tool_count);
    check_place place = check_find(
        unit, form, agent->max_depth != 0 ? PTC_STR("max_depth") : PTC_STR("tools"));

    if (height >= limit)
        ptc_diag_add(unit->reading->diags, PTC_DIAG_AGENT_UNREACHABLE, place.span,
                     "agents are nested %u deep, but max_depth is %llu: the innermost "
                     "never run",
                     height, (unsigned long long)limit);
}
