/* SPDX-License-Identifier: MIT */
/* Grammars as text: what the syntaxes have in common. See grammar_int.h. */
#include "target/grammar/grammar_int.h"

/* Where a part is printed. */
typedef enum print_place {
    PRINT_BODY,     /* of a rule, or in parentheses */
    PRINT_SEQUENCE, /* next to others */
    PRINT_ATOM,     /* before a repetition */
} print_place;

typedef struct grammar_printer {
    ptc_text *text;
    const ptc_grammar *grammar;
    const ptc_grammar_style *style;
    const uint32_t *order; /* rules that are printed */
    size_t count;
    const bool *is_lexeme; /* by rule */
    uint32_t root;
    bool is_inside_lexeme; /* what is being printed */
} grammar_printer;

static void print_part(grammar_printer *printer, ptc_grammar_part part,
                       print_place place);

/* --- Names and texts ---------------------------------------------------------------- */

static void print_name(grammar_printer *printer, uint32_t number)
{
    ptc_str name = printer->grammar->rules[number].name;

    if (number == printer->root && !printer->is_lexeme[number])
        name = ptc_str_of(printer->style->start);
    if (!printer->style->has_lexemes) {
        ptc_text_str(printer->text, name);
        return;
    }
    for (size_t i = 0; i < name.len; i++) {
        char byte = name.ptr[i];

        if (byte == '-')
            byte = '_';
        else if (printer->is_lexeme[number] && byte >= 'a' && byte <= 'z')
            byte = (char)(byte - 'a' + 'A');
        ptc_text_byte(printer->text, byte);
    }
}

/* Texts side by side are one, except where each is a lexeme. Returns their number. */
static size_t print_texts(grammar_printer *printer, const ptc_grammar_part *parts,
                          size_t count)
{
    bool is_apart = printer->style->has_lexemes && !printer->is_inside_lexeme;
    size_t done = 0;

    ptc_text_byte(printer->text, '"');
    do {
        const ptc_grammar_item *item = &printer->grammar->items[parts[done]];

        if (item->kind != PTC_GRAMMAR_TEXT)
            break;
        printer->style->write_text(printer->text,
                                   ptc_str_make(item->as.text, item->text_len));
        done++;
    } while (done < count && !is_apart);
    ptc_text_byte(printer->text, '"');
    return done;
}

/* --- Classes ------------------------------------------------------------------------ */

static void print_range(ptc_text *text, uint32_t low, uint32_t high,
                        void (*write)(ptc_text *text, uint32_t code_point))
{
    write(text, low);
    if (high == low)
        return;
    if (high > low + 1)
        ptc_text_byte(text, '-');
    write(text, high);
}

void ptc_grammar_write_ranges(ptc_text *text, const ptc_grammar_item *set,
                              void (*write)(ptc_text *text, uint32_t code_point))
{
    const regex_range *ranges = set->as.ranges;
    uint32_t next = 0;

    if (ranges[set->count - 1].high < 0x10FFFF ||
        (set->count == 1 && ranges[0].low > 0x7F)) {
        for (uint32_t i = 0; i < set->count; i++)
            print_range(text, ranges[i].low, ranges[i].high, write);
        return;
    }
    ptc_text_byte(text, '^');
    for (uint32_t i = 0; i < set->count; i++) {
        if (ranges[i].low > next && !(next == 0xD800 && ranges[i].low == 0xE000))
            print_range(text, next, ranges[i].low - 1, write);
        next = ranges[i].high + 1;
    }
}

/* --- Parts -------------------------------------------------------------------------- */

static void print_choice(grammar_printer *printer, const ptc_grammar_item *item)
{
    for (uint32_t i = 0; i < item->count; i++) {
        if (i > 0)
            ptc_text_cstr(printer->text, " | ");
        print_part(printer, item->as.parts[i], PRINT_SEQUENCE);
    }
}

