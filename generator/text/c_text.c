/* SPDX-License-Identifier: MIT */
/* What may enter emitted C: names, literals and comment text. Text from a schema gets
 * into C only through these functions. Each result is safe wherever its kind may be,
 * whatever bytes the input has. */
#include "generator/text/c_text.h"

#include <ptc/number.h>

/* --- Names ------------------------------------------------------------------------- */

/*
 * Lower-case words that an identifier cannot be: keywords of C11, C23 and C++20 with
 * its alternative tokens, what compilers define as macros that are not functions, and
 * macros that are used like keywords. In byte order.
 */
/* clang-format off */
static const char *const c_reserved[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "assert", "auto", "bitand", "bitor",
    "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t",
    "class", "co_await", "co_return", "co_yield", "compl", "complex", "concept",
    "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
    "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "errno", "explicit", "export", "extern", "false", "float", "for", "friend",
    "goto", "hpux", "i386", "if", "imaginary", "inline", "int", "linux", "long",
    "m68k", "major", "makedev", "minor", "mips", "mutable", "namespace", "new",
    "noexcept", "noreturn", "not", "not_eq", "nullptr", "offsetof", "operator", "or",
    "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
    "requires", "restrict", "return", "short", "signed", "sizeof", "sparc", "static",
    "static_assert", "static_cast", "stderr", "stdin", "stdout", "struct", "sun",
    "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef",
    "typeid", "typename", "typeof", "typeof_unqual", "union", "unix", "unsigned",
    "using", "va_arg", "va_copy", "va_end", "va_start", "vax", "virtual", "void",
    "volatile", "wchar_t", "while", "xor", "xor_eq",
};

/* Upper-case ones, likewise. */
static const char *const c_reserved_upper[] = {
    "BUFSIZ", "DOMAIN", "EOF", "FALSE", "HUGE", "I", "INFINITY", "NAN", "NDEBUG",
    "NULL", "OVERFLOW", "PLOSS", "SING", "TLOSS", "TRUE", "UNDERFLOW",
};
/* clang-format on */

/* What headers of the system define as macros, and as upper-case ones or constants. */
static const char *const c_macros[] = {
#include "generator/text/c_macros.def"
};
static const char *const c_constants[] = {
#include "generator/text/c_constants.def"
};

/* What headers of the system declare in the scope of a whole file. */
static const char *const c_taken[] = {
#include "generator/text/c_taken.def"
};

/* Parameters and local variables of emitted functions, which would hide a type of that
 * name; and `std`, which is not a type in C++. Other local variables give way to types:
 * ptcc_c_local. In byte order. */
/* clang-format off */
static const char *const c_local[] = {
    "arena", "error", "found", "gen", "in", "info", "json", "key", "len", "main", "map",
    "options", "out", "p", "report", "root", "seen", "std", "step", "text", "value", "why",
};
/* clang-format on */

#define C_IS_LISTED(words, name) c_is_listed(words, sizeof(words) / sizeof *(words), name)

static bool c_is_listed(const char *const *words, size_t count, ptc_str name)
{
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;
        const char *word = words[middle];
        int order = strncmp(word, name.ptr, name.len); /* which has no NUL */

        if (order == 0 && word[name.len] == '\0')
            return true;
        if (order < 0)
            low = middle + 1;
        else
            count = middle; /* also where the word only begins with the name */
    }
    return false;
}

/* Whether no identifier, or no upper-case one, can have the name. */
static bool c_is_reserved(ptc_str name, bool upper)
{
    return upper ? C_IS_LISTED(c_reserved_upper, name) || C_IS_LISTED(c_constants, name)
                 : C_IS_LISTED(c_reserved, name) || C_IS_LISTED(c_macros, name);
}

static bool c_is_lower(char byte)
{
    return byte >= 'a' && byte <= 'z';
}

static bool c_is_upper(char byte)
{
    return byte >= 'A' && byte <= 'Z';
}

static bool c_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static void c_write_hex(ptc_text *out, char byte, const char *digits)
{
    ptc_text_byte(out, digits[(unsigned char)byte >> 4]);
    ptc_text_byte(out, digits[(unsigned char)byte & 15]);
}

static void c_fold_byte(ptc_text *out, char byte, bool upper)
{
    if (byte == '-' || byte == '.' || byte == '_') {
        ptc_text_byte(out, '_');
    } else if (c_is_digit(byte)) {
        ptc_text_byte(out, byte);
    } else if (c_is_lower(byte)) {
        ptc_text_byte(out, (char)(upper ? byte - 'a' + 'A' : byte));
    } else if (c_is_upper(byte)) {
        ptc_text_byte(out, (char)(upper ? byte : byte - 'A' + 'a'));
    } else {
        ptc_text_cstr(out, upper ? "_X" : "_x");
        c_write_hex(out, byte, upper ? "0123456789ABCDEF" : "0123456789abcdef");
    }
}

/* Whether an identifier must not begin with `name`: a digit, `__`, or `_X`. */
static bool c_begins_badly(ptc_str name)
{
    if (name.len == 0 || c_is_digit(name.ptr[0]))
        return true;
    return name.ptr[0] == '_' &&
           (name.len == 1 || name.ptr[1] == '_' || c_is_upper(name.ptr[1]));
}

