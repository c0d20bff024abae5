/* SPDX-License-Identifier: MIT */
/*
 * Declarations as other languages write them: functions, types with fields, enums. What
 * is understood takes the place of all faults of the declaration, and says how it is
 * written here. [signature 7]
 */
#include "contract/signature/foreign_int.h"
#include "render/render_int.h"

enum {
    FOREIGN_KEYWORDS_SURE = 5, /* of the words below, those of one language */
};

/* Words that begin a declaration, and whose they are. */
static const struct {
    const char *words;
    const char *noun;
} foreign_keywords[] = {
    {" def ", "a Python function"},
    {" func ", "a Go function"},
    {" fn ", "a Rust function"},
    {" fun ", "a Kotlin function"},
    {" rpc ", "a Protobuf method"},
    {" function const let var export async await ", "a TypeScript function"},
    {" public private protected abstract synchronized ", "a Java method"},
    {" static extern inline ", "a C function"},
};

/* Steps over the words before a name; the first of them says the language. */
static void foreign_modifiers(ptc_foreign *f, ptc_foreign_found *found)
{
    static const char more[] = " pub default final override virtual unsafe suspend open "
                               "tool task ";

    for (;;) {
        ptc_str word = ptc_foreign_word(f);
        const char *before = f->at;
        bool is_keyword = ptc_foreign_is_among(word, more);

        for (size_t i = 0; i < sizeof foreign_keywords / sizeof foreign_keywords[0];
             i++) {
            if (!ptc_foreign_is_among(word, foreign_keywords[i].words))
                continue;
            is_keyword = true;
            if (found->noun == NULL || i < FOREIGN_KEYWORDS_SURE)
                found->noun = foreign_keywords[i].noun;
        }
        if (f->at < f->end && *f->at == '@' && found->noun == NULL) { /* @decorator */
            while (f->at < f->end && *f->at != '\n' && *f->at != ' ')
                f->at++;
            ptc_foreign_blanks(f);
            continue;
        }
        if (!is_keyword)
            return;
        f->at += word.len;
        if (f->at < f->end && *f->at == '(' && ptc_str_equal(word, PTC_STR("pub")))
            ptc_foreign_skip_balanced(f); /* pub(crate) */
        if (f->at < f->end && *f->at != ' ' && *f->at != '\n') {
            f->at = before; /* it is the name */
            return;
        }
        ptc_foreign_blanks(f);
        f->signs |= PTC_FOREIGN_KEYWORD;
        f->has_names_first = f->has_names_first || ptc_str_equal(word, PTC_STR("func"));
    }
}

static ptc_str foreign_own_name(ptc_foreign *f, ptc_str word)
{
    ptc_text out;

    ptc_text_init(&out, f->arena);
    ptc_contract_name_write(&out, word);
    return out.failed ? PTC_STR("") : ptc_text_view(&out);
}

/* `name(`, `name = (` of an arrow function, or `type name(`; stops at the bracket. */
static bool foreign_head(ptc_foreign *f, ptc_foreign_found *found)
{
    const char *start;
    ptc_str word;
    bool is_known;

    foreign_modifiers(f, found);
    if (f->has_names_first && f->at < f->end && *f->at == '(') /* a receiver of Go */
        ptc_foreign_skip_balanced(f);
    start = f->at;
    word = ptc_foreign_word(f);
    f->at += word.len;
    while (word.len > 0 && f->at + 1 < f->end && (*f->at == '.' || *f->at == '-')) {
        f->at++;
        f->at += ptc_foreign_word(f).len;
        word.len = (size_t)(f->at - word.ptr);
    }
    ptc_foreign_blanks(f);
    if (word.len > 0 && f->at < f->end && *f->at == '<' && !ptc_foreign_skip_balanced(f))
        return false;
    if (word.len > 0 && f->at < f->end && (*f->at == '=' || *f->at == ':')) {
        while (ptc_foreign_take_byte(f, ':') || ptc_foreign_take_byte(f, '='))
            ;
        ptc_foreign_take(f, "async");
        ptc_foreign_take(f, "function");
        f->signs |= PTC_FOREIGN_HEAD;
        if (f->at >= f->end || *f->at != '(')
            return false;
    }
    if (f->at < f->end && *f->at == '(') {
        found->name = word.len > 0 ? foreign_own_name(f, word) : PTC_STR("");
        return true;
    }
    f->at = start;
    found->result = ptc_foreign_type(f, &is_known);
    word = ptc_foreign_word(f);
    f->at += word.len;
    ptc_foreign_blanks(f);
    if (found->result.len == 0 || !is_known || word.len == 0 || f->at >= f->end ||
        *f->at != '(')
        return false;
    f->signs |= PTC_FOREIGN_RESULT_FIRST;
    found->name = foreign_own_name(f, word);
    if (found->noun == NULL)
        found->noun = "a C function";
    return true;
}

