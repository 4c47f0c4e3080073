// Records of which the first implies the others are stored at once; each test is a reason why a run of them ends.
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu --proton-gpu-group-records="block=64,1,1" | FileCheck %s
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu --proton-gpu-group-records="block=64,1,1 across-waits" | FileCheck %s --check-prefix=ACROSS
// RUN: proton-opt %s --split-input-file --convert-proton-to-proton-gpu --proton-gpu-group-records="block=64,1,1 least-slots=64" | FileCheck %s --check-prefix=LONG

// Four scopes are two full groups and a rest, or one group where nothing is overwritten, with a store for each 16 bytes;
// where the clocks are read does not change.
// LONG-LABEL: gpu.func @full
// LONG-SAME: proton_gpu.grouping = {ends = {return = 1 : i32}, groups = 1 : i32, records = 8 : i32}
// LONG: proton_gpu.store_group 0 at %{{.*}}, %{{.*}}, %{{.*}} partial to
// LONG: proton_gpu.store_group 0 from 3 at %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} partial to
// LONG: proton_gpu.store_group 0 from 7 at %{{[0-9]+}} to
// CHECK-LABEL: gpu.func @full
// CHECK-SAME: proton_gpu.grouping = {ends = {full = 2 : i32, return = 1 : i32}, groups = 3 : i32, records = 8 : i32}
// CHECK-SAME: proton_gpu.groups = {{\[}}[#proton_gpu.member<kind = scope_start, id = 0>, #proton_gpu.member<kind = scope_end, id = 0>, #proton_gpu.member<kind = scope_start, id = 1>], [#proton_gpu.member<kind = scope_end, id = 1>, #proton_gpu.member<kind = scope_start, id = 2>, #proton_gpu.member<kind = scope_end, id = 2>], [#proton_gpu.member<kind = scope_start, id = 3>, #proton_gpu.member<kind = scope_end, id = 3>]]
// CHECK: %[[S:.*]] = proton_gpu.segment_alloc
// CHECK: %[[A:.*]] = proton_gpu.read_counter
// CHECK-NEXT: %[[B:.*]] = proton_gpu.read_counter
// CHECK-NEXT: memref.store
// CHECK-NEXT: %[[C:.*]] = proton_gpu.read_counter
// CHECK-NEXT: proton_gpu.store_group 0 at %[[A]], %[[B]], %[[C]] to %[[S]] :
// CHECK: proton_gpu.store_group 1 at %{{.*}}, %{{.*}}, %{{.*}} to
// CHECK: proton_gpu.store_group 2 at %{{.*}}, %{{.*}} to
// CHECK-NOT: proton_gpu.store
gpu.module @m {
  gpu.func @full(%x: memref<1xf32>, %v: f32) kernel {
    %c0 = arith.constant 0 : index
    proton.record start "a"
    proton.record end "a"
    memref.store %v, %x[%c0] : memref<1xf32>
    proton.record start "b"
    proton.record end "b"
    proton.record start "c"
    proton.record end "c"
    proton.record start "d"
    proton.record end "d"
    gpu.return
  }
}

// -----

// Before a barrier what was recorded is stored, unless the mode gives this up.
// CHECK-LABEL: gpu.func @wait
// CHECK-SAME: ends = {full = 3 : i32, return = 1 : i32}, groups = 3 : i32, records = 10 : i32
// CHECK: proton_gpu.store_group 0 at %{{.*}}, %{{.*}} partial to
// CHECK-NEXT: gpu.barrier
// CHECK: proton_gpu.store_group 0 from 2 at %{{[0-9]+}} to
// CHECK: proton_gpu.store_group 1 at %{{[0-9]+}} partial to
// CHECK-NEXT: gpu.barrier
// CHECK: proton_gpu.store_group 1 from 1 at %{{.*}}, %{{.*}} to
// ACROSS-LABEL: gpu.func @wait
// ACROSS-SAME: ends = {full = 3 : i32, return = 1 : i32}, groups = 3 : i32, records = 10 : i32
// ACROSS-NOT: partial
// ACROSS: gpu.return
// Words 3 and 4 are in different 16 bytes.
// LONG-LABEL: gpu.func @wait
// LONG: proton_gpu.store_group 0 at %{{.*}}, %{{.*}} partial to
// LONG-NEXT: gpu.barrier
// LONG: proton_gpu.store_group 0 from 2 at %{{[0-9]+}} partial to
// LONG: proton_gpu.store_group 0 from 3 at %{{[0-9]+}} partial to
// LONG-NEXT: gpu.barrier
// Of the next 16 bytes word 5 is stored alone: a store of two starts at an even one.
// LONG: proton_gpu.store_group 0 from 4 at %{{[0-9]+}} partial to
// LONG-NEXT: proton_gpu.store_group 0 from 5 at %{{.*}}, %{{.*}} partial to
// LONG: proton_gpu.store_group 0 from 7 at %{{.*}}, %{{.*}}, %{{.*}} to
gpu.module @m {
  gpu.func @wait() kernel {
    proton.record start "a"
    proton.record start "b"
    gpu.barrier
    proton.record end "b"
    proton.record start "c"
    gpu.barrier
    proton.record end "c"
    proton.record start "d"
    proton.record end "d"
    proton.record start "e"
    proton.record end "e"
    proton.record end "a"
    gpu.return
  }
}

