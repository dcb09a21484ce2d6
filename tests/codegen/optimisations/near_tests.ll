; A mask computed once and tested elsewhere becomes a test of the branch's own; a choice of a few bytes
; becomes such tests.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=near-tests %s | %FileCheck %s --check-prefix=OUT

; CHECK-LABEL: bit#:
; CHECK-NOT: AND
; CHECK: br_b{{set|clr}}[{{[ab][0-9]+}}, 4,
; CHECK: rtn
; OUT-LABEL: bit#:
; OUT: AND
; OUT: rtn
define internal i32 @bit(i32 %x, i32 %y) noinline {
  %m = and i32 %x, 16
  %first = icmp eq i32 %y, 0
  br i1 %first, label %test, label %end
test:
  %t = icmp eq i32 %m, 0
  br i1 %t, label %yes, label %end
yes:
  call void @__me_csr_wr(i32 320, i32 %y)
  br label %end
end:
  ret i32 %x
}

; CHECK-LABEL: choice#:
; CHECK: br{{=|!=}}byte[{{[ab][0-9]+}}, 0, 0x6,
; CHECK: br{{=|!=}}byte[{{[ab][0-9]+}}, 0, 0x11,
; CHECK: rtn
define internal i32 @choice(i32 %x) noinline {
  %b = trunc i32 %x to i8
  switch i8 %b, label %other [ i8 6, label %six
                               i8 17, label %seventeen ]
six:
  call void @__me_csr_wr(i32 320, i32 %x)
  br label %end
seventeen:
  call void @__me_csr_wr(i32 332, i32 %x)
  br label %end
other:
  br label %end
end:
  %r = phi i32 [ 1, %six ], [ 2, %seventeen ], [ 3, %other ]
  ret i32 %r
}

; CHECK-LABEL: state#:
; CHECK-COUNT-2: br_{{!?}}inp_state[
; CHECK-NOT: br_
; CHECK: rtn
define internal i32 @state(i32 %x) noinline {
  %bit = and i32 %x, 1
  %is = icmp eq i32 %bit, 0
  br i1 %is, label %even, label %odd
even:
  %a = call i32 @__me_inp_state(i32 2)
  br label %test
odd:
  %b = call i32 @__me_inp_state(i32 3)
  br label %test
test:
  %s = phi i32 [ %a, %even ], [ %b, %odd ]
  %full = icmp eq i32 %s, 0
  br i1 %full, label %yes, label %no
yes:
  call void @__me_csr_wr(i32 320, i32 %x)
  br label %no
no:
  ret i32 %x
}

define void @main() {
  %a = call i32 @bit(i32 1, i32 2)
  %b = call i32 @choice(i32 %a)
  %c = call i32 @bit(i32 %b, i32 %a)
  %d = call i32 @state(i32 %c)
  %e = call i32 @state(i32 %d)
  call void @__me_csr_wr(i32 320, i32 %c)
  ret void
}
declare void @__me_csr_wr(i32, i32)
declare i32 @__me_inp_state(i32)
