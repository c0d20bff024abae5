/* SPDX-License-Identifier: MIT */
/*
 * `ptc validate --batch`: each row has its own schema, value and options. [architecture
 * 8] The last schema is kept, so runs of rows with the same one read it once.
 */
#include "tool/ptc/checker.h"

#include <ptc/contract.h>

typedef enum schema_form { SCHEMA_SIGNATURE, SCHEMA_MALLI, SCHEMA_JSON } schema_form;

typedef struct validate_batch {
    ptc_contract_reader reader;
    ptc_arena arena; /* of the schema that is kept */
    ptc_str text;    /* its text; ptr NULL: none is kept */
    schema_form form;
    bool is_good;
    bool is_refused; /* memory to read it was refused */
    ptc_source source;
    ptc_schema schema;
    ptc_diags diags;
    ptc_context context; /* of --app and --config */
} validate_batch;

/* Whether Malli text is in the JSON form: `[` followed by a string. */
static bool is_json_form(ptc_str text)
{
    size_t at = 0;
    size_t brackets = 0;

    while (at < text.len &&
           (memchr(" \t\r\n", text.ptr[at], 4) != NULL || text.ptr[at] == '[')) {
        brackets += text.ptr[at] == '[';
        at++;
    }
    return at < text.len && text.ptr[at] == '"' && brackets <= 1;
}

/* A JSON Schema: its own type, or its first tool. */
static ptc_status read_json_schema(validate_batch *batch)
{
    ptc_contracts contracts;
    ptc_status status = ptc_contract_read_text(&batch->reader, &batch->arena,
                                               &batch->source, &batch->diags, &contracts);

    if (status == PTC_OK)
        batch->schema = contracts.items[0].schema;
    return status;
}

/* Makes the schema of `text` the one that is kept. */
static void keep_schema(validate_batch *batch, ptc_str text, schema_form form)
{
    ptc_status status;

    if (batch->text.ptr != NULL && batch->form == form &&
        ptc_str_equal(batch->text, text))
        return;
    ptc_arena_reset(&batch->arena);
    batch->text = ptc_str_copy(&batch->arena, text);
    batch->form = form;
    batch->source.name = PTC_STR("schema");
    batch->source.text = batch->text;
    ptc_diags_init(&batch->diags, &batch->arena);
    batch->diags.source = &batch->source;
    if (batch->text.ptr == NULL)
        status = PTC_ERROR_MEMORY;
    else if (form == SCHEMA_JSON)
        status = read_json_schema(batch);
    else if (form == SCHEMA_SIGNATURE)
        status = ptc_signature_read(&batch->arena, &batch->source, &batch->reader.read,
                                    &batch->diags, &batch->schema);
    else if (is_json_form(text))
        status = ptc_malli_read_json(&batch->arena, &batch->source, &batch->reader.read,
                                     &batch->diags, &batch->schema);
    else
        status = ptc_malli_read(&batch->arena, &batch->source, &batch->reader.read,
                                &batch->diags, &batch->schema);
    batch->is_good = status == PTC_OK;
    batch->is_refused = status == PTC_ERROR_MEMORY || batch->arena.failed;
    if (batch->is_refused)
        batch->text.ptr = NULL; /* the next row with this schema tries again */
}

static const ptc_diag *first_error(const ptc_diags *diags)
{
    for (size_t i = 0; i < diags->count; i++) {
        if (diags->items[i].severity == PTC_SEVERITY_ERROR)
            return &diags->items[i];
    }
    return NULL;
}

static void answer_schema_error(const validate_batch *batch, ptc_text *answer)
{
    const ptc_diag *diag = first_error(&batch->diags);
    ptc_position position = {1, 1};

    if (diag != NULL)
        position = ptc_source_position(diag->source, diag->span.start);
    ptc_text_cstr(answer, ",\"schema_error\":{\"line\":");
    ptc_text_uint(answer, position.line);
    ptc_text_cstr(answer, ",\"col\":");
    ptc_text_uint(answer, position.column);
    ptc_answer_text(answer, "code",
                    ptc_str_of(diag != NULL ? ptc_diag_name(diag->code) : "memory"));
    ptc_answer_text(answer, "message",
                    diag != NULL ? diag->message
                                 : PTC_STR("the schema needs too much memory"));
    ptc_text_byte(answer, '}');
}

