; A loop over registers without any command: the engines' cost of arithmetic alone.
.num_contexts 8
.reg a b sum
  immed[a, 1]
  immed[b, 3]
  immed[sum, 0]
loop#:
  alu[sum, sum, +, a]
  alu[a, a, +, 1]
  alu_shf[b, --, B, b, <<rot3]
  alu[sum, sum, XOR, b]
  alu_shf[sum, --, B, sum, >>rot5]
  alu[b, b, +, 7]
  br[loop#]
