/* SPDX-License-Identifier: MIT */
/*
 * Faults. [ptc-lisp 16]
 *
 * A raise stores reason, message and place in lisp->error and jumps to lisp->escape. The
 * message is made in the run's arena; when that is used up, a constant text replaces it.
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"

enum { RAISE_MESSAGE_MAX = 400, RAISE_TYPES_MAX = 8 };

/* The number of bytes of `text`, in whole code points, that a message of `most` bytes has
 * room for. */
static size_t raise_cut(ptc_str text, size_t most)
{
    size_t len = text.len;

    if (len <= most)
        return len;
    len = most;
    while (len > 0 && ((unsigned char)text.ptr[len] & 0xC0) == 0x80)
        len--;
    return len;
}

/* Tools may say anything, and messages go into requests: bytes that are not UTF-8 become
 * '?'. */
static void raise_repair(char *bytes, size_t len)
{
    size_t at = ptc_utf8_check(bytes, len);

    while (at < len) {
        bytes[at++] = '?';
        at += ptc_utf8_check(bytes + at, len - at);
    }
}

static void raise_set_message(ptc_lisp *lisp, const char *format, va_list *arguments)
{
    ptc_text text;
    size_t len;

    ptc_text_init(&text, &lisp->run_arena);
    ptc_text_format(&text, format, arguments);
    if (text.failed || text.len == 0) {
        lisp->error.message = text.failed ? PTC_STR("out of memory") : PTC_STR("");
        return;
    }
    len = raise_cut(ptc_text_view(&text), RAISE_MESSAGE_MAX);
    text.ptr[len] = '\0';
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)text.ptr[i] < ' ')
            text.ptr[i] = ' ';
    }
    raise_repair(text.ptr, len);
    lisp->error.message = ptc_str_make(text.ptr, len);
}

/* The place of the youngest call in the program's own text: functions kept in memory come
 * from other programs. `*is_young`: no such function is between. */
static bool raise_find_place(const ptc_lisp *lisp, uint32_t *offset, bool *is_young)
{
    for (const ptc_frame *frame = lisp->frame; frame > lisp->frames; frame--) {
        const ptc_proto *proto = frame->proto;
        ptrdiff_t at = frame->pc - proto->code;

        if (proto->program == NULL || proto->program != lisp->program ||
            proto->places == NULL)
            continue;
        *offset = proto->places[at > 0 ? at - 1 : 0];
        *is_young = frame == lisp->frame;
        return true;
    }
    return false;
}

static void raise_set_position(ptc_lisp *lisp, uint32_t offset)
{
    ptc_source source = {{NULL, 0}, lisp->program->text};
    ptc_position position =
        ptc_position_from(lisp->program->start, ptc_source_position(&source, offset));

    lisp->error.offset = offset;
    lisp->error.line = position.line;
    lisp->error.column = position.column;
}

static PTC_PRINTF(2, 3) void raise_say(ptc_lisp *lisp, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    raise_set_message(lisp, format, &arguments);
    va_end(arguments);
}

/* Limits of the run, and of the context, are not the fault of a branch. */
static bool raise_is_of_branch(const ptc_lisp *lisp)
{
    switch ((unsigned)lisp->error.reason) {
    case PTC_REASON_RECURSION_LIMIT:
    case PTC_REASON_FUEL:
    case PTC_REASON_MEMORY:
    case PTC_REASON_MEMORY_LIMIT:
    case PTC_REASON_SYMBOL_LIMIT:
    case PTC_REASON_DAMAGED:
        return false;
    case PTC_REASON_TIMEOUT:
        return lisp->is_branch_deadline;
    default:
        return true;
    }
}

void ptc_lisp_place_branches(ptc_lisp *lisp, const char *message,
                             const ptc_branches *outer)
{
    raise_say(lisp, "%s", message);
    for (const ptc_branches *at = lisp->branches; at != outer; at = at->outer) {
        raise_say(lisp, "%s %u: %s", at->what, at->index, lisp->error.message.ptr);
        lisp->error.reason = at->reason;
    }
}

