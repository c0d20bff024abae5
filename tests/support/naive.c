/* SPDX-License-Identifier: MIT */
/* The naive checker; see naive.h. Section numbers are those of the specification. */
#include "naive.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct scope {
    uint32_t registry; /* a map form */
    const struct scope *outer;
} scope;

/* A schema is a form and where its names are looked up. */
typedef struct sch {
    uint32_t form;
    const scope *names;
} sch;

typedef struct naive {
    ptc_arena *arena;
    const ptc_forms *forms;
    bool converts;
    bool is_strict;
    bool is_json;
    bool leaves_absent; /* what is absent stays so, whatever its default */
    bool is_lost;       /* met something unknown */
    bool warns_of_keys;
    bool judges;  /* nothing is made of values */
    bool is_call; /* the model's own arguments, of which nothing is hidden */
    naive_issue *errors;
    naive_issue *warnings;
    size_t warning_count;
} naive;

static ptc_value make(naive *n, sch s, ptc_value v, const char *path);

/* --- Forms ------------------------------------------------------------------------- */

static const ptc_form *at(const naive *n, uint32_t form)
{
    return &n->forms->items[form];
}

static bool is_text(const naive *n, uint32_t form, const char *text)
{
    return ptc_str_equal(at(n, form)->text, ptc_str_of(text));
}

static bool is_collection(const ptc_form *form)
{
    return form->kind == PTC_FORM_VECTOR || form->kind == PTC_FORM_LIST;
}

static uint32_t properties(const naive *n, sch s)
{
    const ptc_form *form = at(n, s.form);
    uint32_t second;

    if (!is_collection(form) || form->count < 2)
        return 0;
    second = at(n, form->child)->next;
    return at(n, second)->kind == PTC_FORM_MAP ? second : 0;
}

static uint32_t property(const naive *n, uint32_t map, const char *name)
{
    uint32_t key = map != 0 ? at(n, map)->child : 0;

    while (key != 0) {
        uint32_t value = at(n, key)->next;

        if (is_text(n, key, name))
            return value;
        key = at(n, value)->next;
    }
    return 0;
}

/* Whether a property is true. */
static bool says(const naive *n, sch s, const char *name)
{
    uint32_t flag = property(n, properties(n, s), name);

    return flag != 0 && at(n, flag)->number.integer != 0;
}

/* The name of a schema's head: "int" for :int and [:int]. */
static ptc_str head(const naive *n, sch s)
{
    const ptc_form *form = at(n, s.form);
    ptc_str name = is_collection(form) ? at(n, form->child)->text : form->text;
    uint32_t type = property(n, properties(n, s), "ptc/type");

    return type == 0 ? name : at(n, type)->text;
}

static bool is(const naive *n, sch s, const char *name)
{
    return ptc_str_equal(head(n, s), ptc_str_of(name));
}

/* The first child after head and properties. */
static uint32_t first_child(const naive *n, sch s)
{
    const ptc_form *form = at(n, s.form);
    uint32_t after;

    if (!is_collection(form))
        return 0;
    after = properties(n, s);
    if (after == 0 && is(n, s, "enum"))
        after = form->child;
    return at(n, after != 0 ? after : form->child)->next;
}

static size_t child_count(const naive *n, sch s)
{
    size_t count = 0;

    for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next)
        count++;
    return count;
}

static ptc_value literal(naive *n, uint32_t form)
{
    ptc_value value = ptc_value_nil();
    ptc_diags diags;

    ptc_diags_init(&diags, n->arena);
    if (ptc_form_to_value(n->forms, form, &value, &diags) != PTC_OK)
        n->is_lost = true;
    return value;
}

/* Entries of :map, :multi, :orn, :catn: [name T] or [name {..} T]; `name T` as is. */
typedef struct entry {
    uint32_t name;
    uint32_t properties;
    sch type;
} entry;

static entry entry_of(const naive *n, uint32_t form, const scope *names)
{
    entry e = {at(n, form)->child, 0, {0, names}};

    if (!is_collection(at(n, form))) { /* a bare key of :map: [:map :a] */
        e.name = form;
        return e;
    }
    e.type.form = at(n, e.name)->next;
    if (at(n, form)->count == 3) {
        e.properties = e.type.form;
        e.type.form = at(n, e.properties)->next;
    }
    return e;
}

/* --- Names ------------------------------------------------------------------------- */

static bool same_name(const naive *n, uint32_t a, uint32_t b)
{
    return at(n, a)->kind == at(n, b)->kind &&
           ptc_str_equal(at(n, a)->text, at(n, b)->text);
}

/* Without `[:schema ...]` around it; the names of its registries can be seen from then
 * on.
 */
static sch unwrap(naive *n, sch s)
{
    while (true) {
        uint32_t registry = property(n, properties(n, s), "registry");

        if (registry != 0) {
            scope *inner = ptc_arena_alloc(n->arena, sizeof *inner);

            inner->registry = registry;
            inner->outer = s.names;
            s.names = inner;
        }
        if (!is_collection(at(n, s.form)) || !is(n, s, "schema"))
            return s;
        s.form = first_child(n, s);
    }
}

/* Follows references and [:schema ..] to a schema that says something itself. */
static sch settle(naive *n, sch s)
{
    for (int i = 0; i < 10000; i++) {
        const ptc_form *form;
        uint32_t name;

        s = unwrap(n, s);
        form = at(n, s.form);
        name = s.form;
        if (is_collection(form)) {
            if (!is(n, s, "ref"))
                return s;
            name = first_child(n, s);
        }
        const scope *where = s.names;
        uint32_t found = 0;

        for (; where != NULL && found == 0; where = found ? where : where->outer) {
            uint32_t key = at(n, where->registry)->child;

            while (key != 0 && found == 0) {
                uint32_t value = at(n, key)->next;

                if (same_name(n, key, name))
                    found = value;
                key = at(n, value)->next;
            }
            if (found != 0)
                break;
        }
        if (found == 0)
            return s;
        s.form = found;
        s.names = where;
    }
    n->is_lost = true;
    return s;
}

/* --- Paths and issues -------------------------------------------------------------- */

static const char *format(naive *n, const char *template, const char *a, const char *b)
{
    size_t size = strlen(template) + strlen(a) + strlen(b) + 1;
    char *text = ptc_arena_alloc(n->arena, size);

    snprintf(text, size, template, a, b);
    return text;
}

static const char *below_index(naive *n, const char *path, size_t index)
{
    char digits[32];

    snprintf(digits, sizeof digits, "[%zu]", index);
    return format(n, "%s%s", path, digits);
}

static bool is_secret(ptc_value key)
{
    ptc_str name = key.kind == PTC_STRING || key.kind == PTC_KEYWORD
                       ? ptc_value_text(&key)
                       : ptc_str_make(NULL, 0);

    return name.len > 0 && name.ptr[0] == '_';
}

/* A key as EDN, without what maps in it have at names with `_`. [signature 10] */
static void show_key(ptc_text *text, ptc_value v)
{
    if (v.kind == PTC_MAP) {
        ptc_text_byte(text, '{');
        for (uint32_t i = 0; i < v.aux; i++) {
            ptc_text_cstr(text, i > 0 ? " " : "");
            show_key(text, v.as.map->entries[i].key);
            ptc_text_byte(text, ' ');
            if (is_secret(v.as.map->entries[i].key))
                ptc_text_cstr(text, "<Firewalled>");
            else
                show_key(text, v.as.map->entries[i].value);
        }
        ptc_text_byte(text, '}');
    } else if (v.kind == PTC_VECTOR || v.kind == PTC_SET) {
        ptc_text_cstr(text, v.kind == PTC_VECTOR ? "[" : "#{");
        for (uint32_t i = 0; i < v.aux; i++) {
            ptc_text_cstr(text, i > 0 ? " " : "");
            show_key(text, v.as.items[i]);
        }
        ptc_text_byte(text, v.kind == PTC_VECTOR ? ']' : '}');
    } else {
        ptc_value_write(text, &v);
    }
}

/* In paths, after a name with `_`: below it keys that no field has are data. */
static const char hides_below[] = "\1";

static const char *below_key(naive *n, const char *path, ptc_value key, bool is_field)
{
    ptc_text text;
    ptc_str name;
    bool is_plain;

    ptc_text_init(&text, n->arena);
    if (!is_field && !n->is_call && strstr(path, hides_below) != NULL)
        return format(n, "%s%s", path, ".<Firewalled>");
    if (key.kind != PTC_STRING && key.kind != PTC_KEYWORD) {
        if (n->is_call)
            ptc_value_write(&text, &key);
        else
            show_key(&text, key);
        name = ptc_text_view(&text);
        ptc_text_init(&text, n->arena);
    } else {
        name = ptc_value_text(&key);
    }
    is_plain =
        name.len > 0 && (isalpha((unsigned char)name.ptr[0]) || name.ptr[0] == '_');
    for (size_t i = 0; i < name.len; i++)
        is_plain = is_plain && (isalnum((unsigned char)name.ptr[i]) ||
                                name.ptr[i] == '_' || name.ptr[i] == '-');
    if (!is_plain) {
        ptc_text_byte(&text, '[');
        ptc_json_write_string(&text, name);
        ptc_text_byte(&text, ']');
    } else {
        ptc_text_cstr(&text, path[0] != '\0' ? "." : "");
        ptc_text_str(&text, name);
    }
    ptc_text_cstr(&text, is_secret(key) ? hides_below : "");
    return format(n, "%s%s", path, ptc_text_view(&text).ptr);
}

static void issue(naive *n, naive_issue **list, const char *path, const char *code)
{
    naive_issue *one = ptc_arena_alloc(n->arena, sizeof *one);
    char *shown = ptc_arena_alloc(n->arena, strlen(path) + 1);
    size_t len = 0;

    for (const char *at = path; *at != '\0'; at++) {
        if (*at != hides_below[0])
            shown[len++] = *at;
    }
    shown[len] = '\0';
    one->path = len > 0 ? shown : "(root)";
    one->code = code;
    one->next = *list;
    *list = one;
}

static ptc_value fault(naive *n, const char *path, const char *code, ptc_value v)
{
    issue(n, &n->errors, path, code);
    return v;
}

static void warn_as(naive *n, const char *path, const char *code)
{
    issue(n, &n->warnings, path, code);
    n->warning_count++;
}

static void warn(naive *n, const char *path)
{
    warn_as(n, path, "coerced");
}

/* Tries in silence: what `make` would find and make. */
static bool tries(naive *n, sch s, ptc_value v, bool converts, naive *trial,
                  ptc_value *made)
{
    *trial = *n;
    trial->errors = NULL;
    trial->warnings = NULL;
    trial->warning_count = 0;
    trial->converts = converts;
    trial->judges = n->judges || !converts;
    *made = make(trial, s, v, "");
    n->is_lost = trial->is_lost;
    return trial->errors == NULL;
}

static bool fits(naive *n, sch s, ptc_value v)
{
    naive trial;
    ptc_value unused;

    return tries(n, s, v, false, &trial, &unused);
}

/* --- §3 and §4: scalars ------------------------------------------------------------ */

static bool is_number(ptc_value v)
{
    return v.kind == PTC_INT || v.kind == PTC_FLOAT;
}

