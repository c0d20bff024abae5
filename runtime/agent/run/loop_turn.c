/* SPDX-License-Identifier: MIT */
/*
 * One turn of an agent: request, reply, program, outcome, feedback. [subagent 4.1]
 *
 * Every mistake of a model, a program or a tool is an outcome that the model learns of;
 * in a judgment without retries it ends the run. A fault that ends a run in any mode does
 * so at once.
 */
#include "agent/run/loop_int.h"
#include "agent/run/reply.h"

#include "lisp/heap/watch.h"
#include "lisp/read/forms.h"

typedef struct loop_turn {
    ptc_run *run;
    uint64_t start_ns;
    ptc_llm_request request;
    ptc_llm_reply reply;
    ptc_lisp_result result;
    ptc_outcome outcome;
} loop_turn;

/* --- Ends -------------------------------------------------------------------------- */

static void turn_end_failed(loop_turn *turn, const ptc_fail *fail)
{
    turn->outcome.error = *fail;
    ptc_run_end_failed(turn->run, fail);
}

/* A mistake that the model may correct, where there is a next turn: a judgment has one
 * only for retries. */
static void turn_reject(loop_turn *turn, const ptc_fail *fail)
{
    const ptc_plan *plan = turn->run->plan;

    turn->outcome.error = *fail;
    if (plan->is_judgment && plan->agent.retry_turns == 0)
        ptc_run_end_failed(turn->run, fail);
}

/* --- Errors ------------------------------------------------------------------------ */

/* A judgment has no tools to mention. [subagent 3] */
static ptc_str turn_unknown_tool(ptc_str message)
{
    static const ptc_str rest = PTC_STR_INIT(". There are no tools here");

    if (message.len > rest.len &&
        memcmp(message.ptr + message.len - rest.len, rest.ptr, rest.len) == 0)
        message.len -= rest.len;
    return message;
}

/* --- Programs ---------------------------------------------------------------------- */

/*
 * Blocks are read together; when that fails, the first one that cannot be read alone is
 * at fault: otherwise its open forms would be reported at the end of the last. The error
 * is then placed in that block.
 */
static void turn_find_block(loop_turn *turn, ptc_lisp_error *error)
{
    ptc_outcome *outcome = &turn->outcome;
    const ptc_reply *reply = &outcome->reply;

    for (uint32_t i = 0; i < reply->block_count && reply->block_count > 1; i++) {
        const ptc_source source = {PTC_STR("program"), reply->blocks[i].text};
        ptc_program *program;
        ptc_lisp_error own;
        ptc_status status = ptc_lisp_compile(&turn->run->result_arena, turn->run->lisp,
                                             &source, &program, &own);

        if (status == PTC_OK)
            ptc_program_free(program);
        if (status != PTC_ERROR_SYNTAX || own.reason != PTC_REASON_PARSE)
            continue;
        *error = own;
        outcome->block = i + 1;
        outcome->line = own.line;
        outcome->column = own.column;
        return;
    }
}

/* The error's place in the block that the model wrote. */
static void turn_place(loop_turn *turn, const ptc_lisp_error *error)
{
    ptc_outcome *outcome = &turn->outcome;
    uint32_t block;

    if (error->line == 0 || outcome->block != 0 ||
        !ptc_reply_place(&outcome->reply, error->line, &block, &outcome->line))
        return;
    outcome->column = error->column;
    if (outcome->reply.block_count > 1)
        outcome->block = block + 1;
}

static void turn_take_error(loop_turn *turn, const ptc_lisp_error *error, ptc_fail *fail)
{
    const ptc_run *run = turn->run;

    turn_place(turn, error);
    ptc_run_take_error(turn->run, error, &turn->result, &turn->outcome, fail);
    if (error->reason == PTC_REASON_UNKNOWN_TOOL && run->plan->is_judgment)
        fail->message = turn_unknown_tool(fail->message);
}

