/* SPDX-License-Identifier: MIT */
/*
 * The orchestrator in a host: reads the agents, gives them their tools and a model, here
 * the script, runs them for a customer and looks at the result.
 */
#include "tools.h"

#include <ptc/agent_file.h>

#include <stdio.h>

/* Files by name, all below this folder. Agents name files relative to their own. */
static const ptc_source *load(ptc_str name, const ptc_source *from, void *user)
{
    ptc_arena *arena = user;
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_str path = ptc_str_copy(arena, name);
    FILE *file = path.ptr != NULL ? fopen(path.ptr, "rb") : NULL;
    char *text = ptc_arena_array(arena, 1 << 16, 1);

    (void)from;
    if (source == NULL || text == NULL || file == NULL)
        return NULL;
    source->name = path;
    source->text = ptc_str_make(text, fread(text, 1, (1 << 16) - 1, file));
    fclose(file);
    return source;
}

static const ptc_agent *read_agent(ptc_arena *arena)
{
    ptc_agent_files files = {.struct_size = sizeof files, .load = load, .user = arena};
    const ptc_source *source = load(PTC_STR("orchestrator.agent.edn"), NULL, arena);
    const ptc_agent_file *file;
    ptc_diags diags;
    ptc_text text;
    ptc_str missing;

    ptc_diags_init(&diags, arena);
    if (source == NULL)
        return NULL;
    if (ptc_agent_file_read(arena, source, &files, &diags, &file) != PTC_OK) {
        ptc_text_init(&text, arena);
        ptc_diags_write(&text, &diags, PTC_DIAG_STYLE_TEXT, false);
        fputs(text.ptr, stderr);
        return NULL;
    }
    if (ptc_agent_file_bind(arena, file, &ptc_tools, 1, &missing) != PTC_OK)
        return NULL;
    return file->agent;
}

/* One script replaces every model, whatever its name. */
static ptc_host *make_host(ptc_arena *arena)
{
    const ptc_source *source = load(PTC_STR("script.jsonl"), NULL, arena);
    ptc_script *script;
    ptc_host *host;
    ptc_error error;

    if (source == NULL || ptc_script_read(arena, source, &script, &error) != PTC_OK ||
        ptc_host_new(NULL, &host) != PTC_OK)
        return NULL;
    for (size_t i = 0; i < 2; i++) {
        ptc_llm llm = ptc_script_llm(script, i == 0 ? "sonnet" : "haiku");

        if (ptc_host_add_llm(host, &llm) != PTC_OK)
            return NULL;
    }
    return host;
}

static int run(const ptc_agent *agent, ptc_host *host, const char *customer,
               ptc_arena *arena)
{
    const ptc_map_entry entries[] = {
        {ptc_value_string(PTC_STR("customer")), ptc_value_string(ptc_str_of(customer))}};
    ptc_agent_options options = {
        .struct_size = sizeof options, .host = host, .llm.name = "sonnet"};
    const ptc_step *step;
    ptc_value context;
    ptc_text text;

    if (ptc_map_make(arena, entries, 1, &context, NULL) != PTC_OK)
        return 2;
    options.context = &context;
    ptc_agent_run(arena, agent, &options, &step);
    if (step == NULL)
        return 2;
    ptc_text_init(&text, arena);
    if (step->is_ok)
        ptc_value_write(&text, &step->result); /* also hidden fields: this is the host */
    else
        ptc_step_write_error(&text, step);
    printf("%s\n%u turns, %u requests\n", text.ptr, step->usage.turns,
           step->usage.llm_requests);
    return step->is_ok ? 0 : 1;
}

int main(int argc, char **argv)
{
    const ptc_agent *agent;
    ptc_host *host;
    ptc_arena arena;
    int status = 2;

    ptc_arena_init(&arena, NULL, 0);
    agent = read_agent(&arena);
    host = make_host(&arena);
    if (agent != NULL && host != NULL)
        status = run(agent, host, argc > 1 ? argv[1] : "Ann", &arena);
    if (host != NULL)
        ptc_host_free(host);
    ptc_arena_free(&arena);
    return status;
}
