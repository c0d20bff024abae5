/* SPDX-License-Identifier: MIT */
/* Losses and faults of contracts in other forms. See target_notes.h. */
#include "generator/target_notes.h"
#include "base/base_int.h"

enum {
    NOTES_LIMIT = 1000
}; /* losses, and faults, that are printed; others are counted */

/* What JSON does not tell apart: the first place, and how many contracts have another. */
typedef struct ptcc_target_general {
    ptc_diag diag; /* its message is the place alone */
    ptc_str what;
    size_t others;
    const ptc_contract *last; /* that was counted */
} ptcc_target_general;

/* Contracts that are being written. */
typedef struct notes_run {
    ptcc_target_notes *notes;
    const ptc_contract *const *items;
    bool has_fault;
} notes_run;

void ptcc_target_notes_init(ptcc_target_notes *notes, ptc_arena *arena,
                            const ptc_contracts *contracts)
{
    *notes = (ptcc_target_notes){.arena = arena, .contracts = contracts};
    ptc_diags_init(&notes->diags, arena);
    notes->diags.limit = NOTES_LIMIT;
    ptc_names_init(&notes->seen, arena);
    notes->seen.is_exact = true;
}

bool ptcc_contract_is_bare(const ptc_schema *schema)
{
    const ptc_schema_node *root = ptc_schema_root(schema);

    return root->type == PTC_TYPE_FUNCTION && (root->flags & PTC_NODE_BARE) != 0;
}

/* --- Places ------------------------------------------------------------------------- */

/* The contract in whose part of the nodes a node is: what is in a declared type
 * belongs to that. */
static const ptc_contract *notes_owner(const ptcc_target_notes *notes,
                                       const ptc_contract *contract, uint32_t node)
{
    const ptc_contracts *all = notes->contracts;

    if (node >= contract->schema.root && node < contract->schema.count)
        return contract;
    for (size_t i = 0; all != NULL && i < all->count; i++) {
        const ptc_contract *other = &all->items[i];

        if (other->schema.nodes == contract->schema.nodes && node >= other->schema.root &&
            node < other->schema.count)
            return other;
    }
    return contract;
}

static bool notes_is_root(const ptc_schema *schema, uint32_t node)
{
    return node <= schema->root || node >= schema->count ||
           schema->nodes[node].parent >= node;
}

/* Where a node was written: it, or the nearest one around it of which that is known. */
static ptc_span notes_span(const ptc_contract *owner, uint32_t node)
{
    const ptc_schema *schema = &owner->schema;

    for (; !notes_is_root(schema, node); node = schema->nodes[node].parent) {
        const ptc_schema_extra *extra = schema->nodes[node].extra;

        if (extra != NULL && extra->span.end > extra->span.start)
            return extra->span;
    }
    return owner->span;
}

/* The node that uses a declared type which was written out in a tree; the node itself if
 * there is none. Parts of such a type may be in another file. */
static uint32_t notes_use(const ptc_schema *tree, uint32_t node)
{
    uint32_t use = node;

    for (uint32_t at = node; !notes_is_root(tree, at);) {
        at = tree->nodes[at].parent;
        if (!notes_is_root(tree, at) && tree->nodes[at].extra != NULL &&
            tree->nodes[at].extra->named_type.len > 0)
            use = at;
    }
    return use;
}

/* --- Noting ------------------------------------------------------------------------- */

/* Whether it was noted already: of a type that several contracts have. */
static bool notes_has(ptcc_target_notes *notes, const ptc_diag *diag)
{
    uint32_t number = (uint32_t)notes->seen.count;
    const ptc_name_entry *entry;
    ptc_text key;

    ptc_text_init(&key, notes->arena);
    ptc_text_str(&key, diag->target);
    ptc_text_byte(&key, ' ');
    ptc_text_uint(&key, (uintptr_t)diag->source);
    ptc_text_byte(&key, ' ');
    ptc_text_uint(&key, diag->span.start);
    ptc_text_byte(&key, ' ');
    ptc_text_str(&key, diag->message);
    entry = key.failed ? NULL : ptc_names_add(&notes->seen, ptc_text_view(&key), number);
    notes->failed |= entry == NULL;
    return entry == NULL || entry->value != number;
}

void ptcc_target_notes_add(ptcc_target_notes *notes, const ptc_diag *diag)
{
    size_t *found = diag->severity == PTC_SEVERITY_ERROR ? &notes->diags.errors
                                                         : &notes->diags.warnings;
    void *items = notes->diags.items;

    if (notes_has(notes, diag) || ++*found > notes->diags.limit)
        return;
    if (!ptc_arena_reserve(notes->arena, &items, &notes->diags.capacity,
                           notes->diags.count, notes->diags.count + 1,
                           sizeof *notes->diags.items)) {
        notes->failed = true;
        return;
    }
    notes->diags.items = items;
    notes->diags.items[notes->diags.count++] = *diag;
}

