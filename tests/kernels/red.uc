; Random early detection: a moving average of a queue's length, and a drop that becomes more likely
; with each frame since the last one. The average is below 4 * 4,096.
.reg average count

#macro set_up[]
  immed[average, 0]
  immed[count, 0]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg length old chance random

kernel#:
  alu[length, x, AND, 0x3f]
  alu_shf[old, --, B, average, >>4]
  alu[average, average, -, old]
  alu_shf[length, --, B, length, <<4]
  alu[average, average, +, length]
  alu_shf[old, --, B, average, >>12]
  beq[short#], defer[2]
  alu[--, old, -, 3]
  immed[chance, 4096]
  bhs[long#], defer[2]
  alu[chance, average, -, chance]
  alu[count, count, +, 1]
  mul_step[chance, count], 16x16_start
  mul_step[chance, count], 16x16_step1
  mul_step[chance, count], 16x16_step2
  mul_step[chance, --], 16x16_last
  alu_shf[random, --, B, y, <<12]
  alu_shf[random, --, B, random, >>12]
  alu[--, random, -, chance]
  blo[drop#], defer[1]
  alu[result, --, B, average]
  rtn[back]
drop#:
  rtn[back], defer[2]
  alu_shf[result, result, OR, 1, <<30]
  immed[count, 0]
short#:
  rtn[back], defer[2]
  alu[result, --, B, average]
  immed[count, 0]
long#:
  rtn[back], defer[2]
  alu_shf[result, average, OR, 1, <<31]
  immed[count, 0]
