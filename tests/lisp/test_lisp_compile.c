/* SPDX-License-Identifier: MIT */
/*
 * The compiler of PTC-Lisp: what instructions come out, every fault that is found before
 * anything runs, the edges of every special form, and programs of unusual size.
 * [ptc-lisp 4, 5, 6, 7, 8, 10, 16]
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "lisp_rows.h"

#include "lisp/core/core_int.h"

/* --- Instructions ------------------------------------------------------------------- */

typedef struct code_row {
    const char *text;
    const char *fragments[6]; /* in this order */
} code_row;

static const code_row code_rows[] = {
    /* Tests make no booleans. */
    {"(fn [n] (if (< n 2) n 0))",
     {"UNLESS_LESS_K       0", "RETURN              0", "RETURN"}},
    {"(fn [a b] (when (and (> a b) (not (= a 1))) b))",
     {"UNLESS_GREATER      0 1", "UNLESS_EQUAL_K      0", "JUMP", "RETURN"}},
    {"(fn [a] (if (or a (nil? a)) 1 2))",
     {"JUMP_TRUE           0", "CALL", "JUMP_FALSE"}},
    {"(fn [a] (if true a 2))", {"RETURN              0", "INT"}},
    /* Calls of arithmetic are instructions, with constants on the right. */
    {"(fn [a b] (+ a b))", {"ADD                 3 0 1", "RETURN              3"}},
    {"(fn [a] (mod (- a 1) 7))", {"SUBTRACT_K", "MOD_K"}},
    {"(fn [a] (= \"x\" a))", {"EQUAL_K"}},
    {"(fn [a] (+ a 1 2))", {"CONSTANT", "CALL"}},
    {"(let [+ -] (+ 1 2))", {"MOVE", "CALL"}},
    /* Fields go through sites; maps of keywords are records. */
    {"(fn [o] (:a o))", {"GET                 2 0 0  ; :a"}},
    {"(fn [o] (:a o 1))", {"INT", "GET_OR"}},
    {"(fn [x] {:a x :b 1})", {"MOVE", "INT", "RECORD"}},
    {"(fn [x] {:a x \"b\" 1})", {"MAP "}},
    {"{:a [1 \"x\" nil]}", {"CONSTANT            0 0", "RETURN"}},
    {"#{1 {\"a\" [:b]}}", {"CONSTANT            0 0", "RETURN"}},
    {"#{1 (inc 1)}", {"INT", "INC", "SET "}},
    /* Loops write their names in place. */
    {"(loop [i 0 a 0] (if (< i 9) (recur (inc i) (+ a i)) a))",
     {"INT", "INT", "INT", "INC", "ADD                 2 2 1", "LOOP"}},
    {"(fn [n] (if (> n 0) (recur (dec n)) n))",
     {"INT                 1 0", "UNLESS_GREATER_K    0", "DEC                 0 0",
      "LOOP"}},
    {"(fn [n] (inc n))", {"INC                 2 0"}},
    /* Names that hold what another name holds take no instruction. */
    {"(fn [a] (let [b a] b))", {"RETURN              0"}},
    {"(let [{:keys [a]} ctx/m] a)", {"CONTEXT", "KEYED", "FIELD_AT"}},
    {"(let [{:keys [a] :or {a 1}} ctx/m] a)", {"KEYED", "FIELD_OR", "INT"}},
    {"(let [[a & r] ctx/m] r)", {"SEQUENCE", "ITEM", "REST"}},
    {"(case ctx/x 1 :a (2 3) :b 0)",
     {"UNLESS_SAME_K", "UNLESS_SAME_K", "JUMP", "UNLESS_SAME_K"}},
    {"(fn f [n] (f n))", {"SELF", "MOVE", "CALL"}},
    {"(fn [a] (fn [] a))", {"CLOSURE", "CAPTURE"}},
    {"(or counter 0)", {"VARIABLE_OR_NIL", "JUMP_TRUE", "INT"}},
};

static const char *disassemble(ptc_lisp *lisp, ptc_arena *arena, const char *text)
{
    ptc_source source = {PTC_STR("code"), ptc_str_of(text)};
    ptc_lisp_error error;
    ptc_program *program;
    ptc_text out;

    if (ptc_lisp_compile(arena, lisp, &source, &program, &error) != PTC_OK)
        return error.message.ptr;
    ptc_text_init(&out, arena);
    ptc_program_disassemble(&out, program);
    ptc_program_free(program);
    ptc_text_byte(&out, '\0');
    return out.ptr;
}

Test(lisp_compile, code)
{
    ptc_arena arena;
    ptc_lisp *lisp;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(ptc_lisp_new(NULL, &lisp), PTC_OK);
    for (size_t i = 0; i < sizeof code_rows / sizeof *code_rows; i++) {
        const char *code = disassemble(lisp, &arena, code_rows[i].text);
        const char *at = code;

        for (size_t j = 0; j < 6 && code_rows[i].fragments[j]; j++) {
            const char *found = strstr(at, code_rows[i].fragments[j]);

            cr_expect(found, "%s: no %s in\n%s", code_rows[i].text,
                      code_rows[i].fragments[j], code);
            at = found ? found + 1 : at;
        }
    }
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
}

/* --- What is printed -----------------------------------------------------------------
 */

