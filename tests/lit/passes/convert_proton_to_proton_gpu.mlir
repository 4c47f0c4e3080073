// Scopes and events become counter reads and stores between an initialize and a finalize.
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu | FileCheck %s
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu=buffer-type=shared | FileCheck %s --check-prefix=SHARED

// CHECK-LABEL: gpu.func @whole
// CHECK-SAME: (%[[A:.*]]: memref<64xf32>, %[[I:.*]]: index) kernel attributes {proton_gpu.operations = [
// CHECK-SAME: #proton_gpu.operation<kind = scope, name = "load"
// CHECK-SAME: #proton_gpu.operation<kind = event, name = "copy", parent = 0
// CHECK-NEXT: %[[S:.*]] = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
// CHECK-NEXT: proton_gpu.initialize %[[S]] : !proton_gpu.segment<?, global, warp>
// CHECK-NEXT: %[[T0:.*]] = proton_gpu.read_counter : i32
// CHECK-NEXT: proton_gpu.store scope_start 0, %[[T0]] to %[[S]]
// CHECK-NEXT: %[[T1:.*]] = proton_gpu.read_counter : i32
// CHECK-NEXT: proton_gpu.store event_start 1 key %[[I]], %[[T1]] to %[[S]]
// CHECK-NEXT: memref.load %[[A]][%[[I]]]
// CHECK-NEXT: %[[T2:.*]] = proton_gpu.read_counter : i32
// CHECK-NEXT: proton_gpu.store event_end 1, %[[T2]] to %[[S]]
// CHECK-NEXT: %[[T3:.*]] = proton_gpu.read_counter : i32
// CHECK-NEXT: proton_gpu.store scope_end 0, %[[T3]] to %[[S]]
// CHECK-NEXT: proton_gpu.finalize %[[S]] : !proton_gpu.segment<?, global, warp>
// CHECK-NEXT: gpu.return
// SHARED-LABEL: gpu.func @whole
// SHARED: proton_gpu.segment_alloc -> !proton_gpu.segment<?, shared, warp>
// SHARED: proton_gpu.finalize %{{.*}} : !proton_gpu.segment<?, shared, warp>
gpu.module @m {
  gpu.func @whole(%a: memref<64xf32>, %i: index) kernel {
    proton.record start "load"
    %copy = proton.allocate_event "copy" : i32
    proton.event start %copy key %i : i32
    %x = memref.load %a[%i] : memref<64xf32>
    proton.event end %copy : i32
    proton.record end "load"
    gpu.return
  }
}

// -----

// Every return is preceded by a finalize.
// CHECK-LABEL: gpu.func @two_returns
// CHECK: %[[S:.*]] = proton_gpu.segment_alloc
// CHECK: ^bb1:
// CHECK-NEXT: proton_gpu.finalize %[[S]]
// CHECK-NEXT: gpu.return
// CHECK: ^bb2:
// CHECK-NEXT: proton_gpu.finalize %[[S]]
// CHECK-NEXT: gpu.return
gpu.module @m {
  gpu.func @two_returns(%c: i1) kernel {
    proton.record start "a"
    proton.record end "a"
    cf.cond_br %c, ^early, ^late
  ^early:
    gpu.return
  ^late:
    gpu.return
  }
}

// -----

// An event that is handed on is the constant of its id.
// CHECK-LABEL: gpu.func @event_value
// CHECK: %[[ID:.*]] = arith.constant 0 : i32
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[ID]])
gpu.module @m {
  gpu.func @event_value(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %copy = proton.allocate_event "copy" : i32
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%e = %copy) -> (i32) {
      proton.event start %e : i32
      proton.event end %e : i32
      scf.yield %e : i32
    }
    gpu.return
  }
}

// -----

// A kernel without records is left alone, and so is one whose records are never reached.
// CHECK-LABEL: gpu.func @plain(
// CHECK-SAME: ) kernel {
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: gpu.return
// CHECK-LABEL: gpu.func @unreached(
// CHECK-SAME: ) kernel {
// CHECK-NEXT: gpu.return
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: gpu.return
gpu.module @m {
  gpu.func @plain() kernel {
    gpu.barrier
    gpu.return
  }
  gpu.func @unreached() kernel {
    gpu.return
  ^dead:
    proton.record start "a"
    proton.record end "a"
    gpu.return
  }
}
