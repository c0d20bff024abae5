/* SPDX-License-Identifier: MIT */
/* The machine's instructions that are too long for its loop. See vm.c. */
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/machine/machine_int.h"

void ptc_vm_damaged(ptc_lisp *lisp)
{
    ptc_lisp_raise(lisp, PTC_REASON_DAMAGED,
                   "an instruction has operands of wrong types");
}

void ptc_vm_unbound(ptc_lisp *lisp, const ptc_variable *variable)
{
    ptc_lisp_raise(lisp, PTC_REASON_UNBOUND_VAR, "undefined variable: %s",
                   variable->name->text);
}

void ptc_vm_no_match(ptc_lisp *lisp, const ptc_value *value, bool is_condp)
{
    ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                   "no clause of %s matches %s; add a default at its end",
                   is_condp ? "condp" : "case", ptc_lisp_quote(lisp, value));
}

void ptc_vm_count_jump(ptc_lisp *lisp, ptc_value *counter)
{
    uint64_t jumps = counter->kind == PTC_INT ? (uint64_t)counter->as.integer + 1 : 1;

    *counter = ptc_value_int((int64_t)jumps);
    if (jumps > lisp->jumps_max)
        ptc_lisp_raise(lisp, PTC_REASON_LOOP_LIMIT,
                       "loop exceeded %llu iterations by recur; use reduce, map or for",
                       (unsigned long long)lisp->jumps_max);
}

ptc_value ptc_vm_inc(ptc_lisp *lisp, const ptc_value *number)
{
    if (number->kind != PTC_INT && number->kind != PTC_FLOAT)
        ptc_lisp_type_error(lisp, "inc", number, 1);
    return ptc_lisp_add(lisp, *number, ptc_value_int(1));
}

ptc_value ptc_vm_dec(ptc_lisp *lisp, const ptc_value *number)
{
    if (number->kind != PTC_INT && number->kind != PTC_FLOAT)
        ptc_lisp_type_error(lisp, "dec", number, 1);
    return ptc_lisp_subtract(lisp, *number, ptc_value_int(1));
}

/* --- Functions --------------------------------------------------------------------- */

/* The arity for `count` arguments; a fixed one comes before one with a rest. */
static const ptc_proto *vm_choose_arity(ptc_lisp *lisp, const ptc_function *function,
                                        uint32_t count)
{
    const ptc_proto *proto = function->code;
    const ptc_proto *found = NULL;

    if (proto->arity_count == 0)
        return proto;
    for (uint32_t i = 0; i < proto->arity_count; i++) {
        const ptc_proto *arity = proto->arities[i];

        if (arity->parameters == count && !arity->has_rest)
            return arity;
        if (arity->has_rest && arity->parameters <= count)
            found = arity;
    }
    if (found == NULL)
        ptc_lisp_arity_error(lisp, function, count);
    return found;
}

const ptc_proto *ptc_vm_arrange(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    const ptc_function *function = ptc_vm_function(callee);
    const ptc_proto *proto;

    if (!ptc_takes_count(function->min_args, function->max_args, count))
        ptc_lisp_arity_error(lisp, function, count);
    proto = vm_choose_arity(lisp, function, count);
    if (!proto->has_rest)
        return proto;
    if (count > proto->parameters) {
        ptc_value rest = ptc_vector_of(lisp, args + proto->parameters,
                                       (size_t)count - proto->parameters);

        rest.flags |= PTC_FLAG_SEQ;
        args[proto->parameters] = rest;
        return proto;
    }
    /* One more slot than there are arguments. */
    if (args + count == lisp->top)
        ptc_lisp_reserve(lisp, 1);
    args[proto->parameters] = ptc_value_nil();
    return proto;
}

static ptc_function *vm_function_new(ptc_lisp *lisp, const ptc_proto *proto)
{
    size_t size = sizeof(ptc_function) + (size_t)proto->capture_count * sizeof(ptc_value);
    ptc_function *function = ptc_heap_alloc(lisp, size);

    function->head = ptc_object_head(PTC_OBJECT_FUNCTION, size) | PTC_OBJECT_CLOSURE;
    function->entry = ptc_vm_entry;
    function->code = proto;
    function->min_args = proto->min_args;
    function->max_args = proto->max_args;
    function->count = proto->capture_count;
    return function;
}

