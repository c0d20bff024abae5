/* SPDX-License-Identifier: MIT */
/* Types of other languages. */
#include "contract/signature/foreign_int.h"

enum {
    FOREIGN_NESTING_MAX = 12,
    FOREIGN_PARTS_MAX = 32, /* alternatives of a union */
};

/* --- Words ------------------------------------------------------------------------- */

static const struct {
    const char *words; /* in lower case */
    const char *type;
} foreign_words[] = {
    {" string str text varchar char character wchar_t cstring string_view id uuid bytes "
     "bytea ptc_str cow pathlike path url uri ",
     ":string"},
    {" int integer long short byte i8 i16 i32 i64 i128 u8 u16 u32 u64 usize isize int8 "
     "int16 int32 int64 uint uint8 uint16 uint32 uint64 int8_t int16_t int32_t int64_t "
     "uint8_t uint16_t uint32_t uint64_t size_t ssize_t ptrdiff_t sint32 sint64 fixed32 "
     "fixed64 sfixed32 sfixed64 bigint biginteger rune unsigned signed ",
     ":int"},
    {" float double f32 f64 float32 float64 number real num ", ":float"},
    {" decimal bigdecimal numeric decimal128 money ", ":decimal"},
    {" bool boolean _bool ", ":bool"},
    {" any object unknown interface mixed json value dynamic jsonvalue ", ":any"},
    {" dict map record hashmap btreemap dictionary mapping struct ", ":map"},
    {" datetime timestamp instant zonedatetime offsetdatetime time zoneddatetime ",
     ":datetime"},
    {" date localdate naivedate ", ":date"},
    {" null none nil undefined void unit never ", ":nil"},
    {" keyword symbol atom ", ":keyword"},
};

static const char foreign_lists[] =
    " list array vec vector sequence iterable set slice collection arraylist "
    "linkedlist repeated readonlyarray frozenset tuple iterator ";
static const char foreign_optionals[] = " optional option maybe nullable ";
static const char foreign_wrappers[] =
    " promise future task result awaitable rc arc box annotated final readonly partial "
    "required shared_ptr unique_ptr completablefuture coroutine responseentity ";

/* The word in lower case, of a path (`std::string`) the last part. */
static ptc_str foreign_lower(ptc_foreign *f, ptc_str word)
{
    char *lower = ptc_arena_alloc(f->arena, word.len + 1);

    for (size_t i = 0; lower != NULL && i < word.len; i++)
        lower[i] = word.ptr[i] >= 'A' && word.ptr[i] <= 'Z' ? (char)(word.ptr[i] + 32)
                                                            : word.ptr[i];
    return lower != NULL ? ptc_str_make(lower, word.len) : PTC_STR("");
}

static const char *foreign_type_of(ptc_str lower)
{
    for (size_t i = 0; i < sizeof foreign_words / sizeof foreign_words[0]; i++) {
        if (ptc_foreign_is_among(lower, foreign_words[i].words))
            return foreign_words[i].type;
    }
    return NULL;
}

static ptc_str foreign_text(ptc_foreign *f, const char *format, ptc_str part)
{
    ptc_text out;

    ptc_text_init(&out, f->arena);
    for (; *format != '\0'; format++) {
        if (*format == '%')
            ptc_text_str(&out, part);
        else
            ptc_text_byte(&out, *format);
    }
    return out.failed ? PTC_STR("") : ptc_text_view(&out);
}

/* --- Types ------------------------------------------------------------------------- */

/* One alternative in progress. */
typedef struct foreign_part {
    ptc_str text; /* empty: not understood */
    bool is_nullable;
    bool is_literal;
    bool is_known;
    bool is_own;   /* written as it is written here */
    bool is_chars; /* `char`, of which arrays are strings */
    unsigned lists;
} foreign_part;

/* The path of words here: its last one. */
static ptc_str foreign_path(ptc_foreign *f)
{
    ptc_str word = ptc_foreign_word(f);

    f->at += word.len;
    while (word.len > 0 && f->at < f->end &&
           (*f->at == '.' || ptc_foreign_starts(f, "::"))) {
        const char *before = f->at;
        ptc_str next;

        f->at += *f->at == '.' ? 1 : 2;
        next = ptc_foreign_word(f);
        if (next.len == 0) {
            f->at = before;
            break;
        }
        f->at += next.len;
        word = next;
    }
    ptc_foreign_blanks(f);
    return word;
}

