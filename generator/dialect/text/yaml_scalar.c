/* SPDX-License-Identifier: MIT */
/* The meaning of scalars: plain ones follow the core schema of YAML 1.2, others are
 * texts; a tag may require something else of either. */
#include "generator/dialect/text/yaml_int.h"

/* --- Plain words -------------------------------------------------------------------- */

/* What a plain scalar is. */
typedef enum yaml_core {
    YAML_CORE_TEXT,
    YAML_CORE_NULL,
    YAML_CORE_BOOL,
    YAML_CORE_INT,   /* decimal digits */
    YAML_CORE_BASED, /* 0o17, 0x1F */
    YAML_CORE_FLOAT,
    YAML_CORE_SPECIAL, /* .inf, .nan */
} yaml_core;

static const struct {
    const char *word;
    yaml_core core;
    bool is_true;
} yaml_words[] = {
    {"", YAML_CORE_NULL, false},        {"~", YAML_CORE_NULL, false},
    {"null", YAML_CORE_NULL, false},    {"Null", YAML_CORE_NULL, false},
    {"NULL", YAML_CORE_NULL, false},    {"true", YAML_CORE_BOOL, true},
    {"True", YAML_CORE_BOOL, true},     {"TRUE", YAML_CORE_BOOL, true},
    {"false", YAML_CORE_BOOL, false},   {"False", YAML_CORE_BOOL, false},
    {"FALSE", YAML_CORE_BOOL, false},   {".nan", YAML_CORE_SPECIAL, false},
    {".NaN", YAML_CORE_SPECIAL, false}, {".NAN", YAML_CORE_SPECIAL, false},
};

static bool yaml_is_digit(char byte, unsigned base)
{
    static const char digits[] = "0123456789abcdef";
    char lower = byte >= 'A' && byte <= 'F' ? (char)(byte | 32) : byte;

    return lower != '\0' && memchr(digits, lower, base) != NULL;
}

/* How many digits the text begins with. */
static size_t yaml_digits(ptc_str text, unsigned base)
{
    size_t count = 0;

    while (count < text.len && yaml_is_digit(text.ptr[count], base))
        count++;
    return count;
}

static ptc_str yaml_behind(ptc_str text, size_t count)
{
    return ptc_str_make(text.ptr + count, text.len - count);
}

/* Whether `text` is an exponent or nothing. */
static bool yaml_is_exponent(ptc_str text)
{
    if (text.len == 0)
        return true;
    if (*text.ptr != 'e' && *text.ptr != 'E')
        return false;
    text = yaml_behind(text, 1);
    if (text.len > 0 && (*text.ptr == '+' || *text.ptr == '-'))
        text = yaml_behind(text, 1);
    return text.len > 0 && yaml_digits(text, 10) == text.len;
}

/* What the text is as a number without a sign. */
static yaml_core yaml_core_of_number(ptc_str text)
{
    static const char *const infinities[] = {".inf", ".Inf", ".INF"};
    size_t whole = yaml_digits(text, 10);
    ptc_str rest = yaml_behind(text, whole);
    size_t fraction = 0;

    for (size_t i = 0; i < sizeof infinities / sizeof *infinities; i++) {
        if (ptc_str_equal(text, ptc_str_of(infinities[i])))
            return YAML_CORE_SPECIAL;
    }
    if (whole > 0 && rest.len == 0)
        return YAML_CORE_INT;
    if (ptc_str_take(&rest, '.')) {
        fraction = yaml_digits(rest, 10);
        rest = yaml_behind(rest, fraction);
    }
    return whole + fraction > 0 && yaml_is_exponent(rest) ? YAML_CORE_FLOAT
                                                          : YAML_CORE_TEXT;
}

/* The base of 0o and 0x, 0: the text has none. */
static unsigned yaml_base(ptc_str text)
{
    if (text.len < 3 || text.ptr[0] != '0')
        return 0;
    return text.ptr[1] == 'o' ? 8 : text.ptr[1] == 'x' ? 16 : 0;
}

static yaml_core yaml_core_of(ptc_str text, bool *is_true)
{
    unsigned base = yaml_base(text);

    *is_true = false;
    for (size_t i = 0; i < sizeof yaml_words / sizeof *yaml_words; i++) {
        if (!ptc_str_equal(text, ptc_str_of(yaml_words[i].word)))
            continue;
        *is_true = yaml_words[i].is_true;
        return yaml_words[i].core;
    }
    if (base != 0 && yaml_digits(yaml_behind(text, 2), base) == text.len - 2)
        return YAML_CORE_BASED;
    if (*text.ptr == '-' || *text.ptr == '+')
        text = yaml_behind(text, 1);
    return yaml_core_of_number(text);
}