/* Whether a number is an int64. */
static bool is_whole(ptc_value v)
{
    return v.kind == PTC_INT ||
           (v.kind == PTC_FLOAT && v.as.number >= -0x1p63 && v.as.number < 0x1p63 &&
            (double)(int64_t)v.as.number == v.as.number);
}

/* int64 and double are both exact in an x87 or quad long double. */
static long double wide(ptc_value v)
{
    return v.kind == PTC_INT ? (long double)v.as.integer : (long double)v.as.number;
}

static bool is_big(ptc_value v)
{
    return v.kind == PTC_OPAQUE && (v.flags & PTC_FLAG_NUMBER) != 0;
}

static char *text_of(naive *n, ptc_value v)
{
    return ptc_arena_copy(n->arena, v.as.text, v.aux);
}

/* What is compared with bounds: an integer outside int64 counts as its nearest double. */
static bool measure(naive *n, ptc_value v, long double *out)
{
    if (is_big(v))
        *out = (long double)strtod(text_of(n, v), NULL);
    else if (is_number(v))
        *out = wide(v);
    return is_big(v) || is_number(v);
}

/* 1 converted, 0 not a number, -1 out of range */
static int to_int(naive *n, ptc_value v, ptc_value *out)
{
    char *text = text_of(n, v);
    size_t sign = text[0] == '+' || text[0] == '-';
    __int128 sum = 0;

    if (strlen(text) != v.aux || text[sign] == '\0')
        return 0;
    for (char *p = text + sign; *p; p++) {
        if (!isdigit((unsigned char)*p))
            return 0;
    }
    for (char *p = text + sign; *p && sum < ((__int128)1 << 100); p++)
        sum = sum * 10 + (*p - '0');
    if (text[0] == '-')
        sum = -sum;
    if (sum < INT64_MIN || sum > INT64_MAX)
        return -1;
    *out = ptc_value_int((int64_t)sum);
    return 1;
}

static int to_float(naive *n, ptc_value v, ptc_value *out)
{
    char *text = text_of(n, v);
    char *end = text + v.aux;
    char *p;
    int digits = 0;
    int fraction = 0;
    double number;

    if (strlen(text) != v.aux)
        return 0;
    while (isspace((unsigned char)*text))
        text++;
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    p = text;
    p += *p == '+' || *p == '-';
    for (; isdigit((unsigned char)*p); p++)
        digits++;
    if (digits == 0)
        return 0;
    if (*p == '.') {
        for (p++; isdigit((unsigned char)*p); p++)
            fraction++;
        if (fraction == 0 && *p != '\0')
            return 0;
    }
    if (*p == 'e' || *p == 'E') {
        p++;
        p += *p == '+' || *p == '-';
        if (!isdigit((unsigned char)*p))
            return 0;
        while (isdigit((unsigned char)*p))
            p++;
    }
    if (*p != '\0')
        return 0;
    number = strtod(text, NULL);
    if (isinf(number))
        return -1;
    *out = ptc_value_float(number);
    return 1;
}

/* Days from 1970-01-01, proleptic Gregorian, by counting years and months. */
static long days_of(int y, int m, int d)
{
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    long past = y - 1;
    long days = past * 365 + (y > 0 ? past / 4 - past / 100 + past / 400 : 0);

    if (y <= 0)
        days = -366 * (long)(1 - y);
    days += before[m - 1] + d - 1;
    if (m > 2 && ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0))
        days++;
    return days;
}

/* 0: none, 1: UTC, 2: offset, 3: loose, 4: no offset, -1: UTC leaves the years that are
 * spelled. `out` is the moment in UTC. */
static int to_datetime(naive *n, ptc_value v, ptc_value *out)
{
    static const int month_days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    char *text = text_of(n, v);
    int y, mo, d, h, mi, s, oh = 0, om = 0, used = 0, digits = 0;
    bool loose = false;
    char sign = '+';
    char *p;
    long minutes;
    char buffer[64];

    if (v.aux < 19 || strlen(text) != v.aux)
        return 0;
    for (int i = 0; i < 19; i++) {
        bool is_mark = i == 4 || i == 7 || i == 10 || i == 13 || i == 16;

        if (!is_mark && !isdigit((unsigned char)text[i]))
            return 0;
    }
    if (text[10] != 'T' && text[10] != 't' && text[10] != ' ')
        return 0;
    loose = text[10] != 'T';
    text[10] = 'T';
    if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d%n", &y, &mo, &d, &h, &mi, &s, &used) != 6 ||
        used != 19 || mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 59)
        return 0;
    if (d >
        month_days[mo - 1] + (mo == 2 && ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0)))
        return 0;
    p = text + 19;
    if (*p == '.') {
        for (p++; isdigit((unsigned char)*p); p++)
            digits++;
        if (digits < 1 || digits > 9)
            return 0;
    }
    if (*p == '\0')
        return 4;
    if (*p == 'Z' || *p == 'z') {
        loose = loose || *p == 'z';
        if (p[1] != '\0')
            return 0;
    } else {
        size_t left = strlen(p);

        sign = *p;
        if ((sign != '+' && sign != '-') || (left != 3 && left != 5 && left != 6))
            return 0;
        for (size_t i = 1; i < left; i++) {
            if (left == 6 && i == 3 ? p[i] != ':' : !isdigit((unsigned char)p[i]))
                return 0;
        }
        oh = (p[1] - '0') * 10 + p[2] - '0';
        om = left == 3 ? 0 : (p[left - 2] - '0') * 10 + p[left - 1] - '0';
        loose = loose || left != 6;
        if (oh > 23 || om > 59)
            return 0;
    }
    minutes =
        (days_of(y, mo, d) * 24 + h) * 60 + mi - (sign == '-' ? -1 : 1) * (oh * 60 + om);
    if (minutes < days_of(0, 1, 1) * 24 * 60 ||
        minutes > days_of(10000, 1, 1) * 24 * 60 - 1)
        return loose || oh || om ? -1 : 0;
    for (y = 9999; days_of(y, 1, 1) * 1440 > minutes; y--)
        continue;
    for (mo = 12; days_of(y, mo, 1) * 1440 > minutes; mo--)
        continue;
    minutes -= days_of(y, mo, 1) * 1440;
    snprintf(buffer, sizeof buffer, "%04d-%02d-%02dT%02d:%02d:%02d%.*sZ", y, mo,
             (int)(minutes / 1440) + 1, (int)(minutes / 60 % 24), (int)(minutes % 60), s,
             digits ? digits + 1 : 0, text + 19);
    *out = ptc_value_string(ptc_str_copy(n->arena, ptc_str_of(buffer)));
    return loose ? 3 : oh || om ? 2 : 1;
}

static bool is_date(naive *n, ptc_value v)
{
    char text[32];
    ptc_value made;

    if (v.kind != PTC_STRING || v.aux != 10)
        return false;
    snprintf(text, sizeof text, "%.10sT00:00:00Z", v.as.text);
    return to_datetime(n, ptc_value_string(ptc_str_of(text)), &made) == 1;
}

/* 0.DIGITS * 10^point, of digits that neither begin nor end with 0. */
typedef struct decimal {
    char *digits;
    long point;
    bool is_negative;
} decimal;

/* 1: a decimal, 0: none, -1: its exponent is out of range. */
static int read_decimal(naive *n, ptc_value v, decimal *out)
{
    char *text = text_of(n, v);
    char *digits = ptc_arena_alloc(n->arena, v.aux + 1);
    size_t count = 0;
    size_t end;
    long exponent = 0;
    bool is_down;

    *out = (decimal){digits, 0, text[0] == '-'};
    if (strlen(text) != v.aux)
        return 0;
    text += text[0] == '-' || text[0] == '+';
    end = strspn(text, "0123456789");
    if (end == 0)
        return 0;
    for (; isdigit((unsigned char)*text); out->point++)
        digits[count++] = *text++;
    if (*text == '.') {
        if (!isdigit((unsigned char)*++text))
            return 0;
        while (isdigit((unsigned char)*text))
            digits[count++] = *text++;
    }
    if (*text == 'e' || *text == 'E') {
        is_down = *++text == '-';
        text += *text == '-' || *text == '+';
        if (!isdigit((unsigned char)*text))
            return 0;
        for (; isdigit((unsigned char)*text); text++)
            exponent = exponent > 99999 ? exponent : exponent * 10 + *text - '0';
        if (*text == '\0' && exponent > 99999)
            return -1;
        out->point += is_down ? -exponent : exponent;
    }
    if (*text != '\0')
        return 0;
    while (count > 0 && digits[count - 1] == '0')
        count--;
    digits[count] = '\0';
    for (; *out->digits == '0'; out->digits++)
        out->point--;
    return 1;
}

static int compare_decimals(const decimal *a, const decimal *b)
{
    int sign_a = *a->digits == '\0' ? 0 : a->is_negative ? -1 : 1;
    int sign_b = *b->digits == '\0' ? 0 : b->is_negative ? -1 : 1;

    if (sign_a != sign_b || sign_a == 0)
        return (sign_a > sign_b) - (sign_a < sign_b);
    if (a->point != b->point)
        return a->point > b->point ? sign_a : -sign_a;
    return strcmp(a->digits, b->digits) > 0   ? sign_a
           : strcmp(a->digits, b->digits) < 0 ? -sign_a
                                              : 0;
}

/* An int, or a float by the shortest digits that read back as it; the latter plainly from
 * 1e-6 up to 1e21. */
static ptc_value decimal_text(naive *n, ptc_value number)
{
    char digits[40];
    char text[80];
    char *exponent;
    long point;
    size_t count;
    bool is_negative = number.kind == PTC_FLOAT && signbit(number.as.number);

    if (number.kind == PTC_INT) {
        snprintf(text, sizeof text, "%lld", (long long)number.as.integer);
        return ptc_value_string(ptc_str_copy(n->arena, ptc_str_of(text)));
    }
    for (int i = 0; i < 18; i++) {
        snprintf(digits, sizeof digits, "%.*e", i, fabs(number.as.number));
        if (strtod(digits, NULL) != fabs(number.as.number))
            continue;
        if (i == 0) /* one digit, or the two that are nearest: 4.9e-324 */
            snprintf(digits, sizeof digits, "%.1e", fabs(number.as.number));
        if (digits[2] == '0' && digits[3] == 'e')
            memmove(digits + 1, digits + 3, strlen(digits + 2));
        break;
    }
    exponent = strchr(digits, 'e');
    point = strtol(exponent + 1, NULL, 10) + 1;
    *exponent = '\0';
    if (digits[1] == '.')
        memmove(digits + 1, digits + 2, strlen(digits + 1));
    count = strlen(digits);
    if (number.as.number == 0)
        snprintf(text, sizeof text, "0.0");
    else if (point <= -6 || point > 21)
        snprintf(text, sizeof text, "%c%s%se%ld", digits[0], count > 1 ? "." : "",
                 digits + 1, point - 1);
    else if (point <= 0)
        snprintf(text, sizeof text, "0.%.*s%s", (int)-point, "000000", digits);
    else if ((long)count <= point)
        snprintf(text, sizeof text, "%s%.*s.0", digits, (int)(point - (long)count),
                 "000000000000000000000");
    else
        snprintf(text, sizeof text, "%.*s.%s", (int)point, digits, digits + point);
    return ptc_value_string(ptc_str_copy(
        n->arena, ptc_str_of(format(n, "%s%s", is_negative ? "-" : "", text))));
}

