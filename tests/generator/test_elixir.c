/* SPDX-License-Identifier: MIT */
/*
 * Sources in Elixir: every row of the type mapping, what needs an explicit signature and
 * is left out with its place, files as they are written. [signature 12]
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

TestSuite(elixir, .init = start, .fini = stop);

static const dialect_reading plain = {.name = "t.ex"};
static const dialect_reading unions = {.name = "t.ex", .result_unions = true};

static void expect(const dialect_reading *how, const char *text, const char *wanted)
{
    const char *got = dialect_read(&arena, how, ptc_str_of(text));

    cr_expect(got != NULL && strcmp(got, wanted) == 0, "%s\ngives\n%s\ninstead of\n%s",
              text, got, wanted);
}

typedef struct row {
    const char *type;
    const char *wanted; /* the type of the result; NULL: left out */
} row;

/* Each as the result of `f`. */
static void expect_types(const dialect_reading *how, const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[512];
        char wanted[512];

        snprintf(text, sizeof text, "@spec f() :: %s\n", rows[i].type);
        snprintf(wanted, sizeof wanted, "f() -> %s\n", rows[i].wanted);
        expect(how, text, wanted);
    }
}
#define EXPECT_TYPES(how, rows) expect_types(how, rows, sizeof rows / sizeof rows[0])

/* --- The mapping -------------------------------------------------------------------- */

Test(elixir, strings) /* M105 */
{
    static const row rows[] = {{"String.t()", ":string"}, {"String.t", ":string"}};

    EXPECT_TYPES(&plain, rows);
}

Test(elixir, integers) /* M106 */
{
    static const row rows[] = {
        {"integer()", ":int"},
        {"integer", ":int"},
        {"non_neg_integer()", ":int[0..]"},
        {"pos_integer()", ":int[1..]"},
        {"neg_integer()", ":int[..-1]"},
        {"byte()", ":int[0..255]"},
        {"char()", ":int[0..1114111]"},
        {"1..10", ":int[1..10]"},
        {"-5..1_000", ":int[-5..1000]"},
        {"7", ":int[7..7]"},
    };

    EXPECT_TYPES(&plain, rows);
}

Test(elixir, floats_and_booleans) /* M107, M108 */
{
    static const row rows[] = {
        {"float()", ":float"},  {"float", ":float"},  {"number()", ":int|:float"},
        {"boolean()", ":bool"}, {"boolean", ":bool"}, {"boolean() | nil", ":bool?"},
    };

    EXPECT_TYPES(&plain, rows);
}

Test(elixir, atoms) /* M109 */
{
    static const row rows[] = {
        {"atom()", ":keyword"},
        {":ok", ":enum[\"ok\"]"},
        {":open | :closed", ":enum[\"open\" \"closed\"]"},
        {":open | :closed | :open", ":enum[\"open\" \"closed\"]"},
        {":\"not open\" | nil", ":enum[\"not open\"]?"},
        {"nil | :a | integer() | :b", ":enum[\"a\" \"b\"]|:int?"},
    };

    EXPECT_TYPES(&plain, rows);
}

Test(elixir, maps) /* M110, M112 */
{
    static const row rows[] = {
        {"map()", ":map"},
        {"map", ":map"},
        {"%{}", "{}"},
        {"%{id: integer(), name: String.t()}", "{id :int, name :string}"},
        {"%{:id => integer()}", "{id :int}"},
        {"%{required(:id) => integer()}", "{id :int}"},
        {"%{optional(:note) => String.t()}", "{note :string?}"},
        {"%{note: String.t() | nil}", "{note :string?}"},
        {"%{\"full name\": String.t()}", "{\"full name\" :string}"},
        {"%{user: %{id: integer(), tags: [atom()]}}",
         "{user {id :int, tags [:keyword]}}"},
        {"%{String.t() => integer()}", "[:map-of :string :int]"},
        {"%{optional(String.t()) => integer()}", "[:map-of :string :int]"},
    };

    EXPECT_TYPES(&plain, rows);
}