/* --- Numbers ------------------------------------------------------------------------ */

/* The number as JSON spells it, except for zeros before it: -.5 is -0.5. */
static ptc_str yaml_spelling(ptcc_yaml *yaml, ptc_str text)
{
    ptc_text out;

    ptc_text_init(&out, yaml->forms->arena);
    if (*text.ptr == '-')
        ptc_text_byte(&out, '-');
    if (*text.ptr == '-' || *text.ptr == '+')
        text = yaml_behind(text, 1);
    while (text.len > 1 && text.ptr[0] == '0' && yaml_is_digit(text.ptr[1], 10))
        text = yaml_behind(text, 1);
    if (*text.ptr == '.')
        ptc_text_byte(&out, '0');
    for (size_t i = 0; i < text.len; i++) {
        ptc_text_byte(&out, text.ptr[i]);
        if (text.ptr[i] == '.' &&
            (i + 1 == text.len || !yaml_is_digit(text.ptr[i + 1], 10)))
            ptc_text_byte(&out, '0');
    }
    if (out.failed)
        ptcc_yaml_no_memory(yaml);
    return ptc_text_view(&out);
}

static void yaml_set_int(ptcc_yaml *yaml, ptc_form *form, ptc_str text)
{
    form->kind = PTC_FORM_INT;
    if (ptc_number_read_int(text.ptr, text.len, &form->number.integer)) {
        form->text = PTC_STR("");
        return;
    }
    form->kind = PTC_FORM_OPAQUE;
    form->text = yaml_spelling(yaml, text);
}

static void yaml_set_float(ptcc_yaml *yaml, ptc_form *form, ptc_str text)
{
    form->kind = PTC_FORM_FLOAT;
    form->text = yaml_spelling(yaml, text);
    if (!yaml->has_stopped &&
        !ptc_number_read_double(form->text.ptr, form->text.len, &form->number.real))
        ptcc_yaml_refuse(yaml, form->span, "the number is beyond the largest double");
}

static void yaml_set_based(const ptcc_yaml *yaml, ptc_form *form, ptc_str text)
{
    unsigned shift = yaml_base(text) == 8 ? 3 : 4;
    uint64_t value = 0;

    form->kind = PTC_FORM_INT;
    form->text = PTC_STR("");
    for (size_t i = 2; i < text.len; i++) {
        char byte = text.ptr[i];

        if (value > (uint64_t)INT64_MAX >> shift) {
            ptcc_yaml_refuse(yaml, form->span,
                             "the number has more than 63 bits; write it in decimal");
            return;
        }
        value = value << shift |
                (uint64_t)(byte <= '9' ? byte - '0' : (byte | 32) - 'a' + 10);
    }
    form->number.integer = (int64_t)value;
}

/* Makes an int a float. */
static void yaml_make_float(ptcc_yaml *yaml, ptc_form *form)
{
    ptc_text text;

    ptc_text_init(&text, yaml->forms->arena);
    ptc_text_int(&text, form->number.integer);
    if (text.failed)
        ptcc_yaml_no_memory(yaml);
    form->kind = PTC_FORM_FLOAT;
    form->text = ptc_text_view(&text);
    form->number.real = (double)form->number.integer;
}

/* --- Tags --------------------------------------------------------------------------- */

#define YAML_CORE_PREFIX "tag:yaml.org,2002:"

/* What is after the prefix of the core schema; empty: it is another tag. */
static ptc_str yaml_tag_name(const yaml_char_t *tag)
{
    static const char *const names[] = {"str",  "int", "float", "bool",
                                        "null", "map", "seq"};
    size_t len = sizeof YAML_CORE_PREFIX - 1;
    ptc_str text = ptc_str_of((const char *)tag);

    if (text.len <= len || memcmp(text.ptr, YAML_CORE_PREFIX, len) != 0)
        return PTC_STR("");
    text = yaml_behind(text, len);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (ptc_str_equal(text, ptc_str_of(names[i])))
            return text;
    }
    return PTC_STR("");
}

static void yaml_fault_tag(const ptcc_yaml *yaml, ptc_span span, const yaml_char_t *tag)
{
    static const char prefix[] = YAML_CORE_PREFIX;
    ptc_str text = ptc_str_of((const char *)tag);
    bool is_short =
        text.len > sizeof prefix - 1 && memcmp(text.ptr, prefix, sizeof prefix - 1) == 0;
    ptc_diag *diag;

    if (is_short)
        text = yaml_behind(text, sizeof prefix - 1);
    diag = ptcc_yaml_refuse(yaml, span, "definitions do not have the tag %s%s",
                            is_short ? "!!" : "", ptc_diag_quote(yaml->diags, text));
    ptc_diag_hint(yaml->diags, diag,
                  "leave it out; tags are !!str, !!int, !!float, !!bool, !!null, !!map "
                  "and !!seq");
}

