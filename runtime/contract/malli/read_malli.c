/* SPDX-License-Identifier: MIT */
/*
 * Malli schemas to drafts: the work loop, and the entry points of <ptc/schema.h>.
 *
 * Nothing recurses: what is still to be read waits on a stack of tasks (malli_int.h).
 * Faults are collected; a form that is not a schema leaves its node as :any, and reading
 * goes on. What each head means is in malli_heads.c and malli_entries.c, names are
 * resolved in malli_registry.c, properties read in malli_properties.c.
 */
#include "contract/malli/malli_int.h"
#include "edn/edn_int.h"

#define MALLI_MEMORY_CAP ((size_t)64 << 20)

/* --- One form ---------------------------------------------------------------------- */

static bool malli_is_word(const ptc_form *form)
{
    return form->kind == PTC_FORM_KEYWORD || form->kind == PTC_FORM_SYMBOL ||
           form->kind == PTC_FORM_STRING;
}

/* In the JSON form, heads and predicates may be plain strings. */
static const ptc_malli_head *malli_head(const ptc_malli_reader *reader,
                                        const ptc_form *form)
{
    const ptc_malli_head *head;

    if (form->kind != PTC_FORM_STRING)
        return ptc_malli_head_find(form->text, form->kind == PTC_FORM_SYMBOL);
    if (!reader->forms->is_json)
        return NULL;
    head = ptc_malli_head_find(form->text, false);
    return head != NULL ? head : ptc_malli_head_find(form->text, true);
}

/* Whether the nil after a head is a child; elsewhere it is the absence of properties. */
static bool malli_nil_is_child(const ptc_malli_head *head, const ptc_forms *forms,
                               const ptc_form *nil)
{
    if (head->type == PTC_TYPE_ENUM)
        return nil->next == 0 || forms->items[nil->next].kind != PTC_FORM_NIL;
    return (head->type == PTC_TYPE_CONST || head->type == PTC_TYPE_NOT_CONST) &&
           nil->next == 0;
}

bool ptc_malli_call_of(const ptc_malli_reader *reader, uint32_t form, ptc_malli_call *out)
{
    const ptc_form *schema = ptc_malli_form(reader, form);
    const ptc_form *second;

    memset(out, 0, sizeof *out);
    out->form = form;
    out->head_form = schema->kind == PTC_FORM_VECTOR ? schema->child : form;
    if (out->head_form == 0 || !malli_is_word(ptc_malli_form(reader, out->head_form)))
        return false;
    out->head = malli_head(reader, ptc_malli_form(reader, out->head_form));
    if (out->head == NULL || out->head_form == form)
        return out->head != NULL;
    out->first = ptc_malli_form(reader, out->head_form)->next;
    out->count = schema->count - 1;
    second = ptc_malli_form(reader, out->first);
    if (out->first != 0 && (second->kind == PTC_FORM_MAP ||
                            (second->kind == PTC_FORM_NIL &&
                             !malli_nil_is_child(out->head, reader->forms, second)))) {
        out->properties = second->kind == PTC_FORM_MAP ? out->first : 0;
        out->first = second->next;
        out->count--;
    }
    return true;
}

static bool malli_check_arity(ptc_malli_reader *reader, const ptc_malli_call *call)
{
    const ptc_malli_head *head = call->head;
    bool is_symbol = head->name.ptr[head->name.len - 1] == '?';
    uint32_t form = call->form;
    ptc_diag *diag;

    if (call->count >= head->low &&
        (call->count <= head->high || head->high == UINT8_MAX))
        return true;
    if (call->count > head->high) { /* point at the first that is too many */
        form = call->first;
        for (size_t i = 0; i < head->high; i++)
            form = ptc_malli_form(reader, form)->next;
    }
    diag = MALLI_FAULT(reader, PTC_DIAG_MALLI_ARITY, form,
                       call->count == 1 ? "%s%s with %u child" : "%s%s with %u children",
                       is_symbol ? "" : ":", head->name.ptr, call->count);
    ptc_malli_hint_children(reader, diag, head);
    return false;
}

