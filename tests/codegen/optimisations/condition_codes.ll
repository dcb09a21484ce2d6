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

; The sign of a sum, whose overflow does not matter: bmi, not blt.
; CHECK-LABEL: sign#:
; CHECK: alu[{{.*}}, {{.*}}, +, {{.*}}]
; CHECK-NEXT: b{{mi|pl}}
; OUT-LABEL: sign#:
; OUT: alu[--, {{[ab][0-9]+}}, -, 0x0]
; OUT-NEXT: b{{lt|ge}}
define internal i32 @sign(i32 %x, i32 %y) noinline {
  %sum = add i32 %x, %y
  %negative = icmp slt i32 %sum, 0
  br i1 %negative, label %on, label %out
on:
  call void @__me_csr_wr(i32 320, i32 %sum)
  br label %out
out:
  ret i32 %sum
}

; ffs sets the codes of its operand, so its result is compared.
; CHECK-LABEL: bit#:
; CHECK: ffs[[[BIT:[ab][0-9]+]],
; CHECK-NEXT: alu[--, [[BIT]], -, 0x0]
define internal i32 @bit(i32 %x) noinline {
  %bit = call i32 @llvm.cttz.i32(i32 %x, i1 true)
  %first = icmp eq i32 %bit, 0
  br i1 %first, label %out, label %on
on:
  call void @__me_csr_wr(i32 320, i32 %bit)
  br label %out
out:
  ret i32 %bit
}

define void @main() {
  %a = call i32 @count(ptr inttoptr (i32 256 to ptr))
  %b = call i32 @count(ptr inttoptr (i32 320 to ptr))
  %c = call i32 @sign(i32 %a, i32 %b)
  %d = call i32 @sign(i32 %c, i32 %b)
  %e = call i32 @bit(i32 %d)
  %f = call i32 @bit(i32 %e)
  call void @__me_csr_wr(i32 320, i32 %f)
  ret void
}
declare void @__me_csr_wr(i32, i32)
declare i32 @llvm.cttz.i32(i32, i1)
