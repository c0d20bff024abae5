/* SPDX-License-Identifier: MIT */
/* What programs print, and the texts that they make, with `hides_private` and without.
 * [ptc-lisp 9.1, signature 10] */
#include <criterion/criterion.h>

#include "support.h"

#include <ptc/form.h>
#include <ptc/lisp.h>

#include <string.h>

/* `u` is of a host, `big` a hash, `odd` has a form that no one has read. */
static const char firewall_context[] =
    "{:m {\"id\" 1 \"_cost\" 7.25} :k {:_cost 7.25 :in [{:_cost {:x 7.25}}]}"
    " :u {:_ 7.25 \"_1\" 7.25 :a/_b 1 :-c 2} :odd {:t #x/y {:_cost 7.25}}"
    " :key {{:_cost 7.25} 1}"
    " :big {:a 1 :b 1 :c 1 :d 1 :e 1 :f 1 :g 1 :h 1 :i 1 :j 1 :k 1 :l 1 :m 1 :n 1"
    "       :o 1 :p 1 :q 1 :r 1 :_cost 7.25}}";

typedef struct answer {
    ptc_arena arena;
    ptc_lisp_result result;
    ptc_str value; /* as text */
} answer;

static void run(const char *program, bool hides, answer *out)
{
    const ptc_source source = {PTC_STR("program"), ptc_str_of(program)};
    ptc_source data = {PTC_STR("context"), ptc_str_of(firewall_context)};
    ptc_lisp_options options;
    ptc_value context;
    ptc_forms forms;
    ptc_diags diags;
    ptc_lisp *lisp;
    ptc_text text;

    ptc_arena_init(&out->arena, NULL, 0);
    ptc_diags_init(&diags, &out->arena);
    ptc_forms_init(&forms, &out->arena, &data);
    cr_assert(ptc_form_to_value(&forms, ptc_edn_read_one(&forms, &diags), &context,
                                &diags) == PTC_OK);
    options = (ptc_lisp_options){.struct_size = sizeof options};
    cr_expect(!options.hides_private);
    options.hides_private = hides;
    cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
    cr_assert(ptc_lisp_set_context(lisp, &context) == PTC_OK);
    ptc_lisp_eval(&out->arena, lisp, &source, PTC_LISP_PRINTED, &out->result);
    ptc_text_init(&text, &out->arena);
    ptc_value_write(&text, &out->result.value);
    out->value = ptc_text_view(&text);
    ptc_lisp_free(lisp);
}

static const char *shown(const answer *given)
{
    if (given->result.error.message.len > 0)
        return given->result.error.message.ptr;
    if (given->result.output.len > 0)
        return test_cstr(given->result.output);
    return test_cstr(ptc_value_text(&given->result.value));
}

static bool has_it(const char *text)
{
    return strstr(text, "7.25") != NULL;
}

#define F "<Firewalled>"

