/* SPDX-License-Identifier: MIT */
#include "random_lisp.h"
#include "random_lisp_forms.h"

#include "lisp/core/core_int.h"
#include "lisp/language/opcodes.h"

#include <stdio.h>

enum {
    FORMS = 60,     /* of a stage, about */
    DEEPEST = 7,    /* forms within forms */
    TYPES = 23,     /* that a form of any type may have */
    LONG = 300,     /* items and names beyond what an instruction has registers for */
    NEW_NAMES = 10, /* of a row */
};

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

const char random_lisp_context[] =
    "{\"count\": 3, \"title\": \"Caf\\u00e9\", \"numbers\": [5, 1, 4], \"table\": "
    "{\"a\": 1},"
    " \"rows\": [{\"a\": 1, \"b\": \"x\"}, {\"a\": 2, \"b\": null}]}";

static unsigned below(random_lisp *make, unsigned bound)
{
    return test_random_below(make->random, bound);
}

static void put(random_lisp *make, const char *text)
{
    ptc_text_cstr(make->text, text);
}

static void put_form(random_lisp *make, char type, unsigned depth);

/* --- Names ------------------------------------------------------------------------- */

/* A name in scope of the type; of any type for A. NULL: none. */
static const char *known_name(random_lisp *make, char type)
{
    unsigned total = make->local_count + make->global_count;
    unsigned start = total > 0 ? below(make, total) : 0;

    for (unsigned i = 0; i < total; i++) {
        unsigned at = (start + i) % total;
        const random_lisp_name *name = at < make->local_count
                                           ? &make->locals[at]
                                           : &make->globals[at - make->local_count];

        if (name->type != 0 && (name->type == type || type == 'A'))
            return name->text;
    }
    return NULL;
}

/* Binds a name that is in scope once `type` is set. Few have one name twice, which hides
 * the first. */
static random_lisp_name *new_local(random_lisp *make)
{
    random_lisp_name *name;

    if (make->local_count == RANDOM_LISP_NAMES) /* the outermost one is forgotten */
        memmove(make->locals, make->locals + 1,
                --make->local_count * sizeof *make->locals);
    name = &make->locals[make->local_count++];
    name->type = 0;
    snprintf(name->text, sizeof name->text, "x%u",
             below(make, 12) == 0 ? 1 : ++make->named % 1000);
    return name;
}

static const char *new_global(random_lisp *make, char type, const char *prefix)
{
    random_lisp_name *name;

    if (make->global_count == RANDOM_LISP_NAMES)
        make->global_count--;
    name = &make->globals[make->global_count++];
    name->type = type;
    snprintf(name->text, sizeof name->text, "%s%u", prefix, ++make->named % 1000);
    return name->text;
}

/* --- Forms ------------------------------------------------------------------------- */

/* One of the words that `|` separates. */
static ptc_str choose_word(random_lisp *make, const char *words)
{
    unsigned count = 1;
    unsigned chosen;
    const char *end;

    for (const char *at = words; *at != '\0'; at++)
        count += *at == '|';
    chosen = below(make, count);
    while (chosen-- > 0)
        words = strchr(words, '|') + 1;
    end = strchr(words, '|');
    return ptc_str_make(words, end != NULL ? (size_t)(end - words) : strlen(words));
}

static const char *row_of(const random_lisp_row *rows, size_t count, char type)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].type == type)
            return rows[i].text;
    return NULL;
}

static char any_type(random_lisp *make)
{
    return "IFNQSKBVLWRMOTZGHPXDEJY"[below(make, TYPES)];
}

static void put_atom(random_lisp *make, char type)
{
    const char *name = below(make, 2) == 0 ? known_name(make, type) : NULL;
    const char *atoms;

    if (name == NULL && (type == 'A' || type == 'U'))
        type = any_type(make);
    atoms = row_of(random_lisp_atoms, COUNT(random_lisp_atoms), type);
    if (name != NULL)
        put(make, name);
    else if (type == 'T' && below(make, 40) == 0)
        put(make, "#{0 1 2 3 4 5 6 7 8 9 :a :b \"c\" nil 2.5}");
    else
        ptc_text_str(make->text, choose_word(make, atoms));
}

/* A call of any builtin with any arguments, as many as it takes. */
static void put_any_call(random_lisp *make, unsigned depth)
{
    const ptc_builtin_row *row =
        &ptc_builtin_rows[below(make, (unsigned)ptc_builtin_count)];
    unsigned most = row->function->max_args < 4 ? row->function->max_args : 4;
    unsigned count =
        row->function->min_args + (most > row->function->min_args
                                       ? below(make, most - row->function->min_args + 1)
                                       : 0);

    put(make, "(");
    put(make, row->name);
    for (unsigned i = 0; i < count; i++) {
        put(make, " ");
        put_form(make, 'A', depth);
    }
    put(make, ")");
}

