/* C's functions on bytes, for the microengine's own data: local memory, or SRAM with -mdata=sram.
   Copies between memories use <ixp_string.h>, e.g. memcpy_sram_dram. */
#ifndef MECC_STRING_H
#define MECC_STRING_H

#include <stddef.h>

extern void *memcpy(void *to, const void *from, size_t bytes);
extern void *memmove(void *to, const void *from, size_t bytes);
extern void *memset(void *to, int byte, size_t bytes);
extern int memcmp(const void *left, const void *right, size_t bytes);
extern void *memchr(const void *where, int byte, size_t bytes);
extern size_t strlen(const char *string);
extern int strcmp(const char *left, const char *right);
extern int strncmp(const char *left, const char *right, size_t most);
extern char *strcpy(char *to, const char *from);

#endif
