/* SPDX-License-Identifier: MIT */
/*
 * Internal to libptc: types, then prototypes grouped by the file that defines them.
 * Not installed. Names that cross files start with ptc_ and the file's noun.
 */
#ifndef PTC_INT_H
#define PTC_INT_H

#include <ptc/arena.h>
#include <ptc/config.h>
#include <ptc/contract.h>
#include <ptc/convert.h>
#include <ptc/diag.h>
#include <ptc/form.h>
#include <ptc/infer.h>
#include <ptc/json.h>
#include <ptc/lisp.h>
#include <ptc/number.h>
#include <ptc/regex.h>
#include <ptc/scan.h>
#include <ptc/schema.h>
#include <ptc/status.h>
#include <ptc/template.h>
#include <ptc/text.h>
#include <ptc/tool.h>
#include <ptc/value.h>
#include <ptc/version.h>
#include <ptc/walk.h>

#include <stdarg.h>

/* --- base/arena.c --------------------------------------------------------------- */

/* Gives back what the most recent allocation, at `last`, does not need beyond `size`. */
void ptc_arena_trim(ptc_arena *arena, const void *last, size_t size);

/*
 * Memory for the time of one call, shaped like the allocator callback: it counts against
 * the cap, and the borrower gives it back (new_size 0). An arena in caller memory lends
 * from there, and gets back only what was borrowed last.
 */
void *ptc_arena_borrow(ptc_arena *arena, void *old, size_t old_size, size_t new_size);

/* Whether the address lies in a chunk of the arena. */
bool ptc_arena_holds(const ptc_arena *arena, const void *address);

/* --- base/text.c ------------------------------------------------------------------- */

/* Appends by a printf of %s %d %u %zu %lld %llu %c %.*s and %%. */
void ptc_text_format(ptc_text *text, const char *format, va_list *arguments);

/* Takes `count` digits from the front of `rest`; false when it has others. */
PTC_INLINE bool ptc_str_take_digits(ptc_str *rest, size_t count, int *out)
{
    int value = 0;

    if (rest->len < count)
        return false;
    for (size_t i = 0; i < count; i++) {
        int digit = rest->ptr[i] - '0';

        if (digit < 0 || digit > 9)
            return false;
        value = value * 10 + digit;
    }
    *rest = ptc_str_make(rest->ptr + count, rest->len - count);
    *out = value;
    return true;
}

/* Takes that byte from the front, if it stands there. */
PTC_INLINE bool ptc_str_take(ptc_str *rest, char byte)
{
    if (rest->len == 0 || *rest->ptr != byte)
        return false;
    *rest = ptc_str_make(rest->ptr + 1, rest->len - 1);
    return true;
}

/* Writes `count` digits of a number that has no more, filled with zeros; the end. */
PTC_INLINE char *ptc_put_digits(char *out, int count, int64_t value)
{
    for (int i = count - 1; i >= 0; i--) {
        out[i] = (char)('0' + value % 10);
        value /= 10;
    }
    return out + count;
}

/* --- base/decimal.c ----------------------------------------------------------------- */

/* 0.DIGITS * 10^point; no digits: zero. */
typedef struct ptc_decimal {
    char digits[PTC_NUMBER_MAX];
    int count;
    int point;
} ptc_decimal;

/* Of what ptc_number_write_int and ptc_number_write_double write, without the sign. */
ptc_decimal ptc_decimal_read(const char *text, size_t len);
/* Rounds half up to the first `keep` digits. */
void ptc_decimal_round(ptc_decimal *decimal, int keep);
/* The number with `places` digits behind the point, rounded half up from its shortest
 * decimal, as `format` of PTC-Lisp does. */
double ptc_number_round(double value, int places);

/* --- base/calendar.c --------------------------------------------------------------- */

/* Rounded down; `divisor` is positive. */
PTC_INLINE int64_t ptc_floor_divide(int64_t number, int64_t divisor)
{
    return number / divisor - (number % divisor < 0 ? 1 : 0);
}

/* Of a month from 1 to 12. */
int ptc_calendar_month_days(int64_t year, int month);

/* Days since 1970-01-01, for years within a billion. The day may lie outside its month.
 */
int64_t ptc_calendar_days(int64_t year, int month, int day);
void ptc_calendar_date(int64_t days, int64_t *year, int *month, int *day);

