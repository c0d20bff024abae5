/* SPDX-License-Identifier: MIT */
/*
 * Images become programs of a context: names are interned, shapes, constants and sites
 * made, and everything is checked, the code by the machine's verifier. Texts, code and
 * places stay in the image. See <ptc/gen_lisp.h>.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/fault.h"
#include "lisp/heap/memory.h"
#include "lisp/image/image_int.h"
#include "lisp/machine/machine_int.h"

/* --- Checks ------------------------------------------------------------------------ */

void ptc_image_damaged(const ptc_image_job *job, const char *why)
{
    ptc_lisp_raise(
        job->lisp, PTC_REASON_DAMAGED,
        job->read != NULL
            ? "the saved memory is damaged: in a program, %s; save it again"
            : "the compiled program is damaged: %s; generate it again with ptcc",
        why);
}

ptc_str ptc_image_text(const ptc_image_job *job, ptc_image_range range)
{
    const ptc_image *image = job->image;
    const char *text = image->text;
    uint32_t end;

    ptc_image_check(job, ptc_image_has(range, image->text_length), "a missing text");
    end = range.first + range.count;
    ptc_image_check(
        job,
        (range.first == image->text_length || (text[range.first] & 0xC0) != 0x80) &&
            (end == image->text_length || (text[end] & 0xC0) != 0x80),
        "a text that begins or ends inside a character");
    return ptc_str_make(text + range.first, range.count);
}

void *ptc_image_array(const ptc_image_job *job, size_t count, size_t size)
{
    void *rows = ptc_arena_array(&job->program->arena, count, size);

    if (rows == NULL)
        ptc_lisp_memory_error(job->lisp);
    return rows;
}

void *ptc_image_scratch(const ptc_image_job *job, size_t count, size_t size)
{
    void *rows = ptc_arena_array(&job->lisp->run_arena, count, size);

    if (rows == NULL)
        ptc_lisp_memory_error(job->lisp);
    return rows;
}

const ptc_name *ptc_image_name(const ptc_image_job *job, uint64_t number)
{
    ptc_image_check(job, number < job->image->name_count, "a missing name");
    return job->names[number];
}

/* A list of numbers. */
static const uint32_t *image_numbers(const ptc_image_job *job, ptc_image_range range)
{
    ptc_image_check(job, ptc_image_has(range, job->image->number_count),
                    "a missing list");
    return range.count > 0 ? job->image->numbers + range.first : NULL;
}

static void image_add_difference(ptc_text *text, const char *what, uint32_t has,
                                 uint32_t is)
{
    if (has == is)
        return;
    ptc_text_cstr(text, text->len > 0 ? ", " : "");
    ptc_text_cstr(text, what);
    ptc_text_cstr(text, " ");
    ptc_text_uint(text, has);
    ptc_text_cstr(text, " instead of ");
    ptc_text_uint(text, is);
}

/* From an image of another ABI only the first three numbers are read. */
static void image_check_runtime(const ptc_image_job *job)
{
    const ptc_image *image = job->image;
    ptc_text text;

    ptc_text_init(&text, &job->lisp->run_arena);
    image_add_difference(&text, "ABI", image->abi, PTC_LISP_ABI);
    image_add_difference(&text, "Lisp revision", image->revision, PTC_LISP_REVISION);
    image_add_difference(&text, "instructions", image->opcodes, PTC_LISP_OPCODES);
    if (text.failed)
        ptc_lisp_memory_error(job->lisp);
    if (text.len > 0)
        ptc_lisp_raise(job->lisp, PTC_REASON_INVALID_CONFIG,
                       "the program was compiled for another runtime: %.*s; generate it "
                       "again with the ptcc of this runtime",
                       (int)text.len, text.ptr);
}

