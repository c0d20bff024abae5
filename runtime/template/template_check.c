/* SPDX-License-Identifier: MIT */
/*
 * Templates are checked against the parameters of a signature here. [signature 11.2]
 *
 * A place in the types is a set of schema nodes: a union may be any of its alternatives,
 * a reference is what it refers to. Sets are in one pool; a section keeps the set of its
 * elements there until it ends. A set that may hold anything (`is_any`) ends the check of
 * whatever is below it.
 */
#include "edn/edn_int.h"
#include "render/render_int.h"
#include "template/template_int.h"

/* Names that one message lists before "...". */
enum { TCHECK_NAMES_MAX = 20 };

typedef struct tcheck_set {
    uint32_t start; /* in the pool */
    uint32_t count;
    bool is_any;
} tcheck_set;

typedef struct tcheck_frame {
    tcheck_set set;
    uint32_t end; /* op after the section's body */
} tcheck_frame;

typedef struct tcheck_tags {
    const ptc_template_op *items[TCHECK_NAMES_MAX]; /* no two of the same path */
    size_t count;
} tcheck_tags;

typedef struct tcheck {
    const ptc_schema *schema;
    const ptc_schema_node *parameters;
    ptc_diags *diags;
    ptc_arena *arena;
    uint32_t *pool;
    size_t pool_count;
    size_t pool_capacity;
    uint32_t *stamps; /* per node: the set it was put in last */
    uint32_t stamp;
    tcheck_frame frames[PTC_TEMPLATE_DEPTH_MAX + 1];
    unsigned depth;
    bool *used; /* per parameter */
    tcheck_tags unknown;
    tcheck_tags unbounded;
    ptc_text guesses; /* "{{a}}, {{b}}": names that were perhaps meant */
    ptc_template_use use;
    bool is_open;  /* PTC_TEMPLATE_IS_OPEN was added to `use` */
    bool is_short; /* of memory */
} tcheck;

/* --- Sets -------------------------------------------------------------------------- */

static tcheck_set tcheck_new_set(tcheck *check)
{
    tcheck_set set;

    set.start = (uint32_t)check->pool_count;
    set.count = 0;
    set.is_any = false;
    check->stamp++;
    return set;
}

static void tcheck_put(tcheck *check, tcheck_set *set, uint32_t node)
{
    void *items = check->pool;

    if (check->stamps[node] == check->stamp)
        return;
    if (!ptc_arena_reserve(check->arena, &items, &check->pool_capacity, check->pool_count,
                           check->pool_count + 1, sizeof *check->pool)) {
        check->is_short = true;
        return;
    }
    check->stamps[node] = check->stamp;
    check->pool = items;
    check->pool[check->pool_count++] = node;
    set->count++;
}

/* Whether a conjunct says nothing about the fields that a value has. */
static bool tcheck_is_silent(const ptc_schema_node *node)
{
    switch ((unsigned)node->type) {
    case PTC_TYPE_ANY:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_NOT:
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
        return true;
    default:
        return false;
    }
}

static void tcheck_put_conjuncts(tcheck *check, tcheck_set *set,
                                 const ptc_schema_node *node)
{
    uint32_t before = set->count;

    for (uint32_t i = 0; i < node->count; i++)
        if (!tcheck_is_silent(&check->schema->nodes[node->first + i]))
            tcheck_put(check, set, node->first + i);
    if (set->count == before)
        set->is_any = true;
}

/* Whether a value is one of the children's; child 0 of an IF only decides. */
static bool tcheck_is_choice(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_UNION || node->type == PTC_TYPE_MULTI ||
           node->type == PTC_TYPE_ONE || node->type == PTC_TYPE_IF;
}