/* Opens the registry of a schema, and reads the schema itself inside of it. */
static void malli_read_registry(ptc_malli_reader *reader, const ptc_malli_call *call,
                                uint32_t registry)
{
    ptc_malli_task inside = {.step = PTC_MALLI_INSIDE,
                             .place = (uint8_t)call->place,
                             .form = call->form,
                             .node = call->node,
                             .slot = call->slot};
    ptc_malli_task leave = {.step = PTC_MALLI_LEAVE,
                            .number = (uint32_t)reader->scope.count};
    void *items = reader->registries;

    if (call->place == PTC_MALLI_ROOT && reader->is_function) {
        /* A function stays the root: its parts get the registry, each its own. */
        if (ptc_arena_reserve(reader->draft->arena, &items, &reader->registry_capacity,
                              reader->registry_count, reader->registry_count + 1,
                              sizeof *reader->registries)) {
            reader->registries = items;
            reader->registries[reader->registry_count++] = registry;
        }
        ptc_malli_push(reader, inside);
        return;
    }
    inside.node = ptc_malli_open_registry(reader, call->node, registry, call->form);
    ptc_malli_push(reader, inside);
    ptc_malli_push(reader, leave);
}

static uint32_t malli_allowed(const ptc_malli_call *call, ptc_malli_step step)
{
    uint32_t allowed = call->head->properties | PTC_MALLI_BIT(DESCRIPTION) |
                       PTC_MALLI_BIT(TITLE) |
                       ptc_malli_fact_properties((ptc_type)call->head->type);

    if (call->head->type != PTC_TYPE_FUNCTION)
        allowed |= PTC_MALLI_BIT(DECODE);
    if (step == PTC_MALLI_INSIDE)
        allowed |= PTC_MALLI_BIT(REGISTRY);
    if (call->place == PTC_MALLI_FIELD || call->place == PTC_MALLI_PARAMETER)
        allowed |= PTC_MALLI_BIT(DEFAULT);
    if (call->place == PTC_MALLI_PARAMETER)
        allowed |= PTC_MALLI_BIT(NAME);
    return allowed;
}

/* The nil in [:or nil T] is not an alternative, which is hardly what was meant. */
static void malli_warn_no_alternative(ptc_malli_reader *reader,
                                      const ptc_malli_call *call)
{
    uint32_t second = ptc_malli_form(reader, call->head_form)->next;

    if (call->head->type == PTC_TYPE_UNION && call->head_form != call->form &&
        second != 0 && ptc_malli_form(reader, second)->kind == PTC_FORM_NIL)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_NIL_FIRST, second,
                    "nil is read as absent properties here; write :nil to accept nil");
}

static void malli_read_call(ptc_malli_reader *reader, const ptc_malli_task *task,
                            ptc_malli_call *call)
{
    ptc_malli_properties properties;
    uint32_t registry = 0;

    call->node = task->node;
    call->slot = task->slot;
    call->place = (ptc_malli_place)task->place;
    if (task->step == PTC_MALLI_READ)
        registry = ptc_malli_find_property(reader, call->properties, PTC_MALLI_REGISTRY);
    if (registry != 0) {
        malli_read_registry(reader, call, registry);
        return;
    }
    if (!malli_check_arity(reader, call))
        return;
    malli_warn_no_alternative(reader, call);
    ptc_malli_read_properties(reader, call->properties,
                              malli_allowed(call, (ptc_malli_step)task->step), call->slot,
                              &properties);
    ptc_malli_read_decoder(reader, &properties, call->slot);
    call->head->read(reader, call, &properties);
    ptc_malli_read_facts(reader, &properties, call->node);
}