/* "name I S": capitals that stand alone are types. */
static void put_call(random_lisp *make, ptc_str call, unsigned depth)
{
    put(make, "(");
    for (size_t i = 0; i < call.len; i++) {
        char before = i == 0 ? ' ' : call.ptr[i - 1];
        char behind = i + 1 == call.len ? ' ' : call.ptr[i + 1];

        if (call.ptr[i] >= 'A' && call.ptr[i] <= 'Z' && strchr(" [({", before) != NULL &&
            strchr(" ])}", behind) != NULL)
            put_form(make, call.ptr[i], depth);
        else
            ptc_text_byte(make->text, call.ptr[i]);
    }
    put(make, ")");
}

/* A row of random_lisp_forms; `*` in it is the type. */
static void put_row(random_lisp *make, const char *text, char type, unsigned depth)
{
    unsigned outer = make->local_count;
    random_lisp_name mine[NEW_NAMES];
    unsigned count = 0;
    unsigned seen = 0;

    for (; *text != '\0'; text++) {
        char next = text[1] == '*' ? type : text[1];

        if (*text == '$') {
            put_form(make, next, depth);
            text++;
        } else if (*text == '!' && ((next >= 'A' && next <= 'Z'))) {
            mine[count] = *new_local(make);
            make->local_count--;
            mine[count].type = next;
            put(make, mine[count++].text);
            text++;
        } else if (*text == '~') {
            for (; seen < count; seen++)
                *new_local(make) = mine[seen];
        } else if (*text == '`') {
            if (make->local_count > outer)
                make->local_count = outer;
        } else if (*text == '@') {
            put(make, mine[*++text - '0'].text);
        } else if (*text == '^') {
            ptc_text_int(make->text, below(make, 6));
        } else {
            ptc_text_byte(make->text, *text);
        }
    }
    if (make->local_count > outer)
        make->local_count = outer;
}

static const char *choose_row(random_lisp *make, char type)
{
    unsigned count = 0;
    unsigned chosen;

    for (size_t i = 0; i < COUNT(random_lisp_forms); i++)
        count += random_lisp_forms[i].type == '*' || random_lisp_forms[i].type == type;
    chosen = below(make, count);
    for (size_t i = 0;; i++)
        if (random_lisp_forms[i].type == '*' || random_lisp_forms[i].type == type)
            if (chosen-- == 0)
                return random_lisp_forms[i].text;
}

/* Now and then a form of a wrong type, or any call, after which programs mostly fail. */
static void put_form(random_lisp *make, char type, unsigned depth)
{
    const char *calls;

    if (depth == 0 || make->left == 0) {
        put_atom(make, type);
        return;
    }
    make->left--;
    if (below(make, 150) == 0) {
        put_any_call(make, depth - 1);
        return;
    }
    if (type == 'U' || below(make, 150) == 0 || (type == 'A' && below(make, 8) > 0))
        type = any_type(make);
    calls = row_of(random_lisp_calls, COUNT(random_lisp_calls), type);
    if (below(make, 5) == 0)
        put_atom(make, type);
    else if (calls != NULL && below(make, 2) == 0)
        put_call(make, choose_word(make, calls), depth - 1);
    else if (type == 'A')
        put_atom(make, type);
    else
        put_row(make, choose_row(make, type), type, depth - 1);
}

/* --- Long ones: what short instructions cannot number ------------------------------- */

static void put_numbered(random_lisp *make, const char *format)
{
    char item[80];

    for (unsigned i = 0; i < LONG; i++) {
        snprintf(item, sizeof item, format, i, i, i);
        put(make, item);
    }
}

