/* SPDX-License-Identifier: MIT */
/* The language of an agent as a grammar: its tools, context and result. [emitters 6] */
#include "agent/grammar/grammar_int.h"
#include "render/render_int.h"

enum {
    PROGRAM_FORMS = 59,    /* of a program, after the first one */
    PROGRAM_STRING = 2000, /* code points of strings without their own bound */
};

/* Whether nothing is computed, so that the rules for computing are not needed. */
static bool program_is_literal(const ptc_program_grammar *program)
{
    return program->options->calls == PTC_PROGRAM_CALLS_TOOLS;
}

/* --- Texts ---------------------------------------------------------------------------
 */

/* The characters of a string without escapes: no control characters, quotes,
 * backslashes. */
static ptc_grammar_part program_character(ptc_grammar *grammar)
{
    static const regex_range plain[] = {
        {0x20, 0x21},     {0x23, 0x5b},     {0x5d, 0x7e},      {0xa0, 0xd7ff},
        {0xe000, 0xfdcf}, {0xfdf0, 0xfffd}, {0x10000, 0x1fffd}};

    return PTC_GRAMMAR_CHOICE_OF(
        grammar, ptc_grammar_class(grammar, plain, sizeof plain / sizeof *plain),
        PTC_GRAMMAR_SEQUENCE_OF(grammar, PTC_GRAMMAR_TEXT_OF(grammar, "\\"),
                                ptc_grammar_class_of(grammar, "\"\\nrt")));
}

static void program_make_string(ptc_program_grammar *program)
{
    ptc_grammar *grammar = &program->grammar;
    size_t wanted = program->options->max_string;
    uint32_t most =
        wanted > 0 && wanted < PROGRAM_STRING ? (uint32_t)wanted : PROGRAM_STRING;
    ptc_grammar_part quote = PTC_GRAMMAR_TEXT_OF(grammar, "\"");
    ptc_grammar_part one =
        ptc_program_use(program, PTC_PROGRAM_RULE_CHAR, PTC_PROGRAM_OUTER);

    ptc_program_define(program, PTC_PROGRAM_RULE_CHAR, PTC_PROGRAM_OUTER,
                       program_character(grammar));
    ptc_program_define(program, PTC_PROGRAM_RULE_STRING, PTC_PROGRAM_OUTER,
                       PTC_GRAMMAR_SEQUENCE_OF(grammar, quote,
                                               ptc_grammar_repeat(grammar, one, 0, most),
                                               quote));
}

/* --- Context -------------------------------------------------------------------------
 */

typedef struct program_names {
    ptc_grammar_part *parts;
    size_t count;
    size_t capacity;
} program_names;

static void program_add_name(ptc_program_grammar *program, program_names *names,
                             ptc_str name)
{
    ptc_grammar_part *place;

    if (!ptc_name_is_plain(name)) {
        ptc_program_lose(program, PTC_NODE_NONE, PTC_STR("a name that is not a symbol"));
        return;
    }
    place = PTC_ARENA_PUSH(program->arena, names->parts, names->count, names->capacity);
    if (place != NULL)
        *place = ptc_grammar_text(&program->grammar, name);
    program->grammar.failed = program->grammar.failed || place == NULL;
}

/* Names of the given context, except those of parameters. */
static void program_add_given(ptc_program_grammar *program, program_names *names,
                              const ptc_schema_node *fields)
{
    const ptc_value *given = program->options->context;
    const ptc_schema_node *nodes =
        fields != NULL ? &program->plan->signature->nodes[fields->first] : NULL;

    if (given == NULL || given->kind != PTC_MAP)
        return;
    for (size_t i = 0; i < given->aux; i++) {
        ptc_str name = ptc_value_as_text(&given->as.map->entries[i].key, "");
        bool is_known = false;

        for (uint32_t j = 0; fields != NULL && j < fields->count; j++)
            is_known = is_known || ptc_str_equal_folded(nodes[j].name, name);
        if (!is_known)
            program_add_name(program, names, name);
    }
}

