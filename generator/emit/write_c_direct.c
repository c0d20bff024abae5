/* SPDX-License-Identifier: MIT */
/*
 * Tools that call a function of a C header: arguments go from the struct to the
 * parameters of the prototype, and its result becomes the result of the tool.
 *
 * Where the signature and the prototype differ, the user writes the function, as for all
 * other contracts. [signature 12]
 */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

static const ptc_prototype *direct_prototype(const ptcc_c_contract *contract)
{
    const ptc_contract_info *info = contract->contract->info;

    return info != NULL ? info->prototype : NULL;
}

static const ptcc_c_root *direct_root(const ptcc_c_contract *contract, bool is_result)
{
    for (size_t i = 0; i < contract->root_count; i++) {
        if (contract->roots[i].is_result == is_result)
            return &contract->roots[i];
    }
    return NULL;
}

/* The first of the parameters in the schema, and how many there are. */
static uint32_t direct_parameters(const ptcc_c_contract *contract, size_t *count)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *map = &schema->nodes[ptc_schema_root(schema)->first];

    *count = map->count;
    return map->first;
}

/* --- Whether it can be called ------------------------------------------------------- */

/* Whether the member of a struct is what the prototype takes, without a look at nil. */
static bool direct_fits(const ptcc_c_options *options, const ptcc_c_node *node,
                        const ptc_prototype_value *value)
{
    switch (value->kind) {
    case PTC_PROTOTYPE_INT:
        return node->kind == PTCC_C_INT;
    case PTC_PROTOTYPE_FLOAT:
        return node->kind == PTCC_C_FLOAT;
    case PTC_PROTOTYPE_BOOL:
        return node->kind == PTCC_C_BOOL;
    case PTC_PROTOTYPE_TEXT:
    case PTC_PROTOTYPE_STR:
        return node->kind == PTCC_C_STRING;
    case PTC_PROTOTYPE_VALUE:
    case PTC_PROTOTYPE_JSON:
        return (node->kind == PTCC_C_ANY || node->kind == PTCC_C_ANY_MAP ||
                node->kind == PTCC_C_VALUE) &&
               options->has_jansson == (value->kind == PTC_PROTOTYPE_JSON);
    case PTC_PROTOTYPE_DATETIME:
        return node->kind == PTCC_C_DATETIME;
    case PTC_PROTOTYPE_DATE:
        return node->kind == PTCC_C_DATE;
    case PTC_PROTOTYPE_DECIMAL:
        return node->kind == PTCC_C_DECIMAL;
    case PTC_PROTOTYPE_DECLARED:
    case PTC_PROTOTYPE_POINTER:
        return ptc_str_equal(node->type_id, value->type);
    case PTC_PROTOTYPE_OTHER:
    case PTC_PROTOTYPE_VOID:
        break;
    }
    return false;
}

static bool direct_has_default(const ptcc_c_contract *contract, uint32_t node)
{
    const ptc_schema_extra *extra = contract->contract->schema.nodes[node].extra;

    return extra != NULL && extra->default_value.kind != PTC_NIL;
}

/* Whether only a value comes to the parameter. */
static bool direct_is_given(const ptcc_c_contract *contract, uint32_t node)
{
    return !contract->nodes[node].has_flag || direct_has_default(contract, node);
}

static bool direct_takes(const ptcc_c_options *options, const ptcc_c_contract *contract,
                         uint32_t node, const ptc_prototype_value *value)
{
    const ptcc_c_node *own = &contract->nodes[node];

    return ptc_str_equal_folded(contract->contract->schema.nodes[node].name,
                                value->name) &&
           !own->is_maybe && direct_fits(options, own, value) &&
           (direct_is_given(contract, node) || value->kind == PTC_PROTOTYPE_TEXT);
}

/* Whether what the prototype returns is the result. */
static bool direct_gives(const ptcc_c_options *options, const ptcc_c_contract *contract,
                         const ptc_prototype_value *value)
{
    const ptcc_c_root *root = direct_root(contract, true);
    const ptc_schema_node *node = &contract->contract->schema.nodes[root->node];

    if (value->kind == PTC_PROTOTYPE_VOID)
        return node->type == PTC_TYPE_NIL && !options->has_jansson;
    return value->kind != PTC_PROTOTYPE_POINTER &&
           direct_fits(options, &contract->nodes[root->node], value);
}

