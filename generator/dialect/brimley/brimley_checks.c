/* SPDX-License-Identifier: MIT */
/* Arguments and fields in complex mode: a type, and further keys. [brimley
 * 3]
 */
#include "generator/dialect/brimley/brimley_int.h"

/* ORDER: checks_keys */
typedef enum checks_key {
    CHECKS_TYPE,
    CHECKS_DEFAULT,
    CHECKS_REQUIRED,
    CHECKS_ENUM,
    CHECKS_CONTEXT,
    CHECKS_DESCRIPTION,
    CHECKS_PATTERN,
} checks_key;

static const char *const checks_keys[] = {"type",
                                          "default",
                                          "required",
                                          "enum",
                                          "from_context",
                                          "description",
                                          "pattern",
                                          "minimum",
                                          "min",
                                          "maximum",
                                          "max",
                                          "exclusiveMinimum",
                                          "exclusiveMaximum",
                                          "minLength",
                                          "maxLength",
                                          "minItems",
                                          "maxItems",
                                          NULL};

/* What a bound is of. */
typedef enum checks_measure { CHECKS_VALUE, CHECKS_LENGTH, CHECKS_COUNT } checks_measure;

static const struct checks_bound {
    const char *key;
    checks_measure measure;
    bool is_low;
    bool is_open;
} checks_bounds[] = {
    {"minimum", CHECKS_VALUE, true, false},
    {"min", CHECKS_VALUE, true, false},
    {"maximum", CHECKS_VALUE, false, false},
    {"max", CHECKS_VALUE, false, false},
    {"exclusiveMinimum", CHECKS_VALUE, true, true},
    {"exclusiveMaximum", CHECKS_VALUE, false, true},
    {"minLength", CHECKS_LENGTH, true, false},
    {"maxLength", CHECKS_LENGTH, false, false},
    {"minItems", CHECKS_COUNT, true, false},
    {"maxItems", CHECKS_COUNT, false, false},
};
#define CHECKS_BOUNDS (sizeof checks_bounds / sizeof checks_bounds[0])

/* ORDER checks_measure */
static const char *const checks_measured[] = {"int, float and decimal", "string",
                                              "lists"};

/* A field that is being made. */
typedef struct checks_field {
    const ptcc_brimley_run *run;
    uint32_t map;
    ptc_str name;
    ptcc_brimley_type type;
    ptc_draft_ref ref;
} checks_field;

static ptc_draft_node *checks_node(const checks_field *field)
{
    return ptc_draft_at(&field->run->reading->draft, field->ref);
}

static uint32_t checks_at(const checks_field *field, checks_key key)
{
    return ptcc_brimley_key(field->run->forms, field->map, checks_keys[key]);
}

/* Says that a key's value is not what it may be. */
static ptc_diag *checks_fault(const checks_field *field, ptc_diag_code code,
                              uint32_t form, const char *key, const char *why)
{
    ptc_diags *diags = field->run->reading->diags;

    return ptc_diag_add(diags, code, ptcc_brimley_span(field->run, form),
                        "\"%s\" of \"%s\" %s", key, ptc_diag_quote(diags, field->name),
                        why);
}

/* Likewise for a key that does not restrict the field's type. */
static void checks_fault_type(const checks_field *field, uint32_t form, const char *key,
                              const char *meant)
{
    ptc_diags *diags = field->run->reading->diags;
    ptc_str type = ptcc_brimley_type_text(diags->arena, &field->type);

    ptc_diag_add(diags, PTC_DIAG_BRIMLEY_CONSTRAINT, ptcc_brimley_span(field->run, form),
                 "\"%s\" of \"%s\" is for %s; its type is %s", key,
                 ptc_diag_quote(diags, field->name), meant, ptc_diag_quote(diags, type));
}

/* --- Values ----------------------------------------------------------------------- */

/* The value of a form; false after telling what is wrong with it, or when refused. */
static bool checks_value(const checks_field *field, uint32_t form, ptc_value *out)
{
    const ptc_form *at = ptcc_brimley_form(field->run, form);

    if (field->type.type == PTC_TYPE_DECIMAL && at->text.len > 0 &&
        (at->kind == PTC_FORM_FLOAT || at->kind == PTC_FORM_OPAQUE)) {
        *out = ptc_value_string(at->text); /* with all its digits */
        return true;
    }
    return ptc_form_to_value(field->run->forms, form, out, field->run->reading->diags) ==
           PTC_OK;
}

