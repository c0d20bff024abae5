/* SPDX-License-Identifier: MIT */
/*
 * The readers: one C function per map, list and enum that turns JSON text into its type.
 *
 * A map's reader jumps from field to field: behind each value it looks for the next key
 * in declared order, `,"name":` and all, which is what writers emit nearly always. Other
 * orders go through a switch over the key's length; keys that are escaped, folded or
 * unknown through the runtime. A mask of the fields seen finds duplicates and what is
 * missing. Scalars are read by inline functions of <ptc/gen.h>, whose cold halves ask the
 * walker; a fault ends the reading, and the walker explains it. [architecture 2]
 */
#include "ptcc.h"
#include "templates.h"

#include <stdlib.h>

/* Enums with more members than this leave the words to the runtime. */
#define PARSE_WORDS_MAX 16

/* Fields that are looked at for those: some have keys that cannot be tried. */
#define PARSE_LOOK_MAX 64

/* Keys that are tried in order behind a field before the general way. */
#define PARSE_NEXT_MAX   4
#define PARSE_NEXT_SMALL 1

/* A map under way: what its parts need to know of each other. */
typedef struct parse_map {
    ptcc_c_file *file;
    const ptcc_c_contract *contract;
    const ptc_schema_node *nodes;
    uint32_t index;
    uint32_t first;
    uint32_t count;
    uint32_t required_end; /* behind the last field that must be there */
} parse_map;

/* `&table[index]`, or `table` for what must begin the expression itself. */
static ptc_str parse_node(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index)
{
    return C_JOIN(file->arena, PTC_STR("&"), contract->nodes_id, PTC_STR("["),
                  c_decimal(file->arena, index), PTC_STR("]"));
}

ptc_str ptcc_c_reader_head(ptcc_c_file *file, ptc_str reader_id, ptc_str type_id,
                           const char *tail)
{
    const ptc_str items[] = {PTC_STR("ptc_gen *gen"), PTC_STR("ptc_cursor p"),
                             C_JOIN(file->arena, type_id, PTC_STR(" *out"))};

    return host_wrap_list(&file->host,
                          C_JOIN(file->arena, PTC_STR("static ptc_cursor "), reader_id),
                          items, 3, ptc_str_of(tail), 0);
}

/* The head of a node's reader. */
static ptc_str parse_head(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index)
{
    return ptcc_c_reader_head(file, contract->nodes[index].reader_id,
                              contract->nodes[index].type_id, "");
}

/* --- Checks ------------------------------------------------------------------------ */

/* Limits as C: the operators say when a value is at fault. */
typedef struct parse_limits {
    ptc_str low; /* literals; ptr NULL: open */
    ptc_str high;
    const char *low_operator;
    const char *high_operator;
} parse_limits;

/* The smallest int that is not below `bound`, or above it if `is_open`. */
static bool limit_low(const ptc_value *bound, bool is_open, int64_t *out)
{
    if (bound->kind == PTC_INT) {
        *out = bound->as.integer + (is_open && bound->as.integer < INT64_MAX);
        return true;
    }
    if (bound->kind != PTC_FLOAT || !(bound->as.number >= -9223372036854775808.0))
        return false;
    if (bound->as.number >= 9223372036854775808.0)
        *out = INT64_MAX;
    else
        *out = (int64_t)bound->as.number;
    if (ptc_number_compare_int_double(*out, bound->as.number) < (is_open ? 1 : 0))
        *out += *out < INT64_MAX;
    return true;
}

static bool limit_high(const ptc_value *bound, bool is_open, int64_t *out)
{
    if (bound->kind == PTC_INT) {
        *out = bound->as.integer - (is_open && bound->as.integer > INT64_MIN);
        return true;
    }
    if (bound->kind != PTC_FLOAT || !(bound->as.number < 9223372036854775808.0))
        return false;
    if (bound->as.number < -9223372036854775808.0)
        *out = INT64_MIN;
    else
        *out = (int64_t)bound->as.number;
    if (ptc_number_compare_int_double(*out, bound->as.number) > (is_open ? -1 : 0))
        *out -= *out > INT64_MIN;
    return true;
}

/* A bound that every value meets is none: `least` is the smallest there is. */
static parse_limits limits_of_int(ptcc_c_file *file, const ptc_interval *interval,
                                  int64_t least)
{
    parse_limits limits = {{NULL, 0}, {NULL, 0}, "<", ">"};
    int64_t bound;

    if (interval && limit_low(&interval->low, interval->low_open, &bound) &&
        bound > least)
        limits.low = c_int(file->arena, bound);
    if (interval && limit_high(&interval->high, interval->high_open, &bound) &&
        bound < INT64_MAX)
        limits.high = c_int(file->arena, bound);
    return limits;
}

/* The bound is exact: others are left to the walker. */
static ptc_str limit_double(ptcc_c_file *file, const ptc_value *bound)
{
    return c_double(file->arena, bound->kind == PTC_INT ? (double)bound->as.integer
                                                        : bound->as.number);
}

