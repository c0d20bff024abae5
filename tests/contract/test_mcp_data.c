/* SPDX-License-Identifier: MIT */
/*
 * The official schemas of MCP, and what servers said in recorded sessions: every
 * definition is read, every result of a server is valid and is not when it is damaged,
 * and what tools were called with and gave is checked against what they say about
 * themselves. The data is not part of this project; without it the tests say so.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "support.h"

#include <ptc/contract.h>
#include <ptc/json.h>
#include <ptc/walk.h>

static const ptc_walk_options exactly = {.struct_size = sizeof exactly,
                                         .direction = PTC_OUTPUT,
                                         .boundary = PTC_BOUNDARY_JSON};

static const char *const revisions[] = {"data/mcp/schema-2025-11-25.json",
                                        "data/mcp/schema-2026-07-28.json"};

/* Reads the definition `name` of the schema in `text`, which begins with a brace. False
 * with the first message in `*why`. */
static bool read_definition(ptc_arena *arena, ptc_str text, ptc_str name, ptc_schema *out,
                            const char **why)
{
    static const ptc_contract_options options = {.struct_size = sizeof options,
                                                 .format = PTC_CONTRACT_JSON_SCHEMA};
    ptc_source source = {PTC_STR("mcp.json"), {NULL, 0}};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text whole;

    ptc_text_init(&whole, arena);
    ptc_text_cstr(&whole, "{\"$ref\":\"#/$defs/");
    ptc_text_str(&whole, name);
    ptc_text_cstr(&whole, "\",");
    ptc_text_str(&whole, ptc_str_make(text.ptr + 1, text.len - 1));
    source.text = ptc_text_view(&whole);
    ptc_diags_init(&diags, arena);
    diags.source = &source;
    *why = "";
    if (ptc_contracts_read(arena, &source, &options, &diags, &contracts) != PTC_OK) {
        for (size_t i = 0; i < diags.count; i++) {
            if (diags.items[i].severity == PTC_SEVERITY_ERROR)
                *why = test_cstr(diags.items[i].message);
        }
        return false;
    }
    *out = contracts.items[0].schema;
    out->root = ptc_schema_root(out)->first + 1;
    return true;
}

Test(mcp_data, official_schemas_are_read)
{
    for (size_t i = 0; i < sizeof revisions / sizeof *revisions; i++) {
        const ptc_value *names;
        unsigned read = 0;
        ptc_arena arena;
        ptc_value whole;
        ptc_str text;

        if (!test_read_shared("mcp_data", revisions[i], &text))
            return;
        ptc_arena_init(&arena, NULL, 0);
        cr_assert(ptc_json_read(&arena, text.ptr, text.len, NULL, &whole, NULL, NULL) ==
                  PTC_OK);
        names = ptc_value_get(&whole, "$defs");
        for (uint32_t k = 0; k < names->aux; k++) {
            ptc_str name = ptc_value_text(&names->as.map->entries[k].key);
            ptc_schema schema;
            const char *why;
            ptc_arena own;

            ptc_arena_init(&own, NULL, 0);
            if (read_definition(&own, text, name, &schema, &why))
                read++;
            else
                cr_expect(false, "%s: %s: %s", revisions[i], test_cstr(name), why);
            ptc_arena_free(&own);
        }
        fprintf(stderr, "mcp_data: %s: %u of %u definitions read\n", revisions[i], read,
                names->aux);
        cr_expect(names->aux == (i == 0 ? 145 : 155));
        ptc_arena_free(&arena);
        free((char *)(uintptr_t)text.ptr);
    }
}

/* --- Results ------------------------------------------------------------------------ */

/* Results by the member that tells them, and by their revision. */
enum { LIST_TOOLS, CALL_TOOL, INITIALIZE, DISCOVER, RESULT_KINDS };

static const struct {
    const char *member;
    const char *definition;
    unsigned count[2]; /* in the sessions, by revision */
} results[RESULT_KINDS] = {
    [LIST_TOOLS] = {"tools", "ListToolsResult", {11, 4}},
    [CALL_TOOL] = {"content", "CallToolResult", {37, 6}},
    [INITIALIZE] = {"protocolVersion", "InitializeResult", {21, 0}},
    [DISCOVER] = {"supportedVersions", "DiscoverResult", {0, 2}},
};