/* "search.limit", "ids[]". */
static void notes_write_place(ptc_text *text, const ptc_contract *owner, uint32_t node)
{
    ptc_text path;

    ptc_text_init(&path, text->arena);
    if (node != PTCC_NODE_WHOLE)
        ptc_target_write_path(&path, &owner->schema, node);
    text->failed |= path.failed;
    ptc_text_str(text, owner->name);
    if (owner->name.len > 0 && path.len > 0 && strchr("[{|", path.ptr[0]) == NULL)
        ptc_text_byte(text, '.');
    ptc_text_str(text, ptc_text_view(&path));
}

/* A note of a node of `owner`, placed at `place`, another one or itself. */
static ptc_diag notes_diag(ptcc_target_notes *notes, const char *word,
                           const ptc_contract *owner, uint32_t node, uint32_t place,
                           ptc_str what)
{
    ptc_diag diag = {.code = PTC_DIAG_LOSS_TARGET,
                     .severity = PTC_SEVERITY_WARNING,
                     .source = owner->source,
                     .target = ptc_str_of(word)};
    ptc_text text;

    ptc_text_init(&text, notes->arena);
    notes_write_place(&text, owner, node);
    ptc_text_cstr(&text, text.len > 0 && what.len > 0 ? ": " : "");
    ptc_text_str(&text, what);
    notes->failed |= text.failed;
    diag.message = ptc_text_view(&text);
    diag.span = notes_span(owner, place);
    return diag;
}

void ptcc_target_lose(ptcc_target_notes *notes, const char *word,
                      const ptc_contract *contract, const ptc_schema *tree, uint32_t node,
                      ptc_str what)
{
    ptc_contract owner = *contract;
    uint32_t place = node;
    ptc_diag diag;

    if (node == PTCC_NODE_WHOLE) {
        place = owner.schema.root;
    } else if (tree != NULL) {
        owner.schema = *tree;
        place = notes_use(tree, node);
    } else {
        owner = *notes_owner(notes, contract, node);
    }
    diag = notes_diag(notes, word, &owner, node, place, what);
    ptcc_target_notes_add(notes, &diag);
}

/* Where the other one is, of two contracts that cannot be next to each other. */
static ptc_str notes_other_place(ptcc_target_notes *notes, const ptc_contract *other)
{
    ptc_text text;

    ptc_text_init(&text, notes->arena);
    ptc_text_str(&text, other->name);
    ptc_text_cstr(&text, " is declared at ");
    if (other->source != NULL) {
        ptc_position at = ptc_source_position(other->source, other->span.start);

        ptc_text_str(&text, other->source->name);
        ptc_text_byte(&text, ':');
        ptc_text_uint(&text, at.line);
        ptc_text_byte(&text, ':');
        ptc_text_uint(&text, at.column);
    }
    notes->failed |= text.failed;
    return ptc_text_view(&text);
}

/* Notes what JSON does not tell apart, once for all contracts. */
static void notes_add_general(ptcc_target_notes *notes, const ptc_contract *contract,
                              const ptc_contract *owner, const ptc_target_note *note)
{
    const char *word = ptc_target_word(note->target);
    void *items = notes->general;
    ptcc_target_general *item = notes->general;
    ptc_str what;

    for (size_t i = 0; i < notes->general_count; i++, item++) {
        if (!ptc_str_equal(item->diag.target, ptc_str_of(word)) ||
            !ptc_str_equal(item->what, note->what))
            continue;
        item->others += item->last != contract;
        item->last = contract;
        return;
    }
    what = ptc_str_copy(notes->arena, note->what);
    if (what.ptr == NULL ||
        !ptc_arena_reserve(notes->arena, &items, &notes->general_capacity,
                           notes->general_count, notes->general_count + 1,
                           sizeof *notes->general)) {
        notes->failed = true;
        return;
    }
    notes->general = items;
    item = &notes->general[notes->general_count++];
    *item = (ptcc_target_general){.what = what, .last = contract};
    item->diag = notes_diag(notes, word, owner, note->node, note->node, PTC_STR(""));
    item->diag.code = PTC_DIAG_JSON_MEANING;
}

/* Adds them to what is printed: "search.limit and 7 others: 1.0 passes for an int". */
void ptcc_target_notes_close(ptcc_target_notes *notes)
{
    for (size_t i = 0; i < notes->general_count; i++) {
        ptcc_target_general *item = &notes->general[i];
        ptc_text text;

        ptc_text_init(&text, notes->arena);
        ptc_text_str(&text, item->diag.message);
        if (item->others > 0) {
            ptc_text_cstr(&text, " and ");
            ptc_text_uint(&text, item->others);
            ptc_text_cstr(&text, item->others == 1 ? " other" : " others");
        }
        ptc_text_cstr(&text, text.len > 0 ? ": " : "");
        ptc_text_str(&text, item->what);
        notes->failed |= text.failed;
        item->diag.message = ptc_text_view(&text);
        ptcc_target_notes_add(notes, &item->diag);
    }
    notes->general_count = 0;
}