Test(elixir, lists) /* M111 */
{
    static const row rows[] = {
        {"list(integer())", "[:int]"},
        {"[String.t()]", "[:string]"},
        {"[[float()]]", "[[:float]]"},
        {"list()", "[:any]"},
        {"list", "[:any]"},
        {"nonempty_list(integer())", "[:int][1..]"},
        {"[integer(), ...]", "[:int][1..]"},
        {"list(%{id: integer()} | nil)", "[{id :int}?]"},
        {"[(integer() | String.t())]", "[:int|:string]"},
    };

    EXPECT_TYPES(&plain, rows);
}

Test(elixir, others)
{
    static const row rows[] = {
        {"any()", ":any"},
        {"term()", ":any"},
        {"term", ":any"},
        {"nil", ":nil"},
        {"DateTime.t()", ":datetime"},
        {"Date.t()", ":date"},
        {"Decimal.t()", ":decimal"},
        {"String.t() | nil", ":string?"},
        {"nil | String.t()", ":string?"},
        {"String.t() | integer()", ":string|:int"},
        {"name :: String.t()", ":string"},
    };

    EXPECT_TYPES(&plain, rows);
}

/* --- What needs a signature --------------------------------------------------------- */

/* Where and why the spec `f() :: type` is left out. */
static void expect_left_out(const char *type, const char *quoted, const char *reason)
{
    char text[512];
    char wanted[512];
    const char *at = strstr(type, quoted);

    cr_assert(at != NULL, "%s", quoted);
    snprintf(text, sizeof text, "@spec f() :: %s\n", type);
    snprintf(wanted, sizeof wanted,
             "1:%d warning elixir-spec: \"f\" is left out: \"%s\" %s\n",
             14 + (int)(at - type), quoted, reason);
    expect(&plain, text, wanted);
}

Test(elixir, processes_and_references) /* M113 */
{
    expect_left_out("pid()", "pid()", "is a process, not data");
    expect_left_out("pid", "pid", "is a process, not data");
    expect_left_out("[reference()]", "reference()", "is a reference, not data");
    expect_left_out("%{p: port()}", "port()", "is a port, not data");
    expect_left_out("(integer() -> atom())", "(integer() -> atom())",
                    "is a function, not data");
    expect_left_out("(-> atom())", "(-> atom())", "is a function, not data");
    expect_left_out("(... -> atom())", "(... -> atom())", "is a function, not data");
    expect_left_out("fun()", "fun()", "is a function, not data");
    expect_left_out("no_return()", "no_return()",
                    "is the type of functions that do not return");
}

Test(elixir, unions_of_tuples) /* M114 */
{
    expect_left_out("{:ok, integer()} | {:error, term()}",
                    "{:ok, integer()} | {:error, term()}",
                    "is a union of tuples, which JSON does not have");
    expect_left_out("{:ok, pid()} | {:error, Other.t()}",
                    "{:ok, pid()} | {:error, Other.t()}",
                    "is a union of tuples, which JSON does not have");
    expect_left_out("[:ok | {:error, atom()}]", ":ok | {:error, atom()}",
                    "is a union of tuples, which JSON does not have");
    expect_left_out("{integer(), integer()}", "{integer(), integer()}",
                    "is a tuple, which JSON does not have");
    expect_left_out("{}", "{}", "is a tuple, which JSON does not have");
}

Test(elixir, result_unions) /* M114 */
{
    static const row rows[] = {
        {"{:ok, integer()} | {:error, term()}", "{result :int, error :any?}"},
        {"{:error, Ecto.Changeset.t()} | {:ok, %{id: integer()}}",
         "{result {id :int}, error :any?}"},
        {"{:ok, String.t() | nil} | {:error, pid()}", "{result :string?, error :any?}"},
        {"[{:ok, atom()} | {:error, atom()}]", "[{result :keyword, error :any?}]"},
    };

    EXPECT_TYPES(&unions, rows);
    expect(&unions, "@spec f() :: {:ok, pid()} | {:error, term()}\n",
           "1:20 warning elixir-spec: \"f\" is left out: \"pid()\" is a process, not "
           "data\n");
    expect(&unions, "@spec f() :: {:ok, atom(), atom()} | {:error, term()}\n",
           "1:14 warning elixir-spec: \"f\" is left out: \"{:ok, atom(), atom()} | "
           "{:error, term()}\" is a union of tuples, which JSON does not have\n");
    expect(&unions, "@spec f() :: :ok | {:error, term()}\n",
           "1:14 warning elixir-spec: \"f\" is left out: \":ok | {:error, term()}\" is a "
           "union of tuples, which JSON does not have\n");
}

