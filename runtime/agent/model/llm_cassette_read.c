/* SPDX-License-Identifier: MIT */
/* Rows of recordings, and finding them by key. See llm_cassette.h. */
#include "agent/model/llm_cassette.h"
#include "base/base_int.h"

typedef struct tape_reader {
    ptc_tape *tape;
    size_t line;
    ptc_arena *errors;
    ptc_error *error;
} tape_reader;

/* --- Faults ------------------------------------------------------------------------ */

/* "NAME:LINE" and what follows; ptr is NULL when refused. */
static ptc_str tape_place(const tape_reader *reader, ptc_arena *arena, const char *rest)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_str(&text, reader->tape->source->name);
    ptc_text_byte(&text, ':');
    ptc_text_uint(&text, reader->line);
    ptc_text_cstr(&text, rest);
    return text.failed ? ptc_str_make(NULL, 0) : ptc_text_view(&text);
}

static ptc_status tape_refuse(const tape_reader *reader, const char *why)
{
    ptc_str path = tape_place(reader, reader->errors, "");
    ptc_str message = ptc_str_copy(reader->errors, ptc_str_of(why));

    if (path.ptr == NULL || message.ptr == NULL)
        return PTC_ERROR_MEMORY;
    *reader->error = ptc_error_make(message, path, PTC_STR("syntax"));
    return PTC_ERROR_SYNTAX;
}

/* --- The table --------------------------------------------------------------------- */

static ptc_str tape_key_text(const ptc_tape_key *key)
{
    return ptc_str_make(key->hex, sizeof key->hex);
}

ptc_tape_row *ptc_tape_find(const ptc_tape *tape, const ptc_tape_key *key)
{
    const ptc_name_entry *found = ptc_names_find(&tape->keys, tape_key_text(key));

    return found != NULL ? &tape->rows[found->value] : NULL;
}

/* All rows by their keys; equal keys in a chain. */
static bool tape_make_table(ptc_tape *tape)
{
    ptc_names_init(&tape->keys, tape->arena);
    tape->keys.is_exact = true;
    for (size_t i = 0; i < tape->count; i++) {
        ptc_tape_row *row = &tape->rows[i];
        const ptc_name_entry *entry =
            ptc_names_add(&tape->keys, tape_key_text(&row->key), (uint32_t)i);
        ptc_tape_row *first;

        if (entry == NULL)
            return false;
        first = &tape->rows[entry->value];
        if (first == row)
            row->head = (uint32_t)i + 1;
        else
            tape->rows[first->last - 1].next = (uint32_t)i + 1;
        first->last = (uint32_t)i + 1;
    }
    return true;
}

/* --- Requests ---------------------------------------------------------------------- */

static const char tape_request_form[] =
    "expected request as {\"system\", \"messages\": [{\"role\", \"content\"}], "
    "\"llm_opts\"?}";

static bool tape_read_message(const ptc_value *value, ptc_message *out)
{
    static const char *const keys[] = {"role", "content", NULL};
    const ptc_value *role = ptc_llm_member(value, "role");
    const ptc_value *content = ptc_llm_member(value, "content");

    if (role == NULL || content == NULL || !ptc_llm_knows(value, keys) ||
        role->kind != PTC_STRING || content->kind != PTC_STRING)
        return false;
    out->content = ptc_value_text(content);
    out->role = PTC_ROLE_USER;
    if (ptc_str_equal(ptc_value_text(role), PTC_STR("assistant")))
        out->role = PTC_ROLE_ASSISTANT;
    else
        return ptc_str_equal(ptc_value_text(role), PTC_STR("user"));
    return true;
}

static const char *tape_read_messages(const tape_reader *reader, const ptc_value *list,
                                      ptc_tape_request *request)
{
    ptc_message *messages =
        ptc_arena_array(reader->tape->arena, list->aux, sizeof *messages);

    for (uint32_t i = 0; messages != NULL && i < list->aux; i++) {
        if (!tape_read_message(&list->as.items[i], &messages[i]))
            return tape_request_form;
    }
    request->messages = messages;
    request->message_count = messages != NULL ? list->aux : 0;
    return NULL;
}

static const char *tape_read_request(const tape_reader *reader, const ptc_value *value,
                                     ptc_tape_row *row)
{
    static const char *const keys[] = {"system", "messages", "llm_opts", NULL};
    const ptc_value *system = ptc_llm_member(value, "system");
    const ptc_value *messages = ptc_llm_member(value, "messages");
    const ptc_value *options = ptc_llm_member(value, "llm_opts");
    ptc_value nil = ptc_value_nil();
    ptc_status status;

    if (value->kind != PTC_MAP || !ptc_llm_knows(value, keys) || system == NULL ||
        system->kind != PTC_STRING || messages == NULL || messages->kind != PTC_VECTOR ||
        (options != NULL && options->kind != PTC_MAP))
        return tape_request_form;
    row->has_request = true;
    row->request.model = row->name;
    row->request.system = ptc_value_text(system);
    row->request.options =
        ptc_tape_options(reader->tape->arena, options != NULL ? options : &nil, &status);
    return tape_read_messages(reader, messages, &row->request);
}

