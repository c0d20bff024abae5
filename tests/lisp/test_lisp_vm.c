/* SPDX-License-Identifier: MIT */
/* The machine without its compiler: instructions, what the verifier refuses, limits. */
#include <criterion/criterion.h>

#include "lisp_assemble.h"

#include "lisp/machine/machine_int.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct machine {
    ptc_lisp *lisp;
    ptc_arena arena;
    ptc_lisp_result result;
} machine;

static machine machine_start(const ptc_lisp_options *options)
{
    machine vm;

    cr_assert_eq(ptc_lisp_new(options, &vm.lisp), PTC_OK);
    ptc_arena_init(&vm.arena, NULL, 0);
    return vm;
}

static void machine_end(machine *vm)
{
    ptc_arena_free(&vm->arena);
    ptc_lisp_free(vm->lisp);
}

/* The printed value, or "!reason". */
static const char *machine_run(machine *vm, const char *text)
{
    ptc_program *program = test_assemble(vm->lisp, text);
    const char *why = "";
    static char answer[256];
    ptc_status status;

    if (!ptc_program_verify(program, &why)) {
        snprintf(answer, sizeof answer, "!! %s", why);
        return answer;
    }
    status = ptc_lisp_run(&vm->arena, vm->lisp, program, PTC_LISP_PRINTED, &vm->result);
    if (status == PTC_OK)
        snprintf(answer, sizeof answer, "%s", test_cstr(vm->result.printed));
    else
        snprintf(answer, sizeof answer, "!%s", ptc_reason_name(vm->result.error.reason));
    ptc_program_free(program);
    return answer;
}

typedef struct row {
    const char *expected;
    const char *text;
} row;

static void run_rows(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (int always = 0; always < 2; always++) {
            ptc_lisp_options options;
            machine vm;

            options = (ptc_lisp_options){.struct_size = sizeof options};
            options.collects_always = always;
            vm = machine_start(&options);
            cr_expect_str_eq(machine_run(&vm, rows[i].text), rows[i].expected,
                             "%s(collecting %d) %s", rows[i].text, always,
                             vm.result.error.message.ptr ? vm.result.error.message.ptr
                                                         : "");
            machine_end(&vm);
        }
    }
}

#define ROWS(rows) run_rows(rows, sizeof(rows) / sizeof(rows)[0])

static const row value_rows[] = {
    {"7", ".fn main 0 1\n INT 0 7\n RETURN 0"},
    {"-32768", ".fn main 0 1\n INT 0 -32768\n RETURN 0"},
    {"nil", ".fn main 0 1\n NIL 0\n RETURN 0"},
    {"true", ".fn main 0 1\n BOOL 0 1\n RETURN 0"},
    {"false", ".fn main 0 1\n BOOL 0 0\n RETURN 0"},
    {"\"text\"", ".fn main 0 1\n .k \"text\"\n CONSTANT 0 0\n RETURN 0"},
    {":key", ".fn main 0 1\n .k 1.5\n .k :key\n CONSTANT_WIDE 0 1\n RETURN 0"},
    {"3", ".fn main 0 2\n INT 0 3\n MOVE 1 0\n RETURN 1"},
    {"4", ".fn main 0 300\n INT 0 4\n STORE 0 299\n INT 0 5\n LOAD 1 299\n RETURN 1"},
    {"5", ".fn main 0 2\n .var x\n INT 0 5\n DEFINE 0 0\n VARIABLE 1 0\n RETURN 1"},
    {"#'x", ".fn main 0 2\n .var x\n INT 0 5\n DEFINE 0 0\n RETURN 0"},
    {"#'x", ".fn main 0 2\n .var x\n DECLARE 0 0\n RETURN 0"},
    {"!unbound_var", ".fn main 0 2\n .var x\n VARIABLE 1 0\n RETURN 1"},
    {"nil", ".fn main 0 2\n .var x\n VARIABLE_OR_NIL 1 0\n RETURN 1"},
    {"false", ".fn main 0 2\n .var x\n IS_BOUND 1 0\n RETURN 1"},
    {"nil", ".fn main 0 1\n .k :x\n CONTEXT 0 0\n RETURN 0"},
    {"nil", ".fn main 0 1\n HISTORY 0 3\n RETURN 0"},
};

Test(lisp_vm, values)
{
    ROWS(value_rows);
}

#define OPERATION(name, x, y)                                                            \
    ".fn main 0 3\n .k " x "\n .k " y "\n CONSTANT 0 0\n CONSTANT 1 1\n " name           \
    " 2 0 1\n RETURN 2"
#define OPERATION_K(name, x, y)                                                          \
    ".fn main 0 3\n .k " x "\n .k " y "\n CONSTANT 0 0\n " name " 2 0 1\n RETURN 2"
#define ONE(name, x) ".fn main 0 3\n .k " x "\n CONSTANT 0 0\n " name " 2 0\n RETURN 2"
#define LARGEST      "9223372036854775807"
#define SMALLEST     "-9223372036854775808"

