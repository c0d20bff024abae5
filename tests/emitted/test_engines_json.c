/* SPDX-License-Identifier: MIT */
/*
 * The official suite of JSON Schema in every engine: emitted C, the walker, the quick
 * look and rules written from the text alone say the same of every instance, and what
 * they say is what the suite wants, as often as it was before.
 */
#include "contracts/engines.h"
#include "contracts/groups.h"
#include "json_suite.h"

#include <criterion/criterion.h>

#include <stdio.h>

typedef struct suite_run {
    engines engines;
    json_suite_count all;
    json_suite_count file;
    char name[100]; /* of the file that is counted */
} suite_run;

static const engine_root *root_of(const char *name)
{
    uint64_t key = group_key(ptc_str_of(name));
    engine_place place = {0, 0};
    const engine_root *root;

    while ((root = engines_next(&engine_index_suite, &place)) != NULL) {
        if (root->key == key)
            return root;
    }
    return NULL;
}

static void end_file(suite_run *run, const json_suite_folder *folder)
{
    json_suite_count before = json_suite_recorded(folder->name, run->name);
    const json_suite_count *now = &run->file;

    if (run->name[0] == '\0')
        return;
    cr_expect(now->lax == 0 || !folder->is_required, "%s/%s: %u verdicts are too lax",
              folder->name, run->name, now->lax);
    cr_expect(now->right >= before.right, "%s/%s: %u right, %u recorded", folder->name,
              run->name, now->right, before.right);
    run->all.right += now->right;
    run->all.strict += now->strict;
    run->all.lax += now->lax;
    run->all.refused += now->refused;
    memset(&run->file, 0, sizeof run->file);
}

/* What emitted C says about a text that is an output. */
static bool accepts(engines *e, ptc_str text)
{
    ptc_parse_options options = {.struct_size = sizeof options, .direction = PTC_OUTPUT};

    ptc_arena_reset(&e->arena);
    return e->root->functions.plain(&e->arena, text.ptr, text.len, &options, e->out,
                                    NULL) == PTC_OK;
}

static void judge_case(ptc_arena *arena, const json_suite_case *one, void *user)
{
    suite_run *run = user;
    const engine_root *root = root_of(one->name);

    if (strcmp(run->name, one->file) != 0) {
        end_file(run, one->folder);
        snprintf(run->name, sizeof run->name, "%s", one->file);
    }
    if (root == NULL) {
        run->file.refused += one->tests->aux;
        return;
    }
    engines_choose(&run->engines, root);
    for (uint32_t i = 0; i < one->tests->aux; i++) {
        const ptc_value *test = &one->tests->as.items[i];
        ptc_str text = json_suite_data(arena, test);
        bool is_valid = json_suite_is_valid(test);
        bool verdict = accepts(&run->engines, text);

        run->file.right += verdict == is_valid;
        run->file.strict += is_valid && !verdict;
        run->file.lax += verdict && !is_valid;
        engines_judge(&run->engines, text);
        engines_judge_value(&run->engines, ptc_value_get(test, "data"));
        engines_judge_lisp(&run->engines, ptc_value_get(test, "data"));
    }
}

/* M496 M497 */
Test(engines_json, suite_instances, .timeout = 600)
{
    static suite_run run;

    engines_print_index("engines/suite", &engine_index_suite, NULL);
    engines_start(&run.engines, "engines/suite");
    for (size_t i = 0; i < JSON_SUITE_FOLDERS; i++) {
        const json_suite_folder *folder = &json_suite_folders[i];

        memset(&run.all, 0, sizeof run.all);
        run.name[0] = '\0';
        if (!json_suite_each("engines_json", folder, judge_case, &run))
            break;
        if (run.name[0] == '\0')
            continue; /* this draft is not there */
        end_file(&run, folder);
        fprintf(stderr,
                "engines/suite: emitted C: %s: right %u, strict %u, lax %u, refused %u\n",
                folder->name, run.all.right, run.all.strict, run.all.lax,
                run.all.refused);
    }
    engines_end(&run.engines);
}

Test(engines_json, suite_random, .timeout = 600)
{
    engines_judge_group("engines/suite_random", &engine_index_suite, 14, 8);
}
