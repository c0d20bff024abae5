/* SPDX-License-Identifier: MIT */
/*
 * Contracts as C: one header and one source for the contracts of a file.
 *
 * The work goes in passes: what becomes of every node (write_c_kinds.c), names
 * (write_c_names.c), type definitions (write_c_types.c), constant tables
 * (write_c_tables.c, write_c_layout.c), readers (write_c_parse.c, write_c_union.c), and
 * here the order of it all and the two files. Every pass makes text bottom up from the
 * templates under templates/c; nothing is printed. [emitters 11, style 2.9]
 */
#include "generator/ptcc.h"
#include "render/render_int.h"
#include "templates.h"

/* --- Identifiers ------------------------------------------------------------------- */

/* Two places that meet, as a name that is none: they are kept among the names. */
static ptc_str name_pair(ptcc_c_file *file, ptc_span one, ptc_span other)
{
    return C_JOIN(file->arena, PTC_STR("#"), c_decimal(file->arena, one.start),
                  PTC_STR(" "), c_decimal(file->arena, other.start));
}

void ptcc_c_collision(ptcc_c_file *file, const ptc_contract *contract, ptc_span span,
                      const ptc_source *other_source, ptc_span other_span, ptc_str id)
{
    ptc_position other = ptc_source_position(other_source, other_span.start);
    ptc_diag *diag;
    bool is_new;

    if (!ptcc_names_add(&file->names, name_pair(file, span, other_span), &is_new) ||
        !is_new)
        return;
    file->diags->source = contract->source;
    diag = ptc_diag_add(
        file->diags, PTC_DIAG_GEN_COLLISION, span,
        "\"%.*s\" would stand for two things in C, this and the one at %.*s:%zu:%zu",
        (int)id.len, id.ptr, (int)other_source->name.len, other_source->name.ptr,
        other.line, other.column);
    ptc_diag_hint(file->diags, diag,
                  "rename one of the two; case and punctuation do not "
                  "tell names apart in C");
}

/* Where whole contracts meet, everything in them does. */
static bool name_is_of_pair(ptcc_c_file *file, const ptc_contract *contract,
                            const ptcc_name *name)
{
    return contract != name->contract &&
           ptcc_names_find(&file->names,
                           name_pair(file, contract->span, name->contract->span));
}

void ptcc_c_claim(ptcc_c_file *file, const ptc_contract *contract, ptc_span span,
                  ptc_str id)
{
    bool is_new;
    ptcc_name *name = NULL;

    if (!file->arena->failed) /* else the name may be empty, and meets others */
        name = ptcc_names_add(&file->names, id, &is_new);
    if (name && is_new) {
        name->contract = contract;
        name->span = span;
    } else if (name && !name_is_of_pair(file, contract, name)) {
        ptcc_c_collision(file, contract, span, name->contract->source, name->span, id);
    }
}

/* --- Nodes ------------------------------------------------------------------------- */

ptc_span ptcc_c_span(const ptcc_c_contract *contract, uint32_t node)
{
    const ptc_schema_extra *extra = contract->contract->schema.nodes[node].extra;

    return extra && extra->span.end > extra->span.start ? extra->span
                                                        : contract->contract->span;
}

ptc_str ptcc_c_line(ptc_str code)
{
    if (code.len && code.ptr[code.len - 1] == '\n')
        code.len--;
    return code;
}

void ptcc_c_emit(ptcc_c_file *file, ptc_arena_mark since, ptc_str code)
{
    ptcc_pieces_paragraph(file->out, code);
    ptc_arena_rewind(file->arena, since);
}

/* A longer schema is cut: each level of nesting shows all below it once more. */
enum { SHAPE_MAX = 1000, SHAPE_WORD_MAX = 80 };

/* Where a text that is too long ends: behind a word, or else behind a code point. */
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

