; Hash chains in SRAM: walks from entry to entry for a key, and counts it when it is found.
#define ENTRIES 32
#define BUCKETS 8
#define TURNS 200
#include "program.uc"

.reg read $key $next $count
.xfer_order $key $next $count
.reg write $o0 $o1 $o2
.xfer_order $o0 $o1 $o2
.reg n key entries at step found steps

work#:
  immed[entries, 0x4000]
  immed[n, 0]
  immed[key, 0]
  immed[at, 0]
init#:
  alu[$o0, --, B, key]
  alu[step, at, -, (16 * BUCKETS)]
  bpl[linked#], defer[1]
  alu[$o2, --, B, 0]
  immed[step, 0]
linked#:
  alu[$o1, --, B, step]
  sram[write, $o0, entries, at, 3], ctx_swap[moved], defer[1]
  alu[key, key, +, 5]
  alu[at, at, +, 16]
  br_bclr[at, 9, init#]                 ; 32 entries of 16 bytes

  immed[n, TURNS]
  immed[found, 0]
  immed[steps, 0]
turn#:
  alu_shf[step, --, B, x, <<2]
  alu[x, x, +, step]
  alu[x, x, +, 3]
  alu[x, x, AND, 0xff]
  alu_shf[at, 0x70, AND, x, <<4]
  alu[at, at, +, (16 * (ENTRIES - BUCKETS) / 2)]
  alu[at, at, +, (16 * (ENTRIES - BUCKETS) / 2)]
walk#:
  sram[read, $key, entries, at, 3], ctx_swap[moved], defer[1]
  alu[steps, steps, +, 1]
  alu[--, x, -, $key]
  beq[hit#]
  alu[at, --, B, $next]
  bne[walk#]
  alu[n, n, -, 1]
  bne[turn#]
  br[end#]
hit#:
  alu[$o0, $count, +, 1]
  alu[at, at, +, 8]
  sram[write, $o0, entries, at, 1], ctx_swap[moved], defer[1]
  alu[found, found, +, 1]
  alu[n, n, -, 1]
  bne[turn#]
end#:
  immed[at, (26 * 16 + 8)]
  sram[read, $key, entries, at, 1], ctx_swap[moved]
  alu_shf[result, steps, OR, found, <<16]
  alu_shf[at, --, B, $key, <<24]
  alu[result, result, XOR, at]
  finish[]