static void print_sequence(grammar_printer *printer, const ptc_grammar_item *item)
{
    const ptc_grammar_part *parts = item->as.parts;

    for (uint32_t i = 0; i < item->count;) {
        if (i > 0)
            ptc_text_byte(printer->text, ' ');
        if (printer->grammar->items[parts[i]].kind == PTC_GRAMMAR_TEXT) {
            i += (uint32_t)print_texts(printer, &parts[i], item->count - i);
        } else {
            print_part(printer, parts[i], PRINT_SEQUENCE);
            i++;
        }
    }
}

static void print_times(ptc_text *text, uint32_t low, uint32_t high)
{
    if (low == 1 && high == 1)
        return;
    if (high == REGEX_UNBOUNDED && low < 2) {
        ptc_text_byte(text, low == 0 ? '*' : '+');
        return;
    }
    if (low == 0 && high == 1) {
        ptc_text_byte(text, '?');
        return;
    }
    ptc_text_byte(text, '{');
    ptc_text_uint(text, low);
    if (high != low)
        ptc_text_byte(text, ',');
    if (high != low && high != REGEX_UNBOUNDED)
        ptc_text_uint(text, high);
    ptc_text_byte(text, '}');
}

/* `size` elements together, low to high times, after what began at `start`. */
static void print_group(grammar_printer *printer, const ptc_grammar_item *item,
                        size_t start, uint32_t size, uint32_t low, uint32_t high)
{
    bool is_group = size > 1 && !(low == 1 && high == 1);

    if (high == 0)
        return;
    if (printer->text->len > start)
        ptc_text_byte(printer->text, ' ');
    if (is_group)
        ptc_text_byte(printer->text, '(');
    print_part(printer, item->as.parts[0], PRINT_ATOM);
    print_times(printer->text, size, size);
    if (is_group)
        ptc_text_byte(printer->text, ')');
    print_times(printer->text, low, high);
}

/* More than a group: those that must be there, then those that may, each as full groups
 * and a rest. */
static void print_groups(grammar_printer *printer, const ptc_grammar_item *item)
{
    size_t start = printer->text->len;
    uint32_t size = PTC_GRAMMAR_GROUP;
    uint32_t low = item->low;
    uint32_t more = item->high == REGEX_UNBOUNDED ? 0 : item->high - low;
    uint32_t full = more > size ? (more - 1) / size : 0;

    print_group(printer, item, start, size, low / size, low / size);
    print_group(printer, item, start, 1, low % size, low % size);
    print_group(printer, item, start, size, 0, full);
    print_group(printer, item, start, 1, 0, more - full * size);
    if (item->high == REGEX_UNBOUNDED)
        print_group(printer, item, start, 1, 0, REGEX_UNBOUNDED);
}

static bool print_is_grouped(const grammar_printer *printer, const ptc_grammar_item *item)
{
    uint32_t most = item->high == REGEX_UNBOUNDED ? item->low : item->high;

    return printer->style->has_groups &&
           ptc_grammar_is_grouped(printer->grammar, item->as.parts[0], most);
}

static void print_repeat(grammar_printer *printer, const ptc_grammar_item *item)
{
    if (print_is_grouped(printer, item)) {
        print_groups(printer, item);
        return;
    }
    print_part(printer, item->as.parts[0], PRINT_ATOM);
    print_times(printer->text, item->low, item->high);
}

static bool print_needs_group(const ptc_grammar_item *item, print_place place)
{
    switch ((ptc_grammar_kind)item->kind) {
    case PTC_GRAMMAR_CHOICE:
        return place != PRINT_BODY;
    case PTC_GRAMMAR_SEQUENCE:
    case PTC_GRAMMAR_REPEAT:
        return place == PRINT_ATOM;
    case PTC_GRAMMAR_EMPTY:
    case PTC_GRAMMAR_TEXT:
    case PTC_GRAMMAR_CLASS:
    case PTC_GRAMMAR_RULE:
        break;
    }
    return false;
}