/*
 * A fault that no attempt catches ends all the branches around it: the outermost gives
 * the reason, and the message begins with the place of each.
 */
static void raise_name_branches(ptc_lisp *lisp)
{
    const char *reason = ptc_reason_name(lisp->error.reason);

    if (lisp->branches == NULL || !raise_is_of_branch(lisp))
        return;
    raise_say(lisp, "%s: %s", reason, lisp->error.message.ptr);
    ptc_lisp_place_branches(lisp, lisp->error.message.ptr, NULL);
}

static PTC_NORETURN void raise_jump(ptc_lisp *lisp)
{
    longjmp(*lisp->escape, 1);
}

void ptc_lisp_raise(ptc_lisp *lisp, ptc_reason reason, const char *format, ...)
{
    va_list arguments;
    uint32_t offset;

    lisp->error = (ptc_lisp_error){.reason = reason};
    va_start(arguments, format);
    raise_set_message(lisp, format, &arguments);
    va_end(arguments);
    raise_name_branches(lisp);
    if (raise_find_place(lisp, &offset, &lisp->is_error_young))
        raise_set_position(lisp, offset);
    raise_jump(lisp);
}

void ptc_lisp_raise_at(ptc_lisp *lisp, uint32_t offset, ptc_reason reason,
                       const char *format, ...)
{
    va_list arguments;

    lisp->error = (ptc_lisp_error){.reason = reason};
    va_start(arguments, format);
    raise_set_message(lisp, format, &arguments);
    va_end(arguments);
    if (lisp->program != NULL)
        raise_set_position(lisp, offset);
    raise_jump(lisp);
}

/* --- Words of messages ------------------------------------------------------------- */

const char *ptc_lisp_type_name(const ptc_value *value)
{
    switch ((unsigned)value->kind) {
    case PTC_NIL:
        return "nil";
    case PTC_BOOL:
        return "boolean";
    case PTC_INT:
    case PTC_FLOAT:
        return "number";
    case PTC_STRING:
        return "string";
    case PTC_KEYWORD:
        return "keyword";
    case PTC_VECTOR:
        return "vector";
    case PTC_MAP:
        return "map";
    case PTC_SET:
        return "set";
    case PTC_FUNCTION:
        return "function";
    case PTC_REGEX:
        return "regex";
    case PTC_SYMBOL:
        return "symbol";
    case PTC_VAR:
        return "var";
    case PTC_ENDLESS:
        return "endless sequence";
    case PTC_TEMPORAL:
        return ptc_temporal_class_name((ptc_temporal_class)value->reserved);
    case PTC_OPAQUE:
        if (value->flags & PTC_FLAG_NUMBER)
            return "integer outside int64 (see double)";
        return "unknown";
    default:
        return "unknown";
    }
}

void ptc_lisp_type_error(ptc_lisp *lisp, const char *name, const ptc_value *args,
                         uint32_t count)
{
    ptc_text types;

    ptc_text_init(&types, &lisp->run_arena);
    for (uint32_t i = 0; i < count && i < RAISE_TYPES_MAX; i++) {
        ptc_text_cstr(&types, i > 0 ? ", " : "");
        ptc_text_cstr(&types, ptc_lisp_type_name(&args[i]));
    }
    if (count > RAISE_TYPES_MAX)
        ptc_text_cstr(&types, ", ...");
    ptc_lisp_type_advice(&types, name, args, count);
    ptc_lisp_raise(lisp, PTC_REASON_TYPE, "%s: invalid argument types: %.*s", name,
                   (int)types.len, types.ptr);
}

void ptc_lisp_memory_error(ptc_lisp *lisp)
{
    ptc_lisp_raise(lisp, PTC_REASON_MEMORY, "heap limit %zu bytes exceeded",
                   lisp->heap_most);
}
