; A word in the slot of a branch moves into empty slots of the returns behind it.
; RUN: %mecc_codegen -without=argument-registers -stop-after=return-slots %s | %FileCheck %s
; RUN: %mecc_codegen -without=argument-registers -stop-after=defer-slots %s | %FileCheck %s --check-prefix=OUT
target triple = "mev2-unknown-none"

@average = internal global i32 0, !mecc.object !0
!0 = !{!"static_gpr", !"average"}

; CHECK-LABEL: check#:
; CHECK: beq[l{{[0-9]+}}#] {{ *}};
; CHECK: rtn[b15], defer[1]
; CHECK-NEXT: alu[a13, --, B, a0]
; CHECK: rtn[b15], defer[2]
; CHECK-NEXT: alu[a13, --, B, a0]
; OUT-LABEL: check#:
; OUT: beq[l{{[0-9]+}}#], defer[1]
; OUT-NEXT: alu[a13, --, B, a0]
; OUT: rtn[b15] {{ *}};
define internal i32 @check(i32 %x, i32 %y) noinline {
  store i32 %x, ptr @average
  %none = icmp eq i32 %y, 0
  br i1 %none, label %rare, label %out, !prof !1
rare:
  %more = or i32 %x, 1
  ret i32 %more
out:
  ret i32 %x
}
!1 = !{!"branch_weights", i32 1, i32 31}

; One of the returns has no room for the word.
; CHECK-LABEL: full#:
; CHECK: beq[l{{[0-9]+}}#], defer[1]
; CHECK-NEXT: alu[a13, --, B, a0]
define internal i32 @full(i32 %x, i32 %y) noinline {
  store i32 %x, ptr @average
  %none = icmp eq i32 %y, 0
  br i1 %none, label %rare, label %out, !prof !1
rare:
  %a = shl i32 %x, 3
  %b = xor i32 %a, %y
  %c = shl i32 %b, 5
  %d = xor i32 %c, %a
  ret i32 %d
out:
  ret i32 %x
}

define void @main() {
  %a = call i32 @check(i32 1, i32 2)
  %b = call i32 @check(i32 %a, i32 %a)
  %c = call i32 @full(i32 %b, i32 %a)
  %d = call i32 @full(i32 %c, i32 %b)
  %v = load i32, ptr @average
  %e = add i32 %d, %v
  call void @__me_csr_wr(i32 320, i32 %e)
  ret void
}
declare void @__me_csr_wr(i32, i32)
