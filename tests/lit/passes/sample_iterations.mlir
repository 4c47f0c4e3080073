// Records of loops depend on the number of the iteration.
// RUN: proton-opt %s --convert-proton-to-proton-gpu --proton-sample-iterations=every=4 | FileCheck %s
// RUN: proton-opt %s --convert-proton-to-proton-gpu --proton-sample-iterations=every=1 | FileCheck %s --check-prefix=ALL
// RUN: not proton-opt %s --proton-sample-iterations=every=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: proton-opt %s --convert-proton-to-proton-gpu --proton-sample-iterations=every=4 --proton-gpu-allocate-scratch --convert-proton-gpu-to-llvm | FileCheck %s --check-prefix=CPU
// RUN: proton-opt %s --convert-proton-to-proton-gpu --proton-sample-iterations=every=4 --proton-gpu-allocate-scratch --convert-proton-gpu-to-llvm="target=nvidia block=32,1,1" | FileCheck %s --check-prefix=NVIDIA

// ALL-NOT: loop_counter
// ZERO: error: option 'every' must be at least 1, but is 0

// The scope around the inner loop follows the outer one, the scope inside the inner one; each entry counts anew.
// CHECK-LABEL: gpu.func @nested
// CHECK-DAG: %[[OUTER:.*]] = proton_gpu.loop_counter every 4 : !proton_gpu.iterations
// CHECK-DAG: %[[INNER:.*]] = proton_gpu.loop_counter every 4 : !proton_gpu.iterations
// CHECK: proton_gpu.store scope_start 0, %{{.*}} to %{{[^ ]*}} : !proton_gpu.segment
// CHECK: proton_gpu.enter_loop %[[A:.*]] :
// CHECK-NEXT: scf.for
// CHECK-NEXT: proton_gpu.next_iteration %[[A]] :
// CHECK-NEXT: %[[P:.*]] = proton_gpu.is_sampled %[[A]] : !proton_gpu.iterations -> i1
// CHECK-NEXT: proton_gpu.read_counter
// CHECK-NEXT: proton_gpu.store scope_start 1, %{{.*}} to %{{.*}} if %[[P]] :
// CHECK: proton_gpu.enter_loop %[[B:.*]] :
// CHECK-NEXT: scf.for
// CHECK-NEXT: proton_gpu.next_iteration %[[B]] :
// CHECK: %[[Q:.*]] = proton_gpu.is_sampled %[[B]]
// CHECK: proton_gpu.store scope_start 2, %{{.*}} to %{{.*}} if %[[Q]] :
// CHECK: %[[R:.*]] = proton_gpu.is_sampled %[[A]]
// CHECK: proton_gpu.store scope_end 1, %{{.*}} to %{{.*}} if %[[R]] :
// An asynchronous operation may end in a later iteration: it is recorded always.
// CHECK-LABEL: gpu.func @event
// CHECK-NOT: is_sampled
// The condition part of a while loop begins the iteration.
// CHECK-LABEL: gpu.func @while
// CHECK: proton_gpu.enter_loop
// CHECK-NEXT: scf.while
// CHECK-NEXT: proton_gpu.next_iteration
// CHECK: scf.condition
// CHECK: proton_gpu.store scope_start 0, %{{.*}} to %{{.*}} if
// Blocks that branch back.
// CHECK-LABEL: gpu.func @blocks
// CHECK: proton_gpu.enter_loop
// CHECK-NEXT: cf.br ^bb1
// CHECK: ^bb1:
// CHECK-NEXT: proton_gpu.next_iteration
// CHECK: proton_gpu.store scope_start 0, %{{.*}} to %{{.*}} if
// A scope that is open where an iteration begins belongs to no loop.
// CHECK-LABEL: gpu.func @across
// CHECK-NOT: is_sampled

// In the model the counting costs nothing: the runtime counts.
// CPU-LABEL: gpu.func @nested
// CPU: %[[VARIABLE:.*]] = llvm.alloca
// CPU: llvm.call @pstudio.cpu.loop.enter(
// CPU: scf.for
// CPU-NEXT: {{.*}}4 : i32
// CPU-NEXT: llvm.call @pstudio.cpu.loop.next(
// CPU: %[[SAMPLED:.*]] = llvm.call @pstudio.cpu.loop.sampled(
// CPU: llvm.call @pstudio.cpu.record.store(%[[SAMPLED]],

// The condition is the predicate of the store, and says if the count goes on.
// NVIDIA-LABEL: gpu.func @nested
// NVIDIA: scf.for
// NVIDIA: %[[ROUND:.*]] = llvm.icmp "eq"
// NVIDIA: llvm.select %[[ROUND]],
// NVIDIA: %[[SAMPLED:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : i32
// NVIDIA: llvm.inline_asm has_side_effects "{{.*}}@$2 st.global.v2.b32 [$0], {$1, %clk};{{.*}}", "l,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[SAMPLED]]
// NVIDIA: llvm.select %[[SAMPLED]],
gpu.module @m {
  gpu.func @nested(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "all"
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "outer"
      scf.for %j = %c0 to %n step %c1 {
        proton.record start "inner"
        proton.record end "inner"
      }
      proton.record end "outer"
    }
    proton.record end "all"
    gpu.return
  }
  gpu.func @event(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %e = proton.allocate_event "copy" : i32
      proton.event start %e key %i : i32
      proton.event end %e key %i : i32
    }
    gpu.return
  }
  gpu.func @while(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %last = scf.while (%i = %c0) : (index) -> index {
      %more = arith.cmpi ult, %i, %n : index
      scf.condition(%more) %i : index
    } do {
    ^bb0(%i: index):
      proton.record start "body"
      proton.record end "body"
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    gpu.return
  }
  gpu.func @blocks(%more: i1) kernel {
    cf.br ^body
  ^body:
    proton.record start "body"
    proton.record end "body"
    cf.cond_br %more, ^body, ^done
  ^done:
    gpu.return
  }
  gpu.func @across(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "stage"
    scf.for %i = %c0 to %n step %c1 {
      proton.record end "stage"
      proton.record start "stage"
    }
    proton.record end "stage"
    gpu.return
  }
}
