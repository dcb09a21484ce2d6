; Parses the ten longwords of a frame from local memory 0 on, in place: branches on bytes read local
; memory themselves.
.reg word

#macro set_up[]
#endm
#macro prepare[]
  local_csr_wr[active_lm_addr_0, 0]
  immed[word, 0x4500]
  immed_w1[word, 0x0800]
  alu[--, x, AND, 15]
  bne[no_arp#]
  immed[word, 1]
  immed_w1[word, 0x0806]
no_arp#:
  alu_shf[word2, 15, AND, x]
  alu[--, word2, -, 1]
  bne[no_options#]
  immed_w0[word, 0x4600]
no_options#:
  alu[*l$index0[3], --, B, word]
  alu_shf[word, --, B, x, <<6]
  alu_shf[word, --, B, word, >>6]
  alu[*l$index0[4], --, B, word]
  immed[word, 0xff00]
  immed_w1[word, 1]
  alu[word, word, AND, y]
  br_bset[x, 8, udp#], defer[1]
  immed_b0[word, 17]
  immed_b0[word, 6]
udp#:
  alu[*l$index0[5], --, B, word]
  alu[*l$index0[6], --, B, x]
  alu[*l$index0[7], --, B, y]
  alu[*l$index0[8], x, XOR, y]
  alu[*l$index0[9], x, +, y]
#endm
.reg word2
#include "kernel.uc"

.reg w7 w8 w9 ports

kernel#:
  local_csr_wr[active_lm_addr_0, 0]
  nop
  nop
  nop
  br!=byte[*l$index0[3], 3, 0x08, no_ip#]
  br!=byte[*l$index0[3], 2, 0x00, no_ip#]
  br!=byte[*l$index0[3], 1, 0x45, options#]
  alu_shf[result, --, B, *l$index0[4], >>16]
  alu[--, result, -, 28]
  blo[short#]
  br=byte[*l$index0[5], 0, 6, protocol#]
  br!=byte[*l$index0[5], 0, 17, other#]
protocol#:
  br=byte[*l$index0[5], 1, 0, expired#]
  alu[w7, --, B, *l$index0[7]]
  alu[w8, --, B, *l$index0[8]]
  alu[w9, --, B, *l$index0[9]]
  dbl_shf[ports, w8, w9, >>16]
  dbl_shf[w8, w7, w8, >>16]             ; destination
  dbl_shf[result, *l$index0[6], w7, >>16]
  alu_shf[w7, --, B, w8, <<rot7]
  alu[result, result, XOR, w7]
  alu[result, result, XOR, ports]
  alu_shf[w9, --, B, *l$index0[5], <<24]
  alu[result, result, XOR, w9]
  alu_shf[w9, --, B, result, >>15]
  alu[result, result, XOR, w9]
  rtn[back], defer[2]
  alu_shf[w9, --, B, result, >>7]
  alu[result, result, XOR, w9]
no_ip#:
  rtn[back], defer[1]
  immed[result, 1]
options#:
  rtn[back], defer[1]
  immed[result, 2]
short#:
  rtn[back], defer[1]
  immed[result, 3]
other#:
  rtn[back], defer[1]
  immed[result, 4]
expired#:
  rtn[back], defer[1]
  immed[result, 5]
