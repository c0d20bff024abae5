/* SPDX-License-Identifier: MIT */
/* Flags with which one thread asks another to stop: ptc_cancel of <ptc/llm.h>. */
#include <ptc/llm.h>

void ptc_cancel_set(ptc_cancel *cancel)
{
#if defined(__GNUC__)
    __atomic_store_n(&cancel->is_set, 1, __ATOMIC_RELEASE);
#else
    cancel->is_set = 1;
#endif
}

bool ptc_cancel_is_set(const ptc_cancel *cancel)
{
    if (cancel == NULL)
        return false;
#if defined(__GNUC__)
    return __atomic_load_n(&cancel->is_set, __ATOMIC_ACQUIRE) != 0;
#else
    return cancel->is_set != 0;
#endif
}
