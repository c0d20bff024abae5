/* SPDX-License-Identifier: MIT */
/*
 * The readers: one C function per map, list and enum, which turns JSON text into its
 * type. Maps are in write_c_map.c, unions in write_c_union.c, and reading a value into
 * its place in write_c_place.c. A fault ends the reading, and the walker explains it.
 * [architecture 2]
 */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

/* Enums with more members than this have them in a table, where the runtime looks. */
enum { PARSE_WORDS_MAX = 16 };

/* --- Lists ------------------------------------------------------------------------- */

/* The variable that an item or entry waits in until the list takes it. */
typedef struct item_variable {
    ptc_str id;
    ptc_str value;
    ptc_str size;
    ptcc_c_holder holder; /* of its members */
} item_variable;

/* One on the C stack, or one in the arena. */
static item_variable item_variable_of(ptcc_c_sink *sink, ptc_str name, bool is_new)
{
    ptc_arena *arena = sink->arena;
    ptc_str id = ptcc_c_local(sink, name);
    item_variable variable = {.id = id, .value = id, .holder = {.address = id}};

    if (is_new)
        variable.value = C_JOIN(arena, PTC_STR("*"), id);
    else
        variable.holder.address = C_JOIN(arena, PTC_STR("&"), id);
    variable.holder.access = C_JOIN(arena, id, ptc_str_of(is_new ? "->" : "."));
    variable.size = C_JOIN(arena, PTC_STR("sizeof "), variable.value);
    return variable;
}

/* Whether an item waits in the arena: on the C stack, the items of all levels of a type
 * that holds itself would add up. */
static bool item_is_new(const ptcc_c_contract *contract, uint32_t item)
{
    uint32_t parent = contract->contract->schema.nodes[item].parent;

    return contract->nodes[item].circle == contract->nodes[parent].circle &&
           contract->nodes[item].kind != PTCC_C_POINTER;
}

static ptc_str parse_item(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index, const item_variable *variable)
{
    ptcc_c_place place = {.holder = variable->holder.address,
                          .value = variable->value,
                          .address = variable->holder.address,
                          .present = PTC_STR(""),
                          .indent = 8};

    if (contract->nodes[index].is_maybe) {
        place.value = C_JOIN(sink->arena, variable->holder.access, PTC_STR("value"));
        place.address = C_JOIN(sink->arena, PTC_STR("&"), place.value);
        place.present =
            C_JOIN(sink->arena, variable->holder.access, PTC_STR("has_value"));
    }
    return ptcc_c_read_place(sink, contract, index, &place);
}

static ptc_str parse_list(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t item = schema->nodes[index].first;
    bool is_new = item_is_new(contract, item);
    item_variable variable = item_variable_of(sink, PTC_STR("item"), is_new);
    ptcc_model model = host_model(&sink->host);
    ptcc_rows checks =
        ptcc_c_count_checks(sink, schema->nodes[index].interval, PTC_STR("out->count"));

    model_str(&model, "head_code", ptcc_c_node_head(sink, contract, index));
    model_str(&model, "item_id", contract->nodes[item].place_id);
    model_flag(&model, "item_is_new", is_new);
    model_str(&model, "list_id", ptcc_c_local(sink, PTC_STR("list")));
    model_str(&model, "item_name_id", variable.id);
    model_str(&model, "item_code", variable.holder.address);
    model_str(&model, "size_code", variable.size);
    model_cstr(&model, "lib_id", ptcc_c_library(sink->options));
    model_flag(&model, "item_is_pointer", contract->nodes[item].kind == PTCC_C_POINTER);
    model_flag(&model, "item_is_zeroed", ptcc_c_is_zeroed(&contract->nodes[item]));
    model_str(&model, "value_code", parse_item(sink, contract, item, &variable));
    model_rows(&model, "checks", &checks);
    return host_expand(&sink->host, &ptcc_template_read_list, &model);
}

/* --- Tuples ------------------------------------------------------------------------ */