static const struct {
    const char *text;
    const char *code;
} print_rows[] = {
    /* Builtins have their names, jumps their targets. */
    {"(map inc [1 (if ctx/a 2 \"x\")])",
     "program: 5 registers\n"
     "   0  1:2     CONSTANT            0 0  ; map\n"
     "   1  1:6     CONSTANT            1 1  ; inc\n"
     "   2  1:11    INT                 2 1\n"
     "   3  1:17    CONTEXT             4 2  ; :a\n"
     "   4  1:17    JUMP_FALSE          4 +3  ; to 9\n"
     "   6  1:23    INT                 3 2\n"
     "   7  1:13    JUMP                +1  ; to 10\n"
     "   9  1:25    CONSTANT            3 3  ; \"x\"\n"
     "  10  1:10    VECTOR              2 2\n"
     "  11  1:1     CALL                0 2\n"
     "  12  1:1     RETURN              0\n"},
    /* Variables, functions, sites and shapes of maps. */
    {"(defn f [x] {:a (:k x) :b x})\n(letfn [(g [n] (f n))] (g [1]))",
     "program: 4 registers\n"
     "   0  1:1     CLOSURE             0 0  ; f\n"
     "   1  1:1     DEFINE              0 0  ; f\n"
     "   3  2:1     NIL                 1\n"
     "   4  2:1     CLOSURE             1 1  ; g\n"
     "   5  2:25    MOVE                2 1\n"
     "   6  2:27    CONSTANT            3 0  ; [1]\n"
     "   7  2:24    CALL                2 1\n"
     "   8  2:24    RETURN              2\n"
     "function f [x]: 4 registers\n"
     "   0  1:17    GET                 2 0 0  ; :k\n"
     "   2  1:27    MOVE                3 0\n"
     "   3  1:13    RECORD              2 2 1  ; {:a :b}\n"
     "   5  1:13    RETURN              2\n"
     "function g [n]: 4 registers\n"
     "   0  2:17    VARIABLE            2 0  ; f\n"
     "   2  2:19    MOVE                3 0\n"
     "   3  2:16    CALL                2 1\n"
     "   4  2:16    RETURN              2\n"},
    /* Loops go back; captured values and former results have no names. */
    {"(loop [i 0] (if (= i 9) (fn [] i) (recur (inc i))))\n(= *1 'a)",
     "program: 3 registers\n"
     "   0  1:10    INT                 1 0\n"
     "   1  1:1     INT                 2 0\n"
     "   2  1:17    UNLESS_EQUAL_K      1 0 +3  ; 9, to 7\n"
     "   4  1:25    CLOSURE             0 0\n"
     "   5  1:13    JUMP                +3  ; to 10\n"
     "   7  1:42    INC                 1 1\n"
     "   8  1:35    LOOP                3 2 -8  ; to 2\n"
     "  10  2:4     HISTORY             1 1\n"
     "  11  2:1     EQUAL_K             0 1 1  ; a\n"
     "  12  2:1     RETURN              0\n"
     "function - []: 2 registers, 1 captured\n"
     "   0  1:32    CAPTURE             1 0\n"
     "   1  1:32    RETURN              1\n"},
    /* Destructuring. */
    {"(fn [[a & r] {:keys [b] :or {b nil}}] (for [x r] [a x b]))",
     "program: 1 register\n"
     "   0  1:1     CLOSURE             0 0\n"
     "   1  1:1     RETURN              0\n"
     "function - [[a & r] {:keys [b] :or {b nil}}]: 13 registers\n"
     "   0  1:6     SEQUENCE            0 0 3\n"
     "   1  1:6     ITEM                3 0 0\n"
     "   2  1:6     REST                4 0 1\n"
     "   3  1:14    KEYED               1 1 0\n"
     "   4  1:22    CONSTANT            6 0  ; :b\n"
     "   5  1:22    FIELD_OR            5 1 6 +1  ; to 8\n"
     "   7  1:32    NIL                 5\n"
     "   8  1:39    CONSTANT            6 1  ; []\n"
     "   9  1:47    MOVE                7 4\n"
     "  10  1:47    ITERATE             7 7 1\n"
     "  11  1:39    NEXT                7 9 +7  ; to 20\n"
     "  13  1:51    MOVE                10 3\n"
     "  14  1:53    MOVE                11 9\n"
     "  15  1:55    MOVE                12 5\n"
     "  16  1:50    VECTOR              10 3\n"
     "  17  1:39    PUSH                6 10\n"
     "  18  1:39    REPEAT              9 -9  ; to 11\n"
     "  20  1:39    RETURN              6\n"},
};

Test(lisp_compile, operands_are_printed_with_what_they_refer_to)
{
    ptc_arena arena;
    ptc_lisp *lisp;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(ptc_lisp_new(NULL, &lisp), PTC_OK);
    for (size_t i = 0; i < sizeof print_rows / sizeof *print_rows; i++)
        cr_expect_str_eq(disassemble(lisp, &arena, print_rows[i].text),
                         print_rows[i].code);
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
}

/* --- Faults ------------------------------------------------------------------------ */

typedef struct fault_row {
    const char *text;
    const char *reason;
    const char *place; /* line:column */
    const char *message;
} fault_row;

