/* SPDX-License-Identifier: MIT */
/* One text, one verdict; see checker.h. */
#include "tool/ptc/checker.h"

void ptc_checker_init(ptc_checker *checker, const ptc_schema *schema, ptc_mode mode,
                      ptc_direction direction)
{
    checker->schema = *schema;
    checker->walk = (ptc_walk_options){
        .struct_size = sizeof checker->walk, .mode = mode, .direction = direction};
    checker->glance = NULL;
}

static void refuse(ptc_verdict *verdict, ptc_status status, size_t offset)
{
    verdict->is_readable = false;
    verdict->is_refused = status == PTC_ERROR_MEMORY;
    verdict->code = ptc_read_code(status);
    verdict->offset = offset;
}

static void walk(const ptc_checker *checker, ptc_boundary boundary,
                 const ptc_value *value, ptc_arena *arena, ptc_verdict *out)
{
    ptc_walk_options options = checker->walk;
    ptc_status status;

    options.boundary = boundary;
    status = ptc_schema_coerce(arena, &checker->schema, value, &options, &out->value,
                               &out->report);
    out->is_valid = status == PTC_OK;
    if (status != PTC_OK && status != PTC_ERROR_INVALID) {
        refuse(out, status, 0);
        out->message = ptc_str_of(ptc_status_name(status));
    }
    out->is_refused |= arena->failed; /* texts of the report may be missing */
}

static void start(ptc_verdict *out, ptc_arena *arena)
{
    out->is_valid = false;
    out->is_readable = true;
    out->is_refused = false;
    ptc_report_init(&out->report, arena);
}

void ptc_checker_json(const ptc_checker *checker, ptc_arena *arena, ptc_str text,
                      bool is_padded, ptc_verdict *out)
{
    ptc_json_options options = {.struct_size = sizeof options, .borrow = is_padded};
    ptc_json_error error;
    ptc_status status;
    ptc_value value;

    options.is_padded = is_padded;
    start(out, arena);
    status = ptc_json_read(arena, text.ptr, text.len, &options, &value, NULL, &error);
    if (status == PTC_OK) {
        walk(checker, PTC_BOUNDARY_JSON, &value, arena, out);
        return;
    }
    refuse(out, status, error.offset);
    out->message = ptc_str_copy(arena, error.message);
    out->is_refused |= arena->failed;
}

void ptc_checker_prepare(ptc_checker *checker, ptc_arena *arena)
{
    ptc_glance_make(arena, &checker->schema, &checker->walk, &checker->glance);
}

bool ptc_checker_once(const ptc_checker *checker, ptc_arena *arena, ptc_str text)
{
    return checker->glance != NULL &&
           ptc_glance_accepts(arena, checker->glance, text.ptr, text.len);
}

static ptc_status edn_status(const ptc_diags *diags)
{
    if (diags->arena->failed || diags->count == 0)
        return PTC_ERROR_MEMORY;
    return diags->items[0].code == PTC_DIAG_EDN_ENCODING ? PTC_ERROR_ENCODING
                                                         : PTC_ERROR_SYNTAX;
}

void ptc_checker_edn(const ptc_checker *checker, ptc_arena *arena, ptc_str text,
                     ptc_verdict *out)
{
    ptc_source source = {PTC_STR("value"), text};
    ptc_value value = ptc_value_nil();
    ptc_diags diags;
    ptc_forms forms;
    uint32_t form;

    start(out, arena);
    ptc_diags_init(&diags, arena);
    diags.source = &source;
    ptc_forms_init(&forms, arena, &source);
    form = ptc_edn_read_one(&forms, &diags);
    if (form != 0 && ptc_form_to_value(&forms, form, &value, &diags) == PTC_OK) {
        walk(checker, PTC_BOUNDARY_LISP, &value, arena, out);
        return;
    }
    refuse(out, edn_status(&diags), diags.count ? diags.items[0].span.start : 0);
    out->is_refused |= arena->failed;
    out->message =
        diags.count ? diags.items[0].message : ptc_str_of("the text is too large");
}

/* Appends `[{"path","code","message"},...]`. */
static void answer_issues(ptc_text *answer, const ptc_issue *issues, size_t count)
{
    ptc_text path;

    ptc_text_byte(answer, '[');
    for (size_t i = 0; i < count; i++) {
        ptc_text_init(&path, answer->arena);
        ptc_path_write(&path, issues[i].path, issues[i].path_count);
        ptc_text_cstr(answer, i > 0 ? ",{\"path\":" : "{\"path\":");
        ptc_json_write_string(answer, ptc_text_view(&path));
        ptc_answer_text(answer, "code", ptc_str_of(ptc_code_name(issues[i].code)));
        ptc_answer_text(answer, "message", issues[i].message);
        ptc_text_byte(answer, '}');
        answer->failed |= path.failed;
    }
    ptc_text_byte(answer, ']');
}

void ptc_checker_answer(ptc_text *answer, const ptc_verdict *verdict)
{
    ptc_text_cstr(answer, verdict->is_valid ? "\"valid\":true,\"errors\":"
                                            : "\"valid\":false,\"errors\":");
    if (verdict->is_readable) {
        answer_issues(answer, verdict->report.errors, verdict->report.error_count);
    } else {
        ptc_text_cstr(answer, "[{\"path\":\"(root)\"");
        ptc_answer_text(answer, "code", ptc_str_of(verdict->code));
        ptc_answer_text(answer, "message", verdict->message);
        ptc_text_cstr(answer, "}]");
    }
    ptc_text_cstr(answer, ",\"warnings\":");
    answer_issues(answer, verdict->report.warnings, verdict->report.warning_count);
}