// -----

// A wait for copies always ends, so no run pauses there. A loop, and what a call does, may take long; a call of what is
// not known may record.
// CHECK-LABEL: gpu.func @others
// CHECK-SAME: ends = {call = 1 : i32, full = 3 : i32, return = 1 : i32}, groups = 4 : i32, records = 12 : i32
// CHECK: nvvm.cp.async.wait.group
// CHECK-NEXT: proton_gpu.read_counter
// CHECK-NEXT: proton_gpu.store_group 0
// CHECK: proton_gpu.store_group 1 at %{{.*}}, %{{.*}} partial to
// CHECK-NEXT: scf.for
// CHECK: proton_gpu.store_group 1 from 2
// CHECK: proton_gpu.store_group 2 at %{{[0-9]+}} partial to
// CHECK-NEXT: func.call @other
// CHECK: proton_gpu.store_group 2 from 1 at %{{.*}}, %{{.*}} to
// CHECK: proton_gpu.store scope_start
// CHECK-NEXT: func.call @unknown
// CHECK: proton_gpu.store_group 3 at %{{.*}}, %{{.*}} to
// LONG-LABEL: gpu.func @others
// LONG-SAME: ends = {call = 1 : i32, return = 1 : i32}, groups = 2 : i32, records = 12 : i32
// LONG: proton_gpu.store_group 0 at %{{.*}}, %{{.*}}, %{{.*}} partial to
// LONG: proton_gpu.store_group 0 from 3 at %{{.*}}, %{{.*}} partial to
// LONG-NEXT: scf.for
// LONG: proton_gpu.store_group 0 from 5 at %{{.*}}, %{{.*}} partial to
// LONG-NEXT: func.call @other
// LONG: proton_gpu.store_group 0 from 7 at %{{.*}}, %{{.*}}, %{{.*}} to
// LONG-NEXT: func.call @unknown
// LONG: proton_gpu.store_group 1 at %{{.*}}, %{{.*}} to
gpu.module @m {
  func.func private @other() {
    return
  }
  func.func private @unknown()
  gpu.func @others(%n: index, %v: f32, %x: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "a"
    proton.record start "b"
    nvvm.cp.async.wait.group 0
    proton.record end "b"
    proton.record start "c"
    proton.record end "c"
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    proton.record start "d"
    proton.record end "d"
    func.call @other() : () -> ()
    proton.record start "e"
    proton.record end "e"
    proton.record start "f"
    func.call @unknown() : () -> ()
    proton.record end "f"
    proton.record end "a"
    gpu.return
  }
}

// -----

// A branch that all lanes take together ends a run only if it records.
// CHECK-LABEL: gpu.func @branch
// CHECK-SAME: ends = {block = 1 : i32, branch = 1 : i32, full = 1 : i32, return = 1 : i32}
// CHECK: proton_gpu.read_counter
// CHECK: scf.if
// CHECK: proton_gpu.store_group 0 at
// CHECK: proton_gpu.store_group 1 at
// CHECK: scf.if
// CHECK: proton_gpu.store_group 2 at
gpu.module @m {
  gpu.func @branch(%p: i1, %v: f32, %x: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    proton.record start "a"
    proton.record start "b"
    scf.if %p {
      memref.store %v, %x[%c0] : memref<1xf32>
    }
    proton.record end "b"
    proton.record start "c"
    proton.record end "c"
    scf.if %p {
      proton.record start "d"
      proton.record end "d"
    }
    proton.record start "e"
    proton.record end "a"
    proton.record end "e"
    gpu.return
  }
}

// -----

