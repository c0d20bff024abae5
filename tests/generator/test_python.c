/* SPDX-License-Identifier: MIT */
/* Sources in Python as definitions: what is read, what is reported, and where. [brimley
 * 5] */
#include "generator/dialect/python/python.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "support.h"

static ptc_arena arena;

static void start(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void stop(void)
{
    ptc_arena_free(&arena);
}

TestSuite(python, .init = start, .fini = stop);

/* --- Reading and printing ----------------------------------------------------------- */

static ptc_source *source_of(const char *name, ptc_str text)
{
    ptc_source *source = ptc_arena_array(&arena, 1, sizeof *source);

    *source = (ptc_source){ptc_str_of(name), ptc_str_copy(&arena, text)};
    return source;
}

/* "2:7: message" a line, and "2:7: warning: message". */
static void print_diags(ptc_text *out, const ptc_diags *diags)
{
    for (size_t i = 0; i < diags->count; i++) {
        const ptc_diag *diag = &diags->items[i];
        ptc_position at = ptc_source_position(diag->source, diag->span.start);

        cr_expect(diag->span.start <= diag->span.end &&
                  diag->span.end <= diag->source->text.len);
        ptc_text_uint(out, at.line);
        ptc_text_byte(out, ':');
        ptc_text_uint(out, at.column);
        ptc_text_cstr(out, diag->severity == PTC_SEVERITY_WARNING ? ": warning: " : ": ");
        ptc_text_str(out, diag->message);
        ptc_text_byte(out, '\n');
    }
}

/* Reads a source: its definitions as EDN, a line each, or "refused"; then what is
 * reported.
 */
static const char *read_forms(ptc_str text)
{
    ptcc_definition definition;
    ptc_value value;
    ptc_diags diags;
    ptc_text out;
    bool is_read;

    ptc_diags_init(&diags, &arena);
    diags.source = source_of("m.py", text);
    ptc_text_init(&out, &arena);
    is_read = ptcc_python_read(&definition, &arena, &diags);
    cr_assert(is_read == (diags.errors == 0), "%zu errors", diags.errors);
    cr_assert(definition.root == 0 ||
              ptc_form_to_value(&definition.forms, definition.root, &value, NULL) ==
                  PTC_OK);
    for (uint32_t i = 0; definition.root != 0 && i < value.aux; i++) {
        ptc_value_write(&out, &value.as.items[i]);
        ptc_text_byte(&out, '\n');
    }
    print_diags(&out, &diags);
    return out.ptr;
}

/* --- What is read ------------------------------------------------------------------- */

#define FUNCTION(name, arguments, result)                                                \
    "{\"name\" \"" name                                                                  \
    "\" \"type\" \"python_function\" \"arguments\" {\"inline\" {" arguments              \
    "}} \"return_shape\" \"" result "\"}\n"
#define HEAD "from brimley import function, entity, AppState, Config\n"

typedef struct row {
    const char *source;
    const char *expected;
} row;

static void check_rows(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *actual = read_forms(ptc_str_of(rows[i].source));

        cr_expect_str_eq(actual, rows[i].expected, "%s\ngives\n%s\nnot\n%s",
                         rows[i].source, actual, rows[i].expected);
    }
}
#define CHECK(rows) check_rows((rows), sizeof(rows) / sizeof *(rows))

