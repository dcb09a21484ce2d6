; Inline assembly that the hardware executes differently from its apparent meaning is an error.
; RUN: not %mecc_codegen -stop-after=check %s 2>&1 | %FileCheck %s

; CHECK: error: a pointer can be moved only once by an instruction; drop one ++ or --
; CHECK: error: local_csr_rd delivers its value through the next instruction, which must be immed[register, 0]
define void @main() {
  call void asm sideeffect "local_csr_rd[TIMESTAMP_LOW]\0Anop", ""()
  %x = call i32 @__me_csr_rd(i32 192)
  call void asm sideeffect "alu[*l$$index0++, *l$$index0++, +, $0]", "r"(i32 %x)
  ret void
}
declare i32 @__me_csr_rd(i32)