ptc_str ptcc_c_shape(ptcc_c_file *file, const ptc_schema *schema, uint32_t node,
                     bool with_null)
{
    ptc_schema part = *schema;
    ptc_render render;
    ptc_text text;

    part.root = node;
    ptc_text_init(&text, file->arena);
    ptc_render_init(&render, &text, &part, NULL);
    render.limit = SHAPE_MAX + 1;
    ptc_render_tree(&render);
    if (text.len > SHAPE_MAX) {
        text.len = shape_cut(ptc_text_view(&text));
        ptc_text_cstr(&text, " ...");
    } else if (!with_null && (schema->nodes[node].flags & PTC_NODE_NULLABLE) &&
               text.len && text.ptr[text.len - 1] == '?') {
        text.len--; /* the `?` of a field belongs to the field */
    }
    return host_wrap_comment(&file->host, c_note(file->arena, ptc_text_view(&text)), 0);
}

/* --- Functions --------------------------------------------------------------------- */

static const char *root_word(const ptcc_c_contract *contract, const ptcc_c_root *root)
{
    if (root->is_result && ptc_str_equal(root->base_id, contract->base_id))
        return "a value";
    return root->is_result ? "the result" : "the parameters";
}

/* `ptc_status NAME(ITEM, ...)` */
static void fill_prototype(ptcc_c_file *file, ptcc_model *model, const char *name,
                           ptc_str id, const ptc_str *items, size_t count,
                           const char *tail)
{
    model_str(model, name,
              host_wrap_list(&file->host,
                             C_JOIN(file->arena, ptcc_c_linkage(file, *tail == ';'),
                                    PTC_STR("ptc_status "), id),
                             items, count, ptc_str_of(tail), 0));
}

/* The functions over json_t; `out` and `in` declare pointers to the root's type. */
static void fill_jansson(ptcc_c_file *file, const ptcc_c_root *root, ptc_str out,
                         ptc_str in, const char *tail, ptcc_model *model)
{
    const ptc_str validate[] = {
        PTC_STR("ptc_arena *arena"), PTC_STR("const json_t *json"),
        PTC_STR("const ptc_walk_options *options"), PTC_STR("ptc_report *report")};
    const ptc_str from[] = {validate[0], validate[1], validate[2], out, validate[3]};
    const ptc_str to[] = {validate[0], in, PTC_STR("json_t **out")};

    model_flag(model, "has_jansson", file->options.has_jansson);
    if (!file->options.has_jansson)
        return;
    fill_prototype(file, model, "validate_jansson_code", root->validate_jansson_id,
                   validate, 4, tail);
    fill_prototype(file, model, "from_jansson_code", root->from_jansson_id, from, 5,
                   tail);
    fill_prototype(file, model, "to_jansson_code", root->to_jansson_id, to, 3, tail);
}

/* Texts that declaration and definition of a root's functions have in common. */
static void fill_root(ptcc_c_file *file, const ptcc_c_root *root, const char *tail,
                      ptcc_model *model)
{
    ptc_str out = C_JOIN(file->arena, root->type_id, PTC_STR(" *out"));
    ptc_str in = C_JOIN(file->arena, PTC_STR("const "), root->type_id, PTC_STR(" *in"));
    const ptc_str parse[] = {PTC_STR("ptc_arena *arena"),
                             PTC_STR("const char *text"),
                             PTC_STR("size_t len"),
                             PTC_STR("const ptc_parse_options *options"),
                             out,
                             PTC_STR("ptc_parse_info *info")};
    const ptc_str explain[] = {parse[0],
                               parse[1],
                               parse[2],
                               parse[3],
                               PTC_STR("ptc_report *report"),
                               PTC_STR("ptc_json_error *error")};
    const ptc_str validate[] = {PTC_STR("const ptc_value *value"),
                                PTC_STR("const ptc_walk_options *options"), explain[4]};
    const ptc_str from_value[] = {parse[0], validate[0], validate[1], out, explain[4]};
    const ptc_str to_value[] = {parse[0], in, PTC_STR("ptc_value *out")};
    const ptc_str to_json[] = {PTC_STR("ptc_text *text"), in};
    const ptc_str render[] = {to_json[0], in, PTC_STR("const ptc_show_options *options")};

    model_flag(model, "parses", !ptcc_c_has_accessors(file));
    model_flag(model, "copies_strings", file->options.copies_strings);
    fill_prototype(file, model, "plain_code", root->parse_id, parse, 6, tail);
    fill_prototype(file, model, "padded_code", root->padded_id, parse, 6, tail);
    fill_prototype(file, model, "explain_code", root->explain_id, explain, 6, tail);
    fill_prototype(file, model, "validate_code", root->validate_id, validate, 3, tail);
    fill_prototype(file, model, "from_value_code", root->from_value_id, from_value, 5,
                   tail);
    fill_prototype(file, model, "to_value_code", root->to_value_id, to_value, 3, tail);
    fill_prototype(file, model, "to_json_code", root->to_json_id, to_json, 2, tail);
    fill_prototype(file, model, "render_code", root->render_id, render, 3, tail);
    fill_jansson(file, root, out, in, tail, model);
}

