// Records that may come long after the record before them get the upper half of the clock.
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu --proton-gpu-insert-clock-epochs | FileCheck %s
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu --proton-gpu-insert-clock-epochs --proton-gpu-group-records="block=32,1,1" | FileCheck %s --check-prefix=GROUP
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu="strategy=flush" --proton-gpu-insert-clock-epochs --proton-gpu-insert-flush-points | FileCheck %s --check-prefix=FLUSH

// The record reads the clock with its epoch. In a group the epoch is one word more.
// CHECK-LABEL: gpu.func @loop
// CHECK: proton_gpu.store scope_start 0
// CHECK: scf.for
// CHECK: %[[CLOCK:.*]] = proton_gpu.read_counter : i64
// CHECK: %[[LOW:.*]] = llvm.trunc %[[CLOCK]] : i64 to i32
// CHECK: %[[UPPER:.*]] = llvm.lshr %[[CLOCK]]
// CHECK: %[[HIGH:.*]] = llvm.trunc %[[UPPER]] : i64 to i32
// CHECK-NEXT: proton_gpu.store clock_epoch 0 with %[[HIGH]] : i32, %[[LOW]] to
// CHECK-NEXT: proton_gpu.store scope_end 0, %[[LOW]] to
// CHECK-NOT: clock_epoch
// GROUP-LABEL: gpu.func @loop
// GROUP-SAME: [#proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = clock_epoch, id = 0, key = 1>, #proton_gpu.member<kind = scope_end, id = 0>]
// GROUP: proton_gpu.store_group 0 at %{{.*}} partial to
// GROUP: %[[CLOCK:.*]] = proton_gpu.read_counter : i64
// GROUP: %[[LOW:.*]] = llvm.trunc %[[CLOCK]]
// GROUP: %[[HIGH:.*]] = llvm.trunc
// GROUP: proton_gpu.store_group 0 from 1 at %[[HIGH]], %[[LOW]] to
// A flush may lie between the epoch and the record, whose clock is read after it: clocks ascend in a segment.
// FLUSH-LABEL: gpu.func @loop
// FLUSH: scf.for
// FLUSH: proton_gpu.store clock_epoch 0
// FLUSH-NEXT: proton_gpu.flush_point
// FLUSH-NEXT: %[[OWN:.*]] = proton_gpu.read_counter : i32
// FLUSH-NEXT: proton_gpu.store scope_end 0, %[[OWN]] to
gpu.module @m {
  gpu.func @loop(%x: memref<?xf32>, %v: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "a"
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    proton.record end "a"
    gpu.return
  }
}

// -----

// Before a loop with records, and after it; the records in it have none.
// CHECK-LABEL: gpu.func @records_in_a_loop
// CHECK: proton_gpu.store scope_start 0
// CHECK: proton_gpu.store clock_epoch 0 with %{{.*}} : i32, %
// CHECK: scf.for
// CHECK-NOT: clock_epoch
// CHECK: proton_gpu.store scope_end 1
// CHECK: }
// CHECK: proton_gpu.store clock_epoch 0 with %{{.*}} : i32 after_loop, %
// CHECK-NEXT: proton_gpu.store scope_end 0
// CHECK-NOT: clock_epoch
gpu.module @m {
  gpu.func @records_in_a_loop(%x: memref<?xf32>, %v: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "a"
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "b"
      memref.store %v, %x[%i] : memref<?xf32>
      proton.record end "b"
    }
    proton.record end "a"
    gpu.return
  }
}

// -----

// After records of a loop with nothing after them, one ends them.
// CHECK-LABEL: gpu.func @last_records_in_a_loop
// CHECK: }
// CHECK: proton_gpu.store clock_epoch 0 with %{{.*}} : i32 after_loop, %
// CHECK: proton_gpu.finalize
gpu.module @m {
  gpu.func @last_records_in_a_loop(%x: memref<?xf32>, %v: f32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "b"
      memref.store %v, %x[%i] : memref<?xf32>
      proton.record end "b"
    }
    gpu.return
  }
}

// -----

// A barrier waits for other warps. Records in a straight line have no epochs.
// CHECK-LABEL: gpu.func @barrier
// CHECK: proton_gpu.store scope_start 0
// CHECK-NOT: clock_epoch
// CHECK: gpu.barrier
// CHECK: proton_gpu.store clock_epoch
// CHECK-NEXT: proton_gpu.store scope_end 0
// CHECK-NOT: clock_epoch
gpu.module @m {
  gpu.func @barrier(%x: memref<?xf32>, %v: f32, %i: index) kernel {
    proton.record start "a"
    proton.record start "b"
    proton.record end "b"
    gpu.barrier
    proton.record end "a"
    memref.store %v, %x[%i] : memref<?xf32>
    proton.record start "c"
    proton.record end "c"
    gpu.return
  }
}

// -----

// Loops of blocks are loops, too. The skipped loop and the other path meet: the record may come late.
// CHECK-LABEL: gpu.func @blocks
// CHECK: proton_gpu.store scope_start 0
// CHECK-NOT: clock_epoch
// CHECK: ^bb3
// CHECK: proton_gpu.store clock_epoch 0 with %{{.*}} : i32, %
// CHECK-NEXT: proton_gpu.store scope_end 0
gpu.module @m {
  gpu.func @blocks(%x: memref<?xf32>, %v: f32, %n: index, %runs: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "a"
    cf.cond_br %runs, ^bb1(%c0 : index), ^bb3
  ^bb1(%i: index):
    memref.store %v, %x[%i] : memref<?xf32>
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi ult, %next, %n : index
    cf.cond_br %more, ^bb1(%next : index), ^bb2
  ^bb2:
    cf.br ^bb3
  ^bb3:
    proton.record end "a"
    gpu.return
  }
}
