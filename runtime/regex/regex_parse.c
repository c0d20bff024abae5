/* SPDX-License-Identifier: MIT */
/*
 * Pattern text to tree. The dialect is Java's, restricted to what a finite automaton can
 * decide; everything else is refused by name and offset, never read as something else.
 * Laziness is parsed and ignored: only the verdict counts. [validation 11.4]
 *
 * Recursive descent: choice > sequence > repeated > atom; groups are counted and bounded.
 * The first fault sticks in `status`; functions then return the index of an empty tree.
 */
#include "regex/regex_int.h"

enum { GROUP_DEPTH_MAX = 200 };
#define RANGES_MAX 500000u /* in the categories that a pattern names, all together */

typedef struct regex_parser {
    regex_pattern *pattern;
    ptc_str text;
    size_t at;
    unsigned depth;
    size_t ranges;  /* of all categories so far */
    bool fold_case; /* (?i) */
    ptc_status status;
    ptc_regex_error *error;
} regex_parser;

static uint32_t parse_choice(regex_parser *parser);

/* --- Faults and trees --------------------------------------------------------------- */

static uint32_t refuse_at(regex_parser *parser, size_t offset, const char *message)
{
    if (parser->status == PTC_OK)
        parser->status = ptc_regex_fail(parser->error, PTC_ERROR_SYNTAX, offset, message);
    return 0;
}

static uint32_t out_of_memory(regex_parser *parser)
{
    if (parser->status == PTC_OK)
        parser->status =
            ptc_regex_fail(parser->error, PTC_ERROR_MEMORY, parser->at, "out of memory");
    return 0;
}

static uint32_t add_tree(regex_parser *parser, regex_tree_kind kind, uint32_t left,
                         uint32_t right)
{
    regex_pattern *pattern = parser->pattern;
    void *items = pattern->trees;
    regex_tree *tree;

    if (parser->status != PTC_OK)
        return 0;
    if (!ptc_arena_reserve(pattern->arena, &items, &pattern->tree_capacity,
                           pattern->tree_count, pattern->tree_count + 1, sizeof *tree))
        return out_of_memory(parser);
    pattern->trees = items;
    tree = &pattern->trees[pattern->tree_count];
    memset(tree, 0, sizeof *tree);
    tree->kind = (uint8_t)kind;
    tree->left = left;
    tree->right = right;
    return (uint32_t)pattern->tree_count++;
}

static bool class_add(regex_parser *parser, regex_class *set, uint32_t low, uint32_t high)
{
    if (!ptc_regex_class_add(parser->pattern->arena, set, low, high)) {
        out_of_memory(parser);
        return false;
    }
    return true;
}

/* (?i) folds ASCII only. */
static void class_fold_case(regex_parser *parser, regex_class *set)
{
    size_t count = set->count;

    for (size_t i = 0; i < count; i++) {
        for (uint32_t letter = 'a'; letter <= 'z'; letter++) {
            uint32_t upper = letter - 32;

            if (set->ranges[i].low <= letter && letter <= set->ranges[i].high)
                class_add(parser, set, upper, upper);
            if (set->ranges[i].low <= upper && upper <= set->ranges[i].high)
                class_add(parser, set, letter, letter);
        }
    }
}

static uint32_t add_class(regex_parser *parser, regex_class set, bool negated)
{
    regex_pattern *pattern = parser->pattern;
    void *items = pattern->classes;
    uint32_t tree;

    if (parser->fold_case)
        class_fold_case(parser, &set);
    ptc_regex_class_finish(&set);
    if (negated && !ptc_regex_class_negate(pattern->arena, &set))
        return out_of_memory(parser);
    if (!ptc_arena_reserve(pattern->arena, &items, &pattern->class_capacity,
                           pattern->class_count, pattern->class_count + 1, sizeof set))
        return out_of_memory(parser);
    pattern->classes = items;
    pattern->classes[pattern->class_count] = set;
    tree = add_tree(parser, REGEX_CLASS, 0, 0);
    if (parser->status == PTC_OK)
        pattern->trees[tree].class_index = (uint32_t)pattern->class_count++;
    return tree;
}

static uint32_t add_code_point(regex_parser *parser, uint32_t code_point)
{
    regex_class set = {NULL, 0, 0};

    if (!class_add(parser, &set, code_point, code_point))
        return 0;
    return add_class(parser, set, false);
}

/* --- Characters --------------------------------------------------------------------- */

static bool at_end(const regex_parser *parser)
{
    return parser->at >= parser->text.len;
}

