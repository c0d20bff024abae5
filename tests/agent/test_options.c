/* SPDX-License-Identifier: MIT */
/*
 * One rule for every struct that callers fill: the members of an older, shorter struct
 * are read and nothing after them, members of a longer one beyond ours are ignored, NULL
 * is a struct with struct_size alone where it may be given, and a struct_size that was
 * not set is PTC_ERROR_ARGUMENT, with a line for debugging. [build-and-packaging 9]
 */
#include "support.h"

#include <ptc/agent_file.h>
#include <ptc/cassette.h>
#include <ptc/gen.h>

#include <criterion/criterion.h>

#include <stdio.h>
#include <unistd.h>

static ptc_arena arena;

/* A call with a caller's struct. */
typedef struct options_row {
    const char *function;
    const char *name; /* of the struct, as the line says it */
    const char *type;
    size_t size;
    size_t least; /* what a caller has to know of the struct for the call to be right */
    bool needed;  /* NULL may not be given */
    const void *full;
    ptc_status (*call)(const void *given);
} options_row;

/* --- Values and schemas ------------------------------------------------------------- */

static const ptc_schema *schema_of(const char *text)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);
    ptc_schema *schema = ptc_arena_array(&arena, 1, sizeof *schema);
    ptc_diags diags;

    *source = (ptc_source){PTC_STR("f"), ptc_str_of(text)};
    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_signature_read(&arena, source, NULL, &diags, schema) == PTC_OK);
    return schema;
}

static ptc_status call_json(const void *given)
{
    ptc_json_error error;
    ptc_value value;
    ptc_status status = ptc_json_read(&arena, "[1]", 3, given, &value, NULL, &error);

    cr_expect(status == PTC_OK || error.status == status);
    return status;
}

static ptc_status call_validate(const void *given)
{
    const ptc_value value = ptc_value_int(1);

    return ptc_schema_validate(schema_of(":int"), &value, given, NULL);
}

static ptc_status call_coerce(const void *given)
{
    const ptc_value value = ptc_value_int(1);
    ptc_value made;

    return ptc_schema_coerce(&arena, schema_of(":int"), &value, given, &made, NULL);
}

static ptc_status call_read(const void *given)
{
    ptc_value made;

    return ptc_schema_read(&arena, schema_of(":int"), "1", 1, given, &made, NULL);
}

static ptc_status call_glance(const void *given)
{
    const ptc_glance *glance;
    ptc_status status = ptc_glance_make(&arena, schema_of(":int"), given, &glance);

    cr_expect((glance != NULL) == (status == PTC_OK));
    return status;
}

static ptc_status call_parse(const void *given)
{
    ptc_parse_info info;
    ptc_gen gen;
    char text[PTC_PADDING + 2] = "1";
    ptc_cursor p = ptc_gen_start(&gen, NULL, &arena, text, 1, PTC_INPUT, given);
    int64_t number;

    if (p != NULL)
        p = ptc_gen_int(&gen, p, &number);
    return ptc_gen_finish(&gen, p, &info);
}

static ptc_status call_explain(const void *given)
{
    const ptc_schema *schema = schema_of(":int");
    const ptc_gen_type type = {.nodes = schema->nodes, .count = schema->count};
    ptc_json_error error;
    ptc_report report;

    ptc_report_init(&report, &arena);
    return ptc_gen_explain(&type, ptc_schema_root(schema)->first + 1, PTC_OUTPUT, &arena,
                           "1", 1, given, &report, &error);
}

static ptc_status call_gen_validate(const void *given)
{
    const ptc_schema *schema = schema_of(":int");
    const ptc_gen_type type = {.nodes = schema->nodes, .count = schema->count};
    const ptc_value value = ptc_value_int(1);

    return ptc_gen_validate(&type, ptc_schema_root(schema)->first + 1, PTC_OUTPUT, &value,
                            given, NULL);
}

/* --- Texts -------------------------------------------------------------------------- */

