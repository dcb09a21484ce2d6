; IPv4 headers in SRAM: verifies the checksum, takes one from the time to live and repairs the
; checksum. A sum plus itself with its halves exchanged has their sum, with the carry around the
; end, in its upper half.
#define TURNS 200
#include "program.uc"

.reg read $h0 $h1 $h2 $h3 $h4
.xfer_order $h0 $h1 $h2 $h3 $h4
.reg write $o0 $o1 $o2 $o3 $o4
.xfer_order $o0 $o1 $o2 $o3 $o4
.reg headers offset turns wrong expired sum halves old one_less one_more check

#macro store[register, value]
  immed[sum, (value & 0xffff)]
  immed_w1[sum, (value >> 16)]
  alu[register, --, B, sum]
#endm

work#:
  immed[headers, 0x1000]
  store[$o0, 0x45000028]
  store[$o1, 0x12340000]
  store[$o2, 0x6006349a]
  store[$o3, 0x0a000001]
  store[$o4, 0x0a000002]
  sram[write, $o0, headers, 0, 5], ctx_swap[moved]
  store[$o0, 0x4500004c]
  store[$o1, 0x00010000]
  store[$o2, 0xff11a79e]
  store[$o3, 0x0a000001]
  store[$o4, 0x0a000002]
  sram[write, $o0, headers, 32, 5], ctx_swap[moved]

  immed[turns, TURNS]
  immed[wrong, 0]
  immed[expired, 0]
  immed[one_more, 0x100]
  immed[one_less, 0x100, <<16]
  immed[offset, 0]
turn#:
  sram[read, $h0, headers, offset, 5], ctx_swap[moved]
  alu[sum, --, B, $h0]
  alu[sum, sum, +, $h1]
  alu[sum, sum, +carry, $h2]
  alu[sum, sum, +carry, $h3]
  alu[sum, sum, +carry, $h4]
  alu[sum, sum, +carry, 0]
  alu_shf[halves, --, B, sum, <<rot16]
  alu[sum, sum, +, halves]
  alu[sum, --, ~B, sum]
  alu_shf[--, --, B, sum, >>16]
  beq[right#]
  alu[wrong, wrong, +, 1]
right#:
  alu_shf[--, --, B, $h2, >>25]
  beq[expired#]
  alu[check, one_more, +16, $h2]
  alu_shf[halves, --, B, check, >>16]
  alu[check, check, +, halves]
  alu[old, $h2, -, one_less]
  ld_field[old, 0011, check]
  alu[$o0, --, B, old]
  alu[halves, offset, +, 8]
  sram[write, $o0, headers, halves, 1], ctx_swap[moved], defer[1]
  alu[offset, 32, -, offset]
  alu[turns, turns, -, 1]
  bne[turn#]
  br[end#]
expired#:
  alu[turns, turns, -, 1]
  bne[turn#], defer[2]
  alu[expired, expired, +, 1]
  alu[offset, 32, -, offset]
end#:
  alu_shf[result, expired, OR, wrong, <<16]
  alu[result, result, XOR, x]
  finish[]
