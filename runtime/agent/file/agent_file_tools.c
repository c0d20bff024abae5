/* SPDX-License-Identifier: MIT */
/*
 * Tools of agent files: C functions, questions to models, other agents, compiled or not;
 * and the catalog.
 * [subagent 1, 9.1, 12]
 */
#include "agent/file/file_int.h"

/* Tools of tools of tools: each is read by its own call. */
enum { TOOLMAP_DEPTH_MAX = 16, TOOLMAP_SYMBOL_MAX = 128 };

/* --- Parts of a tool --------------------------------------------------------------- */

static bool toolmap_is_symbol(ptc_str text)
{
    if (text.len == 0 || text.len > TOOLMAP_SYMBOL_MAX)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool is_letter = ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_';

        if (!is_letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return true;
}

void ptc_agent_read_symbol(const ptc_agent_place *at)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);

    if ((form->kind != PTC_FORM_SYMBOL && form->kind != PTC_FORM_STRING) ||
        !toolmap_is_symbol(form->text))
        ptc_agent_must(at, at->value);
    else
        *(ptc_str *)at->member = ptc_agent_copy(at->unit, form->text);
}

void ptc_agent_read_description(const ptc_agent_place *at)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);
    const char **description = at->member;

    if (form->kind != PTC_FORM_STRING)
        ptc_agent_must(at, at->value);
    else if (*description != NULL)
        ptc_diag_add(at->unit->reading->diags, PTC_DIAG_AGENT_DUPLICATE_KEY,
                     ptc_agent_form(at->unit, at->key)->span,
                     "the description is also given next to llm_tool");
    else
        *description = ptc_agent_cstring(at, at->value);
}

void ptc_agent_read_child(const ptc_agent_place *at)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);
    ptc_agent_tool_draft *draft = at->object;

    if (form->kind != PTC_FORM_STRING) {
        ptc_agent_must(at, at->value);
        return;
    }
    draft->facts.agent = ptc_agent_read_named(at->unit, at->value);
    if (draft->facts.agent != NULL)
        draft->tool.agent = draft->facts.agent->agent;
}

/* Whether the agent can work without a model; false after a fault at the tool that names
 * its file. */
static bool toolmap_asks_no_model(const ptc_agent_place *at, const ptc_agent *agent)
{
    ptc_diags *diags = at->unit->reading->diags;
    ptc_span span = ptc_agent_form(at->unit, at->value)->span;
    size_t errors = diags->errors;

    if (agent->output == PTC_AGENT_OUTPUT_TEXT)
        ptc_diag_add(diags, PTC_DIAG_AGENT_TOOL, span,
                     "cannot compile agent in text mode: it writes no programs");
    for (size_t i = 0; i < agent->tool_count; i++) {
        if (agent->tools[i].llm_tool != NULL || agent->tools[i].agent != NULL)
            ptc_diag_add(diags, PTC_DIAG_AGENT_TOOL, span,
                         "cannot compile agent with LLM-dependent tool: %s",
                         ptc_diag_quote(diags, ptc_str_of(agent->tools[i].name)));
    }
    return diags->errors == errors;
}

void ptc_agent_read_compiled(const ptc_agent_place *at)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);
    ptc_agent_tool_draft *draft = at->object;
    const ptc_agent_file *file;
    ptc_compiled *compiled;

    if (form->kind != PTC_FORM_STRING) {
        ptc_agent_must(at, at->value);
        return;
    }
    file = ptc_agent_read_named(at->unit, at->value);
    draft->facts.agent = file;
    compiled = ptc_agent_array(at->unit, 1, sizeof *compiled);
    if (file == NULL || compiled == NULL || !toolmap_asks_no_model(at, file->agent))
        return;
    if (!ptc_plan_make_compiled(file->agent, at->unit->reading->arena, compiled))
        at->unit->reading->failed = true;
    draft->tool.compiled = compiled;
}

/* --- Questions to models ----------------------------------------------------------- */