/* 1, 0 or -1 as of to_int. */
static int to_decimal(naive *n, ptc_value v, ptc_value *out)
{
    ptc_str text = ptc_str_make(NULL, 0);
    decimal read;

    if (v.kind == PTC_FLOAT && isfinite(v.as.number)) {
        *out = decimal_text(n, v);
        return 1;
    }
    if (v.kind != PTC_STRING)
        return 0;
    text = ptc_value_text(&v);
    while (text.len > 0 && isspace((unsigned char)text.ptr[0])) {
        text.ptr++;
        text.len--;
    }
    while (text.len > 0 && isspace((unsigned char)text.ptr[text.len - 1]))
        text.len--;
    if (text.len == v.aux)
        return 0;
    *out = ptc_value_string(text);
    return read_decimal(n, *out, &read);
}

/* --- The wider casts of Brimley: 1, or 0 for none, -1 beyond int64 ------------------ */

static ptc_value trimmed(ptc_value v)
{
    const char *blanks = " \t\n\v\f\r";

    for (; v.aux > 0 && strchr(blanks, v.as.text[0]) && v.as.text[0]; v.aux--)
        v.as.text++;
    while (v.aux > 0 && strchr(blanks, v.as.text[v.aux - 1]) && v.as.text[v.aux - 1])
        v.aux--;
    return v;
}

static int cast_int(naive *n, ptc_value v, ptc_value *out)
{
    if (v.kind == PTC_STRING)
        return to_int(n, trimmed(v), out);
    if (v.kind != PTC_FLOAT || !isfinite(v.as.number) ||
        (!is_whole(v) && v.as.number < 0x1p63 && v.as.number >= -0x1p63))
        return 0;
    *out = ptc_value_int(is_whole(v) ? (int64_t)v.as.number : 0);
    return is_whole(v) ? 1 : -1;
}

static int cast_bool(naive *n, ptc_value v, ptc_value *out)
{
    static const char *const words[] = {"false", "true", "0", "1", "no", "yes"};
    ptc_value bare = trimmed(v);

    *out = ptc_value_bool(v.kind == PTC_INT && v.as.integer == 1);
    if (v.kind == PTC_INT)
        return v.as.integer == 0 || v.as.integer == 1;
    for (int i = 0; v.kind == PTC_STRING && i < 6; i++) {
        char *text = text_of(n, bare);

        for (char *p = text; *p; p++)
            *p = (char)tolower((unsigned char)*p);
        *out = ptc_value_bool(i % 2 == 1);
        if (strlen(text) == bare.aux && strcmp(text, words[i]) == 0)
            return 1;
    }
    return 0;
}

static int cast_text(naive *n, ptc_value v, ptc_value *out)
{
    ptc_text text;

    if (v.kind != PTC_BOOL && !is_number(v) && !is_big(v))
        return 0;
    if (v.kind == PTC_FLOAT && !isfinite(v.as.number))
        return 0;
    ptc_text_init(&text, n->arena);
    ptc_json_write(&text, &v, 0);
    *out = ptc_value_string(ptc_text_view(&text));
    return 1;
}

static int cast_day(naive *n, ptc_value v, ptc_value *out)
{
    ptc_text text;

    if (v.kind != PTC_STRING || v.aux != 10)
        return 0;
    ptc_text_init(&text, n->arena);
    ptc_text_str(&text, ptc_value_text(&v));
    ptc_text_cstr(&text, "T00:00:00Z");
    *out = ptc_value_string(ptc_text_view(&text));
    v = *out;
    return to_datetime(n, v, out) == 1 ? (*out = v, 1) : 0;
}

static int cast_kind(naive *n, ptc_value like, ptc_value v, ptc_value *out)
{
    if (like.kind == PTC_BOOL)
        return cast_bool(n, v, out);
    if (like.kind == PTC_INT)
        return cast_int(n, v, out);
    if (like.kind == PTC_STRING)
        return cast_text(n, v, out);
    *out = ptc_value_float(v.kind == PTC_INT ? (double)v.as.integer : 0);
    if (like.kind == PTC_FLOAT && v.kind == PTC_STRING)
        return to_float(n, v, out);
    return like.kind == PTC_FLOAT && v.kind == PTC_INT && wide(*out) == wide(v);
}

static int cast(naive *n, sch s, ptc_value v, ptc_value *out)
{
    if (is(n, s, "int"))
        return cast_int(n, v, out);
    if (is(n, s, "boolean"))
        return cast_bool(n, v, out);
    return is(n, s, "datetime") ? cast_day(n, v, out) : cast_text(n, v, out);
}

/* Accepts or converts by kind alone; NULL when fine, else the code of the fault. */
static const char *scalar_kind(naive *n, sch s, ptc_value *v, const char *path)
{
    ptc_value made = *v;
    int got = 0;

    if (is(n, s, "string") || is(n, s, "string?") || is(n, s, "re")) {
        if (v->kind == PTC_STRING)
            return ptc_utf8_check(v->as.text, v->aux) == v->aux ? NULL : "encoding";
        if (!n->converts)
            return "type";
        if (v->kind == PTC_KEYWORD)
            made = ptc_value_string(ptc_value_text(v));
        else if (!says(n, s, "ptc/casts") || cast_text(n, *v, &made) != 1)
            return "type";
        *v = made;
        warn(n, path);
        return NULL;
    }
    if (is(n, s, "int")) {
        if (v->kind == PTC_INT)
            return NULL;
        if (v->kind == PTC_FLOAT && says(n, s, "json/integral")) {
            bool is_large = v->as.number >= 0x1p63 || v->as.number < -0x1p63;

            if (!is_whole(*v))
                return is_large && isfinite(v->as.number) ? "range" : "type";
            *v = ptc_value_int((int64_t)v->as.number);
            return NULL;
        }
        if (is_big(*v))
            return "range";
        if (n->converts && v->kind == PTC_STRING)
            got = to_int(n, *v, &made);
    } else if (is(n, s, "boolean")) {
        if (v->kind == PTC_BOOL)
            return NULL;
        if (n->converts && v->kind == PTC_STRING) {
            made = ptc_value_bool(v->aux == 4);
            got = ptc_str_equal(ptc_value_text(v), PTC_STR("true")) ||
                  ptc_str_equal(ptc_value_text(v), PTC_STR("false"));
        }
    } else if (is(n, s, "keyword")) {
        ptc_str name = v->kind == PTC_STRING ? ptc_value_text(v) : ptc_str_make("", 0);

        if (v->kind == PTC_KEYWORD || (n->is_json && ptc_keyword_is_legal(name)))
            return NULL;
        if (name.len > 0 && name.ptr[0] == ':')
            name = ptc_str_make(name.ptr + 1, name.len - 1);
        got = n->converts && v->kind == PTC_STRING && ptc_keyword_is_legal(name);
        if (got)
            made = ptc_value_keyword(name);
    } else if (is(n, s, "datetime")) {
        int form = v->kind == PTC_STRING ? to_datetime(n, *v, &made) : 0;

        if (v->kind == PTC_STRING && !n->converts) {
            made = *v;
            return form == 1 || form == 2 || (form == -1 && v->as.text[10] == 'T')
                       ? NULL
                       : "type";
        }
        if (form == 1)
            return NULL;
        got = form == 2 || form == 3 ? 1 : form == -1 ? -1 : 0;
    } else if (is(n, s, "date")) {
        return is_date(n, *v) ? NULL : "type";
    } else if (is(n, s, "decimal")) {
        decimal read;

        if (v->kind == PTC_INT || (n->is_json && is_big(*v))) {
            if (n->converts)
                *v = v->kind == PTC_INT ? decimal_text(n, *v)
                                        : ptc_value_string(ptc_value_text(v));
            return NULL;
        }
        got = v->kind == PTC_STRING ? read_decimal(n, *v, &read) : 0;
        if (got == 1)
            return NULL;
        if (got == 0 && n->converts)
            got = to_decimal(n, *v, &made);
    } else { /* double, float or number */
        bool is_double = is(n, s, "double");

        if (n->is_json && is_big(*v)) {
            char *text = text_of(n, *v);
            double number = strtod(text, NULL);
            char digits[512];

            if (isinf(number))
                return "range";
            snprintf(digits, sizeof digits, "%.0f", number);
            if (n->converts) {
                if (strcmp(digits, text) != 0)
                    warn(n, path);
                *v = ptc_value_float(number);
            }
            return NULL;
        }
        if (v->kind == PTC_FLOAT)
            return n->is_json && !isfinite(v->as.number) ? "type" : NULL;
        if (v->kind == PTC_INT) {
            if (is_double && n->converts) {
                made = ptc_value_float((double)v->as.integer);
                if (wide(made) != wide(*v))
                    warn(n, path);
                *v = made;
            }
            return NULL;
        }
        if (n->converts && v->kind == PTC_STRING) {
            if (!is_double)
                got = to_int(n, *v, &made);
            if (got != 1)
                got = to_float(n, *v, &made);
        }
    }
    if (got == 0 && n->converts && says(n, s, "ptc/casts"))
        got = cast(n, s, *v, &made);
    if (got == 0)
        return "type";
    if (got < 0)
        return "range";
    *v = made;
    warn(n, path);
    return NULL;
}

static bool is_between(naive *n, long double number, uint32_t low, uint32_t high)
{
    return (low == 0 || number >= wide(literal(n, low))) &&
           (high == 0 || number <= wide(literal(n, high)));
}

static size_t code_points(ptc_value v)
{
    size_t count = 0;

    for (uint32_t i = 0; i < v.aux; i++)
        count += ((unsigned char)v.as.text[i] & 0xC0) != 0x80;
    return count;
}

static bool matches(naive *n, uint32_t pattern, ptc_value v)
{
    ptc_dfa dfa;

    if (ptc_regex_compile(n->arena, at(n, pattern)->text, &dfa, NULL) != PTC_OK) {
        n->is_lost = true;
        return true;
    }
    return ptc_regex_search(&dfa, v.as.text, v.aux);
}

static ptc_value make_scalar(naive *n, sch s, ptc_value v, const char *path)
{
    uint32_t map = properties(n, s);
    uint32_t low = property(n, map, "min");
    uint32_t high = property(n, map, "max");
    ptc_value original = v;
    const char *code = scalar_kind(n, s, &v, path);
    long double number;

    if (code != NULL)
        return fault(n, path, code, original);
    if (is(n, s, "date") || is(n, s, "decimal"))
        return v;
    if (v.kind == PTC_STRING && !is(n, s, "datetime")) {
        if (!is_between(n, (long double)code_points(v), low, high)) {
            fault(n, path, "length", original);
            return v;
        }
        if (is(n, s, "re") && !matches(n, first_child(n, s), v))
            return fault(n, path, "pattern", v);
    } else if (measure(n, v, &number) && !is_between(n, number, low, high)) {
        return fault(n, path, "bound", v);
    }
    return v;
}