static char peek(const regex_parser *parser, size_t ahead)
{
    return parser->at + ahead < parser->text.len ? parser->text.ptr[parser->at + ahead]
                                                 : '\0';
}

static bool take(regex_parser *parser, const char *literal)
{
    size_t len = strlen(literal);

    if (parser->text.len - parser->at < len ||
        memcmp(parser->text.ptr + parser->at, literal, len) != 0)
        return false;
    parser->at += len;
    return true;
}

static uint32_t take_code_point(regex_parser *parser)
{
    uint32_t code_point = 0;
    size_t used = ptc_utf8_decode(parser->text.ptr + parser->at,
                                  parser->text.len - parser->at, &code_point);

    if (used == 0) {
        refuse_at(parser, parser->at, "the pattern is not valid UTF-8");
        used = 1;
    }
    parser->at += used;
    return code_point;
}

static int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

/* `least` to `most` digits of a base, after an escape that starts at `start`. */
static uint32_t take_digits(regex_parser *parser, size_t start, int base, int least,
                            int most)
{
    uint32_t value = 0;
    int count = 0;

    while (count < most) {
        int digit = hex_digit(peek(parser, 0));

        if (digit < 0 || digit >= base)
            break;
        value = value * (uint32_t)base + (uint32_t)digit;
        parser->at++;
        count++;
    }
    if (count < least)
        refuse_at(parser, start,
                  base == 8 ? "expected octal digits after \\0"
                            : "expected hexadecimal digits in this escape");
    return value;
}

static uint32_t check_code_point(regex_parser *parser, size_t start, uint32_t code_point)
{
    if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF))
        refuse_at(parser, start, "this escape names no Unicode character");
    return code_point;
}

/* \uXXXX, where a surrogate pair makes one character. */
static uint32_t take_utf16_escape(regex_parser *parser, size_t start)
{
    uint32_t unit = take_digits(parser, start, 16, 4, 4);

    if (unit >= 0xD800 && unit < 0xDC00 && take(parser, "\\u")) {
        uint32_t low = take_digits(parser, start, 16, 4, 4);

        if (low >= 0xDC00 && low < 0xE000)
            return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    }
    return check_code_point(parser, start, unit);
}

static uint32_t take_hex_escape(regex_parser *parser, size_t start)
{
    uint32_t value;

    if (!take(parser, "{"))
        return take_digits(parser, start, 16, 2, 2);
    value = take_digits(parser, start, 16, 1, 6);
    if (!take(parser, "}"))
        refuse_at(parser, start, "expected } after \\x{");
    return check_code_point(parser, start, value);
}

/* The character of an escape that names one; the backslash and `letter` are taken. */
static uint32_t take_escaped(regex_parser *parser, size_t start, char letter)
{
    switch (letter) {
    case 't':
        return '\t';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 'f':
        return '\f';
    case 'a':
        return 7;
    case 'e':
        return 27;
    case '0':
        return take_digits(parser, start, 8, 1, 3) & 0xFF;
    case 'x':
        return take_hex_escape(parser, start);
    case 'u':
        return take_utf16_escape(parser, start);
    default:
        break;
    }
    if (letter >= '1' && letter <= '9')
        refuse_at(parser, start, "back-references are not supported");
    else if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'))
        refuse_at(parser, start,
                  letter == 'k' ? "back-references are not supported"
                  : letter == 'Z' || letter == 'G'
                      ? "the anchors \\Z and \\G are not supported; use \\z or $"
                      : "this escape is not supported");
    return (unsigned char)letter;
}

/* --- Classes ------------------------------------------------------------------------ */

/* \p{Name}, \pL: the name; \P shows in the letter before. */
static ptc_str take_property_name(regex_parser *parser, size_t start)
{
    ptc_str name = ptc_str_make(parser->text.ptr + parser->at, 1);

    if (take(parser, "{")) {
        name.ptr++;
        name.len = 0;
        while (!at_end(parser) && peek(parser, 0) != '}') {
            parser->at++;
            name.len++;
        }
        if (!take(parser, "}"))
            refuse_at(parser, start, "expected } after \\p{");
    } else if (at_end(parser)) {
        refuse_at(parser, start, "expected a category after \\p");
        name.len = 0;
    } else {
        parser->at++;
    }
    if (name.len > 2 && memcmp(name.ptr, "Is", 2) == 0)
        name = ptc_str_make(name.ptr + 2, name.len - 2);
    return name;
}

