/* SPDX-License-Identifier: MIT */
/*
 * Maps of agent files, read with the table of their keys (agent_fields.def). A nil value
 * counts as no key. [subagent 1]
 */
#include "agent/file/file_int.h"

typedef enum agent_kind {
    AGENT_CSTRING, /* const char *: a string that is not empty */
    AGENT_TEXT,    /* ptc_str: any string */
    AGENT_UINT32,
    AGENT_UINT64,
    AGENT_CHOICE, /* an enum: the number of the word */
    AGENT_FLAG,   /* bits of an unsigned: `low` for false, `high` for true */
    AGENT_WORDS,  /* also bits: `low` for the first word, `high`, `high` << 1 .. */
    AGENT_TABLE,  /* a map with its own keys */
    AGENT_SPECIAL,
} agent_kind;

typedef struct ptc_agent_field {
    ptc_agent_owner owner;
    agent_kind kind;
    const char *name;
    size_t offset; /* of the member */
    uint64_t low;  /* of numbers; bits of flags */
    uint64_t high;
    const char *words; /* with blanks between them */
    ptc_agent_owner table;
    void (*read)(const ptc_agent_place *at);
    const char *what;
} agent_field;

typedef ptc_agent_draft agent_struct_AGENT;
typedef ptc_chain_draft agent_struct_CHAIN;
typedef ptc_llm_retry agent_struct_RETRY;
typedef ptc_prompt_limit agent_struct_LIMIT;
typedef ptc_format_options agent_struct_FORMAT;
typedef ptc_system_prompt agent_struct_SYSTEM;
typedef ptc_agent_tool_draft agent_struct_TOOL;
typedef ptc_agent_tool_draft agent_struct_LLM_TOOL;

#define AGENT_KIND_CSTRING(extra) .kind = AGENT_CSTRING
#define AGENT_KIND_TEXT(extra)    .kind = AGENT_TEXT
#define AGENT_KIND_UINT32(extra)  .kind = AGENT_UINT32
#define AGENT_KIND_UINT64(extra)  .kind = AGENT_UINT64
#define AGENT_KIND_FLAG(extra)    .kind = AGENT_FLAG
#define AGENT_KIND_CHOICE(extra)  .kind = AGENT_CHOICE, .words = extra
#define AGENT_KIND_WORDS(extra)   .kind = AGENT_WORDS, .words = extra
#define AGENT_KIND_TABLE(extra)   .kind = AGENT_TABLE, .table = PTC_AGENT_OWNER_##extra
#define AGENT_KIND_SPECIAL(extra) .kind = AGENT_SPECIAL, .read = extra