static parse_limits limits_of_float(ptcc_c_file *file, const ptc_interval *interval)
{
    parse_limits limits = {{NULL, 0}, {NULL, 0}, "<", ">"};

    if (interval && interval->low.kind != PTC_NIL) {
        limits.low = limit_double(file, &interval->low);
        limits.low_operator = interval->low_open ? "<=" : "<";
    }
    if (interval && interval->high.kind != PTC_NIL) {
        limits.high = limit_double(file, &interval->high);
        limits.high_operator = interval->high_open ? ">=" : ">";
    }
    return limits;
}

static void check_add(ptcc_c_file *file, ptcc_rows *checks, ptc_str fault)
{
    ptcc_model check = host_model(&file->host);

    model_str(&check, "fault_code", fault);
    rows_add(checks, &check);
}

static void check_limits(ptcc_c_file *file, ptcc_rows *checks, ptc_str value,
                         const parse_limits *limits)
{
    ptcc_model model = host_model(&file->host);

    if (!limits->low.ptr && !limits->high.ptr)
        return;
    model_str(&model, "value_code", value);
    model_flag(&model, "has_low", limits->low.ptr != NULL);
    model_flag(&model, "has_high", limits->high.ptr != NULL);
    model_flag(&model, "has_both", limits->low.ptr && limits->high.ptr);
    model_cstr(&model, "low_code", limits->low_operator);
    model_cstr(&model, "high_code", limits->high_operator);
    model_str(&model, "low_lit", limits->low.ptr ? limits->low : PTC_STR(""));
    model_str(&model, "high_lit", limits->high.ptr ? limits->high : PTC_STR(""));
    check_add(file, checks,
              ptcc_c_line(host_expand(&file->host, &ptcc_template_check_range, &model)));
}

/* A length in code points: nothing to do when every string has one that fits. */
static void check_length(ptcc_c_file *file, ptcc_rows *checks, ptc_str address,
                         const ptc_interval *interval)
{
    parse_limits limits = limits_of_int(file, interval, 0);

    if (!limits.low.ptr && !limits.high.ptr)
        return;
    check_add(file, checks,
              C_JOIN(file->arena, PTC_STR("!"), ptc_str_of(ptcc_c_library(file)),
                     PTC_STR("_has_length("), address, PTC_STR(", "),
                     limits.low.ptr ? limits.low : PTC_STR("0"), PTC_STR(", "),
                     limits.high.ptr ? limits.high : PTC_STR("SIZE_MAX"), PTC_STR(")")));
}

/* What has to hold for a value beyond its type; lists check their size themselves. */
static ptcc_rows parse_checks(ptcc_c_file *file, const ptcc_c_contract *contract,
                              uint32_t index, ptc_str value, ptc_str address)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    ptcc_rows checks = host_rows(&file->host);
    parse_limits limits;

    switch ((ptc_type)node->type) {
    case PTC_TYPE_INT:
        limits = limits_of_int(file, node->interval, INT64_MIN);
        check_limits(file, &checks, value, &limits);
        break;
    case PTC_TYPE_FLOAT:
        limits = limits_of_float(file, node->interval);
        check_limits(file, &checks, value, &limits);
        break;
    case PTC_TYPE_STRING:
        check_length(file, &checks, address, node->interval);
        for (uint32_t i = 0; i < node->pattern_count; i++)
            check_add(file, &checks,
                      C_JOIN(file->arena, PTC_STR("!ptc_gen_matches("), address,
                             PTC_STR(", &"), ptcc_c_dfa_id(file, contract, index, i),
                             PTC_STR(")")));
        break;
    default:
        break; /* clang-tidy: the others have no limits of their own here */
    }
    return checks;
}

/* --- Values ------------------------------------------------------------------------ */

/* `p = READER(gen, p, ADDRESS);`, or what stands for it; `take` is "p = " or "return ".
 */
static ptc_str parse_call(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index, const ptcc_c_place *place, const char *take,
                          size_t indent)
{
    const ptcc_c_node *named = &contract->nodes[index];
    const ptc_str direct[] = {PTC_STR("gen"), PTC_STR("p"), place->address};
    const ptc_str walked[] = {PTC_STR("gen"), PTC_STR("p"),
                              C_JOIN(file->arena, PTC_STR("&"), contract->type_id),
                              c_decimal(file->arena, index), place->holder};

    if (named->is_walked)
        return host_wrap_list(
            &file->host, C_JOIN(file->arena, ptc_str_of(take), PTC_STR("ptc_gen_walked")),
            walked, 5, PTC_STR(";"), indent);
    if (named->kind == PTCC_C_POINTER)
        return ptcc_c_line(HOST_FILL(
            &file->host, ptcc_template_read_pointer, {"value_code", place->value},
            {"take_code", ptc_str_of(take)}, {"reader_id", named->reader_id}));
    return host_wrap_list(&file->host,
                          C_JOIN(file->arena, ptc_str_of(take), named->reader_id), direct,
                          3, PTC_STR(";"), indent);
}

