/* SPDX-License-Identifier: MIT */
/*
 * `ptcc compile`: checks a program for an agent, and writes it as the agent's lock with
 * samples of what it does. A model writes the program, or the user gives it; `ptcc gen
 * --compiled` turns it into C. Nothing is written unless everything is in order.
 * [subagent 15]
 */
#include "generator/compile.h"
#include "generator/text/output.h"

/* --- The command line ----------------------------------------------------------------
 */

/* ORDER ptcc_compile_way, without the first. */
static const ptc_cli_option compile_ways[] = {PTC_OPTION_PROGRAM, PTC_OPTION_ACCEPT,
                                              PTC_OPTION_REPLAY, PTC_OPTION_CHECK};
enum { COMPILE_WAYS = sizeof compile_ways / sizeof compile_ways[0] };

/* Refuses options that say nothing where no model is asked, or no sample is taken. */
static ptc_exit compile_check_options(const ptc_cli *cli, ptcc_compile_way way)
{
    static const ptc_cli_option models[] = {PTC_OPTION_LLM, PTC_OPTION_MODELS,
                                            PTC_OPTION_LLM_OPTS, PTC_OPTION_SCRIPT};
    const char *name = "";

    if (way == PTCC_COMPILE_DERIVE)
        return PTC_EXIT_OK;
    name = ptc_cli_option_name(compile_ways[way - 1]);
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        if (ptc_cli_has(cli, models[i]))
            return ptc_cli_misuse(cli, "--%s asks no model: leave out --%s", name,
                                  ptc_cli_option_name(models[i]));
    }
    if (way != PTCC_COMPILE_PROGRAM && ptc_cli_has(cli, PTC_OPTION_SAMPLE))
        return ptc_cli_misuse(cli, "--%s uses the existing samples: leave out --sample",
                              name);
    return PTC_EXIT_OK;
}

/* What is to be done; the options that say so exclude each other. */
static ptc_exit compile_choose_way(const ptc_cli *cli, ptcc_compile_way *out)
{
    *out = PTCC_COMPILE_DERIVE;
    for (int i = 0; i < COMPILE_WAYS; i++) {
        if (!ptc_cli_has(cli, compile_ways[i]))
            continue;
        if (*out != PTCC_COMPILE_DERIVE)
            return ptc_cli_misuse(cli,
                                  "compile takes one of --program, --accept, --replay "
                                  "and --check");
        *out = (ptcc_compile_way)(i + 1);
    }
    return compile_check_options(cli, *out);
}

/* Whether one place of the command line alone reads standard input. */
static ptc_exit compile_check_input(const ptc_cli *cli)
{
    size_t count = 0;

    for (size_t i = 0; i < cli->given_count; i++) {
        const ptc_cli_given *given = &cli->given[i];

        if (given->option == PTC_OPTION_PROGRAM || given->option == PTC_OPTION_SAMPLE)
            count += strcmp(given->value, "-") == 0;
    }
    if (count > 1)
        return ptc_cli_misuse(cli,
                              "standard input can be the program or a sample, not both");
    return PTC_EXIT_OK;
}

static ptc_exit compile_check_usage(const ptc_cli *cli)
{
    ptc_exit status = compile_check_input(cli);

    if (status != PTC_EXIT_OK)
        return status;
    if (cli->operand_count != 1)
        return ptc_cli_misuse(cli, "compile needs one agent file");
    if (strcmp(cli->operands[0], "-") == 0)
        return ptc_cli_misuse(
            cli,
            "compile writes next to the agent file, so it cannot read standard input");
    if (!ptc_agent_file_is(ptc_str_of(cli->operands[0])))
        return ptc_cli_misuse(cli,
                              "%s is not an agent: agent files end in .agent.edn or "
                              ".agent.json",
                              cli->operands[0]);
    return ptc_lock_check_name(cli, cli->operands[0]);
}

/* --- What is read --------------------------------------------------------------------
 */

static ptc_exit compile_read_agent(ptcc_compile_job *job)
{
    const ptc_cli *cli = job->cli;
    ptc_contract_reader reader;
    ptc_exit status;

    if (!ptc_contract_reader_init(&reader, cli))
        return PTC_EXIT_USAGE;
    status = ptc_agent_reader_read(&reader, job->path, &job->command.file);
    if (status != PTC_EXIT_OK)
        return status;
    job->agent = job->command.file.agent;
    job->as_read = ptc_lock_keep_agent(cli->arena, job->agent);
    job->command.path = job->path;
    job->command.agents = ptc_arena_array(cli->arena, 1, sizeof *job->command.agents);
    if (job->as_read == NULL || job->command.agents == NULL)
        return ptc_cli_no_memory(cli);
    job->command.agents[0] = *job->agent->agent;
    job->command.agent_count = 1;
    return PTC_EXIT_OK;
}

