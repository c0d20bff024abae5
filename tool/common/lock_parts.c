/* SPDX-License-Identifier: MIT */
/*
 * The parts of which locks have hashes: the agent's own texts and contracts, all that it
 * shows to a model, its samples and its program. Not included: the texts of ptcc, the
 * order of a prompt's parts, models, budgets and times. See lock.h.
 */
#include "agent/compile/compile_int.h"
#include "base/sha256.h"
#include "lisp/read/forms.h"
#include "render/render_int.h"
#include "tool/common/lock.h"

/* --- Hashes ------------------------------------------------------------------------ */

/* Adds a text, with `\n` for `\r\n`, and an end mark: a byte that no UTF-8 text has. */
static void hash_text(ptc_sha256 *hash, ptc_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] != '\r' || i + 1 == text.len || text.ptr[i + 1] != '\n')
            ptc_sha256_add(hash, text.ptr + i, 1);
    }
    ptc_sha256_add(hash, "\xff", 1);
}

static void hash_number(ptc_sha256 *hash, uint64_t number)
{
    unsigned char bytes[8];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(number >> (8 * i) & 255u);
    ptc_sha256_add(hash, bytes, sizeof bytes);
}

/* The canonical text, and the types that it only names. */
static void hash_signature(ptc_arena *arena, ptc_sha256 *hash, const ptc_schema *schema)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    if (schema != NULL) {
        ptc_schema_write_signature(&text, schema, NULL);
        ptc_text_byte(&text, '\n');
        ptc_render_own_types(&text, schema, PTC_PROMPT_SEED, NULL, NULL, 0);
    }
    hash_text(hash, ptc_text_view(&text));
}

/* The descriptions in a contract, which are not part of its canonical text. */
static void hash_descriptions(ptc_sha256 *hash, const ptc_schema *schema)
{
    for (uint32_t i = 0; schema != NULL && i < schema->count; i++) {
        const ptc_schema_extra *extra = schema->nodes[i].extra;

        if (extra == NULL || extra->description.len == 0)
            continue;
        hash_text(hash, schema->nodes[i].name);
        hash_text(hash, extra->description);
    }
    hash_number(hash, 0);
}

/* --- Parts ------------------------------------------------------------------------- */

static void part_end(ptc_lock_parts *parts, ptc_sha256 *hash, ptc_str name)
{
    ptc_lock_part *part = &parts->items[parts->count++];

    *part = (ptc_lock_part){.name = name};
    ptc_sha256_end_hex(hash, part->hash);
}

/* Of a function, or of a compiled agent, which is also a tool. */
static const ptc_schema *tool_signature(const ptc_agent_tool *tool)
{
    if (tool->function != NULL)
        return tool->function->signature;
    return tool->compiled != NULL ? tool->compiled->signature : NULL;
}

static void part_tool(ptc_arena *arena, const ptc_agent_tool *tool, ptc_lock_parts *parts)
{
    const ptc_schema *schema = tool_signature(tool);
    const char *description = tool->description;
    ptc_sha256 hash;

    if (description == NULL && tool->function != NULL)
        description = tool->function->description;
    if (description == NULL && tool->compiled != NULL)
        description = tool->compiled->description;
    ptc_sha256_init(&hash);
    hash_text(&hash, ptc_str_of(tool->name));
    hash_signature(arena, &hash, schema);
    hash_text(&hash, ptc_str_of(description));
    hash_descriptions(&hash, schema);
    part_end(parts, &hash,
             ptc_lock_join(arena, PTC_STR("tool "), ptc_str_of(tool->name)));
}

/* --- What a model sees ------------------------------------------------------------- */

static void view_system_prompt(ptc_sha256 *hash, const ptc_system_prompt *own)
{
    static const ptc_system_prompt none = {.replacement = {NULL, 0}};
    const ptc_system_prompt *given = own != NULL ? own : &none;

    hash_text(hash, given->replacement);
    hash_text(hash, given->prefix);
    hash_text(hash, given->suffix);
    hash_text(hash, given->language_spec);
    hash_text(hash, given->output_format);
}

static void view_descriptions(ptc_sha256 *hash, const ptc_description *items,
                              size_t count)
{
    hash_number(hash, count);
    for (size_t i = 0; i < count; i++) {
        hash_text(hash, items[i].name);
        hash_text(hash, items[i].text);
    }
}

static void view_options(ptc_sha256 *hash, const ptc_agent *agent)
{
    const uint64_t numbers[] = {
        agent->max_turns,
        agent->retry_turns,
        agent->memory_limit,
        (uint64_t)agent->completion,
        (uint64_t)agent->memory_strategy,
        (uint64_t)agent->multi_block,
        (uint64_t)agent->output,
        (uint64_t)agent->tool_style,
        (uint64_t)agent->inventory_style,
        agent->prompt_limit.list,
        agent->prompt_limit.string,
        agent->prompt_limit.max_chars,
        agent->format.list,
        agent->format.preview,
        agent->format.string,
        agent->format.feedback,
        agent->float_digits,
        agent->flags,
    };

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        hash_number(hash, numbers[i]);
    hash_text(hash, agent->llm_options_text);
}