Test(python, decorators)
{
    static const row rows[] = {
        {"@function\ndef f(): ...\n", FUNCTION("f", "", "void")},
        {"@brimley.function\ndef f(): ...\n", FUNCTION("f", "", "void")},
        {"@function()\ndef f(): ...\n", FUNCTION("f", "", "void")},
        {"import brimley as b\n@b.function\ndef f(): ...\n", FUNCTION("f", "", "void")},
        {"from brimley import function as fn\n@fn()\nasync def f(): ...\n",
         FUNCTION("f", "", "void")},
        {"import brimley.core.tools as t\n@t.function\ndef f(): ...\n",
         FUNCTION("f", "", "void")},
        {"import a.b\nimport brimley . core\n@brimley.core.function\ndef f(): ...",
         FUNCTION("f", "", "void")},
        {"try:\n import brimley as x\nexcept ImportError: import other as x\n"
         "if 1:\n  from brimley import function as g\n@g\n\n# c\n@cache(1)\ndef f(): "
         "...\n",
         FUNCTION("f", "", "void")},
        {"@app.get('/')\ndef f(): ...\n@b.function\ndef g(): ...\nx = 1\n", ""},
        {"from mylib import function\n@function\ndef f(): ...\n",
         "2:2: warning: `@function` is \"mylib.function\" here, not brimley's; \"f\" is "
         "skipped\n"},
        {"@entity\ndef f(): ...\n@function\nclass C: ...\n",
         "1:2: warning: `@entity` belongs before a class; \"f\" is skipped\n"
         "3:2: warning: `@function` belongs before a function; \"C\" is skipped\n"},
        {"@function(name='g-x', type=\"t\", reload=False, mcpType='tool',\n"
         "  return_shape='int[]', description=('a' # c\n  'b'), path='/x/{y}')\n"
         "def f(): 'doc'\n",
         "{\"name\" \"g-x\" \"type\" \"t\" \"arguments\" {\"inline\" {}} "
         "\"return_shape\" "
         "\"int[]\" \"path\" \"/x/{y}\" \"mcp\" {\"type\" \"tool\"} \"reload\" false "
         "\"description\" \"ab\"}\n"},
        {"@function('x', mcptype=1, tags=[2])\ndef f(): ...\n",
         FUNCTION("f", "",
                  "void") "1:11: warning: `'x'`: a decorator's arguments have "
                          "names\n"
                          "1:16: warning: `mcptype` of a decorator has no effect\n"
                          "1:27: warning: `tags` of a decorator has no effect\n"},
        {"@function(name=NAME)\ndef f(): ...\n",
         FUNCTION("f", "", "void") "1:16: `name` of the decorator is not a literal: "
                                   "`NAME`\n"},
    };
    CHECK(rows);
}

Test(python, parameters)
{
    static const row rows[] = {
        {"@function\ndef f(a, b: int, *, c: str = 'x', d=2,): ...\n",
         FUNCTION("f",
                  "\"a\" \"string\" \"b\" \"int\" \"c\" {\"type\" \"str\" \"default\" "
                  "\"x\"} \"d\" {\"type\" \"string\" \"default\" 2}",
                  "void")},
        {"@function\ndef f(a, /, b, *c: int, d, **e: str) -> None: ...\n",
         FUNCTION(
             "f", "\"b\" \"string\" \"d\" \"string\"",
             "None") "2:7: warning: the parameter \"a\" is positional-only, which no "
                     "argument can be; "
                     "it is skipped\n"
                     "2:17: warning: `*c` takes any number of arguments; it is skipped\n"
                     "2:30: warning: `**e` takes any number of arguments; it is "
                     "skipped\n"},
        {"@function\ndef f(a: int = -1, b: float = +1_0.5, c: bool = True, "
         "d: str = None): ...\n",
         FUNCTION("f",
                  "\"a\" {\"type\" \"int\" \"default\" -1} \"b\" {\"type\" \"float\" "
                  "\"default\" 10.5} \"c\" {\"type\" \"bool\" \"default\" true} \"d\" "
                  "{\"type\" \"str\" \"default\" nil}",
                  "void")},
        {"@function\ndef f(a: 'int', b: list['U'], c: '''Annotated[\n 'int', 'how "
         "many'\n]'''"
         ", d: 'list[\"m.U\"]') -> \"U\": ...\n",
         FUNCTION("f",
                  "\"a\" \"int\" \"b\" \"list[U]\" \"c\" {\"type\" \"int\" "
                  "\"description\" \"how many\"} \"d\" \"list[U]\"",
                  "U")},
        {"from decimal import Decimal as D\nimport datetime as dt, typing\n"
         "from m import U as V\n@function\ndef f(a: D, b: dt.date, c: typing.List[V], "
         "e: dt . datetime, g: V|None) -> list[ D ]: ...\n",
         FUNCTION("f",
                  "\"a\" \"Decimal\" \"b\" \"date\" \"c\" \"List[U]\" \"e\" \"datetime\" "
                  "\"g\" \"U | None\"",
                  "list[Decimal]")},
        {HEAD "from brimley.x import BrimleyContext as BC\n@function\n"
              "def f(a, ctx: BC, c: 'Context', d: x.Context = None): ...\n",
         FUNCTION("f", "\"a\" \"string\"", "void")},
        {"@function\ndef f(a: Literal['x', \"y\"], b: (int), c: \"r\"): ...\n",
         FUNCTION("f", "\"a\" \"Literal['x', \\\"y\\\"]\" \"b\" \"int\" \"c\" \"r\"",
                  "void")},
        {"@function\ndef f(a: int = LIMIT, b=f'x', c={1}, d=...): ...\n",
         FUNCTION("f",
                  "\"a\" {\"type\" \"int\"} \"b\" {\"type\" \"string\"} \"c\" {\"type\" "
                  "\"string\"} \"d\" {\"type\" \"string\"}",
                  "void") "2:16: the default of \"a\" is not a literal: `LIMIT`\n"
                          "2:25: a formatted string is not a literal\n"
                          "2:33: the default of \"c\" is not a literal: `{1}`\n"
                          "2:40: the default of \"d\" is not a literal: `...`\n"},
        {"@function\ndef f[T: (int, str) = int, *U, **P](a: T, b=lambda x, *y, z=1: (x, "
         "y)): "
         "...\n",
         FUNCTION("f", "\"a\" \"T\" \"b\" {\"type\" \"string\"}",
                  "void") "2:45: the default of \"b\" is not a literal: `lambda x, *y, "
                          "z=1: (x, y)`\n"},
        {"@function\ndef f(a: 'in\\x74', b: b'int', c: 'a b', d: ''): ...\n",
         FUNCTION("f", "", "void") "2:10: this annotation in quotes cannot be read\n"
                                   "2:23: this annotation in quotes cannot be read\n"
                                   "2:37: expected the end, found `b`\n"
                                   "2:45: expected an expression, found the end\n"},
    };
    CHECK(rows);
}