static ptc_str parse_tuple(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    const ptc_schema_node *node = &schema->nodes[index];
    ptcc_model model = host_model(&sink->host);
    ptcc_rows elements = host_rows(&sink->host);

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        ptcc_model element = host_model(&sink->host);

        model_str(&element, "value_code",
                  ptcc_c_read_member(sink, contract, i, &ptcc_c_out, PTC_STR(""), 4));
        rows_add(&elements, &element);
    }
    model_str(&model, "head_code", ptcc_c_node_head(sink, contract, index));
    model_cstr(&model, "lib_id", ptcc_c_library(sink->options));
    model_flag(&model, "is_zeroed", ptcc_c_has_zeroed(contract, index));
    model_rows(&model, "elements", &elements);
    return host_expand(&sink->host, &ptcc_template_read_tuple, &model);
}

/* --- Maps of entries --------------------------------------------------------------- */

/* The function of the runtime that reads a key. */
static const char *entry_key_reader(const ptcc_c_sink *sink, ptcc_c_kind kind)
{
    if (kind != PTCC_C_KEYWORD)
        return "ptc_gen_entry_string";
    return ptcc_c_coerces(sink->options) ? "ptc_gen_entry_keyword"
                                         : "ptc_gen_entry_strict_keyword";
}

static void entry_fill_key(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           uint32_t key, const item_variable *variable, ptcc_model *model)
{
    ptc_str value = C_JOIN(sink->arena, variable->holder.access, PTC_STR("key"));
    ptcc_rows checks =
        ptcc_c_value_checks(sink, contract, contract->nodes[key].owner, value,
                            C_JOIN(sink->arena, PTC_STR("&"), value));

    model_str(model, "key_code", value);
    model_cstr(model, "key_reader_id", entry_key_reader(sink, contract->nodes[key].kind));
    model_rows(model, "key_checks", &checks);
}

static ptc_str parse_entries(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                             uint32_t index)
{
    const ptc_schema *schema = &contract->contract->schema;
    uint32_t key = schema->nodes[index].first;
    uint32_t value = key + 1;
    bool is_new = item_is_new(contract, value);
    item_variable variable = item_variable_of(sink, PTC_STR("entry"), is_new);
    ptcc_model model = host_model(&sink->host);
    ptcc_rows checks =
        ptcc_c_count_checks(sink, schema->nodes[index].interval, PTC_STR("out->count"));

    model_str(&model, "head_code", ptcc_c_node_head(sink, contract, index));
    model_cstr(&model, "lib_id", ptcc_c_library(sink->options));
    model_str(&model, "entry_id", contract->nodes[index].part_id);
    model_flag(&model, "entry_is_new", is_new);
    model_str(&model, "list_id", ptcc_c_local(sink, PTC_STR("list")));
    model_str(&model, "entry_name_id", variable.id);
    model_str(&model, "entry_code", variable.holder.address);
    model_str(&model, "size_code", variable.size);
    entry_fill_key(sink, contract, key, &variable, &model);
    model_flag(&model, "value_is_zeroed", ptcc_c_is_zeroed(&contract->nodes[value]));
    model_str(
        &model, "value_code",
        ptcc_c_read_member(sink, contract, value, &variable.holder, PTC_STR(""), 8));
    model_rows(&model, "checks", &checks);
    return host_expand(&sink->host, &ptcc_template_read_entries, &model);
}

/* The lookup that the header declares. */
static ptc_str parse_find(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index)
{
    const ptcc_c_node *cnode = &contract->nodes[index];

    if (cnode->find_id.len == 0)
        return PTC_STR("");
    return HOST_FILL(&sink->host, ptcc_template_find_entry,
                     {"find_code", ptcc_c_find_head(sink, cnode, false)});
}

/* --- Enums ------------------------------------------------------------------------- */

