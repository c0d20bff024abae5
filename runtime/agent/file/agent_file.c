/* SPDX-License-Identifier: MIT */
/*
 * Agent files: the root file and all that it names, each read once. A file is read while
 * those that name it stay open, so that circles are seen; how many there may be bounds
 * the recursion. [subagent 1]
 */
#include "agent/file/file_int.h"
#include "edn/edn_int.h"

/* Scratch memory of one reading, for the forms of all open files. */
#define AGENT_MEMORY_CAP ((size_t)512 << 20)

static bool agent_has_ending(ptc_str text, ptc_str ending)
{
    return text.len > ending.len &&
           memcmp(text.ptr + text.len - ending.len, ending.ptr, ending.len) == 0;
}

static bool agent_is_json(ptc_str path)
{
    return agent_has_ending(path, PTC_STR(".json"));
}

bool ptc_agent_file_is(ptc_str path)
{
    return agent_has_ending(path, PTC_STR(".agent.edn")) ||
           agent_has_ending(path, PTC_STR(".agent.json"));
}

/* --- Files ------------------------------------------------------------------------- */

void ptc_agent_note_file(ptc_agent_unit *unit, ptc_str name)
{
    ptc_agent_reading *reading = unit->reading;
    ptc_str *place;

    for (size_t i = 0; i < unit->name_count; i++) {
        if (ptc_str_equal(unit->names[i], name))
            return;
    }
    place = PTC_ARENA_PUSH(reading->arena, unit->names, unit->name_count,
                           unit->name_capacity);
    if (place == NULL)
        reading->failed = true;
    else
        *place = ptc_agent_copy(unit, name);
}

const ptc_source *ptc_agent_load(ptc_agent_unit *unit, const ptc_named_file *named)
{
    ptc_agent_reading *reading = unit->reading;

    if (reading->file_count >= PTC_AGENT_FILES_MAX) {
        ptc_diag_add(reading->diags, PTC_DIAG_AGENT_TOO_DEEP, named->span,
                     "an agent and all that it names are more than %d files",
                     PTC_AGENT_FILES_MAX);
        return NULL;
    }
    reading->file_count++;
    return ptc_named_file_load(&reading->options, reading->diags, named);
}

/* --- One file ---------------------------------------------------------------------- */

/* "finder" for "a/finder.agent.edn": the name of an agent that gives itself none. */
static const char *agent_default_name(ptc_agent_unit *unit)
{
    ptc_str name = unit->source->name;
    ptc_str ending = agent_is_json(name) ? PTC_STR(".agent.json") : PTC_STR(".agent.edn");

    for (size_t i = name.len; i-- > 0;) {
        if (name.ptr[i] == '/' || name.ptr[i] == '\\') {
            name = ptc_str_make(name.ptr + i + 1, name.len - i - 1);
            break;
        }
    }
    if (agent_has_ending(name, ending))
        name.len -= ending.len;
    if (name.len == 0 || memchr(name.ptr, '\0', name.len) != NULL)
        name = PTC_STR("agent");
    return ptc_agent_copy(unit, name).ptr;
}

/* What needs the whole map: the prompt against the signature, fields among each other. */
static void agent_check_whole(ptc_agent_unit *unit, uint32_t form)
{
    ptc_agent *agent = &unit->file->agent;
    uint32_t prompt = ptc_agent_find(unit, form, PTC_STR("prompt"), NULL);

    if (prompt != 0 && agent->prompt.ptr != NULL)
        agent->compiled_prompt = ptc_agent_template(
            unit, prompt, agent->prompt, agent->signature, ptc_plan_prompt_use(agent));
    if (prompt == 0)
        ptc_diag_add(unit->reading->diags, PTC_DIAG_AGENT_REQUIRED,
                     (ptc_span){ptc_agent_form(unit, form)->span.start,
                                ptc_agent_form(unit, form)->span.start + 1},
                     "an agent needs a prompt: prompt must be a string");
    else if (!unit->reading->failed)
        ptc_agent_file_check(unit, form, agent);
}

