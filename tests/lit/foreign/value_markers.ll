; Marker calls that record numbers: each type by its function.
; RUN: proton-collect instrument %s -o %t.ll --block 64 --table | FileCheck %s --check-prefix=TABLE
; RUN: FileCheck %s < %t.ll
; RUN: proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_90 --block 64,1,1
; RUN: FileCheck %s --check-prefix=PTX < %t.ptx

; TABLE: "kind": "value",
; TABLE-NEXT: "name": "left",
; TABLE: "type": "i32"
; TABLE: "kind": "value",
; TABLE-NEXT: "name": "sum",
; TABLE: "type": "f32"
; TABLE: "name": "total",
; TABLE: "type": "i64"
; TABLE: "name": "mean",
; TABLE: "type": "f64"

; The first slot reads the clock, further ones hold the bits.
; CHECK: define ptx_kernel void @k(
; CHECK: asm sideeffect {{.*}}mov.u32 %clk, %clock
; CHECK: asm sideeffect "st.global.v2.b32 {{.*}} i32 %n)
; CHECK: %[[BITS:.*]] = bitcast float %x to i32
; CHECK: asm sideeffect {{.*}}mov.u32 %clk, %clock
; CHECK: asm sideeffect "st.global.v2.b32 {{.*}} i32 %[[BITS]])
; CHECK: bitcast double %y to i64
; CHECK-NOT: proton_
; PTX: .visible .entry k(
; PTX-COUNT-10: st.global.v2.b32

target triple = "nvptx64-nvidia-cuda"
@left = private constant [5 x i8] c"left\00"
@sum = private constant [4 x i8] c"sum\00"
@total = private constant [6 x i8] c"total\00"
@mean = private constant [5 x i8] c"mean\00"

define ptx_kernel void @k(i32 %n, float %x, i64 %m, double %y) {
  call void @proton_value_i32(ptr @left, i32 %n)
  call void @_Z16proton_value_f32PKcf(ptr @sum, float %x)
  call void @proton_value_i64(ptr @total, i64 %m)
  call void @proton_value_f64(ptr @mean, double %y)
  ret void
}

declare void @proton_value_i32(ptr, i32)
declare void @_Z16proton_value_f32PKcf(ptr, float)
declare void @proton_value_i64(ptr, i64)
declare void @proton_value_f64(ptr, double)