/* ctx/name and data/name, for the known names; where none are known, for any name. */
static void program_make_context(ptc_program_grammar *program)
{
    const ptc_schema *signature = program->plan->signature;
    ptc_grammar *grammar = &program->grammar;
    const ptc_schema_node *fields = NULL;
    program_names names = {NULL, 0, 0};
    ptc_grammar_part name;

    program->what = "context";
    program->name = ptc_str_make("", 0);
    if (signature != NULL)
        fields = &signature->nodes[ptc_schema_root(signature)->first];
    for (uint32_t i = 0; fields != NULL && i < fields->count; i++)
        program_add_name(program, &names, signature->nodes[fields->first + i].name);
    program_add_given(program, &names, fields);
    if (names.count > 0 && !program->plan->is_judgment)
        program_add_name(program, &names, PTC_STR("fail"));
    name = names.count > 0
               ? ptc_grammar_choice(grammar, names.parts, names.count)
               : ptc_program_use(program, PTC_PROGRAM_RULE_LOCAL, PTC_PROGRAM_OUTER);
    if (names.count == 0)
        ptc_program_lose(program, PTC_NODE_NONE,
                         PTC_STR("the names: the agent has no parameters"));
    ptc_program_define(
        program, PTC_PROGRAM_RULE_CONTEXT, PTC_PROGRAM_OUTER,
        PTC_GRAMMAR_SEQUENCE_OF(
            grammar,
            PTC_GRAMMAR_CHOICE_OF(grammar, PTC_GRAMMAR_TEXT_OF(grammar, "ctx/"),
                                  PTC_GRAMMAR_TEXT_OF(grammar, "data/")),
            name));
}

/* --- Tools ---------------------------------------------------------------------------
 */

/* `name` after `prefix`. */
static ptc_grammar_part program_joined(ptc_program_grammar *program, const char *prefix,
                                       ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, program->arena);
    ptc_text_cstr(&text, prefix);
    ptc_text_str(&text, name);
    program->grammar.failed = program->grammar.failed || text.failed;
    return ptc_grammar_text(&program->grammar, ptc_text_view(&text));
}

/* tool/name, or call "name". */
static ptc_grammar_part program_tool_head(ptc_program_grammar *program, ptc_str name,
                                          ptc_program_place place)
{
    ptc_grammar *grammar = &program->grammar;
    ptc_value text = ptc_value_string(name);
    ptc_grammar_part call;
    ptc_text quoted;

    ptc_text_init(&quoted, program->arena);
    ptc_value_write(&quoted, &text);
    grammar->failed = grammar->failed || quoted.failed;
    call = PTC_GRAMMAR_SEQUENCE_OF(grammar, PTC_GRAMMAR_TEXT_OF(grammar, "call"),
                                   ptc_program_blank(program, place),
                                   ptc_grammar_text(grammar, ptc_text_view(&quoted)));
    return ptc_name_is_plain(name)
               ? PTC_GRAMMAR_CHOICE_OF(grammar, program_joined(program, "tool/", name),
                                       call)
               : call;
}

static bool program_has_required(const ptc_schema *schema, const ptc_schema_node *fields)
{
    for (uint32_t i = 0; i < fields->count; i++) {
        const ptc_schema_node *field = &schema->nodes[fields->first + i];
        ptc_value value;

        if ((field->flags & PTC_NODE_CONTEXT) == 0 && !ptc_schema_is_optional(field) &&
            !ptc_schema_default(field, &value))
            return true;
    }
    return false;
}