static bool add_shorthand(regex_parser *parser, regex_class *set, char letter)
{
    switch (letter) {
    case 'd':
        return class_add(parser, set, '0', '9');
    case 'w':
        return class_add(parser, set, '0', '9') && class_add(parser, set, 'A', 'Z') &&
               class_add(parser, set, 'a', 'z') && class_add(parser, set, '_', '_');
    case 's':
        return class_add(parser, set, '\t', '\r') && class_add(parser, set, ' ', ' ');
    default:
        return class_add(parser, set, '\t', '\t') && class_add(parser, set, ' ', ' ') &&
               class_add(parser, set, 0xA0, 0xA0) &&
               class_add(parser, set, 0x1680, 0x1680) &&
               class_add(parser, set, 0x180E, 0x180E) &&
               class_add(parser, set, 0x2000, 0x200A) &&
               class_add(parser, set, 0x202F, 0x202F) &&
               class_add(parser, set, 0x205F, 0x205F) &&
               class_add(parser, set, 0x3000, 0x3000);
    }
}

static void add_property(regex_parser *parser, regex_class *set, size_t start)
{
    ptc_str name = take_property_name(parser, start);
    ptc_status status = ptc_regex_class_add_property(parser->pattern->arena, set, name);

    if (status == PTC_ERROR_MEMORY)
        out_of_memory(parser);
    else if (status != PTC_OK)
        refuse_at(parser, start,
                  "unknown category; use a general category such as \\p{L}");
}

/*
 * Tries \d \w \s \h, \p{..} and their negations at the cursor and adds the class to
 * `set`. False: the escape is of another kind, nothing was taken.
 */
static bool take_class_escape(regex_parser *parser, regex_class *set)
{
    size_t start = parser->at;
    char letter = peek(parser, 1);
    char lower = (char)(letter | 32);
    regex_class named = {NULL, 0, 0};

    if (peek(parser, 0) != '\\' || letter == '\0' || strchr("dwshp", lower) == NULL)
        return false;
    parser->at += 2;
    if (lower == 'p') {
        add_property(parser, &named, start);
    } else if (!add_shorthand(parser, &named, lower)) {
        return true;
    }
    if (letter != lower && !ptc_regex_class_negate(parser->pattern->arena, &named))
        out_of_memory(parser);
    parser->ranges += named.count;
    if (parser->ranges > RANGES_MAX && parser->status == PTC_OK)
        parser->status = PTC_ERROR_RANGE; /* the caller words the message */
    for (size_t i = 0; i < named.count; i++)
        class_add(parser, set, named.ranges[i].low, named.ranges[i].high);
    return true;
}

/* One end of a range, or a lone character. */
static uint32_t take_class_character(regex_parser *parser)
{
    size_t start = parser->at;

    if (peek(parser, 0) == '[')
        return refuse_at(parser, start,
                         "a class inside a class is not supported; write \\[");
    if (peek(parser, 0) == '&' && peek(parser, 1) == '&')
        return refuse_at(parser, start, "class intersection && is not supported");
    if (!take(parser, "\\"))
        return take_code_point(parser);
    if (at_end(parser))
        return refuse_at(parser, start, "the pattern ends in a backslash");
    if ((unsigned char)peek(parser, 0) >= 0x80)
        return take_code_point(parser);
    parser->at++;
    return take_escaped(parser, start, parser->text.ptr[parser->at - 1]);
}

static void take_class_item(regex_parser *parser, regex_class *set)
{
    size_t start = parser->at;
    uint32_t low;
    uint32_t high;

    if (take_class_escape(parser, set))
        return;
    low = high = take_class_character(parser);
    if (peek(parser, 0) == '-' && parser->at + 1 < parser->text.len &&
        peek(parser, 1) != ']') {
        regex_class other = {NULL, 0, 0};

        parser->at++;
        if (take_class_escape(parser, &other)) {
            refuse_at(parser, start, "a class cannot end a range");
            return;
        }
        high = take_class_character(parser);
    }
    if (high < low)
        refuse_at(parser, start, "this range runs backwards");
    else
        class_add(parser, set, low, high);
}

static uint32_t parse_class(regex_parser *parser, size_t start)
{
    regex_class set = {NULL, 0, 0};
    bool negated = take(parser, "^");
    bool is_first = true;

    while (parser->status == PTC_OK && (is_first || peek(parser, 0) != ']')) {
        if (at_end(parser))
            return refuse_at(parser, start, "this class is never closed");
        if (is_first && peek(parser, 0) == ']')
            return refuse_at(parser, start, "an empty class; write \\] for a bracket");
        take_class_item(parser, &set);
        is_first = false;
    }
    parser->at++;
    return add_class(parser, set, negated);
}

