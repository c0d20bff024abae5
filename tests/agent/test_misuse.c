/* SPDX-License-Identifier: MIT */
/*
 * What callers leave out, or get wrong, is an answer: a NULL value is nil, an error that
 * was not requested is not written, unknown values are refused, and every message can be
 * printed.
 */
#include "support.h"

#include <ptc/agent_file.h>
#include <ptc/cassette.h>
#include <ptc/gen.h>
#include <ptc/infer.h>
#include <ptc/lisp.h>
#include <ptc/models.h>
#include <ptc/regex.h>
#include <ptc/snapshot.h>
#include <ptc/template.h>

#include <criterion/criterion.h>

static ptc_arena arena;
static ptc_schema any;

static void begin(void)
{
    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_signature_of(&arena, ":any?", &any, NULL) == PTC_OK);
}

static void end(void)
{
    ptc_arena_free(&arena);
}

TestSuite(misuse, .init = begin, .fini = end);

static ptc_source source_of(const char *text)
{
    return (ptc_source){PTC_STR("f"), ptc_str_of(text)};
}

/* --- Values ------------------------------------------------------------------------- */

static ptc_text text;

static const char *written(void)
{
    return ptc_text_view(&text).ptr;
}

Test(misuse, null_is_nil_in_texts) /* M571 */
{
    ptc_text_init(&text, &arena);
    cr_expect(ptc_json_write(&text, NULL, 0) == PTC_OK);
    ptc_text_byte(&text, ' ');
    cr_expect(ptc_json_write_canonical(&text, NULL) == PTC_OK);
    ptc_text_byte(&text, ' ');
    cr_expect(ptc_json_write_named(&text, NULL, 2) == PTC_OK);
    ptc_text_byte(&text, ' ');
    ptc_value_write(&text, NULL);
    ptc_text_byte(&text, ' ');
    cr_expect(ptc_schema_write_value(&text, &any, NULL, PTC_OUTPUT, NULL) == PTC_OK);
    cr_expect_str_eq(written(), "null null null nil nil");
}

Test(misuse, null_is_nil_in_comparisons) /* M571 */
{
    const ptc_value nil = ptc_value_nil();
    const ptc_value one = ptc_value_int(1);
    const ptc_map_entry entry = {ptc_value_nil(), ptc_value_int(7)};
    ptc_value set;
    ptc_value map;
    ptc_value copy = one;

    cr_expect(ptc_value_same(NULL, &nil) && ptc_value_same(&nil, NULL));
    cr_expect(ptc_value_same(NULL, NULL) && !ptc_value_same(NULL, &one));
    cr_expect_eq(ptc_value_hash(NULL), ptc_value_hash(&nil));
    cr_expect(ptc_value_copy(&arena, NULL, &copy) == PTC_OK && copy.kind == PTC_NIL);
    cr_assert(ptc_value_set_of(&arena, &nil, 1, &set, NULL) == PTC_OK);
    cr_expect(ptc_set_contains(&set, NULL) && !ptc_set_contains(NULL, &one));
    cr_assert(ptc_map_make(&arena, &entry, 1, &map, NULL) == PTC_OK);
    cr_expect_eq(ptc_value_as_int(ptc_map_find(map.as.map, NULL), 0), 7);
}

Test(misuse, null_is_nil_for_schemas) /* M571 */
{
    const ptc_gen_type type = {.nodes = any.nodes, .count = any.count};
    uint32_t node = ptc_schema_root(&any)->first + 1;
    ptc_value out = ptc_value_int(1);
    ptc_infer *infer;
    ptc_schema schema;
    ptc_schema number;

    cr_assert(ptc_signature_of(&arena, ":int", &number, NULL) == PTC_OK);
    cr_expect(ptc_schema_validate(&any, NULL, NULL, NULL) == PTC_OK);
    cr_expect(ptc_schema_validate(&number, NULL, NULL, NULL) == PTC_ERROR_INVALID);
    cr_expect(ptc_schema_coerce(&arena, &any, NULL, NULL, &out, NULL) == PTC_OK);
    cr_expect_eq(out.kind, PTC_NIL);
    cr_expect(ptc_gen_validate(&type, node, PTC_OUTPUT, NULL, NULL, NULL) == PTC_OK);
    cr_assert(ptc_infer_make(&arena, NULL, &infer) == PTC_OK);
    cr_expect(ptc_infer_add(infer, NULL) == PTC_OK);
    cr_expect(ptc_infer_value(&arena, NULL, NULL, &schema) == PTC_OK);
    cr_expect(ptc_json_keys_check(NULL, NULL) == PTC_OK);
    cr_expect(ptc_malli_from_value(&arena, NULL, NULL, NULL, &schema) ==
              PTC_ERROR_SYNTAX);
}

