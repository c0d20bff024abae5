/* SPDX-License-Identifier: MIT */
/*
 * Quick checks of JSON text that is probably valid: it is scanned along the plan of a
 * schema, and values are made only where a node says more than its kind. Text that is not
 * obviously valid without coercion is left to the slow path, which can explain it: keys
 * in another spelling, extra keys, values that coercion would change or warn of, choices.
 * [validation 3, 4] The rules of <ptc/scan.h> on the end of the text hold.
 *
 * All functions take the first byte of a value, blanks passed, and return what comes
 * after it, or NULL when they do not know.
 */
#include "walk/glance_int.h"
#include "walk/walk_int.h"

#include <ptc/convert.h>
#include <ptc/scan.h>

typedef struct glance_reader {
    ptc_scan scan;
    const ptc_glance *plan;
    bool is_walking;   /* the walker is set */
    ptc_walker walker; /* of values that are made */
} glance_reader;

/* Whether a literal of 16 bytes at most is at `p`, or the first 16 of another one. */
PTC_INLINE bool glance_is(const ptc_glance_literal *literal, const unsigned char *p)
{
    return ptc_scan_same_masked(p, literal->words, literal->masks);
}

/* The same for literals of any length. */
PTC_INLINE bool glance_is_key(const ptc_glance_literal *literal, const unsigned char *p)
{
    const uint32_t start = sizeof literal->words;

    return glance_is(literal, p) &&
           (PTC_LIKELY(literal->len <= start) ||
            ptc_walk_is_same_text((const char *)p + start, literal->text + start,
                                  literal->len - start));
}

/* Whether a number is within the bounds of a node. */
PTC_INLINE bool glance_is_within(const ptc_glance_node *at, int64_t number)
{
    return at->span == UINT64_MAX || (uint64_t)number - (uint64_t)at->low <= at->span;
}

/* --- Plain scalars ----------------------------------------------------------------- */

/* Whether a byte after a backslash makes an escape of these two. */
PTC_INLINE bool glance_is_escape(unsigned char byte)
{
    return byte == '"' || byte == 'n' || byte == '\\' || byte == '/' || byte == 't' ||
           byte == 'r' || byte == 'b' || byte == 'f';
}

/* A string of ASCII, with short escapes if its length does not matter. */
PTC_INLINE const unsigned char *
glance_string(const glance_reader *g, const ptc_glance_node *at, const unsigned char *p)
{
    const unsigned char *stop = p + 1;

    if (PTC_UNLIKELY(*p != '"'))
        return NULL;
    stop += ptc_scan_plain_far(stop);
    while (PTC_UNLIKELY(*stop != '"')) {
        const unsigned char *from = stop;

        if (stop >= g->scan.end)
            return NULL;
        if (*stop == '\\' && at->span == UINT64_MAX && glance_is_escape(stop[1]))
            stop += 2;
        stop += ptc_scan_plain_far(stop);
        if (stop == from)
            return NULL;
    }
    return PTC_LIKELY(stop < g->scan.end && glance_is_within(at, stop - p - 1)) ? stop + 1
                                                                                : NULL;
}

/* Whether a number goes on at `p`: with a point or an exponent. */
PTC_INLINE bool glance_goes_on(const unsigned char *p)
{
    return *p != ',' && ptc_scan_is_fraction(*p);
}

/* An integer without a sign, of fewer digits than a block has; with bounds, of 7. */
PTC_INLINE const unsigned char *glance_int(const ptc_glance_node *at,
                                           const unsigned char *p)
{
    ptc_scan_mask marks = ptc_scan_digit_marks(p);
    unsigned count = marks != 0 ? ptc_scan_marked(marks) : 0;
    uint64_t digits;

    if (PTC_UNLIKELY(count == 0 || ((*p == '0') & (count > 1)) ||
                     glance_goes_on(p + count)))
        return NULL;
    if (at->span != UINT64_MAX) {
        if (PTC_UNLIKELY(count > 7))
            return NULL;
        digits = (ptc_scan_load(p) ^ UINT64_C(0x3030303030303030)) << (64 - 8 * count);
        if (PTC_UNLIKELY(!glance_is_within(at, (int64_t)ptc_scan_eight(digits))))
            return NULL;
    }
    return p + count;
}

/* A number without sign and exponent, shorter than a block. */
PTC_INLINE const unsigned char *glance_float(const unsigned char *p)
{
    ptc_scan_mask marks = ptc_scan_digit_marks(p);
    ptc_scan_mask behind = marks & (marks - 1);
    unsigned count;
    unsigned point;

    if (PTC_UNLIKELY(behind == 0))
        return NULL;
    point = ptc_scan_marked(marks);
    count = point;
    if (PTC_LIKELY(p[point] == '.')) {
        count = ptc_scan_marked(behind);
        if (PTC_UNLIKELY(count - point == 1))
            return NULL;
    }
    if (PTC_UNLIKELY(point == 0 || ((*p == '0') & (point > 1)) ||
                     glance_goes_on(p + count)))
        return NULL;
    return p + count;
}