static const fault_row fault_rows[] = {
    {"(if)", "invalid_arity", "1:1", "expected (if cond then else?), got (if)"},
    {"(if 1)", "invalid_arity", "1:1", "(if cond then else?)"},
    {"\n (if 1 2 3 4)", "invalid_arity", "2:2", "got (if 1 2 3 4)"},
    {"(if-not 1)", "invalid_arity", "1:1", "(if-not cond then else?)"},
    {"(when)", "invalid_arity", "1:1", "(when cond body*)"},
    {"(when-not)", "invalid_arity", "1:1", "(when-not cond body*)"},
    {"(cond 1)", "invalid_cond_form", "1:1", "pairs of test and value"},
    {"(let)", "invalid_form", "1:1", "(let [name value ...] body*)"},
    {"(let (a 1) a)", "invalid_form", "1:1", "(let [name value ...] body*)"},
    {"(let [a] a)", "invalid_form", "1:6", "got 1 form in [a]"},
    {"(let [1 2] 3)", "unsupported_pattern", "1:7", "a name, [a b & rest"},
    {"(let [a/b 2] 3)", "unsupported_pattern", "1:7", "got a/b"},
    {"(let [& 2] 3)", "unsupported_pattern", "1:7", "got &"},
    {"(let [[a &] 2] 3)", "unsupported_pattern", "1:7", "a pattern after &"},
    {"(let [[& a b] 2] 3)", "unsupported_pattern", "1:12", "only :as"},
    {"(let [[a :as] 2] 3)", "unsupported_pattern", "1:7", "one name after :as"},
    {"(let [[a :as b c] 2] 3)", "unsupported_pattern", "1:7", "one name after :as"},
    {"(let [{:keys a} 2] 3)", "unsupported_pattern", "1:14", "a vector of names"},
    {"(let [{:keys [1]} 2] 3)", "unsupported_pattern", "1:15", "got 1"},
    {"(let [{:or [a 1]} 2] 3)", "unsupported_pattern", "1:12", ":or {a 1}"},
    {"(let [{:or {:a 1}} 2] 3)", "invalid_form", "1:13", "a name in :or"},
    {"(let [{:as 1} 2] 3)", "unsupported_pattern", "1:12", "a name after :as"},
    {"(let [{:what [a]} 2] 3)", "unsupported_pattern", "1:8", "got :what"},
    {"(loop [a] a)", "invalid_form", "1:7", "(loop [name value ...] body*)"},
    {"(recur 1)", "invalid_form", "1:1", "of a loop or fn, and there is none"},
    {"(loop [a 1] (inc (recur a)))", "invalid_form", "1:18", "recur must be in tail"},
    {"(loop [a 1] (recur a) 2)", "invalid_form", "1:13", "tail position"},
    {"(loop [a 1] (and (recur a) 2))", "invalid_form", "1:18", "tail position"},
    {"(loop [a 1] [(recur a)])", "invalid_form", "1:14", "tail position"},
    {"(loop [a 1] (let [b (recur a)] b))", "invalid_form", "1:21", "tail position"},
    {"(loop [a 1] (if (recur 1) 2 3))", "invalid_form", "1:17", "tail position"},
    {"(loop [a 1] (for [x [1]] (recur x)))", "invalid_form", "1:26", "tail position"},
    {"(loop [a 1] (recur))", "invalid_arity", "1:13", "1 argument(s)"},
    {"(loop [a 1] #(recur 1))", "invalid_arity", "1:13", "0 argument(s)"},
    {"(fn [a & r] (recur a))", "invalid_arity", "1:13", "2 argument(s)"},
    {"(fn)", "invalid_form", "1:1", "(fn name? [params] body*)"},
    {"(fn 5 6)", "invalid_form", "1:1", "(fn name? [params] body*)"},
    {"(fn a/b [] 6)", "invalid_form", "1:5", "got a/b"},
    {"(fn [a & b c] 6)", "invalid_form", "1:5", "one name after & at the end"},
    {"(fn ([a] 1) ([b] 2))", "invalid_form", "1:13", "arities with different counts"},
    {"(fn ([a & b] 1) ([& b] 2))", "invalid_form", "1:17", "arities with different"},
    {"(fn ([a b] 1) ([& b] 2))", "invalid_form", "1:15", "the one with & the longest"},
    {"(fn ([a] 1) [b])", "invalid_form", "1:13",
     "[params] in brackets, or each arity as ([params] body*)"},
    {"(for [x [1 2]] :when (> x 1) x)", "invalid_form", "1:16", "inside the brackets"},
    {"(defn f (x) x)", "invalid_form", "1:9", "[params] in brackets"},
    {"(fn [x] {:pre [x]} x)", "invalid_form", "1:9", "without :pre and :post"},
    {"(defn f)", "invalid_form", "1:1", "(defn name \"doc\"? [params] body*)"},
    {"(defn 5 [] 1)", "invalid_form", "1:7", "got 5"},
    {"(def)", "invalid_arity", "1:1", "(def name \"doc\"? value)"},
    {"(def 5 6)", "invalid_form", "1:6", "got 5"},
    {"(def a/b 6)", "invalid_form", "1:6", "got a/b"},
    {"(def a 1 2)", "invalid_form", "1:1", "(def name \"doc\"? value)"},
    {"(def a \"d\" 1 2)", "invalid_arity", "1:1", "(def name \"doc\"? value)"},
    {"(defonce a)", "invalid_arity", "1:1", "(defonce name \"doc\"? value)"},
    {"(letfn (f [] 1) 2)", "invalid_form", "1:1", "(letfn [(name [params] body*)"},
    {"(letfn [f] 2)", "invalid_form", "1:9", "(letfn [(name [params] body*)"},
    {"(if-let [a 1 b 2] 3)", "invalid_form", "1:9", "one name and one value"},
    {"(if-let [a 1])", "invalid_arity", "1:1", "(if-let [name value] then else?)"},
    {"(if-let [] 3)", "invalid_form", "1:9", "one name and one value"},
    {"(when-first [x] 3)", "invalid_form", "1:13", "(when-first [name collection]"},
    {"(case)", "invalid_arity", "1:1", "(case value constant result"},
    {"(case 1 1 :a 1 :b)", "duplicate_key", "1:14", "duplicate constant of case 1"},
    {"(case 1 (1 2) :a 2 :b)", "duplicate_key", "1:18", "duplicate constant of case 2"},
    {"(case 1 [a #(b)] 2)", "invalid_form", "1:9", "a constant in case"},
    {"(condp =)", "invalid_arity", "1:1", "(condp predicate value test"},
    {"(condp = 1 2 :>>)", "invalid_form", "1:1", "(condp predicate value test"},
    {"(for [] 1)", "invalid_form", "1:1", "(for [name collection ...] body)"},
    {"(for [x [1]])", "invalid_arity", "1:1", "(for [name collection ...] body)"},
    {"(for [:when 1 x [1]] 1)", "invalid_form", "1:1", "(for [name collection"},
    {"(for [x [1] :if 1] 1)", "invalid_form", "1:13", ":when test, :while test"},
    {"(for [x [1] :let [a]] 1)", "invalid_form", "1:18", ":let [name value ...]"},
    {"(doseq [x] 1)", "invalid_form", "1:8", "got 1 form in [x]"},
    {"(dotimes [i] 1)", "invalid_form", "1:10", "got 1 form in [i]"},
    {"(dotimes [i 1 j 2] 1)", "invalid_form", "1:10", "(dotimes [name count] body*)"},
    {"(->)", "invalid_thread_form", "1:1", "(-> value step*)"},
    {"(->>)", "invalid_thread_form", "1:1", "(->> value step*)"},
    {"(-> 1 ())", "invalid_thread_form", "1:7", "a function or a call as a step"},
    {"(as-> 1)", "invalid_thread_form", "1:1", "(as-> value name step*)"},
    {"(as-> 1 2 3)", "invalid_thread_form", "1:1", "(as-> value name step*)"},
    {"(cond-> 1 true)", "invalid_thread_form", "1:1", "a step for each test"},
    {"(some->)", "invalid_thread_form", "1:1", "(some-> value step*)"},
    {"(quote)", "invalid_arity", "1:1", "(quote form)"},
    {"(-> (f) quote)", "invalid_form", "1:9", "(quote form)"},
    {"'{a 1 a 2}", "duplicate_key", "1:7", "duplicate key a"},
    {"(case 1 'a 1 'b 2)", "duplicate_key", "1:14", "duplicate constant of case"},
    {"{:a 1 :b 2 :a 3}", "duplicate_key", "1:12", "duplicate key :a"},
    {"{1 1 1.0 2 [1] 3 [1] 4}", "duplicate_key", "1:18", "duplicate key [1]"},
    {"#{1 \"a\" :a \"a\"}", "duplicate_key", "1:12", "duplicate member \"a\""},
    {"#(+ % #(+ %))", "invalid_form", "1:7", "cannot be nested"},
    {"#(+ %21)", "invalid_placeholder", "1:5", "%1 to %20"},
    {"#(+ %0)", "invalid_placeholder", "1:5", "%1 to %20"},
    {"(+ % 1)", "invalid_placeholder", "1:4", "% belongs in a short function"},
    {"(let [% 1] %)", "invalid_placeholder", "1:7", "a name without %"},
    {"(fn [%] %)", "invalid_placeholder", "1:6", "a name without %"},
    {"(let [{:keys [%1]} {}] %1)", "invalid_placeholder", "1:15", "a name without %"},
    {"(where)", "invalid_where_form", "1:1", "(where :f = v)"},
    {"(where :a =)", "invalid_where_form", "1:1", "(where :f = v)"},
    {"(where 5)", "invalid_where_form", "1:8", "a field as :key"},
    {"(where [1] = 2)", "invalid_where_form", "1:8", "a field as :key"},
    {"(where :a like 2)", "invalid_where_operator", "1:11", "one of = not= >"},
    {"(call)", "invalid_arity", "1:1", "(call \"tool\" {:key value})"},
    {"(call :x)", "invalid_call_tool_name", "1:7", "as a string"},
    {"(call \"x\" {})", "unknown_tool", "1:7", "Unknown tool: x"},
    {"(tool/x)", "unknown_tool", "1:2", "Unknown tool: x"},
    {"(ctx/x)", "unknown_tool", "1:2", "Unknown tool: x"},
    {"tool/x", "unknown_tool", "1:1", "Unknown tool: x"},
    {"(memory/put x 1)", "invalid_form", "1:1", "(memory/put :name value)"},
    {"(memory/get)", "invalid_arity", "1:1", "(memory/get :name)"},
    {"(nowhere/x 1)", "invalid_form", "1:2", "nowhere"},
    {"(str/nothing 1)", "invalid_form", "1:2", "nothing"},
    {"(+ 1\n   (foo 2))", "unbound_var", "2:5", "undefined variable: foo"},
    {"(map if [1])", "unbound_var", "1:6", "undefined variable: if"},
    {"(do (println 1) nope)", "unbound_var", "1:17", "undefined variable: nope"},
    {"(or (inc nope) 1)", "unbound_var", "1:10", "undefined variable: nope"},
    {"(let [total-sum 1] total_sum)", "unbound_var", "1:20", "total-sum"},
    {"(nope 1) (if)", "unbound_var", "1:2", "undefined variable: nope"},
    {"(fn [] (later)) (comment (def later 1))", "unbound_var", "1:9", "later"},
    {"(.shout \"a\")", "unsupported_method", "1:2", "unsupported method: .shout"},
    {"(. a b)", "invalid_form", "1:2", "unknown form: `.`."},
    {"(-> 5 (fn [x] x))", "invalid_form", "1:7",
     "expected a step that calls the function, ((fn [x] ..)), got (fn [x] x)"},
    {"(-> 5 inc (fn [x] x))", "invalid_form", "1:11", "((fn [x] ..))"},
    /* Names that nothing can be defined by. */
    {"(println 1) (def return 5)", "invalid_form", "1:18",
     "the name return is reserved: programs end with it; define another"},
    {"(defn fail [x] x)", "invalid_form", "1:7", "the name fail is reserved"},
    {"(def if 5)", "invalid_form", "1:6",
     "the name if is reserved: it is a special form; define another"},
    {"(defn attempt [x] x)", "invalid_form", "1:7", "the name attempt is reserved"},
    {"(defonce loop 1)", "invalid_form", "1:10", "the name loop is reserved"},
    {"(fn [x] (def let x))", "invalid_form", "1:14", "the name let is reserved"},
    {"(def ->> 1)", "invalid_form", "1:6", "the name ->> is reserved"},
    {"(memory/put :return 5)", "invalid_form", "1:13", "the name return is reserved"},
    {"(memory/put :case 5)", "invalid_form", "1:13", "the name case is reserved"},
    {"(first-thing) (defn other [] 1) (second-thing)", "unbound_var", "1:2",
     "first-thing"},
};

