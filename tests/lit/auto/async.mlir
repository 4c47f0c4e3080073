// From the issue of asynchronous copies to the wait that sees them complete.
// RUN: proton-opt %s --proton-mark-async | FileCheck %s
// RUN: proton-opt %s --proton-mark-async --convert-proton-to-proton-gpu | FileCheck %s --check-prefix=RECORDS

// One block: an event of its own for each group, without counting.
// CHECK-LABEL: gpu.func @straight
// CHECK: %[[E:.*]] = proton.allocate_event "async copy a.mlir:1" : i32
// CHECK-NEXT: proton.event start %[[E]] : i32
// CHECK-NEXT: nvgpu.device_async_copy
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NEXT: %[[F:.*]] = proton.allocate_event "async copy a.mlir:3" : i32
// CHECK-NEXT: proton.event start %[[F]] : i32
// CHECK-NEXT: nvgpu.device_async_copy
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NEXT: nvgpu.device_async_wait
// CHECK-DAG: proton.event end %[[E]] : i32
// CHECK-DAG: proton.event end %[[F]] : i32

// A pipeline of two stages: one event, keys count groups, the wait ends all but the newest one.
// CHECK-LABEL: gpu.func @pipeline
// CHECK: %[[ISSUED:.*]] = llvm.alloca
// CHECK: %[[DONE:.*]] = llvm.alloca
// CHECK: %[[E:.*]] = proton.allocate_event "async copy a.mlir:10-12" : i32
// CHECK: proton.event start %[[E]] key %{{.*}} : i32
// CHECK-NEXT: nvgpu.device_async_copy
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK: llvm.store %{{.*}}, %[[ISSUED]]
// CHECK: scf.for
// CHECK: proton.event start %[[E]] key %{{.*}} : i32
// CHECK-NEXT: nvgpu.device_async_copy
// CHECK: nvgpu.device_async_wait
// CHECK: %[[I:.*]] = llvm.load %[[ISSUED]]
// CHECK: llvm.sub %[[I]]
// CHECK: llvm.store %{{.*}}, %[[DONE]]
// CHECK: scf.for
// CHECK: proton.event end %[[E]] key %{{.*}} : i32

// Copies under a condition: a group may be empty, and then it has no event.
// CHECK-LABEL: gpu.func @conditional
// CHECK-COUNT-3: llvm.alloca
// CHECK: scf.if
// CHECK: llvm.icmp "ne"
// CHECK: scf.if
// CHECK: proton.event start
// CHECK: nvgpu.device_async_wait
// CHECK: scf.for
// CHECK: scf.if
// CHECK: proton.event end

// Bulk copies that an mbarrier counts, in inline PTX: blocks instead of scf.
// CHECK-LABEL: llvm.func @counted
// CHECK: proton.allocate_event "bulk copy t.py:20" : i32
// CHECK: proton.event start
// CHECK: llvm.inline_asm {{.*}}expect_tx
// CHECK: llvm.inline_asm {{.*}}try_wait
// CHECK: llvm.intr.smin
// CHECK: llvm.br ^[[HEADER:bb[0-9]+]]
// CHECK: ^[[HEADER]]({{.*}}: i64):
// CHECK: llvm.cond_br
// CHECK: proton.event end

// Who issues never waits: the wait does not ask what its own warp has issued.
// CHECK-LABEL: llvm.func @producer_and_consumer
// CHECK: proton.event start
// CHECK: llvm.inline_asm {{.*}}expect_tx
// CHECK: llvm.inline_asm {{.*}}try_wait
// CHECK-NOT: llvm.intr.smin
// CHECK: proton.event end

// A wait without an issue is nothing that could be shown.
// CHECK-LABEL: gpu.func @wait_only
// CHECK-NOT: proton.

// RECORDS-LABEL: gpu.func @straight
// RECORDS: event_start 0
// RECORDS: event_start 1
// RECORDS: event_end
// RECORDS: event_end
!global = memref<64x64xf16>
!shared = memref<64x64xf16, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @straight(%A: !global, %i: index) workgroup(%t: !shared) kernel {
    %a = nvgpu.device_async_copy %A[%i, %i], %t[%i, %i], 8 : !global to !shared loc("a.mlir":1:1)
    %g = nvgpu.device_async_create_group %a loc("a.mlir":2:1)
    %b = nvgpu.device_async_copy %A[%i, %i], %t[%i, %i], 8 : !global to !shared loc("a.mlir":3:1)
    %h = nvgpu.device_async_create_group %b loc("a.mlir":4:1)
    nvgpu.device_async_wait %h
    gpu.return
  }
  gpu.func @pipeline(%A: !global, %i: index) workgroup(%t: !shared) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %a = nvgpu.device_async_copy %A[%i, %i], %t[%i, %i], 8 : !global to !shared loc("a.mlir":10:1)
    %g = nvgpu.device_async_create_group %a loc("a.mlir":11:1)
    scf.for %k = %c0 to %c8 step %c1 {
      %b = nvgpu.device_async_copy %A[%i, %k], %t[%i, %i], 8 : !global to !shared loc("a.mlir":12:1)
      %h = nvgpu.device_async_create_group %b loc("a.mlir":13:1)
      nvgpu.device_async_wait %h {numGroups = 1 : i32}
    }
    gpu.return
  }
  gpu.func @conditional(%A: !global, %i: index) workgroup(%t: !shared) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %k = %c0 to %c8 step %c1 {
      %some = arith.cmpi ult, %k, %i : index
      scf.if %some {
        %b = nvgpu.device_async_copy %A[%i, %k], %t[%i, %i], 8 : !global to !shared
      }
      %h = nvgpu.device_async_create_group
      nvgpu.device_async_wait %h {numGroups = 1 : i32}
    }
    gpu.return
  }
  llvm.func @counted(%s: !llvm.ptr<3>, %more: i1) attributes {nvvm.kernel} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^loop
  ^loop:
    llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared.b64 _, [$0], 1024;", "r" %s : (!llvm.ptr<3>) -> () loc("t.py":20:1)
    llvm.inline_asm has_side_effects "{ .reg .pred p; wait: mbarrier.try_wait.parity.shared.b64 p, [$0], $1; @!p bra wait; }", "r,r" %s, %c0 : (!llvm.ptr<3>, i32) -> ()
    llvm.cond_br %more, ^loop, ^tail
  ^tail:
    llvm.inline_asm has_side_effects "{ .reg .pred p; wait: mbarrier.try_wait.parity.shared.b64 p, [$0], $1; @!p bra wait; }", "r,r" %s, %c0 : (!llvm.ptr<3>, i32) -> ()
    llvm.return
  }
  llvm.func @producer_and_consumer(%s: !llvm.ptr<3>, %produces: i1, %more: i1) attributes {nvvm.kernel} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    llvm.cond_br %produces, ^issue, ^wait
  ^issue:
    llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared.b64 _, [$0], 1024;", "r" %s : (!llvm.ptr<3>) -> ()
    llvm.cond_br %more, ^issue, ^exit
  ^wait:
    llvm.inline_asm has_side_effects "{ .reg .pred p; wait: mbarrier.try_wait.parity.shared.b64 p, [$0], $1; @!p bra wait; }", "r,r" %s, %c0 : (!llvm.ptr<3>, i32) -> ()
    llvm.cond_br %more, ^wait, ^exit
  ^exit:
    llvm.return
  }
  gpu.func @wait_only(%g: !nvgpu.device.async.token) kernel {
    nvgpu.device_async_wait %g
    gpu.return
  }
}