/* Adds what references, unions and conjunctions in the set may stand for. */
static void tcheck_close(tcheck *check, tcheck_set *set)
{
    for (uint32_t i = 0; i < set->count; i++) {
        const ptc_schema_node *node = &check->schema->nodes[check->pool[set->start + i]];

        if (tcheck_is_silent(node) || node->type == PTC_TYPE_MALLI_SCHEMA)
            set->is_any = true;
        else if (node->type == PTC_TYPE_REGISTRY || node->type == PTC_TYPE_REF)
            tcheck_put(check, set, node->first);
        else if (node->type == PTC_TYPE_AND)
            tcheck_put_conjuncts(check, set, node);
        else if (tcheck_is_choice(node))
            for (uint32_t k = node->type == PTC_TYPE_IF ? 1 : 0; k < node->count; k++)
                tcheck_put(check, set, node->first + k);
    }
}

static tcheck_set tcheck_single(tcheck *check, uint32_t node)
{
    tcheck_set set = tcheck_new_set(check);

    tcheck_put(check, &set, node);
    tcheck_close(check, &set);
    return set;
}

static const ptc_schema_node *tcheck_node(const tcheck *check, const tcheck_set *set,
                                          uint32_t number)
{
    return &check->schema->nodes[check->pool[set->start + number]];
}

static bool tcheck_is_list(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_LIST || node->type == PTC_TYPE_SET ||
           node->type == PTC_TYPE_TUPLE ||
           (node->type == PTC_TYPE_CONST &&
            (node->members->kind == PTC_VECTOR || node->members->kind == PTC_SET));
}

static bool tcheck_is_map(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_MAP || node->type == PTC_TYPE_ANY_MAP ||
           node->type == PTC_TYPE_MAP_OF ||
           (node->type == PTC_TYPE_CONST && node->members->kind == PTC_MAP);
}

/* Whether a node only leads to others of its set. */
static bool tcheck_is_inner(const ptc_schema_node *node)
{
    return node->type == PTC_TYPE_REGISTRY || node->type == PTC_TYPE_REF ||
           node->type == PTC_TYPE_AND || node->type == PTC_TYPE_NIL ||
           tcheck_is_choice(node);
}

/* The set of the field `name` of the values of a set; empty when none has it. */
static tcheck_set tcheck_step(tcheck *check, const tcheck_set *from, ptc_str name)
{
    tcheck_set set = tcheck_new_set(check);

    set.is_any = from->is_any;
    for (uint32_t i = 0; i < from->count; i++) {
        const ptc_schema_node *node = tcheck_node(check, from, i);

        if (node == check->parameters && node->count == 0)
            continue; /* no parameters at all; any other empty map is any map */
        if (node->type == PTC_TYPE_ANY_MAP || (tcheck_is_map(node) && node->count == 0) ||
            node->type == PTC_TYPE_CONST)
            set.is_any = set.is_any || tcheck_is_map(node);
        else if (node->type == PTC_TYPE_MAP_OF)
            tcheck_put(check, &set, node->first + 1);
        else if (node->type == PTC_TYPE_MAP)
            for (uint32_t k = 0; k < node->count; k++)
                if (ptc_str_equal_folded(check->schema->nodes[node->first + k].name,
                                         name))
                    tcheck_put(check, &set, node->first + k);
    }
    tcheck_close(check, &set);
    return set;
}

/* The top of the stack inside a section over the values of a set. */
static tcheck_set tcheck_elements(tcheck *check, const tcheck_set *from)
{
    tcheck_set set = tcheck_new_set(check);

    set.is_any = from->is_any;
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t number = check->pool[from->start + i];
        const ptc_schema_node *node = &check->schema->nodes[number];

        if (node->type == PTC_TYPE_CONST && tcheck_is_list(node))
            set.is_any = true;
        else if (tcheck_is_list(node))
            for (uint32_t k = 0; k < node->count; k++)
                tcheck_put(check, &set, node->first + k);
        else if (!tcheck_is_inner(node))
            tcheck_put(check, &set, number);
    }
    tcheck_close(check, &set);
    return set;
}

/* --- Faults ------------------------------------------------------------------------ */

static ptc_span tcheck_span(const ptc_template_op *op)
{
    ptc_span span;

    span.start = op->offset;
    span.end = op->offset + (uint32_t)op->text.len;
    return span;
}

/* The first `count` names of a path, NUL-terminated for a message. */
static const char *tcheck_path(tcheck *check, const ptc_template_op *op, size_t count)
{
    ptc_text text;

    ptc_text_init(&text, check->arena);
    ptc_template_path_write(&text, op->path, count);
    return ptc_diag_quote(check->diags, ptc_text_view(&text));
}