bool ptcc_yaml_check_tag(const ptcc_yaml *yaml, ptc_span span, const yaml_char_t *tag,
                         const char *name, const char *what)
{
    ptc_str own;

    if (tag == NULL)
        return true;
    own = yaml_tag_name(tag);
    if (ptc_str_equal(own, ptc_str_of(name)))
        return true;
    if (own.len == 0)
        yaml_fault_tag(yaml, span, tag);
    else
        ptcc_yaml_refuse(yaml, span, "the tag !!%s does not fit %s", own.ptr, what);
    return false;
}

/* --- Scalars ------------------------------------------------------------------------ */

/* Sets the form to what its text is. */
static void yaml_set(ptcc_yaml *yaml, ptc_form *form, yaml_core core, bool is_true)
{
    ptc_str text = form->text;
    ptc_diag *diag;

    switch (core) {
    case YAML_CORE_TEXT:
        form->kind = PTC_FORM_STRING;
        return;
    case YAML_CORE_NULL:
        form->kind = PTC_FORM_NIL;
        break;
    case YAML_CORE_BOOL:
        form->kind = PTC_FORM_BOOL;
        form->number.integer = is_true;
        break;
    case YAML_CORE_INT:
        yaml_set_int(yaml, form, text);
        return;
    case YAML_CORE_BASED:
        yaml_set_based(yaml, form, text);
        return;
    case YAML_CORE_FLOAT:
        yaml_set_float(yaml, form, text);
        return;
    case YAML_CORE_SPECIAL:
        form->kind = PTC_FORM_NIL;
        diag = ptcc_yaml_refuse(yaml, form->span, "%s is not a number that JSON has",
                                text.ptr);
        ptc_diag_hint(yaml->diags, diag,
                      "leave it out, or quote it if it is meant as a text");
        break;
    }
    form->text = PTC_STR("");
}

/* Whether the text is what a tag, other than !!str, says. */
static bool yaml_fits(yaml_core core, ptc_str tag)
{
    bool is_int = core == YAML_CORE_INT || core == YAML_CORE_BASED;

    switch (*tag.ptr) {
    case 'i':
        return is_int;
    case 'f':
        return is_int || core == YAML_CORE_FLOAT || core == YAML_CORE_SPECIAL;
    case 'b':
        return core == YAML_CORE_BOOL;
    case 'n':
        return core == YAML_CORE_NULL;
    default: /* map, seq */
        return false;
    }
}

/* A scalar with a tag, which decides whatever quotes there are. */
static void yaml_set_tagged(ptcc_yaml *yaml, ptc_form *form, const yaml_char_t *tag)
{
    ptc_str name = yaml_tag_name(tag);
    bool is_true;
    yaml_core core = yaml_core_of(form->text, &is_true);
    ptc_diag *diag;

    if (name.len == 0) {
        yaml_fault_tag(yaml, form->span, tag);
    } else if (ptc_str_equal(name, PTC_STR("str"))) {
        form->kind = PTC_FORM_STRING;
    } else if (!yaml_fits(core, name)) {
        diag = ptcc_yaml_refuse(yaml, form->span, "the tag !!%s does not fit \"%s\"",
                                name.ptr, ptc_diag_quote(yaml->diags, form->text));
        ptc_diag_hint(yaml->diags, diag, "leave the tag out or write another value");
    } else if (*name.ptr == 'f' && core == YAML_CORE_INT) {
        yaml_set_float(yaml, form, form->text);
    } else {
        yaml_set(yaml, form, core, is_true);
        if (*name.ptr == 'f' && core == YAML_CORE_BASED)
            yaml_make_float(yaml, form);
    }
}

void ptcc_yaml_scalar(ptcc_yaml *yaml, uint32_t form, const yaml_event_t *event,
                      ptc_str text)
{
    ptc_form *out = &yaml->forms->items[form];
    bool is_true = false;
    yaml_core core = YAML_CORE_TEXT;

    out->text = text;
    if (event->data.scalar.tag != NULL) {
        yaml_set_tagged(yaml, out, event->data.scalar.tag);
        return;
    }
    if (event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
        core = yaml_core_of(text, &is_true);
    yaml_set(yaml, out, core, is_true);
}