static void malli_no_schema(ptc_malli_reader *reader, uint32_t form)
{
    const ptc_form *at = ptc_malli_form(reader, form);
    const ptc_form *head =
        at->kind == PTC_FORM_VECTOR ? ptc_malli_form(reader, at->child) : at;
    ptc_diag *diag;

    if (at->kind == PTC_FORM_VECTOR && at->child == 0) {
        MALLI_FAULT(reader, PTC_DIAG_MALLI_SYNTAX, form,
                    "an empty vector is not a schema");
        return;
    }
    diag = MALLI_FAULT(
        reader, PTC_DIAG_MALLI_SYNTAX, at->kind == PTC_FORM_VECTOR ? at->child : form,
        at->kind == PTC_FORM_VECTOR ? "the head of a schema must be a keyword, found %s"
                                    : "a schema must be a keyword or a vector, found %s",
        ptc_malli_kind(head));
    if (head->kind == PTC_FORM_MAP)
        ptc_diag_hint(reader->diags, diag, "a map is written [:map [:key T] ...]");
    else if (head->kind == PTC_FORM_VECTOR)
        ptc_diag_hint(reader->diags, diag, "a list is written [:vector T]");
    else if (head->kind == PTC_FORM_LIST)
        ptc_diag_hint(reader->diags, diag, "write [ ] instead of ( )");
    else if (head->kind == PTC_FORM_NIL)
        ptc_diag_hint(reader->diags, diag, "write :nil");
}

/* A name that is not a head: `form` is it, or a vector that begins with it. */
static void malli_read_word(ptc_malli_reader *reader, const ptc_malli_task *task,
                            uint32_t name)
{
    uint32_t argument = ptc_malli_form(reader, name)->next;

    if (!ptc_malli_resolve(reader, name, task->node))
        ptc_malli_unknown_name(reader, name);
    else if (name != task->form && argument != 0)
        MALLI_FAULT(reader, PTC_DIAG_MALLI_ARITY, argument,
                    "%s names a schema and takes no children",
                    ptc_malli_quote(reader, name));
}

static void malli_read(ptc_malli_reader *reader, const ptc_malli_task *task)
{
    const ptc_form *form = ptc_malli_form(reader, task->form);
    ptc_malli_call call;

    /* In the JSON form a string may be a name or a head; what was declared here wins. */
    if (form->kind == PTC_FORM_STRING &&
        ptc_malli_resolve(reader, task->form, task->node))
        return;
    if (ptc_malli_call_of(reader, task->form, &call))
        malli_read_call(reader, task, &call);
    else if (call.head_form != 0 && malli_is_word(ptc_malli_form(reader, call.head_form)))
        malli_read_word(reader, task, call.head_form);
    else
        malli_no_schema(reader, task->form);
}

/* Puts the registries around a function around one of its parts. */
static void malli_wrap(ptc_malli_reader *reader, const ptc_malli_task *task)
{
    ptc_malli_task next = *task;
    ptc_malli_task leave = {.step = PTC_MALLI_LEAVE,
                            .number = (uint32_t)reader->scope.count};

    if (task->number == reader->registry_count) {
        next.step = PTC_MALLI_READ;
        ptc_malli_push(reader, next);
        return;
    }
    next.number++;
    next.node = ptc_malli_open_registry(reader, task->node,
                                        reader->registries[task->number], task->form);
    ptc_malli_push(reader, next);
    ptc_malli_push(reader, leave);
}

/* --- The work loop ----------------------------------------------------------------- */

/* Tasks are left in the order of the text and must be done in it. */
static void malli_reverse(ptc_malli_task *tasks, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        ptc_malli_task task = tasks[i];

        tasks[i] = tasks[count - 1 - i];
        tasks[count - 1 - i] = task;
    }
}