typedef struct result_schemas {
    ptc_schema of[2][RESULT_KINDS];
    unsigned seen[2][RESULT_KINDS];
} result_schemas;

static bool read_results(ptc_arena *arena, result_schemas *schemas)
{
    for (size_t revision = 0; revision < 2; revision++) {
        ptc_str text;
        const char *why;

        if (!test_read_shared("mcp_data", revisions[revision], &text))
            return false;
        for (size_t i = 0; i < RESULT_KINDS; i++) {
            if (results[i].count[revision] > 0)
                cr_assert(read_definition(arena, text, ptc_str_of(results[i].definition),
                                          &schemas->of[revision][i], &why),
                          "%s: %s", results[i].definition, why);
        }
        free((char *)(uintptr_t)text.ptr);
    }
    return true;
}

/* A result is valid, and is not with a number instead of the member that tells it. */
static void judge_result(ptc_arena *arena, result_schemas *schemas, size_t revision,
                         size_t kind, ptc_value *result, unsigned line)
{
    const ptc_schema *schema = &schemas->of[revision][kind];
    ptc_value *member =
        (ptc_value *)(uintptr_t)ptc_value_get(result, results[kind].member);
    ptc_report report;

    schemas->seen[revision][kind]++;
    ptc_report_init(&report, arena);
    cr_expect(ptc_schema_validate(schema, result, &exactly, &report) == PTC_OK,
              "line %u: %s: %s", line, results[kind].definition,
              report.error_count > 0 ? test_cstr(report.errors[0].message) : "");
    *member = ptc_value_int(5);
    cr_expect(ptc_schema_validate(schema, result, &exactly, NULL) == PTC_ERROR_INVALID,
              "line %u: a damaged %s is valid", line, results[kind].definition);
}

/* Calls `visit` with each message of the sessions that is JSON. */
typedef void (*visit_message)(void *user, ptc_arena *arena, const ptc_value *row,
                              ptc_value *message, unsigned line);

static bool each_message(ptc_arena *arena, visit_message visit, void *user)
{
    unsigned number = 0;
    ptc_str text;
    ptc_str rest;
    ptc_str line;

    if (!test_read_shared("mcp_data", "data/mcp/sessions.jsonl", &text))
        return false;
    rest = text;
    while (test_next_line(&rest, &line, &number)) {
        ptc_value row;
        ptc_value message;
        ptc_str inner;

        cr_assert(ptc_json_read(arena, line.ptr, line.len, NULL, &row, NULL, NULL) ==
                  PTC_OK);
        if (ptc_value_kind(ptc_value_get(&row, "line")) != PTC_STRING)
            continue;
        inner = ptc_str_copy(arena, ptc_value_text(ptc_value_get(&row, "line")));
        if (ptc_json_read(arena, inner.ptr, inner.len, NULL, &message, NULL, NULL) ==
                PTC_OK &&
            message.kind == PTC_MAP)
            visit(user, arena, &row, &message, number);
    }
    free((char *)(uintptr_t)text.ptr);
    return true;
}

static bool is_from(const ptc_value *row, const char *who)
{
    return ptc_str_equal(ptc_value_text(ptc_value_get(row, "dir")), ptc_str_of(who));
}

static void visit_result(void *user, ptc_arena *arena, const ptc_value *row,
                         ptc_value *message, unsigned line)
{
    const ptc_value *result = ptc_value_get(message, "result");
    size_t revision = 0;

    if (!is_from(row, "server") || ptc_value_kind(result) != PTC_MAP)
        return;
    revision = ptc_value_kind(ptc_value_get(result, "resultType")) == PTC_STRING;
    for (size_t i = 0; i < RESULT_KINDS; i++) {
        if (ptc_value_kind(ptc_value_get(result, results[i].member)) != PTC_NIL)
            judge_result(arena, user, revision, i, (ptc_value *)(uintptr_t)result, line);
    }
}

