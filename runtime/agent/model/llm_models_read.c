/* SPDX-License-Identifier: MIT */
/* The file of models, with all its faults at their places. See <ptc/models.h>. */
#include "agent/model/model_int.h"
#include "edn/edn_int.h"

#include <ptc/form.h>
#include <ptc/models.h>

typedef struct models_reader {
    ptc_arena *arena;
    ptc_forms forms;
    ptc_diags *diags;
    uint32_t owner; /* the name of the model that is read; 0: none */
    bool failed;    /* memory was refused */
} models_reader;

static const ptc_form *models_form(const models_reader *reader, uint32_t form)
{
    return &reader->forms.items[form];
}

/* --- Faults ------------------------------------------------------------------------ */

static const char *models_found(const models_reader *reader, const ptc_form *form)
{
    switch ((ptc_form_kind)form->kind) {
    case PTC_FORM_NIL:
        return "null";
    case PTC_FORM_BOOL:
        return form->number.integer != 0 ? "true" : "false";
    case PTC_FORM_INT:
    case PTC_FORM_FLOAT:
    case PTC_FORM_OPAQUE: {
        ptc_str text = reader->forms.source->text;

        return ptc_diag_quote(
            reader->diags,
            ptc_str_make(text.ptr + form->span.start, form->span.end - form->span.start));
    }
    case PTC_FORM_STRING:
        return "a string";
    case PTC_FORM_VECTOR:
        return "a list";
    case PTC_FORM_MAP:
        return "an object";
    case PTC_FORM_KEYWORD:
    case PTC_FORM_SYMBOL:
    case PTC_FORM_REGEX:
    case PTC_FORM_LIST:
    case PTC_FORM_SET:
        break;
    }
    return "something else"; /* JSON has nothing else */
}

static void models_must(const models_reader *reader, uint32_t value, const char *name,
                        const char *what)
{
    const ptc_form *form = models_form(reader, value);

    ptc_diag_add(reader->diags, PTC_DIAG_MODELS_FILE, form->span,
                 "%s must be %s, found %s", name, what, models_found(reader, form));
}

/* A fault about a text that may hold a secret: the model's line is shown, not its
 * own. */
static ptc_diag *models_fault(const models_reader *reader, const char *message)
{
    return ptc_diag_add(reader->diags, PTC_DIAG_MODELS_FILE,
                        models_form(reader, reader->owner)->span, "%s", message);
}

/* --- Values ------------------------------------------------------------------------ */

/* A C string; NULL after a fault. */
static const char *models_text(models_reader *reader, uint32_t value, const char *name)
{
    const ptc_form *form = models_form(reader, value);
    ptc_str copy;

    if (form->kind != PTC_FORM_STRING || form->text.len == 0) {
        models_must(reader, value, name, "a string that is not empty");
        return NULL;
    }
    if (memchr(form->text.ptr, '\0', form->text.len) != NULL) {
        ptc_diag_add(reader->diags, PTC_DIAG_MODELS_FILE, form->span,
                     "%s holds a NUL character", name);
        return NULL;
    }
    copy = ptc_str_copy(reader->arena, form->text);
    reader->failed = reader->failed || copy.ptr == NULL;
    return copy.ptr;
}

static bool models_is_word(const char *text)
{
    bool is_word = text[0] < '0' || text[0] > '9';

    for (; *text != '\0' && is_word; text++)
        is_word = *text == '_' || (*text >= '0' && *text <= '9') ||
                  (*text >= 'A' && *text <= 'Z') || (*text >= 'a' && *text <= 'z');
    return is_word;
}

static const char *models_variable(models_reader *reader, uint32_t value,
                                   const char *name)
{
    const char *text = models_text(reader, value, name);

    if (text != NULL && !models_is_word(text)) {
        ptc_diag *diag = models_fault(
            reader, "api_key_env must be the name of a variable of the environment");

        ptc_diag_hint(reader->diags, diag,
                      "not the key itself: keys do not belong in the file");
        return NULL;
    }
    return text;
}

static const char *models_url(models_reader *reader, uint32_t value, const char *name)
{
    const char *text = models_text(reader, value, name);
    const char *fault = text != NULL ? ptc_model_url_fault(ptc_str_of(text)) : NULL;

    if (fault == NULL)
        return text;
    models_fault(reader, fault);
    return NULL;
}

static uint64_t models_count(models_reader *reader, uint32_t value, const char *name,
                             int64_t max)
{
    const ptc_form *form = models_form(reader, value);

    if (form->kind == PTC_FORM_INT && form->number.integer > 0 &&
        form->number.integer <= max)
        return (uint64_t)form->number.integer;
    models_must(reader, value, name, "a positive integer");
    return 0;
}

static bool models_bool(models_reader *reader, uint32_t value, const char *name)
{
    const ptc_form *form = models_form(reader, value);

    if (form->kind != PTC_FORM_BOOL)
        models_must(reader, value, name, "true or false");
    return form->kind == PTC_FORM_BOOL && form->number.integer != 0;
}

