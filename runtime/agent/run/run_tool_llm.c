/* SPDX-License-Identifier: MIT */
/*
 * Tools that ask a model one question: its reply is JSON of the tool's output type; any
 * other reply may be corrected once. [subagent 12]
 */
#include "agent/run/reply.h"
#include "agent/run/run_tool.h"

enum { ASK_ROUNDS = 2 };

/* A question in progress. Everything is in call->arena. */
typedef struct ask_job {
    ptc_run *run;
    const ptc_plan_tool *plan;
    ptc_tool_call *call;
    ptc_llm llm;
    ptc_schema answer; /* its type; no nodes: the reply itself is the answer */
    ptc_message messages[2 * ASK_ROUNDS - 1];
    size_t message_count;
    ptc_str system;
    ptc_value value;     /* the answer */
    ptc_text correction; /* its faults, for the model */
    ptc_str fault;       /* the same in one line */
} ask_job;

/* Fails the call with one line, and a name for it. */
static ptc_status ask_fail(const ask_job *job, ptc_str reason, const char *start,
                           ptc_str why)
{
    ptc_text text;

    ptc_text_init(&text, job->call->arena);
    ptc_text_cstr(&text, start);
    ptc_text_str(&text, why);
    if (text.failed)
        return PTC_ERROR_MEMORY;
    job->call->message = text.ptr;
    job->call->reason = ptc_str_copy(job->call->arena, reason).ptr;
    return job->call->reason != NULL ? PTC_ERROR_INVALID : PTC_ERROR_MEMORY;
}

/* --- The question ------------------------------------------------------------------ */

static void ask_take_type(ask_job *job)
{
    const ptc_llm_tool *tool = job->plan->tool->llm_tool;
    const ptc_schema *schema =
        tool->json_signature != NULL ? tool->json_signature : tool->signature;

    if (schema == NULL)
        return;
    job->answer = *schema;
    job->answer.root = ptc_schema_root(schema)->first + 1;
}

static bool ask_find_llm(ask_job *job, ptc_fail *fail)
{
    const ptc_llm_ref *own = &job->plan->tool->llm_tool->llm;
    const ptc_llm_ref callers = {.llm = &job->run->llm};
    const ptc_llm_ref *refs[] = {own, &callers};
    bool is_callers =
        own->llm == NULL && own->name != NULL && !strcmp(own->name, "caller");

    return ptc_llm_resolve(&job->run->tree->names, refs + is_callers, 2 - is_callers,
                           job->call->arena, &job->llm, fail);
}

static void ask_write_system(const ask_job *job, ptc_text *text)
{
    if (job->answer.nodes == NULL)
        return;
    ptc_text_cstr(text, ptc_prompt_tool_question);
    ptc_schema_write_prompt(text, PTC_STR(""), &job->answer, PTC_PROMPT_SEED, NULL);
    ptc_text_byte(text, '\n');
}

static ptc_status ask_start(ask_job *job)
{
    const ptc_template_options options = {.struct_size = sizeof options};
    ptc_arena *arena = job->call->arena;
    ptc_text system;
    ptc_text user;
    ptc_error error;
    ptc_status status;

    ptc_text_init(&system, arena);
    ptc_text_init(&user, arena);
    ask_write_system(job, &system);
    status = ptc_template_expand(&user, job->plan->prompt, &job->call->arguments,
                                 &options, &error);
    if (system.failed || status == PTC_ERROR_MEMORY)
        return PTC_ERROR_MEMORY;
    if (status != PTC_OK)
        return ask_fail(job, PTC_STR("template_error"), "its prompt: ", error.message);
    job->system = ptc_text_view(&system);
    job->messages[job->message_count++] =
        (ptc_message){.role = PTC_ROLE_USER, .content = ptc_text_view(&user)};
    return PTC_OK;
}

/* --- The answer -------------------------------------------------------------------- */