static void malli_run(ptc_malli_reader *reader)
{
    while (reader->task_count > 0 && !reader->draft->arena->failed) {
        ptc_malli_task task = reader->tasks[--reader->task_count];
        size_t before = reader->task_count;

        switch ((ptc_malli_step)task.step) {
        case PTC_MALLI_READ:
        case PTC_MALLI_INSIDE:
            malli_read(reader, &task);
            break;
        case PTC_MALLI_WRAP:
            malli_wrap(reader, &task);
            break;
        case PTC_MALLI_LEAVE:
            ptc_names_pop(&reader->scope, task.number);
            break;
        }
        if (reader->task_count > before + 1)
            malli_reverse(reader->tasks + before, reader->task_count - before);
    }
}

/* Whether a contract is a function, perhaps inside of [:schema {:registry ...} ...]. */
static bool malli_is_function(const ptc_malli_reader *reader, uint32_t form)
{
    ptc_malli_call call;

    while (ptc_malli_call_of(reader, form, &call) && call.count > 0) {
        if (call.head->type == PTC_TYPE_FUNCTION)
            return true;
        if (call.head->type != PTC_TYPE_REGISTRY)
            return false;
        form = call.first;
    }
    return false;
}

ptc_draft_ref ptc_malli_draft_with(ptc_draft *draft, const ptc_forms *forms,
                                   uint32_t form, const ptc_read_options *options,
                                   const ptc_malli_types *types)
{
    ptc_malli_reader reader = {.draft = draft,
                               .diags = draft->diags,
                               .forms = forms,
                               .options = options,
                               .types = types,
                               .scope = {.arena = draft->arena, .is_exact = true},
                               .fields = {.arena = draft->arena}};
    size_t errors = draft->diags->errors;
    ptc_draft_ref root = ptc_malli_add(&reader, form);
    ptc_malli_task task = {.step = PTC_MALLI_READ,
                           .place = PTC_MALLI_ROOT,
                           .form = form,
                           .node = root,
                           .slot = root};

    reader.is_function = malli_is_function(&reader, form);
    ptc_malli_push(&reader, task);
    malli_run(&reader);
    if (reader.has_refs && draft->diags->errors == errors)
        ptc_malli_check_cycles(&reader, root);
    if (draft->arena->failed) {
        MALLI_FAULT(&reader, PTC_DIAG_MALLI_TOO_LARGE, form,
                    "the schema needs more memory than is available");
        return 0;
    }
    return draft->diags->errors == errors ? root : 0;
}

ptc_draft_ref ptc_malli_draft(ptc_draft *draft, const ptc_forms *forms, uint32_t form,
                              const ptc_read_options *given)
{
    ptc_read_options options = {.struct_size = sizeof options};

    if (!ptc_options_take(PTC_OPTIONS("options", ptc_read_options), "ptc_malli_draft",
                          given, &options))
        return 0;
    return ptc_malli_draft_with(draft, forms, form, &options, NULL);
}

/* --- Entry points ------------------------------------------------------------------ */

/* What reading one schema takes: memory that is given back, forms, a draft. */
typedef struct malli_work {
    ptc_read_options options; /* complete */
    ptc_scratch scratch;
    ptc_forms forms;
    ptc_draft draft;
} malli_work;

/* Takes the options of a call; false when they are none. */
static bool malli_take_options(malli_work *work, const char *function,
                               const ptc_read_options *given, ptc_schema *out)
{
    *out = (ptc_schema){0};
    work->options = (ptc_read_options){.struct_size = sizeof work->options};
    return ptc_options_take(PTC_OPTIONS("options", ptc_read_options), function, given,
                            &work->options);
}

static void malli_start(malli_work *work, ptc_arena *arena, const ptc_source *source,
                        ptc_diags *diags)
{
    const ptc_read_options *options = &work->options;
    size_t cap = options->memory_cap ? options->memory_cap : MALLI_MEMORY_CAP;

    ptc_scratch_begin(&work->scratch, arena, cap);
    diags->source = source;
    ptc_forms_init(&work->forms, work->scratch.arena, source);
    ptc_draft_init(&work->draft, work->scratch.arena, diags);
    work->draft.lint = options->lint;
}

