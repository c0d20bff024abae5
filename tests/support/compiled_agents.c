/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "compiled_agents.h"
#include "lisp_image.h"

const ptc_schema *test_compiled_sig(test_compiled *at, const char *text)
{
    ptc_source source = {PTC_STR("sig"), ptc_str_of(text)};
    ptc_schema *schema = ptc_arena_array(&at->run.arena, 1, sizeof *schema);
    ptc_diags diags;

    ptc_diags_init(&diags, &at->run.arena);
    cr_assert(ptc_signature_read(&at->run.arena, &source, NULL, &diags, schema) ==
              PTC_OK);
    return schema;
}

/* Tools that programs may name while they are derived. */
static ptc_status pretend(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_int(1);
    return PTC_OK;
}
static const ptc_tool known[] = {{.name = "t", .function = pretend},
                                 {.name = "square", .function = pretend},
                                 {.name = "again", .function = pretend},
                                 {.name = "grep", .function = pretend},
                                 {.name = "infer", .function = pretend}};

void test_compiled_add(test_compiled *at, const char *text)
{
    ptc_source source = {PTC_STR("stage"), ptc_str_of(text)};
    ptc_lisp_result result;
    ptc_image *image = lisp_image(&at->run.arena, at->writer, source.text);

    if (image == NULL)
        ptc_lisp_eval(&at->run.arena, at->writer, &source, 0, &result);
    cr_assert(image != NULL, "%s: %s", text, result.error.message.ptr);
    at->stages[at->compiled.stage_count++] = image;
    ptc_lisp_eval(&at->run.arena, at->writer, &source, PTC_LISP_HISTORY, &result);
}

void test_compiled_start(test_compiled *at, const char *signature, const char *program)
{
    const ptc_lisp_options options = {.struct_size = sizeof options};

    memset(at, 0, sizeof *at);
    test_agent_start(&at->run, "Go");
    cr_assert_eq(ptc_lisp_new(&options, &at->writer), PTC_OK);
    cr_assert_eq(ptc_lisp_set_tools(&at->run.arena, at->writer, known, 5, NULL, NULL),
                 PTC_OK);
    at->compiled = (ptc_compiled){.struct_size = sizeof at->compiled,
                                  .name = "scorer",
                                  .stages = at->stages,
                                  .tools = at->tools};
    if (signature != NULL)
        at->compiled.signature = test_compiled_sig(at, signature);
    if (program != NULL)
        test_compiled_add(at, program);
}

void test_compiled_go(test_compiled *at, const char *context)
{
    ptc_value map;

    if (context != NULL)
        map = test_value(&at->run, context);
    at->run.status =
        ptc_compiled_run(&at->run.arena, &at->compiled, context != NULL ? &map : NULL,
                         &at->run.options, &at->run.step);
}

void test_compiled_stop(test_compiled *at)
{
    cr_expect_eq(at->run.asked, (size_t)0, "a model was asked");
    ptc_lisp_free(at->writer);
    test_agent_stop(&at->run);
}

/* --- Tools ------------------------------------------------------------------------- */

/* (id :int): id 0 fails as not_found, 1 cancels the run, 2 takes 60 ms; else 10 times it.
 */
static ptc_status perform(ptc_tool_call *call, void *user)
{
    const ptc_map_entry *id =
        ptc_map_find_field(call->arguments.as.map, PTC_STR("id"), 0);
    test_compiled *at = user;

    at->calls++;
    if (id->value.as.integer == 0) {
        call->reason = "not_found";
        call->message = "no such order";
        return PTC_ERROR_INVALID;
    }
    if (id->value.as.integer == 1)
        ptc_cancel_set(&at->cancel);
    if (id->value.as.integer == 2)
        at->run.now_ms += 60;
    call->result = ptc_value_int(id->value.as.integer * 10);
    return PTC_OK;
}

void test_compiled_tool(test_compiled *at, const char *signature)
{
    at->function = (ptc_tool){.name = "t", .function = perform, .user = at};
    if (signature != NULL)
        at->function.signature = test_compiled_sig(at, signature);
    at->tools[0] = (ptc_agent_tool){.name = "t", .function = &at->function};
    at->compiled.tool_count = 1;
}