/* Members differ, so one at most is there. */
PTC_INLINE const unsigned char *glance_member(const ptc_glance_node *at,
                                              const unsigned char *p)
{
    uint32_t len = 0;

    for (uint32_t i = 0; i < at->count; i++)
        len |= at->members[i].len & (0u - (uint32_t)glance_is(&at->members[i], p));
    return PTC_LIKELY(len != 0) ? p + len : NULL;
}

/* --- Other values ------------------------------------------------------------------ */

/* Whether coercion leaves a value, which a node of kind VALUE or FLOAT accepts, unchanged
 * and without a warning. */
static bool glance_is_silent(const ptc_schema_node *node, const ptc_value *value)
{
    const int64_t exact = INT64_C(1) << 53;

    if (value->kind == PTC_OPAQUE)
        return false;
    if (node->type == PTC_TYPE_FLOAT && value->kind == PTC_INT)
        return value->as.integer >= -exact && value->as.integer <= exact;
    if (node->type == PTC_TYPE_DATETIME && value->kind == PTC_STRING)
        return ptc_datetime_parse(ptc_value_text(value)) == PTC_DATETIME_UTC;
    return true;
}

static const unsigned char *glance_value(glance_reader *g, const ptc_schema_node *node,
                                         const unsigned char *p)
{
    ptc_value value;

    if (!g->is_walking) {
        ptc_walk_start(&g->walker, &g->plan->schema, &g->plan->options, NULL);
        g->is_walking = true;
    }
    p = ptc_scan_value(&g->scan, p, &value);
    return p != NULL && ptc_walk_accepts(&g->walker, node, &value) &&
                   glance_is_silent(node, &value)
               ? p
               : NULL;
}

/* Values that are not plain. */
static PTC_COLD const unsigned char *
glance_rest(glance_reader *g, const ptc_glance_node *at, const unsigned char *p)
{
    int64_t integer;
    ptc_str text;

    if (*p == 'n' && at->is_nullable)
        return ptc_scan_null(&g->scan, p);
    switch ((ptc_glance_kind)at->kind) {
    case PTC_GLANCE_STRING:
        if (*p == '"' && at->node->interval == NULL)
            return ptc_scan_string(&g->scan, p + 1, &text);
        return glance_value(g, at->node, p);
    case PTC_GLANCE_INT:
        p = ptc_scan_int(&g->scan, p, &integer);
        return p != NULL && glance_is_within(at, integer) ? p : NULL;
    case PTC_GLANCE_VALUE:
    case PTC_GLANCE_FLOAT:
    case PTC_GLANCE_MEMBER:
        return glance_value(g, at->node, p);
    case PTC_GLANCE_UNKNOWN:
    case PTC_GLANCE_LIST:
    case PTC_GLANCE_MAP:
        break;
    }
    return NULL;
}

/* --- Containers -------------------------------------------------------------------- */

static const unsigned char *glance_list(glance_reader *g, const ptc_glance_node *at,
                                        const unsigned char *p);
static const unsigned char *glance_map(glance_reader *g, const ptc_glance_node *at,
                                       const unsigned char *p);

/* A list or map, after which the text goes on. */
PTC_INLINE const unsigned char *glance_inner(glance_reader *g, const ptc_glance_node *at,
                                             const unsigned char *p)
{
    p = at->kind == PTC_GLANCE_LIST ? glance_list(g, at, p) : glance_map(g, at, p);
    return PTC_LIKELY(p != NULL && p < g->scan.end) ? p : NULL;
}

/* The value of a field or an item of a list. */
PTC_INLINE const unsigned char *glance_node(glance_reader *g, const ptc_glance_node *at,
                                            const unsigned char *p)
{
    const unsigned char *after = NULL;

    switch ((ptc_glance_kind)(at->kind & PTC_GLANCE_KINDS)) {
    case PTC_GLANCE_STRING:
        after = glance_string(g, at, p);
        break;
    case PTC_GLANCE_INT:
        after = glance_int(at, p);
        break;
    case PTC_GLANCE_FLOAT:
        after = glance_float(p);
        break;
    case PTC_GLANCE_MEMBER:
        after = glance_member(at, p);
        break;
    case PTC_GLANCE_LIST:
        if (PTC_LIKELY(*p == '['))
            return glance_inner(g, at, p);
        break;
    case PTC_GLANCE_MAP:
        if (PTC_LIKELY(*p == '{'))
            return glance_inner(g, at, p);
        break;
    case PTC_GLANCE_VALUE:
    case PTC_GLANCE_UNKNOWN:
        break;
    }
    return PTC_LIKELY(after != NULL) ? after : glance_rest(g, at, p);
}