static const row arithmetic_rows[] = {
    {"5", OPERATION("ADD", "2", "3")},
    {"5.5", OPERATION("ADD", "2.25", "3.25")},
    {"5.5", OPERATION("ADD", "2", "3.5")},
    {"!arithmetic_error", OPERATION("ADD", LARGEST, "1")},
    {"!type_error", OPERATION("ADD", "2", "nil")},
    {"5", OPERATION_K("ADD_K", "2", "3")},
    {"!type_error", OPERATION_K("ADD_K", ":a", "3")},
    {"-1", OPERATION("SUBTRACT", "2", "3")},
    {"!arithmetic_error", OPERATION("SUBTRACT", SMALLEST, "1")},
    {"0.5", OPERATION_K("SUBTRACT_K", "2.5", "2")},
    {"6", OPERATION("MULTIPLY", "2", "3")},
    {"!arithmetic_error", OPERATION("MULTIPLY", LARGEST, "2")},
    {"7.5", OPERATION_K("MULTIPLY_K", "2.5", "3.0")},
    {"2.5", OPERATION("DIVIDE", "5", "2")},
    {"-3", OPERATION("DIVIDE", "6", "-2")},
    {"3.0", OPERATION("DIVIDE", "6", "2.0")},
    {"!arithmetic_error", OPERATION("DIVIDE", SMALLEST, "-1")},
    {"!arithmetic_error", OPERATION("DIVIDE", "5", "0")},
    {"-2", OPERATION("QUOT", "-5", "2")},
    {"!arithmetic_error", OPERATION("QUOT", "5", "0")},
    {"-1", OPERATION("REM", "-5", "2")},
    {"1", OPERATION("MOD", "-5", "2")},
    {"-1", OPERATION("MOD", "5", "-2")},
    {"1", OPERATION("REM", "5", "-2")},
    {"!arithmetic_error", OPERATION("REM", "5", "0")},
    {"1.5", OPERATION("REM", "5.5", "2")},
    {"-1", OPERATION_K("REM_K", "-5", "2")},
    {"1", OPERATION_K("MOD_K", "-5", "2")},
    {"0", OPERATION_K("MOD_K", "-6", "3")},
    {"7", OPERATION_K("MOD_K", LARGEST, "100")},
    {"92", OPERATION_K("MOD_K", SMALLEST, "100")},
    {"!arithmetic_error", OPERATION_K("MOD_K", "1", "0")},
    {"3", ONE("INC", "2")},
    {"3.5", ONE("INC", "2.5")},
    {"!arithmetic_error", ONE("INC", LARGEST)},
    {"!type_error", ONE("INC", "nil")},
    {"1", ONE("DEC", "2")},
    {"!arithmetic_error", ONE("DEC", SMALLEST)},
    {"true", OPERATION("LESS", "1", "2")},
    {"false", OPERATION("LESS", "2", "2")},
    {"true", OPERATION("LESS", "1", "1.5")},
    {"!type_error", OPERATION("LESS", "1", ":a")},
    {"true", OPERATION("LESS_EQUAL", "2", "2")},
    {"true", OPERATION("GREATER", "2.5", "2")},
    {"false", OPERATION("GREATER", "2", "2")},
    {"true", OPERATION("GREATER_EQUAL", "2.0", "2.0")},
    {"true", OPERATION("EQUAL", "1", "1.0")},
    {"false", OPERATION("EQUAL", ":a", ":b")},
    {"true", OPERATION("EQUAL", ":a", ":a")},
    {"true", OPERATION("EQUAL", "\"ab\"", "\"ab\"")},
    {"false", OPERATION("EQUAL", "\"ab\"", "\"ac\"")},
    {"false", OPERATION("EQUAL", ":ab", "\"ab\"")},
    {"true", OPERATION("EQUAL", "nil", "nil")},
    {"false", OPERATION("EQUAL", "nil", "false")},
    {"true", OPERATION_K("LESS_K", "1", "2")},
    {"true", OPERATION_K("LESS_EQUAL_K", "2", "2")},
    {"false", OPERATION_K("GREATER_K", "1", "2")},
    {"false", OPERATION_K("GREATER_EQUAL_K", "1", "2")},
    {"true", OPERATION_K("EQUAL_K", "\"x\"", "\"x\"")},
    {"true", ONE("NOT", "nil")},
    {"false", ONE("NOT", "0")},
};

Test(lisp_vm, arithmetic)
{
    ROWS(arithmetic_rows);
}

#define TEST(name, x, y)                                                                 \
    ".fn main 0 3\n .k " x "\n .k " y "\n CONSTANT 0 0\n CONSTANT 1 1\n " name           \
    " 0 1 @no\n INT 0 1\n RETURN 0\n@no\n INT 0 0\n RETURN 0"
#define TEST_ONE(name, x)                                                                \
    ".fn main 0 3\n .k " x "\n CONSTANT 0 0\n " name                                     \
    " 0 @no\n INT 0 1\n RETURN 0\n@no\n INT 0 0\n RETURN 0"

static const row jump_rows[] = {
    {"1", TEST("UNLESS_LESS", "1", "2")},
    {"0", TEST("UNLESS_LESS", "2", "2")},
    {"1", TEST("UNLESS_LESS_EQUAL", "2", "2")},
    {"0", TEST("UNLESS_GREATER", "2", "2.5")},
    {"1", TEST("UNLESS_GREATER_EQUAL", "2", "2")},
    {"1", TEST("UNLESS_EQUAL", "2", "2.0")},
    {"!type_error", TEST("UNLESS_LESS", "1", "\"2\"")},
    {"1", TEST("UNLESS_LESS_K", "1", "2")},
    {"0", TEST("UNLESS_LESS_EQUAL_K", "3", "2")},
    {"1", TEST("UNLESS_GREATER_K", "3", "2")},
    {"0", TEST("UNLESS_GREATER_EQUAL_K", "1", "2")},
    {"0", TEST("UNLESS_EQUAL_K", "1", "2")},
    {"0", TEST("UNLESS_SAME", "1", "1.0")},
    {"1", TEST("UNLESS_SAME", ":a", ":a")},
    {"1", TEST("UNLESS_SAME_K", "\"a\"", "\"a\"")},
    {"0", TEST_ONE("JUMP_FALSE", "nil")},
    {"0", TEST_ONE("JUMP_FALSE", "false")},
    {"1", TEST_ONE("JUMP_FALSE", "0")},
    {"0", TEST_ONE("JUMP_TRUE", "0")},
    {"1", TEST_ONE("JUMP_TRUE", "nil")},
    {"0", TEST_ONE("JUMP_NIL", "nil")},
    {"1", TEST_ONE("JUMP_NIL", "false")},
    {"2", ".fn main 0 1\n INT 0 2\n JUMP @end\n INT 0 3\n@end\n RETURN 0"},
    {"10", ".fn main 0 3\n .k 10\n INT 0 0\n INT 1 0\n@head\n UNLESS_LESS_K 1 0 @end\n"
           " INC 1 1\n LOOP 2 0 @head\n@end\n RETURN 1"},
    {"!runtime_error", ".fn main 0 1\n INT 0 5\n NO_MATCH 0 0"},
};