Test(python, annotated)
{
    static const row rows[] = {
        {HEAD "from typing import Annotated as A\n@function\ndef f(u: A[str, AppState("
              "'user.id')], r: A[int, Config(\"n\")] = 3, s: A['A[str, Config(\"a\" "
              "\".b\")]', 'x']): ...\n",
         FUNCTION("f",
                  "\"u\" {\"type\" \"str\" \"from_context\" \"app.user.id\"} \"r\" "
                  "{\"type\" \"int\" \"from_context\" \"config.n\" \"default\" 3} \"s\" "
                  "{\"type\" \"str\" \"from_context\" \"config.a.b\" \"description\" "
                  "\"x\"}",
                  "void")},
        {"import brimley as b, typing as t\n@b.function\ndef f(u: t.Annotated[str, "
         "b.AppState('x.y')]): ...\n",
         FUNCTION("f", "\"u\" {\"type\" \"str\" \"from_context\" \"app.x.y\"}", "void")},
        {HEAD "@function\ndef f(a: Annotated[int, 'how many', Gt(0), 7]): ...\n",
         FUNCTION("f", "\"a\" {\"type\" \"int\" \"description\" \"how many\"}",
                  "void") "3:37: warning: `Gt(0)` of Annotated has no effect\n"
                          "3:44: warning: `7` of Annotated has no effect\n"},
        {HEAD "@function\ndef f(a: Annotated[str, AppState(KEY)], b: Annotated[str, "
              "Config()], c: Annotated[str, AppState('a'), Config('b')]): ...\n",
         FUNCTION("f", "",
                  "void") "3:25: `AppState` wants one string, the path as it is\n"
                          "3:59: `Config` wants one string, the path as it is\n"
                          "3:103: an argument comes from one place of the context, not "
                          "from two\n"},
        {"@function\ndef f(a: Annotated[int, Field(ge=1, lt=9, description='d')] = 3, "
         "b: list[str] = Field(default=['x'], max_length=2, title='t'), c: str = "
         "Field(..., pattern=r'\\d'), d: str = Field(default_factory=str)): ...\n",
         FUNCTION("f",
                  "\"a\" {\"type\" \"int\" \"minimum\" 1 \"exclusiveMaximum\" 9 "
                  "\"description\" \"d\" \"default\" 3} \"b\" {\"type\" \"list[str]\" "
                  "\"default\" [\"x\"] \"maxItems\" 2} \"c\" {\"type\" \"str\" "
                  "\"pattern\" \"\\\\d\"} \"d\" {\"type\" \"str\"}",
                  "void") "2:116: warning: `title` of a field has no effect\n"
                          "2:195: the default is not a literal: `str`\n"},
    };
    CHECK(rows);
}