static ptc_str write_declaration(ptcc_c_file *file, const ptcc_c_contract *contract,
                                 const ptcc_c_root *root)
{
    ptcc_model model = host_model(&file->host);
    ptc_text note;

    ptc_text_init(&note, file->arena);
    ptc_text_cstr(&note, "Reads ");
    ptc_text_cstr(&note, root_word(contract, root));
    ptc_text_cstr(&note, " of ");
    ptc_text_str(&note, contract->contract->name);
    ptc_text_cstr(&note, " from JSON text: PTC_OK, or why not. Strings point into a copy "
                         "of the text in the arena.");
    model_str(
        &model, "comment_code",
        host_wrap_comment(&file->host, c_note(file->arena, ptc_text_view(&note)), 0));
    fill_root(file, root, ";", &model);
    model_cstr(&model, "render_note",
               root->is_result
                   ? "Appends what a model may see of it: no firewalled values."
                   : "Appends it as a model reads it.");
    return host_expand(&file->host, &ptcc_template_root_h, &model);
}

/* `return FUNCTION(&TYPE, NODE, DIRECTION, ITEM, ...);` */
static void fill_call(ptcc_c_file *file, ptcc_model *model, const char *name,
                      const char *function, const ptcc_c_contract *contract,
                      const ptcc_c_root *root, const char *direction, const char *more)
{
    ptc_str items[12];
    size_t count = 0;

    items[count++] = C_JOIN(file->arena, PTC_STR("&"), contract->type_id);
    items[count++] = c_decimal(file->arena, root->node);
    if (direction)
        items[count++] = ptc_str_of(direction);
    while (*more) {
        size_t len = strcspn(more, ",");

        items[count++] = ptc_str_make(more, len);
        more += more[len] ? len + 1 : len;
    }
    model_str(
        model, name,
        host_wrap_list(&file->host,
                       C_JOIN(file->arena, PTC_STR("return "), ptc_str_of(function)),
                       items, count, PTC_STR(";"), 4));
}

ptc_str ptcc_c_mode(const ptcc_c_file *file)
{
    static const char *const modes[] = {"PTC_MODE_ENABLED", "PTC_MODE_WARN_ONLY",
                                        "PTC_MODE_STRICT", "PTC_MODE_DISABLED"};

    return file->options.fixes_mode ? ptc_str_of(modes[file->options.mode])
                                    : ptc_str_make(NULL, 0);
}

static ptc_str write_start(ptcc_c_file *file, const char *direction)
{
    const ptc_str items[] = {
        PTC_STR("&gen"), PTC_STR("&ptc_abi_1"), PTC_STR("arena"),  PTC_STR("text"),
        PTC_STR("len"),  ptc_str_of(direction), PTC_STR("options")};

    return host_wrap_list(&file->host, PTC_STR("p = ptc_gen_start"), items, 7,
                          PTC_STR(";"), 4);
}