static ptc_status call_show(const void *given)
{
    const ptc_value value = ptc_value_int(1);
    ptc_text text;

    ptc_text_init(&text, &arena);
    return ptc_schema_write_value(&text, NULL, &value, PTC_OUTPUT, given);
}

static ptc_status call_write_signature(const void *given)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    return ptc_schema_write_signature(&text, schema_of(":int"), given);
}

static ptc_status call_write_malli(const void *given)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    return ptc_schema_write_malli(&text, schema_of(":int"), given);
}

static ptc_status call_write_prompt(const void *given)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    return ptc_schema_write_prompt(&text, PTC_STR("f"), schema_of(":int"),
                                   PTC_PROMPT_SEED, given);
}

static ptc_status call_write_tools(const void *given)
{
    const ptc_prompt_tool tools[] = {{.name = PTC_STR_INIT("f")}};
    ptc_text text;

    ptc_text_init(&text, &arena);
    return ptc_tools_write_prompt(&text, tools, 1, PTC_PROMPT_SEED, given);
}

static ptc_status call_template(const void *given)
{
    const ptc_value data = ptc_value_nil();
    const ptc_template compiled = {NULL, 0};
    ptc_error error;
    ptc_text text;

    ptc_text_init(&text, &arena);
    return ptc_template_expand(&text, &compiled, &data, given, &error);
}

/* --- Readers ------------------------------------------------------------------------ */

static const ptc_source sig = {PTC_STR_INIT("f.sig"), PTC_STR_INIT("f() -> :int")};
static const ptc_source malli = {PTC_STR_INIT("f.edn"), PTC_STR_INIT(":int")};
static const ptc_source malli_json = {PTC_STR_INIT("f.json"), PTC_STR_INIT("\"int\"")};

#define CALL_READER(name, reader, from)                                                  \
    static ptc_status name(const void *given)                                            \
    {                                                                                    \
        ptc_diags diags;                                                                 \
        ptc_schema schema;                                                               \
                                                                                         \
        ptc_diags_init(&diags, &arena);                                                  \
        return reader(&arena, from, given, &diags, &schema);                             \
    }
CALL_READER(call_signature, ptc_signature_read, &malli)
CALL_READER(call_malli, ptc_malli_read, &malli)
CALL_READER(call_malli_json, ptc_malli_read_json, &malli_json)

static ptc_status call_malli_value(const void *given)
{
    const ptc_value value = ptc_value_keyword(PTC_STR("int"));
    ptc_diags diags;
    ptc_schema schema;

    ptc_diags_init(&diags, &arena);
    return ptc_malli_from_value(&arena, &value, given, &diags, &schema);
}

static ptc_status call_contracts(const void *given)
{
    ptc_contracts contracts;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    return ptc_contracts_read(&arena, &sig, given, &diags, &contracts);
}

static ptc_status call_contracts_nested(const void *given)
{
    const ptc_contract_options options = {.struct_size = sizeof options, .read = given};

    return call_contracts(&options);
}

static ptc_status call_format(const void *given)
{
    ptc_diags diags;
    ptc_text text;

    ptc_diags_init(&diags, &arena);
    ptc_text_init(&text, &arena);
    return ptc_contracts_format(&arena, &text, &sig, given, &diags);
}

static ptc_status call_infer(const void *given)
{
    ptc_infer *infer;
    ptc_status status = ptc_infer_make(&arena, given, &infer);

    cr_expect((infer != NULL) == (status == PTC_OK));
    return status;
}

static ptc_status call_infer_value(const void *given)
{
    const ptc_value value = ptc_value_int(1);
    ptc_schema schema;

    return ptc_infer_value(&arena, &value, given, &schema);
}

static ptc_status call_files(const void *given)
{
    ptc_files *files;

    return ptc_files_make(&arena, given, &files);
}

static ptc_status call_agent_file(const void *given)
{
    static const ptc_source source = {PTC_STR_INIT("a.agent.edn"),
                                      PTC_STR_INIT("{:prompt \"p\"}")};
    const ptc_agent_file *file;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    return ptc_agent_file_read(&arena, &source, given, &diags, &file);
}

