; Words on both paths of a branch move into its slots.
; RUN: %mecc_codegen -without=target-slots %s | %FileCheck %s
; RUN: %mecc_codegen -without=target-slots -without=shared-slots %s | %FileCheck %s --check-prefix=OUT
target triple = "mev2-unknown-none"

; From the block where the paths meet, above words that depend on the path.
; CHECK-LABEL: limit#:
; CHECK: bcc[l{{[0-9]+}}#], defer[{{[123]}}]
; CHECK-NOT: <<8]
; CHECK: <<12]
; CHECK: <<8]
; CHECK-NOT: <<12]
; CHECK: rtn
; OUT-LABEL: limit#:
; OUT: bcc[
; OUT: <<8]
; OUT: <<12]
; OUT: rtn
define internal i32 @limit(i32 %x, i32 %y) noinline {
  %large = icmp ugt i32 %x, 15
  %n = select i1 %large, i32 15, i32 %x
  %a = shl i32 %n, 8
  %b = shl i32 %y, 12
  %c = xor i32 %a, %b
  call void @__me_csr_wr(i32 332, i32 %c)
  call void @__me_csr_wr(i32 320, i32 %b)
  call void @__me_csr_wr(i32 332, i32 %n)
  ret i32 %x
}

; A word at the beginning of both paths, once; the branch reads its result's old value.
; CHECK-LABEL: step#:
; CHECK-NOT: >>1
; CHECK: br_b{{set|clr}}[[[N:[ab][0-9]+]], 0, l{{[0-9]+}}#], defer[1]
; CHECK-NEXT: alu_shf[[[N]], --, B, [[N]], >>1]
; CHECK-NOT: >>1
; OUT-LABEL: step#:
; OUT: >>1]
; OUT: br_b{{set|clr}}[{{[ab][0-9]+}}, 0, l{{[0-9]+}}#]{{ }}
; OUT: >>1]
define internal i32 @step(i32 %x, i32 %y) noinline {
  br label %loop
loop:
  %n = phi i32 [ %x, %0 ], [ %next, %on ]
  %half = lshr i32 %n, 1
  %bit = and i32 %n, 1
  %even = icmp eq i32 %bit, 0
  br i1 %even, label %on, label %odd
odd:
  %mixed = xor i32 %half, %y
  br label %on
on:
  %next = phi i32 [ %half, %loop ], [ %mixed, %odd ]
  %again = icmp ult i32 %next, %y
  br i1 %again, label %loop, label %out
out:
  ret i32 %next
}

; The words where the paths meet depend on the path: none moves.
; CHECK-LABEL: mix#:
; CHECK: bcc[
; CHECK: XOR
define internal i32 @mix(i32 %x, i32 %y) noinline {
  %large = icmp ugt i32 %x, 15
  %n = select i1 %large, i32 15, i32 %x
  %a = xor i32 %n, %y
  call void @__me_csr_wr(i32 320, i32 %a)
  ret i32 %a
}

define void @main() {
  %a = call i32 @limit(i32 1, i32 2)
  %b = call i32 @limit(i32 %a, i32 %a)
  %c = call i32 @step(i32 %b, i32 %a)
  %d = call i32 @step(i32 %c, i32 %b)
  %e = call i32 @mix(i32 %d, i32 %c)
  %f = call i32 @mix(i32 %e, i32 %d)
  call void @__me_csr_wr(i32 320, i32 %f)
  ret void
}
declare void @__me_csr_wr(i32, i32)
