/* SPDX-License-Identifier: MIT */
/* Which model an agent asks. [subagent 8.2] */
#include "agent/model/model_int.h"

static const ptc_llm *find_by_name(const ptc_llm_names *names, ptc_str name)
{
    for (size_t i = 0; i < names->registry_count; i++) {
        if (ptc_str_equal(ptc_str_of(names->registry[i].name), name))
            return &names->registry[i];
    }
    return names->host != NULL ? ptc_host_find_llm(names->host, name) : NULL;
}

bool ptc_llm_check_registry(const ptc_llm_names *names, ptc_arena *arena, ptc_fail *fail)
{
    for (size_t i = 0; i < names->registry_count; i++) {
        const ptc_llm *llm = &names->registry[i];

        const char *missing = NULL;

        if (llm->name == NULL || llm->name[0] == '\0')
            missing = "name";
        if (llm->call == NULL)
            missing = "function";
        else if (missing == NULL && !ptc_llm_has_good_info(llm))
            missing = "struct_size in its info";
        if (missing != NULL) {
            ptc_fail_set(fail, arena, "invalid_llm_registry",
                         "model %zu of the registry has no %s", i + 1, missing);
            return false;
        }
    }
    return true;
}

/* Names that are also in the registry are listed once. */
static void find_list(ptc_text *text, const ptc_llm_names *names, const ptc_llm *models,
                      size_t count)
{
    const ptc_llm_names registry = {.registry = names->registry,
                                    .registry_count = names->registry_count};

    for (size_t i = 0; i < count; i++) {
        if (models != names->registry &&
            find_by_name(&registry, ptc_str_of(models[i].name)) != NULL)
            continue;
        if (text->len > 0)
            ptc_text_cstr(text, ", ");
        ptc_text_cstr(text, models[i].name);
    }
}

static void find_nothing(const ptc_llm_names *names, const char *name, ptc_arena *arena,
                         ptc_fail *fail)
{
    ptc_text known;

    ptc_text_init(&known, arena);
    find_list(&known, names, names->registry, names->registry_count);
    if (names->host != NULL)
        find_list(&known, names, names->host->models, names->host->model_count);
    if (known.len == 0)
        ptc_fail_set(fail, arena, "llm_registry_required",
                     "model \"%s\" is a name, and there is no registry of models", name);
    else
        ptc_fail_set(fail, arena, "llm_not_found",
                     "model \"%s\" not found; known models: %.*s", name, (int)known.len,
                     known.ptr);
}

bool ptc_llm_resolve(const ptc_llm_names *names, const ptc_llm_ref *const *refs,
                     size_t count, ptc_arena *arena, ptc_llm *out, ptc_fail *fail)
{
    for (size_t i = 0; i < count; i++) {
        const ptc_llm *found = refs[i]->llm;

        if (found == NULL && refs[i]->name == NULL)
            continue;
        if (found == NULL)
            found = find_by_name(names, ptc_str_of(refs[i]->name));
        if (found == NULL) {
            find_nothing(names, refs[i]->name, arena, fail);
            return false;
        }
        if (found->call == NULL || !ptc_llm_has_good_info(found)) {
            ptc_fail_set(fail, arena, "invalid_llm", "the model has no %s",
                         found->call == NULL ? "function" : "struct_size in its info");
            return false;
        }
        *out = *found;
        return true;
    }
    ptc_fail_set(fail, arena, "llm_required",
                 "no model: set llm in the agent or the options of the run");
    return false;
}