static ptc_status call_chain_file(const void *given)
{
    static const ptc_source source = {PTC_STR_INIT("a.chain.edn"),
                                      PTC_STR_INIT("{:agents [{:prompt \"p\"}]}")};
    const ptc_chain_file *file;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    return ptc_chain_file_read(&arena, &source, given, &diags, &file);
}

/* --- Programs ----------------------------------------------------------------------- */

static ptc_status call_lisp(const void *given)
{
    ptc_lisp *lisp;
    ptc_status status = ptc_lisp_new(given, &lisp);

    cr_expect((lisp != NULL) == (status == PTC_OK));
    ptc_lisp_free(lisp);
    return status;
}

static ptc_status give_nil(ptc_tool_call *call, void *user)
{
    (void)call;
    (void)user;
    return PTC_OK;
}

static ptc_status call_tools(const void *given)
{
    static const ptc_tool tool = {.name = "f", .function = give_nil};
    ptc_status status;
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    status = ptc_lisp_set_tools(&arena, lisp, &tool, 1, given, NULL);
    ptc_lisp_free(lisp);
    return status;
}

/* --- Agents ------------------------------------------------------------------------- */

static ptc_status answer(const ptc_llm_request *request, ptc_llm_reply *reply, void *user)
{
    (void)request;
    (void)user;
    reply->content = PTC_STR("(return 1)");
    return PTC_OK;
}

static const ptc_llm model = {.name = "m", .call = answer};
static const ptc_agent agent = {
    .struct_size = sizeof agent, .prompt = PTC_STR_INIT("p"), .llm = {NULL, &model}};
static const ptc_agent *const agents[] = {&agent, &agent};
static const ptc_chain chain = {
    .struct_size = sizeof chain, .agents = agents, .count = 1};
static const char *const words[] = {"true", NULL};
static const ptc_llm_command command = {.struct_size = sizeof command, .argv = words};

static ptc_status call_host(const void *given)
{
    ptc_host *host;
    ptc_status status = ptc_host_new(given, &host);

    cr_expect((host != NULL) == (status == PTC_OK));
    ptc_host_free(host);
    return status;
}

static ptc_status call_cassette(const void *given)
{
    ptc_cassette *cassette;
    ptc_error error;
    ptc_status status = ptc_cassette_new(&arena, given, &cassette, &error);

    ptc_cassette_free(cassette);
    return status;
}

static ptc_status call_command(const void *given)
{
    ptc_llm llm;

    return ptc_llm_of_command(given, "c", &llm);
}

/* A command is read again for each request. */
static ptc_status call_command_request(const void *given)
{
    ptc_llm_request request = {
        .struct_size = sizeof request, .turn = 1, .time_ms = 10000, .arena = &arena};
    ptc_llm_reply reply;
    ptc_llm llm;

    if (ptc_llm_of_command(given, "c", &llm) != PTC_OK)
        return PTC_ERROR_ARGUMENT;
    ptc_llm_reply_init(&reply);
    return llm.call(&request, &reply, llm.user) == PTC_ERROR_INVALID ? PTC_OK
                                                                     : PTC_ERROR_INVALID;
}

static ptc_status call_check(const void *given)
{
    const ptc_agent_fault *faults;
    size_t count;

    return ptc_agent_check(&arena, given, &faults, &count);
}

static ptc_status call_check_chain(const void *given)
{
    const ptc_agent *const all[] = {&agent, given};
    const ptc_agent_fault *faults;
    size_t count;

    return ptc_agent_check_chain(&arena, all, 2, &faults, &count);
}

static ptc_status run(const ptc_agent *one, const ptc_agent_options *options)
{
    const ptc_step *step;
    ptc_status status = ptc_agent_run(&arena, one, options, &step);

    cr_expect((step == NULL) == (status == PTC_ERROR_ARGUMENT));
    return status;
}

static bool take_line(ptc_str line, void *user)
{
    (void)line;
    (void)user;
    return true;
}

