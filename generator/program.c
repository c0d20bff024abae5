/* SPDX-License-Identifier: MIT */
/*
 * Programs of compiled agents, from text to images: stages, one after the other, in one
 * context that knows the agent's parameters and tools; nothing of them runs. See lock.h.
 * [subagent 15]
 */
#include "generator/lock.h"

#include "agent/plan/plan_int.h"
#include "lisp/heap/heap_int.h"
#include "lisp/heap/memory.h"
#include "lisp/image/image_int.h"
#include "lisp/language/builtins.h"
#include "lisp/machine/machine_int.h"

typedef struct program_run {
    ptc_arena *arena;
    const ptc_agent_file *agent;
    const ptcc_program_file *file;
    ptc_diags *diags;
    ptc_lisp *lisp;
    ptc_map_entry *known; /* what stages so far define */
    size_t known_count;
    size_t known_capacity;
    const ptc_program **programs;
    const ptc_image **images;
    size_t count;
    bool failed; /* memory was refused */
} program_run;

/* Memory of the arena, which is given back with it. */
static void *program_allocate(void *old, size_t old_size, size_t new_size, void *user)
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

/* --- The agent -----------------------------------------------------------------------
 */

static void program_refuse_tools(program_run *run)
{
    const ptc_agent *agent = run->agent->agent;

    for (size_t i = 0; i < agent->tool_count; i++) {
        ptc_diag *diag;

        if (agent->tools[i].function != NULL)
            continue;
        diag = ptc_diag_add(run->diags, PTC_DIAG_COMPILE_AGENT, run->agent->tools[i].span,
                            "cannot compile agent with LLM-dependent tool: %s",
                            ptc_diag_quote(run->diags, ptc_str_of(agent->tools[i].name)));
        ptc_diag_hint(run->diags, diag,
                      "a compiled agent asks no model; its tools are functions (:fn)");
    }
}

static void program_check_agent(program_run *run)
{
    const ptc_agent *agent = run->agent->agent;
    ptc_span whole = {0, 1};

    run->diags->source = run->agent->source;
    program_refuse_tools(run);
    if (agent->output != PTC_AGENT_OUTPUT_LISP)
        ptc_diag_add(run->diags, PTC_DIAG_COMPILE_AGENT, whole,
                     "an agent in text mode writes no programs");
    if (agent->flags & (PTC_AGENT_GREP | PTC_AGENT_VALIDATE | PTC_AGENT_INFER))
        ptc_diag_add(run->diags, PTC_DIAG_COMPILE_AGENT, whole,
                     "cannot compile agent with the tools grep, validate or infer");
}

/* Whether the value of the last stage is the result, returned or not. */
static bool program_is_value(program_run *run)
{
    ptc_plan plan;

    if (run->agent->agent->completion == PTC_COMPLETION_IMPLICIT)
        return true;
    if (ptc_plan_make(run->agent->agent, run->arena, &plan) == PTC_ERROR_MEMORY) {
        run->failed = true;
        return false;
    }
    return plan.is_judgment;
}

/* --- The context ---------------------------------------------------------------------
 */

/* Stands for tools, which nothing here calls. */
static ptc_status program_tool(ptc_tool_call *call, void *user)
{
    (void)call;
    (void)user;
    return PTC_ERROR_INVALID;
}

static bool program_set_tools(program_run *run)
{
    const ptc_agent *agent = run->agent->agent;
    ptc_tool *tools = ptc_arena_array(run->arena, agent->tool_count + 1, sizeof *tools);
    ptc_lisp_error error;

    if (tools == NULL)
        return false;
    for (size_t i = 0; i < agent->tool_count; i++) {
        tools[i] = *agent->tools[i].function;
        tools[i].name = agent->tools[i].name;
        tools[i].function = program_tool;
    }
    /* What is wrong with them the reader of agents has said. */
    return ptc_lisp_set_tools(run->arena, run->lisp, tools, agent->tool_count, NULL,
                              &error) != PTC_ERROR_MEMORY;
}

/* The parameters are known to programs, given or not. */
static bool program_set_names(program_run *run)
{
    const ptc_schema *schema = run->agent->agent->signature;
    const ptc_schema_node *inputs;
    ptc_str *names;

    if (schema == NULL || ptc_schema_root(schema)->type != PTC_TYPE_FUNCTION)
        return true;
    inputs = &schema->nodes[ptc_schema_root(schema)->first];
    names = ptc_arena_array(run->arena, inputs->count + 1, sizeof *names);
    if (names == NULL)
        return false;
    for (uint32_t i = 0; i < inputs->count; i++)
        names[i] = schema->nodes[inputs->first + i].name;
    ptc_lisp_set_context_names(run->lisp, names, inputs->count);
    return true;
}