static void image_check_tables(const ptc_image_job *job)
{
    const ptc_image *image = job->image;
    bool has_all = (image->text_length == 0 || image->text != NULL) &&
                   (image->name_count == 0 || image->names != NULL) &&
                   (image->number_count == 0 || image->numbers != NULL) &&
                   (image->shape_count == 0 || image->shapes != NULL) &&
                   (image->constant_count == 0 || image->constants != NULL) &&
                   (image->builtin_count == 0 || image->builtins != NULL) &&
                   (image->site_count == 0 || image->sites != NULL) &&
                   (image->variable_count == 0 || image->variables != NULL) &&
                   (image->space_count == 0 || image->spaces != NULL) &&
                   (image->advice_count == 0 || image->advice != NULL);

    ptc_image_check(job, has_all, "a table is missing");
    ptc_image_check(job, image->function_count > 0 && image->functions != NULL,
                    "it has no function");
    ptc_image_check(job, image->source_length <= image->text_length,
                    "its source is longer than its text");
    ptc_image_check(job,
                    image->text_length == 0 ||
                        ptc_utf8_check(image->text, image->text_length) ==
                            image->text_length,
                    "its text is not UTF-8");
}

/* --- Names, sites, variables, namespaces -------------------------------------------- */

static void image_bind_names(ptc_image_job *job)
{
    const ptc_image *image = job->image;

    job->names = ptc_image_scratch(job, image->name_count, sizeof *job->names);
    for (uint32_t i = 0; i < image->name_count; i++) {
        ptc_str text = ptc_image_text(job, image->names[i]);

        ptc_image_check(job, text.len > 0, "a name without a text");
        job->names[i] = ptc_name_intern(job->lisp, text);
    }
}

static const ptc_shape *image_shape(const ptc_image_job *job, uint32_t number)
{
    ptc_value keys[PTC_RECORD_MAX];
    const ptc_shape *shape;
    const uint32_t *names;
    ptc_image_range range;

    ptc_image_check(job, number < job->image->shape_count, "a missing shape");
    range = job->image->shapes[number];
    names = image_numbers(job, range);
    ptc_image_check(job, range.count >= 1 && range.count <= PTC_RECORD_MAX,
                    "a shape with an impossible size");
    for (uint32_t i = 0; i < range.count; i++) {
        keys[i] = ptc_name_value(ptc_image_name(job, names[i]), PTC_KEYWORD);
        for (uint32_t j = 0; j < i; j++)
            ptc_image_check(job, keys[j].as.text != keys[i].as.text,
                            "a shape with equal keys");
    }
    shape = ptc_shape_of(job->lisp, keys, range.count);
    if (shape == NULL)
        ptc_lisp_raise(job->lisp, PTC_REASON_SYMBOL_LIMIT,
                       "maps with more than %d different sets of keys",
                       (int)PTC_SHAPES_MAX);
    return shape;
}

static void image_bind_sites(ptc_image_job *job)
{
    const ptc_image *image = job->image;
    ptc_site *sites = ptc_image_array(job, image->site_count, sizeof *sites);

    for (uint32_t i = 0; i < image->site_count; i++) {
        const ptc_image_site *site = &image->sites[i];

        ptc_image_check(job,
                        (site->key == PTC_IMAGE_NONE) != (site->shape == PTC_IMAGE_NONE),
                        "a site for neither a key nor a map");
        sites[i].key = ptc_value_nil();
        if (site->key != PTC_IMAGE_NONE)
            sites[i].key = ptc_name_value(ptc_image_name(job, site->key), PTC_KEYWORD);
        else
            sites[i].shape = image_shape(job, site->shape);
    }
    job->program->sites = sites;
    job->program->site_count = image->site_count;
}

static void image_bind_variables(ptc_image_job *job)
{
    const ptc_image *image = job->image;
    ptc_variable **variables =
        ptc_image_array(job, image->variable_count, sizeof *variables);

    for (uint32_t i = 0; i < image->variable_count; i++)
        variables[i] =
            ptc_lisp_variable(job->lisp, ptc_image_name(job, image->variables[i]));
    job->program->variables = variables;
    job->program->variable_count = image->variable_count;
}

static void image_bind_spaces(ptc_image_job *job)
{
    const ptc_image *image = job->image;

    ptc_image_check(job, image->space_count <= PTC_SPACES_MAX, "too many namespaces");
    for (uint32_t i = 0; i < image->space_count; i++) {
        const ptc_image_space *from = &image->spaces[i];
        ptc_space space = {.name = ptc_image_text(job, from->name),
                           .of = ptc_image_text(job, from->of),
                           .member = ptc_image_text(job, from->member)};

        ptc_image_check(job, from->kind <= PTC_SPACE_PLAIN,
                        "a namespace of unknown kind");
        space.kind = (ptc_space_kind)from->kind;
        if (!ptc_space_add(&job->program->arena, &job->program->spaces, &space))
            ptc_lisp_memory_error(job->lisp);
    }
}