// Constant keys are known; others are stored with the last record, and take the place of a clock. A value is more than a
// clock.
// CHECK-LABEL: gpu.func @keys
// CHECK-SAME: ends = {full = 1 : i32, kind = 1 : i32, return = 1 : i32}
// CHECK-SAME: #proton_gpu.member<kind = event_start, id = 0, keyed = true>, #proton_gpu.member<kind = event_end, id = 0, keyed = true>
// CHECK-SAME: #proton_gpu.member<kind = event_start, id = 1, key = 7>
// CHECK: proton_gpu.store_group 0 at %{{.*}}, %{{.*}} keys %[[N:.*]], %[[N]] to
// CHECK: proton_gpu.store_group 1 at %{{.*}}, %{{.*}}, %{{.*}} to
// CHECK: proton_gpu.store value
gpu.module @m {
  gpu.func @keys(%n: index, %v: f32) kernel {
    %c7 = arith.constant 7 : index
    %e = proton.allocate_event "copy" : i32
    %f = proton.allocate_event "other" : i32
    proton.event start %e key %n : i32
    proton.event end %e key %n : i32
    proton.event start %f key %c7 : i32
    proton.event end %f key %c7 : i32
    proton.record start "a"
    proton.value "v", %v : f32
    proton.record end "a"
    proton.record start "b"
    proton.record end "b"
    gpu.return
  }
}

// -----

// Assembly that branches may not come back.
// CHECK-LABEL: gpu.func @assembly
// CHECK-SAME: ends = {assembly = 1 : i32, return = 1 : i32}
gpu.module @m {
  gpu.func @assembly() kernel {
    proton.record start "a"
    proton.record start "b"
    llvm.inline_asm has_side_effects "@%p bra L;", "" : () -> ()
    proton.record end "b"
    proton.record end "a"
    gpu.return
  }
}

// -----

// A block that surely follows, with others between them that neither record nor wait, goes on with the run; one that
// may come again does not.
// CHECK-LABEL: gpu.func @blocks
// CHECK-SAME: ends = {block = 2 : i32, full = 2 : i32, return = 1 : i32}, groups = 3 : i32, records = 10 : i32
// CHECK: proton_gpu.read_counter
// CHECK-NEXT: proton_gpu.read_counter
// CHECK-NEXT: cf.cond_br
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: memref.store
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: proton_gpu.read_counter
// CHECK-NEXT: proton_gpu.store_group 0
// CHECK: ^bb3
// CHECK: proton_gpu.store_group 1
// CHECK: cf.cond_br
// CHECK: proton_gpu.store_group 2
gpu.module @m {
  gpu.func @blocks(%p: i1, %v: f32, %x: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    proton.record start "a"
    proton.record start "b"
    cf.cond_br %p, ^some, ^all
  ^some:
    memref.store %v, %x[%c0] : memref<1xf32>
    cf.br ^all
  ^all:
    proton.record end "b"
    proton.record start "c"
    cf.br ^again
  ^again:
    proton.record start "d"
    proton.record end "d"
    cf.cond_br %p, ^again, ^last
  ^last:
    proton.record end "c"
    proton.record end "a"
    proton.record start "e"
    proton.record end "e"
    gpu.return
  }
}

// -----

// A block between that waits, or has a loop of its own, ends the run.
// CHECK-LABEL: gpu.func @between
// CHECK-SAME: ends = {block = 2 : i32, return = 1 : i32}
// ACROSS-LABEL: gpu.func @between
// ACROSS-SAME: ends = {block = 1 : i32, full = 1 : i32, return = 1 : i32}
gpu.module @m {
  gpu.func @between(%p: i1) kernel {
    proton.record start "a"
    proton.record start "b"
    cf.cond_br %p, ^wait, ^all
  ^wait:
    gpu.barrier
    cf.br ^all
  ^all:
    proton.record end "b"
    proton.record start "c"
    cf.cond_br %p, ^turn, ^last
  ^turn:
    cf.cond_br %p, ^turn, ^last
  ^last:
    proton.record end "c"
    proton.record end "a"
    gpu.return
  }
}

// -----

