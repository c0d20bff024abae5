/* SPDX-License-Identifier: MIT */
/* Fields and parameters of other languages, and the members of their enums. */
#include "contract/signature/foreign_int.h"
#include "render/render_int.h"

/* A field in progress. */
typedef struct foreign_field {
    ptc_str name; /* as it is to be written */
    ptc_str type;
    bool is_nullable;
    unsigned sign; /* PTC_FOREIGN_..., or 0: as it is written here */
} foreign_field;

static bool foreign_is_field_end(const ptc_foreign *f)
{
    return f->at >= f->end || *f->at == ',' || *f->at == ';' || *f->at == ')' ||
           *f->at == '}' || *f->at == '\n';
}

/* A name in the form in which names are written, or an empty text. */
static ptc_str foreign_name(ptc_foreign *f)
{
    ptc_str word = ptc_foreign_word(f);
    ptc_text out;

    if (word.len == 0)
        return ptc_foreign_literal(f);
    f->at += word.len;
    while (f->at + 1 < f->end && *f->at == '-' && f->at[1] != '>') { /* a ptcc type */
        f->at++;
        f->at += ptc_foreign_word(f).len;
        word.len = (size_t)(f->at - word.ptr);
    }
    ptc_text_init(&out, f->arena);
    ptc_name_write(&out, word);
    return out.failed ? PTC_STR("") : ptc_text_view(&out);
}

/* Words before a field that have no meaning here. */
static void foreign_field_modifiers(ptc_foreign *f)
{
    for (;;) {
        const char *before = f->at;

        if (f->at < f->end && *f->at == '@') {
            f->at++;
            f->at += ptc_foreign_word(f).len;
            if (f->at < f->end && *f->at == '(' && !ptc_foreign_skip_balanced(f))
                return;
            ptc_foreign_blanks(f);
            continue;
        }
        if (!ptc_foreign_is_among(ptc_foreign_word(f),
                                  " public private protected readonly static pub val var "
                                  "let field "))
            return;
        f->at += ptc_foreign_word(f).len;
        ptc_foreign_blanks(f);
        if (f->at < f->end && (*f->at == ':' || *f->at == ')' || *f->at == ',')) {
            f->at = before; /* it was the name */
            return;
        }
    }
}

/* `name: type`, `name?: type`, `name :type`. */
static bool foreign_name_colon(ptc_foreign *f, foreign_field *field)
{
    const char *behind_name;
    bool is_known;

    field->name = foreign_name(f);
    if (field->name.len == 0)
        return false;
    if (f->at < f->end && *f->at == '?') {
        f->at++;
        field->is_nullable = true;
    }
    behind_name = f->at;
    ptc_foreign_blanks(f);
    if (f->at + 1 < f->end && (*f->at == '-' || *f->at == '=') &&
        (f->at[1] == '>' || f->at[1] == ' ' || f->at[1] == ':')) {
        f->at += f->at[1] == '>' ? 2 : 1; /* `name -> :type`, `name = :type` */
        ptc_foreign_blanks(f);
        if (f->at < f->end && *f->at != ':')
            return false;
        field->sign = PTC_FOREIGN_EQUALS;
    }
    if (f->at >= f->end || (*f->at != ':' && !(*f->at == '[' || *f->at == '{')))
        return false;
    if (*f->at != ':' && field->is_nullable)
        return false;
    if (*f->at == ':' && (f->at == behind_name || f->at + 1 >= f->end ||
                          f->at[1] == ' ' || f->at[1] == ':')) {
        ptc_foreign_take_byte(f, ':');
        field->sign = PTC_FOREIGN_COLON;
    } else if (field->is_nullable) {
        field->sign = PTC_FOREIGN_COLON;
    }
    field->type = ptc_foreign_type(f, &is_known);
    return field->type.len > 0;
}