ptc_str ptcc_c_read_place(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index, const ptcc_c_place *place)
{
    const ptcc_c_node *named = &contract->nodes[index];
    bool is_nullable = named->accepts_nil && !named->is_walked &&
                       contract->nodes[named->owner].kind != PTCC_C_ANY;
    ptcc_model model = host_model(&file->host);
    ptcc_rows checks = host_rows(&file->host);
    bool is_tail;

    if (!named->is_walked && named->owner == index)
        checks = parse_checks(file, contract, index, place->value, place->address);
    else if (!named->is_walked && named->kind == PTCC_C_SAME)
        checks = parse_checks(file, contract, named->owner, place->value, place->address);
    /* A field of any value that may be absent has a flag, but null is a value as well. */
    is_nullable |= !named->is_walked && named->has_flag;
    is_tail = place->is_last && !is_nullable && checks.count == 0;
    model_cstr(&model, "lib_id", ptcc_c_library(file));
    model_flag(&model, "is_nullable", is_nullable);
    model_str(&model, "call_code",
              parse_call(file, contract, index, place, is_tail ? "return " : "p = ",
                         is_nullable ? place->indent + 4 : place->indent));
    model_flag(&model, "is_tail", is_tail);
    model_flag(&model, "is_last", place->is_last && !is_tail);
    model_rows(&model, "checks", &checks);
    model_flag(&model, "has_present", place->present.len > 0);
    model_str(&model, "present_code", place->present);
    return host_expand(&file->host, &ptcc_template_read_value, &model);
}

/* The member of a struct, tuple or entry that `holder` points to; `access` is how its
 * members are reached. */
static ptc_str parse_member(ptcc_c_file *file, const ptcc_c_contract *contract,
                            uint32_t index, const char *holder, const char *access,
                            ptc_str present, size_t indent)
{
    const ptcc_c_node *named = &contract->nodes[index];
    ptc_arena *arena = file->arena;
    ptc_str member = C_JOIN(arena, ptc_str_of(access), named->member_id);
    ptcc_c_place place = {.holder = ptc_str_of(holder),
                          .value = member,
                          .present = present,
                          .indent = indent};

    if (named->is_maybe) {
        place.value = C_JOIN(arena, member, PTC_STR(".value"));
        place.present = C_JOIN(arena, member, PTC_STR(".has_value"));
    }
    place.address = C_JOIN(arena, PTC_STR("&"), place.value);
    return ptcc_c_read_place(file, contract, index, &place);
}

/* The result of a reader, `*out`. */
static ptc_str parse_out(ptcc_c_file *file, const ptcc_c_contract *contract,
                         uint32_t index)
{
    ptcc_c_place place = {.holder = PTC_STR("out"),
                          .value = PTC_STR("*out"),
                          .address = PTC_STR("out"),
                          .present = PTC_STR(""),
                          .indent = 4,
                          .is_last = true};

    if (contract->nodes[index].is_maybe) {
        place.value = PTC_STR("out->value");
        place.address = PTC_STR("&out->value");
        place.present = PTC_STR("out->has_value");
    }
    return ptcc_c_read_place(file, contract, index, &place);
}

/* The variable of a list's reader. */
static ptc_str parse_item(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index)
{
    ptcc_c_place place = {.holder = PTC_STR("&in_item"),
                          .value = PTC_STR("in_item"),
                          .address = PTC_STR("&in_item"),
                          .present = PTC_STR(""),
                          .indent = 8};

    if (contract->nodes[index].is_maybe) {
        place.value = PTC_STR("in_item.value");
        place.address = PTC_STR("&in_item.value");
        place.present = PTC_STR("in_item.has_value");
    }
    return ptcc_c_read_place(file, contract, index, &place);
}

/* --- Defaults ---------------------------------------------------------------------- */

/* The member that a default stands for, or the count when there is none. */
static uint32_t default_member(const ptc_schema_node *node, const ptc_value *value)
{
    uint32_t i = 0;

    while (i < ptcc_c_member_count(node) && !ptc_value_same(&node->members[i], value))
        i++;
    return i;
}

bool ptcc_c_has_literal(const ptcc_c_node *named, const ptc_schema_node *node,
                        const ptc_value *value)
{
    switch (named->kind) {
    case PTCC_C_BOOL:
        return value->kind == PTC_BOOL;
    case PTCC_C_INT:
        return value->kind == PTC_INT;
    case PTCC_C_FLOAT:
        return value->kind == PTC_INT || value->kind == PTC_FLOAT;
    case PTCC_C_STRING:
    case PTCC_C_KEYWORD:
    case PTCC_C_DATETIME:
        return (value->kind == PTC_STRING || value->kind == PTC_KEYWORD) &&
               value->aux < C_LITERAL_MAX;
    case PTCC_C_ENUM:
        return default_member(node, value) < ptcc_c_member_count(node);
    case PTCC_C_LIST:
        return value->kind == PTC_VECTOR && value->aux == 0;
    case PTCC_C_NONE:
    case PTCC_C_ANY:
    case PTCC_C_ANY_MAP:
    case PTCC_C_VALUE:
    case PTCC_C_ENTRIES:
    case PTCC_C_STRUCT:
    case PTCC_C_UNION:
    case PTCC_C_SAME:
    case PTCC_C_POINTER:
        return false;
    }
    return false;
}