/* --- Functions ---------------------------------------------------------------------- */

/* Functions inside function `at`; each comes earlier and is in no other function. */
static const ptc_proto *const *image_inner(ptc_image_job *job, ptc_image_range range,
                                           uint32_t at)
{
    const uint32_t *numbers = image_numbers(job, range);
    const ptc_proto **inner = ptc_image_array(job, range.count, sizeof *inner);

    for (uint32_t i = 0; i < range.count; i++) {
        ptc_image_check(job, numbers[i] < at, "a function inside itself");
        ptc_image_check(job, !job->is_inner[numbers[i]],
                        "a function inside two functions");
        job->is_inner[numbers[i]] = true;
        inner[i] = &job->protos[numbers[i]];
    }
    return inner;
}

static void image_bind_code(ptc_image_job *job, const ptc_image_function *from,
                            ptc_proto *proto)
{
    const ptc_image *image = job->image;

    ptc_image_check(job, from->code != NULL && from->places != NULL,
                    "a function without code");
    for (uint32_t i = 0; i < from->code_count; i++)
        ptc_image_check(job, from->places[i] <= image->source_length,
                        "a place beyond the source");
    job->constants_used += from->constants.count;
    ptc_image_check(job,
                    ptc_image_has(from->constants, image->constant_count) &&
                        job->constants_used <= image->constant_count,
                    "missing constants");
    proto->code = from->code;
    proto->places = from->places;
    proto->code_count = from->code_count;
    proto->constants = job->constants + from->constants.first;
    proto->constant_count = from->constants.count;
    proto->max_args = proto->has_rest ? PTC_MANY : proto->parameters;
    proto->min_args = proto->parameters;
}

/* The least and the most arguments that some arity takes. */
static void image_bind_arities(ptc_proto *proto)
{
    proto->min_args = PTC_MANY;
    for (uint32_t i = 0; i < proto->arity_count; i++) {
        const ptc_proto *arity = proto->arities[i];

        if (arity->min_args < proto->min_args)
            proto->min_args = arity->min_args;
        if (arity->max_args > proto->max_args)
            proto->max_args = arity->max_args;
    }
}

static void image_bind_function(ptc_image_job *job, uint32_t at)
{
    const ptc_image_function *from = &job->image->functions[at];
    ptc_proto *proto = &job->protos[at];

    ptc_image_check(job, from->parameters < PTC_MANY && from->has_rest <= 1,
                    "a function with impossible parameters");
    proto->program = job->program;
    proto->registers = from->registers;
    proto->parameters = (uint16_t)from->parameters;
    proto->has_rest = from->has_rest != 0;
    proto->captures = image_numbers(job, from->captures);
    proto->capture_count = from->captures.count;
    proto->parameters_text = ptc_image_text(job, from->shown);
    proto->source = ptc_image_text(job, from->source);
    if (from->name != PTC_IMAGE_NONE)
        proto->name = ptc_image_name(job, from->name);
    proto->children = image_inner(job, from->children, at);
    proto->child_count = from->children.count;
    proto->arities = image_inner(job, from->arities, at);
    proto->arity_count = from->arities.count;
    if (proto->arity_count == 0)
        image_bind_code(job, from, proto);
    else
        image_bind_arities(proto);
    ptc_heap_note_function(job->lisp, proto->capture_count);
}

static void image_bind_functions(ptc_image_job *job)
{
    uint32_t count = job->image->function_count;

    job->protos = ptc_image_array(job, count, sizeof *job->protos);
    job->is_inner = ptc_image_scratch(job, count, sizeof *job->is_inner);
    for (uint32_t i = 0; i < count; i++)
        image_bind_function(job, i);
    job->program->main = &job->protos[count - 1];
}

/* --- Explanations ------------------------------------------------------------------- */

/* The row of the place and the kind, or NULL. */
static const ptc_image_advice *image_find_advice(const ptc_image *image, uint32_t place,
                                                 uint32_t sort)
{
    uint32_t low = 0;
    uint32_t high = image->advice_count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const ptc_image_advice *row = &image->advice[middle];

        if (row->place < place || (row->place == place && row->sort < sort))
            low = middle + 1;
        else
            high = middle;
    }
    return low < image->advice_count && image->advice[low].place == place &&
                   image->advice[low].sort == sort
               ? &image->advice[low]
               : NULL;
}