Test(elixir, types_of_modules) /* M115 */
{
    expect_left_out("order()", "order()", "is a type that a module declares");
    expect_left_out("[t]", "t", "is a type that a module declares");
    expect_left_out("pair(integer(), atom())", "pair(integer(), atom())",
                    "is a type that a module declares");
    expect_left_out("Shop.Order.t()", "Shop.Order.t()", "is a type of another module");
    expect_left_out(":inet.port_number()", ":inet.port_number()",
                    "is a type of another module");
    expect_left_out("%Shop.Order{}", "%Shop.Order{}", "is a struct of a module");
    expect_left_out("%Order{id: integer()}", "%Order{id: integer()}",
                    "is a struct of a module");
    expect_left_out("Shop", "Shop", "is a module");
    expect_left_out("MapSet.t(atom())", "MapSet.t(atom())",
                    "is a type of another module");
}

Test(elixir, other_types_left_out)
{
    expect_left_out("binary()", "binary()",
                    "is a binary, which need not be text; text is String.t()");
    expect_left_out("<<_::8, _::_*8>>", "<<_::8, _::_*8>>",
                    "is a binary, which need not be text");
    expect_left_out("keyword()", "keyword()", "is a keyword list; maps are %{key: type}");
    expect_left_out("[key: atom(), other: atom()]", "[key: atom(), other: atom()]",
                    "is a keyword list");
    expect_left_out("[]", "[]", "is a list of nothing");
    expect_left_out("true", "true", "is one of two values: boolean() has both");
    expect_left_out("Time.t()", "Time.t()", "is a time without a day");
    expect_left_out("NaiveDateTime.t()", "NaiveDateTime.t()",
                    "is a time without an offset; DateTime.t() has one");
    expect_left_out("10..1", "10..1", "is a range of nothing");
    expect_left_out("1..99999999999999999999", "1..99999999999999999999",
                    "is beyond 64 bits");
    expect_left_out("%{float() => atom()}", "float()", "is not a key of a map in JSON");
    expect_left_out("%{a: atom(), String.t() => atom()}",
                    "%{a: atom(), String.t() => atom()}",
                    "is a map of named keys and of keys of a type");
    expect_left_out("%{a_b: atom(), \"a-b\": atom()}", "%{a_b: atom(), \"a-b\": atom()}",
                    "is a map with a key twice");
    expect_left_out("\"text\"", "\"text\"", "is not expected in a spec");
    expect(&plain, "@spec f() :: integer() atom()\n",
           "1:24 warning elixir-spec: \"f\" is left out: \"atom\" is not expected in a "
           "spec\n");
    expect_left_out("%{a: atom(),}", "}", "is not expected in a spec");
}