/* The arguments, after a blank. */
static ptc_grammar_part program_tool_arguments(ptc_program_grammar *program,
                                               const ptc_schema *schema,
                                               ptc_program_place place)
{
    ptc_grammar *grammar = &program->grammar;
    ptc_grammar_part s = ptc_program_blank(program, place);
    ptc_grammar_part map;
    uint32_t fields;

    if (schema == NULL || ptc_schema_root(schema)->type != PTC_TYPE_FUNCTION) {
        ptc_program_lose(program, PTC_NODE_NONE,
                         PTC_STR("the arguments: the tool has no signature"));
        map = ptc_program_use(program,
                              place == PTC_PROGRAM_LITERAL ? PTC_PROGRAM_RULE_DATA_MAP
                                                           : PTC_PROGRAM_RULE_MAP,
                              place);
        return ptc_grammar_optional(grammar, PTC_GRAMMAR_SEQUENCE_OF(grammar, s, map));
    }
    fields = ptc_schema_root(schema)->first;
    map = PTC_GRAMMAR_SEQUENCE_OF(grammar, s,
                                  ptc_program_fields(program, schema, fields, place));
    return program_has_required(schema, &schema->nodes[fields])
               ? map
               : ptc_grammar_optional(grammar, map);
}

static ptc_grammar_part program_tool(ptc_program_grammar *program,
                                     const ptc_prompt_tool *tool, ptc_program_place place)
{
    ptc_text name;
    uint32_t rule;

    ptc_program_be_quiet(program, place);
    program->what = "tool";
    program->name = tool->name;
    ptc_text_init(&name, program->arena);
    ptc_text_cstr(&name, place == PTC_PROGRAM_LITERAL ? "literal-tool-" : "tool-");
    ptc_text_str(&name, tool->name);
    ptc_text_cstr(&name, place == PTC_PROGRAM_INNER ? "-in" : "");
    rule = ptc_grammar_rule_new(&program->grammar, ptc_text_view(&name), PTC_STR(""));
    program->grammar.failed = program->grammar.failed || name.failed;
    ptc_grammar_define(
        &program->grammar, rule,
        PTC_GRAMMAR_SEQUENCE_OF(&program->grammar,
                                program_tool_head(program, tool->name, place),
                                program_tool_arguments(program, tool->schema, place)));
    ptc_program_finish_values(program);
    return ptc_grammar_use(&program->grammar, rule);
}

/* The rules of the tools that can be called, at a place. */
static void program_make_tools_at(ptc_program_grammar *program, const ptc_plan_list *list,
                                  ptc_grammar_part *parts, ptc_program_place place)
{
    size_t count = 0;

    while (count < list->prompt_tool_count && !list->prompt_tools[count].is_planning) {
        parts[count] = program_tool(program, &list->prompt_tools[count], place);
        count++;
    }
    ptc_program_define(program,
                       place == PTC_PROGRAM_LITERAL ? PTC_PROGRAM_RULE_LITERAL_TOOL
                                                    : PTC_PROGRAM_RULE_TOOL,
                       place, ptc_grammar_choice(&program->grammar, parts, count));
}

/* tool/name as a value, for map and the like. */
static void program_make_tool_names(ptc_program_grammar *program,
                                    const ptc_plan_list *list, ptc_grammar_part *parts)
{
    size_t count = 0;

    for (size_t i = 0; i < list->prompt_tool_count && !list->prompt_tools[i].is_planning;
         i++)
        if (ptc_name_is_plain(list->prompt_tools[i].name))
            parts[count++] = program_joined(program, "tool/", list->prompt_tools[i].name);
    if (count > 0)
        ptc_program_define(program, PTC_PROGRAM_RULE_TOOL_NAME, PTC_PROGRAM_OUTER,
                           ptc_grammar_choice(&program->grammar, parts, count));
}

static void program_make_tools(ptc_program_grammar *program, const ptc_plan_list *list)
{
    ptc_grammar_part *parts =
        ptc_arena_array(program->arena, list->prompt_tool_count + 1, sizeof *parts);

    if (parts == NULL) {
        program->grammar.failed = true;
        return;
    }
    if (program->rules[PTC_PROGRAM_RULE_TOOL][0] == PTC_PROGRAM_NO_RULE)
        return;
    if (program_is_literal(program)) {
        program_make_tools_at(program, list, parts, PTC_PROGRAM_LITERAL);
        return;
    }
    program_make_tools_at(program, list, parts, PTC_PROGRAM_OUTER);
    program_make_tools_at(program, list, parts, PTC_PROGRAM_INNER);
    program_make_tool_names(program, list, parts);
}