/* A value as the field's type has it; as it is where it does not fit, and where the type
 * is an entity that may not be drafted yet. */
static ptc_value checks_cast(const checks_field *field, ptc_value value, bool *fits)
{
    ptc_contract_reading *reading = field->run->reading;
    ptc_value cast;

    *fits = field->type.type == PTC_TYPE_REF ||
            ptc_draft_fits(reading->arena, &reading->draft, field->ref, &value, &cast);
    return *fits && field->type.type != PTC_TYPE_REF ? cast : value;
}

/* --- Bounds ----------------------------------------------------------------------- */

static bool checks_is_about(const checks_field *field, checks_measure measure)
{
    ptc_type type = field->type.type;

    if (measure == CHECKS_COUNT)
        return field->type.is_list;
    if (field->type.is_list)
        return false;
    return measure == CHECKS_LENGTH ? type == PTC_TYPE_STRING
                                    : type == PTC_TYPE_INT || type == PTC_TYPE_FLOAT ||
                                          type == PTC_TYPE_DECIMAL;
}

static bool checks_read_bound(const checks_field *field, const struct checks_bound *bound,
                              uint32_t form, ptc_value *out)
{
    const ptc_form *at = ptcc_brimley_form(field->run, form);
    bool is_whole = at->kind == PTC_FORM_INT && at->number.integer >= 0;

    if (bound->measure != CHECKS_VALUE && !is_whole) {
        checks_fault(field, PTC_DIAG_BRIMLEY_CONSTRAINT, form, bound->key,
                     "is an integer from 0 on");
        return false;
    }
    if (at->kind != PTC_FORM_INT && at->kind != PTC_FORM_FLOAT) {
        checks_fault(field, PTC_DIAG_BRIMLEY_CONSTRAINT, form, bound->key, "is a number");
        return false;
    }
    *out = at->kind == PTC_FORM_INT ? ptc_value_int(at->number.integer)
                                    : ptc_value_float(at->number.real);
    return true;
}

static void checks_bound_all(const checks_field *field)
{
    for (size_t i = 0; i < CHECKS_BOUNDS; i++) {
        const struct checks_bound *bound = &checks_bounds[i];
        uint32_t form = ptcc_brimley_key(field->run->forms, field->map, bound->key);
        ptc_interval interval = {ptc_value_nil(), ptc_value_nil(), false, false};

        if (form == 0)
            continue;
        if (!checks_is_about(field, bound->measure)) {
            checks_fault_type(field, form, bound->key, checks_measured[bound->measure]);
            continue;
        }
        if (!checks_read_bound(field, bound, form,
                               bound->is_low ? &interval.low : &interval.high))
            continue;
        interval.low_open = bound->is_low && bound->is_open;
        interval.high_open = !bound->is_low && bound->is_open;
        ptc_interval_tighten(&checks_node(field)->interval, &interval);
    }
}

/* --- Patterns and members --------------------------------------------------------- */

static void checks_pattern(const checks_field *field)
{
    ptc_contract_reading *reading = field->run->reading;
    uint32_t form = checks_at(field, CHECKS_PATTERN);
    ptc_pattern *pattern;
    const char *fault;

    if (form == 0)
        return;
    if (field->type.type != PTC_TYPE_STRING || field->type.is_list) {
        checks_fault_type(field, form, "pattern", "string");
        return;
    }
    if (ptcc_brimley_form(field->run, form)->kind != PTC_FORM_STRING) {
        checks_fault(field, PTC_DIAG_BRIMLEY_CONSTRAINT, form, "pattern", "is a text");
        return;
    }
    pattern = ptc_arena_array(reading->arena, 1, sizeof *pattern);
    if (pattern == NULL)
        return;
    fault = ptc_json_pattern_compile(reading->arena,
                                     ptcc_brimley_form(field->run, form)->text, pattern);
    if (fault != NULL)
        ptc_diag_add(reading->diags, PTC_DIAG_BRIMLEY_CONSTRAINT,
                     ptcc_brimley_span(field->run, form), "\"pattern\" of \"%s\": %s",
                     ptc_diag_quote(reading->diags, field->name), fault);
    checks_node(field)->patterns = fault == NULL ? pattern : NULL;
    checks_node(field)->pattern_count = fault == NULL;
}

