; Marker calls become records; everything else stays, with its flags and attributes.
; RUN: proton-collect instrument %s -o %t.ll --block 64 --table | FileCheck %s --check-prefix=TABLE
; RUN: FileCheck %s < %t.ll
; RUN: proton-collect instrument %s -o %t.none.ll --mode none
; RUN: FileCheck %s --check-prefix=NONE < %t.none.ll
; RUN: proton-collect instrument %s -o %t.ptx --emit ptx --arch sm_90 --block 64,1,1 | FileCheck %s --check-prefix=DONE
; RUN: FileCheck %s --check-prefix=PTX < %t.ptx
; RUN: FileCheck %s --check-prefix=FILE < %t.ptx.json

; TABLE: "name": "k",
; TABLE: 64,
; TABLE: "parameters": 2,
; TABLE: "units": 2,
; TABLE: "kind": "scope",
; TABLE-NEXT: "name": "load",
; TABLE-NEXT: "location": "{{.*}}markers.ll:43:3"
; TABLE: "kind": "event",
; TABLE-NEXT: "name": "copy",

; CHECK: define ptx_kernel void @k(ptr addrspace(1) noalias %out, i32 %n, ptr %{{.*}})
; CHECK: asm sideeffect {{.*}}%clock
; CHECK: %x = or disjoint i32 %n, 1
; CHECK: asm sideeffect {{.*}}%clock
; CHECK: store i32 %x, ptr addrspace(1) %out, align 4
; CHECK-NOT: proton_

; NONE: define ptx_kernel void @k(ptr addrspace(1) noalias %out, i32 %n) {
; NONE-NEXT: %x = or disjoint i32 %n, 1
; NONE-NEXT: store i32 %x, ptr addrspace(1) %out, align 4
; NONE-NEXT: ret void
; NONE-NOT: proton_

; DONE: wrote {{.*}}.ptx and {{.*}}.ptx.json: kernels 1, scopes, events and values 2
; PTX: .target sm_90
; PTX: .visible .entry k(
; FILE: "format": "proton-studio-instrument-table"

target triple = "nvptx64-nvidia-cuda"
@load = private constant [5 x i8] c"load\00"
@copy = private addrspace(1) constant [5 x i8] c"copy\00"

define ptx_kernel void @k(ptr addrspace(1) noalias %out, i32 %n) {
  call void @proton_scope_start(ptr @load)
  %event = call i32 @proton_allocate_event(ptr addrspacecast (ptr addrspace(1) @copy to ptr))
  call void @proton_event_start(i32 %event, i32 %n)
  %x = or disjoint i32 %n, 1
  call void @proton_event_end(i32 %event, i32 %n)
  call void @proton_scope_end(ptr @load)
  store i32 %x, ptr addrspace(1) %out, align 4
  ret void
}

declare void @proton_scope_start(ptr)
declare void @proton_scope_end(ptr)
declare i32 @proton_allocate_event(ptr)
declare void @proton_event_start(i32, i32)
declare void @proton_event_end(i32, i32)
