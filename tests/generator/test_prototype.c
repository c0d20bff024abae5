/* SPDX-License-Identifier: MIT */
/*
 * Headers in C: types of prototypes, annotations, what needs an explicit signature, and
 * what must not confuse the reader. [signature 12]
 */
#include <criterion/criterion.h>

#include "dialects.h"
#include "support.h"

#include <stdio.h>

static ptc_arena arena;

static void start(void)
{
    ptc_arena_init(&arena, NULL, (size_t)256 << 20);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(prototype, .init = start, .fini = stop);

/* The one contract file that headers of these tests include. */
static const ptc_source *load(ptc_str name, const ptc_source *from, void *user)
{
    static ptc_source order = {
        PTC_STR_INIT("order.sig"),
        PTC_STR_INIT("order = {id :int}\nsize = :enum[small large]\n"
                     "f(a :int) -> :int\n")};

    (void)from;
    (void)user;
    return ptc_str_equal(name, order.name) ? &order : NULL;
}

static const dialect_reading header = {.name = "t.h", .load = load};

static void expect(const char *text, const char *wanted)
{
    const char *got = dialect_read(&arena, &header, ptc_str_of(text));

    cr_expect(got != NULL && strcmp(got, wanted) == 0, "%s\ngives\n%s\ninstead of\n%s",
              text, got, wanted);
}

/* `type name` as a parameter. */
static void expect_parameter(const char *declared, const char *type)
{
    char text[512];
    char wanted[512];

    snprintf(text, sizeof text, "/* @ptc f */\nvoid c_f(%s);\n", declared);
    snprintf(wanted, sizeof wanted, "f(x %s) -> :nil\n", type);
    expect(text, wanted);
}

/* --- Types -------------------------------------------------------------------------- */

Test(prototype, texts_and_numbers) /* M116 */
{
    static const char *const rows[][2] = {
        {"const char *x", ":string"},
        {"char const *x", ":string"},
        {"const char *restrict x", ":string"},
        {"const char * const x", ":string"},
        {"int x", ":int[-2147483648..2147483647]"},
        {"signed x", ":int[-2147483648..2147483647]"},
        {"signed int x", ":int[-2147483648..2147483647]"},
        {"const int x", ":int[-2147483648..2147483647]"},
        {"short x", ":int[-32768..32767]"},
        {"short int x", ":int[-32768..32767]"},
        {"unsigned short x", ":int[0..65535]"},
        {"unsigned x", ":int[0..4294967295]"},
        {"unsigned int x", ":int[0..4294967295]"},
        {"long x", ":int"},
        {"long int x", ":int"},
        {"long long x", ":int"},
        {"long long int x", ":int"},
        {"int long long signed x", ":int"},
        {"unsigned long x", ":int[0..]"},
        {"unsigned long long x", ":int[0..]"},
        {"int8_t x", ":int[-128..127]"},
        {"int16_t x", ":int[-32768..32767]"},
        {"int32_t x", ":int[-2147483648..2147483647]"},
        {"int64_t x", ":int"},
        {"uint8_t x", ":int[0..255]"},
        {"uint16_t x", ":int[0..65535]"},
        {"uint32_t x", ":int[0..4294967295]"},
        {"uint64_t x", ":int[0..]"},
        {"size_t x", ":int[0..]"},
        {"ssize_t x", ":int"},
        {"ptrdiff_t x", ":int"},
        {"intptr_t x", ":int"},
        {"uintmax_t x", ":int[0..]"},
        {"float x", ":float"},
        {"double x", ":float"},
        {"bool x", ":bool"},
        {"_Bool x", ":bool"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_parameter(rows[i][0], rows[i][1]);
}

Test(prototype, types_of_the_runtime) /* M116 */
{
    expect_parameter("ptc_value x", ":any");
    expect_parameter("json_t *x", ":any");
    expect_parameter("const json_t *x", ":any");
    expect_parameter("ptc_str x", ":string");
    expect_parameter("ptc_datetime x", ":datetime");
    expect_parameter("ptc_date x", ":date");
    expect_parameter("ptc_decimal x", ":decimal");
}

Test(prototype, results)
{
    expect("/* @ptc f */ void c_f(void);", "f() -> :nil\n");
    expect("/* @ptc f */ const char *c_f();", "f() -> :string\n");
    expect("/* @ptc f */ double c_f(void);", "f() -> :float\n");
    expect("/* @ptc f */ unsigned long int c_f(void);", "f() -> :int[0..]\n");
    expect("/* @ptc f */ ptc_value c_f(void);", "f() -> :any\n");
    expect("/* @ptc f */ json_t *c_f(void);", "f() -> :any\n");
}

/* Types that the header of a contract file declares. */
Test(prototype, declared_types) /* M116 */
{
    expect("#include \"order.ptc.h\"\n/* @ptc g */\nsize c_g(order a, const order *b);\n",
           "g(a {id :int}, b {id :int}) -> :enum[\"small\" \"large\"]\n");
    expect("#include \"order.ptc.h\"\n/* @ptc g */\nvoid c_g(struct order *a);\n",
           "3:10 error c-prototype: \"struct order *a\" is a pointer to one "
           "value or many, which C does not say\n");
    expect("#include \"other.ptc.h\"\n#include <stdio.h>\n/* @ptc g */\nvoid c_g(order "
           "a);\n",
           "4:10 error c-prototype: \"order a\" is a type that this header or another "
           "one declares\n");
}

/* --- What needs a signature --------------------------------------------------------- */

static void expect_refused(const char *declared, const char *reason)
{
    char text[512];
    char wanted[512];

    snprintf(text, sizeof text, "/* @ptc f */\nvoid c_f(%s);\n", declared);
    snprintf(wanted, sizeof wanted, "2:10 error c-prototype: \"%s\" is %s\n", declared,
             reason);
    expect(text, wanted);
}

Test(prototype, types_refused) /* M116 */
{
    expect_refused("void *x", "a pointer to anything");
    expect_refused("const void *x", "a pointer to anything");
    expect_refused("char *x", "a text that may be written or has to be freed");
    expect_refused("const char **x", "a pointer to pointers");
    expect_refused("const char *const *x", "a pointer to pointers");
    expect_refused("char x", "a character or a number");
    expect_refused("int *x", "a pointer to one value or many, which C does not say");
    expect_refused("const double *x",
                   "a pointer to one value or many, which C does not say");
    expect_refused("FILE *x", "a pointer to one value or many, which C does not say");
    expect_refused("struct point x", "a type that this header or another one declares");
    expect_refused("enum color x", "a type that this header or another one declares");
    expect_refused("color_t x", "a type that this header or another one declares");
    expect_refused("long double x", "a type that this header or another one declares");
    expect_refused("int x[3]", "an array, whose length is elsewhere");
    expect_refused("const char x[]", "an array, whose length is elsewhere");
    expect_refused("double x[2][2]", "an array, whose length is elsewhere");
    expect_refused("int (*x)(void)", "a pointer to a function");
    expect_refused("void (*x)(int a, char *b[3], int (*c)(int))",
                   "a pointer to a function");
    expect_refused("...", "arguments of any number");
    expect("/* @ptc f */ void *c_f(void);",
           "1:14 error c-prototype: \"void *c_f\" is a pointer to anything\n");
    expect("/* @ptc f */ char *c_f(void);",
           "1:14 error c-prototype: \"char *c_f\" is a text that may be written or has "
           "to be freed\n");
}

/* All faults of all prototypes at once. */
Test(prototype, faults)
{
    expect("/* @ptc f */\nint c_f(int, const char *, void *p);\n/* @ptc g */\nint "
           "c_g(size_t);\n",
           "2:9 error c-prototype: the parameter has no name\n"
           "2:14 error c-prototype: the parameter has no name\n"
           "2:28 error c-prototype: \"void *p\" is a pointer to anything\n"
           "4:9 error c-prototype: the parameter has no name\n");
    expect("/* @ptc f */\nint c_f(int a_b, int a_B, int a_b);\n",
           "2:27 error c-prototype: the parameter has the name of an earlier one\n");
    expect("/* @ptc */ int f(int a);", "1:8 error c-prototype: @ptc needs a name\n");
    expect("/* @ptc (a :int) -> :int */ int f(int a);",
           "1:9 error c-prototype: @ptc needs a name\n");
    expect("/* @ptc f */\n", "1:9 error c-prototype: no prototype follows @ptc f\n");
    expect("/* @ptc f */\n/* @ptc g */\nint c_g(int a);\n",
           "1:9 error c-prototype: no prototype follows @ptc f\n");
    expect("/* @ptc f */\n}\n", "1:9 error c-prototype: no prototype follows @ptc f\n");
    expect(
        "/* @ptc f */\ntypedef int number;\n",
        "2:1 error c-prototype: \"typedef int number\" is not expected in a prototype\n");
    expect("/* @ptc f */\nint f = 3;\n",
           "2:7 error c-prototype: \"=\" is not expected in a prototype\n");
    expect("/* @ptc f */\nstruct s { int f; };\n",
           "2:1 error c-prototype: \"struct s\" is not expected in a prototype\n");
    expect(
        "/* @ptc f */ int a(int b);\n/* @ptc f */ int c(int d);\n",
        "2:9 error sig-duplicate-name: duplicate declaration \"f\" (also written \"f\" "
        "at 1:9)\n");
    expect("/* @ptc 1f */ int a(int b);\n",
           "1:9 error c-prototype: \"1f\" is not a name: letters, digits, _ and -\n");
}

/* --- Annotations -------------------------------------------------------------------- */

Test(prototype, signatures)
{
    expect(
        "/** @ptc sum (numbers [:int]) -> :int */\nlong sum(const int *n, size_t c);\n",
        "sum(numbers [:int]) -> :int\n");
    expect("// @ptc sum (numbers [:int]) -> :int\n// Adds.\nlong sum(void *p);\n",
           "sum(numbers [:int]) -> :int\n  Adds.\n");
    expect(
        "/**\n * @ptc find (query :string,\n *            limit :int[1..] = 20)\n"
        " *   -> {titles [:string],\n *       more :bool?}\n * Finds titles.\n */\n"
        "void *find(void);\n",
        "find(query :string, limit :int[1..] = 20) -> {titles [:string], more :bool?}\n"
        "  Finds titles.\n");
    expect("/* @ptc f {a :string[~\"[)]\"]} text behind is none */\nvoid f(void);\n",
           "1:31 error sig-unexpected-token: unexpected \"text\", expected the end\n");
    expect("/* @ptc f (a :itn) -> :int */\nint f(int a);\n",
           "1:14 error sig-unknown-type: unknown type \":itn\"\n");
    expect("/* @ptc f [:=> [:cat [:map [:a :int]]] :int] */\nint f(int a);\n",
           "f(arg1 {a :int}) -> :int\n");
    expect("/*\n * @ptc f (a\n * :int\n */\nint f(int a);\n",
           "3:8 error sig-unclosed: \"(\" opened at 2:11 is never closed\n");
}

Test(prototype, descriptions)
{
    expect(
        "/**\n * Adds.\n *\n * @ptc add\n * Both are small.\n *   Really.\n *\n"
        " * @param a the first,\n *          which is added\n"
        " * @param[in] b  the second\n * @return the sum\n *   of both\n * @see other\n"
        " *\n * The end.\n */\nint add(int8_t a, int8_t b);\n",
        "add(a :int[-128..127], b :int[-128..127]) -> "
        ":int[-2147483648..2147483647]\n"
        "  Adds.\n\n  Both are small.\n  Really.\n\n  The end.\n"
        "  - a: the first, which is added\n  - b: the second\n");
    expect("/// \\brief Says hello.\n/// \\ptc hello\n/// \\param name whose\n"
           "/// \\param gone of nobody\nvoid c_hello(const char *name);\n",
           "hello(name :string) -> :nil\n  Says hello.\n  - name: whose\n");
    expect("//! @ptc f\n\n// of another\nvoid c_f(void);\n", "f() -> :nil\n");
}

Test(prototype, context) /* M458 */
{
    const char *text = "/**\n * @ptc f\n * @context user app.user.id\n"
                       " * @context region config.region\n */\n"
                       "void c_f(int64_t n, const char *user, const char *region);\n";
    ptc_source source = {PTC_STR("t.h"), ptc_str_of(text)};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .dialects = &ptcc_dialects};
    const ptc_schema_node *nodes;
    const ptc_schema_node *user;
    ptc_contracts contracts;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_contracts_read(&arena, &source, &options, &diags, &contracts) ==
              PTC_OK);
    nodes = contracts.items[0].schema.nodes;
    user = &nodes[nodes[ptc_schema_root(&contracts.items[0].schema)->first].first + 1];
    cr_expect(user->flags & PTC_NODE_CONTEXT);
    cr_expect(ptc_str_equal(user->extra->context, PTC_STR("app.user.id")));
    cr_expect(user[1].flags & PTC_NODE_CONTEXT);
    cr_expect(!(user[-1].flags & PTC_NODE_CONTEXT));
    expect(
        "/**\n * @ptc f\n * @context a user.id\n * @context b app.\n * @context a app\n"
        " * @context a app.x..y\n * @context c app.x\n */\nvoid c_f(bool a, bool b);\n",
        "3:15 error c-prototype: \"user.id\" is not a path of the context\n"
        "4:15 error c-prototype: \"app.\" is not a path of the context\n"
        "5:15 error c-prototype: \"app\" is not a path of the context\n"
        "6:15 error c-prototype: \"app.x..y\" is not a path of the context\n"
        "7:13 error c-prototype: no parameter is called \"c\"\n");
}

/* What emitted code gets. */
Test(prototype, facts)
{
    const char *text =
        "/* @ptc f */ API const char *c_f(const unsigned long n, float x);";
    ptc_source source = {PTC_STR("a/b/t.h"), ptc_str_of(text)};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .dialects = &ptcc_dialects};
    const ptc_prototype *made;
    ptc_contracts contracts;
    ptc_diags diags;

    ptc_diags_init(&diags, &arena);
    cr_assert(ptc_contracts_read(&arena, &source, &options, &diags, &contracts) ==
              PTC_OK);
    made = contracts.items[0].info->prototype;
    cr_expect(ptc_str_equal(made->function, PTC_STR("c_f")));
    cr_expect(ptc_str_equal(made->header, PTC_STR("t.h")));
    cr_expect(made->result.kind == PTC_PROTOTYPE_TEXT);
    cr_assert(made->count == 2);
    cr_expect(made->parameters[0].kind == PTC_PROTOTYPE_INT);
    cr_expect(ptc_str_equal(made->parameters[0].type, PTC_STR("unsigned long")));
    cr_expect(ptc_str_equal(made->parameters[1].type, PTC_STR("float")));
    cr_expect(ptc_str_equal(made->parameters[1].name, PTC_STR("x")));
}