/* --- Rows -------------------------------------------------------------------------- */

/* The key in the row, which must be that of its content, unless parts of that are hidden
 * or missing. */
static const char *tape_read_key(const ptc_value *value, bool is_known, ptc_tape_row *row)
{
    const ptc_value *key = ptc_llm_member(value, "key");
    const ptc_value *redacted = ptc_llm_member(value, "redacted");

    row->is_redacted = redacted != NULL && redacted->as.boolean;
    if (redacted != NULL && redacted->kind != PTC_BOOL)
        return "expected redacted as true or false";
    if (key == NULL)
        return is_known && !row->is_redacted
                   ? NULL
                   : "expected a key, since the parts it is made from are not all there";
    if (key->kind != PTC_STRING || key->aux != sizeof row->key.hex)
        return "expected key as 64 hexadecimal digits";
    if (is_known && !row->is_redacted &&
        memcmp(row->key.hex, key->as.text, sizeof row->key.hex) != 0)
        return "the key is not that of the row: leave it out, or record again";
    memcpy(row->key.hex, key->as.text, sizeof row->key.hex);
    return NULL;
}

/* Rows written by people use the current prompt texts; recorded ones have keys. */
static const char *tape_read_revision(const ptc_value *value, ptc_tape_row *row)
{
    const ptc_value *revision = ptc_llm_member(value, "prompt_revision");

    row->prompt_revision =
        ptc_llm_member(value, "key") != NULL ? 1 : (uint32_t)PTC_PROMPT_REVISION;
    if (revision == NULL)
        return NULL;
    if (revision->kind != PTC_INT || revision->as.integer < 1 ||
        revision->as.integer > INT32_MAX)
        return "expected prompt_revision as a number from 1";
    row->prompt_revision = (uint32_t)revision->as.integer;
    return NULL;
}

static const char *tape_read_answer(const tape_reader *reader, const ptc_value *value,
                                    ptc_tape_row *row)
{
    static const char *const keys[] = {"llm",   "key",   "prompt_revision", "request",
                                       "reply", "error", "redacted",        NULL};
    const ptc_value *request = ptc_llm_member(value, "request");
    const ptc_value *reply = ptc_llm_member(value, "reply");
    const ptc_value *error = ptc_llm_member(value, "error");
    const char *fault = NULL;

    if (!ptc_llm_knows(value, keys) || (reply == NULL) == (error == NULL) ||
        (reply != NULL && reply->kind != PTC_MAP))
        return "expected {\"llm\", \"key\"?, \"prompt_revision\"?, \"request\", "
               "\"reply\" or \"error\", \"redacted\"?}";
    row->is_error = error != NULL;
    fault = error != NULL ? ptc_llm_reply_read_error(error, &row->reply)
                          : ptc_llm_reply_read(reply, &row->reply);
    if (fault == NULL)
        fault = tape_read_revision(value, row);
    if (fault == NULL && request != NULL)
        fault = tape_read_request(reader, request, row);
    if (fault == NULL && row->has_request) {
        ptc_arena_mark mark = ptc_arena_place(reader->tape->arena);

        ptc_tape_request_key(reader->tape->arena, &row->request, &row->key);
        ptc_arena_rewind(reader->tape->arena, mark); /* `failed` stays */
    }
    return fault != NULL ? fault : tape_read_key(value, row->has_request, row);
}

/* The error of a tool, its texts as C strings. */
static const char *tape_read_failure(const tape_reader *reader, const ptc_value *error,
                                     ptc_tape_row *row)
{
    static const char *const keys[] = {"message", "reason", "final", NULL};
    const ptc_value *message = ptc_llm_member(error, "message");
    const ptc_value *reason = ptc_llm_member(error, "reason");
    const ptc_value *final = ptc_llm_member(error, "final");

    if (message == NULL || message->kind != PTC_STRING || !ptc_llm_knows(error, keys) ||
        (reason != NULL && reason->kind != PTC_STRING) ||
        (final != NULL && final->kind != PTC_BOOL))
        return "expected error as {\"message\", \"reason\"?, \"final\"?}";
    row->is_error = true;
    row->is_final = final != NULL && final->as.boolean;
    row->reply.message = ptc_str_copy(reader->tape->arena, ptc_value_text(message));
    if (reason != NULL)
        row->reason = ptc_str_copy(reader->tape->arena, ptc_value_text(reason)).ptr;
    return NULL;
}

