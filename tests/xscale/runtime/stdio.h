/* Enough of <stdio.h> for test programs: %d %u %x %llx %s %c, with a width filled with zeros. */
#ifndef STDIO_H
#define STDIO_H
int printf(const char* format, ...);
#endif
