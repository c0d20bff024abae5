/* SPDX-License-Identifier: MIT */
/*
 * Internal to compile*.c: how forms become bytecode in one pass.
 *
 * Registers are a stack: local names and temporaries, in the order in which they came. A
 * form is compiled to a destination, a register that nothing visible uses; its value is
 * made there where that needs no copy. Registers that a form took are given back at its
 * end (ptc_compile_form does that), local names at the end of their scope.
 *
 * Near registers are those that instructions reach, 0..255. As source is nested 64 levels
 * deep at most, and each form keeps few registers while it compiles the next level, they
 * suffice when each level leaves PTC_NEAR_LEVEL of them for each further level: local
 * names that would take those are kept in far registers, from 256 on, by LOAD and STORE,
 * and arguments in vectors.
 *
 * While a function is compiled, its words, constants and children are on stacks that all
 * functions share; at its end they are copied into the program.
 */
#ifndef PTC_LISP_COMPILER_H
#define PTC_LISP_COMPILER_H

#include "lisp/compile/compile_int.h"
#include "lisp/language/opcodes.h"

enum {
    PTC_NEAR_MAX = 248, /* near registers in use, at most */
    PTC_NEAR_LEVEL = 3, /* of them kept free for each level of forms to come */
    PTC_FAR_FIRST = 256,
    PTC_FAR_MAX = 60000,        /* local names in far registers, at most */
    PTC_PARAMETERS_MAX = 100,   /* of a function */
    PTC_COMPILE_DEPTH_MAX = 200 /* levels of forms, with those that threading makes */
};

/* Where local names are that are not in a register of the function. */
#define PTC_SLOT_SELF    UINT32_C(0x7FFFFFFF)
#define PTC_SLOT_CAPTURE (UINT32_C(1) << 31)

/* Flag of forms that the compiler makes: a symbol that stands for a value that is already
 * computed: the local name with the number number.integer, which has no text. */
enum { PTC_FORM_REGISTER = 128 };

typedef struct ptc_compiler ptc_compiler;

/* What follows a value. */
typedef enum ptc_follow {
    PTC_FOLLOW_VALUE,  /* more of the enclosing form: recur is not allowed */
    PTC_FOLLOW_TAIL,   /* the end of a loop */
    PTC_FOLLOW_RETURN, /* the end of the function: the value is returned at once */
} ptc_follow;

typedef struct ptc_dest {
    uint32_t reg;
    ptc_follow follow;
} ptc_dest;

typedef void (*ptc_compile_fn)(ptc_compiler *c, uint32_t form, ptc_dest to);

/* A row of specials.def. */
typedef struct ptc_special {
    const char *name;
    ptc_compile_fn compile;
    bool is_fixed; /* cannot be shadowed */
    /* For intrinsics, builtins that have opcodes for calls with this many arguments: */
    uint8_t args;   /* 0: not an intrinsic */
    uint8_t op;     /* with registers */
    uint8_t op_k;   /* with a constant; 0: none */
    uint8_t unless; /* as a test; 0: none */
    uint8_t unless_k;
} ptc_special;

/* A symbol of the program: all that its text can mean. */
typedef struct ptc_symbol {
    ptc_str text;
    uint32_t hash;
    uint32_t number;   /* from 1, in order of appearance */
    uint32_t local;    /* the youngest visible local name + 1, 0: none */
    uint32_t fallback; /* the form of its default in :or of map pattern `fallback_of` */
    uint32_t fallback_of;
    uint32_t variable; /* number of the variable + 1, 0: not used so far */
    uint32_t place;    /* of the first use before any definition */
    uint32_t home;     /* the form that names the namespace it was defined in, or 0 */
    bool is_defined;   /* by this program so far, or by the namespace */
    bool is_awaited;   /* used before any definition */
    bool is_coming;    /* some def of the program has this name */
    bool is_declared;  /* it means a definition to come, whatever builtin has the name */
    bool is_referred;  /* `builtin` comes from :refer or the like */
    ptc_str origin;    /* the unknown namespace that it was referred from, or empty */
    const ptc_special *special;
    const ptc_function *builtin;
} ptc_symbol;

typedef struct ptc_local {
    ptc_symbol *symbol;
    uint32_t shadowed; /* what symbol->local was */
    uint32_t level;    /* of the closure that it belongs to */
    uint32_t slot;     /* register, or PTC_SLOT_SELF */
} ptc_local;

