/* SPDX-License-Identifier: MIT */
/*
 * Texts in agent files that have their own grammar: signatures and prompts. They are read
 * as usual; their faults are reported at their places in the file. [subagent 1;
 * signature 11.2]
 */
#include "agent/file/file_int.h"

#include "contract/signature/signature_int.h"

/* --- Faults inside strings -------------------------------------------------------- */

/* A text in a form: a string's content, or (is_slice) the form as written. */
typedef struct texts_inner {
    ptc_agent_unit *unit;
    uint32_t form;
    bool is_slice;
    bool is_of_host; /* a signature whose values no model supplies */
    ptc_source source;
    ptc_diags diags;
} texts_inner;

static void texts_begin(texts_inner *inner, ptc_agent_unit *unit, uint32_t form,
                        bool is_slice, ptc_str text)
{
    inner->unit = unit;
    inner->form = form;
    inner->is_slice = is_slice;
    inner->is_of_host = false;
    inner->source = (ptc_source){unit->source->name, text};
    ptc_diags_init(&inner->diags, unit->reading->scratch.arena);
    inner->diags.source = &inner->source;
}

static uint32_t texts_place(const texts_inner *inner, uint32_t offset)
{
    const ptc_form *form = ptc_agent_form(inner->unit, inner->form);

    if (inner->is_slice)
        return form->span.start + offset;
    return (uint32_t)ptc_form_text_place(&inner->unit->forms, inner->form, offset);
}

/* Reports the faults of the inner text as faults of the file. */
static void texts_end(const texts_inner *inner)
{
    ptc_diags *diags = inner->unit->reading->diags;

    diags->source = inner->unit->source;
    for (size_t i = 0; i < inner->diags.count; i++) {
        const ptc_diag *diag = &inner->diags.items[i];
        ptc_span span = {texts_place(inner, diag->span.start),
                         texts_place(inner, diag->span.end)};
        ptc_diag *told;

        if (inner->is_of_host && diag->code == PTC_DIAG_SIG_FIREWALL_INPUT)
            continue;
        told = ptc_diag_add(diags, diag->code, span, "%.*s", (int)diag->message.len,
                            diag->message.ptr);
        told->expected = ptc_str_copy(diags->arena, diag->expected);
        if (told->expected.ptr == NULL)
            told->expected = PTC_STR("");
        if (diag->hint.len > 0)
            ptc_diag_hint(diags, told, "%.*s", (int)diag->hint.len, diag->hint.ptr);
    }
}

/* --- Declarations ------------------------------------------------------------------ */

static const ptc_contract *texts_declaration(const ptc_agent_unit *unit, ptc_str name)
{
    const ptc_contract *found = NULL;

    for (size_t i = 0; i < unit->contract_count && found == NULL; i++)
        found = ptc_contracts_find(&unit->contracts[i], name);
    return found;
}

/* Another file that also declares the name; or NULL. */
static const ptc_contract *texts_other(const ptc_agent_unit *unit,
                                       const ptc_contract *first)
{
    for (size_t i = 0; i < unit->contract_count; i++) {
        const ptc_contract *other = ptc_contracts_find(&unit->contracts[i], first->name);

        if (other != NULL && !ptc_str_equal(other->source->name, first->source->name))
            return other;
    }
    return NULL;
}

static void texts_unknown(const ptc_agent_place *at, const ptc_form *form, ptc_str name)
{
    const ptc_agent_unit *unit = at->unit;
    ptc_diags *diags = unit->reading->diags;
    unsigned best = name.len <= 3 ? 2 : 3;
    ptc_str guess = PTC_STR("");
    ptc_diag *diag;

    if (unit->has_bad_files)
        return; /* it may be declared there */
    for (size_t i = 0; i < unit->contract_count; i++) {
        for (size_t k = 0; k < unit->contracts[i].count; k++) {
            ptc_str known = unit->contracts[i].items[k].name;
            unsigned distance = ptc_str_distance(name, known, best);

            if (distance < best) {
                best = distance;
                guess = known;
            }
        }
    }
    diag = ptc_diag_add(diags, PTC_DIAG_AGENT_DECLARATION, form->span,
                        unit->contract_count > 0
                            ? "no file in :files declares \"%s\""
                            : "\"%s\" names a declaration, but there are no :files",
                        ptc_diag_quote(diags, name));
    if (guess.len > 0)
        ptc_diag_hint(diags, diag, "did you mean :%s?", ptc_diag_quote(diags, guess));
    else if (unit->contract_count == 0)
        ptc_diag_hint(diags, diag, "add :files [\"NAME.sig\"], or write the signature");
}