/* The image's explanation of a fault at a place of the source, if any. */
static void image_explain(ptc_lisp *lisp)
{
    const ptc_image *image = lisp->program->image;
    const ptc_image_advice *row = NULL;
    char count;
    ptc_fault_sort sort = ptc_fault_sort_of(lisp, &count);

    for (; sort != PTC_FAULT_NONE && row == NULL; sort = ptc_fault_general(sort))
        row = image_find_advice(image, lisp->error.offset, sort);
    if (row != NULL)
        ptc_fault_explain(
            lisp, ptc_str_make(image->text + row->text.first, row->text.count), count);
}

static void image_check_advice(const ptc_image_job *job)
{
    for (uint32_t i = 0; i < job->image->advice_count; i++)
        ptc_image_text(job, job->image->advice[i].text);
}

/* --- All ---------------------------------------------------------------------------- */

static void image_bind(ptc_lisp *lisp, void *user)
{
    ptc_image_job *job = user;
    ptc_program *program = job->program;
    const char *why;

    lisp->pins = &program->pins;
    if (job->read != NULL)
        job->image = job->read(lisp, program, job->user);
    image_check_runtime(job);
    image_check_tables(job);
    program->text = ptc_str_make(job->image->text, job->image->source_length);
    program->image = job->image;
    program->explain = image_explain;
    program->owns_image = job->read != NULL;
    image_check_advice(job);
    image_bind_names(job);
    ptc_image_bind_constants(job);
    image_bind_sites(job);
    image_bind_variables(job);
    image_bind_spaces(job);
    image_bind_functions(job);
    if (!ptc_program_verify(program, &why))
        ptc_image_damaged(job, why);
    job->is_done = true;
}

static ptc_status image_bind_job(ptc_arena *arena, ptc_image_job *job, ptc_program **out,
                                 ptc_lisp_error *error)
{
    ptc_lisp *lisp = job->lisp;

    job->program = ptc_program_new(lisp, PTC_STR(""));
    if (job->program == NULL && !lisp->is_refused)
        ptc_lisp_refuse_room(lisp);
    if (job->program != NULL) {
        if (job->read != NULL)
            ptc_lisp_start_restoring(lisp);
        else
            ptc_lisp_start_compiling(lisp); /* as long as compiling may take */
        ptc_lisp_protect(lisp, image_bind, job);
        ptc_lisp_stop_limits(lisp);
        lisp->pins = &lisp->own_pins;
    }
    if (job->is_done) {
        *out = job->program;
        return PTC_OK;
    }
    if (job->program != NULL)
        ptc_program_release(job->program);
    if (!lisp->is_refused && ptc_lisp_give_error(lisp, arena, error) == PTC_OK)
        return PTC_ERROR_INVALID;
    *error = ptc_lisp_error_refused();
    return PTC_ERROR_MEMORY;
}

ptc_status ptc_image_bind(ptc_arena *arena, ptc_lisp *lisp, const ptc_image *image,
                          ptc_program **out, ptc_lisp_error *error)
{
    ptc_image_job job = {.lisp = lisp, .image = image};
    ptc_lisp_error own;

    *out = NULL;
    if (error == NULL)
        error = &own;
    *error = ptc_lisp_error_none();
    if (image == NULL)
        return ptc_lisp_misuse(error, "ptc_image_bind",
                               "image is NULL; give the constant of an emitted file");
    if (!ptc_program_begin(lisp))
        return ptc_lisp_misuse(error, "ptc_image_bind",
                               "a program of the context is running; bind it before, or "
                               "in a context of its own");
    return image_bind_job(arena, &job, out, error);
}

ptc_status ptc_image_bind_read(ptc_arena *arena, ptc_lisp *lisp, ptc_image_read_fn *read,
                               void *user, ptc_program **out, ptc_lisp_error *error)
{
    ptc_image_job job = {.lisp = lisp, .read = read, .user = user};

    *out = NULL;
    if (!ptc_program_begin(lisp))
        return ptc_lisp_misuse(error, "ptc_lisp_restore",
                               "a program of the context is running; restore it before "
                               "or afterwards");
    return image_bind_job(arena, &job, out, error);
}