/* Checks a response_template against the answer's json_signature. */
static void toolmap_check_response(ptc_agent_unit *unit, uint32_t form,
                                   const ptc_llm_tool *tool)
{
    ptc_plan plan = {.arena = unit->reading->scratch.arena};
    const ptc_schema *answer = ptc_plan_answer_as_input(&plan, tool->json_signature);

    unit->reading->failed = unit->reading->failed || plan.failed;
    (void)ptc_agent_template(unit, form, tool->response_template, answer,
                             PTC_TEMPLATE_FOR_LITERALS);
}

/* Checks the texts of an llm_tool that was read from `form`. */
static void toolmap_check_llm_tool(ptc_agent_unit *unit, uint32_t form,
                                   ptc_agent_tool_draft *draft)
{
    ptc_llm_tool *tool = &draft->llm_tool;
    ptc_diags *diags = unit->reading->diags;
    uint32_t prompt = ptc_agent_find(unit, form, PTC_STR("prompt"), NULL);
    uint32_t response = ptc_agent_find(unit, form, PTC_STR("response_template"), NULL);
    bool has_json = ptc_agent_find(unit, form, PTC_STR("json_signature"), NULL) != 0;

    tool->signature = draft->signature.schema;
    if (prompt == 0)
        ptc_diag_add(diags, PTC_DIAG_AGENT_REQUIRED, ptc_agent_form(unit, form)->span,
                     "llm_tool needs a prompt");
    else if (tool->prompt.ptr != NULL)
        tool->compiled_prompt = ptc_agent_template(
            unit, prompt, tool->prompt, tool->signature, PTC_TEMPLATE_FOR_TEXT);
    if ((response != 0) != has_json)
        ptc_diag_add(diags, PTC_DIAG_AGENT_REQUIRED, ptc_agent_form(unit, form)->span,
                     "response_template and json_signature go together: there is no %s",
                     has_json ? "response_template" : "json_signature");
    else if (tool->response_template.ptr != NULL && tool->json_signature != NULL)
        toolmap_check_response(unit, response, tool);
}

void ptc_agent_read_llm_tool(const ptc_agent_place *at)
{
    ptc_agent_tool_draft *draft = at->object;

    if (ptc_agent_form(at->unit, at->value)->kind != PTC_FORM_MAP) {
        ptc_agent_must(at, at->value);
        return;
    }
    draft->llm_tool_form = at->value;
    ptc_agent_read_map(at->unit, PTC_AGENT_OWNER_LLM_TOOL, at->value, draft);
    toolmap_check_llm_tool(at->unit, at->value, draft);
}

/* An llm_tool with tools runs as an agent: its tools are checked like an agent's. */
static void toolmap_check_inner(ptc_agent_unit *unit, const ptc_agent_tool_draft *draft)
{
    ptc_agent agent;

    ptc_plan_make_agent(&draft->tool, &agent);
    if (agent.tool_count > 0 && agent.compiled_prompt != NULL)
        ptc_agent_file_check(unit, draft->llm_tool_form, &agent);
}

/* --- One tool ---------------------------------------------------------------------- */

/* The kinds of tools by their keys, and the keys that go with each. */
static const struct {
    const char *name;
    const char *others;
} toolmap_kinds[] = {
    {"fn", "fn signature description cache raw"},
    {"llm_tool", "llm_tool description cache"},
    {"agent", "agent llm description cache"},
    {"compiled", "compiled description cache"},
};

enum { TOOLMAP_KINDS = sizeof toolmap_kinds / sizeof *toolmap_kinds };

static bool toolmap_has_word(const char *words, ptc_str word)
{
    while (*words != '\0') {
        size_t len = strcspn(words, " ");

        if (ptc_str_equal_folded(ptc_str_make(words, len), word))
            return true;
        words += len + (words[len] == ' ');
    }
    return false;
}