/* `type name`, of C, Java and Protobuf; arrays have brackets after the name. */
static bool foreign_type_name(ptc_foreign *f, foreign_field *field)
{
    bool is_known;
    ptc_text out;

    if (f->at < f->end && (*f->at == '"' || *f->at == '\'' || *f->at == ':'))
        return false;
    field->type = ptc_foreign_type(f, &is_known);
    field->name = field->type.len > 0 && is_known ? foreign_name(f) : PTC_STR("");
    field->sign = PTC_FOREIGN_TYPE_FIRST;
    if (field->name.len == 0)
        return false;
    ptc_foreign_blanks(f);
    while (ptc_foreign_take_byte(f, '[')) {
        while (f->at < f->end && *f->at != ']' && *f->at != '\n')
            f->at++;
        if (!ptc_foreign_take_byte(f, ']'))
            return false;
        if (ptc_str_equal(field->type, PTC_STR(":string")))
            continue; /* char name[32] */
        ptc_text_init(&out, f->arena);
        ptc_text_byte(&out, '[');
        ptc_text_str(&out, field->type);
        ptc_text_byte(&out, ']');
        field->type = ptc_text_view(&out);
    }
    return true;
}

/* `name type`, of Go. */
static bool foreign_name_type(ptc_foreign *f, foreign_field *field)
{
    bool is_known;

    field->name = foreign_name(f);
    field->sign = PTC_FOREIGN_BARE_TYPE;
    ptc_foreign_blanks(f);
    if (field->name.len == 0 || foreign_is_field_end(f))
        return false;
    field->type = ptc_foreign_type(f, &is_known);
    return field->type.len > 0 && is_known;
}

/* `name` alone, of Python and JavaScript. */
static bool foreign_name_alone(ptc_foreign *f, foreign_field *field)
{
    field->name = foreign_name(f);
    field->type = PTC_STR(":any");
    field->sign = PTC_FOREIGN_UNTYPED;
    ptc_foreign_blanks(f);
    return field->name.len > 0;
}

/* `default 5`, `(default: 5)`: moves to the value. */
static bool foreign_says_default(ptc_foreign *f, bool *is_bracketed)
{
    ptc_foreign ahead = *f;

    *is_bracketed = ptc_foreign_take_byte(&ahead, '(');
    ptc_foreign_blanks(&ahead);
    if (!ptc_foreign_is_among(ptc_foreign_word(&ahead), " default Default DEFAULT "))
        return false;
    ahead.at += sizeof "default" - 1;
    ptc_foreign_blanks(&ahead);
    if (ptc_foreign_take_byte(&ahead, ':') || ptc_foreign_take_byte(&ahead, '='))
        ptc_foreign_blanks(&ahead);
    *f = ahead;
    return true;
}

/* Whether a field may end here, or have a default. */
static bool foreign_goes_on(ptc_foreign f)
{
    bool is_bracketed;

    return foreign_is_field_end(&f) || ptc_foreign_is_at(&f, "=[`\"'") ||
           foreign_says_default(&f, &is_bracketed);
}

typedef bool (*foreign_form_fn)(ptc_foreign *f, foreign_field *field);

/* The first form that a field has; it ends where fields end or a default begins. */
static bool foreign_form(ptc_foreign *f, foreign_field *out)
{
    unsigned signs = f->signs;

    static const foreign_form_fn forms[] = {foreign_name_colon, foreign_type_name,
                                            foreign_name_type, foreign_name_alone};
    static const foreign_form_fn names_first[] = {foreign_name_colon, foreign_name_type,
                                                  foreign_type_name, foreign_name_alone};
    const char *start = f->at;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        f->at = start;
        f->signs = signs;
        *out = (foreign_field){.name = PTC_STR(""), .type = PTC_STR("")};
        if ((f->has_names_first ? names_first : forms)[i](f, out) && foreign_goes_on(*f))
            return true;
    }
    return false;
}

/* A default in brackets: an empty list or map is written the same; for other defaults the
 * field is shown as optional. */
static bool foreign_brackets(ptc_foreign *f, foreign_field *field, ptc_str *literal)
{
    bool is_list = ptc_foreign_starts(f, "[]") && field->type.ptr[0] == '[' &&
                   field->type.ptr[field->type.len - 1] == ']';
    bool is_map =
        ptc_foreign_starts(f, "{}") && ptc_str_equal(field->type, PTC_STR(":map"));

    if (is_list || is_map)
        *literal = ptc_str_make(f->at, 2);
    field->is_nullable = field->is_nullable || !(is_list || is_map);
    return ptc_foreign_skip_balanced(f);
}

