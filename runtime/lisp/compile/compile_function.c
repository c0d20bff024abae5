/* SPDX-License-Identifier: MIT */
/*
 * Functions: fn, #( ), letfn; arities, parameters, what they capture. [ptc-lisp 2, 5]
 *
 * The parameters are the first registers; the register after them counts the jumps of a
 * recur to the function. Only functions with such a recur set it to 0 first: that
 * instruction is put before the others once it is known to be needed.
 */
#include "lisp/compile/compiler.h"
#include "lisp/heap/data.h"

/* --- Drafts to prototypes ---------------------------------------------------------- */

void ptc_compile_begin(ptc_compiler *c, ptc_closure_draft *closure,
                       ptc_arity_draft *arity)
{
    memset(arity, 0, sizeof *arity);
    arity->closure = closure;
    arity->outer = c->arity;
    arity->first_word = c->word_count;
    arity->first_constant = c->constant_count;
    arity->first_child = c->child_count;
    arity->ended = SIZE_MAX;
    c->arity = arity;
}

static void *function_alloc(ptc_compiler *c, size_t count, size_t size)
{
    void *memory = ptc_arena_array(&c->program->arena, count, size);

    if (memory == NULL)
        ptc_compile_memory(c);
    return memory;
}

static void *function_copy(ptc_compiler *c, const void *items, size_t count, size_t size)
{
    void *copy = function_alloc(c, count, size);

    if (count)
        memcpy(copy, items, count * size);
    return copy;
}

static void function_words(ptc_compiler *c, ptc_proto *proto)
{
    size_t first = c->arity->first_word;
    size_t count = c->word_count - first;
    uint32_t *code = function_alloc(c, count, 2 * sizeof(uint32_t));
    uint32_t *places = code + count;

    for (size_t i = 0; i < count; i++) {
        code[i] = c->words[first + i].code;
        places[i] = c->words[first + i].place;
    }
    proto->code = code;
    proto->places = places;
    proto->code_count = (uint32_t)count;
    c->word_count = first;
}

ptc_proto *ptc_compile_end(ptc_compiler *c)
{
    ptc_arity_draft *arity = c->arity;
    ptc_proto *proto = function_alloc(c, 1, sizeof *proto);
    size_t constants = c->constant_count - arity->first_constant;
    size_t children = c->child_count - arity->first_child;

    function_words(c, proto);
    proto->constants =
        function_copy(c, constants ? &c->constants[arity->first_constant] : NULL,
                      constants, sizeof(ptc_value));
    proto->children = function_copy(c, children ? &c->children[arity->first_child] : NULL,
                                    children, sizeof(const ptc_proto *));
    proto->constant_count = (uint32_t)constants;
    proto->child_count = (uint32_t)children;
    proto->registers = arity->registers;
    proto->name = arity->closure->name;
    proto->program = c->program;
    c->constant_count = arity->first_constant;
    c->child_count = arity->first_child;
    c->arity = arity->outer;
    return proto;
}

/* --- Parameters -------------------------------------------------------------------- */

typedef struct function_parameters {
    uint32_t count;
    uint32_t rest; /* the form of the pattern after &, or 0 */
} function_parameters;

static function_parameters function_parse(ptc_compiler *c, uint32_t vector)
{
    function_parameters parameters = {0, 0};
    uint32_t child = ptc_form_at(c, vector)->child;

    for (; child; child = ptc_form_next(c, child)) {
        if (ptc_form_is_rest(c, child)) {
            parameters.rest = ptc_form_next(c, child);
            if (!parameters.rest || ptc_form_next(c, parameters.rest))
                ptc_compile_misuse(c, vector, PTC_REASON_INVALID_FORM,
                                   "one name after & at the end, [a & rest]");
            break;
        }
        parameters.count++;
    }
    if (parameters.count > PTC_PARAMETERS_MAX)
        ptc_compile_too_large(c, "a function has more than 100 parameters");
    return parameters;
}

/* Binds the parameters: plain names first, then those to be taken apart. */
static void function_bind(ptc_compiler *c, uint32_t vector, uint32_t rest)
{
    uint32_t child;

    for (int pass = 0; pass < 2; pass++) {
        child = ptc_form_at(c, vector)->child;
        for (uint32_t reg = 0; child; child = ptc_form_next(c, child)) {
            if (ptc_form_is_rest(c, child))
                continue;
            if ((ptc_form_at(c, child)->kind == PTC_FORM_SYMBOL) == (pass == 0)) {
                if (child == rest)
                    ptc_compile_rest_pattern(c, child, reg);
                else
                    ptc_compile_pattern(c, child, reg);
            }
            reg++;
        }
    }
}

