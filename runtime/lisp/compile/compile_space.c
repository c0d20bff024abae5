/* SPDX-License-Identifier: MIT */
/*
 * ns, require, use, import: declarations, which hold from their place on. Nothing is
 * loaded. Names of the language's namespaces can be used through an alias or be referred
 * to; the program's own namespace is a prefix of its definitions; any other namespace is
 * accepted, and reported where one of its names is used. [ptc-lisp 4]
 */
#include "lisp/compile/compiler.h"
#include "lisp/core/core_int.h"
#include "lisp/heap/memory.h"
#include "lisp/read/read_int.h"

#define SPACE_REQUIRE_EXPECTED                                                           \
    "(require '[clojure.string :as s :refer [join]]), or as a clause of ns"
#define SPACE_NS_EXPECTED                                                                \
    "(ns name (:require [clojure.string :as s]) ..); clauses are :require :use :import " \
    ":refer-clojure :gen-class"

/* --- Declaring --------------------------------------------------------------------- */

static const ptc_space *space_find(const ptc_compiler *c, ptc_space_kind kind,
                                   ptc_str name)
{
    const ptc_space *found = ptc_space_find(&c->program->spaces, kind, name);

    return found != NULL ? found : ptc_space_find(&c->lisp->spaces, kind, name);
}

static void space_declare(ptc_compiler *c, uint32_t form, ptc_space_kind kind,
                          ptc_str name, ptc_str of, ptc_str member)
{
    const ptc_space space = {kind, name, of, member};

    if (name.len > PTC_SPACE_NAME_MAX || of.len > PTC_SPACE_NAME_MAX)
        ptc_lisp_raise_at(
            c->lisp, ptc_form_at(c, form)->span.start, PTC_REASON_INVALID_FORM,
            "Analysis error: the name of a namespace has more than %d bytes",
            PTC_SPACE_NAME_MAX);
    if (c->program->spaces.count >= PTC_SPACES_MAX)
        ptc_compile_too_large(c, "more than 500 names of namespaces are declared");
    if (!ptc_space_add(&c->program->arena, &c->program->spaces, &space))
        ptc_compile_memory(c);
}

/* Namespaces cannot have the host's names. */
static void space_check_free(ptc_compiler *c, uint32_t form, const char *what)
{
    static const char *const names[] = {"ctx", "data", "memory", "tool", "budget"};
    ptc_str name = ptc_form_at(c, form)->text;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ptc_str_equal(name, ptc_str_of(names[i])))
            ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start,
                              PTC_REASON_INVALID_FORM,
                              "Analysis error: the %s %s is the host's: %s/NAME; choose "
                              "another",
                              what, names[i], names[i]);
}

static bool space_is_own(const ptc_compiler *c, ptc_str name)
{
    return ptc_str_equal(name, PTC_STR("user")) ||
           space_find(c, PTC_SPACE_OWN, name) != NULL;
}

static void space_declare_own(ptc_compiler *c, uint32_t form)
{
    ptc_str name = ptc_form_at(c, form)->text;

    space_check_free(c, form, "namespace");
    c->home = form;
    if (!space_is_own(c, name))
        space_declare(c, form, PTC_SPACE_OWN, name, PTC_STR(""), PTC_STR(""));
}

/* A symbol, whether it is quoted or not. */
static bool space_is_name(const ptc_compiler *c, uint32_t form)
{
    return form && ptc_form_at(c, form)->kind == PTC_FORM_SYMBOL &&
           !(ptc_form_at(c, form)->flags & (PTC_FORM_QUALIFIED | PTC_FORM_REGISTER));
}

static void space_check_name(ptc_compiler *c, uint32_t form, uint32_t within,
                             const char *expected)
{
    if (!space_is_name(c, form))
        ptc_compile_misuse(c, form ? form : within, PTC_REASON_INVALID_FORM, expected);
}

/* --- Names that refer -------------------------------------------------------------- */

/* The builtin that space/name is: false when there is none, and `why` says so. */
static const ptc_function *space_builtin(ptc_str space, ptc_str name, ptc_text *why)
{
    ptc_str builtin;

    return ptc_lisp_namespace_resolve(space, name, &builtin, why)
               ? ptc_builtin_find(builtin)
               : NULL;
}