/* With a log, which names the agent. */
static ptc_status call_run_agent(const void *given)
{
    const ptc_agent_options options = {
        .struct_size = sizeof options, .llm = {NULL, &model}, .log = take_line};

    return run(given, &options);
}

static ptc_status call_run_options(const void *given)
{
    return run(&agent, given);
}

static ptc_status call_run_overrides(const void *given)
{
    const ptc_agent_options options = {.struct_size = sizeof options, .overrides = given};

    return run(&agent, &options);
}

static ptc_status call_then(const void *given)
{
    const ptc_step *first;
    const ptc_step *second;

    cr_assert(ptc_agent_run(&arena, &agent, NULL, &first) == PTC_OK);
    return ptc_agent_then(&arena, first, &agent, given, &second);
}

static ptc_status call_preview_options(const void *given)
{
    ptc_preview preview;
    ptc_fail fail;

    return ptc_agent_preview(&arena, &agent, given, &preview, &fail);
}

static ptc_status call_preview_agent(const void *given)
{
    ptc_preview preview;

    return ptc_agent_preview(&arena, given, NULL, &preview, NULL);
}

static ptc_status call_inspect(const void *given)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    return ptc_agent_inspect(&text, given, 0, 0);
}

static ptc_status call_chain(const void *given)
{
    const ptc_step *steps[2];

    return ptc_chain_run(&arena, given, NULL, steps);
}

static ptc_status call_chain_options(const void *given)
{
    const ptc_step *steps[2];

    return ptc_chain_run(&arena, &chain, given, steps);
}

/* One that would be asked after somebody else's mistake. */
static ptc_status count_answer(const ptc_llm_request *request, ptc_llm_reply *reply,
                               void *user)
{
    (void)request;
    *(unsigned *)user += 1;
    reply->content = PTC_STR("(return 1)");
    return PTC_OK;
}

/* A chain asks no model when one of its agents or the options cannot be taken. */
Test(options, chains_ask_nobody_after_a_mistake)
{
    const ptc_agent good = {.struct_size = sizeof good, .prompt = PTC_STR_INIT("Go")};
    const ptc_agent forgotten = {.prompt = PTC_STR_INIT("Go")};
    const ptc_agent *const members[] = {&good, &forgotten, &good};
    const ptc_chain three = {.struct_size = sizeof three, .agents = members, .count = 3};
    unsigned asked = 0;
    const ptc_llm counting = {.name = "m", .call = count_answer, .user = &asked};
    ptc_agent_options options = {.struct_size = sizeof options,
                                 .llm = {.llm = &counting}};

    ptc_arena_init(&arena, NULL, 0);
    for (int round = 0; round < 2; round++) {
        const ptc_step *steps[3] = {(void *)&arena, (void *)&arena, (void *)&arena};

        cr_expect(ptc_chain_run(&arena, &three, &options, steps) == PTC_ERROR_ARGUMENT);
        cr_expect(asked == 0 && steps[0] == NULL && steps[1] == NULL && steps[2] == NULL);
        options.struct_size = 0;
    }
    ptc_arena_free(&arena);
}

/* --- The table ---------------------------------------------------------------------- */

#define END(type, member) (offsetof(type, member) + sizeof((type *)0)->member)
#define ROW(function, type, call)                                                        \
    {                                                                                    \
        function, "options", #type, sizeof(type), sizeof(size_t), false, NULL, call      \
    }
#define NAMED(function, name, type, call)                                                \
    {                                                                                    \
        function, name, #type, sizeof(type), sizeof(size_t), false, NULL, call           \
    }
#define NEEDED(function, name, type, member, full, call)                                 \
    {                                                                                    \
        function, name, #type, sizeof(type), END(type, member), true, full, call         \
    }

