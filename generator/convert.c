/* SPDX-License-Identifier: MIT */
/*
 * `ptcc convert`: contracts in another form. A file whose only contract has no name
 * becomes one bare text; others become declarations, a map of schemas, or the tool
 * section of a prompt.
 *
 * What the other form cannot hold is a loss: reported on stderr with its place, an error
 * under --strict, and a member of the answer with --batch.
 */
#include "generator/convert.h"
#include "generator/target_options.h"
#include "render/render_int.h"

#include <stdlib.h>

/* ORDER ptcc_convert_form, then ORDER TARGET */
static const char *const convert_forms[] = {
    "",
    PTC_WORDS_TO_CONVERT,
#define PTC_TARGET(constant, word, emit_word, scope, name, summary) word,
#include <ptc/targets.def>
#undef PTC_TARGET
};
#define CONVERT_FORM_COUNT ((int)(sizeof convert_forms / sizeof convert_forms[0]))

static const char *const convert_styles[] = {PTC_WORDS_STYLE}; /* ORDER */

/* --- Texts ------------------------------------------------------------------------- */

static ptc_schema bare_schema(const ptc_schema *schema)
{
    ptc_schema bare = *schema;

    if (ptcc_contract_is_bare(schema))
        bare.root = ptc_schema_root(schema)->first + 1; /* the output */
    return bare;
}

/* Contracts in the form of a target, without a line end; grammars end with one. */
static void write_target(ptcc_conversion *work, ptc_text *out,
                         const ptc_contract *const *items, size_t count)
{
    ptcc_target_write(&work->notes, out, work->target, items, count,
                      &work->target_options);
}

/* One contract as a text without its name (in prompts that may be empty). */
static void write_one(ptcc_conversion *work, ptc_text *out, const ptc_contract *contract)
{
    ptc_schema plain = ptcc_convert_plain(work, contract);
    ptc_schema bare = bare_schema(&plain);
    ptc_render_options options = work->render;

    ptcc_convert_find_losses(work, contract, &plain, false);
    switch (work->to) {
    case PTCC_CONVERT_SIG:
        ptc_schema_write_signature(out, &bare, &work->render);
        break;
    case PTCC_CONVERT_MALLI:
        options.bare_output = ptcc_contract_is_bare(&plain);
        work->failed |= !ptcc_malli_tool(work->arena, &plain, contract->info);
        ptc_schema_write_malli(out, &plain, &options);
        break;
    case PTCC_CONVERT_PROMPT:
    case PTCC_CONVERT_NONE:
    case PTCC_CONVERT_BRIMLEY:
    case PTCC_CONVERT_TARGET:
        ptc_schema_write_prompt(out, contract->name, &plain, work->style, &work->render);
        break;
    }
}

/* One contract as `.sig` text, with its descriptions. */
static void write_sig(ptcc_conversion *work, ptc_text *out, ptc_str name,
                      const ptc_contract *contract)
{
    ptc_schema plain = ptcc_convert_plain(work, contract);
    bool is_type = contract->is_type || ptcc_contract_is_bare(&plain);

    ptcc_convert_find_losses(work, contract, &plain, true);
    if (ptcc_write_sig(out, name, is_type, &plain, contract->info) > 0)
        ptcc_convert_lose(work, contract, "descriptions of some elements");
}

void ptcc_convert_contract(ptcc_conversion *work, ptc_text *out,
                           const ptc_contract *contract)
{
    if (work->to == PTCC_CONVERT_SIG)
        write_sig(work, out, contract->name, contract);
    else
        write_one(work, out, contract);
}

static void write_declarations(ptcc_conversion *work, ptc_text *out,
                               const ptc_contract *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            ptc_text_byte(out, '\n');
        write_sig(work, out, items[i]->name, items[i]);
    }
}

static void write_malli_map(ptcc_conversion *work, ptc_text *out,
                            const ptc_contract *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ptc_str name = items[i]->name;
        ptc_value key =
            ptc_name_is_dotted(name) ? ptc_value_keyword(name) : ptc_value_string(name);

        ptc_text_cstr(out, i == 0 ? "{" : "\n ");
        ptc_value_write(out, &key);
        ptc_text_byte(out, ' ');
        write_one(work, out, items[i]);
    }
    ptc_text_cstr(out, "}\n");
}

static bool target_is_text(ptc_target target)
{
    return target == PTC_TARGET_GBNF || target == PTC_TARGET_LARK ||
           target == PTC_TARGET_SQL || target == PTC_TARGET_MARKDOWN;
}

