/* SPDX-License-Identifier: MIT */
/* `ptcc init`: a small project that builds and runs, from templates/init. It creates new
 * files only, all of them or none. If that fails, it removes the folders that it
 * created. */
#define _XOPEN_SOURCE 700
#include "base/base_int.h"
#include "generator/generator_int.h"
#include "generator/text/c_text.h"
#include "generator/text/template_host.h"
#include "templates.h"
#include "tool/common/cli_words.h"

#include <ptc/json.h>

#include <stdlib.h>
#include <sys/stat.h>

enum { INIT_NAME_MAX = 40 };

/* ORDER init_kinds */
typedef enum init_kind { INIT_TOOL, INIT_SERVER, INIT_AGENT } init_kind;
/* ORDER init_builds */
typedef enum init_build { INIT_MESON, INIT_CMAKE, INIT_MAKE } init_build;

static const char *const init_kinds[] = {PTC_WORDS_KIND};
static const char *const init_builds[] = {PTC_WORDS_BUILD};

/* What a kind consists of. ORDER init_kind */
static const struct {
    const char *input;     /* the ending of the contract */
    const char *source;    /* the ending of a source that has the project's name; or NULL:
                              it is main.c */
    const char *package;   /* in pkg-config */
    const char *target;    /* in CMake */
    const char *arguments; /* of the first run */
} init_parts[] = {
    {".sig", NULL, "ptcc-runtime", "ptcc::runtime",
     " '{\"word\": \"strawberry\", \"letter\": \"r\"}'"},
    {".sig", ".c", "ptcc-main", "ptcc::main", " < session.jsonl"},
    {".agent.edn", NULL, "ptcc-lisp", "ptcc::lisp", " strawberry r"},
};

typedef struct init_run {
    const ptc_cli *cli;
    init_kind kind;
    init_build build;
    const char *folder; /* as typed, "." without one */
    ptc_str name;       /* of the project: an identifier in C */
    ptc_places places;  /* the folders that were made */
    ptcc_host host;
    ptcc_outputs outputs;
} init_run;

/* --- The name ---------------------------------------------------------------------- */

/* Names that Meson, CMake or make reserve for their own targets. The next make would read
 * a program called makefile. */
static const char *const init_reserved[] = {
    "all",        "benchmark",     "clean",       "coverage", "dist",     "distcheck",
    "edit_cache", "help",          "install",     "makefile", "package",  "phony",
    "preinstall", "rebuild_cache", "reconfigure", "test",     "uninstall"};

static bool init_is_reserved(ptc_str name)
{
    for (size_t i = 0; i < sizeof init_reserved / sizeof init_reserved[0]; i++) {
        if (ptc_str_equal(name, ptc_str_of(init_reserved[i])))
            return true;
    }
    return false;
}

/* The text that the project is named after: --name, or what the folder is called. */
static ptc_str init_given_name(const init_run *run)
{
    const char *name = ptc_cli_value(run->cli, PTC_OPTION_NAME);
    ptc_str base = ptc_str_of(name != NULL ? name : run->folder);
    char *real;

    if (name != NULL)
        return base;
    while (base.len > 1 && base.ptr[base.len - 1] == '/')
        base.len--;
    base = ptc_base_name(base);
    if (!ptc_str_equal(base, PTC_STR(".")) && !ptc_str_equal(base, PTC_STR("..")))
        return base;
    real = realpath(run->folder, NULL);
    if (real == NULL)
        return PTC_STR("");
    base = ptc_str_copy(run->cli->arena, ptc_base_name(ptc_str_of(real)));
    free(real);
    return base;
}

static bool init_is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* The name in small letters, with '_' for blanks, dots and dashes. False: it has other
 * characters, or does not begin with a letter. */
static bool init_make_name(ptc_arena *arena, ptc_str given, ptc_str *out)
{
    ptc_text name;

    ptc_text_init(&name, arena);
    for (size_t i = 0; i < given.len; i++) {
        char byte = given.ptr[i];

        if (init_is_letter(byte))
            ptc_text_byte(&name, (char)(byte | 0x20));
        else if (byte == '_' || (byte >= '0' && byte <= '9'))
            ptc_text_byte(&name, byte);
        else if (byte != '-' && byte != '.' && byte != ' ')
            return false;
        else if (name.len > 0 && name.ptr[name.len - 1] != '_')
            ptc_text_byte(&name, '_');
    }
    while (name.len > 0 && name.ptr[name.len - 1] == '_')
        name.len--;
    *out = ptc_text_view(&name);
    return out->len > 0 && init_is_letter(out->ptr[0]);
}

