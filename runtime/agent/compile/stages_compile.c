/* SPDX-License-Identifier: MIT */
/*
 * Programs of compiled agents, from text to images: stages, one after the other, in one
 * context that knows the agent's parameters and tools; none of them runs. [subagent 15]
 */
#include "agent/compile/compile_int.h"
#include "lisp/heap/heap_int.h"
#include "lisp/heap/memory.h"
#include "lisp/image/image_int.h"

typedef struct stages_job {
    ptc_arena *arena;
    ptc_arena *context; /* of the interpreter and its programs */
    const ptc_agent *agent;
    ptc_faults *faults;
    ptc_stages *out;
    ptc_lisp *lisp;
    ptc_map_entry *known; /* definitions of the stages so far */
    size_t known_count;
    size_t known_capacity;
    bool failed; /* memory was refused */
} stages_job;

/* Memory of the arena, freed with it. */
static void *stages_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    size_t kept = old_size < new_size ? old_size : new_size;
    void *memory;

    if (new_size == 0)
        return NULL;
    if (old != NULL && new_size <= old_size)
        return old;
    memory = ptc_arena_array(user, new_size, 1);
    if (memory != NULL && kept > 0)
        memcpy(memory, old, kept);
    return memory;
}

/* --- The context ------------------------------------------------------------------- */

/* A placeholder for tools, which nothing here calls. */
static ptc_status stages_tool(ptc_tool_call *call, void *user)
{
    (void)user;
    call->message = "nothing is called here";
    return PTC_ERROR_INVALID;
}

static bool stages_set_tools(stages_job *job)
{
    const ptc_agent *agent = job->agent;
    const ptc_plan plan = {.agent = *agent};
    size_t count = agent->tool_count;
    ptc_tool *tools =
        ptc_arena_array(job->arena, count + PTC_PLAN_BUILTINS, sizeof *tools);
    const ptc_tool *builtin;
    ptc_lisp_error error;

    if (tools == NULL)
        return false;
    for (size_t i = 0; i < agent->tool_count; i++) {
        const ptc_agent_tool *row = &agent->tools[i];

        tools[i] = row->function != NULL
                       ? *row->function
                       : (ptc_tool){.signature = row->compiled->signature};
        if (row->name != NULL)
            tools[i].name = row->name;
        tools[i].function = stages_tool;
    }
    for (size_t i = 0; (builtin = ptc_plan_builtin(&plan, i)) != NULL; i++)
        tools[count++] = *builtin;
    /* The plan of the agent has reported their faults. */
    return ptc_lisp_set_tools(job->arena, job->lisp, tools, count, NULL, &error) !=
           PTC_ERROR_MEMORY;
}

static const ptc_schema_node *stages_inputs(const stages_job *job)
{
    const ptc_schema *schema = job->agent->signature;

    if (schema == NULL || ptc_schema_root(schema)->type != PTC_TYPE_FUNCTION)
        return NULL;
    return &schema->nodes[ptc_schema_root(schema)->first];
}

/* Programs know the parameters, given or not. */
static bool stages_set_names(stages_job *job)
{
    const ptc_schema_node *inputs = stages_inputs(job);
    ptc_str *names;

    if (inputs == NULL)
        return true;
    names = ptc_arena_array(job->arena, inputs->count + 1, sizeof *names);
    if (names == NULL)
        return false;
    for (uint32_t i = 0; i < inputs->count; i++)
        names[i] = job->agent->signature->nodes[inputs->first + i].name;
    ptc_lisp_set_context_names(job->lisp, names, inputs->count);
    return true;
}

static bool stages_begin(stages_job *job)
{
    ptc_lisp_options options = {.struct_size = sizeof options,
                                .allocator = {stages_allocate, job->context},
                                .seed = 1,
                                .time_ms = 60000,
                                .hides_private = true,
                                .unknown_names = PTC_UNKNOWN_NAMES_WARN};

    return ptc_lisp_new(&options, &job->lisp) == PTC_OK && stages_set_tools(job) &&
           stages_set_names(job);
}

/* --- Definitions of stages
 * ---------------------------------------------------------- */

static void stages_know(stages_job *job, ptc_str name)
{
    ptc_map_entry *entry;

    for (size_t i = 0; i < job->known_count; i++) {
        if (ptc_str_equal(ptc_value_text(&job->known[i].key), name))
            return;
    }
    entry = PTC_ARENA_PUSH(job->arena, job->known, job->known_count, job->known_capacity);
    job->failed = job->failed || entry == NULL;
    if (entry != NULL)
        *entry = (ptc_map_entry){ptc_value_string(name), ptc_value_nil()};
}

/* The next stage finds what this one defines and declares, as if it had run. */
static void stages_settle(stages_job *job, const ptc_program *program,
                          const ptc_stage_facts *facts)
{
    ptc_value memory;

    for (size_t i = 0; i < facts->defined_count; i++)
        stages_know(job, facts->defined[i]);
    if (job->failed ||
        ptc_map_make(job->arena, job->known, job->known_count, &memory, NULL) != PTC_OK ||
        ptc_lisp_set_memory(job->lisp, &memory) != PTC_OK ||
        !ptc_spaces_prepare(job->lisp, &program->spaces)) {
        job->failed = true;
        return;
    }
    ptc_spaces_settle(job->lisp, true);
}

