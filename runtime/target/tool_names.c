/* SPDX-License-Identifier: MIT */
/* What providers accept for tools besides their schemas: names, descriptions, numbers. */
#include "target/target_int.h"

#include <stdlib.h>

typedef struct names_provider {
    const char *name;       /* for messages */
    size_t name_max;        /* characters of a name */
    size_t tool_max;        /* tools of a list; 0: any number */
    size_t description_max; /* characters; 0: any number */
    bool has_dots;          /* names may have them; else they become underscores */
    bool is_sorted;         /* lists are in the order of names, else as declared */
} names_provider;

static const names_provider names_openai = {
    "OpenAI", PTC_LIMIT_OPENAI_NAME, PTC_LIMIT_OPENAI_TOOLS, 0, false, false};
static const names_provider names_anthropic = {
    "Anthropic", PTC_LIMIT_ANTHROPIC_NAME, 0, 0, false, false};
static const names_provider names_mcp = {
    "MCP", PTC_LIMIT_MCP_NAME, 0, PTC_LIMIT_MCP_DESCRIPTION, true, true};

static const names_provider *names_provider_of(ptc_target target)
{
    bool is_anthropic =
        target == PTC_TARGET_ANTHROPIC || target == PTC_TARGET_ANTHROPIC_STRICT;

    if (target == PTC_TARGET_MCP || target == PTC_TARGET_MCP_LEGACY)
        return &names_mcp;
    return is_anthropic ? &names_anthropic : &names_openai;
}

/* --- Faults ------------------------------------------------------------------------- */

static void names_refuse(ptc_target_run *run, const ptc_text *what)
{
    if (!what->failed)
        ptc_target_refuse(run, run->contracts[run->current].schema->root,
                          ptc_text_view(what));
}

/* "the name has 70 characters; OpenAI accepts at most 64" */
static void names_refuse_length(ptc_target_run *run, const char *what, size_t count,
                                size_t most)
{
    ptc_text text;

    ptc_text_init(&text, run->arena);
    ptc_text_cstr(&text, "the ");
    ptc_text_cstr(&text, what);
    ptc_text_cstr(&text, " has ");
    ptc_text_uint(&text, count);
    ptc_text_cstr(&text, " characters; ");
    ptc_text_cstr(&text, names_provider_of(run->target)->name);
    ptc_text_cstr(&text, " accepts at most ");
    ptc_text_uint(&text, most);
    names_refuse(run, &text);
}

static void names_refuse_character(ptc_target_run *run, ptc_str rest)
{
    const names_provider *provider = names_provider_of(run->target);
    ptc_visible part;
    ptc_text text;

    ptc_text_init(&text, run->arena);
    ptc_text_cstr(&text, "the name has \"");
    ptc_visible_write(&text, ptc_str_make(rest.ptr, ptc_visible_take(rest, 0, &part)));
    ptc_text_cstr(&text, "\"; names of tools at ");
    ptc_text_cstr(&text, provider->name);
    ptc_text_cstr(&text, provider->has_dots ? " consist of letters, digits, _, - and ."
                                            : " consist of letters, digits, _ and -");
    names_refuse(run, &text);
}

static void names_refuse_twin(ptc_target_run *run, ptc_str name, size_t other)
{
    ptc_text text;

    ptc_text_init(&text, run->arena);
    ptc_text_cstr(&text, "it is called ");
    ptc_text_str(&text, name);
    ptc_text_cstr(&text, " at ");
    ptc_text_cstr(&text, names_provider_of(run->target)->name);
    ptc_text_cstr(&text, ", as ");
    ptc_visible_write(&text, run->contracts[other].name);
    ptc_text_cstr(&text, " is; rename one of them");
    if (!text.failed)
        ptc_target_refuse_pair(run, run->contracts[run->current].schema->root, other,
                               ptc_text_view(&text));
}

