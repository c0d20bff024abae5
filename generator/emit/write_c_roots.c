/* SPDX-License-Identifier: MIT */
/* The functions of a contract's roots, declared and defined from the table in functions.c
 * by two templates. [emitters 11] */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

/* Whether it is the value of a named type, and no function's result. */
static bool root_is_value(const ptcc_c_contract *contract, const ptcc_c_root *root)
{
    return root->is_result && ptc_str_equal(root->base_id, contract->base_id);
}

static const char *root_word(const ptcc_c_contract *contract, const ptcc_c_root *root)
{
    if (root_is_value(contract, root))
        return "a value";
    return root->is_result ? "the result" : "the parameters";
}

/* --- Prototypes -------------------------------------------------------------------- */

/* Parameters whose type is the root's. */
typedef struct root_types {
    ptc_str in;
    ptc_str out;
} root_types;

static ptc_str root_parameter(const ptcc_c_parameter *parameter, const root_types *types)
{
    if (parameter->kind == PTCC_PARAMETER_PLAIN)
        return parameter->declared;
    return parameter->kind == PTCC_PARAMETER_IN ? types->in : types->out;
}

/* `ptc_status NAME(PARAMETER, ...)` and `tail` */
static ptc_str root_head(ptcc_c_sink *sink, const ptcc_c_parameter *parameters,
                         ptc_str id, const root_types *types, const char *tail)
{
    ptc_str items[PTCC_FUNCTION_PARAMETERS];
    size_t count = 0;

    for (; parameters[count].kind != PTCC_PARAMETER_NONE; count++)
        items[count] = root_parameter(&parameters[count], types);
    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, ptcc_c_linkage(sink, *tail == ';'),
                                 PTC_STR("ptc_status "), id),
                          items, count, ptc_str_of(tail), 0);
}

/* Texts that declaration and definition of a root's functions have in common. */
static void root_fill(ptcc_c_sink *sink, const ptcc_c_root *root, const char *tail,
                      ptcc_model *model)
{
    root_types types = {
        C_JOIN(sink->arena, PTC_STR("const "), root->type_id, PTC_STR(" *in")),
        C_JOIN(sink->arena, root->type_id, PTC_STR(" *out"))};

    model_flag(model, "parses", !ptcc_c_has_accessors(sink->options));
    model_flag(model, "borrows_strings", sink->options->strings == PTCC_STRINGS_BORROW);
    model_flag(model, "copies_strings", sink->options->strings == PTCC_STRINGS_COPY);
    model_flag(model, "ends_strings", sink->options->strings == PTCC_STRINGS_NUL);
    model_flag(model, "has_jansson", sink->options->has_jansson);
    for (unsigned i = 0; i < PTCC_FUNCTION_COUNT; i++) {
        const ptcc_c_function_row *function = &ptcc_c_functions[i];

        if (root->function_ids[i].len > 0)
            model_str(model, function->head_name,
                      root_head(sink, function->parameters, root->function_ids[i], &types,
                                tail));
    }
}

/* ORDER STRINGS */
static const char *const root_strings_notes[] = {
    "Strings point into a copy of the text in the arena.",
    "Strings are copies in the arena; each ends in NUL.",
    "Strings point into a copy of the text in the arena; each ends in NUL.",
};

static ptc_str root_declaration(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                                const ptcc_c_root *root)
{
    ptcc_model model = host_model(&sink->host);
    ptc_text note;

    ptc_text_init(&note, sink->arena);
    ptc_text_cstr(&note, "Reads ");
    ptc_text_cstr(&note, root_word(contract, root));
    ptc_text_cstr(&note, " of ");
    ptc_text_str(&note, contract->contract->name);
    ptc_text_cstr(
        &note, " from JSON text: PTC_OK, or `*why` is the text to send to the model. ");
    ptc_text_cstr(&note, root_strings_notes[sink->options->strings]);
    model_str(
        &model, "comment_code",
        host_wrap_comment(&sink->host, c_note(sink->arena, ptc_text_view(&note)), 0));
    root_fill(sink, root, ";", &model);
    model_cstr(&model, "render_note",
               root->is_result
                   ? "Appends what a model may see of a struct: no firewalled values."
                   : "Appends a struct as a model reads it.");
    return host_expand(&sink->host, &ptcc_template_root_h, &model);
}

/* --- Bodies ------------------------------------------------------------------------ */

/* How a text or value is checked unless its options say otherwise. */
static const char *root_direction(const ptcc_c_contract *contract,
                                  const ptcc_c_root *root)
{
    return root->is_result && !root_is_value(contract, root) ? "PTC_OUTPUT" : "PTC_INPUT";
}

/* What is called, without the bracket. */
static ptc_str root_callee(const ptcc_c_function_row *function, const ptcc_c_root *root)
{
    if (function->callee == NULL)
        return root->function_ids[PTCC_FUNCTION_PARSE_PADDED];
    return ptc_str_of(function->callee);
}

/* `return CALLEE(&TYPE, NODE, DIRECTION, ARGUMENT, ...);` */
static ptc_str root_call(ptcc_c_sink *sink, const ptcc_c_function_row *function,
                         const ptcc_c_contract *contract, const ptcc_c_root *root)
{
    const ptcc_c_parameter *parameters = function->parameters;
    ptc_str items[3 + PTCC_FUNCTION_PARAMETERS];
    size_t count = 0;

    if (function->callee != NULL) {
        items[count++] = C_JOIN(sink->arena, PTC_STR("&"), contract->type_id);
        items[count++] = c_decimal(sink->arena, root->node);
    }
    if (function == &ptcc_c_functions[PTCC_FUNCTION_RENDER]) /* what is hidden */
        items[count++] = ptc_str_of(root->is_result ? "PTC_OUTPUT" : "PTC_INPUT");
    else if (function->has_direction)
        items[count++] = ptc_str_of(root_direction(contract, root));
    for (size_t i = 0; parameters[i].kind != PTCC_PARAMETER_NONE; i++)
        items[count++] = parameters[i].name;
    return host_wrap_list(
        &sink->host, C_JOIN(sink->arena, PTC_STR("return "), root_callee(function, root)),
        items, count, PTC_STR(";"), 4);
}

