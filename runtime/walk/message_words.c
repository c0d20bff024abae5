/* SPDX-License-Identifier: MIT */
/*
 * The words of messages: values, limits, types and paths, for either dialect. [validation
 * 7, 8]
 *
 * A message is written once into the report's arena: "expected " E ", got " G. The
 * issue's `expected` is a view of E, so the two cannot differ. Values are cut at 80 code
 * points, collections are named by kind alone, and below a firewalled name only the kind
 * is shown.
 */
#include "render/render_int.h"
#include "schema/schema_int.h"
#include "walk/message_int.h"

#include <ptc/number.h>

enum {
    MESSAGE_MEMBERS_MAX = 10, /* members and alternatives that are listed */
    MESSAGE_NESTING_MAX = 3,  /* unions within unions that are spelled out */
};

typedef enum message_side {
    MESSAGE_LOW,
    MESSAGE_HIGH,
    MESSAGE_ALL,
} message_side;

/* --- Places ------------------------------------------------------------------------ */

/* The text of a key of the data: names as they are, other keys as EDN. */
static ptc_str message_key_text(ptc_message_draft *m, const ptc_value *key)
{
    ptc_text text;

    if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
        return ptc_str_copy(m->text.arena, ptc_value_text(key));
    ptc_text_init(&text, m->text.arena);
    if (m->walker->is_firewalled)
        ptc_schema_write_value(&text, NULL, key, PTC_OUTPUT, NULL);
    else
        ptc_value_write(&text, key);
    m->text.failed |= text.failed;
    return ptc_text_view(&text);
}

static bool message_is_from_context(const ptc_place *place)
{
    return place->slot != NULL && ptc_walk_is_from_context(place->slot);
}

static bool message_is_private(const ptc_place *place)
{
    if (place->slot != NULL)
        return (place->slot->flags & PTC_NODE_FIREWALLED) != 0;
    if (place->key != NULL)
        return ptc_schema_hides(NULL, place->key);
    return place->list != NULL && ptc_value_hides_item(place->list, place->index);
}

/* The first place on the way from the root that hides what is there and below, or NULL.
 */
static const ptc_place *message_hider(const ptc_walker *walker, const ptc_place *place)
{
    const ptc_place *hider = NULL;

    for (; place->up != NULL; place = place->up) {
        if (message_is_from_context(place) ||
            (walker->is_firewalled && message_is_private(place)))
            hider = place;
    }
    return hider;
}

bool ptc_message_hides(const ptc_walker *walker, const ptc_place *place)
{
    return message_hider(walker, place) != NULL;
}

/* A step to what is at `place`. Below a private name keys of the data are data as well;
 * fields and indexes are not. */
static ptc_path_step message_step(ptc_message_draft *m, const ptc_place *place,
                                  bool is_below)
{
    ptc_path_step step = {{NULL, 0}, place->index};

    if (place->slot != NULL)
        step.key = ptc_str_copy(m->text.arena, place->slot->name);
    else if (place->key != NULL && is_below)
        step.key = PTC_FIREWALLED;
    else if (place->key != NULL)
        step.key = message_key_text(m, place->key);
    return step;
}

static ptc_path_step *message_path(ptc_message_draft *m, size_t *count)
{
    const ptc_place *hider = message_hider(m->walker, m->place);
    ptc_path_step *steps;
    size_t left = 0;

    for (const ptc_place *place = m->place; place->up != NULL; place = place->up)
        left++;
    *count = left;
    steps = ptc_arena_array(m->text.arena, left, sizeof *steps);
    for (const ptc_place *place = m->place; steps != NULL && place->up != NULL;
         place = place->up) {
        ptc_path_step *step = &steps[--left];

        if (place == hider)
            hider = NULL;
        *step = message_step(m, place, hider != NULL);
        if ((place->slot != NULL || place->key != NULL) && step->key.ptr == NULL)
            return NULL;
    }
    return steps;
}

/* --- Values ------------------------------------------------------------------------ */