/* Finishes the schema at `form` (0: there was an error) in `arena`. */
static ptc_status malli_finish(malli_work *work, uint32_t form, ptc_arena *arena,
                               ptc_schema *out)
{
    ptc_draft_ref root = 0;
    ptc_status status = PTC_ERROR_SYNTAX;

    if (form != 0)
        root =
            ptc_malli_draft_with(&work->draft, &work->forms, form, &work->options, NULL);
    if (root != 0)
        status = ptc_draft_finish(arena, &work->draft, root, out);
    if (work->scratch.arena->failed && !ptc_scratch_is_capped(&work->scratch))
        status = PTC_ERROR_MEMORY;
    return status;
}

/* Reads a schema from a text whose forms `read` reads; 0: there was an error. */
static ptc_status malli_read_with(const char *function,
                                  uint32_t (*read)(ptc_forms *, ptc_diags *),
                                  ptc_arena *arena, const ptc_source *source,
                                  const ptc_read_options *options, ptc_diags *diags,
                                  ptc_schema *out)
{
    ptc_diags own;
    malli_work work;
    ptc_status status;

    diags = ptc_diags_given(diags, &own, arena);
    if (!malli_take_options(&work, function, options, out))
        return PTC_ERROR_ARGUMENT;
    malli_start(&work, arena, source, diags);
    status = malli_finish(&work, read(&work.forms, diags), arena, out);
    ptc_scratch_end(&work.scratch);
    return status;
}

ptc_status ptc_malli_read(ptc_arena *arena, const ptc_source *source,
                          const ptc_read_options *options, ptc_diags *diags,
                          ptc_schema *out)
{
    return malli_read_with("ptc_malli_read", ptc_edn_read_one, arena, source, options,
                           diags, out);
}

ptc_status ptc_malli_read_json(ptc_arena *arena, const ptc_source *source,
                               const ptc_read_options *options, ptc_diags *diags,
                               ptc_schema *out)
{
    return malli_read_with("ptc_malli_read_json", ptc_form_read_json, arena, source,
                           options, diags, out);
}

/* --- Values ------------------------------------------------------------------------ */

/* Puts the index path in the place of a position: spans of these forms are their indices.
 */
static void malli_place_diags(const malli_work *work, ptc_diags *diags, size_t first)
{
    for (size_t i = first; i < diags->count; i++) {
        ptc_diag *diag = &diags->items[i];
        ptc_str path = ptc_str_of("");
        ptc_text text;

        if (diag->span.start > 0 && diag->span.start < work->forms.count)
            path = ptc_form_path(diags->arena, &work->forms, diag->span.start);
        ptc_text_init(&text, diags->arena);
        ptc_text_str(&text, path.len ? path : PTC_STR("(root)"));
        ptc_text_cstr(&text, ": ");
        ptc_text_str(&text, diag->message);
        if (!text.failed)
            diag->message = ptc_text_view(&text);
        diag->span.start = diag->span.end = 0;
    }
}

ptc_status ptc_malli_from_value(ptc_arena *arena, const ptc_value *value,
                                const ptc_read_options *options, ptc_diags *diags,
                                ptc_schema *out)
{
    ptc_diags own;
    size_t first;
    ptc_span nowhere = {0, 0};
    ptc_status status;
    malli_work work;
    uint32_t form;

    diags = ptc_diags_given(diags, &own, arena);
    first = diags->count;
    if (!malli_take_options(&work, "ptc_malli_from_value", options, out))
        return PTC_ERROR_ARGUMENT;
    malli_start(&work, arena, NULL, diags);
    form = ptc_form_from_value(&work.forms, value);
    if (form == 0 && !work.scratch.arena->failed)
        ptc_diag_add(diags, PTC_DIAG_MALLI_SYNTAX, nowhere,
                     "nested deeper than %d levels", PTC_DEPTH_MAX);
    status = malli_finish(&work, form, arena, out);
    malli_place_diags(&work, diags, first);
    ptc_scratch_end(&work.scratch);
    return status;
}