/* "[x y]" on one line. */
static ptc_str function_text(ptc_compiler *c, uint32_t vector)
{
    ptc_span span = ptc_form_at(c, vector)->span;
    ptc_str source = c->program->text;
    ptc_text text;
    uint32_t i;

    for (i = span.start; i < span.end; i++)
        if ((unsigned char)source.ptr[i] < ' ' || source.ptr[i] == ',')
            break;
    if (i == span.end)
        return ptc_str_make(source.ptr + span.start, span.end - span.start);
    ptc_text_init(&text, &c->program->arena);
    for (i = span.start; i < span.end; i++) {
        bool is_blank = (unsigned char)source.ptr[i] <= ' ' || source.ptr[i] == ',';

        if (!is_blank)
            ptc_text_byte(&text, source.ptr[i]);
        else if (text.ptr[text.len - 1] != ' ')
            ptc_text_byte(&text, ' ');
    }
    if (text.failed)
        ptc_compile_memory(c);
    return ptc_text_view(&text);
}

/* --- Arities ----------------------------------------------------------------------- */

/* :pre and :post are refused: `assert` does the same, at a place that programs choose. */
static void function_check_body(ptc_compiler *c, uint32_t body)
{
    if (!body || !ptc_form_next(c, body) || ptc_form_at(c, body)->kind != PTC_FORM_MAP)
        return;
    for (uint32_t key = ptc_form_at(c, body)->child; key;
         key = ptc_form_next(c, ptc_form_next(c, key)))
        if (ptc_form_is_keyword(c, key, "pre") || ptc_form_is_keyword(c, key, "post"))
            ptc_compile_misuse(c, body, PTC_REASON_INVALID_FORM,
                               "a body without :pre and :post; use (assert ok \"why\")");
}

/* Puts the instruction that sets the counter before everything else. */
static void function_count(ptc_compiler *c, uint32_t counter)
{
    size_t first = c->arity->first_word;
    size_t count = c->word_count - first;

    ptc_emit_abx(c, PTC_OP_INT, counter, 0);
    memmove(c->words + first + 1, c->words + first, count * sizeof(ptc_word));
    c->words[first].code = (uint32_t)PTC_OP_INT | counter << 8;
    c->words[first].place = c->place;
}

/* Where an arity's code comes from. */
typedef struct function_source {
    uint32_t parameters; /* vector, or 0 for #( ) and thunks */
    uint32_t body;       /* first form, or the list of #( ) */
    uint32_t count;
    bool has_rest;
    bool is_thunk;
} function_source;

static void function_body(ptc_compiler *c, const function_source *source, uint32_t rest)
{
    ptc_dest to;

    if (source->parameters)
        function_bind(c, source->parameters, rest);
    else if (!source->is_thunk)
        ptc_compile_bind_short(c, source->count, source->has_rest);
    to = ptc_dest_of(ptc_compile_take(c, 1), PTC_FOLLOW_RETURN);
    if (source->parameters || source->is_thunk)
        ptc_compile_body(c, source->body, to);
    else
        ptc_compile_short_body(c, source->body, to);
}

static ptc_proto *function_arity(ptc_compiler *c, ptc_closure_draft *closure,
                                 function_source source)
{
    function_parameters parameters = {source.count, 0};
    ptc_arity_draft arity;
    ptc_scope scope;
    ptc_recur recur;
    ptc_proto *proto;
    uint32_t registers;

    if (source.parameters) {
        parameters = function_parse(c, source.parameters);
        source.has_rest = parameters.rest != 0;
        function_check_body(c, source.body);
    }
    registers = parameters.count + source.has_rest;
    ptc_compile_begin(c, closure, &arity);
    scope = ptc_compile_scope(c);
    ptc_compile_take(c, registers + 1);
    memset(&recur, 0, sizeof recur);
    recur.head = c->word_count;
    recur.count = registers;
    recur.counter = registers;
    recur.live = registers + 1;
    if (!source.is_thunk)
        arity.recur = &recur;
    arity.is_thunk = source.is_thunk;
    function_body(c, &source, parameters.rest);
    if (recur.is_used)
        function_count(c, recur.counter);
    ptc_compile_forget(c, scope);
    proto = ptc_compile_end(c);
    proto->parameters = (uint16_t)parameters.count;
    proto->has_rest = source.has_rest;
    proto->min_args = proto->parameters;
    proto->max_args = source.has_rest ? PTC_MANY : proto->parameters;
    proto->parameters_text =
        source.parameters ? function_text(c, source.parameters)
                          : ptc_compile_short_text(c, source.count, source.has_rest);
    return proto;
}

