/* SPDX-License-Identifier: MIT */
/* Reads and writes samples: rows of JSON, and values from the command line. See
 * compile_samples.h. */
#include "generator/compile_samples.h"
#include "generator/text/c_text.h"

static ptc_exit samples_push(const ptc_cli *cli, ptcc_sample_list *list,
                             const ptc_compile_sample *sample)
{
    ptc_compile_sample *added;

    if (list->count == PTC_LOCK_SAMPLES_MAX)
        return ptc_cli_misuse(cli, "more than %d samples", PTC_LOCK_SAMPLES_MAX);
    added = PTC_ARENA_PUSH(cli->arena, list->items, list->count, list->capacity);
    if (added == NULL)
        return ptc_cli_no_memory(cli);
    *added = *sample;
    return PTC_EXIT_OK;
}

/* --- Rows ----------------------------------------------------------------------------
 */

typedef struct samples_reader {
    const ptc_cli *cli;
    const ptc_lock_samples *rows;
    ptc_diags diags;
    ptc_span span; /* of the row in hand */
} samples_reader;

static bool samples_refuse(samples_reader *reader, const char *why)
{
    ptc_diag_add(&reader->diags, PTC_DIAG_COMPILE_SAMPLE, reader->span,
                 "not a row of samples: %s", why);
    return false;
}

/* Whether the object has these keys alone; `keys` ends with NULL. */
static bool samples_has_only(samples_reader *reader, const ptc_value *row,
                             const char *const *keys)
{
    for (uint32_t i = 0; i < row->aux; i++) {
        const ptc_value *key = &row->as.map->entries[i].key;
        const char *const *known = keys;

        while (*known != NULL && !ptc_str_equal(ptc_value_text(key), ptc_str_of(*known)))
            known++;
        if (*known != NULL)
            continue;
        ptc_diag_add(&reader->diags, PTC_DIAG_COMPILE_SAMPLE, reader->span,
                     "not a row of samples: unknown key %s",
                     ptc_diag_quote(&reader->diags, ptc_value_text(key)));
        return false;
    }
    return true;
}

static bool samples_read_call(samples_reader *reader, const ptc_value *row,
                              ptc_recorded_call *out)
{
    static const char *const keys[] = {"name",    "args",   "result",
                                       "message", "reason", NULL};
    const ptc_value *arguments;
    const ptc_value *result;

    memset(out, 0, sizeof *out);
    out->result = ptc_value_nil();
    if (row->kind != PTC_MAP || !ptc_row_text(row, "name", &out->name))
        return samples_refuse(reader, "a call has a name, a string");
    arguments = ptc_row_value(row, "args");
    result = ptc_row_value(row, "result");
    if (arguments == NULL || arguments->kind != PTC_MAP)
        return samples_refuse(reader, "a call has args, an object");
    if ((result != NULL) == ptc_row_text(row, "message", &out->message))
        return samples_refuse(reader, "a call has either a result or a message");
    out->arguments = *arguments;
    if (result != NULL)
        out->result = *result;
    (void)ptc_row_text(row, "reason", &out->reason);
    return samples_has_only(reader, row, keys);
}

static bool samples_read_calls(samples_reader *reader, const ptc_value *calls,
                               ptc_compile_sample *out)
{
    ptc_recorded_call *items;

    if (calls->kind != PTC_VECTOR)
        return samples_refuse(reader, "calls are a list");
    items = ptc_arena_array(reader->cli->arena, (size_t)calls->aux + 1, sizeof *items);
    if (items == NULL)
        return false;
    for (uint32_t i = 0; i < calls->aux; i++) {
        if (!samples_read_call(reader, &calls->as.items[i], &items[i]))
            return false;
    }
    out->calls = items;
    out->call_count = calls->aux;
    return true;
}

/* What a run is to give; nothing where none of them has been checked yet. */
static bool samples_read_expected(samples_reader *reader, const ptc_value *row,
                                  ptc_compile_sample *out)
{
    const ptc_value *result = ptc_row_value(row, "result");
    bool fails = ptc_row_value(row, "fail") != NULL;
    ptc_str reason = PTC_STR("");

    if ((result != NULL && fails) || (fails && !ptc_row_text(row, "fail", &reason)))
        return samples_refuse(reader, "a row has either result or fail, a string");
    out->expected = ptc_value_nil();
    if (result != NULL) {
        out->expect = PTC_COMPILE_EXPECT_RESULT;
        out->expected = *result;
    } else if (fails) {
        out->expect = PTC_COMPILE_EXPECT_FAIL;
        out->expected = ptc_value_string(reason);
    }
    return true;
}

