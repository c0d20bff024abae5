/* SPDX-License-Identifier: MIT */
/* <ptc/version.h> - which ptcc this is. */
#ifndef PTC_VERSION_H
#define PTC_VERSION_H

#include <ptc/config.h>

PTC_BEGIN

#define PTC_VERSION_HEX  0x000100
#define PTC_VERSION_TEXT "0.1.0"

/* The contract between emitted code and runtime: moves only when <ptc/gen.h> or what it
 * includes changes. */
#define PTC_ABI     1
#define PTC_ABI_MIN 1

/* The form of emitted files: moves when emitted bytes change. */
#define PTC_FORMAT 2

/* "0.1.0": of the library that is linked, which may differ from the header's. */
PTC_API const char *ptc_version(void);

PTC_END

#endif
