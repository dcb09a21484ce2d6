// IXP_RARE: of a function that is hardly ever called, by one that is called often and inlined much.
// Who calls it needs no more registers because of it.
#pragma once

#ifdef __clang__
#define IXP_RARE [[clang::preserve_most]]
#else
#define IXP_RARE
#endif
