//--- addresses.c
// run: mecc -Werror=addresses {file} -o {out}/a.uof
// error: addresses.c:18:3: error: SRAM at 0x102, but its commands take multiples of 4; correct the address [-Waddresses]
// error: addresses.c:19:3: error: SRAM at 0x4000000, which no chip has: it ends at 0x4000000
// error: addresses.c:20:3: error: SRAM at 0xc0000100: bits 31:30 choose channel 3, and there are 2
// error: addresses.c:21:3: error: DRAM at 0x104, but its commands take multiples of 8
// error: addresses.c:22:3: error: scratchpad memory at 0x8000, which no chip has: it ends at 0x4000
// error: addresses.c:23:42: error: scratchpad memory at 0x4000
// error: addresses.c:24:3: error: SRAM at an address 2 behind a multiple of 4, but its commands take multiples of 4
// error: addresses.c:25:38: error: SRAM at 0x106
#include <ixp.h>
static __declspec(shared sram) unsigned char table[64];
int main(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xread unsigned x[2];
  __xwrite unsigned w = 1;
  __dxread unsigned d[2];
  sram_read(x, (volatile void __sram *)0x102, 1, ctx_swap, &s);
  sram_write(&w, (volatile void __sram *)0x4000000, 1, ctx_swap, &s);
  sram_incr((volatile void __sram *)0xc0000100);
  dram_read(d, (volatile void __dram *)0x104, 1, ctx_swap, &p);
  scratch_read(x + 1, (volatile void __scratch *)0x8000, 1, ctx_swap, &s);
  *(volatile __scratch unsigned *)0x4000 = x[0] + x[1] + d[0];
  sram_read(x, (volatile void __sram *)((unsigned)x[0] << 2 | 2), 1, ctx_swap, &s);
  *(volatile __sram unsigned *)0x106 = x[0];
}

//--- aligned_elsewhere.c
// error: aligned_elsewhere.c:5:35: error: the alignment of a pointer to another memory; cast the pointer to unsigned
// error: aligned_elsewhere.c:6:54: error: the alignment of a pointer to another memory
__declspec(sram) int table[8];
int main(void) {
  table[0] = __builtin_is_aligned(table + 1, 8);
  return *(__declspec(sram) int *)__builtin_align_up(&table[1], 8);
}

//--- alloca.c
// error: alloca.c:3:12: error: memory taken from a stack that does not exist; declare an array of constant size
int main(void) {
  int *p = __builtin_alloca(16);
  return p[0];
}

//--- asm_operator.c
// error: asm_operator.c:4:11: error: 'alu[a0, b1, plus, a1]' is not an instruction: unexpected "plus, a1]", expected B | + | ~B | +16 | AND | +8 | ~AND | -carry | AND~ | +carry | OR | - | XOR | B-A
int main(void) {
  unsigned a = 1, b = 2, c;
  __asm { alu[c, a, PLUS, b] }
}

//--- asm_unknown.c
// error: asm_unknown.c:4:9: error: 'frobnicate' is no instruction; expected alu,
int main(void) {
  int x = 1;
  __asm frobnicate[x, 1];
}

//--- assembly_block.c
// error: assembly_block.c:3:11: error: expected an instruction such as alu[d, a, +, b]
main() {
  __asm { 5 }
}

//--- assembly_gnu.c
// error: assembly_gnu.c:7:3: error: 'ctx_arb[voluntary]' in inline assembly: commands, waits and jumps are not for it; call the intrinsic, or write C
// error: assembly_gnu.c:9:3: error: 'br[there#]' in inline assembly: the statement has no label 'there#'
// error: assembly_gnu.c:8:3: error: 'alu[a0, a0, +, b0, b0]' in inline assembly: unexpected ", b0]", expected ]
#include <ixp.h>
main() {
  unsigned a = 1, b = 2, c = 0x12345;
  asm volatile("ctx_arb[voluntary]");
  asm volatile("alu[%0, %1, +, %2, %3]" : "=r"(a) : "a"(b), "b"(c), "r"(c));
  asm volatile("br[there#]");
}

//--- assembly_operand.c
// error: assembly_operand.c:4:13: error: an operand of assembly is a register of 32 bits; name an integer that fits, or half of it
int main(void) {
  long long wide = 1;
  __asm alu[wide, --, B, wide]
  return wide;
}

//--- assembly_words.c
// error: assembly_words.c:14:9: error: 'alu[a0, b1, +, a1], gpr_wrboth' is not an instruction
// error: assembly_words.c:15:9: error: 'sram' has 3 operands, expected 5
// error: assembly_words.c:16:9: error: label 'somewhere' does not stand in this block
// error: assembly_words.c:17:9: error: an operand of 'alu' is missing, write -- for none
// error: assembly_words.c:18:9: error: '$0': registers are the compiler's to choose; name a C variable
// error: assembly_words.c:19:9: error: 'alu[a0, b1, +carry, a1]' needs the condition codes of an instruction before it; write both into one block: __asm { .. }
// error: assembly_words.c:20:9: error: 'alu_shf' needs the instruction before it; write both into one block
// error: assembly_words.c:21:9: error: 'alu[a0, b1, plus, a1]' is not an instruction: unexpected "plus, a1]", expected B
// error: assembly_words.c:22:9: error: 'alu' has 2 operands, expected 4 to 5
// error: assembly_words.c:25:11: error: 'bne' needs the condition codes, but 'sram' in between loses them; put it behind what sets them
#include <ixp.h>
main() {
  unsigned a = 1, b = 2; __xread unsigned x; SIGNAL s;
  __asm alu[a, a, +, b], gpr_wrboth
  __asm sram[read, a, b]
  __asm br[somewhere]
  __asm alu[a, , +, b]
  __asm alu[a, $0, +, b]
  __asm alu[a, a, +carry, b]
  __asm alu_shf[a, a, OR, b, <<indirect]
  __asm alu[a, a, plus, b]
  __asm alu[a, a]
  __asm { l: alu[--, a, -, b]
          sram[read, x, a, 0, 1], ctx_swap[s]
          bne[l] }
}

//--- atomic.c
// error: atomic.c:5:10: error: C's atomic operations are not the memories'; use sram_test_and_add
// error: atomic.c:6:10: error: C's atomic operations are not the memories'
int n;
int main(void) {
  return __sync_fetch_and_add(&n, 1) +
         __atomic_load_n(&n, 0);
}

//--- builtins_of_others.c
// error: builtins_of_others.c:10:9: error: an address of a stack or of code, which no pointer reaches; pass what is needed as an argument
// error: builtins_of_others.c:11:9: error: an address of a stack or of code
// error: builtins_of_others.c:12:9: error: a counter of other machines; call get_timestamp() or profile_count_start()
// error: builtins_of_others.c:13:3: error: microengines have no cache; omit the call
// error: builtins_of_others.c:14:10: error: no loader changes offsets of members; omit the call
// error: builtins_of_others.c:15:3: error: a trap, which microengines do not have
struct two { int a, b; };
int main(void) {
  struct two x = {1, 2}, *p = &x;
  (void)__builtin_return_address(1);
  (void)__builtin_frame_address(1);
  x.a = __builtin_readcyclecounter();
  __builtin___clear_cache(0, 0);
  x.b = *__builtin_preserve_access_index(&p->b);
  __builtin_verbose_trap("C", "fails");
  return x.a;
}

