/* SPDX-License-Identifier: MIT */
/* Models that are commands: the protocol over standard input and output. */
#include "agent/host/process.h"
#include "agent/model/model_int.h"
#include "base/base_int.h"
#include "render/render_int.h"

#include <errno.h>

enum {
    COMMAND_CONTENT_MAX = 1 << 20,
    COMMAND_ESCAPED = 6, /* bytes of JSON for one of text, at most: \u0001 */
    COMMAND_REST_MAX = 1 << 16,
    COMMAND_LINE_MAX = 200,     /* code points of standard error in a message */
    COMMAND_MESSAGE_MAX = 1000, /* code points of an error that it reports */
    /* Of <sysexits.h> and of shells: */
    COMMAND_TRY_AGAIN = 75,
    COMMAND_USAGE = 64,
    COMMAND_NO_PERMISSION = 77,
    COMMAND_CONFIG = 78,
    COMMAND_NOT_EXECUTABLE = 126,
    COMMAND_NOT_FOUND = 127,
};

/* --- The request ------------------------------------------------------------------- */

static void command_write_messages(ptc_text *text, const ptc_llm_request *request)
{
    ptc_text_cstr(text, ",\"messages\":[");
    for (size_t i = 0; i < request->message_count; i++) {
        const ptc_message *message = &request->messages[i];

        ptc_text_cstr(text, i > 0 ? ",{\"role\":" : "{\"role\":");
        ptc_json_write_string(text, ptc_str_of(ptc_role_name(message->role)));
        ptc_text_cstr(text, ",\"content\":");
        ptc_json_write_string(text, message->content);
        ptc_text_byte(text, '}');
    }
    ptc_text_byte(text, ']');
}

/* The request's options override the command's. */
static ptc_status command_write_options(ptc_text *text, const ptc_llm_command *command,
                                        const ptc_llm_request *request)
{
    ptc_value options;

    if (!ptc_llm_merge_options(request->arena, &request->options, &command->options,
                               &options))
        return PTC_ERROR_MEMORY;
    if (options.kind == PTC_NIL)
        ptc_text_cstr(text, "{}");
    else if (ptc_json_write(text, &options, 0) != PTC_OK)
        return text->failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
    return PTC_OK;
}

/* One line. PTC_ERROR_INVALID for options that JSON cannot say. */
static ptc_status command_write_request(ptc_text *text, const ptc_llm_command *command,
                                        const ptc_llm_request *request)
{
    ptc_status status;

    ptc_text_cstr(text, "{\"model\":");
    if (command->model != NULL)
        ptc_json_write_string(text, ptc_str_of(command->model));
    else
        ptc_text_cstr(text, "null");
    ptc_text_cstr(text, ",\"system\":");
    ptc_json_write_string(text, request->system);
    command_write_messages(text, request);
    ptc_text_cstr(text, ",\"turn\":");
    ptc_text_uint(text, request->turn);
    ptc_text_cstr(text, ",\"tool_names\":[");
    for (size_t i = 0; i < request->tool_name_count; i++) {
        if (i > 0)
            ptc_text_byte(text, ',');
        ptc_json_write_string(text, request->tool_names[i]);
    }
    ptc_text_cstr(text, "],\"llm_opts\":");
    status = command_write_options(text, command, request);
    if (status != PTC_OK)
        return status;
    if (command->max_tokens > 0) {
        ptc_text_cstr(text, ",\"max_tokens\":");
        ptc_text_uint(text, command->max_tokens);
    }
    ptc_text_cstr(text, "}\n");
    return text->failed ? PTC_ERROR_MEMORY : PTC_OK;
}

/* --- Failures ---------------------------------------------------------------------- */

/* The last line of standard error that is not blank. */
static ptc_str command_last_line(const ptc_process *process)
{
    size_t end = process->tail_size;
    size_t start;

    while (end > 0 && (unsigned char)process->tail[end - 1] <= ' ')
        end--;
    start = end;
    while (start > 0 && process->tail[start - 1] != '\n')
        start--;
    return ptc_str_make(process->tail + start, end - start);
}