static ptc_str c_name(ptc_arena *arena, ptc_str prefix, ptc_str name, bool upper)
{
    ptc_text folded;
    ptc_text out;
    ptc_str view;

    ptc_text_init(&folded, arena);
    for (size_t i = 0; i < prefix.len; i++)
        c_fold_byte(&folded, prefix.ptr[i], upper);
    if (prefix.len > 0 && name.len > 0)
        ptc_text_byte(&folded, '_');
    for (size_t i = 0; i < name.len; i++)
        c_fold_byte(&folded, name.ptr[i], upper);
    view = ptc_text_view(&folded);
    if (c_is_reserved(view, upper)) {
        ptc_text_byte(&folded, '_');
        return ptc_text_view(&folded);
    }
    if (!c_begins_badly(view))
        return view;
    ptc_text_init(&out, arena);
    ptc_text_byte(&out, upper ? 'X' : 'x');
    ptc_text_str(&out, view);
    return ptc_text_view(&out);
}

ptc_str c_ident(ptc_arena *arena, ptc_str prefix, ptc_str name)
{
    return c_name(arena, prefix, name, false);
}

ptc_str c_constant(ptc_arena *arena, ptc_str prefix, ptc_str name)
{
    return c_name(arena, prefix, name, true);
}

ptc_str c_global(ptc_arena *arena, ptc_str prefix, ptc_str name)
{
    ptc_str id = c_ident(arena, prefix, name);
    bool is_ours = id.len > 4 && memcmp(id.ptr, "ptc_", 4) == 0;

    if (!is_ours && !C_IS_LISTED(c_taken, id) && !C_IS_LISTED(c_local, id))
        return id;
    return C_JOIN(arena, id, PTC_STR("_"));
}

bool c_is_ident(ptc_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i];

        if (!c_is_lower(byte) && !c_is_upper(byte) && byte != '_' && !c_is_digit(byte))
            return false;
    }
    return text.len > 0 && !c_is_digit(text.ptr[0]) && !c_is_reserved(text, false) &&
           !c_is_reserved(text, true);
}

bool c_can_include(ptc_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        unsigned char byte = (unsigned char)name.ptr[i];

        if (byte < 0x20 || byte == 0x7f || byte == '"' || byte == '\\' ||
            (byte == '?' && i > 0 && name.ptr[i - 1] == '?'))
            return false;
    }
    return true;
}

ptc_str c_include(ptc_arena *arena, ptc_str name)
{
    return C_JOIN(arena, PTC_STR("\""), c_can_include(name) ? name : PTC_STR(""),
                  PTC_STR("\""));
}

/* --- Strings ----------------------------------------------------------------------- */

/* Where a literal that goes on is broken, and how much further it may go to a line feed
 * or blank. */
enum { C_STRING_COLUMNS = 68, C_STRING_SLACK = 12 };

static bool c_is_trigraph(char byte)
{
    return byte != '\0' && strchr("=/'()!<>-", byte) != NULL;
}

/* What byte number `at` of a literal is written as: up to 4 bytes. */
static size_t c_escape_byte(ptc_str text, size_t at, char out[4])
{
    static const char named[] = "\a\b\f\n\r\t\v\"\\";
    static const char letters[] = "abfnrtv\"\\";
    unsigned char byte = (unsigned char)text.ptr[at];
    const char *name = byte != 0 ? strchr(named, byte) : NULL;

    out[0] = '\\';
    if (name != NULL) {
        out[1] = letters[name - named];
        return 2;
    }
    if (byte == '?' && at > 0 && text.ptr[at - 1] == '?') {
        out[1] = '?';
        return 2;
    }
    if (byte < 0x20 || byte >= 0x7f) {
        out[1] = (char)('0' + (byte >> 6));
        out[2] = (char)('0' + ((byte >> 3) & 7));
        out[3] = (char)('0' + (byte & 7));
        return 4;
    }
    out[0] = (char)byte;
    return 1;
}

static ptc_str c_literal(ptc_arena *arena, ptc_str text, size_t columns)
{
    ptc_text out;
    size_t column = 0;

    ptc_text_init(&out, arena);
    ptc_text_byte(&out, '"');
    for (size_t i = 0; i < text.len; i++) {
        char escape[4];
        char last = i > 0 ? text.ptr[i - 1] : '\0';
        size_t len = c_escape_byte(text, i, escape);
        bool may_break = last == '\n' || last == ' ';

        if (column > 0 &&
            (column >= columns || (column >= columns - C_STRING_SLACK && may_break))) {
            ptc_text_cstr(&out, "\"\n\"");
            column = 0;
        }
        ptc_text_bytes(&out, escape, len);
        column += len;
    }
    ptc_text_byte(&out, '"');
    return ptc_text_view(&out);
}

ptc_str c_string(ptc_arena *arena, ptc_str text)
{
    return c_literal(arena, text, C_STRING_COLUMNS);
}