#define GIVEN(inline) "@function(arguments={'inline': " inline "})\n"

Test(python, arguments_of_the_decorator)
{
    static const row rows[] = {
        {GIVEN("{'b': {'type': 'int', 'minimum': 1}, 'A': 'date'}") "def f(a, b: str = "
                                                                    "'x', A=1): ...\n",
         FUNCTION(
             "f",
             "\"a\" \"string\" \"b\" {\"type\" \"int\" \"minimum\" 1} \"A\" \"date\"",
             "void")},
        {GIVEN("{'z': 'int'}") "def f(a: int): ...\n",
         FUNCTION(
             "f", "\"a\" \"int\"",
             "void") "1:33: warning: \"z\" is not a parameter of \"f\"; it is skipped\n"},
        {GIVEN("{'z': 'int', 'y': 'str'}") "def f(a: int, **kw): ...\n",
         FUNCTION("f", "\"a\" \"int\" \"z\" \"int\" \"y\" \"str\"",
                  "void") "2:17: warning: `**kw` takes any number of arguments; it is "
                          "skipped\n"},
        {"@function(arguments={'entity_ref': 'User'})\ndef f(a: int): ...\n",
         "{\"name\" \"f\" \"type\" \"python_function\" \"arguments\" {\"entity_ref\" "
         "\"User\" \"inline\" {\"a\" \"int\"}} \"return_shape\" \"void\"}\n"},
        {GIVEN("{'properties': {'a': {'type': 'integer'}, 'z': {}}, 'required': ['a', "
               "'z']}") "def f(a: int): ...\n",
         FUNCTION(
             "f", "\"properties\" {\"a\" {\"type\" \"integer\"}} \"required\" [\"a\"]",
             "void") "1:74: warning: \"z\" is not a parameter of \"f\"; it is skipped\n"},
        {GIVEN("{'properties': {'a': {}}}") "def f(a, b: Annotated[str, AppState('x')]): "
                                            "...\n",
         "{\"name\" \"f\" \"type\" \"python_function\" \"arguments\" {\"signature\" "
         "{\"a\" "
         "\"string\" \"b\" {\"type\" \"str\" \"from_context\" \"app.x\"}} \"inline\" "
         "{\"properties\" {\"a\" {}}}} \"return_shape\" \"void\"}\n"},
        {"@function(arguments={'inline': {'properties': {'a': {}}}, 'entity_ref': "
         "'User'})\n"
         "def f(a): ...\n",
         "{\"name\" \"f\" \"type\" \"python_function\" \"arguments\" {\"entity_ref\" "
         "\"User\" \"inline\" {\"properties\" {\"a\" {}}}} \"return_shape\" \"void\"}\n"},
        {"@function(arguments={'a': 'int', 'inline': 'x', 'b': 1})\ndef f(a): ...\n",
         "{\"name\" \"f\" \"type\" \"python_function\" \"arguments\" {\"a\" \"int\" "
         "\"b\" 1 \"inline\" \"x\"} \"return_shape\" \"void\"}\n"},
        {GIVEN("{'properties': 'int'}") "def f(properties): ...\n",
         FUNCTION("f", "\"properties\" \"int\"", "void")},
    };
    CHECK(rows);
}

#define ENTITY(name, fields)                                                             \
    "{\"name\" \"" name "\" \"type\" \"entity\" \"fields\" {" fields "}"

