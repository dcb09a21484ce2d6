/* Keywords: short names of __declspec words, of inlining, and of machine properties. */
#ifndef IXP_DIALECT_H
#define IXP_DIALECT_H

#include <ixp_primitives.h>
#define __need_size_t
#include <stddef.h>

#define __sram __declspec(sram)
#define __dram __declspec(dram)
#define __scratch __declspec(scratch)
#define __rbuf __declspec(rbuf)
#define __tbuf __declspec(tbuf)
#define __lmem __declspec(local_mem)
#define __gpr __declspec(gp_reg)
#define __nnr __declspec(nn_local_reg)
#define __xread __declspec(sram_read_reg)
#define __xwrite __declspec(sram_write_reg)
#define __xrw __declspec(sram_read_write_reg)
#define __dxread __declspec(dram_read_reg)
#define __dxwrite __declspec(dram_write_reg)
#define __dxrw __declspec(dram_read_write_reg)
#define __shared __declspec(shared)
#define __visible __declspec(visible)
#define __remote __declspec(remote)
#define __export __declspec(export)
#define __import __declspec(import)
#define __packed __declspec(packed)
#define __align4 __declspec(aligned(4))
#define __align8 __declspec(aligned(8))
#define __align16 __declspec(aligned(16))
#define __align32 __declspec(aligned(32))
#define __align64 __declspec(aligned(64))

/* With or without static or extern; each file has its own copy. */
#define __intrinsic __attribute__((always_inline, unused, internal_linkage))
#ifndef __forceinline
#define __forceinline __intrinsic
#endif
#ifndef __noinline
#define __noinline __attribute__((noinline))
#endif

/* The executing context 0..7 (even ones with 4 contexts); microengine 0x00..0x03, 0x10..0x13. */
#define __ctx() ((int)__me_ctx())
#define __ME() ((int)__me_me())
#define __n_ctx() __MECC_CONTEXTS__
#define __nctx_mode() __MECC_CONTEXTS__
#define ctx() __ctx()

/* Properties evaluated at compile time. */
#define __is_ct_const(value) ((int)__me_is_ct_const((unsigned)(value)))
#define __ct_assert(condition, message) __me_ct_assert(!!(condition), (message))
/* The same for an argument that may be known only at run time. */
#define __ME_NEEDS(argument, condition, message)                                                   \
  if (__is_ct_const(argument)) __ct_assert(condition, message)
#define __elem_size(pointer) sizeof(*(pointer))

#define __ME_SIGNAL_NUMBER(n) __ME_NEEDS(n, n - 1 < 15, "signals have numbers 1 to 15")
#define __ME_CONTEXT_NUMBER(n) __ME_NEEDS(n, n < 8, "contexts have numbers 0 to 7")
#define __ME_ENGINE_NUMBER(n)                                                                      \
  __ME_NEEDS(n, (n & ~0x13u) == 0, "microengines have numbers 0x00 to 0x03 and 0x10 to 0x13")

/* Likely and impossible paths. priority: 0..100. */
#define __critical_path(...) __me_critical_path(__ME_DEFAULT(100, ##__VA_ARGS__))
#define __impossible_path() __builtin_unreachable()

/* Hints that this compiler ignores. */
#define __switch_pack(mode) ((void)0)
#define __no_spill_begin() ((void)0)
#define __no_spill_end() ((void)0)
#define __no_swap_begin() ((void)0)
#define __no_swap_end() ((void)0)
#define __lmpt_reserve() ((void)0)
#define __global_label(name) ((void)0)
#define global_label(name) ((void)0)

/* Registers that hardware reads or writes. bytes is optional. */
#define __implicit_read(object, ...)                                                               \
  __me_implicit_read((object), __ME_DEFAULT(0, ##__VA_ARGS__))
#define __implicit_write(object, ...)                                                              \
  __me_implicit_write((object), __ME_DEFAULT(0, ##__VA_ARGS__))
#define __implicit_undef(object, ...)                                                              \
  __me_implicit_undef((object), __ME_DEFAULT(0, ##__VA_ARGS__))
#define __free_write_buffer(object) __me_free_write_buffer(object)
#define free_write_buffer(object) __me_free_write_buffer(object)
#define __assign_relative_register(object, number) __me_pin((object), (number))

/* The memory of an object. A pointer's type names the memory; registers are resolved later. */
enum __me_space { __me_space_private, __me_space_sram, __me_space_dram, __me_space_scratch };
#define __ME_SPACE(words, value)                                                                   \
  __me_inline __attribute__((overloadable)) int __me_space_of(const volatile void words *p) {      \
    return value;                                                                                  \
  }
__ME_SPACE(, __me_space_private)
#ifdef __MECC__ /* without address spaces these would be the same function */
__ME_SPACE(__sram, __me_space_sram)
__ME_SPACE(__dram, __me_space_dram)
__ME_SPACE(__scratch, __me_space_scratch)
#endif
#undef __ME_SPACE
#define __is_in_sram(pointer) (__me_space_of(pointer) == __me_space_sram)
#define __is_in_dram(pointer) (__me_space_of(pointer) == __me_space_dram)
#define __is_in_scratch(pointer) (__me_space_of(pointer) == __me_space_scratch)
#define __is_in_lmem(pointer) (__me_object_kind(pointer) == __me_kind_local_memory)
#define __is_in_reg(pointer) (__me_object_kind(pointer) == __me_kind_register)
#define __is_read_reg(pointer)                                                                     \
  (__me_object_kind(pointer) == __me_kind_read_register ||                                         \
   __me_object_kind(pointer) == __me_kind_read_write_register)
#define __is_write_reg(pointer)                                                                    \
  (__me_object_kind(pointer) == __me_kind_write_register ||                                        \
   __me_object_kind(pointer) == __me_kind_read_write_register)
#define __is_xfer_reg(pointer) (__is_read_reg(pointer) || __is_write_reg(pointer))

/* Values bound by a loader that this toolchain does not have. */
#define __ME_LOADER(remedy) __attribute__((unavailable(remedy)))
extern unsigned __LoadTimeConstant(const char *name)
    __ME_LOADER("declare the value with __declspec(import) and give it to the linker");
extern unsigned LoadTimeConstant(const char *name)
    __ME_LOADER("declare the value with __declspec(import) and give it to the linker");
extern unsigned __link_sym(const char *name)
    __ME_LOADER("declare the symbol with __declspec(import) and take its address");
extern void __alloc_resource(const char *what)
    __ME_LOADER("define a variable with __declspec(export) in the memory it is to be in");
#undef __ME_LOADER

#endif