/* The kind of the tool in the map `form`, or -1 after a fault. */
static int toolmap_kind(ptc_agent_unit *unit, uint32_t form, ptc_str name)
{
    ptc_diags *diags = unit->reading->diags;
    int kind = -1;
    size_t count = 0;

    for (int i = 0; i < TOOLMAP_KINDS; i++) {
        if (ptc_agent_find(unit, form, ptc_str_of(toolmap_kinds[i].name), NULL) != 0) {
            kind = i;
            count++;
        }
    }
    if (count == 1)
        return kind;
    ptc_diag_add(
        diags, PTC_DIAG_AGENT_TOOL, ptc_agent_form(unit, form)->span,
        count == 0 ? "tool \"%s\" has none of fn, llm_tool, agent and compiled"
                   : "tool \"%s\" has more than one of fn, llm_tool, agent and compiled",
        ptc_diag_quote(diags, name));
    return -1;
}

/* Reports keys that do not go with the kind of the tool. */
static void toolmap_check_keys(ptc_agent_unit *unit, uint32_t form, int kind)
{
    static const char all[] =
        "fn signature description cache raw llm_tool agent compiled llm";
    ptc_diags *diags = unit->reading->diags;
    uint32_t key = ptc_agent_form(unit, form)->child;

    while (key != 0) {
        const ptc_form *at = ptc_agent_form(unit, key);
        ptc_str word = ptc_agent_word(at);

        if (word.ptr != NULL && toolmap_has_word(all, word) &&
            !toolmap_has_word(toolmap_kinds[kind].others, word)) {
            ptc_diag *diag = ptc_diag_add(
                diags, PTC_DIAG_AGENT_TOOL, at->span, "%s does not go with %s",
                ptc_diag_quote(diags, word), toolmap_kinds[kind].name);

            if (kind == 1)
                ptc_diag_hint(diags, diag, "it belongs in the map of llm_tool");
            else if (kind >= 2 && ptc_str_equal(word, PTC_STR("signature")))
                ptc_diag_hint(diags, diag, "the agent's own signature is used");
        }
        key = ptc_agent_form(unit, at->next)->next;
    }
}

/* Combines the parts that were read: `tool` and `facts` are then complete. */
static void toolmap_finish(ptc_agent_unit *unit, int kind, ptc_agent_tool_draft *draft)
{
    ptc_tool *function;
    ptc_llm_tool *llm_tool;

    draft->facts.contract = draft->signature.contract;
    if (draft->signature.contract != NULL)
        draft->facts.declaration = draft->signature.contract->name;
    if (kind == 0) {
        function = ptc_agent_array(unit, 1, sizeof *function);
        if (function == NULL)
            return;
        *function = draft->function;
        function->flags |= draft->tool.flags;
        draft->tool.flags = 0;
        function->name = draft->tool.name;
        function->description = draft->tool.description;
        function->signature = draft->signature.schema;
        draft->tool.function = function;
    } else if (kind == 1) {
        llm_tool = ptc_agent_array(unit, 1, sizeof *llm_tool);
        if (llm_tool == NULL)
            return;
        *llm_tool = draft->llm_tool;
        draft->tool.llm_tool = llm_tool;
        if (draft->llm_tool_form != 0)
            toolmap_check_inner(unit, draft);
    }
}

static bool toolmap_read_one(const ptc_agent_place *at, uint32_t key,
                             ptc_agent_tool_draft *draft)
{
    ptc_agent_unit *unit = at->unit;
    uint32_t value = ptc_agent_form(unit, key)->next;
    ptc_str name = ptc_agent_word(ptc_agent_form(unit, key));
    int kind;

    *draft = (ptc_agent_tool_draft){.llm_tool_form = 0};
    if (name.ptr == NULL)
        ptc_agent_must(at, key);
    if (name.ptr == NULL || ptc_agent_is_taken(at, key, name))
        return false;
    draft->facts.span = ptc_agent_form(unit, key)->span;
    draft->tool.name = ptc_agent_cstring(at, key);
    if (ptc_agent_form(unit, value)->kind != PTC_FORM_MAP) {
        ptc_diag_add(
            unit->reading->diags, PTC_DIAG_AGENT_TOOL, ptc_agent_form(unit, value)->span,
            "tool \"%s\" must be a map with fn, llm_tool, agent or compiled, found %s",
            ptc_diag_quote(unit->reading->diags, name), ptc_agent_found(unit, value));
        return draft->tool.name != NULL;
    }
    kind = toolmap_kind(unit, value, name);
    if (kind >= 0)
        toolmap_check_keys(unit, value, kind);
    ptc_agent_read_map(unit, PTC_AGENT_OWNER_TOOL, value, draft);
    toolmap_finish(unit, kind, draft);
    return draft->tool.name != NULL;
}

