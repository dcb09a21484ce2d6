; A branch on 0 uses the codes of the computation. Independent words between the two go in front.
; RUN: %mecc_codegen -no-defer -stop-after=codes %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=condition-codes %s | %FileCheck %s --check-prefix=OUT
; RUN: %mecc_codegen %s | %FileCheck %s --check-prefix=SLOTS
target triple = "mev2-unknown-none"

; The load goes up; the store copies the value, so its codes do as well, and it fills a slot.
; CHECK-LABEL: count#:
; CHECK: alu[[[NEXT:[ab][0-9]+]], --, B, *l$index1]
; CHECK-NEXT: alu[[[LEFT:[ab][0-9]+]], *l$index1[1], -, 0x1]
; CHECK-NEXT: alu[*l$index1[1], --, B, [[LEFT]]]
; CHECK-NEXT: b{{eq|ne}}
; OUT-LABEL: count#:
; OUT: alu[--, {{[ab][0-9]+}}, -, 0x0]
; SLOTS-LABEL: count#:
; SLOTS: alu[[[LEFT:[ab][0-9]+]], *l$index1[1], -, 0x1]
; SLOTS-NEXT: b{{eq|ne}}[l{{[0-9]+}}#], defer[2]
; SLOTS-NEXT: alu[{{[ab][0-9]+}}, --, B, *l$index1]
; SLOTS-NEXT: alu[*l$index1[1], --, B, [[LEFT]]]
define internal i32 @count(ptr align 64 %p) noinline {
  %at = getelementptr i32, ptr %p, i32 1
  %n = load i32, ptr %at
  %left = sub i32 %n, 1
  store i32 %left, ptr %at
  %next = load i32, ptr %p
  %done = icmp eq i32 %left, 0
  br i1 %done, label %out, label %on
on:
  call void @__me_csr_wr(i32 320, i32 %left)
  br label %out
out:
  ret i32 %next
}

; A difference that replaces an operand is compared itself.
; CHECK-LABEL: again#:
; CHECK: alu[[[A:[ab][0-9]+]], [[A]], -, [[B:[ab][0-9]+]]]
; CHECK-NEXT: alu[--, [[A]], -, [[B]]]
; CHECK-NEXT: b{{cc|cs}}[
define internal i32 @again(i32 %a, i32 %b) noinline {
  %d = sub i32 %a, %b
  %below = icmp ult i32 %d, %b
  br i1 %below, label %on, label %out
on:
  call void @__me_csr_wr(i32 320, i32 %d)
  br label %out
out:
  %r = phi i32 [ %d, %0 ], [ %b, %on ]
  ret i32 %r
}

define void @main() {
  %a = call i32 @count(ptr inttoptr (i32 256 to ptr))
  %b = call i32 @count(ptr inttoptr (i32 320 to ptr))
  %c = add i32 %a, %b
  %d = call i32 @again(i32 %c, i32 %a)
  %e = call i32 @again(i32 %d, i32 3)
  call void @__me_csr_wr(i32 320, i32 %e)
  ret void
}
declare void @__me_csr_wr(i32, i32)