/* --- base/number_power.c ---------------------------------------------------------- */

/* 128 bits. */
typedef struct ptc_wide {
    uint64_t high;
    uint64_t low;
} ptc_wide;

PTC_INLINE ptc_wide ptc_wide_multiply(uint64_t a, uint64_t b)
{
    ptc_wide wide;
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 uint128;
    uint128 product = (uint128)a * b;

    wide.high = (uint64_t)(product >> 64);
    wide.low = (uint64_t)product;
#else
    uint64_t a_low = (uint32_t)a;
    uint64_t a_high = a >> 32;
    uint64_t b_low = (uint32_t)b;
    uint64_t b_high = b >> 32;
    uint64_t low = a_low * b_low;
    uint64_t middle = a_high * b_low + (low >> 32);
    uint64_t other = a_low * b_high + (uint32_t)middle;

    wide.high = a_high * b_high + (middle >> 32) + (other >> 32);
    wide.low = other << 32 | (uint32_t)low;
#endif
    return wide;
}

/* `word` must not be 0. */
PTC_INLINE unsigned ptc_count_leading_zeros(uint64_t word)
{
#ifdef __GNUC__
    return (unsigned)__builtin_clzll(word);
#else
    unsigned count = 0;

    for (; word >> 63 == 0; word <<= 1)
        count++;
    return count;
#endif
}

/* 5^exponent, -351..350, shifted so that the highest bit is set, rounded down. */
ptc_wide ptc_number_power(int exponent);

/* --- json/scan.c ------------------------------------------------------------------ */

/* Behind up to sixteen spaces. */
PTC_INLINE const unsigned char *ptc_scan_indentation(const unsigned char *p)
{
#if defined(PTC_SCAN_SSE2)
    {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i space = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '));

        return p + ptc_scan_marked(~(unsigned)_mm_movemask_epi8(space));
    }
#else
    p += ptc_scan_same8(p, "        ") ? 8 : 0;
    p += ptc_scan_same4(p, "    ") ? 4 : 0;
    p += ptc_scan_same2(p, "  ") ? 2 : 0;
    return *p == ' ' ? p + 1 : p;
#endif
}

/* Passes over a number of any size by the grammar of JSON. */
const unsigned char *ptc_scan_number(ptc_scan *scan, const unsigned char *p,
                                     bool *is_integer);

/* The digits from `p` to `stop` with a point at `point` make `value`, if 19 at most. */
const unsigned char *ptc_scan_double_long(ptc_scan *scan, const unsigned char *p,
                                          const unsigned char *point,
                                          const unsigned char *stop, uint64_t value,
                                          double *out);

/* Frees the scratch stack. */
void ptc_scan_release(ptc_scan *scan);

/* --- json/scan_keys.c ------------------------------------------------------------- */

/*
 * Faults two of `count` keys that are the same, at `p`; false after a fault. Each is a
 * ptc_str at the beginning of `stride` bytes, which need not be aligned. Takes linear
 * time, n log n for keys that were made to make it slow.
 */
bool ptc_scan_keys(ptc_scan *scan, const unsigned char *p, const void *keys,
                   size_t stride, size_t count);

/* --- json/scan_value.c ------------------------------------------------------------ */

/* Reads a value that begins at `p` and is no list or object. */
const unsigned char *ptc_scan_scalar(ptc_scan *scan, const unsigned char *p,
                                     ptc_value *out);

/* ptc_scan_value for the outermost value, which may end with the text. */
const unsigned char *ptc_scan_document(ptc_scan *scan, const unsigned char *p,
                                       ptc_value *out);

/* --- json/json_write.c ------------------------------------------------------------ */

/* ptc_json_write_string without the quotes around it. */
void ptc_json_write_escaped(ptc_text *text, ptc_str string);

/* --- edn/edn_write.c ------------------------------------------------------------- */

/* Whether a keyword of that name can be written with a colon. */
bool ptc_edn_can_spell_keyword(ptc_str name);

/* --- json/json_locate.c ----------------------------------------------------------- */

/*
 * The length of the first value of a text, blanks before it included, found by its quotes
 * and brackets alone; invalid text has some extent as well.
 */
size_t ptc_json_extent(const char *text, size_t len);

/* Where a value of a JSON document stands. */
typedef struct ptc_json_place {
    uint32_t start; /* bytes [start, end) of the value */
    uint32_t end;
    uint32_t key;   /* start of its key, quote included; of the value when it has none */
    uint32_t count; /* values in this one, itself included: the step to its sibling */
} ptc_json_place;