static ptc_str write_reader(ptcc_c_file *file, const ptcc_c_root *root)
{
    const ptc_str items[] = {PTC_STR("&gen"), PTC_STR("p"), PTC_STR("out")};

    return host_wrap_list(&file->host,
                          C_JOIN(file->arena, PTC_STR("p = "), root->reader_id), items, 3,
                          PTC_STR(";"), 8);
}

static ptc_str write_padded(ptcc_c_file *file, const ptcc_c_root *root)
{
    const ptc_str items[] = {PTC_STR("arena"),   PTC_STR("text"), PTC_STR("len"),
                             PTC_STR("options"), PTC_STR("out"),  PTC_STR("info")};

    return host_wrap_list(&file->host,
                          C_JOIN(file->arena, PTC_STR("return "), root->padded_id), items,
                          6, PTC_STR(";"), 4);
}

static ptc_str write_definition(ptcc_c_file *file, const ptcc_c_contract *contract,
                                const ptcc_c_root *root)
{
    ptcc_model model = host_model(&file->host);
    const char *direction = root->is_result ? "PTC_OUTPUT" : "PTC_INPUT";

    fill_root(file, root, "", &model);
    model_str(&model, "call_padded_code", write_padded(file, root));
    model_str(&model, "call_reader_code", write_reader(file, root));
    model_str(&model, "validate_id", root->validate_id);
    model_str(&model, "from_value_id", root->from_value_id);
    model_str(&model, "to_value_id", root->to_value_id);
    model_str(&model, "mode_code", ptcc_c_mode(file));
    model_str(&model, "call_start_code", write_start(file, direction));
    fill_call(file, &model, "call_explain_code", "ptc_gen_explain", contract, root,
              direction, "arena,text,len,options,report,error");
    fill_call(file, &model, "call_validate_code", "ptc_gen_validate", contract, root,
              direction, "value,options,report");
    fill_call(file, &model, "call_from_value_code",
              file->options.copies_strings ? "ptc_gen_from_value_copied"
                                           : "ptc_gen_from_value",
              contract, root, direction, "arena,value,options,out,report");
    fill_call(file, &model, "call_to_value_code", "ptc_gen_to_value", contract, root,
              NULL, "arena,in,out");
    fill_call(file, &model, "call_to_json_code", "ptc_gen_to_json", contract, root, NULL,
              "text,in");
    fill_call(file, &model, "call_render_code", "ptc_gen_render", contract, root,
              direction, "text,in,options");
    return host_expand(&file->host, &ptcc_template_root_c, &model);
}

/* --- Files ------------------------------------------------------------------------- */

typedef ptc_str (*write_root_fn)(ptcc_c_file *file, const ptcc_c_contract *contract,
                                 const ptcc_c_root *root);

/* The functions of the contract's roots, by one of the two above. */
static void write_roots(ptcc_c_file *file, const ptcc_c_contract *contract,
                        write_root_fn write)
{
    ptc_arena_mark mark = ptc_arena_place(file->arena);

    for (size_t i = 0; i < contract->root_count; i++)
        ptcc_c_emit(file, mark, write(file, contract, &contract->roots[i]));
}

static ptc_str write_constant(ptcc_c_file *file, const char *type, ptc_str id,
                              const char *tail)
{
    ptc_str head = C_JOIN(file->arena, ptcc_c_linkage(file, true), PTC_STR("extern "),
                          ptc_str_of(type));

    return host_wrap_pair(&file->host, head, C_JOIN(file->arena, id, ptc_str_of(tail)),
                          0);
}

