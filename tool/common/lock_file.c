/* SPDX-License-Identifier: MIT */
/* Locks, samples and programs as files, and the parts that gen needs. See lock.h. */
#include "tool/common/lock.h"

#include <errno.h>
#include <sys/stat.h>

/* Whether there is no such file; any other fault is reported when it is read. */
static bool lock_is_missing(const char *path)
{
    struct stat facts;

    return stat(path, &facts) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

/* --- Files ------------------------------------------------------------------------- */

/* A ptc_cli that notes no inputs: for a file that the command reads and then rewrites. */
static bool lock_read_text(const ptc_cli *cli, const char *path, bool is_replaced,
                           ptc_source *out)
{
    ptc_cli own = *cli;

    if (is_replaced)
        own.reads = NULL;
    return ptc_file_read_text(&own, path, PTC_FILE_MAX, out);
}

bool ptc_lock_read(const ptc_cli *cli, const char *path, bool is_replaced,
                   ptc_lock_file *out)
{
    ptc_source source;

    if (!lock_read_text(cli, path, is_replaced, &source))
        return false;
    if (ptc_lock_take(cli->arena, &source, out))
        return true;
    (void)ptc_cli_no_memory(cli);
    return false;
}

bool ptc_lock_take_samples(const ptc_cli *cli, const ptc_source *read,
                           ptc_lock_samples *out)
{
    size_t capacity = 0;
    ptc_str *rows = NULL;
    ptc_str rest = read->text;
    ptc_str line;

    *out = (ptc_lock_samples){.source = *read};
    while (!cli->arena->failed && ptc_take_line(&rest, &line)) {
        ptc_str *row;

        if (line.len > 0 && line.ptr[line.len - 1] == '\r')
            line.len--;
        if (line.len == 0)
            continue;
        if (out->count == PTC_LOCK_SAMPLES_MAX) {
            (void)ptc_cli_misuse(cli, "%.*s: more than %d samples", (int)read->name.len,
                                 read->name.ptr, PTC_LOCK_SAMPLES_MAX);
            return false;
        }
        row = PTC_ARENA_PUSH(cli->arena, rows, out->count, capacity);
        if (row != NULL)
            *row = line;
    }
    out->rows = rows;
    if (cli->arena->failed)
        (void)ptc_cli_no_memory(cli);
    return !cli->arena->failed;
}

bool ptc_lock_read_samples(const ptc_cli *cli, const char *agent_path, bool is_replaced,
                           ptc_lock_samples *out)
{
    ptc_str path = ptc_lock_samples_path(cli->arena, agent_path);
    ptc_source source;

    memset(out, 0, sizeof *out);
    if (path.ptr != NULL && lock_is_missing(path.ptr))
        return true;
    if (path.ptr != NULL && !lock_read_text(cli, path.ptr, is_replaced, &source))
        return false;
    if (path.ptr != NULL)
        return ptc_lock_take_samples(cli, &source, out);
    (void)ptc_cli_no_memory(cli);
    return false;
}

/* --- Names ------------------------------------------------------------------------- */

/* The file with the same lock: its name with the other ending. */
static ptc_str lock_twin(ptc_arena *arena, const char *path)
{
    static const char *const endings[] = {".agent.edn", ".agent.json"};
    ptc_str name = ptc_str_of(path);

    for (size_t i = 0; i < 2; i++) {
        size_t len = strlen(endings[i]);

        if (name.len > len && memcmp(name.ptr + name.len - len, endings[i], len) == 0)
            return ptc_lock_join(arena, ptc_str_make(name.ptr, name.len - len),
                                 ptc_str_of(endings[1 - i]));
    }
    return ptc_str_make(NULL, 0);
}

ptc_exit ptc_lock_check_name(const ptc_cli *cli, const char *agent_path)
{
    ptc_str twin = lock_twin(cli->arena, agent_path);
    ptc_str lock = ptc_lock_path(cli->arena, agent_path);

    if (cli->arena->failed)
        return ptc_cli_no_memory(cli);
    if (twin.ptr == NULL || lock_is_missing(twin.ptr))
        return PTC_EXIT_OK;
    return ptc_cli_misuse(cli, "%s: %s has the same lock, %s; rename one of the two",
                          agent_path, twin.ptr, lock.ptr);
}

/* --- Commands ---------------------------------------------------------------------- */

/* The command that makes the lock of an agent, with the options for reading the agent. */
static ptc_str lock_command(const ptc_cli *cli, const char *path, const char *how)
{
    ptc_text text;

    ptc_text_init(&text, cli->arena);
    ptc_text_cstr(&text, "ptcc compile ");
    ptc_text_cstr(&text, how);
    ptc_command_write_option(&text, cli, PTC_OPTION_INCLUDE, "-I");
    ptc_command_write_option(&text, cli, PTC_OPTION_ROOT, NULL);
    ptc_command_write_option(&text, cli, PTC_OPTION_MEMORY_CAP, NULL);
    ptc_command_write_option(&text, cli, PTC_OPTION_TYPE, NULL);
    ptc_command_write_option(&text, cli, PTC_OPTION_DECODER, NULL);
    ptc_command_write_operands(&text, &path, 1);
    return ptc_text_view(&text);
}

/* --- Checks ------------------------------------------------------------------------ */

ptc_exit ptc_lock_check_program(const ptc_cli *cli, const ptc_agent_file *agent,
                                const ptc_lock_file *file, ptc_lock_compiled *out)
{
    ptc_diags diags;
    ptc_status status;
    ptc_exit reported;

    ptc_diags_init(&diags, cli->arena);
    status = ptc_lock_compile_program(cli->arena, agent, file, &diags, out);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    reported = ptc_cli_report(cli, &diags);
    return reported == PTC_EXIT_OK && status != PTC_OK ? PTC_EXIT_INPUT : reported;
}

ptc_exit ptc_lock_check_facts(const ptc_cli *cli, const ptc_lock_facts *facts,
                              const ptc_lock_file *lock)
{
    ptc_diags diags;
    ptc_exit reported;

    ptc_diags_init(&diags, cli->arena);
    ptc_lock_check(&diags, facts, lock, lock_command(cli, facts->path, "--accept"));
    if (cli->arena->failed)
        return ptc_cli_no_memory(cli);
    reported = ptc_cli_report(cli, &diags);
    return reported == PTC_EXIT_INPUT && ptc_cli_has(cli, PTC_OPTION_CHECK)
               ? PTC_EXIT_STALE
               : reported;
}

ptc_exit ptc_lock_say_missing(const ptc_cli *cli, const char *path)
{
    ptc_str lock = ptc_lock_path(cli->arena, path);
    ptc_str command = lock_command(cli, path, "--llm NAME");
    ptc_str given = lock_command(cli, path, "--program FILE");

    if (cli->arena->failed)
        return ptc_cli_no_memory(cli);
    ptc_cli_say(cli, "%s: it has no lock, %s; to make one: %s, or %s", path, lock.ptr,
                command.ptr, given.ptr);
    return ptc_cli_has(cli, PTC_OPTION_CHECK) ? PTC_EXIT_STALE : PTC_EXIT_INPUT;
}

bool ptc_lock_exists(const ptc_cli *cli, const char *path)
{
    ptc_str lock = ptc_lock_path(cli->arena, path);

    return lock.ptr == NULL || !lock_is_missing(lock.ptr);
}

ptc_exit ptc_lock_compile_file(const ptc_cli *cli, const ptc_agent_file *agent,
                               const char *path, const ptc_lock_file *file,
                               const ptc_lock_samples *samples, ptc_lock_compiled *out)
{
    const ptc_lock_facts facts = {.agent = agent,
                                  .path = path,
                                  .program = ptc_lock_program(file),
                                  .samples = samples};
    ptc_exit status = ptc_lock_check_facts(cli, &facts, file);

    return status == PTC_EXIT_OK ? ptc_lock_check_program(cli, agent, file, out) : status;
}

/* --- For gen ----------------------------------------------------------------------- */

/* The name of the samples, for depfiles: they are not part of the C code. */
static bool lock_name_samples(const ptc_cli *cli, const ptc_lock_samples *samples,
                              ptc_locked *out)
{
    ptc_source *named;

    if (samples->source.name.ptr == NULL)
        return true;
    named = ptc_arena_array(cli->arena, 1, sizeof *named);
    if (named == NULL)
        return false;
    named->name = samples->source.name;
    out->samples = named;
    return true;
}

ptc_exit ptc_lock_compile(const ptc_cli *cli, const ptc_agent_file *agent,
                          const char *path, ptc_locked *out)
{
    ptc_str lock_path = ptc_lock_path(cli->arena, path);
    ptc_lock_file *file = ptc_arena_array(cli->arena, 1, sizeof *file);
    ptc_lock_compiled *compiled = ptc_arena_array(cli->arena, 1, sizeof *compiled);
    ptc_exit status = ptc_lock_check_name(cli, path);
    ptc_lock_samples samples;

    memset(out, 0, sizeof *out);
    if (file == NULL || compiled == NULL || lock_path.ptr == NULL)
        return ptc_cli_no_memory(cli);
    if (status != PTC_EXIT_OK)
        return status;
    if (!ptc_lock_exists(cli, path))
        return ptc_lock_say_missing(cli, path);
    if (!ptc_lock_read(cli, lock_path.ptr, false, file) ||
        !ptc_lock_read_samples(cli, path, false, &samples))
        return PTC_EXIT_USAGE;
    status = ptc_lock_compile_file(cli, agent, path, file, &samples, compiled);
    out->lock = &file->source;
    out->compiled = compiled;
    if (!lock_name_samples(cli, &samples, out))
        return ptc_cli_no_memory(cli);
    return status;
}
