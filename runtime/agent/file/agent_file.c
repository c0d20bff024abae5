/* SPDX-License-Identifier: MIT */
/*
 * Agent files: the root file and all the files it names, each read once. A file is read
 * while those that name it stay open, so that cycles are noticed; the limit on files
 * bounds the recursion. [subagent 1]
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

bool ptc_chain_file_is(ptc_str path)
{
    return agent_has_ending(path, PTC_STR(".chain.edn")) ||
           agent_has_ending(path, PTC_STR(".chain.json"));
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
                     "%s and the files it names are more than %d files", reading->noun,
                     PTC_AGENT_FILES_MAX);
        return NULL;
    }
    reading->file_count++;
    return ptc_named_file_load(&reading->options, reading->diags, named);
}

/* --- One file ---------------------------------------------------------------------- */

/* A name without its folder and one of the endings. */
static ptc_str agent_stem(ptc_str name)
{
    static const char *const endings[] = {".agent.edn", ".agent.json", ".chain.edn",
                                          ".chain.json"};

    for (size_t i = name.len; i-- > 0;) {
        if (name.ptr[i] == '/' || name.ptr[i] == '\\') {
            name = ptc_str_make(name.ptr + i + 1, name.len - i - 1);
            break;
        }
    }
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        ptc_str ending = ptc_str_of(endings[i]);

        if (agent_has_ending(name, ending))
            return ptc_str_make(name.ptr, name.len - ending.len);
    }
    return name;
}

const char *ptc_agent_default_name(ptc_agent_unit *unit)
{
    ptc_str stem = agent_stem(unit->source->name);
    ptc_text text;

    ptc_text_init(&text, unit->reading->arena);
    if (stem.len == 0 || memchr(stem.ptr, '\0', stem.len) != NULL)
        stem = unit->is_chain ? PTC_STR("chain") : PTC_STR("agent");
    ptc_text_str(&text, stem);
    if (unit->number > 0) {
        ptc_text_byte(&text, '-');
        ptc_text_uint(&text, unit->number);
    }
    ptc_text_byte(&text, '\0');
    unit->reading->failed = unit->reading->failed || text.failed;
    return text.failed ? "" : text.ptr;
}

/* Checks that need the whole map: the prompt against the signature, fields against each
 * other. */