Test(lisp_compile, faults)
{
    for (size_t i = 0; i < sizeof fault_rows / sizeof *fault_rows; i++) {
        const fault_row *row = &fault_rows[i];
        lisp_answer answer = lisp_evaluate(ptc_str_of(row->text), NULL, NULL);
        const ptc_lisp_error *error = &answer.result.error;
        char place[64];

        snprintf(place, sizeof place, "%zu:%zu", error->line, error->column);
        cr_expect_str_eq(ptc_reason_name(error->reason), row->reason, "%s: %s", row->text,
                         ptc_reason_name(error->reason));
        cr_expect_str_eq(place, row->place, "%s: %s", row->text, place);
        cr_expect(error->message.ptr && strstr(error->message.ptr, row->message),
                  "%s: %s", row->text,
                  error->message.ptr ? error->message.ptr : "no message");
        cr_expect_eq(answer.result.output.len, 0, "%s: something ran", row->text);
        lisp_forget(&answer);
    }
}

/* --- Special forms ----------------------------------------------------------------- */

static const lisp_row special_rows[] = {
    {"", "nil", NULL},
    {"1 2 3", "3", NULL},
    /* if and its kin */
    {"[(if nil 1) (if false 1 2) (if 0 1 2) (if \"\" 1 2)]", "[nil 2 1 1]", NULL},
    {"[(if-not nil 1) (if-not 1 2 3)]", "[1 3]", NULL},
    {"[(when 1) (when 1 2 3) (when nil 1) (when-not nil 1 2)]", "[nil 3 nil 2]", NULL},
    {"[(cond) (cond false 1) (cond false 1 :else 2 nil 3)]", "[nil nil 2]", NULL},
    {"(if (and) (if (or) 1 2) 3)", "2", NULL},
    {"[(and) (or) (and 1 nil 2) (and 1 2) (or nil false) (or nil 3)]",
     "[true nil nil 2 false 3]", NULL},
    {"(if (not (and 1 (or nil false))) :a :b)", ":a", NULL},
    {"(if (< ##NaN 1) 1 (if (not (< ##NaN 1)) 2 3))", "2", NULL},
    {"(if (or (< 1 0) (> 1 0)) :yes :no)", ":yes", NULL},
    {"(let [f (fn [a b] (if (or (and a b) (not (or a b))) 1 2))]"
     " [(f true true) (f true false) (f false true) (f false false)])",
     "[1 2 2 1]", NULL},
    /* if-let and others */
    {"(if-let [[a b] [1 2]] (+ a b) :none)", "3", NULL},
    {"(let [a 9] [(if-let [a nil] a a) (if-let [a 1] a)])", "[9 1]", NULL},
    {"[(if-some [a false] :some :none) (if-some [a nil] 1)]", "[:some nil]", NULL},
    {"[(when-let [a 1] 2 a) (when-let [a nil] 2) (when-let [a 1])]", "[1 nil nil]", NULL},
    {"[(when-some [{:keys [x]} {:x 1}] x) (when-some [a nil] 2)]", "[1 nil]", NULL},
    {"[(when-first [x [7 8]] x) (when-first [x []] 1) (when-first [x nil] 1)]",
     "[7 nil nil]", NULL},
    {"(when-first [[k v] {:a 1}] [v k])", "[1 :a]", NULL},
    /* case, condp */
    {"(case 1.0 1 :int :other)", ":other", NULL},
    {"[(case :b :a 1 (:b :c) 2) (case \"x\" \"x\" 1) (case nil nil 1) (case 'q q 3)]",
     "[2 1 1 3]", NULL},
    {"[(case [1 2] [1 2] :v) (case {:a 1} {:a 1} :m 0) (case true true 1 2)]",
     "[:v :m 1]", NULL},
    {"(case 5)", "!runtime_error", "no clause of case matches 5"},
    {"(case 5 () 1 2)", "2", NULL},
    {"(condp = 2 1 :a 2 :b)", ":b", NULL},
    {"(condp some [1 2 3] #{0} :a #{2 3} :>> inc :none)", "3", NULL},
    {"(condp = 1 1 :>> (fn [x] [x]))", "[true]", NULL},
    {"(condp = 1 1 :>> #(vector % %))", "[true true]", NULL},
    {"(let [p get] (condp p :a {:a 3} :>> inc))", "4", NULL},
    {"(condp #(= %1 %2) 1 2 :a 1 :>> str)", "\"true\"", NULL},
    {"(condp < 5 7 :a 3 :b)", ":b", NULL},
    {"(condp (fn [a b] (= (inc a) b)) 2 2 :a 1 :b)", ":b", NULL},
    {"(condp = 1 2 :a)", "!runtime_error", "no clause of condp matches 1"},
    {"(condp = 1 :default)", ":default", NULL},
    /* let, loop, recur */
    {"[(let [] 1) (let [a 1]) (let [a 1 a (inc a)] a)]", "[1 nil 2]", NULL},
    {"(let [x 1 y x x 2] [x y])", "[2 1]", NULL},
    {"(loop [a 1 b 2 n 0] (if (< n 3) (recur b a (inc n)) [a b]))", "[2 1]", NULL},
    {"(loop [[x & more] [1 2 3] sum 0] (if x (recur more (+ sum x)) sum))", "6", NULL},
    {"(loop [{:keys [n] :as m} {:n 0} q n] (if (< n 2) (recur {:n (inc n)} q) [m q]))",
     "[{:n 2} 0]", NULL},
    {"(loop [a 1 fs []] (if (< a 4) (recur (inc a) (conj fs (fn [] a))) (map (fn [f] "
     "(f)) fs)))",
     "[1 2 3]", NULL},
    {"(loop [i 0] (cond (> i 5) i :else (let [j (inc i)] (do 1 (recur j)))))", "6", NULL},
    {"(loop [i 0] (case i 3 :done (when true (if-let [j (inc i)] (recur j)))))", ":done",
     NULL},
    {"(loop [i 0] (or (when (> i 3) i) (recur (inc i))))", "4", NULL},
    {"(loop [i 0] (and (< i 9) (recur (inc i))))", "false", NULL},
    {"(+ 1 (loop [i 0] (if (< i 3) (recur (inc i)) i)))", "4", NULL},
    {"(loop [i 0 j (loop [k 5] (if (> k 0) (recur (dec k)) k))]"
     " (if (< i 2) (recur (inc i) (+ j i)) [i j]))",
     "[2 1]", NULL},
    {"(loop [a 1 b 10] (if (< a 3) (recur (inc a) (- b (if (= a 1) a (* a b)))) b))",
     "-9", NULL},
    {"((fn [n acc] (if (= n 0) acc (recur (dec n) (* acc n)))) 5 1)", "120", NULL},
    {"((fn [& xs] (if (next xs) (recur (next xs)) (first xs))) 1 2 3)", "3", NULL},
    {"((fn [[x & r] n] (if x (recur r (+ n x)) n)) [1 2 3] 0)", "6", NULL},
    {"(loop [] 5)", "5", NULL},
    {"(loop [x 1])", "nil", NULL},
    /* fn */
    {"((fn []))", "nil", NULL},
    {"((fn [a & b] [a b]) 1)", "[1 nil]", NULL},
    {"((fn [a b] a) 1)", "!arity_mismatch", NULL},
    {"(let [f (fn ([] 0) ([a] 1) ([a b & c] c))] [(f) (f 1) (f 1 2) (f 1 2 3)])",
     "[0 1 nil [3]]", NULL},
    {"((fn f ([a] (f a 1)) ([a b] (+ a b))) 4)", "5", NULL},
    {"((fn ([x] x)) 3)", "3", NULL},
    {"((fn [x] ((fn [y] ((fn [z] [x y z]) 3)) 2)) 1)", "[1 2 3]", NULL},
    {"((fn me [n] (if (= n 0) :ok ((fn [] (me (dec n)))))) 3)", ":ok", NULL},
    {"(let [x 1 f (fn [] x) x 2] [(f) x])", "[1 2]", NULL},
    {"((fn [{:keys [a]} [b]] [a b]) {:a 1} [2])", "[1 2]", NULL},
    {"((fn [a {:keys [b] :or {b a}}] b) 7 {})", "7", NULL},
    {"((fn [map] (map 1)) inc)", "2", NULL},
    {"(let [if-let 5 when inc] (when if-let))", "6", NULL},
    {"(let [if 5] (if if if))", "5", NULL},
    {"(let [return inc let dec] [(return 5) (let 5)])", "[6 4]", NULL},
    {"((fn fail [attempt] (attempt 5)) dec)", "4", NULL},
    {"(letfn [(return [x] (inc x))] (return 5))", "6", NULL},
    {"(def + -) (defn returns [x] x) (def map 5) (returns (+ map 1))", "4", NULL},
    /* #( ) */
    {"[(#(+ % %2) 1 2) (#(do %&) 1 2) (#(vector %3) 1 2 3) (#()) (#(42))]",
     "[3 [1 2] [3] nil 42]", NULL},
    {"[(#([1 %]) 2) (#({:a %}) 2) (#(\"s\")) (#(%) 5) (#(str))]",
     "[[1 2] {:a 2} \"s\" 5 \"\"]", NULL},
    {"(#(if % :a :b) nil)", ":b", NULL},
    {"(map #(-> % inc (* 2)) [1 2])", "[4 6]", NULL},
    {"(let [y 2] (#(let [x %] (+ x y)) 1))", "3", NULL},
    /* def */
    {"[(def a 1) a (def a \"doc\" 2) a]", "[#'a 1 #'a 2]", NULL},
    {"(def n) (def n 3) n", "3", NULL},
    {"(defonce o 1) (defonce o (fail \"never\")) o", "1", NULL},
    {"(defn f \"doc\" {:a 1} [x] x) (f 5)", "5", NULL},
    {"(defn f ([] (f 2)) ([x] x)) (f)", "2", NULL},
    {"(defn even [n] (if (= n 0) true (odd (dec n))))"
     "(defn odd [n] (if (= n 0) false (even (dec n)))) (even 9)",
     "false", NULL},
    {"(doseq [x [1 2 3]] (def last-one x)) last-one", "3", NULL},
    {"((fn [] (def inside 4))) inside", "4", NULL},
    {"(memory/put :a_b 1) [memory/a-b (memory/get :a-b) memory/c-d]", "[1 1 nil]", NULL},
    {"(def a_b 1) (memory/put :a-b nil) [memory/a-b memory/a_b]", "[nil 1]", NULL},
    {"(defn f [] (or later (memory/get :later) later)) (memory/put :later 7) (f)", "7",
     NULL},
    {"(def inc dec) (inc 5)", "4", NULL},
    {"[(inc 5) (do (def inc dec) (inc 5))]", "[6 4]", NULL},
    {"(or never 1)", "1", NULL},
    {"(def known 2) [(or known 1) (or missing known)]", "[2 2]", NULL},
    {"(if (or missing nil) 1 2)", "2", NULL},
    {"[(memory/put :k 5) memory/k k (memory/get :k) memory/none (memory/get :none)]",
     "[5 5 5 5 nil nil]", NULL},
    {"(letfn [(a [n] (if (= n 0) :a (b (dec n)))) (b [n] (if (= n 0) :b (a (dec n))))]"
     " [(a 3) (b 3)])",
     "[:b :a]", NULL},
    {"(letfn [(f ([] (f 1)) ([x] ((fn [] (g x))))) (g [y] [y f])] (first (f)))", "1",
     NULL},
    {"(letfn [] 1)", "1", NULL},
    /* for, doseq, dotimes */
    {"(for [x [1 2] y [:a :b]] [x y])", "[[1 :a] [1 :b] [2 :a] [2 :b]]", NULL},
    {"(for [x (range 9) :when (odd? x) :while (< x 6) :let [y (* x x)]] y)", "[1 9 25]",
     NULL},
    {"(for [x [1 2 3] y [1 2 3] :while (<= y x)] [x y])",
     "[[1 1] [2 1] [2 2] [3 1] [3 2] [3 3]]", NULL},
    {"(for [x [[1 2] [3 4]] :let [[a b] x] :when (> a 1)] (+ a b))", "[7]", NULL},
    {"(for [[k v] {:a 1 :b 2}] [v k])", "[[1 :a] [2 :b]]", NULL},
    {"[(for [c \"ab\"] c) (for [x nil] x) (seq? (for [x []] x))]",
     "[[\"a\" \"b\"] [] true]", NULL},
    {"(for [x [1 2]] 5 x)", "[1 2]", NULL},
    {"(for [x 5] x)", "!type_error",
     "cannot go through 5; for, doseq and when-first take"},
    {"(map (fn [f] (f)) (for [x [1 2 3]] (fn [] x)))", "[1 2 3]", NULL},
    {"[(doseq [x [1 2]]) (dotimes [i 2]) (dotimes [i -1] (fail 1))]", "[nil nil nil]",
     NULL},
    {"(dotimes [i 3] (def seen (conj (or seen []) i))) seen", "[0 1 2]", NULL},
    {"(count (for [x (range 3000)] x))", "3000", NULL},
    /* threading */
    {"(-> 5 inc (- 2) str keyword)", ":4", NULL},
    {"[(-> {:a 1} :a) (-> :a {:a 2}) (-> 1 #{1}) (-> 1 #(+ % 1)) (-> 1)]", "[1 2 1 2 1]",
     NULL},
    {"(->> [1 2 3] (map inc) (filter even?) (reduce +))", "6", NULL},
    {"(->> 1 (when false) (let [y 2]))", "nil", NULL},
    {"(->> (+ y 1) (let [y 10]))", "11", NULL},
    {"(-> 1 (fn [] 2))", "!invalid_form", NULL},
    {"(-> 1 nil)", "!not_callable", NULL},
    {"(as-> 5 x (+ x 1) (* x x) [x])", "[36]", NULL},
    {"(as-> [1 2] [a b] a)", "!invalid_thread_form", NULL},
    {"(cond-> 1 true inc false (* 9) (= 1 1) (- 5))", "-3", NULL},
    {"(cond->> [1 2] true (map inc) false (map dec))", "[2 3]", NULL},
    {"[(some-> {:a {:b 1}} :a :b inc) (some-> {:a nil} :a inc) (some-> false not)]",
     "[2 nil true]", NULL},
    {"(some->> [1 2] (map inc) (reduce +))", "5", NULL},
    /* Functions within steps keep the value of theirs. */
    {"((some->> 5 (fn [x])) 1)", "5", NULL},
    {"((cond->> 5 true (fn [x])) 1)", "5", NULL},
    {"(((some->> 5 (fn [a]) (fn [b])) 0) 0)", "5", NULL},
    {"((some->> (inc 4) (fn [x] (fn [y] x))) 1)", "5", NULL},
    {"(map #(% 0) (for [i [1 2]] (some->> i (fn [x]))))", "[1 2]", NULL},
    {"(mapv (fn [n] ((cond->> n (odd? n) (fn [x]) (even? n) (fn [y])) 0)) [1 2])",
     "[1 2]", NULL},
    {"(some-> 5 (attempt))", "{:ok 5}", NULL},
    {"(some-> 5 inc (attempt) :ok)", "6", NULL},
    {"((condp some [1 2] #{2} :>> (fn [x] (fn [] x))))", "2", NULL},
    {"(let [f (-> 1 (loop []))] f)", "!invalid_form", NULL},
    /* small ones */
    {"[(do) (do 1 2) (comment (foo) bar) (quote a) 'b (quote 5)]", "[nil 2 nil a b 5]",
     NULL},
    {"()", "[]", NULL},
    {"[(seq? ()) *1 *2 *3]", "[true nil nil nil]", NULL},
    {"[ctx/nothing data/nothing]", "[nil nil]", NULL},
    {"(call \"return\" 5)", "5", NULL},
    {"(call \"fail\" {:a 1})", "!failed", NULL},
    {"(filter (where :a = 1) [{:a 1} {:a 2}])", "[{:a 1}]", NULL},
    {"(map (where [:a \"b\"] > 1) [{:a {:b 2}} {}])", "[true false]", NULL},
    {"(map (where :a) [{:a 1} {}])", "[true false]", NULL},
    {"(let [x 2] (map (where :a in [x]) [{:a 2}]))", "[true]", NULL},
    /* calls */
    {"[(:a {:a 1}) (:a nil 2) ({:a 1} :b 3) (#{1} 1) ([7 8] 1)]", "[1 2 3 1 8]", NULL},
    {"(:a)", "!arity_error", NULL},
    {"(:a {} 1 2)", "!arity_error", NULL},
    {"(1 2)", "!not_callable", NULL},
    {"(\"a\")", "!not_callable", NULL},
    {"((fn [] +))", "#<builtin>", NULL},
    {"((if true + -) 1 2)", "3", NULL},
    {"(+ 1 nil)", "!type_error", "number, nil"},
    {"(let [k :a] {k 1 :a 2})", "{:a 2}", NULL},
    {"[{} #{} (assoc {} 1 2) (conj #{1} 2) (conj #{1 2 3 4 5 6 7 8 9} 0)]",
     "[{} #{} {1 2} #{1 2} #{1 2 3 4 5 6 7 8 9 0}]", NULL},
    {"(let [m {1 2 \"a\" {:b #{[1]}}}] [m (assoc m 1 3) (get-in m [:a :b])])",
     "[{1 2 \"a\" {:b #{[1]}}} {1 3 \"a\" {:b #{[1]}}} #{[1]}]", NULL},
    {"(map #{:a :b} [:a :c])", "[:a nil]", NULL},
    {"[(/ 4) (/ 4 2) (- 3) (+) (< 1 2 3) (= 1) (not= 1 2)]",
     "[0.25 2 -3 0 true true true]", NULL},
};