static bool samples_read_row(samples_reader *reader, ptc_str line,
                             ptc_compile_sample *out)
{
    static const char *const keys[] = {"input", "result", "fail", "calls", NULL};
    const ptc_value *input;
    const ptc_value *calls;
    ptc_json_error error;
    ptc_value row;

    memset(out, 0, sizeof *out);
    if (ptc_json_read(reader->cli->arena, line.ptr, line.len, NULL, &row, NULL, &error) !=
        PTC_OK)
        return samples_refuse(reader, error.message.ptr);
    if (row.kind != PTC_MAP)
        return samples_refuse(reader, "a row is a JSON object");
    input = ptc_row_value(&row, "input");
    calls = ptc_row_value(&row, "calls");
    if (input == NULL || input->kind != PTC_MAP)
        return samples_refuse(reader, "a row has input, an object of named arguments");
    if (!samples_read_expected(reader, &row, out))
        return false;
    out->arguments = *input;
    out->has_calls = true;
    return samples_has_only(reader, &row, keys) &&
           (calls == NULL || samples_read_calls(reader, calls, out));
}

ptc_exit ptcc_samples_parse(const ptc_cli *cli, const ptc_lock_samples *rows,
                            ptcc_sample_list *out)
{
    samples_reader reader = {.cli = cli, .rows = rows};
    ptc_exit status = PTC_EXIT_OK;

    memset(out, 0, sizeof *out);
    ptc_diags_init(&reader.diags, cli->arena);
    reader.diags.source = &rows->source;
    for (size_t i = 0; i < rows->count && status == PTC_EXIT_OK; i++) {
        uint32_t start = (uint32_t)(rows->rows[i].ptr - rows->source.text.ptr);
        ptc_compile_sample sample;

        reader.span = (ptc_span){start, start + (uint32_t)rows->rows[i].len};
        if (samples_read_row(&reader, rows->rows[i], &sample))
            status = samples_push(cli, out, &sample);
    }
    if (cli->arena->failed)
        return ptc_cli_no_memory(cli);
    return status == PTC_EXIT_OK ? ptc_cli_report(cli, &reader.diags) : status;
}

/* --- The command line ----------------------------------------------------------------
 */

typedef struct samples_taker {
    const ptc_cli *cli;
    ptc_str parameter; /* the only one; ptr NULL: there are none, or several */
    ptcc_sample_list *list;
    ptc_exit status;
} samples_taker;

/* The name of the only parameter. */
static ptc_str samples_parameter(const ptc_schema *signature)
{
    const ptc_schema_node *inputs;

    if (signature == NULL || ptc_schema_root(signature)->type != PTC_TYPE_FUNCTION)
        return ptc_str_make(NULL, 0);
    inputs = &signature->nodes[ptc_schema_root(signature)->first];
    return inputs->count == 1 ? signature->nodes[inputs->first].name
                              : ptc_str_make(NULL, 0);
}

/* Whether a value is the map of named arguments that has the parameter alone. */
static bool samples_is_named(const samples_taker *taker, const ptc_value *value)
{
    return value->kind == PTC_MAP && value->aux == 1 &&
           ptc_map_find_text(value->as.map, PTC_STRING, taker->parameter) != NULL;
}

static void samples_add(samples_taker *taker, const char *name, const ptc_value *value)
{
    const ptc_cli *cli = taker->cli;
    ptc_compile_sample sample = {.arguments = *value};
    ptc_map_entry *entry;

    if (taker->parameter.ptr != NULL && !samples_is_named(taker, value)) {
        entry = ptc_arena_array(cli->arena, 1, sizeof *entry);
        if (entry != NULL)
            *entry = (ptc_map_entry){ptc_value_string(taker->parameter), *value};
        if (entry == NULL ||
            ptc_map_make(cli->arena, entry, 1, &sample.arguments, NULL) != PTC_OK) {
            taker->status = ptc_cli_no_memory(cli);
            return;
        }
    } else if (value->kind != PTC_MAP) {
        taker->status = ptc_cli_misuse(
            cli, "--sample: %s: a sample is a JSON object of named arguments", name);
        return;
    }
    taker->status = samples_push(cli, taker->list, &sample);
}

/* Takes one text of JSON; for ptc_data_read. */
static bool samples_take_text(const ptc_data_text *text, void *user)
{
    samples_taker *taker = user;
    const ptc_cli *cli = taker->cli;
    ptc_json_error error;
    ptc_status status;
    ptc_value value;

    if (text->text.ptr == NULL) {
        taker->status = ptc_cli_misuse(cli, "--sample: %s: line %llu is too long",
                                       text->name, (unsigned long long)text->line);
        return false;
    }
    status = ptc_json_read(cli->arena, text->text.ptr, text->text.len, NULL, &value, NULL,
                           &error);
    if (status == PTC_ERROR_MEMORY)
        taker->status = ptc_cli_no_memory(cli);
    else if (status != PTC_OK)
        taker->status = ptc_cli_misuse(cli, "--sample: %s: line %llu, byte %zu: %s",
                                       text->name, (unsigned long long)text->line,
                                       error.offset + 1, error.message.ptr);
    else if (value.kind != PTC_VECTOR)
        samples_add(taker, text->name, &value);
    for (uint32_t i = 0; status == PTC_OK && value.kind == PTC_VECTOR && i < value.aux &&
                         taker->status == PTC_EXIT_OK;
         i++)
        samples_add(taker, text->name, &value.as.items[i]);
    return taker->status == PTC_EXIT_OK;
}

