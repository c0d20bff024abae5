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
};

/* clang-format on */

bool ptcc_c_is_wanted(const ptcc_c_options *options, ptcc_c_function function)
{
    return !ptcc_c_functions[function].needs_jansson || options->has_jansson;
}