/* What is between the brackets; `{` directly inside holds the parameters. */
static bool foreign_parameters(ptc_foreign *f, ptc_foreign_found *found)
{
    const char *start;
    ptc_str type;
    bool is_known;

    ptc_foreign_take_byte(f, '(');
    start = f->at;
    if (found->noun != NULL && strcmp(found->noun, "a Protobuf method") == 0) {
        type = ptc_foreign_type(f, &is_known);
        ptc_text_cstr(&found->params, "request ");
        ptc_text_str(&found->params, type);
        return type.len > 0 && ptc_foreign_take_byte(f, ')');
    }
    if (ptc_foreign_take_byte(f, '{')) {
        f->signs |= PTC_FOREIGN_BRACES;
        if (!ptc_foreign_fields(f, &found->params, '}'))
            return false;
        if (f->first.len == 0) {
            f->first_start = (uint32_t)(start - f->text);
            f->first_end = (uint32_t)(f->at - f->text);
        }
        return ptc_foreign_take_byte(f, ')');
    }
    return ptc_foreign_fields(f, &found->params, ')');
}

/* `-> (a :int, b :int)`: a map of fields. */
static bool foreign_result_fields(ptc_foreign *f, ptc_foreign_found *found)
{
    const ptc_foreign before = *f;
    ptc_text fields;
    ptc_text out;

    ptc_text_init(&fields, f->arena);
    ptc_text_init(&out, f->arena);
    f->at++;
    if (!ptc_foreign_fields(f, &fields, ')') || fields.len == 0 ||
        (f->signs & PTC_FOREIGN_UNTYPED)) {
        *f = before;
        return false;
    }
    ptc_text_byte(&out, '{');
    ptc_text_str(&out, ptc_text_view(&fields));
    ptc_text_byte(&out, '}');
    found->result = out.failed ? PTC_STR("") : ptc_text_view(&out);
    f->signs |= PTC_FOREIGN_RESULT_BARE;
    return found->result.len > 0;
}

/* The result, in whatever way it is written. */
static bool foreign_result(ptc_foreign *f, ptc_foreign_found *found)
{
    bool is_known = true;
    bool is_arrow =
        f->at + 1 < f->end && f->at[1] == '>' && (*f->at == '-' || *f->at == '=');
    unsigned sign = 0;

    f->result_start = (uint32_t)(f->at - f->text);
    if (f->at >= f->end)
        return true;
    if (is_arrow) {
        f->signs |= *f->at == '=' ? PTC_FOREIGN_ARROW : 0;
        f->at += 2;
        ptc_foreign_blanks(f);
        if (f->at < f->end && *f->at == '{' && (f->signs & PTC_FOREIGN_KEYWORD))
            return true; /* the body of an arrow function */
    } else if (*f->at == '>') {
        f->at++;
        sign = PTC_FOREIGN_ARROW;
        ptc_foreign_blanks(f);
    } else if (*f->at == ':' && (f->at + 1 == f->end || f->at[1] == ' ' ||
                                 f->at[1] == '\n' || f->at[1] == ':' ||
                                 found->noun != NULL || (f->signs & PTC_FOREIGN_COLON))) {
        f->at += f->at + 1 < f->end && f->at[1] == ':' ? 2 : 1;
        ptc_foreign_blanks(f);
        sign = PTC_FOREIGN_RESULT_COLON;
        if (f->at >= f->end || *f->at == '\n')
            return true; /* `def f(q):` */
    } else if (*f->at == '{' || *f->at == ';' || *f->at == '\n' || *f->at == '=') {
        return true;
    } else if (ptc_foreign_take(f, "returns")) {
        sign = PTC_FOREIGN_RESULT_BARE;
    } else if (ptc_foreign_take(f, "throws")) {
        return true;
    } else if (*f->at != ':') {
        sign = PTC_FOREIGN_RESULT_BARE;
    }
    if (*f->at == '(' && sign == 0 && foreign_result_fields(f, found))
        return true;
    if (*f->at == '(' && sign == PTC_FOREIGN_RESULT_BARE) { /* Go: (Item, error) */
        f->at++;
        found->result = ptc_foreign_type(f, &is_known);
        while (f->at < f->end && *f->at != ')')
            f->at++;
        f->signs |= sign;
        return found->result.len > 0 && ptc_foreign_take_byte(f, ')');
    }
    found->result = ptc_foreign_type(f, &is_known);
    f->signs |= sign;
    return found->result.len > 0 && is_known;
}