/* Whether the agent has parameters: a name that is none is an error then. */
static bool program_has_parameters(const program_run *run)
{
    const ptc_schema *schema = run->agent->agent->signature;

    return schema != NULL && ptc_schema_root(schema)->type == PTC_TYPE_FUNCTION &&
           schema->nodes[ptc_schema_root(schema)->first].count > 0;
}

static bool program_begin(program_run *run)
{
    ptc_lisp_options options = {.struct_size = sizeof options,
                                .allocator = {program_allocate, run->arena},
                                .seed = 1,
                                .time_ms = 60000,
                                .hides_private = true,
                                .unknown_names = PTC_UNKNOWN_NAMES_WARN};

    return ptc_lisp_new(&options, &run->lisp) == PTC_OK && program_set_tools(run) &&
           program_set_names(run);
}

/* --- What stages define --------------------------------------------------------------
 */

static void program_know(program_run *run, const ptc_variable *variable)
{
    ptc_map_entry *entry;
    ptc_str name = ptc_str_make(variable->name->text, variable->name->length);

    for (size_t i = 0; i < run->known_count; i++) {
        if (ptc_str_equal(ptc_value_text(&run->known[i].key), name))
            return;
    }
    entry = PTC_ARENA_PUSH(run->arena, run->known, run->known_count, run->known_capacity);
    run->failed = run->failed || entry == NULL;
    if (entry != NULL)
        *entry = (ptc_map_entry){ptc_value_string(ptc_str_copy(run->arena, name)),
                                 ptc_value_nil()};
}

/* As deep as functions nest in the source, which its reader bounds. */
static void program_find_definitions(program_run *run, const ptc_program *program,
                                     const ptc_proto *proto)
{
    for (uint32_t i = 0; i < proto->code_count; i++) {
        ptc_opcode op = (ptc_opcode)(proto->code[i] & 255u);

        if (op == PTC_OP_DEFINE || op == PTC_OP_DECLARE)
            program_know(run, program->variables[proto->code[i + 1]]);
        i += ptc_opcode_is_wide(op);
    }
    for (uint32_t i = 0; i < proto->arity_count; i++)
        program_find_definitions(run, program, proto->arities[i]);
    for (uint32_t i = 0; proto->arity_count == 0 && i < proto->child_count; i++)
        program_find_definitions(run, program, proto->children[i]);
}

/* The next stage finds what this one defines and declares, as if it had run. */
static void program_settle(program_run *run, const ptc_program *program)
{
    ptc_value memory;

    program_find_definitions(run, program, program->main);
    if (run->failed ||
        ptc_map_make(run->arena, run->known, run->known_count, &memory, NULL) != PTC_OK ||
        ptc_lisp_set_memory(run->lisp, &memory) != PTC_OK ||
        !ptc_spaces_prepare(run->lisp, &program->spaces)) {
        run->failed = true;
        return;
    }
    ptc_spaces_settle(run->lisp, true);
}

/* --- Stages --------------------------------------------------------------------------
 */

static void program_fault(program_run *run, size_t start, const ptc_lisp_error *error,
                          ptc_diag_code code)
{
    uint32_t at = (uint32_t)start + error->offset;

    run->diags->source = &run->file->source;
    ptc_diag_add(run->diags, code, (ptc_span){at, at + 1}, "%.*s",
                 (int)error->message.len, error->message.ptr);
}

static void program_compile_stage(program_run *run, size_t start, ptc_str text)
{
    bool refuses = run->count == 0 && program_has_parameters(run);
    ptc_source source = {run->file->source.name, text};
    const ptc_lisp_error *warning;
    ptc_program *program;
    ptc_lisp_error error;
    ptc_image *image;
    ptc_status status =
        ptc_lisp_compile(run->arena, run->lisp, &source, &program, &error);

    if (status != PTC_OK) {
        run->failed = status == PTC_ERROR_MEMORY;
        if (status != PTC_ERROR_MEMORY)
            program_fault(run, start, &error, PTC_DIAG_COMPILE_PROGRAM);
        return;
    }
    for (size_t i = 0; (warning = ptc_program_warning(program, i)) != NULL; i++)
        program_fault(run, start, warning,
                      refuses ? PTC_DIAG_COMPILE_PROGRAM : PTC_DIAG_COMPILE_NAME);
    if (ptc_image_of(run->arena, program, &image) != PTC_OK) {
        run->failed = true;
        return;
    }
    run->programs[run->count] = program;
    run->images[run->count++] = image;
    program_settle(run, program);
}