/* The arguments of a generic type: the first as a type, the others stepped over. For
 * `Literal["a", "b"]` all are its members. */
static bool foreign_arguments(ptc_foreign *f, ptc_str lower, foreign_part *part)
{
    char closer = *f->at == '<' ? '>' : *f->at == '(' ? ')' : ']';
    ptc_str first;
    bool is_known;

    f->at++;
    ptc_foreign_blanks(f);
    if (ptc_str_equal(lower, PTC_STR("literal"))) {
        ptc_text members;

        ptc_text_init(&members, f->arena);
        do {
            ptc_str member = ptc_foreign_literal(f);

            if (member.len == 0)
                return false;
            ptc_text_cstr(&members, members.len > 0 ? " " : "");
            ptc_text_str(&members, member);
        } while (ptc_foreign_take_byte(f, ','));
        part->text = foreign_text(f, ":enum[%]", ptc_text_view(&members));
        return ptc_foreign_take_byte(f, closer);
    }
    first = ptc_foreign_type(f, &is_known);
    while (first.len > 0 && ptc_foreign_take_byte(f, ',')) {
        if (ptc_foreign_literal(f).len == 0 && ptc_foreign_type(f, &is_known).len == 0)
            return false;
    }
    if (first.len == 0 || !ptc_foreign_take_byte(f, closer))
        return false;
    if (ptc_foreign_is_among(lower, foreign_lists)) {
        part->text = foreign_text(f, "[%]", first);
    } else if (ptc_foreign_is_among(lower, foreign_optionals)) {
        part->text = first;
        part->is_nullable = true;
    } else if (ptc_foreign_is_among(lower, foreign_wrappers)) {
        part->text = first;
    } else {
        part->text = PTC_STR(":map"); /* whatever maps are called */
        if (ptc_str_equal(lower, PTC_STR("map")) && closer == ']') /* Go: map[K]V */
            ptc_foreign_type(f, &is_known);
    }
    return true;
}

/* Whether a word has types as arguments. */
static bool foreign_is_generic(ptc_str lower)
{
    const char *type = foreign_type_of(lower);

    return ptc_foreign_is_among(lower, foreign_lists) ||
           ptc_foreign_is_among(lower, foreign_optionals) ||
           ptc_foreign_is_among(lower, foreign_wrappers) ||
           ptc_str_equal(lower, PTC_STR("literal")) ||
           (type != NULL && strcmp(type, ":map") == 0);
}

/* A word that says the type, with its arguments. */
static bool foreign_named(ptc_foreign *f, foreign_part *part)
{
    ptc_str word = foreign_path(f);
    ptc_str lower = foreign_lower(f, word);
    const char *type = foreign_type_of(lower);
    bool is_generic = foreign_is_generic(lower);

    if (lower.len == 0)
        return false;
    f->signs |= PTC_FOREIGN_WORD;
    part->is_known =
        type != NULL || is_generic || (word.ptr[0] >= 'A' && word.ptr[0] <= 'Z');
    if (is_generic && f->at < f->end && (*f->at == '<' || *f->at == '['))
        return foreign_arguments(f, lower, part);
    /* `unsigned long long`, `long double` */
    while (type != NULL && strcmp(type, ":int") == 0 &&
           ptc_foreign_is_among(ptc_foreign_word(f), " int long short char double ")) {
        if (ptc_foreign_take(f, "double"))
            type = ":float";
        else
            f->at += ptc_foreign_word(f).len;
        ptc_foreign_blanks(f);
    }
    if (ptc_str_equal(lower, PTC_STR("interface")) && ptc_foreign_take_byte(f, '{'))
        ptc_foreign_take_byte(f, '}');
    part->is_chars = ptc_str_equal(lower, PTC_STR("char"));
    if (type == NULL && ptc_foreign_is_among(lower, foreign_lists))
        type = "[:any]";
    part->text = type != NULL ? ptc_str_of(type) : foreign_text(f, ":%", word);
    if (type != NULL && strcmp(type, ":nil") == 0 && f->at < f->end && *f->at == '*')
        part->text = PTC_STR(":any"); /* void * */
    return true;
}