/* The text of a contract as JSON: grammars are strings. */
static void write_target_value(ptcc_conversion *work, ptc_text *out,
                               const ptc_contract *contract)
{
    ptc_text text;

    if (!target_is_text(work->target)) {
        write_target(work, out, &contract, 1);
        return;
    }
    ptc_text_init(&text, work->arena);
    write_target(work, &text, &contract, 1);
    work->failed |= text.failed;
    ptc_json_write_string(out, ptc_text_view(&text));
}

/* Texts in JSON by the names of contracts, one per line. */
static void write_target_map(ptcc_conversion *work, ptc_text *out,
                             const ptc_contract *const *items, size_t count)
{
    work->target_options.indent = 0;
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(out, i == 0 ? "{\n  " : ",\n  ");
        ptc_json_write_string(out, items[i]->name);
        ptc_text_cstr(out, ": ");
        write_target_value(work, out, items[i]);
    }
    ptc_text_cstr(out, "\n}\n");
}

/* The tool section of a prompt. */
static void write_prompt(ptcc_conversion *work, ptc_text *out,
                         const ptc_contract *const *items, size_t count)
{
    ptc_prompt_tool *tools = ptc_arena_array(out->arena, count, sizeof *tools);

    for (size_t i = 0; tools != NULL && i < count; i++) {
        tools[i].name = items[i]->name;
        tools[i].schema = &items[i]->schema;
        ptcc_convert_find_losses(work, items[i], &items[i]->schema, false);
    }
    if (tools != NULL)
        ptc_tools_write_prompt(out, tools, count, work->style, &work->render);
    else
        out->failed = true;
}

/* --- Files ------------------------------------------------------------------------- */

/* A contract that is named after its file, because the text gives no name. */
static bool is_anonymous(const ptc_contract *contract)
{
    return contract->span.start == contract->span.end;
}

/* Collects the contracts to write: one by its name, or those that the file itself
 * declares. Prompts take only tools, unless there are none. Returns their number, 0 after
 * a message. */
static size_t choose(const ptc_cli *cli, const ptc_contracts *contracts,
                     ptcc_convert_form to, const ptc_contract **items)
{
    const char *name = ptc_cli_value(cli, PTC_OPTION_CONTRACT);
    bool wants_tools = to == PTCC_CONVERT_PROMPT;
    size_t count = 0;

    if (name != NULL) {
        items[0] = ptc_contract_choose(cli, contracts, cli->operands[0], name);
        return items[0] != NULL;
    }
    while (count == 0) {
        for (size_t i = 0; i < contracts->count; i++) {
            const ptc_contract *contract = &contracts->items[i];

            if (!contract->is_included && !(wants_tools && contract->is_type))
                items[count++] = contract;
        }
        if (!wants_tools)
            break;
        wants_tools = false;
    }
    if (count == 0)
        ptc_cli_say(cli, "%s declares no contract itself",
                    ptc_file_name(cli, cli->operands[0]));
    return count;
}

/* Contracts that are written, and those whose types are yet to be looked at. */
typedef struct selection {
    const ptc_contracts *contracts;
    bool *is_chosen;
    size_t *pending;
    size_t count;
} selection;

static void select_contract(selection *chosen, const ptc_contract *contract)
{
    size_t number = (size_t)(contract - chosen->contracts->items);

    if (chosen->is_chosen[number])
        return;
    chosen->is_chosen[number] = true;
    chosen->pending[chosen->count++] = number;
}

/* Whether the text is Malli, in which types that contain themselves have a registry. */
static bool is_malli(const ptcc_conversion *work)
{
    return work->to == PTCC_CONVERT_MALLI ||
           (work->to == PTCC_CONVERT_TARGET && work->target == PTC_TARGET_MALLI_JSON);
}

/* Selects the declarations of the types that the text of a contract only names, because
 * it would be too long written out, or they contain themselves. */
static void select_named_types(ptcc_conversion *work, selection *chosen,
                               const ptc_contract *contract)
{
    ptc_schema shown = {0};

    if (ptc_schema_shown(work->arena, &contract->schema, is_malli(work), &shown) !=
        PTC_OK)
        work->failed = true;
    for (uint32_t i = shown.root; !work->failed && i < shown.count; i++) {
        const ptc_contract *type =
            shown.nodes[i].type == PTC_TYPE_CUSTOM /* a name, or a registered type */
                ? ptc_contracts_find(chosen->contracts, shown.nodes[i].type_name)
                : NULL;

        work->keeps_names = work->keeps_names || type != NULL;
        if (type != NULL)
            select_contract(chosen, type);
    }
}

/* Adds those declarations to what is written, which then means the same without the file
 * that it comes from. Returns the number of all, in order of declaration. */