static const agent_field agent_fields[] = {
#define AGENT_FIELD(owner_, name_, kind_, member_, low_, high_, extra_, what_)           \
    {.owner = PTC_AGENT_OWNER_##owner_,                                                  \
     .name = (name_),                                                                    \
     .offset = offsetof(agent_struct_##owner_, member_),                                 \
     .low = (low_),                                                                      \
     .high = (high_),                                                                    \
     AGENT_KIND_##kind_(extra_),                                                         \
     .what = (what_)},
#include "agent/file/agent_fields.def"
#undef AGENT_FIELD
};
#define AGENT_FIELDS (sizeof agent_fields / sizeof agent_fields[0])

/* The names of the maps in messages: before a key, and alone. */
static const struct {
    const char *prefix;
    const char *noun;
} agent_owners[] = {
    {"", "an agent"},
    {"", "a chain"},
    {"llm_retry.", "llm_retry"},
    {"prompt_limit.", "prompt_limit"},
    {"format_options.", "format_options"},
    {"system_prompt.", "system_prompt"},
    {"", "a tool"},
    {"llm_tool.", "an llm_tool"},
};

/* --- Faults of fields -------------------------------------------------------------- */

void ptc_agent_must(const ptc_agent_place *at, uint32_t form)
{
    const agent_field *field = at->field;

    ptc_diag_add(at->unit->reading->diags, PTC_DIAG_AGENT_VALUE,
                 ptc_agent_form(at->unit, form)->span, "%s%s must be %s, found %s",
                 agent_owners[field->owner].prefix, field->name, field->what,
                 ptc_agent_found(at->unit, form));
}

bool ptc_agent_is_names(const ptc_agent_place *at, uint32_t form)
{
    const ptc_form *map = ptc_agent_form(at->unit, form);

    if (map->kind != PTC_FORM_MAP) {
        ptc_agent_must(at, form);
        return false;
    }
    if (map->count / 2 <= AGENT_NAMES_MAX)
        return true;
    ptc_diag_add(at->unit->reading->diags, PTC_DIAG_AGENT_VALUE, map->span,
                 "%s has more than %d names", at->field->name, AGENT_NAMES_MAX);
    return false;
}

bool ptc_agent_is_taken(const ptc_agent_place *at, uint32_t key, ptc_str name)
{
    ptc_diags *diags = at->unit->reading->diags;
    uint32_t first = 0;

    (void)ptc_agent_find(at->unit, at->value, name, &first);
    if (first == key)
        return false;
    ptc_diag_add(diags, PTC_DIAG_AGENT_DUPLICATE_KEY, ptc_agent_form(at->unit, key)->span,
                 "the name \"%s\" appears twice in %s", ptc_diag_quote(diags, name),
                 at->field->name);
    return true;
}

const char *ptc_agent_cstring(const ptc_agent_place *at, uint32_t form)
{
    ptc_str text = ptc_agent_word(ptc_agent_form(at->unit, form));

    if (text.len == 0 || memchr(text.ptr, '\0', text.len) != NULL) {
        ptc_agent_must(at, form);
        return NULL;
    }
    return ptc_agent_copy(at->unit, text).ptr;
}

/* --- Values ------------------------------------------------------------------------ */

static bool agent_is_whole(const ptc_form *form)
{
    return form->kind == PTC_FORM_INT ||
           (form->kind == PTC_FORM_OPAQUE && form->text.len > 0 &&
            form->text.ptr[0] != '#' && form->text.ptr[form->text.len - 1] >= '0' &&
            form->text.ptr[form->text.len - 1] <= '9' &&
            memchr(form->text.ptr, '/', form->text.len) == NULL);
}

/* A number within the limits of the field; false after a fault. */
static bool agent_number(const ptc_agent_place *at, uint64_t *out)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);
    bool is_negative =
        form->kind == PTC_FORM_INT ? form->number.integer < 0 : form->text.ptr[0] == '-';

    if (!agent_is_whole(form) || is_negative ||
        (form->kind == PTC_FORM_INT && (uint64_t)form->number.integer < at->field->low)) {
        ptc_agent_must(at, at->value);
        return false;
    }
    if (form->kind == PTC_FORM_OPAQUE ||
        (uint64_t)form->number.integer > at->field->high) {
        ptc_text most;

        ptc_text_init(&most, at->unit->reading->diags->arena);
        ptc_text_uint(&most, at->field->high);
        ptc_diag_add(at->unit->reading->diags, PTC_DIAG_AGENT_VALUE, form->span,
                     "%s%s must be at most %s, found %s",
                     agent_owners[at->field->owner].prefix, at->field->name,
                     most.failed ? "" : most.ptr, ptc_agent_found(at->unit, at->value));
        return false;
    }
    *out = (uint64_t)form->number.integer;
    return true;
}

/* The number of a word in a text of words, or -1. */
static int agent_word_number(const char *words, ptc_str word)
{
    int number = 0;

    while (*words != '\0') {
        size_t len = strcspn(words, " ");

        if (ptc_str_equal_folded(ptc_str_make(words, len), word))
            return number;
        words += len + (words[len] == ' ');
        number++;
    }
    return -1;
}

static void agent_read_choice(const ptc_agent_place *at)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);
    ptc_str word = ptc_agent_word(form);
    int number = -1;
    unsigned choice;

    if (word.ptr != NULL && form->kind != PTC_FORM_SYMBOL)
        number = agent_word_number(at->field->words, word);
    if (number < 0) {
        ptc_agent_must(at, at->value);
        return;
    }
    choice = (unsigned)number;
    if (at->field->kind == AGENT_WORDS)
        *(unsigned *)at->member |=
            (unsigned)(number > 0 ? at->field->high << (number - 1) : at->field->low);
    else
        memcpy(at->member, &choice, sizeof choice); /* enums are as large */
}

static void agent_read_flag(const ptc_agent_place *at)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);

    if (form->kind != PTC_FORM_BOOL)
        ptc_agent_must(at, at->value);
    else
        *(unsigned *)at->member |=
            (unsigned)(form->number.integer ? at->field->high : at->field->low);
}

static void agent_read_string(const ptc_agent_place *at)
{
    const ptc_form *form = ptc_agent_form(at->unit, at->value);

    if (form->kind != PTC_FORM_STRING)
        ptc_agent_must(at, at->value);
    else if (at->field->kind == AGENT_CSTRING)
        *(const char **)at->member = ptc_agent_cstring(at, at->value);
    else
        *(ptc_str *)at->member = ptc_agent_copy(at->unit, form->text);
}

static void agent_read_number(const ptc_agent_place *at)
{
    uint64_t number;

    if (!agent_number(at, &number))
        return;
    if (at->field->kind == AGENT_UINT32)
        *(uint32_t *)at->member = (uint32_t)number;
    else
        *(uint64_t *)at->member = number;
}

