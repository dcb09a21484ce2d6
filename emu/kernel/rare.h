// Calling conventions. IXP_RARE marks a rarely called function with a hot, much inlined caller: the
// caller then needs no additional registers for the call. IXP_OFTEN marks a frequently called
// function that uses many registers: it saves none of its caller's.
#pragma once

#ifdef __clang__
#define IXP_RARE [[clang::preserve_most]]
// The address sanitizer makes room on the stack in a way that preserve_none does not allow.
#if __has_attribute(preserve_none) && defined(__x86_64__) && !__has_feature(address_sanitizer)
#define IXP_OFTEN __attribute__((preserve_none))
#endif
#else
#define IXP_RARE
#endif
#ifndef IXP_OFTEN
#define IXP_OFTEN
#endif
