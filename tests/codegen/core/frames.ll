; Frames in local memory: a leaf's is first, a caller's follows the frames of all its callees.
; Contexts have one each. It holds the return address during calls.
; RUN: %mecc_codegen -no-defer -without=callee-registers %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -lm-contexts=1 %s | %FileCheck %s --check-prefix=ALONE

declare void @__me_csr_wr(i32, i32)

; CHECK-LABEL: main#:
; CHECK: local_csr_rd[ACTIVE_CTX_STS]
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_0,
; ALONE-LABEL: main#:
; ALONE-NOT: ACTIVE_CTX_STS
; ALONE: local_csr_wr[ACTIVE_LM_ADDR_0,
define internal i32 @inner(i32 %i) noinline {
; CHECK-LABEL: inner#:
; CHECK: alu[*l$index0[1], --, B, a0]
; CHECK: *l$index0
  %a = alloca [3 x i32]
  %p = getelementptr i32, ptr %a, i32 1
  store volatile i32 %i, ptr %p
  %v = load volatile i32, ptr %a
  ret i32 %v
}

define internal i32 @outer(i32 %i) noinline {
; CHECK-LABEL: outer#:
; CHECK: alu[*l$index0[3], --, B, b15]
; CHECK: br[
; CHECK: alu[[[BACK:[ab][0-9]+]], --, B, *l$index0[3]]
; CHECK: rtn[[[BACK]]]
  %v = call i32 @inner(i32 %i)
  %w = add i32 %v, 1
  ret i32 %w
}

; An index is added to the frame's address.
; CHECK-LABEL: pick#:
; CHECK: alu_shf[[[BYTES:[ab][0-9]+]], --, B, {{[ab][0-9]+}}, <<2]
; CHECK: local_csr_rd[ACTIVE_LM_ADDR_0]
; CHECK: alu[[[AT:[ab][0-9]+]], {{.*}}+, [[BYTES]]]
; CHECK-NEXT: local_csr_wr[ACTIVE_LM_ADDR_1, [[AT]]]
; CHECK: alu[*l$index1,
define internal i32 @pick(i32 %i, i32 %v) noinline {
  %a = alloca [4 x i32]
  %p = getelementptr i32, ptr %a, i32 %i
  store volatile i32 %v, ptr %p
  %r = load volatile i32, ptr %a
  ret i32 %r
}

; A pointer may lead to the frame: both stores of the constant remain.
; CHECK-LABEL: twice#:
; CHECK: immed[*l$index1, 0x7]
; CHECK: *l$index0
; CHECK: immed[*l$index1, 0x7]
define internal i32 @twice(i32 %i, i32 %v) noinline {
  %a = alloca [4 x i32]
  %p = getelementptr i32, ptr %a, i32 %i
  store volatile i32 7, ptr %p
  store volatile i32 %v, ptr %a
  store volatile i32 7, ptr %p
  %r = load volatile i32, ptr %a
  ret i32 %r
}

define void @main() {
  %v = call i32 @outer(i32 7)
  %a = call i32 @pick(i32 1, i32 %v)
  %b = call i32 @pick(i32 %a, i32 %v)
  %c = call i32 @twice(i32 1, i32 %b)
  %d = call i32 @twice(i32 %c, i32 %b)
  call void @__me_csr_wr(i32 332, i32 %d)
  ret void
}
