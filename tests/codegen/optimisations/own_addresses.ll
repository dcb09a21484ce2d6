; Ways that bring a constant address in local memory access it in blocks of their own.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=own-addresses %s | %FileCheck %s --check-prefix=OUT

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

define void @main() {
  %a = call i32 @count(i32 1)
  %b = call i32 @count(i32 %a)
  %c = call i32 @find(i32 %b)
  %d = call i32 @find(i32 %c)
  call void @__me_csr_wr(i32 320, i32 %d)
  ret void
}
declare void @__me_csr_wr(i32, i32)