Test(misuse, null_is_nil_for_templates) /* M571 */
{
    const ptc_source source = source_of("a {{x}}");
    ptc_template compiled;

    cr_assert(ptc_template_compile(&arena, &source, NULL, &compiled) == PTC_OK);
    ptc_text_init(&text, &arena);
    cr_expect(ptc_template_expand(&text, &compiled, NULL, NULL, NULL) == PTC_OK);
    cr_expect_str_eq(written(), "a {{x}}");
}

/* --- Errors that were not requested
 * --------------------------------------------------- */

Test(misuse, diagnostics_may_be_null) /* M572 */
{
    const ptc_source faulty = source_of("(x :nonsense) -> {{");
    const ptc_source good = source_of("f(x :int) -> :int");
    const ptc_source malli = source_of("[:map [:x :nonsense]]");
    const ptc_source tag = source_of("{{#x}}");
    const ptc_source use = source_of("{{y}}");
    ptc_contracts contracts;
    ptc_template compiled;
    ptc_schema schema;
    ptc_models models;
    const ptc_agent_file *agent;
    const ptc_chain_file *chain;

    cr_expect(ptc_signature_read(&arena, &faulty, NULL, NULL, &schema) ==
              PTC_ERROR_SYNTAX);
    cr_expect(ptc_contracts_read(&arena, &faulty, NULL, NULL, &contracts) ==
              PTC_ERROR_SYNTAX);
    cr_expect(ptc_contracts_read(&arena, &good, NULL, NULL, &contracts) == PTC_OK);
    cr_expect_eq(contracts.count, 1);
    cr_expect(ptc_malli_read(&arena, &malli, NULL, NULL, &schema) == PTC_ERROR_SYNTAX);
    cr_expect(ptc_malli_read_json(&arena, &malli, NULL, NULL, &schema) ==
              PTC_ERROR_SYNTAX);
    cr_expect(ptc_template_compile(&arena, &tag, NULL, &compiled) == PTC_ERROR_SYNTAX);
    cr_assert(ptc_template_compile(&arena, &use, NULL, &compiled) == PTC_OK);
    cr_expect(ptc_template_check(&compiled, &use, &any, true, NULL) == PTC_ERROR_SYNTAX);
    cr_expect(ptc_models_read(&arena, &faulty, NULL, &models) == PTC_ERROR_SYNTAX);
    cr_expect(ptc_agent_file_read(&arena, &faulty, NULL, NULL, &agent) != PTC_OK);
    cr_expect(ptc_chain_file_read(&arena, &faulty, NULL, NULL, &chain) != PTC_OK);
}

Test(misuse, forms_without_diagnostics) /* M572 */
{
    const ptc_source source = source_of("{:a 1, :a 2}");
    const ptc_source torn = source_of("[1");
    ptc_forms forms;
    ptc_value value;
    uint32_t form;
    size_t offset = 0;

    ptc_forms_init(&forms, &arena, &source);
    form = ptc_edn_read_one(&forms, NULL);
    cr_assert(form != 0);
    cr_expect(ptc_form_to_value(&forms, form, &value, NULL) != PTC_OK);
    ptc_forms_init(&forms, &arena, &torn);
    cr_expect_eq(ptc_edn_read(&forms, &offset, NULL), 0);
}