//--- caret.c
// run: mecc {file} -o {out}/a.uof
// error: caret.c:11:27: error: transfer register 'early' is read before signal 'done'
// error:    11 |   return                  *word;
// error:       |                           ^
// error: caret.c:17:40: note: in 'look', inlined from here
// error:    17 |   *(volatile __sram unsigned *)0x104 = look(&early);
// error:       |                                        ^
// Errors that are found after parsing show the line, too, and the lines of calls that were inlined.
#include <ixp.h>
static __forceinline unsigned look(__xread unsigned *word) {
  return                  *word;
}
int main(void) {
  SIGNAL done;
  __xread unsigned early;
  sram_read(&early, (volatile void __sram *)0x100, 1, sig_done, &done);
  *(volatile __sram unsigned *)0x104 = look(&early);
  __wait_for_all(&done);
}

//--- complex_number.c
// error: complex_number.c:3:14: error: a complex number; use a structure of two integers
// error: complex_number.c:5:22: error: a vector, which microengines do not have; use an array
_Complex int c;
typedef int vec __attribute__((vector_size(8)));
int main(void) { vec v = {1, 2}; return v[0] + __real__ c; }

//--- computed_goto.c
// error: computed_goto.c:4:3: error: goto through a pointer; use a switch over a number
int main(void) {
  void *p = &&there;
  goto *p;
there:
  return 0;
}

//--- control_store.c
// run: mecc {file} --control-store=40 -o {out}/a.uof
// error: instructions and the control store 40; the largest functions are main (
// error: hash (
// error: call instead of inlining (__noinline), compile with -Os, or give work to another microengine
static __attribute__((noinline)) int hash(int x) {
  x ^= x >> 7; x += x << 3; x ^= x >> 11; x += x << 15; x ^= x >> 4;
  x ^= x >> 9; x += x << 5; x ^= x >> 12; x += x << 7; x ^= x >> 3;
  return x;
}
__declspec(sram shared) int in[8];
int main(void) {
  for (int i = 0; i < 8; i++)
    in[i] = hash(in[i]) + hash(i);
}

//--- counts.c
// error: counts.c:18:3: error: sram[read] moves 1 to 16 longwords, not 20
// error: counts.c:19:3: error: scratch[put] moves 1 to 16 longwords, not 0
// error: counts.c:20:3: error: hash_48 moves 1 to 3 hashes, not 4
// error: counts.c:21:3: error: how many hashes hash_48 makes is not known when the program is compiled; write a constant
// error: counts.c:22:3: error: sram[read] of up to 12 longwords, but the override word gives no count and the instruction has room for 8; put ind_count(n) into the override word
// error: counts.c:23:3: error: sram[read] of up to 4 longwords, but the override word says 6; give the largest count there is
// error: counts.c:24:3: error: sram[read] moves 1 to 16 longwords, not 17
// error: counts.c:25:3: error: cap[read] moves 1 to 16 longwords, not 17
#include <ixp.h>
__declspec(shared gp_reg) volatile unsigned n;
int main(void) {
  __xread unsigned x[16];
  __xwrite unsigned out[4];
  __xrw unsigned data[8];
  SIGNAL s;
  const volatile void __sram *at = (volatile void __sram *)0x1000;

  sram_read(x, at, 20, ctx_swap, &s);
  scratch_put_ring(out, scratch_ring(1), 0, ctx_swap, &s);
  hash_48(data, 4, ctx_swap, &s);
  hash_48(data, n, ctx_swap, &s);
  sram_read_ind(x, at, 12, 0u, ctx_swap, &s);
  sram_read_ind(x, at, 4, ind_count(6), ctx_swap, &s);
  sram_read_ind(x, at, 17, ind_count(n), ctx_swap, &s);
  cap_read(x, cap_csr_product_id, 17, ctx_swap, &s);
  return 0;
}

//--- ct_assert.c
// error: ct_assert.c:5:3: error: __ct_assert failed: longwords are small
#include <ixp.h>
__declspec(sram) int n;
int main(void) {
  __ct_assert(sizeof(int) == 8, "longwords are small");
  n = 1;
}

//--- declspec_words.c
// error: declspec_words.c:5:5: error: expected '(' and a list of words after __declspec, as in __declspec(sram)
// error: declspec_words.c:7:16: error: 'sram' takes no arguments, write it alone
// error: declspec_words.c:8:16: error: expected a word such as sram, shared or gp_reg in this __declspec list
// error: declspec_words.c:9:16: error: unknown word 'zzzzzzzz' in __declspec, expected a memory, a kind of register, shared, visible, import, export, aligned(n) or packed
int __declspec a;
int __declspec() b;
int __declspec(sram(3)) c;
int __declspec(5) d;
int __declspec(zzzzzzzz) e;

//--- export_in_function.c
// error: export_in_function.c:3:14: error: 'export' inside a function: objects known to the linker are declared outside; move 'n' there
int main(void) {
  __declspec(export) int n = 0;
  return n;
}

//--- far_index.c
// error: far_index.c:4:93: error: 'x' is in registers and indexed by a variable, but the access may cross a longword; align it to its size
#include <ixp.h>
main() { __xread struct { unsigned char a; unsigned b; } __attribute__((packed)) x[3]; SIGNAL s; unsigned i = __ctx() & 1;
 sram_read(x, (void __sram *)64, 4, ctx_swap, &s); *(volatile unsigned __scratch *)8 = x[i].b; }

//--- floating.c
// error: floating.c:2:8: error: floating point, which microengines do not have; use integers
double weight;
int main(void) { return 0; }

//--- floating_literal.c
// error: floating_literal.c:2:31: error: floating point, which microengines do not have
int main(void) { return (int)(1.5 * 2); }

//--- function_pointer.c
// error: function_pointer.c:6:9: error: a pointer to a function; microengines have only direct calls, use a switch
// error: function_pointer.c:6:20: error: 'one' is a function and is not called; functions have no address
// error: function_pointer.c:7:10: error: call through a pointer; microengines have only direct calls
static int one(void) { return 1; }
int main(void) {
  int (*f)(void) = one;
  return f();
}

//--- half_pair.c
// error: half_pair.c:13:3: error: half of the pair 'done', whose signals come together; name the pair: &done
// error: half_pair.c:15:11: error: half of the pair 'done', whose signals come together; name the pair: &done
#include <ixp.h>
static __declspec(dram shared aligned(8)) unsigned long long numbers[4];
main() {
  __dxread unsigned long long in;
  SIGNAL_PAIR done;
  volatile unsigned __scratch* out = (volatile unsigned __scratch*)0x100;
  dram_read(&in, numbers, 1, sig_done, &done);
  wait_for_all(&done.even, &done.odd);
  out[0] = (unsigned)in;
  dram_read(&in, numbers, 1, sig_done, &done);
  wait_for_all(&done.odd);
  dram_read(&in, numbers, 1, sig_done, &done);
  while (!signal_test(&done.odd))
    ctx_swap();
}