static void agent_read_forms(ptc_agent_unit *unit)
{
    ptc_agent_reading *reading = unit->reading;
    uint32_t form;

    ptc_forms_init(&unit->forms, reading->scratch.arena, unit->source);
    form = unit->is_json ? ptc_form_read_json_plain(&unit->forms, reading->diags)
                         : ptc_edn_read_one(&unit->forms, reading->diags);
    if (form == 0)
        return;
    if (ptc_agent_form(unit, form)->kind != PTC_FORM_MAP) {
        ptc_diag_add(reading->diags, PTC_DIAG_AGENT_VALUE,
                     ptc_agent_form(unit, form)->span, "an agent must be a map, found %s",
                     ptc_agent_found(unit, form));
        return;
    }
    unit->is_agent = ptc_agent_find(unit, form, PTC_STR("prompt"), NULL) != 0;
    if (!unit->is_agent && unit->parent != NULL)
        return;
    ptc_agent_read_map(unit, PTC_AGENT_OWNER_AGENT, form, unit->file);
    if (unit->file->agent.name == NULL)
        unit->file->agent.name = agent_default_name(unit);
    agent_check_whole(unit, form);
    if (unit->parent == NULL && !reading->failed)
        ptc_agent_check_depth(unit, form);
}

/* All files of the agents below are files of this one. */
static void agent_note_children(ptc_agent_unit *unit, const ptc_agent_file_tool *tools,
                                size_t count, const ptc_agent_tool *agent_tools)
{
    for (size_t i = 0; i < count && tools != NULL; i++) {
        const ptc_agent_file *child = tools[i].agent;

        for (size_t k = 0; child != NULL && k < child->file_count; k++)
            ptc_agent_note_file(unit, child->files[k]);
        if (agent_tools[i].llm_tool != NULL)
            agent_note_children(unit, tools[i].tools, agent_tools[i].llm_tool->tool_count,
                                agent_tools[i].llm_tool->tools);
    }
}

/* The agent of a source; `*is_agent` is false when it is something else. */
static ptc_agent_file *agent_read_source(ptc_agent_reading *reading,
                                         const ptc_agent_unit *parent,
                                         const ptc_source *source, bool *is_agent)
{
    ptc_agent_unit unit = {.reading = reading, .parent = parent, .source = source};
    const ptc_source *before = reading->diags->source;
    ptc_agent_done *place;

    unit.is_json = agent_is_json(source->name);
    unit.file = ptc_agent_array(&unit, 1, sizeof *unit.file);
    if (unit.file == NULL)
        return NULL;
    *unit.file =
        (ptc_agent_file){.source = source, .agent = {.struct_size = sizeof(ptc_agent)}};
    reading->diags->source = source;
    ptc_agent_note_file(&unit, source->name);
    agent_read_forms(&unit);
    *is_agent = unit.is_agent;
    agent_note_children(&unit, unit.file->tools, unit.file->agent.tool_count,
                        unit.file->agent.tools);
    unit.file->files = unit.names;
    unit.file->file_count = unit.name_count;
    reading->diags->source = before;
    place = PTC_ARENA_PUSH(reading->scratch.arena, reading->done, reading->done_count,
                           reading->done_capacity);
    if (place != NULL)
        *place = (ptc_agent_done){
            unit.file, ptc_agent_height(reading, unit.file->tools, unit.file->agent.tools,
                                        unit.file->agent.tool_count)};
    reading->failed = reading->failed || place == NULL;
    return unit.file;
}

/* --- Agents that agents name ------------------------------------------------------- */

static bool agent_is_same(const ptc_source *a, const ptc_source *b)
{
    return a == b || ptc_str_equal(a->name, b->name);
}

/* Writes the way from the unit that is `source` down to `unit`. */
static void agent_write_way(ptc_text *text, const ptc_agent_unit *unit,
                            const ptc_source *source)
{
    const ptc_agent_unit *way[PTC_AGENT_FILES_MAX + 1];
    size_t count = 0;

    for (; count < PTC_AGENT_FILES_MAX; unit = unit->parent) {
        way[count++] = unit;
        if (agent_is_same(unit->source, source))
            break;
    }
    while (count-- > 0) {
        ptc_text_str(text, way[count]->source->name);
        ptc_text_cstr(text, " -> ");
    }
    ptc_text_str(text, source->name);
}

