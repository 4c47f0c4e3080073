// Every record of a halved segment is followed by a flush point with an operation of its own.
// RUN: proton-opt %s --convert-proton-to-proton-gpu="strategy=flush" --proton-gpu-insert-flush-points | FileCheck %s
// RUN: proton-opt %s --convert-proton-to-proton-gpu="strategy=stream" --proton-gpu-insert-flush-points="dropping" | FileCheck %s --check-prefix=STREAM
// RUN: proton-opt %s --convert-proton-to-proton-gpu="strategy=first" --proton-gpu-insert-flush-points | FileCheck %s --check-prefix=FIRST

// CHECK-LABEL: gpu.func @k
// CHECK-SAME: #proton_gpu.operation<kind = scope, name = "all"{{.*}}>, #proton_gpu.operation<kind = profile, name = "profile flush">]
// CHECK: %[[S:.*]] = proton_gpu.segment_alloc strategy flush -> !proton_gpu.segment<?, shared, warp>
// CHECK: proton_gpu.store scope_start 1, %{{.*}} to %[[S]]
// CHECK-NEXT: proton_gpu.flush_point 2 of %[[S]] : !proton_gpu.segment<?, shared, warp>
// CHECK: scf.for
// CHECK: proton_gpu.store event_start 0
// CHECK-NEXT: proton_gpu.flush_point 2 of %[[S]]
// CHECK: proton_gpu.store event_end 0
// CHECK-NEXT: proton_gpu.flush_point 2 of %[[S]]
// CHECK: proton_gpu.store scope_end 1
// CHECK-NEXT: proton_gpu.flush_point 2 of %[[S]]
// CHECK-LABEL: gpu.func @plain() kernel {

// STREAM: name = "profile stream"
// STREAM: proton_gpu.segment_alloc strategy stream -> !proton_gpu.segment<?, global, warp>
// STREAM: proton_gpu.flush_point 2 dropping of

// FIRST-NOT: profile
// FIRST-NOT: proton_gpu.flush_point
gpu.module @m {
  gpu.func @k(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %e = proton.allocate_event "copy" : i32
    proton.record start "all"
    scf.for %i = %c0 to %n step %c1 {
      proton.event start %e key %i : i32
      proton.event end %e key %i : i32
    }
    proton.record end "all"
    gpu.return
  }
  gpu.func @plain() kernel {
    gpu.return
  }
}