static ptc_value vm_function_value(ptc_function *function)
{
    ptc_value value = ptc_value_make((ptc_kind)PTC_FUNCTION, 0, 0);

    value.as.object = (struct ptc_object *)(void *)function;
    return value;
}

ptc_value ptc_vm_closure(ptc_lisp *lisp, const ptc_proto *proto)
{
    ptc_function *function = vm_function_new(lisp, proto);

    for (uint32_t i = 0; i < proto->capture_count; i++)
        function->captured[i] = ptc_value_nil();
    return vm_function_value(function);
}

void ptc_vm_capture(ptc_lisp *lisp, const ptc_frame *frame, const ptc_proto *proto,
                    ptc_value *out)
{
    ptc_function *function = vm_function_new(lisp, proto);
    const ptc_function *outer = ptc_vm_function(frame->callee);

    for (uint32_t i = 0; i < proto->capture_count; i++) {
        uint32_t from = proto->captures[i];

        function->captured[i] =
            from >> 31 != 0 ? outer->captured[from & INT32_MAX] : frame->base[from];
    }
    *out = vm_function_value(function);
}

void ptc_vm_patch(ptc_lisp *lisp, const ptc_value *closure, uint32_t index,
                  const ptc_value *value)
{
    ptc_function *function = (ptc_function *)(void *)closure->as.object;

    if (closure->kind != PTC_FUNCTION || !(function->head & PTC_OBJECT_CLOSURE) ||
        index >= function->count)
        ptc_vm_damaged(lisp);
    function->captured[index] = *value;
}

/* --- Maps and collections ---------------------------------------------------------- */

void ptc_vm_get_or(ptc_lisp *lisp, ptc_site *site, const ptc_value *map,
                   const ptc_value *otherwise, ptc_value *out)
{
    ptc_value value = ptc_site_get(lisp, map, site);

    /* A stored nil is a hit. */
    if (value.kind == PTC_NIL &&
        (map->kind != PTC_MAP || !ptc_lisp_map_find(lisp, map, &site->key, &value, NULL)))
        value = *otherwise;
    *out = value;
}

void ptc_vm_map_more(ptc_lisp *lisp, ptc_value *slot, uint32_t count)
{
    if (slot->kind != PTC_MAP)
        ptc_vm_damaged(lisp);
    for (uint32_t i = 0; i < count; i++)
        *slot = ptc_lisp_map_assoc(lisp, *slot, slot[1 + 2 * i], slot[2 + 2 * i]);
}

void ptc_vm_vector_more(ptc_lisp *lisp, ptc_value *slot, uint32_t count)
{
    if (slot->kind != PTC_VECTOR)
        ptc_vm_damaged(lisp);
    *slot = ptc_vector_append(lisp, *slot, slot + 1, count);
}

void ptc_vm_set_more(ptc_lisp *lisp, ptc_value *slot, uint32_t count)
{
    if (slot->kind != PTC_SET)
        ptc_vm_damaged(lisp);
    for (uint32_t i = 1; i <= count; i++)
        *slot = ptc_lisp_set_conj(lisp, *slot, slot[i]);
}

ptc_value ptc_vm_push(ptc_lisp *lisp, ptc_value vector, ptc_value item)
{
    if (vector.kind != PTC_VECTOR)
        ptc_vm_damaged(lisp);
    return ptc_vector_conj(lisp, vector, item);
}

/* --- Destructuring [ptc-lisp 6] ---------------------------------------------------- */

/* A slot above all that the youngest frame may use, so that everything is a root. */
static ptc_value *vm_slot(ptc_lisp *lisp, ptc_value value)
{
    const ptc_frame *frame = lisp->frame;
    ptc_value *slot;

    lisp->top = frame->base + frame->proto->registers;
    slot = ptc_lisp_reserve(lisp, 1);
    *slot = value;
    return slot;
}

