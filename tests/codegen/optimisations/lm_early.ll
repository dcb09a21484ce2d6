; A pointer that a loop needs at once is set before the loop and at the end of each turn. Two blocks
; that set a pointer to one address share the write. The address of a loop is that of the turn after
; the next, whose steps fill the branch.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=lm-early %s | %FileCheck %s --check-prefix=OUT
target triple = "mev2-unknown-none"

; CHECK-LABEL: walk#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_[[P:[01]]],
; CHECK: walk.1#:
; CHECK-NEXT: *l$index[[P]]
; CHECK-NOT: nop
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_[[P]],
; CHECK: b{{(cc|cs|ne|eq)}}[
; OUT-LABEL: walk#:
; OUT: walk.1#:
; OUT-NEXT: local_csr_wr[ACTIVE_LM_ADDR_
; OUT: nop
; OUT-NEXT: nop
define internal i32 @walk(ptr %p, i32 %x) noinline {
  br label %loop
loop:
  %at = phi ptr [ %p, %0 ], [ %next, %loop ]
  %y = phi i32 [ 1, %0 ], [ %z, %loop ]
  %v = load volatile i32, ptr %at
  %a = and i32 %v, 60
  %b = add i32 %a, 256
  %next = inttoptr i32 %b to ptr
  %z = add i32 %y, 7
  %more = icmp ult i32 %a, %x
  br i1 %more, label %loop, label %done
done:
  ret i32 %z
}

; CHECK-LABEL: share#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: b{{(cc|cs|ne|eq)}}[
; CHECK-NOT: local_csr_wr[ACTIVE_LM
; CHECK: rtn
; OUT-LABEL: share#:
; OUT: b{{(cc|cs|ne|eq)}}[
; OUT-COUNT-2: local_csr_wr[ACTIVE_LM_ADDR_
define internal i32 @share(ptr %p, i32 %x) noinline {
  %q = getelementptr i32, ptr %p, i32 %x
  %more = icmp ult i32 %x, 5
  br i1 %more, label %one, label %other
one:
  store volatile i32 %x, ptr %q
  ret i32 1
other:
  %v = load volatile i32, ptr %q
  ret i32 %v
}

; CHECK-LABEL: probe#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_1,
; CHECK: alu[--, *l$index1,
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_1, [[A:[ab][0-9]+]]]
; CHECK-DAG: alu[[[B:[ab][0-9]+]], [[A]], +, 0x8]
; CHECK-DAG: alu[[[A]], [[B]], AND, 0xf8]
; CHECK: b{{eq|ne}}[
; CHECK-NOT: local_csr_wr
; CHECK: rtn
; OUT-LABEL: probe#:
; OUT: alu[--, *l$index
; OUT: rtn
define internal i32 @probe(i32 %start, i32 %key) noinline {
  br label %loop
loop:
  %at = phi i32 [ %start, %0 ], [ %next, %more ]
  %left = phi i32 [ 32, %0 ], [ %fewer, %more ]
  %slot = inttoptr i32 %at to ptr
  %v = load volatile i32, ptr %slot
  %found = icmp eq i32 %v, %key
  br i1 %found, label %out, label %more, !prof !0
more:
  %beyond = add i32 %at, 8
  %next = and i32 %beyond, 248
  %fewer = add i32 %left, -1
  %end = icmp eq i32 %fewer, 0
  br i1 %end, label %none, label %loop
out:
  %second = getelementptr i32, ptr %slot, i32 1
  %count = load volatile i32, ptr %second
  ret i32 %count
none:
  ret i32 0
}
!0 = !{!"branch_weights", i32 1, i32 31}

; Two paths that set pointers to the same addresses in another order share both writes.
; CHECK-LABEL: once#:
; CHECK-COUNT-2: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK-NOT: local_csr_wr[ACTIVE_LM_ADDR_
; OUT-LABEL: once#:
; OUT-COUNT-4: local_csr_wr[ACTIVE_LM_ADDR_
define internal i32 @once(ptr %queue, ptr %node, i32 %x) noinline {
  %small = icmp ult i32 %x, 100
  br i1 %small, label %put, label %get
put:
  %free = load volatile i32, ptr %node
  %more = add i32 %free, %x
  %tail = load volatile i32, ptr %queue
  %a = xor i32 %more, %tail
  ret i32 %a
get:
  %head = load volatile i32, ptr %queue
  %next = load volatile i32, ptr %node
  %b = sub i32 %head, %next
  ret i32 %b
}

; Of a row of blocks that lead to one access, only the first sets the pointer.
; CHECK-LABEL: row#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_{{[01]}}, 0x40]
; CHECK-NOT: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: rtn
; OUT-LABEL: row#:
; OUT: nop
define internal void @row(i32 %x, i32 %y) noinline {
  %low = icmp ult i32 %x, 9
  br i1 %low, label %out, label %high
high:
  %z = and i32 %y, 15
  %few = icmp ult i32 %z, 5
  br i1 %few, label %out, label %sum
sum:
  %all = add i32 %x, %z
  br label %out
out:
  %r = phi i32 [ 0, %0 ], [ 0, %high ], [ %all, %sum ]
  store volatile i32 %r, ptr inttoptr (i32 64 to ptr)
  store volatile i32 %x, ptr inttoptr (i32 68 to ptr)
  ret void
}

; The address is in a register, or too large for the instruction.
; CHECK-LABEL: row_register#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: bcc[
; CHECK-NOT: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: rtn
define internal void @row_register(ptr %p, i32 %x, i32 %y) noinline {
  %low = icmp ult i32 %x, 9
  br i1 %low, label %out, label %high
high:
  %z = and i32 %y, 15
  %few = icmp ult i32 %z, 5
  br i1 %few, label %out, label %sum
sum:
  %all = add i32 %x, %z
  br label %out
out:
  %r = phi i32 [ 0, %0 ], [ 0, %high ], [ %all, %sum ]
  store volatile i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: row_far#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: bcc[
; CHECK-NOT: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: rtn
define internal void @row_far(i32 %x, i32 %y) noinline {
  %low = icmp ult i32 %x, 9
  br i1 %low, label %out, label %high
high:
  %z = and i32 %y, 15
  %few = icmp ult i32 %z, 5
  br i1 %few, label %out, label %sum
sum:
  %all = add i32 %x, %z
  br label %out
out:
  %r = phi i32 [ 0, %0 ], [ 0, %high ], [ %all, %sum ]
  store volatile i32 %r, ptr inttoptr (i32 1024 to ptr)
  ret void
}

; Two addresses.
; CHECK-LABEL: row_two#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: bcc[
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: bcc[
; CHECK-NOT: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: rtn
define internal void @row_two(ptr %p, ptr %q, i32 %x, i32 %y) noinline {
  %low = icmp ult i32 %x, 9
  br i1 %low, label %out, label %high
high:
  %z = and i32 %y, 15
  %few = icmp ult i32 %z, 5
  br i1 %few, label %out, label %sum
sum:
  %all = add i32 %x, %z
  br label %out
out:
  %r = phi i32 [ 0, %0 ], [ 0, %high ], [ %all, %sum ]
  %at = phi ptr [ %p, %0 ], [ %q, %high ], [ %q, %sum ]
  store volatile i32 %r, ptr %at
  ret void
}

; A function may set the pointer.
; CHECK-LABEL: row_call#:
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: br[
; CHECK: local_csr_wr[ACTIVE_LM_ADDR_
; CHECK: rtn
define internal void @row_call(i32 %x, i32 %y) noinline {
  %low = icmp ult i32 %x, 9
  br i1 %low, label %out, label %high
high:
  call void @row_far(i32 %y, i32 %y)
  %z = and i32 %y, 15
  %few = icmp ult i32 %z, 5
  br i1 %few, label %out, label %sum
sum:
  %all = add i32 %x, %z
  br label %out
out:
  %r = phi i32 [ 0, %0 ], [ 0, %high ], [ %all, %sum ]
  store volatile i32 %r, ptr inttoptr (i32 64 to ptr)
  ret void
}

define void @main() {
  %a = call i32 @walk(ptr inttoptr (i32 256 to ptr), i32 1)
  %b = call i32 @walk(ptr inttoptr (i32 264 to ptr), i32 %a)
  %c = call i32 @share(ptr inttoptr (i32 256 to ptr), i32 %b)
  %d = call i32 @share(ptr inttoptr (i32 264 to ptr), i32 %c)
  %e = and i32 %d, 248
  %f = call i32 @probe(i32 %e, i32 %c)
  %g = call i32 @probe(i32 64, i32 %f)
  %h = call i32 @once(ptr inttoptr (i32 256 to ptr), ptr inttoptr (i32 512 to ptr), i32 %g)
  %i = call i32 @once(ptr inttoptr (i32 264 to ptr), ptr inttoptr (i32 520 to ptr), i32 %h)
  call void @row(i32 %i, i32 %h)
  call void @row(i32 %h, i32 %i)
  call void @row_register(ptr inttoptr (i32 256 to ptr), i32 %h, i32 %i)
  call void @row_register(ptr inttoptr (i32 264 to ptr), i32 %i, i32 %h)
  call void @row_far(i32 %h, i32 %i)
  call void @row_two(ptr inttoptr (i32 256 to ptr), ptr inttoptr (i32 264 to ptr), i32 %h, i32 %i)
  call void @row_two(ptr inttoptr (i32 264 to ptr), ptr inttoptr (i32 272 to ptr), i32 %i, i32 %h)
  call void @row_call(i32 %h, i32 %i)
  call void @row_call(i32 %i, i32 %h)
  call void @__me_csr_wr(i32 320, i32 %i)
  ret void
}
declare void @__me_csr_wr(i32, i32)