static void space_bind(ptc_symbol *symbol, const ptc_function *builtin)
{
    if (builtin != ptc_builtin_find(symbol->text))
        symbol->special = NULL; /* its opcodes belong to another builtin */
    else
        symbol->special = ptc_special_find(symbol->text);
    symbol->builtin = builtin;
    symbol->is_referred = true;
    symbol->is_defined = false;
    symbol->is_declared = false;
}

void ptc_compile_refer_kept(ptc_compiler *c, ptc_symbol *symbol)
{
    const ptc_space *space =
        ptc_space_find(&c->lisp->spaces, PTC_SPACE_REFER, symbol->text);
    const ptc_function *builtin;
    ptc_text why;

    if (space == NULL)
        return;
    ptc_text_init(&why, c->scratch);
    builtin = space_builtin(space->of, space->member, &why);
    if (builtin != NULL)
        space_bind(symbol, builtin);
}

/* Namespaces are only names: two of them that define a name would share it. */
static void space_settle(ptc_compiler *c, ptc_symbol *symbol)
{
    ptc_str home = ptc_form_at(c, c->home)->text;
    ptc_str former = ptc_form_at(c, symbol->home)->text;

    if (symbol->home && !ptc_str_equal(home, former))
        ptc_lisp_raise_at(c->lisp, c->place, PTC_REASON_INVALID_FORM,
                          "Analysis error: %.*s is also defined in the namespace %.*s; "
                          "namespaces share one set of names: choose another name",
                          (int)symbol->text.len, symbol->text.ptr, (int)former.len,
                          former.ptr);
    symbol->home = c->home;
}

void ptc_compile_defined(ptc_compiler *c, ptc_symbol *symbol)
{
    if (PTC_UNLIKELY(c->home))
        space_settle(c, symbol);
    if (symbol->is_referred && c->program->spaces.count < PTC_SPACES_MAX) {
        const ptc_space space = {PTC_SPACE_PLAIN, symbol->text, {"", 0}, {"", 0}};

        if (!ptc_space_add(&c->program->arena, &c->program->spaces, &space))
            ptc_compile_memory(c);
    }
    symbol->is_referred = false;
    symbol->is_defined = true;
}

/* Whether a special form has the name, and not a builtin that is called like others. */
static bool space_is_special(ptc_str name)
{
    const ptc_special *special = ptc_special_find(name);

    return special != NULL && !special->args;
}

/* The plain `name` is space/member from now on. */
static void space_refer(ptc_compiler *c, uint32_t form, ptc_str space, ptc_str member,
                        ptc_str name)
{
    ptc_symbol *symbol = ptc_compile_symbol(c, name, ptc_symbol_hash(name));
    const ptc_function *builtin;
    ptc_text why;

    if (space_is_own(c, space))
        return;
    if (ptc_lisp_namespace_known(space).len == 0) {
        symbol->origin = space;
        return;
    }
    if (space_is_special(member) && ptc_str_equal(member, name))
        return;
    ptc_compile_check_definable(c, form, symbol);
    ptc_text_init(&why, c->scratch);
    builtin = space_builtin(space, member, &why);
    if (builtin == NULL)
        ptc_lisp_raise_at(c->lisp, ptc_form_at(c, form)->span.start,
                          PTC_REASON_INVALID_FORM, "Analysis error: %.*s/%.*s: %.*s",
                          (int)space.len, space.ptr, (int)member.len, member.ptr,
                          (int)why.len, why.len ? why.ptr : "");
    space_declare(c, form, PTC_SPACE_REFER, name, space, member);
    space_bind(symbol, builtin);
}

/* --- What follows the name of a namespace
 * ------------------------------------------- */

/* Forms of the options, 0: none. */
typedef struct space_options {
    uint32_t alias;
    uint32_t names;   /* :refer and :only */
    uint32_t renamed; /* :rename */
    uint32_t left;    /* :exclude */
    bool is_all;      /* :refer :all, and use */
} space_options;