/* --- Stages ------------------------------------------------------------------------ */

static void stages_fault(stages_job *job, size_t start, const ptc_lisp_error *error,
                         ptc_diag_code code)
{
    uint32_t at = (uint32_t)start + error->offset;

    ptc_faults_add(job->faults, code, "%.*s", (int)error->message.len,
                   error->message.ptr);
    ptc_faults_place(job->faults, (ptc_span){at, at + 1});
}

/* The image, without pointers into the program's own memory. */
static bool stages_keep_image(stages_job *job, ptc_image *image)
{
    ptc_image_function *functions = (ptc_image_function *)(uintptr_t)image->functions;

    if (job->context == job->arena)
        return true;
    for (uint32_t i = 0; i < image->function_count; i++) {
        size_t size = functions[i].code_count * sizeof *functions[i].code;

        if (functions[i].code == NULL)
            continue;
        functions[i].code = ptc_arena_copy(job->arena, functions[i].code, size);
        functions[i].places = ptc_arena_copy(job->arena, functions[i].places, size);
    }
    return !job->arena->failed;
}

static void stages_take(stages_job *job, const ptc_stage_text *stage,
                        const ptc_program *program)
{
    const ptc_schema_node *inputs = stages_inputs(job);
    bool refuses = job->out->count == 0 && inputs != NULL && inputs->count > 0;
    ptc_stage_facts *facts = &job->out->facts[job->out->count];
    const ptc_lisp_error *warning;
    ptc_image *image;

    /* A name that is not a parameter may come from an earlier stage. */
    for (size_t i = 0; (warning = ptc_program_warning(program, i)) != NULL; i++)
        stages_fault(job, stage->start, warning,
                     refuses ? PTC_DIAG_COMPILE_PROGRAM : PTC_DIAG_COMPILE_NAME);
    if (ptc_image_of(job->arena, program, &image) != PTC_OK ||
        !ptc_stage_find_facts(job->arena, program, image, facts) ||
        !stages_keep_image(job, image)) {
        job->failed = true;
        return;
    }
    job->out->programs[job->out->count] = program;
    job->out->images[job->out->count++] = image;
    stages_settle(job, program, facts);
}

static void stages_compile_one(stages_job *job, const ptc_stage_text *stage)
{
    const ptc_source source = {job->out->source.name, stage->text};
    ptc_program *program;
    ptc_lisp_error error;
    ptc_status status;

    /* Messages give lines of the whole text. */
    ptc_lisp_set_start(job->lisp, ptc_source_position(&job->out->source, stage->start));
    status = ptc_lisp_compile(job->arena, job->lisp, &source, &program, &error);
    if (status == PTC_OK)
        stages_take(job, stage, program);
    else if (status == PTC_ERROR_SYNTAX)
        stages_fault(job, stage->start, &error, PTC_DIAG_COMPILE_PROGRAM);
    else
        job->failed = true;
}

/* --- The end ----------------------------------------------------------------------- */

/* The last stage must be able to end with a result: it returns itself, or calls a
 * function of an earlier stage that may. */
static void stages_check_end(stages_job *job)
{
    const ptc_stages *stages = job->out;
    const ptc_stage_facts *last = &stages->facts[stages->count - 1];
    bool is_reached = last->returns;
    size_t size = stages->source.text.len;

    for (size_t i = 0; i + 1 < stages->count && last->read_count > 0; i++)
        is_reached = is_reached || stages->facts[i].returns;
    if (is_reached)
        return;
    ptc_faults_add(job->faults, PTC_DIAG_COMPILE_PROGRAM, "%s",
                   stages->count > 1 ? "the last stage never returns a result"
                                     : "the program never returns a result");
    ptc_faults_hint(job->faults, "it ends with (return value)");
    ptc_faults_place(job->faults,
                     (ptc_span){size > 0 ? (uint32_t)size - 1 : 0, (uint32_t)size});
}

ptc_status ptc_stages_compile(ptc_arena *arena, ptc_arena *context,
                              const ptc_agent *agent, bool is_value, ptc_source source,
                              size_t start, ptc_faults *faults, ptc_stages *out)
{
    stages_job job = {
        .arena = arena, .context = context, .agent = agent, .faults = faults, .out = out};
    size_t errors = faults->errors;
    ptc_stage_text *texts;
    size_t count;

    *out = (ptc_stages){.source = source, .start = start, .is_value = is_value};
    faults->source = &out->source;
    if (!ptc_stages_split(arena, source.text, start, &texts, &count))
        return PTC_ERROR_MEMORY;
    out->texts = texts;
    out->programs = ptc_arena_array(arena, count, sizeof *out->programs);
    out->images = ptc_arena_array(arena, count, sizeof *out->images);
    out->facts = ptc_arena_array(arena, count, sizeof *out->facts);
    if (arena->failed || !stages_begin(&job))
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < count && !job.failed; i++)
        stages_compile_one(&job, &texts[i]);
    if (faults->errors == errors && !job.failed && !is_value)
        stages_check_end(&job);
    if (job.failed || faults->failed || arena->failed)
        return PTC_ERROR_MEMORY;
    return faults->errors == errors ? PTC_OK : PTC_ERROR_INVALID;
}
