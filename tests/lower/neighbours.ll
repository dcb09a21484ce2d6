; Another microengine reads `next` and writes `own`: every access stays, through pointers, too.
; RUN: %lower -O2 --stop-after=optimise %s | FileCheck %s
@next = internal global [2 x i32] zeroinitializer, !mecc.object !0
@own = internal global i32 0, !mecc.object !1

define internal void @put(ptr %to, i32 %x) noinline {
  store i32 %x, ptr %to
  ret void
}

; CHECK-LABEL: i32 @main()
; CHECK:         store volatile i32 1, ptr [[PLACE:.+]],
; CHECK:         store volatile i32 2, ptr [[PLACE]],
; CHECK:         load volatile i32, ptr %own
; CHECK:         load volatile i32, ptr %own
define i32 @main() {
  %second = getelementptr i32, ptr @next, i32 1
  call void @put(ptr %second, i32 1)
  call void @put(ptr %second, i32 2)
  %a = load i32, ptr @own
  %b = load i32, ptr @own
  %sum = add i32 %a, %b
  ret i32 %sum
}

!0 = !{!"nn_out", !"next"}
!1 = !{!"nn_in", !"own"}