/* The members of an enum, cast to the type; false after a fault. */
static bool checks_members(const checks_field *field, uint32_t form, ptc_value *members)
{
    const ptc_form *list = ptcc_brimley_form(field->run, form);
    bool is_good = true;
    uint32_t count = 0;

    for (uint32_t child = list->child; child != 0;
         child = ptcc_brimley_form(field->run, child)->next) {
        ptc_value value;
        bool fits = true;

        if (!checks_value(field, child, &value))
            return false;
        members[count] = checks_cast(field, value, &fits);
        if (value.kind == PTC_NIL || !fits) {
            checks_fault(field, PTC_DIAG_BRIMLEY_CONSTRAINT, child, "enum",
                         "has a member that its type refuses");
            is_good = false;
        }
        for (uint32_t i = 0; i < count; i++) {
            if (!ptc_value_same_scalar(&members[i], &members[count]))
                continue;
            checks_fault(field, PTC_DIAG_BRIMLEY_CONSTRAINT, child, "enum",
                         "has a member twice");
            is_good = false;
        }
        count++;
    }
    return is_good;
}

/* Makes the field an enum, or, where more is said of its type, both. */
static void checks_become_enum(checks_field *field, const ptc_value *members,
                               uint32_t count)
{
    ptc_draft *draft = &field->run->reading->draft;
    ptc_draft_node *type = checks_node(field);
    bool has_checks = type->pattern_count > 0 || type->interval.low.kind != PTC_NIL ||
                      type->interval.high.kind != PTC_NIL;
    ptc_draft_ref listed = ptc_draft_add(draft, PTC_TYPE_ENUM, type->extra.span);
    ptc_draft_ref both;

    ptc_draft_at(draft, listed)->members = members;
    ptc_draft_at(draft, listed)->member_count = count;
    if (field->run->is_input)
        ptc_draft_at(draft, listed)->flags |= PTC_NODE_CASTS;
    if (has_checks) {
        both = ptc_draft_add(draft, PTC_TYPE_AND, type->extra.span);
        ptc_draft_append(draft, both, field->ref);
        ptc_draft_append(draft, both, listed);
        listed = both;
    }
    field->ref = listed;
}

enum { CHECKS_MEMBERS_MAX = 1000 };

static void checks_enum(checks_field *field)
{
    uint32_t form = checks_at(field, CHECKS_ENUM);
    const ptc_form *list = ptcc_brimley_form(field->run, form);
    ptc_value *members;

    if (form == 0)
        return;
    if (field->type.is_list || field->type.type == PTC_TYPE_REF ||
        field->type.type == PTC_TYPE_ANY_MAP || field->type.type == PTC_TYPE_NIL) {
        checks_fault_type(field, form, "enum", "single values");
        return;
    }
    if (list->kind != PTC_FORM_VECTOR || list->count == 0) {
        checks_fault(field, PTC_DIAG_BRIMLEY_CONSTRAINT, form, "enum",
                     "is a list of its values");
        return;
    }
    if (list->count > CHECKS_MEMBERS_MAX) {
        checks_fault(field, PTC_DIAG_BRIMLEY_CONSTRAINT, form, "enum",
                     "has at most 1000 members");
        return;
    }
    members = ptc_arena_array(field->run->reading->arena, list->count, sizeof *members);
    if (members != NULL && checks_members(field, form, members))
        checks_become_enum(field, members, list->count);
}

/* --- Presence --------------------------------------------------------------------- */

/* Whether a path is `app.NAME` or `config.NAME`, of one name or more. */
static bool checks_is_path(ptc_str path)
{
    size_t scope = path.len > 4 && memcmp(path.ptr, "app.", 4) == 0      ? 4
                   : path.len > 7 && memcmp(path.ptr, "config.", 7) == 0 ? 7
                                                                         : 0;
    bool is_open = true; /* a name must begin here */

    for (size_t i = scope; scope > 0 && i < path.len; i++) {
        if (path.ptr[i] == '.' && is_open)
            return false;
        is_open = path.ptr[i] == '.';
    }
    return scope > 0 && !is_open;
}

/* The path in the host's context; empty: the caller gives the value. */
static ptc_str checks_context(const checks_field *field)
{
    ptc_diags *diags = field->run->reading->diags;
    uint32_t form = checks_at(field, CHECKS_CONTEXT);
    const ptc_form *at = ptcc_brimley_form(field->run, form);
    ptc_diag *diag;

    if (form == 0 || at->kind == PTC_FORM_NIL ||
        (at->kind == PTC_FORM_STRING && at->text.len == 0))
        return PTC_STR("");
    if (at->kind == PTC_FORM_STRING && checks_is_path(at->text))
        return at->text;
    diag = checks_fault(field, PTC_DIAG_BRIMLEY_CONTEXT, form, "from_context",
                        "is not a path of the context");
    ptc_diag_hint(diags, diag, "write app.NAME or config.NAME, as in app.user.id");
    return PTC_STR("");
}

