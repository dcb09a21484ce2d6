; Indices of local memory are carried in bytes, and what they become elsewhere is their value.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=byte-indices %s | %FileCheck %s --check-prefix=OUT

; 256 bytes at 0, 32 elements of 8.
!mecc.local = !{!0}
!0 = !{i32 0, i32 256}

; CHECK-LABEL: around#:
; CHECK: alu_shf[{{.*}}, 0xf8, AND, {{.*}}, >>24]
; CHECK-NOT: , <<3]
; CHECK: alu[{{.*}}, +, 0x8]
; CHECK: alu[{{.*}}, AND, 0xf8]
; CHECK: rtn
; OUT-LABEL: around#:
; OUT: , <<3]
; OUT: rtn
define internal i32 @around(i32 %x) noinline {
entry:
  %hash = lshr i32 %x, 27
  br label %loop
loop:
  %at = phi i32 [ %hash, %entry ], [ %next, %again ]
  %p = getelementptr [2 x i32], ptr null, i32 %at
  %v = load i32, ptr %p
  %free = icmp eq i32 %v, 0
  br i1 %free, label %out, label %again
again:
  call void @__me_csr_wr(i32 320, i32 %v)
  %more = add i32 %at, 1
  %next = and i32 %more, 31
  br label %loop
out:
  ret i32 %x
}

; An index that may have its highest bits set and is compared stays as it is.
; CHECK-LABEL: far#:
; CHECK: , <<3]
; CHECK: rtn
define internal i32 @far(i32 %x) noinline {
entry:
  br label %loop
loop:
  %at = phi i32 [ %x, %entry ], [ %next, %again ]
  %p = getelementptr [2 x i32], ptr null, i32 %at
  %v = load i32, ptr %p
  %free = icmp eq i32 %v, 0
  br i1 %free, label %out, label %again
again:
  %next = shl i32 %at, 1
  %b = icmp ult i32 %next, 31
  br i1 %b, label %loop, label %out
out:
  ret i32 %x
}

define void @main() {
  %a = call i32 @around(i32 1)
  %b = call i32 @around(i32 %a)
  %c = call i32 @far(i32 %b)
  %d = call i32 @far(i32 %c)
  call void @__me_csr_wr(i32 320, i32 %d)
  ret void
}
declare void @__me_csr_wr(i32, i32)