static bool space_is_list(const ptc_compiler *c, uint32_t form)
{
    return ptc_form_at(c, form)->kind == PTC_FORM_VECTOR ||
           ptc_form_at(c, form)->kind == PTC_FORM_LIST;
}

/* The options from `form` on in a chain: keywords and values in turn. */
static void space_read_options(ptc_compiler *c, uint32_t form, uint32_t within,
                               const char *expected, space_options *out)
{
    for (; form; form = ptc_form_next(c, ptc_form_next(c, form))) {
        uint32_t value = ptc_form_next(c, form);

        if (ptc_form_at(c, form)->kind != PTC_FORM_KEYWORD || !value) {
            ptc_compile_misuse(c, within, PTC_REASON_INVALID_FORM, expected);
        } else if (ptc_form_is_keyword(c, form, "as") ||
                   ptc_form_is_keyword(c, form, "as-alias")) {
            space_check_name(c, value, within, expected);
            out->alias = value;
        } else if (ptc_form_is_keyword(c, form, "refer") &&
                   ptc_form_is_keyword(c, value, "all")) {
            out->is_all = true;
        } else if ((ptc_form_is_keyword(c, form, "refer") ||
                    ptc_form_is_keyword(c, form, "only")) &&
                   space_is_list(c, value)) {
            out->names = value;
        } else if (ptc_form_is_keyword(c, form, "exclude") && space_is_list(c, value)) {
            out->left = value;
        } else if (ptc_form_is_keyword(c, form, "rename") &&
                   ptc_form_at(c, value)->kind == PTC_FORM_MAP) {
            out->renamed = value;
        } else {
            ptc_compile_misuse(c, within, PTC_REASON_INVALID_FORM, expected);
        }
    }
}

/* The name that :rename gives, or the name itself. */
static ptc_str space_renamed(ptc_compiler *c, const space_options *options, ptc_str name)
{
    uint32_t from = options->renamed ? ptc_form_at(c, options->renamed)->child : 0;

    for (; from; from = ptc_form_next(c, ptc_form_next(c, from)))
        if (space_is_name(c, from) && space_is_name(c, ptc_form_next(c, from)) &&
            ptc_str_equal(ptc_form_at(c, from)->text, name))
            return ptc_form_at(c, ptc_form_next(c, from))->text;
    return name;
}

static bool space_is_left(const ptc_compiler *c, const space_options *options,
                          ptc_str name)
{
    uint32_t left = options->left ? ptc_form_at(c, options->left)->child : 0;

    for (; left; left = ptc_form_next(c, left))
        if (space_is_name(c, left) && ptc_str_equal(ptc_form_at(c, left)->text, name))
            return true;
    return false;
}

/* Whether the program has the name from another namespace: a name that was asked for is
 * not lost where all names of another one are added. */
static bool space_is_taken(const ptc_compiler *c, ptc_str space, ptc_str name)
{
    const ptc_space *taken = ptc_space_find(&c->program->spaces, PTC_SPACE_REFER, name);

    return taken != NULL && taken->kind == PTC_SPACE_REFER &&
           !ptc_str_equal(taken->of, space);
}

/* The listed names, or all of them where all are wanted. */
static void space_refer_names(ptc_compiler *c, uint32_t form, ptc_str space,
                              const space_options *options, const char *expected)
{
    uint32_t child = options->names ? ptc_form_at(c, options->names)->child : 0;
    const char *rest = NULL;
    ptc_str member;
    ptc_text why;

    for (; child; child = ptc_form_next(c, child)) {
        space_check_name(c, child, options->names, expected);
        member = ptc_form_at(c, child)->text;
        space_refer(c, child, space, member, space_renamed(c, options, member));
    }
    if (options->names || !options->is_all || ptc_lisp_namespace_known(space).len == 0)
        return;
    ptc_text_init(&why, c->scratch);
    while ((member = ptc_lisp_namespace_next(space, &rest)).len > 0) {
        ptc_str name = space_renamed(c, options, member);

        if (!space_is_left(c, options, member) && !space_is_taken(c, space, name) &&
            space_builtin(space, member, &why) != NULL)
            space_refer(c, form, space, member, name);
    }
}

