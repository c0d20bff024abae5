/* SPDX-License-Identifier: MIT */
/*
 * `ptcc compile`: a program that is given is checked for an agent and written down as its
 * lock, from which `ptcc gen --compiled` makes C. Nothing is written unless everything is
 * in order. [subagent 15]
 */
#include "generator/generator_int.h"
#include "generator/lock.h"
#include "generator/text/c_text.h"

#include <errno.h>
#include <sys/stat.h>

/* Reads a file that holds a program. What the command replaces is no place that it must
 * keep off, so that a lock can be its own program. */
static bool compile_read(const ptc_cli *cli, const char *path, bool is_replaced,
                         ptcc_program_file *out)
{
    ptc_cli own = *cli;
    ptc_source source;

    if (is_replaced)
        own.reads = NULL;
    if (!ptc_file_read_text(&own, path, &source))
        return false;
    if (ptcc_lock_take(cli->arena, &source, out))
        return true;
    (void)ptc_cli_no_memory(cli);
    return false;
}

/* The program of the file, for the agent. */
static ptc_exit compile_program(const ptc_cli *cli, const ptc_agent_file *agent,
                                const ptcc_program_file *file, ptcc_compiled *out)
{
    ptc_diags diags;
    ptc_status status;
    ptc_exit reported;

    ptc_diags_init(&diags, cli->arena);
    status = ptcc_program_compile(cli->arena, agent, file, &diags, out);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    reported = ptc_cli_report(cli, &diags);
    return reported == PTC_EXIT_OK && status != PTC_OK ? PTC_EXIT_INPUT : reported;
}

/* --- For gen -------------------------------------------------------------------------
 */

/* Whether there is no such file; what else is wrong with one is said when it is read. */
static bool compile_is_missing(const char *path)
{
    struct stat facts;

    return stat(path, &facts) != 0 && errno == ENOENT;
}

/* The command that makes the lock of an agent from a program. */
static ptc_str compile_command(const ptc_cli *cli, const char *path, ptc_str program)
{
    return C_JOIN(cli->arena, PTC_STR("ptcc compile "), ptc_str_of(path),
                  PTC_STR(" --program "), program);
}

static ptc_exit compile_check_lock(const ptc_cli *cli, const ptc_agent_file *agent,
                                   const char *path, ptc_str lock_path,
                                   const ptcc_program_file *lock)
{
    ptc_diags diags;
    ptc_exit reported;

    ptc_diags_init(&diags, cli->arena);
    ptcc_lock_check(&diags, agent, lock, compile_command(cli, path, lock_path));
    if (cli->arena->failed)
        return ptc_cli_no_memory(cli);
    reported = ptc_cli_report(cli, &diags);
    return reported == PTC_EXIT_INPUT && ptc_cli_has(cli, PTC_OPTION_CHECK)
               ? PTC_EXIT_STALE
               : reported;
}

ptc_exit ptcc_compile_lock(const ptc_cli *cli, const ptc_agent_file *agent,
                           const char *path, const ptc_source **lock,
                           const ptcc_compiled **out)
{
    ptc_str lock_path = ptcc_lock_path(cli->arena, path);
    ptcc_program_file *file = ptc_arena_array(cli->arena, 1, sizeof *file);
    ptcc_compiled *compiled = ptc_arena_array(cli->arena, 1, sizeof *compiled);
    ptc_exit status;

    if (file == NULL || compiled == NULL || lock_path.ptr == NULL)
        return ptc_cli_no_memory(cli);
    if (compile_is_missing(lock_path.ptr)) {
        ptc_str command = compile_command(cli, path, PTC_STR("PROGRAM.clj"));

        ptc_cli_say(cli, "%s: it has no lock, %.*s; to make it: %.*s", path,
                    (int)lock_path.len, lock_path.ptr, (int)command.len, command.ptr);
        return PTC_EXIT_INPUT;
    }
    if (!compile_read(cli, lock_path.ptr, false, file))
        return PTC_EXIT_USAGE;
    status = compile_check_lock(cli, agent, path, lock_path, file);
    if (status == PTC_EXIT_OK)
        status = compile_program(cli, agent, file, compiled);
    *lock = &file->source;
    *out = compiled;
    return status;
}

/* --- The verb ------------------------------------------------------------------------
 */

static ptc_exit compile_check_usage(const ptc_cli *cli)
{
    if (cli->operand_count != 1)
        return ptc_cli_misuse(cli, "compile needs one agent file");
    if (strcmp(cli->operands[0], "-") == 0)
        return ptc_cli_misuse(cli, "compile writes beside the agent file, so it cannot "
                                   "take standard input");
    if (!ptc_agent_file_is(ptc_str_of(cli->operands[0])))
        return ptc_cli_misuse(cli,
                              "%s is no agent: its name ends in .agent.edn or "
                              ".agent.json",
                              cli->operands[0]);
    if (!ptc_cli_has(cli, PTC_OPTION_PROGRAM))
        return ptc_cli_misuse(cli, "compile needs --program FILE");
    return PTC_EXIT_OK;
}

static ptc_exit compile_write(const ptc_cli *cli, const ptc_agent_file *agent,
                              ptc_str lock_path, const ptcc_compiled *compiled)
{
    ptcc_outputs outputs;
    ptc_text lock;

    if (!ptcc_lock_write(cli->arena, agent, cli->operands[0], compiled->source, &lock))
        return ptc_cli_no_memory(cli);
    ptcc_outputs_init(&outputs, cli);
    ptcc_output_add_text(&outputs, lock_path, ptc_text_view(&lock));
    if (!ptcc_outputs_keep_apart(&outputs))
        return PTC_EXIT_USAGE;
    return ptcc_outputs_write(&outputs, ptc_cli_has(cli, PTC_OPTION_ALWAYS_WRITE));
}

ptc_exit ptcc_compile(const ptc_cli *cli)
{
    ptc_contract_reader reader;
    ptc_agent_operand operand;
    ptcc_program_file file;
    ptcc_compiled compiled;
    const char *program = ptc_cli_value(cli, PTC_OPTION_PROGRAM);
    ptc_exit status = compile_check_usage(cli);
    ptc_str lock_path;

    if (status != PTC_EXIT_OK)
        return status;
    if (!ptc_contract_reader_init(&reader, cli))
        return PTC_EXIT_USAGE;
    status = ptc_agent_reader_read(&reader, cli->operands[0], &operand);
    if (status != PTC_EXIT_OK)
        return status;
    lock_path = ptcc_lock_path(cli->arena, cli->operands[0]);
    if (lock_path.ptr == NULL)
        return ptc_cli_no_memory(cli);
    if (!compile_read(cli, program, ptc_str_equal(ptc_str_of(program), lock_path), &file))
        return PTC_EXIT_USAGE;
    status = compile_program(cli, operand.agent, &file, &compiled);
    return status == PTC_EXIT_OK ? compile_write(cli, operand.agent, lock_path, &compiled)
                                 : status;
}
