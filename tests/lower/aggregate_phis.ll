; RUN: %lower --only=finish %s | FileCheck %s
; Results of assembly that meet: a phi for each field, of blocks that lead there twice, and of phis that meet again.

; CHECK-LABEL: @main(
; CHECK: left:
; CHECK: [[A0:%.*]] = extractvalue { i32, i32 } %a, 0
; CHECK: [[A1:%.*]] = extractvalue { i32, i32 } %a, 1
; CHECK: right:
; CHECK: [[B0:%.*]] = extractvalue { i32, i32 } %b, 0
; CHECK: [[B1:%.*]] = extractvalue { i32, i32 } %b, 1
; CHECK: meet:
; CHECK-NEXT: [[M0:%.*]] = phi i32 [ [[A0]], %left ], [ [[B0]], %right ], [ [[B0]], %right ]
; CHECK-NEXT: [[M1:%.*]] = phi i32 [ [[A1]], %left ], [ [[B1]], %right ], [ [[B1]], %right ]
; CHECK: again:
; CHECK-NEXT: phi i32 [ [[M0]], %meet ]
; CHECK-NEXT: phi i32 [ [[M1]], %meet ]
; CHECK-NOT: phi { i32, i32 }
define i32 @main(i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %left, label %right
left:
  %a = call { i32, i32 } asm "left", "=r,=r"()
  br label %meet
right:
  %b = call { i32, i32 } asm "right", "=r,=r"()
  switch i32 %x, label %again [ i32 1, label %meet
                                i32 70, label %meet ]
meet:
  %p = phi { i32, i32 } [ %a, %left ], [ %b, %right ], [ %b, %right ]
  %y = extractvalue { i32, i32 } %p, 0
  br label %again
again:
  %q = phi { i32, i32 } [ %p, %meet ], [ %b, %right ]
  %z = phi i32 [ %y, %meet ], [ 0, %right ]
  %u = extractvalue { i32, i32 } %q, 0
  %v = extractvalue { i32, i32 } %q, 1
  %s = add i32 %u, %v
  %t = add i32 %s, %z
  ret i32 %t
}
