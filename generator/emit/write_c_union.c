/* SPDX-License-Identifier: MIT */
/* Unions, by the first byte of the text. If it leaves one alternative, that one reads the
 * value; if it leaves several, the walker decides. [validation 3, 4] */
#include "generator/emit/plan.h"
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "templates.h"

/* ORDER CLASS */
static const char *const class_labels[PTCC_CLASS_COUNT] = {
    "case '\"':", "case 't':\ncase 'f':", "case '[':", "case '{':", "case 'n':",
    "default:", /* digits, and what is not a value */
};

/* Statements that leave the value to the walker. */
static ptc_str write_walked(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                            uint32_t index)
{
    return ptcc_c_line(HOST_FILL(&sink->host, ptcc_template_read_union_walked,
                                 {"type_id", contract->type_id},
                                 {"node_lit", c_decimal(sink->arena, index)}));
}

/* Statements that choose an alternative and read its value. */
static ptc_str write_chosen(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                            uint32_t child)
{
    const ptcc_c_node *cnode = &contract->nodes[child];
    ptc_str value = C_JOIN(sink->arena, PTC_STR("out->as."), cnode->member_id);
    ptcc_c_place place = {.holder = PTC_STR("out"),
                          .value = value,
                          .address = C_JOIN(sink->arena, PTC_STR("&"), value),
                          .present = PTC_STR(""),
                          .indent = 8,
                          .is_last = true};

    /* The runtime leaves absent parts unchanged. */
    return C_JOIN(sink->arena,
                  ptc_str_of(cnode->is_walked ? "memset(out, 0, sizeof *out);\n" : ""),
                  PTC_STR("out->tag = "), cnode->tag_id, PTC_STR(";\n"),
                  ptcc_c_line(ptcc_c_read_place(sink, contract, child, &place)));
}

ptc_str ptcc_c_union_reader(ptcc_c_sink *sink, const ptcc_c_contract *contract,
                            uint32_t index)
{
    ptcc_model model = host_model(&sink->host);
    ptcc_rows cases = host_rows(&sink->host);
    bool is_open = true;

    for (unsigned class = 0; class < PTCC_CLASS_COUNT; class ++) {
        ptcc_model row = host_model(&sink->host);
        uint32_t only = 0;
        bool is_chosen =
            ptcc_c_class_is_chosen(contract, index, (ptcc_c_class) class, &only);

        if (!is_chosen &&
            ptcc_c_class_candidates(contract, index, (ptcc_c_class) class, &only) == 0)
            continue;
        is_open = class != PTCC_CLASS_NUMBER;
        model_cstr(&row, "labels_code", class_labels[class]);
        model_str(&row, "value_code",
                  is_chosen ? write_chosen(sink, contract, only)
                            : write_walked(sink, contract, index));
        rows_add(&cases, &row);
    }
    model_str(&model, "head_code",
              ptcc_c_reader_head(sink, contract->nodes[index].reader_id,
                                 contract->nodes[index].type_id, ""));
    model_rows(&model, "cases", &cases);
    model_flag(&model, "is_open", is_open);
    return host_expand(&sink->host, &ptcc_template_read_union, &model);
}