/* Members of an enum, whatever is between them: "a" "b". */
static bool foreign_own_members(ptc_foreign *f, char closer, ptc_text *out)
{
    while (f->at < f->end && *f->at != closer) {
        ptc_str word = ptc_foreign_literal(f);

        if (word.len > 0) {
            ptc_text_cstr(out, out->len > 0 ? " " : "");
            ptc_text_str(out, word);
            continue;
        }
        word = ptc_foreign_word(f);
        if (word.len > 0) {
            ptc_text_cstr(out, out->len > 0 ? " \"" : "\"");
            ptc_text_str(out, word);
            ptc_text_byte(out, '"');
            f->at += word.len;
            ptc_foreign_blanks(f);
        } else if (!ptc_foreign_take_byte(f, ',') && !ptc_foreign_take_byte(f, '|')) {
            return false;
        }
    }
    return out->len > 0;
}

/* A number, which may have a sign and a fraction. */
static ptc_str foreign_number(ptc_foreign *f)
{
    const char *start = f->at;

    f->at += f->at < f->end && *f->at == '-';
    while (f->at < f->end && (ptc_foreign_is_digit(*f->at) ||
                              (*f->at == '.' && f->at + 1 < f->end &&
                               ptc_foreign_is_digit(f->at[1]) && f->at[-1] != '.')))
        f->at++;
    return ptc_str_make(start, (size_t)(f->at - start));
}

/* A range, whatever is between its numbers: 1..10. */
static bool foreign_own_range(ptc_foreign *f, ptc_text *out)
{
    static const char *const between[] = {"...", "..=", "..<", "..", "-", "to", ":", ","};
    ptc_str low = foreign_number(f);
    ptc_str high;

    ptc_foreign_blanks(f);
    for (size_t i = 0; i < sizeof between / sizeof between[0]; i++) {
        if (!ptc_foreign_starts(f, between[i]))
            continue;
        f->at += strlen(between[i]);
        break;
    }
    ptc_foreign_blanks(f);
    high = foreign_number(f);
    ptc_foreign_blanks(f);
    ptc_text_str(out, low);
    ptc_text_cstr(out, "..");
    ptc_text_str(out, high);
    return low.len > 0 && high.len > 0;
}

/* What is in brackets after a ptcc type, which are of another kind or contain something
 * that is written differently. */
static bool foreign_own_checks(ptc_foreign *f, ptc_str word, foreign_part *part)
{
    char closer = *f->at == '(' ? ')' : *f->at == '{' ? '}' : *f->at == '<' ? '>' : ']';
    ptc_text inside;
    ptc_text out;
    bool is_read;

    f->at++;
    ptc_foreign_blanks(f);
    ptc_text_init(&inside, f->arena);
    ptc_text_init(&out, f->arena);
    is_read = ptc_str_equal(word, PTC_STR("enum"))
                  ? foreign_own_members(f, closer, &inside)
                  : foreign_own_range(f, &inside);
    ptc_text_byte(&out, ':');
    ptc_text_str(&out, word);
    ptc_text_byte(&out, '[');
    ptc_text_str(&out, ptc_text_view(&inside));
    ptc_text_byte(&out, ']');
    part->text = out.failed ? PTC_STR("") : ptc_text_view(&out);
    f->signs |= PTC_FOREIGN_CHECKS;
    return is_read && f->at < f->end && *f->at++ == closer;
}

static const char foreign_marks[] = " optional maybe nullable required ";

/* A type as it is written here: a word with a colon, and its checks. */
static bool foreign_own(ptc_foreign *f, foreign_part *part)
{
    const char *start = f->at++;
    ptc_str word = ptc_foreign_word(f);

    f->at += word.len;
    if (word.len == 0)
        return false;
    part->is_known = true;
    if (ptc_foreign_is_among(word, foreign_marks)) { /* `:optional :string` */
        ptc_foreign_blanks(f);
        part->is_nullable = !ptc_str_equal(word, PTC_STR("required"));
        f->signs |= PTC_FOREIGN_OPTIONAL;
        return f->at < f->end && *f->at == ':' && foreign_own(f, part);
    }
    part->is_own = true;
    if (foreign_is_generic(foreign_lower(f, word)) && ptc_foreign_is_at(f, "<[(")) {
        f->signs |= PTC_FOREIGN_WORD;
        return foreign_arguments(f, foreign_lower(f, word), part);
    }
    if (f->at + 1 < f->end && f->at[1] != ']' && ptc_foreign_is_at(f, "[({<")) {
        const char *behind = f->at;
        ptc_foreign whole = *f;

        if (!ptc_foreign_skip_balanced(&whole))
            return false;
        if (foreign_own_checks(f, word, part)) {
            ptc_str made = part->text;

            if (*behind == '[' && (size_t)(f->at - start) == made.len &&
                memcmp(start, made.ptr, made.len) == 0)
                f->signs = whole.signs; /* as it is to be written */
            ptc_foreign_blanks(f);
            return true;
        }
        if (*behind != '[')
            return false;
        *f = whole;
        while (f->at[-1] == ' ' || f->at[-1] == '\n')
            f->at--;
    }
    part->text = ptc_str_make(start, (size_t)(f->at - start));
    ptc_foreign_blanks(f);
    return true;
}

