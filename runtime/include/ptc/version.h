/* SPDX-License-Identifier: MIT */
/* <ptc/version.h> - the version of ptcc. */
#ifndef PTC_VERSION_H
#define PTC_VERSION_H

#include <ptc/config.h>

PTC_BEGIN

/* The version of these headers: 0xMMmmpp, and as text. */
#define PTC_VERSION_HEX  0x000100
#define PTC_VERSION_TEXT "0.1.0"

/* Everything that callers compile in: layouts of structs, values of enums and constants,
 * prototypes, and the inline functions that emitted files call. Changes when a program or
 * an emitted file that was compiled before would break. */
#define PTC_ABI     3
#define PTC_ABI_MIN 3

/* The format of emitted files: changes when emitted bytes change. */
#define PTC_FORMAT 4

/* The meaning of PTC-Lisp programs: changes whenever one of them may give another result,
 * message or count of steps than before. [ptc-lisp 19] */
#define PTC_LISP_REVISION 2

/* "0.1.0": the version of the linked library, which may differ from the header's. */
PTC_API const char *ptc_version(void);

PTC_END

#endif
