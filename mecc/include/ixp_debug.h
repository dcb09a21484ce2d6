/* Output and assertions for the emulator's user, without instructions or registers
   (docs/debugging.md). They do not change the program's code; with NDEBUG they are also absent from
   the image. */
#ifndef IXP_DEBUG_H
#define IXP_DEBUG_H

#include <ixp_primitives.h>

/* Arguments are expressions of variables and constants; calls, and loads through pointers, are
   rejected. The text is printed if `when` is true, which costs no instruction, unlike an `if`. */
__me_primitive __attribute__((format(printf, 2, 3))) void
__me_debug_print(unsigned when, const char *format, ...);
__me_primitive void __me_debug_assert(unsigned holds, const char *text);

#ifdef NDEBUG
#define ixp_print(...) ((void)0)
#define ixp_print_if(...) ((void)0)
#define ixp_assert(...) ((void)0)
#else
/* ixp_print("flow %u, %u bytes\n", flow, bytes): one longword each, with %d %i %u %x %X %o %c. */
#define ixp_print(...) __me_debug_print(1, __VA_ARGS__)
#define ixp_print_if(when, ...) __me_debug_print(!!(when), __VA_ARGS__)
/* Ends the run as failed if the condition is 0. */
#define ixp_assert(...) __me_debug_assert(!!(__VA_ARGS__), #__VA_ARGS__)
#endif

#endif