/* --- Tools ------------------------------------------------------------------------- */

/* Reads a map of tools into two arrays; how many there are. */
static size_t toolmap_read(const ptc_agent_place *at, const ptc_agent_tool **tools,
                           const ptc_agent_file_tool **facts)
{
    const ptc_form *map = ptc_agent_form(at->unit, at->value);
    ptc_agent_file_tool *more;
    ptc_agent_tool *items;
    size_t count = 0;

    if (!ptc_agent_is_names(at, at->value))
        return 0;
    if (at->unit->tool_depth >= TOOLMAP_DEPTH_MAX) {
        ptc_diag_add(at->unit->reading->diags, PTC_DIAG_AGENT_TOO_DEEP, map->span,
                     "tools of tools are nested deeper than %d", TOOLMAP_DEPTH_MAX);
        return 0;
    }
    *tools = items = ptc_agent_array(at->unit, map->count / 2, sizeof *items);
    *facts = more = ptc_agent_array(at->unit, map->count / 2, sizeof *more);
    at->unit->tool_depth++;
    for (uint32_t key = map->child; key != 0 && items != NULL && more != NULL;) {
        ptc_agent_tool_draft draft;

        if (toolmap_read_one(at, key, &draft)) {
            items[count] = draft.tool;
            more[count++] = draft.facts;
        }
        key = ptc_agent_form(at->unit, ptc_agent_form(at->unit, key)->next)->next;
    }
    at->unit->tool_depth--;
    return count;
}

void ptc_agent_read_tools(const ptc_agent_place *at)
{
    ptc_agent_draft *draft = at->object;

    draft->agent.tool_count = toolmap_read(at, &draft->agent.tools, &draft->file.tools);
}

void ptc_agent_read_tools_of_tool(const ptc_agent_place *at)
{
    ptc_agent_tool_draft *draft = at->object;

    draft->llm_tool.tool_count =
        toolmap_read(at, &draft->llm_tool.tools, &draft->facts.tools);
}

void ptc_agent_read_catalog(const ptc_agent_place *at)
{
    const ptc_form *map = ptc_agent_form(at->unit, at->value);
    ptc_agent_draft *draft = at->object;
    ptc_prompt_tool *items;
    ptc_span *spans;

    if (!ptc_agent_is_names(at, at->value))
        return;
    draft->agent.catalog = items =
        ptc_agent_array(at->unit, map->count / 2, sizeof *items);
    draft->file.catalog = spans =
        ptc_agent_array(at->unit, map->count / 2, sizeof *spans);
    for (uint32_t key = map->child; key != 0 && items != NULL && spans != NULL;) {
        uint32_t value = ptc_agent_form(at->unit, key)->next;
        ptc_str name = ptc_agent_word(ptc_agent_form(at->unit, key));
        ptc_prompt_tool *item = &items[draft->agent.catalog_count];

        if (name.len == 0) {
            ptc_agent_must(at, key);
        } else if (!ptc_agent_is_taken(at, key, name)) {
            item->name = ptc_agent_copy(at->unit, name);
            item->is_planning = true;
            spans[draft->agent.catalog_count] = ptc_agent_form(at->unit, key)->span;
            if (ptc_agent_form(at->unit, value)->kind != PTC_FORM_NIL)
                item->schema = ptc_agent_signature_at(at, value).schema;
            draft->agent.catalog_count++;
        }
        key = ptc_agent_form(at->unit, value)->next;
    }
}