typedef struct ptc_capture {
    uint32_t local;
    uint32_t source; /* in the closure around: register, SELF, or capture | CAPTURE */
} ptc_capture;

/* A function with all its arities, while it is compiled. */
typedef struct ptc_closure_draft {
    struct ptc_closure_draft *outer;
    uint32_t level; /* 0: the program */
    const ptc_name *name;
    ptc_capture *captures;
    size_t capture_count;
    size_t capture_capacity;
} ptc_closure_draft;

/* What recur jumps to. */
typedef struct ptc_recur {
    size_t head;
    const uint32_t *slots; /* of the loop's names; NULL: registers 0.. */
    uint32_t count;
    uint32_t counter; /* register */
    uint32_t live;
    bool is_used;
} ptc_recur;

/* One arity, while it is compiled. */
typedef struct ptc_arity_draft {
    ptc_closure_draft *closure;
    struct ptc_arity_draft *outer;
    size_t first_word;
    size_t first_constant;
    size_t first_child;
    size_t ended; /* control never goes on from here: the words end with a transfer */
    uint32_t top; /* near registers in use */
    uint32_t far; /* far registers in use */
    uint32_t registers; /* of the frame */
    ptc_recur *recur;   /* innermost, or NULL */
    bool is_thunk;      /* the body of an attempt: a recur beyond it is refused */
} ptc_arity_draft;

typedef struct ptc_word {
    uint32_t code;
    uint32_t place;
} ptc_word;

struct ptc_compiler {
    ptc_lisp *lisp;
    ptc_program *program;
    ptc_arena *scratch;
    ptc_forms forms; /* with those that the compiler makes */
    ptc_arity_draft *arity;
    uint32_t place; /* of the form that is compiled */
    uint32_t home;  /* the form that names the program's own namespace, or 0 */
    uint32_t depth;
    const ptc_special *special; /* whose function was called last */
    uint32_t piped; /* a form whose value the enclosing call goes through; 0: none */

    ptc_word *words;
    size_t word_count;
    size_t word_capacity;
    ptc_value *constants;
    size_t constant_count;
    size_t constant_capacity;
    const ptc_proto **children;
    size_t child_count;
    size_t child_capacity;
    ptc_local *locals;
    size_t local_count;
    size_t local_capacity;
    ptc_site *sites;
    size_t site_count;
    size_t site_capacity;
    ptc_symbol **variables;
    size_t variable_count;
    size_t variable_capacity;
    ptc_symbol **symbols; /* open addressing */
    uint32_t symbol_capacity;
    ptc_symbol **symbol_list; /* by number */
    size_t symbol_count;
    size_t symbol_list_capacity;
    ptc_symbol unnamed; /* of what make_register binds */
    bool knows_coming;  /* is_coming of the symbols is set */
};

PTC_INLINE const ptc_form *ptc_form_at(const ptc_compiler *c, uint32_t form)
{
    return &c->forms.items[form];
}

PTC_INLINE uint32_t ptc_form_next(const ptc_compiler *c, uint32_t form)
{
    return c->forms.items[form].next;
}

/* The first argument of a list. */
PTC_INLINE uint32_t ptc_form_second(const ptc_compiler *c, uint32_t list)
{
    return c->forms.items[c->forms.items[list].child].next;
}

PTC_INLINE ptc_dest ptc_dest_of(uint32_t reg, ptc_follow follow)
{
    ptc_dest to = {reg, follow};

    return to;
}

/* --- compile.c --------------------------------------------------------------------- */

void ptc_compile_form(ptc_compiler *c, uint32_t form, ptc_dest to);
void ptc_compile_value(ptc_compiler *c, uint32_t form, uint32_t reg);
/* A register that holds the value: a local name's, or one taken. */
uint32_t ptc_compile_operand(ptc_compiler *c, uint32_t form);
/* Forms from `form` on in a chain, as in `do`; nil when 0. */
void ptc_compile_body(ptc_compiler *c, uint32_t form, ptc_dest to);
/* The special form that a list is, or NULL. */
const ptc_special *ptc_compile_special(ptc_compiler *c, uint32_t form);

/* The value is in register `reg`: moves it to its destination. */
void ptc_compile_finish(ptc_compiler *c, uint32_t reg, ptc_dest to);
void ptc_compile_nil(ptc_compiler *c, ptc_dest to);
void ptc_compile_constant(ptc_compiler *c, ptc_value value, ptc_dest to);