Test(lisp_vm, jumps)
{
    ROWS(jump_rows);
}

#define FIB                                                                              \
    ".fn fib 1 5\n .k 2\n .k 1\n UNLESS_LESS_K 0 0 @more\n RETURN 0\n@more\n SELF 1\n"   \
    " SUBTRACT_K 2 0 1\n CALL 1 1\n SELF 2\n SUBTRACT_K 3 0 0\n CALL 2 1\n ADD 1 1 2\n"  \
    " RETURN 1"

static const row call_rows[] = {
    {"6765",
     ".fn main 0 3\n .child fib\n CLOSURE 0 0\n INT 1 20\n CALL 0 1\n RETURN 0\n" FIB},
    {"[1 2]", ".fn main 0 4\n .child f\n CLOSURE 0 0\n INT 1 0\n INT 2 1\n INT 3 2\n"
              " CALL 0 3\n RETURN 0\n.fn f 1 2\n .rest\n RETURN 1"},
    {"nil", ".fn main 0 2\n .child f\n CLOSURE 0 0\n INT 1 0\n CALL 0 1\n RETURN 0\n"
            ".fn f 1 2\n .rest\n RETURN 1"},
    {"!arity_mismatch", ".fn main 0 2\n .child f\n CLOSURE 0 0\n CALL 0 0\n RETURN 0\n"
                        ".fn f 1 2\n .rest\n RETURN 1"},
    {"!arity_mismatch", ".fn main 0 3\n .child f\n CLOSURE 0 0\n CALL 0 2\n RETURN 0\n"
                        ".fn f 1 2\n RETURN 0"},
    {"[0 1 3]", ".fn main 0 8\n .child f\n CLOSURE 0 0\n CALL 0 0\n CLOSURE 1 0\n"
                " INT 2 9\n CALL 1 1\n CLOSURE 2 0\n CALL 2 3\n VECTOR 0 3\n RETURN 0\n"
                ".fn f 0 1\n .arity f0\n .arity f1\n .arity fr\n"
                ".fn f0 0 1\n INT 0 0\n RETURN 0\n.fn f1 1 1\n INT 0 1\n RETURN 0\n"
                ".fn fr 2 3\n .rest\n INT 0 3\n RETURN 0"},
    {"12", ".fn main 0 3\n .child adder\n CLOSURE 0 0\n INT 1 5\n CALL 0 1\n INT 1 7\n"
           " CALL 0 1\n RETURN 0\n.fn adder 1 2\n .child add\n CLOSURE 1 0\n RETURN 1\n"
           ".fn add 1 2\n .capture r0\n CAPTURE 1 0\n ADD 0 0 1\n RETURN 0"},
    {"5", ".fn main 0 3\n .child f\n INT 0 5\n CLOSURE 1 0\n CALL 1 0\n CALL 1 0\n"
          " RETURN 1\n.fn f 0 1\n .child g\n .capture r0\n CLOSURE 0 0\n RETURN 0\n"
          ".fn g 0 1\n .capture c0\n CAPTURE 0 0\n RETURN 0"},
    {"4", ".fn main 0 3\n .child f\n NIL 0\n CLOSURE 0 0\n INT 1 4\n PATCH 0 1 0\n"
          " CALL 0 0\n RETURN 0\n.fn f 0 1\n .capture r0\n CAPTURE 0 0\n RETURN 0"},
    {"!damaged_program", ".fn main 0 2\n INT 0 1\n PATCH 0 1 0\n RETURN 0"},
    {"9", ".fn main 0 300\n .child f\n CLOSURE 0 0\n INT 1 8\n CALL_FAR 0 1 290\n"
          " LOAD 0 290\n RETURN 0\n.fn f 1 2\n INC 1 0\n RETURN 1"},
    {"3", ".fn main 0 3\n .k +\n CONSTANT 0 0\n INT 1 1\n INT 2 2\n CALL 0 2\n RETURN 0"},
    {"!arity_error", ".fn main 0 3\n .k inc\n CONSTANT 0 0\n CALL 0 2\n RETURN 0"},
    {"!not_callable", ".fn main 0 2\n INT 0 5\n CALL 0 1\n RETURN 0"},
    {"[2 3]",
     ".fn main 0 5\n .k map\n .child f\n CONSTANT 0 0\n CLOSURE 1 0\n INT 2 1\n"
     " INT 3 2\n VECTOR 2 2\n CALL 0 2\n RETURN 0\n.fn f 1 2\n INC 0 0\n RETURN 0"},
    {"#fn", ".fn main 0 1\n SELF 0\n RETURN 0"},
};

Test(lisp_vm, calls)
{
    ROWS(call_rows);
}

/* {:a 1 :b 2}; S[0] looks up, S[1] is the map's. */
#define MAP_AB " .get :a\n .record :a :b\n INT 0 1\n INT 1 2\n RECORD 0 2 1\n"

