/* SPDX-License-Identifier: MIT */
/*
 * Templates are expanded here. [signature 11.1, 11.3]
 *
 * The ops run in a loop; open sections are frames on a stack of fixed size, so expansion
 * neither recurses nor takes memory besides the text it writes. A frame holds the value
 * that its section put on top (for {{.}} and for lookups) and the rest of its list.
 */
#include "render/render_int.h"
#include "template/template_int.h"

#include <ptc/number.h>

#define TEMPLATE_STEPS_DEFAULT ((uint64_t)1 << 28)

/* Missing names that an error lists before "...and N more". */
enum { TEMPLATE_NAMES_MAX = 20 };

typedef struct template_frame {
    const ptc_value *top;  /* the data, or the element or map of a section */
    const ptc_value *rest; /* further elements */
    uint32_t rest_count;
    uint32_t body;   /* first op of the section's body */
    uint32_t end;    /* op after it */
    bool hides_rest; /* the value of an entry that is a map's private one */
} template_frame;

typedef struct template_run {
    const ptc_template *compiled;
    ptc_template_options options;
    ptc_template_sink sink;
    ptc_text *out;
    template_frame frames[PTC_TEMPLATE_DEPTH_MAX + 1];
    unsigned depth;
    uint64_t steps;
    const ptc_template_op *missing[TEMPLATE_NAMES_MAX]; /* no two of the same path */
    size_t missing_count;
    ptc_text message;
} template_run;

/* --- Output ------------------------------------------------------------------------ */

static void template_emit_text(template_run *run, ptc_str chunk)
{
    if (run->sink.text != NULL)
        run->sink.text(chunk, run->sink.user);
    else
        ptc_text_str(run->out, chunk);
}