ptc_value ptc_vm_sequence(ptc_lisp *lisp, ptc_value value, uint32_t items)
{
    bool has_rest = (items & PTC_SEQUENCE_REST) != 0;

    if (PTC_LIKELY(value.kind == PTC_VECTOR))
        return value;
    if (ptc_is_endless(&value))
        return ptc_endless_split(lisp, vm_slot(lisp, value), items / PTC_SEQUENCE_ITEM,
                                 has_rest ||
                                     items / PTC_SEQUENCE_ITEM == PTC_SEQUENCE_ITEMS_MAX);
    if (value.kind == PTC_NIL)
        return ptc_vector_empty();
    if (value.kind != PTC_STRING &&
        !(has_rest && (value.kind == PTC_MAP || value.kind == PTC_SET)))
        ptc_lisp_raise(lisp, PTC_REASON_DESTRUCTURE, "expected list or nil, got %s%s",
                       ptc_lisp_quote(lisp, &value),
                       value.kind == PTC_MAP ? "; take a map apart with {:keys [a b]}"
                                             : "");
    ptc_lisp_try_seq(lisp, &value);
    return value;
}

ptc_value ptc_vm_item(ptc_lisp *lisp, ptc_value sequence, uint32_t index)
{
    ptc_value item;

    return ptc_endless_nth(lisp, vm_slot(lisp, sequence), index, &item) ? item
                                                                        : ptc_value_nil();
}

ptc_value ptc_vm_rest(ptc_lisp *lisp, ptc_value vector, uint32_t from)
{
    ptc_value rest;

    if (ptc_is_endless(&vector))
        return ptc_endless_rest(lisp, vm_slot(lisp, vector), from);
    if (vector.kind != PTC_VECTOR || vector.aux <= from)
        return ptc_value_nil();
    rest = ptc_vector_slice(lisp, vector, from, vector.aux);
    rest.flags |= PTC_FLAG_SEQ;
    return rest;
}

/* Keys and values in turn, optionally followed by a map of more. */
static ptc_value vm_keyword_arguments(ptc_lisp *lisp, ptc_value list)
{
    uint32_t count = list.aux;
    const ptc_value *items = ptc_vector_items(lisp, &list);
    ptc_value more;
    ptc_value map;

    if (count % 2 == 0)
        return ptc_lisp_map_of(lisp, items, count / 2);
    more = items[count - 1];
    if (more.kind != PTC_MAP)
        ptc_lisp_raise(lisp, PTC_REASON_DESTRUCTURE,
                       "expected keys and values in turn, got %u items: %s", count,
                       ptc_lisp_quote(lisp, &list));
    if (count == 1)
        return more;
    map = ptc_lisp_map_of(lisp, items, count / 2);
    more = ptc_lisp_map_pairs(lisp, &more);
    count = more.aux;
    items = ptc_vector_items(lisp, &more);
    for (uint32_t i = 0; i + 1 < count; i += 2)
        map = ptc_lisp_map_assoc(lisp, map, items[i], items[i + 1]);
    return map;
}

ptc_value ptc_vm_keyed(ptc_lisp *lisp, ptc_value value, bool is_rest)
{
    if (value.kind == PTC_VECTOR && (is_rest || value.flags & PTC_FLAG_SEQ))
        return vm_keyword_arguments(lisp, value);
    if (value.kind != PTC_MAP && value.kind != PTC_NIL && value.kind != PTC_VECTOR &&
        value.kind != PTC_SET)
        ptc_lisp_raise(lisp, PTC_REASON_DESTRUCTURE, "expected map or nil, got %s",
                       ptc_lisp_quote(lisp, &value));
    return value;
}

ptc_value ptc_vm_elements(ptc_lisp *lisp, ptc_value value, bool needs_end)
{
    ptc_value given = value;

    if (ptc_is_endless(&value) && needs_end)
        ptc_lisp_raise(
            lisp, PTC_REASON_TYPE,
            "for: an endless sequence has no end; add :while test, use map and "
            "filter instead, or " PTC_ENDLESS_ADVICE);
    if (ptc_is_endless(&value))
        return ptc_endless_open(lisp, &value);
    if (!ptc_lisp_try_seq(lisp, &value))
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "cannot go through %s; for, doseq and when-first take a vector, "
                       "map, set, string or nil",
                       ptc_lisp_quote(lisp, &given));
    return value;
}

bool ptc_vm_pull(ptc_lisp *lisp, const ptc_value *elements, ptc_value *item)
{
    ptc_value *slot;

    if (!ptc_is_endless(elements))
        return false;
    slot = vm_slot(lisp, *elements);
    return ptc_endless_pull(lisp, slot, item);
}