Test(misuse, errors_may_be_null) /* M572 */
{
    const ptc_source torn = source_of("{");
    const ptc_source row = source_of("1\n");
    const ptc_cassette_options options = {.struct_size = sizeof options, .source = &row};
    const ptc_agent empty = {.struct_size = sizeof empty};
    const ptc_model *made;
    ptc_cassette *cassette;
    ptc_preview preview;
    ptc_script *script;
    ptc_schema schema;
    ptc_value value;

    cr_expect(ptc_script_read(&arena, &torn, &script, NULL) == PTC_ERROR_SYNTAX);
    cr_expect(ptc_cassette_new(&arena, &options, &cassette, NULL) != PTC_OK);
    cr_expect(ptc_model_of_address(&arena, PTC_STR(""), PTC_STR("m"), "KEY", &made,
                                   NULL) == PTC_ERROR_INVALID);
    cr_expect(ptc_agent_preview(&arena, &empty, NULL, &preview, NULL) != PTC_OK);
    cr_expect(ptc_signature_of(&arena, "(", &schema, NULL) == PTC_ERROR_SYNTAX);
    cr_expect(ptc_schema_read(&arena, &any, "[", 1, NULL, &value, NULL) ==
              PTC_ERROR_SYNTAX);
    cr_expect(ptc_schema_read(&arena, &any, "[1]", 3, NULL, &value, NULL) == PTC_OK);
}

Test(misuse, reports_may_be_null) /* M572 */
{
    const ptc_map_entry entries[] = {{ptc_value_string(PTC_STR("a")), ptc_value_int(1)},
                                     {ptc_value_keyword(PTC_STR("a")), ptc_value_int(2)}};
    ptc_value map;

    cr_assert(ptc_map_make(&arena, entries, 2, &map, NULL) == PTC_OK);
    cr_expect(ptc_json_check(&map, NULL) == PTC_ERROR_INVALID);
    cr_expect(ptc_json_keys_check(&map, NULL) == PTC_ERROR_INVALID);
}

/* --- What the library does not know ------------------------------------------------- */

Test(misuse, unknown_options_of_the_walker) /* M570 */
{
    const ptc_walk_options rows[] = {
        {.struct_size = sizeof rows[0], .mode = (ptc_mode)4},
        {.struct_size = sizeof rows[0], .direction = (ptc_direction)3},
        {.struct_size = sizeof rows[0], .boundary = (ptc_boundary)2},
        {.struct_size = sizeof rows[0], .mode = (ptc_mode)-1},
    };
    const ptc_gen_type type = {.nodes = any.nodes, .count = any.count};
    uint32_t node = ptc_schema_root(&any)->first + 1;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_glance *glance;
        ptc_value out;
        ptc_str why;

        cr_expect(ptc_schema_validate(&any, NULL, &rows[i], NULL) == PTC_ERROR_ARGUMENT);
        cr_expect(ptc_schema_coerce(&arena, &any, NULL, &rows[i], &out, NULL) ==
                  PTC_ERROR_ARGUMENT);
        cr_expect(ptc_glance_make(&arena, &any, &rows[i], &glance) == PTC_ERROR_ARGUMENT);
        cr_expect(ptc_schema_read(&arena, &any, "1", 1, &rows[i], &out, &why) ==
                      PTC_ERROR_ARGUMENT &&
                  why.len > 0);
        cr_expect(ptc_gen_validate(&type, node, PTC_OUTPUT, NULL, &rows[i], NULL) ==
                  PTC_ERROR_ARGUMENT);
        cr_expect(ptc_gen_from_value(&type, node, PTC_OUTPUT, &arena, NULL, &rows[i],
                                     &out, NULL) == PTC_ERROR_ARGUMENT);
    }
}

/* Reads 1 by a parser's own functions. */
static ptc_status parse(ptc_gen *gen, const ptc_parse_options *options)
{
    char one[PTC_PADDING + 2] = "1";
    ptc_cursor p = ptc_gen_start(gen, NULL, &arena, one, 1, PTC_INPUT, options);
    int64_t number;

    if (p != NULL)
        p = ptc_gen_int(gen, p, &number);
    return ptc_gen_finish(gen, p, NULL);
}

Test(misuse, unknown_options_of_parsers) /* M570 */
{
    const ptc_parse_options rows[] = {
        {.struct_size = sizeof rows[0], .mode = (ptc_mode)4},
        {.struct_size = sizeof rows[0], .direction = (ptc_direction)3},
        {.struct_size = offsetof(ptc_parse_options, max_depth), .mode = (ptc_mode)9},
        {.struct_size = SIZE_MAX},
        {.struct_size = 65537},
    };
    ptc_gen gen;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(parse(&gen, &rows[i]) == PTC_ERROR_ARGUMENT, "%zu", i);
}

