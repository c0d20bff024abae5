/* SPDX-License-Identifier: MIT */
/* Statements that read a value into its place: scalars by inline functions of
 * <ptc/gen.h>, whose slow paths convert; other types by their readers; and types that
 * emitted code does not read by the walker. [architecture 2] */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

ptc_str ptcc_c_reader_head(ptcc_c_sink *sink, ptc_str reader_id, ptc_str type_id,
                           const char *tail)
{
    const ptc_str items[] = {PTC_STR("ptc_gen *gen"), PTC_STR("ptc_cursor p"),
                             C_JOIN(sink->arena, type_id, PTC_STR(" *out"))};

    return host_wrap_list(&sink->host,
                          C_JOIN(sink->arena, PTC_STR("static ptc_cursor "), reader_id),
                          items, 3, ptc_str_of(tail), 0);
}

ptc_str ptcc_c_node_head(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         uint32_t index)
{
    return ptcc_c_reader_head(sink, contract->nodes[index].reader_id,
                              contract->nodes[index].type_id, "");
}

ptc_str ptcc_c_node_address(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                            uint32_t index)
{
    return C_JOIN(sink->arena, PTC_STR("&"), contract->nodes_id, PTC_STR("["),
                  c_decimal(sink->arena, index), PTC_STR("]"));
}

bool ptcc_c_is_zeroed(const ptcc_c_node *item)
{
    return item->is_maybe || item->has_flag || item->is_walked || item->is_context ||
           item->kind == PTCC_C_POINTER;
}

bool ptcc_c_has_zeroed(const ptcc_c_contract *contract, uint32_t index)
{
    const ptc_schema_node *node = &contract->contract->schema.nodes[index];

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (ptcc_c_is_zeroed(&contract->nodes[i]))
            return true;
    }
    return false;
}

/* In a literal that C promises to take even with `,"":` around it. */
bool ptcc_c_is_plain(ptc_str text)
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

/* --- Values ------------------------------------------------------------------------ */

/* `p = READER(gen, p, ADDRESS);`, or what stands for it; `take` is "p = " or "return ".
 */
static ptc_str parse_call(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index, const ptcc_c_place *place, const char *take,
                          size_t indent)
{
    const ptcc_c_node *cnode = &contract->nodes[index];
    const ptc_str direct[] = {PTC_STR("gen"), PTC_STR("p"), place->address};
    const ptc_str walked[] = {PTC_STR("gen"), PTC_STR("p"),
                              C_JOIN(sink->arena, PTC_STR("&"), contract->type_id),
                              c_decimal(sink->arena, index), place->holder};
    const ptc_str cast[] = {PTC_STR("gen"), PTC_STR("p"), walked[2],
                            c_decimal(sink->arena, cnode->owner), place->address};
    const ptc_schema_node *owner = &contract->contract->schema.nodes[cnode->owner];
    ptc_str reader = cnode->reader_id;
    ptcc_c_kind kind = contract->nodes[cnode->owner].kind;
    bool is_cast = !ptcc_c_kind_is_named(kind) && ptcc_c_is_cast(sink->options, owner);

    if (cnode->is_walked)
        return host_wrap_list(
            &sink->host, C_JOIN(sink->arena, ptc_str_of(take), PTC_STR("ptc_gen_walked")),
            walked, 5, PTC_STR(";"), indent);
    if (cnode->kind == PTCC_C_POINTER)
        return ptcc_c_line(HOST_FILL(
            &sink->host, ptcc_template_read_pointer, {"value_code", place->value},
            {"take_code", ptc_str_of(take)}, {"reader_id", cnode->reader_id}));
    if (!ptcc_c_kind_is_named(kind))
        reader = ptcc_c_kind_reader(sink->arena, sink->options, kind, owner);
    return host_wrap_list(&sink->host, C_JOIN(sink->arena, ptc_str_of(take), reader),
                          is_cast ? cast : direct, is_cast ? 5 : 3, PTC_STR(";"), indent);
}

/* Passes over null, if that is possible where the node is; empty: it is not. `*p`
 * after it, the place stays as it is. */
static ptc_str null_code(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                         uint32_t index)
{
    const ptcc_c_node *cnode = &contract->nodes[index];
    bool is_any = contract->nodes[cnode->owner].kind == PTCC_C_ANY;
    ptc_str library = ptc_str_of(ptcc_c_library(sink->options));

    if (cnode->is_walked)
        return PTC_STR("");
    /* A field of any value that may be absent has a flag, but null is a value as well. */
    if (is_any ? cnode->has_flag : cnode->accepts_nil)
        return C_JOIN(sink->arena, library, PTC_STR("_null(&p)"));
    if (!is_any && cnode->is_optional && ptcc_c_coerces(sink->options))
        return C_JOIN(sink->arena, library, PTC_STR("_absent(gen, &p)"));
    return PTC_STR("");
}

ptc_str ptcc_c_read_place(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                          uint32_t index, const ptcc_c_place *place)
{
    const ptcc_c_node *cnode = &contract->nodes[index];
    ptc_str null = null_code(sink, contract, index);
    bool is_nullable = null.len > 0;
    bool has_present =
        place->present.len > 0 && !cnode->is_walked; /* else that says so */
    ptcc_model model = host_model(&sink->host);
    ptcc_rows checks = host_rows(&sink->host);
    bool is_tail;

    if (!cnode->is_walked && cnode->owner == index)
        checks = ptcc_c_value_checks(sink, contract, index, place->value, place->address);
    else if (!cnode->is_walked && cnode->kind == PTCC_C_SAME)
        checks = ptcc_c_value_checks(sink, contract, cnode->owner, place->value,
                                     place->address);
    is_tail = place->is_last && !is_nullable && !has_present && checks.count == 0;
    model_str(&model, "null_code", null);
    model_flag(&model, "is_nullable", is_nullable);
    model_str(&model, "call_code",
              parse_call(sink, contract, index, place, is_tail ? "return " : "p = ",
                         is_nullable ? place->indent + 4 : place->indent));
    model_flag(&model, "is_tail", is_tail);
    model_flag(&model, "is_last", place->is_last && !is_tail);
    model_rows(&model, "checks", &checks);
    model_flag(&model, "has_present", has_present);
    model_str(&model, "present_code", place->present);
    return host_expand(&sink->host, &ptcc_template_read_value, &model);
}

const ptcc_c_holder ptcc_c_out = {{"out", 3}, {"out->", 5}};

ptc_str ptcc_c_read_member(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                           uint32_t index, const ptcc_c_holder *holder, ptc_str present,
                           size_t indent)
{
    const ptcc_c_node *cnode = &contract->nodes[index];
    ptc_arena *arena = sink->arena;
    ptc_str member = C_JOIN(arena, holder->access, cnode->member_id);
    ptcc_c_place place = {
        .holder = holder->address, .value = member, .present = present, .indent = indent};

    if (cnode->is_maybe) {
        place.value = C_JOIN(arena, member, PTC_STR(".value"));
        place.present = C_JOIN(arena, member, PTC_STR(".has_value"));
    }
    place.address = C_JOIN(arena, PTC_STR("&"), place.value);
    return ptcc_c_read_place(sink, contract, index, &place);
}
