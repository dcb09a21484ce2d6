; `main` computes the address of the context's own data, and hands it down.
; RUN: %lower --only=place %s | FileCheck %s
; RUN: %lower --only=place --without=hand-down %s | FileCheck %s --check-prefix=OUT
@words = internal global [8 x i32] zeroinitializer
@cells = internal addrspace(1) global [8 x i32] zeroinitializer

; CHECK-LABEL: define internal i32 @get(i32 %n, i32 %block)
; CHECK-NOT: @__me_ctx
; CHECK: inttoptr i32 %block to ptr
; OUT-LABEL: define internal i32 @get(i32 %n)
; OUT: call i32 @__me_ctx()
define internal i32 @get(i32 %n) noinline {
  %p = getelementptr i32, ptr @words, i32 %n
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define internal i32 @between(i32 %n, i32 %block)
; CHECK: call i32 @get(i32 %n, i32 %block)
define internal i32 @between(i32 %n) noinline {
  %v = call i32 @get(i32 %n)
  ret i32 %v
}

; Data in two memories: two blocks.
; CHECK-LABEL: define internal i32 @both(i32 %n, i32 %block, i32 %block1)
; CHECK-NOT: @__me_ctx
; CHECK-DAG: inttoptr i32 %block to ptr{{$}}
; CHECK-DAG: inttoptr i32 %block1 to ptr addrspace(1)
; CHECK: call i32 @between(i32 %n, i32 %block)
define internal i32 @both(i32 %n) noinline {
  %a = call i32 @between(i32 %n)
  %p = getelementptr i32, ptr @words, i32 %n
  store i32 %a, ptr %p
  %q = getelementptr i32, ptr addrspace(1) @cells, i32 %n
  %v = load i32, ptr addrspace(1) %q
  ret i32 %v
}

; CHECK-LABEL: define i32 @main(
; CHECK: call i32 @__me_ctx()
; CHECK-NOT: @__me_ctx
; CHECK: call i32 @both(i32 %n, i32 %{{block[0-9]*}}, i32 %{{block[0-9]*}})
define i32 @main(i32 %n) {
  %v = call i32 @both(i32 %n)
  ret i32 %v
}