/*
 * The places of all values of `text`, which ptc_json_read accepted with the default
 * depth, in document order: the values inside one directly follow it. NULL when refused
 * memory, and for a text of 4 GiB.
 */
const ptc_json_place *ptc_json_places(ptc_arena *arena, ptc_str text);

/* The span of the key of a place, with quotes; of the value when it has no key. */
ptc_span ptc_json_place_key(ptc_str text, const ptc_json_place *place);

/* --- base/map.c ----------------------------------------------------------------- */

/* Maps and sets above this many entries have an index. */
#define PTC_MAP_SMALL 16

/*
 * Completes a map whose entries, count and kinds are set: finds equal keys and makes the
 * index when the map is large. Answers as ptc_map_make does.
 */
ptc_status ptc_map_finish(ptc_arena *arena, ptc_map *map, size_t *duplicate);

/*
 * ptc_set_contains and ptc_map_find for values that are `depth` levels deep at most; the
 * item or entry number `skipped` is left out. For ptc_value_same_within alone.
 */
bool ptc_set_contains_within(const ptc_value *set, const ptc_value *item, size_t skipped,
                             unsigned depth);
const ptc_map_entry *ptc_map_find_within(const ptc_map *map, const ptc_value *key,
                                         size_t skipped, unsigned depth);

/* The bytes behind the items of a set that hold its index. */
size_t ptc_set_index_size(const ptc_value *set);

/* --- base/value.c --------------------------------------------------------------- */

/* Whether a value holds no others. */
PTC_INLINE bool ptc_value_is_scalar(const ptc_value *value)
{
    return value->kind != PTC_VECTOR && value->kind != PTC_SET && value->kind != PTC_MAP;
}

/* ptc_value_same of scalars; false for values that hold others. */
bool ptc_value_same_scalar(const ptc_value *a, const ptc_value *b);

/* ptc_value_same in up to `depth` levels. */
bool ptc_value_same_within(const ptc_value *a, const ptc_value *b, unsigned depth);

/* The hash of a key or name: equal for names that differ only in '-' and '_'. */
uint64_t ptc_name_hash(ptc_str name);

/* --- base/names.c ---------------------------------------------------------------- */

/* A name and what its user knows it by. */
typedef struct ptc_name_entry {
    ptc_str name;
    uint32_t value;
    uint32_t hash;
    uint32_t next; /* elder name of the same bucket + 1, 0: none */
} ptc_name_entry;

/* A stack of names in which the youngest of a text is found in constant time. */
typedef struct ptc_names {
    ptc_arena *arena;
    bool is_exact; /* '-' and '_' differ; else they are the same [validation 6] */
    ptc_name_entry *entries; /* in order of addition */
    size_t count;
    size_t capacity;
    uint32_t *buckets; /* private, a power of two */
    size_t bucket_count;
} ptc_names;

void ptc_names_init(ptc_names *names, ptc_arena *arena);

/* The youngest entry of `name`, or NULL. Entries are valid until the next one is added.
 */
const ptc_name_entry *ptc_names_find(const ptc_names *names, ptc_str name);

/* Adds a name; returns its entry, or the one that has the name already (compare values);
 * NULL when refused memory. */
const ptc_name_entry *ptc_names_add(ptc_names *names, ptc_str name, uint32_t value);

/* Adds a name that hides those before it; NULL when refused memory. */
const ptc_name_entry *ptc_names_push(ptc_names *names, ptc_str name, uint32_t value);

/* Forgets the youngest names until `count` are left. */
void ptc_names_pop(ptc_names *names, size_t count);

/*
 * The numbers of `count` names in byte order, equal names as they stand; each name is
 * `stride` bytes behind the one before it. In `arena`; NULL when refused memory.
 */
const uint32_t *ptc_names_order(ptc_arena *arena, const ptc_str *names, size_t stride,
                                size_t count);

/* --- base/scratch.c -------------------------------------------------------------- */

typedef struct ptc_scratch {
    ptc_arena *arena; /* work here */
    ptc_arena own;
    ptc_allocator below;
    bool is_refused; /* the allocator below gave nothing */
} ptc_scratch;