/* Rules of tools, where there are none. */
static void program_remove_tools(ptc_program_grammar *program, const ptc_plan_list *list)
{
    bool has_plain = false;

    for (size_t i = 0; i < list->prompt_tool_count && !list->prompt_tools[i].is_planning;
         i++)
        has_plain = has_plain || ptc_name_is_plain(list->prompt_tools[i].name);
    if (!has_plain)
        ptc_program_remove(program, PTC_PROGRAM_RULE_TOOL_NAME);
    if (list->prompt_tool_count > 0 && !list->prompt_tools[0].is_planning)
        return;
    ptc_program_remove(program, PTC_PROGRAM_RULE_TOOL);
    ptc_program_remove(program, PTC_PROGRAM_RULE_LITERAL_TOOL);
}

/* --- The end of a program --------------------------------------------------------------
 */

/* The result, as it may be written at a place. */
static ptc_grammar_part program_result(ptc_program_grammar *program,
                                       ptc_program_place place)
{
    const ptc_schema *signature = program->plan->signature;
    ptc_grammar_part result;

    ptc_program_be_quiet(program, place);
    program->what = "result";
    program->name = ptc_str_make("", 0);
    if (signature == NULL)
        return ptc_program_use(program,
                               place == PTC_PROGRAM_LITERAL ? PTC_PROGRAM_RULE_DATA
                                                            : PTC_PROGRAM_RULE_E_OUTER,
                               place);
    result = ptc_program_value(program, signature, ptc_schema_root(signature)->first + 1,
                               place);
    ptc_program_finish_values(program);
    return result;
}

/* `return` with the result, or `failure`. */
static void program_make_ending(ptc_program_grammar *program, ptc_program_rule rule,
                                ptc_program_place place, ptc_grammar_part failure)
{
    ptc_grammar *grammar = &program->grammar;

    ptc_program_define(
        program, rule, place,
        PTC_GRAMMAR_CHOICE_OF(
            grammar,
            PTC_GRAMMAR_SEQUENCE_OF(grammar, PTC_GRAMMAR_TEXT_OF(grammar, "return"),
                                    ptc_program_blank(program, place),
                                    program_result(program, place)),
            failure));
}

/* (return result) and (fail reason), without their brackets. */
static void program_make_endings(ptc_program_grammar *program)
{
    ptc_grammar *grammar = &program->grammar;

    if (program_is_literal(program)) {
        program_make_ending(program, PTC_PROGRAM_RULE_LITERAL_ENDING, PTC_PROGRAM_LITERAL,
                            ptc_program_use(program, PTC_PROGRAM_RULE_LITERAL_FAILURE,
                                            PTC_PROGRAM_LITERAL));
        return;
    }
    program_make_ending(
        program, PTC_PROGRAM_RULE_ENDING_OUTER, PTC_PROGRAM_OUTER,
        PTC_GRAMMAR_SEQUENCE_OF(
            grammar, PTC_GRAMMAR_TEXT_OF(grammar, "fail"),
            ptc_program_blank(program, PTC_PROGRAM_OUTER),
            ptc_program_use(program, PTC_PROGRAM_RULE_E_OUTER, PTC_PROGRAM_OUTER)));
}

/* --- Programs --------------------------------------------------------------------------
 */

static ptc_grammar_part program_listed(ptc_program_grammar *program,
                                       ptc_grammar_part form)
{
    return PTC_GRAMMAR_SEQUENCE_OF(&program->grammar,
                                   PTC_GRAMMAR_TEXT_OF(&program->grammar, "("), form,
                                   PTC_GRAMMAR_TEXT_OF(&program->grammar, ")"));
}