/* `:string :optional`, `string optional` */
static void foreign_mark_behind(ptc_foreign *f, foreign_part *part)
{
    const char *before = f->at;
    ptc_str word;

    f->at += f->at < f->end && *f->at == ':';
    word = ptc_foreign_word(f);
    if (!ptc_foreign_is_among(word, foreign_marks)) {
        f->at = before;
        return;
    }
    f->at += word.len;
    ptc_foreign_blanks(f);
    part->is_nullable = part->is_nullable || !ptc_str_equal(word, PTC_STR("required"));
    f->signs |= PTC_FOREIGN_OPTIONAL;
}

/* What is in brackets: a list, a map, a type with others after it. */
static bool foreign_bracketed(ptc_foreign *f, foreign_part *part)
{
    char opener = *f->at++;
    ptc_text fields;
    ptc_str inner;
    bool is_known;

    ptc_foreign_blanks(f);
    part->is_known = true;
    if (opener == '{') {
        ptc_text_init(&fields, f->arena);
        if (!ptc_foreign_fields(f, &fields, '}'))
            return false;
        part->text = foreign_text(f, "{%}", ptc_text_view(&fields));
        return true;
    }
    inner = ptc_foreign_type(f, &is_known);
    if (inner.len == 0)
        return false;
    if (opener == '[' && ptc_foreign_take_byte(f, ';')) /* Rust: [T; 4] */
        f->at += ptc_foreign_word(f).len;
    while (f->at < f->end && *f->at != (opener == '[' ? ']' : ')')) {
        if (opener == '[' && !ptc_foreign_is_digit(*f->at))
            return false;
        f->at++;
    }
    part->text = opener == '[' ? foreign_text(f, "[%]", inner) : inner;
    return ptc_foreign_take_byte(f, opener == '[' ? ']' : ')');
}

/* What may come before a type and says nothing here, or that it is a list. */
static void foreign_prefixes(ptc_foreign *f, foreign_part *part)
{
    for (;;) {
        ptc_str word = ptc_foreign_word(f);

        if (ptc_foreign_is_among(word, " const mut readonly final struct enum union ref "
                                       "dyn impl stream required in out ")) {
            f->at += word.len;
            ptc_foreign_blanks(f);
            part->is_known = true;
        } else if (ptc_foreign_take(f, "repeated")) {
            part->lists++;
            part->is_known = true;
        } else if (ptc_foreign_take(f, "optional")) {
            part->is_nullable = true;
            part->is_known = true;
        } else if (ptc_foreign_take_byte(f, '*') || ptc_foreign_take_byte(f, '&')) {
            part->is_known = true;
            if (f->at + 1 < f->end && *f->at == '\'') { /* a lifetime of Rust */
                f->at++;
                f->at += ptc_foreign_word(f).len;
                ptc_foreign_blanks(f);
            }
        } else if (ptc_foreign_starts(f, "[]")) {
            f->at += 2;
            part->lists++;
            part->is_known = true;
        } else {
            return;
        }
    }
}