/* The default in C; empty for what a zeroed struct holds already. */
static ptc_str default_literal(ptcc_c_file *file, const ptcc_c_contract *contract,
                               uint32_t index, const ptc_value *value)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];

    switch (contract->nodes[index].kind) {
    case PTCC_C_BOOL:
        return value->as.boolean ? PTC_STR("true") : PTC_STR("");
    case PTCC_C_INT:
        return c_int(file->arena, value->as.integer);
    case PTCC_C_FLOAT:
        return c_double(file->arena, value->kind == PTC_INT ? (double)value->as.integer
                                                            : value->as.number);
    case PTCC_C_STRING:
    case PTCC_C_KEYWORD:
    case PTCC_C_DATETIME:
        return C_JOIN(file->arena, PTC_STR("PTC_STR("),
                      c_string_line(file->arena, ptc_value_text(value)), PTC_STR(")"));
    case PTCC_C_ENUM:
        return contract->nodes[index].constants[default_member(node, value)];
    case PTCC_C_NONE:
    case PTCC_C_ANY:
    case PTCC_C_ANY_MAP:
    case PTCC_C_VALUE:
    case PTCC_C_LIST:
    case PTCC_C_ENTRIES:
    case PTCC_C_STRUCT:
    case PTCC_C_UNION:
    case PTCC_C_SAME:
    case PTCC_C_POINTER:
        return PTC_STR("");
    }
    return PTC_STR("");
}

/* Whether a reader leaves parts of what it reads to as they were. */
static bool item_is_zeroed(const ptcc_c_node *item)
{
    return item->is_maybe || item->has_flag || item->is_walked ||
           item->kind == PTCC_C_POINTER;
}

/* The same of any child. */
static bool children_are_zeroed(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (item_is_zeroed(&contract->nodes[i]))
            return true;
    }
    return false;
}

/* Defaults that are no literals: the runtime fills them in where the field is absent. */
static ptc_str parse_late_defaults(const parse_map *map)
{
    ptcc_c_file *file = map->file;
    ptcc_model model = host_model(&file->host);
    ptcc_rows rows = host_rows(&file->host);
    ptc_value value;

    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        const ptcc_c_node *named = &map->contract->nodes[i];
        ptcc_model row = host_model(&file->host);

        if (!ptc_schema_default(&map->nodes[i], &value) ||
            ptcc_c_has_literal(named, &map->nodes[i], &value))
            continue;
        model_str(&row, "member_id", named->member_id);
        model_str(&row, "type_id", map->contract->type_id);
        model_str(&row, "node_lit", c_decimal(file->arena, i));
        model_flag(&row, "is_asked", !file->options.fixes_mode);
        rows_add(&rows, &row);
    }
    if (rows.count == 0)
        return PTC_STR("");
    model_rows(&model, "rows", &rows);
    return host_expand(&file->host, &ptcc_template_default_late, &model);
}

static ptc_str parse_defaults(const parse_map *map)
{
    ptcc_c_file *file = map->file;
    ptcc_rows assignments = host_rows(&file->host);
    ptcc_model model = host_model(&file->host);
    ptc_value value;

    for (uint32_t i = map->first; i < map->first + map->count; i++) {
        ptcc_model assignment = host_model(&file->host);
        ptc_str literal = PTC_STR("");

        if (ptc_schema_default(&map->nodes[i], &value) &&
            ptcc_c_has_literal(&map->contract->nodes[i], &map->nodes[i], &value))
            literal = default_literal(file, map->contract, i, &value);
        if (literal.len == 0)
            continue;
        model_str(&assignment, "assignment_code",
                  host_wrap_pair(&file->host,
                                 C_JOIN(file->arena, PTC_STR("out->"),
                                        map->contract->nodes[i].member_id, PTC_STR(" =")),
                                 C_JOIN(file->arena, literal, PTC_STR(";")),
                                 file->options.fixes_mode ? 4 : 8));
        rows_add(&assignments, &assignment);
    }
    if (assignments.count == 0)
        return PTC_STR("");
    model_flag(&model, "is_asked", !file->options.fixes_mode);
    model_rows(&model, "assignments", &assignments);
    return host_expand(&file->host, &ptcc_template_default, &model);
}

/* --- Maps -------------------------------------------------------------------------- */

/* Whether JSON writers spell the text as it is, and the scanner may compare it without a
 * look at the end of the text (see <ptc/scan.h>), in a literal that C promises to take
 * with `,"":` around it. */
static bool is_plain(ptc_str text)
{
    if (text.len + 4 >= C_LITERAL_MAX)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i];

        if ((unsigned char)byte < 0x20 || byte == '"' || byte == '\\' || byte == ']' ||
            byte == '}')
            return false;
    }
    return true;
}

static ptc_str map_label(const parse_map *map, uint32_t index)
{
    return c_ident(map->file->arena, PTC_STR("field"),
                   map->contract->nodes[index].member_id);
}

/* `opening "name":` as a literal, and its size. */
static void map_literal(const parse_map *map, uint32_t index, const char *opening,
                        ptcc_model *row, const char *text_name, const char *size_name)
{
    ptc_str name = map->nodes[index].name;
    ptc_text text;

    ptc_text_init(&text, map->file->arena);
    ptc_text_cstr(&text, opening);
    ptc_text_byte(&text, '"');
    ptc_text_str(&text, name);
    ptc_text_cstr(&text, "\":");
    model_str(row, text_name, c_string_line(map->file->arena, ptc_text_view(&text)));
    model_str(row, size_name, c_decimal(map->file->arena, text.len));
}

/* The keys that may well stand behind field `from` - 1: up to the first that must.
 * `*ends` says whether the map may end there as well. */