Test(elixir, specs_left_out)
{
    expect(&plain, "@spec f(a) :: a when a: integer()\n",
           "1:17 warning elixir-spec: \"f\" is left out: \"when a: integer()\" has type "
           "variables\n");
    expect(&plain, "@spec f(integer()) :: atom()\n@spec f(float()) :: atom()\n",
           "1:7 warning elixir-spec: \"f\" is left out: it has more than one spec\n");
    expect(&plain,
           "@spec f(integer()) :: atom()\n@spec f(float()) :: atom()\n"
           "def f(x), do: x\n@spec g() :: nil\ndef g, do: nil\n",
           "g() -> :nil\n"
           "2:7 warning elixir-spec: \"f\" is left out: it has more than one spec\n");
    expect(&plain, "@spec f(integer( :: atom()\ndef f(x), do: x\n",
           "1:7 warning elixir-spec: \"f\" is left out: it has a spec whose brackets do "
           "not match, or are more than 100 deep\n");
    expect(&plain, "@spec f(integer())\ndef f(x), do: x\n",
           "1:7 warning elixir-spec: \"f\" is left out: it has a spec that ends too "
           "early\n");
    expect(&plain, "@spec f(a :: atom(), a :: atom()) :: atom()\n",
           "1:27 warning elixir-spec: \"f\" is left out: \"atom()\" has the name of an "
           "earlier parameter\n");
    expect(&plain, "@spec f() :: nil\n@spec f(atom()) :: nil\n",
           "f() -> :nil\n2:7 warning elixir-spec: \"f\" is left out: it has the name of "
           "an earlier function\n");
    expect(&plain, "@spec f() :: [pid() | reference()]\n",
           "1:15 warning elixir-spec: \"f\" is left out: \"pid()\" is a process, not "
           "data\n"
           "1:23 warning elixir-spec: \"f\" is left out: \"reference()\" is a reference, "
           "not data\n");
}

/* --- Functions ---------------------------------------------------------------------- */

Test(elixir, names_of_parameters)
{
    expect(&plain, "@spec f(a :: atom(), atom()) :: nil\n",
           "f(a :keyword, arg2 :keyword) -> :nil\n");
    expect(&plain,
           "@spec f(atom(), atom(), map(), [atom()], atom()) :: nil\n"
           "def f(first, :literal, %{k: v} = third, [_ | _], _unused), do: nil\n",
           "f(first :keyword, arg2 :keyword, third :map, arg4 [:keyword], unused "
           ":keyword) -> :nil\n");
    expect(&plain, "@spec f(x :: atom()) :: nil\ndef f(y), do: nil\n",
           "f(x :keyword) -> :nil\n");
    expect(&plain, "@spec f(atom()) :: nil\ndef f(\n  # odd (\n  name\n) do\nend\n",
           "f(name :keyword) -> :nil\n");
    expect(&plain, "@spec f() :: nil\ndef f, do: nil\n", "f() -> :nil\n");
    expect(&plain, "@spec f :: nil\ndef f, do: nil\n", "f() -> :nil\n");
    expect(&plain, "@spec f(atom()) :: nil\ndef f(valid?), do: nil\n",
           "f(arg1 :keyword) -> :nil\n");
}

Test(elixir, defaults)
{
    expect(
        &plain,
        "@spec f(String.t(), integer(), boolean(), String.t(), map()) :: nil\n"
        "def f(q, n \\\\ 10, b \\\\ false, s \\\\ \"a\\nb\", o \\\\ %{}), do: nil\n",
        "f(q :string, n :int = 10, b :bool = false, s :string = \"a\\nb\", o :map?) -> "
        ":nil\n");
    /* The spec with all arguments is the one of the function. */
    expect(&plain,
           "@spec f(String.t()) :: nil\n@spec f(String.t(), integer()) :: nil\n"
           "def f(q, n \\\\ 10), do: nil\n",
           "f(q :string, n :int = 10) -> :nil\n");
}

Test(elixir, names_of_functions)
{
    expect(&plain, "@spec open?(atom()) :: boolean()\ndef open?(x), do: true\n",
           "open(x :keyword) -> :bool\n");
    expect(&plain, "@spec save!(atom()) :: nil\n", "save(arg1 :keyword) -> :nil\n");
    expect(
        &plain, "@spec a + b :: integer()\n@spec integer() + integer() :: integer()\n",
        "1:9 warning elixir-spec: \"a\" is left out: \"+\" is not expected in a spec\n"
        "2:17 warning elixir-spec: \"integer\" is left out: \"+\" is not expected in a "
        "spec\n");
    expect(&plain, "@spec f(atom()) :: nil\ndefp f(x), do: x\n",
           "1:1 warning contract-empty: the file declares no contract\n");
    expect(&plain, "@spec f(atom()) :: nil\ndef g(x), do: x\n",
           "f(arg1 :keyword) -> :nil\n");
}