static ptc_exit compile_read_program(ptcc_compile_job *job)
{
    const ptc_cli *cli = job->cli;
    ptc_str lock = ptc_lock_path(cli->arena, job->path);
    const char *path = ptc_cli_value(cli, PTC_OPTION_PROGRAM);

    if (job->way == PTCC_COMPILE_DERIVE)
        return PTC_EXIT_OK;
    if (lock.ptr == NULL)
        return ptc_cli_no_memory(cli);
    if (path == NULL && !ptc_lock_exists(cli, job->path))
        return ptc_lock_say_missing(cli, job->path);
    if (path == NULL)
        path = lock.ptr;
    return ptc_lock_read(cli, path, ptc_place_is_one(path, lock.ptr), &job->program)
               ? PTC_EXIT_OK
               : PTC_EXIT_USAGE;
}

/* Whether somebody answers calls of tools. */
static bool compile_has_tools(const ptc_cli *cli)
{
    return cli->host != NULL || ptc_cli_has(cli, PTC_OPTION_TOOLS) ||
           ptc_cli_has(cli, PTC_OPTION_TOOL_RESULTS) ||
           ptc_cli_has(cli, PTC_OPTION_CASSETTE);
}

/* The samples of --sample, or the existing ones. Their results are found again, with live
 * tools if there are any. */
static ptc_exit compile_read_samples(ptcc_compile_job *job)
{
    const ptc_cli *cli = job->cli;
    bool is_given = ptc_cli_has(cli, PTC_OPTION_SAMPLE);
    bool forgets = job->way == PTCC_COMPILE_DERIVE ||
                   (job->way == PTCC_COMPILE_PROGRAM && compile_has_tools(cli));
    ptc_exit status;

    if (!ptc_lock_read_samples(cli, job->path, true, &job->rows))
        return PTC_EXIT_USAGE;
    if (is_given)
        return ptcc_samples_take(cli, job->agent->agent->signature, &job->samples);
    if (job->rows.count == 0 && job->way == PTCC_COMPILE_REPLAY) {
        ptc_cli_say(cli, "%s: it has no samples, %s; ptcc compile writes them", job->path,
                    ptc_lock_samples_path(cli->arena, job->path).ptr);
        return PTC_EXIT_INPUT;
    }
    status = ptcc_samples_parse(cli, &job->rows, &job->samples);
    job->has_rows = job->samples.count > 0;
    for (size_t i = 0; forgets && i < job->samples.count; i++) {
        job->samples.items[i].has_calls = false;
        job->samples.items[i].call_count = 0;
    }
    return status;
}

/* --- Compiling -----------------------------------------------------------------------
 */

/* The samples without what they are known to give. */
static ptc_compile_sample *compile_unknown(const ptcc_compile_job *job)
{
    ptc_compile_sample *items =
        ptc_arena_array(job->cli->arena, job->samples.count + 1, sizeof *items);

    for (size_t i = 0; items != NULL && i < job->samples.count; i++) {
        items[i] = job->samples.items[i];
        items[i].expect = PTC_COMPILE_EXPECT_NOTHING;
        items[i].expected = ptc_value_nil();
    }
    return items;
}

static unsigned compile_flags(const ptc_cli *cli)
{
    return (ptc_cli_has(cli, PTC_OPTION_ALLOW_UNUSED) ? PTC_COMPILE_ALLOW_UNUSED : 0u) |
           (ptc_cli_has(cli, PTC_OPTION_CALL_TOOLS) ? PTC_COMPILE_CALL_TOOLS : 0u);
}

static ptc_exit compile_run(ptcc_compile_job *job)
{
    const ptc_cli *cli = job->cli;
    ptc_compile_sample *samples = compile_unknown(job);
    ptc_compile_options options = {
        .struct_size = sizeof options,
        .run = &job->command.options,
        .samples = samples,
        .sample_count = job->samples.count,
        .flags = compile_flags(cli),
    };
    int64_t seed = 0;

    if (samples == NULL)
        return ptc_cli_no_memory(cli);
    if (!ptc_cli_number(cli, PTC_OPTION_SEED, 0, INT64_MAX, &seed))
        return PTC_EXIT_USAGE;
    options.seed = (uint64_t)seed;
    if (job->way != PTCC_COMPILE_DERIVE)
        options.program = ptc_lock_program(&job->program);
    if (job->way == PTCC_COMPILE_REPLAY)
        options.input_count = PTC_UNLIMITED;
    return ptcc_compile_report(job, ptc_agent_compile(cli->arena, &job->command.agents[0],
                                                      &options, &job->made));
}

/* Whether the samples give what they gave. */
static ptc_exit compile_replay(ptcc_compile_job *job)
{
    const ptc_compile_replayed *replayed = NULL;
    ptc_status status;

    if (!job->has_rows ||
        (job->way != PTCC_COMPILE_ACCEPT && job->way != PTCC_COMPILE_REPLAY))
        return PTC_EXIT_OK;
    status =
        ptc_compile_replay(job->cli->arena, job->made->compiled, &job->command.options,
                           job->samples.items, job->samples.count, &replayed);
    return ptcc_compile_report_replay(job, status, replayed);
}

/* --- What is written -----------------------------------------------------------------
 */