static const row collection_rows[] = {
    {"{:a 1 :b 2}", ".fn main 0 3\n" MAP_AB " RETURN 0"},
    {"1", ".fn main 0 3\n" MAP_AB " GET 1 0 0\n RETURN 1"},
    {"1", ".fn main 0 3\n" MAP_AB " FIELD_AT 1 0 0\n RETURN 1"},
    {"nil", ".fn main 0 3\n .get :a\n INT 0 1\n GET 1 0 0\n RETURN 1"},
    {"7", ".fn main 0 3\n" MAP_AB " .get :c\n INT 1 7\n GET_OR 2 0 1 2\n RETURN 2"},
    {"nil", ".fn main 0 3\n .get :a\n .record :a\n NIL 0\n RECORD 0 1 1\n INT 1 7\n"
            " GET_OR 2 0 1 0\n RETURN 2"},
    {"{1 2 3 4}", ".fn main 0 4\n INT 0 1\n INT 1 2\n INT 2 3\n INT 3 4\n MAP 0 2\n"
                  " RETURN 0"},
    {"{1 3}",
     ".fn main 0 4\n INT 0 1\n INT 1 2\n INT 2 1\n INT 3 3\n MAP 0 2\n RETURN 0"},
    {"{}", ".fn main 0 1\n MAP 0 0\n RETURN 0"},
    {"{1 2 3 4}", ".fn main 0 3\n INT 0 1\n INT 1 2\n MAP 0 1\n INT 1 3\n INT 2 4\n"
                  " MAP_MORE 0 1\n RETURN 0"},
    {"!damaged_program", ".fn main 0 3\n INT 0 1\n MAP_MORE 0 1\n RETURN 0"},
    {"[]", ".fn main 0 1\n VECTOR 0 0\n RETURN 0"},
    {"[1 2]", ".fn main 0 2\n INT 0 1\n INT 1 2\n VECTOR 0 2\n RETURN 0"},
    {"[1 2]",
     ".fn main 0 2\n INT 0 1\n VECTOR 0 1\n INT 1 2\n VECTOR_MORE 0 1\n RETURN 0"},
    {"!damaged_program", ".fn main 0 2\n INT 0 1\n VECTOR_MORE 0 1\n RETURN 0"},
    {"#{1 2}", ".fn main 0 3\n INT 0 1\n INT 1 2\n INT 2 1\n SET 0 3\n RETURN 0"},
    {"#{1 2}", ".fn main 0 2\n INT 0 1\n SET 0 1\n INT 1 2\n SET_MORE 0 1\n RETURN 0"},
    {"!damaged_program", ".fn main 0 2\n INT 0 1\n SET_MORE 0 1\n RETURN 0"},
    {"[1 2]", ".fn main 0 2\n VECTOR 0 0\n INT 1 1\n PUSH 0 1\n INT 1 2\n PUSH 0 1\n"
              " RETURN 0"},
    {"!damaged_program", ".fn main 0 2\n INT 0 1\n PUSH 0 0\n RETURN 0"},
    {"6",
     ".fn main 0 5\n INT 0 1\n INT 1 2\n INT 2 3\n VECTOR 0 3\n ITERATE 1 0 0\n"
     " INT 0 0\n@head\n NEXT 1 3 @end\n ADD 0 0 3\n REPEAT 4 @head\n@end\n RETURN 0"},
    {"!type_error", ".fn main 0 3\n INT 0 1\n ITERATE 1 0 0\n RETURN 0"},
    {"0", ".fn main 0 3\n INT 0 0\n NEXT 0 2 @end\n INT 0 1\n@end\n RETURN 0"},
};

Test(lisp_vm, collections)
{
    ROWS(collection_rows);
}

#define PAIR  " INT 0 1\n INT 1 2\n VECTOR 0 2\n"
#define WORDS " .k :a\n CONSTANT 0 0\n INT 1 2\n VECTOR 0 2\n"

static const row destructuring_rows[] = {
    {"2", ".fn main 0 3\n" PAIR " SEQUENCE 1 0 0\n ITEM 2 1 1\n RETURN 2"},
    {"nil", ".fn main 0 3\n" PAIR " SEQUENCE 1 0 0\n ITEM 2 1 2\n RETURN 2"},
    {"nil", ".fn main 0 3\n NIL 0\n SEQUENCE 1 0 0\n ITEM 2 1 0\n RETURN 2"},
    {"\"b\"", ".fn main 0 3\n .k \"ab\"\n CONSTANT 0 0\n SEQUENCE 1 0 0\n ITEM 2 1 1\n"
              " RETURN 2"},
    {"!destructure_error", ".fn main 0 3\n INT 0 5\n SEQUENCE 1 0 0\n RETURN 1"},
    {"!destructure_error", ".fn main 0 3\n MAP 0 0\n SEQUENCE 1 0 0\n RETURN 1"},
    {"[]", ".fn main 0 3\n MAP 0 0\n SEQUENCE 1 0 1\n RETURN 1"},
    {"[2]", ".fn main 0 3\n" PAIR " REST 2 0 1\n RETURN 2"},
    {"nil", ".fn main 0 3\n" PAIR " REST 2 0 2\n RETURN 2"},
    {"{:a 2}", ".fn main 0 3\n" WORDS " KEYED 1 0 1\n RETURN 1"},
    {"[:a 2]", ".fn main 0 3\n" WORDS " KEYED 1 0 0\n RETURN 1"},
    {"!destructure_error",
     ".fn main 0 3\n INT 0 5\n VECTOR 0 1\n KEYED 1 0 1\n RETURN 1"},
    {"!destructure_error", ".fn main 0 3\n INT 0 5\n KEYED 1 0 0\n RETURN 1"},
    {"nil", ".fn main 0 3\n NIL 0\n KEYED 1 0 1\n RETURN 1"},
    {"2", ".fn main 0 4\n" WORDS " KEYED 1 0 1\n CONSTANT 2 0\n FIELD 3 1 2\n RETURN 3"},
    {"nil", ".fn main 0 4\n" WORDS " .k :b\n KEYED 1 0 1\n CONSTANT 2 1\n FIELD 3 1 2\n"
            " RETURN 3"},
    {"2", ".fn main 0 4\n" WORDS " KEYED 1 0 1\n CONSTANT 2 0\n FIELD_OR 3 1 2 @end\n"
          " INT 3 9\n@end\n RETURN 3"},
    {"9", ".fn main 0 4\n" WORDS " .k :b\n KEYED 1 0 1\n CONSTANT 2 1\n"
          " FIELD_OR 3 1 2 @end\n INT 3 9\n@end\n RETURN 3"},
};