//--- import_initialised.c
// error: import_initialised.c:2:17: error: 'n' is imported and cannot be initialised here; initialise it where it is exported
__declspec(sram import) int n = 3;
int main(void) { return n; }

//--- import_missing.c
// error: import_missing.c:3:27: error: symbol 'table' is not defined in any program of the system; define it with __declspec(export) in one of them
extern __declspec(import sram) int table[4];
int main(void) { table[0] = 1; }

//--- indirect_call.c
// error: indirect_call.c:7:9: error: a pointer to a function; microengines have only direct calls, use a switch over a number
// error: indirect_call.c:7:26: error: 'one' is a function and is not called
static int one(void) { return 1; }
static int two(void) { return 2; }
__declspec(sram) int out;
int main(void) {
  int (*f)(void) = out ? one : two;
  out = f();
}

//--- inlined_always.c
// error: inlined_always.c:8: error: 'main' has more than 2000000 instructions when all always_inline functions in it are inlined; remove always_inline from some, or call them less often
#define ALWAYS static inline __attribute__((always_inline)) void
ALWAYS f0(void) { *(volatile __declspec(scratch) unsigned*)0 = 1; }
#define TWICE(name, callee) ALWAYS name(void) { callee(), callee(); }
TWICE(f1, f0) TWICE(f2, f1) TWICE(f3, f2) TWICE(f4, f3) TWICE(f5, f4) TWICE(f6, f5) TWICE(f7, f6) TWICE(f8, f7)
TWICE(g1, f8) TWICE(g2, g1) TWICE(g3, g2) TWICE(g4, g3) TWICE(g5, g4) TWICE(g6, g5) TWICE(g7, g6) TWICE(g8, g7)
TWICE(h1, g8) TWICE(h2, h1) TWICE(h3, h2) TWICE(h4, h3) TWICE(h5, h4) TWICE(h6, h5) TWICE(h7, h6) TWICE(h8, h7)
void main(void) { h8(); }

//--- inlined_chain.c
// error: inlined_chain.c:9: error: 'main' has more than 100000 instructions, since functions that get pointers to registers are inlined at each call; give them values, or call them less often
#include <ixp.h>
static void f0(__declspec(sram_read_reg) unsigned* p) { *(volatile __declspec(scratch) unsigned*)0 = *p; }
#define TWICE(name, callee) static void name(__declspec(sram_read_reg) unsigned* p) { callee(p), callee(p + 1); }
TWICE(f1, f0) TWICE(f2, f1) TWICE(f3, f2) TWICE(f4, f3) TWICE(f5, f4) TWICE(f6, f5) TWICE(f7, f6) TWICE(f8, f7)
TWICE(g1, f8) TWICE(g2, g1) TWICE(g3, g2) TWICE(g4, g3) TWICE(g5, g4) TWICE(g6, g5) TWICE(g7, g6) TWICE(g8, g7)
TWICE(h1, g8) TWICE(h2, h1) TWICE(h3, h2) TWICE(h4, h3) TWICE(h5, h4) TWICE(h6, h5) TWICE(h7, h6) TWICE(h8, h7)
TWICE(i1, h8) TWICE(i2, i1) TWICE(i3, i2) TWICE(i4, i3) TWICE(i5, i4) TWICE(i6, i5) TWICE(i7, i6) TWICE(i8, i7)
void main(void) {
  __declspec(sram_read_reg) unsigned x[2];
  SIGNAL done;
  sram_read(x, (volatile void __declspec(sram)*)0, 2, ctx_swap, &done);
  i8(x);
}

//--- initial_address.c
// error: initial_address.c:4: error: pointer to register object 'x' does not resolve at compile time: it is the initial value of a variable in memory; use the object by name, or put it into memory
#include <ixp.h>
__declspec(sram_read_reg) unsigned x;
unsigned *__declspec(shared) p = &x;
main() { *(volatile unsigned __scratch *)8 = *p; }

//--- literal_buffer.c
// error: literal_buffer.c:5:3: error: a compound literal lives in ordinary memory where transfer registers are needed; declare it __declspec(sram_read_reg)
#include <ixp.h>
int main(void) {
  SIGNAL s;
  sram_write((unsigned[2]){5, 6}, (volatile void __sram *)0x100, 2, ctx_swap, &s);
}

//--- loader_words.c
// error: loader_words.c:7:25: error: '__LoadTimeConstant' is unavailable: declare the value with __declspec(import)
// error: loader_words.c:7:51: error: 'LoadTimeConstant' is unavailable: declare the value with __declspec(import)
// error: loader_words.c:8:22: error: '__link_sym' is unavailable: declare the symbol with __declspec(import) and take its address
// error: loader_words.c:9:3: error: '__alloc_resource' is unavailable: define a variable with __declspec(export)
#include <ixp.h>
main() {
  volatile unsigned a = __LoadTimeConstant("x") + LoadTimeConstant("y");
  volatile void *p = __link_sym("z");
  __alloc_resource("ring");
  __global_label("here");
}

//--- local_export.c
// error: local_export.c:3:78: error: 't' cannot be remote as a local variable; declare it at file scope
#include <ixp.h>
main() { static __declspec(export sram) int n; __declspec(visible) SIGNAL s; __declspec(remote) SIGNAL t; n = __signal_number(&s) + __signal_number(&t); }

//--- local_memory.c
// error: local memory is full: 'second' needs 1600 bytes
// error: move data to another memory, e.g. with __declspec(sram), or use -mdata=sram
__declspec(local_mem shared) int first[400], second[400];
__declspec(sram) int n;
int main(void) {
  n = first[n] + second[n];
  first[n] = second[n + 1] = 4;
}

//--- local_memory_too_large.c
// error: local_memory_too_large.c:3:29: error: 'x' takes 100 longwords of local_mem, a context has 80; make it smaller or place it in sram
int main(void) {
  __declspec(local_mem) int x[100];
  return x[0];
}

//--- main_arguments.c
// error: main_arguments.c:2:5: error: main has no arguments; write main(void)
int main(int argc, char **argv) { return argc; }

//--- main_structure.c
// error: main_structure.c:3:13: error: nothing reads a structure that main returns; write int
struct pair { int a, b; };
struct pair main(void) { return (struct pair){1, 2}; }

//--- member_in_memory.c
// error: member_in_memory.c:4:24: error: field may not be qualified with an address space
// error: note: a member is where its structure is; name the memory where the structure's objects are declared
struct pair {
  __declspec(sram) int x;
  int y;
};

//--- member_with_place.c
// error: member_with_place.c:3:14: error: 'gp_reg' on the member 'x': a member is where its structure is; say it of the structure's objects
struct pair {
  __declspec(gp_reg) int x;
  int y;
};
int main(void) { return sizeof(struct pair); }