/* A parser knows what its options say, not where they are. */
Test(misuse, parsers_keep_no_options)
{
    const ptc_validator validator = {.name = PTC_STR_INIT("v")};
    ptc_parse_options options = {.struct_size = sizeof options,
                                 .mode = PTC_MODE_STRICT,
                                 .direction = PTC_OUTPUT,
                                 .max_depth = 3,
                                 .validators = &validator,
                                 .validator_count = 1};
    ptc_gen gen;

    cr_expect(parse(&gen, &options) == PTC_OK);
    cr_expect(gen.mode == PTC_MODE_STRICT && gen.direction == PTC_OUTPUT);
    cr_expect(gen.max_depth == 3 && gen.validators == &validator &&
              gen.validator_count == 1);
    options.struct_size = offsetof(ptc_parse_options, validators);
    cr_expect(parse(&gen, &options) == PTC_OK);
    cr_expect(gen.max_depth == 3 && gen.validators == NULL && gen.validator_count == 0);
    cr_expect(parse(&gen, NULL) == PTC_OK);
    cr_expect(gen.max_depth == PTC_DEPTH_MAX && gen.validator_count == 0);
    options.max_depth = UINT_MAX;
    cr_expect(parse(&gen, &options) == PTC_OK);
    cr_expect(gen.max_depth == PTC_DEPTH_MAX);
}

Test(misuse, unknown_options_of_contexts_and_contracts) /* M570 */
{
    const ptc_lisp_options rows[] = {
        {.struct_size = sizeof rows[0], .unknown_names = (ptc_unknown_names)3},
        {.struct_size = sizeof rows[0], .memory_contract = 7},
        {.struct_size = 65537},
    };
    const ptc_contract_options options = {.struct_size = sizeof options,
                                          .format = (ptc_contract_format)99};
    const ptc_source source = source_of("f(x :int) -> :int");
    ptc_contracts contracts;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_lisp *lisp;

        cr_expect(ptc_lisp_new(&rows[i], &lisp) == PTC_ERROR_ARGUMENT && lisp == NULL);
    }
    cr_expect(ptc_contracts_read(&arena, &source, &options, NULL, &contracts) ==
              PTC_ERROR_ARGUMENT);
    cr_expect_eq(contracts.count, 0);
}

/* --- Programs and contexts ---------------------------------------------------------- */

static ptc_lisp *context(void)
{
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    return lisp;
}

Test(misuse, programs_of_other_contexts) /* M574 */
{
    const ptc_source source = source_of("(def x 41) (inc x)");
    ptc_lisp *one = context();
    ptc_lisp *two = context();
    ptc_lisp_result result;
    ptc_program *program;
    ptc_value memory;

    cr_assert(ptc_lisp_compile(&arena, one, &source, &program, NULL) == PTC_OK);
    cr_expect(ptc_lisp_run(&arena, two, program, 0, &result) == PTC_ERROR_ARGUMENT);
    cr_expect_str_eq(result.error.message.ptr,
                     "the program is of another context; compile it in the one that runs "
                     "it");
    cr_expect(ptc_lisp_run(&arena, two, NULL, 0, &result) == PTC_ERROR_ARGUMENT);
    cr_expect(result.error.message.len > 0);
    cr_expect(ptc_lisp_memory(&arena, two, &memory) == PTC_OK);
    cr_expect_eq(ptc_value_count(&memory), 0);
    cr_expect(ptc_lisp_run(&arena, one, program, 0, &result) == PTC_OK);
    cr_expect_eq(ptc_value_as_int(&result.value, 0), 42);
    ptc_lisp_free(one);
    ptc_lisp_free(two);
}

Test(misuse, unknown_texts_of_a_result) /* M570 */
{
    const ptc_source source = source_of("1");
    ptc_lisp *lisp = context();
    ptc_lisp_result result;

    cr_expect(ptc_lisp_eval(&arena, lisp, &source, 32, &result) == PTC_ERROR_ARGUMENT);
    cr_expect(result.error.message.len > 0);
    cr_expect(ptc_lisp_eval(&arena, lisp, &source, 31, &result) == PTC_OK);
    ptc_lisp_free(lisp);
}