Test(lisp_compile, special_forms)
{
    LISP_CHECK_ROWS(special_rows);
}

static const lisp_row pattern_rows[] = {
    {"(let [[a b] [1]] [a b])", "[1 nil]", NULL},
    {"(let [[a & r] [1]] r)", "nil", NULL},
    {"(let [[a & r :as all] \"abc\"] [a r all])", "[\"a\" [\"b\" \"c\"] \"abc\"]", NULL},
    {"(let [[a [b & c] d] [1 [2 3 4] 5]] [a b c d])", "[1 2 [3 4] 5]", NULL},
    {"(let [[a] nil {:keys [b]} nil] [a b])", "[nil nil]", NULL},
    {"(let [[_ _ c] [1 2 3]] c)", "3", NULL},
    {"(let [[a a] [1 2]] a)", "2", NULL},
    {"(let [[] [1]] 2)", "2", NULL},
    {"(let [{} {:a 1} {:as m} {:b 2}] m)", "{:b 2}", NULL},
    {"(let [[a] #{1}] a)", "!destructure_error", "expected list or nil, got #{1}"},
    {"(let [[a] 5] a)", "!destructure_error", "expected list or nil, got 5"},
    {"(let [{:keys [a]} 5] a)", "!destructure_error", NULL},
    {"(let [{:keys [a :b] :strs [c] :syms [d]} {:a 1 :b 2 \"c\" 3 'd 4}] [a b c d])",
     "[1 2 3 4]", NULL},
    {"(let [{:keys [a]} {\"a\" 1}] a)", "1", NULL},
    {"(let [{x :a y \"b\" [p q] :c {:keys [z]} :d} {:a 1 :b 2 :c [3 4] :d {:z 5}}]"
     " [x y p q z])",
     "[1 2 3 4 5]", NULL},
    {"(let [{a 0 c 2} [:x :y :z]] [a c])", "[:x :z]", NULL},
    {"(let [{:keys [a b] :or {a 1 b 2}} {:a nil}] [a b])", "[nil 2]", NULL},
    {"(let [{:keys [a b] :or {b (inc a)}} {:a 1}] b)", "2", NULL},
    {"(let [{x :a :or {x 9}} {}] x)", "9", NULL},
    {"(let [{:or {a (fail 1)} :keys [a]} {:a 2}] a)", "2", NULL},
    {"(let [{:keys [a] {:keys [b a] :or {b 2}} :n :or {a 1}} {:n {:a 3}}] [a b])",
     "[3 2]", NULL},
    {"(let [{{:keys [b] :or {b 2}} :n :keys [a] :or {a 1 b 5}} {}] [a b])", "[1 2]",
     NULL},
    {"(let [{{:keys [a]} :n :as m :or {a 1}} {:n {}}] a)", "nil", NULL},
    {"(let [k :x {v k} {:x 1}] v)", "1", NULL},
    {"((fn [& {:keys [a b] :or {b 2}}] [a b]) :a 1)", "[1 2]", NULL},
    {"((fn [x & {:keys [a]}] [x a]) 1 {:a 2})", "[1 2]", NULL},
    {"((fn [& {:keys [a]}] a) :a)", "!destructure_error", NULL},
    {"(let [[x & {:keys [a]}] [1 :a 2]] [x a])", "[1 2]", NULL},
    {"((fn [& [a b]] [a b]) 1 2 3)", "[1 2]", NULL},
    {"(for [{:keys [a]} [{:a 1} {:a 2}]] a)", "[1 2]", NULL},
    {"(let [[[[[x]]]] [[[[1]]]]] x)", "1", NULL},
    {"(let [v [1 2] [a b] v] [a b v])", "[1 2 [1 2]]", NULL},
    {"(let [m {:a 1} {:keys [a] :as n} m] [a n m])", "[1 {:a 1} {:a 1}]", NULL},
};