ptc_str c_string_line(ptc_arena *arena, ptc_str text)
{
    return c_literal(arena, text, SIZE_MAX);
}

/* --- Numbers ----------------------------------------------------------------------- */

ptc_str c_int(ptc_arena *arena, int64_t value)
{
    ptc_text out;

    if (value == INT64_MIN)
        return PTC_STR("INT64_MIN");
    ptc_text_init(&out, arena);
    ptc_text_int(&out, value);
    return ptc_text_view(&out);
}

ptc_str c_uint(ptc_arena *arena, uint64_t value)
{
    ptc_text out;

    ptc_text_init(&out, arena);
    ptc_text_uint(&out, value);
    ptc_text_byte(&out, 'u');
    return ptc_text_view(&out);
}

ptc_str c_decimal(ptc_arena *arena, uint64_t value)
{
    ptc_text out;

    ptc_text_init(&out, arena);
    ptc_text_uint(&out, value);
    return ptc_text_view(&out);
}

ptc_str c_bits(ptc_arena *arena, uint64_t mask)
{
    unsigned shift = 60;
    ptc_text out;

    while (shift > 0 && mask >> shift == 0)
        shift -= 4;
    ptc_text_init(&out, arena);
    ptc_text_cstr(&out, "0x");
    for (; shift > 0; shift -= 4)
        ptc_text_byte(&out, "0123456789abcdef"[mask >> shift & 15]);
    ptc_text_byte(&out, "0123456789abcdef"[mask & 15]);
    ptc_text_byte(&out, 'u');
    return ptc_text_view(&out);
}

void c_write_hash(ptc_text *out, uint64_t hash)
{
    for (unsigned shift = 64; shift > 0; shift -= 4)
        ptc_text_byte(out, "0123456789abcdef"[hash >> (shift - 4) & 15]);
}

ptc_str c_double(ptc_arena *arena, double value)
{
    char digits[PTC_NUMBER_MAX];

    if (value != value)
        return PTC_STR("NAN");
    if (value - value != 0)
        return value > 0 ? PTC_STR("HUGE_VAL") : PTC_STR("-HUGE_VAL");
    return ptc_str_copy(arena,
                        ptc_str_make(digits, ptc_number_write_json(value, digits)));
}

/* --- Comments ---------------------------------------------------------------------- */

/* A code point that shows as nothing, breaks lines or turns the direction of writing. */
static bool c_is_unseen(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x61c ||
           (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

/* Writes one ASCII byte of a note so that it makes nothing with its neighbours. */
static void c_note_byte(ptc_text *out, ptc_str text, size_t at)
{
    char byte = text.ptr[at];
    char last = out->len > 0 ? out->ptr[out->len - 1] : '\n';
    char next = at + 1 < text.len ? text.ptr[at + 1] : '\n';
    char third = at + 2 < text.len ? text.ptr[at + 2] : '\n';

    if ((byte == '/' && last == '*') || (byte == '*' && last == '/'))
        ptc_text_byte(out, ' ');
    if (byte == '?' && last == '?' && c_is_trigraph(next))
        ptc_text_byte(out, ' ');
    ptc_text_byte(out, byte);
    if (byte == '\\' && ((unsigned char)next <= ' ' || (next == '?' && third == '?')))
        ptc_text_byte(out, '.');
}

/* How many bytes from `at` on are visible ASCII that makes nothing with any neighbour. */
static size_t c_plain_run(ptc_str text, size_t at)
{
    size_t end = at;

    while (end < text.len && text.ptr[end] >= ' ' && text.ptr[end] < 0x7f &&
           text.ptr[end] != '/' && text.ptr[end] != '*' && text.ptr[end] != '?' &&
           text.ptr[end] != '\\')
        end++;
    return end - at;
}

ptc_str c_note(ptc_arena *arena, ptc_str text)
{
    ptc_text out;
    size_t at = 0;

    ptc_text_init(&out, arena);
    while (at < text.len) {
        size_t plain = c_plain_run(text, at);
        uint32_t code = 0;
        size_t len;

        ptc_text_bytes(&out, text.ptr + at, plain);
        at += plain;
        if (at == text.len)
            break;
        len = ptc_utf8_decode(text.ptr + at, text.len - at, &code);
        if (len == 0) {
            ptc_text_byte(&out, '?');
            at++;
            continue;
        }
        if (code == '\n' || code == 0x2028 || code == 0x2029)
            ptc_text_byte(&out, '\n');
        else if (c_is_unseen(code)) {
            if (code != '\r')
                ptc_text_byte(&out, ' ');
        } else if (len == 1)
            c_note_byte(&out, text, at);
        else
            ptc_text_bytes(&out, text.ptr + at, len);
        at += len;
    }
    return ptc_text_view(&out);
}

/* --- Joining ----------------------------------------------------------------------- */

ptc_str c_join(ptc_arena *arena, const ptc_str *parts, size_t count)
{
    ptc_text out;

    ptc_text_init(&out, arena);
    for (size_t i = 0; i < count; i++)
        ptc_text_str(&out, parts[i]);
    return ptc_text_view(&out);
}