static void tcheck_needs_section(tcheck *check, const ptc_template_op *op, size_t count,
                                 bool is_map)
{
    ptc_text text;

    ptc_text_init(&text, check->arena);
    ptc_template_write_needs(&text, ptc_str_of(tcheck_path(check, op, count)), is_map);
    ptc_diag_add(check->diags, PTC_DIAG_TEMPLATE_PLACEHOLDER, tcheck_span(op),
                 "placeholder {{%s}}: %.*s", tcheck_path(check, op, op->path_count),
                 (int)text.len, text.ptr);
}

static void tcheck_scalar(tcheck *check, const ptc_template_op *op, size_t count,
                          const tcheck_set *set)
{
    ptc_schema type = *check->schema;
    ptc_text text;

    type.root = check->pool[set->start];
    ptc_text_init(&text, check->arena);
    ptc_schema_write_signature(&text, &type, NULL);
    ptc_diag_add(check->diags, PTC_DIAG_TEMPLATE_PLACEHOLDER, tcheck_span(op),
                 "placeholder {{%s}}: %s is %s and has no field \"%s\"",
                 tcheck_path(check, op, op->path_count), tcheck_path(check, op, count),
                 ptc_diag_quote(check->diags, ptc_text_view(&text)),
                 ptc_diag_quote(check->diags, op->path[count]));
}

/* The field most similar to `name` among those of a set, if one is similar enough. */
static void tcheck_guess_field(const tcheck *check, const tcheck_set *set, ptc_str name,
                               unsigned *best, ptc_str *guess)
{
    for (uint32_t i = 0; i < set->count; i++) {
        const ptc_schema_node *node = tcheck_node(check, set, i);

        for (uint32_t k = 0; node->type == PTC_TYPE_MAP && k < node->count; k++) {
            ptc_str field = check->schema->nodes[node->first + k].name;
            unsigned distance = ptc_str_distance(name, field, *best);

            if (distance < *best) {
                *best = distance;
                *guess = field;
            }
        }
    }
}

static void tcheck_add_guess(tcheck *check, const ptc_template_op *op, size_t count,
                             ptc_str guess)
{
    ptc_text *text = &check->guesses;

    ptc_text_cstr(text, text->len > 0 ? ", {{" : "{{");
    for (size_t i = 0; i < count; i++) {
        ptc_text_str(text, op->path[i]);
        ptc_text_byte(text, '.');
    }
    ptc_text_str(text, guess);
    ptc_text_cstr(text, "}}");
}

static bool tcheck_same_path(const ptc_template_op *a, const ptc_template_op *b)
{
    if (a->path_count != b->path_count)
        return false;
    for (uint16_t i = 0; i < a->path_count; i++)
        if (!ptc_str_equal(a->path[i], b->path[i]))
            return false;
    return true;
}

/* Adds a tag to those that one message lists; false when its path is there, or no room.
 */
static bool tcheck_add_tag(tcheck_tags *tags, const ptc_template_op *op)
{
    for (size_t i = 0; i < tags->count; i++)
        if (tcheck_same_path(tags->items[i], op))
            return false;
    if (tags->count == TCHECK_NAMES_MAX)
        return false;
    tags->items[tags->count++] = op;
    return true;
}

/* "placeholders {{a}}, {{b}}" */
static const char *tcheck_list_tags(tcheck *check, const tcheck_tags *tags)
{
    ptc_text text;

    ptc_text_init(&text, check->arena);
    ptc_text_cstr(&text, tags->count > 1 ? "placeholders " : "placeholder ");
    for (size_t i = 0; i < tags->count; i++) {
        ptc_text_cstr(&text, i > 0 ? ", {{" : "{{");
        ptc_template_path_write(&text, tags->items[i]->path, tags->items[i]->path_count);
        ptc_text_cstr(&text, "}}");
    }
    if (tags->count == TCHECK_NAMES_MAX)
        ptc_text_cstr(&text, ", ...");
    return text.failed ? "" : text.ptr;
}