/* [:> n] and its kin after a decimal: a comparison of that. */
static void compare_decimal(naive *n, sch s, ptc_value v, const char *path)
{
    decimal a;
    decimal b;
    int order;

    if (v.kind == PTC_INT)
        v = decimal_text(n, v);
    read_decimal(n, v, &a);
    read_decimal(n, decimal_text(n, literal(n, first_child(n, s))), &b);
    order = compare_decimals(&a, &b);
    if (!(is(n, s, ">")    ? order > 0
          : is(n, s, "<")  ? order < 0
          : is(n, s, ">=") ? order >= 0
                           : order <= 0))
        fault(n, path, "bound", v);
}

/* [:> n] and its kin: a number, and the comparison. */
static ptc_value make_comparison(naive *n, sch s, ptc_value v, const char *path)
{
    ptc_value bound = literal(n, first_child(n, s));
    ptc_value original = v;
    const char *code = scalar_kind(n, s, &v, path);
    long double a;
    long double b = wide(bound);

    if (code != NULL)
        return fault(n, path, code, original);
    if (!measure(n, v, &a))
        return v;
    if (is(n, s, ">") ? a > b : is(n, s, "<") ? a < b : is(n, s, ">=") ? a >= b : a <= b)
        return v;
    return fault(n, path, "bound", v);
}

static bool is_member(const naive *n, ptc_value member, ptc_value v)
{
    if (n->is_json && member.kind == PTC_KEYWORD && v.kind == PTC_STRING)
        return ptc_str_equal(ptc_value_text(&member), ptc_value_text(&v));
    return ptc_value_same(&member, &v);
}

/* Equality of JSON, by what numbers come to as text where they are large. */
static bool same_json(naive *n, ptc_value a, ptc_value b)
{
    bool is_same = a.aux == b.aux;

    if (a.kind == PTC_VECTOR && b.kind == PTC_VECTOR) {
        for (uint32_t i = 0; is_same && i < a.aux; i++)
            is_same = same_json(n, a.as.items[i], b.as.items[i]);
        return is_same;
    }
    if (a.kind == PTC_MAP && b.kind == PTC_MAP) {
        for (uint32_t i = 0; is_same && i < a.aux; i++) {
            const ptc_map_entry *one = &a.as.map->entries[i];
            const ptc_value *other = ptc_map_find(b.as.map, &one->key);

            is_same = other != NULL && same_json(n, one->value, *other);
        }
        return is_same;
    }
    if (is_number(a) && is_number(b))
        return wide(a) == wide(b);
    if ((is_big(a) && b.kind == PTC_FLOAT) || (is_big(b) && a.kind == PTC_FLOAT)) {
        ptc_value big = is_big(a) ? a : b;
        char digits[512];

        snprintf(digits, sizeof digits, "%.0f", is_big(a) ? b.as.number : a.as.number);
        return ptc_str_equal(ptc_value_text(&big), ptc_str_of(digits));
    }
    return ptc_value_same(&a, &b);
}

static bool is_equal(naive *n, sch s, ptc_value member, ptc_value v)
{
    bool is_json = says(n, s, "json/equal") && member.kind != PTC_KEYWORD;

    return is_json ? same_json(n, member, v) : is_member(n, member, v);
}

static ptc_value make_member(naive *n, sch s, ptc_value v, const char *path)
{
    uint32_t first = first_child(n, s);
    ptc_value number;

    for (uint32_t child = first; child != 0; child = at(n, child)->next) {
        ptc_value member = literal(n, child);

        if (!is_equal(n, s, member, v))
            continue;
        if (!says(n, s, "json/equal") || ptc_value_same(&member, &v))
            return v;
        return member.kind == PTC_FLOAT && is_whole(member)
                   ? ptc_value_int((int64_t)member.as.number)
                   : member;
    }
    for (uint32_t child = first; n->converts && child != 0; child = at(n, child)->next) {
        ptc_value member = literal(n, child);
        ptc_str name = v.kind == PTC_STRING ? ptc_value_text(&v) : ptc_str_make("", 0);

        if (name.len > 0 && name.ptr[0] == ':')
            name = ptc_str_make(name.ptr + 1, name.len - 1);
        if ((member.kind == PTC_KEYWORD && v.kind == PTC_STRING &&
             ptc_keyword_is_legal(name) &&
             ptc_str_equal(name, ptc_value_text(&member))) ||
            (member.kind == PTC_STRING && v.kind == PTC_KEYWORD &&
             ptc_str_equal(ptc_value_text(&v), ptc_value_text(&member)))) {
            warn(n, path);
            return member;
        }
    }
    for (int turn = 0; n->converts && v.kind == PTC_STRING && turn < 2; turn++) {
        if ((turn == 0 ? to_int(n, v, &number) : to_float(n, v, &number)) != 1)
            continue;
        for (uint32_t child = first; child != 0; child = at(n, child)->next) {
            ptc_value member = literal(n, child);

            if (ptc_value_same(&member, &number)) {
                warn(n, path);
                return member;
            }
        }
    }
    for (uint32_t child = first; n->converts && says(n, s, "ptc/casts") && child != 0;
         child = at(n, child)->next) {
        ptc_value member = literal(n, child);

        if (cast_kind(n, member, v, &number) == 1 && ptc_value_same(&member, &number)) {
            warn(n, path);
            return member;
        }
    }
    return fault(n, path, is(n, s, "enum") ? "enum" : "const", v);
}

/* --- Lists, sets, tuples ----------------------------------------------------------- */

/* The vector or sequence v with other items. */
static ptc_value with_items(ptc_value v, const ptc_value *items)
{
    ptc_value out = ptc_value_vector(items, v.aux);

    if (v.kind == PTC_VECTOR)
        out.flags = v.flags;
    return out;
}

static bool size_is_right(naive *n, sch s, size_t count)
{
    uint32_t map = properties(n, s);

    return is_between(n, (long double)count, property(n, map, "min"),
                      property(n, map, "max"));
}

/* Elements that have to be distinct as JSON: once they are coerced, or as they came where
 * nothing is coerced, some are refused, or the list validates. */
static void check_distinct(naive *n, sch s, const ptc_value *items, ptc_value v,
                           const char *path, bool is_refused)
{
    if (!says(n, s, "json/distinct"))
        return;
    if (!n->converts || is_refused || fits(n, s, v))
        items = v.as.items;
    for (uint32_t i = 1; i < v.aux; i++) {
        uint32_t j = 0;

        while (j < i && !same_json(n, items[j], items[i]))
            j++;
        if (j < i)
            fault(n, below_index(n, path, i), "duplicate", v);
    }
}

static ptc_value make_list(naive *n, sch s, ptc_value v, const char *path)
{
    bool from_set = n->converts && v.kind == PTC_SET;
    sch item = {first_child(n, s), s.names};
    naive_issue *before = n->errors;
    ptc_value *items;

    if (v.kind != PTC_VECTOR && !from_set)
        return fault(n, path, "type", v);
    if (!size_is_right(n, s, v.aux))
        fault(n, path, "size", v);
    items = ptc_arena_array(n->arena, v.aux, sizeof *items);
    for (uint32_t i = 0; i < v.aux; i++)
        items[i] = make(n, item, v.as.items[i], below_index(n, path, i));
    if (from_set)
        warn(n, path);
    check_distinct(n, s, items, v, path, n->errors != before);
    return with_items(v, items);
}

static ptc_value make_set(naive *n, sch s, ptc_value v, const char *path)
{
    bool is_list = v.kind == PTC_VECTOR;
    sch item = {first_child(n, s), s.names};
    naive_issue *before = n->errors;
    uint32_t kept = 0;
    ptc_value *items;

    if (v.kind != PTC_SET && !(is_list && (n->converts || n->is_json)))
        return fault(n, path, "type", v);
    if (!n->converts && !size_is_right(n, s, v.aux))
        fault(n, path, "size", v);
    items = ptc_arena_array(n->arena, v.aux, sizeof *items);
    for (uint32_t i = 0; i < v.aux; i++)
        items[i] = make(n, item, v.as.items[i], below_index(n, path, i));
    if (n->converts && n->errors != before)
        return v;
    for (uint32_t i = 0; i < v.aux; i++) {
        uint32_t j = 0;
        bool merges = n->converts || !is_list;
        const ptc_value *these = merges ? items : v.as.items;
        uint32_t bound = merges ? kept : i;

        while (j < bound && !ptc_value_same(&these[j], &these[i]))
            j++;
        if (j == bound)
            items[kept++] = items[i];
        else if (!n->converts && is_list)
            fault(n, below_index(n, path, i), "duplicate", v);
    }
    if (!n->converts && is_list)
        return with_items(v, items);
    if (!n->converts)
        return ptc_value_set(items, kept);
    if (is_list && (!n->is_json || kept < v.aux))
        warn(n, path);
    if (!size_is_right(n, s, kept))
        fault(n, path, "size", v);
    return ptc_value_set(items, kept);
}

static sch position(const naive *n, sch s, uint32_t child)
{
    sch type = {child, s.names};

    return is(n, s, "catn") ? entry_of(n, child, s.names).type : type;
}

static ptc_value make_tuple(naive *n, sch s, ptc_value v, const char *path)
{
    uint32_t child = first_child(n, s);
    naive_issue *before = n->errors;
    ptc_value *items;

    if (v.kind != PTC_VECTOR)
        return fault(n, path, "type", v);
    if (v.aux != child_count(n, s))
        return fault(n, path, "size", v);
    items = ptc_arena_array(n->arena, v.aux, sizeof *items);
    for (uint32_t i = 0; i < v.aux; i++, child = at(n, child)->next)
        items[i] = make(n, position(n, s, child), v.as.items[i], below_index(n, path, i));
    check_distinct(n, s, items, v, path, n->errors != before);
    return with_items(v, items);
}

/* --- §5, §6: maps ------------------------------------------------------------------ */

typedef enum nil_answer { NIL_REFUSED, NIL_UNKNOWN, NIL_ACCEPTED } nil_answer;

static nil_answer nil_without_names(naive *n, sch s);

/* One-of: by how many take it. If: by the branch, or by both when no one knows which. */
static nil_answer nil_of_choice(naive *n, sch s)
{
    nil_answer answers[128];
    size_t counts[3] = {0, 0, 0};
    size_t count = 0;

    for (uint32_t child = first_child(n, s); child != 0 && count < 128;
         child = at(n, child)->next) {
        answers[count] = nil_without_names(n, (sch){child, s.names});
        counts[answers[count++]]++;
    }
    if (is(n, s, "json/if"))
        return answers[0] == NIL_ACCEPTED  ? answers[1]
               : answers[0] == NIL_REFUSED ? answers[2]
               : answers[1] == answers[2]  ? answers[1]
                                           : NIL_UNKNOWN;
    if (counts[NIL_ACCEPTED] > 1)
        return NIL_REFUSED;
    if (counts[NIL_UNKNOWN] > 0)
        return NIL_UNKNOWN;
    return counts[NIL_ACCEPTED] == 1 ? NIL_ACCEPTED : NIL_REFUSED;
}