static void answer_verdict(const ptc_verdict *verdict, bool is_json, ptc_text *answer)
{
    ptc_text edn;

    if (verdict->is_refused) {
        answer->failed = true;
        return;
    }
    ptc_text_byte(answer, ',');
    ptc_checker_answer(answer, verdict);
    if (!verdict->is_valid)
        return;
    if (is_json) {
        ptc_text_cstr(answer, ",\"value\":");
        if (ptc_json_write(answer, &verdict->value, 0) != PTC_OK)
            ptc_text_cstr(answer, "null"); /* cannot be: it came from JSON */
        return;
    }
    ptc_text_init(&edn, answer->arena);
    ptc_value_write(&edn, &verdict->value);
    ptc_answer_text(answer, "value", ptc_text_view(&edn));
    answer->failed |= edn.failed;
}

/* The options of a row. False after an answer. */
static bool read_circumstances(const ptc_value *row, ptc_text *answer, int *mode,
                               int *direction)
{
    static const char *const modes[] = {PTC_WORDS_MODE};
    static const char *const directions[] = {"input", "output"};

    if (!ptc_row_choice(row, "mode", modes, 4, mode)) {
        ptc_answer_error(answer, "row",
                         "mode must be enabled, warn_only, strict or disabled");
        return false;
    }
    if (!ptc_row_choice(row, "direction", directions, 2, direction)) {
        ptc_answer_error(answer, "row", "direction must be input or output");
        return false;
    }
    return true;
}

/* The schema of a row: text in sig or schema; text or JSON in json_schema. False: there
 * is none. */
static bool row_schema(const ptc_value *row, ptc_arena *arena, schema_form *form,
                       ptc_str *out)
{
    *form = SCHEMA_SIGNATURE;
    if (ptc_row_text(row, "sig", out))
        return true;
    *form = SCHEMA_JSON;
    if (ptc_row_json(row, "json_schema", arena, out))
        return true;
    *form = SCHEMA_MALLI;
    return ptc_row_text(row, "schema", out);
}

static void answer_row(const ptc_cli *cli, const ptc_value *row, ptc_arena *arena,
                       ptc_text *answer, void *user)
{
    validate_batch *batch = user;
    schema_form form;
    ptc_str schema;
    ptc_str value;
    ptc_verdict verdict;
    ptc_checker checker;
    int mode;
    int direction;

    (void)cli;
    if (!row_schema(row, arena, &form, &schema)) {
        ptc_answer_error(
            answer, "row",
            "a row must have its schema as text in sig, schema or json_schema");
        return;
    }
    if (!read_circumstances(row, answer, &mode, &direction))
        return;
    keep_schema(batch, schema, form);
    if (batch->is_refused) {
        answer->failed = true;
        return;
    }
    if (!batch->is_good) {
        answer_schema_error(batch, answer);
        return;
    }
    ptc_checker_init(&checker, &batch->schema, (ptc_mode)mode,
                     direction == 0 ? PTC_INPUT : PTC_OUTPUT);
    checker.walk.context = &batch->context;
    if (ptc_row_text(row, "json", &value)) {
        ptc_checker_json(&checker, arena, value, false, &verdict);
        answer_verdict(&verdict, true, answer);
    } else if (ptc_row_text(row, "value", &value)) {
        ptc_checker_edn(&checker, arena, value, &verdict);
        answer_verdict(&verdict, false, answer);
    } else {
        ptc_answer_error(answer, "row",
                         "a row must have its value as text in value or json");
    }
}

ptc_exit ptc_validate_batch(const ptc_cli *cli, size_t limit)
{
    validate_batch batch = {.text = {NULL, 0}};
    ptc_exit status;

    if (!ptc_data_read_host(cli, &batch.context))
        return PTC_EXIT_USAGE;
    if (!ptc_contract_reader_init(&batch.reader, cli))
        return PTC_EXIT_USAGE;
    ptc_arena_init(&batch.arena, NULL, 0);
    status = ptc_batch_run(cli, limit, answer_row, &batch);
    ptc_arena_free(&batch.arena);
    return status;
}