/* --- compile_emit.c ---------------------------------------------------------------- */

PTC_COLD PTC_NORETURN void ptc_compile_too_large(ptc_compiler *c, const char *what);

/* Near registers that the current form can take without regard for the forms inside
 * it. */
uint32_t ptc_compile_room(const ptc_compiler *c);
/* The next registers. They are given back at the end of the form that took them. */
PTC_INLINE uint32_t ptc_compile_take(ptc_compiler *c, uint32_t count)
{
    ptc_arity_draft *arity = c->arity;
    uint32_t reg = arity->top;

    if (PTC_UNLIKELY(count > PTC_NEAR_MAX - reg))
        ptc_compile_too_large(c, "too many values are needed at once");
    arity->top = reg + count;
    if (arity->top > arity->registers)
        arity->registers = arity->top;
    return reg;
}

void ptc_emit_abc(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t b, uint32_t last);
void ptc_emit_abx(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t bx);
/* For shapes with a second word, which is `w`. */
void ptc_emit_abw(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t b, uint32_t w);

void ptc_emit_abcw(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t b, uint32_t last,
                   uint32_t w);

/* Emits a jump and puts it on a list; the list of no jumps is 0. */
void ptc_emit_jump(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t b,
                   uint32_t *list);
/* FIELD_OR, a jump as well. */
void ptc_emit_field_or(ptc_compiler *c, uint32_t to, uint32_t from, uint32_t key,
                       uint32_t *list);
/* Lets the jumps of a list land here. */
void ptc_emit_land(ptc_compiler *c, uint32_t list);
/* Emits a jump back. */
void ptc_emit_back(ptc_compiler *c, ptc_opcode op, uint32_t a, uint32_t b, size_t head);
/* Calls R[base] with the arguments after it; the result is in R[base]. */
void ptc_emit_call(ptc_compiler *c, uint32_t base, uint32_t count);
void ptc_emit_return(ptc_compiler *c, uint32_t reg);

/* Whether control never comes here. */
PTC_INLINE bool ptc_compile_is_ended(const ptc_compiler *c)
{
    return c->arity->ended == c->word_count;
}

/* What LOOP and REPEAT give as live when `live` near registers are. */
PTC_INLINE uint32_t ptc_compile_live(const ptc_compiler *c, uint32_t live)
{
    return c->arity->far ? 255 : live;
}

/* The number of a constant of the function, of a new site, of a variable. */
uint32_t ptc_compile_add_constant(ptc_compiler *c, ptc_value value);
uint32_t ptc_compile_add_site(ptc_compiler *c, const ptc_shape *shape, ptc_value key);
uint32_t ptc_compile_variable(ptc_compiler *c, ptc_symbol *symbol);

/* --- compile_name.c ---------------------------------------------------------------- */

/* The symbol of a text and its ptc_symbol_hash; of a symbol form. */
ptc_symbol *ptc_compile_symbol(ptc_compiler *c, ptc_str text, uint32_t hash);
/* Whether programs end with that name. */
bool ptc_name_is_end(ptc_str name);
/* Raises at the form when nothing can be defined by that name. */
void ptc_compile_check_definable(ptc_compiler *c, uint32_t form,
                                 const ptc_symbol *symbol);
/* The program defines the name later, whatever it means so far. */
void ptc_compile_declared(ptc_compiler *c, ptc_symbol *symbol);
/* A symbol form, which has no children, keeps its symbol in their count. */
PTC_INLINE ptc_symbol *ptc_form_symbol(ptc_compiler *c, uint32_t form)
{
    ptc_form *item = &c->forms.items[form];

    if (!item->count)
        item->count =
            ptc_compile_symbol(c, item->text, (uint32_t)item->number.integer)->number;
    return c->symbol_list[item->count - 1];
}
/* ns/name. */
typedef struct ptc_name_parts {
    ptc_str space;
    ptc_str name;
} ptc_name_parts;
ptc_name_parts ptc_compile_parts(const ptc_compiler *c, uint32_t form);
/* A symbol form as a value. */
void ptc_compile_name(ptc_compiler *c, uint32_t form, ptc_dest to);
/* The register of a local name of this function, near ones only. */
bool ptc_compile_local_register(ptc_compiler *c, uint32_t form, uint32_t *reg);
/* A direct argument of `or`: false unless it is a plain symbol without a definition. */
bool ptc_compile_maybe_unbound(ptc_compiler *c, uint32_t form, uint32_t reg);