/* Name number `count` of the path is unknown in `set`, or for the first name in all sets
 * of the open sections (`set` NULL). */
static void tcheck_unknown(tcheck *check, const ptc_template_op *op, size_t count,
                           const tcheck_set *set)
{
    ptc_str name = op->path[count];
    unsigned best = name.len < 2    ? 1
                    : name.len <= 3 ? 2
                                    : 3; /* more edits than allowed */
    ptc_str guess = PTC_STR("");

    if (!tcheck_add_tag(&check->unknown, op))
        return;
    if (set != NULL)
        tcheck_guess_field(check, set, name, &best, &guess);
    for (unsigned i = check->depth + 1; set == NULL && i-- > 0;)
        tcheck_guess_field(check, &check->frames[i].set, name, &best, &guess);
    if (guess.len > 0)
        tcheck_add_guess(check, op, count, guess);
}

static void tcheck_report_unknown(tcheck *check)
{
    ptc_diag *diag;

    if (check->unknown.count == 0)
        return;
    diag = ptc_diag_add(check->diags, PTC_DIAG_TEMPLATE_PLACEHOLDER,
                        tcheck_span(check->unknown.items[0]), "%s not found in signature",
                        tcheck_list_tags(check, &check->unknown));
    if (check->guesses.len > 0)
        ptc_diag_hint(check->diags, diag, "did you mean %s?",
                      ptc_text_view(&check->guesses).ptr);
}

static void tcheck_report_unbounded(tcheck *check)
{
    bool is_one = check->unbounded.count == 1;
    ptc_diag *diag;

    if (check->unbounded.count == 0)
        return;
    diag = ptc_diag_add(
        check->diags, PTC_DIAG_TEMPLATE_UNTRUSTED, tcheck_span(check->unbounded.items[0]),
        "%s %s of any length into the prompt without an envelope: a "
        "model with tools may take %s for instructions",
        tcheck_list_tags(check, &check->unbounded),
        is_one ? "writes a string" : "write strings", is_one ? "it" : "them");
    ptc_diag_hint(check->diags, diag,
                  "limit the length, as in :string[..200], or leave out embed: raw or "
                  "envelope: false");
}

/* --- Paths ------------------------------------------------------------------------- */

static void tcheck_mark_used(tcheck *check, ptc_str name)
{
    const ptc_schema_node *parameters = check->parameters;

    for (uint32_t i = 0; i < parameters->count; i++)
        if (ptc_str_equal_folded(check->schema->nodes[parameters->first + i].name, name))
            check->used[i] = true;
}

/* The set of the first name, from the innermost section outwards. */
static tcheck_set tcheck_first(tcheck *check, ptc_str name)
{
    tcheck_set set = {0, 0, false};

    tcheck_mark_used(check, name);
    for (unsigned i = check->depth + 1; i-- > 0;) {
        set = tcheck_step(check, &check->frames[i].set, name);
        if (set.is_any || set.count > 0)
            break;
    }
    return set;
}

/* Says why no value of `set` has the name number `count` of the path. */
static void tcheck_dead_end(tcheck *check, const ptc_template_op *op, size_t count,
                            const tcheck_set *set)
{
    bool has_list = false;

    for (uint32_t i = 0; i < set->count; i++) {
        const ptc_schema_node *node = tcheck_node(check, set, i);

        if (tcheck_is_map(node)) {
            tcheck_unknown(check, op, count, set);
            return;
        }
        has_list = has_list || tcheck_is_list(node);
    }
    if (has_list)
        tcheck_needs_section(check, op, count, false);
    else
        tcheck_scalar(check, op, count, set);
}

/* Whether a step of a path hides what it leads to: a field that it is says so, and for
 * what has no type the name does. */
static bool tcheck_hides(const tcheck *check, const tcheck_set *set, ptc_str name)
{
    bool is_open = !ptc_name_is_private(name);

    for (uint32_t i = 0; i < set->count; i++) {
        const ptc_schema_node *node = tcheck_node(check, set, i);

        if (node->flags & PTC_NODE_FIREWALLED)
            return true;
        is_open = is_open || (ptc_schema_hides_nothing(node) &&
                              ptc_str_equal_folded(node->name, name));
    }
    return !is_open;
}