static size_t add_named_types(ptcc_conversion *work, const ptc_contracts *contracts,
                              const ptc_contract **items, size_t count)
{
    selection chosen = {.contracts = contracts};
    size_t total = 0;

    chosen.is_chosen =
        ptc_arena_array(work->arena, contracts->count, sizeof *chosen.is_chosen);
    chosen.pending =
        ptc_arena_array(work->arena, contracts->count, sizeof *chosen.pending);
    if (chosen.is_chosen == NULL || chosen.pending == NULL) {
        work->failed = true;
        return count;
    }
    for (size_t i = 0; i < count; i++)
        select_contract(&chosen, items[i]);
    while (chosen.count > 0)
        select_named_types(work, &chosen,
                           &contracts->items[chosen.pending[--chosen.count]]);
    for (size_t i = 0; i < contracts->count; i++) {
        if (chosen.is_chosen[i])
            items[total++] = &contracts->items[i];
    }
    return total;
}

/* One contract is alone, without its name, unless it is needed by that name: one that
 * was chosen, or has none, or is not JSON. */
static void write_all(ptcc_conversion *work, ptc_text *out, const ptc_contract **items,
                      size_t count, bool is_chosen)
{
    bool is_text = work->to == PTCC_CONVERT_TARGET && target_is_text(work->target);
    bool is_single = count == 1 && !work->keeps_names &&
                     (is_chosen || is_text || is_anonymous(items[0]));

    if (work->to == PTCC_CONVERT_TARGET &&
        (is_single || !ptc_target_is_single(work->target))) {
        write_target(work, out, items, count);
        if (!is_text)
            ptc_text_byte(out, '\n');
    } else if (work->to == PTCC_CONVERT_TARGET) {
        write_target_map(work, out, items, count);
    } else if (work->to == PTCC_CONVERT_PROMPT) {
        write_prompt(work, out, items, count);
    } else if (work->to == PTCC_CONVERT_SIG && is_single) {
        write_sig(work, out, PTC_STR(""), items[0]);
    } else if (is_single) {
        write_one(work, out, items[0]);
        ptc_text_byte(out, '\n');
    } else if (work->to == PTCC_CONVERT_SIG) {
        write_declarations(work, out, items, count);
    } else {
        write_malli_map(work, out, items, count);
    }
}

const char *ptcc_convert_word(const ptcc_conversion *work)
{
    return work->to == PTCC_CONVERT_TARGET ? ptc_target_word(work->target)
                                           : convert_forms[work->to];
}

static ptc_exit convert_file(const ptc_cli *cli, ptcc_conversion *work)
{
    const char *path = cli->operands[0];
    const ptc_contract **items;
    ptc_contract_reader reader;
    ptc_contracts contracts;
    ptc_exit status;
    size_t count;
    ptc_text out;

    if (!ptc_contract_reader_init(&reader, cli))
        return PTC_EXIT_USAGE;
    status = ptc_contract_reader_read(&reader, path, &contracts);
    if (status != PTC_EXIT_OK)
        return status;
    items =
        ptc_arena_array(cli->arena, contracts.count + 1, sizeof(const ptc_contract *));
    if (items == NULL)
        return ptc_cli_no_memory(cli);
    count = choose(cli, &contracts, work->to, items);
    if (count == 0)
        return PTC_EXIT_USAGE;
    if (work->to == PTCC_CONVERT_SIG ||
        is_malli(work)) /* others have a section for them */
        count = add_named_types(work, &contracts, items, count);
    ptcc_target_notes_init(&work->notes, cli->arena, &contracts);
    ptc_text_init(&out, cli->arena);
    write_all(work, &out, items, count, ptc_cli_has(cli, PTC_OPTION_CONTRACT));
    if (out.failed || work->failed)
        return ptc_cli_no_memory(cli);
    status = ptcc_target_notes_report(&work->notes, cli);
    if (status == PTC_EXIT_OK)
        ptc_cli_print(cli, &out);
    return status;
}

/* --- Batch ------------------------------------------------------------------------- */

static bool is_loss(const ptc_diag *diag)
{
    return strncmp(ptc_diag_name(diag->code), "loss-", strlen("loss-")) == 0;
}

