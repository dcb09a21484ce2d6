; Ways that bring a constant address in local memory access it in blocks of their own.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=own-addresses %s | %FileCheck %s --check-prefix=OUT

!mecc.local = !{!0}
!0 = !{i32 0, i32 256}

; Both elements are in reach of the pointer that the first access needs.
; CHECK-LABEL: count#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_[[P:[01]]], 0x80]
; CHECK-NOT: ACTIVE_LM_ADDR
; CHECK-DAG: alu[*l$index[[P]][1], *l$index[[P]][1], +
; CHECK-DAG: alu[*l$index[[P]][2], *l$index[[P]][2], +
; OUT-LABEL: count#:
; OUT: local_csr_wr[ACTIVE_LM_ADDR_{{[01]}}, {{[ab]}}
define internal i32 @count(i32 %x) noinline {
  %first = load i32, ptr inttoptr (i32 128 to ptr)
  %a = icmp eq i32 %x, %first
  br i1 %a, label %add, label %second
second:
  call void @__me_csr_wr(i32 320, i32 %first)
  br label %add
add:
  %i = phi i32 [ 1, %0 ], [ 2, %second ]
  %p = getelementptr i32, ptr inttoptr (i32 128 to ptr), i32 %i
  %old = load i32, ptr %p
  %new = add i32 %old, %x
  store i32 %new, ptr %p
  ret i32 %x
}

; The value behind both ways is that of the way taken.
; CHECK-LABEL: find#:
; CHECK-NOT: ACTIVE_LM_ADDR_{{[01]}}, {{[ab]}}
; CHECK: rtn
; OUT-LABEL: find#:
; OUT: local_csr_wr[ACTIVE_LM_ADDR_{{[01]}}, {{[ab]}}
define internal i32 @find(i32 %x) noinline {
  %a = icmp ult i32 %x, 100
  br i1 %a, label %low, label %both
low:
  call void @__me_csr_wr(i32 320, i32 %x)
  br label %both
both:
  %i = phi i32 [ 0, %0 ], [ 3, %low ]
  %p = getelementptr i32, ptr inttoptr (i32 128 to ptr), i32 %i
  %v = load i32, ptr %p
  %b = icmp ugt i32 %v, %x
  br i1 %b, label %out, label %far
far:
  call void @__me_csr_wr(i32 332, i32 %v)
  br label %out
out:
  %r = add i32 %v, %i
  ret i32 %r
}

; Starts of windows share their blocks; the distances behind them are constants again.
; CHECK-LABEL: look#:
; CHECK: <<2]
; CHECK-NOT: <<2]
; CHECK: rtn
; OUT-LABEL: look#:
; OUT-NOT: <<2]
; OUT: rtn
define internal i32 @look(i32 %x, i32 %y) noinline {
  switch i32 %y, label %third [
    i32 0, label %start
    i32 1, label %second
  ]
second:
  br label %start
third:
  call void @__me_csr_wr(i32 320, i32 %x)
  br label %start
start:
  %base = phi i32 [ 0, %0 ], [ 16, %second ], [ 32, %third ]
  %seven = add nuw nsw i32 %base, 7
  %p = getelementptr inbounds [64 x i32], ptr null, i32 0, i32 %seven
  %v = load i32, ptr %p
  %up = icmp ugt i32 %v, %x
  br i1 %up, label %half, label %upper
upper:
  %eight = add nuw nsw i32 %base, 8
  br label %half
half:
  %low = phi i32 [ %base, %start ], [ %eight, %upper ]
  %three = add nuw nsw i32 %low, 3
  %q = getelementptr inbounds [64 x i32], ptr null, i32 0, i32 %three
  %w = load i32, ptr %q
  %last = icmp ugt i32 %w, %x
  br i1 %last, label %out, label %far
far:
  call void @__me_csr_wr(i32 332, i32 %w)
  br label %out
out:
  ret i32 %low
}

; A path that knows a half of 64 bits has a block of its own, where the half takes no word.
; CHECK-LABEL: half#:
; CHECK: br_b{{set|clr}}[{{.*}}, 5,
; CHECK-NOT: br_b
; CHECK-NOT: immed[{{.*}}, 0x0]
; CHECK: rtn
define internal i32 @half(i64 %v, i32 %x) noinline {
  %wide = zext i32 %x to i64
  %bit = shl i64 1, %wide
  %both = and i64 %v, %bit
  %none = icmp eq i64 %both, 0
  br i1 %none, label %out, label %seen
seen:
  call void @__me_csr_wr(i32 320, i32 %x)
  br label %out
out:
  ret i32 %x
}

define void @main() {
  %a = call i32 @count(i32 1)
  %b = call i32 @count(i32 %a)
  %c = call i32 @find(i32 %b)
  %d = call i32 @find(i32 %c)
  %e = call i32 @look(i32 %c, i32 %d)
  %f = call i32 @look(i32 %d, i32 %e)
  %g = zext i32 %f to i64
  %h = call i32 @half(i64 %g, i32 %e)
  %i = call i32 @half(i64 99, i32 %h)
  call void @__me_csr_wr(i32 320, i32 %i)
  ret void
}
declare void @__me_csr_wr(i32, i32)