static ptcc_rows map_nexts(const parse_map *map, uint32_t from, const char *opening,
                           bool *ends)
{
    ptcc_rows nexts = host_rows(&map->file->host);
    uint32_t end = map->first + map->count;
    size_t most = map->file->options.is_small ? PARSE_NEXT_SMALL : PARSE_NEXT_MAX;
    bool may_skip = true;

    if (end - from > PARSE_LOOK_MAX)
        end = from + PARSE_LOOK_MAX;
    for (uint32_t i = from; may_skip && i < end && nexts.count < most; i++) {
        ptcc_model next = host_model(&map->file->host);

        may_skip = map->contract->nodes[i].is_optional;
        if (!is_plain(map->nodes[i].name))
            continue;
        map_literal(map, i, opening, &next, "next_lit", "size_lit");
        model_str(&next, "next_label_id", map_label(map, i));
        rows_add(&nexts, &next);
    }
    *ends = from >= map->required_end;
    return nexts;
}

/* The word of the mask that holds the field's bit, and the bit. Up to 64 fields the mask
 * is a plain variable. */
static ptc_str map_mask(const parse_map *map, uint32_t word)
{
    if (map->count <= 64)
        return PTC_STR("seen");
    return C_JOIN(map->file->arena, PTC_STR("seen["), c_decimal(map->file->arena, word),
                  PTC_STR("]"));
}

static ptc_str map_seen(const parse_map *map)
{
    if (map->count <= 32)
        return PTC_STR("uint32_t seen = 0;");
    if (map->count <= 64)
        return PTC_STR("uint64_t seen = 0;");
    return C_JOIN(map->file->arena, PTC_STR("uint64_t seen["),
                  c_decimal(map->file->arena, (map->count + 63) / 64),
                  PTC_STR("] = {0};"));
}

static ptc_str map_field(const parse_map *map, uint32_t index)
{
    ptcc_c_file *file = map->file;
    const ptcc_c_node *named = &map->contract->nodes[index];
    uint32_t number = index - map->first;
    ptc_str present = C_JOIN(file->arena, PTC_STR("out->has."), named->member_id);
    ptcc_model model = host_model(&file->host);
    bool ends;
    ptcc_rows nexts = map_nexts(map, index + 1, ",", &ends);
    bool is_last = number + 1 == map->count;

    model_cstr(&model, "lib_id", ptcc_c_library(file));
    model_str(&model, "label_id", map_label(map, index));
    model_str(&model, "seen_code", map_mask(map, number / 64));
    model_str(&model, "bit_lit", c_bits(file->arena, UINT64_C(1) << number % 64));
    model_str(&model, "value_code",
              parse_member(file, map->contract, index, "out", "out->",
                           named->has_flag ? present : PTC_STR(""), 4));
    model_rows(&model, "nexts", &nexts);
    model_flag(&model, "is_last", is_last);
    model_flag(&model, "may_end", ends && !is_last);
    return host_expand(&file->host, &ptcc_template_read_field, &model);
}

/* A key that the switch over lengths finds. */
typedef struct map_key {
    size_t len;
    uint32_t index;
} map_key;

