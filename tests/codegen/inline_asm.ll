; Inline assembly: registers for operands, two sources from different banks, several lines, barriers.
; RUN: %mecc_codegen %s | %FileCheck %s

; CHECK: alu[{{[ab][0-9]+}}, {{[ab][0-9]+}}, XOR, {{[ab][0-9]+}}]
; CHECK: ld_field[a{{[0-9]+}}, 0110, b{{[0-9]+}}]
; CHECK: local_csr_rd[TIMESTAMP_LOW]
; CHECK-NEXT: immed[{{[ab][0-9]+}}, 0x0]
; CHECK: alu[{{[ab][0-9]+}}, {{[ab][0-9]+}}, +, 0x7]
; CHECK: immed[[[N:[ab][0-9]+]], 0x3]
; CHECK-NEXT: [[FIRST:asm.[0-9]+#]]:
; CHECK-NEXT: [[#%u,A:]] {{.*}} alu[[[N]], [[N]], -, 0x1]
; CHECK-NEXT: bne[l[[#A]]#]
; CHECK: immed[[[M:[ab][0-9]+]], 0x3]
; CHECK-NOT: [[FIRST]]:
; CHECK: asm.{{[0-9]+}}#:
; CHECK-NEXT: [[#%u,B:]] {{.*}} alu[[[M]], [[M]], -, 0x1]
; CHECK-NEXT: bne[l[[#B]]#]
; CHECK: local_csr_wr[BYTE_INDEX, [[I:[ab][0-9]+]]]
; CHECK-NEXT: nop
; CHECK-NEXT: nop
; CHECK-NEXT: nop
; CHECK-NEXT: byte_align_be[--, {{[ab][0-9]+}}]
; CHECK-NEXT: byte_align_be[{{[ab][0-9]+}}, {{[ab][0-9]+}}]
define i32 @main() {
  %l = call i32 @__me_csr_rd(i32 192)
  %r = call i32 @__me_csr_rd(i32 196)
  %x = call i32 asm sideeffect "alu[$0, $1, XOR, $2]", "=r,a,b"(i32 %l, i32 %r)
  %y = call i32 asm sideeffect "ld_field[$0, 0110, $1]", "=a,b,0"(i32 %x, i32 %r)
  call void asm sideeffect "", "~{memory}"()
  %z = call i32 asm sideeffect "local_csr_rd[TIMESTAMP_LOW]\0Aimmed[$0, 0x0]", "=r"()
  %w = call i32 asm sideeffect "alu[$0, $1, +, $2]", "=r,r,i"(i32 %z, i32 7)
  %i = call i32 asm sideeffect "immed[$0, 0x3]\0Aagain#:\0Aalu[$0, $0, -, 0x1]\0Abne[again#]", "=r"()
  %j = call i32 asm sideeffect "immed[$0, 0x3]\0Aagain#:\0Aalu[$0, $0, -, 0x1]\0Abne[again#]", "=r"()
  %ij = add i32 %i, %j
  %yw = add i32 %y, %ij
  %s = add i32 %yw, %w
  %b = call i32 asm sideeffect "local_csr_wr[BYTE_INDEX, $1]\0Abyte_align_be[--, $2]\0Abyte_align_be[$0, $1]", "=r,r,r"(i32 %s, i32 %r)
  call void @__me_csr_wr(i32 320, i32 %b)
  ret i32 0
}
declare i32 @__me_csr_rd(i32)
declare void @__me_csr_wr(i32, i32)