Test(python, entities)
{
    static const row rows[] = {
        {HEAD "@entity\nclass U(BaseModel):\n  'Doc.'\n  id: int\n  n: str = 'x'; m: "
              "date = None"
              "\n  c: ClassVar[int] = 1\n  o = 5\n  o.x: int = 1\n  r: int = ...\n"
              "  def f(self): x: int = 1\n",
         ENTITY("U",
                "\"id\" \"int\" \"n\" {\"type\" \"str\" \"default\" \"x\"} \"m\" "
                "{\"type\" \"date\" \"default\" nil} \"r\" \"int\"") " \"description\" "
                                                                     "\"Doc.\"}\n"},
        {"@brimley.entity(name='V', description='d')\n@dataclass(frozen=True)\nclass U: "
         "a: int = "
         "field(default=2); b: list['U'] = ()\nx: int = 3\n",
         "{\"name\" \"V\" \"type\" \"entity\" \"description\" \"d\" \"fields\" {\"a\" "
         "{\"type\" \"int\" \"default\" 2} \"b\" {\"type\" \"list[U]\" \"default\" "
         "[]}}}\n"},
        {"@entity\nclass A:\n a: int\n b: str\n@entity\nclass B(A, Generic[T], x=1):\n "
         "b: int\n"
         " c: A\n",
         ENTITY("A", "\"a\" \"int\" \"b\" \"str\"") "}\n" ENTITY(
             "B", "\"a\" \"int\" \"b\" \"int\" \"c\" \"A\"") "}\n"},
        {"class A:\n a: int\n@entity\nclass B(A, m()):\n b: int = X\n",
         ENTITY("B", "\"b\" {\"type\" \"int\"}") "}\n4:9: warning: fields that \"B\" has "
                                                 "from `A` are not read\n"
                                                 "4:12: warning: fields that \"B\" has "
                                                 "from `m()` are not read\n"
                                                 "5:11: the default of \"b\" is not a "
                                                 "literal: `X`\n"},
    };
    CHECK(rows);
}

Test(python, skipped)
{
    static const row rows[] = {
        {"class C:\n  @function\n  @x\n  def m(self): ...\n  @entity\n  class D: ...\n",
         "4:7: warning: \"m\" is a method; it is skipped\n"
         "6:9: warning: \"D\" is nested; it is skipped\n"},
        {"def f():\n  if x:\n    @brimley.function(a)\n    async def g(): ...\n",
         "4:15: warning: \"g\" is nested; it is skipped\n"},
        {"if x:\n  @function\n  def g(): ...\nelse:\n  def h(): ...\n",
         "3:7: warning: \"g\" is in a block; it is skipped\n"},
    };
    CHECK(rows);
}

#define DOC(text) "@function\ndef f():\n" text
#define DOCUMENTED(text)                                                                 \
    "{\"name\" \"f\" \"type\" \"python_function\" \"arguments\" {\"inline\" {}} "        \
    "\"return_shape\" \"void\" \"description\" \"" text "\"}\n"

Test(python, docstrings)
{
    static const row rows[] = {
        {DOC("  'Doc line.'\n"), DOCUMENTED("Doc line.")},
        {DOC("  # c\n\n  \"\"\"  One.\n\n     Two\n       three.\n  \"\"\"\n  'x'\n"),
         DOCUMENTED("One.\\n\\nTwo\\n  three.")},
        {DOC("\t'''\n\tTabs\n\t\tdeeper\r\n\t'''\r\n"),
         DOCUMENTED("Tabs\\n        deeper")},
        {DOC("  r'\\d' 'a\\\nb'; return\n"), DOCUMENTED("\\\\dab")},
        {DOC("  'a' % b\n"), FUNCTION("f", "", "void")},
        {DOC("  'a'.b\n"), FUNCTION("f", "", "void")},
        {DOC("  f'a'\n"), FUNCTION("f", "", "void")},
        {DOC("  b'a'\n"), FUNCTION("f", "", "void")},
        {DOC("  pass\n  'a'\n"), FUNCTION("f", "", "void")},
        {DOC("  ''\n"), FUNCTION("f", "", "void")},
        {DOC("  if x:\n    'a'\n"), FUNCTION("f", "", "void")},
        {"@function\ndef f(): 'On one line.'; return 1\n", DOCUMENTED("On one line.")},
    };
    CHECK(rows);
}

