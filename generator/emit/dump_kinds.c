/* SPDX-License-Identifier: MIT */
/* `--dump=kinds`: what each node becomes in C and who reads it, as text. */
#include "base/base_int.h"
#include "generator/emit/plan.h"

#include "generator/emit/owners.h"

static void kinds_word(ptc_text *text, const char *word, ptc_str value)
{
    if (value.len == 0)
        return;
    ptc_text_cstr(text, "  ");
    ptc_text_cstr(text, word);
    ptc_text_str(text, value);
}

static void kinds_number(ptc_text *text, const char *words, uint32_t number)
{
    ptc_text_cstr(text, words);
    ptc_text_uint(text, number);
}

/* Where its type is, if it is not written for this node. */
static void kinds_type(ptc_text *text, const ptcc_c_node *cnode, uint32_t index)
{
    kinds_word(text, "", cnode->place_id);
    kinds_word(text, "member ", cnode->member_id);
    if (cnode->declared != NULL)
        ptc_text_cstr(text, "  declared by the header of an included file");
    else if (cnode->is_elsewhere)
        kinds_number(text, "  type of node ", cnode->origin_node);
    else if (cnode->kind == PTCC_C_SAME && cnode->owner != index)
        kinds_number(text, "  same as node ", cnode->owner);
    if (cnode->is_forward)
        ptc_text_cstr(text, "  named before it is complete");
}

static void kinds_reader(ptc_text *text, const ptcc_c_node *cnode)
{
    if (cnode->is_context) {
        ptc_text_cstr(text, "  from the context");
    } else if (!cnode->is_read) {
        ptc_text_cstr(text, "  not read");
    } else if (cnode->is_walked) {
        ptc_text_cstr(text, "  walked: ");
        ptc_text_cstr(text, cnode->why_walked);
    } else if (cnode->reader_id.len > 0) {
        kinds_word(text, "read by ", cnode->reader_id);
    } else {
        ptc_text_cstr(text, "  read in place");
    }
}

static void kinds_node(ptc_text *text, const ptcc_c_contract *contract, uint32_t index)
{
    const ptcc_c_node *cnode = &contract->nodes[index];
    const char *kind = ptcc_c_kind_shape(cnode->kind) + strlen("PTC_SHAPE_");

    ptc_text_repeat(text, ' ', index < 10 ? 4 : index < 100 ? 3 : index < 1000 ? 2 : 1);
    ptc_text_uint(text, index);
    ptc_text_cstr(text, "  ");
    ptc_text_cstr(text, kind);
    if (cnode->kind != PTCC_C_NONE) {
        ptc_text_repeat(text, ' ', strlen(kind) < 10 ? 10 - strlen(kind) : 0);
        kinds_type(text, cnode, index);
        kinds_reader(text, cnode);
    }
    if (cnode->has_flag)
        ptc_text_cstr(text, "  flag in `has`");
    if (cnode->is_maybe)
        ptc_text_cstr(text, "  wrapped for nil");
    if (cnode->accepts_nil)
        ptc_text_cstr(text, "  takes nil");
    ptc_text_byte(text, '\n');
}

static void kinds_contract(ptc_text *text, const ptcc_c_contract *contract)
{
    const ptc_schema *schema = &contract->contract->schema;

    ptc_text_cstr(text, "kinds of ");
    ptc_text_str(text, contract->contract->name);
    for (size_t i = 0; i < contract->root_count; i++) {
        ptc_text_cstr(text, i == 0 ? ": " : ", ");
        ptc_text_cstr(text, contract->roots[i].is_result ? "result " : "parameters ");
        ptc_text_str(text, contract->roots[i].type_id);
    }
    ptc_text_byte(text, '\n');
    for (uint32_t i = schema->root; i < schema->count; i++)
        kinds_node(text, contract, i);
}

ptc_status ptcc_c_dump(ptc_arena *arena, const ptcc_c_request *request, ptc_diags *diags,
                       ptc_text *out)
{
    ptc_arena scratch;
    ptcc_c_plan plan = {.arena = arena, .scratch = &scratch};
    ptc_status status;

    ptc_arena_init(&scratch, &arena->allocator, arena->cap);
    status = ptcc_c_make_plan(&plan, request, diags);
    for (size_t i = 0; status == PTC_OK && i < plan.count; i++)
        kinds_contract(out, plan.order[i]);
    ptc_arena_free(&scratch);
    return arena->failed ? PTC_ERROR_MEMORY : status;
}