/* Where the runtime looks for the member. */
static ptc_str parse_member_call(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                                 uint32_t index)
{
    const ptc_str items[] = {PTC_STR("gen"), PTC_STR("p"),
                             ptcc_c_node_address(sink, contract, index),
                             PTC_STR("&found")};
    const ptc_str cast[] = {PTC_STR("gen"), PTC_STR("p"),
                            C_JOIN(sink->arena, PTC_STR("&"), contract->type_id),
                            c_decimal(sink->arena, index), PTC_STR("&found")};

    if (ptcc_c_is_cast(sink->options, &contract->contract->schema.nodes[index]))
        return host_wrap_list(&sink->host, PTC_STR("p = ptc_gen_cast_enum"), cast, 5,
                              PTC_STR(";"), 4);
    return host_wrap_list(&sink->host,
                          ptc_str_of(ptcc_c_coerces(sink->options)
                                         ? "p = ptc_gen_enum"
                                         : "p = ptc_gen_strict_enum"),
                          items, 4, PTC_STR(";"), 4);
}

/* A member that is compared as it is between its quotes. */
static void enum_add_word(ptcc_c_sink *sink, ptcc_rows *words, ptc_str text,
                          ptc_str constant)
{
    ptcc_model word = host_model(&sink->host);
    ptc_text quoted;

    ptc_text_init(&quoted, sink->arena);
    ptc_text_byte(&quoted, '"');
    ptc_text_str(&quoted, text);
    ptc_text_byte(&quoted, '"');
    model_str(&word, "word_lit", c_string_line(sink->arena, ptc_text_view(&quoted)));
    model_str(&word, "size_lit", c_decimal(sink->arena, quoted.len));
    model_str(&word, "chosen_code",
              host_wrap_pair(&sink->host, PTC_STR("*out ="),
                             C_JOIN(sink->arena, constant, PTC_STR(";")), 8));
    rows_add(words, &word);
}

static ptcc_rows enum_words(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                            uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];
    uint32_t count = ptcc_c_member_count(node);
    ptcc_rows words = host_rows(&sink->host);

    for (uint32_t i = 0; i < count && count <= PARSE_WORDS_MAX; i++) {
        const ptc_value *member = &node->members[i];

        if (member->kind == PTC_STRING && ptcc_c_is_plain(ptc_value_text(member)))
            enum_add_word(sink, &words, ptc_value_text(member),
                          contract->nodes[index].constants[i]);
    }
    return words;
}

/* The call that looks for a text among many members; writes their table. */
static ptc_str enum_sorted(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           uint32_t index)
{
    uint32_t count = 0;
    ptc_str order =
        ptcc_c_member_count(&contract->contract->schema.nodes[index]) > PARSE_WORDS_MAX
            ? ptcc_c_member_order(sink, contract, index, &count)
            : PTC_STR("");
    const ptc_str items[] = {PTC_STR("gen"),
                             PTC_STR("&p"),
                             ptcc_c_node_address(sink, contract, index),
                             order,
                             c_decimal(sink->arena, count),
                             PTC_STR("&found")};

    if (count == 0)
        return PTC_STR("");
    return host_wrap_list(&sink->host, PTC_STR("if (ptc_gen_word"), items, 6,
                          PTC_STR(") {"), 4);
}

static ptc_str parse_enum(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index)
{
    ptcc_model model = host_model(&sink->host);
    ptcc_rows words = enum_words(sink, contract, index);
    ptc_str sorted = enum_sorted(sink, contract, index);

    model_str(&model, "head_code", ptcc_c_node_head(sink, contract, index));
    model_str(&model, "found_code",
              host_wrap_pair(&sink->host, PTC_STR("*out ="),
                             C_JOIN(sink->arena, PTC_STR("("),
                                    contract->nodes[index].type_id, PTC_STR(")found;")),
                             8));
    model_cstr(&model, "lib_id", ptcc_c_library(sink->options));
    model_rows(&model, "words", &words);
    model_flag(&model, "is_sorted", sorted.len > 0);
    model_str(&model, "sorted_code", sorted);
    model_str(&model, "call_code", parse_member_call(sink, contract, index));
    return host_expand(&sink->host, &ptcc_template_read_enum, &model);
}