/* Follows a path; false after a report. */
static bool tcheck_follow(tcheck *check, const ptc_template_op *op, tcheck_set *out)
{
    bool is_hidden;
    tcheck_set set;

    *out = check->frames[check->depth].set;
    if (op->path_count == 0)
        return true;
    set = tcheck_first(check, op->path[0]);
    if (!set.is_any && set.count == 0) {
        tcheck_unknown(check, op, 0, NULL);
        return false;
    }
    is_hidden = tcheck_hides(check, &set, op->path[0]);
    for (uint16_t i = 1; i < op->path_count; i++) {
        tcheck_set next = set;

        if (set.count > 0) /* else anything */
            next = tcheck_step(check, &set, op->path[i]);
        is_hidden = is_hidden || tcheck_hides(check, &next, op->path[i]);
        if (!next.is_any && next.count == 0) {
            tcheck_dead_end(check, op, i, &set);
            return false;
        }
        set = next;
    }
    *out = set;
    if (!is_hidden || check->use == PTC_TEMPLATE_FOR_LITERALS)
        return true;
    ptc_diag_add(check->diags, PTC_DIAG_TEMPLATE_PLACEHOLDER, tcheck_span(op),
                 "placeholder {{%s}} names a firewalled field",
                 tcheck_path(check, op, op->path_count));
    return false;
}

/* Strings without a limit that reach a model as they are; long ones that are named
 * instead do not. */
static void tcheck_untrusted(tcheck *check, const ptc_template_op *op,
                             const tcheck_set *set)
{
    if (!check->is_open ||
        (check->use == PTC_TEMPLATE_FOR_REFERENCES && check->depth == 0))
        return;
    for (uint32_t i = 0; i < set->count; i++) {
        const ptc_schema_node *node = tcheck_node(check, set, i);

        if (node->type == PTC_TYPE_STRING &&
            (node->interval == NULL || node->interval->high.kind == PTC_NIL))
            (void)tcheck_add_tag(&check->unbounded, op);
    }
}

/* A value that can only be a list or a map cannot be where text is wanted. */
static void tcheck_value(tcheck *check, const ptc_template_op *op)
{
    bool is_map = false;
    bool is_list = false;
    tcheck_set set;

    if (!tcheck_follow(check, op, &set))
        return;
    tcheck_untrusted(check, op, &set);
    if (set.is_any || check->use >= PTC_TEMPLATE_FOR_REFERENCES)
        return;
    for (uint32_t i = 0; i < set.count; i++) {
        const ptc_schema_node *node = tcheck_node(check, &set, i);

        if (tcheck_is_inner(node))
            continue;
        is_map = is_map || tcheck_is_map(node);
        is_list = is_list || tcheck_is_list(node);
        if (!tcheck_is_map(node) && !tcheck_is_list(node))
            return;
        if (node->type == PTC_TYPE_ANY_MAP && check->use == PTC_TEMPLATE_FOR_MISSION &&
            check->depth == 0)
            return; /* it has a name in ctx/ */
    }
    if (is_map || is_list)
        tcheck_needs_section(check, op, op->path_count, !is_list);
}

static void tcheck_section(tcheck *check, const ptc_template_op *op)
{
    size_t mark = check->pool_count;
    tcheck_frame *frame = &check->frames[check->depth + 1];
    tcheck_set set;

    frame->end = op->end;
    if (tcheck_follow(check, op, &set)) {
        frame->set = tcheck_elements(check, &set);
    } else {
        frame->set = tcheck_new_set(check);
        frame->set.is_any = true;
    }
    /* the steps on the way are not needed any longer: the section's set moves down */
    if (!check->is_short && frame->set.count > 0)
        memmove(check->pool + mark, check->pool + frame->set.start,
                frame->set.count * sizeof *check->pool);
    frame->set.start = (uint32_t)mark;
    check->pool_count = mark + frame->set.count;
    check->depth++;
}