static void print_part(grammar_printer *printer, ptc_grammar_part part, print_place place)
{
    const ptc_grammar_item *item = &printer->grammar->items[part];
    bool is_group = print_needs_group(item, place);

    if (is_group)
        ptc_text_byte(printer->text, '(');
    switch ((ptc_grammar_kind)item->kind) {
    case PTC_GRAMMAR_EMPTY:
        ptc_text_cstr(printer->text, printer->style->nothing);
        break;
    case PTC_GRAMMAR_TEXT:
        print_texts(printer, &part, 1);
        break;
    case PTC_GRAMMAR_CLASS:
        printer->style->write_class(printer->text, item);
        break;
    case PTC_GRAMMAR_SEQUENCE:
        print_sequence(printer, item);
        break;
    case PTC_GRAMMAR_CHOICE:
        print_choice(printer, item);
        break;
    case PTC_GRAMMAR_REPEAT:
        print_repeat(printer, item);
        break;
    case PTC_GRAMMAR_RULE:
        print_name(printer, item->low);
        break;
    }
    if (is_group)
        ptc_text_byte(printer->text, ')');
}

/* --- The whole ---------------------------------------------------------------------- */

static void print_comment(grammar_printer *printer, ptc_str comment)
{
    if (comment.len == 0)
        return;
    ptc_text_cstr(printer->text, printer->style->comment);
    ptc_visible_write(printer->text, comment);
    ptc_text_byte(printer->text, '\n');
}

static void print_definition(grammar_printer *printer, uint32_t number)
{
    const ptc_grammar_rule *rule = &printer->grammar->rules[number];

    print_comment(printer, rule->comment);
    print_name(printer, number);
    ptc_text_cstr(printer->text, printer->style->define);
    printer->is_inside_lexeme = printer->is_lexeme[number];
    print_part(printer, rule->body, PRINT_BODY);
    ptc_text_byte(printer->text, '\n');
}

static void print_all(grammar_printer *printer)
{
    if (printer->style->has_lexemes && printer->is_lexeme[printer->root]) {
        ptc_text_cstr(printer->text, printer->style->start);
        ptc_text_cstr(printer->text, printer->style->define);
        print_name(printer, printer->root);
        ptc_text_byte(printer->text, '\n');
    }
    for (size_t i = 0; i < printer->count; i++)
        print_definition(printer, printer->order[i]);
}

/* What a search for the rules that are needed has found. */
typedef struct rule_search {
    const ptc_grammar *grammar;
    uint32_t *order;
    size_t count;
    uint32_t
        *waiting; /* rules to be looked at, again once they are found to be lexemes */
    size_t waiting_count;
    bool *is_found;
    bool *is_lexeme;
    ptc_grammar_part *stack; /* parts that are yet to be looked at */
    size_t height;
    size_t capacity;
    ptc_arena *arena;
    bool failed;
} rule_search;

static void search_push(rule_search *search, ptc_grammar_part part)
{
    ptc_grammar_part *place =
        PTC_ARENA_PUSH(search->arena, search->stack, search->height, search->capacity);

    if (place != NULL)
        *place = part;
    search->failed |= place == NULL;
}

static void search_find(rule_search *search, uint32_t number, bool is_lexeme)
{
    bool is_new = !search->is_found[number];

    if (is_new)
        search->order[search->count++] = number;
    if (is_new || (is_lexeme && !search->is_lexeme[number]))
        search->waiting[search->waiting_count++] = number;
    search->is_found[number] = true;
    search->is_lexeme[number] |= is_lexeme;
}

/* Rules that a rule uses, in the order of their use; what a lexeme uses is one. */
static void search_rule(rule_search *search, uint32_t number)
{
    search_push(search, search->grammar->rules[number].body);
    while (search->height > 0 && !search->failed) {
        ptc_grammar_part part = search->stack[--search->height];
        const ptc_grammar_item *item = &search->grammar->items[part];

        if (item->kind == PTC_GRAMMAR_RULE) {
            search_find(search, item->low, search->is_lexeme[number]);
        } else if (item->kind == PTC_GRAMMAR_SEQUENCE ||
                   item->kind == PTC_GRAMMAR_CHOICE || item->kind == PTC_GRAMMAR_REPEAT) {
            for (uint32_t i = item->count; i > 0; i--)
                search_push(search, item->as.parts[i - 1]);
        }
    }
}