static void message_float(ptc_text *text, double number)
{
    char digits[PTC_NUMBER_MAX];

    ptc_text_bytes(text, digits, ptc_number_write_double(number, digits));
}

static const char *message_kind_word(const ptc_message_draft *m, const ptc_value *value)
{
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        return "nil";
    case PTC_BOOL:
        return ptc_type_word(PTC_TYPE_BOOL, m->is_malli);
    case PTC_INT:
        return ptc_type_word(PTC_TYPE_INT, m->is_malli);
    case PTC_FLOAT:
        return ptc_type_word(PTC_TYPE_FLOAT, m->is_malli);
    case PTC_STRING:
        return ptc_type_word(PTC_TYPE_STRING, m->is_malli);
    case PTC_KEYWORD:
        return ptc_type_word(PTC_TYPE_KEYWORD, m->is_malli);
    case PTC_VECTOR:
        return ptc_type_word(PTC_TYPE_LIST, m->is_malli);
    case PTC_SET:
        return ptc_type_word(PTC_TYPE_SET, m->is_malli);
    case PTC_MAP:
        return ptc_type_word(PTC_TYPE_ANY_MAP, m->is_malli);
    case PTC_OPAQUE:
        break;
    }
    if ((value->flags & PTC_FLAG_NUMBER) != 0)
        return ptc_type_word(PTC_TYPE_INT, m->is_malli);
    return "tagged value";
}

static bool message_has_content(const ptc_value *value)
{
    return value->kind != PTC_NIL && value->kind != PTC_VECTOR &&
           value->kind != PTC_SET && value->kind != PTC_MAP &&
           (value->kind != PTC_OPAQUE || (value->flags & PTC_FLAG_NUMBER) != 0);
}

void ptc_message_hidden(ptc_message_draft *m)
{
    for (const ptc_place *place = m->place; place->up != NULL; place = place->up) {
        if (message_is_from_context(place)) {
            ptc_text_cstr(&m->text, "<Context>");
            return;
        }
    }
    ptc_show_firewalled(&m->text);
}

void ptc_message_value(ptc_message_draft *m, const ptc_value *value)
{
    if (!message_has_content(value))
        ptc_text_cstr(&m->text, message_kind_word(m, value));
    else if (m->is_hidden)
        ptc_message_hidden(m);
    else
        ptc_show_scalar(&m->text, value, PTC_MESSAGE_VALUE_MAX);
}

void ptc_message_kind_and_value(ptc_message_draft *m, const ptc_value *value)
{
    ptc_text_cstr(&m->text, message_kind_word(m, value));
    if (message_has_content(value)) {
        ptc_text_byte(&m->text, ' ');
        ptc_message_value(m, value);
    }
}

/* A value of the schema: a member, a constant, a branch. */
static void message_literal(ptc_message_draft *m, const ptc_value *value)
{
    ptc_text whole;

    if (value->kind == PTC_NIL || message_has_content(value)) {
        bool is_hidden = m->is_hidden;

        m->is_hidden = false;
        ptc_message_value(m, value);
        m->is_hidden = is_hidden;
        return;
    }
    ptc_text_init(&whole, m->text.arena);
    if (m->walker->is_firewalled) /* programs also pass schemas with their own values */
        ptc_schema_write_value(&whole, NULL, value, PTC_OUTPUT, NULL);
    else
        ptc_value_write(&whole, value);
    m->text.failed |= whole.failed;
    ptc_show_plain(&m->text, ptc_text_view(&whole), PTC_MESSAGE_VALUE_MAX);
}

static void message_more(ptc_message_draft *m, const char *separator, uint32_t count)
{
    ptc_text_cstr(&m->text, separator);
    ptc_show_ellipsis(&m->text);
    ptc_text_byte(&m->text, ' ');
    ptc_text_uint(&m->text, count);
    ptc_text_cstr(&m->text, " more");
}