static const options_row rows[] = {
    ROW("ptc_json_read", ptc_json_options, call_json),
    ROW("ptc_schema_validate", ptc_walk_options, call_validate),
    ROW("ptc_schema_coerce", ptc_walk_options, call_coerce),
    ROW("ptc_schema_read", ptc_walk_options, call_read),
    ROW("ptc_glance_make", ptc_walk_options, call_glance),
    ROW("a parser", ptc_parse_options, call_parse),
    ROW("a parser", ptc_parse_options, call_explain),
    ROW("a validator of values", ptc_walk_options, call_gen_validate),
    ROW("ptc_schema_write_value", ptc_show_options, call_show),
    ROW("ptc_schema_write_signature", ptc_render_options, call_write_signature),
    ROW("ptc_schema_write_malli", ptc_render_options, call_write_malli),
    ROW("ptc_schema_write_prompt", ptc_render_options, call_write_prompt),
    ROW("ptc_tools_write_prompt", ptc_render_options, call_write_tools),
    ROW("ptc_template_expand", ptc_template_options, call_template),
    ROW("ptc_signature_read", ptc_read_options, call_signature),
    ROW("ptc_malli_read", ptc_read_options, call_malli),
    ROW("ptc_malli_read_json", ptc_read_options, call_malli_json),
    ROW("ptc_malli_from_value", ptc_read_options, call_malli_value),
    ROW("ptc_contracts_read", ptc_contract_options, call_contracts),
    NAMED("ptc_contracts_read", "options.read", ptc_read_options, call_contracts_nested),
    ROW("ptc_contracts_format", ptc_contract_options, call_format),
    ROW("ptc_infer_make", ptc_infer_options, call_infer),
    ROW("ptc_infer_value", ptc_infer_options, call_infer_value),
    ROW("ptc_files_make", ptc_files_options, call_files),
    NAMED("ptc_agent_file_read", "files", ptc_agent_files, call_agent_file),
    NAMED("ptc_chain_file_read", "files", ptc_agent_files, call_chain_file),
    ROW("ptc_lisp_new", ptc_lisp_options, call_lisp),
    ROW("ptc_lisp_set_tools", ptc_tool_options, call_tools),
    ROW("ptc_host_new", ptc_host_options, call_host),
    ROW("ptc_cassette_new", ptc_cassette_options, call_cassette),
    NEEDED("ptc_llm_of_command", "command", ptc_llm_command, argv, &command,
           call_command),
    NEEDED("ptc_llm_of_command", "command", ptc_llm_command, argv, &command,
           call_command_request),
    NEEDED("ptc_agent_check", "agent", ptc_agent, prompt, &agent, call_check),
    NEEDED("ptc_agent_check_chain", "agent", ptc_agent, prompt, &agent, call_check_chain),
    NEEDED("ptc_agent_run", "agent", ptc_agent, prompt, &agent, call_run_agent),
    NEEDED("ptc_agent_preview", "agent", ptc_agent, prompt, &agent, call_preview_agent),
    NEEDED("ptc_agent_inspect", "agent", ptc_agent, prompt, &agent, call_inspect),
    ROW("ptc_agent_run", ptc_agent_options, call_run_options),
    NAMED("ptc_agent_run", "options.overrides", ptc_agent_overrides, call_run_overrides),
    ROW("ptc_agent_then", ptc_agent_options, call_then),
    ROW("ptc_agent_preview", ptc_agent_options, call_preview_options),
    NEEDED("ptc_chain_run", "chain", ptc_chain, count, &chain, call_chain),
    ROW("ptc_chain_run", ptc_agent_options, call_chain_options),
};

/* A call with the struct in its own block of `size` bytes. */
static ptc_status call_with(const options_row *row, size_t size, size_t struct_size)
{
    unsigned char *block = malloc(size);
    ptc_status status;

    cr_assert(block != NULL);
    memset(block, 0xA5, size); /* beyond what we know */
    memset(block, 0, size < row->size ? size : row->size);
    if (row->full != NULL)
        memcpy(block, row->full, size < row->size ? size : row->size);
    memcpy(block, &struct_size, sizeof struct_size);
    ptc_arena_reset(&arena);
    status = row->call(block);
    free(block);
    return status;
}

/* --- What is said ------------------------------------------------------------------- */

static FILE *said_file;
static int said_before;