/* Whether it is JSON and not the name of a file. */
static bool samples_is_json(const char *text)
{
    text += strspn(text, " \t\r\n");
    return *text == '{' || *text == '[';
}

ptc_exit ptcc_samples_take(const ptc_cli *cli, const ptc_schema *signature,
                           ptcc_sample_list *out)
{
    samples_taker taker = {cli, samples_parameter(signature), out, PTC_EXIT_OK};

    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < cli->given_count && taker.status == PTC_EXIT_OK; i++) {
        const char *value = cli->given[i].value;

        if (cli->given[i].option != PTC_OPTION_SAMPLE)
            continue;
        if (samples_is_json(value))
            samples_take_text(&(ptc_data_text){value, ptc_str_of(value), .line = 1,
                                               .is_document = true},
                              &taker);
        else if (!ptc_data_read(cli, value, PTC_LINE_LIMIT, samples_take_text, &taker))
            return PTC_EXIT_USAGE;
    }
    if (taker.status == PTC_EXIT_OK && out->count == 0)
        return ptc_cli_misuse(cli, "--sample: no sample was given");
    return taker.status;
}

/* --- Writing -------------------------------------------------------------------------
 */

static ptc_status samples_write_member(ptc_text *out, const char *key,
                                       const ptc_value *value)
{
    ptc_text_cstr(out, out->ptr[out->len - 1] == '{' ? "\"" : ",\"");
    ptc_text_cstr(out, key);
    ptc_text_cstr(out, "\":");
    return ptc_json_write_named(out, value, 0);
}

static ptc_status samples_write_text(ptc_text *out, const char *key, ptc_str text)
{
    ptc_value value = ptc_value_string(text);

    return samples_write_member(out, key, &value);
}

static ptc_status samples_write_call(ptc_text *out, const ptc_recorded_call *call)
{
    ptc_status status;

    ptc_text_byte(out, '{');
    status = samples_write_text(out, "name", call->name);
    if (status == PTC_OK)
        status = samples_write_member(out, "args", &call->arguments);
    if (status == PTC_OK && call->message.ptr == NULL)
        status = samples_write_member(out, "result", &call->result);
    else if (status == PTC_OK)
        status = samples_write_text(out, "message", call->message);
    if (status == PTC_OK && call->message.ptr != NULL && call->reason.len > 0)
        status = samples_write_text(out, "reason", call->reason);
    ptc_text_byte(out, '}');
    return status;
}

static ptc_status samples_write_row(ptc_text *out, const ptc_compile_sample *sample)
{
    bool fails = sample->expect == PTC_COMPILE_EXPECT_FAIL;
    ptc_status status;

    ptc_text_byte(out, '{');
    status = samples_write_member(out, "input", &sample->arguments);
    if (status == PTC_OK && sample->expect != PTC_COMPILE_EXPECT_NOTHING)
        status = samples_write_member(out, fails ? "fail" : "result", &sample->expected);
    ptc_text_cstr(out, sample->call_count > 0 ? ",\"calls\":[" : "");
    for (size_t i = 0; status == PTC_OK && i < sample->call_count; i++) {
        ptc_text_cstr(out, i > 0 ? "," : "");
        status = samples_write_call(out, &sample->calls[i]);
    }
    ptc_text_cstr(out, sample->call_count > 0 ? "]}" : "}");
    return out->failed ? PTC_ERROR_MEMORY : status;
}

ptc_exit ptcc_samples_write(const ptc_cli *cli, const char *agent_path,
                            const ptc_compile_sample *samples, size_t count,
                            ptc_lock_samples *out)
{
    ptc_str *rows = ptc_arena_array(cli->arena, count + 1, sizeof *rows);

    memset(out, 0, sizeof *out);
    out->source.name = ptc_lock_samples_path(cli->arena, agent_path);
    if (rows == NULL || out->source.name.ptr == NULL)
        return ptc_cli_no_memory(cli);
    for (size_t i = 0; i < count; i++) {
        ptc_status status;
        ptc_text text;

        ptc_text_init(&text, cli->arena);
        status = samples_write_row(&text, &samples[i]);
        if (status == PTC_ERROR_MEMORY)
            return ptc_cli_no_memory(cli);
        if (status != PTC_OK) {
            ptc_cli_say(cli,
                        "%s: sample %zu has values that JSON cannot express, such as "
                        "infinities or keys that are equal in JSON",
                        agent_path, i + 1);
            return PTC_EXIT_INPUT;
        }
        rows[out->count++] = ptc_text_view(&text);
    }
    out->rows = rows;
    return PTC_EXIT_OK;
}