/* Whether nil passes, as far as that shows without looking a name up. */
static nil_answer nil_without_names(naive *n, sch s)
{
    bool is_or;
    nil_answer answer;

    s = unwrap(n, s);
    if (settle(n, s).form != s.form)
        return NIL_UNKNOWN;
    if (is(n, s, "not"))
        return (nil_answer)(NIL_ACCEPTED -
                            nil_without_names(n, (sch){first_child(n, s), s.names}));
    if (is(n, s, "json/one-of") || is(n, s, "json/if"))
        return nil_of_choice(n, s);
    is_or = is(n, s, "or") || is(n, s, "orn");
    if (!is_or && !is(n, s, "and"))
        return fits(n, s, ptc_value_nil()) ? NIL_ACCEPTED : NIL_REFUSED;
    answer = is_or ? NIL_REFUSED : NIL_ACCEPTED;
    for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
        sch part =
            is(n, s, "orn") ? entry_of(n, child, s.names).type : (sch){child, s.names};
        nil_answer of_part = nil_without_names(n, part);

        if (is_or ? of_part > answer : of_part < answer)
            answer = of_part;
    }
    return answer;
}

/* Whether a type says that nil is one of its values, so that a field of it is optional.
 */
static bool says_nil(naive *n, sch s)
{
    s = settle(n, s);
    if (is(n, s, "maybe"))
        return true;
    if (is(n, s, "enum")) {
        for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
            if (at(n, child)->kind == PTC_FORM_NIL)
                return true;
        }
    }
    if (is(n, s, "or") || is(n, s, "orn")) {
        for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
            sch part = {child, s.names};

            if (is(n, s, "orn"))
                part = entry_of(n, child, s.names).type;
            part = settle(n, part);
            if (is(n, part, "nil") || is(n, part, "nil?") || says_nil(n, part))
                return true;
        }
    }
    if (is(n, s, "and") && nil_without_names(n, s) == NIL_ACCEPTED) {
        for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
            sch part = {child, s.names};

            if (says_nil(n, part))
                return true;
        }
    }
    return false;
}

static bool folds_equal(ptc_str a, ptc_str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++) {
        char x = a.ptr[i] == '-' ? '_' : a.ptr[i];
        char y = b.ptr[i] == '-' ? '_' : b.ptr[i];

        if (x != y)
            return false;
    }
    return true;
}

/* Keyword as written, string as written, keyword folded, string folded. */
static const ptc_map_entry *find_field(const ptc_map *map, ptc_str name)
{
    for (int rule = 0; rule < 4; rule++) {
        for (uint32_t i = 0; i < map->count; i++) {
            const ptc_value *key = &map->entries[i].key;
            ptc_str text;

            if (key->kind != (rule % 2 == 0 ? PTC_KEYWORD : PTC_STRING))
                continue;
            text = ptc_value_text(key);
            if (rule < 2 ? ptc_str_equal(text, name) : folds_equal(text, name))
                return &map->entries[i];
        }
    }
    return NULL;
}

typedef struct building {
    ptc_map_entry *entries;
    size_t count;
} building;

static bool has_key(const building *b, ptc_value key)
{
    for (size_t i = 0; i < b->count; i++) {
        if (ptc_value_same(&b->entries[i].key, &key))
            return true;
    }
    return false;
}

static void put(building *b, ptc_value key, ptc_value value)
{
    b->entries[b->count].key = key;
    b->entries[b->count++].value = value;
}

static ptc_value folded(naive *n, ptc_value key)
{
    char *text;

    if (key.kind != PTC_STRING && key.kind != PTC_KEYWORD)
        return key;
    text = text_of(n, key);
    for (uint32_t i = 0; i < key.aux; i++)
        text[i] = text[i] == '-' ? '_' : text[i];
    key.as.text = text;
    return key;
}

static bool has_entry(const ptc_map *map, ptc_value key)
{
    for (uint32_t i = 0; i < map->count; i++) {
        if (ptc_value_same(&map->entries[i].key, &key))
            return true;
    }
    return false;
}

/* 0 no field, 1 a field's value, 2 a second spelling of a field, 3 the very key that the
 * field has in the result */
static int what_key(naive *n, sch s, const ptc_map *map, const ptc_map_entry *e)
{
    if (e->key.kind != PTC_STRING && e->key.kind != PTC_KEYWORD)
        return 0;
    for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
        ptc_str name = at(n, entry_of(n, child, s.names).name)->text;

        if (!folds_equal(name, ptc_value_text(&e->key)))
            continue;
        if (find_field(map, name) == e)
            return 1;
        return e->key.kind == PTC_STRING && ptc_str_equal(name, ptc_value_text(&e->key))
                   ? 3
                   : 2;
    }
    return 0;
}

static void put_extras(naive *n, sch s, const ptc_map *map, building *b)
{
    building plain = {
        ptc_arena_array(n->arena, b->count + map->count, sizeof *b->entries), b->count};
    bool met = false;

    memcpy(plain.entries, b->entries, b->count * sizeof *b->entries);
    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *e = &map->entries[i];
        int what = what_key(n, s, map, e);
        ptc_value key = folded(n, e->key);

        if (what == 1 || what == 3)
            continue;
        if (what == 2 || has_entry(map, key))
            key = e->key;
        met = met || has_key(b, key);
        put(b, key, e->value);
        put(&plain, e->key, e->value);
    }
    if (met)
        *b = plain;
}

static ptc_value finish_map(naive *n, const building *b, ptc_value otherwise)
{
    ptc_value out;

    return ptc_map_make(n->arena, b->entries, b->count, &out, NULL) == PTC_OK ? out
                                                                              : otherwise;
}

static bool has_flag(naive *n, entry e, const char *name, bool is_set)
{
    uint32_t flag = property(n, e.properties, name);

    return flag != 0 && (at(n, flag)->number.integer != 0) == is_set;
}

static bool may_be_absent(naive *n, entry e)
{
    return !has_flag(n, e, "json/required", true) &&
           (property(n, e.properties, "default") != 0 ||
            has_flag(n, e, "optional", true) ||
            (e.type.form != 0 && says_nil(n, e.type)));
}

/* Whether nil stands for no value, in a field that may be absent and refuses nil. */
static bool refuses_nil(naive *n, entry e, const ptc_map_entry *found)
{
    return found != NULL && found->value.kind == PTC_NIL &&
           has_flag(n, e, "json/null", false) && !fits(n, e.type, found->value);
}

static void make_field(naive *n, entry e, const ptc_map *map, building *b,
                       const char *path)
{
    ptc_str name = at(n, e.name)->text;
    ptc_value key = ptc_value_string(name);
    const ptc_map_entry *found = find_field(map, name);
    uint32_t fallback = property(n, e.properties, "default");
    bool is_optional = may_be_absent(n, e);
    ptc_value v = found != NULL ? found->value : ptc_value_nil();

    path = below_key(n, path, key, true);
    if (has_flag(n, e, "json/firewalled", false) && is_secret(key))
        path = ptc_str_copy(n->arena, ptc_str_make(path, strlen(path) - 1)).ptr;
    if (refuses_nil(n, e, found)) {
        if (!n->converts) {
            put(b, key, make(n, e.type, v, path));
            return;
        }
        warn(n, path);
        found = NULL;
    }
    if (v.kind == PTC_NIL && fallback != 0 && !n->leaves_absent)
        put(b, key, literal(n, fallback));
    else if (found == NULL && !is_optional)
        fault(n, path, "missing", v);
    else if (found != NULL && v.kind == PTC_NIL && is_optional)
        put(b, key, v);
    else if (found != NULL)
        put(b, key, e.type.form != 0 ? make(n, e.type, v, path) : v);
}

/* A name in lower case, without `-` and `_`. */
static size_t squeeze(ptc_str name, char *out)
{
    size_t len = 0;

    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] != '-' && name.ptr[i] != '_')
            out[len++] = name.ptr[i] >= 'A' && name.ptr[i] <= 'Z'
                             ? (char)(name.ptr[i] + ('a' - 'A'))
                             : name.ptr[i];
    }
    return len;
}

/* Whether at most this many insertions, deletions, replacements and swaps of neighbours
 * make one of the other. */
static bool is_within(const char *a, size_t m, const char *b, size_t n, unsigned most)
{
    if (m > 0 && n > 0 && a[0] == b[0])
        return is_within(a + 1, m - 1, b + 1, n - 1, most);
    if (most == 0)
        return m == 0 && n == 0;
    return (m == 0 && n == 0) || (m > 0 && is_within(a + 1, m - 1, b, n, most - 1)) ||
           (n > 0 && is_within(a, m, b + 1, n - 1, most - 1)) ||
           (m > 0 && n > 0 && is_within(a + 1, m - 1, b + 1, n - 1, most - 1)) ||
           (m > 1 && n > 1 && a[0] == b[1] && a[1] == b[0] &&
            is_within(a + 2, m - 2, b + 2, n - 2, most - 1));
}

static bool is_near(ptc_str key, ptc_str name)
{
    size_t longer = key.len > name.len ? key.len : name.len;
    unsigned most = longer < 6 ? 1 : 2;
    char a[64];
    char b[64];
    size_t m;
    size_t n;

    if (key.len < 5 || name.len < 5 || longer > 64)
        return false;
    m = squeeze(key, a);
    n = squeeze(name, b);
    return m > 0 && n > 0 && is_within(a, m, b, n, most);
}

/* Keys that no field takes, but that look like an optional one that is absent. */
static void warn_of_keys(naive *n, sch s, const ptc_map *map, const char *path)
{
    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *e = &map->entries[i];
        bool is_near_one = false;

        if ((e->key.kind != PTC_STRING && e->key.kind != PTC_KEYWORD) ||
            what_key(n, s, map, e) != 0)
            continue;
        for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
            entry one = entry_of(n, child, s.names);
            ptc_str name = at(n, one.name)->text;

            is_near_one =
                is_near_one || (may_be_absent(n, one) && find_field(map, name) == NULL &&
                                is_near(ptc_value_text(&e->key), name));
        }
        if (is_near_one)
            warn_as(n, below_key(n, path, e->key, false), "unknown");
    }
}

/* Keys that no field takes are left out where casts are wide. [brimley 4] */
static void warn_left_out(naive *n, sch s, const ptc_map *map, const char *path)
{
    for (uint32_t i = 0; i < map->count; i++) {
        if (what_key(n, s, map, &map->entries[i]) == 0)
            warn_as(n, below_key(n, path, map->entries[i].key, false), "unknown");
    }
}

static ptc_value make_map(naive *n, sch s, ptc_value v, const char *path)
{
    uint32_t closed = property(n, properties(n, s), "closed");
    bool is_closed = n->is_strict || (closed != 0 && at(n, closed)->number.integer != 0);
    bool leaves_out = n->converts && says(n, s, "ptc/casts");
    const ptc_map *map;
    building b = {NULL, 0};

    if (v.kind != PTC_MAP)
        return fault(n, path, "type", v);
    map = v.as.map;
    b.entries =
        ptc_arena_array(n->arena, map->count + child_count(n, s), sizeof *b.entries);
    for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next)
        make_field(n, entry_of(n, child, s.names), map, &b, path);
    for (uint32_t i = 0; is_closed && i < map->count; i++) {
        if (what_key(n, s, map, &map->entries[i]) != 1)
            fault(n, below_key(n, path, map->entries[i].key, false), "extra", v);
    }
    if (child_count(n, s) == 0 && !leaves_out)
        return v;
    if (n->warns_of_keys && !is_closed)
        warn_of_keys(n, s, map, path);
    if (leaves_out)
        warn_left_out(n, s, map, path);
    else
        put_extras(n, s, map, &b);
    return finish_map(n, &b, v);
}