bool ptcc_c_is_direct(const ptcc_c_options *options, const ptcc_c_contract *contract)
{
    const ptc_prototype *prototype = direct_prototype(contract);
    uint32_t first;
    size_t count;

    if (!options->has_tools || prototype == NULL || direct_root(contract, true) == NULL)
        return false;
    first = direct_parameters(contract, &count);
    if (count != prototype->count || !direct_gives(options, contract, &prototype->result))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!direct_takes(options, contract, first + (uint32_t)i,
                          &prototype->parameters[i]))
            return false;
    }
    return true;
}

/* --- Arguments ---------------------------------------------------------------------- */

/* What is put together of one function. */
typedef struct direct_call {
    ptcc_c_sink *sink;
    const ptcc_c_contract *contract;
    const ptc_prototype *prototype;
    ptc_text locals;
    ptc_text checks;
    bool uses_call;
} direct_call;

static ptc_str direct_member(const direct_call *call, uint32_t node)
{
    return C_JOIN(call->sink->arena, PTC_STR("in->"),
                  call->contract->nodes[node].member_id);
}

/* Where the text of a parameter is, as C has it. */
static ptc_str direct_local(const direct_call *call, uint32_t node)
{
    return C_JOIN(call->sink->arena, call->contract->nodes[node].member_id,
                  PTC_STR("_text"));
}

/* Appends code four columns further to the right. */
static void direct_indent(ptc_text *out, ptc_str code)
{
    ptc_text_cstr(out, "    ");
    for (size_t i = 0; i < code.len; i++) {
        ptc_text_byte(out, code.ptr[i]);
        if (code.ptr[i] == '\n')
            ptc_text_cstr(out, "    ");
    }
}

/* `if (condition)` and a refusal. */
static void direct_check(direct_call *call, ptc_str condition, ptc_str fault)
{
    ptc_arena *arena = call->sink->arena;
    const ptc_str items[] = {PTC_STR("call"), c_string_line(arena, fault)};

    if (call->checks.len > 0)
        ptc_text_byte(&call->checks, '\n');
    ptc_text_cstr(&call->checks, "if (");
    ptc_text_str(&call->checks, condition);
    ptc_text_cstr(&call->checks, ")\n");
    direct_indent(&call->checks,
                  host_wrap_list(&call->sink->host, PTC_STR("return ptc_gen_refuse_call"),
                                 items, 2, PTC_STR(";"), 8));
    call->uses_call = true;
}

static void direct_add_local(direct_call *call, ptc_str declaration)
{
    if (call->locals.len > 0)
        ptc_text_byte(&call->locals, '\n');
    ptc_text_str(&call->locals, declaration);
}

/* A text that ends with a NUL, NULL where an optional one is absent. */
static ptc_str direct_text(direct_call *call, uint32_t node, ptc_str name)
{
    ptc_arena *arena = call->sink->arena;
    ptc_str local = direct_local(call, node);
    ptc_str member = direct_member(call, node);
    ptc_str made =
        C_JOIN(arena, PTC_STR("ptc_str_cstring(call->arena, "), member, PTC_STR(")"));
    ptc_str fault =
        C_JOIN(arena, name, PTC_STR(" contains U+0000, which ends a text in C"));

    if (direct_is_given(call->contract, node)) {
        direct_add_local(call, C_JOIN(arena, PTC_STR("const char *"), local,
                                      PTC_STR(" = "), made, PTC_STR(";")));
        direct_check(call, C_JOIN(arena, local, PTC_STR(" == NULL")), fault);
    } else {
        direct_add_local(
            call, C_JOIN(arena, PTC_STR("const char *"), local, PTC_STR(" = NULL;")));
        direct_check(call,
                     C_JOIN(arena, PTC_STR("in->has."),
                            call->contract->nodes[node].member_id, PTC_STR(" && ("),
                            local, PTC_STR(" = "), made, PTC_STR(") == NULL")),
                     fault);
    }
    return local;
}

/* Whether a type of C is int64_t, or no narrower and signed. */
static bool direct_is_whole(ptc_str type)
{
    return ptc_str_equal(type, PTC_STR("int64_t")) ||
           ptc_str_equal(type, PTC_STR("long long")) ||
           ptc_str_equal(type, PTC_STR("intmax_t"));
}