/* A file that is no agent may be anything: nothing of it is shown. */
static const ptc_agent_file *agent_read_child(ptc_agent_unit *unit,
                                              const ptc_named_file *named,
                                              const ptc_source *source)
{
    ptc_agent_reading *reading = unit->reading;
    ptc_diags_mark mark = ptc_diags_place(reading->diags);
    bool is_agent = true;
    const ptc_agent_file *file = agent_read_source(reading, unit, source, &is_agent);

    if (is_agent)
        return file;
    ptc_diags_rewind(reading->diags, mark);
    ptc_named_file_refuse(reading->diags, named, source,
                          "is not an agent: a map with a prompt cannot be read from it");
    return NULL;
}

const ptc_agent_file *ptc_agent_read_unit(ptc_agent_unit *unit,
                                          const ptc_named_file *named,
                                          const ptc_source *source)
{
    ptc_agent_reading *reading = unit->reading;
    ptc_text way;

    for (const ptc_agent_unit *open = unit; open != NULL; open = open->parent) {
        if (!agent_is_same(open->source, source))
            continue;
        ptc_text_init(&way, reading->scratch.arena);
        agent_write_way(&way, unit, source);
        ptc_diag_add(reading->diags, PTC_DIAG_AGENT_CYCLE, named->span,
                     "agents in a circle: %s", way.failed ? "" : way.ptr);
        return NULL;
    }
    for (size_t i = 0; i < reading->done_count; i++) {
        if (agent_is_same(reading->done[i].file->source, source))
            return reading->done[i].file;
    }
    return agent_read_child(unit, named, source);
}

/* --- The root file ----------------------------------------------------------------- */

static void agent_take_files(ptc_agent_reading *reading, const ptc_agent_files *given)
{
    ptc_contract_options *options = &reading->options;
    ptc_agent_files files = {.struct_size = sizeof files};

    if (given != NULL)
        memcpy(&files, given,
               given->struct_size < sizeof files ? given->struct_size : sizeof files);
    options->struct_size = sizeof *options;
    options->read.struct_size = sizeof options->read;
    options->read.types = files.types;
    options->read.lint = files.lint;
    options->load = files.load;
    options->load_fault = files.load_fault;
    options->user = files.user;
}

ptc_status ptc_agent_file_read(ptc_arena *arena, const ptc_source *source,
                               const ptc_agent_files *files, ptc_diags *diags,
                               const ptc_agent_file **out)
{
    ptc_agent_reading reading = {.arena = arena, .diags = diags};
    size_t errors = diags->errors;
    ptc_agent_file *file = NULL;
    bool is_agent;

    *out = NULL;
    agent_take_files(&reading, files);
    diags->source = source;
    if (source->text.len > PTC_SOURCE_MAX) {
        ptc_diag_add(diags, PTC_DIAG_AGENT_FILE, (ptc_span){0, 0},
                     "the file is " PTC_SOURCE_LARGE);
        return PTC_ERROR_INVALID;
    }
    ptc_scratch_begin(&reading.scratch, arena, AGENT_MEMORY_CAP);
    file = agent_read_source(&reading, NULL, source, &is_agent);
    if (reading.scratch.arena->failed && !ptc_scratch_is_capped(&reading.scratch))
        reading.failed = true;
    if (reading.failed && ptc_scratch_is_capped(&reading.scratch) && !arena->failed)
        reading.failed = diags->errors == errors;
    ptc_scratch_end(&reading.scratch);
    diags->source = source;
    if (reading.failed || arena->failed || diags->arena->failed)
        return PTC_ERROR_MEMORY;
    if (diags->errors > errors)
        return file->agent.name == NULL ? PTC_ERROR_SYNTAX : PTC_ERROR_INVALID;
    *out = file;
    return PTC_OK;
}