/* --- All readers ------------------------------------------------------------------- */

static ptc_str parse_node_reader(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                                 uint32_t index)
{
    const ptcc_c_node *cnode = &contract->nodes[index];

    if (cnode->is_elsewhere || cnode->is_walked || !cnode->is_read)
        return PTC_STR("");
    switch (cnode->kind) {
    case PTCC_C_ENUM:
        return parse_enum(sink, contract, index);
    case PTCC_C_LIST:
        return parse_list(sink, contract, index);
    case PTCC_C_ENTRIES:
        return parse_entries(sink, contract, index);
    case PTCC_C_STRUCT:
        if (contract->contract->schema.nodes[index].type == PTC_TYPE_TUPLE)
            return parse_tuple(sink, contract, index);
        return ptcc_c_is_wide(&contract->contract->schema.nodes[index])
                   ? ptcc_c_wide_reader(sink, contract, index)
                   : ptcc_c_map_reader(sink, contract, index);
    case PTCC_C_UNION:
        return ptcc_c_union_reader(sink, contract, index);
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
    case PTCC_C_DATE:
    case PTCC_C_DECIMAL:
    case PTCC_C_SAME:
    case PTCC_C_POINTER:
        return PTC_STR("");
    }
    return PTC_STR("");
}

/* The result of a reader, `*out`. */
static ptc_str parse_out(ptcc_c_sink *sink, const ptcc_c_contract *contract,
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
    return ptcc_c_read_place(sink, contract, index, &place);
}

/* A root that is not a type with its own reader still gets one. */
static ptc_str parse_root(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          const ptcc_c_root *root)
{
    const ptcc_c_node *cnode = &contract->nodes[root->node];
    ptcc_model model = host_model(&sink->host);

    if (ptc_str_equal(root->reader_id, cnode->reader_id))
        return PTC_STR("");
    model_str(&model, "comment_code",
              ptcc_c_shape(sink, &contract->contract->schema, root->node, true));
    model_str(&model, "head_code",
              ptcc_c_reader_head(sink, root->reader_id, root->type_id, ""));
    model_flag(&model, "is_zeroed", ptcc_c_is_zeroed(cnode));
    model_str(&model, "value_code", parse_out(sink, contract, root->node));
    return host_expand(&sink->host, &ptcc_template_read_root, &model);
}

/* Readers that are called before they are: those of types that hold themselves. */
static ptc_str parse_forwards(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_text out;

    ptc_text_init(&out, sink->arena);
    for (size_t i = 0; i < contract->order_count; i++) {
        const ptcc_c_node *cnode = &contract->nodes[contract->order[i]];

        if (!cnode->is_forward || cnode->is_elsewhere || cnode->is_walked ||
            !cnode->is_read)
            continue;
        ptc_text_str(&out,
                     ptcc_c_reader_head(sink, cnode->reader_id, cnode->type_id, ";"));
        ptc_text_byte(&out, '\n');
    }
    return ptc_text_view(&out);
}

void ptcc_c_readers(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);
    bool parses = !ptcc_c_has_accessors(sink->options);

    if (parses)
        ptcc_c_emit(sink, mark, parse_forwards(sink, contract));
    for (size_t i = 0; i < contract->order_count; i++) {
        uint32_t index = contract->order[i];

        if (parses)
            ptcc_c_emit(sink, mark, parse_node_reader(sink, contract, index));
        if (!contract->nodes[index].is_elsewhere)
            ptcc_c_emit(sink, mark, parse_find(sink, contract, index));
    }
    for (size_t i = 0; parses && ptcc_c_is_whole(contract) && i < contract->root_count;
         i++)
        ptcc_c_emit(sink, mark, parse_root(sink, contract, &contract->roots[i]));
}