/* Whether not all of an unsigned type is in int64_t. */
static bool direct_is_wide(ptc_str type)
{
    static const char *const wide[] = {"unsigned long", "unsigned long long",
                                       "size_t",        "uint64_t",
                                       "uintptr_t",     "uintmax_t"};

    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        if (ptc_str_equal(type, ptc_str_of(wide[i])))
            return true;
    }
    return false;
}

static ptc_str direct_int(direct_call *call, uint32_t node,
                          const ptc_prototype_value *value)
{
    ptc_arena *arena = call->sink->arena;
    ptc_str member = direct_member(call, node);

    if (direct_is_whole(value->type))
        return member;
    direct_check(call,
                 C_JOIN(arena,
                        direct_is_wide(value->type)
                            ? C_JOIN(arena, member, PTC_STR(" < 0 || "))
                            : PTC_STR(""),
                        PTC_STR("(int64_t)("), value->type, PTC_STR(")"), member,
                        PTC_STR(" != "), member),
                 C_JOIN(arena, value->name, PTC_STR(" is out of range: it is "),
                        value->type, PTC_STR(" in C")));
    return C_JOIN(arena, PTC_STR("("), value->type, PTC_STR(")"), member);
}

static ptc_str direct_float(direct_call *call, uint32_t node,
                            const ptc_prototype_value *value)
{
    ptc_arena *arena = call->sink->arena;
    ptc_str member = direct_member(call, node);

    if (!ptc_str_equal(value->type, PTC_STR("float")))
        return member;
    call->sink->needs_float = true;
    direct_check(
        call,
        C_JOIN(arena, member, PTC_STR(" > FLT_MAX || "), member, PTC_STR(" < -FLT_MAX")),
        C_JOIN(arena, value->name, PTC_STR(" is out of range: it is float in C")));
    return C_JOIN(arena, PTC_STR("(float)"), member);
}

static ptc_str direct_argument(direct_call *call, uint32_t node,
                               const ptc_prototype_value *value)
{
    if (value->kind == PTC_PROTOTYPE_TEXT)
        return direct_text(call, node, value->name);
    if (value->kind == PTC_PROTOTYPE_INT)
        return direct_int(call, node, value);
    if (value->kind == PTC_PROTOTYPE_FLOAT)
        return direct_float(call, node, value);
    if (value->kind == PTC_PROTOTYPE_POINTER)
        return C_JOIN(call->sink->arena, PTC_STR("&"), direct_member(call, node));
    return direct_member(call, node);
}

/* --- The result --------------------------------------------------------------------- */

/* `if (condition) return a refusal;` on their own lines. */
static ptc_str direct_refusal(direct_call *call, ptc_str condition, ptc_str fault)
{
    ptc_text kept = call->checks;
    ptc_str made;

    ptc_text_init(&call->checks, call->sink->arena);
    direct_check(call, condition, fault);
    made = ptc_text_view(&call->checks);
    call->checks = kept;
    return C_JOIN(call->sink->arena, made, PTC_STR("\n"));
}

/* How the value `expr` becomes the result. */
static ptc_str direct_store(direct_call *call, ptc_str expr)
{
    const ptcc_c_root *root = direct_root(call->contract, true);

    if (!call->contract->nodes[root->node].is_maybe)
        return C_JOIN(call->sink->arena, PTC_STR("*out = "), expr, PTC_STR(";"));
    return C_JOIN(call->sink->arena, PTC_STR("out->has_value = true;\nout->value = "),
                  expr, PTC_STR(";"));
}

/* A text is copied: the function that returned it may reuse its memory. NULL is nil. */
static ptc_str direct_give_text(direct_call *call)
{
    ptc_arena *arena = call->sink->arena;
    const ptcc_c_root *root = direct_root(call->contract, true);
    bool is_maybe = call->contract->nodes[root->node].is_maybe;
    ptc_str null = is_maybe ? PTC_STR("if (result == NULL)\n    return PTC_OK;\n")
                            : direct_refusal(call, PTC_STR("result == NULL"),
                                             C_JOIN(arena, call->prototype->function,
                                                    PTC_STR(" returned NULL")));
    ptc_str place = is_maybe ? PTC_STR("out->value") : PTC_STR("*out");
    ptc_str ptr = is_maybe ? PTC_STR("out->value.ptr") : PTC_STR("out->ptr");

    call->uses_call = true;
    return C_JOIN(arena, null,
                  is_maybe ? PTC_STR("out->has_value = true;\n") : PTC_STR(""), place,
                  PTC_STR(" = ptc_str_copy(call->arena, ptc_str_of(result));\nif ("), ptr,
                  PTC_STR(" == NULL)\n    return PTC_ERROR_MEMORY;"));
}

