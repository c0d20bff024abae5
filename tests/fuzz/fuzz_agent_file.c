/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: a byte that chooses the format, and agent or chain, then files separated
 * by NUL: the agent or chain, and the files that it may name as "a.sig", "b.agent.edn"
 * and "c.agent.json". An agent that was read is checked again without places, and must
 * have no fault.
 */
#include <ptc/agent_file.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct folder {
    ptc_source files[4]; /* the first is the agent itself */
} folder;

static const ptc_source *load(ptc_str name, const ptc_source *from, void *user)
{
    const folder *all = user;

    (void)from;
    for (size_t i = 0; i < 4; i++) {
        if (ptc_str_equal(all->files[i].name, name))
            return &all->files[i];
    }
    return NULL;
}

/* The part up to the next NUL; advances past it. */
static ptc_str next_part(ptc_str *rest)
{
    const char *nul = rest->len ? memchr(rest->ptr, 0, rest->len) : NULL;
    ptc_str part = ptc_str_make(rest->ptr, nul ? (size_t)(nul - rest->ptr) : rest->len);
    size_t used = part.len + (nul != NULL);

    *rest = ptc_str_make(rest->ptr + used, rest->len - used);
    return part;
}

static void use(ptc_arena *arena, const ptc_agent_file *file)
{
    const ptc_agent_fault *faults;
    ptc_str missing;
    size_t count;
    ptc_status status = ptc_agent_check(arena, file->agent, &faults, &count);

    if (status != PTC_OK && status != PTC_ERROR_MEMORY)
        abort();
    (void)ptc_agent_file_bind(arena, file, NULL, 0, &missing);
}

static void use_chain(ptc_arena *arena, const ptc_chain_file *file)
{
    const ptc_agent_fault *faults;
    ptc_str missing;
    size_t count;
    ptc_status status = ptc_agent_check_chain(arena, file->chain->agents,
                                              file->chain->count, &faults, &count);

    if (status != PTC_OK && status != PTC_ERROR_MEMORY)
        abort();
    for (size_t i = 0; i < file->chain->count; i++)
        use(arena, file->agents[i]);
    (void)ptc_chain_file_bind(arena, file, NULL, 0, NULL, &missing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptc_str rest = ptc_str_make((const char *)data, size);
    bool is_json = size > 0 && (*data & 1);
    bool is_chain = size > 0 && (*data & 2);
    folder all = {{{PTC_STR("x.agent.edn"), PTC_STR("")},
                   {PTC_STR("a.sig"), PTC_STR("")},
                   {PTC_STR("b.agent.edn"), PTC_STR("")},
                   {PTC_STR("c.agent.json"), PTC_STR("")}}};
    ptc_agent_files files = {.struct_size = sizeof files, .load = load, .user = &all};
    const ptc_agent_file *file = NULL;
    const ptc_chain_file *chain = NULL;
    ptc_status status;
    ptc_diags diags;
    ptc_arena arena;
    ptc_text text;

    if (size > 0)
        rest = ptc_str_make(rest.ptr + 1, rest.len - 1);
    if (is_chain)
        all.files[0].name = is_json ? PTC_STR("x.chain.json") : PTC_STR("x.chain.edn");
    else if (is_json)
        all.files[0].name = PTC_STR("x.agent.json");
    for (size_t i = 0; i < 4; i++)
        all.files[i].text = next_part(&rest);
    ptc_arena_init(&arena, NULL, (size_t)64 << 20);
    ptc_diags_init(&diags, &arena);
    status = is_chain ? ptc_chain_file_read(&arena, &all.files[0], &files, &diags, &chain)
                      : ptc_agent_file_read(&arena, &all.files[0], &files, &diags, &file);
    if ((status == PTC_OK) != (file != NULL || chain != NULL))
        abort();
    if (status != PTC_OK && status != PTC_ERROR_MEMORY && diags.errors == 0)
        abort();
    ptc_text_init(&text, &arena);
    ptc_diags_write(&text, &diags, PTC_DIAG_STYLE_TEXT, false);
    if (file != NULL)
        use(&arena, file);
    if (chain != NULL)
        use_chain(&arena, chain);
    ptc_arena_free(&arena);
    return 0;
}