Test(mcp_data, results_of_servers_are_valid) /* M496 */
{
    static result_schemas schemas;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    if (read_results(&arena, &schemas) && each_message(&arena, visit_result, &schemas)) {
        for (size_t revision = 0; revision < 2; revision++) {
            for (size_t i = 0; i < RESULT_KINDS; i++)
                cr_expect(schemas.seen[revision][i] == results[i].count[revision],
                          "%s: %u", results[i].definition, schemas.seen[revision][i]);
        }
    }
    ptc_arena_free(&arena);
}

/* --- Messages ----------------------------------------------------------------------- */

typedef struct envelopes {
    ptc_schema of[2];
    unsigned count;
} envelopes;

static bool is_message(const envelopes *all, const ptc_value *message)
{
    return ptc_schema_validate(&all->of[0], message, &exactly, NULL) == PTC_OK ||
           ptc_schema_validate(&all->of[1], message, &exactly, NULL) == PTC_OK;
}

/* What a server sends is a message of a revision, and is none of another protocol. */
static void visit_envelope(void *user, ptc_arena *arena, const ptc_value *row,
                           ptc_value *message, unsigned line)
{
    envelopes *all = user;
    ptc_value *version = (ptc_value *)(uintptr_t)ptc_value_get(message, "jsonrpc");

    (void)arena;
    if (!is_from(row, "server"))
        return;
    all->count++;
    cr_expect(is_message(all, message), "line %u is no message", line);
    cr_assert(version != NULL);
    *version = ptc_value_string(PTC_STR("2.1"));
    cr_expect(!is_message(all, message), "line %u: a message of 2.1", line);
}

Test(mcp_data, messages_of_servers_are_valid)
{
    envelopes all = {.count = 0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t revision = 0; revision < 2; revision++) {
        ptc_str text;
        const char *why;

        if (!test_read_shared("mcp_data", revisions[revision], &text))
            return;
        cr_assert(read_definition(&arena, text, PTC_STR("JSONRPCMessage"),
                                  &all.of[revision], &why),
                  "%s", why);
        free((char *)(uintptr_t)text.ptr);
    }
    if (each_message(&arena, visit_envelope, &all))
        cr_expect(all.count == 167, "%u messages", all.count);
    ptc_arena_free(&arena);
}

/* --- Calls -------------------------------------------------------------------------- */

enum { SESSIONS_MAX = 64, CALLS_MAX = 256 };

typedef struct call {
    ptc_str session;
    const ptc_value *id;
    const ptc_value *params;
    const ptc_value *answer; /* the message of the server */
} call;

typedef struct sessions {
    ptc_str names[SESSIONS_MAX];
    ptc_contracts tools[SESSIONS_MAX];
    size_t count;
    call calls[CALLS_MAX];
    size_t call_count;
    unsigned lists;
    unsigned accepted;
    unsigned refused;
    unsigned structured;
} sessions;

/* The tools that a server lists are functions by the names that they have there. */
static void read_list(sessions *all, ptc_arena *arena, ptc_str session, ptc_str text,
                      const ptc_value *list, unsigned line)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);
    ptc_contracts *contracts = &all->tools[all->count];
    uint32_t functions = 0;
    ptc_diags diags;

    *source = (ptc_source){PTC_STR("tools.json"), text};
    ptc_diags_init(&diags, arena);
    diags.source = source;
    cr_assert(all->count < SESSIONS_MAX);
    cr_assert(ptc_contracts_read(arena, source, NULL, &diags, contracts) == PTC_OK,
              "line %u: %s", line, diags.count ? test_cstr(diags.items[0].message) : "");
    for (size_t i = 0; i < contracts->count; i++) {
        if (contracts->items[i].is_type)
            continue;
        cr_expect(ptc_str_equal(
                      contracts->items[i].name,
                      ptc_value_text(ptc_value_get(&list->as.items[functions], "name"))),
                  "line %u: %s", line, test_cstr(contracts->items[i].name));
        functions++;
    }
    cr_expect(functions == list->aux, "line %u: %u of %u tools", line, functions,
              list->aux);
    all->names[all->count++] = session;
    all->lists++;
}

