; A variable that is only loaded through a choice of pointers may be at address 0.
; RUN: %lower --only=place --symbols %s | FileCheck %s
!0 = !{!"shared"}
; CHECK: table local memory 0x0 bytes 32
@now = internal global i32 7, !mecc.flags !0
@table = internal global [8 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8], !mecc.flags !0

define i32 @main(i32 %n) {
  %p = getelementptr [8 x i32], ptr @table, i32 0, i32 %n
  %more = icmp ugt i32 %n, 3
  %q = select i1 %more, ptr %p, ptr @now
  %v = load i32, ptr %q
  ret i32 %v
}