static ptc_str write_texts(ptcc_c_file *file, const ptcc_c_contract *contract)
{
    static const char note[] = "    /* the tool entry that a model reads */";
    ptcc_model model = host_model(&file->host);
    ptc_str prompt = write_constant(file, "const char", contract->prompt_id, "[];");

    model_str(
        &model, "comment_code",
        host_wrap_comment(&file->host, c_note(file->arena, contract->contract->name), 0));
    model_flag(&model, "fits", prompt.len + sizeof note - 1 <= HOST_COLUMNS);
    model_str(&model, "schema_code",
              write_constant(file, "const ptc_schema", contract->schema_id, ";"));
    model_str(&model, "signature_code",
              write_constant(file, "const char", contract->signature_id, "[];"));
    model_str(&model, "malli_code",
              write_constant(file, "const char", contract->malli_id, "[];"));
    model_str(&model, "prompt_code", prompt);
    model_str(&model, "render_prompt_code", ptcc_c_prompt(file, contract, true));
    return host_expand(&file->host, &ptcc_template_texts_h, &model);
}

/* The functions behind registered types, which the user defines. */
static ptcc_rows write_validators(ptcc_c_file *file)
{
    ptcc_rows rows = host_rows(&file->host);

    for (size_t i = 0; i < file->options.validator_count; i++) {
        const ptcc_c_validator *validator = &file->options.validators[i];
        ptcc_model row = host_model(&file->host);
        bool is_new = validator->function.len > 0;

        for (size_t k = 0; k < i; k++)
            is_new &=
                !ptc_str_equal(validator->function, file->options.validators[k].function);
        if (!is_new)
            continue;
        model_str(&row, "function_id", validator->function);
        rows_add(&rows, &row);
    }
    return rows;
}

static void write_header(ptcc_c_file *file)
{
    ptcc_model model = host_model(&file->host);
    ptcc_rows validators = write_validators(file);
    ptc_str parts[2];

    file->out = &file->header;
    ptcc_c_fill_head(file, &model);
    model_str(&model, "guard_id",
              c_constant(file->arena, file->prefix, file->header_name));
    model_str(&model, "macro_id",
              file->options.api_macro.len ? file->options.api_macro
                                          : ptc_str_make(NULL, 0));
    model_flag(&model, "has_jansson", file->options.has_jansson);
    model_flag(&model, "has_tools", file->options.has_tools && !file->agents);
    model_flag(&model, "has_agents", file->agents != NULL);
    model_rows(&model, "validators", &validators);
    model_gap(&model, "contracts_code");
    host_expand_apart(&file->host, &ptcc_template_header_h, &model, parts, 2);
    ptcc_pieces_lines(file->out, parts[0]);
    for (size_t i = 0; i < file->count; i++) {
        const ptcc_c_contract *contract = file->order[i];
        ptc_arena_mark mark = ptc_arena_place(file->arena);

        ptcc_pieces_lines(file->out, ptcc_c_line_directive(file, contract));
        if (contract->role == PTCC_ROLE_TOOL)
            ptcc_c_tool_types(file, contract);
        else
            ptcc_c_types(file, contract);
        ptcc_c_declare_tool(file, contract);
        if (ptcc_c_is_static(file) || !ptcc_c_is_whole(contract))
            continue;
        ptcc_c_emit(file, mark, write_texts(file, contract));
        if (ptcc_c_has_accessors(file))
            ptcc_c_emit(file, mark, ptcc_c_accessor_heads(file, contract));
        write_roots(file, contract, write_declaration);
    }
    if (!ptcc_c_is_static(file))
        ptcc_c_tools(file, true);
    if (file->agents)
        ptcc_agents_declare(file);
    ptcc_pieces_lines(file->out, parts[1]);
}