Test(lisp_compile, patterns)
{
    LISP_CHECK_ROWS(pattern_rows);
}

/* --- Size -------------------------------------------------------------------------- */

/* A program of `before`, a part for each number, and `after`; % in the part is it. */
typedef struct size_row {
    const char *before;
    const char *part;
    int count;
    const char *middle;
    const char *again; /* a second part for each number, or NULL */
    const char *after;
    const char *expected; /* printed, or "!reason" */
} size_row;

static const size_row size_rows[] = {
    {"(let [", "a% % ", 300, "] [a0 a255 a256 ((fn [] a299)) (+ a1 a298)])", NULL, "",
     "[0 255 256 299 299]"},
    {"(let [", "a% % ", 4000, "] (+ ", "a% ", "))", "7998000"},
    {"(loop [n 0 ", "a% % ", 250, "] (if (< n 3) (recur (inc n) ", "(inc a%) ",
     ") [n a0 a249]))", "[3 3 252]"},
    {"(count [", "1% ", 70000, "])", NULL, "", "70000"},
    {"(count (vector ", "% ", 1000, "))", NULL, "", "1000"},
    {"(defn f [x] x) (count [", "(f %) ", 20000, "])", NULL, "", "20000"},
    {"(count {", "% (inc %) ", 3000, "})", NULL, "", "3000"},
    {"(count #{", "% ", 3000, " (inc 5000)})", NULL, "", "3001"},
    {"#{", "% ", 3000, " 77}", NULL, "", "!duplicate_key"},
    {"(let [[", "a% ", 600, " & r] (range 602)] [a0 a254 a255 a510 a599 r])", NULL, "",
     "[0 254 255 510 599 [600 601]]"},
    {"(let [{:keys [", "a% ", 300, "] :or {", "a% % ", "}} {:a7 :x}] [a7 a299])",
     "[:x 299]"},
    {"(case 2500 ", "% :k ", 3000, ")", NULL, "", ":k"},
    {"(cond ", "(= % -1) 0 ", 5000, " :else 1)", NULL, "", "1"},
    {"(-> 0 ", "inc ", 3000, ")", NULL, "", "3000"},
    {"(->> 0 ", "(+ 1) ", 3000, ")", NULL, "", "3000"},
    {"(-> nil ", "(or %) ", 100, ")", NULL, "", "0"},
    {"(-> nil ", "(or %) ", 3000, ")", NULL, "", "!program_too_large"},
    {"(or ", "nil ", 20000, " 5)", NULL, "", "5"},
    {"", "(vector 1 2 3 4 5 ", 60, "1", ")", "", NULL},
    {"", "[1 (inc 2) ", 60, "1", "]", "", NULL},
    {"", "(for [x [1]] ", 60, "1", ")", "", NULL},
    {"", "(let [a% 1 b% 2 c% 3] ", 60, "(+ a0 b59 c30)", ")", "", "6"},
    {"", "((fn [a%] ", 30, "a0", ") 1)", "", "1"},
    {"(let [", "a% % ", 400, "] ((fn [] (+ ", "a% ", "))))", "79800"},
    {"(letfn [", "(f% [] f0) ", 50, "] (= f0 (f49)))", NULL, "", "true"},
    {"(fn [", "a% ", 101, "] 1)", NULL, "", "!program_too_large"},
    {"", "(def d% %) ", 3000, "[d0 d2999]", NULL, "", "[0 2999]"},
    {"", "% ", 140000, "", NULL, "", "139999"},
};

