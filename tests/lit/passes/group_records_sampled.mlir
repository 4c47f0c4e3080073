// Records of one iteration have one condition, also if each asks for it; others end a run.
// RUN: proton-opt %s --convert-proton-to-proton-gpu --proton-sample-iterations="every=4" --proton-gpu-group-records="block=64,1,1" | FileCheck %s

// CHECK-LABEL: gpu.func @sampled
// CHECK-SAME: ends = {block = 1 : i32, condition = 1 : i32, full = 1 : i32}, groups = 2 : i32, records = 6 : i32
// CHECK: proton_gpu.next_iteration
// CHECK: proton_gpu.store_group 0 at %{{.*}}, %{{.*}}, %{{.*}} to %{{.*}} if %{{.*}} :
// CHECK: proton_gpu.store scope_end {{[0-9]+}}, %{{.*}} to %{{.*}} if %{{.*}} :
// CHECK: proton_gpu.store_group 1 at %{{.*}}, %{{.*}} to %{{[0-9a-z]+}} :
gpu.module @m {
  gpu.func @sampled(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %e = proton.allocate_event "copy" : i32
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "a"
      proton.record end "a"
      proton.record start "b"
      proton.record end "b"
      proton.event start %e : i32
      proton.event end %e : i32
    }
    gpu.return
  }
}