/* Makes `text` mean the register from now on, until ptc_compile_forget. */
void ptc_compile_bind(ptc_compiler *c, ptc_symbol *symbol, uint32_t slot);
/* The state that local names return to. */
typedef struct ptc_scope {
    size_t locals;
    uint32_t far;
} ptc_scope;
ptc_scope ptc_compile_scope(const ptc_compiler *c);
void ptc_compile_forget(ptc_compiler *c, ptc_scope scope);

/* Whether a local name or a definition hides the symbol's other meaning. */
PTC_INLINE bool ptc_symbol_is_shadowed(const ptc_symbol *symbol)
{
    return symbol->local || symbol->is_defined || symbol->is_declared;
}

/* Raises when a symbol was used that nothing defines. */
void ptc_compile_check_awaited(ptc_compiler *c);

/* --- compile_unbound.c ------------------------------------------------------------- */

/* Raises: nothing defines the symbol, which is used at `place` of the text. */
PTC_COLD PTC_NORETURN void ptc_compile_unbound(ptc_compiler *c, uint32_t place,
                                               const ptc_symbol *symbol);
/* Raises that the namespace of a name does not exist. */
PTC_COLD PTC_NORETURN void ptc_compile_missing(ptc_compiler *c, uint32_t form,
                                               ptc_str space, ptc_str name);

/* Appends what to write for base.rest, in call position or not: "write (:rest base)".
 */
PTC_COLD void ptc_compile_unbound_dots(ptc_text *hint, ptc_str base, ptc_str rest,
                                       bool is_called);
/* Sets `why` to what was meant when the space is a local name or the like: (:name space).
 */
PTC_COLD void ptc_compile_unbound_space(ptc_compiler *c, ptc_name_parts parts,
                                        ptc_text *why);

/* --- compile_check.c: forms that are never meant
 * ------------------------------------ */

/* "; operators come first: (> x 5)" when the list has an operator between its arguments,
 * else "". */
PTC_COLD const char *ptc_compile_infix(ptc_compiler *c, uint32_t list);
/* A symbol that is an operator, as a value: raises between the arguments of `str`. */
PTC_COLD void ptc_compile_check_operator(ptc_compiler *c, uint32_t form);
/* A symbol whose value is dropped: raises for operators and for f(x). */
PTC_COLD void ptc_compile_check_statement(ptc_compiler *c, uint32_t form);
/* The same between the forms of the program: roots[at], which is not the last. */
PTC_COLD void ptc_compile_check_root(ptc_compiler *c, const uint32_t *roots, uint32_t at);
/* A name of the host's data: raises for ctx/rows[0], and for ctx/user.name. */
void ptc_compile_check_data(ptc_compiler *c, uint32_t form);
/* A call of `split`: raises when its first argument is a literal separator, its second
 * one no literal. */
PTC_COLD void ptc_compile_check_split(ptc_compiler *c, uint32_t list);
/* Raises for a vector of bindings that has [name in value]. */
PTC_COLD void ptc_compile_check_filler(ptc_compiler *c, uint32_t bindings);
PTC_COLD PTC_NORETURN void ptc_compile_call_of_literal(ptc_compiler *c, uint32_t list);
/* A call of the host's data. */
PTC_COLD PTC_NORETURN void ptc_compile_call_of_data(ptc_compiler *c, uint32_t list);
/* A literal as a step of `->` or `->>`. */
PTC_COLD PTC_NORETURN void ptc_compile_thread_literal(ptc_compiler *c, uint32_t form,
                                                      uint32_t step);
/* Numbers, strings, nil, true, false. */
PTC_INLINE bool ptc_form_is_plain_literal(const ptc_form *item)
{
    return item->kind == PTC_FORM_INT || item->kind == PTC_FORM_FLOAT ||
           item->kind == PTC_FORM_STRING || item->kind == PTC_FORM_BOOL ||
           item->kind == PTC_FORM_NIL;
}

/* --- compile_literal.c ------------------------------------------------------------- */

