; A counter that a shift computes carries the constant that its uses add: the shift does the OR.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=counter-bases %s | %FileCheck %s --check-prefix=OUT

; CHECK-LABEL: sift#:
; CHECK: alu_shf[{{.*}}, 0x4, OR, {{.*}}, <<1]
; CHECK: alu[--, {{.*}}, -, 0x75]
; CHECK: rtn
; OUT-LABEL: sift#:
; OUT-NOT: 0x4, OR, {{.*}}, <<1]
; OUT: rtn
define internal i32 @sift(i32 %x) noinline {
entry:
  br label %level
level:
  %twice = phi i32 [ 0, %entry ], [ %next, %down ]
  %left = or disjoint i32 %twice, 1
  %p = getelementptr inbounds [31 x i32], ptr null, i32 0, i32 %left
  %a = load i32, ptr %p
  %right = add nuw nsw i32 %twice, 2
  %q = getelementptr inbounds [31 x i32], ptr null, i32 0, i32 %right
  %b = load i32, ptr %q
  %less = icmp ult i32 %b, %a
  br i1 %less, label %take, label %both
take:
  br label %both
both:
  %child = phi i32 [ %right, %take ], [ %left, %level ]
  %least = phi i32 [ %b, %take ], [ %a, %level ]
  %more = icmp ugt i32 %x, %least
  br i1 %more, label %down, label %out
down:
  %next = shl nsw i32 %child, 1
  %end = icmp ugt i32 %next, 29
  br i1 %end, label %out, label %level
out:
  ret i32 %least
}

define void @main() {
  %a = call i32 @sift(i32 1)
  %b = call i32 @sift(i32 %a)
  call void @__me_csr_wr(i32 320, i32 %b)
  ret void
}
declare void @__me_csr_wr(i32, i32)