/* Exactly what is shown; without the option all of it has the value. */
Test(lisp_firewall, texts_of_maps) /* M037 */
{
    static const struct {
        const char *program;
        const char *shown;
    } rows[] = {
        {"(println ctx/m)", "{id 1 _cost " F "}\n"},
        {"(prn ctx/k 1)", "{:_cost " F " :in [{:_cost " F "}]} 1\n"},
        {"(str ctx/m)", "{\"id\" 1 \"_cost\" " F "}"},
        {"(str \"a\" ctx/k)", "a{:_cost " F " :in [{:_cost " F "}]}"},
        {"(pr-str [ctx/m] 1)", "[{\"id\" 1 \"_cost\" " F "}] 1"},
        {"(format \"%s|%20S\" ctx/m 1)",
         "{\"id\" 1 \"_cost\" " F "}|                   1"},
        {"(string/join \", \" [1 ctx/m])", "1, {\"id\" 1 \"_cost\" " F "}"},
        {"(join ctx/m)", "[\"id\" 1][\"_cost\" " F "]"},
        {"(apply str (interpose \"-\" [ctx/m ctx/m]))",
         "{\"id\" 1 \"_cost\" " F "}-{\"id\" 1 \"_cost\" " F "}"},
        {"(str ctx/u {:_cost 7.25})",
         "{:_ " F " \"_1\" " F " :a/_b 1 :-c 2}{:_cost " F "}"},
        {"(str {'_cost 7.25})", "{_cost " F "}"},
        {"(str #{ctx/m} {ctx/m 1} (list ctx/m))",
         "#{{\"id\" 1 \"_cost\" " F "}}{{\"id\" 1 \"_cost\" " F "} 1}"
         "[{\"id\" 1 \"_cost\" " F "}]"},
        {"(str (select-keys ctx/big [:a :_cost]))", "{:a 1 :_cost " F "}"},
        {"(re-find #\":_cost [^ \\]}]+\" (str ctx/big))", ":_cost " F},
        {"(re-find #\":_cost [^ \\]}]+\" (str (seq ctx/big)))", ":_cost " F},
        {"(str ctx/odd)", "{:t #x/y " F "}"},
        {"(str ctx/key)", "{{:_cost " F "} 1}"},
        {"(str (reduced ctx/m))", "#<reduced {\"id\" 1 \"_cost\" " F "}>"},
        {"(return (reduced ctx/m))", "#<reduced {\"id\" 1 \"_cost\" " F "}>"},
        {"(string/replace \"x\" #\"x\" (fn [_] (str ctx/m)))",
         "{\"id\" 1 \"_cost\" " F "}"},
        {"(println (pmap (fn [x] (str x)) [ctx/m]))", "[{\"id\" 1 \"_cost\" " F "}]\n"},
        {"(pmap println [ctx/m])", "{id 1 _cost " F "}\n"},
        {"(println (assoc ctx/m :_b 7.25) (merge ctx/m {:c 1}))",
         "{id 1 _cost " F " :_b " F "} {id 1 _cost " F " :c 1}\n"},
        {"(str (update-keys ctx/m keyword) (sorted-map :_b 7.25 :a 1))",
         "{:id 1 :_cost " F "}{:_b " F " :a 1}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        answer given;

        run(rows[i].program, true, &given);
        cr_expect_str_eq(shown(&given), rows[i].shown, "%s", rows[i].program);
        ptc_arena_free(&given.arena);
        run(rows[i].program, false, &given);
        cr_expect(has_it(shown(&given)), "%s: %s", rows[i].program, shown(&given));
        ptc_arena_free(&given.arena);
    }
}

/* An entry that a program has taken out of a map, not yet apart, is as the map shows it.
 */
Test(lisp_firewall, entries_of_maps)
{
    static const struct {
        const char *program;
        const char *shown;
    } rows[] = {
        {"(str (find ctx/m \"_cost\"))", "[\"_cost\" " F "]"},
        {"(str (first (dissoc ctx/m \"id\")))", "[\"_cost\" " F "]"},
        {"(str (seq ctx/m))", "[[\"id\" 1] [\"_cost\" " F "]]"},
        {"(println (last ctx/m) (second ctx/m) (nth (seq ctx/m) 1))",
         "[_cost " F "] [_cost " F "] [_cost " F "]\n"},
        {"(str (map identity ctx/m) (into [] ctx/m) (vec ctx/m))",
         "[[\"id\" 1] [\"_cost\" " F "]][[\"id\" 1] [\"_cost\" " F "]]"
         "[[\"id\" 1] [\"_cost\" " F "]]"},
        {"(str (sort-by key ctx/m))", "[[\"_cost\" " F "] [\"id\" 1]]"},
        {"(str (filter (fn [[k v]] (= v 7.25)) ctx/m))", "[[\"_cost\" " F "]]"},
        {"(str (reverse (seq ctx/m)) (set (rest ctx/m)))",
         "[[\"_cost\" " F "] [\"id\" 1]]#{[\"_cost\" " F "]}"},
        {"(str (group-by first ctx/m))", "{\"id\" [[\"id\" 1]] \"_cost\" " F "}"},
        {"(str (group-by count ctx/m) (frequencies ctx/m))",
         "{2 [[\"id\" 1] [\"_cost\" " F "]]}{[\"id\" 1] 1 [\"_cost\" " F "] 1}"},
        {"(string/join \",\" (find ctx/m \"_cost\"))", "_cost," F},
        {"(join (last ctx/m))", "_cost" F},
        {"(join \"-\" (first {'_c 7.25}))", "_c-" F},
        {"(join \"-\" (seq ctx/m))", "[\"id\" 1]-[\"_cost\" " F "]"},
        {"(format \"%s\" (find ctx/m \"_cost\"))", "[\"_cost\" " F "]"},
        {"(str \"a\" (find ctx/m \"_cost\") (pr-str (find ctx/m \"_cost\")))",
         "a[\"_cost\" " F "][\"_cost\" " F "]"},
        {"(str (apply max-key val ctx/m))", "[\"_cost\" " F "]"},
        {"(def kept (seq ctx/m)) (str kept)", "[[\"id\" 1] [\"_cost\" " F "]]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        answer given;

        run(rows[i].program, true, &given);
        cr_expect_str_eq(shown(&given), rows[i].shown, "%s", rows[i].program);
        ptc_arena_free(&given.arena);
        run(rows[i].program, false, &given);
        cr_expect(has_it(shown(&given)), "%s: %s", rows[i].program, shown(&given));
        ptc_arena_free(&given.arena);
    }
}

/* The value itself, JSON, and what is computed are exact; nothing else is hidden. */
Test(lisp_firewall, what_is_taken_out_is_shown)
{
    static const struct {
        const char *program;
        const char *shown;
    } rows[] = {
        {"(str (get ctx/m \"_cost\"))", "7.25"},
        {"(println (map :_cost [ctx/k]) (vals (dissoc ctx/m \"id\")))",
         "[7.25] [7.25]\n"},
        {"(let [{c :_cost} ctx/k] (str c))", "7.25"},
        {"(str (for [[k v] ctx/m] (str k \"=\" v)))", "[\"id=1\" \"_cost=7.25\"]"},
        {"(json/generate-string ctx/m)", "{\"id\":1,\"_cost\":7.25}"},
        {"(str (:_cost (first (:in ctx/k))))", "{:x 7.25}"},
        {"(str (into [] (find ctx/m \"_cost\")))", "[\"_cost\" 7.25]"},
        {"(str [:_cost 7.25])", "[:_cost 7.25]"}, /* keys of a map are such a vector */
        {"(str (keys {:_a 1 :b 2}))", "[:_a :b]"},
        {"(join \",\" (vec (rest (find ctx/m \"_cost\"))))", "7.25"},
        {"(str (flatten (seq ctx/m)) (apply concat (seq ctx/m)))",
         "[\"id\" 1 \"_cost\" 7.25][\"id\" 1 \"_cost\" 7.25]"},
        {"(str (keys (group-by :_cost [ctx/k])) (frequencies (map :_cost [ctx/k])))",
         "[7.25]{7.25 1}"},
        {"(str (conj (find ctx/m \"_cost\") 1))", "[\"_cost\" 7.25 1]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int hides = 0; hides < 2; hides++) {
            answer given;

            run(rows[i].program, hides, &given);
            cr_expect_str_eq(shown(&given), rows[i].shown, "%s", rows[i].program);
            ptc_arena_free(&given.arena);
        }
    }
}

/* Results are data: complete, and equal whatever is shown. The text of one is not. */
Test(lisp_firewall, results_are_exact)
{
    static const char *const programs[] = {
        "ctx/m",
        "(seq ctx/m)",
        "(return {:a ctx/m :b (first ctx/k)})",
        "[(= (first {:_cost 7.25}) [:_cost 7.25]) (hash-map [:_cost 7.25] ctx/m) 7.25]",
        "(get {[:_cost 7.25] 7.25} (first {:_cost 7.25}))",
    };

    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        answer hidden;
        answer open;

        run(programs[i], true, &hidden);
        run(programs[i], false, &open);
        cr_expect(has_it(test_cstr(hidden.value)), "%s", programs[i]);
        cr_expect(ptc_str_equal(hidden.value, open.value), "%s", programs[i]);
        cr_expect(ptc_value_same(&hidden.result.value, &open.result.value));
        cr_expect(has_it(test_cstr(open.result.printed)));
        ptc_arena_free(&hidden.arena);
        ptc_arena_free(&open.arena);
    }
    {
        answer given;

        run("(return ctx/m)", true, &given);
        cr_expect_str_eq(test_cstr(given.result.printed), "{\"id\" 1 \"_cost\" " F "}");
        ptc_arena_free(&given.arena);
    }
}

/* Messages name values that a model may not have seen, in any run. */
Test(lisp_firewall, errors_quote_nothing)
{
    static const char *const programs[] = {
        "(+ 1 ctx/m)",
        "(subs ctx/m 1)",
        "(name ctx/m)",
        "(case ctx/m 1 2)",
        "(case (first (dissoc ctx/m \"id\")) 1 2)",
        "(sort [ctx/m 1])",
        "(compare ctx/m (first ctx/m))",
        "(format \"%d\" ctx/m)",
        "(format \"%d\" (find ctx/m \"_cost\"))",
        "(conj {} ctx/m (find ctx/m \"_cost\") 1)",
        "(json/generate-string {ctx/m (fn [x] x)})",
        "(json/generate-string {:a {(find ctx/m \"_cost\") {ctx/m inc}}})",
        "(json/generate-string {(find ctx/m \"_cost\") inc})",
        "(nth ctx/m 0)",
        "(let [[a] ctx/m] (+ a 1))",
        "(+ 1 (:t ctx/odd))",
        "(ctx/m ctx/m ctx/m ctx/m)",
        "((find ctx/m \"_cost\") ctx/m)",
        "(update ctx/m \"_cost\" (fn [_] (name ctx/m)))",
        "(assoc-in {:a (find ctx/m \"_cost\")} [:a ctx/m] 1)",
        "(string/replace \"x\" #\"x\" (fn [_] ctx/m))",
        "(zipmap ctx/m 1)",
        "(apply hash-map [ctx/m])",
        "(throw ctx/m)",
        "(throw (ex-info \"m\" ctx/k))",
        "(assert false ctx/m)",
        "(sorted-set ctx/m)",
        "(subseq ctx/m > 1)",
    };

    for (size_t i = 0; i < 2 * sizeof programs / sizeof *programs; i++) {
        answer given;

        run(programs[i / 2], i % 2 == 0, &given);
        cr_expect(given.result.error.message.ptr != NULL, "%s", programs[i / 2]);
        cr_expect(!has_it(shown(&given)), "%s: %s", programs[i / 2], shown(&given));
        ptc_arena_free(&given.arena);
    }
}