/* Shorter keys first, equally long ones in declared order. */
static int map_compare_keys(const void *a, const void *b)
{
    const map_key *one = a;
    const map_key *other = b;

    if (one->len != other->len)
        return one->len < other->len ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

/* The keys of a map that writers spell as they are, in that order. */
static map_key *map_sort_keys(const parse_map *map, size_t *count)
{
    map_key *keys = ptc_arena_array(map->file->arena, map->count, sizeof *keys);

    *count = 0;
    for (uint32_t i = map->first; keys && i < map->first + map->count; i++) {
        if (is_plain(map->nodes[i].name))
            keys[(*count)++] = (map_key){map->nodes[i].name.len, i};
    }
    if (*count)
        qsort(keys, *count, sizeof *keys, map_compare_keys);
    return keys;
}

/* Cases of the switch over the key's length. */
static ptcc_rows map_lengths(const parse_map *map)
{
    ptc_arena *arena = map->file->arena;
    ptcc_rows lengths = host_rows(&map->file->host);
    size_t count;
    const map_key *keys;

    if (map->file->options.is_small)
        return lengths; /* the runtime finds the field */
    keys = map_sort_keys(map, &count);
    for (size_t i = 0, end; i < count; i = end) {
        ptcc_model row = host_model(&map->file->host);
        ptcc_rows same = host_rows(&map->file->host);

        for (end = i; end < count && keys[end].len == keys[i].len; end++) {
            ptcc_model key = host_model(&map->file->host);
            uint32_t index = keys[end].index;

            model_str(&key, "key_lit", c_string_line(arena, map->nodes[index].name));
            model_str(&key, "label_id", map_label(map, index));
            rows_add(&same, &key);
        }
        model_str(&row, "length_lit", c_decimal(arena, keys[i].len));
        model_rows(&row, "keys", &same);
        rows_add(&lengths, &row);
    }
    return lengths;
}

/* When a required field is missing; empty if all are optional. */
static ptc_str map_missing(const parse_map *map)
{
    ptc_arena *arena = map->file->arena;
    ptc_text fault;

    ptc_text_init(&fault, arena);
    for (uint32_t word = 0; word * 64 < map->count; word++) {
        uint64_t required = 0;
        uint64_t all = 0;
        ptc_str seen = map_mask(map, word);

        for (uint32_t i = word * 64; i < map->count && i < word * 64 + 64; i++) {
            all |= UINT64_C(1) << i % 64;
            if (!map->contract->nodes[map->first + i].is_optional)
                required |= UINT64_C(1) << i % 64;
        }
        if (!required)
            continue;
        if (required != all)
            seen = C_JOIN(arena, PTC_STR("("), seen, PTC_STR(" & "),
                          c_bits(arena, required), PTC_STR(")"));
        ptc_text_cstr(&fault, fault.len ? " || " : "");
        ptc_text_str(&fault, seen);
        ptc_text_cstr(&fault, " != ");
        ptc_text_str(&fault, c_bits(arena, required));
    }
    return ptc_text_view(&fault);
}

static ptc_str map_other(const parse_map *map)
{
    const ptc_str items[] = {PTC_STR("gen"), PTC_STR("&in_map"), map->contract->nodes_id,
                             c_decimal(map->file->arena, map->index), PTC_STR("&p")};

    return host_wrap_list(&map->file->host, PTC_STR("switch (ptc_gen_map_other"), items,
                          5, PTC_STR(") {"), 4);
}

/* The jumps to fields that the runtime has found. */
static ptcc_rows map_others(const parse_map *map)
{
    ptcc_rows others = host_rows(&map->file->host);

    for (uint32_t i = 0; i < map->count; i++) {
        ptcc_model other = host_model(&map->file->host);

        model_str(&other, "number_lit", c_decimal(map->file->arena, i));
        model_str(&other, "label_id", map_label(map, map->first + i));
        rows_add(&others, &other);
    }
    return others;
}

static uint32_t map_required_end(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    uint32_t end = node->first + node->count;

    while (end > node->first && contract->nodes[end - 1].is_optional)
        end--;
    return end;
}

static void map_fields(const parse_map *map)
{
    ptc_arena_mark mark = ptc_arena_place(map->file->arena);

    for (uint32_t i = 0; i < map->count; i++)
        ptcc_c_emit(map->file, mark, map_field(map, map->first + i));
}

/* Writes the reader up to its end, which is the result. */
static ptc_str parse_struct(ptcc_c_file *file, const ptcc_c_contract *contract,
                            uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    parse_map map = {file,
                     contract,
                     schema->nodes,
                     index,
                     schema->nodes[index].first,
                     schema->nodes[index].count,
                     map_required_end(contract, index)};
    ptcc_model model = host_model(&file->host);
    ptcc_rows others = map_others(&map);
    ptc_str missing = map_missing(&map);
    bool ends;
    ptcc_rows firsts = map_nexts(&map, map.first, "{", &ends);
    ptcc_rows lengths = map_lengths(&map);
    ptc_str late = parse_late_defaults(&map);
    ptc_str parts[2];

    model_str(&model, "comment_code", ptcc_c_shape(file, schema, index, false));
    model_str(&model, "head_code", parse_head(file, contract, index));
    model_cstr(&model, "lib_id", ptcc_c_library(file));
    model_str(&model, "seen_code", map_seen(&map));
    model_str(&model, "defaults_code", parse_defaults(&map));
    model_rows(&model, "firsts", &firsts);
    model_flag(&model, "is_zeroed", children_are_zeroed(contract, index));
    model_flag(&model, "has_lengths", lengths.count > 0);
    model_rows(&model, "lengths", &lengths);
    model_str(&model, "other_code", map_other(&map));
    model_rows(&model, "others", &others);
    model_gap(&model, "fields_code");
    model_flag(&model, "has_required", missing.len > 0);
    model_str(&model, "fault_code", missing);
    model_str(&model, "late_code", late);
    host_expand_apart(&file->host, &ptcc_template_read_map, &model, parts, 2);
    ptcc_pieces_lines(file->out, parts[0]);
    map_fields(&map);
    return parts[1];
}

/* --- Lists, tuples, entries, enums, roots --------------------------------------------
 */

static ptc_str parse_list(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t item = schema->nodes[index].first;
    ptcc_model model = host_model(&file->host);
    ptcc_rows checks = host_rows(&file->host);
    parse_limits limits = limits_of_int(file, schema->nodes[index].interval, 0);

    check_limits(file, &checks, PTC_STR("out->count"), &limits);
    model_str(&model, "comment_code", ptcc_c_shape(file, schema, index, false));
    model_str(&model, "head_code", parse_head(file, contract, index));
    model_str(&model, "item_id", contract->nodes[item].place_id);
    model_cstr(&model, "lib_id", ptcc_c_library(file));
    model_flag(&model, "item_is_pointer", contract->nodes[item].kind == PTCC_C_POINTER);
    model_flag(&model, "item_is_zeroed", item_is_zeroed(&contract->nodes[item]));
    model_str(&model, "value_code", parse_item(file, contract, item));
    model_rows(&model, "checks", &checks);
    return host_expand(&file->host, &ptcc_template_read_list, &model);
}

static ptc_str parse_tuple(ptcc_c_file *file, const ptcc_c_contract *contract,
                           uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    ptcc_model model = host_model(&file->host);
    ptcc_rows elements = host_rows(&file->host);

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptcc_model element = host_model(&file->host);

        model_str(&element, "value_code",
                  parse_member(file, contract, i, "out", "out->", PTC_STR(""), 4));
        rows_add(&elements, &element);
    }
    model_str(&model, "comment_code", ptcc_c_shape(file, schema, index, false));
    model_str(&model, "head_code", parse_head(file, contract, index));
    model_cstr(&model, "lib_id", ptcc_c_library(file));
    model_flag(&model, "is_zeroed", children_are_zeroed(contract, index));
    model_rows(&model, "elements", &elements);
    return host_expand(&file->host, &ptcc_template_read_tuple, &model);
}