Test(elixir, several_lines)
{
    expect(&plain,
           "@spec search(\n        query :: String.t(), # what\n        limit :: "
           "pos_integer()\n      ) ::\n        [%{id: integer()}]\n        | nil\n",
           "search(query :string, limit :int[1..]) -> [{id :int}]?\n");
    expect(&plain, "@spec f(atom()) :: %{\n  id: integer()\n}\n@spec g() :: nil",
           "f(arg1 :keyword) -> {id :int}\ng() -> :nil\n");
    expect(&plain, "\xEF\xBB\xBF@spec f() ::\r\n  nil\r\n", "f() -> :nil\n");
}

Test(elixir, docs)
{
    expect(&plain, "@doc \"Finds \\\"it\\\".\"\n@spec f() :: nil\ndef f, do: nil\n",
           "f() -> :nil\n  Finds \"it\".\n");
    expect(&plain,
           "  @doc \"\"\"\n  Finds it.\n\n    indented\n  \"\"\"\n  @spec f() :: nil\n",
           "f() -> :nil\n  Finds it.\n\n    indented\n");
    expect(&plain, "@doc ~S\"\"\"\nRaw \\n.\n\"\"\"\n@spec f() :: nil\n",
           "f() -> :nil\n  Raw \\n.\n");
    expect(&plain, "@spec f() :: nil\n@doc \"Behind.\"\ndef f, do: nil\n",
           "f() -> :nil\n  Behind.\n");
    expect(&plain, "@doc \"One.\"\n@spec f() :: nil\n@doc \"Two.\"\n@spec g() :: nil\n",
           "f() -> :nil\n  One.\ng() -> :nil\n  Two.\n");
    expect(&plain, "@doc \"Hidden.\"\n@doc false\n@spec f() :: nil\n", "f() -> :nil\n");
    expect(&plain, "@doc \"Of another.\"\ndef g, do: nil\n@spec f() :: nil\n",
           "f() -> :nil\n");
}

Test(elixir, explicit_signatures)
{
    expect(&plain,
           "@doc \"Fetches.\"\n@doc signature: \"(id :int) -> {ok :bool?}\"\n"
           "@spec f(pid()) :: pid()\ndef f(id), do: id\n",
           "f(id :int) -> {ok :bool?}\n  Fetches.\n");
    expect(&plain, "@doc since: \"1.0\", signature: ~S|{a :enum[x y]}|\ndef f, do: 1\n",
           "f() -> {a :enum[\"x\" \"y\"]}\n");
    expect(&plain,
           "@doc signature: \"\"\"\n(id :int,\n name :string) -> :bool\n\"\"\"\n"
           "def f(id), do: id\n",
           "f(id :int, name :string) -> :bool\n");
    expect(&plain, "@doc signature: \"(id :itn) -> :bool\"\ndef f(id), do: id\n",
           "1:22 error sig-unknown-type: unknown type \":itn\"\n");
    expect(&plain,
           "@doc signature: \"(id :int = \\\"a\\\") -> :bool\"\ndef f(id), do: id\n",
           "1:17 warning elixir-spec: \"f\" is left out: \"\"(id :int = \\\"a\\\") -> "
           ":bool\"\" has escapes\n");
}

/* --- Files -------------------------------------------------------------------------- */

/* What looks like specs in texts and comments is none. */
Test(elixir, texts_and_comments)
{
    expect(&plain,
           "# @spec no() :: nil\n"
           "x = \"\n@spec no() :: nil\n\"\n"
           "y = ~s(\n@spec no() :: nil\n\\) )\n"
           "z = ~S{\n@spec no() :: nil\n}\n"
           "w = \"a #{f(\"}\", ?\", ?\\\", '}', %{a: \"#{1}\"})}\n@spec no() :: nil\"\n"
           "h = '''\n@spec no() :: nil\n'''\n"
           "r = ~r/\"/\n"
           "a = @spec\n"
           "@spec yes() :: nil\n",
           "yes() -> :nil\n");
    expect(&plain, "@spec a() :: nil\nx = \"never closed\n@spec b() :: nil\n",
           "a() -> :nil\n2:5 warning elixir-spec: the text that begins here is never "
           "closed\n");
    expect(&plain, "@spec a() :: nil\n@spec b(\"never closed\n",
           "a() -> :nil\n"
           "2:7 warning elixir-spec: \"b\" is left out: it has a spec whose brackets do "
           "not match, or are more than 100 deep\n");
}