/* Calls of tools, and an ending. The value of a judgment may be alone in a fence. */
static ptc_grammar_part program_literal_forms(ptc_program_grammar *program)
{
    ptc_grammar *grammar = &program->grammar;
    ptc_grammar_part s = ptc_program_blank(program, PTC_PROGRAM_LITERAL);
    ptc_grammar_part ending =
        program_listed(program, ptc_program_use(program, PTC_PROGRAM_RULE_LITERAL_ENDING,
                                                PTC_PROGRAM_OUTER));
    ptc_grammar_part tool;

    if (program->plan->is_judgment && program->options->is_fenced)
        return PTC_GRAMMAR_CHOICE_OF(
            grammar, program_result(program, PTC_PROGRAM_LITERAL), ending);
    if (program->rules[PTC_PROGRAM_RULE_LITERAL_TOOL][0] == PTC_PROGRAM_NO_RULE)
        return ending;
    tool = program_listed(program, ptc_program_use(program, PTC_PROGRAM_RULE_LITERAL_TOOL,
                                                   PTC_PROGRAM_OUTER));
    return PTC_GRAMMAR_SEQUENCE_OF(
        grammar,
        ptc_grammar_repeat(grammar, PTC_GRAMMAR_SEQUENCE_OF(grammar, tool, s), 0, 9),
        PTC_GRAMMAR_CHOICE_OF(grammar, tool, ending));
}

/* A form in parentheses, by which replies without a fence begin. */
static ptc_grammar_part program_first(ptc_program_grammar *program)
{
    return PTC_GRAMMAR_CHOICE_OF(
        &program->grammar,
        ptc_program_use(program, PTC_PROGRAM_RULE_LIST, PTC_PROGRAM_OUTER),
        program_listed(program, ptc_program_use(program, PTC_PROGRAM_RULE_DEFINITION,
                                                PTC_PROGRAM_OUTER)));
}

/* Forms in a row, the first of which is `first`. */
static ptc_grammar_part program_forms(ptc_program_grammar *program,
                                      ptc_grammar_part first, ptc_grammar_part statement)
{
    ptc_grammar *grammar = &program->grammar;
    ptc_grammar_part s = ptc_program_blank(program, PTC_PROGRAM_OUTER);

    return PTC_GRAMMAR_SEQUENCE_OF(
        grammar, first,
        ptc_grammar_repeat(grammar, PTC_GRAMMAR_SEQUENCE_OF(grammar, s, statement), 0,
                           PROGRAM_FORMS));
}

/* A whole program; for a judgment, the value of the last form is the result. */
static ptc_grammar_part program_body(ptc_program_grammar *program)
{
    bool is_fenced = program->options->is_fenced;
    ptc_grammar *grammar = &program->grammar;
    ptc_grammar_part statement =
        ptc_program_use(program, PTC_PROGRAM_RULE_STATEMENT, PTC_PROGRAM_OUTER);
    ptc_grammar_part first = is_fenced ? statement : program_first(program);
    ptc_grammar_part result;
    ptc_grammar_part alone;

    if (!program->plan->is_judgment)
        return program_forms(program, first, statement);
    result = program_result(program, PTC_PROGRAM_OUTER);
    alone = is_fenced
                ? result
                : ptc_program_use(program, PTC_PROGRAM_RULE_LIST, PTC_PROGRAM_OUTER);
    return PTC_GRAMMAR_CHOICE_OF(
        grammar, alone,
        PTC_GRAMMAR_SEQUENCE_OF(grammar, program_forms(program, first, statement),
                                ptc_program_blank(program, PTC_PROGRAM_OUTER), result));
}

static void program_make_root(ptc_program_grammar *program)
{
    bool is_literal = program_is_literal(program);
    bool is_fenced = program->options->is_fenced;
    ptc_grammar *grammar = &program->grammar;
    ptc_grammar_part lines = 0;

    if (!is_literal)
        lines = ptc_grammar_optional(
            grammar, ptc_program_use(program, PTC_PROGRAM_RULE_LINES, PTC_PROGRAM_OUTER));
    ptc_program_define(
        program, PTC_PROGRAM_RULE_PROGRAM, PTC_PROGRAM_OUTER,
        PTC_GRAMMAR_SEQUENCE_OF(
            grammar, is_fenced ? PTC_GRAMMAR_TEXT_OF(grammar, "```clojure\n") : 0, lines,
            is_literal ? program_literal_forms(program) : program_body(program), lines,
            is_fenced ? PTC_GRAMMAR_TEXT_OF(grammar, "\n```") : 0));
}

