/* SPDX-License-Identifier: MIT */
/*
 * Identifiers that are taken: who claims one a second time is reported, once for any two
 * places of contracts. [emitters 11]
 */
#include "generator/emit/plan.h"
#include "generator/text/c_text.h"

void ptcc_c_names_init(ptcc_c_names *names, const ptcc_c_plan *plan,
                       const ptcc_c_options *options, ptc_diags *diags)
{
    memset(names, 0, sizeof *names);
    names->arena = plan->arena;
    names->scratch = plan->scratch;
    names->diags = diags;
    names->options = options;
    names->section = &plan->section;
    ptcc_names_init(&names->claimed, names->arena);
}

ptc_str ptcc_c_name_base(ptc_arena *arena, ptc_str base, ptc_str name)
{
    ptc_str id = c_ident(arena, base, C_JOIN(arena, name, PTC_STR("_")));

    return ptc_str_make(id.ptr, id.len - (id.len > 0));
}

/* Two places with the same name, as a name that no identifier can be: which of them were
 * reported is kept in the set of names. */
static ptc_str name_pair(ptcc_c_names *names, ptc_span one, ptc_span other)
{
    return C_JOIN(names->arena, PTC_STR("#"), c_decimal(names->arena, one.start),
                  PTC_STR(" "), c_decimal(names->arena, other.start));
}

void ptcc_c_collision(ptcc_c_names *names, const ptc_contract *contract, ptc_span span,
                      const ptc_source *other_source, ptc_span other_span, ptc_str id)
{
    ptc_position other = ptc_source_position(other_source, other_span.start);
    ptc_diag *diag;
    bool is_new;

    if (!ptcc_names_add(&names->claimed, name_pair(names, span, other_span), &is_new) ||
        !is_new)
        return;
    names->diags->source = contract->source;
    diag = ptc_diag_add(
        names->diags, PTC_DIAG_GEN_COLLISION, span,
        "\"%.*s\" would stand for two things in C, this and the one at %.*s:%zu:%zu",
        (int)id.len, id.ptr, (int)other_source->name.len, other_source->name.ptr,
        other.line, other.column);
    ptc_diag_hint(names->diags, diag,
                  "rename one of the two; case and punctuation do not "
                  "tell names apart in C");
}

/* Where two contracts have the same name, so has everything in them. */
static bool name_is_of_pair(ptcc_c_names *names, const ptc_contract *contract,
                            const ptcc_name *name)
{
    return contract != name->contract &&
           ptcc_names_find(&names->claimed,
                           name_pair(names, contract->span, name->contract->span));
}

void ptcc_c_claim(ptcc_c_names *names, const ptc_contract *contract, ptc_span span,
                  ptc_str id)
{
    bool is_new;
    ptcc_name *name = NULL;

    if (!names->arena->failed) /* else the name may be empty, like others */
        name = ptcc_names_add(&names->claimed, id, &is_new);
    if (name && is_new) {
        name->contract = contract;
        name->span = span;
    } else if (name && !name_is_of_pair(names, contract, name)) {
        ptcc_c_collision(names, contract, span, name->contract->source, name->span, id);
    }
}

/* --- Names that give way ------------------------------------------------------------ */

/* Whether tables that begin like this may have the name: "search_extra_3", "..._dfa_7_0".
 */
static bool table_may_be(ptc_str tables_id, ptc_str id)
{
    size_t len = tables_id.len + 1;
    ptc_str rest;

    if (id.len <= len || memcmp(id.ptr, tables_id.ptr, tables_id.len) != 0 ||
        id.ptr[tables_id.len] != '_')
        return false;
    rest = ptc_str_make(id.ptr + len, id.len - len);
    for (unsigned i = 0; i < PTCC_TABLE_COUNT; i++) {
        ptc_str word = ptcc_c_table_word((ptcc_c_table)i);

        if (rest.len > word.len && memcmp(rest.ptr, word.ptr, word.len) == 0 &&
            rest.ptr[word.len] >= '0' && rest.ptr[word.len] <= '9')
            return true;
    }
    return false;
}

/* Whether a table that begins like this may have a name that is taken: by what is claimed
 * or by a function of the user's. */
static bool table_is_taken(const ptcc_c_names *names, ptc_str tables_id)
{
    for (size_t i = 0; i < names->claimed.count; i++) {
        if (table_may_be(tables_id, names->claimed.items[i].id))
            return true;
    }
    for (size_t i = 0; i < names->options->validator_count; i++) {
        if (table_may_be(tables_id, names->options->validators[i].function))
            return true;
    }
    return false;
}

/* "search", or where that is taken "search_table", "search_table_2", ... */
static ptc_str name_tables(ptcc_c_names *names, ptc_str base)
{
    ptc_str id = base;

    for (uint64_t i = 1; !names->arena->failed && table_is_taken(names, id); i++) {
        id = c_ident(names->arena, base, PTC_STR("table"));
        if (i > 1)
            id = C_JOIN(names->arena, id, PTC_STR("_"), c_decimal(names->arena, i));
    }
    return id;
}

void ptcc_c_name_tables(ptcc_c_names *names, ptcc_c_plan *plan, ptc_str header_name)
{
    ptc_str tables_id = name_tables(names, plan->section.base_id);
    ptc_str guard_id = c_constant(names->arena, names->options->prefix, header_name);

    while (!names->arena->failed && ptcc_names_find(&names->claimed, guard_id) != NULL)
        guard_id = C_JOIN(names->arena, guard_id, PTC_STR("_"));
    plan->section.guard_id = guard_id;
    for (size_t i = 0; i < plan->count; i++)
        plan->contracts[i].tables_id = tables_id;
}