static void ask_refuse(ask_job *job, const char *why, const char *detail)
{
    ptc_text text;

    ptc_text_init(&text, job->call->arena);
    ptc_text_cstr(&text, why);
    ptc_text_cstr(&text, detail);
    job->fault = ptc_text_view(&text);
    ptc_text_init(&job->correction, job->call->arena);
    ptc_text_str(&job->correction, job->fault);
    ptc_text_byte(&job->correction, '\n');
}

static void ask_refuse_value(ask_job *job, const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, job->call->arena);
    for (size_t i = 0; i < report->error_count; i++) {
        ptc_text_cstr(&text, i > 0 ? "; " : "");
        ptc_issue_write(&text, &report->errors[i]);
    }
    job->fault = ptc_text_view(&text);
    ptc_text_init(&job->correction, job->call->arena);
    ptc_report_write_errors(&job->correction, report, "Output validation errors:");
}

/* Whether the document has the type; the fault of the first one without it is kept. */
static bool ask_accepts(ask_job *job, const ptc_value *value)
{
    const ptc_agent_options *run = job->run->options;
    const ptc_walk_options options = {
        .struct_size = sizeof options,
        .direction = PTC_OUTPUT,
        .boundary = PTC_BOUNDARY_JSON,
        .validators = run->validators,
        .validator_count = run->validator_count,
    };
    ptc_report report;

    ptc_report_init(&report, job->call->arena);
    if (ptc_schema_coerce(job->call->arena, &job->answer, value, &options, &job->value,
                          &report) == PTC_OK)
        return true;
    if (job->fault.len == 0)
        ask_refuse_value(job, &report);
    return false;
}

/* Takes the answer out of the reply; false when there is none, and why. */
static bool ask_read(ask_job *job, const ptc_llm_reply *reply)
{
    ptc_arena *arena = job->call->arena;
    ptc_reply_json scan;
    ptc_value value;

    job->fault = PTC_STR("");
    if (reply->stop_reason == PTC_STOP_LENGTH) {
        ask_refuse(job, "the reply was cut off; answer shorter", "");
        return false;
    }
    if (job->answer.nodes == NULL) {
        job->value = ptc_value_string(reply->content);
        return true;
    }
    if (!ptc_reply_json_start(&scan, arena, reply->content))
        return false;
    while (ptc_reply_json_next(&scan, arena, &value)) {
        if (ask_accepts(job, &value))
            return true;
    }
    if (job->fault.len == 0 && scan.error.status != PTC_OK)
        ask_refuse(job, "the reply is not valid JSON: ", scan.error.message.ptr);
    else if (job->fault.len == 0)
        ask_refuse(job, "the reply has no JSON", "");
    return false;
}

/* Adds the reply and its faults to the conversation. */
static void ask_correct(ask_job *job, const ptc_llm_reply *reply)
{
    ptc_text_cstr(&job->correction, "Answer again with the corrected JSON value alone.");
    job->messages[job->message_count++] =
        (ptc_message){.role = PTC_ROLE_ASSISTANT, .content = reply->content};
    job->messages[job->message_count++] =
        (ptc_message){.role = PTC_ROLE_USER, .content = ptc_text_view(&job->correction)};
}

static ptc_status ask_model(ask_job *job)
{
    ptc_llm_request request;
    ptc_llm_reply reply;
    ptc_fail fail;

    ptc_run_begin_request(job->run, job->call->arena, &request);
    request.system = job->system;
    request.messages = job->messages;
    request.turn = 1;
    request.prompt = job->messages[0].content;
    request.response_schema = job->answer.nodes != NULL ? &job->answer : NULL;
    for (;;) {
        request.message_count = job->message_count;
        if (!ptc_run_ask(job->run, &job->llm, &request, &reply, &fail)) {
            job->call->is_final = ptc_str_equal(fail.reason, PTC_STR("budget_exhausted"));
            return ask_fail(job, fail.reason, "", fail.message);
        }
        if (reply.stop_reason == PTC_STOP_REFUSAL || reply.content.ptr == NULL)
            return ask_fail(job, PTC_STR("llm_error"), "",
                            PTC_STR("the model refused to answer"));
        if (ask_read(job, &reply))
            return PTC_OK;
        if (job->call->arena->failed)
            return PTC_ERROR_MEMORY;
        request.turn++;
        if (request.turn > ASK_ROUNDS)
            return ask_fail(job, PTC_STR("validation_error"),
                            "the model's reply does not fit: ", job->fault);
        ask_correct(job, &reply);
    }
}