/* --- What surrounds them ------------------------------------------------------------ */

Test(prototype, macros_and_attributes)
{
    static const char *const declarations[] = {
        "API int8_t c_f(int8_t a);",
        "extern API int8_t c_f(int8_t a) API_END;",
        "int8_t API c_f(int8_t a);",
        "__attribute__((pure)) int8_t c_f(int8_t a) __attribute__((nonnull(1), cold));",
        "__declspec(dllexport) int8_t __stdcall c_f(int8_t a);",
        "[[nodiscard]] int8_t c_f(int8_t a);",
        "API_DEPRECATED(\"use g\") int8_t c_f(int8_t a) API_NONNULL(1);",
        "_Noreturn static inline int8_t c_f(int8_t a) { return f({a}); }",
        "extern \"C\" int8_t c_f(int8_t a);",
        "extern \"C\" {\nint8_t c_f(int8_t a);\n}",
        "#if defined X\n# define Y(a) \\\n  a\n#endif\nint8_t c_f(int8_t a);",
        "/* a comment */ // another\nint8_t /* here */ c_f(int8_t a /* there */);",
        "int8_t\nc_f(int8_t a)\n;",
        "int8_t C_F(int8_t a);",
        "int8_t c_f(const int8_t a API_UNUSED(3));",
        "int8_t c_f(int8_t a) __asm__(\"_c_f\");",
    };

    for (size_t i = 0; i < sizeof declarations / sizeof declarations[0]; i++) {
        char text[512];

        snprintf(text, sizeof text, "/* @ptc f */\n%s\nint other(void);\n",
                 declarations[i]);
        expect(text, "f(a :int[-128..127]) -> :int[-128..127]\n");
    }
}

