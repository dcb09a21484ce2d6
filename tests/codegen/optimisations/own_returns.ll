; Ways that bring their own result return by themselves.
; RUN: %mecc_codegen -no-defer -without=early-returns %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=early-returns -without=own-returns %s | %FileCheck %s --check-prefix=OUT

; CHECK-LABEL: find#:
; CHECK-COUNT-3: rtn
; OUT-LABEL: find#:
; OUT: rtn
; OUT-NOT: rtn
define internal i32 @find(i32 %x, i32 %y) noinline {
  %a = icmp eq i32 %x, 5
  br i1 %a, label %out, label %second
second:
  call void @__me_csr_wr(i32 320, i32 %y)
  %b = icmp eq i32 %y, 7
  br i1 %b, label %out, label %third
third:
  call void @__me_csr_wr(i32 332, i32 %y)
  br label %out
out:
  %r = phi i32 [ 1, %0 ], [ %x, %second ], [ 3, %third ]
  ret i32 %r
}

; A store fills the slots of each return.
; CHECK-LABEL: take#:
; CHECK-COUNT-2: rtn
; OUT-LABEL: take#:
; OUT: rtn
; OUT-NOT: rtn
define internal i32 @take(i32 %x, i32 %y) noinline {
  %enough = icmp ult i32 %y, %x
  br i1 %enough, label %less, label %out
less:
  %rest = sub i32 %x, %y
  br label %out
out:
  %left = phi i32 [ %x, %0 ], [ %rest, %less ]
  %r = phi i32 [ 0, %0 ], [ 1, %less ]
  store volatile i32 %left, ptr inttoptr (i32 128 to ptr)
  ret i32 %r
}

; A longer end is copied for ways with a constant.
; CHECK-LABEL: count#:
; CHECK: alu_shf[{{.*}}, 0x1, OR, {{.*}}, <<2]
; CHECK: rtn
; CHECK: rtn
; OUT-LABEL: count#:
; OUT-NOT: 0x1, OR
define internal i32 @count(i32 %x, i32 %y) noinline {
  %a = icmp eq i32 %x, 5
  br i1 %a, label %out, label %second
second:
  call void @__me_csr_wr(i32 320, i32 %y)
  %b = add i32 %y, 7
  br label %out
out:
  %n = phi i32 [ 1, %0 ], [ %x, %second ]
  %m = phi i32 [ %y, %0 ], [ %b, %second ]
  %s = shl i32 %m, 2
  %t = or disjoint i32 %s, %n
  %r = xor i32 %t, %y
  ret i32 %r
}

define void @main() {
  %a = call i32 @find(i32 1, i32 2)
  %b = call i32 @find(i32 %a, i32 %a)
  %c = call i32 @take(i32 %a, i32 %b)
  %d = call i32 @take(i32 %b, i32 %c)
  %e = call i32 @count(i32 %c, i32 %d)
  %f = call i32 @count(i32 %d, i32 %e)
  call void @__me_csr_wr(i32 320, i32 %f)
  ret void
}
declare void @__me_csr_wr(i32, i32)