/* The line that says what wrote the program, for people. */
static ptc_str compile_origin(const ptcc_compile_job *job)
{
    ptc_text text;

    if (job->way != PTCC_COMPILE_DERIVE)
        return ptc_lock_origin(job->cli->arena, &job->program);
    ptc_text_init(&text, job->cli->arena);
    ptc_lock_write_origin(&text, &job->made->compiled->origin,
                          job->made->prompt_revision);
    return ptc_text_view(&text);
}

/* The program with a newline at its end. */
static ptc_str compile_source(const ptcc_compile_job *job)
{
    ptc_str made = job->made->source;
    ptc_text text;

    if (job->way != PTCC_COMPILE_DERIVE)
        return ptc_lock_program(&job->program);
    ptc_text_init(&text, job->cli->arena);
    ptc_text_str(&text, made);
    if (made.len > 0 && made.ptr[made.len - 1] != '\n')
        ptc_text_byte(&text, '\n');
    return ptc_text_view(&text);
}

static void compile_add_samples(ptcc_outputs *outputs, const ptc_lock_samples *samples)
{
    ptc_text text;

    ptc_text_init(&text, outputs->cli->arena);
    for (size_t i = 0; i < samples->count; i++) {
        ptc_text_str(&text, samples->rows[i]);
        ptc_text_byte(&text, '\n');
    }
    outputs->failed = outputs->failed || text.failed;
    ptcc_output_add_text(outputs, samples->source.name, ptc_text_view(&text));
}

/* Lock and samples, both or none of them. Rows that were replayed stay as they are. */
static ptc_exit compile_write(ptcc_compile_job *job)
{
    const ptc_cli *cli = job->cli;
    bool keeps_rows = job->way == PTCC_COMPILE_ACCEPT && job->has_rows;
    ptc_lock_samples samples = job->rows;
    ptc_exit status = PTC_EXIT_OK;
    ptc_lock_facts facts;
    ptcc_outputs outputs;
    ptc_text lock;

    if (!keeps_rows)
        status = ptcc_samples_write(cli, job->path, job->made->samples,
                                    job->made->sample_count, &samples);
    if (status != PTC_EXIT_OK)
        return status;
    facts = (ptc_lock_facts){.agent = job->as_read,
                             .path = job->path,
                             .program = compile_source(job),
                             .samples = &samples,
                             .origin = compile_origin(job)};
    if (!ptc_lock_write(cli->arena, &facts, &lock))
        return ptc_cli_no_memory(cli);
    ptcc_outputs_init(&outputs, cli);
    ptcc_output_add_text(&outputs, ptc_lock_path(cli->arena, job->path),
                         ptc_text_view(&lock));
    if (!keeps_rows && (samples.count > 0 || job->rows.count > 0))
        compile_add_samples(&outputs, &samples);
    if (!ptcc_outputs_keep_apart(&outputs))
        return PTC_EXIT_USAGE;
    return ptcc_outputs_write(&outputs, ptc_cli_has(cli, PTC_OPTION_ALWAYS_WRITE));
}

/* --- The verb ------------------------------------------------------------------------
 */

static ptc_exit compile_check(ptcc_compile_job *job)
{
    ptc_lock_facts facts = {.agent = job->agent,
                            .path = job->path,
                            .program = ptc_lock_program(&job->program),
                            .samples = &job->rows};
    ptc_exit status = ptc_lock_check_facts(job->cli, &facts, &job->program);
    ptc_lock_compiled compiled;

    return status == PTC_EXIT_OK
               ? ptc_lock_check_program(job->cli, job->agent, &job->program, &compiled)
               : status;
}

static ptc_exit compile_all(ptcc_compile_job *job)
{
    ptc_exit status = compile_read_agent(job);

    if (status == PTC_EXIT_OK)
        status = compile_read_program(job);
    if (status == PTC_EXIT_OK)
        status = compile_read_samples(job);
    if (status == PTC_EXIT_OK && job->way == PTCC_COMPILE_CHECK)
        return compile_check(job);
    job->command.lacks_tools = job->way != PTCC_COMPILE_DERIVE;
    if (status == PTC_EXIT_OK)
        status = ptc_agent_command_prepare(&job->command);
    if (status != PTC_EXIT_OK)
        return status;
    ptc_agent_command_take_interrupts(&job->command);
    status = compile_run(job);
    if (status == PTC_EXIT_OK)
        status = compile_replay(job);
    return status == PTC_EXIT_OK && job->way != PTCC_COMPILE_REPLAY ? compile_write(job)
                                                                    : status;
}

ptc_exit ptcc_compile(const ptc_cli *cli)
{
    ptc_exit status = compile_check_usage(cli);
    ptcc_compile_job job = {.cli = cli,
                            .path = status == PTC_EXIT_OK ? cli->operands[0] : ""};

    if (status == PTC_EXIT_OK)
        status = compile_choose_way(cli, &job.way);
    if (status != PTC_EXIT_OK)
        return status;
    if (!ptc_agent_command_open(&job.command, cli))
        return PTC_EXIT_USAGE;
    return ptc_agent_command_close(&job.command, compile_all(&job));
}