/* --- Atoms -------------------------------------------------------------------------- */

/* `.`: anything but Java's line terminators. */
static uint32_t parse_dot(regex_parser *parser)
{
    static const uint32_t terminators[] = {'\n', '\r', 0x85, 0x2028, 0x2029};
    regex_class set = {NULL, 0, 0};
    bool fold_case = parser->fold_case;
    uint32_t tree;

    for (size_t i = 0; i < sizeof terminators / sizeof terminators[0]; i++)
        class_add(parser, &set, terminators[i], terminators[i]);
    parser->fold_case = false;
    tree = add_class(parser, set, true);
    parser->fold_case = fold_case;
    return tree;
}

static uint32_t parse_quoted(regex_parser *parser)
{
    uint32_t tree = add_tree(parser, REGEX_EMPTY, 0, 0);

    while (parser->status == PTC_OK && !at_end(parser) && !take(parser, "\\E"))
        tree = add_tree(parser, REGEX_SEQUENCE, tree,
                        add_code_point(parser, take_code_point(parser)));
    return tree;
}

static uint32_t parse_escape(regex_parser *parser)
{
    size_t start = parser->at;
    regex_class set = {NULL, 0, 0};
    char letter;

    if (take_class_escape(parser, &set)) {
        bool fold_case = parser->fold_case;
        uint32_t tree;

        parser->fold_case = false;
        tree = add_class(parser, set, false);
        parser->fold_case = fold_case;
        return tree;
    }
    parser->at++;
    if (at_end(parser))
        return refuse_at(parser, start, "the pattern ends in a backslash");
    if ((unsigned char)peek(parser, 0) >= 0x80)
        return add_code_point(parser, take_code_point(parser));
    letter = parser->text.ptr[parser->at++];
    switch (letter) {
    case 'A':
        return add_tree(parser, REGEX_BEGIN, 0, 0);
    case 'z':
        return add_tree(parser, REGEX_END, 0, 0);
    case 'b':
        parser->pattern->has_word_edges = true;
        return add_tree(parser, REGEX_WORD_EDGE, 0, 0);
    case 'B':
        parser->pattern->has_word_edges = true;
        return add_tree(parser, REGEX_NOT_WORD_EDGE, 0, 0);
    case 'Q':
        return parse_quoted(parser);
    default:
        return add_code_point(parser, take_escaped(parser, start, letter));
    }
}

/* After `(`: the kind of group. False: refused. */
static bool parse_group_head(regex_parser *parser, size_t start)
{
    if (!take(parser, "?"))
        return true;
    if (take(parser, ":"))
        return true;
    if (take(parser, "i:")) {
        parser->fold_case = true;
        return true;
    }
    if (take(parser, "=") || take(parser, "!") || take(parser, "<=") ||
        take(parser, "<!"))
        refuse_at(parser, start, "look-around is not supported");
    else if (take(parser, ">"))
        refuse_at(parser, start, "atomic groups are not supported");
    else if (take(parser, "<") || take(parser, "P<")) {
        size_t name = parser->at;

        while (hex_digit(peek(parser, 0)) >= 0 ||
               (peek(parser, 0) >= 'A' && peek(parser, 0) <= 'Z') ||
               (peek(parser, 0) >= 'a' && peek(parser, 0) <= 'z'))
            parser->at++;
        if (parser->at > name && take(parser, ">"))
            return true;
        refuse_at(parser, start, "expected a name and > in a named group");
    } else {
        refuse_at(parser, start, "this kind of group or flag is not supported");
    }
    return false;
}

static uint32_t parse_group(regex_parser *parser)
{
    size_t start = parser->at++;
    bool fold_case = parser->fold_case;
    uint32_t tree;

    if (take(parser, "?i)")) { /* holds to the end of the surrounding group */
        parser->fold_case = true;
        return add_tree(parser, REGEX_EMPTY, 0, 0);
    }
    if (!parse_group_head(parser, start))
        return 0;
    if (++parser->depth > GROUP_DEPTH_MAX)
        return refuse_at(parser, start, "groups are nested deeper than 200 levels");
    tree = parse_choice(parser);
    parser->depth--;
    parser->fold_case = fold_case;
    if (parser->status == PTC_OK && !take(parser, ")"))
        return refuse_at(parser, start, "this group is never closed");
    return tree;
}

