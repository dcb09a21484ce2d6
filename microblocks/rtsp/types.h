/* Integers as board.h names them, for the core and for the host's compiler alike. */
#ifndef RTSP_TYPES_H
#define RTSP_TYPES_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;

#endif