/* The effect of a failed program on the run. */
static void turn_take_failure(loop_turn *turn)
{
    ptc_run *run = turn->run;
    const ptc_lisp_error *error = &turn->result.error;
    ptc_fail fail;

    if (error->reason == PTC_REASON_FAIL) {
        turn->outcome.is_return = true;
        turn->outcome.value = turn->result.value;
        if (ptc_run_take_fail(run, &turn->result.value, &fail))
            turn_end_failed(turn, &fail);
        else
            turn_reject(turn, &fail);
        return;
    }
    if (!ptc_run_may_go_on(run, &run->scratch, &fail)) {
        turn_end_failed(turn, &fail);
        return;
    }
    turn_take_error(turn, error, &fail);
    if (error->reason == PTC_REASON_MEMORY_LIMIT &&
        run->plan->agent.memory_strategy == PTC_MEMORY_FAIL)
        turn_end_failed(turn, &fail);
    else
        turn_reject(turn, &fail);
}

/* The value may replace a result that is never returned. */
static bool turn_take_fallback(loop_turn *turn)
{
    ptc_run *run = turn->run;
    ptc_value value = turn->outcome.value;

    if (run->plan->agent.completion != PTC_COMPLETION_IMPLICIT || value.kind == PTC_NIL ||
        turn->result.has_var || !ptc_run_accepts(run, &value, &run->scratch))
        return !run->scratch.failed;
    run->has_fallback = ptc_value_copy(run->arena, &value, &run->fallback) == PTC_OK &&
                        ptc_run_round(run->plan, run->arena, &run->fallback);
    return run->has_fallback;
}

static void turn_take_success(loop_turn *turn)
{
    ptc_outcome *outcome = &turn->outcome;

    outcome->is_good = true;
    outcome->is_return = turn->result.is_return;
    outcome->value = turn->result.value;
    outcome->memory_delta = turn->result.changes;
    turn->run->memory_delta = turn->result.changes;
    if (outcome->is_return || turn->run->plan->is_judgment)
        ptc_run_end_good(turn->run, &turn->outcome.value);
    else if (!turn_take_fallback(turn))
        turn->run->scratch.failed = true;
}

/* The last form of a judgment is its value, even when it is a definition. */
static unsigned turn_texts(const ptc_run *run)
{
    unsigned texts = PTC_LISP_HISTORY | PTC_LISP_CHANGES;

    return run->plan->is_judgment ? texts | PTC_LISP_BOUND : texts;
}

static ptc_str turn_ast(ptc_run *run, ptc_str source)
{
    ptc_text text;

    ptc_text_init(&text, &run->scratch);
    if (source.len == 0 || !ptc_lisp_write_forms(&text, source, &run->scratch))
        return ptc_str_make("", 0);
    return ptc_text_view(&text);
}

static ptc_status turn_run_program(loop_turn *turn)
{
    ptc_run *run = turn->run;
    const ptc_source source = {PTC_STR("program"), turn->outcome.reply.program};
    ptc_program *program;
    ptc_lisp_error error;
    ptc_status status;
    ptc_fail fail;

    if (run->tree->options->debug)
        turn->outcome.ast = turn_ast(run, source.text);
    ptc_arena_reset(&run->result_arena);
    run->memory_delta = ptc_value_nil();
    ptc_lisp_set_time(run->lisp, ptc_run_time(run));
    status = ptc_lisp_compile(&run->result_arena, run->lisp, &source, &program, &error);
    if (status == PTC_ERROR_SYNTAX) {
        if (!ptc_run_may_go_on(run, &run->scratch, &fail)) {
            turn_end_failed(turn, &fail);
            return PTC_OK;
        }
        if (error.reason == PTC_REASON_PARSE)
            turn_find_block(turn, &error);
        turn_take_error(turn, &error, &fail);
        turn_reject(turn, &fail);
        return PTC_OK;
    }
    if (status != PTC_OK)
        return PTC_ERROR_MEMORY;
    turn->outcome.program_warnings =
        ptc_loop_take_warnings(run, &turn->outcome.reply, program);
    status = ptc_lisp_run(&run->result_arena, run->lisp, program, turn_texts(run),
                          &turn->result);
    ptc_program_free(program);
    if (status != PTC_OK && status != PTC_ERROR_INVALID)
        return PTC_ERROR_MEMORY;
    turn->outcome.result = &turn->result;
    if (status == PTC_OK)
        turn_take_success(turn);
    else
        turn_take_failure(turn);
    return PTC_OK;
}