static ptc_str parse_entries(ptcc_c_file *file, const ptcc_c_contract *contract,
                             uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptcc_c_node *named = &contract->nodes[index];
    uint32_t key = schema->nodes[index].first;
    bool is_keyword = contract->nodes[key].kind == PTCC_C_KEYWORD;
    ptcc_model model = host_model(&file->host);
    ptcc_rows key_checks =
        parse_checks(file, contract, contract->nodes[key].owner, PTC_STR("in_entry.key"),
                     PTC_STR("&in_entry.key"));
    ptcc_rows checks = host_rows(&file->host);
    parse_limits limits = limits_of_int(file, schema->nodes[index].interval, 0);

    check_limits(file, &checks, PTC_STR("out->count"), &limits);
    model_str(&model, "comment_code", ptcc_c_shape(file, schema, index, false));
    model_str(&model, "head_code", parse_head(file, contract, index));
    model_cstr(&model, "lib_id", ptcc_c_library(file));
    model_str(&model, "entry_id", named->part_id);
    model_cstr(&model, "key_reader_id",
               !is_keyword            ? "ptc_gen_entry_string"
               : ptcc_c_coerces(file) ? "ptc_gen_entry_keyword"
                                      : "ptc_gen_entry_strict_keyword");
    model_rows(&model, "key_checks", &key_checks);
    model_flag(&model, "value_is_zeroed", item_is_zeroed(&contract->nodes[key + 1]));
    model_str(
        &model, "value_code",
        parse_member(file, contract, key + 1, "&in_entry", "in_entry.", PTC_STR(""), 8));
    model_rows(&model, "checks", &checks);
    return host_expand(&file->host, &ptcc_template_read_entries, &model);
}

/* The lookup that the header declares. */
static ptc_str parse_find(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptcc_c_node *named = &contract->nodes[index];

    if (!named->find_id.len)
        return PTC_STR("");
    return HOST_FILL(&file->host, ptcc_template_find_entry,
                     {"find_code", ptcc_c_find_head(file, named, false)});
}

/* Where the runtime looks for the member. */
static ptc_str parse_member_call(ptcc_c_file *file, const ptcc_c_contract *contract,
                                 uint32_t index)
{
    const ptc_str items[] = {PTC_STR("gen"), PTC_STR("p"),
                             parse_node(file, contract, index), PTC_STR("&found")};

    return host_wrap_list(
        &file->host,
        ptc_str_of(ptcc_c_coerces(file) ? "p = ptc_gen_enum" : "p = ptc_gen_strict_enum"),
        items, 4, PTC_STR(";"), 4);
}

static ptc_str parse_enum(ptcc_c_file *file, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    uint32_t count = ptcc_c_member_count(node);
    ptcc_model model = host_model(&file->host);
    ptcc_rows words = host_rows(&file->host);

    for (uint32_t i = 0; i < count && count <= PARSE_WORDS_MAX; i++) {
        const ptc_value *member = &node->members[i];
        ptcc_model word = host_model(&file->host);
        ptc_text quoted;

        if (member->kind != PTC_STRING || !is_plain(ptc_value_text(member)))
            continue;
        ptc_text_init(&quoted, file->arena);
        ptc_text_byte(&quoted, '"');
        ptc_text_str(&quoted, ptc_value_text(member));
        ptc_text_byte(&quoted, '"');
        model_str(&word, "word_lit", c_string_line(file->arena, ptc_text_view(&quoted)));
        model_str(&word, "size_lit", c_decimal(file->arena, quoted.len));
        model_str(&word, "chosen_code",
                  host_wrap_pair(&file->host, PTC_STR("*out ="),
                                 C_JOIN(file->arena, contract->nodes[index].constants[i],
                                        PTC_STR(";")),
                                 8));
        rows_add(&words, &word);
    }
    model_str(&model, "comment_code", ptcc_c_shape(file, schema, index, false));
    model_str(&model, "head_code", parse_head(file, contract, index));
    model_str(&model, "enum_id", contract->nodes[index].type_id);
    model_cstr(&model, "lib_id", ptcc_c_library(file));
    model_rows(&model, "words", &words);
    model_str(&model, "call_code", parse_member_call(file, contract, index));
    return host_expand(&file->host, &ptcc_template_read_enum, &model);
}