static void size_write(ptc_text *text, const char *part, int number)
{
    for (; *part; part++) {
        if (*part == '%')
            ptc_text_int(text, number);
        else
            ptc_text_byte(text, *part);
    }
}

Test(lisp_compile, sizes)
{
    ptc_lisp_options options;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 200000000;
    options.time_ms = 60000;
    for (size_t i = 0; i < sizeof size_rows / sizeof *size_rows; i++) {
        const size_row *row = &size_rows[i];
        ptc_arena arena;
        ptc_text text;
        lisp_answer answer;
        char printed[64];
        ptc_str shown;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, row->before);
        for (int n = 0; n < row->count; n++)
            size_write(&text, row->part, n);
        ptc_text_cstr(&text, row->middle);
        for (int n = 0; row->again && n < row->count; n++)
            size_write(&text, row->again, n);
        ptc_text_cstr(&text, row->after);
        answer = lisp_evaluate(ptc_text_view(&text), &options, NULL);
        shown = answer.result.printed;
        if (answer.is_ok)
            snprintf(printed, sizeof printed, "%.*s", (int)shown.len, shown.ptr);
        else
            snprintf(printed, sizeof printed, "!%s",
                     ptc_reason_name(answer.result.error.reason));
        if (row->expected)
            cr_expect_str_eq(printed, row->expected, "%s%s..: %s %s", row->before,
                             row->part, printed,
                             answer.is_ok ? "" : answer.result.error.message.ptr);
        else
            cr_expect(answer.is_ok, "%s%s..: %s", row->before, row->part,
                      answer.is_ok ? "" : answer.result.error.message.ptr);
        lisp_forget(&answer);
        ptc_arena_free(&arena);
    }
}

/* --- Names of builtins ------------------------------------------------------------ */

Test(lisp_compile, every_builtin_is_found_by_its_name)
{
    for (uint32_t i = 0; i < ptc_builtin_count; i++) {
        const ptc_builtin_row *row = &ptc_builtin_rows[i];
        ptc_str name = ptc_str_of(row->name);

        cr_expect(ptc_builtin_find(name) == row->function, "%s", row->name);
        cr_expect_str_eq(row->function->code, row->name);
        cr_expect(row->doc[0] != '\0', "%s has no sentence", row->name);
        name.len--;
        cr_expect(ptc_builtin_find(name) != row->function, "%s without its end",
                  row->name);
    }
    cr_expect_null(ptc_builtin_find(ptc_str_of("")));
    cr_expect_null(ptc_builtin_find(ptc_str_of("no-builtin-has-a-name-as-long-as-this")));
}
