/* SPDX-License-Identifier: MIT */
/* Options of callers, and the messages for wrong calls. */
#include "base/base_int.h"

#if defined(PTC_DEBUG)
#include <stdio.h>
#endif

ptc_status ptc_misuse(const char *function, const char *format, ...)
{
#if defined(PTC_DEBUG)
    char line[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "ptc: %s: %s\n", function, line);
#else
    (void)function;
    (void)format;
#endif
    return PTC_ERROR_ARGUMENT;
}

bool ptc_options_copy(const ptc_options_kind *kind, const char *function,
                      const void *given, void *out)
{
    size_t size;

    if (given == NULL) {
        ptc_misuse(function, "%s must not be NULL", kind->name);
        return false;
    }
    memcpy(&size, given, sizeof size); /* the first member of all of them */
    if (size < sizeof size || size > PTC_OPTIONS_MOST) {
        ptc_misuse(function, "%s.struct_size is %zu; set it to sizeof(%s)", kind->name,
                   size, kind->type);
        return false;
    }
    if (size > kind->size)
        size = kind->size;
    memcpy((char *)out + sizeof size, (const char *)given + sizeof size,
           size - sizeof size);
    return true;
}