/* Whether `required` says something; then what. */
static bool checks_required(const checks_field *field, bool *is_required)
{
    uint32_t form = checks_at(field, CHECKS_REQUIRED);
    const ptc_form *at = ptcc_brimley_form(field->run, form);

    if (form == 0)
        return false;
    if (at->kind != PTC_FORM_BOOL) {
        checks_fault(field, PTC_DIAG_BRIMLEY_VALUE, form, "required", "is true or false");
        return false;
    }
    *is_required = at->number.integer != 0;
    return true;
}

/* A default makes the field optional; nil also makes it nullable. */
static void checks_default(const checks_field *field, uint32_t form)
{
    ptc_draft_node *node = checks_node(field);
    ptc_value value;
    bool fits;

    if (ptcc_brimley_form(field->run, form)->kind == PTC_FORM_NIL) {
        node->is_optional = true;
        node->flags |= PTC_NODE_NULLABLE;
        return;
    }
    if (!checks_value(field, form, &value))
        return;
    node->extra.default_value = checks_cast(field, value, &fits);
    node->default_span = ptcc_brimley_span(field->run, form);
}

static void checks_presence(const checks_field *field)
{
    ptc_diags *diags = field->run->reading->diags;
    ptc_draft_node *node = checks_node(field);
    uint32_t given = checks_at(field, CHECKS_DEFAULT);
    ptc_str path = checks_context(field);
    bool is_required = true;
    bool says_so = checks_required(field, &is_required);
    bool is_nil =
        given != 0 && ptcc_brimley_form(field->run, given)->kind == PTC_FORM_NIL;

    if (path.len > 0 && field->run->takes_context) {
        node->flags |= PTC_NODE_CONTEXT;
        node->extra.context = path;
        if (is_nil)
            checks_default(field, given);
        return; /* the caller is not asked, so that no default can be meant */
    }
    if (ptcc_brimley_is_compat(field->run) && (given == 0 || is_nil))
        return; /* neither makes it optional */
    if (says_so && is_required && given != 0) {
        ptc_diag *diag = checks_fault(field, PTC_DIAG_BRIMLEY_REQUIRED,
                                      checks_at(field, CHECKS_REQUIRED), "required",
                                      "is true, but the default makes it optional");

        ptc_diag_hint(diags, diag, "remove one of them");
    }
    if (given != 0) {
        checks_default(field, given);
    } else if (says_so && !is_required) {
        node->is_apart = true;
        node->is_optional = true;
    }
}

ptc_draft_ref ptcc_brimley_complex(const ptcc_brimley_run *run, uint32_t map,
                                   ptc_str name)
{
    checks_field field = {.run = run, .map = map, .name = name};
    ptc_diags *diags = run->reading->diags;
    size_t errors = diags->errors;
    uint32_t form = checks_at(&field, CHECKS_TYPE);
    const char *quoted = ptc_diag_quote(diags, name);
    ptc_text owner;
    ptc_str words;

    ptc_text_init(&owner, diags->arena);
    ptc_text_cstr(&owner, run->noun);
    ptc_text_cstr(&owner, " \"");
    ptc_text_cstr(&owner, quoted);
    ptc_text_cstr(&owner, "\"");
    ptcc_brimley_check_keys(run, map, checks_keys, owner.failed ? run->noun : owner.ptr);
    if (!ptcc_brimley_type_at(run, form, name, &field.type))
        return 0;
    field.ref = ptcc_brimley_type_draft(
        run,
        form != 0 ? ptcc_brimley_text_span(run, form, field.type.at, field.type.len)
                  : ptcc_brimley_span(run, map),
        &field.type);
    if (field.ref == 0)
        return 0;
    if (!ptcc_brimley_is_compat(run)) {
        checks_bound_all(&field);
        checks_pattern(&field);
        checks_enum(&field);
    }
    checks_presence(&field);
    words = ptcc_brimley_words(run, checks_at(&field, CHECKS_DESCRIPTION));
    checks_node(&field)->extra.description = words;
    return diags->errors == errors ? field.ref : 0;
}