static void message_one_of(ptc_message_draft *m,
                           const ptc_value *(*at)(const ptc_message_draft *, uint32_t),
                           uint32_t count)
{
    uint32_t shown = count < MESSAGE_MEMBERS_MAX ? count : MESSAGE_MEMBERS_MAX;

    ptc_text_cstr(&m->text, "one of [");
    for (uint32_t i = 0; i < shown; i++) {
        if (i > 0)
            ptc_text_cstr(&m->text, ", ");
        message_literal(m, at(m, i));
    }
    if (count > shown)
        message_more(m, ", ", count - shown);
    ptc_text_byte(&m->text, ']');
}

/* --- What was expected ------------------------------------------------------------- */

static void message_number(ptc_text *text, const ptc_value *number)
{
    if (number->kind == PTC_INT)
        ptc_text_int(text, number->as.integer);
    else
        message_float(text, number->as.number);
}

/* "1..100", or one comparison, or (ALL) both of them. */
static void message_limits(ptc_text *text, const ptc_interval *interval,
                           message_side side)
{
    bool has_low = interval->low.kind != PTC_NIL;
    bool has_high = interval->high.kind != PTC_NIL;

    if (has_low && has_high && !interval->low_open && !interval->high_open) {
        message_number(text, &interval->low);
        ptc_text_cstr(text, "..");
        message_number(text, &interval->high);
        return;
    }
    if (has_low && side != MESSAGE_HIGH) {
        ptc_text_cstr(text, interval->low_open ? "> " : ">= ");
        message_number(text, &interval->low);
        if (has_high && side == MESSAGE_ALL)
            ptc_text_cstr(text, " and ");
    }
    if (has_high && side != MESSAGE_LOW) {
        ptc_text_cstr(text, interval->high_open ? "< " : "<= ");
        message_number(text, &interval->high);
    }
}

/* Whether a number is not below the node's interval; NaN is below every bound. */
static bool message_is_above(const ptc_schema_node *node, const ptc_value *number)
{
    const ptc_interval *interval = node->interval;
    char digits[PTC_NUMBER_MAX];
    ptc_str text;

    if (interval->low.kind == PTC_NIL)
        return true;
    if (node->type != PTC_TYPE_DECIMAL)
        return ptc_interval_is_above(&interval->low, interval->low_open, number);
    return ptc_decimal_text(number, digits, &text) == PTC_OK &&
           ptc_decimal_is_above(text, &interval->low, interval->low_open);
}

/* Where a range is not shown whole, the side that the number is on. */
void ptc_message_violated(ptc_text *text, const ptc_schema_node *node,
                          const ptc_value *number)
{
    message_limits(text, node->interval,
                   message_is_above(node, number) ? MESSAGE_HIGH : MESSAGE_LOW);
}

/* The type whose word says of what kind the values of a node are. */
static ptc_type message_type(const ptc_schema_node *node)
{
    switch ((unsigned)node->type) {
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
        return PTC_TYPE_ANY_MAP;
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_OTHER_ITEMS:
        return PTC_TYPE_LIST;
    default:
        return (ptc_type)node->type;
    }
}

void ptc_message_word(ptc_message_draft *m, const ptc_schema_node *node)
{
    bool is_malli = (node->flags & PTC_NODE_MALLI) != 0;

    if (node->type == PTC_TYPE_CUSTOM)
        ptc_text_str(&m->text, node->type_name);
    else
        ptc_text_cstr(&m->text, ptc_type_word(message_type(node), is_malli));
}

/* A scalar with its bounds, where those are what it is about: "not int > 0". */
static void message_refined(ptc_message_draft *m, const ptc_schema_node *node)
{
    bool is_string = node->type == PTC_TYPE_STRING;

    if (node->type != PTC_TYPE_NUMBER || node->interval == NULL)
        ptc_message_word(m, node);
    if (node->interval != NULL) {
        if (node->type != PTC_TYPE_NUMBER)
            ptc_text_cstr(&m->text, is_string ? " of length " : " ");
        message_limits(&m->text, node->interval, MESSAGE_ALL);
    }
    for (uint32_t i = 0; is_string && i < node->pattern_count; i++) {
        ptc_text_cstr(&m->text, i > 0 ? " and " : " matching ");
        ptc_show_string(&m->text, node->patterns[i].text, PTC_MESSAGE_VALUE_MAX);
    }
    if (node->flags & PTC_NODE_OTHERS)
        ptc_text_cstr(&m->text, " or a value of another type");
}