/* Memory beside `result` for the time of one reading, at most `cap` bytes. The struct
 * must not move until ptc_scratch_end, which returns all of it. */
void ptc_scratch_begin(ptc_scratch *scratch, ptc_arena *result, size_t cap);
void ptc_scratch_end(ptc_scratch *scratch);

/* Whether an allocation failed because of the cap. */
bool ptc_scratch_is_capped(const ptc_scratch *scratch);

/* --- contract/malli/read_malli.c
 * ------------------------------------------------------------ */

/*
 * Types that Malli text may use by a bare name, beside registries and registered types:
 * the named types of a contract file. `find` makes `node` of the draft a reference to the
 * type `name` (REF with extra.named_type) and returns true, or returns false.
 */
typedef struct ptc_malli_types {
    bool (*find)(ptc_draft *draft, ptc_draft_ref node, ptc_str name, void *user);
    void *user;
} ptc_malli_types;

/* ptc_malli_draft with named types; `types` may be NULL. */
ptc_draft_ref ptc_malli_draft_with(ptc_draft *draft, const ptc_forms *forms,
                                   uint32_t form, const ptc_read_options *options,
                                   const ptc_malli_types *types);

/* Reads forms->source as JSON and makes forms of it as ptc_form_from_json does, with
 * their spans; 0 after an error, which is then in `diags`. */
uint32_t ptc_form_read_json(ptc_forms *forms, ptc_diags *diags);

/* The same with all strings as strings, keys too. */
uint32_t ptc_form_read_json_plain(ptc_forms *forms, ptc_diags *diags);

/* --- contract/json_schema/read_json_schema.c
 * ----------------------------------------------------- */

/* Drafts the type that the JSON Schema in `source` describes; 0 after an error, which is
 * then in draft->diags. The result is the bare type, no function. [signature 13] */
ptc_draft_ref ptc_json_schema_draft(ptc_draft *draft, const ptc_source *source,
                                    const ptc_read_options *options);

/* --- runtime/edn/edn.re ----------------------------------------------------------------
 */

/* ORDER TOKEN: edn_read.c tells openers, closers, prefixes, atoms and faults apart by it.
 */
typedef enum ptc_edn_token {
    PTC_EDN_END,
    PTC_EDN_OPEN_LIST,
    PTC_EDN_OPEN_VECTOR,
    PTC_EDN_OPEN_MAP,
    PTC_EDN_OPEN_SET,
    PTC_EDN_CLOSE_LIST,
    PTC_EDN_CLOSE_VECTOR,
    PTC_EDN_CLOSE_MAP,
    PTC_EDN_DISCARD, /* #_ */
    PTC_EDN_META,    /* ^ */
    PTC_EDN_TAG,     /* #name */
    PTC_EDN_NIL,
    PTC_EDN_TRUE,
    PTC_EDN_FALSE,
    PTC_EDN_INT,
    PTC_EDN_HEX,
    PTC_EDN_FLOAT,
    PTC_EDN_EXACT,     /* 5N, 1.5M, 1/3: numbers that are only kept */
    PTC_EDN_SPECIAL,   /* ##Inf and the like, of any name */
    PTC_EDN_STRING,    /* with its quotes */
    PTC_EDN_CHARACTER, /* \a \newline \u0041, of any name */
    PTC_EDN_REGEX,     /* #"..." */
    PTC_EDN_KEYWORD,   /* with its colon */
    PTC_EDN_SYMBOL,
    /* What is none of these: */
    PTC_EDN_OPEN_STRING, /* the opening quote of a string or pattern without an end */
    PTC_EDN_OPEN_REGEX,
    PTC_EDN_ZERO_FIRST, /* 017 */
    PTC_EDN_BAD_NUMBER, /* 1abc */
    PTC_EDN_BAD_KEYWORD,
    PTC_EDN_BAD_BLANK, /* a blank that is not plain, U+00A0 and others */
    PTC_EDN_BAD_BYTE,
} ptc_edn_token;

/* Text is valid UTF-8 and followed by a NUL byte at `limit`; a NUL inside is a bad byte.
 */
typedef struct ptc_edn_lexer {
    const unsigned char *token;  /* where the last token begins */
    const unsigned char *cursor; /* where it ends, and the next one is looked for */
    const unsigned char *limit;
} ptc_edn_lexer;

/* The next token, behind blanks and comments. */
ptc_edn_token ptc_edn_lex(ptc_edn_lexer *lexer);