/* A default, which is written the same, or a number of Protobuf. */
static bool foreign_value(ptc_foreign *f, foreign_field *field, ptc_str *literal)
{
    const char *start;

    if (f->at < f->end && (*f->at == '[' || *f->at == '{'))
        return foreign_brackets(f, field, literal);
    if (ptc_foreign_word(f).len > 0 && f->at[ptc_foreign_word(f).len] == '(') {
        f->at += ptc_foreign_word(f).len; /* Field(...) */
        field->is_nullable = true;
        return ptc_foreign_skip_balanced(f);
    }
    *literal = ptc_foreign_literal(f);
    if (literal->len > 0)
        return true;
    start = f->at;
    while (f->at < f->end && !foreign_is_field_end(f) && *f->at != ' ' && *f->at != '[')
        f->at++;
    *literal = ptc_str_make(start, (size_t)(f->at - start));
    ptc_foreign_blanks(f);
    if (ptc_foreign_is_among(*literal, " None null nil NULL undefined nullptr ")) {
        *literal = PTC_STR("");
        field->is_nullable = true;
    } else if (ptc_foreign_is_among(*literal, " True true ")) {
        *literal = PTC_STR("true");
    } else if (ptc_foreign_is_among(*literal, " False false ")) {
        *literal = PTC_STR("false");
    } else if (literal->len == 0 || (literal->ptr[0] != '-' &&
                                     (literal->ptr[0] < '0' || literal->ptr[0] > '9'))) {
        return false;
    }
    if (f->has_tags)
        *literal = PTC_STR("");
    return true;
}

/* What comes after a type: `= 5`, or a default without its mark. */
static bool foreign_default(ptc_foreign *f, foreign_field *field, ptc_str *literal)
{
    bool is_bracketed = false;

    if (ptc_foreign_take_byte(f, '='))
        return foreign_value(f, field, literal);
    if (foreign_says_default(f, &is_bracketed)) {
        f->signs |= PTC_FOREIGN_DEFAULT;
        return foreign_value(f, field, literal) &&
               (!is_bracketed || ptc_foreign_take_byte(f, ')'));
    }
    *literal = ptc_foreign_literal(f);
    f->signs |= literal->len > 0 ? PTC_FOREIGN_DEFAULT : 0;
    return true;
}

/* Options and tags after a field: `[deprecated = true]`, `json:"id"` in backticks. */
static bool foreign_field_tail(ptc_foreign *f)
{
    if (f->at < f->end && *f->at == '[' && !ptc_foreign_skip_balanced(f))
        return false;
    if (f->at < f->end && *f->at == '`') {
        for (f->at++; f->at < f->end && *f->at != '`' && *f->at != '\n'; f->at++)
            ;
        if (!ptc_foreign_take_byte(f, '`'))
            return false;
    }
    return true;
}

/* The type of a field that has none, by its default. */
static ptc_str foreign_type_of_literal(ptc_str literal)
{
    if (literal.len == 0)
        return PTC_STR(":any");
    if (literal.ptr[0] == '"')
        return PTC_STR(":string");
    if (literal.ptr[0] == 't' || literal.ptr[0] == 'f')
        return PTC_STR(":bool");
    return memchr(literal.ptr, '.', literal.len) != NULL ? PTC_STR(":float")
                                                         : PTC_STR(":int");
}