static const char *const *models_command(models_reader *reader, uint32_t value,
                                         const char *name)
{
    const ptc_form *form = models_form(reader, value);
    uint32_t item = form->child;
    const char **argv;

    if (form->kind != PTC_FORM_VECTOR || form->count == 0) {
        models_must(reader, value, name,
                    "a list of strings: a program and its arguments");
        return NULL;
    }
    argv = ptc_arena_array(reader->arena, (size_t)form->count + 1, sizeof *argv);
    reader->failed = reader->failed || argv == NULL;
    for (uint32_t i = 0; argv != NULL && i < form->count; i++) {
        const ptc_form *word = models_form(reader, item);
        bool may_be_empty = i > 0 && word->kind == PTC_FORM_STRING && word->text.len == 0;

        argv[i] = may_be_empty ? "" : models_text(reader, item, name);
        item = word->next;
    }
    return argv;
}

/* A map of options, without names that set the target of requests; nil after a fault. */
static ptc_value models_options(models_reader *reader, uint32_t value, const char *name)
{
    ptc_value copy = ptc_value_nil();
    ptc_value options;
    ptc_status status;
    ptc_diag *diag;

    if (models_form(reader, value)->kind != PTC_FORM_MAP) {
        models_must(reader, value, name, "an object");
        return copy;
    }
    status = ptc_form_to_value(&reader->forms, value, &options, reader->diags);
    if (status == PTC_OK)
        status = ptc_value_copy(reader->arena, &options, &copy);
    reader->failed = reader->failed || status == PTC_ERROR_MEMORY;
    if (status != PTC_OK || ptc_llm_find_private(&copy).len == 0)
        return copy;
    diag = models_fault(reader, "options must not hold addresses, keys or headers");
    ptc_diag_hint(reader->diags, diag,
                  "base_url and api_key_env are fields of the model itself");
    return ptc_value_nil();
}

/* --- One model --------------------------------------------------------------------- */

enum { MODELS_MS_MAX = 1000000000 };

typedef enum models_field {
    MODELS_PROVIDER,
    MODELS_MODEL,
    MODELS_BASE_URL,
    MODELS_API_KEY_ENV,
    MODELS_COMMAND,
    MODELS_TIMEOUT_MS,
    MODELS_MAX_TOKENS,
    MODELS_ALLOW_HTTP,
    MODELS_MAX_COMPLETION_TOKENS,
    MODELS_OPTIONS,
    MODELS_FIELD_COUNT,
} models_field;

static const char *const models_names[MODELS_FIELD_COUNT] = {
    "provider",   "model",      "base_url",   "api_key_env",           "command",
    "timeout_ms", "max_tokens", "allow_http", "max_completion_tokens", "options",
};

static void models_unknown_key(const models_reader *reader, uint32_t key)
{
    ptc_str name = models_form(reader, key)->text;
    ptc_diag *diag;
    const char *guess = NULL;
    unsigned best = 3; /* more edits than allowed */

    if (ptc_llm_option_is_private(name) && !ptc_str_equal(name, PTC_STR("url"))) {
        diag = models_fault(reader, "a model must not hold keys or headers");
        ptc_diag_hint(reader->diags, diag,
                      "name the variable that holds the key: api_key_env");
        return;
    }
    diag =
        ptc_diag_add(reader->diags, PTC_DIAG_MODELS_FILE, models_form(reader, key)->span,
                     "a model has no key \"%s\"", ptc_diag_quote(reader->diags, name));
    for (size_t i = 0; i < MODELS_FIELD_COUNT; i++) {
        unsigned distance = ptc_str_distance(name, ptc_str_of(models_names[i]), 2);

        if (distance < best)
            guess = models_names[i];
        best = distance < best ? distance : best;
    }
    if (ptc_str_equal(name, PTC_STR("url")))
        guess = models_names[MODELS_BASE_URL];
    if (guess != NULL)
        ptc_diag_hint(reader->diags, diag, "did you mean %s?", guess);
}

static void models_read_field(models_reader *reader, models_field field, uint32_t value,
                              ptc_model *model)
{
    const char *name = models_names[field];

    switch (field) {
    case MODELS_PROVIDER:
        model->provider = models_text(reader, value, name);
        break;
    case MODELS_MODEL:
        model->model = models_text(reader, value, name);
        break;
    case MODELS_BASE_URL:
        model->base_url = models_url(reader, value, name);
        break;
    case MODELS_API_KEY_ENV:
        model->api_key_env = models_variable(reader, value, name);
        break;
    case MODELS_COMMAND:
        model->command = models_command(reader, value, name);
        break;
    case MODELS_TIMEOUT_MS:
        model->timeout_ms = models_count(reader, value, name, MODELS_MS_MAX);
        break;
    case MODELS_MAX_TOKENS:
        model->max_tokens = (uint32_t)models_count(reader, value, name, UINT32_MAX);
        break;
    case MODELS_ALLOW_HTTP:
        model->allow_http = models_bool(reader, value, name);
        break;
    case MODELS_MAX_COMPLETION_TOKENS:
        model->max_completion_tokens = models_bool(reader, value, name);
        break;
    case MODELS_OPTIONS:
        model->options = models_options(reader, value, name);
        break;
    case MODELS_FIELD_COUNT:
        break;
    }
}