/* What looks like an annotation is none. */
Test(prototype, not_annotations)
{
    expect("/* see @ptc f */\nint f(void *p);\n"
           "#define F /* @ptc g */ \\\n  int g(void *p);\n"
           "static const char *text = \"/* @ptc h */ // @ptc h\";\n"
           "char c = '\"'; /* @ptcc i */ int i(void *p);\n"
           "_Static_assert(sizeof(int) == 4, \"/* @ptc j\");\n"
           "static inline int k(void *p) { return '/*'; }\n"
           "/* @param ptc */ int l(void *p);\n"
           "/* @ptc yes */ void yes(void);\n",
           "yes() -> :nil\n");
    expect("int f(void *p);\n",
           "1:1 warning contract-empty: the file declares no contract\n");
    expect("/* @ptc f */ int8_t f(int8_t a); /* never closed",
           "f(a :int[-128..127]) -> :int[-128..127]\n");
}

Test(prototype, page)
{
    dialect_expect_page(&arena, &header, "c-prototype");
}

/* --- Limits ------------------------------------------------------------------------- */

static ptc_str repeat(const char *before, const char *part, size_t count,
                      const char *after)
{
    ptc_text text;

    ptc_text_init(&text, &arena);
    ptc_text_cstr(&text, before);
    for (size_t i = 0; i < count; i++)
        ptc_text_cstr(&text, part);
    ptc_text_cstr(&text, after);
    return ptc_text_view(&text);
}

Test(prototype, limits)
{
    const char *got = dialect_read(
        &arena, &header, repeat("/* @ptc f */ int f(", "int (*a)(", 101, "int);"));

    cr_expect(strstr(got, "is not expected in a prototype") != NULL, "%s", got);
    got = dialect_read(&arena, &header,
                       repeat("/* @ptc f */ int f(", "int a,", 200, "int b);"));
    cr_expect(strstr(got, "more than 128 parameters") != NULL, "%s", got);
    got = dialect_read(&arena, &header, repeat("", "//\n", 400000, ""));
    cr_expect(strstr(got, "the file has more than 1048576 bytes") != NULL, "%s", got);
    got = dialect_read(&arena, &header,
                       repeat("/* @ptc f */ ", "int ", 100000, "f(void);"));
    cr_expect(strstr(got, "f() -> ") != NULL, "%.60s", got);
    got =
        dialect_read(&arena, &header, repeat("/* @ptc f ", "[", 1000, "*/ int f(void);"));
    cr_expect(strstr(got, "error") != NULL, "%.60s", got);
}