//--- memcpy_memories.c
// error: memcpy_memories.c:6:10: error: argument 2 of 'memcpy' points to another memory than its parameter; <ixp_string.h> copies between memories, e.g. memcpy_lmem_sram()
#include <ixp.h>
static __declspec(sram) unsigned table[4];
int main(void) {
  unsigned a[4];
  memcpy(a, table, 16);
  *(volatile __scratch unsigned *)0x400 = a[1];
}

//--- memory_and_register.c
// error: memory_and_register.c:2:17: error: 'sram' and 'gp_reg' in one __declspec: an object is in one place
__declspec(sram gp_reg) int a;
int main(void) { return a; }

//--- memory_and_register_by_type.c
// error: memory_and_register_by_type.c:3:12: error: 'a' is in memory by its type and cannot be gp_reg, too; leave one of them out
typedef __declspec(sram) int in_sram;
__declspec(gp_reg) in_sram a;
int main(void) { return a; }

//--- memory_changed.c
// error: memory_changed.c:3:27: error: a pointer to one memory becomes a pointer to another; copy the data
__declspec(sram) int a[4];
__declspec(dram) int *p = (__declspec(dram) int *)a;
int main(void) { return *p; }

//--- memory_in_for.c
// error: memory_in_for.c:4:29: error: automatic variable qualified with an address space
// error: note: an object in memory outlives its block: declare it in a statement of its own, or static
int main(void) {
  for (__declspec(sram) int i = 0; i < 4; ++i)
    ;
}

//--- memory_names.c
// error: passing '__sram unsigned int *' to parameter of type '__dram unsigned int *' changes address space of pointer
// error: initializing 'unsigned int *' with an expression of type 'volatile __scratch unsigned int *'
// error: note: a pointer to one memory cannot become a pointer to another; declare both with the same word
#include <ixp.h>
static void take(__dram unsigned *p) { *p = 1; }
int main(void) {
  __sram unsigned *q = (__sram unsigned *)0x100;
  volatile __scratch unsigned *ring = (volatile __scratch unsigned *)0x100;
  unsigned *mine = ring;
  take(q);
}

//--- memory_of_function.c
// error: memory_of_function.c:2:22: error: the result of 'sum' is a value, which is in no memory; omit the word, or return a pointer
__declspec(sram) int sum(int a) { return a; }
int main(void) { return sum(1); }

//--- mixed_declarators.c
// error: mixed_declarators.c:3:31: error: objects in memory and pointers in registers are declared with the structure; declare them apart
int main(void) {
  __declspec(sram) struct one {int x; } n, *p = 0;
  return n.x + p->x;
}

//--- no_header.c
// error: no_header.c:5:3: error: use of undeclared identifier 'SIGNAL'
// error: note: types and functions of Microengine C are declared in <ixp.h>; did you forget to include it?
// error: no_header.c:6:3: error: call to undeclared function 'ctx_wait'
int main(void) {
  SIGNAL s;
  ctx_wait(0);
}

//--- no_such_number.c
// error: no_such_number.c:9:3: error: __ct_assert failed: signals have numbers 1 to 15
// error: no_such_number.c:10:3: error: __ct_assert failed: contexts have numbers 0 to 7
// error: no_such_number.c:11:3: error: __ct_assert failed: microengines have numbers 0x00 to 0x03 and 0x10 to 0x13
// error: no_such_number.c:12:3: error: __ct_assert failed: contexts have numbers 0 to 7
// error: no_such_number.c:13:3: error: __ct_assert failed: signals have numbers 1 to 15
// error: no_such_number.c:14:3: error: __ct_assert failed: the CAM has entries 0 to 15
#include <ixp.h>
int main(void) {
  signal_ME(0, 7, 0);
  signal_ME(1, 8, 0);
  signal_ME(15, 0, 4);
  signal_next_ME(1, 8);
  signal_prev_ME_this_ctx(16);
  cam_write(16, 5, 0);
}

//--- not_constant.c
// error: not_constant.c:12:3: error: what to do until the command is done is not known when the program is compiled; write sig_done or ctx_swap
// error: not_constant.c:13:16: error: the control register is not known when the program is compiled; write a constant
// error: not_constant.c:14:3: error: the state of a CAM entry is not known when the program is compiled; write a constant
// error: not_constant.c:15:3: error: which bytes count is not known when the program is compiled; write bytes_0_3 or the like
#include <ixp.h>
__declspec(shared gp_reg) volatile unsigned n;
int main(void) {
  __xread unsigned x[4];
  SIGNAL s;
  unsigned sum;

  sram_read(x, (void __sram *)0x1000, 1, n, &s);
  sum = x[0] + local_csr_read(n);
  cam_write(0, 1, n);
  crc_32_be(sum, n);
  return sum;
}

//--- operand_kinds.c
// error: operand_kinds.c:18:3: error: 'x' is a transfer register where a signal is needed; declare it SIGNAL
// error: operand_kinds.c:19:3: error: a null pointer where a signal is needed; declare it SIGNAL
// error: operand_kinds.c:20:7: error: a null pointer where a signal is needed
// error: operand_kinds.c:21:3: error: a command without a signal, so nothing tells when it is done; give it a SIGNAL, or write sig_none
// error: operand_kinds.c:22:3: error: a command without a signal
// error: operand_kinds.c:23:3: error: 'm' lives in local memory where transfer registers are needed; declare it __declspec(sram_read_reg) to receive
// error: operand_kinds.c:24:8: error: 's' is a signal where transfer registers are needed
// error: operand_kinds.c:25:8: error: 'x' is a transfer register where a signal is needed
// error: operand_kinds.c:26:3: error: a number where a signal is needed
// error: operand_kinds.c:27:3: error: a string lives in ordinary memory where a transfer register or a signal is needed; name one
#include <ixp.h>
int main(void) {
  SIGNAL s;
  __xread unsigned x[2];
  __lmem unsigned m;
  unsigned n;
  sram_read(x, (void __sram *)64, 1, ctx_swap, &s);
  wait_for_all(x);
  wait_for_any(0);
  n = signal_test(0);
  sram_read(x, (void __sram *)64, 1, ctx_swap, 0);
  sram_read(x, (void __sram *)64, 1, sig_done, 0);
  sram_read(&m, (void __sram *)64, 1, ctx_swap, &s);
  n += __xfer_reg_number(&s);
  n += __signal_number(x);
  wait_for_any(&s, 0);
  __implicit_read("text");
  return n + m;
}

//--- other_machine.c
// error: other_machine.c:14:3: error: call to undeclared function 'sram_raed' [
// error: other_machine.c:14:3: note: did you mean 'sram_read'?
// error: other_machine.c:15:34: note: a command takes the address of its signal: &name
// error: note: declared as sram_read(volatile void *xfer, const volatile __sram void *address, unsigned int count, sync_t sync, __me_signals sig)
// error: other_machine.c:17:24: note: a number is no address: write scratch_ring(N) for ring N
// error: other_machine.c:18:3: note: there is no heap; declare an array, or pass free buffers through a ring
// error: other_machine.c:19:3: note: microengines have no files; ixp_print() of <ixp_debug.h> prints in the emulator
#include <ixp.h>
static __declspec(sram) unsigned v;
int main(void) {
  __xrw unsigned x;
  SIGNAL s;
  sram_read(&x, &v, 1, ctx_swap, &s);
  sram_raed(&x, &v, 1, ctx_swap, &s);
  sram_read(&x, &v, 1, ctx_swap, s);
  sram_read(&x, &v, 1, &s);
  scratch_put_ring(&x, 3, 1, ctx_swap, &s);
  malloc(16);
  printf("%u", x);
}