static void put_long(random_lisp *make)
{
    switch (below(make, 7)) {
    case 0: /* names */
        put(make, "(let [");
        put_numbered(make, "r%u (inc %u) ");
        put(make, "] [(+ r299 r0) (str r280 r281) (assoc {} :a r290) (:k {:k r270} r271) "
                  "(if (< r260 r299) r3 4) (for [r [r256 r299]] (dec r))])");
        return;
    case 1:
        put(make, "(let [y 1] (vector (= y 0.5) [y ");
        put_numbered(make, "(+ y %u) ");
        put(make, "]))");
        return;
    case 2:
        put(make, "(let [y 1] (count #{y ");
        put_numbered(make, "(* y %u) ");
        put(make, "}))");
        return;
    case 3:
        put(make, "(let [y 1] {y :y ");
        put_numbered(make, "(str y %u) %u ");
        put(make, "})");
        return;
    case 4: /* constants */
        put(make, "((fn [k] (case k ");
        put_numbered(make, ":k%u %u ");
        put(make, "-1)) :k290)");
        return;
    case 5:
        put(make, "(get {");
        put_numbered(make, ":k%u %u ");
        put(make, "} :k7)");
        return;
    default:
        put(make, "(contains? #{");
        put_numbered(make, "\"k%u\" ");
        put(make, "} \"k8\")");
        return;
    }
}

ptc_str random_lisp_wide(ptc_arena *arena)
{
    ptc_text text;
    char item[40];

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "(let [y 1] (do ");
    for (unsigned i = 0; i < 65600; i++) {
        snprintf(item, sizeof item, "%u.5 ", i);
        ptc_text_cstr(&text, item);
    }
    ptc_text_cstr(&text, "(+ y 65599.5)))");
    return ptc_text_view(&text);
}

/* --- Stages ------------------------------------------------------------------------ */

static void put_value_definition(random_lisp *make)
{
    char type = any_type(make);
    random_lisp_name name;

    put(make, below(make, 5) == 0 ? "(defonce " : "(def ");
    new_global(make, type, "v");
    name = make->globals[--make->global_count];
    put(make, name.text);
    put(make, below(make, 8) == 0 ? " \"a doc\" " : " ");
    if (below(make, 6) == 0)
        put_atom(make, type);
    else
        put_form(make, type, DEEPEST - 2);
    put(make, ")\n");
    make->globals[make->global_count++] = name;
}

static void put_function_definition(random_lisp *make)
{
    static const random_lisp_row rows[] = {
        {'G', " [!I~] $I)\n"},
        {'G', " \"a doc\" [!I~] (if (< @0 1) 0 $I))\n"},
        {'G', " ([!I~] $I`) ([!I !I & !V~] $I))\n"},
        {'H', " [!I !I~] $I)\n"},
        {'H', " [!I & !L~] (reduce + @0 @1))\n"},
        {'P', " [!I~] $B)\n"},
        {'G', " [!I~] (let [!I $I~] (fn [!I~] (+ @0 @1 @2)) @1))\n"},
    };
    const random_lisp_row *row = &rows[below(make, (unsigned)COUNT(rows))];
    random_lisp_name name;

    new_global(make, row->type, "f");
    name = make->globals[--make->global_count];
    put(make, "(defn ");
    put(make, name.text);
    put_row(make, row->text, row->type, DEEPEST - 2);
    make->globals[make->global_count++] = name;
}

static void put_definition(random_lisp *make)
{
    unsigned kind = below(make, 10);

    if (kind == 0) {
        put(make, "(def ");
        put(make, new_global(make, 'U', "w"));
        put(make, " ");
        put_long(make);
        put(make, ")\n");
    } else if (kind < 6) {
        put_value_definition(make);
    } else {
        put_function_definition(make);
    }
}

ptc_str random_lisp_stage(random_lisp *make, ptc_arena *arena)
{
    unsigned definitions = below(make, 4);
    ptc_text text;

    ptc_text_init(&text, arena);
    make->text = &text;
    make->local_count = 0;
    make->left = FORMS / 2 + below(make, FORMS);
    if (below(make, 6) == 0)
        put(make, "(ns part.one (:require [clojure.string :as str]))\n");
    for (unsigned i = 0; i < definitions; i++)
        put_definition(make);
    if (below(make, 25) == 0)
        put_long(make);
    put_form(make, 'A', DEEPEST);
    make->text = NULL;
    return ptc_text_view(&text);
}

/* --- Coverage ---------------------------------------------------------------------- */

static void count_function(const ptc_proto *proto, size_t *counts)
{
    for (uint32_t i = 0; i < proto->code_count; i++) {
        ptc_opcode op = (ptc_opcode)(proto->code[i] & 255u);

        counts[op]++;
        i += ptc_opcode_is_wide(op);
    }
    for (uint32_t i = 0; i < proto->child_count; i++)
        count_function(proto->children[i], counts);
    for (uint32_t i = 0; i < proto->arity_count; i++)
        count_function(proto->arities[i], counts);
}

void random_lisp_count(const ptc_program *program, size_t *counts)
{
    count_function(program->main, counts);
}