static uint32_t parse_atom(regex_parser *parser)
{
    size_t start = parser->at;

    switch (peek(parser, 0)) {
    case '(':
        return parse_group(parser);
    case '[':
        parser->at++;
        return parse_class(parser, start);
    case '.':
        parser->at++;
        return parse_dot(parser);
    case '^':
        parser->at++;
        return add_tree(parser, REGEX_BEGIN, 0, 0);
    case '$':
        parser->at++;
        return add_tree(parser, REGEX_END, 0, 0);
    case '\\':
        return parse_escape(parser);
    case '*':
    case '+':
    case '?':
        return refuse_at(parser, start, "there is nothing to repeat here");
    case '{':
        return refuse_at(parser, start,
                         "a quantifier without anything before it; write \\{");
    default:
        return add_code_point(parser, take_code_point(parser));
    }
}

/* --- Repetition, sequence, choice --------------------------------------------------- */

static uint32_t take_count(regex_parser *parser, size_t start)
{
    uint32_t count = 0;

    if (peek(parser, 0) < '0' || peek(parser, 0) > '9')
        return refuse_at(parser, start,
                         "expected a number in {n,m}; write \\{ for a brace");
    while (peek(parser, 0) >= '0' && peek(parser, 0) <= '9') {
        count = count * 10 + (uint32_t)(peek(parser, 0) - '0');
        if (count > PTC_REGEX_REPEAT_MAX)
            return refuse_at(parser, start, "a repetition of more than 1000");
        parser->at++;
    }
    return count;
}

static bool take_quantifier(regex_parser *parser, uint32_t *low, uint32_t *high)
{
    size_t start = parser->at;

    *low = 0;
    *high = REGEX_UNBOUNDED;
    if (take(parser, "*"))
        return true;
    if (take(parser, "+")) {
        *low = 1;
        return true;
    }
    if (take(parser, "?")) {
        *high = 1;
        return true;
    }
    if (!take(parser, "{"))
        return false;
    *low = *high = take_count(parser, start);
    if (take(parser, ","))
        *high = peek(parser, 0) == '}' ? REGEX_UNBOUNDED : take_count(parser, start);
    if (parser->status == PTC_OK && !take(parser, "}"))
        refuse_at(parser, start, "expected } after the bounds of a repetition");
    if (*high < *low)
        refuse_at(parser, start, "the bounds of this repetition run backwards");
    return true;
}

static uint32_t parse_repeated(regex_parser *parser)
{
    uint32_t tree = parse_atom(parser);
    uint32_t low;
    uint32_t high;

    while (parser->status == PTC_OK && !at_end(parser) &&
           take_quantifier(parser, &low, &high)) {
        if (peek(parser, 0) == '+')
            return refuse_at(parser, parser->at,
                             "possessive quantifiers are not supported");
        take(parser, "?");
        tree = add_tree(parser, REGEX_REPEAT, tree, 0);
        if (parser->status == PTC_OK) {
            parser->pattern->trees[tree].low = low;
            parser->pattern->trees[tree].high = high;
        }
        if (peek(parser, 0) == '*' || peek(parser, 0) == '{')
            return refuse_at(parser, parser->at, "a quantifier after a quantifier");
    }
    return tree;
}

static uint32_t parse_sequence(regex_parser *parser)
{
    uint32_t tree = add_tree(parser, REGEX_EMPTY, 0, 0);

    while (parser->status == PTC_OK && !at_end(parser) && peek(parser, 0) != '|' &&
           peek(parser, 0) != ')')
        tree = add_tree(parser, REGEX_SEQUENCE, tree, parse_repeated(parser));
    return tree;
}

static uint32_t parse_choice(regex_parser *parser)
{
    uint32_t tree = parse_sequence(parser);

    while (parser->status == PTC_OK && take(parser, "|"))
        tree = add_tree(parser, REGEX_CHOICE, tree, parse_sequence(parser));
    return tree;
}

ptc_status ptc_regex_fail(ptc_regex_error *error, ptc_status status, size_t offset,
                          const char *message)
{
    if (error != NULL) {
        error->offset = offset;
        error->message = ptc_str_of(message);
    }
    return status;
}

ptc_status ptc_regex_parse(regex_pattern *pattern, ptc_str text, ptc_regex_error *error)
{
    regex_parser parser = {
        .pattern = pattern, .text = text, .status = PTC_OK, .error = error};

    pattern->root = parse_choice(&parser);
    if (parser.status == PTC_OK && !at_end(&parser))
        refuse_at(&parser, parser.at, "a ) without a group; write \\)");
    return parser.status;
}