static void listen(void)
{
    said_file = tmpfile();
    cr_assert(said_file != NULL);
    fflush(stderr);
    said_before = dup(STDERR_FILENO);
    dup2(fileno(said_file), STDERR_FILENO);
}

/* What was said on stderr since. */
static const char *said(void)
{
    static char text[1024];
    size_t len;

    fflush(stderr);
    dup2(said_before, STDERR_FILENO);
    close(said_before);
    rewind(said_file);
    len = fread(text, 1, sizeof text - 1, said_file);
    text[len] = '\0';
    fclose(said_file);
    return text;
}

#if defined(PTC_DEBUG)
#define EXPECT_SAID(expected, what)                                                      \
    do {                                                                                 \
        const char *heard = said();                                                      \
        cr_expect(strcmp(heard, expected) == 0, "%s: said\n%s, not\n%s", what, heard,    \
                  expected);                                                             \
    } while (0)
#else
#define EXPECT_SAID(expected, what)                                                      \
    do {                                                                                 \
        const char *heard = said();                                                      \
        (void)(expected);                                                                \
        cr_expect(heard[0] == '\0', "%s: said %s", what, heard);                         \
    } while (0)
#endif

/* --- The rule ----------------------------------------------------------------------- */

/* An older caller's struct, of every size: its members are read, and nothing after them.
 * M553 */
Test(options, shorter_structs, .timeout = 120)
{
    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const options_row *row = &rows[i];

        for (size_t size = sizeof(size_t); size <= row->size; size++) {
            ptc_status status;

            if (row->full != NULL && size < row->size && size % sizeof(void *) != 0)
                continue; /* half a pointer */
            status = call_with(row, size, size);
            if (size >= row->least)
                cr_expect(status == PTC_OK, "%s, %s: %zu of %zu bytes: %s", row->function,
                          row->name, size, row->size, ptc_status_name(status));
        }
    }
    ptc_arena_free(&arena);
}

/* A newer caller's. M553 */
Test(options, longer_structs)
{
    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t sizes[] = {rows[i].size + 1, rows[i].size + 64};

        for (size_t k = 0; k < 2; k++)
            cr_expect(call_with(&rows[i], sizes[k], sizes[k]) == PTC_OK, "%s, %s",
                      rows[i].function, rows[i].name);
    }
    ptc_arena_free(&arena);
}

/* NULL is a struct with struct_size alone, where one need not be given; else it is
 * refused, and said. M553 M555 */
Test(options, none)
{
    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const options_row *row = &rows[i];
        ptc_status status;
        char line[128];

        listen();
        status = row->call(NULL);
        snprintf(line, sizeof line, "ptc: %s: %s must not be NULL\n", row->function,
                 row->name);
        EXPECT_SAID(row->needed ? line : "", row->function);
        cr_expect(status == (row->needed ? PTC_ERROR_ARGUMENT : PTC_OK), "%s, %s: %s",
                  row->function, row->name, ptc_status_name(status));
    }
    ptc_arena_free(&arena);
}

/* What was forgotten is refused at once, and said. M553 M555 M570 */
Test(options, struct_size_not_set)
{
    /* No struct is larger than 64 KiB. */
    static const size_t wrong[] = {0, sizeof(size_t) - 1, 65537, SIZE_MAX};

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const options_row *row = &rows[i];

        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            const size_t size = wrong[k];
            char line[256];
            ptc_status status;

            snprintf(line, sizeof line,
                     "ptc: %s: %s.struct_size is %zu; set it to sizeof(%s)\n",
                     row->function, row->name, size, row->type);
            listen();
            status = call_with(row, row->size, size);
            EXPECT_SAID(line, row->function);
            cr_expect(status == PTC_ERROR_ARGUMENT, "%s, %s: %s", row->function,
                      row->name, ptc_status_name(status));
        }
    }
    ptc_arena_free(&arena);
}