//--- other_types.c
// run: mecc {file} data/calls_other_types.c -o {out}/a.uof
// error: data/calls_other_types.c:2:25: error: call of 'twice' with other types than its definition has; declare it in one header
long long twice(long long x) { return 2 * x; }

//--- otherwise_declared.c
// run: mecc {file} data/uses_table.c -o {out}/a.uof
// error: otherwise_declared.c:7: error: 'table' is in another memory than another file declares; declare it in one header
// error: data/uses_table.c:4:25: note: the other file uses it here
// error: otherwise_declared.c:8: error: 'limit' has another size than another file declares; declare it in one header
// error: otherwise_declared.c:9: error: 'count' is a function in one file and a variable in another; rename one
// error: otherwise_declared.c:11: error: 'fixed' is constant, but another file declares it without const; declare it in one header
__declspec(sram) int table[4] = {1};
int limit;
int count;
int number;
const int fixed = 5;

//--- outside_main.c
// error: outside_main.c:9:35: error: nothing runs 'before' before or after main; call it from main
// error: outside_main.c:10:34: error: nothing runs 'after' before or after main; call it from main
// error: outside_main.c:12:12: error: 'second' is a second name of a function; define it, or write a macro
// error: outside_main.c:17:3: error: assembly does not branch to labels of C; branch in C
// error: outside_main.c:18:21: error: an operand of assembly is in a register, never in memory; write the constraint r instead of m
// error: outside_main.c:19:22: error: an operand of assembly is in a register, never in memory; write the constraint r instead of rm
// error: outside_main.c:20:15: error: a trap, which microengines do not have; end the context with ctx_wait(kill)
// error: outside_main.c:23:1: error: assembly outside of functions, where nothing runs it; put it into one
__attribute__((constructor)) void before(void) {}
__attribute__((destructor)) void after(void) {}
static int first(void) { return 1; }
static int second(void) __attribute__((alias("first")));
int main(void) {
  int x;
  if (second()) goto end;
end:
  __asm__ goto("" : : : : end);
  __asm__("" : "=m"(x));
  __asm__("" : "=rm"(x));
  if (x == 3) __builtin_trap();
  return x;
}
__asm__("nop");

//--- parameter_in_memory.c
// error: parameter_in_memory.c:3:32: error: parameter may not be qualified with an address space
// error: note: a parameter is a value in a register; pass a pointer to the memory, or leave the word out
int twice(__declspec(sram) int x) { return 2 * x; }

//--- pinned_twice.c
// error: pinned_twice.c:7:25: error: b cannot have number 3: that is taken by a
#include <ixp.h>
int main(void) {
  SIGNAL a, b;
  __assign_relative_register(&a, 3);
  __assign_relative_register(&b, 3);
  __implicit_write(&a), __implicit_write(&b);
  __wait_for_all(&a, &b);
}

//--- pinned_to_two.c
// error: pinned_to_two.c:5:3: error: a gets number 3 here and 4 elsewhere
#include <ixp.h>
int main(void) {
  SIGNAL a;
  __assign_relative_register(&a, 3);
  __implicit_write(&a);
  __assign_relative_register(&a, 4);
  __wait_for_all(&a);
}

//--- plain_buffer.c
// error: plain_buffer.c:6:3: error: 'out' lives in ordinary memory where transfer registers are needed; declare it __declspec(sram_read_reg) to receive or __declspec(sram_write_reg) to send
#include <ixp.h>
int main(void) {
  unsigned out[2] = {1, 2};
  SIGNAL b;
  scratch_put_ring(out, (volatile void __scratch *)8, 2, ctx_swap, &b);
}

//--- plain_signal.c
// error: plain_signal.c:6:3: error: 'b' lives in ordinary memory where a signal is needed; declare it SIGNAL
#include <ixp.h>
int main(void) {
  __declspec(sram_read_reg) unsigned in[2];
  struct { int number; } b;
  scratch_get_ring(in, (volatile void __scratch *)8, 2, ctx_swap, (SIGNAL *)&b);
}

//--- pointer_to_other_memory.c
// error: pointer_to_other_memory.c:4:23: error: initializing '__dram int *' with an expression of type '__sram int *'
// error: note: a pointer to one memory cannot become a pointer to another; declare both with the same word
__declspec(sram) int n;
__declspec(dram) int *p = &n;

//--- print_effects.c
// error: print_effects.c:9:20: error: an argument of ixp_print or ixp_assert is not executed, and this one calls or changes something; assign it to a variable first
// error: print_effects.c:10:19: error: an argument of ixp_print or ixp_assert is not executed
// error: print_effects.c:11:3: error: an argument of ixp_print or ixp_assert is not executed
#include <ixp.h>
volatile __sram unsigned table[4];
main() {
  unsigned n = __ctx();

  ixp_print("%u", n++);
  ixp_print("%u", __ctx());
  ixp_assert(n = 1);
  table[0] = n;
}

//--- print_formats.c
// error: print_formats.c:17:3: error: the format of ixp_print has '%s'; expected %d, %i, %u, %x, %X, %o, %c or %%
// error: print_formats.c:18:3: error: the format of ixp_print asks for 2 arguments, 1 are given
// error: print_formats.c:19:3: error: the format of ixp_print asks for 0 arguments, 1 are given
// error: print_formats.c:20:3: error: the format of ixp_print has a width above 100
// error: print_formats.c:21:3: error: argument 1 of ixp_print reads memory; only local variables can be followed: assign it to one
// error: print_formats.c:22:3: error: argument 1 of ixp_print is no longword; give the upper and the lower half apart
// error: print_formats.c:23:3: error: the condition of ixp_assert reads memory
// error: print_formats.c:24:3: error: the format of ixp_print is no constant text; write it there
#include <ixp.h>
volatile __sram unsigned table[4];
unsigned global;
main() {
  unsigned n = __ctx();
  unsigned long long wide = n;
  const char* text = n ? "a" : "b";

  ixp_print("%s", n);
  ixp_print("%u %u", n);
  ixp_print("none", n);
  ixp_print("%101u", n);
  ixp_print("%u", global);
  ixp_print("%u", wide);
  ixp_assert(global);
  ixp_print(text);
  table[0] = n;
}

//--- private_memory.c
// error: local memory is exhausted: a context needs 101 longwords for variables and spilled registers and has 80; main keeps 100; use fewer variables at once, smaller arrays, or -mdata=sram
/* Eight contexts have 80 longwords each. */
__declspec(sram) int n;
int main(void) {
  int table[100];
  for (int i = 0; i < 100; i++)
    table[i] = n + i;
  n = table[n];
}