/* What HTML needs instead of `byte`, or NULL. */
static const char *template_entity(char byte)
{
    switch (byte) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void template_write_html(ptc_text *out, ptc_str value)
{
    size_t start = 0;

    for (size_t i = 0; i < value.len; i++) {
        const char *entity = template_entity(value.ptr[i]);

        if (entity != NULL) {
            ptc_text_bytes(out, value.ptr + start, i - start);
            ptc_text_cstr(out, entity);
            start = i + 1;
        }
    }
    ptc_text_bytes(out, value.ptr + start, value.len - start);
}

/* Hands one value to the sink. Escaped text is made at the end of `out`, the only growing
 * place there is, and taken back when the sink writes elsewhere. */
static void template_emit_value(template_run *run, const ptc_template_op *op,
                                ptc_str value)
{
    size_t mark = run->out->len;

    if (run->options.escape_html) {
        template_write_html(run->out, value);
        if (run->sink.value == NULL || run->out->failed)
            return;
        value = ptc_text_view(run->out);
        run->sink.value(ptc_str_make(value.ptr + mark, value.len - mark), op->column,
                        op->is_alone, run->sink.user);
        ptc_text_cut(run->out, mark);
    } else if (run->sink.value != NULL) {
        run->sink.value(value, op->column, op->is_alone, run->sink.user);
    } else {
        ptc_text_str(run->out, value);
    }
}

/* --- Lookup ------------------------------------------------------------------------ */

static const ptc_value template_nil = {PTC_NIL, 0, 0, 0, {0}};
static const ptc_value template_hidden = {
    .kind = PTC_STRING, .aux = 12, .as = {.text = "<Firewalled>"}};

/* The value at one name, NULL when it is missing or `from` has no names. */
static const ptc_value *template_step(const ptc_value *from, ptc_str name)
{
    const ptc_map_entry *entry;

    if (from->kind == PTC_NIL)
        return &template_nil;
    if (from->kind != PTC_MAP)
        return NULL;
    entry = ptc_map_find_field(from->as.map, name, 0);
    return entry != NULL ? &entry->value : NULL;
}

/*
 * The value of a path: its first name from the innermost map outwards, the others only
 * downwards. When a name is missing the result is NULL, `*at` the value that has no such
 * name (NULL for the first), and `*used` the names before it.
 */
static const ptc_value *template_find_value(const template_run *run,
                                            const ptc_template_op *op,
                                            const ptc_value **at, size_t *used)
{
    const ptc_value *found = NULL;

    *at = NULL;
    *used = 0;
    if (op->path_count == 0)
        return run->frames[run->depth].top;
    for (unsigned i = run->depth + 1; i-- > 0 && found == NULL;)
        if (run->frames[i].top->kind == PTC_MAP)
            found = template_step(run->frames[i].top, op->path[0]);
    while (found != NULL && ++*used < op->path_count) {
        *at = found;
        found = template_step(found, op->path[*used]);
    }
    return found;
}

static bool template_is_list(const ptc_value *value)
{
    return value->kind == PTC_VECTOR || value->kind == PTC_SET;
}

/* --- Faults ------------------------------------------------------------------------ */

/* Remembers a missing name, each path once. */
static void template_note_missing(template_run *run, const ptc_template_op *op)
{
    for (size_t i = 0; i < run->missing_count; i++) {
        const ptc_template_op *other = run->missing[i];
        uint16_t same = 0;

        if (other == op)
            return;
        if (other->path_count != op->path_count)
            continue;
        while (same < op->path_count && ptc_str_equal(op->path[same], other->path[same]))
            same++;
        if (same == op->path_count)
            return;
    }
    if (run->missing_count < TEMPLATE_NAMES_MAX)
        run->missing[run->missing_count++] = op;
}

static void template_name_missing(template_run *run)
{
    ptc_text_cstr(&run->message,
                  run->missing_count > 1 ? "missing values " : "missing value ");
    for (size_t i = 0; i < run->missing_count; i++) {
        ptc_text_cstr(&run->message, i > 0 ? ", {{" : "{{");
        ptc_template_path_write(&run->message, run->missing[i]->path,
                                run->missing[i]->path_count);
        ptc_text_cstr(&run->message, "}}");
    }
    if (run->missing_count == TEMPLATE_NAMES_MAX)
        ptc_text_cstr(&run->message, ", ...");
}

/* `count` names of the op's path lead to a list or map where text is wanted. */
static ptc_status template_needs_section(template_run *run, const ptc_template_op *op,
                                         size_t count, bool is_map)
{
    ptc_text path;

    ptc_text_init(&path, run->message.arena);
    ptc_template_path_write(&path, op->path, count);
    ptc_template_write_needs(&run->message, ptc_text_view(&path), is_map);
    run->message.failed |= path.failed;
    return PTC_ERROR_INVALID;
}

/* --- Running ----------------------------------------------------------------------- */

/* The text of a value that is neither list nor map; numbers are written to `buffer`. */
static ptc_str template_text_of(const ptc_value *value, char buffer[PTC_NUMBER_MAX])
{
    switch ((ptc_kind)value->kind) {
    case PTC_BOOL:
        return value->as.boolean ? PTC_STR("true") : PTC_STR("false");
    case PTC_INT:
        return ptc_str_make(buffer, ptc_number_write_int(value->as.integer, buffer));
    case PTC_FLOAT:
        if (value->as.number != value->as.number)
            return PTC_STR("NaN");
        if (value->as.number - value->as.number != 0)
            return value->as.number > 0 ? PTC_STR("Infinity") : PTC_STR("-Infinity");
        return ptc_str_make(buffer, ptc_number_write_double(value->as.number, buffer));
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_OPAQUE:
        return ptc_value_text(value);
    case PTC_NIL:
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
        break;
    }
    return PTC_STR("");
}

static ptc_status template_run_value(template_run *run, const ptc_template_op *op)
{
    char buffer[PTC_NUMBER_MAX];
    const ptc_value *at;
    size_t used;
    const ptc_value *value = template_find_value(run, op, &at, &used);

    if (value == NULL && at != NULL && template_is_list(at))
        return template_needs_section(run, op, used, false);
    if (run->options.as_literals) {
        ptc_value_write(run->out, value != NULL ? value : &template_nil);
        return PTC_OK;
    }
    if (value == NULL) {
        if (run->options.on_missing == PTC_MISSING_KEEP)
            template_emit_text(run, op->text);
        else
            template_note_missing(run, op);
        return PTC_OK;
    }
    if (value->kind == PTC_MAP || template_is_list(value))
        return template_needs_section(run, op, op->path_count, value->kind == PTC_MAP);
    if (value->kind == PTC_OPAQUE && value->aux > 0 &&
        memchr(value->as.text, '{', value->aux) != NULL)
        value = &template_hidden; /* no one has read the map that is in it */
    template_emit_value(run, op, template_text_of(value, buffer));
    return PTC_OK;
}

static bool template_is_shown(const ptc_value *value)
{
    if (value == NULL || value->kind == PTC_NIL)
        return false;
    if (value->kind == PTC_BOOL)
        return value->as.boolean;
    return !template_is_list(value) || value->aux > 0;
}

/* Opens the section of op number `*pc`, or skips it. */
static ptc_status template_run_section(template_run *run, uint32_t *pc)
{
    const ptc_template_op *op = &run->compiled->ops[*pc];
    const ptc_value *at;
    size_t used;
    const ptc_value *value = template_find_value(run, op, &at, &used);
    template_frame *frame;

    if (template_is_shown(value) == (op->kind == PTC_TEMPLATE_INVERTED)) {
        *pc = op->end;
        return PTC_OK;
    }
    ++*pc;
    if (op->kind == PTC_TEMPLATE_INVERTED)
        return PTC_OK;
    if (run->depth == PTC_TEMPLATE_DEPTH_MAX)
        return PTC_ERROR_DEPTH;
    frame = &run->frames[++run->depth];
    frame->top = value;
    frame->rest = NULL;
    frame->rest_count = 0;
    frame->hides_rest = false;
    if (template_is_list(value)) {
        frame->top = value->as.items;
        frame->rest = value->as.items + 1;
        frame->rest_count = value->aux - 1;
        frame->hides_rest = !run->options.as_literals && ptc_value_is_entry(value) &&
                            ptc_schema_hides(NULL, frame->top);
    }
    frame->body = *pc;
    frame->end = op->end;
    return PTC_OK;
}

/* At the end of the innermost body: on to the next element or out of the section. False
 * at the end of the template. */
static bool template_turn(template_run *run, uint32_t *pc)
{
    template_frame *frame = &run->frames[run->depth];

    if (frame->rest_count > 0) {
        frame->top = frame->hides_rest ? &template_hidden : frame->rest;
        frame->rest++;
        frame->rest_count--;
        *pc = frame->body;
        return true;
    }
    if (run->depth == 0)
        return false;
    run->depth--;
    return true;
}

static ptc_status template_run_all(template_run *run)
{
    uint32_t pc = 0;
    ptc_status status = PTC_OK;

    while (status == PTC_OK) {
        const ptc_template_op *op;

        if (run->out->failed)
            return PTC_ERROR_MEMORY;
        if (run->steps-- == 0)
            return PTC_ERROR_RANGE;
        if (pc == run->frames[run->depth].end) {
            if (!template_turn(run, &pc))
                break;
            continue;
        }
        op = &run->compiled->ops[pc];
        if (op->kind == PTC_TEMPLATE_TEXT) {
            template_emit_text(run, op->text);
            pc++;
        } else if (op->kind == PTC_TEMPLATE_VALUE) {
            status = template_run_value(run, op);
            pc++;
        } else {
            status = template_run_section(run, &pc);
        }
    }
    return status;
}

/* --- Public ------------------------------------------------------------------------ */

/* False if the options are invalid. */
static bool template_start(template_run *run, const ptc_template *compiled,
                           const ptc_value *data, const ptc_template_options *options,
                           ptc_text *out)
{
    const ptc_template_sink *sink;

    memset(run, 0, sizeof *run);
    run->options.struct_size = sizeof run->options;
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_template_options),
                          "ptc_template_expand", options, &run->options))
        return false;
    sink = run->options.sink;
    if (sink != NULL)
        run->sink = *sink;
    run->compiled = compiled;
    run->out = out;
    run->steps =
        run->options.step_limit ? run->options.step_limit : TEMPLATE_STEPS_DEFAULT;
    run->frames[0].top = data;
    run->frames[0].end = compiled->count;
    ptc_text_init(&run->message, out->arena);
    return true;
}

ptc_status ptc_template_expand(ptc_text *out, const ptc_template *compiled,
                               const ptc_value *data, const ptc_template_options *options,
                               ptc_error *error)
{
    size_t out_start = out->len;
    template_run run;
    ptc_status status;

    if (error != NULL)
        *error = ptc_error_none();
    if (!template_start(&run, compiled, ptc_value_or_nil(data), options, out))
        return PTC_ERROR_ARGUMENT;
    status = template_run_all(&run);
    if (status == PTC_OK && run.missing_count > 0) {
        template_name_missing(&run);
        status = PTC_ERROR_INVALID;
    } else if (status == PTC_ERROR_RANGE) {
        ptc_text_cstr(&run.message, "the template takes too many steps");
    } else if (status == PTC_ERROR_DEPTH) {
        ptc_text_cstr(&run.message, "sections are nested too deep");
    }
    if (out->failed)
        status = PTC_ERROR_MEMORY;
    if (error != NULL)
        *error = ptc_error_make(ptc_text_view(&run.message), PTC_STR(""),
                                ptc_str_of(status == PTC_OK ? "" : "template_error"));
    if (status != PTC_OK)
        ptc_text_cut(out, out_start);
    return status;
}