static ptc_exit init_refuse_name(const init_run *run, ptc_str name, const char *reason)
{
    return ptc_cli_misuse(run->cli,
                          "\"" PTC_FMT "\" %s; choose another name: --name NAME",
                          PTC_ARG(name), reason);
}

static ptc_exit init_find_name(init_run *run)
{
    ptc_str given = init_given_name(run);
    bool is_name = init_make_name(run->cli->arena, given, &run->name);

    if (run->cli->arena->failed)
        return ptc_cli_no_memory(run->cli);
    if (!is_name)
        return init_refuse_name(run, given,
                                "does not make a name in C (a letter, then letters, "
                                "digits and _)");
    if (run->name.len > INIT_NAME_MAX)
        return init_refuse_name(run, run->name, "has more than 40 characters");
    if (init_is_reserved(run->name))
        return init_refuse_name(run, run->name, "is a target of Meson, CMake or make");
    if (ptc_str_equal(run->name, PTC_STR("ptc")) ||
        (run->name.len > 4 && memcmp(run->name.ptr, "ptc_", 4) == 0))
        return init_refuse_name(run, run->name, "is a prefix of the runtime's names");
    return PTC_EXIT_OK;
}

/* --- Files ------------------------------------------------------------------------- */

/* A file of the folder. */
static const char *init_path(const init_run *run, ptc_str name)
{
    ptc_text path;

    ptc_text_init(&path, run->cli->arena);
    if (strcmp(run->folder, ".") != 0) {
        ptc_text_cstr(&path, run->folder);
        if (path.len > 0 && path.ptr[path.len - 1] != '/')
            ptc_text_byte(&path, '/');
    }
    ptc_text_str(&path, name);
    return path.ptr;
}

static ptc_str init_join(const init_run *run, ptc_str left, const char *right)
{
    ptc_text text;

    ptc_text_init(&text, run->cli->arena);
    ptc_text_str(&text, left);
    ptc_text_cstr(&text, right);
    return ptc_text_view(&text);
}

/* The program from the project's folder. */
static ptc_str init_program(const init_run *run)
{
    ptc_str folder = run->build == INIT_MAKE ? PTC_STR("./") : PTC_STR("build/");
    ptc_text text;

    ptc_text_init(&text, run->cli->arena);
    ptc_text_str(&text, folder);
    ptc_text_str(&text, run->name);
    return ptc_text_view(&text);
}

static ptc_str init_source(const init_run *run)
{
    const char *ending = init_parts[run->kind].source;

    return ending != NULL ? init_join(run, run->name, ending) : PTC_STR("main.c");
}

/* The program as a JSON string: its whole path, because clients start it from anywhere.
 */
static ptc_str init_command(const init_run *run)
{
    char *real = realpath(run->folder, NULL);
    ptc_text path;
    ptc_text text;

    ptc_text_init(&path, run->cli->arena);
    ptc_text_init(&text, run->cli->arena);
    if (real != NULL && strcmp(real, "/") != 0)
        ptc_text_cstr(&path, real);
    ptc_text_byte(&path, '/');
    if (run->build != INIT_MAKE)
        ptc_text_cstr(&path, "build/");
    ptc_text_str(&path, run->name);
    ptc_json_write_string(&text, ptc_text_view(&path));
    free(real);
    return ptc_text_view(&text);
}

/* What all templates know. */
static ptcc_model init_model(init_run *run)
{
    ptcc_model model = host_model(&run->host);

    model_str(&model, "name_id", run->name);
    model_str(&model, "run_id",
              C_JOIN(run->cli->arena, c_global(run->cli->arena, PTC_STR(""), run->name),
                     PTC_STR("_run")));
    model_str(&model, "program_code", init_program(run));
    model_str(&model, "input_code",
              init_join(run, run->name, init_parts[run->kind].input));
    model_str(&model, "source_code", init_source(run));
    model_cstr(&model, "package_code", init_parts[run->kind].package);
    model_cstr(&model, "target_code", init_parts[run->kind].target);
    model_str(&model, "command_lit", init_command(run));
    model_cstr(&model, "open_code", "{{");
    model_cstr(&model, "close_code", "}}");
    model_flag(&model, "is_server", run->kind == INIT_SERVER);
    model_flag(&model, "has_folder", run->build != INIT_MAKE);
    return model;
}

static void init_add(init_run *run, const ptcc_model *model, ptc_str name,
                     const ptcc_template *chosen)
{
    const char *path = init_path(run, name);
    ptc_str text = host_expand(&run->host, chosen, model);

    ptcc_output_add_text(&run->outputs, ptc_str_of(path), text);
}

