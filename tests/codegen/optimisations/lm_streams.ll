; A loop that goes through local memory sets its pointer once; the accesses step along. Left out, each
; turn writes the pointer.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=lm-streams %s | %FileCheck %s --check-prefix=OUT

; A product reads its factors in several words, so they are loaded once, before it.
; CHECK-LABEL: products#:
; CHECK: *l$index{{[01]}}++
; CHECK-NOT: mul_step[{{.*}}l$index
; CHECK: rtn
define internal void @products() noinline {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %p = getelementptr i32, ptr inttoptr (i32 256 to ptr), i32 %i
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  %w = load i32, ptr %q
  %r = mul i32 %v, %w
  store i32 %r, ptr %p
  %j = add i32 %i, 1
  %last = icmp eq i32 %j, 32
  br i1 %last, label %done, label %loop
done:
  ret void
}

; Forwards, the loop's end counted down: three words a turn.
; CHECK-LABEL: sum#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_{{[01]}},
; CHECK: sum.1#:
; CHECK-NEXT: alu[{{.*}}, *l$index{{[01]}}++]
; CHECK-NOT: nop
; CHECK: bne
; CHECK: rtn
; OUT-LABEL: sum#:
; OUT: sum.1#:
; OUT: local_csr_wr[ACTIVE_LM_ADDR_1,
; OUT: b{{[a-z]+}}[
define internal i32 @sum(i32 %start) noinline {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %total = phi i32 [ %start, %0 ], [ %more, %loop ]
  %p = getelementptr i32, ptr inttoptr (i32 256 to ptr), i32 %i
  %v = load i32, ptr %p
  %more = add i32 %total, %v
  %j = add i32 %i, 1
  %last = icmp eq i32 %j, 32
  br i1 %last, label %done, label %loop
done:
  ret i32 %more
}

; Backwards, and a store after the load of the same longword: it steps, the load does not.
; CHECK-LABEL: down#:
; CHECK: down.1#:
; CHECK: *l$index{{[01]}}--
; CHECK-NOT: local_csr_wr
; CHECK: rtn
define internal void @down(i32 %x) noinline {
  br label %loop
loop:
  %i = phi i32 [ 31, %0 ], [ %j, %loop ]
  %p = getelementptr i32, ptr inttoptr (i32 256 to ptr), i32 %i
  %v = load i32, ptr %p
  %w = xor i32 %v, %x
  store i32 %w, ptr %p
  %j = add i32 %i, -1
  %last = icmp eq i32 %i, 0
  br i1 %last, label %done, label %loop
done:
  ret void
}

; A turn that may skip the step: no stream.
; CHECK-LABEL: perhaps#:
; CHECK-NOT: ++
; CHECK: rtn
define internal i32 @perhaps(i32 %x) noinline {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %next ]
  %total = phi i32 [ 0, %0 ], [ %more, %next ]
  %odd = and i32 %total, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %take, label %next
take:
  %p = getelementptr i32, ptr inttoptr (i32 256 to ptr), i32 %i
  %v = load volatile i32, ptr %p
  br label %next
next:
  %t = phi i32 [ %x, %loop ], [ %v, %take ]
  %more = add i32 %total, %t
  %j = add i32 %i, 1
  %last = icmp eq i32 %j, 32
  br i1 %last, label %done, label %loop
done:
  ret i32 %more
}

define void @main() {
  call void @products()
  call void @products()
  %a = call i32 @sum(i32 1)
  call void @down(i32 %a)
  %b = call i32 @perhaps(i32 %a)
  call void @__me_csr_wr(i32 320, i32 %b)
  ret void
}
declare void @__me_csr_wr(i32, i32)