static void visit_session(void *user, ptc_arena *arena, const ptc_value *row,
                          ptc_value *message, unsigned line)
{
    sessions *all = user;
    ptc_str session = ptc_value_text(ptc_value_get(row, "session"));
    const ptc_value *id = ptc_value_get(message, "id");
    const ptc_value *tools = ptc_value_get(ptc_value_get(message, "result"), "tools");
    const ptc_value *method = ptc_value_get(message, "method");

    if (is_from(row, "server") && ptc_value_kind(tools) == PTC_VECTOR) {
        read_list(all, arena, session, ptc_value_text(ptc_value_get(row, "line")), tools,
                  line);
    } else if (is_from(row, "client") && ptc_value_kind(method) == PTC_STRING &&
               ptc_str_equal(ptc_value_text(method), PTC_STR("tools/call"))) {
        cr_assert(all->call_count < CALLS_MAX);
        all->calls[all->call_count++] =
            (call){session, id, ptc_value_get(message, "params"), NULL};
    }
    for (size_t i = all->call_count; is_from(row, "server") && i > 0; i--) {
        call *one = &all->calls[i - 1];

        if (one->answer == NULL && id != NULL && one->id != NULL &&
            ptc_str_equal(one->session, session) && ptc_value_same(one->id, id) &&
            ptc_value_kind(method) != PTC_STRING) {
            one->answer = ptc_arena_copy(arena, message, sizeof *message);
            break;
        }
    }
}

/* The tool that a call of a session is of; NULL: its list was not recorded. */
static const ptc_contract *find_tool(const sessions *all, const call *one)
{
    const ptc_value *name = ptc_value_get(one->params, "name");

    for (size_t i = all->count; i > 0 && ptc_value_kind(name) == PTC_STRING; i--) {
        const ptc_contract *found =
            ptc_contracts_find(&all->tools[i - 1], ptc_value_text(name));

        if (ptc_str_equal(all->names[i - 1], one->session) && found != NULL &&
            !found->is_type)
            return found;
    }
    return NULL;
}

/* What a tool refuses its server answered with an error; what it gave fits its result. */
static void judge_call(sessions *all, ptc_arena *arena, const call *one)
{
    const ptc_contract *tool = find_tool(all, one);
    const ptc_value *result = ptc_value_get(one->answer, "result");
    const ptc_value *is_error = ptc_value_get(result, "isError");
    const ptc_value *given = ptc_value_get(result, "structuredContent");
    bool has_failed = ptc_value_kind(ptc_value_get(one->answer, "error")) == PTC_MAP ||
                      (ptc_value_kind(is_error) == PTC_BOOL && is_error->as.boolean);
    const ptc_value *arguments = ptc_value_get(one->params, "arguments");
    ptc_value none;
    ptc_schema part;

    if (tool == NULL || one->answer == NULL)
        return;
    cr_assert(ptc_map_make(arena, NULL, 0, &none, NULL) == PTC_OK);
    if (ptc_value_kind(arguments) == PTC_NIL)
        arguments = &none; /* left out */
    part = tool->schema;
    part.root = ptc_schema_root(&tool->schema)->first;
    if (ptc_value_kind(arguments) == PTC_MAP &&
        ptc_schema_validate(&part, arguments, &exactly, NULL) == PTC_OK) {
        all->accepted++;
    } else {
        all->refused++;
        cr_expect(has_failed, "%s: %s takes what its contract refuses",
                  test_cstr(one->session), test_cstr(tool->name));
    }
    if (ptc_value_kind(given) == PTC_NIL || has_failed)
        return;
    all->structured++;
    part.root++;
    cr_expect(ptc_schema_validate(&part, given, &exactly, NULL) == PTC_OK,
              "%s: %s gives what its contract refuses", test_cstr(one->session),
              test_cstr(tool->name));
}

Test(mcp_data, calls_of_tools_are_checked) /* M496 */
{
    static sessions all;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    if (each_message(&arena, visit_session, &all)) {
        for (size_t i = 0; i < all.call_count; i++)
            judge_call(&all, &arena, &all.calls[i]);
        fprintf(stderr,
                "mcp_data: %u lists, %zu calls: %u accepted, %u refused, %u with "
                "structured results\n",
                all.lists, all.call_count, all.accepted, all.refused, all.structured);
        cr_expect(all.lists == 15 && all.call_count == 65);
        cr_expect(all.structured == 12, "%u", all.structured);
        cr_expect(all.refused > 0 && all.accepted > all.refused);
    }
    ptc_arena_free(&arena);
}
