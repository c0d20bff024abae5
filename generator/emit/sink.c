/* SPDX-License-Identifier: MIT */
/* Where text goes: a file that is being written, and what nearly every writer appends to
 * it. */
#include "generator/emit/write.h"
#include "generator/text/c_text.h"
#include "render/render_int.h"
#include "templates.h"

void ptcc_c_sink_init(ptcc_c_sink *sink, const ptcc_c_plan *plan,
                      const ptcc_c_options *options)
{
    memset(sink, 0, sizeof *sink);
    sink->arena = plan->scratch;
    sink->options = options;
    sink->taken = plan->taken;
    host_init(&sink->host, plan->scratch);
    ptcc_pieces_init(&sink->out, plan->arena);
    ptcc_pieces_init(&sink->rows, plan->arena);
}

ptc_str ptcc_c_local(const ptcc_c_sink *sink, ptc_str name)
{
    if (ptcc_names_find(sink->taken, name) == NULL)
        return name;
    return C_JOIN(sink->arena, PTC_STR("in_"), name);
}

void ptcc_c_emit(ptcc_c_sink *sink, ptc_arena_mark since, ptc_str code)
{
    ptcc_pieces_paragraph(&sink->out, code);
    ptc_arena_rewind(sink->arena, since);
}

ptc_str ptcc_c_line(ptc_str code)
{
    if (code.len && code.ptr[code.len - 1] == '\n')
        code.len--;
    return code;
}

ptc_str ptcc_c_linkage(const ptcc_c_sink *sink, bool is_declaration)
{
    if (sink->options->visibility == PTCC_VISIBILITY_STATIC)
        return PTC_STR("PTC_STATIC ");
    if (!is_declaration)
        return PTC_STR("");
    if (sink->options->visibility == PTCC_VISIBILITY_HIDDEN)
        return PTC_STR("PTC_HIDDEN ");
    if (sink->options->api_macro.len)
        return C_JOIN(sink->arena, sink->options->api_macro, PTC_STR(" "));
    return PTC_STR("");
}

/* --- Texts ------------------------------------------------------------------------- */

static ptc_str sink_text(ptcc_c_sink *sink, ptc_str linkage, ptc_str id, ptc_str text)
{
    ptcc_model model = host_model(&sink->host);

    model_flag(&model, "is_long", text.len >= C_LITERAL_MAX);
    model_str(&model, "linkage_code", linkage);
    model_str(&model, "text_id", id);
    model_str(&model, "text_lit", c_string(sink->arena, text));
    return host_expand(&sink->host, &ptcc_template_text, &model);
}

ptc_str ptcc_c_text(ptcc_c_sink *sink, ptc_str id, const ptc_text *content)
{
    /* What wrote it may have been refused memory of another arena. */
    sink->arena->failed = sink->arena->failed || content->failed;
    return sink_text(sink, ptcc_c_linkage(sink, false), id, ptc_text_view(content));
}

ptc_str ptcc_c_private_text(ptcc_c_sink *sink, ptc_str id, ptc_str text)
{
    return sink_text(sink, PTC_STR("static "), id, text);
}

/* --- Comments ---------------------------------------------------------------------- */

/* A longer schema is cut. */
enum { SHAPE_MAX = 1000, SHAPE_WORD_MAX = 80 };

/* Where a text that is too long ends: after a word, or else after a code point. */
static size_t shape_cut(ptc_str text)
{
    size_t len = SHAPE_MAX;

    while (len > SHAPE_MAX - SHAPE_WORD_MAX && text.ptr[len] != ' ')
        len--;
    if (text.ptr[len] == ' ')
        return len;
    for (len = SHAPE_MAX; ((unsigned char)text.ptr[len] & 0xC0u) == 0x80u;)
        len--;
    return len;
}

ptc_str ptcc_c_shape(ptcc_c_sink *sink, const ptc_schema *schema, uint32_t node,
                     bool with_null)
{
    ptc_schema part = *schema;
    ptc_schema shown;
    ptc_render render;
    ptc_text text;

    part.root = node;
    if (ptc_schema_shown(sink->arena, &part, false, &shown) != PTC_OK)
        return PTC_STR("");
    ptc_text_init(&text, sink->arena);
    ptc_render_init(&render, &text, &shown, NULL);
    render.limit = SHAPE_MAX + 1;
    render.elides_maps = true; /* each has its own comment */
    ptc_render_tree(&render);
    if (text.len > SHAPE_MAX) {
        text.len = shape_cut(ptc_text_view(&text));
        ptc_text_cstr(&text, " ...");
    } else if (!with_null &&
               (schema->nodes[node].flags & (PTC_NODE_NULLABLE | PTC_NODE_OPTIONAL)) &&
               text.len && text.ptr[text.len - 1] == '?') {
        text.len--; /* the `?` of a field belongs to the field */
    }
    return host_wrap_comment(&sink->host, c_note(sink->arena, ptc_text_view(&text)), 0);
}