/* Whether only a body, or the end of the declaration, follows. */
static bool foreign_is_over(const ptc_foreign *f)
{
    return f->at >= f->end || f->at[-1] == '\n' || ptc_foreign_is_at(f, "{;:=@\n");
}

static bool foreign_function(ptc_foreign *f, ptc_foreign_found *found)
{
    if (!foreign_head(f, found) || !foreign_parameters(f, found))
        return false;
    f->ends_in_lines = true; /* what follows on other lines is a body or the next one */
    while (f->at[-1] == ' ' || f->at[-1] == '\n' || f->at[-1] == '\r')
        f->at--; /* they were stepped over with their lines */
    ptc_foreign_blanks(f);
    return foreign_result(f, found) && foreign_is_over(f);
}

/* --- Types ------------------------------------------------------------------------- */

static const struct {
    const char *word;
    const char *noun;
} foreign_type_words[] = {
    {"interface", "an interface of TypeScript"},
    {"class", "a class"},
    {"struct", "a struct"},
    {"message", "a message of Protobuf"},
    {"record", "a record of Java"},
    {"input", "an input of GraphQL"},
    {"enum", "an enum"},
    {"typedef", "a type of C"},
    {"type", "a type"},
    {"data", "a class of Kotlin"},
};

/* The fields of a class of Python are the lines below, which are indented. */
static bool foreign_indented(ptc_foreign *f, ptc_foreign_found *found)
{
    const char *end = f->at;

    while (end < f->end && (*end == '\n' || *end == ' ' || *end == '\t')) {
        const char *next = memchr(end + 1, '\n', (size_t)(f->end - end - 1));

        end = next != NULL ? next : f->end;
        if (end < f->end && end[1] != ' ' && end[1] != '\t' && end[1] != '\n')
            break;
    }
    f->end = end;
    f->ends_in_lines = true;
    return ptc_foreign_fields(f, &found->params, '\0') && found->params.len > 0;
}

/* `item {...}`, `item: {...}`, and with a result after it a function. */
static bool foreign_named_braces(ptc_foreign *f, ptc_foreign_found *found)
{
    const char *start = f->at;
    ptc_str name;

    ptc_foreign_take(f, "let");
    ptc_foreign_take(f, "const");
    name = ptc_foreign_word(f);
    f->at += name.len;
    ptc_foreign_blanks(f);
    if (name.ptr != start || !ptc_foreign_take_byte(f, '=')) { /* else a ptcc type */
        while (ptc_foreign_take_byte(f, ':') || ptc_foreign_take_byte(f, '='))
            ;
        f->signs |= PTC_FOREIGN_HEAD;
    }
    if (name.len == 0 || !ptc_foreign_take_byte(f, '{') ||
        !ptc_foreign_fields(f, &found->params, '}') || found->params.len == 0)
        return false;
    found->name = foreign_own_name(f, name);
    found->is_type = f->at + 1 >= f->end || f->at[0] != '-' || f->at[1] != '>';
    return found->is_type || foreign_result(f, found);
}

