// IXP_RARE marks a rarely called function with a hot, much inlined caller. The caller then needs no
// additional registers for the call.
#pragma once

#ifdef __clang__
#define IXP_RARE [[clang::preserve_most]]
#else
#define IXP_RARE
#endif