static ptc_str parse_node_reader(ptcc_c_file *file, const ptcc_c_contract *contract,
                                 uint32_t index)
{
    const ptcc_c_node *named = &contract->nodes[index];

    if (named->is_elsewhere || named->is_walked || !named->is_read)
        return PTC_STR("");
    switch (named->kind) {
    case PTCC_C_ENUM:
        return parse_enum(file, contract, index);
    case PTCC_C_LIST:
        return parse_list(file, contract, index);
    case PTCC_C_ENTRIES:
        return parse_entries(file, contract, index);
    case PTCC_C_STRUCT:
        return contract->contract->schema.nodes[index].type == PTC_TYPE_TUPLE
                   ? parse_tuple(file, contract, index)
                   : parse_struct(file, contract, index);
    case PTCC_C_UNION:
        return ptcc_c_union_reader(file, contract, index);
    case PTCC_C_NONE:
    case PTCC_C_ANY:
    case PTCC_C_ANY_MAP:
    case PTCC_C_VALUE:
    case PTCC_C_BOOL:
    case PTCC_C_INT:
    case PTCC_C_FLOAT:
    case PTCC_C_STRING:
    case PTCC_C_KEYWORD:
    case PTCC_C_DATETIME:
    case PTCC_C_SAME:
    case PTCC_C_POINTER:
        return PTC_STR("");
    }
    return PTC_STR("");
}

/* A root that is no type with a reader of its own still gets one. */
static ptc_str parse_root(ptcc_c_file *file, const ptcc_c_contract *contract,
                          const ptcc_c_root *root)
{
    const ptcc_c_node *named = &contract->nodes[root->node];
    ptcc_model model = host_model(&file->host);

    if (ptc_str_equal(root->reader_id, named->reader_id))
        return PTC_STR("");
    model_str(&model, "comment_code",
              ptcc_c_shape(file, &contract->contract->schema, root->node, true));
    model_str(&model, "head_code",
              ptcc_c_reader_head(file, root->reader_id, root->type_id, ""));
    model_flag(&model, "is_zeroed", item_is_zeroed(named));
    model_str(&model, "value_code", parse_out(file, contract, root->node));
    return host_expand(&file->host, &ptcc_template_read_root, &model);
}

/* Readers that are called before they stand: those of types that hold themselves. */
static ptc_str parse_forwards(ptcc_c_file *file, const ptcc_c_contract *contract)
{
    ptc_text out;

    ptc_text_init(&out, file->arena);
    for (size_t i = 0; i < contract->order_count; i++) {
        const ptcc_c_node *named = &contract->nodes[contract->order[i]];

        if (!named->is_forward || named->is_elsewhere || named->is_walked ||
            !named->is_read)
            continue;
        ptc_text_str(&out,
                     ptcc_c_reader_head(file, named->reader_id, named->type_id, ";"));
        ptc_text_byte(&out, '\n');
    }
    return ptc_text_view(&out);
}

/* --- Accessors --------------------------------------------------------------------- */

static ptc_str write_accessor(ptcc_c_file *file, const ptcc_c_contract *contract,
                              uint32_t index, bool is_header)
{
    const ptc_str items[] = {PTC_STR("const ptc_value *map")};
    ptc_str name = contract->contract->schema.nodes[index].name;
    ptc_str head = host_wrap_list(&file->host,
                                  C_JOIN(file->arena, ptcc_c_linkage(file, is_header),
                                         PTC_STR("const ptc_value *"),
                                         contract->nodes[index].get_id),
                                  items, 1, ptc_str_of(is_header ? ";\n" : ""), 0);

    if (is_header)
        return head;
    return HOST_FILL(&file->host, ptcc_template_accessor, {"head_code", head},
                     {"name_lit", c_string_line(file->arena, name)},
                     {"size_lit", c_decimal(file->arena, name.len)});
}

ptc_str ptcc_c_accessor_heads(ptcc_c_file *file, const ptcc_c_contract *contract)
{
    ptc_text heads;

    ptc_text_init(&heads, file->arena);
    for (size_t i = 0; i < contract->order_count; i++) {
        uint32_t index = contract->order[i];

        if (contract->nodes[index].get_id.len)
            ptc_text_str(&heads, write_accessor(file, contract, index, true));
    }
    return HOST_FILL(&file->host, ptcc_template_accessors_h,
                     {"accessors_code", ptc_text_view(&heads)});
}

void ptcc_c_accessors(ptcc_c_file *file, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(file->arena);

    for (size_t i = 0; i < contract->order_count; i++) {
        uint32_t index = contract->order[i];

        if (contract->nodes[index].get_id.len)
            ptcc_c_emit(file, mark, write_accessor(file, contract, index, false));
    }
}

/* --- All readers ------------------------------------------------------------------- */

void ptcc_c_readers(ptcc_c_file *file, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(file->arena);
    bool parses = !ptcc_c_has_accessors(file);

    if (parses)
        ptcc_c_emit(file, mark, parse_forwards(file, contract));
    for (size_t i = 0; i < contract->order_count; i++) {
        uint32_t index = contract->order[i];

        if (parses)
            ptcc_c_emit(file, mark, parse_node_reader(file, contract, index));
        if (!contract->nodes[index].is_elsewhere)
            ptcc_c_emit(file, mark, parse_find(file, contract, index));
    }
    for (size_t i = 0; parses && i < contract->root_count; i++)
        ptcc_c_emit(file, mark, parse_root(file, contract, &contract->roots[i]));
}
