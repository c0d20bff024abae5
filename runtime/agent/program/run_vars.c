/* SPDX-License-Identifier: MIT */
/*
 * Vars in a program's result: (def x 1) has the value #'x, which is a name, not data.
 * Results must not contain any. [subagent 4.2]
 */
#include "agent/program/program_int.h"
#include "base/base_int.h"
#include "render/render_int.h"

/* A walk over a value; its depth is bounded like that of any result. */
typedef struct vars_walk {
    ptc_report *report;
    size_t capacity; /* of the errors */
    ptc_path_step steps[PTC_DEPTH_MAX];
    size_t depth;
    size_t hidden; /* private names among the steps */
} vars_walk;

static bool vars_is_var(const ptc_value *value)
{
    return value->kind == PTC_STRING && value->flags & PTC_FLAG_LABEL && value->aux > 2 &&
           value->as.text[0] == '#' && value->as.text[1] == '\'';
}

bool ptc_run_has_var(const ptc_value *value)
{
    if (value->kind == PTC_VECTOR || value->kind == PTC_SET) {
        for (uint32_t i = 0; i < value->aux; i++) {
            if (ptc_run_has_var(&value->as.items[i]))
                return true;
        }
    } else if (value->kind == PTC_MAP) {
        for (uint32_t i = 0; i < value->aux; i++) {
            if (ptc_run_has_var(&value->as.map->entries[i].key) ||
                ptc_run_has_var(&value->as.map->entries[i].value))
                return true;
        }
    }
    return vars_is_var(value);
}

/* "expected a value, got #'x, the name that def gives; use x itself". Keys of a map may
 * have a number after a blank. */
static ptc_str vars_explain(ptc_arena *arena, ptc_str var)
{
    const char *end = memchr(var.ptr, ' ', var.len);
    ptc_str name =
        ptc_str_make(var.ptr + 2, (end != NULL ? (size_t)(end - var.ptr) : var.len) - 2);
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "expected a value, got #'");
    ptc_text_str(&text, name);
    ptc_text_cstr(&text, ", the name that def gives; use ");
    ptc_text_str(&text, name);
    ptc_text_cstr(&text, " itself");
    return ptc_text_view(&text);
}

static void vars_add(vars_walk *walk, const ptc_value *var)
{
    ptc_report *report = walk->report;
    ptc_issue *issue;

    report->errors_found++;
    if (report->error_count >= report->limit)
        return;
    issue = PTC_ARENA_PUSH(report->arena, report->errors, report->error_count,
                           walk->capacity);
    if (issue == NULL)
        return; /* the arena has failed */
    *issue = (ptc_issue){
        .code = PTC_CODE_TYPE,
        .path =
            ptc_arena_copy(report->arena, walk->steps, walk->depth * sizeof *walk->steps),
        .path_count = walk->depth,
        .message = vars_explain(report->arena, ptc_value_text(var)),
        .expected = PTC_STR("a value"),
        .got = *var,
    };
    if (issue->path == NULL)
        issue->path_count = 0;
}

static void vars_visit(vars_walk *walk, const ptc_value *value);

static void vars_visit_map(vars_walk *walk, const ptc_map *map)
{
    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_value *key = &map->entries[i].key;
        bool hides = ptc_schema_hides(NULL, key);

        vars_visit(walk, key);
        walk->steps[walk->depth] = (ptc_path_step){.index = i};
        if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
            walk->steps[walk->depth].key =
                walk->hidden > 0 ? PTC_FIREWALLED : ptc_value_text(key);
        walk->depth++;
        walk->hidden += hides;
        vars_visit(walk, &map->entries[i].value);
        walk->hidden -= hides;
        walk->depth--;
    }
}

static void vars_visit(vars_walk *walk, const ptc_value *value)
{
    if (vars_is_var(value))
        vars_add(walk, value);
    if (walk->depth >= PTC_DEPTH_MAX)
        return;
    if (value->kind == PTC_MAP)
        vars_visit_map(walk, value->as.map);
    if (value->kind != PTC_VECTOR && value->kind != PTC_SET)
        return;
    for (uint32_t i = 0; i < value->aux; i++) {
        bool hides = ptc_value_hides_item(value, i);

        walk->steps[walk->depth++] = (ptc_path_step){.index = i};
        walk->hidden += hides;
        vars_visit(walk, &value->as.items[i]);
        walk->hidden -= hides;
        walk->depth--;
    }
}

void ptc_run_find_vars(const ptc_value *value, ptc_report *report)
{
    vars_walk walk = {.report = report};

    vars_visit(&walk, value);
}
