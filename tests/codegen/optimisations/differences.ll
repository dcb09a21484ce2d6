; A difference on one path replaces the comparison of its operands.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=differences %s | %FileCheck %s --check-prefix=OUT
target triple = "mev2-unknown-none"

; CHECK-LABEL: take#:
; CHECK: alu[[[LEFT:[ab][0-9]+]], [[X:[ab][0-9]+]], -, [[Y:[ab][0-9]+]]]
; CHECK-NEXT: b{{cc|cs}}[
; CHECK-NOT: -, [[Y]]
; CHECK: rtn
; OUT-LABEL: take#:
; OUT: alu[--, [[X:[ab][0-9]+]], -, [[Y:[ab][0-9]+]]]
; OUT-NEXT: b{{cc|cs}}[
; OUT: alu[{{[ab][0-9]+}}, [[X]], -, [[Y]]]
define internal i32 @take(i32 %x, i32 %y) noinline {
  %too_large = icmp ugt i32 %y, %x
  br i1 %too_large, label %out, label %on
on:
  %left = sub i32 %x, %y
  call void @__me_csr_wr(i32 332, i32 %left)
  br label %out
out:
  ret i32 %x
}

; Paths that compute it again use the same result.
; CHECK-LABEL: twice#:
; CHECK: alu[{{[ab][0-9]+}}, [[X:[ab][0-9]+]], -, [[Y:[ab][0-9]+]]]
; CHECK-NEXT: b{{cc|cs}}[
; CHECK-NOT: [[X]], -, [[Y]]]
; OUT-LABEL: twice#:
; OUT-COUNT-3: {{[ab][0-9]+}}, -, {{[ab][0-9]+}}]
define internal i32 @twice(i32 %x, i32 %y) noinline {
  %too_large = icmp ugt i32 %y, %x
  br i1 %too_large, label %over, label %on
on:
  %left = sub i32 %x, %y
  call void @__me_csr_wr(i32 332, i32 %left)
  ret i32 0
over:
  %even = and i32 %y, 1
  %is_even = icmp eq i32 %even, 0
  br i1 %is_even, label %beyond, label %out
beyond:
  %missing = sub i32 %x, %y
  ret i32 %missing
out:
  ret i32 %x
}

; The other difference has other codes.
; CHECK-LABEL: other#:
; CHECK: alu[--, [[X:[ab][0-9]+]], -, [[Y:[ab][0-9]+]]]
; CHECK: alu[{{[ab][0-9]+}}, [[Y]], -, [[X]]]
define internal i32 @other(i32 %x, i32 %y) noinline {
  %too_large = icmp ugt i32 %y, %x
  br i1 %too_large, label %out, label %on
on:
  %left = sub i32 %y, %x
  call void @__me_csr_wr(i32 332, i32 %left)
  br label %out
out:
  ret i32 %x
}

define void @main() {
  %a = call i32 @take(i32 1, i32 2)
  %b = call i32 @take(i32 %a, i32 %a)
  %t = call i32 @twice(i32 %b, i32 %a)
  %u = call i32 @twice(i32 %t, i32 %b)
  %c = call i32 @other(i32 %u, i32 %a)
  %d = call i32 @other(i32 %c, i32 %b)
  call void @__me_csr_wr(i32 320, i32 %d)
  ret void
}
declare void @__me_csr_wr(i32, i32)