/* ORDER TOKEN: lisp/read/read.c tells openers and closers from others by it. [ptc-lisp 2]
 */
typedef enum ptc_program_token {
    PTC_PROGRAM_END,
    PTC_PROGRAM_OPEN_LIST,
    PTC_PROGRAM_OPEN_VECTOR,
    PTC_PROGRAM_OPEN_MAP,
    PTC_PROGRAM_OPEN_SET,
    PTC_PROGRAM_OPEN_SHORT, /* #( */
    PTC_PROGRAM_CLOSE_LIST,
    PTC_PROGRAM_CLOSE_VECTOR,
    PTC_PROGRAM_CLOSE_MAP,
    PTC_PROGRAM_SYMBOL,    /* without a slash, or the slash alone */
    PTC_PROGRAM_QUALIFIED, /* ns/name */
    PTC_PROGRAM_KEYWORD,   /* with its colon */
    PTC_PROGRAM_INT,
    PTC_PROGRAM_STRING, /* with its quotes; without escapes */
    PTC_PROGRAM_NIL,
    PTC_PROGRAM_TRUE,
    PTC_PROGRAM_FALSE,
    PTC_PROGRAM_HEX,
    PTC_PROGRAM_FLOAT,
    PTC_PROGRAM_SPECIAL, /* ##Inf and the like, of any name */
    PTC_PROGRAM_ESCAPED, /* a string with escapes */
    PTC_PROGRAM_REGEX,
    PTC_PROGRAM_CHARACTER,  /* of any name */
    PTC_PROGRAM_ODD_SYMBOL, /* with code points beyond ASCII, or no symbol */
    PTC_PROGRAM_VAR,        /* #' before a name */
    PTC_PROGRAM_QUOTE,
    PTC_PROGRAM_DISCARD,
    PTC_PROGRAM_META,
    /* What is none of these: */
    PTC_PROGRAM_OPEN_STRING, /* the opening quote of a string or pattern without an end */
    PTC_PROGRAM_OPEN_REGEX,
    PTC_PROGRAM_BAD_NUMBER,
    PTC_PROGRAM_BAD_KEYWORD,
    PTC_PROGRAM_BAD_DISPATCH, /* # and what it stands before */
    PTC_PROGRAM_BAD_BYTE,
} ptc_program_token;

/* The next token of a program. */
ptc_program_token ptc_program_lex(ptc_edn_lexer *lexer);

/* --- edn/edn_literal.c ------------------------------------------------------------ */

/* The reading of one form. */
typedef struct ptc_edn_reader {
    ptc_forms *forms;
    ptc_diags *diags;
    ptc_edn_lexer lexer;
    uint32_t open;    /* innermost open form, 0: none */
    bool has_stopped; /* after a fault that reading cannot go on from */
    bool is_program;  /* strings keep unknown escapes as written [ptc-lisp 2] */
} ptc_edn_reader;

uint32_t ptc_edn_offset(const ptc_edn_reader *reader, const unsigned char *at);
ptc_span ptc_edn_span(const ptc_edn_reader *reader);
ptc_str ptc_edn_token_text(const ptc_edn_reader *reader);

/* The token for a message; empty when no more errors are stored. */
const char *ptc_edn_quote_token(const ptc_edn_reader *reader);

/* Reports that memory is used up, and stops the reading. */
void ptc_edn_too_large(ptc_edn_reader *reader);

/* The content of a string, pattern or character token; those of \u and octal undone. */
ptc_str ptc_edn_string(ptc_edn_reader *reader);
ptc_str ptc_edn_regex(ptc_edn_reader *reader);
ptc_str ptc_edn_character(ptc_edn_reader *reader);

/* Sets the number of a form whose text is the token's, without a plus sign. */
void ptc_edn_number(ptc_edn_reader *reader, ptc_edn_token token, ptc_form *form);

/*
 * Reads the escape at `text` (a backslash and `len` - 1 >= 1 more bytes) into a code
 * point; the bytes used, 0 for an escape that does not exist. A \u surrogate without its
 * other half gives its own number, 0xD800 to 0xDFFF.
 */
size_t ptc_edn_escape(const char *text, size_t len, uint32_t *code_point);

/* --- runtime/template/template.re
 * ----------------------------------------------------------- */