/* The functions of a contract. */
static void write_functions(ptcc_c_file *file, const ptcc_c_contract *contract)
{
    ptc_arena_mark mark = ptc_arena_place(file->arena);

    ptcc_pieces_lines(file->out, ptcc_c_line_directive(file, contract));
    /* A header of types alone leaves them to the source. */
    if (ptcc_c_is_static(file))
        write_roots(file, contract, write_declaration);
    ptcc_c_emit(file, mark, ptcc_c_table_forwards(file, contract));
    ptcc_c_readers(file, contract);
    ptcc_c_accessors(file, contract);
    write_roots(file, contract, write_definition);
    ptcc_c_emit(file, mark, ptcc_c_prompt(file, contract, false));
    ptcc_c_write_tool(file, contract);
    ptc_arena_rewind(file->arena, mark);
}

/* The head comes last: what it includes depends on what the tables hold. */
static void write_source(ptcc_c_file *file)
{
    ptcc_model model = host_model(&file->host);

    file->out = &file->source;
    for (size_t i = 0; i < file->count; i++) {
        if (ptcc_c_is_whole(file->order[i]))
            write_functions(file, file->order[i]);
    }
    for (size_t i = 0; i < file->count; i++) {
        ptcc_c_tables(file, file->order[i]);
        if (file->order[i]->role != PTCC_ROLE_TABLE)
            ptcc_c_layout(file, file->order[i]);
    }
    ptcc_c_tools(file, false);
    if (file->agents)
        ptcc_agents_write(file);
    ptcc_c_fill_head(file, &model);
    model_str(&model, "header_lit", c_include(file->arena, file->include_name));
    model_flag(&model, "needs_math", file->needs_math);
    ptcc_pieces_lead(file->out,
                     host_expand(&file->host, &ptcc_template_source_c, &model));
}

/* From here on texts are made in scratch memory, which never holds more than a part of a
 * file. */
static ptc_status write_files(ptcc_c_file *file)
{
    ptc_arena *kept = file->arena;

    ptcc_pieces_init(&file->rows, kept);
    ptcc_pieces_init(&file->header, kept);
    ptcc_pieces_init(&file->source, kept);
    file->arena = file->host.arena = file->scratch;
    write_header(file);
    write_source(file);
    file->arena = file->host.arena = kept;
    return file->host.status;
}

static bool take_contracts(ptcc_c_file *file, const ptc_contracts *contracts)
{
    file->contracts =
        ptc_arena_array(file->arena, contracts->count, sizeof *file->contracts);
    if (!file->contracts)
        return false;
    for (size_t i = 0; i < contracts->count; i++) {
        if (contracts->items[i].is_included)
            continue;
        if (file->agents)
            file->contracts[file->count].role = file->agents->roles[i];
        file->contracts[file->count++].contract = &contracts->items[i];
    }
    return ptcc_c_order(file);
}

/* What every contract becomes, and what it is called. */
static ptc_status plan_files(ptcc_c_file *file, const ptc_contracts *contracts)
{
    size_t errors = file->diags->errors;

    if (!take_contracts(file, contracts))
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < file->count; i++)
        ptcc_c_decide(file, file->order[i]);
    if (file->arena->failed || file->scratch->failed)
        return PTC_ERROR_MEMORY;
    ptcc_c_name_tools(file);
    for (size_t i = 0; i < file->count; i++)
        ptcc_c_name_nodes(file, file->order[i]);
    if (file->agents)
        ptcc_agents_name(file);
    return file->diags->errors > errors ? PTC_ERROR_SYNTAX : PTC_OK;
}

ptc_status ptcc_c_write(ptcc_c_file *file, const ptc_contracts *contracts)
{
    ptc_arena scratch;
    ptc_status status;
    bool failed;

    ptc_arena_init(&scratch, &file->arena->allocator, file->arena->cap);
    file->scratch = &scratch;
    host_init(&file->host, file->arena);
    ptcc_names_init(&file->names, file->arena);
    status = plan_files(file, contracts);
    if (status == PTC_OK && !file->arena->failed && !scratch.failed)
        status = write_files(file);
    failed = file->arena->failed || scratch.failed;
    ptc_arena_free(&scratch);
    return failed ? PTC_ERROR_MEMORY : status;
}