static void agent_check_whole(ptc_agent_unit *unit, uint32_t form)
{
    ptc_agent *agent = unit->agent;
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

uint32_t ptc_agent_read_root(ptc_agent_unit *unit)
{
    ptc_agent_reading *reading = unit->reading;

    unit->is_json = agent_is_json(unit->source->name);
    ptc_forms_init(&unit->forms, reading->scratch.arena, unit->source);
    return unit->is_json ? ptc_form_read_json_plain(&unit->forms, reading->diags)
                         : ptc_edn_read_one(&unit->forms, reading->diags);
}

/* Whether the unit calls nothing: it runs at depth 0. */
static bool agent_is_root(const ptc_agent_unit *unit)
{
    return unit->parent == NULL || unit->parent->is_chain;
}

static void agent_read_form(ptc_agent_unit *unit, uint32_t form)
{
    ptc_agent_reading *reading = unit->reading;

    if (ptc_agent_form(unit, form)->kind != PTC_FORM_MAP) {
        ptc_diag_add(reading->diags, PTC_DIAG_AGENT_VALUE,
                     ptc_agent_form(unit, form)->span, "an agent must be a map, found %s",
                     ptc_agent_found(unit, form));
        return;
    }
    unit->is_agent =
        unit->number > 0 || ptc_agent_find(unit, form, PTC_STR("prompt"), NULL) != 0;
    if (!unit->is_agent && unit->parent != NULL)
        return;
    ptc_agent_read_map(unit, PTC_AGENT_OWNER_AGENT, form, unit->draft);
    if (unit->agent->name == NULL)
        unit->agent->name = ptc_agent_default_name(unit);
    agent_check_whole(unit, form);
    if (agent_is_root(unit) && !reading->failed)
        ptc_agent_check_depth(unit, form);
}

/* All files of the agents below are also files of this one. */
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

/* The agent of a unit, of the map `form` or (0) of all of its source. */
static ptc_agent_file *agent_read_unit(ptc_agent_unit *unit, uint32_t form)
{
    ptc_agent_reading *reading = unit->reading;
    const ptc_source *before = reading->diags->source;
    ptc_agent_done *place;

    unit->draft = ptc_agent_array(unit, 1, sizeof *unit->draft);
    if (unit->draft == NULL)
        return NULL;
    unit->file = &unit->draft->file;
    unit->agent = &unit->draft->agent;
    *unit->file = (ptc_agent_file){.source = unit->source, .agent = unit->agent};
    unit->agent->struct_size = sizeof *unit->agent;
    reading->diags->source = unit->source;
    ptc_agent_note_file(unit, unit->source->name);
    if (form == 0)
        form = ptc_agent_read_root(unit);
    if (form != 0)
        agent_read_form(unit, form);
    agent_note_children(unit, unit->file->tools, unit->agent->tool_count,
                        unit->agent->tools);
    unit->file->files = unit->names;
    unit->file->file_count = unit->name_count;
    reading->diags->source = before;
    place = PTC_ARENA_PUSH(reading->scratch.arena, reading->done, reading->done_count,
                           reading->done_capacity);
    if (place != NULL)
        *place = (ptc_agent_done){unit->file, ptc_agent_height(reading, unit->file->tools,
                                                               unit->agent->tools,
                                                               unit->agent->tool_count)};
    reading->failed = reading->failed || place == NULL;
    return unit->file;
}

/* --- Agents named by agents
 * --------------------------------------------------------- */

static bool agent_is_same(const ptc_source *a, const ptc_source *b)
{
    return a == b || ptc_str_equal(a->name, b->name);
}

/* Writes the path from the unit of `source` down to `unit`. */
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

/* A file that is not an agent may be anything: none of it is shown. */
static const ptc_agent_file *agent_read_child(ptc_agent_unit *unit,
                                              const ptc_named_file *named,
                                              const ptc_source *source)
{
    ptc_agent_reading *reading = unit->reading;
    ptc_diags_mark mark = ptc_diags_place(reading->diags);
    ptc_agent_unit child = {.reading = reading, .parent = unit, .source = source};
    const ptc_agent_file *file = agent_read_unit(&child, 0);

    if (child.is_agent || file == NULL)
        return file;
    ptc_diags_rewind(reading->diags, mark);
    ptc_named_file_refuse(reading->diags, named, source,
                          "is not an agent: a map with a prompt cannot be read from it");
    return NULL;
}

/* The agent of a source that `unit` names; NULL after a fault there. */
static const ptc_agent_file *agent_read_loaded(ptc_agent_unit *unit,
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
                     "agents in a cycle: %s", way.failed ? "" : way.ptr);
        return NULL;
    }
    for (size_t i = 0; i < reading->done_count; i++) {
        if (agent_is_same(reading->done[i].file->source, source))
            return reading->done[i].file;
    }
    return agent_read_child(unit, named, source);
}

const ptc_agent_file *ptc_agent_read_named(ptc_agent_unit *unit, uint32_t form)
{
    const ptc_form *name = ptc_agent_form(unit, form);
    ptc_named_file named = {name->text, name->span, PTC_DIAG_AGENT_FILE};
    ptc_diags *diags = unit->reading->diags;
    const ptc_source *source;

    if (!ptc_agent_file_is(name->text)) {
        ptc_diag *diag = ptc_diag_add(
            diags, PTC_DIAG_AGENT_FILE, name->span,
            "\"%s\" is not an agent: agent files end in .agent.edn or .agent.json",
            ptc_diag_quote(diags, name->text));

        if (ptc_chain_file_is(name->text))
            ptc_diag_hint(diags, diag, "a chain is not an agent: name its agents here");
        return NULL;
    }
    source = ptc_agent_load(unit, &named);
    return source != NULL ? agent_read_loaded(unit, &named, source) : NULL;
}