/* An agent below another one is a fault of that one, with its place. M553 */
Test(options, agents_below)
{
    const ptc_agent child = {.prompt = PTC_STR_INIT("p")};
    const ptc_agent_tool tool = {.name = "child", .agent = &child};
    const ptc_agent parent = {.struct_size = sizeof parent,
                              .prompt = PTC_STR_INIT("p"),
                              .tools = &tool,
                              .tool_count = 1,
                              .llm = {NULL, &model}};
    const ptc_agent_fault *faults;
    size_t count;

    ptc_arena_init(&arena, NULL, 0);
    listen();
    cr_expect(ptc_agent_check(&arena, &parent, &faults, &count) == PTC_ERROR_INVALID);
    said();
    cr_assert(count >= 1);
    cr_expect_str_eq(test_cstr(faults[0].error.message),
                     "tool \"child\": its agent has no struct_size; set it to "
                     "sizeof(ptc_agent)");
    ptc_arena_free(&arena);
}

/* --- Other misuse ------------------------------------------------------------------- */

static ptc_status misuse_context(void)
{
    const ptc_value number = ptc_value_int(1);
    ptc_status status;
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    status = ptc_lisp_set_context(lisp, &number);
    ptc_lisp_free(lisp);
    return status;
}

static ptc_status misuse_memory(void)
{
    const ptc_value number = ptc_value_int(1);
    ptc_status status;
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    status = ptc_lisp_set_memory(lisp, &number);
    ptc_lisp_free(lisp);
    return status;
}

static ptc_status misuse_chain(void)
{
    const ptc_chain empty = {.struct_size = sizeof empty};

    return ptc_chain_run(&arena, &empty, NULL, NULL);
}

static ptc_status misuse_cassette(void)
{
    const ptc_cassette_options options = {.struct_size = sizeof options,
                                          .mode = PTC_CASSETTE_RECORD};

    return call_cassette(&options);
}

static ptc_status misuse_command(void)
{
    const ptc_llm_command empty = {.struct_size = sizeof empty};

    return call_command(&empty);
}

static ptc_status misuse_host(void)
{
    const ptc_llm empty = {.name = "m"};
    ptc_status status;
    ptc_host *host;

    cr_assert(ptc_host_new(NULL, &host) == PTC_OK);
    status = ptc_host_add_llm(host, &empty);
    ptc_host_free(host);
    return status;
}

static ptc_status misuse_frozen(void)
{
    const ptc_step *step;
    ptc_status status;
    ptc_host *host;
    ptc_agent_options options = {.struct_size = sizeof options};

    cr_assert(ptc_host_new(NULL, &host) == PTC_OK);
    options.host = host;
    cr_assert(ptc_agent_run(&arena, &agent, &options, &step) == PTC_OK);
    status = ptc_host_add_llm(host, &model);
    ptc_host_free(host);
    return status;
}

/* M555 */
Test(options, other_misuse)
{
    static const struct {
        ptc_status (*call)(void);
        const char *line;
    } calls[] = {
        {misuse_context, "ptc: ptc_lisp_set_context: the context is not a map\n"},
        {misuse_memory, "ptc: ptc_lisp_set_memory: map is not a map whose keys are "
                        "strings or keywords\n"},
        {misuse_chain, "ptc: ptc_chain_run: chain.count is 0; a chain needs agents\n"},
        {misuse_cassette, "ptc: ptc_cassette_new: options.write is NULL; set it, or the "
                          "mode to PTC_CASSETTE_REPLAY\n"},
        {misuse_command, "ptc: ptc_llm_of_command: command.argv is empty; set it to the "
                         "words of the command\n"},
        {misuse_host, "ptc: ptc_host_add_llm: llm.call is empty; set it\n"},
        {misuse_frozen, "ptc: ptc_host_add_llm: the host is in use by runs; set it up "
                        "before the first\n"},
    };

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        ptc_status status;

        listen();
        status = calls[i].call();
        EXPECT_SAID(calls[i].line, calls[i].line);
        cr_expect(status == PTC_ERROR_ARGUMENT, "%s", calls[i].line);
    }
    ptc_arena_free(&arena);
}