static void models_read_entries(models_reader *reader, uint32_t form, ptc_model *model)
{
    uint32_t key = models_form(reader, form)->child;
    bool has_provider = false;

    while (key != 0) {
        ptc_str name = models_form(reader, key)->text;
        uint32_t value = models_form(reader, key)->next;
        unsigned field = 0;

        while (field < MODELS_FIELD_COUNT &&
               !ptc_str_equal(name, ptc_str_of(models_names[field])))
            field++;
        has_provider = has_provider || field == MODELS_PROVIDER;
        if (field == MODELS_FIELD_COUNT)
            models_unknown_key(reader, key);
        else if (models_form(reader, value)->kind != PTC_FORM_NIL)
            models_read_field(reader, (models_field)field, value, model);
        key = models_form(reader, value)->next;
    }
    if (!has_provider)
        models_fault(reader, "the model has no provider");
}

static void models_fill(models_reader *reader, uint32_t key, ptc_model *model)
{
    uint32_t value = models_form(reader, key)->next;
    bool is_command;

    reader->owner = key;
    model->name = models_text(reader, key, "the name of a model");
    if (models_form(reader, value)->kind != PTC_FORM_MAP) {
        models_must(reader, value, "a model", "an object");
        return;
    }
    models_read_entries(reader, value, model);
    is_command = model->provider != NULL && strcmp(model->provider, "command") == 0;
    if (is_command && model->command == NULL)
        models_fault(reader, "the provider command needs a command");
    if (is_command && (model->base_url != NULL || model->api_key_env != NULL))
        models_fault(reader, "the provider command has no base_url or api_key_env");
}

/* NULL when memory was refused. */
static const ptc_model *models_read_model(models_reader *reader, uint32_t key)
{
    ptc_model *model = ptc_arena_array(reader->arena, 1, sizeof *model);

    if (model == NULL)
        return NULL;
    models_fill(reader, key, model);
    ptc_model_complete(model);
    return model;
}

/* --- The file ---------------------------------------------------------------------- */

/* The object at "models"; 0 after a fault. */
static uint32_t models_find(models_reader *reader, uint32_t root)
{
    const ptc_form *form = models_form(reader, root);
    uint32_t found = 0;

    if (form->kind != PTC_FORM_MAP) {
        models_must(reader, root, "the file", "{\"models\": {NAME: {..}}}");
        return 0;
    }
    for (uint32_t key = form->child; key != 0;) {
        const ptc_form *name = models_form(reader, key);

        if (ptc_str_equal(name->text, PTC_STR("models")))
            found = name->next;
        else
            ptc_diag_add(reader->diags, PTC_DIAG_MODELS_FILE, name->span,
                         "the file has no key \"%s\", only \"models\"",
                         ptc_diag_quote(reader->diags, name->text));
        key = models_form(reader, name->next)->next;
    }
    if (found == 0 && reader->diags->errors == 0)
        models_must(reader, root, "the file", "{\"models\": {NAME: {..}}}");
    if (found == 0 || models_form(reader, found)->kind == PTC_FORM_MAP)
        return found;
    models_must(reader, found, "models", "an object of names and models");
    return 0;
}

ptc_status ptc_models_read(ptc_arena *arena, const ptc_source *source, ptc_diags *diags,
                           ptc_models *out)
{
    models_reader reader = {.arena = arena};
    ptc_diags own;
    size_t errors;
    const ptc_model **models;
    uint32_t root;
    uint32_t map;
    uint32_t key;
    size_t count;

    diags = ptc_diags_given(diags, &own, arena);
    errors = diags->errors;
    *out = (ptc_models){NULL, 0};
    reader.diags = diags;
    diags->source = source;
    ptc_forms_init(&reader.forms, arena, source);
    root = ptc_form_read_json_plain(&reader.forms, diags);
    map = root != 0 ? models_find(&reader, root) : 0;
    if (map == 0)
        return arena->failed ? PTC_ERROR_MEMORY : PTC_ERROR_SYNTAX;
    count = models_form(&reader, map)->count / 2;
    models = ptc_arena_array(arena, count, sizeof *models);
    if (models == NULL)
        return PTC_ERROR_MEMORY;
    key = models_form(&reader, map)->child;
    for (size_t i = 0; i < count; i++) {
        models[i] = models_read_model(&reader, key);
        if (models[i] == NULL)
            return PTC_ERROR_MEMORY;
        key = models_form(&reader, models_form(&reader, key)->next)->next;
    }
    if (reader.failed || arena->failed)
        return PTC_ERROR_MEMORY;
    if (diags->errors > errors)
        return PTC_ERROR_SYNTAX;
    *out = (ptc_models){models, count};
    return PTC_OK;
}