static ptc_str root_start(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          const ptcc_c_root *root)
{
    const ptc_str items[] = {
        PTC_STR("&gen"),
        C_JOIN(sink->arena, PTC_STR("&ptc_abi_"), c_decimal(sink->arena, PTC_ABI)),
        PTC_STR("arena"),
        PTC_STR("text"),
        PTC_STR("len"),
        ptc_str_of(root_direction(contract, root)),
        PTC_STR("options")};

    return host_wrap_list(&sink->host, PTC_STR("p = ptc_gen_start"), items, 7,
                          PTC_STR(";"), 4);
}

/* What returns the status of a parse. */
static ptc_str root_finish(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           const ptcc_c_root *root)
{
    const ptc_str items[] = {PTC_STR("&gen"),
                             PTC_STR("p"),
                             PTC_STR("info"),
                             C_JOIN(sink->arena, PTC_STR("&"), contract->type_id),
                             c_decimal(sink->arena, root->node),
                             PTC_STR("out")};
    bool borrows = sink->options->strings == PTCC_STRINGS_BORROW;

    return host_wrap_list(&sink->host,
                          borrows ? PTC_STR("return ptc_gen_finish")
                                  : PTC_STR("return ptc_gen_finish_strings"),
                          items, borrows ? 3 : 6, PTC_STR(";"), 4);
}

/* What `call_parse_code` assigns the status of a parse from. */
static ptc_str root_parse(ptcc_c_sink *sink, const ptcc_c_root *root, ptc_str status)
{
    const ptc_str items[] = {PTC_STR("arena"),   PTC_STR("text"), PTC_STR("len"),
                             PTC_STR("options"), PTC_STR("out"),  PTC_STR("NULL")};

    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, PTC_STR("ptc_status "), status,
                                 PTC_STR(" = "), root->function_ids[PTCC_FUNCTION_PARSE]),
                          items, 6, PTC_STR(";"), 4);
}

/* What returns that status, with why. */
static ptc_str root_tell(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         const ptcc_c_root *root, ptc_str status)
{
    const ptc_str items[] = {C_JOIN(sink->arena, PTC_STR("&"), contract->type_id),
                             c_decimal(sink->arena, root->node),
                             ptc_str_of(root_direction(contract, root)),
                             PTC_STR("arena"),
                             PTC_STR("text"),
                             PTC_STR("len"),
                             PTC_STR("options"),
                             status,
                             PTC_STR("why")};

    return host_wrap_list(&sink->host, PTC_STR("return ptc_gen_tell"), items, 9,
                          PTC_STR(";"), 4);
}

static ptc_str root_reader(ptcc_c_sink *sink, const ptcc_c_root *root)
{
    const ptc_str items[] = {PTC_STR("&gen"), PTC_STR("p"), PTC_STR("out")};

    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, PTC_STR("p = "), root->reader_id), items, 3,
                          PTC_STR(";"), 8);
}

static ptc_str root_definition(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                               const ptcc_c_root *root)
{
    ptcc_model model = host_model(&sink->host);
    const ptc_str *ids = root->function_ids;
    ptc_str status = ptcc_c_local(sink, PTC_STR("status"));

    root_fill(sink, root, "", &model);
    sink->needs_string |= !ptcc_c_has_accessors(sink->options);
    model_str(&model, "status_id", status);
    model_str(&model, "aside_id", ptcc_c_local(sink, PTC_STR("aside")));
    model_str(&model, "mark_id", ptcc_c_local(sink, PTC_STR("mark")));
    model_str(&model, "call_reader_code", root_reader(sink, root));
    model_str(&model, "call_parse_code", root_parse(sink, root, status));
    model_str(&model, "call_tell_code", root_tell(sink, contract, root, status));
    model_str(&model, "call_finish_code", root_finish(sink, contract, root));
    model_str(&model, "padded_id", ids[PTCC_FUNCTION_PARSE_PADDED]);
    model_str(&model, "validate_id", ids[PTCC_FUNCTION_VALIDATE]);
    model_str(&model, "from_value_id", ids[PTCC_FUNCTION_FROM_VALUE]);
    model_str(&model, "to_value_id", ids[PTCC_FUNCTION_TO_VALUE]);
    model_str(&model, "mode_code", ptcc_c_mode(sink->options));
    model_str(&model, "call_start_code", root_start(sink, contract, root));
    for (unsigned i = 0; i < PTCC_FUNCTION_COUNT; i++) {
        const ptcc_c_function_row *function = &ptcc_c_functions[i];

        if (function->call_name != NULL && ids[i].len > 0)
            model_str(&model, function->call_name,
                      root_call(sink, function, contract, root));
    }
    return host_expand(&sink->host, &ptcc_template_root_c, &model);
}

/* --- All of them ------------------------------------------------------------------- */

void ptcc_c_declare_roots(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    for (size_t i = 0; i < contract->root_count; i++)
        ptcc_c_emit(sink, mark, root_declaration(sink, contract, &contract->roots[i]));
}

void ptcc_c_define_roots(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    for (size_t i = 0; i < contract->root_count; i++)
        ptcc_c_emit(sink, mark, root_definition(sink, contract, &contract->roots[i]));
}