typedef enum ptc_template_token {
    PTC_TEMPLATE_TOKEN_END,
    PTC_TEMPLATE_TOKEN_BLANK,
    PTC_TEMPLATE_TOKEN_NAME,
    PTC_TEMPLATE_TOKEN_DOT,
    PTC_TEMPLATE_TOKEN_SECTION,    /* # */
    PTC_TEMPLATE_TOKEN_INVERTED,   /* ^ */
    PTC_TEMPLATE_TOKEN_CLOSE,      /* / */
    PTC_TEMPLATE_TOKEN_COMMENT,    /* ! */
    PTC_TEMPLATE_TOKEN_DELIMITERS, /* = */
    PTC_TEMPLATE_TOKEN_RAW,        /* & or {, which the language does not have */
    PTC_TEMPLATE_TOKEN_PARTIAL,    /* >, which the language does not have */
    PTC_TEMPLATE_TOKEN_OTHER,
} ptc_template_token;

/* The next token of a tag's inside; moves `*start` behind it. */
ptc_template_token ptc_template_lex(const unsigned char **start,
                                    const unsigned char *limit);

/* --- template/template_check.c ------------------------------------------------------ */

/* What becomes of the values in a template, and so what may stand in it. */
typedef enum ptc_template_use {
    PTC_TEMPLATE_FOR_TEXT,       /* written: lists and maps need sections */
    PTC_TEMPLATE_FOR_WHOLE_TEXT, /* the same, and every parameter must stand in it */
    PTC_TEMPLATE_FOR_MISSION,    /* written, but for `:map`: programs read it by name */
    PTC_TEMPLATE_FOR_REFERENCES, /* written when short: lists and maps are named */
    PTC_TEMPLATE_FOR_LITERALS,   /* of a program: all kinds, firewalled ones, too */
} ptc_template_use;

/* ptc_template_check for that use. */
ptc_status ptc_template_check_for(ptc_template_use use, const ptc_template *compiled,
                                  const ptc_source *source, const ptc_schema *signature,
                                  ptc_diags *diags);

/* --- template/template_read.c --------------------------------------------------------
 */

/* Appends a path as written between dots: "user.name", "." when it has no segment. */
void ptc_template_path_write(ptc_text *text, const ptc_str *path, size_t count);

/* --- schema/schema.c --------------------------------------------------------------- */

/* Whether `first` and `count` of a node of this type are its children. */
bool ptc_type_has_children(ptc_type type);

/* INT, FLOAT and NUMBER. */
bool ptc_type_is_numeric(ptc_type type);

#define PTC_NODE_NONE UINT32_MAX

/* The node after `index` in document order within the tree under schema->root, or
 * PTC_NODE_NONE; and the next one that is not below `index`. */
uint32_t ptc_schema_next(const ptc_schema *schema, uint32_t index);
uint32_t ptc_schema_next_beside(const ptc_schema *schema, uint32_t index);

/* --- schema/member.c ---------------------------------------------------------------- */

/* Strict identity; `strings_are_keywords`: a string is a keyword of its name, as in JSON.
 */
bool ptc_member_is(const ptc_value *literal, const ptc_value *value,
                   bool strings_are_keywords);

/* The same for literals that hold no other values, such as all members of enums. */
bool ptc_member_is_scalar(const ptc_value *literal, const ptc_value *value,
                          bool strings_are_keywords);

/* A string and a keyword of one name; a string may have the keyword's colon. */
bool ptc_member_is_named(const ptc_value *literal, const ptc_value *value);

/* The member of an ENUM or CONST that a value of another kind means; PTC_ERROR_INVALID
 * when there is none. [validation 4] */
ptc_status ptc_member_convert(const ptc_schema_node *node, const ptc_value *value,
                              ptc_value *out);

/* --- render/render.c ---------------------------------------------------------------- */