/* "map with a, b": distinguishes alternatives that are all maps. */
static void message_map_fields(ptc_message_draft *m, const ptc_schema_node *node)
{
    ptc_message_word(m, node);
    if (node->type != PTC_TYPE_MAP || node->count == 0)
        return;
    ptc_text_cstr(&m->text, " with ");
    for (uint32_t i = 0; i < node->count; i++) {
        if (i > 0)
            ptc_text_cstr(&m->text, ", ");
        ptc_text_str(&m->text, m->walker->nodes[node->first + i].name);
    }
}

static bool message_is_repeated(const ptc_message_draft *m, const size_t *starts,
                                const size_t *ends, uint32_t last)
{
    ptc_str text = ptc_str_make(m->text.ptr + starts[last], ends[last] - starts[last]);

    for (uint32_t i = 0; i < last; i++) {
        if (ptc_str_equal(text,
                          ptc_str_make(m->text.ptr + starts[i], ends[i] - starts[i])))
            return true;
    }
    return false;
}

void ptc_message_alternatives(ptc_message_draft *m, const ptc_schema_node *node,
                              bool are_maps)
{
    uint32_t first = node->type == PTC_TYPE_IF ? 1 : 0; /* child 0 only decides */
    uint32_t count = node->count - first;
    uint32_t shown = count < MESSAGE_MEMBERS_MAX ? count : MESSAGE_MEMBERS_MAX;
    size_t starts[MESSAGE_MEMBERS_MAX];
    size_t ends[MESSAGE_MEMBERS_MAX];
    uint32_t kept = 0;

    for (uint32_t i = 0; i < shown && !m->text.failed; i++) {
        const ptc_schema_node *child = &m->walker->nodes[node->first + first + i];
        const ptc_schema_node *target = ptc_schema_target(m->walker->nodes, child);
        size_t before = m->text.len;

        if (kept > 0)
            ptc_text_cstr(&m->text, " or ");
        starts[kept] = m->text.len;
        if ((node->flags & PTC_NODE_NAMED) != 0 && child->name.len > 0)
            ptc_text_str(&m->text, child->name);
        else if (are_maps && target->type == PTC_TYPE_MAP)
            message_map_fields(m, target);
        else
            ptc_message_expected(m, target, false);
        ends[kept] = m->text.len;
        if (message_is_repeated(m, starts, ends, kept))
            m->text.len = before;
        else
            kept++;
    }
    if (count > shown)
        message_more(m, " or ", count - shown);
}

static const ptc_value *message_member_at(const ptc_message_draft *m, uint32_t i)
{
    return &m->objector->members[i];
}

static const ptc_value *message_branch_at(const ptc_message_draft *m, uint32_t i)
{
    return &m->walker->nodes[m->objector->first + i].extra->branch;
}

/* "one of [..]": the members of an ENUM. */
static void message_members(ptc_message_draft *m, const ptc_schema_node *node)
{
    m->objector = node;
    message_one_of(m, message_member_at, node->count);
}

void ptc_message_branches(ptc_message_draft *m, const ptc_schema_node *node)
{
    m->objector = node;
    message_one_of(m, message_branch_at, node->count);
}