static bool key_fits(naive *n, sch s, ptc_value key, ptc_value *as_int)
{
    char canonical[32];

    *as_int = key;
    if (fits(n, s, key))
        return true;
    if (!n->is_json || key.kind != PTC_STRING || to_int(n, key, as_int) != 1)
        return false;
    snprintf(canonical, sizeof canonical, "%lld", (long long)as_int->as.integer);
    return ptc_str_equal(ptc_value_text(&key), ptc_str_of(canonical)) &&
           fits(n, s, *as_int);
}

static ptc_value make_map_of(naive *n, sch s, ptc_value v, const char *path)
{
    sch key_type = {first_child(n, s), s.names};
    sch value_type = key_type;
    building b = {NULL, 0};
    building source = {NULL, 0};
    bool met = false;
    ptc_value out;

    if (v.kind != PTC_MAP)
        return fault(n, path, "type", v);
    value_type.form = at(n, key_type.form)->next;
    if (!size_is_right(n, s, v.aux))
        fault(n, path, "size", v);
    b.entries = ptc_arena_array(n->arena, v.aux, sizeof *b.entries);
    source = b;
    for (uint32_t i = 0; i < v.aux; i++) {
        const ptc_map_entry *e = &v.as.map->entries[i];
        const char *below = below_key(n, path, e->key, false);
        ptc_value key = e->key;
        ptc_value made;
        naive trial;

        if (key_fits(n, key_type, e->key, &made)) {
            if (n->converts)
                key = made;
        } else if (n->converts && tries(n, key_type, e->key, true, &trial, &made)) {
            key = made;
            if (n->is_json && key.kind == PTC_KEYWORD) /* keys of JSON are text */
                key = ptc_value_string(ptc_value_text(&key));
            for (size_t w = 0; w < trial.warning_count; w++)
                warn(n, below);
        } else {
            fault(n, below, "key", v);
        }
        if (has_key(&b, key) && !met) {
            met = true;
            issue(n, &n->errors, below, "duplicate");
        }
        put(&b, key, make(n, value_type, e->value, below));
    }
    (void)source;
    return ptc_map_make(n->arena, b.entries, b.count, &out, NULL) == PTC_OK ? out : v;
}

/* The branch for a map; its form is 0 when there is none. */
static sch branch_of(naive *n, sch s, ptc_value v)
{
    uint32_t dispatch = property(n, properties(n, s), "dispatch");
    const ptc_map_entry *found = find_field(v.as.map, at(n, dispatch)->text);
    ptc_value k = found != NULL ? found->value : ptc_value_nil();
    sch chosen = {0, s.names};
    sch fallback = {0, s.names};

    for (int turn = 0; turn < (n->converts ? 2 : 1) && chosen.form == 0; turn++) {
        for (uint32_t child = first_child(n, s); child != 0 && chosen.form == 0;
             child = at(n, child)->next) {
            entry e = entry_of(n, child, s.names);
            ptc_value branch = literal(n, e.name);
            ptc_str name =
                k.kind == PTC_STRING ? ptc_value_text(&k) : ptc_str_make("", 0);

            if (is_text(n, e.name, "malli.core/default")) {
                fallback = e.type;
                continue;
            }
            if (turn == 0 && is_member(n, branch, k))
                chosen = e.type;
            if (name.len > 0 && name.ptr[0] == ':')
                name = ptc_str_make(name.ptr + 1, name.len - 1);
            if (turn == 1 &&
                ((branch.kind == PTC_KEYWORD && k.kind == PTC_STRING &&
                  ptc_str_equal(name, ptc_value_text(&branch))) ||
                 (branch.kind == PTC_STRING && k.kind == PTC_KEYWORD &&
                  ptc_str_equal(ptc_value_text(&k), ptc_value_text(&branch)))))
                chosen = e.type;
        }
    }
    return chosen.form != 0 ? chosen : fallback;
}

static ptc_value make_multi(naive *n, sch s, ptc_value v, const char *path)
{
    sch chosen;

    if (v.kind != PTC_MAP)
        return fault(n, path, "type", v);
    chosen = branch_of(n, s, v);
    return chosen.form != 0 ? make(n, chosen, v, path) : fault(n, path, "enum", v);
}

/* --- Combinators ------------------------------------------------------------------- */

static bool one_of(const naive *n, sch s, const char *const *names)
{
    for (; *names != NULL; names++) {
        if (is(n, s, *names))
            return true;
    }
    return false;
}

static const char *const strings[] = {"string",  "re",   "datetime",
                                      "string?", "date", NULL};
static const char *const ints[] = {"int",      "pos-int?", "nat-int?", "neg-int?",
                                   "integer?", "int?",     NULL};
static const char *const numbers[] = {
    "double", ">",       "<",      ">=",     "<=", "number?",
    "float",  "double?", "float?", "number", NULL};
static const char *const lists[] = {"vector", "sequential", "tuple", "cat",
                                    "catn",   "vector?",    NULL};
static const char *const maps[] = {"map", "map-of", "multi", "map?", NULL};

static const char *const of_lists[] = {"json/items", "json/contains", "json/other-items",
                                       NULL};
static const char *const of_maps[] = {"json/keys", "json/other-keys", NULL};

static const char *const comparisons[] = {">", "<", ">=", "<=", NULL};

static bool is_condition(const naive *n, sch s)
{
    return one_of(n, s, of_lists) || one_of(n, s, of_maps) ||
           is(n, s, "json/multiple-of");
}

static bool accepts_others(const naive *n, sch s)
{
    return says(n, s, "json/others");
}

/* Whether a condition says anything of such values. */
static bool is_about(const naive *n, sch s, ptc_value v)
{
    if (one_of(n, s, of_lists))
        return v.kind == PTC_VECTOR;
    if (one_of(n, s, of_maps))
        return v.kind == PTC_MAP;
    return is_number(v) || (n->is_json && is_big(v));
}

/* Whether a type that accepts all that it is not about is not about v. */
static bool is_of_others(const naive *n, sch s, ptc_value v)
{
    if (!says(n, s, "json/others"))
        return false;
    if (one_of(n, s, strings))
        return v.kind != PTC_STRING;
    if (one_of(n, s, ints) || one_of(n, s, numbers))
        return !is_number(v) && !is_big(v);
    if (one_of(n, s, lists))
        return v.kind != PTC_VECTOR;
    return one_of(n, s, maps) && v.kind != PTC_MAP;
}

/* Whether a type has values of the kind of v (the union rule of §8). */
static bool has_kind(naive *n, sch s, ptc_value v)
{
    s = settle(n, s);
    if (is_of_others(n, s, v))
        return true;
    if (one_of(n, s, strings))
        return v.kind == PTC_STRING;
    if (is(n, s, "decimal"))
        return v.kind == PTC_STRING || v.kind == PTC_INT || (n->is_json && is_big(v));
    if (one_of(n, s, ints))
        return v.kind == PTC_INT || is_big(v) ||
               (v.kind == PTC_FLOAT && says(n, s, "json/integral"));
    if (one_of(n, s, numbers))
        return is_number(v) || (n->is_json && is_big(v));
    if (one_of(n, s, lists))
        return v.kind == PTC_VECTOR;
    if (one_of(n, s, maps))
        return v.kind == PTC_MAP;
    if (is(n, s, "boolean") || is(n, s, "bool") || is(n, s, "boolean?"))
        return v.kind == PTC_BOOL;
    if (is(n, s, "nil") || is(n, s, "nil?"))
        return v.kind == PTC_NIL;
    if (is(n, s, "any") || is(n, s, "any?"))
        return true;
    if (is(n, s, "keyword") || is(n, s, "keyword?"))
        return v.kind == PTC_KEYWORD || (n->is_json && v.kind == PTC_STRING);
    if (is(n, s, "set"))
        return v.kind == PTC_SET || (n->is_json && v.kind == PTC_VECTOR);
    if (is(n, s, "enum") || is(n, s, "=")) {
        for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
            ptc_value member = literal(n, child);

            if (member.kind == v.kind ||
                (says(n, s, "json/equal") && is_whole(member) && is_whole(v)) ||
                (n->is_json && member.kind == PTC_KEYWORD && v.kind == PTC_STRING))
                return true;
        }
        return false;
    }
    if (is(n, s, "maybe") && v.kind == PTC_NIL)
        return true;
    if (is(n, s, "and") || is(n, s, "maybe")) {
        sch first = {first_child(n, s), s.names};

        return has_kind(n, first, v);
    }
    if (is_condition(n, s))
        return accepts_others(n, s) || is_about(n, s, v);
    if (is(n, s, "or") || is(n, s, "orn") || is(n, s, "json/one-of") ||
        is(n, s, "json/if")) {
        uint32_t first = first_child(n, s);

        if (is(n, s, "json/if"))
            first = at(n, first)->next;
        for (uint32_t child = first; child != 0; child = at(n, child)->next) {
            sch part = {child, s.names};

            if (has_kind(n, is(n, s, "orn") ? entry_of(n, child, s.names).type : part, v))
                return true;
        }
    }
    return false;
}

/* Alternatives of nested :or are one list, as the shorthand writes them. */
static size_t alternatives(naive *n, sch s, sch *out, size_t count, size_t room)
{
    bool is_named = is(n, s, "orn");

    for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
        sch part = {child, s.names};

        if (is_named)
            part = entry_of(n, child, s.names).type;
        while (is(n, part, "maybe") && is_collection(at(n, part.form)))
            part.form = first_child(n, part);
        if (!is_named && is(n, part, "or"))
            count = alternatives(n, part, out, count, room);
        else if (!is(n, part, "nil") && count < room)
            out[count++] = part;
    }
    return count;
}

static ptc_value make_union(naive *n, sch s, ptc_value v, const char *path)
{
    sch all[128];
    size_t count = alternatives(n, s, all, 0, 128);
    size_t with_kind = 0;
    sch only = {0, NULL};
    naive trial;
    ptc_value made;

    if (v.kind == PTC_NIL && says_nil(n, s))
        return v;
    for (size_t i = 0; i < count; i++) {
        if (fits(n, all[i], v))
            return make(n, all[i], v, path);
    }
    for (size_t i = 0; n->converts && i < count; i++) {
        if (tries(n, all[i], v, true, &trial, &made))
            return make(n, all[i], v, path);
    }
    if (count == 1)
        return make(n, all[0], v, path);
    if (count == 0)
        return fault(n, path, "type", v);
    for (size_t i = 0; i < count; i++) {
        if (has_kind(n, all[i], v)) {
            with_kind++;
            only = all[i];
        }
    }
    return with_kind == 1 ? make(n, only, v, path) : fault(n, path, "union", v);
}

/* Checks of one scalar, which are one type together: [:and :double [:> 0] [:< 10]]. */
static bool is_refinement(naive *n, sch s)
{
    static const char *const heads[] = {"double", ">", "<", ">=", "<=", NULL};

    for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
        if (!one_of(n, settle(n, (sch){child, s.names}), heads))
            return false;
    }
    return true;
}

/* --- What only JSON Schema says ----------------------------------------------------- */