/* Every message ends in NUL, also where there is none. */
Test(misuse, messages_can_be_printed) /* M573 */
{
    const ptc_source good = source_of("1");
    const ptc_source faulty = source_of("(");
    ptc_lisp *lisp = context();
    ptc_lisp_result result;
    unsigned char room[16];
    ptc_program *program;
    ptc_lisp_error error;
    ptc_json_error unreadable;
    ptc_regex_error refused;
    ptc_arena small;
    ptc_value value;
    ptc_str bytes;
    ptc_dfa dfa;

    cr_expect(ptc_lisp_eval(&arena, lisp, &good, 0, &result) == PTC_OK);
    cr_expect_str_eq(result.error.message.ptr, "");
    cr_expect(ptc_lisp_compile(&arena, lisp, &good, &program, &error) == PTC_OK);
    cr_expect_str_eq(error.message.ptr, "");
    ptc_arena_init_memory(&small, room, sizeof room);
    cr_expect(ptc_lisp_eval(&small, lisp, &faulty, 0, &result) == PTC_ERROR_MEMORY);
    cr_expect_str_eq(result.error.message.ptr, "out of memory");
    cr_expect_str_eq(ptc_lisp_error_view(&arena, &result.error).message.ptr,
                     "out of memory");
    cr_expect_str_eq(ptc_lisp_error_view(&arena, &result.error).code.ptr, "");
    cr_expect(ptc_lisp_save(&arena, lisp, &bytes, NULL) == PTC_OK);
    cr_expect(ptc_lisp_restore(&arena, lisp, PTC_STR("?"), NULL, NULL) != PTC_OK);
    cr_expect(ptc_lisp_restore(&arena, lisp, bytes, NULL, &error) == PTC_OK);
    cr_expect_str_eq(error.message.ptr, "");
    cr_expect(ptc_lisp_set_tools(&arena, lisp, NULL, 0, NULL, &error) == PTC_OK);
    cr_expect_str_eq(error.message.ptr, "");
    ptc_lisp_free(lisp);
    memset(&unreadable, 0xA5, sizeof unreadable);
    memset(&refused, 0xA5, sizeof refused);
    cr_expect(ptc_json_read(&arena, "1", 1, NULL, &value, NULL, &unreadable) == PTC_OK);
    cr_expect_str_eq(ptc_json_error_view(&arena, &unreadable, PTC_STR("1")).message.ptr,
                     "");
    cr_expect(ptc_regex_compile(&arena, PTC_STR("a"), &dfa, &refused) == PTC_OK);
    cr_expect_str_eq(refused.message.ptr, "");
}

Test(misuse, views_of_empty_objects) /* M573 */
{
    const ptc_fail fail = {.op = {NULL, 0}};
    const ptc_issue issue = {.path_count = 0};
    const ptc_lisp_error error = {.line = 0};
    const ptc_error views[] = {ptc_fail_view(&fail), ptc_issue_view(&arena, &issue),
                               ptc_lisp_error_view(&arena, &error)};

    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        cr_expect_str_eq(views[i].message.ptr, "");
        cr_expect(views[i].path.ptr != NULL && views[i].code.ptr != NULL);
    }
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

Test(misuse, failures_of_good_runs_can_be_printed) /* M573 */
{
    const ptc_step *step;
    ptc_preview preview;
    ptc_fail fail;

    cr_assert(ptc_agent_run(&arena, &agent, NULL, &step) == PTC_OK);
    cr_expect_str_eq(step->fail.message.ptr, "");
    cr_expect(step->fail.reason.ptr != NULL && step->fail.op.ptr != NULL);
    cr_assert(ptc_agent_preview(&arena, &agent, NULL, &preview, &fail) == PTC_OK);
    cr_expect_str_eq(fail.message.ptr, "");
}

/* No step is left from before. */
Test(misuse, chains_with_options_of_no_size)
{
    const ptc_agent *const agents[] = {&agent, &agent};
    const ptc_chain chain = {.struct_size = sizeof chain, .agents = agents, .count = 2};
    const ptc_agent_options options = {.struct_size = 0};
    static const ptc_step before = {.is_ok = true};
    const ptc_step *steps[] = {&before, &before};

    cr_expect(ptc_chain_run(&arena, &chain, &options, steps) == PTC_ERROR_ARGUMENT);
    cr_expect(steps[0] == NULL && steps[1] == NULL);
}