/* After a value: over the comma to what comes next, or, with *more false, over the
 * bracket. */
PTC_INLINE const unsigned char *glance_separator(const unsigned char *p, char close,
                                                 bool *more)
{
    if (PTC_UNLIKELY(*p != ',')) {
        p = ptc_scan_blanks(p);
        *more = *p == ',';
        if (!*more)
            return PTC_LIKELY(*p == (unsigned char)close) ? p + 1 : NULL;
    }
    return ptc_scan_blanks(p + 1);
}

static const unsigned char *glance_list(glance_reader *g, const ptc_glance_node *at,
                                        const unsigned char *p)
{
    int64_t count = 0;
    bool more = true;

    if (PTC_UNLIKELY(--g->scan.depth < 0))
        return NULL;
    p = ptc_scan_blanks(p + 1);
    if (*p == ']') {
        more = false;
        p++;
    }
    for (; more; count++) {
        p = glance_node(g, at->child, p);
        if (PTC_UNLIKELY(p == NULL))
            return NULL;
        p = glance_separator(p, ']', &more);
        if (PTC_UNLIKELY(p == NULL))
            return NULL;
    }
    g->scan.depth++;
    return PTC_LIKELY(glance_is_within(at, count)) ? p : NULL;
}

/* A field, and where its value begins. */
typedef struct glance_field {
    const ptc_glance_node *node; /* NULL: the key is not a field's */
    const unsigned char *value;
} glance_field;

/* What comes between the quotes of a field's key. */
static ptc_str glance_name(const ptc_glance_node *field)
{
    return ptc_str_make(field->key.text + 1, field->key.len - strlen("\"\":"));
}

/* The field whose key is at `p`: plain keys are looked for from `expected` on, then those
 * with escapes, or with a blank before the colon. */
static glance_field glance_find(glance_reader *g, const ptc_glance_node *map,
                                const ptc_glance_node *expected, const unsigned char *p)
{
    const ptc_glance_node *field = expected;
    glance_field none = {NULL, NULL};
    ptc_str key;

    for (uint32_t i = 0; i <= map->count; i++) {
        if (glance_is_key(&field->key, p))
            return (glance_field){field, ptc_scan_blanks(p + field->key.len)};
        field = field->next != NULL ? field->next : map->child;
    }
    p = *p == '"' ? ptc_scan_key(&g->scan, p + 1, &key) : NULL;
    for (uint32_t i = 0; p != NULL && i < map->count; i++) {
        field = &map->child[i];
        if (ptc_str_equal(glance_name(field), key))
            return (glance_field){field, p};
    }
    return none;
}

static const unsigned char *glance_map(glance_reader *g, const ptc_glance_node *at,
                                       const unsigned char *p)
{
    const ptc_glance_node *field = at->child;
    uint64_t seen = 0;
    bool more = true;

    if (PTC_UNLIKELY(--g->scan.depth < 0))
        return NULL;
    p = ptc_scan_blanks(p + 1);
    if (*p == '}') {
        more = false;
        p++;
    }
    for (; more; field = field->next) {
        if (PTC_LIKELY(glance_is_key(&field->key, p))) {
            p = ptc_scan_blanks(p + field->key.len);
        } else {
            glance_field found = glance_find(g, at, field, p);

            if (found.node == NULL)
                return NULL;
            field = found.node;
            p = found.value;
        }
        if (PTC_UNLIKELY((seen & field->bit) != 0))
            return NULL;
        seen |= field->bit;
        p = glance_node(g, field, p);
        if (PTC_UNLIKELY(p == NULL))
            return NULL;
        p = glance_separator(p, '}', &more);
        if (PTC_UNLIKELY(p == NULL))
            return NULL;
    }
    g->scan.depth++;
    return PTC_LIKELY((at->required & ~seen) == 0) ? p : NULL;
}

bool ptc_glance_accepts(ptc_arena *arena, const ptc_glance *plan, const char *text,
                        size_t len)
{
    const ptc_glance_node *root = plan->root;
    glance_reader g;
    const unsigned char *p;
    bool is_accepted;

    g.plan = plan;
    g.is_walking = false;
    if (len == 0 || len > PTC_COUNT_MAX)
        return false;
    p = ptc_scan_begin(&g.scan, arena, text, len, plan->options.max_depth);
    if (p == NULL)
        return false;
    if (root->kind == PTC_GLANCE_MAP && *p == '{')
        p = glance_map(&g, root, p);
    else if (root->kind == PTC_GLANCE_LIST && *p == '[')
        p = glance_list(&g, root, p);
    else
        p = NULL; /* others are seldom, and may end with the text */
    is_accepted = ptc_scan_finish(&g.scan, p) == PTC_OK && p != NULL;
    if (!g.is_walking)
        return is_accepted;
    return ptc_walk_end(&g.walker, is_accepted) == PTC_OK;
}
