/* SPDX-License-Identifier: MIT */
/*
 * The functions that users call, for each root of a contract: `ptc_status X_SUFFIX(...)`.
 * Names, prototypes and calls all come from this table; templates/c/parts/root.h.tmpl
 * says what each does. [emitters 11]
 */
#include "generator/emit/model.h"

/* clang-format off */

#define TEXT(literal)      {(literal), sizeof(literal) - 1}
#define PLAIN(type, name)  {PTCC_PARAMETER_PLAIN, TEXT(type name), TEXT(name)}

#define ARENA         PLAIN("ptc_arena *", "arena")
#define JSON_TEXT     PLAIN("const char *", "text")
#define LENGTH        PLAIN("size_t ", "len")
#define PARSE_OPTIONS PLAIN("const ptc_parse_options *", "options")
#define PARSE_INFO    PLAIN("ptc_parse_info *", "info")
#define WHY           PLAIN("ptc_str *", "why")
#define JSON_ERROR    PLAIN("ptc_json_error *", "error")
#define REPORT        PLAIN("ptc_report *", "report")
#define VALUE         PLAIN("const ptc_value *", "value")
#define WALK_OPTIONS  PLAIN("const ptc_walk_options *", "options")
#define TO_VALUE      PLAIN("ptc_value *", "out")
#define TO_TEXT       PLAIN("ptc_text *", "text")
#define SHOW_OPTIONS  PLAIN("const ptc_show_options *", "options")
#define JANSSON       PLAIN("const json_t *", "json")
#define TO_JANSSON    PLAIN("json_t **", "out")
#define IN            {PTCC_PARAMETER_IN, {NULL, 0}, TEXT("in")}
#define OUT           {PTCC_PARAMETER_OUT, {NULL, 0}, TEXT("out")}

/* ORDER FUNCTION */
const ptcc_c_function_row ptcc_c_functions[PTCC_FUNCTION_COUNT] = {
    /* suffix, prototype, call, callee, direction, jansson */
    [PTCC_FUNCTION_READ] = {
        "read", "read_code", NULL, NULL, false, false,
        {ARENA, JSON_TEXT, LENGTH, PARSE_OPTIONS, OUT, WHY}},
    [PTCC_FUNCTION_PARSE] = {
        "parse", "plain_code", "call_padded_code", NULL, false, false,
        {ARENA, JSON_TEXT, LENGTH, PARSE_OPTIONS, OUT, PARSE_INFO}},
    [PTCC_FUNCTION_PARSE_PADDED] = {
        "parse_padded", "padded_code", NULL, NULL, false, false,
        {ARENA, JSON_TEXT, LENGTH, PARSE_OPTIONS, OUT, PARSE_INFO}},
    [PTCC_FUNCTION_EXPLAIN] = {
        "explain", "explain_code", "call_explain_code", "ptc_gen_explain", true, false,
        {ARENA, JSON_TEXT, LENGTH, PARSE_OPTIONS, REPORT, JSON_ERROR}},
    [PTCC_FUNCTION_VALIDATE] = {
        "validate", "validate_code", "call_validate_code", "ptc_gen_validate", true, false,
        {VALUE, WALK_OPTIONS, REPORT}},
    [PTCC_FUNCTION_FROM_VALUE] = {
        "from_value", "from_value_code", "call_from_value_code", "ptc_gen_from_value", true, false,
        {ARENA, VALUE, WALK_OPTIONS, OUT, REPORT}},
    [PTCC_FUNCTION_TO_VALUE] = {
        "to_value", "to_value_code", "call_to_value_code", "ptc_gen_to_value", false, false,
        {ARENA, IN, TO_VALUE}},
    [PTCC_FUNCTION_TO_JSON] = {
        "to_json", "to_json_code", "call_to_json_code", "ptc_gen_to_json", false, false,
        {TO_TEXT, IN}},
    [PTCC_FUNCTION_RENDER] = {
        "render", "render_code", "call_render_code", "ptc_gen_render", true, false,
        {TO_TEXT, IN, SHOW_OPTIONS}},
    [PTCC_FUNCTION_VALIDATE_JANSSON] = {
        "validate_jansson", "validate_jansson_code", NULL, NULL, false, true,
        {ARENA, JANSSON, WALK_OPTIONS, REPORT}},
    [PTCC_FUNCTION_FROM_JANSSON] = {
        "from_jansson", "from_jansson_code", NULL, NULL, false, true,
        {ARENA, JANSSON, WALK_OPTIONS, OUT, REPORT}},
    [PTCC_FUNCTION_TO_JANSSON] = {
        "to_jansson", "to_jansson_code", NULL, NULL, false, true,
        {ARENA, IN, TO_JANSSON}},
    [PTCC_FUNCTION_READ_OPENAI] = {
        "read_openai_strict", "read_openai_code", "call_read_openai_code", "ptc_gen_read_openai_strict", true, false,
        {ARENA, JSON_TEXT, LENGTH, PARSE_OPTIONS, OUT, WHY}},
    [PTCC_FUNCTION_READ_ANTHROPIC] = {
        "read_anthropic_strict", "read_anthropic_code", "call_read_anthropic_code", "ptc_gen_read_anthropic_strict", true, false,
        {ARENA, JSON_TEXT, LENGTH, PARSE_OPTIONS, OUT, WHY}},
    [PTCC_FUNCTION_READ_WRAPPED] = {
        "read_wrapped", "read_wrapped_code", "call_read_wrapped_code", "ptc_gen_read_wrapped", true, false,
        {ARENA, JSON_TEXT, LENGTH, PARSE_OPTIONS, OUT, WHY}},
};

/* clang-format on */

#define FORM(target) (1u << PTC_TARGET_##target)

/* The forms that models answer to by calls of a function, and by values of a type or of a
 * result. */
typedef struct function_forms {
    ptcc_c_forms_set calls;
    ptcc_c_forms_set values;
} function_forms;

/* Whether replies to the root come in one of these forms. */
static bool function_reads_replies(const ptcc_c_options *options,
                                   const ptcc_c_contract *contract,
                                   const ptcc_c_root *root, function_forms forms)
{
    return contract->role == PTCC_ROLE_CONTRACT && !ptcc_c_has_accessors(options) &&
           (options->forms & (root->is_result ? forms.values : forms.calls)) != 0;
}

bool ptcc_c_is_wanted(const ptcc_c_options *options, const ptcc_c_contract *contract,
                      const ptcc_c_root *root, ptcc_c_function function)
{
    const function_forms openai = {FORM(OPENAI_STRICT) | FORM(OPENAI_CHAT_STRICT),
                                   FORM(OPENAI_FORMAT) | FORM(OPENAI_CHAT_FORMAT)};
    const function_forms anthropic = {FORM(ANTHROPIC_STRICT), FORM(ANTHROPIC_FORMAT)};
    const function_forms wrapped = {0, FORM(JSON_SCHEMA) | FORM(JSON_SCHEMA_7)};

    if (function == PTCC_FUNCTION_READ_OPENAI)
        return function_reads_replies(options, contract, root, openai);
    if (function == PTCC_FUNCTION_READ_ANTHROPIC)
        return function_reads_replies(options, contract, root, anthropic);
    if (function == PTCC_FUNCTION_READ_WRAPPED) /* schemas of functions are of calls */
        return options->wraps_roots && !ptcc_c_is_function(contract->contract) &&
               function_reads_replies(options, contract, root, wrapped);
    return !ptcc_c_functions[function].needs_jansson || options->has_jansson;
}
