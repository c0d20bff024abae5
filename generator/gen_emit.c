/* SPDX-License-Identifier: MIT */
/* `ptcc gen --emit`: the texts of the constants. They are made, and their losses and
 * faults reported, before anything else of a file is written. [emitters 1] */
#include "generator/gen_int.h"
#include "generator/target_notes.h"
#include "generator/target_options.h"
#include "target/target_int.h"

/* The contracts that a file itself declares, with its functions one after another. */
typedef struct emit_run {
    const ptc_cli *cli;
    const ptcc_c_options *options;
    ptc_target_options target;
    ptcc_target_notes notes;
    const ptc_contract **own;
    size_t own_count;
    const ptc_contract **functions;
    size_t function_count;
} emit_run;

ptc_exit ptcc_gen_check_emit(const ptcc_gen_run *run)
{
    for (size_t i = 0; run->options.forms != 0 && i < run->cli->operand_count; i++) {
        const char *path = run->cli->operands[i];

        if (ptc_cli_is_agent(run->cli, path))
            return ptc_cli_misuse(run->cli,
                                  "--emit is for contracts, and %s is an agent or a "
                                  "chain; declare its contract in a separate file",
                                  path);
    }
    return PTC_EXIT_OK;
}

static bool emit_is_function(const ptc_contract *contract)
{
    return !contract->is_type && !ptcc_contract_is_bare(&contract->schema);
}

static bool emit_start(emit_run *run, const ptc_contracts *contracts)
{
    ptc_arena *arena = run->cli->arena;

    ptcc_target_notes_init(&run->notes, arena, contracts);
    run->own = ptc_arena_array(arena, contracts->count + 1, sizeof(const ptc_contract *));
    run->functions =
        ptc_arena_array(arena, contracts->count + 1, sizeof(const ptc_contract *));
    if (run->own == NULL || run->functions == NULL)
        return false;
    for (size_t i = 0; i < contracts->count; i++) {
        const ptc_contract *contract = &contracts->items[i];

        if (contract->is_included)
            continue;
        run->own[run->own_count++] = contract;
        if (emit_is_function(contract))
            run->functions[run->function_count++] = contract;
    }
    return true;
}

/* A text that is kept; one with a fault, which is noted, is empty. */
static ptc_str emit_text(emit_run *run, ptc_target target,
                         const ptc_contract *const *items, size_t count)
{
    ptc_target_options options = run->target;
    ptc_text text;

    /* A function is called with its parameters, none included. */
    if (ptc_target_is_single(target) && !ptc_target_is_reply(target) &&
        emit_is_function(items[0]))
        options.direction = PTC_INPUT;
    ptc_text_init(&text, run->cli->arena);
    ptcc_target_write(&run->notes, &text, target, items, count, &options);
    return text.len > 0 ? ptc_text_view(&text) : PTC_STR("");
}

static void emit_singles(emit_run *run, ptc_str *texts)
{
    for (size_t i = 0; i < run->own_count; i++, texts += PTC_TARGET_COUNT) {
        for (unsigned t = 0; t < PTC_TARGET_COUNT; t++) {
            if (ptcc_c_forms_has(run->options->forms, (ptc_target)t) &&
                ptc_target_is_single((ptc_target)t))
                texts[t] = emit_text(run, (ptc_target)t, &run->own[i], 1);
        }
    }
}

static void emit_lists(emit_run *run, ptc_str *texts)
{
    for (unsigned t = 0; t < PTC_TARGET_COUNT; t++) {
        ptc_target target = (ptc_target)t;
        bool has_types = !ptc_target_is_tools(target);
        size_t count = has_types ? run->own_count : run->function_count;

        if (ptcc_c_forms_has(run->options->forms, target) &&
            !ptc_target_is_single(target) && count > 0)
            texts[t] =
                emit_text(run, target, has_types ? run->own : run->functions, count);
    }
}

/* A server, or its list alone. */
static bool emit_server(const ptcc_gen_run *run, const ptcc_gen_unit *unit,
                        emit_run *emit, ptcc_c_request *request)
{
    const ptcc_gen_functions functions = {emit->functions, emit->function_count};
    ptcc_c_server *server;

    if (!run->options.server.has_source && !run->options.server.has_json)
        return true;
    server = ptc_arena_array(run->cli->arena, 1, sizeof *server);
    if (server == NULL)
        return false;
    server->name = request->stem;
    request->server = server;
    return ptcc_gen_make_server(run, &unit->contracts, &emit->notes, &emit->target,
                                &functions, server);
}

ptc_exit ptcc_gen_emit(const ptcc_gen_run *run, const ptcc_gen_unit *unit,
                       ptcc_c_request *request)
{
    ptc_arena *arena = run->cli->arena;
    emit_run emit = {.cli = run->cli, .options = &run->options};
    ptc_str *own;
    ptc_str *file;

    if (run->options.forms == 0 || unit->agents != NULL)
        return PTC_EXIT_OK;
    if (!ptcc_target_options_read(run->cli, &emit.target))
        return PTC_EXIT_USAGE;
    if (!emit_start(&emit, &unit->contracts))
        return ptc_cli_no_memory(run->cli);
    own = ptc_arena_array(arena, emit.own_count * PTC_TARGET_COUNT + 1, sizeof *own);
    file = ptc_arena_array(arena, PTC_TARGET_COUNT, sizeof *file);
    if (own == NULL || file == NULL)
        return ptc_cli_no_memory(run->cli);
    emit_singles(&emit, own);
    emit_lists(&emit, file);
    request->forms = (ptcc_c_form_texts){own, file};
    if (!emit_server(run, unit, &emit, request))
        return ptc_cli_no_memory(run->cli);
    /* What JSON itself does not tell apart holds of nearly every file, in every build. */
    emit.notes.general_count = 0;
    return ptcc_target_notes_report(&emit.notes, run->cli);
}