/* Whether a line begins a stage: `; turn 2`. */
static bool program_is_mark(ptc_str line)
{
    static const char word[] = "; turn ";
    size_t at = sizeof word - 1;

    if (line.len <= at || memcmp(line.ptr, word, at) != 0)
        return false;
    while (at < line.len && line.ptr[at] >= '0' && line.ptr[at] <= '9')
        at++;
    return at == line.len;
}

/* Calls `take` for each stage; NULL: counts alone. A program without marks is one. */
static size_t program_stages(program_run *run,
                             void (*take)(program_run *, size_t start, ptc_str text))
{
    ptc_str whole = run->file->source.text;
    ptc_str rest =
        ptc_str_make(whole.ptr + run->file->start, whole.len - run->file->start);
    size_t start = run->file->start;
    size_t count = 0;
    bool is_empty = true; /* nothing but comments so far */
    ptc_str line;

    while (ptc_take_line(&rest, &line)) {
        size_t at = (size_t)(line.ptr - whole.ptr);

        if (program_is_mark(line) && !is_empty) {
            if (take != NULL)
                take(run, start, ptc_str_make(whole.ptr + start, at - start));
            start = at;
            count++;
        }
        is_empty = is_empty && (line.len == 0 || line.ptr[0] == ';');
    }
    if (take != NULL)
        take(run, start, ptc_str_make(whole.ptr + start, whole.len - start));
    return count + 1;
}

/* --- The end -------------------------------------------------------------------------
 */

static bool program_returns(const ptc_image *image)
{
    for (uint32_t i = 0; i < image->builtin_count; i++) {
        if (image->builtins[i] == &ptc_builtin_return)
            return true;
    }
    return false;
}

/* The last stage must be able to end with a result: it returns itself, or calls what a
 * stage before has defined, which may. */
static void program_check_end(program_run *run)
{
    const ptc_image *last = run->images[run->count - 1];
    size_t size = run->file->source.text.len;
    bool is_reached = program_returns(last);
    ptc_diag *diag;

    for (size_t i = 0; i + 1 < run->count && last->variable_count > 0; i++)
        is_reached = is_reached || program_returns(run->images[i]);
    if (is_reached || run->failed)
        return;
    run->diags->source = &run->file->source;
    diag = ptc_diag_add(run->diags, PTC_DIAG_COMPILE_PROGRAM,
                        (ptc_span){size > 0 ? (uint32_t)size - 1 : 0, (uint32_t)size},
                        run->count > 1 ? "the last stage never returns a result"
                                       : "the program never returns a result");
    ptc_diag_hint(run->diags, diag, "it ends with (return value)");
}

ptc_status ptcc_program_compile(ptc_arena *arena, const ptc_agent_file *agent,
                                const ptcc_program_file *file, ptc_diags *diags,
                                ptcc_compiled *out)
{
    program_run run = {.arena = arena, .agent = agent, .file = file, .diags = diags};
    size_t errors = diags->errors;
    size_t count = program_stages(&run, NULL);

    memset(out, 0, sizeof *out);
    program_check_agent(&run);
    if (diags->errors != errors)
        return PTC_ERROR_INVALID;
    run.programs = ptc_arena_array(arena, count, sizeof *run.programs);
    run.images = ptc_arena_array(arena, count, sizeof *run.images);
    if (run.programs == NULL || run.images == NULL || !program_begin(&run))
        return PTC_ERROR_MEMORY;
    program_stages(&run, program_compile_stage);
    out->is_value = program_is_value(&run);
    if (diags->errors == errors && !run.failed && !out->is_value)
        program_check_end(&run);
    out->programs = run.programs;
    out->images = run.images;
    out->count = run.count;
    out->source = ptc_str_make(file->source.text.ptr + file->start,
                               file->source.text.len - file->start);
    if (run.failed || arena->failed)
        return PTC_ERROR_MEMORY;
    return diags->errors == errors ? PTC_OK : PTC_ERROR_INVALID;
}