/* What Malli text says for :datetime, beside the property that names the type. */
#define PTC_DATETIME_PATTERN                                                             \
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:"  \
    "[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"

/* Whether ptc_schema_write_signature writes a function as one Malli schema, `[:=> ...]`,
 * because shorthand has no spelling for a default or an empty name among its inputs. A
 * declaration then is `name = [:=> ...]`. */
bool ptc_schema_is_malli_function(const ptc_schema *schema);

/* Whether a node stands in Malli when its schema is written as a signature or,
 * `is_prompt`, in a prompt: there its words and its default are written, too. */
bool ptc_schema_is_said_in_malli(const ptc_schema *schema, uint32_t index,
                                 bool is_prompt);

/* Appends the checks of an interval as in brackets of a signature: "1..100", ">0 <=9". */
void ptc_interval_write(ptc_text *text, const ptc_interval *interval);

/* Appends a field name as a signature spells it: bare, or in JSON quotes. */
void ptc_name_write(ptc_text *text, ptc_str name);

/* Whether a name is one or more plain ones joined by dots, as those of contracts and
 * types may be. Appends the name of a contract as a declaration spells it. */
bool ptc_name_is_dotted(ptc_str name);
void ptc_contract_name_write(ptc_text *text, ptc_str name);

/* --- edn/diag.c ----------------------------------------------------------------- */

/* How many columns of a terminal the code point fills: 0, 1 or 2. */
size_t ptc_utf8_columns(uint32_t code_point);

/* --- render/render_value.c --------------------------------------------------------- */

/* Whether what goes by this name is kept from models. [signature 10] */
bool ptc_name_is_private(ptc_str name);

/* Whether what a map has at this key is kept from models: the key is private, or another
 * spelling of a firewalled field anywhere in the schema, which may be NULL. */
bool ptc_schema_hides(const ptc_schema *schema, const ptc_value *key);

/* Append parts of what a model sees, on one line. Texts are cut with an ellipsis after
 * `count` code points, and bytes that are no UTF-8 become U+FFFD: without quotes, as a
 * JSON string in quotes, and as a value that is no collection. */
void ptc_show_plain(ptc_text *text, ptc_str view, size_t count);
void ptc_show_string(ptc_text *text, ptc_str string, size_t count);
void ptc_show_scalar(ptc_text *text, const ptc_value *value, size_t count);
void ptc_show_ellipsis(ptc_text *text);

/* Appends what stands for a value that is hidden. */
void ptc_show_firewalled(ptc_text *text);

/* --- render/render_prompt.c -------------------------------------------------------- */

/* Appends a line `- name: text` behind `indent` blanks for each field that is described.
 */
void ptc_schema_write_fields(ptc_text *text, const ptc_schema *schema, size_t indent);

/* --- schema/interval.c ------------------------------------------------------------- */

/* Compares two numbers exactly, never through a cast: -1, 0, 1, or 2 when one is NaN. */
int ptc_interval_compare(const ptc_value *a, const ptc_value *b);

/* Intersects: `to` is left with the tighter of both bounds on each side. */
void ptc_interval_tighten(ptc_interval *to, const ptc_interval *by);

/* Brings an interval of values of INT, FLOAT or NUMBER, or of counts for every other
 * `type`, into normal form. False when no value is in it. */
bool ptc_interval_settle(ptc_interval *interval, ptc_type type);

/* Whether it has no bound at all. */
bool ptc_interval_is_open(const ptc_interval *interval);

/* Whether both have the same bounds, of the same kind; NULL is no interval. */
bool ptc_interval_same(const ptc_interval *a, const ptc_interval *b);

/* --- schema/equal.c ---------------------------------------------------------------- */

/* What equality and hash see of a node itself, without its children; and of its slot. */
bool ptc_schema_node_same(const ptc_schema_node *a, const ptc_schema_node *b);
bool ptc_schema_slot_same(const ptc_schema_node *a, const ptc_schema_node *b);
uint64_t ptc_schema_node_hash(const ptc_schema_node *node, uint64_t hash);
uint64_t ptc_schema_slot_hash(const ptc_schema_node *node, uint64_t hash);

/* Mixes eight bytes into a hash; the same on every machine. */
uint64_t ptc_hash_mix(uint64_t hash, uint64_t word);

/* --- lisp/read/forms.c
 * ------------------------------------------------------------------ */

/* Appends the forms of a program on a line each, without comments; false, and nothing,
 * when it cannot be read. `arena` holds what is needed meanwhile. */
bool ptc_lisp_write_forms(ptc_text *text, ptc_str program, ptc_arena *arena);

/* --- lisp/heap/take.c
 * ------------------------------------------------------------------- */

/* About the bytes of the value as JSON, or SIZE_MAX when that is more than `most` or it
 * is nested too deep; `*is_utf8` is cleared for ill-formed text. */
size_t ptc_data_measure(const ptc_value *value, size_t most, bool *is_utf8);

#endif
