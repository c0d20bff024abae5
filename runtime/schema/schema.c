/* SPDX-License-Identifier: MIT */
/* Small questions about schema nodes; see <ptc/schema.h>. */
#include "ptc_int.h"

/* ORDER TYPE */
static const char *const schema_type_words[PTC_TYPE_COUNT][2] = {
#define PTC_TYPE(constant, word, head) {word, head},
#include <ptc/types.def>
#undef PTC_TYPE
};

const char *ptc_type_word(ptc_type type, bool is_malli)
{
    return schema_type_words[type][is_malli ? 1 : 0];
}

bool ptc_schema_default(const ptc_schema_node *node, ptc_value *out)
{
    if (node->extra == NULL || node->extra->default_value.kind == PTC_NIL)
        return false;
    *out = node->extra->default_value;
    return true;
}

bool ptc_type_has_children(ptc_type type)
{
    return type >= PTC_TYPE_LIST && type != PTC_TYPE_REF;
}