static ptc_status tcheck_ops(tcheck *check, const ptc_template *compiled)
{
    for (uint32_t pc = 0; pc < compiled->count && !check->is_short; pc++) {
        const ptc_template_op *op = &compiled->ops[pc];
        size_t mark;

        while (check->depth > 0 && check->frames[check->depth].end == pc) {
            check->pool_count = check->frames[check->depth].set.start;
            check->depth--;
        }
        mark = check->pool_count;
        if (op->kind == PTC_TEMPLATE_SECTION) {
            if (check->depth == PTC_TEMPLATE_DEPTH_MAX)
                return PTC_ERROR_DEPTH;
            tcheck_section(check, op);
        } else if (op->kind != PTC_TEMPLATE_TEXT) {
            tcheck_set set;

            if (op->kind == PTC_TEMPLATE_VALUE)
                tcheck_value(check, op);
            else
                tcheck_follow(check, op, &set);
            check->pool_count = mark;
        }
    }
    return PTC_OK;
}

static void tcheck_unused(tcheck *check)
{
    const ptc_schema_node *parameters = check->parameters;
    ptc_span start = {0, 0};

    for (uint32_t i = 0; i < parameters->count; i++)
        if (!check->used[i])
            ptc_diag_add(
                check->diags, PTC_DIAG_TEMPLATE_UNUSED, start,
                "parameter %s is not used by any placeholder",
                ptc_diag_quote(check->diags,
                               check->schema->nodes[parameters->first + i].name));
}

/* --- Public ------------------------------------------------------------------------ */

ptc_status ptc_template_check_for(ptc_template_use use, const ptc_template *compiled,
                                  const ptc_source *source, const ptc_schema *signature,
                                  ptc_diags *diags)
{
    const ptc_schema_node *function = ptc_schema_root(signature);
    size_t errors = diags->errors;
    tcheck check;
    ptc_status status;

    if (function->type != PTC_TYPE_FUNCTION)
        return PTC_ERROR_ARGUMENT;
    memset(&check, 0, sizeof check);
    check.schema = signature;
    check.parameters = &signature->nodes[function->first];
    check.use = (ptc_template_use)((unsigned)use & ~(unsigned)PTC_TEMPLATE_IS_OPEN);
    check.is_open = (use & PTC_TEMPLATE_IS_OPEN) != 0;
    check.diags = diags;
    check.arena = diags->arena;
    diags->source = source;
    ptc_text_init(&check.guesses, check.arena);
    check.stamps = ptc_arena_array(check.arena, signature->count, sizeof *check.stamps);
    check.used = ptc_arena_array(check.arena, check.parameters->count + (size_t)1,
                                 sizeof *check.used);
    if (check.stamps == NULL || check.used == NULL)
        return PTC_ERROR_MEMORY;
    check.frames[0].set = tcheck_single(&check, function->first);
    check.frames[0].end = compiled->count;
    if (check.is_short)
        return PTC_ERROR_MEMORY;
    status = tcheck_ops(&check, compiled);
    if (status == PTC_OK) {
        tcheck_report_unknown(&check);
        tcheck_report_unbounded(&check);
    }
    if (status == PTC_OK && check.use == PTC_TEMPLATE_FOR_WHOLE_TEXT)
        tcheck_unused(&check);
    if (check.arena->failed)
        return PTC_ERROR_MEMORY;
    return status == PTC_OK && diags->errors > errors ? PTC_ERROR_SYNTAX : status;
}

ptc_status ptc_template_check(const ptc_template *compiled, const ptc_source *source,
                              const ptc_schema *signature, bool all_used,
                              ptc_diags *diags)
{
    ptc_template_use use = all_used ? PTC_TEMPLATE_FOR_WHOLE_TEXT : PTC_TEMPLATE_FOR_TEXT;
    ptc_status status;
    ptc_arena arena;
    ptc_diags own;

    if (diags != NULL)
        return ptc_template_check_for(use, compiled, source, signature, diags);
    ptc_arena_init(&arena, NULL, 0);
    status = ptc_template_check_for(use, compiled, source, signature,
                                    ptc_diags_given(NULL, &own, &arena));
    ptc_arena_free(&arena);
    return status;
}