#define DEFAULT(text) "@function\ndef f(a=" text "): ...\n"
#define GIVES(text)                                                                      \
    FUNCTION("f", "\"a\" {\"type\" \"string\" \"default\" " text "}", "void")

Test(python, literals)
{
    static const row rows[] = {
        {DEFAULT("0x_Ff"), GIVES("255")},
        {DEFAULT("-0b11"), GIVES("-3")},
        {DEFAULT("0o17"), GIVES("15")},
        {DEFAULT("00_0"), GIVES("0")},
        {DEFAULT("9223372036854775807"), GIVES("9223372036854775807")},
        {DEFAULT("-0x8000000000000000"), GIVES("-9223372036854775808")},
        {DEFAULT("9_223_372_036_854_775_808"), GIVES("9223372036854775808")},
        {DEFAULT("1."), GIVES("1.0")},
        {DEFAULT(".5e-3"), GIVES("5.0E-4")},
        {DEFAULT("1.e1"), GIVES("10.0")},
        {DEFAULT("1E5_0"), GIVES("1.0E50")},
        {DEFAULT("('a', [None, (1,)], {'k': {}})"),
         GIVES("[\"a\" [nil [1]] {\"k\" {}}]")},
        {DEFAULT("'\\a\\x41\\u20ac\\U0001F600\\101\\'\\d'"),
         GIVES("\"\\u0007A\xE2\x82\xAC\xF0\x9F\x98\x80"
               "A'\\\\d\"")},
        {DEFAULT("u'a' R'\\n' \"\"\"b\"\"\""), GIVES("\"a\\\\nb\"")},
        {DEFAULT("((((1))))"), GIVES("1")},
    };
    static const row bad[] = {
        {DEFAULT("0x8000000000000000"),
         "2:9: `0x8000000000000000` does not fit into 64 bits\n"},
        {DEFAULT("1e999"), "2:9: `1e999` is beyond the largest number\n"},
        {DEFAULT("2j"), "2:9: the default of \"a\" is not a literal: `2j`\n"},
        {DEFAULT("'\\N{DASH}'"),
         "2:10: `\\N` names a character; write the character itself\n"},
        {DEFAULT("'\\x4'"), "2:10: `\\x` needs two hexadecimal digits\n"},
        {DEFAULT("'\\ud800'"), "2:10: `\\ud800` is not a character\n"},
        {DEFAULT("'\\U00110000'"), "2:10: `\\U00110000` is not a character\n"},
        {DEFAULT("b'x'"), "2:9: bytes are not text; write it without `b`\n"},
        {DEFAULT("{1: 2}"),
         "2:10: the default of \"a\" has a key that is not a string: `1`\n"},
        {DEFAULT("{**x}"),
         "2:10: the default of \"a\" has a key that is not a string: `**`\n"},
        {DEFAULT("[1, x()]"), "2:13: the default of \"a\" is not a literal: `x()`\n"},
        {DEFAULT("1 + 2"), "2:9: the default of \"a\" is not a literal: `1 + 2`\n"},
        {DEFAULT("--1"), "2:9: the default of \"a\" is not a literal: `--1`\n"},
    };

    CHECK(rows);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *actual = read_forms(ptc_str_of(bad[i].source));

        actual = strstr(actual, "\n2:") != NULL ? strstr(actual, "\n2:") + 1 : actual;
        cr_expect_str_eq(actual, bad[i].expected, "%s\ngives\n%s", bad[i].source, actual);
    }
}

/* --- What is reported
 * ------------------------------------------------------------------- */

#define GOOD    "@function\ndef good(): ...\n"
#define IS_GOOD FUNCTION("good", "", "void")