Test(lisp_vm, destructuring)
{
    ROWS(destructuring_rows);
}

/* --- The verifier ------------------------------------------------------------------ */

static const row refused_rows[] = {
    {"!! no code", ".fn main 0 1\n"},
    {"!! the code ends without a return", ".fn main 0 1\n NIL 0\n"},
    {"!! the code ends without a return", ".fn main 0 1\n RETURN 0\n JUMP 0\n"},
    {"!! a frame with an impossible size", ".fn main 0 0\n RETURN 0\n"},
    {"!! a frame with an impossible size", ".fn main 0 65537\n RETURN 0\n"},
    {"!! the program's own function takes arguments", ".fn main 1 1\n RETURN 0\n"},
    {"!! the program's own function takes arguments",
     ".fn main 0 1\n .rest\n RETURN 0\n"},
    {"!! the program's own function takes arguments",
     ".fn main 0 1\n .capture r0\n RETURN 0\n"},
    {"!! a frame with an impossible size",
     ".fn main 0 1\n .child f\n RETURN 0\n.fn f 2 1\n RETURN 0"},
    {"!! a frame with an impossible size",
     ".fn main 0 1\n .child f\n RETURN 0\n.fn f 1 1\n .rest\n RETURN 0"},
    {"!! a register beyond the frame", ".fn main 0 1\n RETURN 1"},
    {"!! a register beyond the frame", ".fn main 0 1\n MOVE 0 1\n RETURN 0"},
    {"!! a register beyond the frame", ".fn main 0 1\n LOAD 0 1\n RETURN 0"},
    {"!! a register beyond the frame", ".fn main 0 1\n LOOP 0 1 -2"},
    {"!! a constant that does not exist", ".fn main 0 1\n CONSTANT 0 0\n RETURN 0"},
    {"!! a constant that does not exist", ".fn main 0 1\n CONSTANT_WIDE 0 0\n RETURN 0"},
    {"!! a constant that does not exist", ".fn main 0 1\n ADD_K 0 0 0\n RETURN 0"},
    {"!! a constant that does not exist",
     ".fn main 0 1\n UNLESS_LESS_K 0 0 @a\n@a\n RETURN 0"},
    {"!! a variable that does not exist", ".fn main 0 1\n VARIABLE 0 0\n RETURN 0"},
    {"!! a site that looks up no keyword", ".fn main 0 1\n GET 0 0 0\n RETURN 0"},
    {"!! a site that looks up no keyword",
     ".fn main 0 1\n .record :a\n GET 0 0 0\n RETURN 0"},
    {"!! a site that does not exist", ".fn main 0 1\n RECORD 0 1 0\n RETURN 0"},
    {"!! a site for a map with another number of keys",
     ".fn main 0 1\n .get :a\n RECORD 0 1 0\n RETURN 0"},
    {"!! a site for a map with another number of keys",
     ".fn main 0 2\n .record :a\n RECORD 0 2 0\n RETURN 0"},
    {"!! a range of registers beyond the frame",
     ".fn main 0 1\n .record :a :b\n RECORD 0 2 0\n RETURN 0"},
    {"!! host data is found by keyword", ".fn main 0 1\n .k 1\n CONTEXT 0 0\n RETURN 0"},
    {"!! there are three former results", ".fn main 0 1\n HISTORY 0 0\n RETURN 0"},
    {"!! there are three former results", ".fn main 0 1\n HISTORY 0 4\n RETURN 0"},
    {"!! a captured value that does not exist", ".fn main 0 1\n CAPTURE 0 0\n RETURN 0"},
    {"!! a function that does not exist", ".fn main 0 1\n CLOSURE 0 0\n RETURN 0"},
    {"!! a function captures what does not exist",
     ".fn main 0 1\n .child f\n CLOSURE 0 0\n RETURN 0\n.fn f 0 1\n .capture r1\n RETURN "
     "0"},
    {"!! a function captures what does not exist",
     ".fn main 0 1\n .child f\n CLOSURE 0 0\n RETURN 0\n.fn f 0 1\n .capture c0\n RETURN "
     "0"},
    {"!! a jump backward without a step", ".fn main 0 1\n@a\n JUMP @a\n RETURN 0"},
    {"!! a jump to something other than an instruction",
     ".fn main 0 1\n JUMP 1\n RETURN 0"},
    {"!! a jump to something other than an instruction",
     ".fn main 0 1\n JUMP 1\n JUMP_NIL 0 0\n RETURN 0"},
    {"!! a jump to something other than an instruction",
     ".fn main 0 1\n JUMP 99\n RETURN 0"},
    {"!! a jump to something other than an instruction", ".fn main 0 1\n LOOP 0 0 -3\n"},
    {"!! a back edge that leads forward", ".fn main 0 1\n REPEAT 0 0\n RETURN 0"},
    {"!! a back edge that leads forward", ".fn main 0 1\n LOOP 0 0 -1\n"},
    {"!! more live registers than there are", ".fn main 0 1\n REPEAT 2 -2\n"},
    {"!! a range of registers beyond the frame", ".fn main 0 2\n CALL 0 2\n RETURN 0"},
    {"!! a range of registers beyond the frame",
     ".fn main 0 3\n CALL_FAR 0 1 2\n RETURN 0"},
    {"!! a range of registers beyond the frame", ".fn main 0 3\n MAP 0 2\n RETURN 0"},
    {"!! a range of registers beyond the frame",
     ".fn main 0 4\n MAP_MORE 0 2\n RETURN 0"},
    {"!! a range of registers beyond the frame", ".fn main 0 2\n VECTOR 0 3\n RETURN 0"},
    {"!! a range of registers beyond the frame",
     ".fn main 0 2\n VECTOR_MORE 0 2\n RETURN 0"},
    {"!! a range of registers beyond the frame", ".fn main 0 2\n SET 1 2\n RETURN 0"},
    {"!! a range of registers beyond the frame",
     ".fn main 0 2\n SET_MORE 1 1\n RETURN 0"},
    {"!! a range of registers beyond the frame",
     ".fn main 0 2\n ITERATE 1 0 0\n RETURN 0"},
    {"!! a range of registers beyond the frame",
     ".fn main 0 2\n NEXT 1 0 @a\n@a\n RETURN 0"},
    {"!! two arities for one count of arguments",
     ".fn main 0 1\n .child f\n RETURN 0\n.fn f 0 1\n .arity a\n .arity b\n"
     ".fn a 1 1\n RETURN 0\n.fn b 1 1\n RETURN 0"},
    {"!! arities and counts of arguments differ",
     ".fn main 0 1\n .child f\n RETURN 0\n.fn f 0 1\n .arity a\n.fn a 1 1\n RETURN 0"},
    {"!! an arity that does not belong to its function",
     ".fn main 0 1\n .child f\n RETURN 0\n.fn f 0 1\n .arity a\n .arity b\n"
     ".fn a 1 1\n RETURN 0\n.fn b 2 2\n .capture r0\n RETURN 0"},
    {"!! functions nested too deep",
     ".fn main 0 1\n .child f\n RETURN 0\n.fn f 0 1\n .child f\n RETURN 0"},
};