/* The declaration called `name`; an empty one after a fault. */
static ptc_agent_signature texts_named(const ptc_agent_place *at, const ptc_form *form,
                                       const ptc_contract *contract)
{
    ptc_diags *diags = at->unit->reading->diags;
    const ptc_contract *other = texts_other(at->unit, contract);
    ptc_agent_signature none = {NULL, NULL};

    if (other == NULL)
        return (ptc_agent_signature){&contract->schema, contract};
    ptc_diag_add(diags, PTC_DIAG_AGENT_DECLARATION, form->span,
                 "\"%s\" is declared in %s and in %s",
                 ptc_diag_quote(diags, contract->name),
                 ptc_diag_quote(diags, contract->source->name),
                 ptc_diag_quote(diags, other->source->name));
    return none;
}

/* --- Signatures -------------------------------------------------------------------- */

/* The parameters of an agent that is not a tool come from the host, or from the agent
 * before it in a chain: there '_' does hide. */
static bool texts_is_of_host(const ptc_agent_place *at)
{
    const ptc_agent_unit *unit = at->unit;

    return at->object == unit->file && (unit->parent == NULL || unit->parent->is_chain);
}

static ptc_agent_signature texts_read(const ptc_agent_place *at, uint32_t form,
                                      bool is_slice, ptc_str text)
{
    ptc_agent_reading *reading = at->unit->reading;
    ptc_schema *schema = ptc_agent_array(at->unit, 1, sizeof *schema);
    ptc_agent_signature out = {NULL, NULL};
    texts_inner inner;
    ptc_status status;

    if (schema == NULL)
        return out;
    texts_begin(&inner, at->unit, form, is_slice, text);
    inner.is_of_host = texts_is_of_host(at);
    status = ptc_signature_read(reading->arena, &inner.source, &reading->read,
                                &inner.diags, schema);
    reading->failed = reading->failed || status == PTC_ERROR_MEMORY;
    texts_end(&inner);
    if (status == PTC_OK)
        out.schema = schema;
    return out;
}

/* The name in a text like ":search", or an empty one. */
static ptc_str texts_name(ptc_str text)
{
    if (text.len < 2 || text.ptr[0] != ':')
        return PTC_STR("");
    for (size_t i = 1; i < text.len; i++) {
        char c = text.ptr[i];
        bool is_letter = ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_';

        if (!is_letter && !((c >= '0' && c <= '9') || c == '-' || c == '.'))
            return PTC_STR("");
    }
    return ptc_str_make(text.ptr + 1, text.len - 1);
}

/* A keyword names a declaration; the name of a type is the type, as in signatures. */
static ptc_agent_signature texts_keyword(const ptc_agent_place *at, uint32_t form)
{
    const ptc_form *keyword = ptc_agent_form(at->unit, form);
    const ptc_contract *contract = texts_declaration(at->unit, keyword->text);
    ptc_agent_signature none = {NULL, NULL};

    if (contract != NULL)
        return texts_named(at, keyword, contract);
    if (ptc_sig_is_type_word(keyword->text))
        return texts_read(at, form, true,
                          ptc_str_make(at->unit->source->text.ptr + keyword->span.start,
                                       keyword->span.end - keyword->span.start));
    texts_unknown(at, keyword, keyword->text);
    return none;
}

ptc_agent_signature ptc_agent_signature_at(const ptc_agent_place *at, uint32_t form)
{
    const ptc_agent_unit *unit = at->unit;
    const ptc_form *found = ptc_agent_form(unit, form);
    const ptc_contract *contract = NULL;
    ptc_str name;

    switch (found->kind) {
    case PTC_FORM_KEYWORD:
        return texts_keyword(at, form);
    case PTC_FORM_VECTOR:
        return texts_read(at, form, true,
                          ptc_str_make(unit->source->text.ptr + found->span.start,
                                       found->span.end - found->span.start));
    case PTC_FORM_STRING:
        name = texts_name(found->text);
        if (name.len > 0)
            contract = texts_declaration(unit, name);
        if (contract == NULL && unit->is_json && name.len > 0 &&
            !ptc_sig_is_type_word(name)) {
            texts_unknown(at, found, name);
            break;
        }
        return contract != NULL ? texts_named(at, found, contract)
                                : texts_read(at, form, false, found->text);
    default:
        ptc_agent_must(at, form);
        break;
    }
    return (ptc_agent_signature){NULL, NULL};
}