static void notes_take(const ptc_target_note *note, void *user)
{
    notes_run *run = user;
    const char *word = ptc_target_word(note->target);
    const ptc_contract *contract = run->items[note->contract];
    const ptc_contract *owner = notes_owner(run->notes, contract, note->node);
    ptc_diag diag;

    if (note->is_general) {
        notes_add_general(run->notes, contract, owner, note);
        return;
    }
    diag = notes_diag(run->notes, word, owner, note->node, note->node, note->what);
    if (!note->is_fault) {
        ptcc_target_notes_add(run->notes, &diag);
        return;
    }
    run->has_fault = true;
    diag.code = PTC_DIAG_TARGET_FAULT;
    diag.severity = PTC_SEVERITY_ERROR;
    if (note->other != note->contract) {
        diag.source = contract->source;
        diag.span = contract->span;
        diag.hint = notes_other_place(run->notes, run->items[note->other]);
    }
    ptcc_target_notes_add(run->notes, &diag);
}

/* --- Writing ------------------------------------------------------------------------ */

/* The schema, in Malli with what is said of the tool. */
static const ptc_schema *notes_schema(ptcc_target_notes *notes, ptc_target target,
                                      const ptc_contract *item)
{
    ptc_schema *schema;

    if (target != PTC_TARGET_MALLI_JSON || item->info == NULL)
        return &item->schema;
    schema = ptc_arena_array(notes->arena, 1, sizeof *schema);
    if (schema == NULL) {
        notes->failed = true;
        return &item->schema;
    }
    *schema = item->schema;
    notes->failed |= !ptcc_malli_tool(notes->arena, schema, item->info);
    return schema;
}

static ptc_target_contract notes_contract(ptcc_target_notes *notes, ptc_target target,
                                          const ptc_contract *item)
{
    ptc_target_contract contract = {
        .name = item->name,
        .schema = notes_schema(notes, target, item),
        .is_type = item->is_type || ptcc_contract_is_bare(&item->schema),
    };

    if (item->info != NULL) {
        contract.title = item->info->title;
        contract.hints = item->info->hints;
    }
    return contract;
}

/* Of no node in particular: at a contract. */
static void notes_refuse_all(notes_run *run, ptc_target target, size_t contract,
                             ptc_str what)
{
    ptc_target_note note = {.target = target,
                            .is_fault = true,
                            .contract = contract,
                            .other = contract,
                            .what = what};

    note.node = run->items[contract]->schema.root;
    notes_take(&note, run);
}

/* The contract that is nested too deeply: the first that cannot be written alone. */
static size_t notes_find_deep(const notes_run *run, ptc_target target,
                              const ptc_target_contract *contracts, size_t count,
                              const ptc_target_options *options)
{
    for (size_t i = 0; i + 1 < count; i++) {
        ptc_text text;

        ptc_text_init(&text, run->notes->arena);
        if (ptc_target_write(&text, target, &contracts[i], 1, options) == PTC_ERROR_DEPTH)
            return i;
    }
    return count - 1;
}

bool ptcc_target_write(ptcc_target_notes *notes, ptc_text *out, ptc_target target,
                       const ptc_contract *const *items, size_t count,
                       const ptc_target_options *options)
{
    ptc_target_contract *contracts =
        ptc_arena_array(notes->arena, count, sizeof *contracts);
    notes_run run = {notes, items, false};
    ptc_target_options own = *options;
    ptc_status status;

    if (contracts == NULL) {
        notes->failed = true;
        return false;
    }
    for (size_t i = 0; i < count; i++)
        contracts[i] = notes_contract(notes, target, items[i]);
    own.note = notes_take;
    own.user = &run;
    status = ptc_target_write(out, target, contracts, count, &own);
    if (status == PTC_ERROR_DEPTH)
        notes_refuse_all(&run, target,
                         notes_find_deep(&run, target, contracts, count, options),
                         PTC_STR("its types are nested too deeply for JSON; "
                                 "declare fewer levels"));
    else if (status == PTC_ERROR_INVALID && !run.has_fault)
        notes_refuse_all(&run, target, 0, PTC_STR("cannot be written in this form"));
    else if (status != PTC_OK && status != PTC_ERROR_INVALID)
        notes->failed = true;
    return status == PTC_OK && !notes->failed;
}

ptc_exit ptcc_target_notes_report(ptcc_target_notes *notes, const ptc_cli *cli)
{
    ptcc_target_notes_close(notes);
    return notes->failed ? ptc_cli_no_memory(cli) : ptc_cli_report(cli, &notes->diags);
}