static void answer_diagnostics(ptc_text *answer, const ptc_diags *diags)
{
    size_t count = 0;

    ptc_text_cstr(answer, ",\"ok\":false,\"diagnostics\":[");
    for (size_t i = 0; i < diags->count; i++) {
        const ptc_diag *diag = &diags->items[i];
        ptc_position position = ptc_source_position(diag->source, diag->span.start);

        if (diag->code == PTC_DIAG_LOSS_TARGET)
            continue; /* they have their own list */
        ptc_text_cstr(answer, count++ > 0 ? ",{\"line\":" : "{\"line\":");
        ptc_text_uint(answer, position.line);
        ptc_text_cstr(answer, ",\"col\":");
        ptc_text_uint(answer, position.column);
        ptc_answer_text(answer, "code", ptc_str_of(ptc_diag_name(diag->code)));
        ptc_answer_text(answer, "message", diag->message);
        ptc_text_byte(answer, '}');
    }
    ptc_text_byte(answer, ']');
}

/* What got lost in reading, then in writing. */
static void answer_losses(ptc_text *answer, const ptc_diags *read,
                          const ptc_diags *written)
{
    size_t count = 0;

    ptc_text_cstr(answer, ",\"losses\":[");
    for (size_t i = 0; i < read->count + written->count; i++) {
        const ptc_diag *diag =
            i < read->count ? &read->items[i] : &written->items[i - read->count];

        if (!is_loss(diag))
            continue;
        ptc_text_cstr(answer, count++ > 0 ? "," : "");
        ptc_json_write_string(answer, diag->message);
    }
    ptc_text_byte(answer, ']');
}

typedef enum row_form { ROW_SIG, ROW_MALLI, ROW_MALLI_JSON, ROW_JSON_SCHEMA } row_form;

static ptc_status read_row(const ptc_contract_reader *reader, ptc_arena *arena,
                           const ptc_source *source, row_form from, ptc_diags *diags,
                           ptc_contracts *out)
{
    const ptc_read_options *read = &reader->read;
    ptc_contract *one;

    if (from == ROW_JSON_SCHEMA)
        return ptc_contract_read_text(reader, arena, source, diags, out);
    one = ptc_arena_array(arena, 1, sizeof *one);
    if (one == NULL)
        return PTC_ERROR_MEMORY;
    one->source = source;
    *out = (ptc_contracts){.items = one, .count = 1};
    if (from == ROW_SIG)
        return ptc_signature_read(arena, source, read, diags, &one->schema);
    if (from == ROW_MALLI)
        return ptc_malli_read(arena, source, read, diags, &one->schema);
    return ptc_malli_read_json(arena, source, read, diags, &one->schema);
}

/* The text of a row: that of its type; of a list of tools, or of types that need their
 * names, all of them. */
static void write_row(ptcc_conversion *work, ptc_text *text, ptc_str name,
                      const ptc_contracts *contracts)
{
    const ptc_contract **items =
        ptc_arena_array(work->arena, contracts->count + 1, sizeof(const ptc_contract *));
    ptc_contract first = contracts->items[0];
    size_t count = 0;

    if (items == NULL) {
        work->failed = true;
        return;
    }
    items[count++] = &contracts->items[0];
    for (size_t i = 1; i < contracts->count; i++) {
        if (!contracts->items[i].is_type)
            items[count++] = &contracts->items[i];
    }
    if (work->to == PTCC_CONVERT_SIG || is_malli(work))
        count = add_named_types(work, contracts, items, count);
    if (count > 1 || work->keeps_names) {
        write_all(work, text, items, count, false);
        return;
    }
    first.name = name; /* of the row */
    items[0] = &first;
    if (work->to == PTCC_CONVERT_TARGET)
        write_target(work, text, items, count);
    else
        write_one(work, text, items[0]);
}

/* Takes the number of a word in convert_forms. */
static void set_form(ptcc_conversion *work, int to)
{
    work->to = to < PTCC_CONVERT_TARGET ? (ptcc_convert_form)to : PTCC_CONVERT_TARGET;
    if (work->to == PTCC_CONVERT_TARGET)
        work->target = (ptc_target)(to - PTCC_CONVERT_TARGET);
}

/* What a row asks for, besides its text. False after an answer. */
static bool read_request(const ptc_value *row, ptc_text *answer, ptcc_conversion *work,
                         int *from)
{
    static const char *const froms[] = {"sig", "malli", "malli-json", "json-schema"};
    const ptc_value *names = ptc_row_value(row, "malli_names");
    int to;
    int style;

    if (!ptc_row_choice(row, "from", froms, 4, from)) {
        ptc_answer_error(answer, "row",
                         "from is one of sig, malli, malli-json, json-schema");
        return false;
    }
    if (!ptc_row_choice(row, "to", convert_forms, CONVERT_FORM_COUNT, &to) || to == 0 ||
        to == PTCC_CONVERT_BRIMLEY) {
        ptc_answer_error(answer, "row",
                         "to is sig, malli, prompt, json-schema or another word of `ptcc "
                         "convert --to`, except for brimley");
        return false;
    }
    if (!ptc_row_choice(row, "style", convert_styles, 3, &style)) {
        ptc_answer_error(answer, "row", "style is one of seed, compact, fenced");
        return false;
    }
    set_form(work, to);
    if (ptc_row_value(row, "style") != NULL)
        work->style = (ptc_prompt_style)style;
    if (names != NULL && names->kind == PTC_BOOL)
        work->render.malli_names = names->as.boolean;
    return true;
}