static void agent_read_value(const ptc_agent_place *at)
{
    switch (at->field->kind) {
    case AGENT_CSTRING:
    case AGENT_TEXT:
        agent_read_string(at);
        break;
    case AGENT_UINT32:
    case AGENT_UINT64:
        agent_read_number(at);
        break;
    case AGENT_CHOICE:
    case AGENT_WORDS:
        agent_read_choice(at);
        break;
    case AGENT_FLAG:
        agent_read_flag(at);
        break;
    case AGENT_TABLE:
        if (ptc_agent_form(at->unit, at->value)->kind != PTC_FORM_MAP)
            ptc_agent_must(at, at->value);
        else
            ptc_agent_read_map(at->unit, at->field->table, at->value, at->member);
        break;
    case AGENT_SPECIAL:
        at->field->read(at);
        break;
    }
}

/* --- Maps -------------------------------------------------------------------------- */

/* The row of a key, or NULL. */
static const agent_field *agent_field_of(ptc_agent_owner owner, ptc_str name)
{
    for (size_t i = 0; i < AGENT_FIELDS; i++) {
        if (agent_fields[i].owner == owner &&
            ptc_str_equal_folded(ptc_str_of(agent_fields[i].name), name))
            return &agent_fields[i];
    }
    return NULL;
}

/* The key that may have been meant, or NULL: a few edits away, or followed by a unit.
 */
static const char *agent_guess(ptc_agent_owner owner, ptc_str name)
{
    unsigned best = name.len <= 3 ? 2 : 3; /* more edits than allowed */
    const char *guess = NULL;

    for (size_t i = 0; i < AGENT_FIELDS; i++) {
        ptc_str known = ptc_str_of(agent_fields[i].name);
        unsigned distance;

        if (agent_fields[i].owner != owner)
            continue;
        distance = ptc_str_distance(name, known, best);
        if (name.len > known.len && memcmp(name.ptr, known.ptr, known.len) == 0 &&
            (name.ptr[known.len] == '_' || name.ptr[known.len] == '-'))
            distance = best - 1;
        if (distance < best) {
            best = distance;
            guess = agent_fields[i].name;
        }
    }
    return guess;
}

/* The text of a form that may be a key; ptr NULL for others. */
static ptc_str agent_key(const ptc_form *form)
{
    return form->kind == PTC_FORM_SYMBOL ? ptc_str_make(NULL, 0) : ptc_agent_word(form);
}

static void agent_unknown(ptc_agent_unit *unit, ptc_agent_owner owner, uint32_t key)
{
    ptc_diags *diags = unit->reading->diags;
    const ptc_form *form = ptc_agent_form(unit, key);
    ptc_str word = agent_key(form);
    const char *guess = NULL;
    ptc_diag *diag;

    if (word.ptr != NULL && diags->errors < diags->limit)
        guess = agent_guess(owner, word);
    if (word.ptr == NULL)
        diag = ptc_diag_add(diags, PTC_DIAG_AGENT_UNKNOWN_KEY, form->span,
                            "a key must be a keyword or a string, found %s",
                            ptc_agent_found(unit, key));
    else
        diag = ptc_diag_add(diags, PTC_DIAG_AGENT_UNKNOWN_KEY, form->span,
                            "%s has no key \"%s\"", agent_owners[owner].noun,
                            ptc_diag_quote(diags, word));
    if (guess != NULL)
        ptc_diag_hint(diags, diag, "did you mean %s?", guess);
}

/* Where each row of the owner is given in the map. */
static void agent_collect(ptc_agent_unit *unit, ptc_agent_owner owner, uint32_t form,
                          const agent_field *first, uint32_t keys[AGENT_FIELDS_MAX])
{
    uint32_t key = ptc_agent_form(unit, form)->child;

    while (key != 0) {
        const ptc_form *at = ptc_agent_form(unit, key);
        ptc_str word = agent_key(at);
        const agent_field *field = word.ptr != NULL ? agent_field_of(owner, word) : NULL;

        if (field == NULL) {
            agent_unknown(unit, owner, key);
        } else if (keys[field - first] != 0) {
            ptc_diag_add(unit->reading->diags, PTC_DIAG_AGENT_DUPLICATE_KEY, at->span,
                         "the key \"%s\" appears twice", field->name);
        } else {
            keys[field - first] = key;
        }
        key = ptc_agent_form(unit, at->next)->next;
    }
}

void ptc_agent_read_map(ptc_agent_unit *unit, ptc_agent_owner owner, uint32_t form,
                        void *object)
{
    uint32_t keys[AGENT_FIELDS_MAX] = {0};
    const agent_field *first = agent_fields;

    while (first->owner != owner)
        first++;
    agent_collect(unit, owner, form, first, keys);
    for (size_t i = 0; i < AGENT_FIELDS_MAX; i++) {
        ptc_agent_place at = {.unit = unit, .object = object, .key = keys[i]};

        if (keys[i] == 0)
            continue;
        at.field = &first[i];
        at.member = (char *)object + at.field->offset;
        at.value = ptc_agent_form(unit, keys[i])->next;
        if (ptc_agent_form(unit, at.value)->kind != PTC_FORM_NIL)
            agent_read_value(&at);
    }
}
