/* SPDX-License-Identifier: MIT */
/* Claims identifiers. A second claim of an identifier is reported, once for any two
 * places of contracts. [emitters 11] */
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
    names->plan = plan;
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

    if (ptcc_names_add(&names->claimed, name_pair(names, span, other_span), &is_new) ==
            NULL ||
        !is_new)
        return;
    names->diags->source = contract->source;
    diag = ptc_diag_add(
        names->diags, PTC_DIAG_GEN_COLLISION, span,
        "\"%.*s\" would name two things in C, this one and the one at %.*s:%zu:%zu",
        (int)id.len, id.ptr, (int)other_source->name.len, other_source->name.ptr,
        other.line, other.column);
    ptc_diag_hint(names->diags, diag,
                  other_source == contract->source
                      ? "rename one of the two; case and punctuation do not "
                        "tell names apart in C"
                      : "one header would include the other: rename one of the two, give "
                        "one file a --prefix, or keep them apart by --self-contained");
}

/* Where two contracts have the same name, so has everything in them. */
static bool name_is_of_pair(ptcc_c_names *names, const ptc_contract *contract,
                            const ptcc_name *name)
{
    return contract != name->contract &&
           ptcc_names_find(&names->claimed, name_pair(names, contract->span,
                                                      name->contract->span)) != NULL;
}

static void claim(ptcc_c_names *names, const ptc_contract *contract, ptc_span span,
                  ptc_str id, bool is_private)
{
    bool is_new;
    ptcc_name *name = NULL;

    if (!names->arena->failed) /* else the name may be empty, like others */
        name = ptcc_names_add(&names->claimed, id, &is_new);
    if (name != NULL && is_new) {
        name->contract = contract;
        name->span = span;
        name->is_private = is_private;
    } else if (name != NULL && !name_is_of_pair(names, contract, name)) {
        ptcc_c_collision(names, contract, span, name->contract->source, name->span, id);
    }
}

void ptcc_c_claim(ptcc_c_names *names, const ptc_contract *contract, ptc_span span,
                  ptc_str id)
{
    if (!names->is_owned)
        claim(names, contract, span, id, false);
}

void ptcc_c_claim_private(ptcc_c_names *names, const ptc_contract *contract,
                          ptc_span span, ptc_str id)
{
    claim(names, contract, span, id, true);
}

/* --- Names that give way ------------------------------------------------------------ */

/* Whether a name is that of a user's function, which the file declares. */
static bool name_is_of_user(const ptcc_c_options *options, ptc_str id)
{
    for (size_t i = 0; i < options->callback_count; i++) {
        if (ptc_str_equal(options->callbacks[i].function, id))
            return true;
    }
    return false;
}

ptc_str ptcc_c_give_way(ptcc_names *taken, const ptcc_c_options *options, ptc_str id)
{
    ptc_arena *arena = taken->ids.arena;
    ptc_str name = ptc_str_copy(arena, id);
    bool is_new = false;
    /* A text that was refused memory has a length and no bytes. */
    ptcc_name *entry = arena->failed ? NULL : ptcc_names_add(taken, name, &is_new);
    uint64_t number = entry != NULL && entry->number > 1 ? entry->number : 1;

    while (entry != NULL && !arena->failed &&
           (!is_new || name_is_of_user(options, name))) {
        number++;
        name = C_JOIN(arena, id, PTC_STR("_"), c_decimal(arena, number));
        entry = ptcc_names_add(taken, name, &is_new);
    }
    entry = arena->failed ? NULL : ptcc_names_find(taken, id);
    if (entry != NULL)
        entry->number = number;
    return arena->failed ? id : name;
}

/* The rest of a name after such a beginning and "_"; empty if there is none. */
static ptc_str name_behind(ptc_str start, ptc_str id)
{
    size_t len = start.len + 1;

    if (id.len <= len || memcmp(id.ptr, start.ptr, start.len) != 0 ||
        id.ptr[start.len] != '_')
        return PTC_STR("");
    return ptc_str_make(id.ptr + len, id.len - len);
}

/* Whether a table's name may end like this: "extra_3", "dfa_7_0". */
static bool is_of_table(ptc_str rest)
{
    for (unsigned i = 0; i < PTCC_TABLE_COUNT; i++) {
        ptc_str word = ptcc_c_table_word((ptcc_c_table)i);

        if (rest.len > word.len && memcmp(rest.ptr, word.ptr, word.len) == 0 &&
            rest.ptr[word.len] >= '0' && rest.ptr[word.len] <= '9')
            return true;
    }
    return false;
}

/* The number k from 2 to below `count` of "k_extra_3", or 0. */
static size_t number_of_table(ptc_str rest, size_t count)
{
    size_t number = 0;
    size_t i = 0;

    if (rest.len == 0 || rest.ptr[0] == '0')
        return 0;
    for (; i < rest.len && rest.ptr[i] >= '0' && rest.ptr[i] <= '9'; i++) {
        number = 10 * number + (size_t)(rest.ptr[i] - '0');
        if (number >= count)
            return 0;
    }
    if (number < 2 || i == rest.len || rest.ptr[i] != '_' ||
        !is_of_table(ptc_str_make(rest.ptr + i + 1, rest.len - i - 1)))
        return 0;
    return number;
}

/* What tables may begin with: "search", "search_table", then with the numbers from 2. */
typedef struct table_starts {
    ptc_str base;
    ptc_str table;
    bool *taken; /* by these numbers; of the first two they are 0 and 1 */
    size_t count;
} table_starts;

/* Notes what a name takes: at most one of the beginnings. */
static void take_start(table_starts *starts, ptc_str id)
{
    ptc_str behind_table = name_behind(starts->table, id);
    size_t number = number_of_table(behind_table, starts->count);

    if (is_of_table(name_behind(starts->base, id)))
        starts->taken[0] = true;
    else if (is_of_table(behind_table))
        starts->taken[1] = true;
    else if (number > 0)
        starts->taken[number] = true;
}

/* The first beginning that is free: each of what is claimed and of the user's functions
 * takes one at most, and there is one more of them. */
static size_t free_start(const ptcc_c_names *names, table_starts *starts)
{
    size_t number = 0;

    for (size_t i = 0; i < names->claimed.count; i++)
        take_start(starts, names->claimed.items[i].id);
    for (size_t i = 0; i < names->options->callback_count; i++)
        take_start(starts, names->options->callbacks[i].function);
    while (number + 1 < starts->count && starts->taken[number])
        number++;
    return number;
}

/* "search", or where that is taken "search_table", "search_table_2", ... */
static ptc_str name_tables(ptcc_c_names *names, ptc_str base)
{
    ptc_arena_mark mark = ptc_arena_place(names->scratch);
    table_starts starts = {.base = base,
                           .table = c_ident(names->arena, base, PTC_STR("table"))};
    size_t number = 0;

    starts.count = names->claimed.count + names->options->callback_count + 2;
    starts.taken = ptc_arena_array(names->scratch, starts.count, sizeof *starts.taken);
    if (starts.taken != NULL && !names->arena->failed)
        number = free_start(names, &starts);
    ptc_arena_rewind(names->scratch, mark);
    if (number < 2)
        return number == 0 ? base : starts.table;
    return C_JOIN(names->arena, starts.table, PTC_STR("_"),
                  c_decimal(names->arena, number));
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