Test(python, faults)
{
    static const row rows[] = {
        {"def f(:\n" GOOD, IS_GOOD "1:7: expected `)` or a name, found `:`\n"},
        {"@function\ndef f(a int): ...\n" GOOD,
         IS_GOOD "2:9: expected `,`, `)` or `:`, found `int`\n"},
        {"x = (1,\n  [2\n" GOOD, IS_GOOD "2:3: `[` is never closed before 4:1\n"},
        {"f(a\n", "1:2: `(` is never closed; the text ends at 2:1\n"},
        {"f(a]\n" GOOD, IS_GOOD "1:2: `(` is never closed before 1:4\n"},
        {"a)\n" GOOD, IS_GOOD "1:2: `)` closes nothing\n"},
        {"x = 'a\n" GOOD, IS_GOOD "1:5: this string is never closed\n"},
        {"x = f'{a:{b}\n" GOOD, IS_GOOD "1:5: this string is never closed\n"},
        {GOOD "x = '''a\ndef f()", IS_GOOD "3:5: this string is never closed\n"},
        {"x = 017\n" GOOD, IS_GOOD "1:5: a number with a leading zero: `017`\n"},
        {"x = 1 ? 2\n" GOOD, IS_GOOD "1:7: unexpected `?`\n"},
        {"x = \\ 1\n" GOOD, IS_GOOD "1:5: a backslash has to be the last of its line\n"},
        {"x\xC2\xA0= 1\n" GOOD, IS_GOOD "1:2: a blank that is not plain: `\xC2\xA0`\n"},
        {"if x:\ny = 1\n" GOOD, IS_GOOD "2:1: an indented block was expected here\n"},
        {"if x:\n", "2:1: an indented block was expected here\n"},
        {"x = 1\n  y = 2\n  z = 3\n" GOOD,
         IS_GOOD "2:3: this line is indented, and no block begins here\n"},
        {"if x:\n    y\n  z\n" GOOD,
         IS_GOOD "3:3: this indentation is that of no line above\n"},
        {"if x:\n        y\n\tz\n" GOOD,
         IS_GOOD "3:2: tabs and blanks of this indentation are mixed\n"},
        {"@function\nx = 1\n" GOOD,
         IS_GOOD "2:1: expected `def`, `class` or `@` after a decorator, found `x`\n"},
        {"@function\n", "2:1: expected `def` or `class` after a decorator, found the "
                        "end of the file\n"},
        {"@function(\n@function\ndef f(): ...\n" GOOD, FUNCTION("f", "", "void") IS_GOOD
         "2:1: expected `)` or an expression, found `@`\n"},
        {"import\nfrom x import (a b)\n" GOOD,
         IS_GOOD "1:7: expected a name, found the end\n"
                 "2:18: expected `,` or `)`, found `b`\n"},
        {"\xFF\n", "1:1: ill-formed UTF-8 at byte 0\n"},
    };
    CHECK(rows);
}

/* What may be in bodies and between definitions does not matter. */
Test(python, whole_language)
{
    static const char *const lines[] = {
        "x = y = {**a, 'b': [*c], **d}",
        "x: int; y: 'a b c' = 1; z[0]: str = yield",
        "print >> f, 'python 2', x",
        "exec 'x' in y",
        "match x:\n  case {'a': 1, **r} | [_, *s] if t: pass",
        "type X[T] = list[T]",
        "with (open('a') as b, open('c') as d): pass",
        "while 1: break\nelse: continue",
        "try: a\nexcept* (B, C) as d: e\nfinally: f",
        "f'{x!r:^{w}.{p}}{{}}' rf'\\{y}' F'''\n{'''z'''}\n''' t'{a}'",
        "f\"{d[\"k\"]} {f\"{'}'}\"} {x:%H:%M} {lambda: 1}\"",
        "f'{\n  x # }\n}'",
        "a = b if c else lambda *d, e=f, **g: (yield)",
        "x = [a async for a in b if await c]; del x[::2, ...]",
        "s = '\\\n' \"\\\"\" '''a''b\\'''' r'a\\'b' '\\\\'",
        "if x: pass\n\f\nelif y:\n\tpass\n\n  # odd comment\n\telse_ = 1",
        "a = 1_000.0_1e+1_0 + 0XFF - 1J * .5 // 3 @ b << 2 >> 1 & 3 ^ 4 % 5 | ~6",
        "a += 1; b //= 2; c **= 3; d >>= 4; e @= f; (g := h)",
        "\xCE\xB1_\xE5\x90\x8D = '\xE2\x80\xA8'",
        "class A[T](B, metaclass=C): x: int = 1; y = 2",
        "@a.b[c](d)(e)\n@(f := g)\n@h if i else j\ndef k(): ...",
        "def f(a, *, b: int = (1 if x else 2)) -> {'a': 1}: return",
        "for i, (j, *k), in l: pass",
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ptc_text text;
        const char *actual;
        bool is_one = strchr(lines[i], '\n') == NULL;

        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, lines[i]);
        ptc_text_cstr(&text,
                      "\n" GOOD "@function\ndef g():\n    x\r\n    if 1:\r        ");
        ptc_text_cstr(&text, is_one ? lines[i] : "pass");
        ptc_text_cstr(&text, "\n@function\ndef h(): ...\n");
        actual = read_forms(ptc_text_view(&text));
        cr_expect_str_eq(actual,
                         IS_GOOD FUNCTION("g", "", "void") FUNCTION("h", "", "void"),
                         "%s\ngives\n%s", text.ptr, actual);
    }
}