/* The command without its folders. */
static const char *command_name(const ptc_llm_command *command)
{
    const char *slash = strrchr(command->argv[0], '/');

    return slash != NULL && slash[1] != '\0' ? slash + 1 : command->argv[0];
}

/* Sets the reply to a failure; `format` as for ptc_diag_add. The command's last words on
 * standard error are added. */
static PTC_PRINTF(5, 6) ptc_status
    command_fail(ptc_llm_reply *reply, const ptc_llm_request *request,
                 const ptc_process *process, ptc_llm_fault fault, const char *format, ...)
{
    va_list arguments;
    ptc_text text;
    ptc_str line = process != NULL ? command_last_line(process) : ptc_str_make("", 0);

    ptc_text_init(&text, request->arena);
    va_start(arguments, format);
    ptc_text_format(&text, format, &arguments);
    va_end(arguments);
    if (line.len > 0) {
        ptc_text_cstr(&text, ": ");
        ptc_show_plain(&text, line, COMMAND_LINE_MAX);
    }
    ptc_llm_reply_init(reply);
    reply->fault = fault;
    reply->message = ptc_text_view(&text);
    return text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

static ptc_llm_fault command_exit_fault(int status)
{
    switch (status) {
    case COMMAND_TRY_AGAIN:
        return PTC_LLM_SERVER_ERROR;
    case COMMAND_USAGE:
    case COMMAND_NO_PERMISSION:
    case COMMAND_CONFIG:
    case COMMAND_NOT_EXECUTABLE:
    case COMMAND_NOT_FOUND:
        return PTC_LLM_CLIENT_ERROR;
    default:
        return PTC_LLM_UNKNOWN;
    }
}

static const char *command_start_fault(int error)
{
    switch (error) {
    case 0:
        return "this system has no processes";
    case ENOENT:
        return "there is no such file";
    case EACCES:
        return "it is not executable";
    case ENOEXEC:
        return "it is not a program";
    case E2BIG:
        return "its arguments are too long";
    case EMFILE:
    case ENFILE:
        return "too many files are open";
    default:
        return "the system refused";
    }
}

/* The end of a command that gave no reply. */
static ptc_status command_explain(ptc_llm_reply *reply, const ptc_llm_request *request,
                                  const ptc_process *process, const char *name)
{
    bool is_busy = process->code == EAGAIN || process->code == ENOMEM ||
                   process->code == EMFILE || process->code == ENFILE;

    switch (process->end) {
    case PTC_PROCESS_EXITED:
        return command_fail(reply, request, process, command_exit_fault(process->code),
                            "%s exited with status %d", name, process->code);
    case PTC_PROCESS_SIGNALLED:
        return command_fail(reply, request, process, PTC_LLM_SERVER_ERROR,
                            "%s was ended by signal %d", name, process->code);
    case PTC_PROCESS_NO_START:
        return command_fail(
            reply, request, NULL, is_busy ? PTC_LLM_SERVER_ERROR : PTC_LLM_CLIENT_ERROR,
            "%s cannot be run: %s", name, command_start_fault(process->code));
    case PTC_PROCESS_TIMEOUT:
        return command_fail(reply, request, process, PTC_LLM_TIMEOUT,
                            "%s gave no reply in %llu ms", name,
                            (unsigned long long)process->time_ms);
    case PTC_PROCESS_CANCELLED:
        return command_fail(reply, request, NULL, PTC_LLM_UNKNOWN, "cancelled");
    case PTC_PROCESS_TOO_LONG:
        return command_fail(reply, request, process, PTC_LLM_UNKNOWN,
                            "the reply of %s is longer than 1 MiB", name);
    case PTC_PROCESS_NO_MEMORY:
        break;
    }
    return PTC_ERROR_MEMORY;
}

/* --- The reply --------------------------------------------------------------------- */

/* The output as a reply; NULL, or its fault. */
static const char *command_read(ptc_process *process, ptc_llm_reply *reply,
                                ptc_json_error *error)
{
    ptc_str output = ptc_text_view(&process->output);
    ptc_value value;

    if (ptc_json_read(process->arena, output.ptr, output.len, NULL, &value, NULL,
                      error) != PTC_OK)
        return error->message.ptr;
    if (value.kind != PTC_MAP)
        return "expected {\"content\": ..} or {\"error\": ..}";
    return ptc_llm_reply_read(&value, reply);
}

static ptc_status command_answer(ptc_llm_reply *reply, const ptc_llm_request *request,
                                 ptc_process *process, const char *name)
{
    ptc_json_error error = {.status = PTC_OK};
    const char *fault;

    if (process->end != PTC_PROCESS_EXITED)
        return command_explain(reply, request, process, name);
    fault = command_read(process, reply, &error);
    if (error.status == PTC_ERROR_MEMORY)
        return PTC_ERROR_MEMORY;
    if (fault == NULL && reply->message.ptr != NULL) { /* whatever its status */
        reply->message.len =
            ptc_utf8_prefix(reply->message.ptr, reply->message.len, COMMAND_MESSAGE_MAX);
        return PTC_ERROR_INVALID;
    }
    if (process->code != 0)
        return command_explain(reply, request, process, name);
    if (fault != NULL)
        return command_fail(reply, request, process, PTC_LLM_UNKNOWN,
                            "the output of %s is not a reply: %s", name, fault);
    return PTC_OK;
}

static ptc_status command_ask(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    static const ptc_options_kind kind = {"command", "ptc_llm_command",
                                          sizeof(ptc_llm_command)};
    static const ptc_llm_command standard = {.struct_size = sizeof standard};
    ptc_llm_command room;
    const ptc_llm_command *command =
        ptc_options_view(&kind, "ptc_llm_of_command", user, &standard, &room);
    ptc_str private_name = ptc_llm_find_private(&request->options);
    ptc_process process = {
        .argv = command->argv,
        .time_ms = request->time_ms,
        .cancel = request->cancel,
        .output_max =
            (size_t)COMMAND_CONTENT_MAX * COMMAND_ESCAPED + (size_t)COMMAND_REST_MAX,
        .arena = request->arena,
    };
    ptc_status status;
    ptc_text text;

    if (!ptc_llm_is_text(request, reply))
        return PTC_ERROR_INVALID;
    if (private_name.len > 0)
        return command_fail(reply, request, NULL, PTC_LLM_CLIENT_ERROR,
                            "llm_opts cannot set %.*s: the registry of models does",
                            (int)private_name.len, private_name.ptr);
    if (command->timeout_ms != 0 && command->timeout_ms < process.time_ms)
        process.time_ms = command->timeout_ms;
    ptc_text_init(&text, request->arena);
    status = command_write_request(&text, command, request);
    if (status == PTC_ERROR_INVALID)
        return command_fail(reply, request, NULL, PTC_LLM_CLIENT_ERROR,
                            "llm_opts cannot be written as JSON");
    if (status != PTC_OK)
        return status;
    process.input = ptc_text_view(&text);
    ptc_process_run(&process);
    return command_answer(reply, request, &process, command_name(command));
}

static ptc_status command_call(const ptc_llm_request *request, ptc_llm_reply *reply,
                               void *user)
{
    return ptc_llm_serve(request, reply, user, command_ask);
}

ptc_status ptc_llm_of_command(const ptc_llm_command *command, const char *name,
                              ptc_llm *out)
{
    ptc_llm_command all = {.struct_size = sizeof all};

    *out = (ptc_llm){.name = name, .call = command_call};
    if (!ptc_options_copy(PTC_OPTIONS("command", ptc_llm_command), "ptc_llm_of_command",
                          command, &all))
        return PTC_ERROR_ARGUMENT;
    if (all.argv == NULL || all.argv[0] == NULL)
        return ptc_misuse("ptc_llm_of_command",
                          "command.argv is empty; set it to the words of the command");
    memcpy(&out->user, &command, sizeof command); /* it is only read */
    return PTC_OK;
}