Test(elixir, a_module)
{
    expect(&plain,
           "defmodule Shop do\n"
           "  @moduledoc \"\"\"\n  A shop. #{1}\n  \"\"\"\n"
           "  use GenServer\n  alias Shop.Order\n"
           "  @type order :: %{id: integer()}\n"
           "  @callback ignored(pid()) :: pid()\n\n"
           "  @doc \"Finds.\"\n  @impl true\n"
           "  @spec find(String.t()) :: [%{id: integer()}]\n"
           "  def find(query) when is_binary(query) do\n"
           "    Enum.map([1, 2], fn x -> %{id: x} end)\n  end\n\n"
           "  def find(_), do: []\n\n"
           "  @spec start_link(keyword()) :: GenServer.on_start()\n"
           "  def start_link(opts), do: GenServer.start_link(__MODULE__, opts)\n\n"
           "  @spec count(list()) :: non_neg_integer()\n"
           "  defdelegate count(list), to: Enum\n"
           "end\n",
           "find(query :string) -> [{id :int}]\n  Finds.\n"
           "count(list [:any]) -> :int[0..]\n"
           "19:20 warning elixir-spec: \"start_link\" is left out: \"keyword()\" is a "
           "keyword list; maps are %{key: type}\n"
           "19:34 warning elixir-spec: \"start_link\" is left out: "
           "\"GenServer.on_start()\" is a type of another module\n");
}

Test(elixir, page)
{
    dialect_expect_page(&arena, &plain, "elixir-spec");
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

/* Each token is read a few times, however the lines are. */
Test(elixir, growth, .timeout = 60)
{
    const char *got = dialect_read(
        &arena, &plain,
        repeat("@spec f(a :: integer(),", "\n", 500000, "b :: atom()) :: atom()"));

    cr_expect_str_eq(got, "f(a :int, b :keyword) -> :keyword\n");
    got = dialect_read(&arena, &plain,
                       repeat("", "@spec f() :: atom\ndef f(\n", 20000, ""));
    cr_expect(strstr(got, "f() -> :keyword\n") != NULL, "%.200s", got);
}

Test(elixir, limits)
{
    const char *got =
        dialect_read(&arena, &plain, repeat("@spec f() :: ", "[", 99, "atom()"));
    ptc_str deep = repeat(repeat("@spec f() :: ", "[", 100, "atom").ptr, "]", 100, "\n");

    cr_expect(strstr(got, "brackets do not match") != NULL, "%s", got);
    got = dialect_read(&arena, &plain, deep);
    cr_expect(memcmp(got, "f() -> [[", 9) == 0, "%s", got);
    deep = repeat(repeat("@spec f() :: ", "[", 101, "atom").ptr, "]", 101, "\n");
    got = dialect_read(&arena, &plain, deep);
    cr_expect(strstr(got, "more than 100 deep") != NULL, "%s", got);
    got = dialect_read(&arena, &plain, repeat("@spec f() :: atom", " | 1", 1001, "\n"));
    cr_expect(strstr(got, "is a union of more than 1000 types") != NULL, "%s", got);
    got = dialect_read(&arena, &plain, repeat("", "#\n", 1 << 19, "\n"));
    cr_expect(strstr(got, "the file has more than 1048576 bytes") != NULL, "%s", got);
    got = dialect_read(&arena, &plain, repeat("", "\"#{", 1000, ""));
    cr_expect(strstr(got, "never closed") != NULL, "%s", got);
    got =
        dialect_read(&arena, &plain, repeat("@spec f(", "atom, ", 20000, "atom) :: nil"));
    cr_expect(memcmp(got, "f(arg1 :keyword, ", 17) == 0, "%.60s", got);
}