// Calls are followed 8 levels deep, each function once for a level: 16 calls in each of 8 functions take no time.
// LONG-LABEL: gpu.func @many_calls
// LONG-SAME: ends = {return = 1 : i32}, groups = 1 : i32, records = 4 : i32
// LONG: proton_gpu.store_group 0 at %{{.*}}, %{{.*}}, %{{.*}} partial to
// LONG-NEXT: func.call @f1
// LONG: proton_gpu.store_group 0 from 3 at %{{.*}} to
// A ninth level is not followed.
// LONG-LABEL: gpu.func @deep_calls
// LONG-SAME: ends = {call = 1 : i32, return = 1 : i32}, groups = 1 : i32, records = 4 : i32
gpu.module @m {
  func.func private @f0() {
    func.call @f1() : () -> () func.call @f1() : () -> () func.call @f1() : () -> () func.call @f1() : () -> ()
    func.call @f1() : () -> () func.call @f1() : () -> () func.call @f1() : () -> () func.call @f1() : () -> ()
    func.call @f1() : () -> () func.call @f1() : () -> () func.call @f1() : () -> () func.call @f1() : () -> ()
    func.call @f1() : () -> () func.call @f1() : () -> () func.call @f1() : () -> () func.call @f1() : () -> ()
    return
  }
  func.func private @f1() {
    func.call @f2() : () -> () func.call @f2() : () -> () func.call @f2() : () -> () func.call @f2() : () -> ()
    func.call @f2() : () -> () func.call @f2() : () -> () func.call @f2() : () -> () func.call @f2() : () -> ()
    func.call @f2() : () -> () func.call @f2() : () -> () func.call @f2() : () -> () func.call @f2() : () -> ()
    func.call @f2() : () -> () func.call @f2() : () -> () func.call @f2() : () -> () func.call @f2() : () -> ()
    return
  }
  func.func private @f2() {
    func.call @f3() : () -> () func.call @f3() : () -> () func.call @f3() : () -> () func.call @f3() : () -> ()
    func.call @f3() : () -> () func.call @f3() : () -> () func.call @f3() : () -> () func.call @f3() : () -> ()
    func.call @f3() : () -> () func.call @f3() : () -> () func.call @f3() : () -> () func.call @f3() : () -> ()
    func.call @f3() : () -> () func.call @f3() : () -> () func.call @f3() : () -> () func.call @f3() : () -> ()
    return
  }
  func.func private @f3() {
    func.call @f4() : () -> () func.call @f4() : () -> () func.call @f4() : () -> () func.call @f4() : () -> ()
    func.call @f4() : () -> () func.call @f4() : () -> () func.call @f4() : () -> () func.call @f4() : () -> ()
    func.call @f4() : () -> () func.call @f4() : () -> () func.call @f4() : () -> () func.call @f4() : () -> ()
    func.call @f4() : () -> () func.call @f4() : () -> () func.call @f4() : () -> () func.call @f4() : () -> ()
    return
  }
  func.func private @f4() {
    func.call @f5() : () -> () func.call @f5() : () -> () func.call @f5() : () -> () func.call @f5() : () -> ()
    func.call @f5() : () -> () func.call @f5() : () -> () func.call @f5() : () -> () func.call @f5() : () -> ()
    func.call @f5() : () -> () func.call @f5() : () -> () func.call @f5() : () -> () func.call @f5() : () -> ()
    func.call @f5() : () -> () func.call @f5() : () -> () func.call @f5() : () -> () func.call @f5() : () -> ()
    return
  }
  func.func private @f5() {
    func.call @f6() : () -> () func.call @f6() : () -> () func.call @f6() : () -> () func.call @f6() : () -> ()
    func.call @f6() : () -> () func.call @f6() : () -> () func.call @f6() : () -> () func.call @f6() : () -> ()
    func.call @f6() : () -> () func.call @f6() : () -> () func.call @f6() : () -> () func.call @f6() : () -> ()
    func.call @f6() : () -> () func.call @f6() : () -> () func.call @f6() : () -> () func.call @f6() : () -> ()
    return
  }
  func.func private @f6() {
    func.call @f7() : () -> () func.call @f7() : () -> () func.call @f7() : () -> () func.call @f7() : () -> ()
    func.call @f7() : () -> () func.call @f7() : () -> () func.call @f7() : () -> () func.call @f7() : () -> ()
    func.call @f7() : () -> () func.call @f7() : () -> () func.call @f7() : () -> () func.call @f7() : () -> ()
    func.call @f7() : () -> () func.call @f7() : () -> () func.call @f7() : () -> () func.call @f7() : () -> ()
    return
  }
  func.func private @f7() {
    func.call @f8() : () -> () func.call @f8() : () -> () func.call @f8() : () -> () func.call @f8() : () -> ()
    func.call @f8() : () -> () func.call @f8() : () -> () func.call @f8() : () -> () func.call @f8() : () -> ()
    func.call @f8() : () -> () func.call @f8() : () -> () func.call @f8() : () -> () func.call @f8() : () -> ()
    func.call @f8() : () -> () func.call @f8() : () -> () func.call @f8() : () -> () func.call @f8() : () -> ()
    return
  }
  func.func private @f8() {
    return
  }
  gpu.func @many_calls() kernel {
    proton.record start "a"
    proton.record start "b"
    proton.record end "b"
    func.call @f1() : () -> ()
    proton.record end "a"
    gpu.return
  }
  gpu.func @deep_calls() kernel {
    proton.record start "a"
    proton.record start "b"
    proton.record end "b"
    func.call @f0() : () -> ()
    proton.record end "a"
    gpu.return
  }
}