/* Whether the form is a constant: literals, and collections of them. */
bool ptc_compile_is_constant(const ptc_compiler *c, uint32_t form);
/* The value of a constant; it lives as long as the program. */
ptc_value ptc_compile_literal(ptc_compiler *c, uint32_t form);
/* A constant that an instruction can take: false for others. */
bool ptc_compile_constant_operand(ptc_compiler *c, uint32_t form, uint32_t *number);
ptc_value ptc_compile_keyword(ptc_compiler *c, ptc_str text);
ptc_value ptc_compile_symbol_value(ptc_compiler *c, ptc_str text);
/* A vector, map or set. */
void ptc_compile_collection(ptc_compiler *c, uint32_t form, ptc_dest to);
/* `count` forms as a vector in `reg`, the topmost register. */
void ptc_compile_items(ptc_compiler *c, uint32_t form, uint32_t count, uint32_t reg);
/* Raises duplicate_key when two of the constants are the same; forms[i] is values[i]. */
void ptc_compile_check_distinct(ptc_compiler *c, const ptc_value *values,
                                const uint32_t *forms, uint32_t count, const char *what);

/* --- compile_call.c ---------------------------------------------------------------- */

/* A call of any function. */
void ptc_compile_call(ptc_compiler *c, uint32_t form, ptc_dest to);
/* A call of a builtin with the arguments from `form` on in a chain. */
void ptc_compile_builtin_call(ptc_compiler *c, const char *name, uint32_t form,
                              uint32_t count, ptc_dest to);
/* tool/name as a value. */
void ptc_compile_tool_value(ptc_compiler *c, uint32_t form, ptc_str name, ptc_dest to);
/* Two operands of an intrinsic: register, and register or constant. */
typedef struct ptc_operands {
    uint32_t left;
    uint32_t right;
    bool is_constant; /* `right` */
} ptc_operands;
ptc_operands ptc_compile_operands(ptc_compiler *c, uint32_t form,
                                  const ptc_special *special);

/* --- compile_bind.c ---------------------------------------------------------------- */

/* Binds a pattern to the value of a form. */
void ptc_compile_binding(ptc_compiler *c, uint32_t pattern, uint32_t value);
/* Binds a pattern to the value in a near register, which then belongs to the pattern. */
void ptc_compile_pattern(ptc_compiler *c, uint32_t pattern, uint32_t reg);
/* The same for the rest that `&` takes: a map pattern reads keys and values in turn. */
void ptc_compile_rest_pattern(ptc_compiler *c, uint32_t pattern, uint32_t reg);
/* Makes the topmost register, `reg`, last as long as a name; returns where it then
 * is. */
uint32_t ptc_compile_settle(ptc_compiler *c, uint32_t reg);
/* The vector of pairs that `let` and others begin with. */
uint32_t ptc_compile_check_bindings(ptc_compiler *c, uint32_t form, const char *expected);
/* The symbol of a form that must be a plain name. */
ptc_symbol *ptc_compile_plain_name(ptc_compiler *c, uint32_t form, const char *expected);

/* --- compile_branch.c -------------------------------------------------------------- */

/* Jumps when the form's truth is `sense`, else goes on. */
void ptc_compile_test(ptc_compiler *c, uint32_t form, bool sense, uint32_t *list);
/* Ends a branch: jumps to the end of the form, unless control never gets there. */
void ptc_compile_leave(ptc_compiler *c, ptc_dest to, uint32_t *ends);

/* --- compile_function.c ------------------------------------------------------------ */

/* A function of `(name? [params] body*)` or `(name? ([params] body*)+)`, from `form` on
 * in a chain; `name` is what errors call it, or NULL. */
void ptc_compile_function(ptc_compiler *c, uint32_t list, uint32_t form, ptc_symbol *self,
                          const ptc_name *name, ptc_dest to);
/* #( ) */
void ptc_compile_short(ptc_compiler *c, uint32_t form, ptc_dest to);
/* compile_short.c: the parameters of #( ), whether it has %&; their names; its body. */
ptc_str ptc_compile_short_text(ptc_compiler *c, uint32_t count, bool has_rest);
bool ptc_compile_count_short(ptc_compiler *c, uint32_t form, uint32_t *count);
void ptc_compile_bind_short(ptc_compiler *c, uint32_t count, bool has_rest);
void ptc_compile_short_body(ptc_compiler *c, uint32_t form, ptc_dest to);
void ptc_compile_begin(ptc_compiler *c, ptc_closure_draft *closure,
                       ptc_arity_draft *arity);
/* A function without parameters of the forms from `form` on, in `reg`. No recur leaves
 * it. */
void ptc_compile_thunk(ptc_compiler *c, uint32_t list, uint32_t form, uint32_t reg);
/* Takes the arity off the stacks; capture_count and the like are left to the caller. */
ptc_proto *ptc_compile_end(ptc_compiler *c);