/* --- Closures ---------------------------------------------------------------------- */

/* Gives the arities what they capture, and emits the instruction that makes the closure.
 */
/* The text of the form that makes a function. */
static ptc_str function_form_text(const ptc_compiler *c, uint32_t form)
{
    ptc_span span = ptc_form_at(c, form)->span;
    ptc_str text = c->program->text;

    if (span.end < span.start || span.end > text.len)
        return ptc_str_make("", 0);
    return ptc_str_make(text.ptr + span.start, span.end - span.start);
}

static void function_close(ptc_compiler *c, const ptc_closure_draft *closure,
                           ptc_proto *proto, ptc_proto *const *arities, uint32_t reg)
{
    uint32_t *sources = function_alloc(c, closure->capture_count, sizeof(uint32_t));
    uint32_t top = c->arity->top;
    uint32_t self = UINT32_MAX;
    const ptc_proto **child;
    size_t i;

    for (i = 0; i < closure->capture_count; i++) {
        sources[i] = closure->captures[i].source;
        if (sources[i] != PTC_SLOT_SELF)
            continue;
        if (self == UINT32_MAX) {
            self = ptc_compile_take(c, 1);
            ptc_emit_abc(c, PTC_OP_SELF, self, 0, 0);
        }
        sources[i] = self;
    }
    for (i = 0; i <= proto->arity_count; i++) {
        ptc_proto *part = i < proto->arity_count ? arities[i] : proto;

        part->captures = sources;
        part->capture_count = (uint32_t)closure->capture_count;
        ptc_heap_note_function(c->lisp, closure->capture_count);
    }
    child = PTC_ARENA_PUSH(c->scratch, c->children, c->child_count, c->child_capacity);
    if (child == NULL)
        ptc_compile_memory(c);
    *child = proto;
    i = c->child_count - 1 - c->arity->first_child;
    if (i > UINT16_MAX)
        ptc_compile_too_large(c, "a function has too many functions in it");
    ptc_emit_abx(c, PTC_OP_CLOSURE, reg, (uint32_t)i);
    c->arity->top = top;
}

static void function_open(ptc_compiler *c, ptc_closure_draft *closure, ptc_symbol *self,
                          const ptc_name *name)
{
    memset(closure, 0, sizeof *closure);
    closure->outer = c->arity->closure;
    closure->level = closure->outer->level + 1;
    closure->name = name;
    if (self != NULL) {
        ptc_arity_draft inside;

        inside.closure = closure;
        inside.outer = c->arity;
        c->arity = &inside;
        ptc_compile_bind(c, self, PTC_SLOT_SELF);
        c->arity = inside.outer;
    }
}

/* Each count of arguments must mean one arity. */
static void function_check_arity(ptc_compiler *c, uint32_t form, ptc_proto **arities,
                                 uint32_t count)
{
    const ptc_proto *arity = arities[count];

    for (uint32_t i = 0; i < count; i++) {
        const ptc_proto *other = arities[i];

        if ((arity->has_rest && other->has_rest) ||
            (arity->has_rest == other->has_rest &&
             arity->parameters == other->parameters) ||
            (arity->has_rest && other->parameters > arity->parameters) ||
            (other->has_rest && arity->parameters > other->parameters))
            ptc_compile_misuse(
                c, form, PTC_REASON_INVALID_FORM,
                "arities with different counts, the one with & the longest");
    }
}

