; A loop that waits for a variable of the microengine must set it or swap.
; RUN: %lower --only=spins %s 2>&1 | FileCheck %s
; RUN: %lower --mdata=sram --only=spins %s 2>&1 | FileCheck %s --check-prefix=SRAM

@ready = internal global i32 0
@set = internal global i32 0
@far = internal addrspace(1) global i32 0
declare void @swap()

; CHECK-COUNT-1: this loop waits for 'ready'
; CHECK-NOT: this loop waits
; SRAM-NOT: this loop waits
define void @waits() {
entry:
  br label %loop
loop:
  %v = load i32, ptr @ready
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %end
end:
  ret void
}

define void @swaps() {
entry:
  br label %loop
loop:
  call void @swap()
  %v = load i32, ptr @ready
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %end
end:
  ret void
}

define void @sets() {
entry:
  br label %loop
loop:
  %v = load i32, ptr @set
  %n = sub i32 %v, 1
  store i32 %n, ptr @set
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %loop
end:
  ret void
}

define void @reads_sram() {
entry:
  br label %loop
loop:
  %f = load volatile i32, ptr addrspace(1) @far
  %v = load i32, ptr @ready
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %end
end:
  ret void
}

define void @counts(i32 %most) {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %again ]
  %next = add i32 %n, 1
  %more = icmp ult i32 %n, %most
  br i1 %more, label %again, label %end
again:
  %v = load i32, ptr @ready
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %end
end:
  ret void
}