static const char *tape_read_result(const tape_reader *reader, const ptc_value *value,
                                    ptc_tape_row *row)
{
    static const char *const keys[] = {"tool",   "name",  "key",      "args",
                                       "result", "error", "redacted", NULL};
    const ptc_value *arguments = ptc_llm_member(value, "args");
    const ptc_value *error = ptc_llm_member(value, "error");
    const ptc_value *result =
        ptc_map_find_text(value->as.map, PTC_STRING, PTC_STR("result"));
    const char *fault = NULL;
    ptc_map empty = {0};
    ptc_value none = ptc_value_map(&empty);
    ptc_status status;

    if (!ptc_llm_knows(value, keys) || (result == NULL) == (error == NULL))
        return "expected {\"tool\" or \"name\", \"args\", \"result\" or \"error\", "
               "\"key\"?, \"redacted\"?}";
    if (error != NULL)
        fault = tape_read_failure(reader, error, row);
    if (fault != NULL)
        return fault;
    if (arguments != NULL && arguments->kind != PTC_MAP)
        return "expected args as an object";
    row->result = result != NULL ? *result : ptc_value_nil();
    row->arguments = ptc_tape_arguments(reader->tape->arena,
                                        arguments != NULL ? arguments : &none, &status);
    if (row->arguments.ptr == NULL)
        return "expected args without names that differ only by '-' and '_'";
    if (!ptc_tape_tool_key(reader->tape->arena, row->name, row->arguments, &row->key))
        return NULL; /* the arena has failed */
    return tape_read_key(value, true, row);
}

static const char *tape_read_row(const tape_reader *reader, const ptc_value *value,
                                 ptc_tape_row *row)
{
    static const char *const names[] = {"llm", "tool", "name"};
    const ptc_value *found = NULL;

    for (size_t i = 0; i < 3 && value->kind == PTC_MAP; i++) {
        const ptc_value *name = ptc_llm_member(value, names[i]);

        if (name == NULL)
            continue;
        if (found != NULL || name->kind != PTC_STRING || name->aux == 0)
            return "expected one of llm, tool and name, as a string";
        found = name;
        row->is_tool = i > 0;
    }
    if (found == NULL)
        return "expected a row: {\"llm\": ..}, {\"tool\": ..} or {\"name\": ..}";
    row->name = ptc_value_text(found);
    return row->is_tool ? tape_read_result(reader, value, row)
                        : tape_read_answer(reader, value, row);
}

/* --- Lines ------------------------------------------------------------------------- */

/* A last line that is not even JSON was cut off by a crash. */
static ptc_status tape_tear(tape_reader *reader, ptc_str line)
{
    ptc_tape *tape = reader->tape;

    tape->whole = (size_t)(line.ptr - tape->source->text.ptr);
    tape->torn = tape_place(
        reader, tape->arena,
        ": the last row is incomplete and left out; the rows before it are used");
    return tape->torn.ptr != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}

static ptc_status tape_read_line(tape_reader *reader, ptc_str line, bool is_whole)
{
    ptc_json_options options = {.struct_size = sizeof options, .borrow = true};
    ptc_tape *tape = reader->tape;
    ptc_tape_row *row;
    ptc_json_error error;
    const char *fault;
    ptc_value value;
    ptc_status status =
        ptc_json_read(tape->arena, line.ptr, line.len, &options, &value, NULL, &error);

    if (status == PTC_ERROR_MEMORY)
        return status;
    if (status != PTC_OK)
        return is_whole ? tape_refuse(reader, error.message.ptr)
                        : tape_tear(reader, line);
    if (tape->count == UINT32_MAX - 1)
        return tape_refuse(reader, "too many rows");
    row = PTC_ARENA_PUSH(tape->arena, tape->rows, tape->count, tape->capacity);
    if (row == NULL)
        return PTC_ERROR_MEMORY;
    *row = (ptc_tape_row){.line = reader->line};
    ptc_llm_reply_init(&row->reply);
    fault = tape_read_row(reader, &value, row);
    if (tape->arena->failed)
        return PTC_ERROR_MEMORY;
    return fault == NULL ? PTC_OK : tape_refuse(reader, fault);
}

ptc_status ptc_tape_read(ptc_tape *tape, ptc_arena *errors, ptc_error *error)
{
    tape_reader reader = {.tape = tape, .errors = errors, .error = error};
    ptc_str rest = tape->source->text;
    ptc_status status = PTC_OK;

    tape->whole = rest.len;
    tape->ends_in_line = rest.len > 0 && rest.ptr[rest.len - 1] != '\n';
    while (rest.len > 0 && status == PTC_OK) {
        const char *end = memchr(rest.ptr, '\n', rest.len);
        size_t length = end != NULL ? (size_t)(end - rest.ptr) : rest.len;
        ptc_str line = ptc_str_make(rest.ptr, length);

        reader.line++;
        if (!ptc_str_is_blank(line))
            status = tape_read_line(&reader, line, end != NULL);
        length += end != NULL;
        rest = ptc_str_make(rest.ptr + length, rest.len - length);
    }
    if (status == PTC_OK && !tape_make_table(tape))
        status = PTC_ERROR_MEMORY;
    return status;
}