Test(lisp_vm, refused)
{
    ROWS(refused_rows);
}

Test(lisp_vm, refused_words)
{
    machine vm = machine_start(NULL);
    ptc_program *program = test_assemble(vm.lisp, ".fn main 0 1\n NIL 0\n RETURN 0");
    ptc_proto *proto = (ptc_proto *)(uintptr_t)program->main;
    uint32_t *code = (uint32_t *)(uintptr_t)proto->code;
    ptc_value moving = ptc_value_make(PTC_STRING, PTC_FLAG_HEAP, 0);
    const char *why;

    cr_expect(ptc_program_verify(program, &why));
    for (uint32_t op = PTC_OP_COUNT; op < 256; op++) {
        code[0] = op;
        cr_expect(!ptc_program_verify(program, &why));
        cr_expect_str_eq(why, "an unknown opcode");
    }
    code[0] = PTC_OP_NIL;
    code[1] = PTC_OP_JUMP;
    cr_expect(!ptc_program_verify(program, &why));
    cr_expect_str_eq(why, "half an instruction at the end");
    code[1] = PTC_OP_RETURN;
    proto->constants = &moving;
    proto->constant_count = 1;
    cr_expect(!ptc_program_verify(program, &why));
    cr_expect_str_eq(why, "a constant that may move");
    proto->constant_count = 0;
    proto->min_args = 1;
    cr_expect(!ptc_program_verify(program, &why));
    cr_expect_str_eq(why, "parameters and counts of arguments differ");
    proto->min_args = 0;
    proto->program = NULL;
    cr_expect(!ptc_program_verify(program, &why));
    cr_expect_str_eq(why, "a function of another program");
    proto->program = program;
    cr_expect(ptc_program_verify(program, &why));
    machine_end(&vm);
}

/* What the prose of an effect calls the operand of each role. */
static const struct {
    ptc_operand role;
    const char *letters;
} role_rows[] = {
    {PTC_OPERAND_REG, "R"},     {PTC_OPERAND_CURSOR, "R"},  {PTC_OPERAND_CONST, "K"},
    {PTC_OPERAND_KEYWORD, "K"}, {PTC_OPERAND_VAR, "V"},     {PTC_OPERAND_KEY, "S"},
    {PTC_OPERAND_SHAPE, "S"},   {PTC_OPERAND_CAPTURE, "U"}, {PTC_OPERAND_CHILD, "P"},
};

static const char *role_letters(unsigned role)
{
    for (size_t i = 0; i < sizeof role_rows / sizeof role_rows[0]; i++) {
        if (role_rows[i].role == (ptc_operand)role)
            return role_rows[i].letters;
    }
    return "";
}

/* The columns of opcodes.def agree: there is a role for each operand of the shape and for
 * no other, and the effect calls the operand by the letter of its role. */
Test(lisp_vm, roles_fit_shapes_and_effects)
{
    for (unsigned op = 0; op < PTC_OP_COUNT; op++) {
        const char *name = ptc_opcode_name((ptc_opcode)op);
        const char *shape = ptc_opcode_shape((ptc_opcode)op);
        const char *effect = ptc_opcode_effect((ptc_opcode)op);

        for (unsigned i = 0; i < PTC_OPERANDS; i++) {
            unsigned role = ptc_opcode_operands[op][i];
            const char *letters = role_letters(role);
            char pattern[8];

            cr_expect_eq(role != PTC_OPERAND__, strchr(shape, "ABCW"[i]) != NULL,
                         "%s: the role of %c", name, "ABCW"[i]);
            if (*letters == '\0')
                continue;
            snprintf(pattern, sizeof pattern, "%c[%c", letters[0], "ABCW"[i]);
            cr_expect(strstr(effect, pattern) != NULL, "%s: %s] in %s", name, pattern,
                      effect);
        }
    }
}