void ptc_agent_read_signature(const ptc_agent_place *at)
{
    ptc_agent_draft *draft = at->object;
    ptc_agent_signature signature = ptc_agent_signature_at(at, at->value);

    draft->agent.signature = signature.schema;
    draft->file.signature_span = ptc_agent_form(at->unit, at->value)->span;
    draft->file.contract = signature.contract;
    if (signature.contract != NULL)
        draft->file.declaration = signature.contract->name;
}

void ptc_agent_read_signature_of_tool(const ptc_agent_place *at)
{
    ptc_agent_tool_draft *draft = at->object;

    draft->signature = ptc_agent_signature_at(at, at->value);
}

void ptc_agent_read_json_signature(const ptc_agent_place *at)
{
    *(const ptc_schema **)at->member = ptc_agent_signature_at(at, at->value).schema;
}

/* --- Prompts ----------------------------------------------------------------------- */

const ptc_template *ptc_agent_template(ptc_agent_unit *unit, uint32_t form, ptc_str text,
                                       const ptc_schema *signature, ptc_template_use use)
{
    ptc_agent_reading *reading = unit->reading;
    ptc_template *template = ptc_agent_array(unit, 1, sizeof *template);
    texts_inner inner;
    ptc_status status;

    if (template == NULL)
        return NULL;
    texts_begin(&inner, unit, form, false, text);
    status = ptc_template_compile(reading->arena, &inner.source, &inner.diags, template);
    if (status == PTC_OK && signature != NULL)
        status =
            ptc_template_check_for(use, template, &inner.source, signature, &inner.diags);
    reading->failed = reading->failed || status == PTC_ERROR_MEMORY;
    texts_end(&inner);
    return status == PTC_OK ? template : NULL;
}

/* --- Files of declarations --------------------------------------------------------- */

static void texts_read_file(const ptc_agent_place *at, uint32_t form)
{
    ptc_agent_unit *unit = at->unit;
    ptc_agent_reading *reading = unit->reading;
    ptc_contracts *out = &unit->contracts[unit->contract_count];
    const ptc_form *name = ptc_agent_form(unit, form);
    const ptc_source *source;
    ptc_named_file named;
    ptc_status status;

    if (name->kind != PTC_FORM_STRING) {
        ptc_agent_must(at, form);
        return;
    }
    if (ptc_agent_file_is(name->text)) {
        ptc_diag *diag =
            ptc_diag_add(reading->diags, PTC_DIAG_AGENT_FILE, name->span,
                         "\"%s\" is an agent: :files are files of declarations",
                         ptc_diag_quote(reading->diags, name->text));

        ptc_diag_hint(reading->diags, diag, "agents are tools: {:agent \"%s\"}",
                      ptc_diag_quote(reading->diags, name->text));
        return;
    }
    named = (ptc_named_file){name->text, name->span, PTC_DIAG_AGENT_FILE};
    source = ptc_agent_load(unit, &named);
    unit->has_bad_files = unit->has_bad_files || source == NULL;
    if (source == NULL)
        return;
    status = ptc_contracts_read_named(reading->arena, source, &reading->options,
                                      reading->diags, out);
    reading->diags->source = unit->source;
    if (status == PTC_ERROR_INVALID)
        ptc_named_file_refuse(reading->diags, &named, source, PTC_NOT_A_CONTRACT);
    reading->failed = reading->failed || status == PTC_ERROR_MEMORY;
    for (size_t i = 0; i < out->source_count; i++)
        ptc_agent_note_file(unit, out->sources[i]->name);
    unit->contract_count += status == PTC_OK;
    unit->has_bad_files = unit->has_bad_files || status != PTC_OK;
}

void ptc_agent_read_files(const ptc_agent_place *at)
{
    const ptc_form *list = ptc_agent_form(at->unit, at->value);
    uint32_t item = list->child;

    if (list->kind != PTC_FORM_VECTOR && list->kind != PTC_FORM_LIST &&
        list->kind != PTC_FORM_SET) {
        ptc_agent_must(at, at->value);
        return;
    }
    if (list->count > PTC_AGENT_FILES_MAX) {
        ptc_diag_add(at->unit->reading->diags, PTC_DIAG_AGENT_FILE, list->span,
                     "more than %d files", PTC_AGENT_FILES_MAX);
        return;
    }
    at->unit->contracts =
        ptc_agent_array(at->unit, list->count, sizeof *at->unit->contracts);
    for (; item != 0 && at->unit->contracts != NULL;
         item = ptc_agent_form(at->unit, item)->next)
        texts_read_file(at, item);
}
