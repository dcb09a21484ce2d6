; A counter that only ends its loop goes down to 0: the subtraction's condition codes end it. One that
; is wanted inside goes on counting up. LLVM's strength reduction does it.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s

; CHECK-LABEL: mix#:
; CHECK: alu[[[N:[ab][0-9]+]], [[N]], -, 0x1]
; CHECK-NEXT: bne
define internal i32 @mix(i32 %x, i32 %turns) noinline {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %a = phi i32 [ %x, %0 ], [ %c, %loop ]
  %b = shl i32 %a, 3
  %c = xor i32 %a, %b
  %j = add i32 %i, 1
  %last = icmp eq i32 %j, %turns
  br i1 %last, label %done, label %loop
done:
  ret i32 %c
}

; Steps of 3 from 6 to 36.
; CHECK-LABEL: threes#:
; CHECK: immed[{{.*}}, 0x1e]
; CHECK: alu[[[N:[ab][0-9]+]], [[N]], -, 0x3]
; CHECK-NEXT: bne
define internal i32 @threes(i32 %x) noinline {
  br label %loop
loop:
  %i = phi i32 [ 6, %0 ], [ %j, %loop ]
  %a = phi i32 [ %x, %0 ], [ %c, %loop ]
  %b = shl i32 %a, 3
  %c = xor i32 %a, %b
  %j = add i32 %i, 3
  %last = icmp eq i32 %j, 36
  br i1 %last, label %done, label %loop
done:
  ret i32 %c
}

; CHECK-LABEL: used#:
; CHECK-NOT: -, 0x1]
; CHECK: rtn
define internal i32 @used(i32 %x) noinline {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %a = phi i32 [ %x, %0 ], [ %c, %loop ]
  %b = shl i32 %a, 3
  %c = xor i32 %b, %i
  %j = add i32 %i, 1
  %last = icmp eq i32 %j, 9
  br i1 %last, label %done, label %loop
done:
  ret i32 %c
}

define void @main() {
  %a = call i32 @mix(i32 1, i32 2)
  %b = call i32 @threes(i32 %a)
  %c = call i32 @used(i32 %b)
  %d = call i32 @mix(i32 %c, i32 %a)
  %e = call i32 @threes(i32 %d)
  %f = call i32 @used(i32 %e)
  call void @__me_csr_wr(i32 320, i32 %f)
  ret void
}
declare void @__me_csr_wr(i32, i32)