/* `([params] body*)` for each arity. */
static ptc_proto *function_arities(ptc_compiler *c, ptc_closure_draft *closure,
                                   uint32_t form, ptc_proto ***out)
{
    ptc_proto *proto = function_alloc(c, 1, sizeof *proto);
    uint32_t count = 0;
    ptc_proto **arities;

    for (uint32_t i = form; i; i = ptc_form_next(c, i))
        count++;
    arities = function_alloc(c, count, sizeof *arities);
    for (uint32_t i = 0; form; form = ptc_form_next(c, form), i++) {
        uint32_t vector = ptc_form_at(c, form)->child;
        function_source source = {vector, 0, 0, false, false};

        if (ptc_form_at(c, form)->kind != PTC_FORM_LIST || !vector ||
            ptc_form_at(c, vector)->kind != PTC_FORM_VECTOR)
            ptc_compile_misuse(c, form, PTC_REASON_INVALID_FORM,
                               "[params] in brackets, or each arity as ([params] body*)");
        source.body = ptc_form_next(c, vector);
        c->place = ptc_form_at(c, form)->span.start;
        arities[i] = function_arity(c, closure, source);
        function_check_arity(c, form, arities, i);
    }
    if (count == 1)
        return arities[0];
    *proto = *arities[0];
    proto->code_count = 0;
    proto->constant_count = 0;
    proto->child_count = 0;
    proto->arity_count = count;
    proto->arities = (const ptc_proto *const *)arities;
    proto->code = NULL;
    for (uint32_t i = 1; i < count; i++) {
        if (arities[i]->min_args < proto->min_args)
            proto->min_args = arities[i]->min_args;
        if (arities[i]->max_args > proto->max_args)
            proto->max_args = arities[i]->max_args;
    }
    *out = arities;
    return proto;
}

void ptc_compile_function(ptc_compiler *c, uint32_t list, uint32_t form, ptc_symbol *self,
                          const ptc_name *name, ptc_dest to)
{
    ptc_closure_draft closure;
    ptc_scope scope = ptc_compile_scope(c);
    ptc_proto **arities = NULL;
    ptc_proto *proto;
    uint32_t place = c->place;

    if (!form)
        ptc_compile_misuse(c, list, PTC_REASON_INVALID_FORM, "(fn name? [params] body*)");
    function_open(c, &closure, self, name);
    if (ptc_form_at(c, form)->kind == PTC_FORM_VECTOR) {
        function_source source = {form, ptc_form_next(c, form), 0, false, false};

        proto = function_arity(c, &closure, source);
    } else if (ptc_form_at(c, form)->kind == PTC_FORM_LIST) {
        proto = function_arities(c, &closure, form, &arities);
    } else {
        ptc_compile_misuse(c, list, PTC_REASON_INVALID_FORM, "(fn name? [params] body*)");
    }
    ptc_compile_forget(c, scope);
    c->place = place;
    proto->source = function_form_text(c, list);
    function_close(c, &closure, proto, arities, to.reg);
    ptc_compile_finish(c, to.reg, to);
}

/* A function without a name and with one arity. */
static void function_plain(ptc_compiler *c, uint32_t list, function_source source,
                           uint32_t reg)
{
    ptc_closure_draft closure;
    ptc_scope scope = ptc_compile_scope(c);
    ptc_proto *proto;

    function_open(c, &closure, NULL, NULL);
    proto = function_arity(c, &closure, source);
    ptc_compile_forget(c, scope);
    proto->source = function_form_text(c, list);
    function_close(c, &closure, proto, NULL, reg);
}

void ptc_compile_short(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    function_source source = {0, form, 0, false, false};

    source.has_rest = ptc_compile_count_short(c, form, &source.count);
    function_plain(c, form, source, to.reg);
    ptc_compile_finish(c, to.reg, to);
}

void ptc_compile_thunk(ptc_compiler *c, uint32_t list, uint32_t form, uint32_t reg)
{
    function_source source = {0, form, 0, false, true};

    function_plain(c, list, source, reg);
}

/* --- fn, letfn --------------------------------------------------------------------- */

void ptc_special_fn(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t first = ptc_form_second(c, form);
    const ptc_name *name = NULL;
    ptc_symbol *self = NULL;

    if (first && ptc_form_at(c, first)->kind == PTC_FORM_SYMBOL) {
        self = ptc_compile_plain_name(c, first, "(fn name? [params] body*)");
        name = ptc_name_intern(c->lisp, self->text);
        first = ptc_form_next(c, first);
    }
    ptc_compile_function(c, form, first, self, name, to);
}
