/* SPDX-License-Identifier: MIT */
/*
 * Reads programs of an agent, as a run of it would, for tests/check_programs.
 *
 *   read_programs AGENT < PROGRAMS
 *
 * PROGRAMS: a JSON string a line. For each of them a line {"read":..,"ran":..,
 * "returned":..,"fits":..,"calls":..,"reason":"..","message":".."}: whether it compiles,
 * runs to its end, by return, with what the agent's contract accepts, how many calls of
 * tools it made, and what was wrong.
 * Tools take what their signatures take and give an example of their results.
 *
 * The names a, b, c and d are defined, as numbers, a map and a function of any arguments.
 */
#include "agent/plan/plan_int.h"

#include <ptc/agent_file.h>
#include <ptc/files.h>
#include <ptc/ptc.h>

#include <stdio.h>
#include <stdlib.h>

#define NAMES "(def a 1) (def b 2) (def c {:a 1 :b [1 2 3]}) (defn d [& all] all)"

typedef struct reading {
    ptc_arena arena; /* of the agent */
    ptc_plan plan;
    ptc_tool *tools;
    size_t tool_count;
    ptc_str *names; /* of the context */
    size_t name_count;
} reading;

static void stop(const char *why)
{
    fprintf(stderr, "read_programs: %s\n", why);
    exit(2);
}

/* --- The agent ---------------------------------------------------------------------- */

/* An example of the result. */
static ptc_status give(ptc_tool_call *call, void *user)
{
    const ptc_schema *signature = call->tool->signature;
    ptc_schema result;

    (void)user;
    if (signature == NULL)
        return PTC_OK;
    result = *signature;
    result.root = ptc_schema_root(signature)->first + 1;
    if (ptc_schema_example(call->arena, &result, PTC_BOUNDARY_JSON, PTC_EXAMPLE_MOST,
                           &call->result))
        return PTC_OK;
    call->message = "no example";
    return PTC_ERROR_INVALID;
}

static void read_tools(reading *r)
{
    ptc_plan_list list;

    if (!ptc_plan_list_tools(&r->plan, &r->arena, &list))
        stop("no memory");
    r->tools = ptc_arena_array(&r->arena, list.prompt_tool_count + 1, sizeof *r->tools);
    for (size_t i = 0; i < list.prompt_tool_count; i++) {
        const ptc_prompt_tool *tool = &list.prompt_tools[i];

        if (!tool->is_planning)
            r->tools[r->tool_count++] = (ptc_tool){
                .name = tool->name.ptr, .signature = tool->schema, .function = give};
    }
}

static void read_names(reading *r)
{
    const ptc_schema *signature = r->plan.signature;
    const ptc_schema_node *fields =
        signature != NULL ? &signature->nodes[ptc_schema_root(signature)->first] : NULL;

    r->name_count = fields != NULL ? fields->count : 0;
    r->names = ptc_arena_array(&r->arena, r->name_count + 1, sizeof *r->names);
    for (size_t i = 0; i < r->name_count; i++)
        r->names[i] = signature->nodes[fields->first + i].name;
}

static void read_agent(reading *r, const char *path)
{
    const ptc_agent_file *file = NULL;
    ptc_files *files;
    ptc_agent_files found = {.struct_size = sizeof found, .load = ptc_files_load};
    const ptc_source here = {PTC_STR("here"), {"", 0}};
    const ptc_source *source;
    ptc_diags diags;

    ptc_arena_init(&r->arena, NULL, 0);
    ptc_diags_init(&diags, &r->arena);
    if (ptc_files_make(&r->arena, NULL, &files) != PTC_OK)
        stop("no files");
    found.user = files;
    source = ptc_files_load(ptc_str_of(path), &here, files);
    if (source == NULL ||
        ptc_agent_file_read(&r->arena, source, &found, &diags, &file) != PTC_OK ||
        ptc_plan_make(file->agent, &r->arena, &r->plan) != PTC_OK)
        stop("the agent cannot be read");
    read_tools(r);
    read_names(r);
}

/* --- Programs ----------------------------------------------------------------------- */

static ptc_lisp *make_lisp(const reading *r, ptc_arena *arena)
{
    ptc_lisp_options options = {
        .struct_size = sizeof options,
        .fuel = 10000,
        .heap = 4000000,
        .unknown_names =
            r->name_count > 0 ? PTC_UNKNOWN_NAMES_REFUSE : PTC_UNKNOWN_NAMES_NIL,
    };
    ptc_source names = {PTC_STR("names"), PTC_STR(NAMES)};
    ptc_lisp_result result;
    ptc_lisp *lisp;

    if (ptc_lisp_new(&options, &lisp) != PTC_OK ||
        ptc_lisp_set_tools(arena, lisp, r->tools, r->tool_count, NULL, NULL) != PTC_OK ||
        ptc_lisp_eval(arena, lisp, &names, 0, &result) != PTC_OK)
        stop("no context");
    ptc_lisp_set_context_names(lisp, r->names, r->name_count);
    return lisp;
}

static bool fits(const reading *r, const ptc_lisp_result *result)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .direction = PTC_OUTPUT,
                                .boundary = PTC_BOUNDARY_LISP};

    return r->plan.signature == NULL ||
           ptc_schema_validate(r->plan.signature, &result->value, &options, NULL) ==
               PTC_OK;
}

static void answer_word(ptc_text *out, const char *name, bool value)
{
    ptc_text_cstr(out, name);
    ptc_text_cstr(out, value ? "true" : "false");
}

static void answer_error(ptc_text *out, const ptc_lisp_error *error)
{
    ptc_text_cstr(out, ",\"reason\":\"");
    ptc_text_cstr(out, ptc_reason_name(error->reason));
    ptc_text_cstr(out, "\",\"message\":");
    ptc_json_write_string(out, error->message);
}

static void answer(const reading *r, ptc_arena *arena, ptc_str text, ptc_text *out)
{
    ptc_lisp *lisp = make_lisp(r, arena);
    ptc_source source = {PTC_STR("program"), text};
    ptc_lisp_result result;
    ptc_lisp_error error;
    ptc_program *program;
    bool ran;

    if (ptc_lisp_compile(arena, lisp, &source, &program, &error) != PTC_OK) {
        ptc_text_cstr(out, "{\"read\":false,\"ran\":false");
        answer_error(out, &error);
    } else {
        ran = ptc_lisp_run(arena, lisp, program, 0, &result) == PTC_OK;
        answer_word(out, "{\"read\":true,\"ran\":", ran);
        answer_word(out, ",\"returned\":", ran && result.is_return);
        answer_word(out, ",\"fits\":", ran && fits(r, &result));
        ptc_text_cstr(out, ",\"calls\":");
        ptc_text_uint(out, result.calls_made);
        answer_error(out, &result.error);
    }
    ptc_text_byte(out, '}');
    ptc_lisp_free(lisp);
}

static void answer_line(const reading *r, const char *line)
{
    ptc_arena arena;
    ptc_value text;
    ptc_text out;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&out, &arena);
    if (ptc_json_read(&arena, line, strlen(line), NULL, &text, NULL, NULL) != PTC_OK)
        stop("a line is not JSON");
    answer(r, &arena, ptc_value_as_text(&text, ""), &out);
    puts(out.ptr);
    ptc_arena_free(&arena);
}

int main(int argc, char **argv)
{
    static char line[1 << 20];
    reading r = {.tool_count = 0};

    if (argc != 2)
        stop("which agent?");
    read_agent(&r, argv[1]);
    while (fgets(line, sizeof line, stdin) != NULL)
        answer_line(&r, line);
    ptc_arena_free(&r.arena);
    return 0;
}