void ptc_message_expected(ptc_message_draft *m, const ptc_schema_node *node, bool is_full)
{
    for (unsigned i = 0; i < MESSAGE_NESTING_MAX; i++) {
        node = ptc_schema_target(m->walker->nodes, node);
        if (node->type == PTC_TYPE_NOT)
            ptc_text_cstr(&m->text, "not ");
        else if (node->type != PTC_TYPE_AND)
            break;
        node = &m->walker->nodes[node->first];
    }
    if (node->type == PTC_TYPE_ENUM) {
        message_members(m, node);
    } else if (node->type == PTC_TYPE_CONST) {
        message_literal(m, &node->members[0]);
    } else if (node->type == PTC_TYPE_NOT_CONST) {
        ptc_text_cstr(&m->text, "any value except ");
        message_literal(m, &node->members[0]);
    } else if (node->type == PTC_TYPE_MULTIPLE) {
        ptc_text_cstr(&m->text, "a multiple of ");
        message_literal(m, &node->members[0]);
    } else if ((node->type == PTC_TYPE_UNION || node->type == PTC_TYPE_ONE ||
                node->type == PTC_TYPE_IF) &&
               m->nesting < MESSAGE_NESTING_MAX) {
        m->nesting++;
        ptc_message_alternatives(m, node, false);
        m->nesting--;
    } else if (is_full) {
        message_refined(m, node);
    } else {
        ptc_message_word(m, node);
    }
}

/* --- Starting and finishing -------------------------------------------------------- */

bool ptc_message_start(ptc_message_draft *m, bool is_warning, ptc_walker *walker,
                       const ptc_place *place, const ptc_schema_node *node)
{
    if (walker->report == NULL || !ptc_report_count(walker->report, is_warning))
        return false;
    memset(m, 0, sizeof *m);
    m->walker = walker;
    m->place = place;
    m->node = node;
    m->is_malli = (node->flags & PTC_NODE_MALLI) != 0;
    m->is_hidden = ptc_message_hides(walker, place);
    m->is_warning = is_warning;
    ptc_text_init(&m->text, walker->report->arena);
    return true;
}

bool ptc_message_fault(ptc_message_draft *m, ptc_walker *walker, const ptc_place *place,
                       const ptc_schema_node *node)
{
    return ptc_message_start(m, false, walker, place, node);
}

/* Starts "expected "; what follows up to ptc_message_got is what was expected. */
bool ptc_message_expect(ptc_message_draft *m, ptc_walker *walker, const ptc_place *place,
                        const ptc_schema_node *node)
{
    if (!ptc_message_fault(m, walker, place, node))
        return false;
    ptc_text_cstr(&m->text, "expected ");
    m->expected_start = m->text.len;
    return true;
}

void ptc_message_got(ptc_message_draft *m)
{
    m->expected_end = m->text.len;
    ptc_text_cstr(&m->text, ", got ");
}

/* Whether a field that may be absent has a nil that it refuses. */
static bool message_is_absent(const ptc_message_draft *m, const ptc_value *value)
{
    const ptc_schema_node *slot = m->place->slot;

    return !m->is_warning && value != NULL && value->kind == PTC_NIL && slot != NULL &&
           ptc_schema_is_optional(slot) && !ptc_schema_says_nil(slot);
}

bool ptc_message_finish(ptc_message_draft *m, ptc_code code, const ptc_value *value)
{
    ptc_issue issue = {.code = code, .is_firewalled = m->is_hidden};

    if (message_is_absent(m, value))
        ptc_text_cstr(&m->text, "; leave the field out instead");
    issue.path = message_path(m, &issue.path_count);
    issue.message = ptc_text_view(&m->text);
    if (m->expected_end > m->expected_start)
        issue.expected = ptc_str_make(issue.message.ptr + m->expected_start,
                                      m->expected_end - m->expected_start);
    else
        issue.expected = ptc_str_make("", 0);
    if (value != NULL && !m->is_hidden)
        issue.got = *value;
    issue.node = (uint32_t)(m->node - m->walker->nodes);
    if (issue.path == NULL || m->text.failed ||
        !ptc_report_store(m->walker->report, m->is_warning, &issue))
        m->walker->failed = true;
    return false;
}

/* --- Codes ------------------------------------------------------------------------- */

const char *ptc_code_name(ptc_code code)
{
    static const char *const names[] = {
        /* ORDER CODE */
        "type",  "missing",  "extra", "enum",      "bound",   "length",  "pattern",
        "size",  "union",    "key",   "duplicate", "const",   "not",     "custom",
        "range", "encoding", "depth", "coerced",   "unknown", "context",
    };

    return (size_t)code < sizeof names / sizeof *names ? names[code] : "";
}