/* What may come after a type. */
static bool foreign_suffixes(ptc_foreign *f, foreign_part *part)
{
    while (f->at < f->end) {
        if (*f->at == '*' || *f->at == '&' || *f->at == '!') {
            f->at++;
            part->is_known = true;
            f->signs |= PTC_FOREIGN_WORD;
        } else if (ptc_foreign_starts(f, "...")) {
            f->at += 3;
            part->lists++;
            f->signs |= part->is_own ? PTC_FOREIGN_LIST : 0;
        } else if (*f->at == '?') {
            f->at++;
            part->is_nullable = true;
        } else if (*f->at == '[') {
            f->at++;
            while (f->at < f->end && (ptc_foreign_is_digit(*f->at) || *f->at == ' '))
                f->at++;
            if (f->at >= f->end || *f->at != ']')
                return false;
            f->at++;
            part->lists += part->is_chars ? 0 : 1;
            f->signs |= part->is_own ? PTC_FOREIGN_LIST : 0;
            part->is_chars = false;
            part->is_known = true;
        } else {
            return true;
        }
        ptc_foreign_blanks(f);
    }
    return true;
}

/* A text in quotes: one of a choice, or the type that is declared, which Python has not
 * defined yet: `next: Optional["Node"]`. */
static bool foreign_quoted(ptc_foreign *f, foreign_part *part)
{
    ptc_str text = ptc_foreign_literal(f);

    part->is_known = true;
    if (f->self.len > 0 && text.len == f->self.len + 2 &&
        ptc_str_equal(ptc_str_make(text.ptr + 1, f->self.len), f->self)) {
        part->text = foreign_text(f, ":%", f->self);
        return true;
    }
    part->text = text;
    part->is_literal = true;
    f->signs |= PTC_FOREIGN_LITERAL;
    return text.len > 0;
}

/* One alternative of a type. */
static bool foreign_one(ptc_foreign *f, foreign_part *part)
{
    bool is_read;

    *part = (foreign_part){.text = PTC_STR("")};
    foreign_prefixes(f, part);
    if (f->at >= f->end)
        return false;
    if (*f->at == '"' || *f->at == '\'')
        return foreign_quoted(f, part);
    if (*f->at == ':')
        is_read = foreign_own(f, part);
    else if (*f->at == '[' || *f->at == '{' || *f->at == '(')
        is_read = foreign_bracketed(f, part);
    else
        is_read = foreign_named(f, part);
    if (!is_read || !foreign_suffixes(f, part))
        return false;
    if (part->is_own)
        foreign_mark_behind(f, part);
    for (; part->lists > 0 && part->text.len > 0; part->lists--)
        part->text = foreign_text(f, "[%]", part->text);
    return part->text.len > 0;
}

/* The alternatives of a union, in one text. */
static ptc_str foreign_join(ptc_foreign *f, const foreign_part *parts, size_t count)
{
    bool is_nullable = false;
    bool has_literals = false;
    ptc_text members;
    ptc_text out;

    ptc_text_init(&members, f->arena);
    ptc_text_init(&out, f->arena);
    for (size_t i = 0; i < count; i++) {
        bool is_nil = ptc_str_equal(parts[i].text, PTC_STR(":nil")) && count > 1;

        is_nullable = is_nullable || parts[i].is_nullable || is_nil;
        if (parts[i].is_literal) {
            ptc_text_cstr(&members, has_literals ? " " : "");
            ptc_text_str(&members, parts[i].text);
            has_literals = true;
        } else if (!is_nil) {
            ptc_text_cstr(&out, out.len > 0 ? "|" : "");
            ptc_text_str(&out, parts[i].text);
        }
    }
    if (has_literals) {
        ptc_text_cstr(&out, out.len > 0 ? "|:enum[" : ":enum[");
        ptc_text_str(&out, ptc_text_view(&members));
        ptc_text_byte(&out, ']');
    }
    if (is_nullable && out.len > 0)
        ptc_text_byte(&out, '?');
    return out.failed || members.failed ? PTC_STR("") : ptc_text_view(&out);
}

ptc_str ptc_foreign_type(ptc_foreign *f, bool *is_known)
{
    foreign_part parts[FOREIGN_PARTS_MAX];
    size_t count = 0;
    bool is_read = true;

    *is_known = false;
    if (f->nesting >= FOREIGN_NESTING_MAX || *f->budget == 0)
        return PTC_STR("");
    --*f->budget;
    f->nesting++;
    ptc_foreign_take_byte(f, '|');
    do {
        is_read = foreign_one(f, &parts[count]);
        *is_known = *is_known || parts[count].is_known;
        count++;
    } while (is_read && count < FOREIGN_PARTS_MAX && ptc_foreign_take_byte(f, '|'));
    f->nesting--;
    return is_read ? foreign_join(f, parts, count) : PTC_STR("");
}