/* A folder of a fresh repository often has one. */
static bool init_has_gitignore(const init_run *run)
{
    const char *path = init_path(run, PTC_STR(".gitignore"));
    struct stat found;

    return lstat(path, &found) == 0;
}

static void init_add_files(init_run *run)
{
    static const struct {
        const char *name;
        const ptcc_template *build;
    } builds[] = {{"meson.build", &ptcc_template_init_meson_build},
                  {"CMakeLists.txt", &ptcc_template_init_cmakelists_txt},
                  {"Makefile", &ptcc_template_init_makefile}};
    static const ptcc_template *const sources[] = {&ptcc_template_init_tool_c,
                                                   &ptcc_template_init_server_c,
                                                   &ptcc_template_init_agent_c};
    ptcc_model model = init_model(run);

    init_add(run, &model, init_join(run, run->name, init_parts[run->kind].input),
             run->kind == INIT_AGENT ? &ptcc_template_init_agent_edn
                                     : &ptcc_template_init_sig);
    init_add(run, &model, init_source(run), sources[run->kind]);
    init_add(run, &model, ptc_str_of(builds[run->build].name), builds[run->build].build);
    if (run->kind == INIT_SERVER) {
        init_add(run, &model, PTC_STR("session.jsonl"),
                 &ptcc_template_init_session_jsonl);
        init_add(run, &model, PTC_STR("mcp.json"), &ptcc_template_init_mcp_json);
    }
    if (!init_has_gitignore(run))
        init_add(run, &model, PTC_STR(".gitignore"), &ptcc_template_init_gitignore);
}

/* --- The folder, and messages about it ---------------------------------------------- */

/* Makes the folder with its parents. */
static ptc_exit init_make_folder(init_run *run)
{
    ptc_places_init(&run->places, run->cli);
    return ptc_places_make_folders(&run->places, init_path(run, PTC_STR("")))
               ? PTC_EXIT_OK
               : PTC_EXIT_USAGE;
}

/* The files, and the two commands that build and run. */
static void init_write_report(const init_run *run, ptc_text *out)
{
    static const char *const commands[] = {"meson setup build && ninja -C build",
                                           "cmake -B build && cmake --build build",
                                           "make"};

    for (size_t i = 0; i < run->outputs.count; i++) {
        ptc_text_cstr(out, "wrote ");
        ptc_text_cstr(out, run->outputs.items[i].path);
        ptc_text_byte(out, '\n');
    }
    ptc_text_cstr(out, "Build it, then run it:\n  ");
    if (strcmp(run->folder, ".") != 0) {
        ptc_text_cstr(out, "cd");
        ptc_command_write_operands(out, &run->folder, 1);
        ptc_text_cstr(out, " && ");
    }
    ptc_text_cstr(out, commands[run->build]);
    ptc_text_cstr(out, "\n  ");
    ptc_text_str(out, init_program(run));
    ptc_text_cstr(out, init_parts[run->kind].arguments);
    ptc_text_byte(out, '\n');
}

static ptc_exit init_make(init_run *run)
{
    ptc_exit status;
    ptc_text report;

    host_init(&run->host, run->cli->arena);
    ptcc_outputs_init(&run->outputs, run->cli);
    init_add_files(run);
    if (run->host.status != PTC_OK)
        run->outputs.failed = true;
    ptc_text_init(&report, run->cli->arena);
    if (!run->outputs.failed)
        init_write_report(run, &report);
    status = ptcc_outputs_create(&run->outputs);
    if (status == PTC_EXIT_OK)
        ptc_cli_print(run->cli, &report); /* a failure shows when stdout is flushed */
    return status;
}

ptc_exit ptcc_init(const ptc_cli *cli)
{
    init_run run = {.cli = cli, .folder = "."};
    int kind = ptc_cli_choice(cli, PTC_OPTION_KIND, init_kinds, 3);
    int build = ptc_cli_choice(cli, PTC_OPTION_BUILD, init_builds, 3);
    ptc_exit status;

    if (kind < 0 || build < 0)
        return PTC_EXIT_USAGE;
    if (cli->operand_count > 1)
        return ptc_cli_misuse(cli, "init takes one folder, not %zu", cli->operand_count);
    if (cli->operand_count == 1)
        run.folder = cli->operands[0];
    if (*run.folder == '\0')
        return ptc_cli_misuse(cli, "the name of the folder is empty");
    run.kind = (init_kind)kind;
    run.build = (init_build)build;
    status = init_find_name(&run);
    if (status != PTC_EXIT_OK)
        return status;
    status = init_make_folder(&run);
    if (status == PTC_EXIT_OK)
        status = init_make(&run);
    if (status != PTC_EXIT_OK)
        ptc_places_remove_folders(&run.places);
    return status;
}