/* --- Response templates ------------------------------------------------------------ */

/* The program's time, at most the rest of the mission's. */
static uint64_t ask_program_time(const ask_job *job)
{
    uint64_t time = job->run->plan->agent.timeout_ms;

    return job->call->time_ms < time ? job->call->time_ms + 1 : time;
}

static ptc_status ask_run(ask_job *job, ptc_str program)
{
    const ptc_agent *agent = &job->run->plan->agent;
    const ptc_source source = {PTC_STR("response_template"), program};
    ptc_lisp_options options;
    ptc_lisp_result result;
    ptc_status status;
    ptc_lisp *lisp;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.allocator = job->call->arena->allocator;
    options.time_ms = ask_program_time(job);
    options.heap = agent->max_heap;
    options.fuel = agent->fuel;
    options.hides_private = true;
    status = ptc_lisp_new(&options, &lisp);
    if (status != PTC_OK)
        return status;
    status = ptc_lisp_set_context(lisp, &job->call->arguments);
    if (status == PTC_OK) {
        status = ptc_lisp_eval(job->call->arena, lisp, &source, PTC_LISP_BOUND, &result);
        if (status == PTC_OK && result.has_var)
            status = ask_fail(job, PTC_STR("validation_error"), "its response template: ",
                              PTC_STR("its value has a var, which is not data"));
        else if (status == PTC_OK)
            job->value = result.value;
        else if (status != PTC_ERROR_MEMORY)
            status = ask_fail(job, ptc_str_of(ptc_reason_name(result.error.reason)),
                              "its response template: ", result.error.message);
    }
    ptc_lisp_free(lisp);
    return status;
}

/* The answer, put as literals into a program that runs without tools. */
static ptc_status ask_respond(ask_job *job)
{
    const ptc_template_options options = {.struct_size = sizeof options,
                                          .as_literals = true};
    ptc_status status;
    ptc_text program;
    ptc_error error;

    if (job->plan->response == NULL)
        return PTC_OK;
    ptc_text_init(&program, job->call->arena);
    status =
        ptc_template_expand(&program, job->plan->response, &job->value, &options, &error);
    if (status == PTC_ERROR_MEMORY)
        return status;
    if (status != PTC_OK)
        return ask_fail(job, PTC_STR("template_error"),
                        "its response template: ", error.message);
    return ask_run(job, ptc_text_view(&program));
}

static ptc_status ask_answer(ptc_run_tool *tool, ptc_tool_call *call)
{
    const ptc_llm_tool *definition = tool->plan->tool->llm_tool;
    ask_job job = {.run = tool->run, .plan = tool->plan, .call = call};
    ptc_status status;
    ptc_fail fail;

    if (definition->tool_count > 0)
        return ptc_run_tool_agent(tool, &tool->agent, &definition->llm, call);
    ask_take_type(&job);
    if (!ask_find_llm(&job, &fail))
        return ask_fail(&job, fail.reason, "", fail.message);
    status = ask_start(&job);
    if (status == PTC_OK)
        status = ask_model(&job);
    if (status == PTC_OK)
        status = ask_respond(&job);
    if (status == PTC_OK)
        call->result = job.value;
    return status;
}

ptc_status ptc_run_tool_ask(ptc_tool_call *call, void *user)
{
    return ptc_run_tool_end(user, ask_answer(user, call));
}