/* Checks, and makes nothing. */
static void judge(naive *n, sch s, ptc_value v, const char *path)
{
    bool converts = n->converts;
    bool warns = n->warns_of_keys;
    bool judges = n->judges;

    n->converts = false;
    n->warns_of_keys = false;
    n->judges = true;
    make(n, s, v, path);
    n->converts = converts;
    n->warns_of_keys = warns;
    n->judges = judges;
}

static bool is_never(naive *n, sch s)
{
    sch inner;

    s = settle(n, s);
    if (!is_collection(at(n, s.form)) || !is(n, s, "not"))
        return false;
    inner = settle(n, (sch){first_child(n, s), s.names});
    return is(n, inner, "any") || is(n, inner, "any?");
}

static sch child_at(const naive *n, sch s, size_t number)
{
    uint32_t child = first_child(n, s);

    while (number-- > 0)
        child = at(n, child)->next;
    return (sch){child, s.names};
}

static ptc_value make_one(naive *n, sch s, ptc_value v, const char *path)
{
    size_t accepting = 0;
    size_t with_kind = 0;
    sch only = s;

    for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
        sch part = {child, s.names};

        accepting += fits(n, part, v);
        if (has_kind(n, part, v)) {
            with_kind++;
            only = part;
        }
    }
    if (accepting == 0 && with_kind == 1)
        judge(n, only, v, path);
    else if (accepting != 1)
        fault(n, path, "union", v);
    return v;
}

/* The digits of a number, and how many zeros follow them, or (below 0) how many of them
 * are after the point. */
static char *digits_of(naive *n, ptc_value v, long *zeros)
{
    char *text = ptc_arena_alloc(n->arena, 64);
    char *digits;
    size_t count = 0;
    bool is_behind = false;

    *zeros = 0;
    if (is_big(v)) {
        text = text_of(n, v);
    } else if (v.kind == PTC_INT) {
        snprintf(text, 64, "%lld", (long long)v.as.integer);
    } else {
        for (int places = 1; places <= 17; places++) {
            snprintf(text, 64, "%.*e", places - 1, v.as.number);
            if (strtod(text, NULL) == v.as.number)
                break;
        }
    }
    digits = ptc_arena_alloc(n->arena, strlen(text) + 1);
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text == '.')
            is_behind = true;
        if (!isdigit((unsigned char)*text))
            continue;
        digits[count++] = *text;
        *zeros -= is_behind;
    }
    digits[count] = '\0';
    if (*text == 'e')
        *zeros += strtol(text + 1, NULL, 10);
    return digits;
}

/* a >= b, of decimal digits; zeros in front do not count. */
static bool is_as_much(const char *a, const char *b)
{
    while (*a == '0')
        a++;
    while (*b == '0')
        b++;
    return strlen(a) != strlen(b) ? strlen(a) > strlen(b) : strcmp(a, b) >= 0;
}

static void take_from(char *a, const char *b)
{
    size_t i = strlen(a);
    size_t k = strlen(b);
    int borrow = 0;

    while (i-- > 0) {
        int digit = a[i] - borrow - (k > 0 ? b[--k] - '0' : 0);

        borrow = digit < '0';
        a[i] = (char)(digit + (borrow ? 10 : 0));
    }
}

/* By long division, as on paper. */
static bool divides(naive *n, ptc_value divisor, ptc_value v)
{
    long zeros;
    long divisor_zeros;
    char *digits = digits_of(n, v, &zeros);
    char *by = digits_of(n, divisor, &divisor_zeros);
    long more = zeros - divisor_zeros;
    size_t room = strlen(digits) + strlen(by) + (size_t)(more < 0 ? -more : more) + 2;
    char *a = ptc_arena_alloc(n->arena, room);
    char *b = ptc_arena_alloc(n->arena, room);
    char *rest = ptc_arena_alloc(n->arena, room + strlen(by) + 2);

    snprintf(a, room, "%s", digits);
    snprintf(b, room, "%s", by);
    for (; more > 0; more--)
        strcat(a, "0");
    for (; more < 0; more++)
        strcat(b, "0");
    rest[0] = '\0';
    for (; *a != '\0'; a++) {
        strncat(rest, a, 1);
        while (is_as_much(rest, b))
            take_from(rest, b);
        while (rest[0] == '0')
            memmove(rest, rest + 1, strlen(rest));
    }
    return rest[0] == '\0';
}

static ptc_value make_multiple(naive *n, sch s, ptc_value v, const char *path)
{
    bool is_finite_number = v.kind != PTC_FLOAT || isfinite(v.as.number);

    return is_finite_number && divides(n, literal(n, first_child(n, s)), v)
               ? v
               : fault(n, path, "bound", v);
}

static void judge_items(naive *n, sch s, ptc_value v, const char *path)
{
    size_t rest = child_count(n, s) - 1;

    if (!size_is_right(n, s, v.aux) ||
        (v.aux > rest && is_never(n, child_at(n, s, rest))))
        fault(n, path, "size", v);
    for (uint32_t i = 0; i < v.aux; i++) {
        if (i < rest || !is_never(n, child_at(n, s, rest)))
            judge(n, child_at(n, s, i < rest ? i : rest), v.as.items[i],
                  below_index(n, path, i));
    }
    check_distinct(n, s, v.as.items, v, path, true);
}

static void judge_contains(naive *n, sch s, ptc_value v, const char *path)
{
    size_t count = 0;
    uint32_t low = property(n, properties(n, s), "min");

    for (uint32_t i = 0; i < v.aux; i++)
        count += fits(n, child_at(n, s, 0), v.as.items[i]);
    if (!size_is_right(n, s, count) || (low == 0 && count == 0))
        fault(n, path, "size", v);
}

static void judge_keys(naive *n, sch s, ptc_value v, const char *path)
{
    ptc_value unused;

    for (uint32_t i = 0; i < v.aux; i++) {
        const ptc_map_entry *e = &v.as.map->entries[i];
        const char *below = below_key(n, path, e->key, false);

        if (!key_fits(n, child_at(n, s, 0), e->key, &unused))
            continue;
        if (is_never(n, child_at(n, s, 1)))
            fault(n, below, "extra", v);
        else
            judge(n, child_at(n, s, 1), e->value, below);
    }
}

static ptc_value make_condition(naive *n, sch s, ptc_value v, const char *path)
{
    if (!is_about(n, s, v))
        return accepts_others(n, s) ? v : fault(n, path, "type", v);
    if (is(n, s, "json/multiple-of"))
        return make_multiple(n, s, v, path);
    if (is(n, s, "json/items"))
        judge_items(n, s, v, path);
    else if (is(n, s, "json/contains"))
        judge_contains(n, s, v, path);
    else if (is(n, s, "json/keys"))
        judge_keys(n, s, v, path);
    else
        n->is_lost = true; /* always a conjunct */
    return v;
}

static void note_all(ptc_value v, bool *seen)
{
    for (uint32_t i = 0; i < v.aux; i++)
        seen[i] = true;
}

/* Notes of which keys or elements of v, that the schema accepts, it says something. */
static void note(naive *n, sch s, ptc_value v, bool *seen)
{
    s = settle(n, s);
    while (is(n, s, "maybe"))
        s = settle(n, child_at(n, s, 0));
    if (is(n, s, "and")) {
        for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
            sch part = {child, s.names};

            if (is(n, part, v.kind == PTC_MAP ? "json/other-keys" : "json/other-items"))
                note_all(v, seen);
            note(n, part, v, seen);
        }
    } else if (is(n, s, "or") || is(n, s, "orn") || is(n, s, "json/one-of")) {
        for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
            sch part = {child, s.names};

            if (is(n, s, "orn"))
                part = entry_of(n, child, s.names).type;
            if (fits(n, part, v))
                note(n, part, v, seen);
        }
    } else if (is(n, s, "json/if")) {
        bool holds = fits(n, child_at(n, s, 0), v);

        if (holds)
            note(n, child_at(n, s, 0), v, seen);
        note(n, child_at(n, s, holds ? 1 : 2), v, seen);
    } else if (is(n, s, "multi") && v.kind == PTC_MAP) {
        sch chosen = branch_of(n, s, v);

        if (chosen.form != 0)
            note(n, chosen, v, seen);
    } else if (v.kind == PTC_MAP && is(n, s, "map")) {
        for (uint32_t i = 0; i < v.aux; i++)
            seen[i] = seen[i] || what_key(n, s, v.as.map, &v.as.map->entries[i]) == 1;
    } else if (v.kind == PTC_MAP && is(n, s, "json/keys")) {
        ptc_value unused;

        for (uint32_t i = 0; i < v.aux; i++)
            seen[i] = seen[i] ||
                      key_fits(n, child_at(n, s, 0), v.as.map->entries[i].key, &unused);
    } else if (v.kind == PTC_MAP && is(n, s, "map-of")) {
        bool is_any = is(n, child_at(n, s, 0), "keyword") &&
                      is(n, child_at(n, s, 1), "any") &&
                      property(n, properties(n, s), "min") == 0 &&
                      property(n, properties(n, s), "max") == 0;

        if (!is_any)
            note_all(v, seen);
    } else if (v.kind != PTC_MAP && is(n, s, "json/contains")) {
        for (uint32_t i = 0; i < v.aux; i++)
            seen[i] = seen[i] || fits(n, child_at(n, s, 0), v.as.items[i]);
    } else if (v.kind != PTC_MAP && is(n, s, "json/items")) {
        for (uint32_t i = 0; i < v.aux; i++)
            seen[i] = seen[i] || i + 1 < child_count(n, s) || !says(n, s, "json/open");
    } else if (v.kind != PTC_MAP &&
               (is(n, s, "vector") || is(n, s, "sequential") || is(n, s, "tuple") ||
                is(n, s, "set")) &&
               !says(n, s, "json/open")) {
        note_all(v, seen);
    }
}

/* What no other conjunct says anything of. */
static void judge_others(naive *n, sch all, sch s, ptc_value v, const char *path)
{
    bool converts = n->converts;
    bool *seen = ptc_arena_array(n->arena, v.aux + (size_t)1, sizeof *seen);
    sch inner = child_at(n, s, 0);

    if (!is_about(n, s, v)) {
        if (!accepts_others(n, s))
            fault(n, path, "type", v);
        return;
    }
    n->converts = false;
    for (uint32_t child = first_child(n, all); child != 0; child = at(n, child)->next) {
        sch part = {child, all.names};

        if (!is(n, part, "json/other-keys") && !is(n, part, "json/other-items"))
            note(n, part, v, seen);
    }
    n->converts = converts;
    for (uint32_t i = 0; i < v.aux; i++) {
        bool is_map = v.kind == PTC_MAP;
        const char *below = is_map ? below_key(n, path, v.as.map->entries[i].key, false)
                                   : below_index(n, path, i);

        if (seen[i])
            continue;
        if (is_never(n, inner))
            fault(n, below, "extra", v);
        else
            judge(n, inner, is_map ? v.as.map->entries[i].value : v.as.items[i], below);
    }
}