/* The namespace that the form names, after `prefix`. */
static ptc_str space_name(ptc_compiler *c, ptc_str prefix, uint32_t form)
{
    ptc_str name = ptc_form_at(c, form)->text;
    ptc_text text;

    if (prefix.len == 0)
        return name;
    ptc_text_init(&text, c->scratch);
    ptc_text_str(&text, prefix);
    ptc_text_byte(&text, '.');
    ptc_text_str(&text, name);
    if (text.failed)
        ptc_compile_memory(c);
    return ptc_text_view(&text);
}

/* name, or [name :as alias ..]; `options` are the ones that hold already. */
static void space_lib(ptc_compiler *c, uint32_t form, ptc_str prefix,
                      space_options options, const char *expected)
{
    bool is_list = space_is_list(c, form);
    uint32_t name = is_list ? ptc_form_at(c, form)->child : form;
    ptc_str space;

    space_check_name(c, name, form, expected);
    if (is_list)
        space_read_options(c, ptc_form_next(c, name), form, expected, &options);
    space = space_name(c, prefix, name);
    if (options.alias) {
        space_check_free(c, options.alias, "alias");
        space_declare(c, form, PTC_SPACE_ALIAS, ptc_form_at(c, options.alias)->text,
                      space, PTC_STR(""));
    }
    if (ptc_lisp_namespace_known(space).len == 0 && !space_is_own(c, space))
        space_declare(c, form, PTC_SPACE_ALIAS, space, space, PTC_STR(""));
    space_refer_names(c, form, space, &options, expected);
}

/* A libspec, or (prefix libspec*). */
static void space_libs(ptc_compiler *c, uint32_t form, space_options options,
                       const char *expected)
{
    uint32_t name = space_is_list(c, form) ? ptc_form_at(c, form)->child : 0;
    uint32_t lib = name ? ptc_form_next(c, name) : 0;

    if (ptc_form_at(c, form)->kind == PTC_FORM_KEYWORD)
        return; /* :reload and the like */
    if (!lib || ptc_form_at(c, lib)->kind == PTC_FORM_KEYWORD) {
        space_lib(c, form, PTC_STR(""), options, expected);
        return;
    }
    space_check_name(c, name, form, expected);
    for (; lib; lib = ptc_form_next(c, lib))
        space_lib(c, lib, ptc_form_at(c, name)->text, options, expected);
}

/* Names that :exclude leaves to the program mean definitions to come. */
static void space_refer_clojure(ptc_compiler *c, uint32_t form, const char *expected)
{
    space_options options = {0};
    uint32_t left;

    space_read_options(c, ptc_form_second(c, form), form, expected, &options);
    left = options.left ? ptc_form_at(c, options.left)->child : 0;
    for (; left; left = ptc_form_next(c, left)) {
        ptc_str name = ptc_form_at(c, left)->text;

        space_check_name(c, left, form, expected);
        ptc_compile_declared(c, ptc_compile_symbol(c, name, ptc_symbol_hash(name)));
    }
    options.left = 0;
    if (options.renamed && !options.names) {
        uint32_t from = ptc_form_at(c, options.renamed)->child;

        for (; from; from = ptc_form_next(c, ptc_form_next(c, from))) {
            ptc_str name = ptc_form_at(c, from)->text;

            space_check_name(c, from, form, expected);
            space_check_name(c, ptc_form_next(c, from), form, expected);
            space_refer(c, from, PTC_STR("clojure.core"), name,
                        space_renamed(c, &options, name));
        }
    }
}

/* --- import ------------------------------------------------------------------------ */

/* The names of classes are always known; a missing class is reported where it is
 * used. */
static void space_import(ptc_compiler *c, uint32_t form, const char *expected)
{
    uint32_t class = space_is_list(c, form) ? ptc_form_at(c, form)->child : form;

    for (; class; class = form == class ? 0 : ptc_form_next(c, class))
        space_check_name(c, class, form, expected);
}

/* --- The forms --------------------------------------------------------------------- */

