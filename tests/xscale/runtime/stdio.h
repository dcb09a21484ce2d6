/* Enough of <stdio.h> for test programs: %d %u %x %llx %s %c, with a width filled with zeros. */
#ifndef STDIO_H
#define STDIO_H

#if defined(EXPECT_THUMB) && (EXPECT_THUMB != defined(__thumb__) || EXPECT_BIG != defined(__ARMEB__))
#error "compiled for another state or byte order than the test wants"
#endif

int printf(const char* format, ...);
#endif