/* --- Limits -------------------------------------------------------------- */

/* The text `count` times between the two others. */
static ptc_str repeated(const char *before, const char *text, size_t count,
                        const char *behind)
{
    ptc_text out;

    ptc_text_init(&out, &arena);
    ptc_text_cstr(&out, before);
    for (size_t i = 0; i < count; i++)
        ptc_text_cstr(&out, text);
    ptc_text_cstr(&out, behind);
    return ptc_text_view(&out);
}

static bool ends_in(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) &&
           strcmp(text + strlen(text) - strlen(end), end) == 0;
}

Test(python, limits)
{
    const struct {
        ptc_str text;
        const char *end; /* of what is printed */
    } rows[] = {
        {repeated("x = ", "[", 100, "\n"), "`[` is never closed; the text ends at 2:1\n"},
        {repeated("x = ", "(", 101, "\n"),
         "brackets are nested deeper than 100 levels\n"},
        {repeated("x = ", "f'{", 101, "\n"),
         "strings in this string are nested deeper than 100 levels\n"},
        {repeated("x = ", "-", 100000, "1\n" GOOD), IS_GOOD},
        {repeated("@x", ".y", 100000, "\ndef f(): ...\n" GOOD), IS_GOOD},
        {repeated("def f(a=", "not ", 50000, "1): ...\n" GOOD), IS_GOOD},
        {repeated("def f(a: ", "x|", 100000, "x): ...\n" GOOD), IS_GOOD},
        {repeated("@function\ndef f(a=[", "1,", 11000, "]): ...\n" GOOD),
         "there are more than 10000 names and values in the definitions\n"},
        {repeated("", "x = 1\n", 180000, ""), "the source is longer than 1 MiB\n"},
        {repeated("", "x = 1\n", 170000, GOOD), IS_GOOD},
        {repeated("", "#\n", 500000, GOOD), IS_GOOD},
        {repeated("", "f(]\n", 200000, GOOD), ": `(` is never closed before 20:3\n"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *actual = read_forms(rows[i].text);

        cr_expect(ends_in(actual, rows[i].end), "row %zu gives %.200s", i, actual);
    }
}

/* Blocks in blocks. */
Test(python, levels)
{
    for (size_t count = 99; count < 102; count++) {
        ptc_text text;
        const char *actual;

        ptc_text_init(&text, &arena);
        for (size_t i = 0; i < count; i++) {
            ptc_text_repeat(&text, ' ', i);
            ptc_text_cstr(&text, "if x:\n");
        }
        ptc_text_repeat(&text, ' ', count);
        ptc_text_cstr(&text, "y\n" GOOD);
        actual = read_forms(ptc_text_view(&text));
        if (count == 99)
            cr_expect_str_eq(actual, IS_GOOD);
        else
            cr_expect(ends_in(actual, "blocks are nested deeper than 100 levels\n"), "%s",
                      actual);
    }
}
