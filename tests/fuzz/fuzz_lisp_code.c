/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: bytecode. The first bytes give the size of a function, the rest is its
 * code, whether or not a compiler would generate it. What must hold: the verifier refuses
 * it, or it runs to an end within its limits.
 */
#include <ptc/lisp.h>
#include <ptc/ptc.h>

#include "lisp/core/core_int.h"
#include "lisp/heap/data.h"
#include "lisp/heap/memory.h"
#include "lisp/machine/machine_int.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Two functions with the same code: one is the other's child. */
typedef struct machine {
    ptc_lisp *lisp;
    ptc_program program;
    ptc_proto main;
    ptc_proto child;
    const ptc_proto *children[1];
    ptc_value constants[12];
    uint32_t captures[2];
    uint32_t words[512];
    uint32_t places[512];
    ptc_site sites[3];
    ptc_variable *variables[2];
} machine;

static void fill_constants(machine *m)
{
    m->constants[0] = ptc_value_int(3);
    m->constants[1] = ptc_value_float(1.5);
    m->constants[2] = ptc_value_string(PTC_STR("text"));
    m->constants[2].flags = PTC_FLAG_ASCII;
    m->constants[3] = ptc_name_value(ptc_name_intern(m->lisp, PTC_STR("a")), PTC_KEYWORD);
    m->constants[4] = ptc_value_nil();
    m->constants[5] = ptc_value_bool(true);
    m->constants[6] = ptc_vector_empty();
    for (uint32_t i = 7; i < 12; i++) {
        m->constants[i] = ptc_value_make((ptc_kind)PTC_FUNCTION, 0, 0);
        m->constants[i].as.object =
            (ptc_object *)(uintptr_t)ptc_builtin_rows[i * 37 % ptc_builtin_count]
                .function;
    }
}

static void fill_proto(machine *m, ptc_proto *proto, uint32_t first, uint32_t count,
                       const uint8_t *head)
{
    *proto = (ptc_proto){
        .code = m->words + first,
        .places = m->places + first,
        .constants = m->constants,
        .children = m->children,
        .code_count = count,
        .constant_count = 12,
        .child_count = 1,
        .registers = 1 + head[0] % 40,
        .parameters = head[1] % 4,
        .has_rest = head[1] & 4,
        .capture_count = head[2] % 3,
        .captures = m->captures,
        .parameters_text = PTC_STR("[]"),
        .program = &m->program,
    };
    proto->min_args = proto->parameters;
    proto->max_args = proto->has_rest ? PTC_MANY : proto->parameters;
}

static void fill_program(machine *m, const uint8_t *data, size_t words)
{
    uint32_t half = (uint32_t)words / 2;
    const ptc_value keys[] = {m->constants[3]};

    memcpy(m->words, data + 8, words * 4);
    m->children[0] = &m->child;
    fill_proto(m, &m->main, 0, half, data);
    fill_proto(m, &m->child, half, (uint32_t)words - half, data + 3);
    m->child.child_count = 0; /* functions form no circle */
    m->main.parameters = 0;
    m->main.has_rest = false;
    m->main.min_args = m->main.max_args = 0;
    m->main.capture_count = 0;
    m->captures[0] = data[6] & 1 ? UINT32_C(1) << 31 : data[6];
    m->captures[1] = data[7];
    for (int i = 0; i < 3; i++)
        m->sites[i] = (ptc_site){.key = m->constants[3]};
    m->sites[1].shape = ptc_shape_of(m->lisp, keys, 1);
    m->sites[1].key = ptc_value_nil();
    for (int i = 0; i < 2; i++)
        m->variables[i] = ptc_lisp_variable(
            m->lisp, ptc_name_intern(m->lisp, i == 0 ? PTC_STR("v") : PTC_STR("w")));
    m->program = (ptc_program){
        .lisp = m->lisp,
        .main = &m->main,
        .sites = m->sites,
        .variables = m->variables,
        .site_count = 3,
        .variable_count = 2,
    };
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static machine m;
    size_t words = size > 8 ? (size - 8) / 4 : 0;
    ptc_lisp_options options;
    ptc_lisp_result result;
    ptc_arena arena;
    ptc_text text;
    const char *why = NULL;

    if (words < 2 || words > 512)
        return 0;
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.fuel = 3000;
    options.heap = 1000000;
    options.frames = 50;
    options.seed = 1;
    options.collects_always = (data[0] & 128) != 0;
    if (ptc_lisp_new(&options, &m.lisp) != PTC_OK)
        abort();
    ptc_arena_init(&arena, NULL, 0);
    fill_constants(&m);
    fill_program(&m, data, words);
    if (ptc_program_verify(&m.program, &why)) {
        ptc_lisp_run(&arena, m.lisp, &m.program, PTC_LISP_PRINTED, &result);
        ptc_text_init(&text, &arena);
        ptc_program_disassemble(&text, &m.program);
    } else if (why == NULL || why[0] == '\0') {
        abort();
    }
    ptc_arena_free(&arena);
    ptc_lisp_free(m.lisp);
    return 0;
}