/* --- The whole -------------------------------------------------------------------------
 */

static void program_make(ptc_program_grammar *program)
{
    ptc_plan_list list;

    if (!ptc_plan_list_tools(program->plan, program->arena, &list)) {
        program->grammar.failed = true;
        return;
    }
    ptc_program_declare(program);
    if (program->grammar.failed)
        return;
    program_remove_tools(program, &list);
    program_make_string(program);
    if (!program_is_literal(program)) {
        ptc_program_make_names(program);
        program_make_context(program);
        ptc_program_make_calls(program);
    }
    program_make_tools(program, &list);
    program_make_endings(program);
    ptc_program_read_rules(program);
    program_make_root(program);
}

/* The programs that grammars exclude, whatever the agent. */
static void program_tell_losses(const ptc_agent_grammar_options *options)
{
    enum {
        PROGRAM_ANY = 1u << PTC_PROGRAM_CALLS_ANY,
        PROGRAM_KNOWN = 1u << PTC_PROGRAM_CALLS_KNOWN,
        PROGRAM_TOOLS = 1u << PTC_PROGRAM_CALLS_TOOLS,
    };
    static const char *const losses[] = {
#define PTC_PROGRAM_LOSS(calls, text) text,
#include "agent/grammar/losses.def"
    };
    static const unsigned modes[] = {
#define PTC_PROGRAM_LOSS(calls, text) calls,
#include "agent/grammar/losses.def"
    };

    for (size_t i = 0; options->note != NULL && i < sizeof losses / sizeof *losses; i++)
        if (modes[i] & (1u << options->calls))
            options->note(ptc_str_make("", 0), ptc_str_of(losses[i]), options->user);
}

static ptc_status program_write(ptc_text *text, ptc_program_grammar *program)
{
    const ptc_grammar_options options = {.struct_size = sizeof options,
                                         .syntax = program->options->syntax,
                                         .max_string = program->options->max_string};
    const char *why;

    ptc_grammar_init(&program->grammar, program->arena, &options);
    program_make(program);
    if (program->grammar.failed || program->arena->failed)
        return PTC_ERROR_MEMORY;
    if (!ptc_grammar_write(text, &program->grammar,
                           program->rules[PTC_PROGRAM_RULE_PROGRAM][PTC_PROGRAM_OUTER],
                           &why))
        return PTC_ERROR_INVALID;
    return text->failed ? PTC_ERROR_MEMORY : PTC_OK;
}

static bool program_take_options(const ptc_agent_grammar_options *given,
                                 ptc_agent_grammar_options *out)
{
    *out = (ptc_agent_grammar_options){.struct_size = sizeof *out};
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_agent_grammar_options),
                          "ptc_agent_write_grammar", given, out))
        return false;
    if ((unsigned)out->syntax <= PTC_GRAMMAR_EBNF &&
        (unsigned)out->calls <= PTC_PROGRAM_CALLS_TOOLS)
        return true;
    ptc_misuse("ptc_agent_write_grammar",
               "syntax is %u and calls %u; set them to a "
               "ptc_grammar_syntax and a ptc_program_calls",
               (unsigned)out->syntax, (unsigned)out->calls);
    return false;
}

ptc_status ptc_agent_write_grammar(ptc_text *text, const ptc_agent *agent,
                                   const ptc_agent_grammar_options *options)
{
    ptc_agent_grammar_options known;
    ptc_program_grammar program = {.options = &known, .what = ""};
    ptc_scratch scratch;
    ptc_status status;
    ptc_plan plan;

    if (!program_take_options(options, &known))
        return PTC_ERROR_ARGUMENT;
    ptc_scratch_begin(&scratch, text->arena, 0);
    program.arena = scratch.arena;
    program.plan = &plan;
    status = ptc_plan_make_for_run(agent, known.overrides, scratch.arena, &plan);
    if (status == PTC_OK)
        status = program_write(text, &program);
    if (status == PTC_OK)
        program_tell_losses(&known);
    ptc_scratch_end(&scratch);
    return status;
}