/* An operand of every role but these is bounded: at its most it is refused in a frame of
 * 200 registers without constants, variables, sites, captured values and functions. */
Test(lisp_vm, refused_operands)
{
    machine vm = machine_start(NULL);
    ptc_program *program =
        test_assemble(vm.lisp, ".fn main 0 200\n NIL 0\n NIL 0\n RETURN 0");
    uint32_t *code = (uint32_t *)(uintptr_t)program->main->code;

    for (unsigned op = 0; op < PTC_OP_COUNT; op++) {
        bool is_wide = ptc_opcode_is_wide((ptc_opcode)op);

        for (unsigned i = 0; i < PTC_OPERANDS; i++) {
            unsigned role = ptc_opcode_operands[op][i];
            const char *why;

            if (role == PTC_OPERAND__ || role == PTC_OPERAND_NUMBER ||
                role == PTC_OPERAND_LIVE)
                continue;
            code[0] = op | (i < PTC_AT_W ? 255u << (8 + 8 * i) : 0);
            code[1] = !is_wide ? PTC_OP_RETURN : i == PTC_AT_W ? INT32_MAX : 0;
            cr_expect(!ptc_program_verify(program, &why), "%s: operand %u",
                      ptc_opcode_name((ptc_opcode)op), i);
        }
    }
    machine_end(&vm);
}

/* --- Limits ------------------------------------------------------------------------ */

/* How the program ends under a limit of `fuel` steps. */
static const char *with_fuel(const char *text, uint64_t fuel, uint64_t *used)
{
    ptc_lisp_options options;
    const char *answer;
    machine vm;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.fuel = fuel;
    vm = machine_start(&options);
    answer = machine_run(&vm, text);
    *used = vm.result.fuel_used;
    machine_end(&vm);
    return answer;
}

static const struct {
    const char *expected;
    uint64_t steps;
    const char *text;
} fuel_rows[] = {
    {"7", 0, ".fn main 0 1\n INT 0 7\n RETURN 0"},
    {"5", 1, OPERATION("ADD", "2", "3")},
    {"1", 1, TEST("UNLESS_LESS", "1", "2")},
    {"3", 1,
     ".fn main 0 3\n .k +\n CONSTANT 0 0\n INT 1 1\n INT 2 2\n CALL 0 2\n RETURN 0"},
    /* 10 rounds: a back edge and an addition each, and 11 tests */
    {"10", 31,
     ".fn main 0 3\n .k 10\n INT 0 0\n INT 1 0\n@head\n UNLESS_LESS_K 1 0 @end\n"
     " INC 1 1\n LOOP 2 0 @head\n@end\n RETURN 1"},
    /* fib: a call and a test each; two subtractions and an addition in the half that goes
     * on */
    {"6765", 21891 * 2 + 10945 * 3,
     ".fn main 0 3\n .child fib\n CLOSURE 0 0\n INT 1 20\n CALL 0 1\n RETURN 0\n" FIB},
};

Test(lisp_vm, fuel)
{
    for (size_t i = 0; i < sizeof fuel_rows / sizeof fuel_rows[0]; i++) {
        uint64_t steps = fuel_rows[i].steps;
        uint64_t used;

        cr_expect_str_eq(with_fuel(fuel_rows[i].text, 0, &used), fuel_rows[i].expected);
        cr_expect_eq(used, steps, "%s: %llu steps", fuel_rows[i].text,
                     (unsigned long long)used);
        if (steps == 0)
            continue;
        cr_expect_str_eq(with_fuel(fuel_rows[i].text, steps, &used),
                         fuel_rows[i].expected, "%s", fuel_rows[i].text);
        cr_expect_eq(used, steps);
        if (steps > 1)
            cr_expect_str_eq(with_fuel(fuel_rows[i].text, steps - 1, &used),
                             "!fuel_exceeded", "%s", fuel_rows[i].text);
    }
}

/* M rounds make M - 1 jumps: the last test leaves. */
Test(lisp_vm, jumps_limit)
{
    static const char text[] =
        ".fn main 0 3\n .k 10\n INT 0 0\n INT 1 0\n@head\n"
        " UNLESS_LESS_K 1 0 @end\n INC 1 1\n LOOP 2 0 @head\n@end\n"
        " RETURN 1";
    ptc_lisp_options options;
    machine vm;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.jumps = 10;
    vm = machine_start(&options);
    cr_expect_str_eq(machine_run(&vm, text), "10");
    machine_end(&vm);
    options.jumps = 9;
    vm = machine_start(&options);
    cr_expect_str_eq(machine_run(&vm, text), "!loop_limit_exceeded");
    cr_expect(strstr(vm.result.error.message.ptr, "9") != NULL &&
              strstr(vm.result.error.message.ptr, "reduce") != NULL);
    machine_end(&vm);
}

/* (f n) calls itself n times more, so n + 2 frames with the program's own. */
#define DEEP(n)                                                                          \
    ".fn main 0 3\n .k " n "\n .child f\n CLOSURE 0 0\n CONSTANT 1 0\n CALL 0 1\n"       \
    " RETURN 0\n.fn f 1 4\n .k 0\n UNLESS_EQUAL_K 0 0 @more\n RETURN 0\n@more\n SELF "   \
    "1\n"                                                                                \
    " DEC 2 0\n CALL 1 1\n RETURN 1"

