/* SPDX-License-Identifier: MIT */
/*
 * <ptc/config.h> - every switch of the runtime on one page.
 *
 * Define a switch on the compiler's command line, for the runtime and for everything
 * that includes its headers alike. Nothing here is needed for an ordinary build.
 */
#ifndef PTC_CONFIG_H
#define PTC_CONFIG_H

/* PTC_NO_MALLOC     - leave out the default allocator; every arena then works in memory
 *                     or through a callback that the caller provides. */
/* PTC_SCAN_PORTABLE - scan text eight bytes at a time in plain C, even where SSE2 or
 *                     NEON is present. All scanners run the same test suites. */
/* PTC_DEBUG         - before a function answers PTC_ERROR_ARGUMENT, one line on stderr
 *                     names what the caller did wrong and what to do. The build of ptcc
 *                     sets it where Meson's option `debug` is on. */

/* PTC_STATIC_API    - every name of the library is static: for a file that includes ptc.c
 *                     or ptc_all.c; no other file then sees them. */
/* PTC_PCRE2         - only in ptc_all.c: regular expressions of PTC-Lisp use PCRE2. Other
 *                     builds have the option `pcre2`. */

/* The limit on nesting of data, which bounds C stack and time. The option `max_depth` of
 * a call lowers it. [validation 10] */
#ifndef PTC_DEPTH_MAX
#define PTC_DEPTH_MAX 512
#endif

/*
 * Structs that callers fill begin with `size_t struct_size`, their size as the caller
 * knows it: `ptc_lisp_options options = {.struct_size = sizeof options};`. Zero in
 * another member is its documented default.
 *
 * A shorter struct comes from a caller that was compiled earlier: the members that it
 * lacks have their defaults. Of a longer one the library reads the members that it knows.
 * A struct_size of 0 or above 65,536 is PTC_ERROR_ARGUMENT. Where options may be NULL,
 * that is the same as a struct with only struct_size set.
 *
 * Structs without a struct_size never change. Structs that callers see only through
 * pointers, which abi.md lists, grow at their end.
 *
 * No limit.
 */
#define PTC_UNLIMITED UINT64_MAX

/* Which scanner is compiled. */
#if defined(PTC_SCAN_PORTABLE)
#define PTC_SCAN_SWAR 1
#elif defined(__SSE2__)
#define PTC_SCAN_SSE2 1
#elif defined(__ARM_NEON) && defined(__aarch64__)
#define PTC_SCAN_NEON 1
#else
#define PTC_SCAN_SWAR 1
#endif

/*
 * Linkage: internal to one file, where it may be unused.
 *
 * PTC_INLINE is always inlined when the compiler optimises. Without optimisation it is an
 * ordinary function: inlining would make parsers take six times as long to compile, and
 * need kilobytes of stack.
 *
 * PTC_LONG_TEXT begins a definition whose literal is longer than the 4095 bytes that C
 * guarantees. Compilers accept many megabytes, and warn only with -pedantic if it is not
 * marked.
 */
#if defined(__GNUC__)
#define PTC_STATIC               static __attribute__((unused))
#define PTC_LONG_TEXT            __extension__
#define PTC_LIKELY(x)            __builtin_expect(!!(x), 1)
#define PTC_UNLIKELY(x)          __builtin_expect(!!(x), 0)
#define PTC_COLD                 __attribute__((noinline, cold))
#define PTC_OUTLINE              __attribute__((noinline))
#define PTC_PRINTF(index, first) __attribute__((format(printf, index, first)))
#if defined(__OPTIMIZE__)
#define PTC_INLINE static inline __attribute__((always_inline, unused))
#else
#define PTC_INLINE static inline __attribute__((unused))
#endif
#else
#define PTC_STATIC static
#define PTC_LONG_TEXT
#define PTC_LIKELY(x)   (x)
#define PTC_UNLIKELY(x) (x)
#define PTC_COLD
#define PTC_OUTLINE
#define PTC_INLINE static inline
#define PTC_PRINTF(index, first)
#endif

#if defined(PTC_STATIC_API)
#define PTC_API    PTC_STATIC
#define PTC_HIDDEN PTC_STATIC
#define PTC_EXTERN
#else
/* Declares data of either linkage below. */
#define PTC_EXTERN extern
#if defined(__GNUC__)
/* Linkage: exported from a shared object. */
#define PTC_API __attribute__((visibility("default")))
#ifndef PTC_HIDDEN
/* Linkage: inside a shared object only. */
#define PTC_HIDDEN __attribute__((visibility("hidden")))
#endif
#else
#define PTC_API
#define PTC_HIDDEN
#endif
#endif

/* Around the declarations of a header. */
#if defined(__cplusplus)
#define PTC_BEGIN extern "C" {
#define PTC_END   }
#else
#define PTC_BEGIN
#define PTC_END
#endif

#endif