/* --- Replies ----------------------------------------------------------------------- */

static void turn_refuse_reply(loop_turn *turn, ptc_turn_type type, const char *reason,
                              const char *message)
{
    ptc_fail fail;

    turn->outcome.type = type;
    ptc_fail_set(&fail, &turn->run->scratch, reason, "%s", message);
    turn_reject(turn, &fail);
}

/* No program: says what to write instead. */
static void turn_refuse_answer(loop_turn *turn)
{
    const ptc_run *run = turn->run;
    ptc_text message;

    ptc_text_init(&message, &turn->run->scratch);
    ptc_text_cstr(&message, "no program in the reply");
    if (turn->outcome.reply.answer != PTC_ANSWER_PROSE)
        ptc_text_cstr(&message, "; ");
    ptc_reply_write_hint(&message, &turn->outcome.reply, run->tool_names,
                         run->is_retry ? 0 : run->tool_name_count);
    turn_refuse_reply(turn, PTC_TURN_NO_CODE, "no_code_found", message.ptr);
}

static ptc_status turn_take_reply(loop_turn *turn)
{
    ptc_run *run = turn->run;
    ptc_fail fail;
    ptc_status status =
        ptc_reply_read(&run->scratch, turn->reply.content, turn->reply.stop_reason,
                       run->plan->agent.multi_block, &turn->outcome.reply);

    if (status != PTC_OK)
        return status;
    switch (turn->outcome.reply.kind) {
    case PTC_REPLY_PROGRAM:
        return turn_run_program(turn);
    case PTC_REPLY_NO_CODE:
        turn_refuse_answer(turn);
        break;
    case PTC_REPLY_TRUNCATED:
        turn_refuse_reply(turn, PTC_TURN_TRUNCATED, "no_code_found",
                          "the reply was cut off at the model's length limit, and not "
                          "run");
        break;
    case PTC_REPLY_MANY_BLOCKS:
        turn_refuse_reply(turn, turn->outcome.type, "multiple_code_blocks",
                          "several code blocks in the reply");
        break;
    case PTC_REPLY_REFUSED:
        turn->outcome.type = PTC_TURN_LLM_ERROR;
        ptc_fail_set(&fail, &run->scratch, "llm_error",
                     "LLM call failed: the model refused to answer");
        turn_end_failed(turn, &fail);
        break;
    }
    return PTC_OK;
}

/* --- The turn ---------------------------------------------------------------------- */

static bool turn_begin(loop_turn *turn)
{
    ptc_run *run = turn->run;
    ptc_llm_request *request = &turn->request;
    ptc_fail fail = {.reason = {"", 0}};

    if (!ptc_prompt_refresh(run))
        return false;
    if (run->turn == 0) {
        ptc_run_warn(run, run->context_warning);
        ptc_run_warn(run, run->prompt_warning);
    }
    ptc_run_begin_request(run, &run->scratch, request);
    request->system = run->system;
    request->turn = run->turn + 1;
    request->prompt = run->mission;
    request->tool_names = run->tool_names;
    request->tool_name_count = run->tool_name_count;
    if (!ptc_talk_give(run, request, &fail)) {
        ptc_run_end_failed(run, &fail);
        return false;
    }
    run->turn++;
    for (ptc_run *at = run; at != NULL; at = at->parent)
        at->tree_turns++;
    run->is_retry = run->turn > run->plan->agent.max_turns;
    if (run->is_retry) { /* only return and fail are accepted now */
        ptc_lisp_set_tools(NULL, run->lisp, NULL, 0, NULL, NULL);
        request->tool_names = NULL;
        request->tool_name_count = 0;
        turn->outcome.type = PTC_TURN_RETRY;
    }
    return true;
}