/* --- compile_context.c ------------------------------------------------------------- */

/* Refuses ctx/name, or warns of it, when nothing knows the key: options.unknown_names. */
void ptc_compile_check_context(ptc_compiler *c, uint32_t form, const ptc_value *key);

/* --- compile_space.c --------------------------------------------------------------- */

/* What a new symbol refers to, from the declarations of earlier programs. */
void ptc_compile_refer_kept(ptc_compiler *c, ptc_symbol *symbol);
/* The symbol is defined from now on: it refers to nothing else. */
void ptc_compile_defined(ptc_compiler *c, ptc_symbol *symbol);
/* space/name of the programs' own namespace: the symbol of the name. NULL for others. */
ptc_symbol *ptc_compile_own(ptc_compiler *c, uint32_t form);
/* The namespace that the alias means, or `space` itself. Raises at the form when that
 * does not exist. */
ptc_str ptc_compile_alias(ptc_compiler *c, uint32_t form, ptc_name_parts parts);

/* --- compile_throw.c --------------------------------------------------------------- */

/* The list as a call of (SomeException. text cause), a map; false when it is not such a
 * call. */
bool ptc_compile_exception(ptc_compiler *c, uint32_t form, ptc_dest to);

/* --- compile_define.c -------------------------------------------------------------- */

void ptc_compile_memory_put(ptc_compiler *c, uint32_t form, ptc_dest to);
/* memory/name into a register. */
void ptc_compile_memory_read(ptc_compiler *c, ptc_symbol *symbol, uint32_t reg);
void ptc_compile_memory_get(ptc_compiler *c, uint32_t form, ptc_dest to);

/* --- compile_form.c: forms made by the compiler, forms in messages ----------------- */

/* What is in the register now, as a local name, so that functions can capture it. */
uint32_t ptc_compile_make_register(ptc_compiler *c, uint32_t reg, uint32_t place);
uint32_t ptc_compile_make_symbol(ptc_compiler *c, const char *text, uint32_t place);
/* A string at the place of `form`. The text must live as long as the program. */
uint32_t ptc_compile_make_text(ptc_compiler *c, ptc_str text, uint32_t form);
/* A copy without its sibling; its children are shared. */
uint32_t ptc_compile_make_copy(ptc_compiler *c, uint32_t form);
uint32_t ptc_compile_make_list(ptc_compiler *c, uint32_t child, uint32_t place);
/* The list with `form` as its first or last argument. */
uint32_t ptc_compile_insert(ptc_compiler *c, uint32_t list, uint32_t form, bool is_last);

bool ptc_form_is_symbol(const ptc_compiler *c, uint32_t form, const char *text);
bool ptc_form_is_keyword(const ptc_compiler *c, uint32_t form, const char *text);

/* Whether it is the & before the pattern of the rest. */
PTC_INLINE bool ptc_form_is_rest(const ptc_compiler *c, uint32_t form)
{
    const ptc_form *item = ptc_form_at(c, form);

    return item->text.len == 1 && item->text.ptr[0] == '&' && !item->flags &&
           item->kind == PTC_FORM_SYMBOL;
}

/* A byte of the program's text, NUL beyond its ends. */
PTC_INLINE char ptc_compile_byte(const ptc_compiler *c, size_t at)
{
    return at < c->program->text.len ? c->program->text.ptr[at] : '\0';
}

/* The form as written, cut and on one line, for messages. */
const char *ptc_compile_quote(ptc_compiler *c, uint32_t form);
/* "Analysis error: expected EXPECTED, got FORM" */
PTC_COLD PTC_NORETURN void ptc_compile_misuse(ptc_compiler *c, uint32_t form,
                                              ptc_reason reason, const char *expected);
PTC_COLD PTC_NORETURN void ptc_compile_memory(ptc_compiler *c);

/* --- specials.def ------------------------------------------------------------------ */

const ptc_special *ptc_special_find(ptc_str name);

#define PTC_SPECIAL(name, function, is_fixed)                                            \
    PTC_HIDDEN void ptc_special_##function(ptc_compiler *c, uint32_t form, ptc_dest to);
#define PTC_INTRINSIC(name, function, args, op, op_k, unless, unless_k)
#include "lisp/language/specials.def"
#undef PTC_SPECIAL
#undef PTC_INTRINSIC

void ptc_special_intrinsic(ptc_compiler *c, uint32_t form, ptc_dest to);

#endif