const ptc_agent_file *ptc_agent_read_held(ptc_agent_unit *unit, uint32_t form,
                                          uint32_t number)
{
    ptc_agent_unit child = {.reading = unit->reading,
                            .parent = unit,
                            .source = unit->source,
                            .forms = unit->forms,
                            .is_json = unit->is_json,
                            .number = number};

    return agent_read_unit(&child, form);
}

/* --- The root file ----------------------------------------------------------------- */

bool ptc_agent_take_files(ptc_agent_reading *reading, const char *function,
                          const ptc_agent_files *given)
{
    ptc_contract_options *options = &reading->options;
    ptc_agent_files files = {.struct_size = sizeof files};

    if (!ptc_options_take(PTC_OPTIONS("files", ptc_agent_files), function, given, &files))
        return false;
    reading->read = (ptc_read_options){.struct_size = sizeof reading->read,
                                       .types = files.types,
                                       .decoders = files.decoders,
                                       .lint = files.lint,
                                       .memory_cap = files.memory_cap};
    options->struct_size = sizeof *options;
    options->read = &reading->read;
    options->load = files.load;
    options->load_fault = files.load_fault;
    options->user = files.user;
    return true;
}

bool ptc_agent_reading_begin(ptc_agent_reading *reading, const ptc_source *source)
{
    reading->errors = reading->diags->errors;
    reading->diags->source = source;
    if (source->text.len > PTC_SOURCE_MAX) {
        ptc_diag_add(reading->diags, PTC_DIAG_AGENT_FILE, (ptc_span){0, 0},
                     "the file is " PTC_SOURCE_LARGE);
        return false;
    }
    if (ptc_visible_is_binary(source->text)) {
        ptc_diag_add(reading->diags, PTC_DIAG_AGENT_FILE, (ptc_span){0, 0},
                     "not a text file");
        return false;
    }
    ptc_scratch_begin(&reading->scratch, reading->arena, AGENT_MEMORY_CAP);
    return true;
}

ptc_status ptc_agent_reading_end(ptc_agent_reading *reading, const ptc_source *source)
{
    bool is_capped = ptc_scratch_is_capped(&reading->scratch);
    bool has_errors = reading->diags->errors > reading->errors;

    if (reading->scratch.arena->failed && !is_capped)
        reading->failed = true;
    if (reading->failed && is_capped && !reading->arena->failed)
        reading->failed = !has_errors;
    ptc_scratch_end(&reading->scratch);
    reading->diags->source = source;
    if (reading->failed || reading->arena->failed || reading->diags->arena->failed)
        return PTC_ERROR_MEMORY;
    return has_errors ? PTC_ERROR_INVALID : PTC_OK;
}

ptc_status ptc_agent_file_read(ptc_arena *arena, const ptc_source *source,
                               const ptc_agent_files *files, ptc_diags *diags,
                               const ptc_agent_file **out)
{
    ptc_diags own;
    ptc_agent_reading reading = {
        .arena = arena, .noun = "an agent", .diags = ptc_diags_given(diags, &own, arena)};
    ptc_agent_unit unit = {.reading = &reading, .source = source};
    const ptc_agent_file *file;
    ptc_status status;

    *out = NULL;
    if (!ptc_agent_take_files(&reading, "ptc_agent_file_read", files))
        return PTC_ERROR_ARGUMENT;
    if (!ptc_agent_reading_begin(&reading, source))
        return PTC_ERROR_INVALID;
    file = agent_read_unit(&unit, 0);
    status = ptc_agent_reading_end(&reading, source);
    if (status == PTC_ERROR_INVALID && file->agent->name == NULL)
        return PTC_ERROR_SYNTAX;
    *out = status == PTC_OK ? file : NULL;
    return status;
}