/* What a batch has for all rows. */
typedef struct batch_conversion {
    const ptcc_conversion *work;
    ptc_contract_reader reader;
} batch_conversion;

static void answer_row(const ptc_cli *cli, const ptc_value *row, ptc_arena *arena,
                       ptc_text *answer, void *user)
{
    const batch_conversion *batch = user;
    ptcc_conversion work = *batch->work;
    ptc_source source = {PTC_STR("text"), {NULL, 0}};
    ptc_str name = PTC_STR("");
    ptc_contracts contracts;
    ptc_status status;
    ptc_diags diags;
    ptc_text text;
    int from;

    work.arena = arena;
    if (!read_request(row, answer, &work, &from))
        return;
    if (from < ROW_MALLI_JSON ? !ptc_row_text(row, "text", &source.text)
                              : !ptc_row_json(row, "text", arena, &source.text)) {
        ptc_answer_error(answer, "row", "a row must have its contract in text");
        return;
    }
    if (ptc_row_text(row, "name", &name) && name.len > 0)
        source.name = name; /* of a type that contains itself */
    ptc_diags_init(&diags, arena);
    diags.source = &source;
    status = read_row(&batch->reader, arena, &source, (row_form)from, &diags, &contracts);
    answer->failed |= status == PTC_ERROR_MEMORY;
    if (status != PTC_OK) {
        answer_diagnostics(answer, &diags);
        return;
    }
    ptcc_target_notes_init(&work.notes, arena, &contracts);
    ptc_text_init(&text, arena);
    write_row(&work, &text, name, &contracts);
    answer->failed |= text.failed || work.failed || work.notes.failed;
    if (work.notes.diags.errors > 0 ||
        (ptc_cli_has(cli, PTC_OPTION_STRICT) &&
         (ptc_cli_has_loss(&diags) || ptc_cli_has_loss(&work.notes.diags)))) {
        answer_diagnostics(answer, &work.notes.diags);
    } else {
        ptc_text_cstr(answer, ",\"ok\":true");
        ptc_answer_text(answer, "text", ptc_text_view(&text));
    }
    answer_losses(answer, &diags, &work.notes.diags);
}

static ptc_exit convert_batch(const ptc_cli *cli, const ptcc_conversion *work)
{
    batch_conversion batch = {.work = work};

    if (!ptc_contract_reader_init(&batch.reader, cli))
        return PTC_EXIT_USAGE;
    return ptc_batch_run(cli, PTC_LINE_LIMIT, answer_row, &batch);
}

/* --- The verb ---------------------------------------------------------------------- */

ptc_exit ptcc_convert(const ptc_cli *cli)
{
    ptcc_conversion work = {.arena = cli->arena,
                            .render = {.struct_size = sizeof(ptc_render_options)}};
    int to = ptc_cli_choice(cli, PTC_OPTION_TO, convert_forms, CONVERT_FORM_COUNT);
    int style = ptc_cli_choice(cli, PTC_OPTION_STYLE, convert_styles, 3);

    if (to < 0 || style < 0)
        return PTC_EXIT_USAGE;
    if (!ptcc_target_options_read(cli, &work.target_options))
        return PTC_EXIT_USAGE;
    work.target_options.indent = 2;
    set_form(&work, to);
    work.style = (ptc_prompt_style)style;
    if (ptc_cli_has(cli, PTC_OPTION_OUTPUT))
        work.target_options.direction = PTC_OUTPUT;
    work.target_options.sql_zones = ptc_cli_has(cli, PTC_OPTION_SQL_TZ);
    work.render.malli_names = ptc_cli_has(cli, PTC_OPTION_MALLI_NAMES);
    if (ptc_cli_has(cli, PTC_OPTION_BATCH))
        return convert_batch(cli, &work);
    if (to == PTCC_CONVERT_NONE)
        return ptc_cli_misuse(cli, "convert needs --to FORM");
    if (cli->operand_count != 1)
        return ptc_cli_misuse(cli, "convert takes one file; `-` is standard input");
    if (to == PTCC_CONVERT_BRIMLEY)
        return ptcc_convert_brimley(cli);
    return convert_file(cli, &work);
}