/* Whether a value passes all conjuncts but the first. */
static bool passes_others(naive *n, sch s, ptc_value v)
{
    naive trial = *n;
    bool is_first = true;

    trial.errors = NULL;
    for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
        sch part = settle(n, (sch){child, s.names});

        if (is(n, part, "any") || is(n, part, "any?"))
            continue;
        if (is(n, part, "json/other-keys") || is(n, part, "json/other-items"))
            judge_others(&trial, s, part, v, "");
        else if (!is_first)
            judge(&trial, part, v, "");
        is_first = false;
    }
    return trial.errors == NULL;
}

/* A value that fits as it is, in the form that it is kept in: with nothing converted or
 * filled in. */
static ptc_value as_it_is(naive *n, sch s, ptc_value v)
{
    naive trial = *n;
    uint32_t child = first_child(n, s);
    ptc_value made;

    while (child != 0 &&
           (is(n, (sch){child, s.names}, "any") || is(n, (sch){child, s.names}, "any?")))
        child = at(n, child)->next;
    if (child == 0)
        return v;
    trial.converts = false;
    trial.leaves_absent = true;
    trial.errors = NULL;
    made = make(&trial, settle(n, (sch){child, s.names}), v, "");
    return trial.errors == NULL && passes_others(&trial, s, made) ? made : v;
}

/* Coerced by the first conjunct, checked by all; but what fits as it is stays fitting.
 * Where nothing is converted, all check the value as it is. */
static ptc_value make_and(naive *n, sch s, ptc_value v, const char *path)
{
    ptc_value original = v;
    bool converts = n->converts;
    bool is_fine = converts && fits(n, s, v);
    bool is_first = true;
    bool is_no_int = false;
    bool is_of_decimal = false; /* comparisons are of a decimal */
    bool is_decimal = false;    /* which there is */
    naive_issue *before = n->errors;
    naive_issue *warnings = n->warnings;
    size_t warning_count = n->warning_count;
    ptc_value judged = v;

    for (uint32_t child = first_child(n, s); child != 0; child = at(n, child)->next) {
        sch part = settle(n, (sch){child, s.names});
        naive_issue *here = n->errors;

        if (is(n, part, "any") || is(n, part, "any?"))
            continue;
        if (is_of_decimal && one_of(n, part, comparisons) && !accepts_others(n, part)) {
            if (is_decimal)
                compare_decimal(n, part, judged, path);
            continue;
        }
        if (is_no_int && one_of(n, part, numbers))
            continue; /* limits are those of the int, which there is not */
        if (is(n, part, "json/other-keys") || is(n, part, "json/other-items")) {
            if (n->errors == before)
                judge_others(n, s, part, judged, path);
            if (n->errors != here && !has_kind(n, part, judged))
                break;
            continue;
        }
        is_no_int |= is_first && one_of(n, part, ints) &&
                     (is_big(v) || (v.kind == PTC_FLOAT &&
                                    says(n, part, "json/integral") && !is_whole(v)));
        if (is_first)
            v = make(n, part, v, path);
        else
            judge(n, part,
                  one_of(n, part, numbers) && original.kind == PTC_INT &&
                          v.kind != PTC_STRING /* a decimal */
                      ? original
                      : judged,
                  path);
        /* An int becomes a double where that is within the bounds. */
        if (n->errors != here && one_of(n, part, numbers) && original.kind == PTC_INT &&
            v.kind == PTC_FLOAT)
            v = original;
        if (converts)
            judged = v;
        is_first = false;
        if (is(n, part, "decimal")) {
            is_of_decimal = true;
            is_decimal = n->errors == here;
        } else if (one_of(n, part, ints) || is(n, part, "double")) {
            is_of_decimal = false;
        }
        if (n->errors != here && !has_kind(n, part, judged))
            break;
    }
    if (!converts)
        return n->judges || n->errors != before ? original
               : passes_others(n, s, v)         ? v
                                                : as_it_is(n, s, original);
    if (!is_fine || n->errors == before)
        return v;
    n->errors = before;
    if (original.kind == PTC_INT && v.kind == PTC_FLOAT && is_refinement(n, s))
        return v;
    n->warnings = warnings;
    n->warning_count = warning_count;
    return as_it_is(n, s, original);
}

/* --- §2: the whole ----------------------------------------------------------------- */

/* Predicates are names of obvious schemas: the head that says the same. */
static bool predicate(naive *n, sch s, const char *name, ptc_value v, const char *path,
                      ptc_value *out)
{
    static const struct {
        const char *name;
        const char *text;
    } table[] = {
        {"string?", ":string"},
        {"int?", ":int"},
        {"integer?", ":int"},
        {"float?", ":double"},
        {"double?", ":double"},
        {"boolean?", ":boolean"},
        {"keyword?", ":keyword"},
        {"nil?", ":nil"},
        {"map?", "[:map]"},
        {"vector?", "[:vector :any]"},
        {"any?", ":any"},
        {"pos-int?", "[:int {:min 1}]"},
        {"nat-int?", "[:int {:min 0}]"},
        {"neg-int?", "[:int {:max -1}]"},
        {"some?", "[:not :nil]"},
        {"float", ":double"},
        {"bool", ":boolean"},
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        naive inner = *n;
        naive_schema read;

        if (strcmp(table[i].name, name) != 0 || is_collection(at(n, s.form)))
            continue;
        if (!naive_read(n->arena, ptc_str_of(table[i].text), &read))
            return false;
        inner.forms = &read.forms;
        *out = make(&inner, (sch){read.root, NULL}, v, path);
        inner.forms = n->forms;
        *n = inner;
        return true;
    }
    return false;
}

static ptc_value make(naive *n, sch s, ptc_value v, const char *path)
{
    static const char *const scalars[] = {"string", "int",  "boolean",  "keyword",
                                          "double", "re",   "datetime", "number?",
                                          "number", "date", "decimal",  NULL};
    static const char *const tuples[] = {"tuple", "cat", "catn", NULL};
    char name[64];
    ptc_value out;

    s = settle(n, s);
    snprintf(name, sizeof name, "%.*s", (int)head(n, s).len, head(n, s).ptr);
    if (predicate(n, s, name, v, path, &out))
        return out;
    if (is(n, s, "any") || is_of_others(n, s, v))
        return v;
    if (is(n, s, "nil"))
        return v.kind == PTC_NIL ? v : fault(n, path, "type", v);
    if (is(n, s, "maybe")) {
        sch inner = {first_child(n, s), s.names};

        return v.kind == PTC_NIL ? v : make(n, inner, v, path);
    }
    if (one_of(n, s, scalars))
        return make_scalar(n, s, v, path);
    if (one_of(n, s, comparisons))
        return make_comparison(n, s, v, path);
    if (is(n, s, "enum") && v.kind == PTC_NIL && says_nil(n, s))
        return v;
    if (is(n, s, "enum"))
        return make_member(n, s, v, path);
    if (is(n, s, "=")) {
        ptc_value wanted = literal(n, first_child(n, s));

        return wanted.kind == PTC_NIL && v.kind != PTC_NIL ? fault(n, path, "type", v)
                                                           : make_member(n, s, v, path);
    }
    if (is(n, s, "not=")) {
        ptc_value refused = literal(n, first_child(n, s));

        return is_equal(n, s, refused, v) ? fault(n, path, "const", v) : v;
    }
    if (is(n, s, "not")) {
        sch inner = {first_child(n, s), s.names};

        return fits(n, inner, v) ? fault(n, path, "not", v) : v;
    }
    if (is(n, s, "vector") || is(n, s, "sequential"))
        return make_list(n, s, v, path);
    if (is(n, s, "set"))
        return make_set(n, s, v, path);
    if (one_of(n, s, tuples))
        return make_tuple(n, s, v, path);
    if (is(n, s, "map"))
        return make_map(n, s, v, path);
    if (is(n, s, "map-of")) {
        sch key = {first_child(n, s), s.names};
        sch value = {at(n, key.form)->next, s.names};

        if (is(n, key, "keyword") && is(n, value, "any") &&
            property(n, properties(n, s), "min") == 0 &&
            property(n, properties(n, s), "max") == 0)
            return v.kind == PTC_MAP ? v : fault(n, path, "type", v);
        return make_map_of(n, s, v, path);
    }
    if (is(n, s, "multi"))
        return make_multi(n, s, v, path);
    if (is(n, s, "or") || is(n, s, "orn"))
        return make_union(n, s, v, path);
    if (is(n, s, "and"))
        return make_and(n, s, v, path);
    if (is(n, s, "json/one-of"))
        return make_one(n, s, v, path);
    if (is(n, s, "json/if")) {
        judge(n, child_at(n, s, fits(n, child_at(n, s, 0), v) ? 1 : 2), v, path);
        return v;
    }
    if (is_condition(n, s))
        return make_condition(n, s, v, path);
    n->is_lost = true;
    return v;
}

static ptc_value make_root(naive *n, sch s, ptc_value v, ptc_direction direction)
{
    uint32_t inputs;
    bool has_none;

    s = settle(n, s);
    if (!is_collection(at(n, s.form)) || !is(n, s, "=>"))
        return make(n, s, v, "");
    inputs = first_child(n, s);
    has_none =
        (is(n, (sch){inputs, s.names}, "cat") || is(n, (sch){inputs, s.names}, "catn")) &&
        (!is_collection(at(n, inputs)) || first_child(n, (sch){inputs, s.names}) == 0);
    if (direction == PTC_OUTPUT || has_none) /* without parameters the result decides */
        return make(n, (sch){at(n, inputs)->next, s.names}, v, "");
    if (v.kind != PTC_VECTOR || (!is(n, (sch){inputs, s.names}, "cat") &&
                                 !is(n, (sch){inputs, s.names}, "catn"))) {
        if (v.kind != PTC_MAP && v.kind != PTC_VECTOR)
            return fault(n, "", "type", v);
        n->is_lost = true; /* by name: the same as a map, tested there */
        return v;
    }
    n->is_call = true;
    return make_tuple(n, (sch){inputs, s.names}, v, "");
}

bool naive_read(ptc_arena *arena, ptc_str malli, naive_schema *out)
{
    ptc_source *source = ptc_arena_alloc(arena, sizeof *source);
    ptc_diags diags;

    source->name = PTC_STR("naive");
    source->text = malli;
    ptc_diags_init(&diags, arena);
    ptc_forms_init(&out->forms, arena, source);
    out->root = ptc_edn_read_one(&out->forms, &diags);
    out->is_shorthand = false;
    return out->root != 0;
}

bool naive_judge(ptc_arena *arena, const naive_schema *schema, const ptc_value *value,
                 ptc_mode mode, ptc_direction direction, ptc_boundary boundary,
                 naive_result *out)
{
    naive n = {.arena = arena, .forms = &schema->forms};

    memset(out, 0, sizeof *out);
    out->is_valid = true;
    out->value = *value;
    if (mode == PTC_MODE_DISABLED)
        return true;
    n.is_json = boundary == PTC_BOUNDARY_JSON;
    n.is_strict = mode == PTC_MODE_STRICT;
    n.converts = direction == PTC_INPUT && mode != PTC_MODE_STRICT;
    n.warns_of_keys = n.converts && schema->is_shorthand;
    out->value = make_root(&n, (sch){schema->root, NULL}, *value, direction);
    out->is_valid = n.errors == NULL;
    out->errors = n.errors;
    out->warnings = n.warnings;
    out->warning_count = n.warning_count;
    return !n.is_lost;
}