static void space_clause(ptc_compiler *c, uint32_t clause)
{
    const char *expected = SPACE_NS_EXPECTED;
    const space_options all = {.is_all = true};
    const space_options none = {0};
    uint32_t head = ptc_form_at(c, clause)->child;
    uint32_t item = head ? ptc_form_next(c, head) : 0;
    bool is_require = head && ptc_form_is_keyword(c, head, "require");
    bool is_use = head && ptc_form_is_keyword(c, head, "use");
    bool is_import = head && ptc_form_is_keyword(c, head, "import");

    if (!head || !space_is_list(c, clause))
        ptc_compile_misuse(c, clause, PTC_REASON_INVALID_FORM, expected);
    if (ptc_form_is_keyword(c, head, "refer-clojure"))
        space_refer_clojure(c, clause, expected);
    else if (!is_require && !is_use && !is_import &&
             !ptc_form_is_keyword(c, head, "gen-class"))
        ptc_compile_misuse(c, clause, PTC_REASON_INVALID_FORM, expected);
    for (; item && (is_require || is_use || is_import); item = ptc_form_next(c, item)) {
        if (is_import)
            space_import(c, item, expected);
        else
            space_libs(c, item, is_use ? all : none, expected);
    }
}

/* (ns name "doc"? {attributes}? clause*) */
void ptc_special_ns(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t name = ptc_form_second(c, form);
    uint32_t clause;

    space_check_name(c, name, form, SPACE_NS_EXPECTED);
    space_declare_own(c, name);
    clause = ptc_form_next(c, name);
    if (clause && ptc_form_at(c, clause)->kind == PTC_FORM_STRING)
        clause = ptc_form_next(c, clause);
    if (clause && ptc_form_at(c, clause)->kind == PTC_FORM_MAP)
        clause = ptc_form_next(c, clause);
    for (; clause; clause = ptc_form_next(c, clause))
        space_clause(c, clause);
    ptc_compile_nil(c, to);
}

void ptc_special_in_ns(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t name = ptc_form_second(c, form);

    if (ptc_form_at(c, form)->count != 2)
        ptc_compile_misuse(c, form, PTC_REASON_INVALID_ARITY, "(in-ns 'name)");
    space_check_name(c, name, form, "(in-ns 'name)");
    space_declare_own(c, name);
    ptc_compile_nil(c, to);
}

static void space_all_libs(ptc_compiler *c, uint32_t form, space_options options,
                           const char *expected, ptc_dest to)
{
    uint32_t item = ptc_form_second(c, form);

    for (; item; item = ptc_form_next(c, item))
        space_libs(c, item, options, expected);
    ptc_compile_nil(c, to);
}

void ptc_special_require(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    space_all_libs(c, form, (space_options){0}, SPACE_REQUIRE_EXPECTED, to);
}

void ptc_special_use(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    space_all_libs(c, form, (space_options){.is_all = true},
                   "(use 'clojure.set), (use '[clojure.string :only [join]])", to);
}

void ptc_special_import(ptc_compiler *c, uint32_t form, ptc_dest to)
{
    uint32_t item = ptc_form_second(c, form);

    for (; item; item = ptc_form_next(c, item))
        space_import(c, item, "(import java.util.Date), (import '(java.time LocalDate))");
    ptc_compile_nil(c, to);
}

/* --- Names with a namespace -------------------------------------------------------- */

ptc_symbol *ptc_compile_own(ptc_compiler *c, uint32_t form)
{
    ptc_name_parts parts = ptc_compile_parts(c, form);
    const ptc_space *alias = space_find(c, PTC_SPACE_ALIAS, parts.space);

    if (!space_is_own(c, parts.space) && !(alias != NULL && space_is_own(c, alias->of)))
        return NULL;
    return ptc_compile_symbol(c, parts.name, ptc_symbol_hash(parts.name));
}

ptc_str ptc_compile_alias(ptc_compiler *c, uint32_t form, ptc_name_parts parts)
{
    const ptc_space *alias = space_find(c, PTC_SPACE_ALIAS, parts.space);

    if (alias == NULL)
        return parts.space;
    if (ptc_lisp_namespace_known(alias->of).len == 0)
        ptc_compile_missing(c, form, alias->of, parts.name);
    return alias->of;
}