/* Declares where the result is kept, if it is looked at; the code after the call. */
static ptc_str direct_give(direct_call *call, ptc_str *target)
{
    ptc_arena *arena = call->sink->arena;
    const ptc_prototype_value *result = &call->prototype->result;
    bool is_wide = result->kind == PTC_PROTOTYPE_INT && direct_is_wide(result->type);

    *target = PTC_STR("");
    if (result->kind == PTC_PROTOTYPE_VOID)
        return ptc_str_make(NULL, 0);
    *target = PTC_STR("result = ");
    if (result->kind == PTC_PROTOTYPE_TEXT) {
        direct_add_local(call, PTC_STR("const char *result;"));
        return direct_give_text(call);
    }
    direct_add_local(call, result->kind == PTC_PROTOTYPE_JSON
                               ? PTC_STR("json_t *result;")
                               : C_JOIN(arena, result->type, PTC_STR(" result;")));
    if (!is_wide)
        return direct_store(call, PTC_STR("result"));
    return C_JOIN(
        arena,
        direct_refusal(
            call,
            C_JOIN(arena, PTC_STR("result > ("), result->type, PTC_STR(")INT64_MAX")),
            C_JOIN(arena, call->prototype->function,
                   PTC_STR(" returned more than a signed 64-bit integer holds"))),
        direct_store(call, PTC_STR("(int64_t)result")));
}

/* --- The function ------------------------------------------------------------------- */

ptc_str ptcc_c_direct_note(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    const ptc_prototype *prototype = direct_prototype(contract);

    return C_JOIN(sink->arena, PTC_STR("Calls "), prototype->function, PTC_STR(" of "),
                  c_note(sink->arena, prototype->header), PTC_STR("."));
}

/* `target = function(argument, ...);` */
static ptc_str direct_code(direct_call *call, ptc_str target)
{
    size_t count;
    uint32_t first = direct_parameters(call->contract, &count);
    ptc_str *items = ptc_arena_array(call->sink->arena, count, sizeof *items);

    for (size_t i = 0; items != NULL && i < count; i++)
        items[i] =
            direct_argument(call, first + (uint32_t)i, &call->prototype->parameters[i]);
    return host_wrap_list(&call->sink->host,
                          C_JOIN(call->sink->arena, target, call->prototype->function),
                          items, items != NULL ? count : 0, PTC_STR(";"), 4);
}

/* What is not used in the function. */
static void direct_mark_unused(direct_call *call)
{
    if (call->prototype->result.kind == PTC_PROTOTYPE_VOID)
        ptc_text_cstr(&call->checks, call->checks.len ? "\n(void)out;" : "(void)out;");
    if (!call->uses_call)
        ptc_text_cstr(&call->checks, call->checks.len ? "\n(void)call;" : "(void)call;");
}

ptc_str ptcc_c_direct(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    direct_call call = {
        .sink = sink, .contract = contract, .prototype = direct_prototype(contract)};
    ptc_str none = ptc_str_make(NULL, 0);
    ptc_str target;
    ptc_str code;
    ptc_str give;

    ptc_text_init(&call.locals, sink->arena);
    ptc_text_init(&call.checks, sink->arena);
    sink->prototypes = call.prototype->header;
    give = direct_give(&call, &target);
    code = direct_code(&call, target);
    direct_mark_unused(&call);
    return HOST_FILL(
        &sink->host, ptcc_template_tool_direct,
        {"head_code",
         ptcc_c_tool_function(sink, contract, contract->function_id, PTC_STR(""))},
        {"locals_code", call.locals.len ? ptc_text_view(&call.locals) : none},
        {"checks_code", ptc_text_view(&call.checks)}, {"call_code", code},
        {"give_code", give.len ? give : none});
}