/* Steps over the words before the name of a type, which say what it is. */
static void foreign_type_head(ptc_foreign *f, ptc_foreign_found *found, bool *is_enum)
{
    while (ptc_foreign_is_among(ptc_foreign_word(f), " export pub public declare final "
                                                     "abstract default ")) {
        f->at += ptc_foreign_word(f).len;
        ptc_foreign_blanks(f);
    }
    for (size_t i = 0; i < sizeof foreign_type_words / sizeof foreign_type_words[0];
         i++) {
        if (!ptc_foreign_take(f, foreign_type_words[i].word))
            continue;
        found->noun = found->noun != NULL ? found->noun : foreign_type_words[i].noun;
        *is_enum = *is_enum || strcmp(foreign_type_words[i].word, "enum") == 0;
        f->has_tags = f->has_tags || strcmp(foreign_type_words[i].word, "message") == 0;
        i = SIZE_MAX; /* `typedef struct`, `enum class`, `data class` */
    }
}

/* What is between the braces of a type, and the name after them: `typedef struct {...}
 * item;`. */
static bool foreign_type_body(ptc_foreign *f, ptc_foreign_found *found, bool is_enum)
{
    f->at++;
    f->ends_in_lines = true;
    ptc_foreign_blanks(f);
    if (is_enum ? !ptc_foreign_members(f, &found->params)
                : !ptc_foreign_fields(f, &found->params, '}'))
        return false;
    if (found->name.len == 0 && ptc_foreign_word(f).len > 0)
        found->name = foreign_own_name(f, ptc_foreign_word(f));
    if (is_enum) {
        ptc_text members;

        ptc_text_init(&members, f->arena);
        ptc_text_cstr(&members, ":enum[");
        ptc_text_str(&members, ptc_text_view(&found->params));
        ptc_text_byte(&members, ']');
        found->result = members.failed ? PTC_STR("") : ptc_text_view(&members);
    }
    return found->name.len > 0;
}

static bool foreign_type(ptc_foreign *f, ptc_foreign_found *found)
{
    bool is_enum = false;
    bool is_known;
    ptc_str name;

    foreign_type_head(f, found, &is_enum);
    if (found->noun == NULL)
        return false;
    found->is_type = true;
    name = ptc_foreign_word(f);
    f->at += name.len;
    f->self = name;
    found->name = name.len > 0 ? foreign_own_name(f, name) : PTC_STR("");
    ptc_foreign_blanks(f);
    if (f->at < f->end && *f->at == '(' && strcmp(found->noun, "a record of Java") == 0) {
        f->at++;
        return name.len > 0 && ptc_foreign_fields(f, &found->params, ')');
    }
    if (f->at < f->end && (*f->at == '(' || *f->at == '<') &&
        !ptc_foreign_skip_balanced(f))
        return false;
    if (ptc_foreign_take(f, "struct")) { /* type Item struct { */
        found->noun = "a struct of Go";
        f->has_names_first = true;
    }
    if (ptc_foreign_take(f, "extends") || ptc_foreign_take(f, "implements")) {
        f->at += ptc_foreign_word(f).len;
        ptc_foreign_blanks(f);
    }
    ptc_foreign_take_byte(f, '=');
    if (name.len > 0 && f->at < f->end && *f->at == ':') {
        f->at++;
        return foreign_indented(f, found);
    }
    if (f->at < f->end && *f->at == '{')
        return foreign_type_body(f, found, is_enum);
    found->result = ptc_foreign_type(f, &is_known); /* type Kind = "a" | "b" */
    return name.len > 0 && found->result.len > 0 && is_known;
}

/* --- All of them ------------------------------------------------------------------- */

bool ptc_foreign_declaration(ptc_foreign *f, unsigned form, ptc_foreign_found *out)
{
    static bool (*const forms[PTC_FOREIGN_FORMS])(ptc_foreign *, ptc_foreign_found *) = {
        foreign_type, foreign_function, foreign_named_braces};

    *out = (ptc_foreign_found){.name = PTC_STR(""), .result = PTC_STR("")};
    ptc_text_init(&out->params, f->arena);
    return forms[form](f, out) && !f->arena->failed;
}