/* The model's turn in the conversation, and its answer. The last reply is for hosts that
 * collect messages. */
static bool turn_tell(loop_turn *turn)
{
    ptc_run *run = turn->run;
    const ptc_agent *agent = &run->plan->agent;
    bool keeps = (agent->flags & PTC_AGENT_KEEPS_THINKING) != 0;
    ptc_str spoken = keeps ? turn->reply.content : turn->outcome.reply.spoken;
    ptc_text text;

    if (run->is_over && (!run->options->collect_messages || spoken.len == 0))
        return true;
    if (!ptc_talk_add(run, PTC_ROLE_ASSISTANT, spoken))
        return false;
    if (run->is_over || run->turn >= agent->max_turns + agent->retry_turns)
        return true; /* no one will read more */
    ptc_text_init(&text, &run->scratch);
    ptc_feedback_write(&text, run, &turn->outcome);
    if (turn->outcome.is_good)
        run->memory_used = ptc_lisp_memory_used(run->lisp);
    return !text.failed && ptc_talk_add(run, PTC_ROLE_USER, ptc_text_view(&text)) &&
           ptc_run_merge(run, &turn->outcome) && ptc_run_set_context(run);
}

static void turn_emit(loop_turn *turn, ptc_event_kind kind)
{
    ptc_event event = {
        .kind = kind, .turn = turn->run->turn, .input_tokens = -1, .output_tokens = -1};

    if (kind == PTC_EVENT_TURN_STOP) {
        event.duration_ns = turn->outcome.duration_ns;
        event.program = turn->outcome.reply.program;
        event.input_tokens = turn->reply.input_tokens;
        event.output_tokens = turn->reply.output_tokens;
    }
    ptc_run_emit(turn->run, &event);
}

static ptc_status turn_ask(loop_turn *turn)
{
    ptc_run *run = turn->run;
    ptc_fail fail;

    if (ptc_run_ask(run, &run->llm, &turn->request, &turn->reply, &fail)) {
        if (ptc_run_may_go_on(run, &run->scratch, &fail))
            return turn_take_reply(turn);
    } else if (turn->reply.content.ptr == NULL) {
        turn->outcome.type = PTC_TURN_LLM_ERROR;
    }
    turn_end_failed(turn, &fail);
    return PTC_OK;
}

ptc_status ptc_loop_turn(ptc_run *run)
{
    loop_turn turn = {.run = run};
    ptc_status status;

    ptc_arena_reset(&run->scratch);
    run->verdict = PTC_STR("");
    run->warnings = PTC_STR("");
    if (!turn_begin(&turn))
        return run->arena->failed || run->scratch.failed ? PTC_ERROR_MEMORY : PTC_OK;
    turn.start_ns = ptc_host_clock(run->tree->host);
    turn_emit(&turn, PTC_EVENT_TURN_START);
    status = turn_ask(&turn);
    turn.outcome.warnings = run->warnings;
    turn.outcome.duration_ns = ptc_host_clock(run->tree->host) - turn.start_ns;
    if (status == PTC_OK && !turn_tell(&turn))
        status = PTC_ERROR_MEMORY;
    if (status == PTC_OK)
        ptc_trace_add(run, &turn.request, &turn.reply, &turn.outcome);
    turn_emit(&turn, PTC_EVENT_TURN_STOP);
    return run->arena->failed || run->scratch.failed || run->result_arena.failed
               ? PTC_ERROR_MEMORY
               : status;
}
