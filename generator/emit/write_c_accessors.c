/* SPDX-License-Identifier: MIT */
/* Accessors for the fields of unchecked values, which is what `--mode=disabled` emits.
 * [validation 2, 6] */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

static ptc_str write_accessor(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                              uint32_t index, bool is_header)
{
    const ptc_str items[] = {PTC_STR("const ptc_value *map")};
    ptc_str name = contract->contract->schema.nodes[index].name;
    ptc_str head = host_wrap_list(&sink->host,
                                  C_JOIN(sink->arena, ptcc_c_linkage(sink, is_header),
                                         PTC_STR("const ptc_value *"),
                                         contract->nodes[index].get_id),
                                  items, 1, ptc_str_of(is_header ? ";\n" : ""), 0);

    if (is_header)
        return head;
    return HOST_FILL(&sink->host, ptcc_template_accessor, {"head_code", head},
                     {"name_lit", c_string_line(sink->arena, name)},
                     {"size_lit", c_decimal(sink->arena, name.len)});
}

ptc_str ptcc_c_accessor_heads(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_text heads;

    ptc_text_init(&heads, sink->arena);
    for (size_t i = 0; i < contract->order_count; i++) {
        uint32_t index = contract->order[i];

        if (contract->nodes[index].get_id.len)
            ptc_text_str(&heads, write_accessor(sink, contract, index, true));
    }
    return HOST_FILL(&sink->host, ptcc_template_accessors_h,
                     {"accessors_code", ptc_text_view(&heads)});
}

void ptcc_c_accessors(ptcc_c_sink *sink, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(sink->arena);

    for (size_t i = 0; i < contract->order_count; i++) {
        uint32_t index = contract->order[i];

        if (contract->nodes[index].get_id.len)
            ptcc_c_emit(sink, mark, write_accessor(sink, contract, index, false));
    }
}
