/* For editors. clangd does not rewrite __declspec lists as mecc does: it parses programs without
   them, with all objects in one memory. Included before the source by the commands that mecc writes
   to compile_commands.json. */
#ifndef MECC_CLANGD_H
#define MECC_CLANGD_H

#ifndef __MECC__
#define __declspec(...)
#define __int64 long long
#define __BIGENDIAN 1
#define IXP2400 1
#define __IXP2400 1
#define __IXP2400__ 1
#define __MICROENGINE__ 1
#ifndef __MECC_CONTEXTS__
#define __MECC_CONTEXTS__ 8
#endif
#endif

#endif