/* The rules that a rule needs, itself first. */
static void search_all(rule_search *search, uint32_t root)
{
    const ptc_grammar *grammar = search->grammar;
    size_t count = grammar->rule_count;

    search->order = ptc_arena_array(search->arena, count, sizeof *search->order);
    search->waiting = ptc_arena_array(search->arena, 2 * count, sizeof *search->waiting);
    search->is_found = ptc_arena_array(search->arena, count, sizeof(bool));
    search->is_lexeme = ptc_arena_array(search->arena, count, sizeof(bool));
    if (search->order == NULL || search->waiting == NULL || search->is_found == NULL ||
        search->is_lexeme == NULL) {
        search->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        search->is_lexeme[i] = grammar->rules[i].is_lexeme;
    search_find(search, root, false);
    for (size_t i = 0; i < search->waiting_count && !search->failed; i++)
        search_rule(search, search->waiting[i]);
}

/* Lexemes that a part is printed as, at most; counted no further than needed. */
static uint64_t search_lexemes(rule_search *search, ptc_grammar_part body)
{
    uint64_t count = 0;

    search_push(search, body);
    while (search->height > 0 && !search->failed && count <= PTC_LIMIT_LARK_LEXEMES) {
        const ptc_grammar_item *item =
            &search->grammar->items[search->stack[--search->height]];

        if (item->kind == PTC_GRAMMAR_TEXT || item->kind == PTC_GRAMMAR_CLASS)
            count++;
        else if (item->kind == PTC_GRAMMAR_SEQUENCE || item->kind == PTC_GRAMMAR_CHOICE ||
                 item->kind == PTC_GRAMMAR_REPEAT)
            for (uint32_t i = 0; i < item->count; i++)
                search_push(search, item->as.parts[i]);
    }
    search->height = 0;
    return count;
}

static bool search_fits(rule_search *search, const char **why)
{
    const ptc_grammar *grammar = search->grammar;
    uint64_t size = 0;
    uint64_t lexemes = 0;

    for (size_t i = 0; i < search->count; i++)
        size += grammar->items[grammar->rules[search->order[i]].body].size + 8;
    *why = "a grammar of more than a million bytes";
    if (size > PTC_LIMIT_GRAMMAR_BYTES)
        return false;
    *why = "a grammar of more than 50000 lexemes";
    for (size_t i = 0; i < search->count; i++)
        lexemes += search->is_lexeme[search->order[i]]
                       ? 1
                       : search_lexemes(search, grammar->rules[search->order[i]].body);
    return grammar->syntax != PTC_GRAMMAR_LARK || lexemes <= PTC_LIMIT_LARK_LEXEMES;
}

bool ptc_grammar_write(ptc_text *text, const ptc_grammar *grammar, uint32_t root,
                       const char **why)
{
    rule_search search = {.grammar = grammar, .arena = grammar->arena};
    grammar_printer printer = {
        .text = text, .grammar = grammar, .root = root, .style = &ptc_grammar_gbnf};

    if (grammar->syntax == PTC_GRAMMAR_LARK)
        printer.style = &ptc_grammar_lark;
    if (!grammar->failed)
        search_all(&search, root);
    if (!grammar->failed && !search.failed && !search_fits(&search, why))
        return false;
    if (grammar->failed || search.failed) {
        text->failed = true;
        return true;
    }
    printer.order = search.order;
    printer.count = search.count;
    printer.is_lexeme = search.is_lexeme;
    if (!printer.style->has_lexemes)
        memset(search.is_lexeme, 0, grammar->rule_count * sizeof(bool));
    print_all(&printer);
    return true;
}
