; Constant addresses of one window of local memory need one pointer, in other blocks too. So do addresses behind
; an index whose zero low bits several choices keep.
; RUN: %mecc_codegen -no-defer -without=own-returns %s | %FileCheck %s

; CHECK-LABEL: sum#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_1
; CHECK: *l$index1[1]
; CHECK-NOT: ACTIVE_LM_ADDR_1
; CHECK: *l$index1[3]
; CHECK-NOT: ACTIVE_LM_ADDR_1
; CHECK: *l$index1[2]
; CHECK: rtn
define internal i32 @sum(i32 %x) noinline {
  %a = load volatile i32, ptr inttoptr (i32 4 to ptr)
  %is = icmp eq i32 %x, 0
  br i1 %is, label %yes, label %no
yes:
  %b = load volatile i32, ptr inttoptr (i32 12 to ptr)
  br label %no
no:
  %c = phi i32 [ %a, %0 ], [ %b, %yes ]
  store volatile i32 %c, ptr inttoptr (i32 8 to ptr)
  ret i32 %c
}

; CHECK-LABEL: search#:
; CHECK: alu[--, {{[ab][0-9]+}}, -, *l$index{{[01]}}[7]]
; CHECK: rtn
define internal i32 @search(i32 %x) noinline {
  %f = icmp ult i32 %x, 99
  br i1 %f, label %high, label %first
high:
  br label %first
first:
  %i = phi i32 [ 0, %0 ], [ 32, %high ]
  %p = getelementptr [64 x i32], ptr null, i32 0, i32 %i
  %v = load i32, ptr %p
  %g = icmp ult i32 %x, %v
  br i1 %g, label %more, label %second
more:
  %h = add i32 %i, 16
  br label %second
second:
  %j = phi i32 [ %i, %first ], [ %h, %more ]
  %k = add nuw nsw i32 %j, 7
  %q = getelementptr [64 x i32], ptr null, i32 0, i32 %k
  %w = load i32, ptr %q
  %l = icmp ult i32 %x, %w
  br i1 %l, label %last, label %end
last:
  call void @__me_csr_wr(i32 320, i32 %x)
  br label %end
end:
  ret i32 %j
}

; A longword that is not aligned has two halves.
; CHECK-LABEL: halves#:
; CHECK-COUNT-2: *l$index{{[01]}}, >>indirect]
; CHECK: ld_field[{{[ab][0-9]+}}, 1100, {{[ab][0-9]+}}, <<16]
define internal i32 @halves(ptr %p) noinline {
  %v = load i32, ptr %p, align 2
  ret i32 %v
}

define void @main() {
  %r = call i32 @sum(i32 1)
  %t = call i32 @sum(i32 %r)
  %u = call i32 @search(i32 %t)
  %s = call i32 @search(i32 %u)
  %a = call i32 @halves(ptr inttoptr (i32 258 to ptr))
  %b = call i32 @halves(ptr inttoptr (i32 262 to ptr))
  %c = add i32 %a, %b
  %d = add i32 %c, %s
  call void @__me_csr_wr(i32 320, i32 %d)
  ret void
}
declare void @__me_csr_wr(i32, i32)