/* With defaults filled in: spelling one out is not a change. */
static void part_view(ptc_arena *arena, const ptc_agent *given, ptc_lock_parts *parts)
{
    ptc_agent agent = *given;
    ptc_sha256 hash;

    ptc_plan_fill(&agent);
    ptc_sha256_init(&hash);
    hash_text(&hash, ptc_str_of(agent.description));
    view_system_prompt(&hash, agent.system_prompt);
    view_descriptions(&hash, agent.field_descriptions, agent.field_description_count);
    view_descriptions(&hash, agent.context_descriptions, agent.context_description_count);
    hash_descriptions(&hash, agent.signature);
    hash_number(&hash, agent.catalog_count);
    for (size_t i = 0; i < agent.catalog_count; i++) {
        hash_text(&hash, agent.catalog[i].name);
        hash_signature(arena, &hash, agent.catalog[i].schema);
        hash_descriptions(&hash, agent.catalog[i].schema);
    }
    view_options(&hash, &agent);
    part_end(parts, &hash, PTC_STR("model-view"));
}

/* --- Programs ---------------------------------------------------------------------- */

/* Adds the forms of the stages; false if one cannot be read. */
static bool program_hash_stages(ptc_arena *arena, ptc_sha256 *hash,
                                const ptc_stage_text *stages, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ptc_text text;

        ptc_text_init(&text, arena);
        if (!ptc_lisp_write_forms(&text, stages[i].text, arena))
            return false;
        hash_text(hash, ptc_text_view(&text));
    }
    return true;
}

/* The forms of the program, stage by stage; the text of one that cannot be read, which
 * compiling it reports. */
static void part_program(ptc_arena *arena, ptc_str program, ptc_lock_parts *parts)
{
    ptc_stage_text *stages;
    ptc_sha256 hash;
    size_t count;

    if (!ptc_stages_split(arena, program, 0, &stages, &count))
        return; /* the arena knows that it was refused memory */
    ptc_sha256_init(&hash);
    if (!program_hash_stages(arena, &hash, stages, count)) {
        ptc_sha256_init(&hash);
        hash_text(&hash, program);
    }
    part_end(parts, &hash, PTC_STR("program"));
}

/* --- All of them ------------------------------------------------------------------- */

static void part_sample(ptc_arena *arena, const ptc_lock_samples *samples, size_t index,
                        ptc_lock_parts *parts)
{
    ptc_sha256 hash;
    ptc_text name;

    ptc_text_init(&name, arena);
    ptc_text_cstr(&name, "sample ");
    ptc_text_uint(&name, index + 1);
    ptc_sha256_init(&hash);
    hash_text(&hash, samples->rows[index]);
    part_end(parts, &hash, ptc_text_view(&name));
}

static void part_text(ptc_lock_parts *parts, const char *name, ptc_str text)
{
    ptc_sha256 hash;

    ptc_sha256_init(&hash);
    hash_text(&hash, text);
    part_end(parts, &hash, ptc_str_of(name));
}

bool ptc_lock_parts_of(ptc_arena *arena, const ptc_lock_facts *facts, ptc_lock_parts *out)
{
    const ptc_agent *agent = facts->agent->agent;
    size_t most = agent->tool_count + facts->samples->count + 4;
    ptc_sha256 hash;

    *out = (ptc_lock_parts){ptc_arena_array(arena, most, sizeof *out->items), 0};
    if (out->items == NULL)
        return false;
    part_text(out, "prompt", agent->prompt);
    ptc_sha256_init(&hash);
    hash_signature(arena, &hash, agent->signature);
    part_end(out, &hash, PTC_STR("signature"));
    for (size_t i = 0; i < agent->tool_count; i++)
        part_tool(arena, &agent->tools[i], out);
    part_view(arena, agent, out);
    for (size_t i = 0; i < facts->samples->count; i++)
        part_sample(arena, facts->samples, i, out);
    part_program(arena, facts->program, out);
    return !arena->failed;
}

/* --- Agents as they were read ------------------------------------------------------ */

const ptc_agent_file *ptc_lock_keep_agent(ptc_arena *arena, const ptc_agent_file *file)
{
    size_t count = file->agent->tool_count;
    ptc_agent_file *kept = ptc_arena_array(arena, 1, sizeof *kept);
    ptc_agent *agent = ptc_arena_array(arena, 1, sizeof *agent);
    ptc_agent_tool *tools = ptc_arena_array(arena, count, sizeof *tools);
    ptc_tool *functions = ptc_arena_array(arena, count, sizeof *functions);

    if (kept == NULL || agent == NULL || tools == NULL || functions == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        tools[i] = file->agent->tools[i];
        if (tools[i].function == NULL)
            continue;
        functions[i] = *tools[i].function;
        tools[i].function = &functions[i];
    }
    *agent = *file->agent;
    agent->tools = tools;
    *kept = *file;
    kept->agent = agent;
    return kept;
}