Test(lisp_vm, frames)
{
    machine vm = machine_start(NULL);

    cr_expect_str_eq(machine_run(&vm, DEEP("1998")), "0"); /* 2,000 frames */
    cr_expect_str_eq(machine_run(&vm, DEEP("1999")), "!recursion_limit_exceeded");
    cr_expect(strstr(vm.result.error.message.ptr, "more than 2000 nested calls") !=
                      NULL &&
                  strstr(vm.result.error.message.ptr, "use reduce or loop") != NULL,
              "%s", vm.result.error.message.ptr);
    machine_end(&vm);
}

/* Functions with large frames use up the slots before the frames. */
Test(lisp_vm, slots)
{
    machine vm = machine_start(NULL);

    cr_expect_str_eq(
        machine_run(&vm, ".fn main 0 2\n .child f\n CLOSURE 0 0\n CALL 0 0\n RETURN 0\n"
                         ".fn f 0 60000\n SELF 200\n CALL 200 0\n RETURN 0"),
        "!recursion_limit_exceeded");
    machine_end(&vm);
}

/* A function that calls itself through map uses the C stack. */
Test(lisp_vm, c_stack)
{
    machine vm = machine_start(NULL);

    cr_expect_str_eq(
        machine_run(&vm,
                    ".fn main 0 2\n .child f\n CLOSURE 0 0\n CALL 0 1\n RETURN 0\n"
                    ".fn f 1 5\n .k map\n CONSTANT 1 0\n SELF 2\n INT 3 1\n VECTOR 3 1\n"
                    " CALL 1 2\n RETURN 1"),
        "!recursion_limit_exceeded");
    machine_end(&vm);
}

static uint64_t clock_step;

static uint64_t test_clock(void *user)
{
    uint64_t *now = user;

    return *now += clock_step;
}

#define FOREVER ".fn main 0 1\n INT 0 0\n@head\n REPEAT 1 @head\n"

/* Time passes with each look, of which there is one every 1,024 steps. */
Test(lisp_vm, time)
{
    ptc_lisp_options options;
    uint64_t now = 0;
    machine vm;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.clock_ms = test_clock;
    options.user = &now;
    options.time_ms = 10;
    options.seed = 1;
    clock_step = 1;
    vm = machine_start(&options);
    cr_expect_str_eq(machine_run(&vm, FOREVER), "!timeout");
    cr_expect_str_eq(
        vm.result.error.message.ptr,
        "execution exceeded 10ms limit; do less work, or work on fewer items");
    cr_expect_eq(vm.result.fuel_used / 1024, 11u, "%llu",
                 (unsigned long long)vm.result.fuel_used);
    machine_end(&vm);
}

/* Live data beyond the limit ends the run; garbage does not. */
Test(lisp_vm, heap)
{
    static const char keeps[] =
        ".fn main 0 3\n VECTOR 0 0\n@head\n MOVE 1 0\n VECTOR 1 1\n"
        " PUSH 0 1\n REPEAT 1 @head\n";
    static const char drops[] =
        ".fn main 0 4\n .k 100000\n INT 0 0\n INT 1 0\n@head\n"
        " UNLESS_LESS_K 1 0 @end\n INC 1 1\n MOVE 2 1\n VECTOR 2 1\n"
        " LOOP 2 0 @head\n@end\n RETURN 1";
    ptc_lisp_options options;
    machine vm;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 200000;
    vm = machine_start(&options);
    cr_expect_str_eq(machine_run(&vm, keeps), "!memory_exceeded");
    cr_expect_str_eq(vm.result.error.message.ptr, "heap limit 200000 bytes exceeded");
    cr_expect_str_eq(machine_run(&vm, drops), "100000");
    machine_end(&vm);
}

Test(lisp_vm, places)
{
    machine vm = machine_start(NULL);

    machine_run(&vm, ".fn main 0 2\n .child f\n CLOSURE 0 0\n CALL 0 1\n RETURN 0\n"
                     ".fn f 1 2\n NIL 1\n INC 1 1\n RETURN 0");
    cr_expect_eq(vm.result.error.line, 8u);
    cr_expect_eq(vm.result.error.column, 1u);
    machine_run(&vm, ".fn main 0 2\n .get :a\n .k 1\n NIL 0\n ADD_K 0 0 0\n RETURN 0\n");
    cr_expect_eq(vm.result.error.line, 5u);
    machine_run(&vm,
                ".fn main 0 2\n .k 1\n NIL 0\n UNLESS_LESS_K 0 0 @end\n@end\n RETURN 0");
    cr_expect_eq(vm.result.error.line, 4u);
    machine_end(&vm);
}

Test(lisp_vm, disassembly)
{
    machine vm = machine_start(NULL);
    ptc_program *program = test_assemble(
        vm.lisp,
        ".fn main 0 3\n .k \"some\"\n .var count\n .get :name\n CONSTANT 0 0\n"
        " VARIABLE 1 0\n GET 1 0 0\n INT 2 -5\n JUMP_NIL 1 @end\n@end\n RETURN 1");
    ptc_text text;

    ptc_text_init(&text, &vm.arena);
    ptc_program_disassemble(&text, program);
    cr_expect_str_eq(text.ptr, "program: 3 registers\n"
                               "   0  5:1     CONSTANT            0 0  ; \"some\"\n"
                               "   1  6:1     VARIABLE            1 0  ; count\n"
                               "   3  7:1     GET                 1 0 0  ; :name\n"
                               "   5  8:1     INT                 2 -5\n"
                               "   6  9:1     JUMP_NIL            1 +0  ; to 8\n"
                               "   8  11:1    RETURN              1\n");
    machine_end(&vm);
}