static void names_refuse_number(ptc_target_run *run, const names_provider *provider)
{
    ptc_text text;

    ptc_text_init(&text, run->arena);
    ptc_text_cstr(&text, "this is one tool more than the ");
    ptc_text_uint(&text, provider->tool_max);
    ptc_text_cstr(&text, " that ");
    ptc_text_cstr(&text, provider->name);
    ptc_text_cstr(&text, " accepts in a request; write fewer contracts at a time");
    names_refuse(run, &text);
}

/* --- Names -------------------------------------------------------------------------- */

static bool names_is_plain(char byte)
{
    unsigned char lower = (unsigned char)byte | 32;

    return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '-';
}

ptc_str ptc_target_name(ptc_target_run *run)
{
    const names_provider *provider = names_provider_of(run->target);
    ptc_str given = run->contracts[run->current].name;
    ptc_text name;

    if (given.len > provider->name_max) {
        names_refuse_length(run, "name", ptc_utf8_count(given.ptr, given.len),
                            provider->name_max);
        return given;
    }
    ptc_text_init(&name, run->arena);
    for (size_t i = 0; i < given.len; i++) {
        char byte = given.ptr[i];

        if (!names_is_plain(byte) && byte != '.') {
            names_refuse_character(run, ptc_str_make(given.ptr + i, given.len - i));
            return given;
        }
        ptc_text_byte(&name, byte == '.' && !provider->has_dots ? '_' : byte);
    }
    if (given.len == 0)
        ptc_target_refuse(run, run->contracts[run->current].schema->root,
                          PTC_STR("a tool needs a name"));
    return ptc_text_view(&name); /* refused memory shows in the arena */
}

ptc_str ptc_target_description(const ptc_target_run *run)
{
    const ptc_schema_node *root = ptc_schema_root(run->contracts[run->current].schema);

    return root->extra != NULL ? root->extra->description : PTC_STR("");
}

/* --- Lists -------------------------------------------------------------------------- */

bool ptc_target_is_tool(const ptc_target_contract *contract)
{
    return !contract->is_type &&
           ptc_schema_root(contract->schema)->type == PTC_TYPE_FUNCTION;
}

static int names_order(const void *a, const void *b)
{
    const ptc_target_tool *left = a;
    const ptc_target_tool *right = b;
    int order = ptc_str_compare(left->name, right->name);

    return order != 0
               ? order
               : (left->contract > right->contract) - (left->contract < right->contract);
}

/* Checks what the provider accepts of the current contract as the count-th tool. */
static void names_check(ptc_target_run *run, ptc_names *names, ptc_str name, size_t count)
{
    const names_provider *provider = names_provider_of(run->target);
    const ptc_name_entry *entry = ptc_names_add(names, name, (uint32_t)run->current);
    ptc_str description = ptc_target_description(run);
    size_t length = ptc_utf8_count(description.ptr, description.len);

    if (entry != NULL && entry->value != (uint32_t)run->current)
        names_refuse_twin(run, name, entry->value);
    if (provider->tool_max > 0 && count == provider->tool_max + 1)
        names_refuse_number(run, provider);
    if (provider->description_max > 0 && length > provider->description_max)
        names_refuse_length(run, "description", length, provider->description_max);
}

bool ptc_target_find_tools(ptc_target_run *run, ptc_target_tool **tools, size_t *count)
{
    ptc_target_tool *found = ptc_arena_array(run->arena, run->count, sizeof *found);
    ptc_names names;

    ptc_names_init(&names, run->arena);
    names.is_exact = true;
    *tools = found;
    *count = 0;
    for (size_t i = 0; found != NULL && i < run->count; i++) {
        if (!ptc_target_is_tool(&run->contracts[i]))
            continue;
        run->current = i;
        found[*count].name = ptc_target_name(run);
        found[*count].contract = i;
        names_check(run, &names, found[*count].name, *count + 1);
        ++*count;
    }
    if (*count > 1 && names_provider_of(run->target)->is_sorted)
        qsort(found, *count, sizeof *found, names_order);
    return !run->arena->failed;
}