static void foreign_put(ptc_foreign *f, ptc_text *out, const foreign_field *field,
                        ptc_str literal, const char *start, unsigned signs)
{
    bool has_mark = field->type.ptr[field->type.len - 1] == '?';
    size_t begin;

    ptc_text_cstr(out, out->len > 0 ? ", " : "");
    begin = out->len;
    ptc_text_str(out, field->name);
    ptc_text_byte(out, ' ');
    ptc_text_bytes(out, field->type.ptr,
                   field->type.len - (has_mark && literal.len > 0 ? 1 : 0));
    if (literal.len > 0) {
        ptc_text_cstr(out, " = ");
        ptc_text_str(out, literal);
    } else if (field->is_nullable && !has_mark) {
        ptc_text_byte(out, '?');
    }
    if ((field->sign != 0 || f->signs != signs) && f->first.len == 0 && !out->failed) {
        f->first = ptc_str_copy(
            f->arena, ptc_str_make(ptc_text_view(out).ptr + begin, out->len - begin));
        f->first_start = (uint32_t)(start - f->text);
        f->first_end = (uint32_t)(f->at - f->text);
        while (f->first_end > f->first_start &&
               (f->text[f->first_end - 1] == ' ' || f->text[f->first_end - 1] == '\n'))
            f->first_end--;
    }
    f->signs |= field->sign;
}

/* Whether a field has the type that it belongs to: in other languages it is a pointer, or
 * null at the end; here it has to be marked as optional. */
static bool foreign_is_self(const ptc_foreign *f, ptc_str type)
{
    return f->self.len > 0 && type.len == f->self.len + 1 && type.ptr[0] == ':' &&
           ptc_str_equal(ptc_str_make(type.ptr + 1, f->self.len), f->self);
}

/* Parameters that say who is called, and marks between parameters. */
static bool foreign_is_receiver(ptc_foreign *f)
{
    const char *start = f->at;

    while (ptc_foreign_take_byte(f, '&') || ptc_foreign_take_byte(f, '*') ||
           ptc_foreign_take_byte(f, '/') || ptc_foreign_take(f, "mut"))
        ;
    if (ptc_foreign_take(f, "self") || ptc_foreign_take(f, "cls") ||
        ptc_foreign_take(f, "this") || ptc_foreign_take(f, "void") || f->at > start) {
        if (foreign_is_field_end(f))
            return true;
    }
    f->at = start;
    return false;
}

bool ptc_foreign_fields(ptc_foreign *f, ptc_text *out, char closer)
{
    for (;;) {
        foreign_field field;
        ptc_str literal = PTC_STR("");
        unsigned signs = f->signs;
        const char *start;

        while (f->at < f->end && (*f->at == ',' || *f->at == ';' || *f->at == '\n'))
            ptc_foreign_take_byte(f, *f->at);
        ptc_foreign_blanks(f);
        if (f->at >= f->end)
            return closer == '\0';
        if (*f->at == closer) {
            f->at++;
            ptc_foreign_blanks(f);
            return true;
        }
        foreign_field_modifiers(f);
        start = f->at;
        if (foreign_is_receiver(f))
            continue;
        if (!foreign_form(f, &field) || !foreign_default(f, &field, &literal) ||
            !foreign_field_tail(f) || !foreign_is_field_end(f) || out->len > 4096)
            return false;
        if (field.sign == PTC_FOREIGN_UNTYPED)
            field.type = foreign_type_of_literal(literal);
        field.is_nullable = field.is_nullable || foreign_is_self(f, field.type);
        foreign_put(f, out, &field, literal, start, signs);
    }
}

bool ptc_foreign_members(ptc_foreign *f, ptc_text *out)
{
    for (;;) {
        ptc_str name;

        while (f->at < f->end && (*f->at == ',' || *f->at == ';' || *f->at == '\n'))
            ptc_foreign_take_byte(f, *f->at);
        ptc_foreign_blanks(f);
        if (ptc_foreign_take_byte(f, '}'))
            return out->len > 0;
        name = ptc_foreign_word(f);
        f->at += name.len;
        ptc_foreign_blanks(f);
        if (name.len == 0 || out->len > 4096)
            return false;
        if (ptc_foreign_take_byte(f, '=')) {
            while (f->at < f->end && !foreign_is_field_end(f))
                f->at++;
        }
        if (!foreign_is_field_end(f))
            return false;
        ptc_text_cstr(out, out->len > 0 ? " \"" : "\"");
        ptc_text_str(out, name);
        ptc_text_byte(out, '"');
    }
}