//--- prototype.c
// error: prototype.c:4:25: error: call of 'g' does not match its definition, which takes 3 argument(s); declare it with a prototype before the call
int f(a, b) { return a + b; }
int g();
int main(void) { return g(1); }
int g(a, b, c) { return a + b + c; }

//--- read_before_wait.c
// error: read_before_wait.c:9:9: error: transfer register 'a' is read before signal 's' was waited for; wait for the signal first, or use ctx_swap
// error: read_before_wait.c:8:3: note: the command that fills it is issued here
#include <ixp.h>
__declspec(sram) int out;
int main(void) {
  __declspec(sram_read_reg) unsigned a;
  SIGNAL s;
  sram_read(&a, (volatile void __sram *)0x100, 1, sig_done, &s);
  out = a;
  __wait_for_all(&s);
}

//--- recursion.c
// error: error: recursion odd -> even -> odd, but there is no run-time stack; use a loop
// error: recursion.c:6:71: note: 'odd' calls 'even' here
// error: recursion.c:5:72: note: 'even' calls 'odd' here
static __attribute__((noinline)) int odd(int n);
static __attribute__((noinline)) int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static __attribute__((noinline)) int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__declspec(sram) int out;
int main(void) { out = even(out); }

//--- remainder_in_slots.c
// error: remainder_in_slots.c:5:5: error: 4 more instructions must stand in front of this one, and defer slots leave no room for them; move it behind the branch
int main(void) {
  unsigned value = *(volatile __declspec(scratch) unsigned*)0;
  __asm {
    br=byte[value, 0, 3, end#], defer[3]
    crc_be[crc_32, value, value]
    local_csr_rd[crc_remainder]
    immed[value, 0]
    alu[value, value, +, 1]
  end#:
  }
  *(volatile __declspec(scratch) unsigned*)0 = value;
}

//--- register_pointer.c
// error: register_pointer.c:9:43: error: pointer to register object 'a' does not resolve at compile time: it depends on the path taken which object it means; use the object by name, or put it into memory
#include <ixp.h>
__declspec(sram) int n;
int main(void) {
  __declspec(sram_read_reg) unsigned a[2], b[2];
  SIGNAL s;
  sram_read(a, (volatile void __sram *)0x100, 2, ctx_swap, &s);
  sram_read(b, (volatile void __sram *)0x200, 2, ctx_swap, &s);
  __declspec(sram_read_reg) unsigned *p = n ? a : b;
  n = p[n];
}

//--- returns_twice.c
// error: returns_twice.c:10:3: error: pointer to register object 'x' does not resolve at compile time: it is passed to a function; use the object by name, or put it into memory
// run: mecc -O0 {file} -o {out}/a.uof
#include <ixp.h>
static __attribute__((returns_twice)) int twice(void) { return 0; }
static void first(__declspec(sram_read_reg) unsigned* p) { *(volatile __declspec(scratch) unsigned*)0 = twice() + *p; }
void main(void) {
  __declspec(sram_read_reg) unsigned x[2];
  SIGNAL done;
  sram_read(x, (volatile void __declspec(sram)*)0, 2, ctx_swap, &done);
  first(x);
}

//--- remote_missing.c
// error: remote_missing.c:3: error: remote 'done' is not visible in any program of the system; declare it with __declspec(visible) in the one that owns it
#include <ixp.h>
__declspec(remote) SIGNAL done;
__declspec(sram) int out;
int main(void) { out = __signal_number(&done, 1); }

//--- shared_automatic.c
// error: shared_automatic.c:3:21: error: 'n' is shared but belongs to one call; add static, or declare it outside of the function
int main(void) {
  __declspec(gp_reg shared) int n = 0;
  return n;
}

//--- shared_function.c
// error: shared_function.c:2:12: error: 'shared' on the function 'sum': such words say where data are; leave it out
__declspec(shared) int sum(int a) { return a; }
int main(void) { return sum(1); }

//--- shared_parameter.c
// error: shared_parameter.c:2:20: error: 'shared' on the parameter 'n': a parameter belongs to one call; leave the word out
int sum(__declspec(shared) int n) { return n; }
int main(void) { return sum(1); }

//--- shared_registers.c
// error: shared_registers.c:3: error: shared gp_reg variables take more registers than there are: a, b, c; place some in local memory
#include <ixp.h>
__declspec(shared gp_reg) unsigned a[120], b[120], c[120];
__declspec(sram shared) unsigned out[4];
int main(void) {
  a[0]++, a[119]++, b[0]++, b[119]++, c[0]++, c[119]++;
  ctx_swap();
  out[0] = a[0] + b[119] + c[119];
}

//--- signal_in_memory.c
// error: signal_in_memory.c:3:25: error: 's' is a signal, which is no data and lives nowhere else; write only SIGNAL
#include <ixp.h>
__declspec(sram) SIGNAL s;
int main(void) { return 0; }

//--- signal_index.c
// error: signal_index.c:13:3: error: 's' is indexed by a variable, but the number of a signal is part of the instruction; use constants, a loop whose count is constant, or a switch: case 0: ... &s[0] ...
// error: signal_index.c:15:3: error: 'p' is indexed by a variable, but the number of a signal
// error: signal_index.c:16:3: error: this member of 'q' is data where a signal is needed
// error: signal_index.c:17:3: error: 't' has 2 signals, and this is none of them
#include <ixp.h>
struct port { SIGNAL done; unsigned n; };
int main(void) {
  SIGNAL s[3], t[2];
  struct port p[2], q;
  __xread unsigned x;
  const volatile void __sram *at = (volatile void __sram *)0x100;
  unsigned n = *(volatile __scratch unsigned *)0x100;
  sram_read(&x, at, 1, ctx_swap, &s[n]);
  p[n].n = n;
  sram_read(&x, at, 1, ctx_swap, &p[n].done);
  sram_read(&x, at, 1, ctx_swap, (SIGNAL *)&q.n);
  sram_read(&x, at, 1, ctx_swap, &t[2]);
  return (int)p[1].n;
}

//--- signal_members.c
// error: signal_members.c:8:25: error: 's' is a signal, which is no data and lives nowhere else; write only SIGNAL
// error: signal_members.c:9:51: error: 'p' has signals, which are no data and live in no memory; declare it without a memory, or the signals by themselves
// error: signal_members.c:10:60: error: 'r' has signals, which are no data and live in no memory; declare it without sram_read_reg, or the signals by themselves
// error: signal_members.c:11:30: error: 't' is a signal, which is no data and lives nowhere else; write only SIGNAL
// error: signal_members.c:12:54: error: 'v' has data beside its signals, and only signals have numbers that others may ask for; declare them by themselves
// error: signal_members.c:13:33: error: 'u' has a signal in a union, but signals are no data that share a place; use a structure
#include <ixp.h>
__declspec(sram) SIGNAL s[2];
__declspec(sram) struct { SIGNAL d; unsigned k; } p[2];
__declspec(sram_read_reg) struct { SIGNAL d; unsigned k; } r;
__declspec(local_mem) SIGNAL t[2];
__declspec(visible) struct { SIGNAL d; unsigned k; } v;
union { SIGNAL s; unsigned n; } u;
int main(void) { return 0; }

//--- signal_use.c
// error: signal_use.c:18:3: error: 's' is given to this command while another one has it: it is unknown which of them is done; wait in between, or use a signal for each [-Wsignals]
// error: signal_use.c:17:3: note: the other command is issued here
// error: signal_use.c:20:3: error: 's' is waited for again, but nothing has raised it since, so this wait never ends; wait once for each command, or swap out with ctx_swap() if others are to run
// error: signal_use.c:19:3: note: it was waited for here
// error: signal_use.c:22:3: error: 't' is waited for again
// error: signal_use.c:21:3: note: this command with ctx_swap has waited for it
// error: signal_use.c:23:3: error: nothing raises 'never', so this wait never ends; give the signal to a command, or say with __implicit_write(&never) that it is raised elsewhere
// error: signal_use.c:24:3: error: nothing has raised 'late' yet when it is waited for, so this wait never ends; give the signal to a command before
// error: signal_use.c:27:3: error: 'pair' is given to this command while another one has it
#include <ixp.h>
#define AT ((volatile void __sram*)0x100)
int main(void) {
  SIGNAL s, t, never, late;
  SIGNAL_PAIR pair;
  __xread unsigned a, b;
  __xrw unsigned c;
  sram_read(&a, AT, 1, sig_done, &s);
  sram_read(&b, AT, 1, sig_done, &s);
  wait_for_all(&s);
  wait_for_all(&s);
  sram_read(&a, AT, 1, ctx_swap, &t);
  wait_for_all(&t);
  wait_for_all(&never);
  wait_for_all(&late);
  sram_read(&b, AT, 1, sig_done, &late);
  sram_swap(&c, AT, sig_done, &pair);
  sram_test_and_set(&c, AT, sig_done, &pair);
  wait_for_all(&late, &pair);
  return (int)(a + b + c);
}

//--- signal_use_paths.c
// run: mecc -Wall -Werror {file} -o {out}/a.uof
// error: signal_use_paths.c:24:5: error: 's' is given to this command while another one has it on some paths: it is unknown
// error: signal_use_paths.c:24:5: note: the other command is issued here
// error: signal_use_paths.c:27:3: error: nothing has raised 't' yet when it is waited for on some paths
// error: signal_use_paths.c:29:6: error: 'u' is waited for again, but nothing has raised it since on some paths
// error: signal_use_paths.c:30:7: error: nothing raises 'never', so this test never finds it set
#include <ixp.h>
#define AT ((volatile void __sram*)0x100)
int main(void) {
  SIGNAL s, t, u, never, good, kept;
  __xread unsigned a, b, c, d;
  __xwrite unsigned out = 0;
  volatile __scratch unsigned* const in = (volatile __scratch unsigned*)0x100;
  unsigned pending = 0, n;
  for (n = in[0]; n; --n) { /* forks before it waits: right */
    if (pending) wait_for_all(&good);
    sram_read(&d, AT, 1, sig_done, &good);
    pending = 1;
  }
  sram_read(&a, AT, 1, sig_done, &kept); /* always one ahead: right */
  for (n = in[1]; n; --n) {
    wait_for_all(&kept);
    sram_read(&a, AT, 1, sig_done, &kept);
    sram_write(&out, AT, 1, sig_done, &s);
  }
  if (in[2]) sram_read(&b, AT, 1, sig_done, &t);
  wait_for_all(&t);
  sram_read(&c, AT, 1, sig_done, &u);
  do wait_for_all(&u); while (in[3]);
  if (signal_test(&never)) in[4] = c;
  while (!signal_test(&kept))
    ctx_swap();
  sram_read(&a, AT, 1, ctx_swap, &kept);
  return 0;
}

//--- signal_values.c
// error: signal_values.c:9:8: error: a signal has no value; use its address: &done, in waits, signal_test and commands
// error: signal_values.c:12:17: error: a signal has no value
// error: signal_values.c:14:16: error: a signal has no value
// error: signal_values.c:15:5: error: a signal has no value
// error: signal_values.c:16:7: error: a signal has no value
// error: signal_values.c:17:17: error: a signal has no value
#include <ixp.h>
static int take(SIGNAL by_value) { return signal_test(&by_value); }
SIGNAL numbered = {3};
int main(void) {
  SIGNAL_PAIR p;
  SIGNAL s, t = numbered;
  (void)s;
  int n = take(s);
  s.number = n;
  t = s;
  return p.even.number + n;
}

//--- spin.c
// run: mecc -Werror=loops {file} -o {out}/a.uof
// error: spin.c:12:3: error: this loop waits for 'ready', but nothing in it sets it, and no other context runs before a swap; call ctx_swap() in the loop [-Wloops]
// error: spin.c:13:20: error: this loop waits for 'count'
// error: spin.c:15:9: error: this loop waits for 'here'
#include <ixp.h>
static __declspec(shared gp_reg) unsigned ready;
static __declspec(shared) unsigned count;
static __declspec(shared local_mem) unsigned here;
static volatile __declspec(shared scratch) unsigned far;

int main(void) {
  while (!ready);
  while (count < 4 && ready) {}
  for (unsigned n = 0;; ++n)
    if (here == 2) break;
  far = 1;
}

//--- stdio_header.c
// error: stdio_header.c:3:10: fatal error: 'stdio.h' file not found
// error: stdio_header.c:3:10: note: microengines have no files; ixp_print() of <ixp_debug.h> prints in the emulator
#include <stdio.h>
int main(void) {}

//--- system_empty.toml
# run: mecc --system {file} -o {out}/a.uof
# error: system_empty.toml: error: has no [[microengine]], so there is nothing to compile
[stop]
cycles = 1

//--- system_export_twice.toml
# run: mecc --system {file} -o {out}/a.uof
# error: 'table' is exported by data/exports.c and by data/exports.c; export it in one of them, and declare it __declspec(import) in the other
[[microengine]]
at = "0:0"
image = "data/exports.c"
[[microengine]]
at = "0:1"
image = "data/exports.c"
define = { OTHER = 1 }

//--- system_import.toml
# run: mecc --system {file} -o {out}/a.uof
# error: data/imports.c:2:28: error: symbol 'tables' is not defined in any program of the system; did you mean 'table'?
[[microengine]]
at = "0:0"
image = "data/exports.c"
[[microengine]]
at = "0:1"
image = "data/imports.c"

//--- system_import_region.toml
# run: mecc --system {file} -o {out}/a.uof
# error: imported symbol 'table' is in SRAM, but declared here in DRAM; declare it with the same region
[[microengine]]
at = "0:0"
image = "data/exports.c"
[[microengine]]
at = "0:1"
image = "data/imports_dram.c"

//--- system_memory_full.toml
# run: mecc --system {file} -o {out}/a.uof
# error: no place for the exported 'table': it needs 64 bytes, and 32 of SRAM are free; widen the range in [memory] of the system file
[[microengine]]
at = "0:0"
image = "data/exports.c"
[memory]
sram = [0x1000, 0x1020]

//--- system_memory_range.toml
# run: mecc --system {file} -o {out}/a.uof
# error: system_memory_range.toml:7:8: error: 'sram' of [memory]: expected two byte addresses
[[microengine]]
at = "0:0"
image = "data/exports.c"
[memory]
sram = [0x2000, 0x1000]

//--- system_several.toml
# run: mecc --system {file} -o {out}/a.uof
# error: 'image' of [[microengine]] has 'data/x.uc' among several files, expected only C sources (.c), which are compiled to one program
[[microengine]]
at = "0:0"
image = ["data/exports.c", "data/x.uc"]

//--- too_many_signals.c
// error: error: more than 15 signals are in use at the same time: s16 finds no number beside s1, s2,
// error: wait for some of them earlier, or share one
#include <ixp.h>
int main(void) {
  SIGNAL s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16;
  __implicit_write(&s1), __implicit_write(&s2), __implicit_write(&s3), __implicit_write(&s4);
  __implicit_write(&s5), __implicit_write(&s6), __implicit_write(&s7), __implicit_write(&s8);
  __implicit_write(&s9), __implicit_write(&s10), __implicit_write(&s11), __implicit_write(&s12);
  __implicit_write(&s13), __implicit_write(&s14), __implicit_write(&s15), __implicit_write(&s16);
  __wait_for_all(&s1, &s2, &s3, &s4, &s5, &s6, &s7, &s8, &s9, &s10, &s11, &s12, &s13, &s14, &s15,
                 &s16);
}

//--- too_many_transfers.c
// error: SRAM transfer registers are exhausted: third (8 longwords) finds no place among 16 beside first (8), second (8)
// error: use smaller buffers, or use them one after the other
#include <ixp.h>
__declspec(sram) unsigned out;
int main(void) {
  __declspec(sram_read_reg) unsigned first[8], second[8], third[8];
  SIGNAL s, t, u;
  sram_read(first, (volatile void __sram *)0x100, 8, sig_done, &s);
  sram_read(second, (volatile void __sram *)0x200, 8, sig_done, &t);
  sram_read(third, (volatile void __sram *)0x300, 8, sig_done, &u);
  __wait_for_all(&s, &t, &u);
  out = first[0] + first[7] + second[0] + second[7] + third[0] + third[7];
}

//--- transfer_too_large.c
// error: transfer_too_large.c:3:38: error: 'x' takes 17 longwords of sram_read_reg, a context has 16; make it smaller
int main(void) {
  __declspec(sram_read_reg) unsigned x[17];
  return x[0];
}

//--- twice_defined.c
// run: mecc {file} data/main.c data/table.c -o {out}/a.uof
// error: data/table.c:1: error: 'table' is defined twice; leave one out, or make it static
// error: twice_defined.c:4: note: the other definition is here
__declspec(sram) int table[4] = {1};

//--- two_mains.c
// run: mecc {file} data/main.c -o {out}/a.uof
// error: data/main.c:1: error: 'main' is defined twice; all C files are the program of one microengine
// error:     1 | int main(void) { return 0; }
// error: two_mains.c:6: note: the other definition is here
// error:     6 | int main(void) { return 1; }
int main(void) { return 1; }

//--- two_memories.c
// error: two_memories.c:2:17: error: 'sram' and 'dram' in one __declspec: an object is in one memory, leave one of them out
__declspec(sram dram) int a;
int main(void) { return a; }

//--- two_signal_kinds.c
// error: two_signal_kinds.c:6:2: error: s may have been given to a command that sends two signals and to one that sends one; use a signal for each
#include <ixp.h>
main() { __xrw unsigned x; SIGNAL s; unsigned i = __ctx();
 x = 1;
 if (i) scratch_swap(&x, (void __scratch *)64, sig_done, &s); else scratch_write(&x, (void __scratch *)64, 1, sig_done, &s);
 wait_for_all(&s); }

//--- unclosed_declspec.c
// error: unclosed_declspec.c:2:1: error: this __declspec( is never closed, write ')' after its last word
__declspec(sram int a;
int main(void { return a; }

//--- undefined.c
// error: undefined.c:2: error: no instruction is left of main: its first action is undefined, such as an access outside an array
int main(void) { __builtin_unreachable(); }

//--- undefined_function.c
// error: undefined_function.c:4:24: error: 'f' is called but defined nowhere; compile the file that defines it together with this one
int f(int);
__declspec(sram) int out;
int main(void) { out = f(1); }

//--- unknown_word.c
// error: unknown_word.c:2:12: error: unknown word 'gp_regs' in __declspec; did you mean 'gp_reg'?
__declspec(gp_regs) int a;
int main(void) { return a; }

//--- unrolled_nest.c
// error: unrolled_nest.c:7:3: error: this loop counts through registers or signals, so it and the loops in it are unrolled, to more than 20000 instructions; index registers in fewer nested loops, or copy them to an array in memory
int main(void) {
  __declspec(gp_reg) unsigned x[8];
  volatile unsigned __declspec(scratch)* out = (volatile unsigned __declspec(scratch)*)0x100;
  unsigned a, b, c, d, e;
  for (a = 0; a < 8; ++a) x[a] = out[a];
  for (a = 0; a < 8; ++a)
    for (b = 0; b < 8; ++b)
      for (c = 0; c < 8; ++c)
        for (d = 0; d < 8; ++d)
          for (e = 0; e < 8; ++e)
            out[0] = x[a] + x[b] * x[c] + x[d] + x[e];
}

//--- variable_length.c
// error: variable_length.c:3:7: error: an array of variable length, but there is no stack; give it the largest size
int sum(int n) {
  int a[n];
  a[0] = n;
  return a[0];
}
int main(void) { return sum(3); }

//--- variadic.c
// error: variadic.c:2:5: error: 'sum' takes any number of arguments, which needs a stack; name them all
int sum(int n, ...) { return n; }
int main(void) { return sum(3); }

//--- wrong_transfer.c
// error: wrong_transfer.c:6:3: error: sram[read] delivers into read registers and a is a write register
#include <ixp.h>
int main(void) {
  __declspec(sram_write_reg) unsigned a[2];
  SIGNAL s;
  sram_read(a, (volatile void __sram *)0x100, 2, ctx_swap, &s);
}

//--- data/exports.c
__declspec(export sram) int table[16];
int main(void) { table[0] = 1; }

//--- data/imports.c
extern __declspec(import sram) int tables[16];
int main(void) { tables[0] = 1; }

//--- data/imports_dram.c
extern __declspec(import dram) int table[16];
int main(void) { table[0] = 1; }

//--- data/calls_other_types.c
int twice(int);
int main(void) { return twice(21); }

//--- data/main.c
int main(void) { return 0; }

//--- data/table.c
__declspec(sram) int table[4] = {2};

//--- data/uses_table.c
extern int table[4];
extern short limit;
extern int count(void), number, fixed;
int main(void) { return table[limit] + count() + number + ++fixed; }
